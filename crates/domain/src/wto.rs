//! Weak topological order (Bourdoncle: "Efficient chaotic iteration strategies with widenings", FMPA 1993), of the
//! control-flow graph or of any other.
//!
//! The strongly connected components stand in topological order; each with a cycle is a component in parentheses, its head
//! first, the rest again in weak topological order. Found by repeated decomposition (Tarjan 1972), without recursion along the
//! graph's edges, so that long programs cost no stack.

use flow::cfg::Cfg;
use logic::order::CollectOrdered;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A part of a weak topological order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WtoElement {
    /// A vertex on no cycle of the graph (with the heads around it taken out).
    Vertex(usize),
    /// A component: its head, and the others.
    Component(usize, Vec<WtoElement>),
}

/// A weak topological order of the vertices that can be reached from the entry.
///
/// Invariant: for each edge `u -> v` between them, `v` stands after `u`, or `v` is the head of a component with `u` in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wto {
    parts: Vec<WtoElement>,
    /// The vertices in order.
    order: Vec<usize>,
    /// For each vertex, its position in `order`.
    position: Vec<Option<usize>>,
    /// For each vertex, the heads of the components that contain it, outermost first; a head is in its own.
    around: Vec<Vec<usize>>,
}

impl Wto {
    /// The order of the graph with vertices `0..count` and these successors. Of two successors' parts, that of the
    /// first successor comes first.
    pub fn of_graph(count: usize, entry: usize, successors: impl Fn(usize) -> Vec<usize>) -> Wto {
        let graph: Vec<Vec<usize>> =
            (0..count).map(|v| successors(v).into_iter().filter(|&w| w < count).collect()).collect();
        let mut wto = Wto {
            parts: Vec::new(),
            order: Vec::new(),
            position: vec![None; count],
            around: vec![Vec::new(); count],
        };
        if entry < count {
            let all: BTreeSet<usize> = (0..count).collect_set();
            wto.parts = wto.decompose(&graph, &all, &[entry], &mut Vec::new());
        }
        wto
    }

    /// The order of a control-flow graph's locations.
    pub fn of_cfg(cfg: &Cfg) -> Wto {
        Wto::of_graph(cfg.nodes.len(), Cfg::ENTRY.index(), |v| {
            cfg.out[v].iter().map(|&e| cfg.edges[e].to.index()).collect()
        })
    }

    /// The order of the part of the graph that is reached from `roots` within `inside`.
    fn decompose(
        &mut self,
        graph: &[Vec<usize>],
        inside: &BTreeSet<usize>,
        roots: &[usize],
        heads: &mut Vec<usize>,
    ) -> Vec<WtoElement> {
        let mut parts = Vec::new();
        for component in components(graph, inside, roots) {
            let head = component[0];
            let is_cycle = component.len() > 1 || graph[head].contains(&head);
            self.position[head] = Some(self.order.len());
            self.order.push(head);
            if !is_cycle {
                self.around[head].clone_from(heads);
                parts.push(WtoElement::Vertex(head));
                continue;
            }
            heads.push(head);
            self.around[head].clone_from(heads);
            let rest: BTreeSet<usize> = component[1..].iter().copied().collect_set();
            let roots: Vec<usize> = graph[head].iter().copied().filter(|v| rest.contains(v)).collect();
            let inner = self.decompose(graph, &rest, &roots, heads);
            heads.pop();
            parts.push(WtoElement::Component(head, inner));
        }
        parts
    }

    /// The parts in order.
    pub fn parts(&self) -> &[WtoElement] {
        &self.parts
    }

    /// The vertices in order.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The place of a vertex in the order; none if it cannot be reached.
    pub fn position(&self, vertex: usize) -> Option<usize> {
        self.position.get(vertex).copied().flatten()
    }

    /// The heads of all components that contain a vertex, outermost first: `omega` in VINTA, section 3.
    pub fn heads_around(&self, vertex: usize) -> &[usize] {
        self.around.get(vertex).map_or(&[], Vec::as_slice)
    }

    /// Whether a vertex is the head of a component.
    pub fn is_head(&self, vertex: usize) -> bool {
        self.heads_around(vertex).last() == Some(&vertex)
    }

    /// WTONEXT (VINTA, section 3): what follows a vertex in the innermost component around it, and after the last the head
    /// of that component. None after the last vertex outside all components.
    pub fn next(&self, vertex: usize) -> Option<usize> {
        let innermost = self.heads_around(vertex).last().copied();
        self.after(self.position(vertex)?, innermost)
    }

    /// WTOEXIT (VINTA, section 3): the vertex that follows the component with this head, within the enclosing
    /// component; if nothing follows, the head of the enclosing component. None for the last component outside all
    /// others, and for a vertex that is not a head.
    pub fn exit(&self, head: usize) -> Option<usize> {
        let (&last, outer) = self.heads_around(head).split_last()?;
        if last != head {
            return None;
        }
        let start = self.position(head)?;
        let end = self.order[start..].iter().take_while(|&&v| self.heads_around(v).contains(&head)).count();
        self.after(start + end - 1, outer.last().copied())
    }

    /// The vertex behind a position if it is in the component, else the component's head.
    fn after(&self, position: usize, component: Option<usize>) -> Option<usize> {
        let next = self.order.get(position + 1).copied();
        match component {
            Some(head) => Some(next.filter(|&v| self.heads_around(v).contains(&head)).unwrap_or(head)),
            None => next,
        }
    }

    /// The order as text, components in parentheses, e.g. `0 (1 2) 3`.
    pub fn text(&self, name: impl Fn(usize) -> String) -> String {
        let mut out = String::new();
        write_parts(&self.parts, &name, &mut out);
        out
    }
}

fn write_parts(parts: &[WtoElement], name: &dyn Fn(usize) -> String, out: &mut String) {
    for (i, part) in parts.iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        match part {
            WtoElement::Vertex(v) => out.push_str(&name(*v)),
            WtoElement::Component(head, inner) => {
                let _ = write!(out, "({}", name(*head));
                if !inner.is_empty() {
                    out.push(' ');
                    write_parts(inner, name, out);
                }
                out.push(')');
            }
        }
    }
}

/// The strongly connected components of what is reached from the roots within `inside`, in topological order; each begins
/// with the vertex at which it was entered.
fn components(graph: &[Vec<usize>], inside: &BTreeSet<usize>, roots: &[usize]) -> Vec<Vec<usize>> {
    let mut search = Search {
        graph,
        inside,
        index: vec![None; graph.len()],
        low: vec![0; graph.len()],
        open: vec![false; graph.len()],
        stack: Vec::new(),
        count: 0,
        found: Vec::new(),
    };
    // Components are found in reverse order, so the first root, like the first successor, is visited last.
    for &root in roots.iter().rev() {
        search.from(root);
    }
    search.found.reverse();
    search.found
}

struct Search<'g> {
    graph: &'g [Vec<usize>],
    inside: &'g BTreeSet<usize>,
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<bool>,
    stack: Vec<usize>,
    count: usize,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    fn enter(&mut self, v: usize) {
        self.index[v] = Some(self.count);
        self.low[v] = self.count;
        self.count += 1;
        self.open[v] = true;
        self.stack.push(v);
    }

    fn from(&mut self, root: usize) {
        if self.index[root].is_some() || !self.inside.contains(&root) {
            return;
        }
        self.enter(root);
        // For each vertex on the way, how many of its successors have been visited, the last one first.
        let mut way = vec![(root, 0)];
        while let Some((v, visited)) = way.last_mut() {
            let v = *v;
            let next = self.graph[v].iter().rev().nth(*visited).copied();
            *visited += 1;
            match next {
                Some(w) if !self.inside.contains(&w) => {}
                Some(w) => match self.index[w] {
                    None => {
                        self.enter(w);
                        way.push((w, 0));
                    }
                    Some(index) if self.open[w] => self.low[v] = self.low[v].min(index),
                    Some(_) => {}
                },
                None => {
                    way.pop();
                    if let Some(&(parent, _)) = way.last() {
                        self.low[parent] = self.low[parent].min(self.low[v]);
                    }
                    if Some(self.low[v]) == self.index[v] {
                        self.close(v);
                    }
                }
            }
        }
    }

    /// A component is complete: all that stands on the stack from its first vertex on.
    fn close(&mut self, first: usize) {
        let start = self.stack.iter().rposition(|&w| w == first).unwrap_or(0);
        let component = self.stack.split_off(start);
        component.iter().for_each(|&w| self.open[w] = false);
        self.found.push(component);
    }
}
