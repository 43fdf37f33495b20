//! Which points of a frame are in a region: evaluated where every symbol has a value, else a question for the worker. What was found is
//! kept, so that a step evaluates only what is new in it.

use crate::space::frame::{At, Frame};
use crate::space::grid::Grid;
use crate::space::regions::Region;
use logic::{Evaluator, Int, Sort, Terms, Value, Var};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use trace::{Projection, digit};

/// How many grids and formulas are kept.
const KEPT: usize = 300;

/// What is known of a region.
#[derive(Debug, Clone, PartialEq)]
pub enum Members {
    /// Its points.
    Known(Rc<Grid>),
    /// The worker knows; the answer is to be given back under this name.
    Asked(Rc<str>, Projection),
    /// The formula cannot be read.
    Unreadable,
}

/// What was evaluated before.
#[derive(Debug, Default)]
pub struct Memory {
    grids: BTreeMap<Rc<str>, Rc<Grid>>,
    formulas: BTreeMap<String, Option<Formula>>,
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
}

impl Memory {
    /// The points of a region in a frame. `answers` are those of the worker so far, by the names of its questions.
    pub fn members(
        &mut self,
        region: &Region,
        frame: &Frame,
        answers: &BTreeMap<Rc<str>, Vec<String>>,
    ) -> Members {
        let key: Rc<str> = format!("{}|{}|{}", frame.key(), region.stamp, region.smt).into();
        if let Some(grid) = self.grids.get(&key) {
            return Members::Known(grid.clone());
        }
        if self.formulas.len() > KEPT {
            self.formulas.clear();
        }
        if !self.formulas.contains_key(&region.smt) {
            self.formulas.insert(region.smt.clone(), Formula::read(region));
        }
        let Some(Some(formula)) = self.formulas.get_mut(&region.smt) else { return Members::Unreadable };
        let grid = match formula.roles(region, frame) {
            Some(roles) => formula.grid(&roles, frame),
            None => {
                let (columns, rows) = frame.size();
                match answers.get(&key).map(|rows_of| Grid::of_rows(columns, rows, rows_of)) {
                    Some(Some(grid)) => grid,
                    Some(None) => return Members::Unreadable,
                    None => return Members::Asked(key, question(region, frame)),
                }
            }
        };
        let grid = Rc::new(grid);
        if self.grids.len() > KEPT {
            self.grids.clear();
        }
        self.grids.insert(key, grid.clone());
        Members::Known(grid)
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

    /// Where the values of all symbols come from; none if some symbol may have any.
    fn roles(&self, region: &Region, frame: &Frame) -> Option<Vec<Role>> {
        let mut roles = vec![Role::X; self.symbols.iter().map(|(v, _)| v.index() + 1).max().unwrap_or(0)];
        for (v, name) in &self.symbols {
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
                let rest = frame.rest.iter().find(|rest| rest.name == name)?;
                let At::Value(value) = rest.at else { return None };
                Some(Role::Is(if rest.is_boolean {
                    Value::Bool(value != 0)
                } else {
                    Value::Int(Int::from(value))
                }))
            };
            let role = plain(name).or_else(|| {
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
            });
            roles[v.index()] = role?;
        }
        Some(roles)
    }

    fn grid(&mut self, roles: &[Role], frame: &Frame) -> Grid {
        let (columns, rows) = frame.size();
        let point = Cell::new((0_i64, 0_i64));
        let (x, y) = (&frame.x, frame.y.as_ref());
        let of = |is_boolean: bool, value: i64| {
            if is_boolean { Value::Bool(value != 0) } else { Value::Int(Int::from(value)) }
        };
        let value = |v: Var| match &roles[v.index()] {
            Role::X => of(x.is_boolean, point.get().0),
            Role::Y => of(y.is_some_and(|y| y.is_boolean), point.get().1),
            Role::Is(value) => value.clone(),
            Role::Digit(second, at) => {
                let word = if *second { point.get().1 } else { point.get().0 };
                Value::Bool(word >> (*at).min(63) & 1 == 1)
            }
        };
        Grid::of(columns, rows, |column, row| {
            point.set((x.low + column as i64, y.map_or(0, |y| y.low + row as i64)));
            self.evaluator.holds(&value)
        })
    }
}

fn question(region: &Region, frame: &Frame) -> Projection {
    let axis = |axis: &crate::space::frame::Axis| {
        (format!("{}{}", axis.name, region.stamp), axis.low, axis.count() as u32)
    };
    let fixed = frame.rest.iter().filter_map(|rest| match rest.at {
        At::Value(value) => Some((format!("{}{}", rest.name, region.stamp), value.to_string())),
        At::Any => None,
    });
    Projection {
        number: 0,
        smt: region.smt.clone(),
        integers: region.integers.clone(),
        fixed: fixed.collect(),
        axes: std::iter::once(&frame.x).chain(&frame.y).map(axis).collect(),
    }
}
