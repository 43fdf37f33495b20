//! A model as a table: a row per step, a column per variable, inputs apart.

use super::moment::{Moment, plain_name};
use super::path::Path;
use logic::order::{self, CollectOrdered};
use std::collections::{BTreeMap, BTreeSet};
use trace::{Engine, ModelRow, Opened, Symbol};

/// The most characters of a path in a sentence.
const SENTENCE: usize = 110;

/// A model, arranged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelTable {
    /// The variables, in the order of the program.
    pub columns: Vec<String>,
    /// One row per state, in order.
    pub rows: Vec<ModelState>,
    /// The values of everything that is no program variable, and of states that are not on the path, in order.
    pub inputs: Vec<(Symbol, String)>,
    /// Whether the last of these states is one from which control goes on to where failures end.
    pub fails: bool,
}

/// The places of the entry and of failures, where an engine's problem has them; where a variable of the program is called so, a sign follows.
const PLACES: [&str; 2] = ["entry", "error"];

/// Whether a Boolean of this name is one of these places.
fn is_place_of(place: &str, name: &str, opened: &Opened) -> bool {
    name.strip_suffix('#').unwrap_or(name) == place && opened.variables.iter().all(|v| v.name != name)
}

/// Whether a Boolean of this name is the place of failures.
pub fn is_failures(name: &str, opened: &Opened) -> bool {
    is_place_of(PLACES[1], name, opened)
}

/// The values in one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelState {
    /// What it is called: `s₀`, `s₁` along an unrolling; a single state is `s`, what follows it `s′` or `s + 1`, and what led to it `s − 1`.
    pub label: String,
    /// Whether it is the next state of a transition, `s′`.
    pub primed: bool,
    /// A cell per column.
    pub cells: Vec<ModelCell>,
}

/// A value in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelCell {
    /// The value; none when the query does not mention it.
    pub value: Option<String>,
    /// Whether it differs from the state before.
    pub changed: bool,
}

impl ModelTable {
    /// The states one after the other, `(x = 1, y = -100) → (x = 2, y = 0)`, those in the middle of a long path left out; none if nothing
    /// is known of them, or too much for a sentence.
    pub fn path(&self) -> Option<String> {
        let states: Vec<String> = self.rows.iter().map(|row| self.state(row)).collect();
        let path = match &states[..] {
            [] => return None,
            [first, .., last] if states.len() > 3 => format!("{first} → … → {last}"),
            _ => states.join(" → "),
        };
        let path = if self.fails { format!("{path} → ✗") } else { path };
        (path.chars().count() <= SENTENCE).then_some(path)
    }

    fn state(&self, row: &ModelState) -> String {
        let known = self.columns.iter().zip(&row.cells).filter_map(|(n, c)| Some((n, c.value.as_ref()?)));
        let all: Vec<String> = known.map(|(name, value)| format!("{name} = {value}")).collect();
        format!("({})", all.join(", ")).replace("= -", "= −")
    }

    /// A single round of the loop as its two states, `(x = 1, y = -100)` and `(x = 2, y = 0)`; none if the model is of
    /// another form.
    pub fn round(&self) -> Option<(String, String)> {
        let [from, to] = self.rows.as_slice() else { return None };
        (!from.primed && to.primed).then(|| (self.state(from), self.state(to)))
    }
}

/// Arranges a model.
pub fn model_table(model: &[ModelRow], opened: &Opened, engine: Engine) -> ModelTable {
    let mut states: BTreeMap<Moment, BTreeMap<&str, &str>> = BTreeMap::new();
    let mut inputs = Vec::new();
    let has_present = Moment::has_present(model.iter().map(|row| &row.symbol));
    let path = Path::of(model, opened, engine);
    // There control is at no loop: what variables have there is what they had before, or nothing yet.
    let is_at = |row: &ModelRow, place: &str| {
        row.symbol.boolean && is_place_of(place, plain_name(&row.symbol), opened)
    };
    let is_place = |row: &ModelRow| PLACES.iter().any(|place| is_at(row, place));
    let at_place = |place: &str| -> BTreeSet<Moment> {
        let rows = model.iter().filter(|row| is_at(row, place) && row.value == "true");
        rows.map(|row| Moment::of(&row.symbol, has_present)).collect_set()
    };
    let [entries, failures] = PLACES.map(at_place);
    for row in model {
        let s = &row.symbol;
        let (name, moment) = (plain_name(s), Moment::of(s, has_present));
        let is_in_loops = !entries.contains(&moment) && !failures.contains(&moment) && !is_place(row);
        let is_state = is_in_loops && path.as_ref().is_none_or(|path| path.has(moment));
        if is_state && opened.variables.iter().any(|v| v.name == name) {
            states.entry(moment).or_default().insert(name, &row.value);
        } else {
            inputs.push((s.clone(), row.value.clone()));
        }
    }
    order::sort_by(&mut inputs, |(a, _), (b, _)| {
        (a.step, a.primed, &a.name).cmp(&(b.step, b.primed, &b.name))
    });
    let mentioned: BTreeSet<&str> = states.values().flat_map(|values| values.keys().copied()).collect_set();
    let columns: Vec<String> = opened
        .variables
        .iter()
        .map(|v| v.name.clone())
        .filter(|name| mentioned.contains(name.as_str()))
        .collect();
    let mut rows: Vec<ModelState> = Vec::new();
    let rounds = path.as_ref().map_or(0, |path| path.before);
    for (moment, values) in states {
        let before = rows.last();
        let cell = |(column, name): (usize, &String)| {
            let value = values.get(name.as_str()).map(|v| (*v).to_owned());
            let old = before.and_then(|row| row.cells[column].value.as_ref());
            let changed = old.is_some() && value.is_some() && old != value.as_ref();
            ModelCell { value, changed }
        };
        let cells = columns.iter().enumerate().map(cell).collect();
        rows.push(ModelState { label: moment.label(rounds), primed: moment == Moment::Next, cells });
    }
    ModelTable { columns, rows, inputs, fails: !failures.is_empty() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{model, opened};
    use expect_test::{Expect, expect};

    fn check(rows: &[(&str, &str)], expected: Expect) {
        let table = model_table(&model(rows), &opened(), Engine::BMC);
        let mut out = format!("state {}\n", table.columns.join("  "));
        for row in &table.rows {
            let cells: Vec<String> = row
                .cells
                .iter()
                .map(|c| c.value.clone().unwrap_or("-".into()) + if c.changed { "*" } else { "" })
                .collect();
            out.push_str(&format!("{} {}\n", row.label, cells.join("  ")));
        }
        for (symbol, value) in &table.inputs {
            out.push_str(&format!("{symbol} = {value}\n"));
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn an_unrolling() {
        check(
            &[
                ("n@0", "3"),
                ("x@0", "0"),
                ("x@1", "1"),
                ("x@10", "10"),
                ("n@1", "3"),
                ("y@1", "2"),
                ("x@2", "1"),
                ("w@1", "true"),
                ("w@0", "false"),
            ],
            expect![[r#"
                state x  y  n
                s₀ 0  -  3
                s₁ 1*  2  3
                s₂ 1  -  -
                s₁₀ 10*  -  -
                w@0 = false
                w@1 = true
            "#]],
        );
    }

    #[test]
    fn a_round_as_two_states() {
        let round = |rows: &[(&str, &str)]| model_table(&model(rows), &opened(), Engine::VINTA_BOX).round();
        let states = ("(x = 1, y = −100)".into(), "(x = 2, y = 0)".into());
        assert_eq!(
            round(&[("y'", "0"), ("x", "1"), ("x'", "2"), ("y", "-100"), ("w", "true")]),
            Some(states)
        );
        assert_eq!(round(&[("x", "1")]), None);
        assert_eq!(round(&[("x@0", "1"), ("x@1", "2")]), None);
    }

    #[test]
    fn one_state_and_a_transition() {
        check(
            &[("x", "1"), ("x'", "2")],
            expect![[r#"
                state x
                s 1
                s′ 2*
            "#]],
        );
        check(
            &[],
            expect![[r#"
                state 
            "#]],
        );
    }
}
