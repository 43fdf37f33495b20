//! VINTA: abstract interpretation refined by interpolants (Albarghouthi, Gurfinkel, Chechik, "Craig Interpretation", SAS 2012), and
//! the same with the refinement of UFO, which ignores the labels.
//!
//! Line numbers up to 54 are those of Fig. 3; from 60 on they are those of Fig. 6, or of Fig. 4 for UFO, plus 60, and the
//! procedure DAGITP, which the paper takes from elsewhere. The algorithm's parts: `expand` is EXPANDARG with the two functions
//! before it, `refine` is REFINE.

mod expand;
mod refine;

use crate::arg::{self, Graph, Node, number};
use crate::cx::{Conclusion, Cx, Question, Stop};
use crate::run::{Coroutine, Subject};
use domain::{
    BoxDomain, BoxLimits, BoxesDomain, Cells, ChosenDomain, Flow, OctagonDomain, Thresholds, WidenWith, Wto,
    WtoElement,
};
use flow::CutpointGraph;
use logic::order::CollectOrdered;
use logic::{Term, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::{
    ArgChange, Change, LabelDomain, LabelOrigin, Phase, Refinement, SatMeaning, Side, UnknownReason, WtoPart,
};

/// What the variants of the algorithm differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way {
    /// The refinement procedure.
    pub(crate) refinement: Refinement,
    /// Whether widening uses as thresholds the values that variables are set to
    /// ([`Thresholds::of_assigned_constants`]).
    ///
    /// DIVERGENCE: ours, for unions of boxes: with it the states of a state machine are distinguished without
    /// refinement.
    pub(crate) thresholds: bool,
    /// The domain of labels.
    pub(crate) domain: LabelDomain,
}

/// VINTA and UFO: the most boxes of a union in which the variables that say where control is have the same values. The more, the
/// fewer refinements, and the harder each of them.
///
/// DIVERGENCE: the paper sets no bound. Without one, the union after a loop with many branches has thousands of boxes, and every query
/// about it has as many cases.
const BOXES: usize = 4;

/// The domain of VINTA's labels.
fn labels(domain: LabelDomain, terms: &Rc<Terms>, flow: &Flow<'_>) -> ChosenDomain {
    match domain {
        LabelDomain::Box => ChosenDomain::Boxes(BoxDomain::new(terms.clone())),
        LabelDomain::Boxes => {
            let along = domain::assigned_constants(terms, flow).into_keys().collect_set();
            let cells = Some(Cells { along, boxes: BOXES });
            ChosenDomain::Unions(BoxesDomain::new(terms.clone(), BoxLimits { cells, ..BoxLimits::default() }))
        }
        // Ours: the paper has boxes and unions of boxes.
        LabelDomain::Octagon => ChosenDomain::Octagons(OctagonDomain::new(terms.clone())),
    }
}

/// Starts the algorithm. All of it is behind this function, so that a page can fetch it later than the rest of the engines.
#[inline(never)]
pub(crate) fn start(
    cx: Cx,
    terms: Rc<Terms>,
    subject: Subject,
    refinement: Refinement,
    domain: LabelDomain,
) -> Coroutine {
    let thresholds = match domain {
        LabelDomain::Box | LabelDomain::Octagon => false,
        LabelDomain::Boxes => true,
    };
    let way = Way { refinement, thresholds, domain };
    Box::pin(async move {
        let chosen = |flow: &Flow<'_>| labels(domain, &terms, flow);
        vinta(&cx, &subject, chosen, way).await
    })
}

/// The most nodes of the graph.
const NODES: usize = 4_000;
/// The most that the domain may keep, in millions of parts: some 400 MB.
const KEPT: u32 = 6;

/// What VINTA alone knows of a node; `E` is an element of the abstract domain.
pub(super) struct Known<E> {
    /// The label in the domain; an abstraction of it if it is refined.
    element: E,
    /// Whether the label is from refinement.
    refined: bool,
    /// At which visit of its cutpoint the label was widened, if it is from widening.
    widened: Option<usize>,
    /// Whether the node gets its label from abstract interpretation when it is visited next.
    marked: bool,
    /// Whether it has been visited in this round.
    visited: bool,
    /// The abstract post of the label at each cutpoint, once it has been computed.
    posts: Option<BTreeMap<usize, E>>,
}

impl<E> Known<E> {
    fn of(element: E) -> Known<E> {
        Known { element, refined: false, widened: None, marked: false, visited: false, posts: None }
    }
}

/// VINTAMAIN, with its global variables.
///
/// Invariant: edges between nodes visited in this round lead from earlier to later visits, so these nodes are a directed
/// acyclic graph; `EXPANDNODE` keeps it.
pub(super) struct Vinta<'a, D: WidenWith> {
    cx: &'a Cx,
    program: &'a CutpointGraph,
    flow: &'a Flow<'a>,
    wto: Wto,
    domain: D,
    refinement: Refinement,
    /// Which domain it is, for the sentences.
    labelled_by: LabelDomain,
    /// Where bounds that give way in widening stop first.
    thresholds: Thresholds,
    graph: Graph<'a, Known<D::Element>>,
    /// `labels`, by node.
    labels: Vec<Option<Term>>,
    /// `vis`: the nodes of each cutpoint that were visited in this round, in order.
    visited: Vec<Vec<Node>>,
    /// All of them, in order.
    order: Vec<Node>,
    /// `FN`: for each cutpoint the node to visit next.
    future: Vec<Option<Node>>,
    /// For each cutpoint, what its last widening in this round gave.
    widened: Vec<Option<D::Element>>,
    /// How often the graph has been traversed.
    round: u32,
}

/// Runs the algorithm.
async fn vinta<D: WidenWith>(
    cx: &Cx,
    subject: &Subject,
    domain: impl FnOnce(&Flow<'_>) -> D,
    way: Way,
) -> Result<Conclusion, Stop> {
    let cutpoints = CutpointGraph::new(cx.terms(), &*subject.unit, &subject.cfg, &subject.ts);
    let flow = Flow::new(cx.terms(), &subject.cfg, &cutpoints.symbols);
    let count = cutpoints.cutpoints.len();
    let wto = Wto::of_graph(count, 0, |c| cutpoints.from(c).map(|(_, a)| a.to).collect());
    let thresholds = match way.thresholds {
        true => Thresholds::of_assigned_constants(cx.terms(), &flow),
        false => Thresholds::none(),
    };
    let named = arg::named(&cutpoints, subject);
    let graph = Graph::new(cx, &cutpoints, false, &named);
    let begun = ArgChange::Begun { cutpoints: named, wto: parts(wto.parts()) };
    cx.change(Change::Arg(begun));
    let mut run = Vinta {
        cx,
        program: &cutpoints,
        flow: &flow,
        wto,
        graph,
        domain: domain(&flow),
        refinement: way.refinement,
        labelled_by: way.domain,
        thresholds,
        labels: Vec::new(),
        visited: vec![Vec::new(); count],
        order: Vec::new(),
        future: vec![None; count],
        widened: vec![None; count],
        round: 0,
    };
    run.main(subject).await
}

impl<D: WidenWith> Vinta<'_, D> {
    /// Lines 1 to 13.
    async fn main(&mut self, subject: &Subject) -> Result<Conclusion, Stop> {
        let t = self.cx.terms();
        let entry = self.graph.create(0, t.tru(), Known::of(self.domain.top()));
        self.relabel(entry, t.tru(), self.domain.top(), LabelOrigin::Start);
        let error = self.graph.create(self.program.error(), t.fals(), Known::of(self.domain.bottom()));
        self.relabel(error, t.fals(), self.domain.bottom(), LabelOrigin::Start);
        self.graph.nodes[entry].own.marked = true; // line 5
        self.phase(Phase::Interpretation);
        let limit = self.cx.settings().max_unrollings;
        for refinements in 0.. {
            if !self.expand().await? {
                let is_graph = self.graph.nodes.len() > NODES;
                let graph = UnknownReason::Nodes(number(NODES));
                return Ok(Conclusion::Unknown(if is_graph { graph } else { UnknownReason::Size(KEPT) }));
            }
            if self.is_safe().await? {
                return Ok(self.certificate(subject)); // line 10
            }
            if refinements >= limit {
                break;
            }
            if let Some(failure) = self.refine(subject, refinements).await? {
                return Ok(failure); // line 13
            }
        }
        Ok(Conclusion::Unknown(UnknownReason::Refinements(limit)))
    }

    pub(super) fn phase(&self, phase: Phase) {
        self.note(ArgChange::Phase(phase));
    }

    pub(super) fn note(&self, change: ArgChange<Term>) {
        self.cx.change(Change::Arg(change));
    }

    /// The error's node.
    pub(super) const ERROR: Node = 1;

    /// Line 9.
    async fn is_safe(&self) -> Result<bool, Stop> {
        let question = Question::new(9, "The graph is complete. Is the label of the error node ve empty?")
            .part(Side::Neither, "ψ(ve)", self.graph.nodes[Self::ERROR].label)
            .if_sat(
                SatMeaning::PerhapsSpurious,
                "No: an alarm, perhaps a false one, since labels may contain more than is reached. Does any path of the graph lead there really?",
            )
            .if_unsat(format!("Yes: the graph is safe, complete and well-labelled, so no {} {}.", self.cx.words().execution, self.cx.words().fails));
        Ok(self.cx.check(question).await?.is_none())
    }

    /// Gives a node its label.
    fn relabel(&mut self, node: Node, label: Term, element: D::Element, origin: LabelOrigin<Term>) {
        let own = &mut self.graph.nodes[node].own;
        own.element = element;
        own.refined = matches!(origin, LabelOrigin::Refined { .. });
        own.widened = None;
        own.posts = None;
        self.graph.relabel(node, label, origin);
    }

    /// The graph as a certificate: what can be reached through nodes that are not covered.
    fn certificate(&self, subject: &Subject) -> Conclusion {
        let is_visited = |&v: &Node| self.graph.nodes[v].own.visited;
        let mut kept: Vec<Node> = self.order.iter().copied().filter(is_visited).collect();
        if !kept.contains(&Self::ERROR) {
            kept.push(Self::ERROR);
        }
        self.graph.certificate(&kept, subject)
    }
}

fn parts(wto: &[WtoElement]) -> Vec<WtoPart> {
    let one = |part: &WtoElement| match part {
        WtoElement::Vertex(v) => WtoPart::Point(number(*v)),
        WtoElement::Component(head, inner) => {
            let head = WtoPart::Point(number(*head));
            WtoPart::Component([head].into_iter().chain(parts(inner)).collect())
        }
    };
    wto.iter().map(one).collect()
}
