//! Graphs of small programs as text.

use super::*;
use crate::seen::Seen;
use expect_test::{Expect, expect};
use trace::Language;

fn outline(graph: &Graph) -> String {
    (0..graph.nodes.len()).map(|node| format!("{}: {}\n", node, graph.describe(node))).collect()
}

fn check(source: &str, language: Language, expected: Expect) {
    let graphs = Graphs::of(source, language.into()).unwrap();
    let mut text = outline(&graphs.flow);
    text.push_str("cutpoints\n");
    text.push_str(&outline(&graphs.cutpoints));
    for edge in &graphs.cutpoints.edges {
        let lines: Vec<&str> = edge.lines.iter().map(|l| l.text.as_str()).collect();
        text.push_str(&format!("{} - {}: {}\n", edge.from, edge.to, lines.join("; ")));
    }
    expected.assert_eq(&text);
}

#[test]
fn a_loop_with_a_branch() {
    let source = "{ n >= 0 }\nx := 0; y := 0;\nwhile x != n do\n  x := x + 1;\n  if x > 3 then y := y + 2 else y := y + 1 end\n\
                  done\n{ y >= n }";
    check(
        source,
        Language::Imp,
        expect![[r#"
            0: start (line 1); assume n >= 0; x := 0; y := 0. Leads to loop head 1 (line 3).
            1: loop head 1 (line 3); x != n ?. Leads true: to line 4, false: to line 7.
            2: line 4; x := x + 1; x > 3 ?. Leads true: to line 5, false: to line 5.
            3: line 5; y := y + 2. Leads to loop head 1 (line 3).
            4: line 5; y := y + 1. Leads to loop head 1 (line 3).
            5: line 7; assert y >= n. Leads holds: to end, fails: to error.
            6: end.
            7: error.
            cutpoints
            0: start. Leads [n >= 0]; x := 0; y := 0: to loop head 1 (line 3).
            1: loop head 1 (line 3). Leads [not (x != n)]; [not (y >= n)]: to error, [not (x != n)]; [y >= n]: to end, 2 ways, lines 3 to 5: to loop head 1 (line 3).
            2: error.
            3: end.
            0 - 1: [n >= 0]; x := 0; y := 0
            1 - 2: [not (x != n)]; [not (y >= n)]
            1 - 3: [not (x != n)]; [y >= n]
            1 - 1: [x != n]; x := x + 1; [x > 3, either way]; y := y + 2; y := y + 1
        "#]],
    );
}

/// A counting loop and an exchange: several edges for one statement, each with what it does.
#[test]
fn what_stands_for_several_assignments() {
    let source = "for i := 1 to n do\n  x, y := y, x + 1\ndone;\nx, s := s, 2\n{ s = 2 }";
    check(
        source,
        Language::Imp,
        expect![[r#"
            0: start (line 1); i := 1. Leads to loop head 1 (line 1).
            1: loop head 1 (line 1); i <= n ?. Leads true: to line 2, false: to line 4.
            2: line 2; x#next := y; y := x + 1; x := x#next; i := i + 1. Leads to loop head 1 (line 1).
            3: line 4; x := s; s := 2; assert s = 2. Leads holds: to end, fails: to error.
            4: end.
            5: error.
            cutpoints
            0: start. Leads i := 1: to loop head 1 (line 1).
            1: loop head 1 (line 1). Leads one way, lines 1 to 5: to error, one way, lines 1 to 5: to end, one way, lines 1 to 2: to loop head 1 (line 1).
            2: error.
            3: end.
            0 - 1: i := 1
            1 - 2: [not (i <= n)]; x := s; s := 2; [not (s = 2)]
            1 - 3: [not (i <= n)]; x := s; s := 2; [s = 2]
            1 - 1: [i <= n]; x#next := y; y := x + 1; x := x#next; i := i + 1
        "#]],
    );
}

#[test]
fn nested_loops_and_a_choice() {
    let source = "i := 0;\nwhile nondet do\n  j := 0;\n  while j < i do\n    j := j + 1\n  done;\n  i := nondet\ndone;\nassert i = i";
    check(
        source,
        Language::Imp,
        expect![[r#"
            0: start (line 1); i := 0. Leads to loop head 1 (line 2).
            1: loop head 1 (line 2); nondet ?. Leads true: to line 3, false: to line 9.
            2: line 3; j := 0. Leads to loop head 2 (line 4).
            3: loop head 2 (line 4); j < i ?. Leads true: to line 5, false: to line 7.
            4: line 5; j := j + 1. Leads to loop head 2 (line 4).
            5: line 7; i := nondet. Leads to loop head 1 (line 2).
            6: line 9; assert i = i. Leads holds: to end, fails: to error.
            7: end.
            8: error.
            cutpoints
            0: start. Leads i := 0: to loop head 1 (line 2).
            1: loop head 1 (line 2). Leads [not (nondet)]; [not (i = i)]: to error, [not (nondet)]; [i = i]: to end, [nondet]; j := 0: to loop head 2 (line 4).
            2: error.
            3: end.
            4: loop head 2 (line 4). Leads [not (j < i)]; i := nondet: to loop head 1 (line 2), [j < i]; j := j + 1: to loop head 2 (line 4).
            0 - 1: i := 0
            1 - 2: [not (nondet)]; [not (i = i)]
            1 - 3: [not (nondet)]; [i = i]
            1 - 4: [nondet]; j := 0
            4 - 1: [not (j < i)]; i := nondet
            4 - 4: [j < i]; j := j + 1
        "#]],
    );
}

#[test]
fn c_with_calls_and_a_switch() {
    let source = "extern int nondet(void);\nint twice(int a) { return a + a; }\nint main(void) {\n  int s = 0;\n  unsigned n = nondet();\n  \
                  while (nondet()) {\n    switch (s) {\n    case 0: s = twice(s) + 1; break;\n    default: s = 0;\n    }\n  }\n  \
                  if (s == 1 && n > 2) assert(n != 1);\n  return 0;\n}";
    check(
        source,
        Language::C,
        expect![[r#"
            0: start (line 4); s = 0; n = nondet(). Leads to loop head 1 (line 6).
            1: loop head 1 (line 6); nondet() ?. Leads true: to line 8, false: to line 12.
            2: line 8; switch. Leads s = 0: to line 8, s != 0: to line 9.
            3: line 8; a := s; twice#1 := a + a; s = twice(s) + 1. Leads to loop head 1 (line 6).
            4: line 9; s = 0. Leads to loop head 1 (line 6).
            5: line 12; s == 1 && n > 2 ?. Leads true: to line 12, false: to end.
            6: line 12; assert n != 1. Leads holds: to end, fails: to error.
            7: end.
            8: error.
            cutpoints
            0: start. Leads s = 0; n = nondet(): to loop head 1 (line 6).
            1: loop head 1 (line 6). Leads one way, lines 6 to 12: to error, 2 ways, lines 6 to 12: to end, 2 ways, lines 2 to 9: to loop head 1 (line 6).
            2: error.
            3: end.
            0 - 1: s = 0; n = nondet()
            1 - 2: [not (nondet())]; [s == 1 && n > 2]; [not (n != 1)]
            1 - 3: [not (nondet())]; [s == 1 && n > 2, either way]; [n != 1]
            1 - 1: [nondet()]; [s = 0]; [s != 0]; a := s; twice#1 := a + a; s = twice(s) + 1; s = 0
        "#]],
    );
}

#[test]
fn parts_of_formulas() {
    let source = "x := 0; while x < 9 do x := x + 1 done; assert x = 9";
    let graphs = Graphs::of(source, Language::Imp.into()).unwrap();
    let places = |name: &str| {
        let places = graphs.places(&ProgramPart::named(name));
        let text = |(from, to): (u32, u32)| &source[from as usize..to as usize];
        places.into_iter().map(text).collect::<Vec<_>>().join(" | ")
    };
    assert_eq!(places("I(s₀)"), "x := 0");
    assert_eq!(places("T(s₀, s₁)"), "x < 9 | x := x + 1");
    assert_eq!(places("¬P(s₁)"), "x < 9 | assert x = 9");
    assert_eq!(places("A₀ ∨ A₁"), "x := 0 | x < 9 | x := x + 1");
    assert_eq!(places("τ₁(s₀)"), "");
    assert_eq!(places("early failure"), "");
}

#[test]
fn the_only_way() {
    let source = "x := 0; if x = 0 then x := 1 end; assert x = 1; while x < 9 do x := x + 1 done";
    let graph = Graphs::of(source, Language::Imp.into()).unwrap().flow;
    let node = |text: &str| graph.nodes.iter().position(|n| n.lines.iter().any(|l| l.text == text)).unwrap();
    let way = |from, to| graph.only_way(node(from), node(to)).len();
    assert_eq!(way("x := 0", "x := 1"), 1);
    assert_eq!(way("x := 1", "x < 9 ?"), 2);
    assert_eq!(way("x := 0", "x < 9 ?"), 0, "two ways");
    assert_eq!(way("x < 9 ?", "x = 0 ?"), 0, "none");
    assert_eq!(way("x := x + 1", "x < 9 ?"), 1, "over the edge back");
}

#[test]
fn errors_give_no_graph() {
    assert_eq!(Graphs::of("while", Language::Imp.into()), None);
    assert_eq!(Graphs::of("int main(", Language::C.into()), None);
}

#[test]
fn places_of_the_text() {
    let source = "x := 0;\nwhile x < 9 do\n  x := x + 1; y := x\ndone";
    let graph = Graphs::of(source, Language::Imp.into()).unwrap().flow;
    let texts = |from: &str| {
        let at = u32::try_from(source.find(from).unwrap()).unwrap();
        let lit = graph.at((at, at));
        lit.lines.iter().map(|&(n, l)| graph.nodes[n].lines[l].text.clone()).collect::<Vec<_>>().join(" | ")
    };
    assert_eq!(texts("< 9"), "x < 9 ?");
    assert_eq!(texts("+ 1"), "x := x + 1");
    assert_eq!(texts("y :="), "y := x");
    assert_eq!(texts("while"), "");
    let whole = graph.at((0, u32::try_from(source.len()).unwrap()));
    assert_eq!(whole.lines.len(), 4, "a selection lights all that lies in it");
}

/// The drawing as a person sees it.
fn seen<'d>(graph: &Graph, picture: &'d Picture) -> Seen<'d> {
    let drawing = &picture.drawing;
    let ends = graph.edges.iter().map(|edge| (edge.from, edge.to));
    Seen {
        corners: &drawing.corners,
        sizes: picture.sizes.clone(),
        lines: ends.zip(drawing.ways.iter().map(|way| way.points.as_slice())).collect(),
        frame: ((drawing.left, 0), (drawing.left + drawing.width as i32, drawing.height as i32)),
        room: 0,
    }
}

#[test]
fn every_example_can_be_drawn() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/safe");
    let mut drawn = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // What is expected beside a program is no program.
        let Some(language) = reader::of_file(&path.to_string_lossy()) else { continue };
        let source = std::fs::read_to_string(&path).unwrap();
        let graphs = Graphs::of(&source, language.into()).unwrap_or_else(|| panic!("{}", path.display()));
        for graph in [&graphs.flow, &graphs.cutpoints] {
            let picture = picture(graph).unwrap();
            assert_eq!(picture.rows.len(), graph.nodes.len());
            seen(graph, &picture).is_clear().unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()));
            let longest = graph.nodes.iter().flat_map(|n| &n.lines).map(|l| l.text.chars().count()).max();
            assert!(longest.unwrap_or(0) <= 60, "{}", path.display());
        }
        drawn += 1;
    }
    assert!(drawn > 60, "{drawn}");
}

#[test]
fn a_graph_as_a_file() {
    let graphs = Graphs::of(
        "int x;\nx := 0;\nwhile x < 3 do\n  x := x + 1\ndone;\nassert x = 3\n",
        Language::Imp.into(),
    )
    .unwrap();
    let picture = picture(&graphs.flow).unwrap();
    let file = picture.file(&graphs.flow, "x < 3");
    assert_eq!(file.matches("class=\"node ").count(), graphs.flow.nodes.len());
    assert_eq!(file.matches("class=\"edge ").count(), graphs.flow.edges.len());
    assert!(file.contains("x &lt; 3 ?") && file.contains("class=\"inner\""));
    assert_eq!(graphs.head_on(3), graphs.cutpoints.nodes.iter().find_map(|node| node.lines.first()?.span));
}

/// Of Horn clauses neither the whole clause for each part of it, nor a loop without the name of its predicate.
#[test]
fn clauses_are_said_part_by_part() {
    let source = include_str!("../../../../../static/examples/nested.smt2");
    let graphs = Graphs::of(source, Language::Chc.into()).unwrap();
    expect![[r#"
        0: start (line 6); n! := nondet; assume n! >= 0; i := 0; n := n!; j := 0. Leads to loop head 1 (line 4).
        1: loop head 1 (line 4); Outer holds; which clause’s body holds ?. Leads n <= i and i != n: to error, i <= n - 1: to line 7.
        2: error.
        3: line 7; j := 0. Leads to loop head 2 (line 5).
        4: loop head 2 (line 5); Inner holds; take this clause ?. Leads true: to line 8, false: to line 9.
        5: line 8; assume j <= 2; j := j + 1. Leads to loop head 2 (line 5).
        6: line 9; assume j >= 3; i := i + j - 2; j := 0. Leads to loop head 1 (line 4).
    "#]].assert_eq(&outline(&graphs.flow));
    assert!(!outline(&graphs.flow).contains("(assert") && !outline(&graphs.cutpoints).contains("(assert"));
}

#[test]
fn labels_of_edges_do_not_lie_upon_one_another() {
    let source = include_str!("../../../../../static/examples/imc-fig1.imp");
    let graph = Graphs::of(source, Language::Imp.into()).unwrap().flow;
    let picture = picture::picture(&graph).expect("it is small");
    let labelled = graph.edges.iter().zip(&picture.drawing.ways).filter(|(edge, _)| !edge.label.is_empty());
    let rooms: Vec<_> = labelled
        .map(|(edge, way)| {
            let (x, y, is_left) = way.label;
            let width = i32::try_from(edge.label.chars().count()).unwrap() * 8;
            let left = if is_left { x - width } else { x };
            (left, left + width, y - 13, y + 4)
        })
        .collect();
    assert!(rooms.len() > 4, "conditions have labels");
    let nodes = picture.drawing.corners.iter().zip(&picture.sizes);
    let nodes = nodes.map(|(at, size)| {
        (at.0, at.0 + i32::try_from(size.0).unwrap(), at.1, at.1 + i32::try_from(size.1).unwrap())
    });
    let nodes: Vec<_> = nodes.collect();
    for (i, a) in rooms.iter().enumerate() {
        for b in rooms[..i].iter().chain(&nodes) {
            assert!(a.1 <= b.0 || b.1 <= a.0 || a.3 <= b.2 || b.3 <= a.2, "{a:?} lies upon {b:?}");
        }
    }
}
