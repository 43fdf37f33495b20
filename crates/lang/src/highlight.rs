//! The classes of tokens for colouring source text; the editor asks for them after each change.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Sink;
use crate::lexer::{self, Keyword, Symbol, Token, TokenKind};
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
    let code: Vec<_> = lexed.iter().filter(|token| token.kind != TokenKind::Comment).collect();
    // `for x := e to f do`: words that are names everywhere else.
    let mut words = BTreeSet::new();
    let mut header_from = None;
    for (at, token) in code.iter().enumerate() {
        let next = |count: usize| code.get(at + count).map(|token| token.kind);
        match (token.kind, token.span.text(source)) {
            (TokenKind::Name, "for")
                if next(1) == Some(TokenKind::Name) && next(2) == Some(TokenKind::Symbol(Symbol::Assign)) =>
            {
                // The counter may itself be called `to`.
                header_from = Some(at + 3);
                words.insert(token.span);
            }
            (TokenKind::Name, "to" | "downto") if header_from.is_some_and(|from| at > from) => {
                header_from = None;
                words.insert(token.span);
            }
            (TokenKind::Keyword(Keyword::Do) | TokenKind::Symbol(Symbol::Semicolon), _) => header_from = None,
            _ => {}
        }
    }
    let class = |token: &Token| match words.contains(&token.span) {
        true => Some(HighlightKind::Keyword),
        false => kind(token.kind),
    };
    lexed.iter().filter_map(|token| Some((token.span, class(token)?))).collect()
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

    #[test]
    fn words_of_a_counting_loop() {
        let source = "for to := 1 to to do for := to; to := 2 done";
        let words = tokens(source).into_iter().filter(|(_, kind)| *kind == HighlightKind::Keyword);
        let shown: Vec<String> =
            words.map(|(span, _)| format!("{}:{}", span.start, span.text(source))).collect();
        expect!["0:for 12:to 18:do 40:done"].assert_eq(&shown.join(" "));
    }
}
