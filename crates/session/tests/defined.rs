//! Executions of C programs fail without an overflow on their way, where one does.

use loopglass_session::{Session, verdict_of, warnings_of};
use trace::{Engine, Execution, Language, Settings, Setup, Verdict};

/// The execution that fails, and where a warning says that it overflows.
fn execution(source: &str, engine: Engine, run_first: bool) -> (Execution, Option<u32>) {
    checked(source, engine, Settings { run_first, ..Settings::default() })
}

fn checked(source: &str, engine: Engine, settings: Settings) -> (Execution, Option<u32>) {
    let setup = Setup { source: source.into(), language: Language::C, engine, settings };
    let (mut session, _) = Session::open(&setup).unwrap_or_else(|problems| panic!("{problems:?}\n{source}"));
    let events = session.run_to_end();
    let Some(Verdict::Unsafe(execution)) = verdict_of(&events) else {
        panic!("{:?}\n{source}", verdict_of(&events))
    };
    let warning = warnings_of(&events).into_iter().find(|warning| warning.message.contains("overflows here"));
    (execution.clone(), warning.map(|warning| warning.line))
}

/// In all ways in which a failure is found: by running the program, by search before the engine, by the engine.
fn all(source: &str) -> Vec<(Execution, Option<u32>)> {
    let ways = [(Engine::BMC, true), (Engine::BMC, false), (Engine::IMC, false), (Engine::VINTA_BOX, false)];
    ways.map(|(engine, run_first)| execution(source, engine, run_first)).into()
}

/// A program with an input, and in the third line what is computed of it and asserted.
fn of_input(body: &str) -> String {
    format!("int nondet_int(void);\nint main(void) {{ int n = nondet_int(); int m = 0;\n{body}\nreturn 0; }}")
}

fn input(execution: &Execution) -> i64 {
    execution.inputs[0].parse().expect("a number")
}

#[test]
fn what_fails_without_overflow_is_shown_so() {
    let triangle = "for (int i = 1; i <= n; i++) m += i;\nassert(2 * m == n * (n + 1));";
    for (execution, warning) in all(&of_input(triangle)) {
        let n = input(&execution);
        assert!((-46_340..=-2).contains(&n), "{n}");
        assert_eq!(warning, None);
    }
}

/// Where nothing overflows, what was found is shown.
#[test]
fn the_only_number_that_fails_is_found() {
    for (execution, _) in all(&of_input("m = n + n; assert(m != n - 7);")) {
        assert_eq!(input(&execution), -7);
    }
    for (execution, warning) in all(&of_input("m = n + 1; assert(m < 500);")) {
        assert!((499..=2_147_483_646).contains(&input(&execution)), "{execution:?}");
        assert_eq!(warning, None);
    }
}

#[test]
fn where_every_failure_overflows_a_warning_says_so_at_its_place() {
    for (execution, warning) in all(&of_input("\nm = n + 1;\nassert(m <= 2147483647);")) {
        assert_eq!(input(&execution), 2_147_483_647);
        assert_eq!(warning, Some(4));
    }
}

#[test]
fn what_the_language_asserts_fails_as_before() {
    let division = of_input("m = 1000000000 / (n - 1); assert(m < 2000000000);");
    for (execution, warning) in all(&division) {
        assert_eq!(input(&execution), 1);
        assert!(execution.failing.text.contains("zero"), "{}", execution.failing.text);
        assert_eq!(warning, None);
    }
}

#[test]
fn unsigned_numbers_wrap_and_overflow_nowhere() {
    let source = "unsigned nondet_uint(void);\nint main(void) { unsigned n = nondet_uint(); unsigned m = n + 1u;\nassert(m > n); return 0; }";
    for (execution, warning) in all(source) {
        assert_eq!(input(&execution), 4_294_967_295);
        assert_eq!(warning, None);
    }
}

#[test]
fn of_one_assertion_alone_its_own_failure_is_found() {
    let source = of_input(
        "int k = nondet_int(); m = n + 1;\nassert(n * 2 != 10);\nassert(n != 77 && m <= 2147483647);",
    );
    for engine in [Engine::BMC, Engine::IMC] {
        let settings = Settings { run_first: false, assertion: Some(2), ..Settings::default() };
        let (execution, warning) = checked(&source, engine, settings);
        assert_eq!((input(&execution), warning), (77, None));
    }
}

#[test]
fn a_long_execution_is_shown_as_it_was_found() {
    let source = "int main(void) { int i = 0, s = 2147483000;\nwhile (i < 3000) { s = s + 1; i = i + 1; }\n__VERIFIER_assert(s < 0); return 0; }\n";
    let source = format!("void __VERIFIER_assert(int);\n{source}");
    let (execution, warning) = execution(&source, Engine::BMC, true);
    assert!(execution.rows.len() > 3_000);
    assert_eq!(warning, Some(3));
}
