//! Macro expansion.
//!
//! Each token remembers the macros that it comes from and is not replaced by one of them again, so that the expansion
//! of a macro that mentions itself ends.

use std::rc::Rc;

use super::{Macro, Preprocessor};
use crate::c::token::{Symbol, Token, TokenKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// Most tokens that macros may make.
const MAX_EXPANDED: usize = 1 << 19;
/// Deepest nesting of macros in macros.
const MAX_NESTING: u32 = 200;

/// A token that may still be replaced.
#[derive(Clone)]
pub(super) struct Pending<'a> {
    pub token: Token,
    /// The macros that it comes from.
    from: Option<Rc<Origin<'a>>>,
}

struct Origin<'a> {
    name: &'a str,
    outer: Option<Rc<Origin<'a>>>,
    depth: u32,
}

impl<'a> Pending<'a> {
    /// A token of the text.
    pub(super) fn written(token: Token) -> Pending<'a> {
        Pending { token, from: None }
    }

    fn comes_from(&self, name: &str) -> bool {
        let mut origin = self.from.as_ref();
        while let Some(found) = origin {
            if found.name == name {
                return true;
            }
            origin = found.outer.as_ref();
        }
        false
    }
}

impl<'a> Preprocessor<'a> {
    /// What stands in place of this token, the first part last; none if it is no use of a macro.
    pub(super) fn expansion(&mut self, pending: &Pending<'a>) -> Option<Vec<Pending<'a>>> {
        let token = pending.token;
        if !matches!(token.kind, TokenKind::Name | TokenKind::Keyword(_)) || self.macros.is_empty() {
            return None;
        }
        let name = token.text(self.source);
        let found = self.macros.get(name).filter(|_| !pending.comes_from(name))?.clone();
        if found.is_refused {
            return Some(self.cut_short());
        }
        let mut site = token.span;
        let mut args = Vec::new();
        if found.params.is_some() {
            let next = self.read()?;
            if !next.token.is(Symbol::OpenParen) {
                self.pending.push(next);
                return None;
            }
            let close;
            (args, close) = self.arguments(token, &found)?;
            site = site.to(close);
        }
        let depth = pending.from.as_ref().map_or(0, |origin| origin.depth) + 1;
        let size: usize = found.body.len() + args.iter().map(Vec::len).sum::<usize>();
        self.expanded += size + 1;
        if depth > MAX_NESTING || self.expanded > MAX_EXPANDED {
            return Some(self.too_much(site));
        }
        if found.body.first().is_some_and(|token| token.kind == TokenKind::Nothing) {
            self.without_assertion(site, found.name);
        } else {
            self.uses.push((site, found.name));
        }
        let from = Some(Rc::new(Origin { name: self.key(&found), outer: pending.from.clone(), depth }));
        Some(self.substitute(&found, &args, site, &from))
    }

    /// The name as it is spelled in the definition, which outlives the use.
    fn key(&self, found: &Macro<'a>) -> &'a str {
        found.name.text(self.source)
    }

    fn substitute(
        &mut self,
        found: &Macro<'a>,
        args: &[Vec<Pending<'a>>],
        site: Span,
        from: &Option<Rc<Origin<'a>>>,
    ) -> Vec<Pending<'a>> {
        let mut made = Vec::new();
        let mut skipped = 0;
        for (place, &token) in found.body.iter().enumerate().rev() {
            let before = |by: usize| place.checked_sub(by).map(|at| found.body[at]);
            if skipped > 0 {
                skipped -= 1;
                continue;
            }
            if found.params.is_some() && before(1).is_some_and(|sign| sign.is(Symbol::Hash)) {
                // The argument's text matters to nobody.
                let text = Token { kind: TokenKind::String, span: site, starts_line: false, ..token };
                made.push(Pending { token: text, from: from.clone() });
                skipped = 1;
                continue;
            }
            if before(1).is_some_and(|sign| sign.is(Symbol::HashHash)) {
                let is_empty = args.last().is_none_or(Vec::is_empty);
                skipped = if is_empty { 2 } else { 1 };
            }
            let name = token.text(self.source);
            let param = found.params.iter().flatten().position(|&param| param == name);
            match param.filter(|_| token.kind == TokenKind::Name) {
                Some(at) => {
                    self.expanded += args[at].len();
                    if self.expanded > MAX_EXPANDED {
                        return self.too_much(site);
                    }
                    made.extend(args[at].iter().rev().cloned());
                }
                None => {
                    let token = Token { span: site, starts_line: false, ..token };
                    made.push(Pending { token, from: from.clone() });
                }
            }
        }
        made
    }

    /// The arguments of a use, up to its `)`, and the place of that. If they cannot be read, that has been reported and
    /// the use is left out.
    fn arguments(&mut self, name: Token, found: &Macro<'a>) -> Option<(Vec<Vec<Pending<'a>>>, Span)> {
        let wanted = found.params.as_ref().map_or(0, Vec::len);
        let mut args = vec![Vec::new()];
        let mut depth = 0;
        let close = loop {
            let Some(next) = self.read() else {
                let shown = name.text(self.source);
                let message = format!("the arguments of the macro `{shown}` do not end");
                let diagnostic = Diagnostic::error(Code::BadMacro, name.span, message);
                self.sink.report(diagnostic.help("close them with `)`"));
                return None;
            };
            match next.token.kind {
                TokenKind::Symbol(Symbol::OpenParen) => depth += 1,
                TokenKind::Symbol(Symbol::CloseParen) if depth == 0 => break next.token.span,
                TokenKind::Symbol(Symbol::CloseParen) => depth -= 1,
                TokenKind::Symbol(Symbol::Comma)
                    if depth == 0 && !(found.is_variadic && args.len() >= wanted) =>
                {
                    args.push(Vec::new());
                    continue;
                }
                _ => {}
            }
            if let Some(arg) = args.last_mut() {
                arg.push(next);
            }
        };
        if found.is_variadic && args.len() + 1 == wanted {
            args.push(Vec::new());
        }
        if wanted == 0 && args.len() == 1 && args[0].is_empty() {
            args.clear();
        }
        if args.len() != wanted {
            let shown = name.text(self.source);
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!("the macro `{shown}` takes {wanted} argument{plural}, not {}", args.len());
            let diagnostic = Diagnostic::error(Code::BadMacro, name.span.to(close), message);
            self.sink.report(diagnostic.related(found.name, "the macro is defined here"));
            args.resize(wanted, Vec::new());
        }
        Some((args, close))
    }

    /// Gives up; the rest of the text is not read.
    fn too_much(&mut self, site: Span) -> Vec<Pending<'a>> {
        let diagnostic = Diagnostic::error(Code::BadMacro, site, "macros grow too large here")
            .help("write out what is meant; macros nest, or repeat one another, too often");
        self.sink.report(diagnostic);
        self.cut_short()
    }

    /// The rest of the text is not read, since nobody knows what it would mean.
    fn cut_short(&mut self) -> Vec<Pending<'a>> {
        self.is_cut_short = true;
        self.pending.clear();
        self.conditionals.clear();
        self.at = self.tokens.len() - 1;
        Vec::new()
    }
}
