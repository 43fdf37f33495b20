//! What a proof says of each loop: the invariant of a run, which is one formula over `pc` and the variables, taken apart.
//!
//! The program is read once more, so that whoever has only the events of a run can ask. Data goes to the command line, which writes
//! witnesses and annotated programs from it.

use crate::open;
use crate::ranges::Ranges;
use flow::TransitionSystem;
use lang::{LoopId, VarId};
use logic::{Int, Sort, Term, Terms, Value, Var, order::CollectOrdered};
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::{Event, Setup, Verdict};

/// The invariants of a proved program, loop by loop.
pub struct Loops {
    /// Where the formulas live.
    pub terms: Rc<Terms>,
    /// For each loop that control can come to, what holds whenever it is at the head; what types say is left out.
    pub invariants: Vec<(LoopId, Term)>,
    /// The variables that these speak of; others of the formulas are no variables of the program.
    pub variables: BTreeMap<Var, VarId>,
    ts: Rc<TransitionSystem>,
}

impl Loops {
    /// Of a digit of a word, the word's variable, and which digit it is, from the least one.
    pub fn digit(&self, v: Var) -> Option<(VarId, u32)> {
        let (word, digit) = self.ts.words()?.owner(&self.terms, v)?;
        Some((*self.variables.get(&word)?, digit))
    }
}

/// The invariants of a run that has ended with "safe"; none of another one. `setup` is that of the run, whatever its engine.
pub fn invariants_of_loops(setup: &Setup, events: &[Event]) -> Option<Loops> {
    let Verdict::Safe { invariant, auxiliary, .. } = crate::verdict_of(events)? else { return None };
    let (parts, _) = open::open(setup).ok()?;
    let open::Parts { terms, program, ts, ranges, .. } = parts;
    let is_integer =
        |name: &str| ts.vars.iter().any(|v| v.sort == Sort::Int && *terms.symbol_of(v.var).name == *name);
    let mut read = |id: trace::FormulaId| {
        let formula = events.iter().flat_map(|event| &event.formulas).nth(id as usize)?;
        sexp::formula(&terms, &formula.smt, is_integer).ok()
    };
    let whole =
        [Some(*invariant), *auxiliary].into_iter().flatten().map(&mut read).collect::<Option<Vec<_>>>()?;
    let whole = terms.and(whole);
    let heads = (1..).zip(ts.heads()).filter(|(_, (id, _))| ts.is_loop(*id));
    let invariants = heads.map(|(number, &(id, _))| (id, at(&terms, &ts, &ranges, whole, number))).collect();
    let symbols = program.vars().map(|id| (ts.symbol(id), id));
    let variables = symbols.collect_map();
    Some(Loops { terms: terms.clone(), invariants, variables, ts })
}

/// What a formula says where control is at the head of this number.
fn at(terms: &Terms, ts: &TransitionSystem, ranges: &Ranges, whole: Term, number: i64) -> Term {
    let pc = ts.pc().map(|pc| ts.assigned(terms, pc, Value::Int(Int::from(number))));
    let values: BTreeMap<Var, Value> = pc.into_iter().flatten().collect_map();
    let there = terms.substitute(whole, |v| values.get(&v).map_or(terms.of(v), |value| terms.value(value)));
    ranges.shown(terms, terms.simplify(there))
}
