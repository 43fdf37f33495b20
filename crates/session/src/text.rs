//! Words: reasons as sentences, executions as tables, and a whole trace as text for the terminal.

use crate::first::First;
use lang::interp::StepKind;
use lang::{LineIndex, Span, Unit};
use std::fmt::Write;
use trace::{
    AnalysisChange, AnalysisStep, Answer, ApproximationChange, Change, Direction, Event, Execution,
    ExecutionRow, FailingAssertion, Formula, FormulaId, FrameChange, Opened, Problem, RanFirst, Range,
    Severity, Side, UnknownReason, Verdict, Vocabulary, WatchValue,
};

/// A reason for the lack of an answer, as the end of a sentence.
pub fn reason(reason: &UnknownReason) -> String {
    match reason {
        UnknownReason::Unrollings(k) => format!("the limit of {k} unrollings was reached"),
        UnknownReason::Refinements(n) => format!("the limit of {n} refinements was reached"),
        UnknownReason::Obligations(n) => {
            format!("{n} obligations were met at one bound, and there is no end of them")
        }
        UnknownReason::Nodes(n) => format!("the reachability graph has grown beyond {n} nodes"),
        UnknownReason::Size(n) => format!("formulas have grown beyond {n} million parts"),
        UnknownReason::Products(n) => {
            format!(
                "what was learnt of products ({n} lemmas) does not exclude a failure that no execution was found for"
            )
        }
        UnknownReason::Solver(why) => format!("the solver gave up: {why}"),
    }
}

/// The most characters of lemmas in a sentence.
const LEMMAS: usize = 130;

/// What was learnt of products, and why; with the length of failures that this excludes, in rounds if a loop is reached.
pub(crate) fn learnt(
    wrong: Option<&str>,
    lemmas: &[String],
    excluded: Option<Option<u32>>,
) -> (String, String) {
    let purpose = "Is this counterexample an execution, with its product of variables?";
    let mut length = 0;
    let told = lemmas.iter().take_while(|lemma| {
        length += lemma.chars().count();
        length <= LEMMAS
    });
    let told = told.count().max(1).min(lemmas.len());
    let more = match lemmas.len() - told {
        0 => String::new(),
        n => format!("; {n} more like {}", if n == 1 { "it" } else { "them" }),
    };
    let list = lemmas[..told].join("; ").replace(">=", "≥").replace("=>", "⇒");
    let excluded = match excluded {
        None => "",
        Some(None) => " With that, nothing fails before the loop.",
        Some(Some(_)) => " With that, no execution of this length fails.",
    };
    let wrong = wrong.map_or("the product is another there".into(), |wrong| format!("in the model {wrong}"));
    let outcome = format!(
        "No: {wrong}. Of all integers it holds that {list}{more}.{excluded} The engine begins again."
    );
    (purpose.into(), outcome)
}

/// An execution of the interpreter as a table with source places.
pub(crate) fn execution(source: &str, program: &dyn Unit, run: &lang::interp::Execution) -> Execution {
    let lines = LineIndex::new(source);
    let line = |span: Span| lines.position(span.start).line;
    let words = |span: Span| squeeze(span.text(source));
    let values = |state: &[lang::Value]| state.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut failing = FailingAssertion { from: 0, to: 0, line: 1, text: String::new() };
    for step in &run.steps {
        if let StepKind::Asserted(id, false) = step.kind {
            let claim = program.asserts().get(id.index()).and_then(|info| info.claim.as_deref());
            failing = FailingAssertion {
                from: step.span.start,
                to: step.span.end,
                line: line(step.span),
                text: match claim {
                    Some(claim) => format!("{} (that {claim})", words(step.span)),
                    None => words(step.span),
                },
            };
        }
    }
    Execution {
        variables: program.decls().iter().map(|d| d.name.clone()).collect(),
        start: values(&run.initial),
        rows: ExecutionRow::of_steps(program, source, &run.steps),
        failing,
        inputs: run.choices.iter().map(|choice| choice.value.to_string()).collect(),
    }
}

/// A problem as a compiler prints it: place, message, the line with the offending text underlined, help, other places.
pub fn render_problem(file: &str, source: &str, problem: &Problem) -> String {
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut out = format!("{file}:{}:{}: {severity}: {}", problem.line, problem.column, problem.message);
    underline(&mut out, source, (problem.line, problem.column), problem.from..problem.to);
    if let Some(help) = &problem.help {
        let _ = write!(out, "\n    help: {help}");
    }
    for place in &problem.related {
        let _ = write!(out, "\n{file}:{}:{}: note: {}", place.line, place.column, place.words);
        underline(&mut out, source, (place.line, place.column), place.from..place.to);
    }
    out
}

/// The line, and marks beneath the text that is meant.
fn underline(out: &mut String, source: &str, (line, column): (u32, u32), text: std::ops::Range<u32>) {
    if let Some(line) = source.lines().nth(line.saturating_sub(1) as usize) {
        let before: Vec<char> = line.chars().take(column.saturating_sub(1) as usize).collect();
        let marked = source.get(text.start as usize..text.end as usize).unwrap_or("");
        let rest = line.chars().count() - before.len();
        let width = marked.lines().next().map_or(0, |l| l.chars().count()).clamp(1, rest.max(1));
        // Tabs stay tabs, so that the marks stand below what they mark.
        let pad: String = before.iter().map(|c| if *c == '\t' { '\t' } else { ' ' }).collect();
        let _ = write!(out, "\n    {line}\n    {pad}{}", "^".repeat(width));
    }
}

/// White space runs as one space each.
pub(crate) fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The types of the variables, where they say what formulas do not repeat; else nothing.
pub fn types(opened: &Opened) -> String {
    let mut all = opened.variables.iter().chain(&opened.inputs).peekable();
    if !all.clone().any(|v| v.range.is_some()) {
        return String::new();
    }
    let mut out = String::from("variables: ");
    while let Some(variable) = all.next() {
        let _ = write!(out, "{variable}{}", if all.peek().is_some() { ", " } else { "\n" });
    }
    out
}

/// The trace as text, one block per event.
pub fn transcript(events: &[Event]) -> String {
    let mut table: Vec<&Formula> = Vec::new();
    let mut out = String::new();
    for event in events {
        table.extend(event.formulas.iter().map(|f| &**f));
        let show = |id: FormulaId| table.get(id as usize).map_or_else(|| "?".into(), |f| f.text());
        let _ = writeln!(out, "step {} (line {}): {}", event.index, event.line, event.purpose);
        if let Some(query) = &event.query {
            for part in &query.parts {
                let side = match part.side {
                    Side::A => "A ",
                    Side::B => "B ",
                    Side::Neither => "",
                };
                let _ = writeln!(out, "    {side}{}: {}", part.name, show(part.formula));
            }
            match &query.answer {
                Answer::Sat { model, .. } => {
                    let rows: Vec<String> =
                        model.iter().map(|r| format!("{} = {}", r.symbol, r.value)).collect();
                    let _ = writeln!(out, "  sat: {}", rows.join(", "));
                }
                Answer::Unsat { interpolant: None, .. } => out.push_str("  unsat\n"),
                Answer::Unsat { interpolant: Some(i), .. } => {
                    let _ = writeln!(out, "  unsat, interpolant ({}): {}", i.source.title(), show(i.formula));
                    if let Some(other) = &i.beside {
                        let _ = writeln!(
                            out,
                            "  interpolant of {}: {}",
                            other.solver.title(),
                            show(other.formula)
                        );
                    }
                }
                Answer::Unknown(why) => {
                    let _ = writeln!(out, "  unknown: {}", reason(why));
                }
            }
        }
        let _ = writeln!(out, "  {}", event.outcome);
        for change in &event.changes {
            let _ = writeln!(out, "  * {}", change_text(change, &show));
        }
        let watch: Vec<String> = event
            .watch
            .iter()
            .map(|w| match &w.value {
                WatchValue::Number(n) => format!("{} = {n}", w.name),
                WatchValue::Formula(id) => format!("{} = {}", w.name, show(*id)),
            })
            .collect();
        if !watch.is_empty() {
            let _ = writeln!(out, "  [{}]", watch.join("; "));
        }
    }
    out
}

fn change_text(change: &Change, show: &dyn Fn(FormulaId) -> String) -> String {
    match change {
        Change::BoundRaised { k } => format!("k = {k}"),
        Change::RoundStarted { k, source } => {
            format!("new sequence of interpolants at k = {k}, {}", source.title())
        }
        Change::RoundDiverged { index } => format!("no fixed point after {index} interpolants"),
        Change::InterpolantAdded { index, formula } => format!("interpolant {index}: {}", show(*formula)),
        Change::Contained { index } => format!("interpolant {index} is contained in G: fixed point"),
        Change::Joined { index, reached } => format!("interpolant {index} joins: G = {}", show(*reached)),
        Change::RoundAbandoned { index: 0 } => "the sequence is given up at I".into(),
        Change::RoundAbandoned { index } => format!("the sequence is given up at interpolant {index}"),
        Change::Analysed(step) => analysis(step),
        Change::AuxiliaryInvariant { level, kind, formula } => {
            format!("auxiliary invariant, level {level} ({kind}): {}", show(*formula))
        }
        Change::Strengthened { index, formula } => {
            format!("interpolant {index} strengthened: {}", show(*formula))
        }
        Change::Squeezed { direction, formula } => {
            format!("{} interpolant: {}", side(*direction), show(*formula))
        }
        Change::Inductive { holds: true } => "inductive".into(),
        Change::Inductive { holds: false } => "not inductive".into(),
        Change::Advanced { direction, index, concrete, formula } => {
            let kind = if *concrete { "concrete" } else { "abstract" };
            format!("{} set {index} ({kind}): {}", side(*direction), show(*formula))
        }
        Change::Backtracked { direction, index } => format!("{} sets go back to {index}", side(*direction)),
        Change::Arg(change) => crate::graph_text::change(change, show),
        Change::BeganAgain => "the engine begins again".into(),
        Change::RanFirst(ran) => ran_first(ran),
        Change::Warned(problem) => {
            let help = problem.help.as_ref().map_or_else(String::new, |help| format!(" ({help})"));
            format!("warning, line {}: {}{help}", problem.line, problem.message)
        }
        Change::Approximation(change) => approximation(change, show),
        Change::Frame(change) => frame(change, show),
        Change::Verdict(v) => verdict_text(v, show),
    }
}

/// What is asked before the engine, and what was found, in sentences.
pub(crate) fn first(found: &First, words: Vocabulary) -> (String, String) {
    let (ran, execution, fails) = (&found.ran, words.execution, words.fails);
    let purpose = format!(
        "Run it first: is there {} that {fails} among some with chosen inputs, or a short one?",
        words.an_execution
    );
    let tried = match ran.executions {
        0 => format!("No inputs were found for {}", words.an_execution),
        1 => format!("{} was tried", capital(words.an_execution)),
        n => format!("{n} {execution}s with chosen inputs were tried"),
    };
    let longest = match ran.executions {
        0 => String::new(),
        1 => format!(" for {}", words.count(ran.rounds)),
        _ => format!(", the longest of {}", words.count(ran.rounds)),
    };
    let neither = match ran.executions {
        0 => String::new(),
        1 => format!(", and it does not {}", words.fail),
        _ => format!(", and none {fails}"),
    };
    let over = "The algorithm has nothing left to do.";
    let outcome = match (ran.fails, found.by_execution, &found.made) {
        (Some(rounds), true, _) => {
            let it = if ran.executions == 1 { "it" } else { "the last one" };
            format!("{tried}, and {it} {fails} after {}. {over}", words.count(rounds))
        }
        (Some(rounds), false, _) => format!(
            "{tried}{longest}{neither}. Bounded search finds one that {fails} after {}. {over}",
            words.count(rounds)
        ),
        (None, _, Some(_)) => {
            format!("{tried}{longest}{neither}, but an answer to bounded search failed its check.")
        }
        (None, _, None) => {
            let searched = ran.bound.map_or_else(String::new, |k| {
                format!(" Bounded search finds none that {fails} {}.", words.within(k))
            });
            format!("{tried}{longest}{neither}.{searched} Now the algorithm begins.")
        }
    };
    (purpose, outcome)
}

/// With a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What was tried before the engine.
fn ran_first(ran: &RanFirst) -> String {
    let RanFirst { executions, rounds, bound, fails } = ran;
    let executed = format!("executions: {executions}, the longest of {rounds} rounds");
    let searched = bound.map_or_else(String::new, |k| format!("; no failure after up to {k} rounds"));
    let found = fails.map_or_else(String::new, |k| format!("; a failure after {k} rounds"));
    format!("{executed}{searched}{found}")
}

/// A change of AR's problem or approximations.
fn approximation(change: &ApproximationChange<FormulaId>, show: &dyn Fn(FormulaId) -> String) -> String {
    let images = |direction| match direction {
        Direction::Forward => "image",
        Direction::Backward => "pre-image",
    };
    match change {
        ApproximationChange::Begun { round, initial, failing } => {
            format!("round {round}: from {} to {}", show(*initial), show(*failing))
        }
        ApproximationChange::Constrained { direction, frames } => {
            let frames: Vec<String> = frames.iter().map(u32::to_string).collect();
            format!("{} constrained in frames {}", images(*direction), frames.join(", "))
        }
        ApproximationChange::Blocked { direction, states } => {
            format!("{} without {}", images(*direction), show(*states))
        }
        ApproximationChange::Front { direction, index, set } => {
            format!("{} {index}: {}", images(*direction), show(*set))
        }
        ApproximationChange::Approximated { direction, set, given_up } => {
            let kept = if *given_up { " (as before)" } else { "" };
            format!("{} approximation{kept}: {}", side(*direction), show(*set))
        }
    }
}

fn frame(change: &FrameChange<FormulaId>, show: &dyn Fn(FormulaId) -> String) -> String {
    let name = |direction, index: u32| match direction {
        Direction::Forward => format!("F{index}"),
        Direction::Backward => format!("B{index}"),
    };
    match change {
        FrameChange::Joined { direction, from, to, formula } => {
            let frames = match from == to {
                true => name(*direction, *to),
                false => format!("{} to {}", name(*direction, *from), name(*direction, *to)),
            };
            format!("joins {frames}: {}", show(*formula))
        }
        FrameChange::Obligation { index, states } => {
            format!("to be excluded from F{index}: {}", show(*states))
        }
        FrameChange::Met { index } => format!("excluded from F{index}"),
        FrameChange::Closed { direction, index } => format!("fixed point: {}", name(*direction, *index)),
    }
}

/// A step of the interval analysis, e.g. `i: [0, 0] joined with [0, 1] is [0, 1]`.
pub(crate) fn analysis(step: &AnalysisStep) -> String {
    let AnalysisStep { variable, before, arriving, after, how, .. } = step;
    let (before, arriving, after) = (ranges(before), ranges(arriving), ranges(after));
    match how {
        AnalysisChange::Joined => format!("{variable}: {before} joined with {arriving} is {after}"),
        AnalysisChange::Widened => format!("{variable}: {before} with {arriving} widened to {after}"),
        AnalysisChange::Narrowed => format!("{variable}: {before} narrowed to {after}"),
    }
}

fn ranges(ranges: &[Range]) -> String {
    let one = |r: &Range| {
        let low = r.low.as_deref().map_or("(-∞".to_owned(), |l| format!("[{l}"));
        let high = r.high.as_deref().map_or("∞)".to_owned(), |h| format!("{h}]"));
        format!("{low}, {high}")
    };
    match ranges {
        [] => "∅".into(),
        _ => ranges.iter().map(one).collect::<Vec<_>>().join(" ∪ ").replace('-', "−"),
    }
}

fn side(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => "forward",
        Direction::Backward => "backward",
    }
}

fn verdict_text(verdict: &Verdict, show: &dyn Fn(FormulaId) -> String) -> String {
    match verdict {
        Verdict::Safe { invariant, .. } => format!("SAFE, invariant: {}", show(*invariant)),
        Verdict::Unsafe(execution) => format!("UNSAFE\n{}", execution_text(execution)),
        Verdict::Unknown(why) => format!("UNKNOWN: {}", reason(why)),
        Verdict::Faulty { what, script: None } => format!("FAULT in Loopglass: {what}"),
        Verdict::Faulty { what, script: Some(script) } => format!("FAULT: {what}\n{script}"),
    }
}

/// A failing execution as lines of text.
pub fn execution_text(execution: &Execution) -> String {
    let state = |values: &[String]| {
        execution
            .variables
            .iter()
            .zip(values)
            .map(|(n, v)| format!("{n} = {v}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut out = format!("    start: {}\n", state(&execution.start));
    let left_out = execution.folded();
    for (at, row) in execution.rows.iter().enumerate() {
        if left_out.contains(&at) {
            if at == left_out.start {
                let (from, to) = (row.round, execution.rows[left_out.end - 1].round);
                let _ = writeln!(
                    out,
                    "    ... {} lines of rounds {from} to {to} are left out; --json has them",
                    left_out.len()
                );
            }
            continue;
        }
        let _ =
            writeln!(out, "    line {}: {}   -- {}   [{}]", row.line, row.text, row.note, state(&row.values));
    }
    let _ = write!(out, "    line {} fails: {}", execution.failing.line, execution.failing.text);
    out
}
