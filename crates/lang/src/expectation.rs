//! The header comment that states a program's expected verdict: `// expect: safe` or `// expect: unsafe (3
//! iterations)`.
//!
//! Read from the comments before the first statement; the corpus tests and the page compare it with the verdict.

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::span::Span;

/// A stated verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ExpectedVerdict {
    /// No execution fails.
    Safe,
    /// Some execution fails.
    Unsafe,
}

/// What a header comment says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Expectation {
    /// The stated verdict.
    pub verdict: ExpectedVerdict,
    /// How often control enters the body of any loop in the shortest failing execution, if the header says it.
    pub iterations: Option<u64>,
    /// The comment.
    pub span: Span,
}

/// Finds the header among `comments`, those that stand before everything else.
pub(crate) fn find(
    source: &str,
    comments: impl Iterator<Item = Span>,
    sink: &mut Sink,
) -> Option<Expectation> {
    for span in comments {
        let text = span.text(source);
        let Some(text) = text.strip_prefix("//").or(text.strip_prefix(";")).map(str::trim) else { continue };
        let Some(stated) = text.strip_prefix("expect:") else { continue };
        let read = read(stated.trim());
        if read.is_none() {
            sink.report(
                Diagnostic::warning(Code::MalformedExpectation, span, "this header cannot be read")
                    .help("write `// expect: safe` or `// expect: unsafe (3 iterations)`"),
            );
        }
        return read.map(|(verdict, iterations)| Expectation { verdict, iterations, span });
    }
    None
}

fn read(stated: &str) -> Option<(ExpectedVerdict, Option<u64>)> {
    match stated {
        "safe" => return Some((ExpectedVerdict::Safe, None)),
        "unsafe" => return Some((ExpectedVerdict::Unsafe, None)),
        _ => {}
    }
    let count = stated.strip_prefix("unsafe")?.trim_start().strip_prefix('(')?;
    let count = count.strip_suffix("iterations)").or_else(|| count.strip_suffix("iteration)"))?;
    Some((ExpectedVerdict::Unsafe, Some(count.trim().parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    fn check(source: &str, expected: Expect) {
        let parsed = crate::parse_imp(source);
        let found = parsed.expectation.map(|found| (found.verdict, found.iterations));
        let codes: Vec<_> = parsed.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        expected.assert_eq(&format!("{found:?} {codes:?}"));
    }

    #[test]
    fn headers() {
        check("// expect: safe\nskip", expect!["Some((Safe, None)) []"]);
        check("// about\n//expect:unsafe ( 12 iterations )\nskip", expect!["None [MalformedExpectation]"]);
        check("// about\n//expect: unsafe (12 iterations)\nskip", expect!["Some((Unsafe, Some(12))) []"]);
        check("// expect: unsafe (1 iteration)\nskip", expect!["Some((Unsafe, Some(1))) []"]);
        check("// expect: unsafe\r\nskip", expect!["Some((Unsafe, None)) []"]);
        check("// expect: sure\nskip", expect!["None [MalformedExpectation]"]);
        check("skip // expect: safe", expect!["None []"]);
    }
}
