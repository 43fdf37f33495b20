//! The `loopglass` command: exit codes, JSON, errors with their place, and certificates that Z3 accepts.

mod common;

use common::{ended, text};
use loopglass_tests::corpus::{Expected, programs, programs_in};
use loopglass_tests::read;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Runs the command at the repository's top.
fn loopglass(args: &[&str], stdin: &str) -> Output {
    ended(Command::new(env!("CARGO_BIN_EXE_loopglass")).args(args), stdin)
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&text(&output.stdout)).expect("one JSON object")
}

const LOCKSTEP: &str =
    "{ x = 0 and y = 0 and n >= 0 }\nwhile x != n do x := x + 1; y := y + 1 done\n{ y = n }\n";

#[test]
fn a_safe_program() {
    let output = loopglass(&["verify", "-", "--json", "--engine", "imc"], LOCKSTEP);
    assert_eq!(output.status.code(), Some(0));
    let result = json(&output);
    assert_eq!(result["verdict"], "safe");
    assert_eq!(result["engine"], "imc");
    assert!(result.get("given_up").is_none());
    assert_eq!(result["invariant"], "x = y");
    assert_eq!(result["stats"]["interpolation_queries"], 2);
    assert!(result["time_ms"].as_f64().is_some_and(|t| t > 0.0));
    assert!(result["counterexample"].is_null() && result["error"].is_null());
}

#[test]
fn engines_take_turns_by_default() {
    let safe = json(&loopglass(&["verify", "-", "--json"], LOCKSTEP));
    assert_eq!((&safe["verdict"], &safe["engine"]), (&Value::from("safe"), &Value::from("imc-i")));
    // Executions and bounded search came first, and found nothing.
    let given_up = safe["given_up"].as_array().expect("who gave up");
    assert_eq!(given_up.len(), 1);
    assert!(
        given_up[0]["engine"].is_null()
            && given_up[0]["why"].as_str().is_some_and(|why| why.contains("execution"))
    );

    let deep = read("tests/deep/thousand_rounds.imp");
    let failing = loopglass(&["verify", "-"], &deep);
    assert_eq!(failing.status.code(), Some(10));
    let shown = text(&failing.stdout);
    assert!(shown.lines().count() < 120 && shown.contains("are left out; --json has them"), "{shown}");
}

#[test]
fn an_unsafe_program() {
    let source = LOCKSTEP.replace("{ y = n }", "{ y != 3 }");
    let output = loopglass(&["verify", "-", "--json"], &source);
    assert_eq!(output.status.code(), Some(10));
    let result = json(&output);
    assert_eq!(result["verdict"], "unsafe");
    let rows = result["counterexample"].as_array().expect("the execution");
    let last = rows.last().expect("a row");
    assert_eq!((&last["values"]["y"], &last["line"]), (&Value::from("3"), &Value::from(3)));
    let entered =
        rows.iter().filter(|r| r["note"].as_str().is_some_and(|n| n.contains("another round"))).count();
    assert_eq!(entered, 3);
}

#[test]
fn assertions_alone_and_each() {
    let source = "{ x = 0 }\nwhile x < 3 do\n  x := x + 1;\n  assert x < 3\ndone\n{ x >= 3 }\n";
    let run = |args: &[&str]| loopglass(&[&["verify", "-"], args].concat(), source);
    let each = run(&["--each"]);
    assert_eq!(each.status.code(), Some(10));
    assert_eq!(text(&each.stdout), "-:4: 1: unsafe: assert x < 3\n-:6: 2: safe: x >= 3\n");
    let rows: Vec<Value> = text(&run(&["--each", "--json", "--encoding", "statement"]).stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("one JSON object in each line"))
        .collect();
    let verdicts: Vec<_> =
        rows.iter().map(|row| (row["assertion"]["number"].as_u64(), row["verdict"].as_str())).collect();
    assert_eq!(verdicts, [(Some(1), Some("unsafe")), (Some(2), Some("safe"))]);
    assert_eq!(run(&["--assertion", "2"]).status.code(), Some(0));
    assert_eq!(run(&["--assertion", "1", "--encoding", "statement"]).status.code(), Some(10));
    let none = run(&["--assertion", "3"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).contains("there is no assertion 3"), "{}", text(&none.stderr));
}

#[test]
fn an_undecided_program() {
    let output = loopglass(&["verify", "-", "--json", "--engine", "bmc", "--max-unrollings", "2"], LOCKSTEP);
    assert_eq!(output.status.code(), Some(20));
    let result = json(&output);
    assert_eq!((&result["verdict"], &result["engine"]), (&Value::from("unknown"), &Value::from("bmc")));
    assert!(result["reason"].as_str().is_some_and(|r| r.contains("2 unrollings")), "{result}");
}

#[test]
fn bad_input_has_its_place() {
    let output = loopglass(&["verify", "-", "--json"], "int x;\nx := ;\n");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).starts_with("-:2:6: error: "), "{}", text(&output.stderr));
    let error = &json(&output)["error"];
    assert_eq!((&error["line"], &error["column"]), (&Value::from(2), &Value::from(6)));
    assert!(error["message"].as_str().is_some_and(|m| !m.is_empty()));
}

#[test]
fn a_file_that_cannot_be_read_is_told_as_json_too() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("unreadable");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, bytes: &[u8]| {
        let file = folder.join(name);
        std::fs::write(&file, bytes).expect("a file");
        file.to_string_lossy().into_owned()
    };
    let missing = folder.join("missing.imp").to_string_lossy().into_owned();
    for (file, place, says) in [
        (missing, None, "No such file"),
        (folder.to_string_lossy().into_owned(), None, "directory"),
        (file("binary.imp", b"{ x = 0 }\n\xff\xfe"), Some(2), "the file is not UTF-8 text"),
        (file("broken.aig", b"aig 1 1 1 1 1\n"), None, "error: "),
        (file("large.imp", &vec![b' '; (1 << 20) + 1]), Some(1), "the text is 1048577 bytes long"),
    ] {
        let output = loopglass(&["verify", &file, "--json"], "");
        assert_eq!(output.status.code(), Some(1), "{file}");
        assert!(text(&output.stderr).contains(says), "{file}: {}", text(&output.stderr));
        let result = json(&output);
        assert_eq!(result["verdict"], "error");
        let error = &result["error"];
        assert_eq!((&error["line"], &error["column"]), (&Value::from(place), &Value::from(place.map(|_| 1))));
        assert!(error["message"].as_str().is_some_and(|message| message.contains(says)), "{file}: {error}");
    }
}

#[test]
fn bad_usage_is_one_too() {
    for args in [
        &["verify"][..],
        &["verify", "no/such/file.imp"],
        &["verify", "-", "--engine", "none"],
        &["prove"],
        &["bench", "no/such/folder"],
    ] {
        let output = loopglass(args, "");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
    assert_eq!(loopglass(&["--help"], "").status.code(), Some(0));
}

#[test]
fn steps_as_text_and_as_events() {
    let plain = text(&loopglass(&["verify", "-", "--steps", "--engine", "imc"], LOCKSTEP).stdout);
    assert!(plain.contains("unsat, interpolant (by search, equations first): x@1 = y@1"), "{plain}");
    let lines = text(&loopglass(&["verify", "-", "--steps", "--json"], LOCKSTEP).stdout);
    let events: Vec<Value> =
        lines.lines().map(|l| serde_json::from_str(l).expect("an event a line")).collect();
    assert!(events.len() > 4);
    for (i, event) in events.iter().enumerate() {
        assert_eq!(event["index"], i);
    }
}

#[test]
fn bench_writes_a_row_for_each_program_and_engine() {
    let out: PathBuf = std::env::temp_dir().join(format!("loopglass-bench-{}.csv", std::process::id()));
    let csv = out.to_str().expect("a plain path");
    let output = loopglass(
        &[
            "bench",
            "tests/corpus/unsafe",
            "--engines",
            "imc,bmc",
            "--timeout",
            "60",
            "--csv",
            csv,
            "--options=--max-unrollings,10",
        ],
        "",
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
    let rows = std::fs::read_to_string(&out).expect("the table");
    let _ = std::fs::remove_file(&out);
    let here = programs().iter().filter(|p| p.expected == Expected::Unsafe).count();
    assert_eq!(rows.lines().count(), 1 + 2 * here);
    assert!(rows.starts_with("program,engine,expected,verdict,time_ms,unrollings,"));
}

/// The papers' tables have a row for each program, and tell what each algorithm did.
#[test]
fn tables_have_the_papers_columns() {
    let tables = |paper: &str| {
        let output = loopglass(&["table", paper, "tests/corpus/large", "--timeout", "2"], "");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let fib = tables("fib");
    let blocks: Vec<Vec<Vec<&str>>> = fib
        .split("\n\n")
        .map(|b| {
            b.lines().filter(|l| l.starts_with('|')).map(|l| l.split('|').map(str::trim).collect()).collect()
        })
        .filter(|rows: &Vec<_>| !rows.is_empty())
        .collect();
    assert_eq!(blocks.len(), 2, "{fib}");
    assert_eq!(
        blocks[0][0][1..].join(" "),
        "program fib-f ✓ fib-f s fib-b ✓ fib-b s fib-bi ✓ fib-bi s itp ✓ itp s "
    );
    let of_fib = |e: &str| ["f", "fb", "b", "bb", "a/c", "size", "∨"].map(|c| format!("{e} {c}")).join(" ");
    let expected = ["fib-f", "fib-b", "fib-bi"].map(of_fib).join(" ");
    assert_eq!(blocks[1][0][1..].join(" "), format!("program {expected} itp aborts itp k itp size "));
    let programs =
        std::fs::read_dir(loopglass_tests::root().join("tests/corpus/large")).expect("the folder").count();
    for rows in &blocks {
        assert_eq!(rows.len(), 2 + programs);
        assert!(rows.iter().all(|r| r.len() == rows[0].len()));
    }
    let imc = tables("imc");
    assert!(
        imc.starts_with("| program | imc ✓ | imc #unroll | imc #itp | imc s | imc itp s | imc-f ✓"),
        "{imc}"
    );
    assert!(imc.contains(&format!(" of {programs} decided")));
}

/// Every certificate of the corpus and of the classroom's loops, in one script, answered by Z3.
#[test]
fn z3_accepts_the_certificates() {
    if std::env::var_os("LOOPGLASS_NO_Z3").is_some() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("loopglass-certificates-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for scripts");
    let mut scripts = 0;
    let all = programs().into_iter().chain(programs_in("tests/classroom"));
    for (number, program) in all.filter(|p| p.expected == Expected::Safe).enumerate() {
        let out = folder.join(format!("{number}-{}.smt2", program.name));
        let path = program.path.to_str().expect("a plain path");
        let args = [
            "verify",
            path,
            "--max-unrollings",
            "8",
            "--max-conflicts",
            "2000",
            "--certificate",
            out.to_str().expect("plain"),
        ];
        let safe = loopglass(&args, "").status.code() == Some(0);
        assert_eq!(safe, out.exists(), "{}", program.name);
        scripts += usize::from(safe);
    }
    assert!(scripts > 30, "only {scripts} certificates");
    let python = std::env::var("LOOPGLASS_PYTHON").unwrap_or_else(|_| "python3".into());
    let output = Command::new(python)
        .args(["-c", &read("tests/src/certificates.py")])
        .arg(&folder)
        .output()
        .expect("Python runs (`cargo xtask test` installs what it needs)");
    let _ = std::fs::remove_dir_all(&folder);
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(text(&output.stdout).trim(), format!("{scripts} certificates accepted"));
}

/// What is printed is a program with the same verdict.
#[test]
fn transformed_programs() {
    let source = "int x, y; x := 0; y := 0;\nwhile x < 3 do x := x + 1 done;\nwhile y < x do y := y + 1 done\n{ y = 3 }\n";
    let output = loopglass(&["transform", "-"], source);
    assert_eq!(output.status.code(), Some(0));
    let one = text(&output.stdout);
    assert_eq!((one.matches("while").count(), one.matches("elif pc = 2").count()), (1, 1), "{one}");
    assert_eq!(loopglass(&["verify", "-"], &one).status.code(), Some(0), "{one}");
    let statements = loopglass(&["transform", "-", "--encoding", "statement"], source);
    assert!(text(&statements.stdout).contains("elif pc = 5"), "{}", text(&statements.stdout));
    let bad = loopglass(&["transform", "-"], "while x do");
    assert_eq!((bad.status.code(), text(&bad.stdout).as_str()), (Some(1), ""));
    assert!(text(&bad.stderr).contains("-:1:"), "{}", text(&bad.stderr));
}

#[test]
fn other_places_that_matter_are_printed() {
    let output = loopglass(&["verify", "-"], "x := 0;\nwhile x < 3 do\n  x := (x + 1\ndone\n{ x = 3 }\n");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("\n-:3:8: note: this parenthesis is still open\n      x := (x + 1\n"), "{said}");
}

#[test]
fn solvers_by_name() {
    let output = loopglass(&["verify", "-", "--json", "--solver", "loopglass"], LOCKSTEP);
    assert_eq!(output.status.code(), Some(0));
    assert!(json(&output)["solver"].is_null(), "ours is not named");
    let output = loopglass(&["verify", "-", "--solver", "yices"], LOCKSTEP);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("the solvers are: loopglass, z3"), "{}", text(&output.stderr));
}

#[cfg(not(feature = "z3"))]
#[test]
fn a_build_without_z3_says_how_to_get_one() {
    for command in ["verify", "smt"] {
        let output = loopglass(&[command, "-", "--solver", "z3"], LOCKSTEP);
        assert_eq!(output.status.code(), Some(1), "{command}");
        let said = text(&output.stderr);
        assert!(said.contains("--features z3") && said.contains("README.md"), "{said}");
        assert!(output.stdout.is_empty());
    }
}
