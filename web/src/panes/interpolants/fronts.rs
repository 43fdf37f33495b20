//! AR's picture: images of I_j from the left and of F_j from the right, round by round, each with the time frames in which the far
//! end had to be excluded, and what one round hands on to the next.

use crate::components::{Button, FormulaView, Store};
use crate::state::{Action, Go, Run};
use trace::{Direction, FormulaId};
use view::query::formula::{Limit, subscript};
use view::sequence::approximation::{Approximation, Frame, Front, Image, Round};
use yew::prelude::*;

/// The most rounds that are shown at first: the newest ones.
const ROUNDS: usize = 12;
/// The most frames that are drawn one by one.
const FRAMES: u32 = 12;

/// See the module.
pub fn view(store: &Store, run: &Run, rounds: &[Round]) -> Html {
    if rounds.is_empty() {
        return super::empty("The first round has not begun: I and F must not meet.");
    }
    let hidden = rounds.len().saturating_sub(ROUNDS);
    html! {
        <>
            if hidden > 0 { <p class="hint">{ format!("{hidden} earlier rounds are not shown") }</p> }
            <div class="fronts" id="fronts">
                { for rounds.iter().enumerate().skip(hidden).map(|(i, round)| {
                    let before = i.checked_sub(1).map(|i| &rounds[i]);
                    round_view(store, run, before, round, i + 1 == rounds.len())
                }) }
            </div>
            <p class="hint">{ "P₁, P₂, …: what one transition more leads to from I, in blue. N₁, N₂, …: what leads to F, in orange. \
                               The boxes below an image are the time frames x₁ to xₖ of its query: a crossed one is excluded from meeting the far \
                               end, since that made the query satisfiable; the image then guarantees so much less." }</p>
        </>
    }
}

fn round_view(store: &Store, run: &Run, before: Option<&Round>, round: &Round, newest: bool) -> Html {
    let j = subscript(round.number);
    let side = |direction: Direction| {
        let (start, formula, earlier, class) = match direction {
            Direction::Forward => (format!("I{j}"), round.initial, before.map(|b| b.initial), "side side-a"),
            Direction::Backward => (format!("F{j}"), round.failing, before.map(|b| b.failing), "side side-b"),
        };
        let shrunk = earlier.is_some_and(|earlier| earlier != formula);
        let front = round.front(direction);
        html! {
            <section class={classes!(class, "front")}>
                <div class="parts">
                    <div class="part">
                        <div class="part-name">
                            <span class="name">{ start }</span>
                            if shrunk { <span class="shrunk">{ "smaller than before" }</span> }
                        </div>
                        { formula_of(store, run, formula) }
                    </div>
                    <div class="images">{ for front.images.iter().map(|image| chip(store, direction, image, round.number)) }</div>
                    { last_image(store, run, direction, front, newest) }
                    if let Some(found) = front.approximation { { approximation(store, run, direction, round.number, found) } }
                </div>
            </section>
        }
    };
    html! {
        <section class={classes!("round", newest.then_some("newest"))}>
            <h3>
                <span title="The round, and the number of transitions that its queries look ahead">{ format!("round j = {0}, k = {0}", round.number) }</span>
                { " " }{ go(store, round.step, "Go to the step that began this round") }
            </h3>
            if let Some(before) = before { { kept(before) } }
            <div class="sides">{ side(Direction::Forward) }{ side(Direction::Backward) }</div>
        </section>
    }
}

/// What a restart would have thrown away.
fn kept(before: &Round) -> Html {
    let number = subscript(before.number);
    html! {
        <p class="kept">
            { format!("Kept from the round before: every image below stays within S̃{number} or C̃{number}. A restart, as in IMC, would begin again from I and F without them.") }
        </p>
    }
}

/// An image in the row of images: its name, and its frames.
fn chip(store: &Store, direction: Direction, image: &Image, k: u32) -> Html {
    let name = format!("{}{}", letter(direction), subscript(image.index));
    let title = match (image.constraints.last(), image.blocked.len()) {
        (None, 0) => format!("{name}: the query was unsatisfiable as it is"),
        (Some(frames), _) => format!("{name}: the far end is excluded in {}", frames_in_words(frames)),
        (None, 1) => format!("{name}: one set of states is blocked"),
        (None, n) => format!("{name}: {n} sets of states are blocked"),
    };
    let crossed = |frame: &Frame| match frame {
        Frame::Open => html! { <i class="frame open"></i> },
        Frame::Constrained { .. } => html! { <i class="frame crossed">{ "×" }</i> },
    };
    html! {
        <Button class={if image.formula.is_some() { "chip" } else { "chip asked" }} title={title.clone()}
            onclick={store.on(Action::Go(Go::To(image.step)))}>
            <span class="name">{ name }</span>
            if k <= FRAMES && !image.constraints.is_empty() { <span class="frames" aria-hidden="true">{ for image.frames(k).iter().map(crossed) }</span> }
            if !image.blocked.is_empty() { <span class="blocked">{ format!("−{}", image.blocked.len()) }</span> }
        </Button>
    }
}

/// The newest image in full while the round is at work.
fn last_image(store: &Store, run: &Run, direction: Direction, front: &Front, newest: bool) -> Html {
    let Some(image) = front.images.last().filter(|_| newest && front.approximation.is_none()) else {
        return html! {};
    };
    let name = format!("{}{}", letter(direction), subscript(image.index));
    html! {
        <div class="part">
            <div class="part-name">
                <span class="name">{ name }</span>{ "newest image" }{ " " }{ go(store, image.step, "Go to the step that this is from") }
            </div>
            if let Some(formula) = image.formula { { formula_of(store, run, formula) } }
            { for image.blocked.iter().map(|&states| html! {
                <div class="blocked-states"><span class="hint">{ "blocked: " }</span>{ formula_of(store, run, states) }</div>
            }) }
            if let Some(frames) = image.constraints.last() {
                <p class="hint">{ format!("The far end is excluded in {}.", frames_in_words(frames)) }</p>
            }
        </div>
    }
}

fn approximation(store: &Store, run: &Run, direction: Direction, number: u32, found: Approximation) -> Html {
    let j = subscript(number);
    let (name, far_end) = match direction {
        Direction::Forward => (format!("S̃{j}"), format!("F{j}")),
        Direction::Backward => (format!("C̃{j}"), format!("I{j}")),
    };
    let what = match found.kept {
        false => "the union of these".to_owned(),
        true if number == 1 => format!("all but {far_end}: the images say no more"),
        true => "as in the round before: the images say no more".to_owned(),
    };
    html! {
        <div class="part result">
            <div class="part-name">
                <span class="name">{ name }</span>
                <span>{ what }</span>
                { go(store, found.step, "Go to the step at which this approximation was there") }
            </div>
            { formula_of(store, run, found.formula) }
        </div>
    }
}

fn letter(direction: Direction) -> &'static str {
    match direction {
        Direction::Forward => "P",
        Direction::Backward => "N",
    }
}

/// "frame x₂", "frames x₂ and x₃", "frames x₂, x₃ and x₄".
fn frames_in_words(frames: &[u32]) -> String {
    let names: Vec<String> = frames.iter().map(|&frame| format!("x{}", subscript(frame))).collect();
    match names.split_last() {
        Some((last, [])) => format!("frame {last}"),
        Some((last, rest)) => format!("frames {} and {last}", rest.join(", ")),
        None => "no frame".into(),
    }
}

fn formula_of(store: &Store, run: &Run, id: FormulaId) -> Html {
    html! { <FormulaView formula={run.history.formula(id).cloned()} notation={store.state.notation} limit={Limit::ROW} /> }
}

fn go(store: &Store, step: usize, title: &'static str) -> Html {
    html! { <Button {title} class="step-link" onclick={store.on(Action::Go(Go::To(step)))}>{ format!("step {step}") }</Button> }
}
