//! Labels as short texts, and what refinement changed in them.

use crate::query::formula::sign;
use trace::Formula;

/// A formula as text with mathematical signs; at most about so many characters are made.
pub fn text(formula: &Formula, most: usize) -> String {
    let mut text = String::new();
    for (i, row) in formula.rows.iter().enumerate() {
        if i > 0 {
            text.push_str(" ∧ ");
        }
        for tok in row {
            text.push_str(&sign(&tok.text));
            // A character has four bytes at most: this is never too early.
            if text.len() / 4 > most {
                return text;
            }
        }
    }
    if most == usize::MAX && !formula.definitions.is_empty() {
        let whole = formula.text();
        text.push_str(whole.find(" where ").map_or("", |at| &whole[at..]));
    }
    text
}

/// Replaces words and pairs of characters by signs, so that a typed search text is found in what is shown.
pub fn signs(text: &str) -> String {
    let pairs = [
        (">=", "≥"),
        ("<=", "≤"),
        ("!=", "≠"),
        (" and ", " ∧ "),
        (" or ", " ∨ "),
        ("not ", "¬"),
        ("*", "·"),
        ("-", "−"),
    ];
    let text = pairs.iter().fold(text.to_ascii_lowercase(), |text, (from, to)| text.replace(from, to));
    // The constants alone, and not in names.
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    for piece in text.split_inclusive(|c| !is_of_name(c)) {
        let word = piece.trim_end_matches(|c| !is_of_name(c));
        out.push_str(match word {
            "true" => "⊤",
            "false" => "⊥",
            _ => word,
        });
        out.push_str(&piece[word.len()..]);
    }
    out
}

/// A piece of a label before and after refinement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// It is in both.
    Kept(String),
    /// It was in the label before.
    Gone(String),
    /// It is in the label after.
    Come(String),
}

/// The most words that are compared; longer labels are simply one gone and one come.
const MOST: usize = 400;

/// What became of a label, in the order of the text: words are atoms, connectives and parentheses.
pub fn difference(before: &str, after: &str) -> Vec<Piece> {
    let (old, new) = (words(before), words(after));
    let mut pieces: Vec<Piece> = Vec::new();
    if old.len() > MOST || new.len() > MOST {
        return vec![Piece::Gone(before.into()), Piece::Come(after.into())];
    }
    // The lengths of the longest common subsequences of what follows.
    let mut longest = vec![vec![0_u16; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            longest[i][j] = if old[i].trim() == new[j].trim() {
                longest[i + 1][j + 1] + 1
            } else {
                longest[i + 1][j].max(longest[i][j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i].trim() == new[j].trim() {
            push(&mut pieces, Piece::Kept(new[j].into()));
            i += 1;
            j += 1;
        } else if i < old.len() && (j == new.len() || longest[i + 1][j] >= longest[i][j + 1]) {
            push(&mut pieces, Piece::Gone(old[i].into()));
            i += 1;
        } else {
            push(&mut pieces, Piece::Come(new[j].into()));
            j += 1;
        }
    }
    pieces
}

/// Adds a piece to the last one if it is of the same kind.
fn push(pieces: &mut Vec<Piece>, piece: Piece) {
    match (pieces.last_mut(), piece) {
        (Some(Piece::Kept(text)), Piece::Kept(more))
        | (Some(Piece::Gone(text)), Piece::Gone(more))
        | (Some(Piece::Come(text)), Piece::Come(more)) => text.push_str(&more),
        (_, piece) => pieces.push(piece),
    }
}

/// The text cut before and after each connective and parenthesis; joined, they are the text.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if matches!(c, '(' | ')' | '∧' | '∨' | '¬') {
            if start < at {
                words.push(&text[start..at]);
            }
            start = at + c.len_utf8();
            words.push(&text[at..start]);
        }
    }
    if start < text.len() {
        words.push(&text[start..]);
    }
    words
}

/// The part of a text that differs from another one, in at most this many characters: a common beginning is left out if
/// there is no room for everything.
pub fn distinct(text: &str, other: &str, most: usize) -> String {
    let mut text = text;
    let is_long = text.char_indices().nth(most).is_some();
    let same = text.char_indices().zip(other.chars()).find(|((_, a), b)| a != b).map(|((at, _), _)| at);
    let start = same.or((other.len() < text.len()).then_some(other.len())).filter(|_| is_long);
    // From the connective on before or at which they part.
    let connective = |at: usize| {
        let space = text.len() - at - text[at..].trim_start().len();
        let is_next = text[at + space..].starts_with(['∧', '∨']);
        if is_next { Some(at + space) } else { text[..at].rfind(['∧', '∨']) }
    };
    let start = start.and_then(connective).filter(|&at| at > 0);
    let mut row = String::new();
    if let Some(start) = start {
        text = &text[start..];
        row.push('…');
    }
    let room = most - row.chars().count();
    row.push_str(&rows(text, 1, room).concat());
    row
}

/// The rows of a text, broken before connectives or else at spaces, at most so many, the last cut if there is more.
pub fn rows(text: &str, most: usize, wide: usize) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && rows.len() < most {
        let end = rest.char_indices().nth(wide).map_or(rest.len(), |(at, _)| at);
        if end == rest.len() {
            rows.push(rest.into());
            return rows;
        }
        let head = &rest[..end];
        let connective = ["∧ ", "∨ "].iter().filter_map(|word| head.rfind(word)).max();
        // The last row is cut where it is not much shorter for it.
        let connective = connective.filter(|&at| rows.len() + 1 < most || at > head.len() / 2);
        let at = connective.or_else(|| head.rfind(' ')).filter(|&at| at > 0).unwrap_or(end);
        rows.push(rest[..at].trim_end().into());
        rest = rest[at..].trim_start();
    }
    if let (Some(last), false) = (rows.last_mut(), rest.is_empty()) {
        last.push('…');
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::formula;
    use expect_test::{Expect, expect};

    fn check(before: &str, after: &str, expected: Expect) {
        let show = |piece: &Piece| match piece {
            Piece::Kept(text) => text.clone(),
            Piece::Gone(text) => format!("[-{text}-]"),
            Piece::Come(text) => format!("[+{text}+]"),
        };
        expected.assert_eq(&difference(before, after).iter().map(show).collect::<String>());
    }

    #[test]
    fn what_refinement_changed() {
        check("x ≥ 0 ∧ y ≥ 0", "x ≥ 1 ∧ y ≥ 0", expect!["[-x ≥ 0 -][+x ≥ 1 +]∧ y ≥ 0"]);
        check("x ≥ 0", "x ≥ 0 ∧ (y > 1 ∨ x = 2)", expect!["x ≥ 0 [+∧ (y > 1 ∨ x = 2)+]"]);
        check("true", "x = 1", expect!["[-true-][+x = 1+]"]);
        check("x = 1", "x = 1", expect!["x = 1"]);
        let long = "x = 1 ∨ ".repeat(400);
        assert_eq!(difference(&long, "x"), [Piece::Gone(long.clone()), Piece::Come("x".into())]);
    }

    #[test]
    fn a_label_as_text() {
        assert_eq!(text(&formula("2 * x >= 0 and y != 1"), usize::MAX), "2·x ≥ 0 ∧ y ≠ 1");
        assert_eq!(signs("2*x"), "2·x");
        assert_eq!(signs("x >= 0 AND y != 1 or not z"), "x ≥ 0 ∧ y ≠ 1 ∨ ¬z");
        assert!(text(&formula(&["x = 0"; 300].join(" and ")), 46).len() < 300);
    }

    #[test]
    fn what_differs_is_shown() {
        let long = "x ≥ 0 ∧ y ≥ 0 ∧ z = 1 ∨ x = 5";
        assert_eq!(distinct("x ≥ 0", "true", 21), "x ≥ 0");
        assert_eq!(distinct(long, "x ≥ 0 ∧ y ≥ 0", 21), "…∧ z = 1 ∨ x = 5");
        assert_eq!(distinct(long, "x ≥ 0 ∧ y ≥ 0 ∧ z = 1 ∨ x = 7", 21), "…∨ x = 5");
        assert_eq!(distinct(long, "y = 3", 21), "x ≥ 0 ∧ y ≥ 0…");
        assert_eq!(distinct(long, long, 21), "x ≥ 0 ∧ y ≥ 0…");
        assert_eq!(distinct("x ≥ 0 ∧ y ≥ 0", long, 21), "x ≥ 0 ∧ y ≥ 0");
    }

    #[test]
    fn a_search_text_as_labels_have_it() {
        assert_eq!(signs("x >= -1 and true"), "x ≥ −1 ∧ ⊤");
        assert_eq!(signs("is_true or not False"), "is_true ∨ ¬⊥");
        assert_eq!(signs("falsework"), "falsework");
    }

    #[test]
    fn rows_of_a_label() {
        assert_eq!(rows("true", 2, 23), ["true"]);
        assert_eq!(rows("x ≥ 0 ∧ y ≥ 0 ∧ x ≤ 10", 2, 17), ["x ≥ 0 ∧ y ≥ 0", "∧ x ≤ 10"]);
        assert_eq!(rows(&"x = 0 ∨ ".repeat(9), 2, 23), ["x = 0 ∨ x = 0", "∨ x = 0 ∨ x = 0…"]);
        assert_eq!(rows(&"y".repeat(60), 2, 23), ["y".repeat(23), format!("{}…", "y".repeat(23))]);
        assert_eq!(rows("", 2, 23), [""; 0]);
    }
}
