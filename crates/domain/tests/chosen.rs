//! The chosen domain answers as the domain that was chosen, on elements of the same formulas; to elements of another domain it answers
//! with all states.

use domain::{
    BoxDomain, BoxLimits, BoxesDomain, ChosenDomain, ChosenElement, Domain, OctagonDomain, Thresholds,
    Visited, WidenWith,
};
use logic::{Sort, Term, Terms, Var};
use std::rc::Rc;

/// Everything that is asked of a domain, as text.
fn answers<D: WidenWith>(terms: &Terms, d: &D, x: Var, formulas: &[Term]) -> String {
    let show = |e: &D::Element| terms.infix(d.concretisation(e));
    let mut out = format!("{} {}\n", show(&d.top()), show(&d.bottom()));
    let thresholds = Thresholds::none();
    let elements: Vec<D::Element> = formulas.iter().map(|f| d.abstraction(*f)).collect();
    for a in &elements {
        out += &format!("{} {} {:?}", show(a), d.is_bottom(a), d.values(a, x));
        out += &format!(" {} {}\n", show(&d.forget(a, x)), show(&d.assign(a, x, terms.int(7))));
        for b in &elements {
            out += &format!("{} {} {}", d.includes(a, b), show(&d.join(a, b)), show(&d.meet(a, b)));
            let both = d.join(a, b);
            out += &format!(" {} {}", show(&d.widen(a, &both, &thresholds)), show(&d.narrow(&both, a)));
            let visited = [Visited { element: a.clone(), is_exact: true }];
            for from in [None, Some(a)] {
                let widened = d.widen_with(&visited, from, b, &thresholds);
                out += &format!(" {} {}", show(&widened.label), show(&widened.from));
            }
            out.push('\n');
        }
    }
    out
}

#[test]
fn it_answers_as_the_domain_itself() {
    let terms = Rc::new(Terms::new());
    let var = terms.var("x", Sort::Int);
    let x = terms.of(var);
    let y = terms.of(terms.var("y", Sort::Int));
    let n = |n: i64| terms.int(n);
    let within = |v, low, high| terms.and([terms.le(n(low), v), terms.le(v, n(high))]);
    let formulas = [
        within(x, 0, 3),
        within(x, 5, 9),
        terms.and([within(x, 2, 6), terms.le(y, x)]),
        terms.or([within(x, 0, 1), within(y, 4, 5)]),
        terms.fals(),
    ];
    let boxes = BoxDomain::new(terms.clone());
    let unions = BoxesDomain::new(terms.clone(), BoxLimits::default());
    let as_boxes = answers(&terms, &boxes, var, &formulas);
    let as_unions = answers(&terms, &unions, var, &formulas);
    let octagons = OctagonDomain::new(terms.clone());
    let as_octagons = answers(&terms, &octagons, var, &formulas);
    assert_ne!(as_boxes, as_unions, "the domains differ on these formulas");
    assert!(as_boxes != as_octagons && as_unions != as_octagons, "octagons too");
    assert_eq!(answers(&terms, &ChosenDomain::Boxes(boxes.clone()), var, &formulas), as_boxes);
    assert_eq!(answers(&terms, &ChosenDomain::Unions(unions.clone()), var, &formulas), as_unions);
    assert_eq!(answers(&terms, &ChosenDomain::Octagons(octagons.clone()), var, &formulas), as_octagons);
    let chosen = ChosenDomain::Octagons(octagons);
    assert_eq!(chosen.meet(&chosen.bottom(), &ChosenElement::Box(None)), chosen.top());
    let chosen = ChosenDomain::Unions(unions);
    let foreign = ChosenElement::Box(boxes.abstraction(formulas[0]));
    let own = chosen.abstraction(formulas[0]);
    assert_eq!(chosen.join(&own, &foreign), chosen.top());
    assert!(!chosen.includes(&own, &foreign) && !chosen.is_bottom(&foreign));
}
