//! How levels come about: the steps of the analysis, and what is refuted.

use super::Subject;
use domain::{Change, Kind};
use expect_test::{Expect, expect};
use logic::Term;
use std::fmt::Write;

/// The history of the levels of these kinds.
fn check_steps(source: &str, kinds: &[Kind], expected: Expect) {
    let mut subject = Subject::of_source(source);
    let mut ask = subject.questions(&smt::door());
    let mut text = String::new();
    for level in subject.levels(&mut ask).iter().filter(|l| kinds.contains(&l.kind)) {
        let _ = writeln!(text, "{}", level.kind);
        for step in &level.steps {
            let values = |is: &[domain::Interval]| match is {
                [] => "nothing".into(),
                is => is.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            };
            let change = match step.change {
                Change::Joined => "joined",
                Change::Widened => "widened",
                Change::Narrowed => "narrowed",
            };
            let [before, arriving, after] = [&step.before, &step.arriving, &step.after].map(|v| values(v));
            let _ = writeln!(text, "  visit {}: {before} with {arriving} {change} {after}", step.visit);
        }
        for refuted in &level.refuted {
            let all = |ts: &[Term]| ts.iter().map(|&t| subject.terms.infix(t)).collect::<Vec<_>>().join(", ");
            let from = refuted.from.map_or("the entry".into(), |i| format!("loop {}", i + 1));
            let _ = writeln!(text, "  from {from} to loop {}", refuted.to + 1);
            let _ = writeln!(text, "    gone: {}", all(&refuted.gone));
            let _ = writeln!(text, "    come: {}", all(&refuted.come));
        }
    }
    expected.assert_eq(&text);
}

#[test]
fn steps_of_the_analysis() {
    check_steps(
        "int x; { x = 0 } while x < 10 do x := x + 3 done",
        &Kind::ALL[..3],
        expect![[r#"
        intervals, widened at once
          visit 0: nothing with [0, 0] joined [0, 0]
          visit 1: [0, 0] with [0, 3] widened [0, ..)
        intervals, widened to thresholds and narrowed
          visit 0: nothing with [0, 0] joined [0, 0]
          visit 1: [0, 0] with [0, 3] joined [0, 3]
          visit 2: [0, 3] with [0, 6] joined [0, 6]
          visit 3: [0, 6] with [0, 9] joined [0, 9]
          visit 4: [0, 9] with [0, 12] widened [0, ..)
          visit 6: [0, ..) with [0, 12] narrowed [0, 12]
        unions of boxes
          visit 0: nothing with [0, 0] joined [0, 0]
          visit 1: [0, 0] with [0, 0] [3, 3] joined [0, 0] [3, 3]
          visit 2: [0, 0] [3, 3] with [0, 0] [3, 3] [6, 6] joined [0, 0] [3, 3] [6, 6]
          visit 3: [0, 0] [3, 3] [6, 6] with [0, 0] [3, 3] [6, 6] [9, 9] joined [0, 0] [3, 3] [6, 6] [9, 9]
          visit 4: [0, 0] [3, 3] [6, 6] [9, 9] with [0, 0] [3, 3] [6, 6] [9, 9] [12, 12] widened [0, 0] [3, 3] [6, 6] [9, 9] [12, ..)
          visit 6: [0, 0] [3, 3] [6, 6] [9, 9] [12, ..) with [0, 0] [3, 3] [6, 6] [9, 9] [12, 12] narrowed [0, 0] [3, 3] [6, 6] [9, 9] [12, 12]
    "#]],
    );
}

#[test]
fn what_samples_suggest_is_refuted() {
    // No sampled execution is long enough to see y change.
    check_steps(
        "int x, y; { x = 0 and y = 0 } while nondet do x := x + 1; if x > 700 then y := y + 1 end done",
        &[Kind::Relations],
        expect![[r#"
            relations between variables
              from loop 1 to loop 1
                gone: 2*x + y <= 699
                come: 
              from loop 1 to loop 1
                gone: y = 0, x <= 699, x <= 700
                come: y <= 699, y >= 0, x <= y + 700, y <= x, 2*y <= x, x <= 700 or x >= 1, x <= 700 or y >= 1, x <= 700 or x = y + 700, x >= 701 or y = 0
              from loop 1 to loop 1
                gone: y <= 699, 2*y <= x
                come: 2*y <= x + 699
              from loop 1 to loop 1
                gone: 2*y <= x + 699
                come: 
        "#]],
    );
}
