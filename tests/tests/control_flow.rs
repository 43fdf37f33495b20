//! Control flow of every shape through the engines: loops with several entries, code that is never reached, programs without
//! loops, loops that are never entered or never left, programs that do nothing.

use session::{Session, verdict_of};
use trace::{Engine, Language, Settings, Setup, Verdict};

fn verdict(source: &str, language: Language, engine: Engine) -> &'static str {
    // On integers AR's rounds cost more each.
    let max_unrollings = match engine {
        Engine::Ar(_) => 2,
        // Each path has interpolants for all of its nodes.
        Engine::Impact(_) => 6,
        _ => 20,
    };
    let settings = Settings { max_unrollings, max_conflicts: 2_000, ..Settings::default() };
    let setup = Setup { source: source.into(), language, engine, settings };
    let (mut session, _) = Session::open(&setup).unwrap_or_else(|problems| panic!("{problems:?}\n{source}"));
    match verdict_of(&session.run_to_end()) {
        Some(Verdict::Safe { .. }) => "safe",
        Some(Verdict::Unsafe(_)) => "unsafe",
        Some(Verdict::Unknown(_)) => "unknown",
        other => panic!("{other:?}\n{source}"),
    }
}

/// IMC and backward FiB reach the verdict; no engine reaches another one.
fn check(language: Language, source: &str, expected: &str) {
    for engine in Engine::ALL {
        let found = verdict(source, language, engine);
        let must = matches!(engine, Engine::IMC | Engine::FIB_B);
        let is_right = found == expected || found == "unknown" && !must;
        assert!(is_right, "{engine}: {found} instead of {expected}\n{source}");
    }
}

fn c(source: &str, expected: &str) {
    check(Language::C, source, expected);
}

fn imp(source: &str, expected: &str) {
    check(Language::Imp, source, expected);
}

/// Irreducible: no location of the loop comes before all others.
#[test]
fn loops_with_two_entries() {
    let jump = |wanted: &str| {
        format!(
            "int x = 0; if (nondet()) goto odd;
             even: x++;
             odd: x++; if (x < 9) goto even;
             assert(x {wanted});"
        )
    };
    c(&jump(">= 9"), "safe");
    c(&jump("<= 10"), "safe");
    c(&jump("!= 10"), "unsafe");
    c(&jump("!= 9"), "unsafe");
    c(&jump("> 9"), "unsafe");
}

#[test]
fn jumps_into_a_loop_from_before_and_after() {
    let source = |wanted: &str| {
        format!(
            "int x = 4; int again = 0;
             if (nondet()) goto inside;
             while (x > 0) {{
                 x = x - 1;
                 inside: if (x > 4) goto out;
             }}
             if (again == 0) {{ again = 1; x = 2; goto inside; }}
             out: assert(x {wanted});"
        )
    };
    c(&source("== 0"), "safe");
    c(&source("> 0"), "unsafe");
}

/// Three locations, each of which leads to both others.
#[test]
fn a_triangle_of_jumps() {
    let source = |wanted: &str| {
        format!(
            "int steps = 0; int at = 0;
             if (nondet()) goto b; if (nondet()) goto c;
             a: at = 1; if (steps >= 3) goto end; steps++; if (nondet()) goto b; goto c;
             b: at = 2; if (steps >= 3) goto end; steps++; if (nondet()) goto c; goto a;
             c: at = 3; if (steps >= 3) goto end; steps++; if (nondet()) goto a; goto b;
             end: assert({wanted});"
        )
    };
    c(&source("at >= 1 && at <= 3"), "safe");
    c(&source("steps <= 3"), "safe");
    c(&source("at != 2"), "unsafe");
}

/// A loop between two states of a switch, entered at either.
#[test]
fn a_jump_into_a_switch() {
    let source = |wanted: &str| {
        format!(
            "int x; int s = 0; if (x > 5) goto two;
             while (s < 3) {{
                 switch (s) {{
                     case 0: s = 1; break;
                     case 1: two: s = 2; break;
                     default: s = 3;
                 }}
             }}
             assert(s {wanted});"
        )
    };
    c(&source("== 3"), "safe");
    c(&source("< 3"), "unsafe");
}

#[test]
fn code_that_is_never_reached() {
    c("int main() { return 0; assert(0); }", "safe");
    c("int main() { int x = 1; while (x > 0) x++; assert(0); return 1; while (1) assert(0); }", "safe");
    c("void f(void) { assert(0); } int main() { int x = 0; while (x < 3) x++; assert(x == 3); }", "safe");
    c("int x = 0; goto end; while (1) { x++; assert(0); } end: assert(x == 0);", "safe");
    c("int main() { for (;;) { if (nondet()) abort(); } ERROR: return 1; }", "safe");
    c("int main() { for (;;) { if (nondet()) goto ERROR; } ERROR: return 1; }", "unsafe");
    imp("assume false; x := 0; while x < 3 do x := x + 1 done; assert false", "safe");
    imp("{ x > 0 and x < 0 } while x < 3 do x := x + 1; assert false done", "safe");
    imp("while true do skip done; assert false", "safe");
    imp("x := 0; while x < 2 do x := x + 1; assume x > 5 done; assert false", "safe");
}

#[test]
fn programs_without_loops() {
    c("int main(void) { int x = nondet(); if (x > 3) assert(x >= 4); return 0; }", "safe");
    c("int main(void) { int x = nondet(); if (x > 3) assert(x > 4); return 0; }", "unsafe");
    c("int x; do { x = 1; } while (0); assert(x == 1);", "safe");
    c("int x; if (x) goto ERROR; if (x == 0) { ERROR: ; }", "unsafe");
    imp("x := 3; assert x = 3", "safe");
    imp("{ x > 0 } skip { x > 1 }", "unsafe");
}

#[test]
fn loops_that_are_never_entered() {
    c("int x = 5; while (x < 5) { x--; assert(0); } assert(x == 5);", "safe");
    c("int x = 5; while (x < 5) x--; assert(x != 5);", "unsafe");
    c("for (int i = 0; i < 0; i++) assert(0); for (int j = 1; j < 1; j++) assert(0);", "safe");
    imp("{ x = 1 } while x > 1 do x := x + 1 done { x = 1 }", "safe");
    imp("while false do assert false done", "safe");
}

#[test]
fn programs_that_do_nothing() {
    c("int main() {}", "safe");
    c("int main(void) { return 0; }", "safe");
    c("void main() { ; ; {} }", "safe");
    c("int x;", "safe");
    c("int main() { while (1); }", "safe");
    c("int main() { assert(1); while (nondet()) {} }", "safe");
    imp("skip", "safe");
    imp("{ true } skip { true }", "safe");
    imp("while nondet do skip done", "safe");
    imp("skip { false }", "unsafe");
}

#[test]
fn failures_before_and_behind_loops() {
    imp("assert x != 7; while x > 0 do x := x - 1 done", "unsafe");
    imp("x := 0; while x < 3 do x := x + 1 done; while x < 5 do x := x + 1 done; assert x < 5", "unsafe");
    imp("x := 0; while x < 3 do x := x + 1 done; while x < 5 do x := x + 1 done; assert x = 5", "safe");
    c("int x = 0; while (x < 3) { x++; assert(x != 3); }", "unsafe");
}
