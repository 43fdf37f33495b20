//! The S-expressions of SMT-LIB 2, and the terms of linear integer arithmetic that are read from them.
//!
//! Text comes in by [`Reader::feed`], whole expressions come out; [`TermReader`] makes terms of `logic` from them. The
//! meaning of the expressions is left to the callers: scripts in `smtlib`, Horn clauses in `lang`.

mod fault;
pub use fault::{Fault, Place, Problem};

mod tree;
pub use tree::{Id, Reader, Shape, Token, Tree, quoted, symbol_text};

mod symbols;
pub use symbols::{Function, Meaning, Symbols};

mod number;
pub use number::{Number, Work};

mod operator;
pub use operator::{Value, is_theory_name};

mod reading;
pub use reading::{Applied, Bound, TermReader};

mod lists;
pub use lists::{names, parameters, sort};

mod formula;
pub use formula::formula;
