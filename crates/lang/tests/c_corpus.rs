//! The C programs of the corpus, as far as the front end goes: what is accepted, and what is said about the rest.

use std::path::{Path, PathBuf};

use expect_test::expect_file;

mod generate;
use generate::Random;
use lang::interp::{Limits, Oracle, Outcome};
use lang::{ExpectedVerdict, Int, NondetId, Sort, Unit, Value};

/// The C programs of a folder of the corpus, by file name.
fn programs(folder: &str) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the corpus is part of the repository");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 20, "{} has only {} programs", folder.display(), paths.len());
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a readable file");
    paths.iter().map(|path| (path.clone(), read(path))).collect()
}

fn file_name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("file names of the corpus are plain")
}

/// Each file must be a program without a remark, and say in its first two lines what is expected and what it is about.
fn accepted(folder: &str, verdict: ExpectedVerdict) -> Vec<(String, lang::c::Program)> {
    let mut accepted = Vec::new();
    for (path, source) in programs(folder) {
        let name = file_name(&path);
        let parsed = lang::c::parse(&source);
        assert_eq!(parsed.diagnostics, [], "{name}");
        let expectation = parsed.expectation.unwrap_or_else(|| panic!("{name} has no header"));
        assert_eq!(expectation.verdict, verdict, "{name}");
        assert_eq!(expectation.span.start, 0, "{name}");
        assert_eq!(expectation.iterations.is_some(), verdict == ExpectedVerdict::Unsafe, "{name}");
        assert!(source.lines().nth(1).is_some_and(|line| line.starts_with("// ")), "{name}");
        accepted.push((name.to_owned(), parsed.program.unwrap_or_else(|| panic!("{name} is no program"))));
    }
    accepted
}

#[test]
fn rejected_programs_say_why() {
    for (path, source) in programs("rejected") {
        let name = file_name(&path);
        let parsed = lang::c::parse(&source);
        assert!(parsed.program.is_none(), "{name} is accepted");
        let rendered: String =
            parsed.diagnostics.iter().map(|diagnostic| lang::render(name, &source, diagnostic)).collect();
        expect_file![path.with_extension("c.expect")].assert_eq(&rendered);
    }
}

#[test]
fn unsafe_programs_are_read() {
    accepted("unsafe", ExpectedVerdict::Unsafe);
}

/// Random values, with a liking for small ones.
struct Guess {
    random: Random,
}

impl Oracle for Guess {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.random.chance(70)),
            Sort::Int => Value::Int(Int::from(self.random.between(-12, 12))),
        }
    }
}

#[test]
fn no_random_execution_of_a_safe_program_fails() {
    for (name, program) in accepted("safe", ExpectedVerdict::Safe) {
        for seed in 0..100 {
            let mut random = Random::new(seed);
            let initial = program
                .vars()
                .map(|var| {
                    let value = match program.decl(var).sort {
                        Sort::Int => Value::Int(Int::from(random.between(-3, 6))),
                        Sort::Bool => Value::Bool(random.chance(50)),
                    };
                    (var, value)
                })
                .collect();
            let limits = Limits { steps: 200, ..Limits::default() };
            let execution = program.run(&initial, &mut Guess { random }, limits);
            let failed = matches!(execution.outcome, Outcome::AssertionFailed { .. });
            assert!(!failed, "{name}: {execution:?}");
        }
    }
}
