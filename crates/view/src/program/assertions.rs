//! The assertions of a program, for the menu that chooses which of them is checked.

use lang::LineIndex;
use logic::order;
use trace::Dialect;

/// The most characters of an assertion that are shown.
const LONGEST: usize = 40;

/// An assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assertion {
    /// Its line, from 1.
    pub line: u32,
    /// Its text on one line, cut when long.
    pub text: String,
}

/// The assertions of a program in source order, which gives them the numbers, from 1, of [`trace::Settings::assertion`]; none
/// if the program has errors.
pub fn assertions(source: &str, dialect: Dialect) -> Vec<Assertion> {
    let Some(program) = reader::read(source, dialect).program else { return Vec::new() };
    let mut spans: Vec<_> = program.asserts().iter().map(|info| info.span).collect();
    order::sort_by_key(&mut spans, |span| span.start); // stable, as in the session
    let lines = LineIndex::new(source);
    let assertion = |span: lang::Span| {
        let words = span.text(source).split_whitespace().collect::<Vec<_>>().join(" ");
        let text = match words.char_indices().nth(LONGEST) {
            None => words,
            Some((at, _)) => format!("{}…", &words[..at]),
        };
        Assertion { line: lines.position(span.start).line, text }
    };
    spans.into_iter().map(assertion).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trace::Language;

    #[test]
    fn in_source_order_with_the_postcondition_last() {
        let shown = |source, dialect| {
            let all = assertions(source, dialect);
            all.iter().map(|a| format!("{} {}", a.line, a.text)).collect::<Vec<_>>().join(" | ")
        };
        let imp = "{ x = 0 }\nassert x\n   = 0;\nwhile x < 3 do assert x < 3; x := x + 1 done\n{ x = 3 }";
        assert_eq!(shown(imp, Language::Imp.into()), "2 assert x = 0 | 4 assert x < 3 | 5 x = 3");
        let c = "int main(void) {\n  int x = 1;\n  if (x > 2) { ERROR: return 1; }\n  assert(x == 1);\n  return 0;\n}";
        assert_eq!(shown(c, Language::C.into()), "3 ERROR | 4 assert(x == 1)");
        assert_eq!(shown("x :=", Language::Imp.into()), "");
    }
}
