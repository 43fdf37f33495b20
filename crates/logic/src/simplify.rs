//! Simplification for readers: an equivalent formula with fewer and plainer parts. It needs no solver.

use crate::linear::Linear;
use crate::num::Int;
use crate::term::{Node, Sort, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

impl Terms {
    /// An equivalent formula with bounds merged in every conjunction and disjunction (`x <= y and y <= x` becomes
    /// `x = y`; implied bounds go; contradictions become false), remainders normalised (`(x + 1) mod 2 = 0` becomes
    /// `x mod 2 = 1`) and children absorbed (`a and (a or b)` becomes `a`).
    pub fn simplify(&self, t: Term) -> Term {
        let t = self.negations_inward(t);
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let parts = self.postorder(&[t]);
        let alone = self.not_nested(t, &parts);
        for u in parts {
            let rebuilt = self.rebuild(u, |c| done[&c]);
            let image = match self.node(rebuilt) {
                Node::And(_) | Node::Or(_) if !alone.contains(&u) => rebuilt,
                Node::And(_) => self.merge(&self.conjuncts(rebuilt), true),
                Node::Or(_) => self.merge(&self.disjuncts(rebuilt), false),
                Node::Eq(l) => self.simplify_equation(rebuilt, &l),
                Node::Le(l) => self.simplify_remainder_bound(rebuilt, &l),
                Node::Not(a) => self.simplify_odd_or_even(rebuilt, a),
                _ => rebuilt,
            };
            done.insert(u, image);
        }
        done[&t]
    }

    /// Of the parts of a formula those that stand in another place than as conjunct of a conjunction or disjunct of a disjunction. The
    /// others are merged with what they stand in, which opens them: each by itself would take time that grows as the square of the depth.
    fn not_nested(&self, t: Term, parts: &[Term]) -> FxHashSet<Term> {
        let mut alone = FxHashSet::default();
        alone.insert(t);
        for &u in parts {
            let node = self.node(u);
            let nested = |c: Term| {
                let both = (&node, self.node(c));
                matches!(both, (Node::And(_), Node::And(_)) | (Node::Or(_), Node::Or(_)))
            };
            alone.extend(self.children(u).into_iter().filter(|&c| !nested(c)));
        }
        alone
    }

    /// Negations of conjunctions and disjunctions carried to their members.
    fn negations_inward(&self, t: Term) -> Term {
        // For each part its image, and the image of its negation.
        let mut done: FxHashMap<Term, (Term, Term)> = FxHashMap::default();
        for u in self.postorder(&[t]) {
            let images = match self.node(u) {
                Node::And(ts) => {
                    (self.and(ts.iter().map(|c| done[c].0)), self.or(ts.iter().map(|c| done[c].1)))
                }
                Node::Or(ts) => {
                    (self.or(ts.iter().map(|c| done[c].0)), self.and(ts.iter().map(|c| done[c].1)))
                }
                Node::Not(a) => (done[&a].1, done[&a].0),
                _ if self.sort(u) == Sort::Bool => {
                    let image = self.rebuild(u, |c| done[&c].0);
                    (image, self.not(image))
                }
                _ => {
                    let image = self.rebuild(u, |c| done[&c].0);
                    (image, image)
                }
            };
            done.insert(u, images);
        }
        done[&t].0
    }

    /// `t mod 2 != 0` as `t mod 2 = 1`, and the other way round.
    fn simplify_odd_or_even(&self, whole: Term, inner: Term) -> Term {
        let Node::Eq(l) = self.node(inner) else { return whole };
        let [(part, c)] = l.parts() else { return whole };
        match self.node(*part) {
            Node::Mod(_, d) if d == Int::from(2) && c.is_one() => {
                self.eq(*part, self.int(&Int::ONE + l.constant()))
            }
            _ => whole,
        }
    }

    /// `(t + c) mod d = k` as `t mod d = (k - c) mod d`.
    fn simplify_equation(&self, whole: Term, l: &Linear) -> Term {
        let [(part, c)] = l.parts() else { return whole };
        let Node::Mod(inner, d) = self.node(*part) else { return whole };
        if !c.is_one() {
            return whole;
        }
        let k = -l.constant();
        if k.is_negative() || k >= d {
            return self.fals();
        }
        let sum = self.linear(inner);
        if sum.constant().is_zero() {
            return whole;
        }
        let shifted = (k - sum.constant()).rem_euclid(&d);
        let bare = self.modulo(self.from_linear(sum.with_constant(Int::ZERO)), &d);
        self.eq(bare, self.int(shifted))
    }

    /// A bound on a remainder: constant when outside `0 .. d - 1`, an equation at either end.
    fn simplify_remainder_bound(&self, whole: Term, l: &Linear) -> Term {
        let [(part, c)] = l.parts() else { return whole };
        let Node::Mod(_, d) = self.node(*part) else { return whole };
        let top = &d - &Int::ONE;
        let (value, end) =
            if c.is_positive() { (-l.constant(), Int::ZERO) } else { (l.constant().clone(), top.clone()) };
        let upper = c.is_positive();
        let decided = if upper {
            if value.is_negative() { Some(false) } else { (value >= top).then_some(true) }
        } else if value > top {
            Some(false)
        } else {
            (!value.is_positive()).then_some(true)
        };
        match decided {
            Some(b) => self.bool(b),
            None if value == end => {
                let equation = self.eq(*part, self.int(end));
                self.simplify(equation)
            }
            None => whole,
        }
    }

    /// Merges the members of a conjunction (or, by duality, a disjunction).
    fn merge(&self, members: &[Term], is_and: bool) -> Term {
        // A disjunction is merged as the conjunction of its members' negations.
        let literals: Vec<Term> = members.iter().map(|&m| if is_and { m } else { self.not(m) }).collect();
        let literals = self.merge_bounds(literals);
        let back = literals.into_iter().map(|m| if is_and { m } else { self.not(m) });
        let joined = if is_and { self.and(back) } else { self.or(back) };
        self.absorb(joined)
    }

    /// Merges bounds and equations over the same sum in a conjunction; keeps the place of the first.
    fn merge_bounds(&self, literals: Vec<Term>) -> Vec<Term> {
        let mut ranges: FxHashMap<Linear, Range> = FxHashMap::default();
        let mut out: Vec<Slot> = Vec::new();
        for t in literals {
            let Some((form, bound)) = self.bound_of(t) else {
                out.push(Slot::Term(t));
                continue;
            };
            let range = ranges.entry(form.clone()).or_insert_with(|| {
                out.push(Slot::Form(form));
                Range::default()
            });
            range.add(bound);
        }
        let mut result = Vec::new();
        for slot in out {
            match slot {
                Slot::Term(t) => result.push(t),
                Slot::Form(form) => {
                    let sum = self.from_linear(form.clone());
                    ranges[&form].terms(self, sum, &mut result);
                }
            }
        }
        result
    }

    /// The sum with a positive first coefficient and no constant that a literal bounds.
    fn bound_of(&self, t: Term) -> Option<(Linear, Bound)> {
        let orient = |l: &Linear| {
            let upper = l.parts().first().is_some_and(|(_, c)| c.is_positive());
            let l = if upper { l.clone() } else { l.scaled(&Int::MINUS_ONE) };
            (l.with_constant(Int::ZERO), -l.constant(), upper)
        };
        match self.node(t) {
            Node::Le(l) => {
                let (form, value, upper) = orient(&l);
                Some((form, if upper { Bound::AtMost(value) } else { Bound::AtLeast(value) }))
            }
            Node::Eq(l) => {
                let (form, value, _) = orient(&l);
                Some((form, Bound::Equal(value)))
            }
            Node::Not(a) => match self.node(a) {
                Node::Eq(l) => {
                    let (form, value, _) = orient(&l);
                    Some((form, Bound::Other(value)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Absorption: drops the second member of `a and (a or b)`, and the `not a` in `a and (not a or b)`; dually for
    /// disjunctions.
    fn absorb(&self, t: Term) -> Term {
        let (members, is_and) = match self.node(t) {
            Node::And(ts) => (ts, true),
            Node::Or(ts) => (ts, false),
            _ => return t,
        };
        let known: FxHashSet<Term> = members.iter().copied().collect();
        let mut changed = false;
        let mut kept = Vec::new();
        for &m in members.iter() {
            let inner = match self.node(m) {
                Node::Or(cs) if is_and => cs,
                Node::And(cs) if !is_and => cs,
                _ => {
                    kept.push(m);
                    continue;
                }
            };
            if inner.iter().any(|c| known.contains(c)) {
                changed = true;
                continue;
            }
            let rest: Vec<Term> = inner.iter().copied().filter(|&c| !known.contains(&self.not(c))).collect();
            if rest.len() < inner.len() {
                changed = true;
                kept.push(if is_and { self.or(rest) } else { self.and(rest) });
            } else {
                kept.push(m);
            }
        }
        match (changed, is_and) {
            (false, _) => t,
            (true, true) => self.and(kept),
            (true, false) => self.or(kept),
        }
    }
}

enum Slot {
    Term(Term),
    Form(Linear),
}

enum Bound {
    AtMost(Int),
    AtLeast(Int),
    Equal(Int),
    Other(Int),
}

/// What a conjunction says of one sum.
#[derive(Default)]
struct Range {
    low: Option<Int>,
    high: Option<Int>,
    /// Values excluded, in the order they came.
    holes: Vec<Int>,
}

impl Range {
    fn add(&mut self, bound: Bound) {
        match bound {
            Bound::AtMost(v) => self.high = Some(self.high.take().map_or(v.clone(), |h| h.min(v))),
            Bound::AtLeast(v) => self.low = Some(self.low.take().map_or(v.clone(), |l| l.max(v))),
            Bound::Equal(v) => {
                self.add(Bound::AtMost(v.clone()));
                self.add(Bound::AtLeast(v));
            }
            Bound::Other(v) => {
                if !self.holes.contains(&v) {
                    self.holes.push(v);
                }
            }
        }
    }

    fn terms(&self, terms: &Terms, sum: Term, out: &mut Vec<Term>) {
        let (mut low, mut high) = (self.low.clone(), self.high.clone());
        // A hole at an end moves the end.
        while let Some(l) = low.as_mut().filter(|l| self.holes.contains(l)) {
            *l += &Int::ONE;
        }
        while let Some(h) = high.as_mut().filter(|h| self.holes.contains(h)) {
            *h -= &Int::ONE;
        }
        match (&low, &high) {
            (Some(l), Some(h)) if l > h => return out.push(terms.fals()),
            (Some(l), Some(h)) if l == h => return out.push(terms.eq(sum, terms.int(l.clone()))),
            _ => {}
        }
        out.extend(low.iter().map(|l| terms.ge(sum, terms.int(l.clone()))));
        out.extend(high.iter().map(|h| terms.le(sum, terms.int(h.clone()))));
        let inside = |v: &&Int| low.as_ref().is_none_or(|l| l < v) && high.as_ref().is_none_or(|h| *v < h);
        out.extend(self.holes.iter().filter(inside).map(|v| terms.not(terms.eq(sum, terms.int(v.clone())))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    fn check(build: impl Fn(&Terms, Term, Term) -> Term, expected: &str) {
        let t = Terms::new();
        let [x, y] = ["x", "y"].map(|n| t.of(t.var(n, Sort::Int)));
        assert_eq!(t.infix(t.simplify(build(&t, x, y))), expected);
    }

    #[test]
    fn bounds_meet() {
        check(|t, x, y| t.and([t.le(x, y), t.le(y, x)]), "x = y");
        check(|t, x, _| t.and([t.le(x, t.int(9)), t.ge(x, t.int(0)), t.le(x, t.int(20))]), "0 <= x <= 9");
        check(|t, x, _| t.and([t.le(x, t.int(3)), t.ge(x, t.int(4))]), "false");
        check(|t, x, _| t.and([t.le(x, t.int(3)), t.not(t.eq(x, t.int(3)))]), "x <= 2");
        check(|t, x, _| t.or([t.le(x, t.int(3)), t.ge(x, t.int(5))]), "x != 4");
        check(|t, x, y| t.or([t.lt(x, y), t.gt(x, y), t.eq(x, y)]), "true");
    }

    #[test]
    fn remainders_are_normal() {
        let d = Int::from(2);
        check(|t, x, _| t.eq(t.modulo(t.add(x, t.int(1)), &d), t.int(0)), "x mod 2 = 1");
        check(|t, x, _| t.le(t.modulo(x, &d), t.int(0)), "x mod 2 = 0");
        check(|t, x, _| t.ge(t.modulo(x, &d), t.int(1)), "x mod 2 = 1");
        check(|t, x, _| t.le(t.modulo(x, &d), t.int(1)), "true");
        check(|t, x, _| t.eq(t.modulo(x, &d), t.int(2)), "false");
    }

    #[test]
    fn negations_go_inward() {
        check(|t, x, y| t.not(t.or([t.ge(x, t.int(2)), t.not(t.eq(x, y))])), "x <= 1 and x = y");
        check(|t, x, _| t.not(t.eq(t.modulo(x, &2.into()), t.int(1))), "x mod 2 = 0");
        check(|t, x, _| t.not(t.eq(t.modulo(x, &2.into()), t.int(0))), "x mod 2 = 1");
    }

    #[test]
    fn members_are_absorbed() {
        check(
            |t, x, y| {
                let a = t.eq(x, y);
                t.and([a, t.or([a, t.eq(x, t.int(1))])])
            },
            "x = y",
        );
        check(
            |t, x, y| {
                let a = t.eq(x, y);
                t.and([a, t.or([t.not(a), t.eq(x, t.int(1))])])
            },
            "x = y and x = 1",
        );
    }
}
