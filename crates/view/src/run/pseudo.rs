//! The pseudo-code of each engine as data. Line numbers are the paper's where there is a paper; events name them.

mod fib;

mod ar;

mod vinta;

use trace::{Augmentation, Change, Engine, Event, Refinement, Regain, Sides, Verdict};

/// One line of pseudo-code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PseudoLine {
    /// Its number, which events refer to; none for a remark, which says how the implementation departs from the line
    /// before it.
    pub number: Option<u32>,
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

impl PseudoCode {
    /// Whether no line of it is printed in a paper.
    pub fn is_ours(&self) -> bool {
        self.lines.iter().all(|line| line.ours)
    }
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
    PseudoLine { number: Some(number), indent, text, meaning, ours: false }
}

const fn ours(number: u32, indent: u8, text: &'static str, meaning: &'static str) -> PseudoLine {
    PseudoLine { number: Some(number), indent, text, meaning, ours: true }
}

/// A departure from what is printed; the code has a `DIVERGENCE:` for each.
const fn remark(indent: u8, text: &'static str, meaning: &'static str) -> PseudoLine {
    PseudoLine { number: None, indent, text, meaning, ours: true }
}

const EARLY: PseudoLine = ours(
    0,
    0,
    "if sat(early) then return false",
    "Can an assertion fail before control first reaches the loop? The transition system begins at the loop head and \
     does not see that, so it is asked apart.",
);

const MEANING_OF_B: &str = "B: the other k − 1 rounds, with a failing state somewhere from s₁ to sₖ.";
const MEANING_OF_WHILE: &str =
    "Go on from over-approximations as long as no failing state is within reach of them.";
const MEANING_OF_TAU: &str =
    "τ holds every state that A leads to, and from none of its states a failure is within reach of B.";
const MEANING_OF_RAISE: &str =
    "A failing state seemed within reach, perhaps only because τ holds too much: look further ahead.";

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

/// Beyer, Chien, Lee: Algorithm 1, without the lines that only the augmented variants have (4, 11, 15 to 20).
const IMC: &[PseudoLine] = &[
    EARLY,
    line(1, 0, "if sat(I(s₀) ∧ ¬P(s₀)) then", "Does an initial state fail already?"),
    line(2, 1, "return false", "It does, so the program is unsafe."),
    line(3, 0, "k := 1", "The unrolling bound begins at one round of the loop."),
    line(5, 0, "while k ≤ kmax do", "Try ever longer unrollings, up to the limit in the settings."),
    ROTATION,
    CONTAINED,
    line(6, 1, "G(s) := I(s)", "G collects all states found so far; it begins with the initial states."),
    line(7, 1, "A := I(s₀) ∧ T(s₀,s₁)", "A: one round of the loop from the initial states."),
    line(8, 1, "B := ⋀₁≤i<k T(sᵢ,sᵢ₊₁) ∧ ⋁₁≤i≤k ¬P(sᵢ)", MEANING_OF_B),
    SUFFIX,
    line(9, 1, "if sat(A ∧ B) then", "Bounded model checking: can the program fail within k rounds?"),
    line(10, 2, "return false", "It can, and the model is the failing execution."),
    ours(
        12,
        1,
        "if augment then P(s) := P(s) ∧ get_invariant(s)",
        "Only with auxiliary invariants switched on: states outside the invariant, which no execution reaches, count as \
         failing. The paper mentions this basic variant in its text.",
    ),
    TWO_LEVELS,
    line(13, 1, "while ¬sat(A ∧ B) do", MEANING_OF_WHILE),
    TOGETHER,
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
    ROTATION,
    CONTAINED,
    line(6, 1, "G(s) := I(s)", "G collects all states found so far; it begins with the initial states."),
    line(7, 1, "A := I(s₀) ∧ T(s₀,s₁)", "A: one round of the loop from the initial states."),
    line(8, 1, "B := ⋀₁≤i<k T(sᵢ,sᵢ₊₁) ∧ ⋁₁≤i≤k ¬P(sᵢ)", MEANING_OF_B),
    SUFFIX,
    line(9, 1, "if sat(A ∧ B) then", "Bounded model checking: can the program fail within k rounds?"),
    line(10, 2, "return false", "It can, and the model is the failing execution."),
    line(11, 1, "if strengthen_fpc ∨ strengthen_itp then", "Are auxiliary invariants wanted?"),
    line(
        12,
        2,
        "Inv(s) := get_auxiliary_invariant()",
        "Take the next level of the interval analysis, once it is proved inductive.",
    ),
    TWO_LEVELS,
    line(13, 1, "while ¬sat(A ∧ B) do", MEANING_OF_WHILE),
    TOGETHER,
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
    ours(
        5,
        0,
        "if sat(I ∧ Tᵏ) then return unknown",
        "The limit on unrollings is reached, and an execution goes on beyond it.",
    ),
    ours(
        6,
        0,
        "return true",
        "No execution is longer: interpolants between the rounds are an inductive invariant.",
    ),
];

/// The pseudo-code that an engine follows.
pub fn pseudo_code(engine: Engine) -> PseudoCode {
    match engine {
        Engine::Imc(Augmentation::Plain) => PseudoCode {
            lines: IMC,
            source: "Algorithm 1 of Beyer, Chien, Lee: Augmenting Interpolation-Based Model Checking with Auxiliary \
                     Invariants, with its line numbers; lines that only the augmented variant has are left out.",
        },
        Engine::Imc(Augmentation::FixedPointChecks | Augmentation::Interpolants) => PseudoCode {
            lines: IMC_AUGMENTED,
            source: "Algorithm 1 of Beyer, Chien, Lee: Augmenting Interpolation-Based Model Checking with Auxiliary \
                     Invariants.",
        },
        Engine::Fib(Sides::Forward) => PseudoCode { lines: fib::FIB_F, source: fib::FIB },
        Engine::Fib(Sides::Backward) => PseudoCode { lines: fib::FIB_B, source: fib::FIB },
        Engine::Fib(Sides::Both) => PseudoCode { lines: fib::FIB_BI, source: fib::FIB },
        Engine::Vinta { refinement: Refinement::Restricted, .. } => PseudoCode {
            lines: vinta::VINTA,
            source: "Fig. 3 and 6 of Albarghouthi, Gurfinkel, Chechik: Craig Interpretation; to the line numbers of Fig. 6, 60 \
                     is added. Lines 19, 24 and 46 to 51 are put right.",
        },
        Engine::Vinta { refinement: Refinement::Unrestricted, .. } => PseudoCode {
            lines: vinta::UFO,
            source: "Fig. 3 and 4 of Albarghouthi, Gurfinkel, Chechik: Craig Interpretation; to the line numbers of Fig. 4, 60 \
                     is added. Lines 19, 24 and 46 to 51 are put right.",
        },
        Engine::Ar(Regain::Constrain) => PseudoCode { lines: ar::AR, source: ar::SOURCE },
        Engine::Ar(Regain::Block) => PseudoCode { lines: ar::AR_ALLSAT, source: ar::SOURCE },
        Engine::Bmc => PseudoCode {
            lines: BMC,
            source: "Bounded model checking: it finds failures, shortest first, and proves programs whose loops surely end within the limit.",
        },
    }
}

/// The line to light up for an event: where its query is asked, or for a verdict the line that returns it.
pub fn lit_line(engine: Engine, event: &Event) -> u32 {
    let verdict = event.changes.iter().find_map(|change| match change {
        Change::Verdict(verdict) if event.query.is_none() => Some(&**verdict),
        _ => None,
    });
    verdict.map_or(event.line, |verdict| returning_line(engine, verdict, event.line))
}

/// The line that returns a verdict; the engine was at `line` before.
fn returning_line(engine: Engine, verdict: &Verdict, line: u32) -> u32 {
    match (engine, verdict) {
        (_, Verdict::Faulty { .. }) => line,
        (Engine::Vinta { .. }, Verdict::Safe { .. }) => 10,
        (Engine::Vinta { .. }, Verdict::Unsafe(_)) => 13,
        (Engine::Vinta { .. }, Verdict::Unknown(_)) => 55,
        // What is found before the loop is returned at once.
        (Engine::Bmc | Engine::Imc(_) | Engine::Fib(_) | Engine::Ar(_), _) if line == 0 => 0,
        (Engine::Imc(_), Verdict::Unsafe(_)) => {
            if line == 1 {
                2
            } else {
                10
            }
        }
        (Engine::Imc(_), Verdict::Safe { .. }) => {
            if line == 18 {
                19
            } else {
                22
            }
        }
        (Engine::Imc(_), Verdict::Unknown(_)) => 26,
        (Engine::Fib(_), Verdict::Safe { .. }) => 7,
        (Engine::Fib(_), Verdict::Unsafe(_)) => 13,
        (Engine::Fib(_), Verdict::Unknown(_)) => 18,
        (Engine::Ar(_), Verdict::Safe { .. }) => 11,
        (Engine::Ar(_), Verdict::Unsafe(_)) => 4,
        (Engine::Ar(_), Verdict::Unknown(_)) => 17,
        (Engine::Bmc, Verdict::Unknown(_)) => 5,
        (Engine::Bmc, Verdict::Safe { .. } | Verdict::Unsafe(_)) => line,
    }
}

#[cfg(test)]
mod tests;
