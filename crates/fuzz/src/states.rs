//! All executions of a program, state by state: what is true of it. Reads [`crate::program`] alone, and shares nothing with
//! the languages' interpreters, the encodings and the engines, which are tested against it.

use crate::program::{Comparison, Cond, Entry, Exp, Program, Stmt, Var};
use std::collections::{BTreeSet, VecDeque};

/// The most states that are enumerated.
pub const MOST_STATES: usize = 4_000;
/// Values whose distance from zero is larger are not followed.
const MOST_VALUE: i64 = 1 << 60;
/// Conditions with more free choices than this are not followed.
const MOST_CHOICES: u32 = 6;

/// What is true of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// No execution fails.
    Safe,
    /// Some execution fails.
    Unsafe {
        /// The fewest times that control is at a loop head before an assertion fails, if that is known; zero for a failure before
        /// any loop.
        rounds: Option<u32>,
    },
    /// There are too many states to go through.
    Open,
}

/// What enumerating the states gives.
#[derive(Debug, Clone)]
pub struct Search {
    /// What is true.
    pub truth: Truth,
    /// The states in which each assertion is reached, the postcondition's last.
    pub reaching: Vec<BTreeSet<Vec<i64>>>,
    /// How many states there are.
    pub states: usize,
}

/// Enumerates the states of a program with mathematical integers; `only` is the number of the only assertion that
/// counts, from 0 in the order of the text, unless all count.
pub fn search(program: &Program, only: Option<usize>) -> Search {
    let mut code = Code { ops: Vec::new(), asserts: 0 };
    code.ops.push(Op::Assume(program.pre.clone()));
    code.ops.extend(program.prologue.iter().map(|(var, exp)| Op::Assign(*var, exp.clone())));
    code.block(&program.body);
    if let Some(post) = &program.post {
        code.assert(post);
    }
    code.ops.push(Op::End);
    let mut machine = Machine {
        code: &code,
        program,
        now: Vec::new(),
        next: VecDeque::new(),
        seen: BTreeSet::new(),
        is_complete: true,
        only,
    };
    let mut reaching = vec![BTreeSet::new(); code.asserts];
    let mut start = State { at: 0, values: Vec::new(), raw: 0 };
    machine.start(&mut start);
    let mut failed = None;
    let mut rounds = 0;
    // Those at the same number of visits of a loop head are processed together.
    while failed.is_none() {
        let Some(state) = machine.now.pop() else {
            rounds += 1;
            machine.now.extend(machine.next.drain(..));
            if machine.now.is_empty() {
                break;
            }
            continue;
        };
        if machine.seen.len() >= MOST_STATES {
            machine.is_complete = false;
            break;
        }
        if !machine.seen.insert(state.clone()) {
            continue;
        }
        if let Op::Assert(_, number) = &code.ops[state.at] {
            reaching[*number].insert(state.values.clone());
        }
        if machine.step(&state) == Ok(true) {
            failed = Some(machine.is_complete.then_some(rounds));
        }
    }
    let truth = match failed {
        Some(rounds) => Truth::Unsafe { rounds },
        None if machine.is_complete => Truth::Safe,
        None => Truth::Open,
    };
    Search { truth, reaching, states: machine.seen.len() }
}

/// A program as a list.
struct Code {
    ops: Vec<Op>,
    asserts: usize,
}

enum Op {
    Skip,
    Assign(Var, Exp),
    AssignBool(Var, Cond),
    Choose(Var, i64, i64),
    Assume(Cond),
    Assert(Cond, usize),
    /// A loop head: goes on, at the price of a round.
    Head,
    /// Goes there if the condition is false.
    Unless(Cond, usize),
    Jump(usize),
    End,
}

impl Code {
    fn assert(&mut self, cond: &Cond) {
        self.ops.push(Op::Assert(cond.clone(), self.asserts));
        self.asserts += 1;
    }

    /// A place to be filled in later.
    fn gap(&mut self) -> usize {
        self.ops.push(Op::Skip);
        self.ops.len() - 1
    }

    fn block(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match stmt {
                Stmt::Skip => self.ops.push(Op::Skip),
                Stmt::Assign(var, exp) => self.ops.push(Op::Assign(*var, exp.clone())),
                Stmt::AssignBool(var, cond) => self.ops.push(Op::AssignBool(*var, cond.clone())),
                Stmt::Choose(var, low, high) => self.ops.push(Op::Choose(*var, *low, *high)),
                // Each remainder is that of some number.
                Stmt::ChooseRemainder(var, by) => self.ops.push(Op::Choose(*var, 0, by - 1)),
                Stmt::ChooseBool(var) => self.ops.push(Op::Choose(*var, 0, 1)),
                Stmt::Assume(cond) => self.ops.push(Op::Assume(cond.clone())),
                Stmt::Assert(cond) => self.assert(cond),
                Stmt::If(arms, otherwise) => {
                    let mut ends = Vec::new();
                    for (cond, body) in arms {
                        let test = self.gap();
                        self.block(body);
                        ends.push(self.gap());
                        self.ops[test] = Op::Unless(cond.clone(), self.ops.len());
                    }
                    self.block(otherwise);
                    for end in ends {
                        self.ops[end] = Op::Jump(self.ops.len());
                    }
                }
                Stmt::While(cond, body) => {
                    self.ops.push(Op::Head);
                    let head = self.ops.len() - 1;
                    let test = self.gap();
                    self.block(body);
                    self.ops.push(Op::Jump(head));
                    self.ops[test] = Op::Unless(cond.clone(), self.ops.len());
                }
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    at: usize,
    /// Of each variable; 0 and 1 for Booleans.
    values: Vec<i64>,
    /// A bit for each variable that still has an initial value of which only one of many is tried.
    raw: u64,
}

/// A value that cannot be followed.
#[derive(Debug, PartialEq, Eq)]
struct TooMuch;

struct Machine<'p> {
    code: &'p Code,
    program: &'p Program,
    /// States to go on from, after as many rounds as now.
    now: Vec<State>,
    /// Those after one round more.
    next: VecDeque<State>,
    seen: BTreeSet<State>,
    /// Whether no execution was left out.
    is_complete: bool,
    /// The only assertion that counts.
    only: Option<usize>,
}

impl Machine<'_> {
    /// All initial states, from the first variables on.
    fn start(&mut self, state: &mut State) {
        let Some(variable) = self.program.variables.get(state.values.len()) else {
            if self.multiples_exist(&state.values) {
                self.now.push(state.clone());
            }
            return;
        };
        let bit = 1 << state.values.len();
        let (low, high, raw) = match variable.entry {
            Entry::Either => (0, 1, 0),
            Entry::Between(low, high) | Entry::Late(low, high) => (low, high, 0),
            Entry::Remainder(by) => (0, by - 1, bit),
            Entry::Multiple { .. } => (0, 0, bit),
        };
        for value in low..=high {
            state.values.push(value);
            state.raw |= raw;
            self.start(state);
            state.raw &= !raw;
            state.values.pop();
        }
    }

    fn multiples_exist(&self, values: &[i64]) -> bool {
        self.program.variables.iter().all(|v| match v.entry {
            Entry::Multiple { low, factor, high } => {
                values[high].div_euclid(factor) * factor >= values[low] && values[high] >= values[low]
            }
            _ => true,
        })
    }

    /// Goes on from a state; whether an assertion fails there.
    fn step(&mut self, state: &State) -> Result<bool, TooMuch> {
        let result = self.try_step(state);
        self.is_complete &= result.is_ok();
        result
    }

    fn try_step(&mut self, state: &State) -> Result<bool, TooMuch> {
        let after = |at: usize| State { at, ..state.clone() };
        let on = state.at + 1;
        match &self.code.ops[state.at] {
            Op::Skip => self.now.push(after(on)),
            Op::Head => self.next.push_back(after(on)),
            Op::Jump(to) => self.now.push(after(*to)),
            Op::End => {}
            Op::Assign(var, exp) => {
                let value = self.exp(exp, state)?;
                self.now.push(with(after(on), *var, value));
            }
            Op::AssignBool(var, cond) => {
                for value in self.cond(cond, state)? {
                    self.now.push(with(after(on), *var, i64::from(value)));
                }
            }
            Op::Choose(var, low, high) => {
                for value in *low..=*high {
                    self.now.push(with(after(on), *var, value));
                }
            }
            Op::Assume(cond) => {
                if self.cond(cond, state)?.contains(&true) {
                    self.now.push(after(on));
                }
            }
            Op::Assert(cond, number) => {
                let values = self.cond(cond, state)?;
                if values.contains(&true) {
                    self.now.push(after(on));
                }
                return Ok(values.contains(&false) && self.only.is_none_or(|only| only == *number));
            }
            Op::Unless(cond, to) => {
                for value in self.cond(cond, state)? {
                    self.now.push(after(if value { on } else { *to }));
                }
            }
        }
        Ok(false)
    }

    fn exp(&self, exp: &Exp, state: &State) -> Result<i64, TooMuch> {
        let value = match exp {
            Exp::Const(n) => *n,
            Exp::Var(var) if state.raw & (1 << var) != 0 => return Err(TooMuch),
            Exp::Var(var) => state.values[*var],
            Exp::Neg(inner) => -self.exp(inner, state)?,
            Exp::Add(left, right) => self.exp(left, state)? + self.exp(right, state)?,
            Exp::Sub(left, right) => self.exp(left, state)? - self.exp(right, state)?,
            Exp::Mul(by, inner) => by.checked_mul(self.exp(inner, state)?).ok_or(TooMuch)?,
            Exp::Div(inner, by) => self.exp(inner, state)?.div_euclid(*by),
            Exp::Mod(inner, by) => match (&**inner, self.whole_class(inner, *by, state)) {
                (Exp::Var(var), true) => state.values[*var].rem_euclid(*by),
                _ => self.exp(inner, state)?.rem_euclid(*by),
            },
        };
        if value.abs() > MOST_VALUE { Err(TooMuch) } else { Ok(value) }
    }

    /// Whether it is a variable whose remainder by this number is known.
    fn whole_class(&self, exp: &Exp, by: i64, state: &State) -> bool {
        let Exp::Var(var) = exp else { return false };
        match self.program.variables[*var].entry {
            Entry::Remainder(known) => state.raw & (1 << var) != 0 && known % by == 0,
            _ => false,
        }
    }

    /// The values that a condition may have.
    fn cond(&self, cond: &Cond, state: &State) -> Result<Vec<bool>, TooMuch> {
        let choices = count(cond);
        if choices > MOST_CHOICES {
            return Err(TooMuch);
        }
        let mut values = Vec::new();
        for chosen in 0..1_u32 << choices {
            let mut rest = chosen;
            let value = self.decided(cond, state, &mut rest)?;
            if !values.contains(&value) {
                values.push(value);
            }
        }
        Ok(values)
    }

    /// The value of a condition whose free choices are the lowest bits.
    fn decided(&self, cond: &Cond, state: &State, choices: &mut u32) -> Result<bool, TooMuch> {
        Ok(match cond {
            Cond::Const(value) => *value,
            Cond::Var(var) => state.values[*var] != 0,
            Cond::Nondet => {
                let value = *choices & 1 == 1;
                *choices >>= 1;
                value
            }
            Cond::Not(inner) => !self.decided(inner, state, choices)?,
            Cond::And(left, right) => {
                self.decided(left, state, choices)? & self.decided(right, state, choices)?
            }
            Cond::Or(left, right) => {
                self.decided(left, state, choices)? | self.decided(right, state, choices)?
            }
            Cond::Implies(left, right) => {
                !self.decided(left, state, choices)? | self.decided(right, state, choices)?
            }
            Cond::Same(left, right) => {
                self.decided(left, state, choices)? == self.decided(right, state, choices)?
            }
            Cond::Compare(comparison, left, right) => {
                let (left, right) = (self.exp(left, state)?, self.exp(right, state)?);
                match comparison {
                    Comparison::Less => left < right,
                    Comparison::LessEqual => left <= right,
                    Comparison::Equal => left == right,
                    Comparison::NotEqual => left != right,
                }
            }
        })
    }
}

fn with(mut state: State, var: Var, value: i64) -> State {
    state.values[var] = value;
    state.raw &= !(1 << var);
    state
}

/// How many free choices there are in a condition.
fn count(cond: &Cond) -> u32 {
    match cond {
        Cond::Const(_) | Cond::Var(_) | Cond::Compare(..) => 0,
        Cond::Nondet => 1,
        Cond::Not(inner) => count(inner),
        Cond::And(left, right)
        | Cond::Or(left, right)
        | Cond::Implies(left, right)
        | Cond::Same(left, right) => count(left) + count(right),
    }
}

/// Whether a condition without free choices holds of values, all of them known.
pub fn holds(program: &Program, cond: &Cond, values: &[i64]) -> bool {
    let code = Code { ops: Vec::new(), asserts: 0 };
    let machine = Machine {
        code: &code,
        program,
        now: Vec::new(),
        next: VecDeque::new(),
        seen: BTreeSet::new(),
        is_complete: true,
        only: None,
    };
    let state = State { at: 0, values: values.to_vec(), raw: 0 };
    machine.cond(cond, &state).is_ok_and(|found| found == [true])
}
