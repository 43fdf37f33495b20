//! The root: keeps the state, carries out effects, and lays out the parts.

mod dropping;
mod embedded;
mod keys;
mod leaving;
mod lessons;
mod listening;
mod second;
mod waiting;
mod working;

use crate::browser::{self, address, storage};
use crate::components::{
    Algorithm, Banners, Caption, Dialogs, Header, Source, Splitter, Spotlight, Store, Tabs, Timeline,
    open_file, part, restore_shares,
};
use crate::panes::lesson;
use crate::rest;
use crate::state::compare::ByCompare;
use crate::state::lab::ByLab;
use crate::state::lesson::ByLesson;
use crate::state::{Action, Document, Effect, State, Theme, Z3};
use crate::worker::{Link as WorkerLink, Said};
use crate::z3;
use gloo_timers::callback::Timeout;
use leaving::{Left, saved};
use std::cell::RefCell;
use std::rc::Rc;
use trace::{Language, Reply};
use view::page::link::{self, Tab};
use view::run::history::History;
use waiting::{goes_on, missing_for};
use wasm_bindgen::prelude::*;
use web_sys::File;
use yew::prelude::*;

/// How long the page waits for the next edit before it saves, in milliseconds.
const SAVE_AFTER: u32 = 400;
/// How long it waits for the next step before it writes the address.
const ADDRESS_AFTER: u32 = 250;
/// How long the worker's description of a program may wait for the first step, so that both are shown at once.
const OPENED_AFTER: u32 = 30;

/// The root component.
pub struct App {
    state: Rc<State>,
    /// The worker that computes the run on show.
    worker: Option<WorkerLink>,
    /// The worker that computes a second run beside it.
    second: Option<WorkerLink>,
    /// The worker of the laboratory.
    lab: Option<WorkerLink>,
    /// One in reserve for the next run, started already.
    spare: Option<WorkerLink>,
    /// Z3, while a run waits for it.
    fetching: Option<z3::Fetching>,
    /// What waits for the rest of the program.
    postponed: Option<Action>,
    /// Whether this tab has a program that could not be read when it began, beside the one that is shown.
    keeps: bool,
    /// How many workers have been started.
    started: u32,
    reserve: Option<Timeout>,
    save: Option<Timeout>,
    write_address: Option<Timeout>,
    show: Option<Timeout>,
    /// The fragment that the page itself wrote last.
    written: String,
    /// What `window.loopglass.trace()` reads.
    record: Rc<RefCell<History>>,
    /// What is kept when the page is left.
    left: Rc<RefCell<Option<Left>>>,
}

/// A message to the root.
pub enum Message {
    /// Something happened.
    Act(Action),
    /// The worker of this number said something.
    Said(u32, Said),
    /// Something is heard of Z3, for which a run waits.
    Z3(z3::Said),
    /// The rest of the program is there, or not to be had for this reason.
    Rest(Result<(), String>),
    /// It is time to start a worker for the next run.
    Reserve,
    /// It is time to save.
    Save,
    /// It is time to write the address.
    WriteAddress,
    /// The user changed the address.
    AddressChanged,
    /// A file was dropped on the page.
    Dropped(File),
    /// It is time to show what has not been shown yet.
    Show,
}

impl Component for App {
    type Message = Message;
    type Properties = ();

    fn create(ctx: &Context<App>) -> App {
        browser::watch_focus();
        browser::watch_presses();
        let embedding = address::embedding();
        let is_embedded = embedding.is_some();
        let usual = || if browser::prefers_dark() { Theme::Dark } else { Theme::Light };
        let theme = match embedding {
            Some(asked) => asked.unwrap_or_else(usual),
            None => storage::theme().unwrap_or_else(usual),
        };
        let fragment = address::fragment();
        // A page in a page keeps nothing, and finds nothing of the whole page's.
        let noted = storage::noted_tab().filter(|_| !is_embedded);
        // The address may be older than what the tab has noted, when the page was left right after an edit.
        let is_own = |written: &String| *written == fragment || address::is_reloaded();
        let reloaded = noted.as_ref().is_some_and(|(_, written)| !fragment.is_empty() && is_own(written));
        let mut document = noted_document().filter(|_| !is_embedded).unwrap_or_else(first_document);
        let is_lesson = leads_to_lesson(&fragment);
        let mut linked = if is_lesson { Ok(None) } else { link::decode(&fragment) };
        // What cannot be read is kept: the page begins with an example then.
        let mut kept = None;
        if rest::is_missing_for(document.setup.language) {
            kept = Some(std::mem::replace(&mut document, first_document()));
        }
        if let Ok(Some(link)) = &linked
            && rest::is_missing_for(link.setup.language)
        {
            if kept.as_ref().is_none_or(|kept| *kept.setup != link.setup) {
                kept = Some(Document::new("From a link", link.setup.clone()));
            }
            linked = Ok(None);
        }
        let mut app = App {
            state: Rc::new(State {
                is_narrow: browser::is_narrow(),
                is_embedded,
                ..State::new(document, theme)
            }),
            worker: None,
            second: None,
            lab: None,
            spare: None,
            fetching: None,
            postponed: None,
            keeps: false,
            started: 0,
            reserve: None,
            save: None,
            write_address: None,
            show: None,
            written: fragment.clone(),
            record: Rc::default(),
            left: Rc::default(),
        };
        browser::set_root("data-theme", theme.name());
        expose_trace(app.record.clone());
        restore_shares();
        listening::listen(ctx);
        let link = ctx.link().clone();
        leaving::listen(app.left.clone(), move || link.send_message(Message::Save));
        app.act(ctx, Action::Listed(storage::list()));
        if app.state.document.unsaved {
            app.perform(ctx, Effect::SaveSoon);
        }
        if let Some(mut kept) = kept {
            app.keeps = true;
            if kept.unsaved || kept.key.is_none() {
                kept = saved(Document { unsaved: true, ..kept });
                app.act(ctx, Action::Listed(storage::list()));
            }
            let what = reader::of(kept.setup.language).title();
            app.postpone(ctx, Action::OpenDocument(kept), what);
        }
        match linked {
            Ok(None) => {}
            Ok(Some(link)) if reloaded => {
                // Edits just before the reload may be newer than the address.
                let same = link.setup == *app.state.document.setup;
                let step = if same { link.step } else { 0 };
                let rival = link.rival;
                app.act(ctx, Action::Reloaded { step, tab: link.tab, space: link.space, own: link.own });
                rival.into_iter().for_each(|rival| app.act(ctx, Action::Compare(ByCompare::Choose(rival))));
            }
            Ok(Some(link)) => app.act(ctx, Action::OpenLink(Ok(link))),
            Err(why) => app.act(ctx, Action::OpenLink(Err(why.to_string()))),
        }
        if is_lesson {
            ctx.link().send_message(follow(fragment));
        }
        if app.worker.is_none() {
            app.spare = app.new_worker(ctx, None).ok(); // it starts while the page is drawn
        }
        app
    }

    fn update(&mut self, ctx: &Context<App>, message: Message) -> bool {
        match message {
            Message::Act(action) if self.state.ignores(&action) => return false,
            Message::Act(action) => {
                match missing_for(&action) {
                    Some(what) => self.postpone(ctx, action, what),
                    None => {
                        // Who goes another way meanwhile no longer waits.
                        if goes_on(&action) {
                            self.keeps = false;
                            if self.postponed.take().is_some() {
                                self.act(ctx, Action::Dismiss);
                            }
                        }
                        self.act(ctx, action);
                    }
                }
            }
            Message::Rest(ended) => self.go_on(ctx, ended),
            Message::Said(number, said) if self.worker.as_ref().is_some_and(|w| w.number == number) => {
                match said {
                    Said::Reply(reply, text) => {
                        let opened = matches!(reply, Reply::Opened(_));
                        self.act(ctx, Action::Reply(reply, text));
                        if opened && self.state.run.as_ref().is_some_and(|run| run.is_busy()) {
                            let link = ctx.link().clone();
                            let show = Timeout::new(OPENED_AFTER, move || link.send_message(Message::Show));
                            self.show = Some(show);
                            return false;
                        }
                    }
                    Said::NoZ3(why) => self.act(ctx, Action::Z3(Z3::Missing(why))),
                    Said::Failed(why) => self.act(ctx, Action::WorkerFailed(why)),
                }
            }
            Message::Said(number, said) if self.second.as_ref().is_some_and(|w| w.number == number) => {
                self.act(
                    ctx,
                    Action::Compare(match said {
                        Said::Reply(reply, text) => ByCompare::Reply(reply, text),
                        Said::NoZ3(why) | Said::Failed(why) => ByCompare::Failed(why),
                    }),
                );
            }
            Message::Said(number, said) if self.lab.as_ref().is_some_and(|w| w.number == number) => {
                self.act(
                    ctx,
                    Action::Lab(match said {
                        Said::Reply(reply, text) => ByLab::Reply(reply, text),
                        Said::NoZ3(why) | Said::Failed(why) => ByLab::Failed(why),
                    }),
                );
            }
            Message::Said(number, _) => {
                // A run will try again, and tell why if it fails as well.
                self.spare.take_if(|spare| spare.number == number);
                return false;
            }
            Message::Z3(z3::Said::Progress(got, all)) => self.act(ctx, Action::Z3(Z3::Loading(got, all))),
            Message::Z3(z3::Said::Ended(ended)) => self.start_after_z3(ctx, ended),
            Message::Reserve => {
                self.reserve = None;
                if self.spare.is_none() {
                    self.spare = self.new_worker(ctx, None).ok();
                }
                return false;
            }
            Message::Save => self.save_document(ctx),
            Message::WriteAddress => {
                self.write_address();
                return false;
            }
            Message::AddressChanged => {
                let fragment = address::fragment();
                if fragment == self.written {
                    return false;
                }
                self.written = fragment.clone();
                if leads_to_lesson(&fragment) {
                    ctx.link().send_message(follow(fragment));
                    return false;
                }
                let opened = match link::decode(&fragment) {
                    Ok(None) => return false,
                    Ok(Some(link)) => Ok(link),
                    Err(why) => Err(why.to_string()),
                };
                ctx.link().send_message(Message::Act(Action::OpenLink(opened)));
            }
            Message::Dropped(file) => {
                let link = ctx.link().clone();
                let done = move |action| link.send_message(Message::Act(action));
                open_file(file, self.state.document.setup.clone(), done);
                return false;
            }
            Message::Show => {}
        }
        self.show = None;
        true
    }

    fn rendered(&mut self, _: &Context<App>, _: bool) {
        browser::show_choices();
        browser::keep_focus(self.state.run.as_ref().is_some_and(|run| run.is_busy()));
    }

    fn view(&self, ctx: &Context<App>) -> Html {
        let store = Store { state: self.state.clone(), dispatch: ctx.link().callback(Message::Act) };
        if self.state.is_embedded {
            return embedded::page(&store);
        }
        let class = classes!(
            "page",
            (!self.state.show_editor).then_some("no-editor"),
            (!self.state.show_algorithm).then_some("no-algorithm"),
            self.state.is_stage.then_some("stage"),
            (self.state.tab == Tab::Compare && self.state.compare.is_some()).then_some("comparing"),
            (self.state.tab == Tab::Lab).then_some("in-lab"),
        );
        html! {
            <div {class}>
                { part::<Header>(&store) }
                { part::<Banners>(&store) }
                { part::<Source>(&store) }
                <Splitter id="split-left" title="Drag, or use the arrow keys: how wide the left column is" />
                <main id="main" tabindex="-1">
                    { part::<Caption>(&store) }
                    { part::<Spotlight>(&store) }
                    { part::<Tabs>(&store) }
                    if self.state.lesson.is_some() { { lesson::panel(&store) } }
                </main>
                <Splitter id="split-algorithm" follows=true title="Drag, or use the arrow keys: how much room the algorithm has" />
                { part::<Algorithm>(&store) }
                { part::<Timeline>(&store) }
                { part::<Dialogs>(&store) }
            </div>
        }
    }
}

impl App {
    fn act(&mut self, ctx: &Context<App>, action: Action) {
        let effects = Rc::make_mut(&mut self.state).reduce(action);
        for effect in effects {
            self.perform(ctx, effect);
        }
        let history = self.state.run.as_ref().map(|run| run.history.clone()).unwrap_or_default();
        self.record.replace(history);
        self.note_left();
    }

    fn note_left(&self) {
        let has = !self.keeps && !self.state.is_embedded;
        let left = || Left { document: self.state.document.clone(), address: self.written.clone() };
        self.left.replace(has.then(left));
    }

    fn perform(&mut self, ctx: &Context<App>, effect: Effect) {
        match effect {
            Effect::StartWorker(setup) => self.start_worker(ctx, &setup),
            Effect::StopWorker => (self.worker, self.fetching) = (None, None),
            Effect::Post(command) => {
                if let Some(worker) = &self.worker {
                    worker.post(&command);
                }
            }
            Effect::Second(of) => self.perform_second(ctx, of),
            Effect::Lab(of) => self.perform_lab(ctx, of),
            Effect::SaveNow(document) => {
                if document.unsaved && !self.state.is_embedded {
                    let _ = storage::save(&document);
                    self.act(ctx, Action::Listed(storage::list()));
                }
            }
            Effect::SaveSoon => {
                let link = ctx.link().clone();
                self.save = Some(Timeout::new(SAVE_AFTER, move || link.send_message(Message::Save)));
            }
            Effect::WriteAddress => {
                let link = ctx.link().clone();
                self.write_address =
                    Some(Timeout::new(ADDRESS_AFTER, move || link.send_message(Message::WriteAddress)));
            }
            Effect::ApplyTheme(theme) => {
                browser::set_root("data-theme", theme.name());
                if !self.state.is_embedded {
                    storage::set_theme(theme);
                }
            }
            Effect::Lesson(errand) => lessons::run(errand, ctx.link().callback(Message::Act)),
            Effect::FillScreen(wanted) => browser::fill_screen(wanted),
        }
    }

    fn save_document(&mut self, ctx: &Context<App>) {
        self.save = None;
        if self.state.is_embedded {
            return;
        }
        if self.state.document.unsaved {
            self.act(ctx, storage::save(&self.state.document).unwrap_or(Action::NotSaved));
            self.act(ctx, Action::Listed(storage::list()));
        }
        self.note_tab();
    }

    /// Notes what this tab has, unless it keeps something that it cannot read.
    fn note_tab(&self) {
        if !self.keeps && !self.state.is_embedded {
            storage::note_tab(&self.state.document, &self.written);
        }
    }

    fn write_address(&mut self) {
        self.write_address = None;
        // A program too long for a link leaves the address without one; “Share” says why.
        let fragment = self.state.fragment(false).unwrap_or_default();
        address::set_fragment(&fragment);
        self.written = address::fragment();
        self.note_tab();
        self.note_left();
    }
}

/// Whether a fragment is a link to a lesson.
fn leads_to_lesson(fragment: &str) -> bool {
    fragment.starts_with("#lesson=")
}

fn follow(fragment: String) -> Message {
    Message::Act(Action::Lesson(ByLesson::Follow(fragment)))
}

/// The languages of what the page begins with: of the program, and of that in the link.
pub fn first_languages() -> Vec<Language> {
    let linked = link::decode(&address::fragment()).ok().flatten().map(|link| link.setup.language);
    noted_document().map(|document| document.setup.language).into_iter().chain(linked).collect()
}

/// The document of before.
fn noted_document() -> Option<Document> {
    storage::noted_tab().map(|(document, _)| document).or_else(storage::last)
}

fn first_document() -> Document {
    let example = library::first();
    Document::new(example.title, example.taught())
}

/// Makes the events of the run on show available to scripts: `window.loopglass.trace()` is JSON, one event a line.
fn expose_trace(record: Rc<RefCell<History>>) {
    let trace = Closure::<dyn FnMut() -> String>::new(move || record.borrow().json_lines());
    let object = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&object, &"trace".into(), trace.as_ref());
    let _ = js_sys::Reflect::set(&browser::window(), &"loopglass".into(), &object);
    trace.forget();
}
