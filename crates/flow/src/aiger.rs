//! The control-flow graph of an AIGER circuit: the clock's loop, whose rounds evaluate all gates at once.
//!
//! It is built from `lang::aiger` and used like the graph of a program. A whole netlist is one action on one edge, so
//! that shared gates stay shared and ten thousand gates do not become ten thousand locations.

use crate::cfg::{Action, Cfg, LocationKind, Temp, Test};
use lang::aiger::{Circuit, Literal, Reset};
use lang::ast::{Bexp, BexpKind};
use lang::{NondetId, Sort, VarId};
use logic::{Term, Terms};
use std::rc::Rc;

/// Variables that take the values of literals of a circuit, all at once.
#[derive(Clone, PartialEq, Debug)]
pub struct Netlist {
    /// The circuit; its latches are the first variables, its inputs free choices.
    pub circuit: Rc<Circuit>,
    /// The variables with the literals.
    pub assigned: Vec<(VarId, Literal)>,
}

impl Netlist {
    /// What the variables take, by the values of latches and of inputs.
    pub fn values(
        &self,
        terms: &Terms,
        latches: &[Term],
        input: &dyn Fn(NondetId) -> Term,
    ) -> Vec<(VarId, Term)> {
        let circuit = &*self.circuit;
        let mut values = vec![terms.fals(); circuit.max as usize + 1];
        for (latch, value) in circuit.latches.iter().zip(latches) {
            values[latch.var as usize] = *value;
        }
        for (at, var) in circuit.inputs.iter().enumerate() {
            values[*var as usize] = input(circuit.choice(at));
        }
        let of = |values: &[Term], literal: Literal| {
            let value = values[literal as usize / 2];
            if literal % 2 == 1 { terms.not(value) } else { value }
        };
        // Literals of numbers alone need no gates.
        if self.assigned.iter().any(|(_, literal)| *literal > 1) {
            for &(gate, a, b) in &circuit.gates {
                values[gate as usize] = terms.and([of(&values, a), of(&values, b)]);
            }
        }
        self.assigned.iter().map(|&(x, literal)| (x, of(&values, literal))).collect()
    }

    /// The variables that are read: all latches, unless only numbers are assigned.
    pub fn read(&self) -> impl Iterator<Item = VarId> {
        let count = if self.assigned.iter().any(|(_, literal)| *literal > 1) {
            self.circuit.latches.len()
        } else {
            0
        };
        (0..count).map(|at| self.circuit.latch(at))
    }

    /// The choices that are made, all of them, unless only numbers are assigned.
    pub fn choices(&self) -> impl Iterator<Item = NondetId> {
        let makes = self.assigned.iter().any(|(_, literal)| *literal > 1);
        let count = if makes { self.circuit.inputs.len() } else { 0 };
        (0..count).map(|at| self.circuit.choice(at))
    }
}

impl Cfg {
    /// The graph of a circuit.
    pub fn of_circuit(circuit: &Rc<Circuit>) -> Cfg {
        let mut cfg = Cfg::bare();
        let clock = circuit.clock();
        let netlist = |assigned| Action::Netlist(Netlist { circuit: circuit.clone(), assigned });
        let latches = || circuit.latches.iter().enumerate().map(|(at, latch)| (circuit.latch(at), latch));
        let head = cfg.node(LocationKind::Head(Circuit::CLOCK), clock);
        let resets = latches().filter_map(|(x, latch)| match latch.reset {
            Reset::To(value) => Some((x, Literal::from(value))),
            Reset::Either => None,
        });
        cfg.nodes[Cfg::ENTRY.index()].span = clock;
        cfg.edge(Cfg::ENTRY, head, netlist(resets.collect()), clock, None);

        let first = circuit.decls.len();
        let temp = |cfg: &mut Cfg, name: String| {
            let at = first + cfg.temps.len();
            cfg.temps.push(Temp { name, sort: Sort::Bool });
            VarId(u32::try_from(at).unwrap_or(u32::MAX))
        };
        let mut assigned: Vec<(VarId, Literal)> =
            circuit.inputs.iter().enumerate().map(|(at, var)| (circuit.input(at), 2 * var)).collect();
        let mut tested = Vec::new();
        for (at, &literal) in circuit.constraints.iter().enumerate() {
            let x = temp(&mut cfg, format!("constraint#{at}"));
            assigned.push((x, literal));
            tested.push((x, None));
        }
        for (at, (&literal, name)) in circuit.bad.iter().zip(circuit.bad_names()).enumerate() {
            let x = temp(&mut cfg, format!("{name}#{at}"));
            assigned.push((x, literal));
            tested.push((x, Some(circuit.assertion(at))));
        }
        let mut at = cfg.node(LocationKind::Plain, clock);
        cfg.edge(head, at, netlist(assigned), clock, None);
        for (x, assertion) in tested {
            let span = assertion.map_or(circuit.assumed, |id| circuit.place(id));
            let value = Bexp { span, kind: BexpKind::Var(x) };
            let next = cfg.node(LocationKind::Plain, span);
            let Some(id) = assertion else {
                cfg.edge(at, next, Action::Guard(value, true), span, None);
                at = next;
                continue;
            };
            cfg.tests.push(Test { assertion: id, at, fails: false });
            let never = Bexp { span, kind: BexpKind::Not(Box::new(value)) };
            cfg.edge(at, next, Action::Guard(never.clone(), true), span, None);
            cfg.edge(at, Cfg::ERROR, Action::Guard(never, false), span, Some(id));
            at = next;
        }
        let next = latches().map(|(x, latch)| (x, latch.next)).collect();
        cfg.edge(at, head, netlist(next), clock, None);
        cfg.transient = vec![false; circuit.latches.len()];
        cfg.transient.resize(first + cfg.temps.len(), true);
        cfg
    }
}
