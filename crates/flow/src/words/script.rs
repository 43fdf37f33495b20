//! Formulas over words as bit-vector SMT-LIB 2: the form of certificates, which shares nothing with the circuits.
//!
//! Every integer term becomes a bit-vector in two's complement that is wide enough for its exact value, so that only
//! remainders wrap. Every part has a definition of its own, so that shared parts are written once.

use super::{Word, Words};
use logic::{Int, Linear, Node, Sort, Term, Terms, Var};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Declarations and definitions, with what each formula is called.
#[derive(Debug)]
pub struct Script {
    /// Lines of SMT-LIB.
    pub text: String,
    /// In the order of the formulas.
    pub names: Vec<String>,
}

impl Words {
    /// These formulas over digits, those over words that they come from wherever that is known.
    pub fn script(&self, terms: &Terms, formulas: &[Term]) -> Script {
        let known = self.known.borrow();
        let formulas: Vec<Term> = formulas.iter().map(|t| known.get(t).copied().unwrap_or(*t)).collect();
        let mut declared: BTreeSet<Var> = BTreeSet::new();
        let mut text = String::new();
        for v in terms.vars_of(&formulas) {
            let owner = self.owner(terms, v).map_or(v, |(owner, _)| owner);
            if !declared.insert(owner) {
                continue;
            }
            let name = terms.var_name(owner);
            let Some(word) = self.word(terms, owner) else {
                let _ = writeln!(text, "(declare-const |{name}| Bool)");
                continue;
            };
            let _ = writeln!(text, "(declare-const |{name}| (_ BitVec {}))", word.bits);
            for (at, digit) in self.digits(terms, owner).into_iter().enumerate() {
                let digit = terms.var_name(digit);
                let _ =
                    writeln!(text, "(define-fun |{digit}| () Bool (= ((_ extract {at} {at}) |{name}|) #b1))");
            }
        }
        let mut writer = Writer {
            terms,
            words: self,
            text,
            numbers: BTreeMap::new(),
            formulas: BTreeMap::new(),
            count: 0,
        };
        let names = formulas.into_iter().map(|t| writer.formula(t)).collect();
        Script { text: writer.text, names }
    }
}

/// A bit-vector by its name.
#[derive(Clone)]
struct Vector {
    name: String,
    bits: u32,
}

struct Writer<'a> {
    terms: &'a Terms,
    words: &'a Words,
    text: String,
    numbers: BTreeMap<Term, Vector>,
    formulas: BTreeMap<Term, String>,
    /// How many vectors have a name.
    count: u32,
}

impl Writer<'_> {
    fn formula(&mut self, t: Term) -> String {
        if let Some(known) = self.formulas.get(&t) {
            return known.clone();
        }
        let terms = self.terms;
        let all = |writer: &mut Self, head: &str, parts: &[Term]| {
            let parts: Vec<String> = parts.iter().map(|&part| writer.formula(part)).collect();
            format!("({head} {})", parts.join(" "))
        };
        let body = match terms.node(t) {
            Node::Bool(value) => return value.to_string(),
            Node::Var(v) => return format!("|{}|", terms.var_name(v)),
            Node::Not(a) => all(self, "not", &[a]),
            Node::And(parts) => all(self, "and", &parts),
            Node::Or(parts) => all(self, "or", &parts),
            Node::Iff(a, b) => all(self, "=", &[a, b]),
            Node::Le(sum) => self.compared("bvsle", &sum),
            Node::Eq(sum) => self.compared("=", &sum),
            Node::Ite(c, a, b) => all(self, "ite", &[c, a, b]),
            // Nothing else is a formula.
            Node::Sum(_) | Node::Div(..) | Node::Mod(..) => return "false".into(),
        };
        let name = format!("$f{}", self.formulas.len() + 1);
        let _ = writeln!(self.text, "(define-fun {name} () Bool {body})");
        self.formulas.insert(t, name.clone());
        name
    }

    fn compared(&mut self, operator: &str, sum: &Linear) -> String {
        let sum = self.sum(sum);
        format!("({operator} {} {})", sum.name, constant(&Int::ZERO, sum.bits))
    }

    fn number(&mut self, t: Term) -> Vector {
        if let Some(known) = self.numbers.get(&t) {
            return known.clone();
        }
        let terms = self.terms;
        let vector = match terms.node(t) {
            Node::Var(v) => {
                let word = self.words.word(terms, v).unwrap_or(Word { bits: 1, signed: true });
                let name = format!("|{}|", terms.var_name(v));
                match word.signed {
                    true => Vector { name, bits: word.bits },
                    false => self.define(format!("((_ zero_extend 1) {name})"), word.bits + 1),
                }
            }
            Node::Ite(c, a, b) if terms.sort(t) == Sort::Int => {
                let (c, a, b) = (self.formula(c), self.number(a), self.number(b));
                let bits = a.bits.max(b.bits);
                self.define(format!("(ite {c} {} {})", wide(&a, bits), wide(&b, bits)), bits)
            }
            Node::Sum(sum) => self.sum(&sum),
            Node::Div(a, d) => self.quotient(a, &d, true),
            Node::Mod(a, d) => self.quotient(a, &d, false),
            _ => self.define(constant(&Int::ZERO, 1), 1),
        };
        self.numbers.insert(t, vector.clone());
        vector
    }

    fn sum(&mut self, sum: &Linear) -> Vector {
        let parts: Vec<(Vector, Int)> =
            sum.parts().iter().map(|(part, factor)| (self.number(*part), factor.clone())).collect();
        // As wide as the greatest sum of absolute values.
        let mut most = sum.constant().abs();
        for (vector, factor) in &parts {
            most += &(factor.abs() * power(vector.bits - 1));
        }
        let bits = u32::try_from(most.bits()).unwrap_or(u32::MAX) + 1;
        let mut text = constant(sum.constant(), bits);
        for (vector, factor) in &parts {
            text = format!("(bvadd {text} (bvmul {} {}))", constant(factor, bits), wide(vector, bits));
        }
        self.define(text, bits)
    }

    /// The Euclidean quotient or remainder by a positive number. What is left of -1 - a stands for a negative a.
    fn quotient(&mut self, a: Term, d: &Int, is_quotient: bool) -> Vector {
        let a = self.number(a);
        let bits = a.bits.max(u32::try_from(d.bits()).unwrap_or(u32::MAX) + 1);
        let (a, d_text) = (self.define(wide(&a, bits), bits), constant(d, bits));
        let is_negative = format!("(bvslt {} {})", a.name, constant(&Int::ZERO, bits));
        let a = &a.name;
        if is_quotient {
            let text =
                format!("(ite {is_negative} (bvnot (bvudiv (bvnot {a}) {d_text})) (bvudiv {a} {d_text}))");
            return self.define(text, bits);
        }
        let last = constant(&(d - &Int::ONE), bits);
        let text =
            format!("(ite {is_negative} (bvsub {last} (bvurem (bvnot {a}) {d_text})) (bvurem {a} {d_text}))");
        let rest = self.define(text, bits);
        let bits = u32::try_from((d - &Int::ONE).bits()).unwrap_or(u32::MAX) + 1;
        self.define(format!("((_ extract {} 0) {})", bits - 1, rest.name), bits)
    }

    fn define(&mut self, text: String, bits: u32) -> Vector {
        self.count += 1;
        let name = format!("$n{}", self.count);
        let _ = writeln!(self.text, "(define-fun {name} () (_ BitVec {bits}) {text})");
        Vector { name, bits }
    }
}

/// The vector in more digits.
fn wide(vector: &Vector, bits: u32) -> String {
    match bits - vector.bits {
        0 => vector.name.clone(),
        more => format!("((_ sign_extend {more}) {})", vector.name),
    }
}

fn constant(number: &Int, bits: u32) -> String {
    format!("(_ bv{} {bits})", number.rem_euclid(&power(bits)))
}

/// 2 to the power of a number.
fn power(exponent: u32) -> Int {
    (0..exponent).fold(Int::ONE, |power, _| &power + &power)
}
