//! Objects of several cells: arrays, structures, and what pointers point to.
//!
//! Each number in an array or a structure is a variable of its own, a cell; the cells are consecutive. An [`Access`]
//! names one of them by indices. A pointer is represented by the object it points into, which is known statically, and,
//! if it moves, by a variable for its position in that object. So the typed tree has no addresses: inlining determines
//! which object each parameter points to.

use logic::Int;

use super::ast::{CProgram, Expr, ExprKind, Instance, Place};
use crate::ast::{AssertId, Sign, VarId};

/// Most cells of an object that are followed one by one.
pub const MAX_CELLS: u64 = 64;

/// Where the cells of an object begin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Base {
    /// At this variable.
    Place(Place),
    /// Where a parameter points to: an index into [`super::ast::Function::pointers`].
    Pointer(u32),
    /// Nowhere: its contents are not followed, for a reason that the front end knows by this number.
    Lost(u32),
}

/// Cells one behind the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Object {
    /// Where they are counted from.
    pub base: Base,
    /// The first cell.
    pub start: u32,
    /// How many there are; none if the base is a parameter: then they extend to the end of its object.
    pub cells: Option<u32>,
}

/// One cell of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// The object.
    pub object: Object,
    /// Cells from its beginning, those of the indices left out.
    pub offset: u32,
    /// What else is added.
    pub indices: Vec<Index>,
}

/// An index into an array.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Index {
    /// The number.
    pub value: Expr,
    /// How many cells an element has.
    pub stride: u32,
    /// How many elements there are; none if there are as many as the object has.
    pub count: Option<u32>,
    /// Whether it is a pointer's place, which may also be the one behind the last element.
    pub is_place: bool,
    /// The assertion that the index is within the array; none if it always is.
    pub check: Option<AssertId>,
}

/// What a call passes for a parameter that is a pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointerArgument {
    /// Where it points.
    pub object: Object,
    /// Its place there, in elements: the argument itself.
    pub start: Expr,
}

/// A parameter that is a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointerParameter {
    /// The variable for its place in the object.
    pub local: u32,
    /// Whether the function changes it.
    pub moves: bool,
}

/// What a pointer of an instance points to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Target {
    /// The cells; empty if they are not followed.
    pub cells: Vec<VarId>,
    /// How many there are.
    pub count: u32,
}

/// Where an index leads in an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Located {
    /// To this variable.
    Cell(VarId),
    /// Out of the object, by this assertion.
    Outside(AssertId),
    /// That depends.
    Open,
}

impl CProgram {
    /// The cells of an object in an instance, and how many it has, whether or not they are followed.
    pub fn target(&self, instance: usize, object: Object) -> Target {
        target(&self.instances[instance], object)
    }

    /// The value of an expression that does not depend on what happens.
    pub fn constant(&self, instance: usize, expr: &Expr) -> Option<Int> {
        constant(&self.instances[instance], expr)
    }

    /// Where an access leads, if that does not depend on what happens.
    pub fn locate(&self, instance: usize, access: &Access) -> Located {
        let target = self.target(instance, access.object);
        let mut cell = Int::from(i64::from(access.offset));
        let mut is_open = false;
        for index in &access.indices {
            match self.constant(instance, &index.value) {
                Some(value) => match index.check {
                    Some(check) if !index.holds(&value, target.count) => return Located::Outside(check),
                    _ => cell += &(&value * &Int::from(i64::from(index.stride))),
                },
                None => is_open = true,
            }
        }
        let cell = if is_open { None } else { cell.to_i64().and_then(|cell| usize::try_from(cell).ok()) };
        cell.and_then(|cell| target.cells.get(cell)).map_or(Located::Open, |&var| Located::Cell(var))
    }
}

impl Index {
    /// How many elements, or places, there are in an object of so many cells.
    pub fn elements(&self, cells: u32) -> u32 {
        self.count.unwrap_or(cells / self.stride.max(1)) + u32::from(self.is_place)
    }

    /// Whether the number is the index of an element in an object of so many cells.
    pub fn holds(&self, value: &Int, cells: u32) -> bool {
        !value.is_negative() && *value < Int::from(i64::from(self.elements(cells)))
    }
}

/// As [`CProgram::target`], for an instance that is not yet part of a program.
pub(crate) fn target(instance: &Instance, object: Object) -> Target {
    let (start, count) = (object.start as usize, object.cells);
    match object.base {
        Base::Place(place) => {
            let cells = (object.start..object.start + count.unwrap_or(0)).filter_map(|at| match place {
                Place::Global(first) => Some(VarId(first + at)),
                Place::Local(first) => instance.locals.get((first + at) as usize).copied(),
            });
            Target { cells: cells.collect(), count: count.unwrap_or(0) }
        }
        Base::Pointer(pointer) => {
            let Some(whole) = instance.pointers.get(pointer as usize) else {
                return Target { cells: Vec::new(), count: 0 };
            };
            let rest = whole.count.saturating_sub(object.start);
            let count = count.map_or(rest, |count| count.min(rest));
            let end = start + count as usize;
            Target { cells: whole.cells.get(start..end).map(<[VarId]>::to_vec).unwrap_or_default(), count }
        }
        Base::Lost(_) => Target { cells: Vec::new(), count: count.unwrap_or(0) },
    }
}

/// As [`CProgram::constant`].
pub(crate) fn constant(instance: &Instance, expr: &Expr) -> Option<Int> {
    match &expr.kind {
        ExprKind::Const(number) => Some(number.clone()),
        ExprKind::Var(Place::Local(at)) => instance.fixed.get(at).cloned(),
        ExprKind::Sum(parts) => {
            let mut sum = Int::ZERO;
            for (sign, part) in parts {
                let part = constant(instance, part)?;
                match sign {
                    Sign::Plus => sum += &part,
                    Sign::Minus => sum -= &part,
                }
            }
            Some(sum)
        }
        ExprKind::Mul(factor, inner) => Some(factor * &constant(instance, inner)?),
        _ => None,
    }
}
