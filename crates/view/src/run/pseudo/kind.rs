//! The pseudo-code of k-induction.

use super::{EARLY, PseudoLine, ours, remark};

/// Where it comes from.
pub(super) const SOURCE: &str = "k-induction (Sheeran, Singh, Stålmarck 2000), with auxiliary invariants as in Beyer, Dangl, Wendler: \
     Boosting k-Induction with Continuously-Refined Invariants; written anew, with line numbers of ours.";

/// k-induction as done here.
pub(super) const KIND: &[PseudoLine] = &[
    EARLY,
    ours(1, 0, "k := 1", "Begin with ordinary induction."),
    ours(
        2,
        0,
        "while k ≤ kmax do",
        "Assume the property of ever more states in a row, up to the limit in the settings.",
    ),
    ours(
        3,
        1,
        "if sat(I ∧ Tᵏ⁻¹ ∧ ¬P) then return false",
        "Base case: does an execution fail after exactly k − 1 rounds? Fewer were asked about before.",
    ),
    ours(
        4,
        1,
        "if ¬sat(I ∧ Tᵏ⁻¹) then return true",
        "If no execution is that long, and no shorter one fails, nothing is left to look for.",
    ),
    ours(
        5,
        1,
        "if augment then Inv := get_auxiliary_invariant()",
        "The induction hypothesis is often too weak; what holds in all reachable states may be added to it.",
    ),
    remark(
        2,
        "line 5 is asked when the step fails, and then the step once more",
        "The step is tried with what is known, and again as long as the generator of invariants knows more.",
    ),
    ours(
        6,
        1,
        "if ¬sat(⋀₀≤i<k (Inv ∧ P)(sᵢ) ∧ T(sᵢ,sᵢ₊₁) ∧ ¬P(sₖ)) then",
        "Induction step: do k states in a row that keep P always lead to one that keeps it?",
    ),
    ours(
        7,
        2,
        "return true",
        "P is k-inductive. Interpolants between the states of the refuted step make an inductive invariant of that, which can be checked.",
    ),
    ours(8, 1, "k := k + 1", "Assume P of one state more."),
    ours(9, 0, "return unknown", "The limit on unrollings is reached."),
];
