//! The stages of `cargo xtask check` and `cargo xtask test`, cheapest first: run until one fails, timed, and
//! summed up at the end.

use crate::browser::Browser;
use crate::process::{cargo, run, run_and_see};
use crate::{Result, browser, page, tools};
use std::process::Command;
use std::time::{Duration, Instant};

/// How many tests passed and failed, as counted from the closing lines of test runners.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    passed: u32,
    failed: u32,
}

impl Tally {
    /// A stage that is one check by itself.
    const ONE: Tally = Tally { passed: 1, failed: 0 };

    /// Adds what a closing line says: `test result: ok. 3 passed; 0 failed; ...` or `3 passed, 0 failed`.
    pub fn read(&mut self, line: &str) {
        let counts =
            line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". ")).map(|(_, n)| n);
        let mut words = counts.unwrap_or(line).split([' ', ',', ';']).filter(|word| !word.is_empty());
        let mut number_of = |kind| {
            let number = words.next()?.parse::<u32>().ok()?;
            (words.next()? == kind).then_some(number)
        };
        if let (Some(passed), Some(failed)) = (number_of("passed"), number_of("failed")) {
            self.passed += passed;
            self.failed += failed;
        }
    }

    /// Adds those of another runner.
    pub fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
    }

    /// What to say when a test runner with these counts ended badly.
    pub fn describe(self, what: &str) -> String {
        match self.failed {
            0 => format!("the {what} could not all run"),
            n => format!("{n} of the {what} failed"),
        }
    }
}

struct Stage {
    name: &'static str,
    run: fn() -> Result<Tally>,
}

const CHECKS: [Stage; 5] = [
    Stage { name: "formatting", run: || one(cargo().args(["fmt", "--all", "--check"])) },
    Stage { name: "architecture rules", run: architecture },
    Stage { name: "lints", run: lints },
    Stage { name: "lints of the page for WebAssembly", run: wasm_lints },
    Stage { name: "documentation", run: documentation },
];

const TESTS: [Stage; 5] = [
    Stage { name: "tests", run: tests },
    Stage { name: "release build of the page, packed", run: || page::pack().map(|()| Tally::ONE) },
    Stage { name: "size of the page", run: || page::check_size().map(|()| Tally::ONE) },
    Stage { name: "browser tests in Chromium", run: || browser::run(Browser::Chromium, &[]) },
    Stage { name: "browser tests in Firefox and WebKit", run: browser::run_in_others },
];

/// Everything that can be said without running the product; gives whether all is well.
pub fn check() -> bool {
    run_stages(CHECKS.iter())
}

/// Everything that CI runs; gives whether all is well.
pub fn test() -> bool {
    run_stages(CHECKS.iter().chain(&TESTS))
}

/// Reports as it goes; the last line printed counts what passed and failed.
fn run_stages<'a>(stages: impl Iterator<Item = &'a Stage>) -> bool {
    let start = Instant::now();
    let mut total = Tally::default();
    let mut summary = Vec::new();
    let mut failure = None;
    for Stage { name, run } in stages {
        if failure.is_some() {
            summary.push(format!("  not run            {name}"));
            continue;
        }
        println!("\n=== {name} (after {})", shown(start.elapsed()));
        let began = Instant::now();
        let result = run();
        let (word, tally) = match &result {
            Ok(tally) => ("ok", *tally),
            Err(_) => ("FAILED", Tally { passed: 0, failed: 1 }),
        };
        total.add(tally);
        summary.push(format!("  {word:<8} {:>9}  {name}", shown(began.elapsed())));
        failure = result.err().map(|error| format!("{name}: {error}"));
    }
    println!("\n=== summary (after {})\n{}", shown(start.elapsed()), summary.join("\n"));
    if let Some(error) = &failure {
        println!("{error}");
    }
    println!("{} passed, {} failed", total.passed, total.failed);
    failure.is_none()
}

fn shown(time: Duration) -> String {
    format!("{}:{:02} min", time.as_secs() / 60, time.as_secs() % 60)
}

fn one(command: &mut Command) -> Result<Tally> {
    run(command).map(|()| Tally::ONE)
}

fn architecture() -> Result<Tally> {
    counted(
        "architecture rules",
        cargo().args(["test", "--locked", "-p", "loopglass-tests", "--test", "architecture"]),
    )
}

fn lints() -> Result<Tally> {
    one(cargo().args(["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn wasm_lints() -> Result<Tally> {
    tools::wasm_target()?;
    let packages = ["-p", "loopglass-web", "-p", "loopglass-worker", "-p", "loopglass-app"];
    let target = ["--target", "wasm32-unknown-unknown"];
    one(cargo().args(["clippy", "--locked"]).args(packages).args(target).args(["--", "-D", "warnings"]))
}

fn documentation() -> Result<Tally> {
    one(cargo().args(["doc", "--locked", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
}

fn tests() -> Result<Tally> {
    let python = tools::python_with_z3()?;
    let mut all = cargo();
    all.args(["test", "--locked", "--workspace", "--no-fail-fast"]).env("LOOPGLASS_PYTHON", python);
    counted("tests", &mut all)
}

fn counted(what: &str, command: &mut Command) -> Result<Tally> {
    let mut tally = Tally::default();
    let good = run_and_see(command, |line| tally.read(line))?;
    if good { Ok(tally) } else { Err(tally.describe(what)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_counted() {
        let mut tally = Tally::default();
        for line in [
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test result: FAILED. 2 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s",
            "9 passed, 1 failed",
            "9 of 10 passed",
            "test logic::tests::passed ... ok",
            "",
        ] {
            tally.read(line);
        }
        assert_eq!(tally, Tally { passed: 23, failed: 4 });
    }

    #[test]
    fn stages_stop_at_a_failure() {
        let good = Stage { name: "good", run: || Ok(Tally::ONE) };
        let bad = Stage { name: "bad", run: || Err("no".into()) };
        let never = Stage { name: "never", run: || unreachable!() };
        assert!(!run_stages([&good, &bad, &never].into_iter()));
        assert!(run_stages([&good].into_iter()));
    }
}
