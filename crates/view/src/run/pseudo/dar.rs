//! The pseudo-code of dual approximated reachability.

use super::{EARLY, FAILS_AT_FIRST, OWN_PLACES, PseudoLine, ours, remark};

/// Where it comes from.
pub(super) const SOURCE: &str = "Vizel, Grumberg, Shoham: Intertwined Forward-Backward Reachability Analysis Using Interpolants (TACAS 2013), its \
     three figures in one; written anew, with line numbers of ours.";

/// DAR as done here.
pub(super) const DAR: &[PseudoLine] = &[
    EARLY,
    OWN_PLACES,
    FAILS_AT_FIRST,
    ours(
        2,
        0,
        "F₀ := I; B₀ := ¬P; for n = 0, 1, 2, … do",
        "Forward frames contain what is reached after 0, 1, … rounds, backward ones what fails after 0, 1, … rounds; both may contain more. There \
         are n of either beside the first.",
    ),
    ours(
        3,
        1,
        "for i = n, …, 0 do",
        "Local strengthening. A failure after n + 1 rounds is in Fᵢ after i rounds, and in Bₙ₋ᵢ one round later, for every i.",
    ),
    ours(
        4,
        2,
        "if ¬sat(Fᵢ ∧ T ∧ Bₙ₋ᵢ′) then go to line 9",
        "If no transition leads from the one into the other for a single i, there is no such failure, and nothing was unrolled to see it.",
    ),
    ours(
        5,
        1,
        "for i = 1, …, n do",
        "Global strengthening. The frames leave a way everywhere, so they contain too much, or the failure is real.",
    ),
    ours(
        6,
        2,
        "if ¬sat(I ∧ Tⁱ⁺¹ ∧ Bₙ₋ᵢ) then",
        "Does an exact path lead from the initial states into the backward frame? Only as much is unrolled as it takes to see that none does.",
    ),
    ours(
        7,
        3,
        "F₁, …, Fᵢ := F₁ ∧ τ₁, …, Fᵢ ∧ τᵢ by an interpolation sequence; go to line 9",
        "Now no transition leads from Fᵢ into Bₙ₋ᵢ any more.",
    ),
    ours(8, 1, "return false", "With i = n the path ends in ¬P: it is an execution that fails."),
    ours(
        9,
        1,
        "Fₙ₊₁ := ⊤; Bₙ₊₁ := ⊤",
        "A new frame in either direction. From round i on, what was found out is carried both ways.",
    ),
    ours(
        10,
        1,
        "for j = i, …, n do Fⱼ₊₁ := Fⱼ₊₁ ∧ interpolant of Fⱼ ∧ T and Bₙ₋ⱼ′",
        "Each forward frame keeps away from the backward frame that it must not meet, the last one from ¬P.",
    ),
    ours(
        11,
        1,
        "for j = i, …, 0 do Bₙ₋ⱼ₊₁ := Bₙ₋ⱼ₊₁ ∧ interpolant of T ∧ Bₙ₋ⱼ′ and Fⱼ",
        "Each backward frame keeps away from the forward frame that it must not meet, the last one from I.",
    ),
    remark(
        1,
        "in rotation: the next source of interpolants for each n",
        "Whether frames close depends on where interpolants come from. Where one source has none, the next is asked.",
    ),
    ours(
        12,
        1,
        "if Fⱼ ⇒ F₀ ∨ … ∨ Fⱼ₋₁ for some j then",
        "The forward frames before it are closed: an inductive invariant, and none of their states fails.",
    ),
    ours(
        13,
        1,
        "or Bⱼ ⇒ B₀ ∨ … ∨ Bⱼ₋₁ for some j then",
        "The backward frames before it contain all that fails, and no initial state: whatever is outside of them is an invariant.",
    ),
    ours(14, 2, "return true", "Either is a proof."),
    ours(15, 0, "return unknown", "The limit on frames is reached."),
];
