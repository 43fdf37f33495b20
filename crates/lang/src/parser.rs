//! From tokens to the untyped tree, by recursive descent.
//!
//! This file holds the list of open blocks and the words for what was found at the cursor; `parser/program.rs` reads the
//! outermost level, `stmt.rs` and `block.rs` statements, `expr.rs` expressions. After an error the parser goes on at the
//! next `;`, `}`, `end` or `done`, or where a statement begins, so that one text gives all its errors at once.

mod block;
mod expr;
mod hints;
mod program;
mod stmt;

use std::ops::{Deref, DerefMut};

use crate::cursor::{Cursor, Lexeme};
use crate::diagnostic::Sink;
use crate::lexer::{Keyword, Symbol, Token, TokenKind};
use crate::span::Span;
use crate::syntax::Tree;

pub(crate) use hints::is_one_slip;

/// Reads a program; what cannot be read is reported and left out.
pub(crate) fn parse(source: &str, tokens: &[Token], sink: &mut Sink) -> Tree {
    let tokens: Vec<Token> =
        tokens.iter().copied().filter(|token| token.kind != TokenKind::Comment).collect();
    let mut parser = Parser {
        cursor: Cursor::new(source, &tokens, false, sink),
        blocks: Vec::new(),
        in_condition: false,
        tree: Tree::default(),
    };
    parser.program();
    parser.tree
}

struct Parser<'a> {
    cursor: Cursor<'a, 'a, Token>,
    blocks: Vec<Block>,
    /// Whether a condition is being read, rather than a right-hand side.
    in_condition: bool,
    /// What has been read; the statements are added at the end.
    tree: Tree,
}

impl<'a> Deref for Parser<'a> {
    type Target = Cursor<'a, 'a, Token>;

    fn deref(&self) -> &Self::Target {
        &self.cursor
    }
}

impl DerefMut for Parser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cursor
    }
}

/// A block that is open.
#[derive(Clone, Copy)]
struct Block {
    /// The `if` or `while` that it belongs to.
    opener: Token,
    closes_with: Keyword,
    /// Whether it begins with `{`, as in C.
    is_brace: bool,
    /// Whether it is an `else` block that begins with `if`.
    has_else_if: bool,
}

impl Lexeme for Token {
    type Keyword = Keyword;
    type Symbol = Symbol;

    fn span(self) -> Span {
        self.span
    }

    fn keyword(self) -> Option<Keyword> {
        match self.kind {
            TokenKind::Keyword(keyword) => Some(keyword),
            _ => None,
        }
    }

    fn symbol(self) -> Option<Symbol> {
        match self.kind {
            TokenKind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    fn is_end(self) -> bool {
        self.kind == TokenKind::End
    }

    fn is_reported(self) -> bool {
        self.kind == TokenKind::Unknown
    }

    fn words(self, source: &str) -> String {
        let text = self.span.text(source);
        match self.kind {
            TokenKind::Keyword(_) => format!("the keyword `{text}`"),
            TokenKind::Name => format!("the name `{}`", shorten(text)),
            TokenKind::Number => format!("the number `{}`", shorten(text)),
            TokenKind::Symbol(symbol) => format!("`{}`", symbol.text()),
            TokenKind::Compound | TokenKind::Unknown | TokenKind::Comment | TokenKind::End => {
                format!("`{}`", shorten(text))
            }
        }
    }
}

/// "a" or "an", as a word in quotes needs it.
fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// A name or number for a message, cut if it is very long.
fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
