//! EXPANDARG: the graph is traversed from the entry in the recursive iteration strategy along the weak topological
//! order. Nodes that refinement has labelled keep their labels as long as the covering still holds; where it does not,
//! abstract interpretation goes on.

use super::{KEPT, Known, NODES, Vinta};
use crate::arg::{Edge, Node, number};
use crate::cx::{KeptContext, Question, Stop};
use domain::{Visited, WidenWith, Widened};
use logic::{Int, Term, Var, order::CollectOrdered};
use std::collections::BTreeMap;
use trace::{ArgChange, Infeasibility, LabelDomain, LabelOrigin, Phase, Refinement, SatMeaning, Side};

/// The longest list of thresholds in a sentence, in characters.
const NAMED: usize = 40;

impl<D: WidenWith> Vinta<'_, D> {
    /// Lines 29 to 54. False if the graph has grown too large.
    pub(super) async fn expand(&mut self) -> Result<bool, Stop> {
        self.note(ArgChange::Expansion { round: self.round });
        self.round += 1;
        self.visited.iter_mut().for_each(Vec::clear); // line 30
        self.future.fill(None);
        self.widened.fill(None);
        self.order.clear();
        for node in &mut self.graph.nodes {
            node.own.visited = false;
            node.covered = None;
        }
        let error = self.program.error();
        self.future[error] = Some(Self::ERROR); // line 31
        let mut next = Some(0);
        while let Some(v) = next {
            let l = self.graph.nodes[v].cutpoint;
            self.note(ArgChange::Visited { node: number(v) });
            self.graph.nodes[v].own.visited = true;
            self.order.push(v);
            self.expand_node(v); // line 34
            if self.graph.nodes.len() > NODES || self.domain.kept() > KEPT as usize * 1_000_000 {
                return Ok(false);
            }
            if self.graph.nodes[v].own.marked {
                self.interpret(v).await?; // lines 36 to 39
            } else if let Some(Some(label)) = self.labels.get(v).copied() {
                self.take_label(v, label); // lines 40 to 43
            }
            self.visited[l].push(v); // line 44
            if v == Self::ERROR {
                break; // line 45
            }
            if self.is_covered(v).await? {
                self.leave(v);
            }
            next = self.advance(l);
        }
        Ok(true)
    }

    /// GETFUTURENODE, lines 14 to 20.
    ///
    /// DIVERGENCE: line 19 prints `FN(v) ← v`, a map from nodes; it is the cutpoint whose future node is set.
    fn future_node(&mut self, l: usize) -> Node {
        if let Some(node) = self.future[l] {
            return node;
        }
        let node = self.graph.create(l, self.cx.terms().tru(), Known::of(self.domain.top()));
        self.future[l] = Some(node);
        node
    }

    /// EXPANDNODE, lines 21 to 28.
    ///
    /// DIVERGENCE: as printed, a child from an earlier round becomes the future node of its cutpoint whatever was there. When the
    /// rounds have taken different ways since, another node can be waiting there, or the child can have been visited already;
    /// then the graph would be left incomplete, or get a cycle. One of the two nodes is taken for both.
    fn expand_node(&mut self, v: Node) {
        if self.graph.nodes[v].out.is_empty() {
            let actions: Vec<(usize, usize)> =
                self.program.from(self.graph.nodes[v].cutpoint).map(|(i, a)| (i, a.to)).collect();
            for (action, to) in actions {
                let w = self.future_node(to);
                self.graph.connect(v, w, action);
            }
            return;
        }
        for i in 0..self.graph.nodes[v].out.len() {
            let e = self.graph.nodes[v].out[i];
            let w = self.graph.edges[e].to;
            let l = self.graph.nodes[w].cutpoint;
            match self.future[l] {
                _ if w == Self::ERROR => {}
                None if !self.graph.nodes[w].own.visited => self.future[l] = Some(w),
                Some(waiting) if waiting == w => {}
                Some(waiting)
                    if !self.graph.nodes[w].own.visited && self.graph.nodes[waiting].out.is_empty() =>
                {
                    self.merge(waiting, w);
                }
                _ => {
                    let other = self.future_node(l);
                    self.graph.redirect(e, other);
                    self.graph.nodes[other].own.marked = true;
                }
            }
        }
    }

    /// Redirects all edges that lead to a node without children to another node of its cutpoint.
    fn merge(&mut self, from: Node, to: Node) {
        for e in self.graph.nodes[from].into.clone() {
            self.graph.redirect(e, to);
        }
        self.graph.nodes[to].own.marked = true;
        self.future[self.graph.nodes[to].cutpoint] = Some(to);
    }

    /// Lines 36 to 39: a label by abstract interpretation.
    async fn interpret(&mut self, v: Node) -> Result<(), Stop> {
        self.phase(Phase::Interpretation);
        self.graph.nodes[v].own.marked = false;
        let l = self.graph.nodes[v].cutpoint;
        if v != 0 {
            let post = self.compute_post(v).await?;
            let terms = self.cx.terms();
            let program = self.program;
            let formula = |e: &D::Element| program.lowered(terms, self.domain.concretisation(e));
            let count = self.visited[l].len();
            let every = usize::try_from(self.cx.settings().widen_every.max(1)).unwrap_or(1);
            // WIDENWITH at every n-th unrolling.
            let (element, origin) = if count > 0 && count.is_multiple_of(every) {
                let visited = |&u: &Node| {
                    let node = &self.graph.nodes[u].own;
                    Visited { element: node.element.clone(), is_exact: !node.refined }
                };
                let labels: Vec<_> = self.visited[l].iter().map(visited).collect();
                let Widened { label, from } =
                    self.domain.widen_with(&labels, self.widened[l].as_ref(), &post, &self.thresholds);
                self.widened[l] = Some(from);
                let widened = LabelOrigin::Widened { post: formula(&post) };
                if self.domain.includes(&post, &label) { (post, LabelOrigin::Post) } else { (label, widened) }
            } else {
                (post, LabelOrigin::Post)
            };
            let label = terms.simplify(formula(&element));
            self.graph.reopen(v);
            let is_widened = matches!(origin, LabelOrigin::Widened { .. });
            self.relabel(v, label, element, origin);
            self.graph.nodes[v].own.widened = is_widened.then_some(count + 1);
        }
        for i in 0..self.graph.nodes[v].out.len() {
            let w = self.graph.edges[self.graph.nodes[v].out[i]].to;
            self.graph.nodes[w].own.marked = true;
        }
        Ok(())
    }

    /// Lines 40 to 43: the label that refinement has found. It was reported when it was found.
    fn take_label(&mut self, v: Node, label: Term) {
        debug_assert_eq!(self.graph.nodes[v].label, label);
        for i in 0..self.graph.nodes[v].out.len() {
            let w = self.graph.edges[self.graph.nodes[v].out[i]].to;
            if self.labels.get(w).copied().flatten().is_none() {
                self.graph.nodes[w].own.marked = true;
            }
        }
    }

    /// COMPUTEPOST: the join of the posts over the edges from visited nodes.
    ///
    /// DIVERGENCE: the post of a node that refinement has labelled is computed on an abstraction of its label, which may forget why
    /// an edge cannot be passed. So the solver is asked first; if no state of the label passes the edge, it adds nothing.
    async fn compute_post(&mut self, w: Node) -> Result<D::Element, Stop> {
        let to = self.graph.nodes[w].cutpoint;
        let mut all = self.domain.bottom();
        for e in self.graph.nodes[w].into.clone() {
            let u = self.graph.edges[e].from;
            if !self.graph.nodes[u].own.visited {
                continue;
            }
            let post = self.post(u, to);
            if self.domain.is_bottom(&post) {
                self.graph.close(e, Infeasibility::Post);
            } else if self.graph.nodes[u].own.refined && !self.is_passable(e).await? {
                self.graph.close(e, Infeasibility::Solver);
            } else {
                all = self.domain.join(&all, &post);
            }
        }
        Ok(all)
    }

    /// What the domain says arrives at a cutpoint from a node.
    fn post(&mut self, u: Node, to: usize) -> D::Element {
        if self.graph.nodes[u].own.posts.is_none() {
            let (place, _) = self.program.places[self.graph.nodes[u].cutpoint];
            let arrived = self.flow.region(&self.domain, place, &self.graph.nodes[u].own.element);
            let posts: BTreeMap<usize, D::Element> = arrived
                .into_iter()
                .filter_map(|(node, element)| {
                    let c = self.program.at(node)?;
                    Some((c, self.state_of(c, element)))
                })
                .collect_map();
            self.graph.nodes[u].own.posts = Some(posts);
        }
        let posts = self.graph.nodes[u].own.posts.as_ref();
        posts.and_then(|p| p.get(&to)).cloned().unwrap_or_else(|| self.domain.bottom())
    }

    /// An element with nothing but the state in it; at the error there is none.
    fn state_of(&self, cutpoint: usize, element: D::Element) -> D::Element {
        let is_error = cutpoint == self.program.error();
        let others = self.program.symbols.vars.iter().filter(|v| is_error || !self.program.vars.contains(v));
        others.fold(element, |e, &v| self.domain.forget(&e, v))
    }

    /// Whether some state of the label where an edge begins passes it.
    async fn is_passable(&self, e: usize) -> Result<bool, Stop> {
        let Edge { from, to, action, .. } = self.graph.edges[e];
        let (u, v) = (self.graph.name(from), self.graph.name(to));
        let purpose = format!(
            "The label of {u} is from refinement, and the domain may know only part of it. Can one of its states pass to {v} at all?"
        );
        let question = Question::new(37, purpose)
            .part(Side::Neither, format!("ψ({u})"), self.graph.nodes[from].label)
            .part(Side::Neither, format!("τ({u}, {v})"), self.program.actions[action].formula)
            .if_sat(
                SatMeaning::Passable,
                format!("Yes, such as the model: what the domain says of that joins the label of {v}."),
            )
            .if_unsat("No: the edge is closed, and nothing arrives over it.");
        let answer = self.cx.check(question).await;
        self.note(ArgChange::Examined { node: number(from) });
        Ok(answer?.is_some())
    }

    /// Line 46: is the label within those of the other nodes of the cutpoint? One solver context for each cutpoint is kept
    /// while the graph is traversed, with the negations of the labels of nodes that are not covered (section 5.1).
    async fn is_covered(&mut self, v: Node) -> Result<bool, Stop> {
        if self.labels.get(v).copied().flatten().is_some() && self.graph.nodes[v].own.refined {
            self.phase(Phase::Inductiveness);
        }
        let (t, name) = (self.cx.terms(), self.graph.name(v));
        let l = self.graph.nodes[v].cutpoint;
        let others: Vec<Node> = self.visited[l]
            .iter()
            .copied()
            .filter(|&u| u != v && self.graph.nodes[u].covered.is_none())
            .collect();
        let purpose = match others.len() {
            0 if l == 0 => format!(
                "{name} is the entry, with label ⊤. Before what follows a node is explored, its label is asked whether it contains any state at all: does that of {name}?"
            ),
            0 => format!(
                "{name} is the first node for {}{} contain any state at all? If not, nothing follows it.",
                self.graph.place(l),
                match self.graph.nodes[v].own.refined {
                    true => ". Does its label",
                    false if self.has_octagons() => {
                        "; its label is an octagon, which gives each variable, and each sum and difference of two, the bounds of what arrives. Does it"
                    }
                    false => "; its label gives each variable the bounds of what arrives. Does it",
                }
            ),
            _ => format!(
                "{}Is {name} covered: is each state of its label in that of {}, too, so that nothing new can follow?",
                match self.graph.nodes[v].own.widened {
                    // What is said of the widening says it.
                    Some(_) => String::new(),
                    None => format!("{name} is {} again, at a later visit. ", self.graph.place(l)),
                },
                self.graph.listed(&others, " or ")
            ),
        };
        let purpose = match self.graph.nodes[v].own.widened {
            Some(visit) => format!(
                "Widened: at visit {visit} of {}, bounds of {} that kept moving {}{}. {purpose}",
                self.graph.place(l),
                match self.labelled_by {
                    LabelDomain::Box => name.clone(),
                    LabelDomain::Boxes => "all its labels together".to_owned(),
                    LabelDomain::Octagon => format!("the octagon {name}"),
                },
                self.thresholds_in_words(),
                match self.labelled_by {
                    LabelDomain::Box | LabelDomain::Octagon => ", so that this ends".to_owned(),
                    LabelDomain::Boxes => format!("; {name} has what that adds, and what arrives"),
                }
            ),
            None if self.graph.nodes[v].own.refined && v != 0 => {
                format!("The label of {name} is from refinement. {purpose}")
            }
            None => purpose,
        };
        let context = KeptContext { round: self.round, place: number(l) };
        let question = others.iter().fold(Question::new(46, purpose).within(context), |question, &u| {
            let formula = t.not(self.graph.nodes[u].label);
            question.part(Side::Neither, format!("¬ψ({})", self.graph.name(u)), formula)
        });
        let question = question
            .part(Side::Neither, format!("ψ({name})"), self.graph.nodes[v].label)
            .if_sat(
                SatMeaning::NotCovered,
                match others.len() {
                    0 => format!("It does, the model is one: what follows {name} is explored."),
                    _ => format!(
                        "No, the model is a state that only {name} contains: what follows {name} is explored."
                    ),
                },
            )
            .if_unsat(match others.len() {
                0 => format!("No: {name} cannot be reached, and nothing follows it."),
                _ => format!("Yes: what follows {name} need not be explored."),
            });
        match self.cx.core(question).await? {
            Err(_) => {
                self.note(ArgChange::NotCovered { node: number(v) });
                Ok(false)
            }
            Ok(core) => {
                let by: Vec<Node> = core.iter().filter_map(|&i| others.get(i as usize)).copied().collect();
                if !by.is_empty() {
                    self.cx.say(format!("It is covered by {}.", self.graph.listed(&by, " and ")));
                }
                self.graph.cover(v, by);
                Ok(true)
            }
        }
    }

    /// Whether labels before refinement are octagons.
    fn has_octagons(&self) -> bool {
        match self.labelled_by {
            LabelDomain::Octagon => true,
            LabelDomain::Box | LabelDomain::Boxes => false,
        }
    }

    /// Where bounds go in widening.
    fn thresholds_in_words(&self) -> String {
        let t = self.cx.terms();
        let one = |(v, numbers): (Var, &[Int])| {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            format!("of {} {}", t.symbol_of(v).name, numbers.join(", "))
        };
        let state =
            self.thresholds.by_variable().filter(|(v, all)| !all.is_empty() && self.program.vars.contains(v));
        let all: Vec<String> = state.map(one).collect();
        let named = match all.join("; ") {
            text if text.is_empty() => return "are given up".into(),
            text if text.chars().count() <= NAMED => format!(" ({text})"),
            _ => String::new(),
        };
        let input = self.cx.words().input;
        format!("go to the next value that the {input} itself gives their variable{named}, or are given up")
    }

    /// Lines 47 to 51, for a covered node: what only it leads to is not explored in this round.
    ///
    /// DIVERGENCE: as printed, line 46 leads here when the node is *not* covered, and forgets the children of the node that is
    /// visited next; both are the other way round. Children with other parents are kept only for the sake of parents that have
    /// been visited. The error's node is always kept, since it ends the loop.
    fn leave(&mut self, v: Node) {
        for e in self.graph.nodes[v].out.clone() {
            let w = self.graph.edges[e].to;
            let others = self.graph.nodes[w].into.iter().map(|&e| self.graph.edges[e].from);
            let has_other = others.into_iter().any(|u| u != v && self.graph.nodes[u].own.visited);
            let l = self.graph.nodes[w].cutpoint;
            if !has_other && w != Self::ERROR && self.future[l] == Some(w) {
                self.future[l] = None;
            }
        }
    }

    /// Lines 48, 49 (in our order of lines 50 and 51), 53 and 54: the node to visit next, going on from a cutpoint.
    ///
    /// DIVERGENCE: the paper goes to WTOEXIT from a covered node and to WTONEXT from another. Here the children of
    /// covered nodes are forgotten, so following the order to the next cutpoint with a future node, and leaving a
    /// component whose head has none, arrives at the same cutpoint; it also finds nodes inside a component that is
    /// entered from elsewhere.
    fn advance(&mut self, l: usize) -> Option<Node> {
        let mut at = l;
        let mut candidate = self.wto.next(at);
        while let Some(c) = candidate {
            if let Some(v) = self.future[c].take() {
                return Some(v);
            }
            let is_back = self.wto.heads_around(at).contains(&c);
            candidate = if is_back { self.wto.exit(c) } else { self.wto.next(c) };
            at = c;
        }
        None
    }

    /// Whether labels restrict refinement.
    pub(super) fn is_restricted(&self) -> bool {
        match self.refinement {
            Refinement::Restricted => true,
            Refinement::Unrestricted => false,
        }
    }
}
