//! What the front end says about each frequent mistake, word for word.

use expect_test::{Expect, expect};

/// Renders all diagnostics of a text, followed by whether it is a program.
fn check(source: &str, expected: Expect) {
    let parsed = lang::parse_imp(source);
    let rendered: String =
        parsed.diagnostics.iter().map(|diagnostic| lang::render("a.imp", source, diagnostic)).collect();
    let has_errors = parsed.diagnostics.iter().any(|diagnostic| diagnostic.severity == lang::Severity::Error);
    assert_eq!(parsed.program.is_none(), has_errors, "a program exactly if there are no errors");
    expected.assert_eq(&rendered);
}

mod lexical;

mod assignments;

mod blocks;

mod conditions;

mod names;

mod types;
mod words;

mod foreign;
