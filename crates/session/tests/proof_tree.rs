//! Proof trees of whole runs, as text.

use expect_test::{Expect, expect};
use loopglass_session::{Session, proof_text};
use trace::{Answer, Engine, ProofReason, ProofTree, Settings, Setup, Source};

const LOCKSTEP: &str = "int x, y, n;
{ x = 0 and y = 0 and n >= 0 }
while x != n do x := x + 1; y := y + 1 done
{ y = n }";

const GATES: &str = "int i, x;
{ x = 0 and i = 0 }
while nondet do
  if i = 0 then x := x + 2; i := 1
  elif nondet then i := 0
  else x := x + 4 end
done
{ x % 2 = 0 }";

/// The trees of a run, each with the step's number and whether an interpolant was asked for; and the texts of all formulas.
fn trees(program: &str, engine: Engine, interpolants: Source) -> (Vec<(u32, bool, ProofTree)>, Vec<String>) {
    let setup = Setup {
        source: program.into(),
        engine,
        settings: Settings { interpolants, ..Settings::default() },
        ..Setup::default()
    };
    let (mut session, _) = Session::open(&setup).expect("a program");
    let (mut trees, mut formulas) = (Vec::new(), Vec::new());
    for event in session.run_to_end() {
        formulas.extend(event.formulas.iter().map(|formula| formula.text()));
        let Some(query) = event.query else { continue };
        if let Answer::Unsat { interpolant, tree: Some(tree), .. } = query.answer {
            trees.push((event.index, interpolant.is_some(), *tree));
        }
    }
    (trees, formulas)
}

/// The first tree of a run with an interpolant.
fn check(program: &str, engine: Engine, interpolants: Source, expected: Expect) {
    let (trees, formulas) = trees(program, engine, interpolants);
    let (_, _, tree) = trees.into_iter().find(|(_, interpolant, _)| *interpolant).expect("an interpolant");
    expected.assert_eq(&proof_text(&tree, &|id| formulas[id as usize].clone()));
}

#[test]
fn lockstep_from_the_proof() {
    check(
        LOCKSTEP,
        Engine::IMC,
        Source::Proof,
        expect![[r#"
        #0 y@1 < n@1 | n@1 < y@1: given by part 2
            partial interpolant: true
        #1 y@1 <= n@1: lemma
            1 * (n@1 < y@1) [B]
            1 * (x@0 >= 0) [A, part 0]
            1 * (y@0 <= 0) [A, part 0]
            1 * (x@0 < x@1) [A, part 1]
            1 * (y@1 <= y@0 + 1) [A, part 1]
            1 * (x@1 <= n@1) [B, part 2]
            sum: 1 <= 0
            partial interpolant: y@1 <= x@1
        #2 n@1 <= y@1: lemma
            1 * (y@1 < n@1) [B]
            1 * (x@0 <= 0) [A, part 0]
            1 * (y@0 >= 0) [A, part 0]
            1 * (x@1 <= x@0 + 1) [A, part 1]
            1 * (y@0 < y@1) [A, part 1]
            1 * (n@1 <= x@1) [B, part 2]
            sum: 1 <= 0
            partial interpolant: x@1 <= y@1
        #3 contradiction: resolution of #0, #1 on n@1 < y@1, #2 on n@1 <= y@1
            partial interpolant: x@1 = y@1
        38 steps folded; partial interpolants of the answer
    "#]],
    );
}

#[test]
fn lockstep_from_the_dual_proof() {
    check(
        LOCKSTEP,
        Engine::IMC,
        Source::DualProof,
        expect![[r#"
        #0 y@1 < n@1 | n@1 < y@1: given by part 2
            partial interpolant: true
        #1 y@1 <= n@1: lemma
            1 * (n@1 < y@1) [B]
            1 * (x@0 >= 0) [A, part 0]
            1 * (y@0 <= 0) [A, part 0]
            1 * (x@0 < x@1) [A, part 1]
            1 * (y@1 <= y@0 + 1) [A, part 1]
            1 * (x@1 <= n@1) [B, part 2]
            sum: 1 <= 0
            partial interpolant: y@1 <= x@1
        #2 n@1 <= y@1: lemma
            1 * (y@1 < n@1) [B]
            1 * (x@0 <= 0) [A, part 0]
            1 * (y@0 >= 0) [A, part 0]
            1 * (x@1 <= x@0 + 1) [A, part 1]
            1 * (y@0 < y@1) [A, part 1]
            1 * (n@1 <= x@1) [B, part 2]
            sum: 1 <= 0
            partial interpolant: x@1 <= y@1
        #3 contradiction: resolution of #0, #1 on n@1 < y@1, #2 on n@1 <= y@1
            partial interpolant: x@1 = y@1
        38 steps folded; partial interpolants of the answer
    "#]],
    );
}

#[test]
fn lockstep_by_search() {
    check(
        LOCKSTEP,
        Engine::FIB_F,
        Source::Search,
        expect![[r#"
        #0 n < y | y < n: given by part 1
            partial interpolant: true
        #1 n <= y: lemma
            1 * (x <= 0) [A, part 0]
            1 * (y >= 0) [A, part 0]
            1 * (n <= x) [B, part 1]
            1 * (y < n) [B]
            sum: 1 <= 0
            partial interpolant: x <= y
        #2 y <= n: lemma
            1 * (n < y) [B]
            1 * (n >= 0) [A, part 0]
            1 * (y <= 0) [A, part 0]
            sum: 1 <= 0
            partial interpolant: y <= n
        #3 y < n: resolution of #0, #2 on y <= n
            partial interpolant: y <= n
        #4 contradiction: resolution of #1, #3 on y < n
            partial interpolant: y <= n and x <= y
        23 steps folded; partial interpolants of the refutation, the answer was found by search
    "#]],
    );
}

/// Premises stand before conclusions, the last node is the contradiction, and no tree is too large to be looked at.
#[test]
fn trees_are_well_formed() {
    let (trees, formulas) = trees(GATES, Engine::IMC, Source::Proof);
    assert!(trees.len() > 3);
    let largest = trees.iter().map(|(_, _, tree)| tree.nodes.len()).max();
    assert!(largest > Some(10), "{largest:?}");
    for (_, interpolant, tree) in trees {
        assert!(tree.nodes.len() <= 60);
        let last = tree.nodes.last().expect("a node");
        assert!(last.clause.is_empty() && (!interpolant || last.partial.is_some()));
        for (i, node) in tree.nodes.iter().enumerate() {
            assert!(node.partial.is_none_or(|id| (id as usize) < formulas.len()));
            if let ProofReason::Resolution { premises, .. } = &node.reason {
                assert!(premises.iter().all(|p| (p.node as usize) < i));
            }
        }
    }
}
