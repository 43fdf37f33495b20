//! Share links: program, engine, settings, step and tab in the fragment of the page's address.
//!
//! A link is `VERSION=TEXT`, where the text is base64url of deflated JSON. It is untrusted input: the length is bounded
//! before and while it is inflated, numbers are clamped, unknown fields are ignored, and whatever else is wrong is an
//! error with words for the user. Links of every version remain valid for ever.

use crate::compare::Rival;
use crate::space::frame::Choice;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use serde::{Deserialize, Serialize};
use trace::{
    Encoding, Engine, Integers, InterpolationSystem, Language, MAX_OWN, MAX_OWN_TEXT, Overflow,
    OwnInterpolant, Settings, Setup, Solver, Source,
};
pub use trace::{MAX_STEP, MAX_UNROLLINGS};

/// The most characters a link may have.
pub const MAX_ENCODED: usize = 64 * 1024;
/// The most bytes its content may have.
pub const MAX_INFLATED: usize = 256 * 1024;
/// The most conflicts per query that the page offers.
pub const MAX_CONFLICTS: u32 = 10_000_000;
/// The largest number of unrollings after which VINTA widens that a link may ask for.
pub const MAX_WIDEN_EVERY: u32 = 100;

/// What a link opens.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Link {
    /// Program, engine and settings.
    pub setup: Setup,
    /// The step to go to.
    pub step: u32,
    /// The tab to show.
    pub tab: Tab,
    /// What is seen of the state space.
    pub space: Choice,
    /// An invariant of one's own: for each location what holds there.
    pub own: Vec<String>,
    /// In what a second run beside it differs.
    pub rival: Option<Rival>,
    /// The two formulas of the laboratory, or nothing.
    pub lab: Vec<String>,
}

/// The views of the page's middle column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Tab {
    /// The state space: regions, executions and counterexamples on the grid of two variables.
    Space,
    /// The query of the step, with its answer.
    #[default]
    Query,
    /// All interpolants so far.
    Interpolants,
    /// What the invariant generator did.
    Intervals,
    /// The control-flow graph.
    Graph,
    /// A circuit's latches.
    Circuit,
    /// The cutpoint graph.
    Cutpoints,
    /// The program as a single loop.
    SingleLoop,
    /// The program as a transition system.
    Program,
    /// The failing execution.
    Execution,
    /// The program run by hand.
    Hand,
    /// How the run ended.
    Verdict,
    /// Two runs side by side.
    Compare,
    /// An invariant of one's own.
    Own,
    /// The laboratory: interpolants of two formulas.
    Lab,
}

impl Tab {
    /// Every view.
    pub const ALL: [Tab; 15] = [
        Tab::Space,
        Tab::Query,
        Tab::Interpolants,
        Tab::Intervals,
        Tab::Graph,
        Tab::Circuit,
        Tab::Cutpoints,
        Tab::SingleLoop,
        Tab::Program,
        Tab::Execution,
        Tab::Hand,
        Tab::Verdict,
        Tab::Compare,
        Tab::Own,
        Tab::Lab,
    ];

    /// The views behind each tab of the tab bar, in its order; the first is the one that it opens at first.
    pub const BAR: [&[Tab]; 7] = [
        &[Tab::Space],
        &[Tab::Query],
        &[Tab::Interpolants, Tab::Intervals],
        &[Tab::Graph, Tab::Circuit, Tab::Cutpoints, Tab::SingleLoop, Tab::Program],
        &[Tab::Execution, Tab::Hand],
        &[Tab::Verdict, Tab::Compare],
        &[Tab::Own, Tab::Lab],
    ];

    /// Its name in links.
    pub fn name(self) -> &'static str {
        match self {
            Tab::Space => "space",
            Tab::Query => "query",
            Tab::Interpolants => "interpolants",
            Tab::Intervals => "intervals",
            Tab::Graph => "graph",
            Tab::Circuit => "circuit",
            Tab::Cutpoints => "cutpoints",
            Tab::SingleLoop => "single-loop",
            Tab::Program => "program",
            Tab::Execution => "execution",
            Tab::Hand => "hand",
            Tab::Verdict => "verdict",
            Tab::Compare => "compare",
            Tab::Own => "own",
            Tab::Lab => "lab",
        }
    }

    /// The view of that name in links.
    pub fn named(name: &str) -> Option<Tab> {
        Tab::ALL.into_iter().find(|&tab| tab.name() == name)
    }

    /// The position in [`Tab::BAR`] of the tab that a view is behind.
    pub fn place(self) -> usize {
        Tab::BAR.iter().position(|views| views.contains(&self)).unwrap_or(0)
    }
}

/// Why a link cannot be opened, or made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// The fragment does not begin like a link.
    #[error("the part of the address after # is not a Loopglass link")]
    NotALink,
    /// The link is of a version this page does not know.
    #[error("the link is of version {0}, which this page does not know; a newer page may open it")]
    NewerVersion(String),
    /// More characters than [`MAX_ENCODED`].
    #[error("the link is too long: at most {MAX_ENCODED} characters are accepted")]
    TooLong,
    /// Not base64url, as when a part of the link is missing.
    #[error("the link is damaged: perhaps a part of it is missing")]
    Damaged,
    /// More content than [`MAX_INFLATED`].
    #[error("the link holds too much: at most {MAX_INFLATED} bytes are accepted")]
    TooLarge,
    /// The content is not what a link holds.
    #[error("the link's content cannot be read: {0}")]
    Malformed(String),
    /// No engine of this page has that name.
    #[error("the link asks for the engine “{0}”, which this page does not have")]
    UnknownEngine(String),
}

/// The content of a link; short names keep it short.
#[derive(Serialize, Deserialize)]
pub(crate) struct Wire {
    /// Program text.
    s: String,
    /// Language.
    #[serde(default, skip_serializing_if = "is_default")]
    l: Language,
    /// Engine.
    e: String,
    /// Largest number of unrollings.
    u: u64,
    /// Conflicts per query.
    c: u64,
    /// Interpolation system.
    #[serde(default, skip_serializing_if = "is_default")]
    i: InterpolationSystem,
    /// Source of interpolants.
    #[serde(default, skip_serializing_if = "is_default")]
    o: Source,
    /// Whether FiB keeps an interpolant in the set that follows it.
    #[serde(default, skip_serializing_if = "is_default")]
    m: bool,
    /// Whether FiB uses auxiliary invariants.
    #[serde(default, skip_serializing_if = "is_default")]
    a: bool,
    /// Encoding.
    #[serde(default, skip_serializing_if = "is_default")]
    d: Encoding,
    /// The only assertion that is checked.
    #[serde(default, skip_serializing_if = "is_default")]
    p: Option<u32>,
    /// VINTA: every how many unrollings it widens; 0 stands for the default.
    #[serde(default, skip_serializing_if = "is_default")]
    w: u64,
    /// What integers are. Links to C programs without it are older than this choice, from when all integers were
    /// mathematical.
    #[serde(default, skip_serializing_if = "is_default")]
    z: Option<Integers>,
    /// What is made of signed overflow.
    #[serde(default, skip_serializing_if = "is_default")]
    v: Overflow,
    /// How many bits an `int` of IMP has where integers are words; 0 stands for the default.
    #[serde(default, skip_serializing_if = "is_default")]
    b: u64,
    /// AR: the check of k-induction.
    #[serde(default, skip_serializing_if = "is_default")]
    k: bool,
    /// Whether executions and bounded search come first. Links without it are older than this step, or do without it.
    #[serde(default, skip_serializing_if = "is_default")]
    f: bool,
    /// Who answers queries.
    #[serde(default, skip_serializing_if = "is_default")]
    r: Solver,
    /// Whether the other solver is asked too.
    #[serde(default, skip_serializing_if = "is_default")]
    y: bool,
    /// Interpolants of one's own, with their numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    x: Vec<(u64, String)>,
    /// An invariant of one's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    h: Vec<String>,
    /// The two formulas of the laboratory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    j: Vec<String>,
    /// In what a second run differs; one that this page does not know is not worth an error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    q: String,
    /// Step.
    #[serde(default, skip_serializing_if = "is_default")]
    n: u64,
    /// Tab, by name: one that this page does not have is not worth an error.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    t: String,
    /// What is chosen of the state space, a text for each choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    g: Vec<String>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// What integers are where a link does not say it.
fn unsaid(language: Language) -> Integers {
    match language {
        Language::C => Integers::Mathematical,
        // It concerns only what the user turns to next.
        Language::Imp | Language::Aiger | Language::Chc => Integers::default(),
    }
}

impl Wire {
    pub(crate) fn new(setup: &Setup) -> Wire {
        Wire {
            s: setup.source.clone(),
            l: setup.language,
            e: setup.engine.as_str().into(),
            u: setup.settings.max_unrollings.into(),
            c: setup.settings.max_conflicts.into(),
            i: setup.settings.system,
            o: setup.settings.interpolants,
            m: setup.settings.monotone_forward,
            a: setup.settings.augment,
            d: setup.settings.encoding,
            p: setup.settings.assertion,
            w: match setup.settings.widen_every {
                n if n == Settings::default().widen_every => 0,
                n => n.into(),
            },
            z: Some(setup.settings.integers).filter(|&z| z != unsaid(setup.language)),
            v: setup.settings.overflow,
            b: match setup.settings.width {
                n if n == Settings::default().width => 0,
                n => n.into(),
            },
            k: setup.settings.k_induction,
            f: setup.settings.run_first,
            r: setup.settings.solver,
            y: setup.settings.ask_both,
            x: setup.settings.own.iter().map(|own| (own.number.into(), own.text.clone())).collect(),
            h: Vec::new(),
            j: Vec::new(),
            q: String::new(),
            n: 0,
            t: String::new(),
            g: Vec::new(),
        }
    }

    pub(crate) fn setup(self) -> Result<Setup, LinkError> {
        let engine: Engine = self.e.parse().map_err(|_| {
            let name = self.e.chars().take(40).collect();
            LinkError::UnknownEngine(name)
        })?;
        let settings = Settings {
            max_unrollings: clamp(self.u, 1, MAX_UNROLLINGS),
            max_conflicts: clamp(self.c, 1, MAX_CONFLICTS),
            system: self.i,
            // Interpolants of one's own are written one by one; nothing else is made of them.
            interpolants: if self.o == Source::Own { Source::default() } else { self.o },
            monotone_forward: self.m,
            augment: self.a,
            encoding: self.d,
            assertion: self.p,
            widen_every: match self.w {
                0 => Settings::default().widen_every,
                n => clamp(n, 1, MAX_WIDEN_EVERY),
            },
            integers: self.z.unwrap_or(unsaid(self.l)),
            width: match self.b {
                0 => Settings::default().width,
                n => u8::try_from(clamp(n, 1, 64)).unwrap_or(64),
            },
            overflow: self.v,
            k_induction: self.k,
            run_first: self.f,
            solver: self.r,
            ask_both: self.y,
            own: own(self.x),
        };
        Ok(Setup { source: self.s, language: self.l, engine, settings })
    }
}

/// As many of these as there may be, none of them too long.
fn own(written: Vec<(u64, String)>) -> Vec<OwnInterpolant> {
    let short = written.into_iter().filter(|(_, text)| text.len() <= MAX_OWN_TEXT).take(MAX_OWN);
    short.map(|(number, text)| OwnInterpolant { number: clamp(number, 0, u32::MAX), text }).collect()
}

fn clamp(value: u64, low: u32, high: u32) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX).clamp(low, high)
}

/// The fragment of a link, without `#`.
pub fn encode(link: &Link) -> Result<String, LinkError> {
    let tab = if link.tab == Tab::default() { String::new() } else { link.tab.name().into() };
    let wire = Wire {
        n: link.step.into(),
        t: tab,
        g: link.space.texts(),
        h: link.own.clone(),
        j: link.lab.clone(),
        q: link.rival.map(Rival::text).unwrap_or_default(),
        ..Wire::new(&link.setup)
    };
    let json = serde_json::to_vec(&wire).map_err(|e| LinkError::Malformed(e.to_string()))?;
    if json.len() > MAX_INFLATED {
        return Err(LinkError::TooLarge);
    }
    let text = format!("1={}", URL_SAFE_NO_PAD.encode(compress_to_vec(&json, 9)));
    if text.len() > MAX_ENCODED { Err(LinkError::TooLong) } else { Ok(text) }
}

/// What a fragment opens, with or without its `#`; nothing when it is empty.
pub fn decode(fragment: &str) -> Result<Option<Link>, LinkError> {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    if fragment.is_empty() {
        return Ok(None);
    }
    if fragment.len() > MAX_ENCODED {
        return Err(LinkError::TooLong);
    }
    let digits = fragment.bytes().take_while(u8::is_ascii_digit).count();
    let (version, rest) = fragment.split_at(digits);
    // Some programs write `=` as %3D when they pass an address on.
    let rest = ["=", "%3D", "%3d"].iter().find_map(|equals| rest.strip_prefix(equals));
    match (version, rest) {
        ("", _) | (_, None) => Err(LinkError::NotALink),
        ("1", Some(text)) => decode_1(text).map(Some),
        (other, Some(_)) => Err(LinkError::NewerVersion(other.chars().take(10).collect())),
    }
}

fn decode_1(text: &str) -> Result<Link, LinkError> {
    let packed = URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| LinkError::Damaged)?;
    let json = decompress_to_vec_with_limit(&packed, MAX_INFLATED).map_err(|e| match e.status {
        TINFLStatus::HasMoreOutput => LinkError::TooLarge,
        _ => LinkError::Damaged,
    })?;
    let json = String::from_utf8(json).map_err(|e| LinkError::Malformed(e.to_string()))?;
    let wire: Wire = trace::json::read(&json).map_err(|e| LinkError::Malformed(e.to_string()))?;
    let step = clamp(wire.n, 0, MAX_STEP);
    let tab = Tab::named(&wire.t).unwrap_or_default();
    let space = Choice::of_texts(&wire.g);
    // One that is too long leaves its place empty: the others are those of other loops.
    let short = |text: &String| if text.len() <= MAX_OWN_TEXT { text.clone() } else { String::new() };
    let own = wire.h.iter().take(MAX_OWN).map(short).collect();
    let rival = Rival::of_text(&wire.q);
    let lab = if wire.j.len() == 2 { wire.j.iter().map(short).collect() } else { Vec::new() };
    Ok(Link { setup: wire.setup()?, step, tab, space, own, rival, lab })
}

#[cfg(test)]
mod tests;
