//! The colours of an ascii circuit.

use crate::highlight::HighlightKind;
use crate::span::Span;

/// The tokens of a text in order, without white space; never fails, whatever the text.
pub fn tokens(source: &str) -> Vec<(Span, HighlightKind)> {
    let (mut found, mut start, mut in_comment) = (Vec::new(), 0, false);
    for line in source.split_inclusive('\n') {
        let text = line.trim_end();
        in_comment |= text == "c";
        let mut push = |from: usize, word: &str, kind| {
            let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
            found.push((Span { start: place(from), end: place(from + word.len()) }, kind));
        };
        if in_comment {
            let comment = text.trim_start();
            if !comment.is_empty() {
                push(start + text.len() - comment.len(), comment, HighlightKind::Comment);
            }
        } else {
            let mut at = 0;
            for word in text.split(|c: char| c.is_whitespace()) {
                let kind = match word {
                    "aag" => HighlightKind::Keyword,
                    _ if word.bytes().all(|byte| byte.is_ascii_digit()) => HighlightKind::Number,
                    _ => HighlightKind::Name,
                };
                if !word.is_empty() {
                    push(start + at, word, kind);
                }
                at += word.len();
                at += text[at..].chars().next().map_or(0, char::len_utf8);
            }
        }
        start += line.len();
    }
    found
}
