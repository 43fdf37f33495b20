//! The value of a condition behind `#if` and `#elif`.
//!
//! The line's macros are replaced, `defined` apart; what is left is evaluated by precedence climbing. Values are wide enough for
//! all of C's integers. A name that is no macro is 0, as C has it, apart from the limits that standard headers define.

use super::Preprocessor;
use crate::c::builtin;
use crate::c::token::{Symbol, Token, TokenKind};

/// Most nested parentheses and operators.
const MAX_DEPTH: u32 = 100;

/// A part of a condition.
enum Item {
    Value(i128),
    Symbol(Symbol),
}

/// None stands for a value that cannot be computed, such as that of a division by zero.
type Value = Option<i128>;

impl<'a> Preprocessor<'a> {
    /// The value of the line's rest, which has been read; none if it cannot be understood.
    pub(super) fn value(&mut self, rest: &'a [Token]) -> Option<i128> {
        let (end, limit) = (self.at, self.limit);
        // The line alone, in full.
        let conditionals = std::mem::take(&mut self.conditionals);
        (self.at, self.limit) = (end - rest.len(), end);
        let items = self.items();
        self.pending.clear();
        self.limit = limit;
        if !self.is_cut_short {
            self.at = end;
            self.conditionals = conditionals;
        }
        let mut reader = Reader { items: &items?, at: 0 };
        let value = reader.choice(0)?;
        if reader.at == reader.items.len() { value } else { None }
    }

    fn items(&mut self) -> Option<Vec<Item>> {
        let mut items = Vec::new();
        while let Some(pending) = self.read() {
            let token = pending.token;
            let text = token.text(self.source);
            items.push(match token.kind {
                TokenKind::Name if text == "defined" => Item::Value(i128::from(self.defined()?)),
                TokenKind::Name if text.starts_with("__has_") => {
                    self.skip_arguments();
                    Item::Value(0)
                }
                TokenKind::Name | TokenKind::Keyword(_) => match self.expansion(&pending) {
                    Some(made) => {
                        self.pending.extend(made);
                        continue;
                    }
                    None => Item::Value(predefined(text)),
                },
                TokenKind::Number => Item::Value(number(text)?),
                TokenKind::Character => Item::Value(character(text)?),
                TokenKind::Symbol(symbol) => Item::Symbol(symbol),
                _ => return None,
            });
        }
        Some(items)
    }

    /// Behind `defined`: a name, perhaps in parentheses.
    fn defined(&mut self) -> Option<bool> {
        let first = self.read()?.token;
        let is_open = first.is(Symbol::OpenParen);
        let name = if is_open { self.read()?.token } else { first };
        if !matches!(name.kind, TokenKind::Name | TokenKind::Keyword(_)) {
            return None;
        }
        if is_open && !self.read()?.token.is(Symbol::CloseParen) {
            return None;
        }
        Some(self.is_defined(&name))
    }

    /// `(...)`, if it is there.
    fn skip_arguments(&mut self) {
        let mut depth = 0_u32;
        while let Some(next) = self.read() {
            match next.token.kind {
                TokenKind::Symbol(Symbol::OpenParen) => depth += 1,
                TokenKind::Symbol(Symbol::CloseParen) => depth = depth.saturating_sub(1),
                _ if depth == 0 => {
                    self.pending.push(next);
                    return;
                }
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }
}

/// Macros that are there before the text begins.
pub(super) const PREDEFINED: &[(&str, i128)] =
    &[("__STDC__", 1), ("__STDC_VERSION__", 201_112), ("__STDC_HOSTED__", 1)];

/// The value of a name that the text has not defined.
fn predefined(name: &str) -> i128 {
    let found = PREDEFINED.iter().find(|found| found.0 == name).map(|found| found.1);
    let limit = || builtin::CONSTANTS.iter().find(|found| found.0 == name).map(|found| found.1);
    found.or_else(limit).unwrap_or(0)
}

fn number(text: &str) -> Option<i128> {
    let text = text.trim_end_matches(['u', 'U', 'l', 'L']);
    let (digits, radix) = match text.get(..2) {
        Some("0x" | "0X") => (&text[2..], 16),
        Some("0b" | "0B") => (&text[2..], 2),
        _ if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
        _ => (text, 10),
    };
    i64::from_str_radix(digits, radix)
        .map(i128::from)
        .or_else(|_| u64::from_str_radix(digits, radix).map(i128::from))
        .ok()
}

fn character(text: &str) -> Option<i128> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let value = match inner {
        "\\0" => '\0',
        "\\n" => '\n',
        "\\t" => '\t',
        "\\r" => '\r',
        "\\\\" => '\\',
        "\\'" => '\'',
        _ => {
            let mut characters = inner.chars();
            let only = characters.next().filter(|c| c.is_ascii() && *c != '\\')?;
            characters.next().is_none().then_some(only)?
        }
    };
    Some(u32::from(value).into())
}

struct Reader<'i> {
    items: &'i [Item],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<Symbol> {
        match self.items.get(self.at) {
            Some(Item::Symbol(symbol)) => Some(*symbol),
            _ => None,
        }
    }

    fn eat(&mut self, symbol: Symbol) -> Option<()> {
        let found = self.peek() == Some(symbol);
        self.at += usize::from(found);
        found.then_some(())
    }

    /// `c ? a : b`, or less; none where it cannot be read.
    fn choice(&mut self, depth: u32) -> Option<Value> {
        let cond = self.binary(1, depth + 1)?;
        if self.eat(Symbol::Question).is_none() {
            return Some(cond);
        }
        let then = self.choice(depth + 1)?;
        self.eat(Symbol::Colon)?;
        let otherwise = self.choice(depth + 1)?;
        Some(cond.and_then(|cond| if cond != 0 { then } else { otherwise }))
    }

    fn binary(&mut self, least: u32, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let mut left = self.unary(depth + 1)?;
        while let Some((symbol, level)) =
            self.peek().and_then(|symbol| Some((symbol, level(symbol)?))).filter(|found| found.1 >= least)
        {
            self.at += 1;
            let right = self.binary(level + 1, depth + 1)?;
            left = match (symbol, left, right) {
                (Symbol::AndAnd, Some(0), _) => Some(0),
                (Symbol::OrOr, Some(known), _) if known != 0 => Some(1),
                (_, Some(left), Some(right)) => apply(symbol, left, right),
                _ => None,
            };
        }
        Some(left)
    }

    fn unary(&mut self, depth: u32) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        let item = self.items.get(self.at)?;
        self.at += 1;
        match item {
            Item::Value(value) => Some(Some(*value)),
            Item::Symbol(Symbol::OpenParen) => {
                let value = self.choice(depth + 1)?;
                self.eat(Symbol::CloseParen)?;
                Some(value)
            }
            Item::Symbol(Symbol::Bang) => Some(self.unary(depth + 1)?.map(|value| i128::from(value == 0))),
            Item::Symbol(Symbol::Minus) => Some(self.unary(depth + 1)?.and_then(i128::checked_neg)),
            Item::Symbol(Symbol::Plus) => self.unary(depth + 1),
            Item::Symbol(Symbol::Tilde) => Some(self.unary(depth + 1)?.map(|value| !value)),
            Item::Symbol(_) => None,
        }
    }
}

/// How tightly an operator binds.
fn level(symbol: Symbol) -> Option<u32> {
    Some(match symbol {
        Symbol::OrOr => 1,
        Symbol::AndAnd => 2,
        Symbol::Or => 3,
        Symbol::Caret => 4,
        Symbol::And => 5,
        Symbol::EqualEqual | Symbol::NotEqual => 6,
        Symbol::Less | Symbol::LessEqual | Symbol::Greater | Symbol::GreaterEqual => 7,
        Symbol::ShiftLeft | Symbol::ShiftRight => 8,
        Symbol::Plus | Symbol::Minus => 9,
        Symbol::Star | Symbol::Slash | Symbol::Percent => 10,
        _ => return None,
    })
}

fn apply(symbol: Symbol, left: i128, right: i128) -> Value {
    let by = || u32::try_from(right).ok().filter(|by| *by < 64);
    let value = match symbol {
        Symbol::OrOr => i128::from(left != 0 || right != 0),
        Symbol::AndAnd => i128::from(left != 0 && right != 0),
        Symbol::Or => left | right,
        Symbol::Caret => left ^ right,
        Symbol::And => left & right,
        Symbol::EqualEqual => i128::from(left == right),
        Symbol::NotEqual => i128::from(left != right),
        Symbol::Less => i128::from(left < right),
        Symbol::LessEqual => i128::from(left <= right),
        Symbol::Greater => i128::from(left > right),
        Symbol::GreaterEqual => i128::from(left >= right),
        Symbol::ShiftLeft => left.checked_shl(by()?)?,
        Symbol::ShiftRight => left.checked_shr(by()?)?,
        Symbol::Plus => left.checked_add(right)?,
        Symbol::Minus => left.checked_sub(right)?,
        Symbol::Star => left.checked_mul(right)?,
        Symbol::Slash => left.checked_div(right)?,
        Symbol::Percent => left.checked_rem(right)?,
        _ => return None,
    };
    // Beyond C's widest integers the value would wrap.
    let fits = i64::try_from(value).is_ok() || u64::try_from(value).is_ok();
    fits.then_some(value)
}
