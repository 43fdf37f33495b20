//! The pseudo-code of interpolation-sequence based model checking.

use super::{EARLY, FAILS_AT_FIRST, FIRST_FRAME, OWN_PLACES, PseudoLine, ours, remark};

/// Where it comes from.
pub(super) const SOURCE: &str = "Vizel, Grumberg: Interpolation-Sequence Based Model Checking (FMCAD 2009), the algorithm of its Sect. IV; \
     written anew, with line numbers of ours. τⱼ is the paper’s Iⱼᵏ, Fⱼ its Iⱼ.";

/// ISMC as done here.
pub(super) const ISMC: &[PseudoLine] = &[
    EARLY,
    OWN_PLACES,
    FAILS_AT_FIRST,
    FIRST_FRAME,
    ours(
        3,
        0,
        "while k < kmax do k := k + 1",
        "Look one round further ahead, up to the limit in the settings.",
    ),
    ours(
        4,
        1,
        "if sat(I ∧ Tᵏ ∧ ¬P) then return false",
        "Does an execution fail after exactly k rounds? Fewer were asked about before.",
    ),
    remark(
        1,
        "in rotation: lines 5 to 9 for each source of interpolants, with frames of its own",
        "Whether frames close depends on where interpolants come from, so each source goes on at each bound.",
    ),
    ours(
        5,
        1,
        "τ₁, …, τₖ := interpolation sequence of (I ∧ T, T, …, T, ¬P)",
        "τⱼ holds after j rounds, one round leads from each into the next, and none of the last one’s states fails: the refutation, cut \
         between any two rounds.",
    ),
    remark(
        1,
        "τⱼ := interpolant of Fⱼ₋₁ ∧ T and Tᵏ⁻ʲ ∧ ¬P",
        "The paper reads all of them off one refutation. Here each is a step of its own, from the frame before it, so that one round does \
         lead from each into the next, wherever interpolants come from.",
    ),
    ours(
        6,
        1,
        "for 1 ≤ j < k do Fⱼ := Fⱼ ∧ τⱼ; Fₖ := τₖ",
        "What holds after j rounds by the sequences of all bounds so far. No state of Fⱼ fails, since τⱼ of bound j is among them.",
    ),
    ours(7, 1, "G := F₀; for j = 1, …, k do", "G unites the frames, one after the other."),
    ours(8, 2, "if Fⱼ ⇒ G then", "Does the next frame contain anything that is not in one before it?"),
    ours(
        9,
        3,
        "return true",
        "One round leads from each frame before Fⱼ into one of them: G is an inductive invariant, and none of its states fails.",
    ),
    remark(
        2,
        "else G := G ∨ Fⱼ",
        "The frame brings new states, and the next one is compared with all so far.",
    ),
    ours(10, 0, "return unknown", "The limit on unrollings is reached."),
];
