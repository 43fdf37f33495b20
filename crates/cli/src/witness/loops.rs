//! The invariants of a proof, loop by loop of the text: what witnesses and annotated programs say.
//!
//! A function that is called twice is inlined twice; its loop stands in the text once, and of it holds what holds in one copy or the
//! other.

use super::places::{Head, Places};
use lang::c::CProgram;
use lang::{Arithmetic, Integers, LoopId};
use logic::{Term, Terms, Var};
use session::Loops;
use std::collections::BTreeMap;
use trace::{Event, Language, Setup};
use view::program::condition::{Dialect, Named, condition};

/// A loop of the text with what was proved of it.
pub(crate) struct LoopOfText {
    /// Its keyword or label.
    pub(crate) at: u32,
    pub(crate) head: Head,
    /// As an expression of C, over the variables there; none if nothing can be said.
    pub(crate) c: Option<String>,
    /// As a condition of ACSL.
    pub(crate) acsl: Option<String>,
    /// As formulas are shown.
    pub(crate) text: String,
}

/// The loops of a proved program, in the order of the text; none if the run has ended in another way.
pub(crate) fn of_run(setup: &Setup, events: &[Event]) -> Option<Vec<LoopOfText>> {
    let loops = session::invariants_of_loops(setup, events)?;
    match setup.language {
        Language::C => of_c(setup, &loops),
        Language::Imp => of_imp(setup, &loops),
        Language::Aiger | Language::Chc => None,
    }
}

fn of_imp(setup: &Setup, loops: &Loops) -> Option<Vec<LoopOfText>> {
    let program = reader::read(&setup.source, setup.dialect()).program?;
    let one = |&(id, invariant): &(LoopId, Term)| LoopOfText {
        at: program.loops()[id.index()].span.start,
        head: Head::Tested,
        c: None,
        acsl: None,
        text: loops.terms.infix(invariant),
    };
    let mut all: Vec<LoopOfText> = loops.invariants.iter().map(one).collect();
    logic::order::sort_by_key(&mut all, |found| found.at);
    Some(all)
}

/// A copy of a function, what holds at the head there, and the place whose names it may use.
type Copy = (usize, Term, u32);

fn of_c(setup: &Setup, loops: &Loops) -> Option<Vec<LoopOfText>> {
    let Arithmetic { integers, .. } = setup.dialect().arithmetic;
    let program = lang::c::parse(&setup.source, setup.dialect().arithmetic).program?;
    let places = Places::new(&setup.source, &program);
    let exact = Dialect::C { exact: integers != Integers::Mathematical };
    // By its place in the text, a loop of each copy.
    let mut copies: BTreeMap<u32, (Head, Vec<Copy>)> = BTreeMap::new();
    for &(id, invariant) in &loops.invariants {
        let Some((instance, site)) = site_of(&program, id) else { continue };
        let function = program.function_of(instance);
        let Some(head) = places.head(function, site) else { continue };
        let at = function.loops[site].span.start;
        let scope = match head {
            Head::Do(first) => first.unwrap_or(at),
            Head::Tested | Head::Label => at,
        };
        copies.entry(at).or_insert((head, Vec::new())).1.push((instance, invariant, scope));
    }
    let all = copies.into_iter().map(|(at, (head, copies))| {
        let either = |dialect| {
            let one = |&(instance, invariant, scope): &Copy| {
                let visible = places.visible(instance, scope);
                said(loops, invariant, dialect, &|v| visible.get(&v).cloned())
            };
            let mut parts = copies.iter().map(one).collect::<Option<Vec<String>>>()?;
            parts.dedup();
            Some(match &parts[..] {
                [only] => only.clone(),
                _ => parts.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(" || "),
            })
        };
        let (c, acsl) = (either(exact), either(Dialect::Acsl));
        let text = loops.terms.infix(loops.terms.or(copies.iter().map(|(_, invariant, _)| *invariant)));
        LoopOfText { at, head, c, acsl, text }
    });
    Some(all.collect())
}

/// What an invariant says of variables that have a name; digits of words are written as such in C.
fn said(
    loops: &Loops,
    invariant: Term,
    dialect: Dialect,
    name: &dyn Fn(lang::VarId) -> Option<Named>,
) -> Option<String> {
    let terms: &Terms = &loops.terms;
    let named = |v: Var| match (loops.variables.get(&v), loops.digit(v)) {
        (Some(&var), _) => name(var),
        (None, Some((var, digit))) if dialect != Dialect::Acsl => {
            let word = name(var)?.text;
            Some(Named { text: format!("((unsigned long long){word} >> {digit} & 1)"), ty: None })
        }
        _ => None,
    };
    condition(terms, invariant, dialect, &named)
}

/// The copy of a function that a loop belongs to, and which of its loops it is.
fn site_of(program: &CProgram, id: LoopId) -> Option<(usize, usize)> {
    let sites = program.instances.iter().enumerate();
    let mut found =
        sites.map(|(instance, copy)| (instance, copy.loops.iter().position(|known| *known == id)));
    found.find_map(|(instance, site)| Some((instance, site?)))
}
