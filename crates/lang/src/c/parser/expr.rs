//! Expressions, by precedence climbing.
//!
//! A chain of operators of one level becomes one node, however long, so that only nesting makes a tree high.

use logic::Int;

use super::Parser;
use crate::MAX_DEPTH;
use crate::ast::Comparison;
use crate::c::syntax::{Binary, Expr, ExprKind, Level, Unary};
use crate::c::token::{Keyword, Symbol, Token, TokenKind};
use crate::c::types::IntType;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

impl<'a> Parser<'a, '_> {
    pub(super) fn error_expr(span: Span) -> Expr<'a> {
        Expr { span, kind: ExprKind::Error, closed: false, height: 1 }
    }

    /// A node over operands; an error if the tree becomes too high.
    fn node(&mut self, span: Span, kind: ExprKind<'a>, height: u32) -> Expr<'a> {
        if height > MAX_DEPTH {
            self.too_deep(span);
            return Self::error_expr(span);
        }
        Expr { span, kind, closed: false, height }
    }

    /// An expression with commas.
    pub(super) fn expression(&mut self) -> Expr<'a> {
        let first = self.assignment();
        if !self.at_symbol(Symbol::Comma) {
            return first;
        }
        let (mut span, mut height) = (first.span, first.height);
        let mut parts = vec![first];
        while self.eat(Symbol::Comma) {
            let next = self.assignment();
            span = span.to(next.span);
            height = height.max(next.height);
            parts.push(next);
        }
        self.node(span, ExprKind::Comma(parts), height + 1)
    }

    /// An expression without commas.
    pub(super) fn assignment(&mut self) -> Expr<'a> {
        let mut expr = self.conditional();
        if let Some(operator) = self.assignment_operator() {
            let place = self.bump().span;
            let value = self.deeper(Self::assignment);
            let (span, height) = (expr.span.to(value.span), expr.height.max(value.height) + 1);
            expr =
                self.node(span, ExprKind::Assign(operator, place, Box::new(expr), Box::new(value)), height);
        }
        expr
    }

    /// Reads an expression one level deeper, where no operand encloses it.
    fn deeper(&mut self, read: fn(&mut Self) -> Expr<'a>) -> Expr<'a> {
        if !self.enter() {
            return Self::error_expr(self.here());
        }
        let expr = read(self);
        self.leave();
        expr
    }

    fn assignment_operator(&self) -> Option<Option<Binary>> {
        let TokenKind::Symbol(symbol) = self.peek().kind else { return None };
        Some(match symbol {
            Symbol::Assign => None,
            Symbol::PlusAssign => Some(Binary::Plus),
            Symbol::MinusAssign => Some(Binary::Minus),
            Symbol::StarAssign => Some(Binary::Times),
            Symbol::SlashAssign => Some(Binary::Divide),
            Symbol::PercentAssign => Some(Binary::Remainder),
            Symbol::AndAssign => Some(Binary::BitAnd),
            Symbol::OrAssign => Some(Binary::BitOr),
            Symbol::XorAssign => Some(Binary::BitXor),
            Symbol::ShiftLeftAssign => Some(Binary::ShiftLeft),
            Symbol::ShiftRightAssign => Some(Binary::ShiftRight),
            _ => return None,
        })
    }

    /// An expression without assignments outside of parentheses; a chain of `?:` becomes one node.
    pub(super) fn conditional(&mut self) -> Expr<'a> {
        let mut last = self.operand(Level::Or);
        let span = last.span;
        let mut height = 0;
        let mut arms = Vec::new();
        while self.eat(Symbol::Question) {
            let value = self.deeper(Self::expression);
            self.expect(Symbol::Colon, "a choice is written `condition ? a : b`");
            height = height.max(last.height).max(value.height);
            arms.push((last, value));
            last = self.operand(Level::Or);
        }
        if arms.is_empty() {
            return last;
        }
        let (span, height) = (span.to(last.span), height.max(last.height) + 1);
        self.node(span, ExprKind::Conditional(arms, Box::new(last)), height)
    }

    /// An expression of binary operators that bind at least as tightly as `least`.
    fn operand(&mut self, least: Level) -> Expr<'a> {
        if !self.enter() {
            return Self::error_expr(self.here());
        }
        let mut left = self.prefix();
        while let Some(operator) = self.binary_operator().filter(|operator| operator.level() >= least) {
            let place = self.bump().span;
            let right = self.operand(operator.level().tighter());
            left = self.join(left, operator, place, right);
        }
        self.leave();
        left
    }

    fn join(&mut self, left: Expr<'a>, operator: Binary, place: Span, right: Expr<'a>) -> Expr<'a> {
        let span = left.span.to(right.span);
        // Of these levels a chain stays one node when it is typed, of the others it becomes a tree.
        let is_flat = matches!(operator, Binary::Or | Binary::And | Binary::Plus | Binary::Minus);
        let height = (left.height + u32::from(!is_flat)).max(right.height + 1);
        match left {
            Expr { kind: ExprKind::Chain(first, mut rest), closed: false, .. }
                if rest.first().is_some_and(|(other, ..)| other.level() == operator.level()) =>
            {
                rest.push((operator, place, right));
                self.node(span, ExprKind::Chain(first, rest), height)
            }
            left => {
                let height = height.max(left.height + 1);
                self.node(span, ExprKind::Chain(Box::new(left), vec![(operator, place, right)]), height)
            }
        }
    }

    fn binary_operator(&self) -> Option<Binary> {
        let TokenKind::Symbol(symbol) = self.peek().kind else { return None };
        Some(match symbol {
            Symbol::OrOr => Binary::Or,
            Symbol::AndAnd => Binary::And,
            Symbol::Or => Binary::BitOr,
            Symbol::Caret => Binary::BitXor,
            Symbol::And => Binary::BitAnd,
            Symbol::EqualEqual => Binary::Compare(Comparison::Equal),
            Symbol::NotEqual => Binary::Compare(Comparison::NotEqual),
            Symbol::Less => Binary::Compare(Comparison::Less),
            Symbol::LessEqual => Binary::Compare(Comparison::LessEqual),
            Symbol::Greater => Binary::Compare(Comparison::Greater),
            Symbol::GreaterEqual => Binary::Compare(Comparison::GreaterEqual),
            Symbol::ShiftLeft => Binary::ShiftLeft,
            Symbol::ShiftRight => Binary::ShiftRight,
            Symbol::Plus => Binary::Plus,
            Symbol::Minus => Binary::Minus,
            Symbol::Star => Binary::Times,
            Symbol::Slash => Binary::Divide,
            Symbol::Percent => Binary::Remainder,
            _ => return None,
        })
    }

    /// An operand with the operators before it.
    fn prefix(&mut self) -> Expr<'a> {
        let token = self.peek();
        let unary = match token.kind {
            TokenKind::Symbol(Symbol::Plus) => Some(Unary::Plus),
            TokenKind::Symbol(Symbol::Minus) => Some(Unary::Minus),
            TokenKind::Symbol(Symbol::Bang) => Some(Unary::Not),
            TokenKind::Symbol(Symbol::Tilde) => Some(Unary::Complement),
            _ => None,
        };
        if let Some(unary) = unary {
            return self.applied(|inner| ExprKind::Unary(unary, inner));
        }
        match token.kind {
            TokenKind::Symbol(Symbol::PlusPlus | Symbol::MinusMinus) => {
                let up = token.is(Symbol::PlusPlus);
                self.applied(|target| ExprKind::Step { up, prefix: true, target })
            }
            TokenKind::Symbol(Symbol::Star) if self.is_choice() => {
                self.bump();
                Expr { span: token.span, kind: ExprKind::Choice, closed: true, height: 1 }
            }
            TokenKind::Symbol(Symbol::Star) => self.applied(ExprKind::Deref),
            TokenKind::Symbol(Symbol::And) => self.applied(ExprKind::Address),
            TokenKind::Symbol(Symbol::OpenParen) if self.starts_type(1) => self.cast(),
            TokenKind::Keyword(Keyword::Extension) => {
                self.bump();
                self.operand(Level::Operand)
            }
            TokenKind::Keyword(Keyword::Sizeof) => self.size_of(),
            TokenKind::Keyword(keyword @ (Keyword::Alignof | Keyword::Generic)) => {
                self.unsupported_operator(keyword)
            }
            _ => self.postfix(),
        }
    }

    /// Reads the operator at the cursor and its operand.
    fn applied(&mut self, wrap: impl FnOnce(Box<Expr<'a>>) -> ExprKind<'a>) -> Expr<'a> {
        let operator = self.bump().span;
        let inner = self.operand(Level::Operand);
        let (span, height) = (operator.to(inner.span), inner.height + 1);
        self.node(span, wrap(Box::new(inner)), height)
    }

    /// Whether a `*` has no operand and so is a choice.
    fn is_choice(&self) -> bool {
        matches!(
            self.peek_after(1).kind,
            TokenKind::Symbol(
                Symbol::CloseParen
                    | Symbol::Semicolon
                    | Symbol::AndAnd
                    | Symbol::OrOr
                    | Symbol::Question
                    | Symbol::Colon
                    | Symbol::Comma
            )
        )
    }

    /// `(type) operand`
    fn cast(&mut self) -> Expr<'a> {
        let open = self.bump().span;
        let name = self.type_name();
        self.expect(Symbol::CloseParen, "a conversion is written `(int) x`");
        if self.at_symbol(Symbol::OpenBrace) {
            self.skip_balanced();
            let span = open.to(self.previous());
            let diagnostic =
                Diagnostic::error(Code::FeatureUnsupported, span, "a value in braces is not supported");
            self.error(diagnostic.help("only integers are supported; name each of them"));
            return Self::error_expr(span);
        }
        let inner = self.operand(Level::Operand);
        let (span, height) = (open.to(inner.span), inner.height + 1);
        self.node(span, ExprKind::Cast(Box::new(name), Box::new(inner)), height)
    }

    /// `sizeof (type)`, or `sizeof operand`.
    fn size_of(&mut self) -> Expr<'a> {
        if !self.peek_after(1).is(Symbol::OpenParen) || !self.starts_type(2) {
            return self.applied(ExprKind::SizeOf);
        }
        let start = self.bump().span;
        self.bump();
        let name = self.type_name();
        self.expect(Symbol::CloseParen, "the size of a type is written `sizeof (int)`");
        self.node(start.to(self.previous()), ExprKind::SizeOfType(Box::new(name)), 1)
    }

    fn unsupported_operator(&mut self, keyword: Keyword) -> Expr<'a> {
        let start = self.bump().span;
        if self.at_symbol(Symbol::OpenParen) {
            self.skip_balanced();
        } else {
            self.operand(Level::Operand);
        }
        let span = start.to(self.previous());
        let message = format!("`{}` is not supported", keyword.text());
        let diagnostic = Diagnostic::error(Code::FeatureUnsupported, span, message);
        self.error(diagnostic.help("write the number that it stands for"));
        Self::error_expr(span)
    }

    /// An atom followed by its postfix operators: arguments, indices, members, `++` and `--`.
    fn postfix(&mut self) -> Expr<'a> {
        let mut expr = self.atom();
        loop {
            let token = self.peek();
            let start = expr.span;
            let mut height = expr.height + 1;
            let kind = match token.kind {
                TokenKind::Symbol(Symbol::OpenParen) => {
                    expr = self.call(expr);
                    continue;
                }
                TokenKind::Symbol(Symbol::OpenBracket) => {
                    let open = self.bump().span;
                    let index = self.deeper(Self::expression);
                    if !self.eat(Symbol::CloseBracket) && !self.is_after_error() {
                        let diagnostic = self.missing("`]`").help("an element is written `a[i]`");
                        self.error(diagnostic.related(open, "this `[` is not closed"));
                    }
                    height = height.max(index.height + 1);
                    ExprKind::Index(Box::new(expr), Box::new(index))
                }
                TokenKind::Symbol(Symbol::Dot | Symbol::Arrow) => {
                    self.bump();
                    let name = self.peek();
                    if name.kind != TokenKind::Name {
                        let diagnostic = self.unexpected("the name of a member");
                        self.error(diagnostic.help("a member is written `p.x`, or `p->x` behind a pointer"));
                        return Self::error_expr(start.to(self.previous()));
                    }
                    self.bump();
                    let (of, arrow) = (Box::new(expr), token.is(Symbol::Arrow));
                    ExprKind::Member { of, name: self.name(name), arrow }
                }
                TokenKind::Symbol(Symbol::PlusPlus | Symbol::MinusMinus) => {
                    self.bump();
                    let up = token.is(Symbol::PlusPlus);
                    ExprKind::Step { up, prefix: false, target: Box::new(expr) }
                }
                _ => return expr,
            };
            expr = self.node(start.to(self.previous()), kind, height);
        }
    }

    /// The arguments of a call, with the function before them.
    fn call(&mut self, function: Expr<'a>) -> Expr<'a> {
        let open = self.bump();
        let mut args = Vec::new();
        let mut height = 0;
        if !self.at_symbol(Symbol::CloseParen) {
            loop {
                let arg = self.assignment();
                height = height.max(arg.height);
                args.push(arg);
                if !self.eat(Symbol::Comma) {
                    break;
                }
            }
        }
        if !self.eat(Symbol::CloseParen) && !self.is_after_error() {
            let diagnostic = self.missing("`)`").help("arguments are separated by `,`");
            self.error(diagnostic.related(open.span, "the arguments begin here"));
        }
        let span = function.span.to(self.previous());
        match function.kind {
            ExprKind::Name(name) => self.node(span, ExprKind::Call(name, args), height + 1),
            ExprKind::Error => Self::error_expr(span),
            _ => {
                let diagnostic = Diagnostic::error(
                    Code::PointerUnsupported,
                    function.span,
                    "a call of something that is not the name of a function",
                );
                self.sink.report(
                    diagnostic.help("pointers to functions are not supported; call the function by its name"),
                );
                Self::error_expr(span)
            }
        }
    }

    fn atom(&mut self) -> Expr<'a> {
        let token = self.peek();
        let kind = match token.kind {
            TokenKind::Number => self.number(token),
            TokenKind::Character => self.character(token),
            TokenKind::String => {
                let mut parts = vec![self.text(token)];
                while self.peek_after(1).kind == TokenKind::String {
                    self.bump();
                    parts.push(self.text(self.peek()));
                }
                ExprKind::String(parts)
            }
            TokenKind::Name => self.word(token),
            TokenKind::Nothing => ExprKind::Nothing,
            TokenKind::Unknown | TokenKind::Unterminated => {
                self.reported_at = Some(self.at);
                ExprKind::Error
            }
            TokenKind::Symbol(Symbol::OpenParen) => return self.parenthesised(),
            _ => {
                self.missing_operand();
                return Self::error_expr(self.here());
            }
        };
        self.bump();
        Expr { span: token.span.to(self.previous()), kind, closed: false, height: 1 }
    }

    /// A name, or one of the predefined names for a text or for the line number.
    fn word(&self, token: Token) -> ExprKind<'a> {
        let name = self.name(token);
        match name.text {
            "__FILE__" | "__DATE__" | "__TIME__" | "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => {
                ExprKind::String(vec![name.text])
            }
            "__LINE__" => {
                let before = &self.source[..token.span.start as usize];
                let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
                ExprKind::Number(Int::from(i64::try_from(line).unwrap_or(i64::MAX)), IntType::INT)
            }
            _ => ExprKind::Name(name),
        }
    }

    fn missing_operand(&mut self) {
        let diagnostic = self.unexpected("an expression");
        let after = self.tokens[self.at.saturating_sub(1)];
        let help = match self.peek().kind {
            TokenKind::Symbol(Symbol::Assign) if after.kind == TokenKind::Symbol(Symbol::Less) => {
                "did you mean `<=`?"
            }
            TokenKind::Symbol(Symbol::Assign) if after.kind == TokenKind::Symbol(Symbol::Greater) => {
                "did you mean `>=`?"
            }
            TokenKind::Symbol(Symbol::Greater) if after.kind == TokenKind::Symbol(Symbol::Assign) => {
                "greater-or-equal is written `>=`"
            }
            TokenKind::Symbol(Symbol::Less) if after.kind == TokenKind::Symbol(Symbol::Assign) => {
                "less-or-equal is written `<=`"
            }
            TokenKind::Symbol(Symbol::Greater) if after.kind == TokenKind::Symbol(Symbol::Less) => {
                "different is written `!=`"
            }
            TokenKind::Symbol(Symbol::OpenBrace) => "values in braces are not supported",
            TokenKind::Keyword(keyword)
                if after.kind == TokenKind::Symbol(Symbol::OpenParen) && is_type(keyword) =>
            {
                "a type has no value"
            }
            _ => "an operand is missing here: a name, a number, a call, or something in parentheses",
        };
        self.error(diagnostic.help(help));
    }

    fn parenthesised(&mut self) -> Expr<'a> {
        let open = self.peek().span;
        if self.peek_after(1).is(Symbol::OpenBrace) {
            self.skip_balanced();
            let span = open.to(self.previous());
            let diagnostic = Diagnostic::error(
                Code::FeatureUnsupported,
                span,
                "statements inside an expression are not supported",
            );
            self.error(diagnostic.help("write them as statements of their own"));
            return Self::error_expr(span);
        }
        self.bump();
        let mut inner = self.expression();
        if !self.eat(Symbol::CloseParen) && !self.is_after_error() {
            let diagnostic = self.missing("`)`").help("each `(` needs its `)`");
            self.error(diagnostic.related(open, "this `(` is not closed"));
        }
        inner.span = open.to(self.previous());
        inner.closed = true;
        inner
    }
}

fn is_type(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Int | Keyword::Long | Keyword::Char | Keyword::Unsigned | Keyword::Short)
}
