//! The programs of the corpus, and what each of its files must be like.

use std::path::{Path, PathBuf};

use lang::{Diagnostic, Expectation, ExpectedVerdict};

/// The programs of a folder of the corpus in one language, by file name. There must be at least so many.
pub fn programs(folder: &str, extension: &str, least: usize) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus").join(folder);
    let entries = std::fs::read_dir(&folder).expect("the corpus is part of the repository");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect();
    paths.sort();
    assert!(paths.len() >= least, "{} has only {} programs", folder.display(), paths.len());
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("a readable file");
    paths.iter().map(|path| (path.clone(), read(path))).collect()
}

/// The name of a file of the corpus.
pub fn file_name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("file names of the corpus are plain")
}

/// A file of a program that is accepted must have no remark, or those that a file beside it lists, and say in its first two
/// lines what is expected and what it is about.
pub fn check_header(
    path: &Path,
    source: &str,
    diagnostics: &[Diagnostic],
    expectation: Option<Expectation>,
    verdict: ExpectedVerdict,
) {
    let name = file_name(path);
    let mut listed = path.as_os_str().to_owned();
    listed.push(".expect");
    if !diagnostics.is_empty() || Path::new(&listed).exists() {
        expect_test::expect_file![&listed].assert_eq(&rendered(name, source, diagnostics));
        assert!(!diagnostics.is_empty(), "{name} has nothing to remark: remove the file beside it");
    }
    let expectation = expectation.unwrap_or_else(|| panic!("{name} has no header"));
    assert_eq!(expectation.verdict, verdict, "{name}");
    assert_eq!(expectation.span.start, 0, "{name}");
    assert_eq!(expectation.iterations.is_some(), verdict == ExpectedVerdict::Unsafe, "{name}");
    assert!(source.lines().nth(1).is_some_and(|line| line.starts_with("// ")), "{name}");
}

/// What is said about a program.
pub fn rendered(name: &str, source: &str, diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| lang::render(name, source, diagnostic)).collect()
}
