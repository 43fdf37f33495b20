//! Explicit-state search of programs over words: enumerates every reachable state.
//!
//! Works on the control-flow graph with plain numbers, so that it shares nothing with formulas and circuits. The front
//! end's translation of the program is trusted here; it is tested separately against interpreters and compilers.

use crate::machine::{number, truth};
use flow::cfg::{Action, Cfg, LocationKind, NodeId};
use lang::ast::{Bexp, BexpKind};
use lang::{Int, NondetId, Sort, Unit, Value};
use std::collections::BTreeSet;

/// Whether an execution can fail; none if there are more states than this, or an action that is not followed.
pub fn fails(unit: &dyn Unit, cfg: &Cfg, most: usize) -> Option<bool> {
    let sorts: Vec<Sort> =
        unit.decls().iter().map(|d| d.sort).chain(cfg.temps.iter().map(|t| t.sort)).collect();
    let mut starts = vec![Vec::new()];
    for (at, sort) in sorts.iter().enumerate() {
        // Temporaries are computed before they are used.
        let all = match (sort, cfg.types.get(at).cloned().flatten()) {
            _ if at >= unit.decls().len() => vec![Value::default_of(*sort)],
            (Sort::Bool, _) => vec![Value::Bool(false), Value::Bool(true)],
            (Sort::Int, range) => numbers(range?, most)?,
        };
        if starts.len() * all.len() > most {
            return None;
        }
        starts = starts.iter().flat_map(|state| all.iter().map(|v| with(state, v))).collect();
    }
    let mut seen: BTreeSet<(NodeId, String)> = BTreeSet::new();
    let mut todo: Vec<(NodeId, Vec<Value>)> = starts.into_iter().map(|state| (Cfg::ENTRY, state)).collect();
    while let Some((at, state)) = todo.pop() {
        if at == Cfg::ERROR {
            return Some(true);
        }
        let is_head = matches!(cfg.nodes[at.index()].kind, LocationKind::Head(_));
        if (is_head || cfg.out[at.index()].len() != 1) && !seen.insert((at, format!("{state:?}"))) {
            continue;
        }
        if seen.len() > most || todo.len() > 4 * most {
            return None;
        }
        for &edge in &cfg.out[at.index()] {
            let edge = &cfg.edges[edge];
            let set = |x: lang::VarId, value: Value| {
                let mut state = state.clone();
                state[x.index()] = value;
                (edge.to, state)
            };
            match &edge.action {
                Action::Skip => todo.push((edge.to, state.clone())),
                Action::Guard(cond, holds) => {
                    if possible(cond, &state).contains(holds) {
                        todo.push((edge.to, state.clone()));
                    }
                }
                Action::AssignInt(x, e) => todo.push(set(*x, Value::Int(number(e, &state)))),
                Action::AssignBool(x, e) => {
                    todo.extend(possible(e, &state).into_iter().map(|value| set(*x, Value::Bool(value))));
                }
                Action::Havoc(x, id) if sorts[x.index()] == Sort::Int => {
                    todo.extend(chosen(unit, *id, most)?.into_iter().map(|value| set(*x, value)));
                }
                Action::Havoc(x, _) => todo.extend([false, true].map(|value| set(*x, Value::Bool(value)))),
                _ => return None,
            }
        }
    }
    Some(false)
}

fn with(state: &[Value], value: &Value) -> Vec<Value> {
    state.iter().chain([value]).cloned().collect()
}

fn numbers((low, high): (Int, Int), most: usize) -> Option<Vec<Value>> {
    let count = (&high - &low).to_i64().filter(|count| *count < most as i64)?;
    Some((0..=count).map(|at| Value::Int(&low + &Int::from(at))).collect())
}

fn chosen(unit: &dyn Unit, id: NondetId, most: usize) -> Option<Vec<Value>> {
    let bounds = unit.range(id);
    numbers((bounds.low?, bounds.high?), most)
}

/// The values that a condition may have: both, where a choice in it decides.
fn possible(cond: &Bexp, state: &[Value]) -> BTreeSet<bool> {
    let all = |parts: &[Bexp], stops: bool| {
        let mut found = BTreeSet::from([!stops]);
        for part in parts {
            let own = possible(part, state);
            if !own.contains(&!stops) {
                return BTreeSet::from([stops]);
            }
            found.extend(own);
        }
        found
    };
    match &cond.kind {
        BexpKind::Nondet(_) => BTreeSet::from([false, true]),
        BexpKind::Not(inner) => possible(inner, state).into_iter().map(|value| !value).collect(),
        BexpKind::And(parts) => all(parts, false),
        BexpKind::Or(parts) => all(parts, true),
        BexpKind::Implies(premises, conclusion) => {
            let mut found: BTreeSet<bool> = possible(conclusion, state).into_iter().collect();
            let mut surely = true;
            for premise in premises {
                let own = possible(premise, state);
                if !own.contains(&true) {
                    return BTreeSet::from([true]);
                }
                surely &= own.len() == 1;
            }
            if !surely {
                found.insert(true);
            }
            found
        }
        BexpKind::Iff(a, b) | BexpKind::Xor(a, b) => {
            let is_iff = matches!(cond.kind, BexpKind::Iff(..));
            let (a, b) = (possible(a, state), possible(b, state));
            a.iter().flat_map(|a| b.iter().map(move |b| (a == b) == is_iff)).collect()
        }
        _ => BTreeSet::from([truth(cond, state)]),
    }
}
