//! Time frames: an unrolled query as a table. Its columns are the states of a path and the transitions between them; what is asked of a
//! state stands in the state's column without subscripts, and a transition is written as what each variable becomes, branch by branch.

mod content;

use super::formula::{Palette, Span, conjuncts, disjuncts, span};
use super::moment::{Moment, is_earlier, plain_name};
use super::path::Path;
use content::Place;
pub use content::{Alternative, Content, Line};
use logic::order::{self, CollectOrdered};
use std::collections::{BTreeMap, BTreeSet};
use trace::{Answer, Engine, Formula, Opened, Query, Side, Symbol, Tok, TokKind};

/// The most moments of a path that are shown.
const MOMENTS: u32 = 120;

/// A query in time frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frames {
    /// States at even places, transitions between them.
    pub columns: Vec<Column>,
    /// What is asked; the rows after the first are the branches of what reaches over several columns.
    pub rows: Vec<FrameRow>,
    /// The line between A and B; none if they are not on two sides of a line.
    pub cut: Option<Cut>,
    /// The parts of formulas that have names of their own.
    pub definitions: Vec<(String, Vec<Span>)>,
}

/// The line between A and B.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// The column before which it is drawn.
    pub column: usize,
    /// Whether A is before it in time, and so on the left.
    pub is_a_first: bool,
}

/// A state, or the transition from the state before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What the state is called; of a transition, the state that it begins with.
    pub state: String,
    /// Whether it is a transition.
    pub is_transition: bool,
    /// What the model says here: name, value, and whether the value differs from the one before.
    pub values: Vec<(String, String, bool)>,
}

/// A row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameRow {
    /// How deep the row is in branches of branches; 0 for what holds in any case.
    pub depth: usize,
    /// Whether it is a further branch, an `or`, rather than the first of its branches.
    pub is_further: bool,
    /// What stands in the columns, from left to right; several in a column stand one above the other.
    pub blocks: Vec<Block>,
}

/// What a conjunct of the query asks in one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The conjunct's place among the parts of the query.
    pub part: usize,
    /// The first of the columns it stands in.
    pub column: usize,
    /// How many columns it stands in.
    pub width: usize,
    /// Whether it is the transition before it once more.
    pub is_again: bool,
    /// What it says.
    pub content: Content,
}

/// The query in time frames; none if it is about a single state, about too many, or about paths of several lengths to the present state,
/// whose states have no one place in time.
pub fn frames<'f>(
    query: &Query,
    (opened, engine): (&Opened, Engine),
    formula: impl Fn(u32) -> Option<&'f Formula>,
) -> Option<Frames> {
    if query.parts.len() > 3 * MOMENTS as usize {
        return None;
    }
    let formulas: Vec<&Formula> =
        query.parts.iter().map(|part| formula(part.formula)).collect::<Option<_>>()?;
    let times = Times::of(&formulas)?;
    let count = 2 * (times.last - times.first) as usize + 1;
    let column = |place: usize| Column {
        state: times.name(times.first + place as u32 / 2),
        is_transition: place % 2 == 1,
        values: Vec::new(),
    };
    let palettes = query.parts.iter().map(|part| Palette::of(part.side, &query.shared)).collect();
    let mut table = Table { times: &times, palettes, rows: vec![row(0, false)] };
    for (part, formula) in formulas.iter().enumerate() {
        let asked: Vec<&[Tok]> = match &formula.rows[..] {
            [one] => conjuncts(one),
            rows => rows.iter().map(Vec::as_slice).collect(),
        };
        table.place(part, &asked, 0, 0);
    }
    let mut rows = table.rows;
    if times.has_present
        && times.is_numbered
        && rows.iter().flat_map(|row| &row.blocks).any(|block| block.width > 1)
    {
        return None;
    }
    rows.iter_mut()
        .for_each(|row| order::sort_by(&mut row.blocks, |a, b| (a.column, a.part).cmp(&(b.column, b.part))));
    once_more(&mut rows[0].blocks);
    let cut = cut(query, &rows, &times);
    let definitions = formulas.iter().flat_map(|formula| &formula.definitions);
    let mut columns: Vec<Column> = (0..count).map(column).collect();
    if let Answer::Sat { model, .. } = &query.answer {
        let path = Path::of(model, opened, engine);
        let is_state = |symbol: &Symbol| {
            path.as_ref().is_none_or(|path| path.has(Moment::of(symbol, times.has_present)))
        };
        let known = model.iter().filter(|row| is_state(&row.symbol));
        times.fill(&mut columns, known.map(|row| (&row.symbol, row.value.as_str())));
    }
    let mut all: Vec<(String, Vec<Span>)> = Vec::new();
    for (name, toks) in definitions {
        let definition = (name.clone(), toks.iter().map(|tok| span(tok, &Palette::plain())).collect());
        if !all.contains(&definition) {
            all.push(definition);
        }
    }
    Some(Frames { columns, rows, cut, definitions: all })
}

fn row(depth: usize, is_further: bool) -> FrameRow {
    FrameRow { depth, is_further, blocks: Vec::new() }
}

/// The moments that symbols stand for.
struct Times<'f> {
    /// The moment of plain symbols, in rounds after the earliest copy on a path to them.
    offset: u32,
    /// Whether any symbol has a number, rather than none or a prime.
    is_numbered: bool,
    /// Whether there is a present state, rather than a path from the first one.
    has_present: bool,
    first: u32,
    last: u32,
    definitions: BTreeMap<&'f str, BTreeSet<u32>>,
    /// Of each name where it first stands in the query.
    places: BTreeMap<&'f str, usize>,
}

impl<'f> Times<'f> {
    fn of(formulas: &[&'f Formula]) -> Option<Self> {
        let toks = |formula: &&'f Formula| {
            let definitions = formula.definitions.iter().flat_map(|(_, toks)| toks);
            formula.rows.iter().flatten().chain(definitions)
        };
        let symbols = || {
            formulas.iter().flat_map(toks).filter_map(|tok| match &tok.kind {
                TokKind::Symbol(symbol) => Some(symbol),
                _ => None,
            })
        };
        let earlier = symbols().filter(|symbol| is_earlier(symbol)).filter_map(|symbol| symbol.step);
        let mut times = Times {
            offset: earlier.max().map_or(0, |step| step + 1),
            has_present: Moment::has_present(symbols()),
            is_numbered: symbols().any(|symbol| symbol.step.is_some()),
            first: u32::MAX,
            last: 0,
            definitions: BTreeMap::new(),
            places: BTreeMap::new(),
        };
        for (place, symbol) in symbols().enumerate() {
            times.places.entry(plain_name(symbol)).or_insert(place);
        }
        let moments: BTreeSet<u32> = symbols().map(|symbol| times.moment(symbol)).collect_set();
        (times.first, times.last) = (*moments.first()?, *moments.last()?);
        for (name, toks) in formulas.iter().flat_map(|formula| &formula.definitions) {
            let moments = times.moments(toks);
            times.definitions.entry(name).or_default().extend(moments);
        }
        (times.first < times.last && times.last - times.first <= MOMENTS).then_some(times)
    }

    /// What the state at a moment is called, as in the table of a model.
    fn name(&self, moment: u32) -> String {
        let state = match moment.checked_sub(self.offset) {
            _ if !self.has_present => Moment::Along(moment),
            None => Moment::Before(moment),
            Some(0) => Moment::Present,
            Some(_) if !self.is_numbered => Moment::Next,
            Some(after) => Moment::After(after),
        };
        format!("state {}", state.label(self.offset))
    }

    /// A copy on the path to the present state has its own number, the present state and what follows come after those.
    fn moment(&self, symbol: &Symbol) -> u32 {
        match symbol.step {
            Some(step) if is_earlier(symbol) => step,
            Some(step) => self.offset + step,
            None => self.offset + u32::from(symbol.primed),
        }
    }

    fn moments(&self, toks: &[Tok]) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        for tok in toks {
            match &tok.kind {
                TokKind::Symbol(symbol) => found.extend([self.moment(symbol)]),
                TokKind::Definition => {
                    found.extend(self.definitions.get(tok.text.as_str()).into_iter().flatten())
                }
                _ => {}
            }
        }
        found
    }

    /// The columns of what is asked: a state's, a transition's, or all from the first to the last.
    fn columns(&self, toks: &[Tok]) -> (usize, usize) {
        let moments = self.moments(toks);
        let place = |moment: Option<&u32>| 2 * (moment.copied().unwrap_or(self.first) - self.first) as usize;
        let (first, last) = (place(moments.first()), place(moments.last()));
        if last == first + 2 { (first + 1, 1) } else { (first, last - first + 1) }
    }

    /// Writes the values of a model into the columns.
    fn fill<'m>(&self, columns: &mut [Column], model: impl Iterator<Item = (&'m Symbol, &'m str)>) {
        let mut states: BTreeMap<usize, Vec<(String, String)>> = BTreeMap::new();
        for (symbol, value) in model {
            let moment = self.moment(symbol);
            if moment < self.first || moment > self.last {
                continue;
            }
            // What is no variable is chosen or joined on the way to the next state.
            let on_the_way = symbol.name.contains('#') && moment < self.last;
            let place = 2 * (moment - self.first) as usize + usize::from(on_the_way);
            let name = plain_name(symbol).to_owned();
            states.entry(place).or_default().push((name, value.to_owned()));
        }
        for (place, mut values) in states {
            order::sort_by_key(&mut values, |(name, _)| {
                (name.contains('#'), self.places.get(name.as_str()).copied())
            });
            let is_new = |name: &str, value: &str| {
                let before = place.checked_sub(2).map(|before| &columns[before].values);
                let old = before.into_iter().flatten().find(|(other, ..)| other == name);
                place % 2 == 0 && old.is_some_and(|(_, old, _)| old != value)
            };
            let all = values.into_iter().map(|(name, value)| {
                let changed = is_new(&name, &value);
                (name, value, changed)
            });
            columns[place].values = all.collect();
        }
    }
}

/// The table while it is filled.
struct Table<'t> {
    times: &'t Times<'t>,
    /// The colours of symbols in each part.
    palettes: Vec<Palette>,
    rows: Vec<FrameRow>,
}

impl Table<'_> {
    /// Puts conjuncts of a part into a row, and branches that reach over several columns into rows of their own.
    fn place(&mut self, part: usize, asked: &[&[Tok]], at: usize, depth: usize) {
        let together: Vec<Tok> = asked.concat();
        let whole = self.times.columns(&together);
        let mut columns: BTreeMap<(usize, usize), Vec<&[Tok]>> = BTreeMap::new();
        let mut wide = Vec::new();
        for conjunct in asked {
            // What is about one transition stays together, what its first state must be like included.
            let place = if whole.1 == 1 { whole } else { self.times.columns(conjunct) };
            match place {
                (_, 1) => columns.entry(place).or_default().push(conjunct),
                _ => wide.push((place, *conjunct)),
            }
        }
        for ((column, width), conjuncts) in columns {
            self.block(part, (column, width), &conjuncts, at);
        }
        for (place, conjunct) in wide {
            match &disjuncts(conjunct)[..] {
                [one] => {
                    self.rows.push(row(depth, false));
                    self.block(part, place, &[one], self.rows.len() - 1);
                }
                branches => {
                    for (i, branch) in branches.iter().enumerate() {
                        self.rows.push(row(depth + 1, i > 0));
                        let at = self.rows.len() - 1;
                        self.place(part, &conjuncts(branch), at, depth + 1);
                    }
                }
            }
        }
    }

    fn block(&mut self, part: usize, (column, width): (usize, usize), asked: &[&[Tok]], at: usize) {
        let place = Place {
            moment: self.times.first + column as u32 / 2,
            is_transition: column % 2 == 1 && width == 1,
            moment_of: &|symbol| self.times.moment(symbol),
            palette: &self.palettes[part],
        };
        let content = place.content(asked);
        self.rows[at].blocks.push(Block { part, column, width, is_again: false, content });
    }
}

/// Marks transitions that say what the one before said.
fn once_more(blocks: &mut [Block]) {
    let alone = |blocks: &[Block], column: usize| {
        let mut there = blocks.iter().filter(|block| block.column == column);
        there.next().filter(|_| there.next().is_none()).cloned()
    };
    let found: Vec<usize> = (0..blocks.len())
        .filter(|&at| {
            let column = blocks[at].column;
            let before = column.checked_sub(2).and_then(|before| alone(blocks, before));
            column % 2 == 1
                && before.is_some_and(|before| before.content.reads_like(&blocks[at].content))
                && alone(blocks, column).is_some()
        })
        .collect();
    found.into_iter().for_each(|at| blocks[at].is_again = true);
}

/// Where the line between A and B is: before the state of the shared symbols, if that lies between them.
fn cut(query: &Query, rows: &[FrameRow], times: &Times<'_>) -> Option<Cut> {
    let ends = |side: Side| {
        let blocks =
            rows.iter().flat_map(|row| &row.blocks).filter(|block| query.parts[block.part].side == side);
        let (from, to): (Vec<usize>, Vec<usize>) =
            blocks.map(|block| (block.column, block.column + block.width)).unzip();
        Some((*from.iter().min()?, *to.iter().max()?))
    };
    let ((a, a_end), (b, b_end)) = (ends(Side::A)?, ends(Side::B)?);
    let is_a_first = a_end <= b;
    let (end, begin) = if is_a_first { (a_end, b) } else { (b_end, a) };
    let shared: BTreeSet<u32> = query.shared.iter().map(|symbol| times.moment(symbol)).collect_set();
    let state = shared
        .first()
        .filter(|_| shared.len() == 1)
        .map(|&moment| 2 * (moment.saturating_sub(times.first)) as usize);
    let column = state.filter(|state| (end..=begin).contains(state)).unwrap_or(begin);
    (end <= begin).then_some(Cut { column, is_a_first })
}
