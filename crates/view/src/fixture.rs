//! Hand-made runs for tests, and the text in which tests see a snapshot.

use crate::run::history::History;
use crate::run::snapshot::{Containment, RoundEnd, Snapshot};
use crate::run::words;
use std::fmt::Write;
use std::rc::Rc;
use trace::{
    Answer, Change, Counters, Event, Execution, ExecutionRow, FailingAssertion, Formula, Interpolant,
    InterpolantChecks, ModelRow, Obligation, ProofSize, Query, QueryPart, SatMeaning, Side, Source, Symbol,
    Tok, TokKind, UnknownReason, Verdict, Watch, WatchValue,
};

/// A symbol from its text: `x`, `x'`, `x@1`. Names that begin with `w` are truth values.
pub fn symbol(text: &str) -> Symbol {
    let (name, step, primed) = match (text.split_once('@'), text.strip_suffix('\'')) {
        (Some((name, step)), _) => (name, Some(step.parse().unwrap()), false),
        (None, Some(name)) => (name, None, true),
        (None, None) => (text, None, false),
    };
    Symbol { name: name.into(), step, primed, boolean: name.starts_with('w') }
}

/// A formula from its text, in which every token is set off by spaces and the conjuncts by ` and `.
pub fn formula(text: &str) -> Formula {
    Formula {
        rows: text.split(" and ").map(toks).collect(),
        definitions: Vec::new(),
        hidden: Vec::new(),
        smt: format!("(smt of {text})"),
    }
}

/// Tokens from their text; see [`formula`].
pub fn toks(text: &str) -> Vec<Tok> {
    let tok = |text: String, kind| Tok { text, kind };
    text.split(' ')
        .map(|word| match word.chars().next().unwrap() {
            '(' | ')' => tok(word.into(), TokKind::Bracket),
            '0'..='9' => tok(word.into(), TokKind::Number),
            'd' if word.len() == 2 => tok(word.into(), TokKind::Definition),
            'a'..='z' if ["not", "true", "false"].contains(&word) => tok(word.into(), TokKind::Word),
            'a'..='z' if ["or", "and"].contains(&word) => tok(format!(" {word} "), TokKind::Word),
            'a'..='z' if word == "mod" => tok(" mod ".into(), TokKind::Operator),
            'a'..='z' => tok(word.into(), TokKind::Symbol(symbol(word))),
            _ if word == "*" => tok("*".into(), TokKind::Operator),
            _ => tok(format!(" {word} "), TokKind::Operator),
        })
        .collect()
}

/// Writes a run event by event.
#[derive(Default)]
pub struct Recorder {
    history: History,
    formulas: u32,
    pending: Vec<Rc<Formula>>,
    counters: Counters,
}

impl Recorder {
    /// A new formula.
    pub fn formula(&mut self, text: &str) -> u32 {
        self.pending.push(Rc::new(formula(text)));
        self.formulas += 1;
        self.formulas - 1
    }

    /// A new formula that is shown as one text, and written in SMT-LIB as another, which has these symbols besides.
    pub fn formula_written(&mut self, text: &str, smt: &str, hidden: Vec<Symbol>) -> u32 {
        let number = self.formula(text);
        if let Some(last) = self.pending.last_mut().and_then(Rc::get_mut) {
            last.smt = smt.into();
            last.hidden = hidden;
        }
        number
    }

    /// A step at a line, with its query and its changes.
    pub fn step(&mut self, line: u32, query: Option<Query>, changes: Vec<Change>, watch: Vec<Watch>) {
        match &query {
            Some(Query { answer: Answer::Unsat { interpolant: Some(_), .. }, .. }) => {
                self.counters.interpolation_queries += 1;
            }
            Some(_) => self.counters.sat_queries += 1,
            None => {}
        }
        let index = self.history.len() as u32;
        let event = Event {
            index,
            line,
            purpose: format!("Purpose of step {}.", index + 1),
            query,
            outcome: format!("Outcome of step {}.", index + 1),
            changes,
            watch,
            formulas: std::mem::take(&mut self.pending),
            counters: self.counters,
            costs: Vec::new(),
        };
        self.history.push(event).unwrap();
    }

    /// The run so far.
    pub fn finish(self) -> History {
        self.history
    }
}

/// A run whose steps do nothing but count this.
pub fn history_of(counted: &[Counters]) -> History {
    let mut recorder = Recorder::default();
    for &counters in counted {
        recorder.counters = counters;
        recorder.step(1, None, Vec::new(), Vec::new());
    }
    recorder.finish()
}

/// A part of a query.
pub fn part(name: &str, side: Side, formula: u32) -> QueryPart {
    QueryPart { name: name.into(), side, formula }
}

/// An answer that has this core, and this interpolant.
pub fn unsat(core: &[u32], interpolant: Option<u32>) -> Answer {
    let checks = InterpolantChecks { implied_by_a: true, contradicts_b: true, shared_vocabulary: true };
    Answer::Unsat {
        core: core.iter().map(|&at| (at, at)).collect(),
        proof: ProofSize { steps: 3, resolutions: 1, lemmas: 1 },
        interpolant: interpolant.map(|formula| Interpolant {
            formula,
            checks,
            source: Source::Proof,
            beside: None,
        }),
        tree: None,
    }
}

/// Model rows from `symbol = value` pairs.
pub fn model(rows: &[(&str, &str)]) -> Vec<ModelRow> {
    rows.iter().map(|(s, v)| ModelRow { symbol: symbol(s), value: (*v).into() }).collect()
}

fn number(name: &str, value: u32) -> Watch {
    Watch { name: name.into(), value: WatchValue::Number(value) }
}

fn value(name: &str, formula: u32) -> Watch {
    Watch { name: name.into(), value: WatchValue::Formula(formula) }
}

/// A query with its answer.
pub fn query(parts: Vec<QueryPart>, shared: &[&str], answer: Answer) -> Option<Query> {
    let parts = parts.into_iter().map(Rc::new).collect();
    Some(Query { same: 0, parts, shared: shared.iter().map(|s| symbol(s)).collect(), answer })
}

/// A run of IMC on two counters in lockstep, as one would wish it: safe by `x = y` in eight steps.
pub fn counter_run() -> History {
    let mut r = Recorder::default();
    let early = r.formula("false");
    r.step(0, query(vec![part("early", Side::Neither, early)], &[], unsat(&[0], None)), vec![], vec![]);
    let init = r.formula("x@0 = 0 and y@0 = 0 and n@0 >= 0");
    let bad = r.formula("x@0 = n@0 and y@0 != n@0");
    let parts = vec![part("I(s0)", Side::Neither, init), part("¬P(s0)", Side::Neither, bad)];
    r.step(1, query(parts, &[], unsat(&[0, 1], None)), vec![], vec![]);
    let g = r.formula("x = 0 and y = 0 and n >= 0");
    let trans = r.formula("x@0 != n@0 and x@1 = x@0 + 1 and y@1 = y@0 + 1 and n@1 = n@0");
    let bad1 = r.formula("x@1 = n@1 and y@1 != n@1");
    let sides = |init, trans, bad| {
        vec![part("I(s0)", Side::A, init), part("T(s0, s1)", Side::A, trans), part("¬P(s1)", Side::B, bad)]
    };
    let raised = vec![Change::BoundRaised { k: 1 }, Change::RoundStarted { k: 1, source: Source::Proof }];
    r.step(
        9,
        query(sides(init, trans, bad1), &[], unsat(&[0, 1, 2], None)),
        raised,
        vec![number("k", 1), value("G", g)],
    );
    let (itp, tau) = (r.formula("x@1 = 1 and y@1 = 1"), r.formula("x = 1 and y = 1"));
    let shared = ["n@1", "x@1", "y@1"];
    let added = vec![Change::InterpolantAdded { index: 1, formula: tau }];
    let watch = vec![number("k", 1), value("τ", tau), value("G", g)];
    r.step(14, query(sides(init, trans, bad1), &shared, unsat(&[0, 1, 2], Some(itp))), added, watch);
    let not_g = r.formula("x != 0 or y != 0 or n < 0");
    let reached = r.formula("( x = 0 and y = 0 ) or ( x = 1 and y = 1 )");
    let parts = vec![part("τ(s)", Side::Neither, tau), part("¬G(s)", Side::Neither, not_g)];
    let answer =
        Answer::Sat { model: model(&[("x", "1"), ("y", "1"), ("n", "0")]), meaning: SatMeaning::NewStates };
    let watch = vec![number("k", 1), value("τ", tau), value("G", reached)];
    r.step(21, query(parts, &[], answer), vec![Change::Joined { index: 1, reached }], watch);
    let (itp, tau2) = (r.formula("x@1 = y@1"), r.formula("x = y"));
    let watch = vec![number("k", 1), value("τ", tau2), value("G", reached)];
    let added = vec![Change::InterpolantAdded { index: 2, formula: tau2 }];
    r.step(14, query(sides(tau, trans, bad1), &shared, unsat(&[0, 1, 2], Some(itp))), added, watch.clone());
    let parts = vec![part("τ(s)", Side::Neither, tau2), part("¬G(s)", Side::Neither, not_g)];
    r.step(21, query(parts, &[], unsat(&[0, 1], None)), vec![Change::Contained { index: 2 }], watch.clone());
    let obligation = |name: &str, statement: &str| Obligation {
        name: name.into(),
        statement: statement.into(),
        proof: ProofSize { steps: 2, resolutions: 1, lemmas: 1 },
    };
    let safe = Verdict::Safe {
        invariant: tau2,
        auxiliary: None,
        obligations: vec![obligation("initiation", "I(s) => Inv(s)")],
        certificate: "(check-sat)".into(),
        vacuous: None,
        model: None,
    };
    r.step(22, None, vec![Change::Verdict(Box::new(safe))], watch);
    r.finish()
}

/// A run whose first interpolant is too weak and which then gives up.
pub fn spurious_run() -> History {
    let mut r = Recorder::default();
    let f = r.formula("x@1 >= 0");
    let tau = r.formula("x >= 0");
    let parts = |side| vec![part("A", side, f)];
    r.step(
        14,
        query(parts(Side::A), &[], unsat(&[0], Some(f))),
        vec![
            Change::RoundStarted { k: 1, source: Source::Proof },
            Change::InterpolantAdded { index: 1, formula: tau },
        ],
        vec![number("k", 1)],
    );
    let answer =
        Answer::Sat { model: model(&[("x@0", "7"), ("x@1", "8")]), meaning: SatMeaning::PerhapsSpurious };
    r.step(
        13,
        query(parts(Side::A), &[], answer),
        vec![Change::RoundAbandoned { index: 1 }, Change::BoundRaised { k: 2 }],
        vec![number("k", 2)],
    );
    let unknown = Change::Verdict(Box::new(Verdict::Unknown(UnknownReason::Unrollings(1))));
    r.step(26, None, vec![unknown], vec![number("k", 2)]);
    r.finish()
}

/// A failing execution of `x := 0; while x < 2 do x := x + 1 done { x = 1 }`, cut short.
pub fn execution() -> Execution {
    let row = |line, text: &str, note: &str, round, x: &str, y: &str| ExecutionRow {
        from: line * 10,
        to: line * 10 + 5,
        line,
        text: text.into(),
        note: note.into(),
        round,
        values: vec![x.into(), y.into()],
    };
    Execution {
        variables: vec!["x".into(), "y".into()],
        start: vec!["7".into(), "0".into()],
        rows: vec![
            row(1, "x := 0", "x := 0", 0, "0", "0"),
            row(2, "x < 2", "true", 1, "0", "0"),
            row(3, "x := x + 1", "x := 1", 1, "1", "0"),
            row(2, "x < 2", "true", 2, "1", "0"),
        ],
        failing: FailingAssertion { from: 40, to: 45, line: 4, text: "x = 1".into() },
        inputs: vec![],
    }
}

/// A snapshot as text.
pub fn outline(history: &History, s: &Snapshot<'_>) -> String {
    let text = |id| history.formula(id).map_or("?".into(), |f| f.text());
    let mut out = format!("step {}", s.step);
    if let Some(event) = s.event {
        let _ = write!(out, ", line {}", event.line);
    }
    let _ = writeln!(out, ", bound {:?}", s.bound);
    for round in &s.rounds {
        let _ = writeln!(out, "round k = {}, {:?}, from step {}", round.k, round.source, round.step);
        for i in &round.interpolants {
            let checked = if i.checks.is_some() { "checked" } else { "unchecked" };
            let _ = write!(out, "  τ{}: {} (step {}, {checked}): ", i.index, text(i.formula), i.step);
            let _ = match i.containment {
                Containment::Unasked => writeln!(out, "not asked"),
                Containment::New { reached, step } => writeln!(out, "new at {step}, G = {}", text(reached)),
                Containment::Contained { step } => writeln!(out, "contained at {step}"),
            };
        }
        let _ = match round.end {
            RoundEnd::Open => writeln!(out, "  open"),
            RoundEnd::Diverged { index, step } => writeln!(out, "  diverged after τ{index} at {step}"),
            RoundEnd::FixedPoint { step } => writeln!(out, "  fixed point at {step}"),
            RoundEnd::Abandoned { index, step } => writeln!(out, "  abandoned from τ{index} at {step}"),
        };
    }
    for w in &s.watch {
        let value = match w.value {
            WatchValue::Number(n) => n.to_string(),
            WatchValue::Formula(id) => text(*id),
        };
        let _ = writeln!(out, "{}{} = {value}", if w.changed { "*" } else { " " }, w.name);
    }
    let _ = writeln!(
        out,
        "{} sat queries, {} interpolation queries",
        s.counters.sat_queries, s.counters.interpolation_queries
    );
    if let Some(verdict) = s.verdict {
        let _ = writeln!(out, "{}", words::verdict(verdict, trace::Language::Imp));
    }
    out
}

/// What is known of the program of [`counter_run`] before any query.
pub fn opened() -> trace::Opened {
    let variable = |name: &str, boolean| trace::ProgramVariable {
        name: name.into(),
        boolean,
        ty: if boolean { "bool" } else { "int" }.into(),
        range: None,
    };
    trace::Opened {
        variables: vec![variable("x", false), variable("y", false), variable("n", false)],
        inputs: vec![variable("w", true)],
        head_line: Some(2),
        init: formula("x = 0 and y = 0 and n >= 0"),
        trans: formula("x != n and x' = x + 1 and y' = y + 1 and n' = n"),
        bad: formula("x = n and y != n"),
        early: formula("false"),
        problems: Vec::new(),
        outline: trace::Outline::default(),
    }
}
