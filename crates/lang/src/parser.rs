//! From tokens to the untyped tree, by recursive descent.
//!
//! This file holds the cursor, the list of open blocks and the words for what was found; `parser/program.rs` reads the
//! outermost level, `stmt.rs` and `block.rs` statements, `expr.rs` expressions. After an error the parser goes on at the
//! next `;`, `}`, `end` or `done`, or where a statement begins, so that one text gives all its errors at once. Depth is
//! bounded by [`crate::MAX_DEPTH`], hence so is recursion.

mod block;
mod expr;
mod hints;
mod program;
mod stmt;

use crate::MAX_DEPTH;
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::lexer::{Keyword, Symbol, Token, TokenKind};
use crate::span::Span;
use crate::syntax::Tree;

pub(crate) use hints::is_one_slip;

/// Reads a program; what cannot be read is reported and left out.
pub(crate) fn parse(source: &str, tokens: &[Token], sink: &mut Sink) -> Tree {
    let tokens: Vec<Token> =
        tokens.iter().copied().filter(|token| token.kind != TokenKind::Comment).collect();
    let mut parser = Parser {
        source,
        tokens: &tokens,
        at: 0,
        sink,
        depth: 0,
        blocks: Vec::new(),
        reported_at: None,
        in_condition: false,
        tree: Tree::default(),
    };
    parser.program();
    parser.tree
}

struct Parser<'a> {
    source: &'a str,
    /// Without comments; the last one is `End`.
    tokens: &'a [Token],
    at: usize,
    sink: &'a mut Sink,
    /// Levels of blocks, parentheses and operands that are open here.
    depth: u32,
    blocks: Vec<Block>,
    /// The token at which the last error was reported: a second one there would be about the same mistake.
    reported_at: Option<usize>,
    /// Whether a condition is being read, rather than a right-hand side.
    in_condition: bool,
    /// What has been read; the statements are added at the end.
    tree: Tree,
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

impl Parser<'_> {
    fn peek(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek_after(&self, count: usize) -> TokenKind {
        self.tokens[(self.at + count).min(self.tokens.len() - 1)].kind
    }

    /// The span of the last token read.
    fn previous(&self) -> Span {
        match self.at.checked_sub(1) {
            Some(at) => self.tokens[at].span,
            None => Span::default(),
        }
    }

    fn bump(&mut self) -> Token {
        let token = self.peek();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    fn at_keyword(&self, keyword: Keyword) -> bool {
        self.peek().kind == TokenKind::Keyword(keyword)
    }

    fn at_symbol(&self, symbol: Symbol) -> bool {
        self.peek().kind == TokenKind::Symbol(symbol)
    }

    fn at_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    fn eat_symbol(&mut self, symbol: Symbol) -> bool {
        let found = self.at_symbol(symbol);
        if found {
            self.at += 1;
        }
        found
    }

    fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.at_keyword(keyword);
        if found {
            self.at += 1;
        }
        found
    }

    /// Reports an error, unless one was reported at the same token (by the lexer, if it is no token at all).
    fn error(&mut self, diagnostic: Diagnostic) {
        if self.reported_at != Some(self.at) && self.peek().kind != TokenKind::Unknown {
            self.reported_at = Some(self.at);
            self.sink.report(diagnostic);
        }
    }

    /// Leaves the rest of the text unread, and silently so.
    fn abandon(&mut self) {
        self.at = self.tokens.len() - 1;
        self.reported_at = Some(self.at);
    }

    /// The span at which to complain about the current token: at the end of the text, the place after the last token.
    fn here(&self) -> Span {
        match self.peek() {
            Token { kind: TokenKind::End, .. } => self.previous().after(),
            token => token.span,
        }
    }

    /// The current token in words.
    fn found(&self) -> String {
        let token = self.peek();
        let text = token.span.text(self.source);
        match token.kind {
            TokenKind::End => "the end of the program".to_owned(),
            TokenKind::Keyword(_) => format!("the keyword `{text}`"),
            TokenKind::Name => format!("the name `{}`", shorten(text)),
            TokenKind::Number => format!("the number `{}`", shorten(text)),
            TokenKind::Symbol(symbol) => format!("`{}`", symbol.text()),
            TokenKind::Compound | TokenKind::Unknown | TokenKind::Comment => format!("`{}`", shorten(text)),
        }
    }

    /// An error at the current token: `wanted` was expected.
    fn unexpected(&self, wanted: &str) -> Diagnostic {
        let message = format!("expected {wanted}, found {}", self.found());
        Diagnostic::error(Code::UnexpectedToken, self.here(), message)
    }

    /// Goes one level deeper, unless that is too deep; the caller calls [`Parser::leave`] if the answer is true.
    fn enter(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            let span = self.here();
            self.error(
                Diagnostic::error(Code::TooDeep, span, "this is nested too deeply")
                    .help(format!("at most {MAX_DEPTH} levels of blocks, parentheses and operands are read")),
            );
            self.abandon();
            return false;
        }
        self.depth += 1;
        true
    }

    fn leave(&mut self) {
        self.depth -= 1;
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
