//! The tokens of C: what the lexer makes, the preprocessor passes on and the parser reads.

use crate::span::Span;

/// One token with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands; for a token that a macro has made, the whole use of the macro.
    pub span: Span,
    /// Where it is spelled: inside the definition of the macro that has made it, else the same as `span`.
    pub spelling: Span,
    /// Whether it is the first of its line, which is where directives begin.
    pub starts_line: bool,
}

/// The classes of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// A name that is no keyword.
    Name,
    /// A number of any form, well-formed or not.
    Number,
    /// A character constant with its quotes.
    Character,
    /// A string with its quotes.
    String,
    /// A reserved word.
    Keyword(Keyword),
    /// An operator or a punctuation mark.
    Symbol(Symbol),
    /// A comment.
    Comment,
    /// A character or string constant that its line does not end.
    Unterminated,
    /// Characters that begin no token.
    Unknown,
    /// `((void)0)`, which the preprocessor puts where `NDEBUG` makes `assert` do nothing.
    Nothing,
    /// The end of the text, of no width.
    End,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub(crate) enum $name {
            $($variant,)*
        }
        impl $name {
            /// All of them, in the order of declaration.
            pub(crate) const ALL: &[$name] = &[$($name::$variant),*];

            /// How it is written.
            pub(crate) fn text(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }
    };
}

words! {
    /// The reserved words of C11, and those of its dialects that benchmarks use. `bool`, `true` and `false` are not among
    /// them: programs may define them.
    Keyword {
        Auto "auto", Break "break", Case "case", Char "char", Const "const", Continue "continue",
        Default "default", Do "do", Double "double", Else "else", Enum "enum", Extern "extern", Float "float",
        For "for", Goto "goto", If "if", Inline "inline", Int "int", Long "long", Register "register",
        Restrict "restrict", Return "return", Short "short", Signed "signed", Sizeof "sizeof", Static "static",
        Struct "struct", Switch "switch", Typedef "typedef", Union "union", Unsigned "unsigned", Void "void",
        Volatile "volatile", While "while",
        Alignas "_Alignas", Alignof "_Alignof", Atomic "_Atomic", Bool "_Bool", Complex "_Complex",
        Generic "_Generic", Imaginary "_Imaginary", Noreturn "_Noreturn", StaticAssert "_Static_assert",
        ThreadLocal "_Thread_local",
        Asm "asm", AsmAlt "__asm__", Attribute "__attribute__", AttributeAlt "__attribute", ConstAlt "__const",
        Extension "__extension__", InlineAlt "__inline", InlineAlt2 "__inline__", RestrictAlt "__restrict",
        RestrictAlt2 "__restrict__", SignedAlt "__signed__", Typeof "typeof", TypeofAlt "__typeof__",
        VolatileAlt "__volatile__",
    }
}

words! {
    /// The operators and punctuation marks of C.
    Symbol {
        Ellipsis "...", ShiftLeftAssign "<<=", ShiftRightAssign ">>=",
        Arrow "->", PlusPlus "++", MinusMinus "--", ShiftLeft "<<", ShiftRight ">>",
        LessEqual "<=", GreaterEqual ">=", EqualEqual "==", NotEqual "!=", AndAnd "&&", OrOr "||",
        PlusAssign "+=", MinusAssign "-=", StarAssign "*=", SlashAssign "/=", PercentAssign "%=",
        AndAssign "&=", OrAssign "|=", XorAssign "^=", HashHash "##",
        OpenBracket "[", CloseBracket "]", OpenParen "(", CloseParen ")", OpenBrace "{", CloseBrace "}",
        Dot ".", And "&", Star "*", Plus "+", Minus "-", Tilde "~", Bang "!", Slash "/", Percent "%",
        Less "<", Greater ">", Caret "^", Or "|", Question "?", Colon ":", Semicolon ";", Assign "=",
        Comma ",", Hash "#",
    }
}

impl Keyword {
    /// The keyword written `text`, if there is one.
    pub(crate) fn of(text: &str) -> Option<Keyword> {
        Keyword::ALL.iter().copied().find(|keyword| keyword.text() == text)
    }
}

impl Token {
    /// The spelling.
    pub(crate) fn text(self, source: &str) -> &str {
        self.spelling.text(source)
    }

    /// Whether it is this operator or punctuation mark.
    pub(crate) fn is(self, symbol: Symbol) -> bool {
        self.kind == TokenKind::Symbol(symbol)
    }
}
