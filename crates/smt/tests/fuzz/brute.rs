//! Tiny domains: the answer is known by trying all values.

use super::generate::{Random, SHAPES, Shape, problem};
use super::{Report, setting};
use logic::{Int, Sort, Term, Terms, Value};
use loopglass_smt::{Config, Outcome, Solver};

/// Integers range over `-RANGE ..= RANGE`.
const RANGE: i64 = 2;

fn satisfiable(terms: &Terms, formula: Term) -> bool {
    let vars: Vec<_> = terms.vars(formula).into_iter().collect();
    let choices = |v| if terms.var_sort(v) == Sort::Bool { 2 } else { 2 * RANGE + 1 };
    let mut digits = vec![0i64; vars.len()];
    loop {
        let value = |v| {
            let digit = digits[vars.binary_search(&v).expect("a symbol of the formula")];
            match terms.var_sort(v) {
                Sort::Bool => Value::Bool(digit == 1),
                Sort::Int => Value::Int(Int::from(digit - RANGE)),
            }
        };
        if terms.holds(formula, &value) {
            return true;
        }
        let Some(i) = (0..vars.len()).find(|&i| digits[i] + 1 < choices(vars[i])) else { return false };
        digits[i] += 1;
        digits[..i].fill(0);
    }
}

#[test]
fn agrees_with_trying_all_values() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..setting("LOOPGLASS_FUZZ_TINY", 400) {
        let shape = SHAPES[(seed % SHAPES.len() as u64) as usize];
        if shape == Shape::Loop {
            continue;
        }
        let terms = Terms::new();
        let mut random = Random::new(0x71_4e_59 + seed);
        let mut formulas = problem(&terms, &mut random, shape).formulas;
        let vars = terms.vars_of(&formulas);
        let ints: Vec<_> = vars.iter().filter(|&&v| terms.var_sort(v) == Sort::Int).collect();
        if ints.len() > 3 {
            continue;
        }
        for &&v in &ints {
            let x = terms.of(v);
            formulas.push(terms.and([terms.ge(x, terms.int(-RANGE)), terms.le(x, terms.int(RANGE))]));
        }
        let lines: Vec<String> = formulas.iter().map(|&f| terms.infix(f)).collect();
        let _report = Report(format!("tiny {seed}:\n{}", lines.join("\n")));
        let mut solver = Solver::new(&terms, Config::default());
        formulas.iter().for_each(|&f| {
            solver.assert(f);
        });
        let expected = satisfiable(&terms, terms.and(formulas));
        match solver.check(&[]) {
            Outcome::Sat(_) => assert!(expected),
            Outcome::Unsat => assert!(!expected),
            Outcome::Unknown(why) => panic!("{why}"),
        }
        *(if expected { &mut yes } else { &mut no }) += 1;
    }
    assert!(yes > 40 && no > 40, "{yes} satisfiable, {no} not");
}
