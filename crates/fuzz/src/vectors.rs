//! Random bit-vector formulas: words of one to sixteen digits, signed or not, and what can be done with them. Each is written
//! twice, as an expression of the programs' syntax tree and as SMT-LIB, and the two writings share no code.
//!
//! [`made`] makes pairs (A, B) of them from numbers; [`judge`] compares what our solver and Z3 say of a pair.

pub mod judge;
pub mod made;

use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind, Sign};
use lang::c::IntType;
use lang::{Int, Span, VarId, WordOp};

/// An expression whose value is a word of its type.
#[derive(Clone, Debug)]
pub struct Vector {
    /// How many digits the value has, and whether the first counts negatively.
    pub ty: IntType,
    /// What it is.
    pub kind: Kind,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A number in the type's range.
    Number(i64),
    /// A symbol of this type, by its position.
    Symbol(usize),
    /// A word of another type, of which as many digits are kept as there is room for.
    Cast(Box<Vector>),
    /// The negative, wrapped.
    Neg(Box<Vector>),
    /// The word with every digit exchanged.
    Flip(Box<Vector>),
    /// A sum, wrapped.
    Add(Box<Vector>, Box<Vector>),
    /// A difference, wrapped.
    Subtract(Box<Vector>, Box<Vector>),
    /// An operation of two words of this type, wrapped.
    Word(WordOp, Box<Vector>, Box<Vector>),
    /// The Euclidean quotient by a positive number.
    Quotient(Box<Vector>, i64),
    /// The Euclidean remainder by a positive number, wrapped.
    Remainder(Box<Vector>, i64),
    /// The digits of two words without sign, the first word's before the second's.
    Join(Box<Vector>, Box<Vector>),
    /// The digits from this position on, as many as the type has.
    Cut(Box<Vector>, u8),
}

/// A formula over words and flags.
#[derive(Clone, Debug)]
pub enum Formula {
    /// A symbol that is a flag, by its position.
    Flag(usize),
    /// Two values compared as numbers; of one type, or not.
    Compare(Comparison, Vector, Vector),
    /// The exact sum of multiples, compared with a number: nothing wraps.
    Exact(Comparison, Vec<(i64, Vector)>, i64),
    /// Negation.
    Not(Box<Formula>),
    /// Conjunction.
    And(Box<Formula>, Box<Formula>),
    /// Disjunction.
    Or(Box<Formula>, Box<Formula>),
    /// Whether both are equally true.
    Iff(Box<Formula>, Box<Formula>),
}

fn exp(kind: ExpKind) -> Exp {
    Exp { span: Span::default(), kind }
}

fn sum(constant: i64, subtracted: Exp) -> Exp {
    let constant = exp(ExpKind::Const(Int::from(constant)));
    exp(ExpKind::Sum(vec![(Sign::Plus, constant), (Sign::Minus, subtracted)]))
}

fn variable(symbol: usize) -> VarId {
    VarId(u32::try_from(symbol).unwrap_or(u32::MAX))
}

/// 2 to the power of a number of digits.
fn power(digits: u8) -> i64 {
    1 << digits
}

impl Vector {
    /// As the programs' syntax tree has it.
    pub fn exp(&self) -> Exp {
        let wrapped = |inner: Exp| exp(ExpKind::Wrap(self.ty, Box::new(inner)));
        match &self.kind {
            Kind::Number(number) => exp(ExpKind::Const(Int::from(*number))),
            Kind::Symbol(at) => exp(ExpKind::Var(variable(*at))),
            Kind::Cast(a) => wrapped(a.exp()),
            Kind::Neg(a) => wrapped(exp(ExpKind::Neg(Box::new(a.exp())))),
            Kind::Flip(a) => sum(if self.ty.signed { -1 } else { power(self.ty.bits) - 1 }, a.exp()),
            Kind::Add(a, b) => wrapped(exp(ExpKind::Sum(vec![(Sign::Plus, a.exp()), (Sign::Plus, b.exp())]))),
            Kind::Subtract(a, b) => {
                wrapped(exp(ExpKind::Sum(vec![(Sign::Plus, a.exp()), (Sign::Minus, b.exp())])))
            }
            Kind::Word(op, a, b) => {
                let word = exp(ExpKind::Word(*op, self.ty, Box::new(a.exp()), Box::new(b.exp())));
                if op.keeps_range() { word } else { wrapped(word) }
            }
            Kind::Quotient(a, by) => exp(ExpKind::Div(Box::new(a.exp()), Int::from(*by))),
            Kind::Remainder(a, by) => wrapped(exp(ExpKind::Mod(Box::new(a.exp()), Int::from(*by)))),
            Kind::Join(a, b) => {
                let a = exp(ExpKind::Mul(Int::from(power(b.ty.bits)), Box::new(a.exp())));
                exp(ExpKind::Sum(vec![(Sign::Plus, a), (Sign::Plus, b.exp())]))
            }
            Kind::Cut(a, from) => wrapped(exp(ExpKind::Div(Box::new(a.exp()), Int::from(power(*from))))),
        }
    }

    /// As SMT-LIB has it, the symbols by these names.
    pub fn smt(&self, names: &[String]) -> String {
        let bits = self.ty.bits;
        match &self.kind {
            Kind::Number(number) => constant(*number, bits.into()),
            Kind::Symbol(at) => names[*at].clone(),
            Kind::Cast(a) if a.ty.bits >= bits => format!("((_ extract {} 0) {})", bits - 1, a.smt(names)),
            Kind::Cast(a) => a.extended(bits.into(), names),
            Kind::Neg(a) => format!("(bvneg {})", a.smt(names)),
            Kind::Flip(a) => format!("(bvnot {})", a.smt(names)),
            Kind::Add(a, b) => format!("(bvadd {} {})", a.smt(names), b.smt(names)),
            Kind::Subtract(a, b) => format!("(bvsub {} {})", a.smt(names), b.smt(names)),
            Kind::Word(op, a, b) => {
                let body = operation(*op, self.ty);
                format!("(let ((p {}) (q {})) {body})", a.smt(names), b.smt(names))
            }
            Kind::Quotient(a, by) => {
                let quotient = euclid(&a.extended(WIDE, names), *by);
                format!("((_ extract {} 0) {quotient})", bits - 1)
            }
            Kind::Remainder(a, by) => {
                let wide = a.extended(WIDE, names);
                let back = format!("(bvmul {} {})", euclid(&wide, *by), constant(*by, WIDE));
                format!("((_ extract {} 0) (bvsub {wide} {back}))", bits - 1)
            }
            Kind::Join(a, b) => format!("(concat {} {})", a.smt(names), b.smt(names)),
            Kind::Cut(a, from) => {
                format!("((_ extract {} {from}) {})", from + bits - 1, a.smt(names))
            }
        }
    }

    /// The same value in more digits.
    fn extended(&self, bits: u32, names: &[String]) -> String {
        let extend = if self.ty.signed { "sign_extend" } else { "zero_extend" };
        format!("((_ {extend} {}) {})", bits - u32::from(self.ty.bits), self.smt(names))
    }
}

/// So many digits hold every value that is not wrapped.
const WIDE: u32 = 40;

fn constant(number: i64, bits: u32) -> String {
    format!("(_ bv{} {bits})", number.rem_euclid(1 << bits))
}

/// The quotient by a positive number, rounded down.
fn euclid(a: &str, by: i64) -> String {
    let by = constant(by, WIDE);
    let zero = constant(0, WIDE);
    format!("(let ((w {a})) (ite (bvslt w {zero}) (bvnot (bvudiv (bvnot w) {by})) (bvudiv w {by})))")
}

/// An operation of `p` and `q`; by zero the quotient is 0 and the remainder the dividend, and exponents are taken modulo the
/// width, rounded up to a power of two.
fn operation(op: WordOp, ty: IntType) -> String {
    let bits = u32::from(ty.bits);
    let zero = constant(0, bits);
    let (divide, rest) = if ty.signed { ("bvsdiv", "bvsrem") } else { ("bvudiv", "bvurem") };
    let exponent = format!("(bvand q {})", constant(i64::from(bits.next_power_of_two()) - 1, bits));
    match op {
        WordOp::Times => "(bvmul p q)".into(),
        WordOp::Quotient => format!("(ite (= q {zero}) {zero} ({divide} p q))"),
        WordOp::Remainder => format!("(ite (= q {zero}) p ({rest} p q))"),
        WordOp::EuclideanQuotient if !ty.signed => format!("(ite (= q {zero}) {zero} (bvudiv p q))"),
        WordOp::EuclideanRemainder if !ty.signed => format!("(ite (= q {zero}) p (bvurem p q))"),
        WordOp::EuclideanQuotient => {
            let one = constant(1, bits);
            let away =
                format!("(ite (bvslt q {zero}) (bvadd (bvsdiv p q) {one}) (bvsub (bvsdiv p q) {one}))");
            format!("(ite (= q {zero}) {zero} (ite (bvslt (bvsrem p q) {zero}) {away} (bvsdiv p q)))")
        }
        WordOp::EuclideanRemainder => {
            let size = format!("(ite (bvslt q {zero}) (bvneg q) q)");
            let up = format!("(bvadd (bvsrem p q) {size})");
            format!("(ite (= q {zero}) p (ite (bvslt (bvsrem p q) {zero}) {up} (bvsrem p q)))")
        }
        WordOp::ShiftLeft => format!("(bvshl p {exponent})"),
        WordOp::ShiftRight => format!("({} p {exponent})", if ty.signed { "bvashr" } else { "bvlshr" }),
        WordOp::And => "(bvand p q)".into(),
        WordOp::Or => "(bvor p q)".into(),
        WordOp::Xor => "(bvxor p q)".into(),
    }
}

impl Formula {
    /// As the programs' syntax tree has it.
    pub fn bexp(&self) -> Bexp {
        let kind = match self {
            Formula::Flag(at) => BexpKind::Var(variable(*at)),
            Formula::Compare(op, a, b) => BexpKind::Compare(*op, a.exp(), b.exp()),
            Formula::Exact(op, parts, number) => {
                let part = |(factor, a): &(i64, Vector)| {
                    (Sign::Plus, exp(ExpKind::Mul(Int::from(*factor), Box::new(a.exp()))))
                };
                let parts = exp(ExpKind::Sum(parts.iter().map(part).collect()));
                BexpKind::Compare(*op, parts, exp(ExpKind::Const(Int::from(*number))))
            }
            Formula::Not(a) => BexpKind::Not(Box::new(a.bexp())),
            Formula::And(a, b) => BexpKind::And(vec![a.bexp(), b.bexp()]),
            Formula::Or(a, b) => BexpKind::Or(vec![a.bexp(), b.bexp()]),
            Formula::Iff(a, b) => BexpKind::Iff(Box::new(a.bexp()), Box::new(b.bexp())),
        };
        Bexp { span: Span::default(), kind }
    }

    /// As SMT-LIB has it.
    pub fn smt(&self, names: &[String]) -> String {
        match self {
            Formula::Flag(at) => names[*at].clone(),
            Formula::Compare(op, a, b) if a.ty == b.ty => {
                compared(*op, a.ty.signed, &a.smt(names), &b.smt(names))
            }
            Formula::Compare(op, a, b) => {
                compared(*op, true, &a.extended(WIDE, names), &b.extended(WIDE, names))
            }
            Formula::Exact(op, parts, number) => {
                let sum = parts.iter().fold(constant(0, WIDE), |sum, (factor, a)| {
                    format!("(bvadd {sum} (bvmul {} {}))", constant(*factor, WIDE), a.extended(WIDE, names))
                });
                compared(*op, true, &sum, &constant(*number, WIDE))
            }
            Formula::Not(a) => format!("(not {})", a.smt(names)),
            Formula::And(a, b) => format!("(and {} {})", a.smt(names), b.smt(names)),
            Formula::Or(a, b) => format!("(or {} {})", a.smt(names), b.smt(names)),
            Formula::Iff(a, b) => format!("(= {} {})", a.smt(names), b.smt(names)),
        }
    }
}

fn compared(op: Comparison, is_signed: bool, a: &str, b: &str) -> String {
    let name = match op {
        Comparison::Less => "lt",
        Comparison::LessEqual => "le",
        Comparison::Greater => "gt",
        Comparison::GreaterEqual => "ge",
        Comparison::Equal => return format!("(= {a} {b})"),
        Comparison::NotEqual => return format!("(distinct {a} {b})"),
    };
    format!("(bv{}{name} {a} {b})", if is_signed { "s" } else { "u" })
}
