//! Expressions where integers are words: where they wrap.
//!
//! Arithmetic is done in the widest type of the variables in an expression, which is unsigned if all of these are. Sums and
//! products wrap where it makes a difference: in an assignment (in the variable's own type), on either side of a comparison, as an
//! operand of `/` and `%`. Comparisons are of the values, so `x < 200` holds of every `int8 x`, and an unsigned number is never less
//! than a negative one. Constants are no words: what is stored is wrapped, what is compared or divided by is the number that is
//! written; a warning says where it is none of the type's.

use super::Typing;
use crate::ast::{Exp, ExpKind, VarId};
use crate::c::IntType;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Expr;
use crate::words::WordOp;
use logic::Int;

impl Typing<'_> {
    /// Two expressions as they are compared.
    pub(super) fn compared(&mut self, left: &Expr, right: &Expr) -> (Exp, Exp) {
        let (left, right) = (self.word(left), self.word(right));
        let int = self.type_of(&left).or_else(|| self.type_of(&right)).unwrap_or(self.word);
        self.kept(int, &left, "is compared as it is");
        self.kept(int, &right, "is compared as it is");
        (left, right)
    }

    /// The value of an expression.
    pub(super) fn word(&mut self, expr: &Expr) -> Exp {
        let exp = self.int(expr);
        self.wrapped(exp)
    }

    /// Warns of a constant that meets words of this type, is none of them, and stays what it is.
    pub(super) fn kept(&mut self, int: IntType, exp: &Exp, fate: &str) {
        let ExpKind::Const(number) = &exp.kind else { return };
        if self.is_bits && int.wrap(number) != *number {
            let (least, greatest) = int.range();
            let message = format!("{} is outside the range of `{}`, and {fate}", shown(number), name(int));
            let help = format!(
                "such words go from {least} to {greatest}; declare a wider one, or write the number that is meant"
            );
            self.sink.report(Diagnostic::warning(Code::OutOfRange, exp.span, message).help(help));
        }
    }

    /// An expression as a variable takes it.
    pub(super) fn taken(&mut self, var: VarId, expr: &Expr) -> Exp {
        let exp = self.int(expr);
        self.fitted(var, exp)
    }

    /// A value as a variable takes it.
    pub(super) fn fitted(&mut self, var: VarId, exp: Exp) -> Exp {
        if !self.is_bits {
            return exp;
        }
        let int = self.types[var.index()];
        let exp = match self.type_of(&exp) {
            Some(own) if own.bits < int.bits => self.wrapped(exp),
            _ => exp,
        };
        self.wrapped_to(int, exp)
    }

    /// The value of an expression in its own type.
    pub(super) fn wrapped(&mut self, exp: Exp) -> Exp {
        match self.type_of(&exp) {
            Some(int) if self.is_bits => self.wrapped_to(int, exp),
            _ => exp,
        }
    }

    fn wrapped_to(&mut self, int: IntType, exp: Exp) -> Exp {
        let span = exp.span;
        match exp.kind {
            ExpKind::Const(number) => {
                let value = int.wrap(&number);
                if value != number {
                    let message = format!(
                        "{} is outside the range of `{}` and becomes {value}",
                        shown(&number),
                        name(int)
                    );
                    let help = "words wrap; declare a wider one, or write the number that is meant";
                    self.sink.report(Diagnostic::warning(Code::OutOfRange, span, message).help(help));
                }
                Exp { span, kind: ExpKind::Const(value) }
            }
            ExpKind::Var(var) if self.types[var.index()] == int => exp,
            ExpKind::Wrap(own, _) if own == int => exp,
            kind => Exp { span, kind: ExpKind::Wrap(int, Box::new(Exp { span, kind })) },
        }
    }

    /// An operation of two operands that may both vary.
    pub(super) fn operation(&mut self, op: WordOp, left: Exp, right: Exp) -> ExpKind {
        let int = [&left, &right].into_iter().filter_map(|exp| self.type_of(exp)).reduce(wider);
        let int = int.unwrap_or(self.word);
        let (left, right) = (self.wrapped_to(int, left), self.wrapped_to(int, right));
        ExpKind::Word(op, int, Box::new(left), Box::new(right))
    }

    /// The type in which an expression is computed; none of a constant.
    pub(super) fn type_of(&self, exp: &Exp) -> Option<IntType> {
        match &exp.kind {
            ExpKind::Const(_) => None,
            ExpKind::Var(var) => self.types.get(var.index()).copied(),
            ExpKind::Neg(inner)
            | ExpKind::Mul(_, inner)
            | ExpKind::Div(inner, _)
            | ExpKind::Mod(inner, _) => self.type_of(inner),
            ExpKind::Sum(parts) => parts.iter().filter_map(|part| self.type_of(&part.1)).reduce(wider),
            ExpKind::Wrap(int, _) | ExpKind::Word(_, int, ..) => Some(*int),
        }
    }
}

/// The type in which two words meet.
fn wider(a: IntType, b: IntType) -> IntType {
    IntType { bits: a.bits.max(b.bits), signed: a.signed || b.signed }
}

/// A type as IMP declares it.
fn name(int: IntType) -> String {
    format!("{}int{}", if int.signed { "" } else { "u" }, int.bits)
}

/// A number as a message names it.
fn shown(number: &Int) -> String {
    if number.bits() < 200 { number.to_string() } else { "this number".to_owned() }
}
