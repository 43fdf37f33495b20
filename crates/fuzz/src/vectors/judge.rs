//! What our solver says of a pair of bit-vector formulas, and what Z3 says of that.

use super::Formula;
use super::made::{Pair, Side};
use evidence::{Failure, How, Known, Proofs, Source, sequence, solve};
use flow::{Symbols, Word, Words};
use logic::{Sort, Term, Terms, Var};
use smt::itp::Labelling;
use solver::Limits;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What has been seen.
#[derive(Default, Debug)]
pub struct Tally {
    /// Pairs that hold together; our models were accepted.
    pub sat: usize,
    /// Pairs that do not.
    pub unsat: usize,
    /// Pairs of which our solver, or Z3, did not find out within its limits.
    pub open: [usize; 2],
    /// Different interpolants whose conditions hold, over digits.
    pub interpolants: usize,
    /// The same, translated back into words and written as bit-vectors.
    pub raised: usize,
    /// Interpolants, or sets of them, of which ours, or Z3, did not find out.
    pub unchecked: [usize; 2],
}

/// One conjunction, with no `check-sat`; whether it is satisfiable, if that was found out.
pub type Ask<'a> = &'a mut dyn FnMut(&str) -> Option<bool>;

/// What a pair of formulas is as terms.
struct Case<'p> {
    pair: &'p Pair,
    terms: Terms,
    vars: Vec<Var>,
    words: Words,
}

impl Case<'_> {
    fn of(pair: &Pair) -> Case<'_> {
        let terms = Terms::new();
        let sort = |is_word: bool| if is_word { Sort::Int } else { Sort::Bool };
        let vars: Vec<Var> =
            pair.symbols.iter().map(|symbol| terms.var(&symbol.name, sort(symbol.ty.is_some()))).collect();
        let typed = vars.iter().zip(&pair.symbols).filter_map(|(var, symbol)| {
            let ty = symbol.ty?;
            Some((*var, Word { bits: ty.bits.into(), signed: ty.signed }))
        });
        let words = Words::of(&terms, typed);
        Case { pair, vars, words, terms }
    }

    /// Conjuncts over digits.
    fn lowered(&self, formulas: &[Formula]) -> Vec<Term> {
        let symbols = Symbols { vars: self.vars.clone(), inputs: Vec::new() };
        let values = symbols.state(&self.terms);
        let one = |formula: &Formula| {
            let term = symbols.bexp(&self.terms, &formula.bexp(), &values);
            self.words.lowered(&self.terms, term)
        };
        formulas.iter().map(one).collect()
    }

    /// Declarations of what one side may speak of, up to those that a text has.
    fn declarations(&self, side: Side, present: &str) -> String {
        let mut text = String::new();
        for symbol in self.pair.symbols.iter().filter(|s| s.side == side || s.side == Side::Both) {
            let name = &symbol.name;
            if present.contains(&format!("(declare-const |{name}| ")) {
                continue;
            }
            match symbol.ty {
                None => {
                    let _ = write!(text, "(declare-const |{name}| Bool)");
                }
                Some(ty) => {
                    let _ = write!(text, "(declare-const |{name}| (_ BitVec {}))", ty.bits);
                }
            }
        }
        text
    }

    /// The digits of the words of one side as parts of these.
    fn digits(&self, side: Side) -> String {
        let mut text = String::new();
        for symbol in self.pair.symbols.iter().filter(|s| s.side == side || s.side == Side::Both) {
            for at in 0..symbol.ty.map_or(0, |ty| ty.bits) {
                let name = &symbol.name;
                let _ = write!(
                    text,
                    "(define-fun |{name}[{at}]| () Bool (= ((_ extract {at} {at}) |{name}|) #b1))"
                );
            }
        }
        text
    }

    /// What one side asserts.
    fn assertions(&self, side: Side) -> String {
        let names: Vec<String> = self.pair.symbols.iter().map(|s| format!("|{}|", s.name)).collect();
        let formulas = if side == Side::A { &self.pair.a } else { &self.pair.b };
        formulas.iter().fold(String::new(), |text, formula| format!("{text}(assert {})", formula.smt(&names)))
    }
}

/// The question whether a pair holds together, for Z3 alone.
pub fn question(pair: &Pair) -> String {
    let case = Case::of(pair);
    let declared = case.declarations(Side::A, "");
    let rest = case.declarations(Side::B, &declared);
    format!("{declared}{rest}{}{}", case.assertions(Side::A), case.assertions(Side::B))
}

/// Compares what our solver and Z3 say.
///
/// # Errors
/// What is wrong.
pub fn judge(pair: &Pair, limits: Limits, ask: Ask<'_>, tally: &mut Tally) -> Result<(), String> {
    let case = Case::of(pair);
    let (a, b) = (case.lowered(&pair.a), case.lowered(&pair.b));
    let all: Vec<Term> = a.iter().chain(&b).copied().collect();
    let question = question(pair);
    let known = solve(&smt::door(), &case.terms, &all, limits, Proofs::AsFound);
    let expected = ask(&question);
    tally.open[1] += usize::from(expected.is_none());
    match (known, expected) {
        (Known::Holds(_), Some(false)) => Err("our solver says sat, Z3 unsat".into()),
        (Known::Refuted(_), Some(true)) => Err("our solver says unsat, Z3 sat".into()),
        (Known::Faulty(failed), _) => Err(format!("a check of our own failed: {failed}")),
        (Known::Unknown(_), _) => {
            tally.open[0] += 1;
            Ok(())
        }
        (Known::Holds(model), _) => {
            tally.sat += 1;
            let mut valued = question;
            for (var, symbol) in case.vars.iter().zip(&pair.symbols) {
                let value = case.words.value(&case.terms, &|v| model.value(&case.terms, v), *var);
                let _ = match (value, symbol.ty) {
                    (logic::Value::Int(number), Some(ty)) => {
                        let number = number.rem_euclid(&ty.count());
                        write!(valued, "(assert (= |{}| (_ bv{number} {})))", symbol.name, ty.bits)
                    }
                    (value, _) => write!(valued, "(assert (= |{}| {}))", symbol.name, value.truth()),
                };
            }
            match ask(&valued) {
                Some(false) => Err(format!("Z3 does not accept our model:\n{valued}")),
                _ => Ok(()),
            }
        }
        (Known::Refuted(_), _) => {
            tally.unsat += 1;
            interpolated(&case, (a, b), limits, ask, tally)
        }
    }
}

/// Interpolants by several ways, each looked at by Z3, over digits and translated back into words.
fn interpolated(
    case: &Case<'_>,
    (a, b): (Vec<Term>, Vec<Term>),
    limits: Limits,
    ask: Ask<'_>,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut found: BTreeSet<Term> = BTreeSet::new();
    let groups = [a, b];
    for (labelling, source) in [
        (Labelling::McMillan, Source::Proof),
        (Labelling::Pudlak, Source::Proof),
        (Labelling::DualMcMillan, Source::Proof),
        (Labelling::McMillan, Source::DualProof),
        (Labelling::McMillan, Source::Search),
    ] {
        let how = How { labelling, source, limits, ..How::default() };
        match sequence(&smt::door(), &case.terms, &groups, &how) {
            Ok(sequence) => found.extend(sequence.iter().map(|interpolant| interpolant.term)),
            Err(Failure::Unknown(_)) => tally.unchecked[0] += 1,
            Err(why) => return Err(format!("no interpolant by {labelling:?} from {source:?}: {why}")),
        }
    }
    let terms = &case.terms;
    let shared = |v: Var| {
        let owner = case.words.owner(terms, v).map_or(v, |(owner, _)| owner);
        case.vars.iter().zip(&case.pair.symbols).any(|(&var, s)| var == owner && s.side == Side::Both)
    };
    let raised: Vec<Term> = found.iter().map(|&t| case.words.raised(terms, t)).collect();
    for t in found.iter().chain(&raised) {
        if !terms.vars(*t).into_iter().all(shared) {
            return Err(format!("the interpolant speaks of what A and B do not share: {}", terms.infix(*t)));
        }
    }
    let script = case.words.script(terms, &raised);
    let script_text = script.text.replace('\n', " ");
    let plain: Vec<String> = found.iter().map(|&t| terms.smtlib(t).replace('\n', " ")).collect();
    for side in [Side::A, Side::B] {
        let heads = [
            (format!("{}{}", case.declarations(side, ""), case.digits(side)), &plain),
            (format!("{script_text}{}", case.declarations(side, &script_text)), &script.names),
        ];
        for (head, interpolants) in heads {
            let signed = |t: &String| if side == Side::A { format!("(not {t})") } else { t.clone() };
            let any = interpolants.iter().fold("false".into(), |text, t| format!("{text} {}", signed(t)));
            let question = format!("{head}{}(assert (or {any}))", case.assertions(side));
            match ask(&question) {
                Some(false) => {}
                Some(true) => {
                    let what =
                        if side == Side::A { "does not follow from A" } else { "holds together with B" };
                    return Err(format!("one of these interpolants {what}:\n{question}"));
                }
                None => tally.unchecked[1] += 1,
            }
        }
    }
    tally.interpolants += found.len();
    tally.raised += raised.len();
    Ok(())
}
