//! What candidate facts are made of: the dimensions of equations, linear forms to bound, guards, numbers.

use super::compiled::Compiled;
use super::modular::power;
use crate::constants;
use crate::transfer::{Effect, Flow};
use logic::{Int, Linear, Node, Sort, Term, Terms, Value, Var, order};
use std::collections::BTreeSet;
use std::ops::Range;

/// A linear form over the integer variables, or a single remainder or quotient; without a constant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Form {
    /// Positions among the dimensions, in order, with coefficients other than zero.
    pub parts: Vec<(usize, i64)>,
}

/// A point: a state as candidates see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// The values of the dimensions.
    pub values: Vec<Int>,
    /// For each guard whether it holds.
    pub guards: Vec<bool>,
}

/// What candidates may speak of.
pub struct Shape {
    /// Integer terms over the state: the integer variables, then the Booleans as 0 and 1, then remainders and quotients.
    pub dimensions: Vec<Term>,
    /// How many are variables of either sort.
    pub variables: usize,
    /// The conditions under which facts are looked for. The first one is `true`.
    pub guards: Vec<Term>,
    /// The forms to bound, simple ones first; if a form is there, so is its negative.
    pub forms: Vec<Form>,
    /// How many of the forms are single variables or the program's own.
    pub plain_forms: usize,
    /// How many of the forms are also bounded under guards.
    pub guarded_forms: usize,
    /// The numbers to bound forms by, sorted.
    pub thresholds: Vec<Int>,
    /// Moduli of congruences.
    pub primes: Vec<i64>,
    /// Where integers are words, the digits of the longest: equations modulo this power of two are looked for.
    pub bits: Option<u32>,
    code: Compiled,
}

/// The most conditions of the program used as guards, the Booleans not counted.
const CONDITIONS: usize = 8;
/// The most Booleans used as guards.
const FLAGS: usize = 6;
/// The most remainders and quotients used as dimensions.
const PARTS: usize = 8;
/// With more integer variables there are no forms of three of them.
const FEW: usize = 8;
/// With more integer variables there are no forms of two of them except those of the program.
const MANY: usize = 24;
/// Forms with larger coefficients, and remainders and quotients of larger divisors, are not taken from the program.
const LARGEST: i64 = 10_000;

impl Shape {
    /// What there is to speak of in a program.
    pub fn new(terms: &Terms, flow: &Flow<'_>, vars: &[Var], bits: Option<u32>) -> Shape {
        let of_sort = |sort| vars.iter().copied().filter(move |&v| terms.var_sort(v) == sort);
        let mut dimensions: Vec<Term> = of_sort(Sort::Int).map(|v| terms.of(v)).collect();
        let ints = dimensions.len();
        let (one, zero) = (terms.int(Int::ONE), terms.int(Int::ZERO));
        dimensions.extend(of_sort(Sort::Bool).map(|v| terms.ite(terms.of(v), one, zero)));
        let variables = dimensions.len();

        let conditions = conditions(flow);
        let roots = roots(flow);
        let is_state = |t: Term| terms.vars(t).iter().all(|v| vars.contains(v));
        // Where words wrap, what comes out is no quantity of its own.
        let whole = bits.map(power);
        let wraps = |t: Term| matches!(terms.node(t), Node::Mod(_, d) if whole.as_ref() == Some(&d));
        let parts = parts(terms, &roots).into_iter().filter(|&t| is_state(t) && !wraps(t));
        dimensions.extend(parts.take(PARTS));

        let mut guards = vec![terms.tru()];
        for flag in of_sort(Sort::Bool).take(FLAGS) {
            guards.extend([terms.of(flag), terms.not(terms.of(flag))]);
        }
        let atoms = atoms(terms, &conditions).into_iter().filter(|&t| is_state(t));
        let atoms: Vec<Term> = atoms.take(CONDITIONS).collect();
        guards.extend(atoms.iter().flat_map(|&a| [a, terms.not(a)]));
        let mut seen = BTreeSet::new();
        guards.retain(|&g| seen.insert(g));

        let (forms, plain_forms, guarded_forms) =
            forms(terms, &dimensions[..ints], variables..dimensions.len(), &roots);
        let all: Vec<Term> = dimensions.iter().chain(&guards).copied().collect();
        Shape {
            code: Compiled::new(terms, &all, vars),
            thresholds: constants::thresholds(terms, &roots),
            // What holds modulo 2 is among the equations modulo 2^n.
            primes: constants::primes(terms, &roots)
                .into_iter()
                .filter(|&p| p > 2 || bits.is_none())
                .collect(),
            bits,
            dimensions,
            variables,
            guards,
            forms,
            plain_forms,
            guarded_forms,
        }
    }

    /// A state as a point; the values are those of the variables in order.
    pub fn point(&self, state: &[Value]) -> Point {
        let mut values = self.code.evaluate(state);
        let guards = values.split_off(self.dimensions.len()).iter().map(Value::truth).collect();
        let number = |v: Value| match v {
            Value::Int(i) => i,
            Value::Bool(b) => Int::from(i64::from(b)),
        };
        Point { values: values.into_iter().map(number).collect(), guards }
    }

    /// A form as a sum of the variables.
    pub fn linear(&self, form: &Form) -> Linear {
        let parts = form.parts.iter().map(|&(i, c)| (self.dimensions[i], Int::from(c))).collect();
        Linear::from_parts(parts, Int::ZERO)
    }
}

impl Form {
    /// The value at a point.
    pub fn value(&self, point: &Point) -> Int {
        self.parts.iter().fold(Int::ZERO, |sum, &(i, c)| match c {
            1 => sum + &point.values[i],
            -1 => sum - &point.values[i],
            _ => sum + &(&point.values[i] * &Int::from(c)),
        })
    }
}

/// The conditions that are evaluated in or after a loop, in the order of the graph.
fn conditions(flow: &Flow<'_>) -> Vec<Term> {
    let mut seen = vec![false; flow.cfg.nodes.len()];
    let mut stack: Vec<usize> = flow.cfg.heads().into_iter().map(|(_, node)| node.index()).collect();
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            stack.extend(flow.cfg.out[node].iter().map(|&e| flow.cfg.edges[e].to.index()));
        }
    }
    let condition = |(i, e): (usize, &Effect)| match e {
        Effect::Assume(t, _) if seen[flow.cfg.edges[i].from.index()] => Some(*t),
        _ => None,
    };
    flow.effects.iter().enumerate().filter_map(condition).collect()
}

/// All terms on the edges.
fn roots(flow: &Flow<'_>) -> Vec<Term> {
    flow.effects.iter().flat_map(Effect::terms).collect()
}

/// The remainders and quotients in the terms, constants inside them left out.
fn parts(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut out = Vec::new();
    for t in terms.postorder(roots) {
        let (part, inner) = match terms.node(t) {
            Node::Mod(_, d) | Node::Div(_, d) if d > Int::from(LARGEST) => continue,
            Node::Mod(a, d) => {
                let bare = terms.from_linear(terms.linear(a).with_constant(Int::ZERO));
                (terms.modulo(bare, &d), bare)
            }
            Node::Div(a, _) => (t, a),
            _ => continue,
        };
        if !out.contains(&part) && terms.as_int(inner).is_none() {
            out.push(part);
        }
    }
    out
}

/// The atoms of formulas; of an atom and its negation the first that occurs. Booleans are left out.
fn atoms(terms: &Terms, formulas: &[Term]) -> Vec<Term> {
    let mut out = Vec::new();
    for t in terms.postorder(formulas) {
        if matches!(terms.node(t), Node::Le(_) | Node::Eq(_))
            && !out.contains(&terms.not(t))
            && !out.contains(&t)
        {
            out.push(t);
        }
    }
    out
}

/// The forms, how many of them are simple, and how many are also for guards. Remainders and quotients have the positions
/// `parts`.
fn forms(terms: &Terms, ints: &[Term], parts: Range<usize>, roots: &[Term]) -> (Vec<Form>, usize, usize) {
    let mut out: Vec<Form> = Vec::new();
    let mut seen = BTreeSet::new();
    // Adds a form and its negative; how many there are then.
    let mut add = |parts: Vec<(usize, i64)>| {
        for sign in [1, -1] {
            let form = Form { parts: parts.iter().map(|&(i, c)| (i, sign * c)).collect() };
            if seen.insert(form.clone()) {
                out.push(form);
            }
        }
        out.len()
    };
    let count = ints.len();
    if count == 0 {
        return (Vec::new(), 0, 0);
    }
    (0..count).chain(parts).for_each(|i| {
        add(vec![(i, 1)]);
    });
    for form in mentioned(terms, ints, roots) {
        add(form);
    }
    let plain = add(vec![(0, 1)]);
    let pairs = || (0..count).flat_map(|j| (0..j).map(move |i| (i, j))).filter(|_| count <= MANY);
    pairs().for_each(|(i, j)| {
        add(vec![(i, 1), (j, -1)]);
        add(vec![(i, 1), (j, 1)]);
    });
    let guarded = add(vec![(0, 1)]);
    for (i, j) in pairs().filter(|_| count <= MANY / 2) {
        for c in [2, -2] {
            add(vec![(i, 1), (j, c)]);
            add(vec![(i, c), (j, 1)]);
        }
    }
    if count <= FEW {
        for (j, k) in pairs() {
            for i in 0..j {
                for (s, t) in [(1, -1), (-1, 1), (-1, -1), (1, 1)] {
                    add(vec![(i, 1), (j, s), (k, t)]);
                }
            }
        }
    }
    (out, plain, guarded)
}

/// The forms of atoms and sums in the terms.
fn mentioned(terms: &Terms, ints: &[Term], roots: &[Term]) -> Vec<Vec<(usize, i64)>> {
    let mut out = Vec::new();
    for t in terms.postorder(roots) {
        let (Node::Le(l) | Node::Eq(l)) = terms.node(t) else { continue };
        let part = |(p, c): &(Term, Int)| {
            let i = ints.iter().position(|q| q == p)?;
            Some((i, c.to_i64().filter(|c| c.abs() <= LARGEST)?))
        };
        if let Some(mut parts) = l.parts().iter().map(part).collect::<Option<Vec<_>>>() {
            order::sort(&mut parts);
            out.push(parts);
        }
    }
    out
}
