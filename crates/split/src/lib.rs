//! Splits a finished module of WebAssembly in two: what a page needs to begin, and the rest, which is loaded when it is first called.
//!
//! From the module that the compiler and the optimiser have made, with its names, and a list of the paths of functions that are not needed
//! at first, to two modules without names. `cargo xtask build` does this to the page; see ARCHITECTURE.md.

mod choice;
mod module;
mod parts;

pub use choice::Place;
pub use parts::Parts;

/// Splits a module by a list (`web/rest/cold.txt` is one); `root` is its exported function without parameters that loads the rest.
pub fn split(module: &[u8], list: &str, root: &str) -> Result<Parts, String> {
    let read = module::Module::read(module)?;
    let places = choice::choose(&read, &choice::List::read(list), root)?;
    parts::split(&read, &places, root, &seal(module))
}

/// A name that differs for any two modules: all 64 bits of a hash.
pub fn seal(bytes: &[u8]) -> String {
    use std::hash::Hasher;
    #[expect(deprecated, reason = "its result never changes from one version of Rust to the next")]
    let mut hash = std::hash::SipHasher::new();
    hash.write(bytes);
    format!("{:016x}", hash.finish())
}
