//! The program editor as a component: what the page says (text, problems, places to light up) is told to the
//! JavaScript editor, and what the user types comes back. That editor comes in a file of its own; until it is there, and should
//! it never come, a textarea takes its place.

use crate::browser;
use crate::state::{Ghost, Highlight, Theme};
use gloo_events::EventListener;
use serde::Serialize;
use std::rc::Rc;
use trace::{Problem, Setup, Severity};
use view::program::offsets::utf16_of_byte;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

/// What happens in the window when the JavaScript has come.
const LOADED: &str = "loopglass-editor";

mod js {
    use wasm_bindgen::prelude::*;
    use web_sys::HtmlElement;

    // The class that `web/editor/src/editor.js` leaves in the window.
    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = LoopglassEditor)]
        pub type Editor;

        #[wasm_bindgen(constructor, js_class = "LoopglassEditor")]
        pub fn new(
            parent: &HtmlElement,
            text: &str,
            on_change: &Closure<dyn FnMut(String)>,
            on_cursor: &Closure<dyn FnMut(u32, u32)>,
            on_hover: &Closure<dyn FnMut(i32)>,
        ) -> Editor;
        #[wasm_bindgen(static_method_of = Editor, js_class = "LoopglassEditor")]
        pub fn failed() -> bool;
        #[wasm_bindgen(method, js_name = setText)]
        pub fn set_text(this: &Editor, text: &str);
        #[wasm_bindgen(method, js_name = setLanguage)]
        pub fn set_language(this: &Editor, name: &str);
        #[wasm_bindgen(method, js_name = setDiagnostics)]
        pub fn set_diagnostics(this: &Editor, list: &JsValue);
        #[wasm_bindgen(method, js_name = setGhosts)]
        pub fn set_ghosts(this: &Editor, list: &JsValue);
        #[wasm_bindgen(method)]
        pub fn highlight(this: &Editor, from: u32, to: u32, class: &str);
        #[wasm_bindgen(method, js_name = clearHighlight)]
        pub fn clear_highlight(this: &Editor);
        #[wasm_bindgen(method)]
        pub fn reveal(this: &Editor, from: u32, to: u32);
        #[wasm_bindgen(method)]
        pub fn focus(this: &Editor, from: u32, to: u32);
        #[wasm_bindgen(method, js_name = setTheme)]
        pub fn set_theme(this: &Editor, name: &str);
        #[wasm_bindgen(method)]
        pub fn destroy(this: &Editor);
    }
}

/// What the editor shows.
#[derive(Properties, PartialEq)]
pub struct EditorProps {
    /// The program. Its text is put into the editor whenever `version` changes, and otherwise comes from there.
    pub setup: Rc<Setup>,
    /// Counts how often the page replaced the text.
    pub version: u32,
    /// The problems to underline.
    pub problems: Rc<Vec<Problem>>,
    /// The spans to light up; the first is scrolled to.
    pub highlights: Vec<Highlight>,
    /// Counts how often the user asked to see a place.
    pub asked: u32,
    /// What is known in places of the program, as lines that are not part of its text.
    pub ghosts: Vec<Ghost>,
    /// The theme.
    pub theme: Theme,
    /// Called with the whole text after each edit by the user.
    pub on_change: Callback<String>,
    /// Called when the user moves the cursor or selects, with UTF-16 units.
    pub on_cursor: Callback<(u32, u32)>,
    /// Called when the mouse moves over the text, with UTF-16 units, and when it leaves.
    pub on_hover: Callback<Option<u32>>,
}

/// The component.
pub struct Editor {
    host: NodeRef,
    made: Option<Made>,
    /// Whether the JavaScript has come.
    loaded: bool,
    /// What was selected in the plain editor when it came, if the user was writing there.
    selected: Option<(u32, u32)>,
    /// Hears that it comes.
    _on_load: EventListener,
}

/// The JavaScript has come.
pub struct Loaded;

struct Made {
    editor: js::Editor,
    _on_change: Closure<dyn FnMut(String)>,
    _on_cursor: Closure<dyn FnMut(u32, u32)>,
    _on_hover: Closure<dyn FnMut(i32)>,
}

impl Component for Editor {
    type Message = Loaded;
    type Properties = EditorProps;

    fn create(ctx: &Context<Self>) -> Editor {
        let link = ctx.link().clone();
        let on_load = EventListener::new(&browser::window(), LOADED, move |_| link.send_message(Loaded));
        Editor {
            host: NodeRef::default(),
            made: None,
            loaded: is_loaded(),
            selected: None,
            _on_load: on_load,
        }
    }

    fn update(&mut self, _: &Context<Self>, _: Loaded) -> bool {
        self.selected = self.selected_in_plain();
        !std::mem::replace(&mut self.loaded, true)
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        if !self.loaded || self.made.is_some() {
            return;
        }
        let Some(host) = self.host.cast::<HtmlElement>() else { return };
        let props = ctx.props();
        let changed = props.on_change.clone();
        let on_change = Closure::<dyn FnMut(String)>::new(move |text| changed.emit(text));
        let moved = props.on_cursor.clone();
        let on_cursor = Closure::<dyn FnMut(u32, u32)>::new(move |from, to| moved.emit((from, to)));
        let hovered = props.on_hover.clone();
        let on_hover = Closure::<dyn FnMut(i32)>::new(move |at| hovered.emit(u32::try_from(at).ok()));
        let editor = js::Editor::new(&host, &props.setup.source, &on_change, &on_cursor, &on_hover);
        self.made = Some(Made { editor, _on_change: on_change, _on_cursor: on_cursor, _on_hover: on_hover });
        self.tell(props, None);
        if let Some(((from, to), Made { editor, .. })) = self.selected.take().zip(self.made.as_ref()) {
            editor.focus(from, to);
        }
    }

    fn changed(&mut self, ctx: &Context<Self>, old: &EditorProps) -> bool {
        self.tell(ctx.props(), Some(old));
        !self.loaded
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let props = ctx.props();
        let on_input = props
            .on_change
            .reform(|event: InputEvent| event.target_unchecked_into::<HtmlTextAreaElement>().value());
        html! {
            <div class="editor-host" ref={self.host.clone()}>
                if !self.loaded {
                    <textarea class="plain-editor" aria-label="Program text" spellcheck="false" autocapitalize="off"
                        value={props.setup.source.clone()} oninput={on_input} />
                }
            </div>
        }
    }

    fn destroy(&mut self, _: &Context<Self>) {
        if let Some(made) = self.made.take() {
            made.editor.destroy();
        }
    }
}

impl Editor {
    fn selected_in_plain(&self) -> Option<(u32, u32)> {
        let host = self.host.cast::<HtmlElement>()?;
        let area = host.query_selector("textarea:focus").ok()??.dyn_into::<HtmlTextAreaElement>().ok()?;
        Some((area.selection_start().ok()??, area.selection_end().ok()??))
    }

    /// Tells the JavaScript editor what differs from before; everything if there is no before.
    fn tell(&self, props: &EditorProps, old: Option<&EditorProps>) {
        let Some(Made { editor, .. }) = &self.made else { return };
        let source = &props.setup.source;
        let differs = |same: fn(&EditorProps, &EditorProps) -> bool| old.is_none_or(|old| !same(old, props));
        if old.is_some_and(|old| old.version != props.version) {
            editor.set_text(source);
        }
        if differs(|a, b| a.setup.language == b.setup.language) {
            editor.set_language(props.setup.language.as_str());
        }
        if differs(|a, b| a.theme == b.theme) {
            editor.set_theme(props.theme.name());
        }
        if differs(|a, b| a.version == b.version && a.problems == b.problems) {
            let diagnostics: Vec<_> = props.problems.iter().map(|p| diagnostic(source, p)).collect();
            // Numbers and texts always can be handed over.
            editor.set_diagnostics(&serde_wasm_bindgen::to_value(&diagnostics).unwrap_or_default());
        }
        if differs(|a, b| a.setup.source == b.setup.source && a.ghosts == b.ghosts) {
            editor.set_ghosts(&serde_wasm_bindgen::to_value(&props.ghosts).unwrap_or_default());
        }
        if differs(|a, b| a.version == b.version && a.asked == b.asked && a.highlights == b.highlights) {
            editor.clear_highlight();
            let unit = |byte| utf16_of_byte(source, byte);
            for h in &props.highlights {
                editor.highlight(unit(h.from), unit(h.to), h.class);
            }
            let reveals = |h: &&Highlight| h.reveal;
            let shown = |props: &EditorProps| (props.asked, props.highlights.iter().find(reveals).cloned());
            let is_new = old.is_none_or(|old| shown(old) != shown(props));
            if let Some(first) = props.highlights.iter().find(reveals).filter(|_| is_new) {
                editor.reveal(unit(first.from), unit(first.to));
            }
        }
    }
}

/// Whether a plain editor took the place of the rich one, for good.
pub fn is_plain() -> bool {
    if is_loaded() { js::Editor::failed() } else { window_has("editorIsMissing") }
}

fn is_loaded() -> bool {
    window_has("LoopglassEditor")
}

fn window_has(name: &str) -> bool {
    js_sys::Reflect::has(&browser::window(), &name.into()).unwrap_or(false)
}

/// A problem as the JavaScript editor takes it, with places in UTF-16 units.
#[derive(Serialize)]
struct Diagnostic {
    from: u32,
    to: u32,
    severity: &'static str,
    message: String,
}

fn diagnostic(source: &str, problem: &Problem) -> Diagnostic {
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let help = problem.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    Diagnostic {
        from: utf16_of_byte(source, problem.from),
        to: utf16_of_byte(source, problem.to),
        severity,
        message: format!("{}{help}", problem.message).replace('`', "'"),
    }
}
