//! The outermost level: function definitions, declarations, and the statements of bare fragments.

use super::{Parser, shorten};
use crate::c::builtin;
use crate::c::syntax::{
    Base, Declarator, FunctionDefinition, Item, Param, Shape, Specifiers, Stmt, StmtKind, Storage,
};
use crate::c::token::{Keyword, Symbol, TokenKind};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};

impl<'a> Parser<'a, '_> {
    /// One item; at least one token is read.
    pub(super) fn item(&mut self, items: &mut Vec<Item<'a>>) {
        if self.eat(Symbol::Semicolon) {
            return;
        }
        if self.at_symbol(Symbol::CloseBrace) {
            let diagnostic = Diagnostic::error(Code::StrayCloser, self.here(), "a `}` that closes nothing")
                .help("remove it, or write the `{` that it belongs to");
            self.error(diagnostic);
            self.bump();
            return;
        }
        let start = self.at;
        if self.is_function_without_type() {
            let name = self.peek().span;
            let base = Base::Known(Type::INT);
            let specifiers = Specifiers { span: name, base, storage: Storage::Plain, is_const: false };
            let mut declarator = self.declarator();
            self.old_parameters(&mut declarator);
            items.push(Item::Function(self.function(specifiers, declarator)));
        } else if self.starts_declaration() {
            self.declaration_or_function(items);
        } else {
            let mut stmts = Vec::new();
            self.statement(&mut stmts);
            items.extend(stmts.into_iter().map(Item::Stmt));
        }
        if self.at == start {
            self.bump();
        }
    }

    fn declaration_or_function(&mut self, items: &mut Vec<Item<'a>>) {
        let start = self.peek().span;
        if self.static_assertion() {
            return;
        }
        let specifiers = self.specifiers();
        if self.at_symbol(Symbol::Semicolon) {
            items.push(Item::Stmt(self.declaration_after(start, specifiers, Vec::new())));
            return;
        }
        let declarator = self.declarator();
        let is_function = matches!(declarator.shape, Shape::Function { .. });
        if is_function && specifiers.storage != Storage::Typedef && self.at_symbol(Symbol::OpenBrace) {
            items.push(Item::Function(self.function(specifiers, declarator)));
            return;
        }
        if is_function && self.starts_declaration() && self.looks_like_old_definition(self.at) {
            let mut declarator = declarator;
            self.old_parameters(&mut declarator);
            items.push(Item::Function(self.function(specifiers, declarator)));
            return;
        }
        let stmt = self.declaration_after(start, specifiers, vec![declarator]);
        items.push(Item::Stmt(stmt));
    }

    /// `main() { ... }` without a result type, as in C before 1999.
    fn is_function_without_type(&self) -> bool {
        if self.peek().kind != TokenKind::Name
            || self.is_type_name(self.peek())
            || !self.peek_after(1).is(Symbol::OpenParen)
        {
            return false;
        }
        let mut depth = 0;
        for (at, token) in self.tokens.iter().enumerate().skip(self.at + 1) {
            match token.kind {
                TokenKind::Symbol(Symbol::OpenParen) => depth += 1,
                TokenKind::Symbol(Symbol::CloseParen) => depth -= 1,
                TokenKind::Symbol(Symbol::Semicolon | Symbol::OpenBrace | Symbol::CloseBrace) => {
                    return false;
                }
                _ => {}
            }
            if depth == 0 {
                let is_body = self.tokens.get(at + 1).is_some_and(|next| next.is(Symbol::OpenBrace));
                return is_body
                    || self.starts_type(at + 1 - self.at) && self.looks_like_old_definition(at + 1);
            }
        }
        false
    }

    /// Whether a `{` comes after declarations only, from this token on: `int f(a) int a; { ... }`.
    fn looks_like_old_definition(&self, at: usize) -> bool {
        let rest = self.tokens[at..].iter().take(200);
        let end = rest.clone().position(|t| t.is(Symbol::OpenBrace) || t.is(Symbol::OpenParen));
        end.is_some_and(|end| {
            let end = at + end;
            self.tokens[end].is(Symbol::OpenBrace) && self.tokens[end - 1].is(Symbol::Semicolon)
        })
    }

    /// The types of the parameters between the parameter list and the body, as in C before 1989.
    fn old_parameters(&mut self, declarator: &mut Declarator<'a>) {
        let mut unused = Vec::new();
        let Shape::Function { params, is_complete, .. } = &mut declarator.shape else { return };
        self.scopes.push(Default::default());
        while !self.at_end() && !self.at_symbol(Symbol::OpenBrace) {
            let start = self.at;
            let StmtKind::Declaration(declaration) = self.declaration().kind else { break };
            for (own, _) in declaration.declarators {
                let named = own.name.map(|name| name.text);
                let param = params.iter_mut().find(|param| {
                    matches!(param.specifiers.base, Base::Missing)
                        && param.declarator.name.map(|name| name.text) == named
                });
                match (param, own.name) {
                    (Some(param), _) => {
                        *param = Param { specifiers: declaration.specifiers.clone(), declarator: own };
                    }
                    (None, Some(name)) => unused.push(name),
                    (None, None) => {}
                }
            }
            if self.at == start {
                break;
            }
        }
        self.scopes.pop();
        // The number of parameters is known now.
        *is_complete = true;
        for name in unused {
            let message = format!("`{}` is no parameter of this function", name.text);
            let diagnostic = Diagnostic::error(Code::UndeclaredVariable, name.span, message);
            self.sink.report(diagnostic.help("write its name into the list, or declare it behind the `{`"));
        }
    }

    fn function(&mut self, specifiers: Specifiers<'a>, declarator: Declarator<'a>) -> FunctionDefinition<'a> {
        if let Some(name) = declarator.name {
            self.declare(name, false);
        }
        let has_fixed_meaning = declarator.name.is_some_and(|name| builtin::is_fixed(name.text));
        let body = if has_fixed_meaning {
            self.skip_balanced();
            None
        } else {
            self.scopes.push(Default::default());
            if let Shape::Function { params, .. } = &declarator.shape {
                for name in params.iter().filter_map(|param| param.declarator.name) {
                    self.declare(name, false);
                }
            }
            let body = self.block_items();
            self.scopes.pop();
            Some(body)
        };
        FunctionDefinition { specifiers, declarator, body, end: self.previous() }
    }

    /// `_Static_assert(...);`, which is skipped.
    pub(super) fn static_assertion(&mut self) -> bool {
        let found = self.at_keyword(Keyword::StaticAssert) || self.at_static_assertion();
        if found {
            self.bump();
            if self.at_symbol(Symbol::OpenParen) {
                self.skip_balanced();
            }
            self.expect(Symbol::Semicolon, "write `_Static_assert(condition, \"message\");`");
        }
        found
    }

    /// Whether the name that `<assert.h>` gives to `_Static_assert` stands here.
    pub(super) fn at_static_assertion(&self) -> bool {
        let token = self.peek();
        token.kind == TokenKind::Name
            && self.text(token) == "static_assert"
            && self.peek_after(1).is(Symbol::OpenParen)
            && !self.scopes.iter().any(|scope| scope.contains_key("static_assert"))
    }

    /// The statements between braces.
    pub(super) fn block_items(&mut self) -> Vec<Stmt<'a>> {
        let open = self.peek();
        let mut stmts = Vec::new();
        if !self.expect(Symbol::OpenBrace, "the statements of a block stand between `{` and `}`") {
            return stmts;
        }
        if !self.enter() {
            return stmts;
        }
        self.scopes.push(Default::default());
        while !self.at_end() && !self.at_symbol(Symbol::CloseBrace) && !self.sink.is_full() {
            let start = self.at;
            self.statement(&mut stmts);
            if self.at == start {
                self.bump();
            }
        }
        self.scopes.pop();
        self.leave();
        if !self.eat(Symbol::CloseBrace) && !self.sink.is_full() {
            let diagnostic = Diagnostic::error(
                Code::UnclosedBlock,
                self.here(),
                "expected `}`, found the end of the program",
            )
            .help("each `{` needs its `}`")
            .related(open.span, "this `{` is not closed");
            self.error(diagnostic);
        }
        stmts
    }

    /// Reads the `;` at the end of a statement, or reports that it is missing and goes on behind what is in its place.
    pub(super) fn end_of_statement(&mut self, after: &str) {
        if self.eat(Symbol::Semicolon) {
            return;
        }
        if !self.is_after_error() {
            let previous = self.tokens[self.at.saturating_sub(1)];
            let next = self.peek();
            let begins = self.starts_statement() || self.starts_declaration();
            let between = next.starts_line
                || begins
                || matches!(next.kind, TokenKind::End)
                || next.is(Symbol::CloseBrace);
            let found = self.found();
            let diagnostic = if between {
                let message = format!("expected `;` after {after}");
                Diagnostic::error(Code::MissingSemicolon, previous.span.after(), message)
                    .help("every statement that is no block ends with `;`")
            } else {
                let help = match next.kind {
                    TokenKind::Name | TokenKind::Number | TokenKind::Symbol(Symbol::OpenParen) => {
                        "statements end with `;`; a product needs `*`"
                    }
                    _ => "statements end with `;`",
                };
                let message = format!("expected `;` or an operator, found {found}");
                Diagnostic::error(Code::UnexpectedToken, self.here(), message).help(help)
            };
            self.error(diagnostic);
            if between {
                return;
            }
        }
        self.synchronise();
        self.eat(Symbol::Semicolon);
    }

    /// Skips to where reading can go on: a `;`, a brace or a statement.
    pub(super) fn synchronise(&mut self) {
        let stops = [Symbol::Semicolon, Symbol::OpenBrace, Symbol::CloseBrace];
        loop {
            let declares = self.peek().starts_line && self.starts_declaration();
            if self.at_end()
                || stops.iter().any(|&s| self.at_symbol(s))
                || self.starts_statement()
                || declares
            {
                return;
            }
            self.bump();
        }
    }

    /// A statement about which something has been said.
    pub(super) fn error_stmt(&self, start: usize) -> Stmt<'a> {
        let first = self.tokens[start.min(self.tokens.len() - 1)].span;
        let span = if self.at > start { first.to(self.previous()) } else { first };
        Stmt { span, kind: StmtKind::Error }
    }

    /// The words for a keyword that cannot stand here.
    pub(super) fn keyword_words(&self) -> String {
        format!("`{}`", shorten(self.text(self.peek())))
    }
}
