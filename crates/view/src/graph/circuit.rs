//! A circuit for display: its latches with their next-state functions, made from the text alone. A function is written over latches and
//! inputs; gates that would make it too long keep the number that they have in the file, and are told beside it, once for all.

use super::control::{Edge, EdgeKind, Graph, GraphNode, Line, NodeKind};
use lang::aiger::{Circuit, Literal, Reset};
use lang::{LineIndex, Span, Unit};
use logic::order;

/// The most latches and inputs, counted where they stand, of a function that is written as one formula.
const WHOLE: u32 = 16;
/// The most of them in a part of a longer function.
const PART: u32 = 6;

/// A circuit as a table and as a graph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CircuitView {
    /// The latches, in the order of the text.
    pub latches: Vec<LatchRow>,
    /// The states that must never be, as formulas: name and text.
    pub bad: Vec<(String, String)>,
    /// The gates that are named in formulas, each after those that it is made of: name and text.
    pub gates: Vec<(String, String)>,
    /// Which latches, inputs and bad states depend on which: an edge leads from what is read to what reads it.
    pub graph: Graph,
}

/// A latch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LatchRow {
    /// Its name.
    pub name: String,
    /// Its line in the text, from 1, and its bytes.
    pub place: (u32, (u32, u32)),
    /// Its value at the beginning.
    pub reset: &'static str,
    /// Its value after a round.
    pub next: String,
}

/// The circuit of a text; none if it is none, or has errors.
pub fn circuit(source: &str) -> Option<CircuitView> {
    let circuit = lang::aiger::parse(source).circuit?;
    let mut writer = Writer::new(&circuit);
    let lines = LineIndex::new(source);
    let place = |span: Span| (lines.position(span.start).line, (span.start, span.end));
    let latches = circuit.latches.iter().zip(circuit.decls()).map(|(latch, decl)| LatchRow {
        name: decl.name.clone(),
        place: place(decl.span),
        reset: match latch.reset {
            Reset::To(true) => "true",
            Reset::To(false) => "false",
            Reset::Either => "either",
        },
        next: writer.function(latch.next),
    });
    let latches = latches.collect();
    let names = circuit.bad_names().map(str::to_owned);
    let bad = names.zip(&circuit.bad).map(|(name, &literal)| (name, writer.function(literal))).collect();
    let gates = writer.gates();
    let graph = graph(&circuit, &place);
    Some(CircuitView { latches, bad, gates, graph })
}

/// Writes functions.
struct Writer<'c> {
    circuit: &'c Circuit,
    /// Of each variable its place among the gates.
    gate: Vec<Option<usize>>,
    /// Of each variable its name, if it is no gate.
    name: Vec<Option<&'c str>>,
    /// Of each variable how many names its formula would have.
    size: Vec<u32>,
    /// The gates that have been named.
    named: Vec<bool>,
}

impl<'c> Writer<'c> {
    fn new(circuit: &'c Circuit) -> Self {
        let count = circuit.max as usize + 1;
        let mut name = vec![None; count];
        let vars = circuit.latches.iter().map(|latch| latch.var).chain(circuit.inputs.iter().copied());
        for (var, decl) in vars.zip(circuit.decls()) {
            name[var as usize] = Some(decl.name.as_str());
        }
        let (mut gate, mut size) = (vec![None; count], vec![1_u32; count]);
        for (at, &(var, a, b)) in circuit.gates.iter().enumerate() {
            gate[var as usize] = Some(at);
            size[var as usize] = size[a as usize / 2].saturating_add(size[b as usize / 2]);
        }
        Writer { circuit, gate, name, size, named: vec![false; circuit.gates.len()] }
    }

    /// The formula of a literal, which is longer than [`WHOLE`] nowhere.
    fn function(&mut self, literal: Literal) -> String {
        let most = if self.size[literal as usize / 2] <= WHOLE { WHOLE } else { PART };
        self.written(literal, most, true)
    }

    fn operands(&self, literal: Literal) -> Option<(Literal, Literal)> {
        let (_, a, b) = self.circuit.gates[self.gate[literal as usize / 2]?];
        Some((a, b))
    }

    /// What two literals differ in, if a gate says that they do.
    fn difference(&self, (a, b): (Literal, Literal)) -> Option<(Literal, Literal)> {
        if a % 2 == 0 || b % 2 == 0 {
            return None;
        }
        let ((p, q), (r, s)) = (self.operands(a)?, self.operands(b)?);
        ((r, s) == (p ^ 1, q ^ 1) || (s, r) == (p ^ 1, q ^ 1)).then_some((p, q))
    }

    fn written(&mut self, literal: Literal, most: u32, is_top: bool) -> String {
        let (var, is_negated) = (literal as usize / 2, literal % 2 == 1);
        let not = if is_negated { "¬" } else { "" };
        if var == 0 {
            return is_negated.to_string();
        }
        let Some((a, b)) = self.operands(literal) else {
            return format!("{not}{}", self.name[var].unwrap_or("?"));
        };
        if !is_top && self.size[var] > most {
            if let Some(gate) = self.gate[var] {
                self.named[gate] = true;
            }
            return format!("{not}#{}", 2 * var);
        }
        let text = if let Some((p, q)) = self.difference((a, b)) {
            let sign = if is_negated { "↔" } else { "⊕" };
            // A negation on either side changes the sign.
            let (p, q, sign) = match (p % 2, q % 2, sign) {
                (1, 1, sign) => (p ^ 1, q ^ 1, sign),
                (0, 0, sign) => (p, q, sign),
                (_, _, "⊕") => (p & !1, q & !1, "↔"),
                _ => (p & !1, q & !1, "⊕"),
            };
            format!("{} {sign} {}", self.written(p, most, false), self.written(q, most, false))
        } else {
            let (sign, flip) = if is_negated { (" ∨ ", 1) } else { (" ∧ ", 0) };
            let parts: Vec<Literal> = self.conjuncts(a, b, most);
            let parts: Vec<String> =
                parts.into_iter().map(|part| self.written(part ^ flip, most, false)).collect();
            parts.join(sign)
        };
        if is_top { text } else { format!("({text})") }
    }

    /// What a conjunction is of, through the gates that are conjunctions themselves.
    fn conjuncts(&self, a: Literal, b: Literal, most: u32) -> Vec<Literal> {
        let (mut found, mut waiting) = (Vec::new(), vec![b, a]);
        while let Some(literal) = waiting.pop() {
            match self.operands(literal) {
                Some((a, b))
                    if literal % 2 == 0
                        && self.size[literal as usize / 2] <= most
                        && self.difference((a, b)).is_none() =>
                {
                    waiting.extend([b, a]);
                }
                _ => found.push(literal),
            }
        }
        found
    }

    /// The gates that were named, and those that are named in their turn.
    fn gates(&mut self) -> Vec<(String, String)> {
        let mut found = Vec::new();
        // A gate is made of earlier ones.
        for at in (0..self.circuit.gates.len()).rev() {
            if self.named[at] {
                let literal = 2 * self.circuit.gates[at].0;
                found.push((format!("#{literal}"), self.function(literal)));
            }
        }
        found.reverse();
        found
    }
}

/// Latches, inputs and bad states with what each reads.
fn graph(circuit: &Circuit, place: &dyn Fn(Span) -> (u32, (u32, u32))) -> Graph {
    let node = |kind, name: &str, span| {
        let (number, span) = place(span);
        GraphNode {
            kind,
            lines: vec![Line { text: name.to_owned(), number: Some(number), span: Some(span) }],
        }
    };
    let (latches, inputs) = circuit.decls().split_at(circuit.latches.len());
    let mut nodes: Vec<GraphNode> =
        inputs.iter().map(|decl| node(NodeKind::Input, &decl.name, decl.span)).collect();
    nodes.extend(latches.iter().map(|decl| node(NodeKind::Latch, &decl.name, decl.span)));
    let bad = circuit.bad_names().enumerate();
    nodes.extend(bad.map(|(at, name)| node(NodeKind::Bad, name, circuit.place(circuit.assertion(at)))));

    let count = circuit.max as usize + 1;
    let mut source: Vec<Option<usize>> = vec![None; count];
    let vars = circuit.inputs.iter().copied().chain(circuit.latches.iter().map(|latch| latch.var));
    vars.enumerate().for_each(|(at, var)| source[var as usize] = Some(at));
    let mut operands = vec![None; count];
    circuit.gates.iter().for_each(|&(var, a, b)| operands[var as usize] = Some((a, b)));
    let mut seen = vec![usize::MAX; count];
    let mut edges = Vec::new();
    let ends = circuit.latches.iter().map(|latch| latch.next).chain(circuit.bad.iter().copied());
    for (to, literal) in (circuit.inputs.len()..).zip(ends) {
        let (mut waiting, mut read) = (vec![literal as usize / 2], Vec::new());
        while let Some(var) = waiting.pop() {
            if std::mem::replace(&mut seen[var], to) == to {
                continue;
            }
            read.extend(source[var]);
            if let Some((a, b)) = operands[var] {
                waiting.extend([a as usize / 2, b as usize / 2]);
            }
        }
        order::sort(&mut read);
        let edge = |from| Edge { from, to, kind: EdgeKind::Plain, label: String::new(), lines: Vec::new() };
        edges.extend(read.into_iter().map(edge));
    }
    Graph { nodes, edges }
}

#[cfg(test)]
mod tests;
