//! What the front end says about a program while it is typed. The worker says the same, and more, when a run starts.

use trace::{Language, Problem, Setup, Severity};

/// Longer texts are checked only when a run starts, so that typing stays quick.
const LONGEST: usize = 100_000;

/// The problems of a program text.
pub fn problems(setup: &Setup) -> Vec<Problem> {
    let source = &setup.source;
    if source.len() > LONGEST {
        return Vec::new();
    }
    let diagnostics = match setup.language {
        Language::Imp => {
            let mut parsed = lang::parse_imp(source);
            parsed.diagnostics.extend(parsed.program.iter().flat_map(|p| lang::remarks::of_imp(source, p)));
            parsed.diagnostics
        }
        Language::C => {
            let mut parsed = lang::c::parse(source);
            parsed.diagnostics.extend(parsed.program.iter().flat_map(|p| lang::remarks::of_c(source, p)));
            parsed.diagnostics
        }
    };
    let lines = lang::LineIndex::new(source);
    let problem = |d: &lang::Diagnostic| {
        let position = lines.position(d.span.start);
        Problem {
            severity: match d.severity {
                lang::Severity::Error => Severity::Error,
                lang::Severity::Warning => Severity::Warning,
            },
            message: d.message.clone(),
            help: d.help.clone(),
            from: d.span.start,
            to: d.span.end,
            line: position.line,
            column: position.column,
        }
    };
    diagnostics.iter().map(problem).collect()
}
