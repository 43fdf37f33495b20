//! The sequences of sets of states that algorithms find: [`squeeze`] for FiB, [`approximation`] for AR, [`frames`] for PDR and
//! DAR, [`intervals`] for the invariant generator. All are folded by [`crate::run::snapshot`], which also contains IMC's.

pub mod squeeze;

pub mod approximation;

pub mod frames;

pub mod intervals;
