//! Formulas in classified pieces: each symbol coloured by the side it belongs to, operators as mathematical signs,
//! long formulas cut where a reader may ask for more.

use std::collections::BTreeSet;
use trace::{Formula, Side, Symbol, Tok, TokKind};

/// A piece of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// The text to show.
    pub text: String,
    /// What to show as its subscript: the number of transitions after which a symbol has this value.
    pub subscript: Option<u32>,
    /// What it is.
    pub kind: SpanKind,
}

/// What a piece is; the style sheet gives each its look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpanKind {
    /// A symbol that only A has.
    ALocal,
    /// A symbol that only B has.
    BLocal,
    /// A symbol that A and B share.
    Shared,
    /// A symbol where there are no sides.
    Symbol,
    /// A number.
    Number,
    /// An operator or comparison.
    Operator,
    /// A connective or constant such as ∧, ¬, ⊤.
    Connective,
    /// A parenthesis or comma.
    Bracket,
    /// The name of a definition.
    Definition,
}

impl SpanKind {
    /// The name of its style.
    pub fn class(self) -> &'static str {
        match self {
            SpanKind::ALocal => "f-a",
            SpanKind::BLocal => "f-b",
            SpanKind::Shared => "f-shared",
            SpanKind::Symbol => "f-symbol",
            SpanKind::Number => "f-number",
            SpanKind::Operator => "f-operator",
            SpanKind::Connective => "f-connective",
            SpanKind::Bracket => "f-bracket",
            SpanKind::Definition => "f-definition",
        }
    }
}

/// The side of a formula's symbols.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Palette {
    side: Option<Side>,
    shared: BTreeSet<Symbol>,
}

impl Palette {
    /// For formulas that stand on no side.
    pub fn plain() -> Palette {
        Palette::default()
    }

    /// For a conjunct on a side of a query with these shared symbols.
    pub fn of(side: Side, shared: &[Symbol]) -> Palette {
        Palette { side: Some(side), shared: shared.iter().cloned().collect() }
    }

    fn kind(&self, symbol: &Symbol) -> SpanKind {
        match self.side {
            Some(Side::A | Side::B) if self.shared.contains(symbol) => SpanKind::Shared,
            Some(Side::A) => SpanKind::ALocal,
            Some(Side::B) => SpanKind::BLocal,
            Some(Side::Neither) | None => SpanKind::Symbol,
        }
    }
}

/// How much of a formula to show at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Rows, and as many definitions.
    pub rows: usize,
    /// Characters of one row.
    pub characters: usize,
}

impl Limit {
    /// What fits a pane beside others.
    pub const PANE: Limit = Limit { rows: 8, characters: 400 };
    /// One short row, for lists.
    pub const ROW: Limit = Limit { rows: 6, characters: 160 };
    /// Everything.
    pub const NONE: Limit = Limit { rows: usize::MAX, characters: usize::MAX };
}

/// What stands between the rows of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joint {
    /// The rows are conjuncts.
    And,
    /// The rows are disjuncts.
    Or,
}

impl Joint {
    /// Its sign.
    pub fn sign(self) -> &'static str {
        match self {
            Joint::And => "∧",
            Joint::Or => "∨",
        }
    }
}

/// A formula laid out in rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// What stands between the rows.
    pub joint: Joint,
    /// One row per conjunct, or per disjunct of a long disjunction; as many as the limit allows.
    pub rows: Vec<Row>,
    /// Rows left out.
    pub hidden_rows: usize,
    /// Names and texts of the shared parts, each before its use.
    pub definitions: Vec<(String, Row)>,
    /// Definitions left out.
    pub hidden_definitions: usize,
}

/// A row of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its pieces.
    pub spans: Vec<Span>,
    /// Whether its end was left out.
    pub cut: bool,
}

impl Layout {
    /// Whether anything was left out.
    pub fn is_cut(&self) -> bool {
        self.hidden_rows > 0
            || self.hidden_definitions > 0
            || self.rows.iter().any(|r| r.cut)
            || self.definitions.iter().any(|(_, r)| r.cut)
    }
}

/// Lays out a formula.
pub fn lay_out(formula: &Formula, palette: &Palette, limit: Limit) -> Layout {
    let row = |toks: &[Tok]| lay_out_row(toks, palette, limit.characters);
    let (joint, rows) = match &formula.rows[..] {
        [one] if length(one) > SHORT_DISJUNCTION => (Joint::Or, disjuncts(one)),
        rows => (Joint::And, rows.iter().map(Vec::as_slice).collect()),
    };
    Layout {
        joint,
        rows: rows.iter().take(limit.rows).map(|r| row(r)).collect(),
        hidden_rows: rows.len().saturating_sub(limit.rows),
        definitions: formula.definitions.iter().take(limit.rows).map(|(n, t)| (n.clone(), row(t))).collect(),
        hidden_definitions: formula.definitions.len().saturating_sub(limit.rows),
    }
}

/// Disjunctions of up to this many characters stand in one row.
const SHORT_DISJUNCTION: usize = 40;

fn length(toks: &[Tok]) -> usize {
    toks.iter().map(|tok| tok.text.chars().count()).sum()
}

/// The parts of a row between the `or`s that stand outside all parentheses.
fn disjuncts(toks: &[Tok]) -> Vec<&[Tok]> {
    let mut depth = 0_usize;
    let mut parts = Vec::new();
    let mut begin = 0;
    for (at, tok) in toks.iter().enumerate() {
        match (&tok.kind, tok.text.trim()) {
            (TokKind::Bracket, "(") => depth += 1,
            (TokKind::Bracket, ")") => depth = depth.saturating_sub(1),
            (TokKind::Word, "or") if depth == 0 => {
                parts.push(&toks[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&toks[begin..]);
    parts
}

fn lay_out_row(toks: &[Tok], palette: &Palette, characters: usize) -> Row {
    let mut spans = Vec::new();
    let mut room = characters;
    for tok in toks {
        let span = span(tok, palette);
        let length = span.text.chars().count();
        if length > room {
            return Row { spans, cut: true };
        }
        room -= length;
        spans.push(span);
    }
    Row { spans, cut: false }
}

fn span(tok: &Tok, palette: &Palette) -> Span {
    let plain = |kind| Span { text: sign(&tok.text), subscript: None, kind };
    match &tok.kind {
        TokKind::Symbol(symbol) => Span {
            text: if symbol.primed { format!("{}′", symbol.name) } else { symbol.name.clone() },
            subscript: symbol.step,
            kind: palette.kind(symbol),
        },
        TokKind::Number => plain(SpanKind::Number),
        TokKind::Operator => plain(SpanKind::Operator),
        TokKind::Word => plain(SpanKind::Connective),
        TokKind::Bracket => plain(SpanKind::Bracket),
        TokKind::Definition => plain(SpanKind::Definition),
    }
}

/// An operator or word as a mathematical sign, with its spaces.
fn sign(text: &str) -> String {
    let sign = match text.trim() {
        "<=" => "≤",
        ">=" => "≥",
        "!=" => "≠",
        "and" => "∧",
        "or" => "∨",
        "not" => return "¬".into(),
        "=>" => "⇒",
        "true" => "⊤",
        "false" => "⊥",
        "*" => "·",
        "-" => "−",
        _ => return text.into(),
    };
    text.replace(text.trim(), sign)
}

/// A name as the paper writes it: digits right after a letter become subscripts, `T(s0, s1)` is `T(s₀, s₁)`.
pub fn subscripted(name: &str) -> String {
    let mut out = String::new();
    let mut after_letter = false;
    for c in name.chars() {
        let digit = c.to_digit(10).filter(|_| after_letter);
        out.push(digit.and_then(|d| char::from_u32(0x2080 + d)).unwrap_or(c));
        after_letter = c.is_alphabetic() || digit.is_some();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{formula, symbol, toks};
    use expect_test::{Expect, expect};

    fn show(row: &Row) -> String {
        let mut out = String::new();
        for s in &row.spans {
            let sub = s.subscript.map(|i| format!("_{i}")).unwrap_or_default();
            let side = match s.kind {
                SpanKind::ALocal => "ᴬ",
                SpanKind::BLocal => "ᴮ",
                SpanKind::Shared => "ˢ",
                _ => "",
            };
            out.push_str(&format!("{}{sub}{side}", s.text));
        }
        out.push_str(if row.cut { "…" } else { "" });
        out
    }

    fn check(f: &Formula, palette: &Palette, limit: Limit, expected: Expect) {
        let layout = lay_out(f, palette, limit);
        let rows = layout.rows.iter().enumerate();
        let joint = |i| if i > 0 { layout.joint.sign() } else { " " };
        let mut out: String = rows.map(|(i, r)| format!("{} {}\n", joint(i), show(r))).collect();
        if layout.hidden_rows > 0 {
            out.push_str(&format!("({} more)\n", layout.hidden_rows));
        }
        for (name, row) in &layout.definitions {
            out.push_str(&format!("where {name} := {}\n", show(row)));
        }
        if layout.hidden_definitions > 0 {
            out.push_str(&format!("({} more definitions)\n", layout.hidden_definitions));
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn symbols_are_told_apart_by_side() {
        let f = formula("x@1 = x@0 + 1 and not b@0 or x@1 mod 2 >= 0");
        let shared = [symbol("x@1")];
        check(
            &f,
            &Palette::of(Side::A, &shared),
            Limit::NONE,
            expect![[r#"
                  x_1ˢ = x_0ᴬ + 1
                ∧ ¬b_0ᴬ ∨ x_1ˢ mod 2 ≥ 0
            "#]],
        );
        check(
            &f,
            &Palette::of(Side::B, &shared),
            Limit::NONE,
            expect![[r#"
                  x_1ˢ = x_0ᴮ + 1
                ∧ ¬b_0ᴮ ∨ x_1ˢ mod 2 ≥ 0
            "#]],
        );
        check(
            &f,
            &Palette::of(Side::Neither, &[]),
            Limit::NONE,
            expect![[r#"
                  x_1 = x_0 + 1
                ∧ ¬b_0 ∨ x_1 mod 2 ≥ 0
            "#]],
        );
    }

    #[test]
    fn the_same_name_at_another_step_is_another_symbol() {
        check(
            &formula("x <= x'"),
            &Palette::plain(),
            Limit::NONE,
            expect![[r#"
                  x ≤ x′
            "#]],
        );
    }

    #[test]
    fn long_formulas_are_cut_between_pieces() {
        let mut f = formula("x >= 0 and y != 3 * x - 12 and z = d1");
        f.definitions = vec![("d1".into(), toks("x + y")), ("d2".into(), toks("true"))];
        check(
            &f,
            &Palette::plain(),
            Limit { rows: 2, characters: 9 },
            expect![[r#"
                  x ≥ 0
                ∧ y ≠ 3·x…
                (1 more)
                where d1 := x + y
                where d2 := ⊤
            "#]],
        );
        check(
            &f,
            &Palette::plain(),
            Limit { rows: 1, characters: 0 },
            expect![[r#"
                  …
                (2 more)
                where d1 := …
                (1 more definitions)
            "#]],
        );
        assert!(!lay_out(&f, &Palette::plain(), Limit::NONE).is_cut());
    }

    #[test]
    fn long_disjunctions_stand_in_rows() {
        let long = Formula {
            rows: vec![toks(
                "( x = 0 and ( y = 0 or y = 1 ) ) or x = 1 or ( x = 2 and y = 2 ) or d1 = 100000000",
            )],
            ..formula("true")
        };
        check(
            &long,
            &Palette::plain(),
            Limit::NONE,
            expect![[r#"
              (x = 0 ∧ (y = 0 ∨ y = 1))
            ∨ x = 1
            ∨ (x = 2 ∧ y = 2)
            ∨ d1 = 100000000
        "#]],
        );
        check(
            &formula("x = 0 or x = 1"),
            &Palette::plain(),
            Limit::NONE,
            expect![[r#"
                  x = 0 ∨ x = 1
            "#]],
        );
    }

    #[test]
    fn names_get_subscripts() {
        assert_eq!(subscripted("T(s0, s12)"), "T(s₀, s₁₂)");
        assert_eq!(subscripted("x <= 10 or ¬P(s1)"), "x <= 10 or ¬P(s₁)");
    }
}
