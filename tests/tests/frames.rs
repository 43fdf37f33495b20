//! Queries of real runs in time frames.

use expect_test::{Expect, expect};
use session::Session;
use std::collections::BTreeMap;
use std::fmt::Write;
use trace::{Answer, Engine, Formula, Opened, Projection, Query, Setup, TokKind};
use view::query::formula::{Span, SpanKind};
use view::query::frames::{Content, Frames, Line, frames};
use view::query::model_table::{ModelState, model_table};
use view::run::history::History;

/// A program, and the queries of a run's first steps.
fn run(setup: &Setup, steps: usize) -> (Opened, History) {
    let (mut session, opened) = Session::open(setup).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut history = History::default();
    while history.len() < steps {
        let Some(event) = session.advance() else { break };
        history.push(event).expect("events come in order");
    }
    (opened, history)
}

fn framed((opened, history): &(Opened, History), engine: Engine, query: &Query) -> Option<Frames> {
    frames(query, (opened, engine), |id| history.formula(id).map(|formula| &**formula))
}

fn show(query: &Query, frames: &Frames) -> String {
    let mut out = String::new();
    for (place, column) in frames.columns.iter().enumerate() {
        if frames.cut.is_some_and(|cut| cut.column == place) {
            out.push_str("--- cut\n");
        }
        let what = if column.is_transition { "from " } else { "" };
        let values: Vec<String> = column
            .values
            .iter()
            .map(|(name, value, new)| format!("{name}={value}{}", if *new { "!" } else { "" }))
            .collect();
        let _ = writeln!(out, "{what}{}: {}", column.state, values.join(" "));
    }
    for row in &frames.rows {
        let _ = writeln!(out, "row {}{}", row.depth, if row.is_further { " or" } else { "" });
        for block in &row.blocks {
            let part = &query.parts[block.part];
            let again = if block.is_again { " again" } else { "" };
            let _ =
                writeln!(out, "  {:?} {} at {}+{}{again}", part.side, part.name, block.column, block.width);
            block.content.text().lines().for_each(|line| writeln!(out, "    {line}").unwrap_or_default());
        }
    }
    for (name, _) in &frames.definitions {
        let _ = writeln!(out, "where {name}");
    }
    out
}

fn check(example: &str, choices: &str, step: usize, expected: Expect) {
    let mut setup = library::by_key(example).expect("an example").setup(&Setup::default());
    choices.lines().for_each(|line| library::script::choose(&mut setup, line).expect("a choice"));
    let run = run(&setup, step);
    let query = run.1.event(step).and_then(|event| event.query.clone()).expect("a query");
    let frames = framed(&run, setup.engine, &query).expect("frames");
    expected.assert_eq(&show(&query, &frames));
}

/// Every value that a conditional within a conditional may give has a row, with the conditions on the way to it.
#[test]
fn a_conditional_in_a_branch_has_its_own_rows() {
    let source = "{ x = 0 and y = 0 }\nwhile x < 5 do\n  if x < 2 or y > 7 then\n    if y = 0 then x := x + 1 else x := x + 2 end\n  \
        else x := x + 3 end\ndone\n{ x < 9 }";
    let setup = Setup { source: source.into(), ..Setup::default() };
    let run = run(&setup, 2);
    let query = run.1.event(2).and_then(|event| event.query.clone()).expect("a query");
    let text = show(&query, &framed(&run, setup.engine, &query).expect("frames"));
    let becomes: Vec<&str> = text.lines().map(str::trim).filter(|line| line.starts_with("x := ")).collect();
    expect![[r#"
        [
            "x := x + 1 if (x ≤ 1 ∨ y ≥ 8) ∧ y = 0",
            "x := x + 2 if x ≤ 1 ∨ y ≥ 8",
            "x := x + 3 otherwise",
        ]
    "#]]
    .assert_debug_eq(&becomes);
    assert!(!text.contains("ite("), "{text}");
}

#[test]
fn a_round_is_what_each_variable_becomes() {
    check(
        "imc-fig1",
        "engine: imc\ninterpolants: proof",
        3,
        expect![[r#"
            state s₀: 
            from state s₀: 
            --- cut
            state s₁: 
            row 0
              A I(s₀) at 0+1
                x = 0
                i = 0
              A T(s₀, s₁) at 1+1
                nondet#1
                x := x + 3 if i = 3
                x := x + 2 otherwise
                i := 0 if i = 1
                i := i + 1 otherwise
              B ¬P(s₁) at 2+1
                ¬nondet#1
                x mod 2 ≠ 0
        "#]],
    );
}

#[test]
fn a_tick_of_a_circuit_is_what_each_latch_becomes() {
    check(
        "aiger-ring",
        "",
        3,
        expect![[r#"
            state s₀: 
            from state s₀: 
            --- cut
            state s₁: 
            row 0
              A I(s₀) at 0+1
                token0
                ¬token1
                ¬token2
              A T(s₀, s₁) at 1+1
                ¬(token2 ∧ token0)
                ¬(token2 ∧ token1)
                ¬(token1 ∧ token0)
                token0 := ¬(¬(token0 ∧ ¬pass) ∧ ¬(token2 ∧ pass))
                token1 := ¬(¬(token1 ∧ ¬pass) ∧ ¬(token0 ∧ pass))
                token2 := ¬(¬(token2 ∧ ¬pass) ∧ ¬(token1 ∧ pass))
              B ¬P(s₁) at 2+1
                ¬(¬(token2 ∧ token0) ∧ ¬(token2 ∧ token1) ∧ ¬(token1 ∧ token0))
        "#]],
    );
}

#[test]
fn a_model_stands_below_its_states() {
    check(
        "imc-fig1",
        "engine: imc\ninterpolants: proof",
        5,
        expect![[r#"
            state s₀: x=-4 i=3
            from state s₀: nondet#1=true
            --- cut
            state s₁: x=-1! i=4! nondet#1=false
            row 0
              A τ₁(s₀) at 0+1
                x mod 2 = 0
              A T(s₀, s₁) at 1+1
                nondet#1
                x := x + 3 if i = 3
                x := x + 2 otherwise
                i := 0 if i = 1
                i := i + 1 otherwise
              B ¬P(s₁) at 2+1
                ¬nondet#1
                x mod 2 ≠ 0
        "#]],
    );
}

#[test]
fn branches_of_a_transition_stand_one_above_the_other() {
    check(
        "c-two-loops",
        "engine: imc",
        3,
        expect![[r#"
            state s₀: 
            from state s₀: 
            --- cut
            state s₁: 
            row 0
              A I(s₀) at 0+1
                pc = 1
                up = 0
                down = 0
              A T(s₀, s₁) at 1+1
                either pc = 1
                nondet#1
                pc := 1
                up := up + 1
                down as before
                or pc = 1
                ¬nondet#1
                pc := 2
                up, down as before
                or pc = 2
                down < up
                pc := 2
                down := down + 1
                up as before
              B ¬P(s₁) at 2+1
                pc = 2
                up ≤ down
                up ≠ down
        "#]],
    );
}

#[test]
fn a_path_through_a_graph_branches_in_rows() {
    check(
        "vinta-fig2a",
        "engine: vinta-box\ninterpolants: proof",
        11,
        expect![[r#"
            state s₄: 
            from state s₄: 
            state s₅: 
            from state s₅: 
            state s₆: 
            row 0
              Neither some path v2c → ve at 0+1
                0 ≤ x ≤ 2
                0 ≤ y ≤ 200
                nondet#1
              Neither some path v2c → ve at 1+1
                x := x + 1 if nondet#2
                x := x + 1 if x ≥ 4
                x := x otherwise
                y := y + 100 if nondet#2
                y := y + 1 if x ≥ 4
                y := y otherwise
              Neither some path v2c → ve at 2+1
                x ≥ 0
                y ≥ 0
              Neither some path v2c → ve at 3+1
                either nondet#1
                x := x + 1 if nondet#2
                x := x + 1 if x ≥ 4
                x := x otherwise
                y := y + 100 if nondet#2
                y := y + 1 if x ≥ 4
                y := y otherwise
                x′ ≥ 0
                y′ ≥ 0
                ¬nondet#1′
                ¬(x′ ≤ 3 ∨ y′ ≥ 3)
                or ¬nondet#1
                ¬(x ≤ 3 ∨ y ≥ 3)
        "#]],
    );
}

#[test]
fn sets_reached_backwards_and_forwards_come_before_and_after_the_present_state() {
    check(
        "fib-fig3b",
        "engine: fib-bi\ninterpolants: decomposed",
        4,
        expect![[r#"
            state s: n=0 y=-2 x=-1
            from state s: 
            state s′: n=0 y=-1! x=0!
            row 0
              Neither ¬J(s) at 0+1
                ¬(n < y ∨ n ≤ x ∧ y < n)
              Neither T(s, s′) at 1+1
                x ≠ n
                x := x + 1
                y := y + 1
                n as before
              Neither J(s′) at 2+1
                n < y ∨ n ≤ x ∧ y < n
        "#]],
    );
}

#[test]
fn equal_rounds_are_told_once() {
    check(
        "imc-fig1-unsafe",
        "engine: bmc",
        4,
        expect![[r#"
            state s₀: 
            from state s₀: 
            state s₁: 
            from state s₁: 
            state s₂: 
            from state s₂: 
            state s₃: 
            row 0
              Neither I(s₀) at 0+1
                x = 0
                i = 0
              Neither T(s₀, s₁) at 1+1
                nondet#1
                x := x + 3 if i = 3
                x := x + 2 otherwise
                i := 0 if i = 3
                i := i + 1 otherwise
              Neither T(s₁, s₂) at 3+1 again
                nondet#1
                x := x + 3 if i = 3
                x := x + 2 otherwise
                i := 0 if i = 3
                i := i + 1 otherwise
              Neither T(s₂, s₃) at 5+1 again
                nondet#1
                x := x + 3 if i = 3
                x := x + 2 otherwise
                i := 0 if i = 3
                i := i + 1 otherwise
              Neither ¬P(s₃) at 6+1
                ¬nondet#1
                x mod 2 ≠ 0
        "#]],
    );
}

/// Nothing of a query is lost, and nothing is added: each conjunct has all its symbols and numbers in its blocks, as often as in the formula,
/// or more often where a conditional stands in a branch of another.
/// Every query of every example.
#[test]
fn nothing_is_lost() {
    let (mut seen, mut exact) = (0, 0);
    for (example, preset) in
        library::EXAMPLES.iter().flat_map(|e| e.presets.iter().map(move |preset| (e, preset)))
    {
        let setup = preset.setup(&example.setup(&Setup::default()));
        let run = run(&setup, 40);
        let history = &run.1;
        for query in history.events().filter_map(|event| event.query.as_ref()) {
            let Some(frames) = framed(&run, setup.engine, query) else { continue };
            seen += 1;
            for (at, part) in query.parts.iter().enumerate() {
                let formula = history.formula(part.formula).expect("a formula");
                let blocks =
                    || frames.rows.iter().flat_map(|row| &row.blocks).filter(|block| block.part == at);
                let mut shown = BTreeMap::new();
                blocks().for_each(|block| count(&block.content, &mut shown));
                let (there, title) =
                    (counted(formula), format!("{}, {}: {}", example.key, preset.name, part.name));
                if blocks().any(|block| {
                    block.content.text().lines().any(|line| line.contains(" if ") && line.contains(" ∧ "))
                }) {
                    // Conditions stand at each of the values under them.
                    assert!(shown.keys().eq(there.keys()), "{title}");
                    assert!(there.iter().all(|(name, times)| shown[name] >= *times), "{title}");
                } else {
                    assert_eq!(shown, there, "{title}");
                    exact += 1;
                }
            }
        }
    }
    assert!(seen > 300 && exact > 600, "{seen} {exact}");
}

/// The states that a model is said to go through follow each other in the program: the solver finds a round from each to the next. Here of
/// FiB, AR and VINTA, whose queries speak of several paths.
#[test]
fn states_of_a_model_follow_each_other() {
    let mut rounds = 0;
    for (example, engine) in [
        ("fib-fig3b-unsafe", "fib-f"),
        ("fib-fig3b-unsafe", "fib-b"),
        ("fib-fig3a-unsafe", "fib-bi"),
        ("swap", "fib-b"),
        ("swap", "fib-f"),
        ("sum", "fib-bi"),
        ("fib-fig3b-unsafe", "ar-allsat"),
        ("imc-fig1-unsafe", "ar-allsat"),
        ("aiger-counter-unsafe", "ar"),
        ("vinta-fig2a", "vinta-box"),
        ("vinta-fig2a", "ufo-boxes"),
        ("vinta-fig5a", "ufo-box"),
        ("imc-fig1", "vinta-boxes"),
    ] {
        let mut setup = library::by_key(example).expect("an example").setup(&Setup::default());
        library::script::choose(&mut setup, &format!("engine: {engine}")).expect("a choice");
        let (opened, history) = run(&setup, 40);
        for event in history.events() {
            let Some(Answer::Sat { model, .. }) = event.query.as_ref().map(|query| &query.answer) else {
                continue;
            };
            let table = model_table(model, &opened, setup.engine);
            for pair in table.rows.windows(2) {
                assert!(is_round(&opened, &table.columns, pair), "{example}, {engine}: {:?}", table.rows);
                rounds += 1;
            }
        }
    }
    assert!(rounds >= 12, "{rounds} rounds");
}

/// Whether the solver finds a round from a state to the other.
fn is_round(opened: &Opened, columns: &[String], pair: &[ModelState]) -> bool {
    let trans = &opened.trans;
    let toks = trans.rows.iter().flatten().chain(trans.definitions.iter().flat_map(|(_, toks)| toks));
    let shown = toks.filter_map(|tok| match &tok.kind {
        TokKind::Symbol(symbol) => Some(symbol),
        _ => None,
    });
    let integers = shown.chain(&trans.hidden).filter(|symbol| !symbol.boolean).map(ToString::to_string);
    let mut fixed = Vec::new();
    for (state, stamp) in pair.iter().zip(["", "'"]) {
        for (name, cell) in columns.iter().zip(&state.cells) {
            let value = cell.value.as_deref().map(|value| match value {
                "true" => "1",
                "false" => "0",
                number => number,
            });
            fixed.extend(value.map(|value| (format!("{name}{stamp}"), value.to_owned())));
        }
    }
    let (axis, at) = fixed.remove(0);
    let question = Projection {
        number: 0,
        smt: trans.smt.clone(),
        integers: integers.collect(),
        fixed,
        axes: vec![(axis, at.parse().expect("a small number"), 1)],
    };
    session::project(&question) == ["1"]
}

/// How often each name and number is there.
type Count = BTreeMap<String, usize>;

fn count(content: &Content, to: &mut Count) {
    let mut add =
        |name: &str, times| *to.entry(name.trim_end_matches(['′', '°']).to_owned()).or_default() += times;
    for alternative in content.choices.iter().flatten().chain([&content.always]) {
        // `y = x` where y is x of the next state.
        alternative.kept.iter().for_each(|name| add(name, 2));
        for line in &alternative.lines {
            let spans: Vec<&Span> = match line {
                Line::Holds(spans) => spans.iter().collect(),
                Line::Becomes(variable, branches) => {
                    let values = branches.iter().flat_map(|(when, value)| when.iter().flatten().chain(value));
                    std::iter::once(variable).chain(values).collect()
                }
            };
            for span in spans {
                match span.kind {
                    SpanKind::ALocal | SpanKind::BLocal | SpanKind::Shared | SpanKind::Symbol => {
                        add(&span.text, 1)
                    }
                    SpanKind::Number | SpanKind::Definition => add(&span.text, 1),
                    SpanKind::Operator | SpanKind::Connective | SpanKind::Bracket => {}
                }
            }
        }
    }
}

fn counted(formula: &Formula) -> Count {
    let mut count = Count::new();
    for tok in formula.rows.iter().flatten() {
        let name = match &tok.kind {
            TokKind::Symbol(symbol) => symbol.name.trim_end_matches('°'),
            TokKind::Number | TokKind::Definition => &tok.text,
            TokKind::Operator | TokKind::Word | TokKind::Bracket => continue,
        };
        *count.entry(name.replace('-', "−")).or_default() += 1;
    }
    count
}
