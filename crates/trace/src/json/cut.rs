//! Cuts JSON text into nodes.

use super::{JsonError, Node};
use std::borrow::Cow;
use std::ops::Range;

/// The deepest nesting of arrays and objects.
const MAX_DEPTH: usize = 128;

/// The nodes of a text that holds one value.
pub(super) fn cut(text: &str) -> Result<Vec<Node<'_>>, JsonError> {
    let mut cutter = Cutter { text, at: 0, nodes: Vec::with_capacity(text.len() / 8 + 1) };
    cutter.value(0)?;
    cutter.skip_space();
    if cutter.at < text.len() { Err(cutter.error("something follows the value")) } else { Ok(cutter.nodes) }
}

/// Where the elements of an array are in a text, which holds that array at byte `at`.
///
/// # Errors
/// When there is no array.
pub fn elements(text: &str, at: usize) -> Result<Vec<Range<usize>>, JsonError> {
    let mut cutter = Cutter { text, at, nodes: Vec::new() };
    let mut found = Vec::new();
    if cutter.peek() != Some(b'[') {
        return Err(cutter.error("expected an array"));
    }
    cutter.at += 1;
    let mut first = true;
    while cutter.another(b']', &mut first)? {
        cutter.skip_space();
        let from = cutter.at;
        cutter.nodes.clear();
        cutter.value(1)?;
        found.push(from..cutter.at);
    }
    Ok(found)
}

struct Cutter<'t> {
    text: &'t str,
    at: usize,
    nodes: Vec<Node<'t>>,
}

impl<'t> Cutter<'t> {
    fn error(&self, what: &str) -> JsonError {
        let line =
            1 + self.text.as_bytes()[..self.at.min(self.text.len())].iter().filter(|b| **b == b'\n').count();
        JsonError(format!("{what} in line {line}, at byte {}", self.at).into())
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.byte() {
            self.at += 1;
        }
    }

    /// The next byte that is no white space.
    fn peek(&mut self) -> Option<u8> {
        self.skip_space();
        self.byte()
    }

    fn word(&mut self, word: &str, node: Node<'t>) -> Result<(), JsonError> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.error("expected a value"));
        }
        self.at += word.len();
        self.nodes.push(node);
        Ok(())
    }

    /// Whether there is another element, up to the closing bracket, which is read.
    fn another(&mut self, closing: u8, first: &mut bool) -> Result<bool, JsonError> {
        let was_first = std::mem::replace(first, false);
        match self.peek() {
            Some(byte) if byte == closing => {
                self.at += 1;
                Ok(false)
            }
            Some(b',') if !was_first => {
                self.at += 1;
                if self.peek() == Some(closing) {
                    Err(self.error("a comma before the end"))
                } else {
                    Ok(true)
                }
            }
            Some(_) if was_first => Ok(true),
            _ => Err(self.error("expected a comma or the end")),
        }
    }

    /// Reads a value; recursion is bounded by [`MAX_DEPTH`].
    fn value(&mut self, depth: usize) -> Result<(), JsonError> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deeply"));
        }
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'{') => {
                let own = self.open();
                let mut first = true;
                while self.another(b'}', &mut first)? {
                    if self.peek() != Some(b'"') {
                        return Err(self.error("expected a key"));
                    }
                    self.string()?;
                    if self.peek() != Some(b':') {
                        return Err(self.error("expected a colon"));
                    }
                    self.at += 1;
                    self.value(depth + 1)?;
                }
                self.nodes[own] = Node::Object(self.nodes.len());
                Ok(())
            }
            Some(b'[') => {
                let own = self.open();
                let mut first = true;
                while self.another(b']', &mut first)? {
                    self.value(depth + 1)?;
                }
                self.nodes[own] = Node::Array(self.nodes.len());
                Ok(())
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Node::Bool(true)),
            Some(b'f') => self.word("false", Node::Bool(false)),
            Some(b'n') => self.word("null", Node::Null),
            Some(_) => Err(self.error("expected a value")),
            None => Err(self.error("the text ends where a value is expected")),
        }
    }

    /// Reads an opening bracket; its node is completed when it is closed.
    fn open(&mut self) -> usize {
        self.at += 1;
        self.nodes.push(Node::Null);
        self.nodes.len() - 1
    }

    fn digits(&mut self) -> Result<(), JsonError> {
        let from = self.at;
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == from { Err(self.error("expected a digit")) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<(), JsonError> {
        let from = self.at;
        let is_negative = self.byte() == Some(b'-');
        self.at += usize::from(is_negative);
        let leading = self.at;
        self.digits()?;
        if self.byte_at(leading) == Some(b'0') && self.at > leading + 1 {
            return Err(self.error("a number with leading zeros"));
        }
        let mut is_whole = true;
        if self.byte() == Some(b'.') {
            is_whole = false;
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.byte() {
            is_whole = false;
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), Some(b'+' | b'-')));
            self.digits()?;
        }
        let text = &self.text[from..self.at];
        let whole = match is_negative {
            false => text.parse().ok().map(Node::Natural),
            true => text.parse().ok().filter(|n| *n != 0).map(Node::Negative),
        };
        self.nodes.push(whole.filter(|_| is_whole).unwrap_or(Node::Fraction));
        Ok(())
    }

    fn byte_at(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    fn string(&mut self) -> Result<(), JsonError> {
        self.at += 1;
        let mut from = self.at;
        let mut unescaped = String::new();
        loop {
            match self.byte() {
                Some(b'"') => break,
                Some(b'\\') => {
                    unescaped.push_str(&self.text[from..self.at]);
                    self.at += 1;
                    unescaped.push(self.escape()?);
                    from = self.at;
                }
                Some(0..=0x1f) => return Err(self.error("a control character in a string")),
                Some(_) => self.at += 1,
                None => return Err(self.error("a string without end")),
            }
        }
        let rest = &self.text[from..self.at];
        self.at += 1;
        let text = if unescaped.is_empty() {
            Cow::Borrowed(rest)
        } else {
            unescaped.push_str(rest);
            Cow::Owned(unescaped)
        };
        self.nodes.push(Node::Text(text));
        Ok(())
    }

    /// The character that an escape stands for, after its backslash.
    fn escape(&mut self) -> Result<char, JsonError> {
        let letter = self.byte();
        self.at += usize::from(letter.is_some_and(|byte| byte.is_ascii()));
        Ok(match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let first = self.hex()?;
                let code = match first {
                    0xd800..=0xdbff if self.text[self.at..].starts_with("\\u") => {
                        self.at += 2;
                        let second = self.hex()?;
                        if !(0xdc00..=0xdfff).contains(&second) {
                            return Err(self.error("half a character"));
                        }
                        0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
                    }
                    _ => first,
                };
                char::from_u32(code).ok_or_else(|| self.error("half a character"))?
            }
            _ => return Err(self.error("no such escape")),
        })
    }

    fn hex(&mut self) -> Result<u32, JsonError> {
        let digits = self.text.get(self.at..self.at + 4).filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let code = code.ok_or_else(|| self.error("expected four hexadecimal digits"))?;
        self.at += 4;
        Ok(code)
    }
}
