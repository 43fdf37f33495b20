//! Saved programs: what the browser's storage keeps under one key each, and how two tabs stay out of each other's way.
//!
//! A saved program carries a revision that grows with each save. A tab that wants to save tells which revision it has
//! seen; if a different one is stored, another tab has saved in the meantime, and nothing is overwritten.

use crate::page::link::{MAX_INFLATED, Wire};
use serde::{Deserialize, Serialize};
use trace::Setup;

/// The most characters of a program's name.
pub const MAX_NAME: usize = 80;

/// A saved program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// Its name.
    pub name: String,
    /// Program, engine and settings.
    pub setup: Setup,
    /// How often it was saved.
    pub revision: u32,
}

/// Why stored text is no saved program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It is larger than any program the page saves.
    #[error("the saved program is too large")]
    TooLarge,
    /// It is something else.
    #[error("the saved program cannot be read: {0}")]
    Malformed(String),
}

/// What is stored.
#[derive(Serialize)]
struct Stored {
    name: String,
    revision: u32,
    #[serde(flatten)]
    wire: Wire,
}

/// What is stored and is in no link.
#[derive(Deserialize)]
struct Head {
    name: String,
    revision: u32,
}

impl Saved {
    /// The text to store.
    pub fn encode(&self) -> String {
        let wire = Wire::new(&self.setup);
        let stored = Stored { name: clean_name(&self.name), revision: self.revision, wire };
        // Plain data with string keys always can be written.
        serde_json::to_string(&stored).unwrap_or_default()
    }

    /// Reads stored text.
    pub fn decode(text: &str) -> Result<Saved, StoreError> {
        if text.len() > 4 * MAX_INFLATED {
            return Err(StoreError::TooLarge);
        }
        let malformed = |e: &dyn std::fmt::Display| StoreError::Malformed(e.to_string());
        let Head { name, revision } = trace::json::read(text).map_err(|e| malformed(&e))?;
        let wire: Wire = trace::json::read(text).map_err(|e| malformed(&e))?;
        let setup = wire.setup().map_err(|e| malformed(&e))?;
        Ok(Saved { name: clean_name(&name), setup, revision })
    }
}

/// A name on one line, not too long, never empty.
pub fn clean_name(name: &str) -> String {
    let words: Vec<&str> =
        name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let name: String = words.join(" ").chars().take(MAX_NAME).collect();
    let name = name.trim_end(); // the cut may have left a space
    if name.is_empty() { "Untitled".into() } else { name.into() }
}

/// The name, with a number behind it if others have it already.
pub fn free_name(name: &str, taken: &[String]) -> String {
    let name = clean_name(name);
    let is_free = |candidate: &String| !taken.contains(candidate);
    let stem: String = name.chars().take(MAX_NAME - 8).collect();
    let numbered = (2..).map(|n| format!("{stem} ({n})"));
    std::iter::once(name.clone()).chain(numbered).find(is_free).unwrap_or(name)
}

/// What to do when a tab wants to save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Save {
    /// Store this text under the program's key; the tab has then seen this revision.
    Write {
        /// The text.
        text: String,
        /// The new revision.
        revision: u32,
    },
    /// Another tab has saved the program meanwhile: save under a new key instead.
    Conflict,
}

/// Decides whether a tab that has seen revision `seen` may store its version, given what is `stored` now. A program
/// that was deleted meanwhile, or whose entry cannot be read, is stored again.
pub fn save(stored: Option<&str>, seen: u32, name: &str, setup: &Setup) -> Save {
    let current = stored.and_then(|text| Saved::decode(text).ok());
    if let Some(current) = &current
        && current.revision != seen
        && current.setup != *setup
    {
        return Save::Conflict;
    }
    let revision = current.map_or(seen, |c| c.revision.max(seen)).saturating_add(1);
    Save::Write { text: Saved { name: name.into(), setup: setup.clone(), revision }.encode(), revision }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use proptest::prelude::*;

    fn setup(source: &str) -> Setup {
        Setup { source: source.into(), ..Setup::default() }
    }

    proptest! {
        #[test]
        fn what_is_stored_is_read(name in "\\PC{0,100}", source in ".{0,100}", revision in any::<u32>()) {
            let saved = Saved { name: clean_name(&name), setup: setup(&source), revision };
            prop_assert_eq!(Saved::decode(&saved.encode()), Ok(saved));
        }

        #[test]
        fn any_text_is_refused_or_read(text in "\\PC{0,200}", json in "[\\[\\]{}:,\"a-z0-9]{0,60}") {
            let _ = Saved::decode(&text);
            let _ = Saved::decode(&json);
        }

        #[test]
        fn names_are_fit(name in "(?s).{0,200}") {
            let name = clean_name(&name);
            prop_assert!((1..=MAX_NAME).contains(&name.chars().count()), "{}", name);
            prop_assert!(!name.contains('\n'));
            prop_assert_eq!(clean_name(&name), name);
        }
    }

    #[test]
    fn the_stored_form() {
        let saved = Saved { name: "Lockstep".into(), setup: setup("skip"), revision: 3 };
        expect![[r#"{"name":"Lockstep","revision":3,"s":"skip","e":"imc","u":100,"c":100000}"#]]
            .assert_eq(&saved.encode());
        assert_eq!(Saved::decode(&"x".repeat(5 * MAX_INFLATED)), Err(StoreError::TooLarge));
        assert!(matches!(Saved::decode("{}"), Err(StoreError::Malformed(_))));
    }

    #[test]
    fn two_tabs() {
        let Save::Write { text: first, revision: 1 } = save(None, 0, "A", &setup("skip")) else { panic!() };
        // Both tabs have seen revision 1; one saves.
        let Save::Write { text: second, revision: 2 } = save(Some(&first), 1, "A", &setup("x := 1")) else {
            panic!()
        };
        // The other one must not overwrite that, unless it would store the very same.
        assert_eq!(save(Some(&second), 1, "A", &setup("x := 2")), Save::Conflict);
        assert!(matches!(save(Some(&second), 1, "A", &setup("x := 1")), Save::Write { revision: 3, .. }));
        // Deleted or damaged meanwhile: what the tab has is kept.
        assert!(matches!(save(None, 2, "A", &setup("x := 2")), Save::Write { revision: 3, .. }));
        assert!(matches!(save(Some("nonsense"), 2, "A", &setup("x := 2")), Save::Write { revision: 3, .. }));
    }

    #[test]
    fn free_names() {
        let taken = ["A".to_owned(), "A (2)".to_owned()];
        assert_eq!(free_name("A", &taken), "A (3)");
        assert_eq!(free_name(" B\n b ", &taken), "B b");
        assert_eq!(free_name("", &taken), "Untitled");
    }
}
