//! The dialog “Share”: the link to the step, its code for the projector, the text that embeds it in a page, and the run as files.

use super::offline::use_offline;
use super::{picture, save_recording};
use crate::browser::files::{download_png, download_svg, file_name};
use crate::browser::{address, copy, document};
use crate::components::{Button, Store, tabs};
use crate::state::Dialog;
use view::page::code::{MAX_SIDE, code};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// How large the frame is that the text to embed asks for.
const FRAME: (u32, u32) = (800, 600);

/// See the module.
#[component]
pub fn ShareDialog(store: &Store) -> Html {
    let copied = use_state(|| None::<(&'static str, bool)>);
    let (link_field, frame_field) = (use_node_ref(), use_node_ref());
    // A class and no `:has([open])` in the style sheet, which would cost every step of every run a look at all elements.
    let code_is_open = use_state_eq(|| false);
    let fragment = match &store.state.dialog {
        Some(Dialog::Share(fragment)) => fragment.clone(),
        _ => Err(String::new()),
    };
    let link = fragment.as_ref().map(|fragment| address::with_fragment(fragment)).unwrap_or_default();
    let made = use_memo(link.clone(), |link| code(link));
    let files = use_offline(store);
    let Ok(fragment) = fragment.as_ref() else {
        let why = fragment.as_ref().err().cloned().unwrap_or_default();
        return html! { <><p class="trouble">{ "No link can be made: " }{ why }{ "." }</p>{ to_files(store, files) }</> };
    };
    let on_copy = |what: &'static str, text: String, select: Callback<()>| {
        let copied = copied.clone();
        Callback::from(move |_: MouseEvent| {
            select.emit(());
            let copied = copied.clone();
            copy(&text, move |good| copied.set(Some((what, good))));
        })
    };
    let told = |what: &str| match *copied {
        Some((of, true)) if of == what => "Copied.",
        Some((of, false)) if of == what => {
            "The browser does not allow copying; the text is selected, copy it with Ctrl+C."
        }
        _ => "",
    };
    let select_link = {
        let field = link_field.clone();
        Callback::from(move |()| {
            field.cast::<HtmlInputElement>().into_iter().for_each(|field| field.select())
        })
    };
    let select_frame = {
        let field = frame_field.clone();
        Callback::from(move |()| {
            field.cast::<HtmlTextAreaElement>().into_iter().for_each(|field| field.select())
        })
    };
    let on_toggle = {
        let is_open = code_is_open.clone();
        Callback::from(move |event: Event| {
            let details = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            is_open.set(details.is_some_and(|details| details.has_attribute("open")));
        })
    };
    // Opened together with the class: the event “toggle” comes a moment later, when the code would have been shown below all else.
    let on_summary = {
        let is_open = code_is_open.clone();
        Callback::from(move |event: MouseEvent| {
            event.prevent_default();
            is_open.set(!*is_open);
        })
    };
    let frame = frame(&address::embedded(fragment, store.state.theme), &store.state.document.name);
    html! {
        <div class="sharing">
            <p>{ "The link holds the program, engine, settings, step and tab, and the formulas that you wrote; nothing is stored anywhere else." }</p>
            <div class="share">
                <input id="link" ref={link_field} readonly=true value={link.clone()} aria-label="Link" />
                <Button id="copy-link" class="primary" title="Copy the link" onclick={on_copy("link", link.clone(), select_link)}>{ "Copy" }</Button>
            </div>
            <p class="hint" role="status">{ format!("{} characters. ", link.chars().count()) }{ told("link") }</p>
            <details id="share-code" open={*code_is_open} class={classes!((*code_is_open).then_some("code-open"))} ontoggle={on_toggle}>
                <summary onclick={on_summary}>{ "QR code, for the projector" }</summary>
                { match made.as_ref() {
                    Some(code) => html! {
                        <svg id="code" class="code" viewBox={format!("0 0 {0} {0}", code.side)} role="img" aria-label="QR code of the link"
                            shape-rendering="crispEdges">
                            <rect class="code-light" width={code.side.to_string()} height={code.side.to_string()} />
                            <path class="code-dark" d={code.path.clone()} />
                        </svg>
                    },
                    None => html! {
                        <p class="trouble">{ format!("The link is too long for a code that a camera could read in a lecture hall (more than {MAX_SIDE} by {MAX_SIDE} squares). \
                            A shorter program, or one of the examples, has a shorter link.") }</p>
                    },
                } }
            </details>
            <details id="share-embed">
                <summary>{ "Embed in a web page" }</summary>
                <p>{ "This step in a frame: caption, picture, buttons to move, and a link to the whole page. It needs no storage. \
                    The code has a sandbox without an origin of its own, for which the server of this page has to send “Access-Control-Allow-Origin: *” (docs/hosting.md); \
                    where it does not, leave out the attribute “sandbox”." }</p>
                <textarea id="frame" ref={frame_field} rows="5" readonly=true spellcheck="false" aria-label="HTML to embed" value={frame.clone()} />
                <div class="row">
                    <Button id="copy-frame" title="Copy the HTML" onclick={on_copy("frame", frame, select_frame)}>{ "Copy HTML" }</Button>
                    <span class="hint" role="status">{ told("frame") }</span>
                </div>
            </details>
            { to_files(store, files) }
            { to_picture(store) }
        </div>
    }
}

/// What is written into a page to embed a step.
fn frame(address: &str, name: &str) -> String {
    let text = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    let (width, height) = FRAME;
    format!(
        "<iframe src=\"{}\" title=\"{}, in Loopglass\" width=\"{width}\" height=\"{height}\" loading=\"lazy\" \
         sandbox=\"allow-scripts allow-popups allow-popups-to-escape-sandbox\"></iframe>",
        text(address),
        text(name),
    )
}

fn to_files(store: &Store, offline: Html) -> Html {
    let run = store.state.run.clone().filter(|run| !run.history.is_empty());
    let has_run = run.is_some();
    let (name, dispatch) = (store.state.document.name.clone(), store.dispatch.clone());
    let save = Callback::from(move |_: MouseEvent| {
        if let Some(run) = run.clone() {
            save_recording(name.clone(), run, dispatch.clone());
        }
    });
    html! {
        <section class="share-files">
            <h3>{ "The run as a file" }</h3>
            { offline }
            <div class="row">
                <Button id="share-trace" title="Save the run as it is; “Files…” opens it again, without computing anything" disabled={!has_run} onclick={save}>{ "Save trace" }</Button>
                <span class="hint">{ "For this page: opened by “Files…”, or dropped on it." }</span>
            </div>
        </section>
    }
}

/// The view on show as a picture: by the buttons of its own where it is drawn, and else by what the browser has laid out.
fn to_picture(store: &Store) -> Html {
    let view = tabs::view(store.state.tab).0;
    let step = store.state.run.as_ref().map_or(0, |run| run.step);
    let title = format!("{}, step {step}: {view}", store.state.document.name);
    let save = |kind: &'static str| {
        let title = title.clone();
        Callback::from(move |_: MouseEvent| {
            let Some(pane) = document().get_element_by_id("pane") else { return };
            let own = pane.query_selector(&format!("button[id$=\"-{kind}\"]")).ok().flatten();
            if let Some(own) = own.and_then(|own| own.dyn_into::<HtmlElement>().ok()) {
                return own.click();
            }
            let Some(picture) = picture::of(&pane, &title) else { return };
            match kind {
                "svg" => drop(download_svg(&format!("{}.svg", file_name(&title)), &picture.svg)),
                _ => download_png(format!("{}.png", file_name(&title)), &picture.svg, picture.size),
            }
        })
    };
    html! {
        <section class="share-files">
            <h3>{ "The picture" }</h3>
            <div class="row">
                <Button id="view-svg" title="Save what the tab shows as an SVG file" onclick={save("svg")}>{ "SVG" }</Button>
                <Button id="view-png" title="Save what the tab shows as a PNG file" onclick={save("png")}>{ "PNG" }</Button>
                <span class="hint">{ format!("All of “{view}” as it stands at this step, light, for slides and papers.") }</span>
            </div>
        </section>
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_is_no_markup() {
        let frame = super::frame("https://example.org/?embed#1=a&b", "\"><script>");
        assert!(
            frame.starts_with(
                "<iframe src=\"https://example.org/?embed#1=a&amp;b\" title=\"&quot;>&lt;script>, in"
            ),
            "{frame}"
        );
        assert_eq!(frame.matches('<').count(), 2, "{frame}");
    }
}
