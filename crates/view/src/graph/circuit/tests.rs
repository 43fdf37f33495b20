//! Circuits as tables and as graphs.

use super::*;
use crate::graph::control::picture;
use expect_test::{Expect, expect};
use std::fmt::Write;

fn check(source: &str, expect: Expect) {
    let view = circuit(source).expect("a circuit");
    let mut text = String::new();
    for LatchRow { name, place, reset, next } in &view.latches {
        let _ = writeln!(text, "line {}: {name} = {reset}, then {next}", place.0);
    }
    for (name, formula) in &view.bad {
        let _ = writeln!(text, "never {name}: {formula}");
    }
    for (name, formula) in &view.gates {
        let _ = writeln!(text, "{name} = {formula}");
    }
    for node in 0..view.graph.nodes.len() {
        let _ = writeln!(text, "- {}", view.graph.describe(node));
    }
    expect.assert_eq(&text);
}

/// A counter of so many bits with an enabling input, which must not be full.
fn counter(bits: u32) -> String {
    let (first_gate, latch) = (bits + 2, |at: u32| 2 * (at + 2));
    let (mut latches, mut gates, mut next) = (String::new(), String::new(), first_gate);
    let mut carry = 2;
    for at in 0..bits {
        let (both, neither, carried) = (next, next + 1, next + 2);
        next += 3;
        let _ = writeln!(gates, "{} {} {}", 2 * both, latch(at), carry);
        let _ = writeln!(gates, "{} {} {}", 2 * neither, latch(at) ^ 1, carry ^ 1);
        let _ = writeln!(gates, "{} {} {}", 2 * carried, 2 * both + 1, 2 * neither + 1);
        let _ = writeln!(latches, "{} {}", latch(at), 2 * carried);
        carry = 2 * both;
    }
    format!("aag {} 1 {bits} 1 {}\n2\n{latches}{carry}\n{gates}", next - 1, 3 * bits)
}

#[test]
fn latches_with_what_they_become() {
    check(
        "aag 5 1 2 0 2 1\n2\n4 10\n6 4\n8\n8 4 6\n10 2 5\ni0 enable\nl0 on\nl1 before\nb0 twice\n",
        expect![[r#"
            line 3: on = false, then enable ∧ ¬on
            line 4: before = false, then on
            never twice: on ∧ before
            - input enable. Leads to latch on.
            - latch on. Leads to latch on, to latch before, to bad state twice.
            - latch before. Leads to bad state twice.
            - bad state twice.
        "#]],
    );
}

#[test]
fn differences_are_found_and_long_functions_are_told_in_parts() {
    check(
        &counter(3),
        expect![[r#"
        line 3: l0 = false, then l0 ⊕ i0
        line 4: l1 = false, then l1 ⊕ (l0 ∧ i0)
        line 5: l2 = false, then l2 ⊕ (l1 ∧ l0 ∧ i0)
        never o0: l2 ∧ l1 ∧ l0 ∧ i0
        - input i0. Leads to latch l0, to latch l1, to latch l2, to bad state o0.
        - latch l0. Leads to latch l0, to latch l1, to latch l2, to bad state o0.
        - latch l1. Leads to latch l1, to latch l2, to bad state o0.
        - latch l2. Leads to latch l2, to bad state o0.
        - bad state o0.
    "#]],
    );
    let view = circuit(&counter(24)).expect("a circuit");
    let all = || {
        let latches = view.latches.iter().map(|row| &row.next);
        latches.chain(view.bad.iter().chain(&view.gates).map(|(_, text)| text))
    };
    assert!(all().all(|text| text.chars().count() < 120), "{:?}", all().max_by_key(|text| text.len()));
    // Every gate that is named is told.
    let named = all().flat_map(|text| text.split(|c: char| c != '#' && !c.is_ascii_digit()));
    let named: Vec<&str> = named.filter(|word| word.starts_with('#')).collect();
    assert!(!named.is_empty());
    for name in named {
        assert_eq!(view.gates.iter().filter(|(gate, _)| gate == name).count(), 1, "{name}");
    }
}

#[test]
fn constants_resets_and_negations() {
    check(
        "aag 6 1 3 1 2 0\n2\n4 1 1\n6 6 6\n8 13\n11\n10 4 7\n12 10 2\n",
        expect![[r#"
        line 3: l0 = true, then true
        line 4: l1 = either, then l1
        line 5: l2 = false, then ¬l0 ∨ l1 ∨ ¬i0
        never o0: ¬l0 ∨ l1
        - input i0. Leads to latch l2.
        - latch l0. Leads to latch l2, to bad state o0.
        - latch l1. Leads to latch l1, to latch l2, to bad state o0.
        - latch l2.
        - bad state o0.
    "#]],
    );
}

#[test]
fn what_is_no_circuit_has_no_latches() {
    assert_eq!(circuit("{ x = 0 }"), None);
    assert_eq!(circuit("aag 1 0 1 0 0\n2 4\n"), None);
}

#[test]
fn a_shift_register_of_two_hundred_latches_is_drawn_and_a_great_counter_listed() {
    let latches: String = (0..200).map(|at| format!("{} {}\n", 2 * (at + 2), 2 * (at + 1))).collect();
    let view = circuit(&format!("aag 201 1 200 1 0\n2\n{latches}402\n")).expect("a circuit");
    assert_eq!((view.latches.len(), view.graph.edges.len()), (200, 201));
    assert!(picture(&view.graph).is_some());
    // A thousand gates, and an edge from each bit to each later one.
    let view = circuit(&counter(334)).expect("a circuit");
    assert_eq!(view.graph.edges.len(), 334 + 335 * 334 / 2 + 335);
    assert_eq!(picture(&view.graph), None);
}
