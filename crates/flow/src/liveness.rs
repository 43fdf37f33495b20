//! Which variables matter at a location: those whose value there may be read before it is overwritten.
//!
//! A variable that matters at no loop head need not be part of the state.

use crate::cfg::{Action, Cfg, NodeId, Value};
use lang::VarId;
use lang::ast::{Assigned, Bexp, BexpKind, Exp, ExpKind};

/// For each location the set of variables that are live there, as bits.
pub(crate) struct Liveness {
    words: usize,
    live: Vec<u64>,
}

impl Liveness {
    /// Computes the live variables of all locations; there are `count` variables.
    pub(crate) fn of(cfg: &Cfg, count: usize) -> Liveness {
        let words = count.div_ceil(64);
        let mut liveness = Liveness { words, live: vec![0; words * cfg.nodes.len()] };
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); cfg.nodes.len()];
        for (i, edge) in cfg.edges.iter().enumerate() {
            into[edge.to.index()].push(i);
        }
        let mut todo: Vec<usize> = (0..cfg.edges.len()).collect();
        let mut waits = vec![true; cfg.edges.len()];
        while let Some(i) = todo.pop() {
            waits[i] = false;
            let edge = &cfg.edges[i];
            if liveness.follow_back(edge.from, edge.to, &edge.action) {
                for &before in &into[edge.from.index()] {
                    if !std::mem::replace(&mut waits[before], true) {
                        todo.push(before);
                    }
                }
            }
        }
        liveness
    }

    /// Whether a variable is live at a location.
    pub(crate) fn is_live(&self, node: NodeId, var: VarId) -> bool {
        let (word, bit) = (var.index() / 64, var.index() % 64);
        self.live[node.index() * self.words + word] >> bit & 1 == 1
    }

    /// Adds to what is live before an edge; whether that is news.
    fn follow_back(&mut self, from: NodeId, to: NodeId, action: &Action) -> bool {
        let mut set = self.live[to.index() * self.words..][..self.words].to_vec();
        // Writing an element leaves the others, any of which it may be.
        if let Action::AssignInt(x, _)
        | Action::AssignBool(x, _)
        | Action::Havoc(x, _)
        | Action::Read(x, ..) = action
        {
            set[x.index() / 64] &= !(1 << (x.index() % 64));
        }
        if let Action::Netlist(netlist) = action {
            netlist.assigned.iter().for_each(|(x, _)| set[x.index() / 64] &= !(1 << (x.index() % 64)));
        }
        let mut read = |x: VarId| set[x.index() / 64] |= 1 << (x.index() % 64);
        match action {
            Action::AssignInt(_, e) => exp(e, &mut read),
            Action::AssignBool(_, e) | Action::Guard(e, _) => bexp(e, &mut read),
            Action::Read(_, _, elements) => {
                for element in elements {
                    read(element.var);
                    bexp(&element.chosen, &mut read);
                }
            }
            Action::Write(elements, value) => {
                elements.iter().for_each(|element| bexp(&element.chosen, &mut read));
                match value {
                    Value::Int(e) => exp(e, &mut read),
                    Value::Bool(e) => bexp(e, &mut read),
                }
            }
            Action::Netlist(netlist) => netlist.read().for_each(read),
            Action::Skip | Action::Havoc(..) => {}
        }
        let mut is_news = false;
        for (old, new) in self.live[from.index() * self.words..][..self.words].iter_mut().zip(set) {
            is_news |= new & !*old != 0;
            *old |= new;
        }
        is_news
    }
}

/// Whether a value depends on a variable.
pub(crate) fn reads(value: &Assigned, var: VarId) -> bool {
    let mut found = false;
    let mut read = |x: VarId| found |= x == var;
    match value {
        Assigned::Int(value) => exp(value, &mut read),
        Assigned::Bool(value) => bexp(value, &mut read),
    }
    found
}

/// The variables of an integer expression.
pub(crate) fn exp(e: &Exp, read: &mut impl FnMut(VarId)) {
    match &e.kind {
        ExpKind::Const(_) => {}
        ExpKind::Var(x) => read(*x),
        ExpKind::Neg(a)
        | ExpKind::Mul(_, a)
        | ExpKind::Div(a, _)
        | ExpKind::Mod(a, _)
        | ExpKind::Wrap(_, a) => exp(a, read),
        ExpKind::Word(_, _, a, b) => {
            exp(a, read);
            exp(b, read);
        }
        ExpKind::Sum(parts) => parts.iter().for_each(|part| exp(&part.1, read)),
    }
}

/// The variables of a Boolean expression.
pub(crate) fn bexp(e: &Bexp, read: &mut impl FnMut(VarId)) {
    match &e.kind {
        BexpKind::Const(_) | BexpKind::Nondet(_) => {}
        BexpKind::Var(x) => read(*x),
        BexpKind::Not(a) => bexp(a, read),
        BexpKind::And(parts) | BexpKind::Or(parts) => parts.iter().for_each(|part| bexp(part, read)),
        BexpKind::Implies(premises, conclusion) => {
            premises.iter().for_each(|premise| bexp(premise, read));
            bexp(conclusion, read);
        }
        BexpKind::Compare(_, a, b) => {
            exp(a, read);
            exp(b, read);
        }
        BexpKind::Iff(a, b) | BexpKind::Xor(a, b) => {
            bexp(a, read);
            bexp(b, read);
        }
    }
}
