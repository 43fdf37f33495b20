//! Sets of states one after the other, as an algorithm finds them: [`squeeze`] has FiB's from both sides, [`intervals`] the
//! invariant generator's. Both are folded by [`crate::run::snapshot`], which has IMC's own.

pub mod squeeze;

pub mod intervals;
