//! Taking a lesson: how it moves the run, and what is made of answers. These are functions of their own, none of which is called before
//! the rest of the program is there.

use super::{ByLesson, Class, Errand, Listing, Way};
use crate::state::{Dialog, Document, Effect, Goal, Notice, NoticeKind, Phase, State};
use library::lesson::{AskKind, Fault, Lesson, Stop};
use std::rc::Rc;
use view::lesson::{Origin, fragment, linked, read, rights, step_of};
use view::page::link::{LinkError, Tab};

/// What is to be remembered of a lesson.
fn text(class: &Class) -> String {
    let stops =
        class.given.iter().map(|given| given.iter().map(usize::to_string).collect::<Vec<_>>().join("."));
    format!("{}/{};{}", class.at + 1, class.lesson.stops.len(), stops.collect::<Vec<_>>().join(","))
}

/// The stop and the number of stops of what was remembered.
pub fn left(text: &str) -> Option<(usize, usize)> {
    let (at, all) = text.split(';').next()?.split_once('/')?;
    Some((at.parse().ok()?, all.parse().ok()?))
}

/// What was answered, of what was remembered of a lesson with these stops.
fn given(text: &str, stops: &[Stop]) -> Vec<Vec<usize>> {
    let all: Vec<&str> = text.split_once(';').map_or(Vec::new(), |(_, given)| given.split(',').collect());
    let of = |(at, stop): (usize, &Stop)| {
        let most = stop.ask.as_ref().map_or(0, |ask| ask.answers.len() + 1);
        let numbers = all.get(at).into_iter().flat_map(|text| text.split('.')).filter_map(|n| n.parse().ok());
        let mut numbers: Vec<usize> = numbers.filter(|n| *n < most).take(most).collect();
        numbers.dedup();
        numbers
    };
    stops.iter().enumerate().map(of).collect()
}

/// For each answer at the stop whether it is right, if that can be told, once the run is there.
pub fn right(state: &State) -> Option<Vec<Option<bool>>> {
    let (class, run) = (state.lesson.as_ref()?, state.run.as_ref()?);
    let step = step_of(&class.lesson, class.at, &run.history)?;
    rights(class.stop().ask.as_ref()?, &run.history, step)
}

/// Whether there is nothing left to answer at the stop.
pub fn is_answered(state: &State) -> bool {
    let Some(class) = &state.lesson else { return true };
    let Some(ask) = &class.stop().ask else { return true };
    let given = class.given.get(class.at).map(Vec::as_slice).unwrap_or_default();
    if given.contains(&ask.answers.len()) {
        return true;
    }
    if ask.kind == AskKind::Invariant {
        return state.own.judged_at(None).is_some_and(|judgement| view::own::succeeds(judgement));
    }
    match right(state) {
        Some(right) => given.iter().any(|&n| right.get(n) == Some(&Some(true))),
        None => class.way == Way::There,
    }
}

/// Whether the run is elsewhere than at the stop.
pub fn is_away(state: &State) -> bool {
    let Some(class) = &state.lesson else { return false };
    let Some(run) = state.run.as_ref().filter(|run| *run.setup == *class.lesson.setup(class.at)) else {
        return true;
    };
    state.stale().is_some() || step_of(&class.lesson, class.at, &run.history) != Some(run.step)
}

/// The fragment of the link to the stop.
#[inline(never)]
pub fn link(state: &State) -> Option<Result<String, LinkError>> {
    state.lesson.as_ref().map(|class| fragment(&class.origin, class.at))
}

/// Takes in what the user does.
#[inline(never)]
pub fn reduce(state: &mut State, action: ByLesson) -> Vec<Effect> {
    match action {
        ByLesson::List => {
            state.listing = Some(Rc::default());
            state.dialog = Some(Dialog::Lessons);
            return vec![Effect::Lesson(Errand::List)];
        }
        ByLesson::Listed(entries) => {
            if let Some(listing) = &mut state.listing {
                Rc::make_mut(listing).entries = Some(entries);
            }
        }
        ByLesson::Open(key) => return vec![Effect::Lesson(Errand::Fetch(Origin::Shipped(key), None))],
        ByLesson::OpenText(name, text) => match read(&text) {
            Ok(_) => return vec![Effect::Lesson(Errand::Fetch(Origin::Own(text), None))],
            Err(fault) => return broken(state, name, text, fault),
        },
        ByLesson::Write(text) => {
            let broken = state.listing.as_mut().and_then(|listing| Rc::make_mut(listing).broken.as_mut());
            if let Some((_, written, fault)) = broken {
                if let Err(found) = read(&text) {
                    *fault = found;
                }
                *written = text;
            }
        }
        ByLesson::Follow(fragment) => match linked(&fragment) {
            Ok((origin, stop)) => return vec![Effect::Lesson(Errand::Fetch(origin, stop))],
            Err(why) => tell(state, format!("This link cannot be opened: {why}.")),
        },
        ByLesson::Came(origin, text, stop, kept) => match read(&text) {
            Ok(lesson) => return begin(state, origin, lesson, stop, &kept),
            Err(fault) => return broken(state, "From a link".into(), text, fault),
        },
        ByLesson::Missing(why) => tell(state, why),
        ByLesson::Turn(forward) => return turn(state, forward),
        ByLesson::To(at) => return go(state, at),
        ByLesson::Answer(number) => return answer(state, number),
        ByLesson::Close => {
            state.lesson = None;
            if let Some(run) = &mut state.run {
                run.is_veiled = false;
            }
            return vec![Effect::WriteAddress];
        }
    }
    Vec::new()
}

fn tell(state: &mut State, text: String) {
    state.notice = Some(Notice { kind: NoticeKind::Trouble, text });
}

/// A text is no lesson: it is shown, with what is wrong with it, to be mended.
fn broken(state: &mut State, name: String, text: String, fault: Fault) -> Vec<Effect> {
    let entries = state.listing.as_ref().and_then(|listing| listing.entries.clone());
    let fetch = entries.is_none();
    state.listing = Some(Rc::new(Listing { entries, broken: Some((name, text, fault)) }));
    state.dialog = Some(Dialog::Lessons);
    if fetch { vec![Effect::Lesson(Errand::List)] } else { Vec::new() }
}

fn begin(state: &mut State, origin: Origin, lesson: Lesson, stop: Option<usize>, kept: &str) -> Vec<Effect> {
    let last = lesson.stops.len() - 1;
    let remembered = left(kept).filter(|(_, all)| *all == lesson.stops.len());
    let at = stop.or(remembered.map(|(at, _)| at.saturating_sub(1))).unwrap_or(0).min(last);
    let kept = if remembered.is_some() { kept } else { "" };
    let mut effects = state.open(Document::new(&lesson.title, lesson.setup(at).clone()));
    state.listing = None;
    state.pauses = false;
    let given = given(kept, &lesson.stops);
    state.lesson = Some(Rc::new(Class { origin, lesson: Rc::new(lesson), at, given, way: Way::Going }));
    effects.extend(go(state, at));
    effects
}

fn turn(state: &mut State, forward: bool) -> Vec<Effect> {
    let Some(class) = &state.lesson else { return Vec::new() };
    let (at, last) = (class.at, class.lesson.stops.len() - 1);
    if class.way == Way::Going {
        return Vec::new();
    }
    if forward && is_away(state) {
        return go(state, at);
    }
    match forward {
        true if !is_answered(state) => {
            let shown = class.stop().ask.as_ref().map_or(0, |ask| ask.answers.len());
            answer(state, shown)
        }
        true if at < last => go(state, at + 1),
        false if at > 0 => go(state, at - 1),
        _ => Vec::new(),
    }
}

/// Sets out for a stop.
fn go(state: &mut State, at: usize) -> Vec<Effect> {
    let Some(class) = &mut state.lesson else { return Vec::new() };
    let class = Rc::make_mut(class);
    class.at = at.min(class.lesson.stops.len() - 1);
    class.way = Way::Going;
    let setup = class.lesson.setup(class.at).clone();
    // A view stays until a stop names another one.
    let named = class.lesson.stops[..=class.at].iter().rev().find_map(|stop| stop.tab.as_deref());
    let wants_own = class.stop().ask.as_ref().is_some_and(|ask| ask.kind == AskKind::Invariant);
    let tab = if wants_own { Some(Tab::Own) } else { named.and_then(Tab::named) };
    let mut effects = vec![keep(class)];
    let title = class.lesson.title.clone();
    if *state.document.setup != setup {
        // The user has changed program or settings meanwhile: that stays saved, and the lesson goes on with its own.
        let lesson = state.lesson.take();
        effects.extend(state.open(Document::new(&title, setup.clone())));
        state.lesson = lesson;
    }
    // What was judged at another stop answers nothing here.
    state.own.forget();
    let is_there = state.run.as_ref().is_some_and(|run| {
        *run.setup == setup && run.opened.is_some() && !matches!(run.phase, Phase::Crashed(_))
    });
    if !is_there {
        effects.extend(state.start(Goal::Step(0)));
    }
    if let Some(tab) = tab {
        effects.extend(state.show_tab(tab));
    }
    effects.extend(came(state));
    effects
}

/// The run has come somewhere: to the stop, or it goes on.
#[inline(never)]
pub fn came(state: &mut State) -> Vec<Effect> {
    let Some(class) = state.lesson.as_ref().filter(|class| class.way == Way::Going) else {
        return Vec::new();
    };
    let Some(run) = &mut state.run else { return Vec::new() };
    let step = step_of(&class.lesson, class.at, &run.history);
    // Before the first step there is something to see once the program is read.
    if run.is_busy() && (step.is_none() || run.opened.is_none()) {
        return Vec::new();
    }
    let way = match step {
        Some(step) => {
            run.show(step);
            Way::There
        }
        None if run.can_compute() => {
            let effects = run.set_out(Goal::Step(run.history.len() + 1));
            run.follow = false;
            return effects;
        }
        None => Way::Never,
    };
    set(state, |class| class.way = way);
    veil(state);
    vec![Effect::WriteAddress]
}

/// The run was stopped.
#[inline(never)]
pub fn stopped(state: &mut State) {
    if state.lesson.as_ref().is_some_and(|class| class.way == Way::Going) {
        set(state, |class| class.way = Way::Stopped);
    }
}

fn set(state: &mut State, change: impl FnOnce(&mut Class)) {
    if let Some(class) = &mut state.lesson {
        change(Rc::make_mut(class));
    }
}

/// The answer of the step is not shown before the question is answered: an invariant is not shown to who is to write one.
#[inline(never)]
pub fn veil(state: &mut State) {
    let asks =
        state.lesson.as_ref().is_some_and(|class| class.way == Way::There && class.stop().ask.is_some());
    if asks && is_away(state) {
        return;
    }
    let is_open = asks && !is_answered(state);
    if let Some(run) = &mut state.run {
        run.is_veiled = is_open && run.step > 0;
    }
}

fn answer(state: &mut State, number: usize) -> Vec<Effect> {
    let Some(class) = &mut state.lesson else { return Vec::new() };
    let class = Rc::make_mut(class);
    let at = class.at;
    match class.given.get_mut(at) {
        Some(given) if !given.contains(&number) => given.push(number),
        _ => return Vec::new(),
    }
    let effects = vec![keep(class)];
    veil(state);
    effects
}

fn keep(class: &Class) -> Effect {
    Effect::Lesson(Errand::Keep(class.origin.clone(), text(class)))
}
