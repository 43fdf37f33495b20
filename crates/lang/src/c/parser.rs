//! From the tokens of C to the untyped tree, by recursive descent.
//!
//! This file holds the scopes of type names (which C needs for reading at all) and the words for what was found at the cursor; `parser/item.rs` reads the outermost level, `declaration.rs` declarations, `stmt.rs` statements, `expr.rs`
//! expressions. After an error the parser goes on at the next `;` or `}`, or where a statement begins, so that one text
//! gives all its errors at once.

mod aggregate;
mod declaration;
mod expr;
mod item;
mod number;
mod stmt;

use logic::order::CollectOrdered;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use super::builtin;
use super::syntax::{Name, Tree};
use super::token::{Keyword, Symbol, Token, TokenKind};
use crate::cursor::{Cursor, Lexeme};
use crate::diagnostic::{Diagnostic, Sink};
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
        cursor: Cursor::new(source, tokens, is_cut_short, sink),
        scopes: vec![predefined, BTreeMap::new()],
    };
    let mut tree = Tree::default();
    while !parser.at_end() && !parser.sink.is_full() {
        parser.item(&mut tree.items);
    }
    tree
}

struct Parser<'a, 's> {
    cursor: Cursor<'a, 's, Token>,
    /// For each open scope the names declared in it, and whether they are names of types.
    scopes: Vec<BTreeMap<&'a str, bool>>,
}

impl<'a, 's> Deref for Parser<'a, 's> {
    type Target = Cursor<'a, 's, Token>;

    fn deref(&self) -> &Self::Target {
        &self.cursor
    }
}

impl DerefMut for Parser<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cursor
    }
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

    /// The preprocessor has said something about these.
    fn is_reported(self) -> bool {
        match self.kind {
            TokenKind::Unknown | TokenKind::Unterminated => true,
            TokenKind::Symbol(symbol) => matches!(symbol, Symbol::Hash | Symbol::HashHash),
            _ => false,
        }
    }

    fn words(self, source: &str) -> String {
        let text = shorten(self.text(source));
        match self.kind {
            TokenKind::Keyword(_) => format!("the keyword `{text}`"),
            TokenKind::Name => format!("the name `{text}`"),
            TokenKind::Number => format!("the number `{text}`"),
            TokenKind::String => "a string".to_owned(),
            TokenKind::Nothing => "an assertion".to_owned(),
            _ => format!("`{text}`"),
        }
    }
}

impl<'a> Parser<'a, '_> {
    fn text(&self, token: Token) -> &'a str {
        token.text(self.source)
    }

    fn name(&self, token: Token) -> Name<'a> {
        Name { text: self.text(token), span: token.span }
    }

    /// As [`Cursor::unexpected`], where `wanted` ends something: if the current token begins a line, the place is the end of
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
