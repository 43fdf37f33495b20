//! A program run by hand: the concrete interpreter, one step at a time, with values that the user chooses. What is shown
//! after a number of steps is a function of the initial values and of the answers to the program's free choices.

mod inputs;

use crate::program::execution::{ExecutionTable, RowKind, table};
use flow::Lower;
use lang::interp::{ExecutionLimits, ExecutionOutcome, Oracle};
use lang::{Int, LineIndex, NondetId, Sort, Value, VarId};
use logic::order::CollectOrdered;
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::{Dialect, ExecutionRow};

/// The most steps of an execution by hand.
pub const MOST: usize = 5000;

/// A program that can be run.
#[derive(Debug, Clone)]
pub struct Runnable {
    source: String,
    unit: Rc<dyn Lower>,
    inputs: Vec<VarId>,
}

/// A value that the user is to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The variable, or the text of the choice.
    pub name: String,
    /// The line of the choice, from 1.
    pub line: Option<u32>,
    /// Its bytes in the text.
    pub span: Option<(u32, u32)>,
    /// Whether it is a truth value rather than a number.
    pub boolean: bool,
    /// The least value allowed, if there is one.
    pub low: Option<Int>,
    /// The greatest value allowed, if there is one.
    pub high: Option<Int>,
}

/// Why a text is no such value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadValue {
    /// It is no number.
    #[error("“{0}” is not a whole number")]
    NotANumber(String),
    /// It is no truth value.
    #[error("“{0}” is neither true nor false")]
    NotATruthValue(String),
    /// It is out of the range of its type.
    #[error("{0} is out of range: {1}")]
    OutOfRange(String, String),
}

impl Wanted {
    /// Reads a value; numbers serve as truth values, too.
    pub fn read(&self, text: &str) -> Result<Value, BadValue> {
        let text = text.trim();
        let shown = || text.chars().take(40).collect::<String>();
        if self.boolean {
            return match text {
                "true" | "1" => Ok(Value::Bool(true)),
                "false" | "0" => Ok(Value::Bool(false)),
                _ => Err(BadValue::NotATruthValue(shown())),
            };
        }
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_number =
            !digits.is_empty() && digits.len() <= 1000 && digits.bytes().all(|b| b.is_ascii_digit());
        let number: Option<Int> = Some(text).filter(|_| is_number).and_then(|text| text.parse().ok());
        let Some(number) = number else { return Err(BadValue::NotANumber(shown())) };
        let fits = self.low.as_ref().is_none_or(|low| *low <= number)
            && self.high.as_ref().is_none_or(|high| number <= *high);
        if fits { Ok(Value::Int(number)) } else { Err(BadValue::OutOfRange(shown(), self.range())) }
    }

    /// The values allowed, in words; empty for all.
    pub fn range(&self) -> String {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) => format!("{low} to {high}"),
            (Some(low), None) => format!("{low} or more"),
            (None, Some(high)) => format!("{high} or less"),
            (None, None) => String::new(),
        }
    }

    /// Turns a random number between 0 and 2^31 into a value: a small one within the range.
    pub fn random(&self, drawn: u32) -> Value {
        if self.boolean {
            return Value::Bool(drawn.is_multiple_of(2));
        }
        let number = i64::from(drawn % 21) - 10;
        let number = match (&self.low, &self.high) {
            (Some(low), Some(high)) if high - low < Int::from(20) => {
                let room = (high - low + &Int::ONE).to_string().parse().unwrap_or(1_i64);
                return Value::Int(low + &Int::from(i64::from(drawn) % room));
            }
            (Some(low), _) if !low.is_negative() => Int::from(number.abs()),
            _ => Int::from(number),
        };
        let number = self.low.clone().map_or(number.clone(), |low| number.max(low));
        Value::Int(self.high.clone().map_or(number.clone(), |high| number.min(high)))
    }
}

/// How an execution ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// At the end of the program.
    Finished,
    /// In a violated assertion.
    Failed,
    /// It does not count: an assumption or the precondition does not hold.
    Excluded,
    /// After [`MOST`] steps.
    TooLong,
    /// A value became too large.
    TooLarge,
}

impl End {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            End::Finished => "The program has ended, and every assertion on the way held.",
            End::Failed => "The assertion fails: the program is unsafe.",
            End::Excluded => {
                "The assumption does not hold, so this execution does not count. Try other values."
            }
            End::TooLong => "This is as far as an execution by hand goes.",
            End::TooLarge => "A value has become too large to be shown.",
        }
    }
}

/// What is known after some steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The steps so far.
    pub table: ExecutionTable,
    /// How many answers these steps have used.
    pub used: usize,
    /// The choice that the next step needs and that is not answered yet.
    pub question: Option<Wanted>,
    /// How the execution ended, if it has.
    pub end: Option<End>,
}

impl Runnable {
    /// Reads a program; none if it has errors.
    pub fn read(source: &str, dialect: Dialect) -> Option<Runnable> {
        let unit = reader::read(source, dialect).program?;
        let inputs = inputs::read_first(&unit.lower(), unit.decls().len());
        Some(Runnable { source: source.into(), unit, inputs })
    }

    /// The variables whose initial values matter: they may be read before anything is assigned to them.
    pub fn inputs(&self) -> Vec<Wanted> {
        let input = |&var: &VarId| {
            let decl = self.unit.decl(var);
            Wanted {
                name: decl.name.clone(),
                line: None,
                span: None,
                boolean: decl.sort == Sort::Bool,
                low: None,
                high: None,
            }
        };
        self.inputs.iter().map(input).collect()
    }

    /// The first `steps` steps from these values of [`Runnable::inputs`], with these answers to the choices in order.
    pub fn run(&self, initial: &[Value], answers: &[Value], steps: usize) -> Progress {
        let (run, choices) = self.execute(initial, answers, steps);
        let values = |state: &[Value]| state.iter().map(ToString::to_string).collect::<Vec<_>>();
        let rows = ExecutionRow::of_steps(&*self.unit, &self.source, &run.steps);
        let names: Vec<String> = self.unit.decls().iter().map(|d| d.name.clone()).collect();
        let mut table = table(&names, &values(&run.initial), &rows);
        let question = choices.beyond.map(|id| self.question(id));
        let end = if question.is_some() { None } else { ending(run.outcome, steps) };
        if let (Some(End::Failed), Some(last)) = (end, table.rows.last_mut()) {
            last.kind = RowKind::Failing;
        }
        Progress { table, used: choices.used, question, end }
    }

    /// How many steps there are from `done` steps on until a choice has no answer or the execution ends.
    pub fn far(&self, initial: &[Value], answers: &[Value], done: usize) -> usize {
        let asks = |steps: usize| self.execute(initial, answers, steps).1.beyond.is_some();
        let (whole, choices) = self.execute(initial, answers, MOST);
        if choices.beyond.is_none() {
            return whole.steps.len().max(done);
        }
        let (mut low, mut high) = (done, MOST);
        while low < high {
            let middle = low.midpoint(high);
            if asks(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    fn execute(
        &self,
        initial: &[Value],
        answers: &[Value],
        steps: usize,
    ) -> (lang::interp::Execution, Choices) {
        let initial: BTreeMap<VarId, Value> =
            self.inputs.iter().copied().zip(initial.iter().cloned()).collect_map();
        let mut choices = Choices { answers: answers.to_vec(), used: 0, beyond: None };
        let limits = ExecutionLimits { steps: steps.min(MOST), bits: 4000 };
        (self.unit.run(&initial, &mut choices, limits), choices)
    }

    fn question(&self, id: NondetId) -> Wanted {
        let info = &self.unit.nondets()[id.index()];
        let range = self.unit.range(id);
        Wanted {
            name: info.span.text(&self.source).split_whitespace().collect::<Vec<_>>().join(" "),
            line: Some(LineIndex::new(&self.source).position(info.span.start).line),
            span: Some((info.span.start, info.span.end)),
            boolean: info.sort == Sort::Bool,
            low: range.low,
            high: range.high,
        }
    }
}

fn ending(outcome: ExecutionOutcome, steps: usize) -> Option<End> {
    match outcome {
        ExecutionOutcome::Finished => Some(End::Finished),
        ExecutionOutcome::AssertionFailed { .. } => Some(End::Failed),
        ExecutionOutcome::AssumptionFailed { .. } | ExecutionOutcome::PreconditionFailed => {
            Some(End::Excluded)
        }
        ExecutionOutcome::OutOfSteps => (steps >= MOST).then_some(End::TooLong),
        ExecutionOutcome::NumberTooLarge => Some(End::TooLarge),
    }
}

/// Answers choices as the user did, and notes the first that has no answer.
struct Choices {
    answers: Vec<Value>,
    used: usize,
    beyond: Option<NondetId>,
}

impl Oracle for Choices {
    fn choose(&mut self, id: NondetId, sort: Sort) -> Value {
        match self.answers.get(self.used) {
            Some(answer) if self.beyond.is_none() => {
                self.used += 1;
                answer.clone()
            }
            _ => {
                self.beyond.get_or_insert(id);
                Value::default_of(sort)
            }
        }
    }
}

#[cfg(test)]
mod tests;
