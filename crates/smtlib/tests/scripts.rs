//! Whole scripts with the answers they must get: `smt2/NAME.smt2` and `smt2/NAME.expect`. With the variable UPDATE_EXPECT
//! set the answers are written anew.

use expect_test::expect_file;
use smtlib::{Options, Script};
use std::path::{Path, PathBuf};

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/smt2");
    let entries = std::fs::read_dir(folder).expect("the folder of scripts");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "smt2"));
    files.sort();
    files
}

#[test]
fn scripts_get_their_answers() {
    let scripts = scripts();
    assert!(scripts.len() >= 10);
    for file in scripts {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("a script");
        let (responses, fine) = Script::run(&name, &text, Options::default());
        let lines: String = responses.iter().map(|r| format!("{r}\n")).collect();
        assert_eq!(fine, !lines.contains("(error "), "{name}: errors are told");
        expect_file![file.with_extension("expect")].assert_eq(&lines);
    }
}

/// The answers do not depend on how the text arrives.
#[test]
fn text_may_arrive_in_pieces() {
    for file in scripts() {
        let text = std::fs::read_to_string(&file).expect("a script");
        let (whole, _) = Script::run("script", &text, Options::default());
        for size in [1, 7] {
            let mut script = Script::new("script", Options::default());
            let mut pieces = Vec::new();
            let chars: Vec<char> = text.chars().collect();
            for piece in chars.chunks(size) {
                script.feed(&piece.iter().collect::<String>());
                pieces.extend(std::iter::from_fn(|| script.advance()));
            }
            script.end();
            pieces.extend(std::iter::from_fn(|| script.advance()));
            assert_eq!(pieces, whole, "{}", file.display());
        }
    }
}
