//! The left column: which program, its text, what is wrong with it, engine and settings.

use super::header::target;
use super::settings::SettingsFields;
use super::{Button, Store, part};
use crate::browser::{files, storage};
use crate::editor::{Editor, is_plain};
use crate::share;
use crate::state::lesson::ByLesson;
use crate::state::{Action, Dialog, Document, Notice, NoticeKind, Phase};
use library::EXAMPLES;
use std::rc::Rc;
use trace::{Engine, Integers, Language, Problem, Settings, Setup, Severity};
use view::page::count::counted;
use view::page::recording;
use web_sys::{File, HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// How the values of presets begin in the menu of engines.
const PRESET: &str = "preset:";

/// See the module.
#[component]
pub fn Source(store: &Store) -> Html {
    let state = &store.state;
    html! {
        <section class="source" aria-label="Program">
            <div class="bar">{ program_picker(store) }</div>
            <Editor setup={state.document.setup.clone()} version={state.text_version} problems={state.shown_problems()}
                highlights={state.highlights()} ghosts={state.ghosts()} asked={state.look_at.0} theme={state.theme}
                on_change={store.dispatch.reform(Action::Edited)}
                on_cursor={store.dispatch.reform(|(from, to)| Action::Cursor(from, to))}
                on_hover={store.dispatch.reform(Action::Hover)} />
            if is_plain() {
                <p class="hint">{ "The rich editor cannot start in this browser, so this is a plain one." }</p>
            }
            { problems(store) }
            { engine(store) }
        </section>
    }
}

fn program_picker(store: &Store) -> Html {
    let document = &store.state.document;
    let on_pick = store.when(move |event: Event| {
        let select: HtmlSelectElement = target(&event)?;
        let value = select.value();
        select.set_selected_index(0);
        if let Some(key) = value.strip_prefix("saved:") {
            return storage::open(key.parse().ok()?).map(Action::OpenDocument);
        }
        let example = library::by_key(&value)?;
        Some(Action::OpenDocument(Document::new(example.title, example.taught())))
    });
    let mut groups: Vec<&str> = EXAMPLES.iter().map(|e| e.group).collect();
    groups.dedup();
    let (state_of_saving, about_saving) = match (document.key, document.unsaved) {
        (_, true) if store.state.cannot_save => (
            "not saved",
            "This browser keeps nothing here: its storage is denied or full. Files… saves the program as a file, Share as a link",
        ),
        (Some(_), false) => ("saved", "Edits are saved in this browser"),
        (_, true) => ("saving…", "Edits are saved in this browser"),
        (None, false) => ("", ""),
    };
    html! {
        <>
            <div class="document">
                <strong class="name" title={document.name.clone()}>{ &document.name }</strong>
                <span class="saving" title={about_saving}>{ state_of_saving }</span>
                { languages(store) }
            </div>
            <div class="pickers">
                <label>
                    <span class="hidden">{ "Open an example or a saved program" }</span>
                    <select id="example" onchange={on_pick} title="Open an example or a saved program">
                        <option value="" selected=true>{ "Open…" }</option>
                        { for groups.iter().map(|group| html! {
                            <optgroup label={*group}>
                                { for EXAMPLES.iter().filter(|e| e.group == *group).map(|e| html! {
                                    <option value={e.key}>{ e.title }</option>
                                }) }
                            </optgroup>
                        }) }
                        if !store.state.saved.is_empty() {
                            <optgroup label="Your programs">
                                { for store.state.saved.iter().map(|(key, name)| html! {
                                    <option value={format!("saved:{key}")}>{ name }</option>
                                }) }
                            </optgroup>
                        }
                    </select>
                </label>
                { integers(store) }
                <Button id="programs" title="Your programs: new, rename, delete, open and save files"
                    onclick={store.on(Action::Open(Dialog::Programs))}>{ "Files…" }</Button>
            </div>
        </>
    }
}

/// Says in which language the text is read.
fn languages(store: &Store) -> Html {
    let document = &store.state.document;
    let like = document.setup.clone();
    let on_language = store.when(move |event: Event| {
        let select: HtmlSelectElement = target(&event)?;
        let value = select.value();
        let language = Language::ALL.into_iter().find(|&language| reader::of(language).title() == value)?;
        // An example that nobody has edited is opened in the other language; a text of one's own is only read anew.
        let twin = library::twin(&like.source, language).filter(|_| like.language != language);
        Some(match twin {
            Some(twin) => Action::OpenDocument(Document::new(twin.title, twin.setup(&like))),
            None => Action::SetLanguage(language),
        })
    });
    let now = reader::of(document.setup.language);
    html! {
        <label class="language" title={now.hint()}>
            <span class="hidden">{ "Language of the program" }</span>
            <select id="language" onchange={on_language}>
                { for Language::ALL.into_iter().map(|language| html! {
                    <option value={reader::of(language).title()} selected={language == document.setup.language}>
                        { reader::of(language).title() }
                    </option>
                }) }
            </select>
        </label>
    }
}

/// Says what integers are, and lets that be chosen where the language leaves a choice.
fn integers(store: &Store) -> Html {
    let setup = &store.state.document.setup;
    let (offered, shown): (&[Integers], _) = match setup.language {
        Language::C => (&Integers::ALL, setup.settings.integers),
        Language::Imp => (&[Integers::Mathematical, Integers::Bits], setup.dialect().arithmetic.integers),
        Language::Chc => {
            return html! { <span class="integers" title="Integers of Horn clauses have no least and no greatest value">{ short(Integers::Mathematical) }</span> };
        }
        Language::Aiger => return html! {},
    };
    let language = setup.language;
    let current = setup.settings.clone();
    let on_integers = store.when(move |event: Event| {
        let select: HtmlSelectElement = target(&event)?;
        let integers = match select.value().parse().ok()? {
            // What C is read as stays what it is by default.
            Integers::Mathematical if language == Language::Imp => Integers::default(),
            other => other,
        };
        Some(Action::SetSettings(Settings { integers, ..current.clone() }))
    });
    html! {
        <label class="integers" title="What integers are: as C has them (unsigned and narrow types wrap, leaving a signed type’s range is undefined), without least and greatest value, or words of bits, which always wrap">
            <span class="hidden">{ "What integers are" }</span>
            <select id="integers" onchange={on_integers}>
                { for offered.iter().map(|&one| html! {
                    <option value={one.as_str()} selected={one == shown}>{ short(one) }</option>
                }) }
            </select>
        </label>
    }
}

/// What integers are, short enough for a narrow column.
fn short(integers: Integers) -> &'static str {
    if integers == Integers::Mathematical { "mathematical" } else { integers.title() }
}

fn problems(store: &Store) -> Html {
    let state = &store.state;
    let refused = match state.run.as_ref().map(|run| &run.phase) {
        Some(Phase::Rejected(refused)) if state.stale().is_none() => Some(refused.clone()),
        _ => None,
    };
    // What the worker refused includes what the front end says while one types.
    let list = refused.clone().unwrap_or_else(|| state.shown_problems());
    if list.is_empty() {
        return html! {};
    }
    let errors = list.iter().filter(|p| p.severity == Severity::Error).count();
    let heading = match (errors, list.len() - errors) {
        (0, n) => counted(n, "warning"),
        (e, 0) => counted(e, "error"),
        (e, w) => format!("{}, {}", counted(e, "error"), counted(w, "warning")),
    };
    html! {
        <div class="problems" role="region" aria-label="Problems of the program">
            <h3>{ if refused.is_some() { format!("Not started: {heading}") } else { heading } }</h3>
            <ul>{ for list.iter().map(|p| problem(store, p)) }</ul>
        </div>
    }
}

/// A problem as an item of a list; a click shows its place.
pub fn problem(store: &Store, p: &Problem) -> Html {
    let (class, sign) = match p.severity {
        Severity::Error => ("problem error", "✗"),
        Severity::Warning => ("problem warning", "!"),
    };
    html! {
        <li {class}>
            <button type="button" title="Show the place in the program" onclick={store.on(Action::LookAt(p.from, p.to))}>
                <span class="sign" aria-hidden="true">{ sign }</span>
                <span class="place">{ format!("{}:{}", p.line, p.column) }</span>
                <span class="message">{ with_code(&p.message) }</span>
            </button>
            if let Some(help) = &p.help { <p class="help">{ with_code(help) }</p> }
            { for p.related.iter().map(|place| html! {
                <button type="button" title="Show the place in the program"
                    onclick={store.on(Action::LookAt(place.from, place.to))}>
                    <span class="place">{ format!("{}:{}", place.line, place.column) }</span>
                    <span class="message">{ with_code(&place.words) }</span>
                </button>
            }) }
        </li>
    }
}

/// Text in which backquotes set off pieces of program text.
pub fn with_code(text: &str) -> Html {
    html! {
        { for text.split('`').enumerate().map(|(i, piece)| match i % 2 {
            0 => html! { { piece } },
            _ => html! { <code>{ piece }</code> },
        }) }
    }
}

fn engine(store: &Store) -> Html {
    let setup = &store.state.document.setup;
    let presets = library::presets(&setup.source);
    let program = setup.clone();
    let on_engine = store.when(move |event: Event| {
        let select: HtmlSelectElement = target(&event)?;
        let value = select.value();
        let Some(number) = value.strip_prefix(PRESET) else {
            return value.parse().ok().map(Action::SetEngine);
        };
        let Setup { engine, settings, .. } = presets.get(number.parse::<usize>().ok()?)?.setup(&program);
        // The menu shows the engine, by which name it is known.
        select.set_value(engine.as_str());
        Some(Action::SetPreset(engine, settings))
    });
    let fresh = store.state.run.is_none();
    html! {
        <div class="engine">
            <label>
                <span>{ "Engine" }</span>
                <select id="engine" onchange={on_engine} title="The verification algorithm">
                    if !presets.is_empty() {
                        <optgroup label="What this example shows">
                            { for presets.iter().enumerate().map(|(number, preset)| html! {
                                <option value={format!("{PRESET}{number}")}>{ preset.name }</option>
                            }) }
                        </optgroup>
                    }
                    <optgroup label="Engines">
                        { for Engine::ALL.iter().map(|&engine| html! {
                            <option value={engine.as_str()} selected={engine == setup.engine}>{ engine.title() }</option>
                        }) }
                    </optgroup>
                </select>
            </label>
            <div class="engine-row">
                <details>
                    <summary title="Settings">{ "Settings" }</summary>
                    <div class="settings">{ part::<SettingsFields>(store) }</div>
                </details>
                <Button id="restart" class="primary" onclick={store.on(Action::Restart)}
                    title="Read the program and begin a new run (Ctrl+Enter)">
                    { if fresh { "Start" } else { "Restart" } }
                </Button>
                <Button id="prove" disabled={store.state.lesson.is_some()} onclick={store.on(Action::Prove)}
                    title="Executions, bounded search, then engines in turn, each with a counted share of the work; the run that settles the program is opened">
                    { "Just prove it" }
                </Button>
            </div>
        </div>
    }
}

/// Reads a chosen file into the editor.
pub fn choose_file(store: &Store) -> Callback<Event> {
    let dispatch = store.dispatch.clone();
    let like = store.state.document.setup.clone();
    Callback::from(move |event: Event| {
        let Some(input) = target::<HtmlInputElement>(&event) else { return };
        let Some(file) = input.files().and_then(|list| list.get(0)) else { return };
        input.set_value(""); // so that the same file can be chosen again
        let dispatch = dispatch.clone();
        open_file(file, like.clone(), move |action| dispatch.emit(action));
    })
}

/// Reads a file as a program, with the engine and settings of another one; `done` gets what is to be done then.
pub fn open_file(file: File, like: Rc<trace::Setup>, done: impl FnOnce(Action) + 'static) {
    files::read(file, move |read| {
        let action = match read {
            Ok((name, text)) if name.ends_with(".lesson") => Action::Lesson(ByLesson::OpenText(name, text)),
            Ok((name, text)) if recording::is_one(&text) || name.ends_with(".jsonl") => {
                return share::open_recording(name, text, done);
            }
            Ok((name, source)) => {
                let language = reader::of_file(&name).unwrap_or(like.language);
                let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
                let mut setup = trace::Setup { source, language, ..(*like).clone() };
                // Examples show how their engines work; of a program of one's own it is the verdict that counts first.
                setup.settings.run_first = true;
                Action::OpenDocument(Document { unsaved: true, ..Document::new(stem, setup) })
            }
            Err(text) => Action::Tell(Notice { kind: NoticeKind::Trouble, text }),
        };
        done(action);
    });
}
