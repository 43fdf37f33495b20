//! A conjunct of a query: its name, whether the refutation used it, and its place in the program, which lights up with it.

use crate::components::Store;
use crate::state::{Action, Run};
use std::rc::Rc;
use trace::{Answer, Query, Side};
use view::graph::control::{Graphs, ProgramPart};
use view::page::legend;
use view::query::formula::part_name;
use yew::prelude::*;

/// What its looks depend on.
#[derive(Clone, Copy)]
pub struct Conjuncts<'c> {
    pub store: &'c Store,
    pub run: &'c Run,
    pub query: &'c Query,
    /// Where things are in the program; none if what is shown is of another one.
    pub graphs: Option<&'c Graphs>,
}

impl Conjuncts<'_> {
    /// The conjunct of this number, as `content`; without its name where that stands elsewhere.
    pub fn show(&self, number: usize, class: Classes, is_named: bool, content: Html) -> Html {
        let part = &self.query.parts[number];
        let focus = self.store.state.focus.hover.or(self.store.state.focus.cursor);
        let places = self.graphs.map(|g| g.places(&ProgramPart::named(&part.name))).unwrap_or_default();
        let lit = focus.is_some_and(|(from, to)| places.iter().any(|span| span.0 <= from && to <= span.1));
        let enter = (!places.is_empty()).then(|| self.store.on::<MouseEvent>(Action::Point(Rc::new(places))));
        let leave = self.store.on::<MouseEvent>(Action::Point(Rc::default()));
        let linked = enter.is_some().then_some("linked");
        html! {
            <div class={classes!("part", class, linked, lit.then_some("lit"))} onmouseenter={enter} onmouseleave={leave}>
                if is_named {
                    <div class="part-name">
                        <span class="name" title={legend::part(self.run.setup.engine, &part.name)}>{ part_name(self.run.setup.engine, &part.name) }</span>
                        if self.is_used(number) {
                            <span class="core-mark" title="The refutation used this conjunct">
                                <span aria-hidden="true">{ "●" }</span><span class="hidden">{ "used in the refutation" }</span>
                            </span>
                        }
                    </div>
                }
                { content }
            </div>
        }
    }

    /// Whether the refutation is on show and used the conjunct.
    fn is_used(&self, number: usize) -> bool {
        match &self.query.answer {
            Answer::Unsat { core, .. } if !self.run.is_veiled => {
                core.iter().any(|&(first, last)| (first as usize..=last as usize).contains(&number))
            }
            _ => false,
        }
    }
}

/// The style of a side.
pub fn side_class(side: Side) -> &'static str {
    match side {
        Side::A => "side-a",
        Side::B => "side-b",
        Side::Neither => "side-none",
    }
}
