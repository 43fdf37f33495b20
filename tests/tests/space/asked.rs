//! The picture shows the sets that a question names, and a model of it is within the first one.

use crate::page::Page;
use library::examples::by_key;
use trace::{Answer, Covering, Engine, Growth, Setup, Side, Source};
use view::query::named::{named, stamp};
use view::space::membership::Members;

/// Goes over the steps of a run; the number of sets that were looked at, and of models within them.
fn seen(key: &str, engine: Engine) -> (usize, usize) {
    let mut setup = Setup { engine, ..by_key(key).unwrap().taught() };
    setup.settings.interpolants = Source::Proof;
    let mut page = Page::of(setup, &Default::default());
    let (mut sets, mut models) = (0, 0);
    for step in 1..=page.history.len() {
        let scene = page.scene(step);
        let query = page.history.event(step).and_then(|event| event.query.clone());
        let Some(query) = query.filter(|query| query.parts.iter().all(|part| part.side == Side::Neither))
        else {
            continue;
        };
        for set in named(&query, engine) {
            let place = format!("{key}, step {step}: {}", set.name);
            let of_name = |parts: &view::space::picture::Scene| {
                parts.regions.iter().find(|(region, _)| region.name == set.name).cloned()
            };
            let drawn = of_name(&scene).unwrap_or_else(|| panic!("{place} is not drawn")).0;
            sets += 1;
            // What the question has, and not what came of it.
            if let Some(formula) = page.history.formula(set.part.formula).filter(|f| stamp(f).is_some()) {
                let smt = &formula.smt;
                let of_part = if set.is_negated { format!("(not {smt})") } else { smt.clone() };
                let is_one = engine.growth() != Growth::Sequences && engine.growth() != Growth::Fronts;
                assert!(
                    !is_one || drawn.smt.contains(&of_part),
                    "{place} is {} and not {of_part}",
                    drawn.smt
                );
            }
            if set.is_negated || !matches!(query.answer, Answer::Sat { .. }) {
                continue;
            }
            let stamp = page.history.formula(set.part.formula).and_then(|formula| stamp(formula));
            let number = stamp.as_ref().and_then(|stamp| stamp.strip_prefix('@'));
            let number: usize = number.map_or(0, |number| number.parse().unwrap());
            let Some(state) = scene.trail.as_ref().expect("a model").states.get(number) else { continue };
            for part in scene.parts() {
                let Some((_, Members::Known(grid))) = of_name(part) else { continue };
                let frame = &part.frame;
                let along = |axis: &view::space::frame::Axis| {
                    let value = state.value(&axis.name)?;
                    (axis.low..=axis.high)
                        .contains(&value)
                        .then(|| usize::try_from(value - axis.low).unwrap())
                };
                let is_here = frame.rest.iter().all(|rest| match rest.at {
                    view::space::frame::At::Value(at) => state.value(&rest.name) == Some(at),
                    _ => false,
                });
                let (Some(x), Some(y)) = (along(&frame.x), frame.y.as_ref().map_or(Some(0), along)) else {
                    continue;
                };
                if is_here {
                    assert!(grid.has(x, y), "{place} does not hold {}", state.text());
                    models += 1;
                }
            }
        }
    }
    (sets, models)
}

#[test]
fn frames_of_sequences() {
    let (sets, models) = seen("imc-fig1", Engine::Ismc);
    assert!(sets > 6 && models > 3, "{sets} sets, {models} models");
}

#[test]
fn frames_of_both_directions() {
    let (sets, models) = seen("imc-fig1", Engine::Dar);
    assert!(sets > 15 && models > 8, "{sets} sets, {models} models");
}

#[test]
fn frames_lemmas_and_obligations() {
    for key in ["imc-fig1", "relay"] {
        let (sets, models) = seen(key, Engine::Pdr);
        assert!(sets > 4 && models > 1, "{key}: {sets} sets, {models} models");
    }
}

#[test]
fn labels_and_what_joins_them() {
    for key in ["imc-fig1", "c-two-loops"] {
        let (sets, _) = seen(key, Engine::Impact(Covering::Plain));
        assert!(sets >= 1, "{key}: {sets} sets");
    }
}

#[test]
fn fronts_of_approximation_refinement() {
    for key in ["imc-fig1", "relay"] {
        let (sets, models) = seen(key, Engine::AR);
        assert!(sets > 6 && models > 3, "{key}: {sets} sets, {models} models");
    }
}
