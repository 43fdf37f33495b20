//! Random deterministic C programs with integers of all widths, for comparison with the machine's own compiler.
//!
//! Each is the body of a function without inputs whose loops end, so that the compiler's program can simply be run. Operands are
//! evaluated in an order that does not matter. What makes programs differ is what is undefined or wraps: sums, products, shifts
//! and quotients near the ends of types, conversions, comparisons of mixed sign.

use crate::generate::Random;
use std::fmt::Write as _;

/// The types of variables.
const TYPES: [&str; 14] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "uint8_t",
    "int16_t",
];

/// A program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// Functions that the body calls; their names end in the program's number.
    pub helpers: String,
    /// The statements of the body, with one `assert` at least.
    pub body: String,
}

impl Generated {
    /// As a program of its own.
    pub fn source(&self) -> String {
        format!(
            "#include <assert.h>\n#include <stdint.h>\n#define P(x) (x)\n#define A(v, c, o, e) v c e\n{}int main(void) {{\n{}  return 0;\n}}\n",
            self.helpers, self.body
        )
    }
}

/// The program of a number.
pub fn program(number: u64) -> Generated {
    let mut maker = Maker {
        random: Random::new(number.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        vars: Vec::new(),
        typed: Vec::new(),
        arrays: Vec::new(),
        loops: 0,
        labels: 0,
        has_pointers: number.is_multiple_of(2),
        helper: String::new(),
        out: String::new(),
    };
    let mut helpers = String::new();
    if maker.random.chance(40) {
        helpers = maker.function(number);
    }
    let count = 2 + maker.random.below(4);
    for _ in 0..count {
        maker.declaration(1);
    }
    if maker.random.chance(30) {
        maker.array(1);
    }
    let count = 2 + maker.random.below(6);
    for _ in 0..count {
        maker.statement(1, 2);
    }
    maker.assertion(1);
    Generated { helpers, body: maker.out }
}

struct Maker {
    random: Random,
    /// Names with their types; those of loop counters are not assigned.
    vars: Vec<String>,
    /// The variables to which a pointer may point, with their types.
    typed: Vec<(String, &'static str)>,
    /// Arrays of two elements.
    arrays: Vec<String>,
    loops: usize,
    labels: usize,
    /// Whether there may be pointers, else jumps.
    has_pointers: bool,
    /// The name of a function of two values, if there is one.
    helper: String,
    out: String,
}

impl Maker {
    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.random.below(all.len())]
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth));
    }

    /// A function of two parameters.
    fn function(&mut self, number: u64) -> String {
        let (result, a, b) = (self.pick(&TYPES), self.pick(&TYPES), self.pick(&TYPES));
        let before = std::mem::replace(&mut self.vars, vec!["a".into(), "b".into()]);
        let arrays = std::mem::take(&mut self.arrays);
        let cond = self.cond(1);
        let (first, last) = (self.exp(2), self.exp(2));
        self.vars = before;
        self.arrays = arrays;
        self.helper = format!("f{number}");
        format!(
            "static {result} f{number}(volatile {a} a, volatile {b} b) {{\n  if ({cond}) return {first};\n  return {last};\n}}\n"
        )
    }

    fn declaration(&mut self, depth: usize) {
        let ty = self.pick(&TYPES);
        let value = self.exp(1);
        let name = format!("v{}", self.vars.len());
        self.line(depth, &format!("volatile {ty} {name} = {value};"));
        self.typed.push((name.clone(), ty));
        self.vars.push(name);
    }

    fn array(&mut self, depth: usize) {
        let ty = self.pick(&TYPES);
        let (a, b) = (self.exp(1), self.exp(1));
        let name = format!("w{}", self.arrays.len());
        self.line(depth, &format!("volatile {ty} {name}[2] = {{{a}, {b}}};"));
        self.arrays.push(name);
    }

    /// Statements about arrays, pointers and jumps.
    fn elsewhere(&mut self, depth: usize) {
        let value = self.exp(2);
        match self.random.below(4) {
            0 if !self.arrays.is_empty() => {
                let array = self.arrays[self.random.below(self.arrays.len())].clone();
                // Which of the two is evaluated first is left open, but neither changes anything.
                let index = self.exp(1);
                self.line(depth, &format!("{array}[P({index} & 1)] = {value};"));
            }
            // Where a label stands, it is not followed which variable a pointer points to.
            0 | 1 if self.has_pointers => {
                let (var, ty) = self.typed[self.random.below(self.typed.len())].clone();
                self.line(depth, &format!("{{ volatile {ty} *p = &{var}; *p = {value}; }}"));
            }
            _ if self.has_pointers => {
                let var = self.vars[self.random.below(self.vars.len())].clone();
                self.line(depth, &format!("{var} = {value};"));
            }
            2 => {
                self.labels += 1;
                let (label, cond) = (format!("l{}", self.labels), self.cond(1));
                self.line(depth, &format!("if ({cond}) goto {label};"));
                self.statement(depth, 0);
                self.line(depth, &format!("{label}:;"));
            }
            _ => {
                self.labels += 1;
                let label = format!("l{}", self.labels);
                self.line(depth, &format!("{{ volatile int n = 0;\n{label}:;"));
                self.statement(depth + 1, 0);
                let rounds = self.pick(&["1", "2", "3"]);
                self.line(depth, &format!("if (++n < {rounds}) goto {label}; }}"));
            }
        }
    }

    fn statement(&mut self, depth: usize, height: u32) {
        let var = self.vars[self.random.below(self.vars.len())].clone();
        match self.random.below(if height == 0 { 6 } else { 13 }) {
            0 | 1 => {
                let value = self.exp(3);
                self.line(depth, &format!("{var} = {value};"));
            }
            2 => {
                let op = self.pick(&["+=", "-=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&="]);
                let value = match op {
                    "*=" => self.pick(&["2", "3", "-1", "5u", "-7", "100"]).to_owned(),
                    "/=" | "%=" => self.divisor(),
                    "<<=" => {
                        let by = self.pick(&["0", "1", "3", "7"]).to_owned();
                        // Of negative values a shift to the left is undefined, which is not to end most programs.
                        if by != "1" {
                            self.line(depth, &format!("{var} &= 63;"));
                        }
                        by
                    }
                    ">>=" => self.pick(&["0", "1", "3", "7"]).to_owned(),
                    "&=" => self.pick(&["1", "7", "15u", "255", "65535"]).to_owned(),
                    _ => self.exp(2),
                };
                self.line(depth, &format!("A({var}, {op}, {}, {value});", op.trim_end_matches('=')));
            }
            3 => {
                let step = self.pick(&["++", "--"]);
                let other = self.vars[self.random.below(self.vars.len())].clone();
                match self.random.below(3) {
                    0 => self.line(depth, &format!("{var}{step};")),
                    1 => self.line(depth, &format!("{step}{var};")),
                    _ if other != var => {
                        let value = if self.random.chance(50) {
                            format!("{other}{step}")
                        } else {
                            format!("{step}{other}")
                        };
                        self.line(depth, &format!("{var} = {value};"));
                    }
                    _ => self.line(depth, &format!("{var}{step};")),
                }
            }
            4 => self.assertion(depth),
            5 => {
                let (cond, a, b) = (self.cond(1), self.exp(2), self.exp(2));
                self.line(depth, &format!("{var} = {cond} ? {a} : {b};"));
            }
            6 | 7 => {
                let cond = self.cond(2);
                self.line(depth, &format!("if ({cond}) {{"));
                self.statement(depth + 1, height - 1);
                if self.random.chance(50) {
                    self.line(depth, "} else {");
                    self.statement(depth + 1, height - 1);
                }
                self.line(depth, "}");
            }
            8 | 9 => {
                self.loops += 1;
                let counter = format!("i{}", self.loops);
                let rounds = 1 + self.random.below(5);
                let ty = self.pick(&["int", "unsigned", "unsigned char", "short", "unsigned long"]);
                let head = match self.random.below(3) {
                    0 => format!("for (volatile {ty} {counter} = 0; {counter} < {rounds}; {counter}++) {{"),
                    1 => format!("for (volatile {ty} {counter} = {rounds}; {counter} > 0; --{counter}) {{"),
                    _ => format!("for (volatile {ty} {counter} = {rounds}; {counter}-- > 0; ) {{"),
                };
                self.line(depth, &head);
                self.statement(depth + 1, height - 1);
                self.statement(depth + 1, height - 1);
                self.line(depth, "}");
            }
            10 | 11 => self.elsewhere(depth),
            _ => {
                let value = self.exp(2);
                self.line(depth, &format!("switch ({value}) {{"));
                for case in ["0", "1", "-1", "255", "300"].into_iter().take(1 + self.random.below(5)) {
                    self.line(depth, &format!("case {case}:"));
                    self.statement(depth + 1, 0);
                    if self.random.chance(70) {
                        self.line(depth + 1, "break;");
                    }
                }
                self.line(depth, "default:");
                self.statement(depth + 1, 0);
                self.line(depth, "}");
            }
        }
    }

    fn assertion(&mut self, depth: usize) {
        // Most hold, so that much is executed.
        let cond = match self.random.below(4) {
            0 => self.cond(2),
            1 => format!("{} || {}", self.cond(1), self.cond(1)),
            _ => {
                let op = self.pick(&["!=", "<=", ">="]);
                let value = self.exp(2);
                let far = self.pick(&["77777", "-123456789", "3000000000", "-129"]);
                format!("{value} {op} {far} || {}", self.cond(1))
            }
        };
        self.line(depth, &format!("assert({cond});"));
    }

    fn cond(&mut self, height: u32) -> String {
        match self.random.below(if height == 0 { 2 } else { 5 }) {
            0 => self.exp(height),
            1 | 2 => {
                let op = self.pick(&["<", "<=", "==", "!=", ">=", ">"]);
                format!("{} {op} {}", self.exp(height), self.exp(height))
            }
            3 => {
                let op = self.pick(&["&&", "||"]);
                format!("({} {op} {})", self.cond(height - 1), self.cond(height - 1))
            }
            _ => format!("!({})", self.cond(height - 1)),
        }
    }

    fn divisor(&mut self) -> String {
        self.pick(&["1", "2", "3", "-1", "-3", "7u", "10", "-128", "256", "4294967295u"]).to_owned()
    }

    fn exp(&mut self, height: u32) -> String {
        if height == 0 || self.random.chance(20) {
            return self.leaf();
        }
        let inner = height - 1;
        let made = self.made(inner);
        // The compiler computes with constants before it looks for what is undefined.
        if is_constant(&made) { self.leaf() } else { made }
    }

    fn made(&mut self, inner: u32) -> String {
        match self.random.below(13) {
            0..=2 => format!("P({} + {})", self.exp(inner), self.exp(inner)),
            3 | 4 => format!("P({} - {})", self.exp(inner), self.exp(inner)),
            5 => {
                let factor = self.pick(&["2", "3", "-1", "16", "7u", "-5L", "1000", "65536"]);
                if self.random.chance(50) {
                    format!("P({} * {factor})", self.exp(inner))
                } else {
                    format!("P({factor} * {})", self.exp(inner))
                }
            }
            6 => {
                let op = self.pick(&["/", "%"]);
                format!("P({} {op} {})", self.exp(inner), self.divisor())
            }
            7 => match self.random.below(4) {
                0 => {
                    let (left, by) = (self.exp(inner), self.pick(&["0", "1", "8", "24", "31"]));
                    if by == "0" { format!("P({left} << 0)") } else { format!("P(P({left} & 255) << {by})") }
                }
                1 => format!("P({} >> {})", self.exp(inner), self.pick(&["0", "1", "4", "15", "31"])),
                2 => format!("P({} & {})", self.exp(inner), self.pick(&["1", "3", "127", "255u", "0xffff"])),
                _ => format!("P(~{})", self.exp(inner)),
            },
            8 => format!("P(- {})", self.exp(inner)),
            // Operations of two operands neither of which is constant, one with few values.
            12 if self.vars.is_empty() => self.leaf(),
            12 => match self.random.below(5) {
                0 => format!("P({} * P({} & 3))", self.exp(inner), self.variable()),
                1 => {
                    let op = self.pick(&["/", "%"]);
                    let sign = self.pick(&["1 +", "-1 -", "-2 +"]);
                    format!("P({} {op} P({sign} P({} & 3)))", self.exp(inner), self.variable())
                }
                2 => format!("P(P({} & 255) << P({} & 7))", self.exp(inner), self.variable()),
                3 => format!("P({} >> P({} & 15))", self.exp(inner), self.variable()),
                _ => {
                    let op = self.pick(&["&", "|", "^"]);
                    format!("P({} {op} P({} & 12))", self.exp(inner), self.variable())
                }
            },
            9 => {
                let ty = self.pick(&TYPES);
                format!("P(({ty}){})", self.exp(inner))
            }
            10 if !self.helper.is_empty() => {
                format!("{}({}, {})", self.helper.clone(), self.exp(inner), self.exp(inner))
            }
            10 => format!("P({})", self.cond(inner)),
            _ => format!("P({} ? {} : {})", self.cond(inner), self.exp(inner), self.exp(inner)),
        }
    }

    fn variable(&mut self) -> String {
        self.vars[self.random.below(self.vars.len())].clone()
    }

    fn leaf(&mut self) -> String {
        if !self.arrays.is_empty() && !self.vars.is_empty() && self.random.chance(15) {
            let array = self.arrays[self.random.below(self.arrays.len())].clone();
            let index = self.vars[self.random.below(self.vars.len())].clone();
            return format!("{array}[P({index} & 1)]");
        }
        if !self.vars.is_empty() && self.random.chance(65) {
            return self.vars[self.random.below(self.vars.len())].clone();
        }
        const NUMBERS: [&str; 34] = [
            "0",
            "1",
            "2",
            "3",
            "5",
            "7",
            "10",
            "-1",
            "-2",
            "-7",
            "100",
            "127",
            "128",
            "-128",
            "-129",
            "255",
            "256",
            "255u",
            "32767",
            "32768",
            "-32768",
            "65535",
            "65536",
            "2147483647",
            "(-2147483647 - 1)",
            "2147483648",
            "4294967295u",
            "0xffffffff",
            "0x80000000",
            "1u",
            "0u",
            "'A'",
            "'\\xff'",
            "sizeof(short)",
        ];
        self.pick(&NUMBERS).to_owned()
    }
}

/// Whether no variable and no call occurs in an expression.
fn is_constant(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_name = |word: &str| {
        let digits = word.trim_start_matches(['v', 'i', 'f', 'w']);
        matches!(word, "a" | "b")
            || digits.len() + 1 == word.len() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    !words.into_iter().any(|word| !word.is_empty() && is_name(word) && word != "'A'")
}
