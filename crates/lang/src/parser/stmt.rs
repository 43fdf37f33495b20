//! Lists of statements and single statements.

use super::{Parser, hints, shorten};
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::{Keyword, Symbol, Token, TokenKind};
use crate::span::Span;
use crate::syntax::{SyntaxKind, SyntaxNode};

/// One less than the most variables of a parallel assignment: bounded look-ahead keeps parsing linear.
const MOST_AT_ONCE: usize = 50;

/// The longest text that is repeated in help, in bytes.
const SHORT: usize = 30;

impl Parser<'_> {
    /// Statements up to the end of the block, which is left at the cursor.
    pub(super) fn statements(&mut self) -> Vec<SyntaxNode> {
        let mut list = Vec::new();
        loop {
            if self.sink.is_full() {
                self.abandon();
            }
            match self.peek().kind {
                TokenKind::End => break,
                TokenKind::Symbol(Symbol::Semicolon) => self.needless_semicolon(),
                TokenKind::Keyword(Keyword::Int | Keyword::Bool) => self.late_declaration(),
                TokenKind::Symbol(Symbol::OpenBrace) => {
                    if !self.brace_among_statements(&mut list) {
                        break;
                    }
                }
                _ if self.at_closer().is_some() => {
                    if self.closes_open_block() {
                        break;
                    }
                    self.stray_closer();
                }
                _ => {
                    let errors = self.sink.errors();
                    let node = self.statement();
                    let has_block =
                        matches!(node.kind, SyntaxKind::If(..) | SyntaxKind::While(..) | SyntaxKind::For(..));
                    self.separator(errors != self.sink.errors() && !has_block);
                    list.push(node);
                }
            }
        }
        list
    }

    pub(super) fn needless_semicolon(&mut self) {
        let span = self.bump().span;
        self.sink.report(
            Diagnostic::warning(Code::EmptyStatement, span, "needless `;`")
                .help("`;` stands between statements, once; the statement that does nothing is `skip`"),
        );
    }

    /// Whether an assignment operator, or what may be meant as one, stands so many tokens after the cursor.
    pub(super) fn name_is_assigned(&self, count: usize) -> bool {
        matches!(
            self.peek_after(count).kind,
            TokenKind::Symbol(Symbol::Assign | Symbol::Equal | Symbol::EqualEqual) | TokenKind::Compound
        )
    }

    /// What follows a statement: `;`, or the end of the block. `quiet` if the statement has an error of its own.
    pub(super) fn separator(&mut self, quiet: bool) {
        if self.eat(Symbol::Semicolon) {
            return;
        }
        let ends = self.at_end() || self.at_closer().is_some() || self.at_symbol(Symbol::OpenBrace);
        if !ends {
            // A block in braces has been reported; in C nothing follows it.
            let after_brace = self.at > 0 && self.previous().text(self.source) == "}";
            if !quiet && !after_brace {
                self.missing_semicolon("statements are separated by `;`");
            }
            if !self.starts_statement() {
                self.synchronise();
                self.eat(Symbol::Semicolon);
            }
        }
    }

    /// Reports that a `;` is missing, unless the statement before has an error of its own.
    pub(super) fn missing_semicolon(&mut self, help: &str) {
        if self.is_after_error() {
            return;
        }
        let between = self.previous().after();
        let found = self.found();
        let diagnostic = if self.starts_statement() || self.at_declaration() {
            Diagnostic::error(Code::MissingSemicolon, between, format!("expected `;` before {found}"))
                .help(help)
        } else {
            self.unexpected("`;` or an operator").help(match self.peek().kind {
                TokenKind::Name | TokenKind::Number | TokenKind::Symbol(Symbol::OpenParen) => {
                    "statements are separated by `;`; a product needs `*`"
                }
                _ => help,
            })
        };
        self.error(diagnostic);
    }

    /// Whether a statement begins at the cursor.
    pub(super) fn starts_statement(&self) -> bool {
        match self.peek().kind {
            TokenKind::Keyword(keyword) => matches!(
                keyword,
                Keyword::Skip | Keyword::If | Keyword::While | Keyword::Assume | Keyword::Assert
            ),
            TokenKind::Name => {
                matches!(self.peek_after(1).kind, TokenKind::Symbol(Symbol::Assign) | TokenKind::Compound)
                    || self.at_counting()
                    || self.at_parallel()
            }
            _ => false,
        }
    }

    /// Whether `for x :=` stands at the cursor, or with a slip `for x =`; `for` is a name everywhere else.
    fn at_counting(&self) -> bool {
        self.peek().span.text(self.source) == "for"
            && self.peek_after(1).kind == TokenKind::Name
            && matches!(self.peek_after(2).kind, TokenKind::Symbol(Symbol::Assign | Symbol::Equal))
    }

    /// Whether `x, y :=` stands at the cursor.
    fn at_parallel(&self) -> bool {
        let mut at = 0;
        while at < 2 * MOST_AT_ONCE
            && self.peek_after(at).kind == TokenKind::Name
            && self.peek_after(at + 1).kind == TokenKind::Symbol(Symbol::Comma)
        {
            at += 2;
        }
        at > 0
            && self.peek_after(at).kind == TokenKind::Name
            && self.peek_after(at + 1).kind == TokenKind::Symbol(Symbol::Assign)
    }

    /// Skips to where reading can go on: a `;`, the end of a block, a brace or a statement.
    pub(super) fn synchronise(&mut self) {
        while !self.at_end()
            && !self.at_symbol(Symbol::Semicolon)
            && !self.at_symbol(Symbol::OpenBrace)
            && self.at_closer().is_none()
            && !self.starts_statement()
        {
            self.bump();
        }
    }

    /// One statement; at least one token is read.
    pub(super) fn statement(&mut self) -> SyntaxNode {
        let first = self.peek();
        let kind = match first.kind {
            TokenKind::Keyword(keyword) => self.keyword_statement(keyword),
            TokenKind::Name => self.name_statement(),
            _ => {
                self.expected_statement();
                self.bump();
                self.synchronise();
                SyntaxKind::Error
            }
        };
        SyntaxNode { span: first.span.to(self.previous()), kind }
    }

    pub(super) fn expected_statement(&mut self) {
        let diagnostic = self
            .unexpected("a statement")
            .help("a statement is `x := ...`, `skip`, `if`, `while`, `assume` or `assert`");
        self.error(diagnostic);
    }

    pub(super) fn keyword_statement(&mut self, keyword: Keyword) -> SyntaxKind {
        if self.peek_after(1).kind == TokenKind::Symbol(Symbol::Assign) {
            self.keyword_as_name(keyword);
            self.bump();
            self.bump();
            self.right_hand_side();
            return SyntaxKind::Error;
        }
        let opener = self.bump();
        self.statement_after(keyword, opener)
    }

    /// What follows `opener`, which is the keyword or is meant to be.
    pub(super) fn statement_after(&mut self, keyword: Keyword, opener: Token) -> SyntaxKind {
        match keyword {
            Keyword::Skip => SyntaxKind::Skip,
            Keyword::Assume => SyntaxKind::Assume(self.condition()),
            Keyword::Assert => SyntaxKind::Assert(self.condition()),
            Keyword::If => self.if_statement(opener),
            Keyword::While => self.while_statement(opener),
            _ => {
                self.at -= 1;
                self.expected_statement();
                self.bump();
                self.synchronise();
                SyntaxKind::Error
            }
        }
    }

    /// A statement that begins with a name: an assignment, or a slip.
    pub(super) fn name_statement(&mut self) -> SyntaxKind {
        if self.at_parallel() {
            return self.parallel();
        }
        if self.at_counting() {
            let opener = self.bump();
            return self.for_statement(opener);
        }
        let name = self.bump();
        let text = name.span.text(self.source);
        let token = self.peek();
        if !self.name_is_assigned(0)
            && let Some(keyword) = hints::keyword_like(text)
            && let Keyword::If | Keyword::While | Keyword::Skip | Keyword::Assume | Keyword::Assert = keyword
        {
            self.no_statement(name);
            return self.statement_after(keyword, name);
        }
        match token.kind {
            TokenKind::Symbol(Symbol::Assign) => {
                self.bump();
                SyntaxKind::Assign(name.span, self.right_hand_side())
            }
            TokenKind::Symbol(Symbol::Equal | Symbol::EqualEqual) => {
                let sign = token.span.text(self.source);
                self.bump();
                let value = self.right_hand_side();
                let written = self.written_since(token.span);
                self.error(
                    Diagnostic::error(
                        Code::AssignmentWithEquals,
                        token.span,
                        format!("`{sign}` compares; an assignment is written with `:=`"),
                    )
                    .help(format!("did you mean `{} := {written}`?", shorten(text))),
                );
                SyntaxKind::Assign(name.span, value)
            }
            TokenKind::Compound => self.compound(name.span, token.span),
            TokenKind::Symbol(Symbol::Minus)
                if self.source[token.span.start as usize..].starts_with("--") =>
            {
                self.compound(name.span, Span { end: token.span.end + 1, ..token.span })
            }
            _ => {
                self.no_statement(name);
                match token.kind {
                    TokenKind::Symbol(Symbol::OpenParen) => self.skip_parentheses(text == "for"),
                    TokenKind::Symbol(Symbol::Comma) => self.skip_list(),
                    _ => self.synchronise(),
                }
                SyntaxKind::Error
            }
        }
    }

    /// `x, y := e, f`.
    fn parallel(&mut self) -> SyntaxKind {
        let mut names = vec![self.bump().span];
        while self.eat(Symbol::Comma) {
            names.push(self.bump().span);
        }
        self.bump();
        let mut values = vec![self.right_hand_side()];
        while self.eat(Symbol::Comma) {
            values.push(self.right_hand_side());
        }
        let twice = names.iter().enumerate().find_map(|(at, name)| {
            let text = name.text(self.source);
            names[..at].iter().find(|before| before.text(self.source) == text).map(|before| (*before, *name))
        });
        if let Some((before, name)) = twice {
            let message = format!("`{}` is assigned twice at once", shorten(name.text(self.source)));
            self.sink.report(
                Diagnostic::error(Code::UnexpectedToken, name, message)
                    .help("each variable takes one value")
                    .related(before, "the first time"),
            );
        }
        if names.len() != values.len() {
            let (from, to) = (&values[0], &values[values.len() - 1]);
            let (many, given) = (names.len(), values.len());
            let plural = if given == 1 { "" } else { "s" };
            let message = format!("{many} variables, but {given} value{plural}");
            self.sink.report(
                Diagnostic::error(Code::UnexpectedToken, from.span.to(to.span), message)
                    .help("`x, y := e, f` computes both values first and then assigns them"),
            );
            return SyntaxKind::Error;
        }
        SyntaxKind::Parallel(names.into_iter().zip(values).collect())
    }

    /// The rest of a list that is no assignment.
    pub(super) fn skip_list(&mut self) {
        let is_name = |parser: &Self| parser.peek().kind == TokenKind::Name;
        while !self.at_end()
            && !self.at_symbol(Symbol::Semicolon)
            && self.at_closer().is_none()
            && (is_name(self) || !self.starts_statement())
        {
            self.bump();
        }
    }

    /// `x += 1`, `x++` and `x--`.
    pub(super) fn compound(&mut self, target: Span, operator: Span) -> SyntaxKind {
        let name = shorten(target.text(self.source));
        let shown = operator.text(self.source);
        let has_operand = shown.ends_with('=');
        let place = self.bump().span;
        let value = if has_operand { self.right_hand_side() } else { Self::error_expr(place) };
        let operand = match has_operand.then(|| self.written_since(operator)) {
            None => "1".to_owned(),
            Some(text) if !text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.') => {
                format!("({text})")
            }
            Some(text) => text,
        };
        let help = format!("write `{name} := {name} {} {operand}`", &shown[..1]);
        self.error(
            Diagnostic::error(Code::CompoundAssignment, operator, format!("there is no `{shown}`"))
                .help(help),
        );
        self.synchronise();
        SyntaxKind::Assign(target, value)
    }

    /// What stands between a token and the next one to be read, if it is short and in one line; else dots.
    fn written_since(&self, token: Span) -> String {
        let text = self.source.get(token.end as usize..self.here().start as usize).unwrap_or("").trim();
        let is_plain =
            !text.is_empty() && text.len() <= SHORT && !text.contains(['\n', ';']) && !text.contains("/*");
        if is_plain && !text.contains("//") { text.to_owned() } else { "...".to_owned() }
    }

    /// Reports a name that begins no statement.
    pub(super) fn no_statement(&mut self, name: Token) {
        let text = name.span.text(self.source);
        let word = shorten(text);
        let diagnostic = if let Some(help) = hints::statement(text) {
            Diagnostic::error(Code::NotInLanguage, name.span, format!("`{word}` begins no statement"))
                .help(help)
        } else {
            match self.peek().kind {
                TokenKind::Symbol(Symbol::OpenParen) => {
                    Diagnostic::error(Code::NotInLanguage, name.span, "there are no functions to call").help(
                        if text.contains("assume") {
                            "write `assume` and the condition"
                        } else if text.contains("assert") || text.contains("error") {
                            "write `assert` and the condition"
                        } else {
                            "write out what it does"
                        },
                    )
                }
                TokenKind::Symbol(Symbol::Comma) => {
                    self.unexpected("`:=`").help("several variables are assigned at once by `x, y := e, f`")
                }
                _ => self
                    .unexpected(&format!("`:=` after `{word}`"))
                    .help(format!("an assignment is written `{word} := ...`")),
            }
        };
        self.error(diagnostic);
    }
}
