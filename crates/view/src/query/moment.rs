//! Which state a symbol of a query is of, and what that state is called: the same in tables of models and in time frames.

use super::formula::subscript;
use trace::Symbol;

/// Marks copies on the path to the present state.
const EARLIER: char = '°';

/// A state of the path that a query is about, in the order of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// After so many rounds, on a path that begins with the first state.
    Along(u32),
    /// After so many rounds of the path to the present state.
    Before(u32),
    /// The present state.
    Present,
    /// The next state of a single transition.
    Next,
    /// So many rounds after the present state.
    After(u32),
}

impl Moment {
    /// Whether a symbol shows that there is a present state, so that numbers count from there.
    pub fn has_present<'s>(mut symbols: impl Iterator<Item = &'s Symbol>) -> bool {
        symbols.any(|symbol| symbol.step.is_none() || is_earlier(symbol))
    }

    /// The state that a symbol is of; `has_present` as [`Moment::has_present`] finds it for the query.
    pub fn of(symbol: &Symbol, has_present: bool) -> Moment {
        match symbol.step {
            Some(step) if is_earlier(symbol) => Moment::Before(step),
            Some(step) if has_present => Moment::After(step),
            Some(step) => Moment::Along(step),
            None if symbol.primed => Moment::Next,
            None => Moment::Present,
        }
    }

    /// What the state is called when the path to the present state has so many rounds.
    pub fn label(self, rounds: u32) -> String {
        match self {
            Moment::Along(step) => format!("s{}", subscript(step)),
            Moment::Before(step) => format!("s − {}", rounds - step),
            Moment::Present | Moment::After(0) => "s".into(),
            Moment::Next => "s′".into(),
            Moment::After(step) => format!("s + {step}"),
        }
    }
}

/// Whether a symbol is of a state on the path to the present one.
pub fn is_earlier(symbol: &Symbol) -> bool {
    symbol.name.ends_with(EARLIER)
}

/// The program's own name of a symbol.
pub fn plain_name(symbol: &Symbol) -> &str {
    symbol.name.trim_end_matches(EARLIER)
}
