//! REFINE: can the path to an error node be passed? If not, interpolants along it strengthen the labels until the error's is false.

use super::{Impact, Node};
use crate::arg::{Edge, number};
use crate::cx::{Conclusion, Question, Stop};
use crate::run::Subject;
use crate::sources;
use crate::unroll;
use logic::{Stamp, Term};
use trace::{ArgChange, LabelOrigin, Phase, SatMeaning, Side, UnknownReason};

impl Impact<'_> {
    /// Lines 23 to 31.
    pub(super) async fn refine(&mut self, subject: &Subject, v: Node) -> Result<Option<Conclusion>, Stop> {
        self.tree.note(ArgChange::Phase(Phase::Refinement));
        let t = self.cx.terms();
        let words = self.cx.words();
        let way = self.way(0, v);
        let error = self.tree.name(v);
        let purpose = format!(
            "{error} is an error node, and its label contains states. Does {} really take the path from v1 to it, whatever the labels say?",
            words.an_execution
        );
        let question = way
            .iter()
            .fold(Question::new(26, purpose), |question, &e| {
                question.part(Side::Neither, self.name_of(e), self.tree.formula(e))
            })
            .if_sat(SatMeaning::Counterexample, unroll::found(self.cx))
            .if_unsat(format!(
                "No {} does. Interpolants, one for each node of the path, say why: its labels become stronger until that of {error} is false.",
                words.execution
            ));
        if let Some(model) = self.cx.check(question).await? {
            return Ok(Some(self.tree.execution(subject, &way, &model)));
        }
        self.cx.refinement();
        self.refinements += 1;
        self.cx.watch("refinements", self.refinements);
        self.strengthen_along(27, &way, t.tru(), t.fals()).await?;
        Ok(None)
    }

    /// Lines 27 to 31, and 39 for what is forced: interpolants along a path from a node whose states are within `from` strengthen the
    /// labels on it, the last one by `to`, outside of which the path cannot end.
    ///
    /// DIVERGENCE: the paper takes all of them from one refutation. Here each is a query of its own, between the one before it with the
    /// edge from there, and the rest of the path; so each is a step.
    pub(super) async fn strengthen_along(
        &mut self,
        line: u32,
        way: &[Edge],
        from: Term,
        to: Term,
    ) -> Result<(), Stop> {
        let t = self.cx.terms();
        let Some(last) = way.last().map(|e| e.to) else { return Ok(()) };
        // What leads on from each node of the path to its end, outside of `to`.
        let mut rest = vec![self.tree.at(last, t.not(to))];
        for &e in way.iter().skip(1).rev() {
            let later = rest[rest.len() - 1];
            rest.push(t.and([self.tree.formula(e), later]));
        }
        rest.reverse();
        let mut before = from;
        for (i, &e) in way.iter().enumerate() {
            let is_asked = e.to != last && t.as_bool(before) != Some(false);
            let interpolant = if e.to == last {
                to
            } else if !is_asked {
                before
            } else {
                let a = t.and([self.tree.at(e.from, before), self.tree.formula(e)]);
                let why = || "what leads to a node does not contradict what leads on from it".to_owned();
                let found = self.interpolant(line, e, (before, a), (last, rest[i])).await?;
                found.ok_or_else(|| Stop::Solver(UnknownReason::Solver(why())))?
            };
            self.strengthen(line, e.to, (interpolant, is_asked)).await?;
            before = interpolant;
        }
        Ok(())
    }

    /// The interpolant of the node where an edge leads; none if there is no contradiction.
    ///
    /// DIVERGENCE: in rotation the sources take turns from refinement to refinement, and where one has no interpolant, the next is
    /// asked.
    async fn interpolant(
        &self,
        line: u32,
        e: Edge,
        (before, a): (Term, Term),
        (last, b): (Node, Term),
    ) -> Result<Option<Term>, Stop> {
        let (node, end) = (self.tree.name(e.to), self.tree.name(last));
        let is_first = self.cx.terms().as_bool(before) == Some(true);
        let name = if is_first { String::new() } else { format!("Â({}) ∧ ", self.tree.name(e.from)) };
        let question = |source| {
            let purpose = if self.is_error(last) {
                format!(
                    "Why does no {} that passes {node} on this path come to {end}? An interpolant is true of all that arrives at {node} this way, and of nothing that leads on to {end}.",
                    self.cx.words().execution
                )
            } else {
                format!(
                    "What has to hold at {node} so that all that arrives at {end} is in the label that is to cover it?"
                )
            };
            Question::new(line, purpose)
                .part(Side::A, format!("{name}{}", self.name_of(e)), a)
                .part(Side::B, format!("path {node} → {end}"), b)
                .from(source)
                .reachable(Side::A)
                .at_head(self.tree.head_of(e.to))
                .if_sat(SatMeaning::PerhapsSpurious, "There is such a path after all.")
                .if_unsat(match self.is_error(last) {
                    true => "The interpolant says why: all that arrives this way has it in common, and nothing that leads on.",
                    false => "The interpolant is what has to hold.",
                })
        };
        let in_order = sources::in_rotation(self.cx.settings().interpolants, self.refinements);
        let found = sources::in_turn(self.cx, in_order, question).await?;
        Ok(found.map(|found| self.cx.terms().restamp_all(found, |_| Stamp::Plain)))
    }

    /// Lines 29 to 31: a formula joins a label, unless the label says it already; which of the two is told of an interpolant that was just found.
    async fn strengthen(&mut self, line: u32, v: Node, (by, is_found): (Term, bool)) -> Result<(), Stop> {
        let t = self.cx.terms();
        let before = self.tree.nodes[v].label;
        let label = t.simplify(t.and([before, by]));
        let known = match (label == before, t.as_bool(before)) {
            (true, _) => Some(true),
            (false, Some(true)) => Some(false),
            (false, _) => self.known(before, by),
        };
        // Where it has to be asked, the answer says what follows.
        if let Some(is_said) = known.filter(|_| is_found) {
            let name = self.tree.name(v);
            self.cx.say(match is_said {
                true => format!("The label of {name} says it already."),
                false => format!("It joins the label of {name}."),
            });
        }
        let is_said = match known {
            Some(is_said) => is_said,
            None => self.is_said(line, v, by).await?,
        };
        if is_said {
            self.tree.note(ArgChange::Examined { node: number(v) });
            return Ok(());
        }
        for x in 0..self.tree.nodes.len() {
            if self.tree.nodes[x].covered.as_ref().is_some_and(|by| by.contains(&v)) {
                self.uncover(x);
            }
        }
        self.tree.relabel(v, label, LabelOrigin::Refined { interpolant: by });
        Ok(())
    }

    /// Line 29: whether a label says a formula already; it is asked only of labels that say anything.
    async fn is_said(&mut self, line: u32, v: Node, formula: Term) -> Result<bool, Stop> {
        let t = self.cx.terms();
        let label = self.tree.nodes[v].label;
        if t.as_bool(label) == Some(true) {
            return Ok(false);
        }
        if let Some(known) = self.known(label, formula) {
            return Ok(known);
        }
        let node = self.tree.name(v);
        let purpose = format!(
            "Does the label of {node} say Â({node}) already, the interpolant? If not it becomes stronger, and what {node} covers is covered no longer."
        );
        let question = Question::new(if line == 27 { 29 } else { line }, purpose)
            .part(Side::Neither, format!("ψ({node})"), label)
            .part(Side::Neither, format!("¬Â({node})"), t.not(formula))
            .if_sat(
                SatMeaning::NotCovered,
                format!("It does not: the label of {node} becomes what it was and the interpolant together."),
            )
            .if_unsat(format!("It does: the label of {node} stays as it is."));
        let model = self.cx.check(question).await?;
        Ok(self.learn(label, formula, model))
    }

    /// The name of an edge's action.
    pub(super) fn name_of(&self, e: Edge) -> String {
        format!("τ({}, {})", self.tree.name(e.from), self.tree.name(e.to))
    }
}
