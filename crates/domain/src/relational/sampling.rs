//! Sampling: reachable states at the loop heads, from the solver's models of the way to the first head and by executing from
//! there with pseudo-random choices.

use super::cutpoints::{Cutpoints, Way};
use super::modular::power;
use super::random::Random;
use crate::ask::{Place, Questions};
use flow::Word;
use logic::{Int, Sort, Term, Terms, Value};
use solver::{Model, Outcome};

/// A state at a loop head.
pub type State = (usize, Vec<Value>);

/// States from which executions are sampled, for each way in.
const STARTS: usize = 8;
/// Executions from each of them.
const RUNS: usize = 3;
/// Heads visited in an execution.
const LENGTH: usize = 40;
/// How often a head is left again with other choices when the first ones lead nowhere.
const RETRIES: usize = 4;
/// Values with more binary digits end an execution.
const DIGITS: u64 = 200;

/// States at heads that an execution reaches from a state on, that one not included.
pub fn execute(
    terms: &Terms,
    cutpoints: &Cutpoints,
    random: &mut Random,
    numbers: &[Int],
    from: &State,
    length: usize,
) -> Vec<State> {
    let sorts = cutpoints.input_sorts(terms);
    // How often a choice between two ways is "yes" differs from execution to execution.
    let bias = [50, 85, 95, 20][random.below(4)];
    let mut out: Vec<State> = Vec::new();
    for _ in 0..length {
        let (head, state) = out.last().unwrap_or(from);
        let next = (0..RETRIES).find_map(|_| {
            let chosen = sorts.iter().map(|&sort| choose(random, sort, bias, numbers));
            let inputs: Vec<Value> =
                chosen.zip(&cutpoints.within).map(|(value, word)| inside(value, *word)).collect();
            cutpoints.step(*head, state, &inputs)
        });
        match next {
            Some(next) if next.1.iter().all(is_short) => out.push(next),
            _ => break,
        }
    }
    out
}

fn is_short(value: &Value) -> bool {
    match value {
        Value::Int(i) => i.bits() <= DIGITS,
        Value::Bool(_) => true,
    }
}

/// The value as the word can have it: a number that is too long wraps.
fn inside(value: Value, word: Option<Word>) -> Value {
    let (Value::Int(number), Some(word)) = (&value, word) else { return value };
    let count = power(word.bits);
    let low = if word.signed { -power(word.bits - 1) } else { Int::ZERO };
    Value::Int((number - &low).rem_euclid(&count) + low)
}

fn choose(random: &mut Random, sort: Sort, bias: usize, numbers: &[Int]) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.chance(bias)),
        Sort::Int => Value::Int(number(random, numbers)),
    }
}

/// A number: one that the program speaks of, a small one, or a larger one.
fn number(random: &mut Random, numbers: &[Int]) -> Int {
    let small = |random: &mut Random, most: usize| {
        Int::from(i64::try_from(random.below(2 * most + 1)).unwrap_or(0) - i64::try_from(most).unwrap_or(0))
    };
    match random.below(4) {
        0 if !numbers.is_empty() => numbers[random.below(numbers.len())].clone(),
        1 => small(random, 300),
        _ => small(random, 6),
    }
}

/// States in which a head is first reached from the entry, as diverse as the solver can be made to give them.
pub fn starts(
    ask: &mut Questions,
    terms: &Terms,
    cutpoints: &Cutpoints,
    way: &Way,
    context: Place,
    random: &mut Random,
    numbers: &[Int],
) -> Vec<State> {
    let mut out: Vec<State> = Vec::new();
    let Outcome::Sat(first) = ask.check(context, &[]) else { return out };
    let state = |ask: &Questions, model: &Model| {
        let values = cutpoints.vars.iter().map(|&v| ask.value(model, terms.primed(v)));
        (way.to, values.collect::<Vec<Value>>())
    };
    out.push(state(ask, &first));
    for _ in 1..STARTS {
        let mut wishes: Vec<Term> = Vec::new();
        let mut model = None;
        for &v in &cutpoints.vars {
            let x = terms.of(terms.primed(v));
            let wish = match terms.var_sort(v) {
                Sort::Bool => terms.iff(x, terms.bool(random.chance(50))),
                Sort::Int => {
                    let n = terms.int(number(random, numbers));
                    if random.chance(70) { terms.eq(x, n) } else { terms.ge(x, n) }
                }
            };
            wishes.push(wish);
            match ask.check(context, &wishes) {
                Outcome::Sat(m) => model = Some(m),
                _ => {
                    wishes.pop();
                }
            }
        }
        let found = model.map(|m| state(ask, &m));
        out.extend(found.filter(|s| !out.contains(s)));
    }
    out
}

/// The states at heads of sampled executions from these.
pub fn executions(
    terms: &Terms,
    cutpoints: &Cutpoints,
    random: &mut Random,
    numbers: &[Int],
    starts: &[State],
) -> Vec<State> {
    let mut out = starts.to_vec();
    for start in starts {
        for _ in 0..RUNS {
            out.extend(execute(terms, cutpoints, random, numbers, start, LENGTH));
        }
    }
    out
}
