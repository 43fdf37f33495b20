//! The control-flow graph: locations and basic statements between them.
//!
//! Made from the typed syntax tree, read by the region encoding. Any shape of graph can be represented; the
//! builder here makes those of IMP programs, `c.rs` those of C.

use crate::aiger::Netlist;
use crate::liveness;
use crate::occurs;
use crate::products::{self, Products};
use lang::ast::{Assigned, Assignment, Bexp, BexpKind, Decl, Exp, ExpKind, Stmt, StmtKind};
use lang::{AssertId, Int, LoopId, NondetId, Program, Sort, Span, Unit, VarId};
use logic::order;
use std::rc::Rc;

/// A location: an index into [`Cfg::nodes`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The position in [`Cfg::nodes`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a location is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocationKind {
    /// Where the program begins.
    Entry,
    /// A loop head: the loop's condition is evaluated next, or an iteration begins in another way. In the statement
    /// encoding ([`crate::Encoding::Statement`]) every location that is followed by a statement.
    Head(LoopId),
    /// Between two statements.
    Plain,
    /// Where violated assertions lead.
    Error,
    /// Where the program ends.
    Exit,
}

/// A location of the program.
#[derive(Clone, Debug)]
pub struct Location {
    /// What it is.
    pub kind: LocationKind,
    /// The statement or condition that comes next; empty at the error and the exit.
    pub span: Span,
}

/// What an edge does.
#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    /// Nothing.
    Skip,
    /// `x := e`.
    AssignInt(VarId, Exp),
    /// `b := c`.
    AssignBool(VarId, Bexp),
    /// `x := nondet`.
    Havoc(VarId, NondetId),
    /// `x := a[i]`: the variable takes the value of the element whose condition holds, or of the last one if none does;
    /// with the sort of the elements.
    Read(VarId, Sort, Vec<Element>),
    /// `a[i] := e`: the element whose condition holds takes the value. The conditions and the value are evaluated in
    /// the state before.
    Write(Vec<Element>, Value),
    /// Variables take values of a circuit, all at once.
    Netlist(Netlist),
    /// Passable when the condition has this value. The two edges of a branch evaluate the condition once: an occurrence of
    /// `nondet` in it has the same value on both.
    Guard(Bexp, bool),
}

/// An element of an array, which an index chooses.
#[derive(Clone, PartialEq, Debug)]
pub struct Element {
    /// That the index chooses it; at most one of several elements is chosen.
    pub chosen: Bexp,
    /// The variable.
    pub var: VarId,
}

/// What an element takes.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A number.
    Int(Exp),
    /// A truth value.
    Bool(Bexp),
}

/// An edge.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it begins.
    pub from: NodeId,
    /// Where it leads.
    pub to: NodeId,
    /// What happens on it.
    pub action: Action,
    /// The statement or condition.
    pub span: Span,
    /// The assertion whose violation this edge is.
    pub violates: Option<AssertId>,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where an edge comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    /// The program.
    #[default]
    Program,
    /// A variable's type: it says no more than that, and so is told by the type wherever it is shown.
    Type,
    /// What is known of products: see [`Cfg::with_lemmas`].
    Lemmas,
}

/// A place at which an assertion is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Test {
    /// The assertion.
    pub assertion: AssertId,
    /// The location at which control is then.
    pub at: NodeId,
    /// Whether coming here is the failure itself, as at a call of `reach_error`.
    pub fails: bool,
}

/// A variable that the program does not have: the builder keeps a value in it that is computed before it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Temp {
    /// A name that no variable of the program has.
    pub name: String,
    /// What it ranges over.
    pub sort: Sort,
}

/// A control-flow graph.
///
/// Invariant: each cycle passes through a [`LocationKind::Head`]; the builders make cycles only there.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    /// All locations; the first is the entry, the second the error, the third the exit.
    pub nodes: Vec<Location>,
    /// All edges, in the order in which they were made: at a branch, the true edge first.
    pub edges: Vec<Edge>,
    /// For each location the positions of the edges that begin there.
    pub out: Vec<Vec<usize>>,
    /// Variables beside the program's; their numbers follow the numbers of those.
    pub temps: Vec<Temp>,
    /// For each variable, whether it may be left out of states in which it is dead; those not listed may not.
    pub transient: Vec<bool>,
    /// Where assertions are tested, including those whose conditions are constant. An assertion that is missing here is
    /// in a part of the program to which no edge leads.
    pub tests: Vec<Test>,
    /// For each variable of an unsigned or narrow C type the least and the greatest value of the type, if the variable
    /// certainly has no other value. Variables that are not listed may have any value.
    pub types: Vec<Option<(Int, Int)>>,
    /// The same, and the ranges of the types of those signed variables that intervals show to have no other value wherever they
    /// matter: what formulas need not say to a reader who is told the types.
    pub ranges: Vec<Option<(Int, Int)>>,
    /// Whether integers are words: then every integer variable has a type above, and expressions wrap where the program does.
    pub words: bool,
    /// Operations of two operands neither of which has few values, as far as intervals tell: the graph means nothing.
    pub unresolved: Vec<Span>,
    /// The first place where signed arithmetic may leave its type's range, as far as intervals tell.
    pub overflow: Option<Span>,
    /// The first place where a conversion or unsigned arithmetic may change a number, as far as intervals tell.
    pub wraps: Option<Span>,
    /// All heads in the order of their `pc` values, where that differs from the order of the loops.
    pub order: Vec<NodeId>,
    /// The names of choices of any number that the program does not have; their numbers follow the numbers of those.
    pub unknowns: Vec<String>,
    /// What stands for products of variables; none if there are none.
    pub products: Option<Rc<Products>>,
}

impl Cfg {
    /// The entry.
    pub const ENTRY: NodeId = NodeId(0);
    /// The error location.
    pub const ERROR: NodeId = NodeId(1);
    /// The exit.
    pub const EXIT: NodeId = NodeId(2);

    /// The graph of a program. The precondition is assumed at the entry, the postcondition asserted before the exit.
    pub fn of_program(program: &Program) -> Cfg {
        let mut b = Builder { cfg: Cfg::bare(), decls: &program.decls };
        let mut at = Cfg::ENTRY;
        if let Some(pre) = &program.pre {
            b.cfg.nodes[0].span = pre.span;
            at = b.guard(at, pre, true);
        }
        at = b.block(at, &program.body);
        if let Some(post) = &program.post {
            at = b.assertion(at, post.id, &post.cond, post.cond.span);
        }
        b.cfg.edge(at, Cfg::EXIT, Action::Skip, Span::default(), None);
        if !b.cfg.temps.is_empty() {
            b.cfg.transient = vec![false; program.decls.len()];
            b.cfg.transient.extend(b.cfg.temps.iter().map(|_| true));
        }
        if let Some(types) = &program.words {
            let ranges = types.iter().zip(&program.decls);
            b.cfg.types = ranges.map(|(int, decl)| (decl.sort == Sort::Int).then(|| int.range())).collect();
            crate::words::complete(&mut b.cfg, program);
        }
        b.cfg
    }

    /// The graph of entry, error and exit alone.
    pub(crate) fn bare() -> Cfg {
        let mut cfg = Cfg::default();
        for kind in [LocationKind::Entry, LocationKind::Error, LocationKind::Exit] {
            cfg.node(kind, Span::default());
        }
        cfg
    }

    pub(crate) fn node(&mut self, kind: LocationKind, span: Span) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Location { kind, span });
        self.out.push(Vec::new());
        id
    }

    pub(crate) fn edge(
        &mut self,
        from: NodeId,
        to: NodeId,
        action: Action,
        span: Span,
        violates: Option<AssertId>,
    ) {
        self.out[from.index()].push(self.edges.len());
        self.edges.push(Edge { from, to, action, span, violates, origin: Origin::Program });
    }

    /// The graph in which this assertion alone can be violated: executions that violate another one end there. All
    /// assertions hold if and only if each holds alone, since an execution ends in the first one that it violates.
    pub fn checking(self, assertion: AssertId) -> Cfg {
        self.asserting(|id| id == assertion)
    }

    /// The graph in which these assertions alone can be violated: executions that violate another one end there.
    pub fn asserting(mut self, is_kept: impl Fn(AssertId) -> bool) -> Cfg {
        self.out.iter_mut().for_each(Vec::clear);
        self.tests.retain(|test| is_kept(test.assertion));
        self.edges.retain(|edge| edge.violates.is_none_or(&is_kept));
        for (at, edge) in self.edges.iter().enumerate() {
            self.out[edge.from.index()].push(at);
        }
        self
    }

    /// The graph in which variables stand for products of variables: as it is, if there are none, or if integers are words.
    #[must_use]
    pub fn with_products(self, unit: &dyn Unit) -> Cfg {
        let occurs = |edge: &Edge| occurs::in_action(&edge.action, &mut occurs::needs_products);
        if self.words || !self.edges.iter().any(occurs) { self } else { products::rewritten(self, unit) }
    }

    /// Where the first product of two expressions stands.
    pub fn first_product(&self) -> Option<Span> {
        let mut first = None;
        for edge in &self.edges {
            occurs::in_action(&edge.action, &mut |e| {
                first = first.or(occurs::is_product(e).then_some(e.span));
                first.is_some()
            });
        }
        first
    }

    /// The heads, in source order: the order of `pc` values.
    pub fn heads(&self) -> Vec<(LoopId, NodeId)> {
        let head = |node: NodeId| match self.nodes[node.index()].kind {
            LocationKind::Head(id) => Some((id, node)),
            _ => None,
        };
        if !self.order.is_empty() {
            return self.order.iter().filter_map(|&node| head(node)).collect();
        }
        let all = (0..u32::try_from(self.nodes.len()).unwrap_or(u32::MAX)).map(NodeId);
        let mut heads: Vec<_> = all.filter_map(head).collect();
        order::sort(&mut heads);
        heads
    }
}

pub(crate) struct Builder<'p> {
    pub(crate) cfg: Cfg,
    pub(crate) decls: &'p [Decl],
}

impl Builder<'_> {
    /// An edge to a new plain location.
    pub(crate) fn step(&mut self, from: NodeId, action: Action, span: Span) -> NodeId {
        let to = self.cfg.node(LocationKind::Plain, span);
        self.cfg.edge(from, to, action, span, None);
        to
    }

    fn guard(&mut self, from: NodeId, cond: &Bexp, value: bool) -> NodeId {
        self.step(from, Action::Guard(cond.clone(), value), cond.span)
    }

    fn assertion(&mut self, at: NodeId, id: AssertId, cond: &Bexp, span: Span) -> NodeId {
        self.cfg.tests.push(Test { assertion: id, at, fails: cond.kind == BexpKind::Const(false) });
        let next = self.step(at, Action::Guard(cond.clone(), true), span);
        self.cfg.edge(at, Cfg::ERROR, Action::Guard(cond.clone(), false), span, Some(id));
        next
    }

    /// `x, y := e, f` as assignments one by one: first those of variables that no other value needs. Where each is
    /// needed by another, as in a swap, a value is kept in a [`Temp`].
    pub(crate) fn parallel(&mut self, mut at: NodeId, parts: &[Assignment], span: Span) -> NodeId {
        let mut open: Vec<&Assignment> = parts.iter().collect();
        // What waits, with the variable that takes it in the end.
        let mut waiting: Vec<(VarId, Sort, VarId)> = Vec::new();
        while !open.is_empty() {
            let is_needed = |part: &Assignment| {
                open.iter().any(|other| other.var != part.var && liveness::reads(&other.value, part.var))
            };
            let free = open.iter().position(|part| !is_needed(part));
            let part = open.remove(free.unwrap_or(0));
            let var = match free {
                Some(_) => part.var,
                None => {
                    let sort = self.decls[part.var.index()].sort;
                    let name = format!("{}#next", self.decls[part.var.index()].name);
                    let temp = self.temp(name, sort);
                    waiting.push((part.var, sort, temp));
                    temp
                }
            };
            let action = match &part.value {
                Assigned::Int(value) => Action::AssignInt(var, value.clone()),
                Assigned::Bool(value) => Action::AssignBool(var, value.clone()),
            };
            at = self.step(at, action, span);
        }
        for (var, sort, temp) in waiting {
            let action = match sort {
                Sort::Int => Action::AssignInt(var, Exp { span, kind: ExpKind::Var(temp) }),
                Sort::Bool => Action::AssignBool(var, Bexp { span, kind: BexpKind::Var(temp) }),
            };
            at = self.step(at, action, span);
        }
        at
    }

    /// A variable of the graph; the same one for the same name.
    pub(crate) fn temp(&mut self, name: String, sort: Sort) -> VarId {
        let known = self.cfg.temps.iter().position(|temp| temp.name == name);
        let place = known.unwrap_or_else(|| {
            self.cfg.temps.push(Temp { name, sort });
            self.cfg.temps.len() - 1
        });
        VarId(u32::try_from(self.decls.len() + place).unwrap_or(u32::MAX))
    }

    fn block(&mut self, at: NodeId, stmts: &[Stmt]) -> NodeId {
        stmts.iter().fold(at, |at, stmt| self.stmt(at, stmt))
    }

    fn stmt(&mut self, at: NodeId, stmt: &Stmt) -> NodeId {
        match &stmt.kind {
            StmtKind::Skip => at,
            StmtKind::AssignInt(x, e) => self.step(at, Action::AssignInt(*x, e.clone()), stmt.span),
            StmtKind::AssignBool(x, e) => self.step(at, Action::AssignBool(*x, e.clone()), stmt.span),
            StmtKind::Havoc(x, id) => self.step(at, Action::Havoc(*x, *id), stmt.span),
            StmtKind::Parallel(parts) => self.parallel(at, parts, stmt.span),
            StmtKind::Assume(cond) => self.guard(at, cond, true),
            StmtKind::Assert(id, cond) => self.assertion(at, *id, cond, stmt.span),
            StmtKind::If { arms, otherwise } => {
                let mut test = at;
                let mut ends = Vec::new();
                for arm in arms {
                    let inside = self.guard(test, &arm.cond, true);
                    ends.push((self.block(inside, &arm.body), arm.cond.span));
                    test = self.guard(test, &arm.cond, false);
                }
                // Each condition has a join of its own, so that values are joined under it alone.
                let mut end = self.block(test, otherwise.as_deref().unwrap_or(&[]));
                for (arm_end, span) in ends.into_iter().rev() {
                    let join = self.cfg.node(LocationKind::Plain, stmt.span);
                    self.cfg.edge(arm_end, join, Action::Skip, span, None);
                    self.cfg.edge(end, join, Action::Skip, stmt.span, None);
                    end = join;
                }
                end
            }
            StmtKind::While { id, cond, body } => {
                let head = self.cfg.node(LocationKind::Head(*id), cond.span);
                self.cfg.edge(at, head, Action::Skip, stmt.span, None);
                let inside = self.guard(head, cond, true);
                let end = self.block(inside, body);
                self.cfg.edge(end, head, Action::Skip, stmt.span, None);
                self.guard(head, cond, false)
            }
        }
    }
}
