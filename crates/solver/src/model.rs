//! Models: values of symbols that satisfy what was asserted.

use logic::{Term, Terms, Value, Var};
use std::collections::BTreeMap;

/// Values of symbols. Total: a symbol that the formulas leave open has its sort's default value.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Model {
    values: BTreeMap<Var, Value>,
}

impl Model {
    /// A model with these values.
    pub fn new(values: BTreeMap<Var, Value>) -> Model {
        Model { values }
    }

    /// The value of a symbol.
    pub fn value(&self, terms: &Terms, v: Var) -> Value {
        self.values.get(&v).cloned().unwrap_or_else(|| Value::default_of(terms.var_sort(v)))
    }

    /// The symbols that the formulas mention, with their values, in order of handle.
    pub fn iter(&self) -> impl Iterator<Item = (Var, &Value)> {
        self.values.iter().map(|(&v, x)| (v, x))
    }

    /// The value of a term.
    pub fn eval(&self, terms: &Terms, t: Term) -> Value {
        terms.eval(t, &|v| self.value(terms, v))
    }

    /// Whether a formula holds.
    pub fn holds(&self, terms: &Terms, t: Term) -> bool {
        self.eval(terms, t).truth()
    }
}
