//! The types of expressions.

use logic::{Int, Sort};

use super::Typing;
use crate::MAX_DIGITS;
use crate::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind, NondetId, NondetInfo, Sign, VarId};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::lexer::{self, Keyword, Symbol, TokenKind};
use crate::span::Span;
use crate::syntax::{Expr, ExprKind, Op};
use crate::words::WordOp;

/// What an expression is by its outermost part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Int,
    Bool,
    /// `nondet`, or something already reported.
    Either,
}

impl Typing<'_> {
    fn shape(&self, expr: &Expr) -> Shape {
        match &expr.kind {
            ExprKind::Number(_) | ExprKind::Neg(_) => Shape::Int,
            ExprKind::Truth(_) | ExprKind::Not(_) => Shape::Bool,
            ExprKind::Nondet(_) | ExprKind::Error => Shape::Either,
            ExprKind::Name(name) => match self.names.get(name.text(self.source)) {
                Some(var) if self.decls[var.index()].sort == Sort::Bool => Shape::Bool,
                _ => Shape::Int,
            },
            ExprKind::Chain(_, rest) => match rest.first() {
                Some((Op::Plus | Op::Minus | Op::Times | Op::Divide | Op::Modulo, _)) => Shape::Int,
                _ => Shape::Bool,
            },
        }
    }

    /// The right-hand side of an assignment to an int.
    pub(super) fn assigned_int(&mut self, var: VarId, value: &Expr) -> Exp {
        if self.shape(value) == Shape::Bool {
            let decl = &self.decls[var.index()];
            let name = &decl.name;
            let help = if decl.declared {
                "an int takes a number; for a truth value use a variable declared `bool`".to_owned()
            } else {
                format!("declare the variable at the top: `bool {name};`")
            };
            let mut diagnostic = Diagnostic::error(
                Code::TypeMismatch,
                value.span,
                format!("a truth value is assigned to `{name}`, which is an int"),
            )
            .help(help);
            if decl.declared {
                diagnostic = diagnostic.related(decl.span, "declared here");
            }
            self.sink.report(diagnostic);
            return constant(value.span, Int::ZERO);
        }
        self.taken(var, value)
    }

    /// The right-hand side of an assignment to a bool.
    pub(super) fn assigned_bool(&mut self, var: VarId, value: &Expr) -> Bexp {
        if self.shape(value) == Shape::Int {
            let decl = &self.decls[var.index()];
            let diagnostic = Diagnostic::error(
                Code::TypeMismatch,
                value.span,
                format!("a number is assigned to `{}`, which is a bool", decl.name),
            )
            .help("a bool takes `true`, `false` or a condition such as `x > 0`")
            .related(decl.span, "declared here");
            self.sink.report(diagnostic);
            return truth(value.span, false);
        }
        self.bool(value)
    }

    /// The expression as a Boolean one.
    pub(super) fn bool(&mut self, expr: &Expr) -> Bexp {
        let kind = match &expr.kind {
            ExprKind::Truth(value) => BexpKind::Const(*value),
            ExprKind::Error => BexpKind::Const(false),
            ExprKind::Nondet(number) => {
                let id = NondetId(*number);
                self.nondets[id.index()] = NondetInfo { span: expr.span, sort: Sort::Bool, target: None };
                BexpKind::Nondet(id)
            }
            ExprKind::Not(inner) => BexpKind::Not(Box::new(self.bool(inner))),
            ExprKind::Name(name) if self.shape(expr) == Shape::Bool => BexpKind::Var(self.variable(*name)),
            ExprKind::Name(_) | ExprKind::Number(_) | ExprKind::Neg(_) => {
                self.int_in_condition(expr);
                BexpKind::Const(false)
            }
            ExprKind::Chain(first, rest) => return self.bool_chain(expr, first, rest),
        };
        Bexp { span: expr.span, kind }
    }

    fn bool_chain(&mut self, whole: &Expr, first: &Expr, rest: &[(Op, Expr)]) -> Bexp {
        let op = rest.first().map_or(Op::And, |part| part.0);
        let kind = match op {
            Op::And => BexpKind::And(self.bools(first, rest)),
            Op::Or => BexpKind::Or(self.bools(first, rest)),
            Op::Implies => {
                if self.is_slip_for_at_least(first, rest) {
                    return truth(whole.span, false);
                }
                let mut premises = self.bools(first, rest);
                match premises.pop() {
                    Some(conclusion) => BexpKind::Implies(premises, Box::new(conclusion)),
                    None => BexpKind::Const(false),
                }
            }
            Op::Plus | Op::Minus | Op::Times | Op::Divide | Op::Modulo => {
                self.int_in_condition(whole);
                BexpKind::Const(false)
            }
            _ => match rest.first() {
                Some((_, right)) => self.comparison(whole, op, first, right),
                None => BexpKind::Const(false),
            },
        };
        Bexp { span: whole.span, kind }
    }

    fn bools(&mut self, first: &Expr, rest: &[(Op, Expr)]) -> Vec<Bexp> {
        std::iter::once(first).chain(rest.iter().map(|part| &part.1)).map(|part| self.bool(part)).collect()
    }

    /// `x => 0` is a frequent slip for `x >= 0`: reported as such, once.
    fn is_slip_for_at_least(&mut self, first: &Expr, rest: &[(Op, Expr)]) -> bool {
        let [(_, right)] = rest else { return false };
        let numbers = self.shape(first) == Shape::Int && self.shape(right) == Shape::Int;
        if numbers {
            let between = Span { start: first.span.end, end: right.span.start };
            // Comments may stand around it.
            let tokens = lexer::lex(between.text(self.source), &mut Sink::default());
            let sign = tokens.iter().find(|token| token.kind == TokenKind::Symbol(Symbol::Implies));
            let at = |offset: u32| between.start + offset;
            let sign =
                sign.map_or(between, |token| Span { start: at(token.span.start), end: at(token.span.end) });
            self.sink.report(
                Diagnostic::error(Code::TypeMismatch, sign, "`=>` between two numbers")
                    .help("`=>` is implication; greater-or-equal is written `>=`"),
            );
        }
        numbers
    }

    fn comparison(&mut self, whole: &Expr, op: Op, left: &Expr, right: &Expr) -> BexpKind {
        let shapes = (self.shape(left), self.shape(right));
        if shapes.0 == Shape::Bool || shapes.1 == Shape::Bool {
            return self.bool_comparison(whole, op, left, right, shapes);
        }
        if shapes == (Shape::Either, Shape::Either) && matches!(op, Op::Equal | Op::NotEqual) {
            return self.equivalence(op, left, right);
        }
        let comparison = match op {
            Op::Less => Comparison::Less,
            Op::LessEqual => Comparison::LessEqual,
            Op::NotEqual => Comparison::NotEqual,
            Op::GreaterEqual => Comparison::GreaterEqual,
            Op::Greater => Comparison::Greater,
            _ => Comparison::Equal,
        };
        let (left, right) = self.compared(left, right);
        BexpKind::Compare(comparison, left, right)
    }

    fn equivalence(&mut self, op: Op, left: &Expr, right: &Expr) -> BexpKind {
        let (left, right) = (Box::new(self.bool(left)), Box::new(self.bool(right)));
        if op == Op::Equal { BexpKind::Iff(left, right) } else { BexpKind::Xor(left, right) }
    }

    /// A comparison with a truth value on one side at least.
    fn bool_comparison(
        &mut self,
        whole: &Expr,
        op: Op,
        left: &Expr,
        right: &Expr,
        shapes: (Shape, Shape),
    ) -> BexpKind {
        let mixed = shapes.0 == Shape::Int || shapes.1 == Shape::Int;
        if !mixed && matches!(op, Op::Equal | Op::NotEqual) {
            return self.equivalence(op, left, right);
        }
        let diagnostic = if mixed {
            let (number, condition) = if shapes.0 == Shape::Int { (left, right) } else { (right, left) };
            Diagnostic::error(
                Code::TypeMismatch,
                whole.span,
                format!("a number is compared with a truth value by `{}`", op.text()),
            )
            .help(match self.undeclared_name(number) {
                Some(name) => format!("if `{name}` is a truth value, declare it at the top: `bool {name};`"),
                None => "both sides must be numbers, or both truth values; perhaps parentheses are missing"
                    .to_owned(),
            })
            .related(number.span, "this is a number")
            .related(condition.span, "this is a truth value")
        } else {
            Diagnostic::error(
                Code::TypeMismatch,
                whole.span,
                format!("`{}` does not order truth values", op.text()),
            )
            .help("truth values are compared with `=` and `!=` only; implication is written `=>`")
        };
        self.sink.report(diagnostic);
        BexpKind::Const(false)
    }

    /// The name that `expr` is, if nothing declares it.
    fn undeclared_name(&self, expr: &Expr) -> Option<String> {
        let ExprKind::Name(span) = expr.kind else { return None };
        let name = span.text(self.source);
        let declared = self.names.get(name).is_some_and(|var| self.decls[var.index()].declared);
        (!declared).then(|| name.to_owned())
    }

    fn int_in_condition(&mut self, expr: &Expr) {
        let help = match self.undeclared_name(expr) {
            Some(name) => match Keyword::of(&name.to_ascii_lowercase()) {
                Some(keyword) => format!("did you mean `{}`?", keyword.text()),
                None => format!("declare `bool {name};` at the top, or compare, as in `{name} != 0`"),
            },
            None => "compare it with something, as in `... != 0`".to_owned(),
        };
        self.sink.report(
            Diagnostic::error(
                Code::TypeMismatch,
                expr.span,
                "this is a number, but a truth value is needed here",
            )
            .help(help),
        );
        // Names in it count as mentioned, and its own mistakes are worth reporting too.
        self.int(expr);
    }

    /// The expression as an integer one, constants folded.
    pub(super) fn int(&mut self, expr: &Expr) -> Exp {
        let kind = match &expr.kind {
            ExprKind::Number(number) => ExpKind::Const(number.clone()),
            ExprKind::Error => ExpKind::Const(Int::ZERO),
            ExprKind::Name(name) if self.shape(expr) == Shape::Int => ExpKind::Var(self.variable(*name)),
            ExprKind::Neg(inner) => {
                let inner = self.int(inner);
                match inner.kind {
                    ExpKind::Const(number) => ExpKind::Const(-number),
                    _ => ExpKind::Neg(Box::new(inner)),
                }
            }
            ExprKind::Chain(first, rest) if self.shape(expr) == Shape::Int => match rest.first() {
                Some((Op::Plus | Op::Minus, _)) => self.sum(first, rest),
                _ => return self.product(expr, first, rest),
            },
            ExprKind::Nondet(_) => {
                self.sink.report(
                    Diagnostic::error(
                        Code::NondetInExpression,
                        expr.span,
                        "`nondet` cannot be part of an integer expression",
                    )
                    .help("give the value a name first: `v := nondet`, then use `v`"),
                );
                ExpKind::Const(Int::ZERO)
            }
            ExprKind::Truth(_) | ExprKind::Not(_) | ExprKind::Name(_) | ExprKind::Chain(..) => {
                self.sink.report(
                    Diagnostic::error(
                        Code::TypeMismatch,
                        expr.span,
                        "this is a truth value, but a number is needed here",
                    )
                    .help("truth values do not count; choose the number with `if ... then ... else ... end`"),
                );
                ExpKind::Const(Int::ZERO)
            }
        };
        Exp { span: expr.span, kind }
    }

    fn sum(&mut self, first: &Expr, rest: &[(Op, Expr)]) -> ExpKind {
        let mut terms = vec![(Sign::Plus, self.int(first))];
        for (op, term) in rest {
            let sign = if *op == Op::Minus { Sign::Minus } else { Sign::Plus };
            terms.push((sign, self.int(term)));
        }
        let mut total = Int::ZERO;
        for (sign, term) in &terms {
            match (&term.kind, sign) {
                (ExpKind::Const(number), Sign::Plus) => total += number,
                (ExpKind::Const(number), Sign::Minus) => total -= number,
                _ => return ExpKind::Sum(terms),
            }
        }
        ExpKind::Const(total)
    }

    /// A chain of `*`, `/` and `%`, from left to right.
    fn product(&mut self, whole: &Expr, first: &Expr, rest: &[(Op, Expr)]) -> Exp {
        let mut left = self.int(first);
        for (op, operand) in rest {
            let span = left.span.to(operand.span);
            let right = self.int(operand);
            let kind = match op {
                Op::Times => self.times(left, right),
                _ => self.divide(*op, left, right),
            };
            left = Exp { span, kind };
            if is_too_long(&left) {
                self.sink.report(
                    Diagnostic::error(Code::NumberTooLong, span, "this product of constants is too large")
                        .help(format!("a number may have at most {MAX_DIGITS} digits")),
                );
                return constant(whole.span, Int::ZERO);
            }
        }
        Exp { span: whole.span, kind: left.kind }
    }

    fn times(&mut self, left: Exp, right: Exp) -> ExpKind {
        let is_varying = |exp: &Exp| !matches!(exp.kind, ExpKind::Const(_));
        if self.is_bits && is_varying(&left) && is_varying(&right) {
            return self.operation(WordOp::Times, left, right);
        }
        match (left.kind, right.kind) {
            (ExpKind::Const(a), ExpKind::Const(b)) => ExpKind::Const(a * b),
            (ExpKind::Const(factor), kind) => scaled(factor, Exp { span: right.span, kind }),
            (kind, ExpKind::Const(factor)) => scaled(factor, Exp { span: left.span, kind }),
            // Exact: the type says nothing where integers are mathematical.
            (one, other) => {
                let [one, other] =
                    [(left.span, one), (right.span, other)].map(|(span, kind)| Box::new(Exp { span, kind }));
                ExpKind::Word(WordOp::Times, self.word, one, other)
            }
        }
    }

    fn divide(&mut self, op: Op, left: Exp, right: Exp) -> ExpKind {
        let word = if op == Op::Modulo { "%" } else { "/" };
        if self.is_bits && !matches!(right.kind, ExpKind::Const(_)) {
            let op = if op == Op::Modulo { WordOp::EuclideanRemainder } else { WordOp::EuclideanQuotient };
            return self.operation(op, left, right);
        }
        let left = self.wrapped(left);
        self.kept(self.type_of(&left).unwrap_or(self.word), &right, "divides as it is");
        let ExpKind::Const(divisor) = right.kind else {
            self.sink.report(
                Diagnostic::error(
                    Code::NonconstantDivisor,
                    right.span,
                    format!("the right side of `{word}` is not constant"),
                )
                .help(format!("it must be a number other than 0, as in `x {word} 2`")),
            );
            return ExpKind::Const(Int::ZERO);
        };
        if divisor.is_zero() {
            self.sink.report(
                Diagnostic::error(
                    Code::DivisionByZero,
                    right.span,
                    format!("the right side of `{word}` is zero"),
                )
                .help(format!("it must be a number other than 0, as in `x {word} 2`")),
            );
            return ExpKind::Const(Int::ZERO);
        }
        match (op, left.kind) {
            (Op::Modulo, ExpKind::Const(number)) => ExpKind::Const(number.rem_euclid(&divisor)),
            (_, ExpKind::Const(number)) => ExpKind::Const(number.div_euclid(&divisor)),
            (Op::Modulo, kind) => ExpKind::Mod(Box::new(Exp { span: left.span, kind }), divisor),
            (_, kind) => ExpKind::Div(Box::new(Exp { span: left.span, kind }), divisor),
        }
    }
}

/// `factor * exp`, with nested products joined.
fn scaled(factor: Int, exp: Exp) -> ExpKind {
    match exp.kind {
        ExpKind::Mul(inner, exp) => ExpKind::Mul(factor * inner, exp),
        _ => ExpKind::Mul(factor, Box::new(exp)),
    }
}

fn is_too_long(exp: &Exp) -> bool {
    // A decimal digit takes log2(10) bits, a little more than 3.321.
    let most = MAX_DIGITS as u64 * 3322 / 1000;
    matches!(&exp.kind, ExpKind::Const(number) | ExpKind::Mul(number, _) if number.bits() > most)
}

fn constant(span: Span, number: Int) -> Exp {
    Exp { span, kind: ExpKind::Const(number) }
}

fn truth(span: Span, value: bool) -> Bexp {
    Bexp { span, kind: BexpKind::Const(value) }
}
