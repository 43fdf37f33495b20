//! CLOSE and COVER: which nodes are covered by which, and how labels are strengthened so that one is.

use super::{Impact, Node};
use crate::arg::number;
use crate::cx::{Model, Question, Stop};
use logic::Term;
use trace::{ArgChange, Phase, SatMeaning, Side};

/// How many states are kept that tell labels apart.
const STATES: usize = 64;
/// By how many nodes, the latest first, a node may be forced to be covered.
const FORCED: usize = 3;

impl Impact<'_> {
    /// CLOSE, lines 16 and 17: is a node covered by an earlier one of its cutpoint?
    ///
    /// DIVERGENCE: a node whose label is false is covered without any other; in print what follows it is unwound once more.
    pub(super) async fn close(&mut self, v: Node) -> Result<(), Stop> {
        if self.is_covered(v) {
            return Ok(());
        }
        if self.cx.terms().as_bool(self.tree.nodes[v].label) == Some(false) {
            self.covered(v, Vec::new());
            return Ok(());
        }
        for w in self.earlier(v) {
            if self.cover(v, w).await? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The nodes of the same cutpoint that were made before a node and may cover it. The error's nodes cover none: each path to the
    /// error is looked at.
    fn earlier(&self, v: Node) -> Vec<Node> {
        let l = self.tree.nodes[v].cutpoint;
        let is_error = self.is_error(v);
        (0..v).filter(|&w| !is_error && self.tree.nodes[w].cutpoint == l && !self.is_covered(w)).collect()
    }

    /// COVER, lines 18 to 22.
    async fn cover(&mut self, v: Node, w: Node) -> Result<bool, Stop> {
        if self.is_covered(v) || self.is_covered(w) {
            return Ok(false);
        }
        let (label, other) = (self.tree.nodes[v].label, self.tree.nodes[w].label);
        let is_within = match self.known(label, other) {
            Some(known) => known,
            None => {
                let model = self.ask_whether_covered(v, w).await?;
                self.learn(label, other, model)
            }
        };
        if is_within {
            self.covered(v, vec![w]);
        }
        Ok(is_within)
    }

    /// Line 20.
    async fn ask_whether_covered(&mut self, v: Node, w: Node) -> Result<Option<Model>, Stop> {
        self.tree.note(ArgChange::Phase(Phase::Covering));
        let t = self.cx.terms();
        let (node, other) = (self.tree.name(v), self.tree.name(w));
        let purpose = format!(
            "Both {node} and {other} are at {}. Is {node} covered: is each state of its label in that of {other}, too, so that nothing new can follow?",
            self.tree.place(self.tree.nodes[v].cutpoint)
        );
        let question = Question::new(20, purpose)
            .part(Side::Neither, format!("ψ({node})"), self.tree.nodes[v].label)
            .part(Side::Neither, format!("¬ψ({other})"), t.not(self.tree.nodes[w].label))
            .if_sat(
                SatMeaning::NotCovered,
                format!("No, the model is a state in the label of {node} and not in that of {other}."),
            )
            .if_unsat(format!(
                "Yes: {node} is covered by {other}, and what follows {node} need not be unwound as long as it is."
            ));
        let model = self.cx.check(question).await?;
        if model.is_some() {
            self.tree.note(ArgChange::NotCovered { node: number(v) });
        }
        Ok(model)
    }

    /// Lines 21 and 22: a node is covered, so nothing in its subtree covers any more.
    fn covered(&mut self, v: Node, by: Vec<Node>) {
        self.tree.cover(v, by);
        for x in 0..self.tree.nodes.len() {
            let by = self.tree.nodes[x].covered.as_ref().and_then(|by| by.first().copied());
            if by.is_some_and(|y| self.ancestors(y).contains(&v)) {
                self.uncover(x);
            }
        }
    }

    /// Takes a node out of the covering.
    pub(super) fn uncover(&mut self, x: Node) {
        self.tree.nodes[x].covered = None;
        self.tree.note(ArgChange::Uncovered { node: number(x) });
    }

    /// Whether a label is within a formula, as far as that is known without asking.
    pub(super) fn known(&self, label: Term, within: Term) -> Option<bool> {
        let t = self.cx.terms();
        if label == within || t.as_bool(label) == Some(false) || t.as_bool(within) == Some(true) {
            return Some(true);
        }
        let tells_apart = |model: &Model| {
            let value = model.values(t);
            t.holds(label, &value) && !t.holds(within, &value)
        };
        match self.entailed.get(&(label, within)) {
            Some(&known) => Some(known),
            None => self.states.iter().any(tells_apart).then_some(false),
        }
    }

    /// Keeps an answer: whether a label is within a formula, and if not, the state that shows it.
    pub(super) fn learn(&mut self, label: Term, within: Term, model: Option<Model>) -> bool {
        let is_within = model.is_none();
        self.entailed.insert((label, within), is_within);
        if let Some(model) = model {
            if self.states.len() >= STATES {
                self.states.remove(0);
            }
            self.states.push(model);
        }
        is_within
    }

    /// FORCECOVER, lines 36 to 40, for each of the latest nodes that may cover: does all that leads down from the nearest common
    /// ancestor lie in the label that is to cover? Then the labels on the way can be strengthened until they say so.
    pub(super) async fn force(&mut self, v: Node) -> Result<bool, Stop> {
        for w in self.earlier(v).into_iter().rev().take(FORCED) {
            let above = self.ancestors(w);
            let Some(x) = self.ancestors(v).into_iter().rev().find(|u| above.contains(u)) else { continue };
            let way = self.way(x, v);
            let (from, to) = (self.tree.nodes[x].label, self.tree.nodes[w].label);
            if !self.can_be_forced(v, w, x).await? {
                continue;
            }
            self.strengthen_along(39, &way, from, to).await?;
            if self.cover(v, w).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Line 38.
    async fn can_be_forced(&mut self, v: Node, w: Node, x: Node) -> Result<bool, Stop> {
        self.tree.note(ArgChange::Phase(Phase::Covering));
        let t = self.cx.terms();
        let (node, other, above) = (self.tree.name(v), self.tree.name(w), self.tree.name(x));
        let purpose = format!(
            "Can {node} be made to be covered by {other}? Does all that leads from the label of {above} down to {node} end in the label of {other}?"
        );
        let question = self
            .way(x, v)
            .into_iter()
            .fold(
                Question::new(38, purpose).part(
                    Side::Neither,
                    format!("ψ({above})"),
                    self.tree.at(x, self.tree.nodes[x].label),
                ),
                |question, e| question.part(Side::Neither, self.name_of(e), self.tree.formula(e)),
            )
            .part(Side::Neither, format!("¬ψ({other})"), self.tree.at(v, t.not(self.tree.nodes[w].label)))
            .if_sat(
                SatMeaning::NotCovered,
                format!("No, the model leads to a state outside: {node} is not covered by {other}."),
            )
            .if_unsat(format!(
                "It does: the labels from {above} to {node} become strong enough to say so, and {node} is covered."
            ));
        Ok(self.cx.check(question).await?.is_none())
    }
}
