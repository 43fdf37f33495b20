//! What C programs are lowered to, as text and in size.

use expect_test::{Expect, expect};
use flow::TransitionSystem;
use flow::cfg::Cfg;
use lang::c::CProgram;
use logic::Terms;

#[path = "../benches/machine/mod.rs"]
mod machine;
use machine::{Style, controller};

mod graph_text;

fn parse(source: &str) -> CProgram {
    let parsed = lang::c::parse(source, lang::Arithmetic::MATHEMATICAL);
    let errors: Vec<String> = parsed.diagnostics.iter().map(|d| lang::render("a.c", source, d)).collect();
    parsed.program.unwrap_or_else(|| panic!("{}", errors.concat()))
}

/// The parts of the transition system, those that are plainly true or false included.
fn check(source: &str, expected: Expect) {
    let terms = Terms::new();
    let ts = TransitionSystem::of_c(&terms, &parse(source));
    let names: Vec<String> =
        ts.vars.iter().map(|v| format!("{}: {:?}", terms.var_name(v.var), v.sort)).collect();
    let mut out = format!("state {}\n", names.join(", "));
    let shown =
        [("early", ts.early), ("init", ts.init.formula()), ("trans", ts.trans), ("bad", ts.bad.formula())];
    for (name, term) in shown {
        out.push_str(&format!("{name}: {}\n", terms.infix(term)));
    }
    expected.assert_eq(&out);
}

fn check_graph(source: &str, expected: Expect) {
    expected.assert_eq(&graph_text::show(&Cfg::of_c(&parse(source)), source));
}

#[test]
fn loops_of_all_kinds() {
    check(
        "int x = 0; while (x < 10) x++; assert(x == 10);",
        expect![[r#"
        state x: Int
        early: false
        init: x = 0
        trans: x <= 9 and x' = x + 1
        bad: x >= 10 and x != 10
    "#]],
    );
    check(
        "int x = 0; for (int i = 0; i < 5; i += 2) { if (x > 3) continue; x += i; } assert(x < 9);",
        expect![[r#"
        state x: Int, i: Int
        early: false
        init: x = 0 and i = 0
        trans: i <= 4 and x' = ite(x >= 4, x, x + i) and i' = i + 2
        bad: i >= 5 and x >= 9
    "#]],
    );
    check(
        "int x = 3; do { x--; } while (x > 0); assert(x == 0);",
        expect![[r#"
        state x: Int
        early: false
        init: x = 3
        trans: x >= 2 and x' = x - 1
        bad: x <= 1 and x != 1
    "#]],
    );
    check(
        "int x = 0; again: x++; if (x < 5) goto again; assert(x == 5);",
        expect![[r#"
        state x: Int
        early: false
        init: x = 0
        trans: x <= 3 and x' = x + 1
        bad: x >= 4 and x != 4
    "#]],
    );
    check(
        "int x = 5; do { x = 1; } while (0); assert(x == 1);",
        expect![[r#"
        state x: Int
        early: false
        init: false
        trans: false
        bad: false
    "#]],
    );
}

#[test]
fn values_as_in_c() {
    check(
        "int x; while (1) { x = x / 2; }",
        expect![[r#"
            state x: Int
            early: false
            init: true
            trans: x' = ite(x >= 0 or x mod 2 = 0, x div 2, x div 2 + 1)
            bad: false
        "#]],
    );
    check(
        "int x; while (1) { x = x % -3; }",
        expect![[r#"
            state x: Int
            early: false
            init: true
            trans: x' = ite(x >= 0 or x mod 3 = 0, x mod 3, x mod 3 - 3)
            bad: false
        "#]],
    );
    check(
        "int x; while (x % 2) x += 3; assert(x % 4 != 2 && x % 4 != -2);",
        expect![[r#"
        state x: Int
        early: false
        init: true
        trans: x mod 2 != 0 and x' = x + 3
        bad: x mod 2 = 0 and not (not (x >= 1 and x mod 4 = 2) and not (x <= -1 and x mod 4 = 2))
    "#]],
    );
    check(
        "int x; _Bool b; while (b) { b = x; x = !b + (x < 3); }",
        expect![[r#"
        state x: Int, b: Bool
        early: false
        init: true
        trans: b and x' = ite(x = 0, 1, 0) + ite(x <= 2, 1, 0) and (x != 0) = b'
        bad: false
    "#]],
    );
    check(
        "unsigned x; char c; while (nondet()) { x = __VERIFIER_nondet_uint(); c--; }",
        expect![[r#"
        state x: Int, c: Int
        early: false
        init: x >= 0 and -128 <= c <= 127
        trans: nondet#1 and nondet#2 >= 0 and x' = nondet#2 and c' = c - 1
        bad: false
    "#]],
    );
    check(
        "int x; while (1) { x = (x & 7) + (x >> 1) + ~x + (x << 2); }",
        expect![[r#"
        state x: Int
        early: false
        init: true
        trans: x' = 3*x + x mod 8 + x div 2 - 1
        bad: false
    "#]],
    );
}

#[test]
fn side_effects_in_conditions() {
    check(
        "int x; int y; while (x > 0 && y-- > 0) x--; assert(y > 3 || x++ < 2);",
        expect![[r#"
        state x: Int, y: Int
        early: false
        init: true
        trans: x >= 1 and y >= 1 and x' = x - 1 and y' = y - 1
        bad: (x >= 1 and y <= 0 or x <= 0) and ite(x >= 1, y - 1, y) <= 3 and x >= 2
    "#]],
    );
    check(
        "int x; int y; while (1) { y = x++ + x; }",
        expect![[r#"
        state x: Int, y: Int
        early: false
        init: true
        trans: x' = x + 1 and y' = 2*x + 1
        bad: false
    "#]],
    );
    check(
        "int x; int y; while (1) { y = x + x++; }",
        expect![[r#"
        state x: Int, y: Int
        early: false
        init: true
        trans: x' = x + 1 and y' = 2*x
        bad: false
    "#]],
    );
}

#[test]
fn functions_are_inlined() {
    check(
        "int g; int add(int a, int b) { g++; return a + b; } int main() { int s = 0; while (s < 9) { s = add(s, g) + add(1, 2); } }",
        expect![[r#"
            state g: Int, s: Int
            early: false
            init: g = 0 and s = 0
            trans: s <= 8 and g' = g + 2 and s' = g + s + 3
            bad: false
        "#]],
    );
    check(
        "int down(int n) { while (n > 0) n--; return n; } int main() { int x = nondet(); x = 2 * x + down(x) - down(3); assert(x != 1); }",
        expect![[r#"
            state x: Int, n: Int, down.n: Int, down#1: Int, pc: Int
            early: false
            init: pc = 1 and x = n
            trans: pc = 1 and n >= 1 and pc' = 1 and x' = x and n' = n - 1 and down.n' = down.n and down#1' = down#1 or pc = 1 and n <= 0 and pc' = 2 and x' = x and n' = n and down.n' = 3 and down#1' = n or pc = 2 and down.n >= 1 and pc' = 2 and x' = x and n' = n and down.n' = down.n - 1 and down#1' = down#1
            bad: pc = 2 and down.n <= 0 and 2*x + down#1 = down.n + 1
        "#]],
    );
}

#[test]
fn graphs() {
    check_graph(
        "int x; switch (x) { case 1: x = 2; case 2: x = 3; break; default: x = 4; } assert(x > 2);",
        expect![[r#"
            entry -> 3: [case 1]
            entry -> 4: [case 2]
            entry -> 5: [default]
            3 -> 6: x = 2
            6 -> 4: skip
            4 -> 7: x = 3
            7 -> 8: skip
            5 -> 9: x = 4
            9 -> 8: skip
            8 -> 10: [x > 2]
            8 -> error: [not x > 2] violates 0
            10 -> exit: skip
        "#]],
    );
    check_graph(
        "int main() { int x = 0; L: if (x > 3) goto M; x++; goto L; M: if (x == 9) { ERROR: return 1; } abort(); x = 7; }",
        expect![[r#"
            entry -> 6: x = 0
            6 -> head0: skip
            head0 -> 7: [x > 3]
            head0 -> 8: [not x > 3]
            7 -> 4: skip
            8 -> 9: x++
            9 -> head0: skip
            4 -> 10: [x == 9]
            4 -> 11: [not x == 9]
            10 -> 5: skip
            5 -> error: skip violates 0
            11 -> exit: skip
        "#]],
    );
}

/// A goto into a loop: neither place dominates the other.
#[test]
fn irreducible_loops() {
    check_graph(
        "int x; int y; if (x > 0) goto inside; while (y > 0) { x--; inside: y--; if (x > 5) goto inside; }",
        expect![[r#"
            entry -> 4: [x > 0]
            entry -> 5: [not x > 0]
            4 -> head1: skip
            5 -> head0: skip
            head0 -> 7: [y > 0]
            head0 -> 8: [not y > 0]
            7 -> 9: x--
            9 -> head1: skip
            head1 -> 10: y--
            10 -> 11: [x > 5]
            10 -> 12: [not x > 5]
            11 -> head1: skip
            12 -> head0: skip
            8 -> exit: skip
        "#]],
    );
    check(
        "int x; int y; if (x > 0) goto inside; while (y > 0) { x--; inside: y--; }",
        expect![[r#"
        state x: Int, y: Int
        early: false
        init: true
        trans: y >= 1 and x' = x - 1 and y' = y - 1
        bad: false
    "#]],
    );
}

/// About a thousand lines; what is made of them grows with the program, not faster.
#[test]
fn a_large_controller() {
    for style in [Style::Chain, Style::Switch] {
        let sizes: Vec<usize> = [40, 80, 160]
            .map(|states| {
                let source = controller(states, style);
                let terms = Terms::new();
                let ts = TransitionSystem::of_c(&terms, &parse(&source));
                let count = terms.size(terms.and([ts.trans, ts.bad.formula()]));
                assert!(terms.len() < 400 * states, "{} terms for {states} states, {style:?}", terms.len());
                count
            })
            .into();
        assert!(controller(80, style).lines().count() > 1_000);
        assert!(sizes[1] < 80 * 60, "{sizes:?}");
        assert!(sizes[2] - sizes[1] <= 2 * (sizes[1] - sizes[0]) + 100, "{style:?}: {sizes:?}");
    }
}
