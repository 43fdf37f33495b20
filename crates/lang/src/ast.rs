//! The typed abstract syntax tree of a program.
//!
//! Made by the type checker, read by the interpreter, the printer and the control-flow graph. What it says is true by
//! construction: every expression has its type, every integer expression is linear, every divisor is a non-zero
//! constant. Chains of operators are lists and trees are bounded ([`crate::MAX_DEPTH`]), so walks may recurse.

use logic::{Int, Sort, Value};
use serde::{Deserialize, Serialize};

use crate::c::IntType;
use crate::span::Span;
use crate::words::WordOp;

/// A variable: an index into [`Program::decls`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct VarId(pub u32);

/// An occurrence of `nondet`: an index into [`Program::nondets`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct NondetId(pub u32);

/// A loop: an index into [`Program::loops`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct LoopId(pub u32);

/// An assertion: an index into [`Program::asserts`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AssertId(pub u32);

macro_rules! index {
    ($($name:ident)*) => {
        $(impl $name {
            /// The position in the table of the program.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}
index!(VarId NondetId LoopId AssertId);

/// A whole program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// All variables: first the declared ones in the order of declaration, then the others in the order of appearance.
    pub decls: Vec<Decl>,
    /// The precondition: what is assumed of the initial values.
    pub pre: Option<Bexp>,
    /// The statements.
    pub body: Vec<Stmt>,
    /// The postcondition: an assertion at the end.
    pub post: Option<Post>,
    /// The loops in the order in which they begin in the text.
    pub loops: Vec<LoopInfo>,
    /// The assertions in source order, the postcondition last.
    pub asserts: Vec<AssertInfo>,
    /// The occurrences of `nondet` in source order.
    pub nondets: Vec<NondetInfo>,
    /// Where integers are words, the types of all variables; those of a bool mean nothing.
    pub words: Option<Vec<IntType>>,
}

impl Program {
    /// The declaration of a variable of this program.
    pub fn decl(&self, var: VarId) -> &Decl {
        &self.decls[var.index()]
    }

    /// All variables in the order of [`Program::decls`].
    pub fn vars(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..u32::try_from(self.decls.len()).unwrap_or(u32::MAX)).map(VarId)
    }

    /// A value as the variable can have it.
    pub fn fitted(&self, var: VarId, value: Value) -> Value {
        match (value, &self.words) {
            (Value::Int(number), Some(types)) => Value::Int(types[var.index()].wrap(&number)),
            (value, _) => value,
        }
    }

    /// The variable with this name.
    pub fn var(&self, name: &str) -> Option<VarId> {
        self.vars().find(|&var| self.decl(var).name == name)
    }
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decl {
    /// Its name, a keyword never.
    pub name: String,
    /// Its type.
    pub sort: Sort,
    /// Where it is declared, or else first mentioned.
    pub span: Span,
    /// Whether a declaration names it; if not, it is an int.
    pub declared: bool,
}

/// The postcondition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Post {
    /// Its assertion.
    pub id: AssertId,
    /// What must hold at the end.
    pub cond: Bexp,
}

/// What is known of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopInfo {
    /// The whole statement.
    pub span: Span,
    /// The condition.
    pub cond: Span,
    /// The loop around it, if any.
    pub parent: Option<LoopId>,
}

/// What is known of an assertion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssertInfo {
    /// The statement, or the condition between the braces.
    pub span: Span,
    /// Whether it is the postcondition.
    pub is_post: bool,
    /// What it claims, in words, where no condition is written: `the index of a[i] is between 0 and 4`.
    pub claim: Option<String>,
}

/// What is known of an occurrence of `nondet`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NondetInfo {
    /// The word.
    pub span: Span,
    /// The type of the value chosen.
    pub sort: Sort,
    /// The variable that takes the value, if it is a right-hand side.
    pub target: Option<VarId>,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// From its first token to its last.
    pub span: Span,
    /// What it does.
    pub kind: StmtKind,
}

/// The kinds of statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// Nothing.
    Skip,
    /// `x := exp`.
    AssignInt(VarId, Exp),
    /// `b := bexp`, where the right-hand side is not just `nondet`.
    AssignBool(VarId, Bexp),
    /// `x, y := e, f`: every value is computed before a variable takes its own; at least two variables, all different.
    Parallel(Vec<Assignment>),
    /// `x := nondet`, of the variable's type.
    Havoc(VarId, NondetId),
    /// The first arm whose condition holds, else the last block.
    If {
        /// `if` and each `elif`, at least one.
        arms: Vec<Arm>,
        /// The `else` block; without it nothing happens.
        otherwise: Option<Vec<Stmt>>,
    },
    /// A loop.
    While {
        /// Which loop it is.
        id: LoopId,
        /// Evaluated at the loop head, before each iteration.
        cond: Bexp,
        /// The statements of one iteration.
        body: Vec<Stmt>,
    },
    /// Executions in which the condition is false do not count.
    Assume(Bexp),
    /// Executions in which the condition is false fail.
    Assert(AssertId, Bexp),
}

/// One variable of a parallel assignment, with what it takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The variable.
    pub var: VarId,
    /// Its new value.
    pub value: Assigned,
}

/// The right-hand side of an assignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assigned {
    /// Of an int.
    Int(Exp),
    /// Of a bool.
    Bool(Bexp),
}

/// A condition with the block that it guards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arm {
    /// The condition.
    pub cond: Bexp,
    /// The block.
    pub body: Vec<Stmt>,
}

/// An integer expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exp {
    /// The source text, with its parentheses.
    pub span: Span,
    /// Its structure.
    pub kind: ExpKind,
}

/// The kinds of integer expressions. An expression without variables is always a `Const`: constants are folded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExpKind {
    /// A number.
    Const(Int),
    /// A variable of type int.
    Var(VarId),
    /// The negative.
    Neg(Box<Exp>),
    /// A sum of at least two terms, the first with the sign `Plus`.
    Sum(Vec<(Sign, Exp)>),
    /// A product with a constant; what is multiplied is no such product itself.
    Mul(Int, Box<Exp>),
    /// The Euclidean quotient by a constant other than zero.
    Div(Box<Exp>, Int),
    /// The Euclidean remainder by a constant other than zero.
    Mod(Box<Exp>, Int),
    /// The value of this type that differs by a multiple of 2^n.
    Wrap(IntType, Box<Exp>),
    /// An operation of two words of this type, whose values are in its range.
    Word(WordOp, IntType, Box<Exp>, Box<Exp>),
}

/// How a term enters a sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sign {
    /// Added.
    Plus,
    /// Subtracted.
    Minus,
}

/// A Boolean expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bexp {
    /// The source text, with its parentheses.
    pub span: Span,
    /// Its structure.
    pub kind: BexpKind,
}

/// The kinds of Boolean expressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BexpKind {
    /// `true` or `false`.
    Const(bool),
    /// A variable of type bool.
    Var(VarId),
    /// Either value, afresh at each evaluation.
    Nondet(NondetId),
    /// Negation.
    Not(Box<Bexp>),
    /// Conjunction of at least two.
    And(Vec<Bexp>),
    /// Disjunction of at least two.
    Or(Vec<Bexp>),
    /// `p1 => p2 => ... => c`: if all the premises (at least one) hold, so does the conclusion.
    Implies(Vec<Bexp>, Box<Bexp>),
    /// Comparison of integers.
    Compare(Comparison, Exp, Exp),
    /// Whether two truth values are equal.
    Iff(Box<Bexp>, Box<Bexp>),
    /// Whether two truth values differ.
    Xor(Box<Bexp>, Box<Bexp>),
}

/// The comparisons of integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    GreaterEqual,
    /// `>`
    Greater,
}

impl Comparison {
    /// Every comparison.
    pub const ALL: [Comparison; 6] = [
        Comparison::Less,
        Comparison::LessEqual,
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::GreaterEqual,
        Comparison::Greater,
    ];
}

impl Comparison {
    /// The comparison that is true where this one is false.
    pub fn opposite(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::GreaterEqual,
            Comparison::LessEqual => Comparison::Greater,
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::GreaterEqual => Comparison::Less,
            Comparison::Greater => Comparison::LessEqual,
        }
    }

    /// How it is written.
    pub fn text(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Equal => "=",
            Comparison::NotEqual => "!=",
            Comparison::GreaterEqual => ">=",
            Comparison::Greater => ">",
        }
    }

    /// Whether the comparison holds between two numbers.
    pub fn holds(self, left: &Int, right: &Int) -> bool {
        match self {
            Comparison::Less => left < right,
            Comparison::LessEqual => left <= right,
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::GreaterEqual => left >= right,
            Comparison::Greater => left > right,
        }
    }
}
