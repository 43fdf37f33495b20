//! Expressions and conditions of random C programs.

use super::{Generator, Kind, Variable};

impl Generator<'_> {
    /// A condition, with at most a few side effects.
    pub fn cond(&mut self) -> String {
        self.effects = if self.shape.any_order { 2 } else { 0 };
        if self.random.chance(8) {
            return if self.shape.any_order { "*".to_owned() } else { "nondet()".to_owned() };
        }
        if self.random.chance(50) {
            let (a, b) = (self.exp(1), self.exp(1));
            let op = ["<", "<=", "==", "!=", ">", ">="][self.random.below(6)];
            return format!("{a} {op} {b}");
        }
        if self.random.chance(40) {
            // The order of these is fixed.
            let mut parts = Vec::new();
            for _ in 0..2 + self.random.below(2) {
                let part =
                    if self.random.chance(50) { self.ordered_part() } else { self.exp(self.shape.height) };
                parts.push(format!("({part})"));
            }
            let op = if self.random.chance(50) { " && " } else { " || " };
            return parts.join(op);
        }
        self.exp(self.shape.height)
    }

    /// A comparison with one side effect, whose order is plain.
    fn ordered_part(&mut self) -> String {
        self.effects = 0;
        let number = self.random.between(-2, 3);
        if !self.functions.is_empty() && self.random.chance(40) {
            return format!("{} < {number}", self.plain_call());
        }
        match self.counter() {
            Some(Variable { name, .. }) if self.random.chance(60) => {
                let form = ["{}++", "{}--", "++{}", "--{}"][self.random.below(4)];
                format!("{} != {number}", form.replace("{}", &name))
            }
            Some(Variable { name, .. }) => format!("({name} -= {}) > {number}", self.exp(1)),
            None => self.exp(1),
        }
    }

    /// A call whose arguments have no side effects.
    pub fn plain_call(&mut self) -> String {
        let at = self.random.below(self.functions.len());
        let (name, count) = self.functions[at].clone();
        self.effects = 0;
        let args: Vec<String> = (0..count).map(|_| self.exp(1)).collect();
        format!("{name}({})", args.join(", "))
    }

    /// A value, with at most a few side effects.
    pub fn value(&mut self) -> String {
        self.effects = if self.shape.any_order { 2 } else { 0 };
        self.exp(self.shape.height)
    }

    pub fn nondet(&mut self) -> String {
        let all = [
            "nondet()",
            "__VERIFIER_nondet_int()",
            "__VERIFIER_nondet_uint()",
            "__VERIFIER_nondet_bool()",
            "__VERIFIER_nondet_char()",
            "unknown()",
        ];
        all[self.random.below(all.len())].to_owned()
    }

    fn exp(&mut self, height: usize) -> String {
        if height == 0 || self.random.chance(20) {
            return self.leaf();
        }
        let sub = |this: &mut Self| this.exp(height - 1);
        match self.random.below(24) {
            0..=2 => format!("{} + {}", sub(self), sub(self)),
            3 | 4 => format!("{} - ({})", sub(self), sub(self)),
            5 => format!("{} * ({})", self.random.between(-2, 3), sub(self)),
            6 => format!("({}) / {}", sub(self), self.divisor()),
            7 => format!("({}) % {}", sub(self), self.divisor()),
            8 => format!("({}) % {} == {}", sub(self), self.divisor(), self.random.between(-2, 2)),
            9 if self.random.chance(30) => format!("abs({})", sub(self)),
            9 => format!("-({})", sub(self)),
            10 => format!("!({})", sub(self)),
            11 => format!("~({})", sub(self)),
            12 => {
                let masks = [1, 3, 7, 2, 6, 12, 21, -2, -5, -8, 0];
                let (op, mask) = (["&", "&", "|", "^"][self.random.below(4)], masks[self.random.below(11)]);
                format!("(({}) {op} ({mask}))", sub(self))
            }
            13 => format!("(({}) >> {})", sub(self), self.random.between(0, 2)),
            14 => {
                let op = ["&", "|", "^"][self.random.below(3)];
                let (a, b) = (sub(self), sub(self));
                format!("(!({a}) {op} (({b}) > 0))")
            }
            15 | 16 => {
                let op = ["<", "<=", "==", "!=", ">", ">="][self.random.below(6)];
                let (a, b) = (sub(self), sub(self));
                format!("(({a}) {op} ({b}))")
            }
            17 => {
                let op = ["&&", "||"][self.random.below(2)];
                let (a, b) = (sub(self), sub(self));
                format!("(({a}) {op} ({b}))")
            }
            18 | 19 => {
                let (c, a, b) = (sub(self), sub(self), sub(self));
                format!("(({c}) ? ({a}) : ({b}))")
            }
            20 => format!("LESS({}, {})", sub(self), sub(self)),
            21 if self.effects > 0 => {
                self.effects -= 1;
                let Some(Variable { name, kind }) = self.variable() else { return self.leaf() };
                if kind == Kind::Bool || self.random.chance(50) {
                    format!("({name} = {})", sub(self))
                } else {
                    format!("({name} += {})", sub(self))
                }
            }
            22 if self.effects > 0 && !self.functions.is_empty() => {
                self.effects -= 1;
                let at = self.random.below(self.functions.len());
                let (name, count) = self.functions[at].clone();
                let args: Vec<String> = (0..count).map(|_| self.exp(1)).collect();
                format!("{name}({})", args.join(", "))
            }
            23 if self.effects > 0 => {
                self.effects -= 1;
                let Some(Variable { name, .. }) = self.variable() else { return self.leaf() };
                let form = ["{}++", "{}--", "++{}", "--{}"][self.random.below(4)];
                let step = form.replace("{}", &name);
                if self.shape.any_order && self.random.chance(30) {
                    format!("({step}, {})", sub(self))
                } else {
                    format!("({step})")
                }
            }
            _ => self.leaf(),
        }
    }

    fn divisor(&mut self) -> i64 {
        [2, 3, -2, -3, 4, 5][self.random.below(6)]
    }

    fn leaf(&mut self) -> String {
        match self.random.below(12) {
            0 => ["TWO", "RED", "GREEN", "BLUE", "0x3", "'\\1'", "2u", "(int) 1"][self.random.below(8)]
                .to_owned(),
            1 => format!("({})", self.nondet()),
            2 | 3 => {
                let number = self.random.between(-4, 4);
                if number < 0 { format!("({number})") } else { number.to_string() }
            }
            _ => self.variable().map_or("1".to_owned(), |variable| variable.name),
        }
    }
}
