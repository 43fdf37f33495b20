//! Linear integer arithmetic: bounds on linear forms, a simplex tableau over the rationals, and integer reasoning on
//! top. Literals come in from the search; contradictions go back as literals with a certificate.

pub mod bounds;
pub mod branch;
pub mod complete;
pub mod diophantine;
pub mod imply;
pub mod lattice;
pub mod simplex;
pub mod tableau;

use crate::sat::lit::Lit;
use bounds::Column;
use logic::{Int, Rat, Term};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tableau::Tableau;

/// A variable of the tableau: an integer part (symbol, `ite`, quotient, remainder) or a linear form over parts.
pub type Col = u32;

/// Inequalities that contradict each other, with their positive multipliers.
pub type Farkas = Vec<(Lit, Rat)>;

/// Which bound of a column an atom sets: the atom is `column <= bound`, its negation `column >= bound + 1`.
#[derive(Clone, Debug)]
struct BoundAtom {
    col: Col,
    bound: Int,
}

/// The arithmetic state.
///
/// Invariant: columns that are not basic have integer values within their bounds; a basic column's value is what its row
/// says. Backtracking only loosens bounds, so the invariant survives it without restoring values.
#[derive(Default)]
pub struct Lia {
    columns: Vec<Column>,
    tableau: Tableau,
    parts: FxHashMap<Term, Col>,
    forms: FxHashMap<Vec<(Term, Int)>, Col>,
    auxiliary: FxHashMap<Vec<(Col, Int)>, Col>,
    atoms: Vec<Option<BoundAtom>>,
    undo: Vec<bounds::Undo>,
    /// Basic columns that may be out of bounds, lowest first.
    suspects: BinaryHeap<Reverse<Col>>,
    /// Columns whose bounds got tighter since rows were last searched for consequences.
    changed: Vec<Col>,
    /// Pivots so far.
    pub pivots: u64,
    /// What numbers beyond the machine word have cost so far; see [`tableau::Long::work`].
    pub long: u64,
    /// The most binary digits of any number that had to leave the machine word.
    pub digits: u64,
}
