//! Turns conclusions into verdicts: an invariant is proved afresh and checked, an execution is replayed; otherwise
//! there is no verdict.

use crate::Session;
use crate::defined::defined;
use crate::oracle;
use crate::oracle::Fault;
use crate::shorter::shorter;
use engine::{Conclusion, Model};
use evidence::Known;
use flow::TransitionSystem;
use lang::AssertId;
use logic::{Term, Value, Var};
use solver::Unknown;
use trace::{Obligation, Problem, UnknownReason, Verdict};

/// A verdict with the sentences of its event.
pub(crate) struct Made {
    pub(crate) verdict: Box<Verdict<Term>>,
    /// An invariant that has been proved, if one has.
    pub(crate) proved: Option<Term>,
    /// Whether an assertion fails that the program does not state, but the language.
    pub(crate) fails_by_itself: bool,
    /// Where the execution that fails has overflowed before, which C leaves undefined.
    pub(crate) overflows: Option<Box<Problem>>,
    pub(crate) purpose: String,
    pub(crate) outcome: String,
}

fn made(verdict: Verdict<Term>, purpose: &str, outcome: &str) -> Made {
    Made {
        verdict: Box::new(verdict),
        proved: None,
        fails_by_itself: false,
        overflows: None,
        purpose: purpose.into(),
        outcome: outcome.into(),
    }
}

/// Checks a conclusion.
pub(crate) fn verdict(session: &mut Session, conclusion: Conclusion) -> Made {
    match conclusion {
        Conclusion::Safe { invariant, auxiliary } => safe_by_fixed_point(session, invariant, auxiliary),
        Conclusion::SafeByGraph { arg, invariant } => safe_by_graph(session, &arg, invariant),
        Conclusion::EarlyFailure(model) => failing(session, &model, None),
        Conclusion::Failure { rounds, model } => failing(session, &model, Some(rounds)),
        Conclusion::Unknown(reason) => {
            let outcome = format!("Unknown: {}.", crate::text::reason(&reason));
            made(Verdict::Unknown(reason), "The run ends without a verdict.", &outcome)
        }
    }
}

const PROVING: &str = "Check the result with code that shares nothing with the search: is the result an inductive invariant that excludes every failure?";

const PROVING_GRAPH: &str = "Check the result with code that shares nothing with the search: is the graph safe, complete and well-labelled? Are its labels, cutpoint by cutpoint, an inductive invariant?";

/// A fixed point proves the program; what is shown is the shortest invariant found that follows from it.
fn safe_by_fixed_point(session: &mut Session, found: Term, auxiliary: Option<Term>) -> Made {
    let auxiliary = auxiliary.filter(|&t| t != session.terms.tru());
    if let Some(invariant) = crate::facts::enough(session) {
        let remark =
            " Shown are facts of the generator of auxiliary invariants, which are enough by themselves.";
        return safe(session, invariant, None, (Vec::new(), remark));
    }
    let found = smt::tidy(&session.oracle.door, &session.terms, found);
    let shorter = shorter(session, found, auxiliary);
    let invariant = smt::tidy(&session.oracle.door, &session.terms, shorter);
    let remark =
        if shorter == found { "" } else { " Shown is a shorter invariant that follows from what was found." };
    safe(session, invariant, auxiliary, (Vec::new(), remark))
}

/// First the graph is checked, with what it says of the program's cutpoints; then the invariant that is in it.
fn safe_by_graph(session: &mut Session, arg: &proof::Arg, invariant: Term) -> Made {
    match graph(session, arg) {
        Ok(shown) => {
            let invariant = smt::tidy(&session.oracle.door, &session.terms, invariant);
            Made { purpose: PROVING_GRAPH.into(), ..safe(session, invariant, None, (shown, "")) }
        }
        Err(made) => made,
    }
}

/// Proves afresh that a graph is safe and well-labelled, and that covered nodes are covered, and has the checker replay that
/// and see that it is complete.
fn graph(session: &mut Session, arg: &proof::Arg) -> Result<Vec<Obligation>, Made> {
    let terms = session.terms.clone();
    let cutpoints = flow::CutpointGraph::new(&terms, &*session.program, &session.cfg, &session.ts);
    let program = check::Cutpoints {
        state: cutpoints.vars.clone(),
        entry: 0,
        error: cutpoints.error(),
        actions: cutpoints.actions.iter().map(|a| (a.from, a.to, a.formula)).collect(),
    };
    let obligations = match check::arg_obligations(&terms, &program, arg) {
        Ok(obligations) => obligations,
        Err(fault) => return Err(faulty(format!("the reachability graph is no certificate: {fault}"))),
    };
    let mut proofs = Vec::new();
    let mut shown: Vec<(usize, Obligation)> = Vec::new();
    for (goal, conjuncts) in obligations.list() {
        match session.oracle.solve_apart(&terms, conjuncts) {
            Known::Refuted(proof) => {
                let (name, says) = property(*goal);
                let size = oracle::size(&proof);
                match shown.iter_mut().find(|(_, o)| o.name == name) {
                    Some((count, o)) => {
                        *count += 1;
                        o.proof.steps += size.steps;
                        o.proof.resolutions += size.resolutions;
                        o.proof.lemmas += size.lemmas;
                    }
                    None => {
                        let (name, statement) = (name.to_owned(), says.to_owned());
                        shown.push((1, Obligation { name, statement, proof: size }));
                    }
                }
                proofs.push(proof);
            }
            Known::Holds(_) => {
                return Err(faulty(format!("the reachability graph fails: not so that {goal}")));
            }
            Known::Unknown(why) => return Err(unchecked(why, PROVING, UNCHECKED)),
            Known::Faulty(failed) => return Err(faulty(failed.to_string())),
        }
    }
    if let Err(fault) = check::arg(&terms, &obligations, &proofs) {
        return Err(faulty(format!("the reachability graph does not check: {fault}")));
    }
    let counted = |(count, mut o): (usize, Obligation)| {
        if count > 1 {
            o.name = format!("{} ({count})", o.name);
        }
        o
    };
    Ok(shown.into_iter().map(counted).collect())
}

/// The property of a graph that an obligation belongs to, and what it says.
fn property(goal: check::ArgGoal) -> (&'static str, &'static str) {
    match goal {
        check::ArgGoal::Entry => ("entry of the graph", "ψ(v₁) holds in every state"),
        check::ArgGoal::WellLabelled(..) => ("well-labelled edge", "ψ(u) ∧ τ(u, v) ⇒ ψ(v)′"),
        check::ArgGoal::Covered(_) => ("covered node", "ψ(v) ⇒ ⋁ ψ(u) over expanded nodes u of the cutpoint"),
        check::ArgGoal::Safe(_) => ("safe error node", "ψ(vₑ) holds in no state"),
    }
}

/// A transition system as the checker reads it.
pub(crate) fn system(ts: &TransitionSystem) -> check::LoopSystem {
    check::LoopSystem {
        state: ts.vars.iter().map(|v| v.var).collect(),
        init: check::Initial::States(ts.arrival),
        trans: ts.trans,
        bad: ts.bad.formula(),
        early: ts.early,
    }
}

/// Checks an invariant, and shows it as it is; `shown` lists what has been proved before, `remark` is an additional sentence.
fn safe(
    session: &mut Session,
    invariant: Term,
    auxiliary: Option<Term>,
    (mut shown, remark): (Vec<Obligation>, &str),
) -> Made {
    let terms = session.terms.clone();
    let auxiliary = auxiliary.filter(|&t| t != terms.tru());
    let obligations = match check::obligations(&terms, &system(&session.ts), invariant, auxiliary) {
        Ok(obligations) => obligations,
        Err(fault) => return faulty(format!("the invariant is malformed: {fault}")),
    };
    let mut proofs = Vec::new();
    for obligation in obligations.list() {
        match session.oracle.solve_apart(&terms, &obligation.conjuncts) {
            Known::Refuted(proof) => {
                shown.push(Obligation {
                    name: obligation.goal.to_string(),
                    statement: statement(obligation.goal).into(),
                    proof: oracle::size(&proof),
                });
                proofs.push(proof);
            }
            Known::Holds(_) => return faulty(format!("the invariant fails: {}", obligation.goal)),
            Known::Unknown(why) => return unchecked(why, PROVING, UNCHECKED),
            Known::Faulty(failed) => return faulty(failed.to_string()),
        }
    }
    if let Err(fault) = check::invariant(&terms, &obligations, &proofs) {
        return faulty(format!("the certificate does not hold: {fault}"));
    }
    let certificate = certificate(session, &obligations);
    let whole = terms.and([invariant].into_iter().chain(auxiliary));
    let model = match crate::model::model(session, whole) {
        Ok(model) => model,
        Err(Known::Unknown(why)) => return unchecked(why, PROVING, "The model could not be checked"),
        Err(Known::Faulty(failed)) => return faulty(failed.to_string()),
        Err(_) => return faulty("the model does not satisfy the clauses".into()),
    };
    let model = model.map(|found| {
        shown.push(found.proved);
        found.text
    });
    Made {
        verdict: Box::new(Verdict::Safe {
            invariant,
            auxiliary,
            obligations: shown,
            certificate,
            vacuous: None,
            model,
        }),
        fails_by_itself: false,
        overflows: None,
        proved: Some(whole),
        purpose: PROVING.into(),
        outcome: format!("Yes: every condition was proved, and every proof replayed.{remark}"),
    }
}

/// The obligations as an SMT-LIB 2 script: over bit-vectors, if integers are words.
fn certificate(session: &Session, obligations: &check::Obligations) -> String {
    let terms = &session.terms;
    let Some(words) = session.ts.words() else {
        return match session.ts.products() {
            [] => check::certificate_smtlib(terms, obligations),
            _ => session.certificate_of_products(obligations),
        };
    };
    let list = obligations.list().iter();
    let conjuncts: Vec<Term> = list.flat_map(|o| o.conjuncts.iter().copied()).collect();
    let script = words.script(terms, &conjuncts);
    let mut names = script.names.into_iter();
    check::certificate_of_words(&script.text, obligations, &mut |_| names.next().unwrap_or_default())
}

fn statement(goal: check::Goal) -> &'static str {
    match goal {
        check::Goal::Initiation => "I(s) ⇒ Inv(s)",
        check::Goal::Consecution => "Inv(s) ∧ T(s, s′) ⇒ Inv(s′)",
        check::Goal::Safety => "Inv(s) ⇒ P(s)",
        check::Goal::NoEarlyFailure => "no assertion fails before the loop",
        check::Goal::AuxiliaryInitiation => "I(s) ⇒ Aux(s)",
        check::Goal::AuxiliaryConsecution => "Aux(s) ∧ T(s, s′) ⇒ Aux(s′)",
    }
}

fn failing(session: &mut Session, model: &Model, rounds: Option<u32>) -> Made {
    let terms = session.terms.clone();
    let words = session.words();
    let mut values = model.clone();
    if rounds.is_some() && !session.ts.init_is_complete() {
        // Values from before the loop were eliminated from I: ask which ones lead to the first state.
        let ts = &session.ts;
        let first = ts.set(&terms, ts.cube(&terms, 0, |v| model.value(v)));
        let asked = [ts.arrival_at(&terms, 0), first.at(&terms, 0)];
        match session.oracle.solve_apart(&terms, &asked) {
            Known::Holds(before) => {
                let all = terms.vars_of(&asked).into_iter().map(|v| (v, before.value(&terms, v)));
                values.complete(&Model(all.collect()));
            }
            Known::Refuted(_) => {
                return faulty("no entry values lead to the counterexample's first state".into());
            }
            Known::Unknown(why) => {
                return unchecked(why, words.replay, "The execution could not be completed");
            }
            Known::Faulty(failed) => return faulty(failed.to_string()),
        }
    }
    let value = |v: Var| values.value(v).cloned().unwrap_or_else(|| Value::default_of(terms.var_sort(v)));
    match flow::replay(&*session.program, &terms, &session.ts, &value, rounds) {
        Ok(execution) if !ends_in(&execution, session.assertion) => {
            faulty("the counterexample fails another assertion than the one that is checked".into())
        }
        Ok(execution) => failed(session, execution),
        Err(error) => faulty(format!("the counterexample does not replay: {error}")),
    }
}

/// How an execution is shown that the interpreter has found.
pub(crate) const AGAIN: &str =
    "Run the interpreter once more with the same inputs, step by step: does it really end in a failure?";

/// The verdict that an execution of the interpreter fails.
pub(crate) fn failed(session: &Session, execution: lang::interp::Execution) -> Made {
    let words = session.words();
    // Of other languages nothing overflows, and what looks for it may not be there.
    let (execution, overflows) = match session.cfg.overflow {
        None => (execution, None),
        Some(_) => defined(session, execution),
    };
    let shown = crate::text::execution(&session.source, &*session.program, &execution);
    let outcome = format!(
        "Unsafe: this {} {}, in line {}: {}.",
        words.execution,
        words.fails,
        shown.failing.line,
        brief(&shown.failing.text)
    );
    let fails_by_itself = match execution.outcome {
        lang::interp::ExecutionOutcome::AssertionFailed { assert, .. } => {
            session.program.asserts()[assert.index()].claim.is_some()
        }
        _ => false,
    };
    Made { fails_by_itself, overflows, ..made(Verdict::Unsafe(shown), words.replay, &outcome) }
}

/// A text, cut where it is too long for a sentence.
fn brief(text: &str) -> String {
    let most = 90;
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

/// Whether an execution fails this assertion, or any if none is named.
pub(crate) fn ends_in(execution: &lang::interp::Execution, wanted: Option<AssertId>) -> bool {
    match execution.outcome {
        lang::interp::ExecutionOutcome::AssertionFailed { assert, .. } => {
            wanted.is_none_or(|id| id == assert)
        }
        _ => false,
    }
}

const UNCHECKED: &str = "The certificate could not be checked";

/// The verdict when the solver found no answer within its limits.
fn unchecked(why: Unknown, purpose: &str, what: &str) -> Made {
    let reason = UnknownReason::Solver(why.to_string());
    let outcome = format!("{what}: {}.", crate::text::reason(&reason));
    made(Verdict::Unknown(reason), purpose, &outcome)
}

/// The verdict that a check failed.
pub(crate) fn faulty(what: String) -> Made {
    at_fault(what.into())
}

/// The verdict that something stands in the way of any.
pub(crate) fn at_fault(Fault { what, script }: Fault) -> Made {
    let outcome = match script {
        None => format!("A check failed; this is a fault in Loopglass: {what}."),
        Some(_) => CONTRADICTION.to_owned(),
    };
    made(Verdict::Faulty { what, script }, "Check the result independently.", &outcome)
}

/// What is said where two solvers contradict each other.
pub(crate) const CONTRADICTION: &str = "Two solvers contradict each other, so the run ends here.";
