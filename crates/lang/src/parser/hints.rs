//! Words of other languages, and what to write instead.

use crate::lexer::Keyword;

/// Help for a statement that begins with `word`, which is a name as far as IMP goes.
pub(super) fn statement(word: &str) -> Option<String> {
    let help = match word {
        "for" | "foreach" => super::block::FOR,
        "repeat" | "until" | "loop" => "loops are `while ... do ... done` and `for i := 1 to n do ... done`",
        "break" | "continue" | "goto" | "return" | "exit" | "abort" => {
            "a loop ends when its condition is false; there are no jumps"
        }
        "switch" | "case" | "match" | "unless" => "branch with `if ... then ... elif ... else ... end`",
        "begin" => "blocks are `if ... then ... end` and `while ... do ... done`",
        "var" | "let" | "const" | "integer" | "boolean" | "unsigned" | "signed" | "long" | "short"
        | "char" | "auto" | "static" => "declare variables at the top, as in `int x, y;` or `bool b;`",
        "float" | "double" | "string" | "void" | "struct" => "the types are `int` and `bool`",
        "print" | "printf" | "println" | "read" | "scanf" | "input" => {
            "there is no input or output; `x := nondet` is any value"
        }
        "requires" | "require" | "ensures" | "ensure" | "pre" | "post" => {
            "the precondition `{ ... }` stands before the first statement, the postcondition after the last"
        }
        _ if annotation(word).is_some() => return annotation(word).map(str::to_owned),
        "havoc" => "write `x := nondet`",
        "pass" | "nop" | "noop" => "write `skip`",
        _ => return keyword_like(word).map(|keyword| format!("did you mean `{}`?", keyword.text())),
    };
    Some(help.to_owned())
}

/// Help for what annotated programs carry at loops and contracts.
pub(super) fn annotation(word: &str) -> Option<&'static str> {
    match word {
        "invariant" | "inv" | "loop_invariant" => Some(
            "a loop carries no invariant: finding one is what the algorithms do; a claim to be checked is an `assert`",
        ),
        "variant" | "decreases" | "measure" => {
            Some("that the loop ends is not asked: a program that runs for ever violates nothing")
        }
        _ => None,
    }
}

/// The keyword that closes or goes on with a block in another language, as the IMP keyword.
pub(super) fn closer(word: &str) -> Option<Keyword> {
    Some(match word {
        "fi" | "endif" | "end_if" => Keyword::End,
        "od" | "endwhile" | "end_while" | "wend" => Keyword::Done,
        "elseif" | "elsif" | "elsf" => Keyword::Elif,
        _ => return None,
    })
}

/// The keyword that `word` differs from by its case or by one slip of the fingers.
pub(super) fn keyword_like(word: &str) -> Option<Keyword> {
    let lower = word.to_ascii_lowercase();
    Keyword::of(&lower).or_else(|| {
        let close = |keyword: &&Keyword| lower.len() >= 4 && is_one_slip(&lower, keyword.text());
        Keyword::ALL.iter().find(close).copied()
    })
}

/// Whether one letter inserted, left out, replaced or swapped with its neighbour turns `a` into `b`.
pub(crate) fn is_one_slip(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let head = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[head..], &b[head..]);
    match (a.len(), b.len()) {
        (0, 0) => false,
        (m, n) if m == n => a[1..] == b[1..] || (m >= 2 && a[0] == b[1] && a[1] == b[0] && a[2..] == b[2..]),
        (m, n) if m == n + 1 => a[1..] == *b,
        (m, n) if m + 1 == n => *a == b[1..],
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips() {
        for (a, b) in
            [("whlie", "while"), ("whle", "while"), ("whille", "while"), ("wjile", "while"), ("doen", "done")]
        {
            assert!(is_one_slip(a, b) && is_one_slip(b, a), "{a} {b}");
        }
        for (a, b) in [("while", "while"), ("wlhie", "while"), ("whilexx", "while"), ("", "ab")] {
            assert!(!is_one_slip(a, b) && !is_one_slip(b, a), "{a} {b}");
        }
        assert_eq!(keyword_like("While"), Some(Keyword::While));
        assert_eq!(keyword_like("asert"), Some(Keyword::Assert));
        assert_eq!(keyword_like("x"), None);
    }
}
