//! Which variables may be read before they are assigned: their initial values matter.

use flow::cfg::{Action, Cfg, Origin, Value};
use lang::VarId;
use lang::ast::{Bexp, BexpKind, Exp, ExpKind};
use std::collections::BTreeSet;

/// The first `count` variables that are live at the entry, in order.
pub(super) fn read_first(cfg: &Cfg, count: usize) -> Vec<VarId> {
    let mut live: Vec<BTreeSet<VarId>> = vec![BTreeSet::new(); cfg.nodes.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for edge in cfg.edges.iter().rev() {
            let mut before = live[edge.to.index()].clone();
            match &edge.action {
                Action::Skip => {}
                Action::Netlist(netlist) => {
                    netlist.assigned.iter().for_each(|(x, _)| {
                        before.remove(x);
                    });
                    before.extend(netlist.read());
                }
                Action::AssignInt(x, value) => {
                    before.remove(x);
                    exp(value, &mut before);
                }
                Action::AssignBool(x, value) => {
                    before.remove(x);
                    bexp(value, &mut before);
                }
                Action::Havoc(x, _) => {
                    before.remove(x);
                }
                Action::Read(x, _, elements) => {
                    before.remove(x);
                    for element in elements {
                        before.insert(element.var);
                        bexp(&element.chosen, &mut before);
                    }
                }
                Action::Write(elements, value) => {
                    elements.iter().for_each(|element| bexp(&element.chosen, &mut before));
                    match value {
                        Value::Int(e) => exp(e, &mut before),
                        Value::Bool(e) => bexp(e, &mut before),
                    }
                }
                // Its type says nothing of whether a value is needed.
                Action::Guard(_, _) if edge.origin == Origin::Type => {}
                Action::Guard(cond, _) => bexp(cond, &mut before),
            }
            let at = &mut live[edge.from.index()];
            let known = at.len();
            at.extend(before);
            changed |= at.len() > known;
        }
    }
    live[Cfg::ENTRY.index()].iter().copied().filter(|var| var.index() < count).collect()
}

fn exp(e: &Exp, read: &mut BTreeSet<VarId>) {
    match &e.kind {
        ExpKind::Const(_) => {}
        ExpKind::Var(x) => {
            read.insert(*x);
        }
        ExpKind::Neg(inner)
        | ExpKind::Mul(_, inner)
        | ExpKind::Div(inner, _)
        | ExpKind::Mod(inner, _)
        | ExpKind::Wrap(_, inner) => exp(inner, read),
        ExpKind::Word(_, _, left, right) => {
            exp(left, read);
            exp(right, read);
        }
        ExpKind::Sum(terms) => terms.iter().for_each(|(_, term)| exp(term, read)),
    }
}

fn bexp(c: &Bexp, read: &mut BTreeSet<VarId>) {
    match &c.kind {
        BexpKind::Const(_) | BexpKind::Nondet(_) => {}
        BexpKind::Var(x) => {
            read.insert(*x);
        }
        BexpKind::Not(inner) => bexp(inner, read),
        BexpKind::And(parts) | BexpKind::Or(parts) => parts.iter().for_each(|part| bexp(part, read)),
        BexpKind::Implies(premises, conclusion) => {
            premises.iter().for_each(|part| bexp(part, read));
            bexp(conclusion, read);
        }
        BexpKind::Compare(_, left, right) => {
            exp(left, read);
            exp(right, read);
        }
        BexpKind::Iff(left, right) | BexpKind::Xor(left, right) => {
            bexp(left, read);
            bexp(right, read);
        }
    }
}
