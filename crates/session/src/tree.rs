//! Turns refutations into the proof trees of the trace.

use crate::table::Table;
use logic::{Term, Terms, order::CollectOrdered};
use proof::{Arithmetic, Equality, Lit, Part, Proof};
use smt::itp::tree::{self, NodeRule, Place as Where, Sides, Tree};
use solver::Door;
use std::collections::BTreeMap;
use trace::{
    Contradiction, Partials, Place, ProofLiteral, ProofNode, ProofPremise, ProofReason, ProofTree, Side,
    Summand,
};

/// What is obvious gets no node in trees of more nodes.
const COMFORTABLE: usize = 24;
/// No tree has more nodes.
const MOST: usize = 60;
/// Partial interpolants with more distinct subterms than the first number are not shown, those with more than the
/// second not simplified.
const LARGEST_PARTIAL: usize = 120;
const SIMPLIFIED_PARTIAL: usize = 30;
/// Cases nested deeper are folded.
const DEEPEST: usize = 6;
/// A sum of more summands is folded: nobody reads it, and along a path it grows with every step.
const SUMMANDS: usize = 40;

/// A refutation before its terms become formulas of the trace.
pub(crate) struct Shown {
    tree: Tree,
    /// Where the atoms occur; empty without sides.
    places: BTreeMap<Term, Where>,
    partials: Partials,
}

/// A refutation without sides.
pub(crate) fn plain(proof: &Proof) -> Shown {
    let tree = tree::tree(proof, None, COMFORTABLE, MOST);
    Shown { tree, places: BTreeMap::new(), partials: Partials::None }
}

/// A refutation between two sides. `dual`: the sides are B and A, and partial interpolants are to be negated. `answer` is the
/// interpolant, simplified, when it was read off this refutation.
pub(crate) fn between(
    door: &Door,
    terms: &Terms,
    proof: &Proof,
    sides: &Sides,
    dual: bool,
    answer: Option<Term>,
) -> Shown {
    let mut tree = tree::tree(proof, Some(sides.partials()), COMFORTABLE, MOST);
    for node in &mut tree.nodes {
        let oriented = node.partial.map(|p| if dual { terms.not(p) } else { p });
        node.partial = oriented.and_then(|p| readable(door, terms, p));
    }
    if let (Some(last), Some(_)) = (tree.nodes.last_mut(), answer) {
        last.partial = answer;
    }
    let turned = |side: smt::itp::Side| match (side, dual) {
        (smt::itp::Side::A, true) => smt::itp::Side::B,
        (smt::itp::Side::B, true) => smt::itp::Side::A,
        (side, false) => side,
    };
    let place = |atom: Term| {
        Some(match sides.place(atom)? {
            Where::Local(side) => Where::Local(turned(side)),
            Where::Shared(side) => Where::Shared(side.map(turned)),
        })
    };
    let places = atoms(&tree).into_iter().filter_map(|a| Some((a, place(a)?))).collect_map();
    let partials = if answer.is_some() { Partials::Answer } else { Partials::Proof };
    Shown { tree, places, partials }
}

fn readable(door: &Door, terms: &Terms, p: Term) -> Option<Term> {
    match terms.size(p) {
        0..=SIMPLIFIED_PARTIAL => Some(smt::tidy(door, terms, p)),
        n if n <= LARGEST_PARTIAL => Some(terms.simplify(p)),
        _ => None,
    }
}

/// All atoms of clauses and contradictions.
fn atoms(tree: &Tree) -> Vec<Term> {
    let mut out = Vec::new();
    for node in &tree.nodes {
        out.extend(node.clause.iter().map(|l| l.atom));
        if let NodeRule::Lemma { certificate, .. } = &node.rule {
            let mut todo = vec![certificate];
            while let Some(c) = todo.pop() {
                match c {
                    Arithmetic::Farkas(sum) => out.extend(sum.iter().map(|(l, _)| l.atom)),
                    Arithmetic::Divisibility(sum) => {
                        out.extend(sum.iter().flat_map(|e| [e.upper.atom, e.lower.atom]));
                    }
                    Arithmetic::Split { atom, holds, fails } => {
                        out.push(*atom);
                        todo.extend([&**holds, &**fails]);
                    }
                }
            }
        }
    }
    out
}

/// The tree with its formulas in the table.
pub(crate) fn show(terms: &Terms, table: &mut Table, shown: &Shown) -> ProofTree {
    let mut writer = Writer { terms, table, places: &shown.places };
    ProofTree {
        nodes: shown.tree.nodes.iter().map(|n| writer.node(n)).collect(),
        folded: count(shown.tree.folded),
        partials: shown.partials,
    }
}

struct Writer<'a> {
    terms: &'a Terms,
    table: &'a mut Table,
    places: &'a BTreeMap<Term, Where>,
}

impl Writer<'_> {
    fn node(&mut self, node: &tree::TreeNode) -> ProofNode {
        let reason = match &node.rule {
            NodeRule::Given(part) => ProofReason::Given(count(*part)),
            NodeRule::Definition => ProofReason::Definition,
            NodeRule::Folded => ProofReason::Folded,
            NodeRule::Lemma { certificate, given } => {
                ProofReason::Lemma(self.contradiction(certificate, given, 0))
            }
            NodeRule::Resolution { premises, hidden } => ProofReason::Resolution {
                premises: premises
                    .iter()
                    .map(|&(pivot, node)| ProofPremise {
                        node: count(node),
                        pivot: pivot.map(|p| self.table.full(self.terms, p)),
                    })
                    .collect(),
                hidden: count(*hidden),
            },
        };
        ProofNode {
            reason,
            clause: node.clause.iter().map(|l| self.literal(*l)).collect(),
            partial: node.partial.map(|p| self.table.full(self.terms, p)),
            folded: count(node.folded),
        }
    }

    fn literal(&mut self, l: Lit) -> ProofLiteral {
        let formula = if l.positive { l.atom } else { self.terms.not(l.atom) };
        ProofLiteral { formula: self.table.full(self.terms, formula), place: self.place(l.atom) }
    }

    fn place(&self, atom: Term) -> Place {
        let side = |s: smt::itp::Side| match s {
            smt::itp::Side::A => Side::A,
            smt::itp::Side::B => Side::B,
        };
        match self.places.get(&atom) {
            Some(Where::Local(s)) => Place::Local(side(*s)),
            Some(Where::Shared(s)) => Place::Shared(s.map_or(Side::Neither, side)),
            None => Place::Local(Side::Neither),
        }
    }

    fn contradiction(
        &mut self,
        certificate: &Arithmetic,
        given: &BTreeMap<Lit, Part>,
        depth: usize,
    ) -> Contradiction {
        let total = |terms: &Terms, relation: &str| match tree::total(terms, certificate) {
            Some((parts, constant)) if relation == "=" => {
                format!("{} = {}", terms.infix(terms.from_linear(parts)), -&constant)
            }
            Some((_, constant)) => format!("{constant} {relation} 0"),
            None => String::new(),
        };
        match certificate {
            Arithmetic::Farkas(sum) if sum.len() > SUMMANDS => Contradiction::Folded,
            Arithmetic::Divisibility(sum) if sum.len() > SUMMANDS => Contradiction::Folded,
            Arithmetic::Farkas(sum) => Contradiction::Sum {
                summands: sum
                    .iter()
                    .map(|(l, factor)| Summand {
                        factor: factor.to_string(),
                        literal: self.literal(*l),
                        given: given.get(l).map(|p| count(*p)),
                    })
                    .collect(),
                total: total(self.terms, "<="),
            },
            Arithmetic::Divisibility(sum) => Contradiction::Divisibility {
                summands: sum.iter().map(|e| self.equation(e, given)).collect(),
                total: total(self.terms, "="),
            },
            Arithmetic::Split { .. } if depth == DEEPEST => Contradiction::Folded,
            Arithmetic::Split { atom, holds, fails } => Contradiction::Cases {
                atom: ProofLiteral { formula: self.table.full(self.terms, *atom), place: self.place(*atom) },
                holds: Box::new(self.contradiction(holds, given, depth + 1)),
                fails: Box::new(self.contradiction(fails, given, depth + 1)),
            },
        }
    }

    fn equation(&mut self, e: &Equality, given: &BTreeMap<Lit, Part>) -> Summand {
        let literal = match tree::stated(self.terms, e.upper) {
            Some(l) => {
                let formula = self.table.full(self.terms, self.terms.eq0(l));
                ProofLiteral { formula, place: self.place(e.upper.atom) }
            }
            None => self.literal(e.upper),
        };
        let given = given.get(&e.upper).or_else(|| given.get(&e.lower)).map(|p| count(*p));
        Summand { factor: e.factor.to_string(), literal, given }
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
