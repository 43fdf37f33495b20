//! Statements.

use super::{Parser, shorten};
use crate::c::syntax::{Base, Expr, ExprKind, Specifiers, Stmt, StmtKind, Storage};
use crate::c::token::{Keyword, Symbol, TokenKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// The longest text that is repeated in help, in bytes.
const SHORT: usize = 30;

impl<'a> Parser<'a, '_> {
    /// Whether a statement that is no declaration and no expression begins at the cursor.
    pub(super) fn starts_statement(&self) -> bool {
        matches!(
            self.peek().kind,
            TokenKind::Keyword(
                Keyword::If
                    | Keyword::While
                    | Keyword::Do
                    | Keyword::For
                    | Keyword::Switch
                    | Keyword::Case
                    | Keyword::Default
                    | Keyword::Goto
                    | Keyword::Break
                    | Keyword::Continue
                    | Keyword::Return
            )
        )
    }

    /// One statement or declaration, with the labels before it as statements of their own.
    pub(super) fn statement(&mut self, stmts: &mut Vec<Stmt<'a>>) {
        while self.label(stmts) {}
        if self.at_symbol(Symbol::CloseBrace) && !stmts.is_empty() {
            // A label at the end of a block.
            return;
        }
        let start = self.at;
        let stmt = match self.peek().kind {
            TokenKind::Keyword(keyword) if self.starts_statement() => self.keyword_statement(keyword),
            _ if self.starts_declaration() => {
                if self.static_assertion() {
                    return;
                }
                self.declaration()
            }
            TokenKind::Symbol(Symbol::OpenBrace) => {
                let open = self.peek().span;
                let kind = StmtKind::Block(self.block_items());
                Stmt { span: open.to(self.previous()), kind }
            }
            TokenKind::Symbol(Symbol::Semicolon) => Stmt { span: self.bump().span, kind: StmtKind::Empty },
            TokenKind::Keyword(keyword) => self.odd_keyword(keyword),
            _ => self.expression_statement(),
        };
        if self.at > start || !matches!(stmt.kind, StmtKind::Error) {
            stmts.push(stmt);
        }
    }

    /// `name:`, `case e:` or `default:`.
    fn label(&mut self, stmts: &mut Vec<Stmt<'a>>) -> bool {
        let first = self.peek();
        let kind = match first.kind {
            TokenKind::Name if self.peek_after(1).is(Symbol::Colon) && !self.is_foreign_assignment() => {
                self.bump();
                StmtKind::Label(self.name(first))
            }
            TokenKind::Keyword(Keyword::Case) => {
                self.bump();
                let value = self.constant();
                let end = self.eat(Symbol::Ellipsis).then(|| self.constant());
                StmtKind::Case(value, end)
            }
            TokenKind::Keyword(Keyword::Default) => {
                self.bump();
                StmtKind::Default
            }
            _ => return false,
        };
        let span = first.span.to(self.previous());
        self.expect(Symbol::Colon, "a label ends with `:`");
        stmts.push(Stmt { span, kind });
        true
    }

    /// Warns of a `;` right behind the head of an `if` or a loop, where what follows looks like the body that was meant.
    fn stray_semicolon(&mut self, head: Span, of: &str) {
        let (semicolon, next) = (self.peek(), self.peek_after(1));
        let line_of = |span: Span| {
            let before = &self.source[..span.start as usize];
            before.rfind('\n').map_or(0, |at| at + 1)
        };
        let indent = |span: Span| {
            let line = &self.source[line_of(span)..span.start as usize];
            line.len() - line.trim_start().len()
        };
        let is_behind = semicolon.kind == TokenKind::Symbol(Symbol::Semicolon)
            && line_of(self.previous()) == line_of(semicolon.span);
        // Loops without a body are written on purpose, branches are not.
        let looks_meant = match next.kind {
            TokenKind::Keyword(Keyword::Else) | TokenKind::Symbol(Symbol::CloseBrace) => false,
            TokenKind::Symbol(Symbol::OpenBrace) => true,
            _ if of == "if" => true,
            _ => line_of(next.span) != line_of(semicolon.span) && indent(next.span) > indent(head),
        };
        if is_behind && looks_meant {
            let message = format!("this `;` is all that the `{of}` does");
            self.sink.report(
                Diagnostic::warning(Code::EmptyStatement, semicolon.span, message)
                    .help(
                        "remove it if what follows belongs inside; a body that does nothing is written `{ }`",
                    )
                    .related(head, format!("of this `{of}`")),
            );
        }
    }

    /// The statement that belongs to an `if` or a loop: a block if it is more than one.
    fn body(&mut self) -> Box<Stmt<'a>> {
        let start = self.here();
        // A block counts itself.
        let counts = !self.at_symbol(Symbol::OpenBrace);
        if counts && !self.enter() {
            return Box::new(Stmt { span: start, kind: StmtKind::Error });
        }
        self.scopes.push(Default::default());
        let mut stmts = Vec::new();
        if self.at_symbol(Symbol::CloseBrace) || self.at_end() {
            let diagnostic =
                self.unexpected("a statement").help("a body that does nothing is written `;` or `{ }`");
            self.error(diagnostic);
        } else {
            self.statement(&mut stmts);
        }
        self.scopes.pop();
        if counts {
            self.leave();
        }
        let is_single =
            stmts.len() == 1 && !matches!(stmts[0].kind, StmtKind::Declaration(_) | StmtKind::Label(_));
        match stmts.pop() {
            Some(single) if is_single => Box::new(single),
            last => {
                stmts.extend(last);
                let span = stmts.iter().map(|stmt| stmt.span).fold(start, Span::to);
                Box::new(Stmt { span, kind: StmtKind::Block(stmts) })
            }
        }
    }

    /// `( e )`
    fn condition(&mut self, of: &str) -> Expr<'a> {
        let help = format!("the condition stands in parentheses: `{of} (x < 10)`");
        let is_open = self.expect(Symbol::OpenParen, &help);
        let cond = self.expression();
        if is_open || self.at_symbol(Symbol::CloseParen) {
            self.close_paren(&help);
        } else if !self.starts_statement() && !self.at_symbol(Symbol::OpenBrace) {
            self.synchronise();
        }
        cond
    }

    /// The `)` behind a condition; what stands before it and cannot be read is skipped.
    fn close_paren(&mut self, help: &str) {
        if self.eat(Symbol::CloseParen) {
            return;
        }
        if !self.is_after_error() {
            let diagnostic = self.missing("`)`").help(help);
            self.error(diagnostic);
        }
        if self.peek().starts_line {
            return;
        }
        let mut depth = 0u32;
        while !self.at_end() && !self.starts_statement() {
            match self.peek().kind {
                TokenKind::Symbol(Symbol::OpenBrace | Symbol::CloseBrace | Symbol::Semicolon) => return,
                TokenKind::Symbol(Symbol::OpenParen) => depth += 1,
                TokenKind::Symbol(Symbol::CloseParen) if depth == 0 => {
                    self.bump();
                    return;
                }
                TokenKind::Symbol(Symbol::CloseParen) => depth -= 1,
                _ => {}
            }
            self.bump();
        }
    }

    fn keyword_statement(&mut self, keyword: Keyword) -> Stmt<'a> {
        let first = self.bump().span;
        let kind = match keyword {
            Keyword::If => self.if_statement(),
            Keyword::While => {
                let cond = self.condition("while");
                self.stray_semicolon(first, "while");
                StmtKind::While(cond, self.body())
            }
            Keyword::Do => self.do_statement(),
            Keyword::For => self.for_statement(),
            Keyword::Switch => {
                let value = self.condition("switch");
                StmtKind::Switch(value, self.body())
            }
            Keyword::Goto => self.goto_statement(),
            Keyword::Break => {
                self.end_of_statement("`break`");
                StmtKind::Break
            }
            Keyword::Continue => {
                self.end_of_statement("`continue`");
                StmtKind::Continue
            }
            Keyword::Return => {
                let nothing = self.at_symbol(Symbol::Semicolon) || self.at_symbol(Symbol::CloseBrace);
                let value = (!nothing).then(|| self.expression());
                self.end_of_statement("`return`");
                StmtKind::Return(value)
            }
            _ => StmtKind::Error,
        };
        // The `;` does not belong to it.
        let ends =
            matches!(kind, StmtKind::Goto(_) | StmtKind::Break | StmtKind::Continue | StmtKind::Return(_));
        let count = if ends && self.tokens[self.at - 1].is(Symbol::Semicolon) { 2 } else { 1 };
        Stmt { span: first.to(self.tokens[self.at.saturating_sub(count)].span), kind }
    }

    /// Behind `if`; a chain of `else if` becomes one statement, however long.
    fn if_statement(&mut self) -> StmtKind<'a> {
        let mut arms = Vec::new();
        loop {
            let head = self.previous();
            let cond = self.condition("if");
            self.stray_semicolon(head, "if");
            arms.push((cond, *self.body()));
            if !self.eat_keyword(Keyword::Else) {
                return StmtKind::If(arms, None);
            }
            if !self.eat_keyword(Keyword::If) {
                return StmtKind::If(arms, Some(self.body()));
            }
        }
    }

    fn do_statement(&mut self) -> StmtKind<'a> {
        let body = self.body();
        if !self.eat_keyword(Keyword::While) {
            let diagnostic =
                self.unexpected("`while`").help("this loop is written `do { ... } while (condition);`");
            self.error(diagnostic);
            let span = self.here();
            if self.peek().kind == TokenKind::Name && self.peek_after(1).is(Symbol::OpenParen) {
                // `until (...)`: another word for the same thing, or for its contrary.
                self.bump();
                self.skip_balanced();
                self.eat(Symbol::Semicolon);
            }
            return StmtKind::Do(body, Self::error_expr(span));
        }
        let cond = self.condition("while");
        self.end_of_statement("the condition of `do`");
        StmtKind::Do(body, cond)
    }

    fn for_statement(&mut self) -> StmtKind<'a> {
        let head = self.previous();
        let help = "a `for` loop is written `for (i = 0; i < n; i++)`";
        self.expect(Symbol::OpenParen, help);
        self.scopes.push(Default::default());
        let init = if self.eat(Symbol::Semicolon) {
            None
        } else if self.starts_declaration() {
            Some(Box::new(self.declaration()))
        } else {
            let init = self.expression();
            self.expect(Symbol::Semicolon, help);
            Some(Box::new(Stmt { span: init.span, kind: StmtKind::Expr(init) }))
        };
        let cond = (!self.at_symbol(Symbol::Semicolon)).then(|| self.expression());
        self.expect(Symbol::Semicolon, help);
        let step = (!self.at_symbol(Symbol::CloseParen)).then(|| self.expression());
        self.close_paren(help);
        self.stray_semicolon(head, "for");
        let body = self.body();
        self.scopes.pop();
        StmtKind::For { init, cond, step, body }
    }

    fn goto_statement(&mut self) -> StmtKind<'a> {
        let target = self.peek();
        let kind = if target.kind == TokenKind::Name {
            self.bump();
            StmtKind::Goto(self.name(target))
        } else {
            let diagnostic = self.unexpected("the name of a label").help("write `goto name;`");
            self.error(diagnostic);
            StmtKind::Error
        };
        self.end_of_statement("`goto`");
        kind
    }

    fn expression_statement(&mut self) -> Stmt<'a> {
        let start = self.at;
        if self.is_foreign_assignment() {
            self.foreign_assignment();
            self.end_of_statement("this statement");
            return self.error_stmt(start);
        }
        if self.probably_declares() {
            return self.unknown_type();
        }
        let expr = self.expression();
        let is_error = matches!(expr.kind, ExprKind::Error);
        self.end_of_statement("this statement");
        if is_error {
            return self.error_stmt(start);
        }
        Stmt { span: expr.span.to(self.previous()), kind: StmtKind::Expr(expr) }
    }

    /// `x := ...`, as in IMP.
    fn is_foreign_assignment(&self) -> bool {
        let (colon, equals) = (self.peek_after(1), self.peek_after(2));
        self.peek().kind == TokenKind::Name
            && colon.is(Symbol::Colon)
            && equals.is(Symbol::Assign)
            && colon.span.end == equals.span.start
    }

    fn foreign_assignment(&mut self) {
        let name = self.bump();
        let operator = self.bump().span.to(self.bump().span);
        let rest = self.source.get(operator.end as usize..).unwrap_or("");
        let rest = rest.split(['\n', ';', '}']).next().unwrap_or("").trim();
        let value = if rest.is_empty() || rest.len() > SHORT || rest.contains("//") || rest.contains("/*") {
            "..."
        } else {
            rest
        };
        let diagnostic = Diagnostic::error(Code::ForeignOperator, operator, "`:=` is not an operator of C")
            .help(format!("write `{} = {value}`; `:=` is IMP", shorten(self.text(name))));
        self.error(diagnostic);
        self.assignment();
    }

    /// Two names in a row, as in `string s;`.
    fn probably_declares(&self) -> bool {
        let next = self.peek_after(1);
        let after = self.peek_after(2);
        self.peek().kind == TokenKind::Name
            && next.kind == TokenKind::Name
            && !next.starts_line
            && [Symbol::Semicolon, Symbol::Assign, Symbol::Comma, Symbol::OpenBracket]
                .iter()
                .any(|&s| after.is(s))
    }

    fn unknown_type(&mut self) -> Stmt<'a> {
        let word = self.bump();
        let text = shorten(self.text(word));
        let help = match text.as_str() {
            "boolean" | "Bool" | "BOOL" => "the type of truth values is `_Bool`, or `bool`",
            "integer" | "Int" | "INT" => "the type of integers is `int`",
            "string" | "String" => "there are no strings; only integers are supported",
            "var" | "let" => "a variable is declared with its type: `int x = 0;`",
            _ => {
                "integer types are `int`, `unsigned`, `long`, `short`, `char`, `_Bool`; others need a `typedef`"
            }
        };
        let diagnostic =
            Diagnostic::error(Code::UnexpectedToken, word.span, format!("there is no type `{text}`"));
        self.error(diagnostic.help(help));
        // What is declared is known from now on, whatever it is.
        let specifiers =
            Specifiers { span: word.span, base: Base::Error, storage: Storage::Plain, is_const: false };
        let declarator = self.declarator();
        self.declaration_after(word.span, specifiers, vec![declarator])
    }

    /// A keyword that begins neither a statement nor a declaration.
    fn odd_keyword(&mut self, keyword: Keyword) -> Stmt<'a> {
        let start = self.at;
        let diagnostic = match keyword {
            Keyword::Else => Diagnostic::error(Code::StrayCloser, self.here(), "an `else` without its `if`")
                .help("between `if (...)` and `else` there may be one statement, or a block `{ ... }`"),
            Keyword::Asm | Keyword::AsmAlt => {
                Diagnostic::error(Code::FeatureUnsupported, self.here(), "assembler is not supported")
                    .help("write in C what it does")
            }
            Keyword::Sizeof | Keyword::Generic | Keyword::Alignof => return self.expression_statement(),
            _ => {
                let words = self.keyword_words();
                Diagnostic::error(Code::UnexpectedToken, self.here(), format!("{words} begins no statement"))
                    .help("a statement is an assignment, a call, `if`, `while`, `for`, `return` and so on")
            }
        };
        self.error(diagnostic);
        self.bump();
        if keyword == Keyword::Else {
            return self.error_stmt(start);
        }
        while self.at_keyword(Keyword::VolatileAlt) || self.at_keyword(Keyword::Volatile) {
            self.bump();
        }
        if self.at_symbol(Symbol::OpenParen) {
            self.skip_balanced();
        }
        self.synchronise();
        self.eat(Symbol::Semicolon);
        self.error_stmt(start)
    }
}
