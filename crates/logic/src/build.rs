//! Constructors of terms. Each simplifies locally, so that the invariants of [`Node`] hold.

use crate::linear::Linear;
use crate::num::Int;
use crate::term::{Node, Sort, Term, Terms, Var};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A conjunction inside a conjunction is merged into it up to this many children; longer ones stay shared, so that
/// a growing chain of conjunctions does not cost quadratic space.
const FLATTEN_LIMIT: usize = 8;

impl Terms {
    /// A truth value.
    pub fn bool(&self, b: bool) -> Term {
        self.intern(Node::Bool(b), Sort::Bool)
    }

    /// True.
    pub fn tru(&self) -> Term {
        self.bool(true)
    }

    /// False.
    pub fn fals(&self) -> Term {
        self.bool(false)
    }

    /// The symbol as a term.
    pub fn of(&self, v: Var) -> Term {
        self.intern(Node::Var(v), self.var_sort(v))
    }

    /// A number.
    pub fn int(&self, i: impl Into<Int>) -> Term {
        self.from_linear(Linear::constant_of(i.into()))
    }

    /// A value as a term.
    pub fn value(&self, value: &crate::Value) -> Term {
        match value {
            crate::Value::Bool(b) => self.bool(*b),
            crate::Value::Int(i) => self.int(i.clone()),
        }
    }

    /// The truth value a term is, if it is one.
    pub fn as_bool(&self, t: Term) -> Option<bool> {
        match self.node(t) {
            Node::Bool(b) => Some(b),
            _ => None,
        }
    }

    /// The number a term is, if it is one.
    pub fn as_int(&self, t: Term) -> Option<Int> {
        match self.node(t) {
            Node::Sum(l) => l.as_constant().cloned(),
            _ => None,
        }
    }

    /// Negation, in linear atoms carried out: `not (x <= 3)` is `x >= 4`.
    pub fn not(&self, t: Term) -> Term {
        match self.node(t) {
            Node::Bool(b) => self.bool(!b),
            Node::Not(u) => u,
            Node::Le(l) => {
                let negated = l.scaled(&Int::MINUS_ONE);
                let constant = negated.constant() + &Int::ONE;
                self.le0(negated.with_constant(constant))
            }
            _ => self.intern(Node::Not(t), Sort::Bool),
        }
    }

    /// Conjunction, in the order given; duplicates go, and `a and not a` is false.
    pub fn and(&self, ts: impl IntoIterator<Item = Term>) -> Term {
        self.junction(ts, true)
    }

    /// Disjunction, in the order given; duplicates go, and `a or not a` is true.
    pub fn or(&self, ts: impl IntoIterator<Item = Term>) -> Term {
        self.junction(ts, false)
    }

    fn junction(&self, ts: impl IntoIterator<Item = Term>, is_and: bool) -> Term {
        let mut kept: Vec<Term> = Vec::new();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut absorbed = false;
        let mut push = |t: Term| {
            match self.as_bool(t) {
                Some(b) if b == is_and => return,
                Some(_) => absorbed = true,
                None => {}
            }
            if seen.contains(&t) {
                return;
            }
            if seen.contains(&self.not(t)) {
                absorbed = true;
            }
            seen.insert(t);
            kept.push(t);
        };
        for t in ts {
            match self.node(t) {
                Node::And(cs) if is_and && cs.len() <= FLATTEN_LIMIT => cs.iter().for_each(|&c| push(c)),
                Node::Or(cs) if !is_and && cs.len() <= FLATTEN_LIMIT => cs.iter().for_each(|&c| push(c)),
                _ => push(t),
            }
        }
        if absorbed {
            return self.bool(!is_and);
        }
        match kept.len() {
            0 => self.bool(is_and),
            1 => kept[0],
            _ if is_and => self.intern(Node::And(kept.into()), Sort::Bool),
            _ => self.intern(Node::Or(kept.into()), Sort::Bool),
        }
    }

    /// Implication, as a disjunction.
    pub fn implies(&self, a: Term, b: Term) -> Term {
        self.or([self.not(a), b])
    }

    /// Equivalence of two Booleans.
    pub fn iff(&self, a: Term, b: Term) -> Term {
        if a == b {
            return self.tru();
        }
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (Some(false), _) => return self.not(b),
            (_, Some(false)) => return self.not(a),
            _ => {}
        }
        if self.not(a) == b {
            return self.fals();
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.intern(Node::Iff(a, b), Sort::Bool)
    }

    /// If-then-else; both branches of the same sort.
    pub fn ite(&self, c: Term, a: Term, b: Term) -> Term {
        if a == b {
            return a;
        }
        match self.node(c) {
            Node::Bool(true) => return a,
            Node::Bool(false) => return b,
            Node::Not(d) => return self.ite(d, b, a),
            _ => {}
        }
        if self.sort(a) == Sort::Bool {
            match (self.as_bool(a), self.as_bool(b)) {
                (Some(true), _) => return self.or([c, b]),
                (Some(false), _) => return self.and([self.not(c), b]),
                (_, Some(true)) => return self.or([self.not(c), a]),
                (_, Some(false)) => return self.and([c, a]),
                _ => {}
            }
            return self.intern(Node::Ite(c, a, b), Sort::Bool);
        }
        self.intern(Node::Ite(c, a, b), Sort::Int)
    }

    /// The sum an integer term is.
    pub fn linear(&self, t: Term) -> Linear {
        debug_assert_eq!(self.sort(t), Sort::Int);
        match self.node(t) {
            Node::Sum(l) => (*l).clone(),
            _ => Linear::part(t),
        }
    }

    /// The integer term with this normal form.
    pub fn from_linear(&self, l: Linear) -> Term {
        match l.parts() {
            [(t, c)] if c.is_one() && l.constant().is_zero() => *t,
            _ => self.intern(Node::Sum(Rc::new(l)), Sort::Int),
        }
    }

    /// `a + b`.
    pub fn add(&self, a: Term, b: Term) -> Term {
        self.from_linear(self.linear(a).plus(&self.linear(b)))
    }

    /// `a - b`.
    pub fn sub(&self, a: Term, b: Term) -> Term {
        self.from_linear(self.linear(a).minus(&self.linear(b)))
    }

    /// `-a`.
    pub fn neg(&self, a: Term) -> Term {
        self.scale(&Int::MINUS_ONE, a)
    }

    /// `factor * a`.
    pub fn scale(&self, factor: &Int, a: Term) -> Term {
        self.from_linear(self.linear(a).scaled(factor))
    }

    /// The Euclidean quotient; the divisor must not be zero.
    pub fn div(&self, a: Term, d: &Int) -> Term {
        if d.is_negative() {
            return self.neg(self.div(a, &-d));
        }
        let l = self.linear(a);
        if d.is_one() {
            return a;
        }
        // d * (whole) + rest, with 0 <= coefficients of rest < d: the whole part leaves the quotient.
        let whole = l.map(|c| c.div_euclid(d));
        let rest = l.map(|c| c.rem_euclid(d));
        if rest.parts().is_empty() {
            return self.from_linear(whole);
        }
        let inner = self.from_linear(rest);
        let quotient = self.intern(Node::Div(inner, d.clone()), Sort::Int);
        self.from_linear(whole.plus(&Linear::part(quotient)))
    }

    /// The Euclidean remainder; the divisor must not be zero.
    pub fn modulo(&self, a: Term, d: &Int) -> Term {
        let d = d.abs();
        let rest = self.linear(a).map(|c| c.rem_euclid(&d));
        if d.is_one() || rest.parts().is_empty() {
            return self.int(rest.constant().rem_euclid(&d));
        }
        let inner = self.from_linear(rest);
        match self.node(inner) {
            // A remainder by d is already reduced for every modulus that is a multiple of d.
            Node::Mod(_, e) if d.rem_euclid(&e).is_zero() => inner,
            _ => self.intern(Node::Mod(inner, d), Sort::Int),
        }
    }

    /// The atom `l <= 0`, with its coefficients divided by their common divisor and the constant rounded accordingly.
    pub fn le0(&self, l: Linear) -> Term {
        if let Some(c) = l.as_constant() {
            return self.bool(!c.is_positive());
        }
        let g = l.content();
        let l = if g.is_one() {
            l
        } else {
            let constant = l.constant().div_ceil(&g);
            l.map(|c| c.div_floor(&g)).with_constant(constant)
        };
        self.intern(Node::Le(Rc::new(l)), Sort::Bool)
    }

    /// The atom `l = 0`; false when no integers satisfy it because of a common divisor.
    pub fn eq0(&self, l: Linear) -> Term {
        if let Some(c) = l.as_constant() {
            return self.bool(c.is_zero());
        }
        let mut g = l.content();
        if !l.constant().rem_euclid(&g).is_zero() {
            return self.fals();
        }
        if l.parts()[0].1.is_negative() {
            g = -g;
        }
        let l = if g.is_one() { l } else { l.map(|c| c.div_exact(&g)) };
        self.intern(Node::Eq(Rc::new(l)), Sort::Bool)
    }

    /// Equality of two terms of the same sort.
    pub fn eq(&self, a: Term, b: Term) -> Term {
        if self.sort(a) == Sort::Bool {
            return self.iff(a, b);
        }
        self.eq0(self.linear(a).minus(&self.linear(b)))
    }

    /// `a <= b`.
    pub fn le(&self, a: Term, b: Term) -> Term {
        self.le0(self.linear(a).minus(&self.linear(b)))
    }

    /// `a < b`.
    pub fn lt(&self, a: Term, b: Term) -> Term {
        self.not(self.le(b, a))
    }

    /// `a >= b`.
    pub fn ge(&self, a: Term, b: Term) -> Term {
        self.le(b, a)
    }

    /// `a > b`.
    pub fn gt(&self, a: Term, b: Term) -> Term {
        self.lt(b, a)
    }
}
