//! The shape of the whole graph: unreachable locations are removed, and a loop head that lies on no cycle becomes a
//! plain location.

use crate::cfg::{Cfg, LocationKind, NodeId};
use lang::c::CProgram;
use lang::c::ast::ENTRY;

/// For each variable of the program, whether it is out of scope at every loop head, except those in called functions:
/// this holds of the variables of functions other than the entry, those declared inside of a loop, and those declared
/// behind the last loop and the last call.
pub(super) fn transient(program: &CProgram) -> Vec<bool> {
    let mut transient = vec![false; program.decls.len()];
    for (at, instance) in program.instances.iter().enumerate() {
        let function = &program.functions[instance.function];
        let heads = function.loops.iter().map(|site| site.cond.start);
        let last = heads.chain(function.calls.iter().map(|call| call.span.start)).max().unwrap_or(0);
        for (local, var) in function.locals.iter().zip(&instance.locals) {
            if let Some(transient) = transient.get_mut(var.index()) {
                *transient = at != ENTRY || local.in_loop || local.span.start > last;
            }
        }
    }
    transient
}

/// Leaves out what cannot be reached; makes heads on no cycle plain.
pub(super) fn tidy(cfg: &mut Cfg) {
    let components = components(cfg);
    let is_on_cycle = |node: NodeId| {
        cfg.out[node.index()].iter().any(|&e| components[cfg.edges[e].to.index()] == components[node.index()])
    };
    let acyclic: Vec<usize> = (0..cfg.nodes.len())
        .filter(|&at| matches!(cfg.nodes[at].kind, LocationKind::Head(_)))
        .filter(|&at| !is_on_cycle(NodeId(u32::try_from(at).unwrap_or(u32::MAX))))
        .collect();
    for at in acyclic {
        cfg.nodes[at].kind = LocationKind::Plain;
    }
    // Entry, error and exit keep their places.
    let mut places: Vec<Option<NodeId>> = Vec::new();
    let mut kept = 0;
    for (at, component) in components.iter().enumerate() {
        let is_kept = at < 3 || component.is_some();
        places.push(is_kept.then_some(NodeId(kept)));
        kept += u32::from(is_kept);
    }
    let mut at = 0;
    cfg.nodes.retain(|_| {
        at += 1;
        places[at - 1].is_some()
    });
    cfg.tests.retain_mut(|test| match places[test.at.index()] {
        Some(place) if components[test.at.index()].is_some() => {
            test.at = place;
            true
        }
        _ => false,
    });
    let edges = std::mem::take(&mut cfg.edges);
    cfg.out = vec![Vec::new(); cfg.nodes.len()];
    for mut edge in edges {
        if components[edge.from.index()].is_some()
            && let (Some(from), Some(to)) = (places[edge.from.index()], places[edge.to.index()])
        {
            (edge.from, edge.to) = (from, to);
            cfg.out[from.index()].push(cfg.edges.len());
            cfg.edges.push(edge);
        }
    }
}

/// For each location that can be reached its strongly connected component (Tarjan 1972, without recursion).
fn components(cfg: &Cfg) -> Vec<Option<u32>> {
    let count = cfg.nodes.len();
    let (mut index, mut low) = (vec![u32::MAX; count], vec![u32::MAX; count]);
    let mut components = vec![None; count];
    let (mut next_index, mut next_component) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    // The locations on the way from the entry, each with the number of edges that have been followed.
    let mut path = vec![(Cfg::ENTRY.index(), 0)];
    while let Some((node, followed)) = path.last_mut() {
        let at = *node;
        if *followed == 0 {
            index[at] = next_index;
            low[at] = next_index;
            next_index += 1;
            open.push(at);
        }
        if let Some(&edge) = cfg.out[at].get(*followed) {
            *followed += 1;
            let to = cfg.edges[edge].to.index();
            if index[to] == u32::MAX {
                path.push((to, 0));
            } else if components[to].is_none() {
                low[at] = low[at].min(index[to]);
            }
            continue;
        }
        path.pop();
        if let Some((before, _)) = path.last() {
            low[*before] = low[*before].min(low[at]);
        }
        if low[at] == index[at] {
            while let Some(member) = open.pop() {
                components[member] = Some(next_component);
                if member == at {
                    break;
                }
            }
            next_component += 1;
        }
    }
    components
}
