//! Elimination of existential symbols against trying all values.

use flow::eliminate;
use logic::{Int, Sort, Term, Terms, Value, Var};

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
use generate::Random;

struct Formulas<'a> {
    terms: &'a Terms,
    random: &'a mut Random,
    ints: Vec<Var>,
    bools: Vec<Var>,
    coefficients: i64,
    constants: i64,
}

impl Formulas<'_> {
    fn sum(&mut self, height: usize) -> Term {
        let mut sum = self.terms.int(self.random.between(-self.constants, self.constants));
        for _ in 0..1 + self.random.below(2) {
            let at = self.random.below(self.ints.len());
            let mut part = self.terms.of(self.ints[at]);
            match self.random.below(12) {
                0 if height > 0 => {
                    let (c, other) = (self.formula(height - 1), self.terms.int(self.random.between(-2, 2)));
                    part = self.terms.ite(c, part, other);
                }
                1 => part = self.terms.modulo(part, &Int::from(3)),
                2 => part = self.terms.div(part, &Int::from(2)),
                _ => {}
            }
            let factor = self.random.between(-self.coefficients, self.coefficients);
            sum = self.terms.add(sum, self.terms.scale(&Int::from(factor), part));
        }
        sum
    }

    fn formula(&mut self, height: usize) -> Term {
        let terms = self.terms;
        match self.random.below(if height == 0 { 4 } else { 10 }) {
            0 => {
                let at = self.random.below(self.bools.len());
                let atom = terms.of(self.bools[at]);
                if self.random.chance(50) { terms.not(atom) } else { atom }
            }
            1 | 2 => {
                let (a, b) = (self.sum(height), self.sum(height));
                terms.eq(a, b)
            }
            3 | 4 => {
                let (a, b) = (self.sum(height), self.sum(height));
                terms.le(a, b)
            }
            5 => {
                let (a, b) = (self.sum(height), self.sum(height));
                terms.not(terms.eq(a, b))
            }
            6 | 7 => {
                let parts: Vec<Term> =
                    (0..2 + self.random.below(2)).map(|_| self.formula(height - 1)).collect();
                terms.and(parts)
            }
            8 => {
                let parts: Vec<Term> = (0..2).map(|_| self.formula(height - 1)).collect();
                terms.or(parts)
            }
            _ => {
                let (a, b) = (self.formula(height - 1), self.formula(height - 1));
                if self.random.chance(50) { terms.iff(a, b) } else { terms.not(terms.and([a, b])) }
            }
        }
    }
}

/// Values for some symbols.
type Values = Vec<(Var, Value)>;

fn holds(terms: &Terms, t: Term, values: &[&Values]) -> bool {
    terms.holds(t, &|v| {
        let found = values.iter().flat_map(|values| values.iter()).find(|(w, _)| *w == v);
        found.expect("every symbol has a value").1.clone()
    })
}

/// All values of the symbols, integers from `-range` to `range`.
fn all_values(terms: &Terms, vars: &[Var], range: i64) -> Vec<Values> {
    let mut all: Vec<Values> = vec![Vec::new()];
    for &v in vars {
        let values: Vec<Value> = match terms.var_sort(v) {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::Int => (-range..=range).map(|i| Value::Int(Int::from(i))).collect(),
        };
        all = (all.iter())
            .flat_map(|before| {
                values.iter().map(move |value| {
                    let mut longer = before.clone();
                    longer.push((v, value.clone()));
                    longer
                })
            })
            .collect();
    }
    all
}

/// Eliminates `hidden` from random formulas over both kinds of symbols, and compares. Answers how often it worked.
fn compare(
    seeds: std::ops::Range<u64>,
    hidden: &[&str],
    coefficients: i64,
    constants: i64,
    range: i64,
) -> usize {
    let mut eliminated = 0;
    for seed in seeds {
        let terms = Terms::new();
        let mut random = Random::new(seed);
        let var = |name: &&str| terms.var(name, if *name == "b" { Sort::Bool } else { Sort::Int });
        let free: Vec<Var> = ["x"].iter().map(var).collect();
        let hidden: Vec<Var> = hidden.iter().map(var).collect();
        let (bools, ints): (Vec<Var>, Vec<Var>) =
            free.iter().chain(&hidden).partition(|&&v| terms.var_sort(v) == Sort::Bool);
        let mut formulas =
            Formulas { terms: &terms, random: &mut random, ints, bools, coefficients, constants };
        let parts: Vec<Term> = (0..3).map(|_| formulas.formula(2)).collect();
        let formula = terms.and(parts);
        let Some(result) = eliminate(&terms, formula, |v| hidden.contains(&v)) else { continue };
        eliminated += usize::from(terms.vars(formula).iter().any(|v| hidden.contains(v)));
        assert!(terms.vars(result).iter().all(|v| !hidden.contains(v)));
        let witnesses = all_values(&terms, &hidden, range);
        for state in all_values(&terms, &free, 4) {
            let exists = witnesses.iter().any(|witness| holds(&terms, formula, &[&state, witness]));
            let says = holds(&terms, result, &[&state]);
            let shown = || (terms.infix(formula), terms.infix(result));
            assert_eq!(says, exists, "seed {seed}, {state:?}: {:?}", shown());
        }
    }
    eliminated
}

#[test]
fn one_number_and_one_truth_value() {
    let eliminated = compare(0..2_000, &["e", "b"], 2, 4, 40);
    assert!(eliminated > 400, "only {eliminated} formulas were eliminated from");
}

#[test]
fn two_numbers_and_one_truth_value() {
    let eliminated = compare(5_000..5_400, &["e", "f", "b"], 1, 1, 22);
    assert!(eliminated > 100, "only {eliminated} formulas were eliminated from");
}
