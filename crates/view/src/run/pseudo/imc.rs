//! The pseudo-code of IMC, plain and augmented.

use super::{EARLY, PseudoLine, joined, line, ours, remark};

const MEANING_OF_B: &str = "B: the other k − 1 rounds, with a failing state somewhere from s₁ to sₖ.";
const MEANING_OF_WHILE: &str =
    "Go on from over-approximations as long as no failing state is within reach of them.";
const MEANING_OF_TAU: &str = "Where A and B contradict each other, τ contains every state that A leads to, and from none of its states a failure is within reach of B.";
const MEANING_OF_RAISE: &str =
    "A failing state seemed within reach, perhaps only because τ contains too much: look further ahead.";

const ROTATION: PseudoLine = remark(
    1,
    "for each source of interpolants: lines 6 to 24",
    "The paper takes an interpolant as it comes. Here, with interpolants in rotation, a sequence that does not close in within some \
     steps, or from which a failure is within reach, is begun again with the next source; k is raised after the last. A sequence from one source alone may have 250 steps.",
);
const CONTAINED: PseudoLine = remark(
    1,
    "if I has local symbols then I := get_interpolant(I, B)",
    "G is negated in line 21, which is right only if I speaks of the state alone. Where values from before the loop cannot be \
     eliminated from I, G and A both start from an interpolant τ₀ that contains I.",
);
const SUFFIX: PseudoLine = remark(
    1,
    "B := ¬P(s₁) ∨ T(s₁,s₂) ∧ (¬P(s₂) ∨ …)",
    "As printed, B asks for k − 1 rounds even after a failure; a failing state without a successor would be missed.",
);
const TOGETHER: PseudoLine = remark(
    2,
    "line 13 is asked together with line 14",
    "One query answers both: a model ends the loop, a refutation has the interpolant in it.",
);

/// The generator of auxiliary invariants, wherever it is asked.
const TWO_LEVELS: PseudoLine = remark(
    2,
    "the first request runs two levels",
    "The first level widens at once and loses most bounds, so the first request runs the second, too; each later one runs one.",
);

/// Lines 1 to 3.
const INITIAL: [PseudoLine; 4] = [
    EARLY,
    line(1, 0, "if sat(I(s₀) ∧ ¬P(s₀)) then", "Does an initial state fail already?"),
    line(2, 1, "return false", "It does, so the program is unsafe."),
    line(3, 0, "k := 1", "The unrolling bound begins at one round of the loop."),
];

/// Lines 5 to 10: bounded model checking.
const BOUNDED: [PseudoLine; 9] = [
    line(5, 0, "while k ≤ kmax do", "Try ever longer unrollings, up to the limit in the settings."),
    ROTATION,
    CONTAINED,
    line(6, 1, "G(s) := I(s)", "G collects all states found so far; it begins with the initial states."),
    line(7, 1, "A := I(s₀) ∧ T(s₀,s₁)", "A: one round of the loop from the initial states."),
    line(8, 1, "B := ⋀₁≤i<k T(sᵢ,sᵢ₊₁) ∧ ⋁₁≤i≤k ¬P(sᵢ)", MEANING_OF_B),
    SUFFIX,
    line(9, 1, "if sat(A ∧ B) then", "Bounded model checking: can the program fail within k rounds?"),
    line(10, 2, "return false", "It can, and the model is the failing execution."),
];

/// Lines 13 and 14: an interpolant.
const INTERPOLANT: [PseudoLine; 4] = [
    TWO_LEVELS,
    line(13, 1, "while ¬sat(A ∧ B) do", MEANING_OF_WHILE),
    TOGETHER,
    line(14, 2, "τ(s₁) := get_interpolant(A, B)", MEANING_OF_TAU),
];

/// Lines 23 to 26.
const NEXT: [PseudoLine; 4] = [
    line(23, 2, "G(s) := G(s) ∨ τ(s)", "They are not: add the new states."),
    line(24, 2, "A := τ(s₀) ∧ T(s₀,s₁)", "Take the next step from the states of τ."),
    line(25, 1, "k := k + 1", MEANING_OF_RAISE),
    line(26, 0, "return unknown", "The limit on unrollings is reached."),
];

/// Beyer, Chien, Lee: Algorithm 1, without the lines that only the augmented variants have (4, 11, 15 to 20).
pub(super) const IMC: &[PseudoLine] = &joined::<24>(&[
    &INITIAL,
    &BOUNDED,
    &[ours(
        12,
        1,
        "if augment then P(s) := P(s) ∧ get_invariant(s)",
        "Only with auxiliary invariants switched on: states outside the invariant, which no execution reaches, count as \
         failing. The paper mentions this basic variant in its text.",
    )],
    &INTERPOLANT,
    &[
        line(21, 2, "if ¬sat(τ(s) ∧ ¬G(s)) then", "Fixed point? Are all states of τ in G already?"),
        line(22, 3, "return true", "They are: G is an inductive invariant, so the program is safe."),
    ],
    &NEXT,
]);

/// Algorithm 1 in full, for the augmented variants.
pub(super) const IMC_AUGMENTED: &[PseudoLine] = &joined::<32>(&[
    &INITIAL,
    &[line(4, 0, "Inv(s) := ⊤", "Nothing is known beforehand.")],
    &BOUNDED,
    &[
        line(11, 1, "if strengthen_fpc ∨ strengthen_itp then", "Are auxiliary invariants wanted?"),
        line(
            12,
            2,
            "Inv(s) := get_auxiliary_invariant()",
            "Take the next level of the interval analysis, once it is proved inductive.",
        ),
    ],
    &INTERPOLANT,
    &[
        line(15, 2, "if strengthen_itp then", "In this variant: strengthen the interpolant?"),
        line(
            16,
            3,
            "τ(s) := Inv(s) ∧ τ(s)",
            "Only states that satisfy the auxiliary invariant can be reached.",
        ),
        line(17, 2, "if strengthen_fpc then", "In this variant: strengthen the fixed-point check?"),
        line(
            18,
            3,
            "if ¬sat(Inv(s) ∧ τ(s) ∧ ¬G(s)) then",
            "Fixed point, looking only at states that satisfy Inv?",
        ),
        line(19, 4, "return true", "G is inductive relative to Inv, so the program is safe."),
        line(20, 2, "else", "Without strengthening:"),
        line(21, 3, "if ¬sat(τ(s) ∧ ¬G(s)) then", "Fixed point? Are all states of τ in G already?"),
        line(22, 4, "return true", "They are: G is an inductive invariant, so the program is safe."),
    ],
    &NEXT,
]);
