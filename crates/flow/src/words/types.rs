//! The ranges of expressions and temporaries over words, from the types of variables.

use crate::cfg::{Action, Cfg, Value};
use lang::ast::{Exp, ExpKind, Sign};
use lang::{Int, Sort, Unit, VarId, WordOp};

type Range = (Int, Int);

/// A temporary that depends on itself has this many digits: no value that an expression has on the way is as long.
const LONGEST: u32 = 100;

/// Gives every temporary the range of what is assigned to it, and marks the graph as one over words.
pub(crate) fn complete(cfg: &mut Cfg, unit: &dyn Unit) {
    let first = unit.decls().len();
    cfg.words = true;
    cfg.types.resize(first + cfg.temps.len(), None);
    // Temporaries are made before those that depend on them, up to the results of functions, which are made at calls.
    for _ in 0..4 {
        for at in 0..cfg.temps.len() {
            if cfg.temps[at].sort == Sort::Int && cfg.types[first + at].is_none() {
                let var = VarId(u32::try_from(first + at).unwrap_or(u32::MAX));
                cfg.types[first + at] = assigned(cfg, unit, var);
            }
        }
    }
    let longest = (0..LONGEST).fold(Int::ONE, |power, _| &power + &power);
    for at in 0..cfg.temps.len() {
        if cfg.temps[at].sort == Sort::Int {
            cfg.types[first + at].get_or_insert_with(|| (-longest.clone(), longest.clone()));
        }
    }
}

/// The range of all that a variable takes; none if one of them is not known.
fn assigned(cfg: &Cfg, unit: &dyn Unit, var: VarId) -> Option<Range> {
    let mut all: Option<Range> = None;
    for edge in &cfg.edges {
        let taken = match &edge.action {
            Action::AssignInt(x, e) if *x == var => range(&cfg.types, e)?,
            Action::Havoc(x, id) if *x == var => {
                let bounds = unit.range(*id);
                (bounds.low?, bounds.high?)
            }
            Action::Read(x, _, elements) if *x == var => {
                let ranges =
                    elements.iter().map(|element| cfg.types.get(element.var.index()).cloned().flatten());
                ranges.collect::<Option<Vec<_>>>()?.into_iter().reduce(join)?
            }
            Action::Write(elements, Value::Int(e)) if elements.iter().any(|element| element.var == var) => {
                range(&cfg.types, e)?
            }
            _ => continue,
        };
        all = Some(all.map_or_else(|| taken.clone(), |all| join(all, taken.clone())));
    }
    Some(all.unwrap_or((Int::ZERO, Int::ZERO)))
}

fn join(a: Range, b: Range) -> Range {
    (a.0.min(b.0), a.1.max(b.1))
}

/// The range of an expression's values; none if it depends on a variable without a type.
pub(crate) fn range(types: &[Option<Range>], e: &Exp) -> Option<Range> {
    Some(match &e.kind {
        ExpKind::Const(number) => (number.clone(), number.clone()),
        ExpKind::Var(x) => types.get(x.index())?.clone()?,
        ExpKind::Neg(inner) => negative(range(types, inner)?),
        ExpKind::Sum(parts) => {
            let mut total = (Int::ZERO, Int::ZERO);
            for (sign, part) in parts {
                let own = range(types, part)?;
                let own = if *sign == Sign::Minus { negative(own) } else { own };
                total = (total.0 + own.0, total.1 + own.1);
            }
            total
        }
        ExpKind::Mul(factor, inner) => {
            let (low, high) = range(types, inner)?;
            let (a, b) = (factor * &low, factor * &high);
            if a <= b { (a, b) } else { (b, a) }
        }
        ExpKind::Div(inner, divisor) => {
            let (low, high) = range(types, inner)?;
            let (a, b) = (low.div_euclid(divisor), high.div_euclid(divisor));
            if a <= b { (a, b) } else { (b, a) }
        }
        ExpKind::Mod(_, divisor) => (Int::ZERO, divisor.abs() - Int::ONE),
        ExpKind::Wrap(int, _) => int.range(),
        ExpKind::Word(op, int, ..) if op.keeps_range() => int.range(),
        ExpKind::Word(op, int, left, right) => {
            let ((low, high), (right_low, right_high)) = (range(types, left)?, range(types, right)?);
            let most = low.abs().max(high.abs());
            let most = match op {
                WordOp::Times => most * right_low.abs().max(right_high.abs()),
                WordOp::ShiftLeft => most * int.count(),
                // A quotient is not longer than the dividend, up to 1; a remainder shorter than the divisor, or the dividend.
                _ => most.max(int.count()),
            };
            (-most.clone(), most)
        }
    })
}

fn negative((low, high): Range) -> Range {
    (-high, -low)
}
