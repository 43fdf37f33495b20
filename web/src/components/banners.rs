//! Messages across the page: a stale run, a crash, a run that waits since a reload, a notice.

use super::{Button, Store};
use crate::rest;
use crate::state::{Action, Go, NoticeKind, Phase, Stale, Z3};
use yew::prelude::*;

/// See the module.
#[component]
pub fn Banners(store: &Store) -> Html {
    html! {
        <div class="banners">
            { notice(store) }
            { stale(store) }
            { crashed(store) }
            { missing(store) }
            { resume(store) }
        </div>
    }
}

fn notice(store: &Store) -> Html {
    let Some(notice) = &store.state.notice else { return html! {} };
    let (class, sign) = match notice.kind {
        NoticeKind::Info => ("banner info", "ℹ"),
        NoticeKind::Trouble => ("banner trouble", "⚠"),
    };
    html! {
        <div {class} role="alert">
            <span class="sign" aria-hidden="true">{ sign }</span>
            <p>{ &notice.text }</p>
            <Button title="Dismiss this message" onclick={store.on(Action::Dismiss)}>{ "OK" }</Button>
        </div>
    }
}

fn stale(store: &Store) -> Html {
    let state = &store.state;
    let void = state.run.as_ref().is_none_or(|run| run.is_void());
    let Some(stale) = state.stale().filter(|_| !void) else { return html! {} };
    let what = match stale {
        Stale::Program => "The program has changed since this run.",
        Stale::Reading => "Integers are read another way since this run.",
        Stale::Engine => "Another engine has been chosen since this run.",
        Stale::Settings => "The settings have changed since this run.",
    };
    html! {
        <div class="banner stale" id="stale" role="status">
            <span class="sign" aria-hidden="true">{ "⚠" }</span>
            <p><strong>{ what }</strong>{ " You can still look at its steps; to go on, start anew." }</p>
            <Button class="primary" title="Begin a new run with what is there now (Ctrl+Enter)"
                onclick={store.on(Action::Restart)}>{ "Restart" }</Button>
        </div>
    }
}

fn crashed(store: &Store) -> Html {
    let Some(Phase::Crashed(why)) = store.state.run.as_ref().map(|run| &run.phase) else { return html! {} };
    let (why, whose) = match rest::missing_in(why) {
        Some(missing) => (missing, ""),
        None => (&why[..], " This is a fault in Loopglass, not in your program."),
    };
    html! {
        <div class="banner trouble" id="crashed" role="alert">
            <span class="sign" aria-hidden="true">{ "✗" }</span>
            <p>
                <strong>{ "The worker has stopped: " }</strong>{ why }{ "." }{ whose }{ " The steps so far can still be seen." }
            </p>
            <Button title="Begin a new run" onclick={store.on(Action::Restart)}>{ "Restart" }</Button>
        </div>
    }
}

fn missing(store: &Store) -> Html {
    let run = store.state.run.as_ref().filter(|_| store.state.stale().is_none());
    let Some(Z3::Missing(why)) = run.map(|run| &run.z3) else { return html! {} };
    html! {
        <div class="banner trouble" id="z3-missing" role="alert">
            <span class="sign" aria-hidden="true">{ "⚠" }</span>
            <p><strong>{ "Z3 cannot be had: " }</strong>{ why }{ ". Our own solver answers alone." }</p>
            <Button title="Fetch Z3 once more, and begin a new run" onclick={store.on(Action::Restart)}>{ "Try again" }</Button>
        </div>
    }
}

fn resume(store: &Store) -> Html {
    let Some(step) = store.state.resume.filter(|_| store.state.run.is_none()) else { return html! {} };
    html! {
        <div class="banner info" id="resume" role="status">
            <span class="sign" aria-hidden="true">{ "ℹ" }</span>
            <p>{ "The page was reloaded. Nothing runs by itself." }</p>
            <Button class="primary" title="Compute the same steps once more, up to where you were"
                onclick={store.on(Action::Go(Go::Step))}>{ format!("Go on at step {step}") }</Button>
        </div>
    }
}
