//! The outermost level: declarations, precondition, statements, postcondition, and braces elsewhere.

use logic::Sort;

use super::{Block, Parser, shorten};
use crate::c::IntType;
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::{Keyword, Symbol, Token, TokenKind};
use crate::span::Span;
use crate::syntax::{Declared, Expr, SyntaxNode};

impl Parser<'_> {
    /// The whole text, into `self.tree`.
    pub(super) fn program(&mut self) {
        while self.at_declaration() {
            self.declaration();
        }
        let is_block = self.brace_holds_statements() && (self.keyword_follows() || self.brace_is_last());
        if self.at_symbol(Symbol::OpenBrace) && !is_block {
            self.tree.pre = Some(self.braced_condition());
        }
        let body = self.statements();
        if body.is_empty() && self.sink.errors() == 0 {
            let found = if self.tree.post.is_some() || self.tree.pre.is_some() {
                self.previous()
            } else {
                self.here()
            };
            let diagnostic =
                Diagnostic::error(Code::EmptyBlock, found, "a program needs at least one statement");
            self.error(diagnostic.help("the statement that does nothing is `skip`"));
        }
        self.tree.body = body;
    }

    pub(super) fn at_declaration(&self) -> bool {
        self.at_keyword(Keyword::Int) || self.at_keyword(Keyword::Bool) || self.word_type().is_some()
    }

    /// The type of words that a name at the cursor means where another name follows: `int8 x`, `uint16 y`.
    fn word_type(&self) -> Option<IntType> {
        let token = self.peek();
        if token.kind != TokenKind::Name || self.peek_after(1).kind != TokenKind::Name {
            return None;
        }
        let text = token.span.text(self.source);
        let signed = !text.starts_with('u');
        let digits = text.trim_start_matches('u').strip_prefix("int")?;
        let bits = digits.parse().ok().filter(|bits| (1..=64).contains(bits) && !digits.starts_with('0'))?;
        Some(IntType { bits, signed })
    }

    /// `int x, y;`
    pub(super) fn declaration(&mut self) {
        let word = self.word_type();
        let keyword = self.bump();
        let sort = if keyword.kind == TokenKind::Keyword(Keyword::Bool) { Sort::Bool } else { Sort::Int };
        loop {
            let token = self.peek();
            match token.kind {
                TokenKind::Name => {
                    self.bump();
                    self.tree.decls.push(Declared { sort, word, span: token.span });
                }
                TokenKind::Keyword(word) if self.in_list_of_names() => {
                    self.keyword_as_name(word);
                    self.bump();
                }
                _ => {
                    let diagnostic = self
                        .unexpected("the name of a variable")
                        .help("a declaration is written `int x, y;`");
                    self.error(diagnostic);
                }
            }
            if self.at_symbol(Symbol::Equal) || self.at_symbol(Symbol::Assign) {
                self.initialiser(token.span);
            }
            if self.eat(Symbol::Comma) {
                continue;
            }
            if self.peek().kind != TokenKind::Name || !self.in_list_of_names() {
                break;
            }
            let diagnostic = self.unexpected("`,` or `;`").help("a declaration is written `int x, y;`");
            self.error(diagnostic);
        }
        if !self.eat(Symbol::Semicolon) {
            self.missing_semicolon("a declaration ends with `;`");
            if !self.at_declaration() && !self.starts_statement() && !self.at_symbol(Symbol::OpenBrace) {
                self.synchronise();
                self.eat(Symbol::Semicolon);
            }
        }
    }

    /// Whether `,` or `;` follows the token at the cursor.
    pub(super) fn in_list_of_names(&self) -> bool {
        matches!(self.peek_after(1).kind, TokenKind::Symbol(Symbol::Comma | Symbol::Semicolon))
    }

    pub(super) fn initialiser(&mut self, name: Span) {
        let name = shorten(name.text(self.source));
        let here = self.here();
        self.error(
            Diagnostic::error(Code::UnexpectedToken, here, "a declaration gives no value")
                .help(format!("declare `{name}` and write `{name} := ...` as the first statement")),
        );
        self.bump();
        self.right_hand_side();
    }

    pub(super) fn keyword_as_name(&mut self, word: Keyword) {
        let message = format!("`{}` is a keyword", word.text());
        let diagnostic = Diagnostic::error(Code::KeywordAsName, self.here(), message);
        self.error(diagnostic.help("give the variable another name"));
    }

    pub(super) fn late_declaration(&mut self) {
        let diagnostic =
            Diagnostic::error(Code::MisplacedDeclaration, self.here(), "a declaration after the beginning");
        let help = if self.tree.pre.is_some() {
            "declarations stand at the very top, before the precondition"
        } else {
            "declarations stand at the very top, before the first statement"
        };
        self.error(diagnostic.help(help));
        self.declaration();
    }

    /// `{ condition }`, without its braces.
    pub(super) fn braced_condition(&mut self) -> Expr {
        let open = self.bump().span;
        let errors = self.sink.errors();
        let cond = self.condition();
        if !self.eat(Symbol::CloseBrace) {
            if self.sink.errors() == errors {
                let diagnostic = self
                    .unexpected("`}` or an operator")
                    .help("a precondition or postcondition ends with `}`")
                    .related(open, "this brace is still open");
                self.error(diagnostic);
            }
            let is_name = |parser: &Self| parser.peek().kind == TokenKind::Name;
            while !self.at_end()
                && !self.at_symbol(Symbol::CloseBrace)
                && (is_name(self) || !self.starts_statement())
            {
                self.bump();
            }
            self.eat(Symbol::CloseBrace);
        }
        cond
    }

    pub(super) fn keyword_follows(&self) -> bool {
        matches!(self.peek_after(1).kind, TokenKind::Keyword(_))
    }

    /// Whether the brace at the cursor seems to open a block of statements, as in C.
    pub(super) fn brace_holds_statements(&self) -> bool {
        match self.peek_after(1).kind {
            TokenKind::Keyword(
                Keyword::If
                | Keyword::While
                | Keyword::Skip
                | Keyword::Assume
                | Keyword::Assert
                | Keyword::Int,
            ) => true,
            TokenKind::Name => {
                matches!(self.peek_after(2).kind, TokenKind::Symbol(Symbol::Assign) | TokenKind::Compound)
            }
            _ => false,
        }
    }

    /// Whether nothing but `;` follows the brace at the cursor and its partner.
    pub(super) fn brace_is_last(&self) -> bool {
        let is = |symbol| move |token: &&Token| token.kind == TokenKind::Symbol(symbol);
        let mut rest =
            self.tokens[self.at..].iter().skip_while(|token| !is(Symbol::CloseBrace)(token)).skip(1);
        rest.all(|token| is(Symbol::Semicolon)(&token) || token.kind == TokenKind::End)
    }

    /// A brace where a statement may stand. False if it is left for the caller, because blocks are still open.
    pub(super) fn brace_among_statements(&mut self, list: &mut Vec<SyntaxNode>) -> bool {
        let open = self.here();
        let is_post = self.blocks.is_empty() && !self.keyword_follows() && self.brace_is_last();
        if self.brace_holds_statements() && !is_post {
            self.brace_block_error("");
            self.bump();
            self.blocks.push(Block {
                opener: Token { kind: TokenKind::Symbol(Symbol::OpenBrace), span: open },
                closes_with: Keyword::End,
                is_brace: true,
                has_else_if: false,
            });
            list.append(&mut self.statements());
            self.close();
            self.eat(Symbol::Semicolon);
            return true;
        }
        if self.brace_is_last() {
            if !self.blocks.is_empty() {
                return false;
            }
            let post = self.braced_condition();
            if self.tree.post.is_none() {
                self.tree.post = Some(post);
            }
            return true;
        }
        let help = if self.tree.pre.is_some() && list.is_empty() && self.blocks.is_empty() {
            "there is one precondition; join conditions with `and`"
        } else {
            "for a condition in the middle write `assert` (or `assume`)"
        };
        self.error(
            Diagnostic::error(
                Code::MisplacedCondition,
                open,
                "braces hold the precondition, at the top, and the postcondition, at the bottom",
            )
            .help(help),
        );
        self.braced_condition();
        self.eat(Symbol::Semicolon);
        true
    }

    /// `header` is what comes before the block, such as `while ... do`.
    pub(super) fn brace_block_error(&mut self, header: &str) {
        let help = match header {
            "while" => "write `while ... do ... done`",
            "for" => super::block::FOR,
            "if" | "else" => "write `if ... then ... else ... end`",
            _ => "blocks are `if ... then ... end` and `while ... do ... done`; remove the braces",
        };
        let diagnostic = Diagnostic::error(Code::BraceBlock, self.here(), "a block has no braces");
        self.error(diagnostic.help(help));
    }
}
