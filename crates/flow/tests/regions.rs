//! The large-block encoding of graphs of any shape: random graphs without cycles, walked value by value.

use std::collections::BTreeMap;

use flow::cfg::{Action, Cfg, Edge, Location, LocationKind, NodeId, Origin};
use flow::{Symbols, region};
use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind, Sign};
use lang::{AssertId, LoopId, NondetId, Program, Sort, Span, VarId};
use logic::{Int, Terms, Value};

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
use generate::Random;

fn exp(kind: ExpKind) -> Exp {
    Exp { span: Span::default(), kind }
}

fn bexp(kind: BexpKind) -> Bexp {
    Bexp { span: Span::default(), kind }
}

/// A program of two ints with one occurrence of `nondet` for each location, for its tables of names.
fn names(locations: usize) -> Program {
    let source = format!("int x, y; x := nondet{}", "; if nondet then skip end".repeat(locations));
    lang::parse_imp(&source).program.expect("well-formed")
}

fn random_condition(random: &mut Random, location: u32) -> Bexp {
    let number = exp(ExpKind::Const(Int::from(random.between(-2, 2))));
    let var = exp(ExpKind::Var(VarId(random.below(2) as u32)));
    match random.below(4) {
        // Occurrence 0 is the integer one.
        0 => bexp(BexpKind::Nondet(NondetId(location + 1))),
        1 => bexp(BexpKind::Compare(Comparison::Equal, var, number)),
        _ => bexp(BexpKind::Compare(Comparison::Less, var, number)),
    }
}

/// A graph whose edges lead from lower to higher numbers: entry, error, exit, a head and plain locations after them. Each
/// location but the last leads somewhere; every plain one is entered from a lower one.
fn random_graph(random: &mut Random) -> Cfg {
    let count = 3 + random.below(10);
    let mut kinds =
        vec![LocationKind::Entry, LocationKind::Error, LocationKind::Exit, LocationKind::Head(LoopId(0))];
    kinds.extend((0..count).map(|_| LocationKind::Plain));
    let nodes: Vec<Location> =
        kinds.into_iter().map(|kind| Location { kind, span: Span::default() }).collect();
    let mut cfg = Cfg { out: vec![Vec::new(); nodes.len()], nodes, ..Cfg::default() };
    let add = |cfg: &mut Cfg, from: usize, to: usize, action: Action| {
        cfg.out[from].push(cfg.edges.len());
        let violates = (to == 1).then_some(AssertId(0));
        let (from, to) = (NodeId(from as u32), NodeId(to as u32));
        cfg.edges.push(Edge { from, to, action, span: Span::default(), violates, origin: Origin::Program });
    };
    let sources: Vec<usize> = std::iter::once(0).chain(4..4 + count).collect();
    for (at, &from) in sources.iter().enumerate() {
        let target = |random: &mut Random| match sources.get(at + 1) {
            Some(&next) if random.chance(60) => next,
            Some(_) if random.chance(70) => sources[at + 1 + random.below(sources.len() - at - 1)],
            _ => 1 + random.below(3),
        };
        if random.chance(60) {
            let cond = random_condition(random, from as u32);
            let (yes, no) = (target(random), target(random));
            add(&mut cfg, from, yes, Action::Guard(cond.clone(), true));
            // Without the other edge it is an assumption.
            if random.chance(85) {
                add(&mut cfg, from, no, Action::Guard(cond, false));
            }
        } else {
            let x = VarId(random.below(2) as u32);
            let other = exp(ExpKind::Var(VarId(random.below(2) as u32)));
            let step = exp(ExpKind::Const(Int::from(random.between(-1, 2))));
            let value = exp(ExpKind::Sum(vec![(Sign::Plus, other), (Sign::Plus, step)]));
            let action = if random.chance(15) { Action::Skip } else { Action::AssignInt(x, value) };
            add(&mut cfg, from, target(random), action);
        }
    }
    cfg
}

/// Follows the only way that the values allow, up to a cutpoint; none if an assumption stops it.
fn walk(cfg: &Cfg, choices: &[bool], mut values: [i64; 2]) -> Option<(NodeId, [i64; 2])> {
    let mut at = Cfg::ENTRY;
    let value_of = |e: &Exp, values: &[i64; 2]| -> i64 {
        let one = |e: &Exp| match &e.kind {
            ExpKind::Const(number) => number.to_i64().expect("small"),
            ExpKind::Var(x) => values[x.index()],
            _ => panic!("not made here"),
        };
        match &e.kind {
            ExpKind::Sum(terms) => terms.iter().map(|(_, term)| one(term)).sum(),
            _ => one(e),
        }
    };
    loop {
        let open = cfg.out[at.index()].iter().map(|&e| &cfg.edges[e]).find(|edge| match &edge.action {
            Action::Guard(cond, wanted) => {
                let holds = match &cond.kind {
                    BexpKind::Nondet(id) => choices[id.index()],
                    BexpKind::Compare(Comparison::Equal, a, b) => {
                        value_of(a, &values) == value_of(b, &values)
                    }
                    BexpKind::Compare(_, a, b) => value_of(a, &values) < value_of(b, &values),
                    _ => panic!("not made here"),
                };
                holds == *wanted
            }
            _ => true,
        })?;
        if let Action::AssignInt(x, e) = &open.action {
            values[x.index()] = value_of(e, &values);
        }
        at = open.to;
        if cfg.nodes[at.index()].kind != LocationKind::Plain {
            return Some((at, values));
        }
    }
}

#[test]
fn random_graphs() {
    let program = names(20);
    let mut ends: BTreeMap<Option<NodeId>, usize> = BTreeMap::new();
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let cfg = random_graph(&mut random);
        let terms = Terms::new();
        let symbols = Symbols::of_unit(&terms, &program, &cfg, "");
        let arrivals = region(&cfg, &terms, &symbols, Cfg::ENTRY);
        for _ in 0..12 {
            let choices: Vec<bool> = program.nondets.iter().map(|_| random.chance(50)).collect();
            let start = [random.between(-3, 3), random.between(-3, 3)];
            let value = |v: logic::Var| {
                if let Some(at) = symbols.vars.iter().position(|&w| w == v) {
                    return Value::Int(Int::from(start[at]));
                }
                let at = symbols.inputs.iter().position(|&w| w == v).expect("an input");
                match program.nondets[at].sort {
                    Sort::Bool => Value::Bool(choices[at]),
                    Sort::Int => Value::Int(Int::ZERO),
                }
            };
            let end = walk(&cfg, &choices, start);
            *ends.entry(end.map(|(node, _)| node)).or_default() += 1;
            for (&node, arrival) in &arrivals {
                let reached = terms.holds(arrival.reached, &value);
                assert_eq!(reached, end.is_some_and(|(at, _)| at == node), "seed {seed}, {node:?}: {cfg:?}");
            }
            if let Some((node, values)) = end {
                let found: Vec<Value> = arrivals[&node]
                    .values
                    .iter()
                    .map(|&value_there| terms.eval(value_there, &value))
                    .collect();
                let expected = values.map(|number| Value::Int(Int::from(number)));
                let is_head = matches!(cfg.nodes[node.index()].kind, LocationKind::Head(_));
                assert_eq!(
                    found,
                    if is_head { expected.to_vec() } else { Vec::new() },
                    "seed {seed}: {cfg:?}"
                );
            }
        }
    }
    // All four ends (the head, the error, the exit, an assumption that fails) are met often.
    assert!(ends.len() == 4 && ends.values().all(|&count| count > 1_000), "{ends:?}");
}
