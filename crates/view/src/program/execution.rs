//! A failing execution as a table, as a debugger would show it.

use lang::interp::ROUND_BEGINS;
use std::ops::Range;
use trace::{Execution, ExecutionRow};

/// An execution, arranged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecutionTable {
    /// The variables.
    pub columns: Vec<String>,
    /// The rows: the start, what was executed, and last the assertion that fails.
    pub rows: Vec<TableRow>,
    /// The rows that are left out at first, since the execution is long; empty if none are.
    pub folded: Range<usize>,
    /// The first and the last round of these.
    pub folded_rounds: (u32, u32),
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// What the row is.
    pub kind: RowKind,
    /// Its line in the program, from 1; none for the start.
    pub line: Option<u32>,
    /// Its text's bytes in the program, first and one past the last; none for the start.
    pub span: Option<(u32, u32)>,
    /// The statement or condition.
    pub text: String,
    /// What happened.
    pub note: String,
    /// The round of the loop it belongs to, when a new one begins here.
    pub begins_round: Option<u32>,
    /// A cell per column: the values afterwards.
    pub cells: Vec<Cell>,
}

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowKind {
    /// The values before the first statement.
    Start,
    /// Something executed.
    Executed,
    /// The assertion that fails.
    Failing,
}

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The value.
    pub value: String,
    /// What it was before, when the row changed it.
    pub was: Option<String>,
}

/// Arranges an execution that fails.
pub fn execution_table(execution: &Execution) -> ExecutionTable {
    let mut table = table(&execution.variables, &execution.start, &execution.rows);
    let failing = &execution.failing;
    match table.rows.last_mut() {
        Some(last) if last.span == Some((failing.from, failing.to)) => last.kind = RowKind::Failing,
        _ => {
            let values = execution.rows.last().map_or(&execution.start, |row| &row.values);
            table.rows.push(TableRow {
                kind: RowKind::Failing,
                line: Some(failing.line),
                span: Some((failing.from, failing.to)),
                text: failing.text.clone(),
                note: "false".into(),
                begins_round: None,
                cells: cells(values, values),
            });
        }
    }
    table
}

/// Arranges an execution: the values at the start, and what was executed.
pub(crate) fn table(
    variables: &[String],
    start_values: &[String],
    executed: &[ExecutionRow],
) -> ExecutionTable {
    let start = TableRow {
        kind: RowKind::Start,
        line: None,
        span: None,
        text: "start".into(),
        note: String::new(),
        begins_round: None,
        cells: cells(start_values, start_values),
    };
    let mut rows = vec![start];
    let (mut values, mut round) = (start_values, 0);
    for row in executed {
        rows.push(TableRow {
            kind: RowKind::Executed,
            line: Some(row.line),
            span: Some((row.from, row.to)),
            text: if is_cycle(row) { "a clock cycle".into() } else { row.text.clone() },
            note: if is_cycle(row) { "latches and inputs".into() } else { row.note.clone() },
            begins_round: (row.round != round).then_some(row.round),
            cells: cells(values, &row.values),
        });
        (values, round) = (&row.values, row.round);
    }
    let left_out = trace::folded(executed);
    let rounds = match executed.get(left_out.clone()).and_then(|rows| Some((rows.first()?, rows.last()?))) {
        Some((first, last)) => (first.round, last.round),
        None => (0, 0),
    };
    // The start is a row of its own.
    let folded = left_out.start + 1..left_out.end + 1;
    ExecutionTable { columns: variables.to_vec(), rows, folded, folded_rounds: rounds }
}

/// Whether a row begins a clock cycle of a circuit, whose text there is only the file's first line.
fn is_cycle(row: &ExecutionRow) -> bool {
    row.note == ROUND_BEGINS && ["aag ", "aig "].iter().any(|first| row.text.starts_with(first))
}

fn cells(before: &[String], after: &[String]) -> Vec<Cell> {
    let cell = |(i, value): (usize, &String)| Cell {
        value: value.clone(),
        was: before.get(i).filter(|old| *old != value).cloned(),
    };
    after.iter().enumerate().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::execution;
    use expect_test::expect;

    #[test]
    fn changed_values_say_what_they_were() {
        let table = execution_table(&execution());
        let mut out = table.columns.join(" ") + "\n";
        for row in &table.rows {
            let cells: Vec<String> = row
                .cells
                .iter()
                .map(|c| c.was.as_ref().map(|was| format!("{was}->")).unwrap_or_default() + &c.value)
                .collect();
            let round = row.begins_round.map(|r| format!("round {r}: ")).unwrap_or_default();
            let line = row.line.map_or("-".into(), |l| l.to_string());
            out.push_str(&format!(
                "{round}{line} {} [{}] {} {:?}\n",
                row.text,
                row.note,
                cells.join(" "),
                row.kind
            ));
        }
        expect![[r#"
            x y
            - start [] 7 0 Start
            1 x := 0 [x := 0] 7->0 0 Executed
            round 1: 2 x < 2 [true] 0 0 Executed
            3 x := x + 1 [x := 1] 0->1 0 Executed
            round 2: 2 x < 2 [true] 1 0 Executed
            4 x = 1 [false] 1 0 Failing
        "#]]
        .assert_eq(&out);
    }

    #[test]
    fn a_long_execution_is_folded_to_its_first_and_last_rounds() {
        let mut e = execution();
        let row = e.rows[1].clone();
        let round = |round| [round, round].map(|round| ExecutionRow { round, ..row.clone() });
        let fold = |rounds: u32| {
            let rows: Vec<ExecutionRow> = (1..=rounds).flat_map(round).collect();
            let table = table(&e.variables, &e.start, &rows);
            (table.folded, table.folded_rounds)
        };
        assert!(fold(60).0.is_empty());
        // Two rows each: the start, three rounds; then three rounds at the end.
        assert_eq!(fold(1_000), (7..1_995, (4, 997)));
        e.rows.clear();
        let endless: Vec<ExecutionRow> = (0..500).map(|_| ExecutionRow { round: 1, ..row.clone() }).collect();
        assert_eq!(table(&e.variables, &e.start, &endless).folded, 61..451);
    }

    #[test]
    fn a_last_row_that_is_the_assertion_is_marked() {
        let mut e = execution();
        (e.failing.from, e.failing.to) = (e.rows[3].from, e.rows[3].to);
        let table = execution_table(&e);
        assert_eq!(table.rows.len(), 5);
        assert_eq!(table.rows[4].kind, RowKind::Failing);
    }
}
