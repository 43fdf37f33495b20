//! The invariant generator: what each level finds, and that the independent checker accepts it.

use domain::{Generator, Level, Questions};
use expect_test::{Expect, expect};
use flow::cfg::Cfg;
use flow::{Symbols, TransitionSystem};
use lang::{Program, Unit};
use logic::{Term, Terms};
use solver::Door;
use std::fmt::Write;
use std::rc::Rc;

mod steps;

mod lazy;

#[path = "../../../lang/tests/generate/mod.rs"]
mod generate;
use generate::{Random, Shape};

struct Subject {
    terms: Rc<Terms>,
    ts: Rc<TransitionSystem>,
    generator: Generator,
}

impl Subject {
    fn new(program: &Program) -> Subject {
        Subject::of_cfg(program, Cfg::of_program(program))
    }

    fn of_cfg(unit: &dyn Unit, cfg: Cfg) -> Subject {
        let terms = Rc::new(Terms::new());
        let ts = Rc::new(TransitionSystem::of_cfg(&terms, unit, &cfg));
        let symbols = Symbols::of_unit(&terms, unit, &cfg, "");
        let generator = Generator::new(terms.clone(), Rc::new(cfg), symbols, ts.clone());
        Subject { terms, ts, generator }
    }

    fn of_source(source: &str) -> Subject {
        Subject::new(&lang::parse_imp(source).program.expect("a program"))
    }

    fn questions(&self, door: &Door) -> Questions {
        Questions::new(self.terms.clone(), door)
    }

    fn levels(&mut self, ask: &mut Questions) -> Vec<Level> {
        std::iter::from_fn(|| self.generator.next_level(ask)).collect()
    }

    /// Has initiation and consecution refuted afresh, and the refutations checked.
    fn check_inductive(&self, invariant: Term) {
        let system = check::LoopSystem {
            state: self.ts.vars.iter().map(|v| v.var).collect(),
            init: check::Initial::States(self.ts.arrival),
            trans: self.ts.trans,
            bad: self.ts.bad.formula(),
            early: self.ts.early,
        };
        let obligations =
            check::obligations(&self.terms, &system, invariant, None).expect("the state's vocabulary");
        for obligation in obligations.list() {
            if matches!(obligation.goal, check::Goal::Initiation | check::Goal::Consecution) {
                assert!(self.is_refuted(&obligation.conjuncts), "{}", self.terms.infix(invariant));
            }
        }
    }

    fn is_refuted(&self, conjuncts: &[Term]) -> bool {
        let mut solver = smt::Solver::new(&*self.terms, smt::Config::default());
        conjuncts.iter().for_each(|&c| {
            solver.assert(c);
        });
        solver.check(&[]) == smt::Outcome::Unsat
            && check::refutation(&self.terms, conjuncts, &solver.proof().expect("a proof")).is_ok()
    }

    fn is_safe(&self, invariant: Term) -> bool {
        self.is_refuted(&[invariant, self.ts.bad.formula()])
    }
}

fn check(source: &str, expected: Expect) {
    check_subject(Subject::of_source(source), expected);
}

fn check_c(source: &str, expected: Expect) {
    let program = lang::c::parse(source, lang::Arithmetic::default()).program.expect("a program");
    check_subject(Subject::of_cfg(&program, Cfg::of_c(&program)), expected);
}

fn check_subject(mut subject: Subject, expected: Expect) {
    let mut ask = subject.questions(&smt::door());
    let mut text = String::new();
    for level in subject.levels(&mut ask) {
        subject.check_inductive(level.invariant);
        let safe = if subject.is_safe(level.invariant) { " (proves the program)" } else { "" };
        let _ = writeln!(text, "{}: {}{safe}", level.number, level.kind);
        for conjunct in subject.terms.conjuncts(level.invariant) {
            let _ = writeln!(text, "  {}", subject.terms.infix(conjunct));
        }
    }
    expected.assert_eq(&text);
}

#[test]
fn a_counter_that_wraps() {
    // The example of IMC, section 1.3: 0 <= i <= 1 is what the interval analysis has to find.
    check(
        "{ x = 0 and i = 0 } while nondet do x := x + 2; if i = 3 then x := x + 1 end; i := i + 1; \
         if i = 2 then i := 0 end done { x % 2 = 0 }",
        expect![[r#"
            0: intervals, widened at once
              x >= 0
              i >= 0
            1: intervals, widened to thresholds and narrowed
              x >= 0
              i >= 0
              i <= 1
            2: unions of boxes
              x >= 0
              i >= 0
              i <= 1
            3: relations between variables (proves the program)
              i >= 0
              i <= 1
              x mod 2 = 0
              i <= x
        "#]],
    );
}

#[test]
fn two_counters_in_step() {
    check(
        "{ x = 0 and y = 0 and n >= 0 } while x != n do x := x + 1; y := y + 1 done { y = n }",
        expect![[r#"
            0: intervals, widened at once
              x >= 0
              y >= 0
              n >= 0
            1: intervals, widened to thresholds and narrowed
              x >= 0
              y >= 0
              n >= 0
            2: unions of boxes
              x >= 0
              y >= 0
              n >= 0
            3: relations between variables (proves the program)
              x = y
              x >= 0
              x <= n
        "#]],
    );
}

#[test]
fn a_flag_decides_the_pace() {
    check(
        "bool slow; int t, way; { t = 0 and way = 5 } while t < 30 do t := t + 1; \
         if slow then way := way + 1 else way := way + 3 end done { slow => way = 35 }",
        expect![[r#"
            0: intervals, widened at once
              t >= 0
              way >= 5
            1: intervals, widened to thresholds and narrowed
              t >= 0
              t <= 30
              way >= 5
            2: unions of boxes
              t >= 0
              t <= 30
              way >= 5
            3: relations between variables (proves the program)
              t >= 0
              t <= 30
              t <= way - 5
              way <= 2*t + 35
              (t + way) mod 2 = 1
              slow or way = 3*t + 5
              not slow or way = t + 5
        "#]],
    );
}

#[test]
fn two_states_with_numbers_of_their_own() {
    check(
        "int mode, level; { mode = 1 and level = 3 } while nondet do \
         if mode = 1 then mode := 4; level := 8 elif nondet then mode := 1; level := 3 end done \
         { mode = 4 => level = 8 }",
        expect![[r#"
            0: intervals, widened at once
              mode >= 1
              level >= 3
            1: intervals, widened to thresholds and narrowed
              mode >= 1
              mode <= 4
              level >= 3
              level <= 8
            2: unions of boxes (proves the program)
              mode = 1 and level = 3 or mode = 4 and level = 8
            3: relations between variables (proves the program)
              3*level = 5*mode + 4
              mode >= 1
              mode <= 4
        "#]],
    );
}

#[test]
fn congruences() {
    check(
        "int a, b; { a = 1 and b = 1 } while nondet do if nondet then a := a + 1; b := b + 3 else b := b + 4 end done \
         { (a + b) % 2 = 0 }",
        expect![[r#"
            0: intervals, widened at once
              a >= 1
              b >= 1
            1: intervals, widened to thresholds and narrowed
              a >= 1
              b >= 1
            2: unions of boxes
              a >= 1
              b >= 1
            3: relations between variables (proves the program)
              a >= 1
              2*a <= b + 1
              (a + b) mod 2 = 0
        "#]],
    );
}

#[test]
fn bounds_between_three() {
    check(
        "int stock, sold, orders; { orders >= 0 and stock > orders and sold = 0 } \
         while sold < orders do sold := sold + 1; stock := stock - 1 done { stock > 0 }",
        expect![[r#"
            0: intervals, widened at once
              sold >= 0
              orders >= 0
            1: intervals, widened to thresholds and narrowed
              sold >= 0
              orders >= 0
            2: unions of boxes
              sold >= 0
              orders >= 0
            3: relations between variables (proves the program)
              sold >= 0
              sold <= orders
              orders < stock + sold
        "#]],
    );
}

#[test]
fn several_loops() {
    check(
        "int i, j, n; { n >= 1 } i := 0; while i < n do j := 0; while j < i do j := j + 1 done; i := i + 1 done; \
         while j > 0 do j := j - 1 done { j = 0 and i = n }",
        expect![[r#"
            0: intervals, widened at once
              pc >= 1
              pc <= 3
              n >= 1
              pc != 1 or i >= 0
              pc != 2 or i >= 0 and j >= 0
              pc != 3 or i >= 1
            1: intervals, widened to thresholds and narrowed
              pc >= 1
              pc <= 3
              n >= 1
              pc != 1 or i >= 0
              pc != 2 or i >= 0 and j >= 0
              pc != 3 or i >= 1
            2: unions of boxes
              pc >= 1
              pc <= 3
              n >= 1
              pc != 1 or i >= 0
              pc != 2 or i >= 0 and j >= 0
              pc != 3 or i >= 1
            3: relations between variables (proves the program)
              pc >= 1
              pc <= 3
              pc != 1 or n >= 1 and i >= 0 and i <= n and (j < i or i = 0) and (j >= 1 or i <= 1) and (j <= 0 or i <= j + 1) and (i < n or i = j + 1)
              pc != 2 or j >= 0 and i < n and j <= i
              pc != 3 or i = n and j >= 0 and j < i
        "#]],
    );
}

#[test]
fn a_loop_that_is_never_reached() {
    check(
        "int x; { x = 1 } if x > 1 then while nondet do x := 0 done end; while nondet do skip done { x = 1 }",
        expect![[r#"
            0: intervals, widened at once (proves the program)
              pc >= 1
              pc <= 2
              x = 1
              pc != 1
            1: intervals, widened to thresholds and narrowed (proves the program)
              pc >= 1
              pc <= 2
              x = 1
              pc != 1
            2: unions of boxes (proves the program)
              pc >= 1
              pc <= 2
              x = 1
              pc != 1
            3: relations between variables (proves the program)
              pc >= 1
              pc <= 2
              x = 1
              pc != 1
        "#]],
    );
    check(
        "int x; assume x != x; while nondet do x := 0 done",
        expect![[r#"
        0: intervals, widened at once (proves the program)
          false
        1: intervals, widened to thresholds and narrowed (proves the program)
          false
        2: unions of boxes (proves the program)
          false
        3: relations between variables (proves the program)
          false
    "#]],
    );
}

#[test]
fn what_is_dead_at_the_head_is_left_out() {
    check_c(
        "int pick(int k) { int t = k; if (t > 5) { t--; } return t + 2; }\n\
         int main(void) {\n\
           int i = 0, sum = 0, rounds = 0;\n\
           while (__VERIFIER_nondet_int()) {\n\
             int twice = i * 2, other = pick(i);\n\
             if (other > 3 && twice >= 0) { i++; sum += 2; } else { i = i + 1; sum = twice + 2; }\n\
             rounds++;\n\
           }\n\
           __VERIFIER_assert(sum == 2 * i); return 0;\n\
         }",
        expect![[r#"
            0: intervals, widened at once
              i >= 0
              sum >= 0
              rounds >= 0
            1: intervals, widened to thresholds and narrowed
              i >= 0
              sum >= 0
              rounds >= 0
            2: unions of boxes
              i >= 0
              sum >= 0
              rounds >= 0
            3: relations between variables (proves the program)
              2*i = sum
              i = rounds
              i >= 0
        "#]],
    );
}

#[test]
fn without_loops_there_are_no_levels() {
    let mut subject = Subject::of_source("int x; x := 1 { x = 1 }");
    let mut ask = subject.questions(&smt::door());
    assert_eq!(subject.levels(&mut ask), []);
}

#[test]
fn every_level_of_random_programs_is_inductive() {
    let shape = Shape { loops: 3, block: 3, depth: 3, height: 2, numbers: 4, big: false };
    let mut checked = [0; 4];
    for seed in 0..120 {
        let program = generate::program(&mut Random::new(seed), shape);
        let mut subject = Subject::new(&program);
        let mut ask = subject.questions(&smt::door());
        for level in subject.levels(&mut ask) {
            subject.check_inductive(level.invariant);
            checked[level.number as usize] += 1;
        }
    }
    assert_eq!(checked, [120; 4]);
}

#[test]
fn equal_runs_are_equal() {
    let shape = Shape { loops: 2, block: 3, depth: 3, height: 2, numbers: 4, big: false };
    for seed in 0..10 {
        let program = generate::program(&mut Random::new(seed), shape);
        let run = || {
            let mut subject = Subject::new(&program);
            let door = smt::door();
            let mut ask = subject.questions(&door);
            let levels = subject.levels(&mut ask);
            (levels, door.costs(), ask.effort())
        };
        assert_eq!(run(), run());
    }
}
