//! The meaning of every sign on the page, for the help dialog and for tool tips.

use trace::Engine;

/// A sign and its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sign {
    /// The sign.
    pub sign: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
}

const fn sign(sign: &'static str, meaning: &'static str) -> Sign {
    Sign { sign, meaning }
}

/// The letters of the algorithms.
pub const LETTERS: &[Sign] = &[
    sign(
        "s, s₀, s₁, …",
        "A state: the values of all variables at the loop head; sᵢ after i rounds of the loop.",
    ),
    sign("x₂, x′", "The variable x after two rounds of the loop; its value in the next state."),
    sign(
        "x°₁, s − 1, s + 1",
        "The variable x on the path that leads to the present state s, counted from that path’s beginning; the state one round before s, \
         and the state one round after it.",
    ),
    sign("I(s)", "The initial states: those in which control first reaches the loop head."),
    sign("T(s, s′)", "The transition relation: one round of the loop leads from s to s′."),
    sign(
        "P(s), ¬P(s)",
        "The property, and its negation: states from which an assertion fails before the next round.",
    ),
    sign("k", "The unrolling bound: how many rounds of the loop the query looks ahead."),
    sign("A, B", "The two sides of an interpolation query; together they are unsatisfiable."),
    sign(
        "τ",
        "An interpolant: implied by A, contradicts B, and speaks only of symbols that both have. It over-approximates \
         the states that A leads to, and none of them can fail the way B says.",
    ),
    sign("G", "All states found so far. When an interpolant adds nothing to G, G is an inductive invariant."),
    sign(
        "F₀, F₁, …",
        "In ISMC: what holds after 0, 1, … rounds, over-approximated by the interpolants of all bounds so far.",
    ),
    sign(
        "Fᵢ, F₀, F₁, …",
        "In PDR: frames. Fᵢ contains what is reached within i rounds; the lemmas of later frames hold in all before them.",
    ),
    sign(
        "c, Q",
        "In PDR: states that lead to a failure, and must be excluded from a frame; all that are still to be.",
    ),
    sign("L", "In PDR: a lemma, which excludes them and holds in all that is reached so soon."),
    sign(
        "Fᵢ, Bᵢ",
        "In DAR: frames. Fᵢ contains what is reached after i rounds, Bᵢ what fails after i rounds; both may contain more.",
    ),
    sign("n", "In DAR: how many frames there are of either kind, beside I and ¬P."),
    sign("κ, S, P, Q", "In FiB: the loop’s condition and body, its precondition and postcondition."),
    sign("Aₜ, Bᵣ", "In FiB: the states reached in t rounds, and those that can fail within r rounds."),
    sign("t, r", "In FiB: the number of the newest forward and of the newest backward set."),
    sign(
        "I, J",
        "In FiB: an interpolant between them, a candidate invariant; of a backward one, called J where there are both, the negation is.",
    ),
    sign(
        "I, F",
        "In AR: the initial and the failing states of the verification problem as refined so far; they shrink as states are shown to \
         belong to no failing execution.",
    ),
    sign(
        "S̃",
        "In AR: a forward approximation: it holds I, excludes F, and one round leads from it only into it or into F.",
    ),
    sign("C̃", "In AR: a backward approximation: the same from the failing states, backwards."),
    sign(
        "P₁, N₁, …",
        "In AR: images. Pᵢ holds after i transitions from I, and excludes F; Nᵢ holds i transitions before F, and excludes I. In their \
         queries x₀, x₁, … are states, xᵢ after i transitions.",
    ),
    sign("j", "In AR: the number of the round, which is also how far its approximations look ahead."),
    sign(
        "refinements",
        "In VINTA: how often interpolants have strengthened labels of the reachability graph.",
    ),
    sign(
        "ψ",
        "In VINTA: the label of a node: what holds whenever an execution passes it, for all that is known.",
    ),
    sign(
        "v1, v2a, v2b, ve",
        "In VINTA: nodes of the graph. The number is that of the cutpoint, v1 the entry and ve the error; a, b, … are its visits in turn.",
    ),
    sign("τ(v, w)", "In VINTA: what the program does on its way from node v to node w."),
    sign("τ(v, w)", "In Impact: what the program does on its way from node v to node w."),
    sign(
        "refinements",
        "In Impact: how often a path to the error was refuted, and interpolants have strengthened the labels along it.",
    ),
    sign(
        "ψ, Â, ▷",
        "In Impact: the label of a node, an interpolant on the path to the error, and which node is covered by which.",
    ),
    sign(
        "E₁, H₁, …",
        "In k-induction: interpolants that an invariant is made of. Eᵢ holds after i rounds through P, Hᵢ after i rounds from I.",
    ),
    sign("early", "Satisfiable exactly when an assertion can fail before the loop is first reached."),
    sign("sat(…)", "A question to the solver: is there a model, that is, values that make the formula true?"),
    sign(
        "Inv(s)",
        "The invariant that proves the program: it holds initially, every round keeps it, and it excludes ¬P.",
    ),
];

/// The signs of logic.
pub const LOGIC: &[Sign] = &[
    sign("∧  ∨  ¬  ⇒", "and, or, not, implies"),
    sign("⊤  ⊥", "true, false"),
    sign("⋀  ⋁", "the conjunction, the disjunction over a range"),
    sign("≤  ≥  ≠  ·", "at most, at least, differs from, times"),
    sign("x mod 2, x div 2", "Euclidean remainder and quotient: the remainder is never negative."),
    sign("ite(c, a, b)", "a if c holds, else b"),
    sign("d1, d2, …", "Names for shared parts of a long formula, explained after “where”."),
];

/// The meaning of a letter that an engine's pseudo-code uses, for the tool tip of a watched value. Where papers use the same letter for
/// different things, the engine's own is meant.
pub fn letter(engine: Engine, name: &str) -> Option<&'static str> {
    meaning(engine, |sign| sign == name)
}

/// The meaning of the letter that a part of a query is named by, as `I` in `I(s₀)`, for its tool tip.
pub fn part(engine: Engine, name: &str) -> Option<&'static str> {
    let wanted = base(name);
    meaning(engine, |sign| base(sign) == wanted)
}

/// A name without its number and what it is of.
fn base(name: &str) -> &str {
    let is_more = |c: char| "(₀₁₂₃₄₅₆₇₈₉ₜᵣᵢ′ ".contains(c);
    name.find(is_more).map_or(name, |end| &name[..end])
}

/// Whether a sentence speaks of a letter, with a number or without.
pub fn is_spoken_of(name: &str, sentence: &str) -> bool {
    let of_a_word =
        |c: char| c.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&c) || "₀₁₂₃₄₅₆₇₈₉".contains(c);
    sentence.split(|c: char| !of_a_word(c)).any(|word| base(word) == base(name))
}

fn meaning(engine: Engine, is: impl Fn(&str) -> bool) -> Option<&'static str> {
    let own = match engine {
        Engine::Bmc => "In BMC: ",
        Engine::KInduction => "In k-induction: ",
        Engine::Imc(_) => "In IMC: ",
        Engine::Ismc => "In ISMC: ",
        Engine::Pdr => "In PDR: ",
        Engine::Dar => "In DAR: ",
        Engine::Fib(_) => "In FiB: ",
        Engine::Vinta { .. } => "In VINTA: ",
        Engine::Impact(_) => "In Impact: ",
        Engine::Ar(_) => "In AR: ",
    };
    let meanings = || LETTERS.iter().filter(|s| s.sign.split(", ").any(&is)).map(|s| s.meaning);
    meanings().find(|m| m.starts_with(own)).or_else(|| meanings().find(|m| !m.starts_with("In ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn watched_letters_are_explained() {
        let of = |engine: &str, names: &[&str]| {
            let engine = engine.parse().unwrap();
            names.iter().for_each(|name| assert!(letter(engine, name).is_some(), "{name}"));
        };
        of("imc-f", &["k", "τ", "G"]);
        of("fib-bi", &["t", "r", "Aₜ", "Bᵣ", "I", "J"]);
        of("vinta-box", &["refinements"]);
        of("impact", &["refinements", "ψ", "Â", "▷"]);
        of("ar", &["j", "I", "F", "S̃", "C̃"]);
        of("ismc", &["k", "τ", "G"]);
        of("pdr", &["k"]);
        of("dar", &["n"]);
        assert_eq!(letter("imc".parse().unwrap(), "q"), None);
    }

    #[test]
    fn parts_of_queries_are_explained_by_their_letters() {
        let of = |engine: &str, name| part(engine.parse().unwrap(), name).unwrap_or_default();
        assert!(of("imc", "I(s₀)").starts_with("The initial states"));
        assert!(of("imc", "T(s₀, s₁)").starts_with("The transition relation"));
        assert!(of("bmc", "¬P(s₁₂)").starts_with("The property"));
        assert!(of("ar", "S̃₁(x₀)").starts_with("In AR: a forward"));
        assert!(of("fib-b", "B₁(s)").starts_with("In FiB: the states reached"));
        assert!(of("ar", "P₁(x₀)").starts_with("In AR: images"));
        assert!(of("vinta-box", "τ(v2c, v2d)").starts_with("In VINTA: what the program does"));
        assert!(of("vinta-box", "ψ(v2a)").starts_with("In VINTA: the label"));
        assert!(of("pdr", "F₂(s₀)").starts_with("In PDR: frames"));
        assert_eq!(of("imc", "ψ(v2a)"), "");
    }

    #[test]
    fn sentences_speak_of_letters() {
        assert!(is_spoken_of("Bᵣ", "Do A₀ ∨ A₁ (reached within 1 round) meet B₁ (can fail at once)?"));
        assert!(is_spoken_of("S̃", "Does P₁ contain a state that is not yet in S̃, what may be reached?"));
        assert!(!is_spoken_of("I", "If not, an interpolant follows. Is it inductive?"));
    }

    #[test]
    fn a_letter_means_what_the_engine_means_by_it() {
        let of = |engine: &str, name| letter(engine.parse().unwrap(), name).unwrap_or_default();
        assert!(of("ar", "I").contains("initial"));
        assert!(of("fib-f", "I").contains("interpolant"));
        assert_eq!(of("imc", "I"), "", "IMC has no set that is called so without its states");
    }
}
