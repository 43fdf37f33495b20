//! Strings: which characters they have, and how many.
//!
//! A string is written in the text, or it is one that the compiler makes, of which only `__func__` is known; the texts that
//! `#x` makes in macros are not.

use super::Typing;
use super::kind::Kind;
use crate::c::ast::Expr;
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

impl Typing<'_, '_> {
    /// The codes of the characters, the zero at its end left out; none if they are not known, which is reported.
    pub(super) fn characters(&mut self, parts: &[&str], span: Span) -> Option<Vec<i64>> {
        if is_written(parts) {
            return Some(codes(parts));
        }
        let help = "write the text in quotes";
        self.error(Code::StringUnsupported, span, "which characters this has is not known", help);
        None
    }

    /// How many characters it has, the zero at its end left out.
    pub(super) fn length(&self, parts: &[&str]) -> Option<u64> {
        match parts {
            _ if is_written(parts) => Some(codes(parts).len() as u64),
            ["__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__"] => {
                Some(self.body.function.name.len() as u64)
            }
            ["__DATE__"] => Some("Nov 29 2026".len() as u64),
            ["__TIME__"] => Some("12:00:00".len() as u64),
            _ => None,
        }
    }

    /// `sizeof "text"`
    pub(super) fn size_of_text(&mut self, parts: &[&str], span: Span) -> Option<Expr> {
        match self.length(parts) {
            Some(length) => {
                let array = Kind::Array(Kind::Scalar(Type::Int(IntType::CHAR)).into(), Some(length + 1));
                self.size_of_kind(&array, span)
            }
            None => {
                let help = "write the number that it stands for";
                let diagnostic =
                    Diagnostic::error(Code::FeatureUnsupported, span, "the size of this is not known");
                Some(self.refuse(diagnostic.help(help), Vec::new()))
            }
        }
    }
}

/// Whether all of it stands in the text.
pub(super) fn is_written(parts: &[&str]) -> bool {
    parts.iter().all(|part| part.starts_with('"'))
}

/// The codes of the characters of a string, the zero at its end left out.
fn codes(parts: &[&str]) -> Vec<i64> {
    let mut codes = Vec::new();
    for part in parts {
        let inside = part.split_once('"').map_or(*part, |(_, rest)| rest);
        let inside = inside.strip_suffix('"').unwrap_or(inside);
        let mut bytes = inside.bytes().peekable();
        while let Some(byte) = bytes.next() {
            let code = match byte {
                b'\\' => match bytes.next() {
                    Some(b'n') => 10,
                    Some(b't') => 9,
                    Some(b'r') => 13,
                    Some(b'x') => {
                        let mut code = 0u32;
                        while let Some(digit) = bytes.peek().and_then(|&digit| char::from(digit).to_digit(16))
                        {
                            code = (code << 4 | digit) & 0xff;
                            bytes.next();
                        }
                        i64::from(code as u8 as i8)
                    }
                    Some(first @ b'0'..=b'7') => {
                        let mut code = u32::from(first - b'0');
                        for _ in 0..2 {
                            let next = bytes.peek().and_then(|&digit| char::from(digit).to_digit(8));
                            let Some(digit) = next else { break };
                            code = (code << 3 | digit) & 0xff;
                            bytes.next();
                        }
                        i64::from(code as u8 as i8)
                    }
                    Some(b'a') => 7,
                    Some(b'b') => 8,
                    Some(b'f') => 12,
                    Some(b'v') => 11,
                    Some(other) => i64::from(other),
                    None => break,
                },
                byte => i64::from(byte as i8),
            };
            codes.push(code);
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        for (text, expected) in [
            (&["\"ab\""][..], &[97, 98][..]),
            (&["\"\\x41\\101b\\0\""], &[65, 65, 98, 0]),
            (&["\"\\n\\\"\\\\\"", "\"c\""], &[10, 34, 92, 99]),
            (&["\"\\xff\\1234\""], &[-1, 83, 52]),
            (&["\"\""], &[]),
        ] {
            assert_eq!(codes(text), expected, "{text:?}");
        }
    }
}
