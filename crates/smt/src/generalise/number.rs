//! The numbers of the search's samples: machine integers, wide enough that sums of a few small multiples never overflow.
//! Points with larger values are no samples.

use logic::{Int, Sort, Term, Terms, Value, Var};

/// A value at a point; truth values are 0 and 1.
pub(super) type Number = i128;

/// The values of the shared symbols at one point.
pub(super) type Point = Vec<Number>;

/// Points with values beyond this are ignored, so that forms with coefficients below a million never overflow.
const LARGEST: Number = 1 << 100;

/// An integer as a number, if it is not too large.
pub(super) fn number(i: &Int) -> Option<Number> {
    let n = match i.to_i64() {
        Some(i) => Number::from(i),
        None => i.to_string().parse().ok()?,
    };
    (-LARGEST..=LARGEST).contains(&n).then_some(n)
}

/// A number as an integer.
pub(super) fn int(n: Number) -> Int {
    match i64::try_from(n) {
        Ok(i) => Int::from(i),
        // The text of a number is always that of an integer.
        Err(_) => n.to_string().parse().unwrap_or(Int::ZERO),
    }
}

/// A value as a number.
pub(super) fn of_value(value: &Value) -> Option<Number> {
    match value {
        Value::Bool(b) => Some(Number::from(*b)),
        Value::Int(i) => number(i),
    }
}

/// A number as a value of a sort.
pub(super) fn value(n: Number, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(n != 0),
        Sort::Int => Value::Int(int(n)),
    }
}

/// The formula that a symbol has a value.
pub(super) fn is(terms: &Terms, v: Var, n: Number) -> Term {
    let t = terms.of(v);
    match terms.var_sort(v) {
        Sort::Bool if n != 0 => t,
        Sort::Bool => terms.not(t),
        Sort::Int => terms.eq(t, terms.int(int(n))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_beyond_the_machine_word_come_back() {
        for text in ["0", "-7", "9223372036854775807", "9223372036854775808", "-123456789012345678901234567"]
        {
            let i: Int = text.parse().unwrap_or(Int::ONE);
            assert_eq!(number(&i).map(|n| int(n).to_string()).as_deref(), Some(text));
        }
        let too_large: Int = "1267650600228229401496703205377".parse().unwrap_or(Int::ZERO);
        assert_eq!(number(&too_large), None);
    }
}
