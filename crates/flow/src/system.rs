//! The transition system of a program: initial states, one transition, failing states, at loop heads.
//!
//! With one loop a state is the values of the variables at its head. With several, the variable `pc` (the `block` of the
//! FiB paper, Fig. 8 and 9) says at which head control is; its values are the loops in source order, counted from 1. A graph
//! whose heads are all statements ([`crate::Encoding::Statement`]) gives the system of Fig. 10.

use crate::cfg::{Cfg, NodeId};
use crate::encoding::choices_behind;
use crate::expression::Symbols;
use crate::liveness::Liveness;
use crate::region::{Arrival, region};
use crate::states::StateSet;
use crate::words::Words;
use lang::{LoopId, NondetId, Program, Span, Unit, VarId};
use logic::{Sort, Stamp, Term, Terms, Value, Var, order::CollectOrdered};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A variable of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateVar {
    /// Its plain symbol.
    pub var: Var,
    /// The program's variable; none for `pc` and for what the graph keeps beside the program's variables.
    pub source: Option<VarId>,
    /// What it ranges over.
    pub sort: Sort,
}

/// A program as formulas over states at its loop heads.
#[derive(Clone, Debug)]
pub struct TransitionSystem {
    /// The variables of a state: the program's in the order of declaration, without those that the graph allows to leave out
    /// and that are dead at all heads, then `pc` if there are several loops.
    pub vars: Vec<StateVar>,
    /// The states in which control first reaches a loop head. It has no local symbols if the values that were
    /// overwritten before the loop could be eliminated exactly.
    pub init: StateSet,
    /// The formula of `init` before elimination, with the entry values and the inputs before the loop still in it: a
    /// replay needs these.
    pub arrival: Term,
    /// One way from a loop head to the next: over plain and primed symbols, and inputs.
    pub trans: Term,
    /// The states from which an assertion fails before a loop head is reached; the inputs on the way are local.
    pub bad: StateSet,
    /// Satisfiable exactly when an assertion fails before a loop head is reached for the first time: over the entry values
    /// (plain symbols) and inputs.
    pub early: Term,
    heads: Vec<(LoopId, Span)>,
    /// How many loops the program has; heads with other numbers are statements.
    loops: usize,
    /// For each head the free choices that are made between it and the next head; empty if all heads are loops.
    choices: Vec<BTreeSet<NondetId>>,
    pub(crate) pc: Option<Var>,
    /// The plain symbols of all variables of the program.
    symbols: Vec<Var>,
    /// The symbols of `nondet` in `arrival` and `early`, and in `trans` and `bad`.
    entry_inputs: Vec<Var>,
    inputs: Vec<Var>,
    /// For each variable of the program, the symbol of its value at the entry in `arrival`.
    pub(crate) entry_values: Vec<Var>,
    /// What stands for products, with the factors.
    products: Vec<(Var, Vec<VarId>)>,
    /// Where integers are words: these, and the variables of a state as the program has them.
    pub(crate) words: Option<Rc<Words>>,
    pub(crate) variables: Vec<StateVar>,
    /// What its formulas are at steps: a long unrolling asks for each of them at each step once more in every round.
    placed: RefCell<FxHashMap<(Term, u32), Term>>,
}

/// A transition relation with more parts is large.
const LARGE: usize = 4_000;

impl TransitionSystem {
    /// Whether this is a circuit, or a program over words, so large that a query takes long even where it is easy.
    pub fn is_large(&self, terms: &Terms) -> bool {
        self.is_boolean() && terms.size(self.trans) > LARGE
    }

    /// Whether states are truth values alone, as those of circuits and of programs over words are.
    pub fn is_boolean(&self) -> bool {
        self.vars.iter().all(|v| v.sort == Sort::Bool)
    }

    /// Lowers an IMP program.
    pub fn of_program(terms: &Terms, program: &Program) -> TransitionSystem {
        TransitionSystem::of_cfg(terms, program, &Cfg::of_program(program).with_products(program))
    }

    /// Lowers a C program.
    pub fn of_c(terms: &Terms, program: &lang::c::CProgram) -> TransitionSystem {
        TransitionSystem::of_cfg(terms, program, &Cfg::of_c(program).with_products(program))
    }

    /// Lowers a program with its control-flow graph.
    pub fn of_cfg(terms: &Terms, unit: &dyn Unit, cfg: &Cfg) -> TransitionSystem {
        let symbols = Symbols::of_unit(terms, unit, cfg, "");
        let heads = cfg.heads();
        let pc = (heads.len() > 1).then(|| program_counter(terms, unit));
        let state = state(unit, cfg, &heads);
        let mut lowering = Lowering { terms, cfg, symbols: &symbols, state: &state, heads: &heads, pc };

        let loops = unit.loops().len();
        let has_statements = heads.iter().any(|(id, _)| id.index() >= loops);
        let (mut trans, mut bad, mut choices) = (Vec::new(), Vec::new(), Vec::new());
        for &(_, head) in &heads {
            let arrivals = region(cfg, terms, &symbols, head);
            let here = lowering.at(head, Stamp::Plain);
            let ways = lowering.to_heads(&arrivals, |v| terms.primed(v));
            let failure = arrivals.get(&Cfg::ERROR).map(|a| a.reached);
            if has_statements {
                choices.push(choices_behind(cfg, head));
            }
            trans.extend(ways.into_iter().map(|t| terms.and([here, t])));
            bad.extend(failure.map(|t| terms.and([here, t])));
        }
        let (trans, bad) = (terms.or(trans), terms.or(bad));

        // An occurrence of `nondet` met both before the loops and in them needs a second symbol before them.
        let met_later: BTreeSet<Var> = terms.vars_of(&[trans, bad]);
        let suffix = if symbols.inputs.iter().any(|v| met_later.contains(v)) { "#entry" } else { "" };
        let entry_symbols =
            Symbols { vars: symbols.vars.clone(), ..Symbols::of_unit(terms, unit, cfg, suffix) };
        lowering.symbols = &entry_symbols;
        let arrivals = region(cfg, terms, &entry_symbols, Cfg::ENTRY);
        let early = arrivals.get(&Cfg::ERROR).map_or(terms.fals(), |a| a.reached);
        let (arrival, entry_values) = lowering.arrival(&arrivals);

        let state_var = |&id: &VarId| StateVar {
            var: symbols.vars[id.index()],
            source: (id.index() < unit.decls().len()).then_some(id),
            sort: terms.var_sort(symbols.vars[id.index()]),
        };
        let mut vars: Vec<StateVar> = state.iter().map(state_var).collect();
        vars.extend(pc.map(|var| StateVar { var, source: None, sort: Sort::Int }));
        let state: BTreeSet<Var> = vars.iter().map(|v| v.var).collect_set();
        let init = StateSet::new(terms, &state, arrival);
        let ts = TransitionSystem {
            init: init.projected(terms).unwrap_or(init),
            vars,
            arrival,
            trans,
            bad: StateSet::new(terms, &state, bad),
            early,
            heads: heads.iter().map(|&(id, node)| (id, cfg.nodes[node.index()].span)).collect(),
            loops,
            choices,
            entry_inputs: entry_symbols.inputs,
            products: products(cfg, &symbols),
            inputs: symbols.inputs,
            entry_values,
            pc,
            symbols: symbols.vars,
            words: None,
            variables: Vec::new(),
            placed: RefCell::default(),
        };
        if cfg.words { ts.in_words(terms, unit, cfg) } else { ts }
    }

    /// Whether the program has a loop.
    pub fn has_loop(&self) -> bool {
        !self.heads.is_empty()
    }

    /// The condition of the only loop, or of the first of several.
    pub fn head_span(&self) -> Option<Span> {
        self.heads.iter().find(|(id, _)| self.is_loop(*id)).map(|(_, span)| *span)
    }

    /// The heads in the order of their `pc` values: loops with their conditions, and statements, whose numbers are beyond
    /// those of the program's loops.
    pub fn heads(&self) -> &[(LoopId, Span)] {
        &self.heads
    }

    /// Whether a head is a loop of the program, and not just a statement.
    pub fn is_loop(&self, head: LoopId) -> bool {
        head.index() < self.loops
    }

    /// The position among [`TransitionSystem::heads`] of the head at which control is in a state, given the value of `pc`
    /// there; none for a value that belongs to no head.
    pub fn head_at(&self, pc: impl FnOnce(Var) -> Value) -> Option<usize> {
        let Some(var) = self.pc else { return Some(0).filter(|_| self.has_loop()) };
        let Value::Int(number) = pc(var) else { return None };
        let at = usize::try_from(number.to_i64()?).ok()?.checked_sub(1)?;
        Some(at).filter(|&at| at < self.heads.len())
    }

    /// What stands for products of variables, with the factors. A model may take them to be what they are not.
    pub fn products(&self) -> &[(Var, Vec<VarId>)] {
        &self.products
    }

    /// Whether a choice is made between this head and the next.
    pub(crate) fn chooses(&self, head: usize, id: NondetId) -> bool {
        self.choices.get(head).is_none_or(|choices| choices.contains(&id))
    }

    /// The program counter, when there are several loops.
    pub fn pc(&self) -> Option<Var> {
        self.pc
    }

    /// Whether `init` is `arrival` itself, so that a model of it lacks nothing that a replay needs.
    pub fn init_is_complete(&self) -> bool {
        self.init.formula() == self.arrival
    }

    /// The plain symbols that occur beside the state's: values of `nondet`, and of overwritten variables at the entry.
    pub fn locals(&self, terms: &Terms) -> Vec<Var> {
        let state: BTreeSet<Var> = self.vars.iter().map(|v| v.var).collect_set();
        let all = terms.vars_of(&[self.init.formula(), self.trans, self.bad.formula(), self.early]);
        all.into_iter().filter(|&v| terms.symbol_of(v).stamp == Stamp::Plain && !state.contains(&v)).collect()
    }

    /// A formula of the system at a step.
    fn placed(&self, terms: &Terms, t: Term, i: u32) -> Term {
        if let Some(&placed) = self.placed.borrow().get(&(t, i)) {
            return placed;
        }
        let placed = terms.restamp_all(t, |stamp| at(stamp, i));
        self.remember_at(terms, placed, t, |stamp| at(stamp, i));
        self.placed.borrow_mut().insert((t, i), placed);
        placed
    }

    /// `init` at step `i`.
    pub fn init_at(&self, terms: &Terms, i: u32) -> Term {
        self.init.at(terms, i)
    }

    /// `arrival` at step `i`.
    pub fn arrival_at(&self, terms: &Terms, i: u32) -> Term {
        self.placed(terms, self.arrival, i)
    }

    /// `trans` from step `i` to `i + 1`; its inputs belong to step `i`.
    pub fn trans_at(&self, terms: &Terms, i: u32) -> Term {
        self.placed(terms, self.trans, i)
    }

    /// `bad` at step `i`; an input that also occurs in `trans` is the same decision in both.
    pub fn bad_at(&self, terms: &Terms, i: u32) -> Term {
        self.bad.at(terms, i)
    }

    /// `early` at step `i`.
    pub fn early_at(&self, terms: &Terms, i: u32) -> Term {
        self.placed(terms, self.early, i)
    }

    /// The plain symbol of a `nondet` occurrence: in `arrival` and `early`, or in `trans` and `bad`. The two differ only if
    /// some occurrence can be met on both sides of a loop head.
    pub fn input(&self, id: NondetId, before_loops: bool) -> Var {
        if before_loops { self.entry_inputs[id.index()] } else { self.inputs[id.index()] }
    }

    /// The plain symbol of a variable, whether it is part of the state or not.
    pub fn symbol(&self, id: VarId) -> Var {
        self.symbols[id.index()]
    }

    /// The plain symbol of a variable's value at the entry in `arrival`: its own, if nothing overwrites it on the way.
    pub fn entry_value(&self, id: VarId) -> Var {
        self.entry_values[id.index()]
    }
}

/// What a stamp is at a step: plain symbols become `x@i`, primed ones `x@(i+1)`.
fn at(stamp: Stamp, i: u32) -> Stamp {
    match stamp {
        Stamp::Plain => Stamp::At(i),
        Stamp::Primed => Stamp::At(i + 1),
        other => other,
    }
}

/// The symbols of what stands for products.
fn products(cfg: &Cfg, symbols: &Symbols) -> Vec<(Var, Vec<VarId>)> {
    let all = cfg.products.iter().flat_map(|products| products.all());
    all.map(|(var, factors)| (symbols.vars[var.index()], factors.to_vec())).collect()
}

/// A symbol for the program counter that no variable of the program has.
fn program_counter(terms: &Terms, unit: &dyn Unit) -> Var {
    let is_free = |name: &&str| unit.decls().iter().all(|decl| decl.name != *name);
    let free = ["pc", "block", "pc#"].into_iter().find(is_free);
    terms.var(free.unwrap_or("pc#"), Sort::Int)
}

/// The variables of a state: all but those that may be left out and are dead at all heads.
fn state(unit: &dyn Unit, cfg: &Cfg, heads: &[(LoopId, NodeId)]) -> Vec<VarId> {
    let count = unit.decls().len() + cfg.temps.len();
    let all = (0..u32::try_from(count).unwrap_or(u32::MAX)).map(VarId);
    if !cfg.transient.contains(&true) {
        return all.collect();
    }
    let liveness = Liveness::of(cfg, count);
    let is_live = |id: VarId| heads.iter().any(|&(_, head)| liveness.is_live(head, id));
    all.filter(|&id| !cfg.transient.get(id.index()).is_some_and(|&transient| transient) || is_live(id))
        .collect()
}

struct Lowering<'a> {
    terms: &'a Terms,
    cfg: &'a Cfg,
    symbols: &'a Symbols,
    /// The variables of the state.
    state: &'a [VarId],
    heads: &'a [(LoopId, NodeId)],
    pc: Option<Var>,
}

impl Lowering<'_> {
    /// Control is at this head; true when there is only one.
    fn at(&self, head: NodeId, stamp: Stamp) -> Term {
        let (Some(pc), Some(i)) = (self.pc, self.heads.iter().position(|(_, n)| *n == head)) else {
            return self.terms.tru();
        };
        let number = self.terms.int(i64::try_from(i + 1).unwrap_or(i64::MAX));
        self.terms.eq(self.terms.of(self.terms.restamp(pc, stamp)), number)
    }

    /// For each loop head that is reached: that it is reached, and the values there, under the names that `name` gives.
    fn to_heads(&self, arrivals: &BTreeMap<NodeId, Arrival>, name: impl Fn(Var) -> Var) -> Vec<Term> {
        debug_assert!(arrivals.keys().all(|n| self.cfg.nodes.len() > n.index()));
        let terms = self.terms;
        let one = |&(_, head): &(LoopId, NodeId)| {
            let arrival = arrivals.get(&head)?;
            let there = match self.pc {
                Some(pc) => self.at(head, terms.symbol_of(name(pc)).stamp),
                None => terms.tru(),
            };
            let values = self.state.iter().map(|id| {
                let (v, value) = (self.symbols.vars[id.index()], arrival.values[id.index()]);
                terms.eq(terms.of(name(v)), value)
            });
            Some(terms.and([arrival.reached, there].into_iter().chain(values)))
        };
        self.heads.iter().filter_map(one).collect()
    }

    /// How loop heads are first reached, over the plain symbols of the state there. A variable that is overwritten on
    /// some path has a symbol of its own for its entry value.
    fn arrival(&self, arrivals: &BTreeMap<NodeId, Arrival>) -> (Term, Vec<Var>) {
        let terms = self.terms;
        let overwritten = |i: usize, v: Var| {
            self.heads.iter().filter_map(|(_, n)| arrivals.get(n)).any(|a| a.values[i] != terms.of(v))
        };
        let entry: Vec<Var> = (self.symbols.vars.iter().enumerate())
            .map(|(i, &v)| match overwritten(i, v) {
                true => terms.var(&format!("{}#entry", terms.symbol_of(v).name), terms.var_sort(v)),
                false => v,
            })
            .collect();
        // Written as a transition first, so that one pass renames all: the plain symbols are those of the entry, the primed
        // ones those of the state at the head.
        let ways = terms.or(self.to_heads(arrivals, |v| terms.primed(v)));
        let mut images: BTreeMap<Var, Term> = BTreeMap::new();
        for (&v, &entry) in self.symbols.vars.iter().zip(&entry) {
            images.insert(v, terms.of(entry));
            images.insert(terms.primed(v), terms.of(v));
        }
        images.extend(self.pc.map(|pc| (terms.primed(pc), terms.of(pc))));
        let arrival = terms.substitute(ways, |v| images.get(&v).copied().unwrap_or_else(|| terms.of(v)));
        (arrival, entry)
    }
}
