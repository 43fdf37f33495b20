//! Where the parts of a program that a run speaks of are in its text.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The places of a program.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Outline {
    /// The locations at which a step may begin, in the order of `pc` values, which count from 1. With a single one there is no
    /// `pc`.
    pub locations: Vec<Location>,
    /// The assertions in source order; the postcondition counts as one. Their numbers, as in
    /// [`crate::Settings::assertion`], count from 1.
    pub assertions: Vec<TextPlace>,
    /// The program as one loop; none if it is too large to be read.
    pub single_loop: Option<SingleLoop>,
}

/// A program as one loop over `pc` (FiB, Fig. 8 to 10), as IMP text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SingleLoop {
    /// The text.
    pub text: String,
    /// The name of the program counter; none when the program is a single loop already.
    pub pc: Option<String>,
    /// The back-translation: bytes of the text with those of the program that they come from, in order of the text.
    pub places: Vec<(Range<u32>, Range<u32>)>,
}

/// A location at which a step may begin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The statement or condition that comes next.
    pub place: TextPlace,
    /// Whether it is the head of a loop.
    pub is_loop: bool,
}

/// A piece of the program text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TextPlace {
    /// Its first byte.
    pub from: u32,
    /// One past its last byte.
    pub to: u32,
    /// Its line, counted from 1.
    pub line: u32,
    /// The text, white space made single spaces.
    pub text: String,
}
