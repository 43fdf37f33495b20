//! The abstract reachability graph of VINTA or Impact at a step, folded from events: nodes with their labels before and after
//! refinement, edges, covering, the weak topological order and the place in it.

pub mod excerpt;

pub mod layout;

pub mod label;

pub mod picture;

pub mod find;

use crate::run::history::History;
use std::fmt::Write;
use trace::{ArgChange, Change, Cutpoint, FormulaId, Infeasibility, LabelOrigin, NodeId, Phase, WtoPart};

/// The graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Arg {
    /// The program's cutpoints: the entry first, the error last.
    pub cutpoints: Vec<Cutpoint>,
    /// Their weak topological order; empty if the graph is a tree.
    pub wto: Vec<WtoPart>,
    /// The phase that the algorithm is in.
    pub phase: Option<Phase>,
    /// The phase that the step's question belongs to, and the traversal: with the answer the next one may have begun.
    pub asked_in: (Option<Phase>, u32),
    /// The step that began it.
    pub phase_since: usize,
    /// How often the graph has been traversed from the entry, including the present traversal.
    pub rounds: u32,
    /// The nodes in the order in which they were made.
    pub nodes: Vec<ArgNode>,
    /// The edges in the order in which they were made.
    pub edges: Vec<Edge>,
    /// The node that the step is about: the one that it covers or not or refines, else the one that was visited last in this round.
    pub place: Option<NodeId>,
    /// The step that covered a node or not or refined one last.
    settled: usize,
    /// The node that such a step went on to, with the step.
    next: Option<(usize, NodeId)>,
    /// The nodes that a failing execution passes, once one is found.
    pub path: Vec<NodeId>,
    /// For each node the edges that begin there, by position.
    out: Vec<Vec<usize>>,
}

/// A node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgNode {
    /// Its cutpoint.
    pub cutpoint: u32,
    /// How many nodes its cutpoint had before.
    pub unrolling: u32,
    /// The step that made it.
    pub made: usize,
    /// Its label; none while it is unexplored.
    pub label: Option<Label>,
    /// The label before the last refinement, if the present one is from that.
    pub before: Option<FormulaId>,
    /// What became of it in this round.
    pub state: State,
}

/// A label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Label {
    /// The formula over the program's variables.
    pub formula: FormulaId,
    /// Where it comes from.
    pub origin: LabelOrigin<FormulaId>,
    /// The step that gave it.
    pub step: usize,
}

/// What became of a node in this round through the graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// It has not been visited: if it has no label either, it is an unexplored child.
    Waiting,
    /// It has been visited, and whether it is covered has not been asked.
    Visited,
    /// It is not covered.
    Open,
    /// It is covered by these nodes; by none if its label holds no state.
    Covered(Vec<NodeId>),
}

/// An edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Where it begins.
    pub from: NodeId,
    /// Where it leads.
    pub to: NodeId,
    /// Whether the edge is infeasible from the label where it begins, and how that was found.
    pub infeasible: Option<Infeasibility>,
}

impl History {
    /// The reachability graph after `step` events; none for engines that build none.
    pub fn arg(&self, step: usize) -> Option<Arg> {
        let mut arg: Option<Arg> = None;
        for (index, event) in self.events().take(step).enumerate() {
            if let Some(arg) = &mut arg {
                arg.asked_in = (arg.phase, arg.rounds);
            }
            for change in &event.changes {
                match change {
                    Change::Arg(change) => arg.get_or_insert_default().apply(index + 1, change),
                    Change::BeganAgain => arg = None,
                    _ => {}
                }
            }
        }
        if let Some(arg) = &mut arg {
            arg.begin(step.min(self.len()));
        }
        arg
    }
}

impl History {
    /// The steps of the same start of the engine: from the first, behind which it began, to the last before it begins again.
    pub fn start_of(&self, step: usize) -> (usize, usize) {
        let begins =
            |event: &trace::Event| event.changes.iter().any(|change| matches!(change, Change::BeganAgain));
        let mut first = 0;
        for (index, _) in self.events().enumerate().filter(|(_, event)| begins(event)) {
            if index >= step {
                return (first, index);
            }
            first = index + 1;
        }
        (first, self.len())
    }

    /// The same as it is when a step's question is asked: before what its answer changes, but at the node that it is about.
    pub fn arg_asked(&self, step: usize) -> Option<Arg> {
        let mut arg = self.arg(step.checked_sub(1)?)?;
        arg.begin(step);
        arg.asked_in = (arg.phase, arg.rounds);
        let settled = self.event(step)?.changes.iter().find_map(|change| match change {
            Change::Arg(
                ArgChange::Covered { node, .. }
                | ArgChange::NotCovered { node }
                | ArgChange::Examined { node },
            ) => Some(*node),
            Change::Arg(ArgChange::Labelled { node, origin: LabelOrigin::Refined { .. }, .. }) => Some(*node),
            _ => None,
        });
        arg.place = settled.filter(|&node| (node as usize) < arg.nodes.len()).or(arg.place);
        Some(arg)
    }
}

impl Arg {
    /// Takes in a change at a step.
    pub(crate) fn apply(&mut self, step: usize, change: &ArgChange<FormulaId>) {
        self.begin(step);
        match change {
            ArgChange::Begun { cutpoints, wto } => {
                self.cutpoints.clone_from(cutpoints);
                self.wto.clone_from(wto);
            }
            ArgChange::Phase(phase) => {
                if self.phase.replace(*phase) != Some(*phase) {
                    self.phase_since = step;
                }
            }
            ArgChange::Expansion { round } => {
                self.rounds = round + 1;
                // A step that has settled a node is about that one to its end.
                if self.settled != step {
                    (self.place, self.settled) = (None, 0);
                }
                self.next = None;
                self.nodes.iter_mut().for_each(|n| n.state = State::Waiting);
            }
            ArgChange::Created { cutpoint, unrolling, .. } => self.nodes.push(ArgNode {
                cutpoint: *cutpoint,
                unrolling: *unrolling,
                made: step,
                label: None,
                before: None,
                state: State::Waiting,
            }),
            ArgChange::Edge { from, to } => {
                if self.out.len() <= *from as usize {
                    self.out.resize(*from as usize + 1, Vec::new());
                }
                self.out[*from as usize].push(self.edges.len());
                self.edges.push(Edge { from: *from, to: *to, infeasible: None });
            }
            ArgChange::Redirected { from, old, to } => {
                if let Some(edge) = self.edge(*from, *old) {
                    edge.to = *to;
                }
            }
            ArgChange::Visited { node } => {
                // A step that settles a node and goes on to the next is about the first.
                match self.settled == step {
                    true => self.next = Some((step, *node)),
                    false => self.place = Some(*node),
                }
                self.set_state(*node, State::Visited);
            }
            ArgChange::Labelled { node, label, origin } => {
                let id = *node;
                let Some(node) = self.node(id) else { return };
                let old = node.label.map(|l| l.formula);
                let is_refined = matches!(origin, LabelOrigin::Refined { .. });
                node.before = old.filter(|_| is_refined);
                node.label = Some(Label { formula: *label, origin: *origin, step });
                if is_refined {
                    self.settle(id, step);
                }
            }
            ArgChange::Infeasible { from, to, by } => {
                if let Some(edge) = self.edge(*from, *to) {
                    edge.infeasible = Some(*by);
                }
            }
            ArgChange::Reopened { from, to } => {
                if let Some(edge) = self.edge(*from, *to) {
                    edge.infeasible = None;
                }
            }
            ArgChange::Covered { node, by } => {
                self.settle(*node, step);
                self.set_state(*node, State::Covered(by.clone()));
            }
            ArgChange::Uncovered { node } => self.set_state(*node, State::Visited),
            ArgChange::NotCovered { node } => {
                self.settle(*node, step);
                self.set_state(*node, State::Open);
            }
            ArgChange::Examined { node } => {
                // While a node's label is computed, a look at one before it leaves the traversal where it is.
                let goes_on = self.place.filter(|_| self.phase == Some(Phase::Interpretation));
                self.settle(*node, step);
                self.next = goes_on.map(|place| (step, place)).or(self.next);
            }
            ArgChange::Path { nodes } => self.path.clone_from(nodes),
        }
    }

    /// A step begins at the node that the one before went on to.
    fn begin(&mut self, step: usize) {
        if let Some((_, node)) = self.next.take_if(|(told, _)| *told < step) {
            self.place = Some(node);
        }
    }

    /// Notes that a step is about a node.
    fn settle(&mut self, node: NodeId, step: usize) {
        // At the end of a refinement the error node gets its label, too.
        if self.settled != step || !self.is_error(node) {
            (self.place, self.settled) = (Some(node), step);
        }
    }

    fn node(&mut self, node: NodeId) -> Option<&mut ArgNode> {
        self.nodes.get_mut(node as usize)
    }

    fn edge(&mut self, from: NodeId, to: NodeId) -> Option<&mut Edge> {
        let mut out = self.out.get(from as usize)?.iter();
        let edge = *out.find(|&&edge| self.edges[edge].to == to)?;
        self.edges.get_mut(edge)
    }

    fn set_state(&mut self, node: NodeId, state: State) {
        if let Some(node) = self.node(node) {
            node.state = state;
        }
    }

    /// The nodes.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        0..NodeId::try_from(self.nodes.len()).unwrap_or(NodeId::MAX)
    }

    /// Whether each node has one way to it, the error's nodes too.
    pub fn is_tree(&self) -> bool {
        self.wto.is_empty()
    }

    /// The one node of the error location, once there is one; none in a tree.
    pub fn error(&self) -> Option<NodeId> {
        self.ids().find(|&id| self.is_error(id) && !self.is_tree())
    }

    /// Whether a node is that of the error location.
    pub fn is_error(&self, id: NodeId) -> bool {
        self.nodes.get(id as usize).is_some_and(|node| node.cutpoint as usize + 1 == self.cutpoints.len())
    }

    /// Who is covered by whom.
    pub fn covering(&self) -> Vec<(NodeId, NodeId)> {
        let mut arcs = Vec::new();
        for (id, node) in self.ids().zip(&self.nodes) {
            if let State::Covered(by) = &node.state {
                arcs.extend(by.iter().map(|&other| (id, other)));
            }
        }
        arcs
    }

    /// The edges that begin at a node.
    pub fn edges_from(&self, id: NodeId) -> impl Iterator<Item = &Edge> {
        self.out.get(id as usize).into_iter().flatten().map(|&edge| &self.edges[edge])
    }

    /// A node's name in the paper's manner: the cutpoint's, then a letter for the unrolling of a loop head.
    pub fn name(&self, node: NodeId) -> String {
        let Some(data) = self.nodes.get(node as usize) else { return "?".into() };
        let cutpoint = self.cutpoint(data.cutpoint);
        let is_single = data.cutpoint == 0 || self.is_error(node) && !self.is_tree();
        if is_single {
            format!("v{cutpoint}")
        } else {
            format!("v{cutpoint}{}", trace::letters(data.unrolling))
        }
    }

    fn cutpoint(&self, i: u32) -> &str {
        self.cutpoints.get(i as usize).map_or("?", |c| c.name.as_str())
    }

    /// The weak topological order as text, the present place in brackets: `1 ([2]) e`.
    pub fn order(&self) -> String {
        self.order_of(&self.wto, self.place_in_order())
    }

    /// The cutpoint of the node that was visited last.
    pub fn place_in_order(&self) -> Option<u32> {
        self.place.and_then(|v| Some(self.nodes.get(v as usize)?.cutpoint))
    }

    fn order_of(&self, parts: &[WtoPart], here: Option<u32>) -> String {
        let one = |part: &WtoPart| match part {
            WtoPart::Point(i) if here == Some(*i) => format!("[{}]", self.cutpoint(*i)),
            WtoPart::Point(i) => self.cutpoint(*i).to_owned(),
            WtoPart::Component(inner) => format!("({})", self.order_of(inner, here)),
        };
        parts.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    /// The graph as text, a line for each node, with formulas as `text` gives them.
    pub fn outline(&self, text: impl Fn(FormulaId) -> String) -> String {
        let phase = match self.phase {
            None => "not begun",
            Some(Phase::Interpretation) => "AI",
            Some(Phase::Refinement) => "refine",
            Some(Phase::Inductiveness) => "inductive?",
            Some(Phase::Expansion) => "unwind",
            Some(Phase::Covering) => "cover",
        };
        let mut out = match self.is_tree() {
            true => format!("unwinding, phase {phase}\n"),
            false => format!("ARG, round {}, phase {phase}, order {}\n", self.rounds, self.order()),
        };
        for (i, node) in self.nodes.iter().enumerate() {
            let id = NodeId::try_from(i).unwrap_or(NodeId::MAX);
            let mark = if self.place == Some(id) { '>' } else { ' ' };
            let label = match &node.label {
                None => "unexplored".to_owned(),
                Some(label) => {
                    let origin = match label.origin {
                        LabelOrigin::Start | LabelOrigin::Post => String::new(),
                        LabelOrigin::Widened { post } => format!(" (widened; post {})", text(post)),
                        LabelOrigin::Refined { .. } => {
                            match node.before.filter(|&before| before != label.formula) {
                                Some(before) => format!(" (refined; before {})", text(before)),
                                None => " (refined, as before)".into(),
                            }
                        }
                    };
                    format!("{}{origin}", text(label.formula))
                }
            };
            let state = match &node.state {
                State::Waiting | State::Visited => String::new(),
                State::Open => ", not covered".into(),
                State::Covered(by) if by.is_empty() => ", covered: empty".into(),
                State::Covered(by) => {
                    format!(
                        ", covered by {}",
                        by.iter().map(|&u| self.name(u)).collect::<Vec<_>>().join(", ")
                    )
                }
            };
            let to: Vec<String> = self.edges_from(id).map(|e| self.edge_text(e)).collect();
            let to = if to.is_empty() { String::new() } else { format!(" -> {}", to.join(", ")) };
            let _ = writeln!(out, "{mark} {}{to}: {label}{state}", self.name(id));
        }
        if !self.path.is_empty() {
            let names: Vec<String> = self.path.iter().map(|&v| self.name(v)).collect();
            let _ = writeln!(out, "  failing: {}", names.join(" -> "));
        }
        out
    }

    fn edge_text(&self, edge: &Edge) -> String {
        let mark = match edge.infeasible {
            None => "",
            Some(Infeasibility::Post) => " (no post)",
            Some(Infeasibility::Solver) => " (refuted)",
        };
        format!("{}{mark}", self.name(edge.to))
    }
}

#[cfg(test)]
mod tests;
