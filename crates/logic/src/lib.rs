//! Exact numbers, sorts, hash-consed terms, substitution, evaluation, simplification and printing.
//!
//! The front end builds terms here, the solver and the checker read them, the views show them.

pub mod num;

pub use num::{Int, Rat};
