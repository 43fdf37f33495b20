//! Impact: lazy abstraction with interpolants (McMillan, "Lazy Abstraction with Interpolants", CAV 2006). The program is unwound into a
//! tree whose labels are true until a path to the error is refuted; interpolants along that path then strengthen its labels. What a
//! label says that another one of the same cutpoint says too need not be unwound further: it is covered.
//!
//! Line numbers are ours; the procedures are those of the paper. Its vertices are nodes here and its locations are cutpoints, so that
//! an action is a whole way from one loop head to the next.

mod cover;
mod refine;

use crate::arg::{self, Edge, Graph, Node, number};
use crate::cx::{Conclusion, Cx, Model, Question, Stop};
use crate::run::{Coroutine, Subject};
use flow::CutpointGraph;
use logic::Term;
use std::collections::BTreeMap;
use trace::{ArgChange, Change, Covering, LabelOrigin, Phase, Side, UnknownReason};

/// The most nodes of the tree.
const NODES: usize = 4_000;

/// Starts the algorithm. All of it is behind this function, so that a page can fetch it later than the rest of the engines.
#[inline(never)]
pub(crate) fn start(cx: Cx, subject: Subject, covering: Covering) -> Coroutine {
    Box::pin(async move { impact(&cx, &subject, covering).await })
}

/// What Impact alone knows of a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// Whether it has been expanded; a leaf has not.
    expanded: bool,
    /// How many edges lead to it from the entry.
    depth: usize,
}

/// The tree, with ▷ as what covers each node.
///
/// Invariant: it is well-labelled. The entry's label is true, an edge leads from a label only into the next one, and a node is covered
/// only by nodes that are not, whose labels hold all of its own. REFINE and COVER keep it: what is covered by a node whose label
/// becomes stronger, or that is covered itself, is covered no longer.
pub(super) struct Impact<'a> {
    cx: &'a Cx,
    program: &'a CutpointGraph,
    covering: Covering,
    tree: Graph<'a, Known>,
    /// How often labels have been strengthened.
    refinements: u32,
    /// Which label is known to be within which other one, or not to be.
    entailed: BTreeMap<(Term, Term), bool>,
    /// States that showed this of labels.
    states: Vec<Model>,
}

/// UNWIND, lines 1 to 6.
async fn impact(cx: &Cx, subject: &Subject, covering: Covering) -> Result<Conclusion, Stop> {
    let program = CutpointGraph::new(cx.terms(), &*subject.unit, &subject.cfg, &subject.ts);
    let named = arg::named(&program, subject);
    let tree = Graph::new(cx, &program, true, &named);
    cx.change(Change::Arg(ArgChange::Begun { cutpoints: named, wto: Vec::new() }));
    let (entailed, states) = (BTreeMap::new(), Vec::new());
    let mut run = Impact { cx, program: &program, covering, tree, refinements: 0, entailed, states };
    run.create(0, 0); // line 2
    while let Some(v) = run.uncovered_leaf() {
        for w in run.ancestors(v).into_iter().filter(|&w| w != v) {
            run.close(w).await?; // line 4
        }
        if let Some(ended) = run.dfs(subject, v).await? {
            return Ok(ended);
        }
    }
    if !(0..run.tree.nodes.len()).any(|v| run.is_error(v)) {
        run.ask_whether_anything_fails().await?;
    }
    Ok(run.certificate(subject)) // line 6
}

impl Impact<'_> {
    /// DFS, lines 7 to 15, with a stack of what is still to be visited.
    async fn dfs(&mut self, subject: &Subject, v: Node) -> Result<Option<Conclusion>, Stop> {
        let mut waiting = vec![v];
        while let Some(v) = waiting.pop() {
            if self.is_covered(v) {
                continue;
            }
            self.tree.note(ArgChange::Visited { node: number(v) });
            self.close(v).await?; // line 8
            if self.is_covered(v) {
                continue;
            }
            if self.is_error(v) {
                if let Some(failure) = self.refine(subject, v).await? {
                    return Ok(Some(failure)); // line 11
                }
                for w in self.ancestors(v) {
                    self.close(w).await?; // line 12
                }
                continue;
            }
            if self.covering == Covering::Forced && self.force(v).await? {
                continue; // line 13
            }
            let most = self.cx.settings().max_unrollings;
            if number(self.tree.nodes[v].own.depth) > most {
                return Ok(Some(Conclusion::Unknown(UnknownReason::Unrollings(most))));
            }
            let mut children = self.expand(v); // line 14
            if self.tree.nodes.len() > NODES {
                return Ok(Some(Conclusion::Unknown(UnknownReason::Nodes(number(NODES)))));
            }
            children.reverse();
            waiting.extend(children); // line 15
        }
        Ok(None)
    }

    /// EXPAND, lines 32 to 35. Children at the error come first: what fails is found before the loop is gone round once more, and what
    /// does not gives labels that may cover.
    fn expand(&mut self, v: Node) -> Vec<Node> {
        if std::mem::replace(&mut self.tree.nodes[v].own.expanded, true) {
            return Vec::new();
        }
        self.tree.note(ArgChange::Phase(Phase::Expansion));
        let error = self.program.error();
        let (first, rest): (Vec<_>, Vec<_>) = self
            .program
            .from(self.tree.nodes[v].cutpoint)
            .map(|(action, a)| (action, a.to))
            .partition(|&(_, to)| to == error);
        let depth = self.tree.nodes[v].own.depth + 1;
        let child = |(action, to)| {
            let w = self.create(to, depth);
            self.tree.connect(v, w, action);
            w
        };
        first.into_iter().chain(rest).map(child).collect()
    }

    /// A new node, of which nothing is known yet.
    fn create(&mut self, cutpoint: usize, depth: usize) -> Node {
        let t = self.cx.terms();
        let v = self.tree.create(cutpoint, t.tru(), Known { expanded: false, depth });
        self.tree.relabel(v, t.tru(), LabelOrigin::Start);
        v
    }

    fn is_error(&self, v: Node) -> bool {
        self.tree.nodes[v].cutpoint == self.program.error()
    }

    fn parent(&self, v: Node) -> Option<Node> {
        let edge = self.tree.nodes[v].into.first()?;
        Some(self.tree.edges[*edge].from)
    }

    /// The nodes from the entry to a node, itself included.
    fn ancestors(&self, v: Node) -> Vec<Node> {
        let mut all: Vec<Node> = std::iter::successors(Some(v), |&v| self.parent(v)).collect();
        all.reverse();
        all
    }

    /// The edges on the way from one node down to another.
    fn way(&self, from: Node, to: Node) -> Vec<Edge> {
        let into = |&v: &Node| self.tree.nodes[v].into.first().map(|&e| self.tree.edges[e]);
        let mut way: Vec<Edge> = std::iter::successors(Some(to), |&v| self.parent(v))
            .take_while(|&v| v != from)
            .filter_map(|v| into(&v))
            .collect();
        way.reverse();
        way
    }

    /// Whether a node or an ancestor of it is covered.
    fn is_covered(&self, v: Node) -> bool {
        std::iter::successors(Some(v), |&v| self.parent(v)).any(|v| self.tree.nodes[v].covered.is_some())
    }

    /// The first leaf that is not covered.
    fn uncovered_leaf(&self) -> Option<Node> {
        (0..self.tree.nodes.len()).find(|&v| !self.tree.nodes[v].own.expanded && !self.is_covered(v))
    }

    /// Where no action leads to the error, so that no other question was asked.
    async fn ask_whether_anything_fails(&self) -> Result<(), Stop> {
        let words = self.cx.words();
        let purpose = format!("No path leads to an error node: {}?", words.can_fail);
        let question = Question::new(6, purpose)
            .part(Side::Neither, "paths to the error", self.cx.terms().fals())
            .if_unsat(format!("No {} {}.", words.execution, words.fails));
        self.cx.check(question).await.map(|_| ())
    }

    /// The tree as a certificate: what is not below covered nodes.
    fn certificate(&self, subject: &Subject) -> Conclusion {
        let is_below = |v: Node| self.parent(v).is_some_and(|u| self.is_covered(u));
        let kept: Vec<Node> = (0..self.tree.nodes.len()).filter(|&v| !is_below(v)).collect();
        self.tree.certificate(&kept, subject)
    }
}
