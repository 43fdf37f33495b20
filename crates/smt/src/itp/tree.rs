//! Refutations for display: the relevant steps of a proof as nodes, each with its clause and, if there are two sides,
//! with its partial interpolant.
//!
//! A [`Proof`] comes in, usually a condensed one (see [`crate::condense`]); each consequence of a single formula
//! becomes one node, and so does a chain of resolutions, and a lemma with the conjuncts it uses. If there is too much
//! for a screen, the nodes farthest from the root are folded.

use super::classes::{Class, Classes};
use super::labelled::{Label, Labeller};
use super::sum::Sum;
use super::{Settings, Side};
use crate::condense::{Fact, Origin, facts, origins};
use logic::{Int, Linear, Node, Rat, Term, Terms, order::CollectOrdered};
use proof::{Arithmetic, Lit, Part, Proof, Rule, StepId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A refutation as a graph of nodes. Premises come before conclusions; the last node derives the empty clause.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<TreeNode>,
    /// The number of steps of the proof that have no node of their own.
    pub folded: usize,
}

/// A clause with its reason.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// The clause; empty in the last node.
    pub clause: Vec<Lit>,
    /// Why it holds.
    pub rule: NodeRule,
    /// Its partial interpolant, if there are two sides.
    pub partial: Option<Term>,
    /// How many steps of the proof, beside its own, went into this node.
    pub folded: usize,
}

/// Why the clause of a node holds.
#[derive(Clone, Debug)]
pub enum NodeRule {
    /// One asserted formula says so.
    Given(Part),
    /// It holds by the meaning of connectives, quotients and remainders.
    Definition,
    /// Its negated literals, with conjuncts of asserted formulas, contradict each other in linear integer arithmetic.
    Lemma {
        /// The contradiction.
        certificate: Arithmetic,
        /// The literals of the contradiction that asserted formulas give.
        given: BTreeMap<Lit, Part>,
    },
    /// Resolution of the premises, from left to right, each on its pivot.
    Resolution {
        /// The nodes, each with the atom resolved on; the first one, with which it begins, has none.
        premises: Vec<(Option<Term>, usize)>,
        /// The number of further premises: definitions, and bounds that imply weaker ones.
        hidden: usize,
    },
    /// A derivation that is not shown.
    Folded,
}

/// Where a literal's atom belongs in the interpolation system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On one side only.
    Local(Side),
    /// On both sides; the system counts it to this one, or to both.
    Shared(Option<Side>),
}

/// The sides of a refutation, with the partial interpolant of every step.
pub struct Sides<'t> {
    labeller: Labeller<'t>,
    partials: Vec<Term>,
}

impl<'t> Sides<'t> {
    /// The partial interpolants of a proof's steps for a partition of the asserted formulas.
    ///
    /// # Errors
    /// As [`super::binary`].
    pub fn new(
        terms: &'t Terms,
        proof: &Proof,
        asserted: &[Term],
        side: impl Fn(Part) -> Option<Side>,
        settings: &Settings,
    ) -> Result<Sides<'t>, super::ItpError> {
        let labeller = Labeller { terms, classes: Classes::new(terms, asserted, &side), settings: *settings };
        let partials = super::labelled::partial(&labeller, proof, &side)?;
        Ok(Sides { labeller, partials })
    }

    /// The partial interpolants, one for each step.
    pub fn partials(&self) -> &[Term] {
        &self.partials
    }

    /// Where an atom belongs.
    pub fn place(&self, atom: Term) -> Option<Place> {
        let label = self.labeller.label(atom).ok()?;
        Some(match self.labeller.classes.of(atom).ok()? {
            Class::A => Place::Local(Side::A),
            Class::B => Place::Local(Side::B),
            Class::Shared => Place::Shared(match label {
                Label::A => Some(Side::A),
                Label::B => Some(Side::B),
                Label::Both => None,
            }),
        })
    }
}

/// What a contradiction's inequalities or equations add up to: a sum of integer parts and a constant. Inequalities leave no
/// parts and a positive constant, equations a constant that is no integer. Nothing for cases.
pub fn total(terms: &Terms, certificate: &Arithmetic) -> Option<(Linear, Rat)> {
    let mut sum = Sum::new();
    match certificate {
        Arithmetic::Farkas(summands) => {
            for (l, factor) in summands {
                sum.add(factor, &stated(terms, *l)?);
            }
        }
        Arithmetic::Divisibility(summands) => {
            for e in summands {
                sum.add(&e.factor, &stated(terms, e.upper)?);
            }
        }
        Arithmetic::Split { .. } => return None,
    }
    Some(sum.integral())
}

/// The `l` of the inequality `l <= 0` that a literal states.
pub fn stated(terms: &Terms, lit: Lit) -> Option<Linear> {
    match terms.node(lit.atom) {
        Node::Le(l) if lit.positive => Some((*l).clone()),
        Node::Le(l) => Some(Linear::constant_of(Int::ONE).minus(&l)),
        _ => None,
    }
}

/// The nodes of a refutation, at most `most` of them. Obvious steps are shown only while there are no more than
/// `comfortable` nodes.
pub fn tree(proof: &Proof, partials: Option<&[Term]>, comfortable: usize, most: usize) -> Tree {
    let mut build = Build {
        proof,
        partials,
        origins: origins(proof),
        facts: facts(proof),
        uses: FxHashMap::default(),
        detail: Detail::All,
        wanted: BTreeSet::new(),
    };
    let Some(root) = proof.steps.len().checked_sub(1) else { return Tree { nodes: Vec::new(), folded: 0 } };
    for detail in [Detail::All, Detail::Essential, Detail::Merged] {
        build.detail = detail;
        if build.reachable(root).len() <= comfortable {
            break;
        }
    }
    build.choose(root, most);
    build.finish(root)
}

/// How much of a refutation is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Detail {
    /// Everything that gets a node at all.
    All,
    /// Neither definitions nor bounds that imply weaker ones.
    Essential,
    /// Besides, unit clauses that one node uses are merged into it.
    Merged,
}

/// A premise with the atom it is resolved on; the first premise of a chain has none.
type Premise = (Option<Term>, StepId);

/// What becomes of a step, before nodes are numbered.
enum Shape {
    Given(Part),
    Definition,
    /// The lemma's step; the facts are the premises that were resolved with it.
    Lemma(StepId),
    Resolution(Vec<Premise>),
}

struct Build<'p> {
    proof: &'p Proof,
    partials: Option<&'p [Term]>,
    origins: Vec<Origin>,
    facts: FxHashMap<Term, Fact>,
    /// How many nodes have a step as premise.
    uses: FxHashMap<StepId, usize>,
    detail: Detail,
    /// Steps that get a node.
    wanted: BTreeSet<StepId>,
}

impl Build<'_> {
    fn shape(&self, id: StepId) -> Shape {
        match self.origins[id] {
            Origin::Nothing => return Shape::Definition,
            Origin::One(part) => return Shape::Given(part),
            Origin::More => {}
        }
        let Rule::Resolution { first, links } = &self.proof.steps[id].rule else { return Shape::Lemma(id) };
        let is_fact = |(pivot, s): &(Term, StepId)| {
            self.facts.get(pivot).is_some_and(|f| self.proof.steps[*s].clause.len() == 1 && f.step == *s)
        };
        if matches!(self.proof.steps[*first].rule, Rule::Lemma(_)) && links.iter().all(is_fact) {
            return Shape::Lemma(*first);
        }
        let mut premises = vec![(None, *first)];
        premises.extend(links.iter().map(|(pivot, s)| (Some(*pivot), *s)));
        Shape::Resolution(premises)
    }

    /// Whether a step says something that needs no reason.
    fn obvious(&self, id: StepId) -> bool {
        let step = &self.proof.steps[id];
        match (&step.rule, self.origins[id]) {
            (_, Origin::Nothing) => true,
            // One bound on a form implies a weaker one.
            (Rule::Lemma(Arithmetic::Farkas(sum)), _) => sum.len() == 2 && step.clause.len() == 2,
            _ => false,
        }
    }

    /// The premises of a step's node, with what is merged into it, and the number of those that are not worth showing.
    fn premises(&self, id: StepId) -> (Vec<Premise>, usize) {
        let Shape::Resolution(premises) = self.shape(id) else { return (Vec::new(), 0) };
        if self.detail == Detail::All {
            return (premises, 0);
        }
        let (mut out, mut hidden): (Vec<Premise>, usize) = (Vec::new(), 0);
        let mut todo: Vec<Premise> = premises.into_iter().rev().collect();
        while let Some((pivot, s)) = todo.pop() {
            let unit = self.proof.steps[s].clause.len() == 1 && self.uses.get(&s) == Some(&1);
            match self.shape(s) {
                Shape::Resolution(inner) if self.detail == Detail::Merged && unit && pivot.is_some() => {
                    let moved = inner.into_iter().enumerate().rev();
                    todo.extend(moved.map(|(i, (p, t))| (if i == 0 { pivot } else { p }, t)));
                }
                _ if self.obvious(s) => hidden += 1,
                _ if out.contains(&(pivot, s)) => {}
                _ => out.push((pivot, s)),
            }
        }
        (out, hidden)
    }

    /// All steps that would get a node, nearest to the root first.
    fn reachable(&mut self, root: StepId) -> Vec<StepId> {
        let mut order = vec![root];
        let mut seen = [root].into_iter().collect_set();
        let mut uses = FxHashMap::default();
        let mut next = 0;
        while next < order.len() {
            for (_, s) in self.premises(order[next]).0 {
                *uses.entry(s).or_default() += 1;
                if seen.insert(s) {
                    order.push(s);
                }
            }
            next += 1;
        }
        self.uses = uses;
        order
    }

    /// Chooses the steps that get a node: nearest to the root first, and only with all their premises.
    fn choose(&mut self, root: StepId, most: usize) {
        let mut order = vec![root];
        self.wanted = [root].into_iter().collect_set();
        let mut next = 0;
        while next < order.len() {
            let (premises, _) = self.premises(order[next]);
            let new: BTreeSet<StepId> =
                premises.iter().map(|p| p.1).filter(|s| !self.wanted.contains(s)).collect_set();
            if self.wanted.len() + new.len() <= most.max(1) {
                for (_, s) in premises {
                    if self.wanted.insert(s) {
                        order.push(s);
                    }
                }
            }
            next += 1;
        }
    }

    fn finish(&self, root: StepId) -> Tree {
        let ids: Vec<StepId> = self.wanted.iter().copied().collect();
        let place = |s: StepId| ids.binary_search(&s).unwrap_or(0);
        let mut nodes = Vec::with_capacity(ids.len());
        for &id in &ids {
            let (rule, inside) = self.rule(id, &place);
            let clause = self.proof.steps[id].clause.clone();
            let partial = self.partials.and_then(|p| p.get(id)).copied();
            nodes.push(TreeNode { clause, rule, partial, folded: inside });
        }
        debug_assert_eq!(ids.last(), Some(&root));
        Tree { folded: self.proof.steps.len() - nodes.len(), nodes }
    }

    /// The rule of a step's node, and the number of steps that only this node stands for.
    fn rule(&self, id: StepId, place: &dyn Fn(StepId) -> usize) -> (NodeRule, usize) {
        match self.shape(id) {
            Shape::Given(part) => (NodeRule::Given(part), self.below(id, &BTreeSet::new())),
            Shape::Definition => (NodeRule::Definition, self.below(id, &BTreeSet::new())),
            Shape::Lemma(lemma) => {
                let Rule::Lemma(certificate) = &self.proof.steps[lemma].rule else {
                    return (NodeRule::Folded, 0);
                };
                let gone: Vec<Lit> = self.proof.steps[lemma]
                    .clause
                    .iter()
                    .filter(|l| self.proof.steps[id].clause.binary_search(l).is_err())
                    .map(|l| l.negated())
                    .collect();
                let given = gone.into_iter().filter_map(|l| Some((l, self.facts.get(&l.atom)?.part)));
                let given = given.collect_map();
                (
                    NodeRule::Lemma { certificate: certificate.clone(), given },
                    self.below(id, &BTreeSet::new()),
                )
            }
            Shape::Resolution(_) => {
                let (premises, hidden) = self.premises(id);
                if premises.iter().any(|(_, s)| !self.wanted.contains(s)) {
                    return (NodeRule::Folded, self.below(id, &self.wanted));
                }
                let shown: BTreeSet<StepId> = premises.iter().map(|p| p.1).collect_set();
                let premises = premises.iter().map(|&(pivot, s)| (pivot, place(s))).collect();
                (NodeRule::Resolution { premises, hidden }, self.below(id, &shown))
            }
        }
    }

    /// The number of steps that a step depends on, not counting those beyond `stop`.
    fn below(&self, id: StepId, stop: &BTreeSet<StepId>) -> usize {
        let mut seen = BTreeSet::new();
        let mut stack = vec![id];
        while let Some(s) = stack.pop() {
            if let Rule::Resolution { first, links } = &self.proof.steps[s].rule {
                for t in links.iter().map(|l| l.1).chain([*first]) {
                    if !stop.contains(&t) && seen.insert(t) {
                        stack.push(t);
                    }
                }
            }
        }
        seen.len()
    }
}
