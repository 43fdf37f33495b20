//! Ascii AIGER to a circuit, line by line.

use std::collections::BTreeMap;

use super::{Circuit, Latch, Literal, Reset};
use crate::ast::LoopInfo;
use crate::diagnostic::{self, Code, Diagnostic, Sink};
use crate::span::Span;
use crate::{Expectation, expectation};

/// What was found in a text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The circuit; there is one exactly if no diagnostic is an error.
    pub circuit: Option<Circuit>,
    /// Errors and warnings in source order.
    pub diagnostics: Vec<Diagnostic>,
    /// What a comment says of the verdict, if one does: `// expect: safe` behind the line `c`.
    pub expectation: Option<Expectation>,
}

/// The most variables of a circuit that is read.
const MOST: u32 = 200_000;

/// Reads an ascii circuit; never fails, whatever the text.
pub fn parse(source: &str) -> Parsed {
    let mut sink = Sink::default();
    if diagnostic::is_too_large(source, &mut sink) {
        return Parsed { circuit: None, diagnostics: sink.finish(), expectation: None };
    }
    let mut reader = Reader { lines: lines(source), at: 0, source };
    let circuit = match reader.circuit() {
        Ok(circuit) => Some(circuit),
        Err((span, message, help)) => {
            sink.report(Diagnostic::error(Code::MalformedCircuit, span, message).help(help));
            None
        }
    };
    let comments = reader.lines.iter().copied().skip_while(|line| line.text(source) != "c").skip(1);
    let comments: Vec<Span> = comments.filter(|line| line.text(source).starts_with("//")).collect();
    let expectation = expectation::find(source, comments.into_iter(), &mut sink);
    Parsed { circuit, diagnostics: sink.finish(), expectation }
}

fn lines(source: &str) -> Vec<Span> {
    let mut start = 0;
    let mut lines = Vec::new();
    for line in source.split_inclusive('\n') {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        lines.push(Span { start: place(start), end: place(end) });
        start += line.len();
    }
    lines
}

/// Where something is wrong, what, and what to do.
type Wrong = (Span, String, &'static str);

struct Reader<'s> {
    source: &'s str,
    lines: Vec<Span>,
    at: usize,
}

/// What a variable is.
#[derive(Clone, Copy)]
enum Kind {
    Input,
    Latch,
    Gate(usize),
}

impl Reader<'_> {
    fn circuit(&mut self) -> Result<Circuit, Wrong> {
        const HEADER: &str = "the first line is `aag M I L O A`, perhaps with `B C J F` behind";
        let (header, words) = self.next("a header", HEADER)?;
        let numbers = match words.split_first() {
            Some((&"aag", numbers)) => numbers,
            _ => return Err((header, "this is no ascii AIGER file".into(), HEADER)),
        };
        let numbers: Option<Vec<u32>> = numbers.iter().map(|word| word.parse().ok()).collect();
        let numbers = numbers.filter(|numbers| (5..=9).contains(&numbers.len()));
        let Some(numbers) = numbers else {
            return Err((header, "the header has not the numbers that it needs".into(), HEADER));
        };
        let count = |at: usize| numbers.get(at).copied().unwrap_or(0);
        let max = count(0);
        if numbers.iter().any(|&number| number > MOST) {
            return Err((header, "the circuit is too large".into(), "it may have 200,000 variables at most"));
        }
        if count(7) > 0 {
            let help = "only bad states are checked: safety, not liveness";
            return Err((header, "justice properties are not supported".into(), help));
        }
        let mut circuit = Circuit { max, ..Circuit::default() };
        let mut kinds: BTreeMap<u32, Kind> = BTreeMap::new();
        let (mut inputs, mut latches, mut gates) = (Vec::new(), Vec::new(), Vec::new());
        for at in 0..count(1) {
            let (span, [literal]) = self.literals("an input", max)?;
            self.define(&mut kinds, literal, Kind::Input, span)?;
            circuit.inputs.push(literal / 2);
            inputs.push((format!("i{at}"), span));
        }
        for at in 0..count(2) {
            let (span, words) = self.next("a latch", LATCH)?;
            let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
            let (literal, next, reset) = match numbers.as_deref() {
                Some(&[literal, next]) => (literal, next, Reset::To(false)),
                Some(&[literal, next, reset @ (0 | 1)]) => (literal, next, Reset::To(reset == 1)),
                Some(&[literal, next, reset]) if reset == literal => (literal, next, Reset::Either),
                _ => return Err((span, "this is no latch".into(), LATCH)),
            };
            self.bounded(next, max, span)?;
            self.define(&mut kinds, literal, Kind::Latch, span)?;
            circuit.latches.push(Latch { var: literal / 2, next, reset });
            latches.push((format!("l{at}"), span));
        }
        let mut outputs = self.list("an output", count(3), max)?;
        let mut bad = self.list("a bad state", count(5), max)?;
        let constraints = self.list("a constraint", count(6), max)?;
        self.list("a fairness constraint", count(8), max)?;
        for at in 0..count(4) {
            let (span, [literal, a, b]) = self.literals("a gate", max)?;
            self.define(&mut kinds, literal, Kind::Gate(at as usize), span)?;
            gates.push((literal / 2, a, b, span));
        }
        circuit.gates = self.sorted(&gates, &kinds)?;
        let letter = if bad.is_empty() {
            std::mem::swap(&mut bad, &mut outputs);
            'o'
        } else {
            'b'
        };
        let used = bad.iter().chain(&constraints).map(|&(literal, span)| (literal, span));
        let used =
            used.chain(circuit.latches.iter().zip(&latches).map(|(latch, (_, span))| (latch.next, *span)));
        for (literal, span) in used {
            self.defined(literal, &kinds, span)?;
        }
        circuit.assumed = constraints.first().map_or(header, |first| first.1);
        circuit.constraints = constraints.into_iter().map(|(literal, _)| literal).collect();
        circuit.bad = bad.iter().map(|(literal, _)| *literal).collect();
        let mut bad: Vec<(String, Span)> =
            bad.iter().enumerate().map(|(at, (_, span))| (format!("{letter}{at}"), *span)).collect();
        self.symbols(letter, &mut latches, &mut inputs, &mut bad);
        circuit.loops = vec![LoopInfo { span: header, cond: header, parent: None }];
        circuit.describe(latches, inputs, bad);
        Ok(circuit)
    }

    /// The next line with its words.
    fn next(&mut self, what: &str, help: &'static str) -> Result<(Span, Vec<&str>), Wrong> {
        let end = u32::try_from(self.source.len()).unwrap_or(u32::MAX);
        let Some(&span) = self.lines.get(self.at) else {
            return Err((Span { start: end, end }, format!("the file ends where {what} should be"), help));
        };
        self.at += 1;
        Ok((span, span.text(self.source).split_ascii_whitespace().collect()))
    }

    /// A line of so many literals.
    fn literals<const N: usize>(&mut self, what: &str, max: u32) -> Result<(Span, [Literal; N]), Wrong> {
        const HELP: &str = "the numbers of lines are those of the header: inputs, latches, outputs, bad states, constraints, gates";
        let (span, words) = self.next(what, HELP)?;
        let numbers: Option<Vec<u32>> = words.iter().map(|word| word.parse().ok()).collect();
        let Some(literals) = numbers.and_then(|numbers| <[Literal; N]>::try_from(numbers).ok()) else {
            return Err((span, format!("this is no line of {what}"), HELP));
        };
        for literal in literals {
            self.bounded(literal, max, span)?;
        }
        Ok((span, literals))
    }

    fn list(&mut self, what: &str, count: u32, max: u32) -> Result<Vec<(Literal, Span)>, Wrong> {
        let mut found = Vec::new();
        for _ in 0..count {
            let (span, [literal]) = self.literals(what, max)?;
            found.push((literal, span));
        }
        Ok(found)
    }

    fn bounded(&self, literal: Literal, max: u32, span: Span) -> Result<(), Wrong> {
        match literal / 2 > max {
            true => Err((
                span,
                format!("{literal} is beyond the greatest literal, {}", 2 * max + 1),
                "the header's first number is the greatest variable",
            )),
            false => Ok(()),
        }
    }

    fn define(
        &self,
        kinds: &mut BTreeMap<u32, Kind>,
        literal: Literal,
        kind: Kind,
        span: Span,
    ) -> Result<(), Wrong> {
        const HELP: &str = "a variable is one input, latch or gate, written as an even number other than 0";
        if literal < 2 || literal % 2 == 1 {
            return Err((span, format!("{literal} is defined here, but is no variable"), HELP));
        }
        match kinds.insert(literal / 2, kind) {
            Some(_) => Err((span, format!("{literal} is defined twice"), HELP)),
            None => Ok(()),
        }
    }

    fn defined(&self, literal: Literal, kinds: &BTreeMap<u32, Kind>, span: Span) -> Result<(), Wrong> {
        match literal < 2 || kinds.contains_key(&(literal / 2)) {
            true => Ok(()),
            false => Err((
                span,
                format!("nothing defines {}", literal & !1),
                "every variable is an input, a latch or a gate",
            )),
        }
    }

    /// The gates, each after those that it depends on.
    fn sorted(
        &self,
        gates: &[(u32, Literal, Literal, Span)],
        kinds: &BTreeMap<u32, Kind>,
    ) -> Result<Vec<(u32, Literal, Literal)>, Wrong> {
        // 0: not seen, 1: on the way, 2: done.
        let mut state = vec![0_u8; gates.len()];
        let mut order = Vec::with_capacity(gates.len());
        for start in 0..gates.len() {
            let mut stack = vec![start];
            while let Some(&at) = stack.last() {
                let (var, a, b, span) = gates[at];
                if state[at] == 2 {
                    stack.pop();
                    continue;
                }
                let was_seen = std::mem::replace(&mut state[at], 1) == 1;
                let before = stack.len();
                for literal in [a, b] {
                    self.defined(literal, kinds, span)?;
                    if let Some(&Kind::Gate(other)) = kinds.get(&(literal / 2)) {
                        match state[other] {
                            0 => stack.push(other),
                            1 => {
                                let help = "a cycle leads through a latch";
                                return Err((span, "this gate depends on itself".into(), help));
                            }
                            _ => {}
                        }
                    }
                }
                if stack.len() == before {
                    state[at] = 2;
                    order.push((var, a, b));
                    stack.pop();
                } else if was_seen {
                    // All that it depends on has been done, unless it is on the way itself.
                    let help = "a cycle leads through a latch";
                    return Err((span, "this gate depends on itself".into(), help));
                }
            }
        }
        Ok(order)
    }

    /// Names from the symbol table; each name once.
    fn symbols(
        &mut self,
        letter: char,
        latches: &mut [(String, Span)],
        inputs: &mut [(String, Span)],
        bad: &mut [(String, Span)],
    ) {
        let mut taken: Vec<String> =
            latches.iter().chain(inputs.iter()).map(|(name, _)| name.clone()).collect();
        logic::order::sort(&mut taken);
        while let Some(span) = self.lines.get(self.at) {
            self.at += 1;
            let text = span.text(self.source);
            if text == "c" {
                break;
            }
            let Some((place, name)) = text.split_once(' ') else { continue };
            let mut characters = place.chars();
            let kind = characters.next();
            let Ok(at) = characters.as_str().parse::<usize>() else { continue };
            let list: &mut [(String, Span)] = match kind {
                Some('i') => inputs,
                Some('l') => latches,
                Some(kind) if kind == letter => bad,
                _ => continue,
            };
            let Some(entry) = list.get_mut(at) else { continue };
            let name: String =
                name.trim().chars().filter(|c| !c.is_control() && !"|\\°·".contains(*c)).take(60).collect();
            if name.is_empty() || taken.binary_search(&name).is_ok() {
                continue;
            }
            if (kind != Some(letter) || letter == 'l')
                && let Err(place) = taken.binary_search(&name)
            {
                taken.insert(place, name.clone());
            }
            entry.0 = name;
        }
    }
}

const LATCH: &str = "a latch is its literal, the literal of its next value, and perhaps 0, 1 or its literal again as its first value";
