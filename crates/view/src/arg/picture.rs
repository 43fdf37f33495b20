//! Where the nodes and edges of the reachability graph go.

use super::{Arg, State};
use crate::layered::{Drawing, Shape, draw};
use trace::NodeId;

/// Width and height of a node, in pixels, for text of 15 pixels.
pub const NODE: (u32, u32) = (232, 76);
/// The most nodes that are drawn; larger graphs are listed.
const MOST: usize = 250;

/// Draws a graph. Drawn is the graph as it is last known, and shown is what there is of it at a step, so that nodes stay where
/// they are while one steps; none if it is too large.
pub fn picture(last: &Arg) -> Option<Drawing> {
    if last.nodes.is_empty() || last.nodes.len() > MOST {
        return None;
    }
    let edges = last.edges.iter().map(|e| (e.from as usize, e.to as usize)).collect();
    Some(draw(&Shape { sizes: vec![NODE; last.nodes.len()], edges, labels: Vec::new() }))
}

/// The covering arcs: from each covered node to those that cover it.
pub fn covering(arg: &Arg) -> Vec<(NodeId, NodeId)> {
    let mut arcs = Vec::new();
    for (node, data) in (0..).zip(&arg.nodes) {
        if let State::Covered(by) = &data.state {
            arcs.extend(by.iter().map(|&other| (node, other)));
        }
    }
    arcs
}

/// The curve of a covering arc, to the right of both nodes.
pub fn arc(drawing: &Drawing, from: NodeId, to: NodeId) -> String {
    let corner = |node: NodeId| drawing.corners.get(node as usize).copied().unwrap_or_default();
    let (width, height) = (i32::try_from(NODE.0).unwrap_or(0), i32::try_from(NODE.1).unwrap_or(0));
    let ((x0, y0), (x1, y1)) = (corner(from), corner(to));
    let (right0, right1) = (x0 + width, x1 + width);
    let out = right0.max(right1) + 34;
    let (y0, y1) = (y0 + height / 2, y1 + height / 2 + 8);
    format!("M{right0} {y0} C{out} {y0} {out} {y1} {right1} {y1}")
}

/// The rows of a formula's text, broken before connectives or else at spaces, at most two, the last cut if there is more.
pub fn rows(text: &str) -> Vec<String> {
    const WIDE: usize = 23;
    let mut rows: Vec<String> = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && rows.len() < 2 {
        let end = rest.char_indices().nth(WIDE).map_or(rest.len(), |(at, _)| at);
        if end == rest.len() {
            rows.push(rest.into());
            return rows;
        }
        let head = &rest[..end];
        let connective = [" and ", " or "].iter().filter_map(|word| head.rfind(word)).max();
        let at = connective.or_else(|| head.rfind(' ')).filter(|&at| at > 0).unwrap_or(end);
        rows.push(rest[..at].trim_end().into());
        rest = rest[at..].trim_start();
    }
    if let (Some(last), false) = (rows.last_mut(), rest.is_empty()) {
        last.push('…');
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_label() {
        assert_eq!(rows("true"), ["true"]);
        assert_eq!(rows("x >= 0 and y >= 0 and x <= 10"), ["x >= 0 and y >= 0", "and x <= 10"]);
        assert_eq!(rows(&"x = 0 or ".repeat(9)), ["x = 0 or x = 0", "or x = 0 or x = 0…"]);
        assert_eq!(rows(&"y".repeat(60)), ["y".repeat(23), format!("{}…", "y".repeat(23))]);
        assert_eq!(rows(""), [""; 0]);
    }

    #[test]
    fn a_large_graph_is_not_drawn() {
        assert_eq!(picture(&Arg::default()), None);
    }
}
