//! Structures, and values in braces.

use super::Parser;
use crate::c::syntax::{Aggregate, Base, Declaration, Designator, Initializer};
use crate::c::token::{Keyword, Symbol, Token, TokenKind};

impl<'a> Parser<'a, '_> {
    pub(super) fn initializer(&mut self) -> Initializer<'a> {
        if !self.at_symbol(Symbol::OpenBrace) {
            return Initializer::Expr(self.assignment());
        }
        let open = self.peek().span;
        if !self.enter() {
            return Initializer::Expr(Self::error_expr(open));
        }
        self.bump();
        let mut values = Vec::new();
        while !self.at_end() && !self.at_symbol(Symbol::CloseBrace) {
            let designators = self.designators();
            values.push((designators, self.initializer()));
            if !self.eat(Symbol::Comma) {
                break;
            }
        }
        self.leave();
        if !self.expect(Symbol::CloseBrace, "values in braces are separated by `,`: `{ 1, 2, 3 }`") {
            while !self.at_end() && !self.at_symbol(Symbol::CloseBrace) && !self.at_symbol(Symbol::Semicolon)
            {
                self.bump();
            }
            self.eat(Symbol::CloseBrace);
        }
        Initializer::List(values, open.to(self.previous()))
    }

    /// `.x[3] =` before a value in braces.
    fn designators(&mut self) -> Vec<Designator<'a>> {
        let mut designators = Vec::new();
        loop {
            if self.at_symbol(Symbol::Dot) && self.peek_after(1).kind == TokenKind::Name {
                self.bump();
                let name = self.bump();
                designators.push(Designator::Member(self.name(name)));
            } else if self.eat(Symbol::OpenBracket) {
                designators.push(Designator::Element(self.conditional()));
                self.expect(Symbol::CloseBracket, "an element is named by its index: `[2] = 7`");
            } else {
                break;
            }
        }
        if !designators.is_empty() {
            self.expect(Symbol::Assign, "what the value is for stands before a `=`: `.x = 3`");
        }
        designators
    }

    /// Behind `struct` or `union`.
    pub(super) fn aggregate(&mut self, keyword: Token) -> Base<'a> {
        self.skip_attributes();
        let mut span = keyword.span;
        let mut tag = None;
        if self.peek().kind == TokenKind::Name {
            let name = self.bump();
            span = span.to(name.span);
            tag = Some(self.name(name));
        }
        let members = if self.at_symbol(Symbol::OpenBrace) { self.members() } else { None };
        let is_union = keyword.kind == TokenKind::Keyword(Keyword::Union);
        Base::Aggregate(Aggregate { span, is_union, tag, members })
    }

    /// The members of a structure with their braces.
    fn members(&mut self) -> Option<Vec<Declaration<'a>>> {
        if !self.enter() {
            return None;
        }
        self.bump();
        let mut members = Vec::new();
        while !self.at_end() && !self.at_symbol(Symbol::CloseBrace) {
            if self.eat(Symbol::Semicolon) {
                continue;
            }
            if !self.starts_type(0) {
                let diagnostic = self.unexpected("a member of the structure");
                self.error(diagnostic.help("a member is declared like a variable: `int x;`"));
                while !self.at_end() && !self.at_symbol(Symbol::CloseBrace) {
                    if self.peek().is(Symbol::OpenBrace) {
                        self.skip_balanced();
                    } else {
                        self.bump();
                    }
                }
                break;
            }
            let mut specifiers = self.specifiers();
            let mut declarators = Vec::new();
            while !self.at_symbol(Symbol::Semicolon) {
                declarators.push((self.declarator(), None));
                self.skip_attributes();
                let colon = self.peek().span;
                if self.eat(Symbol::Colon) {
                    self.conditional();
                    specifiers.base = Base::Other(colon.to(self.previous()), "a member of some bits");
                }
                if !self.eat(Symbol::Comma) {
                    break;
                }
            }
            self.end_of_statement("this member");
            members.push(Declaration { specifiers, declarators });
        }
        self.leave();
        self.expect(Symbol::CloseBrace, "the members of a structure stand between `{` and `}`");
        Some(members)
    }
}
