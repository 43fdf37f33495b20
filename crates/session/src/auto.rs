//! "Just prove it": executions and bounded search, then engines in turn, each with a share of the work. Shares are counted, never
//! timed, so the same engine settles a program on every machine; its run is one that anybody can open.

use crate::{Session, State, verdict_of};
use logic::Sort;
use solver::Door;
use std::collections::VecDeque;
use trace::{
    Augments, Change, Engine, Event, GivenUp, Opened, Problem, RanFirst, Settings, Settled, Setup, Verdict,
};

/// How much work an engine may have done by the end of each round of turns: see [`Session::work`].
const SHARES: [u64; 5] = [1_500, 6_000, 20_000, 60_000, 200_000];
/// Conflicts that one query may take.
const CONFLICTS: u32 = 20_000;

/// Engines on a program with integers, in the order of their turns; the second part says whether with auxiliary invariants.
const ON_INTEGERS: &[(Engine, bool)] = &[
    (Engine::IMC_I, false),
    (Engine::KIND, true),
    (Engine::VINTA_BOXES, false),
    (Engine::FIB_B, true),
    (Engine::BMC, false),
    (Engine::VINTA_BOX, false),
];
/// The same where variables are multiplied: sums that are exact, as the invariant generator finds them, say more than bounds.
const ON_PRODUCTS: &[(Engine, bool)] = &[
    (Engine::KIND, true),
    (Engine::IMC_I, false),
    (Engine::FIB_B, true),
    (Engine::VINTA_BOXES, false),
    (Engine::BMC, false),
    (Engine::VINTA_BOX, false),
];
/// The same on truth values alone, where intervals say nothing.
const ON_TRUTH_VALUES: &[(Engine, bool)] = &[
    (Engine::IMC, false),
    (Engine::KIND, false),
    (Engine::BMC, false),
    (Engine::AR, false),
    (Engine::PDR, false),
    (Engine::FIB_B, false),
];
/// The same on words: what is known of their sums, which no engine finds by itself, may be all that is missing.
const ON_WORDS: &[(Engine, bool)] = &[
    (Engine::IMC, false),
    (Engine::KIND, true),
    (Engine::KIND, false),
    (Engine::BMC, false),
    (Engine::AR, false),
    (Engine::PDR, false),
    (Engine::FIB_B, false),
];
/// There k-induction with auxiliary invariants begins in this round of turns, with so many unrollings: either that suffices, or the rest is for others.
const QUICK: (usize, u32) = (SHARES.len() - 2, 4);
/// On truth values executions are long, since words are counted up to their ends, and rounds are cheap: so many unrollings, unless a limit of its own is chosen.
const UNROLLINGS: u32 = 300;

/// Engines that take turns on a program.
pub struct Automatic {
    door: Box<dyn Fn() -> Door>,
    /// Those that have not given up, the next one first, each with its round.
    turns: VecDeque<Turn>,
    given_up: Vec<GivenUp>,
    /// The limit of unrollings of the run that settles a program.
    max_unrollings: u32,
}

struct Turn {
    setup: Setup,
    /// None before its first turn.
    session: Option<Session>,
    events: Vec<Event>,
    round: usize,
}

/// How it ended.
pub struct Ended {
    /// Who settled the program, if anybody did, and why the others gave up.
    pub settled: Settled,
    /// The events of the run that settled it, without formulas, models and proofs but in the last one ([`Session::briefly`]).
    pub events: Vec<Event>,
}

/// What executions and bounded search have not found.
fn found_nothing(ran: RanFirst) -> String {
    let executions = match ran.executions {
        0 => "no execution was found to try".to_owned(),
        1 => "the execution that was tried does not fail".to_owned(),
        n => format!("none of the {n} executions that were tried fails"),
    };
    match ran.bound {
        Some(k) => format!("{executions}, and bounded search finds no failure within {k} rounds"),
        None => executions,
    }
}

impl Automatic {
    /// Reads the program. Every run goes through a door of its own that `door` makes.
    ///
    /// # Errors
    /// The problems of the program text, at least one of them an error.
    pub fn new(
        door: impl Fn() -> Door + 'static,
        setup: &Setup,
    ) -> Result<(Automatic, Opened), Vec<Problem>> {
        let settings = Settings {
            run_first: true,
            max_conflicts: setup.settings.max_conflicts.min(CONFLICTS),
            own: Vec::new(),
            ..setup.settings.clone()
        };
        let setup = Setup { engine: Engine::BMC, settings, ..setup.clone() };
        let (session, opened) = Session::through(door(), &setup)?;
        let is_circuit = session.ts.vars.iter().all(|v| v.sort == Sort::Bool) && !session.ts.vars.is_empty();
        // Lemmas about products have to be learnt first.
        let learns = !session.ts.products().is_empty();
        let is_words = session.ts.words().is_some();
        let chosen = setup.settings.max_unrollings;
        let is_usual = chosen == Settings::default().max_unrollings;
        let usual = if is_circuit && is_usual { UNROLLINGS } else { chosen };
        let turn = |&(engine, augment): &(Engine, bool)| {
            let is_quick = is_words && augment;
            let max_unrollings = if is_quick { usual.min(QUICK.1) } else { usual };
            let round = if is_quick { QUICK.0 } else { 0 };
            let settings = Settings { run_first: false, augment, max_unrollings, ..setup.settings.clone() };
            Turn {
                setup: Setup { engine, settings, ..setup.clone() },
                session: None,
                events: Vec::new(),
                round: if learns { 1 + usize::from(engine == Engine::KIND) } else { round },
            }
        };
        let engines = match is_circuit {
            true if is_words => ON_WORDS,
            true => ON_TRUTH_VALUES,
            false if !session.ts.products().is_empty() => ON_PRODUCTS,
            false => ON_INTEGERS,
        };
        let first =
            Turn { setup: setup.clone(), session: Some(session.briefly()), events: Vec::new(), round: 0 };
        let turns = std::iter::once(first).chain(engines.iter().map(turn)).collect();
        Ok((Automatic { door: Box::new(door), turns, given_up: Vec::new(), max_unrollings: usual }, opened))
    }

    /// The engine whose turn it is; none for what comes before all engines.
    pub fn engine(&self) -> Option<Engine> {
        self.turns.front().filter(|turn| !turn.setup.settings.run_first).map(|turn| turn.setup.engine)
    }

    /// Lets the engine whose turn it is take a step. Returns the end, once there is one.
    pub fn advance(&mut self) -> Option<Ended> {
        let Some(mut turn) = self.turns.pop_front() else { return Some(self.nobody()) };
        if turn.session.is_none() {
            match Session::through((self.door)(), &turn.setup) {
                Ok((session, _)) => turn.session = Some(session.briefly()),
                // The same text was read before.
                Err(_) => return None,
            }
        }
        let session = turn.session.as_mut()?;
        let event = session.advance();
        let is_settled = matches!(session.next, State::Ended(_));
        if turn.setup.settings.run_first && turn.events.is_empty() && !is_settled {
            let ran = event.iter().flat_map(|event| &event.changes).find_map(|change| match change {
                Change::RanFirst(ran) => Some(*ran),
                _ => None,
            });
            self.given_up.extend(ran.map(|ran| GivenUp {
                engine: None,
                augment: false,
                why: found_nothing(ran),
            }));
            return None;
        }
        turn.events.extend(event);
        match verdict_of(&turn.events) {
            Some(Verdict::Unknown(reason)) => {
                let why = crate::text::reason(reason);
                self.give_up(&turn, why);
                None
            }
            Some(_) => Some(self.settled(turn)),
            None => {
                let work = session.work();
                if work <= SHARES[turn.round] {
                    self.turns.push_front(turn);
                } else if turn.round + 1 == SHARES.len() {
                    let steps = turn.events.len();
                    self.give_up(&turn, format!("its share of the work was used up after {steps} steps"));
                } else {
                    turn.round += 1;
                    self.turns.push_back(turn);
                }
                None
            }
        }
    }

    /// Lets them take turns to the end.
    pub fn run(mut self) -> Ended {
        loop {
            if let Some(ended) = self.advance() {
                return ended;
            }
        }
    }

    fn give_up(&mut self, turn: &Turn, why: String) {
        let augment =
            turn.setup.settings.augment && matches!(turn.setup.engine.augments(), Augments::IfWanted(_));
        self.given_up.push(GivenUp { engine: Some(turn.setup.engine), augment, why });
    }

    /// The run of who settled it: with what came before, so that who opens it sees that, too.
    fn settled(&mut self, turn: Turn) -> Ended {
        for other in std::mem::take(&mut self.turns) {
            if let Some(steps) = other.session.is_some().then_some(other.events.len()) {
                self.give_up(
                    &other,
                    format!("its share of the work was used up for now, after {steps} steps"),
                );
            }
        }
        // With fewer unrollings allowed it would be the same.
        let max_unrollings = turn.setup.settings.max_unrollings.max(self.max_unrollings);
        let settings = Settings { run_first: true, max_unrollings, ..turn.setup.settings.clone() };
        let setup = Setup { settings, ..turn.setup };
        let given_up = std::mem::take(&mut self.given_up);
        Ended { settled: Settled { setup: Some(setup), given_up }, events: turn.events }
    }

    fn nobody(&mut self) -> Ended {
        let given_up = std::mem::take(&mut self.given_up);
        Ended { settled: Settled { setup: None, given_up }, events: Vec::new() }
    }
}
