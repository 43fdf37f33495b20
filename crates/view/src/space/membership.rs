//! Which points of a frame are in a region: evaluated where every symbol has a value, else a question for the worker. What was found is
//! kept, so that a step evaluates only what is new in it.

use crate::space::frame::{At, Axis, Frame};
use crate::space::grid::Grid;
use crate::space::regions::Region;
use logic::{Evaluator, Int, Sort, Terms, Value, Var};
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::{Projection, digit, factors};

/// How many grids and formulas are kept, few enough to be gone through one after the other.
const KEPT: usize = 300;
/// How many characters the names of kept grids may have together.
const NAMES: usize = 4_000_000;
/// To how many parts of a formula it comes to find a variable by its name.
const NAME: usize = 20;
/// How many parts of a formula may be computed for one grid: well under a second in a browser.
const MOST: usize = 6_000_000;

/// What is known of a region.
#[derive(Debug, Clone, PartialEq)]
pub enum Members {
    /// Its points.
    Known(Rc<Grid>),
    /// The worker knows; the answer is to be given back under this name.
    Asked(Rc<str>, Projection),
    /// The formula cannot be read, or there is too much to compute.
    TooMuch,
}

/// What was evaluated before.
#[derive(Debug, Default)]
pub struct Memory {
    grids: Vec<(Rc<str>, Rc<Grid>)>,
    /// How many characters their names have together.
    named: usize,
    formulas: Vec<(String, Option<Formula>)>,
}

#[derive(Debug)]
struct Formula {
    evaluator: Evaluator,
    /// Its symbols, by position.
    symbols: Vec<(Var, String)>,
}

/// Where a symbol's value comes from.
#[derive(Clone)]
enum Role {
    X,
    Y,
    Is(Value),
    /// A digit of what is on an axis.
    Digit(bool, u32),
    /// The product of these.
    Product(Vec<Role>),
    /// It may have any value.
    Any,
}

impl Memory {
    /// The points of a region in a frame. `answers` are those of the worker so far, by the names of its questions.
    pub fn members(
        &mut self,
        region: &Region,
        frame: &Frame,
        answers: &BTreeMap<Rc<str>, Vec<String>>,
    ) -> Members {
        let (columns, rows) = frame.size();
        let Some(formula) = self.formula(region) else { return Members::TooMuch };
        let roles = formula.roles(region, frame);
        let key = formula.key(&roles, region, frame);
        let is_open = roles.iter().any(|role| matches!(role, Role::Any));
        let question = is_open.then(|| formula.question(region, frame));
        if let Some((_, grid)) = self.grids.iter().find(|(known, _)| *known == key) {
            return Members::Known(grid.clone());
        }
        let grid = match (question, self.formula(region)) {
            (Some(question), _) => match answers.get(&key).map(|all| Grid::of_rows(columns, rows, all)) {
                Some(Some(grid)) => grid,
                Some(None) => return Members::TooMuch,
                None => return Members::Asked(key, question),
            },
            (None, Some(formula)) => {
                if formula.fix(&roles) > MOST / (columns * rows).max(1) {
                    return Members::TooMuch;
                }
                Grid::of(columns, rows, |column, row| formula.has(&roles, frame, (column, row)))
            }
            (None, None) => return Members::TooMuch,
        };
        let grid = Rc::new(grid);
        if self.grids.len() > KEPT || self.named > NAMES {
            self.grids.clear();
            self.named = 0;
        }
        self.named += key.len();
        self.grids.push((key, grid.clone()));
        Members::Known(grid)
    }

    /// Whether some point of the frame is in a region, if that can be evaluated; `work` is how many parts of formulas may be computed,
    /// and becomes less; zero when that is not enough.
    pub fn is_anywhere(&mut self, region: &Region, frame: &Frame, work: &mut usize) -> Option<bool> {
        let formula = self.formula(region)?;
        let roles = formula.roles(region, frame);
        if roles.iter().any(|role| matches!(role, Role::Any)) {
            return None;
        }
        let mut take = |amount: usize| {
            *work = work.saturating_sub(amount);
            (*work > 0).then_some(())
        };
        take(formula.evaluator.size() + NAME * (roles.len() + frame.rest.len()))?;
        let cost = formula.fix(&roles).max(1);
        let (columns, rows) = frame.size();
        for row in 0..rows {
            for column in 0..columns {
                take(cost)?;
                if formula.has(&roles, frame, (column, row)) {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// Of each variable that is no axis, whether a region's formula speaks of it.
    pub fn mentioned(&mut self, region: &Region, frame: &Frame) -> Vec<bool> {
        match self.formula(region) {
            Some(formula) => formula.mentioned(region, frame),
            None => vec![false; frame.rest.len()],
        }
    }

    /// A region's formula, read once.
    fn formula(&mut self, region: &Region) -> Option<&mut Formula> {
        if self.formulas.len() > KEPT {
            self.formulas.clear();
        }
        let known = self.formulas.iter().position(|(known, _)| *known == region.smt);
        let place = known.unwrap_or(self.formulas.len());
        if known.is_none() {
            self.formulas.push((region.smt.clone(), Formula::read(region)));
        }
        self.formulas.get_mut(place)?.1.as_mut()
    }
}

impl Formula {
    fn read(region: &Region) -> Option<Formula> {
        let terms = Terms::new();
        let is_integer = |name: &str| region.is_integer(name);
        let term = sexp::formula(&terms, &region.smt, is_integer).ok()?;
        if terms.sort(term) != Sort::Bool {
            return None;
        }
        let symbols = terms.vars(term).into_iter().map(|v| (v, terms.symbol_of(v).name.to_string()));
        Some(Formula { symbols: symbols.collect(), evaluator: Evaluator::new(&terms, term) })
    }

    /// Where the values of the symbols come from, one after the other.
    fn roles(&self, region: &Region, frame: &Frame) -> Vec<Role> {
        let places = frame.places();
        let plain = |name: &str| -> Option<Role> {
            let name = name.strip_suffix(region.stamp.as_str())?;
            // A state's own symbol has no other stamp.
            if name.ends_with('\'') || name.contains('@') {
                return None;
            }
            if name == frame.x.name {
                return Some(Role::X);
            }
            if frame.y.as_ref().is_some_and(|y| y.name == name) {
                return Some(Role::Y);
            }
            let rest = &frame.rest[*places.get(name)?];
            let At::Value(value) = rest.at else { return None };
            Some(Role::Is(valued(rest.is_boolean, value)))
        };
        let role = |name: &str| -> Option<Role> {
            if let Some(factors) = factors(name) {
                return Some(Role::Product(
                    factors.iter().map(|factor| plain(factor)).collect::<Option<_>>()?,
                ));
            }
            plain(name).or_else(|| {
                let (owner, at) = digit(name)?;
                Some(match plain(&owner)? {
                    Role::X => Role::Digit(false, at),
                    Role::Y => Role::Digit(true, at),
                    Role::Is(Value::Int(value)) => {
                        let value: i64 = value.to_string().parse().ok()?;
                        Role::Is(Value::Bool(value >> at.min(63) & 1 == 1))
                    }
                    role => role,
                })
            })
        };
        self.symbols.iter().map(|(_, name)| role(name).unwrap_or(Role::Any)).collect()
    }

    /// A name for the region in the frame: whatever decides which of the points are in it.
    fn key(&self, roles: &[Role], region: &Region, frame: &Frame) -> Rc<str> {
        use std::fmt::Write;
        let mut key = String::new();
        for axis in std::iter::once(&frame.x).chain(&frame.y) {
            let _ = write!(key, "{}:{}:{};", axis.name, axis.low, axis.high);
        }
        for role in roles {
            let _ = match role {
                Role::Is(value) => write!(key, "{value};"),
                Role::Any => write!(key, "*;"),
                // Their names are in the formula.
                Role::X | Role::Y | Role::Digit(..) => Ok(()),
                Role::Product(factors) => write!(key, "{};", fixed(factors)),
            };
        }
        let _ = write!(key, "|{}|{}", region.stamp, region.smt);
        key.into()
    }

    /// Fixes what is no axis; how many parts are to be computed at each point.
    fn fix(&mut self, roles: &[Role]) -> usize {
        let symbols = &self.symbols;
        self.evaluator.fix(&|v| match role_of(symbols, roles, v) {
            Some(Role::Is(value)) => Some(value.clone()),
            _ => None,
        });
        self.evaluator.cost()
    }

    /// Whether a point is in the set, after [`Formula::fix`].
    fn has(&mut self, roles: &[Role], frame: &Frame, (column, row): (usize, usize)) -> bool {
        let (x, y) = (&frame.x, frame.y.as_ref());
        let at = (x.low + column as i64, y.map_or(0, |y| y.low + row as i64));
        let symbols = &self.symbols;
        let value = |v: Var| match role_of(symbols, roles, v) {
            Some(Role::X) => valued(x.is_boolean, at.0),
            Some(Role::Y) => valued(y.is_some_and(|y| y.is_boolean), at.1),
            Some(Role::Product(factors)) => {
                let axes = factors.iter().map(|factor| match factor {
                    Role::X => Int::from(at.0),
                    Role::Y => Int::from(at.1),
                    _ => Int::ONE,
                });
                Value::Int(axes.fold(fixed(factors), |all, factor| &all * &factor))
            }
            Some(Role::Is(value)) => value.clone(),
            Some(Role::Digit(second, place)) => {
                let word = if *second { at.1 } else { at.0 };
                Value::Bool(word >> (*place).min(63) & 1 == 1)
            }
            Some(Role::Any) | None => Value::Bool(false),
        };
        self.evaluator.holds(&value)
    }

    /// Of each variable that is no axis, whether the formula speaks of it in the region's state.
    fn mentioned(&self, region: &Region, frame: &Frame) -> Vec<bool> {
        let places = frame.places();
        let mut found = vec![false; frame.rest.len()];
        for (_, name) in &self.symbols {
            let owner = digit(name).map(|(owner, _)| owner);
            let plain = |name: &str| places.get(name.strip_suffix(region.stamp.as_str())?).copied();
            if let Some(place) = owner.as_deref().and_then(plain).or_else(|| plain(name)) {
                found[place] = true;
            }
            for place in factors(name).iter().flatten().filter_map(|factor| plain(factor)) {
                found[place] = true;
            }
        }
        found
    }

    /// What the worker is asked.
    fn question(&self, region: &Region, frame: &Frame) -> Projection {
        let mentioned = self.mentioned(region, frame);
        let axis = |axis: &Axis| (format!("{}{}", axis.name, region.stamp), axis.low, axis.count() as u32);
        let fixed = frame.rest.iter().zip(mentioned).filter_map(|(rest, is_mentioned)| match rest.at {
            At::Value(value) if is_mentioned => {
                Some((format!("{}{}", rest.name, region.stamp), value.to_string()))
            }
            _ => None,
        });
        Projection {
            number: 0,
            smt: region.smt.clone(),
            integers: region.integers.clone(),
            fixed: fixed.collect(),
            axes: std::iter::once(&frame.x).chain(&frame.y).map(axis).collect(),
        }
    }
}

/// Where the value of a symbol comes from; the symbols are in order.
fn role_of<'r>(symbols: &[(Var, String)], roles: &'r [Role], v: Var) -> Option<&'r Role> {
    let place = symbols.binary_search_by(|(other, _)| other.cmp(&v)).ok()?;
    roles.get(place)
}

/// The product of the factors that have one value.
fn fixed(factors: &[Role]) -> Int {
    let known = factors.iter().filter_map(|factor| match factor {
        Role::Is(Value::Int(value)) => Some(value),
        _ => None,
    });
    known.fold(Int::ONE, |all, factor| &all * factor)
}

/// A number as a value of a variable.
fn valued(is_boolean: bool, value: i64) -> Value {
    if is_boolean { Value::Bool(value != 0) } else { Value::Int(Int::from(value)) }
}
