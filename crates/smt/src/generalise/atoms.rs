//! Candidate atoms: linear forms with small coefficients over the shared symbols, their values at the samples, and
//! the bounds, equations and remainders they offer, each with a price.

use super::number::{Number, Point, int, is, number};
use super::{Hints, Taste};
use logic::{Int, Linear, Node, Sort, Term, Terms, Var, order::CollectOrdered};
use std::collections::{BTreeMap, BTreeSet};

/// A price: the sum of what the parts of an atom cost. Plain atoms have small prices.
pub(super) type Price = u32;

/// A set of samples of one side, by number.
pub(super) type Mask = u128;

/// The most samples of one side.
pub(super) const MOST_SAMPLES: usize = 100;

/// A linear form over the positions of a point.
pub(super) struct Form {
    pub(super) term: Term,
    pub(super) price: Price,
    /// Whether it is one variable alone.
    pub(super) single: bool,
    pub(super) parts: Vec<(usize, Number)>,
}

impl Form {
    pub(super) fn value(&self, point: &Point) -> Number {
        self.parts.iter().map(|(i, c)| point[*i] * c).sum()
    }
}

/// Points of A and points of B, with the values of all forms.
pub(super) struct Samples {
    pub(super) points: [Vec<Point>; 2],
    /// For each form the values at the points of A, and at those of B.
    values: Vec<[Vec<Number>; 2]>,
}

impl Samples {
    pub(super) fn new(space: &Space) -> Samples {
        Samples { points: Default::default(), values: vec![Default::default(); space.forms.len()] }
    }

    pub(super) fn push(&mut self, space: &Space, side: usize, point: Point) {
        for (form, values) in space.forms.iter().zip(&mut self.values) {
            values[side].push(form.value(&point));
        }
        self.points[side].push(point);
    }

    /// All samples of a side.
    pub(super) fn all(&self, side: usize) -> Mask {
        (1 << self.points[side].len()) - 1
    }
}

/// What an atom says of its form.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Relation {
    Equal(Number),
    Different(Number),
    AtMost(Number),
    AtLeast(Number),
    /// Modulus and residue.
    Remainder(Number, Number),
    /// The truth value at this position, which is not that of a form.
    Truth(usize, bool),
}

impl Relation {
    pub(super) fn holds(self, v: Number) -> bool {
        match self {
            Relation::Equal(c) => v == c,
            Relation::Different(c) => v != c,
            Relation::AtMost(c) => v <= c,
            Relation::AtLeast(c) => v >= c,
            Relation::Remainder(m, r) => v.rem_euclid(m) == r,
            Relation::Truth(_, positive) => (v != 0) == positive,
        }
    }
}

/// An atom with its price and the samples where it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) form: usize,
    pub(super) relation: Relation,
    pub(super) price: Price,
    pub(super) on: [Mask; 2],
}

/// The forms and numbers to build atoms from.
pub(super) struct Space {
    pub(super) forms: Vec<Form>,
    pub(super) shared: Vec<Var>,
    /// The positions of truth values.
    pub(super) booleans: Vec<usize>,
    constants: BTreeSet<Number>,
    /// The constants and their neighbours.
    pub(super) near: Vec<Number>,
    pub(super) moduli: Vec<Number>,
    taste: Taste,
}

/// With more integer symbols than this, forms of three variables are left out; with twice as many, those of two
/// unless the formulas mention them.
const MANY: usize = 7;
/// Forms with larger coefficients are not taken from formulas.
const LARGEST_COEFFICIENT: i64 = 8;

impl Space {
    pub(super) fn new(terms: &Terms, shared: &[Var], a: &[Term], b: &[Term], hints: &Hints) -> Space {
        let positions =
            |sort: Sort| (0..shared.len()).filter(move |&i| terms.var_sort(shared[i]) == sort).collect();
        let ints: Vec<usize> = positions(Sort::Int);
        let mut forms: BTreeMap<Term, Form> = BTreeMap::new();
        let mut add = |parts: Vec<(usize, Number)>, price: Price| {
            let pairs = parts.iter().map(|(i, c)| (terms.of(shared[*i]), int(*c))).collect();
            let term = terms.from_linear(Linear::from_parts(pairs, Int::ZERO));
            let single = parts.len() == 1;
            let form = forms.entry(term).or_insert(Form { term, price, single, parts });
            form.price = form.price.min(price);
        };
        plain_forms(&ints, &mut add);
        for parts in mentioned(terms, shared, a.iter().chain(b)) {
            let price = 2 + 2 * u32::try_from(parts.len()).unwrap_or(8);
            add(parts, price);
        }
        let mut constants: BTreeSet<Number> = hints.constants.iter().filter_map(number).collect_set();
        constants.insert(0);
        let near: BTreeSet<Number> = constants.iter().flat_map(|c| [c - 1, *c, c + 1]).collect_set();
        Space {
            forms: forms.into_values().collect(),
            shared: shared.to_vec(),
            booleans: positions(Sort::Bool),
            moduli: moduli(terms, a, b),
            near: near.into_iter().collect(),
            constants,
            taste: hints.taste,
        }
    }

    /// A candidate as a formula.
    pub(super) fn term(&self, terms: &Terms, form: usize, relation: Relation) -> Term {
        let term = |i: usize| self.forms[i].term;
        let constant = |c: Number| terms.int(int(c));
        match relation {
            Relation::Equal(c) => terms.eq(term(form), constant(c)),
            Relation::Different(c) => terms.not(terms.eq(term(form), constant(c))),
            Relation::AtMost(c) => terms.le(term(form), constant(c)),
            Relation::AtLeast(c) => terms.ge(term(form), constant(c)),
            Relation::Remainder(m, r) => terms.eq(terms.modulo(term(form), &int(m)), constant(r)),
            Relation::Truth(i, positive) => is(terms, self.shared[i], Number::from(positive)),
        }
    }

    /// The atoms that tell some sample of A from some sample of B.
    pub(super) fn candidates(&self, samples: &Samples) -> Vec<Candidate> {
        let mut out = Vec::new();
        let mut push = |form: usize, relation: Relation, price: Price, values: [&[Number]; 2]| {
            let on = values.map(|vs| {
                vs.iter().enumerate().fold(0, |m: Mask, (i, v)| m | Mask::from(relation.holds(*v)) << i)
            });
            let separates = on[1] != samples.all(1) && (samples.points[0].is_empty() || on[0] != 0);
            if separates {
                out.push(Candidate { form, relation, price, on });
            }
        };
        for &i in &self.booleans {
            let on = |side: usize| samples.points[side].iter().map(|p| p[i]).collect::<Vec<Number>>();
            let (a, b) = (on(0), on(1));
            for positive in [true, false] {
                push(0, Relation::Truth(i, positive), 2, [&a, &b]);
            }
        }
        for (f, (form, values)) in self.forms.iter().zip(&samples.values).enumerate() {
            let [a, b] = [&values[0][..], &values[1][..]];
            self.offer(form, a, b, &mut |relation, price| push(f, relation, form.price + price, [a, b]));
        }
        out
    }

    fn offer(&self, form: &Form, a: &[Number], b: &[Number], push: &mut dyn FnMut(Relation, Price)) {
        let (equation, bound) = match self.taste {
            Taste::Equations | Taste::Strongest => (0, 2),
            Taste::Bounds => (4, 0),
        };
        for c in distinct(a.iter().copied(), 4) {
            let price = equation + if form.single { 5 } else { 0 } + self.price_of(c);
            push(Relation::Equal(c), price);
        }
        for c in distinct(b.iter().copied(), 2) {
            push(Relation::Different(c), 6 + self.price_of(c));
        }
        for k in self.thresholds(a, b, 1) {
            push(Relation::AtMost(k), bound + self.price_of(k));
        }
        for k in self.thresholds(a, b, -1) {
            push(Relation::AtLeast(-k), bound + self.price_of(-k));
        }
        for &m in &self.moduli {
            for r in distinct(a.iter().map(|v| v.rem_euclid(m)), 2) {
                push(Relation::Remainder(m, r), 3);
            }
        }
    }

    /// Upper bounds (of the negated form, with the sign -1) that admit some value of A and exclude some value of B:
    /// next to the samples of either side, and at numbers of the program that lie between.
    fn thresholds(&self, a: &[Number], b: &[Number], sign: Number) -> BTreeSet<Number> {
        let mut out = BTreeSet::new();
        let (a, b) = (a.iter().map(|v| v * sign), b.iter().map(|v| v * sign));
        // Bounds that hold all of A, and for the disjunctive case bounds just below each value of B.
        let top = a.clone().max();
        let above = b.clone().filter(|v| top.is_none_or(|t| *v > t)).min();
        if let Some(limit) = above {
            let highest = limit - 1;
            out.extend(top);
            let inside = |k: &Number| top.is_none_or(|t| *k >= t) && *k <= highest;
            out.extend(self.near.iter().map(|k| k * sign).filter(inside));
            out.insert(highest);
        }
        let below = b.filter(|v| top.is_some_and(|t| *v <= t)).min();
        if let Some(v) = below
            && let Some(largest) = a.filter(|u| *u < v).max()
        {
            out.insert(v - 1);
            out.insert(largest);
        }
        out
    }

    /// What a number costs: nothing for zero, little for the program's numbers and their neighbours.
    pub(super) fn price_of(&self, c: Number) -> Price {
        if c == 0 {
            0
        } else if self.constants.contains(&c) || c.abs() == 1 {
            1
        } else if self.constants.contains(&(c + 1)) || self.constants.contains(&(c - 1)) {
            2
        } else {
            4 + (Number::BITS - c.unsigned_abs().leading_zeros()) / 4
        }
    }
}

/// Single variables, differences, sums and small multiples of two, and sums of three.
fn plain_forms(ints: &[usize], add: &mut dyn FnMut(Vec<(usize, Number)>, Price)) {
    for (k, &i) in ints.iter().enumerate() {
        add(vec![(i, 1)], 2);
        for &j in ints[..k].iter().filter(|_| ints.len() <= 2 * MANY) {
            add(vec![(j, 1), (i, -1)], 3);
            add(vec![(j, 1), (i, 1)], 4);
            for c in [2, -2] {
                add(vec![(j, 1), (i, c)], 7);
                add(vec![(j, 2), (i, c.signum())], 7);
            }
        }
    }
    if ints.len() > MANY {
        return;
    }
    for (k, &i) in ints.iter().enumerate() {
        for (l, &j) in ints[..k].iter().enumerate() {
            for &h in &ints[..l] {
                for (s, r) in [(1, -1), (-1, 1), (-1, -1), (1, 1)] {
                    add(vec![(h, 1), (j, s), (i, r)], 8);
                }
            }
        }
    }
}

/// The first few different values.
fn distinct(values: impl Iterator<Item = Number>, most: usize) -> Vec<Number> {
    let mut out: Vec<Number> = Vec::new();
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
) -> Vec<Vec<(usize, Number)>> {
    let roots: Vec<Term> = formulas.copied().collect();
    let position = |t: Term| match terms.node(t) {
        Node::Var(v) => shared.binary_search(&v).ok(),
        _ => None,
    };
    let mut out = Vec::new();
    for t in terms.postorder(&roots) {
        let (Node::Le(l) | Node::Eq(l)) = terms.node(t) else { continue };
        let known = l.parts().iter().filter_map(|(p, c)| Some((position(*p)?, number(c)?)));
        let parts: Vec<(usize, Number)> = known.collect();
        let small = parts.iter().all(|(_, c)| c.abs() <= Number::from(LARGEST_COEFFICIENT));
        if parts.len() >= 2 && parts.len() <= 4 && small {
            out.push(parts);
        }
    }
    out
}

/// Two, and the divisors that the formulas mention, if they are small.
fn moduli(terms: &Terms, a: &[Term], b: &[Term]) -> Vec<Number> {
    let roots: Vec<Term> = a.iter().chain(b).copied().collect();
    let mut out: BTreeSet<Number> = [2].into_iter().collect_set();
    for t in terms.postorder(&roots) {
        match terms.node(t) {
            Node::Mod(_, d) | Node::Div(_, d) => {
                out.extend(number(&d).filter(|d| *d <= 64));
            }
            // x' = x + 3 suggests remainders by 3.
            Node::Eq(l) | Node::Sum(l) => {
                let coefficients = l.parts().iter().filter_map(|(_, c)| number(&c.abs()));
                let steps = number(&l.constant().abs()).filter(|c| *c <= 6);
                out.extend(coefficients.filter(|c| *c <= 10).chain(steps).filter(|c| *c > 1));
            }
            _ => {}
        }
    }
    out.into_iter().take(5).collect()
}
