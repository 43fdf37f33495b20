//! Programs over words: what the interpreter computes with exact integers is what the circuits compute with digits, and formulas over
//! digits mean the same when they have become formulas over words again.

use flow::{Lower, TransitionSystem};
use lang::interp::{ExecutionLimits, Oracle};
use lang::{Arithmetic, Int, Integers, LoopId, NondetId, Sort, Value, VarId};
use logic::{Term, Terms, Var};
use std::collections::BTreeMap;

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 8) % n
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }

    /// An expression with these binary operators.
    fn expression(&mut self, depth: u32, operators: &[&str]) -> String {
        if depth == 0 || self.below(5) == 0 {
            return match self.below(4) {
                0 => self.below(20).to_string(),
                _ => self.pick(&["x", "y"]).to_owned(),
            };
        }
        if self.below(8) == 0 {
            return format!("(-{})", self.expression(depth - 1, operators));
        }
        let operator = self.pick(operators);
        let left = self.expression(depth - 1, operators);
        let right = self.expression(depth - 1, operators);
        match operator {
            "<<" | ">>" => format!("({left} {operator} ({right} & 7))"),
            _ => format!("({left} {operator} {right})"),
        }
    }

    /// A number of at most so many digits, small ones and the ends more likely.
    fn number(&mut self, bits: u32) -> Int {
        let unit = (0..self.below(u64::from(bits) + 1)).fold(Int::ONE, |power, _| &power + &power);
        let near = Int::from(self.below(5) as i64 - 2);
        let number = &unit + &near;
        if self.below(3) == 0 { -number } else { number }
    }
}

/// Goes round the loop once.
struct Once(u32, BTreeMap<u32, Vec<Value>>);

impl Oracle for Once {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.0 == 1),
            Sort::Int => Value::Int(Int::from(i64::from(self.0 == 1))),
        }
    }

    fn loop_head(&mut self, _: LoopId, state: &[Value]) {
        self.0 += 1;
        self.1.insert(self.0, state.to_vec());
    }
}

/// The interpreter's result of the program's one round is the one to which the circuits have a transition. False if the round
/// ends otherwise.
fn agrees(program: &dyn Lower, random: &mut Random, what: &str) -> bool {
    let terms = Terms::new();
    let cfg = program.lower();
    let ts = TransitionSystem::of_cfg(&terms, program, &cfg);
    let initial = |id: VarId| {
        let (low, high) = cfg.types[id.index()].clone().expect("a word");
        let number = random.number(40) - &low;
        (id, Value::Int(number.rem_euclid(&(high - &low + Int::ONE)) + low))
    };
    let initial = program.vars().map(initial).collect();
    let mut oracle = Once(0, BTreeMap::new());
    program.run(&initial, &mut oracle, ExecutionLimits::default());
    let (Some(before), Some(after)) = (oracle.1.get(&1), oracle.1.get(&2)) else { return false };
    let mut values: BTreeMap<Var, Value> = BTreeMap::new();
    for v in ts.variables() {
        let id = v.source.expect("a program of one loop");
        values.extend(ts.assigned(&terms, v.var, before[id.index()].clone()));
        values.extend(ts.assigned(&terms, terms.primed(v.var), after[id.index()].clone()));
    }
    let digits: Vec<Var> = ts.vars.iter().map(|v| terms.primed(v.var)).collect();
    let holds = |values: &BTreeMap<Var, Value>| {
        let value = |v: Var| values.get(&v).cloned().unwrap_or(Value::Bool(true));
        terms.holds(ts.trans, &value)
    };
    assert!(holds(&values), "{what}: {before:?} to {after:?}");
    // No digit can be another.
    for digit in digits {
        let mut other = values.clone();
        let Some(Value::Bool(value)) = other.get(&digit).cloned() else { continue };
        other.insert(digit, Value::Bool(!value));
        assert!(!holds(&other), "{what}: {before:?} also to another than {after:?}");
    }
    // Words are what their digits say.
    let value = |v: Var| values[&v].clone();
    for v in ts.variables() {
        let found = ts.value(&terms, &value, v.var);
        assert_eq!(found, before[v.source.unwrap_or(VarId(0)).index()], "{what}");
    }
    true
}

fn imp(source: &str) -> Option<lang::Program> {
    let arithmetic = Arithmetic { integers: Integers::Bits, ..Arithmetic::default() };
    lang::parse_imp_as(source, arithmetic).program
}

#[test]
fn imp_computes_with_words() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    let mut rounds = 0;
    for _ in 0..150 {
        let most = if random.below(4) == 0 { 64 } else { 12 };
        let width = 1 + random.below(most);
        let other = 1 + random.below(12);
        let (sign, other_sign) = (random.pick(&["", "u"]), random.pick(&["", "u"]));
        let e = random.expression(2, &["+", "-", "*", "/", "%"]);
        let (a, b) = (random.expression(2, &["+", "-", "*"]), random.expression(1, &["+", "/"]));
        let compare = random.pick(&["<", "<=", "=", "!=", ">", ">="]);
        let source = format!(
            "{sign}int{width} x, z; {other_sign}int{other} y;\nwhile nondet do if {a} {compare} {b} then z := {e} else y := {b} end done"
        );
        // A constant divisor that is zero is an error.
        let Some(program) = imp(&source) else { continue };
        rounds += u32::from(agrees(&program, &mut random, &source));
    }
    assert!(rounds > 70, "{rounds}");
}

#[test]
fn c_computes_with_words() {
    let mut random = Random(0xFEDC_BA98_7654_3211);
    let mut rounds = 0;
    let arithmetic = Arithmetic { integers: Integers::Bits, ..Arithmetic::default() };
    for _ in 0..120 {
        let types = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned"];
        let (s, t, u) = (random.pick(&types), random.pick(&types), random.pick(&types));
        let e = random.expression(2, &["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"]);
        let source = format!(
            "extern int __VERIFIER_nondet_int(void);\nint main(void) {{ {s} x; {t} y; {u} z; while (__VERIFIER_nondet_int()) {{ z = {e}; }} return 0; }}"
        );
        // A constant divisor or shift that is undefined is an error.
        let Some(program) = lang::c::parse(&source, arithmetic).program else { continue };
        rounds += u32::from(agrees(&program, &mut random, &source));
    }
    assert!(rounds > 40, "{rounds}");
}

/// A random formula over digits.
fn formula(terms: &Terms, random: &mut Random, atoms: &[Term], depth: u32) -> Term {
    if depth == 0 {
        return atoms[random.below(atoms.len() as u64) as usize];
    }
    let mut part = || formula(terms, random, atoms, depth - 1);
    let (a, b, c) = (part(), part(), part());
    match random.below(6) {
        0 => terms.not(a),
        1 => terms.iff(a, b),
        2 => terms.ite(a, b, c),
        3 => terms.or([a, b, c]),
        _ => terms.and([a, b, c]),
    }
}

#[test]
fn raised_formulas_mean_the_same() {
    let mut random = Random(0x0F0F_1234_5555_AAAB);
    let program =
        imp("int3 x; uint4 y; int6 z; bool b;\nwhile nondet do x := x + 1; y := x; z := y; b := not b done");
    let program = program.expect("a program");
    let terms = Terms::new();
    let ts = TransitionSystem::of_program(&terms, &program);
    let digits: Vec<Term> = ts.vars.iter().map(|v| terms.of(v.var)).collect();
    let vars: Vec<Term> =
        ts.variables().iter().filter(|v| v.sort == Sort::Int).map(|v| terms.of(v.var)).collect();
    let mut words = 0;
    for _ in 0..1_000 {
        let mut atoms = digits.clone();
        for _ in 0..3 {
            let (x, y) = (vars[random.below(3) as usize], vars[random.below(3) as usize]);
            let number = terms.int(random.below(9) as i64 - 4);
            let atom = match random.below(3) {
                0 => terms.le(x, number),
                1 => terms.eq(x, y),
                _ => terms.le(terms.add(x, number), y),
            };
            atoms.push(ts.lowered(&terms, atom));
        }
        let depth = 1 + random.below(3) as u32;
        let t = formula(&terms, &mut random, &atoms, depth);
        let raised = ts.raised(&terms, t);
        words += u32::from(raised != t);
        for _ in 0..30 {
            let values: BTreeMap<Var, Value> =
                ts.vars.iter().map(|v| (v.var, Value::Bool(random.below(2) == 0))).collect();
            let digit = |v: Var| values[&v].clone();
            let word = |v: Var| ts.value(&terms, &digit, v);
            assert_eq!(
                terms.holds(t, &digit),
                terms.holds(raised, &word),
                "{} and {}",
                terms.infix(t),
                terms.infix(raised)
            );
        }
    }
    assert!(words > 800);
}
