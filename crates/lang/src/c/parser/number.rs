//! Numbers and character constants: their values and the types of their forms.

use logic::Int;

use super::{Parser, shorten};
use crate::MAX_DIGITS;
use crate::c::syntax::ExprKind;
use crate::c::token::Token;
use crate::c::types::IntType;
use crate::diagnostic::{Code, Diagnostic};

impl<'a> Parser<'a, '_> {
    /// The number at the cursor.
    pub(super) fn number(&mut self, token: Token) -> ExprKind<'a> {
        let text = self.text(token);
        if text.len() > MAX_DIGITS {
            let message = format!("this number has {} digits", text.len());
            let diagnostic = Diagnostic::error(Code::NumberTooLong, token.span, message);
            self.error(diagnostic.help(format!("a number may have at most {MAX_DIGITS} digits")));
            return ExprKind::Error;
        }
        match read(text) {
            Some((value, int)) => ExprKind::Number(value, int),
            None if is_fraction(text) => ExprKind::Float,
            None => {
                let diagnostic = malformed(token, text);
                self.error(diagnostic);
                ExprKind::Error
            }
        }
    }

    /// The character constant at the cursor.
    pub(super) fn character(&mut self, token: Token) -> ExprKind<'a> {
        let text = self.text(token);
        let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
        match character(inner) {
            Some(value) => ExprKind::Number(Int::from(value), IntType::INT),
            None => {
                let message = format!("`{}` is not one character", shorten(text));
                let diagnostic = Diagnostic::error(Code::MalformedNumber, token.span, message);
                self.error(diagnostic.help("a character constant is like `'a'`, `'\\n'` or `'\\x41'`"));
                ExprKind::Error
            }
        }
    }
}

/// The value of a number with the type of its form.
fn read(text: &str) -> Option<(Int, IntType)> {
    let (digits, radix) = if let Some(digits) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        (digits, 16)
    } else if let Some(digits) = text.strip_prefix("0b").or(text.strip_prefix("0B")) {
        (digits, 2)
    } else if text.starts_with('0') {
        (text, 8)
    } else {
        (text, 10)
    };
    let length = digits.find(|c: char| !c.is_digit(radix)).unwrap_or(digits.len());
    let (digits, suffix) = digits.split_at(length);
    if digits.is_empty() {
        return None;
    }
    let (unsigned, longs) = match suffix.to_ascii_lowercase().as_str() {
        "" => (false, 0),
        "u" => (true, 0),
        "l" => (false, 1),
        "ll" => (false, 2),
        "ul" | "lu" => (true, 1),
        "ull" | "llu" => (true, 2),
        _ => return None,
    };
    let value = value(digits, radix)?;
    // The first type that holds the value; decimal numbers without `u` are never unsigned.
    let bits = value.bits();
    let (may_be_signed, may_be_unsigned) = (!unsigned, unsigned || radix != 10);
    let fits = |int: IntType| bits + u64::from(int.signed) <= u64::from(int.bits);
    let candidates = [IntType::INT, IntType::UNSIGNED, IntType::LONG, IntType::UNSIGNED_LONG];
    let int = candidates
        .into_iter()
        .filter(|int| longs == 0 || int.bits == 64)
        .find(|&int| fits(int) && if int.signed { may_be_signed } else { may_be_unsigned });
    // Wider numbers are numbers all the same: integers are mathematical.
    let widest = if unsigned { IntType::UNSIGNED_LONG } else { IntType::LONG };
    Some((value, int.unwrap_or(widest)))
}

fn value(digits: &str, radix: u32) -> Option<Int> {
    if radix == 10 {
        return digits.parse().ok();
    }
    let mut value = Int::ZERO;
    let base = Int::from(i64::from(radix));
    for digit in digits.chars() {
        value = &value * &base + Int::from(i64::from(digit.to_digit(radix)?));
    }
    Some(value)
}

/// The value of what stands between the quotes, as a `char`.
fn character(text: &str) -> Option<i64> {
    let mut rest = text.chars();
    let first = rest.next()?;
    if first != '\\' {
        let code = u32::from(first);
        return (rest.next().is_none() && code < 128).then_some(i64::from(code));
    }
    let escape = rest.next()?;
    let rest = rest.as_str();
    let simple = |code: i64| rest.is_empty().then_some(code);
    match escape {
        'n' => simple(10),
        't' => simple(9),
        'r' => simple(13),
        'a' => simple(7),
        'b' => simple(8),
        'f' => simple(12),
        'v' => simple(11),
        '\\' | '\'' | '"' | '?' => simple(i64::from(u32::from(escape))),
        'x' => byte(rest, 16),
        '0'..='7' if rest.len() <= 2 => byte(&text[1..], 8),
        _ => None,
    }
}

/// A byte as a signed `char`.
fn byte(digits: &str, radix: u32) -> Option<i64> {
    let value = u8::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))?;
    Some(i64::from(value as i8))
}

/// Whether a number that is no integer is a floating-point number, more or less.
fn is_fraction(text: &str) -> bool {
    let decimal = !text.starts_with("0x") && !text.starts_with("0X");
    let has_exponent = decimal && text.contains(['e', 'E']) || text.contains(['p', 'P']);
    (text.contains('.') || has_exponent) && !text.contains('_')
}

fn malformed(token: Token, text: &str) -> Diagnostic {
    let shown = shorten(text);
    let help = if text.starts_with('0') && text.bytes().all(|b| b.is_ascii_digit()) {
        "a number that begins with 0 is octal and has no digits 8 and 9; leave out the 0"
    } else {
        "a number is like `10`, `0x1f`, `017`, `5u` or `7LL`; a product needs `*`"
    };
    Diagnostic::error(Code::MalformedNumber, token.span, format!("`{shown}` is not a number")).help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(i64, u8, bool)>) {
        let found = read(text).map(|(value, int)| (value.to_i64().unwrap_or(-1), int.bits, int.signed));
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn numbers() {
        check("0", Some((0, 32, true)));
        check("2147483647", Some((2_147_483_647, 32, true)));
        check("2147483648", Some((2_147_483_648, 64, true)));
        check("0x80000000", Some((2_147_483_648, 32, false)));
        check("017", Some((15, 32, true)));
        check("0b101u", Some((5, 32, false)));
        check("5LL", Some((5, 64, true)));
        check("5uL", Some((5, 64, false)));
        check("99999999999999999999", Some((-1, 64, true)));
        for text in ["08", "0x", "1.5", "3e4", "5uu", "5lul", "1_000", "2x", "0b2"] {
            check(text, None);
        }
    }

    #[test]
    fn characters() {
        for (text, expected) in [
            ("a", Some(97)),
            ("\\n", Some(10)),
            ("\\0", Some(0)),
            ("\\177", Some(127)),
            ("\\xff", Some(-1)),
            ("\\x+1", None),
            ("\\'", Some(39)),
            ("ab", None),
            ("", None),
            ("\\", None),
            ("\\400", None),
            ("\\q", None),
            ("é", None),
        ] {
            assert_eq!(character(text), expected, "{text}");
        }
    }
}
