//! Expressions where integers are words: where they wrap.
//!
//! Arithmetic is done in the widest type of the variables in an expression, which is unsigned if all of these are. Sums and
//! products wrap where it makes a difference: in an assignment (in the variable's own type), on either side of a comparison, as an
//! operand of `/` and `%`. Comparisons are of the values, so `x < 200` holds of every `int8 x`, and an unsigned number is never less
//! than a negative one. Constants are no words: they have the type of what they meet.

use super::Typing;
use crate::ast::{Exp, ExpKind, VarId};
use crate::c::IntType;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::Expr;
use crate::words::WordOp;

impl Typing<'_> {
    /// An expression as it is compared.
    pub(super) fn word(&mut self, expr: &Expr) -> Exp {
        let exp = self.int(expr);
        self.wrapped(exp)
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
                if value != number && number.bits() < 200 {
                    let sign = if int.signed { "" } else { "u" };
                    let message = format!(
                        "{number} is outside the range of `{sign}int{}` and becomes {value}",
                        int.bits
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
    fn type_of(&self, exp: &Exp) -> Option<IntType> {
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
