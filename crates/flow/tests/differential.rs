//! The formulas against the interpreter: random programs, random executions, every segment between two visits of a loop
//! head evaluated in the formulas.

use std::collections::BTreeMap;

use flow::{ReplayError, TransitionSystem, replay};
use lang::interp::{self, Execution, Limits, Oracle, Outcome};
use lang::{Int, LoopId, NondetId, Program, Sort, VarId};
use logic::{Term, Terms, Value, Var};

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
use generate::{Random, Shape};

/// Chooses at random and remembers everything.
struct Recorder<'a> {
    random: &'a mut Random,
    /// For each visit of a loop head, which loop and the values there.
    heads: Vec<(LoopId, Vec<Value>)>,
    /// The choices by the number of visits before them; within a segment each occurrence is met at most once.
    choices: BTreeMap<(usize, NondetId), Value>,
}

impl Oracle for Recorder<'_> {
    fn choose(&mut self, id: NondetId, sort: Sort) -> Value {
        let value = random_value(self.random, sort);
        let before = self.choices.insert((self.heads.len(), id), value.clone());
        assert_eq!(before, None, "an occurrence is met once between two visits of loop heads");
        value
    }

    fn loop_head(&mut self, id: LoopId, state: &[Value]) {
        self.heads.push((id, state.to_vec()));
    }
}

fn random_value(random: &mut Random, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.chance(50)),
        Sort::Int => Value::Int(Int::from(random.between(-4, 4))),
    }
}

/// A program with its formulas and one execution.
struct Case<'a> {
    program: &'a Program,
    terms: &'a Terms,
    ts: &'a TransitionSystem,
    initial: BTreeMap<VarId, Value>,
    heads: Vec<(LoopId, Vec<Value>)>,
    choices: BTreeMap<(usize, NondetId), Value>,
    execution: Execution,
}

type Values = BTreeMap<Var, Value>;

impl Case<'_> {
    /// The choices of the segments, by symbol.
    fn inputs(&self) -> Values {
        let symbol = |&(segment, id): &(usize, NondetId)| {
            self.terms.at(self.ts.input(id, segment == 0), segment.saturating_sub(1) as u32)
        };
        self.choices.iter().map(|(key, value)| (symbol(key), value.clone())).collect()
    }

    /// Values for the formula `early`.
    fn early_values(&self) -> Values {
        let symbol = |id: VarId| self.terms.at(self.ts.vars[id.index()].var, 0);
        let entry = self.initial.iter().map(|(&id, value)| (symbol(id), value.clone()));
        self.inputs().into_iter().chain(entry).collect()
    }

    /// Values for the other formulas.
    fn values(&self) -> Values {
        let mut values = self.inputs();
        for (&id, value) in &self.initial {
            values.insert(self.terms.at(self.ts.entry_value(id), 0), value.clone());
        }
        for (step, (head, state)) in self.heads.iter().enumerate() {
            for (id, value) in self.program.vars().zip(state) {
                values.insert(self.terms.at(self.ts.vars[id.index()].var, step as u32), value.clone());
            }
            if let Some(pc) = self.ts.pc() {
                let number = self.ts.heads().iter().position(|(id, _)| id == head).expect("a head") + 1;
                values.insert(self.terms.at(pc, step as u32), Value::Int(Int::from(number as i64)));
            }
        }
        values
    }

    /// Symbols without a value are those of choices that were not met: any value will do.
    fn lookup<'v>(&'v self, values: &'v Values) -> impl Fn(Var) -> Value + 'v {
        |v| values.get(&v).cloned().unwrap_or_else(|| Value::default_of(self.terms.var_sort(v)))
    }

    fn holds(&self, formula: Term, values: &Values) -> bool {
        self.terms.holds(formula, &self.lookup(values))
    }

    /// The segment that ends in a violated assertion; 0 is the one before the loops.
    fn failing_segment(&self) -> Option<usize> {
        matches!(self.execution.outcome, Outcome::AssertionFailed { .. }).then_some(self.heads.len())
    }

    fn check(&self) {
        let (terms, ts) = (self.terms, self.ts);
        let failing = self.failing_segment();
        let last = self.heads.len();
        // What was cut short says nothing about its last segment.
        let cut = matches!(self.execution.outcome, Outcome::OutOfSteps | Outcome::NumberTooLarge);
        if !(cut && last == 0) {
            let early = self.holds(ts.early_at(terms, 0), &self.early_values());
            assert_eq!(early, failing == Some(0), "early");
        }
        let values = self.values();
        if last > 0 {
            assert!(self.holds(ts.arrival_at(terms, 0), &values), "arrival");
            assert!(self.holds(ts.init_at(terms, 0), &values), "init");
        } else if !cut {
            assert!(!self.holds(ts.arrival_at(terms, 0), &values), "arrival at no head");
        }
        for step in 0..last {
            let is_last = step + 1 == last;
            if is_last && cut {
                continue;
            }
            let index = step as u32;
            assert_eq!(self.holds(ts.trans_at(terms, index), &values), !is_last, "trans at {step}");
            assert_eq!(
                self.holds(ts.bad_at(terms, index), &values),
                failing == Some(step + 1),
                "bad at {step}"
            );
        }
    }

    /// Changes one value at a visit. The formula of the way to it must notice, because a segment is a function of the state
    /// before it and of the choices in it.
    fn check_determined(&self, random: &mut Random) {
        if self.heads.is_empty() {
            return;
        }
        let visit = random.below(self.heads.len());
        let var = VarId(random.below(self.program.decls.len()) as u32);
        let symbol = self.ts.vars[var.index()].var;
        let formula = match visit.checked_sub(1) {
            // A variable that nothing overwrites is its own entry value: with it the whole execution is another.
            None if self.ts.entry_value(var) == symbol => return,
            None => self.ts.arrival_at(self.terms, 0),
            Some(step) => self.ts.trans_at(self.terms, step as u32),
        };
        let mut values = self.values();
        let changed = match &self.heads[visit].1[var.index()] {
            Value::Bool(value) => Value::Bool(!value),
            Value::Int(number) => Value::Int(number + &Int::from(random.between(1, 3))),
        };
        values.insert(self.terms.at(symbol, visit as u32), changed);
        assert!(!self.holds(formula, &values), "visit {visit} with another {}", self.program.decl(var).name);
    }

    fn check_replay(&self) {
        let Some(segment) = self.failing_segment() else { return };
        let rounds = segment.checked_sub(1).map(|rounds| rounds as u32);
        let values = if rounds.is_some() { self.values() } else { self.early_values() };
        let replayed = replay(self.program, self.terms, self.ts, &self.lookup(&values), rounds);
        assert_eq!(replayed.as_ref(), Ok(&self.execution), "replay");
        self.check_wrong_replays(&values, rounds);
    }

    /// A model that is no execution is not passed off as one.
    fn check_wrong_replays(&self, values: &Values, rounds: Option<u32>) {
        let Some(rounds) = rounds else { return };
        let var = VarId(0);
        let symbol = self.terms.at(self.ts.vars[0].var, rounds);
        let mut wrong = values.clone();
        wrong.insert(symbol, Value::Int(Int::from(1_000_000)));
        if rounds == 0 && self.ts.entry_value(var) == self.ts.vars[0].var {
            return;
        }
        let replayed = replay(self.program, self.terms, self.ts, &self.lookup(&wrong), Some(rounds));
        assert!(matches!(replayed, Err(ReplayError::Diverged { .. })), "{replayed:?}");
    }
}

#[derive(Default, Debug)]
struct Tally {
    programs: usize,
    executions: usize,
    rounds: usize,
    failed_early: usize,
    failed_later: usize,
    finished: usize,
}

fn try_program(random: &mut Random, program: &Program, tally: &mut Tally) {
    let terms = Terms::new();
    let ts = TransitionSystem::of_program(&terms, program);
    tally.programs += 1;
    for _ in 0..8 {
        let initial: BTreeMap<_, _> =
            program.vars().map(|id| (id, random_value(random, program.decl(id).sort))).collect();
        let mut recorder = Recorder { random, heads: Vec::new(), choices: BTreeMap::new() };
        let execution = interp::run(program, &initial, &mut recorder, Limits { steps: 60, bits: 500 });
        let Recorder { heads, choices, .. } = recorder;
        let case = Case { program, terms: &terms, ts: &ts, initial, heads, choices, execution };
        tally.executions += 1;
        tally.rounds += case.heads.len();
        match case.failing_segment() {
            Some(0) => tally.failed_early += 1,
            Some(_) => tally.failed_later += 1,
            None => tally.finished += usize::from(case.execution.outcome == Outcome::Finished),
        }
        case.check();
        case.check_determined(random);
        case.check_replay();
    }
}

/// Runs programs of a shape; a failure names the seed and shows the program.
fn try_many(seeds: std::ops::Range<u64>, shape: Shape) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let mut random = Random::new(seed);
        let program = generate::program(&mut random, shape);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            try_program(&mut random, &program, &mut tally);
        }));
        if let Err(panic) = outcome {
            eprintln!("seed {seed}:\n{program}");
            std::panic::resume_unwind(panic);
        }
    }
    tally
}

#[test]
fn programs_with_one_loop() {
    let tally = try_many(0..4_000, Shape::ONE_LOOP);
    // The test is worth something only if all kinds of ends are met often.
    let Tally { rounds, failed_early, failed_later, finished, .. } = tally;
    let least = rounds.min(failed_early).min(failed_later).min(finished);
    assert!(least > 500, "{tally:?}");
}

#[test]
fn programs_with_several_loops() {
    let shape = Shape { loops: 3, ..Shape::ONE_LOOP };
    let tally = try_many(10_000..12_000, shape);
    assert!(tally.failed_later > 200, "{tally:?}");
}

#[test]
fn programs_without_loops() {
    let tally = try_many(20_000..21_000, Shape { loops: 0, ..Shape::ONE_LOOP });
    assert!(tally.failed_early > 500 && tally.rounds == 0, "{tally:?}");
}

#[test]
fn programs_with_large_numbers() {
    let shape = Shape { loops: 2, height: 3, numbers: 1_000_000, big: true, ..Shape::ONE_LOOP };
    let tally = try_many(30_000..31_000, shape);
    assert!(tally.rounds > 500, "{tally:?}");
}
