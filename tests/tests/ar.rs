//! AR on random finite systems: every round's sets against what they are said to be, by enumeration, and the verdict against
//! explicit search. The engine is asked here without a session, so that its sets are seen as formulas.

use engine::{Conclusion, Goal, Model, Next, Note, Run, Subject, Told};
use flow::TransitionSystem;
use flow::cfg::Cfg;
use logic::{Stamp, Term, Terms, Value, Var};
use solver::{Limits, Outcome};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;
use trace::{ApproximationChange, Change, Direction, Engine, Settings, Source};

const VARIABLES: [&str; 4] = ["a", "b", "c", "d"];

/// Numbers without end, from a seed (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn variable(&mut self) -> &'static str {
        VARIABLES[usize::try_from(self.below(4)).unwrap_or(0)]
    }

    /// A formula over the variables.
    fn formula(&mut self, depth: u32) -> String {
        match (depth, self.below(5)) {
            (0, _) | (_, 0) => self.variable().into(),
            (_, 1) => format!("not ({})", self.formula(depth - 1)),
            (_, 2) => format!("({} and {})", self.formula(depth - 1), self.formula(depth - 1)),
            (_, 3) => format!("({} or {})", self.formula(depth - 1), self.formula(depth - 1)),
            _ => format!("({} => {})", self.formula(depth - 1), self.formula(depth - 1)),
        }
    }

    /// A loop over four Booleans that asserts something in each round.
    fn program(&mut self) -> String {
        let mut text = format!("bool {};\n", VARIABLES.join(", "));
        for v in VARIABLES {
            if self.below(3) > 0 {
                let value = ["true", "false"][usize::try_from(self.below(2)).unwrap_or(0)];
                let _ = writeln!(text, "{v} := {value};");
            }
        }
        let _ =
            writeln!(text, "while {} do", ["true", "nondet"][usize::try_from(self.below(2)).unwrap_or(0)]);
        // Rare failures and few choices make long paths.
        let _ = writeln!(
            text,
            "  assert not ({} and {} and {});",
            self.formula(1),
            self.formula(1),
            self.formula(1)
        );
        for _ in 0..3 + self.below(4) {
            let (v, guard) = (self.variable(), self.formula(1));
            let value = if self.below(6) == 0 { "nondet".into() } else { self.formula(2) };
            let _ = writeln!(text, "  if {guard} then {v} := {value} end;");
        }
        text.push_str("  skip\ndone\n");
        text
    }
}

/// A finite system, by enumeration: states are numbers whose bits are the variables.
struct Explicit<'a> {
    terms: &'a Terms,
    state: Vec<Var>,
    initial: BTreeSet<usize>,
    failing: BTreeSet<usize>,
    edges: BTreeSet<(usize, usize)>,
}

impl<'a> Explicit<'a> {
    fn new(terms: &'a Terms, ts: &TransitionSystem) -> Explicit<'a> {
        let state: Vec<Var> = ts.vars.iter().map(|v| v.var).collect();
        let mut explicit = Explicit {
            terms,
            state,
            initial: BTreeSet::new(),
            failing: BTreeSet::new(),
            edges: BTreeSet::new(),
        };
        explicit.initial = explicit.models(ts.init.formula()).into_iter().map(|(here, _)| here).collect();
        explicit.failing = explicit.models(ts.bad.formula()).into_iter().map(|(here, _)| here).collect();
        explicit.edges = explicit.models(ts.trans);
        explicit
    }

    /// The pairs of plain and primed states for which there are values of the other symbols with which a formula holds.
    fn models(&self, t: Term) -> BTreeSet<(usize, usize)> {
        let others: Vec<Var> = self.terms.vars(t).into_iter().filter(|&v| !self.is_state(v)).collect();
        let primed = self.terms.vars(t).into_iter().any(|v| self.terms.symbol_of(v).stamp == Stamp::Primed);
        let states = 0..1_usize << self.state.len();
        let later = if primed { states.clone() } else { 0..1 };
        let mut found = BTreeSet::new();
        for here in states {
            for there in later.clone() {
                let holds = (0..1_usize << others.len()).any(|inputs| {
                    let value = |v: Var| {
                        let bit = |bits: usize, of: &[Var], v: Var| {
                            of.iter().position(|&w| w == v).is_some_and(|i| bits >> i & 1 == 1)
                        };
                        Value::Bool(match self.terms.symbol_of(v).stamp {
                            _ if others.contains(&v) => bit(inputs, &others, v),
                            Stamp::Primed => bit(there, &self.state, self.terms.restamp(v, Stamp::Plain)),
                            _ => bit(here, &self.state, v),
                        })
                    };
                    self.terms.holds(t, &value)
                });
                if holds {
                    found.insert((here, there));
                }
            }
        }
        found
    }

    fn is_state(&self, v: Var) -> bool {
        let stamp = self.terms.symbol_of(v).stamp;
        (stamp == Stamp::Plain || stamp == Stamp::Primed)
            && self.state.contains(&self.terms.restamp(v, Stamp::Plain))
    }

    /// The states of a closed formula.
    fn set(&self, t: Term) -> BTreeSet<usize> {
        assert!(self.terms.vars(t).iter().all(|v| self.state.contains(v)), "{}", self.terms.infix(t));
        self.models(t).into_iter().map(|(here, _)| here).collect()
    }

    fn step(&self, from: &BTreeSet<usize>, direction: Direction) -> BTreeSet<usize> {
        let edge = |&(a, b): &(usize, usize)| match direction {
            Direction::Forward => from.contains(&a).then_some(b),
            Direction::Backward => from.contains(&b).then_some(a),
        };
        self.edges.iter().filter_map(edge).collect()
    }

    /// The least number of transitions from an initial state to a failing one.
    fn distance(&self) -> Option<usize> {
        let mut reached = self.initial.clone();
        for distance in 0.. {
            if !reached.is_disjoint(&self.failing) {
                return Some(distance);
            }
            let next = self.step(&reached, Direction::Forward);
            if next.is_subset(&reached) {
                break;
            }
            reached.extend(next);
        }
        None
    }

    fn is_safe(&self) -> bool {
        self.distance().is_none()
    }
}

/// What a run was seen to do, so that the test is known to have met it.
#[derive(Debug, Default)]
struct Seen {
    safe: u32,
    failing: u32,
    rounds: u32,
    kept: u32,
    shrunk: u32,
    constrained: u32,
    blocked: u32,
    /// Runs that the check of k-induction ended.
    inductive: u32,
    /// Of those, by more than one state before the failure.
    inductive_later: u32,
}

/// A round's sets, by enumeration.
struct Round {
    initial: BTreeSet<usize>,
    failing: BTreeSet<usize>,
    /// S̃_j and C̃_j, once they are there.
    approximations: Vec<BTreeSet<usize>>,
}

/// Answers a question with the embedded solver.
fn answer(terms: &Terms, question: &engine::Question) -> Told {
    let door = smt::door();
    let mut context = door.open(Limits::default());
    for part in &question.parts {
        context.assert(terms, part.term);
    }
    match (context.check(terms, &[]), question.goal) {
        (Outcome::Sat(model), _) => Told::Sat(Model(model.iter().map(|(v, x)| (v, x.clone())).collect())),
        (Outcome::Unsat, Goal::Interpolant) => {
            let side =
                |side| question.parts.iter().filter(|p| p.side == side).map(|p| p.term).collect::<Vec<_>>();
            let groups = [side(trace::Side::A), side(trace::Side::B)];
            let made = evidence::sequence(&door, terms, &groups, &evidence::How::default());
            Told::Unsat(made.ok().map(|interpolants| interpolants[0].term))
        }
        (Outcome::Unsat, _) => Told::Unsat(None),
        (Outcome::Unknown(why), _) => panic!("{why:?}"),
    }
}

/// Runs an engine on a program and looks at every set that it makes.
fn try_program(text: &str, engine: Engine, k_induction: bool, seen: &mut Seen) {
    let terms = Rc::new(Terms::new());
    let program = Rc::new(lang::parse_imp(text).program.unwrap_or_else(|| panic!("not read:\n{text}")));
    let cfg = Rc::new(Cfg::of_program(&program));
    let ts = Rc::new(TransitionSystem::of_cfg(&terms, &*program, &cfg));
    let explicit = Explicit::new(&terms, &ts);
    let settings =
        Settings { interpolants: Source::Proof, max_unrollings: 40, k_induction, ..Settings::default() };
    let language = trace::Language::Imp;
    let program = Subject { source: text.into(), language, unit: program, cfg, ts: ts.clone() };
    let mut run = Run::new(engine, terms.clone(), program, Rc::new(settings));
    let mut rounds: Vec<Round> = Vec::new();
    let conclusion = loop {
        let (notes, next) = run.go_on();
        for note in notes {
            if let Note::Change(Change::Approximation(change)) = note {
                look_at(&explicit, &mut rounds, &change, seen);
            }
        }
        match next {
            Next::Asks(question) => {
                let told = answer(&terms, &question);
                let ends = question.line == 5 && matches!(told, Told::Unsat(_));
                seen.inductive += u32::from(ends);
                seen.inductive_later += u32::from(ends && rounds.len() > 1);
                run.answer(Ok(told));
            }
            Next::Ends(conclusion) => break conclusion,
        }
    };
    match conclusion {
        Conclusion::Safe { invariant, .. } => {
            assert!(explicit.is_safe());
            let invariant = explicit.set(invariant);
            assert!(explicit.initial.is_subset(&invariant) && invariant.is_disjoint(&explicit.failing));
            assert!(explicit.step(&invariant, Direction::Forward).is_subset(&invariant), "not inductive");
            seen.safe += 1;
        }
        Conclusion::Failure { rounds, .. } => {
            let mut reached = explicit.initial.clone();
            for _ in 0..rounds {
                assert!(reached.is_disjoint(&explicit.failing), "a shorter failure was missed");
                reached = explicit.step(&reached, Direction::Forward);
            }
            assert!(!reached.is_disjoint(&explicit.failing));
            seen.failing += 1;
        }
        other => panic!("{other:?}"),
    }
}

/// What section 8 of the design says of the sets of a round.
fn look_at(
    explicit: &Explicit<'_>,
    rounds: &mut Vec<Round>,
    change: &ApproximationChange<Term>,
    seen: &mut Seen,
) {
    match *change {
        ApproximationChange::Begun { initial, failing, .. } => {
            let (initial, failing) = (explicit.set(initial), explicit.set(failing));
            match rounds.last() {
                None => assert_eq!((&initial, &failing), (&explicit.initial, &explicit.failing)),
                Some(last) => {
                    let [forward, backward] = &last.approximations[..] else { panic!("no approximations") };
                    assert!(initial.is_subset(&last.initial) && failing.is_subset(&last.failing));
                    let before = explicit.step(backward, Direction::Backward);
                    let after = explicit.step(forward, Direction::Forward);
                    assert!(last.initial.iter().all(|s| !before.contains(s) || initial.contains(s)));
                    assert!(last.failing.iter().all(|s| !after.contains(s) || failing.contains(s)));
                    seen.shrunk += u32::from(initial != last.initial || failing != last.failing);
                }
            }
            seen.rounds += 1;
            rounds.push(Round { initial, failing, approximations: Vec::new() });
        }
        ApproximationChange::Approximated { direction, set, given_up } => {
            let set = explicit.set(set);
            let before = rounds.len().checked_sub(2).map(|i| &rounds[i]);
            let place = usize::from(direction == Direction::Backward);
            assert!(before.is_none_or(|before| set.is_subset(&before.approximations[place])));
            let round = rounds.last_mut().unwrap_or_else(|| panic!("no round"));
            let (from, against) = match direction {
                Direction::Forward => (&round.initial, &round.failing),
                Direction::Backward => (&round.failing, &round.initial),
            };
            assert!(from.is_subset(&set) && set.is_disjoint(against), "{direction:?}");
            let next = explicit.step(&set, direction);
            assert!(next.iter().all(|s| set.contains(s) || against.contains(s)), "not closed {direction:?}");
            assert_eq!(round.approximations.len(), place);
            round.approximations.push(set);
            seen.kept += u32::from(given_up);
        }
        ApproximationChange::Constrained { .. } => seen.constrained += 1,
        ApproximationChange::Blocked { .. } => seen.blocked += 1,
        ApproximationChange::Front { .. } => {}
    }
}

fn check(engine: Engine, k_induction: bool, seeds: std::ops::Range<u64>) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        let text = Random(seed).program();
        let tried = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            try_program(&text, engine, k_induction, &mut seen);
        }));
        if let Err(panic) = tried {
            eprintln!("seed {seed}, {engine}:\n{text}");
            std::panic::resume_unwind(panic);
        }
    }
    seen
}

#[test]
fn constraining_keeps_what_is_said_of_the_sets() {
    let seen = check(Engine::AR, false, 0..600);
    assert!(seen.safe.min(seen.failing).min(seen.kept).min(seen.constrained) > 20, "{seen:?}");
    assert!(seen.shrunk > 5 && seen.blocked == 0, "{seen:?}");
}

#[test]
fn blocking_keeps_what_is_said_of_the_sets() {
    let seen = check(Engine::AR_ALLSAT, false, 0..600);
    assert!(seen.safe.min(seen.failing).min(seen.blocked) > 20 && seen.shrunk > 5, "{seen:?}");
}

/// Every safe verdict after line 5 has its invariant from the pre-images of what fails.
#[test]
fn k_induction_ends_runs_with_an_invariant() {
    let seen = check(Engine::AR, true, 0..600);
    assert!(seen.inductive > 100 && seen.inductive_later > 3 && seen.failing > 20, "{seen:?}");
}

/// Places for the entry and for failures: one more transition at either end of a path.
#[test]
fn places_make_paths_longer_by_two() {
    let mut failing = 0;
    for seed in 0..60 {
        let terms = Rc::new(Terms::new());
        let program = lang::parse_imp(&Random(seed).program()).program.expect("a program");
        let ts = TransitionSystem::of_cfg(&terms, &program, &Cfg::of_program(&program));
        let (with_places, places) = ts.with_places(&terms);
        let explicit = Explicit::new(&terms, &with_places);
        let (without, with) = (Explicit::new(&terms, &ts).distance(), explicit.distance());
        assert_eq!(without.map(|d| d + 2), with, "seed {seed}");
        failing += usize::from(with.is_some());
        let [entry, error, first] = [places.entry, places.error, ts.vars[0].var].map(|v| terms.of(v));
        assert_eq!(places.at_heads(&terms, terms.or([entry, error, first])), first);
    }
    assert!((10..50).contains(&failing), "{failing} fail");
}
