//! AIGER circuits, version 1.9: and-inverter graphs with latches, bad states and constraints.
//!
//! A circuit is a program of one loop, the clock: in each round the inputs are chosen, the constraints are assumed, the
//! bad states are asserted to be false, and all latches take their next values at once. Without bad states the outputs
//! count as such, as before version 1.9. Ascii texts are read by [`parse`]; a binary file is first converted by
//! [`from_binary`].
//!
//! The reader is ours: the crate `flussab-aiger` reads streams, and its errors have no places that could be underlined.

mod binary;
mod colours;
mod parse;
mod run;
mod witness;

pub use binary::from_binary;
pub use colours::tokens;
pub use parse::{Parsed, parse};

use std::collections::BTreeMap;

use logic::{Sort, Value};

use crate::ast::{AssertId, AssertInfo, Decl, LoopId, LoopInfo, NondetId, NondetInfo, VarId};
use crate::interp::{Execution, ExecutionLimits, Oracle};
use crate::span::Span;
use crate::unit::Unit;

/// A literal: twice a variable of the file, and one more for its negation; 0 is false, 1 true.
pub type Literal = u32;

/// How a latch begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reset {
    /// With this value.
    To(bool),
    /// With either.
    Either,
}

/// A latch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Latch {
    /// Its variable.
    pub var: u32,
    /// Its value after a round.
    pub next: Literal,
    /// Its value at the beginning.
    pub reset: Reset,
}

/// A circuit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Circuit {
    /// The greatest variable.
    pub max: u32,
    /// The variables of the inputs.
    pub inputs: Vec<u32>,
    /// The latches.
    pub latches: Vec<Latch>,
    /// The gates: a variable and the literals of which it is the conjunction, each after those that it depends on.
    pub gates: Vec<(u32, Literal, Literal)>,
    /// What must never be.
    pub bad: Vec<Literal>,
    /// What is assumed in every round.
    pub constraints: Vec<Literal>,
    /// The variables as those of a program: latches, then inputs.
    pub decls: Vec<Decl>,
    asserts: Vec<AssertInfo>,
    nondets: Vec<NondetInfo>,
    bad_names: Vec<String>,
    loops: Vec<LoopInfo>,
    /// The place of the first constraint.
    pub assumed: Span,
}

impl Circuit {
    /// The clock.
    pub const CLOCK: LoopId = LoopId(0);

    /// The program's variable of a latch.
    pub fn latch(&self, at: usize) -> VarId {
        VarId(u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// The program's variable of an input.
    pub fn input(&self, at: usize) -> VarId {
        self.latch(self.latches.len() + at)
    }

    /// The choice that an input is.
    pub fn choice(&self, at: usize) -> NondetId {
        NondetId(u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// The place of the header, which stands for the clock.
    pub fn clock(&self) -> Span {
        self.loops.first().map_or_else(Span::default, |clock| clock.span)
    }

    /// The place of an assertion.
    pub fn place(&self, id: AssertId) -> Span {
        self.asserts.get(id.index()).map_or_else(Span::default, |info| info.span)
    }

    /// The names of the bad states.
    pub fn bad_names(&self) -> impl Iterator<Item = &str> {
        self.bad_names.iter().map(String::as_str)
    }

    /// The assertion that a bad state is not there.
    pub fn assertion(&self, at: usize) -> AssertId {
        AssertId(u32::try_from(at).unwrap_or(u32::MAX))
    }

    /// Fills the tables that a program has: names and places of latches, inputs and bad states.
    fn describe(
        &mut self,
        latches: Vec<(String, Span)>,
        inputs: Vec<(String, Span)>,
        bad: Vec<(String, Span)>,
    ) {
        let decl = |(name, span): (String, Span)| Decl { name, sort: Sort::Bool, span, declared: true };
        let first = latches.len();
        self.decls = latches.into_iter().chain(inputs).map(decl).collect();
        let choice = |(at, decl): (usize, &Decl)| NondetInfo {
            span: decl.span,
            sort: Sort::Bool,
            target: Some(VarId(u32::try_from(first + at).unwrap_or(u32::MAX))),
        };
        self.nondets = self.decls[first..].iter().enumerate().map(choice).collect();
        self.bad_names = bad.iter().map(|(name, _)| name.clone()).collect();
        let assertion = |(name, span)| AssertInfo {
            span,
            is_post: false,
            claim: Some(format!("the bad state {name} is never reached")),
        };
        self.asserts = bad.into_iter().map(assertion).collect();
    }
}

impl Unit for Circuit {
    fn decls(&self) -> &[Decl] {
        &self.decls
    }

    fn loops(&self) -> &[LoopInfo] {
        &self.loops
    }

    fn asserts(&self) -> &[AssertInfo] {
        &self.asserts
    }

    fn nondets(&self) -> &[NondetInfo] {
        &self.nondets
    }

    fn choice_name(&self, id: NondetId) -> String {
        self.decls[self.input(id.index()).index()].name.clone()
    }

    fn run(
        &self,
        initial: &BTreeMap<VarId, Value>,
        oracle: &mut dyn Oracle,
        limits: ExecutionLimits,
    ) -> Execution {
        run::run(self, initial, oracle, limits)
    }
}
