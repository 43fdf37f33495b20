//! The classes of C tokens for colouring source text; the editor asks for them after each change.

use super::builtin::{self, Builtin};
use super::lexer;
use super::token::{Keyword, Symbol, Token, TokenKind};
use crate::diagnostic::Sink;
use crate::highlight::HighlightKind;
use crate::span::Span;

/// The tokens of `source` in order, without white space; never fails, whatever the text.
pub fn tokens(source: &str) -> Vec<(Span, HighlightKind)> {
    let lexed = lexer::lex(source, &mut Sink::default());
    let mut coloured = Vec::new();
    for (at, &token) in lexed.iter().enumerate() {
        let is_call = lexed.get(at + 1).is_some_and(|next| next.is(Symbol::OpenParen));
        let is_word = matches!(token.kind, TokenKind::Name | TokenKind::Keyword(_)) && !token.starts_line;
        let after_hash = at > 0 && lexed[at - 1].is(Symbol::Hash) && lexed[at - 1].starts_line;
        let is_directive = is_word && after_hash || token.is(Symbol::Hash) && token.starts_line;
        let kind = if is_directive { Some(HighlightKind::Keyword) } else { kind(source, token, is_call) };
        coloured.extend(kind.map(|kind| (token.span, kind)));
    }
    coloured
}

fn kind(source: &str, token: Token, is_call: bool) -> Option<HighlightKind> {
    use HighlightKind as H;
    Some(match token.kind {
        TokenKind::Name => name(token.text(source), is_call),
        TokenKind::Number | TokenKind::Character => H::Number,
        TokenKind::String => H::Constant,
        TokenKind::Comment => H::Comment,
        TokenKind::Unknown | TokenKind::Unterminated => H::Unknown,
        TokenKind::Nothing | TokenKind::End => return None,
        TokenKind::Keyword(keyword) => match keyword {
            Keyword::Void
            | Keyword::Bool
            | Keyword::Char
            | Keyword::Short
            | Keyword::Int
            | Keyword::Long
            | Keyword::Signed
            | Keyword::Unsigned
            | Keyword::Float
            | Keyword::Double
            | Keyword::Struct
            | Keyword::Union
            | Keyword::Enum => H::Type,
            _ => H::Keyword,
        },
        TokenKind::Symbol(symbol) => match symbol {
            Symbol::OpenBrace | Symbol::CloseBrace => H::Brace,
            Symbol::OpenParen | Symbol::CloseParen | Symbol::Semicolon | Symbol::Comma | Symbol::Colon => {
                H::Punctuation
            }
            _ => H::Operator,
        },
    })
}

/// A name by its usual meaning; a program may give it another one.
fn name(text: &str, is_call: bool) -> HighlightKind {
    if text == "ERROR" {
        return HighlightKind::Check;
    }
    if is_call {
        return match builtin::find(text) {
            Some(Builtin::Assert | Builtin::Assume | Builtin::Fail) => HighlightKind::Check,
            Some(Builtin::Choose(_)) => HighlightKind::Constant,
            _ => HighlightKind::Name,
        };
    }
    if builtin::TYPES.iter().any(|found| found.0 == text) {
        HighlightKind::Type
    } else if builtin::CONSTANTS.iter().any(|found| found.0 == text) {
        HighlightKind::Constant
    } else {
        HighlightKind::Name
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn classes() {
        let source =
            "#define N 3\nbool b = true; if (x <= 'a') { assert(nondet(\"s\")); goto ERROR; } // end";
        let shown: Vec<String> =
            tokens(source).iter().map(|(span, kind)| format!("{}:{kind:?}", span.text(source))).collect();
        expect![[r##"#:Keyword define:Keyword N:Name 3:Number bool:Type b:Name =:Operator true:Constant ;:Punctuation if:Keyword (:Punctuation x:Name <=:Operator 'a':Number ):Punctuation {:Brace assert:Check (:Punctuation nondet:Constant (:Punctuation "s":Constant ):Punctuation ):Punctuation ;:Punctuation goto:Keyword ERROR:Check ;:Punctuation }:Brace // end:Comment"##]].assert_eq(&shown.join(" "));
    }
}
