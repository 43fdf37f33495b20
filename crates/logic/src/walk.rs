//! Walks over shared terms: order, symbols, substitution, evaluation. None of them recurses, so deep terms need no deep
//! stack.

use crate::linear::Linear;
use crate::num::Int;
use crate::order::CollectOrdered;
use crate::term::{Node, Sort, Stamp, Term, Terms, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::fmt;

/// A value of a symbol or a term.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// A number.
    Int(Int),
}

impl Value {
    /// The default value of a sort: false or zero.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(Int::ZERO),
        }
    }

    /// The truth value; a number counts as true when it is not zero.
    pub fn truth(&self) -> bool {
        match self {
            Value::Bool(b) => *b,
            Value::Int(i) => !i.is_zero(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => fmt::Display::fmt(b, f),
            Value::Int(i) => fmt::Display::fmt(i, f),
        }
    }
}

/// The direct subterms of a node, from left to right.
fn children_of(node: &Node) -> Vec<Term> {
    match node {
        Node::Bool(_) | Node::Var(_) => Vec::new(),
        Node::Not(a) | Node::Div(a, _) | Node::Mod(a, _) => vec![*a],
        Node::And(ts) | Node::Or(ts) => ts.to_vec(),
        Node::Iff(a, b) => vec![*a, *b],
        Node::Ite(c, a, b) => vec![*c, *a, *b],
        Node::Le(l) | Node::Eq(l) | Node::Sum(l) => l.parts().iter().map(|(p, _)| *p).collect(),
    }
}

impl Terms {
    /// The direct subterms, from left to right.
    pub fn children(&self, t: Term) -> Vec<Term> {
        children_of(&self.node(t))
    }

    /// Every subterm once, each after its own subterms.
    pub fn postorder(&self, roots: &[Term]) -> Vec<Term> {
        let mut order = Vec::new();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack: Vec<(Term, bool)> = roots.iter().rev().map(|&t| (t, false)).collect();
        while let Some((t, expanded)) = stack.pop() {
            if expanded {
                order.push(t);
            } else if seen.insert(t) {
                stack.push((t, true));
                stack.extend(self.children(t).into_iter().rev().map(|c| (c, false)));
            }
        }
        order
    }

    /// The symbols that occur, in order of handle.
    pub fn vars(&self, t: Term) -> BTreeSet<Var> {
        self.vars_of(&[t])
    }

    /// The symbols that occur in any of the terms, in order of handle.
    pub fn vars_of(&self, ts: &[Term]) -> BTreeSet<Var> {
        let symbol = |t| match self.node(t) {
            Node::Var(v) => Some(v),
            _ => None,
        };
        self.postorder(ts).into_iter().filter_map(symbol).collect_set()
    }

    /// The number of different subterms.
    pub fn size(&self, t: Term) -> usize {
        self.postorder(&[t]).len()
    }

    /// The conjuncts of a formula, nested conjunctions opened.
    pub fn conjuncts(&self, t: Term) -> Vec<Term> {
        self.open(t, true)
    }

    /// The disjuncts of a formula, nested disjunctions opened.
    pub fn disjuncts(&self, t: Term) -> Vec<Term> {
        self.open(t, false)
    }

    fn open(&self, t: Term, is_and: bool) -> Vec<Term> {
        let mut out = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            // One that was met before says nothing new, and opened again and again would take exponential time.
            if !seen.insert(t) {
                continue;
            }
            match self.node(t) {
                Node::And(ts) if is_and => stack.extend(ts.iter().rev()),
                Node::Or(ts) if !is_and => stack.extend(ts.iter().rev()),
                Node::Bool(b) if b == is_and => {}
                _ => out.push(t),
            }
        }
        out
    }

    /// The term with every symbol `v` replaced by `f(v)`, of the same sort.
    pub fn substitute(&self, t: Term, mut f: impl FnMut(Var) -> Term) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for u in self.postorder(&[t]) {
            let image = match self.node(u) {
                Node::Var(v) => f(v),
                _ => self.rebuild(u, |c| done[&c]),
            };
            done.insert(u, image);
        }
        done[&t]
    }

    /// The term with its direct subterms replaced.
    pub fn rebuild(&self, t: Term, image: impl Fn(Term) -> Term) -> Term {
        match self.node(t) {
            Node::Bool(_) | Node::Var(_) => t,
            node => self.rebuilt(&node, image),
        }
    }

    /// A term of another store as one of this: symbols keep their names, stamps and sorts.
    pub fn import(&self, from: &Terms, t: Term) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for u in from.postorder(&[t]) {
            let image = match from.node(u) {
                Node::Bool(value) => self.bool(value),
                Node::Var(v) => {
                    let symbol = from.symbol_of(v);
                    self.of(self.symbol(&symbol.name, symbol.stamp, symbol.sort))
                }
                node => self.rebuilt(&node, |c| done[&c]),
            };
            done.insert(u, image);
        }
        done[&t]
    }

    /// A structure of either store, symbols and truth values excepted, over these images of its parts.
    fn rebuilt(&self, node: &Node, image: impl Fn(Term) -> Term) -> Term {
        let sum = |l: &Linear| {
            let mut out = Linear::constant_of(l.constant().clone());
            for (p, c) in l.parts() {
                out = out.add_scaled(c, &self.linear(image(*p)));
            }
            out
        };
        match node {
            Node::Bool(value) => self.bool(*value),
            Node::Var(v) => self.of(*v),
            Node::Not(a) => self.not(image(*a)),
            Node::And(ts) => self.and(ts.iter().map(|&c| image(c))),
            Node::Or(ts) => self.or(ts.iter().map(|&c| image(c))),
            Node::Iff(a, b) => self.iff(image(*a), image(*b)),
            Node::Ite(c, a, b) => self.ite(image(*c), image(*a), image(*b)),
            Node::Le(l) => self.le0(sum(l)),
            Node::Eq(l) => self.eq0(sum(l)),
            Node::Sum(l) => self.from_linear(sum(l)),
            Node::Div(a, d) => self.div(image(*a), d),
            Node::Mod(a, d) => self.modulo(image(*a), d),
        }
    }

    /// The term with every symbol's stamp changed by `f`.
    pub fn restamp_all(&self, t: Term, f: impl Fn(Stamp) -> Stamp) -> Term {
        self.substitute(t, |v| self.of(self.restamp(v, f(self.symbol_of(v).stamp))))
    }

    /// The value of a term under values of its symbols, which must have the symbols' sorts.
    pub fn eval(&self, t: Term, value: &dyn Fn(Var) -> Value) -> Value {
        self.values(&[t], value).remove(&t).unwrap_or(Value::Bool(false))
    }

    /// The values of terms and of all their subterms, under values of the symbols, which must have the symbols' sorts.
    pub fn values(&self, ts: &[Term], value: &dyn Fn(Var) -> Value) -> FxHashMap<Term, Value> {
        let mut done: FxHashMap<Term, Value> = FxHashMap::default();
        for u in self.postorder(ts) {
            let v = value_of(&self.node(u), value, |c| &done[&c]);
            done.insert(u, v);
        }
        done
    }

    /// Whether a formula holds under values of its symbols.
    pub fn holds(&self, t: Term, value: &dyn Fn(Var) -> Value) -> bool {
        self.eval(t, value).truth()
    }
}

/// The value of a structure, given the values of its parts.
fn value_of<'v>(node: &Node, value: &dyn Fn(Var) -> Value, done: impl Fn(Term) -> &'v Value) -> Value {
    let truth = |c: Term| done(c).truth();
    let number = |c: Term| match done(c) {
        Value::Int(i) => i.clone(),
        Value::Bool(b) => Int::from(i64::from(*b)),
    };
    let sum = |l: &Linear| l.parts().iter().fold(l.constant().clone(), |s, (p, c)| s + number(*p) * c);
    match node {
        Node::Bool(b) => Value::Bool(*b),
        Node::Var(v) => value(*v),
        Node::Not(a) => Value::Bool(!truth(*a)),
        Node::And(ts) => Value::Bool(ts.iter().all(|&c| truth(c))),
        Node::Or(ts) => Value::Bool(ts.iter().any(|&c| truth(c))),
        Node::Iff(a, b) => Value::Bool(truth(*a) == truth(*b)),
        Node::Ite(c, a, b) => done(if truth(*c) { *a } else { *b }).clone(),
        Node::Le(l) => Value::Bool(!sum(l).is_positive()),
        Node::Eq(l) => Value::Bool(sum(l).is_zero()),
        Node::Sum(l) => Value::Int(sum(l)),
        Node::Div(a, d) => Value::Int(number(*a).div_euclid(d)),
        Node::Mod(a, d) => Value::Int(number(*a).rem_euclid(d)),
    }
}

/// A term made ready to be evaluated many times, as at every point of a grid.
#[derive(Debug)]
pub struct Evaluator {
    /// Its parts, each after its own parts, and the term last.
    order: Vec<(Term, Node)>,
    /// Their values, by position in the store.
    values: Vec<Value>,
    /// Which of the parts an evaluation computes, in order; the others have their values.
    open: Vec<usize>,
}

impl Evaluator {
    /// Makes a term ready. The memory is that of a value for each term of the store that is as old.
    pub fn new(terms: &Terms, t: Term) -> Evaluator {
        let order: Vec<(Term, Node)> =
            terms.postorder(&[t]).into_iter().map(|u| (u, terms.node(u))).collect();
        let length = order.iter().map(|(u, _)| u.index() + 1).max().unwrap_or(0);
        let open = (0..order.len()).collect();
        Evaluator { order, values: vec![Value::Bool(false); length], open }
    }

    /// Computes once what the symbols decide that have a value here, so that from now on [`Evaluator::holds`] computes only what depends
    /// on the others. It takes the place of what was fixed before.
    pub fn fix(&mut self, value: &dyn Fn(Var) -> Option<Value>) {
        self.open.clear();
        let mut is_open = vec![false; self.values.len()];
        for (at, (u, node)) in self.order.iter().enumerate() {
            let open = |c: &Term| is_open[c.index()];
            let decides = |c: &&Term, by: bool| !open(c) && self.values[c.index()].truth() == by;
            let found = match node {
                Node::Var(v) => value(*v),
                Node::And(ts) if ts.iter().any(|c| decides(&c, false)) => Some(Value::Bool(false)),
                Node::Or(ts) if ts.iter().any(|c| decides(&c, true)) => Some(Value::Bool(true)),
                _ if children_of(node).iter().any(open) => None,
                node => Some(value_of(node, &|_| Value::Bool(false), |c| &self.values[c.index()])),
            };
            match found {
                Some(found) => self.values[u.index()] = found,
                None => {
                    is_open[u.index()] = true;
                    self.open.push(at);
                }
            }
        }
    }

    /// How many parts the term has.
    pub fn size(&self) -> usize {
        self.order.len()
    }

    /// How many parts an evaluation computes.
    pub fn cost(&self) -> usize {
        self.open.len()
    }

    /// Whether the formula holds under values of its symbols; see [`Terms::eval`]. Symbols that are fixed are not asked for.
    pub fn holds(&mut self, value: &dyn Fn(Var) -> Value) -> bool {
        for &at in &self.open {
            let (u, node) = &self.order[at];
            let found = value_of(node, value, |c| &self.values[c.index()]);
            self.values[u.index()] = found;
        }
        self.order.last().is_some_and(|(root, _)| self.values[root.index()].truth())
    }
}

impl Terms {
    /// The term with one subterm replaced wherever it occurs.
    pub fn replace(&self, t: Term, old: Term, new: Term) -> Term {
        self.rewrite(t, |u| (u == old).then_some(new))
    }

    /// The term with each subterm replaced for which there is an image; what has none in it stays as it is.
    pub fn rewrite(&self, t: Term, image: impl Fn(Term) -> Option<Term>) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for u in self.postorder(&[t]) {
            let image = match image(u) {
                Some(image) => image,
                None if self.children(u).iter().all(|c| done[c] == *c) => u,
                None => self.rebuild(u, |c| done[&c]),
            };
            done.insert(u, image);
        }
        done[&t]
    }
}
