//! What edges of a control-flow graph do, in the words of the program.

use super::{Line, bytes};
use flow::cfg::{Action, Cfg, Edge, Origin};
use lang::ast::{Bexp, BexpKind, Decl, Exp};
use lang::{LineIndex, Program, Span, Unit, VarId};

/// The most characters of a line.
const LONGEST: usize = 46;

/// The words of a program.
pub(super) struct Words<'s> {
    source: &'s str,
    lines: LineIndex<'s>,
    /// A program that has nothing but the names: what the printer needs.
    names: Program,
    own: usize,
}

impl<'s> Words<'s> {
    pub(super) fn new(source: &'s str, unit: &dyn Unit, cfg: &Cfg) -> Words<'s> {
        let temp = |t: &flow::cfg::Temp| Decl {
            name: t.name.clone(),
            sort: t.sort,
            span: Span::default(),
            declared: true,
        };
        let decls = unit.decls().iter().cloned().chain(cfg.temps.iter().map(temp)).collect();
        let names = Program {
            decls,
            pre: None,
            body: Vec::new(),
            post: None,
            loops: Vec::new(),
            asserts: Vec::new(),
            nondets: Vec::new(),
            words: None,
        };
        Words { source, lines: LineIndex::new(source), names, own: unit.decls().len() }
    }

    /// A line of the picture with its place.
    pub(super) fn line(&self, text: String, span: Span) -> Line {
        let span = bytes(span);
        Line { text, span, number: span.map(|(from, _)| self.lines.position(from).line) }
    }

    /// What an edge does; nothing if it does nothing.
    pub(super) fn edge(&self, edge: &Edge) -> Option<Line> {
        if edge.origin == Origin::Type {
            return None;
        }
        let text = match &edge.action {
            Action::Skip => return None,
            Action::AssignInt(x, e) => self.assignment(*x, edge.span, || self.exp(e)),
            Action::AssignBool(x, e) => self.assignment(*x, edge.span, || self.bexp(e)),
            Action::Havoc(x, _) => self.assignment(*x, edge.span, || "nondet".into()),
            Action::Read(x, ..) => format!("{} := {}", self.names.decl(*x).name, self.clipped(edge.span)),
            Action::Netlist(netlist) if netlist.choices().next().is_none() => {
                "latches := their first values".into()
            }
            Action::Netlist(netlist) => match netlist.assigned.first() {
                Some((x, _)) if netlist.read().any(|latch| latch == *x) => "latches := next state".into(),
                _ => "inputs := nondet".into(),
            },
            Action::Write(..) => self.clipped(edge.span).trim_end_matches(';').trim_end().into(),
            Action::Guard(cond, value) if edge.violates.is_none() => {
                let written = self.clipped(cond.span);
                let said = if self.is_condition(&written) { written } else { self.bexp(cond) };
                if *value { format!("assume {said}") } else { format!("assume not ({said})") }
            }
            Action::Guard(cond, _) => format!("violated: {}", self.condition(cond)),
        };
        Some(self.line(clip(&text), edge.span))
    }

    /// A condition as it is written.
    pub(super) fn condition(&self, cond: &Bexp) -> String {
        let written = self.clipped(cond.span);
        let is_choice = matches!(cond.kind, BexpKind::Nondet(_));
        if is_choice && is_clause(&written) {
            return "take this clause".into();
        }
        if is_choice || self.is_condition(&written) { written } else { self.meaning(cond) }
    }

    /// A condition as it is meant, whatever is written at its place.
    pub(super) fn meaning(&self, cond: &Bexp) -> String {
        clip(&self.bexp(cond))
    }

    /// The predicate of Horn clauses whose facts this loop head holds.
    pub(super) fn predicate(&self, head: Span) -> Option<Line> {
        let written = self.clipped(head);
        let name = written.strip_prefix("(declare-")?.split([' ', ')']).nth(1)?;
        Some(self.line(format!("{name} holds"), head))
    }

    fn is_condition(&self, text: &str) -> bool {
        let is_label = text.starts_with("case ") || text.starts_with("default");
        let is_header = text.starts_with("for ");
        !is_label && !is_header && !is_clause(text) && text.contains(['<', '>', '=', '!', '(', '&', '|', ' '])
    }

    /// An assignment: as it is written if the text at its place is one.
    fn assignment(&self, x: VarId, span: Span, value: impl Fn() -> String) -> String {
        let written = self.clipped(span);
        let is_own = x.index() < self.own;
        let assigns = written.contains('=') || written.contains("++") || written.contains("--");
        let name = &self.names.decl(x).name;
        // One statement of IMP may be several assignments.
        let is_alone = written.split_once(":=").is_none_or(|(target, _)| target.trim() == name);
        if is_own && assigns && is_alone && written.contains(name) && !is_clause(&written) {
            return written.trim_end_matches(';').trim_end().into();
        }
        format!("{} := {}", self.names.decl(x).name, value())
    }

    fn exp(&self, exp: &Exp) -> String {
        lang::printer::exp(&self.names, exp)
    }

    fn bexp(&self, cond: &Bexp) -> String {
        lang::printer::bexp(&self.names, cond)
    }

    /// The text at a place on one line, not too long.
    fn clipped(&self, span: Span) -> String {
        clip(&span.text(self.source).split_whitespace().collect::<Vec<_>>().join(" "))
    }
}

/// Whether a text is a Horn clause, of which each statement and condition is a part.
fn is_clause(text: &str) -> bool {
    text.starts_with("(assert")
}

fn clip(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.into(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}
