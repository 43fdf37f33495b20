//! An invariant as a comment for the text of the program: ACSL in C, a comment that says what it is elsewhere.

use std::fmt::Write;
use trace::{Formula, Language, Tok, TokKind};

/// An invariant of a loop, to be put before the loop.
///
/// ACSL's `/` and `%` round towards zero as C's do, unlike Euclidean `div` and `mod`, so that an invariant with these becomes a plain
/// comment that says so; as does one with names for shared parts.
pub fn loop_invariant(invariant: &Formula, language: Language) -> String {
    match language {
        Language::Imp => format!("// invariant: {}\n", invariant.text()),
        Language::Chc | Language::Aiger => format!("; invariant: {}\n", invariant.text()),
        Language::C => match acsl(invariant) {
            Some(condition) => format!("/*@ loop invariant {condition}; */\n"),
            None => format!("/* loop invariant, with Euclidean mod and div: {} */\n", invariant.text()),
        },
    }
}

/// The invariant as a condition of ACSL, where it can be said there in the same words.
fn acsl(invariant: &Formula) -> Option<String> {
    if !invariant.definitions.is_empty() {
        return None;
    }
    let mut out = String::new();
    for (number, row) in invariant.rows.iter().enumerate() {
        if number > 0 {
            out.push_str(" && ");
        }
        // A row with “or” stands below an “and”.
        let is_or = invariant.rows.len() > 1 && row.iter().any(|tok| tok.text.trim() == "or");
        // `!` binds more tightly than comparisons, `not` less.
        let is_plain = |tok: &Tok| match &tok.kind {
            TokKind::Symbol(symbol) => symbol.boolean,
            _ => tok.text.trim_start().starts_with('('),
        };
        if row.windows(2).any(|pair| pair[0].text.trim() == "not" && !is_plain(&pair[1])) {
            return None;
        }
        let row = row.iter().map(piece).collect::<Option<String>>()?;
        let _ = if is_or { write!(out, "({row})") } else { write!(out, "{row}") };
    }
    Some(out)
}

fn piece(tok: &Tok) -> Option<String> {
    Some(match (&tok.kind, tok.text.trim()) {
        (TokKind::Symbol(_) | TokKind::Number | TokKind::Bracket, _) => tok.text.clone(),
        (TokKind::Definition, _) => return None,
        (_, "=") => " == ".into(),
        (_, "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*") => tok.text.clone(),
        (_, "and") => " && ".into(),
        (_, "or") => " || ".into(),
        (_, "not") => "!".into(),
        (_, "true") => "\\true".into(),
        (_, "false") => "\\false".into(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of a formula: words and operators are told by their text.
    fn row(text: &str) -> Vec<Tok> {
        let kind = |word: &str| match word.trim() {
            "and" | "or" | "not" | "mod" | "true" => TokKind::Word,
            "(" | ")" => TokKind::Bracket,
            w if w.chars().all(|c| c.is_ascii_digit()) => TokKind::Number,
            w if w.chars().all(char::is_alphabetic) => {
                let boolean = w == "p";
                TokKind::Symbol(trace::Symbol { name: w.into(), step: None, primed: false, boolean })
            }
            _ => TokKind::Operator,
        };
        text.split('|').map(|word| Tok { text: word.into(), kind: kind(word) }).collect()
    }

    fn formula(rows: &[&str]) -> Formula {
        Formula {
            rows: rows.iter().map(|r| row(r)).collect(),
            definitions: vec![],
            smt: String::new(),
            hidden: vec![],
        }
    }

    #[test]
    fn in_c_it_is_acsl() {
        let both = formula(&["x| = |y", "x| <= |5| or |not |p"]);
        assert_eq!(loop_invariant(&both, Language::C), "/*@ loop invariant x == y && (x <= 5 || !p); */\n");
        assert_eq!(loop_invariant(&formula(&["true"]), Language::C), "/*@ loop invariant \\true; */\n");
    }

    #[test]
    fn what_acsl_reads_differently_is_a_plain_comment() {
        let even = formula(&["x| mod |2| = |0"]);
        assert_eq!(
            loop_invariant(&even, Language::C),
            "/* loop invariant, with Euclidean mod and div: x mod 2 = 0 */\n"
        );
    }

    #[test]
    fn a_negated_comparison_is_not_read_as_a_comparison_of_a_negation() {
        let differs = formula(&["not |x| = |y"]);
        assert!(loop_invariant(&differs, Language::C).starts_with("/* "));
    }

    #[test]
    fn elsewhere_it_is_a_comment() {
        assert_eq!(loop_invariant(&formula(&["x| = |y"]), Language::Imp), "// invariant: x = y\n");
        assert_eq!(loop_invariant(&formula(&["x| = |y"]), Language::Chc), "; invariant: x = y\n");
    }
}
