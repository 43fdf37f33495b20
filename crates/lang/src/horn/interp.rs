//! Follows a refutation: from a fact, clause by clause, to a query. Each clause instance is checked by evaluating the clause
//! as it was written, whatever became of it in a graph.

use std::collections::BTreeMap;
use std::rc::Rc;

use logic::{Value, Var};

use super::{Clause, HornProgram, Ways};
use crate::ast::{LoopId, VarId};
use crate::interp::{ExecStep, Execution, ExecutionLimits, ExecutionOutcome, Oracle, StepKind, coerce};
use crate::span::Span;
use crate::unit::Unit;

/// Runs the clauses as a program.
pub(super) fn run(
    program: &HornProgram,
    initial: &BTreeMap<VarId, Value>,
    oracle: &mut dyn Oracle,
    limits: ExecutionLimits,
) -> Execution {
    let start = program.vars().map(|var| {
        let sort = program.decl(var).sort;
        initial.get(&var).map_or_else(|| Value::default_of(sort), |value| coerce(value.clone(), sort))
    });
    let values: Vec<Value> = start.collect();
    let initial: Rc<[Value]> = values.clone().into();
    let mut machine = Machine { program, oracle, limits, values, steps: Vec::new() };
    let outcome = machine.run().err().unwrap_or(ExecutionOutcome::Finished);
    Execution { initial, steps: machine.steps, outcome, choices: Vec::new() }
}

struct Machine<'a> {
    program: &'a HornProgram,
    oracle: &'a mut dyn Oracle,
    limits: ExecutionLimits,
    /// The current values.
    values: Vec<Value>,
    steps: Vec<ExecStep>,
}

impl Machine<'_> {
    /// An early end is an error in the sense of `?`.
    fn run(&mut self) -> Result<(), ExecutionOutcome> {
        let program = self.program;
        let mut at: Option<usize> = None;
        loop {
            let ways: &Ways = at.map_or(&program.ways.0, |predicate| &program.ways.1[predicate]);
            if let Some(predicate) = at {
                self.oracle.loop_head(loop_of(predicate), &self.values);
            }
            for &query in &ways.queries {
                self.query(&program.clauses[query])?;
            }
            let mut taken = None;
            for &(choice, clause) in &ways.steps {
                let is_taken = match choice {
                    Some(choice) => self.oracle.choose(choice, logic::Sort::Bool).truth(),
                    None => true,
                };
                if is_taken {
                    taken = Some(&program.clauses[clause]);
                    break;
                }
            }
            let Some(clause) = taken else { return Ok(()) };
            at = self.derive(clause)?;
        }
    }

    fn query(&mut self, clause: &Clause) -> Result<(), ExecutionOutcome> {
        let before = self.values.clone();
        let chosen = self.choose(clause)?;
        let holds = self.holds(clause);
        let Some(assert) = clause.step.violates else { return Ok(()) };
        if !holds {
            self.values = before;
            return self.record(clause.span, StepKind::Asserted(assert, true));
        }
        self.steps.extend(chosen);
        self.record(clause.span, StepKind::Asserted(assert, false))?;
        Err(ExecutionOutcome::AssertionFailed { assert, span: clause.span })
    }

    /// Applies a clause; the predicate that is derived.
    fn derive(&mut self, clause: &Clause) -> Result<Option<usize>, ExecutionOutcome> {
        let chosen = self.choose(clause)?;
        self.steps.extend(chosen);
        let holds = self.holds(clause);
        self.record(clause.span, StepKind::Assumed(holds))?;
        if !holds {
            return Err(ExecutionOutcome::AssumptionFailed { span: clause.span });
        }
        let Some(head) = &clause.head else { return Ok(None) };
        let program = self.program;
        let values: Vec<Value> =
            head.arguments.iter().map(|&t| program.terms.eval(t, &|v| self.value(clause, v))).collect();
        for var in program.vars().filter(|&var| program.is_argument(var)) {
            self.values[var.index()] = Value::default_of(program.decl(var).sort);
        }
        for (var, value) in program.predicates[head.predicate].arguments.iter().zip(values) {
            if let Value::Int(number) = &value
                && number.bits() > self.limits.bits
            {
                return Err(ExecutionOutcome::NumberTooLarge);
            }
            self.values[var.index()] = value;
        }
        self.record(clause.span, StepKind::Reached(loop_of(head.predicate)))?;
        Ok(Some(head.predicate))
    }

    /// Asks for the values that the clause leaves open; the steps that this is.
    fn choose(&mut self, clause: &Clause) -> Result<Vec<ExecStep>, ExecutionOutcome> {
        let mut steps = Vec::new();
        for &(choice, var) in &clause.step.choices {
            let sort = self.program.decl(var).sort;
            self.values[var.index()] = coerce(self.oracle.choose(choice, sort), sort);
            if self.steps.len() + steps.len() >= self.limits.steps {
                return Err(ExecutionOutcome::OutOfSteps);
            }
            let state = self.values.clone().into();
            steps.push(ExecStep { span: clause.span, kind: StepKind::Assigned(var), state });
        }
        Ok(steps)
    }

    /// The value of a variable of the clause.
    fn value(&self, clause: &Clause, v: Var) -> Value {
        let terms = &self.program.terms;
        let of_program = |w: Var| {
            let at = self.program.symbols.iter().position(|symbol| *symbol == w);
            at.map_or_else(|| Value::default_of(terms.var_sort(w)), |at| self.values[at].clone())
        };
        match clause.step.images.get(&v) {
            Some(&image) => terms.eval(image, &of_program),
            None => Value::default_of(terms.var_sort(v)),
        }
    }

    /// Whether the body of the clause holds: its predicate of these very values, and its constraint.
    fn holds(&self, clause: &Clause) -> bool {
        let terms = &self.program.terms;
        let value = |v: Var| self.value(clause, v);
        let is_here = clause.body.as_ref().is_none_or(|atom| {
            let held = &self.program.predicates[atom.predicate].arguments;
            let mut both = atom.arguments.iter().zip(held);
            both.all(|(&argument, var)| terms.eval(argument, &value) == self.values[var.index()])
        });
        is_here && terms.holds(clause.constraint, &value)
    }

    fn record(&mut self, span: Span, kind: StepKind) -> Result<(), ExecutionOutcome> {
        if self.steps.len() >= self.limits.steps {
            return Err(ExecutionOutcome::OutOfSteps);
        }
        self.steps.push(ExecStep { span, kind, state: self.values.clone().into() });
        Ok(())
    }
}

fn loop_of(predicate: usize) -> LoopId {
    LoopId(u32::try_from(predicate).unwrap_or(u32::MAX))
}
