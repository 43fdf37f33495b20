//! Exact elimination of existential symbols, where it is cheap: unconstrained symbols, equations, bounds with unit
//! coefficients (Fourier and Motzkin), Booleans and few cases. Where it is not cheap, there is no result rather than an
//! approximation.

use logic::{Int, Linear, Node, Sort, Term, Terms, Value, Var, order::CollectOrdered};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The most cases a formula may be split into.
const CASES: usize = 64;
/// The most conjuncts a case may grow to.
const CONJUNCTS: usize = 400;
/// The most work, counted in terms that are rebuilt.
const WORK: usize = 1_000_000;
/// The same of one projection, of which a run may make thousands; after that only the literals that the model satisfies are looked at.
const PROJECTION_WORK: usize = 100_000;

/// A formula equivalent to "there are values of the symbols chosen such that `t`", free of them; none when it is not
/// found by these means.
pub fn eliminate(terms: &Terms, t: Term, chosen: impl Fn(Var) -> bool) -> Option<Term> {
    let mut todo = vec![t];
    let mut done = Vec::new();
    let mut cases = 1;
    let mut work = 0;
    while let Some(case) = todo.pop() {
        work += work_of(terms, case, &chosen);
        if work > WORK {
            return None;
        }
        match step(terms, case, &chosen) {
            Step::Done(t) => done.push(t),
            Step::Replaced(t) => todo.push(t),
            Step::Cases(split) => {
                cases += split.len() - 1;
                if cases > CASES {
                    return None;
                }
                todo.extend(split.into_iter().rev());
            }
            Step::Stuck => return None,
        }
    }
    Some(terms.or(merged(terms, done)))
}

/// Cases with the same disjunction, but fewer and shorter ones: what implies another case is left out, and so is a conjunct of a case
/// whose opposite is covered by another one (`l ∧ x` and `¬l ∧ x ∧ y` are `l ∧ x` and `x ∧ y`).
fn merged(terms: &Terms, cases: Vec<Term>) -> Vec<Term> {
    let cases = terms.disjuncts(terms.or(cases));
    if cases.len() > CASES {
        return cases;
    }
    // In the order in which they were written.
    let mut cubes: Vec<Vec<Term>> = cases.into_iter().map(|case| terms.conjuncts(case)).collect();
    let mut at = 0;
    while at < cubes.len() {
        let others = || (0..cubes.len()).filter(|&i| i != at);
        if others().any(|i| cubes[i].iter().all(|part| cubes[at].contains(part))) {
            cubes.remove(at);
        } else if let Some(part) = others().find_map(|i| covered(terms, &cubes[i], &cubes[at])) {
            cubes[at].retain(|&other| other != part);
            at = 0;
        } else {
            at += 1;
        }
    }
    cubes.into_iter().map(|cube| terms.and(cube)).collect()
}

/// The conjunct of a case that another case makes needless.
fn covered(terms: &Terms, other: &[Term], case: &[Term]) -> Option<Term> {
    let mut beside = other.iter().filter(|part| !case.contains(part));
    let opposite = terms.not(*beside.next()?);
    (beside.next().is_none() && case.contains(&opposite)).then_some(opposite)
}

/// Model-based projection: a formula without the chosen symbols that implies "there are values of them such that `t`",
/// and holds in the given model of `t`. Exact elimination steps are used where possible, otherwise the case that the
/// model satisfies, otherwise the model's value.
///
/// `value` gives the model's values; where `t` does not hold in it, neither does the result. Where splitting the whole of `t` becomes
/// too much work, what is left is cut down to an implicant first: fewer states, found in about one walk.
pub fn project(terms: &Terms, t: Term, chosen: impl Fn(Var) -> bool, value: &dyn Fn(Var) -> Value) -> Term {
    let mut case = t;
    let mut work = 0;
    let mut is_whole = true;
    loop {
        work += work_of(terms, case, &chosen);
        if is_whole && work > PROJECTION_WORK {
            is_whole = false;
            case = terms.and(implicant(terms, case, value));
        }
        let Some(&first) = terms.vars(case).iter().find(|&&v| chosen(v)) else { return case };
        case = match step(terms, case, &chosen) {
            Step::Done(t) => return t,
            // An equation or a pair of bounds stands for the symbol: what is left still holds in the model.
            Step::Replaced(t) => t,
            Step::Cases(split) => match split.into_iter().find(|&c| terms.holds(c, value)) {
                Some(c) => c,
                None => return terms.fals(),
            },
            Step::Stuck => {
                terms.substitute(case, |v| if v == first { terms.value(&value(v)) } else { terms.of(v) })
            }
        };
    }
}

/// Literals that hold in a model of `t` and together imply it: of a disjunction the first member that holds, of a choice the branch that
/// the model takes, with its condition. None of them has a choice inside. False alone where `t` does not hold.
pub fn implicant(terms: &Terms, t: Term, value: &dyn Fn(Var) -> Value) -> Vec<Term> {
    let known = terms.values(&[t], value);
    let holds = |t: Term| known[&t].truth();
    if !holds(t) {
        return vec![terms.fals()];
    }
    let mut literals = Vec::new();
    // Formulas with the truth value that they have in the model.
    let mut todo = vec![t];
    let mut seen = FxHashSet::default();
    // Numbers with their choices made.
    let mut chosen: FxHashMap<Term, Term> = FxHashMap::default();
    while let Some(t) = todo.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.node(t) {
            Node::Bool(_) => {}
            Node::Not(a) => todo.push(a),
            Node::And(ts) if !holds(t) => todo.extend(ts.iter().copied().find(|&c| !holds(c))),
            Node::Or(ts) if holds(t) => todo.extend(ts.iter().copied().find(|&c| holds(c))),
            Node::And(ts) | Node::Or(ts) => todo.extend(ts.iter().rev()),
            Node::Iff(a, b) => todo.extend([b, a]),
            Node::Ite(c, a, b) => todo.extend([if holds(c) { a } else { b }, c]),
            Node::Var(_) | Node::Le(_) | Node::Eq(_) => {
                let atom = with_choices_made(terms, t, &holds, &mut chosen, &mut todo);
                literals.push(if holds(t) { atom } else { terms.not(atom) });
            }
            // Numbers do not stand where a formula does.
            Node::Sum(_) | Node::Div(..) | Node::Mod(..) => {}
        }
    }
    literals
}

/// An atom in which each choice between numbers is the branch that the model takes; the conditions are added to what is to do.
fn with_choices_made(
    terms: &Terms,
    atom: Term,
    holds: &dyn Fn(Term) -> bool,
    made: &mut FxHashMap<Term, Term>,
    todo: &mut Vec<Term>,
) -> Term {
    let mut stack = vec![atom];
    while let Some(&part) = stack.last() {
        let parts = match terms.node(part) {
            Node::Ite(c, a, b) => vec![if holds(c) { a } else { b }],
            _ => terms.children(part),
        };
        let open = stack.len();
        stack.extend(parts.iter().rev().filter(|p| !made.contains_key(p)));
        if stack.len() > open {
            continue;
        }
        stack.pop();
        let image = match terms.node(part) {
            Node::Ite(c, ..) => {
                todo.push(c);
                made[&parts[0]]
            }
            _ => terms.rebuild(part, |c| made[&c]),
        };
        made.insert(part, image);
    }
    made[&atom]
}

/// What a step may cost: each symbol may be tried by rebuilding the case with both values.
fn work_of(terms: &Terms, case: Term, chosen: &dyn Fn(Var) -> bool) -> usize {
    let vars = terms.vars(case).into_iter().filter(|&v| chosen(v)).count();
    terms.size(case) * (1 + 2 * vars)
}

enum Step {
    /// No chosen symbol is left.
    Done(Term),
    /// One symbol less, or an equivalent formula that is closer.
    Replaced(Term),
    /// The disjunction of these.
    Cases(Vec<Term>),
    Stuck,
}

fn step(terms: &Terms, t: Term, chosen: &dyn Fn(Var) -> bool) -> Step {
    let left: Vec<Var> = terms.vars(t).into_iter().filter(|&v| chosen(v)).collect();
    if left.is_empty() {
        return Step::Done(t);
    }
    let conjuncts = terms.conjuncts(t);
    if conjuncts.len() > CONJUNCTS {
        return Step::Stuck;
    }
    for &v in &left {
        let one = match terms.var_sort(v) {
            Sort::Bool => boolean(terms, &conjuncts, v),
            Sort::Int => by_equation(terms, &conjuncts, v).or_else(|| by_bounds(terms, &conjuncts, v)),
        };
        if let Some(t) = one {
            return Step::Replaced(t);
        }
    }
    if let Some(&v) = left.iter().find(|&&v| terms.var_sort(v) == Sort::Bool) {
        return Step::Cases(vec![with_value(terms, t, v, true), with_value(terms, t, v, false)]);
    }
    split(terms, &conjuncts, &left.into_iter().collect_set())
}

/// A Boolean whose value a conjunct fixes, or which makes no difference.
fn boolean(terms: &Terms, conjuncts: &[Term], v: Var) -> Option<Term> {
    let all = terms.and(conjuncts.iter().copied());
    if conjuncts.contains(&terms.of(v)) {
        return Some(with_value(terms, all, v, true));
    }
    if conjuncts.contains(&terms.not(terms.of(v))) {
        return Some(with_value(terms, all, v, false));
    }
    let (t, f) = (with_value(terms, all, v, true), with_value(terms, all, v, false));
    (t == f).then_some(t)
}

fn with_value(terms: &Terms, t: Term, v: Var, value: bool) -> Term {
    terms.substitute(t, |w| if w == v { terms.bool(value) } else { terms.of(w) })
}

/// `v = e` with `e` free of `v`: every other `v` becomes `e`. `c v = e` with `|c| > 1` alone: `e mod c = 0`.
fn by_equation(terms: &Terms, conjuncts: &[Term], v: Var) -> Option<Term> {
    let sum_of = |t: Term| match terms.node(t) {
        Node::Eq(l) => Some(l),
        _ => None,
    };
    let solved = |l: &Linear| {
        let c = l.coefficient(terms.of(v));
        let rest = terms.from_linear(l.minus(&Linear::part(terms.of(v)).scaled(&c)));
        (!c.is_zero() && !terms.vars(rest).contains(&v)).then_some((c, rest))
    };
    for (i, &conjunct) in conjuncts.iter().enumerate() {
        let Some((c, rest)) = sum_of(conjunct).and_then(|l| solved(&l)) else { continue };
        let others = conjuncts.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &t)| t);
        if c.abs().is_one() {
            let value = if c.is_one() { terms.neg(rest) } else { rest };
            return Some(
                terms.and(others.map(|t| terms.substitute(t, |w| if w == v { value } else { terms.of(w) }))),
            );
        }
        if others.clone().all(|t| !terms.vars(t).contains(&v)) {
            let divides = terms.eq(terms.modulo(rest, &c), terms.int(Int::ZERO));
            return Some(terms.and(others.chain([divides])));
        }
    }
    None
}

/// Bounds on `v` with coefficient one: each lower bound below each upper bound. Exact, since all are integers.
fn by_bounds(terms: &Terms, conjuncts: &[Term], v: Var) -> Option<Term> {
    let (mut lower, mut upper, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for &t in conjuncts {
        if !terms.vars(t).contains(&v) {
            others.push(t);
            continue;
        }
        let Node::Le(l) = terms.node(t) else { return None };
        let c = l.coefficient(terms.of(v));
        let rest = l.minus(&Linear::part(terms.of(v)).scaled(&c));
        if !c.abs().is_one() || terms.vars(terms.from_linear(rest.clone())).contains(&v) {
            return None;
        }
        // v + rest <= 0, or -v + rest <= 0.
        if c.is_one() { upper.push(rest) } else { lower.push(rest) }
    }
    if lower.len() * upper.len() > CONJUNCTS {
        return None;
    }
    for low in &lower {
        others.extend(upper.iter().map(|high| terms.le0(low.plus(high))));
    }
    Some(terms.and(others))
}

/// Splits a conjunct that holds a chosen symbol: a disjunction into its members, an equivalence, a disequation or
/// an `ite` into its two cases.
fn split(terms: &Terms, conjuncts: &[Term], left: &BTreeSet<Var>) -> Step {
    let holds_one = |t: Term| terms.vars(t).iter().any(|v| left.contains(v));
    let with =
        |i: usize, t: Term| terms.and(conjuncts.iter().enumerate().map(|(j, &c)| if i == j { t } else { c }));
    for (i, &t) in conjuncts.iter().enumerate().filter(|(_, t)| holds_one(**t)) {
        let members = match terms.node(t) {
            Node::Or(ts) => ts.to_vec(),
            Node::Iff(a, b) => vec![terms.and([a, b]), terms.and([terms.not(a), terms.not(b)])],
            Node::Ite(c, a, b) => vec![terms.and([c, a]), terms.and([terms.not(c), b])],
            Node::Not(a) => match terms.node(a) {
                Node::Eq(l) => {
                    vec![terms.not(terms.le0((*l).clone())), terms.not(terms.le0(l.scaled(&Int::MINUS_ONE)))]
                }
                Node::And(ts) => ts.iter().map(|&c| terms.not(c)).collect(),
                Node::Or(ts) => vec![terms.and(ts.iter().map(|&c| terms.not(c)))],
                Node::Iff(a, b) => vec![terms.and([a, terms.not(b)]), terms.and([terms.not(a), b])],
                Node::Ite(c, a, b) => {
                    vec![terms.and([c, terms.not(a)]), terms.and([terms.not(c), terms.not(b)])]
                }
                _ => continue,
            },
            Node::Le(_) | Node::Eq(_) => match integer_choice(terms, t) {
                Some(ite) => choose(terms, t, ite),
                None => continue,
            },
            _ => continue,
        };
        return Step::Cases(members.into_iter().map(|m| with(i, m)).collect());
    }
    Step::Stuck
}

/// An integer `ite` inside an atom.
fn integer_choice(terms: &Terms, atom: Term) -> Option<Term> {
    let choice = |t: &Term| matches!(terms.node(*t), Node::Ite(..)) && terms.sort(*t) == Sort::Int;
    terms.postorder(&[atom]).into_iter().find(choice)
}

/// The atom in the two cases of an `ite` inside it.
fn choose(terms: &Terms, atom: Term, ite: Term) -> Vec<Term> {
    let Node::Ite(c, a, b) = terms.node(ite) else { return vec![atom] };
    let put = |value: Term| terms.replace(atom, ite, value);
    vec![terms.and([c, put(a)]), terms.and([terms.not(c), put(b)])]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(build: impl Fn(&Terms, Term, Term, Term) -> Term, expected: Option<&str>) {
        let terms = Terms::new();
        let [x, y, e] = ["x", "y", "e"].map(|n| terms.of(terms.var(n, Sort::Int)));
        let hidden = terms.var("e", Sort::Int);
        let got = eliminate(&terms, build(&terms, x, y, e), |v| v == hidden);
        assert_eq!(got.map(|t| terms.infix(terms.simplify(t))).as_deref(), expected);
    }

    #[test]
    fn exact_cases() {
        check(|t, x, _, e| t.and([t.eq(x, t.int(0)), t.ge(e, t.int(3))]), Some("x = 0"));
        check(|t, x, _, e| t.and([t.eq(x, t.add(e, t.int(1))), t.ge(e, t.int(3))]), Some("x >= 4"));
        check(|t, x, y, e| t.and([t.le(x, e), t.le(e, y)]), Some("x <= y"));
        check(|t, x, _, e| t.eq(x, t.scale(&2.into(), e)), Some("x mod 2 = 0"));
        check(|t, x, _, e| t.eq(x, t.ite(t.ge(e, t.int(0)), t.int(1), t.int(2))), Some("x = 1 or x = 2"));
        check(
            |t, x, y, e| t.and([t.not(t.eq(e, t.int(0))), t.le(t.int(0), e), t.le(e, x), t.eq(y, x)]),
            Some("x = y and x >= 1"),
        );
    }

    #[test]
    fn cases_that_differ_in_one_conjunct_are_one() {
        let terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.var(name, Sort::Bool));
        let [ta, tb, tc, td] = [a, b, c, d].map(|v| terms.of(v));
        let one = |x: Term, y: Term| terms.and([terms.iff(tb, x), terms.iff(tc, y), terms.or([ta, td])]);
        // There is a b and there is a c whatever x and y are.
        let t = terms.or([one(td, ta), one(ta, terms.not(td))]);
        let found = eliminate(&terms, t, |v| v == b || v == c).map(|t| terms.infix(t));
        assert_eq!(found.as_deref(), Some("a or d"));
        let parts = [[ta, tb], [ta, terms.not(tb)], [terms.not(ta), tb], [terms.not(ta), terms.not(tb)]];
        let parts = parts.map(|part| terms.and(part.into_iter().chain([td])));
        assert_eq!(merged(&terms, parts.to_vec()), [td]);
        let rest = merged(&terms, parts[..3].to_vec());
        assert_eq!(terms.infix(terms.or(rest)), "a and d or b and d");
    }

    #[test]
    fn projections_hold_in_the_model_and_imply_the_quantified_formula() {
        let terms = Terms::new();
        let [x, y, e, b] = [("x", Sort::Int), ("y", Sort::Int), ("e", Sort::Int), ("b", Sort::Bool)]
            .map(|(n, sort)| terms.var(n, sort));
        let [tx, ty, te, tb] = [x, y, e, b].map(|v| terms.of(v));
        let value = |v: Var| match v {
            _ if v == b => Value::Bool(true),
            _ if v == e => Value::Int(4.into()),
            _ if v == x => Value::Int(7.into()),
            _ => Value::Int(9.into()),
        };
        let shown = |t: Term| {
            let found = project(&terms, t, |v| v == e || v == b, &value);
            assert!(terms.holds(found, &value) == terms.holds(t, &value), "{}", terms.infix(found));
            terms.infix(terms.simplify(found))
        };
        let two = Int::from(2);
        let case =
            terms.or([terms.and([tb, terms.le(te, tx)]), terms.and([terms.not(tb), terms.le(tx, te)])]);
        assert_eq!(shown(terms.and([case, terms.eq(te, terms.int(4))])), "x >= 4");
        let part = [
            terms.or([terms.lt(tx, te), terms.le(te, ty)]),
            terms.not(terms.and([tb, terms.lt(ty, tx)])),
            terms.le(terms.ite(tb, terms.ite(terms.le(tx, te), ty, tx), te), terms.int(7)),
        ];
        let literals = |t: Term| terms.infix(terms.and(implicant(&terms, t, &value)));
        assert_eq!(literals(terms.and(part)), "e <= y and x <= y and x <= 7 and b and e < x");
        assert_eq!(literals(terms.lt(ty, tx)), "false");
        let between = [terms.le(tx, terms.scale(&two, te)), terms.le(terms.scale(&two, te), ty)];
        assert_eq!(shown(terms.and(between)), "x <= 8 and y >= 8");
        assert_eq!(shown(terms.and([terms.eq(te, terms.int(4)), terms.lt(tx, te)])), "x <= 3");
    }

    #[test]
    fn no_result_rather_than_an_approximation() {
        check(|t, x, y, e| t.and([t.le(x, t.scale(&2.into(), e)), t.le(t.scale(&2.into(), e), y)]), None);
    }
}
