//! The generator: a problem is a list of formulas with a cut between A and B.

use logic::{Int, Linear, Sort, Stamp, Term, Terms, Var};

/// A small random number generator (SplitMix64), the same on every machine.
pub struct Random(u64);

impl Random {
    /// Starts from a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }
    /// The next 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    /// A number from `low` to `high`, both included.
    pub fn range(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }
    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// What a problem looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Inequalities.
    Conjunction,
    /// Inequalities in a box.
    Boxed,
    /// Nested connectives.
    Boolean,
    /// Mostly equations.
    Equations,
    /// Quotients and remainders.
    Division,
    /// Integer if-then-elses.
    Choice,
    /// An unrolled loop.
    Loop,
    /// Constants near the end of the machine word.
    Large,
    /// Strips without integer points, unbounded.
    Strips,
}

/// All shapes.
pub const SHAPES: [Shape; 9] = [
    Shape::Conjunction,
    Shape::Boxed,
    Shape::Boolean,
    Shape::Equations,
    Shape::Division,
    Shape::Choice,
    Shape::Loop,
    Shape::Large,
    Shape::Strips,
];

/// A problem: formulas, the first `cut` of which are A.
pub struct Problem {
    /// The formulas.
    pub formulas: Vec<Term>,
    /// How many belong to A.
    pub cut: usize,
}

/// Makes a problem.
pub fn problem(t: &Terms, r: &mut Random, shape: Shape) -> Problem {
    Generator { t, r, shape, ints: Vec::new(), bools: Vec::new(), a: 0, b: 0 }.problem()
}

struct Generator<'a> {
    t: &'a Terms,
    r: &'a mut Random,
    shape: Shape,
    ints: Vec<Term>,
    bools: Vec<Term>,
    /// Symbols that only A, and only B, may use: the first `a`, the last `b`.
    a: usize,
    b: usize,
}

impl Generator<'_> {
    fn problem(mut self) -> Problem {
        if self.shape == Shape::Loop {
            return self.unrolled();
        }
        let n = 2 + self.r.below(4);
        self.ints = (0..n).map(|i| self.t.of(self.t.var(&format!("x{i}"), Sort::Int))).collect();
        self.bools = (0..3).map(|i| self.t.of(self.t.var(&format!("b{i}"), Sort::Bool))).collect();
        self.a = self.r.below(n);
        self.b = self.r.below(n - self.a);
        let count = match self.shape {
            Shape::Conjunction | Shape::Boxed => 3 + self.r.below(7),
            Shape::Strips => 2 + self.r.below(3),
            Shape::Equations => 2 + self.r.below(4),
            _ => 2 + self.r.below(5),
        };
        let cut = self.r.below(count + 1);
        let mut formulas = Vec::new();
        for i in 0..count {
            let all = self.ints.clone();
            self.ints = if i < cut { all[..n - self.b].to_vec() } else { all[self.a..].to_vec() };
            formulas.push(self.formula());
            if self.shape == Shape::Boxed {
                let bounds: Vec<Term> = self.ints.clone();
                for x in bounds {
                    let (low, high) = (self.t.int(self.r.range(-8, 0)), self.t.int(self.r.range(0, 8)));
                    let last = formulas.pop().expect("just pushed");
                    formulas.push(self.t.and([last, self.t.le(low, x), self.t.le(x, high)]));
                }
            }
            self.ints = all;
        }
        Problem { formulas, cut }
    }

    fn formula(&mut self) -> Term {
        match self.shape {
            Shape::Boolean => self.boolean(4),
            Shape::Choice => self.boolean(2),
            Shape::Division if self.r.one_in(2) => self.boolean(2),
            Shape::Large if self.r.one_in(3) => self.boolean(2),
            Shape::Strips => self.strip(),
            _ => self.atom(),
        }
    }

    fn boolean(&mut self, depth: usize) -> Term {
        if depth == 0 || self.r.one_in(6) {
            return if self.r.one_in(4) { self.bools[self.r.below(3)] } else { self.atom() };
        }
        let d = depth - 1;
        match self.r.below(7) {
            0 | 1 => {
                let n = 2 + self.r.below(2);
                let children: Vec<Term> = (0..n).map(|_| self.boolean(d)).collect();
                self.t.and(children)
            }
            2 | 3 => {
                let n = 2 + self.r.below(2);
                let children: Vec<Term> = (0..n).map(|_| self.boolean(d)).collect();
                self.t.or(children)
            }
            4 => {
                let c = self.boolean(d);
                self.t.not(c)
            }
            5 => {
                let (a, b) = (self.boolean(d), self.boolean(d));
                self.t.iff(a, b)
            }
            _ => {
                let (c, a, b) = (self.boolean(d), self.boolean(d), self.boolean(d));
                self.t.ite(c, a, b)
            }
        }
    }

    fn coefficient(&mut self) -> i64 {
        match self.shape {
            Shape::Large => match self.r.below(4) {
                0 => i64::MAX - self.r.range(0, 3),
                1 => i64::MIN + self.r.range(0, 3),
                2 => self.r.range(-3, 3) * (1 << 40),
                _ => self.r.range(-3, 3),
            },
            Shape::Equations => self.r.range(-12, 12),
            _ => self.r.range(-5, 5),
        }
    }

    fn constant(&mut self) -> i64 {
        if self.shape == Shape::Large { self.coefficient() } else { self.r.range(-12, 12) }
    }

    fn integer(&mut self, depth: usize) -> Term {
        let x = self.ints[self.r.below(self.ints.len())];
        if depth == 0 {
            return x;
        }
        match self.shape {
            Shape::Division if self.r.one_in(2) => {
                let inner = self.sum(2, depth - 1);
                let d = Int::from(*[-4, -3, -2, 2, 3, 4, 5, 7].get(self.r.below(8)).unwrap_or(&2) as i64);
                if self.r.one_in(3) { self.t.div(inner, &d) } else { self.t.modulo(inner, &d) }
            }
            Shape::Choice | Shape::Loop if self.r.one_in(2) => {
                let c = if self.r.one_in(3) {
                    self.bools[self.r.below(self.bools.len())]
                } else {
                    self.atom_of(depth - 1)
                };
                let (a, b) = (self.sum(1, depth - 1), self.sum(1, depth - 1));
                self.t.ite(c, a, b)
            }
            _ => x,
        }
    }

    fn sum(&mut self, parts: usize, depth: usize) -> Term {
        let mut sum = self.t.int(self.constant());
        for _ in 0..parts {
            let x = self.integer(depth);
            let k = Int::from(self.coefficient());
            sum = self.t.add(sum, self.t.scale(&k, x));
        }
        sum
    }

    fn atom(&mut self) -> Term {
        self.atom_of(2)
    }

    fn atom_of(&mut self, depth: usize) -> Term {
        let parts = 1 + self.r.below(3);
        let sum = self.sum(parts, depth);
        let zero = self.t.int(0);
        let equations = if self.shape == Shape::Equations { 1 } else { 4 };
        if self.r.one_in(equations + 1) || (self.shape == Shape::Equations && self.r.one_in(2)) {
            let e = self.t.eq(sum, zero);
            if self.r.one_in(4) { self.t.not(e) } else { e }
        } else {
            self.t.le(sum, zero)
        }
    }

    /// `low <= k * form <= low + width` with a width below `k`, in disguise.
    fn strip(&mut self) -> Term {
        if self.r.one_in(3) {
            return self.atom();
        }
        let k = self.r.range(2, 6);
        let mut form = Linear::default();
        for _ in 0..2 + self.r.below(2) {
            let x = self.ints[self.r.below(self.ints.len())];
            form = form.add_scaled(&Int::from(self.r.range(-3, 3) * k), &Linear::part(x));
        }
        // A summand that an equation elsewhere may make divisible.
        let y = self.ints[self.r.below(self.ints.len())];
        form = form.add_scaled(&Int::from(self.r.range(-2, 2)), &Linear::part(y));
        let form = self.t.from_linear(form);
        let low = self.r.range(-9, 9);
        let high = low + self.r.range(0, k - 1);
        self.t.and([self.t.le(self.t.int(low), form), self.t.le(form, self.t.int(high))])
    }

    /// A random loop over two or three variables: initial states and some iterations are A, the rest and a property B.
    fn unrolled(mut self) -> Problem {
        let names = ["x", "y", "z"];
        let n = 2 + self.r.below(2);
        let steps = 2 + self.r.below(5);
        let t = self.t;
        let var = |i: usize, at: usize| t.of(t.symbol(names[i], Stamp::At(at as u32), Sort::Int));
        // Templates over plain symbols, instantiated per step.
        let plain: Vec<Var> = (0..n).map(|i| t.var(names[i], Sort::Int)).collect();
        self.ints = plain.iter().map(|&v| t.of(v)).collect();
        self.bools = vec![t.of(t.var("flip", Sort::Bool))];
        let updates: Vec<Term> = (0..n).map(|i| self.update(i)).collect();
        let guard = if self.r.one_in(2) { t.tru() } else { self.simple_atom() };
        let property = self.simple_atom();
        let instance = |f: Term, at: usize| t.restamp_all(f, |_| Stamp::At(at as u32));
        let init: Vec<Term> = (0..n).map(|i| t.eq(var(i, 0), t.int(self.r.range(-2, 3)))).collect();
        let mut formulas = vec![t.and(init)];
        for at in 0..steps {
            let mut conjuncts = vec![instance(guard, at)];
            conjuncts.extend((0..n).map(|i| t.eq(var(i, at + 1), instance(updates[i], at))));
            formulas.push(t.and(conjuncts));
        }
        formulas.push(t.not(instance(property, steps)));
        let cut = 1 + self.r.below(steps);
        Problem { formulas, cut }
    }

    fn update(&mut self, i: usize) -> Term {
        let (t, x) = (self.t, self.ints[i]);
        let other = self.ints[self.r.below(self.ints.len())];
        let k = t.int(self.r.range(-2, 3));
        match self.r.below(5) {
            0 => t.add(x, k),
            1 => t.add(x, other),
            2 => t.ite(self.simple_atom(), t.add(x, k), other),
            3 => t.ite(self.bools[0], t.add(x, k), t.sub(x, other)),
            _ => t.add(t.scale(&Int::from(2), x), k),
        }
    }

    fn simple_atom(&mut self) -> Term {
        let (t, x) = (self.t, self.ints[self.r.below(self.ints.len())]);
        let y = self.ints[self.r.below(self.ints.len())];
        let k = t.int(self.r.range(-3, 12));
        match self.r.below(5) {
            0 => t.le(x, k),
            1 => t.le(t.sub(x, y), k),
            2 => t.eq(t.modulo(x, &Int::from(2)), t.int(self.r.range(0, 1))),
            3 => t.not(t.eq(x, t.add(y, k))),
            _ => t.ge(t.add(x, y), t.int(0)),
        }
    }
}
