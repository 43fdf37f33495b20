//! What comes with Loopglass: the examples, with a title for each. Their texts are embedded from `static/examples`; they go to the page's
//! menu and to tests.

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
}

macro_rules! example {
    ($group:expr, $key:literal, $title:literal) => {
        Example {
            key: $key,
            title: $title,
            group: $group,
            language: Language::Imp,
            source: include_str!(concat!("../../../static/examples/", $key, ".imp")),
        }
    };
}

macro_rules! c_example {
    ($group:expr, $name:literal, $title:literal) => {
        Example {
            key: concat!("c-", $name),
            title: $title,
            group: $group,
            language: Language::C,
            source: include_str!(concat!("../../../static/examples/", $name, ".c")),
        }
    };
}

const PAPERS: &str = "From the papers";
const BROKEN: &str = "The same, broken";
const OWN: &str = "Small loops";
const IN_C: &str = "Written in C";

/// Every example, those of a group together.
pub const EXAMPLES: &[Example] = &[
    example!(PAPERS, "fib-fig3b", "FiB, Fig. 3 (b): lockstep up to n"),
    example!(PAPERS, "fib-fig3a", "FiB, Fig. 3 (a): lockstep up to 100"),
    example!(PAPERS, "imc-fig1", "IMC, Fig. 1: x stays even"),
    example!(PAPERS, "vinta-fig2a", "VINTA, Fig. 2 (a): Gulavani’s loop"),
    example!(PAPERS, "vinta-fig5a", "VINTA, Fig. 5 (a): counting down by twos"),
    example!(BROKEN, "fib-fig3b-unsafe", "FiB, Fig. 3 (b): one counter stumbles"),
    example!(BROKEN, "fib-fig3a-unsafe", "FiB, Fig. 3 (a): one counter is ahead"),
    example!(BROKEN, "imc-fig1-unsafe", "IMC, Fig. 1: i is set back too late"),
    example!(OWN, "traffic", "Traffic lights"),
    example!(OWN, "relay", "Relays: IMC restarts, AR keeps what it has"),
    example!(OWN, "account", "A bank account"),
    example!(OWN, "account-unsafe", "A bank account, off by one"),
    example!(OWN, "clock", "A clock"),
    example!(OWN, "sum", "A sum of twos"),
    example!(OWN, "swap", "Changing places"),
    example!(OWN, "early", "Failing before the loop"),
    example!(OWN, "far", "A long way: cancel it"),
    c_example!(IN_C, "fib-fig3b", "FiB, Fig. 3 (b) in C"),
    c_example!(IN_C, "fib-fig3a", "FiB, Fig. 3 (a) in C"),
    c_example!(IN_C, "imc-fig1", "IMC, Fig. 1 in C"),
    c_example!(IN_C, "vinta-fig2a", "VINTA, Fig. 2 (a) in C"),
    c_example!(IN_C, "vinta-fig5a", "VINTA, Fig. 5 (a) in C"),
    c_example!(IN_C, "two-loops", "Two loops: up, then down"),
    c_example!(IN_C, "vending", "A vending machine: switch in a loop"),
    c_example!(IN_C, "overdraft-unsafe", "Overdraft, a call in a loop: unsafe"),
    c_example!(IN_C, "stumble-unsafe", "Lockstep that stumbles: unsafe"),
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
            assert!(example.source.starts_with("// expect: "), "{}", example.key);
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
