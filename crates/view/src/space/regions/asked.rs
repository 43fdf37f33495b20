//! The sets that a question names: the picture shows what is asked about.

use super::{Kind, Region, Writer};
use crate::graph::arg::Arg;
use crate::page::count::counted;
use crate::query::named::{Named, named, stamp};
use trace::{Engine, Growth, Opened, Query};

/// What a named set is, in a few words, and how it is drawn if it is not what the question begins with.
fn words(name: &str, engine: Engine) -> (Kind, String) {
    let letter = name.chars().next().unwrap_or_default();
    let digits = name.chars().filter_map(|c| (c as u32).checked_sub('₀' as u32).filter(|digit| *digit < 10));
    let rounds = counted(digits.fold(0, |all, digit| all * 10 + digit as usize), "round");
    match (engine, letter) {
        (Engine::Pdr, 'F') => (Kind::Reached, format!("states reached within {rounds}, over-approximated")),
        (Engine::Pdr, 'L') => (Kind::After, "the lemma".to_owned()),
        (Engine::Pdr, _) => (Kind::B, "states that must not be in the frame".to_owned()),
        (_, 'F') => (Kind::Reached, format!("states reached after {rounds}, over-approximated")),
        (_, 'B') => (Kind::B, format!("states failing after {rounds}, over-approximated")),
        (_, 'Â') => (Kind::Interpolant, "the interpolant".to_owned()),
        (_, 'G') => (Kind::Reached, "states found so far".to_owned()),
        _ => (Kind::Reached, "asked about".to_owned()),
    }
}

/// Draws the sets that a question names. What is drawn already under such a name stays as it is; other sets of the same kind, which the
/// question says nothing about, go.
pub(super) fn asked(
    out: &mut Writer<'_>,
    (opened, arg): (&Opened, Option<&Arg>),
    query: &Query,
    engine: Engine,
) {
    if engine.growth() == Growth::Squeeze {
        // The candidate is drawn, and what contradicts it is all the rest.
        return;
    }
    let named: Vec<Named<'_>> = named(query, engine).collect();
    if named.is_empty() {
        return;
    }
    let is_beside = |region: &Region| match engine.growth() {
        Growth::Sequences | Growth::Bound => region.kind == Kind::Interpolant,
        Growth::Frames => true,
        Growth::Fronts => region.name.starts_with(['S', 'C', 'P', 'N']),
        Growth::Squeeze | Growth::Graph => false,
    };
    out.regions.retain(|region| !is_beside(region) || named.iter().any(|set| set.name == region.name));
    for (at, set) in named.iter().enumerate() {
        // A frame or an obligation may be another one after the answer.
        if engine.growth() == Growth::Frames {
            out.regions.retain(|region| region.name != set.name);
        }
        if out.regions.iter().any(|region| region.name == set.name) {
            continue;
        }
        let Some(formula) = out.history.formula(set.part.formula) else { continue };
        let Some(stamp) = stamp(formula) else { continue };
        let (kind, words) = words(set.name, engine);
        let kind = if at == 0 && kind == Kind::Reached { Kind::Interpolant } else { kind };
        let mut region = Region::new(kind, set.name, words, &[formula]);
        if set.is_negated {
            region.smt = format!("(not {})", region.smt);
        }
        let first = out.regions.len();
        out.regions.push(Region { stamp, ..region });
        // What joins a label is of the node's loop head.
        let node = set.name.split_once('(').and_then(|(_, node)| node.strip_suffix(')'));
        if let Some((arg, node)) = arg.zip(node)
            && let Some((_, node)) = (0..).zip(&arg.nodes).find(|(id, _)| arg.name(*id) == node)
        {
            out.only_at(opened, node.cutpoint as usize, first);
        }
    }
}
