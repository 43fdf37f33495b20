//! The invariant generator: auxiliary invariants of a program, continuously refined in levels.
//!
//! After the interval analysis that IMC is augmented with (Beyer, Chien, Lee: section 5, and CPA-DF there): first plain
//! intervals, widened at once; then with thresholds and narrowing; then disjunctive ones. The last level, relations
//! between variables, is ours. Each level gives a formula over the plain symbols of the transition system's state, and
//! a record of how it was found. The formulas are inductive by construction; nevertheless each is checked like any
//! certificate before it is used.

use crate::abstraction::Domain;
use crate::analysis::{Step, Strategy, analyse};
use crate::ask::Questions;
use crate::box_domain::BoxDomain;
use crate::boxes::{BoxLimits, BoxesDomain};
use crate::constants;
use crate::interval::Interval;
use crate::relational::{Refuted, relations};
use crate::thresholds::{Thresholds, assigned_constants};
use crate::transfer::{Effect, Flow};
use crate::wto::Wto;
use flow::cfg::{Cfg, NodeId};
use flow::{Symbols, TransitionSystem};
use logic::{Int, Term, Terms, Var, order::CollectOrdered};
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

/// What a level looks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Level 0: one interval for each variable, widened at once.
    Intervals,
    /// Level 1: the same, with delayed widening, thresholds and narrowing.
    Thresholds,
    /// Level 2: finite unions of boxes.
    Boxes,
    /// Level 3: equations, congruences and inequalities between variables; where integers are words also equations modulo a power of two.
    Relations,
}

impl Kind {
    /// All levels in order.
    pub const ALL: [Kind; 4] = [Kind::Intervals, Kind::Thresholds, Kind::Boxes, Kind::Relations];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Intervals => "intervals, widened at once",
            Kind::Thresholds => "intervals, widened to thresholds and narrowed",
            Kind::Boxes => "unions of boxes",
            Kind::Relations => "relations between variables",
        })
    }
}

/// An invariant with its history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Its number, from 0.
    pub number: u32,
    /// What was looked for.
    pub kind: Kind,
    /// Holds in every state of the transition system that can be reached; over the plain symbols of its state.
    pub invariant: Term,
    /// What holds at each loop head, in the order of `pc`.
    pub at_heads: Vec<Term>,
    /// The changes of the interval analysis, in order; empty at the last level.
    pub steps: Vec<Step>,
    /// The refuted candidates, in order; empty at the other levels.
    pub refuted: Vec<Refuted>,
}

/// Rounds in which level 1 and level 2 only join.
const DELAY: u32 = 2;
/// Passes of narrowing.
const PASSES: u32 = 4;
/// The most boxes at level 2.
const BOXES: usize = 12;
/// A variable with so few values at level 1 may have several intervals at level 2.
const VALUES: i64 = 16;

/// Expressions over words with more parts are operations that are circuits.
const LARGE: usize = 60;

/// Computes one level after the other.
pub struct Generator {
    terms: Rc<Terms>,
    cfg: Rc<Cfg>,
    symbols: Symbols,
    ts: Rc<TransitionSystem>,
    /// The variables of the state without `pc`. Whatever else the graph keeps is dead at all heads.
    state: Vec<Var>,
    next: usize,
    /// The variables along which level 2 divides.
    control: BTreeSet<Var>,
    /// What the last level found at each head.
    known: Vec<Term>,
}

impl Generator {
    /// A generator for a program: its control-flow graph, the symbols of its variables and inputs, and its transition
    /// system, all of the same program.
    pub fn new(terms: Rc<Terms>, cfg: Rc<Cfg>, symbols: Symbols, ts: Rc<TransitionSystem>) -> Generator {
        let known = vec![terms.tru(); ts.heads().len()];
        let state = ts.variables().iter().map(|v| v.var).filter(|&v| ts.pc() != Some(v)).collect();
        Generator { terms, cfg, symbols, ts, state, next: 0, control: BTreeSet::new(), known }
    }

    /// Computes the next level. None after the last one, and for a program without loops.
    pub fn next_level(&mut self, ask: &mut Questions) -> Option<Level> {
        let kind = *Kind::ALL.get(self.next).filter(|_| self.ts.has_loop())?;
        let number = u32::try_from(self.next).unwrap_or(u32::MAX);
        self.next += 1;
        let (at_heads, steps, refuted) = match kind {
            Kind::Intervals => {
                let strategy = Strategy { delay: 0, thresholds: Thresholds::none(), narrowing: 0 };
                self.intervals(&BoxDomain::new(self.terms.clone()), &strategy)
            }
            Kind::Thresholds => {
                let domain = BoxDomain::new(self.terms.clone());
                let (at, steps) = self.analysed(&domain, &self.refined());
                let vars = self.state.iter().copied();
                self.control = vars.filter(|&v| has_few_values(&domain, &at, v)).collect_set();
                // What is only ever set to constants looks like control, too.
                let flow = Flow::new(&self.terms, &self.cfg, &self.symbols);
                self.control.extend(assigned_constants(&self.terms, &flow).into_keys());
                (formulas(&domain, &at), steps, Vec::new())
            }
            Kind::Boxes => {
                // As in CPA-DF the precision is a set of variables: those that look like control, not like counters.
                let limits = BoxLimits { boxes: BOXES, divided: Some(self.control.clone()), cells: None };
                self.intervals(&BoxesDomain::new(self.terms.clone(), limits), &self.refined())
            }
            // Operations of words are circuits: no relation of that kind is found by solving them as sums.
            Kind::Relations if self.is_large() => {
                (vec![self.terms.tru(); self.heads().len()], Vec::new(), Vec::new())
            }
            Kind::Relations => {
                let flow = Flow::new(&self.terms, &self.cfg, &self.symbols);
                let words = self.ts.words();
                let found =
                    relations(ask, &self.terms, &flow, &self.symbols, &self.state, &self.known, words);
                let at = found.facts.into_iter().map(|facts| self.terms.and(facts)).collect();
                (at, Vec::new(), found.refuted)
            }
        };
        self.known.clone_from(&at_heads);
        let invariant = self.invariant(&at_heads);
        Some(Level { number, kind, invariant, at_heads, steps, refuted })
    }

    /// Whether an expression is too large for relations to be looked for.
    fn is_large(&self) -> bool {
        let flow = Flow::new(&self.terms, &self.cfg, &self.symbols);
        let roots = flow.effects.iter().flat_map(Effect::terms);
        self.ts.words().is_some() && roots.into_iter().any(|root| self.terms.size(root) > LARGE)
    }

    /// The strategy of the later levels.
    fn refined(&self) -> Strategy {
        let flow = Flow::new(&self.terms, &self.cfg, &self.symbols);
        let roots: Vec<Term> = flow.effects.iter().flat_map(Effect::terms).collect();
        let thresholds = Thresholds::common(constants::thresholds(&self.terms, &roots));
        Strategy { delay: DELAY, thresholds, narrowing: PASSES }
    }

    fn intervals<D: Domain>(&self, domain: &D, strategy: &Strategy) -> (Vec<Term>, Vec<Step>, Vec<Refuted>) {
        let (at, steps) = self.analysed(domain, strategy);
        (formulas(domain, &at), steps, Vec::new())
    }

    /// What an interval analysis finds at each head, with its steps.
    fn analysed<D: Domain>(&self, domain: &D, strategy: &Strategy) -> (Vec<D::Element>, Vec<Step>) {
        let flow = Flow::new(&self.terms, &self.cfg, &self.symbols);
        let analysis = analyse(domain, &flow, &Wto::of_cfg(&self.cfg), &self.state, strategy);
        let dead = || self.symbols.vars.iter().filter(|v| !self.state.contains(v));
        let at = |head: NodeId| dead().fold(analysis.at[head.index()].clone(), |e, &v| domain.forget(&e, v));
        (self.heads().into_iter().map(at).collect(), analysis.steps)
    }

    /// The loop heads in the order of `pc`.
    fn heads(&self) -> Vec<NodeId> {
        self.cfg.heads().into_iter().map(|(_, node)| node).collect()
    }

    /// Combines what holds at each head into one formula: the facts that all heads have in common, and the others under
    /// the value of `pc`.
    fn invariant(&self, at_heads: &[Term]) -> Term {
        let terms = &self.terms;
        let Some(pc) = self.ts.pc() else { return at_heads.first().copied().unwrap_or(terms.tru()) };
        let pc = terms.of(pc);
        let number = |i: usize| terms.int(i64::try_from(i).unwrap_or(i64::MAX));
        let facts: Vec<Vec<Term>> = at_heads.iter().map(|&t| terms.conjuncts(t)).collect();
        let is_reached = |facts: &[Term]| !facts.contains(&terms.fals());
        let reached = || facts.iter().filter(|f| is_reached(f));
        let common: Vec<Term> = match reached().next() {
            Some(first) => {
                first.iter().copied().filter(|f| reached().all(|other| other.contains(f))).collect()
            }
            None => vec![terms.fals()],
        };
        let mut all = vec![terms.ge(pc, number(1)), terms.le(pc, number(facts.len()))];
        all.extend(&common);
        for (i, own) in facts.iter().enumerate() {
            let here = terms.eq(pc, number(i + 1));
            if !is_reached(own) {
                all.push(terms.not(here));
                continue;
            }
            let rest = own.iter().copied().filter(|f| !common.contains(f));
            all.push(terms.implies(here, terms.and(rest)));
        }
        terms.and(all)
    }
}

fn formulas<D: Domain>(domain: &D, at: &[D::Element]) -> Vec<Term> {
    at.iter().map(|e| domain.concretisation(e)).collect()
}

/// Whether a variable has few values at every head.
fn has_few_values<D: Domain>(domain: &D, at: &[D::Element], var: Var) -> bool {
    let few = |i: &Interval| match (i.low(), i.high()) {
        (Some(low), Some(high)) => high - low < Int::from(VALUES),
        _ => false,
    };
    at.iter().all(|e| domain.values(e, var).iter().all(few))
}
