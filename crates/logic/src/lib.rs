//! Exact numbers, sorts, hash-consed terms, substitution, evaluation, simplification and printing.
//!
//! The front end builds terms here, the solver and the checker read them, the views show them.

pub mod num;

pub mod order;

pub mod term;

pub mod linear;

mod build;

mod walk;

pub mod print;

mod smtlib;

mod simplify;

pub use linear::Linear;
pub use num::{Int, Rat};
pub use term::{Node, Sort, Stamp, Symbol, Term, Terms, Var};
pub use walk::{Evaluator, Value};
