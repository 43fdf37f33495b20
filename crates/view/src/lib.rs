//! What the page draws, computed without a page: folds of events, pseudo-code, tables, formulas in classified pieces,
//! share links and saved programs. Pure functions from the vocabulary of [`trace`] to plain data that a component
//! turns into elements one to one; no DOM and nothing of the solver, so every view is tested as text.

pub mod pseudo;

pub mod history;

pub mod snapshot;

pub mod squeeze;

pub mod intervals;

pub mod arg;

pub mod timeline;

pub mod formula;

pub mod script;

pub mod model_table;

pub mod proof_tree;

pub mod execution;

pub mod hand;

pub mod assertions;

pub mod words;

pub mod legend;

pub mod link;

pub mod store;

pub mod offsets;

pub mod layered;

pub mod fold;

pub mod svg;

pub mod graph;

pub mod single_loop;

#[cfg(test)]
mod fixture;
