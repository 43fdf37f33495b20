//! Constrained Horn clauses in SMT-LIB 2 (logic HORN): linear clauses over Int and Bool, as a program.
//!
//! The text is read by `parser.rs` into formulas (`sexp`), which `split.rs` takes apart into clauses with at most one predicate
//! in the body and one in the head. `plan.rs` makes steps of a program of them: predicates are loop heads, their
//! arguments the state there, clauses the ways from one to the next; a fact leaves the entry, a query leads to a failure.
//! The interpreter (`interp.rs`) follows a refutation, clause instance by clause instance.

mod highlight;
mod interp;
mod parser;
mod plan;
mod split;

use std::collections::BTreeMap;
use std::fmt;

use logic::{Sort, Term, Terms, Value, Var};

use crate::ast::{AssertId, AssertInfo, Decl, LoopId, LoopInfo, NondetId, NondetInfo, VarId};
use crate::diagnostic::{self, Diagnostic, Sink};
use crate::interp::{Execution, ExecutionLimits, Oracle};
use crate::span::Span;
use crate::unit::Unit;
use crate::{Expectation, expectation};

pub use highlight::tokens;

/// What the front end found in a text.
#[derive(Debug)]
pub struct Parsed {
    /// The clauses; there are some exactly if no diagnostic is an error.
    pub program: Option<HornProgram>,
    /// Errors and warnings in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// What the header comment says of the verdict, or else the script's `:status`.
    pub expectation: Option<Expectation>,
}

/// Reads a system of Horn clauses.
pub fn parse(source: &str) -> Parsed {
    let mut sink = Sink::default();
    if diagnostic::is_too_large(source, &mut sink) {
        return Parsed { program: None, diagnostics: sink.finish(), expectation: None };
    }
    let header = highlight::header(source).into_iter();
    let stated = expectation::find(source, header, &mut sink);
    let mut status = None;
    let found = parser::read(source, &mut status);
    let program = found.map_err(|error| sink.report(error)).ok();
    Parsed { program, diagnostics: sink.finish(), expectation: stated.or(status) }
}

/// A predicate that is to be found.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// The sorts of its arguments.
    pub sorts: Vec<Sort>,
    /// The variables that hold its arguments where control is at it.
    pub arguments: Vec<VarId>,
}

/// A predicate with arguments.
#[derive(Clone, Debug)]
pub struct Atom {
    /// Which predicate: a position in [`HornProgram::predicates`].
    pub predicate: usize,
    /// What it is applied to.
    pub arguments: Vec<Term>,
}

/// A clause: if `body` and `constraint` hold then so does `head`.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The assertion that it is, or is a part of.
    pub span: Span,
    /// The predicate in the body; a fact has none.
    pub body: Option<Atom>,
    /// What else is in the body.
    pub constraint: Term,
    /// The predicate in the head; a query has none.
    pub head: Option<Atom>,
    /// The clause as a step of a program.
    pub step: Step,
}

/// A clause as a step: its variables are determined by the state before it, or are chosen.
#[derive(Clone, Debug)]
pub struct Step {
    /// The variables that are chosen.
    pub choices: Vec<(NondetId, VarId)>,
    /// The clause's variables by those of the program.
    pub images: BTreeMap<Var, Term>,
    /// The step can be made if this holds of the program's variables.
    pub guard: Term,
    /// What the arguments of the head are, in the program's variables.
    pub values: Vec<Term>,
    /// The assertion that it violates, if it is a query.
    pub violates: Option<AssertId>,
}

/// What can follow the entry or a predicate; clauses by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The queries.
    pub queries: Vec<usize>,
    /// The other clauses, each with the free choice that decides for it and not for those behind it; the last has none.
    pub steps: Vec<(Option<NondetId>, usize)>,
}

/// A system of linear Horn clauses.
pub struct HornProgram {
    /// The store of its terms: the program's variables are plain symbols.
    pub terms: Terms,
    /// The predicates, in the order of declaration; their numbers are those of loops.
    pub predicates: Vec<Predicate>,
    /// The clauses, in source order.
    pub clauses: Vec<Clause>,
    /// What follows the entry, and what follows each predicate.
    pub ways: (Ways, Vec<Ways>),
    /// The symbol of each variable.
    pub symbols: Vec<Var>,
    decls: Vec<Decl>,
    loops: Vec<LoopInfo>,
    asserts: Vec<AssertInfo>,
    nondets: Vec<NondetInfo>,
}

impl fmt::Debug for HornProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HornProgram").field("predicates", &self.predicates).finish_non_exhaustive()
    }
}

impl HornProgram {
    /// Whether a variable is an argument of some predicate.
    pub fn is_argument(&self, var: VarId) -> bool {
        self.predicates.iter().any(|predicate| predicate.arguments.contains(&var))
    }

    /// What the state says where control is at a predicate: `P(1, true)`.
    pub fn fact(&self, predicate: LoopId, state: &[Value]) -> String {
        let Some(predicate) = self.predicates.get(predicate.index()) else { return String::new() };
        let values: Vec<String> =
            predicate.arguments.iter().map(|var| state[var.index()].to_string()).collect();
        match values.is_empty() {
            true => predicate.name.clone(),
            false => format!("{}({})", predicate.name, values.join(", ")),
        }
    }
}

impl Unit for HornProgram {
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

    fn run(
        &self,
        initial: &BTreeMap<VarId, Value>,
        oracle: &mut dyn Oracle,
        limits: ExecutionLimits,
    ) -> Execution {
        interp::run(self, initial, oracle, limits)
    }

    fn horn(&self) -> Option<&HornProgram> {
        Some(self)
    }
}
