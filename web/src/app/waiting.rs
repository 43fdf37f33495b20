//! Actions that wait until programs in their language can be read.

use super::{App, Message};
use crate::rest;
use crate::state::{Action, Notice, NoticeKind};
use trace::Language;
use yew::prelude::*;

impl App {
    /// Waits with an action until programs in this language can be read.
    pub(super) fn postpone(&mut self, ctx: &Context<App>, action: Action, language: Language) {
        self.postponed = Some(action);
        let text = format!("What reads {} is being fetched.", reader::of(language).title());
        self.act(ctx, Action::Tell(Notice { kind: NoticeKind::Info, text }));
        let link = ctx.link().clone();
        rest::fetch(move |ended| link.send_message(Message::Rest(ended)));
    }

    pub(super) fn go_on(&mut self, ctx: &Context<App>, ended: Result<(), String>) {
        let Some(action) = self.postponed.take() else { return };
        match ended {
            Ok(()) => {
                self.keeps = false;
                self.act(ctx, Action::Dismiss);
                self.act(ctx, action);
            }
            Err(why) => {
                let language = language_of(&action).map_or("", |language| reader::of(language).title());
                let kept = match &action {
                    Action::OpenDocument(document) if self.keeps => {
                        format!(
                            "“{}” is kept, and opens from the menu “Open…” as soon as it can be read; until then here is an example.",
                            document.name
                        )
                    }
                    _ => "Your program is as you left it.".to_owned(),
                };
                let text = format!("{language} cannot be read: {why}. {kept}");
                self.act(ctx, Action::Tell(Notice { kind: NoticeKind::Trouble, text }));
            }
        }
    }
}

/// The language of the program that an action brings, if it brings one.
pub(super) fn language_of(action: &Action) -> Option<Language> {
    match action {
        Action::SetLanguage(language) => Some(*language),
        Action::OpenDocument(document) => Some(document.setup.language),
        Action::OpenLink(Ok(link)) => Some(link.setup.language),
        _ => None,
    }
}

/// Whether an action works on the program that is there, or brings another one.
pub(super) fn goes_on(action: &Action) -> bool {
    matches!(action, Action::Edited(_) | Action::Go(_)) || language_of(action).is_some()
}
