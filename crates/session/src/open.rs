//! From a program text to a transition system, or to the problems that stand in the way.

use crate::ranges::Ranges;
use crate::table;
use flow::cfg::Cfg;
use flow::{Encoding, Lower, SingleLoop, TransitionSystem};
use lang::{AssertId, LineIndex, LoopId, Span, Unit};
use logic::{Terms, Var, order};
use std::rc::Rc;
use trace::{Location, Opened, Outline, Problem, Setup, Severity, TextPlace};

/// What a run works on.
pub(crate) struct Parts {
    pub(crate) terms: Rc<Terms>,
    pub(crate) program: Rc<dyn Unit>,
    pub(crate) cfg: Rc<Cfg>,
    pub(crate) ts: Rc<TransitionSystem>,
    /// The only assertion that is checked, if not all are.
    pub(crate) assertion: Option<AssertId>,
    /// What is told as types of variables, not by formulas.
    pub(crate) ranges: Ranges,
}

/// Reads and lowers a program.
pub(crate) fn open(setup: &Setup) -> Result<(Parts, Opened), Vec<Problem>> {
    open_as(setup, |program| program.lower())
}

/// The same, exact also for steps from states that no execution passes through; and whether it is, since an operation may be such that
/// only what is known of reachable states makes it linear.
pub(crate) fn open_for_any_state(setup: &Setup) -> Result<(Parts, bool), Vec<Problem>> {
    let is_exact = std::cell::Cell::new(true);
    let (parts, _) = open_as(setup, |program| {
        let cfg = program.lower_for_any_state(encoding(setup));
        is_exact.set(cfg.unresolved.is_empty());
        if is_exact.get() { cfg } else { program.lower() }
    })?;
    Ok((parts, is_exact.get()))
}

fn encoding(setup: &Setup) -> Encoding {
    match setup.settings.encoding {
        trace::Encoding::Block => Encoding::Block,
        trace::Encoding::Statement => Encoding::Statement,
    }
}

fn open_as(setup: &Setup, lower: impl FnOnce(&dyn Lower) -> Cfg) -> Result<(Parts, Opened), Vec<Problem>> {
    let source = &setup.source;
    let reading = reader::read(source, setup.dialect());
    let warnings = reader::problems(source, &reading.diagnostics);
    let Some(program) = reading.program else { return Err(warnings) };
    let cfg = lower(&*program);
    let assertions = assertions(&*program);
    let assertion = match setup.settings.assertion {
        None => None,
        Some(number) => Some(chosen(&assertions, number, source)?),
    };
    let cfg = assertion.into_iter().fold(cfg, Cfg::checking);
    let cfg = cfg.encoded(&*program, encoding(setup));
    let plain = cfg;
    let cfg = plain.clone().with_products(&*program);
    let terms = Rc::new(Terms::new());
    let ts = TransitionSystem::of_cfg(&terms, &*program, &cfg);
    let ranges = Ranges::new(&terms, &*program, &cfg, &ts);
    let formula = |t| table::formula(&terms, t, ranges.shown(&terms, t));
    let mut inputs: Vec<Var> = ts.locals(&terms).into_iter().map(|v| ranges.owner(&terms, v)).collect();
    inputs.dedup();
    let variable = |v: Var| ranges.variable(&terms.symbol_of(v).name, terms.var_sort(v));
    let mut variables: Vec<Var> = ts.variables().iter().map(|v| v.var).collect();
    // What stands for a product may be part of the state only once something is known of it.
    let others = ts.products().iter().map(|(product, _)| *product);
    variables.extend(others.filter(|product| ts.variables().iter().all(|v| v.var != *product)));
    let opened = Opened {
        variables: variables.into_iter().map(variable).collect(),
        inputs: inputs.into_iter().map(variable).collect(),
        head_line: ts.head_span().map(|span| LineIndex::new(source).position(span.start).line),
        init: formula(ts.init.formula()),
        trans: formula(ts.trans),
        bad: formula(ts.bad.formula()),
        early: formula(ts.early),
        problems: warnings,
        outline: Outline {
            single_loop: SingleLoop::of_cfg(&*program, &plain).map(single_loop),
            ..outline(source, &ts, assertions.into_iter().map(|(_, span)| span))
        },
    };
    Ok((Parts { terms, program, cfg: Rc::new(cfg), ts: Rc::new(ts), assertion, ranges }, opened))
}

/// The assertions in source order, with their places.
pub(crate) fn assertions(program: &dyn Unit) -> Vec<(AssertId, Span)> {
    let ids = (0..u32::MAX).map(AssertId);
    let mut all: Vec<_> = ids.zip(program.asserts()).map(|(id, info)| (id, info.span)).collect();
    order::sort_by_key(&mut all, |(id, span)| (span.start, *id));
    all
}

/// The assertion of this number, from 1.
fn chosen(assertions: &[(AssertId, Span)], number: u32, source: &str) -> Result<AssertId, Vec<Problem>> {
    let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    if let Some((id, _)) = at.and_then(|at| assertions.get(at)) {
        return Ok(*id);
    }
    let lines = LineIndex::new(source);
    let places: Vec<String> = (1..)
        .zip(assertions)
        .take(10)
        .map(|(number, (_, span))| format!("{number} in line {}", lines.position(span.start).line))
        .collect();
    let help = match assertions.len() {
        0 => "the program asserts nothing".to_owned(),
        count if count > places.len() => format!("there are {count}, beginning with {}", places.join(", ")),
        _ => format!("there are {}", places.join(", ")),
    };
    let message = format!("there is no assertion {number}");
    Err(vec![problem(source, Span::default(), Severity::Error, message, Some(help))])
}

fn outline(source: &str, ts: &TransitionSystem, assertions: impl Iterator<Item = Span>) -> Outline {
    let lines = LineIndex::new(source);
    let place = |span: Span| TextPlace {
        from: span.start,
        to: span.end,
        line: lines.position(span.start).line,
        text: crate::text::squeeze(span.text(source)),
    };
    let location = |&(id, span): &(LoopId, Span)| Location { place: place(span), is_loop: ts.is_loop(id) };
    Outline {
        locations: ts.heads().iter().map(location).collect(),
        assertions: assertions.map(place).collect(),
        single_loop: None,
    }
}

fn single_loop(found: SingleLoop) -> trace::SingleLoop {
    let range = |span: Span| span.start..span.end;
    let places = found.places.into_iter().map(|(new, old)| (range(new), range(old)));
    trace::SingleLoop { text: found.text, pc: found.pc, places: places.collect() }
}

/// The program as one loop, as IMP text.
///
/// # Errors
/// The problems of the program text, or that it is too large for a text that can be read.
pub fn transform(setup: &Setup) -> Result<trace::SingleLoop, Vec<Problem>> {
    let (_, opened) = open(setup)?;
    opened.outline.single_loop.ok_or_else(|| {
        let message = "the program is too large to be shown as one loop".to_owned();
        vec![problem(&setup.source, Span::default(), Severity::Error, message, None)]
    })
}

pub(crate) fn problem(
    source: &str,
    span: Span,
    severity: Severity,
    message: String,
    help: Option<String>,
) -> Problem {
    let position = LineIndex::new(source).position(span.start);
    Problem {
        severity,
        message,
        help,
        from: span.start,
        to: span.end,
        line: position.line,
        column: position.column,
        related: Vec::new(),
    }
}
