//! Z3 as a solver that opens contexts.

use crate::context::{Kept, allowed_work};
use crate::foreign::{self, Library};
use crate::spacer;
use logic::{Term, Terms};
use solver::{Backend, Context, Limits};
use std::rc::Rc;

/// Z3. Its contexts share one store of terms, so a run is the same again only with a value of its own.
pub struct Z3 {
    library: Rc<Library>,
}

impl Z3 {
    /// Z3 with an empty store; none if the library gives none.
    pub fn new() -> Option<Z3> {
        Some(Z3 { library: Library::new()? })
    }

    /// The version of the library, as it says itself.
    pub fn version() -> String {
        foreign::version()
    }
}

impl Backend for Z3 {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn open(&self, limits: Limits) -> Box<dyn Context> {
        Box::new(Kept::new(&self.library, limits))
    }

    fn interpolant(&self, terms: &Terms, a: &[Term], b: &[Term], limits: Limits) -> Option<Term> {
        spacer::interpolant(terms, a, b, allowed_work(limits))
    }
}
