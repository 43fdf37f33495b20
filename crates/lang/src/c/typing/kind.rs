//! The types of variables: numbers, arrays and structures of numbers, pointers to these, and what is not supported.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Typing;
use super::entity::Unsupported;
use super::operator::has_effect;
use crate::c::ast::MAX_CELLS;
use crate::c::syntax::{Aggregate, Declarator, Expr, Shape};
use crate::c::types::Type;
use crate::diagnostic::Code;

/// The type of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Scalar(Type),
    /// An array; without a number where none is written.
    Array(Rc<Kind>, Option<u64>),
    Struct(Rc<Structure>),
    Pointer(Rc<Kind>),
    Unsupported(Unsupported),
}

/// A structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Structure {
    /// Structures with different numbers are different types.
    pub id: usize,
    pub members: Vec<(String, Kind)>,
}

/// More elements are too many whatever is done with them.
const MAX_ELEMENTS: u64 = 1 << 31;

impl Kind {
    /// How many cells it has; what is not followed has none.
    pub(super) fn cells(&self) -> u64 {
        match self {
            Kind::Scalar(_) => 1,
            Kind::Array(element, count) => element.cells().saturating_mul(count.unwrap_or(0)),
            Kind::Struct(structure) => {
                structure.members.iter().fold(0, |sum, (_, kind)| kind.cells().saturating_add(sum))
            }
            Kind::Pointer(_) | Kind::Unsupported(_) => 0,
        }
    }

    /// The types of the cells with their names behind that of the whole.
    pub(super) fn paths(&self) -> Vec<(String, Type)> {
        let mut paths = Vec::new();
        if self.cells() <= MAX_CELLS {
            self.collect(String::new(), &mut paths);
        }
        paths
    }

    fn collect(&self, path: String, paths: &mut Vec<(String, Type)>) {
        match self {
            Kind::Scalar(ty) => paths.push((path, *ty)),
            Kind::Array(element, count) if element.cells() > 0 => {
                for at in 0..count.unwrap_or(0) {
                    element.collect(format!("{path}[{at}]"), paths);
                }
            }
            Kind::Struct(structure) => {
                for (name, kind) in &structure.members {
                    kind.collect(format!("{path}.{name}"), paths);
                }
            }
            Kind::Array(..) | Kind::Pointer(_) | Kind::Unsupported(_) => {}
        }
    }

    /// Its size and alignment in bytes, as a machine of 64 binary digits has them.
    pub(super) fn layout(&self) -> Option<(u64, u64)> {
        Some(match self {
            Kind::Scalar(Type::Int(int)) => (u64::from(int.bits / 8), u64::from(int.bits / 8)),
            Kind::Scalar(Type::Bool | Type::Void) => (1, 1),
            Kind::Pointer(_) => (8, 8),
            Kind::Array(element, count) => {
                let (size, alignment) = element.layout()?;
                (size.checked_mul((*count)?)?, alignment)
            }
            Kind::Struct(structure) => {
                let (mut end, mut alignment) = (0u64, 1);
                for (_, kind) in &structure.members {
                    let (size, own) = kind.layout()?;
                    end = end.next_multiple_of(own).checked_add(size)?;
                    alignment = alignment.max(own);
                }
                (end.next_multiple_of(alignment), alignment)
            }
            Kind::Unsupported(_) => return None,
        })
    }

    /// Why something of this kind is refused where it is needed.
    pub(super) fn refused(&self) -> Unsupported {
        let mut part = self;
        while let Kind::Array(element, _) = part {
            part = element;
        }
        match (self, part) {
            (Kind::Pointer(_), _) => Unsupported::Pointer,
            (_, Kind::Pointer(_)) => Unsupported::Pointers,
            _ => self.unsupported().unwrap_or(Unsupported::Aggregate),
        }
    }

    /// A part that is not supported.
    pub(super) fn unsupported(&self) -> Option<Unsupported> {
        match self {
            Kind::Unsupported(what) => Some(*what),
            Kind::Array(element, _) => element.unsupported(),
            _ => None,
        }
    }
}

impl<'a> Typing<'a, '_> {
    /// The type of a declarator, functions apart; none if an error has been reported.
    pub(super) fn kind(&mut self, base: Kind, declarator: &Declarator<'a>) -> Option<Kind> {
        if declarator.is_odd {
            return Some(self.odd_kind(base, declarator));
        }
        let mut kind = base;
        for _ in 0..declarator.stars.min(8) {
            kind = Kind::Pointer(Rc::new(kind));
        }
        for dimension in declarator.dimensions.iter().rev() {
            kind = match dimension {
                None => Kind::Array(Rc::new(kind), None),
                Some(count) => match self.dimension(count)? {
                    Some(count) => Kind::Array(Rc::new(kind), Some(count)),
                    // Its own memory, of any size.
                    None => Kind::Array(Rc::new(Kind::Unsupported(Unsupported::Array)), None),
                },
            };
        }
        Some(kind)
    }

    /// `int (*p)[3]` is a pointer to rows; anything else in parentheses is not supported.
    fn odd_kind(&mut self, base: Kind, declarator: &Declarator<'a>) -> Kind {
        if let (Shape::Pointer, [Some(count)], 1) =
            (&declarator.shape, declarator.dimensions.as_slice(), declarator.stars)
            && let Some(Some(count)) = self.dimension(count)
        {
            return Kind::Pointer(Rc::new(Kind::Array(Rc::new(base), Some(count))));
        }
        Kind::Unsupported(Unsupported::Pointer)
    }

    /// A number of elements; `Some(None)` if it is not constant, none if an error has been reported.
    fn dimension(&mut self, count: &Expr<'a>) -> Option<Option<u64>> {
        let typed = self.value(count)?;
        if has_effect(&typed) {
            let help = "write the effect as a statement of its own";
            self.error(Code::ArrayUnsupported, count.span, "a number of elements with an effect", help);
            return None;
        }
        let Some(number) = typed.constant() else { return Some(None) };
        let number = number.to_i64().and_then(|number| u64::try_from(number).ok());
        match number.filter(|number| (1..=MAX_ELEMENTS).contains(number)) {
            Some(number) => Some(Some(number)),
            None => {
                let help = "an array has at least one element, and not more than memory holds";
                self.error(Code::TypeMismatch, count.span, "this is no number of elements", help);
                None
            }
        }
    }

    /// Names and tags that are declared from here on are gone at [`Typing::close_scope`].
    pub(super) fn open_scope(&mut self) {
        self.scopes.push(BTreeMap::new());
        self.tags.push(BTreeMap::new());
    }

    pub(super) fn close_scope(&mut self) {
        self.end_block();
        self.scopes.pop();
        self.tags.pop();
    }

    /// A structure or union, by its members or by its name.
    pub(super) fn aggregate(&mut self, found: &Aggregate<'a>) -> Kind {
        if let Some(members) = &found.members {
            // Its own name means this structure already among its members, and no other one from outside.
            if let (Some(tag), Some(scope)) = (found.tag, self.tags.last_mut()) {
                scope.insert(tag.text, Kind::Unsupported(Unsupported::Aggregate));
            }
            let mut list: Vec<(String, Kind)> = Vec::new();
            for member in members {
                let base = self.resolve(&member.specifiers);
                let Some(base) = base.kind() else { continue };
                if member.declarators.is_empty()
                    && let Kind::Struct(inner) = &base
                {
                    // The members of a structure without a name are members of this one.
                    list.extend(inner.members.iter().cloned());
                }
                for (declarator, _) in &member.declarators {
                    let Some(name) = declarator.name else { continue };
                    let kind = match self.kind(base.clone(), declarator) {
                        Some(Kind::Scalar(Type::Void)) | None => continue,
                        Some(kind) => kind,
                    };
                    if list.iter().any(|(known, _)| known == name.text) {
                        let message = format!("the member `{}` is there twice", name.text);
                        let help = "each member of a structure has its own name";
                        self.error(Code::DuplicateDeclaration, name.span, message, help);
                        continue;
                    }
                    list.push((name.text.to_owned(), kind));
                }
            }
            let kind = if found.is_union {
                Kind::Unsupported(Unsupported::Union)
            } else {
                self.structures += 1;
                Kind::Struct(Rc::new(Structure { id: self.structures, members: list }))
            };
            if let (Some(tag), Some(scope)) = (found.tag, self.tags.last_mut()) {
                scope.insert(tag.text, kind.clone());
            }
            return kind;
        }
        let known = found.tag.and_then(|tag| self.tags.iter().rev().find_map(|scope| scope.get(tag.text)));
        known
            .filter(|kind| !matches!(kind, Kind::Scalar(_)))
            .cloned()
            .unwrap_or(Kind::Unsupported(Unsupported::Aggregate))
    }
}
