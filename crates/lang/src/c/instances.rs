//! Inlining: each call gets a copy of the function, with its own variables, loops and free choices.
//!
//! The copies share the typed tree; an [`Instance`] only says what its places mean. Recursion would need infinitely
//! many copies; it is refused, and the diagnostic names the cycle of calls.

use std::collections::{BTreeMap, BTreeSet};

use logic::{Int, Sort};

use super::access;
use super::ast::{Bounds, CProgram, Instance, Place, Site, Target};
use super::checks;
use super::types::{IntType, Type};
use super::typing::Typed;
use crate::ast::{Decl, LoopId, LoopInfo, NondetId, NondetInfo, VarId};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::span::Span;
use crate::{Arithmetic, Integers};

/// Most copies of functions.
const MAX_INSTANCES: usize = 4_000;
/// Most variables of all copies together.
const MAX_VARS: usize = 40_000;
/// Deepest nesting of statements and expressions, counted through calls, so that whoever reads the tree may recurse.
const MAX_CALL_DEPTH: u32 = 600;

/// The whole program; none if it is refused, or if there have been errors before.
pub(crate) fn instantiate(typed: Typed, sink: &mut Sink) -> Option<CProgram> {
    let order = callees_first(&typed, sink)?;
    if sink.has_errors() || is_too_large(&typed, &order, sink) {
        return None;
    }
    let mut names = Names::default();
    let mut decls = Vec::new();
    for (global, &declared) in typed.globals.iter().zip(&typed.declared) {
        let name = names.cell(&global.name, &global.path, global.function.as_deref(), global.span);
        decls.push(Decl { name, sort: sort(global.ty), span: global.span, declared });
    }
    let Typed { functions, globals, asserts, entry, arithmetic, operations, .. } = typed;
    let program = CProgram {
        functions,
        globals,
        instances: Vec::new(),
        decls,
        loops: Vec::new(),
        asserts,
        nondets: Vec::new(),
        ranges: Vec::new(),
        arithmetic,
        operations,
    };
    let mut inliner = Inliner { program, names };
    inliner.run(entry);
    let mut program = inliner.program;
    checks::prune(&mut program);
    Some(program)
}

/// The functions that the entry needs, each after those that it calls.
fn callees_first(typed: &Typed, sink: &mut Sink) -> Option<Vec<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; typed.functions.len()];
    let mut order = Vec::new();
    let mut is_refused = false;
    // The functions on the way from the entry, each with the number of calls that have been followed.
    let mut path = vec![(typed.entry, 0)];
    states[typed.entry] = State::Open;
    while let Some((function, next)) = path.last_mut() {
        let at = *function;
        let Some(call) = typed.functions[at].calls.get(*next) else {
            states[at] = State::Done;
            order.push(at);
            path.pop();
            continue;
        };
        *next += 1;
        match states[call.callee] {
            State::New => {
                states[call.callee] = State::Open;
                path.push((call.callee, 0));
            }
            State::Open => {
                let begin = path.iter().position(|(on_path, _)| *on_path == call.callee).unwrap_or(0);
                let circle: Vec<usize> = path[begin..].iter().map(|(on_path, _)| *on_path).collect();
                report_recursion(typed, &circle, call.span, sink);
                is_refused = true;
            }
            State::Done => {}
        }
    }
    (!is_refused).then_some(order)
}

fn report_recursion(typed: &Typed, circle: &[usize], call: Span, sink: &mut Sink) {
    let name = |&at: &usize| format!("`{}`", typed.functions[at].name);
    let first = circle.first().map(name).unwrap_or_default();
    let others: Vec<String> = circle.iter().skip(1).map(name).collect();
    let message = match others.as_slice() {
        [] => format!("{first} calls itself"),
        [only] => format!("{first} calls itself through {only}"),
        many if many.len() <= 5 => format!("{first} calls itself through {}", many.join(" -> ")),
        many => {
            format!("{first} calls itself through {} and {} others", many[..4].join(" -> "), many.len() - 4)
        }
    };
    let mut diagnostic = Diagnostic::error(Code::Recursion, call, message)
        .help("calls are replaced by the function's body, so recursion is not supported; write a loop");
    if let Some(&at) = circle.first() {
        diagnostic = diagnostic.related(typed.functions[at].span, format!("{first} is defined here"));
    }
    sink.report(diagnostic);
}

/// Whether there are too many copies, or too deep ones; that is reported.
fn is_too_large(typed: &Typed, order: &[usize], sink: &mut Sink) -> bool {
    // For each function: copies, variables and depth of one call of it.
    let mut sizes = vec![(0usize, 0usize, 0u32); typed.functions.len()];
    for &at in order {
        let function = &typed.functions[at];
        let mut size = (1usize, function.locals.len(), 0u32);
        for call in &function.calls {
            let callee = sizes[call.callee];
            size.0 = size.0.saturating_add(callee.0);
            size.1 = size.1.saturating_add(callee.1);
            size.2 = size.2.max(call.depth.saturating_add(callee.2));
        }
        sizes[at] = size;
        let is_too_large = size.0 > MAX_INSTANCES || size.1 > MAX_VARS;
        if is_too_large || size.2 > MAX_CALL_DEPTH {
            let span = function.calls.last().map_or(function.span, |call| call.span);
            let (code, message) = if is_too_large {
                (Code::ProgramTooLarge, "the calls make too many copies of functions")
            } else {
                (Code::TooDeep, "calls are nested too deeply")
            };
            sink.report(
                Diagnostic::error(code, span, message)
                    .help("each call is replaced by the function's body; call less often, or in a loop"),
            );
            return true;
        }
    }
    false
}

/// What a variable of this type ranges over.
fn sort(ty: Type) -> Sort {
    if ty == Type::Bool { Sort::Bool } else { Sort::Int }
}

impl Bounds {
    /// The values of a type among which a free choice is made.
    ///
    /// `unsigned` types have no negative values, `char` types have those of their eight digits; the other types have all
    /// integers, as integers are mathematical.
    pub fn of(ty: Type, arithmetic: Arithmetic) -> Bounds {
        match ty {
            Type::Int(int) if arithmetic.integers != Integers::Mathematical => {
                let (low, high) = int.range();
                Bounds { low: Some(low), high: Some(high) }
            }
            Type::Int(IntType { bits: 8, signed: true }) => {
                Bounds { low: Some(Int::from(-128)), high: Some(Int::from(127)) }
            }
            Type::Int(IntType { bits: 8, signed: false }) => {
                Bounds { low: Some(Int::ZERO), high: Some(Int::from(255)) }
            }
            Type::Int(IntType { signed: false, .. }) => Bounds { low: Some(Int::ZERO), high: None },
            _ => Bounds::default(),
        }
    }
}

impl Bounds {
    /// The values within both.
    pub fn meet(self, other: Bounds) -> Bounds {
        let pick = |a: Option<Int>, b: Option<Int>, of: fn(Int, Int) -> Int| match (a, b) {
            (Some(a), Some(b)) => Some(of(a, b)),
            (a, b) => a.or(b),
        };
        Bounds { low: pick(self.low, other.low, Int::max), high: pick(self.high, other.high, Int::min) }
    }
}

/// Names for people: as in the source, and made different where two variables have the same one.
#[derive(Default)]
struct Names {
    taken: BTreeSet<String>,
    /// The object whose cells are being named: where it is declared, which cells have a name, and its own.
    object: Option<(Span, BTreeSet<String>, String)>,
    /// How many variables have had a name that was taken.
    counts: BTreeMap<String, u32>,
}

impl Names {
    /// The name of a variable, or of a cell: all cells of an object have the object's name in common.
    fn cell(&mut self, name: &str, path: &str, function: Option<&str>, span: Span) -> String {
        if path.is_empty() {
            self.object = None;
            return self.name(name, function);
        }
        // The cells of an object come one behind the other.
        let whole = match self.object.take() {
            Some((known, paths, whole)) if known == span && !paths.contains(path) => {
                self.object = Some((known, paths, whole.clone()));
                whole
            }
            _ => {
                let whole = self.name(name, function);
                self.object = Some((span, BTreeSet::new(), whole.clone()));
                whole
            }
        };
        if let Some((_, paths, _)) = &mut self.object {
            paths.insert(path.to_owned());
        }
        format!("{whole}{path}")
    }

    /// `x`, else `f.x`, else `x.2` or `f.x.2` and so on.
    fn name(&mut self, name: &str, function: Option<&str>) -> String {
        let qualified = function.filter(|f| !f.is_empty()).map(|function| format!("{function}.{name}"));
        let candidates = [Some(name.to_owned()), qualified.clone()];
        for candidate in candidates.into_iter().flatten() {
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
        let base = qualified.unwrap_or_else(|| name.to_owned());
        loop {
            let count = self.counts.entry(base.clone()).or_insert(1);
            *count += 1;
            let candidate = format!("{base}.{count}");
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}

/// Stands for the variable of a local that has none.
const NO_VARIABLE: VarId = VarId(u32::MAX);

struct Inliner {
    program: CProgram,
    names: Names,
}

fn index(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

impl Inliner {
    /// Makes the copies in the order of the calls in the text.
    fn run(&mut self, entry: usize) {
        // The copies on the way from the entry: which, how many of their sites are done, and the loop around the call.
        let mut path = vec![(self.instance(entry, Vec::new(), BTreeMap::new()), 0, None)];
        while let Some((instance, next, around)) = path.last_mut() {
            let (at, around) = (*instance, *around);
            let function = self.program.instances[at].function;
            let Some(&site) = self.program.functions[function].sites.get(*next) else {
                path.pop();
                continue;
            };
            *next += 1;
            match site {
                Site::Loop(site) => self.loop_site(at, site, around),
                Site::Nondet(site) => self.nondet_site(at, site),
                Site::Call(site) => {
                    let call = &self.program.functions[function].calls[site as usize];
                    let inner = self.loop_of(at, call.parent).or(around);
                    let callee = self.called(at, site);
                    self.program.instances[at].calls.push(callee);
                    path.push((callee, 0, inner));
                }
            }
        }
    }

    fn loop_of(&self, instance: usize, site: Option<u32>) -> Option<LoopId> {
        site.and_then(|site| self.program.instances[instance].loops.get(site as usize).copied())
    }

    /// A new copy with its variables.
    fn instance(&mut self, function: usize, pointers: Vec<Target>, fixed: BTreeMap<u32, Int>) -> usize {
        let found = &self.program.functions[function];
        let mut locals = Vec::new();
        self.names.object = None;
        for (local, at) in found.locals.iter().zip(0..) {
            if fixed.contains_key(&at) || local.is_left_out {
                locals.push(NO_VARIABLE);
                continue;
            }
            locals.push(VarId(index(self.program.decls.len())));
            let name = self.names.cell(&local.name, &local.path, Some(&found.name), local.span);
            self.program.decls.push(Decl { name, sort: sort(local.ty), span: local.span, declared: true });
        }
        let (loops, nondets, calls) = (Vec::new(), Vec::new(), Vec::new());
        self.program.instances.push(Instance { function, locals, fixed, pointers, loops, nondets, calls });
        self.program.instances.len() - 1
    }

    /// The copy for a call, whose pointers point to what the caller passes. A pointer that does not move and begins at
    /// a known element stays there.
    fn called(&mut self, caller: usize, site: u32) -> usize {
        let from = &self.program.instances[caller];
        let call = &self.program.functions[from.function].calls[site as usize];
        let pointers = call.pointers.iter().map(|pointer| access::target(from, pointer.object)).collect();
        let mut fixed = BTreeMap::new();
        let parameters = &self.program.functions[call.callee].pointers;
        for (parameter, passed) in parameters.iter().zip(&call.pointers) {
            let start = access::constant(from, &passed.start);
            if let (false, Some(start)) = (parameter.moves, start) {
                fixed.insert(parameter.local, start);
            }
        }
        self.instance(call.callee, pointers, fixed)
    }

    fn loop_site(&mut self, instance: usize, site: u32, around: Option<LoopId>) {
        let function = self.program.instances[instance].function;
        let info = &self.program.functions[function].loops[site as usize];
        let parent = self.loop_of(instance, info.parent).or(around);
        let id = LoopId(index(self.program.loops.len()));
        self.program.loops.push(LoopInfo { span: info.span, cond: info.cond, parent });
        self.program.instances[instance].loops.push(id);
    }

    fn nondet_site(&mut self, instance: usize, site: u32) {
        let function = self.program.instances[instance].function;
        let info = &self.program.functions[function].nondets[site as usize];
        let (span, sort, ty, target) = (info.span, info.sort, info.ty, info.target);
        let id = NondetId(index(self.program.nondets.len()));
        let target = target.map(|place: Place| self.program.var(instance, place));
        self.program.nondets.push(NondetInfo { span, sort, target });
        let within = info.within.clone().unwrap_or_default();
        let bounds = if sort == Sort::Bool {
            Bounds::default()
        } else {
            Bounds::of(ty, self.program.arithmetic).meet(within)
        };
        self.program.ranges.push(bounds);
        self.program.instances[instance].nondets.push(id);
    }
}
