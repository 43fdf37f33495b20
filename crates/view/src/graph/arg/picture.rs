//! The graph at a step as groups of marks: nodes with name, state and label, edges, stubs to the error, covering arcs.

use super::label::{distinct, rows, text};
use super::layout::{Layout, NODE, rounded};
use super::{Arg, State};
use crate::graph::svg::{Anchor, Group, Mark};
use trace::{Formula, FormulaId, Infeasibility, LabelOrigin, NodeId};

/// The most characters in a row of a node.
const WIDE: usize = 23;
/// The most covering arcs that one node has; the nodes that cover it are all named when it is chosen.
const ARCS: usize = 3;

/// What is drawn at a step.
pub struct Scene<'a> {
    /// The graph at the step.
    pub arg: &'a Arg,
    /// Where everything goes.
    pub layout: &'a Layout,
    /// The step.
    pub step: usize,
    /// The formulas.
    pub formula: &'a dyn Fn(FormulaId) -> Option<&'a Formula>,
}

pub use crate::graph::fold::Window;

/// The style of a name: from afar long ones are written smaller.
fn name_class(name: &str) -> &'static str {
    match name.chars().count() {
        ..=6 => "name",
        7..=9 => "name long",
        _ => "name longer",
    }
}

/// A drawn edge: the edges of the graph between two pieces.
struct Drawn {
    to: usize,
    infeasible: Option<Infeasibility>,
    is_open: bool,
    is_walked: bool,
}

impl<'a> Scene<'a> {
    /// The pieces that exist at the step, within a window if one is given, with their groups; seen from afar only with
    /// their names.
    pub fn nodes(&self, window: Option<Window>, is_far: bool) -> Vec<(usize, Group)> {
        let (width, height) = (side(NODE.0), side(NODE.1));
        let mut groups = Vec::new();
        for (piece, nodes) in self.layout.pieces.pieces.iter().enumerate() {
            let (x, y) = self.layout.corner(piece);
            let is_seen = window.is_none_or(|(left, top, w, h)| {
                x < left + w && left < x + width && y < top + h && top < y + height
            });
            let there: Vec<NodeId> =
                nodes.iter().copied().filter(|&n| self.arg.nodes.get(n as usize).is_some()).collect();
            match there.as_slice() {
                [] => {}
                _ if !is_seen => {}
                [node] if nodes.len() == 1 => groups.push((piece, self.node(*node, (x, y), is_far))),
                several => groups.push((piece, self.chain(several, (x, y)))),
            }
        }
        groups
    }

    fn node(&self, id: NodeId, at: (i32, i32), is_far: bool) -> Group {
        let (width, height) = (side(NODE.0), side(NODE.1));
        let node = &self.arg.nodes[id as usize];
        let is_here = self.arg.place == Some(id);
        let fresh = node.label.map_or(node.made, |label| label.step) == self.step && self.step > 0;
        let mut class = String::from("node");
        let mut add = |yes: bool, name: &str| {
            if yes {
                class.push(' ');
                class.push_str(name);
            }
        };
        let changed =
            node.label.and_then(|label| Some((node.before.filter(|&b| b != label.formula)?, label)));
        add(node.label.is_none(), "unexplored");
        add(matches!(node.state, State::Covered(_)), "covered");
        add(self.arg.is_error(id), "node-error");
        add(changed.is_some(), "refined");
        add(is_here, "now");
        add(self.arg.path.contains(&id), "failing");
        let mut marks = vec![Mark::Box(0, 0, width, height, "box")];
        if self.arg.is_error(id) {
            marks.push(Mark::Box(4, 4, width - 8, height - 8, "inner"));
        }
        let mut name = self.arg.name(id);
        if is_here {
            name.insert_str(0, "▶ ");
        }
        marks.push(Mark::Text(9, 21, Anchor::Start, name_class(&name), name));
        if is_far {
            return Group { class, at, title: String::new(), marks };
        }
        let state = match &node.state {
            State::Covered(by) if by.is_empty() => "empty",
            State::Covered(_) => "covered",
            State::Open => "not covered",
            State::Waiting | State::Visited if node.label.is_none() => "unexplored",
            State::Waiting | State::Visited => "",
        };
        let state = if fresh {
            format!("▸ {}", if state.is_empty() { "changed" } else { state })
        } else {
            state.into()
        };
        marks.push(Mark::Text(width - 9, 21, Anchor::End, "state", state));
        let short = |formula| (self.formula)(formula).map(|f| text(f, 2 * WIDE)).unwrap_or_default();
        match (changed, node.label) {
            (Some((before, label)), _) => {
                let long = |formula| (self.formula)(formula).map(|f| text(f, 20 * WIDE)).unwrap_or_default();
                let (old, new) = (long(before), long(label.formula));
                let is_long = new.chars().nth(WIDE - 2).is_some();
                if is_long {
                    // The new label has both rows: it is what refinement found.
                    marks.push(Mark::Text(9, 44, Anchor::Start, "sign", "+".into()));
                    let part = distinct(&new, &old, 2 * (WIDE - 2));
                    for (row, y) in rows(&part, 2, WIDE - 2).into_iter().zip([44, 65]) {
                        marks.push(Mark::Text(27, y, Anchor::Start, "come", row));
                    }
                    return Group { class, at, title: String::new(), marks };
                }
                for (y, sign, class, text, other) in
                    [(44, "−", "gone", &old, &new), (65, "+", "come", &new, &old)]
                {
                    marks.push(Mark::Text(9, y, Anchor::Start, "sign", sign.into()));
                    marks.push(Mark::Text(27, y, Anchor::Start, class, distinct(text, other, WIDE - 2)));
                }
            }
            (None, Some(label)) => {
                for (row, y) in rows(&short(label.formula), 2, WIDE).into_iter().zip([44, 65]) {
                    marks.push(Mark::Text(9, y, Anchor::Start, "label", row));
                }
            }
            (None, None) => {}
        }
        Group { class, at, title: String::new(), marks }
    }

    fn chain(&self, nodes: &[NodeId], at: (i32, i32)) -> Group {
        let (width, height) = (side(NODE.0), side(NODE.1));
        let is_here = self.arg.place.is_some_and(|place| nodes.contains(&place));
        let is_failing = nodes.iter().any(|node| self.arg.path.contains(node));
        let class = format!(
            "node chain{}{}",
            if is_here { " now" } else { "" },
            if is_failing { " failing" } else { "" }
        );
        let (first, last) = (self.arg.name(nodes[0]), self.arg.name(nodes[nodes.len() - 1]));
        let range = if nodes.len() == 1 { first } else { format!("{first} … {last}") };
        let count = format!("{}chain of {}", if is_here { "▶ " } else { "" }, nodes.len());
        let marks = vec![
            Mark::Box(8, 8, width - 8, height - 8, "box"),
            Mark::Box(4, 4, width - 8, height - 8, "box"),
            Mark::Box(0, 0, width - 8, height - 8, "box"),
            Mark::Text(9, 21, Anchor::Start, name_class(&range), range),
            Mark::Text(9, 52, Anchor::Start, "state", count),
        ];
        Group { class, at, title: String::new(), marks }
    }

    /// The edges at the step, with stubs for those to the error if there are many, within a window if one is given.
    pub fn edges(&self, window: Option<Window>) -> Vec<Group> {
        let mut all: Vec<Vec<Drawn>> = Vec::new();
        all.resize_with(self.layout.pieces.pieces.len(), Vec::new);
        let mut next = vec![None; self.arg.nodes.len()];
        for pair in self.arg.path.windows(2) {
            if let Some(next) = next.get_mut(pair[0] as usize) {
                *next = Some(pair[1]);
            }
        }
        let error = self.arg.error().and_then(|error| self.layout.pieces.piece(error));
        for edge in &self.arg.edges {
            let Some((from, to)) = self.layout.pieces.ends(edge) else { continue };
            let is_open = edge.infeasible.is_none();
            let is_walked = next.get(edge.from as usize) == Some(&Some(edge.to));
            match all[from].iter_mut().find(|drawn| drawn.to == to) {
                Some(drawn) => {
                    drawn.is_open |= is_open;
                    drawn.is_walked |= is_walked;
                }
                None => all[from].push(Drawn { to, infeasible: edge.infeasible, is_open, is_walked }),
            }
        }
        let mut groups = Vec::new();
        for (from, drawn) in
            (0..).zip(&all).flat_map(|(from, all)| all.iter().map(move |drawn| (from, drawn)))
        {
            let to = drawn.to;
            let refuted = drawn.infeasible.filter(|_| !drawn.is_open);
            let mut class = String::from("edge");
            class.push_str(if refuted.is_some() { " refuted" } else { "" });
            class.push_str(if drawn.is_walked { " walked" } else { "" });
            let sign = refuted.map(|by| match by {
                Infeasibility::Post => "⊥",
                Infeasibility::Solver => "✗",
            });
            let (marks, points) = if self.layout.has_stubs && Some(to) == error {
                self.stub(from, sign)
            } else {
                self.line(from, to, sign)
            };
            if is_near(&points, window) {
                groups.push(Group { class, at: (0, 0), title: String::new(), marks });
            }
        }
        groups
    }

    fn line(&self, from: usize, to: usize, sign: Option<&str>) -> (Vec<Mark>, Vec<(i32, i32)>) {
        let (path, points) = match self.layout.way(from, to) {
            Some(way) => (way.path(), way.points.clone()),
            // There is no such edge any more in the graph that was laid out.
            None => {
                let points = self.layout.around(from, to);
                (rounded(&points), points)
            }
        };
        let mut marks = vec![Mark::Line(path, "stroke", true)];
        if let (Some(sign), [(x0, y0), (x1, y1), ..]) = (sign, points.as_slice()) {
            marks.push(Mark::Text((x0 + x1) / 2, (y0 + y1) / 2 + 5, Anchor::Middle, "sign", sign.into()));
        }
        (marks, points)
    }

    /// A short line from the right side of a node to a small box that stands for the error.
    fn stub(&self, from: usize, sign: Option<&str>) -> (Vec<Mark>, Vec<(i32, i32)>) {
        let (x, y) = self.layout.corner(from);
        let (x, y) = (x + side(NODE.0), y + side(NODE.1) - 16);
        let mut marks = vec![
            Mark::Line(format!("M{x} {y} L{} {y}", x + 28), "stroke", true),
            Mark::Box(x + 28, y - 10, 20, 20, "stub"),
            Mark::Text(x + 38, y + 5, Anchor::Middle, "name", "e".into()),
        ];
        if let Some(sign) = sign {
            marks.push(Mark::Text(x + 12, y - 5, Anchor::Middle, "sign", sign.into()));
        }
        (marks, vec![(x, y), (x + 48, y)])
    }

    /// The covering arcs at the step, from covered nodes to those that cover them, within a window if one is given.
    pub fn covering(&self, window: Option<Window>) -> Vec<Group> {
        let mut groups = Vec::new();
        for (node, data) in self.arg.ids().zip(&self.arg.nodes) {
            let State::Covered(by) = &data.state else { continue };
            for &other in by.iter().rev().take(ARCS) {
                let piece = |node| self.layout.pieces.piece(node);
                let (Some(from), Some(to)) = (piece(node), piece(other)) else { continue };
                let points = self.layout.around(from, to);
                if from != to && is_near(&points, window) {
                    let marks = vec![Mark::Line(rounded(&points), "stroke", true)];
                    groups.push(Group { class: "covering".into(), at: (0, 0), title: String::new(), marks });
                }
            }
        }
        groups
    }

    /// The whole picture as an SVG file.
    pub fn file(&self, title: &str) -> String {
        let mut groups = self.edges(None);
        for (piece, mut group) in self.nodes(None, false) {
            // A reader of the file finds there what the page tells on demand.
            group.title = self.layout.pieces.pieces[piece]
                .iter()
                .map(|&node| self.words(node))
                .collect::<Vec<_>>()
                .join("\n");
            groups.push(group);
        }
        groups.extend(self.covering(None));
        crate::graph::svg::file(title, self.layout.frame(), &groups)
    }

    /// A node in words: its name, its label in full, where that is from, and what became of it.
    pub fn words(&self, id: NodeId) -> String {
        let Some(node) = self.arg.nodes.get(id as usize) else { return String::new() };
        let full = |formula| (self.formula)(formula).map(|f| text(f, usize::MAX)).unwrap_or_default();
        let label = match node.label {
            None => "unexplored".into(),
            Some(label) => {
                let from = match label.origin {
                    LabelOrigin::Start | LabelOrigin::Post => "",
                    LabelOrigin::Widened { .. } => ", widened",
                    LabelOrigin::Refined { .. } => ", refined",
                };
                format!("{}{from}", full(label.formula))
            }
        };
        let state = self.arg.state_words(id);
        let here = if self.arg.place == Some(id) { ", the place now" } else { "" };
        format!("{}: {label}{}{state}{here}", self.arg.name(id), if state.is_empty() { "" } else { ", " })
    }
}

/// Whether a line may be seen in a window.
fn is_near(points: &[(i32, i32)], window: Option<Window>) -> bool {
    let Some((left, top, width, height)) = window else { return true };
    let least = |of: fn(&(i32, i32)) -> i32| points.iter().map(of).min().unwrap_or(0);
    let most = |of: fn(&(i32, i32)) -> i32| points.iter().map(of).max().unwrap_or(0);
    least(|p| p.0) <= left + width
        && left <= most(|p| p.0)
        && least(|p| p.1) <= top + height
        && top <= most(|p| p.1)
}

fn side(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}
