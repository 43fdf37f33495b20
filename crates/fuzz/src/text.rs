//! Programs of [`crate::program`] as texts of IMP and of C that mean the same.

use crate::program::{Comparison, Cond, Entry, Exp, Program, Stmt, Var};
use std::fmt::Write;

/// A program as IMP.
pub fn imp(program: &Program) -> String {
    Writer { program, c: false, out: String::new() }.whole()
}

/// A program as C that means the same where integers are mathematical, and where they have the ranges of C as well as long as
/// all values are small.
pub fn c(program: &Program) -> String {
    Writer { program, c: true, out: String::new() }.whole()
}

struct Writer<'p> {
    program: &'p Program,
    c: bool,
    out: String,
}

impl Writer<'_> {
    fn whole(mut self) -> String {
        if self.c {
            self.whole_c()
        } else {
            self.whole_imp()
        }
        self.out
    }

    fn names(&self, booleans: bool) -> String {
        let of_sort = self.program.variables.iter().filter(|v| (v.entry == Entry::Either) == booleans);
        of_sort.map(|v| v.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn whole_imp(&mut self) {
        for (sort, names) in [("int", self.names(false)), ("bool", self.names(true))] {
            if !names.is_empty() {
                let _ = writeln!(self.out, "{sort} {names};");
            }
        }
        let pre = self.pre();
        if !pre.is_empty() {
            let _ = writeln!(self.out, "{{ {} }}", pre.join(" and "));
        }
        let mut stmts = self.prologue();
        stmts.extend(self.program.body.iter().cloned());
        self.block(&stmts, 0);
        if let Some(post) = &self.program.post {
            let _ = writeln!(self.out, "{{ {} }}", self.cond(post));
        }
    }

    fn whole_c(&mut self) {
        self.out.push_str("int main(void) {\n");
        for v in &self.program.variables {
            let (sort, choice) = match v.entry {
                Entry::Either => ("_Bool", "bool"),
                _ => ("int", "int"),
            };
            let _ = writeln!(self.out, "  {sort} {} = __VERIFIER_nondet_{choice}();", v.name);
        }
        for cond in self.pre() {
            let _ = writeln!(self.out, "  __VERIFIER_assume({cond});");
        }
        let mut stmts = self.prologue();
        stmts.extend(self.program.body.iter().cloned());
        self.block(&stmts, 1);
        if let Some(post) = &self.program.post {
            let _ = writeln!(self.out, "  assert({});", self.cond(post));
        }
        self.out.push_str("  return 0;\n}\n");
    }

    /// The conjuncts of the precondition.
    fn pre(&self) -> Vec<String> {
        let and = if self.c { "&&" } else { "and" };
        let mut conjuncts = Vec::new();
        for v in &self.program.variables {
            match v.entry {
                Entry::Between(low, high) if low == high => {
                    conjuncts.push(format!("{} {} {}", v.name, self.comparison(Comparison::Equal), low));
                }
                Entry::Between(low, high) => {
                    conjuncts.push(format!("{low} <= {name} {and} {name} <= {high}", name = v.name));
                }
                Entry::Multiple { low, factor, high } => conjuncts.push(format!(
                    "{} <= {factor} * {name} {and} {factor} * {name} <= {}",
                    self.name(low),
                    self.name(high),
                    name = v.name
                )),
                Entry::Either | Entry::Late(..) | Entry::Remainder(_) => {}
            }
        }
        if self.program.pre != Cond::Const(true) {
            conjuncts.push(self.inner(&self.program.pre));
        }
        conjuncts
    }

    fn prologue(&self) -> Vec<Stmt> {
        let mut stmts: Vec<Stmt> =
            self.program.prologue.iter().map(|(var, exp)| Stmt::Assign(*var, exp.clone())).collect();
        for (var, v) in self.program.variables.iter().enumerate() {
            if let Entry::Late(low, high) = v.entry {
                stmts.push(Stmt::Assume(between(var, low, high)));
            }
        }
        stmts
    }

    fn name(&self, var: Var) -> &str {
        &self.program.variables[var].name
    }

    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * depth);
    }

    /// Statements one below the other; in IMP with a semicolon between them.
    fn block(&mut self, stmts: &[Stmt], depth: usize) {
        if stmts.is_empty() {
            self.line(depth, if self.c { ";" } else { "skip" });
        }
        for (at, stmt) in stmts.iter().enumerate() {
            if at > 0 && !self.c {
                self.out.truncate(self.out.trim_end().len());
                self.out.push_str(";\n");
            }
            self.stmt(stmt, depth);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, depth: usize) {
        let c = self.c;
        let (gets, end) = if c { ("=", ";") } else { (":=", "") };
        match stmt {
            Stmt::Skip => self.line(depth, if c { ";" } else { "skip" }),
            Stmt::Assign(var, exp) => {
                self.line(depth, &format!("{} {gets} {}{end}", self.name(*var), self.exp(exp)));
            }
            // Just `nondet` as a right-hand side is another statement of IMP, with the same meaning.
            Stmt::AssignBool(var, cond) => {
                self.line(depth, &format!("{} {gets} {}{end}", self.name(*var), self.cond(cond)));
            }
            Stmt::Choose(var, low, high) => {
                self.choose(*var, depth, "int", ";");
                self.stmt(&Stmt::Assume(between(*var, *low, *high)), depth);
            }
            Stmt::ChooseRemainder(var, by) => {
                self.choose(*var, depth, "int", ";");
                self.stmt(&Stmt::Assign(*var, Exp::Mod(Box::new(Exp::Var(*var)), *by)), depth);
            }
            Stmt::ChooseBool(var) => {
                self.choose(*var, depth, "bool", end);
            }
            Stmt::Assume(cond) if c => {
                self.line(depth, &format!("__VERIFIER_assume({});", self.cond(cond)));
            }
            Stmt::Assert(cond) if c => self.line(depth, &format!("assert({});", self.cond(cond))),
            Stmt::Assume(cond) => self.line(depth, &format!("assume {}", self.cond(cond))),
            Stmt::Assert(cond) => self.line(depth, &format!("assert {}", self.cond(cond))),
            Stmt::If(arms, otherwise) => {
                for (at, (cond, body)) in arms.iter().enumerate() {
                    let cond = self.cond(cond);
                    let text = match (c, at) {
                        (true, 0) => format!("if ({cond}) {{"),
                        (true, _) => format!("}} else if ({cond}) {{"),
                        (false, 0) => format!("if {cond} then"),
                        (false, _) => format!("elif {cond} then"),
                    };
                    self.line(depth, &text);
                    self.block(body, depth + 1);
                }
                if !otherwise.is_empty() {
                    self.line(depth, if c { "} else {" } else { "else" });
                    self.block(otherwise, depth + 1);
                }
                self.line(depth, if c { "}" } else { "end" });
            }
            Stmt::While(cond, body) => {
                let cond = self.cond(cond);
                let text = if c { format!("while ({cond}) {{") } else { format!("while {cond} do") };
                self.line(depth, &text);
                self.block(body, depth + 1);
                self.line(depth, if c { "}" } else { "done" });
            }
        }
    }

    fn choose(&mut self, var: Var, depth: usize, sort: &str, end: &str) {
        let name = self.name(var);
        let text = if self.c {
            format!("{name} = __VERIFIER_nondet_{sort}(){end}")
        } else {
            format!("{name} := nondet{end}")
        };
        self.line(depth, &text);
    }

    fn exp(&self, exp: &Exp) -> String {
        match exp {
            Exp::Const(n) => n.to_string(),
            Exp::Var(var) => self.name(*var).to_owned(),
            Exp::Neg(inner) => format!("-{}", self.operand(inner)),
            Exp::Add(left, right) => format!("{} + {}", self.operand(left), self.operand(right)),
            Exp::Sub(left, right) => format!("{} - {}", self.operand(left), self.operand(right)),
            Exp::Mul(by, inner) => format!("{by} * {}", self.operand(inner)),
            // C truncates towards zero: the Euclidean remainder and quotient are made of its own.
            Exp::Mod(inner, by) if self.c => self.remainder(inner, *by),
            Exp::Div(inner, by) if self.c => {
                let (inner_text, remainder) = (self.operand(inner), self.remainder(inner, *by));
                format!("({inner_text} - ({remainder})) / {by}")
            }
            Exp::Div(inner, by) => format!("{} / {by}", self.operand(inner)),
            Exp::Mod(inner, by) => format!("{} % {by}", self.operand(inner)),
        }
    }

    /// The Euclidean remainder in C.
    fn remainder(&self, inner: &Exp, by: i64) -> String {
        let (inner, by) = (self.operand(inner), by.abs());
        format!("({inner} % {by} + {by}) % {by}")
    }

    fn operand(&self, exp: &Exp) -> String {
        match exp {
            Exp::Var(_) => self.exp(exp),
            Exp::Const(n) if *n >= 0 => self.exp(exp),
            _ => format!("({})", self.exp(exp)),
        }
    }

    fn comparison(&self, comparison: Comparison) -> &'static str {
        match comparison {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Equal if self.c => "==",
            Comparison::Equal => "=",
            Comparison::NotEqual => "!=",
        }
    }

    fn cond(&self, cond: &Cond) -> String {
        let two = |left: &Cond, sign: &str, right: &Cond| {
            format!("{} {sign} {}", self.inner(left), self.inner(right))
        };
        match cond {
            Cond::Const(value) if self.c => u8::from(*value).to_string(),
            Cond::Const(value) => value.to_string(),
            Cond::Var(var) => self.name(*var).to_owned(),
            Cond::Nondet if self.c => "__VERIFIER_nondet_bool()".into(),
            Cond::Nondet => "nondet".into(),
            Cond::Not(inner) => format!("{}{}", if self.c { "!" } else { "not " }, self.inner(inner)),
            Cond::And(left, right) => two(left, if self.c { "&&" } else { "and" }, right),
            Cond::Or(left, right) => two(left, if self.c { "||" } else { "or" }, right),
            Cond::Implies(left, right) if self.c => format!("!{} || {}", self.inner(left), self.inner(right)),
            Cond::Implies(left, right) => two(left, "=>", right),
            Cond::Same(left, right) => two(left, self.comparison(Comparison::Equal), right),
            Cond::Compare(comparison, left, right) => {
                format!("{} {} {}", self.operand(left), self.comparison(*comparison), self.operand(right))
            }
        }
    }

    fn inner(&self, cond: &Cond) -> String {
        match cond {
            Cond::Var(_) | Cond::Nondet | Cond::Const(_) => self.cond(cond),
            _ => format!("({})", self.cond(cond)),
        }
    }
}

/// `low <= var and var <= high`.
fn between(var: Var, low: i64, high: i64) -> Cond {
    let at_most = |left, right| Box::new(Cond::Compare(Comparison::LessEqual, left, right));
    Cond::And(at_most(Exp::Const(low), Exp::Var(var)), at_most(Exp::Var(var), Exp::Const(high)))
}
