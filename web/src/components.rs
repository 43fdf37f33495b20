//! The parts around the panes: header, editor's column, algorithm's column, time line, dialogs, messages.

mod algorithm;

mod banners;

mod canvas;

mod caption;

mod dialogs;

mod formula;

mod glossary;

mod header;

mod help;

mod programs;

mod settings;

mod source;

mod splitter;

mod stage;

pub mod tabs;

mod timeline;

pub use algorithm::Algorithm;
pub use banners::Banners;
pub use canvas::{Canvas, marks};
pub use caption::Caption;
pub use dialogs::Dialogs;
pub use formula::{FormulaView, Symbols, pieces};
pub use glossary::explained;
pub use header::Header;
pub use source::{Source, choose_file, open_file, problem, with_code};
pub use splitter::{Splitter, restore as restore_shares};
pub use stage::Spotlight;
pub use tabs::Tabs;
pub use timeline::Timeline;

use crate::rest;
use crate::state::{Action, State};
use std::rc::Rc;
use yew::functional::{FunctionProvider, Hook, HookContext};
use yew::html::HtmlResult;
use yew::prelude::*;

/// What every part gets: the state, and a way to act on it.
#[derive(Clone, Properties)]
pub struct Store {
    /// The state of the page.
    pub state: Rc<State>,
    /// Takes actions.
    pub dispatch: Callback<Action>,
}

impl PartialEq for Store {
    fn eq(&self, other: &Store) -> bool {
        Rc::ptr_eq(&self.state, &other.state) && self.dispatch == other.dispatch
    }
}

impl Store {
    /// A handler that does this.
    pub fn on<E>(&self, action: Action) -> Callback<E> {
        self.dispatch.reform(move |_| action.clone())
    }

    /// A handler that does what the event asks for, if anything.
    pub fn when<E: 'static>(&self, action: impl Fn(E) -> Option<Action> + 'static) -> Callback<E> {
        let dispatch = self.dispatch.clone();
        Callback::from(move |event| {
            if let Some(action) = action(event) {
                dispatch.emit(action);
            }
        })
    }
}

/// A part of the page: a component whose properties are the [`Store`]. Yew's code for a component, five kilobytes, is made anew for each,
/// so these are all one component, which is told what to draw.
pub fn part<P: FunctionProvider<Properties = Store>>(store: &Store) -> Html {
    any_part(std::any::type_name::<P>(), P::run, store.clone())
}

/// A part that is fetched after the first step; until it is there, something says so.
pub fn later<P: FunctionProvider<Properties = Store>>(store: &Store) -> Html {
    if rest::is_there() { part::<P>(store) } else { part::<Waiting>(store) }
}

/// Fetches what a part needs, and says so, or why it cannot be had.
#[component]
fn Waiting(store: &Store) -> Html {
    let why = use_state_eq(|| None);
    let (dispatch, failed) = (store.dispatch.clone(), why.setter());
    let fetch = move || {
        let (dispatch, failed) = (dispatch.clone(), failed.clone());
        failed.set(None);
        rest::fetch(move |ended| match ended {
            Ok(()) => dispatch.emit(Action::Arrived),
            Err(text) => failed.set(Some(text)),
        });
    };
    let again = fetch.clone();
    use_effect_with((), move |()| fetch());
    html! {
        <div class="empty" role="status">
            if let Some(why) = &*why {
                <p>{ format!("This is not there yet: {why}.") }</p>
                <Button title="Fetch it again" onclick={Callback::from(move |_| again())}>{ "Try again" }</Button>
            } else {
                <p>{ "This is being fetched…" }</p>
            }
        </div>
    }
}

fn any_part(name: &'static str, draw: Draw, store: Store) -> Html {
    html! { <Part key={name} {draw} {store} /> }
}

type Draw = fn(&mut HookContext, &Store) -> HtmlResult;

#[derive(Properties)]
struct PartProps {
    store: Store,
    draw: Draw,
}

impl PartialEq for PartProps {
    /// Those that are compared draw the same, since they have the same key.
    fn eq(&self, other: &PartProps) -> bool {
        self.store == other.store
    }
}

#[component]
fn Part(p: &PartProps) -> HtmlResult {
    use_drawing(p)
}

fn use_drawing(p: &PartProps) -> impl Hook<Output = HtmlResult> {
    Drawing(p)
}

struct Drawing<'a>(&'a PartProps);

impl Hook for Drawing<'_> {
    type Output = HtmlResult;

    fn run(self, context: &mut HookContext) -> HtmlResult {
        (self.0.draw)(context, &self.0.store)
    }
}

/// A button with a label for all and a title with more.
#[derive(Properties, PartialEq)]
pub struct ButtonProps {
    /// What it says.
    #[prop_or_default]
    pub children: Html,
    /// What it does, in words for tool tip and screen reader.
    pub title: AttrValue,
    /// What happens when it is pressed.
    pub onclick: Callback<MouseEvent>,
    /// Whether it cannot be pressed now.
    #[prop_or_default]
    pub disabled: bool,
    /// Whether it is one that stays pressed, and is.
    #[prop_or_default]
    pub pressed: Option<bool>,
    /// Its style.
    #[prop_or_default]
    pub class: Classes,
    /// Its id.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// Its accessible name when what it says is only a sign.
    #[prop_or_default]
    pub label: Option<AttrValue>,
}

/// See [`ButtonProps`].
#[component]
pub fn Button(p: &ButtonProps) -> Html {
    let pressed = p.pressed.map(|pressed| pressed.to_string());
    html! {
        <button type="button" id={p.id.clone()} class={p.class.clone()} title={p.title.clone()} disabled={p.disabled}
            aria-pressed={pressed} aria-label={p.label.clone()} onclick={p.onclick.clone()}>
            { p.children.clone() }
        </button>
    }
}
