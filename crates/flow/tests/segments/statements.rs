//! The statement-level encoding against the interpreter: random executions, followed on the graph by an evaluator of its own,
//! every step evaluated in the formulas.

use std::collections::{BTreeMap, BTreeSet};

use flow::cfg::{Action, Cfg, Element, LocationKind, NodeId};
use flow::{Encoding, TransitionSystem, replay};
use lang::ast::{Bexp, BexpKind, Exp, ExpKind, Sign};
use lang::interp::{ExecutionLimits, ExecutionOutcome};
use lang::{Int, NondetId, Unit, VarId};
use logic::{Sort, Stamp, Term, Terms, Value, Var};

use super::super::generate::Random;
use super::{Recorder, random_value};

/// Follows an execution on the graph.
struct Walker<'a> {
    cfg: &'a Cfg,
    values: Vec<Value>,
    choices: &'a BTreeMap<(usize, NondetId), Value>,
    /// Visits of loops so far.
    visits: usize,
    /// The choices made since the last stop.
    made: Vec<NondetId>,
}

/// A location at which a step begins, with the values there.
struct Stop {
    node: NodeId,
    values: Vec<Value>,
    visits: usize,
    /// The choices made on the way to the next stop.
    made: Vec<NondetId>,
}

impl Walker<'_> {
    fn choose(&mut self, id: NondetId, sort: Sort) -> Value {
        self.made.push(id);
        let key = (self.visits, id);
        // The interpreter may not have needed the value.
        self.choices.get(&key).cloned().unwrap_or_else(|| Value::default_of(sort))
    }

    fn exp(&self, e: &Exp) -> Int {
        match &e.kind {
            ExpKind::Const(number) => number.clone(),
            ExpKind::Var(x) => match &self.values[x.index()] {
                Value::Int(number) => number.clone(),
                Value::Bool(_) => panic!("a number is wanted"),
            },
            ExpKind::Neg(a) => -self.exp(a),
            ExpKind::Sum(parts) => parts.iter().fold(Int::ZERO, |sum, (sign, a)| match sign {
                Sign::Plus => sum + &self.exp(a),
                Sign::Minus => sum - &self.exp(a),
            }),
            ExpKind::Mul(c, a) => c * self.exp(a),
            ExpKind::Div(a, d) => self.exp(a).div_euclid(d),
            ExpKind::Mod(a, d) => self.exp(a).rem_euclid(d),
            ExpKind::Wrap(int, a) => int.wrap(&self.exp(a)),
            ExpKind::Word(op, int, a, b) => op.apply(&self.exp(a), &self.exp(b), *int),
        }
    }

    fn bexp(&mut self, e: &Bexp) -> bool {
        match &e.kind {
            BexpKind::Const(value) => *value,
            BexpKind::Var(x) => self.values[x.index()].truth(),
            BexpKind::Nondet(id) => self.choose(*id, Sort::Bool).truth(),
            BexpKind::Not(a) => !self.bexp(a),
            BexpKind::And(parts) => !self.bexps(parts).contains(&false),
            BexpKind::Or(parts) => self.bexps(parts).contains(&true),
            BexpKind::Implies(premises, conclusion) => {
                let all = !self.bexps(premises).contains(&false);
                self.bexp(conclusion) || !all
            }
            BexpKind::Compare(op, a, b) => op.holds(&self.exp(a), &self.exp(b)),
            BexpKind::Iff(a, b) => self.bexp(a) == self.bexp(b),
            BexpKind::Xor(a, b) => self.bexp(a) != self.bexp(b),
        }
    }

    /// All of them, whatever the first ones are.
    fn bexps(&mut self, parts: &[Bexp]) -> Vec<bool> {
        parts.iter().map(|part| self.bexp(part)).collect()
    }

    /// The element that an index chooses.
    fn chosen(&mut self, elements: &[Element]) -> Option<VarId> {
        let found = elements.iter().find(|element| self.bexp(&element.chosen));
        found.map(|element| element.var)
    }

    /// Over an edge; whether it can be passed.
    fn pass(&mut self, action: &Action) -> bool {
        match action {
            Action::Skip => {}
            Action::AssignInt(x, e) => self.values[x.index()] = Value::Int(self.exp(e)),
            Action::AssignBool(x, e) => self.values[x.index()] = Value::Bool(self.bexp(e)),
            Action::Havoc(x, id) => {
                let sort = match self.values[x.index()] {
                    Value::Bool(_) => Sort::Bool,
                    Value::Int(_) => Sort::Int,
                };
                self.values[x.index()] = self.choose(*id, sort);
            }
            Action::Read(x, _, elements) => {
                let chosen = self.chosen(elements).or(elements.last().map(|element| element.var));
                if let Some(var) = chosen {
                    self.values[x.index()] = self.values[var.index()].clone();
                }
            }
            Action::Write(elements, value) => {
                let value = match value {
                    flow::cfg::Value::Int(e) => Value::Int(self.exp(e)),
                    flow::cfg::Value::Bool(e) => Value::Bool(self.bexp(e)),
                };
                if let Some(var) = self.chosen(elements) {
                    self.values[var.index()] = value;
                }
            }
            Action::Guard(cond, wanted) => return self.bexp(cond) == *wanted,
            Action::Netlist(_) => panic!("programs have no circuits"),
        }
        true
    }

    /// The stops of an execution, and where it ends; none when it goes on after so many steps.
    fn walk(&mut self, is_loop: impl Fn(NodeId) -> bool, most: usize) -> Option<(Vec<Stop>, NodeId)> {
        let mut stops: Vec<Stop> = Vec::new();
        let mut at = Cfg::ENTRY;
        let mut ended = false;
        for _ in 0..most {
            if matches!(self.cfg.nodes[at.index()].kind, LocationKind::Head(_)) {
                self.visits += usize::from(is_loop(at));
                let made = std::mem::take(&mut self.made);
                if let Some(last) = stops.last_mut() {
                    last.made = made;
                }
                let visits = self.visits;
                stops.push(Stop { node: at, values: self.values.clone(), visits, made: Vec::new() });
            }
            let edges: Vec<usize> = self.cfg.out[at.index()].clone();
            let Some(edge) = edges.into_iter().find(|&e| self.pass(&self.cfg.edges[e].action)) else {
                ended = true;
                break;
            };
            at = self.cfg.edges[edge].to;
        }
        let made = std::mem::take(&mut self.made);
        if let Some(last) = stops.last_mut() {
            last.made = made;
        }
        ended.then_some((stops, at))
    }
}

/// Larger graphs, made by inlining, would take most of the time.
const LARGEST: usize = 300;

/// How often what was met.
#[derive(Default, Debug)]
pub struct Tally {
    pub steps: usize,
    pub failed: usize,
    pub replayed: usize,
    pub choices: usize,
}

/// Runs a program several times and compares each execution with the statement-level formulas; `block` is its graph.
pub fn try_statements(random: &mut Random, unit: &dyn Unit, block: &Cfg, tally: &mut Tally) {
    if block.nodes.len() > LARGEST {
        return;
    }
    let terms = Terms::new();
    let cfg = block.clone().encoded(unit, Encoding::Statement);
    let ts = TransitionSystem::of_cfg(&terms, unit, &cfg);
    let sorts: Vec<Sort> =
        unit.decls().iter().map(|d| d.sort).chain(cfg.temps.iter().map(|temp| temp.sort)).collect();
    let known: Vec<_> = block.heads().into_iter().map(|(id, _)| id).collect();
    for _ in 0..6 {
        let initial: BTreeMap<_, _> =
            unit.vars().map(|id| (id, random_value(random, unit.decl(id).sort))).collect();
        let mut recorder =
            Recorder { random, known: known.clone(), heads: Vec::new(), choices: BTreeMap::new() };
        let execution = unit.run(&initial, &mut recorder, ExecutionLimits { steps: 60, bits: 500 });
        let Recorder { heads, choices, .. } = recorder;
        if matches!(execution.outcome, ExecutionOutcome::OutOfSteps | ExecutionOutcome::NumberTooLarge) {
            continue;
        }
        let values = sorts.iter().enumerate().map(|(i, &sort)| {
            let id = VarId(i as u32);
            initial.get(&id).cloned().unwrap_or_else(|| Value::default_of(sort))
        });
        let mut walker =
            Walker { cfg: &cfg, values: values.collect(), choices: &choices, visits: 0, made: Vec::new() };
        let loops = |node: NodeId| block.heads().iter().any(|(_, head)| *head == node);
        let (stops, end) = walker.walk(loops, 10_000).expect("the interpreter came to an end too");

        // The walk is the interpreter's execution.
        let fails = matches!(execution.outcome, ExecutionOutcome::AssertionFailed { .. });
        assert_eq!(end == Cfg::ERROR, fails, "{:?}", execution.outcome);
        let visited: Vec<_> = stops.iter().filter(|stop| loops(stop.node)).collect();
        assert_eq!(visited.len(), heads.len());
        for (stop, (id, state)) in visited.iter().zip(&heads) {
            assert!(block.heads().contains(&(*id, stop.node)));
            assert_eq!(&stop.values[..state.len()], &state[..]);
        }

        let order = cfg.heads();
        let mut model: BTreeMap<Var, Value> = BTreeMap::new();
        for (&id, value) in &initial {
            model.insert(terms.at(ts.entry_value(id), 0), value.clone());
        }
        for ((visits, id), value) in &choices {
            if *visits == 0 {
                model.insert(terms.at(ts.input(*id, true), 0), value.clone());
            }
        }
        for (step, stop) in stops.iter().enumerate() {
            let at = order.iter().position(|(_, node)| *node == stop.node).expect("a head");
            let step = step as u32;
            if let Some(pc) = ts.pc() {
                model.insert(terms.at(pc, step), Value::Int(Int::from(at as i64 + 1)));
            }
            assert_eq!(ts.head_at(|pc| model[&terms.at(pc, step)].clone()), Some(at));
            for (i, value) in stop.values.iter().enumerate() {
                let symbol = ts.symbol(VarId(i as u32));
                if ts.vars.iter().any(|v| v.var == symbol) {
                    model.insert(terms.at(symbol, step), value.clone());
                }
            }
            for id in unit.nondets().iter().enumerate().map(|(i, _)| NondetId(i as u32)) {
                let sort = unit.nondets()[id.index()].sort;
                // What is not chosen in this step may be anything.
                let made =
                    stop.made.contains(&id).then(|| choices.get(&(stop.visits, id)).cloned()).flatten();
                tally.choices += usize::from(made.is_some());
                let value = made.unwrap_or_else(|| random_value(random, sort));
                // Of an occurrence that is met in the step, a value that the interpreter did not need is the walker's.
                let value = match stop.made.contains(&id) && !choices.contains_key(&(stop.visits, id)) {
                    true => Value::default_of(sort),
                    false => value,
                };
                // An occurrence that is met before the loops alone has one symbol.
                if ts.input(id, false) != ts.input(id, true) || step > 0 {
                    model.insert(terms.at(ts.input(id, false), step), value);
                } else {
                    model.entry(terms.at(ts.input(id, false), step)).or_insert(value);
                }
            }
        }
        let value = |v: Var| model.get(&v).cloned().unwrap_or_else(|| Value::default_of(terms.var_sort(v)));
        // As the copy of a formula for a step, but quicker.
        let holds = |formula: Term, step: u32| {
            let mut here: BTreeMap<Var, Value> = BTreeMap::new();
            for (&v, value) in &model {
                let plain = terms.restamp(v, Stamp::Plain);
                match terms.symbol_of(v).stamp {
                    Stamp::At(i) if i == step => drop(here.insert(plain, value.clone())),
                    Stamp::At(i) if i == step + 1 => drop(here.insert(terms.primed(plain), value.clone())),
                    _ => {}
                }
            }
            terms.holds(formula, &|v| {
                here.get(&v).cloned().unwrap_or_else(|| Value::default_of(terms.var_sort(v)))
            })
        };
        tally.steps += stops.len();
        tally.failed += usize::from(fails);
        if stops.is_empty() {
            assert!(!holds(ts.arrival, 0), "arrival at no head");
            continue;
        }
        assert!(holds(ts.arrival, 0), "arrival");
        let last = stops.len() - 1;
        // All steps of a long execution would take long.
        let tried: BTreeSet<usize> = (0..8).map(|_| random.below(last + 1)).chain([last]).collect();
        for step in tried {
            assert_eq!(holds(ts.trans, step as u32), step < last, "trans at {step}");
            assert_eq!(holds(ts.bad.formula(), step as u32), fails && step == last, "bad at {step}");
        }
        if fails {
            tally.replayed += 1;
            let replayed = replay(unit, &terms, &ts, &value, Some(last as u32));
            assert_eq!(replayed.as_ref(), Ok(&execution), "replay");
            check_wrong_replay(&terms, &ts, &model, last as u32, unit);
        }
    }
}

/// A model whose control is elsewhere is not passed off as the execution.
fn check_wrong_replay(
    terms: &Terms,
    ts: &TransitionSystem,
    model: &BTreeMap<Var, Value>,
    rounds: u32,
    unit: &dyn Unit,
) {
    let Some(pc) = ts.pc() else { return };
    let mut wrong = model.clone();
    wrong.insert(terms.at(pc, rounds), Value::Int(Int::from(ts.heads().len() as i64 + 1)));
    let value = |v: Var| wrong.get(&v).cloned().unwrap_or_else(|| Value::default_of(terms.var_sort(v)));
    assert!(replay(unit, terms, ts, &value, Some(rounds)).is_err());
}
