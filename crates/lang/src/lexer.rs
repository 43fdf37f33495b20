//! From characters to tokens.
//!
//! The parser reads the tokens, the editor colours them. An operator of another language is read as the IMP operator
//! that is meant and reported once, so that one slip gives one diagnostic.

use crate::MAX_DIGITS;
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::span::Span;

/// One token with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// The classes of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// The name of a variable.
    Name,
    /// A decimal number.
    Number,
    /// A reserved word.
    Keyword(Keyword),
    /// An operator or a punctuation mark.
    Symbol(Symbol),
    /// `x += 1` and the like: no IMP operator, kept for the diagnostic.
    Compound,
    /// `// ...` or `/* ... */`.
    Comment,
    /// Characters that begin no token.
    Unknown,
    /// The end of the text, of no width.
    End,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name {
            $(#[doc = concat!("`", $text, "`")] $variant,)*
        }
        impl $name {
            /// All of them, in the order of declaration.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// How it is written.
            pub fn text(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }
    };
}

words! {
    /// The reserved words of IMP.
    Keyword {
        Int "int", Bool "bool",
        Skip "skip", If "if", Then "then", Elif "elif", Else "else", End "end",
        While "while", Do "do", Done "done",
        Assume "assume", Assert "assert",
        Nondet "nondet", True "true", False "false",
        Not "not", And "and", Or "or",
    }
}

words! {
    /// The operators and punctuation marks of IMP.
    Symbol {
        Assign ":=", Semicolon ";", Comma ",",
        OpenParen "(", CloseParen ")", OpenBrace "{", CloseBrace "}",
        Implies "=>", OrOr "||", AndAnd "&&", Bang "!",
        Less "<", LessEqual "<=", Equal "=", EqualEqual "==", NotEqual "!=", GreaterEqual ">=", Greater ">",
        Plus "+", Minus "-", Star "*", Slash "/", Percent "%",
    }
}

impl Keyword {
    /// The keyword written `text`, if there is one.
    pub fn of(text: &str) -> Option<Keyword> {
        Keyword::ALL.iter().copied().find(|keyword| keyword.text() == text)
    }
}

/// Signs of mathematics that are read as the operator they stand for.
const SIGNS: &[(&str, Symbol)] = &[
    ("≠", Symbol::NotEqual),
    ("≤", Symbol::LessEqual),
    ("≥", Symbol::GreaterEqual),
    ("∧", Symbol::AndAnd),
    ("∨", Symbol::OrOr),
    ("¬", Symbol::Bang),
    ("⇒", Symbol::Implies),
    ("−", Symbol::Minus),
];

/// Spellings that are not IMP, the longer before their prefixes, with the operator that is meant.
const FOREIGN: &[(&str, Symbol)] = &[
    ("<=>", Symbol::Equal),
    ("<->", Symbol::Equal),
    ("===", Symbol::EqualEqual),
    ("!==", Symbol::NotEqual),
    ("=/=", Symbol::NotEqual),
    ("==>", Symbol::Implies),
    ("<>", Symbol::NotEqual),
    ("~=", Symbol::NotEqual),
    ("=<", Symbol::LessEqual),
    ("->", Symbol::Implies),
    ("/\\", Symbol::AndAnd),
    ("\\/", Symbol::OrOr),
    ("&", Symbol::AndAnd),
    ("|", Symbol::OrOr),
    ("~", Symbol::Bang),
    ("≔", Symbol::Assign),
    ("→", Symbol::Implies),
    ("⇔", Symbol::Equal),
    ("↔", Symbol::Equal),
    ("–", Symbol::Minus),
    ("·", Symbol::Star),
    ("×", Symbol::Star),
    ("÷", Symbol::Slash),
];

/// Operators that change a variable in place in other languages.
const COMPOUND: &[&str] = &["+=", "-=", "*=", "/=", "%=", "++"];

/// The tokens of `source`, comments included, the last one [`TokenKind::End`]. Every byte that is not white space
/// belongs to exactly one token.
pub(crate) fn lex(source: &str, sink: &mut Sink) -> Vec<Token> {
    let mut lexer = Lexer { source, at: 0, sink, in_choice: false };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next() {
        tokens.push(token);
    }
    tokens.push(Token { kind: TokenKind::End, span: Span::new(source.len(), source.len()) });
    tokens
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    sink: &'a mut Sink,
    /// Whether a `?` has been met since the last `;`, so that a `:` belongs to it.
    in_choice: bool,
}

fn is_name_start(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_'
}

fn is_name_part(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn is_space(character: char) -> bool {
    // The byte order mark is no white space for Unicode, but editors put it at the front of a file.
    character.is_whitespace() || character == '\u{feff}'
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    /// Moves on over the characters that satisfy `wanted`.
    fn eat(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|character| !wanted(character)).unwrap_or(rest.len());
    }

    fn next(&mut self) -> Option<Token> {
        self.eat(is_space);
        let start = self.at;
        let first = self.rest().chars().next()?;
        let kind = if self.rest().starts_with("//") {
            self.eat(|character| character != '\n');
            TokenKind::Comment
        } else if self.rest().starts_with("/*") {
            self.block_comment()
        } else if self.rest().starts_with("(*") || self.rest().starts_with("--") && self.begins_statement() {
            self.foreign_comment()
        } else if is_name_start(first) {
            self.eat(is_name_part);
            if self.rest().starts_with(char::is_alphabetic) {
                self.foreign_name(start)
            } else {
                Keyword::of(&self.source[start..self.at]).map_or(TokenKind::Name, TokenKind::Keyword)
            }
        } else if first.is_alphabetic() {
            self.foreign_name(start)
        } else if first.is_ascii_digit() {
            self.number()
        } else {
            self.symbol(first)
        };
        Some(Token { kind, span: Span::new(start, self.at) })
    }

    fn block_comment(&mut self) -> TokenKind {
        let start = self.at;
        match self.rest()[2..].find("*/") {
            Some(length) => self.at += length + 4,
            None => {
                self.at = self.source.len();
                let span = Span::new(start, start + 2);
                self.sink.report(
                    Diagnostic::error(Code::UnterminatedComment, span, "this comment does not end")
                        .help("close it with `*/`; comments do not nest"),
                );
            }
        }
        TokenKind::Comment
    }

    /// Whether nothing stands before on the line, or a `;`.
    fn begins_statement(&self) -> bool {
        let before = self.source[..self.at].trim_end_matches(|c| is_space(c) && c != '\n');
        before.is_empty() || before.ends_with(['\n', ';'])
    }

    /// `(* ... *)` and `-- ...`: reported, and read as a comment.
    fn foreign_comment(&mut self) -> TokenKind {
        let start = self.at;
        let written = &self.rest()[..2];
        let message = format!("`{written}` begins no comment");
        if written == "--" {
            self.eat(|character| character != '\n');
        } else {
            match self.rest().find("*)") {
                Some(length) => self.at += length + 2,
                None => self.eat(|character| character != '\n'),
            }
        }
        self.sink.report(
            Diagnostic::error(Code::ForeignComment, Span::new(start, start + 2), message)
                .help("a comment is written `// ...` or `/* ... */`"),
        );
        TokenKind::Comment
    }

    fn number(&mut self) -> TokenKind {
        let start = self.at;
        self.eat(|character| character.is_ascii_digit());
        let digits = self.at - start;
        if digits > MAX_DIGITS {
            let message = format!("this number has {digits} digits");
            self.sink.report(
                Diagnostic::error(Code::NumberTooLong, Span::new(start, self.at), message)
                    .help(format!("a number may have at most {MAX_DIGITS} digits")),
            );
        }
        let after = self.at;
        if self.rest().starts_with(is_name_start) {
            self.eat(is_name_part);
            let (number, letters) = (&self.source[start..after], &self.source[after..self.at]);
            let help = if letters.len() <= 20 && number.len() <= 20 && !is_notation(number, letters) {
                format!("for a product write `{number} * {letters}`")
            } else {
                "numbers are decimal: only the digits 0 to 9".to_owned()
            };
            self.sink.report(
                Diagnostic::error(
                    Code::MalformedNumber,
                    Span::new(start, self.at),
                    "a number runs into letters",
                )
                .help(help),
            );
        } else if self.rest().starts_with('.') {
            self.eat(|character| character == '.' || is_name_part(character));
            self.sink.report(
                Diagnostic::error(
                    Code::MalformedNumber,
                    Span::new(start, self.at),
                    "this is not a whole number",
                )
                .help("variables are mathematical integers; there are no fractions"),
            );
        }
        TokenKind::Number
    }

    fn symbol(&mut self, first: char) -> TokenKind {
        let start = self.at;
        // The longest spelling wins; an IMP operator wins against a foreign one of the same length.
        let longest = |spellings: &mut dyn Iterator<Item = &'static str>| {
            spellings.filter(|text| self.rest().starts_with(text)).map(str::len).max().unwrap_or(0)
        };
        let spelt = || Symbol::ALL.iter().map(|&symbol| (symbol.text(), symbol)).chain(SIGNS.iter().copied());
        let own = longest(&mut spelt().map(|(text, _)| text));
        let foreign = longest(&mut FOREIGN.iter().map(|(text, _)| *text));
        let compound = longest(&mut COMPOUND.iter().copied());

        if compound > own.max(foreign) {
            self.at += compound;
            return TokenKind::Compound;
        }
        if foreign > own {
            self.at += foreign;
            let text = &self.source[start..self.at];
            let meant =
                FOREIGN.iter().find(|(spelling, _)| *spelling == text).map_or(Symbol::Equal, |found| found.1);
            self.foreign(Span::new(start, self.at), text.to_owned(), meant);
            return TokenKind::Symbol(meant);
        }
        if own > 0 {
            self.at += own;
            let text = &self.source[start..self.at];
            self.in_choice &= text != ";";
            let found = spelt().find(|(spelling, _)| *spelling == text);
            return found.map_or(TokenKind::Unknown, |(_, symbol)| TokenKind::Symbol(symbol));
        }
        self.unknown(first)
    }

    /// A name with letters that IMP does not have: a name all the same, so that nothing else is reported about it.
    fn foreign_name(&mut self, start: usize) -> TokenKind {
        self.eat(|character| character.is_alphanumeric() || character == '_');
        self.sink.report(
            Diagnostic::error(
                Code::UnknownCharacter,
                Span::new(start, self.at),
                "a name with letters other than a to z",
            )
            .help("names are made of the letters a-z and A-Z, digits and `_`"),
        );
        TokenKind::Name
    }

    fn foreign(&mut self, span: Span, text: String, meant: Symbol) {
        let help = match meant {
            Symbol::AndAnd => "conjunction is written `and` or `&&`".to_owned(),
            Symbol::OrOr => "disjunction is written `or` or `||`".to_owned(),
            Symbol::Bang => "negation is written `not` or `!`".to_owned(),
            Symbol::Implies => "implication is written `=>`".to_owned(),
            Symbol::Equal => "two conditions are compared with `=`, as in `(a) = (b)`".to_owned(),
            _ => format!("did you mean `{}`?", meant.text()),
        };
        self.sink.report(
            Diagnostic::error(Code::ForeignOperator, span, format!("`{text}` is not an operator of IMP"))
                .help(help),
        );
    }

    /// Whether the name of a type follows.
    fn declares(&self) -> bool {
        let rest = self.rest().trim_start();
        let word = &rest[..rest.find(|character| !is_name_part(character)).unwrap_or(rest.len())];
        matches!(word.to_ascii_lowercase().as_str(), "int" | "integer" | "bool" | "boolean" | "nat" | "z")
    }

    fn unknown(&mut self, first: char) -> TokenKind {
        let start = self.at;
        self.at += first.len_utf8();
        self.eat(|character| character == first);
        let said = match first {
            '?' => Some((
                "there is no conditional expression `... ? ... : ...`",
                "assign in each branch: `if ... then x := ... else x := ... end`",
            )),
            ':' if self.declares() => {
                Some(("the type stands before the name", "a declaration is written `int x, y;` or `bool b;`"))
            }
            _ => None,
        };
        let belongs_to_choice = first == ':' && self.in_choice;
        self.in_choice |= first == '?';
        if belongs_to_choice {
            // The `?` has been reported.
            return TokenKind::Unknown;
        }
        if let Some((message, help)) = said {
            let span = Span::new(start, self.at);
            self.sink.report(Diagnostic::error(Code::NotInLanguage, span, message).help(help));
            return TokenKind::Unknown;
        }
        let help = match first {
            '^' => "there is no power; write a product, such as `x * x`",
            '[' | ']' => "there are no arrays; only variables of the types `int` and `bool`",
            ':' => "an assignment is written `:=`",
            '"' | '\'' | '“' | '”' | '‘' | '’' | '`' => {
                "there are no texts and no primed names; only numbers, `true` and `false`"
            }
            '.' => "there are no fractions and no fields",
            '#' | '@' | '$' => "names are made of letters, digits and `_`; a comment begins with `//`",
            _ => "remove it; outside comments a program is written in plain ASCII",
        };
        let shown: String =
            if first.is_control() { format!("U+{:04X}", u32::from(first)) } else { format!("`{first}`") };
        self.sink.report(
            Diagnostic::error(
                Code::UnknownCharacter,
                Span::new(start, self.at),
                format!("unknown character {shown}"),
            )
            .help(help),
        );
        TokenKind::Unknown
    }
}

/// Whether digits and letters are a number in another language: `0xFF`, `1e6`, `1_000`.
fn is_notation(number: &str, letters: &str) -> bool {
    let (first, rest) = letters.split_at(letters.chars().next().map_or(0, char::len_utf8));
    match first {
        "x" => number == "0" && !rest.is_empty(),
        "e" => !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()),
        _ => first == "_",
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(source: &str, expected: Expect) {
        let mut sink = Sink::default();
        let mut out = String::new();
        for token in lex(source, &mut sink) {
            out.push_str(&format!("{:?} {:?}\n", token.kind, token.span.text(source)));
        }
        for diagnostic in sink.finish() {
            out.push_str(&format!("{:?} {:?}\n", diagnostic.code, diagnostic.span.text(source)));
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn the_longest_operator_wins() {
        check(
            "x<-1 a=>b c:=-1 !=!= d<=>e",
            expect![[r#"
                Name "x"
                Symbol(Less) "<"
                Symbol(Minus) "-"
                Number "1"
                Name "a"
                Symbol(Implies) "=>"
                Name "b"
                Name "c"
                Symbol(Assign) ":="
                Symbol(Minus) "-"
                Number "1"
                Symbol(NotEqual) "!="
                Symbol(NotEqual) "!="
                Name "d"
                Symbol(Equal) "<=>"
                Name "e"
                End ""
                ForeignOperator "<=>"
            "#]],
        );
    }

    #[test]
    fn comments_and_keywords() {
        check(
            "// one\nwhile /* two\n*/ whiles /* open",
            expect![[r#"
                Comment "// one"
                Keyword(While) "while"
                Comment "/* two\n*/"
                Name "whiles"
                Comment "/* open"
                End ""
                UnterminatedComment "/*"
            "#]],
        );
        check(
            "/*/",
            expect![[r#"
                Comment "/*/"
                End ""
                UnterminatedComment "/*"
            "#]],
        );
    }

    #[test]
    fn tokens_cover_the_text() {
        let source = "\u{feff}x ≠ 2y ß§ += 1.5 ^^ \u{7} && |";
        let tokens = lex(source, &mut Sink::default());
        let mut at = 0;
        for token in tokens {
            assert!(source[at..token.span.start as usize].chars().all(is_space));
            at = token.span.end as usize;
        }
        assert_eq!(at, source.len());
    }
}
