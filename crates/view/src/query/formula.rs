//! Formulas in classified pieces: each symbol coloured by the side it belongs to, operators as mathematical signs,
//! long formulas cut where a reader may ask for more.

use logic::order::CollectOrdered;
use std::collections::BTreeSet;
use trace::{Engine, Formula, Side, Symbol, Tok, TokKind};

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
        Palette { side: Some(side), shared: shared.iter().cloned().collect_set() }
    }

    /// What a symbol is.
    pub(super) fn kind(&self, symbol: &Symbol) -> SpanKind {
        match self.side {
            Some(Side::A | Side::B) if self.shared.contains(symbol) => SpanKind::Shared,
            Some(Side::A) => SpanKind::ALocal,
            Some(Side::B) => SpanKind::BLocal,
            Some(Side::Neither) | None => SpanKind::Symbol,
        }
    }
}

/// How much of a formula to show at first, and how wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Rows, and as many definitions.
    pub rows: usize,
    /// Characters of one row; only what cannot be broken into rows is longer than `width`.
    pub characters: usize,
    /// Formulas longer than this are broken into rows at their connectives.
    pub width: usize,
}

/// A formula of at most so many pieces is shown without definitions, whose names would stand far from what they mean.
pub const WRITTEN_OUT: usize = 400;

impl Limit {
    /// What fits a pane beside others.
    pub const PANE: Limit = Limit { rows: 16, characters: 400, width: 52 };
    /// What fits half a pane.
    pub const SIDE: Limit = Limit { rows: 20, characters: 400, width: 34 };
    /// A few short rows, for lists.
    pub const ROW: Limit = Limit { rows: 8, characters: 160, width: 30 };

    /// What fits above a picture on the stage, as wide as that.
    pub const STAGE: Limit = Limit { rows: 2, characters: 120, width: 56 };

    /// The first rows, where something else is more important.
    pub const GLANCE: Limit = Limit { rows: 3, characters: 120, width: 30 };

    /// The same, but showing everything.
    pub fn lifted(self) -> Limit {
        Limit { rows: usize::MAX, characters: usize::MAX, ..self }
    }
}

/// A formula laid out in rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The rows, as many as the limit allows.
    pub rows: Vec<Row>,
    /// Rows left out.
    pub hidden_rows: usize,
    /// Names and texts of the shared parts, each before its use.
    pub definitions: Vec<(String, Vec<Row>)>,
    /// Definitions left out.
    pub hidden_definitions: usize,
}

/// A row of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// What stands before the pieces, column by column: connectives to the rows above, opening parentheses, or nothing.
    pub gutter: Vec<Gutter>,
    /// Its pieces.
    pub spans: Vec<Span>,
    /// Closing parentheses of groups that end with this row.
    pub closes: usize,
    /// Whether its end was left out.
    pub cut: bool,
}

/// A column before the pieces of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gutter {
    /// Indentation.
    Blank,
    /// The row is a further conjunct.
    And,
    /// The row is a further disjunct.
    Or,
    /// A group begins.
    Open,
    /// A negated group begins.
    NotOpen,
}

impl Gutter {
    /// What to print, two characters wide.
    pub fn sign(self) -> &'static str {
        match self {
            Gutter::Blank => "  ",
            Gutter::And => "∧ ",
            Gutter::Or => "∨ ",
            Gutter::Open => "( ",
            Gutter::NotOpen => "¬(",
        }
    }
}

impl Layout {
    /// Whether anything was left out.
    pub fn is_cut(&self) -> bool {
        let cut = |rows: &[Row]| rows.iter().any(|r| r.cut);
        self.hidden_rows > 0
            || self.hidden_definitions > 0
            || cut(&self.rows)
            || self.definitions.iter().any(|(_, rows)| cut(rows))
    }
}

/// Lays out a formula.
pub fn lay_out(formula: &Formula, palette: &Palette, limit: Limit) -> Layout {
    let written_out = formula.written_out(WRITTEN_OUT);
    let formula = written_out.as_ref().unwrap_or(formula);
    let mut lines = Vec::new();
    match &formula.rows[..] {
        [one] => break_up(one, Vec::new(), limit.width, &mut lines),
        rows => {
            for (i, row) in rows.iter().enumerate() {
                let mut gutter = vec![if i == 0 { Gutter::Blank } else { Gutter::And }];
                let is_disjunction = split_at(row, "or").len() > 1;
                if is_disjunction {
                    gutter.push(Gutter::Open); // a conjunct by itself is printed without parentheses
                }
                break_up(row, gutter, limit.width, &mut lines);
                if let Some(last) = lines.last_mut().filter(|_| is_disjunction) {
                    last.closes += 1;
                }
            }
        }
    }
    let row = |line: &Line<'_>| lay_out_row(line, palette, limit.characters);
    let definition = |(name, toks): &(String, Vec<Tok>)| {
        let mut lines = Vec::new();
        break_up(toks, Vec::new(), limit.width, &mut lines);
        (name.clone(), lines.iter().map(row).collect())
    };
    Layout {
        rows: lines.iter().take(limit.rows).map(row).collect(),
        hidden_rows: lines.len().saturating_sub(limit.rows),
        definitions: formula.definitions.iter().take(limit.rows).map(definition).collect(),
        hidden_definitions: formula.definitions.len().saturating_sub(limit.rows),
    }
}

/// A row before its tokens are classified.
struct Line<'t> {
    gutter: Vec<Gutter>,
    toks: &'t [Tok],
    closes: usize,
}

/// Breaks tokens that are wider than `width` at their loosest connective, and so on inside.
fn break_up<'t>(toks: &'t [Tok], gutter: Vec<Gutter>, width: usize, lines: &mut Vec<Line<'t>>) {
    let length: usize = toks.iter().map(|tok| tok.text.chars().count()).sum();
    if length + 2 * gutter.len() > width {
        for (word, joint) in [("or", Gutter::Or), ("and", Gutter::And)] {
            let parts = split_at(toks, word);
            if parts.len() > 1 {
                for (i, part) in parts.into_iter().enumerate() {
                    let mut before = if i == 0 { gutter.clone() } else { vec![Gutter::Blank; gutter.len()] };
                    before.push(if i == 0 { Gutter::Blank } else { joint });
                    break_up(part, before, width, lines);
                }
                return;
            }
        }
        let negated = toks.first().is_some_and(|tok| tok.text.trim() == "not");
        if let Some(inner) = group(if negated { &toks[1..] } else { toks }) {
            let mut before = gutter;
            before.push(if negated { Gutter::NotOpen } else { Gutter::Open });
            break_up(inner, before, width, lines);
            if let Some(last) = lines.last_mut() {
                last.closes += 1;
            }
            return;
        }
    }
    lines.push(Line { gutter, toks, closes: 0 });
}

/// The disjuncts of a formula's tokens; the whole, if it is no disjunction.
pub fn disjuncts(toks: &[Tok]) -> Vec<&[Tok]> {
    split_at(group(toks).unwrap_or(toks), "or")
}

/// The conjuncts of a formula's tokens, those of nested conjunctions included; the whole, if it is no conjunction.
pub fn conjuncts(toks: &[Tok]) -> Vec<&[Tok]> {
    let inner = group(toks).unwrap_or(toks);
    match &split_at(inner, "and")[..] {
        parts @ [_, _, ..] if split_at(inner, "or").len() == 1 => {
            parts.iter().flat_map(|part| conjuncts(part)).collect()
        }
        _ => vec![toks],
    }
}

/// Condition and values of tokens that are one `ite(condition, value, value)`.
pub fn arguments(toks: &[Tok]) -> Option<[&[Tok]; 3]> {
    let [word, inner @ ..] = toks else { return None };
    let inner = group(inner).filter(|_| word.text == "ite")?;
    let mut depth = 0_usize;
    let mut commas = Vec::new();
    for (at, tok) in inner.iter().enumerate() {
        match tok.text.trim() {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "," if depth == 0 => commas.push(at),
            _ => {}
        }
    }
    let [first, second] = commas[..] else { return None };
    Some([&inner[..first], &inner[first + 1..second], &inner[second + 1..]])
}

/// The parts of a row between these words that stand outside all parentheses.
fn split_at<'t>(toks: &'t [Tok], word: &str) -> Vec<&'t [Tok]> {
    let mut depth = 0_usize;
    let mut parts = Vec::new();
    let mut begin = 0;
    for (at, tok) in toks.iter().enumerate() {
        match (&tok.kind, tok.text.trim()) {
            (TokKind::Bracket, "(") => depth += 1,
            (TokKind::Bracket, ")") => depth = depth.saturating_sub(1),
            (TokKind::Word, text) if depth == 0 && text == word => {
                parts.push(&toks[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&toks[begin..]);
    parts
}

/// What stands between the parentheses when the whole row is one pair of them.
pub(super) fn group(toks: &[Tok]) -> Option<&[Tok]> {
    let is = |tok: &Tok, text| matches!(tok.kind, TokKind::Bracket) && tok.text.trim() == text;
    let [first, inner @ .., last] = toks else { return None };
    if !is(first, "(") || !is(last, ")") {
        return None;
    }
    let mut depth = 0_i64;
    for tok in inner {
        depth += i64::from(is(tok, "(")) - i64::from(is(tok, ")"));
        if depth < 0 {
            return None;
        }
    }
    Some(inner)
}

fn lay_out_row(line: &Line<'_>, palette: &Palette, characters: usize) -> Row {
    let mut row = Row { gutter: line.gutter.clone(), spans: Vec::new(), closes: line.closes, cut: false };
    let mut room = characters;
    for tok in line.toks {
        let span = span(tok, palette);
        let length = span.text.chars().count();
        if length > room {
            row.cut = true;
            break;
        }
        room -= length;
        row.spans.push(span);
    }
    row
}

/// A token as a piece.
pub(super) fn span(tok: &Tok, palette: &Palette) -> Span {
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

/// A number, or a text with numbers, with the sign that formulas have.
pub fn minus(text: &str) -> String {
    text.replace('-', "−")
}

/// An operator or word as a mathematical sign, with its spaces.
pub(crate) fn sign(text: &str) -> String {
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
        _ => return minus(text),
    };
    text.replace(text.trim(), sign)
}

/// A number in subscript digits.
pub fn subscript(n: u32) -> String {
    subscripted(&format!("s{n}")).chars().skip(1).collect()
}

/// The name of a part of a query; in those of nodes, as `v2a`, there are no subscripts.
pub fn part_name(engine: Engine, name: &str) -> String {
    if engine.has_graph() { name.to_owned() } else { subscripted(name) }
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
mod tests;
