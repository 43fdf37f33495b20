//! Elimination of local parts from a conjunction of inequalities, exactly over the integers: the strongest interpolant of a
//! lemma, for when its certificate mixes local parts of both sides.
//!
//! Equations are substituted; where one bound's coefficients are all one, Fourier's and Motzkin's combination is exact;
//! otherwise the least value above a lower bound is tried in every residue class (Cooper 1972).

use super::ItpError;
use logic::{Int, Linear, Term, Terms};

/// How many conjunctions may be looked at before the attempt is given up.
const ALLOWANCE: u32 = 3_000;

/// A conjunction over integer parts.
#[derive(Clone, Debug, Default)]
struct Conjunction {
    /// Each is at most zero.
    bounds: Vec<Linear>,
    /// Each is zero.
    equations: Vec<Linear>,
    /// Each is divisible by its number.
    divisible: Vec<(Int, Linear)>,
}

/// There are values of the local parts for which all of `bounds` are at most zero: as a formula over the other parts.
///
/// # Errors
/// `failure`, when the formula would be too large.
pub(super) fn project(
    terms: &Terms,
    bounds: Vec<Linear>,
    local: &dyn Fn(Term) -> bool,
    failure: ItpError,
) -> Result<Term, ItpError> {
    let mut allowance = ALLOWANCE;
    let start = Conjunction { bounds, ..Conjunction::default() };
    let mut out = Vec::new();
    let mut stack = vec![start];
    while let Some(mut c) = stack.pop() {
        allowance = allowance.checked_sub(1).ok_or(failure)?;
        if !c.normalise() {
            continue;
        }
        match c.next(local) {
            None => out.push(c.formula(terms)),
            Some(part) => stack.extend(c.eliminate(part, allowance).ok_or(failure)?),
        }
    }
    Ok(terms.or(out))
}

/// `a * x + rest` without the `x`.
fn without(l: &Linear, x: Term) -> Linear {
    l.add_scaled(&-l.coefficient(x), &Linear::part(x))
}

impl Conjunction {
    /// Makes coefficients coprime, finds equations among the bounds, drops what is trivial. False if nothing satisfies it.
    fn normalise(&mut self) -> bool {
        let mut bounds: Vec<Linear> = Vec::new();
        for l in std::mem::take(&mut self.bounds) {
            if let Some(k) = l.as_constant() {
                if k.is_positive() {
                    return false;
                }
                continue;
            }
            let l = tightened(&l);
            // Of two bounds on the same form the tighter one stays.
            let same = |o: &Linear| o.parts() == l.parts();
            match bounds.iter().position(same) {
                Some(i) if bounds[i].constant() >= l.constant() => {}
                Some(i) => bounds[i] = l,
                None => bounds.push(l),
            }
        }
        let opposite = |l: &Linear| {
            let negated = l.scaled(&Int::MINUS_ONE);
            bounds
                .iter()
                .position(|o| o.parts() == negated.parts())
                .map(|i| (&bounds[i], l.constant() + bounds[i].constant()))
        };
        for l in &bounds {
            match opposite(l) {
                Some((_, gap)) if gap.is_positive() => return false,
                Some((_, gap)) if gap.is_zero() => {
                    if !l.parts()[0].1.is_negative() {
                        self.equations.push(l.clone());
                    }
                }
                _ => self.bounds.push(l.clone()),
            }
        }
        self.normalise_equations()
    }

    fn normalise_equations(&mut self) -> bool {
        for l in std::mem::take(&mut self.equations) {
            if let Some(k) = l.as_constant() {
                if !k.is_zero() {
                    return false;
                }
                continue;
            }
            let g = l.content();
            if !l.constant().rem_euclid(&g).is_zero() {
                return false;
            }
            let l = divided(&l, &g);
            if !self.equations.contains(&l) {
                self.equations.push(l);
            }
        }
        for (d, l) in std::mem::take(&mut self.divisible) {
            // Coefficients modulo the divisor; a common factor of everything is taken out.
            let reduced = Linear::from_parts(
                l.parts().iter().map(|(t, k)| (*t, k.rem_euclid(&d))).collect(),
                l.constant().rem_euclid(&d),
            );
            let g = reduced.content().gcd(&d);
            if !reduced.constant().rem_euclid(&g).is_zero() {
                return false;
            }
            let (d, l) = (d.div_exact(&g), divided(&reduced, &g));
            if !d.is_one() && !self.divisible.contains(&(d.clone(), l.clone())) {
                self.divisible.push((d, l));
            }
        }
        true
    }

    /// The local part to eliminate next: one in an equation, else the one in the fewest constraints.
    fn next(&self, local: &dyn Fn(Term) -> bool) -> Option<Term> {
        let parts = |ls: &[Linear]| {
            ls.iter().flat_map(|l| l.parts().to_vec()).filter(|(t, _)| local(*t)).collect::<Vec<_>>()
        };
        if let Some((t, _)) = parts(&self.equations).into_iter().min_by_key(|(t, k)| (k.abs(), *t)) {
            return Some(t);
        }
        let mut all: Vec<Term> = parts(&self.bounds).into_iter().map(|(t, _)| t).collect();
        all.extend(
            self.divisible.iter().flat_map(|(_, l)| l.parts().iter().map(|p| p.0)).filter(|t| local(*t)),
        );
        let count = |t: Term| all.iter().filter(|u| **u == t).count();
        all.iter().copied().min_by_key(|&t| (count(t), t))
    }

    /// Conjunctions whose disjunction says that some value of the part satisfies this one. Nothing if there are more than
    /// `allowance`.
    fn eliminate(self, x: Term, allowance: u32) -> Option<Vec<Conjunction>> {
        let equation = self.equations.iter().filter(|l| !l.coefficient(x).is_zero());
        if let Some(e) = equation.min_by_key(|l| l.coefficient(x).abs()).cloned() {
            return Some(vec![self.substitute(x, &e)]);
        }
        let (with, rest): (Vec<Linear>, Vec<Linear>) =
            self.bounds.iter().cloned().partition(|l| !l.coefficient(x).is_zero());
        let (upper, lower): (Vec<Linear>, Vec<Linear>) =
            with.into_iter().partition(|l| l.coefficient(x).is_positive());
        let (about, other): (Vec<_>, Vec<_>) =
            self.divisible.iter().cloned().partition(|(_, l)| !l.coefficient(x).is_zero());
        let base = Conjunction { bounds: rest, divisible: other, equations: self.equations.clone() };
        if about.is_empty() {
            if upper.is_empty() || lower.is_empty() {
                return Some(vec![base]);
            }
            let unit = |ls: &[Linear]| ls.iter().all(|l| l.coefficient(x).abs().is_one());
            if unit(&upper) || unit(&lower) {
                let mut out = base;
                for u in &upper {
                    for l in &lower {
                        let sum = u.scaled(&l.coefficient(x).abs()).add_scaled(&u.coefficient(x), l);
                        out.bounds.push(sum);
                    }
                }
                return Some(vec![out]);
            }
        }
        self.cooper(x, &base, &upper, &lower, &about, allowance)
    }

    /// The part is the least one above a lower bound (or the greatest below an upper one) in its residue class.
    fn cooper(
        &self,
        x: Term,
        base: &Conjunction,
        upper: &[Linear],
        lower: &[Linear],
        about: &[(Int, Linear)],
        allowance: u32,
    ) -> Option<Vec<Conjunction>> {
        let period = about.iter().fold(Int::ONE, |p, (d, l)| p.lcm(&d.div_exact(&d.gcd(&l.coefficient(x)))));
        if upper.is_empty() || lower.is_empty() {
            // Far away only the residue matters.
            let period = period.to_i64().filter(|p| *p <= i64::from(allowance))?;
            let at = |i: i64| {
                let mut out = base.clone();
                let value = Linear::constant_of(Int::from(i));
                out.divisible.extend(
                    about
                        .iter()
                        .map(|(d, l)| (d.clone(), without(l, x).add_scaled(&l.coefficient(x), &value))),
                );
                out
            };
            return Some((0..period).map(at).collect());
        }
        let pivots = if lower.len() <= upper.len() { lower } else { upper };
        let mut out = Vec::new();
        for p in pivots {
            // The smallest solution in its class modulo the period violates some lower bound when it moves one period down, so
            // that bound has a slack below its coefficient times the period.
            let slacks = &p.coefficient(x).abs() * &period;
            let count = slacks.to_i64().filter(|c| *c <= i64::from(allowance) - out.len() as i64)?;
            for i in 0..count {
                let mut c = self.clone();
                c.equations.push(p.plus(&Linear::constant_of(Int::from(i))));
                out.push(c);
            }
        }
        Some(out)
    }

    /// The part replaced by what an equation says about it.
    fn substitute(&self, x: Term, e: &Linear) -> Conjunction {
        // a x = -s
        let a = e.coefficient(x);
        let (size, s) = (a.abs(), without(e, x));
        let image = |l: &Linear| {
            let b = l.coefficient(x);
            let sign = if a.is_negative() { Int::ONE } else { Int::MINUS_ONE };
            without(l, x).scaled(&size).add_scaled(&(&b * &sign), &s)
        };
        let changed = |l: &Linear| if l.coefficient(x).is_zero() { l.clone() } else { image(l) };
        let mut out = Conjunction {
            bounds: self.bounds.iter().map(changed).collect(),
            equations: self.equations.iter().filter(|l| *l != e).map(changed).collect(),
            divisible: Vec::new(),
        };
        for (d, l) in &self.divisible {
            let plain = l.coefficient(x).is_zero();
            out.divisible.push(if plain { (d.clone(), l.clone()) } else { (d * &size, image(l)) });
        }
        out.divisible.push((size, s));
        out
    }

    fn formula(&self, terms: &Terms) -> Term {
        let bounds = self.bounds.iter().map(|l| terms.le0(l.clone()));
        let equations = self.equations.iter().map(|l| terms.eq0(l.clone()));
        let divisible = self
            .divisible
            .iter()
            .map(|(d, l)| terms.eq(terms.modulo(terms.from_linear(l.clone()), d), terms.int(0)));
        terms.and(equations.chain(bounds).chain(divisible))
    }
}

fn divided(l: &Linear, g: &Int) -> Linear {
    let parts = l.parts().iter().map(|(t, k)| (*t, k.div_exact(g))).collect();
    Linear::from_parts(parts, l.constant().div_exact(g))
}

/// The same bound over the integers, with coprime coefficients.
fn tightened(l: &Linear) -> Linear {
    let g = l.content();
    let parts = l.parts().iter().map(|(t, k)| (*t, k.div_exact(&g))).collect();
    Linear::from_parts(parts, l.constant().div_ceil(&g))
}

#[cfg(test)]
mod tests {
    use super::*;
    use logic::{Sort, Value, Var};

    /// Compares with trying all values of the local symbols in a range that is wide enough for the small numbers used.
    fn check(rows: &[[i64; 4]], locals: usize) {
        let terms = Terms::new();
        let vars: Vec<Var> = ["a", "b", "s"].iter().map(|n| terms.var(n, Sort::Int)).collect();
        let parts: Vec<Term> = vars.iter().map(|&v| terms.of(v)).collect();
        let linear = |row: &[i64; 4]| {
            let pairs = parts.iter().zip(row).map(|(t, k)| (*t, Int::from(*k))).collect();
            Linear::from_parts(pairs, Int::from(row[3]))
        };
        let local = |t: Term| parts[..locals].contains(&t);
        let bounds = rows.iter().map(linear).collect();
        let formula = project(&terms, bounds, &local, ItpError::TooLarge).unwrap();
        assert!(terms.vars(formula).iter().all(|v| !vars[..locals].contains(v)));
        let holds = |a: i64, b: i64, s: i64| rows.iter().all(|r| r[0] * a + r[1] * b + r[2] * s + r[3] <= 0);
        for s in -8..=8 {
            for b in -8..=8i64 {
                let exists = (-60..=60)
                    .any(|a| if locals == 1 { holds(a, b, s) } else { (-60..=60).any(|b| holds(a, b, s)) });
                let value = |v: Var| Value::Int(Int::from(if v == vars[1] { b } else { s }));
                assert_eq!(
                    terms.holds(formula, &value),
                    exists,
                    "{} at b = {b}, s = {s}",
                    terms.infix(formula)
                );
            }
        }
    }

    #[test]
    fn agrees_with_trying_all_values() {
        check(&[[1, 0, 1, 0], [-1, 1, 0, 2]], 1);
        check(&[[3, 0, -1, 0], [-3, 0, 1, 0]], 1);
        check(&[[3, 0, 1, 1], [-2, 1, 0, -1]], 1);
        check(&[[3, 2, 1, 1], [-2, 1, 0, -1], [5, -1, -1, -7]], 1);
        check(&[[2, 0, -1, -1], [-2, 0, 1, 0], [3, -1, 0, -2], [-3, 1, 0, 0]], 1);
        check(
            &[[2, 3, -1, 0], [-2, -3, 1, 0], [1, 0, 0, -4], [-1, 0, 0, 0], [0, 1, 0, -3], [0, -1, 0, 0]],
            2,
        );
        check(&[[1, 0, 0, 3], [-1, 0, 0, -2]], 1);
    }
}
