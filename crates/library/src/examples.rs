//! The examples of the page's menu, with a title for each, and the engine and settings under which it teaches what it is there for. Their
//! texts are embedded from `static/examples`.

use crate::script::choose;
use trace::{Language, Settings, Setup};

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
    /// Engines and settings under which it shows what it is there for; it opens with the first.
    pub presets: &'static [Preset],
}

/// An engine with settings, under which an example teaches something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// What it is called in the menu of engines.
    pub name: &'static str,
    /// Engine and settings, one choice a line, in the notation of [`crate::script`].
    pub lines: &'static str,
}

const fn preset(name: &'static str, lines: &'static str) -> Preset {
    Preset { name, lines }
}

macro_rules! example {
    ($group:expr, $key:literal, $title:literal, $presets:expr) => {
        Example {
            key: $key,
            title: $title,
            group: $group,
            language: Language::Imp,
            source: include_str!(concat!("../../../static/examples/", $key, ".imp")),
            presets: $presets,
        }
    };
}

macro_rules! c_example {
    ($group:expr, $name:literal, $title:literal, $presets:expr) => {
        Example {
            key: concat!("c-", $name),
            title: $title,
            group: $group,
            language: Language::C,
            source: include_str!(concat!("../../../static/examples/", $name, ".c")),
            presets: $presets,
        }
    };
}

macro_rules! clauses {
    ($name:literal, $title:literal, $presets:expr) => {
        Example {
            key: concat!("chc-", $name),
            title: $title,
            group: CLAUSES,
            language: Language::Chc,
            source: include_str!(concat!("../../../static/examples/", $name, ".smt2")),
            presets: $presets,
        }
    };
}

macro_rules! circuit {
    ($name:literal, $title:literal, $presets:expr) => {
        Example {
            key: concat!("aiger-", $name),
            title: $title,
            group: CIRCUITS,
            language: Language::Aiger,
            source: include_str!(concat!("../../../static/examples/", $name, ".aag")),
            presets: $presets,
        }
    };
}

const PAPERS: &str = "From the papers";
const BROKEN: &str = "The same, broken";
const OWN: &str = "Small loops";
const IN_C: &str = "Written in C";
const CLAUSES: &str = "Horn clauses";
const CIRCUITS: &str = "Circuits";

/// Presets of programs that stand here in two languages, or that have but one.
const FIB_3B: &[Preset] = &[
    preset("As in the paper: FiB from proofs", "engine: fib-f\ninterpolants: proof"),
    preset("From both sides", "engine: fib-bi\ninterpolants: decomposed"),
    preset("Quickest: a small interpolant", "engine: fib-f\ninterpolants: search"),
];
const FIB_3A: &[Preset] = &[
    preset("Quickest: a small interpolant", "engine: fib-f\ninterpolants: search"),
    preset("From proofs: never general enough", "engine: fib-bi\ninterpolants: proof\nunrollings: 12"),
];
const IMC_1: &[Preset] = &[
    preset("As in the paper: IMC-i", "engine: imc-i\ninterpolants: proof"),
    preset("Plain IMC, which restarts", "engine: imc\ninterpolants: proof"),
    preset("IMC-f", "engine: imc-f\ninterpolants: proof"),
];
/// Within the bounds of C's `int`, plain interpolants from proofs take long to become general.
const IMC_1_C: &[Preset] = &[
    preset("As in the paper: IMC-i", "engine: imc-i\ninterpolants: proof"),
    preset("Plain IMC, which restarts", "engine: imc\ninterpolants: search"),
    preset("IMC-f", "engine: imc-f\ninterpolants: search"),
];
const VINTA_2A: &[Preset] = &[
    preset("As in the paper: VINTA", "engine: vinta-box\ninterpolants: proof"),
    preset("UFO’s refinement: labels do not count", "engine: ufo-box\ninterpolants: proof"),
];
const MEET: &[Preset] = &[
    preset("Both sides meet", "engine: fib-bi\ninterpolants: search"),
    preset("Bounded model checking", "engine: bmc"),
];
const IMC: &[Preset] = &[preset("IMC", "engine: imc")];
/// For what is of Booleans alone.
const AR: &[Preset] = &[preset("AR, from both sides", "engine: ar"), preset("IMC", "engine: imc")];
const BOX: &[Preset] = &[preset("VINTA with boxes", "engine: vinta-box")];
const BOXES: &[Preset] = &[preset("VINTA with unions of boxes", "engine: vinta-boxes")];

/// Every example, those of a group together.
pub const EXAMPLES: &[Example] = &[
    example!(PAPERS, "fib-fig3b", "FiB, Fig. 3 (b): lockstep up to n", FIB_3B),
    example!(PAPERS, "fib-fig3a", "FiB, Fig. 3 (a): lockstep up to 100", FIB_3A),
    example!(PAPERS, "imc-fig1", "IMC, Fig. 1: x stays even", IMC_1),
    example!(PAPERS, "vinta-fig2a", "VINTA, Fig. 2 (a): Gulavani’s loop", VINTA_2A),
    example!(PAPERS, "vinta-fig5a", "VINTA, Fig. 5 (a): counting down by twos", BOXES),
    example!(BROKEN, "fib-fig3b-unsafe", "FiB, Fig. 3 (b): one counter stumbles", MEET),
    example!(BROKEN, "fib-fig3a-unsafe", "FiB, Fig. 3 (a): one counter is ahead", MEET),
    example!(
        BROKEN,
        "imc-fig1-unsafe",
        "IMC, Fig. 1: i is set back too late",
        &[
            preset("IMC, from proofs", "engine: imc\ninterpolants: proof"),
            preset("Bounded model checking", "engine: bmc"),
        ]
    ),
    example!(OWN, "traffic", "Traffic lights", IMC),
    example!(
        OWN,
        "relay",
        "Relays: IMC restarts, AR keeps what it has",
        &[
            preset("AR keeps what it has", "engine: ar\ninterpolants: proof"),
            preset("IMC restarts four times", "engine: imc\ninterpolants: proof"),
        ]
    ),
    example!(OWN, "account", "A bank account", IMC),
    example!(OWN, "account-unsafe", "A bank account, off by one", IMC),
    example!(OWN, "clock", "A clock", IMC),
    example!(
        OWN,
        "sum",
        "A sum of twos",
        &[
            preset("From proofs", "engine: imc\ninterpolants: proof"),
            preset("The strongest plain facts", "engine: imc\ninterpolants: search-strong"),
        ]
    ),
    example!(
        OWN,
        "squares",
        "A square: products of variables, by lemmas",
        &[
            preset("A lemma, then a small interpolant", "engine: imc\ninterpolants: search"),
            preset("The square as a sum: k-induction with invariants", "engine: kind\naugment: yes"),
        ]
    ),
    example!(
        OWN,
        "swap",
        "Changing places",
        &[
            preset("From proofs", "engine: imc\ninterpolants: proof"),
            preset("Quickest: a small interpolant", "engine: imc\ninterpolants: search"),
        ]
    ),
    example!(
        OWN,
        "switch",
        "A switch: where the interpolation systems differ",
        &[
            preset("McMillan’s system: 2 unrollings", "engine: imc\ninterpolants: proof\nsystem: mcmillan"),
            preset("Pudlák’s system: 3 unrollings", "engine: imc\ninterpolants: proof\nsystem: pudlak"),
            preset("The dual of McMillan’s: 3 unrollings", "engine: imc\ninterpolants: proof\nsystem: dual"),
        ]
    ),
    example!(OWN, "early", "Failing before the loop", IMC),
    example!(OWN, "far", "A long way: cancel it", IMC),
    c_example!(IN_C, "fib-fig3b", "FiB, Fig. 3 (b) in C", FIB_3B),
    c_example!(IN_C, "fib-fig3a", "FiB, Fig. 3 (a) in C", FIB_3A),
    c_example!(IN_C, "imc-fig1", "IMC, Fig. 1 in C", IMC_1_C),
    c_example!(IN_C, "vinta-fig2a", "VINTA, Fig. 2 (a) in C", VINTA_2A),
    c_example!(IN_C, "vinta-fig5a", "VINTA, Fig. 5 (a) in C", BOXES),
    c_example!(IN_C, "two-loops", "Two loops: up, then down", BOX),
    c_example!(IN_C, "vending", "A vending machine: switch in a loop", IMC),
    c_example!(IN_C, "overdraft-unsafe", "Overdraft, a call in a loop: unsafe", IMC),
    c_example!(IN_C, "stumble-unsafe", "Lockstep that stumbles: unsafe", MEET),
    clauses!("nested", "A loop in a loop, as two predicates: sat", BOX),
    clauses!("handshake-unsafe", "A handshake that is repeated: unsat", IMC),
    circuit!("ring", "A token in a ring: never two", AR),
    circuit!("counter-unsafe", "A counter that shows five: unsafe", AR),
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
    /// The verdict that its comment says it should have: whether it is safe.
    pub fn is_safe(self) -> bool {
        self.source.contains("expect: safe")
    }

    /// The example with an engine and settings to run it with.
    pub fn setup(self, like: &Setup) -> Setup {
        Setup { source: self.source.into(), language: self.language, ..like.clone() }
    }

    /// The example with the engine and settings under which it teaches first of all.
    pub fn taught(self) -> Setup {
        self.presets
            .first()
            .map_or_else(Setup::default, |preset| preset.setup(&self.setup(&Setup::default())))
    }
}

impl Preset {
    /// A program with this engine and these settings; the others are as usual, but for how integers are read.
    pub fn setup(&self, program: &Setup) -> Setup {
        let Settings { integers, overflow, width, .. } = program.settings;
        let settings = Settings { integers, overflow, width, ..Settings::default() };
        let mut setup = Setup { settings, ..program.clone() };
        for line in self.lines.lines() {
            let chosen = choose(&mut setup, line);
            debug_assert!(chosen.is_ok(), "{}: {chosen:?}", self.name);
        }
        setup
    }
}

/// What an example is called once its text is no longer the example's.
const EDITED: &str = " (edited)";
/// What it is called once nothing is left of it.
const OTHER: &str = "Own program";

/// The name of a program that was called `name` while its text was `before`, now that it is `after`: an example that is edited is no longer
/// that example, until the edit is undone. None if it keeps its name.
pub fn name_after_edit(name: &str, before: &str, after: &str) -> Option<String> {
    if name == OTHER {
        return EXAMPLES.iter().find(|e| e.source == after).map(|e| e.title.to_owned());
    }
    let title = name.strip_suffix(EDITED);
    let example = EXAMPLES.iter().find(|e| e.title == title.unwrap_or(name))?;
    if title.is_none() && example.source != before {
        return None; // a text of one's own of that name
    }
    let new = match (example.source == after, shares_a_line(example.source, after)) {
        (true, _) => example.title.to_owned(),
        (false, true) => format!("{}{EDITED}", example.title),
        (false, false) => OTHER.to_owned(),
    };
    (new != name).then_some(new)
}

/// Whether a line of the one text that is no remark is in the other one, too.
fn shares_a_line(one: &str, other: &str) -> bool {
    // What any program may have tells nothing.
    let is_code = |line: &&str| {
        let says = line.contains([':', '=', '<', '>', '+', '-']) && !line.contains("main");
        says && !line.starts_with(['/', ';', '#'])
    };
    let mut code = one.lines().map(str::trim).filter(is_code);
    code.any(|line| other.lines().any(|theirs| theirs.trim() == line))
}

/// The presets of the example with this text; none if there is no such example.
pub fn presets(source: &str) -> &'static [Preset] {
    EXAMPLES.iter().find(|e| e.source == source).map_or(&[], |e| e.presets)
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
            let header = match example.language {
                Language::Imp | Language::C => "// expect: ",
                Language::Chc => "; expect: ",
                Language::Aiger => "c\nexpect: ",
            };
            let comments = example.source.split_at(example.source.find(header).unwrap_or(0)).1;
            let expected = if example.is_safe() { "safe" } else { "unsafe" };
            assert!(comments.starts_with(&format!("{header}{expected}\n")), "{}", example.key);
        }
    }

    #[test]
    fn every_preset_chooses_its_engine() {
        for example in EXAMPLES {
            let mut setups = Vec::new();
            for preset in example.presets {
                let mut setup = Setup::default();
                let chosen: Result<Vec<()>, _> =
                    preset.lines.lines().map(|line| choose(&mut setup, line)).collect();
                assert!(chosen.is_ok(), "{}: {chosen:?}", example.key);
                assert!(preset.lines.starts_with("engine: "), "{}", example.key);
                assert!(!setups.contains(&setup), "{}: two presets are the same", example.key);
                setups.push(setup);
            }
            assert!(!setups.is_empty(), "{}", example.key);
        }
    }

    #[test]
    fn a_preset_leaves_the_reading_of_integers() {
        let mut program = by_key("c-imc-fig1").unwrap().setup(&Setup::default());
        program.settings.integers = trace::Integers::Bits;
        program.settings.max_conflicts = 7;
        let setup = presets(&program.source)[0].setup(&program);
        assert_eq!(setup.settings.integers, trace::Integers::Bits);
        assert_eq!(setup.settings.max_conflicts, Settings::default().max_conflicts);
        assert!(presets("int x;").is_empty());
    }

    #[test]
    fn an_edited_example_is_no_longer_that_example() {
        let example = by_key("traffic").unwrap();
        let (title, text) = (example.title, example.source);
        let changed = format!("{text}\nassert true");
        let edited = name_after_edit(title, text, &changed).unwrap();
        assert_eq!(edited, "Traffic lights (edited)");
        assert_eq!(name_after_edit(&edited, &changed, &format!("skip;\n{text}")), None);
        assert_eq!(name_after_edit(&edited, &changed, text).as_deref(), Some(title));
        let own = name_after_edit(&edited, &changed, "skip").unwrap();
        assert_eq!(own, "Own program");
        assert_eq!(name_after_edit(title, text, "skip").as_ref(), Some(&own));
        let another = "z := 1;\nwhile z < 7 do\n  z := z + 3\ndone\n{ z = 7 }";
        assert_eq!(name_after_edit(title, text, another).as_ref(), Some(&own));
        assert_eq!(name_after_edit(&own, "skip", &changed), None);
        assert_eq!(name_after_edit(&own, "skip", text).as_deref(), Some(title));
        assert_eq!(name_after_edit("Mine", text, "skip"), None, "who has named it keeps the name");
        assert_eq!(name_after_edit(title, "skip", "assert true"), None, "a text of one's own of that name");
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
