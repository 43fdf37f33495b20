//! A model as a table: a row per step, a column per variable, inputs apart.

use logic::order::{self, CollectOrdered};
use std::collections::{BTreeMap, BTreeSet};
use trace::{ModelRow, Opened, Symbol};

/// A model, arranged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ModelTable {
    /// The variables, in the order of the program.
    pub columns: Vec<String>,
    /// One row per state, in order.
    pub rows: Vec<ModelState>,
    /// The values of everything that is no program variable, in order.
    pub inputs: Vec<(Symbol, String)>,
}

/// The values in one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelState {
    /// How many transitions led here; none for a state outside an unrolling.
    pub step: Option<u32>,
    /// Whether it is the next state of a transition, `s'`.
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
    /// A single round of the loop as its two states, `(x = 1, y = -100)` and `(x = 2, y = 0)`; none if the model is of
    /// another form.
    pub fn round(&self) -> Option<(String, String)> {
        let [from, to] = self.rows.as_slice() else { return None };
        let state = |row: &ModelState| {
            let known = self.columns.iter().zip(&row.cells).filter_map(|(n, c)| Some((n, c.value.as_ref()?)));
            let all: Vec<String> = known.map(|(name, value)| format!("{name} = {value}")).collect();
            format!("({})", all.join(", "))
        };
        (!from.primed && to.primed).then(|| (state(from), state(to)))
    }
}

/// Arranges a model.
pub fn model_table(model: &[ModelRow], opened: &Opened) -> ModelTable {
    let mut states: BTreeMap<(Option<u32>, bool), BTreeMap<&str, &str>> = BTreeMap::new();
    let mut inputs = Vec::new();
    for row in model {
        let s = &row.symbol;
        if opened.variables.iter().any(|v| v.name == s.name) {
            states.entry((s.step, s.primed)).or_default().insert(&s.name, &row.value);
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
    for ((step, primed), values) in states {
        let before = rows.last();
        let cell = |(column, name): (usize, &String)| {
            let value = values.get(name.as_str()).map(|v| (*v).to_owned());
            let old = before.and_then(|row| row.cells[column].value.as_ref());
            let changed = old.is_some() && value.is_some() && old != value.as_ref();
            ModelCell { value, changed }
        };
        let cells = columns.iter().enumerate().map(cell).collect();
        rows.push(ModelState { step, primed, cells });
    }
    ModelTable { columns, rows, inputs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{model, opened};
    use expect_test::{Expect, expect};

    fn check(rows: &[(&str, &str)], expected: Expect) {
        let table = model_table(&model(rows), &opened());
        let mut out = format!("state {}\n", table.columns.join("  "));
        for row in &table.rows {
            let label = row.step.map_or("s".into(), |i| format!("s{i}")) + if row.primed { "'" } else { "" };
            let cells: Vec<String> = row
                .cells
                .iter()
                .map(|c| c.value.clone().unwrap_or("-".into()) + if c.changed { "*" } else { "" })
                .collect();
            out.push_str(&format!("{label} {}\n", cells.join("  ")));
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
                s0 0  -  3
                s1 1*  2  3
                s2 1  -  -
                s10 10*  -  -
                w@0 = false
                w@1 = true
            "#]],
        );
    }

    #[test]
    fn a_round_as_two_states() {
        let round = |rows: &[(&str, &str)]| model_table(&model(rows), &opened()).round();
        let states = ("(x = 1, y = -100)".into(), "(x = 2, y = 0)".into());
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
                s' 2*
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
