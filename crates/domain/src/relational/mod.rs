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
mod modular;
mod random;
mod sampling;
mod shape;
mod smallest;

pub use elimination::Refuted;

use crate::ask::Questions;
use crate::transfer::Flow;
use cutpoints::Cutpoints;
use elimination::{Elimination, Ending, Extent};
use flow::{Symbols, Words};
use logic::{Term, Terms, Var};
use random::Random;
use shape::Shape;
use std::rc::Rc;

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
/// The effort for equations of words, and for the other candidates where integers are words: steps are quicker there.
const WRAPPING: u64 = 1_000_000;
const ON_WORDS: u64 = 2_400_000;

/// Finds facts at the loop heads about the variables in `state`. `known` are invariants there, in the order of `pc`. Where integers
/// are `words`, questions are about their digits, and equations modulo a power of two are among the candidates.
pub fn relations(
    ask: &mut Questions,
    terms: &Terms,
    flow: &Flow<'_>,
    symbols: &Symbols,
    state: &[Var],
    known: &[Term],
    words: Option<&Rc<Words>>,
) -> Relations {
    let cutpoints = Cutpoints::new(terms, flow.cfg, symbols, state, words.map(|words| &**words));
    let longest =
        |words: &Rc<Words>| state.iter().filter_map(|&v| words.word(terms, v)).map(|w| w.bits).max();
    let shape = Shape::new(terms, flow, &cutpoints.vars, words.and_then(longest));
    ask.about(words.cloned());
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
    let effort = if words.is_some() { ON_WORDS } else { EFFORT };
    let mut extents = vec![(Extent::Full, effort), (Extent::Plain, effort / 2)];
    if words.is_some() {
        extents.insert(0, (Extent::Wrapping, WRAPPING));
    }
    for (extent, effort) in extents {
        let mut elimination = Elimination::new(terms, &shape, &cutpoints, &samples, extent);
        let ending = elimination.run(ask, &contexts, effort);
        refuted.append(&mut elimination.refuted);
        if ending == Ending::Inductive {
            for (all, found) in facts.iter_mut().zip(elimination.facts()) {
                all.extend(found);
            }
            if extent != Extent::Wrapping {
                break;
            }
            // The others may need them.
            for (way, &context) in cutpoints.ways.iter().zip(&contexts) {
                way.from.iter().flat_map(|&from| &facts[from]).for_each(|&fact| ask.assert(context, fact));
            }
        }
    }
    contexts.into_iter().for_each(|c| ask.close(c));
    let smallest =
        known.iter().zip(&facts).map(|(&known, found)| smallest::smallest(ask, terms, known, found));
    Relations { facts: smallest.collect(), refuted }
}
