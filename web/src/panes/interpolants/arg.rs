//! VINTA's picture: the abstract reachability graph, its nodes by cutpoint and unrolling with their labels, what is covered and
//! what is refuted; beside it the weak topological order, and below all labels before and after refinement.

use crate::components::{Button, FormulaView, Store};
use crate::state::{Action, Go, Run};
use trace::{LabelOrigin, NodeId, Phase};
use view::arg::picture::{NODE, arc, covering, picture, rows};
use view::arg::{Arg, Node, State};
use view::formula::Limit;
use view::layered::Drawing;
use yew::prelude::*;

/// See the module. `last` is the graph as it is last known, which decides where nodes are.
pub fn view(store: &Store, run: &Run, arg: &Arg, last: &Arg) -> Html {
    let phase = |phase: Phase, name: &'static str, title: &'static str| {
        let here = arg.phase == Some(phase);
        html! { <li class={classes!(here.then_some("here"))} {title} aria-current={here.then_some("step")}>{ name }</li> }
    };
    html! {
        <div class="arg">
            <div class="arg-head">
                <ol class="phases" aria-label="Phase">
                    { phase(Phase::Interpretation, "interpret", "Abstract interpretation labels nodes, and makes new ones") }
                    { phase(Phase::Refinement, "refine", "An alarm is examined: it is real, or the labels are strengthened until it is gone") }
                    { phase(Phase::Inductiveness, "inductive?", "Do the strengthened labels still cover what they covered?") }
                </ol>
                <span title="The weak topological order of the cutpoints; the present place is in brackets">
                    { "order " }<code>{ arg.order() }</code>
                </span>
                <span title="How often the graph has been gone through from the entry">{ format!("round {}", arg.rounds) }</span>
            </div>
            { match picture(last) {
                Some(drawing) => svg(run, arg, &drawing),
                None => html! { <p class="hint">{ "This graph is too large to be drawn; its nodes are listed below." }</p> },
            } }
            <p class="hint">{ "Dashed nodes are unexplored. A dashed curve leads from a covered node to one that covers it. Crossed edges cannot be passed." }</p>
            <table class="arg-nodes">
                <caption>{ "The nodes with their labels" }</caption>
                <tbody>{ for (0..).zip(&arg.nodes).map(|(id, node)| listed(store, run, arg, id, node)) }</tbody>
            </table>
        </div>
    }
}

fn class(arg: &Arg, id: NodeId, node: &Node) -> Classes {
    classes!(
        "node",
        node.label.is_none().then_some("unexplored"),
        matches!(node.state, State::Covered(_)).then_some("covered"),
        (node.cutpoint as usize + 1 == arg.cutpoints.len()).then_some("node-error"),
        node.before.is_some().then_some("refined"),
        (arg.place == Some(id)).then_some("now"),
        arg.path.contains(&id).then_some("failing"),
    )
}

fn svg(run: &Run, arg: &Arg, drawing: &Drawing) -> Html {
    let (width, height) = (drawing.width + 90, drawing.height + 30);
    let rem = f64::from(width) / 15.0;
    let style = format!("width: clamp({:.3}rem, 100%, {rem:.3}rem)", 0.8 * rem);
    let edge = |(i, e): (usize, &view::arg::Edge)| {
        // An edge that was redirected since is drawn straight.
        let known = drawing.ways.get(i).filter(|way| ends_at(drawing, e.to, way));
        let path = known.map_or_else(|| straight(drawing, e.from, e.to), |way| way.path());
        let on_path = arg.path.windows(2).any(|pair| pair == [e.from, e.to]);
        let class =
            classes!("edge", e.infeasible.is_some().then_some("refuted"), on_path.then_some("walked"));
        let middle = known.and_then(|way| way.points.get(way.points.len() / 2)).copied();
        html! {
            <g {class}>
                <path class="stroke" d={path} marker-end="url(#arg-arrow)" />
                if let (Some((x, y)), true) = (middle, e.infeasible.is_some()) {
                    <text x={x.to_string()} y={(y - 8).to_string()} text-anchor="middle">{ "✗" }</text>
                }
            </g>
        }
    };
    html! {
        <div class="scroll graph" tabindex="0" role="group" aria-label="The reachability graph; its nodes are listed below">
            <svg id="arg" viewBox={format!("-10 -10 {width} {height}")} {style} aria-hidden="true">
                <defs>
                    <marker id="arg-arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto-start-reverse">
                        <path d="M0 0 L10 5 L0 10 z" class="arrow-head" />
                    </marker>
                </defs>
                { for arg.edges.iter().enumerate().map(edge) }
                { for (0..).zip(&arg.nodes).map(|(id, n)| node(run, arg, drawing, id, n)) }
                { for covering(arg).into_iter().map(|(from, to)| html! {
                    <path class="covering" d={arc(drawing, from, to)} marker-end="url(#arg-arrow)" />
                }) }
            </svg>
        </div>
    }
}

fn corner(drawing: &Drawing, id: NodeId) -> (i32, i32) {
    drawing.corners.get(id as usize).copied().unwrap_or_default()
}

fn ends_at(drawing: &Drawing, id: NodeId, way: &view::layered::Way) -> bool {
    let (x, y) = corner(drawing, id);
    let (width, height) = (i32::try_from(NODE.0).unwrap_or(0), i32::try_from(NODE.1).unwrap_or(0));
    way.points.last().is_some_and(|&(px, py)| (x..=x + width).contains(&px) && (y..=y + height).contains(&py))
}

fn straight(drawing: &Drawing, from: NodeId, to: NodeId) -> String {
    let (width, height) = (i32::try_from(NODE.0).unwrap_or(0), i32::try_from(NODE.1).unwrap_or(0));
    let ((x0, y0), (x1, y1)) = (corner(drawing, from), corner(drawing, to));
    format!("M{} {} L{} {y1}", x0 + width / 2, y0 + height, x1 + width / 2)
}

fn node(run: &Run, arg: &Arg, drawing: &Drawing, id: NodeId, node: &Node) -> Html {
    let (x, y) = corner(drawing, id);
    let text = node
        .label
        .and_then(|l| run.history.formula(l.formula))
        .map_or_else(|| "unexplored".into(), |f| f.text());
    let state = match &node.state {
        State::Covered(by) if by.is_empty() => "empty",
        State::Covered(_) => "covered",
        State::Open => "not covered",
        State::Waiting | State::Visited => "",
    };
    html! {
        <g class={class(arg, id, node)} transform={format!("translate({x} {y})")}>
            <title>{ text.clone() }</title>
            <rect class="box" width={NODE.0.to_string()} height={NODE.1.to_string()} />
            <g class="title"><text x="9" y="21">{ arg.name(id) }</text></g>
            <text class="number" x={(NODE.0 - 9).to_string()} y="21" text-anchor="end">{ state }</text>
            { for rows(&text).iter().zip([44, 65]).map(|(row, y)| html! { <text x="9" y={y.to_string()}>{ row }</text> }) }
        </g>
    }
}

fn listed(store: &Store, run: &Run, arg: &Arg, id: NodeId, node: &Node) -> Html {
    let show = |id| html! { <FormulaView formula={run.history.formula(id).cloned()} notation={store.state.notation} limit={Limit::ROW} /> };
    let line = arg.cutpoints.get(node.cutpoint as usize).and_then(|c| c.line);
    let names = |by: &[NodeId]| by.iter().map(|&other| arg.name(other)).collect::<Vec<_>>().join(", ");
    let state = match &node.state {
        State::Covered(by) if by.is_empty() => "covered: it holds no state".into(),
        State::Covered(by) => format!("covered by {}", names(by)),
        State::Open => "not covered".into(),
        State::Waiting | State::Visited => String::new(),
    };
    html! {
        <tr class={classes!((arg.place == Some(id)).then_some("here"))}>
            <th scope="row">{ arg.name(id) }</th>
            <td class="at">{ line.map(|line| format!("line {line}")).unwrap_or_default() }</td>
            <td>
                { match node.label {
                    None => html! { <span class="hint">{ "unexplored" }</span> },
                    Some(label) => html! {
                        <>
                            if let Some(before) = node.before.filter(|&before| before != label.formula) {
                                <div class="pair">
                                    <div class="before"><span class="pair-name">{ "before refinement" }</span>{ show(before) }</div>
                                    <div class="pair-arrow" aria-hidden="true">{ "→" }</div>
                                    <div class="after"><span class="pair-name">{ "after" }</span>{ show(label.formula) }</div>
                                </div>
                            } else if let LabelOrigin::Widened { post } = label.origin {
                                <div class="pair">
                                    <div class="before"><span class="pair-name">{ "what arrives" }</span>{ show(post) }</div>
                                    <div class="pair-arrow" aria-hidden="true">{ "∇" }</div>
                                    <div class="after"><span class="pair-name">{ "widened" }</span>{ show(label.formula) }</div>
                                </div>
                            } else {
                                { show(label.formula) }
                            }
                            <div class="tau-facts">
                                <Button title="Go to the step that gave this label" class="step-link"
                                    onclick={store.on(Action::Go(Go::To(label.step)))}>{ format!("step {}", label.step) }</Button>
                                <span>{ state.clone() }</span>
                            </div>
                        </>
                    },
                } }
            </td>
        </tr>
    }
}
