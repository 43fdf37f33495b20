//! Parts that are left out: `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else`, `#endif`.
//!
//! A condition is a number, a macro that stands for one, or `defined`, each perhaps negated; others are refused rather
//! than guessed.

use super::Preprocessor;
use crate::c::token::{Symbol, Token, TokenKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// An `#if` that is open.
pub(super) struct Conditional {
    /// The directive.
    pub span: Span,
    /// Whether the part that is being read belongs to the program.
    active: bool,
    /// Whether a part of this `#if` has belonged to the program.
    taken: bool,
    has_else: bool,
}

/// Most names that stand for one another in a condition.
const MAX_STEPS: usize = 100;

impl<'a> Preprocessor<'a> {
    pub(super) fn is_left_out(&self) -> bool {
        self.conditionals.iter().any(|conditional| !conditional.active)
    }

    /// Carries out a directive that says which parts are left out; false if it is another one.
    pub(super) fn conditional(&mut self, hash: Token, word: &str, name: Token, rest: &'a [Token]) -> bool {
        let span = hash.span.to(name.span);
        match word {
            "if" | "ifdef" | "ifndef" => {
                // In a part that is left out, conditions are not looked at.
                let active = !self.is_left_out() && self.holds(word, span, rest);
                self.conditionals.push(Conditional { span, active, taken: active, has_else: false });
            }
            "elif" | "else" => {
                let Some(mut conditional) = self.conditionals.pop() else {
                    self.stray(span, word);
                    return true;
                };
                if conditional.has_else {
                    self.stray(span, word);
                }
                let wanted = !conditional.taken && !self.is_left_out();
                conditional.active = wanted && (word == "else" || self.holds(word, span, rest));
                conditional.taken |= conditional.active;
                conditional.has_else |= word == "else";
                self.conditionals.push(conditional);
            }
            "endif" => {
                if self.conditionals.pop().is_none() {
                    self.stray(span, word);
                }
            }
            _ => return false,
        }
        true
    }

    fn stray(&mut self, span: Span, word: &str) {
        let diagnostic = Diagnostic::error(Code::BadDirective, span, format!("`#{word}` without its `#if`"));
        self.sink.report(diagnostic.help("remove it, or write the `#if` before it"));
    }

    fn holds(&mut self, word: &str, directive: Span, rest: &'a [Token]) -> bool {
        let value = match word {
            "ifdef" => rest.first().map(|name| self.is_defined(name)),
            "ifndef" => rest.first().map(|name| !self.is_defined(name)),
            _ => self.value(rest, MAX_STEPS).map(|value| value != 0),
        };
        value.unwrap_or_else(|| {
            let span = rest.first().map_or(directive, |&first| super::whole(first, &rest[1..]));
            let message = "this condition of the preprocessor is not supported";
            let diagnostic = Diagnostic::error(Code::BadDirective, span, message);
            self.sink.report(
                diagnostic
                    .help("use `0`, `1`, a macro for a number, `defined(NAME)` or one of these with `!`"),
            );
            false
        })
    }

    fn is_defined(&self, name: &Token) -> bool {
        self.macros.contains_key(name.text(self.source))
    }

    fn value(&self, condition: &[Token], steps: usize) -> Option<i64> {
        let (first, rest) = condition.split_first()?;
        let steps = steps.checked_sub(1)?;
        let text = first.text(self.source);
        match (first.kind, rest) {
            (TokenKind::Symbol(Symbol::Bang), _) => {
                self.value(rest, steps).map(|value| i64::from(value == 0))
            }
            (TokenKind::Symbol(Symbol::OpenParen), [inner @ .., last]) if last.is(Symbol::CloseParen) => {
                self.value(inner, steps)
            }
            (TokenKind::Number, []) => text.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok(),
            (TokenKind::Name, [open, name, close])
                if text == "defined" && open.is(Symbol::OpenParen) && close.is(Symbol::CloseParen) =>
            {
                Some(i64::from(self.is_defined(name)))
            }
            (TokenKind::Name, [name]) if text == "defined" => Some(i64::from(self.is_defined(name))),
            (TokenKind::Name, []) => match self.macros.get(text) {
                Some(found) if found.params.is_none() => self.value(&found.body, steps),
                Some(_) => None,
                None => Some(0),
            },
            _ => None,
        }
    }
}
