//! The pseudo-code of VINTA, with UFO's refinement beside its own.

use super::{PseudoLine, joined, line, ours, remark};

const DAGITP: &str = "An interpolant for each node, in topological order: between the ways into the node, from the interpolants before, \
                      and the paths from it to the error. It speaks of the node's variables alone.";

const REAL: PseudoLine = remark(
    2,
    "first: can some path be passed, whatever the labels say?",
    "A real counterexample is looked for first, without any restriction by labels; refinement begins when there is none.",
);
const TURNS: PseudoLine = remark(
    2,
    "each refinement has another source of interpolants",
    "The paper takes interpolants as they come. Here, with interpolants in rotation, the sources take turns from refinement to \
     refinement (where a state has eight or more symbols, of words each digit, the refutation has all turns but every twelfth); where one has no interpolant, the next is asked.",
);
const PASSABLE: PseudoLine = remark(
    3,
    "COMPUTEPOST first asks whether an edge can be passed",
    "An abstraction of a label that refinement has found may forget why an edge cannot be passed; so the solver is asked.",
);
const THRESHOLDS: PseudoLine = remark(
    3,
    "unions of boxes: widening first stops at values that are set",
    "Bounds that give way stop first at the values that the program sets variables to, so that the states of a state machine are \
     told apart without refinement.",
);
const ONE_BY_ONE: PseudoLine = remark(
    1,
    "DAGITP: I(v) := get_interpolant(ways into v, paths from v)",
    "The paper has all interpolants from elsewhere, from one refutation. Here each node has a query of its own, in topological order: \
     one step each.",
);
const OPEN: PseudoLine = remark(
    1,
    "where labels leave no path from v to v_err: I(v) := true",
    "Going backwards from the error, the solver is asked at each node whether labels alone exclude what follows. Where they do, the \
     node keeps its label, and no node before it has to look past it.",
);

/// Fig. 3 with its line numbers, put in the order in which the lines are meant.
const MAIN: [PseudoLine; 59] = [
    line(
        1,
        0,
        "func VINTAMAIN(Program P)",
        "The main loop: abstract interpretation, then refinement, until there is a proof or a counterexample.",
    ),
    line(
        2,
        1,
        "create nodes v_en, v_err",
        "The graph begins with a node for the entry and one for the error.",
    ),
    line(3, 1, "ψ(v_en) := true; ν(v_en) := en", "At the entry anything can hold."),
    line(4, 1, "ψ(v_err) := false; ν(v_err) := err", "Nothing has been seen to reach the error yet."),
    line(5, 1, "marked(v_en) := true", "Marked nodes get their labels by abstract interpretation."),
    line(6, 1, "labels := ∅", "Refinement has found no labels yet."),
    line(
        7,
        1,
        "while true do",
        "One round of the loop: the graph is completed, then its alarm, if there is one, examined.",
    ),
    line(8, 2, "EXPANDARG()", "Go through the graph and complete it."),
    line(9, 2, "if ψ(v_err) is UNSAT then", "Is the error's label empty?"),
    line(
        10,
        3,
        "return SAFE",
        "The graph is safe, complete and well-labelled: a proof. The independent checker looks at it before we say so.",
    ),
    line(11, 2, "labels := REFINE(A)", "An alarm. Is it real? If not, find stronger labels without it."),
    REAL,
    TURNS,
    line(12, 2, "if labels = ∅ then", "There are no such labels:"),
    line(13, 3, "return UNSAFE", "there is a failing execution."),
    line(14, 0, "func GETFUTURENODE(ℓ ∈ CP)", "The node of a cutpoint that is to be explored next."),
    line(15, 1, "if FN(ℓ) is defined then", "If one is waiting,"),
    line(16, 2, "return FN(ℓ)", "edges meet there."),
    line(17, 1, "create node v", "Otherwise it is a new one, unexplored."),
    line(18, 1, "ψ(v) := true; ν(v) := ℓ", "Nothing is known there yet."),
    line(19, 1, "FN(ℓ) := v", "It waits. (The paper prints FN(v).)"),
    line(20, 1, "return v", "The caller draws an edge to it."),
    line(21, 0, "func EXPANDNODE(v ∈ V)", "The node's edges: one for each action of its cutpoint."),
    line(22, 1, "if v has children then", "It was expanded in an earlier round:"),
    line(23, 2, "forall (v, w) ∈ E do", "its children"),
    line(24, 3, "FN(ν(w)) := w", "are waiting now."),
    line(25, 1, "else", "It is new:"),
    line(26, 2, "forall (ν(v), T, ℓ) ∈ δ do", "for each action"),
    line(
        27,
        3,
        "w := GETFUTURENODE(ℓ)",
        "take the waiting node of the cutpoint that it leads to, or a new one,",
    ),
    line(28, 3, "E := E ∪ {(v, w)}; τ(v, w) := T", "and draw the edge."),
    line(
        29,
        0,
        "func EXPANDARG()",
        "Goes through the graph from the entry along the weak topological order.",
    ),
    line(30, 1, "vis := ∅; FN := ∅", "No node has been visited, none is waiting."),
    line(31, 1, "FN(err) := v_err; v := v_en", "Begin at the entry; the error's node waits for the end."),
    line(32, 1, "while true do", "One node after the other."),
    line(33, 2, "ℓ := ν(v)", "The node's cutpoint."),
    line(34, 2, "EXPANDNODE(v)", "Its edges."),
    line(35, 2, "if marked(v) then", "Does abstract interpretation label it?"),
    line(36, 3, "marked(v) := false", "It does, once."),
    line(
        37,
        3,
        "ψ(v) := COMPUTEPOST(v)",
        "The join of what arrives from visited nodes. Where the label of one of them was refined, the solver is asked first whether anything can arrive.",
    ),
    PASSABLE,
    line(
        38,
        3,
        "ψ(v) := WIDENWITH({ψ(u) ∣ u ∈ vis(ℓ)}, ψ(v))",
        "At every n-th unrolling the label is widened, so that the loop comes to an end.",
    ),
    THRESHOLDS,
    line(
        39,
        3,
        "forall (v, w) ∈ E do marked(w) := true",
        "What follows is labelled by abstract interpretation, too.",
    ),
    line(40, 2, "else if labels(v) is defined then", "Or has refinement found a label?"),
    line(41, 3, "ψ(v) := labels(v)", "Then it has that."),
    line(
        42,
        3,
        "forall {(v, w) ∈ E ∣ labels(w) is undefined} do",
        "Children that refinement says nothing of",
    ),
    line(43, 4, "marked(w) := true", "are labelled by abstract interpretation: it restarts only there."),
    line(44, 2, "vis(ℓ) := vis(ℓ) ∪ {v}", "The node has been visited."),
    line(45, 2, "if v = v_err then break", "The error comes last: the graph is complete."),
    line(
        46,
        2,
        "if SMT.ISVALID(ψ(v) ⇒ ⋁ ψ(u), u ∈ vis(ℓ), u ≠ v) then",
        "Is the node covered: is every state of its label in the label of another node of the cutpoint? (The paper prints ISINVALID.)",
    ),
    line(47, 3, "erase FN(ℓ)", "It is: what follows need not be explored."),
    line(
        48,
        3,
        "forall {(v, w) ∈ E ∣ no other u with (u, w) ∈ E} do",
        "Children that only this node leads to",
    ),
    line(
        49,
        4,
        "erase FN(ν(w))",
        "do not wait any longer: they stay unexplored. (The paper prints these two lines after the next two.)",
    ),
    line(
        50,
        3,
        "repeat ℓ := WTOEXIT(ℓ) until FN(ℓ) is defined",
        "Out of the loop, to the next cutpoint with a waiting node.",
    ),
    line(51, 3, "v := FN(ℓ); erase FN(ℓ)", "Go on there."),
    line(52, 2, "else", "It is not covered:"),
    line(53, 3, "ℓ := WTONEXT(ℓ)", "on along the order,"),
    line(54, 3, "v := FN(ℓ); erase FN(ℓ)", "to the next waiting node."),
    ours(
        55,
        1,
        "return unknown",
        "A limit is reached: of refinements, or of nodes. (The paper leaves limits to practice.)",
    ),
];

/// Fig. 6, with 60 added to its line numbers.
const VINTAREF: [PseudoLine; 13] = [
    line(61, 0, "func VINTAREF(ARG A)", "Refinement within the labels: no label ever becomes weaker."),
    line(
        62,
        1,
        "L_E := EncodeBMC(A); L_V := Encode(ψ)",
        "Each node gets a copy of the variables; edges and labels speak of the copies.",
    ),
    line(63, 1, "I := VINTARDI((V, E, v_en, v_err), L_E, L_V)", "Interpolants, restricted by the labels."),
    line(
        64,
        1,
        "if I = ∅ then return I",
        "There is a real counterexample. (It is looked for first, without any labels.)",
    ),
    line(
        65,
        1,
        "forall v ∈ V do I(v) := I(v) ∧ L_V(v)",
        "The new label is the interpolant together with the label before.",
    ),
    line(66, 1, "return DecodeBMC(I)", "Back to the program's own variables."),
    line(67, 0, "func VINTARDI(G, L_E, L_V)", "A restricted DAG interpolant."),
    line(68, 1, "forall e = (u, v) ∈ E do", "The solver is told the labels,"),
    line(
        69,
        2,
        "L_E(e) := L_V(u) ∧ L_E(e)",
        "on every edge that begins at the node; edges that the labels exclude are left out.",
    ),
    OPEN,
    line(70, 1, "I := DAGITP(G, L_E)", DAGITP),
    ONE_BY_ONE,
    line(71, 1, "return I", "The interpolants, one for each node."),
];

/// Fig. 4, with 60 added to its line numbers.
const UFOREF: [PseudoLine; 3] = [
    line(
        61,
        0,
        "func UFOREF(ARG A)",
        "Refinement that ignores the labels: what abstract interpretation knew can get lost.",
    ),
    line(62, 1, "L_E := EncodeBMC(A); I := DAGITP((V, E, v_en, v_err), L_E); return DecodeBMC(I)", DAGITP),
    ONE_BY_ONE,
];

/// VINTA: the main algorithm and the refinement within the labels.
pub(super) const VINTA: &[PseudoLine] = &joined::<72>(&[&MAIN, &VINTAREF]);

/// UFO: the main algorithm and the refinement that ignores them.
pub(super) const UFO: &[PseudoLine] = &joined::<62>(&[&MAIN, &UFOREF]);
