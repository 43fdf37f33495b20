//! From a program text to a transition system, or to the problems that stand in the way.

use crate::table::formula;
use flow::TransitionSystem;
use flow::cfg::Cfg;
use lang::{Diagnostic, LineIndex, Span, Unit};
use logic::{Sort, Terms};
use std::rc::Rc;
use trace::{Language, Opened, Problem, ProgramVariable, Setup, Severity};

/// What a run works on.
pub(crate) struct Parts {
    pub(crate) terms: Rc<Terms>,
    pub(crate) program: Rc<dyn Unit>,
    pub(crate) cfg: Rc<Cfg>,
    pub(crate) ts: Rc<TransitionSystem>,
}

/// Reads and lowers a program.
pub(crate) fn open(setup: &Setup) -> Result<(Parts, Opened), Vec<Problem>> {
    let source = &setup.source;
    let (program, warnings) = read(setup.language, source);
    let Some((program, cfg)) = program else { return Err(warnings) };
    let terms = Rc::new(Terms::new());
    let ts = TransitionSystem::of_cfg(&terms, &*program, &cfg);
    let variable = |name: &str, sort| ProgramVariable { name: name.into(), boolean: sort == Sort::Bool };
    let opened = Opened {
        variables: ts.vars.iter().map(|v| variable(&terms.symbol_of(v.var).name, v.sort)).collect(),
        inputs: ts
            .locals(&terms)
            .into_iter()
            .map(|v| variable(&terms.symbol_of(v).name, terms.var_sort(v)))
            .collect(),
        head_line: ts.head_span().map(|span| LineIndex::new(source).position(span.start).line),
        init: formula(&terms, ts.init),
        trans: formula(&terms, ts.trans),
        bad: formula(&terms, ts.bad),
        early: formula(&terms, ts.early),
        problems: warnings,
    };
    Ok((Parts { terms, program, cfg: Rc::new(cfg), ts: Rc::new(ts) }, opened))
}

/// What a front end reads: a program of any language, with its control-flow graph.
type Source = (Rc<dyn Unit>, Cfg);

/// A program with its control-flow graph, if the text is one, and what is to be said about it.
fn read(language: Language, source: &str) -> (Option<Source>, Vec<Problem>) {
    match language {
        Language::Imp => {
            let parsed = lang::parse_imp(source);
            let program = parsed.program.map(|program| {
                let cfg = Cfg::of_program(&program);
                (Rc::new(program) as Rc<dyn Unit>, cfg)
            });
            (program, problems(source, &parsed.diagnostics))
        }
        Language::C => {
            let parsed = lang::c::parse(source);
            let program = parsed.program.map(|program| {
                let cfg = Cfg::of_c(&program);
                (Rc::new(program) as Rc<dyn Unit>, cfg)
            });
            (program, problems(source, &parsed.diagnostics))
        }
    }
}

/// Diagnostics of the front end with their places.
pub fn problems(source: &str, diagnostics: &[Diagnostic]) -> Vec<Problem> {
    let one = |d: &Diagnostic| {
        let severity = match d.severity {
            lang::Severity::Error => Severity::Error,
            lang::Severity::Warning => Severity::Warning,
        };
        problem(source, d.span, severity, d.message.clone(), d.help.clone())
    };
    diagnostics.iter().map(one).collect()
}

fn problem(source: &str, span: Span, severity: Severity, message: String, help: Option<String>) -> Problem {
    let position = LineIndex::new(source).position(span.start);
    Problem {
        severity,
        message,
        help,
        from: span.start,
        to: span.end,
        line: position.line,
        column: position.column,
    }
}
