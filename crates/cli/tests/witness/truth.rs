//! What witnesses say is true: each invariant, put back into the program as an assertion, is proved, and is an expression that a
//! compiler of C takes; an annotated program has the verdict of the program.

use super::{c_programs, entry, on_each, temporary, written};
use loopglass_tests::corpus::{Expected, Program, programs};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use yaml_serde::Value;

/// The place behind the parenthesis that opens first behind a place, and that of the one that closes it.
fn parentheses(source: &str, from: usize) -> (usize, usize) {
    let open = from + source[from..].find('(').expect("a parenthesis");
    let mut depth = 0;
    for (at, c) in source[open..].char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            return (open + 1, open + at);
        }
    }
    panic!("no parenthesis closes");
}

/// The program in which each invariant of the witness is a check where it is claimed to hold.
fn checked(source: &str, witness: &Value, check: &str) -> String {
    let mut found: Vec<(usize, &str)> = Vec::new();
    for item in witness["content"].as_sequence().expect("a list") {
        let location = &item["invariant"]["location"];
        let number = |key: &str| location[key].as_u64().expect("a number") as usize;
        let line: usize = source.split_inclusive('\n').take(number("line") - 1).map(str::len).sum();
        let column: usize = source[line..].chars().take(number("column") - 1).map(char::len_utf8).sum();
        found.push((line + column, item["invariant"]["value"].as_str().expect("a string")));
    }
    found.sort();
    let mut text = source.to_owned();
    for (at, value) in found.into_iter().rev() {
        let check = format!("{check}({value})");
        let rest = &source[at..];
        if rest.starts_with("while") {
            let (open, _) = parentheses(source, at);
            text.insert_str(open, &format!("{check}, "));
        } else if rest.starts_with("for") {
            let (open, close) = parentheses(source, at);
            let init = open + source[open..].find(';').expect("an initialisation") + 1;
            let end = init + source[init..].find(';').expect("a condition");
            assert!(end < close);
            let is_empty = source[init..end].trim().is_empty();
            text.insert_str(init, &format!(" {check}, {}", if is_empty { "1" } else { "" }));
        } else {
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(0);
            let is_label = rest[word..].trim_start().starts_with(':');
            let place =
                if is_label { at + word + rest[word..].find(':').expect("it is there") + 1 } else { at };
            text.insert_str(place, &format!(" {check}; "));
        }
    }
    text
}

/// How programs are read beside the usual way; not all of the corpus can be.
const READINGS: [&[&str]; 3] =
    [&[], &["--integers", "mathematical"], &["--integers", "bits", "--engine", "kind"]];

#[test]
fn every_invariant_is_proved_again() {
    let (said, taken) = (AtomicUsize::new(0), AtomicUsize::new(0));
    on_each(&c_programs(Expected::Safe), |program| {
        for options in &READINGS[..2] {
            said.fetch_add(proved_again(program, options, &taken), Ordering::Relaxed);
        }
    });
    let said = said.into_inner();
    assert!(said > 80, "only {said} invariants say anything");
    let (taken, has_compiler) = (taken.into_inner(), compiles("nothing.c", "int x;"));
    assert!(!has_compiler || taken > 50, "only {taken} programs are C to the compiler");
}

/// With words, those that are quick.
#[test]
fn invariants_over_words_are_proved_again() {
    let quick =
        ["below_zero_unsigned.c", "flags_by_bits.c", "narrowing_cast.c", "fall_through.c", "do_while.c"];
    let all = c_programs(Expected::Safe);
    let quick: Vec<Program> =
        all.into_iter().filter(|program| quick.contains(&program.name.as_str())).collect();
    assert_eq!(quick.len(), 5);
    on_each(&quick, |program| {
        proved_again(program, READINGS[2], &AtomicUsize::new(0));
    });
}

/// The number of invariants that say something; programs that a compiler takes are counted.
fn proved_again(program: &Program, options: &[&str], taken: &AtomicUsize) -> usize {
    let (code, witness, _) = written(&program.source, &program.name, options, "--witness");
    if code != Some(0) && !options.is_empty() {
        return 0;
    }
    assert_eq!(code, Some(0), "{}", program.name);
    let entry = entry(&witness);
    let with_checks = checked(&program.source, &entry, "assert");
    let (code, _, beside) =
        written(&with_checks, &format!("again-{}", program.name), options, "--certificate");
    assert_eq!(code, Some(0), "{} {options:?}: {beside}\n{with_checks}", program.name);
    // What is C to a compiler, as most of the corpus is, stays C. Where there is no compiler, nothing is.
    let prelude = "#include <assert.h>\n#include <stdlib.h>\n#define CHECK(condition) ((void)(condition))\n";
    if compiles(&program.name, &format!("{prelude}{}", program.source)) {
        let text = checked(&program.source, &entry, "CHECK");
        assert!(compiles(&program.name, &format!("{prelude}{text}")), "{}:\n{text}", program.name);
        taken.fetch_add(1, Ordering::Relaxed);
    }
    let all = entry["content"].as_sequence().expect("a list");
    all.iter().filter(|item| item["invariant"]["value"] != "1").count()
}

/// Whether a compiler takes a text.
fn compiles(name: &str, text: &str) -> bool {
    let file = temporary(&format!("compiled-{name}"));
    std::fs::write(&file, text).expect("the program is written");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=gnu11", "-fsyntax-only", "-w", "-x", "c"]).arg(&file);
    compiler.output().is_ok_and(|output| output.status.success())
}

#[test]
fn annotated_programs_have_the_same_verdict() {
    let is_imp = |program: &Program| program.path.extension().is_some_and(|ending| ending == "imp");
    let imp = programs().into_iter().filter(|program| is_imp(program) && program.expected == Expected::Safe);
    let all: Vec<Program> = imp.chain(c_programs(Expected::Safe)).collect();
    let annotations = AtomicUsize::new(0);
    on_each(&all, |program| {
        let (code, annotated, beside) = written(&program.source, &program.name, &[], "--annotate");
        assert_eq!(code, Some(0), "{}: {beside}", program.name);
        let comment = if is_imp(program) { "// invariant: " } else { "loop invariant" };
        let count = annotated.matches(comment).count() - program.source.matches(comment).count();
        annotations.fetch_add(count, Ordering::Relaxed);
        let without: String = annotated.split_whitespace().collect();
        assert!(without.len() >= program.source.split_whitespace().map(str::len).sum());
        let (code, _, beside) =
            written(&annotated, &format!("annotated-{}", program.name), &[], "--certificate");
        assert_eq!(code, Some(0), "{}: {beside}\n{annotated}", program.name);
    });
    let annotations = annotations.into_inner();
    assert!(annotations > 100, "only {annotations} loops have one");
}
