//! The pseudo-code of each engine as data. Line numbers are the paper's where there is a paper; events name them.

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

/// Beyer, Chien, Lee: Algorithm 1, without the lines that only the augmented variant has (4, 11, 12, 15 to 20).
const IMC: &[PseudoLine] = &[
    EARLY,
    line(1, 0, "if sat(I(s₀) ∧ ¬P(s₀)) then", "Does an initial state fail already?"),
    line(2, 1, "return false", "It does, so the program is unsafe."),
    line(3, 0, "k := 1", "The unrolling bound begins at one round of the loop."),
    line(5, 0, "while k ≤ kmax do", "Try ever longer unrollings, up to the limit in the settings."),
    line(6, 1, "G(s) := I(s)", "G collects all states found so far; it begins with the initial states."),
    line(7, 1, "A := I(s₀) ∧ T(s₀,s₁)", "A: one round of the loop from the initial states."),
    line(
        8,
        1,
        "B := ⋀₁≤i<k T(sᵢ,sᵢ₊₁) ∧ ⋁₁≤i≤k ¬P(sᵢ)",
        "B: the other k − 1 rounds, with a failing state somewhere from s₁ to sₖ. (Here each disjunct asks only for the \
         rounds that lead to it, so that a failing state needs no successor.)",
    ),
    line(9, 1, "if sat(A ∧ B) then", "Bounded model checking: can the program fail within k rounds?"),
    line(10, 2, "return false", "It can, and the model is the failing execution."),
    line(
        13,
        1,
        "while ¬sat(A ∧ B) do",
        "Go on from over-approximations as long as no failing state is within reach of them.",
    ),
    line(
        14,
        2,
        "τ(s₁) := get_interpolant(A, B)",
        "τ holds every state that A leads to, and from none of its states a failure is within reach of B.",
    ),
    line(21, 2, "if ¬sat(τ(s) ∧ ¬G(s)) then", "Fixed point? Are all states of τ in G already?"),
    line(22, 3, "return true", "They are: G is an inductive invariant, so the program is safe."),
    line(23, 2, "G(s) := G(s) ∨ τ(s)", "They are not: add the new states."),
    line(24, 2, "A := τ(s₀) ∧ T(s₀,s₁)", "Take the next step from the states of τ."),
    line(
        25,
        1,
        "k := k + 1",
        "A failing state seemed within reach, perhaps only because τ holds too much: look further ahead.",
    ),
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

/// The pseudo-code that an engine follows.
pub fn pseudo_code(engine: EngineName) -> PseudoCode {
    match engine {
        EngineName::Imc => PseudoCode {
            lines: IMC,
            source: "Algorithm 1 of Beyer, Chien, Lee: Augmenting Interpolation-Based Model Checking with Auxiliary \
                     Invariants, with its line numbers; lines that only the augmented variant has are left out.",
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
        (EngineName::Imc, Some(Verdict::Unsafe(_))) => match event.line {
            0 => 0,
            1 => 2,
            _ => 10,
        },
        (EngineName::Imc, Some(Verdict::Safe { .. })) if event.line > 0 => 22,
        (EngineName::Imc, Some(Verdict::Unknown(_))) if event.line > 0 => 26,
        (EngineName::Bmc, Some(Verdict::Unknown(_))) if event.line > 0 => 5,
        _ => event.line,
    }
}

#[cfg(test)]
mod tests {
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
