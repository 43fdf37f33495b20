//! The single-loop transformation, back as a program: one loop, in which `pc` says where control is (FiB, Fig. 8 and 9).
//!
//! Made from a control-flow graph, shown to the user beside the program it comes from. The result is always an IMP
//! program and corresponds to the transition system: it has one branch for each head of the graph. A program that is a
//! single loop already stays one, without `pc`.
//!
//! DIVERGENCE: Fig. 8 and 9 transform nested and consecutive loops one by one. Here all heads are branches of one loop,
//! so that jumps need no special treatment. Code that several paths lead to, and that is too long to be repeated, is a
//! branch of its own too, numbered after the heads.

use crate::cfg::{Action, Cfg, Edge, LocationKind, NodeId};
use elements::{reading, writing};
use lang::ast::{Arm, Bexp, BexpKind, Comparison, Decl, Post, Stmt, StmtKind};
use lang::{AssertId, LoopId, NondetId, Program, Sort, Span, Unit, VarId};
use logic::order::{self, CollectOrdered};
use std::collections::{BTreeMap, BTreeSet};

use names::names;
use shape::{Ahead, Shape, is_terminal, live};
use written::{assert, compare, conditional, is_at, negated, set, stmt};

mod elements;
mod names;
mod shape;
mod written;

/// A program with a single loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SingleLoop {
    /// The program, read from its text.
    pub program: Program,
    /// The text.
    pub text: String,
    /// The back-translation: the statements and conditions of the text, in order, each with its origin in the original
    /// program. Assignments to and tests of `pc` are attributed to the statement or condition at that location.
    pub places: Vec<(Span, Span)>,
    /// The name of the program counter, if there is one. Its values are those of the transition system's `pc` at heads, 0 at
    /// the end, and further ones at places that several ways lead to.
    pub pc: Option<String>,
}

/// Larger graphs are not worth a text.
const LARGEST: usize = 4_000;
/// A branch as deep as this goes on in a branch of the loop.
const DEEPEST: usize = 60;
/// What has no more steps than this may be written more than once.
const SHORT: usize = 4;

impl SingleLoop {
    /// Transforms a program with this graph. None if it is too large for a text that can be read.
    pub fn of_cfg(unit: &dyn Unit, cfg: &Cfg) -> Option<SingleLoop> {
        // IMP as it is printed has no sign for where words wrap.
        let has_circuit = cfg.edges.iter().any(|edge| matches!(edge.action, Action::Netlist(_)));
        if cfg.nodes.len() > LARGEST || cfg.words || has_circuit {
            return None;
        }
        let tree = natural(unit, cfg).or_else(|| flat(unit, cfg))?;
        let text = tree.program.to_string();
        // An expression may need parentheses that make it too deep.
        let program = lang::parse_imp(&text).program?;
        let (new, old) = (spans(&program), spans(&tree.program));
        if new.len() != old.len() {
            return None;
        }
        let places = new.into_iter().zip(old).filter(|(_, old)| *old != Span::default()).collect();
        Some(SingleLoop { program, text, places, pc: tree.pc })
    }
}

struct Tree {
    program: Program,
    pc: Option<String>,
}

/// A program that is one loop already, between what comes before and after.
fn natural(unit: &dyn Unit, cfg: &Cfg) -> Option<Tree> {
    let heads = cfg.heads();
    let mut writer = Writer::new(cfg, None);
    let (mut body, mut post) = (Vec::new(), None);
    match heads.as_slice() {
        [] => body = writer.block(Cfg::ENTRY),
        [(_, head)] => {
            let edges = live(cfg, *head);
            let [yes, no] = edges.as_slice() else { return None };
            let cond = branch(yes, no)?;
            body.extend(writer.block(Cfg::ENTRY));
            if writer.reached != [*head].into_iter().collect_set() {
                return None;
            }
            writer.reached.clear();
            let mut round = writer.after(yes);
            if !writer.reached.is_subset(&[*head].into_iter().collect_set()) {
                return None;
            }
            writer.reached.clear();
            let rest = writer.after(no);
            if !writer.reached.is_subset(&[Cfg::EXIT].into_iter().collect_set()) {
                return None;
            }
            if round.is_empty() {
                round.push(stmt(Span::default(), StmtKind::Skip));
            }
            let id = LoopId(0);
            body.push(stmt(cond.span, StmtKind::While { id, cond: cond.clone(), body: round }));
            body.extend(rest);
            let is_post = |id: AssertId| unit.asserts().get(id.index()).is_some_and(|info| info.is_post);
            if let Some(Stmt { kind: StmtKind::Assert(id, cond), .. }) = body.last()
                && is_post(*id)
            {
                post = Some(Post { id: *id, cond: cond.clone() });
                body.pop();
            }
        }
        _ => return None,
    }
    if !writer.shared.is_empty() {
        return None;
    }
    let (pre, body) = precondition(body);
    Some(Tree { program: program(unit, cfg, None, pre, body, post), pc: None })
}

/// One loop over `pc`.
fn flat(unit: &dyn Unit, cfg: &Cfg) -> Option<Tree> {
    let (names, pc_name) = names(unit, cfg);
    let pc = VarId(u32::try_from(names.len()).ok()?);
    let mut more = BTreeSet::new();
    // Each time round there is at least one branch more.
    loop {
        let mut writer = Writer::new(cfg, Some(pc));
        writer.number(&more);
        let (pre, mut body) = precondition(writer.block(Cfg::ENTRY));
        let arms: Vec<Arm> = writer
            .order
            .clone()
            .into_iter()
            .map(|node| {
                let span = place(cfg, node);
                Arm { cond: is_at(span, pc, writer.numbers[&node]), body: writer.block(node) }
            })
            .collect();
        if !writer.shared.is_empty() {
            more.append(&mut writer.shared);
            continue;
        }
        let none = Span::default();
        let kind = StmtKind::If { arms, otherwise: None };
        let going = compare(none, Comparison::NotEqual, pc, 0);
        body.push(stmt(none, StmtKind::While { id: LoopId(0), cond: going, body: vec![stmt(none, kind)] }));
        let program = program(unit, cfg, Some(&pc_name), pre, body, None);
        return Some(Tree { program, pc: Some(pc_name) });
    }
}

fn program(
    unit: &dyn Unit,
    cfg: &Cfg,
    pc: Option<&String>,
    pre: Option<Bexp>,
    mut body: Vec<Stmt>,
    post: Option<Post>,
) -> Program {
    let sorts = unit.decls().iter().map(|decl| decl.sort).chain(cfg.temps.iter().map(|temp| temp.sort));
    let decl = |(name, sort)| Decl { name, sort, span: Span::default(), declared: true };
    let mut decls: Vec<Decl> = names(unit, cfg).0.into_iter().zip(sorts).map(decl).collect();
    decls.extend(pc.map(|name| decl((name.clone(), Sort::Int))));
    if body.is_empty() {
        body.push(stmt(Span::default(), StmtKind::Skip));
    }
    Program {
        decls,
        pre,
        body,
        post,
        loops: Vec::new(),
        asserts: Vec::new(),
        nondets: Vec::new(),
        words: None,
    }
}

/// The assumptions at the beginning as the precondition.
fn precondition(mut stmts: Vec<Stmt>) -> (Option<Bexp>, Vec<Stmt>) {
    let count = stmts.iter().take_while(|s| matches!(s.kind, StmtKind::Assume(_))).count();
    let mut parts: Vec<Bexp> = stmts
        .drain(..count)
        .flat_map(|s| match s.kind {
            StmtKind::Assume(Bexp { kind: BexpKind::And(parts), .. }) => parts,
            StmtKind::Assume(cond) => vec![cond],
            _ => Vec::new(),
        })
        .collect();
    let pre = match parts.len() {
        0 | 1 => parts.pop(),
        _ => {
            let span = parts.iter().map(|part| part.span).reduce(Span::to).unwrap_or_default();
            Some(Bexp { span, kind: BexpKind::And(parts) })
        }
    };
    (pre, stmts)
}

/// Writes the parts of a graph between its heads as statements.
struct Writer<'a> {
    cfg: &'a Cfg,
    /// The program counter; without one, where a part leads to is only noted.
    pc: Option<VarId>,
    /// Where branches of the loop begin, with their numbers, and the same in order.
    numbers: BTreeMap<NodeId, i64>,
    order: Vec<NodeId>,
    /// The part that is being written.
    shape: Shape,
    seen: BTreeSet<NodeId>,
    /// Where parts lead.
    reached: BTreeSet<NodeId>,
    /// Locations that need branches of their own.
    shared: BTreeSet<NodeId>,
}

impl<'a> Writer<'a> {
    fn new(cfg: &'a Cfg, pc: Option<VarId>) -> Writer<'a> {
        let mut writer = Writer {
            cfg,
            pc,
            numbers: BTreeMap::new(),
            order: Vec::new(),
            shape: Shape::default(),
            seen: BTreeSet::new(),
            reached: BTreeSet::new(),
            shared: BTreeSet::new(),
        };
        writer.number(&BTreeSet::new());
        writer
    }

    /// Numbers the heads, then these locations.
    fn number(&mut self, more: &BTreeSet<NodeId>) {
        let mut more: Vec<NodeId> = more.iter().copied().collect();
        order::sort_by_key(&mut more, |&node| (place(self.cfg, node).start, node));
        self.order = self.cfg.heads().into_iter().map(|(_, node)| node).chain(more).collect();
        self.numbers = self.order.iter().copied().zip(1..).collect_map();
    }

    /// The part that begins at a location.
    fn block(&mut self, start: NodeId) -> Vec<Stmt> {
        self.shape = Shape::new(self.cfg, &self.numbers, start);
        self.seen.clear();
        let mut stmts = Vec::new();
        if let Some(next) = self.step(start, None, 0, &mut stmts) {
            self.to(next, None, 0, &mut stmts);
        }
        stmts
    }

    /// The statements that follow an edge, without the edge itself: used for the edges of a loop's condition.
    fn after(&mut self, edge: &Edge) -> Vec<Stmt> {
        self.shape = Shape::new(self.cfg, &self.numbers, edge.from);
        self.seen.clear();
        let mut stmts = Vec::new();
        self.to(edge.to, None, 0, &mut stmts);
        stmts
    }

    /// Goes on at a location, up to `stop` or the end of the part.
    fn to(&mut self, mut at: NodeId, stop: Option<NodeId>, depth: usize, out: &mut Vec<Stmt>) {
        while Some(at) != stop {
            if is_terminal(&self.numbers, at) {
                self.reached.insert(at);
                let number = self.numbers.get(&at).copied().unwrap_or(0);
                out.extend(self.pc.map(|pc| set(place(self.cfg, at), pc, number)));
                return;
            }
            let is_again = !self.seen.insert(at);
            let is_long = || self.shape.is_long(self.cfg, &self.numbers, at, SHORT);
            if depth > DEEPEST || is_again && is_long() {
                self.shared.insert(at);
                return;
            }
            match self.step(at, stop, depth, out) {
                Some(next) => at = next,
                None => return,
            }
        }
    }

    /// What happens at a location; where to go on, if that is one place.
    fn step(
        &mut self,
        at: NodeId,
        stop: Option<NodeId>,
        depth: usize,
        out: &mut Vec<Stmt>,
    ) -> Option<NodeId> {
        let edges = live(self.cfg, at);
        let (yes, no) = match edges.as_slice() {
            [] => {
                let never = Bexp { span: place(self.cfg, at), kind: BexpKind::Const(false) };
                out.push(stmt(never.span, StmtKind::Assume(never)));
                return None;
            }
            [edge] => return self.pass(edge, out),
            [yes, no] => (*yes, *no),
            [first, rest @ ..] => {
                self.choice(at, first, rest, stop, depth, out);
                return None;
            }
        };
        let Some(cond) = branch(yes, no) else {
            self.choice(at, yes, &[no], stop, depth, out);
            return None;
        };
        match (yes.violates, no.violates) {
            (_, Some(id)) => {
                out.push(assert(no.span, id, cond.clone()));
                Some(yes.to)
            }
            (Some(id), None) => {
                out.push(assert(yes.span, id, negated(cond)));
                Some(no.to)
            }
            (None, None) => self.fork(at, cond.clone(), [yes.to, no.to], stop, depth, out),
        }
    }

    /// The only edge of a location; where it leads, unless it is a failure.
    fn pass(&mut self, edge: &Edge, out: &mut Vec<Stmt>) -> Option<NodeId> {
        if let Some(id) = edge.violates {
            let cond = match &edge.action {
                Action::Guard(cond, true) => negated(cond),
                Action::Guard(cond, false) => cond.clone(),
                _ => Bexp { span: edge.span, kind: BexpKind::Const(false) },
            };
            out.push(assert(edge.span, id, cond));
            return None;
        }
        let kind = match &edge.action {
            Action::Skip
            | Action::Guard(Bexp { kind: BexpKind::Const(_), .. }, _)
            // A graph of circuits is not written.
            | Action::Netlist(_) => return Some(edge.to),
            Action::AssignInt(x, e) => StmtKind::AssignInt(*x, e.clone()),
            Action::AssignBool(x, e) => StmtKind::AssignBool(*x, e.clone()),
            Action::Havoc(x, id) => StmtKind::Havoc(*x, *id),
            Action::Read(x, sort, elements) => reading(*x, *sort, elements, edge.span),
            Action::Write(elements, value) => writing(elements, value, edge.span),
            Action::Guard(cond, true) => StmtKind::Assume(cond.clone()),
            Action::Guard(cond, false) => StmtKind::Assume(negated(cond)),
        };
        out.push(stmt(edge.span, kind));
        Some(edge.to)
    }

    /// A branch; where its ways meet, if they do before `stop`.
    fn fork(
        &mut self,
        at: NodeId,
        cond: Bexp,
        [yes, no]: [NodeId; 2],
        stop: Option<NodeId>,
        depth: usize,
        out: &mut Vec<Stmt>,
    ) -> Option<NodeId> {
        let join = match self.shape.ahead(at) {
            Ahead::At(join) => Some(join),
            Ahead::End | Ahead::Never => None,
        };
        let (mut then, mut otherwise) = (Vec::new(), Vec::new());
        self.to(yes, join.or(stop), depth + 1, &mut then);
        self.to(no, join.or(stop), depth + 1, &mut otherwise);
        out.extend(conditional(cond, then, otherwise));
        join.filter(|join| Some(*join) != stop)
    }

    /// Edges that exclude each other in no known way: any of them may be tried.
    fn choice(
        &mut self,
        at: NodeId,
        first: &Edge,
        rest: &[&Edge],
        stop: Option<NodeId>,
        depth: usize,
        out: &mut Vec<Stmt>,
    ) {
        let mut then = Vec::new();
        if let Some(next) = self.pass(first, &mut then) {
            self.to(next, stop, depth + 1, &mut then);
        }
        let mut otherwise = Vec::new();
        match rest {
            [] => {}
            [last] => {
                if let Some(next) = self.pass(last, &mut otherwise) {
                    self.to(next, stop, depth + 1, &mut otherwise);
                }
            }
            [second, more @ ..] => self.choice(at, second, more, stop, depth + 1, &mut otherwise),
        }
        let cond = Bexp { span: place(self.cfg, at), kind: BexpKind::Nondet(NondetId(0)) };
        out.extend(conditional(cond, then, otherwise));
    }
}

/// The condition of two edges that are its two outcomes, the true one first.
fn branch<'e>(yes: &'e Edge, no: &Edge) -> Option<&'e Bexp> {
    match (&yes.action, &no.action) {
        (Action::Guard(a, true), Action::Guard(b, false)) if a == b => Some(a),
        _ => None,
    }
}

/// Where a location is in the text: what comes next there.
fn place(cfg: &Cfg, node: NodeId) -> Span {
    match cfg.nodes[node.index()].kind {
        LocationKind::Plain => cfg.out[node.index()].first().map_or(Span::default(), |&e| cfg.edges[e].span),
        _ => cfg.nodes[node.index()].span,
    }
}

/// The spans of statements and conditions, in the order in which they are written.
fn spans(program: &Program) -> Vec<Span> {
    let mut spans = Vec::new();
    spans.extend(program.pre.iter().map(|cond| cond.span));
    program.body.iter().for_each(|stmt| spans_of(stmt, &mut spans));
    spans.extend(program.post.iter().map(|post| post.cond.span));
    spans
}

fn spans_of(stmt: &Stmt, spans: &mut Vec<Span>) {
    match &stmt.kind {
        StmtKind::If { arms, otherwise } => {
            for arm in arms {
                spans.push(arm.cond.span);
                arm.body.iter().for_each(|stmt| spans_of(stmt, spans));
            }
            otherwise.iter().flatten().for_each(|stmt| spans_of(stmt, spans));
        }
        StmtKind::While { cond, body, .. } => {
            spans.push(cond.span);
            body.iter().for_each(|stmt| spans_of(stmt, spans));
        }
        _ => spans.push(stmt.span),
    }
}
