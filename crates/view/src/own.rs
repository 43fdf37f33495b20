//! What is said of formulas that the user writes: each condition in the program's own variables and numbers, hints that ask the next
//! smaller question and never give the answer, and what of it there is to be drawn.

use crate::query::formula::{WRITTEN_OUT, sign, subscript};
use crate::run::history::History;
use crate::space::regions::{Kind, Region};
use crate::space::trail::{State, Trail, TrailKind};
use trace::{
    Claim, Condition, ConditionKind, ConditionOutcome, Formula, Judgement, Language, Opened, Query, Reach,
    Side, TokKind, Values, Violation, Vocabulary,
};

/// The most pairs and triples of variables that are looked at for an equation between them.
const MOST_TOGETHER: usize = 400;
/// The most states of executions that a hint names.
const NAMED: usize = 5;

/// A condition, told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Whether it holds; none if that was not found out.
    pub good: Option<bool>,
    /// The condition in a few words.
    pub title: &'static str,
    /// The same as a formula.
    pub formula: &'static str,
    /// What was found, in a sentence.
    pub sentence: String,
}

/// The conditions in order.
pub fn told(judgement: &Judgement, opened: &Opened) -> Vec<Told> {
    judgement.conditions.iter().map(|condition| tell(condition, judgement, opened)).collect()
}

/// Whether everything that was asked holds.
pub fn succeeds(judgement: &Judgement) -> bool {
    judgement.problem.is_none()
        && !judgement.conditions.is_empty()
        && judgement.conditions.iter().all(|condition| condition.outcome == ConditionOutcome::Holds)
}

fn tell(condition: &Condition, judgement: &Judgement, opened: &Opened) -> Told {
    let (title, formula) = words(condition.kind);
    let (good, sentence) = match &condition.outcome {
        ConditionOutcome::Holds => (Some(true), holds(condition.kind).to_owned()),
        ConditionOutcome::Unknown(why) => (None, format!("This was not found out: {why}.")),
        ConditionOutcome::Violated(v) => (Some(false), violated(condition.kind, v, judgement, opened)),
    };
    Told { good, title, formula, sentence }
}

/// A condition in a few words, and as a formula.
fn words(kind: ConditionKind) -> (&'static str, &'static str) {
    match kind {
        ConditionKind::Initiation => ("It holds at first", "I(s) ⇒ Inv(s)"),
        ConditionKind::Consecution => ("Each round keeps it", "Inv(s) ∧ T(s, s′) ⇒ Inv(s′)"),
        ConditionKind::Safety => ("It rules out every failure", "Inv(s) ⇒ P(s)"),
        ConditionKind::NoEarlyFailure => {
            ("Nothing fails before the loop", "no assertion fails on the way to the loop")
        }
        ConditionKind::ImpliedByA => ("A implies it", "A ⇒ I"),
        ConditionKind::ContradictsB => ("It contradicts B", "I ∧ B ⇒ ⊥"),
        ConditionKind::SharedVocabulary => {
            ("It speaks of what both share", "symbols of I ⊆ symbols of A ∩ symbols of B")
        }
    }
}

/// What was proved of an invariant, in the same words: the condition that the checker calls by this name, and for programs a sentence.
pub fn proved(name: &str, language: Language) -> (String, &'static str) {
    let (name, of) = match name.strip_suffix(" of the auxiliary invariant") {
        Some(name) => (name, " (the auxiliary invariant)"),
        None => (name, ""),
    };
    let kind = match name {
        "initiation" => ConditionKind::Initiation,
        "consecution" => ConditionKind::Consecution,
        "safety" => ConditionKind::Safety,
        "no failure before the loop" => ConditionKind::NoEarlyFailure,
        _ => return (name.to_owned(), ""),
    };
    let sentence = match language {
        Language::Imp | Language::C => holds(kind),
        Language::Chc | Language::Aiger => "",
    };
    (format!("{}{of}", words(kind).0), sentence)
}

/// What the letters in these conditions mean.
pub fn letters(words: Vocabulary) -> String {
    format!(
        "I(s): s is an initial state. T(s, s′): one {} leads from s to s′. P(s): s cannot {} before the next one.",
        words.round, words.fail
    )
}

fn holds(kind: ConditionKind) -> &'static str {
    match kind {
        ConditionKind::Initiation => "Every state in which control first comes to the loop is in it.",
        ConditionKind::Consecution => "No round leads out of it.",
        ConditionKind::Safety => "From none of its states an assertion fails before the next round.",
        ConditionKind::NoEarlyFailure => "No assertion fails before control comes to the loop.",
        ConditionKind::ImpliedByA => "Wherever A holds, it holds.",
        ConditionKind::ContradictsB => "It and B never hold together.",
        ConditionKind::SharedVocabulary => "Each symbol in it occurs in A and in B.",
    }
}

fn violated(kind: ConditionKind, v: &Violation, judgement: &Judgement, opened: &Opened) -> String {
    let state = |at: usize| v.states.get(at).map(|state| place(state, opened)).unwrap_or_default();
    let false_there = match list(&v.failing) {
        text if text.is_empty() => String::new(),
        text => format!(": {text} is false there"),
    };
    let reached = |what: &str| match v.reach {
        Reach::After(0) => format!(" An execution begins {what}."),
        Reach::After(1) => format!(" An execution is {what} after one round."),
        Reach::After(n) => format!(" An execution is {what} after {n} rounds."),
        Reach::NotSoon | Reach::Unknown => String::new(),
    };
    match kind {
        ConditionKind::Initiation => {
            format!(
                "Control can first come to the loop in {}, where it does not hold{false_there}.",
                state(0)
            )
        }
        ConditionKind::Consecution => format!(
            "One round leads from {}, where it holds, to {}, where it does not{false_there}.{}",
            state(0),
            state(1),
            reached("in the first of these")
        ),
        ConditionKind::Safety => match v.reach {
            Reach::NotSoon | Reach::Unknown => {
                format!("It holds in {}, and from there an assertion fails before the next round.", state(0))
            }
            Reach::After(_) => format!(
                "It holds in {}, and from there an assertion fails.{} So the program fails, and no invariant can prove it.",
                state(0),
                reached("in this state")
            ),
        },
        ConditionKind::NoEarlyFailure => {
            "An assertion can fail before control comes to the loop. No invariant of the loop changes that."
                .into()
        }
        ConditionKind::ImpliedByA => format!("A holds in {}, and your formula does not.", state(0)),
        ConditionKind::ContradictsB => format!("Both B and your formula hold in {}.", state(0)),
        ConditionKind::SharedVocabulary => {
            let names: Vec<String> = v.foreign.iter().map(|name| symbol(name)).collect();
            let read = judgement.formulas.first().map(line).unwrap_or_default();
            let occur = if names.len() == 1 { "does not occur" } else { "do not occur" };
            format!("{} in {read} {occur} on both sides.", names.join(", "))
        }
    }
}

/// A symbol as the page writes it: `x₁`, `x′`.
fn symbol(name: &str) -> String {
    if let Some(name) = name.strip_suffix('\'') {
        return format!("{name}′");
    }
    match name.rsplit_once('@').and_then(|(base, step)| Some((base, step.parse().ok()?))) {
        Some((base, step)) => format!("{base}{}", subscript(step)),
        None => name.to_owned(),
    }
}

fn plain(values: &Values) -> State {
    State {
        name: String::new(),
        values: values.iter().map(|(name, value)| (symbol(name), value.clone())).collect(),
        counter: None,
    }
}

/// A state with where control is, if there are several loops.
fn place((at, values): &(u32, Values), opened: &Opened) -> String {
    let state = plain(values).text();
    match opened.outline.locations.get(*at as usize).filter(|_| opened.outline.locations.len() > 1) {
        Some(location) => format!("{state} at line {}", location.place.line),
        None => state,
    }
}

/// A formula as one line.
pub fn line(formula: &Formula) -> String {
    let written_out = formula.written_out(WRITTEN_OUT);
    let formula = written_out.as_ref().unwrap_or(formula);
    let row = |row: &Vec<trace::Tok>| {
        let tok = |tok: &trace::Tok| match &tok.kind {
            TokKind::Symbol(s) => symbol(&s.to_string()),
            _ => sign(&tok.text),
        };
        row.iter().map(tok).collect::<String>()
    };
    formula.rows.iter().map(row).collect::<Vec<_>>().join(" ∧ ")
}

fn list(formulas: &[Formula]) -> String {
    formulas.iter().map(line).collect::<Vec<_>>().join(" ∧ ")
}

/// Hints at what is to be changed, each a smaller question than the one before.
pub fn hints(judgement: &Judgement, opened: &Opened) -> Vec<String> {
    let first = judgement.conditions.iter().find_map(|condition| match &condition.outcome {
        ConditionOutcome::Violated(v) => Some((condition.kind, &**v)),
        ConditionOutcome::Holds | ConditionOutcome::Unknown(_) => None,
    });
    let Some((kind, v)) = first else { return Vec::new() };
    let at = |n: usize| v.states.get(n).map(|state| place(state, opened)).unwrap_or_default();
    let failing = list(&v.failing);
    let named = |what: &str| if failing.is_empty() { what.to_owned() } else { failing.clone() };
    match kind {
        ConditionKind::Initiation => vec![
            "Which values can the variables have when control comes to the loop for the first time? Try your formula on them.".into(),
            format!("{} is such a state. Which part of your formula is false there?", at(0)),
            format!("It is {}. Must it be true in every state, also in the first? Weaken it, or leave it out.", named("your formula as a whole")),
        ],
        ConditionKind::Consecution if matches!(v.reach, Reach::After(_)) => vec![
            "Run the loop by hand, and try your formula on each state that it passes through.".into(),
            format!("Executions do come to {}. Is the state after it one that your formula should have?", at(0)),
            format!("Yes, since executions come there: {} is too strong. What weaker fact is true in all states that are reached? (Where the assertion itself fails in such a state, the program fails, and there is no invariant.)", named("your formula")),
        ],
        ConditionKind::Consecution => vec![
            format!("Your formula has the state {}. Does an execution ever come to it?", at(0)),
            format!("{} {} What is true in all of these and not in {}?", soon(v), visited(judgement, v, opened), at(0)),
            odd(judgement, v),
        ],
        ConditionKind::Safety if matches!(v.reach, Reach::After(_)) => vec![
            "Look at the state that is named: what does the assertion say in it?".into(),
            format!("Executions come to {}, and there the assertion fails. The fault is in the program, or in what it assumes.", at(0)),
        ],
        ConditionKind::Safety => vec![
            "What has to be true when the loop is left, so that the assertion holds? Does your formula say it?".into(),
            format!(
                "Your formula has {}. Does an execution come to it? {} {} What is true in all of these and not in it?",
                at(0),
                soon(v),
                visited(judgement, v, opened)
            ),
            odd(judgement, v),
        ],
        ConditionKind::NoEarlyFailure => vec!["Run the program by hand up to the loop: which assertion comes first?".into()],
        ConditionKind::ImpliedByA => vec![
            "An interpolant must be true wherever A is. Is it too strong?".into(),
            format!("Look at {}: which part of your formula is false there?", at(0)),
        ],
        ConditionKind::ContradictsB => vec![
            "An interpolant must be false wherever B is true. Is it too weak?".into(),
            format!("Look at {}: what does A know that rules it out?", at(0)),
        ],
        ConditionKind::SharedVocabulary => vec!["Say the same without the symbols that only one side has, or leave it out.".into()],
    }
}

/// Whether an execution comes to the state of a violation, where none is known to.
fn soon(v: &Violation) -> &'static str {
    match v.reach {
        Reach::NotSoon => "No short execution does.",
        Reach::Unknown | Reach::After(_) => "Whether one does was not found out.",
    }
}

/// What is to be known about how a formula was read.
pub fn remarks(judgement: &Judgement, texts: &[String], language: Language) -> Vec<&'static str> {
    let mut all = Vec::new();
    if language == Language::C && texts.iter().any(|text| text.contains(['%', '/']) || text.contains("mod")) {
        all.push("Here % and / round down, as in all formulas on this page: −7 % 2 is 1, and −7 / 2 is −4. In C they round towards 0.");
    }
    if judgement.is_narrowed {
        all.push("An operation of the program was read with what intervals know of its values in executions. From states that no execution comes to, a round may be another one in C.");
    }
    all
}

/// States of executions at the place of the violation.
fn states<'j>(judgement: &'j Judgement, v: &Violation) -> impl Iterator<Item = &'j Values> {
    let at = v.states.first().map_or(0, |(at, _)| *at);
    judgement.reached.iter().filter(move |(place, _)| *place == at).map(|(_, values)| values)
}

fn visited(judgement: &Judgement, v: &Violation, opened: &Opened) -> String {
    let at = v.states.first().map_or(0, |(at, _)| *at);
    let seen: Vec<String> = states(judgement, v).take(NAMED).map(|values| plain(values).text()).collect();
    match seen.len() {
        0 => String::new(),
        _ => {
            let line = opened.outline.locations.get(at as usize).map(|location| location.place.line);
            let place = line.map(|line| format!(" at line {line}")).unwrap_or_default();
            format!("Executions pass through {}{place}.", seen.join(", "))
        }
    }
}

/// Two or three variables between which a linear equation holds in all states that are reached, and not in this one.
fn together<'s>(seen: &[State], here: &'s State) -> Option<Vec<&'s str>> {
    let numbers: Vec<&str> = here.numbers().map(|(name, _)| name).collect();
    let rest = |from: usize| from..numbers.len();
    let pairs = rest(0).flat_map(|i| rest(i + 1).map(move |j| vec![i, j]));
    let triples =
        rest(0).flat_map(|i| rest(i + 1).flat_map(move |j| rest(j + 1).map(move |k| vec![i, j, k])));
    let named = |places: Vec<usize>| places.into_iter().map(|at| numbers[at]).collect::<Vec<_>>();
    pairs.chain(triples).take(MOST_TOGETHER).map(named).find(|names| {
        let point = |state: &State| {
            let mut point = [0; 3];
            for (at, name) in names.iter().enumerate() {
                point[at] = i128::from(state.value(name)?);
            }
            Some(point)
        };
        let Some(points) = seen.iter().map(point).collect::<Option<Vec<_>>>() else { return false };
        let Some(normal) = normal(&points, names.len()) else { return false };
        let on_it = |p: [i128; 3]| dot(normal, difference(p, points[0])) == Some(0);
        let count = points.iter().collect::<std::collections::BTreeSet<_>>().len();
        // So many points could lie there by chance.
        count > names.len()
            && points.iter().all(|&p| on_it(p))
            && point(here).is_some_and(|p| dot(normal, difference(p, points[0])).is_some_and(|d| d != 0))
    })
}

/// The coefficients of the only equation that can hold at all of these points, none of them 0; of two variables the third is left out.
fn normal(points: &[[i128; 3]], variables: usize) -> Option<[i128; 3]> {
    let first = *points.first()?;
    let away = || points.iter().map(|&p| difference(p, first)).filter(|d| *d != [0; 3]);
    let along = away().next()?;
    let normal = match variables {
        2 => [along[1], along[0].checked_neg()?, 0],
        _ => away().filter_map(|other| cross(along, other)).find(|normal| *normal != [0; 3])?,
    };
    normal.iter().take(variables).all(|n| *n != 0).then_some(normal)
}

fn difference(a: [i128; 3], b: [i128; 3]) -> [i128; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [i128; 3], b: [i128; 3]) -> Option<[i128; 3]> {
    let part = |i: usize, j: usize| a[i].checked_mul(b[j])?.checked_sub(a[j].checked_mul(b[i])?);
    Some([part(1, 2)?, part(2, 0)?, part(0, 1)?])
}

fn dot(a: [i128; 3], b: [i128; 3]) -> Option<i128> {
    (0..3).try_fold(0i128, |sum, i| sum.checked_add(a[i].checked_mul(b[i])?))
}

/// What is odd about a state among those that are reached: how the values go together, or else a value of its own.
fn odd(judgement: &Judgement, v: &Violation) -> String {
    let Some((_, here)) = v.states.first() else { return String::new() };
    let state = plain(here);
    let seen: Vec<State> = states(judgement, v).map(plain).collect();
    if let Some(together) = together(&seen, &state) {
        let them = match &together[..] {
            [first, second] => format!("{first} and {second}"),
            all => all.join(", "),
        };
        return format!(
            "In all of these {them} go together in one and the same way, and in {} they do not. How do they go together after each round?",
            state.text()
        );
    }
    for (name, value) in state.numbers() {
        let seen: Vec<i64> = states(judgement, v).filter_map(|values| plain(values).value(name)).collect();
        let (Some(&low), Some(&high)) = (seen.iter().min(), seen.iter().max()) else { continue };
        if value < low {
            return format!(
                "In these states {name} is at least {low}; here it is {value}. Is there a bound, and why?"
            )
            .replace(" -", " −");
        }
        if value > high {
            return format!(
                "In these states {name} is at most {high}; here it is {value}. Is there a bound, and why?"
            )
            .replace(" -", " −");
        }
    }
    "Each value by itself occurs in executions; it is how they go together. Which sum, difference or multiple of the variables stays the same, or within a bound?".into()
}

/// What there is to follow: the violation, if a condition is violated.
pub fn trail(judgement: &Judgement, opened: &Opened) -> Option<Trail> {
    judgement.conditions.iter().find_map(|condition| {
        let ConditionOutcome::Violated(v) = &condition.outcome else { return None };
        let pc = counter(opened);
        let state = |(name, (at, values)): (&str, &(u32, Values))| {
            let bare = |name: &String| name.split(['@', '\'']).next().unwrap_or_default().to_owned();
            let values = values.iter().map(|(name, value)| (bare(name), value.clone())).collect();
            State { name: name.into(), values, counter: pc.map(|pc| (pc.to_owned(), (at + 1).to_string())) }
        };
        let states: Vec<State> = ["s", "s′"].into_iter().zip(&v.states).map(state).collect();
        let kind = if states.len() > 1 { TrailKind::Induction } else { TrailKind::Model };
        (!states.is_empty()).then(|| Trail {
            kind,
            states,
            words: violated(condition.kind, v, judgement, opened),
        })
    })
}

/// The program counter, where there are several locations.
pub(crate) fn counter(opened: &Opened) -> Option<&str> {
    let known = |name: &&str| opened.variables.iter().any(|v| v.name == *name);
    ["pc", "block", "pc#"].into_iter().find(known).filter(|_| opened.outline.locations.len() > 1)
}

/// The formula as a region: of an invariant in several loops that of the location at which control is.
pub fn region(judgement: &Judgement, opened: &Opened) -> Option<Region> {
    let mut region = Region::plain(Kind::Interpolant, judgement.formulas.first()?);
    if let Some(pc) = counter(opened) {
        let mut smt = "(or false".to_owned();
        for (at, formula) in (1..).zip(&judgement.formulas) {
            smt += &format!(" (and (= {pc} {at}) {})", formula.smt);
            region.integers.extend(Region::plain(Kind::Interpolant, formula).integers);
        }
        region.smt = smt + ")";
        region.integers.push(pc.into());
    }
    // An interpolant speaks of one copy of the variables.
    let stamp = |name: &String| name.find(['@', '\'']).map_or("", |at| &name[at..]).to_owned();
    region.stamp = region.integers.first().map(stamp).unwrap_or_default();
    Some(Region { name: "yours".into(), words: "the formula that you wrote".into(), ..region })
}

/// The claim that a formula is the interpolant of a query; none if the query has no sides.
pub fn claim(history: &History, query: &Query, text: &str) -> Option<Claim> {
    let mut integers: Vec<String> = Vec::new();
    let mut sides = [Vec::new(), Vec::new()];
    for part in &query.parts {
        let side = match part.side {
            Side::A => &mut sides[0],
            Side::B => &mut sides[1],
            Side::Neither => continue,
        };
        let region = Region::plain(Kind::A, history.formula(part.formula)?);
        side.push(region.smt);
        integers.extend(region.integers);
    }
    logic::order::sort(&mut integers);
    integers.dedup();
    sides.iter().all(|side| !side.is_empty()).then(|| Claim::Interpolant {
        sides,
        integers,
        text: text.into(),
    })
}

/// What there is to be drawn of a formula of the user's.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    /// The formula as a region, if it could be read.
    pub region: Option<Region>,
    /// The violation.
    pub trail: Option<Trail>,
    /// Whether nothing of the step is drawn beside it but initial and failing states.
    pub is_alone: bool,
}

impl Drawn {
    /// What there is to be drawn of an invariant, or of an interpolant beside what the step shows.
    pub fn of(judgement: &Judgement, opened: &Opened, is_alone: bool) -> Drawn {
        Drawn { region: region(judgement, opened), trail: trail(judgement, opened), is_alone }
    }
}
