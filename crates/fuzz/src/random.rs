//! Random programs for [`crate::judge`]: loops one after the other and within each other, entry values that are overwritten, Booleans, quotients and
//! remainders, free choices, assumptions and assertions anywhere. Equal numbers give equal programs, everywhere.

pub use crate::generate::Random;
use crate::program::{Comparison, Cond, Entry, Exp, Program, Stmt, Var, Variable};
use crate::states::{MOST_STATES, Truth, holds, search};

/// The program of this number.
pub fn program(number: u64) -> Program {
    let mut random = Random::new(number);
    let loops = [0, 1, 1, 1, 1, 2, 2, 3, 4][random.below(9)];
    // Some programs calculate with numbers that need more than a word, or nearly.
    let large = if random.chance(8) { Some([10_007, 1 << 31, 1 << 40][random.below(3)]) } else { None };
    let mut maker = Maker { random, variables: Vec::new(), loops, settled: Vec::new(), large };
    maker.variables();
    let mut program = maker.program();
    maker.claim(&mut program);
    program
}

struct Maker {
    random: Random,
    variables: Vec<Variable>,
    /// How many loops may still be made.
    loops: usize,
    /// Whether a variable may be read as it is.
    settled: Vec<bool>,
    /// What some numbers are near multiples of, if there are large ones.
    large: Option<i64>,
}

impl Maker {
    fn variables(&mut self) {
        let ints = 1 + self.random.below(4);
        let names = ["x", "y", "z", "n"];
        for name in names.iter().take(ints) {
            let entry = self.entry();
            self.add(name, entry);
        }
        for name in ["b", "c"].iter().take([0, 0, 1, 1, 2][self.random.below(5)]) {
            self.add(name, Entry::Either);
        }
        let bounded: Vec<Var> = (0..self.variables.len()).filter(|&v| self.is_between(v)).collect();
        if bounded.len() >= 2 && self.random.chance(15) {
            let (low, high) = (bounded[0], bounded[bounded.len() - 1]);
            let factor = self.random.between(2, 4);
            self.add("e", Entry::Multiple { low, factor, high });
        }
    }

    fn add(&mut self, name: &str, entry: Entry) {
        self.settled.push(!matches!(entry, Entry::Remainder(_) | Entry::Multiple { .. }));
        self.variables.push(Variable { name: name.into(), entry });
    }

    fn is_between(&self, var: Var) -> bool {
        matches!(self.variables[var].entry, Entry::Between(..))
    }

    fn entry(&mut self) -> Entry {
        let low = self.number(-3, 3);
        let wide = self.random.between(0, 5);
        match self.random.below(10) {
            0..4 => Entry::Between(low, low),
            4..7 => Entry::Between(low, low + wide),
            7 => Entry::Late(low, low + wide),
            _ => Entry::Remainder([2, 3, 4, 6][self.random.below(4)]),
        }
    }

    fn program(&mut self) -> Program {
        let mut prologue = Vec::new();
        if self.random.chance(50) {
            for var in 0..self.variables.len() {
                if !matches!(self.variables[var].entry, Entry::Late(..) | Entry::Either)
                    && self.random.chance(35)
                {
                    let value = self.exp(2);
                    prologue.push((var, value));
                    self.settled[var] = true;
                }
            }
        }
        let pre = if self.random.chance(25) { self.cond(1, false) } else { Cond::Const(true) };
        // What is never settled so far is settled by an assignment, so that most programs look at it as they like.
        let mut body = Vec::new();
        for var in 0..self.variables.len() {
            if !self.settled[var] && self.random.chance(85) {
                let value = self.exp(1);
                body.push(Stmt::Assign(var, value));
                self.settled[var] = true;
            }
        }
        let wanted = self.loops;
        body.extend(self.block(0, 1 + wanted));
        while self.loops > 0 {
            body.push(self.while_loop(0));
            if self.random.chance(30) {
                body.push(self.stmt(1));
            }
        }
        let post = if self.random.chance(15) { Some(self.cond(2, false)) } else { None };
        Program { variables: self.variables.clone(), pre, prologue, body, post }
    }

    /// Adds an assertion that holds, or that fails in few states, if there is a place for one.
    fn claim(&mut self, program: &mut Program) {
        if program.post.is_some() && self.random.chance(50) {
            return;
        }
        let place = self.random.below(4);
        let mut asked = program.clone();
        let number = put(&mut asked, place, Cond::Const(true));
        let found = search(&asked, None);
        if found.truth != Truth::Safe || found.states >= MOST_STATES {
            return;
        }
        let Some(reaching) = found.reaching.get(number).filter(|states| !states.is_empty()) else { return };
        let may_fail = self.random.chance(35);
        for _ in 0..24 {
            let cond = self.cond(2, false);
            let good = reaching.iter().filter(|values| holds(program, &cond, values)).count();
            let bad = reaching.len() - good;
            let fits = if may_fail { bad > 0 && bad <= 1 + reaching.len() / 6 } else { bad == 0 };
            if fits {
                put(program, place, cond);
                return;
            }
        }
    }

    fn block(&mut self, depth: usize, most: usize) -> Vec<Stmt> {
        let count = 1 + self.random.below(most.max(1));
        (0..count).map(|_| self.stmt(depth)).collect()
    }

    fn stmt(&mut self, depth: usize) -> Stmt {
        match self.random.below(20) {
            0 => Stmt::Skip,
            1 if self.random.chance(50) => Stmt::Assume(self.cond(1, true)),
            2 if self.random.chance(40) => Stmt::Assert(self.cond(1, false)),
            3 | 4 if depth < 3 => {
                let arms = (0..1 + self.random.below(2))
                    .map(|_| {
                        let cond = self.cond(1, true);
                        (cond, self.block(depth + 1, 2))
                    })
                    .collect();
                let otherwise = if self.random.chance(50) { self.block(depth + 1, 2) } else { Vec::new() };
                Stmt::If(arms, otherwise)
            }
            5..8 if depth < 3 && self.loops > 0 => self.while_loop(depth),
            8 => match self.target() {
                Some(var) if self.random.chance(50) => {
                    let low = self.random.between(-2, 3);
                    Stmt::Choose(var, low, low + self.random.between(0, 3))
                }
                Some(var) => Stmt::ChooseRemainder(var, self.random.between(2, 4)),
                None => Stmt::Skip,
            },
            9 | 10 => match self.boolean() {
                Some(var) if self.random.chance(35) => Stmt::ChooseBool(var),
                Some(var) => {
                    let value = match self.cond(1, true) {
                        Cond::Nondet => Cond::Const(true),
                        value => value,
                    };
                    Stmt::AssignBool(var, value)
                }
                None => self.assign(),
            },
            _ => self.assign(),
        }
    }

    /// An assignment that tends to keep values small.
    fn assign(&mut self) -> Stmt {
        let Some(var) = self.target() else { return Stmt::Skip };
        let step = Exp::Add(
            Box::new(Exp::Var(var)),
            Box::new(Exp::Const([1, 1, 1, 2, -1, -1, 3][self.random.below(7)])),
        );
        match self.random.below(8) {
            0..3 => Stmt::Assign(var, step),
            3 => {
                let limit = self.random.between(2, 9);
                let cond = Cond::Compare(Comparison::Less, Exp::Var(var), Exp::Const(limit));
                Stmt::If(vec![(cond, vec![Stmt::Assign(var, step)])], Vec::new())
            }
            4 | 5 => {
                let value = self.exp(2);
                Stmt::Assign(var, Exp::Mod(Box::new(value), self.random.between(2, 7)))
            }
            _ => Stmt::Assign(var, self.exp(2)),
        }
    }

    fn while_loop(&mut self, depth: usize) -> Stmt {
        self.loops -= 1;
        let counter = self.target();
        match (self.random.below(5), counter) {
            (0..3, Some(var)) => {
                let limit = if self.random.chance(70) { Exp::Const(self.number(1, 9)) } else { self.exp(1) };
                let comparison = if self.random.chance(80) { Comparison::Less } else { Comparison::NotEqual };
                let mut cond = Cond::Compare(comparison, Exp::Var(var), limit);
                if self.random.chance(20) {
                    cond = Cond::And(Box::new(cond), Box::new(self.cond(1, true)));
                }
                let mut body = self.block(depth + 1, 3);
                let by = Exp::Const(self.random.between(1, 2));
                let at = self.random.below(body.len() + 1);
                body.insert(at, Stmt::Assign(var, Exp::Add(Box::new(Exp::Var(var)), Box::new(by))));
                Stmt::While(cond, body)
            }
            (3, _) => {
                let body = self.block(depth + 1, 3);
                Stmt::While(Cond::Nondet, body)
            }
            _ => {
                let cond = self.cond(2, true);
                let body = self.block(depth + 1, 3);
                Stmt::While(cond, body)
            }
        }
    }

    /// An integer variable that may be assigned.
    fn target(&mut self) -> Option<Var> {
        self.one_of(|maker, var| maker.variables[var].entry != Entry::Either && maker.settled[var])
    }

    fn boolean(&mut self) -> Option<Var> {
        self.one_of(|maker, var| maker.variables[var].entry == Entry::Either)
    }

    fn one_of(&mut self, is: impl Fn(&Maker, Var) -> bool) -> Option<Var> {
        let all: Vec<Var> = (0..self.variables.len()).filter(|&var| is(self, var)).collect();
        if all.is_empty() { None } else { Some(all[self.random.below(all.len())]) }
    }

    fn exp(&mut self, height: usize) -> Exp {
        if height == 0 || self.random.chance(35) {
            return self.leaf();
        }
        let inner = Box::new(self.exp(height - 1));
        match self.random.below(9) {
            0 => Exp::Neg(inner),
            1..4 => Exp::Add(inner, Box::new(self.exp(height - 1))),
            4..6 => Exp::Sub(inner, Box::new(self.exp(height - 1))),
            6 => Exp::Mul(self.random.between(-3, 4), inner),
            7 => Exp::Div(inner, [2, 3, -2, 5][self.random.below(4)]),
            _ => Exp::Mod(inner, [2, 3, 4, -3][self.random.below(4)]),
        }
    }

    fn leaf(&mut self) -> Exp {
        if self.random.chance(30) {
            return Exp::Const(self.number(-4, 9));
        }
        let Some(var) = self.one_of(|maker, var| maker.variables[var].entry != Entry::Either) else {
            return Exp::Const(self.number(-4, 9));
        };
        match self.variables[var].entry {
            Entry::Remainder(by) if !self.settled[var] => {
                let divisors: Vec<i64> = (2..=by).filter(|d| by % d == 0).collect();
                Exp::Mod(Box::new(Exp::Var(var)), divisors[self.random.below(divisors.len())])
            }
            Entry::Multiple { low, .. } if !self.settled[var] => Exp::Var(low),
            _ => Exp::Var(var),
        }
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        let number = self.random.between(low, high);
        match self.large {
            Some(large) if self.random.chance(25) => number * large + self.random.between(-2, 2),
            _ => number,
        }
    }

    fn cond(&mut self, height: usize, may_choose: bool) -> Cond {
        if height > 0 && self.random.chance(45) {
            let left = Box::new(self.cond(height - 1, may_choose));
            if self.random.chance(20) {
                return Cond::Not(left);
            }
            let right = Box::new(self.cond(height - 1, may_choose));
            return match self.random.below(7) {
                0..3 => Cond::And(left, right),
                3..5 => Cond::Or(left, right),
                5 => Cond::Implies(left, right),
                _ => Cond::Same(left, right),
            };
        }
        if may_choose && self.random.chance(15) {
            return Cond::Nondet;
        }
        if self.random.chance(2) {
            return Cond::Const(self.random.chance(60));
        }
        if self.random.chance(25)
            && let Some(var) = self.boolean()
        {
            return Cond::Var(var);
        }
        let comparison = [
            Comparison::Less,
            Comparison::LessEqual,
            Comparison::LessEqual,
            Comparison::Equal,
            Comparison::NotEqual,
        ][self.random.below(5)];
        let right = if self.random.chance(60) { Exp::Const(self.number(-3, 12)) } else { self.leaf() };
        let (left, right) = (self.exp(1), right);
        if self.random.chance(30) {
            Cond::Compare(comparison, right, left)
        } else {
            Cond::Compare(comparison, left, right)
        }
    }
}

/// Puts an assertion into a program: at its end, or at the beginning or end of the body of its first or last loop; its number among the
/// assertions.
fn put(program: &mut Program, place: usize, cond: Cond) -> usize {
    let outermost = |stmts: &mut Vec<Stmt>| {
        (0..stmts.len()).filter(|&at| matches!(stmts[at], Stmt::While(..))).collect::<Vec<_>>()
    };
    let loops = outermost(&mut program.body);
    let at = match place {
        0 | 1 => None,
        2 => loops.first().copied(),
        _ => loops.last().copied(),
    };
    match at.map(|at| (at, &mut program.body[at])) {
        Some((at, Stmt::While(_, body))) => {
            let assert = Stmt::Assert(cond);
            let before;
            if place.is_multiple_of(2) {
                before = 0;
                body.insert(0, assert);
            } else {
                before = asserts(body);
                body.push(assert);
            }
            before + asserts(&program.body[..at])
        }
        _ => {
            let number = asserts(&program.body);
            program.body.push(Stmt::Assert(cond));
            number
        }
    }
}

/// How many assertions there are in a block.
pub fn asserts(block: &[Stmt]) -> usize {
    let one = |stmt: &Stmt| match stmt {
        Stmt::Assert(_) => 1,
        Stmt::While(_, body) => asserts(body),
        Stmt::If(arms, otherwise) => {
            arms.iter().map(|(_, body)| asserts(body)).sum::<usize>() + asserts(otherwise)
        }
        _ => 0,
    };
    block.iter().map(one).sum()
}
