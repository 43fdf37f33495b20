//! The pseudo-code of each engine as data. Line numbers are the paper's where there is a paper; events name them.

mod vinta;

use trace::{Change, EngineName, Event, Verdict};

/// One line of pseudo-code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PseudoLine {
    /// Its number, which events refer to.
    pub number: u32,
    /// How many levels it is indented.
    pub indent: u8,
    /// The line as printed.
    pub text: &'static str,
    /// What it does, in a sentence for students.
    pub meaning: &'static str,
    /// Whether it is our addition and not printed in the paper.
    pub ours: bool,
}

/// Where an engine's pseudo-code comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PseudoCode {
    /// Its lines, in order.
    pub lines: &'static [PseudoLine],
    /// The source, in one sentence.
    pub source: &'static str,
}

/// Whether a line speaks of a variable: its name occurs, and not within a longer word. Indices of sets do not matter.
pub fn mentions(line: &str, name: &str) -> bool {
    let stem = name.trim_end_matches(|c: char| ('\u{2080}'..='\u{209c}').contains(&c) || c == 'ᵣ');
    let is_word = |c: char| {
        c.is_alphabetic() && !('\u{2080}'..='\u{209c}').contains(&c) && !"ᵢᵣₜⱼ".contains(c) || c == '_'
    };
    !stem.is_empty()
        && line.match_indices(stem).any(|(at, found)| {
            let before = line[..at].chars().next_back();
            let after = line[at + found.len()..].chars().next();
            !before.is_some_and(is_word) && !after.is_some_and(is_word)
        })
}

const fn line(number: u32, indent: u8, text: &'static str, meaning: &'static str) -> PseudoLine {
    PseudoLine { number, indent, text, meaning, ours: false }
}

const fn ours(number: u32, indent: u8, text: &'static str, meaning: &'static str) -> PseudoLine {
    PseudoLine { number, indent, text, meaning, ours: true }
}

const EARLY: PseudoLine = ours(
    0,
    0,
    "if sat(early) then return false",
    "Can an assertion fail before control first reaches the loop? The transition system begins at the loop head and \
     does not see that, so it is asked apart.",
);

const MEANING_OF_B: &str = "B: the other k − 1 rounds, with a failing state somewhere from s₁ to sₖ. (Here each disjunct asks only for the \
         rounds that lead to it, so that a failing state needs no successor.)";
const MEANING_OF_WHILE: &str =
    "Go on from over-approximations as long as no failing state is within reach of them.";
const MEANING_OF_TAU: &str =
    "τ holds every state that A leads to, and from none of its states a failure is within reach of B.";
const MEANING_OF_RAISE: &str =
    "A failing state seemed within reach, perhaps only because τ holds too much: look further ahead.";

/// Beyer, Chien, Lee: Algorithm 1, without the lines that only the augmented variants have (4, 11, 15 to 20).
const IMC: &[PseudoLine] = &[
    EARLY,
    line(1, 0, "if sat(I(s₀) ∧ ¬P(s₀)) then", "Does an initial state fail already?"),
    line(2, 1, "return false", "It does, so the program is unsafe."),
    line(3, 0, "k := 1", "The unrolling bound begins at one round of the loop."),
    line(5, 0, "while k ≤ kmax do", "Try ever longer unrollings, up to the limit in the settings."),
    line(6, 1, "G(s) := I(s)", "G collects all states found so far; it begins with the initial states."),
    line(7, 1, "A := I(s₀) ∧ T(s₀,s₁)", "A: one round of the loop from the initial states."),
    line(8, 1, "B := ⋀₁≤i<k T(sᵢ,sᵢ₊₁) ∧ ⋁₁≤i≤k ¬P(sᵢ)", MEANING_OF_B),
    line(9, 1, "if sat(A ∧ B) then", "Bounded model checking: can the program fail within k rounds?"),
    line(10, 2, "return false", "It can, and the model is the failing execution."),
    ours(
        12,
        1,
        "if augment then P(s) := P(s) ∧ get_invariant(s)",
        "Only with auxiliary invariants switched on: states outside the invariant, which no execution reaches, count as \
         failing. The paper mentions this basic variant in its text.",
    ),
    line(13, 1, "while ¬sat(A ∧ B) do", MEANING_OF_WHILE),
    line(14, 2, "τ(s₁) := get_interpolant(A, B)", MEANING_OF_TAU),
    line(21, 2, "if ¬sat(τ(s) ∧ ¬G(s)) then", "Fixed point? Are all states of τ in G already?"),
    line(22, 3, "return true", "They are: G is an inductive invariant, so the program is safe."),
    line(23, 2, "G(s) := G(s) ∨ τ(s)", "They are not: add the new states."),
    line(24, 2, "A := τ(s₀) ∧ T(s₀,s₁)", "Take the next step from the states of τ."),
    line(25, 1, "k := k + 1", MEANING_OF_RAISE),
    line(26, 0, "return unknown", "The limit on unrollings is reached."),
];

/// Algorithm 1 in full, for the augmented variants.
const IMC_AUGMENTED: &[PseudoLine] = &[
    EARLY,
    line(1, 0, "if sat(I(s₀) ∧ ¬P(s₀)) then", "Does an initial state fail already?"),
    line(2, 1, "return false", "It does, so the program is unsafe."),
    line(3, 0, "k := 1", "The unrolling bound begins at one round of the loop."),
    line(4, 0, "Inv(s) := ⊤", "Nothing is known beforehand."),
    line(5, 0, "while k ≤ kmax do", "Try ever longer unrollings, up to the limit in the settings."),
    line(6, 1, "G(s) := I(s)", "G collects all states found so far; it begins with the initial states."),
    line(7, 1, "A := I(s₀) ∧ T(s₀,s₁)", "A: one round of the loop from the initial states."),
    line(8, 1, "B := ⋀₁≤i<k T(sᵢ,sᵢ₊₁) ∧ ⋁₁≤i≤k ¬P(sᵢ)", MEANING_OF_B),
    line(9, 1, "if sat(A ∧ B) then", "Bounded model checking: can the program fail within k rounds?"),
    line(10, 2, "return false", "It can, and the model is the failing execution."),
    line(11, 1, "if strengthen_fpc ∨ strengthen_itp then", "Are auxiliary invariants wanted?"),
    line(
        12,
        2,
        "Inv(s) := get_auxiliary_invariant()",
        "Take the next level of the interval analysis, once it is proved inductive.",
    ),
    line(13, 1, "while ¬sat(A ∧ B) do", MEANING_OF_WHILE),
    line(14, 2, "τ(s₁) := get_interpolant(A, B)", MEANING_OF_TAU),
    line(15, 2, "if strengthen_itp then", "In this variant: strengthen the interpolant?"),
    line(16, 3, "τ(s) := Inv(s) ∧ τ(s)", "Only states that satisfy the auxiliary invariant can be reached."),
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
    line(23, 2, "G(s) := G(s) ∨ τ(s)", "They are not: add the new states."),
    line(24, 2, "A := τ(s₀) ∧ T(s₀,s₁)", "Take the next step from the states of τ."),
    line(25, 1, "k := k + 1", MEANING_OF_RAISE),
    line(26, 0, "return unknown", "The limit on unrollings is reached."),
];

/// Bounded model checking as done here.
const BMC: &[PseudoLine] = &[
    EARLY,
    ours(1, 0, "k := 0", "Begin with no round of the loop at all."),
    ours(2, 0, "while k ≤ kmax do", "Try ever longer unrollings, up to the limit in the settings."),
    ours(
        3,
        1,
        "if sat(I ∧ Tᵏ ∧ ¬P) then return false",
        "Can the program fail after exactly k rounds? Then the model is the failing execution.",
    ),
    ours(4, 1, "k := k + 1", "Look one round further ahead."),
    ours(5, 0, "return unknown", "The limit on unrollings is reached."),
];

/// Lin et al.: Algorithm 1, forward.
const FIB_F: &[PseudoLine] = &[
    EARLY,
    line(1, 0, "A₀ := P", "The forward side begins with the states in which the loop is first reached."),
    line(2, 0, "B₀ := ¬κ ∧ ¬Q", "The backward side begins with the states that fail before another round."),
    line(3, 0, "t := r := 0", "No step has been taken on either side."),
    line(4, 0, "while true do", "Squeeze from both sides, up to the limit in the settings."),
    line(5, 1, "if ¬sat((⋁₀≤i≤t Aᵢ) ∧ Bᵣ) then", "Do the two sides meet?"),
    line(
        6,
        2,
        "I := interpolant of ⋁₀≤i≤t Aᵢ w.r.t. Bᵣ",
        "They do not. I holds every state reached so far and none of those that can fail.",
    ),
    line(
        7,
        2,
        "if {I ∧ κ} S {I} then return (yes, I)",
        "Does a round of the loop stay in I? Then I is the invariant.",
    ),
    line(8, 2, "Aₜ₊₁ := sp(I ∧ κ, S)", "Otherwise go forward from I, which over-approximates."),
    line(9, 2, "t := t + 1", "The forward side has taken a step."),
    line(10, 2, "Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))", "And go backward, exactly."),
    line(11, 2, "r := r + 1", "The backward side has taken a step."),
    line(12, 1, "else", "The two sides meet."),
    line(13, 2, "if Aₜ is concrete then return (no, ⊥)", "No set is abstract: this is a failing execution."),
    line(14, 2, "else", "Perhaps spurious: a forward set is abstract."),
    line(15, 3, "while Aₜ is not concrete do t := t − 1", "Drop the abstract sets."),
    line(16, 3, "Aₜ₊₁ := sp(Aₜ ∧ κ, S)", "Go forward from the last concrete set."),
    line(17, 3, "t := t + 1", "The forward side has taken a step."),
    ours(
        18,
        0,
        "return unknown",
        "The limit on iterations is reached. (The paper leaves the limit to practice.)",
    ),
];

/// Lin et al.: Algorithm 2, backward.
const FIB_B: &[PseudoLine] = &[
    EARLY,
    line(1, 0, "A₀ := P", "The forward side begins with the states in which the loop is first reached."),
    line(2, 0, "B₀ := ¬κ ∧ ¬Q", "The backward side begins with the states that fail before another round."),
    line(3, 0, "t := r := 0", "No step has been taken on either side."),
    line(4, 0, "while true do", "Squeeze from both sides, up to the limit in the settings."),
    line(5, 1, "if ¬sat(Bᵣ ∧ (⋁₀≤i≤t Aᵢ)) then", "Do the two sides meet?"),
    line(
        6,
        2,
        "I := interpolant of Bᵣ w.r.t. ⋁₀≤i≤t Aᵢ",
        "They do not. I holds every state that can fail so far and none of those reached.",
    ),
    line(
        7,
        2,
        "if {¬I ∧ κ} S {¬I} then return (yes, ¬I)",
        "Does a round of the loop stay out of I? Then ¬I is the invariant.",
    ),
    line(8, 2, "Bᵣ₊₁ := I ∨ (κ ∧ wp(S, I))", "Otherwise go backward from I, which over-approximates."),
    line(9, 2, "r := r + 1", "The backward side has taken a step."),
    line(10, 2, "Aₜ₊₁ := sp(Aₜ ∧ κ, S)", "And go forward, exactly."),
    line(11, 2, "t := t + 1", "The forward side has taken a step."),
    line(12, 1, "else", "The two sides meet."),
    line(13, 2, "if Bᵣ is concrete then return (no, ⊥)", "No set is abstract: this is a failing execution."),
    line(14, 2, "else", "Perhaps spurious: a backward set is abstract."),
    line(15, 3, "while Bᵣ is not concrete do r := r − 1", "Drop the abstract sets."),
    line(16, 3, "Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))", "Go backward from the last concrete set."),
    line(17, 3, "r := r + 1", "The backward side has taken a step."),
    ours(
        18,
        0,
        "return unknown",
        "The limit on iterations is reached. (The paper leaves the limit to practice.)",
    ),
];

/// Lin et al.: the bidirectional extension, which the paper tells in words; the lines are numbered like the algorithms'.
const FIB_BI: &[PseudoLine] = &[
    EARLY,
    ours(1, 0, "A₀ := P", "The forward side begins with the states in which the loop is first reached."),
    ours(2, 0, "B₀ := ¬κ ∧ ¬Q", "The backward side begins with the states that fail before another round."),
    ours(3, 0, "t := r := 0", "No step has been taken on either side."),
    ours(4, 0, "while true do", "Squeeze from both sides, up to the limit in the settings."),
    ours(5, 1, "if ¬sat((⋁₀≤i≤t Aᵢ) ∧ Bᵣ) then", "Do the two sides meet?"),
    ours(
        6,
        2,
        "I, J := interpolants of either side",
        "They do not. I holds every state reached so far, J every state that can fail so far.",
    ),
    ours(
        7,
        2,
        "if I or ¬J is inductive then return it",
        "Does a round of the loop stay in I, or out of J? Then that is the invariant.",
    ),
    ours(8, 2, "Aₜ₊₁ := sp(I ∧ κ, S), t := t + 1", "Otherwise go forward from I,"),
    ours(10, 2, "Bᵣ₊₁ := J ∨ (κ ∧ wp(S, J)), r := r + 1", "and backward from J."),
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
];

/// Where FiB's algorithms come from.
const FIB: &str = "Lin, Sun, Xiao, Liu, Sanán, Hansen: FiB: Squeezing Loop Invariants by Interpolation between \
                   Forward/Backward Predicate Transformers";

/// The pseudo-code that an engine follows.
pub fn pseudo_code(engine: EngineName) -> PseudoCode {
    match engine {
        EngineName::Imc => PseudoCode {
            lines: IMC,
            source: "Algorithm 1 of Beyer, Chien, Lee: Augmenting Interpolation-Based Model Checking with Auxiliary \
                     Invariants, with its line numbers; lines that only the augmented variant has are left out.",
        },
        EngineName::ImcF | EngineName::ImcI => PseudoCode {
            lines: IMC_AUGMENTED,
            source: "Algorithm 1 of Beyer, Chien, Lee: Augmenting Interpolation-Based Model Checking with Auxiliary \
                     Invariants.",
        },
        EngineName::FibF => PseudoCode { lines: FIB_F, source: FIB },
        EngineName::FibB => PseudoCode { lines: FIB_B, source: FIB },
        EngineName::FibBi => PseudoCode { lines: FIB_BI, source: FIB },
        EngineName::VintaBox | EngineName::VintaBoxes => PseudoCode {
            lines: vinta::VINTA,
            source: "Fig. 3 and 6 of Albarghouthi, Gurfinkel, Chechik: Craig Interpretation; to the line numbers of Fig. 6, 60 \
                     is added. Lines 19, 24 and 46 to 51 are put right.",
        },
        EngineName::UfoBox | EngineName::UfoBoxes => PseudoCode {
            lines: vinta::UFO,
            source: "Fig. 3 and 4 of Albarghouthi, Gurfinkel, Chechik: Craig Interpretation; to the line numbers of Fig. 4, 60 \
                     is added. Lines 19, 24 and 46 to 51 are put right.",
        },
        EngineName::Bmc => PseudoCode {
            lines: BMC,
            source: "Bounded model checking: it finds failures, shortest first, and proves only programs without loops.",
        },
    }
}

/// The line to light up for an event: where its query is asked, or for a verdict the line that returns it.
pub fn lit_line(engine: EngineName, event: &Event) -> u32 {
    let verdict = event.changes.iter().find_map(|change| match change {
        Change::Verdict(verdict) if event.query.is_none() => Some(&**verdict),
        _ => None,
    });
    match (engine, verdict) {
        (EngineName::Imc | EngineName::ImcF | EngineName::ImcI, Some(verdict)) if event.line > 0 => {
            match verdict {
                Verdict::Unsafe(_) if event.line == 1 => 2,
                Verdict::Unsafe(_) => 10,
                Verdict::Safe { .. } if event.line == 18 => 19,
                Verdict::Safe { .. } => 22,
                Verdict::Unknown(_) => 26,
                Verdict::Faulty { .. } => event.line,
            }
        }
        (EngineName::Bmc, Some(Verdict::Unknown(_))) if event.line > 0 => 5,
        (EngineName::FibF | EngineName::FibB | EngineName::FibBi, Some(verdict)) if event.line > 0 => {
            match verdict {
                Verdict::Safe { .. } => 7,
                Verdict::Unsafe(_) => 13,
                Verdict::Unknown(_) => 18,
                Verdict::Faulty { .. } => event.line,
            }
        }
        (
            EngineName::VintaBox | EngineName::VintaBoxes | EngineName::UfoBox | EngineName::UfoBoxes,
            Some(verdict),
        ) => match verdict {
            Verdict::Safe { .. } => 10,
            Verdict::Unsafe(_) => 13,
            Verdict::Unknown(_) => 55,
            Verdict::Faulty { .. } => event.line,
        },
        _ => event.line,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_speak_of_variables() {
        use super::mentions;
        for (line, name, expected) in [
            ("k := k + 1", "k", true),
            ("while k ≤ kmax do", "k", true),
            ("return unknown", "k", false),
            ("G(s) := G(s) ∨ τ(s)", "G", true),
            ("G(s) := G(s) ∨ τ(s)", "τ", true),
            ("if ¬sat(Inv(s) ∧ τ(s) ∧ ¬G(s)) then", "Inv", true),
            ("G(s) := I(s)", "Inv", false),
            ("if {I ∧ κ} S {I} then return (yes, I)", "I", true),
            ("Aₜ₊₁ := sp(I ∧ κ, S)", "Aₜ", true),
            ("Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))", "Bᵣ", true),
            ("Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))", "Aₜ", false),
            ("t := t + 1", "t", true),
            ("return unknown", "t", false),
        ] {
            assert_eq!(mentions(line, name), expected, "{name} in {line}");
        }
    }

    use super::*;
    use expect_test::{Expect, expect};

    fn check(engine: EngineName, expected: Expect) {
        let text: String = pseudo_code(engine)
            .lines
            .iter()
            .map(|l| {
                let indent = "  ".repeat(l.indent.into());
                format!("{:<2}{} {indent}{}\n", l.number, if l.ours { '*' } else { ' ' }, l.text)
            })
            .collect();
        expected.assert_eq(&text);
    }

    #[test]
    fn imc_keeps_the_numbers_of_the_paper() {
        check(
            EngineName::Imc,
            expect![[r#"
                0 * if sat(early) then return false
                1   if sat(I(s₀) ∧ ¬P(s₀)) then
                2     return false
                3   k := 1
                5   while k ≤ kmax do
                6     G(s) := I(s)
                7     A := I(s₀) ∧ T(s₀,s₁)
                8     B := ⋀₁≤i<k T(sᵢ,sᵢ₊₁) ∧ ⋁₁≤i≤k ¬P(sᵢ)
                9     if sat(A ∧ B) then
                10      return false
                12*   if augment then P(s) := P(s) ∧ get_invariant(s)
                13    while ¬sat(A ∧ B) do
                14      τ(s₁) := get_interpolant(A, B)
                21      if ¬sat(τ(s) ∧ ¬G(s)) then
                22        return true
                23      G(s) := G(s) ∨ τ(s)
                24      A := τ(s₀) ∧ T(s₀,s₁)
                25    k := k + 1
                26  return unknown
            "#]],
        );
    }

    #[test]
    fn bmc() {
        check(
            EngineName::Bmc,
            expect![[r#"
                0 * if sat(early) then return false
                1 * k := 0
                2 * while k ≤ kmax do
                3 *   if sat(I ∧ Tᵏ ∧ ¬P) then return false
                4 *   k := k + 1
                5 * return unknown
            "#]],
        );
    }

    #[test]
    fn augmented_imc_and_fib() {
        check(
            EngineName::FibF,
            expect![[r#"
            0 * if sat(early) then return false
            1   A₀ := P
            2   B₀ := ¬κ ∧ ¬Q
            3   t := r := 0
            4   while true do
            5     if ¬sat((⋁₀≤i≤t Aᵢ) ∧ Bᵣ) then
            6       I := interpolant of ⋁₀≤i≤t Aᵢ w.r.t. Bᵣ
            7       if {I ∧ κ} S {I} then return (yes, I)
            8       Aₜ₊₁ := sp(I ∧ κ, S)
            9       t := t + 1
            10      Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))
            11      r := r + 1
            12    else
            13      if Aₜ is concrete then return (no, ⊥)
            14      else
            15        while Aₜ is not concrete do t := t − 1
            16        Aₜ₊₁ := sp(Aₜ ∧ κ, S)
            17        t := t + 1
            18* return unknown
        "#]],
        );
        check(
            EngineName::FibB,
            expect![[r#"
            0 * if sat(early) then return false
            1   A₀ := P
            2   B₀ := ¬κ ∧ ¬Q
            3   t := r := 0
            4   while true do
            5     if ¬sat(Bᵣ ∧ (⋁₀≤i≤t Aᵢ)) then
            6       I := interpolant of Bᵣ w.r.t. ⋁₀≤i≤t Aᵢ
            7       if {¬I ∧ κ} S {¬I} then return (yes, ¬I)
            8       Bᵣ₊₁ := I ∨ (κ ∧ wp(S, I))
            9       r := r + 1
            10      Aₜ₊₁ := sp(Aₜ ∧ κ, S)
            11      t := t + 1
            12    else
            13      if Bᵣ is concrete then return (no, ⊥)
            14      else
            15        while Bᵣ is not concrete do r := r − 1
            16        Bᵣ₊₁ := B₀ ∨ (κ ∧ wp(S, Bᵣ))
            17        r := r + 1
            18* return unknown
        "#]],
        );
        check(
            EngineName::FibBi,
            expect![[r#"
            0 * if sat(early) then return false
            1 * A₀ := P
            2 * B₀ := ¬κ ∧ ¬Q
            3 * t := r := 0
            4 * while true do
            5 *   if ¬sat((⋁₀≤i≤t Aᵢ) ∧ Bᵣ) then
            6 *     I, J := interpolants of either side
            7 *     if I or ¬J is inductive then return it
            8 *     Aₜ₊₁ := sp(I ∧ κ, S), t := t + 1
            10*     Bᵣ₊₁ := J ∨ (κ ∧ wp(S, J)), r := r + 1
            12*   else
            13*     if both are concrete then return (no, ⊥)
            15*     drop the abstract sets of both sides
            16*     one concrete step on either side
            18* return unknown
        "#]],
        );
    }

    #[test]
    fn vinta_and_ufo() {
        check(
            EngineName::VintaBox,
            expect![[r#"
            1   func VINTAMAIN(Program P)
            2     create nodes v_en, v_err
            3     ψ(v_en) := true; ν(v_en) := en
            4     ψ(v_err) := false; ν(v_err) := err
            5     marked(v_en) := true
            6     labels := ∅
            7     while true do
            8       EXPANDARG()
            9       if ψ(v_err) is UNSAT then
            10        return SAFE
            11      labels := REFINE(A)
            12      if labels = ∅ then
            13        return UNSAFE
            14  func GETFUTURENODE(ℓ ∈ CP)
            15    if FN(ℓ) is defined then
            16      return FN(ℓ)
            17    create node v
            18    ψ(v) := true; ν(v) := ℓ
            19    FN(ℓ) := v
            20    return v
            21  func EXPANDNODE(v ∈ V)
            22    if v has children then
            23      forall (v, w) ∈ E do
            24        FN(ν(w)) := w
            25    else
            26      forall (ν(v), T, ℓ) ∈ δ do
            27        w := GETFUTURENODE(ℓ)
            28        E := E ∪ {(v, w)}; τ(v, w) := T
            29  func EXPANDARG()
            30    vis := ∅; FN := ∅
            31    FN(err) := v_err; v := v_en
            32    while true do
            33      ℓ := ν(v)
            34      EXPANDNODE(v)
            35      if marked(v) then
            36        marked(v) := false
            37        ψ(v) := COMPUTEPOST(v)
            38        ψ(v) := WIDENWITH({ψ(u) ∣ u ∈ vis(ℓ)}, ψ(v))
            39        forall (v, w) ∈ E do marked(w) := true
            40      else if labels(v) is defined then
            41        ψ(v) := labels(v)
            42        forall {(v, w) ∈ E ∣ labels(w) is undefined} do
            43          marked(w) := true
            44      vis(ℓ) := vis(ℓ) ∪ {v}
            45      if v = v_err then break
            46      if SMT.ISVALID(ψ(v) ⇒ ⋁ ψ(u), u ∈ vis(ℓ), u ≠ v) then
            47        erase FN(ℓ)
            48        forall {(v, w) ∈ E ∣ no other u with (u, w) ∈ E} do
            49          erase FN(ν(w))
            50        repeat ℓ := WTOEXIT(ℓ) until FN(ℓ) is defined
            51        v := FN(ℓ); erase FN(ℓ)
            52      else
            53        ℓ := WTONEXT(ℓ)
            54        v := FN(ℓ); erase FN(ℓ)
            55*   return unknown
            61  func VINTAREF(ARG A)
            62    L_E := EncodeBMC(A); L_V := Encode(ψ)
            63    I := VINTARDI((V, E, v_en, v_err), L_E, L_V)
            64    if I = ∅ then return I
            65    forall v ∈ V do I(v) := I(v) ∧ L_V(v)
            66    return DecodeBMC(I)
            67  func VINTARDI(G, L_E, L_V)
            68    forall e = (u, v) ∈ E do
            69      L_E(e) := L_V(u) ∧ L_E(e)
            70    I := DAGITP(G, L_E)
            71    return I
        "#]],
        );
        let main = |engine: EngineName| pseudo_code(engine).lines.iter().filter(|l| l.number < 60).count();
        assert_eq!(main(EngineName::VintaBoxes), main(EngineName::UfoBox));
        let refinement: Vec<&str> =
            pseudo_code(EngineName::UfoBox).lines.iter().filter(|l| l.number > 60).map(|l| l.text).collect();
        assert_eq!(refinement[0], "func UFOREF(ARG A)");
    }

    #[test]
    fn verdicts_light_up_the_line_that_returns_them() {
        let history = crate::fixture::counter_run();
        let lit: Vec<u32> = history.events().map(|event| lit_line(EngineName::Imc, event)).collect();
        assert_eq!(lit, [0, 1, 9, 14, 21, 14, 21, 22]);
        let history = crate::fixture::spurious_run();
        let lit: Vec<u32> = history.events().map(|event| lit_line(EngineName::Imc, event)).collect();
        assert_eq!(lit, [14, 13, 26]);
    }

    #[test]
    fn numbers_are_distinct_and_ascend() {
        for engine in EngineName::ALL {
            let numbers: Vec<u32> = pseudo_code(engine).lines.iter().map(|l| l.number).collect();
            assert!(numbers.is_sorted_by(|a, b| a < b), "{engine}: {numbers:?}");
        }
    }
}
