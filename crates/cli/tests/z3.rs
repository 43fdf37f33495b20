//! `--solver z3`: the verdicts of our solver on the corpus, and what only Z3 vouches for. Only with the feature `z3`.

mod common;

use common::{ended, text};
use evidence::{Known, Proofs, judge};
use logic::{Sort, Term, Terms};
use loopglass_tests::corpus::{Expected, programs};
use serde_json::Value;
use session::{Session, verdict_of};
use smt::Embedded;
use solver::{Door, Limits, Outcome};
use std::process::{Command, Output};
use std::rc::Rc;
use trace::{Answer, Engine, InterpolantChecks, Query, Settings, Setup, Solver, Verdict};
use z3::Z3;

fn backend() -> Rc<Z3> {
    Rc::new(Z3::new().expect("Z3 gives a context"))
}

/// The verdict, or why there is none.
fn verdict(door: Door, setup: &Setup) -> String {
    let (mut session, _) = Session::through(door, setup).expect("a program");
    match verdict_of(&session.run_to_end()) {
        Some(Verdict::Safe { .. }) => "safe".into(),
        Some(Verdict::Unsafe(_)) => "unsafe".into(),
        Some(Verdict::Unknown(why)) => session::reason(why),
        Some(Verdict::Faulty { what, .. }) => panic!("a check failed: {what}"),
        None => panic!("no verdict"),
    }
}

/// Every program of the corpus with Z3 and with our solver. Other models make other interpolants, and so an engine may need one
/// unrolling more with the one than with the other; the limits are such that none decides.
fn same_verdicts(engine: Engine, (max_unrollings, max_conflicts): (u32, u32)) {
    let mut decided = 0;
    for program in programs() {
        let setup = Setup {
            source: program.source.clone(),
            language: reader::of_file(&program.name).expect("a language"),
            engine,
            settings: Settings { max_unrollings, max_conflicts, ..Settings::default() },
        };
        let ours = verdict(smt::door(), &setup);
        let theirs = verdict(Door::new(backend()).certified_by(Rc::new(Embedded)), &setup);
        assert_eq!(theirs, ours, "{engine} on {}", program.name);
        let right = if program.expected == Expected::Safe { "safe" } else { "unsafe" };
        decided += usize::from(theirs == right);
    }
    assert!(decided > 160, "{engine} decides {decided}");
}

/// Every query of a run put to both, whoever of the two answers.
#[test]
fn they_agree_on_every_query_of_a_run() {
    let (mut agreed, mut open) = (0, 0);
    for program in programs().into_iter().step_by(6) {
        let setup = Setup {
            source: program.source.clone(),
            language: reader::of_file(&program.name).expect("a language"),
            engine: Engine::IMC_I,
            settings: Settings { max_unrollings: 3, max_conflicts: 2_000, ..Settings::default() },
        };
        let z3_first = Door::new(backend()).certified_by(Rc::new(Embedded)).beside(Rc::new(Embedded));
        for door in [smt::door().beside(backend()), z3_first] {
            verdict(door.clone(), &setup);
            let found = door.agreement().expect("two solvers");
            agreed += found.agreed;
            open += found.open;
        }
    }
    assert!(agreed > 10_000 && open * 1_000 < agreed, "{agreed} alike, {open} left open");
    println!("{agreed} queries answered alike, {open} left open by one of the two");
}

/// Beside an interpolant, Z3's own for the same query.
#[test]
fn z3s_own_interpolants_pass_the_three_checks() {
    let (mut beside, mut alone, mut different) = (0, 0, 0);
    for program in programs().into_iter().step_by(9) {
        let setup = Setup {
            source: program.source.clone(),
            language: reader::of_file(&program.name).expect("a language"),
            engine: Engine::IMC,
            settings: Settings { max_unrollings: 3, max_conflicts: 2_000, ..Settings::default() },
        };
        let door = smt::door().beside(backend());
        let (mut session, _) = Session::through(door, &setup).expect("a program");
        for event in session.run_to_end() {
            let Some(Query { answer: Answer::Unsat { interpolant: Some(found), .. }, .. }) = event.query
            else {
                continue;
            };
            let Some(other) = found.beside else {
                alone += 1;
                continue;
            };
            assert_eq!(other.solver, Solver::Z3);
            let all = InterpolantChecks { implied_by_a: true, contradicts_b: true, shared_vocabulary: true };
            assert_eq!(other.checks, all, "{}, step {}", program.name, event.index + 1);
            beside += 1;
            different += usize::from(other.formula != found.formula);
        }
    }
    println!(
        "{beside} of {} interpolants with Z3's beside them, {different} of them different",
        beside + alone
    );
    assert!(beside > 30 && alone * 10 < beside && different > 10, "{beside} {alone} {different}");
}

#[test]
fn imc_i_decides_the_same() {
    same_verdicts(Engine::IMC_I, (4, 2_000));
}

#[test]
fn fib_f_decides_the_same() {
    same_verdicts(Engine::FIB_F, (10, 2_000));
}

#[test]
fn vinta_box_decides_the_same() {
    same_verdicts(Engine::VINTA_BOX, (3, 1_000));
}

/// Without a certifier Z3's word is no verdict.
#[test]
fn nothing_is_safe_by_the_word_of_z3() {
    let setup = Setup { source: SAFE.into(), ..Setup::default() };
    let alone = verdict(Door::new(backend()), &setup);
    assert!(alone.contains("the solver says `unsat`, but there is no proof of it"), "{alone}");
    let certified = verdict(Door::new(backend()).certified_by(Rc::new(Embedded)), &setup);
    assert_eq!(certified, "safe");
}

/// A certifier that comes to no end leaves an answer unknown, which tells what Z3 has said.
#[test]
fn what_no_proof_is_found_for_is_unknown() {
    let terms = Terms::new();
    let at = |pigeon: usize, hole: usize| terms.of(terms.var(&format!("p{pigeon}h{hole}"), Sort::Bool));
    let mut formulas: Vec<Term> = (0..6).map(|p| terms.or((0..5).map(|h| at(p, h)))).collect();
    for (p, q) in (0..6).flat_map(|p| (0..p).map(move |q| (p, q))) {
        formulas.extend((0..5).map(|h| terms.not(terms.and([at(p, h), at(q, h)]))));
    }
    let door = Door::new(backend()).certified_by(Rc::new(Embedded));
    let mut context = door.open(Limits::default());
    formulas.iter().for_each(|&f| {
        context.assert(&terms, f);
    });
    let outcome = context.check(&terms, &[]);
    assert_eq!(outcome, Outcome::Unsat);
    let judged = |limits| {
        judge(&door, &terms, &formulas, outcome.clone(), || context.proof(), limits, Proofs::AsFound)
    };
    assert!(matches!(judged(Limits::default()), Known::Refuted(_)));
    let few = judged(Limits { conflicts: 5, ..Limits::default() });
    let Known::Unknown(why) = few else { panic!("{few:?}") };
    let said =
        "the solver says `unsat`, but its certifier reached the limit on conflicts before it had a proof";
    assert_eq!(why.to_string(), said);
}

const SAFE: &str = "{ x = 0 and y = 0 and n >= 0 }\nwhile x != n do x := x + 1; y := y + 1 done\n{ y = n }\n";

fn loopglass(args: &[&str], stdin: &str) -> Output {
    ended(Command::new(env!("CARGO_BIN_EXE_loopglass")).args(args), stdin)
}

#[test]
fn the_command_says_who_was_asked() {
    let output = loopglass(&["verify", "-", "--solver", "z3", "--json"], SAFE);
    assert_eq!(output.status.code(), Some(0));
    let result: Value = serde_json::from_str(&text(&output.stdout)).expect("one JSON object");
    assert_eq!((&result["verdict"], &result["solver"]), (&"safe".into(), &"z3".into()));
    let checks = &result["stats"]["costs"]["checks"]["queries"];
    assert!(checks.as_u64().is_some_and(|n| n > 5), "our solver has proved it: {checks}");
    let output = loopglass(&["verify", "-", "--solver", "z3"], &SAFE.replace("{ y = n }", "{ y != 3 }"));
    assert_eq!(output.status.code(), Some(10));
    assert!(text(&output.stdout).contains("bmc with z3: "), "{}", text(&output.stdout));
}

#[test]
fn a_script_says_whose_word_it_has() {
    let script = "(declare-const x Int)(assert (! (> x 1) :named A))(assert (! (< x 1) :named B))\
                  (check-sat)(get-unsat-core)(get-interpolants A B)\n";
    let output = loopglass(&["smt", "-", "--solver", "z3"], script);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).starts_with("unsat\n(A B)\n(("), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("is the word of z3 alone"), "{}", text(&output.stderr));
    let checked = loopglass(&["smt", "-", "--solver", "z3", "--check"], script);
    assert_eq!((checked.status.code(), checked.stdout), (Some(0), output.stdout));
    assert_eq!(text(&checked.stderr), "");
}
