//! Programs with a single loop: their text, and that they do what the original does.

use expect_test::{Expect, expect};
use flow::cfg::Cfg;
use flow::{Encoding, SingleLoop};
use lang::interp::{ExecutionLimits, ExecutionOutcome, Oracle};
use lang::{Int, NondetId, Sort, Span, Unit, Value};
use std::collections::BTreeMap;

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
#[path = "../../lang/tests/generate_c/mod.rs"]
mod generate_c;

use generate::{Random, Shape};

fn imp(source: &str, encoding: Encoding) -> SingleLoop {
    let program = lang::parse_imp(source).program.expect("the test programs are well-formed");
    let cfg = Cfg::of_program(&program).encoded(&program, encoding);
    SingleLoop::of_cfg(&program, &cfg).expect("a small program")
}

fn c(source: &str) -> SingleLoop {
    let program = lang::c::parse(source, lang::Arithmetic::MATHEMATICAL)
        .program
        .expect("the test programs are well-formed");
    SingleLoop::of_cfg(&program, &Cfg::of_c(&program)).expect("a small program")
}

fn check(found: &SingleLoop, expected: Expect) {
    expected.assert_eq(&found.text);
}

/// FiB, Fig. 8: a loop in a loop.
#[test]
fn nested_loops() {
    let source =
        "{ n > 0 } i := 0; while i < n do j := 0; while j < i do j := j + 1 done; i := i + 1 done { i = n }";
    check(
        &imp(source, Encoding::Block),
        expect![[r#"
        int n, i, j, pc;
        { n > 0 }
        i := 0;
        pc := 1;
        while pc != 0 do
          if pc = 1 then
            if i < n then
              j := 0;
              pc := 2
            else
              assert i = n;
              pc := 0
            end
          elif pc = 2 then
            if j < i then
              j := j + 1;
              pc := 2
            else
              i := i + 1;
              pc := 1
            end
          end
        done
    "#]],
    );
}

/// FiB, Fig. 9: one loop after another.
#[test]
fn consecutive_loops() {
    let source = "x := 0; while x < 5 do x := x + 1 done; y := x; while y > 0 do y := y - 1 done { y = 0 }";
    check(
        &imp(source, Encoding::Block),
        expect![[r#"
        int x, y, pc;
        x := 0;
        pc := 1;
        while pc != 0 do
          if pc = 1 then
            if x < 5 then
              x := x + 1;
              pc := 1
            else
              y := x;
              pc := 2
            end
          elif pc = 2 then
            if y > 0 then
              y := y - 1;
              pc := 2
            else
              assert y = 0;
              pc := 0
            end
          end
        done
    "#]],
    );
}

/// FiB, Fig. 10: a loop statement by statement.
#[test]
fn statements() {
    let source = "x := 0; y := 0; while x != 100 do x := x + 1; y := y + 1 done; assert y = 100";
    check(
        &imp(source, Encoding::Statement),
        expect![[r#"
        int x, y, pc;
        x := 0;
        y := 0;
        pc := 1;
        while pc != 0 do
          if pc = 1 then
            if x != 100 then
              pc := 2
            else
              pc := 4
            end
          elif pc = 2 then
            x := x + 1;
            pc := 3
          elif pc = 3 then
            y := y + 1;
            pc := 1
          elif pc = 4 then
            assert y = 100;
            pc := 0
          end
        done
    "#]],
    );
}

#[test]
fn a_single_loop_stays() {
    let source = "{ x = 0 } y := 1; while x < 5 do if nondet then x := x + 1 elif x > 3 then x := 2 else skip end done { x = 5 }";
    check(
        &imp(source, Encoding::Block),
        expect![[r#"
        int x, y;
        { x = 0 }
        y := 1;
        while x < 5 do
          if nondet then
            x := x + 1
          elif x > 3 then
            x := 2
          end
        done
        { x = 5 }
    "#]],
    );
    check(
        &imp("x := 1; assert x > 0; if x = 2 then skip end", Encoding::Block),
        expect![[r#"
        int x;
        x := 1;
        assert x > 0
    "#]],
    );
    check(
        &imp("while nondet do skip done", Encoding::Block),
        expect![[r#"
        while nondet do
          skip
        done
    "#]],
    );
}

/// A `goto` into a loop: no single entry.
#[test]
fn jumps_into_a_loop() {
    let source = "int x = 3, y; if (y > 0) goto in; while (x > 0) { y = 5; in: x--; if (x == y) goto out; } out: assert(x <= 3);";
    check(
        &c(source),
        expect![[r#"
        int x, y, pc;
        x := 3;
        if y > 0 then
          x := x - 1;
          if x = y then
            assert x <= 3;
            pc := 0
          else
            pc := 1
          end
        else
          pc := 1
        end;
        while pc != 0 do
          if pc = 1 then
            if x > 0 then
              y := 5;
              x := x - 1;
              if x = y then
                assert x <= 3;
                pc := 0
              else
                pc := 1
              end
            else
              assert x <= 3;
              pc := 0
            end
          end
        done
    "#]],
    );
    let source =
        "int x; a: if (x > 0) { x--; goto b; } x++; b: if (x < 9) { x += 2; goto a; } assert(x >= 9);";
    check(
        &c(source),
        expect![[r#"
        int x, pc;
        pc := 1;
        while pc != 0 do
          if pc = 1 then
            if x > 0 then
              x := x - 1
            else
              x := x + 1
            end;
            if x < 9 then
              x := x + 2;
              pc := 1
            else
              assert x >= 9;
              pc := 0
            end
          end
        done
    "#]],
    );
}

#[test]
fn functions_and_temporaries() {
    let source = "int then; int f(int a) { while (a > 3) a -= 2; return a; } int main() { then = f(then++) + 1; assert(then <= 4 || then % 2); }";
    check(
        &c(source),
        expect![[r#"
        int then_2, a, f_1;
        then_2 := 0;
        then_2 := then_2 + 1;
        a := then_2 - 1;
        while a > 3 do
          a := a - 2
        done;
        f_1 := a;
        then_2 := f_1 + 1;
        assert then_2 <= 4 or then_2 % 2 != 0
    "#]],
    );
}

/// What follows a loop that is left in several ways is written once.
#[test]
fn long_tails_are_shared() {
    let source = "int x, y; while (x < 9) { if (y == 3) break; if (y == x) break; x++; } x = 1; y = 2; x = y; y = 3; x = 4; assert(y == 3);";
    check(
        &c(source),
        expect![[r#"
        int x, y, pc;
        pc := 1;
        while pc != 0 do
          if pc = 1 then
            if x < 9 then
              if y = 3 then
                pc := 2
              elif y = x then
                pc := 2
              else
                x := x + 1;
                pc := 1
              end
            else
              pc := 2
            end
          elif pc = 2 then
            x := 1;
            y := 2;
            x := y;
            y := 3;
            x := 4;
            assert y = 3;
            pc := 0
          end
        done
    "#]],
    );
}

/// The back-translation: texts of statements with what they come from.
#[test]
fn places() {
    let source = "x := 0;\nwhile x < 5 do\n  x := x + 1\ndone;\nwhile x > 0 do x := x - 1 done";
    let found = imp(source, Encoding::Block);
    let show = |(new, old): &(Span, Span)| format!("{} <- {}\n", new.text(&found.text), old.text(source));
    let shown: String = found.places.iter().map(show).collect();
    expect![[r#"
        x := 0 <- x := 0
        pc := 1 <- x < 5
        pc = 1 <- x < 5
        x < 5 <- x < 5
        x := x + 1 <- x := x + 1
        pc := 1 <- x < 5
        pc := 2 <- x > 0
        pc = 2 <- x > 0
        x > 0 <- x > 0
        x := x - 1 <- x := x - 1
        pc := 2 <- x > 0
    "#]]
    .assert_eq(&shown);
}

/// Answers in order, whatever is asked.
struct Sequence(Random);

impl Oracle for Sequence {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        let number = self.0.between(-4, 4);
        match sort {
            Sort::Bool => Value::Bool(number % 2 == 0),
            Sort::Int => Value::Int(Int::from(number)),
        }
    }
}

/// How a run ends, with the values of the original's variables; none when it is cut short.
fn run(unit: &dyn Unit, count: usize, initial: &[Value], seed: u64) -> Option<(&'static str, Vec<Value>)> {
    let initial: BTreeMap<_, _> = unit.vars().zip(initial.iter().cloned()).collect();
    let limits = ExecutionLimits { steps: 4_000, bits: 300 };
    let execution = unit.run(&initial, &mut Sequence(Random::new(seed)), limits);
    let end = match execution.outcome {
        ExecutionOutcome::Finished => "finished",
        ExecutionOutcome::AssertionFailed { .. } => "failed",
        ExecutionOutcome::AssumptionFailed { .. } | ExecutionOutcome::PreconditionFailed => {
            return Some(("assumed", Vec::new()));
        }
        ExecutionOutcome::OutOfSteps | ExecutionOutcome::NumberTooLarge => return None,
    };
    Some((end, execution.last_state()[..count].to_vec()))
}

#[test]
fn transformed_programs_run_alike() {
    let mut counts = BTreeMap::new();
    for seed in 0..1_500 {
        let mut random = Random::new(seed);
        let shape = Shape { loops: random.below(4), ..Shape::ONE_LOOP };
        let program = generate::program(&mut random, shape);
        for encoding in [Encoding::Block, Encoding::Statement] {
            let cfg = Cfg::of_program(&program).encoded(&program, encoding);
            let found = SingleLoop::of_cfg(&program, &cfg).expect("a small program");
            assert!(found.program.loops.len() <= 1, "seed {seed}:\n{program}\n{}", found.text);
            assert!(found.places.iter().all(|(new, _)| !new.text(&found.text).is_empty()));
            for round in 0..5 {
                let initial: Vec<Value> = program
                    .decls
                    .iter()
                    .map(|decl| match decl.sort {
                        Sort::Bool => Value::Bool(random.chance(50)),
                        Sort::Int => Value::Int(Int::from(random.between(-4, 4))),
                    })
                    .collect();
                let count = program.decls.len();
                let (Some(before), Some(after)) =
                    (run(&program, count, &initial, round), run(&found.program, count, &initial, round))
                else {
                    continue;
                };
                assert_eq!(before, after, "seed {seed}:\n{program}\n{}", found.text);
                *counts.entry(before.0).or_insert(0) += 1;
            }
        }
    }
    assert!(counts.len() == 3 && counts.values().all(|count| *count > 500), "{counts:?}");
}

/// Every graph of C has a text that is a program, unless it is very large.
#[test]
fn c_programs_are_transformed() {
    let mut texts = 0;
    for seed in 0..400 {
        let source = generate_c::program(&mut Random::new(seed), generate_c::Shape::SMALL);
        let program = lang::c::parse(&source, lang::Arithmetic::MATHEMATICAL)
            .program
            .expect("the generator makes programs");
        let cfg = Cfg::of_c(&program);
        let Some(found) = SingleLoop::of_cfg(&program, &cfg) else {
            assert!(cfg.nodes.len() > 4_000, "seed {seed}:\n{source}");
            continue;
        };
        texts += 1;
        assert!(found.program.loops.len() <= 1, "seed {seed}:\n{}", found.text);
        // No part is written many times over.
        assert!(found.text.lines().count() < 20 * cfg.nodes.len() + 20, "seed {seed}:\n{}", found.text);
    }
    assert!(texts > 350, "{texts}");
}
