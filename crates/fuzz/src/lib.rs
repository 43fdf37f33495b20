//! Random programs whose truth is known, and what judges the engines by them.
//!
//! [`program`] is a small language of its own: programs that [`text`] writes as IMP or as C with the same meaning, that
//! [`random`] makes from a number, and whose failing executions [`states`] finds by enumerating all states, sharing no
//! code with the rest of the workspace. [`judge`] runs the engines on one, under many settings, and says what is wrong;
//! [`views`] folds what happened into everything that the page draws; [`shrink`] makes a program smaller that shows a
//! fault. The tests of this crate judge a fixed few hundred; `cargo xtask fuzz engines` goes on for as long as one
//! likes. [`long`] is what such long runs share.

pub mod program;

pub mod text;

pub mod random;

pub mod states;

pub mod judge;

mod scripts;

pub mod views;

pub mod shrink;

pub mod cgen;

pub mod machine;

pub mod explicit;

pub mod words;

pub mod wordgen;

pub mod vectors;

pub mod clauses;
pub mod long;

pub mod circuits;

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;

#[path = "../../view/tests/seen/mod.rs"]
mod seen;
