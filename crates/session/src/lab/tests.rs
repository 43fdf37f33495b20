//! Interpolants of small pairs by strength, and what is told of texts that are none.

use super::*;
use expect_test::{Expect, expect};

/// The classes, strongest first as they come, with how many ways led to each, and which implies which.
fn check(a: &str, b: &str, expected: Expect) {
    let found = experiment(&Experiment { number: 1, sides: [a.into(), b.into()] });
    let mut text = String::new();
    if let Some((side, problem)) = &found.problem {
        text =
            format!("{}, {}-{}: {}\n", ["A", "B"][*side as usize], problem.from, problem.to, problem.message);
    }
    let mut formulas: Vec<trace::Formula> = Vec::new();
    for event in &found.events {
        formulas.extend(event.formulas.iter().map(|formula| (**formula).clone()));
    }
    let interpolant = |at: u32| match &found.events[at as usize].query.as_ref().unwrap().answer {
        Answer::Unsat { interpolant: Some(found), tree: Some(tree), .. } => {
            assert!(!tree.nodes.is_empty());
            formulas[found.formula as usize].text()
        }
        other => panic!("{other:?}"),
    };
    if let [event] = &found.events[..]
        && let Answer::Sat { model, .. } = &event.query.as_ref().unwrap().answer
    {
        let values: Vec<String> = model.iter().map(|row| format!("{} = {}", row.symbol, row.value)).collect();
        text = format!("sat: {}\n", values.join(", "));
    }
    for (at, class) in found.classes.iter().enumerate() {
        text.push_str(&format!("{at}: {} ({} ways)\n", interpolant(class[0]), class.len()));
    }
    let order: Vec<String> = found.order.iter().map(|(f, g)| format!("{f} => {g}")).collect();
    if !found.classes.is_empty() {
        text.push_str(&format!("{}; missing {:?}\n", order.join(", "), found.missing));
    }
    assert_eq!(found.ways.len(), if found.classes.is_empty() { 0 } else { found.events.len() });
    let mut listed: Vec<u32> = found.classes.concat();
    logic::order::sort(&mut listed);
    assert_eq!(listed, (0..found.ways.len() as u32).collect::<Vec<_>>(), "each in one class");
    expected.assert_eq(&text);
}

#[test]
fn interpolants_by_strength() {
    check(
        "x = 0 and y = x + 1",
        "y < 0 and z = y",
        expect![[r#"
        0: y >= 1 (9 ways)
        1: y >= 0 (9 ways)
        0 => 1; missing (0, 0)
    "#]],
    );
    check(
        "x <= 0 and y <= x",
        "y >= 5",
        expect![[r#"
        0: y <= 0 (12 ways)
        1: y <= 4 (6 ways)
        0 => 1; missing (0, 0)
    "#]],
    );
    check(
        "x = 2 * k",
        "x = 2 * m + 1",
        expect![[r#"
        0: x mod 2 = 0 (18 ways)
        ; missing (0, 0)
    "#]],
    );
    check(
        "(p or q) and (not p or r)",
        "not q and not r",
        expect![[r#"
        0: q or r (18 ways)
        ; missing (0, 0)
    "#]],
    );
    check(
        "not p and x > y or p and x > 0 and y <= 0",
        "x < y and q = p",
        expect![[r#"
        0: y < x (9 ways)
        1: y <= x (9 ways)
        0 => 1; missing (0, 0)
    "#]],
    );
}

#[test]
fn what_is_no_pair_is_told() {
    check(
        "x > 0",
        "x < 5",
        expect![[r#"
        sat: x = 1
    "#]],
    );
    check(
        "x > ",
        "x < 5",
        expect![[r#"
        A, 4-4: expected a condition or an expression, found the end
    "#]],
    );
    check(
        "x > 0",
        "x + and y",
        expect![[r#"
        B, 4-7: expected a condition or an expression, found the keyword `and`
    "#]],
    );
    check(
        "x > 0; y",
        "true",
        expect![[r#"
        A, 5-6: `;` has no place in a formula
    "#]],
    );
    check(
        "",
        "true",
        expect![[r#"
        A, 0-0: there is no formula yet
    "#]],
    );
    check(
        "p and p > 0",
        "true",
        expect![[r#"
        A, 6-11: a number is compared with a truth value by `>`
    "#]],
    );
    let many: Vec<String> = (0..30).map(|n| format!("x{n} > 0")).collect();
    check(
        &many.join(" and "),
        "true",
        expect![[r#"
        A, 0-345: the laboratory takes at most 24 names and formulas of 400 parts
    "#]],
    );
}

#[test]
fn systems_differ_in_strength() {
    check(
        "(not p or r) and not q",
        "(p or r) and (q or not r)",
        expect![[r#"
            0: not q and (not p or r) (10 ways)
            1: not p and not r or r and not q (8 ways)
            0 => 1; missing (0, 0)
        "#]],
    );
}
