//! Elements, members and what pointers point to: an index chooses among the variables of an object.
//!
//! Where an index is constant, the element is a variable like any other. Otherwise a single edge reads or writes the
//! element that the index selects, after an assertion that the index is in range.

use super::Builder;
use super::expr::constant;
use crate::cfg::{Action, Element, LocationKind, Value};
use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind, Sign};
use lang::c::ast::{Access, Expr, Located};
use lang::{AssertId, Int, Sort, Span, VarId};

/// Where an access leads.
pub(super) enum Found {
    /// To this variable.
    One(VarId),
    /// To one of these, if to any.
    Some(Vec<Element>),
}

impl Builder<'_> {
    /// The value of an expression that does not depend on what happens.
    pub(super) fn constant(&self, expr: &Expr) -> Option<Int> {
        self.program.constant(self.frame.instance, expr)
    }

    /// Evaluates the indices of an access and asserts that they are in range; the `later` operands are evaluated after
    /// the indices.
    pub(super) fn place(
        &mut self,
        access: &Access,
        later: &[&Expr],
        span: Span,
    ) -> (Found, Vec<Option<Exp>>) {
        let indices = self.indices(access, later);
        (self.checked(access, &indices, span), indices)
    }

    /// The values of the indices that are not constant; they are kept while the `later` operands are evaluated.
    fn indices(&mut self, access: &Access, later: &[&Expr]) -> Vec<Option<Exp>> {
        if let Located::Cell(_) = self.program.locate(self.frame.instance, access) {
            return Vec::new();
        }
        let operands: Vec<&Expr> = access.indices.iter().map(|index| &index.value).collect();
        let mut values = Vec::new();
        for (at, operand) in operands.iter().enumerate() {
            if self.constant(operand).is_some() {
                values.push(None);
                continue;
            }
            let value = self.exp(operand);
            let others: Vec<&Expr> = operands[at + 1..].iter().chain(later).copied().collect();
            values.push(Some(self.kept(value, &others)));
        }
        values
    }

    /// The elements that an access may refer to, after the assertions that its indices are in range.
    fn checked(&mut self, access: &Access, indices: &[Option<Exp>], span: Span) -> Found {
        let instance = self.frame.instance;
        match self.program.locate(instance, access) {
            Located::Cell(var) => return Found::One(var),
            Located::Outside(check) => {
                self.fail(check, span);
                return Found::Some(Vec::new());
            }
            Located::Open => {}
        }
        let target = self.program.target(instance, access.object);
        // Where in the object, under which condition.
        let mut ways: Vec<(u64, Vec<Bexp>)> = vec![(u64::from(access.offset), Vec::new())];
        for (index, value) in access.indices.iter().zip(indices) {
            let stride = u64::from(index.stride);
            let count = index.elements(target.count);
            let Some(value) = value else {
                let known = self.constant(&index.value).and_then(|known| known.to_i64());
                let known = known.and_then(|known| u64::try_from(known).ok()).unwrap_or(0);
                ways.iter_mut().for_each(|way| way.0 += known * stride);
                continue;
            };
            if let Some(check) = index.check {
                if index.is_place {
                    // Most pointers surely stay where they may.
                    self.checks.insert(check);
                }
                self.within(value, count, check, span);
            }
            // What is not followed may have any number of elements.
            let count = if target.cells.is_empty() { 0 } else { count };
            let one = |(at, conds): &(u64, Vec<Bexp>), number: u32| {
                let cond = compare(Comparison::Equal, value, i64::from(number), span);
                let conds = conds.iter().cloned().chain([cond]).collect();
                (at + u64::from(number) * stride, conds)
            };
            ways = ways.iter().flat_map(|way| (0..count).map(|number| one(way, number))).collect();
        }
        let element = |(at, mut conds): (u64, Vec<Bexp>)| {
            let var = *target.cells.get(usize::try_from(at).ok()?)?;
            let chosen = match conds.len() {
                1 => conds.pop()?,
                _ => Bexp { span, kind: BexpKind::And(conds) },
            };
            Some(Element { chosen, var })
        };
        Found::Some(ways.into_iter().filter_map(element).collect())
    }

    /// Asserts that a number is the index of one of `count` elements.
    fn within(&mut self, value: &Exp, count: u32, check: AssertId, span: Span) {
        let Some(from) = self.at else { return };
        let low = compare(Comparison::GreaterEqual, value, 0, span);
        let high = compare(Comparison::Less, value, i64::from(count), span);
        let holds = Bexp { span, kind: BexpKind::And(vec![low, high]) };
        let next = self.cfg.node(LocationKind::Plain, span);
        self.cfg.edge(from, next, Action::Guard(holds.clone(), true), span, None);
        self.cfg.edge(from, crate::cfg::Cfg::ERROR, Action::Guard(holds, false), span, Some(check));
        self.at = Some(next);
    }

    /// The value of a cell.
    pub(super) fn load(&mut self, access: &Access, span: Span) -> Value {
        let (found, _) = self.place(access, &[], span);
        match found {
            Found::One(var) => self.value_of(var, span),
            Found::Some(elements) => {
                // After an assertion that fails surely, nobody comes here.
                let Some(first) = elements.first() else { return Value::Int(constant(span, Int::ZERO)) };
                let sort = self.sort(first.var);
                let temp = self.value_temp(sort);
                self.step(Action::Read(temp, sort, elements), span);
                self.value_of(temp, span)
            }
        }
    }

    fn value_of(&self, var: VarId, span: Span) -> Value {
        match self.sort(var) {
            Sort::Bool => Value::Bool(Bexp { span, kind: BexpKind::Var(var) }),
            Sort::Int => Value::Int(Exp { span, kind: ExpKind::Var(var) }),
        }
    }

    /// Sets a cell; the new value, if it is wanted.
    pub(super) fn store(&mut self, access: &Access, value: &Expr, is_wanted: bool, span: Span) -> Value {
        if let Located::Cell(var) = self.program.locate(self.frame.instance, access) {
            self.assign(var, value, span);
            return self.value_of(var, span);
        }
        let indices = self.indices(access, &[value]);
        let target = self.program.target(self.frame.instance, access.object);
        let sort = target.cells.first().map_or(Sort::Int, |&var| self.sort(var));
        let mut new = match sort {
            Sort::Bool => Value::Bool(self.bexp(value)),
            Sort::Int => Value::Int(self.exp(value)),
        };
        if is_wanted {
            let temp = self.value_temp(sort);
            let action = match new {
                Value::Int(new) => Action::AssignInt(temp, new),
                Value::Bool(new) => Action::AssignBool(temp, new),
            };
            self.step(action, span);
            new = self.value_of(temp, span);
        }
        match self.checked(access, &indices, span) {
            Found::One(var) => {
                let action = match new.clone() {
                    Value::Int(new) => Action::AssignInt(var, new),
                    Value::Bool(new) => Action::AssignBool(var, new),
                };
                self.step(action, span);
            }
            Found::Some(elements) if elements.is_empty() => {}
            Found::Some(elements) => self.step(Action::Write(elements, new.clone()), span),
        }
        new
    }

    /// A value as a number.
    pub(super) fn number(&mut self, value: Value, span: Span) -> Exp {
        match value {
            Value::Int(value) => value,
            Value::Bool(value) => {
                let temp = self.value_temp(Sort::Int);
                let (holds, fails) = self.guard(value, span);
                let mut ends = Vec::new();
                for (at, number) in [(holds, Int::ONE), (fails, Int::ZERO)] {
                    self.at = at;
                    self.step(Action::AssignInt(temp, constant(span, number)), span);
                    ends.push(self.at);
                }
                self.at = self.join(ends[0], ends[1], span);
                Exp { span, kind: ExpKind::Var(temp) }
            }
        }
    }
}

/// A comparison with a number. An index is often a sum; its constant goes to the other side.
fn compare(comparison: Comparison, value: &Exp, number: i64, span: Span) -> Bexp {
    let (mut value, mut number) = (value.clone(), Int::from(number));
    if let ExpKind::Sum(parts) = &value.kind
        && let [(Sign::Plus, first), (sign, Exp { kind: ExpKind::Const(shift), .. })] = parts.as_slice()
    {
        match sign {
            Sign::Plus => number -= shift,
            Sign::Minus => number += shift,
        }
        value = first.clone();
    }
    Bexp { span, kind: BexpKind::Compare(comparison, value, constant(span, number)) }
}
