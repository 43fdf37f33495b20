//! One small refutation for each rule, written by hand.

use super::{Derivation, equality, farkas, lit, neg, rat};
use logic::{Int, Term};
use proof::{Arithmetic, DefinitionClause as D};

/// All of them, with their names.
pub fn all() -> Vec<(&'static str, Derivation)> {
    vec![
        ("constant", constant()),
        ("junctions", junctions()),
        ("equivalence", equivalence()),
        ("bool ite true", ite_bool(true)),
        ("bool ite false", ite_bool(false)),
        ("int ite", ite_int()),
        ("farkas", farkas_sum()),
        ("fractions", fractions()),
        ("parity", parity()),
        ("mixed equalities", mixed_equalities()),
        ("split", split()),
        ("nested split", nested_split()),
        ("remainder bounds", remainder_bounds()),
        ("quotient", quotient()),
        ("disequality", disequality()),
    ]
}

/// `false`.
pub fn constant() -> Derivation {
    let mut d = Derivation::new();
    let f = d.terms.fals();
    let input = d.assert(f);
    let falsehood = d.define(f, D::Constant, [neg(f)]);
    d.resolve([], input, &[(f, falsehood)]);
    d
}

/// `p and (q or not r)`, `not q`, `r`.
pub fn junctions() -> Derivation {
    let mut d = Derivation::new();
    let [p, q, r] = d.bools(["p", "q", "r"]);
    let or = d.terms.or([q, d.terms.not(r)]);
    let and = d.terms.and([p, or]);
    let input = d.assert(and);
    let not_q = d.assert(d.terms.not(q));
    let is_r = d.assert(r);
    let child = d.define(and, D::Child(1), [neg(and), lit(or)]);
    let children = d.define(or, D::Children, [neg(or), lit(q), neg(r)]);
    let is_or = d.resolve([lit(or)], input, &[(and, child)]);
    d.resolve([], children, &[(or, is_or), (q, not_q), (r, is_r)]);
    d
}

/// `p = (q and r)`, `q`, `r`, `not p`.
pub fn equivalence() -> Derivation {
    let mut d = Derivation::new();
    let [p, q, r] = d.bools(["p", "q", "r"]);
    let and = d.terms.and([q, r]);
    let iff = d.terms.iff(p, and);
    let [same, is_q, is_r, not_p] = [iff, q, r, d.terms.not(p)].map(|f| d.assert(f));
    let children = d.define(and, D::Children, [lit(and), neg(q), neg(r)]);
    let is_and = d.resolve([lit(and)], children, &[(q, is_q), (r, is_r)]);
    let clause = d.define(iff, D::Iff { a: true, b: false }, [neg(iff), lit(p), neg(and)]);
    d.resolve([], clause, &[(iff, same), (p, not_p), (and, is_and)]);
    d
}

/// `ite(c, p, q)` against both branches, or its negation.
pub fn ite_bool(sign: bool) -> Derivation {
    let mut d = Derivation::new();
    let [c, p, q] = d.bools(["c", "p", "q"]);
    let ite = d.terms.ite(c, p, q);
    let signed = |t: Term, s: bool| if s { t } else { d.terms.not(t) };
    let formulas = [signed(ite, sign), signed(p, !sign), signed(q, !sign)];
    let [whole, branch_p, branch_q] = formulas.map(|f| d.assert(f));
    let with = |t: Term, s: bool| if s { lit(t) } else { neg(t) };
    let then = D::IteBool { branch: true, value: !sign };
    let then = d.define(ite, then, [neg(c), with(p, sign), with(ite, !sign)]);
    let other = D::IteBool { branch: false, value: !sign };
    let other = d.define(ite, other, [lit(c), with(q, sign), with(ite, !sign)]);
    let not_c = d.resolve([neg(c)], then, &[(ite, whole), (p, branch_p)]);
    d.resolve([], other, &[(c, not_c), (ite, whole), (q, branch_q)]);
    d
}

/// `ite(c, x, y) >= 5`, `x <= 4`, `y <= 3`.
pub fn ite_int() -> Derivation {
    let mut d = Derivation::new();
    let [c] = d.bools(["c"]);
    let [x, y] = d.ints(["x", "y"]);
    let t = &d.terms;
    let ite = t.ite(c, x, y);
    let (at_most_x, at_most_y) = (t.le(ite, x), t.le(ite, y));
    let formulas = [t.ge(ite, t.int(5)), t.le(x, t.int(4)), t.le(y, t.int(3))];
    let [large, x4, y3] = formulas.map(|f| d.assert(f));
    let [is_large, is_x4, is_y3] = formulas;
    let then = d.define(ite, D::IteInt { branch: true, upper: true }, [neg(c), lit(at_most_x)]);
    let other = d.define(ite, D::IteInt { branch: false, upper: true }, [lit(c), lit(at_most_y)]);
    let sum_x = farkas(&[(1, lit(is_large)), (1, lit(at_most_x)), (1, lit(is_x4))]);
    let no_x = d.lemma([neg(is_large), neg(at_most_x), neg(is_x4)], sum_x);
    let sum_y = farkas(&[(1, lit(is_large)), (1, lit(at_most_y)), (1, lit(is_y3))]);
    let no_y = d.lemma([neg(is_large), neg(at_most_y), neg(is_y3)], sum_y);
    let not_c = d.resolve([neg(c)], then, &[(at_most_x, no_x), (is_large, large), (is_x4, x4)]);
    d.resolve([], other, &[(c, not_c), (at_most_y, no_y), (is_large, large), (is_y3, y3)]);
    d
}

/// `x <= 2`, `x >= y + 3`, `y >= 0`.
pub fn farkas_sum() -> Derivation {
    let mut d = Derivation::new();
    let [x, y] = d.ints(["x", "y"]);
    let t = &d.terms;
    let formulas = [t.le(x, t.int(2)), t.ge(x, t.add(y, t.int(3))), t.ge(y, t.int(0))];
    let [a, b, c] = formulas;
    let steps = formulas.map(|f| d.assert(f));
    let sum = farkas(&[(1, lit(a)), (1, lit(b)), (1, lit(c))]);
    let lemma = d.lemma([neg(a), neg(b), neg(c)], sum);
    d.resolve([], lemma, &[(a, steps[0]), (b, steps[1]), (c, steps[2])]);
    d
}

/// `2x + 3y <= 5`, `x >= 2`, and `y >= 1` written as the negation of `y <= 0`.
pub fn fractions() -> Derivation {
    let mut d = Derivation::new();
    let [x, y] = d.ints(["x", "y"]);
    let t = &d.terms;
    let sum = t.add(t.scale(&Int::from(2), x), t.scale(&Int::from(3), y));
    let (a, b, c) = (t.le(sum, t.int(5)), t.ge(x, t.int(2)), t.ge(y, t.int(1)));
    let not_c = t.le(y, t.int(0));
    let steps = [a, b, c].map(|f| d.assert(f));
    let sum = Arithmetic::Farkas(vec![(lit(a), rat(1, 6)), (lit(b), rat(1, 3)), (neg(not_c), rat(1, 2))]);
    let lemma = d.lemma([neg(a), neg(b), lit(not_c)], sum);
    d.resolve([], lemma, &[(a, steps[0]), (b, steps[1]), (c, steps[2])]);
    d
}

/// `x = 2y`, `x = 2z + 1`.
pub fn parity() -> Derivation {
    let mut d = Derivation::new();
    let [x, y, z] = d.ints(["x", "y", "z"]);
    let t = &d.terms;
    let two = Int::from(2);
    let (even, odd) = (t.scale(&two, y), t.add(t.scale(&two, z), t.int(1)));
    let equations = [t.eq(x, even), t.eq(x, odd)];
    let bounds = [(t.le(x, even), t.ge(x, even)), (t.le(x, odd), t.ge(x, odd))];
    let inputs = equations.map(|f| d.assert(f));
    let mut units = Vec::new();
    for i in 0..2 {
        let eq = equations[i];
        for (upper, bound) in [(true, bounds[i].0), (false, bounds[i].1)] {
            let defined = d.define(eq, D::EqualBound { upper }, [neg(eq), lit(bound)]);
            units.push((bound, d.resolve([lit(bound)], defined, &[(eq, inputs[i])])));
        }
    }
    let reason = Arithmetic::Divisibility(vec![
        equality(lit(bounds[0].0), lit(bounds[0].1), rat(1, 2)),
        equality(lit(bounds[1].0), lit(bounds[1].1), rat(-1, 2)),
    ]);
    let lemma = d.lemma(units.iter().map(|(b, _)| neg(*b)), reason);
    d.resolve([], lemma, &units);
    d
}

/// `3x + 6y - z = 1`, `z = 3w`: the combination `1/3, 1/3` has the constant `-1/3`.
pub fn mixed_equalities() -> Derivation {
    let mut d = Derivation::new();
    let [x, y, z, w] = d.ints(["x", "y", "z", "w"]);
    let t = &d.terms;
    let sum = t.sub(t.add(t.scale(&Int::from(3), x), t.scale(&Int::from(6), y)), z);
    let (one, triple) = (t.int(1), t.scale(&Int::from(3), w));
    let formulas = [t.le(sum, one), t.ge(sum, one), t.le(z, triple), t.ge(z, triple)];
    let units: Vec<(Term, usize)> = formulas.iter().map(|&f| (f, d.assert(f))).collect();
    let reason = Arithmetic::Divisibility(vec![
        equality(lit(formulas[0]), lit(formulas[1]), rat(1, 3)),
        equality(lit(formulas[2]), lit(formulas[3]), rat(1, 3)),
    ]);
    let lemma = d.lemma(formulas.map(neg), reason);
    d.resolve([], lemma, &units);
    d
}

/// `y <= 2x`, `y <= 2 - 2x`, `y >= 1`: a triangle around `(1/2, 1)` without integer points.
pub fn split() -> Derivation {
    let mut d = Derivation::new();
    let [x, y] = d.ints(["x", "y"]);
    let t = &d.terms;
    let double = t.scale(&Int::from(2), x);
    let formulas = [t.le(y, double), t.le(y, t.sub(t.int(2), double)), t.ge(y, t.int(1))];
    let atom = t.le(x, t.int(0));
    let [a, b, c] = formulas;
    let units: Vec<(Term, usize)> = formulas.iter().map(|&f| (f, d.assert(f))).collect();
    let reason = Arithmetic::Split {
        atom,
        holds: Box::new(farkas(&[(1, lit(a)), (2, lit(atom)), (1, lit(c))])),
        fails: Box::new(farkas(&[(1, lit(b)), (2, neg(atom)), (1, lit(c))])),
    };
    let lemma = d.lemma(formulas.map(neg), reason);
    d.resolve([], lemma, &units);
    d
}

/// `1 <= 3x + 3y - z <= 2`, `0 <= z <= 0`, `0 <= x <= 1`: refuted by a split on `x`, and on `y` in either branch.
pub fn nested_split() -> Derivation {
    let mut d = Derivation::new();
    let [x, y, z] = d.ints(["x", "y", "z"]);
    let t = &d.terms;
    let sum = t.sub(t.scale(&Int::from(3), t.add(x, y)), z);
    let (low, high) = (t.ge(sum, t.int(1)), t.le(sum, t.int(2)));
    let (z_low, z_high) = (t.ge(z, t.int(0)), t.le(z, t.int(0)));
    let (x_low, x_high) = (t.ge(x, t.int(0)), t.le(x, t.int(1)));
    let formulas = [low, high, z_low, z_high, x_low, x_high];
    let (x0, y0, y1) = (t.le(x, t.int(0)), t.le(y, t.int(0)), t.le(y, t.int(-1)));
    let units: Vec<(Term, usize)> = formulas.iter().map(|&f| (f, d.assert(f))).collect();
    let left = Arithmetic::Split {
        atom: y0,
        holds: Box::new(farkas(&[(1, lit(low)), (3, lit(x0)), (3, lit(y0)), (1, lit(z_low))])),
        fails: Box::new(farkas(&[(1, lit(high)), (3, lit(x_low)), (3, neg(y0)), (1, lit(z_high))])),
    };
    let right = Arithmetic::Split {
        atom: y1,
        holds: Box::new(farkas(&[(1, lit(low)), (3, lit(x_high)), (3, lit(y1)), (1, lit(z_low))])),
        fails: Box::new(farkas(&[(1, lit(high)), (3, neg(x0)), (3, neg(y1)), (1, lit(z_high))])),
    };
    let reason = Arithmetic::Split { atom: x0, holds: Box::new(left), fails: Box::new(right) };
    let lemma = d.lemma(formulas.map(neg), reason);
    d.resolve([], lemma, &units);
    d
}

/// `x mod 3 >= 3 or x mod 3 <= -1`.
pub fn remainder_bounds() -> Derivation {
    let mut d = Derivation::new();
    let [x] = d.ints(["x"]);
    let t = &d.terms;
    let m = t.modulo(x, &Int::from(3));
    let (large, negative) = (t.ge(m, t.int(3)), t.le(m, t.int(-1)));
    let (upper, lower) = (t.le(m, t.int(2)), t.ge(m, t.int(0)));
    let or = t.or([large, negative]);
    let input = d.assert(or);
    let children = d.define(or, D::Children, [neg(or), lit(large), lit(negative)]);
    let is_upper = d.define(m, D::Remainder { upper: true }, [lit(upper)]);
    let is_lower = d.define(m, D::Remainder { upper: false }, [lit(lower)]);
    // `large` is the negation of `upper` and `negative` that of `lower`, so the pivots may be named either way.
    d.resolve([], children, &[(or, input), (upper, is_upper), (negative, is_lower)]);
    d
}

/// `x div 2 >= y`, `x <= 2y - 1`.
pub fn quotient() -> Derivation {
    let mut d = Derivation::new();
    let [x, y] = d.ints(["x", "y"]);
    let two = Int::from(2);
    let t = &d.terms;
    let (q, m) = (t.div(x, &two), t.modulo(x, &two));
    let large = t.ge(q, y);
    let small = t.le(x, t.sub(t.scale(&two, y), t.int(1)));
    let defining = t.ge(t.sub(t.sub(x, t.scale(&two, q)), m), t.int(0));
    let lower = t.ge(m, t.int(0));
    let [is_large, is_small] = [large, small].map(|f| d.assert(f));
    let divides = d.define(q, D::Division { upper: false }, [lit(defining)]);
    let not_negative = d.define(m, D::Remainder { upper: false }, [lit(lower)]);
    let sum = farkas(&[(2, lit(large)), (1, lit(small)), (1, lit(defining)), (1, lit(lower))]);
    let lemma = d.lemma([large, small, defining, lower].map(neg), sum);
    let links = [(large, is_large), (small, is_small), (defining, divides), (lower, not_negative)];
    d.resolve([], lemma, &links);
    d
}

/// `x != y`, `x <= y`, `y <= x`.
pub fn disequality() -> Derivation {
    let mut d = Derivation::new();
    let [x, y] = d.ints(["x", "y"]);
    let t = &d.terms;
    let eq = t.eq(x, y);
    let (upper, lower) = (t.le(x, y), t.ge(x, y));
    let formulas = [t.not(eq), upper, lower];
    let [differ, is_upper, is_lower] = formulas.map(|f| d.assert(f));
    let split = d.define(eq, D::EqualSplit, [lit(eq), neg(upper), neg(lower)]);
    d.resolve([], split, &[(eq, differ), (upper, is_upper), (lower, is_lower)]);
    d
}
