//! Folds a run into everything that the page draws of it, at every step, and says what a view gets wrong: what a
//! person looking at it could point at.

use crate::generate::Random;
use crate::seen::Seen;
use trace::{Answer, Engine, Event, FormulaId, Opened, Query, Setup, Verdict};
use view::graph::arg::Arg;
use view::graph::arg::excerpt::Excerpt;
use view::graph::arg::layout::Layout;
use view::graph::arg::picture::Scene;
use view::graph::control::{Graph, Graphs, picture};
use view::graph::layered::{Drawing, STOREY};
use view::page::link::{self, Link, Tab};
use view::program::{assertions, execution, hand, offsets, single_loop};
use view::query::formula::{Limit, Palette, lay_out};
use view::query::frames::frames;
use view::query::{model_table, proof_tree, script};
use view::run::history::History;
use view::run::timeline::{self, Jump};
use view::run::{pseudo, words};
use view::sequence::intervals::NumberLine;

/// The most steps of one run at which it is folded.
const MOST_STEPS: usize = 60;

type Judged = Result<(), String>;

fn check(holds: bool, what: impl FnOnce() -> String) -> Judged {
    if holds { Ok(()) } else { Err(what()) }
}

/// Folds a run into all views.
///
/// # Errors
/// What a view gets wrong.
pub fn fold(setup: &Setup, opened: &Opened, events: &[Event]) -> Judged {
    of_text(setup)?;
    let mut whole = History::default();
    for event in events {
        whole.push(event.clone()).map_err(|e| format!("history: {e}"))?;
    }
    let every = events.len().div_ceil(MOST_STEPS).max(1);
    let mut part = History::default();
    let mut layout = None;
    for step in 0..=events.len() {
        if let Some(event) = step.checked_sub(1).map(|at| &events[at]) {
            part.push(event.clone()).map_err(|e| format!("history: {e}"))?;
            of_event(setup, opened, &whole, event)?;
        }
        if step % every == 0 || step == events.len() {
            at_step(setup, &whole, &part, step)?;
            graph_at(&whole, &part, step, &mut layout)?;
        }
    }
    time_line(&whole)?;
    if let Some(Verdict::Unsafe(found)) = whole.at(whole.len()).verdict {
        let table = execution::execution_table(found);
        check(table.rows.len() > found.rows.len(), || "the execution's table misses rows".into())?;
        let wide = table.columns.len();
        check(table.rows.iter().all(|row| row.cells.len() == wide), || "a row has not all cells".into())?;
    }
    Ok(())
}

/// What is made from the program's text alone.
fn of_text(setup: &Setup) -> Judged {
    let (source, dialect) = (setup.source.as_str(), setup.dialect());
    let graphs = Graphs::of(source, dialect).ok_or("there is no graph of the program")?;
    for graph in [&graphs.flow, &graphs.cutpoints] {
        control(graph, source)?;
    }
    let link = Link { setup: setup.clone(), step: 3, tab: Tab::Graph, ..Link::default() };
    let text = link::encode(&link).map_err(|e| format!("link: {e:?}"))?;
    let back = link::decode(&text).map_err(|e| format!("link: {e:?}"))?;
    check(back.as_ref() == Some(&link), || format!("the link reads back as {back:?}"))?;
    let listed = assertions::assertions(source, dialect);
    check(listed.len() == source.matches("assert").count() + posts(setup), || {
        format!("{} assertions are listed", listed.len())
    })?;
    if let Ok(single) = single_loop::single_loop(source, dialect) {
        let lines: Vec<String> =
            single.lines.iter().map(|l| l.iter().map(|p| p.text.as_str()).collect()).collect();
        check(single.text.trim_end() == lines.join("\n").trim_end(), || "the single loop lost text".into())?;
        check(lang::parse_imp(&single.text).program.is_some(), || {
            format!("the single loop does not read back:\n{}", single.text)
        })?;
    }
    for byte in (0..source.len() as u32).step_by(7) {
        let back = offsets::byte_of_utf16(source, offsets::utf16_of_byte(source, byte));
        check(back == byte, || format!("byte {byte} comes back as {back}"))?;
    }
    by_hand(setup)
}

/// A postcondition is an assertion without the word.
fn posts(setup: &Setup) -> usize {
    match setup.language {
        trace::Language::Imp => usize::from(setup.source.trim_end().ends_with('}')),
        trace::Language::C | trace::Language::Aiger | trace::Language::Chc => 0,
    }
}

/// A program run by hand with some values: taking back a step is making one step fewer.
fn by_hand(setup: &Setup) -> Judged {
    let program = hand::Runnable::read(&setup.source, setup.dialect()).ok_or("it is not run by hand")?;
    let mut random = Random::new(setup.source.len() as u64);
    let mut drawn = || (random.number() >> 32) as u32;
    let initial: Vec<_> = program.inputs().iter().map(|wanted| wanted.random(drawn())).collect();
    let mut answers = Vec::new();
    for steps in 0..12 {
        let progress = program.run(&initial, &answers, steps);
        let again = program.run(&initial, &answers, steps);
        check(progress == again, || "by hand: the same steps give something else".into())?;
        if let Some(wanted) = &progress.question {
            answers.push(wanted.random(drawn()));
        }
    }
    Ok(())
}

fn control(graph: &Graph, source: &str) -> Judged {
    let Some(picture) = picture(graph) else { return Ok(()) };
    drawn(&picture.drawing, &picture.sizes, &graph.edges.iter().map(|e| (e.from, e.to)).collect::<Vec<_>>())?;
    for (node, rows) in picture.rows.iter().enumerate() {
        let (width, height) = picture.sizes[node];
        for row in rows {
            let wide = row.text.chars().count() as u32 * 9;
            check(row.at.0 + wide <= width && row.at.1 <= height, || {
                format!("`{}` does not fit into its box", row.text)
            })?;
        }
    }
    let (left, top, width, height) = picture.window();
    for (edge, way) in
        graph.edges.iter().zip(&picture.drawing.ways).filter(|(edge, _)| !edge.label.is_empty())
    {
        let wide = edge.label.chars().count() as i32 * 9;
        let (x, y, is_left) = way.label;
        let from = if is_left { x - wide } else { x };
        check(left <= from && from + wide <= left + width && top <= y && y <= top + height, || {
            format!("the label `{}` is outside the picture", edge.label)
        })?;
    }
    well_formed(&picture.file(graph, "a < b"))?;
    for node in 0..graph.nodes.len() {
        check(!graph.describe(node).is_empty() && !graph.name(node).is_empty(), || {
            "a node has no name".into()
        })?;
        for span in graph.nodes[node].lines.iter().filter_map(|line| line.span) {
            check(span.0 <= span.1 && span.1 as usize <= source.len(), || "a place outside the text".into())?;
            check(!graph.at(span).lines.is_empty(), || "a line does not light up at its own place".into())?;
        }
    }
    Ok(())
}

/// What one sees of a drawing, with half a storey around it for lines.
fn drawn(drawing: &Drawing, sizes: &[(u32, u32)], edges: &[(usize, usize)]) -> Judged {
    let number = |n: u32| i32::try_from(n).unwrap_or(i32::MAX);
    let lines = edges.iter().zip(&drawing.ways).map(|(&ends, way)| (ends, way.points.as_slice()));
    let seen = Seen {
        corners: &drawing.corners,
        sizes: sizes.to_vec(),
        lines: lines.collect(),
        frame: ((drawing.left, 0), (drawing.left + number(drawing.width), number(drawing.height))),
        room: number(STOREY) / 2,
    };
    seen.is_clear()
}

/// Whether a picture is a file that a reader of SVG takes: tags closed in order, no stray `<` or `&`.
fn well_formed(file: &str) -> Judged {
    let mut open: Vec<&str> = Vec::new();
    for piece in file.split('<').skip(1) {
        let Some((tag, text)) = piece.split_once('>') else {
            return Err("the picture has a tag that does not end".into());
        };
        let name = tag.split([' ', '/']).find(|s| !s.is_empty()).unwrap_or_default();
        if tag.starts_with('/') {
            check(open.pop() == Some(name), || format!("</{name}> closes another tag"))?;
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        for entity in text.split('&').skip(1) {
            let known = ["lt;", "gt;", "amp;", "quot;"].iter().any(|e| entity.starts_with(e));
            check(known, || "the picture has a stray `&`".into())?;
        }
    }
    check(open.is_empty(), || format!("<{}> is not closed", open.join("> <")))
}

/// The views of one event.
fn of_event(setup: &Setup, opened: &Opened, history: &History, event: &Event) -> Judged {
    let lit = pseudo::lit_line(setup.engine, event);
    let lines = pseudo::pseudo_code(setup.engine).lines;
    let is_there = lit == trace::LINE_BEFORE || lines.iter().any(|line| line.number == Some(lit));
    check(is_there, || format!("line {lit} cannot be lit"))?;
    for formula in &event.formulas {
        for limit in [Limit::PANE, Limit::SIDE, Limit::ROW, Limit::GLANCE] {
            let cut = lay_out(formula, &Palette::plain(), limit);
            let all = lay_out(formula, &Palette::plain(), limit.lifted());
            check(!all.is_cut(), || "a formula is cut although all of it is wanted".into())?;
            check(cut.rows.len() + cut.hidden_rows == all.rows.len(), || "rows are lost".into())?;
            let brackets = |layout: &view::query::formula::Layout| {
                use view::query::formula::Gutter;
                let opened = layout.rows.iter().flat_map(|row| &row.gutter);
                let opened = opened.filter(|g| matches!(g, Gutter::Open | Gutter::NotOpen)).count();
                (opened, layout.rows.iter().map(|row| row.closes).sum::<usize>())
            };
            let (opens, closes) = brackets(&all);
            check(opens == closes, || format!("{opens} parentheses open, {closes} close"))?;
        }
    }
    match &event.query {
        Some(query) => of_query((opened, setup.engine), history, query),
        None => Ok(()),
    }
}

fn of_query((opened, engine): (&Opened, Engine), history: &History, query: &Query) -> Judged {
    let _ = words::answer(&query.answer);
    let text = script::query_script(history, query);
    let depth = text.chars().fold(0_i64, |depth, c| depth + i64::from(c == '(') - i64::from(c == ')'));
    check(depth == 0 && text.contains("(check-sat)"), || format!("no script:\n{text}"))?;
    for part in &query.parts {
        let formula = history.formula(part.formula).ok_or("a part of a query has no formula")?;
        let _ = lay_out(formula, &Palette::of(part.side, &query.shared), Limit::PANE);
    }
    if let Some(frames) = frames(query, (opened, engine), |id| history.formula(id).map(|formula| &**formula))
    {
        let has_place =
            |part: usize| frames.rows.iter().flat_map(|row| &row.blocks).any(|block| block.part == part);
        check((0..query.parts.len()).all(has_place), || "a conjunct has no place in time frames".into())?;
    }
    match &query.answer {
        Answer::Sat { model, meaning } => {
            check(!words::meaning(*meaning, trace::Vocabulary::default()).is_empty(), || {
                "a meaning without words".into()
            })?;
            let table = model_table::model_table(model, opened, engine);
            let values = table.rows.iter().flat_map(|row| &row.cells).filter(|c| c.value.is_some()).count();
            check(values + table.inputs.len() == model.len(), || "the model's table loses values".into())?;
        }
        Answer::Unsat { core, tree, interpolant, .. } => {
            let inside = |&(first, last): &(u32, u32)| first <= last && (last as usize) < query.parts.len();
            check(core.iter().all(inside), || "a core of nothing".into())?;
            if let Some(tree) = tree {
                let rows = proof_tree::rows(tree);
                check(rows.first().is_some_and(|row| row.depth == 0), || "a proof without a root".into())?;
                let deep = rows.windows(2).all(|pair| pair[1].depth <= pair[0].depth + 1);
                check(deep, || "a row of the proof hangs in the air".into())?;
            }
            if let Some(interpolant) = interpolant {
                check(history.formula(interpolant.formula).is_some(), || "no interpolant".into())?;
            }
        }
        Answer::Unknown(reason) => check(!words::unknown(reason).is_empty(), || "no reason".into())?,
    }
    Ok(())
}

/// The state at a step is what it is when no more has happened.
fn at_step(setup: &Setup, whole: &History, part: &History, step: usize) -> Judged {
    let (back, now) = (whole.at(step), part.at(part.len()));
    check(back == now, || format!("step {step} looks different from later on"))?;
    check(!words::announcement(setup.engine, whole, &back).is_empty() || step == 0, || {
        format!("step {step} is announced as nothing")
    })?;
    let told = |id: FormulaId| part.formula(id).is_some();
    for round in &back.rounds {
        check(round.interpolants.iter().all(|i| told(i.formula)), || "an untold interpolant".into())?;
        let numbers: Vec<u32> = round.interpolants.iter().map(|i| i.index).collect();
        // Bounded search begins with J₀ where the initial states speak of values from before the loop.
        let first = u32::from(
            !matches!(setup.engine, Engine::Bmc | Engine::KInduction) || numbers.first() != Some(&0),
        );
        let counted: Vec<u32> = (first..).take(numbers.len()).collect();
        check(numbers == counted, || format!("interpolants are numbered {numbers:?}"))?;
    }
    check(back.auxiliary.iter().all(|a| told(a.formula)), || "an untold auxiliary invariant".into())?;
    let squeezed = &back.squeeze;
    let sets = squeezed.forward.iter().chain(&squeezed.backward);
    check(sets.clone().all(|set| told(set.formula) && set.step <= step), || "an untold set".into())?;
    for row in &squeezed.rows {
        let found = row.interpolants.iter().all(|&at| at < squeezed.interpolants.len());
        check(found && row.step <= step, || "a row of FiB's with something that is not there".into())?;
    }
    let frames = &back.frames;
    let conjuncts = frames.forward.iter().chain(&frames.backward).flat_map(|frame| &frame.conjuncts);
    let open = frames.obligations.iter().map(|o| (o.states, o.step));
    let known = |(id, at): (FormulaId, usize)| told(id) && at <= step;
    let all_known = conjuncts.map(|c| (c.formula, c.step)).chain(open).all(known);
    check(all_known, || "a frame with something that is not there".into())?;
    for level in &back.intervals {
        for track in &level.tracks {
            number_line(track)?;
        }
    }
    Ok(())
}

fn number_line(track: &view::sequence::intervals::Track) -> Judged {
    let line = NumberLine::of(track);
    let upwards = line.ticks.windows(2).all(|pair| pair[0].0 < pair[1].0);
    check(upwards && line.ticks.iter().all(|tick| tick.0 <= 1000), || "ticks out of order".into())?;
    for visit in &track.visits {
        for bar in [&visit.before, &visit.arriving, &visit.after].into_iter().flat_map(|r| line.bars(r)) {
            let ends = (bar.from.unwrap_or(0), bar.to.unwrap_or(1000));
            check(ends.0 <= ends.1 && ends.1 <= 1000, || format!("a bar from {} to {}", ends.0, ends.1))?;
        }
    }
    Ok(())
}

fn time_line(history: &History) -> Judged {
    for places in [1, 7, 1000] {
        let ticks = timeline::ticks(history, places);
        check(ticks.len() <= places, || format!("{} ticks in {places} places", ticks.len()))?;
        check(ticks.windows(2).all(|pair| pair[0].last < pair[1].first), || "ticks out of order".into())?;
        for tick in &ticks {
            let inside = tick.first <= tick.step && tick.step <= tick.last && tick.last <= history.len();
            check(inside && !tick.marks.is_empty(), || "a tick beside its steps".into())?;
        }
    }
    for jump in [Jump::Interpolant, Jump::Unrolling] {
        let (mut step, mut stops) = (0, vec![]);
        while let Some(next) = timeline::next(history, step, jump) {
            check(next > step && next <= history.len(), || "a jump does not go on".into())?;
            step = next;
            stops.push(step);
        }
        check(stops.last() == Some(&history.len()), || "a jump stops before the end".into())?;
        stops.pop();
        while let Some(before) = timeline::previous(history, step, jump) {
            check(stops.pop() == Some(before), || "back stops elsewhere than forward".into())?;
            step = before;
        }
        check(stops.is_empty(), || "back leaves a stop out".into())?;
    }
    Ok(())
}

/// The reachability graph at a step, drawn whole, in chains, and grown from before.
fn graph_at(whole: &History, part: &History, step: usize, before: &mut Option<Layout>) -> Judged {
    let arg = whole.arg(step);
    check(arg == part.arg(step), || format!("the graph at step {step} looks different from later on"))?;
    let Some(arg) = arg else { return Ok(()) };
    let size = view::graph::arg::layout::NODE;
    let chains = Excerpt { is_collapsed: true, ..Excerpt::default() };
    let path = Excerpt { is_path: true, ..Excerpt::default() };
    for shown in [Excerpt::default(), chains, path] {
        let earlier = before.take().filter(|_| shown == Excerpt::default());
        let layout = Layout::new(&arg, &shown, earlier.as_ref());
        drawn(&layout.drawing, &vec![size; layout.pieces.pieces.len()], &layout.edges)?;
        if let Some(earlier) = &earlier {
            let moved = (0..earlier.drawing.corners.len())
                .filter(|&at| Some(at) != arg.error().and_then(|error| layout.pieces.piece(error)))
                .find(|&at| layout.drawing.corners[at] != earlier.drawing.corners[at]);
            check(moved.is_none(), || format!("step {step}: box {moved:?} has moved"))?;
        }
        of_scene(&arg, &layout, part, step)?;
        if shown == Excerpt::default() {
            let listed = view::graph::arg::find::outline(&arg);
            let mut nodes: Vec<_> = listed.iter().map(|entry| entry.node).collect();
            nodes.sort_unstable();
            check(nodes == arg.ids().collect::<Vec<_>>(), || "the list of nodes is not complete".into())?;
            *before = Some(layout);
        }
    }
    Ok(())
}

fn of_scene(arg: &Arg, layout: &Layout, history: &History, step: usize) -> Judged {
    let formula = |id: FormulaId| history.formula(id).map(|f| &**f);
    let scene = Scene { arg, layout, step, formula: &formula };
    well_formed(&scene.file("graph"))?;
    let boxes = scene.nodes(None, false).len();
    check(boxes <= layout.pieces.pieces.len(), || "more boxes than pieces".into())?;
    for id in arg.ids() {
        check(scene.words(id).starts_with(&arg.name(id)), || "a node without its name".into())?;
        check(scene.search(&arg.name(id)).contains(&id), || "a node is not found by its name".into())?;
    }
    Ok(())
}
