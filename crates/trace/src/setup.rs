//! What starts a run: program, engine, settings.

use crate::attempt::OwnInterpolant;
use crate::engine::Engine;
use lang::Arithmetic;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

pub use lang::{Integers, Overflow};

/// Nothing of the kind has this name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownName;

/// Reads what has a name, given by `as_str`, and a list of all there are.
macro_rules! from_its_name {
    ($kind:ident) => {
        impl FromStr for $kind {
            type Err = UnknownName;
            fn from_str(name: &str) -> Result<$kind, UnknownName> {
                $kind::ALL.into_iter().find(|one| one.as_str() == name).ok_or(UnknownName)
            }
        }
    };
}

/// The language of a program text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// The imperative language of the FiB paper.
    #[default]
    Imp,
    /// C.
    C,
    /// Circuits: ascii AIGER.
    Aiger,
    /// Constrained Horn clauses in SMT-LIB.
    Chc,
}

impl Language {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Language; 4] = [Language::Imp, Language::C, Language::Aiger, Language::Chc];

    /// Its name on the command line and in links.
    pub fn as_str(self) -> &'static str {
        match self {
            Language::Imp => "imp",
            Language::C => "c",
            Language::Aiger => "aiger",
            Language::Chc => "chc",
        }
    }
}

from_its_name!(Language);

/// The labelled interpolation system that reads interpolants off a proof (D'Silva, Kroening, Purandare,
/// Weissenbacher 2010), from strongest to weakest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InterpolationSystem {
    /// McMillan's: the strongest of the three.
    #[default]
    McMillan,
    /// Pudlák's, symmetric.
    Pudlak,
    /// The dual of McMillan's: the weakest of the three.
    Dual,
}

impl InterpolationSystem {
    /// Every system, in the order of menus.
    pub const ALL: [InterpolationSystem; 3] =
        [InterpolationSystem::McMillan, InterpolationSystem::Pudlak, InterpolationSystem::Dual];

    /// The name used on the command line and in links.
    pub fn as_str(self) -> &'static str {
        match self {
            InterpolationSystem::McMillan => "mcmillan",
            InterpolationSystem::Pudlak => "pudlak",
            InterpolationSystem::Dual => "dual",
        }
    }

    /// The name shown to people.
    pub fn title(self) -> &'static str {
        match self {
            InterpolationSystem::McMillan => "McMillan (strongest)",
            InterpolationSystem::Pudlak => "Pudlák (symmetric)",
            InterpolationSystem::Dual => "Dual McMillan (weakest)",
        }
    }
}

from_its_name!(InterpolationSystem);

/// Where interpolants come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// One source after another, in a fixed order: the next one when a sequence does not converge.
    #[default]
    Rotation,
    /// Read off the refutation of A and B.
    Proof,
    /// The negation of the interpolant of B and A, read off the same refutation.
    DualProof,
    /// A small formula found by counterexample-guided search, equations first.
    Search,
    /// As `Search`, bounds first.
    SearchBounds,
    /// As `Search`, together with all plain facts: the strongest such interpolant, or backwards the weakest.
    SearchStrong,
    /// Read off the refutation, with Farkas sums decomposed.
    Decomposed,
    /// Written by the user; not to be chosen, since it is there for single interpolants ([`Settings::own`]).
    Own,
}

impl Source {
    /// Every source that can be chosen, in the order of menus.
    pub const ALL: [Source; 7] = [
        Source::Rotation,
        Source::Search,
        Source::SearchBounds,
        Source::SearchStrong,
        Source::Proof,
        Source::Decomposed,
        Source::DualProof,
    ];

    /// The name used on the command line and in links.
    pub fn as_str(self) -> &'static str {
        match self {
            Source::Rotation => "rotation",
            Source::Proof => "proof",
            Source::DualProof => "dual-proof",
            Source::Search => "search",
            Source::SearchBounds => "search-bounds",
            Source::SearchStrong => "search-strong",
            Source::Decomposed => "decomposed",
            Source::Own => "own",
        }
    }

    /// Whether interpolants may come from refutations, so that the interpolation system matters.
    pub fn reads_proofs(self) -> bool {
        match self {
            Source::Rotation | Source::Proof | Source::DualProof | Source::Decomposed => true,
            Source::Search | Source::SearchBounds | Source::SearchStrong | Source::Own => false,
        }
    }

    /// The name shown to people.
    pub fn title(self) -> &'static str {
        match self {
            Source::Rotation => "in rotation",
            Source::Proof => "from the proof",
            Source::DualProof => "from the proof, dual",
            Source::Search => "by search, equations first",
            Source::SearchBounds => "by search, bounds first",
            Source::SearchStrong => "by search, with all plain facts",
            Source::Decomposed => "from the proof, decomposed",
            Source::Own => "written by you",
        }
    }
}

from_its_name!(Source);

/// How much of the program one step of its transition system is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// Everything from one loop head to the next.
    #[default]
    Block,
    /// One statement (FiB, Fig. 10).
    Statement,
}

impl Encoding {
    /// Every encoding, in the order of menus.
    pub const ALL: [Encoding; 2] = [Encoding::Block, Encoding::Statement];

    /// The name used on the command line and in links.
    pub fn as_str(self) -> &'static str {
        match self {
            Encoding::Block => "block",
            Encoding::Statement => "statement",
        }
    }

    /// The name shown to people.
    pub fn title(self) -> &'static str {
        match self {
            Encoding::Block => "a step is a round of a loop",
            Encoding::Statement => "a step is a statement",
        }
    }
}

from_its_name!(Encoding);

/// Who answers queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Solver {
    /// Our own.
    #[default]
    Loopglass,
    /// Z3, where it can be had. What it says becomes a verdict only once our solver has proved it.
    Z3,
}

impl Solver {
    /// Every solver, in the order of menus.
    pub const ALL: [Solver; 2] = [Solver::Loopglass, Solver::Z3];

    /// The name used on the command line and in links.
    pub fn as_str(self) -> &'static str {
        match self {
            Solver::Loopglass => "loopglass",
            Solver::Z3 => "z3",
        }
    }

    /// The name shown to people.
    pub fn title(self) -> &'static str {
        match self {
            Solver::Loopglass => "Loopglass",
            Solver::Z3 => "Z3",
        }
    }

    /// The other one.
    pub fn other(self) -> Solver {
        match self {
            Solver::Loopglass => Solver::Z3,
            Solver::Z3 => Solver::Loopglass,
        }
    }
}

from_its_name!(Solver);

/// The most unrollings that the page offers, and that a link or a lesson may ask for.
pub const MAX_UNROLLINGS: u32 = 10_000;
/// The last step that a link or a lesson may ask for.
pub const MAX_STEP: u32 = 1_000_000;

/// What a user may choose. All limits are counts, never seconds, so that a run is the same on every machine.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The largest number of unrollings tried (the paper's k_max); for VINTA the largest number of refinements,
    /// for Impact that of actions in a row.
    pub max_unrollings: u32,
    /// Conflicts the solver may spend on one query before it answers "unknown".
    pub max_conflicts: u32,
    /// How interpolants are read off proofs.
    pub system: InterpolationSystem,
    /// Where interpolants come from.
    pub interpolants: Source,
    /// FiB forward and bidirectional: keep an interpolant in the set that follows it (ours; the paper does not).
    pub monotone_forward: bool,
    /// FiB: auxiliary invariants conjoined to the transitions and to the failing states (ours; the paper does not). Plain
    /// IMC: auxiliary invariants conjoined to the property (the basic variant that the paper mentions).
    pub augment: bool,
    /// AR: after bounded search, whether the failing states are k-inductive (the paper's "standard check after line 3").
    pub k_induction: bool,
    /// Whether executions and a short bounded search come before the engine, as one step; it is not the algorithm's. Off unless it is
    /// asked for, so that links and lessons from before it was there keep their steps.
    pub run_first: bool,
    /// How much of the program one step is.
    pub encoding: Encoding,
    /// The only assertion that is checked, counted from 1 in source order ([`Outline::assertions`](crate::Outline::assertions)); none for all. An
    /// execution that fails another one first ends there and violates nothing.
    pub assertion: Option<u32>,
    /// VINTA: widen at every n-th unrolling of a loop; n is at least 1 (3 in the paper's experiments).
    pub widen_every: u32,
    /// What integers are. Those of IMP are words or mathematical; they are mathematical where this says what concerns C alone,
    /// so this need not change when the language does.
    pub integers: Integers,
    /// IMP, with words for integers: how many bits an `int` has. C's types have their own widths.
    pub width: u8,
    /// C, with integers as C has them: what is made of signed overflow.
    pub overflow: Overflow,
    /// Who answers queries.
    pub solver: Solver,
    /// Whether every query is put to the other solver as well: a run ends when they contradict each other.
    pub ask_both: bool,
    /// Interpolants of one's own, which take the place of those that the run would find, where they are interpolants.
    pub own: Vec<OwnInterpolant>,
}

impl Settings {
    /// Whether a run with these settings asks Z3.
    pub fn asks_z3(&self) -> bool {
        self.solver == Solver::Z3 || self.ask_both
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            max_unrollings: 100,
            max_conflicts: 100_000,
            system: InterpolationSystem::default(),
            interpolants: Source::default(),
            monotone_forward: false,
            augment: false,
            k_induction: false,
            run_first: false,
            encoding: Encoding::default(),
            assertion: None,
            widen_every: 3,
            integers: Integers::default(),
            width: lang::WIDTH,
            overflow: Overflow::default(),
            solver: Solver::default(),
            ask_both: false,
            own: Vec::new(),
        }
    }
}

/// Everything that determines a run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Setup {
    /// The program text.
    pub source: String,
    /// Its language.
    pub language: Language,
    /// The algorithm.
    pub engine: Engine,
    /// The settings.
    pub settings: Settings,
}

/// The language of a text, with what else there is to choose about reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dialect {
    /// The language.
    pub language: Language,
    /// What its integers are; those of IMP are words or mathematical.
    pub arithmetic: Arithmetic,
}

impl Dialect {
    /// A language whose integers are read so, if it leaves a choice.
    pub fn new(language: Language, arithmetic: Arithmetic) -> Dialect {
        match language {
            Language::Imp if arithmetic.integers != Integers::Bits => {
                Dialect { language, arithmetic: Arithmetic::MATHEMATICAL }
            }
            Language::Imp => Dialect { language, arithmetic },
            Language::C => Dialect { language, arithmetic },
            // A circuit has no integers.
            Language::Aiger => Dialect { language, arithmetic: Arithmetic::MATHEMATICAL },
            Language::Chc => Dialect { language, arithmetic: Arithmetic::MATHEMATICAL },
        }
    }
}

impl From<Language> for Dialect {
    /// As a new run has it.
    fn from(language: Language) -> Dialect {
        Dialect::new(language, Arithmetic::default())
    }
}

impl Setup {
    /// How the text is read: the one place where language and settings are put together.
    pub fn dialect(&self) -> Dialect {
        let Settings { integers, overflow, width, .. } = self.settings;
        Dialect::new(self.language, Arithmetic { integers, overflow, width })
    }
}
