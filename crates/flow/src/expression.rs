//! Expressions of the program as terms.

use crate::cfg::{Cfg, Element, Value};
use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind, Sign};
use lang::{NondetId, Unit, VarId};
use logic::{Int, Linear, Sort, Term, Terms, Var};

/// The symbols that a region's formula speaks of: one per variable, one per occurrence of `nondet`.
#[derive(Clone, Debug)]
pub struct Symbols {
    /// The plain symbols of the variables, in the order of declaration, temporaries last.
    pub vars: Vec<Var>,
    /// The symbols of the occurrences of `nondet`, in source order.
    pub inputs: Vec<Var>,
}

impl Symbols {
    /// The symbols of a program with this graph, whose temporaries have symbols too; those of its inputs end in `suffix`.
    pub fn of_unit(terms: &Terms, unit: &dyn Unit, cfg: &Cfg, suffix: &str) -> Symbols {
        let input = |(i, n): (u32, &lang::ast::NondetInfo)| {
            terms.var(&format!("{}{suffix}", unit.choice_name(NondetId(i))), n.sort)
        };
        let decls = unit.decls().iter().map(|d| terms.var(&d.name, d.sort));
        let temps = cfg.temps.iter().map(|temp| terms.var(&temp.name, temp.sort));
        let unknowns = cfg.unknowns.iter().map(|name| terms.var(&format!("{name}{suffix}"), Sort::Int));
        let inputs = (0..).zip(unit.nondets()).map(input).chain(unknowns).collect();
        Symbols { vars: decls.chain(temps).collect(), inputs }
    }

    /// The state: each variable's own symbol as its value.
    pub fn state(&self, terms: &Terms) -> Vec<Term> {
        self.vars.iter().map(|&v| terms.of(v)).collect()
    }

    /// The value that an occurrence of `nondet` takes.
    pub fn input(&self, terms: &Terms, id: NondetId) -> Term {
        terms.of(self.inputs[id.index()])
    }

    /// An integer expression under these values of the variables.
    pub fn exp(&self, terms: &Terms, e: &Exp, values: &[Term]) -> Term {
        match &e.kind {
            ExpKind::Const(i) => terms.int(i.clone()),
            ExpKind::Var(x) => values[x.index()],
            ExpKind::Neg(a) => terms.neg(self.exp(terms, a, values)),
            ExpKind::Sum(summands) => {
                let (mut parts, mut constant) = (Vec::new(), Int::ZERO);
                for (sign, a) in summands {
                    let factor = if *sign == Sign::Plus { Int::ONE } else { Int::MINUS_ONE };
                    let summand = terms.linear(self.exp(terms, a, values)).scaled(&factor);
                    constant += summand.constant();
                    parts.extend_from_slice(summand.parts());
                }
                terms.from_linear(Linear::from_parts(parts, constant))
            }
            ExpKind::Mul(c, a) => terms.scale(c, self.exp(terms, a, values)),
            ExpKind::Div(a, d) => terms.div(self.exp(terms, a, values), d),
            ExpKind::Mod(a, d) => terms.modulo(self.exp(terms, a, values), d),
            ExpKind::Wrap(int, a) => {
                let (low, _) = int.range();
                let low = terms.int(low);
                let off = terms.sub(self.exp(terms, a, values), low);
                terms.add(terms.modulo(off, &int.count()), low)
            }
            ExpKind::Word(op, int, a, b) => {
                let (a, b) = (self.exp(terms, a, values), self.exp(terms, b, values));
                crate::words::operation(terms, *op, *int, a, b)
            }
        }
    }

    /// A Boolean expression under these values of the variables.
    pub fn bexp(&self, terms: &Terms, e: &Bexp, values: &[Term]) -> Term {
        let sub = |e: &Bexp| self.bexp(terms, e, values);
        match &e.kind {
            BexpKind::Const(b) => terms.bool(*b),
            BexpKind::Var(x) => values[x.index()],
            BexpKind::Nondet(id) => self.input(terms, *id),
            BexpKind::Not(a) => terms.not(sub(a)),
            BexpKind::And(es) => terms.and(es.iter().map(sub)),
            BexpKind::Or(es) => terms.or(es.iter().map(sub)),
            BexpKind::Implies(premises, conclusion) => {
                let refuted = premises.iter().map(|p| terms.not(sub(p)));
                terms.or(refuted.chain([sub(conclusion)]))
            }
            BexpKind::Compare(op, a, b) => {
                let (a, b) = (self.exp(terms, a, values), self.exp(terms, b, values));
                match op {
                    Comparison::Less => terms.lt(a, b),
                    Comparison::LessEqual => terms.le(a, b),
                    Comparison::Equal => terms.eq(a, b),
                    Comparison::NotEqual => terms.not(terms.eq(a, b)),
                    Comparison::GreaterEqual => terms.ge(a, b),
                    Comparison::Greater => terms.gt(a, b),
                }
            }
            BexpKind::Iff(a, b) => terms.iff(sub(a), sub(b)),
            BexpKind::Xor(a, b) => terms.not(terms.iff(sub(a), sub(b))),
        }
    }

    /// The element that is selected under these values of the variables; the last one if no condition holds.
    pub fn read(&self, terms: &Terms, elements: &[Element], values: &[Term]) -> Term {
        let mut backwards = elements.iter().rev();
        let last = backwards.next().map_or_else(|| terms.fals(), |last| values[last.var.index()]);
        backwards.fold(last, |rest, element| {
            terms.ite(self.bexp(terms, &element.chosen, values), values[element.var.index()], rest)
        })
    }

    /// What each of these elements is after the chosen one has taken the value.
    pub fn written(
        &self,
        terms: &Terms,
        elements: &[Element],
        value: &Value,
        values: &[Term],
    ) -> Vec<(VarId, Term)> {
        let value = self.value(terms, value, values);
        let one = |element: &Element| {
            let chosen = self.bexp(terms, &element.chosen, values);
            (element.var, terms.ite(chosen, value, values[element.var.index()]))
        };
        elements.iter().map(one).collect()
    }

    /// A value that an element takes.
    pub fn value(&self, terms: &Terms, value: &Value, values: &[Term]) -> Term {
        match value {
            Value::Int(e) => self.exp(terms, e, values),
            Value::Bool(e) => self.bexp(terms, e, values),
        }
    }
}
