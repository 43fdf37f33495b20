//! Defining clauses: as documented they are accepted, whatever else is accepted is valid under many values.

mod common;

use common::{Derivation, Random, lit, neg, oracle};
use logic::{Int, Linear, Node, Sort, Term, Terms, Value, Var};
use loopglass_check::Fault;
use proof::{Definition, DefinitionClause as D, Lit, Rule};

/// A random term of the sort, over three symbols of either sort.
fn term(t: &Terms, r: &mut Random, sort: Sort, depth: usize) -> Term {
    let symbol = |r: &mut Random| t.of(t.var(["a", "b", "c"][r.below(3)], sort));
    if depth == 0 {
        return match (sort, r.below(4)) {
            (Sort::Int, 0) => t.int(r.between(-5, 5)),
            _ => symbol(r),
        };
    }
    let int = |r: &mut Random| term(t, r, Sort::Int, depth - 1);
    let bool = |r: &mut Random| term(t, r, Sort::Bool, depth - 1);
    match (sort, r.below(6)) {
        (Sort::Int, 0) => t.ite(bool(r), int(r), int(r)),
        (Sort::Int, 1) => t.div(int(r), &Int::from(r.between(2, 5))),
        (Sort::Int, 2) => t.modulo(int(r), &Int::from(r.between(2, 5))),
        (Sort::Int, 3) => t.scale(&Int::from(r.between(-3, 3)), int(r)),
        (Sort::Int, 4) => t.add(int(r), int(r)),
        (Sort::Int, _) => t.sub(int(r), int(r)),
        (Sort::Bool, 0) => t.not(bool(r)),
        (Sort::Bool, 1) => t.and((0..r.below(4)).map(|_| bool(r)).collect::<Vec<_>>()),
        (Sort::Bool, 2) => t.or((0..r.below(4)).map(|_| bool(r)).collect::<Vec<_>>()),
        (Sort::Bool, 3) => t.ite(bool(r), bool(r), bool(r)),
        (Sort::Bool, 4) => t.iff(bool(r), bool(r)),
        (Sort::Bool, _) => match r.below(3) {
            0 => t.le(int(r), int(r)),
            1 => t.eq(int(r), int(r)),
            _ => symbol(r),
        },
    }
}

/// The clauses of a term, written down from the documentation of `DefinitionClause`.
fn documented(t: &Terms, u: Term) -> Vec<(D, Vec<Lit>)> {
    let signed = |a: Term, positive: bool| Lit { atom: a, positive };
    let bound = |l: Linear, upper: bool| lit(t.le0(if upper { l } else { l.scaled(&Int::MINUS_ONE) }));
    let both = [true, false];
    match t.node(u) {
        Node::Bool(b) => vec![(D::Constant, vec![signed(u, b)])],
        Node::And(cs) => {
            let mut out: Vec<_> =
                cs.iter().enumerate().map(|(i, &c)| (D::Child(i), vec![neg(u), lit(c)])).collect();
            out.push((D::Children, [lit(u)].into_iter().chain(cs.iter().map(|&c| neg(c))).collect()));
            out
        }
        Node::Or(cs) => {
            let mut out: Vec<_> =
                cs.iter().enumerate().map(|(i, &c)| (D::Child(i), vec![lit(u), neg(c)])).collect();
            out.push((D::Children, [neg(u)].into_iter().chain(cs.iter().map(|&c| lit(c))).collect()));
            out
        }
        Node::Iff(x, y) => {
            [(false, false, true), (true, true, true), (false, true, false), (true, false, false)]
                .map(|(a, b, s)| (D::Iff { a, b }, vec![signed(x, a), signed(y, b), signed(u, s)]))
                .to_vec()
        }
        Node::Ite(c, x, y) => {
            let mut out = Vec::new();
            for branch in both {
                let value = if branch { x } else { y };
                for s in both {
                    if t.sort(u) == Sort::Bool {
                        let clause = vec![signed(c, !branch), signed(value, !s), signed(u, s)];
                        out.push((D::IteBool { branch, value: s }, clause));
                    } else {
                        let difference = t.linear(u).minus(&t.linear(value));
                        let clause = vec![signed(c, !branch), bound(difference, s)];
                        out.push((D::IteInt { branch, upper: s }, clause));
                    }
                }
            }
            out
        }
        Node::Div(a, d) | Node::Mod(a, d) => {
            let (q, m) = (t.linear(t.div(a, &d)), t.linear(t.modulo(a, &d)));
            let rest = t.linear(a).add_scaled(&-&d, &q).minus(&m);
            let mut out =
                both.map(|upper| (D::Division { upper }, vec![bound(rest.clone(), upper)])).to_vec();
            if matches!(t.node(u), Node::Mod(..)) {
                let top = m.minus(&Linear::constant_of(&d - &Int::ONE));
                out.push((D::Remainder { upper: true }, vec![bound(top, true)]));
                out.push((D::Remainder { upper: false }, vec![bound(m, false)]));
            }
            out
        }
        Node::Eq(l) => vec![
            (D::EqualBound { upper: true }, vec![neg(u), bound((*l).clone(), true)]),
            (D::EqualBound { upper: false }, vec![neg(u), bound((*l).clone(), false)]),
            (
                D::EqualSplit,
                vec![lit(u), bound((*l).clone(), true).negated(), bound((*l).clone(), false).negated()],
            ),
        ],
        Node::Var(_) | Node::Not(_) | Node::Le(_) | Node::Sum(_) => vec![],
    }
}

/// The same literals written another way: negations carried out or not, the other polarity of an inequality.
fn rewritten(t: &Terms, r: &mut Random, clause: &[Lit]) -> Vec<Lit> {
    let rewrite = |l: &Lit, r: &mut Random| match (r.below(3), t.node(l.atom)) {
        (0, _) => Lit { atom: t.not(l.atom), positive: !l.positive },
        (1, Node::Not(below)) => Lit { atom: below, positive: !l.positive },
        _ => *l,
    };
    clause.iter().map(|l| rewrite(l, r)).collect()
}

fn accepted(d: &mut Derivation, definition: Definition, clause: &[Lit]) -> bool {
    d.proof.steps.clear();
    d.step(clause.iter().copied(), Rule::Definition(definition));
    match d.check() {
        Err(Fault::Unfinished) => true,
        Err(Fault::Step { .. }) => false,
        other => panic!("{other:?}"),
    }
}

fn holds_often(t: &Terms, r: &mut Random, clause: &[Lit]) -> bool {
    (0..60).all(|_| {
        let bits = r.below(8);
        let numbers =
            [0; 3].map(|_| if r.below(10) == 0 { r.between(-1000, 1000) } else { r.between(-7, 7) });
        let value = |v: Var| {
            let i = ["a", "b", "c"].iter().position(|n| *n == &*t.symbol_of(v).name).unwrap_or(0);
            match t.var_sort(v) {
                Sort::Bool => Value::Bool(bits >> i & 1 == 1),
                Sort::Int => Value::Int(Int::from(numbers[i])),
            }
        };
        clause.iter().any(|l| t.holds(l.atom, &value) == l.positive)
    })
}

#[test]
fn documented_clauses_are_accepted_and_accepted_clauses_are_valid() {
    let (mut plain, mut changed, mut changed_accepted) = (0, 0, 0);
    for seed in 0..400 {
        let mut r = Random::new(seed);
        let mut d = Derivation::new();
        let sort = if seed % 3 == 0 { Sort::Int } else { Sort::Bool };
        let root = term(&d.terms, &mut r, sort, 4);
        let subterms = d.terms.postorder(&[root]);
        for &u in &subterms {
            for (kind, clause) in documented(&d.terms, u) {
                let definition = Definition { term: u, clause: kind };
                assert!(accepted(&mut d, definition, &clause), "{kind:?} of {}", d.terms.infix(u));
                let other = rewritten(&d.terms, &mut r, &clause);
                assert!(accepted(&mut d, definition, &other), "{kind:?} of {}: {other:?}", d.terms.infix(u));
                assert!(holds_often(&d.terms, &mut r, &clause), "{kind:?} of {}", d.terms.infix(u));
                plain += 1;
                for mutant in neighbours(&d, &mut r, &clause, &subterms) {
                    changed += 1;
                    if accepted(&mut d, definition, &mutant) {
                        changed_accepted += 1;
                        let same = oracle::clause(&d.terms, &mutant) == oracle::clause(&d.terms, &clause);
                        assert!(same, "{kind:?} of {}: {mutant:?}", d.terms.infix(u));
                    }
                }
            }
        }
    }
    // The test looks at what it means to look at.
    assert!(
        plain > 3000 && changed > 10 * plain / 2 && changed_accepted < changed / 20,
        "{plain} {changed} {changed_accepted}"
    );
}

/// The clause with a literal dropped, flipped, exchanged, shifted or added.
fn neighbours(d: &Derivation, r: &mut Random, clause: &[Lit], subterms: &[Term]) -> Vec<Vec<Lit>> {
    let mut out = Vec::new();
    let formulas: Vec<Term> = subterms.iter().copied().filter(|&u| d.terms.sort(u) == Sort::Bool).collect();
    for j in 0..clause.len() {
        let with = |l: Option<Lit>| {
            let mut changed = clause.to_vec();
            match l {
                Some(l) => changed[j] = l,
                None => drop(changed.splice(j..=j, [])),
            }
            changed
        };
        out.push(with(None));
        out.push(with(Some(clause[j].negated())));
        if !formulas.is_empty() {
            out.push(with(Some(Lit { atom: *r.pick(&formulas), positive: r.flip() })));
        }
        if let Node::Le(form) = d.terms.node(clause[j].atom) {
            for by in [Int::ONE, Int::MINUS_ONE] {
                let shifted = form.with_constant(form.constant() + &by);
                out.push(with(Some(Lit { atom: d.terms.le0(shifted), ..clause[j] })));
            }
            out.push(with(Some(Lit { atom: d.terms.le0(form.scaled(&Int::MINUS_ONE)), ..clause[j] })));
        }
    }
    if !formulas.is_empty() {
        let extra = Lit { atom: *r.pick(&formulas), positive: r.flip() };
        out.push(clause.iter().copied().chain([extra]).collect());
    }
    out
}
