//! Changes of the abstract reachability graph in words, for the trace as text. Nodes are named by their numbers.

use trace::{ArgChange, FormulaId, Infeasibility, LabelOrigin, Phase, WtoPart};

/// A change in words.
pub(crate) fn change(change: &ArgChange<FormulaId>, show: &dyn Fn(FormulaId) -> String) -> String {
    match change {
        ArgChange::Begun { cutpoints, wto } => {
            let name = |i: u32| cutpoints.get(i as usize).map_or_else(|| "?".to_owned(), |c| c.name.clone());
            if wto.is_empty() {
                let all: Vec<&str> = cutpoints.iter().map(|c| c.name.as_str()).collect();
                return format!("a tree of the cutpoints {}", all.join(" "));
            }
            format!("weak topological order of the cutpoints: {}", order(wto, &name))
        }
        ArgChange::Phase(phase) => match phase {
            Phase::Interpretation => "phase: abstract interpretation".into(),
            Phase::Refinement => "phase: refinement".into(),
            Phase::Inductiveness => "phase: inductive?".into(),
            Phase::Expansion => "phase: unwinding".into(),
            Phase::Covering => "phase: covering".into(),
        },
        ArgChange::Expansion { round } => format!("round {} through the graph", round + 1),
        ArgChange::Created { node, cutpoint, unrolling } => {
            format!("new node {node}: cutpoint {}, unrolling {unrolling}", cutpoint + 1)
        }
        ArgChange::Edge { from, to } => format!("edge {from} -> {to}"),
        ArgChange::Redirected { from, old, to } => format!("edge {from} -> {old} now leads to {to}"),
        ArgChange::Visited { node } => format!("at node {node}"),
        ArgChange::Labelled { node, label, origin } => {
            let from = match origin {
                LabelOrigin::Start => String::new(),
                LabelOrigin::Post => " (post)".into(),
                LabelOrigin::Widened { post } => format!(" (widened, post: {})", show(*post)),
                LabelOrigin::Refined { interpolant } => format!(" (refined by {})", show(*interpolant)),
            };
            format!("label of node {node}: {}{from}", show(*label))
        }
        ArgChange::Infeasible { from, to, by } => {
            let how = match by {
                Infeasibility::Post => "the abstract post is empty",
                Infeasibility::Solver => "the solver says so",
            };
            format!("edge {from} -> {to} cannot be passed: {how}")
        }
        ArgChange::Reopened { from, to } => format!("edge {from} -> {to} can be passed again, perhaps"),
        ArgChange::Covered { node, by } => format!("node {node} is covered by {by:?}"),
        ArgChange::Examined { node } => format!("node {node} is looked at"),
        ArgChange::Uncovered { node } => format!("node {node} is covered no longer"),
        ArgChange::NotCovered { node } => format!("node {node} is not covered"),
        ArgChange::Path { nodes } => format!("failing execution along {nodes:?}"),
    }
}

fn order(parts: &[WtoPart], name: &dyn Fn(u32) -> String) -> String {
    let one = |part: &WtoPart| match part {
        WtoPart::Point(i) => name(*i),
        WtoPart::Component(inner) => format!("({})", order(inner, name)),
    };
    parts.iter().map(one).collect::<Vec<_>>().join(" ")
}
