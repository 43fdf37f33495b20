//! The verification algorithms: families with their options, in one table with the names by which the command line, links and
//! results know them.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A verification algorithm with its options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Engine {
    /// Bounded model checking: finds failures, shortest first, and proves programs whose loops surely end within the bound.
    Bmc,
    /// k-induction.
    KInduction,
    /// Interpolation-based model checking.
    Imc(Augmentation),
    /// Interpolation-sequence based model checking.
    Ismc,
    /// Property directed reachability.
    Pdr,
    /// Dual approximated reachability.
    Dar,
    /// FiB: interpolants between forward and backward reachability.
    Fib(Sides),
    /// Abstract interpretation refined by interpolants, on an abstract reachability graph.
    Vinta {
        /// How labels are refined.
        refinement: Refinement,
        /// What labels are before they are refined.
        domain: LabelDomain,
    },
    /// Lazy abstraction with interpolants: the program unwound as a tree whose labels refuted paths strengthen.
    Impact(Covering),
    /// Approximation refinement: counterexample-free approximations from both ends, refined together with the problem.
    Ar(Regain),
}

/// What auxiliary invariants strengthen in IMC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Augmentation {
    /// Nothing; or the property, if [`crate::Settings::augment`] says so.
    Plain,
    /// The fixed-point checks (IMC-f).
    FixedPointChecks,
    /// The interpolants (IMC-i).
    Interpolants,
}

/// Whose interpolants FiB goes on from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sides {
    /// Those of the forward sets (Algorithm 1).
    Forward,
    /// Those of the backward sets (Algorithm 2).
    Backward,
    /// Both (Sect. IV-C).
    Both,
}

/// The refinement of an abstract reachability graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refinement {
    /// VINTA's: interpolants restricted by the labels.
    Restricted,
    /// UFO's: the labels are ignored.
    Unrestricted,
}

/// The abstract domain of an abstract reachability graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LabelDomain {
    /// Boxes.
    Box,
    /// Finite unions of boxes.
    Boxes,
    /// Octagons: boxes with bounds of sums and differences of two variables.
    Octagon,
}

/// When nodes of an unwinding are covered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Covering {
    /// When their labels are within others as they are.
    Plain,
    /// Also when their labels can be strengthened until they are (forced covering).
    Forced,
}

/// How AR makes a satisfiable interpolation formula unsatisfiable again (section 4.1 of its paper).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Regain {
    /// The second way: meeting the far end is excluded frame by frame.
    Constrain,
    /// The first way: states that lead to the far end are found and blocked ("ALLSAT").
    Block,
}

/// The one table of engines. A family or an option that it lacks does not compile; its order is that of menus.
macro_rules! engines {
    ($($constant:ident = [$($engine:tt)+] $name:literal, $title:literal, $heading:literal;)+) => {
        impl Engine {
            /// Every engine, in the order of menus.
            pub const ALL: [Engine; [$($name),+].len()] = [$(Engine::$constant),+];

            $(
                #[doc = $title]
                pub const $constant: Engine = $($engine)+;
            )+

            /// The name used on the command line, in links and in results.
            pub fn as_str(self) -> &'static str {
                match self { $($($engine)+ => $name,)+ }
            }

            /// The name shown to people in menus.
            pub fn title(self) -> &'static str {
                match self { $($($engine)+ => $title,)+ }
            }

            /// The name shown above its pseudo-code.
            pub fn heading(self) -> &'static str {
                match self { $($($engine)+ => $heading,)+ }
            }
        }
    };
}

engines! {
    IMC = [Engine::Imc(Augmentation::Plain)]
        "imc", "IMC, plain", "Interpolation-based model checking";
    IMC_F = [Engine::Imc(Augmentation::FixedPointChecks)]
        "imc-f", "IMC-f: checks strengthened", "IMC, strengthened fixed-point checks";
    IMC_I = [Engine::Imc(Augmentation::Interpolants)]
        "imc-i", "IMC-i: interpolants strengthened", "IMC, strengthened interpolants";
    ISMC = [Engine::Ismc]
        "ismc", "ISMC: interpolation sequences", "Interpolation-sequence based model checking";
    FIB_F = [Engine::Fib(Sides::Forward)]
        "fib-f", "FiB, forward", "FiB, forward";
    FIB_B = [Engine::Fib(Sides::Backward)]
        "fib-b", "FiB, backward", "FiB, backward";
    FIB_BI = [Engine::Fib(Sides::Both)]
        "fib-bi", "FiB, bidirectional", "FiB, bidirectional";
    VINTA_BOX = [Engine::Vinta { refinement: Refinement::Restricted, domain: LabelDomain::Box }]
        "vinta-box", "VINTA with boxes", "VINTA, boxes";
    VINTA_BOXES = [Engine::Vinta { refinement: Refinement::Restricted, domain: LabelDomain::Boxes }]
        "vinta-boxes", "VINTA with unions of boxes", "VINTA, unions of boxes";
    VINTA_OCTAGON = [Engine::Vinta { refinement: Refinement::Restricted, domain: LabelDomain::Octagon }]
        "vinta-octagon", "VINTA with octagons", "VINTA, octagons";
    UFO_BOX = [Engine::Vinta { refinement: Refinement::Unrestricted, domain: LabelDomain::Box }]
        "ufo-box", "UFO's refinement with boxes", "UFO’s refinement, boxes";
    UFO_BOXES = [Engine::Vinta { refinement: Refinement::Unrestricted, domain: LabelDomain::Boxes }]
        "ufo-boxes", "UFO's refinement with unions of boxes", "UFO’s refinement, unions of boxes";
    UFO_OCTAGON = [Engine::Vinta { refinement: Refinement::Unrestricted, domain: LabelDomain::Octagon }]
        "ufo-octagon", "UFO's refinement with octagons", "UFO’s refinement, octagons";
    IMPACT = [Engine::Impact(Covering::Plain)]
        "impact", "Impact: lazy abstraction", "Impact: lazy abstraction";
    IMPACT_FC = [Engine::Impact(Covering::Forced)]
        "impact-fc", "Impact with forced covering", "Impact, forced covering";
    AR = [Engine::Ar(Regain::Constrain)]
        "ar", "AR: approximation refinement", "AR: approximation refinement";
    AR_ALLSAT = [Engine::Ar(Regain::Block)]
        "ar-allsat", "AR, blocking states", "AR, blocking states (ALLSAT)";
    PDR = [Engine::Pdr]
        "pdr", "PDR: property directed reachability", "Property directed reachability";
    DAR = [Engine::Dar]
        "dar", "DAR: dual approximated reachability", "Dual approximated reachability";
    KIND = [Engine::KInduction]
        "kind", "k-induction", "k-induction";
    BMC = [Engine::Bmc]
        "bmc", "BMC: bounded search", "Bounded model checking";
}

/// What a run of an engine grows, and so how its interpolants are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Growth {
    /// Nothing but a bound: there are no interpolants.
    Bound,
    /// Sequences of interpolants, bound by bound.
    Sequences,
    /// Forward and backward sets with interpolants between them.
    Squeeze,
    /// An abstract reachability graph whose labels interpolants refine.
    Graph,
    /// Images from either end, round by round, within the approximations of the round before.
    Fronts,
    /// Frames, conjunctions that grow, each for a number of rounds.
    Frames,
}

/// When an engine asks for auxiliary invariants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Augments {
    /// Never.
    Never,
    /// Always.
    Always,
    /// If [`crate::Settings::augment`] says so; with what the switch does, in a sentence.
    IfWanted(&'static str),
}

impl Engine {
    /// What a run grows.
    pub fn growth(self) -> Growth {
        match self {
            Engine::Bmc | Engine::KInduction => Growth::Bound,
            Engine::Imc(_) | Engine::Ismc => Growth::Sequences,
            Engine::Fib(_) => Growth::Squeeze,
            Engine::Vinta { .. } | Engine::Impact(_) => Growth::Graph,
            Engine::Ar(_) => Growth::Fronts,
            Engine::Pdr | Engine::Dar => Growth::Frames,
        }
    }

    /// Whether it builds an abstract reachability graph.
    pub fn has_graph(self) -> bool {
        self.growth() == Growth::Graph
    }

    /// When it asks for auxiliary invariants.
    pub fn augments(self) -> Augments {
        match self {
            Engine::Bmc
            | Engine::Ismc
            | Engine::Pdr
            | Engine::Dar
            | Engine::Vinta { .. }
            | Engine::Impact(_)
            | Engine::Ar(_) => Augments::Never,
            Engine::Imc(Augmentation::Plain) => Augments::IfWanted(
                "IMC with auxiliary invariants conjoined to the property: the basic variant that the paper mentions",
            ),
            Engine::KInduction => Augments::IfWanted(
                "k-induction with auxiliary invariants in the induction hypothesis, as the paper on augmented IMC compares it (KI ↔ DF)",
            ),
            Engine::Imc(Augmentation::FixedPointChecks | Augmentation::Interpolants) => Augments::Always,
            Engine::Fib(_) => Augments::IfWanted(
                "FiB with auxiliary invariants, conjoined to transitions and failing states. This is ours; the paper does not.",
            ),
        }
    }

    /// Whether it can check k-induction, so that [`crate::Settings::k_induction`] matters.
    pub fn checks_k_induction(self) -> bool {
        match self {
            Engine::Ar(_) => true,
            Engine::Bmc
            | Engine::KInduction
            | Engine::Imc(_)
            | Engine::Ismc
            | Engine::Pdr
            | Engine::Dar
            | Engine::Fib(_)
            | Engine::Vinta { .. }
            | Engine::Impact(_) => false,
        }
    }

    /// Whether it goes forward from interpolants, so that [`crate::Settings::monotone_forward`] matters.
    pub fn goes_forward_from_interpolants(self) -> bool {
        match self {
            Engine::Fib(Sides::Forward | Sides::Both) => true,
            Engine::Fib(Sides::Backward)
            | Engine::Bmc
            | Engine::KInduction
            | Engine::Imc(_)
            | Engine::Ismc
            | Engine::Pdr
            | Engine::Dar
            | Engine::Vinta { .. }
            | Engine::Impact(_)
            | Engine::Ar(_) => false,
        }
    }
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::IMC
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// No engine has this name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownEngine;

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no engine has this name")
    }
}

impl FromStr for Engine {
    type Err = UnknownEngine;
    fn from_str(s: &str) -> Result<Engine, UnknownEngine> {
        Engine::ALL.into_iter().find(|e| e.as_str() == s).ok_or(UnknownEngine)
    }
}

impl From<Engine> for String {
    fn from(engine: Engine) -> String {
        engine.as_str().into()
    }
}

impl TryFrom<String> for Engine {
    type Error = UnknownEngine;
    fn try_from(name: String) -> Result<Engine, UnknownEngine> {
        name.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_and_read_back() {
        for engine in Engine::ALL {
            assert_eq!(engine.as_str().parse(), Ok(engine));
            let json = serde_json::to_string(&engine).expect("an engine is written as its name");
            assert_eq!(json, format!("{:?}", engine.as_str()));
            assert_eq!(serde_json::from_str::<Engine>(&json).ok(), Some(engine));
        }
        assert_eq!("spacer".parse::<Engine>(), Err(UnknownEngine));
        assert!(serde_json::from_str::<Engine>("\"Imc\"").is_err());
    }
}
