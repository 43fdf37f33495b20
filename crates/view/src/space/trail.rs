//! Executions and counterexamples as points that follow each other.

use crate::query::model_table::model_table;
use crate::run::history::History;
use crate::space::frame::{SAID, counter_at, pc};
use lang::interp::ROUND_BEGINS;
use trace::{Answer, Engine, Execution, ExecutionRow, Opened, SatMeaning, Verdict};

/// States that follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trail {
    /// What it is.
    pub kind: TrailKind,
    /// The states in order: for each what it is called, and its values as text, by variable.
    pub states: Vec<State>,
    /// What it is, in a sentence.
    pub words: String,
}

/// What a trail is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrailKind {
    /// The execution that fails, from loop head to loop head.
    Execution,
    /// The states of a model, in order.
    Model,
    /// One round that leads out of a set: a counterexample to induction.
    Induction,
}

impl TrailKind {
    /// What it is, in a word.
    pub fn name(self) -> &'static str {
        match self {
            TrailKind::Execution => "execution",
            TrailKind::Model | TrailKind::Induction => "model",
        }
    }
}

/// A state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// `s`, `s′`, `s₁`, or the number of the visit of the loop head.
    pub name: String,
    /// The values that are known.
    pub values: Vec<(String, String)>,
    /// The program counter and its value, where it says in which picture the state is and nothing to a reader.
    pub counter: Option<(String, String)>,
}

impl State {
    /// The value of a variable as a number; truth values are 0 and 1.
    pub fn value(&self, variable: &str) -> Option<i64> {
        self.all().find(|(name, _)| name == variable).and_then(|(_, value)| number(value))
    }

    /// The values that are numbers in this sense, by variable.
    pub fn numbers(&self) -> impl Iterator<Item = (&str, i64)> {
        self.all().filter_map(|(name, value)| Some((name.as_str(), number(value)?)))
    }

    fn all(&self) -> impl Iterator<Item = &(String, String)> {
        self.values.iter().chain(&self.counter)
    }

    /// The state: `(x = 1, y = -100)`; of very many variables the first ones.
    pub fn text(&self) -> String {
        let mut all: Vec<String> =
            self.values.iter().take(SAID).map(|(name, value)| format!("{name} = {value}")).collect();
        if self.values.len() > SAID {
            all.push(format!("{} more", self.values.len() - SAID));
        }
        format!("({})", all.join(", ")).replace("= -", "= −")
    }
}

fn number(value: &str) -> Option<i64> {
    match value {
        "true" => Some(1),
        "false" => Some(0),
        number => number.parse().ok(),
    }
}

/// What there is to follow at a step: the failing execution, or the model of its query.
pub fn trail((opened, engine): (&Opened, Engine), history: &History, step: usize) -> Option<Trail> {
    let event = history.event(step)?;
    let verdict = event.changes.iter().find_map(|change| match change {
        trace::Change::Verdict(verdict) => Some(&**verdict),
        _ => None,
    });
    if let Some(Verdict::Unsafe(execution)) = verdict {
        return Some(executed(opened, execution));
    }
    let Answer::Sat { model, meaning } = &event.query.as_ref()?.answer else { return None };
    let table = model_table(model, opened, engine);
    let mut states: Vec<State> = Vec::new();
    for row in &table.rows {
        let cells = table.columns.iter().zip(&row.cells);
        let values: Vec<(String, String)> =
            cells.filter_map(|(name, cell)| Some((name.clone(), cell.value.clone()?))).collect();
        states.push(State { name: row.label.clone(), values, counter: None });
    }
    // A state of a reachability graph's node is at the node's loop head, and called like the node.
    if let ([state], Some(arg)) = (&mut states[..], history.arg(step))
        && let Some((place, node)) = arg.place.and_then(|place| Some((place, arg.nodes.get(place as usize)?)))
    {
        state.name = format!("in {}", arg.name(place));
        if let Some(pc) = pc(opened) {
            state.counter = Some((pc.clone(), node.cutpoint.to_string()));
        }
    }
    let kind = match meaning {
        SatMeaning::NotInductive => TrailKind::Induction,
        _ => TrailKind::Model,
    };
    let words = match (kind, &states[..]) {
        (_, []) => return None,
        (TrailKind::Induction, [from, .., to]) => {
            format!("Not inductive: one round leads from {} inside to {} outside.", from.text(), to.text())
        }
        (_, [one]) => format!("The model: {}.", one.text()),
        (_, [from, .., to]) => format!("The model leads from {} to {}.", from.text(), to.text()),
    };
    Some(Trail { kind, states, words })
}

/// An execution from visit to visit of the loop head, and to where it fails.
fn executed(opened: &Opened, execution: &Execution) -> Trail {
    let state = |name: String, values: &[String], head: &Option<(String, String)>| {
        let all = execution.variables.iter().cloned().zip(values.iter().cloned());
        let known = |name: &str| opened.variables.iter().any(|v| v.name == name);
        State { name, values: all.filter(|(name, _)| known(name)).collect(), counter: head.clone() }
    };
    let mut states = Vec::new();
    let (mut round, mut last) = (0, &execution.start[..]);
    // Which loop head it was at, where there are several.
    let mut head: Option<(String, String)> = None;
    for row in &execution.rows {
        if row.round > round {
            round = row.round;
            head = pc(opened)
                .cloned()
                .zip(counter_at(opened, row.line, &row.note).map(|n| n.to_string()))
                .or(head);
            states.push(state(states.len().to_string(), on_arrival(row, last), &head));
        }
        last = &row.values[..];
    }
    states.push(state("✗".into(), last, &head));
    let (from, to) = (&states[0], &states[states.len() - 1]);
    let words = format!("The execution that fails leads from {} to {}.", from.text(), to.text());
    Trail { kind: TrailKind::Execution, states, words }
}

/// The values with which a round begins, at its first row: one that derives a fact or begins the round has them, of one that evaluates a condition
/// they are those of before.
fn on_arrival<'e>(row: &'e ExecutionRow, before: &'e [String]) -> &'e [String] {
    match row.note.starts_with("so ") || row.note == ROUND_BEGINS {
        true => &row.values,
        false => before,
    }
}

/// The values at the first visit of a loop head, if an execution comes to one.
pub fn at_first_visit(execution: &Execution) -> Option<&[String]> {
    let at = execution.rows.iter().position(|row| row.round > 0)?;
    let before = at.checked_sub(1).map_or(&execution.start[..], |at| &execution.rows[at].values);
    Some(on_arrival(&execution.rows[at], before))
}
