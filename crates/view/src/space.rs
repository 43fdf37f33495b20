//! The state space at a step: two variables as axes of the integer grid, the sets that the step speaks of as regions on it, executions
//! and counterexamples as paths. Membership is exact: evaluated at every point where all symbols have values; where some may have any,
//! there is a question for the worker ([`trace::Projection`]), whose answer comes back in.
//!
//! A choice of the user's ([`frame::Choice`]) and [`frame`] say what is seen, [`regions`] and [`trail`] what there is at a step, [`membership`] evaluates, [`picture`] draws, with `paths` and `legend`, [`words`]
//! tells the same as text.

mod choice;

pub mod frame;

pub mod regions;

pub mod trail;

pub mod membership;

pub mod grid;

pub mod picture;

mod paths;

mod layout;

mod legend;

pub mod words;

#[cfg(test)]
mod tests;
