//! The clauses that define compound terms: each is computed from the term's structure alone, then compared.

use crate::fault::Reason;
use crate::literal::{Literal, Literals};
use logic::{Int, Linear, Node, Sort, Term, order};
use proof::{Definition, DefinitionClause, Lit};

/// Checks that the stated clause is the defining clause; returns its normal form.
pub(crate) fn definition(
    literals: &mut Literals,
    definition: Definition,
    stated: &[Lit],
) -> Result<Vec<Literal>, Reason> {
    let mut expected = expected(literals, definition, stated)?;
    order::sort(&mut expected);
    expected.dedup();
    let clause = literals.clause(stated)?;
    if clause == expected { Ok(clause) } else { Err(Reason::NotTheDefinition(definition.term)) }
}

/// The literals of the defining clause. The stated clause is used only to look up the handle of a quotient or
/// remainder.
fn expected(
    literals: &mut Literals,
    Definition { term: t, clause }: Definition,
    stated: &[Lit],
) -> Result<Vec<Literal>, Reason> {
    use DefinitionClause as D;
    let node = literals.node(t)?;
    match (clause, node) {
        (D::Constant, Node::Bool(b)) => Ok(vec![literals.term(t)?.signed(b)]),
        (D::Child(_) | D::Children, Node::And(children)) => junction(literals, t, &children, clause, true),
        (D::Child(_) | D::Children, Node::Or(children)) => junction(literals, t, &children, clause, false),
        (D::Iff { a, b }, Node::Iff(left, right)) => Ok(vec![
            literals.term(left)?.signed(a),
            literals.term(right)?.signed(b),
            literals.term(t)?.signed(a == b),
        ]),
        (D::IteBool { branch, value }, Node::Ite(c, a, b)) if literals.terms.sort(t) == Sort::Bool => {
            Ok(vec![
                literals.term(c)?.signed(!branch),
                literals.term(if branch { a } else { b })?.signed(!value),
                literals.term(t)?.signed(value),
            ])
        }
        (D::IteInt { branch, upper }, Node::Ite(c, a, b)) if literals.terms.sort(t) == Sort::Int => {
            let value = literals.terms.linear(if branch { a } else { b });
            let bound = bound(literals, &Linear::part(t).minus(&value), upper)?;
            Ok(vec![literals.term(c)?.signed(!branch), bound])
        }
        (D::Division { upper }, Node::Div(a, d)) => {
            let remainder = remainder(literals, a, &d, stated).ok_or(Reason::NotTheDefinition(t))?;
            division(literals, a, &d, t, remainder, upper)
        }
        (D::Division { upper }, Node::Mod(a, d)) => {
            let is_quotient = |node: Node| node == Node::Div(a, d.clone());
            let quotient = part(literals, stated, is_quotient).ok_or(Reason::NotTheDefinition(t))?;
            division(literals, a, &d, quotient, t, upper)
        }
        (D::Remainder { upper: true }, Node::Mod(_, d)) => {
            let above = Linear::part(t).with_constant(Int::ONE - d);
            Ok(vec![bound(literals, &above, true)?])
        }
        (D::Remainder { upper: false }, Node::Mod(..)) => Ok(vec![bound(literals, &Linear::part(t), false)?]),
        (D::EqualBound { upper }, Node::Eq(form)) => {
            Ok(vec![literals.term(t)?.negated(), bound(literals, &form, upper)?])
        }
        (D::EqualSplit, Node::Eq(form)) => Ok(vec![
            literals.term(t)?,
            bound(literals, &form, true)?.negated(),
            bound(literals, &form, false)?.negated(),
        ]),
        _ => Err(Reason::NoSuchDefinition(t)),
    }
}

/// A clause of a conjunction, or the dual clause of a disjunction.
fn junction(
    literals: &mut Literals,
    t: Term,
    children: &[Term],
    clause: DefinitionClause,
    is_and: bool,
) -> Result<Vec<Literal>, Reason> {
    let whole = literals.term(t)?;
    if let DefinitionClause::Child(i) = clause {
        let child = *children.get(i).ok_or(Reason::NoSuchDefinition(t))?;
        return Ok(vec![whole.signed(!is_and), literals.term(child)?.signed(is_and)]);
    }
    let mut expected = vec![whole.signed(is_and)];
    for &child in children {
        expected.push(literals.term(child)?.signed(!is_and));
    }
    Ok(expected)
}

/// `form <= 0`, or `-form <= 0`.
fn bound(literals: &mut Literals, form: &Linear, upper: bool) -> Result<Literal, Reason> {
    if upper { literals.inequality(form) } else { literals.inequality(&form.scaled(&Int::MINUS_ONE)) }
}

/// Half of `a - d * quotient - remainder = 0`.
fn division(
    literals: &mut Literals,
    a: Term,
    d: &Int,
    quotient: Term,
    remainder: Term,
    upper: bool,
) -> Result<Vec<Literal>, Reason> {
    let whole = literals.terms.linear(a).add_scaled(&-d, &Linear::part(quotient));
    let rest = whole.minus(&literals.terms.linear(remainder));
    Ok(vec![bound(literals, &rest, upper)?])
}

/// The remainder that goes with the quotient of `a` by `d`: the term `mod(a, d)`, or `a` itself when `a` is a
/// remainder by a divisor of `d` and so already reduced.
fn remainder(literals: &Literals, a: Term, d: &Int, stated: &[Lit]) -> Option<Term> {
    match literals.terms.node(a) {
        Node::Mod(_, e) if d.rem_euclid(&e).is_zero() => Some(a),
        _ => part(literals, stated, |node| node == Node::Mod(a, d.clone())),
    }
}

/// The part with the wanted structure in the inequalities of a clause.
fn part(literals: &Literals, stated: &[Lit], wanted: impl Fn(Node) -> bool) -> Option<Term> {
    let forms = stated.iter().filter_map(|l| match literals.node(l.atom) {
        Ok(Node::Le(form)) => Some(form),
        _ => None,
    });
    let mut parts = forms.flat_map(|form| form.parts().iter().map(|(p, _)| *p).collect::<Vec<_>>());
    parts.find(|&p| wanted(literals.terms.node(p)))
}
