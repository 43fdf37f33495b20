//! Formulas in random notation: the same meaning, written with all that SMT-LIB has.

use crate::generate::Random;
use logic::{Int, Linear, Node, Sort, Term, Terms};
use std::fmt::Write;

/// Writes formulas of one script.
pub struct Writer<'t> {
    terms: &'t Terms,
    /// None writes plainly.
    random: Option<Random>,
    /// The definitions that the formulas written so far use.
    pub definitions: String,
    names: usize,
}

impl<'t> Writer<'t> {
    /// A writer with nothing defined.
    pub fn new(terms: &'t Terms, seed: Option<u64>) -> Writer<'t> {
        let random = seed.map(|s| Random::new(s ^ 0x5eed));
        Writer { terms, random, definitions: String::new(), names: 0 }
    }

    /// A formula.
    pub fn formula(&mut self, f: Term) -> String {
        if self.random.is_none() { self.terms.smtlib(f).replace('\n', " ") } else { self.boolean(f) }
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.as_mut().map_or(0, |r| r.below(n))
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 1
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn boolean(&mut self, f: Term) -> String {
        let plain = match self.terms.node(f) {
            Node::Bool(b) => b.to_string(),
            Node::Var(v) => self.terms.smt_symbol(v),
            Node::Not(a) => self.negation(a),
            Node::And(ts) => self.junction("and", "or", &ts),
            Node::Or(ts) => match self.below(3) {
                0 => self.implication(&ts),
                _ => self.junction("or", "and", &ts),
            },
            Node::Iff(a, b) => {
                let (a, b) = (self.boolean(a), self.boolean(b));
                match self.below(4) {
                    0 => format!("(not (xor {a} {b}))"),
                    1 => format!("(and (=> {a} {b}) (=> {b} {a}))"),
                    2 => format!("(= {b} {a})"),
                    _ => format!("(not (distinct {a} {b}))"),
                }
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.boolean(c), self.boolean(a), self.boolean(b));
                match self.below(3) {
                    0 => format!("(and (=> {c} {a}) (or {c} {b}))"),
                    1 => format!("(let ((c {c})) (or (and c {a}) (and (not c) {b})))"),
                    _ => format!("(ite {c} {a} {b})"),
                }
            }
            Node::Le(l) => self.inequality(&l),
            Node::Eq(l) => self.equation(&l),
            Node::Sum(_) | Node::Div(..) | Node::Mod(..) => String::new(),
        };
        if self.one_in(20) {
            let name = self.name("?l");
            return format!("(let (({name} {plain})) {name})");
        }
        plain
    }

    fn negation(&mut self, a: Term) -> String {
        let inner = self.boolean(a);
        match self.below(5) {
            0 => format!("(=> {inner} false)"),
            1 => format!("(xor {inner} true)"),
            2 => format!("(= {inner} false)"),
            _ => format!("(not {inner})"),
        }
    }

    fn junction(&mut self, name: &str, dual: &str, ts: &[Term]) -> String {
        let mut texts: Vec<String> = ts.iter().map(|&t| self.boolean(t)).collect();
        match self.below(5) {
            // De Morgan.
            0 => {
                let negated: Vec<String> = texts.iter().map(|t| format!("(not {t})")).collect();
                format!("(not ({dual} {}))", negated.join(" "))
            }
            // One by one.
            1 => {
                let last = texts.pop().unwrap_or_default();
                texts.into_iter().rev().fold(last, |rest, t| format!("({name} {t} {rest})"))
            }
            // The first by name; the name may hide nothing that the others speak of.
            2 => {
                let local = self.name("?l");
                let first = texts.remove(0);
                format!("(let (({local} {first})) ({name} {local} {} {local}))", texts.join(" "))
            }
            _ => format!("({name} {})", texts.join(" ")),
        }
    }

    fn implication(&mut self, ts: &[Term]) -> String {
        let (last, rest) = ts.split_last().expect("a disjunction has members");
        let mut out = String::from("(=>");
        for &t in rest {
            let _ = write!(out, " {}", self.boolean(self.terms.not(t)));
        }
        out + &format!(" {})", self.boolean(*last))
    }

    /// `l <= 0`.
    fn inequality(&mut self, l: &Linear) -> String {
        if self.one_in(6)
            && let Some(call) = self.call(l, "<=")
        {
            return call;
        }
        let (left, right) = self.sides(l);
        match self.below(6) {
            0 => format!("(>= {right} {left})"),
            1 => format!("(not (> {left} {right}))"),
            2 => format!("(< {left} (+ {right} 1))"),
            3 => format!("(> (- {right} (- 1)) {left})"),
            4 => format!("(not (< {right} {left}))"),
            _ => format!("(<= {left} {right})"),
        }
    }

    /// `l = 0`.
    fn equation(&mut self, l: &Linear) -> String {
        if self.one_in(6)
            && let Some(call) = self.call(l, "=")
        {
            return call;
        }
        let (left, right) = self.sides(l);
        match self.below(6) {
            0 => format!("(not (distinct {left} {right}))"),
            1 => format!("(and (<= {left} {right}) (>= {left} {right}))"),
            2 => format!("(<= {left} {right} {left})"),
            3 => format!("(= {right} {left} {right})"),
            _ => format!("(= {left} {right})"),
        }
    }

    /// The comparison as a call of a function over the parts, if those are symbols.
    fn call(&mut self, l: &Linear, relation: &str) -> Option<String> {
        let (mut parameters, mut arguments, mut sum) = (String::new(), String::new(), String::new());
        for (i, (part, c)) in l.parts().iter().enumerate() {
            let Node::Var(v) = self.terms.node(*part) else { return None };
            let _ = write!(parameters, "(a{i} Int)");
            let _ = write!(arguments, " {}", self.terms.smt_symbol(v));
            let _ = write!(sum, " (* {} a{i})", number(c));
        }
        let name = self.name("f");
        let _ = writeln!(
            self.definitions,
            "(define-fun {name} ({parameters}) Bool ({relation} (+ 0{sum}) {}))",
            number(&-l.constant())
        );
        Some(format!("({name}{arguments})"))
    }

    /// The sum cut into two, so that their difference is the sum.
    fn sides(&mut self, l: &Linear) -> (String, String) {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (part, c) in l.parts() {
            match self.below(2) {
                0 => left.push((*part, c.clone())),
                _ => right.push((*part, -c)),
            }
        }
        let at_left = self.one_in(2);
        let constant = |mine: bool| if mine { l.constant().clone() } else { Int::ZERO };
        let left = Linear::from_parts(left, constant(at_left));
        let right = Linear::from_parts(right, -constant(!at_left));
        (self.sum(&left), self.sum(&right))
    }

    fn sum(&mut self, l: &Linear) -> String {
        let mut plus: Vec<String> = Vec::new();
        let mut minus: Vec<String> = Vec::new();
        for (part, c) in l.parts() {
            let part = self.integer(*part);
            let subtract = self.one_in(3);
            let c = if subtract { -c } else { c.clone() };
            let product = match self.below(4) {
                _ if c.is_one() => part,
                0 => format!("(* {part} {})", number(&c)),
                1 => format!("(- (* {} {part}))", number(&-&c)),
                2 => format!("(* {} {part} (- 1))", number(&-&c)),
                _ => format!("(* {} {part})", number(&c)),
            };
            if subtract { minus.push(product) } else { plus.push(product) }
        }
        if !l.constant().is_zero() || plus.is_empty() {
            plus.push(number(l.constant()));
        }
        let sum = if plus.len() == 1 { plus.remove(0) } else { format!("(+ {})", plus.join(" ")) };
        if minus.is_empty() { sum } else { format!("(- {sum} {})", minus.join(" ")) }
    }

    fn integer(&mut self, t: Term) -> String {
        debug_assert_eq!(self.terms.sort(t), Sort::Int);
        match self.terms.node(t) {
            Node::Var(v) => self.terms.smt_symbol(v),
            Node::Ite(c, a, b) => {
                let (a, b) = (self.integer(a), self.integer(b));
                match self.below(3) {
                    0 => format!("(ite {} {b} {a})", self.boolean(self.terms.not(c))),
                    1 => {
                        let local = self.name("?l");
                        format!("(let (({local} {})) (ite {local} {a} {b}))", self.boolean(c))
                    }
                    _ => format!("(ite {} {a} {b})", self.boolean(c)),
                }
            }
            Node::Div(a, d) => {
                let a = self.integer(a);
                match self.below(3) {
                    0 => format!("(- (div {a} (- {d})))"),
                    _ => format!("(div {a} {d})"),
                }
            }
            Node::Mod(a, d) => {
                let a = self.integer(a);
                match self.below(4) {
                    0 => format!("(mod {a} (- {d}))"),
                    1 => format!("(let ((?n {a})) (- ?n (* {d} (div ?n {d}))))"),
                    _ => format!("(mod {a} {d})"),
                }
            }
            Node::Sum(l) => self.sum(&l),
            _ => String::new(),
        }
    }
}

fn number(i: &Int) -> String {
    if i.is_negative() { format!("(- {})", i.abs()) } else { i.to_string() }
}
