//! Unions of boxes as formulas.

use super::{BoxesDomain, PLAIN};
use crate::abstraction::Domain;
use crate::diagram::{Diagram, Operation};
use crate::interval::Interval;
use crate::ranges::{Ranges, within};
use logic::{Int, Term, Var};

impl BoxesDomain {
    /// Boxes with the same union that are as large as they can be, and of which none is covered by the others.
    fn prime(&self, union: Diagram, boxes: Vec<Ranges>) -> Vec<Ranges> {
        let outside = self.combine(Operation::Minus, Diagram::FULL, union);
        let fits = |r: &Ranges| self.combine(Operation::And, self.of_box(r), outside) == Diagram::EMPTY;
        let mut out: Vec<Ranges> = Vec::new();
        for mut one in boxes {
            let entries: Vec<(Var, Interval)> = one.iter().map(|(v, i)| (v, i.clone())).collect();
            for (var, interval) in entries {
                let low = interval.low().cloned().map(Interval::at_least);
                let high = interval.high().cloned().map(Interval::at_most);
                for wider in [Some(Interval::TOP), low, high].into_iter().flatten() {
                    let mut larger = one.clone();
                    larger.put(&self.terms, var, wider);
                    if fits(&larger) {
                        one = larger;
                        break;
                    }
                }
            }
            out.push(one);
        }
        let mut i = 0;
        while i < out.len() {
            let others = out.iter().enumerate().filter(|(j, _)| *j != i);
            let rest = others.fold(Diagram::EMPTY, |all, (_, r)| self.or(all, self.of_box(r)));
            if self.includes(&rest, &self.of_box(&out[i])) {
                out.remove(i);
            } else {
                i += 1;
            }
        }
        out
    }

    /// A union of many boxes as a formula that shares what the diagram shares: one case distinction for each node.
    fn shared_formula(&self, element: Diagram) -> Term {
        let terms = &self.terms;
        let test = |var: Var, bound: &Int| match self.is_bool(var) {
            true => terms.not(terms.of(var)),
            false => terms.le(terms.of(var), terms.int(bound.clone())),
        };
        let formula = self.store(|s| {
            s.fold(
                element,
                |var, bound, below, above| terms.ite(test(var, bound), below, above),
                |is_full| terms.bool(is_full),
            )
        });
        terms.simplify(formula)
    }

    /// A union of boxes as a formula: box by box where they are few.
    pub(super) fn written(&self, element: &Diagram) -> Term {
        let paths = self.store(|s| s.boxes(*element, PLAIN));
        let Some(paths) = paths else { return self.shared_formula(*element) };
        let boxes = self.prime(*element, paths.into_iter().map(|path| self.ranges(path)).collect());
        let one =
            |r: &Ranges| -> Vec<Term> { r.iter().flat_map(|(v, i)| within(&self.terms, v, i)).collect() };
        let boxes: Vec<Vec<Term>> = boxes.iter().map(one).collect();
        let Some(first) = boxes.first() else { return self.terms.fals() };
        // What all boxes have in common is said once.
        let common: Vec<Term> =
            first.iter().copied().filter(|t| boxes.iter().all(|other| other.contains(t))).collect();
        let rest = |one: &Vec<Term>| self.terms.and(one.iter().copied().filter(|t| !common.contains(t)));
        let cases = self.terms.or(boxes.iter().map(rest));
        self.terms.and(common.iter().copied().chain([cases]))
    }
}
