//! What the tests of the whole workspace share; the tests themselves are in `tests/tests/`, the browser's in
//! `tests/browser/`.

pub mod corpus;
pub mod random;
pub mod workspace;

use std::path::Path;

/// The repository's top folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie one folder below the top")
}

/// A file of the repository, by its path from the top.
///
/// # Panics
/// If it cannot be read: a test that needs it has failed.
pub fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}
