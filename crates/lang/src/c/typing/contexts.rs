//! In which ways functions are called: what their pointers point to.
//!
//! Whether `*p` and `*q` are the same variable depends on the call. A [`Context`] is a function with the targets of its
//! pointers, and with it comes the question of [`super::order`] once more. A function without pointers has one context.
//! As no call recurs, a local of a function is the same variable in all of what is called from there, so that locals
//! are numbered by function and not by copy.

use std::collections::BTreeMap;

use logic::Int;

use crate::ast::VarId;
use crate::c::access;
use crate::c::ast::{Access, Function, Instance, MAX_CELLS, Place, Target};

/// Most contexts beyond one for each function.
const MAX_CONTEXTS: usize = 4_000;

/// A function with what its pointers point to.
///
/// Variables are numbered: first the globals, then the locals of the functions one behind the other.
pub(super) struct Context {
    /// Not a copy of the program, only the meaning of places; `calls` stays empty.
    instance: Instance,
    /// For each call of the function its context.
    pub calls: Vec<usize>,
}

impl Context {
    pub(super) fn function(&self) -> usize {
        self.instance.function
    }

    pub(super) fn var(&self, place: Place) -> VarId {
        match place {
            Place::Global(at) => VarId(at),
            Place::Local(at) => self.instance.locals[at as usize],
        }
    }

    /// Whether it is a local of the function itself.
    pub(super) fn owns(&self, var: VarId) -> bool {
        self.instance.locals.first().is_some_and(|&first| first <= var)
            && self.instance.locals.last().is_some_and(|&last| var <= last)
    }

    /// The variables to which an access may lead.
    pub(super) fn reached(&self, access: &Access) -> impl Iterator<Item = VarId> + use<> {
        let target = access::target(&self.instance, access.object);
        let mut offsets = vec![i64::from(access.offset)];
        for index in &access.indices {
            let stride = i64::from(index.stride);
            match access::constant(&self.instance, &index.value) {
                Some(value) => {
                    // What lies far outside leads nowhere.
                    let value = value.to_i64().filter(|value| value.unsigned_abs() <= MAX_CELLS);
                    offsets = value
                        .map_or(Vec::new(), |value| offsets.iter().map(|at| at + value * stride).collect());
                }
                None => {
                    let elements = u64::from(index.elements(target.count)).min(MAX_CELLS);
                    offsets = offsets
                        .iter()
                        .flat_map(|at| (0..elements).map(move |element| at + element.cast_signed() * stride))
                        .filter(|at| (0..i64::from(target.count)).contains(at))
                        .collect();
                }
            }
        }
        offsets.into_iter().filter_map(move |at| target.cells.get(usize::try_from(at).ok()?).copied())
    }
}

type Key = (usize, Vec<Target>, BTreeMap<u32, Int>);

/// All contexts, those first that begin somewhere; none if there are too many.
pub(super) fn contexts(functions: &[Function], globals: usize) -> Option<Vec<Context>> {
    let mut known = Contexts { functions, first: Vec::new(), at: BTreeMap::new(), all: Vec::new() };
    let mut first = u32::try_from(globals).ok()?;
    for function in functions {
        known.first.push(first);
        first = first.checked_add(u32::try_from(function.locals.len()).ok()?)?;
    }
    let is_open = |function: &Function| !function.pointers.is_empty();
    for at in (0..functions.len()).filter(|&at| !is_open(&functions[at])) {
        known.context((at, Vec::new(), BTreeMap::new()));
    }
    let mut next = known.follow(0)?;
    for at in 0..functions.len() {
        // Nobody calls it: where its pointers point to is not known.
        if !known.all.iter().any(|context| context.function() == at) {
            known.context((at, Vec::new(), BTreeMap::new()));
            next = known.follow(next)?;
        }
    }
    Some(known.all)
}

struct Contexts<'t> {
    functions: &'t [Function],
    /// The number of each function's first local.
    first: Vec<u32>,
    at: BTreeMap<Key, usize>,
    all: Vec<Context>,
}

impl Contexts<'_> {
    fn context(&mut self, key: Key) -> usize {
        if let Some(&at) = self.at.get(&key) {
            return at;
        }
        let (function, pointers, fixed) = key.clone();
        let locals =
            (self.first[function]..).map(VarId).take(self.functions[function].locals.len()).collect();
        let (loops, nondets, calls) = (Vec::new(), Vec::new(), Vec::new());
        let instance = Instance { function, locals, fixed, pointers, loops, nondets, calls };
        self.all.push(Context { instance, calls: Vec::new() });
        self.at.insert(key, self.all.len() - 1);
        self.all.len() - 1
    }

    /// Follows the calls of all contexts from this one on; how many there are then.
    fn follow(&mut self, from: usize) -> Option<usize> {
        let mut next = from;
        while next < self.all.len() {
            for call in &self.functions[self.all[next].function()].calls {
                let caller = &self.all[next].instance;
                let pointers =
                    call.pointers.iter().map(|pointer| access::target(caller, pointer.object)).collect();
                let mut fixed = BTreeMap::new();
                let parameters = &self.functions[call.callee].pointers;
                for (parameter, passed) in parameters.iter().zip(&call.pointers) {
                    let start = access::constant(caller, &passed.start);
                    // Where a function calls itself with `p + 1`, which is refused elsewhere, there is an end.
                    let start = start.filter(|start| {
                        start.to_i64().is_some_and(|start| start.unsigned_abs() <= MAX_CELLS)
                    });
                    if let (false, Some(start)) = (parameter.moves, start) {
                        fixed.insert(parameter.local, start);
                    }
                }
                let callee = self.context((call.callee, pointers, fixed));
                self.all[next].calls.push(callee);
            }
            next += 1;
            if self.all.len() > self.functions.len() + MAX_CONTEXTS {
                return None;
            }
        }
        Some(next)
    }
}
