//! Strong interpolants: in addition to what separates A from B, all plain atoms that A implies and that hold at every
//! known point, as in predicate abstraction with guessed predicates (Flanagan, Leino, Houdini, FME 2001).
//!
//! A weak interpolant can be useless one step later because it dropped a fact about a variable that B does not mention;
//! such facts are kept here.

use super::Search;
use super::atoms::{Price, Relation, Space};
use super::number::{Number, Point};
use logic::{
    Term, Terms,
    order::{self, CollectOrdered},
};
use rustc_hash::FxHashMap;
use solver::{Door, Limits, Outcome};
use std::collections::BTreeSet;

/// Forms with a price above the first limit are used in equations only, those above the second not at all.
const BOUNDED: Price = 4;
const EQUATED: Price = 8;
/// Of more truth values, as of a large circuit, none is a case of its own: what holds in each would be their number squared.
const GUARDS: usize = 256;
/// What an atom costs in addition when it holds only in some case.
const GUARDED: Price = 6;
/// More atoms than this, in order of their prices, are left out.
const ATOMS: usize = 400;
/// The most points of A that are asked for together; then atoms are asked for one by one.
const ROUNDS: usize = 40;
/// A variable with at most so many different values, one after the other, tells cases apart.
const CASES: usize = 4;

/// The conjunction of the atoms that the side implies; true if there are none. Sides are 0 for A and 1 for B.
pub(super) fn strongest(search: &mut Search, side: usize) -> Term {
    let terms = search.terms;
    let mut facts = Facts::new(&search.space, &search.known[side]);
    for _ in 0..ROUNDS {
        let atoms = facts.atoms(terms, &search.space);
        let all = terms.and(atoms.iter().copied());
        match search.sides[side].check(terms, &[terms.not(all)]) {
            Outcome::Unsat => return independent(search.door, terms, atoms),
            Outcome::Sat(model) => match search.point(&model) {
                Some(point) => facts.add(&search.space, &point),
                None => break,
            },
            Outcome::Unknown(_) => break,
        }
    }
    let mut atoms = facts.atoms(terms, &search.space);
    atoms.retain(|&a| search.sides[side].check(terms, &[terms.not(a)]) == Outcome::Unsat);
    independent(search.door, terms, atoms)
}

/// A case: all points, or those where the value at a position is this.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Case(Option<(usize, Number)>);

impl Case {
    fn holds(self, point: &Point) -> bool {
        self.0.is_none_or(|(i, value)| point[i] == value)
    }
}

/// The values of a form at some points.
#[derive(Clone, Copy)]
struct Range {
    low: Number,
    high: Number,
    /// The greatest common divisor of differences between values.
    stride: Number,
}

/// What holds at all points so far, in each case.
struct Facts {
    cases: Vec<(Case, Vec<Option<Range>>)>,
    terms: FxHashMap<(Case, usize, Relation), Term>,
}

impl Facts {
    fn new(space: &Space, known: &[Point]) -> Facts {
        let mut cases = vec![Case(None)];
        if space.booleans.len() <= GUARDS {
            cases.extend(space.booleans.iter().flat_map(|&i| [Case(Some((i, 0))), Case(Some((i, 1)))]));
        }
        for form in space.forms.iter().filter(|f| f.single) {
            let i = form.parts[0].0;
            let values: BTreeSet<Number> = known.iter().map(|p| p[i]).collect_set();
            // Flags and program counters: their values follow each other.
            let (Some(low), Some(high)) = (values.first(), values.last()) else { continue };
            if low < high && values.len() <= CASES && high - low == values.len() as Number - 1 {
                cases.extend(values.into_iter().map(|v| Case(Some((i, v)))));
            }
        }
        let places = space.forms.len() + space.booleans.len();
        let mut facts = Facts {
            cases: cases.into_iter().map(|c| (c, vec![None; places])).collect(),
            terms: FxHashMap::default(),
        };
        known.iter().for_each(|p| facts.add(space, p));
        facts
    }

    fn add(&mut self, space: &Space, point: &Point) {
        let mut values: Vec<Number> = space.forms.iter().map(|f| f.value(point)).collect();
        values.extend(space.booleans.iter().map(|&i| point[i]));
        for (_, ranges) in self.cases.iter_mut().filter(|(case, _)| case.holds(point)) {
            for (range, &v) in ranges.iter_mut().zip(&values) {
                match range {
                    None => *range = Some(Range { low: v, high: v, stride: 0 }),
                    Some(r) => {
                        r.stride = gcd(r.stride, (v - r.low).abs());
                        r.low = r.low.min(v);
                        r.high = r.high.max(v);
                    }
                }
            }
        }
    }

    /// The cheapest atoms that hold at all points, by price; atoms that hold in one case become implications from that
    /// case.
    fn atoms(&mut self, terms: &Terms, space: &Space) -> Vec<Term> {
        let mut found: Vec<(Price, usize, usize, Relation)> = Vec::new();
        for (c, (case, ranges)) in self.cases.iter().enumerate() {
            let extra = if case.0.is_some() { GUARDED } else { 0 };
            for (f, range) in ranges.iter().enumerate() {
                let Some(range) = range else { continue };
                let mut push = |relation, price| found.push((price + extra, c, f, relation));
                match space.forms.get(f) {
                    Some(form) if form.price <= EQUATED => {
                        offer(space, form.price, range, &mut push);
                    }
                    Some(_) => {}
                    None if range.low == range.high => {
                        let i = space.booleans[f - space.forms.len()];
                        push(Relation::Truth(i, range.low != 0), 2);
                    }
                    None => {}
                }
            }
        }
        order::sort(&mut found);
        found.truncate(ATOMS);
        let of = |(_, c, f, relation): (Price, usize, usize, Relation)| {
            let case = self.cases[c].0;
            *self.terms.entry((case, f, relation)).or_insert_with(|| {
                let atom = space.term(terms, f, relation);
                match case.0 {
                    None => atom,
                    Some((i, value)) => terms.implies(super::number::is(terms, space.shared[i], value), atom),
                }
            })
        };
        found.into_iter().map(of).collect()
    }
}

/// The atoms that a form offers.
fn offer(space: &Space, price: Price, range: &Range, push: &mut dyn FnMut(Relation, Price)) {
    if range.low == range.high {
        push(Relation::Equal(range.low), price + space.price_of(range.low));
        return;
    }
    if price > BOUNDED {
        return;
    }
    // The program's numbers, or their neighbours, next to the least and the greatest value.
    let above = space.near.partition_point(|k| *k <= range.low);
    if let Some(&k) = above.checked_sub(1).and_then(|i| space.near.get(i)) {
        push(Relation::AtLeast(k), price + 2 + space.price_of(k));
    }
    if let Some(&k) = space.near.get(space.near.partition_point(|k| *k < range.high)) {
        push(Relation::AtMost(k), price + 2 + space.price_of(k));
    }
    for &m in &space.moduli {
        if range.stride % m == 0 {
            push(Relation::Remainder(m, range.low.rem_euclid(m)), price + 3);
        }
    }
}

fn gcd(mut a: Number, mut b: Number) -> Number {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The conjunction of the atoms, without those that cheaper ones imply.
fn independent(door: &Door, terms: &Terms, atoms: Vec<Term>) -> Term {
    let limits = Limits { conflicts: 200, pivots: 5_000, splits: 50, ..Limits::default() };
    let mut solver = door.open(limits);
    let mut kept = Vec::new();
    for atom in atoms {
        if solver.check(terms, &[terms.not(atom)]) != Outcome::Unsat {
            solver.assert(terms, atom);
            kept.push(atom);
        }
    }
    terms.and(kept)
}
