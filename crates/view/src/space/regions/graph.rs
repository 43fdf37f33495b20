//! What a reachability graph and an interval analysis show of the state space: labels of nodes, and boxes.

use super::{Kind, Region, Writer};
use crate::run::history::History;
use crate::run::snapshot::Snapshot;
use crate::space::frame::{counter_at, pc};
use trace::{AnalysisChange, Change, LabelOrigin, Opened, Range};

/// The most labels of other nodes of a cutpoint that are shown: the newest ones.
const LABELS: usize = 4;

/// VINTA: the labels of the cutpoint in question.
pub(super) fn labels(
    out: &mut Writer<'_>,
    (opened, history): (&Opened, &History),
    (step, is_veiled): (usize, bool),
    has_sides: bool,
) {
    let arg = if is_veiled { history.arg_asked(step) } else { history.arg(step) };
    let Some(arg) = arg else { return };
    let before = step.max(1);
    let step = step - usize::from(is_veiled);
    let is_head = |cutpoint: u32| cutpoint > 0 && cutpoint as usize + 1 < arg.cutpoints.len();
    let labelled = arg.nodes.iter().enumerate().filter(|(_, n)| is_head(n.cutpoint));
    let newest = labelled.filter_map(|(id, n)| Some((n.label?.step, id))).max().map(|(_, id)| id);
    // Of the entry and the error there is nothing to be drawn: then no label is the one in question.
    let node = match arg.place.map(|place| place as usize) {
        Some(place) if is_head(arg.nodes[place].cutpoint) => {
            Some(place).filter(|&n| arg.nodes[n].label.is_some()).or(newest)
        }
        Some(_) => None,
        None => newest,
    };
    let name = |id: usize| arg.name(u32::try_from(id).unwrap_or(u32::MAX));
    // Where each loop has a picture of its own, the labels of all.
    let (has_counter, words) = match pc(opened) {
        Some(_) if node.is_none() => (true, "labels of the loop heads"),
        Some(_) => (true, "labels of other nodes"),
        None if node.is_none() => (false, "labels of the loop head"),
        None => (false, "other labels of this cutpoint"),
    };
    let cutpoint = node.map(|node| arg.nodes[node].cutpoint);
    // What was only labelled with the answer is what the next step is about.
    let others = arg.nodes.iter().enumerate().rev().filter(|(id, n)| {
        Some(*id) != node
            && n.label.is_some_and(|label| label.step < before)
            && (cutpoint.is_none_or(|cutpoint| n.cutpoint == cutpoint) || has_counter)
            && is_head(n.cutpoint)
    });
    let others: Vec<_> = others.filter_map(|(id, n)| Some((id, n.cutpoint, n.label?))).collect();
    let most = if has_counter { 2 * LABELS } else { LABELS };
    let words = match others.len().checked_sub(most) {
        None | Some(0) => words.to_owned(),
        Some(1) => format!("{words}, the newest (one more is not drawn)"),
        Some(left_out) => format!("{words}, the newest ({left_out} more are not drawn)"),
    };
    // In the order in which they came, so that they keep their places from step to step.
    for &(id, cutpoint, label) in others[..others.len().min(most)].iter().rev() {
        let first = out.regions.len();
        out.add(Kind::Reached, name(id), words.clone(), label.formula);
        out.only_at(opened, cutpoint as usize, first);
    }
    let first = out.regions.len();
    let Some((node, place)) = node.map(|node| (node, &arg.nodes[node])) else { return };
    let Some(label) = place.label else { return };
    let kind = if has_sides { Kind::Reached } else { Kind::Interpolant };
    match label.origin {
        LabelOrigin::Widened { post } if label.step == step => {
            out.add(Kind::Before, "post", "what arrives, before widening", post);
            out.add(Kind::After, name(node), "the label, after widening", label.formula);
        }
        LabelOrigin::Refined { .. } => {
            // What a question calls the label is the one from before its answer.
            let is_asked =
                history.event(before).and_then(|event| event.query.as_ref()).is_some_and(|query| {
                    query.parts.iter().any(|part| part.name == format!("ψ({})", name(node)))
                });
            let names =
                if is_asked { [name(node), "new".to_owned()] } else { ["before".to_owned(), name(node)] };
            match place.before.filter(|_| label.step == step && !(is_asked && is_veiled)) {
                Some(before) => {
                    let [of_before, of_label] = names;
                    out.add(Kind::Before, of_before, "the label before refinement", before);
                    out.add(kind, of_label, "the label, after refinement", label.formula);
                }
                None => out.add(kind, name(node), "the label, after refinement", label.formula),
            }
        }
        LabelOrigin::Widened { .. } => out.add(kind, name(node), "the label, widened", label.formula),
        LabelOrigin::Post | LabelOrigin::Start => {
            out.add(kind, name(node), "the label: what arrives", label.formula)
        }
    }
    out.only_at(opened, place.cutpoint as usize, first);
}

/// The box of the interval analysis, and when it has just been widened or narrowed the one before.
pub(super) fn boxes(out: &mut Writer<'_>, opened: &Opened, known: &Snapshot<'_>) {
    let first = out.regions.len();
    let analysed = known.event.into_iter().flat_map(|event| &event.changes).find_map(|change| match change {
        Change::Analysed(step) => Some(step),
        _ => None,
    });
    let (Some(analysed), Some(level)) = (analysed, known.intervals.last()) else { return };
    let tracks = level.tracks.iter().filter(|track| track.line == analysed.line);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let mut integers = Vec::new();
    for track in tracks {
        let Some(visit) = track.visits.last() else { continue };
        after.push(within(&track.variable, &visit.after));
        let was = if track.variable == analysed.variable { &visit.arriving } else { &visit.after };
        before.push(within(&track.variable, was));
        integers.push(track.variable.clone());
    }
    let region = |kind, name: &str, words: &str, parts: &[String]| Region {
        kind,
        name: name.into(),
        words: words.into(),
        smt: format!("(and true true {})", parts.join(" ")),
        stamp: String::new(),
        integers: integers.clone(),
    };
    let (sign, words) = match analysed.how {
        AnalysisChange::Joined => ("⊔", "the intervals, joined with what arrives"),
        AnalysisChange::Widened => ("∇", "the intervals, after widening"),
        AnalysisChange::Narrowed => ("△", "the intervals, after narrowing"),
    };
    if analysed.how != AnalysisChange::Joined {
        out.regions.push(region(Kind::Before, "before", "the intervals with what arrives", &before));
    }
    out.regions.push(region(Kind::After, sign, words, &after));
    out.only_at(opened, counter_at(opened, analysed.line, "").unwrap_or(0), first);
}

/// That a variable is in one of these intervals, as a term.
fn within(variable: &str, ranges: &[Range]) -> String {
    let name = sexp::symbol_text(variable);
    let number = |n: &str| n.strip_prefix('-').map_or(n.to_owned(), |size| format!("(- {size})"));
    let one = |range: &Range| {
        let low = range.low.as_ref().map(|low| format!(" (<= {} {name})", number(low))).unwrap_or_default();
        let high =
            range.high.as_ref().map(|high| format!(" (<= {name} {})", number(high))).unwrap_or_default();
        format!("(and true{low}{high})")
    };
    format!("(or false false {})", ranges.iter().map(one).collect::<Vec<_>>().join(" "))
}
