//! Writes a run as one HTML file, a few steps at a time, so that the page stays quick meanwhile; what the worker has to be asked about a
//! picture is asked as the pane of the state space does it.

use crate::browser::files::{download_html, file_name};
use crate::components::{Button, Store};
use crate::state::{Action, Phase};
use gloo_timers::callback::Timeout;
use view::page::offline::{MAX_BYTES, Offline};
use yew::prelude::*;

/// The most steps that are written at once.
const AT_ONCE: usize = 3;
/// The most questions to the worker for one file; what is not known by then is left out of the pictures.
const QUESTIONS: usize = 200;

/// What is being written.
struct Writing {
    file: Offline,
    asked: usize,
}

/// The button, how far the file has come, and what goes on meanwhile. A hook: it is called at the same place of the same component each time.
#[hook]
pub fn use_offline(store: &Store) -> Html {
    let writing = use_mut_ref(|| None::<Writing>);
    let turn = use_state(|| 0_u32);
    let timer = use_mut_ref(|| None::<Timeout>);
    let run = store.state.run.clone().filter(|run| !run.history.is_empty() && run.opened.is_some());
    let name = store.state.document.name.clone();
    // After each drawing: write on, or ask and wait for the answer, which draws anew.
    {
        let (writing, turn, dispatch, name) =
            (writing.clone(), turn.clone(), store.dispatch.clone(), name.clone());
        let run = run.clone();
        use_effect(move || {
            let mut writing_now = writing.borrow_mut();
            let (Some(now), Some(run)) = (writing_now.as_mut(), run) else { return };
            if run.asked.is_some() {
                return;
            }
            let can_ask = matches!(run.phase, Phase::Ready | Phase::Finished);
            let mut is_done = false;
            for _ in 0..AT_ONCE {
                if can_ask
                    && now.asked < QUESTIONS
                    && let Some((name, question)) = now.file.question(&run.answers)
                {
                    now.asked += 1;
                    dispatch.emit(Action::Project(name, question));
                    return;
                }
                is_done = !now.file.advance(&run.answers);
                if is_done {
                    break;
                }
            }
            if is_done && let Some(whole) = writing_now.take() {
                download_html(&format!("{}.html", file_name(&name)), &whole.file.finish());
            }
            drop(writing_now);
            let next = *turn + 1;
            *timer.borrow_mut() = Some(Timeout::new(0, move || turn.set(next)));
        });
    }
    let begin = {
        let (writing, turn, run, choice) =
            (writing.clone(), turn.clone(), run.clone(), store.state.space.clone());
        Callback::from(move |_: MouseEvent| {
            // A button that is disabled while one waits loses the focus, and with it the dialog its keys.
            let Some(run) = run.as_ref().filter(|_| writing.borrow().is_none()) else { return };
            let Some(opened) = run.opened.clone() else { return };
            let of = (run.setup.clone(), opened, run.history.clone());
            *writing.borrow_mut() =
                Some(Writing { file: Offline::new(&name, of, &choice, MAX_BYTES), asked: 0 });
            turn.set(*turn + 1);
        })
    };
    let progress = writing.borrow().as_ref().map(|now| now.file.progress());
    html! {
        <div class="row">
            <Button id="save-offline" class="primary" title="Save the run as one HTML file that opens anywhere, without this page and without a network"
                disabled={run.is_none()} onclick={begin}>{ "Save as one HTML file" }</Button>
            { match progress {
                Some((done, all)) => html! {
                    <span role="status"><progress max={all.to_string()} value={done.to_string()} aria-label="How much of the file is written" />{ format!(" step {done} of {}", all - 1) }</span>
                },
                None if run.is_none() => html! { <span class="hint">{ "Make a step first." }</span> },
                None => html! { <span class="hint">{ "Steps, pictures, sentences; opens from a disk, moved with ← and →." }</span> },
            } }
        </div>
    }
}
