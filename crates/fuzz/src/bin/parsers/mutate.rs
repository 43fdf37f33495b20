//! Mutations of texts: of bytes, of tokens, and of whole parts between brackets or closing words.

use super::generate::Random;
use std::ops::Range;

/// The longest text that is made.
const LONGEST: usize = 200_000;

/// Makes new texts from old ones.
pub struct Mutator {
    /// Tokens of the seeds, each once.
    words: Vec<String>,
    /// How many texts of the pool are seeds: its first ones.
    seeds: usize,
}

impl Mutator {
    /// A mutator whose words are those of these texts.
    pub fn new(seeds: &[String]) -> Mutator {
        let mut words: Vec<String> = seeds
            .iter()
            .flat_map(|text| pieces(text).into_iter().map(|range| text[range].to_owned()))
            .collect();
        words.extend(EXTRA.iter().map(|&word| word.to_owned()));
        words.sort();
        words.dedup();
        words.retain(|word| word.len() < 200);
        Mutator { words, seeds: seeds.len() }
    }

    /// A text of the pool, changed in a few places.
    pub fn mutate(&self, random: &mut Random, pool: &[String]) -> String {
        // Half of the time a seed with few changes, so that many texts are programs, or nearly so.
        let from_seed = random.chance(50);
        let mut text = pool[random.below(if from_seed { self.seeds } else { pool.len() })].clone();
        let most = match random.below(5) {
            0 => 30,
            _ if from_seed => 2,
            _ => 4,
        };
        let changes = 1 + random.below(most);
        for _ in 0..changes {
            text = match random.below(10) {
                0..=1 => bytes(random, &text),
                2..=5 => self.tokens(random, &text),
                _ => self.parts(random, &text, pool),
            };
            if text.len() > LONGEST {
                let cut = (0..=LONGEST).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
                text.truncate(cut);
            }
        }
        text
    }

    fn word(&self, random: &mut Random) -> &str {
        &self.words[random.below(self.words.len())]
    }

    fn tokens(&self, random: &mut Random, text: &str) -> String {
        let mut tokens: Vec<&str> = pieces(text).into_iter().map(|range| &text[range]).collect();
        if tokens.is_empty() {
            return self.word(random).to_owned();
        }
        let (at, other) = (random.below(tokens.len()), random.below(tokens.len()));
        match random.below(6) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[other]),
            2 => tokens.swap(at, other),
            3 => tokens[at] = self.word(random),
            4 => tokens.insert(at, self.word(random)),
            _ => {
                let (from, to) = (at.min(other), at.max(other));
                drop(tokens.drain(from..to.min(from + 8)));
            }
        }
        tokens.concat()
    }

    fn parts(&self, random: &mut Random, text: &str, pool: &[String]) -> String {
        let Some(here) = part(random, text) else { return self.tokens(random, text) };
        let own = &text[here.clone()];
        let new = match random.below(8) {
            0 => String::new(),
            1 => own.repeat(2 + random.below(3)),
            // Now and then very deep, or very long.
            2 => nested(random, own),
            3 => {
                let (open, close) = WRAPS[random.below(WRAPS.len())];
                format!("{open}{own}{close}")
            }
            4 => match part(random, text) {
                Some(other) => text[other].to_owned(),
                None => String::new(),
            },
            5 => format!("{own}{}", self.word(random)),
            _ => {
                let donor = &pool[random.below(pool.len())];
                part(random, donor).map_or_else(String::new, |range| donor[range].to_owned())
            }
        };
        format!("{}{new}{}", &text[..here.start], &text[here.end..])
    }
}

/// Changes some bytes, whatever characters they are of.
fn bytes(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = random.below(bytes.len() + 1);
    match random.below(4) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        1 if at < bytes.len() => drop(bytes.remove(at)),
        2 => bytes.insert(at, random.number() as u8),
        _ => {
            let end = (at + random.below(40)).min(bytes.len());
            let copy = bytes[at..end].to_vec();
            let to = random.below(bytes.len() + 1);
            drop(bytes.splice(to..to, copy));
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn nested(random: &mut Random, own: &str) -> String {
    let (open, close) = WRAPS[random.below(WRAPS.len())];
    let depth = match random.below(20) {
        0 => 3_000,
        1..=3 => 200,
        _ => 12,
    };
    let depth = 1 + random.below(depth);
    format!("{}{own}{}", open.repeat(depth), close.repeat(depth))
}

/// What is put around parts.
const WRAPS: &[(&str, &str)] = &[
    ("(", ")"),
    ("{", "}"),
    ("-", ""),
    ("not ", ""),
    ("!", ""),
    ("1 + ", ""),
    ("x = ", ""),
    ("x ? ", " : 0"),
    ("x && (", ")"),
    ("x || ", ""),
    ("x => ", ""),
    ("if (x) ", " else "),
    ("while (x) ", ""),
    ("do ", " while (x);"),
    ("for (;;) ", ""),
    ("switch (x) { case 1: ", "}"),
    ("if x then ", " end"),
    ("if x then skip elif ", ""),
    ("while x do ", " done"),
    ("f(", ")"),
    ("#if 1\n", "\n#endif\n"),
    ("\n#define A ", "\n"),
    ("/*", "*/"),
    ("int f(int x) { ", " }"),
    ("++", ""),
    ("*", ""),
    ("", "[0]"),
];

/// Words beside those of the seeds.
const EXTRA: &[&str] = &[
    "99999999999999999999999999999999",
    "0x7fffffffffffffff",
    "-9223372036854775808",
    "0b",
    "1e9",
    "''",
    "'\\x",
    "\"",
    "/*",
    "*/",
    "//",
    "\\\n",
    "\r\n",
    "\u{feff}",
    "\u{0}",
    "≠",
    "ä",
    "😀",
    "##",
    "#",
    "#if",
    "#else",
    "#endif",
    "\n#define f(x) f(x) f(x)\n",
    "\n#define A A\n",
    "\n#undef A\n",
    "...",
    "->",
    "<<",
    ">>=",
    "goto",
    "sizeof",
    "_Bool",
    "typedef",
    "enum",
    "struct",
    "static",
    "volatile",
    "__attribute__((",
    "// expect: safe\n",
    "expect:",
];

/// Where tokens and white space begin and end, more or less.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let class = |c: char| match c {
        _ if c.is_whitespace() => 0,
        _ if c.is_alphanumeric() || c == '_' => 1,
        '(' | ')' | '{' | '}' | '[' | ']' | ';' | ',' => 3,
        _ => 2,
    };
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut last = None;
    for (at, c) in text.char_indices() {
        let class = class(c);
        match pieces.last_mut() {
            Some(piece) if last == Some(class) && class != 3 => piece.end = at + c.len_utf8(),
            _ => pieces.push(at..at + c.len_utf8()),
        }
        last = Some(class);
    }
    pieces
}

/// A part of a text: between brackets or closing words that belong together, a statement, or some tokens in a row.
fn part(random: &mut Random, text: &str) -> Option<Range<usize>> {
    let pieces = pieces(text);
    if pieces.is_empty() {
        return None;
    }
    let from = random.below(pieces.len());
    let word = |at: usize| &text[pieces[at].clone()];
    let opens = |word: &str| matches!(word, "(" | "{" | "[" | "do" | "then" | "if" | "while");
    let closes = |word: &str| matches!(word, ")" | "}" | "]" | "done" | "end");
    if random.chance(60)
        && let Some(open) = (from..pieces.len()).find(|&at| opens(word(at)))
    {
        let mut depth = 0_usize;
        for at in open..pieces.len() {
            depth += usize::from(opens(word(at)));
            if closes(word(at)) {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(pieces[open].start..pieces[at].end);
                }
            }
        }
    }
    if random.chance(60) {
        // To the end of the statement.
        let end = (from..pieces.len()).find(|&at| word(at) == ";").unwrap_or(from);
        return Some(pieces[from].start..pieces[end].end);
    }
    let end = (from + random.below(6)).min(pieces.len() - 1);
    Some(pieces[from].start..pieces[end].end)
}
