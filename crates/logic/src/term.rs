//! The store of hash-consed terms and symbols.
//!
//! Terms are built by `build.rs`, read by everyone. A [`Term`] is a handle into one [`Terms`] store; equal
//! structures get equal handles. Handles grow in the order of creation, which is the same in every run of the
//! same program, so ordering by handle is deterministic.

use crate::linear::Linear;
use crate::num::Int;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// The sort of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Mathematical integers.
    Int,
}

/// A symbol: a variable of the program, one of its copies, or an auxiliary one. A handle into [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub(crate) u32);

/// A term. A handle into [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(pub(crate) u32);

impl Term {
    /// The position in the store: dense, and growing in the order of creation.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
impl Var {
    /// The position in the store: dense, and growing in the order of creation.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}
impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

/// Which copy of a variable a symbol is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Stamp {
    /// The variable itself, as in an initial condition or an invariant.
    Plain,
    /// The next-state copy `x'` in a transition relation.
    Primed,
    /// The copy `x@i` in an unrolling: its value after `i` transitions.
    At(u32),
}

/// What a symbol is called and ranges over.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The name of the variable, without its stamp.
    pub name: Rc<str>,
    /// Which copy.
    pub stamp: Stamp,
    /// What it ranges over.
    pub sort: Sort,
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.stamp {
            Stamp::Plain => f.write_str(&self.name),
            Stamp::Primed => write!(f, "{}'", self.name),
            Stamp::At(i) => write!(f, "{}@{i}", self.name),
        }
    }
}

/// The structure of a term. Cheap to clone.
///
/// Invariants, kept by the constructors of [`Terms`]: children precede their parents in the store; `Not` never
/// stands before `Bool`, `Not` or `Le`; `And` and `Or` have at least two different children, none constant;
/// `Le` and `Eq` have at least one variable part, coprime coefficients, and the first coefficient of `Eq` is positive;
/// the modulus of `Div` and `Mod` is at least 2.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A truth value.
    Bool(bool),
    /// A symbol of either sort.
    Var(Var),
    /// Negation.
    Not(Term),
    /// Conjunction.
    And(Rc<[Term]>),
    /// Disjunction.
    Or(Rc<[Term]>),
    /// Equivalence of two Booleans.
    Iff(Term, Term),
    /// If-then-else of either sort: condition, then, else.
    Ite(Term, Term, Term),
    /// The atom `linear <= 0`.
    Le(Rc<Linear>),
    /// The atom `linear = 0`.
    Eq(Rc<Linear>),
    /// A sum of sort Int which is not just one symbol, quotient, remainder or if-then-else; constants included.
    Sum(Rc<Linear>),
    /// Euclidean quotient by a constant of at least 2.
    Div(Term, Int),
    /// Euclidean remainder by a constant of at least 2.
    Mod(Term, Int),
}

#[derive(Default)]
struct Inner {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    index: FxHashMap<Node, Term>,
    symbols: Vec<Symbol>,
    symbol_index: FxHashMap<Symbol, Var>,
    fresh: u32,
}

/// The store. Shared by reference; interior mutability lets every crate build terms through `&Terms`.
#[derive(Default)]
pub struct Terms {
    inner: RefCell<Inner>,
}

impl Terms {
    /// An empty store.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// Interns a node whose invariants the caller has established.
    pub(crate) fn intern(&self, node: Node, sort: Sort) -> Term {
        let mut inner = self.inner.borrow_mut();
        if let Some(&t) = inner.index.get(&node) {
            return t;
        }
        let t = Term(inner.nodes.len() as u32);
        inner.nodes.push(node.clone());
        inner.sorts.push(sort);
        inner.index.insert(node, t);
        t
    }

    /// The structure of a term.
    pub fn node(&self, t: Term) -> Node {
        self.inner.borrow().nodes[t.index()].clone()
    }

    /// The sort of a term.
    pub fn sort(&self, t: Term) -> Sort {
        self.inner.borrow().sorts[t.index()]
    }

    /// The number of terms in the store.
    pub fn len(&self) -> usize {
        self.inner.borrow().nodes.len()
    }

    /// Whether the store holds no term yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The symbol with this name, stamp and sort; made on first use.
    pub fn symbol(&self, name: &str, stamp: Stamp, sort: Sort) -> Var {
        let symbol = Symbol { name: name.into(), stamp, sort };
        let mut inner = self.inner.borrow_mut();
        if let Some(&v) = inner.symbol_index.get(&symbol) {
            return v;
        }
        let v = Var(inner.symbols.len() as u32);
        inner.symbols.push(symbol.clone());
        inner.symbol_index.insert(symbol, v);
        v
    }

    /// The plain symbol with this name and sort.
    pub fn var(&self, name: &str, sort: Sort) -> Var {
        self.symbol(name, Stamp::Plain, sort)
    }

    /// Another copy of the same variable.
    pub fn restamp(&self, v: Var, stamp: Stamp) -> Var {
        let s = self.symbol_of(v);
        if s.stamp == stamp { v } else { self.symbol(&s.name, stamp, s.sort) }
    }

    /// The copy `x@step`.
    pub fn at(&self, v: Var, step: u32) -> Var {
        self.restamp(v, Stamp::At(step))
    }

    /// The copy `x'`.
    pub fn primed(&self, v: Var) -> Var {
        self.restamp(v, Stamp::Primed)
    }

    /// A symbol nobody has used: `prefix!n`.
    pub fn fresh(&self, prefix: &str, sort: Sort) -> Var {
        let n = {
            let mut inner = self.inner.borrow_mut();
            inner.fresh += 1;
            inner.fresh
        };
        self.symbol(&format!("{prefix}!{n}"), Stamp::Plain, sort)
    }

    /// Name, stamp and sort of a symbol.
    pub fn symbol_of(&self, v: Var) -> Symbol {
        self.inner.borrow().symbols[v.index()].clone()
    }

    /// The sort of a symbol.
    pub fn var_sort(&self, v: Var) -> Sort {
        self.inner.borrow().symbols[v.index()].sort
    }

    /// The symbol as text, stamp included: `x`, `x'`, `x@3`.
    pub fn var_name(&self, v: Var) -> String {
        self.symbol_of(v).to_string()
    }
}
