//! Random C programs as text: a seeded generator, shared by the tests of several crates.
//!
//! Every program is accepted by the front end. All supported constructs occur: several functions, loops of all kinds, `goto`
//! into and out of blocks, `switch` with fall-through, side effects in conditions, shadowing, macros, enumerations.
#![allow(dead_code)]

mod expression;

use super::generate::Random;

/// What programs to make.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Deepest nesting of statements.
    pub depth: usize,
    /// Deepest nesting of expressions.
    pub height: usize,
    /// Most statements of a block.
    pub block: usize,
    /// Whether side effects may stand anywhere, or only where C fixes their order.
    pub any_order: bool,
    /// Whether `goto` occurs.
    pub jumps: bool,
    /// Whether the program means the same for every compiler: every variable has a first value, and no `goto` skips it.
    pub defined: bool,
}

impl Shape {
    /// Small programs, so that random executions take many ways.
    pub const SMALL: Shape =
        Shape { depth: 3, height: 2, block: 3, any_order: true, jumps: true, defined: false };
}

/// A random program.
pub fn program(random: &mut Random, shape: Shape) -> String {
    let mut generator = Generator {
        random,
        shape,
        out: String::new(),
        scopes: vec![Vec::new()],
        functions: Vec::new(),
        labels: Vec::new(),
        missing: Vec::new(),
        loops: 0,
        switches: 0,
        returns: false,
        count: 0,
        indent: 0,
        effects: 0,
        has_error_label: false,
    };
    generator.text();
    generator.out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Unsigned,
    Char,
    Bool,
}

impl Kind {
    fn text(self) -> &'static str {
        match self {
            Kind::Int => "int",
            Kind::Unsigned => "unsigned",
            Kind::Char => "char",
            Kind::Bool => "_Bool",
        }
    }
}

#[derive(Clone)]
struct Variable {
    name: String,
    kind: Kind,
}

struct Generator<'a> {
    random: &'a mut Random,
    shape: Shape,
    out: String,
    scopes: Vec<Vec<Variable>>,
    /// Names with the numbers of their parameters.
    functions: Vec<(String, usize)>,
    /// The labels of the function, and those that have no place yet.
    labels: Vec<String>,
    missing: Vec<String>,
    loops: usize,
    switches: usize,
    /// Whether the function returns a value.
    returns: bool,
    count: usize,
    indent: usize,
    /// Side effects that may still stand in this expression.
    effects: usize,
    has_error_label: bool,
}

impl Generator<'_> {
    fn text(&mut self) {
        self.line("#define TWO 2");
        self.line("#define LESS(a, b) ((a) < (b))");
        self.line("extern int nondet();");
        self.line("enum { RED, GREEN = 3, BLUE };");
        self.line("typedef int number;");
        let is_fragment = self.random.chance(25);
        if is_fragment {
            for _ in 0..1 + self.random.below(3) {
                self.declaration();
            }
            for _ in 0..2 + self.random.below(4) {
                self.stmt(0);
            }
            return;
        }
        for _ in 0..self.random.below(3) {
            let name = self.fresh("g");
            let kind = if self.random.chance(70) { Kind::Int } else { Kind::Bool };
            let init = if self.random.chance(50) {
                format!(" = {}", self.random.between(0, 3))
            } else {
                String::new()
            };
            let word = if self.random.chance(30) { "static " } else { "" };
            self.line(&format!("{word}{} {name}{init};", kind.text()));
            self.scopes[0].push(Variable { name, kind });
        }
        for _ in 0..self.random.below(3) {
            self.function();
        }
        self.line("int main(void) {");
        self.body(false);
        self.line("}");
    }

    fn function(&mut self) {
        let name = self.fresh("f");
        let params: Vec<Variable> = (0..self.random.below(3))
            .map(|at| Variable {
                // Sometimes the name of a global.
                name: if self.random.chance(20) { "g0".to_owned() } else { "abc"[at..=at].to_owned() },
                kind: if self.random.chance(80) { Kind::Int } else { Kind::Bool },
            })
            .fold(Vec::new(), |mut all: Vec<Variable>, one| {
                if all.iter().all(|other| other.name != one.name) {
                    all.push(one);
                }
                all
            });
        let returns = self.random.chance(80);
        let list: Vec<String> = params.iter().map(|p| format!("{} {}", p.kind.text(), p.name)).collect();
        let list = if list.is_empty() { "void".to_owned() } else { list.join(", ") };
        let result = if returns { if self.random.chance(85) { "int" } else { "_Bool" } } else { "void" };
        self.line(&format!("{result} {name}({list}) {{"));
        let count = params.len();
        self.scopes.push(params);
        self.body(returns);
        self.scopes.pop();
        self.line("}");
        if returns {
            self.functions.push((name, count));
        }
    }

    fn body(&mut self, returns: bool) {
        self.returns = returns;
        self.labels.clear();
        if self.shape.jumps {
            for _ in 0..self.random.below(3) {
                let label = self.fresh("L");
                self.labels.push(label);
            }
        }
        self.missing = self.labels.clone();
        self.scopes.push(Vec::new());
        self.indent += 1;
        for _ in 0..1 + self.random.below(3) {
            self.declaration();
        }
        for _ in 0..2 + self.random.below(self.shape.block + 1) {
            self.stmt(0);
        }
        while let Some(label) = self.missing.pop() {
            self.line(&format!("{label}:"));
            self.simple();
        }
        if returns && (self.shape.defined || self.random.chance(90)) {
            let value = self.value();
            self.line(&format!("return {value};"));
        }
        self.indent -= 1;
        self.scopes.pop();
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.count += 1;
        format!("{prefix}{}", self.count - 1)
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(&"    ".repeat(self.indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn declaration(&mut self) {
        // Names repeat in inner scopes.
        let used = self.scopes.last().map_or(0, Vec::len);
        let names = ["x", "y", "z", "w", "v", "u", "t", "s"];
        let Some(name) = names.get(used) else { return };
        let kind = match self.random.below(10) {
            0 => Kind::Bool,
            1 => Kind::Unsigned,
            2 => Kind::Char,
            _ => Kind::Int,
        };
        let text = if kind == Kind::Int && self.random.chance(20) { "number" } else { kind.text() };
        if self.shape.defined || self.random.chance(75) {
            let value = match kind {
                Kind::Int | Kind::Bool => {
                    let value = self.value();
                    // The name means the new variable already.
                    if value.contains(name) && self.shape.defined { "1".to_owned() } else { value }
                }
                _ => self.random.between(0, 4).to_string(),
            };
            self.line(&format!("{text} {name} = {value};"));
        } else {
            self.line(&format!("{text} {name};"));
        }
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Variable { name: (*name).to_owned(), kind });
        }
    }

    fn variable(&mut self) -> Option<Variable> {
        // The innermost variable of each name.
        let mut seen: Vec<Variable> = Vec::new();
        for variable in self.scopes.iter().rev().flat_map(|scope| scope.iter().rev()) {
            if seen.iter().all(|other| other.name != variable.name) {
                seen.push(variable.clone());
            }
        }
        if seen.is_empty() { None } else { Some(seen[self.random.below(seen.len())].clone()) }
    }

    /// A variable to count with.
    fn counter(&mut self) -> Option<Variable> {
        self.variable().filter(|variable| variable.kind != Kind::Bool)
    }

    fn block(&mut self, depth: usize) {
        self.scopes.push(Vec::new());
        self.indent += 1;
        if self.random.chance(25) {
            self.declaration();
        }
        for _ in 0..1 + self.random.below(self.shape.block) {
            self.stmt(depth + 1);
        }
        self.indent -= 1;
        self.scopes.pop();
    }

    fn stmt(&mut self, depth: usize) {
        let may_label = depth == 0 || !self.shape.defined;
        if may_label && !self.missing.is_empty() && self.random.chance(20) {
            let at = self.random.below(self.missing.len());
            let label = self.missing.remove(at);
            self.line(&format!("{label}:"));
        }
        let nests = depth < self.shape.depth;
        match self.random.below(24) {
            0..=2 if nests => self.if_stmt(depth),
            3 if nests => {
                let cond = self.cond();
                self.line(&format!("while ({cond}) {{"));
                self.loop_body(depth);
                self.line("}");
            }
            4 if nests => {
                self.line("do {");
                self.loop_body(depth);
                let cond = self.cond();
                self.line(&format!("}} while ({cond});"));
            }
            5 if nests => self.for_stmt(depth),
            6 if nests => self.switch(depth),
            7 if nests => {
                self.line("{");
                self.block(depth);
                self.line("}");
            }
            8 if !self.labels.is_empty() => {
                let label = self.labels[self.random.below(self.labels.len())].clone();
                let cond = self.cond();
                self.line(&format!("if ({cond}) goto {label};"));
            }
            9 if self.loops + self.switches > 0 => {
                let cond = self.cond();
                self.line(&format!("if ({cond}) break;"));
            }
            10 if self.loops > 0 => {
                let cond = self.cond();
                self.line(&format!("if ({cond}) continue;"));
            }
            11 | 12 => {
                let cond = self.cond();
                let name = if self.random.chance(50) { "assert" } else { "__VERIFIER_assert" };
                self.line(&format!("{name}({cond});"));
            }
            13 => {
                let cond = self.cond();
                self.line(&format!("assume({cond});"));
            }
            14 => self.rare(),
            _ => self.simple(),
        }
    }

    fn rare(&mut self) {
        let cond = self.cond();
        match self.random.below(5) {
            0 => self.line(&format!("if ({cond}) reach_error();")),
            1 => self.line(&format!("if ({cond}) abort();")),
            2 if self.returns => {
                let value = self.value();
                self.line(&format!("if ({cond}) return {value};"));
            }
            3 if !self.has_error_label => {
                self.has_error_label = true;
                self.line(&format!("if ({cond}) {{ ERROR: ; }}"));
            }
            _ => self.line(";"),
        }
    }

    fn simple(&mut self) {
        let Some(target) = self.variable() else { return self.line(";") };
        let name = &target.name;
        let text = match self.random.below(8) {
            0 => format!("{name}++;"),
            1 if target.kind == Kind::Bool => format!("{name} = !{name};"),
            1 => format!("--{name};"),
            2 if target.kind != Kind::Bool => {
                let op = ["+=", "-="][self.random.below(2)];
                format!("{name} {op} {};", self.value())
            }
            3 if target.kind != Kind::Bool => {
                let op = ["*=", "/=", "%=", ">>="][self.random.below(4)];
                format!("{name} {op} {};", self.random.between(1, 3))
            }
            4 => format!("{name} = {};", self.nondet()),
            5 if !self.functions.is_empty() => format!("{name} = {};", self.plain_call()),
            _ => format!("{name} = {};", self.value()),
        };
        self.line(&text);
    }

    fn if_stmt(&mut self, depth: usize) {
        let cond = self.cond();
        self.line(&format!("if ({cond}) {{"));
        self.block(depth);
        if self.random.chance(30) {
            let cond = self.cond();
            self.line(&format!("}} else if ({cond}) {{"));
            self.block(depth);
        }
        if self.random.chance(60) {
            self.line("} else {");
            self.block(depth);
        }
        self.line("}");
    }

    fn loop_body(&mut self, depth: usize) {
        self.loops += 1;
        self.block(depth);
        self.loops -= 1;
    }

    fn for_stmt(&mut self, depth: usize) {
        self.scopes.push(Vec::new());
        let bound = self.random.between(0, 3);
        let header = match self.random.below(4) {
            0 => {
                let cond = self.cond();
                format!("for (; {cond};)")
            }
            1 => match self.counter() {
                Some(Variable { name, .. }) => format!("for ({name} = 0; {name} < {bound}; {name}++)"),
                None => "for (;;)".to_owned(),
            },
            _ => {
                self.scopes.last_mut().into_iter().for_each(|scope| {
                    scope.push(Variable { name: "i".to_owned(), kind: Kind::Int });
                });
                let step = ["i++", "++i", "i += 2", "i = i + 1"][self.random.below(4)];
                format!("for (int i = 0; i < {bound}; {step})")
            }
        };
        self.line(&format!("{header} {{"));
        self.loop_body(depth);
        self.line("}");
        self.scopes.pop();
    }

    fn switch(&mut self, depth: usize) {
        let value = self.value();
        self.line(&format!("switch ({value}) {{"));
        self.switches += 1;
        let mut cases: Vec<String> = ["0", "1", "GREEN", "-1", "'\\2'"].map(str::to_owned).into();
        let count = 1 + self.random.below(cases.len());
        let default_at = if self.random.chance(60) { self.random.below(count) } else { count };
        for at in 0..count {
            if at == default_at {
                self.line("default:");
            }
            let case = cases.remove(self.random.below(cases.len()));
            self.line(&format!("case {case}: {{"));
            self.block(depth);
            self.line("}");
            if self.random.chance(60) {
                self.line("break;");
            }
        }
        self.switches -= 1;
        self.line("}");
    }
}
