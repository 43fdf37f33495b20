//! A run as the page looks at it.

use library::examples::by_key;
use session::{Session, project};
use view::run::history::History;
use view::space::frame::{Choice, Setting};
use view::space::membership::Memory;
use view::space::picture::{Answers, Scene};

/// A run with everything that the worker would answer.
pub struct Page {
    pub opened: trace::Opened,
    pub history: History,
    pub engine: trace::Engine,
    pub setting: Setting,
    pub memory: Memory,
    pub answers: Answers,
}

impl Page {
    pub fn open(key: &str) -> Page {
        Page::with(key, &Choice::default())
    }

    pub fn with(key: &str, choice: &Choice) -> Page {
        Page::of(by_key(key).unwrap().taught(), choice)
    }

    pub fn of(setup: trace::Setup, choice: &Choice) -> Page {
        let (mut session, opened) = Session::open(&setup).unwrap();
        let mut history = History::default();
        for event in std::iter::from_fn(|| session.advance()).take(60) {
            history.push(event).unwrap();
        }
        let mut memory = Memory::default();
        let setting = Setting::of(&opened, choice, &mut memory).unwrap();
        Page { opened, history, engine: setup.engine, setting, memory, answers: Answers::default() }
    }

    pub fn scene(&mut self, step: usize) -> Scene {
        loop {
            let of = (&self.opened, &self.history, step);
            let scene =
                Scene::of(of, (self.engine, false), &self.setting, (&mut self.memory, &self.answers), None);
            let Some((name, question)) = scene.question() else { return scene };
            self.answers.insert(name, project(&question));
        }
    }
}

/// A program of one's own.
pub fn own(source: &str) -> Page {
    let setup = trace::Setup { source: source.into(), engine: trace::Engine::Bmc, ..trace::Setup::default() };
    Page::of(setup, &Choice::default())
}
