//! Random scripts: what is asserted in which scope, and where it is asked whether it holds together.

use crate::disguise::Writer;
use crate::generate::{Random, SHAPES, Shape, problem};
use logic::{Term, Terms};
use std::fmt::Write;

/// A step of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Opens a scope.
    Push,
    /// Closes the last one.
    Pop,
    /// Asserts a formula.
    Assert(Term),
    /// Asks, under assumptions.
    Check(Vec<Term>),
}

/// A script.
#[derive(Clone)]
pub struct Case {
    /// Which kind of formulas it has.
    pub shape: Shape,
    /// Its steps.
    pub steps: Vec<Step>,
    /// Where the assertions of a script without scopes are cut into groups to be interpolated.
    pub cuts: Vec<usize>,
    /// The seed of the notation; plain notation if there is none.
    pub notation: Option<u64>,
}

impl Case {
    /// A random script.
    pub fn random(terms: &Terms, seed: u64) -> Case {
        let mut r = Random::new(seed);
        let shape = SHAPES[(seed % SHAPES.len() as u64) as usize];
        let mut case = Case { shape, steps: Vec::new(), cuts: Vec::new(), notation: Some(seed) };
        match r.below(5) {
            0 => case.scoped(terms, &mut r),
            _ => case.simple(terms, &mut r),
        }
        case
    }

    fn simple(&mut self, terms: &Terms, r: &mut Random) {
        let p = problem(terms, r, self.shape);
        let mut formulas = p.formulas;
        self.cuts = vec![p.cut];
        // Several problems over the same names, for larger ones. Loops are large enough.
        while self.shape != Shape::Loop && r.one_in(3) {
            formulas.extend(problem(terms, r, self.shape).formulas);
        }
        // More cuts for a sequence of interpolants.
        while self.cuts.len() < formulas.len().min(4) && r.one_in(2) {
            self.cuts.push(r.below(formulas.len() + 1));
        }
        self.cuts.sort_unstable();
        self.steps = formulas.into_iter().map(Step::Assert).chain([Step::Check(Vec::new())]).collect();
    }

    fn scoped(&mut self, terms: &Terms, r: &mut Random) {
        // A stock of formulas, so that the same ones come back after they were popped.
        let mut stock: Vec<Term> = Vec::new();
        for _ in 0..3 {
            stock.extend(problem(terms, r, self.shape).formulas);
        }
        let mut depth = 0;
        for _ in 0..10 + r.below(15) {
            let any = stock[r.below(stock.len())];
            self.steps.push(match r.below(8) {
                0 | 1 => {
                    depth += 1;
                    Step::Push
                }
                2 if depth > 0 => {
                    depth -= 1;
                    Step::Pop
                }
                2..=5 => Step::Assert(any),
                _ => {
                    let assumptions = (0..r.below(4)).map(|_| {
                        let f = stock[r.below(stock.len())];
                        if r.one_in(2) { terms.not(f) } else { f }
                    });
                    Step::Check(assumptions.collect())
                }
            });
        }
        self.steps.push(Step::Check(Vec::new()));
    }

    /// The formulas of a script without scopes, cut into groups.
    pub fn groups(&self) -> Option<Vec<std::ops::Range<usize>>> {
        let asserted = self.steps.iter().filter(|s| matches!(s, Step::Assert(_))).count();
        let simple = self.steps.len() == asserted + 1 && self.steps.last() == Some(&Step::Check(Vec::new()));
        if !simple || self.cuts.is_empty() {
            return None;
        }
        let mut ends: Vec<usize> = self.cuts.iter().map(|&c| c.min(asserted)).collect();
        ends.push(asserted);
        let mut from = 0;
        let group = |to: usize| std::mem::replace(&mut from, to)..to;
        Some(ends.into_iter().map(group).collect())
    }
}

/// A script as text, piece by piece.
pub struct Text {
    /// Declarations and definitions.
    pub head: String,
    /// For each step the formulas in it, written out.
    pub steps: Vec<(Step, Vec<String>)>,
    /// The symbols.
    pub symbols: Vec<String>,
}

impl Text {
    /// Writes a script.
    pub fn of(terms: &Terms, case: &Case) -> Text {
        let formulas = |s: &Step| match s {
            Step::Assert(f) => vec![*f],
            Step::Check(fs) => fs.clone(),
            Step::Push | Step::Pop => Vec::new(),
        };
        let all: Vec<Term> = case.steps.iter().flat_map(&formulas).collect();
        let vars = terms.vars_of(&all);
        let mut writer = Writer::new(terms, case.notation);
        let steps = case
            .steps
            .iter()
            .map(|s| (s.clone(), formulas(s).into_iter().map(|f| writer.formula(f)).collect()))
            .collect();
        let symbols = vars.iter().map(|&v| terms.smt_symbol(v)).collect();
        Text { head: terms.smt_declarations(vars) + &writer.definitions, steps, symbols }
    }

    /// The command of a step; its number names an assertion.
    pub fn command(&self, number: usize) -> String {
        let (step, formulas) = &self.steps[number];
        match step {
            Step::Push => "(push 1)\n".into(),
            Step::Pop => "(pop 1)\n".into(),
            Step::Assert(_) => format!("(assert (! {} :named n{number}))\n", formulas[0]),
            Step::Check(_) if formulas.is_empty() => "(check-sat)\n".into(),
            Step::Check(_) => format!("(check-sat-assuming ({}))\n", formulas.join(" ")),
        }
    }

    /// The whole script.
    pub fn whole(&self) -> String {
        (0..self.steps.len()).fold(format!("(set-logic QF_LIA)\n{}", self.head), |s, i| s + &self.command(i))
    }

    /// The numbers of the steps that assert what holds at a step.
    pub fn open(&self, at: usize) -> Vec<usize> {
        let mut scopes: Vec<Vec<usize>> = vec![Vec::new()];
        for (i, (step, _)) in self.steps[..at].iter().enumerate() {
            match step {
                Step::Push => scopes.push(Vec::new()),
                Step::Pop if scopes.len() > 1 => drop(scopes.pop()),
                Step::Assert(_) => {
                    if let Some(last) = scopes.last_mut() {
                        last.push(i);
                    }
                }
                _ => {}
            }
        }
        scopes.concat()
    }

    /// What some steps say, on one line, for the oracle.
    pub fn flat(&self, steps: impl IntoIterator<Item = usize>) -> String {
        let mut out = self.head.replace('\n', " ");
        for i in steps {
            for f in &self.steps[i].1 {
                let _ = write!(out, "(assert {f}) ");
            }
        }
        out
    }
}
