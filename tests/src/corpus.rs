//! The corpus of programs: the folder a program is in says what to expect of it.

use crate::root;
use std::fs;
use std::path::PathBuf;

/// What a program's folder says of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// No assertion can fail.
    Safe,
    /// Some execution fails an assertion.
    Unsafe,
}

/// A program of the corpus.
#[derive(Clone, Debug)]
pub struct Program {
    /// File name, e.g. `count_to_ten.imp`.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// Its text.
    pub source: String,
    /// What its folder says.
    pub expected: Expected,
}

/// All programs of the corpus with a verdict, in order of folder and name.
///
/// # Panics
/// When a folder or file cannot be read: there is no testing without the corpus.
pub fn programs() -> Vec<Program> {
    programs_in("tests/corpus")
}

/// The same of another folder with programs in `safe` and `unsafe`.
///
/// # Panics
/// When a folder or file cannot be read.
pub fn programs_in(collection: &str) -> Vec<Program> {
    let mut all = Vec::new();
    for (folder, expected) in [("safe", Expected::Safe), ("unsafe", Expected::Unsafe)] {
        let folder = root().join(collection).join(folder);
        let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
            .unwrap_or_else(|e| panic!("{}: {e}", folder.display()))
            .map(|entry| entry.expect("a readable folder").path())
            .filter(|path| reader::of_file(&path.to_string_lossy()).is_some())
            .collect();
        paths.sort();
        all.extend(paths.into_iter().map(|path| Program {
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            source: fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
            path,
            expected,
        }));
    }
    all
}
