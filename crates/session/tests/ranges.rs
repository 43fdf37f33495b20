//! Ranges are told as the variables' types, and not once more by every formula; certificates and SMT-LIB text hold them.

use expect_test::{Expect, expect};
use loopglass_session::{Session, transcript, types, verdict_of};
use trace::{Engine, Integers, Language, Settings, Setup, Verdict};

fn setup(source: &str, integers: Integers) -> Setup {
    let source = format!("void assert(int);\nunsigned any(void);\nint nondet(void);\n{source}");
    let settings = Settings { integers, max_unrollings: 10, ..Settings::default() };
    Setup { source, language: Language::C, engine: Engine::IMC, settings }
}

/// The types, then the formulas of the transition system, then every line of the run that shows one.
fn check_in(source: &str, integers: Integers, expected: Expect) {
    let (mut session, opened) = Session::open(&setup(source, integers)).expect("a program");
    let mut out = types(&opened);
    for (name, formula) in [("I", &opened.init), ("T", &opened.trans), ("bad", &opened.bad)] {
        out += &format!("{name}: {}\n", formula.text());
    }
    let told = transcript(&session.run_to_end());
    let is_shown = |line: &&str| {
        line.starts_with("    ")
            || [", interpolant (", "* interpolant", "* new sequence", "SAFE"].iter().any(|w| line.contains(w))
    };
    out.extend(told.lines().filter(is_shown).map(|line| format!("{line}\n")));
    expected.assert_eq(&out);
}

fn check(source: &str, expected: Expect) {
    check_in(source, Integers::C, expected);
}

const COUNTS: &str = "int main(void) {
  unsigned n = any(), i = 0;
  unsigned char c = 0;
  while (i < n) { i++; c++; }
  assert(i == n);
}";

#[test]
fn unsigned_and_narrow_variables() {
    check(
        COUNTS,
        expect![[r#"
            variables: n : unsigned (0 to 4294967295), i : unsigned (0 to 4294967295), c : unsigned char (0 to 255)
            I: i = 0 and c = 0
            T: i < n and n' = n and i' = i + 1 and c' = ite(c <= 254, c + 1, c - 255)
            bad: n <= i and n != i
                I(s₀): i@0 = 0 and c@0 = 0
                ¬P(s₀): n@0 <= i@0 and n@0 != i@0
                A I(s₀): i@0 = 0 and c@0 = 0
                A T(s₀, s₁): i@0 < n@0 and n@1 = n@0 and i@1 = i@0 + 1 and c@1 = ite(c@0 <= 254, c@0 + 1, c@0 - 255)
                B ¬P(s₁): n@1 <= i@1 and n@1 != i@1
              * new sequence of interpolants at k = 1, by search, equations first
                A I(s₀): i@0 = 0 and c@0 = 0
                A T(s₀, s₁): i@0 < n@0 and n@1 = n@0 and i@1 = i@0 + 1 and c@1 = ite(c@0 <= 254, c@0 + 1, c@0 - 255)
                B ¬P(s₁): n@1 <= i@1 and n@1 != i@1
              unsat, interpolant (by search, equations first): i@1 <= n@1
              * interpolant 1: i <= n
                τ₁(s): i <= n
                ¬G(s): not (i = 0 and c = 0)
              * interpolant 1 joins: G = i = 0 and c = 0 or i <= n
                A τ₁(s₀): i@0 <= n@0
                A T(s₀, s₁): i@0 < n@0 and n@1 = n@0 and i@1 = i@0 + 1 and c@1 = ite(c@0 <= 254, c@0 + 1, c@0 - 255)
                B ¬P(s₁): n@1 <= i@1 and n@1 != i@1
              unsat, interpolant (by search, equations first): i@1 <= n@1
              * interpolant 2: i <= n
                τ₂(s): i <= n
                ¬G(s): not (i = 0 and c = 0 or i <= n)
              * interpolant 2 is contained in G: fixed point
              * SAFE, invariant: i <= n
        "#]],
    );
}

#[test]
fn the_same_numbers_without_types() {
    check_in(
        COUNTS,
        Integers::Mathematical,
        expect![[r#"
            I: n >= 0 and i = 0 and c = 0
            T: i < n and n' = n and i' = i + 1 and c' = c + 1
            bad: n <= i and n != i
                I(s₀): n@0 >= 0 and i@0 = 0 and c@0 = 0
                ¬P(s₀): n@0 <= i@0 and n@0 != i@0
                A I(s₀): n@0 >= 0 and i@0 = 0 and c@0 = 0
                A T(s₀, s₁): i@0 < n@0 and n@1 = n@0 and i@1 = i@0 + 1 and c@1 = c@0 + 1
                B ¬P(s₁): n@1 <= i@1 and n@1 != i@1
              * new sequence of interpolants at k = 1, by search, equations first
                A I(s₀): n@0 >= 0 and i@0 = 0 and c@0 = 0
                A T(s₀, s₁): i@0 < n@0 and n@1 = n@0 and i@1 = i@0 + 1 and c@1 = c@0 + 1
                B ¬P(s₁): n@1 <= i@1 and n@1 != i@1
              unsat, interpolant (by search, equations first): i@1 <= n@1
              * interpolant 1: i <= n
                τ₁(s): i <= n
                ¬G(s): not (n >= 0 and i = 0 and c = 0)
              * interpolant 1 joins: G = n >= 0 and i = 0 and c = 0 or i <= n
                A τ₁(s₀): i@0 <= n@0
                A T(s₀, s₁): i@0 < n@0 and n@1 = n@0 and i@1 = i@0 + 1 and c@1 = c@0 + 1
                B ¬P(s₁): n@1 <= i@1 and n@1 != i@1
              unsat, interpolant (by search, equations first): i@1 <= n@1
              * interpolant 2: i <= n
                τ₂(s): i <= n
                ¬G(s): not (n >= 0 and i = 0 and c = 0 or i <= n)
              * interpolant 2 is contained in G: fixed point
              * SAFE, invariant: i <= n
        "#]],
    );
}

#[test]
fn a_signed_variable_that_stays_in_its_range_and_one_that_may_not() {
    check(
        "int main(void) {
  int n = nondet(), i = 0, s = nondet();
  while (i < n) { i++; s += 2; }
  assert(i >= 0 && (n < 0 || i == n));
  return s;
}",
        expect![[r#"
            variables: n : int (-2147483648 to 2147483647), i : int (-2147483648 to 2147483647), s : int
            I: -2147483648 <= s <= 2147483647 and i = 0
            T: i < n and n' = n and i' = i + 1 and s' = s + 2
            bad: n <= i and not (i >= 0 and (n <= -1 or n = i))
                I(s₀): -2147483648 <= s@0 <= 2147483647 and i@0 = 0
                ¬P(s₀): n@0 <= i@0 and not (i@0 >= 0 and (n@0 <= -1 or n@0 = i@0))
                A I(s₀): -2147483648 <= s@0 <= 2147483647 and i@0 = 0
                A T(s₀, s₁): i@0 < n@0 and n@1 = n@0 and i@1 = i@0 + 1 and s@1 = s@0 + 2
                B ¬P(s₁): n@1 <= i@1 and not (i@1 >= 0 and (n@1 <= -1 or n@1 = i@1))
              * new sequence of interpolants at k = 1, by search, equations first
                A I(s₀): -2147483648 <= s@0 <= 2147483647 and i@0 = 0
                A T(s₀, s₁): i@0 < n@0 and n@1 = n@0 and i@1 = i@0 + 1 and s@1 = s@0 + 2
                B ¬P(s₁): n@1 <= i@1 and not (i@1 >= 0 and (n@1 <= -1 or n@1 = i@1))
              unsat, interpolant (by search, equations first): n@1 = i@1 and i@1 >= 0 or i@1 < n@1 or n@1 + i@1 = -1
              * interpolant 1: n = i and i >= 0 or i < n or n + i = -1
                τ₁(s): n = i and i >= 0 or i < n or n + i = -1
                ¬G(s): not (-2147483648 <= s <= 2147483647 and i = 0)
              * interpolant 1 joins: G = -2147483648 <= s <= 2147483647 and i = 0 or n = i and i >= 0 or i < n or n + i = -1
                A τ₁(s₀): n@0 = i@0 and i@0 >= 0 or i@0 < n@0 or n@0 + i@0 = -1
                A T(s₀, s₁): i@0 < n@0 and n@1 = n@0 and i@1 = i@0 + 1 and s@1 = s@0 + 2
                B ¬P(s₁): n@1 <= i@1 and not (i@1 >= 0 and (n@1 <= -1 or n@1 = i@1))
              * new sequence of interpolants at k = 1, from the proof
                A I(s₀): -2147483648 <= s@0 <= 2147483647 and i@0 = 0
                A T(s₀, s₁): i@0 < n@0 and n@1 = n@0 and i@1 = i@0 + 1 and s@1 = s@0 + 2
                B ¬P(s₁): n@1 <= i@1 and not (i@1 >= 0 and (n@1 <= -1 or n@1 = i@1))
              unsat, interpolant (from the proof): i@1 <= n@1 and i@1 >= 1
              * interpolant 1: i <= n and i >= 1
                τ₁(s): i <= n and i >= 1
                ¬G(s): not (-2147483648 <= s <= 2147483647 and i = 0)
              * interpolant 1 joins: G = -2147483648 <= s <= 2147483647 and i = 0 or i <= n and i >= 1
                A τ₁(s₀): i@0 <= n@0 and i@0 >= 1
                A T(s₀, s₁): i@0 < n@0 and n@1 = n@0 and i@1 = i@0 + 1 and s@1 = s@0 + 2
                B ¬P(s₁): n@1 <= i@1 and not (i@1 >= 0 and (n@1 <= -1 or n@1 = i@1))
              unsat, interpolant (from the proof): i@1 <= n@1 and i@1 >= 2
              * interpolant 2: i <= n and i >= 2
                τ₂(s): i <= n and i >= 2
                ¬G(s): not (-2147483648 <= s <= 2147483647 and i = 0 or i <= n and i >= 1)
              * interpolant 2 is contained in G: fixed point
              * SAFE, invariant: i = 0 or i <= n and i >= 1
        "#]],
    );
    check(
        "int main(void) {
  int n = nondet(), s = nondet(), t = s;
  while (n > 0) { n--; s += 2; }
  assert(s >= t);
}",
        expect![[r#"
            variables: n : int (-2147483648 to 2147483647), s : int, t : int (-2147483648 to 2147483647)
            I: -2147483648 <= s <= 2147483647 and s = t
            T: n >= 1 and n' = n - 1 and s' = s + 2 and t' = t
            bad: n <= 0 and s < t
                I(s₀): -2147483648 <= s@0 <= 2147483647 and s@0 = t@0
                ¬P(s₀): n@0 <= 0 and s@0 < t@0
                A I(s₀): -2147483648 <= s@0 <= 2147483647 and s@0 = t@0
                A T(s₀, s₁): n@0 >= 1 and n@1 = n@0 - 1 and s@1 = s@0 + 2 and t@1 = t@0
                B ¬P(s₁): n@1 <= 0 and s@1 < t@1
              * new sequence of interpolants at k = 1, by search, equations first
                A I(s₀): -2147483648 <= s@0 <= 2147483647 and s@0 = t@0
                A T(s₀, s₁): n@0 >= 1 and n@1 = n@0 - 1 and s@1 = s@0 + 2 and t@1 = t@0
                B ¬P(s₁): n@1 <= 0 and s@1 < t@1
              unsat, interpolant (by search, equations first): t@1 <= s@1
              * interpolant 1: t <= s
                τ₁(s): t <= s
                ¬G(s): not (-2147483648 <= s <= 2147483647 and s = t)
              * interpolant 1 joins: G = -2147483648 <= s <= 2147483647 and s = t or t <= s
                A τ₁(s₀): t@0 <= s@0
                A T(s₀, s₁): n@0 >= 1 and n@1 = n@0 - 1 and s@1 = s@0 + 2 and t@1 = t@0
                B ¬P(s₁): n@1 <= 0 and s@1 < t@1
              unsat, interpolant (by search, equations first): t@1 <= s@1
              * interpolant 2: t <= s
                τ₂(s): t <= s
                ¬G(s): not (-2147483648 <= s <= 2147483647 and s = t or t <= s)
              * interpolant 2 is contained in G: fixed point
              * SAFE, invariant: t <= s
        "#]],
    );
}

#[test]
fn a_bound_that_is_not_the_type_s_stays() {
    check(
        "int main(void) {
  unsigned char c = 0;
  while (c < 200) c++;
  assert(c <= 200);
}",
        expect![[r#"
            variables: c : unsigned char (0 to 255)
            I: c = 0
            T: c <= 199 and c' = c + 1
            bad: c >= 200 and c >= 201
                I(s₀): c@0 = 0
                ¬P(s₀): c@0 >= 200 and c@0 >= 201
                A I(s₀): c@0 = 0
                A T(s₀, s₁): c@0 <= 199 and c@1 = c@0 + 1
                B ¬P(s₁): c@1 >= 200 and c@1 >= 201
              * new sequence of interpolants at k = 1, by search, equations first
                A I(s₀): c@0 = 0
                A T(s₀, s₁): c@0 <= 199 and c@1 = c@0 + 1
                B ¬P(s₁): c@1 >= 200 and c@1 >= 201
              unsat, interpolant (by search, equations first): c@1 <= 200
              * interpolant 1: c <= 200
                τ₁(s): c <= 200
                ¬G(s): c != 0
              * interpolant 1 joins: G = c = 0 or c <= 200
                A τ₁(s₀): c@0 <= 200
                A T(s₀, s₁): c@0 <= 199 and c@1 = c@0 + 1
                B ¬P(s₁): c@1 >= 200 and c@1 >= 201
              unsat, interpolant (by search, equations first): c@1 <= 200
              * interpolant 2: c <= 200
                τ₂(s): c <= 200
                ¬G(s): not (c = 0 or c <= 200)
              * interpolant 2 is contained in G: fixed point
              * SAFE, invariant: c <= 200
        "#]],
    );
}

#[test]
fn a_condition_that_the_type_decides() {
    check(
        "int main(void) {
  unsigned i = 3, rounds = 0;
  while (i >= 0) { i--; rounds++; assert(rounds < 3); }
}",
        expect![[r#"
            variables: i : unsigned (0 to 4294967295), rounds : unsigned (0 to 4294967295)
            I: i = 3 and rounds = 0
            T: rounds <= 1 and i' = ite(i >= 1, i - 1, i + 4294967295) and rounds' = rounds + 1
            bad: rounds >= 2
                I(s₀): i@0 = 3 and rounds@0 = 0
                ¬P(s₀): rounds@0 >= 2
                A I(s₀): i@0 = 3 and rounds@0 = 0
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁): rounds@1 >= 2
              * new sequence of interpolants at k = 1, by search, equations first
                A I(s₀): i@0 = 3 and rounds@0 = 0
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁): rounds@1 >= 2
              unsat, interpolant (by search, equations first): rounds@1 <= 1
              * interpolant 1: rounds <= 1
                τ₁(s): rounds <= 1
                ¬G(s): not (i = 3 and rounds = 0)
              * interpolant 1 joins: G = i = 3 and rounds = 0 or rounds <= 1
                A τ₁(s₀): rounds@0 <= 1
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁): rounds@1 >= 2
              * new sequence of interpolants at k = 1, from the proof
                A I(s₀): i@0 = 3 and rounds@0 = 0
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁): rounds@1 >= 2
              unsat, interpolant (from the proof): rounds@1 <= 1
              * interpolant 1: rounds <= 1
                τ₁(s): rounds <= 1
                ¬G(s): not (i = 3 and rounds = 0)
              * interpolant 1 joins: G = i = 3 and rounds = 0 or rounds <= 1
                A τ₁(s₀): rounds@0 <= 1
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁): rounds@1 >= 2
              * new sequence of interpolants at k = 1, by search, with all plain facts
                A I(s₀): i@0 = 3 and rounds@0 = 0
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁): rounds@1 >= 2
              unsat, interpolant (by search, with all plain facts): i@1 >= 2 and i@1 + rounds@1 = 3
              * interpolant 1: i >= 2 and i + rounds = 3
                τ₁(s): i >= 2 and i + rounds = 3
                ¬G(s): not (i = 3 and rounds = 0)
              * interpolant 1 joins: G = i = 3 and rounds = 0 or i >= 2 and i + rounds = 3
                A τ₁(s₀): i@0 >= 2 and i@0 + rounds@0 = 3
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁): rounds@1 >= 2
              * new sequence of interpolants at k = 1, by search, bounds first
                A I(s₀): i@0 = 3 and rounds@0 = 0
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁): rounds@1 >= 2
              unsat, interpolant (by search, bounds first): rounds@1 <= 1
              * interpolant 1: rounds <= 1
                τ₁(s): rounds <= 1
                ¬G(s): not (i = 3 and rounds = 0)
              * interpolant 1 joins: G = i = 3 and rounds = 0 or rounds <= 1
                A τ₁(s₀): rounds@0 <= 1
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁): rounds@1 >= 2
              * new sequence of interpolants at k = 1, from the proof, dual
                A I(s₀): i@0 = 3 and rounds@0 = 0
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁): rounds@1 >= 2
              unsat, interpolant (from the proof, dual): rounds@1 <= 1
              * interpolant 1: rounds <= 1
                τ₁(s): rounds <= 1
                ¬G(s): not (i = 3 and rounds = 0)
              * interpolant 1 joins: G = i = 3 and rounds = 0 or rounds <= 1
                A τ₁(s₀): rounds@0 <= 1
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁): rounds@1 >= 2
                A I(s₀): i@0 = 3 and rounds@0 = 0
                A T(s₀, s₁): rounds@0 <= 1 and i@1 = ite(i@0 >= 1, i@0 - 1, i@0 + 4294967295) and rounds@1 = rounds@0 + 1
                B ¬P(s₁) ∨ T(s₁, s₂) ∧ ¬P(s₂): rounds@1 >= 2 or rounds@1 <= 1 and i@2 = ite(i@1 >= 1, i@1 - 1, i@1 + 4294967295) and rounds@2 = rounds@1 + 1 and rounds@2 >= 2
              * UNSAFE
                start: i = 0, rounds = 0
                line 5: i = 3   -- i := 3   [i = 3, rounds = 0]
                line 5: rounds = 0   -- rounds := 0   [i = 3, rounds = 0]
                line 6: i >= 0   -- condition is true: another round   [i = 3, rounds = 0]
                line 6: i--   -- i := 2   [i = 2, rounds = 0]
                line 6: rounds++   -- rounds := 1   [i = 2, rounds = 1]
                line 6: assert(rounds < 3)   -- assertion holds   [i = 2, rounds = 1]
                line 6: i >= 0   -- condition is true: another round   [i = 2, rounds = 1]
                line 6: i--   -- i := 1   [i = 1, rounds = 1]
                line 6: rounds++   -- rounds := 2   [i = 1, rounds = 2]
                line 6: assert(rounds < 3)   -- assertion holds   [i = 1, rounds = 2]
                line 6: i >= 0   -- condition is true: another round   [i = 1, rounds = 2]
                line 6: i--   -- i := 0   [i = 0, rounds = 2]
                line 6: rounds++   -- rounds := 3   [i = 0, rounds = 3]
                line 6: assert(rounds < 3)   -- assertion FAILS   [i = 0, rounds = 3]
                line 6 fails: assert(rounds < 3)
        "#]],
    );
}

#[test]
fn what_is_certified_holds_the_ranges() {
    let (mut session, opened) = Session::open(&setup(COUNTS, Integers::C)).expect("a program");
    assert!(!opened.trans.text().contains("4294967295"));
    assert!(opened.trans.smt.contains("4294967295"), "{}", opened.trans.smt);
    let events = session.run_to_end();
    let Some(Verdict::Safe { certificate, .. }) = verdict_of(&events) else { panic!("no proof") };
    assert!(certificate.contains("4294967295") && certificate.contains("255"), "{certificate}");
}

/// What is written in SMT-LIB is either shown or listed as hidden, for whoever wants to declare it.
#[test]
fn what_only_a_type_s_range_speaks_of_is_listed() {
    let source = "int main(void) { int x = nondet(); assert(0); return 0; }";
    let engine: Engine = "vinta-boxes".parse().expect("an engine");
    let (mut session, _) = Session::open(&Setup { engine, ..setup(source, Integers::C) }).expect("a program");
    let events = session.run_to_end();
    let about: Vec<_> =
        events.iter().flat_map(|e| &e.formulas).filter(|f| f.smt.contains("nondet#1@0")).collect();
    assert!(!about.is_empty(), "the range of the input is part of a query");
    for formula in about {
        let is_hidden = formula.hidden.iter().any(|s| s.to_string() == "nondet#1@0" && !s.boolean);
        assert_ne!(is_hidden, formula.text().contains("nondet#1@0"), "{formula:?}");
    }
}
