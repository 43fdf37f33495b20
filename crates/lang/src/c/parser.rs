//! From the tokens of C to the untyped tree, by recursive descent.
//!
//! This file holds the cursor, the scopes of type names (which C needs for reading at all) and the words for what was
//! found; `parser/item.rs` reads the outermost level, `declaration.rs` declarations, `stmt.rs` statements, `expr.rs`
//! expressions. After an error the parser goes on at the next `;` or `}`, or where a statement begins, so that one text
//! gives all its errors at once. Depth is bounded by [`MAX_DEPTH`], hence so is recursion.

mod declaration;
mod expr;
mod item;
mod number;
mod stmt;

use logic::order::CollectOrdered;
use std::collections::BTreeMap;

use super::builtin;
use super::syntax::{Name, Tree};
use super::token::{Keyword, Symbol, Token, TokenKind};
use crate::MAX_DEPTH;
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::span::Span;

/// Reads a text; what cannot be read is reported and left out.
///
/// `is_cut_short` says that the tokens do not go to the end of the text, about which something has been said.
pub(crate) fn parse<'a>(
    source: &'a str,
    tokens: &'a [Token],
    is_cut_short: bool,
    sink: &mut Sink,
) -> Tree<'a> {
    let predefined = builtin::TYPES.iter().map(|&(name, _)| (name, true)).collect_map();
    let mut parser = Parser {
        source,
        tokens,
        at: 0,
        sink,
        depth: 0,
        reported_at: None,
        is_cut_short,
        scopes: vec![predefined, BTreeMap::new()],
    };
    let mut tree = Tree::default();
    while !parser.at_end() && !parser.sink.is_full() {
        parser.item(&mut tree.items);
    }
    tree
}

struct Parser<'a, 's> {
    source: &'a str,
    /// The last one is `End`.
    tokens: &'a [Token],
    at: usize,
    sink: &'s mut Sink,
    /// Levels of blocks, parentheses and operands that are open here.
    depth: u32,
    /// The token at which the last error was reported: a second one there would be about the same mistake.
    reported_at: Option<usize>,
    is_cut_short: bool,
    /// For each open scope the names declared in it, and whether they are names of types.
    scopes: Vec<BTreeMap<&'a str, bool>>,
}

impl<'a> Parser<'a, '_> {
    fn peek(&self) -> Token {
        self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn peek_after(&self, count: usize) -> Token {
        self.tokens[(self.at + count).min(self.tokens.len() - 1)]
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

    fn text(&self, token: Token) -> &'a str {
        token.text(self.source)
    }

    fn name(&self, token: Token) -> Name<'a> {
        Name { text: self.text(token), span: token.span }
    }

    fn at_keyword(&self, keyword: Keyword) -> bool {
        self.peek().kind == TokenKind::Keyword(keyword)
    }

    fn at_symbol(&self, symbol: Symbol) -> bool {
        self.peek().is(symbol)
    }

    fn at_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    fn eat(&mut self, symbol: Symbol) -> bool {
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

    /// Reports an error, unless one was reported at the same token (by the preprocessor, if it is no token at all).
    fn error(&mut self, diagnostic: Diagnostic) {
        // About these the preprocessor has said something.
        let unread = match self.peek().kind {
            TokenKind::Unknown | TokenKind::Unterminated => true,
            TokenKind::Symbol(symbol) => matches!(symbol, Symbol::Hash | Symbol::HashHash),
            TokenKind::End => self.is_cut_short,
            _ => false,
        };
        if self.reported_at != Some(self.at) && !unread {
            self.sink.report(diagnostic);
        }
        self.reported_at = Some(self.at);
    }

    /// Whether the last error was reported here or one token before, so that a missing `;` is its consequence.
    fn is_after_error(&self) -> bool {
        self.reported_at.is_some_and(|at| at <= self.at && at + 1 >= self.at)
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
        let text = shorten(self.text(token));
        match token.kind {
            TokenKind::End => "the end of the program".to_owned(),
            TokenKind::Keyword(_) => format!("the keyword `{text}`"),
            TokenKind::Name => format!("the name `{text}`"),
            TokenKind::Number => format!("the number `{text}`"),
            TokenKind::String => "a string".to_owned(),
            _ => format!("`{text}`"),
        }
    }

    /// An error at the current token: `wanted` was expected.
    fn unexpected(&self, wanted: &str) -> Diagnostic {
        let message = format!("expected {wanted}, found {}", self.found());
        Diagnostic::error(Code::UnexpectedToken, self.here(), message)
    }

    /// As [`Parser::unexpected`], where `wanted` ends something: if the current token begins a line, the place is the end of
    /// the line before.
    fn missing(&self, wanted: &str) -> Diagnostic {
        let mut diagnostic = self.unexpected(wanted);
        if self.peek().starts_line {
            diagnostic.span = self.previous().after();
        }
        diagnostic
    }

    /// Reads this symbol, or reports that it is missing.
    fn expect(&mut self, symbol: Symbol, help: &str) -> bool {
        let found = self.eat(symbol);
        if !found {
            let diagnostic = self.unexpected(&format!("`{}`", symbol.text())).help(help);
            self.error(diagnostic);
        }
        found
    }

    /// Goes one level deeper, unless that is too deep; the caller calls [`Parser::leave`] if the answer is true.
    fn enter(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            let span = self.here();
            self.too_deep(span);
            return false;
        }
        self.depth += 1;
        true
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }

    fn too_deep(&mut self, span: Span) {
        self.error(
            Diagnostic::error(Code::TooDeep, span, "this is nested too deeply")
                .help(format!("at most {MAX_DEPTH} levels of blocks, parentheses and operands are read")),
        );
        self.abandon();
    }

    /// Skips from an opening bracket of any kind to the end of what it encloses.
    fn skip_balanced(&mut self) {
        let open = self.peek();
        let mut depth = 0u32;
        while !self.at_end() {
            match self.bump().kind {
                TokenKind::Symbol(Symbol::OpenParen | Symbol::OpenBrace | Symbol::OpenBracket) => depth += 1,
                TokenKind::Symbol(Symbol::CloseParen | Symbol::CloseBrace | Symbol::CloseBracket) => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
        let diagnostic = self.unexpected("its end").help("each `(`, `[` and `{` needs its counterpart");
        self.error(diagnostic.related(open.span, "what begins here does not end"));
    }

    /// Skips `__attribute__((...))`, `asm("...")` and `__extension__`, which mean nothing here.
    fn skip_attributes(&mut self) {
        loop {
            match self.peek().kind {
                TokenKind::Keyword(Keyword::Extension) => {
                    self.bump();
                }
                TokenKind::Keyword(
                    Keyword::Attribute
                    | Keyword::AttributeAlt
                    | Keyword::Asm
                    | Keyword::AsmAlt
                    | Keyword::Alignas,
                ) if self.peek_after(1).is(Symbol::OpenParen) => {
                    self.bump();
                    self.skip_balanced();
                }
                _ => return,
            }
        }
    }

    /// Whether this name is the name of a type here.
    fn is_type_name(&self, token: Token) -> bool {
        let text = self.text(token);
        let found = self.scopes.iter().rev().find_map(|scope| scope.get(text));
        token.kind == TokenKind::Name && found == Some(&true)
    }

    /// Enters a declared name into the innermost scope.
    fn declare(&mut self, name: Name<'a>, is_type: bool) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.text, is_type);
        }
    }
}

/// A piece of source text short enough for a message.
pub(super) fn shorten(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    match line.char_indices().nth(30) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}
