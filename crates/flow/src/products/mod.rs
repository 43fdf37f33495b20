//! Products of variables, by linearisation: a variable of its own stands for each product that matters, and becomes what the product
//! becomes.
//!
//! Where `i` becomes `i + 1`, `i*i` becomes `i*i + 2*i + 1`: linear in the variables and in what stands for products, and exact as long as
//! all products that occur have a variable. Where one has none, or a factor takes any value, the variable takes any value too. What holds
//! of the graph so made holds of the program; an execution of it may be none of the program. Then lemmas about products are learnt that
//! exclude it ([`lemma`]), which are assumed at loop heads and wherever a product has taken any value: they hold of all integers.
//!
//! After A. Cimatti, A. Griggio, A. Irfan, M. Roveri, R. Sebastiani: Incremental Linearization for Satisfiability and Verification Modulo
//! Nonlinear Arithmetic and Transcendental Functions, ACM TOCL 19(3), 2018, section 4; what is added here is that variables of the state
//! stand for products, so that an assignment says what they become.

mod choose;
mod lemma;
mod polynomial;
mod rewrite;
mod walk;

pub use lemma::text;
pub use walk::violated;

use crate::cfg::{Action, Cfg, Origin, Value};
use lang::ast::{Bexp, BexpKind, Exp, ExpKind};
use lang::{Int, Unit, VarId, WordOp};
use polynomial::Factors;
use std::collections::BTreeMap;

/// What stands for products in a graph.
#[derive(Clone, Debug, Default)]
pub struct Products {
    /// The variable of each product.
    by_factors: BTreeMap<Factors, VarId>,
}

impl Products {
    /// Each variable that stands for a product, with the factors: two at least, the variables of the program or the graph that they are.
    pub fn all(&self) -> impl Iterator<Item = (VarId, &[VarId])> {
        self.by_factors.iter().map(|(factors, &var)| (var, &factors[..]))
    }

    fn var(&self, factors: &Factors) -> Option<VarId> {
        match &factors[..] {
            [var] => Some(*var),
            _ => self.by_factors.get(factors).copied(),
        }
    }
}

impl Cfg {
    /// The graph in which variables stand for products of variables: as it is, if there are none, or if integers are words.
    #[must_use]
    pub fn with_products(self, unit: &dyn Unit) -> Cfg {
        let occurs = |edge: &crate::cfg::Edge| in_action(&edge.action, &mut is_product);
        if self.words || !self.edges.iter().any(occurs) { self } else { rewrite::rewritten(self, unit) }
    }

    /// The graph in which these lemmas about products are known, and no others.
    #[must_use]
    pub fn with_lemmas(&self, lemmas: &[Bexp]) -> Cfg {
        let mut cfg = self.clone();
        for edge in &mut cfg.edges {
            if let (Origin::Lemmas, Action::Guard(known, _)) = (edge.origin, &mut edge.action) {
                known.kind = match lemmas {
                    [] => BexpKind::Const(true),
                    [one] => one.kind.clone(),
                    all => BexpKind::And(all.to_vec()),
                };
            }
        }
        cfg
    }
}

/// Whether this is a product of two expressions.
fn is_product(e: &Exp) -> bool {
    matches!(e.kind, ExpKind::Word(WordOp::Times, ..))
}

/// Whether something holds of an expression of an action, or of a part of one.
fn in_action(action: &Action, holds: &mut dyn FnMut(&Exp) -> bool) -> bool {
    match action {
        Action::Skip | Action::Havoc(..) | Action::Netlist(_) => false,
        Action::AssignInt(_, e) => in_exp(e, holds),
        Action::AssignBool(_, e) | Action::Guard(e, _) => in_bexp(e, holds),
        Action::Read(_, _, elements) => elements.iter().any(|element| in_bexp(&element.chosen, holds)),
        Action::Write(elements, value) => {
            elements.iter().any(|element| in_bexp(&element.chosen, holds))
                || match value {
                    Value::Int(e) => in_exp(e, holds),
                    Value::Bool(e) => in_bexp(e, holds),
                }
        }
    }
}

fn in_exp(e: &Exp, holds: &mut dyn FnMut(&Exp) -> bool) -> bool {
    holds(e)
        || match &e.kind {
            ExpKind::Const(_) | ExpKind::Var(_) => false,
            ExpKind::Neg(a)
            | ExpKind::Mul(_, a)
            | ExpKind::Div(a, _)
            | ExpKind::Mod(a, _)
            | ExpKind::Wrap(_, a) => in_exp(a, holds),
            ExpKind::Sum(parts) => parts.iter().any(|part| in_exp(&part.1, holds)),
            ExpKind::Word(_, _, a, b) => in_exp(a, holds) || in_exp(b, holds),
        }
}

fn in_bexp(e: &Bexp, holds: &mut dyn FnMut(&Exp) -> bool) -> bool {
    match &e.kind {
        BexpKind::Const(_) | BexpKind::Var(_) | BexpKind::Nondet(_) => false,
        BexpKind::Not(a) => in_bexp(a, holds),
        BexpKind::And(all) | BexpKind::Or(all) => all.iter().any(|e| in_bexp(e, holds)),
        BexpKind::Implies(all, last) => all.iter().any(|e| in_bexp(e, holds)) || in_bexp(last, holds),
        BexpKind::Compare(_, a, b) => in_exp(a, holds) || in_exp(b, holds),
        BexpKind::Iff(a, b) | BexpKind::Xor(a, b) => in_bexp(a, holds) || in_bexp(b, holds),
    }
}

/// A variable plus a number, if an expression is that.
fn shifted(e: &Exp) -> Option<(VarId, Int)> {
    let poly = polynomial::Polynomial::of(e)?;
    let mut found = None;
    let mut by = Int::ZERO;
    for (factors, coefficient) in poly.parts() {
        match &factors[..] {
            [] => by = coefficient.clone(),
            [var] if coefficient.is_one() && found.is_none() => found = Some(*var),
            _ => return None,
        }
    }
    Some((found?, by))
}
