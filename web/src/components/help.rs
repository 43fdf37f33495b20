//! The help: what this is, the keys, the signs.

use super::{Button, Store};
use crate::state::{Action, Dialog};
use view::page::legend::{self, Sign};
use view::run::timeline::Mark;
use yew::prelude::*;

const KEYS: &[(&str, &str)] = &[
    ("→ l", "one step on"),
    ("← h", "one step back"),
    ("i Shift+I", "on to the next interpolant, back to the one before"),
    ("u Shift+U", "on to the next unrolling, back to the one before"),
    ("Home End", "to the beginning, run to the end"),
    ("d", "where two runs are compared: to the first step at which they differ"),
    ("Esc", "cancel the computation, close a dialog"),
    ("Ctrl+Enter", "start anew with the program in the editor"),
    (
        "1 2 3 4 5 6 7",
        "the tabs: state space, query, interpolants or ARG, program, execution, verdict, your turn",
    ),
    (
        "+ - 0 f",
        "in a graph: larger, smaller, all of it, the whole window; the wheel makes it larger, too, with Ctrl or after a click",
    ),
    ("← ↑ → ↓ Enter", "in the reachability graph: along its edges, choose a node"),
    (
        "n p PageDown PageUp",
        "in a lesson: on to the answer or the next stop, back to the one before; else a step",
    ),
    ("s", "the stage: one picture, its caption and its formulas, large, for the projector; Esc leaves it"),
    (". b", "pause before each answer: a step shows its question first, and the next press the answer"),
    ("e", "into the editor; Tab leaves it"),
    ("?", "this help"),
];

/// The statements of IMP, and what is not plain about them.
const IMP: &[(&str, &str)] = &[
    ("int x, y; bool b;", "declarations, at the top; a name that none declares is an int"),
    ("{ x = 0 }  ...  { y = n }", "the precondition at the beginning, the postcondition at the end"),
    ("x := 2 * y + 1", "assignment; x := nondet takes any value, skip does nothing"),
    ("x, y := y, x", "both values are computed before a variable takes its own"),
    ("if b then ... elif c then ... else ... end", "a branch; statements are separated by ;"),
    ("while b do ... done", "a loop"),
    (
        "for i := 1 to n do ... done",
        "short for i := 1; while i <= n do ...; i := i + 1 done; with downto it counts down. n is computed anew before each round",
    ),
    ("assume b", "executions in which b is false do not count"),
    ("assert b", "executions in which b is false fail"),
    ("= != < <= and or not =>", "conditions; ≠ ≤ ≥ ∧ ∨ ¬ ⇒ and − are read, too"),
    ("// ...  /* ... */", "comments"),
];

/// See the module.
#[component]
pub fn Help(store: &Store) -> Html {
    html! {
        <>
            <p>
                { "A verification algorithm asks a solver one question after the other until it has a proof or a failing \
                   execution. Here each question is one step: you see what was asked and why, what came out, and how the \
                   invariant closes in. Runs are deterministic, so a link opens the very same step for everybody." }
            </p>
            <p>
                { "Programs are written in IMP or in C, or are circuits (AIGER) or Horn clauses (SMT-LIB); the menu beside the name says which. Under “Program” there are the                    control-flow graph and the cutpoint graph: point at a part to see it in the text, and the other way round.                    Under “Execution” there is the counterexample, and the program can be run by hand." }
            </p>
            <div class="row">
                <Button id="glossary" title="The terms, each in a sentence and a picture"
                    onclick={store.on(Action::Open(Dialog::Glossary(None)))}>{ "Glossary" }</Button>
            </div>
            <h3>{ "How IMP is written" }</h3>
            <dl class="legend">
                { for IMP.iter().map(|(text, what)| html! { <div><dt><code>{ *text }</code></dt><dd>{ *what }</dd></div> }) }
            </dl>
            <h3>{ "Keys" }</h3>
            <p class="hint">{ "They work everywhere but in the editor and in input fields." }</p>
            <dl class="legend">
                { for KEYS.iter().map(|(keys, what)| html! { <div>
                    <dt>{ for keys.split(' ').map(|key| html! { <><kbd>{ key }</kbd>{ " " }</> }) }</dt><dd>{ *what }</dd>
                </div> }) }
            </dl>
            <h3>{ "Letters" }</h3>
            { legend(legend::LETTERS) }
            <h3>{ "Logic" }</h3>
            { legend(legend::LOGIC) }
            <h3>{ "Colours and shapes" }</h3>
            <dl class="legend">
                <div><dt><span class="f-a">{ "x" }</span></dt><dd>{ "a symbol that only side A has; side A has a solid bar" }</dd></div>
                <div><dt><span class="f-b">{ "x" }</span></dt><dd>{ "a symbol that only side B has; side B has a dashed bar" }</dd></div>
                <div><dt><span class="f-shared">{ "x" }</span></dt><dd>{ "a symbol that both share: interpolants speak of these alone" }</dd></div>
                <div><dt><span class="core-mark">{ "●" }</span></dt><dd>{ "a conjunct that the refutation used" }</dd></div>
                <div>
                    <dt><span class="ours-mark">{ "ours" }</span></dt>
                    <dd>{ "a line of the algorithm that the paper does not print: what runs departs from print there, or adds to it; point at the line to read why" }</dd>
                </div>
            </dl>
            <h3>{ "Marks on the time line" }</h3>
            <dl class="legend marks-legend">
                { for Mark::ALL.into_iter().map(super::timeline::meaning) }
            </dl>
        </>
    }
}

fn legend(signs: &[Sign]) -> Html {
    html! {
        <dl class="legend">
            { for signs.iter().map(|s| html! { <div><dt>{ s.sign }</dt><dd>{ s.meaning }</dd></div> }) }
        </dl>
    }
}
