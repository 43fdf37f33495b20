//! How the run ended: the invariant with what was proved of it, the failing execution, or why there is neither.

use super::empty;
use crate::browser::{copy, files};
use crate::components::{Button, FormulaView, Store, problem, with_code};
use crate::state::{Action, Run};
use trace::{
    Counters, Execution, FormulaId, Language, Obligation, Problem, Purpose, Spent, Vacuity, Verdict,
};
use view::own;
use view::page::count::counted;
use view::page::link::Tab;
use view::program::comment::loop_invariant;
use view::query::formula::Limit;
use view::run::costs::{CostRow, cost_rows};
use view::run::words;
use view::space::trail::at_first_visit;
use yew::prelude::*;

/// See the module.
#[component]
pub fn VerdictPane(store: &Store) -> Html {
    let Some(run) = &store.state.run else {
        return empty(
            "The verdict will be shown here: an invariant that proves the program, or an execution that fails.",
        );
    };
    let snapshot = run.snapshot();
    let Some(verdict) = snapshot.verdict else {
        return empty("There is no verdict at this step yet.");
    };
    html! {
        <>
            { warnings(store, run, &snapshot.warnings) }
            { ended(store, run, verdict) }
            { snapshot.event.map(|event| costs(&event.costs, snapshot.counters)).unwrap_or_default() }
        </>
    }
}

fn ended(store: &Store, run: &Run, verdict: &Verdict) -> Html {
    match verdict {
        Verdict::Safe { invariant, auxiliary, obligations, certificate, vacuous, model } => {
            safe(store, run, (*invariant, *auxiliary), obligations, (certificate, model.as_deref()), *vacuous)
        }
        Verdict::Unsafe(execution) => failing(store, run, execution),
        Verdict::Unknown(reason) => html! {
            <section class="verdict unknown">
                <h3><span class="sign" aria-hidden="true">{ "? " }</span>{ "Why there is no verdict" }</h3>
                <p>{ words::unknown(reason) }</p>
                <p>{ words::undecided(run.setup.language) }</p>
            </section>
        },
        Verdict::Faulty { script: Some(script), .. } => contradiction(store, script),
        Verdict::Faulty { what, script: None } => html! {
            <section class="verdict faulty" role="alert">
                <h3><span class="sign" aria-hidden="true">{ "! " }</span>{ "No verdict: a check failed" }</h3>
                <p>{ what }</p>
                <p>{ "This is a fault in Loopglass, not in your program. Please report it with the link and the trace of this run." }</p>
            </section>
        },
    }
}

/// What two solvers contradict each other on: the script begins with who says what.
fn contradiction(store: &Store, script: &str) -> Html {
    let name = format!("{}.contradiction.smt2", files::file_name(&store.state.document.name));
    let (text, to_copy) = (script.to_owned(), script.to_owned());
    let download = Callback::from(move |_: MouseEvent| {
        files::download(&name, &text);
    });
    let on_copy = Callback::from(move |_: MouseEvent| copy(&to_copy, |_| {}));
    html! {
        <section class="verdict faulty" id="contradiction" role="alert">
            <h3><span class="sign" aria-hidden="true">{ "✗ " }</span>{ "No verdict: the solvers contradict each other" }</h3>
            <p>{ "Both were asked this, and one of them must be wrong. This is no fault of your program." }</p>
            <pre class="smt">{ script }</pre>
            <div class="row">
                <Button title="Copy the query, in SMT-LIB" onclick={on_copy}>{ "Copy" }</Button>
                <Button title="Save the query as a file, for any SMT solver" onclick={download}>{ "Download" }</Button>
            </div>
        </section>
    }
}

fn safe(
    store: &Store,
    run: &Run,
    (invariant, auxiliary): (FormulaId, Option<FormulaId>),
    obligations: &[Obligation],
    (certificate, model): (&str, Option<&str>),
    vacuous: Option<Vacuity>,
) -> Html {
    let head = run.opened.as_ref().and_then(|opened| opened.head_line);
    let name = format!("{}.certificate.smt2", files::file_name(&store.state.document.name));
    let (text, to_copy) = (certificate.to_owned(), certificate.to_owned());
    let download = Callback::from(move |_: MouseEvent| {
        files::download(&name, &text);
    });
    let on_copy = Callback::from(move |_: MouseEvent| copy(&to_copy, |_| {}));
    let comment = run
        .history
        .formula(invariant)
        .map(|formula| loop_invariant(formula, run.setup.language))
        .unwrap_or_default();
    let on_comment = Callback::from(move |_: MouseEvent| copy(&comment, |_| {}));
    html! {
        <section class={if vacuous.is_some() { "verdict vacuous" } else { "verdict safe" }}>
            <h3><span class="sign" aria-hidden="true">{ if vacuous.is_some() { "○ " } else { "✓ " } }</span>{ "What was proved" }</h3>
            { vacuous.map(|vacuous| html! { <p>{ words::vacuity(vacuous, run.setup.language) }</p> }).unwrap_or_default() }
            <div class="invariant" id="invariant">
                <h4 title="Holds at every visit of the loop head">
                    { "Invariant" }
                    if let Some(line) = head { <span class="origin">{ format!("at the loop head, line {line}") }</span> }
                </h4>
                <FormulaView formula={run.history.formula(invariant).cloned()} notation={store.state.notation} limit={Limit::PANE} />
            </div>
            if let Some(auxiliary) = auxiliary {
                <div class="auxiliary">
                    <h4>{ "relative to the auxiliary invariant" }</h4>
                    <FormulaView formula={run.history.formula(auxiliary).cloned()} notation={store.state.notation} limit={Limit::PANE} />
                </div>
            }
            if let Some(model) = model {
                <div class="definitions" id="model">
                    <h4 title="A definition of each predicate under which all clauses hold: they are satisfiable (sat)">{ "Model" }</h4>
                    <pre>{ model.to_owned() }</pre>
                </div>
            }
            <table class="obligations">
                <caption>{ "What the independent checker has proved of it" }</caption>
                <tbody>
                    { for obligations.iter().map(|o| {
                        let (title, sentence) = own::proved(&o.name, run.setup.language);
                        html! {
                            <tr>
                                <td class="tick" aria-label="proved">{ "✓" }</td>
                                <th scope="row">{ title }</th>
                                <td>{ sentence }{ " " }<code>{ &o.statement }</code></td>
                                <td class="size" title="The size of the refutation of its negation, which the checker replayed">
                                    { format!("proof: {}", counted(o.proof.steps as usize, "step")) }
                                </td>
                            </tr>
                        }
                    }) }
                </tbody>
            </table>
            <p class="hint">{ own::letters(run.vocabulary()) }</p>
            <div class="row">
                <Button id="certificate" class="primary" title="Save the certificate: any SMT-LIB 2 solver can check it"
                    onclick={download}>{ "Download certificate (.smt2)" }</Button>
                <Button title="Copy the certificate" onclick={on_copy}>{ "Copy" }</Button>
                <Button id="copy-invariant" title="Copy the invariant as a comment for the program: ACSL in C" onclick={on_comment}>
                    { "Copy invariant as comment" }
                </Button>
            </div>
            <p class="hint">{ "Any SMT-LIB 2 solver must answer “unsat” to each of its queries." }</p>
        </section>
    }
}

/// What the verdict does not say: what the front end said of the program, and what was found out at the end.
fn warnings(store: &Store, run: &Run, found: &[&Problem]) -> Html {
    let said = run.opened.iter().flat_map(|opened| &opened.problems);
    let all: Vec<&Problem> = said.chain(found.iter().copied()).collect();
    if all.is_empty() {
        return html! {};
    }
    let (first, more) = (with_code(&all[0].message), all.len() - 1);
    html! {
        <details class="remarks" id="warnings" aria-label="Warnings beside the verdict">
            <summary title="What the verdict does not say">
                <span class="sign" aria-hidden="true">{ "! " }</span>{ first }
                if more > 0 { <span class="more">{ format!(" and {more} more") }</span> }
            </summary>
            <ul>{ for all.into_iter().map(|p| problem(store, p)) }</ul>
        </details>
    }
}

/// What the solver was asked in the whole run, folded.
fn costs(costs: &[(Purpose, Spent)], steps: Counters) -> Html {
    let rows = cost_rows(costs);
    let asked = steps.sat_queries + steps.interpolation_queries;
    let Some(total) = rows.last() else { return html! {} };
    let row = |CostRow { name, title, spent }: &CostRow| {
        html! {
            <tr title={*title}>
                <th scope="row">{ *name }</th>
                <td>{ spent.queries }</td><td>{ spent.decisions }</td><td>{ spent.conflicts }</td><td>{ spent.pivots }</td>
            </tr>
        }
    };
    html! {
        <details class="counters costs" id="costs">
            <summary title="The number below the picture counts the algorithm’s steps alone">
                { format!("What the solver was asked: {} queries, {asked} of them in the algorithm’s steps", total.spent.queries) }
            </summary>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{ "for" }</th>
                        <th scope="col">{ "queries" }</th>
                        <th scope="col">{ "decisions" }</th>
                        <th scope="col">{ "conflicts" }</th>
                        <th scope="col" title="Of the simplex tableau">{ "pivots" }</th>
                    </tr>
                </thead>
                <tbody>{ for rows.iter().map(row) }</tbody>
            </table>
        </details>
    }
}

fn failing(store: &Store, run: &Run, execution: &Execution) -> Html {
    let rounds = execution.rows.iter().map(|row| row.round).max().unwrap_or(0);
    let when = match rounds {
        0 => "before the loop is reached".to_owned(),
        1 if run.setup.language == Language::Aiger => "in the first clock cycle".to_owned(),
        1 => "in or after the first visit of the loop".to_owned(),
        n if run.setup.language == Language::Aiger => format!("after {n} clock cycles"),
        n => format!("after {n} visits of the loop"),
    };
    let (from, values) = match at_first_visit(execution) {
        Some(values) if rounds > 1 => ("the first of them with", values),
        Some(values) => ("with", values),
        None => ("starting from", &execution.start[..]),
    };
    let start = execution.variables.iter().zip(values).map(|(name, value)| format!("{name} = {value}"));
    html! {
        <section class="verdict unsafe">
            <h3><span class="sign" aria-hidden="true">{ "✗ " }</span>{ "What fails" }</h3>
            <p>
                { words::failing(run.setup.language) }<code>{ &execution.failing.text }</code>
                { format!(" in line {} fails {when}, {from} ", execution.failing.line) }
                <code>{ start.collect::<Vec<_>>().join(", ") }</code>{ "." }
            </p>
            <p>{ "The interpreter has replayed the execution step by step." }</p>
            <div class="row">
                <Button class="primary" title="Show the execution line by line" onclick={store.on(Action::ShowTab(Tab::Execution))}>
                    { "Show the execution" }
                </Button>
            </div>
        </section>
    }
}
