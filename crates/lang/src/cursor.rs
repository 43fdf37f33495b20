//! The cursor of a recursive-descent parser: the next token, the diagnostics reported so far, and how deep the parser
//! is.
//!
//! The parsers of IMP and of C both read through it. A second error at the same token is not reported, since it would
//! be about the same mistake. The depth is bounded by [`MAX_DEPTH`], and with it the parser's recursion.

use crate::MAX_DEPTH;
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::span::Span;

/// A token of any language.
pub(crate) trait Lexeme: Copy {
    /// The reserved words.
    type Keyword: PartialEq;
    /// The operators and punctuation marks.
    type Symbol: PartialEq;

    /// Where it stands.
    fn span(self) -> Span;

    /// Which reserved word it is, if it is one.
    fn keyword(self) -> Option<Self::Keyword>;

    /// Which operator or punctuation mark it is, if it is one.
    fn symbol(self) -> Option<Self::Symbol>;

    /// Whether it is the end of the text.
    fn is_end(self) -> bool;

    /// Whether it is nothing that a program may have, about which something has been said before.
    fn is_reported(self) -> bool;

    /// It in words, as it stands in this text.
    fn words(self, source: &str) -> String;
}

/// See the module.
pub(crate) struct Cursor<'a, 's, T> {
    pub(crate) source: &'a str,
    /// Without comments; the last one is the end of the text.
    pub(crate) tokens: &'a [T],
    pub(crate) at: usize,
    pub(crate) sink: &'s mut Sink,
    /// Levels of blocks, parentheses and operands that are open here.
    depth: u32,
    /// The token at which the last error was reported.
    pub(crate) reported_at: Option<usize>,
    /// Whether the tokens do not go to the end of the text, about which something has been said.
    is_cut_short: bool,
}

impl<'a, 's, T: Lexeme> Cursor<'a, 's, T> {
    /// At the first token.
    pub(crate) fn new(source: &'a str, tokens: &'a [T], is_cut_short: bool, sink: &'s mut Sink) -> Self {
        Cursor { source, tokens, at: 0, sink, depth: 0, reported_at: None, is_cut_short }
    }

    pub(crate) fn peek(&self) -> T {
        self.peek_after(0)
    }

    pub(crate) fn peek_after(&self, count: usize) -> T {
        self.tokens[(self.at + count).min(self.tokens.len() - 1)]
    }

    /// The span of the last token read.
    pub(crate) fn previous(&self) -> Span {
        match self.at.checked_sub(1) {
            Some(at) => self.tokens[at].span(),
            None => Span::default(),
        }
    }

    pub(crate) fn bump(&mut self) -> T {
        let token = self.peek();
        if !token.is_end() {
            self.at += 1;
        }
        token
    }

    pub(crate) fn at_keyword(&self, keyword: T::Keyword) -> bool {
        self.peek().keyword() == Some(keyword)
    }

    pub(crate) fn at_symbol(&self, symbol: T::Symbol) -> bool {
        self.peek().symbol() == Some(symbol)
    }

    pub(crate) fn at_end(&self) -> bool {
        self.peek().is_end()
    }

    pub(crate) fn eat(&mut self, symbol: T::Symbol) -> bool {
        let found = self.at_symbol(symbol);
        self.at += usize::from(found);
        found
    }

    pub(crate) fn eat_keyword(&mut self, keyword: T::Keyword) -> bool {
        let found = self.at_keyword(keyword);
        self.at += usize::from(found);
        found
    }

    /// Reports an error, unless something has been said about this token.
    pub(crate) fn error(&mut self, diagnostic: Diagnostic) {
        let token = self.peek();
        let is_reported = token.is_reported() || token.is_end() && self.is_cut_short;
        if self.reported_at != Some(self.at) && !is_reported {
            self.sink.report(diagnostic);
        }
        self.reported_at = Some(self.at);
    }

    /// Whether the last error was reported here or one token before, so that something missing here is only its
    /// consequence.
    pub(crate) fn is_after_error(&self) -> bool {
        self.reported_at.is_some_and(|at| at <= self.at && at + 1 >= self.at)
    }

    /// Leaves the rest of the text unread, and silently so.
    pub(crate) fn abandon(&mut self) {
        self.at = self.tokens.len() - 1;
        self.reported_at = Some(self.at);
    }

    /// The span at which to complain about the current token: at the end of the text, the place after the last token.
    pub(crate) fn here(&self) -> Span {
        let token = self.peek();
        if token.is_end() { self.previous().after() } else { token.span() }
    }

    /// The current token in words.
    pub(crate) fn found(&self) -> String {
        let token = self.peek();
        if token.is_end() { "the end of the program".to_owned() } else { token.words(self.source) }
    }

    /// An error at the current token: `wanted` was expected.
    pub(crate) fn unexpected(&self, wanted: &str) -> Diagnostic {
        let message = format!("expected {wanted}, found {}", self.found());
        Diagnostic::error(Code::UnexpectedToken, self.here(), message)
    }

    /// Goes one level deeper, unless that is too deep; the caller calls [`Cursor::leave`] if the answer is true.
    pub(crate) fn enter(&mut self) -> bool {
        if self.depth >= MAX_DEPTH {
            self.too_deep(self.here());
            return false;
        }
        self.depth += 1;
        true
    }

    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Reports that something is nested too deeply, and leaves the rest unread.
    pub(crate) fn too_deep(&mut self, span: Span) {
        self.error(
            Diagnostic::error(Code::TooDeep, span, "this is nested too deeply")
                .help(format!("at most {MAX_DEPTH} levels of blocks, parentheses and operands are read")),
        );
        self.abandon();
    }
}
