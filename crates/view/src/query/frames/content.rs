//! What stands in a place of the table: conditions and assignments, one alternative above the other.

use crate::query::formula::{Palette, Span, SpanKind, arguments, conjuncts, disjuncts, group, span};
use crate::query::moment::plain_name;
use trace::{Symbol, Tok, TokKind};

/// The most tokens of a disjunction that is written in one line.
const SHORT: usize = 24;

/// What a conjunct asks in one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// What holds in any case.
    pub always: Alternative,
    /// Of each of these lists one alternative holds besides.
    pub choices: Vec<Vec<Alternative>>,
}

/// Lines that hold together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Alternative {
    /// The lines.
    pub lines: Vec<Line>,
    /// The variables that keep their values.
    pub kept: Vec<String>,
}

/// A line. Its symbols have no subscript where they are of the place's own state, and a prime where they are of the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A condition.
    Holds(Vec<Span>),
    /// What a variable becomes: each value with its condition; the last one, without, is for all other cases.
    Becomes(Span, Vec<(Option<Vec<Span>>, Vec<Span>)>),
}

/// Where conjuncts stand.
pub(super) struct Place<'p> {
    /// The moment of the state, or of the one that the transition begins with.
    pub moment: u32,
    pub is_transition: bool,
    pub moment_of: &'p dyn Fn(&Symbol) -> u32,
    /// The colours of symbols.
    pub palette: &'p Palette,
}

impl Place<'_> {
    /// What conjuncts say here.
    pub fn content(&self, asked: &[&[Tok]]) -> Content {
        let is_step = asked.iter().any(|conjunct| self.is_step(conjunct));
        let mut content = Content { always: Alternative::default(), choices: Vec::new() };
        for conjunct in asked {
            match &disjuncts(conjunct)[..] {
                branches @ [_, _, ..] if self.is_transition || conjunct.len() > SHORT => {
                    let alternative = |branch: &&[Tok]| {
                        let mut alternative = Alternative::default();
                        let is_step = self.is_step(branch);
                        conjuncts(branch)
                            .into_iter()
                            .for_each(|toks| self.add(toks, is_step, &mut alternative));
                        alternative
                    };
                    content.choices.push(branches.iter().map(alternative).collect());
                }
                _ => self.add(conjunct, is_step, &mut content.always),
            }
        }
        content
    }

    /// Whether the state before the transition is spoken of, or only the one that it leads to.
    fn is_step(&self, toks: &[Tok]) -> bool {
        let is_here = |symbol: &Symbol| (self.moment_of)(symbol) == self.moment;
        self.is_transition
            && toks.iter().any(|tok| matches!(&tok.kind, TokKind::Symbol(symbol) if is_here(symbol)))
    }

    fn add(&self, toks: &[Tok], is_step: bool, to: &mut Alternative) {
        match self.becomes(toks).filter(|_| is_step) {
            Some((variable, value)) if self.is_value_of(variable, value) => {
                to.kept.push(plain_name(variable).to_owned());
            }
            Some((variable, value)) => {
                let mut branches = Vec::new();
                self.branches(value, &[], &mut branches);
                let text = plain_name(variable).to_owned();
                let kind = self.palette.kind(variable);
                to.lines.push(Line::Becomes(Span { text, subscript: None, kind }, branches));
            }
            None => to.lines.push(Line::Holds(self.spans(toks))),
        }
    }

    /// A branch for each value that a conditional may have, in the order in which they are asked: `under` are the conditions around it.
    fn branches(&self, value: &[Tok], under: &[&[Tok]], to: &mut Vec<(Option<Vec<Span>>, Vec<Span>)>) {
        let value = group(value).unwrap_or(value);
        if let Some([condition, then, otherwise]) = arguments(value) {
            self.branches(then, &[under, &[condition]].concat(), to);
            return self.branches(otherwise, under, to);
        }
        let mut all: Vec<Span> = Vec::new();
        for condition in under {
            let mark = |text: &str, kind| Span { text: text.into(), subscript: None, kind };
            if !all.is_empty() {
                all.push(mark(" ∧ ", SpanKind::Connective));
            }
            // A conjunct among others is in parentheses unless it needs none.
            let is_bare = under.len() == 1 || disjuncts(condition).len() == 1;
            if is_bare {
                all.extend(self.spans(condition));
            } else {
                all.push(mark("(", SpanKind::Bracket));
                all.extend(self.spans(condition));
                all.push(mark(")", SpanKind::Bracket));
            }
        }
        to.push((Some(all).filter(|_| !under.is_empty()), self.spans(value)));
    }

    /// Reads a conjunct as an assignment: an equation with a symbol of the next state alone on the left, or on the right of one symbol or
    /// of a value in parentheses, as equations between truth values are printed.
    fn becomes<'t>(&self, toks: &'t [Tok]) -> Option<(&'t Symbol, &'t [Tok])> {
        let is_next = |tok: &Tok| matches!(&tok.kind, TokKind::Symbol(symbol) if self.is_next(symbol));
        let (variable, equals, value) = match toks {
            [variable, equals, value @ ..] if is_next(variable) => (variable, equals, value),
            [value, equals, variable] => (variable, equals, std::slice::from_ref(value)),
            [value @ .., equals, variable] => (variable, equals, group(value)?),
            _ => return None,
        };
        let TokKind::Symbol(variable) = &variable.kind else { return None };
        let is_read = self.is_next(variable) && equals.text.trim() == "=";
        (is_read && !value.iter().any(is_next)).then(|| (variable, group(value).unwrap_or(value)))
    }

    fn is_next(&self, symbol: &Symbol) -> bool {
        (self.moment_of)(symbol) == self.moment + 1
    }

    /// Whether a value is the variable's own of before.
    fn is_value_of(&self, variable: &Symbol, value: &[Tok]) -> bool {
        matches!(value, [Tok { kind: TokKind::Symbol(symbol), .. }] if plain_name(symbol) == plain_name(variable))
    }

    /// The tokens as they stand here.
    fn spans(&self, toks: &[Tok]) -> Vec<Span> {
        let here = |tok: &Tok| {
            let TokKind::Symbol(symbol) = &tok.kind else { return span(tok, self.palette) };
            let span = span(tok, self.palette);
            match (self.moment_of)(symbol).checked_sub(self.moment) {
                Some(0) => Span { text: plain_name(symbol).to_owned(), subscript: None, ..span },
                Some(1) if self.is_transition => {
                    Span { text: format!("{}′", plain_name(symbol)), subscript: None, ..span }
                }
                _ => span,
            }
        };
        toks.iter().map(here).collect()
    }
}

impl Content {
    /// Whether two places have the same text, whichever side of a query they are on.
    pub(super) fn reads_like(&self, other: &Content) -> bool {
        self.text() == other.text()
    }

    /// All of it as text, a line each.
    pub fn text(&self) -> String {
        let choice = |alternatives: &Vec<Alternative>| {
            let all: Vec<String> = alternatives.iter().map(Alternative::text).collect();
            format!("either {}", all.join("or "))
        };
        self.always.text() + &self.choices.iter().map(choice).collect::<String>()
    }
}

impl Alternative {
    fn text(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(Line::text).collect();
        let kept = if self.kept.is_empty() {
            String::new()
        } else {
            format!("{} as before\n", self.kept.join(", "))
        };
        lines.concat() + &kept
    }
}

impl Line {
    fn text(&self) -> String {
        let text = |spans: &[Span]| {
            let piece =
                |s: &Span| format!("{}{}", s.text, s.subscript.map(|n| format!("_{n}")).unwrap_or_default());
            spans.iter().map(piece).collect::<String>()
        };
        match self {
            Line::Holds(spans) => text(spans) + "\n",
            Line::Becomes(Span { text: name, .. }, branches) => {
                let branch = |(condition, value): &(Option<Vec<Span>>, Vec<Span>)| match condition {
                    Some(condition) => format!("{name} := {} if {}\n", text(value), text(condition)),
                    None if branches.len() > 1 => format!("{name} := {} otherwise\n", text(value)),
                    None => format!("{name} := {}\n", text(value)),
                };
                branches.iter().map(branch).collect()
            }
        }
    }
}
