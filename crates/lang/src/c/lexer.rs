//! From characters to the tokens of C, before the preprocessor.
//!
//! Only a comment that never ends is reported here, because the text of a directive, or of a part that `#if` leaves
//! out, need not be C at all.

use super::token::{Keyword, Symbol, Token, TokenKind};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::span::Span;

/// The tokens of `source`, comments included, the last one [`TokenKind::End`]. Every byte that is neither white space
/// nor a continued line's end belongs to exactly one token.
pub(crate) fn lex(source: &str, sink: &mut Sink) -> Vec<Token> {
    let mut lexer = Lexer { source, at: 0, starts_line: true, sink };
    let mut tokens = Vec::new();
    while let Some(token) = lexer.next() {
        tokens.push(token);
    }
    let end = Span::new(source.len(), source.len());
    tokens.push(Token { kind: TokenKind::End, span: end, spelling: end, starts_line: true });
    tokens
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    /// Whether no token of this line has been read yet.
    starts_line: bool,
    sink: &'a mut Sink,
}

/// The length of a `\` with the line's end behind it.
fn continuation(text: &str) -> Option<usize> {
    let rest = text.strip_prefix('\\')?;
    let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    rest[blank..].starts_with('\n').then_some(blank + 2)
}

fn is_name_part(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn next(&mut self) -> Option<Token> {
        self.white_space();
        let start = self.at;
        let first = self.rest().chars().next()?;
        let starts_line = self.starts_line;
        let kind = if self.rest().starts_with("//") {
            self.line_comment();
            TokenKind::Comment
        } else if self.rest().starts_with("/*") {
            self.block_comment();
            TokenKind::Comment
        } else if first.is_alphabetic() || first == '_' || first == '$' {
            self.eat(is_name_part);
            let text = &self.source[start..self.at];
            if text.is_ascii() {
                Keyword::of(text).map_or(TokenKind::Name, TokenKind::Keyword)
            } else {
                TokenKind::Unknown
            }
        } else if first.is_ascii_digit()
            || first == '.' && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit())
        {
            self.number();
            TokenKind::Number
        } else if first == '"' || first == '\'' {
            self.quoted(first)
        } else {
            self.symbol(first)
        };
        // A comment leaves it open whether a directive may follow.
        self.starts_line = starts_line && kind == TokenKind::Comment;
        let span = Span::new(start, self.at);
        Some(Token { kind, span, spelling: span, starts_line })
    }

    fn eat(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|character| !wanted(character)).unwrap_or(rest.len());
    }

    fn white_space(&mut self) {
        while let Some(next) = self.rest().chars().next() {
            if let Some(length) = continuation(self.rest()) {
                self.at += length;
            } else if next.is_whitespace() || next == '\u{feff}' {
                self.starts_line |= next == '\n';
                self.at += next.len_utf8();
            } else {
                break;
            }
        }
    }

    /// To the end of the line; a continued line goes on.
    fn line_comment(&mut self) {
        while let Some(next) = self.rest().chars().next() {
            match continuation(self.rest()) {
                Some(length) => self.at += length,
                None if next == '\n' => break,
                None => self.at += next.len_utf8(),
            }
        }
    }

    fn block_comment(&mut self) {
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
    }

    /// A number as the preprocessor sees it: digits, letters, dots, and signs behind an exponent.
    fn number(&mut self) {
        let hexadecimal = self.rest().starts_with("0x") || self.rest().starts_with("0X");
        let exponents: &[char] = if hexadecimal { &['p', 'P'] } else { &['e', 'E'] };
        let mut before = '0';
        while let Some(next) = self.rest().chars().next() {
            let signed = matches!(next, '+' | '-') && exponents.contains(&before);
            if !(is_name_part(next) || next == '.' || signed) {
                break;
            }
            before = next;
            self.at += next.len_utf8();
        }
    }

    /// A string or character constant, up to its closing quote on the same line.
    fn quoted(&mut self, quote: char) -> TokenKind {
        self.at += 1;
        while let Some(next) = self.rest().chars().next() {
            if let Some(length) = continuation(self.rest()) {
                self.at += length;
                continue;
            }
            if next == '\n' {
                break;
            }
            self.at += next.len_utf8();
            if next == quote {
                return if quote == '"' { TokenKind::String } else { TokenKind::Character };
            }
            if next == '\\' {
                let escaped = self.rest().chars().next().filter(|&c| c != '\n');
                self.at += escaped.map_or(0, char::len_utf8);
            }
        }
        TokenKind::Unterminated
    }

    fn symbol(&mut self, first: char) -> TokenKind {
        // Longer symbols stand before their prefixes.
        match Symbol::ALL.iter().find(|symbol| self.rest().starts_with(symbol.text())) {
            Some(&symbol) => {
                self.at += symbol.text().len();
                TokenKind::Symbol(symbol)
            }
            None => {
                self.at += first.len_utf8();
                self.eat(|character| character == first);
                TokenKind::Unknown
            }
        }
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
            let line = if token.starts_line { "| " } else { "" };
            out.push_str(&format!("{line}{:?} {:?}\n", token.kind, token.text(source)));
        }
        for diagnostic in sink.finish() {
            out.push_str(&format!("{:?} {:?}\n", diagnostic.code, diagnostic.span.text(source)));
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn the_longest_symbol_wins() {
        check(
            "a+++b<<=c->d...>>>=",
            expect![[r#"
                | Name "a"
                Symbol(PlusPlus) "++"
                Symbol(Plus) "+"
                Name "b"
                Symbol(ShiftLeftAssign) "<<="
                Name "c"
                Symbol(Arrow) "->"
                Name "d"
                Symbol(Ellipsis) "..."
                Symbol(ShiftRight) ">>"
                Symbol(GreaterEqual) ">="
                | End ""
            "#]],
        );
    }

    #[test]
    fn numbers_and_quotes() {
        check(
            "0x1fUL 1e+5 .5 1.e-3 3+4 'a' '\\'' \"a\\\"b\" 'open\n\"open",
            expect![[r#"
                | Number "0x1fUL"
                Number "1e+5"
                Number ".5"
                Number "1.e-3"
                Number "3"
                Symbol(Plus) "+"
                Number "4"
                Character "'a'"
                Character "'\\''"
                String "\"a\\\"b\""
                Unterminated "'open"
                | Unterminated "\"open"
                | End ""
            "#]],
        );
    }

    #[test]
    fn lines_and_comments() {
        check(
            "#define A \\\r\n 1 // x \\\n still\n/* c */ # if\n x \\\n#y /* open",
            expect![[r##"
                | Symbol(Hash) "#"
                Name "define"
                Name "A"
                Number "1"
                Comment "// x \\\n still"
                | Comment "/* c */"
                | Symbol(Hash) "#"
                Keyword(If) "if"
                | Name "x"
                Symbol(Hash) "#"
                Name "y"
                Comment "/* open"
                | End ""
                UnterminatedComment "/*"
            "##]],
        );
    }

    #[test]
    fn tokens_cover_the_text() {
        let source = "\u{feff}x ≠ 2y ß§ += 1.5 ^^ \u{7} '\\";
        let tokens = lex(source, &mut Sink::default());
        let mut at = 0;
        for token in tokens {
            assert!(
                source[at..token.span.start as usize].chars().all(|c| c.is_whitespace() || c == '\u{feff}')
            );
            at = token.span.end as usize;
        }
        assert_eq!(at, source.len());
    }
}
