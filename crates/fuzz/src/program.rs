//! Programs to test with, made by [`crate::random`], written by [`crate::text`], enumerated by [`crate::states`].
//!
//! Integers that an execution may choose freely are bounded where they are chosen, by parts of the program that belong
//! to the choice and cannot be taken away from it: so whatever else is changed, all executions can be enumerated.

/// A variable, by its position in [`Program::variables`].
pub type Var = usize;

/// A program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Its variables.
    pub variables: Vec<Variable>,
    /// A further condition on the initial values.
    pub pre: Cond,
    /// Assignments that run before the variables with entry [`Entry::Late`] get their bounds; none of these variables
    /// is assigned.
    pub prologue: Vec<(Var, Exp)>,
    /// The statements.
    pub body: Vec<Stmt>,
    /// What must hold at the end.
    pub post: Option<Cond>,
}

/// A variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The values that it may have at the start.
    pub entry: Entry,
}

/// The values that a variable may have at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A Boolean: either.
    Either,
    /// From the first to the second, by the precondition.
    Between(i64, i64),
    /// From the first to the second, by an assumption after the prologue.
    Late(i64, i64),
    /// Any integer; the program looks only at its remainder by this number, or by one of its divisors.
    Remainder(i64),
    /// Any integer whose product with `factor` lies between two variables, by the precondition; the program does not
    /// look at it.
    Multiple {
        /// The lower one.
        low: Var,
        /// By what it is multiplied; positive.
        factor: i64,
        /// The upper one.
        high: Var,
    },
}

/// An integer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exp {
    /// A number.
    Const(i64),
    /// A variable's value.
    Var(Var),
    /// The negative.
    Neg(Box<Exp>),
    /// A sum.
    Add(Box<Exp>, Box<Exp>),
    /// A difference.
    Sub(Box<Exp>, Box<Exp>),
    /// A multiple.
    Mul(i64, Box<Exp>),
    /// The Euclidean quotient by a number other than zero.
    Div(Box<Exp>, i64),
    /// The Euclidean remainder by a number other than zero.
    Mod(Box<Exp>, i64),
}

/// A truth value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cond {
    /// Always the same.
    Const(bool),
    /// A Boolean variable's value.
    Var(Var),
    /// Either, afresh each time.
    Nondet,
    /// Negation.
    Not(Box<Cond>),
    /// Conjunction.
    And(Box<Cond>, Box<Cond>),
    /// Disjunction.
    Or(Box<Cond>, Box<Cond>),
    /// Implication.
    Implies(Box<Cond>, Box<Cond>),
    /// Whether two truth values are equal.
    Same(Box<Cond>, Box<Cond>),
    /// A comparison of integers.
    Compare(Comparison, Exp, Exp),
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
}

/// A statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stmt {
    /// Nothing.
    Skip,
    /// An integer variable gets a value.
    Assign(Var, Exp),
    /// A Boolean variable gets a value.
    AssignBool(Var, Cond),
    /// An integer variable gets any value from the first number to the second.
    Choose(Var, i64, i64),
    /// An integer variable gets the remainder of any number by this one, which is positive.
    ChooseRemainder(Var, i64),
    /// A Boolean variable gets either value.
    ChooseBool(Var),
    /// The first arm whose condition holds, else the last block.
    If(Vec<(Cond, Vec<Stmt>)>, Vec<Stmt>),
    /// A loop.
    While(Cond, Vec<Stmt>),
    /// Executions in which the condition is false do not count.
    Assume(Cond),
    /// Executions in which the condition is false fail.
    Assert(Cond),
}

impl Program {
    /// How much there is of it, to see that it has become smaller.
    pub fn size(&self) -> usize {
        let entries = self.variables.iter().map(|v| match v.entry {
            Entry::Either => 2,
            Entry::Between(low, high) | Entry::Late(low, high) => {
                2 + usize::try_from(high.abs_diff(low)).unwrap_or(0)
            }
            Entry::Remainder(by) => 2 + usize::try_from(by).unwrap_or(0),
            Entry::Multiple { .. } => 5,
        });
        entries.sum::<usize>()
            + self.pre.size()
            + self.prologue.iter().map(|(_, e)| 1 + e.size()).sum::<usize>()
            + size(&self.body)
            + self.post.as_ref().map_or(0, |post| 1 + post.size())
    }
}

/// How much there is of a block.
fn size(block: &[Stmt]) -> usize {
    let one = |stmt: &Stmt| match stmt {
        Stmt::Skip => 1,
        Stmt::Assign(_, exp) => 1 + exp.size(),
        Stmt::AssignBool(_, cond) | Stmt::Assume(cond) | Stmt::Assert(cond) => 1 + cond.size(),
        Stmt::Choose(_, low, high) => 3 + usize::try_from(high.abs_diff(*low)).unwrap_or(0),
        Stmt::ChooseRemainder(_, by) => 3 + usize::try_from(*by).unwrap_or(0),
        Stmt::ChooseBool(_) => 2,
        Stmt::If(arms, otherwise) => {
            2 + arms.iter().map(|(cond, body)| cond.size() + size(body)).sum::<usize>() + size(otherwise)
        }
        Stmt::While(cond, body) => 3 + cond.size() + size(body),
    };
    block.iter().map(one).sum()
}

impl Exp {
    /// How much there is of it.
    pub fn size(&self) -> usize {
        match self {
            Exp::Const(n) => 1 + usize::from(*n != 0) + usize::from(n.abs() > 1),
            Exp::Var(_) => 2,
            Exp::Neg(inner) => 1 + inner.size(),
            Exp::Add(left, right) | Exp::Sub(left, right) => 1 + left.size() + right.size(),
            Exp::Mul(_, inner) | Exp::Div(inner, _) | Exp::Mod(inner, _) => 3 + inner.size(),
        }
    }
}

impl Cond {
    /// How much there is of it.
    pub fn size(&self) -> usize {
        match self {
            Cond::Const(_) => 0,
            Cond::Var(_) | Cond::Nondet => 1,
            Cond::Not(inner) => 1 + inner.size(),
            Cond::And(left, right)
            | Cond::Or(left, right)
            | Cond::Implies(left, right)
            | Cond::Same(left, right) => 1 + left.size() + right.size(),
            Cond::Compare(_, left, right) => 1 + left.size() + right.size(),
        }
    }
}
