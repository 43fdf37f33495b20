//! Asserted formulas, in scopes, and questions about them.
//!
//! A formula of number `n` is asserted as `p => formula` with a symbol `p` of its own, and every check assumes the symbols of
//! the open formulas: the assumptions that an answer needed are the core.

use crate::foreign::{Ast, Binary, Ended, Library, Search};
use crate::translate::Translator;
use logic::{Node, Sort, Term, Terms, Value, Var};
use proof::{Part, Proof};
use solver::{Context, Counters, Limit, Limits, Model, Outcome, Unknown};
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::rc::Rc;

/// Z3's count of work (`rlimit`) that is allowed for each pivot allowed. On random inequalities with disjunctions and remainders
/// Z3 5.4 counted 200 to 400 for each of its own pivots.
const WORK_FOR_A_PIVOT: u64 = 200;

/// Z3's count of work that these limits allow.
pub fn allowed_work(limits: Limits) -> u64 {
    limits.pivots.saturating_mul(WORK_FOR_A_PIVOT)
}

/// A formula that is in an open scope.
struct Asserted {
    part: Part,
    formula: Term,
    symbol: Ast,
}

/// What was the matter after the last check.
#[derive(Default)]
struct Last {
    core: Vec<Part>,
    failed: Vec<Term>,
}

/// A context that is kept between checks.
pub struct Kept {
    library: Rc<Library>,
    translator: Translator,
    /// None once Z3 has refused something: then nothing is known any more.
    search: Option<Search>,
    limits: Limits,
    /// Whether the last check of `search` was broken off. Z3 4.8 has then lost formulas that it was still taking in.
    broken_off: bool,
    /// The limits that Z3 knows of.
    told: Option<Limits>,
    open: Vec<Asserted>,
    /// How many formulas were open when each scope began.
    scopes: Vec<usize>,
    /// How many formulas were ever asserted.
    parts: usize,
    last: Last,
    counters: Counters,
    /// What had been counted when `search` was new.
    before: Counters,
}

impl Kept {
    /// With nothing asserted.
    pub fn new(library: &Rc<Library>, limits: Limits) -> Kept {
        Kept {
            library: library.clone(),
            translator: Translator::new(library),
            search: Search::new(library),
            broken_off: false,
            limits,
            told: None,
            open: Vec::new(),
            scopes: Vec::new(),
            parts: 0,
            last: Last::default(),
            counters: Counters::default(),
            before: Counters::default(),
        }
    }

    /// Begins with a new solver, in which everything is asserted that is open.
    fn begin_afresh(&mut self, terms: &Terms) -> Option<()> {
        let mut search = Search::new(&self.library)?;
        let mut scopes = self.scopes.iter().peekable();
        for (place, asserted) in self.open.iter().enumerate() {
            while scopes.next_if(|&&begin| begin == place).is_some() {
                search.push();
            }
            let body = self.translator.translate(terms, asserted.formula)?;
            search.assert(&Ast::binary(Binary::Implies, &asserted.symbol, &body)?);
        }
        scopes.for_each(|_| search.push());
        self.search = Some(search);
        self.told = None;
        self.broken_off = false;
        self.before = Counters { checks: 0, ..self.counters };
        Some(())
    }

    /// Asserts a formula for whoever assumes the symbol that comes back.
    fn guarded(&mut self, terms: &Terms, formula: Term) -> Option<Ast> {
        let body = self.translator.translate(terms, formula)?;
        let symbol = Ast::fresh(&self.library)?;
        let clause = Ast::binary(Binary::Implies, &symbol, &body)?;
        self.search.as_mut()?.assert(&clause);
        Some(symbol)
    }

    /// Tells Z3 the limits, if they are others than it knows.
    fn tell_limits(&mut self) -> Option<()> {
        if self.told == Some(self.limits) {
            return Some(());
        }
        let short = |n: u64| u32::try_from(n.max(1)).unwrap_or(u32::MAX); // no limit is written as zero
        let work = allowed_work(self.limits);
        let numbers: [(&CStr, u32); 2] =
            [(c"rlimit", short(work)), (c"max_conflicts", short(self.limits.conflicts))];
        self.search.as_mut()?.set(&numbers)?;
        self.told = Some(self.limits);
        Some(())
    }

    /// A check; none when Z3 refuses something.
    fn ask(&mut self, terms: &Terms, assumptions: &[Term]) -> Option<Outcome> {
        self.tell_limits()?;
        let symbols: Vec<Ast> = assumptions.iter().map(|&t| self.guarded(terms, t)).collect::<Option<_>>()?;
        let open: Vec<&Ast> = self.open.iter().map(|a| &a.symbol).chain(&symbols).collect();
        let search = self.search.as_mut()?;
        let ended = search.check(&open);
        self.counters = counted(self.counters.checks, self.before, search);
        match ended {
            Ended::Sat => self.checked_model(terms, assumptions),
            Ended::Unsat => {
                let core = self.search.as_ref()?.core()?;
                let needed = |symbol: &Ast| core.contains(symbol);
                self.last.core = self.open.iter().filter(|a| needed(&a.symbol)).map(|a| a.part).collect();
                let failed = assumptions.iter().zip(&symbols).filter(|(_, symbol)| needed(symbol));
                self.last.failed = failed.map(|(&t, _)| t).collect();
                Some(Outcome::Unsat)
            }
            Ended::Unknown(why) => {
                self.broken_off = true;
                Some(Outcome::Unknown(reason(&why)))
            }
        }
    }

    /// The model, if it satisfies every open formula and assumption.
    fn checked_model(&mut self, terms: &Terms, assumptions: &[Term]) -> Option<Outcome> {
        let found = self.search.as_ref()?.values()?;
        let asserted = self.open.iter().map(|a| a.formula);
        let formulas: Vec<Term> = asserted.chain(assumptions.iter().copied()).collect();
        let mut values: BTreeMap<Var, Value> = BTreeMap::new();
        for t in terms.postorder(&formulas) {
            if let Node::Var(v) = terms.node(t) {
                let value = found.of(&self.translator.translate(terms, t)?)?;
                let value = match terms.var_sort(v) {
                    Sort::Int => Value::Int(value.as_int()?),
                    Sort::Bool => Value::Bool(value.as_bool()?),
                };
                values.insert(v, value);
            }
        }
        let model = Model::new(values);
        let holds = formulas.iter().all(|&f| model.holds(terms, f));
        Some(if holds { Outcome::Sat(model) } else { Outcome::Unknown(Unknown::Internal) })
    }
}

impl Context for Kept {
    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn assert(&mut self, terms: &Terms, formula: Term) -> Part {
        let part = self.parts;
        self.parts += 1;
        self.last = Last::default();
        match self.guarded(terms, formula) {
            Some(symbol) => self.open.push(Asserted { part, formula, symbol }),
            None => self.search = None,
        }
        part
    }

    fn push(&mut self) {
        self.scopes.push(self.open.len());
        if let Some(search) = &mut self.search {
            search.push();
        }
    }

    fn pop(&mut self) {
        let Some(open) = self.scopes.pop() else { return };
        self.last = Last::default();
        self.open.truncate(open);
        if let Some(search) = &mut self.search {
            search.pop();
        }
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Outcome {
        self.counters.checks += 1;
        self.last = Last::default();
        if self.broken_off && self.begin_afresh(terms).is_none() {
            self.search = None;
        }
        // Formulas that are assumed are asserted in a scope of their own.
        let apart = !assumptions.is_empty();
        if apart && let Some(search) = &mut self.search {
            search.push();
        }
        let outcome = self.ask(terms, assumptions);
        match &mut self.search {
            Some(search) if apart => search.pop(),
            _ => {}
        }
        if outcome.is_none() {
            self.search = None;
        }
        outcome.unwrap_or(Outcome::Unknown(Unknown::Refused))
    }

    fn unsat_core(&self) -> Vec<Part> {
        self.last.core.clone()
    }

    fn failed_assumptions(&self) -> &[Term] {
        &self.last.failed
    }

    fn proof(&self) -> Option<Proof> {
        None
    }

    fn counters(&self) -> Counters {
        self.counters
    }
}

/// What Z3 means by a reason.
fn reason(why: &str) -> Unknown {
    if why.contains("max-conflicts") {
        Unknown::Limit(Limit::Conflicts)
    } else if why.contains("resource") || why.contains("canceled") {
        Unknown::Limit(Limit::Work)
    } else {
        Unknown::Refused
    }
}

/// The counters after a check, which go on from those before this solver.
fn counted(checks: u64, before: Counters, search: &Search) -> Counters {
    let mut now = Counters { checks, ..before };
    search.statistics(|name, count| {
        let counter = match name {
            b"decisions" => &mut now.decisions,
            b"conflicts" => &mut now.conflicts,
            b"propagations" => &mut now.propagations,
            b"restarts" => &mut now.restarts,
            b"arith-pivots" | b"arith pivots" => &mut now.pivots,
            b"arith-branch" => &mut now.splits,
            b"arith-conflicts" => &mut now.lemmas,
            _ => return,
        };
        *counter += count;
    });
    now
}
