//! The terms of the field that the page's sentences use: each in a sentence and a small picture, and where in a text it stands.

use crate::graph::svg::{Anchor, Mark};

/// How wide and how high a picture is.
pub const SIZE: (i32, i32) = (240, 120);

/// A term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// What it is called; its words as they stand in texts follow, in lower case.
    pub name: &'static str,
    /// Further words for it.
    pub words: &'static [&'static str],
    /// What it means.
    pub meaning: &'static str,
    picture: &'static [Shape],
}

/// What pictures consist of. Sets are ellipses: middle, half width, half height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A set of states, drawn in a style.
    Set(i32, i32, i32, i32, &'static str),
    /// A rectangle: left, top, width, height.
    Box(i32, i32, i32, i32, &'static str),
    /// A line.
    Line(&'static str, &'static str),
    /// A line that ends in an arrow.
    Arrow(&'static str, &'static str),
    /// A state: its middle.
    State(i32, i32),
    /// A text about its middle.
    Text(i32, i32, &'static str),
}

use Shape::{Arrow, Box, Line, Set, State, Text};

/// Every term, by name.
pub const TERMS: &[Term] = &[
    Term {
        name: "abstract reachability graph",
        words: &["reachability graph", "arg"],
        meaning: "The program unwound: each node is a visit of a cutpoint with a label that contains every state it can be visited in. \
                  It is a proof once the error’s label is empty and every node is expanded or covered.",
        picture: &[
            Box(90, 8, 60, 26, "plain"),
            Text(120, 26, "v1"),
            Arrow("M120 34 V50", "way"),
            Box(90, 50, 60, 26, "plain"),
            Text(120, 68, "v2a"),
            Arrow("M110 76 L84 90", "way"),
            Box(40, 90, 60, 26, "plain"),
            Text(70, 108, "v2b"),
            Arrow("M132 76 L164 90", "way"),
            Box(150, 90, 60, 26, "bad"),
            Text(180, 108, "⊥"),
        ],
    },
    Term {
        name: "auxiliary invariant",
        words: &["auxiliary invariants"],
        meaning: "A condition that always holds at the loop head and was found beforehand, here by interval analysis; what is asked \
                  may assume it.",
        picture: &[
            Box(20, 12, 200, 96, "old"),
            Text(56, 30, "Inv"),
            Set(94, 68, 56, 28, "good"),
            Text(94, 73, "reached"),
            Set(196, 88, 40, 22, "bad"),
            Text(200, 92, "¬P"),
        ],
    },
    Term {
        name: "bounded model checking",
        words: &["bounded search"],
        meaning: "Unroll the loop k times and ask for an execution that fails within these rounds. It finds every failure that is \
                  near, and proves a program only when the loop surely ends within the bound.",
        picture: &[
            Box(8, 46, 44, 28, "good"),
            Text(30, 65, "s₀"),
            Arrow("M52 60 H76", "way"),
            Box(76, 46, 44, 28, "plain"),
            Text(98, 65, "s₁"),
            Arrow("M120 60 H144", "way"),
            Box(144, 46, 44, 28, "plain"),
            Text(166, 65, "s₂"),
            Arrow("M188 60 H208", "way"),
            Text(222, 65, "¬P?"),
        ],
    },
    Term {
        name: "counterexample to induction",
        words: &["not inductive"],
        meaning: "A state inside a set from which one round of the loop leads out of it: why the set is not an invariant yet. The \
                  state need not be reachable.",
        picture: &[
            Set(96, 60, 80, 44, "new"),
            Text(60, 44, "I"),
            State(120, 70),
            Arrow("M124 70 Q170 30 206 66", "fail"),
            State(208, 70),
        ],
    },
    Term {
        name: "covered",
        words: &["cover", "covers"],
        meaning: "A node of the reachability graph whose label lies within labels of other nodes at the same cutpoint: what follows \
                  from it follows from them, so it need not be explored.",
        picture: &[
            Set(150, 62, 80, 48, "good"),
            Text(196, 32, "v2a"),
            Set(130, 70, 42, 24, "new"),
            Text(130, 75, "v2b"),
        ],
    },
    Term {
        name: "cutpoint",
        words: &["cutpoints", "loop head"],
        meaning: "A place that every loop of the program passes, usually its head. What holds there is all that a proof needs; between \
                  cutpoints a program has no loop.",
        picture: &[
            Arrow("M30 40 H76", "way"),
            Set(110, 60, 34, 26, "plain"),
            Text(110, 65, "head"),
            Arrow("M134 42 C176 4 214 104 138 78", "way"),
            Text(200, 40, "a round"),
            Arrow("M110 86 V112", "way"),
        ],
    },
    Term {
        name: "fixed point",
        words: &["fixed-point"],
        meaning: "The newest set adds no state to those found before. As each set contains what a round leads to from the one before, \
                  all of them together are closed: an inductive invariant.",
        picture: &[
            Set(116, 60, 100, 50, "good"),
            Text(52, 46, "G"),
            Set(134, 66, 52, 28, "new"),
            Text(134, 71, "τ"),
        ],
    },
    Term {
        name: "inductive invariant",
        words: &["invariant", "inductive"],
        meaning: "A set of states that contains the initial ones, that no round of the loop leaves, and that contains none that fails: a proof.",
        picture: &[
            Set(100, 60, 88, 48, "good"),
            Text(40, 48, "Inv"),
            Set(70, 68, 26, 18, "plain"),
            Text(70, 73, "Init"),
            State(112, 50),
            Arrow("M116 48 Q150 24 152 66", "way"),
            State(152, 72),
            Set(216, 90, 24, 20, "bad"),
            Text(214, 95, "¬P"),
        ],
    },
    Term {
        name: "interpolant",
        words: &["interpolants"],
        meaning: "When A and B cannot hold together, an interpolant is true wherever A is, false wherever B is, and speaks only of \
                  what both speak of: the reason why they part.",
        picture: &[
            Set(90, 60, 80, 50, "new"),
            Text(36, 34, "τ"),
            Set(76, 66, 44, 26, "good"),
            Text(76, 71, "A"),
            Set(207, 62, 32, 30, "bad"),
            Text(206, 67, "B"),
        ],
    },
    Term {
        name: "interpolation system",
        words: &["interpolation systems"],
        meaning: "A rule by which interpolants are read off refutations. From the same refutation McMillan’s gives the strongest, its \
                  dual the weakest, Pudlák’s one between them.",
        picture: &[
            Set(110, 60, 104, 54, "plain"),
            Text(178, 30, "dual"),
            Set(104, 64, 74, 40, "new"),
            Text(140, 46, "Pudlák"),
            Set(86, 74, 40, 22, "good"),
            Text(86, 79, "A"),
        ],
    },
    Term {
        name: "k-induction",
        words: &["k-inductive"],
        meaning: "Instead of one round: k states in a row without failure, and the next does not fail either.",
        picture: &[
            Set(40, 60, 28, 20, "good"),
            Text(40, 65, "P"),
            Arrow("M68 60 H86", "way"),
            Set(116, 60, 28, 20, "good"),
            Text(116, 65, "P"),
            Arrow("M144 60 H164", "way"),
            Set(196, 60, 28, 20, "new"),
            Text(196, 65, "P ?"),
        ],
    },
    Term {
        name: "over-approximation",
        words: &["contains too much", "contain too much", "spurious"],
        meaning: "A set that contains all reachable states and perhaps others. If it meets no failing state nothing reachable fails; if it \
                  does, that may be on account of the others alone: spuriously.",
        picture: &[
            Set(104, 60, 96, 50, "new"),
            Set(78, 64, 48, 28, "good"),
            Text(78, 69, "reached"),
            Set(190, 72, 40, 24, "bad"),
            Text(202, 77, "¬P"),
            State(170, 70),
        ],
    },
    Term {
        name: "product of variables",
        words: &["products of variables", "lemmas about products", "lemma about products"],
        meaning: "A variable of its own stands for it, such as i*i, and becomes what the product becomes. To the solver it may be any \
                  number, until a lemma excludes it: a fact that holds of all integers, such as i*i ≥ i.",
        picture: &[
            Line("M20 104 H220", "axis"),
            Line("M60 8 Q120 200 180 8", "plain"),
            Line("M84 104 L196 8", "cut"),
            State(120, 104),
            State(150, 74),
            Text(204, 24, "i*i"),
        ],
    },
    Term {
        name: "refinement",
        words: &["refined", "refine"],
        meaning: "Labels that contain too much are cut down by interpolants along the path that seems to fail, just so far that it no longer does.",
        picture: &[
            Box(20, 20, 150, 80, "old"),
            Box(20, 20, 104, 80, "good"),
            Text(70, 64, "label"),
            Set(196, 60, 38, 34, "bad"),
            Text(200, 65, "¬P"),
            Line("M124 12 V108", "cut"),
        ],
    },
    Term {
        name: "unrolling",
        words: &["unrolled", "unrollings"],
        meaning: "The loop written out round after round, each with its own copy of the variables: s₀, s₁, s₂, …",
        picture: &[
            Box(8, 46, 44, 28, "plain"),
            Text(30, 65, "s₀"),
            Arrow("M52 60 H92", "way"),
            Text(72, 52, "T"),
            Box(92, 46, 44, 28, "plain"),
            Text(114, 65, "s₁"),
            Arrow("M136 60 H176", "way"),
            Text(156, 52, "T"),
            Box(176, 46, 44, 28, "plain"),
            Text(198, 65, "s₂"),
            Line("M114 20 V42 M114 78 V106", "cut"),
            Text(60, 104, "A"),
            Text(168, 104, "B"),
        ],
    },
    Term {
        name: "widening",
        words: &["widened", "widens"],
        meaning: "A box that keeps growing in one direction is let grow there without end, so that the analysis ends; what that adds \
                  too much refinement takes away.",
        picture: &[
            Box(20, 60, 40, 36, "good"),
            Box(20, 52, 62, 44, "old"),
            Box(20, 28, 206, 68, "new"),
            Arrow("M86 74 H206", "way"),
            Text(140, 22, "∇"),
        ],
    },
];

/// The term of that name.
pub fn term(name: &str) -> Option<&'static Term> {
    TERMS.iter().find(|term| term.name == name)
}

/// A piece of a text, and the term that it stands for.
pub type Piece<'t> = (&'t str, Option<&'static Term>);

/// A text in pieces: each term's first occurrence is one.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let lower = text.to_ascii_lowercase();
    let mut found: Vec<(usize, usize, &'static Term)> = Vec::new();
    for term in TERMS {
        let words = std::iter::once(&term.name).chain(term.words);
        let places = words.filter_map(|word| Some((place(&lower, word)?, word.len())));
        // Of words that begin at the same place the longest is meant.
        if let Some((at, length)) = places.min_by_key(|&(at, length)| (at, usize::MAX - length)) {
            found.push((at, length, term));
        }
    }
    logic::order::sort_by_key(&mut found, |&(at, length, _)| (at, usize::MAX - length));
    let mut out = Vec::new();
    let mut done = 0;
    for (at, length, term) in found {
        if at < done {
            continue; // within a longer term
        }
        out.push((&text[done..at], None));
        out.push((&text[at..at + length], Some(term)));
        done = at + length;
    }
    out.push((&text[done..], None));
    out.retain(|(piece, _)| !piece.is_empty());
    out
}

/// Where a word stands in a text, as a word of its own.
fn place(text: &str, word: &str) -> Option<usize> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '-';
    text.match_indices(word).map(|(at, _)| at).find(|&at| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_letter) && !after.is_some_and(is_letter)
    })
}

impl Term {
    /// Its picture.
    pub fn picture(&self) -> Vec<Mark> {
        self.picture.iter().map(|shape| shape.mark()).collect()
    }
}

impl Shape {
    fn mark(self) -> Mark {
        let ellipse = |x: i32, y: i32, rx: i32, ry: i32| {
            format!("M{} {y} a{rx} {ry} 0 1 0 {} 0 a{rx} {ry} 0 1 0 {} 0 z", x - rx, 2 * rx, -2 * rx)
        };
        match self {
            Set(x, y, rx, ry, class) => Mark::Line(ellipse(x, y, rx, ry), class, false),
            Box(x, y, width, height, class) => Mark::Box(x, y, width, height, class),
            Line(path, class) => Mark::Line(path.into(), class, false),
            Arrow(path, class) => Mark::Line(path.into(), class, true),
            State(x, y) => Mark::Line(ellipse(x, y, 4, 4), "dot", false),
            Text(x, y, text) => Mark::Text(x, y, Anchor::Middle, "", text.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn named(text: &str) -> Vec<(&str, &str)> {
        pieces(text).into_iter().filter_map(|(piece, term)| Some((piece, term?.name))).collect()
    }

    #[test]
    fn terms_are_found_as_words_and_each_once() {
        assert_eq!(
            named("An interpolant of the unrolling; another interpolant."),
            [("interpolant", "interpolant"), ("unrolling", "unrolling")]
        );
        assert_eq!(named("Is G an inductive invariant?"), [("inductive invariant", "inductive invariant")]);
        assert_eq!(named("Interpolants, discovered: invariantly."), [("Interpolants", "interpolant")]);
        assert_eq!(named("So I is not inductive."), [("not inductive", "counterexample to induction")]);
        assert_eq!(named("τ₁ → G ∨ τ₁"), []);
    }

    #[test]
    fn the_pieces_make_up_the_text() {
        for text in ["", "interpolant", "Ohne: τ₁ is widened; a node is covered — fixed point.", "ARG, arg"]
        {
            assert_eq!(pieces(text).into_iter().map(|(piece, _)| piece).collect::<String>(), text);
        }
    }

    #[test]
    fn names_are_in_order_and_words_belong_to_one_term() {
        assert!(TERMS.windows(2).all(|pair| pair[0].name < pair[1].name));
        let words: Vec<&str> =
            TERMS.iter().flat_map(|t| std::iter::once(t.name).chain(t.words.iter().copied())).collect();
        assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len());
        assert!(words.iter().all(|word| *word == word.to_ascii_lowercase()));
    }

    #[test]
    fn pictures_stay_in_their_frame() {
        for term in TERMS {
            assert!(term.picture.len() >= 3, "{}", term.name);
            for shape in term.picture {
                let inside = |left: i32, top: i32, right: i32, bottom: i32| {
                    left >= 0 && top >= 0 && right <= SIZE.0 && bottom <= SIZE.1
                };
                let fits = match *shape {
                    Set(x, y, rx, ry, _) => inside(x - rx, y - ry, x + rx, y + ry),
                    Box(x, y, width, height, _) => inside(x, y, x + width, y + height),
                    State(x, y) => inside(x - 4, y - 4, x + 4, y + 4),
                    // A letter is some nine pixels wide.
                    Text(x, y, text) => {
                        let half = i32::try_from(text.chars().count()).unwrap() * 5;
                        inside(x - half, y - 15, x + half, y + 3)
                    }
                    Line(..) | Arrow(..) => true,
                };
                assert!(fits, "{}: {shape:?}", term.name);
            }
        }
    }
}
