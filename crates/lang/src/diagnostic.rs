//! What the front end has to say about a program: errors and warnings with a place, a sentence and a line of help.
//!
//! The lexer, the parser and the type checker report into a `Sink`; [`crate::parse_imp`] hands the list out. The page
//! draws the spans as squiggles, the command line prints [`render`].

use logic::order;
use serde::{Deserialize, Serialize};

use crate::span::{LineIndex, Span};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Severity {
    /// The text is no program; nothing can be run.
    Error,
    /// The text is a program, though perhaps not the one that was meant.
    Warning,
}

impl Severity {
    /// The word used in rendered diagnostics.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

/// What kind of mistake a diagnostic is about. The page links explanations to it and tests look at it; the text may
/// change, the code does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Code {
    /// The source text is longer than [`crate::MAX_SOURCE_BYTES`].
    SourceTooLarge,
    /// A character that no token begins with.
    UnknownCharacter,
    /// A `/*` without its `*/`.
    UnterminatedComment,
    /// `(* ... *)` or `-- ...`, which other languages have for comments.
    ForeignComment,
    /// A number with letters in it, or with a fraction.
    MalformedNumber,
    /// A number with more digits than [`crate::MAX_DIGITS`].
    NumberTooLong,
    /// An operator of another language or of mathematics, such as `<>` or `&`.
    ForeignOperator,
    /// A token that cannot stand where it stands.
    UnexpectedToken,
    /// A statement without the `;` that separates it from the next.
    MissingSemicolon,
    /// `done` or `end` is missing, or one stands for the other.
    UnclosedBlock,
    /// `done`, `end`, `else`, `elif` or `}` without anything that it could close.
    StrayCloser,
    /// A block without a statement.
    EmptyBlock,
    /// A needless `;`.
    EmptyStatement,
    /// `=` where `:=` is meant.
    AssignmentWithEquals,
    /// `:=` where `=` is meant.
    AssignmentInCondition,
    /// `x += 1`, `x++` and the like.
    CompoundAssignment,
    /// `{ ... }` as a block of statements.
    BraceBlock,
    /// `{ ... }` that is neither precondition nor postcondition.
    MisplacedCondition,
    /// `int` or `bool` after the first statement.
    MisplacedDeclaration,
    /// `a < b < c`.
    ChainedComparison,
    /// A keyword where a name is wanted.
    KeywordAsName,
    /// Words, calls, arrays and so on that IMP does not have.
    NotInLanguage,
    /// More nested than [`crate::MAX_DEPTH`].
    TooDeep,
    /// A name declared twice.
    DuplicateDeclaration,
    /// A name that is not declared although others are.
    UndeclaredVariable,
    /// A truth value where a number is wanted, or the reverse.
    TypeMismatch,
    /// A product of two expressions neither of which is constant.
    NonlinearProduct,
    /// A line of an AIGER file that is not as the format has it.
    MalformedCircuit,
    /// `/` or `%` by zero.
    DivisionByZero,
    /// `/` or `%` by something that is not constant.
    NonconstantDivisor,
    /// `nondet` inside an integer expression.
    NondetInExpression,
    /// An `expect:` header that cannot be read.
    MalformedExpectation,
    /// A program without an assertion.
    NothingAsserted,
    /// So many errors that the rest is not listed.
    TooManyErrors,
    /// C: an array, or an index into one.
    ArrayUnsupported,
    /// C: a pointer, an address, or what a pointer points to.
    PointerUnsupported,
    /// C: a floating-point type or number.
    FloatUnsupported,
    /// C: a structure, a union or a member of one.
    AggregateUnsupported,
    /// C: a string where it is more than a message.
    StringUnsupported,
    /// C: anything else of the language that is not supported.
    FeatureUnsupported,
    /// C: an operation that depends on the binary digits of a number.
    BitPrecise,
    /// C: functions that call each other in a circle.
    Recursion,
    /// C: inlining makes the program too large.
    ProgramTooLarge,
    /// C: neither `main` nor statements.
    NoEntry,
    /// C: a preprocessor directive that cannot be read.
    BadDirective,
    /// C: a macro that is called with the wrong arguments, or that grows too large.
    BadMacro,
    /// C: a function that is neither defined nor declared.
    UnknownFunction,
    /// C: a function without body, and what it is taken for.
    UndefinedFunction,
    /// C: arguments that do not fit the function's parameters.
    WrongArguments,
    /// C: something that is not constant where a constant is wanted.
    NotConstant,
    /// C: an assignment to something that is no variable, or to a constant.
    NotAssignable,
    /// C: `break`, `continue`, `case` and so on where they mean nothing.
    MisplacedStatement,
    /// C: a `goto` without its label, or a label that is defined twice.
    BadLabel,
    /// C: two cases of a `switch` with the same value.
    DuplicateCase,
    /// C: a variable that is changed twice, or changed and read, in an expression whose order C leaves open.
    OrderOfEvaluation,
    /// C: a function that may end without the value that it promises.
    MissingReturn,
    /// A constant outside the range of the type that it is converted to, or of the words that it meets.
    OutOfRange,
    /// Signed arithmetic that may leave its type's range.
    SignedOverflow,
}

/// One remark about a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Kind of mistake.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// The offending text.
    pub span: Span,
    /// One sentence without a full stop.
    pub message: String,
    /// One line on what to do about it.
    pub help: Option<String>,
    /// Other places that matter, each with a few words, for example where an unclosed block begins.
    pub related: Vec<(Span, String)>,
}

impl Diagnostic {
    /// An error, to be refined with [`Diagnostic::help`] and [`Diagnostic::related`].
    pub fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: Severity::Error,
            span,
            message: message.into(),
            help: None,
            related: Vec::new(),
        }
    }

    /// A warning.
    pub fn warning(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// The same with a line of help.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// The same with another place that matters.
    pub fn related(mut self, span: Span, words: impl Into<String>) -> Diagnostic {
        self.related.push((span, words.into()));
        self
    }
}

/// Number of errors after which the rest is not listed.
const MAX_ERRORS: usize = 50;
/// Number of warnings after which the rest is not listed.
const MAX_WARNINGS: usize = 50;

/// Collects diagnostics, up to a bound that keeps a text of pure noise from producing a report longer than itself.
#[derive(Default, Debug)]
pub(crate) struct Sink {
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Sink {
    /// Takes one in.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        // What is nested too deeply is so once: the same text is found so on several ways.
        if diagnostic.code == Code::TooDeep && self.list.iter().any(|other| other.code == Code::TooDeep) {
            return;
        }
        let (count, limit) = match diagnostic.severity {
            Severity::Error => (&mut self.errors, MAX_ERRORS),
            Severity::Warning => (&mut self.warnings, MAX_WARNINGS),
        };
        *count += 1;
        if *count <= limit {
            self.list.push(diagnostic);
        } else if *count == limit + 1 && diagnostic.severity == Severity::Error {
            let message = format!("more than {MAX_ERRORS} errors; those after this place are not listed");
            self.list.push(Diagnostic::error(Code::TooManyErrors, diagnostic.span, message));
        }
    }

    /// Whether the text is a program so far.
    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Number of errors so far, listed or not.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// Whether an error about exactly this text is listed.
    pub(crate) fn has_error_at(&self, span: Span) -> bool {
        self.list.iter().any(|listed| listed.severity == Severity::Error && listed.span == span)
    }

    /// Whether something of this kind about exactly this text is listed.
    pub(crate) fn has_said(&self, code: Code, span: Span) -> bool {
        self.list.iter().any(|listed| listed.code == code && listed.span == span)
    }

    /// Whether listing more would be pointless.
    pub(crate) fn is_full(&self) -> bool {
        self.errors > MAX_ERRORS
    }

    /// All of them in source order; those at the same place in the order of reporting.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        order::sort_by_key(&mut self.list, |diagnostic| diagnostic.span.start);
        self.list
    }
}

/// Whether a text is longer than [`crate::MAX_SOURCE_BYTES`]; that is reported.
pub(crate) fn is_too_large(source: &str, sink: &mut Sink) -> bool {
    let limit = crate::MAX_SOURCE_BYTES;
    let is_too_large = source.len() > limit;
    if is_too_large {
        let message = format!("the text is {} bytes long", source.len());
        sink.report(
            Diagnostic::error(Code::SourceTooLarge, Span::default(), message)
                .help(format!("a program may have at most {limit} bytes")),
        );
    }
    is_too_large
}

/// Most characters of a source line that a rendered diagnostic shows.
const MAX_SHOWN: usize = 100;

/// The diagnostic as text, each part on its own line: `file:line:column: error: message`, the source line, the
/// underline, `help: ...`, then the related places in the same form as `note`. Every line ends with `\n`.
pub fn render(file: &str, source: &str, diagnostic: &Diagnostic) -> String {
    let lines = LineIndex::new(source);
    let mut out = String::new();
    place(&mut out, file, &lines, diagnostic.span, diagnostic.severity.word(), &diagnostic.message);
    if let Some(help) = &diagnostic.help {
        out.push_str("  help: ");
        out.push_str(help);
        out.push('\n');
    }
    for (span, words) in &diagnostic.related {
        place(&mut out, file, &lines, *span, "note", words);
    }
    out
}

/// One place: header, source line, underline. A range over several lines is underlined to the end of its first.
fn place(out: &mut String, file: &str, lines: &LineIndex<'_>, span: Span, kind: &str, message: &str) {
    let from = lines.position(span.start);
    let to = lines.position(span.end);
    out.push_str(&format!("{file}:{}:{}: {kind}: {message}\n", from.line, from.column));

    let text: Vec<char> = lines.line(from.line).1.chars().collect();
    let begin = (from.column as usize - 1).min(text.len());
    let end = if to.line == from.line { to.column as usize - 1 } else { text.len() };
    let end = end.clamp(begin, text.len()).max(begin + 1);

    let first = if text.len() <= MAX_SHOWN { 0 } else { begin.saturating_sub(MAX_SHOWN / 3) };
    let last = text.len().min(first + MAX_SHOWN);
    let (mut shown, mut under) = (String::from("    "), String::from("    "));
    if first > 0 {
        shown.push('…');
        under.push(' ');
    }
    for (at, &character) in text.iter().enumerate().take(last).skip(first) {
        let visible = if character.is_control() && character != '\t' { '\u{fffd}' } else { character };
        shown.push(visible);
        under.push(if (begin..end).contains(&at) {
            '^'
        } else if character == '\t' {
            '\t'
        } else {
            ' '
        });
    }
    if end > text.len() {
        under.push('^');
    }
    if last < text.len() {
        shown.push('…');
    }
    for line in [shown, under] {
        out.push_str(line.trim_end());
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(source: &str, span: Span, expected: Expect) {
        let diagnostic = Diagnostic::error(Code::UnexpectedToken, span, "here").help("do this");
        expected.assert_eq(&render("a.imp", source, &diagnostic));
    }

    #[test]
    fn underlines_follow_tabs_and_wide_spans() {
        check(
            "x := 1;\n\ty := é + 2",
            Span::new(16, 22),
            expect![[r#"
                a.imp:2:8: error: here
                    	y := é + 2
                    	      ^^^^
                  help: do this
            "#]],
        );
        check(
            "while a\ndo skip",
            Span::new(0, 10),
            expect![[r#"
                a.imp:1:1: error: here
                    while a
                    ^^^^^^^
                  help: do this
            "#]],
        );
    }

    #[test]
    fn end_of_text_and_control_characters() {
        check(
            "x\u{1b} := ",
            Span::new(6, 6),
            expect![[r#"
                a.imp:1:7: error: here
                    x� :=
                          ^
                  help: do this
            "#]],
        );
    }

    #[test]
    fn long_lines_are_cropped() {
        let source = "x := 0".to_owned() + &" + 1".repeat(100);
        check(
            &source,
            Span::new(200, 203),
            expect![[r#"
                a.imp:1:201: error: here
                    …+ 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 …
                                                      ^^^
                  help: do this
            "#]],
        );
    }

    #[test]
    fn noise_is_bounded() {
        let mut sink = Sink::default();
        for at in 0..1000 {
            sink.report(Diagnostic::error(Code::UnexpectedToken, Span::new(at, at), "no"));
            sink.report(Diagnostic::warning(Code::EmptyStatement, Span::new(at, at), "hm"));
        }
        assert!(sink.is_full());
        let list = sink.finish();
        assert_eq!(list.len(), MAX_ERRORS + 1 + MAX_WARNINGS);
        assert_eq!(list.iter().filter(|d| d.code == Code::TooManyErrors).count(), 1);
    }
}
