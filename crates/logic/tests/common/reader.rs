//! Readers of printed terms, written from the notations' own rules, that compute the value at once.

use super::{Comparison, Val, compare, euclid};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Values by name.
pub type Environment = BTreeMap<String, Val>;

/// An s-expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Sexp {
    Word(String),
    List(Vec<Sexp>),
}

/// Reads one s-expression; quoted symbols lose their bars.
pub fn sexp(text: &str) -> Sexp {
    let mut lists: Vec<Vec<Sexp>> = vec![vec![]];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '(' => lists.push(vec![]),
            ')' => {
                let list = lists.pop().expect("balanced");
                lists.last_mut().expect("balanced").push(Sexp::List(list));
            }
            '|' => {
                let word: String = chars.by_ref().take_while(|c| *c != '|').collect();
                lists.last_mut().expect("balanced").push(Sexp::Word(word));
            }
            c if c.is_whitespace() => {}
            c => {
                let mut word = String::from(c);
                while let Some(c) = chars.next_if(|c| !c.is_whitespace() && !"()|".contains(*c)) {
                    word.push(c);
                }
                lists.last_mut().expect("balanced").push(Sexp::Word(word));
            }
        }
    }
    assert!(lists.len() == 1 && lists[0].len() == 1, "one expression: {text}");
    lists.remove(0).remove(0)
}

/// The value of an SMT-LIB 2 term.
pub fn smt(e: &Sexp, env: &Environment) -> Val {
    let list = match e {
        Sexp::Word(w) => {
            return match (w.as_str(), w.parse::<BigInt>()) {
                ("true", _) => Val::Truth(true),
                ("false", _) => Val::Truth(false),
                (_, Ok(i)) if !w.starts_with('-') => Val::Number(i),
                _ => env.get(w).unwrap_or_else(|| panic!("unbound {w}")).clone(),
            };
        }
        Sexp::List(list) => list,
    };
    let Sexp::Word(head) = &list[0] else { panic!("no operator in {list:?}") };
    if head == "let" {
        let [_, Sexp::List(bindings), body] = &list[..] else { panic!("let: {list:?}") };
        let mut inner = env.clone();
        for binding in bindings {
            let Sexp::List(pair) = binding else { panic!("binding: {binding:?}") };
            let [Sexp::Word(name), value] = &pair[..] else { panic!("binding: {binding:?}") };
            inner.insert(name.clone(), smt(value, env));
        }
        return smt(body, &inner);
    }
    let values: Vec<Val> = list[1..].iter().map(|a| smt(a, env)).collect();
    let number = |i: usize| values[i].number().clone();
    let numbers = || values.iter().map(|v| v.number().clone());
    match (head.as_str(), values.len()) {
        ("not", 1) => Val::Truth(!values[0].truth()),
        ("and", 2..) => Val::Truth(values.iter().all(Val::truth)),
        ("or", 2..) => Val::Truth(values.iter().any(Val::truth)),
        ("=", 2) => Val::Truth(values[0] == values[1]),
        ("<=", 2) => Val::Truth(number(0) <= number(1)),
        ("ite", 3) => values[if values[0].truth() { 1 } else { 2 }].clone(),
        ("+", 2..) => Val::Number(numbers().sum()),
        ("*", 2) => Val::Number(number(0) * number(1)),
        ("-", 1) => Val::Number(-number(0)),
        ("div", 2) => Val::Number(euclid(&number(0), &number(1)).0),
        ("mod", 2) => Val::Number(euclid(&number(0), &number(1)).1),
        other => panic!("{other:?} is not in use"),
    }
}

/// The value of infix text with its definitions.
pub fn infix(text: &str, env: &Environment) -> Val {
    let (body, definitions) = text.split_once(" where ").unwrap_or((text, ""));
    let mut env = env.clone();
    for definition in definitions.split("; ").filter(|d| !d.is_empty()) {
        let (name, meaning) = definition.split_once(" := ").expect("a definition");
        let value = Infix::value(meaning, &env);
        let old = env.insert(name.into(), value);
        assert_eq!(old, None, "{name} is defined, but means something already");
    }
    Infix::value(body, &env)
}

struct Infix<'e> {
    tokens: Vec<String>,
    at: usize,
    env: &'e Environment,
}

impl Infix<'_> {
    fn value(text: &str, env: &Environment) -> Val {
        let mut reader = Infix { tokens: tokens(text), at: 0, env };
        let value = reader.disjunction();
        assert_eq!(reader.at, reader.tokens.len(), "read to the end: {text}");
        value
    }

    fn next_is(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|t| t == token);
        self.at += usize::from(found);
        found
    }

    fn one_of<T: Copy>(&mut self, options: &[(&str, T)]) -> Option<T> {
        options.iter().find(|(token, _)| self.next_is(token)).map(|(_, meaning)| *meaning)
    }

    fn disjunction(&mut self) -> Val {
        let mut value = self.conjunction();
        while self.next_is("or") {
            let right = self.conjunction();
            value = Val::Truth(value.truth() | right.truth());
        }
        value
    }

    fn conjunction(&mut self) -> Val {
        let mut value = self.negation();
        while self.next_is("and") {
            let right = self.negation();
            value = Val::Truth(value.truth() & right.truth());
        }
        value
    }

    fn negation(&mut self) -> Val {
        if self.next_is("not") { Val::Truth(!self.negation().truth()) } else { self.chain() }
    }

    /// `a <= b <= c` means both comparisons.
    fn chain(&mut self) -> Val {
        use Comparison::{Eq, Ge, Gt, Le, Lt};
        let relations = [
            ("<=", Some(Le)),
            (">=", Some(Ge)),
            ("<", Some(Lt)),
            (">", Some(Gt)),
            ("=", Some(Eq)),
            ("!=", None),
        ];
        let mut left = self.sum();
        let mut all = None;
        while let Some(relation) = self.one_of(&relations) {
            let right = self.sum();
            let holds = match relation {
                None => left != right,
                Some(Eq) => left == right,
                Some(c) => compare(c, left.number(), right.number()),
            };
            all = Some(all.unwrap_or(true) & holds);
            left = right;
        }
        all.map_or(left, Val::Truth)
    }

    fn sum(&mut self) -> Val {
        let negative = self.next_is("-");
        let first = self.product();
        let mut value = if negative { Val::Number(-first.number()) } else { first };
        while let Some(sign) = self.one_of(&[("+", 1), ("-", -1)]) {
            let right = self.product();
            value = Val::Number(value.number() + right.number() * sign);
        }
        value
    }

    fn product(&mut self) -> Val {
        let mut value = self.atom();
        while let Some(operator) = self.one_of(&[("*", '*'), ("div", 'd'), ("mod", 'm')]) {
            let right = self.atom();
            let (a, b) = (value.number(), right.number());
            value = Val::Number(match operator {
                '*' => a * b,
                'd' => euclid(a, b).0,
                _ => euclid(a, b).1,
            });
        }
        value
    }

    fn atom(&mut self) -> Val {
        if self.next_is("(") {
            let value = self.disjunction();
            assert!(self.next_is(")"), "closed");
            return value;
        }
        if self.next_is("ite") {
            assert!(self.next_is("("), "opened");
            let condition = self.disjunction();
            assert!(self.next_is(","), "comma");
            let then = self.disjunction();
            assert!(self.next_is(","), "comma");
            let otherwise = self.disjunction();
            assert!(self.next_is(")"), "closed");
            return if condition.truth() { then } else { otherwise };
        }
        if let Some(b) = self.one_of(&[("true", true), ("false", false)]) {
            return Val::Truth(b);
        }
        let token = self.tokens[self.at].clone();
        self.at += 1;
        match token.parse::<BigInt>() {
            Ok(i) => Val::Number(i),
            Err(_) => self.env.get(&token).unwrap_or_else(|| panic!("unbound {token}")).clone(),
        }
    }
}

fn tokens(text: &str) -> Vec<String> {
    let word = |c: char| c.is_alphanumeric() || "_!@'$".contains(c);
    let mut out: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let mut token = String::from(c);
        if word(c) && c != '!' {
            while let Some(c) = chars.next_if(|c| word(*c)) {
                token.push(c);
            }
        } else if "<>!".contains(c) {
            token.extend(chars.next_if_eq(&'='));
        }
        out.push(token);
    }
    out
}
