//! Intervals of variables at a location, and how expressions and guards transform them.
//!
//! Made by `ranges.rs` along the control-flow graph. A variable that is not listed has any value of its type.

use crate::cfg::{Action, Value};
use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind, Sign};
use lang::{Int, VarId};
use logic::order::{self, CollectOrdered};
use std::collections::BTreeMap;

/// From the least to the greatest value, each if there is one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Interval {
    pub(super) low: Option<Int>,
    pub(super) high: Option<Int>,
}

impl Interval {
    pub(super) fn new(low: Int, high: Int) -> Interval {
        Interval { low: Some(low), high: Some(high) }
    }

    fn only(value: &Int) -> Interval {
        Interval::new(value.clone(), value.clone())
    }

    pub(super) fn within(&self, low: &Int, high: &Int) -> bool {
        self.low.as_ref().is_some_and(|own| low <= own) && self.high.as_ref().is_some_and(|own| own <= high)
    }

    fn is_empty(&self) -> bool {
        matches!((&self.low, &self.high), (Some(low), Some(high)) if low > high)
    }

    fn is_all(&self) -> bool {
        self.low.is_none() && self.high.is_none()
    }

    fn hull(&self, other: &Interval) -> Interval {
        let both =
            |a: &Option<Int>, b: &Option<Int>, of: fn(Int, Int) -> Int| Some(of(a.clone()?, b.clone()?));
        Interval { low: both(&self.low, &other.low, Int::min), high: both(&self.high, &other.high, Int::max) }
    }

    pub(super) fn meet(&self, other: &Interval) -> Interval {
        let either = |a: &Option<Int>, b: &Option<Int>, of: fn(Int, Int) -> Int| match (a, b) {
            (Some(a), Some(b)) => Some(of(a.clone(), b.clone())),
            (a, b) => a.clone().or(b.clone()),
        };
        Interval {
            low: either(&self.low, &other.low, Int::max),
            high: either(&self.high, &other.high, Int::min),
        }
    }

    fn plus(&self, other: &Interval) -> Interval {
        let sum = |a: &Option<Int>, b: &Option<Int>| Some(a.as_ref()? + b.as_ref()?);
        Interval { low: sum(&self.low, &other.low), high: sum(&self.high, &other.high) }
    }

    fn times(&self, factor: &Int) -> Interval {
        let scaled = |a: &Option<Int>| a.as_ref().map(|a| factor * a);
        match factor.signum() {
            0 => Interval::only(&Int::ZERO),
            1 => Interval { low: scaled(&self.low), high: scaled(&self.high) },
            _ => Interval { low: scaled(&self.high), high: scaled(&self.low) },
        }
    }

    /// Euclid's quotient: rounded down by the divisor's absolute value, with the divisor's sign.
    fn quotient(&self, divisor: &Int) -> Interval {
        let by = divisor.abs();
        let down = |a: &Option<Int>| a.as_ref().map(|a| a.div_floor(&by));
        let found = Interval { low: down(&self.low), high: down(&self.high) };
        if divisor.is_negative() { found.times(&Int::MINUS_ONE) } else { found }
    }

    fn remainder(&self, divisor: &Int) -> Interval {
        let by = divisor.abs();
        if let (Some(low), Some(high)) = (&self.low, &self.high)
            && low.div_floor(&by) == high.div_floor(&by)
        {
            return Interval::new(low.rem_euclid(&by), high.rem_euclid(&by));
        }
        Interval::new(Int::ZERO, by - Int::ONE)
    }

    /// Widening: a bound that has grown moves to the next of these values, and beyond the last one it is dropped.
    fn widened(&self, grown: &Interval, stops: &[Int]) -> Interval {
        let low = match (&self.low, &grown.low) {
            (Some(old), Some(new)) if new >= old => Some(old.clone()),
            (Some(_), Some(new)) => stops.iter().rev().find(|stop| *stop <= new).cloned(),
            _ => None,
        };
        let high = match (&self.high, &grown.high) {
            (Some(old), Some(new)) if new <= old => Some(old.clone()),
            (Some(_), Some(new)) => stops.iter().find(|stop| *stop >= new).cloned(),
            _ => None,
        };
        Interval { low, high }
    }
}

/// The intervals at a location to which control can come.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Intervals {
    known: BTreeMap<VarId, Interval>,
}

/// The values of types: none for a variable about which its type says nothing.
pub(super) type Types = [Option<(Int, Int)>];

impl Intervals {
    fn of_type(types: &Types, var: VarId) -> Interval {
        match types.get(var.index()) {
            Some(Some((low, high))) => Interval::new(low.clone(), high.clone()),
            _ => Interval::default(),
        }
    }

    pub(super) fn get(&self, types: &Types, var: VarId) -> Interval {
        self.known.get(&var).cloned().unwrap_or_else(|| Intervals::of_type(types, var))
    }

    /// False if nothing is left.
    pub(super) fn set(&mut self, types: &Types, var: VarId, value: Interval) -> bool {
        let of_type = Intervals::of_type(types, var);
        let value = value.meet(&of_type);
        let is_empty = value.is_empty();
        if value == of_type || value.is_all() {
            self.known.remove(&var);
        } else {
            self.known.insert(var, value);
        }
        !is_empty
    }

    /// Both; what only one knows is lost.
    pub(super) fn join(&mut self, other: &Intervals) {
        let mut known = BTreeMap::new();
        for (var, own) in std::mem::take(&mut self.known) {
            if let Some(theirs) = other.known.get(&var) {
                let hull = own.hull(theirs);
                if !hull.is_all() {
                    known.insert(var, hull);
                }
            }
        }
        self.known = known;
    }

    pub(super) fn widened(&self, types: &Types, grown: &Intervals, stops: &[Int]) -> Intervals {
        let mut wide = Intervals::default();
        for (var, own) in &self.known {
            if let Some(theirs) = grown.known.get(var) {
                wide.set(types, *var, own.widened(theirs, stops));
            }
        }
        wide
    }

    /// Behind an edge; none if nothing passes.
    pub(super) fn behind(&self, types: &Types, action: &Action) -> Option<Intervals> {
        let mut after = self.clone();
        match action {
            // C has no circuits, and these no numbers.
            Action::Skip | Action::AssignBool(..) | Action::Netlist(_) => {}
            Action::AssignInt(x, e) => {
                let value = self.exp(types, e);
                after.set(types, *x, value);
            }
            Action::Havoc(x, _) => {
                after.known.remove(x);
            }
            Action::Read(x, _, elements) => {
                let all = elements.iter().map(|element| self.get(types, element.var));
                let value = all.reduce(|a, b| a.hull(&b)).unwrap_or_default();
                after.set(types, *x, value);
            }
            Action::Write(elements, value) => {
                let value = match value {
                    Value::Int(e) => self.exp(types, e),
                    Value::Bool(_) => Interval::default(),
                };
                for element in elements {
                    let hull = self.get(types, element.var).hull(&value);
                    after.set(types, element.var, hull);
                }
            }
            Action::Guard(cond, holds) => return after.refined(types, cond, *holds),
        }
        Some(after)
    }

    pub(super) fn exp(&self, types: &Types, e: &Exp) -> Interval {
        match &e.kind {
            ExpKind::Const(value) => Interval::only(value),
            ExpKind::Var(x) => self.get(types, *x),
            ExpKind::Neg(_) | ExpKind::Sum(_) | ExpKind::Mul(..) => {
                let mut linear = Linear::default();
                linear.add(self, types, e, &Int::ONE);
                linear.interval(self, types)
            }
            ExpKind::Div(inner, divisor) => self.exp(types, inner).quotient(divisor),
            ExpKind::Mod(inner, divisor) => self.exp(types, inner).remainder(divisor),
            ExpKind::Wrap(int, _) => {
                let (low, high) = int.range();
                Interval::new(low, high)
            }
            ExpKind::Word(op, int, left, right) => {
                super::cases::interval(*op, *int, &self.exp(types, left), &self.exp(types, right))
            }
        }
    }

    /// The part in which the condition has this value, over-approximated; none if it is certainly empty.
    pub(super) fn refined(&self, types: &Types, cond: &Bexp, holds: bool) -> Option<Intervals> {
        match &cond.kind {
            BexpKind::Const(value) => (*value == holds).then(|| self.clone()),
            BexpKind::Not(inner) => self.refined(types, inner, !holds),
            BexpKind::And(parts) if holds => self.all(types, parts, true),
            BexpKind::Or(parts) if !holds => self.all(types, parts, false),
            BexpKind::And(parts) | BexpKind::Or(parts) => {
                let mut some: Option<Intervals> = None;
                for part in parts {
                    if let Some(found) = self.refined(types, part, holds) {
                        match &mut some {
                            Some(some) => some.join(&found),
                            None => some = Some(found),
                        }
                    }
                }
                some
            }
            BexpKind::Compare(comparison, a, b) => {
                let comparison = if holds { *comparison } else { comparison.opposite() };
                self.compared(types, comparison, a, b)
            }
            BexpKind::Var(_)
            | BexpKind::Nondet(_)
            | BexpKind::Implies(..)
            | BexpKind::Iff(..)
            | BexpKind::Xor(..) => Some(self.clone()),
        }
    }

    fn all(&self, types: &Types, parts: &[Bexp], holds: bool) -> Option<Intervals> {
        parts.iter().try_fold(self.clone(), |known, part| known.refined(types, part, holds))
    }

    fn compared(&self, types: &Types, comparison: Comparison, a: &Exp, b: &Exp) -> Option<Intervals> {
        let mut linear = Linear::default();
        linear.add(self, types, a, &Int::ONE);
        linear.add(self, types, b, &Int::MINUS_ONE);
        let (zero, one) = (Int::ZERO, Int::ONE);
        match comparison {
            Comparison::LessEqual => self.at_most(types, &linear, &zero),
            Comparison::Less => self.at_most(types, &linear, &Int::MINUS_ONE),
            Comparison::GreaterEqual => self.at_most(types, &linear.negated(), &zero),
            Comparison::Greater => self.at_most(types, &linear.negated(), &Int::MINUS_ONE),
            Comparison::Equal => {
                self.at_most(types, &linear, &zero)?.at_most(types, &linear.negated(), &zero)
            }
            Comparison::NotEqual => {
                // Only an end of an interval can be cut off.
                let found = linear.interval(self, types);
                if found.low.as_ref() == Some(&zero) {
                    return self.at_most(types, &linear.negated(), &-one);
                }
                if found.high.as_ref() == Some(&zero) {
                    return self.at_most(types, &linear, &-one);
                }
                Some(self.clone())
            }
        }
    }

    /// The part in which a sum is at most this number.
    fn at_most(&self, types: &Types, linear: &Linear, most: &Int) -> Option<Intervals> {
        let mut after = self.clone();
        let sum = linear.interval(self, types);
        if sum.low.as_ref().is_some_and(|low| low > most) {
            return None;
        }
        for (&var, factor) in &linear.factors {
            let own = self.get(types, var).times(factor);
            // What the others are at least, if that is known.
            let rest = match (&sum.low, &own.low) {
                (Some(sum), Some(own)) => Some(sum - own),
                _ => linear.without(var).interval(self, types).low,
            };
            let Some(rest) = rest else { continue };
            let room = most - &rest;
            let bound = match factor.signum() {
                1 => Interval { low: None, high: Some(room.div_floor(factor)) },
                -1 => Interval { low: Some(-room.div_floor(&factor.abs())), high: None },
                _ => continue,
            };
            if !after.set(types, var, self.get(types, var).meet(&bound)) {
                return None;
            }
        }
        Some(after)
    }
}

/// A sum of multiples of variables, and of what is in an interval.
#[derive(Default)]
struct Linear {
    factors: BTreeMap<VarId, Int>,
    rest: Option<Interval>,
}

impl Linear {
    fn add(&mut self, known: &Intervals, types: &Types, e: &Exp, factor: &Int) {
        match &e.kind {
            ExpKind::Var(x) => {
                let sum = self.factors.get(x).map_or_else(|| factor.clone(), |old| old + factor);
                self.factors.insert(*x, sum);
            }
            ExpKind::Neg(inner) => self.add(known, types, inner, &-factor),
            ExpKind::Mul(by, inner) => self.add(known, types, inner, &(by * factor)),
            ExpKind::Sum(parts) => {
                for (sign, part) in parts {
                    match sign {
                        Sign::Plus => self.add(known, types, part, factor),
                        Sign::Minus => self.add(known, types, part, &-factor),
                    }
                }
            }
            ExpKind::Const(_)
            | ExpKind::Div(..)
            | ExpKind::Mod(..)
            | ExpKind::Wrap(..)
            | ExpKind::Word(..) => {
                let value = known.exp(types, e).times(factor);
                self.rest = Some(self.constant().plus(&value));
            }
        }
    }

    fn constant(&self) -> Interval {
        self.rest.clone().unwrap_or_else(|| Interval::only(&Int::ZERO))
    }

    fn interval(&self, known: &Intervals, types: &Types) -> Interval {
        let parts = self.factors.iter().filter(|(_, factor)| !factor.is_zero());
        parts.fold(self.constant(), |sum, (var, factor)| sum.plus(&known.get(types, *var).times(factor)))
    }

    fn negated(&self) -> Linear {
        Linear {
            factors: self.factors.iter().map(|(var, factor)| (*var, -factor)).collect_map(),
            rest: Some(self.constant().times(&Int::MINUS_ONE)),
        }
    }

    fn without(&self, var: VarId) -> Linear {
        let others = self.factors.iter().filter(|(other, _)| **other != var);
        Linear {
            factors: others.map(|(var, factor)| (*var, factor.clone())).collect_map(),
            rest: self.rest.clone(),
        }
    }
}

/// The numbers at which intervals stop growing for a while: those of the program's conditions and their neighbours, and
/// the ends of types.
pub(super) fn stops<'a>(conditions: impl Iterator<Item = &'a Bexp>, types: &Types) -> Vec<Int> {
    let mut all = Vec::new();
    for cond in conditions {
        numbers(cond, &mut all);
    }
    for (low, high) in types.iter().flatten() {
        all.extend([low.clone(), high.clone()]);
    }
    for bits in [31, 63] {
        let mut power = Int::ONE;
        for _ in 0..bits {
            power = &power + &power;
        }
        all.extend([-power.clone(), power - Int::ONE]);
    }
    order::sort(&mut all);
    all.dedup();
    all
}

fn numbers(cond: &Bexp, all: &mut Vec<Int>) {
    match &cond.kind {
        BexpKind::Not(inner) => numbers(inner, all),
        BexpKind::And(parts) | BexpKind::Or(parts) => parts.iter().for_each(|part| numbers(part, all)),
        BexpKind::Compare(_, a, b) => {
            for side in [a, b] {
                if let ExpKind::Const(value) = &side.kind {
                    all.extend([value - &Int::ONE, value.clone(), value + &Int::ONE]);
                }
            }
        }
        _ => {}
    }
}
