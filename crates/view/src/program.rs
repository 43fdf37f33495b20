//! The program, shown and run from its text alone. In the order of reading: [`offsets`] finds the editor's place of a byte,
//! [`assertions`] lists what can be checked,
//! [`choices`] says what symbols of free choices are, [`single_loop`] is the program as engines see it, [`execution`] is a run of it as a
//! table, and [`hand`] makes such a run step by step. [`comment`] writes what was found out beside the text, as a [`condition`] of its
//! language.

pub mod offsets;

pub mod assertions;

pub mod choices;

pub mod single_loop;

pub mod execution;

pub mod comment;

pub mod condition;

pub mod hand;
