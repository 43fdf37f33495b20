//! The reducer: an action changes the state and gives the effects to be carried out.

use super::lesson::{ByLesson, taking};
use super::{
    Action, ByOwn, Dialog, Document, Effect, Focus, Go, Goal, Hand, Notice, NoticeKind, Own, Phase, Run,
    State,
};
use std::rc::Rc;
use trace::{Reply, Settled, Verdict};
use view::page::link::{Link, Tab};
use view::page::recording::Recording;
use view::run::timeline;
use view::space::frame::Choice;

impl State {
    /// Applies an action and says what is to be done about it.
    pub fn reduce(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Edited(text) => self.edited(text),
            Action::SetEngine(engine) => self.set_up(|setup| setup.engine = engine),
            Action::SetPreset(engine, settings) => self.set_up(|setup| {
                setup.engine = engine;
                setup.settings = settings;
            }),
            Action::SetLanguage(language) => {
                let effects = self.set_up(|setup| setup.language = language);
                self.problems = Rc::new(crate::check::problems(&self.document.setup));
                self.look_at.1 = None;
                self.hand = None;
                effects
            }
            Action::SetSettings(settings) => self.set_up(|setup| setup.settings = settings),
            Action::Restart => self.start(Goal::Step(0)),
            Action::Prove => self.prove(),
            Action::Go(go) if self.moves_both() => self.go_both(go),
            Action::Go(go) => self.go(go),
            Action::Cancel if self.is_stage && !self.run.as_ref().is_some_and(Run::is_busy) => {
                self.look(Action::ToggleStage)
            }
            Action::Cancel => {
                // What waits for the run would wait for ever.
                self.own.forget();
                if self.lesson.is_some() {
                    taking::stopped(self);
                }
                let mut effects = self.run.as_mut().map(Run::cancel).unwrap_or_default();
                effects.extend(self.cancel_second());
                effects
            }
            Action::Reply(reply, text) => self.receive(reply, text),
            Action::Z3(z3) => {
                if let Some(run) = &mut self.run {
                    run.z3 = z3;
                }
                Vec::new()
            }
            Action::WorkerFailed(why) => self.worker_failed(why),
            Action::OpenDocument(document) => self.open(document),
            Action::OpenExample(key, tab, step) => self.open_example(&key, tab, step),
            Action::OpenRecording(recording) => self.open_recording(*recording),
            Action::OpenLink(link) => self.open_link(link),
            Action::Reloaded { step, tab, space, own } => {
                self.show_tab(tab);
                self.own = Own::of(own);
                self.space = space;
                self.resume = (step > 0).then_some(step);
                Vec::new()
            }
            Action::Rename(name) => {
                self.document.name = view::page::store::clean_name(&name);
                self.document.unsaved = true;
                vec![Effect::SaveSoon]
            }
            Action::Saved { key, name, revision, conflict } => self.saved(key, name, revision, conflict),
            Action::NotSaved => {
                self.cannot_save = true;
                Vec::new()
            }
            Action::Listed(saved) => {
                self.saved = Rc::new(saved);
                Vec::new()
            }
            Action::ChangedElsewhere { key, revision } => self.changed_elsewhere(key, revision),
            Action::Deleted(key) => {
                if self.document.key == Some(key) {
                    self.document.key = None;
                    self.document.revision = 0;
                }
                Vec::new()
            }
            Action::Own(action) => self.own(action),
            Action::Lesson(action) => taking::reduce(self, action),
            Action::Turn(go) if self.lesson.is_some() => taking::reduce(self, ByLesson::Turn(go == Go::Step)),
            Action::Turn(go) if self.moves_both() => self.go_both(go),
            Action::Turn(go) => self.go(go),
            Action::Compare(action) => self.compare(action),
            Action::Lab(action) => self.experiment(action),
            Action::ShowTab(tab) => self.turn_to(tab),
            Action::ShowPlace(place) => self.turn_to(self.views.get(place).copied().unwrap_or_default()),
            other => self.look(other),
        }
    }

    /// Actions that change only what is shown and how.
    fn look(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::SetNotation(notation) => self.notation = notation,
            Action::SetTheme(theme) => {
                self.theme = theme;
                return vec![Effect::ApplyTheme(theme)];
            }
            Action::ToggleEditor => self.show_editor = !self.show_editor,
            Action::ToggleAlgorithm => self.show_algorithm = !self.show_algorithm,
            Action::ToggleStage if self.is_embedded => {}
            Action::ToggleStage => {
                self.is_stage = !self.is_stage;
                return vec![Effect::FillScreen(self.is_stage)];
            }
            Action::TogglePause => {
                self.pauses = !self.pauses;
                if let Some(run) = &mut self.run {
                    run.is_veiled &= self.pauses;
                }
            }
            Action::Open(dialog) => self.dialog = Some(dialog),
            Action::CloseDialog => self.dialog = None,
            Action::Share => {
                let link = self.fragment(true).map_err(|e| e.to_string());
                self.dialog = Some(Dialog::Share(link));
            }
            Action::Tell(notice) => self.notice = Some(notice),
            Action::Dismiss => self.notice = None,
            Action::LookAt(from, to) => {
                self.show_editor = true;
                self.look_at = (self.look_at.0.wrapping_add(1), Some((from, to)));
            }
            Action::Point(places) => self.pointed = places,
            Action::Hover(unit) => self.focus.hover = self.hover(unit),
            Action::Cursor(from, to) => self.focus.cursor = self.cursor(from, to),
            Action::SelectRow(row) => {
                self.look_at.1 = None;
                let by_hand =
                    self.tab == Tab::Hand || self.shows_graph() && self.views[Tab::Hand.place()] == Tab::Hand;
                match (&mut self.hand, &mut self.run) {
                    (Some(hand), _) if by_hand => Rc::make_mut(hand).row = Some(row),
                    (_, Some(run)) => run.row = Some(row),
                    (_, None) => {}
                }
            }
            Action::ShowExcerpt(excerpt) => {
                if let Some(run) = &mut self.run {
                    run.excerpt = excerpt;
                }
            }
            Action::ChooseNode(node, place) => {
                if let Some(run) = &mut self.run {
                    run.node = node;
                    self.look_at = (self.look_at.0.wrapping_add(1), place);
                }
            }
            Action::Space(choice) => {
                self.space = choice;
                return vec![Effect::WriteAddress];
            }
            Action::Project(name, question) => {
                return self.run.as_mut().map(|run| run.ask(name, question)).unwrap_or_default();
            }
            Action::ByHand(action) => {
                self.look_at.1 = None;
                let before = self.hand.take();
                self.hand = Hand::after(before, action, &self.document.setup);
            }
            _ => {}
        }
        Vec::new()
    }

    /// Shows a tab; who is to write an invariant has to know of which loops, so that the program is read.
    fn turn_to(&mut self, tab: Tab) -> Vec<Effect> {
        let mut effects = self.show_tab(tab);
        if tab == Tab::Own && self.run.is_none() {
            effects.extend(self.start(Goal::Step(self.resume.map_or(0, |step| step as usize))));
        }
        effects
    }

    pub(super) fn show_tab(&mut self, tab: Tab) -> Vec<Effect> {
        self.tab = tab;
        self.views[tab.place()] = tab;
        self.pointed = Rc::default();
        self.focus.hover = None;
        vec![Effect::WriteAddress]
    }

    fn edited(&mut self, text: String) -> Vec<Effect> {
        if text == self.document.setup.source {
            return Vec::new();
        }
        self.look_at.1 = None;
        self.pointed = Rc::default();
        self.hand = None;
        self.own.forget();
        if let Some(name) = library::name_after_edit(&self.document.name, &self.document.setup.source, &text)
        {
            self.document.name = name;
        }
        let effects = self.set_up(|setup| setup.source = text);
        self.problems = Rc::new(crate::check::problems(&self.document.setup));
        effects
    }

    /// Changes program, engine or settings, which makes the run stale and the step of before the reload meaningless.
    fn set_up(&mut self, change: impl FnOnce(&mut trace::Setup)) -> Vec<Effect> {
        let before = self.document.setup.clone();
        self.document.edit(change);
        let now = &self.document.setup;
        if *now != before {
            // What was refused is not what is there now.
            self.run.take_if(|run| matches!(run.phase, Phase::Rejected(_)));
        }
        let read =
            |setup: &trace::Setup| (setup.dialect(), setup.settings.encoding, setup.settings.assertion);
        if read(now) != read(&before) {
            self.own.forget();
        }
        if *now != before && !now.settings.own.is_empty() {
            // They were written for another run.
            self.document.edit(|setup| setup.settings.own.clear());
        }
        self.resume = None;
        vec![Effect::SaveSoon, Effect::WriteAddress]
    }

    pub(super) fn start(&mut self, goal: Goal) -> Vec<Effect> {
        let goal = match (goal, self.resume.take()) {
            (Goal::Step(1), Some(step)) => Goal::Step(step as usize),
            (goal, _) => goal,
        };
        self.notice = None;
        self.look_at.1 = None;
        self.show_editor &= !self.is_narrow;
        let mut effects = self.end_comparison();
        self.run = Some(Run::new(self.document.setup.clone(), goal));
        effects.extend([Effect::StartWorker(self.document.setup.clone()), Effect::WriteAddress]);
        effects
    }

    /// Has engines take turns on the program.
    fn prove(&mut self) -> Vec<Effect> {
        let effects = self.start(Goal::End);
        if let Some(run) = &mut self.run {
            run.phase = Phase::Proving(None);
        }
        effects
    }

    /// Opens the run that settled the program; or says why nobody did.
    fn settled(&mut self, settled: Settled) -> Vec<Effect> {
        let Settled { setup, given_up } = settled;
        let before: Vec<String> = given_up.iter().map(ToString::to_string).collect();
        let before = before.join("; ");
        let Some(setup) = setup else {
            self.run = None;
            let text = format!("No engine has settled this program: {before}.");
            self.notice = Some(Notice { kind: NoticeKind::Trouble, text });
            return vec![Effect::StopWorker, Effect::WriteAddress];
        };
        let text = match given_up.is_empty() {
            true => "Settled before any engine began: executions were tried, and a short bounded search."
                .to_owned(),
            false => format!("Settled by “{}”. Before that: {before}.", setup.engine.title()),
        };
        let mut effects = self.set_up(|present| *present = setup);
        effects.extend(self.start(Goal::End));
        self.notice = Some(Notice { kind: NoticeKind::Info, text });
        effects
    }

    fn go(&mut self, go: Go) -> Vec<Effect> {
        let can_compute = self.can_compute();
        let Some(run) = self.run.as_mut().filter(|run| !(can_compute && run.is_void())) else {
            return match go {
                Go::Step => self.start(Goal::Step(1)),
                Go::Next(jump) => self.start(Goal::Jump(0, jump)),
                Go::End => self.start(Goal::End),
                Go::First | Go::Back | Go::Previous(_) | Go::To(_) => Vec::new(),
            };
        };
        if go == Go::Step && std::mem::take(&mut run.is_veiled) {
            return Vec::new();
        }
        let (step, known) = (run.step, run.history.len());
        let (on_record, goal) = match go {
            Go::First => (Some(0), None),
            Go::Back => (Some(step.saturating_sub(1)), None),
            Go::To(step) => (Some(step), None),
            Go::Previous(jump) => (timeline::previous(&run.history, step, jump), None),
            Go::Step => ((step < known).then_some(step + 1), Some(Goal::Step(known + 1))),
            Go::Next(jump) => (timeline::next(&run.history, step, jump), Some(Goal::Jump(step, jump))),
            Go::End => (run.is_complete().then_some(known), Some(Goal::End)),
        };
        let mut effects = match (on_record, goal) {
            (Some(step), _) => {
                run.show(step);
                run.is_veiled = self.pauses && go == Go::Step && run.has_answer();
                Vec::new()
            }
            (None, Some(goal)) if can_compute => run.set_out(goal),
            // Pressed while the step before is computed: one more is wanted.
            (None, Some(Goal::Step(_))) if run.is_busy() && !self.pauses => {
                if let Some(Goal::Step(wanted)) = &mut run.goal {
                    *wanted += 1;
                }
                Vec::new()
            }
            // Nothing further can be computed: the last step on record is as far as one gets.
            (None, Some(_)) if !run.is_busy() => {
                run.show(known);
                Vec::new()
            }
            (None, _) => Vec::new(),
        };
        if go == Go::End && on_record.is_some() {
            self.show_ending();
        }
        effects.push(Effect::WriteAddress);
        effects
    }

    /// Whether moving moves two runs.
    fn moves_both(&self) -> bool {
        self.tab == Tab::Compare && self.compare.is_some()
    }

    fn receive(&mut self, reply: Reply, text: Rc<str>) -> Vec<Effect> {
        if let Reply::Judged { number, judgement } = reply {
            self.judged(number, judgement);
            if self.lesson.is_some() {
                taking::veil(self);
            }
            return Vec::new();
        }
        let Some(run) = &mut self.run else { return Vec::new() };
        let reply = match (&run.phase, reply) {
            (Phase::Proving(_), Reply::Settled(settled)) => return self.settled(*settled),
            (_, reply) => reply,
        };
        let ran_to_end = run.goal == Some(Goal::End);
        let (at, one_on) = (run.step, matches!(run.goal, Some(Goal::Step(_))));
        let mut effects = run.receive(reply, text);
        if self.pauses && one_on && run.step == at + 1 {
            run.is_veiled = run.has_answer();
        }
        self.seek_parting();
        let Some(run) = &mut self.run else { return effects };
        if run.phase == Phase::Finished && ran_to_end && run.follow {
            self.show_ending();
        }
        if self.lesson.is_some() {
            effects.extend(taking::came(self));
        }
        effects.extend(self.post_attempt());
        if self.run.as_ref().is_some_and(|run| !run.is_busy()) {
            effects.push(Effect::WriteAddress);
        }
        effects
    }

    /// Shows the tab that tells how the run ended.
    fn show_ending(&mut self) {
        // The caption tells it; the picture stays.
        if self.is_embedded {
            return;
        }
        let Some(run) = &self.run else { return };
        let tab = match run.snapshot().verdict {
            Some(Verdict::Unsafe(_)) => Tab::Execution,
            Some(_) => Tab::Verdict,
            None => self.tab,
        };
        self.show_tab(tab);
    }

    fn worker_failed(&mut self, why: String) -> Vec<Effect> {
        if let Some(run) = self.run.as_mut().filter(|run| !run.is_complete() || run.is_busy()) {
            run.goal = None;
            run.phase = Phase::Crashed(why);
        }
        self.own.forget();
        if self.lesson.is_some() {
            taking::stopped(self);
        }
        vec![Effect::StopWorker]
    }

    pub(super) fn open(&mut self, document: Document) -> Vec<Effect> {
        let before = std::mem::replace(&mut self.document, document);
        self.text_version += 1;
        self.problems = Rc::new(crate::check::problems(&self.document.setup));
        let ended = self.end_comparison();
        self.rival = None;
        self.run = None;
        self.hand = None;
        self.own = Own::default();
        self.lesson = None;
        self.resume = None;
        self.space = Choice::default();
        self.notice = None;
        self.dialog = None;
        self.look_at.1 = None;
        self.pointed = Rc::default();
        self.focus = Focus::default();
        // Who looks at queries or graphs goes on looking at them; what an execution was, and how a run ended, is over.
        let language = self.document.setup.language;
        match self.tab {
            Tab::Execution | Tab::Hand | Tab::Verdict | Tab::Compare => self.tab = super::first_tab(language),
            Tab::Circuit if language != trace::Language::Aiger => self.tab = Tab::Graph,
            _ => {}
        }
        let mut effects = ended;
        effects.extend([Effect::SaveNow(before), Effect::StopWorker, Effect::SaveSoon, Effect::WriteAddress]);
        effects
    }

    fn open_example(&mut self, key: &str, tab: Tab, step: usize) -> Vec<Effect> {
        let Some(example) = library::by_key(key) else { return Vec::new() };
        let mut effects = self.open(Document::new(example.title, example.taught()));
        self.show_tab(tab);
        effects.extend(self.start(Goal::Step(step)));
        effects
    }

    fn open_recording(&mut self, recording: Recording) -> Vec<Effect> {
        let document = Document { unsaved: true, ..Document::new(&recording.name, recording.setup.clone()) };
        let effects = self.open(document);
        self.run = Some(Run::recorded(self.document.setup.clone(), recording));
        effects
    }

    fn open_link(&mut self, link: Result<Link, String>) -> Vec<Effect> {
        match link {
            Ok(Link { setup, step, tab, space, own, rival, lab }) => {
                let mut effects = self.open(Document::new("From a link", setup));
                self.space = space;
                self.show_tab(tab);
                self.own = Own::of(own);
                if rival.is_some() {
                    self.rival = rival;
                    effects.extend(self.start_comparison(Some(step as usize)));
                    effects.extend(self.show_tab(tab));
                } else if step > 0 {
                    effects.extend(self.start(Goal::Step(step as usize)));
                }
                if let (Tab::Lab, Ok(sides)) = (tab, <[String; 2]>::try_from(lab)) {
                    effects.extend(self.open_lab(sides));
                }
                if !self.own.invariant.is_empty() {
                    effects.extend(self.own(ByOwn::Judge));
                }
                effects
            }
            Err(why) => {
                let text = format!("This link cannot be opened: {why}. Your own program is as you left it.");
                self.notice = Some(Notice { kind: NoticeKind::Trouble, text });
                Vec::new()
            }
        }
    }

    fn saved(&mut self, key: u32, name: String, revision: u32, conflict: bool) -> Vec<Effect> {
        if conflict {
            let text = format!(
                "Another tab has changed “{}”. Nothing was overwritten: what you have here is now saved as “{name}”.",
                self.document.name
            );
            self.notice = Some(Notice { kind: NoticeKind::Info, text });
        }
        self.cannot_save = false;
        self.document.key = Some(key);
        self.document.name = name;
        self.document.revision = revision;
        self.document.unsaved = false;
        Vec::new()
    }

    fn changed_elsewhere(&mut self, key: u32, revision: u32) -> Vec<Effect> {
        if self.document.key == Some(key) && revision != self.document.revision {
            let text = format!(
                "“{}” was changed in another tab. If you go on here, your version is saved under a name of its own.",
                self.document.name
            );
            self.notice = Some(Notice { kind: NoticeKind::Info, text });
        }
        Vec::new()
    }
}
