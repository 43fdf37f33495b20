//! Actions that wait for the rest of the program: until programs in their language can be read, or lessons.

use super::{App, Message};
use crate::rest;
use crate::state::{Action, Notice, NoticeKind};
use trace::Language;
use yew::prelude::*;

impl App {
    /// Waits with an action until programs in this language can be read, or lessons.
    pub(super) fn postpone(&mut self, ctx: &Context<App>, action: Action, what: &str) {
        self.postponed = Some(action);
        let text = format!("What reads {what} is being fetched.");
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
                let what = what_of(&action).unwrap_or_default();
                let kept = match &action {
                    Action::OpenDocument(document) if self.keeps => {
                        format!(
                            "“{}” is kept, and opens from the menu “Open…” as soon as it can be read; until then here is an example.",
                            document.name
                        )
                    }
                    _ => "Your program is as you left it.".to_owned(),
                };
                let text = format!("{what} cannot be read: {why}. {kept}");
                self.act(ctx, Action::Tell(Notice { kind: NoticeKind::Trouble, text }));
            }
        }
    }
}

/// What an action waits for, if that is missing.
pub(super) fn missing_for(action: &Action) -> Option<&'static str> {
    let is_missing = match language_of(action) {
        Some(language) => rest::is_missing_for(language),
        None => !rest::is_there(),
    };
    what_of(action).filter(|_| is_missing)
}

/// What has to be read for an action: programs in the language of the one that it brings, or lessons.
fn what_of(action: &Action) -> Option<&'static str> {
    match action {
        Action::Lesson(_) => Some("lessons"),
        _ => language_of(action).map(|language| reader::of(language).title()),
    }
}

/// The language of the program that an action brings, if it brings one.
fn language_of(action: &Action) -> Option<Language> {
    match action {
        Action::SetLanguage(language) => Some(*language),
        Action::OpenDocument(document) => Some(document.setup.language),
        Action::OpenExample(key, ..) => Some(library::by_key(key)?.language),
        Action::OpenRecording(recording) => Some(recording.setup.language),
        Action::OpenLink(Ok(link)) => Some(link.setup.language),
        _ => None,
    }
}

/// Whether an action works on the program that is there, or brings another one.
pub(super) fn goes_on(action: &Action) -> bool {
    matches!(action, Action::Edited(_) | Action::Go(_)) || what_of(action).is_some()
}
