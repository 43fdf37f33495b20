//! Takes the formula of an assertion apart into linear Horn clauses: the ways in which it can be false, each with the
//! predicates that must hold in it (the body) and those that must not (the head).

use std::collections::BTreeSet;

use logic::order::CollectOrdered;
use logic::{Node, Term, Terms};
use sexp::Applied;

/// Most clauses that one assertion may become.
const MOST: usize = 4_096;

/// A way in which an assertion is false: predicates by their numbers among those applied.
#[derive(Clone, Default)]
pub(super) struct Part {
    /// These hold.
    pub(super) body: BTreeSet<usize>,
    /// These do not.
    pub(super) head: BTreeSet<usize>,
    /// This holds.
    pub(super) constraint: Vec<Term>,
}

/// Why an assertion is no set of clauses.
pub(super) enum Refused {
    /// The formula is nested too deeply.
    TooDeep,
    /// There would be too many.
    TooMany,
    /// A predicate stands inside of an arithmetic term.
    Inside,
}

/// The ways in which a formula is false.
pub(super) fn split(terms: &Terms, formula: Term, applied: &[Applied]) -> Result<Vec<Part>, Refused> {
    let atoms: BTreeSet<Term> = applied.iter().map(|a| a.atom).collect_set();
    let mut touched: BTreeSet<Term> = BTreeSet::new();
    for t in terms.postorder(&[formula]) {
        if atoms.contains(&t) || terms.children(t).iter().any(|c| touched.contains(c)) {
            touched.insert(t);
        }
    }
    let splitter = Splitter { terms, applied, touched };
    splitter.parts(formula, false, crate::MAX_DEPTH)
}

struct Splitter<'a> {
    terms: &'a Terms,
    applied: &'a [Applied],
    /// The terms with a predicate in them.
    touched: BTreeSet<Term>,
}

impl Splitter<'_> {
    /// The ways in which a formula has this value.
    fn parts(&self, t: Term, value: bool, depth: u32) -> Result<Vec<Part>, Refused> {
        let terms = self.terms;
        if !self.touched.contains(&t) {
            let holds = if value { t } else { terms.not(t) };
            return Ok(match terms.as_bool(holds) {
                Some(false) => Vec::new(),
                _ => vec![Part { constraint: vec![holds], ..Part::default() }],
            });
        }
        if let Some(number) = self.applied.iter().position(|a| a.atom == t) {
            let mut part = Part::default();
            if value { &mut part.body } else { &mut part.head }.insert(number);
            return Ok(vec![part]);
        }
        let depth = depth.checked_sub(1).ok_or(Refused::TooDeep)?;
        let of = |t, value| self.parts(t, value, depth);
        let either = |cases: [(Term, bool, Term, bool); 2]| {
            let mut all = Vec::new();
            for (a, x, b, y) in cases {
                all.extend(self.both(of(a, x)?, &of(b, y)?)?);
            }
            Ok(all)
        };
        match terms.node(t) {
            Node::Not(a) => of(a, !value),
            Node::And(ts) if value => self.all(&ts, true, depth),
            Node::Or(ts) if !value => self.all(&ts, false, depth),
            Node::And(ts) | Node::Or(ts) => self.any(&ts, value, depth),
            Node::Iff(a, b) => either([(a, true, b, value), (a, false, b, !value)]),
            Node::Ite(c, a, b) => either([(c, true, a, value), (c, false, b, value)]),
            _ => Err(Refused::Inside),
        }
    }

    /// All of these have this value.
    fn all(&self, ts: &[Term], value: bool, depth: u32) -> Result<Vec<Part>, Refused> {
        let mut found = vec![Part::default()];
        for &t in ts {
            found = self.both(found, &self.parts(t, value, depth)?)?;
        }
        Ok(found)
    }

    /// Any of these has this value. Those without predicates stay together.
    fn any(&self, ts: &[Term], value: bool, depth: u32) -> Result<Vec<Part>, Refused> {
        let (touched, plain): (Vec<Term>, Vec<Term>) = ts.iter().partition(|t| self.touched.contains(t));
        let plain = plain.into_iter().map(|t| if value { t } else { self.terms.not(t) });
        let mut found = self.parts(self.terms.or(plain), true, depth)?;
        for t in touched {
            found.extend(self.parts(t, value, depth)?);
        }
        if found.len() > MOST { Err(Refused::TooMany) } else { Ok(found) }
    }

    fn both(&self, left: Vec<Part>, right: &[Part]) -> Result<Vec<Part>, Refused> {
        if left.len() * right.len() > MOST {
            return Err(Refused::TooMany);
        }
        let mut found = Vec::new();
        for a in left {
            for b in right {
                let mut part = a.clone();
                part.body.extend(&b.body);
                part.head.extend(&b.head);
                part.constraint.extend(&b.constraint);
                // What both holds and does not is no way at all.
                if part.body.is_disjoint(&part.head) {
                    found.push(part);
                }
            }
        }
        Ok(found)
    }
}
