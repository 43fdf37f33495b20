//! The tree that the parser makes of a C text: names are not resolved and expressions have no types yet.
//!
//! Parentheses leave no node, but the spans include them. A part that could not be read is an `Error` node, about which
//! a diagnostic has been reported already.

use logic::Int;

use super::types::{IntType, Type};
use crate::ast::Comparison;
use crate::span::Span;

/// A text as written.
#[derive(Debug, Default)]
pub(crate) struct Tree<'a> {
    pub items: Vec<Item<'a>>,
}

/// What stands outside of functions.
#[derive(Debug, Clone)]
pub(crate) enum Item<'a> {
    Function(FunctionDefinition<'a>),
    /// A declaration, or a statement of a bare fragment.
    Stmt(Stmt<'a>),
}

/// A name with the place where it is used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name<'a> {
    pub text: &'a str,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub(crate) struct FunctionDefinition<'a> {
    pub specifiers: Specifiers<'a>,
    pub declarator: Declarator<'a>,
    /// None if the body was skipped, as is done for functions with a fixed meaning.
    pub body: Option<Vec<Stmt<'a>>>,
    /// The closing brace.
    pub end: Span,
}

/// `int x = 1, y;`
#[derive(Debug, Clone)]
pub(crate) struct Declaration<'a> {
    pub specifiers: Specifiers<'a>,
    pub declarators: Vec<(Declarator<'a>, Option<Initializer<'a>>)>,
}

#[derive(Debug, Clone)]
pub(crate) enum Initializer<'a> {
    Expr(Expr<'a>),
    /// `{ ... }`: values, each perhaps for the place that designators name.
    List(Vec<(Vec<Designator<'a>>, Initializer<'a>)>, Span),
}

/// What names a part of what is initialised.
#[derive(Debug, Clone)]
pub(crate) enum Designator<'a> {
    /// `.name`
    Member(Name<'a>),
    /// `[index]`
    Element(Expr<'a>),
}

/// What stands before the names in a declaration.
#[derive(Debug, Clone)]
pub(crate) struct Specifiers<'a> {
    pub span: Span,
    pub base: Base<'a>,
    pub storage: Storage,
    pub is_const: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Storage {
    Plain,
    Static,
    Extern,
    Typedef,
}

#[derive(Debug, Clone)]
pub(crate) enum Base<'a> {
    Known(Type),
    Named(Name<'a>),
    Enum(Enumeration<'a>),
    /// `float` or `double`.
    Float(Span),
    Aggregate(Aggregate<'a>),
    /// Something else that is not supported, with its name.
    Other(Span, &'static str),
    /// None, as that of a name in the list of an old-style definition: int, or what is said behind the list.
    Missing,
    /// Reported already.
    Error,
}

/// `enum`.
#[derive(Debug, Clone)]
pub(crate) struct Enumeration<'a> {
    pub tag: Option<Name<'a>>,
    /// The constants in braces, if there are braces.
    pub constants: Option<Vec<(Name<'a>, Option<Expr<'a>>)>>,
}

/// `struct` or `union`.
#[derive(Debug, Clone)]
pub(crate) struct Aggregate<'a> {
    /// The keyword and the name behind it.
    pub span: Span,
    pub is_union: bool,
    pub tag: Option<Name<'a>>,
    /// The declarations in braces, if there are braces.
    pub members: Option<Vec<Declaration<'a>>>,
}

/// A declared name with what stands around it.
#[derive(Debug, Clone)]
pub(crate) struct Declarator<'a> {
    pub name: Option<Name<'a>>,
    pub span: Span,
    pub shape: Shape<'a>,
    /// How many `*` stand before the name.
    pub stars: u32,
    /// What stands in the brackets behind it.
    pub dimensions: Vec<Option<Expr<'a>>>,
    /// Whether parentheses bind the stars first, as in `(*p)[3]`.
    pub is_odd: bool,
}

#[derive(Debug, Clone)]
pub(crate) enum Shape<'a> {
    Plain,
    /// With `*` before the name.
    Pointer,
    /// With brackets behind it.
    Array,
    Function {
        params: Vec<Param<'a>>,
        /// Whether the list says how many arguments there are: not in `()` and not with `...`.
        is_complete: bool,
        /// Where the result's `*` stands, if it is a pointer.
        pointer: Option<Span>,
    },
}

#[derive(Debug, Clone)]
pub(crate) struct Param<'a> {
    pub specifiers: Specifiers<'a>,
    pub declarator: Declarator<'a>,
}

/// A statement.
#[derive(Debug, Clone)]
pub(crate) struct Stmt<'a> {
    pub span: Span,
    pub kind: StmtKind<'a>,
}

#[derive(Debug, Clone)]
pub(crate) enum StmtKind<'a> {
    Empty,
    Expr(Expr<'a>),
    Declaration(Declaration<'a>),
    Block(Vec<Stmt<'a>>),
    If(Vec<(Expr<'a>, Stmt<'a>)>, Option<Box<Stmt<'a>>>),
    While(Expr<'a>, Box<Stmt<'a>>),
    Do(Box<Stmt<'a>>, Expr<'a>),
    For {
        init: Option<Box<Stmt<'a>>>,
        cond: Option<Expr<'a>>,
        step: Option<Expr<'a>>,
        body: Box<Stmt<'a>>,
    },
    Switch(Expr<'a>, Box<Stmt<'a>>),
    /// `case e:`, a statement of its own before the one that it labels; with the end of the range in `case e ... f:`.
    Case(Expr<'a>, Option<Expr<'a>>),
    /// `default:`, likewise.
    Default,
    /// `name:`, likewise.
    Label(Name<'a>),
    Goto(Name<'a>),
    Break,
    Continue,
    Return(Option<Expr<'a>>),
    Error,
}

/// An expression.
#[derive(Debug, Clone)]
pub(crate) struct Expr<'a> {
    pub span: Span,
    pub kind: ExprKind<'a>,
    /// Whether it stands in parentheses, which ends a chain.
    pub closed: bool,
    /// Height of the tree, at most [`crate::MAX_DEPTH`].
    pub height: u32,
}

#[derive(Debug, Clone)]
pub(crate) enum ExprKind<'a> {
    /// A number with the type of its form.
    Number(Int, IntType),
    /// A floating-point number.
    Float,
    /// The text of each of its parts, with the quotation marks.
    String(Vec<&'a str>),
    Name(Name<'a>),
    /// `*` alone, the nondeterministic choice of papers.
    Choice,
    Call(Name<'a>, Vec<Expr<'a>>),
    Unary(Unary, Box<Expr<'a>>),
    /// `++` and `--`.
    Step {
        up: bool,
        prefix: bool,
        target: Box<Expr<'a>>,
    },
    /// Operators of one level, from left to right, each with its place and its right operand.
    Chain(Box<Expr<'a>>, Vec<(Binary, Span, Expr<'a>)>),
    /// `c ? a : d ? b : e`: conditions with their values, then the last value.
    Conditional(Vec<(Expr<'a>, Expr<'a>)>, Box<Expr<'a>>),
    /// With the operator of a compound assignment, and the operator's place.
    Assign(Option<Binary>, Span, Box<Expr<'a>>, Box<Expr<'a>>),
    Comma(Vec<Expr<'a>>),
    Cast(Box<TypeName<'a>>, Box<Expr<'a>>),
    /// `a[i]`
    Index(Box<Expr<'a>>, Box<Expr<'a>>),
    /// `a.f`, and `a->f` if there is an arrow.
    Member {
        of: Box<Expr<'a>>,
        name: Name<'a>,
        arrow: bool,
    },
    /// `*p`
    Deref(Box<Expr<'a>>),
    /// `&x`
    Address(Box<Expr<'a>>),
    /// `sizeof (int)`
    SizeOfType(Box<TypeName<'a>>),
    /// `sizeof x`
    SizeOf(Box<Expr<'a>>),
    /// `(void)0`
    Nothing,
    Error,
}

/// A type in parentheses.
#[derive(Debug, Clone)]
pub(crate) struct TypeName<'a> {
    pub specifiers: Specifiers<'a>,
    pub declarator: Declarator<'a>,
}

/// Unary operators that leave their operand as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unary {
    Plus,
    Minus,
    Not,
    Complement,
}

/// Binary operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Compare(Comparison),
    ShiftLeft,
    ShiftRight,
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
}

/// How tightly a binary operator binds, loosest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    /// No binary operator binds so tightly.
    Operand,
}

impl<'a> Expr<'a> {
    /// What it means without an address that is followed at once: `*&x` and `(&x)[0]` are `x`.
    pub(crate) fn direct(&self) -> &Expr<'a> {
        let mut expr = self;
        loop {
            let address = match &expr.kind {
                ExprKind::Deref(of) => of,
                ExprKind::Index(of, at) if matches!(&at.kind, ExprKind::Number(at, _) if at.is_zero()) => of,
                _ => return expr,
            };
            let ExprKind::Address(of) = &address.kind else { return expr };
            expr = of;
        }
    }
}

impl Declarator<'_> {
    /// Nothing at all.
    pub(crate) fn unnamed(span: Span) -> Self {
        let (dimensions, is_odd) = (Vec::new(), false);
        Declarator { name: None, span, shape: Shape::Plain, stars: 0, dimensions, is_odd }
    }
}

impl Level {
    /// The next tighter one.
    pub(crate) fn tighter(self) -> Level {
        match self {
            Level::Or => Level::And,
            Level::And => Level::BitOr,
            Level::BitOr => Level::BitXor,
            Level::BitXor => Level::BitAnd,
            Level::BitAnd => Level::Equality,
            Level::Equality => Level::Relation,
            Level::Relation => Level::Shift,
            Level::Shift => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product | Level::Operand => Level::Operand,
        }
    }
}

impl Binary {
    pub(crate) fn level(self) -> Level {
        match self {
            Binary::Or => Level::Or,
            Binary::And => Level::And,
            Binary::BitOr => Level::BitOr,
            Binary::BitXor => Level::BitXor,
            Binary::BitAnd => Level::BitAnd,
            Binary::Compare(Comparison::Equal | Comparison::NotEqual) => Level::Equality,
            Binary::Compare(_) => Level::Relation,
            Binary::ShiftLeft | Binary::ShiftRight => Level::Shift,
            Binary::Plus | Binary::Minus => Level::Sum,
            Binary::Times | Binary::Divide | Binary::Remainder => Level::Product,
        }
    }
}
