//! The context of an engine: through it an engine asks questions, receives answers, and notes what changed.

use logic::{Term, Terms, Value, Var};
use std::cell::RefCell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::Poll;
use trace::{Change, SatMeaning, Settings, Side, Source, UnknownReason, Vocabulary, WatchValue};

/// A question to the solver: are the conjuncts satisfiable together, and if not, (perhaps) give an interpolant.
#[derive(Clone, Debug)]
pub struct Question {
    /// The line of the engine's pseudo-code where it is asked.
    pub line: u32,
    /// What it is for, in one sentence.
    pub purpose: String,
    /// The conjuncts.
    pub parts: Vec<Conjunct>,
    /// Whether an interpolant is wanted when the answer is "unsatisfiable".
    pub goal: Goal,
    /// Where an interpolant is to come from.
    pub source: Source,
    /// The side that contains all states reachable at the loop head, if the interpolant is a set of such states: it may
    /// then be generalised until it contains all of them, or none of them.
    pub reachable: Side,
    /// The loop head whose states the interpolant describes, as a position among the transition system's heads, if it
    /// is only one of several.
    pub head: Option<usize>,
    /// The kept context in which earlier questions have already asserted the parts that stay, so that this one is
    /// answered incrementally.
    pub context: Option<KeptContext>,
    /// How many of the parts, the last ones, do not stay in the kept context.
    pub passing: usize,
    /// Formulas from question to question, each in a scope of the context within the scope of the one before. What is learnt of
    /// them is kept as long as questions begin with the same ones. The last of them is the question's last part.
    pub layers: Vec<Term>,
    /// What a satisfiable answer means here.
    pub sat: (SatMeaning, String),
    /// What follows from an unsatisfiable answer.
    pub unsat: String,
}

/// A solver context that is kept from question to question: VINTA has one for each cutpoint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct KeptContext {
    /// Contexts of earlier rounds are given up.
    pub round: u32,
    /// Which of the round's contexts.
    pub place: u32,
}

/// What a question wants to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Only whether there is a model.
    Satisfiability,
    /// As `Satisfiability`, and which parts contradict each other.
    Core,
    /// A model, or an interpolant between the parts of side A and those of side B.
    Interpolant,
    /// The next level of auxiliary invariants; there are no parts.
    AuxiliaryInvariant,
}

/// A named conjunct.
#[derive(Clone, Debug)]
pub struct Conjunct {
    /// The name as the paper writes it.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// The formula.
    pub term: Term,
}

impl Question {
    /// A question without conjuncts yet.
    pub fn new(line: u32, purpose: impl Into<String>) -> Question {
        Question {
            line,
            purpose: purpose.into(),
            parts: Vec::new(),
            goal: Goal::Satisfiability,
            source: Source::Proof,
            reachable: Side::Neither,
            head: None,
            context: None,
            passing: 1,
            layers: Vec::new(),
            sat: (SatMeaning::PerhapsSpurious, String::new()),
            unsat: String::new(),
        }
    }

    /// With another conjunct.
    pub fn part(mut self, side: Side, name: impl Into<String>, term: Term) -> Question {
        self.parts.push(Conjunct { name: name.into(), side, term });
        self
    }

    /// With where the interpolant is to come from.
    pub fn from(mut self, source: Source) -> Question {
        self.source = source;
        self
    }

    /// With the side that reachable states are on.
    pub fn reachable(mut self, side: Side) -> Question {
        self.reachable = side;
        self
    }

    /// With the only loop head that the interpolant speaks of.
    pub fn at_head(mut self, head: Option<usize>) -> Question {
        self.head = head;
        self
    }

    /// To be answered in a context that is kept, with all parts but the last.
    pub fn within(mut self, context: KeptContext) -> Question {
        self.context = Some(context);
        self
    }

    /// As [`Question::within`]; the parts that it has by now are kept, and those that are added do not stay.
    pub fn within_so_far(mut self, context: KeptContext) -> Question {
        self.context = Some(context);
        self.passing = 0;
        self
    }

    /// To be answered where these formulas are known; see [`Question::layers`].
    pub fn above(mut self, layers: Vec<Term>) -> Question {
        self.layers = layers;
        self
    }

    /// With another conjunct that does not stay in the kept context.
    pub fn passing(mut self, side: Side, name: impl Into<String>, term: Term) -> Question {
        self.passing += 1;
        self.part(side, name, term)
    }

    /// With what a model would mean.
    pub fn if_sat(mut self, meaning: SatMeaning, sentence: impl Into<String>) -> Question {
        self.sat = (meaning, sentence.into());
        self
    }

    /// With what follows when there is no model.
    pub fn if_unsat(mut self, sentence: impl Into<String>) -> Question {
        self.unsat = sentence.into();
        self
    }
}

/// The values of a question's symbols, in order of handle.
#[derive(Clone, Debug, Default)]
pub struct Model(pub Vec<(Var, Value)>);

impl Model {
    /// The value of a symbol, if it occurred in the question.
    pub fn value(&self, v: Var) -> Option<&Value> {
        self.0.binary_search_by_key(&v, |(w, _)| *w).ok().map(|i| &self.0[i].1)
    }
}

impl Model {
    /// The value of any symbol: one that did not occur in the question may have any, here that of its sort.
    pub fn values<'m>(&'m self, terms: &'m Terms) -> impl Fn(Var) -> Value + 'm {
        move |v| self.value(v).cloned().unwrap_or_else(|| Value::default_of(terms.var_sort(v)))
    }

    /// Adds the values of symbols that this model does not have.
    pub fn complete(&mut self, other: &Model) {
        for (v, value) in &other.0 {
            if let Err(place) = self.0.binary_search_by_key(v, |(w, _)| *w) {
                self.0.insert(place, (*v, value.clone()));
            }
        }
    }
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum Told {
    /// There is a model.
    Sat(Model),
    /// There is no model; with the interpolant over the shared symbols if one was wanted.
    Unsat(Option<Term>),
    /// There is none, since the parts at these positions contradict each other.
    Refuted(Vec<u32>),
    /// The strongest auxiliary invariant so far, proved inductive by the checker.
    Invariant(Auxiliary),
}

/// What the generator of auxiliary invariants knows.
#[derive(Clone, Copy, Debug)]
pub struct Auxiliary {
    /// The conjunction of all levels so far, over plain state variables.
    pub invariant: Term,
    /// Whether there is a level left to be asked for.
    pub more: bool,
}

/// How an engine ended.
#[derive(Clone, Debug)]
pub enum Conclusion {
    /// These states at the loop head include all reachable ones, and none of them fails.
    Safe {
        /// The invariant, over plain state variables.
        invariant: Term,
        /// The auxiliary invariant that it is inductive relative to, if it is not by itself.
        auxiliary: Option<Term>,
    },
    /// As `Safe`, shown by a safe, complete and well-labelled graph (VINTA, Theorem 1).
    SafeByGraph {
        /// The graph, over the program's cutpoint graph.
        arg: proof::Arg,
        /// The labels of its cutpoints as one invariant, over plain state variables.
        invariant: Term,
    },
    /// An assertion fails before control reaches the loop head.
    EarlyFailure(Model),
    /// An assertion fails after this many rounds of the loop.
    Failure {
        /// Rounds completed before the failing one.
        rounds: u32,
        /// The values along the way.
        model: Model,
    },
    /// Neither could be shown.
    Unknown(UnknownReason),
}

/// Why an engine must stop without a conclusion of its own.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The solver had no answer.
    Solver(UnknownReason),
}

/// What an engine reports besides its questions. Formulas are over plain state variables.
#[derive(Clone, Debug)]
pub enum Note {
    /// Something changed.
    Change(Change<Term>),
    /// A variable of the pseudo-code has a new value.
    Watch(&'static str, WatchValue<Term>),
    /// An over-approximation was given up.
    Refinement,
    /// What else follows from the answer to the last question, in a sentence.
    Said(String),
}

#[derive(Default)]
pub(crate) struct Mail {
    pub(crate) question: Option<Question>,
    pub(crate) answer: Option<Result<Told, Stop>>,
    pub(crate) notes: Vec<Note>,
}

/// The context of an engine.
#[derive(Clone)]
pub struct Cx {
    terms: Rc<Terms>,
    settings: Rc<Settings>,
    words: Vocabulary,
    mail: Rc<RefCell<Mail>>,
}

impl Cx {
    pub(crate) fn new(
        terms: Rc<Terms>,
        settings: Rc<Settings>,
        words: Vocabulary,
    ) -> (Cx, Rc<RefCell<Mail>>) {
        let mail = Rc::<RefCell<Mail>>::default();
        (Cx { terms, settings, words, mail: mail.clone() }, mail)
    }

    /// What the parts of the input are called in sentences.
    pub fn words(&self) -> Vocabulary {
        self.words
    }

    /// The store in which all formulas of the run live.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The settings of the run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Asks whether the parts are satisfiable together. One step.
    pub async fn check(&self, question: Question) -> Result<Option<Model>, Stop> {
        match self.ask(Question { goal: Goal::Satisfiability, ..question }).await? {
            Told::Sat(model) => Ok(Some(model)),
            Told::Unsat(_) | Told::Refuted(_) | Told::Invariant(_) => Ok(None),
        }
    }

    /// As [`Cx::check`], with the positions of parts that contradict each other when there is no model. One step.
    pub async fn core(&self, question: Question) -> Result<Result<Vec<u32>, Model>, Stop> {
        match self.ask(Question { goal: Goal::Core, ..question }).await? {
            Told::Sat(model) => Ok(Err(model)),
            Told::Refuted(core) => Ok(Ok(core)),
            Told::Unsat(_) | Told::Invariant(_) => Ok(Ok(Vec::new())),
        }
    }

    /// Asks for an interpolant between side A and side B; a model when there is none. One step.
    pub async fn interpolate(&self, question: Question) -> Result<Result<Term, Model>, Stop> {
        match self.ask(Question { goal: Goal::Interpolant, ..question }).await? {
            Told::Sat(model) => Ok(Err(model)),
            Told::Unsat(Some(interpolant)) => Ok(Ok(interpolant)),
            Told::Unsat(None) | Told::Refuted(_) | Told::Invariant(_) => {
                Err(Stop::Solver(UnknownReason::Solver("no interpolant could be computed".into())))
            }
        }
    }

    /// Asks the generator of auxiliary invariants for its next level. One step, after those of the generator itself.
    pub async fn auxiliary_invariant(&self, line: u32, purpose: &str) -> Result<Auxiliary, Stop> {
        let question = Question { goal: Goal::AuxiliaryInvariant, ..Question::new(line, purpose) };
        match self.ask(question).await? {
            Told::Invariant(auxiliary) => Ok(auxiliary),
            Told::Sat(_) | Told::Unsat(_) | Told::Refuted(_) => {
                Ok(Auxiliary { invariant: self.terms.tru(), more: false })
            }
        }
    }

    async fn ask(&self, question: Question) -> Result<Told, Stop> {
        self.mail.borrow_mut().question = Some(question);
        poll_fn(|_| match self.mail.borrow_mut().answer.take() {
            Some(answer) => Poll::Ready(answer),
            None => Poll::Pending,
        })
        .await
    }

    /// Tells the watchers of a change.
    pub fn change(&self, change: Change<Term>) {
        self.note(Note::Change(change));
    }

    /// Tells the watchers the value of a variable of the pseudo-code, a number.
    pub fn watch(&self, name: &'static str, value: u32) {
        self.note(Note::Watch(name, WatchValue::Number(value)));
    }

    /// Tells the watchers the value of a variable of the pseudo-code, a formula.
    pub fn watch_formula(&self, name: &'static str, value: Term) {
        self.note(Note::Watch(name, WatchValue::Formula(value)));
    }

    /// Tells the watchers that an over-approximation was given up.
    pub fn refinement(&self) {
        self.note(Note::Refinement);
    }

    /// Says what else follows from the answer to the last question, beside [`Question::if_sat`] and [`Question::if_unsat`].
    pub fn say(&self, sentence: impl Into<String>) {
        self.note(Note::Said(sentence.into()));
    }

    fn note(&self, note: Note) {
        self.mail.borrow_mut().notes.push(note);
    }
}
