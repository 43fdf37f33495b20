//! The cutpoint graph that candidates are checked on: the loop heads, and the loop-free regions between them.

use super::compiled::Compiled;
use flow::cfg::{Cfg, NodeId};
use flow::{Symbols, region};
use logic::{Sort, Term, Terms, Value, Var};

/// A way from one loop head to the next, or from the entry to the first.
pub struct Way {
    /// The head it begins at, as a position among the heads; none for the entry.
    pub from: Option<usize>,
    /// The head it leads to.
    pub to: usize,
    /// When it is taken, and that the primed symbols have the values then: over plain and primed symbols, and inputs.
    pub formula: Term,
}

/// The loop heads of a program with the regions between them.
pub struct Cutpoints {
    /// The heads in the order of the transition system's `pc`.
    pub heads: Vec<NodeId>,
    /// The variables.
    pub vars: Vec<Var>,
    /// What `nondet` may give.
    pub inputs: Vec<Var>,
    /// All ways, those from the entry first.
    pub ways: Vec<Way>,
    /// For each head, how to compute the next one.
    steppers: Vec<Stepper>,
}

/// Computes the state at the next head.
struct Stepper {
    /// The heads that can come next.
    targets: Vec<usize>,
    /// For each target whether it is reached, and the values there.
    code: Compiled,
}

impl Cutpoints {
    /// Lowers a control-flow graph.
    pub fn new(terms: &Terms, cfg: &Cfg, symbols: &Symbols) -> Cutpoints {
        let heads: Vec<NodeId> = cfg.heads().into_iter().map(|(_, node)| node).collect();
        let vars = symbols.vars.clone();
        let names: Vec<Var> = vars.iter().chain(&symbols.inputs).copied().collect();
        let mut ways = Vec::new();
        let mut steppers = Vec::new();
        let starts =
            [(None, Cfg::ENTRY)].into_iter().chain(heads.iter().enumerate().map(|(i, &h)| (Some(i), h)));
        for (from, start) in starts {
            let arrivals = region(cfg, terms, symbols, start);
            let mut targets = Vec::new();
            let mut roots = Vec::new();
            for (to, head) in heads.iter().enumerate() {
                let Some(arrival) = arrivals.get(head) else { continue };
                let values = vars.iter().zip(&arrival.values);
                let equations = values.map(|(&v, &value)| terms.eq(terms.of(terms.primed(v)), value));
                let formula = terms.and([arrival.reached].into_iter().chain(equations));
                if terms.as_bool(formula) == Some(false) {
                    continue;
                }
                ways.push(Way { from, to, formula });
                targets.push(to);
                roots.push(arrival.reached);
                roots.extend(arrival.values.iter().copied());
            }
            if from.is_some() {
                steppers.push(Stepper { targets, code: Compiled::new(terms, &roots, &names) });
            }
        }
        Cutpoints { heads, vars, inputs: symbols.inputs.clone(), ways, steppers }
    }

    /// The next head and the state there; none when this state with these inputs leads elsewhere.
    pub fn step(&self, head: usize, state: &[Value], inputs: &[Value]) -> Option<(usize, Vec<Value>)> {
        let stepper = &self.steppers[head];
        let symbols: Vec<Value> = state.iter().chain(inputs).cloned().collect();
        let results = stepper.code.evaluate(&symbols);
        let arrivals = results.chunks(1 + self.vars.len());
        let mut reached = stepper.targets.iter().zip(arrivals).filter(|(_, a)| a[0].truth());
        reached.next().map(|(&to, arrival)| (to, arrival[1..].to_vec()))
    }

    /// The sorts of the inputs.
    pub fn input_sorts(&self, terms: &Terms) -> Vec<Sort> {
        self.inputs.iter().map(|&v| terms.var_sort(v)).collect()
    }
}
