//! A single formula read from its text, without declarations: whoever has printed it knows which of its symbols are integers.

use crate::fault::{Fault, Place, Problem};
use crate::number::Work;
use crate::reading::TermReader;
use crate::symbols::{Meaning, Symbols};
use crate::tree::{Id, Reader, Shape, Token};
use logic::{Sort, Term, Terms};
use std::rc::Rc;

/// Reads a formula. Each symbol becomes a plain one of its name in the text, stamp included: an integer if `is_integer` says so, else
/// a Boolean.
///
/// # Errors
/// What is wrong with it.
pub fn formula(terms: &Terms, text: &str, is_integer: impl Fn(&str) -> bool) -> Result<Term, Fault> {
    let mut reader = Reader::default();
    reader.feed(&format!("(assert {text})"));
    reader.end();
    let start = Place { line: 1, column: 1 };
    let tree = reader.next_list()?.ok_or_else(|| Fault::new(start, Problem::Expected("a term")))?;
    if let Some(more) = reader.next_list()? {
        return Err(Fault::new(more.place(more.root()), Problem::Expected("nothing after the term")));
    }
    let tree = Rc::new(tree);
    let mut symbols = Symbols::default();
    let mut open: Vec<Id> = vec![tree.root()];
    while let Some(id) = open.pop() {
        match tree.shape(id) {
            Shape::List(members) => open.extend(members),
            Shape::Atom(Token::Symbol(name)) => {
                let sort = if is_integer(name) { Sort::Int } else { Sort::Bool };
                // Words of the language are refused, and names that `let` binds hide what they are here.
                let _ = symbols.define(name, Meaning::Constant(terms.var(name, sort)));
            }
            Shape::Atom(_) => {}
        }
    }
    let mut work = Work::default();
    let Some(&[_, body]) = tree.list(tree.root()) else {
        return Err(Fault::new(start, Problem::Expected("one term")));
    };
    let value = TermReader::new(terms, &mut symbols, &mut work).read(&tree, body)?;
    Ok(value.term(terms))
}

#[cfg(test)]
mod tests {
    use super::formula;
    use logic::Terms;

    fn check(text: &str, expected: &str) {
        let terms = Terms::new();
        let read = formula(&terms, text, |name| !name.starts_with('b'));
        assert_eq!(read.map(|t| terms.infix(t)).unwrap_or_else(|fault| format!("{fault:?}")), expected);
    }

    #[test]
    fn what_is_printed_is_read() {
        check("(and (<= x@1 3) |b'|)", "x@1 <= 3 and b'");
        check("(let ((t1 (+ x 1))) (or b (= t1 (* 2 t1))))", "b or x = -1");
        check("true", "true");
    }

    #[test]
    fn what_is_no_term_is_refused() {
        let terms = Terms::new();
        for text in ["", "(", "x) (y", "(and x", "(f x)", "1 2"] {
            assert!(formula(&terms, text, |_| false).is_err(), "{text}");
        }
    }
}
