//! The options of a script.

use evidence::Source;
use sexp::{Fault, Problem};
use sexp::{Id, Shape, Token, Tree};
use smt::itp::{Labelling, TheoryRule};
use solver::Limits;

/// The options that change what a script does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// `:print-success`: commands without an answer answer `success`.
    pub print_success: bool,
    /// `:produce-proofs`: every answer is checked, refutations by replaying them.
    pub check: bool,
    /// `:interpolation-system`: `mcmillan`, `pudlak` or `dual`.
    pub labelling: Labelling,
    /// `:interpolation-theory`: `farkas`, `dual-farkas`, `decomposed` or `dual-decomposed`.
    pub theory: TheoryRule,
    /// `:interpolation-source`: `proof`, `dual-proof` or `search`.
    pub source: Source,
    /// `:interpolation-simplify`: whether interpolants are simplified before they are checked and shown.
    pub plain: bool,
    /// What a check may use up; `:reproducible-resource-limit` is its number of conflicts.
    pub limits: Limits,
}

/// Options of the standard that have no effect here: what they ask for is always on, or does not exist.
const INERT: [&str; 11] = [
    ":diagnostic-output-channel",
    ":global-declarations",
    ":interactive-mode",
    ":produce-assertions",
    ":produce-assignments",
    ":produce-interpolants",
    ":produce-models",
    ":produce-unsat-assumptions",
    ":produce-unsat-cores",
    ":random-seed",
    ":verbosity",
];

impl Options {
    /// `(set-option name value)`. False when there is no such option.
    ///
    /// # Errors
    /// When the option cannot have that value.
    pub fn set(&mut self, tree: &Tree, name: &str, value: Option<Id>) -> Result<bool, Fault> {
        let place = value.map_or_else(|| tree.place(tree.root()), |v| tree.place(v));
        let wrong =
            |expected| Err(Fault::new(place, Problem::OptionValue { option: name.to_owned(), expected }));
        let Some(value) = value else { return wrong("given with a value") };
        let word = tree.symbol(value).map(|s| &**s);
        let truth = match word {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        };
        match (name, word, truth) {
            (":print-success", _, Some(b)) => self.print_success = b,
            (":produce-proofs", _, Some(b)) => self.check = b,
            (":interpolation-simplify", _, Some(b)) => self.plain = !b,
            (":print-success" | ":produce-proofs" | ":interpolation-simplify", ..) => {
                return wrong("true or false");
            }
            (":global-declarations", _, Some(true)) => {
                return Err(Fault::new(place, Problem::Unsupported("global declarations are".into())));
            }
            (":interpolation-system", Some("mcmillan"), _) => self.labelling = Labelling::McMillan,
            (":interpolation-system", Some("pudlak"), _) => self.labelling = Labelling::Pudlak,
            (":interpolation-system", Some("dual"), _) => self.labelling = Labelling::DualMcMillan,
            (":interpolation-system", ..) => return wrong("mcmillan, pudlak or dual"),
            (":interpolation-theory", Some("farkas"), _) => self.theory = TheoryRule::Farkas,
            (":interpolation-theory", Some("dual-farkas"), _) => self.theory = TheoryRule::DualFarkas,
            (":interpolation-theory", Some("decomposed"), _) => self.theory = TheoryRule::Decomposed,
            (":interpolation-theory", Some("dual-decomposed"), _) => self.theory = TheoryRule::DualDecomposed,
            (":interpolation-theory", ..) => {
                return wrong("farkas, dual-farkas, decomposed or dual-decomposed");
            }
            (":interpolation-source", Some("proof"), _) => self.source = Source::Proof,
            (":interpolation-source", Some("dual-proof"), _) => self.source = Source::DualProof,
            (":interpolation-source", Some("search"), _) => self.source = Source::Search,
            (":interpolation-source", ..) => return wrong("proof, dual-proof or search"),
            (":reproducible-resource-limit", ..) => match tree.shape(value) {
                Shape::Atom(Token::Numeral(digits)) => {
                    let conflicts = digits.parse().unwrap_or(u64::MAX);
                    // Zero is the standard's word for the default.
                    self.limits.conflicts =
                        if conflicts == 0 { Limits::default().conflicts } else { conflicts };
                }
                _ => return wrong("a numeral"),
            },
            (":regular-output-channel", ..) if tree.text(value) == "\"stdout\"" => {}
            (":regular-output-channel", ..) => return wrong("\"stdout\""),
            _ if INERT.contains(&name) => {}
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// The value that an option has before it is set. None when there is no such option.
pub fn default_of(name: &str) -> Option<&'static str> {
    Some(match name {
        ":interpolation-system" => "mcmillan",
        ":interpolation-theory" => "farkas",
        ":interpolation-source" => "proof",
        ":interpolation-simplify" => "true",
        ":print-success" | ":produce-proofs" | ":global-declarations" | ":interactive-mode" => "false",
        ":random-seed" | ":verbosity" | ":reproducible-resource-limit" => "0",
        ":regular-output-channel" => "\"stdout\"",
        ":diagnostic-output-channel" => "\"stderr\"",
        _ if INERT.contains(&name) => "true",
        _ => return None,
    })
}
