//! What the page draws, computed without a page: folds of events, pseudo-code, tables, formulas in classified pieces,
//! share links and saved programs. Pure functions from the vocabulary of [`trace`] to plain data that a component
//! turns into elements one to one; no DOM and nothing of the solver, so every view is tested as text.
//!
//! The rooms in the order of their reading: a [`run`] is what was recorded, folded to a step; each step asks a [`query`];
//! queries make a [`sequence`] of sets; a [`program`] is shown and run from its text alone; a [`graph`] is drawn;
//! and the [`page`] is kept in links and in storage.

pub mod run;

pub mod query;

pub mod sequence;

pub mod program;

pub mod graph;

pub mod page;

#[cfg(test)]
mod fixture;

#[cfg(test)]
#[path = "../tests/seen/mod.rs"]
mod seen;
