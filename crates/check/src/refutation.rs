//! Refutations: the whole derivation is replayed, step by step, in time linear in what it reads.

use crate::arithmetic::lemma;
use crate::definition::definition;
use crate::fault::{Fault, Reason};
use crate::literal::{Literal, Literals};
use crate::resolution::Chain;
use logic::{Term, Terms, order};
use proof::{Part, Proof, Rule, Step};

/// What a refutation that was replayed consists of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The asserted formulas that occur, in increasing order, each once.
    pub parts: Vec<Part>,
    /// The number of defining clauses.
    pub definitions: usize,
    /// The number of arithmetic lemmas.
    pub lemmas: usize,
    /// The number of sums in the lemmas: Farkas sums and sums of equalities. Lemmas with splits have several.
    pub sums: usize,
    /// The number of single resolutions, links of chains.
    pub resolutions: usize,
}

/// Replays a proof that the asserted formulas contradict each other in linear arithmetic over the integers.
///
/// # Errors
/// The first step that does not follow exactly as `proof` documents it, with the reason; or that the empty clause
/// is not reached.
pub fn refutation(terms: &Terms, asserted: &[Term], proof: &Proof) -> Result<Report, Fault> {
    let mut replay = Replay {
        literals: Literals::new(terms),
        asserted,
        clauses: Vec::with_capacity(proof.steps.len()),
        chain: Chain::default(),
        report: Report::default(),
    };
    for (i, step) in proof.steps.iter().enumerate() {
        let clause = replay.step(step).map_err(|reason| Fault::Step { step: i, reason })?;
        replay.clauses.push(clause);
    }
    if !replay.clauses.last().is_some_and(|clause| clause.is_empty()) {
        return Err(Fault::Unfinished);
    }
    let mut report = replay.report;
    order::sort(&mut report.parts);
    report.parts.dedup();
    Ok(report)
}

struct Replay<'t> {
    literals: Literals<'t>,
    asserted: &'t [Term],
    /// The clauses derived so far, in normal form.
    clauses: Vec<Vec<Literal>>,
    chain: Chain,
    report: Report,
}

impl Replay<'_> {
    /// The clause of the step in normal form, when it follows.
    fn step(&mut self, step: &Step) -> Result<Vec<Literal>, Reason> {
        match &step.rule {
            Rule::Input(part) => {
                let formula = *self.asserted.get(*part).ok_or(Reason::NoSuchPart(*part))?;
                let unit = self.literals.term(formula)?;
                let clause = self.literals.clause(&step.clause)?;
                if clause != [unit] {
                    return Err(Reason::NotTheInput(*part));
                }
                self.report.parts.push(*part);
                Ok(clause)
            }
            Rule::Definition(d) => {
                self.report.definitions += 1;
                definition(&mut self.literals, *d, &step.clause)
            }
            Rule::Lemma(reason) => {
                let clause = self.literals.clause(&step.clause)?;
                self.report.lemmas += 1;
                self.report.sums += lemma(&mut self.literals, &clause, reason)?;
                Ok(clause)
            }
            Rule::Resolution { first, links } => {
                let clause = self.literals.clause(&step.clause)?;
                self.report.resolutions += links.len();
                self.chain.check(&mut self.literals, &self.clauses, *first, links, &clause)?;
                Ok(clause)
            }
        }
    }
}
