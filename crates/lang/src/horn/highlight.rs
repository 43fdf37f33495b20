//! The classes of tokens of a script for colouring, and the comments before its first command.

use crate::highlight::HighlightKind;
use crate::span::Span;

/// The tokens of `source` in order, without white space; never fails, whatever the text.
pub fn tokens(source: &str) -> Vec<(Span, HighlightKind)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let until = |end: &[char]| rest[1..].find(end).map_or(rest.len(), |length| length + 1);
        let quoted = |quote: char| rest[1..].find(quote).map_or(rest.len(), |length| length + 2);
        let (length, kind) = match first {
            _ if first.is_whitespace() => (first.len_utf8(), None),
            ';' => (until(&['\n']), Some(HighlightKind::Comment)),
            '(' | ')' => (1, Some(HighlightKind::Punctuation)),
            '|' => (quoted('|'), Some(HighlightKind::Name)),
            '"' => (quoted('"'), Some(HighlightKind::Constant)),
            _ => {
                let ends = |c: char| c.is_whitespace() || "();|\"".contains(c);
                let length = rest.find(ends).unwrap_or(rest.len());
                (length, Some(word(&rest[..length])))
            }
        };
        found.extend(kind.map(|kind| (Span::new(at, at + length), kind)));
        at += length;
    }
    found
}

fn word(word: &str) -> HighlightKind {
    match word {
        "assert" | "check-sat" => HighlightKind::Check,
        "Int" | "Bool" => HighlightKind::Type,
        "true" | "false" => HighlightKind::Constant,
        "forall" | "exists" | "let" | "declare-fun" | "declare-const" | "define-fun" | "set-logic"
        | "set-info" | "set-option" | "exit" | "get-model" => HighlightKind::Keyword,
        "and" | "or" | "not" | "=>" | "xor" | "ite" | "=" | "distinct" | "<" | "<=" | ">" | ">=" | "+"
        | "-" | "*" | "div" | "mod" | "abs" => HighlightKind::Operator,
        _ if word.starts_with(|c: char| c.is_ascii_digit()) => HighlightKind::Number,
        _ if word.starts_with(':') => HighlightKind::Keyword,
        _ if word.starts_with('#') => HighlightKind::Unknown,
        _ => HighlightKind::Name,
    }
}

/// The comments before everything else.
pub(super) fn header(source: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        let text = line.trim();
        match text.starts_with(';') {
            true => {
                let start = at + (line.len() - line.trim_start().len());
                found.push(Span::new(start, start + text.len()));
            }
            false if text.is_empty() => {}
            false => break,
        }
        at += line.len();
    }
    found
}
