//! Terms as Z3's terms, each translated once.

use crate::foreign::{Ast, Binary, Library, Nary};
use logic::{Int, Linear, Node, Term, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The translations of the terms of one store.
pub struct Translator {
    library: Rc<Library>,
    known: FxHashMap<Term, Ast>,
}

impl Translator {
    /// With nothing translated yet.
    pub fn new(library: &Rc<Library>) -> Translator {
        Translator { library: library.clone(), known: FxHashMap::default() }
    }

    /// A term, translated with all that it is made of; none when Z3 refuses it, as when it lacks memory.
    pub fn translate(&mut self, terms: &Terms, root: Term) -> Option<Ast> {
        if let Some(known) = self.known.get(&root) {
            return Some(known.clone());
        }
        for t in terms.postorder(&[root]) {
            if !self.known.contains_key(&t) {
                let made = self.node(terms, t)?;
                self.known.insert(t, made);
            }
        }
        self.known.get(&root).cloned()
    }

    /// A term whose parts are translated.
    fn node(&self, terms: &Terms, t: Term) -> Option<Ast> {
        let library = &self.library;
        let of = |t: &Term| self.known.get(t).cloned();
        let all = |ts: &[Term]| ts.iter().map(of).collect::<Option<Vec<Ast>>>();
        match terms.node(t) {
            Node::Bool(value) => Ast::bool(library, value),
            Node::Var(v) => Ast::symbol(library, v.index(), terms.var_sort(v)),
            Node::Not(a) => of(&a)?.not(),
            Node::And(parts) => Ast::nary(library, Nary::And, &all(&parts)?),
            Node::Or(parts) => Ast::nary(library, Nary::Or, &all(&parts)?),
            Node::Iff(a, b) => Ast::binary(Binary::Eq, &of(&a)?, &of(&b)?),
            Node::Ite(c, a, b) => of(&c)?.ite(&of(&a)?, &of(&b)?),
            Node::Le(sum) => self.compared(Binary::Le, &sum),
            Node::Eq(sum) => self.compared(Binary::Eq, &sum),
            Node::Sum(sum) => {
                let constant = Ast::int(library, sum.constant())?;
                match sum.as_constant() {
                    Some(_) => Some(constant),
                    None if sum.constant().is_zero() => self.parts(&sum),
                    None => Ast::nary(library, Nary::Add, &[self.parts(&sum)?, constant]),
                }
            }
            Node::Div(a, divisor) => Ast::binary(Binary::Div, &of(&a)?, &Ast::int(library, &divisor)?),
            Node::Mod(a, divisor) => Ast::binary(Binary::Mod, &of(&a)?, &Ast::int(library, &divisor)?),
        }
    }

    /// The parts of a sum compared with the rest of it on the other side.
    fn compared(&self, relation: Binary, sum: &Linear) -> Option<Ast> {
        let right = Ast::int(&self.library, &(sum.constant() * &Int::MINUS_ONE))?;
        Ast::binary(relation, &self.parts(sum)?, &right)
    }

    /// A sum without its constant.
    fn parts(&self, sum: &Linear) -> Option<Ast> {
        let scaled = sum.parts().iter().map(|(part, factor)| {
            let part = self.known.get(part)?.clone();
            match factor.is_one() {
                true => Some(part),
                false => Ast::nary(&self.library, Nary::Mul, &[Ast::int(&self.library, factor)?, part]),
            }
        });
        match &scaled.collect::<Option<Vec<Ast>>>()?[..] {
            [] => Ast::int(&self.library, &Int::ZERO),
            [one] => Some(one.clone()),
            several => Ast::nary(&self.library, Nary::Add, several),
        }
    }
}
