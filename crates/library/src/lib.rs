//! What comes with Loopglass, as texts that are embedded and small parsers for them; for the page and for tests.
//!
//! Three rooms: [`examples`], the programs of the page's menu, each with the engine and settings under which it teaches;
//! [`script`], programs that are stepped through by written commands; and [`lesson`], which explains while it steps. The lessons
//! themselves are files in `static/lessons`, which the page fetches.

pub mod examples;

pub mod script;

pub mod lesson;

pub use examples::{EXAMPLES, Example, Preset, by_key, first, name_after_edit, presets, twin};
