//! Formulas in rows, as text.

use super::*;
use crate::fixture::{formula, symbol, toks};
use expect_test::{Expect, expect};

const WIDE: Limit = Limit { rows: usize::MAX, characters: usize::MAX, width: 60 };

fn show(row: &Row) -> String {
    let mut out: String = row.gutter.iter().map(|g| g.sign()).collect();
    for s in &row.spans {
        let sub = s.subscript.map(|i| format!("_{i}")).unwrap_or_default();
        let side = match s.kind {
            SpanKind::ALocal => "ᴬ",
            SpanKind::BLocal => "ᴮ",
            SpanKind::Shared => "ˢ",
            _ => "",
        };
        out.push_str(&format!("{}{sub}{side}", s.text));
    }
    out.push_str(if row.cut { "…" } else { "" });
    out + &")".repeat(row.closes)
}

fn check(f: &Formula, palette: &Palette, limit: Limit, expected: Expect) {
    let layout = lay_out(f, palette, limit);
    let mut out: String = layout.rows.iter().map(|r| format!("|{}\n", show(r))).collect();
    if layout.hidden_rows > 0 {
        out.push_str(&format!("({} more)\n", layout.hidden_rows));
    }
    for (name, rows) in &layout.definitions {
        let rows: Vec<String> = rows.iter().map(show).collect();
        out.push_str(&format!("where {name} := {}\n", rows.join("\n            ")));
    }
    if layout.hidden_definitions > 0 {
        out.push_str(&format!("({} more definitions)\n", layout.hidden_definitions));
    }
    expected.assert_eq(&out);
}

#[test]
fn symbols_are_told_apart_by_side() {
    let f = formula("x@1 = x@0 + 1 and not b@0 or x@1 mod 2 >= 0");
    let shared = [symbol("x@1")];
    check(
        &f,
        &Palette::of(Side::A, &shared),
        WIDE,
        expect![[r#"
            |  x_1ˢ = x_0ᴬ + 1
            |∧ ( ¬b_0ᴬ ∨ x_1ˢ mod 2 ≥ 0)
        "#]],
    );
    check(
        &f,
        &Palette::of(Side::B, &shared),
        WIDE,
        expect![[r#"
            |  x_1ˢ = x_0ᴮ + 1
            |∧ ( ¬b_0ᴮ ∨ x_1ˢ mod 2 ≥ 0)
        "#]],
    );
    check(
        &f,
        &Palette::of(Side::Neither, &[]),
        WIDE,
        expect![[r#"
            |  x_1 = x_0 + 1
            |∧ ( ¬b_0 ∨ x_1 mod 2 ≥ 0)
        "#]],
    );
}

#[test]
fn the_same_name_at_another_step_is_another_symbol() {
    check(
        &formula("x <= x'"),
        &Palette::plain(),
        WIDE,
        expect![[r#"
            |x ≤ x′
        "#]],
    );
}

#[test]
fn definitions_of_short_formulas_are_written_out() {
    let mut f = formula("d2 or z = d1");
    f.definitions = vec![("d1".into(), toks("x + y")), ("d2".into(), toks("x <= d1 and z >= 0"))];
    f.rows[0][0].kind = TokKind::Definition;
    for row in f.rows.iter_mut().chain(f.definitions.iter_mut().map(|(_, toks)| toks)) {
        row.iter_mut().filter(|tok| tok.text == "d1").for_each(|tok| tok.kind = TokKind::Definition);
    }
    check(
        &f,
        &Palette::plain(),
        WIDE,
        expect![[r#"
            |(x ≤ (x + y) ∧ z ≥ 0) ∨ z = (x + y)
        "#]],
    );
}

#[test]
fn long_formulas_are_cut_between_pieces() {
    let mut f = formula("x >= 0 and y != 3 * x - 12 and z = d1");
    f.definitions =
        vec![("d1".into(), toks(&("x + ".repeat(WRITTEN_OUT) + "y"))), ("d2".into(), toks("true"))];
    check(
        &f,
        &Palette::plain(),
        Limit { rows: 2, characters: 9, ..WIDE },
        expect![[r#"
            |  x ≥ 0
            |∧ y ≠ 3·x…
            (1 more)
            where d1 := x + x + x…
            where d2 := ⊤
        "#]],
    );
    check(
        &f,
        &Palette::plain(),
        Limit { rows: 1, characters: 0, ..WIDE },
        expect![[r#"
            |  …
            (2 more)
            where d1 := …
            (1 more definitions)
        "#]],
    );
    assert!(!lay_out(&f, &Palette::plain(), WIDE).is_cut());
}

#[test]
fn long_formulas_are_broken_at_their_connectives() {
    let row = "x = 0 and ( y = 0 or not ( y = 1 and x = 2 ) or ( x = 3 and ( y = 3 or y = 4 ) ) )";
    let f = Formula { rows: vec![toks(row)], ..formula("true") };
    check(
        &f,
        &Palette::plain(),
        WIDE,
        expect![[r#"
        |  x = 0
        |∧ (   y = 0
        |    ∨ ¬(y = 1 ∧ x = 2)
        |    ∨ (x = 3 ∧ (y = 3 ∨ y = 4)))
    "#]],
    );
    check(
        &f,
        &Palette::plain(),
        Limit { width: 30, ..WIDE },
        expect![[r#"
        |  x = 0
        |∧ (   y = 0
        |    ∨ ¬(y = 1 ∧ x = 2)
        |    ∨ (   x = 3
        |        ∧ (y = 3 ∨ y = 4)))
    "#]],
    );
    check(
        &f,
        &Palette::plain(),
        Limit { width: 10, ..WIDE },
        expect![[r#"
        |  x = 0
        |∧ (   y = 0
        |    ∨ ¬(  y = 1
        |        ∧ x = 2)
        |    ∨ (   x = 3
        |        ∧ (   y = 3
        |            ∨ y = 4)))
    "#]],
    );
    let two = Formula { rows: vec![toks("x = 0"), toks("( x = 1 and y = 1 ) or ( x = 2 and y = 2 )")], ..f };
    check(
        &two,
        &Palette::plain(),
        Limit { width: 20, ..WIDE },
        expect![[r#"
            |  x = 0
            |∧ (   (   x = 1
            |        ∧ y = 1)
            |    ∨ (   x = 2
            |        ∧ y = 2))
        "#]],
    );
}

#[test]
fn what_looks_like_one_group_but_is_two_is_no_group() {
    let f = Formula { rows: vec![toks("( x + 1 ) = ( x + 2 )")], ..formula("true") };
    check(
        &f,
        &Palette::plain(),
        Limit { width: 4, ..WIDE },
        expect![[r#"
        |(x + 1) = (x + 2)
    "#]],
    );
}

#[test]
fn names_get_subscripts() {
    assert_eq!(subscript(120), "₁₂₀");
    assert_eq!(subscripted("T(s0, s12)"), "T(s₀, s₁₂)");
    assert_eq!(subscripted("x <= 10 or ¬P(s1)"), "x <= 10 or ¬P(s₁)");
}
