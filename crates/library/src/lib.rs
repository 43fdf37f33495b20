//! What comes with Loopglass, as texts that are embedded and small parsers for them; for the page and for tests.
//!
//! Two rooms: [`examples`], the programs of the page's menu, each with the engine and settings under which it teaches; and
//! [`script`], programs that are stepped through by written commands. Lessons, which explain while they step, will be the
//! third: texts in `static/lessons` whose runs are scripts.

pub mod examples;

pub mod script;

pub use examples::{EXAMPLES, Example, Preset, by_key, first, name_after_edit, presets, twin};
