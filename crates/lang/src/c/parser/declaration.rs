//! Declarations: specifiers, declarators, parameter lists, enumerations, and types in parentheses.
//!
//! All of C's declarators are read, including those that are not supported: each of these gives one precise error, and
//! the rest of the text is still understood.

use super::Parser;
use crate::c::syntax::{
    Base, Declaration, Declarator, Enumeration, Expr, Name, Param, Shape, Specifiers, Stmt, StmtKind,
    Storage, TypeName,
};
use crate::c::token::{Keyword, Symbol, TokenKind};
use crate::c::types::{IntType, Type};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// The words of a type that have been read.
#[derive(Default)]
struct Words {
    char: bool,
    short: bool,
    int: bool,
    long: u32,
    signed: bool,
    unsigned: bool,
}

impl Words {
    fn any(&self) -> bool {
        self.char || self.short || self.int || self.long > 0 || self.signed || self.unsigned
    }

    /// The type that the words make, if they fit together.
    fn integer(&self) -> Option<IntType> {
        let signed = !self.unsigned;
        let fits = !(self.signed && self.unsigned)
            && !(self.char && (self.short || self.int || self.long > 0))
            && !(self.short && self.long > 0)
            && self.long <= 2;
        let bits = match self {
            Words { char: true, .. } => 8,
            Words { short: true, .. } => 16,
            Words { long: 0, .. } => 32,
            _ => 64,
        };
        fits.then_some(IntType { bits, signed })
    }
}

impl<'a> Parser<'a, '_> {
    /// Whether a declaration begins at the cursor.
    pub(super) fn starts_declaration(&self) -> bool {
        let token = self.peek();
        match token.kind {
            TokenKind::Keyword(Keyword::Extension) => self.starts_type(1),
            TokenKind::Keyword(keyword) => is_specifier(keyword) || keyword == Keyword::StaticAssert,
            TokenKind::Name if self.at_static_assertion() => true,
            TokenKind::Name => self.is_type_name(token) && !self.peek_after(1).is(Symbol::Colon),
            _ => false,
        }
    }

    /// Whether a type begins `count` tokens behind the cursor.
    pub(super) fn starts_type(&self, count: usize) -> bool {
        let token = self.peek_after(count);
        match token.kind {
            TokenKind::Keyword(keyword) => is_specifier(keyword),
            _ => self.is_type_name(token),
        }
    }

    /// A declaration that stands among statements.
    pub(super) fn declaration(&mut self) -> Stmt<'a> {
        let start = self.peek().span;
        let specifiers = self.specifiers();
        if self.at_symbol(Symbol::Semicolon) {
            return self.declaration_after(start, specifiers, Vec::new());
        }
        let declarator = self.declarator();
        if matches!(declarator.shape, Shape::Function { .. }) && self.at_symbol(Symbol::OpenBrace) {
            let diagnostic =
                Diagnostic::error(Code::FeatureUnsupported, declarator.span, "a function inside a function");
            self.error(diagnostic.help("define it outside; C has no nested functions"));
            self.skip_balanced();
            return Stmt { span: start.to(self.previous()), kind: StmtKind::Error };
        }
        self.declaration_after(start, specifiers, vec![declarator])
    }

    /// The rest of a declaration, behind its specifiers and its first declarator.
    pub(super) fn declaration_after(
        &mut self,
        start: Span,
        specifiers: Specifiers<'a>,
        first: Vec<Declarator<'a>>,
    ) -> Stmt<'a> {
        let is_type = specifiers.storage == Storage::Typedef;
        let mut declarators = Vec::new();
        let mut next = first.into_iter().next();
        while let Some(declarator) = next.take() {
            if let Some(name) = declarator.name {
                self.declare(name, is_type);
            }
            self.check_parameters(&declarator);
            self.skip_attributes();
            let initializer = self.eat(Symbol::Assign).then(|| self.initializer());
            let named = declarator.name.is_some();
            declarators.push((declarator, initializer));
            if self.eat(Symbol::Comma) && named {
                next = Some(self.declarator());
            }
        }
        self.end_of_statement("this declaration");
        let span = start.to(self.previous());
        Stmt { span, kind: StmtKind::Declaration(Declaration { specifiers, declarators }) }
    }

    pub(super) fn specifiers(&mut self) -> Specifiers<'a> {
        let start = self.peek().span;
        let mut storage = Storage::Plain;
        let mut is_const = false;
        let mut words = Words::default();
        let mut base = None;
        loop {
            self.skip_attributes();
            let token = self.peek();
            match token.kind {
                TokenKind::Keyword(keyword) if is_specifier(keyword) => {
                    self.bump();
                    match keyword {
                        Keyword::Static => storage = Storage::Static,
                        Keyword::Extern => storage = Storage::Extern,
                        Keyword::Typedef => storage = Storage::Typedef,
                        Keyword::Const | Keyword::ConstAlt => is_const = true,
                        Keyword::Char => words.char = true,
                        Keyword::Short => words.short = true,
                        Keyword::Int => words.int = true,
                        Keyword::Long => words.long += 1,
                        Keyword::Signed | Keyword::SignedAlt => words.signed = true,
                        Keyword::Unsigned => words.unsigned = true,
                        Keyword::Enum => base = Some(self.enumeration()),
                        Keyword::Struct | Keyword::Union => base = Some(self.aggregate(token)),
                        _ => base = basic(keyword, token.span).or(base),
                    }
                    if matches!(keyword, Keyword::Typeof | Keyword::TypeofAlt | Keyword::Atomic)
                        && self.at_symbol(Symbol::OpenParen)
                    {
                        self.skip_balanced();
                    }
                }
                TokenKind::Name if base.is_none() && !words.any() && self.is_type_name(token) => {
                    base = Some(Base::Named(self.name(token)));
                    self.bump();
                }
                _ => break,
            }
        }
        let span = if self.at > 0 { start.to(self.previous()) } else { start };
        let base = self.base(span, base, &words);
        Specifiers { span, base, storage, is_const }
    }

    /// The type that the specifiers make together.
    fn base(&mut self, span: Span, base: Option<Base<'a>>, words: &Words) -> Base<'a> {
        match (base, words.any()) {
            (Some(base @ (Base::Float(_) | Base::Aggregate(_) | Base::Other(..))), _) => base,
            (Some(base), false) => base,
            // `static x;` and the like: the type is int.
            (None, false) => Base::Known(Type::INT),
            (None, true) if words.integer().is_some() => {
                words.integer().map_or(Base::Error, |int| Base::Known(Type::Int(int)))
            }
            _ => {
                let diagnostic =
                    Diagnostic::error(Code::UnexpectedToken, span, "these words do not make a type");
                self.sink.report(
                    diagnostic
                        .help("integer types are `char`, `short`, `int`, `long`, each perhaps `unsigned`"),
                );
                Base::Error
            }
        }
    }

    /// Behind `enum`.
    fn enumeration(&mut self) -> Base<'a> {
        self.skip_attributes();
        let mut tag = None;
        if self.peek().kind == TokenKind::Name {
            let name = self.bump();
            tag = Some(self.name(name));
        }
        let is_defined = self.eat(Symbol::OpenBrace);
        let mut constants = Vec::new();
        if is_defined {
            while self.peek().kind == TokenKind::Name {
                let name = self.bump();
                let name = self.name(name);
                self.declare(name, false);
                let value = self.eat(Symbol::Assign).then(|| self.conditional());
                constants.push((name, value));
                if !self.eat(Symbol::Comma) {
                    break;
                }
            }
            if !self.expect(Symbol::CloseBrace, "an enumeration is a list of names: `enum { A, B = 5, C }`") {
                while !self.at_end()
                    && !self.at_symbol(Symbol::CloseBrace)
                    && !self.at_symbol(Symbol::Semicolon)
                {
                    self.bump();
                }
                self.eat(Symbol::CloseBrace);
            }
        }
        Base::Enum(Enumeration { tag, constants: is_defined.then_some(constants) })
    }

    /// A declarator with or without a name.
    pub(super) fn declarator(&mut self) -> Declarator<'a> {
        let start = self.here();
        if !self.enter() {
            return Declarator::unnamed(start);
        }
        let (pointer, mut stars) = self.pointer();
        let (mut name, mut shape) = (None, Shape::Plain);
        let (mut dimensions, mut is_odd) = (Vec::new(), false);
        self.skip_attributes();
        let token = self.peek();
        match token.kind {
            TokenKind::Name => {
                self.bump();
                name = Some(self.name(token));
            }
            // Parentheses around a declarator, not those of a parameter list.
            TokenKind::Symbol(Symbol::OpenParen)
                if !self.starts_type(1) && !self.peek_after(1).is(Symbol::CloseParen) =>
            {
                self.bump();
                let inner = self.declarator();
                self.expect(Symbol::CloseParen, "the parentheses of a declaration do not fit");
                (name, shape, dimensions) = (inner.name, inner.shape, inner.dimensions);
                // What stands outside belongs to what the inner one points to.
                let is_more = self.at_symbol(Symbol::OpenBracket) || self.at_symbol(Symbol::OpenParen);
                is_odd = inner.is_odd || inner.stars > 0 && is_more || !dimensions.is_empty() && stars > 0;
                stars += inner.stars;
            }
            TokenKind::Keyword(keyword) if !is_specifier(keyword) => {
                let diagnostic = Diagnostic::error(
                    Code::KeywordAsName,
                    token.span,
                    format!("the keyword `{}` cannot be a name", keyword.text()),
                );
                self.error(diagnostic.help("choose another name"));
                self.bump();
            }
            _ => {}
        }
        self.suffixes(&mut shape, pointer, &mut dimensions);
        if let (Shape::Plain, Some(_)) = (&shape, pointer) {
            shape = Shape::Pointer;
        }
        self.leave();
        let span = if self.previous().end > start.start { start.to(self.previous()) } else { start };
        Declarator { name, span, shape, stars, dimensions, is_odd }
    }

    /// Stars with their qualifiers: the place of the first, and how many there are.
    fn pointer(&mut self) -> (Option<Span>, u32) {
        let star = self.peek();
        let (mut found, mut count) = (None, 0);
        loop {
            match self.peek().kind {
                TokenKind::Symbol(Symbol::Star) => {
                    found = Some(star.span);
                    count += 1;
                }
                TokenKind::Keyword(
                    Keyword::Const
                    | Keyword::ConstAlt
                    | Keyword::Volatile
                    | Keyword::VolatileAlt
                    | Keyword::Restrict
                    | Keyword::RestrictAlt
                    | Keyword::RestrictAlt2,
                ) if found.is_some() => {}
                _ => return (found, count),
            }
            self.bump();
        }
    }

    /// Brackets and parameter lists behind a name.
    fn suffixes(
        &mut self,
        shape: &mut Shape<'a>,
        pointer: Option<Span>,
        dimensions: &mut Vec<Option<Expr<'a>>>,
    ) {
        loop {
            if self.at_symbol(Symbol::OpenBracket) {
                dimensions.push(self.dimension());
                if matches!(shape, Shape::Plain) {
                    *shape = Shape::Array;
                }
            } else if self.at_symbol(Symbol::OpenParen) {
                let (params, is_complete) = self.params();
                if matches!(shape, Shape::Plain) {
                    *shape = Shape::Function { params, is_complete, pointer };
                }
            } else {
                return;
            }
        }
    }

    /// `[n]` or `[]`
    fn dimension(&mut self) -> Option<Expr<'a>> {
        self.bump();
        while let TokenKind::Keyword(
            Keyword::Static | Keyword::Const | Keyword::Restrict | Keyword::Volatile,
        ) = self.peek().kind
        {
            self.bump();
        }
        if self.eat(Symbol::CloseBracket) {
            return None;
        }
        let count = self.assignment();
        self.expect(Symbol::CloseBracket, "the number of elements stands in brackets: `int a[10];`");
        Some(count)
    }

    /// A parameter list with its parentheses, and whether it is complete.
    fn params(&mut self) -> (Vec<Param<'a>>, bool) {
        self.bump();
        if self.eat(Symbol::CloseParen) {
            return (Vec::new(), false);
        }
        if self.at_keyword(Keyword::Void) && self.peek_after(1).is(Symbol::CloseParen) {
            self.bump();
            self.bump();
            return (Vec::new(), true);
        }
        let mut params = Vec::new();
        let mut is_complete = true;
        loop {
            if self.eat(Symbol::Ellipsis) {
                is_complete = false;
                break;
            }
            let next = self.peek();
            let follows = self.peek_after(1);
            if next.kind == TokenKind::Name
                && !self.is_type_name(next)
                && (follows.is(Symbol::Comma) || follows.is(Symbol::CloseParen))
            {
                params.push(self.old_parameter());
                is_complete = false;
                if !self.eat(Symbol::Comma) {
                    break;
                }
                continue;
            }
            if !self.starts_type(0) {
                let diagnostic = self.unexpected("the type of a parameter");
                self.error(diagnostic.help("each parameter has its own type: `int f(int a, int b)`"));
                while !self.at_end()
                    && !self.at_symbol(Symbol::CloseParen)
                    && !self.at_symbol(Symbol::Semicolon)
                    && !self.at_symbol(Symbol::OpenBrace)
                {
                    self.bump();
                }
                break;
            }
            let specifiers = self.specifiers();
            let declarator = self.declarator();
            self.skip_attributes();
            params.push(Param { specifiers, declarator });
            if !self.eat(Symbol::Comma) {
                break;
            }
        }
        self.expect(Symbol::CloseParen, "parameters are separated by `,`");
        (params, is_complete)
    }

    /// A name in a parameter list, without its type.
    fn old_parameter(&mut self) -> Param<'a> {
        let token = self.bump();
        let (name, span) = (self.name(token), token.span);
        let specifiers = Specifiers { span, base: Base::Missing, storage: Storage::Plain, is_const: false };
        let declarator = Declarator { name: Some(name), ..Declarator::unnamed(span) };
        Param { specifiers, declarator }
    }

    /// Names without types are parameters of definitions only.
    fn check_parameters(&mut self, declarator: &Declarator<'a>) {
        let Shape::Function { params, .. } = &declarator.shape else { return };
        let missing = params.iter().find(|param| matches!(param.specifiers.base, Base::Missing));
        if let Some(Name { text, span }) = missing.and_then(|param| param.declarator.name) {
            let message =
                format!("expected the type of a parameter, found the name `{}`", super::shorten(text));
            let diagnostic = Diagnostic::error(Code::UnexpectedToken, span, message);
            self.sink.report(diagnostic.help("each parameter has its own type: `int f(int a, int b)`"));
        }
    }

    /// A type in parentheses, behind the `(` and up to the `)`.
    pub(super) fn type_name(&mut self) -> TypeName<'a> {
        let specifiers = self.specifiers();
        let declarator = self.declarator();
        if let Some(Name { span, .. }) = declarator.name {
            let diagnostic =
                Diagnostic::error(Code::UnexpectedToken, span, "a name inside a type").help("leave it out");
            self.sink.report(diagnostic);
        }
        TypeName { specifiers, declarator }
    }

    /// An expression in an enumeration or behind `case`.
    pub(super) fn constant(&mut self) -> Expr<'a> {
        self.conditional()
    }
}

/// The type that one keyword makes.
fn basic<'a>(keyword: Keyword, span: Span) -> Option<Base<'a>> {
    Some(match keyword {
        Keyword::Void => Base::Known(Type::Void),
        Keyword::Bool => Base::Known(Type::Bool),
        Keyword::Float | Keyword::Double => Base::Float(span),
        Keyword::Typeof | Keyword::TypeofAlt => Base::Other(span, "`typeof`"),
        Keyword::Complex | Keyword::Imaginary => Base::Other(span, "a complex type"),
        Keyword::Atomic => Base::Other(span, "an atomic type"),
        Keyword::ThreadLocal => Base::Other(span, "a variable for each thread"),
        _ => return None,
    })
}

/// Whether a keyword can begin a declaration.
fn is_specifier(keyword: Keyword) -> bool {
    use Keyword as K;
    matches!(
        keyword,
        K::Auto
            | K::Char
            | K::Const
            | K::ConstAlt
            | K::Double
            | K::Enum
            | K::Extern
            | K::Float
            | K::Inline
            | K::InlineAlt
            | K::InlineAlt2
            | K::Int
            | K::Long
            | K::Register
            | K::Restrict
            | K::RestrictAlt
            | K::RestrictAlt2
            | K::Short
            | K::Signed
            | K::SignedAlt
            | K::Static
            | K::Struct
            | K::Typedef
            | K::Union
            | K::Unsigned
            | K::Void
            | K::Volatile
            | K::VolatileAlt
            | K::Alignas
            | K::Atomic
            | K::Bool
            | K::Complex
            | K::Imaginary
            | K::Noreturn
            | K::ThreadLocal
            | K::Attribute
            | K::AttributeAlt
            | K::Extension
            | K::Typeof
            | K::TypeofAlt
    )
}
