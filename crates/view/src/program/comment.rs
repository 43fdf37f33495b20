//! An invariant as a comment for the text of the program: ACSL in C, a comment that says what it is elsewhere.
//!
//! The page copies such a comment; the command line puts one before each loop.

use super::condition::{Dialect, Named, condition};
use logic::{Terms, Var};
use std::collections::BTreeMap;
use trace::{Formula, Language, TokKind, digit};

/// An invariant of a loop, to be put before the loop.
///
/// In C it is ACSL, where it can be said there: of words whose digits are spoken of one by one it is a plain comment.
pub fn loop_invariant(invariant: &Formula, language: Language) -> String {
    let condition = (language == Language::C).then(|| acsl(invariant)).flatten();
    annotation(language, condition.as_deref(), &invariant.text())
}

/// The comment: in C ACSL if there is such a condition, else with the invariant's text.
pub fn annotation(language: Language, acsl: Option<&str>, text: &str) -> String {
    match (language, acsl) {
        (Language::Imp, _) => format!("// invariant: {text}\n"),
        (Language::Chc | Language::Aiger, _) => format!("; invariant: {text}\n"),
        (Language::C, Some(condition)) => format!("/*@ loop invariant {condition}; */\n"),
        (Language::C, None) => format!("/* loop invariant (mod and div are Euclidean): {text} */\n"),
    }
}

/// The invariant as a condition of ACSL.
fn acsl(invariant: &Formula) -> Option<String> {
    let rows = invariant.rows.iter().chain(invariant.definitions.iter().map(|(_, row)| row)).flatten();
    let shown =
        rows.filter_map(|tok| if let TokKind::Symbol(symbol) = &tok.kind { Some(symbol) } else { None });
    let symbols: BTreeMap<&str, bool> =
        shown.chain(&invariant.hidden).map(|symbol| (symbol.name.as_str(), symbol.boolean)).collect();
    let terms = Terms::new();
    let whole = sexp::formula(&terms, &invariant.smt, |name| symbols.get(name) == Some(&false)).ok()?;
    // What is no symbol of the rows is a digit of a word; so may be what looks like one.
    let is_word = |v: Var| {
        let name = terms.symbol_of(v).name;
        symbols.get(&*name).is_some_and(|boolean| !boolean || digit(&name).is_none())
    };
    if !terms.vars(whole).into_iter().all(is_word) {
        return None;
    }
    let name = |v: Var| Some(Named { text: terms.symbol_of(v).name.to_string(), ty: None });
    Some(condition(&terms, whole, Dialect::Acsl, &name).unwrap_or_else(|| "\\true".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trace::{Symbol, Tok};

    /// A formula whose symbols are these, each with whether it is a truth value.
    fn formula(smt: &str, text: &str, symbols: &[(&str, bool)]) -> Formula {
        let symbol = |&(name, boolean): &(&str, bool)| {
            let kind = TokKind::Symbol(Symbol { name: name.into(), step: None, primed: false, boolean });
            Tok { text: String::new(), kind }
        };
        let mut row = vec![Tok { text: text.into(), kind: TokKind::Word }];
        row.extend(symbols.iter().map(symbol));
        Formula { rows: vec![row], definitions: vec![], smt: smt.into(), hidden: vec![] }
    }

    #[test]
    fn in_c_it_is_acsl() {
        let both =
            formula("(and (= x y) (or (<= x 5) (not p)))", "", &[("x", false), ("y", false), ("p", true)]);
        assert_eq!(loop_invariant(&both, Language::C), "/*@ loop invariant x == y && (x <= 5 || !p); */\n");
        assert_eq!(
            loop_invariant(&formula("true", "true", &[]), Language::C),
            "/*@ loop invariant \\true; */\n"
        );
    }

    #[test]
    fn what_acsl_reads_differently_is_written_so_that_it_is_right() {
        let even = formula("(= (mod x 2) 0)", "", &[("x", false)]);
        assert_eq!(loop_invariant(&even, Language::C), "/*@ loop invariant x % 2 == 0; */\n");
        let third = formula("(= (mod x 3) 1)", "", &[("x", false)]);
        assert_eq!(loop_invariant(&third, Language::C), "/*@ loop invariant (x % 3 + 3) % 3 == 1; */\n");
    }

    #[test]
    fn digits_of_words_are_told_in_a_plain_comment() {
        let shown = formula("x[0]", "x mod 2 = 1", &[("x", false)]);
        let digits = formula("x[0]", "x[0]", &[("x[0]", true)]);
        for formula in [shown, digits] {
            assert!(loop_invariant(&formula, Language::C).starts_with("/* "));
        }
    }

    #[test]
    fn a_negated_comparison_is_not_read_as_a_comparison_of_a_negation() {
        let differs = formula("(not (= x y))", "", &[("x", false), ("y", false)]);
        assert_eq!(loop_invariant(&differs, Language::C), "/*@ loop invariant x != y; */\n");
    }

    #[test]
    fn elsewhere_it_is_a_comment() {
        let equal = formula("(= x y)", "x = y", &[("x", false), ("y", false)]);
        assert_eq!(loop_invariant(&equal, Language::Imp), "// invariant: x = y\n");
        assert_eq!(loop_invariant(&equal, Language::Chc), "; invariant: x = y\n");
    }
}
