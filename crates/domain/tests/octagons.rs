//! Octagons against all points of a small grid: closure is exact, so that every bound is attained by an integer point, and so
//! are meets, forgetting and the assignments that are said to be; joins are least; everything else loses no point.

use domain::{Domain, Interval, Octagon, OctagonDomain, Thresholds};
use expect_test::{Expect, expect};
use logic::{Int, Sort, Term, Terms, Value, Var};
use std::rc::Rc;

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
use generate::Random;

type Point = [i64; 3];
type Element = Option<Octagon>;

/// All points that octagons with variables between these bounds can have.
const SIDE: std::ops::RangeInclusive<i64> = -3..=3;

struct Universe {
    terms: Rc<Terms>,
    domain: OctagonDomain,
    vars: [Var; 3],
}

/// A sum of two variables with coefficients.
#[derive(Clone, Copy, Debug)]
struct Form {
    parts: [(usize, i64); 2],
}

impl Form {
    fn at(self, point: &Point) -> i64 {
        self.parts.iter().map(|(k, c)| c * point[*k]).sum()
    }
}

/// The sums and differences that octagons bound, and the single variables, twice.
fn forms() -> Vec<Form> {
    let mut out = Vec::new();
    for a in 0..3 {
        for b in 0..=a {
            for (c, d) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                if a != b || c == d {
                    out.push(Form { parts: [(a, c), (b, d)] });
                }
            }
        }
    }
    out
}

fn grid() -> Vec<Point> {
    SIDE.flat_map(|x| SIDE.flat_map(move |y| SIDE.map(move |z| [x, y, z]))).collect()
}

impl Universe {
    fn new() -> Universe {
        let terms = Rc::new(Terms::new());
        let vars = ["x", "y", "z"].map(|n| terms.var(n, Sort::Int));
        Universe { domain: OctagonDomain::new(terms.clone()), terms, vars }
    }

    fn sum(&self, parts: &[(usize, i64)], constant: i64) -> Term {
        let part = |(k, c): &(usize, i64)| self.terms.scale(&Int::from(*c), self.terms.of(self.vars[*k]));
        parts.iter().map(part).fold(self.terms.int(constant), |sum, t| self.terms.add(sum, t))
    }

    fn at_most(&self, form: Form, most: i64) -> Term {
        self.terms.le(self.sum(&form.parts, 0), self.terms.int(most))
    }

    fn holds(&self, t: Term, point: &Point) -> bool {
        let value = |v: Var| {
            let k = self.vars.iter().position(|w| *w == v).expect("one of the three");
            Value::Int(Int::from(point[k]))
        };
        self.terms.holds(t, &value)
    }

    /// Bounds of all variables within the grid.
    fn inside(&self) -> Term {
        let x = |v: Var| self.terms.of(v);
        let (low, high) = (self.terms.int(*SIDE.start()), self.terms.int(*SIDE.end()));
        self.terms.and(self.vars.iter().flat_map(|&v| [self.terms.le(low, x(v)), self.terms.le(x(v), high)]))
    }

    /// Random bounds, within the grid, as a formula.
    fn random(&self, random: &mut Random) -> Term {
        let all = forms();
        let mut bounds = vec![self.inside()];
        for _ in 0..random.below(6) {
            let form = all[random.below(all.len())];
            bounds.push(self.at_most(form, random.between(-4, 5)));
        }
        self.terms.and(bounds)
    }

    fn points(&self, t: Term) -> Vec<Point> {
        grid().into_iter().filter(|p| self.holds(t, p)).collect()
    }

    /// The upper bound of a form in an element is this.
    fn has_bound(&self, element: &Element, form: Form, most: i64) -> bool {
        let within = |most| self.domain.includes(&self.domain.abstraction(self.at_most(form, most)), element);
        within(most) && !within(most - 1)
    }

    /// The element is the least octagon around the points.
    fn is_least(&self, element: &Element, points: &[Point]) -> Result<(), String> {
        if self.domain.is_bottom(element) != points.is_empty() {
            return Err(format!("{} points in {element:?}", points.len()));
        }
        let of = |form: Form| points.iter().map(|p| form.at(p)).max();
        // Even sums of one variable with itself: bounds of variables are whole numbers.
        for form in forms() {
            let Some(most) = of(form) else { continue };
            let is_single = form.parts[0].0 == form.parts[1].0;
            let exact = if is_single {
                let within =
                    |m| self.domain.includes(&self.domain.abstraction(self.at_most(form, m)), element);
                within(most) && !within(most - 2)
            } else {
                self.has_bound(element, form, most)
            };
            if !exact {
                let shown = self.terms.infix(self.domain.concretisation(element));
                return Err(format!("{form:?} is not at most {most} in {shown}"));
            }
        }
        Ok(())
    }

    fn contains(&self, element: &Element, point: &Point) -> bool {
        self.holds(self.domain.concretisation(element), point)
    }
}

fn check(result: Result<(), String>, what: &str, formula: Term, u: &Universe) {
    if let Err(problem) = result {
        panic!("{what} of {}: {problem}", u.terms.infix(formula));
    }
}

#[test]
fn closure_is_exact() {
    let u = Universe::new();
    let mut empty = 0;
    for seed in 0..300 {
        let formula = u.random(&mut Random::new(seed));
        let (element, points) = (u.domain.abstraction(formula), u.points(formula));
        empty += usize::from(points.is_empty());
        check(u.is_least(&element, &points), "closure", formula, &u);
        // The formula means the same set, within the grid and outside of it.
        let shown = u.domain.concretisation(&element);
        assert_eq!(u.points(shown), points);
        let beyond = [[-4, 0, 0], [4, 4, 4], [0, -5, 9], [9, 9, 9], [-7, 7, 0]];
        assert!(beyond.iter().all(|p| !u.holds(shown, p)), "{}", u.terms.infix(shown));
    }
    assert!((10..250).contains(&empty), "{empty} of 300 are empty");
}

/// The order in which bounds arrive does not matter, whether one by one or all at once.
#[test]
fn closing_at_once_is_closing_step_by_step() {
    let u = Universe::new();
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let (a, b) = (u.random(&mut random), u.random(&mut random));
        let one_by_one = u.domain.assume(&u.domain.abstraction(a), b);
        let at_once = u.domain.meet(&u.domain.abstraction(b), &u.domain.abstraction(a));
        assert_eq!(one_by_one, at_once);
        assert_eq!(u.points(u.domain.concretisation(&at_once)), u.points(u.terms.and([a, b])));
    }
}

#[test]
fn no_part_of_a_formula_is_redundant() {
    let u = Universe::new();
    let mut parts = 0;
    for seed in 0..300 {
        let element = u.domain.abstraction(u.random(&mut Random::new(seed)));
        if u.domain.is_bottom(&element) {
            continue;
        }
        let all = u.terms.conjuncts(u.domain.concretisation(&element));
        for i in 0..all.len() {
            let rest = all.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, t)| *t);
            let without = u.domain.abstraction(u.terms.and(rest));
            assert!(!u.domain.includes(&element, &without), "{}", u.terms.infix(all[i]));
            parts += 1;
        }
        let again = u.domain.abstraction(u.terms.and(all));
        assert_eq!(again, element);
    }
    assert!(parts > 500, "{parts} parts");
}

#[test]
fn joins_are_least() {
    let u = Universe::new();
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let (a, b) = (u.random(&mut random), u.random(&mut random));
        let join = u.domain.join(&u.domain.abstraction(a), &u.domain.abstraction(b));
        check(u.is_least(&join, &u.points(u.terms.or([a, b]))), "join", u.terms.or([a, b]), &u);
    }
}

#[test]
fn forgetting_and_simple_assignments_are_exact() {
    let u = Universe::new();
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let formula = u.random(&mut random);
        let element = u.domain.abstraction(formula);
        let points = u.points(formula);
        let to = random.below(3);
        // A variable, perhaps the same, perhaps negated, or none; plus a constant.
        let (from, sign, plus) = (random.below(3), [-1, 0, 1][random.below(3)], random.between(-5, 5));
        let image = |p: &Point| {
            let mut out = *p;
            out[to] = sign * p[from] + plus;
            out
        };
        let images: Vec<Point> = points.iter().map(image).collect();
        let value = u.sum(&[(from, sign)], plus);
        let after = u.domain.assign(&element, u.vars[to], value);
        check(u.is_least(&after, &images), "assignment", formula, &u);
        if sign != 0 {
            // One point for each: nothing was added.
            let widest = u.domain.concretisation(&after);
            let all = (-12..=12).flat_map(|v| points.iter().map(move |p| (v, *p)));
            for (v, mut p) in all {
                p[to] = v;
                assert_eq!(u.holds(widest, &p), images.contains(&p), "{p:?} after {}", u.terms.infix(value));
            }
        }
        let forgotten = u.domain.concretisation(&u.domain.forget(&element, u.vars[to]));
        for mut p in grid() {
            let is_possible = SIDE.into_iter().any(|v| {
                let mut q = p;
                q[to] = v;
                points.contains(&q)
            });
            p[to] *= 100;
            assert_eq!(u.holds(forgotten, &p), is_possible);
        }
    }
}

#[test]
fn other_assignments_lose_no_point() {
    let u = Universe::new();
    let mut related = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let formula = u.random(&mut random);
        let element = u.domain.abstraction(formula);
        let parts: Vec<(usize, i64)> = (0..3).map(|k| (k, random.between(-2, 2))).collect();
        let plus = random.between(-3, 3);
        let t = &u.terms;
        let sum = u.sum(&parts, plus);
        let value = match random.below(4) {
            0 => t.ite(u.random(&mut random), sum, u.sum(&[(random.below(3), 1)], 1)),
            1 => t.div(sum, &Int::from(2)),
            2 => t.add(t.modulo(sum, &Int::from(3)), u.sum(&[(random.below(3), 1)], 0)),
            _ => sum,
        };
        let to = random.below(3);
        let after = u.domain.assign(&element, u.vars[to], value);
        let points = u.points(formula);
        assert_eq!(u.domain.is_bottom(&after), points.is_empty());
        for p in &points {
            let at = |v: Var| Value::Int(Int::from(p[u.vars.iter().position(|w| *w == v).expect("one")]));
            let mut image = *p;
            let Value::Int(new) = t.eval(value, &at) else { panic!("a number") };
            image[to] = new.to_i64().expect("small");
            assert!(u.contains(&after, &image), "{image:?} is lost after {}", t.infix(value));
        }
        let text = t.infix(u.domain.concretisation(&after));
        related += usize::from(text.contains('+') || text.contains('-'));
    }
    assert!(related > 80, "{related} with relations");
}

#[test]
fn conditions_lose_no_point() {
    let u = Universe::new();
    let mut exact = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let before = u.random(&mut random);
        let t = &u.terms;
        let condition = condition(&u, &mut random, 3);
        let after = u.domain.assume(&u.domain.abstraction(before), condition);
        let points = u.points(t.and([before, condition]));
        let kept = u.points(u.domain.concretisation(&after));
        assert!(points.iter().all(|p| kept.contains(p)), "{} and {}", t.infix(before), t.infix(condition));
        assert!(kept.iter().all(|p| u.holds(before, p)), "no more than before");
        exact += usize::from(points == kept);
    }
    // Where a condition has no "or" and no third variable in a sum, mostly.
    assert!(exact > 100, "{exact} of 300 are exact");
}

fn condition(u: &Universe, random: &mut Random, depth: u32) -> Term {
    let t = &u.terms;
    if depth == 0 || random.chance(30) {
        let parts: Vec<(usize, i64)> = (0..3).map(|k| (k, random.between(-2, 2))).collect();
        let sum = u.sum(&parts, random.between(-3, 3));
        let sum = if random.chance(20) {
            t.add(sum, t.ite(u.random(random), u.sum(&[(0, 1)], 0), u.sum(&[(1, -1)], 1)))
        } else {
            sum
        };
        return match random.below(3) {
            0 => t.eq(sum, t.int(0)),
            1 => t.not(t.eq(sum, t.int(0))),
            _ => t.le(sum, t.int(0)),
        };
    }
    let (a, b) = (condition(u, random, depth - 1), condition(u, random, depth - 1));
    match random.below(4) {
        0 => t.and([a, b]),
        1 => t.or([a, b]),
        2 => t.not(a),
        _ => t.iff(a, b),
    }
}

/// The states of an element after one condition or assignment after the other, as text.
struct Story {
    u: Universe,
    at: Element,
}

impl Story {
    fn new() -> Story {
        let u = Universe::new();
        Story { at: u.domain.top(), u }
    }

    fn assume(mut self, formula: impl Fn(&Terms, [Term; 3]) -> Term) -> Story {
        let [x, y, z] = self.u.vars.map(|v| self.u.terms.of(v));
        let formula = formula(&self.u.terms, [x, y, z]);
        self.at = self.u.domain.assume(&self.at, formula);
        self
    }

    fn assign(mut self, var: usize, value: impl Fn(&Terms, [Term; 3]) -> Term) -> Story {
        let [x, y, z] = self.u.vars.map(|v| self.u.terms.of(v));
        let value = value(&self.u.terms, [x, y, z]);
        self.at = self.u.domain.assign(&self.at, self.u.vars[var], value);
        self
    }

    fn is(&self, expected: Expect) {
        expected.assert_eq(&self.u.terms.infix(self.u.domain.concretisation(&self.at)));
    }
}

#[test]
fn labels_read_well() {
    let n = |t: &Terms, n: i64| t.int(n);
    Story::new()
        .assume(|t, [x, y, _]| t.and([t.le(n(t, 0), x), t.le(t.sub(x, y), n(t, 2))]))
        .is(expect!["x >= 0 and x <= y + 2"]);
    // Chains keep their links, and no bound that follows from them.
    Story::new()
        .assume(|t, [x, y, z]| t.and([t.le(n(t, 0), x), t.le(x, y), t.le(y, z), t.le(z, n(t, 9))]))
        .is(expect!["x >= 0 and z <= 9 and x <= y and y <= z"]);
    Story::new()
        .assume(|t, [x, y, z]| t.and([t.eq(x, y), t.eq(y, z), t.le(n(t, 0), z)]))
        .is(expect!["x = y and x = z and x >= 0"]);
    // A sum with a whole bound: twice y is at most 1.
    Story::new()
        .assume(|t, [x, y, _]| t.and([t.le(t.add(x, y), n(t, 1)), t.le(t.sub(y, x), n(t, 0))]))
        .is(expect!["x + y <= 1 and y <= x"]);
    // What comes of a sum is related to both summands by the bounds of the other.
    Story::new()
        .assume(|t, [_, y, z]| t.and([t.le(n(t, 1), z), t.le(z, n(t, 2)), t.le(n(t, 0), y)]))
        .assign(0, |t, [_, y, z]| t.add(y, z))
        .is(expect!["y >= 0 and 1 <= z <= 2 and y < x and x <= y + 2 and z <= x"]);
    // Counting on by an unknown step keeps what it can.
    Story::new()
        .assume(|t, [x, y, z]| t.and([t.eq(x, y), t.le(n(t, 0), z), t.le(z, n(t, 3))]))
        .assign(0, |t, [x, _, z]| t.add(x, z))
        .is(expect!["0 <= z <= 3 and y <= x and x <= y + 3"]);
    Story::new().assume(|t, [x, y, _]| t.and([t.le(x, y), t.not(t.eq(x, y))])).is(expect!["x < y"]);
}

/// In the loop `x := x + 1; y := y + 1`, widening gives up the bounds and keeps the equation.
#[test]
fn widening_keeps_what_stays() {
    let u = Universe::new();
    let t = &u.terms;
    let [x, y, _] = u.vars;
    let step = |e: &Element| {
        let e = u.domain.assign(e, x, t.add(t.of(x), t.int(1)));
        u.domain.assign(&e, y, t.add(t.of(y), t.int(1)))
    };
    let start = u.domain.abstraction(t.and([t.eq(t.of(x), t.int(0)), t.eq(t.of(y), t.int(0))]));
    let widened = u.domain.widen(&start, &u.domain.join(&start, &step(&start)), &Thresholds::none());
    expect!["x = y and x >= 0"].assert_eq(&t.infix(u.domain.concretisation(&widened)));
    assert!(u.domain.includes(&widened, &step(&widened)));
    let five = Thresholds::common([Int::from(5)]);
    let first = u.domain.widen(&start, &u.domain.join(&start, &step(&start)), &five);
    expect!["x = y and 0 <= x <= 5"].assert_eq(&t.infix(u.domain.concretisation(&first)));
}

/// After Miné: of two chains one grows each time, and what is given up follows again from the other if the result of widening is
/// closed before it is widened further, for ever.
#[test]
fn closing_does_not_undo_widening() {
    let u = Universe::new();
    let t = &u.terms;
    let [x, y, z] = u.vars.map(|v| t.of(v));
    let near = |a: Term, b: Term, by: i64| [t.le(t.sub(a, b), t.int(by)), t.le(t.sub(b, a), t.int(by))];
    let both = |one, other| u.domain.abstraction(t.and([one, other].into_iter().flatten()));
    let mut at = both(near(x, y, 1), near(y, z, 1));
    let mut changes = 0;
    for i in 1..40 {
        let next = both(near(x, y, 1), if i % 2 == 1 { near(x, z, i + 1) } else { near(y, z, i + 1) });
        let wider = u.domain.widen(&at, &u.domain.join(&at, &next), &Thresholds::none());
        assert!(u.domain.includes(&wider, &at) && u.domain.includes(&wider, &next));
        changes += usize::from(wider != at);
        at = wider;
    }
    assert_eq!(changes, 2);
    assert_eq!(at, u.domain.abstraction(t.and(near(x, y, 1))));
}

/// More variables than a matrix has room for: further ones are as in boxes, and nothing is lost.
#[test]
fn many_variables() {
    let terms = Rc::new(Terms::new());
    let domain = OctagonDomain::new(terms.clone());
    let vars: Vec<Var> = (0..40).map(|i| terms.var(&format!("v{i}"), Sort::Int)).collect();
    let chain = vars.windows(2).map(|w| terms.le(terms.add(terms.of(w[0]), terms.int(1)), terms.of(w[1])));
    let zero = terms.le(terms.int(0), terms.of(vars[0]));
    let element = domain.abstraction(terms.and(chain.chain([zero])));
    // The intervals go along the chain all the same.
    assert_eq!(domain.values(&element, vars[39]), [Interval::at_least(Int::from(39))]);
    let formula = domain.concretisation(&element);
    let increasing = |v: Var| Value::Int(Int::from(vars.iter().position(|w| *w == v).expect("one") as i64));
    assert!(terms.holds(formula, &increasing));
    let differences = terms.conjuncts(formula).iter().filter(|t| terms.vars(**t).len() == 2).count();
    assert_eq!(differences, 15, "{}", terms.infix(formula));
    let other = domain.assign(&element, vars[30], terms.of(vars[3]));
    let join = domain.join(&element, &other);
    assert!(domain.includes(&join, &element) && domain.includes(&join, &other));
    let meet = domain.meet(&element, &other);
    assert!(domain.includes(&element, &meet) && domain.includes(&other, &meet));
}

/// Where nearly every sum and difference is bounded by itself, too many for each to be compared with all others, the formula says the same.
#[test]
fn a_dense_octagon_as_a_formula() {
    let terms = Rc::new(Terms::new());
    let domain = OctagonDomain::new(terms.clone());
    let vars: Vec<Term> = (0..12).map(|i| terms.of(terms.var(&format!("v{i}"), Sort::Int))).collect();
    let pairs = (0..12).flat_map(|i| (0..i).map(move |j| (i, j)));
    let bounds = pairs.flat_map(|(i, j)| {
        let (a, b) = (vars[i], vars[j]);
        let most = |by: usize| terms.int(i64::try_from(100 + by).expect("small"));
        [
            terms.le(terms.add(a, b), most(i * j % 7)),
            terms.le(terms.sub(a, b), most(i * j % 5)),
            terms.le(terms.sub(b, a), most(i * j % 3)),
            terms.le(terms.neg(terms.add(a, b)), most(i * j % 2)),
        ]
    });
    let element = domain.abstraction(terms.and(bounds.collect::<Vec<_>>()));
    let formula = domain.concretisation(&element);
    assert!(terms.conjuncts(formula).len() > 150);
    assert!(domain.abstraction(formula) == element, "the formula says what the octagon holds");
}
