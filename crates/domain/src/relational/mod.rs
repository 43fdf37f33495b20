//! Relational invariants: equations, congruences and inequalities between variables, also under guards, found from
//! sampled states and by elimination until the rest is inductive. This method is ours and not from a paper.
//!
//! Data path: [`cutpoints`] lowers the graph, [`sampling`] finds reachable states, [`cell`] keeps what they have in common in
//! the shapes of [`shape`], [`elimination`] weakens that until it is inductive, [`smallest`] drops what follows from the rest.

mod cell;
mod compiled;
mod cutpoints;
mod elimination;
mod hull;
mod random;
mod sampling;
mod shape;
mod smallest;

pub use elimination::Refuted;

use crate::ask::Questions;
use crate::transfer::Flow;
use cutpoints::Cutpoints;
use elimination::{Elimination, Ending, Extent};
use flow::Symbols;
use logic::{Term, Terms, Var};
use random::Random;
use shape::Shape;

/// What was found.
pub struct Relations {
    /// The facts at each loop head, in the order of the transition system's `pc`: what was known, then what is new. At a
    /// head that cannot be reached there is one fact, `false`.
    pub facts: Vec<Vec<Term>>,
    /// What was refuted on the way.
    pub refuted: Vec<Refuted>,
}

/// The effort for all candidates, in the steps of [`Questions::effort`]: about a second. When it is spent, half as much
/// is spent on a smaller set of candidates.
const EFFORT: u64 = 600_000;

/// Finds facts at the loop heads about the variables in `state`. `known` are invariants there, in the order of `pc`.
pub fn relations(
    ask: &mut Questions,
    terms: &Terms,
    flow: &Flow<'_>,
    symbols: &Symbols,
    state: &[Var],
    known: &[Term],
) -> Relations {
    let cutpoints = Cutpoints::new(terms, flow.cfg, symbols, state);
    let shape = Shape::new(terms, flow, &cutpoints.vars);
    let mut random = Random::new(1);
    let mut contexts = Vec::new();
    let mut samples = Vec::new();
    for way in &cutpoints.ways {
        let context = ask.open();
        ask.assert(context, way.formula);
        match way.from {
            Some(head) => ask.assert(context, known[head]),
            None => {
                let starts =
                    sampling::starts(ask, terms, &cutpoints, way, context, &mut random, &shape.thresholds);
                samples.extend(sampling::executions(
                    terms,
                    &cutpoints,
                    &mut random,
                    &shape.thresholds,
                    &starts,
                ));
            }
        }
        contexts.push(context);
    }
    let mut facts = vec![Vec::new(); known.len()];
    let mut refuted = Vec::new();
    for (extent, effort) in [(Extent::Full, EFFORT), (Extent::Plain, EFFORT / 2)] {
        let mut elimination = Elimination::new(terms, &shape, &cutpoints, &samples, extent);
        let ending = elimination.run(ask, &contexts, effort);
        refuted.append(&mut elimination.refuted);
        if ending == Ending::Inductive {
            facts = elimination.facts().to_vec();
            break;
        }
    }
    contexts.into_iter().for_each(|c| ask.close(c));
    let smallest =
        known.iter().zip(&facts).map(|(&known, found)| smallest::smallest(ask, terms, known, found));
    Relations { facts: smallest.collect(), refuted }
}
