//! What the symbols of a script mean, scope by scope.

use crate::fault::Problem;
use crate::tree::{Id, Tree};
use logic::{Sort, Term, Var};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A function with parameters that a script defines. It is expanded wherever it is applied.
#[derive(Debug)]
pub struct Function {
    /// The parameters.
    pub parameters: Vec<(Rc<str>, Sort)>,
    /// The sort of the result.
    pub result: Sort,
    /// The command that defines it.
    pub tree: Rc<Tree>,
    /// Its body, in that command.
    pub body: Id,
}

/// What a symbol stands for.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A constant whose value is free.
    Constant(Var),
    /// A constant that is defined, or a term that was given a name.
    Defined(Term),
    /// A function.
    Function(Rc<Function>),
    /// A predicate without a definition: its number, and the sorts of its arguments.
    Predicate(usize, Rc<[Sort]>),
}

/// The symbols of all open scopes.
///
/// Invariant: a name has one meaning at a time; it is forgotten when the scope that gave it closes.
#[derive(Debug, Default)]
pub struct Symbols {
    meanings: FxHashMap<Rc<str>, Meaning>,
    /// The names in the order in which they were given a meaning.
    order: Vec<Rc<str>>,
    /// How many names there were when each scope was opened.
    scopes: Vec<usize>,
}

impl Symbols {
    /// What a name stands for.
    pub fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.meanings.get(name)
    }

    /// Gives a name a meaning in the current scope.
    ///
    /// # Errors
    /// When the name is taken.
    pub fn define(&mut self, name: &Rc<str>, meaning: Meaning) -> Result<(), Problem> {
        self.check_free(name)?;
        self.meanings.insert(name.clone(), meaning);
        self.order.push(name.clone());
        Ok(())
    }

    /// Whether a name can be given a meaning.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check_free(&self, name: &str) -> Result<(), Problem> {
        if is_reserved(name) {
            return Err(Problem::Reserved(name.into()));
        }
        if self.meanings.contains_key(name) {
            return Err(Problem::Redeclared(name.into()));
        }
        Ok(())
    }

    /// The constants whose values are free, in the order of declaration.
    pub fn constants(&self) -> impl Iterator<Item = (&Rc<str>, Var)> + '_ {
        self.order.iter().filter_map(|name| match self.meanings.get(name) {
            Some(Meaning::Constant(v)) => Some((name, *v)),
            _ => None,
        })
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.scopes.push(self.order.len());
    }

    /// Closes the last scope.
    pub fn pop(&mut self) {
        let Some(len) = self.scopes.pop() else { return };
        for name in self.order.drain(len..) {
            self.meanings.remove(&name);
        }
    }
}

/// Whether a name belongs to the language: its reserved words and commands, the functions of the theories, and names
/// that would make a printed term ambiguous.
fn is_reserved(name: &str) -> bool {
    crate::operator::is_theory_name(name)
        || matches!(
            name,
            "BINARY"
                | "DECIMAL"
                | "HEXADECIMAL"
                | "NUMERAL"
                | "STRING"
                | "_"
                | "!"
                | "as"
                | "let"
                | "exists"
                | "forall"
                | "match"
                | "par"
                | "assert"
                | "echo"
                | "exit"
                | "pop"
                | "push"
                | "reset"
                | "iff"
        )
        || is_command(name)
}

/// The commands of SMT-LIB 2.7 that are longer than one word, which no symbol may be called.
fn is_command(name: &str) -> bool {
    matches!(
        name,
        "check-sat"
            | "check-sat-assuming"
            | "declare-const"
            | "declare-datatype"
            | "declare-datatypes"
            | "declare-fun"
            | "declare-sort"
            | "declare-sort-parameter"
            | "define-const"
            | "define-fun"
            | "define-fun-rec"
            | "define-funs-rec"
            | "define-sort"
            | "get-assertions"
            | "get-assignment"
            | "get-info"
            | "get-model"
            | "get-option"
            | "get-proof"
            | "get-unsat-assumptions"
            | "get-unsat-core"
            | "get-value"
            | "reset-assertions"
            | "set-info"
            | "set-logic"
            | "set-option"
    )
}
