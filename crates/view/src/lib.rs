//! What the page draws, computed without a page: folds of events, pseudo-code, tables, formulas in classified pieces,
//! share links and saved programs. Pure functions from the vocabulary of [`trace`] to plain data that a component
//! turns into elements one to one; no DOM and nothing of the solver, so every view is tested as text.
//!
//! The rooms in the order of their reading: [`run`] folds the recorded events up to a step; [`query`] shows the query
//! of a step; [`sequence`] shows the sets of states that the queries build; [`program`] shows and runs a program from
//! its text alone; [`own`] tells what formulas of the
//! user are; [`compare`] puts two runs side by side; [`lab`] shows interpolants of two formulas without a program; [`lesson`] finds which answers to a lesson's question are right; [`graph`] draws graphs; and [`page`] keeps the page in links and in storage.

pub mod run;

pub mod query;

pub mod sequence;

pub mod space;

pub mod program;

pub mod own;

pub mod compare;

pub mod lab;

pub mod lesson;

pub mod graph;

pub mod page;

#[cfg(test)]
mod fixture;

#[cfg(test)]
#[path = "../tests/seen/mod.rs"]
mod seen;
