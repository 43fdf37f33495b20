//! Places in a source text: byte ranges, and their translation to lines and columns for people.
//!
//! The lexer makes the spans; every node of the syntax tree, every diagnostic and every step of an execution carries one.

use serde::{Deserialize, Serialize};

/// A half-open range of bytes of the source text. Both ends lie on character boundaries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Span {
    /// First byte of the range.
    pub start: u32,
    /// First byte after the range.
    pub end: u32,
}

impl Span {
    /// The range from `start` up to and without `end`.
    pub fn new(start: usize, end: usize) -> Span {
        let clip = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { start: clip(start), end: clip(end.max(start)) }
    }

    /// The smallest range that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty range just after this one.
    pub fn after(self) -> Span {
        Span { start: self.end, end: self.end }
    }

    /// The text that the range covers; empty if the range does not fit the text.
    pub fn text(self, source: &str) -> &str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// Whether the byte at `offset` lies in the range.
    pub fn contains(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }
}

/// A place as an editor shows it: both numbers start at 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Position {
    /// Line number, from 1.
    pub line: u32,
    /// Column number, from 1, counted in Unicode scalar values (not bytes).
    pub column: u32,
}

/// Where the lines of a source text begin. Lines end at `\n`; a `\r` before it belongs to the line end.
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    source: &'a str,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// Finds the line starts of `source`.
    pub fn new(source: &'a str) -> LineIndex<'a> {
        let after_breaks =
            source.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at + 1);
        LineIndex { source, starts: std::iter::once(0).chain(after_breaks).collect() }
    }

    /// Line and column of a byte offset. An offset past the end or inside a character counts as the nearest
    /// character boundary before it.
    pub fn position(&self, offset: u32) -> Position {
        let mut offset = (offset as usize).min(self.source.len());
        while !self.source.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        let column = self.source[self.starts[line]..offset].chars().count() + 1;
        Position { line: to_u32(line + 1), column: to_u32(column) }
    }

    /// The text of a line (numbered from 1) without its line end, with the byte offset at which it starts. An empty
    /// text if there is no such line.
    pub fn line(&self, line: u32) -> (usize, &'a str) {
        let index = line as usize;
        let Some(&start) = index.checked_sub(1).and_then(|at| self.starts.get(at)) else {
            return (self.source.len(), "");
        };
        let end = self.starts.get(index).copied().unwrap_or(self.source.len());
        (start, self.source[start..end].trim_end_matches(['\n', '\r']))
    }

    /// Number of lines; a text without a line break has one.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Never true: even the empty text has one (empty) line.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}

fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let index = LineIndex::new("é≠x\r\ny\n");
        let at = |offset| {
            let Position { line, column } = index.position(offset);
            (line, column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (1, 2));
        assert_eq!(at(3), (1, 2), "inside a character");
        assert_eq!(at(5), (1, 3));
        assert_eq!(at(8), (2, 1));
        assert_eq!(at(10), (3, 1));
        assert_eq!(at(99), (3, 1));
        assert_eq!(index.line(1), (0, "é≠x"));
        assert_eq!(index.line(2), (8, "y"));
        assert_eq!(index.line(3), (10, ""));
        assert_eq!(index.line(4), (10, ""));
        assert_eq!(index.line(0), (10, ""));
    }
}
