//! The program as a single loop over `pc`, as the engines see a program with several loops: coloured text whose pieces know
//! which part of the original program they come from.

use flow::SingleLoop;
use lang::Span;
use lang::highlight::HighlightKind;
use trace::{Dialect, Language};

/// A program as a single loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SingleLoopText {
    /// The whole text: a program in IMP.
    pub text: String,
    /// The same in lines of pieces.
    pub lines: Vec<Vec<Piece>>,
    /// The name of the program counter; none when the program has a single loop anyway.
    pub pc: Option<String>,
}

/// A piece of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The name of its style; empty for white space.
    pub class: &'static str,
    /// The bytes of the original program that it comes from.
    pub place: Option<(u32, u32)>,
}

impl Piece {
    /// Whether it comes from the narrowest part of the program that holds these bytes, or from a part within them.
    pub fn comes_from(&self, (from, to): (u32, u32)) -> bool {
        self.place.is_some_and(|(first, last)| {
            (first <= from && to <= last && from < last) || (from <= first && last <= to && from < to)
        })
    }
}

/// Why a program is not shown as a single loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoLoop {
    /// It has errors.
    Errors,
    /// It is a circuit.
    Circuit,
    /// Its integers are words.
    Words,
    /// The result would be too large to be read.
    TooLarge,
}

impl NoLoop {
    /// That in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            NoLoop::Errors => "The program has errors: see the list below its text.",
            NoLoop::Circuit => {
                "A circuit is a single loop already: each round is a clock cycle. The view “Formulas” has its transition relation."
            }
            NoLoop::Words => {
                "Integers are words here, and the single loop is written in IMP, which has no sign for where words wrap. The view \
                 “Formulas” has the transition relation."
            }
            NoLoop::TooLarge => "The program is too large to be shown as a single loop.",
        }
    }
}

/// The program of a text as a single loop.
pub fn single_loop(source: &str, dialect: Dialect) -> Result<SingleLoopText, NoLoop> {
    let program = reader::read(source, dialect).program.ok_or(NoLoop::Errors)?;
    let cfg = program.lower();
    let made = SingleLoop::of_cfg(&*program, &cfg).ok_or(match dialect.language {
        Language::Aiger => NoLoop::Circuit,
        _ if cfg.words => NoLoop::Words,
        _ => NoLoop::TooLarge,
    })?;
    let lines = lines(&made.text, &made.places);
    Ok(SingleLoopText { text: made.text, lines, pc: made.pc })
}

/// The text in lines of pieces: one for each token, and the white space between them.
fn lines(text: &str, places: &[(Span, Span)]) -> Vec<Vec<Piece>> {
    let place = |at: usize| {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        let holding = places.iter().filter(|(new, _)| new.contains(at));
        let narrowest = holding.min_by_key(|(new, _)| new.end - new.start);
        narrowest.map(|(_, old)| (old.start, old.end))
    };
    let mut lines = vec![Vec::new()];
    let mut add = |from: usize, to: usize, class: &'static str| {
        for (i, part) in text[from..to].split('\n').enumerate() {
            if i > 0 {
                lines.push(Vec::new());
            }
            if let (Some(line), false) = (lines.last_mut(), part.is_empty()) {
                line.push(Piece { text: part.into(), class, place: place(from) });
            }
        }
    };
    let mut at = 0;
    for (span, kind) in reader::of(Language::Imp).tokens(text) {
        let (from, to) = (span.start as usize, span.end as usize);
        add(at, from, "");
        add(from, to, class(kind));
        at = to;
    }
    add(at, text.len(), "");
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}

fn class(kind: HighlightKind) -> &'static str {
    match kind {
        HighlightKind::Keyword => "tok-keyword",
        HighlightKind::Type => "tok-type",
        HighlightKind::Check => "tok-check",
        HighlightKind::Constant => "tok-bool",
        HighlightKind::Operator => "tok-operator",
        HighlightKind::Punctuation | HighlightKind::Brace => "tok-punctuation",
        HighlightKind::Name => "tok-name",
        HighlightKind::Number => "tok-number",
        HighlightKind::Comment => "tok-comment",
        HighlightKind::Unknown => "tok-unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;
    use trace::Language;

    const TWO: &str =
        "int main(void) {\n  int x = 0;\n  while (x < 5) x++;\n  while (x > 0) x--;\n  assert(x == 0);\n}";

    #[test]
    fn two_loops_become_one() {
        let made = single_loop(TWO, Language::C.into()).unwrap();
        let joined: Vec<String> =
            made.lines.iter().map(|line| line.iter().map(|p| p.text.as_str()).collect()).collect();
        assert_eq!(joined.join("\n"), made.text.trim_end());
        expect![[r#"
            int x, pc;
            x := 0;
            pc := 1;
            while pc != 0 do
              if pc = 1 then
                if x < 5 then
                  x := x + 1;
                  pc := 1
                else
                  pc := 2
                end
              elif pc = 2 then
                if x > 0 then
                  x := x - 1;
                  pc := 2
                else
                  assert x = 0;
                  pc := 0
                end
              end
            done
        "#]]
        .assert_eq(&made.text);
        let of = |old: &str| {
            let at = u32::try_from(TWO.find(old).unwrap()).unwrap();
            let lit = made.lines.iter().flatten().filter(|p| p.comes_from((at, at)));
            lit.map(|p| p.text.as_str()).collect::<String>()
        };
        assert_eq!(of("x++"), "x := x + 1");
        assert!(of("x > 0").contains("x > 0"), "{}", of("x > 0"));
    }

    #[test]
    fn what_cannot_be_read() {
        assert_eq!(single_loop("int main(", Language::C.into()), Err(NoLoop::Errors));
        assert_eq!(single_loop("while", Language::Imp.into()), Err(NoLoop::Errors));
        let one = single_loop("while x < 3 do x := x + 1 done", Language::Imp.into()).unwrap();
        assert_eq!(one.pc, None);
    }
}
