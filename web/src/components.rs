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

mod tabs;

mod timeline;

pub use algorithm::Algorithm;
pub use banners::Banners;
pub use canvas::{Canvas, marks};
pub use caption::Caption;
pub use dialogs::Dialogs;
pub use formula::{FormulaView, Symbols, pieces};
pub use glossary::explained;
pub use header::Header;
pub use source::{Source, open_file, problem, with_code};
pub use splitter::{Splitter, restore as restore_shares};
pub use stage::Spotlight;
pub use tabs::Tabs;
pub use timeline::Timeline;

use crate::state::{Action, State};
use std::rc::Rc;
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
