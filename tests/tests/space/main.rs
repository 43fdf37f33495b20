//! The state space of real runs: regions against evaluation at every point of the grid, and against each other where the theory says
//! what holds between them. `LOOK=FOLDER` writes a picture of each step of each example, to be looked at.

mod asked;
mod executions;
mod page;

use library::examples::{EXAMPLES, by_key};
use page::{Page, own};
use session::{Session, project};
use trace::{Engine, Projection, Setup};
use view::space::frame::{At, Axis, Choice, Rest, Setting};
use view::space::membership::Members;
use view::space::picture::{Scene, picture};
use view::space::regions::{Kind, Region};
use view::space::trail::{State, TrailKind};
use view::space::words::sentences;

#[test]
fn look() {
    let Ok(folder) = std::env::var("LOOK") else { return };
    for example in EXAMPLES.iter().filter(|e| e.key != "far") {
        let setup = example.taught();
        let Ok((_, opened)) = Session::open(&setup) else { continue };
        if opened.variables.is_empty() {
            continue;
        }
        let mut page = Page::open(example.key);
        for step in 0..=page.history.len().min(30) {
            let start = std::time::Instant::now();
            let scene = page.scene(step);
            let drawn = picture(&scene, (960, 600), 15);
            let took = start.elapsed();
            let file = view::graph::svg::file(&sentences(&scene).join(" "), (0, 0, 960, 600), &drawn.groups);
            std::fs::write(format!("{folder}/{}-{step:02}.svg", example.key), &file).unwrap();
            println!(
                "{} {step}: {took:?}, {} bytes; {}",
                example.key,
                file.len(),
                sentences(&scene).join(" ")
            );
        }
    }
}

/// The rows of a region as the solver's way gives them: values put in for all variables, what is left searched for.
fn solved(scene: &Scene, region: &Region) -> Vec<String> {
    let frame = &scene.frame;
    let stamped = |name: &str| format!("{name}{}", region.stamp);
    let axis = |axis: &Axis| (stamped(&axis.name), axis.low, u32::try_from(axis.count()).unwrap());
    let value = |rest: &Rest| match rest.at {
        At::Value(value) => Some((stamped(&rest.name), value.to_string())),
        At::Any | At::Each => None,
    };
    project(&Projection {
        number: 0,
        smt: region.smt.clone(),
        integers: region.integers.clone(),
        fixed: frame.rest.iter().filter_map(value).collect(),
        axes: std::iter::once(&frame.x).chain(&frame.y).map(axis).collect(),
    })
}

#[test]
fn evaluation_and_search_agree_at_every_point() {
    let mut regions = 0;
    for key in [
        "fib-fig3b",
        "imc-fig1",
        "vinta-fig5a",
        "vinta-fig2a",
        "traffic",
        "c-two-loops",
        "chc-handshake-unsafe",
        "swap",
    ] {
        let mut page = Page::open(key);
        for step in 0..=page.history.len().min(16) {
            let scene = page.scene(step);
            for (part, (region, grid)) in scene.parts().iter().flat_map(|p| p.known().map(move |k| (p, k))) {
                let rows: Vec<String> = grid
                    .cells
                    .chunks(grid.columns)
                    .map(|row| String::from_utf8(row.to_vec()).unwrap())
                    .collect();
                assert_eq!(rows, solved(part, region), "{key}, step {step}: {}", region.name);
                regions += 1;
            }
        }
    }
    assert!(regions > 200, "{regions} regions");
}

/// The regions of this name at a step, point by point, are what the paper says.
fn check(page: &mut Page, step: usize, name: &str, holds: impl Fn(i64, i64) -> bool) {
    let scene = page.scene(step);
    let (x, y) = (&scene.frame.x, scene.frame.y.as_ref());
    let (_, grid) =
        scene.known().find(|(region, _)| region.name == name).unwrap_or_else(|| panic!("no {name}"));
    for row in 0..grid.rows {
        for column in 0..grid.columns {
            let at = (x.low + column as i64, y.map_or(0, |y| y.low + row as i64));
            assert_eq!(grid.has(column, row), holds(at.0, at.1), "{name} at {at:?}");
        }
    }
}

#[test]
fn the_papers_programs_look_as_the_papers_say() {
    let mut fib = Page::open("fib-fig3b");
    let last = fib.history.len();
    let n = 5;
    assert_eq!(fib.scene(0).frame.slice(), "n = 5");
    check(&mut fib, 0, "A₀", |x, y| x == 0 && y == 0);
    check(&mut fib, 0, "B₀", |x, y| x == n && y != n);
    check(&mut fib, last, "Inv", |x, y| x == y);
    let mut imc = Page::open("imc-fig1");
    let last = imc.history.len();
    check(&mut imc, 0, "¬P", |x, _| x % 2 != 0);
    check(&mut imc, last, "Inv", |x, i| x % 2 == 0 && i <= 1);
    // The states after one round, which only the worker can tell: from x = 0, i = 0.
    check(&mut imc, 2, "A", |x, i| (x, i) == (2, 1));
    let mut vinta = Page::open("vinta-fig5a");
    let last = vinta.history.len();
    assert!(vinta.scene(0).frame.y.is_none(), "one variable is a number line");
    check(&mut vinta, 0, "error", |x, _| x == 9);
    check(&mut vinta, last, "Inv", |x, _| x <= 6 || x == 8 || x == 10);
    let mut gulavani = Page::open("vinta-fig2a");
    check(&mut gulavani, 0, "error", |x, y| x >= 4 && y <= 2);
}

/// Where an invariant strengthens an interpolant, the picture has what was found and what the values say.
#[test]
fn a_strengthened_interpolant_is_the_one_among_the_values() {
    let mut page = Page::open("imc-fig1");
    let mut seen = 0;
    for step in 1..=page.history.len() {
        let changes = page.history.event(step).into_iter().flat_map(|event| &event.changes);
        let Some((index, formula)) = changes.into_iter().find_map(|change| match change {
            trace::Change::Strengthened { index, formula } => Some((*index, *formula)),
            _ => None,
        }) else {
            continue;
        };
        let smt = page.history.formula(formula).unwrap().smt.clone();
        let scene = page.scene(step);
        let of = |kind: Kind| scene.known().find(|(region, _)| region.kind == kind).unwrap();
        let ((found, before), (strengthened, after)) = (of(Kind::Before), of(Kind::After));
        assert_eq!((found.name.as_str(), &strengthened.smt), ("found", &smt), "step {step}");
        assert!(strengthened.name.starts_with('τ') && index > 0);
        assert!(after.points().all(|(column, row)| before.has(column, row)), "it holds less");
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn axes_and_values_are_what_was_chosen() {
    let any = Choice { rest: vec![("n".into(), At::Any)], ..Choice::default() };
    let mut page = Page::with("fib-fig3b", &any);
    // The shadow: some n = x, and y is another number.
    check(&mut page, 0, "B₀", |x, y| x != y);
    let other = Choice {
        x: Some("n".into()),
        y: Some(None),
        rest: vec![("x".into(), At::Value(3)), ("y".into(), At::Value(2))],
        window: Some([(0, 6), (0, 0)]),
    };
    let mut page = Page::with("fib-fig3b", &other);
    check(&mut page, 0, "B₀", |n, _| n == 3);
    assert_eq!(page.scene(0).frame.size(), (7, 1));
}

#[test]
fn a_counterexample_to_induction_leads_from_inside_to_outside() {
    let mut page = Page::open("fib-fig3b-unsafe");
    let mut found = 0;
    for step in 1..=page.history.len() {
        let scene = page.scene(step);
        let Some(trail) = scene.trail.as_ref().filter(|trail| trail.kind == TrailKind::Induction) else {
            continue;
        };
        let Some((_, grid)) = scene.known().find(|(region, _)| region.kind == Kind::Interpolant) else {
            continue;
        };
        let place = |state: &State| {
            let at = |axis: &Axis| usize::try_from(state.value(&axis.name)? - axis.low).ok();
            Some((at(&scene.frame.x)?, at(scene.frame.y.as_ref()?)?))
        };
        let Some(places) = trail.states.iter().map(place).collect::<Option<Vec<_>>>() else { continue };
        if places.iter().any(|&(column, row)| column >= grid.columns || row >= grid.rows) {
            continue;
        }
        let inside: Vec<bool> = places.into_iter().map(|(column, row)| grid.has(column, row)).collect();
        assert_eq!(inside, [true, false], "step {step}: {}", trail.words);
        found += 1;
    }
    assert!(found > 0);
}

#[test]
fn the_window_stays_while_one_steps() {
    for key in ["fib-fig3b-unsafe", "vinta-fig2a", "imc-fig1", "c-vending"] {
        let mut page = Page::open(key);
        let seen = |page: &mut Page, step| {
            let scene = page.scene(step);
            let axes: Vec<_> = std::iter::once(scene.frame.x).chain(scene.frame.y).collect();
            (axes, scene.trail)
        };
        let (first, _) = seen(&mut page, 0);
        for step in 1..=page.history.len() {
            let (axes, trail) = seen(&mut page, step);
            // It is stretched for states that would be out of sight, and by no more than they need.
            for (axis, first) in axes.iter().zip(&first) {
                let states = trail.iter().flat_map(|trail| &trail.states);
                let values: Vec<i64> = states.filter_map(|state| state.value(&axis.name)).collect();
                let low = values.iter().map(|value| value - 1).min().filter(|low| *low + 1 < first.low);
                let high = values.iter().map(|value| value + 1).max().filter(|high| *high - 1 > first.high);
                let wide = (low.unwrap_or(first.low), high.unwrap_or(first.high));
                let is_stretched = (axis.low, axis.high) == wide;
                assert!(is_stretched || axis == first, "{key}, step {step}: {axis:?}");
            }
        }
    }
}

#[test]
fn truth_values_and_the_counter_have_pictures_beside_each_other() {
    let slices = |page: &mut Page| -> Vec<String> {
        let scene = page.scene(1);
        scene.panels.iter().map(|part| part.frame.slice()).collect()
    };
    let mut loops = Page::open("c-two-loops");
    let found = slices(&mut loops);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("line ") && found[1].starts_with("line "), "{found:?}");
    // A label is of the states at its own loop head.
    let mut labels = [0, 0];
    for step in 1..=loops.history.len() {
        for (at, part) in loops.scene(step).panels.iter().enumerate() {
            for (region, grid) in
                part.known().filter(|(region, _)| region.words.starts_with("labels of other"))
            {
                let is_own = region.name.starts_with(["v2", "v3"][at]);
                assert!(
                    is_own || grid.is_empty(),
                    "step {step}: {} in the picture of loop {}",
                    region.name,
                    at + 1
                );
                labels[at] += usize::from(is_own && !grid.is_empty());
            }
        }
    }
    assert!(labels[0] > 0 && labels[1] > 0, "{labels:?}");
    // Of the predicates of Horn clauses as well, with an execution that goes from picture to picture.
    let setup = by_key("chc-handshake-unsafe").unwrap().taught();
    let mut clauses = Page::of(trace::Setup { engine: trace::Engine::Bmc, ..setup }, &Choice::default());
    let scene = clauses.scene(clauses.history.len());
    assert_eq!(scene.panels.len(), 4);
    let counters: Vec<_> =
        scene.trail.iter().flat_map(|trail| &trail.states).map(|s| s.value("pc")).collect();
    assert_eq!(counters, [1, 2, 2, 1, 2, 2, 1, 1].map(Some));
    let answers: Vec<_> =
        scene.trail.iter().flat_map(|trail| &trail.states).map(|s| s.value("answers")).collect();
    assert_eq!(answers, [0, 0, 1, 2, 2, 3, 4, 4].map(Some));
    let source = "bool up; int x, y;\n{ up and x = 0 and y = 0 }\nwhile x < 5 do\n  \
        if up then x := x + 1 else y := y + 1 end\ndone\n{ up and y = 0 }";
    let mut flags = own(source);
    assert_eq!(slices(&mut flags), ["¬up", "up"]);
    let scene = flags.scene(1);
    let begins: Vec<usize> = scene
        .panels
        .iter()
        .map(|part| part.known().find(|(region, _)| region.kind == Kind::Initial).unwrap().1.len())
        .collect();
    assert_eq!(begins, [0, 1], "it begins where up is true");
    let drawn = picture(&scene, (900, 500), 15);
    let [left, right] = &drawn.places[..] else { panic!("{:?}", drawn.places) };
    let end = left.x(scene.frame.size().0);
    assert!(f64::from(end) < right.left && left.top == right.top, "beside each other: {left:?} {right:?}");
    // Below each other where there is no room beside.
    let drawn = picture(&scene, (300, 700), 15);
    assert!(drawn.places[0].left == drawn.places[1].left && drawn.places[0].top < drawn.places[1].top);
    // A single one where the user wants to see one.
    let choice = Choice { rest: vec![("up".into(), At::Value(1))], ..Choice::default() };
    flags.setting = Setting::of(&flags.opened, &choice, &mut flags.memory).unwrap();
    assert!(flags.scene(1).panels.is_empty());
}

#[test]
fn pictures_beside_each_other_never_overlap() {
    let mut page = Page::open("relay");
    for step in [1, 8, page.history.len()] {
        let scene = page.scene(step);
        assert!(scene.panels.len() > 1, "step {step}");
        let (columns, rows) = scene.frame.size();
        for (size, em) in
            [((590, 400), 21), ((700, 560), 15), ((1240, 416), 31), ((1880, 632), 42), ((340, 500), 15)]
        {
            let drawn = picture(&scene, size, em);
            let planes: Vec<[i32; 4]> =
                drawn.places.iter().map(|p| [p.x(0), p.y(rows), p.x(columns), p.y(0)]).collect();
            for (i, [left, top, right, bottom]) in planes.iter().enumerate() {
                assert!(*left >= 0 && *top >= 2 * em - 1, "room for texts: {planes:?}");
                assert!(*right <= drawn.size.0 && *bottom < drawn.size.1, "{size:?}: {planes:?}");
                for [l, t, r, b] in &planes[..i] {
                    let is_apart =
                        r + em / 2 <= *left || right + em / 2 <= *l || b + em <= *top || bottom + em <= *t;
                    assert!(is_apart, "{size:?}: {planes:?}");
                }
            }
        }
    }
}

#[test]
fn what_is_seen_is_where_something_is() {
    // All values are far from 0: seen is where they begin.
    let mut far = own("{ x = 5000 and y = 7 }\nwhile x != 5010 do\n  x := x + 1\ndone\n{ y = 7 }");
    let frame = far.scene(0).frame;
    assert_eq!((frame.x.name.as_str(), frame.x.low, frame.x.high), ("x", 4998, 5012));
    check(&mut far, 0, "I", |x, y| (x, y) == (5000, 7));
    check(&mut far, 0, "¬P", |x, y| x == 5010 && y != 7);
    // An execution that leaves what is seen at first is seen as a whole.
    let mut long = own("{ x = 0 and y = 0 }\nwhile x != 4 do\n  x := x + 1;\n  y := y + 9\ndone\n{ y = 35 }");
    let (first, last) = (long.scene(0).frame.y.unwrap(), long.history.len());
    let scene = long.scene(last);
    let trail = scene.trail.as_ref().filter(|trail| trail.kind == TrailKind::Execution).unwrap();
    let y = scene.frame.y.as_ref().unwrap();
    let values: Vec<i64> = trail.states.iter().filter_map(|state| state.value("y")).collect();
    assert_eq!(values.last(), Some(&36));
    assert!(values.iter().all(|value| (y.low..=y.high).contains(value)), "{values:?} in {y:?}");
    assert!(y.low <= first.low && y.high >= first.high);
    // What the user has chosen to see stays.
    let window = Some([(0, 9), (0, 9)]);
    long.setting =
        Setting::of(&long.opened, &Choice { window, ..Choice::default() }, &mut long.memory).unwrap();
    assert_eq!(long.scene(last).frame.y.map(|y| (y.low, y.high)), Some((0, 9)));
}

/// Where the worker need not be asked, A is within the interpolant, and B keeps away from it, at every point that is seen.
#[test]
fn an_interpolant_lies_between_its_sides() {
    let mut seen = 0;
    for key in
        ["fib-fig3b", "fib-fig3a", "imc-fig1", "vinta-fig2a", "vinta-fig5a", "c-two-loops", "clock", "sum"]
    {
        let mut page = Page::open(key);
        for step in 1..=page.history.len() {
            let scene = page.scene(step);
            // FiB's have the names of the sets that they are.
            let grid = |letter: &str| {
                let words = format!("side {letter} of the query");
                let is_it = |region: &Region| region.name == letter || region.words == words;
                scene.regions.iter().find(|(region, _)| is_it(region)).and_then(
                    |(_, members)| match members {
                        Members::Known(grid) => Some(grid.clone()),
                        _ => None,
                    },
                )
            };
            let between = scene.regions.iter().find(|(region, _)| region.words.starts_with("interpolant: "));
            let (Some((_, Members::Known(between))), Some(a), Some(b)) = (between, grid("A"), grid("B"))
            else {
                continue;
            };
            seen += 1;
            for (place, &sign) in between.cells.iter().enumerate() {
                assert!(a.cells[place] != b'1' || sign == b'1', "{key}, step {step}: A is not within");
                assert!(b.cells[place] != b'1' || sign == b'0', "{key}, step {step}: B meets it");
            }
        }
    }
    assert!(seen >= 14, "{seen} interpolants");
}

/// A label that is an octagon is a region like any other: a strip along the diagonal of the plane, where boxes give up both bounds and
/// have the quadrant.
#[test]
fn an_octagon_is_a_strip() {
    let source = "{ 0 <= x and x <= 2 and y = 0 }\nwhile nondet do\n  x := x + 1;\n  y := y + 1\ndone\n{ y <= x and x <= y + 2 }";
    let widened_by = |engine: Engine| {
        let mut page =
            Page::of(Setup { source: source.into(), engine, ..Setup::default() }, &Choice::default());
        let widened = |page: &mut Page, step: usize| {
            let scene = page.scene(step);
            let after = scene.regions.iter().find(|(region, _)| region.words.contains("widen"))?;
            Some((step, after.0.name.clone(), sentences(&scene).join(" ")))
        };
        let (step, name, text) =
            (1..=page.history.len()).find_map(|s| widened(&mut page, s)).expect("widened");
        (page, step, name, text)
    };
    let (mut page, step, name, text) = widened_by(Engine::VINTA_OCTAGON);
    check(&mut page, step, &name, |x, y| y >= 2 && y <= x && x <= y + 2);
    expect_test::expect!["Seen: x from −2 to 8 and y from −2 to 8. error (states that fail before the next round) has 91 of 121 points: (1, −2), (2, −2), (3, −2), (4, −2), (5, −2), (6, −2), …. entry (the initial states) has 3 of 121 points: (0, 0), (1, 0), (2, 0). v2d (the label, widened) has 18 of 121 points: (2, 2), (3, 2), (4, 2), (3, 3), (4, 3), (5, 3), …. v2c (other labels of this cutpoint) has 3 of 121 points: (2, 2), (3, 2), (4, 2). v2b (other labels of this cutpoint) has 3 of 121 points: (1, 1), (2, 1), (3, 1). v2a (other labels of this cutpoint) has 3 of 121 points: (0, 0), (1, 0), (2, 0). The model: (x = 3, y = 3)."].assert_eq(&text);
    let (mut page, step, name, _) = widened_by(Engine::VINTA_BOX);
    check(&mut page, step, &name, |x, y| x >= 2 && y >= 2);
}

/// A picture of a covering question is of the node in question, with its answer and without, and of no label that came with the answer.
#[test]
fn a_covering_question_is_seen_at_its_node() {
    let mut seen = 0;
    for (key, engine) in [
        ("vinta-fig2a", Engine::VINTA_BOX),
        ("vinta-fig5a", Engine::VINTA_BOXES),
        ("vinta-fig2a", Engine::UFO_BOX),
        ("fib-fig3b", Engine::VINTA_OCTAGON),
        ("traffic", Engine::VINTA_BOX),
    ] {
        let mut page = Page::of(Setup { engine, ..by_key(key).unwrap().taught() }, &Choice::default());
        for step in 1..=page.history.len() {
            let purpose = page.history.event(step).unwrap().purpose.clone();
            let Some((_, rest)) = purpose.split_once("Is v") else { continue };
            let Some((node, _)) = rest.split_once(" covered") else { continue };
            let node = format!("v{node}");
            let answered = page.scene(step);
            let of = (&page.opened, &page.history, step);
            let asked = Scene::of(of, (engine, true), &page.setting, (&mut page.memory, &page.answers), None);
            for (scene, when) in [(&answered, "answered"), (&asked, "asked")] {
                let is_of_label = |kind: Kind| matches!(kind, Kind::Interpolant | Kind::After);
                let mut labels = scene.regions.iter().filter(|(region, _)| is_of_label(region.kind));
                assert!(
                    labels.any(|(region, _)| region.name == node),
                    "{key}, {engine}, step {step} {when}: {purpose}"
                );
            }
            // What it is compared with is there, as far as the caption names it, and nothing newer.
            let named = |name: &str| answered.regions.iter().any(|(region, _)| region.name == name);
            let arg = page.history.arg_asked(step).unwrap();
            let later = page.history.arg(step).unwrap();
            for id in later.ids() {
                let is_new = arg.nodes.get(id as usize).is_none_or(|node| node.label.is_none());
                assert!(
                    !(is_new && named(&later.name(id))),
                    "{key}, {engine}, step {step}: {}",
                    later.name(id)
                );
            }
            seen += 1;
        }
    }
    assert!(seen >= 25, "{seen} questions");
}

/// Some rounds of a step that is large are in sight, and the grid is not larger than it may be.
#[test]
fn rounds_of_large_steps_are_in_sight() {
    let mut page = Page::open("vinta-fig2a");
    let frame = page.scene(1).frame;
    let y = frame.y.clone().unwrap();
    assert!(y.low <= 0 && y.high >= 300, "{y:?}");
    let (columns, rows) = frame.size();
    assert!(columns * rows <= 121 * 121, "{columns} times {rows}");
    let own = own("{ x = 0 and y = 0 }\nwhile x < 900 do\n  x := x + 140;\n  y := y + 140\ndone\n{ y >= 0 }");
    let frame = { own }.scene(1).frame;
    let (columns, rows) = frame.size();
    assert!(columns * rows <= 121 * 121, "{columns} times {rows}");
    assert!(frame.x.low <= 0 && frame.x.high >= 100, "{:?}: not only what comes before", frame.x);
}
