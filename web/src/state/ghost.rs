//! What is known at loop heads at the step on show, to be written between the lines of the program.

use super::{Run, State};
use serde::Serialize;
use trace::{Direction, Growth, Verdict, WatchValue};
use view::query::formula::WRITTEN_OUT;
use view::run::snapshot::Snapshot;
use view::run::words::squeezed_name;

/// The most characters of a formula that are written there.
const MOST: usize = 240;
/// The sets of states that engines approximate the loop with, the most telling first: IMC's and AR's.
const SETS: [&str; 4] = ["G", "τ", "S̃", "C̃"];

/// A line between the lines of the program that is not part of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ghost {
    /// The number of the line that it stands above, from 1.
    pub line: u32,
    /// What it says.
    pub text: String,
}

impl State {
    /// What is known at loop heads at the step on show; nothing when the text is another one by now.
    pub fn ghosts(&self) -> Vec<Ghost> {
        let Some(run) = self.run.as_ref().filter(|_| self.stale().is_none()) else { return Vec::new() };
        let snapshot = run.snapshot();
        let head = run.opened.as_ref().and_then(|opened| opened.head_line);
        let known = match (snapshot.verdict, head) {
            (Some(Verdict::Safe { invariant, .. }), Some(line)) => {
                text(run, *invariant).map(|text| (line, format!("✓ invariant: {text}")))
            }
            (Some(_), _) => None,
            (None, _) if run.setup.engine.has_graph() => label(run),
            (None, Some(line)) if run.setup.engine.growth() == Growth::Squeeze => {
                candidate(run, line, &snapshot)
            }
            (None, Some(line)) => SETS.iter().find_map(|&set| {
                let watched = snapshot.watch.iter().find(|w| w.name == set)?;
                let WatchValue::Formula(id) = watched.value else { return None };
                Some((line, format!("{set}: {}", text(run, *id)?)))
            }),
            (None, None) => None,
        };
        known.into_iter().map(|(line, text)| Ghost { line, text }).collect()
    }
}

/// FiB's newest candidate for an invariant at the loop head.
fn candidate(run: &Run, line: u32, snapshot: &Snapshot<'_>) -> Option<(u32, String)> {
    let newest = snapshot.squeeze.interpolants.last()?;
    let (name, text) = (squeezed_name(run.setup.engine, newest.direction), text(run, newest.formula)?);
    let text = if newest.direction == Direction::Backward { format!("not ({text})") } else { text };
    Some((line, format!("{name}: {text}")))
}

/// The label of the node that the step is about, with its line.
fn label(run: &Run) -> Option<(u32, String)> {
    let arg = run.arg()?;
    let node = arg.place?;
    let data = arg.nodes.get(node as usize)?;
    let line = arg.cutpoints.get(data.cutpoint as usize)?.line?;
    Some((line, format!("{}: {}", arg.name(node), text(run, data.label.as_ref()?.formula)?)))
}

fn text(run: &Run, id: trace::FormulaId) -> Option<String> {
    let formula = run.history.formula(id)?;
    let text = formula.written_out(WRITTEN_OUT).map_or_else(|| formula.text(), |formula| formula.text());
    let cut: String = text.chars().take(MOST).collect();
    Some(if cut.len() < text.len() { format!("{cut}…") } else { cut })
}
