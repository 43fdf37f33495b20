//! Terms mean what the expressions they were built from mean, whatever the constructors, substitution and
//! simplification make of them.

mod common;

use common::{Random, Raw, Val, number_of, symbol, val, value};
use loopglass_logic::{Int, Node, Sort, Stamp, Term, Terms, Value, Var};

const SORTS: [Sort; 2] = [Sort::Bool, Sort::Int];

/// The value of a term under the tests' values.
fn eval(t: &Terms, term: Term, values: &dyn Fn(usize, Sort) -> Val) -> Val {
    let of = |v: Var| value(&values(number_of(t, v), t.var_sort(v)));
    val(&t.eval(term, &of))
}

/// Random expressions with their terms.
fn each(seeds: u64, huge: bool, mut visit: impl FnMut(&Terms, &Raw, Term, &mut Random)) {
    for seed in 0..seeds {
        let mut r = Random::new(seed);
        let t = Terms::new();
        let depth = 1 + r.below(5);
        let sort = SORTS[r.below(2)];
        let raw = r.raw(sort, depth, huge);
        let term = raw.term(&t);
        visit(&t, &raw, term, &mut r);
    }
}

#[test]
fn construction_keeps_the_meaning() {
    each(8000, true, |t, raw, term, r| {
        for _ in 0..8 {
            let values = r.values();
            assert_eq!(eval(t, term, &values), raw.eval(&values), "{} of {raw:?}", t.infix(term));
        }
    });
}

/// What `Node` and `Linear` promise of every term.
fn assert_invariants(t: &Terms, root: Term) {
    for u in t.postorder(&[root]) {
        let children = t.children(u);
        assert!(children.iter().all(|c| *c < u), "children precede parents");
        let sums = |l: &loopglass_logic::Linear| {
            assert!(l.parts().windows(2).all(|w| w[0].0 < w[1].0), "parts in order");
            assert!(l.parts().iter().all(|(_, c)| !c.is_zero()), "no zero coefficient");
            let opaque = |n| matches!(n, Node::Var(_) | Node::Ite(..) | Node::Div(..) | Node::Mod(..));
            assert!(l.parts().iter().all(|(p, _)| opaque(t.node(*p)) && t.sort(*p) == Sort::Int));
        };
        let sort = match t.node(u) {
            Node::Bool(_) => Sort::Bool,
            Node::Var(v) => t.var_sort(v),
            Node::Not(a) => {
                assert!(!matches!(t.node(a), Node::Bool(_) | Node::Not(_) | Node::Le(_)));
                Sort::Bool
            }
            Node::And(cs) | Node::Or(cs) => {
                assert!(cs.len() >= 2 && cs.iter().all(|&c| t.as_bool(c).is_none()));
                for (i, c) in cs.iter().enumerate() {
                    assert!(cs[..i].iter().all(|e| e != c && *e != t.not(*c)), "{}", t.infix(u));
                }
                Sort::Bool
            }
            Node::Iff(a, b) => {
                assert!(t.sort(a) == Sort::Bool && t.sort(b) == Sort::Bool && a < b);
                Sort::Bool
            }
            Node::Ite(c, a, b) => {
                assert!(t.sort(c) == Sort::Bool && t.sort(a) == t.sort(b) && a != b);
                assert!(!matches!(t.node(c), Node::Bool(_) | Node::Not(_)));
                t.sort(a)
            }
            Node::Le(l) | Node::Eq(l) => {
                sums(&l);
                assert!(l.as_constant().is_none() && l.content().is_one());
                assert!(!matches!(t.node(u), Node::Eq(_)) || l.parts()[0].1.is_positive());
                Sort::Bool
            }
            Node::Sum(l) => {
                sums(&l);
                assert!(!matches!(l.parts(), [(_, c)] if c.is_one() && l.constant().is_zero()));
                Sort::Int
            }
            Node::Div(a, d) | Node::Mod(a, d) => {
                let sum = t.linear(a);
                sums(&sum);
                assert!(d > Int::ONE && sum.as_constant().is_none());
                assert!(sum.parts().iter().map(|p| &p.1).all(|c| c.is_positive() && *c < d));
                assert!(!sum.constant().is_negative() && *sum.constant() < d);
                Sort::Int
            }
        };
        assert_eq!(t.sort(u), sort);
    }
}

#[test]
fn constructors_keep_the_invariants_of_nodes() {
    each(4000, true, |t, _, term, r| {
        assert_invariants(t, term);
        if t.sort(term) == Sort::Bool {
            assert_invariants(t, t.not(term));
            assert_invariants(t, t.simplify(term));
            assert_eq!(t.not(t.not(term)), term);
        }
        let other = r.raw(Sort::Int, 2, true).term(t);
        let image = t.substitute(term, |v| if t.var_sort(v) == Sort::Int { other } else { t.of(v) });
        assert_invariants(t, image);
    });
}

#[test]
fn rebuilding_a_term_changes_nothing() {
    each(4000, true, |t, raw, term, _| {
        assert_eq!(t.substitute(term, |v| t.of(v)), term, "{raw:?}");
        assert_eq!(raw.term(t), term);
    });
}

#[test]
fn substitution_is_evaluation_in_other_values() {
    each(4000, true, |t, _, term, r| {
        let images: Vec<[Raw; 2]> = (0..3).map(|_| SORTS.map(|sort| r.raw(sort, 2, true))).collect();
        let image = |i: usize, sort: Sort| &images[i][usize::from(sort == Sort::Int)];
        let replaced = t.substitute(term, |v| image(number_of(t, v), t.var_sort(v)).term(t));
        for _ in 0..4 {
            let values = r.values();
            let composed = |i: usize, sort: Sort| image(i, sort).eval(&values);
            assert_eq!(eval(t, replaced, &values), eval(t, term, &composed), "{}", t.infix(term));
        }
    });
}

#[test]
fn replacing_a_part_by_an_equal_one_keeps_the_meaning() {
    each(3000, true, |t, _, term, r| {
        let parts = t.postorder(&[term]);
        let old = parts[r.below(parts.len())];
        // The part is replaced by another term, then values are chosen under which both agree.
        let new = r.raw(t.sort(old), 2, true).term(t);
        let replaced = t.replace(term, old, new);
        for _ in 0..6 {
            let values = r.values();
            if eval(t, old, &values) == eval(t, new, &values) {
                assert_eq!(eval(t, replaced, &values), eval(t, term, &values));
            }
        }
    });
}

#[test]
fn stamps_are_changed_and_changed_back() {
    each(1000, false, |t, _, term, _| {
        let later = t.restamp_all(term, |_| Stamp::At(7));
        assert!(t.vars(later).iter().all(|v| t.symbol_of(*v).stamp == Stamp::At(7)));
        assert_eq!(t.vars(later).len(), t.vars(term).len());
        let back = t.restamp_all(later, |_| Stamp::Plain);
        // Parts of sums and sides of equivalences stand in order of handle, so the term may come back rearranged.
        assert_eq!(t.vars(back), t.vars(term));
        let mut r = Random::new(back.index() as u64);
        for _ in 0..4 {
            let values = r.values();
            assert_eq!(eval(t, back, &values), eval(t, term, &values));
        }
    });
}

#[test]
fn simplification_keeps_the_meaning_and_symbols() {
    let (mut larger, mut count) = (0, 0);
    for huge in [false, true] {
        each(6000, huge, |t, raw, term, r| {
            if t.sort(term) != Sort::Bool {
                return;
            }
            let simple = t.simplify(term);
            for _ in 0..10 {
                let values = r.values();
                let text = || format!("{} from {}", t.infix(simple), t.infix(term));
                assert_eq!(eval(t, simple, &values), raw.eval(&values), "{}", text());
            }
            assert!(t.vars(simple).is_subset(&t.vars(term)), "{}", t.infix(term));
            count += 1;
            larger += usize::from(t.size(simple) > t.size(term));
        });
    }
    assert!(larger * 20 < count, "{larger} of {count} grew");
}

/// Formulas of the kind that simplification is for: bounds on few sums, remainders, nested one level.
#[test]
fn simplification_of_bounds_is_exact_on_small_numbers() {
    for seed in 0..3000 {
        let (mut r, t) = (Random::new(seed), Terms::new());
        let [x, y] = [0, 1].map(|i| t.of(symbol(&t, i, Sort::Int)));
        let atom = |r: &mut Random| {
            let base = [x, y, t.sub(x, y), t.modulo(t.add(x, t.int(r.below(4) as i64)), &Int::from(3))];
            let (left, right) = (base[r.below(4)], t.int(r.below(7) as i64 - 3));
            let atom = [t.le(left, right), t.ge(left, right), t.eq(left, right)][r.below(3)];
            if r.below(4) == 0 { t.not(atom) } else { atom }
        };
        let junction = |r: &mut Random, ts: Vec<Term>| if r.flip() { t.and(ts) } else { t.or(ts) };
        let inner: Vec<Term> = (0..3)
            .map(|_| {
                let atoms = (0..1 + r.below(4)).map(|_| atom(&mut r)).collect();
                junction(&mut r, atoms)
            })
            .collect();
        let formula = junction(&mut r, inner);
        let simple = t.simplify(formula);
        for (i, j) in (-5..=5).flat_map(|i| (-5..=5).map(move |j| (i, j))) {
            let at = |v: Var| Value::Int(Int::from(if t.of(v) == x { i } else { j }));
            let same = t.holds(simple, &at) == t.holds(formula, &at);
            assert!(same, "seed {seed} at {i}, {j}: {} from {}", t.infix(simple), t.infix(formula));
        }
    }
}

#[test]
fn conjuncts_and_disjuncts_make_up_the_formula() {
    each(3000, false, |t, _, term, r| {
        if t.sort(term) != Sort::Bool {
            return;
        }
        let (all, any) = (t.conjuncts(term), t.disjuncts(term));
        for _ in 0..6 {
            let values = r.values();
            let whole = eval(t, term, &values).truth();
            assert_eq!(all.iter().all(|&c| eval(t, c, &values).truth()), whole);
            assert_eq!(any.iter().any(|&c| eval(t, c, &values).truth()), whole);
        }
    });
}

#[test]
fn a_deep_term_costs_no_stack() {
    let t = Terms::new();
    let (p, q) = (symbol(&t, 0, Sort::Bool), symbol(&t, 1, Sort::Bool));
    let mut term = t.of(p);
    for i in 0..100_000 {
        let fresh = t.of(t.var(&format!("s{i}"), Sort::Bool));
        term = if i % 2 == 0 { t.iff(term, fresh) } else { t.ite(t.of(q), t.not(term), fresh) };
    }
    assert_eq!(t.vars(term).len(), 100_002);
    let image = t.substitute(term, |v| t.of(t.primed(v)));
    assert_eq!(t.eval(term, &|_| Value::Bool(true)), t.eval(image, &|_| Value::Bool(true)));
    assert!(t.infix(term).len() > 100_000 && t.smtlib(term).len() > 100_000);
    assert_ne!(t.simplify(image), term);
}

#[test]
fn conjunctions_that_share_parts_are_opened_once() {
    let t = Terms::new();
    let symbols = |level: usize, from: usize| -> Vec<Term> {
        (from..from + 9).map(|i| t.of(t.var(&format!("p{level}_{i}"), Sort::Bool))).collect()
    };
    // Each level stands in the next one twice; opened wherever they stand, they would be 2^60.
    let mut whole = t.and(symbols(0, 0));
    for level in 1..=60 {
        let once = |from: usize| t.and(symbols(level, from).into_iter().chain([whole]));
        whole = t.and(symbols(level, 0).into_iter().chain([once(9), once(18)]));
    }
    assert_eq!(t.conjuncts(whole).len(), 9 + 60 * 27);
    let simple = t.simplify(whole);
    assert_eq!(t.conjuncts(simple), t.conjuncts(whole));
    assert_eq!(t.disjuncts(t.simplify(t.not(whole))).len(), 9 + 60 * 27);
}
