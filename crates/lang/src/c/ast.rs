//! The typed syntax tree of a C program.
//!
//! Made by the type checker, read by the interpreter and by the builder of control-flow graphs. Each function is typed
//! once; calls are inlined by [`Instance`]s, which give each copy its own variables, loops and free choices. What the
//! tree says is true by construction: every integer expression is linear, every divisor is a constant other than zero,
//! every name is resolved, no call recurs, and every constant expression is folded.

use std::collections::BTreeMap;
use std::ops::Range;

use logic::{Int, Sort};

pub use super::access::{
    Access, Base, Index, Located, MAX_CELLS, Object, PointerArgument, PointerParameter, Target,
};
pub use super::bounds::Bounds;
use super::types::{IntType, Type};
use crate::Arithmetic;
use crate::ast::{
    AssertId, AssertInfo, Comparison, Decl, LoopId, LoopInfo, NondetId, NondetInfo, Sign, VarId,
};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::words::WordOp;

/// A whole program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CProgram {
    /// The functions that have a body; each is an index into this table elsewhere.
    pub functions: Vec<Function>,
    /// The variables that live as long as the program.
    pub globals: Vec<Global>,
    /// The copies of functions that make up the program: first the entry, then the calls in the order of the text.
    pub instances: Vec<Instance>,
    /// All variables: the globals, then those of each instance.
    pub decls: Vec<Decl>,
    /// All loops, in the order in which control would meet them in the text.
    pub loops: Vec<LoopInfo>,
    /// The assertions in source order, each once however often its function is inlined.
    pub asserts: Vec<AssertInfo>,
    /// The free choices, in the order in which control would meet them in the text.
    pub nondets: Vec<NondetInfo>,
    /// For each free choice, the values it may take.
    pub ranges: Vec<Bounds>,
    /// How it computes.
    pub arithmetic: Arithmetic,
    /// The operations of two operands that are not constant, each with what is to be said if neither has few values.
    pub operations: Vec<(Span, Diagnostic)>,
}

/// The entry's position among [`CProgram::instances`].
pub const ENTRY: usize = 0;

impl CProgram {
    /// The function of which an instance is a copy.
    pub fn function_of(&self, instance: usize) -> &Function {
        &self.functions[self.instances[instance].function]
    }

    /// The types of the variables; none of one that is not written in the text.
    pub fn types(&self) -> Vec<Option<Type>> {
        let mut types = vec![None; self.decls.len()];
        for (at, global) in self.globals.iter().enumerate() {
            types[at] = Some(global.ty);
        }
        for instance in &self.instances {
            for (local, var) in self.functions[instance.function].locals.iter().zip(&instance.locals) {
                // A pointer's parameter may be no variable at all.
                if let Some(slot) = types.get_mut(var.index()) {
                    *slot = Some(local.ty);
                }
            }
        }
        types
    }

    /// The variable that a place means in an instance.
    pub fn var(&self, instance: usize, place: Place) -> VarId {
        match place {
            Place::Global(at) => VarId(at),
            Place::Local(at) => self.instances[instance].locals[at as usize],
        }
    }

    /// The type of a place in a function's body.
    pub fn type_of(&self, instance: usize, place: Place) -> Type {
        match place {
            Place::Global(at) => self.globals[at as usize].ty,
            Place::Local(at) => self.function_of(instance).locals[at as usize].ty,
        }
    }
}

/// A copy of a function, made for one call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// Which function.
    pub function: usize,
    /// The variables of its locals; those without one have a number beyond all variables.
    pub locals: Vec<VarId>,
    /// The locals that are a number and no variable: the places of pointers that do not move.
    pub fixed: BTreeMap<u32, Int>,
    /// What its pointers point to.
    pub pointers: Vec<Target>,
    /// The loops of its loop sites.
    pub loops: Vec<LoopId>,
    /// The choices of its choice sites.
    pub nondets: Vec<NondetId>,
    /// The instances that its calls run.
    pub calls: Vec<usize>,
}

/// A variable that lives as long as the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// Its name in the source; of a cell the name of its object.
    pub name: String,
    /// Which cell of its object it is, as in `[2].x`; else empty.
    pub path: String,
    /// The function to which a `static` local belongs.
    pub function: Option<String>,
    /// Its type.
    pub ty: Type,
    /// Where it is declared.
    pub span: Span,
    /// Its value at the start; none for a variable of a bare fragment, which begins arbitrary.
    pub init: Option<Int>,
}

/// A function, or the statements of a bare fragment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name; empty for a fragment.
    pub name: String,
    /// Where its name is defined.
    pub span: Span,
    /// What it returns.
    pub result: Type,
    /// Number of parameters, which are the first locals: each cell of a structure, the place of each pointer.
    pub params: usize,
    /// The parameters that are pointers, and the structure that takes the result.
    pub pointers: Vec<PointerParameter>,
    /// Its variables, those of inner blocks included.
    pub locals: Vec<Local>,
    /// What it does.
    pub body: Vec<Stmt>,
    /// Its labels, those of `switch` included, in the order of the text.
    pub labels: Vec<Label>,
    /// For each `goto` its label.
    pub gotos: Vec<u32>,
    /// Its loops.
    pub loops: Vec<LoopSite>,
    /// Its free choices.
    pub nondets: Vec<NondetSite>,
    /// Its calls of other functions of the program.
    pub calls: Vec<CallSite>,
    /// Loops, choices and calls in the order of the text.
    pub sites: Vec<Site>,
    /// The choice that stands for the result where the end is reached without `return`.
    pub missing_result: Option<u32>,
}

/// A variable of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    /// Its name in the source; of a cell the name of its object.
    pub name: String,
    /// Which cell of its object it is, as in `[2].x`; else empty.
    pub path: String,
    /// Where it is declared.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// Whether its declaration may be met more than once in a call.
    pub in_loop: bool,
    /// Whether it has no variable, since nothing depends on it.
    pub is_left_out: bool,
    /// Tighter bounds of its value at the start than those of the type, as of the number of arguments of `main`.
    pub within: Option<Bounds>,
}

impl Local {
    /// The values that it may have at the start.
    pub fn range(&self, arithmetic: Arithmetic) -> Bounds {
        Bounds::of(self.ty, arithmetic).meet(self.within.clone().unwrap_or_default())
    }
}

/// A label.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The label in the text.
    pub span: Span,
    /// The loop that a `goto` back to it makes.
    pub head: Option<u32>,
}

/// A loop of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopSite {
    /// The whole statement, or the label.
    pub span: Span,
    /// The condition, or the label.
    pub cond: Span,
    /// The loop statement around it.
    pub parent: Option<u32>,
}

/// A free choice in a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NondetSite {
    /// The call, or the declaration without initial value.
    pub span: Span,
    /// The type of the value.
    pub ty: Type,
    /// Whether the value itself or only its truth is asked for.
    pub sort: Sort,
    /// The variable that takes the value, if it does so at once.
    pub target: Option<Place>,
    /// Tighter bounds than those of the type.
    pub within: Option<Bounds>,
}

/// A call of a function of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSite {
    /// The call.
    pub span: Span,
    /// The function called.
    pub callee: usize,
    /// What it passes for each pointer.
    pub pointers: Vec<PointerArgument>,
    /// The loop statement around the call.
    pub parent: Option<u32>,
    /// How deep the call is nested in the function's tree.
    pub depth: u32,
}

/// Something of which each instance has its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// An index into [`Function::loops`].
    Loop(u32),
    /// An index into [`Function::nondets`].
    Nondet(u32),
    /// An index into [`Function::calls`].
    Call(u32),
}

/// A variable as a function's body names it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// An index into [`CProgram::globals`].
    Global(u32),
    /// An index into [`Function::locals`].
    Local(u32),
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// From its first token to its last.
    pub span: Span,
    /// The labels in it.
    pub labels: Range<u32>,
    /// What it does.
    pub kind: StmtKind,
}

/// The kinds of statements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// Nothing.
    Empty,
    /// An expression whose value is not used.
    Expr(Expr),
    /// A declaration with an initial value.
    Init(Place, Expr),
    /// A declaration without initial value: the variable becomes arbitrary by this choice, or if there is none (because
    /// it is met once and the variable was arbitrary before) only keeps within the range of its type.
    Arbitrary(Place, Option<u32>),
    /// `{ ... }`
    Block(Vec<Stmt>),
    /// The first arm whose condition holds, else the last statement.
    If(Vec<(Expr, Stmt)>, Option<Box<Stmt>>),
    /// `while (cond) body`, with its loop.
    While(u32, Expr, Box<Stmt>),
    /// `do body while (cond);`, with its loop.
    Do(u32, Box<Stmt>, Expr),
    /// `for (init; cond; step) body`
    For {
        /// Its loop.
        id: u32,
        /// What happens first.
        init: Vec<Stmt>,
        /// Evaluated before each iteration; without it the loop goes on.
        cond: Option<Expr>,
        /// What happens after each iteration.
        step: Option<Expr>,
        /// The statement that is repeated.
        body: Box<Stmt>,
    },
    /// `switch (value) body`
    Switch {
        /// What is compared.
        value: Expr,
        /// Values, all different, with their labels.
        cases: Vec<(Int, u32)>,
        /// The label of all other values; without it they skip the body.
        default: Option<u32>,
        /// The statement that has the labels.
        body: Box<Stmt>,
    },
    /// A label, or a `case` of the innermost `switch`.
    Label(u32),
    /// An index into [`Function::gotos`].
    Goto(u32),
    /// Leaves the innermost loop or `switch`.
    Break,
    /// Goes to the end of the innermost loop's body.
    Continue,
    /// Leaves the function.
    Return(Option<Expr>),
}

/// An expression.
///
/// Operands are evaluated from left to right, side effects at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// The source text, with its parentheses.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// Its structure.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// A number.
    Const(Int),
    /// A variable.
    Var(Place),
    /// A free choice.
    Nondet(u32),
    /// Sets the variable; the value is the new one. What a `_Bool` takes is a truth value.
    Assign(Place, Box<Expr>),
    /// `x++` and `x--`: adds 1 or -1; the value is the old one. Where integers are as C has them, with what the variable takes,
    /// which is the sum in its type.
    Post(Place, i8, Option<Box<Expr>>),
    /// A cell of an object.
    Load(Box<Access>),
    /// Sets a cell; the value is the new one, or the old one for `a[i]++`.
    Store(Box<Access>, Box<Expr>, Gives),
    /// Asserts that the indices are those of elements; no value.
    Bounds(Box<Access>),
    /// Something that is not supported, for a reason that the front end knows by this number: parts of it are evaluated, the
    /// value is unknown. A program has none; see `slice`.
    Unknown(u32, Vec<Expr>),
    /// The negative.
    Neg(Box<Expr>),
    /// 1 if the operand is zero, else 0.
    Not(Box<Expr>),
    /// 0 if the operand is zero, else 1.
    Truth(Box<Expr>),
    /// A sum of at least two terms, the first with the sign `Plus`.
    Sum(Vec<(Sign, Expr)>),
    /// A product with a constant.
    Mul(Int, Box<Expr>),
    /// The quotient by a constant other than zero, rounded toward zero.
    Div(Box<Expr>, Int),
    /// What is left of that quotient: it has the sign of the dividend.
    Rem(Box<Expr>, Int),
    /// The quotient by a positive constant, rounded down: a shift to the right.
    FloorDiv(Box<Expr>, Int),
    /// What is left of that quotient, never negative: the last binary digits.
    FloorMod(Box<Expr>, Int),
    /// The absolute value.
    Abs(Box<Expr>),
    /// The operand in this type: the value in its range that differs by a multiple of 2^n.
    Wrap(IntType, Box<Expr>),
    /// The operand, a result of signed arithmetic in this type. Of a sum each partial sum is such a result. If there is an
    /// assertion, executions fail in which one is outside the type's range. Of a remainder it is the quotient that must be inside. What is
    /// shifted to the left is in such a range from zero on.
    InRange(IntType, Option<AssertId>, Box<Expr>),
    /// An operation of two words of this type, for shifts the left one's. Executions fail the assertion in which it is undefined.
    Word(WordOp, IntType, Option<AssertId>, Box<Expr>, Box<Expr>),
    /// 1 if the comparison holds, else 0.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `&&` of at least two: the next is evaluated only if all before are not zero.
    And(Vec<Expr>),
    /// `||` of at least two: the next is evaluated only if all before are zero.
    Or(Vec<Expr>),
    /// `&`, `|`, `^` of two truth values, both of which are evaluated.
    Bits(BitOp, Box<Expr>, Box<Expr>),
    /// `&`, `|`, `^` of a number and a constant.
    Mask(BitOp, Box<Expr>, Int),
    /// `c ? a : d ? b : e`: conditions with their values, then the last value.
    Conditional(Vec<(Expr, Expr)>, Box<Expr>),
    /// All in turn; the value is the last one's.
    Comma(Vec<Expr>),
    /// A call of a function of the program: an index into [`Function::calls`], and the arguments.
    Call(u32, Vec<Expr>),
    /// Executions in which the operand is zero fail; no value.
    Assert(AssertId, Box<Expr>),
    /// Executions that get here fail; no value.
    Fail(AssertId),
    /// Executions in which the operand is zero do not count; no value.
    Assume(Box<Expr>),
    /// The execution ends here, and nothing more is asked of it; no value.
    Stop,
    /// Nothing, and no value.
    Void,
}

/// Which value an assignment has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// The one that is assigned.
    New,
    /// The one before.
    Old,
}

/// The bitwise operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitOp {
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
}

impl BitOp {
    /// The result for two truth values.
    pub fn of(self, left: bool, right: bool) -> bool {
        match self {
            BitOp::And => left & right,
            BitOp::Or => left | right,
            BitOp::Xor => left ^ right,
        }
    }
}

impl Expr {
    /// The number, if it is one.
    pub fn constant(&self) -> Option<&Int> {
        match &self.kind {
            ExprKind::Const(number) => Some(number),
            _ => None,
        }
    }

    /// The operation of two operands that this is, apart from the range of its result.
    pub(crate) fn word(&self) -> Option<&Expr> {
        match &self.kind {
            ExprKind::Word(..) => Some(self),
            ExprKind::InRange(_, _, inner) | ExprKind::Wrap(_, inner) => inner.word(),
            _ => None,
        }
    }

    /// Whether the value can only be 0 or 1.
    pub fn is_truth(&self) -> bool {
        match &self.kind {
            ExprKind::Const(number) => number.is_zero() || number.is_one(),
            ExprKind::Not(_)
            | ExprKind::Truth(_)
            | ExprKind::Compare(..)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Bits(..) => true,
            ExprKind::Conditional(arms, last) => arms.iter().all(|arm| arm.1.is_truth()) && last.is_truth(),
            ExprKind::Comma(parts) => parts.last().is_some_and(Expr::is_truth),
            _ => self.ty == Type::Bool,
        }
    }
}
