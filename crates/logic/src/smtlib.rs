//! Terms as SMT-LIB 2 text. Shared parts are bound by `let`, so the text is linear in the size of the shared term.

use crate::linear::Linear;
use crate::num::Int;
use crate::term::{Node, Sort, Term, Terms, Var};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// A part used more than once is bound by `let` when it has at least this many direct subterms.
const SHARE_FROM: usize = 1;

/// Reserved words and function names of SMT-LIB that a program may use as names of variables. Quoting does not help
/// here: `|div|` is the same symbol as `div`.
const RESERVED: [&str; 33] = [
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "_",
    "abs",
    "and",
    "as",
    "assert",
    "distinct",
    "div",
    "echo",
    "exists",
    "exit",
    "false",
    "forall",
    "iff",
    "implies",
    "ite",
    "let",
    "match",
    "mod",
    "not",
    "or",
    "par",
    "pop",
    "push",
    "reset",
    "select",
    "store",
    "true",
    "xor",
];

impl Terms {
    /// A symbol in SMT-LIB 2 syntax, quoted where necessary: `x`, `x@3`, `|x'|`. A reserved word gets a trailing tilde,
    /// which no variable of a program has.
    pub fn smt_symbol(&self, v: Var) -> String {
        let name = self.var_name(v);
        if RESERVED.contains(&name.as_str()) {
            return format!("{name}~");
        }
        let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
        let ok = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(plain);
        if ok { name } else { format!("|{}|", name.replace(['|', '\\'], "_")) }
    }

    /// The declarations of symbols, one `declare-const` a line, in order of handle.
    pub fn smt_declarations(&self, vars: impl IntoIterator<Item = Var>) -> String {
        vars.into_iter().fold(String::new(), |mut s, v| {
            let sort = match self.var_sort(v) {
                Sort::Bool => "Bool",
                Sort::Int => "Int",
            };
            let _ = writeln!(s, "(declare-const {} {sort})", self.smt_symbol(v));
            s
        })
    }

    /// The term in SMT-LIB 2 syntax.
    pub fn smtlib(&self, t: Term) -> String {
        let order = self.postorder(&[t]);
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for &u in &order {
            for c in self.children(u) {
                *uses.entry(c).or_default() += 1;
            }
        }
        let mut texts: FxHashMap<Term, String> = FxHashMap::default();
        let mut out = String::new();
        let mut lets = 0;
        for &u in &order {
            let body = self.smt_node(u, &texts);
            let shared = u != t && uses[&u] > 1 && self.children(u).len() >= SHARE_FROM;
            if shared || body.len() > 2_000 && u != t {
                lets += 1;
                let _ = write!(out, "(let ((?{lets} {body})) ");
                texts.insert(u, format!("?{lets}"));
            } else {
                texts.insert(u, body);
            }
        }
        out.push_str(&texts[&t]);
        out.extend(std::iter::repeat_n(')', lets));
        out
    }

    fn smt_node(&self, t: Term, texts: &FxHashMap<Term, String>) -> String {
        let list = |head: &str, ts: &[Term]| {
            let mut s = format!("({head}");
            for c in ts {
                s.push(' ');
                s.push_str(&texts[c]);
            }
            s.push(')');
            s
        };
        match self.node(t) {
            Node::Bool(b) => b.to_string(),
            Node::Var(v) => self.smt_symbol(v),
            Node::Not(a) => list("not", &[a]),
            Node::And(ts) => list("and", &ts),
            Node::Or(ts) => list("or", &ts),
            Node::Iff(a, b) => list("=", &[a, b]),
            Node::Ite(c, a, b) => list("ite", &[c, a, b]),
            Node::Le(l) => format!("(<= {} 0)", smt_sum(&l, texts)),
            Node::Eq(l) => format!("(= {} 0)", smt_sum(&l, texts)),
            Node::Sum(l) => smt_sum(&l, texts),
            Node::Div(a, d) => format!("(div {} {d})", texts[&a]),
            Node::Mod(a, d) => format!("(mod {} {d})", texts[&a]),
        }
    }
}

fn smt_int(i: &Int) -> String {
    if i.is_negative() { format!("(- {})", i.abs()) } else { i.to_string() }
}

fn smt_sum(l: &Linear, texts: &FxHashMap<Term, String>) -> String {
    let mut summands: Vec<String> = l
        .parts()
        .iter()
        .map(|(t, c)| if c.is_one() { texts[t].clone() } else { format!("(* {} {})", smt_int(c), texts[t]) })
        .collect();
    if !l.constant().is_zero() || summands.is_empty() {
        summands.push(smt_int(l.constant()));
    }
    if summands.len() == 1 { summands.remove(0) } else { format!("(+ {})", summands.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_quoted_where_the_standard_wants_it() {
        let t = Terms::new();
        let x = t.var("x", Sort::Int);
        assert_eq!(t.smt_symbol(x), "x");
        assert_eq!(t.smt_symbol(t.at(x, 3)), "x@3");
        assert_eq!(t.smt_symbol(t.primed(x)), "|x'|");
        assert_eq!(t.smt_symbol(t.var("nondet#1", Sort::Bool)), "|nondet#1|");
        assert_eq!(t.smt_symbol(t.var("div", Sort::Int)), "div~");
        assert_eq!(t.smt_symbol(t.primed(t.var("div", Sort::Int))), "|div'|");
        assert_eq!(t.smt_symbol(t.var("$x", Sort::Int)), "|$x|");
    }

    #[test]
    fn sharing_becomes_let() {
        let t = Terms::new();
        let x = t.of(t.var("x", Sort::Int));
        let m = t.modulo(x, &2.into());
        let f = t.or([t.eq(m, t.int(0)), t.le(t.scale(&(-3).into(), m), t.int(-7))]);
        assert_eq!(t.smtlib(f), "(let ((?1 (mod x 2))) (or (= ?1 0) (<= (+ (* (- 1) ?1) 3) 0)))");
    }
}
