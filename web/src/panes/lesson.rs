//! The lesson that is being taken, beside the picture: what it says of the step, what it asks, and the way on. And the dialog in which
//! one is chosen.

use crate::browser::focus;
use crate::components::{Button, Store, choose_file, explained, with_code};
use crate::state::Action;
use crate::state::lesson::taking::{is_answered, is_away, right};
use crate::state::lesson::{ByLesson, Class, Entry, Listing, Way};
use library::lesson::{Ask, AskKind};
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

/// The lesson.
#[inline(never)]
pub fn panel(store: &Store) -> Html {
    let Some(class) = &store.state.lesson else { return html! {} };
    let (at, all) = (class.at, class.lesson.stops.len());
    let answered = is_answered(&store.state);
    let is_last = at + 1 == all;
    let to = |by: ByLesson| store.on(Action::Lesson(by));
    let stop = class.stop();
    let on_close = {
        let close = to(ByLesson::Close);
        Callback::from(move |event: MouseEvent| {
            close.emit(event);
            focus("lessons");
        })
    };
    html! {
        <section class="lesson" id="lesson" aria-labelledby="lesson-title">
            <div class="lesson-head">
                <h2 id="lesson-title">{ &class.lesson.title }</h2>
                <Button id="lesson-close" title="End the lesson; the run stays" onclick={on_close}>{ "Close" }</Button>
            </div>
            <nav class="lesson-stops" aria-label="Stops of the lesson">{ for (0..all).map(|to_stop| dot(store, class, to_stop)) }</nav>
            <div class="lesson-body" id="lesson-body" key={at} tabindex="0" role="group" aria-label={format!("Stop {} of {all}", at + 1)}>
                { for stop.text.iter().map(|text| paragraph(store, text)) }
                { way(store, class) }
                if class.way == Way::There {
                    if let Some(ask) = &stop.ask { { question(store, class, ask, answered) } }
                    if answered { { for stop.then.iter().map(|text| paragraph(store, text)) } }
                }
            </div>
            <div class="lesson-foot">
                <Button id="lesson-back" title="The stop before (keys: p, Page Up)" disabled={at == 0} onclick={to(ByLesson::Turn(false))}>{ "Back" }</Button>
                if class.way != Way::Going && is_away(&store.state) {
                    <Button id="lesson-return" class="primary" title="The run goes to the stop again (keys: n, Page Down)"
                        onclick={to(ByLesson::To(at))}>{ "Back to the lesson" }</Button>
                } else if !answered {
                    <Button id="lesson-show" title="Show which answer is right (keys: n, Page Down)" disabled={class.way != Way::There}
                        onclick={to(ByLesson::Turn(true))}>{ "Show the answer" }</Button>
                } else if is_last {
                    <Button id="lesson-more" class="primary" title="Choose another lesson" onclick={to(ByLesson::List)}>{ "Another lesson…" }</Button>
                } else {
                    <Button id="lesson-next" class="primary" title="The next stop (keys: n, Page Down)" disabled={class.way == Way::Going}
                        onclick={to(ByLesson::Turn(true))}>{ "Next" }</Button>
                }
            </div>
            <div class="hidden" aria-live="polite">{ format!("Lesson, stop {} of {all}.", at + 1) }</div>
        </section>
    }
}

fn dot(store: &Store, class: &Class, to: usize) -> Html {
    let title = format!("Stop {} of {}", to + 1, class.lesson.stops.len());
    let current = (to == class.at).then_some("step");
    let asks = class.lesson.stops[to].ask.is_some();
    html! {
        <button type="button" class={classes!(asks.then_some("asks"))} aria-label={title.clone()} {title} aria-current={current}
            onclick={store.on(Action::Lesson(ByLesson::To(to)))}></button>
    }
}

/// Where the run is, if it is not at the stop.
fn way(store: &Store, class: &Class) -> Html {
    match class.way {
        Way::There => html! {},
        Way::Going => {
            let known = store.state.run.as_ref().map_or(0, |run| run.history.len());
            html! {
                <p role="status">{ format!("The run is on its way to this stop: {known} steps. ") }
                    <Button title="Stop computing; the steps so far stay (key: Esc)" onclick={store.on(Action::Cancel)}>{ "Cancel" }</Button>
                </p>
            }
        }
        Way::Stopped => {
            html! { <p role="status">{ "The run was stopped before it came to this stop. “Back to the lesson” goes on." }</p> }
        }
        Way::Never => html! {
            <p class="trouble" role="status">{ format!("This run does not come to the place of this stop (line {} of the lesson).", class.stop().line) }</p>
        },
    }
}

/// Text in which backquotes set off pieces of program text; terms of the glossary can be asked for.
fn paragraph(store: &Store, text: &str) -> Html {
    html! { <p>{ rich(store, text) }</p> }
}

fn rich(store: &Store, text: &str) -> Html {
    html! {
        { for text.split('`').enumerate().map(|(at, piece)| match at % 2 {
            0 => explained(store, piece),
            _ => html! { <code>{ piece }</code> },
        }) }
    }
}

fn question(store: &Store, class: &Class, ask: &Ask, answered: bool) -> Html {
    let given = class.given.get(class.at).map(Vec::as_slice).unwrap_or_default();
    let right = right(&store.state);
    html! {
        <div class="lesson-ask" role="group" aria-labelledby="lesson-question">
            <p id="lesson-question">{ rich(store, &ask.question) }</p>
            if ask.kind == AskKind::Invariant {
                { of_own(store, ask, answered, given.contains(&ask.answers.len())) }
            } else {
                <ul class="lesson-answers">
                    { for ask.answers.iter().enumerate().map(|(number, answer)| {
                        let is_right = right.as_ref().and_then(|right| right.get(number).copied()).flatten();
                        let is_given = given.contains(&number);
                        let shown = is_right.filter(|&is_right| is_given || answered && is_right);
                        let (class, sign, word) = match shown {
                            Some(true) => (Some("right"), "✓ ", "right: "),
                            Some(false) => (Some("wrong"), "✗ ", "wrong: "),
                            None => (None, "", ""),
                        };
                        html! {
                            <li {class}>
                                <button type="button" disabled={is_given || shown == Some(true)} onclick={store.on(Action::Lesson(ByLesson::Answer(number)))}>
                                    <span aria-hidden="true">{ sign }</span><span class="hidden">{ word }</span>{ with_code(&answer.text) }
                                </button>
                                if shown.is_some() { <p role="status">{ rich(store, &answer.reply) }</p> }
                                else if is_given { <p role="status">{ "The run does not tell whether this is right: what was found speaks of variables that the answer leaves out." }</p> }
                            </li>
                        }
                    }) }
                </ul>
            }
        </div>
    }
}

/// A formula is to be written: that is done in the tab “Your turn”.
fn of_own(store: &Store, ask: &Ask, answered: bool, shown: bool) -> Html {
    let own = &store.state.own;
    let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let written = own.invariant.first().map(|text| plain(text)).unwrap_or_default();
    let foreseen =
        ask.answers.iter().find(|answer| plain(&answer.text) == written && own.judged_at(None).is_some());
    html! {
        <>
            if let Some(answer) = foreseen { <p class="lesson-reply" role="status">{ rich(store, &answer.reply) }</p> }
            if answered && !shown { <p class="lesson-reply good" role="status">{ "✓ Every condition holds." }</p> }
            if shown && let Some(solution) = &ask.solution { <p>{ "One that will do: " }<code>{ solution }</code></p> }
            if !answered { <p class="hint">{ "Write it in the tab “Your turn”; Check says which conditions hold, and gives hints." }</p> }
        </>
    }
}

/// The lessons to choose from.
#[inline(never)]
pub fn list(store: &Store) -> Html {
    let Some(listing) = &store.state.listing else { return html! {} };
    html! {
        <div class="lessons">
            { broken(store, listing) }
            <p>{ "A lesson goes through a run with you: it stops where something happens, says what it is, and asks first what you expect. \
                  The run stays yours: move on the time line, look at the other tabs, and come back to the lesson." }</p>
            { match &listing.entries {
                None => html! { <p role="status">{ "The lessons are being fetched…" }</p> },
                Some(Err(why)) => html! { <p class="trouble" role="alert">{ format!("The lessons cannot be had: {why}.") }</p> },
                Some(Ok(entries)) => html! { <ol class="lesson-list">{ for entries.iter().map(|entry| item(store, entry)) }</ol> },
            } }
            <h3>{ "A lesson of your own" }</h3>
            <div class="row">
                <label class="button" title="Read a lesson from a file of this computer; it can be dropped on the page, too">
                    { "Open a lesson…" }
                    <input type="file" id="open-lesson" class="hidden" accept=".lesson" onchange={choose_file(store)} />
                </label>
            </div>
            <p class="hint">{ "It is a text file that ends in .lesson; docs/lessons.md describes the format. “Share” gives a link that holds it." }</p>
        </div>
    }
}

fn item(store: &Store, entry: &Entry) -> Html {
    let left = match entry.left {
        Some((at, all)) if at == all => "done".to_owned(),
        Some((at, all)) => format!("stop {at} of {all}"),
        None => String::new(),
    };
    html! {
        <li>
            <button type="button" title="Begin this lesson, or go on with it" onclick={store.on(Action::Lesson(ByLesson::Open(entry.key.clone())))}>
                <strong>{ &entry.title }</strong>
                <span class="left">{ left }</span>
                <span class="about">{ &entry.about }</span>
            </button>
        </li>
    }
}

/// A text that is no lesson, to be mended here.
fn broken(store: &Store, listing: &Listing) -> Html {
    let Some((name, text, fault)) = &listing.broken else { return html! {} };
    let oninput = store.when(|event: InputEvent| {
        let field: HtmlTextAreaElement = event.target_dyn_into()?;
        Some(Action::Lesson(ByLesson::Write(field.value())))
    });
    let line = text.lines().nth(fault.line - 1).unwrap_or_default();
    let before: String = line.chars().take(fault.column - 1).collect();
    let from: String = line.chars().skip(fault.column - 1).collect();
    let again = ByLesson::OpenText(name.clone(), text.clone());
    html! {
        <div class="lesson-broken" id="lesson-broken">
            <h3>{ format!("“{name}” cannot be read as a lesson") }</h3>
            <p class="trouble" role="alert">{ with_code(&fault.to_string()) }{ "." }</p>
            if !line.is_empty() { <pre><span>{ before }</span><mark>{ if from.is_empty() { " ".to_owned() } else { from } }</mark></pre> }
            <textarea id="lesson-text" rows="10" spellcheck="false" aria-label="The text of the lesson" value={text.clone()} {oninput} />
            <div class="row">
                <Button id="lesson-again" class="primary" title="Read the text as it is now" onclick={store.on(Action::Lesson(again))}>{ "Read it again" }</Button>
            </div>
        </div>
    }
}
