//! A program's own transition system, as others read it: as Horn clauses over one predicate, and as a circuit.

use flow::TransitionSystem;
use logic::{Node, Sort, Stamp, Term, Terms, Var};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The program as one loop: it is safe exactly if the clauses are satisfiable.
pub fn horn(terms: &Terms, ts: &TransitionSystem) -> String {
    let sort = |v: Var| if terms.var_sort(v) == Sort::Bool { "Bool" } else { "Int" };
    let state: Vec<Var> = ts.vars.iter().map(|v| v.var).collect();
    let sorts: Vec<&str> = state.iter().map(|&v| sort(v)).collect();
    let applied = |primed: bool| {
        let names = state.iter().map(|&v| terms.smt_symbol(if primed { terms.primed(v) } else { v }));
        let names: Vec<String> = names.collect();
        if names.is_empty() { "Inv".to_owned() } else { format!("(Inv {})", names.join(" ")) }
    };
    let mut out = format!("(set-logic HORN)\n(declare-fun Inv ({}) Bool)\n", sorts.join(" "));
    let mut clause = |body: &[String], formula: Term, head: &str| {
        let mut vars = terms.vars(formula);
        vars.extend(&state);
        vars.extend(state.iter().map(|&v| terms.primed(v)));
        let vars: Vec<String> =
            vars.into_iter().map(|v| format!("({} {})", terms.smt_symbol(v), sort(v))).collect();
        let body = format!("(and {} {})", body.join(" "), terms.smtlib(formula));
        let implication = format!("(=> {body} {head})");
        // Of a program without variables nothing is quantified.
        let _ = match vars.is_empty() {
            true => writeln!(out, "(assert {implication})"),
            false => writeln!(out, "(assert (forall ({}) {implication}))", vars.join(" ")),
        };
    };
    let here = applied(false);
    clause(&["true".into()], ts.arrival, &here);
    clause(std::slice::from_ref(&here), ts.trans, &applied(true));
    clause(&[here], ts.bad.formula(), "false");
    clause(&["true".into()], ts.early, "false");
    out.push_str("(check-sat)\n");
    out
}

/// The same of truth values alone, as a circuit in binary AIGER: its output can be true exactly if the program is unsafe; none if there
/// is a number among the variables.
///
/// A transition is a relation, while a circuit computes: the next state is an input, and a latch says whether all inputs so far have
/// been ones that the relation allows. Before the first round another latch is off.
pub fn circuit(terms: &Terms, ts: &TransitionSystem) -> Option<Vec<u8>> {
    let state: Vec<Var> = ts.vars.iter().map(|v| v.var).collect();
    let formulas = [ts.arrival, ts.trans, ts.bad.formula(), ts.early];
    let mut all = terms.vars_of(&formulas);
    all.extend(&state);
    if all.iter().any(|&v| terms.var_sort(v) == Sort::Int) {
        return None;
    }
    all.extend(state.iter().map(|&v| terms.primed(v)));
    // Inputs: all but the plain symbols of the state, which are latches.
    let inputs: Vec<Var> = all.into_iter().filter(|v| !state.contains(v)).collect();
    let (count, latches) = (inputs.len() as u32, state.len() as u32 + 2);
    let input: BTreeMap<Var, u32> = inputs.iter().copied().zip((1..).map(|at| 2 * at)).collect();
    let latch: BTreeMap<Var, u32> = state.iter().copied().zip((count + 1..).map(|at| 2 * at)).collect();
    let (started, valid) = (2 * (count + latches - 1), 2 * (count + latches));
    let mut aig = Aig { first: count + latches + 1, gates: Vec::new(), known: BTreeMap::new() };
    // In what happens before the first round the plain symbols are of the state that is come to.
    let next = |v: Var| input.get(&terms.restamp(v, Stamp::Primed)).copied();
    let before = |v: Var| input.get(&v).copied().or_else(|| next(v));
    let within = |v: Var| latch.get(&v).copied().or_else(|| input.get(&v).copied());
    let arrival = aig.formula(terms, ts.arrival, &before)?;
    let early = aig.formula(terms, ts.early, &before)?;
    let trans = aig.formula(terms, ts.trans, &within)?;
    let bad = aig.formula(terms, ts.bad.formula(), &within)?;
    let goes_on = aig.and(valid, trans);
    let valid_then = aig.choice(started, goes_on, arrival);
    let fails = aig.and(valid, bad);
    let output = aig.choice(started, fails, early);
    let mut text =
        format!("aig {} {count} {latches} 1 {}\n", count + latches + aig.gates.len() as u32, aig.gates.len());
    for &v in &state {
        let _ = writeln!(text, "{}", input[&terms.primed(v)]);
    }
    let _ = write!(text, "1\n{valid_then}\n{output}\n");
    let mut bytes = text.into_bytes();
    for (gate, (a, b)) in (aig.first..).zip(&aig.gates) {
        let (most, least) = (*a.max(b), *a.min(b));
        delta(&mut bytes, 2 * gate - most);
        delta(&mut bytes, most - least);
    }
    Some(bytes)
}

fn delta(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 & 0x7f | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Gates that are being made; literals are AIGER's.
struct Aig {
    /// The number of the first gate.
    first: u32,
    gates: Vec<(u32, u32)>,
    known: BTreeMap<(u32, u32), u32>,
}

impl Aig {
    fn and(&mut self, a: u32, b: u32) -> u32 {
        match (a.min(b), a.max(b)) {
            (0, _) => 0,
            (1, other) => other,
            (a, b) if a == b => a,
            (a, b) if a ^ 1 == b => 0,
            key => *self.known.entry(key).or_insert_with(|| {
                self.gates.push(key);
                2 * (self.first + self.gates.len() as u32 - 1)
            }),
        }
    }

    fn or(&mut self, a: u32, b: u32) -> u32 {
        self.and(a ^ 1, b ^ 1) ^ 1
    }

    fn choice(&mut self, cond: u32, yes: u32, no: u32) -> u32 {
        let (yes, no) = (self.and(cond, yes), self.and(cond ^ 1, no));
        self.or(yes, no)
    }

    fn formula(&mut self, terms: &Terms, t: Term, symbol: &dyn Fn(Var) -> Option<u32>) -> Option<u32> {
        let mut literals: BTreeMap<Term, u32> = BTreeMap::new();
        for part in terms.postorder(&[t]) {
            let of = |t: &Term| literals.get(t).copied();
            let literal = match terms.node(part) {
                Node::Bool(value) => u32::from(value),
                Node::Var(v) => symbol(v)?,
                Node::Not(inner) => of(&inner)? ^ 1,
                Node::And(parts) => {
                    let parts = parts.iter().map(of).collect::<Option<Vec<_>>>()?;
                    parts.into_iter().fold(1, |all, part| self.and(all, part))
                }
                Node::Or(parts) => {
                    let parts = parts.iter().map(of).collect::<Option<Vec<_>>>()?;
                    parts.into_iter().fold(0, |any, part| self.or(any, part))
                }
                Node::Iff(a, b) => {
                    let (a, b) = (of(&a)?, of(&b)?);
                    self.choice(a, b, b ^ 1)
                }
                Node::Ite(cond, yes, no) => {
                    let (cond, yes, no) = (of(&cond)?, of(&yes)?, of(&no)?);
                    self.choice(cond, yes, no)
                }
                _ => return None,
            };
            literals.insert(part, literal);
        }
        literals.get(&t).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flow::Lower;
    use trace::{Dialect, Integers, Language, Settings, Setup};

    const LOCKSTEP: &str =
        "int x, y;\nx := 0; y := 0;\nwhile nondet do x := x + 1; y := y + 1 done;\nassert x = y\n";

    fn system(source: &str, integers: Integers) -> (Terms, TransitionSystem) {
        let settings = Settings { integers, width: 4, ..Settings::default() };
        let setup = Setup { source: source.into(), language: Language::Imp, settings, ..Setup::default() };
        let dialect: Dialect = setup.dialect();
        let reading = reader::read(source, dialect);
        let program = reading.program.unwrap_or_else(|| panic!("{:?}", reading.diagnostics));
        let terms = Terms::new();
        let ts = TransitionSystem::of_cfg(&terms, &*program, &Lower::lower(&*program));
        (terms, ts)
    }

    #[test]
    fn clauses_are_read_by_our_own_reader() {
        let (terms, ts) = system(LOCKSTEP, Integers::Mathematical);
        let parsed = lang::horn::parse(&horn(&terms, &ts));
        assert!(parsed.program.is_some(), "{:?}", parsed.diagnostics);
    }

    #[test]
    fn circuits_have_the_programs_verdict() {
        for (source, safe) in [(LOCKSTEP.to_owned(), true), (LOCKSTEP.replace("y := 0;", "y := 1;"), false)] {
            let (terms, ts) = system(&source, Integers::Bits);
            let bytes = circuit(&terms, &ts).expect("truth values alone");
            let text = reader::text_of_binary(&bytes).expect("binary AIGER").expect("a circuit");
            let setup = Setup {
                source: text,
                language: Language::Aiger,
                engine: trace::Engine::IMC,
                ..Setup::default()
            };
            let said = loopglass_fuzz::words::said(&setup).expect("a verdict");
            assert_eq!(said.safe, Some(safe));
        }
    }
}
