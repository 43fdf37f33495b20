//! Candidate atoms: linear forms with small coefficients over the shared symbols, their values at the samples, and
//! the bounds, equations and remainders they offer, each with a price.

use super::{Hints, Point, Taste, positions};
use logic::{Int, Linear, Node, Sort, Term, Terms, Value, Var};
use std::collections::{BTreeMap, BTreeSet};

/// A price: the sum of what the parts of an atom cost. Small numbers are plain atoms.
pub(super) type Price = u32;

/// A linear form over the positions of a point.
struct Form {
    term: Term,
    price: Price,
    /// Whether it is one variable alone.
    single: bool,
    parts: Vec<(usize, Int)>,
}

/// An atom with its price and, for each sample, whether it holds there.
pub(super) struct Candidate {
    pub(super) term: Term,
    pub(super) price: Price,
    pub(super) on_a: Vec<bool>,
    pub(super) on_b: Vec<bool>,
}

/// The forms and numbers to build atoms from.
pub(super) struct Space {
    forms: Vec<Form>,
    booleans: Vec<(usize, Term)>,
    constants: BTreeSet<Int>,
    moduli: Vec<Int>,
    taste: Taste,
}

/// With more integer symbols than this, forms of three variables are left out; with twice as many, those of two
/// unless the formulas mention them.
const MANY: usize = 7;
/// Forms with larger coefficients are not taken from formulas.
const LARGEST_COEFFICIENT: i64 = 8;

impl Space {
    pub(super) fn new(terms: &Terms, shared: &[Var], a: &[Term], b: &[Term], hints: &Hints) -> Space {
        let ints = positions(terms, shared, Sort::Int);
        let mut forms: BTreeMap<Term, Form> = BTreeMap::new();
        let mut add = |parts: Vec<(usize, Int)>, price: Price| {
            let linear = Linear::from_parts(
                parts.iter().map(|(i, c)| (terms.of(shared[*i]), c.clone())).collect(),
                Int::ZERO,
            );
            let term = terms.from_linear(linear);
            let single = parts.len() == 1;
            let form = forms.entry(term).or_insert(Form { term, price, single, parts });
            form.price = form.price.min(price);
        };
        for (k, &i) in ints.iter().enumerate() {
            add(vec![(i, Int::ONE)], 2);
            for &j in ints[..k].iter().filter(|_| ints.len() <= 2 * MANY) {
                add(vec![(j, Int::ONE), (i, Int::MINUS_ONE)], 3);
                add(vec![(j, Int::ONE), (i, Int::ONE)], 4);
                for c in [2i64, -2] {
                    add(vec![(j, Int::ONE), (i, Int::from(c))], 7);
                    add(vec![(j, Int::from(c.abs())), (i, Int::from(c.signum()))], 7);
                }
            }
        }
        if ints.len() <= MANY {
            for (k, &i) in ints.iter().enumerate() {
                for (l, &j) in ints[..k].iter().enumerate() {
                    for &h in &ints[..l] {
                        for (s, r) in [(1i64, -1i64), (-1, 1), (-1, -1), (1, 1)] {
                            add(vec![(h, Int::ONE), (j, Int::from(s)), (i, Int::from(r))], 8);
                        }
                    }
                }
            }
        }
        for parts in mentioned(terms, shared, a.iter().chain(b)) {
            let price = 2 + 2 * u32::try_from(parts.len()).unwrap_or(8);
            add(parts, price);
        }
        let mut constants = hints.constants.clone();
        constants.insert(Int::ZERO);
        Space {
            forms: forms.into_values().collect(),
            booleans: positions(terms, shared, Sort::Bool)
                .into_iter()
                .map(|i| (i, terms.of(shared[i])))
                .collect(),
            moduli: moduli(terms, a, b),
            constants,
            taste: hints.taste,
        }
    }

    /// The atoms that tell some sample of A from some sample of B.
    pub(super) fn candidates(&self, terms: &Terms, a: &[Point], b: &[Point]) -> Vec<Candidate> {
        let mut out = Vec::new();
        for (i, term) in &self.booleans {
            for positive in [true, false] {
                let on = |points: &[Point]| points.iter().map(|p| p[*i].truth() == positive).collect();
                let term = if positive { *term } else { terms.not(*term) };
                out.push(Candidate { term, price: 2, on_a: on(a), on_b: on(b) });
            }
        }
        for form in &self.forms {
            let values = |points: &[Point]| points.iter().map(|p| form.value(p)).collect::<Vec<_>>();
            self.offer(terms, form, &values(a), &values(b), &mut out);
        }
        out.retain(|c| c.on_b.contains(&false) && (c.on_a.is_empty() || c.on_a.contains(&true)));
        out
    }

    fn offer(&self, terms: &Terms, form: &Form, a: &[Int], b: &[Int], out: &mut Vec<Candidate>) {
        let mut push = |term: Term, price: Price, holds: &dyn Fn(&Int) -> bool| {
            out.push(Candidate {
                term,
                price: form.price + price,
                on_a: a.iter().map(holds).collect(),
                on_b: b.iter().map(holds).collect(),
            });
        };
        let (equation, bound) = match self.taste {
            Taste::Equations => (0, 2),
            Taste::Bounds => (4, 0),
        };
        for c in distinct(a, 4) {
            let price = equation + if form.single { 5 } else { 0 } + self.price_of(c);
            push(terms.eq(form.term, terms.int(c.clone())), price, &|v| v == c);
        }
        for c in distinct(b, 2) {
            push(terms.not(terms.eq(form.term, terms.int(c.clone()))), 6 + self.price_of(c), &|v| v != c);
        }
        for k in self.thresholds(a, b) {
            let price = bound + self.price_of(&k);
            push(terms.le(form.term, terms.int(k.clone())), price, &|v| *v <= k);
        }
        let negated: (Vec<Int>, Vec<Int>) = (a.iter().map(|v| -v).collect(), b.iter().map(|v| -v).collect());
        for k in self.thresholds(&negated.0, &negated.1) {
            let low = -&k;
            let price = bound + self.price_of(&low);
            push(terms.ge(form.term, terms.int(low.clone())), price, &|v| *v >= low);
        }
        for m in &self.moduli {
            for r in distinct(&a.iter().map(|v| v.rem_euclid(m)).collect::<Vec<_>>(), 2) {
                push(terms.eq(terms.modulo(form.term, m), terms.int(r.clone())), 3, &|v| {
                    v.rem_euclid(m) == *r
                });
            }
        }
    }

    /// Upper bounds that keep some value of A and exclude some value of B: next to the samples on either side, and at the
    /// program's numbers between.
    fn thresholds(&self, a: &[Int], b: &[Int]) -> BTreeSet<Int> {
        let mut out = BTreeSet::new();
        // Bounds that hold all of A, and for the disjunctive case bounds just below each value of B.
        let top = a.iter().max();
        let above = b.iter().filter(|v| top.is_none_or(|t| *v > t)).min();
        if let Some(limit) = above {
            let highest = limit - &Int::ONE;
            out.extend(top.cloned());
            let near = |c: &Int| [c - &Int::ONE, c.clone(), c + &Int::ONE];
            let inside = |k: &Int| top.is_none_or(|t| k >= t) && *k <= highest;
            out.extend(self.constants.iter().flat_map(near).filter(inside));
            out.insert(highest);
        }
        let below = b.iter().filter(|v| top.is_some_and(|t| *v <= t)).min();
        if let Some(v) = below
            && a.iter().any(|u| u < v)
        {
            out.insert(v - &Int::ONE);
            out.extend(a.iter().filter(|u| *u < v).max().cloned());
        }
        out
    }

    /// What a number costs: nothing for zero, little for the program's numbers and their neighbours.
    fn price_of(&self, c: &Int) -> Price {
        if c.is_zero() {
            0
        } else if self.constants.contains(c) || c.abs().is_one() {
            1
        } else if self.constants.contains(&(c + &Int::ONE)) || self.constants.contains(&(c - &Int::ONE)) {
            2
        } else {
            4 + u32::try_from(c.bits()).unwrap_or(64) / 4
        }
    }
}

impl Form {
    fn value(&self, point: &Point) -> Int {
        self.parts.iter().fold(Int::ZERO, |sum, (i, c)| match &point[*i] {
            Value::Int(v) => sum + v * c,
            Value::Bool(b) => sum + Int::from(i64::from(*b)) * c,
        })
    }
}

/// The first few different values.
fn distinct(values: &[Int], most: usize) -> Vec<&Int> {
    let mut out: Vec<&Int> = Vec::new();
    for v in values {
        if out.len() == most {
            break;
        }
        if !out.contains(&v) {
            out.push(v);
        }
    }
    out
}

/// Forms over shared symbols alone that the formulas' atoms mention.
fn mentioned<'a>(
    terms: &Terms,
    shared: &[Var],
    formulas: impl Iterator<Item = &'a Term>,
) -> Vec<Vec<(usize, Int)>> {
    let roots: Vec<Term> = formulas.copied().collect();
    let position = |t: Term| match terms.node(t) {
        Node::Var(v) => shared.binary_search(&v).ok(),
        _ => None,
    };
    let mut out = Vec::new();
    for t in terms.postorder(&roots) {
        let (Node::Le(l) | Node::Eq(l)) = terms.node(t) else { continue };
        let parts: Vec<(usize, Int)> =
            l.parts().iter().filter_map(|(p, c)| position(*p).map(|i| (i, c.clone()))).collect();
        let small = parts.iter().all(|(_, c)| c.abs() <= Int::from(LARGEST_COEFFICIENT));
        if parts.len() >= 2 && parts.len() <= 4 && small {
            out.push(parts);
        }
    }
    out
}

/// Two, and the divisors that the formulas mention, if they are small.
fn moduli(terms: &Terms, a: &[Term], b: &[Term]) -> Vec<Int> {
    let roots: Vec<Term> = a.iter().chain(b).copied().collect();
    let mut out = BTreeSet::from([Int::from(2i64)]);
    for t in terms.postorder(&roots) {
        match terms.node(t) {
            Node::Mod(_, d) | Node::Div(_, d) if d <= Int::from(64i64) => {
                out.insert(d);
            }
            // x' = x + 3 suggests remainders by 3.
            Node::Eq(l) | Node::Sum(l) => {
                let coefficients = l.parts().iter().map(|(_, c)| c.abs()).filter(|c| *c <= Int::from(10i64));
                let steps = [l.constant().abs()].into_iter().filter(|c| *c <= Int::from(6i64));
                out.extend(coefficients.chain(steps).filter(|c| *c > Int::ONE));
            }
            _ => {}
        }
    }
    out.into_iter().take(5).collect()
}
