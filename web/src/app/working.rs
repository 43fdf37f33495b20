//! The worker that solves: one for each run, and one in reserve for the next.

use super::{App, Message};
use crate::state::{Action, Z3};
use crate::worker::Link as WorkerLink;
use crate::z3;
use gloo_timers::callback::Timeout;
use std::rc::Rc;
use trace::{Command, Setup};
use yew::prelude::*;

/// How long a run has the processor to itself before a spare worker is started.
pub(super) const RESERVE_AFTER: u32 = 1_000;

impl App {
    pub(super) fn start_worker(&mut self, ctx: &Context<App>, setup: &Rc<Setup>) {
        (self.worker, self.fetching) = (None, None);
        if setup.settings.asks_z3() {
            let link = ctx.link().clone();
            self.fetching = Some(z3::fetch(move |said| link.send_message(Message::Z3(said))));
            return;
        }
        let started = match self.spare.take() {
            Some(spare) => Ok(spare),
            None => self.new_worker(ctx, None),
        };
        self.take_worker(ctx, setup, started);
    }

    /// Starts the worker of a run that has waited for Z3, which is there or cannot be had.
    pub(super) fn start_after_z3(&mut self, ctx: &Context<App>, ended: Result<z3::Z3, String>) {
        self.fetching = None;
        let Some(setup) = self.state.run.as_ref().map(|run| run.setup.clone()) else { return };
        let (z3, known) = match ended {
            Ok(z3) => (Some(z3), Z3::There),
            Err(why) => (None, Z3::Missing(why)),
        };
        self.act(ctx, Action::Z3(known));
        let started = self.new_worker(ctx, z3.as_ref());
        self.take_worker(ctx, &setup, started);
    }

    pub(super) fn take_worker(
        &mut self,
        ctx: &Context<App>,
        setup: &Rc<Setup>,
        started: Result<WorkerLink, String>,
    ) {
        match started {
            Ok(worker) => {
                let run = self.state.run.as_ref();
                worker
                    .post(&run.map_or_else(|| Command::Open(Setup::clone(setup)), |run| run.first_command()));
                self.worker = Some(worker);
            }
            Err(why) => ctx.link().send_message(Message::Act(Action::WorkerFailed(why))),
        }
        self.reserve_after(ctx, RESERVE_AFTER);
    }

    /// Starts the worker for the next run in so many milliseconds.
    pub(super) fn reserve_after(&mut self, ctx: &Context<App>, milliseconds: u32) {
        let link = ctx.link().clone();
        self.reserve = Some(Timeout::new(milliseconds, move || link.send_message(Message::Reserve)));
    }

    pub(super) fn new_worker(
        &mut self,
        ctx: &Context<App>,
        z3: Option<&z3::Z3>,
    ) -> Result<WorkerLink, String> {
        self.started += 1;
        let link = ctx.link().clone();
        WorkerLink::start(self.started, z3, move |number, said| {
            link.send_message(Message::Said(number, said))
        })
    }
}
