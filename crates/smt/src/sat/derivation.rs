//! The record of how every clause came about, kept while the search runs; `extract.rs` turns the part that a
//! refutation needs into a [`proof::Proof`].

use super::lit::{AtomId, Lit};
use proof::{Arithmetic, Definition, Part};

/// The position of a step of the derivation.
pub type StepId = u32;

/// Why a leaf of the derivation holds.
#[derive(Clone, Debug)]
pub enum Leaf {
    /// It is an asserted formula.
    Input(Part),
    /// It defines a term.
    Definition(Definition),
    /// It is valid in linear integer arithmetic.
    Lemma(Arithmetic),
}

/// A step as it is read back.
#[derive(Debug)]
pub enum StepView<'a> {
    /// A clause with its reason.
    Leaf(&'a [Lit], &'a Leaf),
    /// Resolution from left to right; the pivot of the first link means nothing.
    Chain(&'a [(AtomId, StepId)]),
}

enum Data {
    Leaf(Box<[Lit]>, Box<Leaf>),
    Chain { start: u32, len: u32 },
}

/// All steps.
///
/// Invariant: a step refers only to earlier ones.
#[derive(Default)]
pub struct Derivation {
    steps: Vec<Data>,
    scopes: Vec<u32>,
    links: Vec<(AtomId, StepId)>,
}

impl Derivation {
    /// A clause that holds by itself; `scope` is the assertion scope of an input, zero for what is always valid.
    pub fn leaf(&mut self, lits: &[Lit], leaf: Leaf, scope: u32) -> StepId {
        self.steps.push(Data::Leaf(lits.into(), Box::new(leaf)));
        self.scopes.push(scope);
        self.steps.len() as u32 - 1
    }

    /// A clause derived by resolving `first` with each link in turn. Without links this is `first` itself.
    pub fn chain(&mut self, first: StepId, links: &[(AtomId, StepId)]) -> StepId {
        if links.is_empty() {
            return first;
        }
        let start = self.links.len() as u32;
        self.links.push((0, first));
        self.links.extend_from_slice(links);
        let scope = self.links[start as usize..].iter().map(|&(_, s)| self.scopes[s as usize]).max();
        self.steps.push(Data::Chain { start, len: links.len() as u32 + 1 });
        self.scopes.push(scope.unwrap_or(0));
        self.steps.len() as u32 - 1
    }

    /// The deepest assertion scope that a step depends on.
    pub fn scope(&self, id: StepId) -> u32 {
        self.scopes[id as usize]
    }

    /// The number of resolutions recorded.
    pub fn size(&self) -> usize {
        self.links.len() + self.steps.len()
    }

    /// The contents of a step.
    pub fn get(&self, id: StepId) -> StepView<'_> {
        match &self.steps[id as usize] {
            Data::Leaf(lits, leaf) => StepView::Leaf(lits, leaf),
            Data::Chain { start, len } => {
                StepView::Chain(&self.links[*start as usize..(*start + *len) as usize])
            }
        }
    }

    /// Every step that the given ones rest on, themselves included, in increasing order.
    pub fn support(&self, roots: impl IntoIterator<Item = StepId>) -> Vec<StepId> {
        let mut needed = vec![false; self.steps.len()];
        let mut stack: Vec<StepId> = roots.into_iter().collect();
        while let Some(id) = stack.pop() {
            if std::mem::replace(&mut needed[id as usize], true) {
                continue;
            }
            if let StepView::Chain(links) = self.get(id) {
                stack.extend(links.iter().map(|&(_, s)| s).filter(|&s| !needed[s as usize]));
            }
        }
        (0..self.steps.len() as u32).filter(|&i| needed[i as usize]).collect()
    }

    /// Forgets every step that the roots do not rest on. Returns the new position of each old one.
    pub fn compact(&mut self, roots: impl IntoIterator<Item = StepId>) -> Vec<Option<StepId>> {
        let kept = self.support(roots);
        let mut moved = vec![None; self.steps.len()];
        for (new, &old) in kept.iter().enumerate() {
            moved[old as usize] = Some(new as StepId);
        }
        let (mut steps, mut links) = (Vec::with_capacity(kept.len()), Vec::new());
        for (old, data) in std::mem::take(&mut self.steps).into_iter().enumerate() {
            if moved[old].is_none() {
                continue;
            }
            steps.push(match data {
                Data::Chain { start, len } => {
                    let from = &self.links[start as usize..(start + len) as usize];
                    let start = links.len() as u32;
                    links.extend(from.iter().map(|&(a, s)| (a, moved[s as usize].unwrap_or(0))));
                    Data::Chain { start, len }
                }
                leaf => leaf,
            });
        }
        self.scopes = kept.iter().map(|&old| self.scopes[old as usize]).collect();
        self.steps = steps;
        self.links = links;
        moved
    }
}
