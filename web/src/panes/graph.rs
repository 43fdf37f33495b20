//! The program's control-flow graph and cutpoint graph as pictures. Pointing at a part lights up its place in the text,
//! and pointing at the text lights up the part; while an execution is looked at, so is where it is.

use super::empty;
use crate::components::{Button, Store};
use crate::state::{Action, Walk};
use std::rc::Rc;
use view::execution::RowKind;
use view::graph::{Edge, Graph, Graphs, Line, Lit, Picture, Row, picture};
use view::link::Tab;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yew::prelude::*;

/// See the module.
#[component]
pub fn GraphPane(store: &Store) -> Html {
    let state = &store.state;
    let setup = &state.document.setup;
    let cutpoints = state.tab == Tab::Cutpoints;
    let graphs =
        use_memo((setup.source.clone(), setup.language), |(source, language)| Graphs::of(source, *language));
    let drawn = use_memo((graphs.clone(), cutpoints), |(graphs, cutpoints)| {
        let graphs = graphs.as_ref().as_ref()?;
        let graph = if *cutpoints { &graphs.cutpoints } else { &graphs.flow };
        Some((graph.clone(), picture(graph)))
    });
    let natural = use_state(|| false);
    let frame = use_node_ref();
    let walk = state.walk();
    {
        let frame = frame.clone();
        let marked = (walk.as_ref().map(|walk| walk.row), state.look_at, state.focus.cursor, drawn.clone());
        use_effect_with(marked, move |_| keep_in_sight(&frame));
    }
    let Some((graph, picture)) = drawn.as_ref() else {
        return empty("The program has errors; its graph is shown once it has none.");
    };
    let marks = Marks::new(graph, store, walk.as_ref());
    html! {
        <div class="graph-pane">
            if let Some(walk) = &walk { { walk_bar(store, walk) } }
            <div class="row">
            <p class="hint">
                { if cutpoints {
                    "Cutpoints are the start, the loop heads, the error and the end; each edge stands for all loop-free ways between two of them."
                } else {
                    "Point at a part to see it in the program, and at the program to see it here. Double borders are loop heads."
                } }
            </p>
            <Button id="graph-size" title="Draw the graph as large as the text, instead of fitting it in" pressed={*natural}
                onclick={let natural = natural.clone(); Callback::from(move |_: MouseEvent| natural.set(!*natural))}>{ "Full size" }</Button>
            </div>
            { match picture {
                Some(picture) => svg(store, graph, picture, &marks, &frame, *natural),
                None => html! { <p class="hint">{ "This graph is too large to be drawn; here it is as a list." }</p> },
            } }
            if cutpoints { { regions(store, graph, &marks) } }
            <details class="outline" open={picture.is_none()}>
                <summary>{ "The graph as a list" }</summary>
                { outline(store, graph) }
            </details>
        </div>
    }
}

/// What is marked in a graph.
struct Marks {
    /// What the place in the text that is pointed at is here.
    lit: Lit,
    /// Where the execution that is looked at is.
    now: Lit,
    /// Whether it fails here.
    fails: bool,
    /// For each edge whether the execution has come over it.
    walked: Vec<bool>,
}

impl Marks {
    fn new(graph: &Graph, store: &Store, walk: Option<&Walk>) -> Marks {
        let focus = store.state.focus;
        let lit = focus.hover.or(focus.cursor).map(|place| graph.at(place)).unwrap_or_default();
        let rows = walk.map(|walk| &walk.table.rows[..=walk.row]).unwrap_or_default();
        let mut walked = vec![false; graph.edges.len()];
        let mut before = None;
        for row in rows {
            let Some(here) = row.span.and_then(|span| graph.node_of(span)) else { continue };
            let from = before.replace(here).unwrap_or(0);
            if from != here {
                graph.only_way(from, here).into_iter().for_each(|edge| walked[edge] = true);
            }
        }
        let last = rows.last();
        let now = last.and_then(|row| row.span).map(|span| graph.at(span)).unwrap_or_default();
        Marks { lit, now, fails: last.is_some_and(|row| row.kind == RowKind::Failing), walked }
    }
}

/// The row of the execution that is looked at, with buttons to go on and back.
fn walk_bar(store: &Store, walk: &Walk) -> Html {
    let (row, last) = (&walk.table.rows[walk.row], walk.table.rows.len() - 1);
    let values = walk.table.columns.iter().zip(&row.cells).map(|(name, cell)| {
        let changed = cell.was.is_some();
        html! { <span class={classes!("walk-value", changed.then_some("changed"))}>{ name }{ " = " }{ &cell.value }</span> }
    });
    let back = store.on(Action::SelectRow(walk.row.saturating_sub(1)));
    let on = store.on(Action::SelectRow((walk.row + 1).min(last)));
    let by_hand = store.state.hand.is_some() && store.state.views[Tab::Hand.place()] == Tab::Hand;
    html! {
        <div class="walk" role="group" aria-label="The execution">
            <Button id="row-back" title="One row of the execution back" disabled={walk.row == 0} onclick={back}>{ "◀" }</Button>
            <Button id="row-on" title="One row of the execution on" disabled={walk.row == last} onclick={on}>{ "▶" }</Button>
            if by_hand {
                <Button title="Back to the execution by hand, to take the next step" onclick={store.on(Action::ShowTab(Tab::Hand))}>{ "By hand" }</Button>
            }
            <span class="walk-row">
                { format!("row {} of {last}", walk.row) }
                if let Some(line) = row.line { { format!(" · line {line}: ") }<code>{ &row.text }</code>{ " " }{ &row.note } }
            </span>
            <span class="walk-values">{ for values }</span>
        </div>
    }
}

fn point(store: &Store, places: Vec<(u32, u32)>) -> Callback<MouseEvent> {
    store.on(Action::Point(Rc::new(places)))
}

fn unpoint(store: &Store) -> Callback<MouseEvent> {
    store.on(Action::Point(Rc::default()))
}

fn look(store: &Store, place: Option<(u32, u32)>) -> Callback<MouseEvent> {
    store.when(move |_| place.map(|(from, to)| Action::LookAt(from, to)))
}

fn places(lines: &[Line]) -> Vec<(u32, u32)> {
    lines.iter().filter_map(|line| line.span).collect()
}

/// Scrolls so that what is marked can be seen.
fn keep_in_sight(frame: &NodeRef) {
    let Some(frame) = frame.cast::<HtmlElement>() else { return };
    let find = |name: &str| frame.query_selector(name).ok().flatten();
    let marked = [".node.now", ".node.selected", ".node.lit"].into_iter().find_map(find);
    let pane = frame.closest("#pane").ok().flatten().and_then(|pane| pane.dyn_into::<HtmlElement>().ok());
    let (Some(marked), Some(pane)) = (marked, pane) else {
        // A wide graph is first shown with its start in the middle.
        if let Some(start) = find(".node-entry") {
            let (frame_at, start_at) = (frame.get_bounding_client_rect(), start.get_bounding_client_rect());
            let off = start_at.left() + start_at.width() / 2.0 - frame_at.left() - frame_at.width() / 2.0;
            frame.set_scroll_left(frame.scroll_left() + off as i32);
        }
        return;
    };
    let (view, spot, window) = (
        pane.get_bounding_client_rect(),
        marked.get_bounding_client_rect(),
        frame.get_bounding_client_rect(),
    );
    let by =
        |low: f64, high: f64, from: f64, to: f64| if low < from { low - from } else { (high - to).max(0.0) };
    let margin = 20.0;
    let down = by(spot.top() - margin, spot.bottom() + margin, view.top(), view.bottom());
    let right = by(spot.left() - margin, spot.right() + margin, window.left(), window.right());
    pane.set_scroll_top(pane.scroll_top() + down as i32);
    frame.set_scroll_left(frame.scroll_left() + right as i32);
}

fn svg(
    store: &Store,
    graph: &Graph,
    picture: &Picture,
    marks: &Marks,
    frame: &NodeRef,
    natural: bool,
) -> Html {
    let ((left, top), (width, height)) = picture.frame;
    let rem = f64::from(width) / f64::from(Picture::FONT);
    let style = if natural {
        format!("width: {rem:.3}rem")
    } else {
        format!("width: clamp({:.3}rem, 100%, {rem:.3}rem)", 0.8 * rem)
    };
    let view_box = format!("{left} {top} {width} {height}");
    // Arrow keys go from node to node, in the order of the list.
    let spots: Vec<(u32, u32)> =
        graph.nodes.iter().filter_map(|node| node.lines.iter().find_map(|line| line.span)).collect();
    let now = store.state.look_at.1;
    let on_key = store.when(move |event: KeyboardEvent| {
        let at = now.and_then(|place| spots.iter().position(|&spot| spot == place));
        let next = match (event.key().as_str(), at) {
            ("ArrowDown", None) => 0,
            ("ArrowDown", Some(at)) => (at + 1).min(spots.len().saturating_sub(1)),
            ("ArrowUp", at) => at.unwrap_or(0).saturating_sub(1),
            _ => return None,
        };
        event.prevent_default();
        event.stop_propagation();
        spots.get(next).map(|&(from, to)| Action::LookAt(from, to))
    });
    html! {
        <div class="scroll graph" tabindex="0" ref={frame.clone()} role="group" onkeydown={on_key}
            aria-label="The graph; arrow keys up and down go through its nodes, and below it is a list">
            <svg viewBox={view_box} {style} aria-hidden="true" id="graph">
                <defs>
                    <marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="11" markerHeight="11" markerUnits="userSpaceOnUse" orient="auto-start-reverse">
                        <path d="M0 0 L10 5 L0 10 z" class="arrow-head" />
                    </marker>
                </defs>
                { for graph.edges.iter().enumerate().map(|(i, e)| edge(store, e, i, picture, marks)) }
                { for (0..graph.nodes.len()).map(|i| node(store, graph, i, picture, marks)) }
            </svg>
        </div>
    }
}

fn edge(store: &Store, edge: &Edge, index: usize, picture: &Picture, marks: &Marks) -> Html {
    let way = &picture.drawing.ways[index];
    let path = way.path();
    let (x, y, is_left) = way.label;
    let class = classes!(
        "edge",
        edge.kind.class(),
        way.is_back.then_some("back"),
        marks.lit.edges.contains(&index).then_some("lit"),
        marks.now.edges.contains(&index).then_some("now"),
        marks.walked[index].then_some("walked"),
    );
    let spots = places(&edge.lines);
    let first = spots.first().copied();
    html! {
        <g {class} onmouseenter={point(store, spots)} onmouseleave={unpoint(store)} onclick={look(store, first)}>
            <path d={path.clone()} class="reach" />
            <path d={path} class="stroke" marker-end="url(#arrow)" />
            if !edge.label.is_empty() {
                <text x={x.to_string()} y={y.to_string()} text-anchor={if is_left { "end" } else { "start" }}>{ &edge.label }</text>
            }
        </g>
    }
}

fn node(store: &Store, graph: &Graph, index: usize, picture: &Picture, marks: &Marks) -> Html {
    let this = &graph.nodes[index];
    let (x, y) = picture.drawing.corners[index];
    let (width, height) = picture.sizes[index];
    let selected =
        store.state.look_at.1.is_some_and(|place| this.lines.iter().any(|line| line.span == Some(place)));
    let class = classes!(
        "node",
        this.kind.class(),
        marks.lit.node(index).then_some("lit"),
        marks.now.node(index).then_some("now"),
        (marks.fails && marks.now.node(index)).then_some("failing"),
        selected.then_some("selected"),
    );
    let (w, h) = (width.to_string(), height.to_string());
    let inner = |n: u32| n.saturating_sub(8).to_string();
    html! {
        <g {class} transform={format!("translate({x} {y})")} onmouseenter={point(store, places(&this.lines))} onmouseleave={unpoint(store)}>
            <rect class="box" width={w} height={h} />
            if matches!(this.kind, view::graph::NodeKind::Head(_)) {
                <rect class="inner" x="4" y="4" width={inner(width)} height={inner(height)} />
            }
            { for picture.rows[index].iter().map(|r| row(store, this.lines.as_slice(), r, index, width, marks)) }
        </g>
    }
}

fn row(store: &Store, lines: &[Line], row: &Row, node: usize, width: u32, marks: &Marks) -> Html {
    let (x, y) = row.at;
    let line = row.line.and_then(|line| lines.get(line));
    let key = row.line.map(|line| (node, line));
    let class = classes!(
        "row",
        row.line.is_none().then_some("title"),
        key.is_some_and(|key| marks.lit.lines.contains(&key)).then_some("lit"),
        key.is_some_and(|key| marks.now.lines.contains(&key)).then_some("now"),
    );
    let place = line.and_then(|line| line.span);
    let enter = line.map(|line| point(store, places(std::slice::from_ref(line))));
    let leave = line.map(|_| point(store, places(lines)));
    html! {
        <g {class} onmouseenter={enter} onmouseleave={leave} onclick={look(store, place)}>
            <rect class="row-box" x="3" y={(y - 16).to_string()} width={width.saturating_sub(6).to_string()} height="21" />
            if let Some(number) = row.number {
                <text class="number" x={(x - 8).to_string()} y={y.to_string()} text-anchor="end">{ number }</text>
            }
            <text x={x.to_string()} y={y.to_string()}>{ &row.text }</text>
        </g>
    }
}

/// The edges of a cutpoint graph with what is executed on them.
fn regions(store: &Store, graph: &Graph, marks: &Marks) -> Html {
    html! {
        <ol class="regions" aria-label="The loop-free regions">
            { for graph.edges.iter().enumerate().map(|(i, e)| {
                let class = marks.lit.edges.contains(&i).then_some("lit");
                html! {
                    <li class={classes!(class)} onmouseenter={point(store, places(&e.lines))} onmouseleave={unpoint(store)}>
                        <span class="region-ends">{ graph.name(e.from) }{ " → " }{ graph.name(e.to) }</span>
                        { for e.lines.iter().map(|line| statement(store, line)) }
                    </li>
                }
            }) }
        </ol>
    }
}

fn statement(store: &Store, line: &Line) -> Html {
    let here = places(std::slice::from_ref(line));
    html! {
        <button type="button" class="statement" title="Show the place in the program" onclick={look(store, line.span)}
            onmouseenter={point(store, here)}><code>{ &line.text }</code></button>
    }
}

fn outline(store: &Store, graph: &Graph) -> Html {
    html! {
        <ol class="graph-list">
            { for (0..graph.nodes.len()).map(|i| {
                let place = graph.nodes[i].lines.iter().find_map(|line| line.span);
                html! {
                    <li>
                        if place.is_some() {
                            <button type="button" class="more" title="Show the place in the program"
                                onclick={look(store, place)}>{ graph.describe(i) }</button>
                        } else {
                            { graph.describe(i) }
                        }
                    </li>
                }
            }) }
        </ol>
    }
}
