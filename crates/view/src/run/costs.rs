//! What the solver was asked in a run, by purpose, as a table: the algorithm's own queries, and everything beside them.

use trace::{Purpose, Spent};

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CostRow {
    /// Whose questions these were, in a few words.
    pub name: &'static str,
    /// The same in a sentence.
    pub title: &'static str,
    /// How many there were, and what they took.
    pub spent: Spent,
}

/// The rows of the table, and last the totals; empty for a run that has not ended.
pub fn cost_rows(costs: &[(Purpose, Spent)]) -> Vec<CostRow> {
    let mut total = Spent::default();
    let mut rows: Vec<CostRow> = Vec::new();
    for &(purpose, spent) in costs {
        let (name, title) = words(purpose);
        rows.push(CostRow { name, title, spent });
        total.queries += spent.queries;
        total.conflicts += spent.conflicts;
        total.decisions += spent.decisions;
        total.pivots += spent.pivots;
    }
    if !rows.is_empty() {
        rows.push(CostRow { name: "altogether", title: "All questions of the run", spent: total });
    }
    rows
}

/// A purpose in a few words, and in a sentence.
fn words(purpose: Purpose) -> (&'static str, &'static str) {
    match purpose {
        Purpose::Engine => {
            ("the algorithm’s queries", "The queries of the steps, as the algorithm asks them")
        }
        Purpose::Interpolants => (
            "finding interpolants",
            "The search for small interpolants, and smaller queries to read them off",
        ),
        Purpose::Checks => {
            ("checks", "Refutations made afresh, so that the independent checker can replay them")
        }
        Purpose::Generator => ("auxiliary invariants", "The generator of auxiliary invariants"),
        Purpose::Executions => {
            ("finding executions", "Initial values of executions that the search for interpolants looks at")
        }
        Purpose::Shortening => ("shortening the invariant", "Attempts to leave out parts of the invariant"),
        Purpose::Simplification => ("simplifying formulas", "Whether parts of a formula are redundant"),
        Purpose::Warnings => ("warnings", "Whether executions test the assertions at all"),
        Purpose::First => {
            ("run it first", "Inputs of executions, and the bounded search before the algorithm")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(costs: &[(Purpose, Spent)], expected: Expect) {
        let row = |row: CostRow| {
            let Spent { queries, conflicts, decisions, pivots } = row.spent;
            format!("{}: {queries} | {decisions} | {conflicts} | {pivots}\n", row.name)
        };
        expected.assert_eq(&cost_rows(costs).into_iter().map(row).collect::<String>());
    }

    #[test]
    fn totals_come_last() {
        let spent = |n: u64| Spent { queries: n, conflicts: 10 * n, decisions: 20 * n, pivots: 30 * n };
        check(
            &[(Purpose::Engine, spent(2)), (Purpose::Checks, spent(1))],
            expect![[r#"
                the algorithm’s queries: 2 | 40 | 20 | 60
                checks: 1 | 20 | 10 | 30
                altogether: 3 | 60 | 30 | 90
            "#]],
        );
        check(&[], expect![[""]]);
    }

    #[test]
    fn every_purpose_has_words_of_its_own() {
        let names = Purpose::ALL.map(|purpose| words(purpose).0);
        assert!(names.iter().enumerate().all(|(i, name)| !names[..i].contains(name)));
    }
}
