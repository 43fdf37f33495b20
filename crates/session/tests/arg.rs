//! Reachability graphs of VINTA as certificates: the checker accepts what the engines conclude with, refuses the same when
//! anything in it is changed, and refuses the labels of the paper's equation (3) as printed.

use check::{Cutpoints, arg_obligations};
use domain::{BoxLimits, BoxesDomain, Domain, Thresholds, Visited, WidenWith, frontier};
use engine::{Conclusion, Goal, Model, Next, Question, Run, Subject, Told};
use flow::cfg::Cfg;
use flow::{CutpointGraph, TransitionSystem};
use logic::{Term, Terms};
use proof::{Arg, ArgEdge, ArgNode, Exploration};
use smt::{Config, Interpolated, Outcome, Solver};
use std::rc::Rc;
use trace::{Engine, Settings};

struct Case {
    terms: Rc<Terms>,
    graph: CutpointGraph,
    program: Subject,
}

impl Case {
    fn new(source: &str) -> Case {
        let parsed = lang::parse_imp(source).program.expect("a program");
        let terms = Rc::new(Terms::new());
        let cfg = Cfg::of_program(&parsed);
        let ts = TransitionSystem::of_cfg(&terms, &parsed, &cfg);
        let graph = CutpointGraph::new(&terms, &parsed, &cfg, &ts);
        let program = Subject {
            source: source.into(),
            language: trace::Language::Imp,
            unit: Rc::new(parsed),
            cfg: Rc::new(cfg),
            ts: Rc::new(ts),
        };
        Case { terms, graph, program }
    }

    /// What an engine concludes, its questions answered without any checks.
    fn conclude(&self, engine: Engine, settings: Settings) -> Conclusion {
        let mut run = Run::new(engine, self.terms.clone(), self.program.clone(), Rc::new(settings));
        loop {
            match run.go_on().1 {
                Next::Ends(conclusion) => return conclusion,
                Next::Asks(question) => run.answer(Ok(self.answer(&question))),
            }
        }
    }

    fn answer(&self, q: &Question) -> Told {
        let terms = &*self.terms;
        let model = |m: smt::Model, ts: &[Term]| {
            Told::Sat(Model(terms.vars_of(ts).into_iter().map(|v| (v, m.value(terms, v))).collect()))
        };
        let all: Vec<Term> = q.parts.iter().map(|p| p.term).collect();
        if q.goal == Goal::Interpolant {
            let side = |s| q.parts.iter().filter(|p| p.side == s).map(|p| p.term).collect::<Vec<_>>();
            let (a, b) = (side(trace::Side::A), side(trace::Side::B));
            return match smt::interpolate(terms, &a, &b, &smt::Settings::default()) {
                Interpolated::Interpolant { interpolant, .. } => Told::Unsat(Some(interpolant)),
                Interpolated::Model(m) => model(m, &all),
                Interpolated::Unknown(why) => panic!("{why}"),
            };
        }
        let mut solver = Solver::new(terms, Config::default());
        all.iter().for_each(|&t| {
            solver.assert(t);
        });
        match solver.check(&[]) {
            Outcome::Sat(m) => model(m, &all),
            Outcome::Unsat => Told::Refuted(solver.unsat_core().iter().map(|&p| p as u32).collect()),
            Outcome::Unknown(why) => panic!("{why}"),
        }
    }

    fn arg(&self, engine: Engine) -> Arg {
        match self.conclude(engine, Settings { widen_every: 1, ..Settings::default() }) {
            Conclusion::SafeByGraph { arg, .. } => arg,
            other => panic!("{engine}: {other:?}"),
        }
    }

    /// Whether the checker accepts a graph, given the best proofs that there are; otherwise why not.
    fn check(&self, arg: &Arg) -> Result<(), String> {
        let program = Cutpoints {
            state: self.graph.vars.clone(),
            entry: 0,
            error: self.graph.error(),
            actions: self.graph.actions.iter().map(|a| (a.from, a.to, a.formula)).collect(),
        };
        let obligations = arg_obligations(&self.terms, &program, arg).map_err(|f| f.to_string())?;
        let proofs = obligations.list().iter().map(|(_, conjuncts)| {
            let mut solver = Solver::new(&*self.terms, Config::default());
            conjuncts.iter().for_each(|&t| {
                solver.assert(t);
            });
            solver.check(&[]);
            solver.proof().unwrap_or_default()
        });
        let proofs: Vec<_> = proofs.collect();
        check::arg(&self.terms, &obligations, &proofs).map(|_| ()).map_err(|f| f.to_string())
    }

    fn formula(&self, text: &str) -> Term {
        let x = self.terms.of(self.graph.vars[0]);
        let (relation, number) = text.split_once(' ').expect("a relation and a number");
        let number = self.terms.int(number.parse::<i64>().expect("a number"));
        match relation {
            "=" => self.terms.eq(x, number),
            _ => self.terms.ge(x, number),
        }
    }
}

const PROGRAMS: [&str; 3] = [
    "int x, y; x := 0; y := 0; while nondet do if nondet then x := x + 1; y := y + 100 elif x >= 4 then x := x + 1; \
     y := y + 1 end done; assert x < 4 or y > 2",
    "int x, y, s; s := 0; x := 0; while x < 3 do y := x; while y > 0 do y := y - 1; s := s + 1 done; x := x + 1 done; \
     assert s >= 0 and x = 3",
    "int x; x := 10; while nondet do if nondet then x := x - 2 end done; assert x != 9",
];

/// Every single change of a graph that is a proof is refused: a label made false or true, an edge gone or of another action, a
/// cover gone or by a node that is not expanded, a root that is not the entry.
#[test]
fn broken_graphs_are_refused() {
    let mut refused = 0;
    for source in PROGRAMS {
        let subject = Case::new(source);
        for engine in Engine::ALL.into_iter().filter(|e| matches!(e, Engine::Vinta { .. })) {
            let arg = subject.arg(engine);
            assert_eq!(subject.check(&arg), Ok(()), "{engine}: {source}");
            for (what, broken) in broken(&subject, &arg) {
                assert!(subject.check(&broken).is_err(), "{engine}: {source}: {what} is accepted");
                refused += 1;
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

fn broken(subject: &Case, arg: &Arg) -> Vec<(String, Arg)> {
    let terms = &subject.terms;
    let mut out = Vec::new();
    let mut change = |what: String, f: &dyn Fn(&mut Arg)| {
        let mut other = arg.clone();
        f(&mut other);
        if other != *arg {
            out.push((what, other));
        }
    };
    let is_empty = |t: Term| {
        let mut solver = Solver::new(&**terms, Config::default());
        solver.assert(t);
        solver.check(&[]) == Outcome::Unsat
    };
    // Whether some state of a label passes an edge to the node. Where none does, refinement may have left a label as it was.
    let is_entered = |v: usize| {
        let enters = |u: &ArgNode| match &u.exploration {
            Exploration::Expanded(edges) => edges.iter().any(|e| {
                let formula = subject.graph.actions[e.action].formula;
                e.to == v && !is_empty(terms.and([u.label, formula]))
            }),
            Exploration::CoveredBy(_) => false,
        };
        v == 0 || arg.nodes.iter().any(enters)
    };
    change("no node".into(), &|a| a.nodes.clear());
    for (i, node) in arg.nodes.iter().enumerate() {
        // A label in which no state is left loses executions, unless none passed.
        if !is_empty(node.label) && is_entered(i) {
            change(format!("label {i} false"), &|a| a.nodes[i].label = terms.fals());
        }
        if node.cutpoint == subject.graph.error() {
            change(format!("label {i} true"), &|a| a.nodes[i].label = terms.tru());
            continue;
        }
        let stranger = terms.var("stranger", logic::Sort::Bool);
        change(format!("label {i} of a stranger"), &|a| {
            a.nodes[i].label = terms.and([node.label, terms.of(stranger)]);
        });
        match &node.exploration {
            Exploration::CoveredBy(by) => {
                if !is_empty(node.label) {
                    change(format!("{i} covered by none"), &|a| {
                        a.nodes[i].exploration = Exploration::CoveredBy(Vec::new());
                    });
                }
                change(format!("{i} covered by itself"), &|a| {
                    a.nodes[i].exploration = Exploration::CoveredBy(vec![i]);
                });
                change(format!("{i} covered by the entry"), &|a| {
                    a.nodes[i].exploration = Exploration::CoveredBy([&by[..], &[0]].concat());
                });
                change(format!("{i} unexplored"), &|a| {
                    a.nodes[i].exploration = Exploration::Expanded(Vec::new());
                });
            }
            Exploration::Expanded(edges) => {
                for (e, edge) in edges.iter().enumerate() {
                    let with = |f: &dyn Fn(&mut Vec<ArgEdge>)| {
                        let mut edges = edges.clone();
                        f(&mut edges);
                        Exploration::Expanded(edges)
                    };
                    change(format!("{i} without edge {e}"), &|a| {
                        a.nodes[i].exploration = with(&|edges| {
                            edges.remove(e);
                        });
                    });
                    change(format!("edge {e} of {i} nowhere"), &|a| {
                        a.nodes[i].exploration = with(&|edges| edges[e].to = usize::MAX);
                    });
                    change(format!("edge {e} of {i} to itself"), &|a| {
                        if arg.nodes[edge.to].cutpoint != node.cutpoint {
                            a.nodes[i].exploration = with(&|edges| edges[e].to = i);
                        }
                    });
                }
            }
        }
    }
    change("another root".into(), &|a| a.nodes.reverse());
    out
}

/// In the first label are 0 and 1, though only 0 is reached (the domain does not see that twice a number is even). The second
/// round reaches 1, which fails. The frontier of equation (3) leaves 1 out, since the first label has it; refinement takes it
/// away from there. The graph is then safe, complete, and covered, and the program is not: what it lacks is that its labels
/// hold along the edge. With the post in the label, the checker has nothing to refuse before the failure is found.
#[test]
fn the_bare_frontier_is_unsound() {
    let source = "int x, y; y := nondet; x := (y + y) % 2; while nondet do assert x != 1; x := x + 1 done";
    let subject = Case::new(source);
    let terms = &subject.terms;
    let domain = BoxesDomain::new(terms.clone(), BoxLimits::default());
    let x = subject.graph.vars[0];
    let within = |low: i64, high: i64| {
        let bounds = [terms.ge(terms.of(x), terms.int(low)), terms.le(terms.of(x), terms.int(high))];
        domain.abstraction(terms.and(bounds))
    };
    let (first, post) = (within(0, 1), within(1, 2));
    let (_, bare) = frontier(&domain, &[first], None, &post, &Thresholds::none());
    assert_eq!(terms.infix(domain.concretisation(&bare)), "x >= 2");
    let visited = Visited { element: first, is_exact: true };
    let label = domain.widen_with(&[visited], None, &post, &Thresholds::none()).label;
    assert_eq!(terms.infix(domain.concretisation(&label)), "x >= 1");

    // The graph with the frontier, after a refinement restricted by it: the first label is x = 0, the second x >= 2.
    let graph = &subject.graph;
    let action = |from: usize, to: usize| {
        graph.actions.iter().position(|a| (a.from, a.to) == (from, to)).expect("an action")
    };
    let edge = |from, cutpoint, to| ArgEdge { action: action(from, cutpoint), to };
    let node = |cutpoint, label, exploration| ArgNode { cutpoint, label, exploration };
    let with = |second: Term| Arg {
        nodes: vec![
            node(0, terms.tru(), Exploration::Expanded(vec![edge(0, 1, 1)])),
            node(1, subject.formula("= 0"), Exploration::Expanded(vec![edge(1, 1, 2), edge(1, 2, 4)])),
            node(1, second, Exploration::Expanded(vec![edge(1, 1, 3), edge(1, 2, 4)])),
            node(1, subject.formula(">= 3"), Exploration::CoveredBy(vec![2])),
            node(2, terms.fals(), Exploration::Expanded(Vec::new())),
        ],
    };
    let fault = subject.check(&with(subject.formula(">= 2"))).expect_err("it is no proof");
    assert!(fault.starts_with("the edge from node 1 to node 2 is well-labelled"), "{fault}");
    // Nothing else is wrong with it: the same graph, should the edge's end hold the state, is wrong at the error alone.
    let fault = subject.check(&with(subject.formula(">= 1"))).expect_err("it is no proof");
    assert!(fault.starts_with("the edge from node 2 to"), "{fault}");
    // And the engine finds the failure.
    let settings = Settings { widen_every: 1, ..Settings::default() };
    for engine in [Engine::VINTA_BOXES, Engine::UFO_BOXES] {
        let conclusion = subject.conclude(engine, settings.clone());
        assert!(matches!(conclusion, Conclusion::Failure { rounds: 1, .. }), "{conclusion:?}");
    }
}
