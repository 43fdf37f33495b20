//! Proof trees as text, in the order of their nodes.

use std::fmt::Write;
use trace::{
    Contradiction, FormulaId, Partials, Place, ProofLiteral, ProofNode, ProofReason, ProofTree, Side,
};

/// The tree as text: each node with its number, its clause, its reason and its partial interpolant. `formula` gives the text of
/// a formula of the event table.
pub fn proof_text(tree: &ProofTree, formula: &dyn Fn(FormulaId) -> String) -> String {
    let mut out = String::new();
    for (i, node) in tree.nodes.iter().enumerate() {
        write_node(&mut out, i, node, formula);
    }
    let partials = match tree.partials {
        Partials::None => "",
        Partials::Answer => "; partial interpolants of the answer",
        Partials::Proof => "; partial interpolants of the refutation, the answer was found by search",
    };
    let _ = writeln!(out, "{} steps folded{partials}", tree.folded);
    out
}

fn write_node(out: &mut String, i: usize, node: &ProofNode, formula: &dyn Fn(FormulaId) -> String) {
    let clause: Vec<String> = node.clause.iter().map(|l| formula(l.formula)).collect();
    let clause = if clause.is_empty() { "contradiction".into() } else { clause.join(" | ") };
    let reason = match &node.reason {
        ProofReason::Given(part) => format!("given by part {part}"),
        ProofReason::Definition => "by definition".into(),
        ProofReason::Lemma(_) => "lemma".into(),
        ProofReason::Folded => format!("{} steps folded", node.folded),
        ProofReason::Resolution { premises, hidden } => {
            let premises = premises.iter().map(|p| match p.pivot {
                Some(pivot) => format!("#{} on {}", p.node, formula(pivot)),
                None => format!("#{}", p.node),
            });
            let mut text = format!("resolution of {}", premises.collect::<Vec<_>>().join(", "));
            if *hidden > 0 {
                let _ = write!(text, " and {hidden} obvious");
            }
            text
        }
    };
    let _ = writeln!(out, "#{i} {clause}: {reason}");
    if let ProofReason::Lemma(c) = &node.reason {
        write_contradiction(out, c, 4, formula);
    }
    if let Some(partial) = node.partial {
        let _ = writeln!(out, "    partial interpolant: {}", formula(partial));
    }
}

fn write_contradiction(
    out: &mut String,
    c: &Contradiction,
    indent: usize,
    formula: &dyn Fn(FormulaId) -> String,
) {
    let pad = " ".repeat(indent);
    match c {
        Contradiction::Sum { summands, total } | Contradiction::Divisibility { summands, total } => {
            for s in summands {
                let from = s.given.map_or(String::new(), |part| format!(", part {part}"));
                let literal = formula(s.literal.formula);
                let _ = writeln!(out, "{pad}{} * ({literal}) [{}{from}]", s.factor, place(&s.literal));
            }
            let _ = writeln!(out, "{pad}sum: {total}");
        }
        Contradiction::Cases { atom, holds, fails } => {
            let _ = writeln!(out, "{pad}if {} [{}]:", formula(atom.formula), place(atom));
            write_contradiction(out, holds, indent + 2, formula);
            let _ = writeln!(out, "{pad}else:");
            write_contradiction(out, fails, indent + 2, formula);
        }
        Contradiction::Folded => {
            let _ = writeln!(out, "{pad}further cases");
        }
    }
}

fn place(l: &ProofLiteral) -> &'static str {
    match l.place {
        Place::Local(Side::A) => "A",
        Place::Local(Side::B) => "B",
        Place::Local(Side::Neither) => "-",
        Place::Shared(Side::A) => "AB, as A",
        Place::Shared(Side::B) => "AB, as B",
        Place::Shared(Side::Neither) => "AB",
    }
}
