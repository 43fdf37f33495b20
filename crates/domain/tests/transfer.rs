//! Transfer functions against the interpreter: what random executions of random programs do from one loop head to the next
//! is contained in what the domains say of the region between them, and every state visited in the result of the analysis.

use domain::{
    BoxDomain, BoxLimits, BoxesDomain, Cells, Domain, Flow, Interval, OctagonDomain, Ranges, Strategy,
    Thresholds, Wto, analyse,
};
use expect_test::{Expect, expect};
use flow::Symbols;
use flow::cfg::{Cfg, NodeId};
use lang::interp::{self, ExecutionLimits, Oracle};
use lang::{LoopId, NondetId, Program};
use logic::{Int, Sort, Terms, Value, Var};
use std::collections::BTreeSet;
use std::rc::Rc;

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
use generate::{Random, Shape};

struct Recorder<'a> {
    random: &'a mut Random,
    heads: Vec<(LoopId, Vec<Value>)>,
}

impl Oracle for Recorder<'_> {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        random_value(self.random, sort)
    }

    fn loop_head(&mut self, id: LoopId, state: &[Value]) {
        self.heads.push((id, state.to_vec()));
    }
}

fn random_value(random: &mut Random, sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.chance(50)),
        Sort::Int => Value::Int(Int::from(random.between(-5, 5))),
    }
}

/// The loop heads that an execution visits, with the states there.
fn visits(program: &Program, random: &mut Random) -> Vec<(LoopId, Vec<Value>)> {
    let initial = program.vars().map(|v| (v, random_value(random, program.decl(v).sort))).collect();
    let mut recorder = Recorder { random, heads: Vec::new() };
    interp::run(program, &initial, &mut recorder, ExecutionLimits { steps: 300, bits: 200 });
    recorder.heads
}

struct Subject<'a, D: Domain> {
    terms: &'a Terms,
    domain: &'a D,
    /// The program's variables.
    vars: &'a [Var],
    /// The graph's temporaries, which are dead at loop heads.
    temps: &'a [Var],
}

impl<D: Domain> Subject<'_, D> {
    fn contains(&self, element: &D::Element, state: &[Value]) -> bool {
        let value = |v: Var| {
            let place =
                self.vars.iter().position(|&w| w == v).expect("elements speak of the variables alone");
            state[place].clone()
        };
        let element = self.temps.iter().fold(element.clone(), |e, &temp| self.domain.forget(&e, temp));
        self.terms.holds(self.domain.concretisation(&element), &value)
    }

    /// An element with the state in it: boxes of different sizes around it, joined.
    fn around(&self, random: &mut Random, state: &[Value]) -> D::Element {
        let one = |random: &mut Random| {
            let mut ranges = Ranges::default();
            for (&v, value) in self.vars.iter().zip(state) {
                let interval = match value {
                    Value::Bool(b) if random.chance(60) => Interval::truth(*b),
                    Value::Bool(_) => Interval::booleans(),
                    Value::Int(i) => {
                        let bound = |random: &mut Random, sign: i64| {
                            let far = Int::from(sign * random.between(0, 3));
                            (!random.chance(20)).then(|| i + &far)
                        };
                        Interval::new(bound(random, -1), bound(random, 1)).expect("the state lies between")
                    }
                };
                ranges.put(self.terms, v, interval);
            }
            self.domain.abstraction(ranges.formula(self.terms))
        };
        let first = one(random);
        (0..random.below(3)).fold(first, |all, _| self.domain.join(&all, &one(random)))
    }
}

fn check_program<D: Domain>(terms: &Rc<Terms>, domain: &D, program: &Program, random: &mut Random) -> usize {
    let cfg = Cfg::of_program(program);
    let symbols = Symbols::of_unit(terms, program, &cfg, "");
    let flow = Flow::new(terms, &cfg, &symbols);
    let heads = cfg.heads();
    let node = |id: LoopId| -> NodeId { heads.iter().find(|(other, _)| *other == id).expect("a loop").1 };
    let (vars, temps) = symbols.vars.split_at(program.decls.len());
    let subject = Subject { terms, domain, vars, temps };
    let thresholds = Thresholds::common([-1, 0, 3].map(|i: i64| Int::from(i)));
    let strategy = Strategy { delay: random.below(3) as u32, thresholds, narrowing: random.below(4) as u32 };
    let analysis = analyse(domain, &flow, &Wto::of_cfg(&cfg), &symbols.vars, &strategy);
    let mut checked = 0;
    for _ in 0..4 {
        let visited = visits(program, random);
        for (id, state) in &visited {
            let at = &analysis.at[node(*id).index()];
            assert!(subject.contains(at, state), "{}", terms.infix(domain.concretisation(at)));
        }
        for pair in visited.windows(2).take(12) {
            let (from, to) = (&pair[0], &pair[1]);
            let element = subject.around(random, &from.1);
            assert!(subject.contains(&element, &from.1));
            let arrived = flow.region(domain, node(from.0), &element);
            let there = arrived.get(&node(to.0)).expect("the next head is reached");
            assert!(subject.contains(there, &to.1));
            checked += 1;
        }
    }
    checked
}

#[test]
fn executions_stay_within() {
    let shape = Shape { loops: 2, block: 3, depth: 3, height: 3, numbers: 5, big: false };
    let mut checked = 0;
    for seed in 0..2_000 {
        let mut random = Random::new(seed);
        let program = generate::program(&mut random, shape);
        let terms = Rc::new(Terms::new());
        checked += match seed % 4 {
            3 => check_program(&terms, &OctagonDomain::new(terms.clone()), &program, &mut random),
            0 => check_program(&terms, &BoxDomain::new(terms.clone()), &program, &mut random),
            1 => {
                let cells = (seed % 8 == 1).then(|| Cells { along: BTreeSet::new(), boxes: 2 });
                let domain = BoxesDomain::new(terms.clone(), BoxLimits { boxes: 40, divided: None, cells });
                check_program(&terms, &domain, &program, &mut random)
            }
            _ => {
                let divided = program.decls.iter().take(2).map(|d| terms.var(&d.name, d.sort)).collect();
                let limits = BoxLimits { boxes: 8, divided: Some(divided), cells: None };
                let domain = BoxesDomain::new(terms.clone(), limits);
                check_program(&terms, &domain, &program, &mut random)
            }
        };
    }
    assert!(checked > 2_000, "{checked} segments");
}

/// What a domain makes of the way to a program's first loop head.
fn at_head<D: Domain>(terms: &Rc<Terms>, domain: &D, program: &Program) -> String {
    let cfg = Cfg::of_program(program);
    let symbols = Symbols::of_unit(terms, program, &cfg, "");
    let flow = Flow::new(terms, &cfg, &symbols);
    let (_, head) = cfg.heads()[0];
    match flow.region(domain, Cfg::ENTRY, &domain.top()).get(&head) {
        Some(element) => terms.infix(domain.concretisation(element)),
        None => "not reached".into(),
    }
}

/// The same by boxes and by unions of boxes.
fn both(source: &str) -> [String; 2] {
    let program = lang::parse_imp(source).program.expect("a program");
    let terms = Rc::new(Terms::new());
    let of_boxes = at_head(&terms, &BoxDomain::new(terms.clone()), &program);
    [of_boxes, at_head(&terms, &BoxesDomain::new(terms.clone(), BoxLimits::default()), &program)]
}

fn check(source: &str, boxes: Expect, unions: Expect) {
    let [of_boxes, of_unions] = both(source);
    boxes.assert_eq(&of_boxes);
    unions.assert_eq(&of_unions);
}

/// The same by octagons.
fn check_octagon(source: &str, expected: Expect) {
    let program = lang::parse_imp(source).program.expect("a program");
    let terms = Rc::new(Terms::new());
    expected.assert_eq(&at_head(&terms, &OctagonDomain::new(terms.clone()), &program));
}

#[test]
fn octagons_relate() {
    let source = "int x, y, z; { 1 <= x and x <= 4 and y = 2 } z := 3 * x - y; x := x + 5; y := -x; while nondet do skip done";
    check_octagon(source, expect!["x + y = 0 and 6 <= x <= 9 and z <= x + 1 and x <= z + 5"]);
    let source = "int x, y; { x < y and y <= 7 and x >= 3 and not (y = 7) } while nondet do skip done";
    check_octagon(source, expect!["x >= 3 and y <= 6 and x < y"]);
    let source = "int x, y; { x >= y } if x > 10 then x := 10 end; if y > 10 then y := 10 end; while nondet do skip done";
    check_octagon(source, expect!["x <= 10 and y <= 10"]);
    let source = "int x, y; bool b; { x = y } b := x <= y; if b then y := y + 1 else y := 99 end; while nondet do skip done";
    check_octagon(source, expect!["b and y = x + 1"]);
    // No octagon says that twice x is at most y; but as x is not negative, x is at most y, too.
    let source = "int x, y; { 0 <= x and y >= 2 * x } while nondet do skip done";
    check_octagon(source, expect!["x >= 0 and x <= y"]);
    let source = "int x, y; { x + y = 3 and x - y = 2 } x, y := y, x; while nondet do skip done";
    check_octagon(source, expect!["not reached"]);
    let source = "int x, y; { x + y = 3 and x - y >= 2 and x <= 4 } x, y := y, x; while nondet do skip done";
    check_octagon(source, expect!["x + y = 3 and y + x#next = 3 and -1 <= x <= 0"]);
}

/// Where unions are no better than boxes.
fn check_both(source: &str, expected: Expect) {
    let [of_boxes, of_unions] = both(source);
    expected.assert_eq(&of_boxes);
    assert_eq!(of_boxes, of_unions);
}

#[test]
fn assignments() {
    let source = "int x, y, z; { 1 <= x and x <= 4 and y = 2 } z := 3 * x - y; x := x + 5; y := -x; while nondet do skip done";
    check_both(source, expect!["6 <= x <= 9 and -9 <= y <= -6 and 1 <= z <= 10"]);
}

#[test]
fn quotients_and_remainders() {
    let source =
        "int x, y, z; { -7 <= x and x <= 9 } y := x / 4; z := x % 4; x := 0; while nondet do skip done";
    check_both(source, expect!["x = 0 and -2 <= y <= 2 and 0 <= z <= 3"]);
    let source = "int x; { -7 <= x and x <= 9 and x % 5 = 3 and x / 5 = 1 } while nondet do skip done";
    check_both(source, expect!["x = 8"]);
    let source = "int x; { 4 <= x and x <= 9 and x % 4 >= 2 and x % 4 <= 2 } while nondet do skip done";
    check_both(source, expect!["x = 6"]);
}

#[test]
fn conditions() {
    let source = "int x, y; { x < y and y <= 7 and x >= 3 and not (y = 7) } while nondet do skip done";
    check_both(source, expect!["3 <= x <= 5 and 4 <= y <= 6"]);
    let source = "int x; bool b; { (b => x = 1) and (not b => x >= 5 and x <= 6) } while nondet do skip done";
    check(source, expect!["true"], expect!["x = 1 and b or 5 <= x <= 6 and not b"]);
    let source = "int x; { x != 2 and 0 <= x and x <= 4 and (x <= 1 or x >= 4) } while nondet do skip done";
    check(source, expect!["0 <= x <= 4"], expect!["0 <= x <= 1 or x = 4"]);
    let source = "int x, y; { x + y = 1 and x >= 1 and y >= 1 } while nondet do skip done";
    check_both(source, expect!["not reached"]);
}

#[test]
fn branches() {
    let source = "int x, y; bool b; if x > 0 then y := 1; b := true elif x < -3 then y := 5; b := nondet \
                  else y := 7; b := not b; x := nondet end; while nondet do skip done";
    check(source, expect!["1 <= y <= 7"], expect!["x <= -4 and y = 5 or x >= 1 and y = 1 and b or y = 7"]);
}

/// With sharing, 64 choices between one and the same thing make a formula that is small, and as a tree without an end.
#[test]
fn shared_parts_do_not_multiply_the_work() {
    let terms = Rc::new(Terms::new());
    let x = terms.var("x", Sort::Int);
    let [at_x, at_y] = [x, terms.var("y", Sort::Int)].map(|v| terms.of(v));
    let mut formula = terms.le(at_x, at_y);
    for i in 0..64 {
        let choice = terms.of(terms.var(&format!("b{i}"), Sort::Bool));
        formula = terms.or([terms.and([choice, formula]), terms.and([terms.not(choice), formula])]);
    }
    let domain = BoxesDomain::new(terms.clone(), BoxLimits::default());
    let low = domain.assume(&domain.top(), terms.le(at_y, terms.int(9)));
    let element = domain.concretisation(&domain.assume(&low, formula));
    let holds = |a: i64, b: i64| {
        let value = |v: Var| match terms.var_sort(v) {
            Sort::Bool => Value::Bool(true),
            Sort::Int => Value::Int(Int::from(if v == x { a } else { b })),
        };
        terms.eval(element, &value) == Value::Bool(true)
    };
    for (a, b) in [(9, 9), (-50, 3), (0, 1)] {
        assert!(holds(a, b), "({a}, {b}) is lost");
    }
    assert!(!holds(0, 10), "what was known before is kept");
}
