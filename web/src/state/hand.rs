//! An execution by hand: what the user has chosen so far, and what came of it.

use std::rc::Rc;
use trace::Setup;
use view::program::hand::{Progress, Runnable};

/// A value, as the interpreter knows it.
type Value = lang::Value;

/// An execution by hand.
#[derive(Debug, Clone)]
pub struct Hand {
    program: Rc<Runnable>,
    /// The initial values of the variables that matter.
    pub initial: Vec<Value>,
    answers: Vec<Value>,
    done: usize,
    /// What came of it.
    pub progress: Progress,
    /// The selected row; none for the newest.
    pub row: Option<usize>,
}

/// What the user does in an execution by hand.
#[derive(Debug, Clone, PartialEq)]
pub enum ByHand {
    /// Begins with these initial values.
    Begin(Vec<Value>),
    /// Takes a step.
    Step,
    /// Goes on to the next choice, or to the end.
    Run,
    /// Takes back the newest step, with the answers that it used.
    Back,
    /// Answers the choice that is asked for, and takes the step.
    Answer(Value),
    /// Forgets the execution.
    End,
}

impl Hand {
    /// The execution after an action; none when there is none any more, or the program has errors.
    pub fn after(before: Option<Rc<Hand>>, action: ByHand, setup: &Setup) -> Option<Rc<Hand>> {
        let mut hand = match (before, &action) {
            (_, ByHand::Begin(initial)) => Hand::begin(setup, initial.clone())?,
            (Some(hand), _) => Rc::unwrap_or_clone(hand),
            (None, _) => return None,
        };
        let can_go_on = hand.progress.end.is_none() && hand.progress.question.is_none();
        match action {
            ByHand::Begin(_) => {}
            ByHand::End => return None,
            ByHand::Step if can_go_on => hand.done += 1,
            ByHand::Run if can_go_on => hand.done = hand.program.far(&hand.initial, &hand.answers, hand.done),
            ByHand::Step | ByHand::Run => {}
            ByHand::Back => {
                hand.done = hand.done.saturating_sub(1);
                // A run of n steps has evaluated, and answered, what the step after them needs.
                let kept = match hand.done.checked_sub(1) {
                    Some(steps) => hand.program.run(&hand.initial, &hand.answers, steps).used,
                    None => 0,
                };
                hand.answers.truncate(kept);
            }
            ByHand::Answer(value) => {
                if hand.progress.question.is_some() {
                    hand.answers.push(value);
                    // An expression may ask for several values, one after the other.
                    let asked = hand.program.run(&hand.initial, &hand.answers, hand.done);
                    hand.done += usize::from(asked.question.is_none());
                }
            }
        }
        hand.progress = hand.program.run(&hand.initial, &hand.answers, hand.done);
        // Fewer steps than asked for: the execution has ended.
        hand.done = hand.done.min(hand.progress.table.rows.len() - 1);
        hand.answers.truncate(hand.progress.used);
        hand.row = None;
        Some(Rc::new(hand))
    }

    fn begin(setup: &Setup, initial: Vec<Value>) -> Option<Hand> {
        let program = Rc::new(Runnable::read(&setup.source, setup.dialect())?);
        let progress = program.run(&initial, &[], 0);
        Some(Hand { program, initial, answers: Vec::new(), done: 0, progress, row: None })
    }

    /// Whether the newest step can be taken back.
    pub fn can_go_back(&self) -> bool {
        self.done > 0
    }
}
