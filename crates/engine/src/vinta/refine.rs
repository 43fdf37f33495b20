//! REFINE: is the alarm real? If not, DAG interpolants strengthen the labels until it is gone (section 4.3).

use super::Vinta;
use crate::arg::{Edge, Node, number};
use crate::cx::{Conclusion, Model, Question, Stop};
use crate::run::Subject;
use crate::sources::{for_labels, in_turn};
use domain::WidenWith;
use logic::{Stamp, Term};
use std::collections::BTreeMap;
use trace::{ArgChange, LabelDomain, LabelOrigin, Phase, SatMeaning, Side, UnknownReason};

/// A graph whose paths to the error are a formula with more parts is large.
const LARGE_GRAPH: usize = 1_000;

/// The nodes visited in this round with the formulas of their edges.
///
/// DIVERGENCE: the paper encodes the graph in static single assignment form, with new variables where edges meet. Here each
/// node has a copy of the state of its own, `x@n` at node number `n`, and edges equate; the choices made on the edges
/// that begin at a node belong to its copy.
struct Encoding {
    /// The nodes in an order in which every edge leads forward.
    order: Vec<Node>,
    /// "Some path leads from the node to the error", by node.
    path: BTreeMap<Node, Term>,
    /// The same from the error back, where what is learnt of them is to be kept from question to question.
    layers: Vec<(Node, Term)>,
}

impl Encoding {
    /// What a question about a node and the paths from it to the error is asked upon: these, from the error back to it.
    fn beneath(&self, v: Node) -> Vec<Term> {
        let until = self.layers.iter().position(|&(u, _)| u == v).map_or(0, |at| at + 1);
        beneath(&self.layers[..until])
    }
}

fn beneath(layers: &[(Node, Term)]) -> Vec<Term> {
    layers.iter().map(|&(_, path)| path).collect()
}

impl<D: WidenWith> Vinta<'_, D> {
    /// Finds a failing execution, or strengthens the labels: line 11 of Fig. 3, and Fig. 6 or 4. `count` is how often that
    /// has been done before.
    pub(super) async fn refine(&mut self, subject: &Subject, count: u32) -> Result<Option<Conclusion>, Stop> {
        self.phase(Phase::Refinement);
        // Before interpolation, a real counterexample is looked for without any restriction by labels.
        let free = self.encode();
        let is_large_graph = self.cx.terms().size(free.path[&0]) > LARGE_GRAPH;
        // DIVERGENCE: on a large graph it is looked for within the labels. Whatever executions arrive at a node by these edges, its
        // label contains, so that none is lost. Without them the search takes longer than all other questions together.
        let within = if is_large_graph && self.is_restricted() {
            Some(self.encode_restricted(is_large_graph).await)
        } else {
            None
        };
        let asked = within.as_ref().unwrap_or(&free);
        let words = self.cx.words();
        let purpose = format!(
            "Is the alarm real? Does {} follow the graph's edges from v1 to ve, {}?",
            words.an_execution,
            match within {
                None => "whatever the labels say",
                Some(_) => "within the labels, which contain all that arrives",
            }
        );
        let question = Question::new(11, purpose)
            .part(Side::Neither, "some path v1 → ve", asked.path[&0])
            .above(asked.beneath(0))
            .if_sat(SatMeaning::Counterexample, crate::unroll::found(self.cx))
            .if_unsat(
                format!(
                    "No: the alarm is false, and some labels contain too much. Refinement {}: {}.",
                    count + 1,
                    match self.is_restricted() {
                        true => "which of them, going back from ve?",
                        false => "an interpolant for each node replaces its label",
                    }
                )
                .replace("?.", "?"),
            );
        if let Some(model) = self.cx.check(question).await? {
            return Ok(Some(self.counterexample(subject, asked, &model)));
        }
        self.cx.refinement();
        self.cx.watch("refinements", count + 1);
        let encoding = match within {
            Some(within) => within,
            None if self.is_restricted() => self.encode_restricted(is_large_graph).await,
            None => free,
        };
        let interpolants = match self.dag_interpolants(&encoding, count).await? {
            Ok(interpolants) => interpolants,
            Err(conclusion) => return Ok(Some(conclusion)),
        };
        self.labels = vec![None; self.graph.nodes.len()];
        for &v in &encoding.order {
            // Nodes on no path to the error have no interpolant. Where labels restrict, such a node keeps its label, which
            // is still well-labelled: what leads to it has become stronger, and what leads on from it cannot be passed.
            if self.is_restricted() || interpolants.contains_key(&v) {
                self.labels[v] = Some(self.graph.nodes[v].label);
            }
        }
        let over = format!(
            "Refinement {} is over: the graph is explored again from v1, with what it has found.",
            count + 1
        );
        self.cx.say(over);
        // From now on the solver has a say in the entry's edges, too.
        self.graph.nodes[0].own.refined = true;
        Ok(None)
    }

    /// Encodes the graph without any restriction by labels.
    fn encode(&self) -> Encoding {
        let mut path: BTreeMap<Node, Term> = BTreeMap::new();
        path.insert(Self::ERROR, self.cx.terms().tru());
        for &u in self.order.iter().rev().filter(|&&u| u != Self::ERROR) {
            let ways = self.ways(u, &path, false);
            path.insert(u, ways);
        }
        Encoding { order: self.order.clone(), path, layers: Vec::new() }
    }

    /// Encodes the graph, restricted by the labels and without the edges that they exclude.
    ///
    /// Section 5.1: edges whose abstract post is empty are left out.
    ///
    /// DIVERGENCE: going backwards from the error, the solver is asked at
    /// each node whether labels alone exclude what follows. Where they do, `true` is the interpolant, and no node before it has
    /// to look past it: on long unrollings most queries become short.
    async fn encode_restricted(&self, is_large_graph: bool) -> Encoding {
        let t = self.cx.terms();
        let mut path: BTreeMap<Node, Term> = BTreeMap::new();
        path.insert(Self::ERROR, t.tru());
        // Labels of single boxes are small, and interpolants that rest on what was learnt for other nodes converge later.
        let keeps = is_large_graph && self.labelled_by == LabelDomain::Boxes;
        let mut layers = Vec::new();
        for &u in self.order.iter().rev().filter(|&&u| u != Self::ERROR) {
            let ways = t.and([self.label_at(u), self.ways(u, &path, true)]);
            if keeps && t.as_bool(ways).is_none() {
                layers.push((u, ways));
            }
            // The entry needs no interpolant.
            let is_open =
                u == 0 || t.as_bool(ways) != Some(false) && self.is_open(u, ways, beneath(&layers)).await;
            if !is_open {
                layers.retain(|&(v, _)| v != u);
            }
            path.insert(u, if is_open { ways } else { t.fals() });
        }
        Encoding { order: self.order.clone(), path, layers }
    }

    /// Whether a path within the labels leads from a node to the error; also if the solver does not know.
    async fn is_open(&self, u: Node, ways: Term, beneath: Vec<Term>) -> bool {
        let node = self.graph.name(u);
        let purpose = format!(
            "Do the labels of {node} and of what follows leave a path to ve? Only then does {node} need an interpolant."
        );
        let question = Question::new(69, purpose)
            .part(Side::Neither, format!("some path {node} → ve"), ways)
            .above(beneath)
            .if_sat(
                SatMeaning::PerhapsSpurious,
                format!("They do, the model is a state of it: the label of {node}, or one before it, has to become stronger."),
            )
            .if_unsat(format!("No: the label of {node} excludes ve, and stays as it is."));
        let answer = self.cx.check(question).await;
        self.note(ArgChange::Examined { node: number(u) });
        !matches!(answer, Ok(None))
    }

    /// "Some edge from the node is passed, and some path from there to the error."
    fn ways(&self, u: Node, path: &BTreeMap<Node, Term>, restricted: bool) -> Term {
        let t = self.cx.terms();
        let ways = self.edges_from(u, restricted).filter_map(|e| {
            let rest = *path.get(&e.to)?;
            Some(t.and([self.graph.formula(e), rest]))
        });
        t.or(ways.collect::<Vec<_>>())
    }

    fn edges_from(&self, u: Node, restricted: bool) -> impl Iterator<Item = Edge> {
        let edges = self.graph.nodes[u].out.iter().map(|&e| self.graph.edges[e]);
        edges.filter(move |e| !(restricted && e.infeasible))
    }

    /// L_V: the label over the node's copy of the state.
    fn label_at(&self, v: Node) -> Term {
        self.graph.at(v, self.graph.nodes[v].label)
    }

    /// DAGITP: interpolants in topological order. The one of a node lies between A, the ways into the node from interpolants
    /// before it, and B, the paths from it to the error: they contradict each other by induction, and share the node's
    /// copy of the state alone. Nodes on no path have none.
    ///
    /// DIVERGENCE: the paper takes all of them from one refutation; here each is a query of its own, and so a step.
    async fn dag_interpolants(
        &mut self,
        encoding: &Encoding,
        count: u32,
    ) -> Result<Result<BTreeMap<Node, Term>, Conclusion>, Stop> {
        let t = self.cx.terms();
        let restricted = self.is_restricted();
        let mut interpolants: BTreeMap<Node, Term> = BTreeMap::new();
        interpolants.insert(0, t.tru());
        for &v in encoding.order.iter().filter(|&&v| v != 0) {
            let to_error = encoding.path[&v];
            if t.as_bool(to_error) == Some(false) {
                if restricted {
                    // From within the label no path leads to the error: it stays as it is.
                    interpolants.insert(v, t.tru());
                }
                continue;
            }
            let mut ways = Vec::new();
            let mut names = Vec::new();
            for e in self.graph.nodes[v].into.iter().map(|&e| self.graph.edges[e]) {
                if restricted && e.infeasible || !self.graph.nodes[e.from].own.visited {
                    continue;
                }
                let Some(&before) = interpolants.get(&e.from).filter(|&&i| i != t.fals()) else { continue };
                let label = if restricted { self.label_at(e.from) } else { t.tru() };
                ways.push(t.and([self.graph.at(e.from, before), label, self.graph.formula(e)]));
                names.push(self.name_of_way(e, before));
            }
            let interpolant = if v == Self::ERROR || t.as_bool(t.or(ways.iter().copied())) == Some(false) {
                t.fals()
            } else {
                let a = (shortened(&names), t.or(ways));
                match self.interpolant(v, a, (to_error, encoding.beneath(v)), count).await? {
                    Some(interpolant) => interpolant,
                    None => {
                        let why = "the paths to the error do not contradict the labels".to_owned();
                        return Ok(Err(Conclusion::Unknown(UnknownReason::Solver(why))));
                    }
                }
            };
            interpolants.insert(v, interpolant);
            self.strengthen(v, interpolant);
        }
        Ok(Ok(interpolants))
    }

    fn name_of_way(&self, e: Edge, before: Term) -> String {
        let (u, v) = (self.graph.name(e.from), self.graph.name(e.to));
        let interpolant =
            if before == self.cx.terms().tru() { String::new() } else { format!("I({u}) ∧ ") };
        let label = if self.is_restricted() && e.from != 0 { format!("ψ({u}) ∧ ") } else { String::new() };
        format!("{interpolant}{label}τ({u}, {v})")
    }

    /// The interpolant of one node; none if there is no contradiction.
    ///
    /// DIVERGENCE: in rotation the sources take turns from refinement
    /// to refinement, and where one has no interpolant, the next is asked.
    async fn interpolant(
        &self,
        v: Node,
        (name, a): (String, Term),
        (b, beneath): (Term, Vec<Term>),
        count: u32,
    ) -> Result<Option<Term>, Stop> {
        let node = self.graph.name(v);
        let question = |source| {
            Question::new(
                if self.is_restricted() { 70 } else { 62 },
                format!(
                    "Why does no {} that passes {node} lead to ve? An interpolant is true of all that arrives there, and of nothing that leads on to ve.",
                    self.cx.words().execution
                ),
            )
            .part(Side::A, name.clone(), a)
            .part(Side::B, format!("some path {node} → ve"), b)
            .above(beneath.clone())
            .from(source)
            .reachable(Side::A)
            .at_head(self.graph.head_of(v))
            .if_sat(SatMeaning::PerhapsSpurious, format!("The labels before {node} do not exclude a path through it."))
            .if_unsat(if self.is_restricted() {
                format!("The label of {node} becomes what it was and the interpolant together.")
            } else {
                format!("The interpolant replaces the label of {node}: what abstract interpretation knew there is forgotten.")
            })
        };
        // UFO's labels are interpolants alone, and keep the rotation.
        let symbols = if self.is_restricted() { self.program.vars.len() } else { 0 };
        let sources = for_labels(self.cx.settings().interpolants, symbols, count);
        let found = in_turn(self.cx, sources, question).await?;
        Ok(found.map(|found| self.cx.terms().restamp_all(found, |_| Stamp::Plain)))
    }

    /// Lines 65 and 66: the interpolant becomes the label, with VINTA together with the label before.
    fn strengthen(&mut self, v: Node, interpolant: Term) {
        let t = self.cx.terms();
        let before = self.graph.nodes[v].label;
        let label = match self.is_restricted() {
            true => t.simplify(t.and([before, interpolant])),
            false => {
                self.graph.reopen(v);
                interpolant
            }
        };
        let element = self.domain.abstraction(self.program.raised(t, label));
        self.relabel(v, label, element, LabelOrigin::Refined { interpolant });
    }

    /// The execution that a model of the encoding describes, in the symbols of the transition system.
    fn counterexample(&self, subject: &Subject, encoding: &Encoding, model: &Model) -> Conclusion {
        let t = self.cx.terms();
        let value = model.values(t);
        let holds = |f: Term| t.holds(f, &value);
        let mut way: Vec<Edge> = Vec::new();
        let mut at = 0;
        while at != Self::ERROR {
            let next = self.edges_from(at, false).find(|e| {
                encoding.path.get(&e.to).is_some_and(|&rest| holds(t.and([self.graph.formula(*e), rest])))
            });
            let Some(next) = next else { break };
            way.push(next);
            at = next.to;
        }
        self.graph.execution(subject, &way, model)
    }
}

/// Names of disjuncts as one.
fn shortened(names: &[String]) -> String {
    match names {
        [first, .., last] if names.len() > 3 => format!("{first} ∨ … ∨ {last}"),
        _ => names.join(" ∨ "),
    }
}
