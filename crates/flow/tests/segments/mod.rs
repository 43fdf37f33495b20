//! The formulas against the interpreter, for programs of any language: random executions, every segment between two visits
//! of a loop head evaluated in the formulas.

use std::collections::BTreeMap;

use flow::cfg::{Cfg, NodeId};
use flow::{ReplayError, Symbols, TransitionSystem, region, replay};
use lang::interp::{Execution, ExecutionLimits, ExecutionOutcome, Oracle};
use lang::{Int, LoopId, NondetId, Sort, Unit, VarId};
use logic::{Stamp, Term, Terms, Value, Var};

use super::generate::Random;

mod statements;
pub use statements::{Tally as StatementTally, try_statements};

/// Chooses at random and remembers everything.
struct Recorder<'a> {
    random: &'a mut Random,
    /// The heads of the transition system.
    known: Vec<LoopId>,
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
        if self.known.contains(&id) {
            self.heads.push((id, state.to_vec()));
        }
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
    unit: &'a dyn Unit,
    cfg: &'a Cfg,
    terms: &'a Terms,
    ts: &'a TransitionSystem,
    initial: BTreeMap<VarId, Value>,
    heads: Vec<(LoopId, Vec<Value>)>,
    choices: BTreeMap<(usize, NondetId), Value>,
    execution: Execution,
    /// For each visit the values of the variables of the state that only the graph has.
    kept: Vec<BTreeMap<Var, Value>>,
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
        let symbol = |id: VarId| self.terms.at(self.ts.symbol(id), 0);
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
            for var in &self.ts.vars {
                if let Some(id) = var.source {
                    values.insert(self.terms.at(var.var, step as u32), state[id.index()].clone());
                }
            }
            for (&var, value) in self.kept.get(step).into_iter().flatten() {
                values.insert(self.terms.at(var, step as u32), value.clone());
            }
            if let Some(pc) = self.ts.pc() {
                let number = self.ts.heads().iter().position(|(id, _)| id == head).expect("a head") + 1;
                values.insert(self.terms.at(pc, step as u32), Value::Int(Int::from(number as i64)));
            }
        }
        values
    }

    /// Follows what the graph keeps beside the program's variables, head by head.
    fn follow_kept(&mut self) {
        let kept: Vec<Var> = (self.ts.vars.iter())
            .filter(|v| v.source.is_none() && Some(v.var) != self.ts.pc())
            .map(|v| v.var)
            .collect();
        if kept.is_empty() {
            return;
        }
        let symbols = Symbols::of_unit(self.terms, self.unit, self.cfg, "");
        let nodes: BTreeMap<LoopId, NodeId> = self.cfg.heads().into_iter().collect();
        let mut known = BTreeMap::new();
        for segment in 0..self.heads.len() {
            let mut values: Values = known;
            for id in self.unit.vars() {
                let value = match segment.checked_sub(1) {
                    Some(before) => self.heads[before].1[id.index()].clone(),
                    None => self.initial[&id].clone(),
                };
                values.insert(symbols.vars[id.index()], value);
            }
            for ((at, id), value) in &self.choices {
                if *at == segment {
                    values.insert(symbols.inputs[id.index()], value.clone());
                }
            }
            let start = segment.checked_sub(1).map_or(Cfg::ENTRY, |before| nodes[&self.heads[before].0]);
            let arrivals = region(self.cfg, self.terms, &symbols, start);
            let arrival = &arrivals[&nodes[&self.heads[segment].0]];
            let value = |var: Var| {
                let at = symbols.vars.iter().position(|&v| v == var).expect("a variable");
                self.terms.eval(arrival.values[at], &self.lookup(&values))
            };
            known = kept.iter().map(|&var| (var, value(var))).collect();
            self.kept.push(known.clone());
        }
    }

    /// Symbols without a value are those of choices that were not met: any value will do.
    fn lookup<'v>(&'v self, values: &'v Values) -> impl Fn(Var) -> Value + 'v {
        |v| values.get(&v).cloned().unwrap_or_else(|| Value::default_of(self.terms.var_sort(v)))
    }

    /// Whether a formula of the transition system holds at a step; the same as its copy for that step, but quicker.
    fn holds(&self, formula: Term, step: usize, values: &Values) -> bool {
        let value = self.lookup(values);
        let number = |stamp| step as u32 + u32::from(stamp == Stamp::Primed);
        self.terms.holds(formula, &|v| {
            let stamp = self.terms.symbol_of(v).stamp;
            value(self.terms.at(self.terms.restamp(v, Stamp::Plain), number(stamp)))
        })
    }

    /// The segment that ends in a violated assertion; 0 is the one before the loops.
    fn failing_segment(&self) -> Option<usize> {
        matches!(self.execution.outcome, ExecutionOutcome::AssertionFailed { .. }).then_some(self.heads.len())
    }

    fn check(&self) {
        let (terms, ts) = (self.terms, self.ts);
        let failing = self.failing_segment();
        let last = self.heads.len();
        // What was cut short says nothing about its last segment.
        let cut =
            matches!(self.execution.outcome, ExecutionOutcome::OutOfSteps | ExecutionOutcome::NumberTooLarge);
        if !(cut && last == 0) {
            let early = self.holds(ts.early, 0, &self.early_values());
            assert_eq!(early, failing == Some(0), "early");
        }
        let values = self.values();
        if last > 0 {
            assert!(self.holds(ts.arrival, 0, &values), "arrival");
            assert!(self.holds(ts.init.formula(), 0, &values), "init");
        } else if !cut {
            assert!(!self.holds(ts.arrival, 0, &values), "arrival at no head");
        }
        for step in 0..last {
            let is_last = step + 1 == last;
            if is_last && cut {
                continue;
            }
            assert_eq!(self.holds(ts.trans, step, &values), !is_last, "trans at {step}");
            assert_eq!(
                self.holds(ts.bad.formula(), step, &values),
                failing == Some(step + 1),
                "bad at {step}"
            );
            // The copies for a step are the same formula.
            if step == 0 {
                let value = self.lookup(&values);
                assert_eq!(terms.holds(ts.trans_at(terms, 0), &value), !is_last, "trans@0");
                assert_eq!(terms.holds(ts.bad_at(terms, 0), &value), failing == Some(1), "bad@0");
            }
        }
    }

    /// Changes one value at a visit. The formula of the way to it must notice, because a segment is a function of the state
    /// before it and of the choices in it.
    fn check_determined(&self, random: &mut Random) {
        let sources: Vec<(Var, VarId)> =
            self.ts.vars.iter().filter_map(|var| Some((var.var, var.source?))).collect();
        if self.heads.is_empty() || sources.is_empty() {
            return;
        }
        let visit = random.below(self.heads.len());
        let (symbol, var) = sources[random.below(sources.len())];
        let formula = match visit.checked_sub(1) {
            // A variable that nothing overwrites is its own entry value: with it the whole execution is another.
            None if self.ts.entry_value(var) == symbol => return,
            None => self.ts.arrival,
            Some(_) => self.ts.trans,
        };
        let mut values = self.values();
        let changed = match &self.heads[visit].1[var.index()] {
            Value::Bool(value) => Value::Bool(!value),
            Value::Int(number) => Value::Int(number + &Int::from(random.between(1, 3))),
        };
        values.insert(self.terms.at(symbol, visit as u32), changed);
        assert!(
            !self.holds(formula, visit.saturating_sub(1), &values),
            "visit {visit} with another {}",
            self.unit.decl(var).name
        );
    }

    fn check_replay(&self) {
        let Some(segment) = self.failing_segment() else { return };
        let rounds = segment.checked_sub(1).map(|rounds| rounds as u32);
        let values = if rounds.is_some() { self.values() } else { self.early_values() };
        let replayed = replay(self.unit, self.terms, self.ts, &self.lookup(&values), rounds);
        assert_eq!(replayed.as_ref(), Ok(&self.execution), "replay");
        self.check_wrong_replays(&values, rounds);
    }

    /// A model that is no execution is not passed off as one.
    fn check_wrong_replays(&self, values: &Values, rounds: Option<u32>) {
        let Some(rounds) = rounds else { return };
        let first = self.ts.vars.iter().find_map(|var| Some((var.var, var.source?, var.sort)));
        let Some((symbol, var, Sort::Int)) = first else { return };
        if rounds == 0 && self.ts.entry_value(var) == symbol {
            return;
        }
        let mut wrong = values.clone();
        wrong.insert(self.terms.at(symbol, rounds), Value::Int(Int::from(1_000_000)));
        let replayed = replay(self.unit, self.terms, self.ts, &self.lookup(&wrong), Some(rounds));
        assert!(matches!(replayed, Err(ReplayError::Diverged { .. })), "{replayed:?}");
    }
}

/// How often what was met.
#[derive(Default, Debug)]
pub struct Tally {
    pub programs: usize,
    pub executions: usize,
    pub rounds: usize,
    pub failed_early: usize,
    pub failed_later: usize,
    pub finished: usize,
    /// Visits at which the state holds something that only the graph has.
    pub kept: usize,
}

/// Runs a program several times and compares each execution with the formulas.
pub fn try_program(random: &mut Random, unit: &dyn Unit, cfg: &Cfg, tally: &mut Tally) {
    let terms = Terms::new();
    let ts = TransitionSystem::of_cfg(&terms, unit, cfg);
    tally.programs += 1;
    for _ in 0..8 {
        let initial: BTreeMap<_, _> =
            unit.vars().map(|id| (id, random_value(random, unit.decl(id).sort))).collect();
        let known = ts.heads().iter().map(|(id, _)| *id).collect();
        let mut recorder = Recorder { random, known, heads: Vec::new(), choices: BTreeMap::new() };
        let execution = unit.run(&initial, &mut recorder, ExecutionLimits { steps: 60, bits: 500 });
        let Recorder { heads, choices, .. } = recorder;
        let kept = Vec::new();
        let mut case = Case { unit, cfg, terms: &terms, ts: &ts, initial, heads, choices, execution, kept };
        case.follow_kept();
        tally.executions += 1;
        tally.rounds += case.heads.len();
        tally.kept += case.kept.len();
        match case.failing_segment() {
            Some(0) => tally.failed_early += 1,
            Some(_) => tally.failed_later += 1,
            None => tally.finished += usize::from(case.execution.outcome == ExecutionOutcome::Finished),
        }
        case.check();
        case.check_determined(random);
        case.check_replay();
    }
}
