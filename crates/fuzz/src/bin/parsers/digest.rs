//! Everything that is asked of one text, whatever its language; the answers must fit together.

use super::generate::{Random, without_spans};
use flow::Lower;
use lang::highlight::HighlightKind;
use lang::interp::{ExecutionLimits, Oracle};
use lang::{Code, Diagnostic, NondetId, Severity, Sort, Span, Value};
use trace::Language;

/// What a text led to: texts with equal findings are taken to go the same ways through the front end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Found {
    pub is_program: bool,
    /// The diagnostics of the first places, without repetitions, by name.
    codes: Vec<String>,
    /// How many steps the run took, in powers of two, and how it ended.
    run: (u32, String),
}

struct Coin(Random);

impl Oracle for Coin {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.0.chance(50)),
            Sort::Int => Value::Int(lang::Int::from(self.0.between(-5, 5))),
        }
    }
}

/// Reads a text and uses whatever comes out.
///
/// # Panics
/// When answers contradict each other: that is what is looked for.
pub fn digest(language: Language, source: &str) -> Found {
    let reader = reader::of(language);
    check_tokens(source, &reader.tokens(source));
    match language {
        Language::Imp => check_printing(source),
        Language::C | Language::Aiger | Language::Chc => {}
    }
    let reading = reader::read(source, language.into());
    if let Some(program) = &reading.program {
        // Whatever can be read can be lowered.
        let _ = program.lower();
    }
    found(source, &reading.diagnostics, reading.program.as_deref())
}

/// What is printed of a program is the same program.
fn check_printing(source: &str) {
    let Some(program) = lang::parse_imp(source).program else { return };
    let again = lang::parse_imp(&program.to_string());
    match again.program {
        Some(again) => assert_eq!(without_spans(again), without_spans(program), "printed and read"),
        None => assert!(is_too_deep(&again.diagnostics), "what is printed is a program"),
    }
}

/// The printer may need parentheses where the source had none.
fn is_too_deep(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|found| found.code == Code::TooDeep)
}

fn check_tokens(source: &str, tokens: &[(Span, HighlightKind)]) {
    let mut at = 0;
    for (span, _) in tokens {
        assert!(at <= span.start && span.start < span.end, "tokens do not overlap");
        assert!(
            source.get(span.start as usize..span.end as usize).is_some(),
            "tokens are of whole characters"
        );
        at = span.end;
    }
}

fn found(source: &str, diagnostics: &[Diagnostic], program: Option<&dyn Lower>) -> Found {
    let has_errors = diagnostics.iter().any(|found| found.severity == Severity::Error);
    assert_ne!(program.is_some(), has_errors, "a program or an error");
    assert!(diagnostics.len() <= 101, "not too many diagnostics");
    for diagnostic in diagnostics {
        let related = diagnostic.related.iter().map(|related| related.0);
        for span in related.chain([diagnostic.span]) {
            assert!(
                source.get(span.start as usize..span.end as usize).is_some(),
                "spans are of whole characters"
            );
        }
        assert!(lang::render("text", source, diagnostic).ends_with('\n'), "rendered");
    }
    let mut codes: Vec<Code> = diagnostics.iter().map(|found| found.code).collect();
    codes.dedup();
    codes.truncate(6);
    let run = program.map_or_else(Default::default, |program| {
        let mut oracle = Coin(Random::new(source.len() as u64));
        let execution =
            program.run(&Default::default(), &mut oracle, ExecutionLimits { steps: 300, bits: 2_000 });
        let outcome = format!("{:?}", execution.outcome);
        let word = outcome.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
        (execution.steps.len().checked_ilog2().map_or(0, |log| log + 1), word.to_owned())
    });
    Found {
        is_program: program.is_some(),
        codes: codes.iter().map(|code| format!("{code:?}")).collect(),
        run,
    }
}
