//! Witnesses of C programs and annotated programs, over the corpus: their form, and that what they say is true.

#[path = "../common/mod.rs"]
mod common;

mod schema;

mod truth;

use common::{ended, text};
use loopglass_tests::corpus::{Expected, Program, programs};
use std::path::PathBuf;
use std::process::{Command, Output};
use yaml_serde::Value;

/// Runs the command at the repository's top.
fn loopglass(args: &[&str], stdin: &str) -> Output {
    ended(Command::new(env!("CARGO_BIN_EXE_loopglass")).args(args).env_remove("SOURCE_DATE_EPOCH"), stdin)
}

/// A file of a thread's own.
fn temporary(name: &str) -> PathBuf {
    let thread = format!("{:?}", std::thread::current().id());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("witness-{thread}"));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder.join(name)
}

/// What `verify` writes for an option that names a file; with the exit code.
fn written(source: &str, name: &str, options: &[&str], what: &str) -> (Option<i32>, String, String) {
    let (file, out) = (temporary(name), temporary(&format!("{name}{what}")));
    std::fs::write(&file, source).expect("the program is written");
    let _ = std::fs::remove_file(&out);
    let (file, out) = (file.to_string_lossy().into_owned(), out.to_string_lossy().into_owned());
    let output = loopglass(&[&["verify", &file, what, &out], options].concat(), "");
    let found = std::fs::read_to_string(&out).unwrap_or_default();
    (output.status.code(), found, text(&output.stderr))
}

/// The only entry of a witness.
fn entry(yaml: &str) -> Value {
    let all: Vec<Value> = yaml_serde::from_str(yaml).unwrap_or_else(|e| panic!("{e}:\n{yaml}"));
    let [entry] = &all[..] else { panic!("one entry:\n{yaml}") };
    entry.clone()
}

/// The C programs of the corpus.
fn c_programs(expected: Expected) -> Vec<Program> {
    let is_c = |program: &Program| program.path.extension().is_some_and(|ending| ending == "c");
    let found: Vec<Program> =
        programs().into_iter().filter(|program| is_c(program) && program.expected == expected).collect();
    assert!(found.len() > 25, "the corpus is there");
    found
}

/// Does something with each program, on two threads.
fn on_each(programs: &[Program], what: impl Fn(&Program) + Sync) {
    let (first, second) = programs.split_at(programs.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| first.iter().for_each(&what));
        second.iter().for_each(&what);
    });
}

const LOCKSTEP: &str = "extern int nondet(void);\nvoid reach_error(void) {}\nint main(void) {\n  int n = nondet();\n  \
     int x = 0, y = 0;\n  while (x < n) {\n    x++;\n    y++;\n  }\n  if (x != y) reach_error();\n  return 0;\n}\n";

#[test]
fn the_invariant_of_a_loop() {
    let (code, witness, _) = written(LOCKSTEP, "lockstep.c", &["--engine", "imc"], "--witness");
    assert_eq!(code, Some(0));
    let entry = entry(&witness);
    let invariant = &entry["content"][0]["invariant"];
    assert_eq!(invariant["type"], "loop_invariant");
    assert_eq!(invariant["value"], "x == y");
    let location = &invariant["location"];
    assert_eq!((&location["line"], &location["column"]), (&Value::from(6), &Value::from(3)));
    assert_eq!(
        (&location["function"], &location["file_name"]),
        (&Value::from("main"), &Value::from("lockstep.c"))
    );
}

#[test]
fn the_same_program_has_the_same_witness() {
    let write = || written(LOCKSTEP, "again.c", &[], "--witness").1;
    let first = write();
    assert_eq!(first, write());
    let time = |yaml: &str| entry(yaml)["metadata"]["creation_time"].clone();
    assert_eq!(time(&first), "1970-01-01T00:00:00Z");
    let file = temporary("again.c").to_string_lossy().into_owned();
    let out = temporary("dated.yml");
    let command = &mut Command::new(env!("CARGO_BIN_EXE_loopglass"));
    let command = command.args(["verify", &file, "--witness", &out.to_string_lossy()]);
    let output = ended(command.env("SOURCE_DATE_EPOCH", "951782400"), "");
    assert_eq!(output.status.code(), Some(0));
    let dated = std::fs::read_to_string(&out).expect("a witness");
    assert_eq!(time(&dated), "2000-02-29T00:00:00Z");
    assert_ne!(entry(&dated)["metadata"]["uuid"], entry(&first)["metadata"]["uuid"]);
}

#[test]
fn an_input_is_told_behind_the_statement_that_takes_it() {
    let source = "extern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n\
         void __VERIFIER_assert(int c) { if (!c) { reach_error(); } }\nint main(void) {\n  \
         int x = __VERIFIER_nondet_int();\n  if (x > 41 && x < 43)\n    x += __VERIFIER_nondet_int();\n  \
         __VERIFIER_assert(x != 50);\n  return 0;\n}\n";
    let (code, witness, _) = written(source, "input.c", &[], "--witness");
    assert_eq!(code, Some(10));
    let entry = entry(&witness);
    let segments = entry["content"].as_sequence().expect("segments");
    let shown = segments.iter().map(|segment| {
        let waypoint = &segment["segment"][0]["waypoint"];
        let place = &waypoint["location"];
        let number = |value: &Value| value.as_u64().expect("a number");
        let says = waypoint["constraint"]["value"].as_str().unwrap_or("");
        let kind = waypoint["type"].as_str().expect("a type");
        format!("{kind} {}:{} {says}", number(&place["line"]), number(&place["column"]))
    });
    let shown: Vec<String> = shown.collect();
    // Either x is 50 at once, or 42 and then 8 more.
    let at_once = ["assumption 6:3 x == 50", "branching 6:3 false", "function_enter 8:28 ", "target 3:43 "];
    let in_two = [
        "assumption 6:3 x == 42",
        "branching 6:3 true",
        "function_return 7:32 \\result == 8",
        "function_enter 8:28 ",
        "target 3:43 ",
    ];
    assert!(shown == at_once || shown == in_two, "{shown:?}");
}

/// Of a `do` the format's loop invariant would be about the end of the body; a label is no loop to it.
#[test]
fn heads_that_are_no_loops_to_the_format() {
    let source = "int main(void) { int x = 0; do { x++; } while (x < 5); again: x--; if (x > 0) goto again; assert(x == 0); }";
    let (code, witness, _) = written(source, "heads.c", &[], "--witness");
    assert_eq!(code, Some(0));
    let entry = entry(&witness);
    let all = entry["content"].as_sequence().expect("invariants");
    let places: Vec<&str> = all
        .iter()
        .map(|item| {
            assert_eq!(item["invariant"]["type"], "location_invariant");
            let column = item["invariant"]["location"]["column"].as_u64().expect("a column");
            &source[column as usize - 1..][..5]
        })
        .collect();
    assert_eq!(places, ["x++; ", "again"]);
}

#[test]
fn names_mean_what_they_mean_there() {
    // The outer `s`, which the loop does not see, and `t`, which is declared behind it.
    let source = "int main(void) { int s = 7; { int s = 0; while (s < 3) { s++; } int t = s; assert(t == 3); } assert(s == 7); }";
    let (code, witness, _) = written(source, "names.c", &[], "--witness");
    assert_eq!(code, Some(0));
    let value = entry(&witness)["content"][0]["invariant"]["value"].as_str().expect("a text").to_owned();
    assert!(value.contains('s') && !value.contains('7') && !value.contains('t'), "{value}");
}

#[test]
fn what_has_no_witness_is_said() {
    let out = temporary("none.yml").to_string_lossy().into_owned();
    for (option, file, why) in [
        (
            "--witness",
            "tests/corpus/unsafe/one_too_far.imp",
            "--witness is for C programs and AIGER circuits",
        ),
        (
            "--witness",
            "tests/corpus/unsafe/second_coin.smt2",
            "--witness is for C programs and AIGER circuits",
        ),
        ("--annotate", "tests/corpus/unsafe/second_coin.smt2", "--annotate is for IMP and C programs"),
        ("--annotate", "tests/corpus/unsafe/third_pulse.aag", "--annotate is for IMP and C programs"),
    ] {
        let output = loopglass(&["verify", file, option, &out], "");
        assert_eq!(output.status.code(), Some(1), "{file}");
        assert!(output.stdout.is_empty() && text(&output.stderr).contains(why), "{file}");
        assert!(!PathBuf::from(&out).exists());
    }
    let (code, witness, beside) = written(
        LOCKSTEP,
        "given_up.c",
        &["--engine", "imc", "--max-unrollings", "0", "--run-first", "off"],
        "--witness",
    );
    assert_eq!((code, witness.as_str()), (Some(20), ""));
    assert!(beside.contains("no witness is written: there is no verdict"), "{beside}");
}
