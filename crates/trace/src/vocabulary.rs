//! What the parts of an input are called in sentences: programs have executions and rounds of loops, circuits input sequences and clock
//! cycles, Horn clauses derivations and their steps. Engines and views write one sentence for all of them with these words.

use crate::setup::{Encoding, Language};

/// The words for an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vocabulary {
    /// What the input is, "program".
    pub input: &'static str,
    /// What may fail, "execution".
    pub execution: &'static str,
    /// The same with its article.
    pub an_execution: &'static str,
    /// What a failing one does, "fails"; also after a state.
    pub fails: &'static str,
    /// As `fails`, after "can".
    pub fail: &'static str,
    /// "can an assertion fail", the question.
    pub can_fail: &'static str,
    /// One transition, "round of the loop".
    pub round: &'static str,
    /// More than one.
    pub rounds: &'static str,
    /// Where the initial states are, "at the first visit of the loop head".
    pub at_first: &'static str,
    /// Where a failure needs no state, "before the loop is reached".
    pub before: &'static str,
    /// That there is no transition, and no state.
    pub no_loop: &'static str,
    /// Where a state is one of, "the loop head"; its line may follow.
    pub head: &'static str,
    /// How a counterexample is replayed.
    pub replay: &'static str,
}

impl Vocabulary {
    /// The words for inputs in a language, one transition of which is as the encoding says.
    pub const fn new(language: Language, encoding: Encoding) -> Vocabulary {
        let words = match language {
            Language::Imp | Language::C => PROGRAM,
            Language::Chc => CLAUSES,
            Language::Aiger => CIRCUIT,
        };
        match encoding {
            Encoding::Block => words,
            Encoding::Statement => Vocabulary { round: "step", rounds: "steps", ..words },
        }
    }

    /// The input's words for a place that several transitions come to: "the loop head in line 3".
    pub fn head_at(&self, line: u32) -> String {
        if self.input == CIRCUIT.input { self.head.into() } else { format!("{} in line {line}", self.head) }
    }

    /// What a transition of an execution is headed by, the `n`-th, which begins in this line.
    pub fn numbered(&self, n: u32, line: u32) -> String {
        if self.input == CIRCUIT.input {
            format!("clock cycle {n}")
        } else {
            format!("round {n}: {}", self.head_at(line))
        }
    }

    /// A question about failing, as the beginning of a sentence.
    pub fn can_it_fail(&self) -> String {
        format!("C{}", &self.can_fail[1..])
    }

    /// "1 round of the loop", "3 rounds of the loop".
    pub fn count(&self, k: u32) -> String {
        format!("{k} {}", if k == 1 { self.round } else { self.rounds })
    }

    /// "1 round of the loop", "1 to 3 rounds of the loop".
    pub fn up_to(&self, k: u32) -> String {
        if k == 1 { self.count(1) } else { format!("1 to {}", self.count(k)) }
    }

    /// Which states can fail within so many transitions: "at once", "within 2 rounds of the loop".
    pub fn within(&self, k: u32) -> String {
        if k == 0 { "at once".into() } else { format!("within {}", self.count(k)) }
    }
}

impl Default for Vocabulary {
    /// That of programs.
    fn default() -> Vocabulary {
        PROGRAM
    }
}

const PROGRAM: Vocabulary = Vocabulary {
    input: "program",
    execution: "execution",
    an_execution: "an execution",
    fails: "fails",
    fail: "fail",
    can_fail: "can an assertion fail",
    round: "round of the loop",
    rounds: "rounds of the loop",
    at_first: "at the first visit of the loop head",
    before: "before the loop is reached",
    no_loop: "The program has no loop",
    head: "the loop head",
    replay: "Replay the model in the interpreter, statement by statement: does an assertion really fail?",
};

const CIRCUIT: Vocabulary = Vocabulary {
    input: "circuit",
    execution: "input sequence",
    an_execution: "an input sequence",
    fails: "makes a bad state true",
    fail: "make a bad state true",
    can_fail: "can inputs make a bad state true",
    round: "clock cycle",
    rounds: "clock cycles",
    at_first: "while the latches still have their reset values",
    before: "before the first clock cycle",
    no_loop: "The circuit has no latches",
    head: "the latches",
    replay: "Replay the model gate by gate, clock cycle by clock cycle: does a bad state really become true?",
};

const CLAUSES: Vocabulary = Vocabulary {
    input: "system of clauses",
    execution: "derivation",
    an_execution: "a derivation",
    fails: "ends in false",
    fail: "lead to false",
    can_fail: "can false be derived",
    round: "derivation step",
    rounds: "derivation steps",
    at_first: "from the first facts",
    before: "without any predicate that depends on itself",
    no_loop: "No predicate depends on itself",
    head: "the predicate",
    replay: "Replay the model clause by clause: is false really derived?",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circuits_and_clauses_have_no_loops_and_no_assertions() {
        for encoding in Encoding::ALL {
            for language in [Language::Chc, Language::Aiger] {
                let words = Vocabulary::new(language, encoding);
                let said = [
                    [words.input, words.execution, words.an_execution, words.fails],
                    [words.fail, words.can_fail, words.round, words.rounds],
                    [words.at_first, words.before, words.no_loop, words.replay],
                ];
                let said = format!("{} {}", said.concat().join(" "), words.head_at(3));
                for word in ["loop", "assertion", "program", "execution"] {
                    assert!(!said.contains(word), "{word}: {said}");
                }
            }
        }
    }

    #[test]
    fn numbers_of_transitions() {
        let words = Vocabulary::new(Language::Imp, Encoding::Block);
        assert_eq!(words.count(1), "1 round of the loop");
        assert_eq!(words.up_to(3), "1 to 3 rounds of the loop");
        assert_eq!([words.within(0), words.within(1)], ["at once", "within 1 round of the loop"]);
        let words = Vocabulary::new(Language::Aiger, Encoding::Block);
        assert_eq!(words.up_to(2), "1 to 2 clock cycles");
        assert_eq!(words.numbered(2, 7), "clock cycle 2");
        assert_eq!(
            Vocabulary::new(Language::Imp, Encoding::Block).numbered(2, 7),
            "round 2: the loop head in line 7"
        );
        assert_eq!(Vocabulary::new(Language::C, Encoding::Statement).count(2), "2 steps");
    }
}
