//! What can be wrong with a script, and where.

use logic::Sort;
use std::fmt;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1 in characters.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Something wrong at a place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

impl Fault {
    /// A problem at a place.
    pub fn new(place: Place, problem: Problem) -> Fault {
        Fault { place, problem }
    }
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A character that begins no word.
    #[error("unexpected character {0:?}")]
    UnexpectedCharacter(char),
    /// `)` without `(`.
    #[error("unexpected `)`")]
    StrayParenthesis,
    /// `(` without `)`.
    #[error("this parenthesis is never closed")]
    UnclosedParenthesis,
    /// `|` without another.
    #[error("this quoted symbol is never closed")]
    UnclosedSymbol,
    /// A string without its end.
    #[error("this string is never closed")]
    UnclosedString,
    /// A backslash between bars.
    #[error("a quoted symbol must not contain a backslash")]
    BackslashInSymbol,
    /// Digits followed by something else.
    #[error("malformed number `{0}`")]
    MalformedNumber(String),
    /// A word where a command must begin.
    #[error("a command begins with a parenthesis")]
    OutsideCommand,
    /// Something else was expected.
    #[error("expected {0}")]
    Expected(&'static str),
    /// No such symbol.
    #[error("unknown symbol `{0}`")]
    UnknownSymbol(String),
    /// No such sort.
    #[error("unknown sort `{0}`; there are Bool and Int")]
    UnknownSort(String),
    /// A constant with arguments.
    #[error("`{0}` is no function")]
    NotAFunction(String),
    /// A function without arguments.
    #[error("the function `{0}` needs arguments")]
    NeedsArguments(String),
    /// The wrong number of arguments.
    #[error("`{function}` takes {expected}, not {found}")]
    ArgumentCount {
        /// The function.
        function: String,
        /// How many it takes, in words.
        expected: String,
        /// How many there are.
        found: usize,
    },
    /// An argument of the wrong sort.
    #[error("argument {argument} of `{function}` is of sort {found:?}; it must be of sort {expected:?}")]
    ArgumentSort {
        /// The function.
        function: String,
        /// Which argument, counted from 1.
        argument: usize,
        /// The sort it must have.
        expected: Sort,
        /// The sort it has.
        found: Sort,
    },
    /// A term of the wrong sort.
    #[error("this term is of sort {found:?}; it must be of sort {expected:?}")]
    TermSort {
        /// The sort it must have.
        expected: Sort,
        /// The sort it has.
        found: Sort,
    },
    /// A product of two terms neither of which is constant.
    #[error("nonlinear: at most one factor may contain variables")]
    Nonlinear,
    /// A divisor with variables.
    #[error("nonlinear: the divisor must be constant")]
    VariableDivisor,
    /// Division by zero, which SMT-LIB leaves open.
    #[error("division by zero is not supported")]
    DivisionByZero,
    /// A number with too many digits.
    #[error("numbers with more than {0} binary digits are not supported")]
    LongNumber(u64),
    /// Terms that grow beyond all measure when written out.
    #[error("the terms of this script become too large")]
    TooLarge,
    /// A name that is taken.
    #[error("`{0}` is declared already")]
    Redeclared(String),
    /// A name of the language.
    #[error("`{0}` is a name of the language")]
    Reserved(String),
    /// A name twice in one list.
    #[error("`{0}` is bound twice")]
    BoundTwice(String),
    /// A quantifier that is not the outermost thing of a clause.
    #[error("this quantifier cannot be brought before the whole clause")]
    Quantifier,
    /// A name for something that has no value of its own.
    #[error("a part of a function's body cannot be named")]
    NamedInFunction,
    /// Part of SMT-LIB, but not of what is done here.
    #[error("{0} not supported")]
    Unsupported(String),
    /// A command that SMT-LIB does not know.
    #[error("unknown command `{0}`")]
    UnknownCommand(String),
    /// A logic that is more than this solver can do.
    #[error("the logic {0} is not supported; QF_LIA is")]
    Logic(String),
    /// A value that the option cannot have.
    #[error("the option {option} must be {expected}")]
    OptionValue {
        /// The option.
        option: String,
        /// What it can be.
        expected: &'static str,
    },
    /// More scopes popped than pushed.
    #[error("there are only {0} scopes to pop")]
    TooManyPops(usize),
    /// More scopes than are allowed.
    #[error("more than {0} scopes")]
    TooManyScopes(usize),
    /// A question that needs another answer before.
    #[error("{0}")]
    NoAnswer(&'static str),
    /// A name that no assertion has.
    #[error("`{0}` is not the name of an assertion")]
    NotAnAssertion(String),
    /// Interpolants cannot be had.
    #[error("no interpolants: {0}")]
    Interpolation(String),
    /// Evidence that did not pass its check. A defect of the solver.
    #[error("a check failed: {0}")]
    Evidence(String),
}
