//! Runs a script, and finds out whether everything it is answered is right.

use crate::case::{Case, Step, Text};
use crate::oracle::Oracle;
use evidence::{Failure, How, Source, sequence};
use logic::{Term, Terms};
use smt::itp::{Labelling, TheoryRule};
use smtlib::{Options, Response, Script};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// The answer differs from the oracle's.
    Answer,
    /// An error where there is none in the script, or a check that failed.
    Error,
    /// The oracle does not accept the model.
    Model,
    /// The oracle says that the core is satisfiable.
    Core,
    /// An interpolant is none.
    Interpolant,
    /// The solver panicked.
    Panic,
}

/// Something wrong, in words.
#[derive(Clone, Debug)]
pub struct Defect {
    /// What.
    pub wrong: Wrong,
    /// The details.
    pub details: String,
}

/// What has been seen.
#[derive(Default, Debug)]
pub struct Tally {
    /// Answers.
    pub sat: usize,
    /// Answers.
    pub unsat: usize,
    /// Answers, by reason.
    pub unknown: BTreeMap<String, usize>,
    /// Answers of the oracle.
    pub oracle_unknown: usize,
    /// Models that were evaluated here and accepted by the oracle.
    pub models: usize,
    /// Refutations that were replayed.
    pub refutations: usize,
    /// Cores that the oracle refuted.
    pub cores: usize,
    /// Interpolants that were checked here and by the oracle, by how they were made.
    pub interpolants: BTreeMap<String, usize>,
    /// Sequences of interpolants for which there was nothing, by how and why.
    pub none: BTreeMap<String, usize>,
    /// Interpolants by search that were found by search in the end.
    pub searched: usize,
    /// Interpolants that could not be read off the one refutation of their sequence.
    pub stepwise: usize,
    /// Time that the script, and the interpolation, took.
    pub answering: Duration,
    /// Time that interpolation took, with its checks.
    pub interpolating: Duration,
}

/// Every way to make interpolants.
pub fn ways() -> Vec<(String, How)> {
    let mut out = Vec::new();
    for (name, labelling) in
        [("mcmillan", Labelling::McMillan), ("pudlak", Labelling::Pudlak), ("dual", Labelling::DualMcMillan)]
    {
        for (rule, theory) in [("farkas", TheoryRule::Farkas), ("dual-farkas", TheoryRule::DualFarkas)] {
            for (from, source) in [("proof", Source::Proof), ("dual-proof", Source::DualProof)] {
                out.push((
                    format!("{name} {rule} {from}"),
                    How { labelling, theory, source, ..How::default() },
                ));
            }
        }
    }
    for (name, labelling, theory) in [
        ("mcmillan decomposed proof", Labelling::McMillan, TheoryRule::Decomposed),
        ("dual dual-decomposed proof", Labelling::DualMcMillan, TheoryRule::DualDecomposed),
    ] {
        out.push((name.into(), How { labelling, theory, ..How::default() }));
    }
    out.push(("search".into(), How { source: Source::Search, ..How::default() }));
    out.push(("mcmillan farkas proof, not simplified".into(), How { plain: true, ..How::default() }));
    out
}

fn defect<T>(wrong: Wrong, details: impl Into<String>) -> Result<T, Defect> {
    Err(Defect { wrong, details: details.into() })
}

/// Runs a script.
///
/// # Errors
/// What is wrong.
pub fn judge(
    terms: &Terms,
    case: &Case,
    oracle: &mut Option<Oracle>,
    tally: &mut Tally,
) -> Result<(), Defect> {
    let text = Text::of(terms, case);
    let mut script = Script::new("script", Options { check: true, ..Options::default() });
    script.feed(&format!("(set-logic QF_LIA)\n{}", text.head));
    for (i, (step, _)) in text.steps.iter().enumerate() {
        let start = Instant::now();
        script.feed(&text.command(i));
        let response = script.advance();
        tally.answering += start.elapsed();
        let refuted = response == Some(Response::Unsat);
        match (step, response) {
            (Step::Check(_), Some(response)) => answered(&text, i, &mut script, &response, oracle, tally)?,
            (Step::Check(_), None) => return defect(Wrong::Error, "no answer"),
            (_, None) => {}
            (_, Some(response)) => return defect(Wrong::Error, response.to_string()),
        }
        if refuted && let Some(groups) = case.groups() {
            let formulas = script.assertions();
            let groups: Vec<Vec<Term>> = groups.into_iter().map(|g| formulas[g].to_vec()).collect();
            interpolants(&script, &text, i, &groups, oracle, tally)?;
        }
    }
    Ok(())
}

/// Compares an answer with the oracle's, and has the evidence looked at.
fn answered(
    text: &Text,
    at: usize,
    script: &mut Script,
    response: &Response,
    oracle: &mut Option<Oracle>,
    tally: &mut Tally,
) -> Result<(), Defect> {
    let expected = oracle.as_mut().map(|o| o.answer(&text.flat(text.open(at).into_iter().chain([at]))));
    tally.oracle_unknown += usize::from(expected == Some(None));
    let expected = expected.flatten();
    match response {
        Response::Sat => {
            if expected == Some(false) {
                return defect(Wrong::Answer, format!("step {at}: sat, but the oracle says unsat"));
            }
            tally.sat += 1;
            model(text, at, script, oracle, tally)
        }
        Response::Unsat => {
            if expected == Some(true) {
                return defect(Wrong::Answer, format!("step {at}: unsat, but the oracle says sat"));
            }
            tally.unsat += 1;
            // The script has replayed it.
            tally.refutations += 1;
            core(text, at, script, oracle, tally)
        }
        Response::Unknown => {
            script.feed("(get-info :reason-unknown)");
            let reason = script.advance().map_or_else(String::new, |r| r.to_string());
            *tally.unknown.entry(reason).or_default() += 1;
            Ok(())
        }
        other => defect(Wrong::Error, format!("step {at}: {other}")),
    }
}

/// Has the oracle evaluate the values of all symbols.
fn model(
    text: &Text,
    at: usize,
    script: &mut Script,
    oracle: &mut Option<Oracle>,
    tally: &mut Tally,
) -> Result<(), Defect> {
    let mut question = text.flat(text.open(at).into_iter().chain([at]));
    if !text.symbols.is_empty() {
        script.feed(&format!("(get-value ({}))", text.symbols.join(" ")));
        let Some(Response::Text(values)) = script.advance() else {
            return defect(Wrong::Error, format!("step {at}: no values"));
        };
        // `((x 1) (y (- 2)))`: a list of pairs, each of which makes an equation.
        let pairs = values.trim_start_matches('(').trim_end_matches(')');
        let mut rest = format!("({pairs})");
        if rest.matches('(').count() > rest.matches(')').count() {
            rest.push(')');
        }
        let mut depth = 0;
        for c in rest.chars() {
            match c {
                '(' if depth == 0 => {
                    question += "(assert (= ";
                    depth += 1;
                }
                ')' if depth == 1 => {
                    question += "))";
                    depth = 0;
                }
                c => {
                    depth += i32::from(c == '(') - i32::from(c == ')');
                    if depth > 0 {
                        question.push(c);
                    }
                }
            }
        }
    }
    match oracle.as_mut().map(|o| o.answer(&question)) {
        Some(Some(false)) => {
            defect(Wrong::Model, format!("step {at}: the oracle does not accept the model\n{question}"))
        }
        Some(None) => {
            tally.oracle_unknown += 1;
            Ok(())
        }
        _ => {
            tally.models += 1;
            Ok(())
        }
    }
}

/// Has the oracle refute the core and the failed assumptions.
fn core(
    text: &Text,
    at: usize,
    script: &mut Script,
    oracle: &mut Option<Oracle>,
    tally: &mut Tally,
) -> Result<(), Defect> {
    script.feed("(get-unsat-core)(get-unsat-assumptions)");
    let (Some(Response::Text(core)), Some(Response::Text(failed))) = (script.advance(), script.advance())
    else {
        return defect(Wrong::Error, format!("step {at}: no core"));
    };
    let words = core.split(|c: char| !c.is_alphanumeric()).filter_map(|w| w.strip_prefix('n')?.parse().ok());
    let steps: Vec<usize> = words.collect();
    if let Some(step) = steps.iter().find(|s| !text.open(at).contains(s)) {
        return defect(Wrong::Core, format!("step {at}: n{step} is not asserted now"));
    }
    let mut question = text.flat(steps);
    if failed != "()" {
        question += &format!("(assert (and true {}))", &failed[1..failed.len() - 1].replace('\n', " "));
    }
    match oracle.as_mut().map(|o| o.answer(&question)) {
        Some(Some(true)) => defect(Wrong::Core, format!("step {at}: the core is satisfiable\n{question}")),
        Some(None) => {
            tally.oracle_unknown += 1;
            Ok(())
        }
        _ => {
            tally.cores += 1;
            Ok(())
        }
    }
}

/// Makes sequences of interpolants in every way; each is checked where it is made, and then by the oracle against the
/// formulas as they were written.
fn interpolants(
    script: &Script,
    text: &Text,
    at: usize,
    groups: &[Vec<Term>],
    oracle: &mut Option<Oracle>,
    tally: &mut Tally,
) -> Result<(), Defect> {
    let terms = script.terms();
    // For each cut the different interpolants, with the way that each was made first.
    let mut all: Vec<BTreeMap<String, String>> = vec![BTreeMap::new(); groups.len() - 1];
    for (name, how) in ways() {
        let start = Instant::now();
        let found = sequence(&smt::door(), terms, groups, &how);
        tally.interpolating += start.elapsed();
        let found = match found {
            Ok(found) => found,
            Err(why @ (Failure::Unknown(_) | Failure::None(_))) => {
                *tally.none.entry(format!("{name}: {why}")).or_default() += 1;
                continue;
            }
            Err(why) => return defect(Wrong::Interpolant, format!("{name}: {why}")),
        };
        *tally.interpolants.entry(name.clone()).or_default() += found.len();
        tally.stepwise += found.iter().filter(|i| i.stepwise && how.source != Source::Search).count();
        tally.searched +=
            found.iter().filter(|i| how.source == Source::Search && i.source == Source::Search).count();
        for (i, itp) in found.iter().enumerate() {
            all[i].entry(terms.smtlib(itp.term).replace('\n', " ")).or_insert_with(|| name.clone());
        }
    }
    let Some(oracle) = oracle else { return Ok(()) };
    let open = text.open(at);
    let mut cut = 0;
    for (group, itps) in groups.iter().zip(&all) {
        cut += group.len();
        let (a, b) = open.split_at(cut);
        for (side, sign) in [(a, false), (b, true)] {
            let given = text.flat(side.iter().copied());
            let signed = |itp: &String| if sign { itp.clone() } else { format!("(not {itp})") };
            let any = itps.keys().fold("false".to_owned(), |s, itp| format!("{s} {}", signed(itp)));
            if oracle.answer(&format!("{given}(assert (or {any}))")) == Some(false) {
                continue;
            }
            for (itp, name) in itps {
                match oracle.answer(&format!("{given}(assert {})", signed(itp))) {
                    Some(false) => {}
                    Some(true) => {
                        let what = if sign { "does not contradict B" } else { "does not follow from A" };
                        return defect(
                            Wrong::Interpolant,
                            format!("{name}: after group {cut}: {itp} {what}"),
                        );
                    }
                    None => tally.oracle_unknown += 1,
                }
            }
        }
    }
    Ok(())
}
