//! Weak topological orders: known graphs as text, and the defining property on random ones.

use domain::Wto;
use expect_test::{Expect, expect};
use flow::cfg::Cfg;

#[path = "../../lang/tests/generate/mod.rs"]
mod generate;
use generate::Random;

fn check(edges: &[(usize, usize)], expected: Expect) -> Wto {
    let count = edges.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
    let wto = of_edges(count, 1.min(count - 1), edges);
    expected.assert_eq(&wto.text(|v| v.to_string()));
    wto
}

fn of_edges(count: usize, entry: usize, edges: &[(usize, usize)]) -> Wto {
    Wto::of_graph(count, entry, |v| edges.iter().filter(|e| e.0 == v).map(|e| e.1).collect())
}

#[test]
fn bourdoncles_example() {
    // Figure 1 of the 1993 paper.
    let edges = [(1, 2), (2, 3), (2, 8), (3, 4), (4, 5), (4, 7), (5, 6), (6, 5), (6, 7), (7, 3), (7, 8)];
    check(&edges, expect!["1 2 (3 4 (5 6) 7) 8"]);
}

#[test]
fn vintas_example() {
    // Figure 2 (b) of VINTA: entry 1, loop head 2, error 3.
    let wto = check(&[(1, 2), (2, 2), (2, 3)], expect!["1 (2) 3"]);
    assert_eq!((wto.next(2), wto.exit(2)), (Some(2), Some(3)));
    assert_eq!((wto.next(1), wto.next(3)), (Some(2), None));
    assert_eq!((wto.exit(1), wto.heads_around(2), wto.heads_around(3)), (None, &[2][..], &[][..]));
}

#[test]
fn nested_and_consecutive_loops() {
    let edges = [(1, 2), (2, 3), (3, 4), (4, 3), (3, 5), (5, 6), (6, 5), (5, 2), (2, 7), (7, 7), (7, 8)];
    let wto = check(&edges, expect!["1 (2 (3 4) (5 6)) (7) 8"]);
    let next: Vec<_> = (1..=8).map(|v| wto.next(v)).collect();
    assert_eq!(next, [Some(2), Some(3), Some(4), Some(3), Some(6), Some(5), Some(7), None]);
    let exits: Vec<_> = [2, 3, 5, 7].map(|v| wto.exit(v)).into();
    assert_eq!(exits, [Some(7), Some(5), Some(2), Some(8)]);
}

#[test]
fn two_entries_into_a_cycle() {
    let wto = check(&[(1, 2), (1, 3), (2, 3), (3, 2)], expect!["1 (3 2)"]);
    assert!(wto.is_head(3) && !wto.is_head(2));
}

#[test]
fn what_cannot_be_reached_is_left_out() {
    let wto = check(&[(0, 1), (1, 2), (3, 2)], expect!["1 2"]);
    assert_eq!((wto.position(0), wto.position(2), wto.position(3)), (None, Some(1), None));
}

#[test]
fn a_program() {
    let source =
        "int x, y; while x < 9 do y := 0; while y < x do y := y + 1 done; x := x + 1 done; assert x > 0";
    let program = lang::parse_imp(source).program.expect("a program");
    let wto = Wto::of_cfg(&Cfg::of_program(&program));
    expect!["0 (3 4 5 (6 7 8) 9 10) 11 12 2 1"].assert_eq(&wto.text(|v| v.to_string()));
}

/// For every edge `u -> v`: v comes later and is no head of a component around u, or it is such a head and does not come later.
fn is_weak_topological(wto: &Wto, edges: &[(usize, usize)]) {
    for &(u, v) in edges {
        let (Some(a), Some(b)) = (wto.position(u), wto.position(v)) else {
            assert!(wto.position(u).is_none(), "{u} is reached, so {v} is");
            continue;
        };
        let is_around = wto.heads_around(u).contains(&v);
        assert!(
            (a < b && !is_around) || (b <= a && is_around),
            "{u} -> {v} in {}",
            wto.text(|v| v.to_string())
        );
    }
}

#[test]
fn random_graphs() {
    for seed in 0..2_000 {
        let mut random = Random::new(seed);
        let count = 1 + random.below(9);
        let edges: Vec<(usize, usize)> =
            (0..random.below(3 * count)).map(|_| (random.below(count), random.below(count))).collect();
        let wto = of_edges(count, 0, &edges);
        is_weak_topological(&wto, &edges);
        let mut order = wto.order().to_vec();
        assert_eq!(order[0], 0);
        order.sort_unstable();
        order.dedup();
        assert_eq!(order.len(), wto.order().len(), "each vertex once");
        // Components are contiguous and begin with their heads.
        for &v in wto.order() {
            for &head in wto.heads_around(v) {
                assert!(wto.position(head) <= wto.position(v) && wto.is_head(head));
            }
        }
    }
}

#[test]
fn long_chains_need_no_stack() {
    let count = 200_000;
    let wto = Wto::of_graph(count, 0, |v| if v + 1 < count { vec![v + 1] } else { vec![1] });
    assert_eq!(wto.order().len(), count);
    assert!(wto.is_head(1));
}
