//! Judges C programs of [`crate::cgen`] by the machine's own compiler: what each does when it is run, and whether the reader, the
//! interpreter and the control-flow graph say the same.

use crate::cgen::Generated;
use flow::cfg::{Action, Cfg, Element};
use lang::ast::{Bexp, BexpKind, Exp, ExpKind, Sign};
use lang::interp::{ExecutionLimits, ExecutionOutcome, Oracle};
use lang::{Arithmetic, AssertId, Int, Integers, NondetId, Overflow, Sort, Unit, Value};
use session::Session;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use trace::{Engine, Language, Settings, Setup, Verdict};

/// What becomes of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Every assertion holds.
    Holds,
    /// An assertion of the program fails.
    Fails,
    /// Something undefined happens first.
    Undefined,
}

/// What a compiler's programs do, in order.
///
/// # Errors
/// The compiler is not there, or refuses a program, or something cannot be written.
pub fn compiled(programs: &[Generated], folder: &Path) -> Result<Vec<Fate>, String> {
    let mut text = String::from(
        "#include <stdint.h>\n#include <stdio.h>\n#include <sys/wait.h>\n#include <unistd.h>\n\
         #define P(x) (__extension__ ({ volatile __auto_type p_ = (x); p_; }))\n\
         #define A(v, c, o, e) v = P(v o (e))\n\
         #define assert(c) do { if (!(c)) return 2; } while (0)\n",
    );
    for (number, program) in programs.iter().enumerate() {
        let _ = write!(
            text,
            "{}static int p{number}(void) {{\n{}  return 0;\n}}\n",
            program.helpers, program.body
        );
    }
    text.push_str("static int (*const all[])(void) = {");
    for number in 0..programs.len() {
        let _ = write!(text, "p{number},");
    }
    text.push_str(
        "};\nint main(void) {\n  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {\n    pid_t child = fork();\n    \
         if (child < 0) return 9;\n    if (child == 0) { fclose(stderr); _exit(all[i]()); }\n    int status = 0;\n    \
         waitpid(child, &status, 0);\n    putchar(WIFEXITED(status) ? '0' + WEXITSTATUS(status) % 10 : '1');\n  }\n  return 0;\n}\n",
    );
    let source = folder.join("programs.c");
    let binary = folder.join("programs");
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let output = Command::new("cc")
        .args(["-std=gnu11", "-w", "-O0", "-fsanitize=undefined", "-fno-sanitize-recover"])
        .arg(&source)
        .arg("-o")
        .arg(&binary)
        .output()
        .map_err(|e| format!("cc: {e}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).chars().take(2_000).collect());
    }
    let output = Command::new(&binary).output().map_err(|e| e.to_string())?;
    let fates: Vec<Fate> = output
        .stdout
        .iter()
        .map(|digit| match digit {
            b'0' => Fate::Holds,
            b'2' => Fate::Fails,
            _ => Fate::Undefined,
        })
        .collect();
    match fates.len() == programs.len() {
        true => Ok(fates),
        false => Err(format!("{} of {} programs were run", fates.len(), programs.len())),
    }
}

struct Nobody;

impl Oracle for Nobody {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        Value::default_of(sort)
    }
}

/// Whether what is said of a program agrees with what it does.
///
/// # Errors
/// What disagrees.
pub fn judge(program: &Generated, fate: Fate) -> Result<(), String> {
    let source = program.source();
    for overflow in [Overflow::Warn, Overflow::Check] {
        let arithmetic = Arithmetic { integers: Integers::C, overflow, ..Arithmetic::default() };
        let parsed = lang::c::parse(&source, arithmetic);
        let Some(read) = parsed.program else {
            return Err(format!("it is refused: {:?}", parsed.diagnostics.first().map(|d| &d.message)));
        };
        let is_check = |id: AssertId| read.asserts()[id.index()].claim.is_some();
        let run = read.run(&BTreeMap::new(), &mut Nobody, ExecutionLimits::default());
        let interpreted = match run.outcome {
            ExecutionOutcome::Finished => Fate::Holds,
            ExecutionOutcome::AssertionFailed { assert, .. } if is_check(assert) => Fate::Undefined,
            ExecutionOutcome::AssertionFailed { .. } => Fate::Fails,
            other => return Err(format!("the interpreter ends with {other:?}")),
        };
        let cfg = Cfg::of_c(&read);
        let walked = match walk(&read, &cfg)? {
            None => Fate::Holds,
            Some(id) if is_check(id) => Fate::Undefined,
            Some(_) => Fate::Fails,
        };
        if walked != interpreted {
            return Err(format!("{overflow:?}: the interpreter says {interpreted:?}, the graph {walked:?}"));
        }
        match (overflow, fate) {
            // That a divisor is not zero is asserted in any case.
            (_, Fate::Undefined) if interpreted == Fate::Undefined => {}
            // What is left out, with a warning, is not looked at.
            (Overflow::Warn, Fate::Undefined) if cfg.overflow.is_none() && parsed.diagnostics.is_empty() => {
                return Err("nothing warns of what is undefined".into());
            }
            (Overflow::Warn, Fate::Undefined) => {}
            _ if interpreted != fate => {
                return Err(format!(
                    "{overflow:?}: the interpreter says {interpreted:?}, the compiler {fate:?}"
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Runs a graph without choices; the assertion that is violated, if one is.
fn walk(unit: &dyn Unit, cfg: &Cfg) -> Result<Option<AssertId>, String> {
    let sorts = unit.decls().iter().map(|d| d.sort).chain(cfg.temps.iter().map(|t| t.sort));
    let mut state: Vec<Value> = sorts.map(Value::default_of).collect();
    let mut at = Cfg::ENTRY;
    for _ in 0..200_000 {
        if at == Cfg::EXIT {
            return Ok(None);
        }
        let mut next = None;
        for &edge in &cfg.out[at.index()] {
            let edge = &cfg.edges[edge];
            match &edge.action {
                Action::Guard(cond, holds) if truth(cond, &state) != *holds => continue,
                Action::AssignInt(x, e) => state[x.index()] = Value::Int(number(e, &state)),
                Action::AssignBool(x, e) => state[x.index()] = Value::Bool(truth(e, &state)),
                Action::Guard(..) | Action::Skip => {}
                Action::Read(x, _, elements) => {
                    if let Some(element) = chosen(elements, &state).or(elements.last()) {
                        state[x.index()] = state[element.var.index()].clone();
                    }
                }
                Action::Write(elements, value) => {
                    let value = match value {
                        flow::cfg::Value::Int(e) => Value::Int(number(e, &state)),
                        flow::cfg::Value::Bool(e) => Value::Bool(truth(e, &state)),
                    };
                    if let Some(element) = chosen(elements, &state) {
                        state[element.var.index()] = value;
                    }
                }
                other => return Err(format!("the graph has {other:?}")),
            }
            if let (Cfg::ERROR, Some(id)) = (edge.to, edge.violates) {
                return Ok(Some(id));
            }
            next = Some(edge.to);
            break;
        }
        at = next.ok_or("the graph has no way on")?;
    }
    Err("the graph goes on and on".into())
}

/// The element that an index chooses.
fn chosen<'e>(elements: &'e [Element], state: &[Value]) -> Option<&'e Element> {
    elements.iter().find(|element| truth(&element.chosen, state))
}

/// What engines say of a program must not contradict what it does when it runs. How many of them said anything.
///
/// # Errors
/// What disagrees, or a check of our own that failed.
pub fn engines(program: &Generated, fate: Fate) -> Result<u64, String> {
    let mut settled = 0;
    for engine in [Engine::BMC, Engine::IMC_I] {
        let settings = Settings {
            integers: Integers::C,
            overflow: Overflow::Check,
            max_unrollings: 4,
            max_conflicts: 300,
            ..Settings::default()
        };
        let setup = Setup { source: program.source(), language: Language::C, engine, settings };
        let (mut session, _) =
            Session::open(&setup).map_err(|problems| format!("it is refused: {problems:?}"))?;
        let events = session.run_to_end();
        match (session::verdict_of(&events), fate) {
            (Some(Verdict::Safe { .. }), Fate::Holds) => settled += 1,
            (Some(Verdict::Unsafe(_)), Fate::Fails | Fate::Undefined) => settled += 1,
            (Some(Verdict::Unknown(_)), _) => {}
            (verdict, _) => {
                let said = verdict.map(|verdict| format!("{verdict:?}"));
                return Err(format!("{engine} says {said:.200?}, the compiler {fate:?}"));
            }
        }
    }
    Ok(settled)
}

/// The value of an expression.
pub(crate) fn number(e: &Exp, state: &[Value]) -> Int {
    match &e.kind {
        ExpKind::Const(value) => value.clone(),
        ExpKind::Var(x) => match &state[x.index()] {
            Value::Int(value) => value.clone(),
            Value::Bool(value) => Int::from(i64::from(*value)),
        },
        ExpKind::Neg(inner) => -number(inner, state),
        ExpKind::Sum(parts) => parts.iter().fold(Int::ZERO, |sum, (sign, part)| match sign {
            Sign::Plus => sum + number(part, state),
            Sign::Minus => sum - number(part, state),
        }),
        ExpKind::Mul(factor, inner) => factor * &number(inner, state),
        ExpKind::Div(inner, divisor) => number(inner, state).div_euclid(divisor),
        ExpKind::Mod(inner, divisor) => number(inner, state).rem_euclid(divisor),
        ExpKind::Wrap(int, inner) => int.wrap(&number(inner, state)),
        ExpKind::Word(op, int, a, b) => op.apply(&number(a, state), &number(b, state), *int),
    }
}

/// Whether a condition without choices holds.
pub(crate) fn truth(cond: &Bexp, state: &[Value]) -> bool {
    match &cond.kind {
        BexpKind::Const(value) => *value,
        BexpKind::Var(x) => state[x.index()] == Value::Bool(true),
        BexpKind::Nondet(_) => false,
        BexpKind::Not(inner) => !truth(inner, state),
        BexpKind::And(parts) => parts.iter().all(|part| truth(part, state)),
        BexpKind::Or(parts) => parts.iter().any(|part| truth(part, state)),
        BexpKind::Implies(premises, conclusion) => {
            premises.iter().any(|part| !truth(part, state)) || truth(conclusion, state)
        }
        BexpKind::Compare(comparison, a, b) => comparison.holds(&number(a, state), &number(b, state)),
        BexpKind::Iff(a, b) => truth(a, state) == truth(b, state),
        BexpKind::Xor(a, b) => truth(a, state) != truth(b, state),
    }
}
