//! The top bar: name, what is shown, theme, link, help.

use super::{Button, Store};
use crate::state::lesson::ByLesson;
use crate::state::{Action, Dialog, Theme};
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// See the module.
#[component]
pub fn Header(store: &Store) -> Html {
    let state = &store.state;
    let on_theme = store.dispatch.reform(|event: Event| {
        let select: HtmlSelectElement = event.target_unchecked_into();
        Action::SetTheme(Theme::named(&select.value()).unwrap_or_default())
    });
    let skip = Callback::from(|event: MouseEvent| {
        event.prevent_default(); // the fragment of the address is the link to the step
        crate::browser::focus("main");
    });
    html! {
        <header class="top">
            <a class="skip" href="#main" onclick={skip}>{ "Skip to the step" }</a>
            <h1>{ "Loopglass" }</h1>
            <p class="tagline">{ "Watch a loop being proved, one solver query at a time" }</p>
            <div class="spacer"></div>
            <Button id="lessons" title="Lessons that go through a run with you"
                onclick={store.on(Action::Lesson(ByLesson::List))}>{ "Lessons" }</Button>
            <Button id="gallery" title="The examples, each with a picture and what to notice"
                onclick={store.on(Action::Open(Dialog::Gallery))}>{ "Gallery" }</Button>
            <Button title="Show or hide the editor" pressed={state.show_editor} class="toggle"
                onclick={store.on(Action::ToggleEditor)}>{ "Editor" }</Button>
            <Button title="Show or hide the pseudo-code" pressed={state.show_algorithm} class="toggle"
                onclick={store.on(Action::ToggleAlgorithm)}>{ "Algorithm" }</Button>
            <Button id="stage" title="For the projector: one picture, large (key: s; Esc leaves)"
                onclick={store.on(Action::ToggleStage)}>{ "Stage" }</Button>
            <label class="theme" title="The look of the page; “presenter” is for the projector">
                <span class="hidden">{ "Theme" }</span>
                <select id="theme" onchange={on_theme}>
                    { for Theme::ALL.iter().map(|&theme| html! {
                        <option value={theme.name()} selected={theme == state.theme}>{ title(theme) }</option>
                    }) }
                </select>
            </label>
            <Button id="share" title="A link to this step, its QR code, a frame for a web page, the run as a file"
                onclick={store.on(Action::Share)}>{ "Share" }</Button>
            <Button id="help" title="Keys and signs explained (key: ?)"
                onclick={store.on(Action::Open(Dialog::Help))}>{ "Help" }</Button>
        </header>
    }
}

fn title(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "Light",
        Theme::Dark => "Dark",
        Theme::Presenter => "Presenter",
    }
}

/// The element that an event came from.
pub fn target<T: JsCast>(event: &Event) -> Option<T> {
    event.target()?.dyn_into().ok()
}
