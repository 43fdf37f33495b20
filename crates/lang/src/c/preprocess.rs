//! The preprocessor: directives and macros.
//!
//! Tokens come from the lexer and go to the parser. A token that a macro makes is reported at the use of the macro, so
//! that every diagnostic points at what the reader wrote there; an argument keeps its own place. Standard headers are
//! not read: what programs need from them is built in.

mod condition;
mod expand;
mod value;

use std::collections::BTreeMap;
use std::rc::Rc;

use super::token::{Symbol, Token, TokenKind};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::span::Span;

use condition::Conditional;
use expand::Pending;

/// What the preprocessor hands on.
pub(crate) struct Preprocessed {
    /// The tokens without comments and directives, the last one [`TokenKind::End`].
    pub tokens: Vec<Token>,
    /// For each use of a macro: where it is used, its name's definition.
    pub uses: Vec<(Span, Span)>,
    /// Whether the rest of the text has been left out, because macros grow too large.
    pub is_cut_short: bool,
}

/// Runs the preprocessor over the tokens of a text.
pub(crate) fn preprocess(source: &str, tokens: &[Token], sink: &mut Sink) -> Preprocessed {
    let tokens: Vec<Token> =
        tokens.iter().copied().filter(|token| token.kind != TokenKind::Comment).collect();
    let mut preprocessor = Preprocessor {
        source,
        tokens: &tokens,
        at: 0,
        limit: tokens.len().saturating_sub(1),
        pending: Vec::new(),
        macros: BTreeMap::new(),
        conditionals: Vec::new(),
        uses: Vec::new(),
        expanded: 0,
        is_cut_short: false,
        is_without_assertions: false,
        sink,
    };
    let mut out = Vec::new();
    while let Some(token) = preprocessor.next() {
        preprocessor.complain(token);
        out.push(token);
    }
    if let Some(open) = preprocessor.conditionals.last() {
        let diagnostic = Diagnostic::error(Code::BadDirective, open.span, "this `#if` has no `#endif`");
        preprocessor.sink.report(diagnostic.help("close it with `#endif`"));
    }
    let end = Span::new(source.len(), source.len());
    out.push(Token { kind: TokenKind::End, span: end, spelling: end, starts_line: true });
    Preprocessed { tokens: out, uses: preprocessor.uses, is_cut_short: preprocessor.is_cut_short }
}

struct Preprocessor<'a> {
    source: &'a str,
    /// Without comments; the last one is `End`.
    tokens: &'a [Token],
    at: usize,
    /// Where reading ends: the text's end, or that of a directive's line.
    limit: usize,
    /// What macros have made and has not been read yet, the next one last.
    pending: Vec<Pending<'a>>,
    macros: BTreeMap<&'a str, Rc<Macro<'a>>>,
    /// The `#if`s that are open.
    conditionals: Vec<Conditional>,
    uses: Vec<(Span, Span)>,
    /// Number of tokens that macros have made.
    expanded: usize,
    is_cut_short: bool,
    /// Whether it has been said that assertions do nothing.
    is_without_assertions: bool,
    sink: &'a mut Sink,
}

/// A macro.
struct Macro<'a> {
    /// The name in the definition.
    name: Span,
    /// The parameters of a function-like macro.
    params: Option<Vec<&'a str>>,
    /// Whether the last parameter takes all further arguments.
    is_variadic: bool,
    /// Whether its body is not understood, which has been reported: behind a use of it nothing is read.
    is_refused: bool,
    body: Vec<Token>,
}

/// The name of all further arguments.
const VARIADIC: &str = "__VA_ARGS__";

impl<'a> Preprocessor<'a> {
    /// The next token of the program, macros replaced.
    fn next(&mut self) -> Option<Token> {
        loop {
            let pending = self.read()?;
            match self.expansion(&pending) {
                Some(made) => self.pending.extend(made),
                None => return Some(pending.token),
            }
        }
    }

    /// The next token before replacement; directives on the way are carried out.
    fn read(&mut self) -> Option<Pending<'a>> {
        if let Some(pending) = self.pending.pop() {
            return Some(pending);
        }
        loop {
            let token = self.tokens[self.at];
            if token.kind == TokenKind::End || self.at >= self.limit {
                return None;
            }
            if token.is(Symbol::Hash) && token.starts_line {
                let line = self.line();
                self.directive(token, line);
            } else if self.is_left_out() {
                self.at += 1;
            } else {
                self.at += 1;
                return Some(Pending::written(token));
            }
        }
    }

    /// Reads the rest of the line behind its `#`.
    fn line(&mut self) -> &'a [Token] {
        let first = self.at + 1;
        let rest = &self.tokens[first..];
        let length = rest.iter().position(|token| token.starts_line).unwrap_or(rest.len());
        self.at = first + length;
        &rest[..length]
    }

    fn directive(&mut self, hash: Token, line: &'a [Token]) {
        let Some((&name, rest)) = line.split_first() else { return };
        let word = name.text(self.source);
        if self.conditional(hash, word, name, rest) || self.is_left_out() {
            return;
        }
        match word {
            "define" => self.define(name, rest),
            "undef" => {
                if let Some(name) = rest.first() {
                    self.macros.remove(name.text(self.source));
                }
            }
            "include" => {
                self.include(name, rest);
                self.include_assert(rest);
            }
            "error" => {
                let words = whole(name, rest).text(self.source);
                let diagnostic =
                    Diagnostic::error(Code::BadDirective, hash.span.to(name.span), format!("`#{words}`"));
                self.sink.report(diagnostic.help("the text itself says that it is not to be used like this"));
            }
            "pragma" | "line" | "warning" | "ident" => {}
            // `# 12 "file.c"`, which other preprocessors leave behind.
            _ if name.kind == TokenKind::Number => {}
            _ => {
                let diagnostic = Diagnostic::error(
                    Code::BadDirective,
                    hash.span.to(name.span),
                    format!("there is no directive `#{word}`"),
                );
                self.sink
                    .report(diagnostic.help("`#define`, `#undef`, `#include`, `#if` and `#ifdef` are known"));
            }
        }
    }

    fn include(&mut self, name: Token, rest: &[Token]) {
        if let Some(file) = rest.first().filter(|file| file.kind == TokenKind::String) {
            let shown = file.text(self.source);
            let diagnostic = Diagnostic::warning(
                Code::BadDirective,
                name.span.to(file.span),
                format!("the file {shown} is not read"),
            );
            self.sink
                .report(diagnostic.help("only this one text is read; paste here what it needs from there"));
        }
    }

    /// `<assert.h>` says what `assert` means, each time anew: nothing, without evaluating it, if `NDEBUG` is defined.
    fn include_assert(&mut self, rest: &[Token]) {
        let file: String = rest.iter().map(|token| token.text(self.source)).collect();
        if !matches!(file.as_str(), "<assert.h>" | "\"assert.h\"" | "<cassert>") {
            return;
        }
        self.macros.remove("assert");
        if let Some(found) = self.macros.get("NDEBUG") {
            let name = found.name;
            let nothing = Token { kind: TokenKind::Nothing, span: name, spelling: name, starts_line: false };
            let (params, body) = (Some(vec![VARIADIC]), vec![nothing]);
            let made = Macro { name, params, is_variadic: true, is_refused: false, body };
            self.macros.insert("assert", Rc::new(made));
        }
    }

    /// Says once that an assertion is none.
    fn without_assertion(&mut self, site: Span, debug: Span) {
        if !std::mem::replace(&mut self.is_without_assertions, true) {
            let message = "`assert` does nothing here, since `NDEBUG` is defined before `<assert.h>`";
            let warning = Diagnostic::warning(Code::NothingAsserted, site, message)
                .help("its condition is neither evaluated nor checked; leave out `NDEBUG` to have it checked")
                .related(debug, "defined here");
            self.sink.report(warning);
        }
    }

    fn define(&mut self, directive: Token, rest: &'a [Token]) {
        let Some((&name, rest)) = rest.split_first() else {
            let diagnostic =
                Diagnostic::error(Code::BadDirective, directive.span, "`#define` without a name");
            self.sink.report(diagnostic.help("write `#define NAME value`"));
            return;
        };
        if !matches!(name.kind, TokenKind::Name | TokenKind::Keyword(_)) {
            let message = format!("`{}` cannot be the name of a macro", name.text(self.source));
            let diagnostic = Diagnostic::error(Code::BadDirective, name.span, message);
            self.sink.report(diagnostic.help("write `#define NAME value`"));
            return;
        }
        let is_call = rest.first().is_some_and(|t| t.is(Symbol::OpenParen) && t.span.start == name.span.end);
        let (params, body) = if is_call {
            match self.params(&rest[1..]) {
                Some((params, body)) => (Some(params), body),
                None => return,
            }
        } else {
            (None, rest)
        };
        let is_variadic = params.as_ref().is_some_and(|params| params.last() == Some(&VARIADIC));
        let is_param = |at: usize| {
            let next = body.get(at + 1).map(|token| token.text(self.source));
            params.iter().flatten().any(|&param| Some(param) == next)
        };
        // `#x` is a text, and `, ##__VA_ARGS__` leaves the comma out if there are no more arguments.
        let is_read = |at: usize, token: &Token| match token.kind {
            TokenKind::Symbol(Symbol::Hash) => is_param(at),
            TokenKind::Symbol(Symbol::HashHash) => {
                is_variadic
                    && at > 0
                    && body[at - 1].is(Symbol::Comma)
                    && body.get(at + 1).is_some_and(|next| next.text(self.source) == VARIADIC)
            }
            _ => true,
        };
        if let Some((_, sign)) = body.iter().enumerate().find(|(at, token)| !is_read(*at, token)) {
            let shown = sign.text(self.source);
            let diagnostic = Diagnostic::error(
                Code::BadMacro,
                sign.span,
                format!("`{shown}` in a macro is not supported"),
            );
            self.sink.report(diagnostic.help("write out the names and texts that it would make"));
            let made = Macro { name: name.span, params, is_variadic, is_refused: true, body: Vec::new() };
            self.macros.insert(name.text(self.source), Rc::new(made));
            return;
        }
        let made = Macro { name: name.span, params, is_variadic, is_refused: false, body: body.to_vec() };
        self.macros.insert(name.text(self.source), Rc::new(made));
    }

    /// The parameters of a function-like macro, behind the `(`, and its body.
    fn params(&mut self, rest: &'a [Token]) -> Option<(Vec<&'a str>, &'a [Token])> {
        let mut params = Vec::new();
        let mut at = 0;
        loop {
            let token = rest.get(at);
            match token.map(|t| t.kind) {
                Some(TokenKind::Symbol(Symbol::CloseParen)) if at == 0 => return Some((params, &rest[1..])),
                Some(TokenKind::Name) => params.push(rest[at].text(self.source)),
                // `...` stands last.
                Some(TokenKind::Symbol(Symbol::Ellipsis))
                    if rest.get(at + 1).is_some_and(|next| next.is(Symbol::CloseParen)) =>
                {
                    params.push(VARIADIC);
                }
                _ => break,
            }
            match rest.get(at + 1).map(|t| t.kind) {
                Some(TokenKind::Symbol(Symbol::Comma)) => at += 2,
                Some(TokenKind::Symbol(Symbol::CloseParen)) => return Some((params, &rest[at + 2..])),
                _ => {
                    at += 1;
                    break;
                }
            }
        }
        let span = match rest.get(at).or(rest.last()) {
            Some(token) => token.span,
            None => self.tokens[self.at.saturating_sub(1)].span,
        };
        let diagnostic =
            Diagnostic::error(Code::BadMacro, span, "the parameters of this macro cannot be read");
        self.sink.report(diagnostic.help("write `#define NAME(a, b) ...`, names with `,` between them"));
        None
    }

    /// Reports a token that is none.
    fn complain(&mut self, token: Token) {
        let text = token.text(self.source);
        let (code, message, help) = match token.kind {
            TokenKind::Unterminated if text.starts_with('"') => (
                Code::StringUnsupported,
                "this string does not end on its line".to_owned(),
                "close it with `\"`",
            ),
            TokenKind::Unterminated => {
                let message = "this character constant does not end on its line".to_owned();
                (Code::UnknownCharacter, message, "close it with `'`")
            }
            TokenKind::Unknown if text.starts_with(char::is_alphabetic) => {
                let message = "a name with letters other than a to z".to_owned();
                (Code::UnknownCharacter, message, "names are made of the letters a-z and A-Z, digits and `_`")
            }
            TokenKind::Unknown => unknown(text),
            TokenKind::Symbol(symbol @ (Symbol::Hash | Symbol::HashHash)) => {
                let message = format!("`{}` inside a line", symbol.text());
                (Code::BadDirective, message, "a directive begins with `#` at the beginning of its line")
            }
            _ => return,
        };
        self.sink.report(Diagnostic::error(code, token.span, message).help(help));
    }
}

/// A character that begins no token.
fn unknown(text: &str) -> (Code, String, &'static str) {
    let first = text.chars().next().unwrap_or(' ');
    let meant: &[(&[char], &'static str)] = &[
        (&['≠'], "did you mean `!=`?"),
        (&['≤', '≦'], "did you mean `<=`?"),
        (&['≥', '≧'], "did you mean `>=`?"),
        (&['∧'], "did you mean `&&`?"),
        (&['∨'], "did you mean `||`?"),
        (&['¬'], "did you mean `!`?"),
        (&['−', '–'], "did you mean `-`?"),
        (&['·', '×'], "did you mean `*`?"),
        (&['÷'], "did you mean `/`?"),
        (&['“', '”', '‘', '’', '`'], "quotes are written `\"` and `'`"),
        (&['@'], "names are made of letters, digits and `_`"),
        (&['\\'], "a `\\` continues a line only at its very end"),
    ];
    let help = meant.iter().find(|(signs, _)| signs.contains(&first));
    let shown = if first.is_control() { format!("U+{:04X}", u32::from(first)) } else { format!("`{first}`") };
    let help =
        help.map_or("remove it; outside comments a program is written in plain ASCII", |found| found.1);
    (Code::UnknownCharacter, format!("unknown character {shown}"), help)
}

/// From the first token to the last.
fn whole(first: Token, rest: &[Token]) -> Span {
    rest.last().map_or(first.span, |last| first.span.to(last.span))
}
