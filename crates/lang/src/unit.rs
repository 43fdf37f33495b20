//! What the rest of the workbench needs to know about a program, whatever its language.
//!
//! Each front end has a syntax tree of its own, which its interpreter runs and from which its control-flow graph is
//! built. Interpreter and graph refer to variables, loops, assertions and free choices by number; the tables of these
//! look the same for all languages, so that transition systems, replays and views need no more than a [`Unit`].

use std::collections::BTreeMap;
use std::fmt;

use logic::{Sort, Value};

use crate::ast::{AssertInfo, Decl, LoopInfo, NondetId, NondetInfo, Program, VarId};
use crate::c::{self, Type, ast::Bounds};
use crate::horn::HornProgram;
use crate::interp::{self, Execution, ExecutionLimits, Oracle};
use crate::span::Span;

impl fmt::Debug for dyn Unit + '_ {
    /// Without its tree: otherwise whatever holds a program would bring the code that writes all of it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unit").finish_non_exhaustive()
    }
}

/// A program of any language.
pub trait Unit {
    /// All variables; a [`VarId`] is a position here.
    fn decls(&self) -> &[Decl];

    /// The loops; a [`crate::LoopId`] is a position here.
    fn loops(&self) -> &[LoopInfo];

    /// The assertions; an [`crate::AssertId`] is a position here.
    fn asserts(&self) -> &[AssertInfo];

    /// The free choices; a [`crate::NondetId`] is a position here.
    fn nondets(&self) -> &[NondetInfo];

    /// The values that a free choice may take; all, if the language has no narrower types.
    fn range(&self, _: NondetId) -> Bounds {
        Bounds::default()
    }

    /// The name of the symbol for a free choice.
    fn choice_name(&self, id: NondetId) -> String {
        format!("nondet#{}", id.index() + 1)
    }

    /// The types of the variables as they are written, in the order of [`Unit::decls`].
    fn types(&self) -> Vec<&'static str> {
        let name = |decl: &Decl| if decl.sort == Sort::Bool { "bool" } else { "int" };
        self.decls().iter().map(name).collect()
    }

    /// Runs the program from the `initial` values; variables without one begin with zero or false, and those to which the
    /// program gives an initial value begin with that.
    fn run(
        &self,
        initial: &BTreeMap<VarId, Value>,
        oracle: &mut dyn Oracle,
        limits: ExecutionLimits,
    ) -> Execution;

    /// Whether a place is in a function that is never called, so that it is no part of what runs.
    fn is_idle(&self, place: Span) -> bool {
        let _ = place;
        false
    }

    /// The Horn clauses that it is, if it is such a system.
    fn horn(&self) -> Option<&HornProgram> {
        None
    }

    /// The declaration of a variable.
    fn decl(&self, var: VarId) -> &Decl {
        &self.decls()[var.index()]
    }

    /// All variables in the order of [`Unit::decls`].
    fn vars(&self) -> Vars {
        Vars(0..u32::try_from(self.decls().len()).unwrap_or(u32::MAX))
    }
}

/// The variables of a program in order.
#[derive(Clone, Debug)]
pub struct Vars(std::ops::Range<u32>);

impl Iterator for Vars {
    type Item = VarId;

    fn next(&mut self) -> Option<VarId> {
        self.0.next().map(VarId)
    }
}

impl Unit for Program {
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

    fn range(&self, id: NondetId) -> Bounds {
        let info = &self.nondets[id.index()];
        let (Some(types), Some(target), Sort::Int) = (&self.words, info.target, info.sort) else {
            return Bounds::default();
        };
        let (low, high) = types[target.index()].range();
        Bounds { low: Some(low), high: Some(high) }
    }

    fn run(
        &self,
        initial: &BTreeMap<VarId, Value>,
        oracle: &mut dyn Oracle,
        limits: ExecutionLimits,
    ) -> Execution {
        interp::run(self, initial, oracle, limits)
    }
}

impl Unit for c::CProgram {
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

    fn range(&self, id: NondetId) -> Bounds {
        self.ranges[id.index()].clone()
    }

    fn types(&self) -> Vec<&'static str> {
        self.types().into_iter().map(|ty| ty.unwrap_or(Type::INT).name()).collect()
    }

    fn run(
        &self,
        initial: &BTreeMap<VarId, Value>,
        oracle: &mut dyn Oracle,
        limits: ExecutionLimits,
    ) -> Execution {
        c::run(self, initial, oracle, limits)
    }

    fn is_idle(&self, place: Span) -> bool {
        // Functions are not nested: a place belongs to the last one whose name stands before it.
        let before = (0..self.functions.len()).filter(|&at| self.functions[at].span.start <= place.start);
        let around = before.max_by_key(|&at| self.functions[at].span.start);
        around.is_some_and(|at| self.instances.iter().all(|instance| instance.function != at))
    }
}
