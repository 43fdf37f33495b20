//! Options by their names, for several commands.

use trace::{Encoding, Engine, Integers, InterpolationSystem, Language, Overflow, Source};

/// Reads `on` or `off`.
///
/// # Errors
/// The names there are.
pub fn switch(name: &str) -> Result<bool, String> {
    match name {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("it is `on` or `off`".into()),
    }
}

/// Reads what integers are.
///
/// # Errors
/// The names there are.
pub fn integers(name: &str) -> Result<Integers, String> {
    name.parse().map_err(|_| "integers are `c`, `mathematical` or `bits`".into())
}

/// Reads what becomes of signed overflow.
///
/// # Errors
/// The names there are.
pub fn overflow(name: &str) -> Result<Overflow, String> {
    name.parse().map_err(|_| "overflow is `warn` or `check`".into())
}

/// An engine, or all in turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Engines in turn, until one settles the program.
    Auto,
    /// This one.
    One(Engine),
}

impl std::fmt::Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Choice::Auto => AUTO,
            Choice::One(engine) => engine.as_str(),
        })
    }
}

const AUTO: &str = "auto";

/// Reads an engine's name, or `auto`.
pub fn choice(name: &str) -> Result<Choice, String> {
    if name == AUTO { Ok(Choice::Auto) } else { engine(name).map(Choice::One) }
}

/// Reads an engine's name.
fn engine(name: &str) -> Result<Engine, String> {
    name.parse().map_err(|_| {
        let known: Vec<&str> = Engine::ALL.iter().map(|e| e.as_str()).collect();
        format!("there is no engine `{name}`; there are: {AUTO}, {}", known.join(", "))
    })
}

/// Reads a language's name.
///
/// # Errors
/// The names there are.
pub fn language(name: &str) -> Result<Language, String> {
    name.parse().map_err(|_| format!("the language is {}", Language::ALL.map(Language::as_str).join(" or ")))
}

/// Reads an interpolation system's name.
///
/// # Errors
/// The names there are.
pub fn system(name: &str) -> Result<InterpolationSystem, String> {
    name.parse().map_err(|_| {
        let known = InterpolationSystem::ALL.map(InterpolationSystem::as_str);
        format!("the interpolation systems are: {}", known.join(", "))
    })
}

/// Reads where interpolants come from.
///
/// # Errors
/// The names there are.
pub fn source(name: &str) -> Result<Source, String> {
    name.parse().map_err(|_| {
        let known: Vec<&str> = Source::ALL.iter().map(|s| s.as_str()).collect();
        format!("interpolants come from: {}", known.join(", "))
    })
}

/// Reads what one step is.
///
/// # Errors
/// The names there are.
pub fn encoding(name: &str) -> Result<Encoding, String> {
    name.parse().map_err(|_| "the encoding is block or statement".into())
}
