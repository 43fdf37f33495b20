//! What is said of invariants that a student writes: conditions, hints and what is drawn, from the program's text on.

use expect_test::{Expect, expect};
use session::{Session, judge};
use trace::{Attempt, Claim, Condition, ConditionKind, ConditionOutcome, Engine, Judgement, Language, Setup};
use view::own;

fn setup(source: &str) -> Setup {
    Setup { source: source.into(), language: Language::Imp, engine: Engine::IMC, ..Setup::default() }
}

fn check(source: &str, texts: &[&str], expected: Expect) {
    let setup = setup(source);
    let (_, opened) = Session::open(&setup).unwrap_or_else(|problems| panic!("{problems:?}"));
    let texts = texts.iter().map(|text| (*text).to_owned()).collect();
    let judgement = judge(&Attempt { number: 1, setup, claim: Claim::Invariant(texts) });
    let mut out = String::new();
    if let Some((at, problem)) = &judgement.problem {
        out += &format!("text {at}: {}\n", problem.message);
    }
    for told in own::told(&judgement, &opened) {
        let sign = match told.good {
            Some(true) => '✓',
            Some(false) => '✗',
            None => '?',
        };
        out += &format!("{sign} {}", told.title);
        // What is said where all is well is the same each time: one test reads it.
        out += &if told.good == Some(true) { "\n".to_owned() } else { format!(": {}\n", told.sentence) };
    }
    for hint in own::hints(&judgement, &opened) {
        out += &format!("hint: {hint}\n");
    }
    if let Some(trail) = own::trail(&judgement, &opened) {
        let states: Vec<String> =
            trail.states.iter().map(|state| format!("{} {}", state.name, state.text())).collect();
        out += &format!("drawn: {}\n", states.join(" → "));
    }
    if own::succeeds(&judgement) {
        out += "proved\n";
    }
    expected.assert_eq(&out);
}

const UP: &str = "int x, y; { x = 0 and y = 0 }\nwhile x < 5 do\n  x := x + 1; y := y + 2\ndone\n{ y = 10 }";

#[test]
fn what_is_said_where_all_is_well() {
    let all = [
        ConditionKind::Initiation,
        ConditionKind::Consecution,
        ConditionKind::Safety,
        ConditionKind::NoEarlyFailure,
        ConditionKind::ImpliedByA,
        ConditionKind::ContradictsB,
        ConditionKind::SharedVocabulary,
    ];
    let conditions = all.map(|kind| Condition { kind, outcome: ConditionOutcome::Holds }).to_vec();
    let judgement = Judgement { conditions, ..Judgement::default() };
    let (_, opened) = Session::open(&setup(UP)).unwrap_or_else(|problems| panic!("{problems:?}"));
    let said: Vec<String> = own::told(&judgement, &opened)
        .into_iter()
        .map(|told| format!("{} [{}]: {}", told.title, told.formula, told.sentence))
        .collect();
    expect![[r#"
        It holds at first [I(s) ⇒ Inv(s)]: Every state in which control first comes to the loop is in it.
        Each round keeps it [Inv(s) ∧ T(s, s′) ⇒ Inv(s′)]: No round leads out of it.
        It rules out every failure [Inv(s) ⇒ P(s)]: From none of its states an assertion fails before the next round.
        Nothing fails before the loop [no assertion fails on the way to the loop]: No assertion fails before control comes to the loop.
        A implies it [A ⇒ I]: Wherever A holds, it holds.
        It contradicts B [I ∧ B ⇒ ⊥]: It and B never hold together.
        It speaks of what both share [symbols of I ⊆ symbols of A ∩ symbols of B]: Each symbol in it occurs in A and in B."#]].assert_eq(&said.join("\n"));
    assert!(own::succeeds(&judgement) && own::hints(&judgement, &opened).is_empty());
}

#[test]
fn one_loop() {
    check(
        UP,
        &["x <= 5 and y = 2 * x"],
        expect![[r#"
            ✓ It holds at first
            ✓ Each round keeps it
            ✓ It rules out every failure
            proved
        "#]],
    );
    check(
        UP,
        &["x >= 1"],
        expect![[r#"
            ✗ It holds at first: Control can first come to the loop in (x = 0, y = 0), where it does not hold: x ≥ 1 is false there.
            ✓ Each round keeps it
            ✗ It rules out every failure: It holds in (x = 5, y = 0), and from there an assertion fails before the next round.
            hint: Which values can the variables have when control comes to the loop for the first time? Try your formula on them.
            hint: (x = 0, y = 0) is such a state. Which part of your formula is false there?
            hint: It is x ≥ 1. Must it be true in every state, also in the first? Weaken it, or leave it out.
            drawn: s (x = 0, y = 0)
        "#]],
    );
    check(
        UP,
        &["y = 2 * x"],
        expect![[r#"
            ✓ It holds at first
            ✓ Each round keeps it
            ✗ It rules out every failure: It holds in (x = 6, y = 12), and from there an assertion fails before the next round.
            hint: What has to be true when the loop is left, so that the assertion holds? Does your formula say it?
            hint: Your formula has (x = 6, y = 12). Does an execution come to it? No short execution does. Executions pass through (x = 0, y = 0), (x = 1, y = 2), (x = 2, y = 4), (x = 3, y = 6), (x = 4, y = 8) at line 2. What is true in all of these and not in it?
            hint: In these states x is at most 5; here it is 6. Is there a bound, and why?
            drawn: s (x = 6, y = 12)
        "#]],
    );
    check(
        UP,
        &["x <= 5 and y >= x"],
        expect![[r#"
            ✓ It holds at first
            ✓ Each round keeps it
            ✗ It rules out every failure: It holds in (x = 5, y = 5), and from there an assertion fails before the next round.
            hint: What has to be true when the loop is left, so that the assertion holds? Does your formula say it?
            hint: Your formula has (x = 5, y = 5). Does an execution come to it? No short execution does. Executions pass through (x = 0, y = 0), (x = 1, y = 2), (x = 2, y = 4), (x = 3, y = 6), (x = 4, y = 8) at line 2. What is true in all of these and not in it?
            hint: In all of these x and y go together in one and the same way, and in (x = 5, y = 5) they do not. How do they go together after each round?
            drawn: s (x = 5, y = 5)
        "#]],
    );
    check(
        UP,
        &["y = 2 * x and x <= 3"],
        expect![[r#"
            ✓ It holds at first
            ✗ Each round keeps it: One round leads from (x = 3, y = 6), where it holds, to (x = 4, y = 8), where it does not: x ≤ 3 is false there. An execution is in the first of these after 3 rounds.
            ✓ It rules out every failure
            hint: Run the loop by hand, and try your formula on each state that it passes through.
            hint: Executions do come to (x = 3, y = 6). Is the state after it one that your formula should have?
            hint: Yes, since executions come there: x ≤ 3 is too strong. What weaker fact is true in all states that are reached? (Where the assertion itself fails in such a state, the program fails, and there is no invariant.)
            drawn: s (x = 3, y = 6) → s′ (x = 4, y = 8)
        "#]],
    );
    check(
        UP,
        &["y < 5 and"],
        expect![[r#"
        text 0: expected a condition or an expression, found the end
    "#]],
    );
}

#[test]
fn a_relation_that_is_not_kept() {
    let source =
        "int x, y; { x = 0 and y = 0 } while x < 5 do x := x + y; y := y + 1; x := x + 1 done { x >= 0 }";
    check(
        source,
        &["x >= 0"],
        expect![[r#"
            ✓ It holds at first
            ✗ Each round keeps it: One round leads from (x = 0, y = −2), where it holds, to (x = −1, y = −1), where it does not: x ≥ 0 is false there.
            ✓ It rules out every failure
            hint: Your formula has the state (x = 0, y = −2). Does an execution ever come to it?
            hint: No short execution does. Executions pass through (x = 0, y = 0), (x = 1, y = 1), (x = 3, y = 2), (x = 6, y = 3) at line 1. What is true in all of these and not in (x = 0, y = −2)?
            hint: In these states y is at least 0; here it is −2. Is there a bound, and why?
            drawn: s (x = 0, y = −2) → s′ (x = −1, y = −1)
        "#]],
    );
    check(
        source,
        &["x >= 0 and y >= 0"],
        expect![[r#"
            ✓ It holds at first
            ✓ Each round keeps it
            ✓ It rules out every failure
            proved
        "#]],
    );
}

#[test]
fn two_loops() {
    let two = "int x, y; { x = 0 and y = 0 }\nwhile x < 4 do x := x + 1 done;\nwhile y < x do y := y + 1 done\n{ y = 4 }";
    check(
        two,
        &["x <= 4", "x = 4 and y <= 4"],
        expect![[r#"
            ✓ It holds at first
            ✗ Each round keeps it: One round leads from (x = 4, y = 5) at line 2, where it holds, to (x = 4, y = 5) at line 3, where it does not: y ≤ 4 is false there.
            ✓ It rules out every failure
            hint: Your formula has the state (x = 4, y = 5) at line 2. Does an execution ever come to it?
            hint: No short execution does. Executions pass through (x = 0, y = 0), (x = 1, y = 0), (x = 2, y = 0), (x = 3, y = 0), (x = 4, y = 0) at line 2. What is true in all of these and not in (x = 4, y = 5) at line 2?
            hint: In these states y is at most 0; here it is 5. Is there a bound, and why?
            drawn: s (x = 4, y = 5) → s′ (x = 4, y = 5)
        "#]],
    );
    check(
        two,
        &["x <= 4 and y = 0", "y <= x"],
        expect![[r#"
            ✓ It holds at first
            ✓ Each round keeps it
            ✗ It rules out every failure: It holds in (x = −1, y = −1) at line 3, and from there an assertion fails before the next round.
            hint: What has to be true when the loop is left, so that the assertion holds? Does your formula say it?
            hint: Your formula has (x = −1, y = −1) at line 3. Does an execution come to it? No short execution does. Executions pass through (x = 4, y = 0), (x = 4, y = 1), (x = 4, y = 2), (x = 4, y = 3), (x = 4, y = 4) at line 3. What is true in all of these and not in it?
            hint: In these states x is at least 4; here it is −1. Is there a bound, and why?
            drawn: s (x = −1, y = −1)
        "#]],
    );
}

#[test]
fn a_program_that_fails() {
    check(
        "int x; { x = 0 } while x < 3 do x := x + 1 done { x = 2 }",
        &["x >= 0 and x <= 3"],
        expect![[r#"
            ✓ It holds at first
            ✓ Each round keeps it
            ✗ It rules out every failure: It holds in (x = 3), and from there an assertion fails. An execution is in this state after 3 rounds. So the program fails, and no invariant can prove it.
            hint: Look at the state that is named: what does the assertion say in it?
            hint: Executions come to (x = 3), and there the assertion fails. The fault is in the program, or in what it assumes.
            drawn: s (x = 3)
        "#]],
    );
}

/// The hint is a question, and leads to the equation that is missing.
#[test]
fn how_variables_go_together() {
    let source = "int x, y; x := 0; y := 0;\nwhile x < 10 do x := x + 1; y := y + 2 done;\nassert y = 20";
    let last = |text: &str| {
        let claim = Claim::Invariant(vec![text.to_owned()]);
        let judgement = judge(&Attempt { number: 1, setup: setup(source), claim });
        let (_, opened) = Session::open(&setup(source)).unwrap_or_else(|problems| panic!("{problems:?}"));
        let said = own::hints(&judgement, &opened).pop().unwrap_or_default();
        let help = judgement.problem.and_then(|(_, problem)| problem.help);
        format!("{text}: {said}{}\n", help.unwrap_or_default())
    };
    expect![[r#"
        y <= 20: In all of these x and y go together in one and the same way, and in (x = −1, y = 19) they do not. How do they go together after each round?
        y >= x: In all of these x and y go together in one and the same way, and in (x = 10, y = 10) they do not. How do they go together after each round?
        y = 2 * x: In these states x is at most 10; here it is 11. Is there a bound, and why?
        y = 2x: for a product write `2 * x`
        y = 2x + 0x1: for a product write `2 * x`
    "#]].assert_eq(&["y <= 20", "y >= x", "y = 2 * x", "y = 2x", "y = 2x + 0x1"].map(last).concat());
}

/// What a verdict lists is said in the words of “Your turn”, whatever the checker calls it.
#[test]
fn what_a_verdict_lists() {
    let source = include_str!("../../static/examples/imc-fig1.imp");
    let mut said = String::new();
    for engine in [Engine::IMC, Engine::IMC_F] {
        let (mut session, _) = Session::open(&Setup { engine, ..setup(source) }).expect("a program");
        let events = session.run_to_end();
        let Some(trace::Verdict::Safe { obligations, .. }) = session::verdict_of(&events) else {
            panic!("{engine}: no proof");
        };
        for obligation in obligations {
            let (title, sentence) = own::proved(&obligation.name, Language::Imp);
            said += &format!("{engine}: {title} [{}]: {sentence}\n", obligation.statement);
        }
    }
    expect![[r#"
        imc: It holds at first [I(s) ⇒ Inv(s)]: Every state in which control first comes to the loop is in it.
        imc: Each round keeps it [Inv(s) ∧ T(s, s′) ⇒ Inv(s′)]: No round leads out of it.
        imc: It rules out every failure [Inv(s) ⇒ P(s)]: From none of its states an assertion fails before the next round.
        imc: Nothing fails before the loop [no assertion fails before the loop]: No assertion fails before control comes to the loop.
        imc-f: It holds at first (the auxiliary invariant) [I(s) ⇒ Aux(s)]: Every state in which control first comes to the loop is in it.
        imc-f: Each round keeps it (the auxiliary invariant) [Aux(s) ∧ T(s, s′) ⇒ Aux(s′)]: No round leads out of it.
        imc-f: It holds at first [I(s) ⇒ Inv(s)]: Every state in which control first comes to the loop is in it.
        imc-f: Each round keeps it [Inv(s) ∧ T(s, s′) ⇒ Inv(s′)]: No round leads out of it.
        imc-f: It rules out every failure [Inv(s) ⇒ P(s)]: From none of its states an assertion fails before the next round.
        imc-f: Nothing fails before the loop [no assertion fails before the loop]: No assertion fails before control comes to the loop.
    "#]].assert_eq(&said);
    let (title, sentence) = own::proved("safety", Language::Aiger);
    assert_eq!((title.as_str(), sentence), ("It rules out every failure", ""));
}
