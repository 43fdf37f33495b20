//! Expressions: one grammar for both types, by precedence climbing.
//!
//! Whether `(x)` begins an integer or a condition is known only later, so the type checker tells them apart. A chain of
//! operators of one level becomes one node, however long, so that only nesting makes a tree high.

use super::{Parser, shorten};
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::{Keyword, Symbol, TokenKind};
use crate::span::Span;
use crate::syntax::{Expr, ExprKind, Level, Op};
use crate::{MAX_DEPTH, MAX_DIGITS};

impl Parser<'_> {
    /// A condition.
    pub(super) fn condition(&mut self) -> Expr {
        self.in_condition = true;
        self.operand(Level::Implication)
    }

    /// The right-hand side of an assignment, of either type.
    pub(super) fn right_hand_side(&mut self) -> Expr {
        self.in_condition = false;
        let value = self.operand(Level::Implication);
        if self.peek().kind == TokenKind::Unknown && self.peek().span.text(self.source).starts_with('?') {
            // A conditional expression, which the lexer has reported; what was read is its condition.
            self.synchronise();
            return Self::error_expr(value.span);
        }
        value
    }

    /// An expression whose outermost operator, unless in parentheses, binds at least as tightly as `least`.
    fn operand(&mut self, least: Level) -> Expr {
        if !self.enter() {
            return Self::error_expr(self.here());
        }
        let mut left = self.prefix(least);
        while let Some(op) = self.infix(&left) {
            if op.level() < least {
                break;
            }
            let op_span = self.bump().span;
            let right = self.operand(op.level().tighter());
            left = self.join(left, op, op_span, right);
        }
        self.leave();
        left
    }

    pub(super) fn error_expr(span: Span) -> Expr {
        Expr { span, kind: ExprKind::Error, closed: false, height: 1 }
    }

    /// An atom with the signs and negations before it.
    fn prefix(&mut self, least: Level) -> Expr {
        let token = self.peek();
        let (inner, wrap): (_, fn(Box<Expr>) -> ExprKind) = match token.kind {
            TokenKind::Keyword(Keyword::Not) | TokenKind::Symbol(Symbol::Bang) => {
                self.bump();
                (self.operand(least.max(Level::Negation)), ExprKind::Not)
            }
            TokenKind::Symbol(Symbol::Minus) => {
                self.double_minus(token.span);
                self.bump();
                (self.operand(Level::Sign), ExprKind::Neg)
            }
            _ => return self.atom(),
        };
        let (span, height) = (token.span.to(inner.span), inner.height + 1);
        self.bounded(Expr { span, kind: wrap(Box::new(inner)), closed: false, height })
    }

    /// `x -- y` subtracts a negative number, though `--` may be meant as the beginning of a comment.
    fn double_minus(&mut self, span: Span) {
        let (before, after) = (&self.source[..span.start as usize], &self.source[span.end as usize..]);
        if before.ends_with('-') && after.starts_with([' ', '\t']) {
            let both = Span { start: span.start - 1, ..span };
            self.sink.report(
                Diagnostic::warning(
                    Code::ForeignComment,
                    both,
                    "`--` subtracts the negative of what follows",
                )
                .help("a comment is written `// ...`; for the difference write `- (-...)`"),
            );
        }
    }

    fn atom(&mut self) -> Expr {
        let token = self.peek();
        let kind = match token.kind {
            TokenKind::Number => {
                let text = token.span.text(self.source);
                let number = if text.len() <= MAX_DIGITS { text.parse().ok() } else { None };
                number.map_or(ExprKind::Error, ExprKind::Number)
            }
            TokenKind::Keyword(Keyword::True) => ExprKind::Truth(true),
            TokenKind::Keyword(Keyword::False) => ExprKind::Truth(false),
            TokenKind::Keyword(Keyword::Nondet) => {
                let number = self.tree.nondets;
                self.tree.nondets += 1;
                ExprKind::Nondet(number)
            }
            TokenKind::Name => ExprKind::Name(token.span),
            TokenKind::Unknown => ExprKind::Error,
            TokenKind::Symbol(Symbol::OpenParen) => return self.parenthesised(),
            TokenKind::Symbol(Symbol::Plus) => {
                let message = "a `+` without a left operand";
                self.error(
                    Diagnostic::error(Code::UnexpectedToken, token.span, message)
                        .help("numbers carry no plus sign; leave it out"),
                );
                self.bump();
                return self.operand(Level::Sign);
            }
            _ => {
                self.missing_operand();
                return Self::error_expr(self.here());
            }
        };
        self.bump();
        if self.at_symbol(Symbol::OpenParen)
            && matches!(token.kind, TokenKind::Name | TokenKind::Keyword(Keyword::Nondet))
        {
            return self.call(token.span);
        }
        Expr { span: token.span, kind, closed: false, height: 1 }
    }

    fn missing_operand(&mut self) {
        let wanted = if self.in_condition { "a condition or an expression" } else { "an expression" };
        let mut diagnostic = self.unexpected(wanted);
        match self.peek().kind {
            TokenKind::Symbol(Symbol::Star) => {
                diagnostic = diagnostic.help("an arbitrary value is written `nondet`");
                self.error(diagnostic);
                self.bump();
                return;
            }
            TokenKind::Keyword(Keyword::If) => {
                diagnostic = diagnostic.help("`if` is a statement and has no value; assign in each branch");
            }
            TokenKind::Keyword(keyword) if self.operator_follows() => {
                let text = keyword.text();
                diagnostic.code = Code::KeywordAsName;
                diagnostic =
                    diagnostic.help(format!("`{text}` is a keyword; give the variable another name"));
            }
            _ => {
                diagnostic = diagnostic.help(
                    "an operand is a number, a variable, `true`, `false`, `nondet` or stands in parentheses",
                );
            }
        }
        self.error(diagnostic);
    }

    /// Whether the token after the one at the cursor can only follow an operand.
    fn operator_follows(&self) -> bool {
        matches!(
            self.peek_after(1).kind,
            TokenKind::Symbol(
                Symbol::Equal
                    | Symbol::NotEqual
                    | Symbol::Less
                    | Symbol::LessEqual
                    | Symbol::Greater
                    | Symbol::GreaterEqual
                    | Symbol::Plus
                    | Symbol::Star
            )
        )
    }

    fn parenthesised(&mut self) -> Expr {
        let open = self.bump().span;
        let mut inner = self.operand(Level::Implication);
        if self.at_symbol(Symbol::CloseParen) {
            self.bump();
        } else {
            let diagnostic =
                self.unexpected("`)` or an operator").help("what opens with `(` is closed by `)`");
            self.error(diagnostic.related(open, "this parenthesis is still open"));
        }
        inner.span = open.to(self.previous());
        inner.closed = true;
        inner
    }

    /// `name(...)`: reported, and skipped up to the closing parenthesis.
    fn call(&mut self, callee: Span) -> Expr {
        let name = callee.text(self.source);
        let help = if name.contains("nondet") {
            "an arbitrary value is written `nondet`, without parentheses".to_owned()
        } else if matches!(name, "old" | "pre" | "at_pre") {
            "keep the first value in a variable of its own: `x0 := x` before the first statement that changes `x`".to_owned()
        } else {
            format!("a product needs `*`, as in `2 * ({})`", shorten(name))
        };
        self.error(
            Diagnostic::error(Code::NotInLanguage, callee, "there are no functions to call").help(help),
        );
        self.skip_parentheses(false);
        Self::error_expr(callee.to(self.previous()))
    }

    /// Skips from an opening parenthesis to its partner, or to where the statement ends; `over_semicolons` if those
    /// do not end it.
    pub(super) fn skip_parentheses(&mut self, over_semicolons: bool) {
        let mut open = 0_usize;
        loop {
            match self.peek().kind {
                TokenKind::Symbol(Symbol::OpenParen) => open += 1,
                TokenKind::Symbol(Symbol::CloseParen) => open -= 1,
                TokenKind::Symbol(Symbol::Semicolon) if over_semicolons => {}
                TokenKind::Symbol(Symbol::Semicolon | Symbol::OpenBrace | Symbol::CloseBrace)
                | TokenKind::End => return,
                TokenKind::Keyword(_) if self.starts_statement() => return,
                _ => {}
            }
            self.bump();
            if open == 0 {
                return;
            }
        }
    }

    /// The binary operator at the cursor, after the operand `left`. Slips are reported and read as what is meant.
    fn infix(&mut self, left: &Expr) -> Option<Op> {
        let token = self.peek();
        Some(match token.kind {
            TokenKind::Symbol(symbol) => match symbol {
                Symbol::Implies => Op::Implies,
                Symbol::OrOr => Op::Or,
                Symbol::AndAnd => Op::And,
                Symbol::Less => Op::Less,
                Symbol::LessEqual => Op::LessEqual,
                Symbol::Equal | Symbol::EqualEqual => Op::Equal,
                Symbol::NotEqual => Op::NotEqual,
                Symbol::GreaterEqual => Op::GreaterEqual,
                Symbol::Greater => Op::Greater,
                Symbol::Plus => Op::Plus,
                Symbol::Minus => Op::Minus,
                Symbol::Star => Op::Times,
                Symbol::Slash => Op::Divide,
                Symbol::Percent => Op::Modulo,
                Symbol::Assign => {
                    self.assignment_inside(token.span, left);
                    if !self.in_condition {
                        return None;
                    }
                    Op::Equal
                }
                _ => return None,
            },
            TokenKind::Keyword(Keyword::Or) => Op::Or,
            TokenKind::Keyword(Keyword::And) => Op::And,
            TokenKind::Compound if token.span.text(self.source) == "/=" => {
                self.error(
                    Diagnostic::error(Code::ForeignOperator, token.span, "`/=` is not an operator of IMP")
                        .help("did you mean `!=`?"),
                );
                Op::NotEqual
            }
            TokenKind::Name => return self.operator_word(token.span),
            _ => return None,
        })
    }

    fn assignment_inside(&mut self, span: Span, left: &Expr) {
        let target = left.span.text(self.source);
        let diagnostic = if self.in_condition {
            Diagnostic::error(Code::AssignmentInCondition, span, "`:=` assigns, but this is a condition")
                .help("compare with `=`")
        } else {
            Diagnostic::error(Code::AssignmentInCondition, span, "an assignment has no value")
                .help(format!("separate the statements with `;` before `{}`", shorten(target)))
        };
        self.error(diagnostic);
    }

    /// `x mod 2` and the like.
    fn operator_word(&mut self, span: Span) -> Option<Op> {
        let word = span.text(self.source);
        let (op, written) = match word {
            "mod" | "rem" | "MOD" => (Op::Modulo, "%"),
            "div" | "DIV" => (Op::Divide, "/"),
            "xor" | "XOR" => (Op::NotEqual, "!="),
            "implies" => (Op::Implies, "=>"),
            "iff" => (Op::Equal, "="),
            "AND" => (Op::And, "and"),
            "OR" => (Op::Or, "or"),
            _ => return None,
        };
        let is_operand = matches!(
            self.peek_after(1).kind,
            TokenKind::Name
                | TokenKind::Number
                | TokenKind::Symbol(Symbol::OpenParen | Symbol::Minus)
                | TokenKind::Keyword(Keyword::Not | Keyword::True | Keyword::False | Keyword::Nondet)
        );
        if !is_operand {
            return None;
        }
        self.error(
            Diagnostic::error(Code::ForeignOperator, span, format!("`{word}` is not an operator of IMP"))
                .help(format!("write `{written}`")),
        );
        Some(op)
    }

    /// `left op right`, added to the chain that `left` may be.
    fn join(&mut self, left: Expr, op: Op, op_span: Span, right: Expr) -> Expr {
        let span = left.span.to(right.span);
        let goes_on = !left.closed
            && matches!(&left.kind, ExprKind::Chain(_, rest) if rest.first().is_some_and(|part| part.0.level() == op.level()));
        if !goes_on {
            let height = left.height.max(right.height) + 1;
            let kind = ExprKind::Chain(Box::new(left), vec![(op, right)]);
            return self.bounded(Expr { span, kind, closed: false, height });
        }
        if op.level() == Level::Comparison {
            self.error_after(chained_comparison(self.source, &left, op, op_span, &right));
            return Self::error_expr(span);
        }
        let mut height = left.height.max(right.height + 1);
        if op.level() == Level::Product {
            // The typed tree nests quotients and remainders, so each of them counts.
            height += 1;
        }
        let ExprKind::Chain(first, mut rest) = left.kind else { return Self::error_expr(span) };
        rest.push((op, right));
        self.bounded(Expr { span, kind: ExprKind::Chain(first, rest), closed: false, height })
    }

    /// Reports an error about text that has been read already.
    fn error_after(&mut self, diagnostic: Diagnostic) {
        self.sink.report(diagnostic);
        self.reported_at = Some(self.at);
    }

    /// The expression itself, unless it is too high a tree.
    fn bounded(&mut self, expr: Expr) -> Expr {
        if expr.height <= MAX_DEPTH {
            return expr;
        }
        self.error_after(
            Diagnostic::error(Code::TooDeep, expr.span, "this expression is nested too deeply")
                .help("give parts of it names with assignments before"),
        );
        Self::error_expr(expr.span)
    }
}

fn chained_comparison(source: &str, left: &Expr, op: Op, op_span: Span, right: &Expr) -> Diagnostic {
    let text = |span: Span| shorten(span.text(source));
    let diagnostic = Diagnostic::error(Code::ChainedComparison, op_span, "comparisons do not chain");
    let ExprKind::Chain(_, rest) = &left.kind else { return diagnostic };
    let Some((first_op, middle)) = rest.last() else { return diagnostic };
    let both = format!("{} and {} {} {}", text(left.span), text(middle.span), op.text(), text(right.span));
    let may_be_bool = [*first_op, op].iter().any(|op| matches!(op, Op::Equal | Op::NotEqual));
    let otherwise = if may_be_bool { ", or set parentheses to compare truth values" } else { "" };
    diagnostic.help(format!("write `{both}`{otherwise}"))
}
