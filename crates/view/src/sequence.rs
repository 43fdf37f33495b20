//! Sets of states one after the other, as an algorithm finds them: [`squeeze`] has FiB's from both sides,
//! [`approximation`] AR's, [`intervals`] the invariant generator's. All are folded by [`crate::run::snapshot`], which has IMC's own.

pub mod squeeze;

pub mod approximation;

pub mod intervals;
