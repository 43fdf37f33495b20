//! The page. It holds what the user has typed and chosen, asks the worker for events, and draws what the `view` crate
//! makes of them. It never solves anything itself.
//!
//! Data path: user -> `state::Action` -> `state::State::reduce` -> `state::Effect`s (to worker, storage, address)
//! and a new `state::State` -> components.

mod state;

mod check;

mod browser;

mod z3;

mod rest;

mod worker;

mod editor;

mod components;

mod panes;

mod share;

mod app;

/// Draws the page into the document, and keeps it up to date from then on.
pub fn run() {
    console_error_panic_hook::set_once();
    let draw = || drop(yew::Renderer::<app::App>::new().render());
    if !app::first_languages().into_iter().any(rest::is_missing_for) {
        return draw();
    }
    // Where it cannot be had, the page begins with something else, keeps the program, and says so.
    rest::fetch(move |_| draw());
}
