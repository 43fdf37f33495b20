//! States that executions pass through, found by running the program with pseudo-random inputs. The search for
//! interpolants looks at them; nothing that is shown as proved rests on them.

use flow::TransitionSystem;
use lang::interp::{ExecutionLimits, Oracle};
use lang::{LoopId, NondetId, Span, Unit, VarId};
use logic::{Int, Sort, Term, Terms, Value, Var, order::CollectOrdered};
use solver::{Counted, Door, Outcome, Purpose};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The values of the state variables at a loop head.
pub(crate) type State = BTreeMap<Var, Value>;

/// How many executions there are, and the most steps of one.
const EXECUTIONS: usize = 10;
const LIMITS: ExecutionLimits = ExecutionLimits { steps: 20_000, bits: 200 };
/// Where states are truth values alone, as in a circuit, of which a step is a whole round, executions have fewer steps by this factor.
const ROUND: usize = 10;
/// With so many variables executions are half as long, with twice as many a third.
const MANY: usize = 64;
/// The states of an execution that are kept: at its beginning, at its end, and spread over what is between.
const FIRST: usize = 12;
const LAST: usize = 12;
const BETWEEN: usize = 24;

/// What some executions passed through.
pub(crate) struct Executions {
    /// States at loop heads, in the order of the executions, each once.
    pub(crate) states: Rc<Vec<State>>,
    /// The statements that were executed and the conditions that were evaluated.
    pub(crate) steps: BTreeSet<Span>,
}

/// Runs the program some times. The same in every run.
pub(crate) fn executions(
    door: &Door,
    terms: &Terms,
    unit: &dyn Unit,
    ts: &TransitionSystem,
    constants: &BTreeSet<Int>,
) -> Executions {
    let numbers = constants.iter().filter(|c| c.bits() <= 16).cloned().collect();
    let mut random = Random::new(0x9E37_79B9_7F4A_7C15, numbers);
    let limits = solver::Limits { conflicts: 500, pivots: 10_000, splits: 100, ..solver::Limits::default() };
    let mut solver = door.to(Purpose::Executions).open(limits);
    solver.assert(terms, ts.arrival);
    let (mut out, mut steps) = (Vec::new(), BTreeSet::new());
    let mut seen = BTreeSet::new();
    for i in 0..EXECUTIONS {
        let Some((initial, _)) = initial(terms, unit, ts, &mut solver, &mut random, &[]) else { break };
        let mut run = Run { ts, states: Vec::new(), persistence: [2, 8, 32][i % 3], random: &mut random };
        // A state of many variables, as of a circuit, takes longer to write down.
        let most = if ts.is_boolean() { LIMITS.steps / ROUND } else { LIMITS.steps };
        let steps_of_one = most / (1 + unit.decls().len() / MANY);
        let limits = ExecutionLimits { steps: steps_of_one, ..LIMITS };
        let execution = unit.run(&initial, &mut run, limits);
        steps.extend(execution.steps.iter().map(|step| step.span));
        let kept = spread(run.states)
            .into_iter()
            .filter_map(|(head, values)| state(terms, ts, head, &values.unpacked()));
        out.extend(kept.filter(|state| seen.insert(state.clone())));
    }
    Executions { states: Rc::new(out), steps }
}

/// A loop head's position among all, and the values of the program's variables there. Of the many states that a run passes through few
/// are kept, and only these are written down as [`State`]s.
type Passed = (usize, Packed);

/// Values, in little room where they are few truth values, as in small circuits.
enum Packed {
    /// How many there are, and which are true.
    Truths(usize, u64),
    Values(Vec<Value>),
}

impl Packed {
    fn of(values: &[Value]) -> Packed {
        let mut truths = 0;
        for (at, value) in values.iter().enumerate() {
            match value {
                Value::Bool(truth) if at < 64 => truths |= u64::from(*truth) << at,
                _ => return Packed::Values(values.to_vec()),
            }
        }
        Packed::Truths(values.len(), truths)
    }

    fn unpacked(self) -> Vec<Value> {
        match self {
            Packed::Truths(count, truths) => {
                (0..count).map(|at| Value::Bool(truths >> at & 1 == 1)).collect()
            }
            Packed::Values(values) => values,
        }
    }
}

/// Some states of an execution.
fn spread(states: Vec<Passed>) -> Vec<Passed> {
    let n = states.len();
    let between = n.saturating_sub(FIRST + LAST);
    let stride = between.div_ceil(BETWEEN).max(1);
    let kept = |i: &usize| *i < FIRST || *i + LAST >= n || (*i - FIRST).is_multiple_of(stride);
    states.into_iter().enumerate().filter(|(i, _)| kept(i)).map(|(_, s)| s).collect()
}

/// The state variables' values; none if one of them is neither a variable of the program, nor a product of some, nor the program
/// counter.
fn state(terms: &Terms, ts: &TransitionSystem, head: usize, values: &[Value]) -> Option<State> {
    let value = |v: &flow::StateVar| match v.source {
        Some(id) => Some(values[id.index()].clone()),
        None if ts.pc() == Some(v.var) => Some(Value::Int(Int::from(head as i64 + 1))),
        None => product(ts, v.var, values),
    };
    let all = ts.variables().iter().map(|v| Some(ts.assigned(terms, v.var, value(v)?)));
    let all: Vec<_> = all.collect::<Option<_>>()?;
    Some(all.into_iter().flatten().collect_map())
}

/// The value of what stands for a product of the program's variables.
fn product(ts: &TransitionSystem, var: Var, values: &[Value]) -> Option<Value> {
    let (_, factors) = ts.products().iter().find(|(product, _)| *product == var)?;
    let mut numbers = factors.iter().map(|id| match values.get(id.index()) {
        Some(Value::Int(number)) => Some(number.clone()),
        _ => None,
    });
    let product = numbers.try_fold(Int::ONE, |all, number| Some(&all * &number?))?;
    Some(Value::Int(product))
}

/// Initial values from which control can reach a loop head, and those of some inputs before it: pseudo-random ones where they are
/// unconstrained.
pub(crate) fn initial(
    terms: &Terms,
    unit: &dyn Unit,
    ts: &TransitionSystem,
    solver: &mut Counted,
    random: &mut Random,
    inputs: &[NondetId],
) -> Option<(BTreeMap<VarId, Value>, BTreeMap<NondetId, Value>)> {
    let mut wishes: Vec<Term> = Vec::new();
    let Outcome::Sat(mut model) = solver.check(terms, &[]) else { return None };
    // Of very many variables each would be one question.
    let variables = unit.vars().map(|id| ts.entry_value(id));
    for symbol in variables.chain(inputs.iter().map(|&id| ts.input(id, true))).take(2 * MANY) {
        let t = terms.of(symbol);
        let wish = match random.value(terms.var_sort(symbol), 2) {
            Value::Bool(true) => t,
            Value::Bool(false) => terms.not(t),
            Value::Int(i) => terms.eq(t, terms.int(i)),
        };
        wishes.push(ts.lowered(terms, wish));
        match solver.check(terms, &wishes) {
            Outcome::Sat(m) => model = m,
            _ => {
                wishes.pop();
            }
        }
    }
    let value = |v: Var| model.value(terms, v);
    let variables = unit.vars().map(|id| (id, ts.value(terms, &value, ts.entry_value(id)))).collect_map();
    let inputs = inputs.iter().map(|&id| (id, ts.value(terms, &value, ts.input(id, true)))).collect_map();
    Some((variables, inputs))
}

/// Answers the interpreter's choices at random, and records the states at loop heads.
struct Run<'a> {
    ts: &'a TransitionSystem,
    states: Vec<Passed>,
    /// Truth values are true all but one in so many times.
    persistence: u64,
    random: &'a mut Random,
}

impl Oracle for Run<'_> {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        self.random.value(sort, self.persistence)
    }

    fn loop_head(&mut self, id: LoopId, state: &[Value]) {
        let Some(head) = self.ts.heads().iter().position(|(head, _)| *head == id) else { return };
        self.states.push((head, Packed::of(state)));
    }

    fn wants_steps(&self) -> bool {
        false
    }
}

/// Pseudo-random values.
pub(crate) struct Random {
    state: u64,
    /// The program's numbers, which are more likely than others.
    numbers: Vec<Int>,
    /// Whether numbers are larger ones.
    pub(crate) is_far: bool,
}

impl Random {
    pub(crate) fn new(state: u64, numbers: Vec<Int>) -> Random {
        Random { state, numbers, is_far: false }
    }

    /// A number below `n` (Marsaglia's xorshift).
    fn below(&mut self, n: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state % n
    }

    pub(crate) fn value(&mut self, sort: Sort, persistence: u64) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.below(persistence) != 0),
            Sort::Int if self.is_far => Value::Int(self.far()),
            Sort::Int if self.below(4) == 0 && !self.numbers.is_empty() => {
                let i = self.below(self.numbers.len() as u64) as usize;
                let near = Int::from(self.below(3) as i64 - 1);
                Value::Int(&self.numbers[i] + &near)
            }
            Sort::Int => Value::Int(Int::from(self.below(12) as i64 - 2)),
        }
    }

    /// A larger number: of up to two or up to four digits, near the sum of two of the program's numbers, or negative.
    fn far(&mut self) -> Int {
        let digits = [100, 100, 10_000, 1_000][self.below(4) as usize];
        let number = Int::from(self.below(digits) as i64);
        match self.below(4) {
            0 if !self.numbers.is_empty() => {
                let [a, b] = [(), ()].map(|()| self.below(self.numbers.len() as u64) as usize);
                let near = Int::from(self.below(3) as i64 - 1);
                &(&self.numbers[a] + &self.numbers[b]) + &near
            }
            1 => -number,
            _ => number,
        }
    }
}
