//! VINTA's picture: the abstract reachability graph, its nodes by cutpoint and unrolling with their labels, what is covered and
//! what is refuted; above it the phase and the weak topological order, and below what is chosen, and the graph as a list.

mod chosen;

mod layouts;

use crate::components::{Button, Canvas, Store, marks};
use crate::panes::empty;
use crate::state::{Action, Run};
use std::rc::Rc;
use trace::{NodeId, Phase, WtoPart};
use view::graph::arg::Arg;
use view::graph::arg::excerpt::Excerpt;
use view::graph::arg::find::{Direction, neighbour, news, outline, phase_name};
use view::graph::arg::layout::{Layout, NODE};
use view::graph::arg::picture::{Scene, Window};
use view::graph::control::Graphs;
use view::graph::svg::Group;
use yew::prelude::*;

/// What the parts of the pane have in common.
#[derive(Clone)]
struct View {
    store: Store,
    arg: Rc<Arg>,
    layout: Rc<Layout>,
    /// For each cutpoint its place in the text.
    places: Rc<Vec<Option<(u32, u32)>>>,
    /// The node that the keys have come to.
    cursor: UseStateHandle<Option<NodeId>>,
    /// What is searched for, and what was found.
    wanted: UseStateHandle<String>,
    hits: Rc<Vec<NodeId>>,
}

/// The node that is kept in sight, and what there was when it became that.
#[derive(Default)]
struct Aimed {
    step: Option<usize>,
    cursor: Option<NodeId>,
    chosen: Option<NodeId>,
    node: Option<NodeId>,
}

/// See the module.
#[component]
pub fn ArgPane(store: &Store) -> Html {
    let cursor = use_state_eq(|| None::<NodeId>);
    let wanted = use_state_eq(String::new);
    let aimed = use_mut_ref(Aimed::default);
    let is_listed = use_state(|| false);
    let run = store.state.run.as_ref();
    let setup = run.map(|run| run.setup.clone());
    let step = run.map_or(0, Run::known);
    let at = (
        setup.as_ref().map(Rc::as_ptr),
        step.min(run.map_or(0, |run| run.history.len())),
        run.map(|run| run.is_veiled),
    );
    let arg = use_memo(at, |_| run.and_then(Run::arg).map(Rc::new));
    let places =
        use_memo((setup, arg.as_ref().as_ref().map(|arg| arg.cutpoints.clone())), |(setup, cutpoints)| {
            let graphs = setup.as_ref().and_then(|setup| Graphs::of(&setup.source, setup.dialect()));
            let place = |line: Option<u32>| graphs.as_ref()?.head_on(line?);
            Rc::new(cutpoints.iter().flatten().map(|cutpoint| place(cutpoint.line)).collect::<Vec<_>>())
        });
    let (Some(run), Some(arg)) = (run, arg.as_ref()) else {
        return empty("The reachability graph begins with the first step.");
    };
    let layout = layouts::layout(run);
    let hits = Rc::new(scene(run, arg, &layout, |scene| scene.search(&wanted)));
    let view = View {
        store: Store { state: store.state.clone(), dispatch: store.dispatch.clone() },
        arg: arg.clone(),
        layout,
        places: (*places).clone(),
        cursor,
        wanted,
        hits,
    };
    let aim = view.aim(run, &mut aimed.borrow_mut());
    let told = run.history.event(run.known()).map(|event| news(event, arg).join(" · ")).unwrap_or_default();
    let list = is_listed.clone();
    html! {
        <div class="arg">
            { view.head() }
            { view.canvas(run, aim) }
            <p class="arg-news" id="arg-news" aria-live="polite"><strong>{ "This step" }</strong>{ " " }
                { if told.is_empty() { "changes nothing in the graph".to_owned() } else { told } }
            </p>
            <p class="hidden" aria-live="polite">{ view.cursor.map(|node| scene(run, arg, &view.layout, |scene| scene.words(node))) }</p>
            { chosen::view(&view, run) }
            { legend() }
            <Button id="arg-list" title="Show the nodes as a list, nested where the graph branches" pressed={*is_listed}
                onclick={Callback::from(move |_: MouseEvent| list.set(!*list))}>{ "The graph as a list" }</Button>
            if *is_listed { { view.list(run) } }
        </div>
    }
}

/// Does something with the scene at the step on show.
fn scene<T>(run: &Run, arg: &Arg, layout: &Layout, use_it: impl FnOnce(Scene<'_>) -> T) -> T {
    let formula = |id| run.history.formula(id).map(|formula| &**formula);
    use_it(Scene { arg, layout, step: run.known(), formula: &formula })
}

fn legend() -> Html {
    let signs = [
        ("▶", "where the algorithm is"),
        ("▸", "changed in this step"),
        ("dashed box", "unexplored: no label yet. In a finished graph, what only covered nodes lead to"),
        ("round green box", "covered"),
        ("− +, thick violet box", "label before and after refinement"),
        ("⊥", "cannot be passed: the abstract post is empty"),
        ("✗", "cannot be passed: the solver says so"),
        ("dashed arc", "from a covered node to one that covers it"),
        ("ve, e, double box", "the error"),
        ("red boxes, thick line", "a failing execution"),
    ];
    html! {
        <ul class="arg-legend" aria-label="Signs">
            { for signs.iter().map(|(sign, meaning)| html! { <li><b>{ *sign }</b>{ " " }{ *meaning }</li> }) }
        </ul>
    }
}

/// Whether a part of the order is or has this cutpoint.
fn has(part: &WtoPart, cutpoint: Option<u32>) -> bool {
    match part {
        WtoPart::Point(i) => Some(*i) == cutpoint,
        WtoPart::Component(inner) => inner.iter().any(|part| has(part, cutpoint)),
    }
}

impl View {
    fn place(&self, node: NodeId) -> Option<(u32, u32)> {
        let cutpoint = self.arg.nodes.get(node as usize)?.cutpoint;
        *self.places.get(cutpoint as usize)?
    }

    /// Chooses a node and shows its place in the program.
    fn choose<E: 'static>(&self, node: NodeId) -> Callback<E> {
        self.store.on(Action::ChooseNode(Some(node), self.place(node)))
    }

    /// Lights up the place of a cutpoint while it is pointed at.
    fn point(&self, cutpoint: Option<u32>) -> Callback<MouseEvent> {
        let place = cutpoint.and_then(|cutpoint| *self.places.get(cutpoint as usize)?);
        self.store.on(Action::Point(Rc::new(place.into_iter().collect())))
    }

    /// The cutpoint that is pointed at in the text.
    fn lit(&self) -> Option<u32> {
        let focus = self.store.state.focus;
        let (from, to) = focus.hover.or(focus.cursor)?;
        let holds = |place: &Option<(u32, u32)>| place.is_some_and(|place| place.0 <= from && to <= place.1);
        u32::try_from(self.places.iter().position(holds)?).ok()
    }

    /// What to keep in sight: what changed last of the place, the cursor and the chosen node.
    fn aim(&self, run: &Run, aimed: &mut Aimed) -> Option<Window> {
        let (cursor, chosen) = (*self.cursor, run.node);
        if cursor.is_some() && cursor != aimed.cursor {
            aimed.node = cursor;
        } else if chosen.is_some() && chosen != aimed.chosen {
            aimed.node = chosen;
        } else if aimed.step != Some(run.known()) {
            aimed.node = self.arg.place.or(chosen);
        }
        *aimed = Aimed { step: Some(run.known()), cursor, chosen, node: aimed.node };
        let (x, y) = self.layout.corner(self.layout.pieces.piece(aimed.node?)?);
        Some((x, y, NODE.0 as i32, NODE.1 as i32))
    }

    fn head(&self) -> Html {
        let arg = &self.arg;
        let phase = |phase: Phase, title: &'static str| {
            let here = arg.asked_in.0.or(arg.phase) == Some(phase);
            html! { <li class={classes!(here.then_some("here"))} {title} aria-current={here.then_some("step")}>{ phase_name(phase) }</li> }
        };
        if arg.is_tree() {
            return html! {
                <div class="arg-head">
                    <ol class="phases" aria-label="Phase">
                        { phase(Phase::Expansion, "The program is unwound further: nodes whose labels say nothing yet") }
                        { phase(Phase::Refinement, "A path to the error is examined: it is real, or the labels on it are strengthened until it is refuted") }
                        { phase(Phase::Covering, "Is the label of a node within that of an earlier one? Then nothing below it need be unwound") }
                    </ol>
                </div>
            };
        }
        html! {
            <div class="arg-head">
                <ol class="phases" aria-label="Phase">
                    { phase(Phase::Interpretation, "Abstract interpretation labels nodes, and makes new ones") }
                    { phase(Phase::Refinement, "An alarm is examined: it is real, or the labels are strengthened until it is gone") }
                    { phase(Phase::Inductiveness, "Do the strengthened labels still cover what they covered? If not, interpretation goes on") }
                </ol>
                <span title="How often the graph has been gone through from the entry">{ format!("round {}", arg.asked_in.1.max(1)) }</span>
                <span title="The order in which cutpoints are visited: 1 is the entry, e the error. What is in parentheses is a loop, gone round until its nodes are covered. In brackets: where the algorithm is. (A weak topological order.)">
                    { "order " }<code class="wto">{ self.order(&arg.wto) }</code>
                </span>
            </div>
        }
    }

    /// The order in nested parentheses; of a long row only what is near the present place, the beginning and the end.
    fn order(&self, parts: &[WtoPart]) -> Html {
        const NEAR: usize = 5;
        let here = self.arg.place_in_order();
        let at = parts.iter().position(|part| has(part, here)).unwrap_or(0);
        let is_shown =
            |i: usize| i == 0 || i + 1 == parts.len() || i.abs_diff(at) <= NEAR || parts.len() < 3 * NEAR;
        let name = |i: u32| self.arg.cutpoints.get(i as usize).map_or("?", |c| c.name.as_str()).to_owned();
        let part = |(at, part): (usize, &WtoPart)| {
            let space = if at > 0 { " " } else { "" };
            if !is_shown(at) {
                return html! { if is_shown(at - 1) { { " …" } } };
            }
            match part {
                WtoPart::Point(i) => {
                    let is_here = here == Some(*i);
                    let class = classes!(
                        "wto-point",
                        is_here.then_some("here"),
                        (self.lit() == Some(*i)).then_some("lit")
                    );
                    let name = if is_here { format!("[{}]", name(*i)) } else { name(*i) };
                    html! { <>{ space }<span {class} onmouseenter={self.point(Some(*i))} onmouseleave={self.point(None)}>{ name }</span></> }
                }
                WtoPart::Component(inner) => html! { <>{ space }{ "(" }{ self.order(inner) }{ ")" }</> },
            }
        };
        html! { <>{ for parts.iter().enumerate().map(part) }</> }
    }

    fn canvas(&self, run: &Run, aim: Option<Window>) -> Html {
        let name = crate::browser::files::file_name(&self.store.state.document.name);
        let (arg, layout, history, step) =
            (self.arg.clone(), self.layout.clone(), run.history.clone(), run.known());
        let title = format!("{}, {}, step {step}", self.store.state.document.name, run.setup.engine);
        let file = Callback::from(move |()| {
            let formula = |id| history.formula(id).map(|formula| &**formula);
            Scene { arg: &arg, layout: &layout, step, formula: &formula }.file(&title)
        });
        let (this, owned) = (self.clone(), run.clone());
        let draw = Callback::from(move |(window, is_far)| this.draw(&owned, window, is_far));
        html! {
            <Canvas id="arg" frame={self.layout.frame()} strips={self.layout.strips.clone()} {draw} {aim} {file} name={format!("{name}-arg-{}", run.known())} on_key={self.on_key(run)}
                label="The reachability graph. Arrow keys follow its edges, Enter chooses a node; it is also there as a list below">
                { self.controls(run) }
            </Canvas>
        }
    }

    fn controls(&self, run: &Run) -> Html {
        let excerpt = &run.excerpt;
        let (has_path, has_chains) = (layouts::has_path(run), layouts::has_chains(run));
        let collapse = Excerpt { is_collapsed: !excerpt.is_collapsed, opened: Vec::new(), ..excerpt.clone() };
        let only = Excerpt { is_path: !excerpt.is_path, ..excerpt.clone() };
        let input = {
            let wanted = self.wanted.clone();
            Callback::from(move |event: InputEvent| {
                wanted.set(event.target_unchecked_into::<web_sys::HtmlInputElement>().value());
            })
        };
        let at = run.node.and_then(|node| self.hits.iter().position(|&hit| hit == node));
        let count = self.hits.len();
        let goal = |is_back: bool| match (at, is_back) {
            _ if count == 0 => None,
            (None, false) => Some(self.hits[0]),
            (None, true) => Some(self.hits[count - 1]),
            (Some(at), false) => Some(self.hits[(at + 1) % count]),
            (Some(at), true) => Some(self.hits[(at + count - 1) % count]),
        };
        let (next, previous) = (goal(false), goal(true));
        let go = |goal: Option<NodeId>| goal.map_or_else(Callback::noop, |node| self.seek(run, node));
        let on_enter = {
            let (next, previous) = (go(next), go(previous));
            Callback::from(move |event: KeyboardEvent| {
                if event.key() == "Enter" {
                    if event.shift_key() { previous.emit(()) } else { next.emit(()) }
                }
            })
        };
        let found = match (self.wanted.is_empty(), at) {
            (true, _) => String::new(),
            (false, Some(at)) => format!("{} of {count}", at + 1),
            (false, None) => format!("{count} found"),
        };
        html! {
            <>
                <span class="switch">
                    <Button id="arg-collapse" pressed={excerpt.is_collapsed} disabled={!has_chains && !excerpt.is_collapsed}
                        title={if has_chains { "Draw the nodes inside linear chains as one box" } else { "There are no linear chains: no two nodes in a row with one way in and one way on" }}
                        onclick={self.store.on(Action::ShowExcerpt(collapse))}>{ "Collapse chains" }</Button>
                    <Button id="arg-path" pressed={excerpt.is_path} disabled={!has_path && !excerpt.is_path}
                        title={if has_path { "Draw only the nodes that the failing execution passes" } else { "No failing execution has been found" }}
                        onclick={self.store.on(Action::ShowExcerpt(only))}>{ "Error path" }</Button>
                </span>
                <span class="arg-search">
                    <input type="search" id="arg-search" placeholder="find v2a, line 3" size="16" title="Find nodes by name, by line, or by what is in the label, as x >= 0" value={(*self.wanted).clone()}
                        aria-label="Find nodes by name, cutpoint or label" oninput={input} onkeydown={on_enter} />
                    <Button id="arg-previous" title="The node found before (Shift and Enter)" label="Previous" disabled={count == 0}
                        onclick={go(previous).reform(|_: MouseEvent| ())}>{ "▲" }</Button>
                    <Button id="arg-next" title="The next node found (Enter)" label="Next" disabled={count == 0}
                        onclick={go(next).reform(|_: MouseEvent| ())}>{ "▼" }</Button>
                    <span id="arg-found" role="status">{ found }</span>
                </span>
            </>
        }
    }

    /// Chooses a node, wherever it is: a chain that it is inside is opened.
    fn seek(&self, run: &Run, node: NodeId) -> Callback<()> {
        let mut excerpt = run.excerpt.clone();
        let piece = self.layout.pieces.piece(node);
        if piece.is_none() {
            excerpt.is_path = false;
        } else if piece.is_some_and(|piece| self.layout.pieces.pieces[piece].len() > 1) {
            excerpt.opened.push(node);
        }
        let (dispatch, place) = (self.store.dispatch.clone(), self.place(node));
        let excerpt = (excerpt != run.excerpt).then_some(excerpt);
        Callback::from(move |()| {
            if let Some(excerpt) = excerpt.clone() {
                dispatch.emit(Action::ShowExcerpt(excerpt));
            }
            dispatch.emit(Action::ChooseNode(Some(node), place));
        })
    }

    fn on_key(&self, run: &Run) -> Callback<KeyboardEvent> {
        let this = self.clone();
        let run = run.clone();
        Callback::from(move |event: KeyboardEvent| {
            let direction = match event.key().as_str() {
                "ArrowDown" => Direction::Down,
                "ArrowUp" => Direction::Up,
                "ArrowLeft" => Direction::Left,
                "ArrowRight" => Direction::Right,
                "Enter" => {
                    if let Some(node) = *this.cursor {
                        event.prevent_default();
                        this.seek(&run, node).emit(());
                    }
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            let from = this.cursor.or(run.node).or(this.arg.place);
            let piece = from.and_then(|node| this.layout.pieces.piece(node));
            let to = match (piece, *this.cursor) {
                // The first key only shows where one is.
                (Some(piece), None) => Some(piece),
                (Some(piece), Some(_)) => neighbour(&this.arg, &this.layout, piece, direction),
                (None, _) => Some(0),
            };
            if let Some(nodes) = to.and_then(|to| this.layout.pieces.pieces.get(to)) {
                this.cursor.set(Some(nodes[0]));
            }
        })
    }

    fn draw(&self, run: &Run, window: Window, is_far: bool) -> Html {
        let (edges, nodes, arcs) = scene(run, &self.arg, &self.layout, |scene| {
            (scene.edges(Some(window)), scene.nodes(Some(window), is_far), scene.covering(Some(window)))
        });
        let plain = |group: Group| html! { <g class={group.class.clone()}>{ marks(&group, "arg") }</g> };
        let lit = self.lit();
        html! {
            <>
                { for edges.into_iter().map(plain) }
                { for nodes.into_iter().map(|(piece, group)| self.node(run, piece, &group, lit)) }
                { for arcs.into_iter().map(plain) }
            </>
        }
    }

    fn node(&self, run: &Run, piece: usize, group: &Group, lit: Option<u32>) -> Html {
        let nodes = &self.layout.pieces.pieces[piece];
        let first = nodes[0];
        let cutpoint = self.arg.nodes.get(first as usize).map(|node| node.cutpoint);
        let has = |node: Option<NodeId>| node.is_some_and(|node| nodes.contains(&node));
        let class = classes!(
            group.class.clone(),
            (cutpoint.is_some() && cutpoint == lit).then_some("lit"),
            has(run.node).then_some("selected"),
            has(*self.cursor).then_some("cursor"),
            nodes.iter().any(|node| self.hits.contains(node)).then_some("hit"),
        );
        let (x, y) = group.at;
        let click = if nodes.len() > 1 {
            self.seek(run, first).reform(|_: MouseEvent| ())
        } else {
            self.choose(first)
        };
        html! {
            <g {class} key={first} transform={format!("translate({x} {y})")} onclick={click}
                onmouseenter={self.point(cutpoint)} onmouseleave={self.point(None)}>
                { marks(group, "arg") }
            </g>
        }
    }

    /// The graph as a list: a tree for those who do not see it.
    fn list(&self, run: &Run) -> Html {
        let entries = outline(&self.arg);
        let nodes: Vec<NodeId> = entries.iter().map(|entry| entry.node).collect();
        let cursor = self.cursor.clone();
        let (this, owned) = (self.clone(), run.clone());
        let on_key = Callback::from(move |event: KeyboardEvent| {
            let at = cursor.and_then(|node| nodes.iter().position(|&n| n == node));
            let to = match (event.key().as_str(), at) {
                ("ArrowDown", None) => 0,
                ("ArrowDown", Some(at)) => (at + 1).min(nodes.len().saturating_sub(1)),
                ("ArrowUp", at) => at.unwrap_or(0).saturating_sub(1),
                ("Enter", Some(at)) => {
                    event.prevent_default();
                    this.seek(&owned, nodes[at]).emit(());
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            event.stop_propagation();
            cursor.set(nodes.get(to).copied());
        });
        let active = self.cursor.map(|node| format!("arg-entry-{node}"));
        let entry = |scene: &Scene<'_>, node: NodeId, level: usize| {
            let is_here = self.arg.place == Some(node);
            let chosen = run.node == Some(node);
            let class = classes!(is_here.then_some("here"), (*self.cursor == Some(node)).then_some("cursor"));
            let targets: Vec<String> = self
                .arg
                .edges_from(node)
                .map(|edge| {
                    let refuted = if edge.infeasible.is_some() { " (cannot be passed)" } else { "" };
                    format!("{}{refuted}", self.arg.name(edge.to))
                })
                .collect();
            let targets =
                if targets.is_empty() { String::new() } else { format!("; leads to {}", targets.join(", ")) };
            html! {
                <li role="treeitem" id={format!("arg-entry-{node}")} {class} aria-level={level.to_string()} aria-selected={chosen.to_string()}
                    style={format!("margin-left: {}rem", level.min(12) - 1)} onclick={self.choose(node)}>{ scene.words(node) }{ targets }</li>
            }
        };
        let items: Html = scene(run, &self.arg, &self.layout, |scene| {
            html! { <>{ for entries.iter().map(|e| entry(&scene, e.node, e.level)) }</> }
        });
        html! {
            <ul class="arg-list" role="tree" tabindex="0" aria-label="The nodes of the reachability graph" onkeydown={on_key}
                aria-activedescendant={active}>{ items }</ul>
        }
    }
}
