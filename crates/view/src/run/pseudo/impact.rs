//! The pseudo-code of Impact.

use super::{PseudoLine, joined, line, ours, remark};

/// Where it comes from.
pub(super) const SOURCE: &str = "The procedures of McMillan: Lazy Abstraction with Interpolants, with line numbers of ours. M(v) is the cutpoint of a \
     node v, ψ(v) its label, ⊑ says that one node is the other or above it, and ≺ that it was made before.";

const TURNS: PseudoLine = remark(
    2,
    "each refinement has another source of interpolants",
    "The paper takes interpolants as they come. Here, with interpolants in rotation, the sources take turns from refinement to \
     refinement; where one has no interpolant, the next is asked.",
);
const ONE_BY_ONE: PseudoLine = remark(
    2,
    "Âᵢ := interpolant of Âᵢ₋₁ ∧ τ(vᵢ₋₁, vᵢ) and the rest of π",
    "The paper takes all interpolants of a path from one refutation. Here each node has a query of its own, from the entry down: one step \
     each. Once one of them is false, so are those below it.",
);
const EMPTY: PseudoLine = remark(
    1,
    "if ψ(v) = false then v is covered by itself alone",
    "A node whose label contains no state cannot be reached, so nothing below it needs to be unwound. In print it is, until its copies cover \
     one another.",
);
const KNOWN: PseudoLine = remark(
    2,
    "what an earlier answer shows is not asked again",
    "Labels that were compared before, and labels that a state of an earlier answer tells apart, need no query.",
);
const FIRST: PseudoLine = remark(
    2,
    "children at the error come first",
    "The paper leaves their order open. Like this a failure is found before the loop is gone round once more, and a refuted path gives \
     labels that may cover what comes then.",
);

const BEGINNING: [PseudoLine; 13] = [
    ours(
        0,
        0,
        "no path gets longer than kmax actions, else return unknown",
        "The paper sets no limit, and need not end. Here the largest number of unrollings is also that of the actions on a path.",
    ),
    line(
        1,
        0,
        "func UNWIND(Program P)",
        "The main loop: the program is unwound until every leaf is covered.",
    ),
    line(
        2,
        1,
        "V := {ε}; ψ(ε) := true; E := ∅; ▷ := ∅",
        "The tree begins with a node for the entry. Nothing is covered.",
    ),
    line(
        3,
        1,
        "while some leaf v ∈ V is not covered do",
        "Something is left to unwind: the oldest such leaf.",
    ),
    line(
        4,
        2,
        "forall w ⊏ v do CLOSE(w)",
        "Perhaps a node above it is covered by now, and it with it: what is below a covered node counts as covered.",
    ),
    line(5, 2, "DFS(v)", "If not, unwind the program from there."),
    line(
        6,
        1,
        "return SAFE",
        "Each leaf is covered, and the labels of the error nodes are false: a proof. The independent checker looks at it before we say so.",
    ),
    line(7, 0, "func DFS(v ∈ V)", "Unwinds depth first."),
    line(8, 1, "CLOSE(v)", "Is the node covered by an earlier one?"),
    line(9, 1, "if v is not covered then", "It is not:"),
    line(10, 2, "if M(v) = err then", "Is it an error node?"),
    line(11, 3, "REFINE(v)", "Then the path there is real, or the labels on it become stronger."),
    line(
        12,
        3,
        "forall w ⊑ v do CLOSE(w)",
        "With stronger labels, nodes of the path may be covered: what is below them need not be unwound.",
    ),
];

const FORCED: PseudoLine = ours(
    13,
    2,
    "else if FORCECOVER(v, w) for some w ≺ v then return",
    "Can labels be strengthened so that it is covered? The three latest nodes of its cutpoint are tried; the paper leaves open which ones.",
);

const MIDDLE: [PseudoLine; 26] = [
    line(14, 2, "EXPAND(v)", "If not, unwind one action further,"),
    line(15, 2, "forall children w of v do DFS(w)", "and go on from there."),
    line(16, 0, "func CLOSE(v ∈ V)", "Tries to have a node covered."),
    EMPTY,
    line(17, 1, "forall w ≺ v with M(w) = M(v) do COVER(v, w)", "By each earlier node of the same cutpoint."),
    line(18, 0, "func COVER(v, w ∈ V)", "Tries to have one node covered by another one."),
    line(
        19,
        1,
        "if v is not covered and M(v) = M(w) and v ⋢ w then",
        "Both are at the same cutpoint, and it does not cover a node above itself. The covering node must not be covered either.",
    ),
    line(20, 2, "if ψ(v) ⊨ ψ(w) then", "Is each state of the one label in the other?"),
    KNOWN,
    line(21, 3, "▷ := ▷ ∪ {(v, w)}", "Then it is covered: what can follow it can follow the other one."),
    line(
        22,
        3,
        "▷ := ▷ ∖ {(x, y) ∣ v ⊑ y}",
        "What it or a node below it has covered is covered no longer, since nothing below it is unwound now.",
    ),
    line(23, 0, "func REFINE(v ∈ V)", "Looks at a path to the error."),
    line(24, 1, "if M(v) = err and ψ(v) ≠ false then", "Nothing excludes the error yet."),
    line(25, 2, "π := the path from ε to v", "There is one, since the unwinding is a tree."),
    TURNS,
    line(
        26,
        2,
        "if U(π) has no interpolant then return UNSAFE",
        "U(π) says that an execution takes the path. If one does, an assertion fails.",
    ),
    line(
        27,
        2,
        "Â₀, …, Âₙ := an interpolant of U(π)",
        "For each node of the path a formula: true at the entry, false at the error, and each action leads from one only into the next.",
    ),
    ONE_BY_ONE,
    line(28, 2, "for i := 0, …, n do", "Along the path:"),
    line(29, 3, "if ψ(vᵢ) ⊭ Âᵢ then", "Is that news to the label?"),
    line(30, 4, "▷ := ▷ ∖ {(x, vᵢ) ∣ x ∈ V}", "What the node covers may be outside of its label then."),
    line(31, 4, "ψ(vᵢ) := ψ(vᵢ) ∧ Âᵢ", "The label becomes stronger."),
    line(32, 0, "func EXPAND(v ∈ V)", "Unwinds one action further."),
    line(33, 1, "if v is a leaf that is not covered then", "Each node is expanded once."),
    line(34, 2, "forall (M(v), T, m) ∈ Δ do", "For each action of the cutpoint"),
    FIRST,
];

const CREATE: PseudoLine = line(
    35,
    3,
    "create w; ψ(w) := true; M(w) := m; E := E ∪ {(v, w)}; τ(v, w) := T",
    "a new node, of which nothing is known yet: only what a proof needs will be.",
);

const FORCE: [PseudoLine; 5] = [
    line(36, 0, "func FORCECOVER(v, w ∈ V)", "Forced covering, which the paper gives in words."),
    line(
        37,
        1,
        "x := nearest common ancestor of v and w; π := the path from x to v",
        "What is above that is left as it is.",
    ),
    line(38, 1, "if ψ(x) ∧ U(π) ⊨ ψ(w) then", "Does all that comes down the path end within the label?"),
    line(
        39,
        2,
        "strengthen the labels along π as in lines 27 to 31",
        "Interpolants between the two make the labels on the path say so.",
    ),
    line(40, 2, "COVER(v, w)", "Now it is covered, and nothing had to be unwound."),
];

const END: PseudoLine = ours(
    41,
    0,
    "return unknown",
    "A limit is reached: of the length of paths, or of nodes. (The paper leaves limits to practice.)",
);

/// Impact.
pub(super) const IMPACT: &[PseudoLine] = &joined::<41>(&[&BEGINNING, &MIDDLE, &[CREATE], &[END]]);

/// Impact with forced covering.
pub(super) const IMPACT_FORCED: &[PseudoLine] =
    &joined::<47>(&[&BEGINNING, &[FORCED], &MIDDLE, &[CREATE], &FORCE, &[END]]);
