//! The tree that the parser makes: names are not resolved and expressions have no types yet.
//!
//! Parentheses leave no node, but the spans include them. A part that could not be read is an `Error` node, about which
//! a diagnostic has been reported already.

use logic::{Int, Sort};

use crate::c::IntType;
use crate::span::Span;

/// A program as written.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub decls: Vec<Declared>,
    pub pre: Option<Expr>,
    pub body: Vec<SyntaxNode>,
    pub post: Option<Expr>,
    /// Number of loops.
    pub loops: u32,
    /// Number of occurrences of `nondet`.
    pub nondets: u32,
}

/// A name with its declared type.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Declared {
    pub sort: Sort,
    /// The type of a word, as of `int8 x`.
    pub word: Option<IntType>,
    pub span: Span,
}

/// A statement.
#[derive(Debug)]
pub(crate) struct SyntaxNode {
    pub span: Span,
    pub kind: SyntaxKind,
}

#[derive(Debug)]
pub(crate) enum SyntaxKind {
    Skip,
    /// The place of the name, and the right-hand side.
    Assign(Span, Expr),
    /// `x, y := e, f`: as many places of names as right-hand sides.
    Parallel(Vec<(Span, Expr)>),
    If(Vec<(Expr, Vec<SyntaxNode>)>, Option<Vec<SyntaxNode>>),
    /// The loop's number.
    While(u32, Expr, Vec<SyntaxNode>),
    For(Counting),
    Assume(Expr),
    Assert(Expr),
    Error,
}

/// `for x := first to last do ... done`, or `downto`.
#[derive(Debug)]
pub(crate) struct Counting {
    /// The loop's number.
    pub number: u32,
    /// The place of the name.
    pub name: Span,
    pub first: Expr,
    pub last: Expr,
    pub is_down: bool,
    /// From `for` up to `last`.
    pub header: Span,
    pub body: Vec<SyntaxNode>,
}

/// An expression of either type.
#[derive(Debug)]
pub(crate) struct Expr {
    pub span: Span,
    pub kind: ExprKind,
    /// Whether it stands in parentheses, which ends a chain.
    pub closed: bool,
    /// Height of the tree, at most [`crate::MAX_DEPTH`].
    pub height: u32,
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    Number(Int),
    Truth(bool),
    /// Its place, without the parentheses that may be around it.
    Name(Span),
    /// Its number.
    Nondet(u32),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    /// Operators of one level, from left to right, each with its right operand.
    Chain(Box<Expr>, Vec<(Op, Expr)>),
    Error,
}

/// Binary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Op {
    Implies,
    Or,
    And,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    GreaterEqual,
    Greater,
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
}

/// How tightly an operator binds, loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Implication,
    Disjunction,
    Conjunction,
    Negation,
    Comparison,
    Sum,
    Product,
    Sign,
}

impl Level {
    /// The next tighter one.
    pub(crate) fn tighter(self) -> Level {
        match self {
            Level::Implication => Level::Disjunction,
            Level::Disjunction => Level::Conjunction,
            Level::Conjunction => Level::Negation,
            Level::Negation => Level::Comparison,
            Level::Comparison => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product | Level::Sign => Level::Sign,
        }
    }
}

impl Op {
    pub(crate) fn level(self) -> Level {
        match self {
            Op::Implies => Level::Implication,
            Op::Or => Level::Disjunction,
            Op::And => Level::Conjunction,
            Op::Less | Op::LessEqual | Op::Equal | Op::NotEqual | Op::GreaterEqual | Op::Greater => {
                Level::Comparison
            }
            Op::Plus | Op::Minus => Level::Sum,
            Op::Times | Op::Divide | Op::Modulo => Level::Product,
        }
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            Op::Implies => "=>",
            Op::Or => "or",
            Op::And => "and",
            Op::Less => "<",
            Op::LessEqual => "<=",
            Op::Equal => "=",
            Op::NotEqual => "!=",
            Op::GreaterEqual => ">=",
            Op::Greater => ">",
            Op::Plus => "+",
            Op::Minus => "-",
            Op::Times => "*",
            Op::Divide => "/",
            Op::Modulo => "%",
        }
    }
}
