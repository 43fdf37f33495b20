//! The readers of programs: each turns a text into a program that can be lowered, diagnostics, and classes of tokens
//! for colouring.
//!
//! Texts come from the command line and the editor; programs go to the session and to the views that need no run.
//! Whoever has a [`Language`] asks [`of`] for its reader, and no other code distinguishes languages: a new one is a
//! file here, a line in [`of`], and a variant of [`Language`].

mod aiger;

mod c;

mod imp;

mod chc;

use flow::Lower;
use lang::highlight::HighlightKind;
use lang::{Arithmetic, Diagnostic, Expectation, LineIndex, Severity, Span};
use std::rc::Rc;
use trace::{Dialect, Language, Problem, RelatedPlace};

/// What a reader found in a text.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The program; there is one exactly if no diagnostic is an error.
    pub program: Option<Rc<dyn Lower>>,
    /// Errors and warnings in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// What the header comment says of the verdict, if it says anything.
    pub expectation: Option<Expectation>,
}

/// A language in which programs are given.
pub trait Reader: Sync {
    /// Its name for the eye.
    fn title(&self) -> &'static str;

    /// What choosing it does, for a tool tip.
    fn hint(&self) -> &'static str;

    /// How names of its files end, without the dot; the first is that of files that are written.
    fn endings(&self) -> &'static [&'static str];

    /// A small program to begin with.
    fn fresh(&self) -> &'static str;

    /// Reads a text; never fails, whatever the text. A language whose integers leave no choice takes no notice of `arithmetic`.
    fn read(&self, source: &str, arithmetic: Arithmetic) -> Reading;

    /// The tokens of a text with their colours, in order and without white space; never fails, whatever the text.
    fn tokens(&self, source: &str) -> Vec<(Span, HighlightKind)>;
}

/// The reader of a language.
pub fn of(language: Language) -> &'static dyn Reader {
    match language {
        Language::Imp => &imp::Imp,
        Language::C => &c::C,
        Language::Aiger => &aiger::Aiger,
        Language::Chc => &chc::Chc,
    }
}

/// What a text is in a dialect; never fails, whatever the text.
pub fn read(source: &str, dialect: Dialect) -> Reading {
    of(dialect.language).read(source, dialect.arithmetic)
}

/// The language that a file's name tells, if it tells one.
pub fn of_file(name: &str) -> Option<Language> {
    let (_, ending) = name.rsplit_once('.')?;
    let ends_so =
        |language: &Language| of(*language).endings().iter().any(|e| ending.eq_ignore_ascii_case(e));
    Language::ALL.into_iter().find(ends_so)
}

/// The text that stands for a file of a binary format; none if the file is no such one.
pub fn text_of_binary(bytes: &[u8]) -> Option<Result<String, String>> {
    bytes.starts_with(b"aig ").then(|| lang::aiger::from_binary(bytes))
}

/// Diagnostics of a text with their places.
pub fn problems(source: &str, diagnostics: &[Diagnostic]) -> Vec<Problem> {
    let lines = LineIndex::new(source);
    let related = |(span, words): &(Span, String)| {
        let lang::Position { line, column, .. } = lines.position(span.start);
        RelatedPlace { from: span.start, to: span.end, line, column, words: words.clone() }
    };
    let problem = |d: &Diagnostic| {
        let position = lines.position(d.span.start);
        Problem {
            severity: match d.severity {
                Severity::Error => trace::Severity::Error,
                Severity::Warning => trace::Severity::Warning,
            },
            message: d.message.clone(),
            help: d.help.clone(),
            from: d.span.start,
            to: d.span.end,
            line: position.line,
            column: position.column,
            related: d.related.iter().map(related).collect(),
        }
    };
    diagnostics.iter().map(problem).collect()
}
