//! Products of variables, by linearisation: a variable of its own stands for each product that matters, and becomes what the product
//! becomes.
//!
//! Where `i` becomes `i + 1`, `i*i` becomes `i*i + 2*i + 1`: linear in the variables and in what stands for products, and exact as long as
//! all products that occur have a variable. Where one has none, or a factor takes any value, the variable takes any value too. What holds
//! of the graph so made holds of the program; an execution of it may be none of the program. Then lemmas about products are learnt that
//! exclude it, which are assumed at loop heads and wherever a product has taken any value: they hold of all integers.
//!
//! After A. Cimatti, A. Griggio, A. Irfan, M. Roveri, R. Sebastiani: Incremental Linearization for Satisfiability and Verification Modulo
//! Nonlinear Arithmetic and Transcendental Functions, ACM TOCL 19(3), 2018, section 4; what is added here is that variables of the state
//! stand for products, so that an assignment says what they become.

mod choose;
mod lemma;
mod polynomial;
mod rewrite;
mod walk;

pub use lemma::{Values, text, violated as violated_by};
pub(crate) use rewrite::rewritten;
pub use walk::violated;

use crate::cfg::{Action, Cfg, Origin};
use lang::ast::{Bexp, BexpKind, Exp};
use lang::{Int, VarId};
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
