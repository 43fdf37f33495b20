//! Conditional parts of the text: `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else`, `#endif`.
//!
//! A condition that cannot be understood is refused rather than guessed.

use super::Preprocessor;
use super::value::PREDEFINED;
use crate::c::token::Token;
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
            _ => self.value(rest).map(|value| value != 0),
        };
        value.unwrap_or_else(|| {
            let span = rest.first().map_or(directive, |&first| super::whole(first, &rest[1..]));
            let message = "this condition of the preprocessor cannot be evaluated";
            let diagnostic = Diagnostic::error(Code::BadDirective, span, message);
            self.sink.report(diagnostic.help(
                "a condition is made of whole numbers, macros, `defined(NAME)` and the operators of C",
            ));
            false
        })
    }

    pub(super) fn is_defined(&self, name: &Token) -> bool {
        let text = name.text(self.source);
        self.macros.contains_key(text) || PREDEFINED.iter().any(|found| found.0 == text)
    }
}
