//! Models: every formula is evaluated, exactly.

use crate::fault::Fault;
use crate::interpolant::formulas;
use logic::{Sort, Term, Terms, Value, Var};

/// Checks that the values satisfy every formula.
///
/// # Errors
/// The first formula that is false, or a value that is not of its symbol's sort.
pub fn model(terms: &Terms, asserted: &[Term], value: &dyn Fn(Var) -> Value) -> Result<(), Fault> {
    formulas(terms, asserted.iter())?;
    for v in terms.vars_of(asserted) {
        let fits = matches!(
            (terms.var_sort(v), value(v)),
            (Sort::Bool, Value::Bool(_)) | (Sort::Int, Value::Int(_))
        );
        if !fits {
            return Err(Fault::ValueSort(terms.var_name(v)));
        }
    }
    match asserted.iter().position(|&f| !terms.holds(f, value)) {
        Some(i) => Err(Fault::False(i)),
        None => Ok(()),
    }
}
