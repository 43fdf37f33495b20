//! Decision diagrams over interval constraints: finite unions of boxes, canonical and shared.
//!
//! A node tests `x <= k` and has a child for either answer; on every path the tests are ordered, by variable and then
//! by bound. So a node together with its right spine is a step function from one variable to diagrams over the later
//! ones. This is the representation of the Boxes domain (Gurfinkel, Chaki: "Boxes: a symbolic abstract domain of
//! boxes", SAS 2010), where it is implemented by linear decision diagrams. Like every store of shared nodes here, it
//! only grows.

mod widening;

use self::widening::Widening;
use crate::interval::Interval;
use crate::thresholds::Thresholds;
use logic::{Int, Var, order};
use rustc_hash::{FxHashMap, FxHashSet};

/// A diagram: a handle into the store of its domain. Equal sets of points are equal handles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Diagram(u32);

impl Diagram {
    /// No point.
    pub const EMPTY: Diagram = Diagram(0);
    /// Every point.
    pub const FULL: Diagram = Diagram(1);
}

/// A test with the diagrams for both answers.
///
/// Invariants, kept by [`Store::node`]: the children differ; tests in `below` are on later variables; tests in `above` are on
/// later variables or on this one with a larger bound; if `above` tests this variable, its `below` differs from ours.
/// Hence a diagram is determined by its set of points, and one that is not [`Diagram::EMPTY`] has a point.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Test {
    var: Var,
    bound: Int,
    below: Diagram,
    above: Diagram,
}

/// How two sets are combined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// What is in both.
    And,
    /// What is in either.
    Or,
    /// What is in the first alone.
    Minus,
}

/// The diagrams.
#[derive(Default)]
pub struct Store {
    tests: Vec<Test>,
    index: FxHashMap<Test, Diagram>,
    combined: FxHashMap<(Operation, Diagram, Diagram), Diagram>,
    forgotten: FxHashMap<(Diagram, Var), Diagram>,
}

/// One step of a step function: up to this bound (none: without end), this diagram of the later variables.
type Cell = (Option<Int>, Diagram);

impl Store {
    fn test(&self, d: Diagram) -> Option<&Test> {
        self.tests.get((d.0 as usize).checked_sub(2)?)
    }

    fn node(&mut self, var: Var, bound: Int, below: Diagram, above: Diagram) -> Diagram {
        if below == above {
            return below;
        }
        if self.test(above).is_some_and(|t| t.var == var && t.below == below) {
            return above;
        }
        let test = Test { var, bound, below, above };
        if let Some(&d) = self.index.get(&test) {
            return d;
        }
        let d = Diagram(u32::try_from(self.tests.len() + 2).unwrap_or(u32::MAX));
        self.tests.push(test.clone());
        self.index.insert(test, d);
        d
    }

    /// The points whose value of `var` is in the interval. For a Boolean the interval has at least one of the numbers 0 and 1.
    pub fn within(&mut self, var: Var, interval: &Interval, is_bool: bool) -> Diagram {
        self.bounded(var, interval, is_bool, Diagram::FULL)
    }

    /// The points of a box; the variables stand in order.
    pub fn of_box(&mut self, entries: &[(Var, Interval)], is_bool: &dyn Fn(Var) -> bool) -> Diagram {
        entries.iter().rev().fold(Diagram::FULL, |d, (v, i)| self.bounded(*v, i, is_bool(*v), d))
    }

    /// The points of `d`, which speaks of later variables, whose value of `var` is in the interval.
    fn bounded(&mut self, var: Var, interval: &Interval, is_bool: bool, d: Diagram) -> Diagram {
        if is_bool {
            return match (interval.contains(&Int::ZERO), interval.contains(&Int::ONE)) {
                (true, false) => self.node(var, Int::ZERO, d, Diagram::EMPTY),
                (false, _) => self.node(var, Int::ZERO, Diagram::EMPTY, d),
                (true, true) => d,
            };
        }
        let mut d = d;
        if let Some(high) = interval.high() {
            d = self.node(var, high.clone(), d, Diagram::EMPTY);
        }
        if let Some(low) = interval.low() {
            d = self.node(var, low - &Int::ONE, Diagram::EMPTY, d);
        }
        d
    }

    /// Combines two diagrams.
    pub fn combine(&mut self, op: Operation, f: Diagram, g: Diagram) -> Diagram {
        use Operation::{And, Minus, Or};
        match (op, f, g) {
            (And, Diagram::EMPTY, _) | (And, _, Diagram::EMPTY) => return Diagram::EMPTY,
            (And, Diagram::FULL, other) | (And, other, Diagram::FULL) => return other,
            (Or, Diagram::FULL, _) | (Or, _, Diagram::FULL) => return Diagram::FULL,
            (Or, Diagram::EMPTY, other) | (Or, other, Diagram::EMPTY) => return other,
            (Minus, Diagram::EMPTY, _) | (Minus, _, Diagram::FULL) => return Diagram::EMPTY,
            (Minus, _, Diagram::EMPTY) => return f,
            _ if f == g => return if op == Minus { Diagram::EMPTY } else { f },
            _ => {}
        }
        let (f, g) = if op != Minus && g < f { (g, f) } else { (f, g) };
        if let Some(&d) = self.combined.get(&(op, f, g)) {
            return d;
        }
        // At least one of them tests something: two constants have been dealt with.
        let Some((var, bound)) = self.first_test(f, g) else { return f };
        let (f0, f1) = self.split(f, var, &bound);
        let (g0, g1) = self.split(g, var, &bound);
        let (below, above) = (self.combine(op, f0, g0), self.combine(op, f1, g1));
        let d = self.node(var, bound, below, above);
        self.combined.insert((op, f, g), d);
        d
    }

    fn first_test(&self, f: Diagram, g: Diagram) -> Option<(Var, Int)> {
        let (a, b) = (self.test(f), self.test(g));
        let first = match (a, b) {
            (Some(a), Some(b)) if (b.var, &b.bound) < (a.var, &a.bound) => b,
            (Some(a), _) => a,
            (None, b) => b?,
        };
        Some((first.var, first.bound.clone()))
    }

    /// What is left of a diagram under `var <= bound` and under its negation, if no test in it comes before.
    fn split(&self, d: Diagram, var: Var, bound: &Int) -> (Diagram, Diagram) {
        match self.test(d) {
            Some(t) if t.var == var && t.bound == *bound => (t.below, t.above),
            Some(t) if t.var == var => (t.below, d),
            _ => (d, d),
        }
    }

    /// The points that differ from one of `d` in `var` alone.
    pub fn forget(&mut self, d: Diagram, var: Var) -> Diagram {
        let Some(t) = self.test(d).cloned() else { return d };
        if t.var > var {
            return d;
        }
        if let Some(&done) = self.forgotten.get(&(d, var)) {
            return done;
        }
        let (below, above) = (self.forget(t.below, var), self.forget(t.above, var));
        let out = if t.var == var {
            self.combine(Operation::Or, below, above)
        } else {
            self.node(t.var, t.bound, below, above)
        };
        self.forgotten.insert((d, var), out);
        out
    }

    /// Every point with the value of `var` increased by `offset`.
    pub fn shift(&mut self, d: Diagram, var: Var, offset: &Int) -> Diagram {
        self.shift_memo(d, var, offset, &mut FxHashMap::default())
    }

    fn shift_memo(
        &mut self,
        d: Diagram,
        var: Var,
        offset: &Int,
        done: &mut FxHashMap<Diagram, Diagram>,
    ) -> Diagram {
        let Some(t) = self.test(d).cloned() else { return d };
        if t.var > var {
            return d;
        }
        if let Some(&out) = done.get(&d) {
            return out;
        }
        let below = self.shift_memo(t.below, var, offset, done);
        let above = self.shift_memo(t.above, var, offset, done);
        let bound = if t.var == var { &t.bound + offset } else { t.bound };
        let out = self.node(t.var, bound, below, above);
        done.insert(d, out);
        out
    }

    /// The values of one variable: disjoint intervals in order, with gaps between them.
    pub fn values(&self, d: Diagram, var: Var) -> Vec<Interval> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        // Every diagram but the empty one has a point, so what is reached without a test of the variable has all values.
        let mut stack = vec![d];
        while let Some(d) = stack.pop() {
            if d == Diagram::EMPTY || !seen.insert(d) {
                continue;
            }
            match self.test(d) {
                Some(t) if t.var < var => stack.extend([t.below, t.above]),
                Some(t) if t.var == var => found.extend(self.steps(d, var)),
                _ => return vec![Interval::TOP],
            }
        }
        merged(found)
    }

    /// The intervals of a step function that do not lead to the empty diagram.
    fn steps(&self, d: Diagram, var: Var) -> Vec<Interval> {
        let mut out = Vec::new();
        let mut low = None;
        for (high, child) in self.cells(d, var) {
            if child != Diagram::EMPTY {
                out.extend(Interval::new(low, high.clone()));
            }
            low = high.map(|h| &h + &Int::ONE);
        }
        out
    }

    /// A union divided between the bounds that a variable is tested against; the parts that are not empty.
    pub fn slices(&mut self, d: Diagram, var: Var) -> Vec<Diagram> {
        let tests = self.reachable(d).into_iter().filter_map(|d| self.test(d));
        let mut bounds: Vec<Int> = tests.filter(|t| t.var == var).map(|t| t.bound.clone()).collect();
        order::sort(&mut bounds);
        bounds.dedup();
        let mut rest = d;
        let mut out = Vec::new();
        for bound in bounds {
            let below = self.node(var, bound, Diagram::FULL, Diagram::EMPTY);
            out.push(self.combine(Operation::And, rest, below));
            rest = self.combine(Operation::Minus, rest, below);
        }
        out.push(rest);
        out.retain(|&d| d != Diagram::EMPTY);
        out
    }

    /// The variables that are tested, in order.
    pub fn support(&self, d: Diagram) -> Vec<Var> {
        let mut vars: Vec<Var> = self.reachable(d).iter().filter_map(|&d| Some(self.test(d)?.var)).collect();
        order::sort(&mut vars);
        vars.dedup();
        vars
    }

    /// How many nodes and results there are of all diagrams.
    pub fn kept(&self) -> usize {
        self.tests.len() + self.combined.len() + self.forgotten.len()
    }

    /// The number of nodes.
    pub fn size(&self, d: Diagram) -> usize {
        self.reachable(d).len()
    }

    /// All nodes of a diagram except the constants, each node with a single parent after that parent.
    fn reachable(&self, d: Diagram) -> Vec<Diagram> {
        let mut seen = FxHashSet::default();
        let mut out = Vec::new();
        let mut stack = vec![d];
        while let Some(d) = stack.pop() {
            if let Some(t) = self.test(d)
                && seen.insert(d)
            {
                out.push(d);
                stack.extend([t.above, t.below]);
            }
        }
        out
    }

    /// How many boxes the diagram is a disjoint union of, counted no further than just beyond `limit`.
    pub fn count_boxes(&self, d: Diagram, limit: usize) -> usize {
        let paths = |_: Var, _: &Int, below: usize, above: usize| (below + above).min(limit + 1);
        self.fold(d, paths, usize::from)
    }

    /// A number of boxes that no cell has more of, where cells are what variables `along` have the same values in; counted no further than
    /// just beyond `limit`. It is the number of the largest cell where these variables come first.
    pub fn count_in_cells(&self, d: Diagram, along: &dyn Fn(Var) -> bool, limit: usize) -> usize {
        let boxes = |var: Var, _: &Int, below: usize, above: usize| {
            let both = if along(var) { below.max(above) } else { below + above };
            both.min(limit + 1)
        };
        self.fold(d, boxes, usize::from)
    }

    /// How many tests of a variable there are in a diagram.
    pub fn tests(&self, d: Diagram, var: Var) -> usize {
        self.reachable(d).into_iter().filter(|&d| self.test(d).is_some_and(|t| t.var == var)).count()
    }

    /// The boxes whose disjoint union the diagram is, each as the intervals of the variables tested on its path; none if
    /// there are more than `limit`.
    pub fn boxes(&self, d: Diagram, limit: usize) -> Option<Vec<Vec<(Var, Interval)>>> {
        let mut out = Vec::new();
        let mut stack: Vec<(Diagram, Vec<(Var, Interval)>)> = vec![(d, Vec::new())];
        while let Some((d, path)) = stack.pop() {
            let Some(t) = self.test(d) else {
                if d == Diagram::FULL {
                    out.push(path);
                    if out.len() > limit {
                        return None;
                    }
                }
                continue;
            };
            let above = Interval::at_least(&t.bound + &Int::ONE);
            let below = Interval::at_most(t.bound.clone());
            for (child, side) in [(t.above, above), (t.below, below)] {
                let mut path = path.clone();
                match path.last_mut() {
                    Some((v, interval)) if *v == t.var => match interval.meet(&side) {
                        Some(met) => *interval = met,
                        None => continue,
                    },
                    _ => path.push((t.var, side)),
                }
                stack.push((child, path));
            }
        }
        Some(out)
    }

    /// Folds a diagram from the constants upwards, visiting each node once: `of_constant` is given whether the constant
    /// stands for all points, `of_test` the variable, the bound and the results of the children.
    pub fn fold<T: Clone>(
        &self,
        d: Diagram,
        of_test: impl Fn(Var, &Int, T, T) -> T,
        of_constant: impl Fn(bool) -> T,
    ) -> T {
        let mut done: FxHashMap<Diagram, T> = FxHashMap::default();
        done.insert(Diagram::EMPTY, of_constant(false));
        done.insert(Diagram::FULL, of_constant(true));
        // Children are older than their parents.
        let mut order = self.reachable(d);
        order::sort(&mut order);
        for node in order {
            if let Some(t) = self.test(node)
                && let (Some(below), Some(above)) = (done.get(&t.below), done.get(&t.above))
            {
                let image = of_test(t.var, &t.bound, below.clone(), above.clone());
                done.insert(node, image);
            }
        }
        done.remove(&d).unwrap_or_else(|| of_constant(false))
    }

    /// The diagram as a step function of `var`, which no earlier variable may precede in it.
    fn cells(&self, d: Diagram, var: Var) -> Vec<Cell> {
        let mut out = Vec::new();
        let mut rest = d;
        while let Some(t) = self.test(rest).filter(|t| t.var == var) {
            out.push((Some(t.bound.clone()), t.below));
            rest = t.above;
        }
        out.push((None, rest));
        out
    }

    /// Back from a step function.
    fn function(&mut self, var: Var, cells: Vec<Cell>) -> Diagram {
        let mut out = Diagram::EMPTY;
        for (bound, child) in cells.into_iter().rev() {
            out = match bound {
                None => child,
                Some(bound) => self.node(var, bound, child, out),
            };
        }
        out
    }

    /// Widening, after Gurfinkel and Chaki: seen as step functions, `next` may change the value of `old` on one of its
    /// steps, but the change is then applied to the whole step, so that steps are never divided. An empty step takes
    /// over the value of `next`, once; a step that is not empty is itself widened, in the later variables. A step that
    /// changes is first divided at the variable's `thresholds`, of which there are finitely many too.
    ///
    /// DIVERGENCE: where a variable has no thresholds, the value that an empty step takes over is widened at the same
    /// time, as if it had come from the neighbouring step; so variables that grow together are widened together, and
    /// not one after the other.
    pub fn widen(
        &mut self,
        old: Diagram,
        next: Diagram,
        thresholds: &Thresholds,
        is_bool: &dyn Fn(Var) -> bool,
    ) -> Diagram {
        let next = self.combine(Operation::Or, old, next);
        let mut widening = Widening { store: self, thresholds, is_bool, done: FxHashMap::default() };
        widening.widen(old, next)
    }
}

/// The union of intervals, as few of them as possible.
fn merged(mut intervals: Vec<Interval>) -> Vec<Interval> {
    // A missing lower bound comes first in the order of options.
    order::sort(&mut intervals);
    let mut out: Vec<Interval> = Vec::new();
    for next in intervals {
        match out.last_mut() {
            Some(last) if last.touches(&next) => *last = last.join(&next),
            _ => out.push(next),
        }
    }
    out
}
