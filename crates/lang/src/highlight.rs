//! The classes of tokens for colouring source text; the editor asks for them after each change.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Sink;
use crate::lexer::{self, Keyword, Symbol, TokenKind};
use crate::span::Span;

/// What a piece of source text is, as far as its colour goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum HighlightKind {
    /// A word that shapes the program: `while`, `if`, `skip`, ...
    Keyword,
    /// `int` or `bool`.
    Type,
    /// `assume` or `assert`.
    Check,
    /// `true`, `false` or `nondet`.
    Constant,
    /// An operator, written as a sign or as a word.
    Operator,
    /// Parentheses, `;` and `,`.
    Punctuation,
    /// The braces of a precondition or postcondition.
    Brace,
    /// The name of a variable.
    Name,
    /// A number.
    Number,
    /// A comment.
    Comment,
    /// Text that is no token.
    Unknown,
}

/// The tokens of `source` in order, without white space; never fails, whatever the text.
pub fn tokens(source: &str) -> Vec<(Span, HighlightKind)> {
    let lexed = lexer::lex(source, &mut Sink::default());
    lexed.into_iter().filter_map(|token| Some((token.span, kind(token.kind)?))).collect()
}

fn kind(token: TokenKind) -> Option<HighlightKind> {
    use HighlightKind as H;
    Some(match token {
        TokenKind::Name => H::Name,
        TokenKind::Number => H::Number,
        TokenKind::Comment => H::Comment,
        TokenKind::Compound | TokenKind::Unknown => H::Unknown,
        TokenKind::End => return None,
        TokenKind::Keyword(keyword) => match keyword {
            Keyword::Int | Keyword::Bool => H::Type,
            Keyword::Assume | Keyword::Assert => H::Check,
            Keyword::Nondet | Keyword::True | Keyword::False => H::Constant,
            Keyword::Not | Keyword::And | Keyword::Or => H::Operator,
            _ => H::Keyword,
        },
        TokenKind::Symbol(symbol) => match symbol {
            Symbol::OpenBrace | Symbol::CloseBrace => H::Brace,
            Symbol::OpenParen | Symbol::CloseParen | Symbol::Semicolon | Symbol::Comma => H::Punctuation,
            _ => H::Operator,
        },
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn classes() {
        let source = "int x; { x = 0 } while not b do assert x >= 1 done // end";
        let shown: Vec<String> =
            tokens(source).iter().map(|(span, kind)| format!("{}:{kind:?}", span.text(source))).collect();
        expect![[
            r#"int:Type x:Name ;:Punctuation {:Brace x:Name =:Operator 0:Number }:Brace while:Keyword not:Operator b:Name do:Keyword assert:Check x:Name >=:Operator 1:Number done:Keyword // end:Comment"#
        ]]
        .assert_eq(&shown.join(" "));
    }
}
