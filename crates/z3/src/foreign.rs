//! Z3's functions in safe clothes: values that count their references, and nothing else. Only what `z3-sys` names is called,
//! which in WebAssembly is `browser.rs`.
#![allow(unsafe_code)] // every call of a foreign function is

#[cfg(target_arch = "wasm32")]
use crate::browser::*;
use logic::{Int, Sort};
use std::ffi::{CStr, CString, c_uint};
use std::rc::Rc;
#[cfg(not(target_arch = "wasm32"))]
use z3_sys::*;

/// A Z3 context: the store of its terms, which solvers share.
pub struct Library {
    raw: Z3_context,
    int: Z3_sort,
    bool: Z3_sort,
}

/// How a check ended.
pub enum Ended {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// Neither was found out, for this reason.
    Unknown(String),
}

// SAFETY of the calls in this file: a context lives as long as the `Library`, which every other value keeps alive by an `Rc`; a
// term, solver, model or list that is passed to Z3 is owned by such a value, which holds a reference; what Z3 returns is taken
// into one before the next call. Errors do not leave the process, since the handler is switched off: the functions then return
// null, which is `None` here.

impl Library {
    /// A context of its own; none if Z3 gives none.
    pub fn new() -> Option<Rc<Library>> {
        // SAFETY: see above. The sorts are kept for as long as the context by a reference that is never given back.
        unsafe {
            let config = Z3_mk_config()?;
            let raw = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let raw = raw?;
            Z3_set_error_handler(raw, None);
            let (int, bool) = (Z3_mk_int_sort(raw)?, Z3_mk_bool_sort(raw)?);
            Z3_inc_ref(raw, Z3_sort_to_ast(raw, int)?);
            Z3_inc_ref(raw, Z3_sort_to_ast(raw, bool)?);
            Some(Rc::new(Library { raw, int, bool }))
        }
    }

    fn sort(&self, sort: Sort) -> Z3_sort {
        match sort {
            Sort::Int => self.int,
            Sort::Bool => self.bool,
        }
    }
}

/// Z3's version.
pub fn version() -> String {
    // SAFETY: a text that lives as long as the library.
    unsafe { text(Z3_get_full_version()) }
}

/// What Z3 answers to a script of SMT-LIB, to which nothing else belongs; none if it gives no context.
pub fn evaluate(script: &str) -> Option<String> {
    let library = Library::new()?;
    let script = CString::new(script).ok()?;
    // SAFETY: see above. The text that comes back is copied before the next call.
    Some(unsafe { text(Z3_eval_smtlib2_string(library.raw, script.as_ptr())) })
}

impl Drop for Library {
    fn drop(&mut self) {
        // SAFETY: the last of its users is gone.
        unsafe { Z3_del_context(self.raw) }
    }
}

/// The text that Z3 points to.
///
/// # Safety
/// Null, or a text that ends with zero.
unsafe fn text(raw: Z3_string) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: as demanded of the caller.
    unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned()
}

fn length<T>(list: &[T]) -> c_uint {
    c_uint::try_from(list.len()).unwrap_or(c_uint::MAX)
}

/// A term of Z3.
pub struct Ast {
    raw: Z3_ast,
    library: Rc<Library>,
}

impl Clone for Ast {
    fn clone(&self) -> Ast {
        // SAFETY: see above.
        unsafe { Z3_inc_ref(self.library.raw, self.raw) };
        Ast { raw: self.raw, library: self.library.clone() }
    }
}

impl Drop for Ast {
    fn drop(&mut self) {
        // SAFETY: see above.
        unsafe { Z3_dec_ref(self.library.raw, self.raw) }
    }
}

/// Which function is applied to a list of arguments.
#[derive(Clone, Copy)]
pub enum Nary {
    And,
    Or,
    Add,
    Mul,
}

/// Which function is applied to two arguments.
#[derive(Clone, Copy)]
pub enum Binary {
    Eq,
    Implies,
    Le,
    Div,
    Mod,
}

impl Ast {
    /// Takes over what a function has returned.
    fn own(library: &Rc<Library>, raw: Option<Z3_ast>) -> Option<Ast> {
        let raw = raw?;
        // SAFETY: see above.
        unsafe { Z3_inc_ref(library.raw, raw) };
        Some(Ast { raw, library: library.clone() })
    }

    /// The symbol of this number.
    pub fn symbol(library: &Rc<Library>, number: usize, sort: Sort) -> Option<Ast> {
        let number = i32::try_from(number).ok()?;
        // SAFETY: see above.
        let raw = unsafe {
            let symbol = Z3_mk_int_symbol(library.raw, number)?;
            Z3_mk_const(library.raw, symbol, library.sort(sort))
        };
        Ast::own(library, raw)
    }

    /// A Boolean symbol that occurs nowhere else.
    pub fn fresh(library: &Rc<Library>) -> Option<Ast> {
        // SAFETY: see above.
        let raw = unsafe { Z3_mk_fresh_const(library.raw, c"part".as_ptr(), library.bool) };
        Ast::own(library, raw)
    }

    /// A truth value.
    pub fn bool(library: &Rc<Library>, value: bool) -> Option<Ast> {
        // SAFETY: see above.
        let raw = unsafe { if value { Z3_mk_true(library.raw) } else { Z3_mk_false(library.raw) } };
        Ast::own(library, raw)
    }

    /// A number.
    pub fn int(library: &Rc<Library>, value: &Int) -> Option<Ast> {
        let digits = CString::new(value.to_string()).ok()?;
        // SAFETY: see above.
        let raw = unsafe { Z3_mk_numeral(library.raw, digits.as_ptr(), library.int) };
        Ast::own(library, raw)
    }

    /// A function of a list of arguments.
    pub fn nary(library: &Rc<Library>, function: Nary, arguments: &[Ast]) -> Option<Ast> {
        let raws: Vec<Z3_ast> = arguments.iter().map(|a| a.raw).collect();
        let make = match function {
            Nary::And => Z3_mk_and,
            Nary::Or => Z3_mk_or,
            Nary::Add => Z3_mk_add,
            Nary::Mul => Z3_mk_mul,
        };
        // SAFETY: see above.
        let raw = unsafe { make(library.raw, length(&raws), raws.as_ptr()) };
        Ast::own(library, raw)
    }

    /// A function of two arguments.
    pub fn binary(function: Binary, left: &Ast, right: &Ast) -> Option<Ast> {
        let make = match function {
            Binary::Eq => Z3_mk_eq,
            Binary::Implies => Z3_mk_implies,
            Binary::Le => Z3_mk_le,
            Binary::Div => Z3_mk_div,
            Binary::Mod => Z3_mk_mod,
        };
        // SAFETY: see above.
        let raw = unsafe { make(left.library.raw, left.raw, right.raw) };
        Ast::own(&left.library, raw)
    }

    /// The negation of a Boolean.
    pub fn not(&self) -> Option<Ast> {
        // SAFETY: see above.
        let raw = unsafe { Z3_mk_not(self.library.raw, self.raw) };
        Ast::own(&self.library, raw)
    }

    /// If this, then the one, else the other.
    pub fn ite(&self, then: &Ast, otherwise: &Ast) -> Option<Ast> {
        // SAFETY: see above.
        let raw = unsafe { Z3_mk_ite(self.library.raw, self.raw, then.raw, otherwise.raw) };
        Ast::own(&self.library, raw)
    }

    /// The truth value that this is.
    pub fn as_bool(&self) -> Option<bool> {
        // SAFETY: see above.
        match unsafe { Z3_get_bool_value(self.library.raw, self.raw) } {
            Z3_L_TRUE => Some(true),
            Z3_L_FALSE => Some(false),
            _ => None,
        }
    }

    /// The number that this is.
    pub fn as_int(&self) -> Option<Int> {
        // SAFETY: see above. Of what is no numeral there is no text.
        let digits = unsafe {
            Z3_is_numeral_ast(self.library.raw, self.raw)
                .then(|| text(Z3_get_numeral_string(self.library.raw, self.raw)))
        };
        digits?.parse().ok()
    }
}

impl PartialEq for Ast {
    /// Terms of one context are the same if they are equal.
    fn eq(&self, other: &Ast) -> bool {
        self.raw == other.raw
    }
}

/// Values of symbols.
pub struct Values {
    raw: Z3_model,
    library: Rc<Library>,
}

impl Values {
    /// The value of a term; what is left open gets some value.
    pub fn of(&self, term: &Ast) -> Option<Ast> {
        let mut found = term.raw;
        // SAFETY: see above.
        let known = unsafe { Z3_model_eval(self.library.raw, self.raw, term.raw, true, &raw mut found) };
        Ast::own(&self.library, known.then_some(found))
    }
}

impl Drop for Values {
    fn drop(&mut self) {
        // SAFETY: see above.
        unsafe { Z3_model_dec_ref(self.library.raw, self.raw) }
    }
}

/// A solver with scopes, which decides by itself alone how it searches.
pub struct Search {
    raw: Z3_solver,
    library: Rc<Library>,
}

impl Drop for Search {
    fn drop(&mut self) {
        // SAFETY: see above.
        unsafe { Z3_solver_dec_ref(self.library.raw, self.raw) }
    }
}

impl Search {
    /// A solver with nothing asserted.
    pub fn new(library: &Rc<Library>) -> Option<Search> {
        // SAFETY: see above.
        let raw = unsafe {
            let raw = Z3_mk_simple_solver(library.raw)?;
            Z3_solver_inc_ref(library.raw, raw);
            raw
        };
        Some(Search { raw, library: library.clone() })
    }

    /// Sets numbers among its parameters. That an interrupt ends the process, and not just a query, is set beside them.
    pub fn set(&mut self, numbers: &[(&CStr, u32)]) -> Option<()> {
        let context = self.library.raw;
        // SAFETY: see above; the parameters are owned between the two calls that count.
        unsafe {
            let parameters = Z3_mk_params(context)?;
            Z3_params_inc_ref(context, parameters);
            let named = |name: &CStr| Z3_mk_string_symbol(context, name.as_ptr());
            if let Some(name) = named(c"ctrl_c") {
                Z3_params_set_bool(context, parameters, name, false);
            }
            for (name, value) in numbers {
                if let Some(name) = named(name) {
                    Z3_params_set_uint(context, parameters, name, *value);
                }
            }
            Z3_solver_set_params(context, self.raw, parameters);
            Z3_params_dec_ref(context, parameters);
            (Z3_get_error_code(context) == ErrorCode::Ok).then_some(())
        }
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        // SAFETY: see above.
        unsafe { Z3_solver_push(self.library.raw, self.raw) }
    }

    /// Closes the last scope, which must be open.
    pub fn pop(&mut self) {
        // SAFETY: see above.
        unsafe { Z3_solver_pop(self.library.raw, self.raw, 1) }
    }

    /// Asserts a formula.
    pub fn assert(&mut self, formula: &Ast) {
        // SAFETY: see above.
        unsafe { Z3_solver_assert(self.library.raw, self.raw, formula.raw) }
    }

    /// Whether the asserted formulas hold together with the assumptions, which are symbols.
    pub fn check(&mut self, assumptions: &[&Ast]) -> Ended {
        let raws: Vec<Z3_ast> = assumptions.iter().map(|a| a.raw).collect();
        let context = self.library.raw;
        // SAFETY: see above.
        unsafe {
            match Z3_solver_check_assumptions(context, self.raw, length(&raws), raws.as_ptr()) {
                Z3_L_TRUE => Ended::Sat,
                Z3_L_FALSE => Ended::Unsat,
                _ => Ended::Unknown(text(Z3_solver_get_reason_unknown(context, self.raw))),
            }
        }
    }

    /// After a satisfiable check, the model.
    pub fn values(&self) -> Option<Values> {
        // SAFETY: see above.
        let raw = unsafe {
            let raw = Z3_solver_get_model(self.library.raw, self.raw)?;
            Z3_model_inc_ref(self.library.raw, raw);
            raw
        };
        Some(Values { raw, library: self.library.clone() })
    }

    /// After an unsatisfiable check, the assumptions that it needed.
    pub fn core(&self) -> Option<Vec<Ast>> {
        let context = self.library.raw;
        // SAFETY: see above; the list is owned between the two calls that count.
        unsafe {
            let list = Z3_solver_get_unsat_core(context, self.raw)?;
            Z3_ast_vector_inc_ref(context, list);
            let all = (0..Z3_ast_vector_size(context, list))
                .map(|i| Ast::own(&self.library, Z3_ast_vector_get(context, list, i)))
                .collect();
            Z3_ast_vector_dec_ref(context, list);
            all
        }
    }

    /// Tells what Z3 has counted, by its names.
    pub fn statistics(&self, mut each: impl FnMut(&[u8], u64)) {
        let context = self.library.raw;
        // SAFETY: see above; the statistics are owned between the two calls that count.
        unsafe {
            let Some(all) = Z3_solver_get_statistics(context, self.raw) else { return };
            Z3_stats_inc_ref(context, all);
            for i in 0..Z3_stats_size(context, all) {
                let name = Z3_stats_get_key(context, all, i);
                if Z3_stats_is_uint(context, all, i) && !name.is_null() {
                    let count = Z3_stats_get_uint_value(context, all, i);
                    each(CStr::from_ptr(name).to_bytes(), u64::from(count));
                }
            }
            Z3_stats_dec_ref(context, all);
        }
    }
}
