//! The pseudo-code of each engine as data. Line numbers are the paper's where there is a paper; events name them.

mod imc;

mod ismc;

mod kind;

mod pdr;

mod fib;

mod ar;

mod dar;

mod vinta;

mod impact;

use trace::{
    Augmentation, Change, Covering, Engine, Event, LINE_BEFORE, LabelDomain, Refinement, Regain, Sides,
    Verdict,
};

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

/// Of the engines that negate I and P.
const OWN_PLACES: PseudoLine = remark(
    0,
    "if I or P needs a quantifier then give entry and failure a place of their own",
    "Both are negated below. Where variables that they speak of cannot be eliminated, a path has one more step at either end.",
);

/// Of ISMC, PDR and DAR.
const FAILS_AT_FIRST: PseudoLine =
    ours(1, 0, "if sat(I ∧ ¬P) then return false", "Can an initial state fail at once?");

/// Of ISMC and PDR.
const FIRST_FRAME: PseudoLine =
    ours(2, 0, "F₀ := I; k := 0", "The first frame contains the initial states and no others.");

/// A line in words: what comes before the algorithm has no number there.
pub fn line_words(line: u32) -> String {
    if line == LINE_BEFORE { "before line 1".into() } else { format!("line {line}") }
}

/// What comes before the algorithm, if the settings want it.
pub const RUN_FIRST: PseudoLine = ours(
    LINE_BEFORE,
    0,
    "run it first",
    "Before the algorithm begins, the program is run with chosen inputs, and all short executions are searched. What fails so easily \
     needs no proof; and what does not is where interpolants are worth their price.",
);

/// Lines one group after the other, `N` in all.
const fn joined<const N: usize>(groups: &[&[PseudoLine]]) -> [PseudoLine; N] {
    let mut all = [groups[0][0]; N];
    let (mut group, mut i, mut n) = (0, 0, 0);
    while group < groups.len() {
        if i < groups[group].len() {
            all[n] = groups[group][i];
            (i, n) = (i + 1, n + 1);
        } else {
            (group, i) = (group + 1, 0);
        }
    }
    assert!(n == N, "as many lines as the groups have together");
    all
}

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
    remark(
        2,
        "if ¬P is not needed for that then go to line 5",
        "When I ∧ Tᵏ alone is contradictory, no execution has k rounds, and none has more: nothing is left to look for.",
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
            lines: imc::IMC,
            source: "Algorithm 1 of Beyer, Chien, Lee: Augmenting Interpolation-Based Model Checking with Auxiliary \
                     Invariants, with its line numbers; lines that only the augmented variant has are left out.",
        },
        Engine::Imc(Augmentation::FixedPointChecks | Augmentation::Interpolants) => PseudoCode {
            lines: imc::IMC_AUGMENTED,
            source: "Algorithm 1 of Beyer, Chien, Lee: Augmenting Interpolation-Based Model Checking with Auxiliary \
                     Invariants.",
        },
        Engine::Fib(Sides::Forward) => PseudoCode { lines: fib::FIB_F, source: fib::FIB },
        Engine::Fib(Sides::Backward) => PseudoCode { lines: fib::FIB_B, source: fib::FIB },
        Engine::Fib(Sides::Both) => PseudoCode { lines: fib::FIB_BI, source: fib::FIB },
        Engine::Vinta { refinement: Refinement::Restricted, domain: LabelDomain::Octagon } => PseudoCode {
            lines: vinta::VINTA,
            source: "Fig. 3 and 6 of Albarghouthi, Gurfinkel, Chechik: Craig Interpretation; to the line numbers of Fig. 6, 60 \
                     is added. Lines 19, 24 and 46 to 51 are put right. Octagons as labels are ours.",
        },
        Engine::Vinta { refinement: Refinement::Restricted, .. } => PseudoCode {
            lines: vinta::VINTA,
            source: "Fig. 3 and 6 of Albarghouthi, Gurfinkel, Chechik: Craig Interpretation; to the line numbers of Fig. 6, 60 \
                     is added. Lines 19, 24 and 46 to 51 are put right.",
        },
        Engine::Vinta { refinement: Refinement::Unrestricted, domain: LabelDomain::Octagon } => PseudoCode {
            lines: vinta::UFO,
            source: "Fig. 3 and 4 of Albarghouthi, Gurfinkel, Chechik: Craig Interpretation; to the line numbers of Fig. 4, 60 \
                     is added. Lines 19, 24 and 46 to 51 are put right. Octagons as labels are ours.",
        },
        Engine::Vinta { refinement: Refinement::Unrestricted, .. } => PseudoCode {
            lines: vinta::UFO,
            source: "Fig. 3 and 4 of Albarghouthi, Gurfinkel, Chechik: Craig Interpretation; to the line numbers of Fig. 4, 60 \
                     is added. Lines 19, 24 and 46 to 51 are put right.",
        },
        Engine::Ar(Regain::Constrain) => PseudoCode { lines: ar::AR, source: ar::SOURCE },
        Engine::Ar(Regain::Block) => PseudoCode { lines: ar::AR_ALLSAT, source: ar::SOURCE },
        Engine::Ismc => PseudoCode { lines: ismc::ISMC, source: ismc::SOURCE },
        Engine::Pdr => PseudoCode { lines: pdr::PDR, source: pdr::SOURCE },
        Engine::Dar => PseudoCode { lines: dar::DAR, source: dar::SOURCE },
        Engine::Impact(Covering::Plain) => PseudoCode { lines: impact::IMPACT, source: impact::SOURCE },
        Engine::Impact(Covering::Forced) => {
            PseudoCode { lines: impact::IMPACT_FORCED, source: impact::SOURCE }
        }
        Engine::KInduction => PseudoCode { lines: kind::KIND, source: kind::SOURCE },
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
        (_, _) if line == LINE_BEFORE => line,
        (Engine::Vinta { .. }, Verdict::Safe { .. }) => 10,
        (Engine::Vinta { .. }, Verdict::Unsafe(_)) => 13,
        (Engine::Vinta { .. }, Verdict::Unknown(_)) => 55,
        (Engine::Impact(_), Verdict::Safe { .. }) => 6,
        (Engine::Impact(_), Verdict::Unsafe(_)) => 26,
        (Engine::Impact(_), Verdict::Unknown(_)) => 41,
        // What is found before the loop is returned at once.
        (
            Engine::Bmc
            | Engine::KInduction
            | Engine::Imc(_)
            | Engine::Ismc
            | Engine::Pdr
            | Engine::Dar
            | Engine::Fib(_)
            | Engine::Ar(_),
            _,
        ) if line == 0 => 0,
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
        (Engine::Ismc, Verdict::Safe { .. }) => 9,
        (Engine::Ismc, Verdict::Unsafe(_)) => line,
        (Engine::Ismc, Verdict::Unknown(_)) => 10,
        (Engine::Pdr, Verdict::Safe { .. }) => 13,
        (Engine::Pdr, Verdict::Unsafe(_)) => line,
        (Engine::Pdr, Verdict::Unknown(_)) => 14,
        (Engine::Dar, Verdict::Safe { .. }) => 14,
        (Engine::Dar, Verdict::Unsafe(_)) => {
            if line == 1 {
                1
            } else {
                8
            }
        }
        (Engine::Dar, Verdict::Unknown(_)) => 15,
        (Engine::KInduction, Verdict::Safe { .. }) => 7,
        (Engine::KInduction, Verdict::Unsafe(_)) => 3,
        (Engine::KInduction, Verdict::Unknown(_)) => 9,
        (Engine::Bmc, Verdict::Unknown(_)) => 5,
        (Engine::Bmc, Verdict::Safe { .. } | Verdict::Unsafe(_)) => line,
    }
}

#[cfg(test)]
mod tests;
