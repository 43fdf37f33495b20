//! The program's control-flow graph and cutpoint graph as pictures. Pointing at a part lights up its place in the text,
//! and pointing at the text lights up the part; while an execution is looked at, so is where it is.

use super::empty;
use crate::components::{Button, Canvas, Store};
use crate::state::{Action, Walk};
use std::rc::Rc;
use view::graph::circuit::circuit;
use view::graph::control::{Edge, Graph, Graphs, Line, Lit, Picture, Row, picture};
use view::graph::fold::{self, Window};
use view::page::link::Tab;
use view::program::execution::RowKind;
use view::query::formula::minus;
use yew::prelude::*;

/// A graph with its picture, if it is not too large for one.
type Drawn = (Graph, Option<Picture>);

/// See the module.
#[component]
pub fn GraphPane(store: &Store) -> Html {
    let state = &store.state;
    let setup = &state.document.setup;
    let cutpoints = state.tab == Tab::Cutpoints;
    let latches = state.tab == Tab::Circuit;
    let drawn = use_memo((setup.source.clone(), setup.dialect(), state.tab), |(source, dialect, tab)| {
        let graph = match tab {
            Tab::Circuit => circuit(source)?.graph,
            Tab::Cutpoints => Graphs::of(source, *dialect)?.cutpoints,
            _ => Graphs::of(source, *dialect)?.flow,
        };
        let picture = picture(&graph);
        Some((graph, picture))
    });
    let walk = state.walk();
    let Some((graph, picture)) = drawn.as_ref() else {
        return empty("The program has errors; its graph is shown once it has none.");
    };
    let marks = Marks::new(graph, store, walk.as_ref());
    html! {
        <div class="graph-pane">
            if let Some(walk) = &walk { { walk_bar(store, walk) } }
            <p class="hint">
                { if latches {
                    "An edge leads from each input and latch to the latches whose next value depends on it, and to bad states. Point at a part to see its line."
                } else if cutpoints {
                    "Cutpoints are the start, the loop heads, the error and the end; each edge stands for all loop-free ways between two of them."
                } else {
                    "Point at a part to see it in the program, and at the program to see it here. Double borders are loop heads."
                } }
            </p>
            if picture.is_some() {
                { canvas(store, &drawn, Marks::new(graph, store, walk.as_ref())) }
            } else {
                <p class="hint">{ "This graph is too large to be drawn; here it is as a list." }</p>
            }
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
        html! { <span class={classes!("walk-value", changed.then_some("changed"))}>{ name }{ " = " }{ minus(&cell.value) }</span> }
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

/// What is to be seen: where the execution is, or what is chosen, or what the cursor in the text stands for; else the start.
fn aim(store: &Store, graph: &Graph, picture: &Picture, marks: &Marks) -> Option<Window> {
    let all = || 0..graph.nodes.len();
    let chosen = |&i: &usize| {
        let look = store.state.look_at.1;
        look.is_some() && graph.nodes[i].lines.iter().any(|line| line.span == look)
    };
    let lit = |&i: &usize| store.state.focus.hover.is_none() && marks.lit.node(i);
    let node = all().find(|&i| marks.now.node(i)).or_else(|| all().find(chosen)).or_else(|| all().find(lit));
    let node = node.unwrap_or(0);
    let (&(x, y), &(w, h)) = (picture.drawing.corners.get(node)?, picture.sizes.get(node)?);
    Some((x, y, i32::try_from(w).ok()?, i32::try_from(h).ok()?))
}

fn canvas(store: &Store, drawn: &Rc<Option<Drawn>>, marks: Marks) -> Html {
    let Some((graph, Some(picture))) = drawn.as_ref() else { return html! {} };
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
    let aim = aim(store, graph, picture, &marks);
    let strips = fold::strips(&picture.drawing, |node| picture.sizes[node], 0);
    let name = &store.state.document.name;
    let (kept, title) = (drawn.clone(), name.clone());
    let file = Callback::from(move |()| match kept.as_ref() {
        Some((graph, Some(picture))) => picture.file(graph, &title),
        _ => String::new(),
    });
    let (store, kept) = (store.clone(), drawn.clone());
    let name = format!("{}-graph", crate::browser::files::file_name(name));
    let draw = Callback::from(move |_: (Window, bool)| {
        let Some((graph, Some(picture))) = kept.as_ref() else { return html! {} };
        html! {
            <>
                { for graph.edges.iter().enumerate().map(|(i, e)| edge(&store, e, i, picture, &marks)) }
                { for (0..graph.nodes.len()).map(|i| node(&store, graph, i, picture, &marks)) }
            </>
        }
    });
    html! {
        <Canvas id="graph" frame={picture.window()} {strips} {draw} {aim} {file} {name} {on_key}
            label="The graph; arrow keys up and down go through its nodes, and below it is a list" />
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
            <path d={path} class="stroke" marker-end="url(#graph-arrow)" />
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
            if matches!(this.kind, view::graph::control::NodeKind::Head(_)) {
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
