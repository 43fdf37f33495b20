//! Enumerations. Which integer type one is, C leaves to the implementation; it is the one that GCC and Clang choose.

use logic::Int;

use super::Typing;
use super::entity::Entity;
use super::kind::Kind;
use crate::c::syntax::Enumeration;
use crate::c::types::{IntType, Type};

/// The types of enumerations without a negative value, and those of the others.
const NATURAL: &[IntType] = &[IntType::UNSIGNED, IntType::UNSIGNED_LONG];
const SIGNED: &[IntType] = &[IntType::INT, IntType::LONG];
/// The types that a constant has before the type of the enumeration is known.
const FIRST: &[IntType] = &[IntType::INT, IntType::UNSIGNED, IntType::LONG, IntType::UNSIGNED_LONG];

/// The first of the types that holds all the values, else the last.
fn first_that_holds(types: &[IntType], values: &[&Int]) -> Type {
    let found = types.iter().find(|int| values.iter().all(|value| int.holds(value)));
    found.or(types.last()).map_or(Type::INT, |int| Type::Int(*int))
}

impl<'a> Typing<'a, '_> {
    /// The type of an enumeration, whose constants are entered if they stand here; none if they stand nowhere before.
    ///
    /// It is `unsigned` if no constant is negative, else `int`; with values that this type does not hold it is `unsigned long` or
    /// `long`. A constant is an `int` if it fits, else of the type of the enumeration.
    pub(super) fn enumeration(&mut self, found: &Enumeration<'a>) -> Option<Type> {
        let Some(constants) = &found.constants else { return self.known_enumeration(found) };
        let mut next = Int::ZERO;
        let mut entered = Vec::new();
        for (name, value) in constants {
            if let Some(value) = value {
                next = self.constant(value, "this value of an enumeration").unwrap_or(next);
            }
            if self.is_new(*name) {
                self.enter(*name, Entity::Constant(next.clone(), first_that_holds(FIRST, &[&next])));
                entered.push((*name, next.clone()));
            }
            next += &Int::ONE;
        }
        let types = if entered.iter().any(|(_, value)| value.is_negative()) { SIGNED } else { NATURAL };
        let values: Vec<&Int> = entered.iter().map(|(_, value)| value).collect();
        let ty = first_that_holds(types, &values);
        for (name, value) in entered {
            if !IntType::INT.holds(&value) {
                self.enter(name, Entity::Constant(value, ty));
            }
        }
        if let (Some(tag), Some(scope)) = (found.tag, self.tags.last_mut()) {
            scope.insert(tag.text, Kind::Scalar(ty));
        }
        Some(ty)
    }

    /// The type of an enumeration whose constants stand before.
    pub(super) fn known_enumeration(&self, found: &Enumeration<'a>) -> Option<Type> {
        let tag = found.tag?;
        match self.tags.iter().rev().find_map(|scope| scope.get(tag.text)) {
            Some(Kind::Scalar(ty)) if found.constants.is_none() => Some(*ty),
            _ => None,
        }
    }
}
