//! `loopglass smt`: answers, exit codes, and a conversation over standard input.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_loopglass"))
        .arg("smt")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// What a script on standard input is answered, and the exit code.
fn run(script: &str) -> (String, Option<i32>) {
    let mut child = start(&["--check", "-"]);
    child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("it is read");
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    (String::from_utf8(output.stdout).expect("UTF-8"), output.status.code())
}

#[test]
fn answers_and_exit_codes() {
    let declare = "(set-logic QF_LIA)(declare-const x Int)";
    assert_eq!(
        run(&format!("{declare}(assert (= (* 2 x) 6))(check-sat)(get-value (x))")),
        ("sat\n((x 3))\n".into(), Some(0))
    );
    assert_eq!(run(&format!("{declare}(assert (= (* 2 x) 7))(check-sat)")), ("unsat\n".into(), Some(0)));
    assert_eq!(
        run(&format!("{declare}\n(assert (= x y))")),
        ("(error \"<stdin>:2:14: unknown symbol `y`\")\n".into(), Some(1))
    );
    assert_eq!(
        run("(check-sat)\n(get-unsat-core)\n(check-sat)"),
        (
            "sat\n(error \"<stdin>:2:1: there is no refutation: the last answer is not unsat\")\nsat\n"
                .into(),
            Some(1)
        )
    );
    assert_eq!(
        run("(check-sat"),
        ("(error \"<stdin>:1:1: this parenthesis is never closed\")\n".into(), Some(1))
    );
    assert_eq!(run("(exit)(nonsense"), (String::new(), Some(0)));
}

#[test]
fn files_and_what_is_no_file() {
    let folder = std::env::temp_dir();
    let file = folder.join(format!("loopglass-smt-{}.smt2", std::process::id()));
    std::fs::write(&file, "(declare-const p Bool)\n(assert (and p (not p)))\n(check-sat)\n(pop)")
        .expect("a file");
    let output = start(&[&file.display().to_string()]).wait_with_output().expect("the command ends");
    let expected = format!("unsat\n(error \"{}:4:1: there are only 0 scopes to pop\")\n", file.display());
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    assert_eq!(output.status.code(), Some(1));
    std::fs::write(&file, b"(check-sat)\xff").expect("a file");
    let output = start(&[&file.display().to_string()]).wait_with_output().expect("the command ends");
    assert!(String::from_utf8_lossy(&output.stderr).contains("not UTF-8"));
    assert_eq!(output.status.code(), Some(1));
    std::fs::remove_file(&file).expect("the file goes");
    let output = start(&[&file.display().to_string()]).wait_with_output().expect("the command ends");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("loopglass: "));
    assert_eq!(output.status.code(), Some(1));
}

/// Each command is answered before the next one is written.
#[test]
fn a_conversation() {
    let mut child = start(&["-"]);
    let mut to = child.stdin.take().expect("a pipe");
    let mut from = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut ask = |text: &str| {
        to.write_all(text.as_bytes()).expect("it is read");
        to.flush().expect("it is read");
        let mut line = String::new();
        from.read_line(&mut line).expect("an answer");
        line.trim_end().to_owned()
    };
    assert_eq!(ask("(declare-const x Int) (assert\n (> x 5)) (check-sat)\n"), "sat");
    assert_eq!(ask("(push) (assert (< x 5))\n(check-sat) ; now?\n"), "unsat");
    assert_eq!(ask("(pop)\n(assert (< x 7))\n(check-sat)\n"), "sat");
    assert_eq!(ask("(get-value (x))\n"), "((x 6))");
    assert_eq!(ask("(echo \"a\")\n"), "\"a\"");
    to.write_all(b"(exit)\n").expect("it is read");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
