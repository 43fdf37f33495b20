//! The file has every step, nothing of a program is markup in it, and what is left out is said.

use super::*;
use crate::fixture::{counter_run, formula};
use trace::{Language, Outline};

fn written(name: &str, source: &str, most: usize) -> String {
    let opened = Opened {
        variables: Vec::new(),
        inputs: Vec::new(),
        head_line: Some(1),
        init: formula("x = 0"),
        trans: formula("x' = x"),
        bad: formula("x < 0"),
        early: formula("false"),
        problems: Vec::new(),
        outline: Outline::default(),
    };
    let setup = Setup { source: source.into(), language: Language::Imp, ..Setup::default() };
    let run = (Rc::new(setup), Rc::new(opened), counter_run());
    let mut file = Offline::new(name, run, &Choice::default(), most);
    let mut told = vec![file.progress()];
    while file.advance(&Answers::default()) {
        told.push(file.progress());
    }
    assert_eq!(told, (0..9).map(|n| (n, 9)).collect::<Vec<_>>());
    file.finish()
}

#[test]
fn every_step_is_there() {
    let text = written("Counter", "x := 0", MAX_BYTES);
    for step in 0..=8 {
        assert!(text.contains(&format!("id=\"s{step}\" data-step=\"{step}\"")), "{step}");
    }
    assert!(text.contains("Purpose of step 4") && text.contains("Outcome of step 4"));
    assert!(text.contains("<dt>interpolant</dt>") && !text.contains("left out"));
    assert!(!text.contains("http:") && !text.contains("https:"), "nothing is fetched");
}

#[test]
fn nothing_is_markup() {
    let hostile = "</code></script><script>alert(1)</script><img src=x onerror=\"alert(2)\">";
    let text = written(hostile, hostile, MAX_BYTES);
    assert!(!text.contains("<script>alert") && !text.contains("<img"));
    assert_eq!(text.matches("<script>").count(), 1);
    assert_eq!(text.matches("&lt;script&gt;alert(1)").count(), 3, "title, heading and program");
}

#[test]
fn what_is_left_out_is_said() {
    let whole = written("Counter", "x := 0", MAX_BYTES);
    let at = |step: usize| whole.find(&format!("<section class=\"o-step\" id=\"s{step}\"")).unwrap();
    // As much as the first four steps take.
    let text = written("Counter", "x := 0", at(4) - at(0));
    assert!(text.contains("id=\"s3\"") && !text.contains("id=\"s4\"") && text.contains("id=\"s8\""));
    assert!(text.contains("Steps 4 to 7 are left out"), "{text}");
    assert!(written("Counter", "x := 0", at(7) - at(0)).contains("Step 7 is left out"));
}
