//! S-expressions, read as text arrives.
//!
//! Text comes in by [`Reader::feed`], in pieces that may end anywhere; each call of [`Reader::next_list`] gives the
//! next whole expression, if it has arrived. Neither reading nor printing nor dropping recurses, so that deep
//! expressions do not overflow the stack.

use crate::fault::{Fault, Place, Problem};
use std::rc::Rc;

/// A word of the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// A symbol, without the bars it may have been quoted by.
    Symbol(Rc<str>),
    /// A keyword such as `:named`, with its colon.
    Keyword(Rc<str>),
    /// A numeral: decimal digits.
    Numeral(Rc<str>),
    /// A string, without its quotes, doubled quotes undone.
    String(Rc<str>),
    /// A constant of a sort that is not supported: decimal, hexadecimal or binary.
    Other(Rc<str>),
}

/// The position of an expression in its [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Id(u32);

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape<'t> {
    /// A word.
    Atom(&'t Token),
    /// A list.
    List(&'t [Id]),
}

#[derive(Debug)]
enum Node {
    Atom(Token),
    /// A stretch of `Tree::members`.
    List {
        from: u32,
        to: u32,
    },
}

/// A whole expression: a flat store of its parts, each after its own parts, so the last one is the whole.
#[derive(Debug, Default)]
pub struct Tree {
    /// Where each begins and ends, and what it is.
    nodes: Vec<(Place, Place, Node)>,
    members: Vec<Id>,
}

impl Tree {
    /// The whole expression.
    pub fn root(&self) -> Id {
        Id(self.nodes.len().saturating_sub(1) as u32)
    }

    /// What an expression is.
    pub fn shape(&self, id: Id) -> Shape<'_> {
        match &self.nodes[id.0 as usize].2 {
            Node::Atom(token) => Shape::Atom(token),
            Node::List { from, to } => Shape::List(&self.members[*from as usize..*to as usize]),
        }
    }

    /// Where it begins.
    pub fn place(&self, id: Id) -> Place {
        self.nodes[id.0 as usize].0
    }

    /// The place just behind it.
    pub fn end(&self, id: Id) -> Place {
        self.nodes[id.0 as usize].1
    }

    /// The members of a list; none of a word.
    pub fn list(&self, id: Id) -> Option<&[Id]> {
        match self.shape(id) {
            Shape::List(members) => Some(members),
            Shape::Atom(_) => None,
        }
    }

    /// The symbol that it is.
    pub fn symbol(&self, id: Id) -> Option<&Rc<str>> {
        match self.shape(id) {
            Shape::Atom(Token::Symbol(name)) => Some(name),
            _ => None,
        }
    }

    /// The keyword that it is.
    pub fn keyword(&self, id: Id) -> Option<&str> {
        match self.shape(id) {
            Shape::Atom(Token::Keyword(name)) => Some(name),
            _ => None,
        }
    }

    /// The text of an expression, on one line but for line breaks inside quotes.
    pub fn text(&self, id: Id) -> String {
        enum Task {
            Print(Id),
            Close,
        }
        let mut out = String::new();
        let mut tasks = vec![Task::Print(id)];
        while let Some(task) = tasks.pop() {
            let Task::Print(id) = task else {
                out.push(')');
                continue;
            };
            if !out.is_empty() && !out.ends_with('(') {
                out.push(' ');
            }
            match self.shape(id) {
                Shape::Atom(token) => push_token(&mut out, token),
                Shape::List(members) => {
                    out.push('(');
                    tasks.push(Task::Close);
                    tasks.extend(members.iter().rev().map(|&m| Task::Print(m)));
                }
            }
        }
        out
    }

    fn add(&mut self, place: Place, end: Place, node: Node) -> Id {
        self.nodes.push((place, end, node));
        Id((self.nodes.len() - 1) as u32)
    }
}

fn push_token(out: &mut String, token: &Token) {
    match token {
        Token::Symbol(name) => out.push_str(&symbol_text(name)),
        Token::Keyword(text) | Token::Numeral(text) | Token::Other(text) => out.push_str(text),
        Token::String(text) => out.push_str(&quoted(text)),
    }
}

/// A string constant.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A symbol, between bars where it needs them.
pub fn symbol_text(name: &str) -> String {
    let plain = !name.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty();
    if plain && name.chars().all(is_symbol_char) { name.to_owned() } else { format!("|{name}|") }
}

fn is_symbol_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c)
}

/// Reads expressions out of text that arrives in pieces.
#[derive(Debug)]
pub struct Reader {
    text: String,
    at: usize,
    place: Place,
    complete: bool,
    tree: Tree,
    /// The lists that are still open: where each began, and its members so far.
    open: Vec<(Place, Vec<Id>)>,
}

/// What the next word turns out to be.
enum Next {
    Open,
    Close,
    Word(Token),
    /// The text ends, perhaps in the middle of a word.
    Nothing,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader {
            text: String::new(),
            at: 0,
            place: Place { line: 1, column: 1 },
            complete: false,
            tree: Tree::default(),
            open: Vec::new(),
        }
    }
}

impl Reader {
    /// More text.
    pub fn feed(&mut self, text: &str) {
        self.text.drain(..self.at);
        self.at = 0;
        self.text.push_str(text);
    }

    /// There will be no more text.
    pub fn end(&mut self) {
        self.complete = true;
    }

    /// The next list at the top, if all of it has arrived.
    ///
    /// # Errors
    /// What is wrong with the text; nothing sensible can be read after that.
    pub fn next_list(&mut self) -> Result<Option<Tree>, Fault> {
        loop {
            self.skip_blanks();
            let place = self.place;
            match self.word()? {
                Next::Open => self.open.push((place, Vec::new())),
                Next::Close => {
                    let Some((opened, members)) = self.open.pop() else {
                        return Err(Fault::new(place, Problem::StrayParenthesis));
                    };
                    let from = self.tree.members.len() as u32;
                    self.tree.members.extend(members);
                    let to = self.tree.members.len() as u32;
                    let id = self.tree.add(opened, self.place, Node::List { from, to });
                    match self.open.last_mut() {
                        Some((_, members)) => members.push(id),
                        None => return Ok(Some(std::mem::take(&mut self.tree))),
                    }
                }
                Next::Word(token) => match self.open.last_mut() {
                    Some((_, members)) => members.push(self.tree.add(place, self.place, Node::Atom(token))),
                    None => return Err(Fault::new(place, Problem::OutsideCommand)),
                },
                Next::Nothing => {
                    return match self.open.last() {
                        Some((opened, _)) if self.complete => {
                            Err(Fault::new(*opened, Problem::UnclosedParenthesis))
                        }
                        _ => Ok(None),
                    };
                }
            }
        }
    }

    /// Moves past a stretch of the text.
    fn advance(&mut self, bytes: usize) {
        for c in self.text[self.at..self.at + bytes].chars() {
            if c == '\n' {
                self.place.line += 1;
                self.place.column = 1;
            } else {
                self.place.column += 1;
            }
        }
        self.at += bytes;
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            let comment = match rest[blank..].starts_with(';') {
                true => rest[blank..].find('\n').or(self.complete.then_some(rest.len() - blank)),
                false => None,
            };
            self.advance(blank + comment.unwrap_or(0));
            if comment.is_none() {
                return;
            }
        }
    }

    /// The word at the beginning of what is left, which is not blank.
    fn word(&mut self) -> Result<Next, Fault> {
        let rest = &self.text[self.at..];
        let place = self.place;
        let fault = |problem| Err(Fault::new(place, problem));
        let mut chars = rest.chars();
        let (first, second) = match chars.next() {
            // A comment that has not arrived wholly.
            None | Some(';') => return Ok(Next::Nothing),
            Some(c) => (c, chars.next()),
        };
        let (token, length) = match first {
            '(' | ')' => {
                self.advance(1);
                return Ok(if first == '(' { Next::Open } else { Next::Close });
            }
            '|' => match rest[1..].find(['|', '\\']) {
                Some(end) if rest[1 + end..].starts_with('\\') => return fault(Problem::BackslashInSymbol),
                Some(end) => (Token::Symbol(rest[1..=end].into()), end + 2),
                None if self.complete => return fault(Problem::UnclosedSymbol),
                None => return Ok(Next::Nothing),
            },
            '"' => match self.string_length(rest) {
                Some(length) => (Token::String(rest[1..length - 1].replace("\"\"", "\"").into()), length),
                None if self.complete => return fault(Problem::UnclosedString),
                None => return Ok(Next::Nothing),
            },
            _ => {
                let prefix = usize::from(first == ':' || first == '#');
                let length =
                    prefix + rest[prefix..].find(|c| !is_symbol_char(c)).unwrap_or(rest.len() - prefix);
                if length == rest.len() && !self.complete {
                    return Ok(Next::Nothing);
                }
                let text = &rest[..length];
                let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
                let token = match first {
                    ':' if length > 1 => Token::Keyword(text.into()),
                    '#' if matches!(second, Some('x' | 'b')) && length > 2 => Token::Other(text.into()),
                    '0'..='9' if digits(text) => Token::Numeral(text.into()),
                    '0'..='9' if text.split_once('.').is_some_and(|(a, b)| digits(a) && digits(b)) => {
                        Token::Other(text.into())
                    }
                    '0'..='9' => return fault(Problem::MalformedNumber(text.into())),
                    _ if prefix == 0 && length > 0 => Token::Symbol(text.into()),
                    _ => return fault(Problem::UnexpectedCharacter(first)),
                };
                (token, length)
            }
        };
        self.advance(length);
        Ok(Next::Word(token))
    }

    /// The length of the string constant at the beginning, if all of it has arrived.
    fn string_length(&self, rest: &str) -> Option<usize> {
        let mut at = 1;
        loop {
            let quote = at + rest[at..].find('"')?;
            match rest[quote + 1..].chars().next() {
                Some('"') => at = quote + 2,
                None if !self.complete => return None,
                _ => return Some(quote + 1),
            }
        }
    }
}
