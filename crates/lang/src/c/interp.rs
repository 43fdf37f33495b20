//! The concrete interpreter of C: runs the typed tree step by step with exact integers.
//!
//! It works on the tree itself, not on the control-flow graph, so that it shares nothing with the encodings into
//! formulas, which are tested against it: a `goto` searches for its label, a call runs the function's body. Statements are
//! here, values of expressions in `interp/value.rs`.

mod value;

use std::collections::BTreeMap;
use std::rc::Rc;

use logic::{Int, Value};

use super::ast::{self, Bounds, CProgram, Place, Stmt, StmtKind};
use crate::ast::VarId;
use crate::interp::{
    Choice, ExecStep, Execution, ExecutionLimits, ExecutionOutcome, Oracle, StepKind, coerce,
};
use crate::span::Span;

/// Runs `program` from the `initial` values; variables without one begin with zero or false, global ones with what the
/// program gives them. A value of the wrong sort counts as the number 0 or 1 or as "not zero".
pub fn run(
    program: &CProgram,
    initial: &BTreeMap<VarId, Value>,
    oracle: &mut dyn Oracle,
    limits: ExecutionLimits,
) -> Execution {
    let start = program.decls.iter().enumerate().map(|(at, decl)| {
        let fixed = program.globals.get(at).and_then(|global| global.init.clone()).map(Value::Int);
        let id = VarId(u32::try_from(at).unwrap_or(u32::MAX));
        let value = fixed.or_else(|| initial.get(&id).cloned());
        value.map_or_else(|| Value::default_of(decl.sort), |value| coerce(value, decl.sort))
    });
    let initial: Rc<[Value]> = start.collect();
    let mut machine = Machine {
        program,
        oracle,
        limits,
        values: initial.to_vec(),
        state: initial.clone(),
        steps: Vec::new(),
        choices: Vec::new(),
    };
    let outcome = machine.entry().err().unwrap_or(ExecutionOutcome::Finished);
    Execution { initial, steps: machine.steps, outcome, choices: machine.choices }
}

struct Machine<'p> {
    program: &'p CProgram,
    oracle: &'p mut dyn Oracle,
    limits: ExecutionLimits,
    /// The current values.
    values: Vec<Value>,
    /// The same, shared with the steps recorded since the last assignment.
    state: Rc<[Value]>,
    steps: Vec<ExecStep>,
    choices: Vec<Choice>,
}

/// Where control goes after a statement.
enum Next {
    /// To the statement behind it.
    On,
    Break,
    Continue,
    Goto(u32),
    /// Out of the function, with a value.
    Return(Option<Int>),
}

/// The label that control is on its way to, while it passes statements without executing them.
type Seek = Option<u32>;

impl<'p> Machine<'p> {
    /// An early end is an error in the sense of `?`.
    fn entry(&mut self) -> Result<(), ExecutionOutcome> {
        let program = self.program;
        let function = program.function_of(ast::ENTRY);
        for (local, &var) in
            function.locals.iter().zip(&program.instances[ast::ENTRY].locals).take(function.params)
        {
            self.keep_range(var, &local.range(program.arithmetic), local.span)?;
        }
        for (at, global) in program.globals.iter().enumerate() {
            if global.init.is_none() && program.decls[at].declared {
                // Declared elsewhere, so that no statement restricts it.
                let is_extern = !function.name.is_empty();
                if is_extern {
                    let var = VarId(u32::try_from(at).unwrap_or(u32::MAX));
                    self.keep_range(var, &Bounds::of(global.ty, program.arithmetic), global.span)?;
                }
            }
        }
        self.function(ast::ENTRY).map(|_| ())
    }

    /// Runs a function's body to its end.
    fn function(&mut self, instance: usize) -> Result<Option<Int>, ExecutionOutcome> {
        let program = self.program;
        let function = program.function_of(instance);
        let mut seek = None;
        loop {
            match self.stmts(instance, &function.body, &mut seek)? {
                Next::Return(value) => return Ok(value),
                Next::Goto(label) => seek = Some(label),
                Next::On | Next::Break | Next::Continue => break,
            }
        }
        match function.missing_result {
            Some(site) => self.choose(instance, site).map(Some),
            None => Ok(None),
        }
    }

    fn record(&mut self, span: Span, kind: StepKind) -> Result<(), ExecutionOutcome> {
        if self.steps.len() >= self.limits.steps {
            return Err(ExecutionOutcome::OutOfSteps);
        }
        self.steps.push(ExecStep { span, kind, state: self.state.clone() });
        Ok(())
    }

    fn set(&mut self, span: Span, var: VarId, value: Int) -> Result<(), ExecutionOutcome> {
        if value.bits() > self.limits.bits {
            return Err(ExecutionOutcome::NumberTooLarge);
        }
        let sort = self.program.decls[var.index()].sort;
        self.values[var.index()] = coerce(Value::Int(value), sort);
        self.state = self.values.as_slice().into();
        self.record(span, StepKind::Assigned(var))
    }

    fn get(&self, var: VarId) -> Int {
        match &self.values[var.index()] {
            Value::Int(number) => number.clone(),
            Value::Bool(value) => Int::from(i64::from(*value)),
        }
    }

    /// A variable that is arbitrary keeps within the range of its type, else the execution does not count.
    fn keep_range(&mut self, var: VarId, range: &Bounds, span: Span) -> Result<(), ExecutionOutcome> {
        if range.contain(&self.get(var)) { Ok(()) } else { Err(ExecutionOutcome::AssumptionFailed { span }) }
    }

    /// The value of a free choice.
    fn choose(&mut self, instance: usize, site: u32) -> Result<Int, ExecutionOutcome> {
        let id = self.program.instances[instance].nondets[site as usize];
        let info = &self.program.nondets[id.index()];
        let value = match coerce(self.oracle.choose(id, info.sort), info.sort) {
            Value::Int(number) => number,
            Value::Bool(value) => Int::from(i64::from(value)),
        };
        if !self.program.ranges[id.index()].contain(&value) {
            return Err(ExecutionOutcome::AssumptionFailed { span: info.span });
        }
        if self.oracle.wants_steps() {
            let made = Choice { id, value: Value::Int(value.clone()), after: self.steps.len() };
            self.choices.push(made);
        }
        Ok(value)
    }

    /// Control reaches a loop head.
    fn head(&mut self, instance: usize, site: u32) {
        let id = self.program.instances[instance].loops[site as usize];
        self.oracle.loop_head(id, &self.values);
    }

    fn loop_test(
        &mut self,
        instance: usize,
        site: u32,
        span: Span,
        holds: bool,
    ) -> Result<(), ExecutionOutcome> {
        let id = self.program.instances[instance].loops[site as usize];
        self.record(span, StepKind::LoopTest(id, holds))
    }

    fn stmts(
        &mut self,
        instance: usize,
        stmts: &'p [Stmt],
        seek: &mut Seek,
    ) -> Result<Next, ExecutionOutcome> {
        let mut at = 0;
        while let Some(stmt) = stmts.get(at) {
            at += 1;
            if seek.is_some_and(|label| !stmt.labels.contains(&label)) {
                continue;
            }
            match self.stmt(instance, stmt, seek)? {
                Next::On => {}
                Next::Goto(label) if stmts.iter().any(|stmt| stmt.labels.contains(&label)) => {
                    *seek = Some(label);
                    at = 0;
                }
                next => return Ok(next),
            }
        }
        Ok(Next::On)
    }

    /// Executes a statement; while a label is sought, only from there on.
    fn stmt(&mut self, instance: usize, stmt: &'p Stmt, seek: &mut Seek) -> Result<Next, ExecutionOutcome> {
        loop {
            match self.stmt_once(instance, stmt, seek)? {
                Next::Goto(label) if stmt.labels.contains(&label) => *seek = Some(label),
                next => return Ok(next),
            }
        }
    }

    fn stmt_once(
        &mut self,
        instance: usize,
        stmt: &'p Stmt,
        seek: &mut Seek,
    ) -> Result<Next, ExecutionOutcome> {
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(expr) => {
                self.expr(instance, expr)?;
            }
            StmtKind::Init(place, value) => {
                let value = self.expr(instance, value)?;
                self.set(stmt.span, self.program.var(instance, *place), value)?;
            }
            StmtKind::Arbitrary(place, site) => self.arbitrary(instance, *place, *site, stmt.span)?,
            StmtKind::Block(stmts) => return self.stmts(instance, stmts, seek),
            StmtKind::If(arms, otherwise) => return self.if_stmt(instance, arms, otherwise.as_deref(), seek),
            StmtKind::While(site, cond, body) => {
                return self.while_loop(instance, *site, Some(cond), None, body, seek, cond.span);
            }
            StmtKind::Do(site, body, cond) => return self.do_loop(instance, *site, body, cond, seek),
            StmtKind::For { id, init, cond, step, body } => {
                if seek.is_none() {
                    self.stmts(instance, init, seek)?;
                }
                let place = self.program.function_of(instance).loops[*id as usize].cond;
                return self.while_loop(instance, *id, cond.as_ref(), step.as_ref(), body, seek, place);
            }
            StmtKind::Switch { value, cases, default, body } => {
                if seek.is_none() {
                    let number = self.expr(instance, value)?;
                    let found = cases.iter().find(|case| case.0 == number).map(|case| case.1).or(*default);
                    let labels = &self.program.function_of(instance).labels;
                    let place = found.map_or(value.span, |label| labels[label as usize].span);
                    self.record(place, StepKind::Branch(found.is_some()))?;
                    if found.is_none() {
                        return Ok(Next::On);
                    }
                    *seek = found;
                }
                return Ok(match self.stmt(instance, body, seek)? {
                    Next::Break => Next::On,
                    next => next,
                });
            }
            StmtKind::Label(label) => {
                *seek = None;
                let label = &self.program.function_of(instance).labels[*label as usize];
                if let Some(site) = label.head {
                    self.head(instance, site);
                    let id = self.program.instances[instance].loops[site as usize];
                    self.record(label.span, StepKind::Reached(id))?;
                }
            }
            StmtKind::Goto(at) => {
                return Ok(Next::Goto(self.program.function_of(instance).gotos[*at as usize]));
            }
            StmtKind::Break => return Ok(Next::Break),
            StmtKind::Continue => return Ok(Next::Continue),
            StmtKind::Return(value) => {
                let value = match value {
                    Some(value) => Some(self.expr(instance, value)?),
                    None => None,
                };
                self.record(stmt.span, StepKind::Returned)?;
                return Ok(Next::Return(value));
            }
        }
        Ok(Next::On)
    }

    fn arbitrary(
        &mut self,
        instance: usize,
        place: Place,
        site: Option<u32>,
        span: Span,
    ) -> Result<(), ExecutionOutcome> {
        let var = self.program.var(instance, place);
        match site {
            Some(site) => {
                let value = self.choose(instance, site)?;
                self.set(span, var, value)
            }
            None => self.keep_range(
                var,
                &Bounds::of(self.program.type_of(instance, place), self.program.arithmetic),
                span,
            ),
        }
    }

    fn if_stmt(
        &mut self,
        instance: usize,
        arms: &'p [(ast::Expr, Stmt)],
        otherwise: Option<&'p Stmt>,
        seek: &mut Seek,
    ) -> Result<Next, ExecutionOutcome> {
        for (cond, body) in arms {
            let enters = match *seek {
                Some(label) => body.labels.contains(&label),
                None => {
                    let holds = self.truth(instance, cond)?;
                    self.record(cond.span, StepKind::Branch(holds))?;
                    holds
                }
            };
            if enters {
                return self.stmt(instance, body, seek);
            }
        }
        match otherwise {
            Some(body) => self.stmt(instance, body, seek),
            None => Ok(Next::On),
        }
    }

    /// `while` and `for`: a label in the body is reached without the head.
    #[expect(clippy::too_many_arguments)]
    fn while_loop(
        &mut self,
        instance: usize,
        site: u32,
        cond: Option<&'p ast::Expr>,
        step: Option<&'p ast::Expr>,
        body: &'p Stmt,
        seek: &mut Seek,
        place: Span,
    ) -> Result<Next, ExecutionOutcome> {
        loop {
            if seek.is_none() {
                self.head(instance, site);
                let holds = match cond {
                    Some(cond) => self.truth(instance, cond)?,
                    None => true,
                };
                self.loop_test(instance, site, place, holds)?;
                if !holds {
                    return Ok(Next::On);
                }
            }
            match self.stmt(instance, body, seek)? {
                Next::On | Next::Continue => {}
                Next::Break => return Ok(Next::On),
                next => return Ok(next),
            }
            if let Some(step) = step {
                self.expr(instance, step)?;
            }
        }
    }

    fn do_loop(
        &mut self,
        instance: usize,
        site: u32,
        body: &'p Stmt,
        cond: &'p ast::Expr,
        seek: &mut Seek,
    ) -> Result<Next, ExecutionOutcome> {
        loop {
            if seek.is_none() {
                self.head(instance, site);
                let id = self.program.instances[instance].loops[site as usize];
                let whole = self.program.function_of(instance).loops[site as usize].span;
                let word = Span { end: (whole.start + 2).min(whole.end), ..whole };
                self.record(word, StepKind::Reached(id))?;
            }
            match self.stmt(instance, body, seek)? {
                Next::On | Next::Continue => {}
                Next::Break => return Ok(Next::On),
                next => return Ok(next),
            }
            let holds = self.truth(instance, cond)?;
            self.record(cond.span, StepKind::Branch(holds))?;
            if !holds {
                return Ok(Next::On);
            }
        }
    }
}
