//! `if`, `while`, `for` and what closes them.

use super::{Block, Parser, article, hints};
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::{Keyword, Symbol, Token, TokenKind};
use crate::syntax::{Counting, SyntaxKind, SyntaxNode};

/// How a counting loop is written.
pub(super) const FOR: &str = "a counting loop is written `for i := 1 to n do ... done`, or with `downto`";

impl Parser<'_> {
    pub(super) fn while_statement(&mut self, opener: Token) -> SyntaxKind {
        let number = self.tree.loops;
        self.tree.loops += 1;
        let cond = self.condition();
        if !self.enter() {
            return SyntaxKind::Error;
        }
        let body = self.block(opener, Keyword::Do);
        self.close();
        self.leave();
        SyntaxKind::While(number, cond, body)
    }

    /// `for x := first to last do ... done`; `to` and `downto` are words here alone.
    pub(super) fn for_statement(&mut self, opener: Token) -> SyntaxKind {
        let number = self.tree.loops;
        self.tree.loops += 1;
        let name = self.bump().span;
        if self.at_symbol(Symbol::Equal) {
            let message = "`=` compares; the first number is assigned with `:=`";
            let place = self.here();
            self.error(Diagnostic::error(Code::AssignmentWithEquals, place, message).help(FOR));
        }
        self.bump();
        let first = self.right_hand_side();
        let word = self.peek().span.text(self.source);
        let is_down = word == "downto";
        if is_down || word == "to" {
            self.bump();
        } else {
            let diagnostic = self
                .unexpected("`to`, `downto` or an operator")
                .help(FOR)
                .related(opener.span, "of this `for`");
            self.error(diagnostic);
        }
        let last = self.right_hand_side();
        let header = opener.span.to(self.previous());
        if !self.enter() {
            return SyntaxKind::Error;
        }
        let body = self.block(opener, Keyword::Do);
        self.close();
        self.leave();
        SyntaxKind::For(Counting { number, name, first, last, is_down, header, body })
    }

    pub(super) fn if_statement(&mut self, opener: Token) -> SyntaxKind {
        if !self.enter() {
            return SyntaxKind::Error;
        }
        let mut arms = Vec::new();
        let mut otherwise: Option<Vec<SyntaxNode>> = None;
        let cond = self.condition();
        let mut body = self.block(opener, Keyword::Then);
        let mut cond = Some(cond);
        loop {
            let is_brace = self.blocks.last().is_some_and(|block| block.is_brace);
            if is_brace {
                self.close();
            }
            match cond.take() {
                Some(cond) => arms.push((cond, body)),
                None => otherwise = Some(body),
            }
            let next = self.at_closer();
            if !matches!(next, Some(Keyword::Elif | Keyword::Else)) {
                if !is_brace {
                    self.close();
                }
                break;
            }
            if !is_brace {
                self.blocks.pop();
            }
            let keyword = self.bump();
            if otherwise.is_some() {
                self.second_else(keyword);
            } else if keyword.kind == TokenKind::Name {
                self.foreign_closer(keyword, Keyword::Elif);
            }
            if next == Some(Keyword::Elif) {
                cond = Some(self.condition());
                body = self.block(opener, Keyword::Then);
            } else {
                body = self.else_block(opener);
            }
        }
        self.leave();
        SyntaxKind::If(arms, otherwise)
    }

    pub(super) fn second_else(&mut self, keyword: Token) {
        let message = format!("`{}` after the `else` of the same `if`", keyword.span.text(self.source));
        self.sink.report(
            Diagnostic::error(Code::StrayCloser, keyword.span, message)
                .help("`else` comes last, and once; close the `if` with `end` before the next one"),
        );
        self.reported_at = Some(self.at);
    }

    pub(super) fn else_block(&mut self, opener: Token) -> Vec<SyntaxNode> {
        if self.at_symbol(Symbol::OpenBrace) {
            return self.brace_body(opener, "else");
        }
        // `else if` opens an `if` of its own, which needs an `end` of its own; people forget that.
        let has_else_if = self.at_keyword(Keyword::If);
        self.blocks.push(Block { opener, closes_with: Keyword::End, is_brace: false, has_else_if });
        self.block_statements("else")
    }

    /// The statements after `keyword` (`do` or `then`). The block stays open for [`Parser::close`].
    pub(super) fn block(&mut self, opener: Token, keyword: Keyword) -> Vec<SyntaxNode> {
        let header = opener.span.text(self.source);
        let closes_with = if keyword == Keyword::Do { Keyword::Done } else { Keyword::End };
        if !self.at_keyword(keyword) && self.at_symbol(Symbol::OpenBrace) {
            return self.brace_body(opener, header);
        }
        if !self.eat_keyword(keyword) {
            self.missing_header_word(keyword, opener);
        }
        self.blocks.push(Block { opener, closes_with, is_brace: false, has_else_if: false });
        self.block_statements(keyword.text())
    }

    pub(super) fn missing_header_word(&mut self, keyword: Keyword, opener: Token) {
        let fresh_error = self.is_after_error();
        if !fresh_error && let Some(help) = hints::annotation(self.peek().span.text(self.source)) {
            let message = format!("`{}` stands for nothing here", self.peek().span.text(self.source));
            let place = self.here();
            self.error(Diagnostic::error(Code::NotInLanguage, place, message).help(help));
        } else if !fresh_error {
            let header = opener.span.text(self.source);
            let diagnostic = self
                .unexpected(&format!("`{}` or an operator", keyword.text()))
                .help(match keyword {
                    Keyword::Do if header == "for" => FOR,
                    Keyword::Do => "a loop is written `while ... do ... done`",
                    _ => "a branch is written `if ... then ... else ... end`",
                })
                .related(opener.span, format!("of this `{header}`"));
            self.error(diagnostic);
        }
        if self.at_keyword(Keyword::Do) || self.at_keyword(Keyword::Then) {
            self.bump();
            return;
        }
        while !self.at_end()
            && !self.at_symbol(Symbol::Semicolon)
            && self.at_closer().is_none()
            && !self.starts_statement()
        {
            if self.eat_keyword(keyword) {
                return;
            }
            self.bump();
        }
    }

    /// The statements of a block, of which there must be one.
    pub(super) fn block_statements(&mut self, after: &str) -> Vec<SyntaxNode> {
        let errors = self.sink.errors();
        let list = self.statements();
        if list.is_empty() && self.sink.errors() == errors && !self.at_end() {
            let diagnostic =
                Diagnostic::error(Code::EmptyBlock, self.here(), format!("no statement after `{after}`"));
            self.error(diagnostic.help("the statement that does nothing is `skip`"));
        }
        list
    }

    /// `{ ... }` in the place of `then ... end` or `do ... done`.
    pub(super) fn brace_body(&mut self, opener: Token, header: &str) -> Vec<SyntaxNode> {
        self.brace_block_error(header);
        self.bump();
        let closes_with = if matches!(header, "while" | "for") { Keyword::Done } else { Keyword::End };
        self.blocks.push(Block { opener, closes_with, is_brace: true, has_else_if: false });
        self.statements()
    }

    /// The keyword at the cursor that ends a block or goes on with an `if`, also in another language's spelling;
    /// `}` counts as `end`.
    pub(super) fn at_closer(&self) -> Option<Keyword> {
        if self.peek_after(1).kind == TokenKind::Symbol(Symbol::Assign) {
            return None;
        }
        match self.peek().kind {
            TokenKind::Keyword(keyword @ (Keyword::End | Keyword::Done | Keyword::Else | Keyword::Elif)) => {
                Some(keyword)
            }
            TokenKind::Symbol(Symbol::CloseBrace) => Some(Keyword::End),
            TokenKind::Name if !self.name_is_assigned(1) => hints::closer(self.peek().span.text(self.source)),
            _ => None,
        }
    }

    /// Whether the closer at the cursor has to do with an open block, even if it is the wrong one.
    pub(super) fn closes_open_block(&self) -> bool {
        let Some(innermost) = self.blocks.last() else { return false };
        if self.at_symbol(Symbol::CloseBrace) {
            return self.blocks.iter().any(|block| block.is_brace);
        }
        match self.at_closer() {
            Some(Keyword::Else | Keyword::Elif) => self.blocks.iter().any(|block| block.is_if()),
            Some(closer) => {
                !innermost.is_brace
                    || self.blocks.iter().any(|block| !block.is_brace && block.closes_with == closer)
            }
            None => false,
        }
    }

    pub(super) fn stray_closer(&mut self) {
        let text = self.peek().span.text(self.source);
        let opener = match self.at_closer() {
            Some(Keyword::Done) => "while ... do",
            Some(_) if text == "}" => "{",
            _ => "if ... then",
        };
        let message = format!("`{text}` without `{opener}`");
        let help = match text {
            "else" | "elif" => "the `if` before has been closed by its `end`, or there is none",
            _ => "there is nothing here that it could close",
        };
        let diagnostic = Diagnostic::error(Code::StrayCloser, self.here(), message).help(help);
        self.error(diagnostic);
        self.bump();
        self.eat(Symbol::Semicolon);
    }

    /// The end of the innermost block, which is closed whatever is found.
    pub(super) fn close(&mut self) {
        let Some(block) = self.blocks.pop() else { return };
        if block.is_brace {
            if self.eat(Symbol::CloseBrace) {
                // `}` has closed it; a closing word on top is forgiven, for the brace was reported.
                self.eat_keyword(block.closes_with);
                return;
            }
            let diagnostic = self.unclosed(&block, "`}`");
            self.error(diagnostic);
            return;
        }
        if self.eat_keyword(block.closes_with) {
            return;
        }
        let wanted = block.closes_with;
        match self.at_closer() {
            Some(closer @ (Keyword::End | Keyword::Done)) if !self.at_symbol(Symbol::CloseBrace) => {
                let belongs_outside =
                    self.blocks.iter().any(|outer| outer.closes_with == closer && !outer.is_brace);
                if self.peek().kind == TokenKind::Name && closer == wanted {
                    let token = self.bump();
                    self.foreign_closer(token, wanted);
                } else {
                    let diagnostic = self.unclosed(&block, &format!("`{}`", wanted.text()));
                    self.error(diagnostic);
                    if !belongs_outside {
                        self.bump();
                    }
                }
            }
            _ => {
                let diagnostic = self.unclosed(&block, &format!("`{}`", wanted.text()));
                self.error(diagnostic);
            }
        }
    }

    pub(super) fn foreign_closer(&mut self, token: Token, meant: Keyword) {
        let message = format!("`{}` is not a word of IMP", token.span.text(self.source));
        self.sink.report(
            Diagnostic::error(Code::NotInLanguage, token.span, message)
                .help(format!("write `{}`", meant.text())),
        );
        self.reported_at = Some(self.at);
    }

    pub(super) fn unclosed(&self, block: &Block, wanted: &str) -> Diagnostic {
        let opener = block.opener.span.text(self.source);
        let mut diagnostic = self.unexpected(wanted);
        diagnostic.code = Code::UnclosedBlock;
        let help = if block.has_else_if {
            "`else if` opens a second `if` with an `end` of its own; `elif` needs none".to_owned()
        } else if block.is_brace {
            "a block has no braces, but what opens must close".to_owned()
        } else {
            format!("{} `{opener}` is closed by `{}`", article(opener), block.closes_with.text())
        };
        diagnostic.help(help).related(block.opener.span, format!("this `{opener}` is still open"))
    }
}

impl Block {
    fn is_if(&self) -> bool {
        self.closes_with == Keyword::End
    }
}
