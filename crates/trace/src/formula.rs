//! Formulas as the page shows them: tokens to colour, and SMT-LIB 2 text to copy.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The position of a formula in the table that the events build up (see [`crate::Event::formulas`]).
pub type FormulaId = u32;

/// A formula, ready to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formula {
    /// One row per top-level conjunct; a formula that is no conjunction has one row. Never empty.
    pub rows: Vec<Vec<Tok>>,
    /// Names and texts of shared parts that the rows refer to, each before its use.
    pub definitions: Vec<(String, Vec<Tok>)>,
    /// The whole formula as an SMT-LIB 2 term.
    pub smt: String,
    /// The symbols of that term that the rows do not have, since they say nothing that the types do not tell. Digits of words, all
    /// of them Boolean, are not listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<Symbol>,
}

/// A piece of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tok {
    /// The text as plain characters, e.g. `x@1`, ` <= `, `42`.
    pub text: String,
    /// What it is.
    pub kind: TokKind,
}

/// What a piece of text is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TokKind {
    /// A symbol, to be shown as its name with the stamp as prime or subscript.
    Symbol(Symbol),
    /// A number.
    Number,
    /// An operator or comparison, spaces included.
    Operator,
    /// A word such as `and`, spaces included.
    Word,
    /// A parenthesis or comma.
    Bracket,
    /// The name of a definition.
    Definition,
}

/// A symbol: a program variable (or input) and which copy of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Symbol {
    /// The variable's name.
    pub name: String,
    /// `None`: the variable itself; `Some(i)`: its value after `i` transitions.
    pub step: Option<u32>,
    /// Whether it is the next-state copy, `x'`.
    pub primed: bool,
    /// Whether it is a Boolean rather than an integer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub boolean: bool,
}

impl Formula {
    /// The formula with what its definitions say in their places; none if it has none, or would have more than so many pieces.
    pub fn written_out(&self, most: usize) -> Option<Formula> {
        if self.definitions.is_empty() || self.definitions.len() > most {
            return None;
        }
        let mut known: BTreeMap<&str, Vec<Tok>> = BTreeMap::new();
        let texts = self.definitions.iter().map(|(name, toks)| (Some(name.as_str()), toks));
        let (mut rows, mut count) = (Vec::new(), 0);
        for (name, toks) in texts.chain(self.rows.iter().map(|row| (None, row))) {
            let mut out = Vec::new();
            for tok in toks {
                match known.get(tok.text.as_str()).filter(|_| tok.kind == TokKind::Definition) {
                    Some(meant) => out.extend(meant.iter().cloned()),
                    None => out.push(tok.clone()),
                }
                if out.len() + count > most {
                    return None;
                }
            }
            let Some(name) = name else {
                count += out.len();
                rows.push(out);
                continue;
            };
            if out.iter().any(|tok| matches!(tok.kind, TokKind::Word | TokKind::Operator)) {
                let bracket = |text: &str| Tok { text: text.into(), kind: TokKind::Bracket };
                out.insert(0, bracket("("));
                out.push(bracket(")"));
            }
            known.insert(name, out);
        }
        Some(Formula { rows, definitions: Vec::new(), ..self.clone() })
    }

    /// The formula as one line of text, definitions after `where`.
    pub fn text(&self) -> String {
        let line = |toks: &[Tok]| toks.iter().map(|t| t.text.as_str()).collect::<String>();
        let mut s = self.rows.iter().map(|r| line(r)).collect::<Vec<_>>().join(" and ");
        for (i, (name, toks)) in self.definitions.iter().enumerate() {
            s.push_str(if i == 0 { " where " } else { "; " });
            s.push_str(name);
            s.push_str(" := ");
            s.push_str(&line(toks));
        }
        s
    }
}

/// Of a digit of a word, `x[3]@1`, the word, `x@1`, and which digit it is, counted from the least one.
pub fn digit(symbol: &str) -> Option<(String, u32)> {
    let (base, stamp) = symbol.split_at(symbol.rfind(['@', '\'']).unwrap_or(symbol.len()));
    let (word, number) = base.strip_suffix(']')?.rsplit_once('[')?;
    Some((format!("{word}{stamp}"), number.parse().ok()?))
}

/// Of what stands for a product of variables, `i*n@1`, the factors, `i@1` and `n@1`.
pub fn factors(symbol: &str) -> Option<Vec<String>> {
    let (base, stamp) = symbol.split_at(symbol.rfind(['@', '\'']).unwrap_or(symbol.len()));
    base.contains('*').then(|| base.split('*').map(|factor| format!("{factor}{stamp}")).collect())
}

impl std::fmt::Display for Symbol {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.step, self.primed) {
            (Some(i), _) => write!(f, "{}@{i}", self.name),
            (None, true) => write!(f, "{}'", self.name),
            (None, false) => f.write_str(&self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::digit;

    #[test]
    fn digits_of_words() {
        assert_eq!(digit("x[3]"), Some(("x".into(), 3)));
        assert_eq!(digit("a[2][10]'"), Some(("a[2]'".into(), 10)));
        assert_eq!(digit("x[0]@12"), Some(("x@12".into(), 0)));
        assert_eq!([digit("x"), digit("x@1"), digit("x[y]")], [None, None, None]);
    }
}
