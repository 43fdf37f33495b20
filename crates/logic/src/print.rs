//! Terms as infix text, in tokens that a page can colour.
//!
//! A large formula with shared parts is shown with definitions (`d1`, `d2`, ...), so that the text stays linear in the
//! size of the shared term.

use crate::linear::Linear;
use crate::num::Int;
use crate::order::CollectOrdered;
use crate::term::{Node, Stamp, Term, Terms, Var};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What a token of printed text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A symbol of the formula.
    Symbol(Var),
    /// A number.
    Number,
    /// An operator or a comparison, spaces included.
    Operator,
    /// A word such as `and`, `not`, `true`, spaces included.
    Word,
    /// A parenthesis or comma.
    Bracket,
    /// The name of a definition.
    Definition,
}

/// A piece of printed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The text.
    pub text: String,
    /// What it is.
    pub kind: TokenKind,
}

/// A printed formula: its conjuncts, and the definitions they refer to, each before its use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Printed {
    /// Name and text of each shared part.
    pub definitions: Vec<(String, Vec<Token>)>,
    /// One row per conjunct at the top; a term that is no conjunction is one row.
    pub rows: Vec<Vec<Token>>,
}

/// The text of a list of tokens.
pub fn text(tokens: &[Token]) -> String {
    tokens.iter().map(|t| t.text.as_str()).collect()
}

/// Trees up to this size are written out even when parts repeat.
const WRITE_OUT_LIMIT: u64 = 60;
/// A shared part smaller than this is written out each time.
const SMALLEST_DEFINITION: u64 = 5;
/// Terms nested deeper than this are cut by a definition, which bounds the recursion of printing.
const DEPTH_LIMIT: u32 = 24;

/// How tightly an operator binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Any,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Atom,
}

/// A linear comparison in the form it is read: `lhs relation rhs`.
struct Comparison {
    lhs: Linear,
    relation: &'static str,
    rhs: Linear,
}

struct Printer<'t> {
    terms: &'t Terms,
    names: FxHashMap<Term, String>,
    out: Vec<Token>,
}

impl Terms {
    /// The term as infix text, e.g. `x <= y + 3 and x mod 2 = 0`; shared parts of large terms stand after `where`.
    pub fn infix(&self, t: Term) -> String {
        let printed = self.rows(t);
        let mut s = printed.rows.iter().map(|row| text(row)).collect::<Vec<_>>().join(" and ");
        for (i, (name, tokens)) in printed.definitions.iter().enumerate() {
            let lead = if i == 0 { " where " } else { "; " };
            let _ = write!(s, "{lead}{name} := {}", text(tokens));
        }
        s
    }

    /// The term as tokens of infix text, a row for each conjunct.
    pub fn rows(&self, t: Term) -> Printed {
        let defined = self.to_define(t);
        let mut printer = Printer { terms: self, names: FxHashMap::default(), out: Vec::new() };
        let mut definitions = Vec::new();
        let taken: BTreeSet<String> = self.vars(t).into_iter().map(|v| self.var_name(v)).collect_set();
        let mut names = (1..).map(|i| format!("d{i}")).filter(|name| !taken.contains(name));
        for (d, name) in defined.into_iter().zip(&mut names) {
            printer.print(d, Level::Any);
            definitions.push((name.clone(), std::mem::take(&mut printer.out)));
            printer.names.insert(d, name);
        }
        let rows = match self.node(t) {
            Node::And(ts) => printer.conjunct_rows(&ts),
            _ => {
                printer.print(t, Level::Any);
                vec![printer.out]
            }
        };
        Printed { definitions, rows }
    }

    /// The parts of `t` to be named, each after those it contains.
    fn to_define(&self, t: Term) -> Vec<Term> {
        let order = self.postorder(&[t]);
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for &u in &order {
            for c in self.children(u) {
                *uses.entry(c).or_default() += 1;
            }
        }
        let measure = |named: &dyn Fn(Term, u64, u32) -> bool| {
            let mut size: FxHashMap<Term, (u64, u32)> = FxHashMap::default();
            let mut defined = Vec::new();
            for &u in &order {
                let (mut tree, mut depth) = (1u64, 0);
                for c in self.children(u) {
                    tree = tree.saturating_add(size[&c].0);
                    depth = depth.max(size[&c].1 + 1);
                }
                if u != t && named(u, tree, depth) {
                    defined.push(u);
                    (tree, depth) = (1, 0);
                }
                size.insert(u, (tree, depth));
            }
            (size[&t].0, defined)
        };
        let (whole, _) = measure(&|_, _, _| false);
        measure(&|u, tree, depth| {
            depth >= DEPTH_LIMIT || (whole > WRITE_OUT_LIMIT && uses[&u] > 1 && tree >= SMALLEST_DEFINITION)
        })
        .1
    }
}

impl Printer<'_> {
    fn push(&mut self, text: impl Into<String>, kind: TokenKind) {
        self.out.push(Token { text: text.into(), kind });
    }

    fn print(&mut self, t: Term, context: Level) {
        if let Some(name) = self.names.get(&t) {
            let name = name.clone();
            return self.push(name, TokenKind::Definition);
        }
        let level = self.level(t);
        let parens = level < context;
        if parens {
            self.push("(", TokenKind::Bracket);
        }
        self.print_bare(t);
        if parens {
            self.push(")", TokenKind::Bracket);
        }
    }

    fn level(&self, t: Term) -> Level {
        match self.terms.node(t) {
            Node::Or(_) => Level::Or,
            Node::And(_) => Level::And,
            Node::Not(a) if matches!(self.terms.node(a), Node::Eq(_) | Node::Iff(..)) => Level::Compare,
            Node::Not(_) => Level::Not,
            Node::Le(_) | Node::Eq(_) | Node::Iff(..) => Level::Compare,
            Node::Sum(l) => match (l.parts(), l.constant().is_zero()) {
                ([], _) => Level::Atom,
                ([_], true) => Level::Product,
                _ => Level::Sum,
            },
            Node::Div(..) | Node::Mod(..) => Level::Product,
            Node::Bool(_) | Node::Var(_) | Node::Ite(..) => Level::Atom,
        }
    }

    fn print_bare(&mut self, t: Term) {
        match self.terms.node(t) {
            Node::Bool(b) => self.push(b.to_string(), TokenKind::Word),
            Node::Var(v) => self.push(self.terms.var_name(v), TokenKind::Symbol(v)),
            Node::Not(a) => match self.terms.node(a) {
                Node::Eq(l) => {
                    let c = self.equation(&l);
                    self.comparison(&Comparison { relation: " != ", ..c });
                }
                Node::Iff(a, b) => self.iff(a, b, " != "),
                _ => {
                    self.push("not ", TokenKind::Word);
                    self.print(a, Level::Not);
                }
            },
            Node::And(ts) => self.conjunction(&ts),
            Node::Or(ts) => {
                for (i, &c) in ts.iter().enumerate() {
                    if i > 0 {
                        self.push(" or ", TokenKind::Word);
                    }
                    self.print(c, Level::Or);
                }
            }
            Node::Iff(a, b) => self.iff(a, b, " = "),
            Node::Ite(c, a, b) => {
                self.push("ite", TokenKind::Word);
                self.push("(", TokenKind::Bracket);
                for (i, u) in [c, a, b].into_iter().enumerate() {
                    if i > 0 {
                        self.push(", ", TokenKind::Bracket);
                    }
                    self.print(u, Level::Any);
                }
                self.push(")", TokenKind::Bracket);
            }
            Node::Le(l) => {
                let c = self.inequality(&l);
                self.comparison(&c);
            }
            Node::Eq(l) => {
                let c = self.equation(&l);
                self.comparison(&c);
            }
            Node::Sum(l) => self.sum(&l),
            Node::Div(a, d) => self.division(a, " div ", &d),
            Node::Mod(a, d) => self.division(a, " mod ", &d),
        }
    }

    fn iff(&mut self, a: Term, b: Term, relation: &str) {
        self.print(a, Level::Sum);
        self.push(relation, TokenKind::Operator);
        self.print(b, Level::Sum);
    }

    fn division(&mut self, a: Term, operator: &str, d: &Int) {
        // Products are read from left to right, so a product on the left could do without parentheses; they help the reader.
        self.print(a, Level::Atom);
        self.push(operator, TokenKind::Operator);
        self.push(d.to_string(), TokenKind::Number);
    }

    fn conjunction(&mut self, ts: &[Term]) {
        let before = std::mem::take(&mut self.out);
        let rows = self.conjunct_rows(ts);
        self.out = before;
        for (i, row) in rows.into_iter().enumerate() {
            if i > 0 {
                self.push(" and ", TokenKind::Word);
            }
            self.out.extend(row);
        }
    }

    /// Conjuncts in order, each a row; a lower and an upper bound of one sum are joined: `0 <= x <= 9`.
    fn conjunct_rows(&mut self, ts: &[Term]) -> Vec<Vec<Token>> {
        let ts = self.open(ts);
        let bounds: Vec<Option<(Linear, bool, Int)>> = ts.iter().map(|&c| self.bound(c)).collect();
        let partner = |i: usize| {
            let (form, upper, value) = bounds[i].as_ref()?;
            (0..ts.len()).find(|&j| {
                matches!(&bounds[j], Some((f, u, v)) if f == form && u != upper
                    && if *upper { v <= value } else { value <= v })
            })
        };
        let mut rows = Vec::new();
        for (i, &t) in ts.iter().enumerate() {
            // Only mutual pairs are joined; the later half has then been printed with the earlier one.
            let joined = partner(i).filter(|&j| partner(j) == Some(i));
            match (joined, &bounds[i]) {
                (Some(j), _) if j < i => continue,
                (Some(j), Some((form, upper, value))) => {
                    let other = bounds[j].as_ref().map(|b| b.2.clone()).unwrap_or_default();
                    let (low, high) = if *upper { (other, value.clone()) } else { (value.clone(), other) };
                    self.sum(&Linear::constant_of(low));
                    self.push(" <= ", TokenKind::Operator);
                    self.sum(form);
                    self.push(" <= ", TokenKind::Operator);
                    self.sum(&Linear::constant_of(high));
                }
                _ => self.print(t, Level::And),
            }
            rows.push(std::mem::take(&mut self.out));
        }
        rows
    }

    /// The conjuncts, with nested conjunctions flattened unless they have been given a name.
    fn open(&self, ts: &[Term]) -> Vec<Term> {
        let mut out = Vec::new();
        let mut stack: Vec<Term> = ts.iter().rev().copied().collect();
        while let Some(t) = stack.pop() {
            match self.terms.node(t) {
                Node::And(inner) if !self.names.contains_key(&t) => stack.extend(inner.iter().rev()),
                _ => out.push(t),
            }
        }
        out
    }

    /// Reads a term as a bound on a sum with a positive first coefficient: the sum, whether it is bounded from above,
    /// and the bound. Only for sums that read well in the middle of a chain such as `0 <= x <= 9`: those without
    /// negative coefficients.
    fn bound(&self, t: Term) -> Option<(Linear, bool, Int)> {
        let Node::Le(l) = self.terms.node(t) else { return None };
        if self.names.contains_key(&t) {
            return None;
        }
        let upper = l.parts().first().is_some_and(|(_, c)| c.is_positive());
        let oriented = if upper { (*l).clone() } else { l.scaled(&Int::MINUS_ONE) };
        let value = -oriented.constant();
        let form = oriented.with_constant(Int::ZERO);
        form.parts().iter().all(|(_, c)| c.is_positive()).then_some((form, upper, value))
    }

    fn comparison(&mut self, c: &Comparison) {
        self.sum(&c.lhs);
        self.push(c.relation, TokenKind::Operator);
        self.sum(&c.rhs);
    }

    /// `l <= 0` in a readable form: parts with positive coefficients on the left, negative on the right, constants to
    /// the right.
    fn inequality(&self, l: &Linear) -> Comparison {
        let (positive, negative) = split(l);
        let constant = l.constant();
        if positive.parts().is_empty() {
            // c <= n reads better as n >= c.
            return Comparison {
                lhs: negative,
                relation: " >= ",
                rhs: Linear::constant_of(constant.clone()),
            };
        }
        if negative.parts().is_empty() {
            return Comparison { lhs: positive, relation: " <= ", rhs: Linear::constant_of(-constant) };
        }
        if constant.is_one() {
            return Comparison { lhs: positive, relation: " < ", rhs: negative };
        }
        Comparison { lhs: positive, relation: " <= ", rhs: negative.with_constant(-constant) }
    }

    /// `l = 0` in a readable form: the newest symbol alone on the left where that is possible, otherwise as for
    /// inequalities.
    fn equation(&self, l: &Linear) -> Comparison {
        let newest = l.parts().iter().map(|(t, _)| self.stamp(*t)).max();
        let mut newest_parts = l.parts().iter().filter(|(t, _)| Some(self.stamp(*t)) == newest);
        if let (Some((t, c)), None) = (newest_parts.next(), newest_parts.next())
            && c.abs().is_one()
            && l.parts().len() > 1
        {
            let rest = l.minus(&Linear::part(*t).scaled(c));
            return Comparison {
                lhs: Linear::part(*t),
                relation: " = ",
                rhs: if c.is_positive() { rest.scaled(&Int::MINUS_ONE) } else { rest },
            };
        }
        let (positive, negative) = split(l);
        let constant = l.constant();
        if negative.parts().is_empty() {
            return Comparison { lhs: positive, relation: " = ", rhs: Linear::constant_of(-constant) };
        }
        if constant.is_positive() && negative.parts().len() == 1 && positive.parts().len() == 1 {
            // x + 3 = y reads better as y = x + 3.
            return Comparison {
                lhs: negative,
                relation: " = ",
                rhs: positive.with_constant(constant.clone()),
            };
        }
        Comparison { lhs: positive, relation: " = ", rhs: negative.with_constant(-constant) }
    }

    /// The newest stamp among the symbols that stand directly in a part; used only to choose a readable left side.
    fn stamp(&self, t: Term) -> Stamp {
        match self.terms.node(t) {
            Node::Var(v) => match self.terms.symbol_of(v).stamp {
                Stamp::Primed => Stamp::At(u32::MAX),
                stamp => stamp,
            },
            _ => Stamp::Plain,
        }
    }

    /// A sum in its order, except that a summand that is not negative comes first if there is one: `y - x`, `5 - x`.
    fn sum(&mut self, l: &Linear) {
        if let Some(c) = l.as_constant() {
            return self.push(c.to_string(), TokenKind::Number);
        }
        let mut summands: Vec<(Option<Term>, &Int)> = l.parts().iter().map(|(t, c)| (Some(*t), c)).collect();
        summands.extend((!l.constant().is_zero()).then_some((None, l.constant())));
        let lead = summands.iter().position(|(_, c)| !c.is_negative()).unwrap_or(0);
        summands[..=lead].rotate_right(1);
        for (i, (part, c)) in summands.into_iter().enumerate() {
            let negative = c.is_negative();
            match (i, negative) {
                (0, true) => self.push("-", TokenKind::Operator),
                (0, false) => {}
                (_, true) => self.push(" - ", TokenKind::Operator),
                (_, false) => self.push(" + ", TokenKind::Operator),
            }
            let size = c.abs();
            match part {
                None => self.push(size.to_string(), TokenKind::Number),
                Some(t) if size.is_one() => {
                    // After a leading minus a quotient needs parentheses: -(x div 2) is not (-x) div 2.
                    self.print(t, if i == 0 && negative { Level::Atom } else { Level::Product });
                }
                Some(t) => {
                    self.push(size.to_string(), TokenKind::Number);
                    self.push("*", TokenKind::Operator);
                    self.print(t, Level::Atom);
                }
            }
        }
    }
}

/// The parts with positive coefficients, and those with negative ones negated; both without the constant.
fn split(l: &Linear) -> (Linear, Linear) {
    let pick = |positive: bool| {
        let parts = l.parts().iter().filter(|(_, c)| c.is_positive() == positive);
        Linear::from_parts(parts.map(|(t, c)| (*t, c.abs())).collect(), Int::ZERO)
    };
    (pick(true), pick(false))
}

#[cfg(test)]
mod tests;
