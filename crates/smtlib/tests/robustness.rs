//! No text makes the reader or the solver panic, hang or overflow the stack.

use smt::Limits;
use smtlib::{Options, Response, Script};
use std::fmt::Write;

/// A small random number generator (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
    fn pick<'a>(&mut self, from: &'a [&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

fn options() -> Options {
    let limits = Limits { conflicts: 200, pivots: 5_000, splits: 100, ..Limits::default() };
    Options { limits, check: true, ..Options::default() }
}

/// Runs a script; its answers may be errors, but no defects.
fn run(text: &str) -> Vec<Response> {
    let (responses, _) = Script::run("script", text, options());
    for r in &responses {
        let shown = r.to_string();
        assert!(!shown.contains("a check failed"), "{shown}\n{text}");
    }
    responses
}

fn scripts() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/smt2");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("scripts").map(|e| e.expect("a file").path()).collect();
    files.sort();
    files.retain(|f| f.extension().is_some_and(|e| e == "smt2"));
    files.iter().map(|f| std::fs::read_to_string(f).expect("text")).collect()
}

#[test]
fn random_bytes() {
    let mut random = Random(1);
    for _ in 0..3_000 {
        let length = random.below(80);
        let bytes: Vec<u8> = (0..length)
            .map(|_| match random.below(3) {
                0 => random.below(256) as u8,
                1 => b"()|\";:#0 \n"[random.below(10)],
                _ => 32 + random.below(95) as u8,
            })
            .collect();
        run(&String::from_utf8_lossy(&bytes));
    }
}

const WORDS: [&str; 62] = [
    "(",
    ")",
    "(",
    ")",
    "(",
    ")",
    "x",
    "y",
    "p",
    "q",
    "f",
    "A",
    "B",
    "and",
    "or",
    "not",
    "xor",
    "=>",
    "=",
    "distinct",
    "ite",
    "let",
    "+",
    "-",
    "*",
    "div",
    "mod",
    "abs",
    "<",
    "<=",
    ">",
    ">=",
    "!",
    ":named",
    "_",
    "divisible",
    "0",
    "1",
    "2",
    "3",
    "-7",
    "99999999999999999999",
    "Int",
    "Bool",
    "true",
    "false",
    "assert",
    "declare-const",
    "declare-fun",
    "define-fun",
    "push",
    "pop",
    "check-sat",
    "check-sat-assuming",
    "get-model",
    "get-value",
    "get-unsat-core",
    "get-interpolants",
    "set-option",
    "reset-assertions",
    "|x y|",
    "\"text\"",
];

#[test]
fn random_words() {
    let mut random = Random(2);
    for _ in 0..3_000 {
        let mut text = String::from("(declare-const x Int)(declare-const p Bool)");
        for _ in 0..random.below(40) {
            let _ = write!(text, "{} ", random.pick(&WORDS));
        }
        run(&text);
    }
}

/// Valid scripts with a few words exchanged, doubled, dropped or swapped: most mistakes lie just beside what is right.
#[test]
fn mutated_scripts() {
    let scripts = scripts();
    let mut random = Random(3);
    let mut answered = 0;
    for _ in 0..1_500 {
        let text = &scripts[random.below(scripts.len())];
        // Words and what stands between them.
        let mut words: Vec<String> = Vec::new();
        for c in text.chars() {
            let glue = |c: char| c.is_alphanumeric() || c == '-' || c == '!' || c == ':';
            match words.last_mut() {
                Some(w) if glue(c) && w.ends_with(glue) => w.push(c),
                _ => words.push(c.to_string()),
            }
        }
        for _ in 0..=random.below(3) {
            let i = random.below(words.len());
            match random.below(5) {
                0 => words[i] = random.pick(&WORDS).to_owned(),
                1 if words.len() > 1 => drop(words.remove(i)),
                2 => words.insert(i, words[i].clone()),
                3 => {
                    let j = random.below(words.len());
                    words.swap(i, j);
                }
                _ => words.truncate(i.max(1)),
            }
        }
        let responses = run(&words.concat());
        answered += usize::from(responses.iter().any(|r| matches!(r, Response::Sat | Response::Unsat)));
    }
    assert!(answered > 300, "{answered} mutants got as far as an answer");
}

const DEEP: usize = 100_000;

fn nested(open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(DEEP), close.repeat(DEEP))
}

#[test]
fn depth_costs_no_stack() {
    let declarations =
        "(declare-const x Int)(declare-const y Int)(declare-const p Bool)(declare-const q Bool)";
    for formula in [
        nested("(not ", "p", ")"),
        nested("(and p (or q ", "p", "))"),
        nested("(=> p ", "q", ")"),
        nested("(xor p ", "q", ")"),
        nested("(= p ", "q", ")"),
        nested("(ite p q ", "p", ")"),
        nested("(let ((p (not p))) ", "p", ")"),
        nested("(let ((r ", "p", ")) (and r q))"),
        nested("(! ", "p", " :weight 0)"),
        format!("(= x {})", nested("(+ 1 ", "y", ")")),
        format!("(= x {})", nested("(- 1 ", "y", ")")),
        format!("(= x {})", nested("(- ", "y", ")")),
        format!("(= x {})", nested("(* (- 1) ", "y", ")")),
        format!("(= x {})", nested("(abs ", "y", ")")),
        format!("(<= x {})", nested("(ite p 1 ", "y", ")")),
    ] {
        let script = format!(
            "{declarations}(assert (! {formula} :named A))(check-sat)(get-value (p))(assert (! (and p (not p)) :named B))\
             (check-sat)(get-unsat-core)(get-assertions)"
        );
        let responses = run(&script);
        let shown = &formula[..40];
        assert!(
            !responses.iter().any(|r| r.to_string().contains("the terms of")),
            "{shown}: {:?}",
            responses[0]
        );
        assert!(responses.contains(&Response::Unsat), "{shown}: {:.300}", responses[0].to_string());
    }
    let open = "(".repeat(DEEP);
    assert_eq!(run(&open), [Response::Error("script:1:100000: this parenthesis is never closed".into())]);
    assert_eq!(run(&format!("(set-info :x {}{})", nested("(", "", ")"), nested("(a ", "b", ")"))), []);
    run(&format!("(assert {})", nested("(", "", ")")));
    run(&format!("(check-sat-assuming {})", nested("(", "", ")")));
    run(&format!("(assert false)(check-sat)(get-interpolants {})", nested("(and ", "A", ")")));
}

/// Many different variables in nested sums, of which each level must not make a sum of its own.
#[test]
fn long_nested_sums() {
    let n = 20_000;
    let mut script = String::new();
    for i in 0..n {
        let _ = writeln!(script, "(declare-const x{i} Int)");
    }
    for (open, what) in [("+", "plus"), ("-", "minus")] {
        let _ = write!(script, "(echo \"{what}\")(assert (<= 0 ");
        for i in 0..n {
            let _ = write!(script, "({open} x{i} ");
        }
        script += "0";
        script += &")".repeat(n);
        script += "))\n";
    }
    script += "(check-sat)";
    let responses = run(&script);
    assert_eq!(responses.last(), Some(&Response::Sat), "{responses:?}");
}

/// Scripts that are short, but mean terms or numbers that no memory holds.
#[test]
fn explosions_are_refused() {
    let declarations = "(declare-const x Int)(declare-const y Int)";
    // x, 2x, 4x, .. as different terms in each call: 2^60 of them.
    let mut calls = String::from("(define-fun f0 ((a Int)) Int (ite (< a 3) (+ a 1) (- a 7)))");
    for i in 1..60 {
        let _ = write!(calls, "(define-fun f{i} ((a Int)) Int (f{} (f{} a)))", i - 1, i - 1);
    }
    // The square of the square of ..
    let mut squares = String::from("(define-const n0 Int 10)");
    for i in 1..60 {
        let _ = write!(squares, "(define-const n{i} Int (* n{} n{}))", i - 1, i - 1);
    }
    // Sums of sums, each named.
    let mut sums = String::from("(define-const s0 Int x)");
    for i in 1..6_000 {
        let _ = write!(sums, "(declare-const x{i} Int)(define-const s{i} Int (+ s{} x{i}))", i - 1);
    }
    let digits = "9".repeat(200_000);
    let all_different =
        format!("(distinct {})", (0..9_000).map(|i| format!("(* {i} x) ")).collect::<String>());
    for (script, problem) in [
        (calls + "(assert (= (f59 x) y))", "become too large"),
        (squares + "(assert (= x n59))", "binary digits are not supported"),
        (sums, "become too large"),
        (format!("(assert (= x {digits}))"), "binary digits are not supported"),
        (format!("(assert {all_different})"), "become too large"),
    ] {
        let responses = run(&format!("{declarations}{script}(check-sat)"));
        let [Response::Error(text)] = &responses[..] else { panic!("{:.300}", format!("{responses:?}")) };
        assert!(text.contains(problem), "{text}");
    }
}

/// Long numbers that are allowed: exact, and no slower than need be.
#[test]
fn long_numbers() {
    let digits = "7".repeat(20_000);
    let script = format!("(declare-const x Int)(assert (= (+ x 1) {digits}))(check-sat)(get-value ((- x)))");
    let responses = run(&script);
    match &responses[..] {
        // The solver's own limit on digits.
        [Response::Unknown, Response::Error(_)] => {}
        [Response::Sat, Response::Text(value)] => {
            assert_eq!(*value, format!("(((- x) (- {}6)))", "7".repeat(19_999)));
        }
        other => panic!("{:.300}", format!("{other:?}")),
    }
}
