//! Translates formulas over digits back into formulas over the words to which the digits belong.
//!
//! A subformula about a single short word is tabulated and expressed by a few intervals, remainders by a small power of
//! two, or both. A subformula about two words is compared with their equality and order. For long words literals are
//! interpreted: all digits together give a number, the first ones a bound, the last ones a remainder. Everything else
//! stays a formula over digits.

use super::Words;
use logic::{Int, Node, Sort, Term, Terms, Var, order};
use std::collections::{BTreeMap, BTreeSet};

/// Words of so many digits in all are tabulated.
const DIGITS: u32 = 16;
/// The most work for the tables of one formula: entries of 64 rows.
const ENTRIES: usize = 1 << 21;
/// The most intervals that a set of numbers is shown as.
const INTERVALS: usize = 3;
/// Remainders by 2 to this power are looked for.
const REMAINDER: u32 = 3;

/// How a digit that is left is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// As its own symbol.
    Symbol,
    /// As a remainder of a quotient of the word.
    Remainder,
}

impl Words {
    /// A formula over digits as an equivalent one over words alone.
    pub fn raised(&self, terms: &Terms, t: Term) -> Term {
        self.raise(terms, t, Left::Remainder)
    }

    /// The same for the eye: digits that are left are their own symbols, `x[3]`.
    pub fn shown(&self, terms: &Terms, t: Term) -> Term {
        self.raise(terms, t, Left::Symbol)
    }

    fn raise(&self, terms: &Terms, t: Term, left: Left) -> Term {
        let mut raising = Raising {
            terms,
            words: self,
            left,
            supports: BTreeMap::new(),
            done: BTreeMap::new(),
            budget: ENTRIES,
        };
        raising.formula(t)
    }
}

/// What a part speaks of: words, and whether something that is no digit.
type Support = (BTreeSet<Var>, bool);

struct Raising<'a> {
    terms: &'a Terms,
    words: &'a Words,
    left: Left,
    supports: BTreeMap<Term, Support>,
    done: BTreeMap<Term, Term>,
    /// The work that is left.
    budget: usize,
}

impl Raising<'_> {
    fn formula(&mut self, t: Term) -> Term {
        if let Some(&known) = self.done.get(&t) {
            return known;
        }
        let known = self.words.known.borrow().get(&t).copied();
        let result = known.or_else(|| self.recognised(t)).unwrap_or_else(|| self.parts(t));
        self.done.insert(t, result);
        result
    }

    fn parts(&mut self, t: Term) -> Term {
        let terms = self.terms;
        match terms.node(t) {
            Node::Var(v) => self.digit(v).unwrap_or(t),
            Node::Not(a) => terms.not(self.formula(a)),
            Node::And(parts) => {
                let parts = self.grouped(&parts, true);
                terms.and(parts)
            }
            Node::Or(parts) => {
                let parts = self.grouped(&parts, false);
                terms.or(parts)
            }
            Node::Iff(a, b) => terms.iff(self.formula(a), self.formula(b)),
            Node::Ite(c, a, b) if terms.sort(t) == Sort::Bool => {
                terms.ite(self.formula(c), self.formula(a), self.formula(b))
            }
            _ => t,
        }
    }

    /// The parts of a conjunction or disjunction; those that speak of the same word alone are taken together.
    fn grouped(&mut self, parts: &[Term], is_and: bool) -> Vec<Term> {
        let terms = self.terms;
        let mut groups: Vec<(Option<Var>, Vec<Term>)> = Vec::new();
        for &part in parts {
            let (words, other) = self.support(part);
            let only = words.first().copied().filter(|_| words.len() == 1 && !other);
            match groups.iter_mut().find(|(word, _)| only.is_some() && *word == only) {
                Some((_, group)) => group.push(part),
                None => groups.push((only, vec![part])),
            }
        }
        let mut found = Vec::new();
        for (word, group) in groups {
            let (Some(word), true) = (word, group.len() > 1) else {
                found.extend(group.into_iter().map(|part| self.formula(part)));
                continue;
            };
            let whole =
                if is_and { terms.and(group.iter().copied()) } else { terms.or(group.iter().copied()) };
            match self.recognised(whole) {
                Some(recognised) => found.push(recognised),
                None => found.extend(self.literals(word, &group, is_and)),
            }
        }
        found
    }

    /// What literals of a word say together, and the other parts.
    fn literals(&mut self, word: Var, parts: &[Term], is_and: bool) -> Vec<Term> {
        let (terms, words) = (self.terms, self.words);
        let mut digits: BTreeMap<u32, bool> = BTreeMap::new();
        let (mut own, mut found) = (Vec::new(), Vec::new());
        for &part in parts {
            let (inner, holds) = match terms.node(part) {
                Node::Not(inner) => (inner, false),
                _ => (part, true),
            };
            match terms.node(inner) {
                Node::Var(v) if let Some((_, at)) = words.owner(terms, v) => {
                    // A disjunction excludes the number whose digits are the other ones.
                    digits.insert(at, holds == is_and);
                    own.push(part);
                }
                _ => found.push(self.formula(part)),
            }
        }
        let Some(kind) = words.word(terms, word) else { return parts.to_vec() };
        let x = terms.of(word);
        let first = (0..kind.bits).rev().take_while(|at| digits.contains_key(at)).count() as u32;
        let last = (0..kind.bits).take_while(|at| digits.contains_key(at)).count() as u32;
        let number = |from: u32, to: u32, rest: bool| {
            let digit = |at: u32| digits.get(&at).copied().unwrap_or(rest);
            (from..to).fold(Int::ZERO, |sum, at| match digit(at) {
                true if kind.signed && at + 1 == kind.bits => sum - power(at),
                true => sum + power(at),
                false => sum,
            })
        };
        let mut said = Vec::new();
        if first == kind.bits {
            said.push(terms.eq(x, terms.int(number(0, kind.bits, false))));
        } else {
            if first > 1 || first == 1 && kind.signed {
                let range = [number(0, kind.bits, false), number(0, kind.bits, true)];
                let from = kind.bits - first;
                let low = &range[0] - number(0, from, false);
                let high = &low + power(from) - Int::ONE;
                let (least, greatest) = ends(kind);
                said.extend((low > least).then(|| terms.ge(x, terms.int(low))));
                said.extend((high < greatest).then(|| terms.le(x, terms.int(high))));
                digits.retain(|&at, _| at < from);
            }
            let last = last.min(kind.bits - first);
            if last > 0 {
                let value = digits.iter().filter(|(at, one)| **at < last && **one);
                let value = value.fold(Int::ZERO, |sum, (at, _)| sum + power(*at));
                said.push(terms.eq(terms.modulo(x, &power(last)), terms.int(value)));
                digits.retain(|&at, _| at >= last);
            }
            for (&at, &one) in &digits {
                let digit = words.digits(terms, word).get(at as usize).and_then(|&v| self.digit(v));
                said.extend(digit.map(|digit| if one { digit } else { terms.not(digit) }));
            }
        }
        let said = terms.and(said);
        if !own.is_empty() {
            found.push(if is_and { said } else { terms.not(said) });
        }
        found
    }

    fn digit(&self, v: Var) -> Option<Term> {
        let (terms, words) = (self.terms, self.words);
        let (owner, at) = words.owner(terms, v)?;
        Some(match self.left {
            Left::Symbol => terms.of(v),
            Left::Remainder => {
                let shifted = terms.div(terms.of(owner), &power(at));
                terms.eq(terms.modulo(shifted, &Int::from(2)), terms.int(1))
            }
        })
    }

    fn support(&mut self, t: Term) -> Support {
        if let Some(known) = self.supports.get(&t) {
            return known.clone();
        }
        let found = match self.terms.node(t) {
            Node::Bool(_) => Support::default(),
            Node::Var(v) => match self.words.owner(self.terms, v) {
                Some((owner, _)) => ([owner].into(), false),
                None => (BTreeSet::new(), true),
            },
            _ => {
                let mut all = Support::default();
                for part in self.terms.children(t) {
                    let (words, other) = self.support(part);
                    all.1 |= other;
                    // More than two are of no interest.
                    if all.0.len() <= 2 {
                        all.0.extend(words);
                    }
                }
                all
            }
        };
        self.supports.insert(t, found.clone());
        found
    }

    /// What a part says of one or two words, if that has a name.
    fn recognised(&mut self, t: Term) -> Option<Term> {
        let (words, other) = self.support(t);
        let words: Vec<Var> = words.into_iter().collect();
        let kinds: Option<Vec<_>> = words.iter().map(|&word| self.words.word(self.terms, word)).collect();
        let kinds =
            kinds.filter(|kinds| !other && kinds.iter().map(|kind| kind.bits).sum::<u32>() <= DIGITS)?;
        match (words.as_slice(), kinds.as_slice()) {
            (&[word], &[kind]) => {
                // A digit between the first and the last is no better said otherwise.
                let inner = if let Node::Not(inner) = self.terms.node(t) { inner } else { t };
                if let Node::Var(v) = self.terms.node(inner)
                    && let Some((_, at)) = self.words.owner(self.terms, v)
                    && (1..kind.bits.saturating_sub(1)).contains(&at)
                {
                    return None;
                }
                let table = self.table(t, &words)?;
                // Numbers in their order: of signed ones the second half of the table comes first.
                let count = 1_usize << kind.bits;
                let half = if kind.signed { count / 2 } else { 0 };
                let holds: Vec<bool> = (0..count).map(|at| bit(&table, (at + half) % count)).collect();
                self.numbers(word, &ends(kind).0, &holds)
            }
            (&[a, b], _) => {
                let table = self.table(t, &words)?;
                let terms = self.terms;
                let (x, y) = (terms.of(a), terms.of(b));
                let all = [terms.eq(x, y), terms.le(x, y), terms.ge(x, y), terms.lt(x, y), terms.gt(x, y)];
                let all = all.into_iter().chain([terms.not(terms.eq(x, y))]);
                for one in all {
                    let lowered = self.words.lowered(terms, one);
                    if lowered == t || self.table(lowered, &words).as_ref() == Some(&table) {
                        return Some(one);
                    }
                }
                None
            }
            _ => None,
        }
    }

    /// A set of numbers, from the least of a type on.
    fn numbers(&self, word: Var, least: &Int, holds: &[bool]) -> Option<Term> {
        let terms = self.terms;
        let x = terms.of(word);
        let number = |at: usize| terms.int(least + &Int::from(at as i64));
        let (Some(first), Some(last)) =
            (holds.iter().position(|&holds| holds), holds.iter().rposition(|&holds| holds))
        else {
            return Some(terms.fals());
        };
        let within = |first: usize, last: usize| match first == last {
            true => terms.eq(x, number(first)),
            false => {
                let low = (first > 0).then(|| terms.ge(x, number(first)));
                let high = (last + 1 < holds.len()).then(|| terms.le(x, number(last)));
                terms.and(low.into_iter().chain(high))
            }
        };
        let intervals = |wanted: bool| {
            let mut found: Vec<(usize, usize)> = Vec::new();
            for at in (0..holds.len()).filter(|&at| holds[at] == wanted) {
                match found.last_mut() {
                    Some(last) if last.1 + 1 == at => last.1 = at,
                    _ => found.push((at, at)),
                }
            }
            found
        };
        let (inside, outside) = (intervals(true), intervals(false));
        if inside.len() <= 1 {
            return Some(within(first, last));
        }
        if outside.len() == 1 && outside[0].0 == outside[0].1 {
            return Some(terms.not(within(outside[0].0, outside[0].0)));
        }
        if inside.len() <= 2 {
            return Some(terms.or(inside.iter().map(|&(first, last)| within(first, last))));
        }
        let offset = (0..8).find(|&r| least.rem_euclid(&Int::from(8)) == Int::from(r)).unwrap_or(0);
        for by in 1..=REMAINDER {
            let modulus = 1_usize << by;
            let rest = |at: usize| (at + offset as usize) % modulus;
            let mut rests: Vec<usize> = (first..=last).filter(|&at| holds[at]).map(rest).collect();
            order::sort(&mut rests);
            rests.dedup();
            let is_all = (first..=last).all(|at| holds[at] == rests.contains(&rest(at)));
            if let (true, &[rest]) = (is_all, rests.as_slice()) {
                let rests = terms.eq(terms.modulo(x, &Int::from(modulus as i64)), terms.int(rest as i64));
                // Ends that are only as near as the next number of the kind say nothing.
                let low = if first < modulus { 0 } else { first };
                let high = if last + modulus >= holds.len() { holds.len() - 1 } else { last };
                return Some(terms.and([within(low, high), rests]));
            }
        }
        if inside.len() <= INTERVALS {
            return Some(terms.or(inside.iter().map(|&(first, last)| within(first, last))));
        }
        if outside.len() <= INTERVALS {
            let outside = terms.or(outside.iter().map(|&(first, last)| within(first, last)));
            return Some(terms.not(outside));
        }
        None
    }

    /// For all values of some words whether the formula holds: the digits of a row's number are those of the words, one after the
    /// other. None if it would be too much work.
    fn table(&mut self, t: Term, words: &[Var]) -> Option<Vec<u64>> {
        let terms = self.terms;
        let digits: Vec<Var> = words.iter().flat_map(|&word| self.words.digits(terms, word)).collect();
        let rows = 1_usize << digits.len();
        let entries = rows.div_ceil(64);
        let order = terms.postorder(&[t]);
        self.budget = self.budget.checked_sub(order.len() * entries)?;
        let constant = |value: bool| vec![if value { u64::MAX } else { 0 }; entries];
        let column = |at: usize| -> Vec<u64> {
            let entry = |entry: usize| {
                (0..64).filter(|row| (entry * 64 + row) >> at & 1 == 1).fold(0, |bits, row| bits | 1 << row)
            };
            (0..entries).map(entry).collect()
        };
        let mut tables: BTreeMap<Term, Vec<u64>> = BTreeMap::new();
        for part in order {
            let of = |t: Term| tables.get(&t);
            let table = match terms.node(part) {
                Node::Bool(value) => constant(value),
                Node::Var(v) => column(digits.iter().position(|&digit| digit == v)?),
                Node::Not(a) => of(a)?.iter().map(|a| !a).collect(),
                Node::And(parts) => joined(constant(true), &parts, of, |a, b| a & b)?,
                Node::Or(parts) => joined(constant(false), &parts, of, |a, b| a | b)?,
                Node::Iff(a, b) => of(a)?.iter().zip(of(b)?).map(|(a, b)| !(a ^ b)).collect(),
                Node::Ite(c, a, b) => {
                    let ways = of(a)?.iter().zip(of(b)?);
                    of(c)?.iter().zip(ways).map(|(c, (a, b))| c & a | !c & b).collect()
                }
                _ => return None,
            };
            tables.insert(part, table);
        }
        let mut table = tables.remove(&t)?;
        if rows < 64 {
            table[0] &= (1 << rows) - 1;
        }
        Some(table)
    }
}

fn joined<'t>(
    start: Vec<u64>,
    parts: &[Term],
    of: impl Fn(Term) -> Option<&'t Vec<u64>>,
    join: fn(u64, u64) -> u64,
) -> Option<Vec<u64>> {
    parts.iter().try_fold(start, |mut all, &part| {
        all.iter_mut().zip(of(part)?).for_each(|(a, b)| *a = join(*a, *b));
        Some(all)
    })
}

fn bit(table: &[u64], at: usize) -> bool {
    table[at / 64] >> (at % 64) & 1 == 1
}

/// The least and the greatest number of a word.
fn ends(word: super::Word) -> (Int, Int) {
    match word.signed {
        true => (-power(word.bits - 1), power(word.bits - 1) - Int::ONE),
        false => (Int::ZERO, power(word.bits) - Int::ONE),
    }
}

/// 2 to the power of a number.
fn power(exponent: u32) -> Int {
    (0..exponent).fold(Int::ONE, |power, _| &power + &power)
}
