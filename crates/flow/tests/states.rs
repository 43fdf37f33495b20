//! Sets of states against the definition: on small programs, what is in a set is counted out, over the transitions and with a
//! range of values for every local symbol.

use flow::{StateSet, TransitionSystem};
use logic::{Int, Sort, Term, Terms, Value, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Values of integers that are tried, for the state and for local symbols alike.
const RANGE: std::ops::RangeInclusive<i64> = 0..=3;

struct Fixture {
    terms: Terms,
    ts: TransitionSystem,
}

type State = Vec<Value>;

impl Fixture {
    fn new(source: &str) -> Fixture {
        let terms = Terms::new();
        let program = lang::parse_imp(source).program.expect("the test programs are well-formed");
        let ts = TransitionSystem::of_program(&terms, &program);
        Fixture { terms, ts }
    }

    /// All values of symbols.
    fn valuations(&self, symbols: &[Var]) -> Vec<State> {
        symbols.iter().fold(vec![Vec::new()], |all, &v| {
            let values: Vec<Value> = match self.terms.var_sort(v) {
                Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
                Sort::Int => RANGE.map(|i| Value::Int(Int::from(i))).collect(),
            };
            let extended = |s: &State| {
                values.iter().map(|x| [s.as_slice(), std::slice::from_ref(x)].concat()).collect::<Vec<_>>()
            };
            all.iter().flat_map(extended).collect()
        })
    }

    fn state_symbols(&self) -> Vec<Var> {
        self.ts.vars.iter().map(|v| v.var).collect()
    }

    fn states(&self) -> Vec<State> {
        self.valuations(&self.state_symbols())
    }

    /// Whether the formula holds in a state, the state's symbols being these, for some values of all others.
    fn holds_in(&self, formula: Term, symbols: &[Var], state: &State) -> bool {
        let known: BTreeMap<Var, Value> = symbols.iter().copied().zip(state.iter().cloned()).collect();
        let others: Vec<Var> =
            self.terms.vars(formula).into_iter().filter(|v| !known.contains_key(v)).collect();
        self.valuations(&others).into_iter().any(|values| {
            let others: BTreeMap<Var, Value> = others.iter().copied().zip(values).collect();
            let value = |v: Var| {
                let value = known.get(&v).or_else(|| others.get(&v)).cloned();
                value.unwrap_or_else(|| Value::default_of(self.terms.var_sort(v)))
            };
            self.terms.holds(formula, &value)
        })
    }

    fn members(&self, set: &StateSet) -> BTreeSet<String> {
        let symbols = self.state_symbols();
        let inside = self.states().into_iter().filter(|s| self.holds_in(set.formula(), &symbols, s));
        inside.map(|s| format!("{s:?}")).collect()
    }

    /// The states to which one round leads from these, and those from which one round can lead into these.
    fn images(&self, set: &BTreeSet<String>) -> (BTreeSet<String>, BTreeSet<String>) {
        let symbols = self.state_symbols();
        let both: Vec<Var> =
            symbols.iter().copied().chain(symbols.iter().map(|&v| self.terms.primed(v))).collect();
        let (mut post, mut pre) = (BTreeSet::new(), BTreeSet::new());
        for s in self.states() {
            for after in self.states() {
                let (from, to) = (format!("{s:?}"), format!("{after:?}"));
                let matters = set.contains(&from) || set.contains(&to);
                if matters && self.holds_in(self.ts.trans, &both, &[s.clone(), after].concat()) {
                    if set.contains(&from) {
                        post.insert(to.clone());
                    }
                    if set.contains(&to) {
                        pre.insert(from);
                    }
                }
            }
        }
        (post, pre)
    }
}

/// Every value stays within the range, so that counting it out is exact.
const PROGRAMS: [&str; 4] = [
    "int x, e; { 0 <= e and e <= 2 and x <= 2*e and 3*e <= x + 4 and x >= 0 } e := 0; while x <= 2 do x := x + 1; e := 1 done { x <= 3 }",
    "bool p; int x; { x = 0 } while x < 2 do p := nondet; if p then x := x + 2 else x := x + 1 end done { x != 3 or p }",
    "int x, y; { 0 <= x and x <= 1 and y = 0 } while y < 3 do x := y; y := y + 1; if nondet then x := 0 else skip end done { x < 3 }",
    "int x; { x = 0 } while x < 2 do x := x + 1 done; while x > 0 and nondet do x := x - 1; assert x != 1 done",
];

#[test]
fn images_are_what_the_definition_says() {
    for source in PROGRAMS {
        let f = Fixture::new(source);
        let (t, ts) = (&f.terms, &f.ts);
        let (mut forward, mut backward) = (ts.init.clone(), ts.bad.clone());
        for step in 0..2 {
            let (post, _) = f.images(&f.members(&forward));
            let (_, pre) = f.images(&f.members(&backward));
            forward = ts.post(t, &forward, step);
            backward = ts.pre(t, &backward);
            assert_eq!(f.members(&forward), post, "post, {step}: {source}");
            assert_eq!(f.members(&backward), pre, "pre, {step}: {source}");
        }
        assert!(!f.members(&forward).is_empty(), "{source}");
    }
}

#[test]
fn a_step_that_is_counted_wrongly_changes_nothing() {
    for source in PROGRAMS {
        let f = Fixture::new(source);
        let once = f.ts.post(&f.terms, &f.ts.init, 0);
        let (right, wrong) = (f.ts.post(&f.terms, &once, 1), f.ts.post(&f.terms, &once, 0));
        assert_eq!(f.members(&right), f.members(&wrong), "{source}");
    }
}

#[test]
fn local_symbols_never_meet() {
    for source in PROGRAMS {
        let f = Fixture::new(source);
        let (t, ts) = (&f.terms, &f.ts);
        // Both have the state before the round as locals, under the same names.
        let low = ts.post(t, &ts.init, 0);
        let all = ts.set(t, t.tru());
        let (low, any) = (low, ts.post(t, &all, 0));
        let is_in_both: BTreeSet<String> = f.members(&low).intersection(&f.members(&any)).cloned().collect();
        assert_eq!(f.members(&low.intersection(t, &any)), is_in_both, "{source}");
        let in_either: BTreeSet<String> = f.members(&low).union(&f.members(&any)).cloned().collect();
        assert_eq!(f.members(&StateSet::union(t, [&low, &any])), in_either, "{source}");
        // The pre-image of a post-image has locals of both kinds.
        let back = ts.pre(t, &low);
        for set in [&low, &back, &ts.init, &ts.bad] {
            let copies = [set.at(t, 0), set.at(t, 1)].map(|copy| t.vars(copy));
            assert!(copies[0].is_disjoint(&copies[1]), "{source}");
            let symbols: Vec<Var> = f.state_symbols().iter().map(|&v| t.at(v, 1)).collect();
            let states = f.states();
            let inside = states.iter().filter(|s| f.holds_in(set.at(t, 1), &symbols, s));
            let inside: BTreeSet<String> = inside.map(|s| format!("{s:?}")).collect();
            assert_eq!(inside, f.members(set), "{source}");
        }
    }
}

#[test]
fn only_a_closed_set_has_a_complement() {
    let mut open = 0;
    for source in PROGRAMS {
        let f = Fixture::new(source);
        let t = &f.terms;
        for set in [&f.ts.init, &f.ts.bad, &f.ts.post(t, &f.ts.init, 0), &f.ts.pre(t, &f.ts.bad)] {
            open += usize::from(!set.is_closed());
            assert_eq!(set.complement(t).is_some(), set.locals().is_empty());
            if let Some(projected) = set.projected(t) {
                assert_eq!(f.members(&projected), f.members(set), "{source}");
                let complement = projected.complement(t).expect("nothing is local");
                let inside = f.members(&projected);
                assert_eq!(f.members(&complement).len(), f.states().len() - inside.len());
                assert!(f.members(&complement).is_disjoint(&inside), "{source}");
            }
        }
    }
    assert!(open > 4, "{open}");
}

#[test]
fn cubes_are_blocked_one_by_one() {
    for source in PROGRAMS {
        let f = Fixture::new(source);
        let t = &f.terms;
        let mut set = f.ts.post(t, &f.ts.init, 0);
        let mut inside = f.members(&set);
        let symbols = f.state_symbols();
        while let Some(state) = f.states().into_iter().find(|s| f.holds_in(set.formula(), &symbols, s)) {
            let at_two: BTreeMap<Var, &Value> =
                symbols.iter().map(|&v| t.at(v, 2)).zip(state.iter()).collect();
            set = set.without(t, f.ts.cube(t, 2, |v| at_two.get(&v).copied()));
            assert!(inside.remove(&format!("{state:?}")), "{source}");
            assert_eq!(f.members(&set), inside, "{source}");
        }
        assert!(inside.is_empty());
    }
}
