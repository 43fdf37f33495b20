//! Products of variables: where an engine's counterexample takes a product to be what it is not, lemmas that exclude it are learnt, and
//! the engine begins again with them.

use crate::oracle::Oracle;
use crate::{Session, State};
use engine::{Conclusion, Model, Next, Run, Subject};
use evidence::{Known, Proofs, solve};
use flow::cfg::Cfg;
use flow::{Symbols, TransitionSystem, products};
use lang::ast::Bexp;
use lang::{AssertId, Unit};
use logic::{Int, Term, Terms, Var, order::CollectOrdered};
use solver::{Door, Limits, Purpose};
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::{Answer, Event, UnknownReason};

/// No run learns more lemmas than this.
const MOST: usize = 120;
/// How often a counterexample of one length is looked for before the engine begins again.
const TRIES: usize = 40;
/// The most work for one such search.
const LIMITS: Limits =
    Limits { conflicts: 5_000, pivots: 100_000, splits: 2_000, digits: 500, terms: 400_000 };

/// What came of a counterexample that may be none.
enum Looked {
    /// It is one, or another of its length that was found is.
    Is(Model),
    /// It takes products to be what they are not, and so many new lemmas tell; whether they exclude every failure of its length.
    Learnt(usize, bool),
    /// It takes products to be what they are not, and no lemma that would help was found.
    Undecided(UnknownReason),
    /// A check failed.
    Faulty(String),
}

/// Looks for failures of a program in whose graph variables stand for products, with what is known of these.
pub(crate) struct Search {
    pub(crate) terms: Rc<Terms>,
    pub(crate) door: Door,
    pub(crate) program: Rc<dyn Unit>,
    /// The only assertion that is checked, if not all are.
    pub(crate) assertion: Option<AssertId>,
    pub(crate) cfg: Rc<Cfg>,
    pub(crate) ts: Rc<TransitionSystem>,
    /// What has been learnt.
    pub(crate) lemmas: Vec<Bexp>,
    /// What else must hold of the inputs.
    pub(crate) wishes: Vec<Term>,
}

impl Search {
    /// A failure after so many rounds, or before the first loop, that is an execution; none if there is none, or none was found; an error
    /// if it took too long to find out.
    pub(crate) fn failure(&mut self, rounds: Option<u32>) -> Result<Option<Model>, ()> {
        match self.look(None, rounds) {
            Looked::Is(model) => Ok(Some(model)),
            Looked::Learnt(..) => Ok(None),
            Looked::Undecided(_) | Looked::Faulty(_) => Err(()),
        }
    }

    /// Looks at a counterexample; without one looks for the first.
    fn look(&mut self, model: Option<Model>, rounds: Option<u32>) -> Looked {
        let before = self.lemmas.len();
        let mut next = if model.is_some() { Ok(model) } else { self.found(rounds) };
        for _ in 0..TRIES {
            let model = match next {
                Ok(Some(model)) => model,
                Ok(None) => return Looked::Learnt(self.lemmas.len() - before, true),
                Err(otherwise) => return otherwise,
            };
            if self.replays(&model, rounds) {
                return Looked::Is(model);
            }
            let (terms, ts) = (self.terms.clone(), self.ts.clone());
            let value = model.values(&terms);
            let found = products::violated(&self.cfg, &*self.program, &terms, &ts, &value, rounds);
            let new: Vec<Bexp> = found.into_iter().filter(|lemma| !self.lemmas.contains(lemma)).collect();
            if new.is_empty() || self.lemmas.len() > MOST {
                return Looked::Undecided(UnknownReason::Products(
                    u32::try_from(self.lemmas.len()).unwrap_or(u32::MAX),
                ));
            }
            self.lemmas.extend(new);
            self.know_lemmas();
            next = self.found(rounds);
        }
        match next {
            Ok(Some(_)) => Looked::Learnt(self.lemmas.len() - before, false),
            Ok(None) => Looked::Learnt(self.lemmas.len() - before, true),
            Err(otherwise) => otherwise,
        }
    }

    /// A failure of this length, with the values of all its symbols; none if there is none.
    fn found(&self, rounds: Option<u32>) -> Result<Option<Model>, Looked> {
        let mut asked = self.failing(rounds);
        let all = self.terms.vars_of(&asked);
        asked.extend(&self.wishes);
        match solve(&self.door, &self.terms, &asked, LIMITS, Proofs::AsFound) {
            Known::Holds(found) => {
                let values = all.into_iter().map(|v| (v, found.value(&self.terms, v)));
                Ok(Some(Model(values.collect())))
            }
            Known::Refuted(_) => Ok(None),
            Known::Unknown(why) => Err(Looked::Undecided(UnknownReason::Solver(why.to_string()))),
            Known::Faulty(failed) => Err(Looked::Faulty(failed.to_string())),
        }
    }

    /// Whether the interpreter, with this model's inputs, comes to a failure.
    fn replays(&self, model: &Model, rounds: Option<u32>) -> bool {
        let value = model.values(&self.terms);
        let execution = flow::replay(&*self.program, &self.terms, &self.ts, &value, rounds);
        execution.is_ok_and(|execution| crate::verdict::ends_in(&execution, self.assertion))
    }

    /// That an execution of this length fails.
    pub(crate) fn failing(&self, rounds: Option<u32>) -> Vec<Term> {
        let (terms, ts) = (&self.terms, &self.ts);
        let Some(rounds) = rounds else { return vec![ts.early_at(terms, 0)] };
        let between = (0..rounds).map(|step| ts.trans_at(terms, step));
        std::iter::once(ts.arrival_at(terms, 0)).chain(between).chain([ts.bad_at(terms, rounds)]).collect()
    }

    /// Makes the graph and the transition system anew, with the lemmas that are known by now.
    fn know_lemmas(&mut self) {
        self.cfg = Rc::new(self.cfg.with_lemmas(&self.lemmas));
        self.ts = Rc::new(TransitionSystem::of_cfg(&self.terms, &*self.program, &self.cfg));
    }
}

/// The model of a failure, with its rounds if a loop is reached.
fn failure(conclusion: &Conclusion) -> Option<(&Model, Option<u32>)> {
    match conclusion {
        Conclusion::Failure { rounds, model } => Some((model, Some(*rounds))),
        Conclusion::EarlyFailure(model) => Some((model, None)),
        _ => None,
    }
}

/// The conclusion of another model.
fn with_model(rounds: Option<u32>, model: Model) -> Conclusion {
    match rounds {
        Some(rounds) => Conclusion::Failure { rounds, model },
        None => Conclusion::EarlyFailure(model),
    }
}

impl Session {
    /// Says of a query whose model is to be replayed what has to be seen then, and of any model in which products are what they are not
    /// that they are.
    pub(crate) fn doubt(&self, event: &mut Event) {
        if let State::Asked(Next::Ends(Conclusion::Failure { .. } | Conclusion::EarlyFailure(_))) = &self.next
        {
            event.outcome =
                "Yes, the query has a model. Whether it is an execution depends on its products, which are looked at next.".into();
        } else if let Some(Answer::Sat { model, .. }) = event.query.as_ref().map(|query| &query.answer) {
            let values = model.iter().map(|row| (row.symbol.to_string(), row.value.clone())).collect_map();
            if let Some(wrong) = self.wrong_product(&values) {
                event.outcome += &format!(
                    " In the model {wrong}: the solver knows of products only what has been learnt so far."
                );
            }
        }
    }

    /// Of a model in which a product is none of its factors' values, which one, in words.
    fn wrong_product(&self, values: &BTreeMap<String, String>) -> Option<String> {
        let number = |text: &str| text.parse::<Int>().ok();
        let name = |v: Var| self.terms.symbol_of(v).name;
        for (product, factors) in self.product_symbols() {
            let product = name(product);
            let of =
                values.range(product.to_string()..).take_while(|(symbol, _)| symbol.starts_with(&*product));
            for (symbol, value) in of {
                let copy = &symbol[product.len()..];
                if !copy.is_empty() && !copy.starts_with(['@', '\'']) {
                    continue;
                }
                let mut known: Vec<(Rc<str>, &String)> = Vec::new();
                for &factor in &factors {
                    known.extend(
                        values.get(&format!("{}{copy}", name(factor))).map(|value| (name(factor), value)),
                    );
                }
                let mut numbers = known.iter().map(|(_, value)| number(value));
                let Some(real) = numbers.try_fold(Int::ONE, |all, one| Some(&all * &one?)) else { continue };
                if known.len() == factors.len() && number(value).is_some_and(|value| value != real) {
                    known.dedup();
                    let factors: Vec<String> =
                        known.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                    let told = format!("{product} = {value}, though {}", factors.join(" and "));
                    return Some(told.replace("= -", "= −"));
                }
            }
        }
        None
    }

    /// A conclusion that is one of the program's products, too; else the event that tells what was learnt, after which the engine begins
    /// again, or the verdict that a check failed.
    pub(crate) fn in_products(&mut self, conclusion: Conclusion) -> Result<Conclusion, Box<Event>> {
        let Some((model, rounds)) = failure(&conclusion) else {
            return Ok(conclusion);
        };
        let symbol = |v: Var| self.terms.symbol_of(v).to_string();
        let values = model.0.iter().map(|(v, value)| (symbol(*v), value.to_string())).collect_map();
        let wrong = self.wrong_product(&values);
        match self.look_at_products(&model.clone(), rounds) {
            Looked::Is(model) => Ok(with_model(rounds, model)),
            Looked::Undecided(reason) => Ok(Conclusion::Unknown(reason)),
            Looked::Faulty(what) => Err(Box::new(self.end(crate::verdict::faulty(what)))),
            Looked::Learnt(count, excludes) => {
                let lemmas = self.lemma_texts(count);
                self.begin_again();
                let totals = self.oracle.totals();
                let told = crate::text::learnt(wrong.as_deref(), &lemmas, excludes.then_some(rounds));
                let event = self.recorder.learnt(&self.terms, told, totals);
                let (notes, next) = self.run.go_on();
                self.recorder.note_before_first(notes);
                self.next = State::Asked(next);
                Err(Box::new(event))
            }
        }
    }

    /// A conclusion that is one of the program's products, too; none if it is not known to be.
    pub(crate) fn without_products(&mut self, conclusion: Conclusion) -> Option<Conclusion> {
        let Some((model, rounds)) = failure(&conclusion) else {
            return Some(conclusion);
        };
        match self.look_at_products(&model.clone(), rounds) {
            Looked::Is(model) => Some(with_model(rounds, model)),
            _ => None,
        }
    }

    /// Looks at a counterexample in which products may be what they are not, and keeps what was learnt on the way.
    fn look_at_products(&mut self, model: &Model, rounds: Option<u32>) -> Looked {
        let mut search = Search {
            terms: self.terms.clone(),
            door: self.oracle.door.to(Purpose::Checks),
            program: self.program.clone(),
            assertion: self.assertion,
            cfg: self.cfg.clone(),
            ts: self.ts.clone(),
            lemmas: std::mem::take(&mut self.lemmas),
            wishes: Vec::new(),
        };
        let is_whole = rounds.is_none() || self.ts.init_is_complete();
        // What was overwritten before the loop is not in a model that is not whole.
        let looked = search.look(is_whole.then(|| model.clone()), rounds);
        (self.cfg, self.ts, self.lemmas) = (search.cfg, search.ts, search.lemmas);
        match looked {
            Looked::Learnt(0, true) => {
                Looked::Faulty("a counterexample is refuted when it is looked for again".into())
            }
            looked => looked,
        }
    }

    /// Has the engine begin again.
    fn begin_again(&mut self) {
        let subject = Subject {
            source: self.source.as_str().into(),
            language: self.language,
            unit: self.program.clone(),
            cfg: self.cfg.clone(),
            ts: self.ts.clone(),
        };
        let settings = Rc::new(self.oracle.settings.clone());
        self.run = Run::new(self.engine, self.terms.clone(), subject, settings);
        let new = Oracle::new(
            &self.terms,
            &self.oracle.settings,
            self.program.clone(),
            self.ts.clone(),
            self.oracle.door.clone(),
        );
        let old = std::mem::replace(&mut self.oracle, new);
        self.oracle.go_on_from(&old);
        self.invariants = None;
        let lemmas = self.lemma_terms();
        self.recorder.know(lemmas);
    }

    /// The lemmas as formulas of the program's variables and products.
    fn lemma_terms(&self) -> Vec<Term> {
        let symbols = Symbols::of_unit(&self.terms, &*self.program, &self.cfg, "");
        let state = symbols.state(&self.terms);
        self.lemmas.iter().map(|lemma| symbols.bexp(&self.terms, lemma, &state)).collect()
    }

    /// The lemmas learnt last, as text.
    fn lemma_texts(&self, last: usize) -> Vec<String> {
        let from = self.lemmas.len().saturating_sub(last);
        self.lemmas[from..].iter().map(|lemma| products::text(&self.cfg, &*self.program, lemma)).collect()
    }

    /// A certificate that says what the products are.
    pub(crate) fn certificate_of_products(&self, obligations: &check::Obligations) -> String {
        let (products, lemmas) = (self.product_symbols(), self.lemma_terms());
        check::certificate_of_products(&self.terms, obligations, &products, &lemmas)
    }

    /// The symbols that stand for products, with those of their factors.
    fn product_symbols(&self) -> Vec<(Var, Vec<Var>)> {
        let symbols = Symbols::of_unit(&self.terms, &*self.program, &self.cfg, "");
        let factors = |all: &[lang::VarId]| all.iter().map(|factor| symbols.vars[factor.index()]).collect();
        self.ts.products().iter().map(|(product, all)| (*product, factors(all))).collect()
    }
}
