//! Sequences of interpolants and interpolants of graphs, against their definitions.

#[allow(dead_code, reason = "shared with the differential tests")]
#[path = "../../smt/tests/fuzz/generate.rs"]
mod generate;

use evidence::{Dag, Failure, How, dag, sequence};
use generate::{Random, SHAPES, problem};
use logic::{Sort, Stamp, Term, Terms};
use smt::itp::Labelling;
use smt::{Config, Solver};
use solver::{Limits, Outcome};
use std::collections::BTreeSet;

const LABELLINGS: [Labelling; 3] = [Labelling::McMillan, Labelling::Pudlak, Labelling::DualMcMillan];

fn limits() -> Limits {
    Limits { conflicts: 20_000, pivots: 200_000, splits: 2_000, ..Limits::default() }
}

fn solved<'t>(terms: &'t Terms, formulas: &[Term]) -> (Outcome, Solver<&'t Terms>) {
    let mut solver = Solver::new(terms, Config { limits: limits() });
    for &t in formulas {
        solver.assert(t);
    }
    (solver.check(&[]), solver)
}

/// Whether the formulas imply the last.
fn implies(terms: &Terms, from: impl IntoIterator<Item = Term>, to: Term) -> bool {
    let refuted: Vec<Term> = from.into_iter().chain([terms.not(to)]).collect();
    solved(terms, &refuted).0 == Outcome::Unsat
}

fn symbols_fit(terms: &Terms, before: &[Vec<Term>], after: &[Vec<Term>], itp: Term) -> bool {
    let of = |groups: &[Vec<Term>]| terms.vars_of(&groups.concat());
    let shared: BTreeSet<_> = of(before).intersection(&of(after)).copied().collect();
    terms.vars(itp).into_iter().all(|v| shared.contains(&v))
}

/// How many steps of a sequence fail: the interpolant before and the group do not imply the next interpolant.
fn broken_steps(terms: &Terms, groups: &[Vec<Term>], itps: &[Term]) -> usize {
    assert_eq!(itps.len() + 1, groups.len());
    for (i, &itp) in itps.iter().enumerate() {
        assert!(symbols_fit(terms, &groups[..=i], &groups[i + 1..], itp), "{}", terms.infix(itp));
        assert!(implies(terms, groups[..=i].concat(), itp), "{}", terms.infix(itp));
        assert!(implies(terms, groups[i + 1..].concat().into_iter().chain([itp]), terms.bool(false)));
    }
    let before = |i: usize| if i == 0 { terms.tru() } else { itps[i - 1] };
    let after = |i: usize| itps.get(i).copied().unwrap_or(terms.bool(false));
    let fails = |i: &usize| !implies(terms, groups[*i].iter().copied().chain([before(*i)]), after(*i));
    (0..groups.len()).filter(fails).count()
}

#[test]
fn sequences() {
    let (mut read_off, mut stepwise) = (0, 0);
    for i in 0..300_u64 {
        let shape = SHAPES[(i % SHAPES.len() as u64) as usize];
        let terms = Terms::new();
        let p = problem(&terms, &mut Random::new(7_000_000 + i), shape);
        if solved(&terms, &p.formulas).0 != Outcome::Unsat {
            continue;
        }
        let groups: Vec<Vec<Term>> = p.formulas.iter().map(|&f| vec![f]).collect();
        for labelling in LABELLINGS {
            for plain in [false, true] {
                let how = How { labelling, plain, limits: limits(), ..How::default() };
                let itps = match sequence(&smt::door(), &terms, &groups, &how) {
                    Ok(itps) => itps,
                    Err(Failure::Unknown(_)) => continue,
                    Err(failure) => panic!("{failure}"),
                };
                let formulas: Vec<Term> = itps.iter().map(|i| i.term).collect();
                assert_eq!(broken_steps(&terms, &groups, &formulas), 0);
                read_off += itps.iter().filter(|i| !i.stepwise).count();
                stepwise += itps.iter().filter(|i| i.stepwise).count();
            }
        }
    }
    assert!(read_off > 2_000, "{read_off} read off, {stepwise} by queries of their own");
}

/// A random graph: at each node two variables, edges that guard and change them.
fn graph(terms: &Terms, r: &mut Random) -> Dag {
    let nodes = 3 + r.below(5);
    let var = |name: &str, node: usize| {
        terms.of(terms.restamp(terms.var(name, Sort::Int), Stamp::At(u32::try_from(node).unwrap_or(0))))
    };
    let mut edges = Vec::new();
    for u in 0..nodes - 1 {
        for v in u + 1..nodes {
            if v != u + 1 && !r.one_in(3) {
                continue;
            }
            let [x, y] = ["x", "y"].map(|name| var(name, u));
            let (c, d) = (terms.int(r.range(-3, 3)), terms.int(r.range(-2, 2)));
            let guard = match r.below(4) {
                0 => terms.le(x, c),
                1 => terms.eq(terms.modulo(y, &2.into()), terms.int(r.range(0, 1))),
                2 => terms.or([terms.ge(x, y), terms.eq(x, c)]),
                _ => terms.tru(),
            };
            let start = if u == 0 {
                terms.and([terms.eq(x, terms.int(0)), terms.eq(y, terms.int(0))])
            } else {
                terms.tru()
            };
            let end =
                if v == nodes - 1 { terms.lt(var("y", v), terms.add(var("x", v), d)) } else { terms.tru() };
            let change = [
                terms.eq(var("x", v), terms.add(x, d)),
                terms.eq(var("y", v), terms.add(y, if r.one_in(2) { terms.int(2) } else { x })),
            ];
            edges.push((u, v, terms.and([guard, start, end, change[0], change[1]])));
        }
    }
    Dag { nodes, edges }
}

#[test]
fn graphs() {
    let (mut found, mut models) = (0, 0);
    for i in 0..400 {
        let terms = Terms::new();
        let mut random = Random::new(900_000 + i);
        let graph = graph(&terms, &mut random);
        let how = How { labelling: LABELLINGS[random.below(3)], ..How::default() };
        match dag(&smt::door(), &terms, &graph, &how) {
            Ok(itps) => {
                found += 1;
                assert_eq!((itps[0], itps.len()), (terms.tru(), graph.nodes));
                assert!(implies(&terms, itps.last().copied(), terms.bool(false)));
                for &(u, v, edge) in &graph.edges {
                    assert!(implies(&terms, [itps[u], edge], itps[v]), "{u} to {v}");
                }
                for (v, &itp) in itps.iter().enumerate() {
                    let stamps = terms.vars(itp).into_iter().map(|x| terms.symbol_of(x).stamp);
                    assert!(stamps.into_iter().all(|s| s == Stamp::At(u32::try_from(v).unwrap_or(0))));
                }
            }
            Err(Failure::Satisfiable) => {
                models += 1;
                assert!(matches!(solved(&terms, &[graph.path(&terms)]).0, Outcome::Sat(_)));
            }
            Err(failure) => panic!("{failure}"),
        }
    }
    assert!(found > 50 && models > 50, "{found} {models}");
}

#[test]
fn without_nodes_or_ways() {
    let terms = Terms::new();
    let found = |graph: &Dag| match dag(&smt::door(), &terms, graph, &How::default()) {
        Ok(itps) => itps.iter().map(|&t| terms.infix(t)).collect::<Vec<_>>().join(", "),
        Err(failure) => failure.to_string(),
    };
    assert_eq!(found(&Dag::default()), "");
    assert_eq!(found(&Dag { nodes: 2, edges: Vec::new() }), "true, false");
    // Edges backwards, and to nodes that are not there, lead nowhere.
    let edges = vec![(1, 0, terms.tru()), (0, 5, terms.tru())];
    assert_eq!(found(&Dag { nodes: 2, edges }), "true, false");
}
