//! What conditions of C are put together from: operators by how tightly they bind, numbers with their ranges, comparisons.

use logic::{Int, Linear, Term};

/// How tightly an operator of C binds, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Or,
    And,
    Equal,
    Less,
    Sum,
    Product,
    Unary,
}

pub(super) type Text = (String, Level);

/// A number: its text, and the range of its value.
pub(super) struct Number {
    pub(super) text: Text,
    pub(super) low: Option<Int>,
    pub(super) high: Option<Int>,
}

/// The type in which C computes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    /// All operands are promoted to `int`.
    Int,
    /// `long long`.
    Long,
    /// Mathematical.
    Any,
}

impl Width {
    pub(super) fn range(self) -> Option<(Int, Int)> {
        let bits = match self {
            Width::Int => 32,
            Width::Long => 64,
            Width::Any => return None,
        };
        Some(range((bits, true)))
    }
}

pub(super) fn range((bits, signed): (u8, bool)) -> (Int, Int) {
    let power = (0..bits - u8::from(signed)).fold(Int::ONE, |power, _| &power + &power);
    (if signed { -power.clone() } else { Int::ZERO }, power - Int::ONE)
}

pub(super) fn within(text: &Text, least: Level) -> String {
    if text.1 < least { format!("({})", text.0) } else { text.0.clone() }
}

pub(super) fn join(parts: Vec<Text>, operator: &str, level: Level) -> Option<Text> {
    if parts.len() < 2 {
        return parts.into_iter().next();
    }
    // Compilers warn of `a && b || c` without parentheses.
    let inner = if level == Level::Or { Level::Equal } else { level };
    let texts: Vec<String> = parts.iter().map(|part| within(part, inner)).collect();
    Some((texts.join(operator), level))
}

/// A number of a type of C, given by its digits and whether it is signed, as it is written.
pub fn literal(value: &Int, (bits, signed): (u8, bool)) -> String {
    let (low, high) = range((32, true));
    let ending = match (bits, signed) {
        (64, true) => "LL",
        (64, false) => "ULL",
        (_, true) => "",
        (_, false) => "U",
    };
    match value {
        // The least number has no literal: 2^63 would be too large for its type.
        _ if signed && *value == range((bits, true)).0 => {
            format!("(-{}{ending} - 1)", (-value.clone()) - Int::ONE)
        }
        _ if low < *value && *value <= high && signed => value.to_string(),
        _ => format!("{value}{ending}"),
    }
}

pub(super) fn compared(left: &Text, relation: &str, right: &Text) -> Text {
    let level = if matches!(relation, "==" | "!=") { Level::Equal } else { Level::Less };
    let least = Level::Sum;
    (format!("{} {relation} {}", within(left, least), within(right, least)), level)
}

/// `sum <relation> 0` as a comparison of two sums without negative factors; a constant has a side of its own where it can.
pub(super) fn sides<'r>(sum: &Linear, relation: &'r str) -> (Linear, &'r str, Linear) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (part, factor) in sum.parts() {
        match factor.is_positive() {
            true => left.push((*part, factor.clone())),
            false => right.push((*part, -factor.clone())),
        }
    }
    let constant = sum.constant().clone();
    let lines = |parts: Vec<(Term, Int)>, constant: Int| Linear::from_parts(parts, constant);
    match (left.is_empty(), right.is_empty()) {
        // x + 5 <= 0 is x <= -5.
        (_, true) => (lines(left, Int::ZERO), relation, lines(right, -constant)),
        (true, _) => {
            let relation = if relation == "<=" { ">=" } else { relation };
            (lines(right, Int::ZERO), relation, lines(left, constant))
        }
        _ if relation == "<=" && constant.is_one() => (lines(left, Int::ZERO), "<", lines(right, Int::ZERO)),
        _ if constant.is_negative() => (lines(left, Int::ZERO), relation, lines(right, -constant)),
        _ => (lines(left, constant), relation, lines(right, Int::ZERO)),
    }
}
