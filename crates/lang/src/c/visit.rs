//! The direct subexpressions of expressions, for every traversal of the tree.

use super::ast::{Access, Expr, ExprKind};

macro_rules! parts {
    ($name:ident, $access:ident, $iter:ident, $($mutability:tt)?) => {
        impl Expr {
            /// Visits the direct parts in the order in which they are evaluated.
            pub fn $name<'e>(&'e $($mutability)? self, visit: &mut impl FnMut(&'e $($mutability)? Expr)) {
                match & $($mutability)? self.kind {
                    ExprKind::Const(_)
                    | ExprKind::Var(_)
                    | ExprKind::Nondet(_)
                    | ExprKind::Fail(_)
                    | ExprKind::Stop
                    | ExprKind::Void => {}
                    ExprKind::Post(_, _, new) => {
                        if let Some(new) = new {
                            visit(new);
                        }
                    }
                    ExprKind::Assign(_, inner)
                    | ExprKind::Neg(inner)
                    | ExprKind::Not(inner)
                    | ExprKind::Truth(inner)
                    | ExprKind::Mul(_, inner)
                    | ExprKind::Div(inner, _)
                    | ExprKind::Rem(inner, _)
                    | ExprKind::FloorDiv(inner, _)
                    | ExprKind::FloorMod(inner, _)
                    | ExprKind::Abs(inner)
                    | ExprKind::Mask(_, inner, _)
                    | ExprKind::Wrap(_, inner)
                    | ExprKind::InRange(_, _, inner)
                    | ExprKind::Assert(_, inner)
                    | ExprKind::Assume(inner) => visit(inner),
                    ExprKind::Load(access) | ExprKind::Bounds(access) => access.$access(visit),
                    ExprKind::Store(access, value, _) => {
                        access.$access(visit);
                        visit(value);
                    }
                    ExprKind::Sum(parts) => parts.$iter().for_each(|part| visit(& $($mutability)? part.1)),
                    ExprKind::Compare(_, left, right)
                    | ExprKind::Bits(_, left, right)
                    | ExprKind::Word(_, _, _, left, right) => {
                        visit(left);
                        visit(right);
                    }
                    ExprKind::And(parts)
                    | ExprKind::Or(parts)
                    | ExprKind::Comma(parts)
                    | ExprKind::Unknown(_, parts)
                    | ExprKind::Call(_, parts) => parts.$iter().for_each(visit),
                    ExprKind::Conditional(arms, last) => {
                        for (cond, value) in arms {
                            visit(cond);
                            visit(value);
                        }
                        visit(last);
                    }
                }
            }
        }

        impl Access {
            fn $access<'e>(&'e $($mutability)? self, visit: &mut impl FnMut(&'e $($mutability)? Expr)) {
                self.indices.$iter().for_each(|index| visit(& $($mutability)? index.value));
            }
        }
    };
}

parts!(parts, parts, iter,);
parts!(parts_mut, parts_mut, iter_mut, mut);
