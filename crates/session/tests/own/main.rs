//! Formulas of the user's: what is judged of invariants; of interpolants in a module of their own.

mod interpolants;

use expect_test::{Expect, expect};
use loopglass_session::judge;
use trace::{
    Attempt, Claim, ConditionOutcome, Engine, Formula, Integers, Judgement, Language, Overflow, Reach, Setup,
    Values,
};

const UP: &str = "int x, y; { x = 0 and y = 0 } while x < 5 do x := x + 1; y := y + 2 done { y = 10 }";

fn setup(source: &str, language: Language) -> Setup {
    Setup { source: source.into(), language, engine: Engine::IMC, ..Setup::default() }
}

fn text(formula: &Formula) -> String {
    let row = |row: &Vec<trace::Tok>| row.iter().map(|tok| tok.text.as_str()).collect::<String>();
    formula.rows.iter().map(row).collect::<Vec<_>>().join("; ")
}

fn state((place, values): &(u32, Values)) -> String {
    let values: Vec<String> = values.iter().map(|(name, value)| format!("{name}={value}")).collect();
    format!("{place}({})", values.join(" "))
}

/// What is judged, as text.
fn told(judgement: &Judgement) -> String {
    let mut out = String::new();
    if let Some((at, problem)) = &judgement.problem {
        out += &format!("text {at}, {}-{}: {}\n", problem.from, problem.to, problem.message);
    }
    for formula in &judgement.formulas {
        out += &format!("read: {}\n", text(formula));
    }
    if !judgement.conditions.is_empty()
        && judgement.conditions.iter().all(|c| c.outcome == ConditionOutcome::Holds)
    {
        return out + &format!("all {} hold\n", judgement.conditions.len());
    }
    for condition in &judgement.conditions {
        out += &format!("{:?}: ", condition.kind);
        out += &match &condition.outcome {
            ConditionOutcome::Holds => "holds".to_owned(),
            ConditionOutcome::Unknown(why) => format!("unknown: {why}"),
            ConditionOutcome::Violated(v) => {
                let states: Vec<String> = v.states.iter().map(state).collect();
                let failing: Vec<String> = v.failing.iter().map(text).collect();
                let reached = match v.reach {
                    Reach::After(n) => format!(", reached after {n}"),
                    Reach::NotSoon => String::new(),
                    Reach::Unknown => ", reached?".into(),
                };
                format!(
                    "violated by {}, false: [{}]{reached} {}",
                    states.join(" -> "),
                    failing.join(", "),
                    v.foreign.join(" ")
                )
            }
        };
        out = out.trim_end().to_owned() + "\n";
    }
    out
}

fn check(setup: &Setup, texts: &[&str], expected: Expect) {
    let texts = texts.iter().map(|text| (*text).to_owned()).collect();
    let judgement = judge(&Attempt { number: 1, setup: setup.clone(), claim: Claim::Invariant(texts) });
    expected.assert_eq(&told(&judgement));
}

#[test]
fn invariants_of_one_loop() {
    let up = setup(UP, Language::Imp);
    check(
        &up,
        &["x <= 5 and y = 2 * x"],
        expect![[r#"
            read: x <= 5; 2*x = y
            all 3 hold
        "#]],
    );
    check(
        &up,
        &["y == 2*x && x <= 5"],
        expect![[r#"
            read: 2*x = y; x <= 5
            all 3 hold
        "#]],
    );
    // Too strong, too weak, and false at the beginning.
    check(
        &up,
        &["y = 2 * x and x <= 3"],
        expect![[r#"
        read: 2*x = y; x <= 3
        Initiation: holds
        Consecution: violated by 0(x=3 y=6) -> 0(x=4 y=8), false: [x <= 3], reached after 3
        Safety: holds
    "#]],
    );
    check(
        &up,
        &["y = 2 * x"],
        expect![[r#"
        read: 2*x = y
        Initiation: holds
        Consecution: holds
        Safety: violated by 0(x=6 y=12), false: []
    "#]],
    );
    check(
        &up,
        &["x <= 5"],
        expect![[r#"
        read: x <= 5
        Initiation: holds
        Consecution: holds
        Safety: violated by 0(x=5 y=0), false: []
    "#]],
    );
    check(
        &up,
        &["x > 0"],
        expect![[r#"
        read: x >= 1
        Initiation: violated by 0(x=0 y=0), false: [x >= 1], reached after 0
        Consecution: holds
        Safety: violated by 0(x=5 y=0), false: []
    "#]],
    );
    check(
        &up,
        &["y = 2 * z"],
        expect![[r#"
        text 0, 8-9: there is no variable `z` here
    "#]],
    );
}

#[test]
fn an_invariant_cannot_save_what_fails() {
    let fails = setup("int x; { x = 0 } while x < 3 do x := x + 1 done { x = 2 }", Language::Imp);
    check(
        &fails,
        &["x <= 3 and x >= 0"],
        expect![[r#"
        read: 0 <= x <= 3
        Initiation: holds
        Consecution: holds
        Safety: violated by 0(x=3), false: [], reached after 3
    "#]],
    );
    let early =
        setup("int x; { x = 0 } assert x = 1; while x < 3 do x := x + 1 done { x = 3 }", Language::Imp);
    check(
        &early,
        &["x <= 3"],
        expect![[r#"
            read: x <= 3
            Initiation: holds
            Consecution: holds
            Safety: holds
            NoEarlyFailure: violated by , false: [], reached?
        "#]],
    );
}

#[test]
fn each_loop_has_its_own() {
    let two = setup(
        "int x, y; { x = 0 and y = 0 } while x < 4 do x := x + 1 done; while y < x do y := y + 1 done { y = 4 }",
        Language::Imp,
    );
    check(
        &two,
        &["x <= 4 and y = 0", "x = 4 and y <= 4"],
        expect![[r#"
            read: x <= 4; y = 0
            read: x = 4; y <= 4
            all 3 hold
        "#]],
    );
    check(
        &two,
        &["x <= 4", "x = 4 and y <= 4"],
        expect![[r#"
        read: x <= 4
        read: x = 4; y <= 4
        Initiation: holds
        Consecution: violated by 0(x=4 y=5) -> 1(x=4 y=5), false: [y <= 4]
        Safety: holds
    "#]],
    );
    check(
        &two,
        &["x <= 4"],
        expect![[r#"
        read: x <= 4
        read: true
        Initiation: holds
        Consecution: holds
        Safety: violated by 1(x=0 y=0), false: []
    "#]],
    );
}

#[test]
fn types_of_c_are_known() {
    let c = setup(
        "#include <assert.h>\nint main(void) { unsigned char c = 0; while (c < 200) c = c + 2; assert(c == 200); }",
        Language::C,
    );
    check(
        &c,
        &["c <= 200 && c % 2 == 0"],
        expect![[r#"
            read: c <= 200; c mod 2 = 0
            all 3 hold
        "#]],
    );
    let mut bits = c.clone();
    bits.settings.integers = Integers::Bits;
    check(
        &bits,
        &["c <= 200 && c % 2 == 0"],
        expect![[r#"
            read: c <= 200; c mod 2 = 0
            all 3 hold
        "#]],
    );
    check(
        &bits,
        &["c <= 200"],
        expect![[r#"
        read: c <= 200
        Initiation: holds
        Consecution: violated by 0(c=199) -> 0(c=201), false: [c <= 200]
        Safety: holds
    "#]],
    );
}

#[test]
fn arrays_and_structures_have_their_own_names() {
    let c = setup(
        "#include <assert.h>\nstruct pair { int low; int high; };\nint main(void) { int a[2] = {0, 5}; struct pair p = {0, 5};\n\
         while (p.low < p.high) { p.low++; a[0]++; }\n assert(p.low == a[0] && a[1] == 5); }",
        Language::C,
    );
    check(
        &c,
        &["p.low == a[0] && a[1] == 5"],
        expect![[r#"
            read: a[0] = p.low; a[1] = 5
            all 3 hold
        "#]],
    );
    check(
        &c,
        &["p.low == a[0]"],
        expect![[r#"
        read: a[0] = p.low
        Initiation: holds
        Consecution: holds
        Safety: violated by 0(a[0]=0 a[1]=0 p.low=0 p.high=0), false: []
    "#]],
    );
    check(
        &c,
        &["p.low == a[2]"],
        expect![[r#"
        text 0, 9-10: there is no variable `a` here
    "#]],
    );
    let circuit = setup("aag 3 1 2 0 0 1\n2\n4 2\n6 4\n6\nl0 first\nl1 second\nb0 lit\n", Language::Aiger);
    check(
        &circuit,
        &["not first or not second"],
        expect![[r#"
        read: not first or not second
        Initiation: holds
        Consecution: violated by 0(first=true second=false) -> 0(first=true second=true), false: [not first or not second], reached after 1
        Safety: violated by 0(first=false second=true), false: [], reached after 2
    "#]],
    );
    check(
        &circuit,
        &["first = second"],
        expect![[r#"
        read: first = second
        Initiation: holds
        Consecution: violated by 0(first=false second=false) -> 0(first=true second=false), false: [first = second], reached after 0
        Safety: violated by 0(first=true second=true), false: [], reached after 2
    "#]],
    );
    let clauses = setup(
        "(set-logic HORN)\n(declare-fun P (Int Int) Bool)\n\
         (assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (P x y))))\n\
         (assert (forall ((x Int) (y Int)) (=> (P x y) (P (+ x 1) (+ y 2)))))\n\
         (assert (forall ((x Int) (y Int)) (=> (and (P x y) (< y x)) false)))\n(check-sat)\n",
        Language::Chc,
    );
    check(
        &clauses,
        &["x >= 0"],
        expect![[r#"
        read: x >= 0
        Initiation: holds
        Consecution: holds
        Safety: violated by 0(x=1 y=0), false: []
    "#]],
    );
}

/// What intervals know of executions is not used: rounds begin in any state that the formula has.
#[test]
fn rounds_of_c_are_those_of_c_from_any_state() {
    let judged = |body: &str, text: &str, expected: Expect| {
        let c = setup(
            &format!("#include <assert.h>\nint nondet(void);\nint main(void) {{ {body} }}"),
            Language::C,
        );
        check(&c, &[text], expected);
    };
    judged(
        "unsigned x = 0; while (x < 10) { x = x + 1; } assert(x + 1 > x);",
        "true",
        expect![[r#"
        read: true
        Initiation: holds
        Consecution: holds
        Safety: violated by 0(x=4294967295), false: []
    "#]],
    );
    judged(
        "unsigned x = 0; while (x < 10) { x = x + 1; } assert(x + 1 > x);",
        "x <= 10",
        expect![[r#"
        read: x <= 10
        all 3 hold
    "#]],
    );
    judged(
        "int y = 0; while (y < 10) { y = y + 1; } assert((unsigned char)y == y);",
        "true",
        expect![[r#"
        read: true
        Initiation: holds
        Consecution: holds
        Safety: violated by 0(y=256), false: []
    "#]],
    );
    judged(
        "int y = 0; int z = 0; while (nondet()) { if (y < 10) y++; z = (unsigned char)y; } assert(z <= 10);",
        "z != 44 or y = 44",
        expect![[r#"
            read: z != 44 or y = 44
            Initiation: holds
            Consecution: violated by 0(y=-213 z=0) -> 0(y=-212 z=44), false: [z != 44 or y = 44]
            Safety: violated by 0(y=0 z=11), false: []
        "#]],
    );
    judged(
        "unsigned char x = 2; int y = 0; while (x <= 2) { x = y; } assert(x <= 2);",
        "true",
        expect![[r#"
            read: true
            Initiation: holds
            Consecution: holds
            Safety: violated by 0(x=3 y=0), false: []
        "#]],
    );
    judged(
        "int y = 2; while (y != 2) { y = 2 * y; } assert(y == 2);",
        "true",
        expect![[r#"
        read: true
        all 3 hold
    "#]],
    );
    let mut checked = setup(
        "#include <assert.h>\nint main(void) { int y = 1; while (y < 1000) { y = y + y; } assert(y >= 0); }",
        Language::C,
    );
    checked.settings.overflow = Overflow::Check;
    check(
        &checked,
        &["true"],
        expect![[r#"
        read: true
        Initiation: holds
        Consecution: holds
        Safety: violated by 0(y=-1073741825), false: []
    "#]],
    );
    check(
        &checked,
        &["y >= 1"],
        expect![[r#"
        read: y >= 1
        all 3 hold
    "#]],
    );
    // Which of the few values of an operand it is tells what a bit operation is; of other values nothing is said.
    let product = setup(
        "#include <assert.h>\nint main(void) { int k = 3; int y = 0; while (y < 9) { y = y + 1; if ((y & k) == 9) y = 0; } assert(y == 9); }",
        Language::C,
    );
    let texts = vec!["k == 3 && y <= 9".to_owned()];
    let judgement = judge(&Attempt { number: 1, setup: product, claim: Claim::Invariant(texts) });
    assert!(judgement.is_narrowed);
}
