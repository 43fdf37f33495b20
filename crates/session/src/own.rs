//! Formulas that the user writes: read with IMP's own grammar, over names that the caller gives, and over exact integers.
//!
//! A name that is none in IMP (`a[0]`, `p.x`, `x@1`) stands in the text that is read under a name of the same length, and signs that
//! the page prints stand as IMP writes them, so that places in what is reported are places in what was written.

use crate::open::problem;
use crate::table;
use flow::TransitionSystem;
use lang::Span;
use lang::lexer::Keyword;
use logic::order::{self, CollectOrdered};
use logic::{Sort, Stamp, Term, Terms, Var};
use std::collections::{BTreeMap, BTreeSet};
use trace::{Dialect, Language, MAX_OWN_TEXT, Problem, Severity};

/// A name that a formula may mention, and the symbol that it stands for.
pub(crate) type Named = (String, Var);

/// Signs of the page and of other languages, with those of IMP that have as many bytes.
const SIGNS: [(&str, &str); 6] =
    [("·", "* "), ("×", "* "), ("→", "=> "), ("⇔", "=  "), ("->", "=>"), ("–", "-  ")];

/// What a formula is.
const CONDITION: &str = "a formula is a condition, such as that of an assertion";

/// What a formula cannot contain, though a program can.
const OF_PROGRAMS: [&str; 8] = ["{", "}", ";", "//", "/*", "*/", ":=", ","];

/// Reads a formula over these symbols. A page has this only once somebody writes one.
///
/// # Errors
/// What is wrong with it, at its place in the text.
#[inline(never)]
pub(crate) fn read(terms: &Terms, text: &str, names: &[Named]) -> Result<Term, Problem> {
    let error = |span: Span, message: &str, help: Option<&str>| {
        problem(text, span, Severity::Error, message.into(), help.map(str::to_owned))
    };
    let whole = Span::new(0, text.len());
    if text.len() > MAX_OWN_TEXT {
        let message = format!("a formula may have at most {MAX_OWN_TEXT} bytes");
        return Err(error(Span::new(0, 0), &message, None));
    }
    if text.trim().is_empty() {
        return Err(error(whole, "there is no formula yet", Some("true is one, which says nothing")));
    }
    if let Some((at, sign)) = OF_PROGRAMS.iter().filter_map(|sign| Some((text.find(sign)?, sign))).min() {
        let message = format!("`{sign}` has no place in a formula");
        return Err(error(Span::new(at, at + sign.len()), &message, Some(CONDITION)));
    }
    let written = Written::new(terms, text, names).map_err(|span| {
        let word = span.text(text);
        match Keyword::of(word) {
            Some(_) => error(span, &format!("`{word}` has no place in a formula"), Some(CONDITION)),
            None => error(span, &format!("there is no variable `{word}` here"), Some(&known(names))),
        }
    })?;
    let head = written.head();
    let program = format!("{head}{}\n}} while nondet do skip done {{ true }}", written.text);
    let reading = reader::read(&program, Dialect::from(Language::Imp));
    let Some(unit) = reading.program else {
        // Of what is wrong with a whole and with a part of it, the part is told.
        let errors = reading.diagnostics.iter().filter(|d| d.severity == lang::Severity::Error);
        let found = errors.min_by_key(|d| d.span.end.saturating_sub(d.span.start));
        return Err(match found {
            Some(d) => {
                let place = |at: u32| (at as usize).saturating_sub(head.len()).min(text.len());
                let span = Span::new(place(d.span.start), place(d.span.end));
                let help = d.help.as_deref().filter(|help| !help.contains('}') && !help.contains("braces"));
                error(span, &written.said(&d.message), help)
            }
            None => error(whole, "this is no formula", None),
        });
    };
    if !unit.nondets().is_empty() && unit.nondets().len() > 1 {
        let at = text.find("nondet").unwrap_or(0);
        return Err(error(
            Span::new(at, at + 6),
            "a formula chooses nothing: `nondet` has no place in it",
            None,
        ));
    }
    let ts = TransitionSystem::of_cfg(terms, &*unit, &unit.lower().with_products(&*unit));
    let targets: BTreeMap<Var, Var> = written
        .stand_ins
        .iter()
        .map(|(name, target)| (terms.var(name, terms.var_sort(*target)), *target))
        .collect_map();
    let target = |v: Var| targets.get(&v).copied().unwrap_or(v);
    let mut products = BTreeMap::new();
    for (product, factors) in ts.products() {
        let factors: Vec<Var> = factors.iter().map(|&factor| target(ts.symbol(factor))).collect();
        match followed(terms, names, &factors) {
            Some(symbol) => drop(products.insert(*product, symbol)),
            None if terms.vars(ts.arrival).contains(product) => {
                let said = factors
                    .iter()
                    .map(|&factor| table::symbol(terms, factor).to_string())
                    .collect::<Vec<_>>();
                let message =
                    format!("the product {} is none of those that are followed here", said.join("*"));
                let at = unit.lower().first_product().map_or(whole, |d| {
                    let place = |at: u32| (at as usize).saturating_sub(head.len()).min(text.len());
                    Span::new(place(d.start), place(d.end))
                });
                return Err(error(at, &message, Some(&known(names))));
            }
            None => {}
        }
    }
    // What stands for a product is dead after the formula, and so has no place in the states.
    let closed = if ts.products().is_empty() { ts.init.closed() } else { Some(ts.arrival) };
    match closed {
        Some(formula) => {
            Ok(terms
                .substitute(formula, |v| terms.of(products.get(&v).copied().unwrap_or_else(|| target(v)))))
        }
        None => Err(error(whole, "this formula cannot be read without a choice in it", None)),
    }
}

/// The names that a formula between two sides may mention, given the symbols of these sides: the symbols, and the variable alone where
/// only one copy of it is shared, or there is only one.
pub(crate) fn names(terms: &Terms, (a, b): (&BTreeSet<Var>, &BTreeSet<Var>)) -> Vec<Named> {
    let all: BTreeSet<Var> = a.union(b).copied().collect_set();
    let shared: BTreeSet<Var> = a.intersection(b).copied().collect_set();
    let name = |v: Var| terms.symbol_of(v).name.to_string();
    let only = |of: &BTreeSet<Var>, v: Var| of.iter().filter(|&&w| name(w) == name(v)).count() == 1;
    let mut out: Vec<Named> = all.iter().map(|&v| (table::symbol(terms, v).to_string(), v)).collect();
    // As the page prints them.
    for &v in &all {
        let symbol = terms.symbol_of(v);
        match symbol.stamp {
            Stamp::At(step) => {
                out.push((format!("{}{}", symbol.name, subscript(step)), v));
                let typed = format!("{}{step}", symbol.name);
                if !all.iter().any(|&w| name(w) == typed) && !out.iter().any(|(other, _)| *other == typed) {
                    out.push((typed, v));
                }
            }
            Stamp::Primed => out.push((format!("{}′", symbol.name), v)),
            Stamp::Plain => {}
        }
    }
    for &v in &all {
        let is_shared = shared.iter().any(|&w| name(w) == name(v));
        let is_meant = if is_shared { shared.contains(&v) && only(&shared, v) } else { only(&all, v) };
        if is_meant && terms.symbol_of(v).stamp != Stamp::Plain {
            out.push((name(v), v));
        }
    }
    out
}

/// A number in the digits of subscripts.
fn subscript(number: u32) -> String {
    let digit = |c: char| char::from_u32(0x2080 + c.to_digit(10).unwrap_or(0)).unwrap_or(c);
    number.to_string().chars().map(digit).collect()
}

/// What stands for the product of these symbols, all of one state, where names of it may be used.
fn followed(terms: &Terms, names: &[Named], factors: &[Var]) -> Option<Var> {
    let stamp = terms.symbol_of(*factors.first()?).stamp;
    let of_one = factors.iter().all(|&factor| terms.symbol_of(factor).stamp == stamp);
    let mut all: Vec<String> =
        factors.iter().map(|&factor| terms.symbol_of(factor).name.to_string()).collect();
    order::sort(&mut all);
    let name = all.join("*");
    let is_it = |v: Var| *terms.symbol_of(v).name == *name && terms.symbol_of(v).stamp == stamp;
    names.iter().map(|(_, v)| *v).find(|&v| of_one && is_it(v))
}

/// The names that may be used, for who has used another one.
fn known(names: &[Named]) -> String {
    const MOST: usize = 12;
    let is_plain = |name: &&str| name.is_ascii() && !name.contains(['@', '#']);
    let plain: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).filter(is_plain).collect();
    let mut list: Vec<&str> = plain.iter().copied().take(MOST).collect();
    if plain.len() > MOST {
        list.push("…");
    }
    match list[..] {
        [] => "there are no variables here".into(),
        _ => format!("the names here are {}", list.join(", ")),
    }
}

/// The name that the text begins with, unless it is a word of the language.
fn unknown(text: &str, is_name: impl Fn(char) -> bool) -> Option<&str> {
    const WORDS: [Keyword; 6] =
        [Keyword::True, Keyword::False, Keyword::Not, Keyword::And, Keyword::Or, Keyword::Nondet];
    let word = &text[..text.find(|c| !is_name(c)).unwrap_or(text.len())];
    (!Keyword::of(word).is_some_and(|keyword| WORDS.contains(&keyword))).then_some(word)
}

/// A formula as IMP can read it.
struct Written {
    text: String,
    /// The names that stand in it, with the symbols that they stand for.
    stand_ins: Vec<Named>,
    /// Those of the names that were written otherwise, and how.
    renamed: Vec<(String, String)>,
    declarations: String,
}

impl Written {
    /// The formula as IMP can read it, or the place of a name that is none of these.
    fn new(terms: &Terms, text: &str, names: &[Named]) -> Result<Written, Span> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut out = Written {
            text: String::with_capacity(text.len()),
            stand_ins: Vec::new(),
            renamed: Vec::new(),
            declarations: String::new(),
        };
        let mut taken: BTreeSet<String> = names.iter().map(|(name, _)| name.clone()).collect_set();
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            let starts = (first.is_ascii_alphabetic() || first == '_') && !text[..at].ends_with(is_name);
            let fits = |name: &str| {
                rest.strip_prefix(name)
                    .is_some_and(|after| !name.ends_with(is_name) || !after.starts_with(is_name))
            };
            let longest =
                names.iter().filter(|(name, _)| starts && fits(name)).max_by_key(|(name, _)| name.len());
            if let Some((name, target)) = longest {
                let stands = out.stand_in(name, *target, &mut taken);
                out.text += &stands;
                out.text.extend(std::iter::repeat_n(' ', name.len() - stands.len()));
                at += name.len();
            } else if starts && rest.starts_with("mod") && !rest[3..].starts_with(is_name) {
                out.text += "%  "; // as the page prints it
                at += 3;
            } else if starts && let Some(word) = unknown(rest, is_name) {
                return Err(Span::new(at, at + word.len()));
            } else if let Some((sign, imp)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                out.text += imp;
                at += sign.len();
            } else {
                out.text.push(first);
                at += first.len_utf8();
            }
        }
        let of_sort = |sort: Sort| {
            let list: Vec<&str> = out
                .stand_ins
                .iter()
                .filter(|(_, target)| terms.var_sort(*target) == sort)
                .map(|(name, _)| name.as_str())
                .collect();
            list.join(", ")
        };
        for (keyword, list) in [("int", of_sort(Sort::Int)), ("bool", of_sort(Sort::Bool))] {
            if !list.is_empty() {
                out.declarations += &format!("{keyword} {list};\n");
            }
        }
        Ok(out)
    }

    /// The name under which a name stands in the text.
    fn stand_in(&mut self, name: &str, target: Var, taken: &mut BTreeSet<String>) -> String {
        if let Some((known, _)) = self.renamed.iter().find(|(_, written)| written == name) {
            return known.clone();
        }
        let is_imp =
            name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && Keyword::of(name).is_none();
        if is_imp {
            if !self.stand_ins.iter().any(|(known, _)| known == name) {
                self.stand_ins.push((name.into(), target));
            }
            return name.into();
        }
        let free = short_names().find(|short| short.len() <= name.len() && !taken.contains(short));
        // There are 26 names of one letter and 936 of two, more than formulas of this length mention.
        let short = free.unwrap_or_else(|| "_".into());
        taken.insert(short.clone());
        self.stand_ins.push((short.clone(), target));
        self.renamed.push((short.clone(), name.into()));
        short
    }

    /// The text before the formula.
    fn head(&self) -> String {
        format!("{}{{ ", self.declarations)
    }

    /// A message about the text with the names as they were written.
    fn said(&self, message: &str) -> String {
        let message =
            message.replace("found `}`", "found the end").replace("expected `}`", "expected the end");
        self.renamed
            .iter()
            .fold(message, |said, (short, name)| said.replace(&format!("`{short}`"), &format!("`{name}`")))
    }
}

/// Names of IMP, the shortest first.
fn short_names() -> impl Iterator<Item = String> {
    let letters = || ('a'..='z').chain('A'..='Z');
    let one = letters().map(|c| c.to_string());
    let two = letters().flat_map(move |c| ('0'..='9').map(move |d| format!("{c}{d}")));
    let three = letters().flat_map(move |c| (10..100).map(move |d| format!("{c}{d}")));
    one.chain(two).chain(three)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let terms = Terms::new();
        let names =
            ["x", "y", "a[0]", "p.x", "end"].map(|name| (name.to_owned(), terms.var(name, Sort::Int)));
        let mut names = names.to_vec();
        names.push(("x*y".into(), terms.var("x*y", Sort::Int)));
        names.push(("b".into(), terms.var("b", Sort::Bool)));
        names.push(("x@1".into(), terms.symbol("x", Stamp::At(1), Sort::Int)));
        let found = match read(&terms, text, &names) {
            Ok(formula) => terms.infix(formula),
            Err(p) => format!("{}-{}: {}", p.from, p.to, p.message),
        };
        expected.assert_eq(&found);
    }

    #[test]
    fn formulas_in_both_spellings() {
        check("x >= 0 and y = 2 * x", expect!["x >= 0 and 2*x = y"]);
        check("x >= 0 && y == 2 * x || !b", expect!["x >= 0 and 2*x = y or not b"]);
        check("x ≥ 0 ∧ (b → y = 2·x)", expect!["x >= 0 and (not b or 2*x = y)"]);
        check("y % 2 == 0", expect!["y mod 2 = 0"]);
        check("y mod 2 = 0", expect!["y mod 2 = 0"]);
        check("true", expect!["true"]);
    }

    #[test]
    fn products_that_are_followed() {
        check("x*y > x", expect!["x < x*y"]);
        check("2 * y * x = 4 && (x + 1) * y > 1", expect!["x*y = 2 and y + x*y >= 2"]);
        check("x * x = 4", expect!["0-5: the product x*x is none of those that are followed here"]);
        check("x@1 * y = 4", expect!["0-7: the product x@1*y is none of those that are followed here"]);
    }

    #[test]
    fn names_that_are_none_in_imp() {
        check("a[0] + p.x <= end", expect!["a[0] + p.x <= end"]);
        check("x@1 = x", expect!["x@1 = x"]);
    }

    #[test]
    fn what_is_no_formula_is_told_at_its_place() {
        check("", expect!["0-0: there is no formula yet"]);
        check("x > 0; y = 1", expect!["5-6: `;` has no place in a formula"]);
        check("x > z", expect!["4-5: there is no variable `z` here"]);
        check("a[0] > z", expect!["7-8: there is no variable `z` here"]);
        check("x + 1", expect!["0-5: this is a number, but a truth value is needed here"]);
        check("y * y > 0", expect!["0-5: the product y*y is none of those that are followed here"]);
        check("x > nondet", expect!["4-10: `nondet` cannot be part of an integer expression"]);
        check("true } x := 1 {", expect!["5-6: `}` has no place in a formula"]);
        check("x >", expect!["3-3: expected a condition or an expression, found the end"]);
        check("x = 1)", expect!["5-6: expected the end or an operator, found `)`"]);
        check("assert x = 1", expect!["0-6: `assert` has no place in a formula"]);
        check("x = 1 done", expect!["6-10: `done` has no place in a formula"]);
        check("x^2 = 1", expect!["0-1: this is a number, but a truth value is needed here"]);
    }

    #[test]
    fn whatever_is_written_is_read_or_told_within_the_text() {
        const PIECES: [&str; 24] = [
            "x", "y", "a[0]", "a[", "]", "p.x", "p.", "x@1", "@", "(", ")", " ", " and ", "not ", "!", "≥",
            "→", "·", "ü", "\n", "9", "-", "% 0", "nondet",
        ];
        let terms = Terms::new();
        let names: Vec<Named> = ["x", "y", "a[0]", "p.x", "x@1"]
            .map(|name| (name.to_owned(), terms.var(name, Sort::Int)))
            .to_vec();
        let mut state = 7_u64;
        let (mut read_well, mut told) = (0, 0);
        for _ in 0..3000 {
            let mut text = String::new();
            for _ in 0..=state % 9 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text += PIECES[(state >> 33) as usize % PIECES.len()];
            }
            match read(&terms, &text, &names) {
                Ok(formula) => {
                    assert_eq!(terms.sort(formula), Sort::Bool);
                    read_well += 1;
                }
                Err(problem) => {
                    assert!(
                        problem.from <= problem.to && problem.to as usize <= text.len(),
                        "{text:?}: {problem:?}"
                    );
                    told += 1;
                }
            }
        }
        assert!(told > 1000, "{read_well} {told}");
        for many in [
            "(".repeat(1900),
            "not ".repeat(490),
            "x = 1 and ".repeat(190) + "true",
            format!("x > {}", "9".repeat(1900)),
        ] {
            let _ = read(&terms, &many, &names);
        }
    }
}
