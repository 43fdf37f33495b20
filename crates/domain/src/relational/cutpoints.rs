//! The cutpoint graph that candidates are checked on: the loop heads, and the loop-free regions between them.

use super::compiled::Compiled;
use flow::cfg::{Cfg, NodeId};
use flow::{Symbols, Word, Words, region};
use logic::{Sort, Term, Terms, Value, Var};

/// A way from one loop head to the next, or from the entry to the first.
pub struct Way {
    /// The head it begins at, as a position among the heads; none for the entry.
    pub from: Option<usize>,
    /// The head it leads to.
    pub to: usize,
    /// When it is taken, and the values of the primed symbols afterwards: a formula over plain and primed symbols, and
    /// inputs.
    pub formula: Term,
}

/// The loop heads of a program with the regions between them.
pub struct Cutpoints {
    /// The heads in the order of the transition system's `pc`.
    pub heads: Vec<NodeId>,
    /// The variables of the state.
    pub vars: Vec<Var>,
    /// What `nondet` may give.
    pub inputs: Vec<Var>,
    /// For each of these how it is written, if it is a word.
    pub within: Vec<Option<Word>>,
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
    /// Lowers a control-flow graph; the other variables are dead at all heads.
    pub fn new(
        terms: &Terms,
        cfg: &Cfg,
        symbols: &Symbols,
        state: &[Var],
        words: Option<&Words>,
    ) -> Cutpoints {
        let heads: Vec<NodeId> = cfg.heads().into_iter().map(|(_, node)| node).collect();
        let places: Vec<usize> =
            (0..symbols.vars.len()).filter(|&i| state.contains(&symbols.vars[i])).collect();
        let vars: Vec<Var> = places.iter().map(|&i| symbols.vars[i]).collect();
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
                let values: Vec<Term> = places.iter().map(|&i| arrival.values[i]).collect();
                let primed = vars.iter().map(|&v| terms.of(terms.primed(v)));
                let equations = primed.zip(&values).map(|(v, &value)| terms.eq(v, value));
                let formula = terms.and([arrival.reached].into_iter().chain(equations));
                if terms.as_bool(formula) == Some(false) {
                    continue;
                }
                ways.push(Way { from, to, formula });
                targets.push(to);
                roots.push(arrival.reached);
                roots.extend(values);
            }
            if from.is_some() {
                steppers.push(Stepper { targets, code: Compiled::new(terms, &roots, &names) });
            }
        }
        let within = symbols.inputs.iter().map(|&v| words.and_then(|words| words.word(terms, v))).collect();
        Cutpoints { heads, vars, inputs: symbols.inputs.clone(), within, ways, steppers }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relational::random::Random;
    use logic::Int;

    /// Steps computed and the formulas of the ways agree.
    #[test]
    fn steps_are_ways() {
        let source = "int x, y; bool b; { x >= 0 } while nondet do if x % 3 = y / 2 then y := nondet else x := x - 1; \
                      assume y != 2 end; b := nondet or x > y; while x < 4 and b do x := x + 1; b := not b done done";
        let program = lang::parse_imp(source).program.expect("a program");
        let terms = Terms::new();
        let cfg = Cfg::of_program(&program);
        let symbols = Symbols::of_unit(&terms, &program, &cfg, "");
        let cutpoints = Cutpoints::new(&terms, &cfg, &symbols, &symbols.vars, None);
        let mut random = Random::new(3);
        let mut choose = |sort: Sort| match sort {
            Sort::Bool => Value::Bool(random.chance(50)),
            Sort::Int => Value::Int(Int::from(i64::try_from(random.below(9)).unwrap_or(0) - 4)),
        };
        let (mut taken, mut blocked) = (0, 0);
        for round in 0..2_000 {
            let from = round % 2;
            let mut of =
                |vars: &[Var]| vars.iter().map(|&v| choose(terms.var_sort(v))).collect::<Vec<Value>>();
            let (state, inputs) = (of(&cutpoints.vars), of(&cutpoints.inputs));
            let next = cutpoints.step(from, &state, &inputs);
            match next {
                Some(_) => taken += 1,
                None => blocked += 1,
            }
            for way in cutpoints.ways.iter().filter(|w| w.from == Some(from)) {
                // The values that the way leads to, if it is this one; else whatever they are, it is not taken.
                let there =
                    next.as_ref().filter(|(to, _)| *to == way.to).map_or(&state, |(_, values)| values);
                let value = |v: Var| {
                    let at = |list: &[Var], values: &[Value]| {
                        list.iter().position(|&w| w == v).map(|i| values[i].clone())
                    };
                    let primed: Vec<Var> = cutpoints.vars.iter().map(|&v| terms.primed(v)).collect();
                    let known =
                        at(&cutpoints.vars, &state).or(at(&cutpoints.inputs, &inputs)).or(at(&primed, there));
                    known.unwrap_or_else(|| Value::default_of(terms.var_sort(v)))
                };
                let is_taken = next.as_ref().is_some_and(|(to, _)| *to == way.to);
                assert_eq!(terms.holds(way.formula, &value), is_taken);
            }
        }
        assert!(taken > 500 && blocked > 200, "{taken} {blocked}");
    }
}
