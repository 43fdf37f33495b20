//! Drawings of small graphs as text, and what holds of all.

mod fold;

use super::excerpt::{Excerpt, Pieces};
use super::find::{Direction, neighbour, news, outline};
use super::layout::{Layout, NODE};
use super::picture::Scene;
use super::*;
use crate::fixture::formula;
use crate::graph::svg::Mark;
use crate::seen::Seen;
use expect_test::{Expect, expect};
use proptest::prelude::*;
use trace::{Change, Counters, Event, Formula};

fn cutpoint(name: &str, line: Option<u32>) -> Cutpoint {
    Cutpoint { name: name.into(), line }
}

/// A graph of these edges: node 0 is the entry, the last one the error, all others are unrollings of a loop head.
fn graph(count: u32, edges: &[(NodeId, NodeId)]) -> Arg {
    let mut arg = Arg::default();
    let cutpoints = vec![cutpoint("1", Some(1)), cutpoint("2", Some(3)), cutpoint("e", None)];
    let wto = vec![WtoPart::Point(0), WtoPart::Component(vec![WtoPart::Point(1)]), WtoPart::Point(2)];
    arg.apply(1, &ArgChange::Begun { cutpoints, wto });
    for node in 0..count {
        let cutpoint = if node == 0 { 0 } else { 1 + u32::from(node + 1 == count) };
        arg.apply(1, &ArgChange::Created { node, cutpoint, unrolling: node.saturating_sub(1) });
        arg.apply(1, &ArgChange::Labelled { node, label: node % 4, origin: LabelOrigin::Post });
    }
    edges.iter().for_each(|&(from, to)| arg.apply(1, &ArgChange::Edge { from, to }));
    arg
}

fn formulas() -> Vec<Formula> {
    ["true", "x >= 0 and y >= 0", "x >= 1 and y >= 0", "x = 1 or x = 2 or x = 3 or x = 4 or x = 5 or x = 6"]
        .map(formula)
        .into()
}

fn with_scene<T>(arg: &Arg, layout: &Layout, run: impl FnOnce(Scene<'_>) -> T) -> T {
    let formulas = formulas();
    run(Scene { arg, layout, step: 1, formula: &|id| formulas.get(id as usize) })
}

/// The pieces as they lie row by row, what is written in each, and every edge and covering arc with its style and sign.
fn check(arg: &Arg, layout: &Layout, expected: Expect) {
    let text = with_scene(arg, layout, |scene| {
        let texts = |marks: &[Mark]| {
            let text = |mark: &Mark| match mark {
                Mark::Text(.., text) => Some(text.clone()),
                _ => None,
            };
            marks.iter().filter_map(text).collect::<Vec<_>>().join(" | ")
        };
        let name = |piece: usize| arg.name(layout.pieces.pieces[piece][0]);
        let mut out = seen(layout).sketch(name);
        for (_, group) in scene.nodes(None, false) {
            let _ = writeln!(out, "{}: {}", group.class, texts(&group.marks));
        }
        let edges = (scene.edges(None).into_iter()).chain(scene.covering(None));
        for group in edges {
            let path = group.marks.iter().find_map(|mark| match mark {
                Mark::Line(path, ..) => Some(path.as_str()),
                _ => None,
            });
            let (from, to) = ends(layout, path.unwrap_or_default());
            let _ = writeln!(out, "{}: {} -> {} {}", group.class, name(from), name(to), texts(&group.marks));
        }
        out
    });
    expected.assert_eq(&text);
}

/// The drawing as a person sees it.
fn seen(layout: &Layout) -> Seen<'_> {
    let drawing = &layout.drawing;
    let lines = layout.edges.iter().zip(&drawing.ways).map(|(&ends, way)| (ends, way.points.as_slice()));
    let (right, bottom) = (drawing.left + drawing.width as i32, drawing.height as i32);
    Seen {
        corners: &drawing.corners,
        sizes: vec![NODE; drawing.corners.len()],
        lines: lines.collect(),
        frame: ((drawing.left, 0), (right, bottom)),
        room: 0,
    }
}

/// The pieces where a line begins and ends.
fn ends(layout: &Layout, path: &str) -> (usize, usize) {
    let numbers: Vec<i32> =
        path.split(|c: char| c != '-' && !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
    let piece = |x: i32, y: i32| {
        let at = |piece: &usize| {
            let (left, top) = layout.corner(*piece);
            (left..=left + NODE.0 as i32).contains(&x) && (top..=top + NODE.1 as i32).contains(&y)
        };
        (0..layout.pieces.pieces.len()).find(at).unwrap_or_else(|| panic!("no piece at {x}, {y}: {path}"))
    };
    (piece(numbers[0], numbers[1]), piece(numbers[numbers.len() - 2], numbers[numbers.len() - 1]))
}

/// One loop, unrolled three times, the last time covered by the second.
fn small() -> Arg {
    let mut arg = graph(5, &[(0, 1), (1, 2), (2, 3), (1, 4), (2, 4)]);
    arg.apply(1, &ArgChange::Infeasible { from: 1, to: 4, by: Infeasibility::Post });
    arg.apply(1, &ArgChange::Infeasible { from: 2, to: 4, by: Infeasibility::Solver });
    arg.apply(1, &ArgChange::Covered { node: 3, by: vec![1] });
    arg.apply(1, &ArgChange::NotCovered { node: 1 });
    arg.apply(1, &ArgChange::Visited { node: 2 });
    arg.apply(1, &ArgChange::Labelled { node: 2, label: 1, origin: LabelOrigin::Refined { interpolant: 1 } });
    arg
}

#[test]
fn a_small_graph() {
    let arg = small();
    check(
        &arg,
        &Layout::new(&arg, &Excerpt::default(), None),
        expect![[r#"
            v1
            v2a
            v2b
            v2c
            ve
            v2a -> ve down
            v2b -> ve down
            node: v1 | ▸ changed | ⊤
            node: v2a | ▸ not covered | x ≥ 0 ∧ y ≥ 0
            node refined now: ▶ v2b | ▸ changed | − | x ≥ 1 ∧ y ≥ 0 | + | x ≥ 0 ∧ y ≥ 0
            node covered: v2c | ▸ covered | x = 1 ∨ x = 2 | ∨ x = 3 ∨ x = 4…
            node node-error: ve | ▸ changed | ⊤
            edge: v1 -> v2a 
            edge: v2a -> v2b 
            edge refuted: v2a -> ve ⊥
            edge: v2b -> v2c 
            edge refuted: v2b -> ve ✗
            covering: v2c -> v2a 
        "#]],
    );
}

#[test]
fn a_chain_is_one_box_and_its_ends_stay() {
    let mut arg = graph(9, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (3, 8)]);
    arg.apply(1, &ArgChange::Infeasible { from: 3, to: 8, by: Infeasibility::Solver });
    arg.apply(1, &ArgChange::Covered { node: 7, by: vec![5] });
    let part = Excerpt { is_collapsed: true, ..Excerpt::default() };
    assert_eq!(
        Pieces::of(&arg, &part).pieces,
        [vec![0], vec![1, 2, 3, 4], vec![5], vec![6], vec![7], vec![8]]
    );
    check(
        &arg,
        &Layout::new(&arg, &part, None),
        expect![[r#"
            v1
            v2a
            v2e
            v2f
            v2g
            ve
            v2a -> ve down
            node: v1 | ▸ changed | ⊤
            node chain: v2a … v2d | chain of 4
            node: v2e | ▸ changed | x ≥ 0 ∧ y ≥ 0
            node: v2f | ▸ changed | x ≥ 1 ∧ y ≥ 0
            node covered now: ▶ v2g | ▸ covered | x = 1 ∨ x = 2 | ∨ x = 3 ∨ x = 4…
            node node-error: ve | ▸ changed | ⊤
            edge: v1 -> v2a 
            edge: v2a -> v2e 
            edge refuted: v2a -> ve ✗
            edge: v2e -> v2f 
            edge: v2f -> v2g 
            covering: v2g -> v2e 
        "#]],
    );
    let part = Excerpt { opened: vec![3], ..part };
    assert_eq!(Pieces::of(&arg, &part).pieces.len(), 9, "it is opened");
}

#[test]
fn only_the_failing_execution() {
    let mut arg = graph(6, &[(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (3, 5), (1, 5)]);
    arg.apply(1, &ArgChange::Path { nodes: vec![0, 1, 2, 3, 5] });
    let part = Excerpt { is_path: true, ..Excerpt::default() };
    let layout = Layout::new(&arg, &part, None);
    assert_eq!(layout.pieces.pieces, [[0], [1], [2], [3], [5]]);
    assert_eq!(layout.edges, [(0, 1), (1, 2), (2, 3), (3, 4)], "and none beside it");
    with_scene(&arg, &layout, |scene| {
        assert!(scene.edges(None).iter().all(|edge| edge.class == "edge walked"));
        assert_eq!(scene.edges(None).len(), 4);
    });
}

#[test]
fn many_edges_to_the_error_are_stubs() {
    let edges: Vec<_> = (1..12).flat_map(|n| [(n - 1, n), (n, 12)]).collect();
    let arg = graph(13, &edges);
    let layout = Layout::new(&arg, &Excerpt::default(), None);
    assert!(layout.has_stubs && layout.edges.len() == 11);
    with_scene(&arg, &layout, |scene| assert_eq!(scene.edges(None).len(), 22));
}

#[test]
fn an_edge_that_was_redirected_goes_around() {
    let mut last = small();
    let before = last.clone();
    last.apply(2, &ArgChange::Redirected { from: 2, old: 3, to: 1 });
    let layout = Layout::new(&last, &Excerpt::default(), None);
    assert!(layout.way(2, 3).is_none());
    with_scene(&before, &layout, |scene| assert_eq!(scene.edges(None).len(), 5));
}

#[test]
fn search_finds_names_cutpoints_and_labels() {
    let arg = small();
    let layout = Layout::new(&arg, &Excerpt::default(), None);
    let find = |text: &str| with_scene(&arg, &layout, |scene| scene.search(text));
    assert_eq!(find("v2"), [1, 2, 3]);
    assert_eq!(find("V2B"), [2]);
    assert_eq!(find("ve"), [4]);
    assert_eq!(find("line 3"), [1, 2, 3]);
    assert_eq!(find("y >= 0"), [1, 2], "as it is typed");
    assert_eq!(find("x = 6"), [3], "in the part that is not shown");
    assert_eq!(find("not covered"), [1]);
    assert_eq!(find(""), [0; 0]);
    assert_eq!(find("z"), [0; 0]);
}

#[test]
fn arrow_keys_go_along_edges() {
    let arg = graph(6, &[(0, 1), (0, 2), (1, 3), (2, 4), (4, 1)]);
    let layout = Layout::new(&arg, &Excerpt::default(), None);
    let go = |from, direction| neighbour(&arg, &layout, from, direction);
    assert_eq!(go(1, Direction::Up), Some(0));
    assert_eq!(go(2, Direction::Down), Some(4));
    assert_eq!(go(3, Direction::Down), None);
    let sides: Vec<_> = (0..5).filter_map(|n| go(n, Direction::Right).map(|to| (n, to))).collect();
    assert!(sides.iter().all(|&(from, to)| layout.corner(from).0 < layout.corner(to).0));
    for (from, to) in sides {
        assert_eq!(go(to, Direction::Left), Some(from));
    }
}

#[test]
fn the_list_is_nested_at_branches() {
    let arg = graph(7, &[(0, 1), (1, 2), (2, 3), (2, 4), (4, 5), (5, 1), (3, 6)]);
    let list: Vec<_> = outline(&arg).into_iter().map(|entry| (entry.node, entry.level)).collect();
    assert_eq!(list, [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 2), (6, 1)]);
}

#[test]
fn a_step_is_told() {
    let mut arg = graph(4, &[(0, 1)]);
    let created = |node| ArgChange::Created { node, cutpoint: 1, unrolling: node };
    let mut changes = vec![
        ArgChange::Phase(Phase::Refinement),
        ArgChange::Covered { node: 2, by: vec![1] },
        ArgChange::Infeasible { from: 0, to: 1, by: Infeasibility::Post },
    ];
    changes.extend((4..11).map(created));
    changes.iter().for_each(|change| arg.apply(3, change));
    let event = Event {
        index: 2,
        line: 0,
        purpose: String::new(),
        outcome: String::new(),
        formulas: Vec::new(),
        query: None,
        watch: Vec::new(),
        counters: Counters::default(),
        costs: vec![],
        changes: changes.into_iter().map(Change::Arg).collect(),
    };
    assert_eq!(
        news(&event, &arg),
        ["phase: refine", "covered: v2b", "empty post: v1 → v2a", "new: v2e, v2f, v2g, v2h and 3 more"]
    );
}

/// Graphs that grow as VINTA's do: each node has an edge from an earlier one, and there are others; some edges are refuted, some
/// nodes covered.
fn graphs() -> impl Strategy<Value = (Arg, Vec<(NodeId, NodeId)>)> {
    (3..24_u32).prop_flat_map(|count| {
        let first = prop::collection::vec(any::<prop::sample::Index>(), count as usize - 1);
        let more = prop::collection::vec((0..count, 0..count), 0..10);
        let refuted = prop::collection::vec(any::<bool>(), count as usize + 9);
        let covered = prop::collection::vec((1..count, 1..count), 0..4);
        (first, more, refuted, covered).prop_map(move |(first, more, refuted, covered)| {
            let mut edges: Vec<(NodeId, NodeId)> = Vec::new();
            for (node, from) in (1..).zip(first) {
                edges.push((u32::try_from(from.index(node as usize)).unwrap(), node));
            }
            edges.extend(more.into_iter().filter(|&(from, to)| from + 1 < count && to > 0));
            edges.sort_by_key(|&(from, to)| from.max(to));
            edges.dedup();
            let mut arg = graph(count, &edges);
            for (&(from, to), _) in edges.iter().zip(&refuted).filter(|(_, is_refuted)| **is_refuted) {
                arg.apply(1, &ArgChange::Infeasible { from, to, by: Infeasibility::Solver });
            }
            for &(node, by) in covered.iter().filter(|(node, by)| node != by) {
                arg.apply(1, &ArgChange::Covered { node, by: vec![by] });
            }
            (arg, edges)
        })
    })
}

/// The boxes of a layout overlap nowhere.
fn is_clear(layout: &Layout) -> bool {
    let (width, height) = (NODE.0 as i32, NODE.1 as i32);
    let corners = &layout.drawing.corners;
    corners.iter().enumerate().all(|(i, a)| {
        corners[i + 1..].iter().all(|b| (a.0 - b.0).abs() >= width || (a.1 - b.1).abs() >= height)
    })
}

/// Whether a line keeps out of all nodes: its corners are joined by upright and level lines.
fn keeps_out(layout: &Layout, points: &[(i32, i32)]) -> bool {
    let (width, height) = (NODE.0 as i32, NODE.1 as i32);
    points.windows(2).all(|pair| {
        let (left, right) = (pair[0].0.min(pair[1].0), pair[0].0.max(pair[1].0));
        let (top, bottom) = (pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1));
        let is_out =
            |&(x, y): &(i32, i32)| right <= x || x + width <= left || bottom <= y || y + height <= top;
        (left == right || top == bottom) && layout.drawing.corners.iter().all(is_out)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn nodes_keep_apart_and_arcs_keep_out((arg, _) in graphs()) {
        for is_collapsed in [false, true] {
            let layout = Layout::new(&arg, &Excerpt { is_collapsed, ..Excerpt::default() }, None);
            prop_assert!(is_clear(&layout));
            for (node, by) in arg.covering() {
                let (from, to) = (layout.pieces.piece(node).unwrap(), layout.pieces.piece(by).unwrap());
                prop_assert!(keeps_out(&layout, &layout.around(from, to)));
            }
        }
    }

    #[test]
    fn chains_are_linear_and_keep_their_ends((arg, _) in graphs()) {
        let pieces = Pieces::of(&arg, &Excerpt { is_collapsed: true, ..Excerpt::default() });
        let mut all: Vec<NodeId> = pieces.pieces.iter().flatten().copied().collect();
        all.sort_unstable();
        prop_assert!(all.iter().copied().eq(arg.ids()), "every node is in one piece");
        let inside = |node: NodeId| pieces.pieces[pieces.piece(node).unwrap()].len() > 1;
        for (node, by) in arg.covering() {
            prop_assert!(!inside(node) && !inside(by));
        }
        prop_assert!(!inside(0) && !inside(arg.error().unwrap()));
        for chain in pieces.pieces.iter().filter(|nodes| nodes.len() > 1) {
            for &node in chain {
                let open = |e: &&Edge| e.infeasible.is_none();
                prop_assert_eq!(arg.edges.iter().filter(open).filter(|e| e.from == node).count(), 1);
                prop_assert_eq!(arg.edges.iter().filter(open).filter(|e| e.to == node).count(), 1);
            }
            for pair in chain.windows(2) {
                prop_assert!(arg.edges_from(pair[0]).any(|e| e.to == pair[1] && e.infeasible.is_none()));
            }
        }
    }

    #[test]
    fn what_is_drawn_stays_while_the_run_goes_on((arg, edges) in graphs()) {
        let mut before: Option<Layout> = None;
        for count in 1..=arg.nodes.len() {
            let mut part = Arg { nodes: arg.nodes[..count].to_vec(), cutpoints: arg.cutpoints.clone(), ..Arg::default() };
            let inside = edges.iter().filter(|(from, to)| (from.max(to).to_owned() as usize) < count);
            inside.for_each(|&(from, to)| part.apply(1, &ArgChange::Edge { from, to }));
            let layout = Layout::new(&part, &Excerpt::default(), before.as_ref());
            prop_assert!(is_clear(&layout));
            if let Some(before) = &before {
                let kept = before.drawing.corners.len();
                prop_assert_eq!(&layout.drawing.corners[..kept], &before.drawing.corners[..]);
            }
            before = Some(layout);
        }
    }

    #[test]
    fn the_list_has_every_node_once((arg, _) in graphs()) {
        let mut nodes: Vec<NodeId> = outline(&arg).into_iter().map(|entry| entry.node).collect();
        nodes.sort_unstable();
        prop_assert!(nodes.into_iter().eq(arg.ids()));
    }
}

/// Loops one after another, each unrolled three times, as the largest graphs are.
fn large(loops: u32) -> Arg {
    let count = 3 * loops + 2;
    let mut edges = vec![(0, 1)];
    for first in (1..count - 3).step_by(3) {
        edges.extend([(first, first + 1), (first + 1, first + 2)]);
        edges.extend([first, first + 1].map(|node| (node, (first + 3).min(count - 1))));
        edges.push((first, count - 1));
    }
    edges.dedup();
    let mut arg = graph(count, &edges);
    for first in (1..count - 3).step_by(3) {
        arg.apply(1, &ArgChange::Covered { node: first + 2, by: vec![first + 1] });
    }
    arg
}

#[test]
fn a_thousand_nodes() {
    let arg = large(333);
    let layout = Layout::new(&arg, &Excerpt::default(), None);
    assert!(arg.nodes.len() > 1000 && layout.has_stubs && is_clear(&layout));
    assert!(layout.drawing.width < 2000, "{} pixels wide, though it is one long row", layout.drawing.width);
    for (node, by) in arg.covering() {
        assert!(keeps_out(&layout, &layout.around(node as usize, by as usize)));
    }
    with_scene(&arg, &layout, |scene| {
        assert_eq!(scene.nodes(None, false).len(), arg.nodes.len());
        let (left, top, width, _) = layout.frame();
        let seen = scene.nodes(Some((left, top, width, 900)), false).len();
        assert!((3..60).contains(&seen), "{seen} nodes are seen in a window");
        let far = scene.nodes(Some((left, top, width, 100_000)), true);
        assert_eq!(far.len(), arg.nodes.len());
        assert!(far.iter().all(|(_, group)| group.marks.len() <= 3), "names only");
        let file = scene.file("A thousand nodes");
        assert_eq!(file.matches("class=\"node").count(), arg.nodes.len());
    });
}
