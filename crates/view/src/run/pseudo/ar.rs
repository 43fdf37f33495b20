//! The pseudo-code of AR: Figure 2, and the operators that section 4.1 tells in words.

use super::{EARLY, PseudoLine, line, ours, remark};

/// The second way of section 4.1: constraints at the far end.
pub(super) const AR: &[PseudoLine] = &code(CONSTRAINING);

/// The first way of section 4.1: states are blocked.
pub(super) const AR_ALLSAT: &[PseudoLine] = &code(BLOCKING);

const PLACES: PseudoLine = remark(
    0,
    "if I or F needs a quantifier then give entry and failure a place of their own",
    "The algorithm negates I and F. Where one speaks of inputs that cannot be eliminated, control gets two more places, entry and \
     error, and paths are longer by one transition at either end.",
);

const SOURCES: PseudoLine = remark(
    1,
    "in rotation: the next source of interpolants in each round",
    "The paper takes an interpolant as it comes. Here each round has another source, if the settings say so.",
);

const PATIENCE: PseudoLine = remark(
    1,
    "on integers: after 8 + 4k images, take the set of the round before",
    "On finite-state programs the iteration ends by itself. On integers it need not; then the approximation of the round before is taken, \
     which is closed under this round's operator too.",
);

const DISJUNCTS: PseudoLine = remark(
    1,
    "B := F(x₁) ∨ T(x₁, x₂) ∧ (F(x₂) ∨ …)",
    "A failing state of a program need not have a successor, so each disjunct asks only for the transitions that lead to it.",
);

const CONSTRAINING: PseudoLine = ours(
    22,
    1,
    "else conjoin ¬F(xᵢ) to B, the far end first, and ask again",
    "Section 4.1, second way. By its guarantee the set can meet F only near the far end: exclude it there. Each excluded frame weakens \
     the guarantee of the image by one.",
);

const BLOCKING: PseudoLine = ours(
    22,
    1,
    "else Q := Q ∧ ¬P for states P that lead to F, and ask again",
    "Section 4.1, first way. The model's path begins in states P of Q that lead to F: leave them out, and keep what they lead to beside \
     the interpolant.",
);

/// Figure 2, with the operator's way of regaining unsatisfiability.
const fn code(regain: PseudoLine) -> [PseudoLine; 26] {
    [
        EARLY,
        PLACES,
        line(
            1,
            0,
            "I₁ := I, F₁ := F, S̃₀ := ¬F, C̃₀ := ¬I, k₁ := 1",
            "Nothing is known yet but that I and F do not meet.",
        ),
        line(2, 0, "for j = 1, 2, 3, … do", "Round after round, up to the limit in the settings."),
        SOURCES,
        line(
            3,
            1,
            "if sat(Iⱼ(x₀) ∧ T(x₀, x₁) ∧ … ∧ Fⱼ(xₖ)) then",
            "Paths of exactly k transitions; shorter ones were excluded in earlier rounds, since I and F only shrink.",
        ),
        line(4, 2, "return counterexample", "The path is an execution of the program that fails."),
        ours(
            5,
            1,
            "if asked for and Fⱼ is kⱼ-inductive then return no counterexample",
            "A standard check after line 3, the paper says; only if the settings ask for it. If k states outside of F never lead into F, \
             bounded search has seen all there is.",
        ),
        line(
            6,
            1,
            "let post^ provide the guarantee (Fⱼ, kⱼ)",
            "No state that it adds meets F in fewer than k transitions. (The print has I here.)",
        ),
        line(
            7,
            1,
            "let pre^ provide the guarantee (Iⱼ, kⱼ)",
            "Backwards: no state that it adds is within k transitions of I. (The print has F here.)",
        ),
        line(
            8,
            1,
            "S̃ⱼ := ⋃ᵢ (post^(·) ∖ Fⱼ ∩ S̃ⱼ₋₁)ⁱ(Iⱼ)",
            "What is reachable from I without passing through F, over-approximated image by image, within what was known before.",
        ),
        line(
            9,
            1,
            "C̃ⱼ := ⋃ᵢ (pre^(·) ∖ Iⱼ ∩ C̃ⱼ₋₁)ⁱ(Fⱼ)",
            "What leads to F without passing through I, pre-image by pre-image, within what was known before.",
        ),
        PATIENCE,
        line(
            10,
            1,
            "if post(S̃ⱼ) ∩ Fⱼ = ∅ or pre(C̃ⱼ) ∩ Iⱼ = ∅ then",
            "Does a transition lead out of S̃ into F, or from I into C̃? If one of them does not, no counterexample is left.",
        ),
        line(
            11,
            2,
            "return no counterexample",
            "The sets of all rounds together make an inductive invariant, which the checker proves afresh.",
        ),
        line(13, 1, "Iⱼ₊₁ := Iⱼ ∩ pre(C̃ⱼ)", "Only initial states that lead into C̃ can fail."),
        line(14, 1, "Fⱼ₊₁ := Fⱼ ∩ post(S̃ⱼ)", "Only failing states that S̃ leads into can be reached."),
        line(15, 1, "kⱼ₊₁ := kⱼ + 1", "Look one transition further; S̃ and C̃ are kept."),
        ours(17, 0, "return unknown", "The limit on rounds is reached."),
        ours(
            18,
            0,
            "post^(Q):",
            "Section 4.1 tells the operator in words; pre^ is its mirror image, with I for F.",
        ),
        ours(19, 1, "A := Q(x₀) ∧ T(x₀, x₁)", "One transition from Q."),
        ours(20, 1, "B := T(x₁, x₂) ∧ … ∧ (F(x₁) ∨ … ∨ F(xₖ))", "F is met within k − 1 transitions more."),
        DISJUNCTS,
        ours(
            21,
            1,
            "if ¬sat(A ∧ B) then return interpolant of A and B",
            "It contains what Q leads to, and nothing from which F is within reach of B.",
        ),
        regain,
        ours(
            23,
            1,
            "at worst return ¬F(x₁)",
            "Every frame is excluded: the image is everything outside of F, and the set of the round before is kept.",
        ),
    ]
}

/// Where the algorithm comes from.
pub(super) const SOURCE: &str = "Figure 2 of D'Silva, Purandare, Kroening: Approximation Refinement for Interpolation-Based Model \
                                 Checking; lines from 18 on write down what section 4.1 tells in words.";
