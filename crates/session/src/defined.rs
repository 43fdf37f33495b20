//! Executions of C programs in which no signed arithmetic overflows. What overflows is computed exactly by default, and the verdict says
//! that it assumes that nothing does; an execution that overflows on its way fails by that reading alone. So another one is looked for
//! that fails without, in the same program with every overflow asserted: executions that violate such an assertion end there.

use crate::Session;
use crate::open::problem;
use crate::products::Search;
use flow::TransitionSystem;
use flow::cfg::Cfg;
use lang::ast::AssertInfo;
use lang::interp::{ExecutionLimits, ExecutionOutcome, Oracle, StepKind};
use lang::{AssertId, Integers, NondetId, Overflow, Span, Unit, interp};
use logic::order::CollectOrdered;
use logic::{Sort, Terms, Value};
use solver::Purpose;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;
use trace::{Problem, Setup, Severity};

/// Shorter executions are looked for, too, where this one has at most so many rounds.
const ROUNDS: u32 = 30;
/// None is looked for where this one has more rounds, or the rounds together more parts.
const LONGEST: u32 = 300;
const PARTS: usize = 200_000;
/// Numbers are small at first, since these are easier to follow.
const SMALL: [Option<i64>; 3] = [Some(10), Some(1_000), None];

/// The program with every overflow asserted.
struct Checked {
    program: Rc<dyn Unit>,
    /// Its graph.
    cfg: Cfg,
    /// Its assertions that something does not overflow.
    claims: BTreeSet<AssertId>,
    /// The only other assertion that is checked, if not all are.
    wanted: Option<AssertId>,
}

/// An execution that fails as this one does, without overflow if one is found; if none is, where this one overflows.
pub(crate) fn defined(
    session: &Session,
    execution: interp::Execution,
) -> (interp::Execution, Option<Box<Problem>>) {
    let Some(checked) = Checked::new(session) else { return (execution, None) };
    let Some(overflow) = checked.overflow(&*session.program, &execution) else { return (execution, None) };
    if let Some(other) = checked.other(session, &execution) {
        return (other, None);
    }
    let message = "signed arithmetic overflows here in the execution that is shown, before it fails".into();
    let help =
        "C leaves undefined what happens then; none of as many rounds was found that fails without".into();
    let warning = problem(&session.source, overflow, Severity::Warning, message, Some(help));
    (execution, Some(Box::new(warning)))
}

impl Checked {
    /// None if nothing overflows, or if that cannot be told.
    fn new(session: &Session) -> Option<Checked> {
        let mut setup = Setup {
            source: session.source.clone(),
            language: session.language,
            engine: session.engine,
            settings: session.oracle.settings.clone(),
        };
        let is_read_so = setup.settings.integers == Integers::C && setup.settings.overflow == Overflow::Warn;
        if !is_read_so || session.cfg.overflow.is_none() {
            return None;
        }
        setup.settings.overflow = Overflow::Check;
        let program = reader::read(&setup.source, setup.dialect()).program?;
        let is_same =
            |one: &AssertInfo, other: &AssertInfo| one.span == other.span && one.claim == other.claim;
        let (asserts, before) = (program.asserts(), session.program.asserts());
        let all = || (0..u32::try_from(asserts.len()).unwrap_or(0)).map(AssertId);
        let is_new = |id: &AssertId| {
            let info = &asserts[id.index()];
            info.claim.is_some() && !before.iter().any(|other| is_same(info, other))
        };
        let claims = all().filter(is_new).collect_set();
        let wanted = match session.assertion {
            Some(wanted) => Some(all().find(|id| is_same(&asserts[id.index()], &before[wanted.index()]))?),
            None => None,
        };
        let cfg = program.lower();
        Some(Checked { program, cfg, claims, wanted })
    }

    /// Where an execution overflows first.
    fn overflow(&self, of: &dyn Unit, execution: &interp::Execution) -> Option<Span> {
        match again(of, execution, &*self.program).outcome {
            ExecutionOutcome::AssertionFailed { assert, span } => {
                self.claims.contains(&assert).then_some(span)
            }
            _ => None,
        }
    }

    /// Another execution that fails, but does not overflow.
    fn other(&self, session: &Session, execution: &interp::Execution) -> Option<interp::Execution> {
        let terms = Rc::new(Terms::new());
        let is_kept = |id| !self.claims.contains(&id) && self.wanted.is_none_or(|wanted| wanted == id);
        let cfg = self.cfg.clone().asserting(is_kept).with_products(&*self.program);
        let ts = TransitionSystem::of_cfg(&terms, &*self.program, &cfg);
        let visits = execution.steps.iter().filter(|step| match step.kind {
            StepKind::LoopTest(id, _) | StepKind::Reached(id) => {
                ts.heads().iter().any(|(head, _)| *head == id)
            }
            _ => false,
        });
        let rounds = u32::try_from(visits.count()).ok()?.checked_sub(1);
        let parts = rounds.map_or(0, |rounds| terms.size(ts.trans).saturating_mul(rounds as usize));
        if rounds.is_some_and(|rounds| rounds > LONGEST) || parts > PARTS {
            return None;
        }
        let mut search = Search {
            terms,
            door: session.oracle.door.to(Purpose::Checks),
            program: self.program.clone(),
            assertion: self.wanted,
            cfg: Rc::new(cfg),
            ts: Rc::new(ts),
            lemmas: Vec::new(),
            wishes: Vec::new(),
        };
        let shorter = rounds.filter(|rounds| *rounds <= ROUNDS).map_or(0..0, |rounds| 0..rounds);
        let before = rounds.map(|_| None);
        for rounds in std::iter::once(rounds).chain(before).chain(shorter.map(Some)) {
            for most in SMALL {
                search.wish(most, rounds);
                let Some(model) = search.failure(rounds).ok()? else { continue };
                let value = model.values(&search.terms);
                let found = flow::replay(&*self.program, &search.terms, &search.ts, &value, rounds).ok()?;
                let found = again(&*self.program, &found, &*session.program);
                let fails = crate::verdict::ends_in(&found, session.assertion);
                if fails && self.overflow(&*session.program, &found).is_none() {
                    return Some(found);
                }
            }
        }
        None
    }
}

impl Search {
    /// That no number in failures of this length is larger than this.
    fn wish(&mut self, most: Option<i64>, rounds: Option<u32>) {
        let terms = self.terms.clone();
        self.wishes.clear();
        let Some(most) = most else { return };
        for v in terms.vars_of(&self.failing(rounds)) {
            if terms.var_sort(v) == Sort::Int {
                let number = terms.of(v);
                self.wishes.extend([terms.le(number, terms.int(most)), terms.le(terms.int(-most), number)]);
            }
        }
    }
}

/// What one program does where another, of the same text, has this execution.
fn again(of: &dyn Unit, execution: &interp::Execution, unit: &dyn Unit) -> interp::Execution {
    let before: BTreeMap<&str, &Value> =
        of.decls().iter().map(|decl| decl.name.as_str()).zip(execution.initial.iter()).collect_map();
    let initial =
        unit.vars().filter_map(|var| Some((var, (*before.get(unit.decl(var).name.as_str())?).clone())));
    let mut chosen: BTreeMap<Span, VecDeque<Value>> = BTreeMap::new();
    for choice in &execution.choices {
        chosen.entry(of.nondets()[choice.id.index()].span).or_default().push_back(choice.value.clone());
    }
    let mut chooser = Chooser { unit, chosen };
    unit.run(&initial.collect_map(), &mut chooser, ExecutionLimits::default())
}

/// Chooses at each place what was chosen there before.
struct Chooser<'a> {
    unit: &'a dyn Unit,
    chosen: BTreeMap<Span, VecDeque<Value>>,
}

impl Oracle for Chooser<'_> {
    fn choose(&mut self, id: NondetId, sort: Sort) -> Value {
        let at = self.unit.nondets()[id.index()].span;
        let next = self.chosen.get_mut(&at).and_then(VecDeque::pop_front);
        next.unwrap_or_else(|| Value::default_of(sort))
    }
}
