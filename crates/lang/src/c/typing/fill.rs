//! Initial values in braces, distributed over the cells of an object.

use super::Typing;
use super::kind::Kind;
use crate::c::ast::MAX_CELLS;
use crate::c::syntax::{self, Designator, ExprKind as Untyped, Initializer};
use crate::c::types::{IntType, Type};
use crate::diagnostic::Code;
use crate::span::Span;

/// What a cell begins with.
#[derive(Clone, Copy)]
pub(super) enum First<'t, 'a> {
    Expr(&'t syntax::Expr<'a>),
    Character(i64),
}

/// The initial values of the cells of an object.
#[derive(Default)]
pub(super) struct Filled<'t, 'a> {
    pub cells: Vec<Option<First<'t, 'a>>>,
    /// Structures that are copied, each to a cell and those behind it.
    pub copies: Vec<(usize, &'t syntax::Expr<'a>)>,
    /// Values of what is not followed.
    pub others: Vec<&'t syntax::Expr<'a>>,
}

type Items<'t, 'a> = &'t [(Vec<Designator<'a>>, Initializer<'a>)];

impl<'a> Typing<'a, '_> {
    /// Distributes an initial value over the cells.
    pub(super) fn filled<'t>(&mut self, kind: &Kind, init: &'t Initializer<'a>) -> Filled<'t, 'a> {
        let cells = usize::try_from(kind.cells().min(MAX_CELLS)).unwrap_or(0);
        let mut filled = Filled { cells: vec![None; cells], ..Filled::default() };
        self.fill(kind, 0, init, &mut filled);
        filled
    }

    fn fill<'t>(&mut self, kind: &Kind, at: usize, init: &'t Initializer<'a>, filled: &mut Filled<'t, 'a>) {
        match (kind, init) {
            (Kind::Scalar(_), Initializer::Expr(expr)) => put(filled, at, First::Expr(expr)),
            (Kind::Scalar(_), Initializer::List(items, span)) => match items.as_slice() {
                [(_, only)] => self.fill(kind, at, only, filled),
                _ => self.too_many(*span),
            },
            (_, Initializer::List(items, _)) if is_string(kind, items) => {
                if let [(_, only)] = items.as_slice() {
                    self.fill(kind, at, only, filled);
                }
            }
            (Kind::Array(..) | Kind::Struct(_), Initializer::List(items, _)) => {
                self.fill_items(kind, at, items, &mut 0, true, filled);
            }
            (Kind::Array(element, count), Initializer::Expr(expr)) => match &expr.kind {
                Untyped::String(parts) if is_character(element) => {
                    let count = usize::try_from(count.unwrap_or(0)).unwrap_or(0);
                    let Some(text) = self.characters(parts, expr.span) else { return };
                    if text.len() > count {
                        self.too_many(expr.span);
                    }
                    for (place, code) in text.into_iter().take(count).enumerate() {
                        put(filled, at + place, First::Character(code));
                    }
                }
                _ => {
                    let help = "the values of an array stand in braces: `{ 1, 2, 3 }`";
                    self.error(Code::TypeMismatch, expr.span, "this is no value of an array", help);
                }
            },
            (Kind::Struct(_), Initializer::Expr(expr)) => {
                if matches!(self.kind_of(expr), Some(Kind::Struct(_)))
                    && self.kind_of(expr).as_ref() == Some(kind)
                {
                    filled.copies.push((at, expr));
                } else {
                    let help = "the values of its members stand in braces: `{ 1, 2 }`";
                    self.error(Code::TypeMismatch, expr.span, "this is no value of the structure", help);
                }
            }
            (Kind::Pointer(_) | Kind::Unsupported(_), init) => others(init, filled),
        }
    }

    fn too_many(&mut self, span: Span) {
        self.error(Code::TypeMismatch, span, "there are more values than places", "leave some out");
    }

    /// Values in braces, from `next` on; a part without braces of its own takes as many values as it has cells.
    fn fill_items<'t>(
        &mut self,
        kind: &Kind,
        at: usize,
        items: Items<'t, 'a>,
        next: &mut usize,
        is_braced: bool,
        filled: &mut Filled<'t, 'a>,
    ) {
        let mut position = 0;
        while let Some((designators, value)) = items.get(*next) {
            if !designators.is_empty() {
                if !is_braced {
                    return;
                }
                *next += 1;
                let Some((chosen, offset, part)) = self.designated(kind, designators) else { return };
                position = chosen + 1;
                self.fill(&part, at + offset, value, filled);
                continue;
            }
            let Some((offset, part)) = part_of(kind, position) else {
                if is_braced {
                    let span = match value {
                        Initializer::Expr(expr) => expr.span,
                        Initializer::List(_, span) => *span,
                    };
                    self.too_many(span);
                    *next = items.len();
                }
                return;
            };
            position += 1;
            match (value, &part) {
                (Initializer::Expr(expr), Kind::Array(..) | Kind::Struct(_))
                    if self.kind_of(expr).as_ref() != Some(&part)
                        && !matches!((&expr.kind, &part), (Untyped::String(_), Kind::Array(element, _)) if is_character(element)) =>
                {
                    self.fill_items(&part, at + offset, items, next, false, filled);
                }
                _ => {
                    *next += 1;
                    self.fill(&part, at + offset, value, filled);
                }
            }
        }
    }

    /// What designators name: the place of the first, the cells before the part, and the part.
    fn designated(&mut self, kind: &Kind, designators: &[Designator<'a>]) -> Option<(usize, usize, Kind)> {
        let (mut first, mut offset, mut kind) = (None, 0, kind.clone());
        for designator in designators {
            let position = match (designator, &kind) {
                (Designator::Member(name), Kind::Struct(structure)) => {
                    let found = structure.members.iter().position(|member| member.0 == name.text);
                    if found.is_none() {
                        let message = format!("this structure has no member `{}`", name.text);
                        let help = "see the definition of the structure";
                        self.error(Code::UndeclaredVariable, name.span, message, help);
                    }
                    found?
                }
                (Designator::Element(index), Kind::Array(_, count)) => {
                    let value = self.constant(index, "the index of this value")?;
                    let value = value.to_i64().and_then(|value| usize::try_from(value).ok());
                    let found = value.filter(|value| (*value as u64) < count.unwrap_or(0));
                    if found.is_none() {
                        let help = "elements are counted from 0";
                        self.error(Code::OutOfRange, index.span, "the array has no such element", help);
                    }
                    found?
                }
                (Designator::Member(name), _) => {
                    let help = "`.x` names a member of a structure";
                    self.error(Code::TypeMismatch, name.span, "this is no structure", help);
                    return None;
                }
                (Designator::Element(index), _) => {
                    let help = "`[1]` names an element of an array";
                    self.error(Code::TypeMismatch, index.span, "this is no array", help);
                    return None;
                }
            };
            let (inner, part) = part_of(&kind, position)?;
            first = first.or(Some(position));
            offset += inner;
            kind = part;
        }
        Some((first?, offset, kind))
    }
}

fn put<'t, 'a>(filled: &mut Filled<'t, 'a>, at: usize, first: First<'t, 'a>) {
    match (filled.cells.get_mut(at), first) {
        (Some(cell), _) => *cell = Some(first),
        (None, First::Expr(expr)) => filled.others.push(expr),
        (None, First::Character(_)) => {}
    }
}

pub(super) fn others<'t, 'a>(init: &'t Initializer<'a>, filled: &mut Filled<'t, 'a>) {
    match init {
        Initializer::Expr(expr) => filled.others.push(expr),
        Initializer::List(items, _) => items.iter().for_each(|(_, init)| others(init, filled)),
    }
}

/// The part at a position, with the cells before it.
fn part_of(kind: &Kind, position: usize) -> Option<(usize, Kind)> {
    match kind {
        Kind::Array(element, count) if (position as u64) < count.unwrap_or(0) => {
            let cells = usize::try_from(element.cells()).ok()?;
            Some((position.checked_mul(cells)?, (**element).clone()))
        }
        Kind::Struct(structure) => {
            let (_, kind) = structure.members.get(position)?;
            let before: u64 = structure.members[..position].iter().map(|member| member.1.cells()).sum();
            Some((usize::try_from(before).ok()?, kind.clone()))
        }
        _ => None,
    }
}

fn is_character(kind: &Kind) -> bool {
    matches!(kind, Kind::Scalar(Type::Int(IntType { bits: 8, .. })))
}

/// Whether values in braces are one string for an array of characters.
fn is_string(kind: &Kind, items: Items<'_, '_>) -> bool {
    let is_text = matches!(items, [(designators, Initializer::Expr(syntax::Expr { kind: Untyped::String(_), .. }))] if designators.is_empty());
    is_text && matches!(kind, Kind::Array(element, _) if is_character(element))
}
