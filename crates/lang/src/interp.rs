//! The concrete interpreter: runs a program step by step with exact integers.
//!
//! Counterexamples are replayed with it: an [`Oracle`] supplies the values that the solver found, the [`Execution`] goes to
//! the debugger view. It shares nothing with the encodings into formulas, which are tested against it.

use std::collections::BTreeMap;
use std::rc::Rc;

use logic::{Int, Sort, Value};
use serde::{Deserialize, Serialize};

use crate::ast::{
    AssertId, Assigned, Bexp, BexpKind, Exp, ExpKind, LoopId, NondetId, Program, Sign, Stmt, StmtKind, VarId,
};
use crate::span::Span;
use crate::unit::Unit;

/// Decides what the program leaves open.
pub trait Oracle {
    /// The value of an occurrence of `nondet` of this sort. Asked each time the occurrence is evaluated, in the order of
    /// evaluation: conditions are evaluated from left to right and whole, whatever the value of their first parts.
    fn choose(&mut self, id: NondetId, sort: Sort) -> Value;

    /// Told each time that control reaches the head of a loop, before the condition is evaluated, with the values of all
    /// variables in the order of [`Program::decls`].
    fn loop_head(&mut self, id: LoopId, state: &[Value]) {
        let _ = (id, state);
    }

    /// Whether the steps of the execution are wanted, each with its state. Where not, a circuit's execution has a step for each place
    /// only.
    fn wants_steps(&self) -> bool {
        true
    }
}

/// When to give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExecutionLimits {
    /// Most steps of an execution.
    pub steps: usize,
    /// Most binary digits of a value.
    pub bits: u64,
}

impl Default for ExecutionLimits {
    fn default() -> ExecutionLimits {
        ExecutionLimits { steps: 100_000, bits: 100_000 }
    }
}

/// What an execution did, from the first step to the last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Execution {
    /// The values of all variables at the start, in the order of [`Program::decls`].
    pub initial: Rc<[Value]>,
    /// The steps in order.
    pub steps: Vec<ExecStep>,
    /// How it ended.
    pub outcome: ExecutionOutcome,
    /// The free choices in the order in which they were made, as the interpreter of C tells them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<Choice>,
}

/// A free choice that an execution made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// Which one.
    pub id: NondetId,
    /// What was chosen.
    pub value: Value,
    /// How many steps had been taken before.
    pub after: usize,
}

impl Execution {
    /// The values of all variables at the end.
    pub fn last_state(&self) -> &[Value] {
        self.steps.last().map_or(&self.initial, |step| &step.state)
    }
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExecStep {
    /// The statement that was executed or the condition that was evaluated.
    pub span: Span,
    /// What it did.
    pub kind: StepKind,
    /// The values of all variables afterwards, in the order of [`Program::decls`].
    pub state: Rc<[Value]>,
}

/// What is said of a step in which a round begins and nothing else happens; its values are those of the state there.
pub const ROUND_BEGINS: &str = "a round begins";

impl ExecStep {
    /// What happened, in words: `x := 3`, `condition is true`, ...
    pub fn words(&self, program: &dyn Unit) -> String {
        match self.kind {
            StepKind::Skipped => "nothing happens".into(),
            StepKind::Assigned(var) => format!("{} := {}", program.decl(var).name, self.state[var.index()]),
            StepKind::Branch(taken) => format!("condition is {taken}"),
            StepKind::LoopTest(_, true) => "condition is true: another round".into(),
            StepKind::LoopTest(_, false) => "condition is false: the loop ends".into(),
            StepKind::Assumed(holds) if program.horn().is_some() => {
                format!("the body {}", if holds { "holds" } else { "does not hold" })
            }
            StepKind::Assumed(holds) => {
                format!("assumption {}", if holds { "holds" } else { "does not hold" })
            }
            StepKind::Asserted(_, holds) if program.horn().is_some() => {
                format!("the body of the query {}", if holds { "does not hold" } else { "HOLDS" })
            }
            StepKind::Asserted(_, true) => "assertion holds".into(),
            StepKind::Asserted(_, false) => "assertion FAILS".into(),
            StepKind::Reached(head) => match program.horn() {
                Some(clauses) => format!("so {}", clauses.fact(head, &self.state)),
                None => ROUND_BEGINS.into(),
            },
            StepKind::Called => "goes into the function".into(),
            StepKind::Returned => "returns".into(),
        }
    }
}

/// The kinds of steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StepKind {
    /// `skip`.
    Skipped,
    /// The variable got a new value (perhaps the same as before).
    Assigned(VarId),
    /// The condition of an `if` or `elif` had this value.
    Branch(bool),
    /// The condition of a loop had this value.
    LoopTest(LoopId, bool),
    /// The condition of an `assume`, or the precondition, had this value.
    Assumed(bool),
    /// The condition of an `assert`, or the postcondition, had this value.
    Asserted(AssertId, bool),
    /// Control came to where an iteration of this loop begins, and no condition is evaluated there: a label of C to which
    /// a `goto` leads back, or a `do`.
    Reached(LoopId),
    /// The body of a C function begins; its parameters have their values.
    Called,
    /// A C function ends, or the program.
    Returned,
}

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ExecutionOutcome {
    /// At the end of the program, nothing violated.
    Finished,
    /// In a violated assertion.
    AssertionFailed {
        /// Which one.
        assert: AssertId,
        /// The statement, or the postcondition.
        span: Span,
    },
    /// In an `assume` whose condition was false: the execution does not count.
    AssumptionFailed {
        /// The statement.
        span: Span,
    },
    /// The initial values do not satisfy the precondition: the execution does not count.
    PreconditionFailed,
    /// After [`ExecutionLimits::steps`] steps.
    OutOfSteps,
    /// A value became longer than [`ExecutionLimits::bits`].
    NumberTooLarge,
}

/// Runs `program` from the `initial` values; variables without one begin with zero or false. A value of the wrong sort
/// counts as the number 0 or 1 or as "not zero".
pub fn run(
    program: &Program,
    initial: &BTreeMap<VarId, Value>,
    oracle: &mut dyn Oracle,
    limits: ExecutionLimits,
) -> Execution {
    let start = program.vars().map(|var| {
        let sort = program.decl(var).sort;
        initial
            .get(&var)
            .map_or_else(|| Value::default_of(sort), |value| program.fitted(var, coerce(value.clone(), sort)))
    });
    let initial: Rc<[Value]> = start.collect();
    let mut machine = Machine {
        program,
        oracle,
        limits,
        values: initial.to_vec(),
        state: initial.clone(),
        steps: Vec::new(),
    };
    let outcome = machine.program(program).err().unwrap_or(ExecutionOutcome::Finished);
    Execution { initial, steps: machine.steps, outcome, choices: Vec::new() }
}

/// The value as one of this sort.
pub(crate) fn coerce(value: Value, sort: Sort) -> Value {
    match (value, sort) {
        (Value::Bool(value), Sort::Int) => Value::Int(Int::from(i64::from(value))),
        (Value::Int(number), Sort::Bool) => Value::Bool(!number.is_zero()),
        (value, _) => value,
    }
}

struct Machine<'a> {
    program: &'a Program,
    oracle: &'a mut dyn Oracle,
    limits: ExecutionLimits,
    /// The current values.
    values: Vec<Value>,
    /// The same, shared with the steps recorded since the last assignment.
    state: Rc<[Value]>,
    steps: Vec<ExecStep>,
}

/// What remains to be done, innermost last.
enum Work<'p> {
    Block(std::slice::Iter<'p, Stmt>),
    Loop(LoopId, &'p Bexp, &'p [Stmt]),
}

impl Machine<'_> {
    /// An early end is an error in the sense of `?`.
    fn program(&mut self, program: &Program) -> Result<(), ExecutionOutcome> {
        if let Some(cond) = &program.pre {
            let holds = self.bexp(cond)?;
            self.record(cond.span, StepKind::Assumed(holds))?;
            if !holds {
                return Err(ExecutionOutcome::PreconditionFailed);
            }
        }
        let mut work = vec![Work::Block(program.body.iter())];
        while let Some(innermost) = work.last_mut() {
            match innermost {
                Work::Block(rest) => match rest.next() {
                    Some(stmt) => {
                        if let Some(next) = self.stmt(stmt)? {
                            work.push(next);
                        }
                    }
                    None => {
                        work.pop();
                    }
                },
                Work::Loop(id, cond, body) => {
                    let (id, cond, body) = (*id, *cond, *body);
                    self.oracle.loop_head(id, &self.values);
                    let holds = self.bexp(cond)?;
                    self.record(cond.span, StepKind::LoopTest(id, holds))?;
                    if holds {
                        work.push(Work::Block(body.iter()));
                    } else {
                        work.pop();
                    }
                }
            }
        }
        match &program.post {
            Some(post) => self.assert(post.id, &post.cond, post.cond.span),
            None => Ok(()),
        }
    }

    fn record(&mut self, span: Span, kind: StepKind) -> Result<(), ExecutionOutcome> {
        if self.steps.len() >= self.limits.steps {
            return Err(ExecutionOutcome::OutOfSteps);
        }
        self.steps.push(ExecStep { span, kind, state: self.state.clone() });
        Ok(())
    }

    /// Executes a statement, or answers with the block or loop to go into.
    fn stmt<'p>(&mut self, stmt: &'p Stmt) -> Result<Option<Work<'p>>, ExecutionOutcome> {
        match &stmt.kind {
            StmtKind::Skip => self.record(stmt.span, StepKind::Skipped)?,
            StmtKind::AssignInt(var, value) => {
                let value = Value::Int(self.exp(value)?);
                self.assign(stmt.span, *var, value)?;
            }
            StmtKind::AssignBool(var, value) => {
                let value = Value::Bool(self.bexp(value)?);
                self.assign(stmt.span, *var, value)?;
            }
            StmtKind::Parallel(parts) => {
                let mut values = Vec::new();
                for part in parts {
                    values.push(match &part.value {
                        Assigned::Int(value) => Value::Int(self.exp(value)?),
                        Assigned::Bool(value) => Value::Bool(self.bexp(value)?),
                    });
                }
                // One step for each variable, all by the values before.
                for (part, value) in parts.iter().zip(values) {
                    self.assign(stmt.span, part.var, value)?;
                }
            }
            StmtKind::Havoc(var, id) => {
                let sort = match self.values[var.index()] {
                    Value::Bool(_) => Sort::Bool,
                    Value::Int(_) => Sort::Int,
                };
                let value = self.program.fitted(*var, coerce(self.oracle.choose(*id, sort), sort));
                self.assign(stmt.span, *var, value)?;
            }
            StmtKind::If { arms, otherwise } => {
                for arm in arms {
                    let holds = self.bexp(&arm.cond)?;
                    self.record(arm.cond.span, StepKind::Branch(holds))?;
                    if holds {
                        return Ok(Some(Work::Block(arm.body.iter())));
                    }
                }
                return Ok(otherwise.as_ref().map(|body| Work::Block(body.iter())));
            }
            StmtKind::While { id, cond, body } => return Ok(Some(Work::Loop(*id, cond, body))),
            StmtKind::Assume(cond) => {
                let holds = self.bexp(cond)?;
                self.record(stmt.span, StepKind::Assumed(holds))?;
                if !holds {
                    return Err(ExecutionOutcome::AssumptionFailed { span: stmt.span });
                }
            }
            StmtKind::Assert(id, cond) => self.assert(*id, cond, stmt.span)?,
        }
        Ok(None)
    }

    fn assert(&mut self, assert: AssertId, cond: &Bexp, span: Span) -> Result<(), ExecutionOutcome> {
        let holds = self.bexp(cond)?;
        self.record(span, StepKind::Asserted(assert, holds))?;
        if holds { Ok(()) } else { Err(ExecutionOutcome::AssertionFailed { assert, span }) }
    }

    fn assign(&mut self, span: Span, var: VarId, value: Value) -> Result<(), ExecutionOutcome> {
        if let Value::Int(number) = &value
            && number.bits() > self.limits.bits
        {
            return Err(ExecutionOutcome::NumberTooLarge);
        }
        self.values[var.index()] = value;
        self.state = self.values.as_slice().into();
        self.record(span, StepKind::Assigned(var))
    }

    fn int_of(&self, var: VarId) -> Int {
        match &self.values[var.index()] {
            Value::Int(number) => number.clone(),
            Value::Bool(value) => Int::from(i64::from(*value)),
        }
    }

    /// Recursion is bounded by [`crate::MAX_DEPTH`], which bounds the height of the tree.
    fn exp(&mut self, exp: &Exp) -> Result<Int, ExecutionOutcome> {
        let number = match &exp.kind {
            ExpKind::Const(number) => number.clone(),
            ExpKind::Var(var) => self.int_of(*var),
            ExpKind::Neg(inner) => -self.exp(inner)?,
            ExpKind::Sum(terms) => {
                let mut sum = Int::ZERO;
                for (sign, term) in terms {
                    let term = self.exp(term)?;
                    match sign {
                        Sign::Plus => sum += &term,
                        Sign::Minus => sum -= &term,
                    }
                }
                sum
            }
            ExpKind::Mul(factor, inner) => factor * self.exp(inner)?,
            ExpKind::Div(inner, divisor) => self.exp(inner)?.div_euclid(divisor),
            ExpKind::Mod(inner, divisor) => self.exp(inner)?.rem_euclid(divisor),
            ExpKind::Wrap(int, inner) => int.wrap(&self.exp(inner)?),
            ExpKind::Word(op, int, left, right) => op.apply(&self.exp(left)?, &self.exp(right)?, *int),
        };
        if number.bits() > self.limits.bits { Err(ExecutionOutcome::NumberTooLarge) } else { Ok(number) }
    }

    fn bexp(&mut self, cond: &Bexp) -> Result<bool, ExecutionOutcome> {
        Ok(match &cond.kind {
            BexpKind::Const(value) => *value,
            BexpKind::Var(var) => self.values[var.index()].truth(),
            BexpKind::Nondet(id) => self.oracle.choose(*id, Sort::Bool).truth(),
            BexpKind::Not(inner) => !self.bexp(inner)?,
            BexpKind::And(parts) => self.count_true(parts)? == parts.len(),
            BexpKind::Or(parts) => self.count_true(parts)? > 0,
            BexpKind::Implies(premises, conclusion) => {
                let all = self.count_true(premises)? == premises.len();
                self.bexp(conclusion)? || !all
            }
            BexpKind::Compare(comparison, left, right) => {
                let left = self.exp(left)?;
                comparison.holds(&left, &self.exp(right)?)
            }
            BexpKind::Iff(left, right) => self.bexp(left)? == self.bexp(right)?,
            BexpKind::Xor(left, right) => self.bexp(left)? != self.bexp(right)?,
        })
    }

    fn count_true(&mut self, parts: &[Bexp]) -> Result<usize, ExecutionOutcome> {
        let mut count = 0;
        for part in parts {
            count += usize::from(self.bexp(part)?);
        }
        Ok(count)
    }
}
