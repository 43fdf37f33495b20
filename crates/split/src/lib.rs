//! Splits a finished module of WebAssembly in two: what a page needs to begin, and the rest, which is loaded when it is first called.
//!
//! From the module that the compiler and the optimiser have made, with its names, and a record of the functions that are called at first, to
//! two modules without names. `cargo xtask build` does this to the page; `cargo xtask record` makes the record with a marked module. See
//! ARCHITECTURE.md.

mod choice;
mod mark;
mod module;
mod parts;

pub use choice::Place;
pub use mark::{Marked, mark};
pub use parts::Parts;
use std::collections::BTreeSet;

/// Splits a module by a record of what is called at first (`web/rest/first.txt` is one); `root` is its exported function without parameters
/// that loads the rest. What the list `keep` names by paths stays in any case.
pub fn split(module: &[u8], record: &str, keep: &str, root: &str) -> Result<Parts, String> {
    let read = module::Module::read(module)?;
    let places = choice::choose(&read, &choice::Record::read(record, keep)?, root)?;
    parts::split(&read, &places, root, &seal(module))
}

/// A record, for [`split`], of these functions of a module, which were called.
pub fn record(module: &[u8], called: &BTreeSet<u32>) -> Result<String, String> {
    choice::record(&module::Module::read(module)?, called)
}

/// A name that differs for any two modules: all 64 bits of a hash.
pub fn seal(bytes: &[u8]) -> String {
    use std::hash::Hasher;
    #[expect(deprecated, reason = "its result never changes from one version of Rust to the next")]
    let mut hash = std::hash::SipHasher::new();
    hash.write(bytes);
    format!("{:016x}", hash.finish())
}
