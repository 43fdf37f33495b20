//! The domain of finite unions of boxes (Boxes: Gurfinkel, Chaki, SAS 2010), on canonical shared decision diagrams.
//!
//! Union, intersection, difference and forgetting are exact, and so is every literal over one variable, and assignment of a
//! constant or of the variable itself plus a constant. For the rest, each box of a union is treated by itself. Unions
//! of too many boxes lose detail: see [`BoxLimits`].

mod written;

use crate::abstraction::{Disjunctive, Domain};
use crate::diagram::{Diagram, Operation, Store};
use crate::interval::Interval;
use crate::merge::merge;
use crate::propagate;
use crate::ranges::Ranges;
use crate::thresholds::Thresholds;
use logic::{Node, Sort, Term, Terms, Var, order};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many boxes a union may have. Beyond that it is made coarser: one variable after the other, the one with the most
/// intervals first, gets the same interval in all boxes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoxLimits {
    /// The most boxes of a union.
    pub boxes: usize,
    /// The variables along which a union may be divided: for each box over these variables, every other variable has a
    /// single interval. None: all variables.
    pub divided: Option<BTreeSet<Var>>,
    /// Besides, how finely each cell of some variables' values may be divided.
    pub cells: Option<Cells>,
}

/// A bound for each cell of a union: the boxes in which some variables have the same values. In a cell with more boxes
/// than the bound, boxes that hardly differ are joined, and if that is not enough, all of them are. So variables that
/// encode the control state may divide a union freely, but counters only a little.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cells {
    /// The variables that tell cells apart, beside the Booleans, which always do.
    pub along: BTreeSet<Var>,
    /// The most boxes of a cell.
    pub boxes: usize,
}

impl Default for BoxLimits {
    fn default() -> BoxLimits {
        BoxLimits { boxes: 256, divided: None, cells: None }
    }
}

/// Finite unions of boxes over the symbols of a term store. Elements are handles into the domain that made them; equal
/// handles are equal sets.
#[derive(Clone)]
pub struct BoxesDomain {
    terms: Rc<Terms>,
    store: Rc<RefCell<Store>>,
    limits: BoxLimits,
    /// What was made coarser, or looked at and left as it was.
    looked_at: Rc<RefCell<FxHashMap<Diagram, Diagram>>>,
}

/// Deepest nesting of a formula that is followed.
const DEPTH: u32 = 300;
/// The most visits of terms for one formula. When they are used up, the result so far is used, which loses no state.
const BUDGET: u32 = 5_000;

/// How far a formula may still be followed.
#[derive(Clone, Copy)]
struct Reach<'b> {
    depth: u32,
    budget: &'b Cell<u32>,
}

impl Reach<'_> {
    /// After one more visit, if there is room for it.
    fn next(self) -> Option<Self> {
        let left = self.budget.get().checked_sub(1)?;
        self.budget.set(left);
        Some(Reach { depth: self.depth.checked_sub(1)?, ..self })
    }
}

/// Boxes up to which a union is written as a disjunction of boxes.
const PLAIN: usize = 24;

impl BoxesDomain {
    /// The unions of boxes over the symbols of this store.
    pub fn new(terms: Rc<Terms>, limits: BoxLimits) -> BoxesDomain {
        BoxesDomain { terms, store: Rc::default(), limits, looked_at: Rc::default() }
    }

    /// The number of nodes of an element's diagram.
    pub fn size(&self, element: &Diagram) -> usize {
        self.store(|s| s.size(*element))
    }

    /// The union of one box.
    pub fn of_box(&self, ranges: &Ranges) -> Diagram {
        let entries: Vec<(Var, Interval)> = ranges.iter().map(|(v, i)| (v, i.clone())).collect();
        self.box_of(&entries)
    }

    /// The least box around an element.
    pub fn hull(&self, element: &Diagram) -> Option<Ranges> {
        if *element == Diagram::EMPTY {
            return None;
        }
        let mut out = Ranges::default();
        let support = self.store(|s| s.support(*element));
        for var in support {
            let values = self.store(|s| s.values(*element, var));
            if let Some(interval) = values.into_iter().reduce(|a, b| a.join(&b)) {
                out.put(&self.terms, var, interval);
            }
        }
        Some(out)
    }

    /// The boxes of an element, disjoint; those of a coarser one if there are too many.
    pub fn boxes(&self, element: &Diagram) -> Vec<Ranges> {
        let coarse = self.bounded(*element);
        let paths = self.store(|s| s.boxes(coarse, self.limits.boxes));
        paths.into_iter().flatten().map(|path| self.ranges(path)).collect()
    }

    fn ranges(&self, path: Vec<(Var, Interval)>) -> Ranges {
        let mut out = Ranges::default();
        for (var, interval) in path {
            // A test of a Boolean at 0 leaves one of the numbers 0 and 1.
            let _ = out.restrict(&self.terms, var, &interval);
        }
        out
    }

    /// Works on the store; nothing in `f` may come back to it through `self`.
    fn store<R>(&self, f: impl FnOnce(&mut Store) -> R) -> R {
        f(&mut self.store.borrow_mut())
    }

    fn is_bool(&self, var: Var) -> bool {
        self.terms.var_sort(var) == Sort::Bool
    }

    fn within(&self, var: Var, interval: &Interval) -> Diagram {
        self.store(|s| s.within(var, interval, self.is_bool(var)))
    }

    /// The union of one box, its variables in order.
    fn box_of(&self, entries: &[(Var, Interval)]) -> Diagram {
        self.store(|s| s.of_box(entries, &|v| self.is_bool(v)))
    }

    fn combine(&self, op: Operation, a: Diagram, b: Diagram) -> Diagram {
        self.store(|s| s.combine(op, a, b))
    }

    /// The element, made coarser if it is divided too finely.
    fn bounded(&self, d: Diagram) -> Diagram {
        if let Some(&known) = self.looked_at.borrow().get(&d) {
            return known;
        }
        let out = self.made_coarser(d);
        self.looked_at.borrow_mut().insert(d, out);
        out
    }

    fn made_coarser(&self, d: Diagram) -> Diagram {
        let mut out = self.in_cells(self.coarse(d));
        while self.store(|s| s.count_boxes(out, self.limits.boxes)) > self.limits.boxes {
            let support = self.store(|s| s.support(out));
            let pieces = |v: Var| self.store(|s| s.values(out, v)).len();
            let widest = support.iter().map(|&v| (self.store(|s| s.tests(out, v)), pieces(v), v)).max();
            let Some((_, _, var)) = widest else { break };
            let coarser = self.undivided(out, var);
            // When each variable has one interval for itself, what is left is one box.
            out = if coarser == out { self.one_box(out) } else { coarser };
        }
        out
    }

    /// The element, made coarser in the cells that are divided too finely.
    fn in_cells(&self, d: Diagram) -> Diagram {
        let Some(cells) = &self.limits.cells else { return d };
        let is_plain = |part: Diagram| self.store(|s| s.count_boxes(part, cells.boxes)) <= cells.boxes;
        let along = |v: Var| self.is_bool(v) || cells.along.contains(&v);
        if is_plain(d) || self.store(|s| s.count_in_cells(d, &along, cells.boxes)) <= cells.boxes {
            return d;
        }
        let fewer = |part: Diagram| {
            if is_plain(part) {
                return part;
            }
            let paths = self.store(|s| s.boxes(part, self.limits.boxes)).unwrap_or_default();
            let boxes: Vec<Ranges> = paths.into_iter().map(|path| self.ranges(path)).collect();
            let merged = if boxes.is_empty() { None } else { merge(&self.terms, boxes, cells.boxes) };
            let union = merged.map(|b| b.iter().fold(Diagram::EMPTY, |all, r| self.or(all, self.of_box(r))));
            // Boxes that were joined may overlap, and then be more than they seem.
            union.filter(|&d| is_plain(d)).unwrap_or_else(|| self.one_box(part))
        };
        self.cells(d).into_iter().fold(Diagram::EMPTY, |all, part| self.or(all, fewer(part)))
    }

    /// The contents of each cell that is not empty; several cells together if there are very many.
    fn cells(&self, d: Diagram) -> Vec<Diagram> {
        let own = self.limits.cells.as_ref().map(|c| &c.along);
        let along = |v: &Var| self.is_bool(*v) || own.is_some_and(|vars| vars.contains(v));
        let mut parts = vec![d];
        for var in self.store(|s| s.support(d)).into_iter().filter(along) {
            let mut finer = Vec::new();
            for &part in &parts {
                finer.extend(self.store(|s| s.slices(part, var)));
            }
            if finer.len() > self.limits.boxes {
                break;
            }
            parts = finer;
        }
        parts
    }

    /// A union of fewer boxes between `inner` and `outer`, which includes it: each cell is replaced by the least box
    /// around it if that fits within `outer`.
    pub(crate) fn between(&self, inner: Diagram, outer: Diagram) -> Diagram {
        self.cells(inner).into_iter().fold(Diagram::EMPTY, |all, part| {
            let around = self.one_box(part);
            self.or(all, if self.includes(&outer, &around) { around } else { part })
        })
    }

    /// Divided along the variables that may be.
    fn coarse(&self, d: Diagram) -> Diagram {
        let Some(divided) = &self.limits.divided else { return d };
        let support = self.store(|s| s.support(d));
        let (along, others): (Vec<Var>, Vec<Var>) = support.into_iter().partition(|v| divided.contains(v));
        if others.is_empty() {
            return d;
        }
        if along.is_empty() {
            return if self.store(|s| s.count_boxes(d, 1)) == 1 { d } else { self.one_box(d) };
        }
        let paths = self.store(|s| s.boxes(d, 4 * self.limits.boxes));
        let Some(paths) = paths else { return others.iter().fold(d, |d, &v| self.undivided(d, v)) };
        let on = |path: Vec<(Var, Interval)>| path.into_iter().filter(|(v, _)| along.contains(v)).collect();
        let mut cells: Vec<Vec<(Var, Interval)>> = paths.into_iter().map(on).collect();
        order::sort(&mut cells);
        cells.dedup();
        cells.into_iter().fold(Diagram::EMPTY, |all, cell| {
            let inside = self.combine(Operation::And, d, self.box_of(&cell));
            let around = others.iter().fold(inside, |d, &v| self.undivided(d, v));
            self.or(all, around)
        })
    }

    /// With the same interval for a variable in all boxes.
    fn undivided(&self, d: Diagram, var: Var) -> Diagram {
        let values = self.store(|s| s.values(d, var));
        match values.into_iter().reduce(|a, b| a.join(&b)) {
            Some(around) => {
                let (rest, side) = (self.forget(&d, var), self.within(var, &around));
                self.combine(Operation::And, rest, side)
            }
            None => d,
        }
    }

    fn one_box(&self, d: Diagram) -> Diagram {
        self.hull(&d).map_or(Diagram::EMPTY, |ranges| self.of_box(&ranges))
    }

    /// The points of `d` at which the formula has this truth value, or more.
    fn given(&self, d: Diagram, t: Term, value: bool) -> Diagram {
        self.given_within(d, t, value, Reach { depth: DEPTH, budget: &Cell::new(BUDGET) })
    }

    fn given_within(&self, d: Diagram, t: Term, value: bool, reach: Reach<'_>) -> Diagram {
        let Some(reach) = reach.next().filter(|_| d != Diagram::EMPTY) else { return d };
        let given = |d: Diagram, t: Term, value: bool| self.given_within(d, t, value, reach);
        let out = match self.terms.node(t) {
            Node::Bool(b) => return if b == value { d } else { Diagram::EMPTY },
            Node::Not(a) => return given(d, a, !value),
            Node::And(ts) if value => self.every(d, &ts, true, reach),
            Node::Or(ts) if !value => self.every(d, &ts, false, reach),
            Node::And(ts) | Node::Or(ts) => {
                ts.iter().fold(Diagram::EMPTY, |all, &c| self.or(all, given(d, c, value)))
            }
            Node::Iff(a, b) => {
                self.or(given(given(d, a, true), b, value), given(given(d, a, false), b, !value))
            }
            Node::Ite(c, a, b) => {
                self.or(given(given(d, c, true), a, value), given(given(d, c, false), b, value))
            }
            Node::Var(_) | Node::Le(_) | Node::Eq(_) => self.literal(d, t, value),
            // Not Boolean.
            Node::Sum(_) | Node::Div(..) | Node::Mod(..) => d,
        };
        self.bounded(out)
    }

    fn or(&self, a: Diagram, b: Diagram) -> Diagram {
        self.combine(Operation::Or, a, b)
    }

    /// States that all members have this value; repeated while that excludes more, because relations between variables
    /// are only propagated.
    fn every(&self, d: Diagram, members: &[Term], value: bool, reach: Reach<'_>) -> Diagram {
        let mut out = d;
        for _ in 0..2 {
            let before = out;
            out = members.iter().fold(out, |d, &m| self.given_within(d, m, value, reach));
            if out == before {
                break;
            }
        }
        out
    }

    fn literal(&self, d: Diagram, t: Term, value: bool) -> Diagram {
        match self.one_variable(t, value) {
            Some(allowed) => self.combine(Operation::And, d, allowed),
            None => self.each_box(d, |ranges| propagate::assume(&self.terms, ranges, t, value)),
        }
    }

    /// The points at which an atom over one variable has this truth value.
    fn one_variable(&self, atom: Term, value: bool) -> Option<Diagram> {
        let (var, holds) = match self.terms.node(atom) {
            Node::Var(v) => (v, Some(Interval::truth(true))),
            Node::Le(l) => {
                let [(part, c)] = l.parts() else { return None };
                let Node::Var(v) = self.terms.node(*part) else { return None };
                (v, Interval::at_most(-l.constant()).unscaled(c))
            }
            Node::Eq(l) => {
                let [(part, c)] = l.parts() else { return None };
                let Node::Var(v) = self.terms.node(*part) else { return None };
                (v, Interval::point(-l.constant()).unscaled(c))
            }
            _ => return None,
        };
        let holds = holds.map_or(Diagram::EMPTY, |i| self.within(var, &i));
        Some(if value { holds } else { self.combine(Operation::Minus, Diagram::FULL, holds) })
    }

    /// The union of what `f` makes of each box.
    fn each_box(&self, d: Diagram, f: impl Fn(&Ranges) -> Option<Ranges>) -> Diagram {
        let images: Vec<Ranges> = self.boxes(&d).iter().filter_map(f).collect();
        images.iter().fold(Diagram::EMPTY, |all, ranges| self.or(all, self.of_box(ranges)))
    }
}

impl Domain for BoxesDomain {
    type Element = Diagram;

    fn terms(&self) -> &Terms {
        &self.terms
    }

    fn top(&self) -> Diagram {
        Diagram::FULL
    }

    fn bottom(&self) -> Diagram {
        Diagram::EMPTY
    }

    fn is_bottom(&self, element: &Diagram) -> bool {
        *element == Diagram::EMPTY
    }

    fn includes(&self, big: &Diagram, small: &Diagram) -> bool {
        self.combine(Operation::Minus, *small, *big) == Diagram::EMPTY
    }

    fn join(&self, a: &Diagram, b: &Diagram) -> Diagram {
        self.bounded(self.or(*a, *b))
    }

    fn meet(&self, a: &Diagram, b: &Diagram) -> Diagram {
        self.combine(Operation::And, *a, *b)
    }

    fn widen(&self, old: &Diagram, next: &Diagram, thresholds: &Thresholds) -> Diagram {
        let widened = self.store(|s| s.widen(*old, *next, thresholds, &|v| self.is_bool(v)));
        self.bounded(widened)
    }

    /// `next` itself: the analysis bounds how often it narrows.
    fn narrow(&self, _old: &Diagram, next: &Diagram) -> Diagram {
        *next
    }

    fn assume(&self, element: &Diagram, formula: Term) -> Diagram {
        self.given(*element, formula, true)
    }

    fn assign(&self, element: &Diagram, var: Var, value: Term) -> Diagram {
        let (terms, d) = (&self.terms, *element);
        if terms.sort(value) == Sort::Bool {
            let branch = |truth: bool| {
                let rest = self.forget(&self.given(d, value, truth), var);
                self.combine(Operation::And, rest, self.within(var, &Interval::truth(truth)))
            };
            let (yes, no) = (branch(true), branch(false));
            return self.bounded(self.or(yes, no));
        }
        let sum = terms.linear(value);
        if let Some(constant) = sum.as_constant() {
            let rest = self.forget(&d, var);
            return self.combine(Operation::And, rest, self.within(var, &Interval::point(constant.clone())));
        }
        if let [(part, c)] = sum.parts()
            && *part == terms.of(var)
            && c.is_one()
        {
            return self.store(|s| s.shift(d, var, sum.constant()));
        }
        let out = self.each_box(d, |ranges| {
            let mut out = ranges.clone();
            out.put(terms, var, propagate::evaluate(terms, ranges, value));
            Some(out)
        });
        self.bounded(out)
    }

    fn forget(&self, element: &Diagram, var: Var) -> Diagram {
        self.store(|s| s.forget(*element, var))
    }

    fn concretisation(&self, element: &Diagram) -> Term {
        self.written(element)
    }

    fn kept(&self) -> usize {
        self.store(|s| s.kept())
    }

    fn values(&self, element: &Diagram, var: Var) -> Vec<Interval> {
        let values = self.store(|s| s.values(*element, var));
        let whole = crate::ranges::whole(&self.terms, var);
        values.iter().filter_map(|i| i.meet(&whole)).collect()
    }
}

impl Disjunctive for BoxesDomain {
    fn union(&self, a: &Diagram, b: &Diagram) -> Diagram {
        self.or(*a, *b)
    }

    fn difference(&self, a: &Diagram, b: &Diagram) -> Diagram {
        self.combine(Operation::Minus, *a, *b)
    }
}
