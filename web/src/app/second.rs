//! The workers beside that of the run: of the second run, where two are compared, and of the laboratory.

use super::working::RESERVE_AFTER;
use super::{App, Message};
use crate::state::Action;
use crate::state::compare::{ByCompare, OfSecond};
use crate::state::lab::{ByLab, OfLab};
use trace::{Command, Setup};
use yew::prelude::*;

impl App {
    pub(super) fn perform_second(&mut self, ctx: &Context<App>, of: OfSecond) {
        match of {
            OfSecond::Start(setup) => match self.new_worker(ctx, None) {
                Ok(worker) => {
                    worker.post(&Command::Open(Setup::clone(&setup)));
                    self.second = Some(worker);
                }
                Err(why) => {
                    let failed = Action::Compare(ByCompare::Failed(why));
                    ctx.link().send_message(Message::Act(failed));
                }
            },
            OfSecond::Post(command) => {
                if let Some(second) = &self.second {
                    second.post(&command);
                }
            }
            OfSecond::Stop => self.second = None,
        }
    }

    pub(super) fn perform_lab(&mut self, ctx: &Context<App>, of: OfLab) {
        let OfLab::Ask(command) = of else {
            self.lab = None;
            return;
        };
        if self.lab.is_none() {
            let started = match self.spare.take() {
                Some(spare) => Ok(spare),
                None => self.new_worker(ctx, None),
            };
            self.reserve_after(ctx, RESERVE_AFTER);
            match started {
                Ok(worker) => self.lab = Some(worker),
                Err(why) => {
                    let failed = Action::Lab(ByLab::Failed(why));
                    return ctx.link().send_message(Message::Act(failed));
                }
            }
        }
        if let Some(lab) = &self.lab {
            lab.post(&command);
        }
    }
}
