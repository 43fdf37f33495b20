//! The pseudo-code of property directed reachability.

use super::{EARLY, FAILS_AT_FIRST, FIRST_FRAME, OWN_PLACES, PseudoLine, ours, remark};

/// Where it comes from.
pub(super) const SOURCE: &str = "Bradley: SAT-Based Model Checking without Unrolling (VMCAI 2011), as in Eén, Mishchenko, Brayton: Efficient \
     Implementation of Property Directed Reachability (FMCAD 2011); written anew, with line numbers of ours.";

/// PDR as done here.
pub(super) const PDR: &[PseudoLine] = &[
    EARLY,
    OWN_PLACES,
    FAILS_AT_FIRST,
    FIRST_FRAME,
    ours(
        3,
        0,
        "while k < kmax do k := k + 1",
        "A new frame, which contains all states but those that a lemma excludes, up to the limit in the settings.",
    ),
    ours(
        4,
        1,
        "Q := {(¬P, k)}",
        "No state of the newest frame may fail: that is the first obligation. An obligation (c, i) says that the states c, which lead to a \
         failure, must not be in frame Fᵢ.",
    ),
    ours(
        5,
        1,
        "while Q ≠ ∅ do take (c, i) with the least i",
        "The obligation that is nearest to the initial states comes first.",
    ),
    ours(
        6,
        2,
        "if sat((I ∨ Fᵢ₋₁ ∧ ¬c ∧ T) ∧ c′) then",
        "Is one of the states initial, or does a round lead from the frame before into one? ¬c may be assumed before the round, since the \
         lemma will hold there, too.",
    ),
    ours(
        7,
        3,
        "if i = 1 or a state of c is initial then return false",
        "From an initial state the obligations lead to a failure, one round each.",
    ),
    ours(
        8,
        3,
        "Q := Q ∪ {(c, i), (c₋, i − 1)}",
        "c₋ is the states that lead into c as the model does; they must not be in the frame before.",
    ),
    remark(
        3,
        "c₋: constraints around the model’s state, not the state alone",
        "On integers there is no end of single states. The transition, projected along the model, gives linear constraints that it \
         satisfies; all states that satisfy them lead into c.",
    ),
    ours(
        9,
        2,
        "else L := a generalisation of ¬c; F₁, …, Fᵢ := F₁ ∧ L, …, Fᵢ ∧ L",
        "The lemma holds after up to i rounds, and excludes c, mostly with many other states.",
    ),
    remark(
        2,
        "L := interpolant of I ∨ Fᵢ₋₁ ∧ ¬c ∧ T and c′; in rotation, each source of interpolants has its turn",
        "In print L is a clause, part of ¬c, and so it is here where the state is truth values alone. With numbers a refutation \
         knows more than which literals it needs.",
    ),
    ours(
        10,
        3,
        "if i < k and sat(Fᵢ₊₁ ∧ c) then Q := Q ∪ {(c, i + 1)}",
        "Whatever leads to a failure has to be excluded from all frames sooner or later.",
    ),
    ours(
        11,
        1,
        "for i = 1, …, k and L in Fᵢ do if ¬sat(Fᵢ ∧ T ∧ ¬L′) then Fᵢ₊₁ := Fᵢ₊₁ ∧ L",
        "Lemmas that hold for one round more are passed on.",
    ),
    ours(12, 2, "if Fᵢ = Fᵢ₊₁ then", "Were all lemmas of the frame passed on?"),
    ours(
        13,
        3,
        "return true",
        "One round leads from the frame only into itself: it is an inductive invariant, and none of its states fails.",
    ),
    ours(
        14,
        0,
        "return unknown",
        "The limit on frames is reached, or on integers so many obligations were met at one bound that there may be no end of them.",
    ),
];
