//! Expressions as plain trees with their own evaluator, against which terms are compared.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod reader;

use loopglass_logic::{Int, Sort, Term, Terms, Value, Var};
use num_bigint::BigInt;
use std::fmt::Write;

/// An expression as someone writes it, before anything is simplified.
#[derive(Clone, Debug)]
pub enum Raw {
    Truth(bool),
    Number(BigInt),
    /// The symbol with this number and sort.
    Symbol(usize, Sort),
    Not(Box<Raw>),
    And(Vec<Raw>),
    Or(Vec<Raw>),
    Implies(Box<Raw>, Box<Raw>),
    Iff(Box<Raw>, Box<Raw>),
    Ite(Box<Raw>, Box<Raw>, Box<Raw>),
    Compare(Comparison, Box<Raw>, Box<Raw>),
    Add(Box<Raw>, Box<Raw>),
    Sub(Box<Raw>, Box<Raw>),
    Neg(Box<Raw>),
    Scale(BigInt, Box<Raw>),
    Div(Box<Raw>, BigInt),
    Mod(Box<Raw>, BigInt),
}

/// Comparisons of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comparison {
    Le,
    Lt,
    Ge,
    Gt,
    Eq,
}
use Comparison::{Eq, Ge, Gt, Le, Lt};

/// A value of the tests' own.
#[derive(Clone, Debug, PartialEq)]
pub enum Val {
    Truth(bool),
    Number(BigInt),
}

impl Val {
    pub fn truth(&self) -> bool {
        matches!(self, Val::Truth(true))
    }
    pub fn number(&self) -> &BigInt {
        match self {
            Val::Number(i) => i,
            Val::Truth(_) => panic!("a truth value where a number belongs"),
        }
    }
}

/// The remainder that is never negative, and the quotient that goes with it.
pub fn euclid(a: &BigInt, d: &BigInt) -> (BigInt, BigInt) {
    let size = if *d < BigInt::ZERO { -d } else { d.clone() };
    let mut r = a % &size;
    if r < BigInt::ZERO {
        r += &size;
    }
    ((a - &r) / d, r)
}

pub fn compare(c: Comparison, a: &BigInt, b: &BigInt) -> bool {
    match c {
        Le => a <= b,
        Lt => a < b,
        Ge => a >= b,
        Gt => a > b,
        Eq => a == b,
    }
}

impl Raw {
    /// The value, computed as the words say.
    pub fn eval(&self, value: &dyn Fn(usize, Sort) -> Val) -> Val {
        let truth = |r: &Raw| r.eval(value).truth();
        let number = |r: &Raw| r.eval(value).number().clone();
        match self {
            Raw::Truth(b) => Val::Truth(*b),
            Raw::Number(i) => Val::Number(i.clone()),
            Raw::Symbol(i, sort) => value(*i, *sort),
            Raw::Not(a) => Val::Truth(!truth(a)),
            Raw::And(rs) => Val::Truth(rs.iter().all(truth)),
            Raw::Or(rs) => Val::Truth(rs.iter().any(truth)),
            Raw::Implies(a, b) => Val::Truth(!truth(a) || truth(b)),
            Raw::Iff(a, b) => Val::Truth(truth(a) == truth(b)),
            Raw::Ite(c, a, b) => if truth(c) { a } else { b }.eval(value),
            Raw::Compare(c, a, b) => Val::Truth(compare(*c, &number(a), &number(b))),
            Raw::Add(a, b) => Val::Number(number(a) + number(b)),
            Raw::Sub(a, b) => Val::Number(number(a) - number(b)),
            Raw::Neg(a) => Val::Number(-number(a)),
            Raw::Scale(f, a) => Val::Number(f * number(a)),
            Raw::Div(a, d) => Val::Number(euclid(&number(a), d).0),
            Raw::Mod(a, d) => Val::Number(euclid(&number(a), d).1),
        }
    }

    /// The term, through the constructors.
    pub fn term(&self, t: &Terms) -> Term {
        match self {
            Raw::Truth(b) => t.bool(*b),
            Raw::Number(i) => t.int(int(i)),
            Raw::Symbol(i, sort) => t.of(symbol(t, *i, *sort)),
            Raw::Not(a) => t.not(a.term(t)),
            Raw::And(rs) => t.and(rs.iter().map(|r| r.term(t)).collect::<Vec<_>>()),
            Raw::Or(rs) => t.or(rs.iter().map(|r| r.term(t)).collect::<Vec<_>>()),
            Raw::Implies(a, b) => t.implies(a.term(t), b.term(t)),
            Raw::Iff(a, b) => t.eq(a.term(t), b.term(t)),
            Raw::Ite(c, a, b) => t.ite(c.term(t), a.term(t), b.term(t)),
            Raw::Compare(c, a, b) => {
                let (a, b) = (a.term(t), b.term(t));
                match c {
                    Le => t.le(a, b),
                    Lt => t.lt(a, b),
                    Ge => t.ge(a, b),
                    Gt => t.gt(a, b),
                    Eq => t.eq(a, b),
                }
            }
            Raw::Add(a, b) => t.add(a.term(t), b.term(t)),
            Raw::Sub(a, b) => t.sub(a.term(t), b.term(t)),
            Raw::Neg(a) => t.neg(a.term(t)),
            Raw::Scale(f, a) => t.scale(&int(f), a.term(t)),
            Raw::Div(a, d) => t.div(a.term(t), &int(d)),
            Raw::Mod(a, d) => t.modulo(a.term(t), &int(d)),
        }
    }

    /// The expression in SMT-LIB 2, word for word.
    pub fn smtlib(&self) -> String {
        let number = |i: &BigInt| if *i < BigInt::ZERO { format!("(- {})", -i) } else { i.to_string() };
        let list = |head: &str, rs: &[&Raw]| {
            rs.iter().fold(format!("({head}"), |mut s, r| {
                let _ = write!(s, " {}", r.smtlib());
                s
            }) + ")"
        };
        match self {
            Raw::Truth(b) => b.to_string(),
            Raw::Number(i) => number(i),
            Raw::Symbol(i, sort) => name(*i, *sort),
            Raw::Not(a) => list("not", &[a]),
            Raw::And(rs) if rs.is_empty() => "true".into(),
            Raw::Or(rs) if rs.is_empty() => "false".into(),
            Raw::And(rs) => list("and", &rs.iter().collect::<Vec<_>>()),
            Raw::Or(rs) => list("or", &rs.iter().collect::<Vec<_>>()),
            Raw::Implies(a, b) => list("=>", &[a, b]),
            Raw::Iff(a, b) | Raw::Compare(Eq, a, b) => list("=", &[a, b]),
            Raw::Ite(c, a, b) => list("ite", &[c, a, b]),
            Raw::Compare(c, a, b) => {
                let head = match c {
                    Le => "<=",
                    Lt => "<",
                    Ge => ">=",
                    Gt => ">",
                    Eq => "=",
                };
                list(head, &[a, b])
            }
            Raw::Add(a, b) => list("+", &[a, b]),
            Raw::Sub(a, b) => list("-", &[a, b]),
            Raw::Neg(a) => list("-", &[a]),
            Raw::Scale(f, a) => format!("(* {} {})", number(f), a.smtlib()),
            Raw::Div(a, d) => format!("(div {} {})", a.smtlib(), number(d)),
            Raw::Mod(a, d) => format!("(mod {} {})", a.smtlib(), number(d)),
        }
    }
}

/// The tests' symbols: three of either sort.
pub fn name(i: usize, sort: Sort) -> String {
    match sort {
        Sort::Bool => ["p", "q", "r"][i],
        Sort::Int => ["x", "y", "z"][i],
    }
    .into()
}

pub fn symbol(t: &Terms, i: usize, sort: Sort) -> Var {
    t.var(&name(i, sort), sort)
}

/// The number of a symbol.
pub fn number_of(t: &Terms, v: Var) -> usize {
    let symbol = t.symbol_of(v);
    (0..3).find(|&i| name(i, symbol.sort) == *symbol.name).expect("one of the tests' symbols")
}

pub fn int(i: &BigInt) -> Int {
    i.to_string().parse().expect("digits")
}

pub fn big(i: &Int) -> BigInt {
    i.to_string().parse().expect("digits")
}

pub fn value(v: &Val) -> Value {
    match v {
        Val::Truth(b) => Value::Bool(*b),
        Val::Number(i) => Value::Int(int(i)),
    }
}

pub fn val(v: &Value) -> Val {
    match v {
        Value::Bool(b) => Val::Truth(*b),
        Value::Int(i) => Val::Number(big(i)),
    }
}

/// Numbers that look random and are the same in every run (xorshift, 64 bits).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % n
    }

    pub fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    pub fn small(&mut self, size: i64) -> BigInt {
        BigInt::from(self.below((2 * size + 1) as usize) as i64 - size)
    }

    /// A number: mostly small; sometimes at the ends of the machine word or far beyond.
    pub fn number(&mut self) -> BigInt {
        let one = BigInt::from(1);
        match self.below(12) {
            0 => BigInt::from(i64::MAX) + self.small(2),
            1 => BigInt::from(i64::MIN) + self.small(2),
            2 => (one << 100) * self.small(3) + self.small(5),
            _ => self.small(6),
        }
    }

    /// A divisor, never zero.
    pub fn divisor(&mut self) -> BigInt {
        loop {
            let d = self.number();
            if d != BigInt::ZERO {
                return d;
            }
        }
    }

    /// Values for the tests' symbols.
    pub fn values(&mut self) -> impl Fn(usize, Sort) -> Val + use<> {
        let numbers: Vec<BigInt> = (0..3).map(|_| self.number()).collect();
        let bits = self.below(8);
        move |i, sort| match sort {
            Sort::Bool => Val::Truth(bits >> i & 1 == 1),
            Sort::Int => Val::Number(numbers[i].clone()),
        }
    }

    /// An expression of the sort; `huge` allows constants beyond the machine word.
    pub fn raw(&mut self, sort: Sort, depth: usize, huge: bool) -> Raw {
        if depth == 0 || self.below(12) == 0 {
            return match (sort, self.below(4)) {
                (Sort::Bool, 0) => Raw::Truth(self.flip()),
                (Sort::Int, 0) => Raw::Number(self.constant(huge)),
                _ => Raw::Symbol(self.below(3), sort),
            };
        }
        let sub = |r: &mut Random, sort| Box::new(r.raw(sort, depth - 1, huge));
        let list = |r: &mut Random| (0..r.below(5)).map(|_| r.raw(Sort::Bool, depth - 1, huge)).collect();
        use Sort::{Bool, Int};
        match (sort, self.below(8)) {
            (Bool, 0) => Raw::Not(sub(self, Bool)),
            (Bool, 1) => Raw::And(list(self)),
            (Bool, 2) => Raw::Or(list(self)),
            (Bool, 3) => Raw::Implies(sub(self, Bool), sub(self, Bool)),
            (Bool, 4) => Raw::Iff(sub(self, Bool), sub(self, Bool)),
            (sort, 5) => Raw::Ite(sub(self, Bool), sub(self, sort), sub(self, sort)),
            (Bool, _) => {
                let comparison = [Le, Lt, Ge, Gt, Eq, Eq][self.below(6)];
                Raw::Compare(comparison, sub(self, Int), sub(self, Int))
            }
            (Int, 0) => Raw::Add(sub(self, Int), sub(self, Int)),
            (Int, 1) => Raw::Sub(sub(self, Int), sub(self, Int)),
            (Int, 2) => Raw::Neg(sub(self, Int)),
            (Int, 3) => Raw::Scale(self.constant(huge), sub(self, Int)),
            (Int, 4) => Raw::Div(sub(self, Int), self.divisor_up_to(huge)),
            (Int, _) => Raw::Mod(sub(self, Int), self.divisor_up_to(huge)),
        }
    }

    fn constant(&mut self, huge: bool) -> BigInt {
        if huge { self.number() } else { self.small(6) }
    }

    fn divisor_up_to(&mut self, huge: bool) -> BigInt {
        if huge {
            return self.divisor();
        }
        let d = self.small(4);
        if d == BigInt::ZERO { BigInt::from(5) } else { d }
    }
}
