//! Whether a recording holds together: that places are in the text, and that formulas, conjuncts, nodes and cutpoints are there when an
//! event speaks of them. Views rely on it.

use crate::run::history::History;
use trace::{
    Answer, ArgChange, Change, Contradiction, Event, Execution, Formula, FormulaId, MAX_STEP, Opened,
    Problem, ProofReason, ProofTree, Query, Symbol, TokKind, Verdict, WatchValue,
};

/// The most variables and inputs.
const MAX_VARIABLES: usize = 20_000;

type Judged = Result<(), String>;

fn check(holds: bool, what: impl FnOnce() -> String) -> Judged {
    if holds { Ok(()) } else { Err(what()) }
}

/// Whether the places that it names are in the text.
pub fn fits(opened: &Opened, source: &str) -> Judged {
    let outline = &opened.outline;
    let locations = outline.locations.iter().map(|location| &location.place);
    for place in locations.chain(&outline.assertions) {
        is_place(source, place.from, place.to)?;
    }
    opened.problems.iter().try_for_each(|problem| of_problem(problem, source))?;
    if let Some(single) = &outline.single_loop {
        for (own, of) in &single.places {
            is_place(&single.text, own.start, own.end)?;
            is_place(source, of.start, of.end)?;
        }
    }
    let variables = opened.variables.len() + opened.inputs.len();
    check(variables <= MAX_VARIABLES, || format!("there are more than {MAX_VARIABLES} variables"))?;
    let all = [&opened.init, &opened.trans, &opened.bad, &opened.early];
    all.into_iter().try_for_each(of_formula)
}

fn of_formula(formula: &Formula) -> Judged {
    check(!formula.rows.is_empty(), || "a formula has no rows".into())?;
    let toks = formula.rows.iter().flatten().chain(formula.definitions.iter().flat_map(|(_, toks)| toks));
    let symbols = toks.filter_map(|tok| match &tok.kind {
        TokKind::Symbol(symbol) => Some(symbol),
        _ => None,
    });
    symbols.chain(&formula.hidden).try_for_each(of_symbol)
}

fn of_symbol(symbol: &Symbol) -> Judged {
    let is_near = symbol.step.is_none_or(|step| step <= MAX_STEP);
    check(is_near, || format!("a variable has a value after more than {MAX_STEP} transitions"))
}

fn of_problem(problem: &Problem, source: &str) -> Judged {
    is_place(source, problem.from, problem.to)?;
    problem.related.iter().try_for_each(|related| is_place(source, related.from, related.to))
}

fn is_place(text: &str, from: u32, to: u32) -> Judged {
    check(text.get(from as usize..to as usize).is_some(), || {
        format!("there is no place from byte {from} to {to} in the program")
    })
}

/// What the events so far have made.
#[derive(Debug, Default)]
pub struct Known {
    /// The reachability graph's nodes, and its cutpoints once it has begun.
    nodes: u32,
    cutpoints: Option<u32>,
    /// Whether there is a verdict.
    is_over: bool,
}

impl Known {
    /// Takes in the newest event of a record.
    pub fn takes(&mut self, history: &History, source: &str) -> Judged {
        let Some(event) = history.event(history.len()) else { return Ok(()) };
        check(!self.is_over, || "the run goes on after its verdict".into())?;
        event.formulas.iter().try_for_each(|formula| of_formula(formula))?;
        for id in formulas(event) {
            check(history.formula(id).is_some(), || format!("there is no formula {id}"))?;
        }
        event.query.iter().try_for_each(of_query)?;
        for change in &event.changes {
            match change {
                Change::BeganAgain => (self.nodes, self.cutpoints) = (0, None),
                Change::Arg(change) => self.of_graph(change)?,
                Change::Warned(problem) => of_problem(problem, source)?,
                Change::Verdict(verdict) => {
                    self.is_over = true;
                    if let Verdict::Unsafe(execution) = &**verdict {
                        of_execution(execution, source)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn of_graph(&mut self, change: &ArgChange<FormulaId>) -> Judged {
        let count = self.nodes;
        let cutpoints = self.cutpoints.unwrap_or(0);
        let node = |node: &u32| check(*node < count, || format!("there is no node {node}"));
        match change {
            ArgChange::Begun { cutpoints, .. } => {
                check(self.cutpoints.is_none(), || "the graph begins for a second time".into())?;
                self.cutpoints = Some(u32::try_from(cutpoints.len()).unwrap_or(u32::MAX));
                Ok(())
            }
            ArgChange::Phase(_) | ArgChange::Expansion { .. } => Ok(()),
            ArgChange::Created { node, cutpoint, .. } => {
                check(*node == count, || format!("node {node} comes where node {count} should"))?;
                check(*cutpoint < cutpoints, || format!("there is no cutpoint {cutpoint}"))?;
                self.nodes += 1;
                Ok(())
            }
            ArgChange::Edge { from, to }
            | ArgChange::Infeasible { from, to, .. }
            | ArgChange::Reopened { from, to } => [from, to].into_iter().try_for_each(node),
            ArgChange::Redirected { from, old, to } => [from, old, to].into_iter().try_for_each(node),
            ArgChange::Visited { node: one }
            | ArgChange::Labelled { node: one, .. }
            | ArgChange::NotCovered { node: one }
            | ArgChange::Uncovered { node: one }
            | ArgChange::Examined { node: one } => node(one),
            ArgChange::Covered { node: one, by } => std::iter::once(one).chain(by).try_for_each(node),
            ArgChange::Path { nodes } => nodes.iter().try_for_each(node),
        }
    }
}

/// Every formula that an event speaks of.
fn formulas(event: &Event) -> Vec<FormulaId> {
    let mut all = Vec::new();
    for change in &event.changes {
        let _ = change.clone().map(|id| all.push(id));
    }
    for watch in &event.watch {
        if let WatchValue::Formula(id) = watch.value {
            all.push(id);
        }
    }
    if let Some(query) = &event.query {
        all.extend(query.parts.iter().map(|part| part.formula));
        if let Answer::Unsat { interpolant, tree, .. } = &query.answer {
            if let Some(found) = interpolant {
                all.push(found.formula);
                all.extend(found.beside.iter().map(|other| other.formula));
            }
            for node in tree.iter().flat_map(|tree| &tree.nodes) {
                all.extend(node.partial);
                all.extend(node.clause.iter().map(|literal| literal.formula));
                match &node.reason {
                    ProofReason::Lemma(found) => of_contradiction(found, &mut all),
                    ProofReason::Resolution { premises, .. } => {
                        all.extend(premises.iter().filter_map(|premise| premise.pivot));
                    }
                    ProofReason::Given(_) | ProofReason::Definition | ProofReason::Folded => {}
                }
            }
        }
    }
    all
}

fn of_contradiction(found: &Contradiction, all: &mut Vec<FormulaId>) {
    match found {
        Contradiction::Sum { summands, .. } | Contradiction::Divisibility { summands, .. } => {
            all.extend(summands.iter().map(|summand| summand.literal.formula));
        }
        Contradiction::Cases { atom, holds, fails } => {
            all.push(atom.formula);
            of_contradiction(holds, all);
            of_contradiction(fails, all);
        }
        Contradiction::Folded => {}
    }
}

fn of_query(query: &Query) -> Judged {
    query.shared.iter().try_for_each(of_symbol)?;
    if let Answer::Sat { model, .. } = &query.answer {
        model.iter().try_for_each(|row| of_symbol(&row.symbol))?;
    }
    let Answer::Unsat { core, tree, .. } = &query.answer else { return Ok(()) };
    let parts = u32::try_from(query.parts.len()).unwrap_or(u32::MAX);
    let is_part = |at: u32| check(at < parts, || format!("the query has no conjunct {at}"));
    for &(first, last) in core {
        check(first <= last, || "a run of conjuncts ends before it begins".into())?;
        is_part(last)?;
    }
    tree.iter().try_for_each(|tree| of_proof(tree, &is_part))
}

fn of_proof(tree: &ProofTree, is_part: &dyn Fn(u32) -> Judged) -> Judged {
    check(!tree.nodes.is_empty(), || "the proof has no nodes".into())?;
    for (at, node) in tree.nodes.iter().enumerate() {
        match &node.reason {
            ProofReason::Given(part) => is_part(*part)?,
            ProofReason::Lemma(found) => of_lemma(found, is_part)?,
            ProofReason::Resolution { premises, .. } => {
                let are_before = premises.iter().all(|premise| (premise.node as usize) < at);
                check(are_before, || "a premise of the proof comes after its conclusion".into())?;
            }
            ProofReason::Definition | ProofReason::Folded => {}
        }
    }
    Ok(())
}

fn of_lemma(found: &Contradiction, is_part: &dyn Fn(u32) -> Judged) -> Judged {
    match found {
        Contradiction::Sum { summands, .. } | Contradiction::Divisibility { summands, .. } => {
            summands.iter().filter_map(|summand| summand.given).try_for_each(is_part)
        }
        Contradiction::Cases { holds, fails, .. } => {
            of_lemma(holds, is_part)?;
            of_lemma(fails, is_part)
        }
        Contradiction::Folded => Ok(()),
    }
}

fn of_execution(execution: &Execution, source: &str) -> Judged {
    let count = execution.variables.len();
    let is_whole =
        execution.start.len() == count && execution.rows.iter().all(|row| row.values.len() == count);
    check(is_whole, || "a row of the execution has not as many values as there are variables".into())?;
    is_place(source, execution.failing.from, execution.failing.to)?;
    execution.rows.iter().try_for_each(|row| is_place(source, row.from, row.to))
}
