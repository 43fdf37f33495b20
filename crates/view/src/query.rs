//! One query, as it was asked and answered. In the order of reading: [`formula`] colours and cuts the terms, [`frames`] lays an
//! unrolling out along its path, [`moment`] names the states that it is about, [`named`] the sets of states that it names, [`path`] tells which of them follow each other, [`script`] is the query for any other solver, [`model_table`] is a satisfiable answer, and [`proof_tree`] an unsatisfiable one.

pub mod formula;

pub mod frames;

pub mod moment;

pub mod named;

pub mod path;

pub mod script;

pub mod model_table;

pub mod proof_tree;
