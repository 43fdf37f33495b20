//! Facts about products that hold of all integers, chosen so that they exclude values that are none of a product.
//!
//! With `m` for `a*b`: nothing times something is nothing; the signs decide; `(a - c)*(b - d)` has the sign that its factors have, for any
//! two numbers `c` and `d` (tangents: linear in `a`, `b` and `m`); a square lies above its secants between neighbours; where a factor is
//! another variable plus or minus a number, so is the product; a larger factor makes a larger product.

use super::Products;
use crate::cfg::Cfg;
use lang::ast::{Bexp, BexpKind, Comparison, Exp, ExpKind, Sign};
use lang::{Int, Span, Unit, VarId};

/// Values of integer variables, where they are known.
pub type Values<'v> = dyn Fn(VarId) -> Option<Int> + 'v;

/// For each product that is none of its factors' values, a lemma that these values violate.
pub fn violated(products: &Products, values: &Values<'_>) -> Vec<Bexp> {
    let mut found = Vec::new();
    for (var, factors) in products.all() {
        let Some(value) = values(var) else { continue };
        let known: Option<Vec<Int>> = factors.iter().map(|&factor| values(factor)).collect();
        let Some(known) = known else { continue };
        if known.iter().fold(Int::ONE, |all, one| &all * one) == value {
            continue;
        }
        match of_product(products, factors, var, values) {
            Some((lemma, others)) => found.extend(std::iter::once(lemma).chain(others)),
            None => found.extend(at_point(factors, &known, var)),
        }
    }
    found
}

/// Each factor with what stands for the product of the others.
fn halves<'f>(products: &'f Products, factors: &'f [VarId]) -> impl Iterator<Item = (VarId, VarId)> + 'f {
    (0..factors.len()).filter_map(|at| {
        let mut rest = factors.to_vec();
        let factor = rest.remove(at);
        Some((factor, products.var(&rest)?))
    })
}

/// What a lemma costs that says how many times the one factor the product is at least, or at most.
const BOUND: u32 = 5;

/// That a variable is another, or its negative, plus a number.
type Shift = (VarId, i64, VarId, i64);

/// A lemma of a product, with others that say the same of other products: what is needed for one is needed for the next step, too.
fn of_product(
    products: &Products,
    factors: &[VarId],
    m: VarId,
    values: &Values<'_>,
) -> Option<(Bexp, Vec<Bexp>)> {
    let mut candidates: Vec<(u32, Bexp)> = Vec::new();
    let mut shifts: Vec<(usize, Shift)> = Vec::new();
    for (a, b) in halves(products, factors) {
        let (Some(va), Some(vb), Some(vm)) = (values(a), values(b), values(m)) else { continue };
        if &va * &vb == vm {
            continue; // What is wrong is the product of the others.
        }
        signs(&mut candidates, (a, b, m));
        for (other, product) in with_another(products, b, m) {
            let Some(vc) = values(other).filter(|_| other != a) else { continue };
            for (sign, d) in [(1, &va - &vc), (-1, &va + &vc)] {
                let Some(d) = d.to_i64().filter(|d| d.abs() < 1_000_000) else { continue };
                let shift = (a, sign, other, d);
                shifts.push((candidates.len(), shift));
                candidates.push((if d.abs() <= 2 { 2 } else { 6 }, shifted(shift, b, (m, product))));
            }
            larger(&mut candidates, (a, b, m), (other, product));
        }
        if a == b {
            square(&mut candidates, (a, m), &va);
        }
        tangents(&mut candidates, (a, b, m), (&va, &vb), &vm);
    }
    let violated = |at: &usize| holds(&candidates[*at].1, values) == Some(false);
    let best = (0..candidates.len()).filter(violated).min_by_key(|&at| candidates[at].0)?;
    let (cost, lemma) = candidates[best].clone();
    let mut others = match shifts.into_iter().find(|(at, _)| *at == best) {
        Some((_, shift)) => everywhere(products, shift),
        // Which of the factors has the bound that matters, the values do not tell.
        None if cost == BOUND => {
            let alike = (0..candidates.len()).filter(|at| candidates[*at].0 == cost && violated(at));
            alike.map(|at| candidates[at].1.clone()).collect()
        }
        None => Vec::new(),
    };
    others.retain(|other| *other != lemma);
    Some((lemma, others))
}

/// The other products of which `b` is one half, with their other halves.
fn with_another(products: &Products, b: VarId, m: VarId) -> Vec<(VarId, VarId)> {
    let others = products.all().filter(|&(product, _)| product != m);
    let halves_of = |(product, factors): (VarId, &[VarId])| {
        let found: Vec<_> = halves(products, factors).filter(|&(_, rest)| rest == b).collect();
        let turned = halves(products, factors).filter(|&(factor, _)| factor == b).map(|(_, rest)| (rest, b));
        let all: Vec<_> = found.into_iter().chain(turned).collect();
        all.into_iter().map(move |(other, _)| (other, product)).collect::<Vec<_>>()
    };
    others.flat_map(halves_of).collect()
}

/// What the signs of the factors say: also how far from zero the product is at least.
fn signs(out: &mut Vec<(u32, Bexp)>, (a, b, m): (VarId, VarId, VarId)) {
    for factor in [a, b] {
        out.push((0, implies(vec![equal(sum(&[(1, factor)], 0))], equal(sum(&[(1, m)], 0)))));
    }
    // (s*a - 1)*(t*b - 1) >= 0 where s*a >= 1 and t*b >= 1.
    for (s, t) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let given = vec![at_least_zero(sum(&[(s, a)], -1)), at_least_zero(sum(&[(t, b)], -1))];
        out.push((1, implies(given, at_least_zero(sum(&[(s * t, m), (-s, a), (-t, b)], 1)))));
    }
}

/// Where `a` is `c + d`, `a*b` is `c*b + d*b`; in the same way for `d - c`.
fn shifted((a, sign, c, d): Shift, b: VarId, (m, product): (VarId, VarId)) -> Bexp {
    let given = equal(sum(&[(1, a), (-sign, c)], -d));
    implies(vec![given], equal(sum(&[(1, m), (-sign, product), (-d, b)], 0)))
}

/// The same for every other factor that both are multiplied with.
fn everywhere(products: &Products, shift: Shift) -> Vec<Bexp> {
    let (a, _, c, _) = shift;
    let of = |(m, factors): (VarId, &[VarId])| {
        let at = factors.iter().position(|&factor| factor == a)?;
        let mut rest = factors.to_vec();
        rest.remove(at);
        let b = products.var(&rest)?;
        let mut other = rest;
        other.push(c);
        other.sort_unstable();
        Some(shifted(shift, b, (m, products.var(&other)?)))
    };
    products.all().filter_map(of).collect()
}

/// Of two products with one factor in common, the larger other factor makes the larger one.
fn larger(out: &mut Vec<(u32, Bexp)>, (a, b, m): (VarId, VarId, VarId), (c, product): (VarId, VarId)) {
    for (low, high) in [((a, m), (c, product)), ((c, product), (a, m))] {
        for sign in [1, -1] {
            let difference = [(sign, high.1), (-sign, low.1)];
            let given = |least: i64| {
                vec![
                    at_least_zero(sum(&[(1, high.0), (-1, low.0)], -least)),
                    at_least_zero(sum(&[(sign, b)], 0)),
                ]
            };
            out.push((4, implies(given(0), at_least_zero(sum(&difference, 0)))));
            // One more at least is `b` more at least.
            let more = [&difference[..], &[(-sign, b)]].concat();
            out.push((3, implies(given(1), at_least_zero(sum(&more, 0)))));
        }
    }
}

/// A square is not between the squares of neighbours: (a - n)*(a - n - 1) >= 0.
fn square(out: &mut Vec<(u32, Bexp)>, (a, m): (VarId, VarId), va: &Int) {
    let Some(at) = va.to_i64().filter(|n| n.abs() < 1_000_000) else { return };
    for n in [0, -1, at, at - 1] {
        let cost = if n == 0 || n == -1 { 1 } else { 6 };
        out.push((cost, at_least_zero(sum(&[(1, m), (-(2 * n + 1), a)], n * (n + 1)))));
    }
}

/// On either side of a point, the product is on one side of its tangent there.
fn tangents(out: &mut Vec<(u32, Bexp)>, (a, b, m): (VarId, VarId, VarId), (va, vb): (&Int, &Int), vm: &Int) {
    let small = |n: &Int| n.to_i64().filter(|n| n.abs() < 1_000_000);
    let (Some(p), Some(q)) = (small(va), small(vb)) else { return };
    for (factor, other, n) in [(a, b, p), (b, a, q)] {
        // Where one factor is this number, the product is that many times the other.
        let cost = if n.abs() <= 2 { 2 } else { 8 };
        out.push((
            cost,
            implies(vec![equal(sum(&[(1, factor)], -n))], equal(sum(&[(1, m), (-n, other)], 0))),
        ));
    }
    let is_less = *vm < va * vb;
    for (factor, other, n) in [(a, b, p), (b, a, q)] {
        // (factor - n)*other has the sign that both have: what is at least n times as much, or at most.
        for (s, t) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let given =
                vec![at_least_zero(sum(&[(s, factor)], -s * n)), at_least_zero(sum(&[(t, other)], 0))];
            out.push((BOUND, implies(given, at_least_zero(sum(&[(s * t, m), (-s * t * n, other)], 0)))));
        }
    }
    for s in [1, -1] {
        // (a - p)*(b - q) is not negative where both have one sign, and not positive where they have not.
        let t = if is_less { s } else { -s };
        let given = vec![at_least_zero(sum(&[(s, a)], -s * p)), at_least_zero(sum(&[(t, b)], -t * q))];
        let r = s * t;
        out.push((7, implies(given, at_least_zero(sum(&[(r, m), (-r * q, a), (-r * p, b)], r * p * q)))));
    }
}

/// Where all factors are these numbers, the product is theirs.
fn at_point(factors: &[VarId], values: &[Int], m: VarId) -> Option<Bexp> {
    let mut given = Vec::new();
    for (&factor, value) in factors.iter().zip(values) {
        given.push(equal(sum(&[(1, factor)], -value.to_i64()?)));
    }
    let product = values.iter().fold(Int::ONE, |all, one| &all * one).to_i64()?;
    Some(implies(given, equal(sum(&[(1, m)], -product))))
}

fn exp(kind: ExpKind) -> Exp {
    Exp { span: Span::default(), kind }
}

fn condition(kind: BexpKind) -> Bexp {
    Bexp { span: Span::default(), kind }
}

/// Variables, each so many times, and a number.
fn sum(parts: &[(i64, VarId)], constant: i64) -> (Exp, Exp) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let mut all: Vec<(i64, VarId)> = Vec::new();
    for &(times, var) in parts {
        match all.iter_mut().find(|(_, known)| *known == var) {
            Some(known) => known.0 += times,
            None => all.push((times, var)),
        }
    }
    for (times, var) in all {
        let side = if times > 0 { &mut left } else { &mut right };
        let var = exp(ExpKind::Var(var));
        match times.abs() {
            0 => {}
            1 => side.push(var),
            n => side.push(exp(ExpKind::Mul(Int::from(n), Box::new(var)))),
        }
    }
    if constant != 0 {
        let side = if constant > 0 { &mut left } else { &mut right };
        side.push(exp(ExpKind::Const(Int::from(constant).abs())));
    }
    let side = |mut parts: Vec<Exp>| match parts.len() {
        0 => exp(ExpKind::Const(Int::ZERO)),
        1 => parts.remove(0),
        _ => exp(ExpKind::Sum(parts.into_iter().map(|part| (Sign::Plus, part)).collect())),
    };
    (side(left), side(right))
}

fn at_least_zero((left, right): (Exp, Exp)) -> Bexp {
    condition(BexpKind::Compare(Comparison::GreaterEqual, left, right))
}

fn equal((left, right): (Exp, Exp)) -> Bexp {
    condition(BexpKind::Compare(Comparison::Equal, left, right))
}

fn implies(mut given: Vec<Bexp>, then: Bexp) -> Bexp {
    given.dedup();
    condition(BexpKind::Implies(given, Box::new(then)))
}

/// Whether a lemma holds of values; none if one is not known.
fn holds(lemma: &Bexp, values: &Values<'_>) -> Option<bool> {
    Some(match &lemma.kind {
        BexpKind::Implies(given, then) => {
            let mut all = true;
            for one in given {
                all &= holds(one, values)?;
            }
            !all || holds(then, values)?
        }
        BexpKind::Compare(comparison, a, b) => {
            let (a, b) = (number(a, values)?, number(b, values)?);
            if *comparison == Comparison::Equal { a == b } else { a >= b }
        }
        _ => return None,
    })
}

fn number(e: &Exp, values: &Values<'_>) -> Option<Int> {
    Some(match &e.kind {
        ExpKind::Const(number) => number.clone(),
        ExpKind::Var(var) => values(*var)?,
        ExpKind::Mul(factor, inner) => factor * &number(inner, values)?,
        ExpKind::Sum(parts) => {
            let mut total = Int::ZERO;
            for (_, part) in parts {
                total += &number(part, values)?;
            }
            total
        }
        _ => return None,
    })
}

/// A lemma as text, over the names of the program and its products.
pub fn text(cfg: &Cfg, unit: &dyn Unit, lemma: &Bexp) -> String {
    let name = |var: VarId| match unit.decls().get(var.index()) {
        Some(decl) => decl.name.clone(),
        None => {
            cfg.temps.get(var.index() - unit.decls().len()).map(|temp| temp.name.clone()).unwrap_or_default()
        }
    };
    fn of_exp(e: &Exp, name: &dyn Fn(VarId) -> String) -> String {
        match &e.kind {
            ExpKind::Const(number) => number.to_string(),
            ExpKind::Var(var) => name(*var),
            ExpKind::Mul(factor, inner) => format!("{factor}*{}", of_exp(inner, name)),
            ExpKind::Sum(parts) => {
                parts.iter().map(|part| of_exp(&part.1, name)).collect::<Vec<_>>().join(" + ")
            }
            _ => String::new(),
        }
    }
    fn of_lemma(lemma: &Bexp, name: &dyn Fn(VarId) -> String) -> String {
        match &lemma.kind {
            BexpKind::Implies(given, then) => {
                let given: Vec<String> = given.iter().map(|one| of_lemma(one, name)).collect();
                format!("{} => {}", given.join(" and "), of_lemma(then, name))
            }
            BexpKind::Compare(comparison, a, b) => {
                format!("{} {} {}", of_exp(a, name), comparison.text(), of_exp(b, name))
            }
            _ => String::new(),
        }
    }
    of_lemma(lemma, &name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// a, b, c, and what stands for a*b, c*b, a*a, a*a*b.
    fn products() -> Products {
        let [a, b, c] = [0, 1, 2].map(VarId);
        let all = [(vec![a, b], 3), (vec![b, c], 4), (vec![a, a], 5), (vec![a, a, b], 6)];
        Products { by_factors: all.into_iter().map(|(factors, var)| (factors, VarId(var))).collect() }
    }

    fn exact(products: &Products, [a, b, c]: [i64; 3]) -> BTreeMap<VarId, Int> {
        let mut values: BTreeMap<VarId, Int> =
            [a, b, c].into_iter().zip(0..).map(|(value, var)| (VarId(var), Int::from(value))).collect();
        for (var, factors) in products.all() {
            let product = factors.iter().fold(Int::ONE, |all, factor| &all * &values[factor]);
            values.insert(var, product);
        }
        values
    }

    #[test]
    fn a_lemma_excludes_what_it_is_made_for_and_holds_of_all_integers() {
        let products = products();
        let mut lemmas: Vec<Bexp> = Vec::new();
        let numbers = [-7, -2, -1, 0, 1, 2, 3, 9];
        for a in numbers {
            for b in numbers {
                for off in [-40, -3, -1, 1, 2, 50] {
                    for wrong in 3..7 {
                        let mut values = exact(&products, [a, b, a + b]);
                        *values.get_mut(&VarId(wrong)).expect("a product") += &Int::from(off);
                        let found = violated(&products, &|var| values.get(&var).cloned());
                        assert!(!found.is_empty(), "{values:?}");
                        let is_violated =
                            |lemma| holds(lemma, &|var| values.get(&var).cloned()) == Some(false);
                        assert!(found.iter().any(is_violated), "{values:?}");
                        lemmas.extend(found);
                    }
                }
            }
        }
        lemmas.dedup();
        assert!(lemmas.len() > 100, "{}", lemmas.len());
        for a in -11..=11 {
            for b in -11..=11 {
                for c in [-12, -3, 0, 1, 4, 13] {
                    let values = exact(&products, [a, b, c]);
                    assert!(violated(&products, &|var| values.get(&var).cloned()).is_empty());
                    for lemma in &lemmas {
                        let holds = holds(lemma, &|var| values.get(&var).cloned());
                        assert_eq!(holds, Some(true), "{lemma:?} of {values:?}");
                    }
                }
            }
        }
    }
}
