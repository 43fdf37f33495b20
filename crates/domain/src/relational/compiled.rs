//! Terms compiled for evaluation at many points: each subterm once, in order, without look-ups.

use logic::{Int, Linear, Node, Term, Terms, Value, Var};
use std::collections::BTreeMap;

/// Where a value comes from: a position in the list of values computed so far.
type Place = usize;

enum Operation {
    Constant(Value),
    Symbol(usize),
    Not(Place),
    And(Vec<Place>),
    Or(Vec<Place>),
    Iff(Place, Place),
    Ite(Place, Place, Place),
    Le(Sum),
    Eq(Sum),
    Sum(Sum),
    Div(Place, Int),
    Mod(Place, Int),
}

struct Sum {
    parts: Vec<(Place, Int)>,
    constant: Int,
}

impl Sum {
    fn value(&self, values: &[Value]) -> Int {
        self.parts.iter().fold(self.constant.clone(), |sum, (p, c)| match &values[*p] {
            Value::Int(i) => sum + &(i * c),
            Value::Bool(_) => sum,
        })
    }
}

/// Terms over a list of symbols.
pub struct Compiled {
    operations: Vec<Operation>,
    roots: Vec<Place>,
}

impl Compiled {
    /// Compiles terms; `symbols` are those that may occur in them, in the order in which their values will be given.
    pub fn new(terms: &Terms, roots: &[Term], symbols: &[Var]) -> Compiled {
        let mut places: BTreeMap<Term, Place> = BTreeMap::new();
        let mut operations = Vec::new();
        for t in terms.postorder(roots) {
            let place = |c: &Term| places.get(c).copied().unwrap_or(0);
            let all = |ts: &[Term]| ts.iter().map(place).collect();
            let sum = |l: &Linear| Sum {
                parts: l.parts().iter().map(|(p, c)| (place(p), c.clone())).collect(),
                constant: l.constant().clone(),
            };
            operations.push(match terms.node(t) {
                Node::Bool(b) => Operation::Constant(Value::Bool(b)),
                Node::Var(v) => match symbols.iter().position(|&w| w == v) {
                    Some(i) => Operation::Symbol(i),
                    None => Operation::Constant(Value::default_of(terms.var_sort(v))),
                },
                Node::Not(a) => Operation::Not(place(&a)),
                Node::And(ts) => Operation::And(all(&ts)),
                Node::Or(ts) => Operation::Or(all(&ts)),
                Node::Iff(a, b) => Operation::Iff(place(&a), place(&b)),
                Node::Ite(c, a, b) => Operation::Ite(place(&c), place(&a), place(&b)),
                Node::Le(l) => Operation::Le(sum(&l)),
                Node::Eq(l) => Operation::Eq(sum(&l)),
                Node::Sum(l) => Operation::Sum(sum(&l)),
                Node::Div(a, d) => Operation::Div(place(&a), d),
                Node::Mod(a, d) => Operation::Mod(place(&a), d),
            });
            places.insert(t, operations.len() - 1);
        }
        let roots = roots.iter().map(|t| places.get(t).copied().unwrap_or(0)).collect();
        Compiled { operations, roots }
    }

    /// The values of the terms under values of the symbols.
    pub fn evaluate(&self, symbols: &[Value]) -> Vec<Value> {
        let mut values: Vec<Value> = Vec::with_capacity(self.operations.len());
        for operation in &self.operations {
            let truth = |p: Place| values[p].truth();
            let number = |p: Place| match &values[p] {
                Value::Int(i) => i.clone(),
                Value::Bool(b) => Int::from(i64::from(*b)),
            };
            let value = match operation {
                Operation::Constant(v) => v.clone(),
                Operation::Symbol(i) => symbols[*i].clone(),
                Operation::Not(a) => Value::Bool(!truth(*a)),
                Operation::And(ps) => Value::Bool(ps.iter().all(|&p| truth(p))),
                Operation::Or(ps) => Value::Bool(ps.iter().any(|&p| truth(p))),
                Operation::Iff(a, b) => Value::Bool(truth(*a) == truth(*b)),
                Operation::Ite(c, a, b) => values[if truth(*c) { *a } else { *b }].clone(),
                Operation::Le(sum) => Value::Bool(!sum.value(&values).is_positive()),
                Operation::Eq(sum) => Value::Bool(sum.value(&values).is_zero()),
                Operation::Sum(sum) => Value::Int(sum.value(&values)),
                Operation::Div(a, d) => Value::Int(number(*a).div_euclid(d)),
                Operation::Mod(a, d) => Value::Int(number(*a).rem_euclid(d)),
            };
            values.push(value);
        }
        self.roots.iter().map(|&p| values[p].clone()).collect()
    }
}
