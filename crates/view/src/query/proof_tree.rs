//! A refutation as rows of an indented tree: the contradiction first, premises below what is derived from them.

use trace::{Contradiction, ProofNode, ProofReason, ProofTree};

/// A row of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProofRow<'t> {
    /// How deep it is indented.
    pub depth: usize,
    /// The number of the clause, counted from 1 in the order of derivation.
    pub number: u32,
    /// The clause.
    pub node: &'t ProofNode,
    /// The atom that the clause above is resolved on with this one.
    pub pivot: Option<trace::FormulaId>,
    /// Whether the clause has been shown already, with what is below it.
    pub repeated: bool,
}

/// The rows of a tree, from the contradiction down. A clause that several others are derived from is written out once.
pub fn rows(tree: &ProofTree) -> Vec<ProofRow<'_>> {
    let mut rows = Vec::new();
    let mut shown = vec![false; tree.nodes.len()];
    let last = u32::try_from(tree.nodes.len()).unwrap_or(0).checked_sub(1);
    let mut waiting: Vec<(usize, u32, Option<u32>)> = last.map(|last| (0, last, None)).into_iter().collect();
    while let Some((depth, index, pivot)) = waiting.pop() {
        let Some(node) = tree.nodes.get(index as usize) else { continue };
        let repeated = std::mem::replace(&mut shown[index as usize], true);
        rows.push(ProofRow { depth, number: index + 1, node, pivot, repeated });
        if let (false, ProofReason::Resolution { premises, .. }) = (repeated, &node.reason) {
            // A premise comes before its conclusion; anything else would be no derivation.
            let below = premises.iter().filter(|p| p.node < index);
            waiting.extend(below.rev().map(|p| (depth + 1, p.node, p.pivot)));
        }
    }
    rows
}

/// A step of a contradiction in arithmetic, in the order of reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArithmeticLine<'t> {
    /// A multiplier, and what it multiplies.
    Summand(&'t trace::Summand),
    /// What the summands before it add up to, and what that means.
    Total(&'t str, &'static str),
    /// A case begins: the atom, and whether it holds in this case.
    Case(&'t trace::ProofLiteral, bool),
    /// Something is not shown.
    Folded,
}

/// A contradiction as indented lines.
pub fn arithmetic(contradiction: &Contradiction) -> Vec<(usize, ArithmeticLine<'_>)> {
    let mut lines = Vec::new();
    write_out(contradiction, 0, &mut lines);
    lines
}

fn write_out<'t>(
    contradiction: &'t Contradiction,
    depth: usize,
    lines: &mut Vec<(usize, ArithmeticLine<'t>)>,
) {
    match contradiction {
        Contradiction::Sum { summands, total } => {
            lines.extend(summands.iter().map(|s| (depth, ArithmeticLine::Summand(s))));
            lines.push((depth, ArithmeticLine::Total(total, "which is false")));
        }
        Contradiction::Divisibility { summands, total } => {
            lines.extend(summands.iter().map(|s| (depth, ArithmeticLine::Summand(s))));
            lines.push((depth, ArithmeticLine::Total(total, "which no integers satisfy")));
        }
        Contradiction::Cases { atom, holds, fails } => {
            lines.push((depth, ArithmeticLine::Case(atom, true)));
            write_out(holds, depth + 1, lines);
            lines.push((depth, ArithmeticLine::Case(atom, false)));
            write_out(fails, depth + 1, lines);
        }
        Contradiction::Folded => lines.push((depth, ArithmeticLine::Folded)),
    }
}

/// Why a clause holds, in a few words.
pub fn reason(reason: &ProofReason) -> &'static str {
    match reason {
        ProofReason::Given(_) => "a conjunct of the query",
        ProofReason::Definition => "by the meaning of the connectives",
        ProofReason::Lemma(Contradiction::Sum { .. }) => "lemma: inequalities add up",
        ProofReason::Lemma(Contradiction::Divisibility { .. }) => "lemma: equations over the integers",
        ProofReason::Lemma(Contradiction::Cases { .. }) => "lemma: by cases",
        ProofReason::Lemma(Contradiction::Folded) => "lemma of arithmetic",
        ProofReason::Resolution { .. } => "by resolution",
        ProofReason::Folded => "derivation not shown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use trace::{Partials, Place, ProofLiteral, ProofPremise, Side, Summand};

    fn node(reason: ProofReason) -> ProofNode {
        ProofNode { reason, clause: vec![], partial: None, folded: 0 }
    }

    fn resolution(premises: &[(u32, Option<u32>)]) -> ProofNode {
        let premises = premises.iter().map(|&(node, pivot)| ProofPremise { node, pivot }).collect();
        node(ProofReason::Resolution { premises, hidden: 0 })
    }

    fn literal(formula: u32) -> ProofLiteral {
        ProofLiteral { formula, place: Place::Local(Side::A) }
    }

    fn sum(formulas: &[u32]) -> Contradiction {
        let summand = |&formula| Summand { factor: "2".into(), literal: literal(formula), given: None };
        Contradiction::Sum { summands: formulas.iter().map(summand).collect(), total: "1 <= 0".into() }
    }

    #[test]
    fn premises_stand_below_and_shared_ones_once() {
        let nodes = vec![
            node(ProofReason::Given(0)),
            node(ProofReason::Lemma(sum(&[]))),
            resolution(&[(0, None), (1, Some(7))]),
            node(ProofReason::Definition),
            resolution(&[(2, None), (3, Some(8)), (2, Some(9))]),
        ];
        let tree = ProofTree { nodes, folded: 0, partials: Partials::None };
        let text: String = rows(&tree)
            .iter()
            .map(|row| {
                let pivot = row.pivot.map(|p| format!(" on {p}")).unwrap_or_default();
                let again = if row.repeated { " (above)" } else { "" };
                format!(
                    "{}{}{pivot}: {}{again}\n",
                    "  ".repeat(row.depth),
                    row.number,
                    reason(&row.node.reason)
                )
            })
            .collect();
        expect![[r#"
            5: by resolution
              3: by resolution
                1: a conjunct of the query
                2 on 7: lemma: inequalities add up
              4 on 8: by the meaning of the connectives
              3 on 9: by resolution (above)
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn a_tree_that_is_none_has_no_rows_that_repeat_for_ever() {
        let wrong = ProofTree {
            nodes: vec![resolution(&[(0, None), (5, None)])],
            folded: 0,
            partials: Partials::None,
        };
        assert_eq!(rows(&wrong).len(), 1);
        assert_eq!(rows(&ProofTree { nodes: vec![], ..wrong }), []);
    }

    #[test]
    fn cases_are_written_out_in_order() {
        let cases = Contradiction::Cases {
            atom: literal(4),
            holds: Box::new(sum(&[1, 2])),
            fails: Box::new(Contradiction::Folded),
        };
        let text: String = arithmetic(&cases)
            .iter()
            .map(|(depth, line)| {
                let line = match line {
                    ArithmeticLine::Summand(s) => format!("{} * {}", s.factor, s.literal.formula),
                    ArithmeticLine::Total(total, what) => format!("= {total}, {what}"),
                    ArithmeticLine::Case(atom, holds) => format!("case {} is {holds}", atom.formula),
                    ArithmeticLine::Folded => "...".into(),
                };
                format!("{}{line}\n", "  ".repeat(*depth))
            })
            .collect();
        expect![[r#"
            case 4 is true
              2 * 1
              2 * 2
              = 1 <= 0, which is false
            case 4 is false
              ...
        "#]]
        .assert_eq(&text);
    }
}
