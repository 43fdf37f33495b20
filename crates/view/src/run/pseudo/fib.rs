//! The pseudo-code of FiB: forward, backward and bidirectional.

use super::{EARLY, PseudoLine, joined, line, ours, remark};

const AUGMENTED: PseudoLine = remark(
    0,
    "if augment then S, B₀ := S, B₀ within get_invariant()",
    "Only with auxiliary invariants switched on, which the paper does not have: all that the invariant generator knows is conjoined \
     to the transitions and to the failing states. If nothing can fail within the invariant, the program is safe at once.",
);
const TOGETHER: PseudoLine = remark(
    2,
    "line 5 is asked together with line 6",
    "One query answers both: a model is a state in which the sides meet, a refutation has the interpolant in it.",
);
const ROTATION: PseudoLine = remark(
    2,
    "for each source of interpolants: lines 6 and 7",
    "The paper takes an interpolant as it comes. Here, with interpolants in rotation, one of each source is tried before the sets \
     advance; they go on from one of them, in each iteration that of another source.",
);
const MONOTONE: PseudoLine = remark(
    2,
    "if monotone then Aₜ₊₁ := I ∨ Aₜ₊₁",
    "Only if the settings say so: line 8 goes on without the states of I, and can lose them again; so it keeps them.",
);
const PRE_IMAGE: PseudoLine = remark(
    2,
    "wp(S, ·) is the pre-image: some round leads there",
    "Fig. 5 prints a weakest precondition, with “for all” for nondet. From the negated postcondition that would lose states that can \
     fail, so the existential pre-image is computed.",
);

/// Lines 1 to 4, the same in both algorithms.
const START: [PseudoLine; 6] = [
    EARLY,
    line(1, 0, "A₀ := P", "The forward side begins with the states in which the loop is first reached."),
    line(2, 0, "B₀ := ¬κ ∧ ¬Q", "The backward side begins with the states that fail before another round."),
    line(3, 0, "t := r := 0", "No step has been taken on either side."),
    AUGMENTED,
    line(4, 0, "while true do", "Squeeze from both sides, up to the limit in the settings."),
];

/// Line 5 of Algorithm 1.
const MEET: [PseudoLine; 3] =
    [line(5, 1, "if ¬sat((⋁₀≤i≤t Aᵢ) ∧ Bᵣ) then", "Do the two sides meet?"), TOGETHER, ROTATION];

const LIMIT: PseudoLine = ours(
    18,
    0,
    "return unknown",
    "The limit on iterations is reached. (The paper leaves the limit to practice.)",
);

/// Lines that are not printed in this form, like those of an algorithm that is.
const fn unprinted<const N: usize>(mut lines: [PseudoLine; N]) -> [PseudoLine; N] {
    let mut i = 0;
    while i < N {
        lines[i].ours = true;
        i += 1;
    }
    lines
}

/// Lin et al.: Algorithm 1, forward.
pub(super) const FIB_F: &[PseudoLine] = &joined::<24>(&[
    &START,
    &MEET,
    &[
        line(
            6,
            2,
            "I := interpolant of ⋁₀≤i≤t Aᵢ w.r.t. Bᵣ",
            "Where they do not meet, I contains every state reached so far and none of those that can fail.",
        ),
        line(
            7,
            2,
            "if {I ∧ κ} S {I} then return (yes, I)",
            "Does a round of the loop stay in I? Then I is the invariant.",
        ),
        line(8, 2, "Aₜ₊₁ := sp(I ∧ κ, S)", "Otherwise go forward from I, which over-approximates."),
        MONOTONE,
        line(9, 2, "t := t + 1", "The forward side has taken a step."),
        line(10, 2, "Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))", "And go backward, exactly."),
        PRE_IMAGE,
        line(11, 2, "r := r + 1", "The backward side has taken a step."),
        line(12, 1, "else", "The two sides meet."),
        line(
            13,
            2,
            "if Aₜ is concrete then return (no, ⊥)",
            "No set is abstract: this is a failing execution.",
        ),
        line(14, 2, "else", "Perhaps spurious: a forward set is abstract."),
        line(15, 3, "while Aₜ is not concrete do t := t − 1", "Drop the abstract sets."),
        line(16, 3, "Aₜ₊₁ := sp(Aₜ ∧ κ, S)", "Go forward from the last concrete set."),
        line(17, 3, "t := t + 1", "The forward side has taken a step."),
    ],
    &[LIMIT],
]);

/// Lin et al.: Algorithm 2, backward.
pub(super) const FIB_B: &[PseudoLine] = &joined::<23>(&[
    &START,
    &[
        line(5, 1, "if ¬sat(Bᵣ ∧ (⋁₀≤i≤t Aᵢ)) then", "Do the two sides meet?"),
        TOGETHER,
        ROTATION,
        line(
            6,
            2,
            "I := interpolant of Bᵣ w.r.t. ⋁₀≤i≤t Aᵢ",
            "Where they do not meet, I contains every state that can fail so far and none of those reached.",
        ),
        line(
            7,
            2,
            "if {¬I ∧ κ} S {¬I} then return (yes, ¬I)",
            "Does a round of the loop stay out of I? Then ¬I is the invariant.",
        ),
        line(8, 2, "Bᵣ₊₁ := I ∨ (κ ∧ wp(S, I))", "Otherwise go backward from I, which over-approximates."),
        PRE_IMAGE,
        line(9, 2, "r := r + 1", "The backward side has taken a step."),
        line(10, 2, "Aₜ₊₁ := sp(Aₜ ∧ κ, S)", "And go forward, exactly."),
        line(11, 2, "t := t + 1", "The forward side has taken a step."),
        line(12, 1, "else", "The two sides meet."),
        line(
            13,
            2,
            "if Bᵣ is concrete then return (no, ⊥)",
            "No set is abstract: this is a failing execution.",
        ),
        line(14, 2, "else", "Perhaps spurious: a backward set is abstract."),
        line(15, 3, "while Bᵣ is not concrete do r := r − 1", "Drop the abstract sets."),
        line(16, 3, "Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))", "Go backward from the last concrete set."),
        line(17, 3, "r := r + 1", "The backward side has taken a step."),
    ],
    &[LIMIT],
]);

/// Lin et al.: the bidirectional extension, which the paper tells in words; the lines are numbered like the algorithms'.
pub(super) const FIB_BI: &[PseudoLine] = &joined::<20>(&[
    &unprinted(START),
    &unprinted(MEET),
    &[
        ours(
            6,
            2,
            "I, J := interpolants of either side",
            "Where they do not meet, I contains every state reached so far, J every state that can fail so far.",
        ),
        ours(
            7,
            2,
            "if I or ¬J is inductive then return it",
            "Does a round of the loop stay in I, or out of J? Then that is the invariant.",
        ),
        ours(8, 2, "Aₜ₊₁ := sp(I ∧ κ, S), t := t + 1", "Otherwise go forward from I,"),
        MONOTONE,
        ours(10, 2, "Bᵣ₊₁ := J ∨ (κ ∧ wp(S, J)), r := r + 1", "and backward from J."),
        PRE_IMAGE,
        ours(12, 1, "else", "The two sides meet."),
        ours(
            13,
            2,
            "if both are concrete then return (no, ⊥)",
            "No set is abstract: this is a failing execution.",
        ),
        ours(15, 2, "drop the abstract sets of both sides", "Perhaps spurious: a set is abstract."),
        ours(16, 2, "one concrete step on either side", "Go on from the last concrete sets."),
        ours(18, 0, "return unknown", "The limit on iterations is reached."),
    ],
]);

/// Where FiB's algorithms come from.
pub(super) const FIB: &str = "Lin, Sun, Xiao, Liu, Sanán, Hansen: FiB: Squeezing Loop Invariants by Interpolation between \
                   Forward/Backward Predicate Transformers";
