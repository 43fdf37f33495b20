//! Smaller refutations: what follows from a single formula is resolved away at the leaves, and resolutions that become
//! superfluous are dropped.
//!
//! A search often derives last what a reader wants to see first. Here the conjuncts of an asserted formula, unit
//! clauses that follow from it by definitions alone, are resolved with the leaves that use them; the chains above are
//! replayed on the smaller clauses (compare "lower units", Fontaine, Merz, Woltzenlogel Paleo, Compression of
//! Propositional Resolution Proofs via Partial Regularization, CADE 2011).

use logic::{Term, order};
use proof::{Lit, Part, Proof, Rule, Step, StepId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a step rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// On definitions alone.
    Nothing,
    /// On one asserted formula, and definitions.
    One(Part),
    /// On several asserted formulas, or on arithmetic.
    More,
}

impl Origin {
    fn join(self, other: Origin) -> Origin {
        match (self, other) {
            (Origin::Nothing, x) | (x, Origin::Nothing) => x,
            (Origin::One(p), Origin::One(q)) if p == q => self,
            _ => Origin::More,
        }
    }
}

/// What each step rests on.
pub fn origins(proof: &Proof) -> Vec<Origin> {
    let mut out: Vec<Origin> = Vec::with_capacity(proof.steps.len());
    for step in &proof.steps {
        let origin = match &step.rule {
            Rule::Input(part) => Origin::One(*part),
            Rule::Definition(_) => Origin::Nothing,
            Rule::Lemma(_) => Origin::More,
            Rule::Resolution { first, links } => {
                links.iter().fold(out[*first], |o, (_, other)| o.join(out[*other]))
            }
        };
        out.push(origin);
    }
    out
}

/// A conjunct of one asserted formula.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// Its sign.
    pub positive: bool,
    /// The formula.
    pub part: Part,
    /// The step that derives it.
    pub step: StepId,
}

/// The facts of a proof, by atom: unit clauses that follow from one asserted formula and definitions.
pub fn facts(proof: &Proof) -> FxHashMap<Term, Fact> {
    let mut out = FxHashMap::default();
    for (step, origin) in origins(proof).into_iter().enumerate() {
        if let (Origin::One(part), [l]) = (origin, &proof.steps[step].clause[..]) {
            out.entry(l.atom).or_insert(Fact { positive: l.positive, part, step });
        }
    }
    out
}

/// An equivalent refutation in which facts meet the leaves first. Every step of a valid refutation stays valid.
pub fn condense(proof: &Proof) -> Proof {
    let mut work = Condense {
        old: proof,
        origins: origins(proof),
        facts: FxHashMap::default(),
        plain: vec![None; proof.steps.len()],
        reduced: vec![0; proof.steps.len()],
        new: Proof::default(),
    };
    work.copy_plain();
    for id in 0..proof.steps.len() {
        work.reduced[id] = work.reduce(id);
    }
    match work.reduced.last() {
        Some(&root) if work.new.steps[root].clause.is_empty() => prune(work.new, root),
        // Not a refutation, so there is nothing to make smaller.
        _ => proof.clone(),
    }
}

struct Condense<'p> {
    old: &'p Proof,
    origins: Vec<Origin>,
    facts: FxHashMap<Term, Fact>,
    /// Where a step that rests on one formula at most has been copied to.
    plain: Vec<Option<StepId>>,
    /// The step that takes a step's place.
    reduced: Vec<StepId>,
    new: Proof,
}

impl Condense<'_> {
    fn push(&mut self, clause: Vec<Lit>, rule: Rule) -> StepId {
        self.new.steps.push(Step { clause, rule });
        self.new.steps.len() - 1
    }

    /// Copies what rests on one formula at most, and finds the facts.
    fn copy_plain(&mut self) {
        for id in 0..self.old.steps.len() {
            if self.origins[id] == Origin::More {
                continue;
            }
            let step = &self.old.steps[id];
            let at = |s: StepId| self.plain[s].unwrap_or(0);
            let rule = match &step.rule {
                Rule::Resolution { first, links } => Rule::Resolution {
                    first: at(*first),
                    links: links.iter().map(|(pivot, s)| (*pivot, at(*s))).collect(),
                },
                leaf => leaf.clone(),
            };
            let new = self.push(step.clause.clone(), rule);
            self.plain[id] = Some(new);
        }
        self.facts = facts(&self.new);
    }

    fn clause(&self, id: StepId) -> &[Lit] {
        &self.new.steps[id].clause
    }

    fn reduce(&mut self, id: StepId) -> StepId {
        let step = &self.old.steps[id];
        if let Some(copy) = self.plain[id] {
            return self.reduce_leaf(copy, self.origins[id]);
        }
        match &step.rule {
            Rule::Resolution { first, links } => self.replay(*first, links),
            leaf => {
                let copy = self.push(step.clause.clone(), leaf.clone());
                self.reduce_leaf(copy, Origin::More)
            }
        }
    }

    /// Resolves a leaf with all facts that fit: a lemma with any fact, a clause of a formula with that formula's facts,
    /// a definition with the facts of the formula whose conjunct it defines, or else of the first formula that has such
    /// a fact.
    fn reduce_leaf(&mut self, leaf: StepId, origin: Origin) -> StepId {
        let clause = self.clause(leaf).to_vec();
        if let [l] = clause[..]
            && self.facts.get(&l.atom).is_some_and(|f| f.positive == l.positive)
        {
            return self.facts[&l.atom].step;
        }
        let mut from = match (origin, &self.new.steps[leaf].rule) {
            (Origin::One(part), _) => Some(part),
            // The formula that has the defined term as a conjunct.
            (_, Rule::Definition(d)) => self.facts.get(&d.term).map(|f| f.part),
            _ => None,
        };
        let mut links = Vec::new();
        for l in &clause {
            let Some(fact) = self.facts.get(&l.atom) else { continue };
            if fact.positive == l.positive {
                // The fact says more than the clause.
                return fact.step;
            }
            if origin == Origin::More || from.is_none_or(|part| part == fact.part) {
                from.get_or_insert(fact.part);
                links.push((l.atom, fact.step));
            }
        }
        self.chain(leaf, links)
    }

    /// A chain whose every link resolves.
    fn chain(&mut self, first: StepId, links: Vec<(Term, StepId)>) -> StepId {
        if links.is_empty() {
            return first;
        }
        let mut clause = Running::from(self.clause(first));
        for (pivot, other) in &links {
            clause.resolve(self.clause(*other), *pivot);
        }
        self.push(clause.sorted(), Rule::Resolution { first, links })
    }

    /// Replays a chain on the smaller clauses: pivots that no longer occur are skipped, and a chain starts anew from a
    /// clause that lacks its pivot.
    fn replay(&mut self, first: StepId, links: &[(Term, StepId)]) -> StepId {
        let mut start = self.reduced[first];
        let mut clause = Running::from(self.clause(start));
        let mut kept: Vec<(Term, StepId)> = Vec::new();
        for &(pivot, other) in links {
            let Some(ours) = clause.on(pivot) else { continue };
            let other = self.reduced[other];
            if self.clause(other).binary_search(&ours.negated()).is_ok() {
                clause.resolve(self.clause(other), pivot);
                kept.push((pivot, other));
            } else {
                start = other;
                clause = Running::from(self.clause(other));
                kept.clear();
            }
        }
        if kept.is_empty() {
            return start;
        }
        kept.shrink_to_fit();
        self.push(clause.sorted(), Rule::Resolution { first: start, links: kept })
    }
}

/// A clause while it is resolved: a chain of many links takes as long as its clauses together, not the clause for each link.
struct Running {
    /// The literals of the clause.
    present: FxHashSet<Lit>,
    /// These, and others that have been resolved away, perhaps several times.
    met: Vec<Lit>,
}

impl Running {
    fn from(clause: &[Lit]) -> Running {
        Running { present: clause.iter().copied().collect(), met: clause.to_vec() }
    }

    /// The literal of an atom, if it is in the clause; the negative one of two.
    fn on(&self, atom: Term) -> Option<Lit> {
        [false, true].map(|positive| Lit { atom, positive }).into_iter().find(|l| self.present.contains(l))
    }

    /// The union with another clause, without the pivot.
    fn resolve(&mut self, other: &[Lit], pivot: Term) {
        for &l in other {
            if l.atom != pivot && self.present.insert(l) {
                self.met.push(l);
            }
        }
        for positive in [false, true] {
            self.present.remove(&Lit { atom: pivot, positive });
        }
    }

    fn sorted(self) -> Vec<Lit> {
        let Running { present, mut met } = self;
        met.retain(|l| present.contains(l));
        order::sort(&mut met);
        met.dedup();
        // It is kept; what was resolved away took room, too.
        met.shrink_to_fit();
        met
    }
}

/// The steps that `root` needs, `root` last.
fn prune(proof: Proof, root: StepId) -> Proof {
    let mut needed = vec![false; root + 1];
    needed[root] = true;
    for id in (0..=root).rev() {
        if let (true, Rule::Resolution { first, links }) = (needed[id], &proof.steps[id].rule) {
            needed[*first] = true;
            links.iter().for_each(|(_, s)| needed[*s] = true);
        }
    }
    let mut place = vec![0; root + 1];
    let mut out = Proof::default();
    for (id, mut step) in proof.steps.into_iter().take(root + 1).enumerate().filter(|(id, _)| needed[*id]) {
        if let Rule::Resolution { first, links } = &mut step.rule {
            *first = place[*first];
            links.iter_mut().for_each(|(_, s)| *s = place[*s]);
        }
        place[id] = out.steps.len();
        out.steps.push(step);
    }
    out
}
