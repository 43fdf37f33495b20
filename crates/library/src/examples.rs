//! The examples of the page's menu, with a title for each, and the engine and settings under which it teaches what it is there for. Their
//! texts are embedded from `static/examples`.

use crate::script::choose;
use trace::{Language, Setup};

/// An example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// Its name in the address of tests and in menus' values.
    pub key: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The group it is listed under.
    pub group: &'static str,
    /// The language it is written in.
    pub language: Language,
    /// The program.
    pub source: &'static str,
    /// Engine and settings under which it shows what it is there for, one choice a line, in the notation of [`crate::script`].
    pub lines: &'static str,
}

macro_rules! example {
    ($group:expr, $key:literal, $title:literal, $lines:literal) => {
        Example {
            key: $key,
            title: $title,
            group: $group,
            language: Language::Imp,
            source: include_str!(concat!("../../../static/examples/", $key, ".imp")),
            lines: $lines,
        }
    };
}

macro_rules! c_example {
    ($group:expr, $name:literal, $title:literal, $lines:literal) => {
        Example {
            key: concat!("c-", $name),
            title: $title,
            group: $group,
            language: Language::C,
            source: include_str!(concat!("../../../static/examples/", $name, ".c")),
            lines: $lines,
        }
    };
}

macro_rules! clauses {
    ($name:literal, $title:literal, $lines:literal) => {
        Example {
            key: concat!("chc-", $name),
            title: $title,
            group: CLAUSES,
            language: Language::Chc,
            source: include_str!(concat!("../../../static/examples/", $name, ".smt2")),
            lines: $lines,
        }
    };
}

const PAPERS: &str = "From the papers";
const BROKEN: &str = "The same, broken";
const OWN: &str = "Small loops";
const IN_C: &str = "Written in C";
const CLAUSES: &str = "Horn clauses";

/// Every example, those of a group together.
pub const EXAMPLES: &[Example] = &[
    example!(PAPERS, "fib-fig3b", "FiB, Fig. 3 (b): lockstep up to n", "engine: fib-f"),
    example!(PAPERS, "fib-fig3a", "FiB, Fig. 3 (a): lockstep up to 100", "engine: fib-f"),
    example!(PAPERS, "imc-fig1", "IMC, Fig. 1: x stays even", "engine: imc-i"),
    example!(PAPERS, "vinta-fig2a", "VINTA, Fig. 2 (a): Gulavani’s loop", "engine: vinta-box"),
    example!(PAPERS, "vinta-fig5a", "VINTA, Fig. 5 (a): counting down by twos", "engine: vinta-boxes"),
    example!(BROKEN, "fib-fig3b-unsafe", "FiB, Fig. 3 (b): one counter stumbles", "engine: fib-bi"),
    example!(BROKEN, "fib-fig3a-unsafe", "FiB, Fig. 3 (a): one counter is ahead", "engine: fib-bi"),
    example!(BROKEN, "imc-fig1-unsafe", "IMC, Fig. 1: i is set back too late", "engine: imc"),
    example!(OWN, "traffic", "Traffic lights", "engine: imc"),
    example!(OWN, "relay", "Relays: IMC restarts, AR keeps what it has", "engine: ar\ninterpolants: proof"),
    example!(OWN, "account", "A bank account", "engine: imc"),
    example!(OWN, "account-unsafe", "A bank account, off by one", "engine: imc"),
    example!(OWN, "clock", "A clock", "engine: imc"),
    example!(OWN, "sum", "A sum of twos", "engine: imc"),
    example!(OWN, "swap", "Changing places", "engine: imc"),
    example!(OWN, "early", "Failing before the loop", "engine: imc"),
    example!(OWN, "far", "A long way: cancel it", "engine: imc"),
    c_example!(IN_C, "fib-fig3b", "FiB, Fig. 3 (b) in C", "engine: fib-f"),
    c_example!(IN_C, "fib-fig3a", "FiB, Fig. 3 (a) in C", "engine: fib-f"),
    c_example!(IN_C, "imc-fig1", "IMC, Fig. 1 in C", "engine: imc-i"),
    c_example!(IN_C, "vinta-fig2a", "VINTA, Fig. 2 (a) in C", "engine: vinta-box"),
    c_example!(IN_C, "vinta-fig5a", "VINTA, Fig. 5 (a) in C", "engine: vinta-boxes"),
    c_example!(IN_C, "two-loops", "Two loops: up, then down", "engine: vinta-box"),
    c_example!(IN_C, "vending", "A vending machine: switch in a loop", "engine: imc"),
    c_example!(IN_C, "overdraft-unsafe", "Overdraft, a call in a loop: unsafe", "engine: imc"),
    c_example!(IN_C, "stumble-unsafe", "Lockstep that stumbles: unsafe", "engine: fib-bi"),
    clauses!("nested", "A loop in a loop, as two predicates: sat", "engine: vinta-box"),
    clauses!("handshake-unsafe", "A handshake that is repeated: unsat", "engine: imc"),
];

/// The example that a new visitor sees.
pub fn first() -> Example {
    EXAMPLES[0]
}

/// The example with this key.
pub fn by_key(key: &str) -> Option<Example> {
    EXAMPLES.iter().copied().find(|e| e.key == key)
}

/// The same program in another language: what the switch of languages opens while an example was not edited.
pub fn twin(source: &str, language: Language) -> Option<Example> {
    let example = EXAMPLES.iter().find(|e| e.source == source)?;
    let stem = |e: &Example| e.key.strip_prefix("c-").unwrap_or(e.key);
    EXAMPLES.iter().copied().find(|e| e.language == language && stem(e) == stem(example))
}

impl Example {
    /// The example with an engine and settings to run it with.
    pub fn setup(self, like: &Setup) -> Setup {
        Setup { source: self.source.into(), language: self.language, ..like.clone() }
    }

    /// The example with the engine and settings under which it teaches.
    pub fn taught(self) -> Setup {
        let mut setup = self.setup(&Setup::default());
        for line in self.lines.lines() {
            let chosen = choose(&mut setup, line);
            debug_assert!(chosen.is_ok(), "{}: {chosen:?}", self.key);
        }
        setup
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_example_is_a_program_without_remarks_but_of_overflow() {
        for example in EXAMPLES {
            let found = reader::read(example.source, example.language.into());
            // That signed arithmetic may overflow is true of a loop that counts up to any number.
            let remarks: Vec<_> =
                found.diagnostics.iter().filter(|d| d.code != lang::Code::SignedOverflow).collect();
            assert!(found.program.is_some() && remarks.is_empty(), "{}: {remarks:?}", example.key);
            let header = if example.language == Language::Chc { "; expect: " } else { "// expect: " };
            assert!(example.source.starts_with(header), "{}", example.key);
        }
    }

    #[test]
    fn every_example_chooses_its_engine() {
        for example in EXAMPLES {
            let mut setup = Setup::default();
            let chosen: Result<Vec<()>, _> =
                example.lines.lines().map(|line| choose(&mut setup, line)).collect();
            assert!(chosen.is_ok(), "{}: {chosen:?}", example.key);
            assert!(example.lines.starts_with("engine: "), "{}", example.key);
        }
    }

    #[test]
    fn twins() {
        let twin = |key: &str, language| twin(by_key(key).unwrap().source, language).map(|e| e.key);
        assert_eq!(twin("imc-fig1", Language::C), Some("c-imc-fig1"));
        assert_eq!(twin("c-imc-fig1", Language::Imp), Some("imc-fig1"));
        assert_eq!(twin("far", Language::C), None);
    }

    #[test]
    fn keys_are_unique_and_groups_together() {
        let keys: BTreeSet<_> = EXAMPLES.iter().map(|e| e.key).collect();
        assert_eq!(keys.len(), EXAMPLES.len());
        let mut groups: Vec<_> = EXAMPLES.iter().map(|e| e.group).collect();
        groups.dedup();
        assert_eq!(groups.len(), groups.iter().collect::<BTreeSet<_>>().len());
    }
}
