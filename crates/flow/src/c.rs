//! The control-flow graph of a C program.
//!
//! It is built from the typed tree of `lang::c` and used like the graph of an IMP program. Calls are inlined; side
//! effects and conditions inside of expressions become locations of their own, so that edges carry nothing but
//! assignments and guards over pure expressions. Intermediate values are kept in [`Temp`]s.
//!
//! A loop head is a location at which the interpreter announces a loop: the condition of `while` and `for`, the beginning
//! of a `do` body, and a label to which a `goto` leads back in the text. Those that lie on no cycle (as of
//! `do { ... } while (0)`) are plain locations.

mod arithmetic;
mod cases;
mod condition;
mod effects;
mod element;
mod expr;
mod interval;
mod ranges;
mod shape;
mod stmt;

use crate::cfg::{Action, Cfg, LocationKind, NodeId, Origin, Temp};
use crate::encoding::Encoding;
use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind};
use lang::c::ast::{Bounds, ENTRY, Place};
use lang::c::{CProgram, Type};
use lang::{AssertId, Int, Integers, NondetId, Sort, Span, VarId};
use std::collections::{BTreeMap, BTreeSet};

use effects::Effects;
use ranges::{Computed, From};

impl Cfg {
    /// The graph of a C program.
    pub fn of_c(program: &CProgram) -> Cfg {
        Cfg::of_c_from(program, From::Entry)
    }

    /// The same, but what is known of values in reachable states is not used: one step from any state that the types allow, at a loop head
    /// or where a step is a statement anywhere, is what C does. As a program it is the same, with longer formulas.
    pub fn of_c_from_any_state(program: &CProgram, encoding: Encoding) -> Cfg {
        let from = match encoding {
            Encoding::Block => From::Heads,
            Encoding::Statement => From::Everywhere,
        };
        Cfg::of_c_from(program, from)
    }

    fn of_c_from(program: &CProgram, from: From) -> Cfg {
        let mut builder = Builder {
            program,
            cfg: Cfg::bare(),
            at: Some(Cfg::ENTRY),
            frame: Frame::default(),
            jobs: Vec::new(),
            effects: Effects::of_program(program),
            results: BTreeMap::new(),
            under: Vec::new(),
            computed: Vec::new(),
            checks: BTreeSet::new(),
        };
        if program.arithmetic.integers != Integers::Mathematical {
            builder.cfg.types = types(program);
        }
        builder.cfg.transient = shape::transient(program);
        builder.globals();
        let entry = builder.at.unwrap_or(Cfg::ENTRY);
        builder.jobs.push(Job { instance: ENTRY, entry, exit: Cfg::EXIT, result: None });
        while let Some(job) = builder.jobs.pop() {
            builder.function(job);
        }
        let Builder { mut cfg, computed, checks, .. } = builder;
        let has_operations = !program.operations.is_empty();
        if program.arithmetic.integers == Integers::C
            || program.arithmetic.integers == Integers::Mathematical && has_operations
        {
            ranges::simplify(&mut cfg, program, &computed, &checks, from);
        }
        if program.arithmetic.integers == Integers::Bits {
            crate::words::complete(&mut cfg, program);
        }
        cfg.transient.resize(program.decls.len(), false);
        cfg.transient.extend(cfg.temps.iter().map(|_| true));
        shape::tidy(&mut cfg);
        cfg
    }
}

struct Builder<'p> {
    program: &'p CProgram,
    cfg: Cfg,
    /// Where the next action begins; none where control does not come.
    at: Option<NodeId>,
    frame: Frame,
    /// The copies of functions whose bodies are still to be built.
    jobs: Vec<Job>,
    effects: Effects,
    /// How many results of a function have a name.
    results: BTreeMap<String, u32>,
    /// What is true where a part of a condition is evaluated.
    under: Vec<Bexp>,
    /// The results of signed arithmetic, and what is wrapped.
    computed: Vec<Computed>,
    /// The assertions that they stay in their types' ranges.
    checks: BTreeSet<AssertId>,
}

/// A copy of a function between two locations.
struct Job {
    instance: usize,
    entry: NodeId,
    exit: NodeId,
    /// Where the value goes that it returns.
    result: Option<VarId>,
}

/// The function that is being built.
#[derive(Default)]
struct Frame {
    instance: usize,
    exit: NodeId,
    result: Option<VarId>,
    labels: Vec<NodeId>,
    /// Where `break` leads, innermost last; made when it is needed.
    breaks: Vec<Option<NodeId>>,
    /// Where `continue` leads.
    continues: Vec<Option<NodeId>>,
}

impl Builder<'_> {
    /// An edge to a new plain location, where control comes.
    fn step(&mut self, action: Action, span: Span) {
        if let Some(from) = self.at {
            let to = self.cfg.node(LocationKind::Plain, span);
            self.cfg.edge(from, to, action, span, None);
            self.at = Some(to);
        }
    }

    /// An edge to a location that is there.
    fn go(&mut self, to: NodeId, span: Span) {
        if let Some(from) = self.at.take() {
            self.cfg.edge(from, to, Action::Skip, span, None);
        }
    }

    /// Where two ways meet.
    fn join(&mut self, a: Option<NodeId>, b: Option<NodeId>, span: Span) -> Option<NodeId> {
        let (Some(first), Some(second)) = (a, b) else { return a.or(b) };
        let join = self.cfg.node(LocationKind::Plain, span);
        self.cfg.edge(first, join, Action::Skip, span, None);
        self.cfg.edge(second, join, Action::Skip, span, None);
        Some(join)
    }

    fn temp(&mut self, name: String, sort: Sort) -> VarId {
        let at = self.program.decls.len() + self.cfg.temps.len();
        self.cfg.temps.push(Temp { name, sort });
        VarId(u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// A variable for a value inside of an expression.
    fn value_temp(&mut self, sort: Sort) -> VarId {
        let name = format!("value#{}", self.cfg.temps.len() + 1);
        self.temp(name, sort)
    }

    fn sort(&self, var: VarId) -> Sort {
        match self.program.decls.get(var.index()) {
            Some(decl) => decl.sort,
            None => self.cfg.temps[var.index() - self.program.decls.len()].sort,
        }
    }

    fn var(&self, place: Place) -> VarId {
        self.program.var(self.frame.instance, place)
    }

    /// The initial values of global variables, and the ranges of what comes from outside.
    fn globals(&mut self) {
        let program = self.program;
        let entry = program.function_of(ENTRY);
        for (at, global) in program.globals.iter().enumerate() {
            let var = VarId(u32::try_from(at).unwrap_or(u32::MAX));
            match &global.init {
                Some(value) if global.ty == Type::Bool => {
                    let value = truth(global.span, !value.is_zero());
                    self.step(Action::AssignBool(var, value), global.span);
                }
                Some(value) => {
                    let value = Exp { span: global.span, kind: ExpKind::Const(value.clone()) };
                    self.step(Action::AssignInt(var, value), global.span);
                }
                // In a fragment the declaration is a statement.
                None if !entry.name.is_empty() => {
                    self.keep_range(var, &Bounds::of(global.ty, program.arithmetic), global.span)
                }
                None => {}
            }
        }
        for (local, &var) in entry.locals.iter().zip(&program.instances[ENTRY].locals).take(entry.params) {
            self.keep_range(var, &local.range(program.arithmetic), local.span);
        }
    }

    /// Executions in which the variable is out of range do not count.
    fn keep_range(&mut self, var: VarId, range: &Bounds, span: Span) {
        let var = || Exp { span, kind: ExpKind::Var(var) };
        let bound = |comparison, bound: &Option<lang::Int>| {
            let bound = Exp { span, kind: ExpKind::Const(bound.clone()?) };
            Some(Bexp { span, kind: BexpKind::Compare(comparison, var(), bound) })
        };
        let bounds = [bound(Comparison::GreaterEqual, &range.low), bound(Comparison::LessEqual, &range.high)];
        for bound in bounds.into_iter().flatten() {
            let edge = self.cfg.edges.len();
            self.step(Action::Guard(bound, true), span);
            self.cfg.edges[edge..].iter_mut().for_each(|edge| edge.origin = Origin::Type);
        }
    }

    /// The variable takes the value of a free choice.
    fn havoc(&mut self, var: VarId, id: NondetId, span: Span) {
        self.step(Action::Havoc(var, id), span);
        let range = &self.program.ranges[id.index()];
        if !range.is_all() {
            let range = range.clone();
            self.keep_range(var, &range, span);
        }
    }

    fn nondet(&self, site: u32) -> NondetId {
        self.program.instances[self.frame.instance].nondets[site as usize]
    }

    /// The body of a copy of a function.
    fn function(&mut self, job: Job) {
        let function = self.program.function_of(job.instance);
        let heads = &self.program.instances[job.instance].loops;
        let labels = function.labels.iter().map(|label| {
            let kind = match label.head {
                Some(site) => LocationKind::Head(heads[site as usize]),
                None => LocationKind::Plain,
            };
            self.cfg.node(kind, label.span)
        });
        let labels = labels.collect();
        self.frame =
            Frame { instance: job.instance, exit: job.exit, result: job.result, labels, ..Frame::default() };
        self.at = Some(job.entry);
        self.stmts(&function.body);
        if let (Some(result), Some(site)) = (job.result, function.missing_result) {
            let id = self.nondet(site);
            self.havoc(result, id, function.nondets[site as usize].span);
        }
        self.go(job.exit, function.span);
    }
}

/// For each variable the ends of its type's range, if arithmetic cannot make it leave them: in words it never can.
fn types(program: &CProgram) -> Vec<Option<(Int, Int)>> {
    let is_bits = program.arithmetic.integers == Integers::Bits;
    let range = |ty| match ty {
        Some(Type::Int(int)) if is_bits || !int.signed || int.bits < 32 => Some(int.range()),
        _ => None,
    };
    program.types().into_iter().map(range).collect()
}

fn truth(span: Span, value: bool) -> Bexp {
    Bexp { span, kind: BexpKind::Const(value) }
}
