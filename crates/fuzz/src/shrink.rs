//! Makes a program smaller as long as it shows what it should show: parts are left out, or replaced by parts of their own.

use crate::program::{Cond, Entry, Exp, Program, Stmt};

/// The most programs that are tried.
const MOST: usize = 3_000;

/// The smallest program found that still shows it.
pub fn shrink(program: &Program, shows: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    let mut tried = 0;
    'again: loop {
        let mut smaller: Vec<Program> =
            variants(&best).into_iter().filter(|p| p.size() < best.size()).collect();
        smaller.sort_by_key(Program::size);
        for candidate in smaller {
            tried += 1;
            if tried > MOST {
                return without_unused(best, shows);
            }
            if shows(&candidate) {
                best = candidate;
                continue 'again;
            }
        }
        return without_unused(best, shows);
    }
}

/// Variables from the last on, left out where the program does without them.
fn without_unused(mut program: Program, shows: &mut dyn FnMut(&Program) -> bool) -> Program {
    while program.variables.len() > 1 {
        let last = program.variables.len() - 1;
        let text = format!("{:?}", (&program.pre, &program.prologue, &program.body, &program.post));
        let is_bound = program.variables.iter().any(|v| match v.entry {
            Entry::Multiple { low, high, .. } => low == last || high == last,
            _ => false,
        });
        let is_used = [format!("Var({last})"), format!("Assign({last},"), format!("AssignBool({last},")]
            .iter()
            .chain(&[format!("({last},"), format!("ChooseBool({last})")])
            .any(|mention| text.contains(mention.as_str()));
        if is_used || is_bound {
            break;
        }
        let mut candidate = program.clone();
        candidate.variables.pop();
        if !shows(&candidate) {
            break;
        }
        program = candidate;
    }
    program
}

fn variants(program: &Program) -> Vec<Program> {
    let mut all = Vec::new();
    for body in blocks(&program.body) {
        all.push(Program { body, ..program.clone() });
    }
    for pre in conds(&program.pre) {
        all.push(Program { pre, ..program.clone() });
    }
    if let Some(post) = &program.post {
        all.push(Program { post: None, ..program.clone() });
        all.extend(conds(post).into_iter().map(|post| Program { post: Some(post), ..program.clone() }));
    }
    for at in 0..program.prologue.len() {
        let mut smaller = program.clone();
        let (var, exp) = smaller.prologue.remove(at);
        all.push(smaller);
        for exp in exps(&exp) {
            let mut smaller = program.clone();
            smaller.prologue[at] = (var, exp);
            all.push(smaller);
        }
    }
    for at in 0..program.variables.len() {
        let with = |entry| {
            let mut smaller = program.clone();
            smaller.variables[at].entry = entry;
            smaller
        };
        match program.variables[at].entry {
            Entry::Between(low, high) | Entry::Late(low, high) if low < high => {
                all.push(with(Entry::Between(low, low)));
                all.push(with(Entry::Between(high, high)));
            }
            Entry::Late(low, high) => all.push(with(Entry::Between(low, high))),
            Entry::Remainder(_) => all.push(with(Entry::Between(0, 0))),
            Entry::Multiple { .. } => all.push(with(Entry::Between(0, 0))),
            Entry::Either | Entry::Between(..) => {}
        }
    }
    all
}

/// Blocks with one change.
fn blocks(block: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    let with = |at: usize, new: &[Stmt]| {
        let mut smaller = block.to_vec();
        smaller.splice(at..=at, new.iter().cloned());
        smaller
    };
    for (at, stmt) in block.iter().enumerate() {
        all.push(with(at, &[]));
        match stmt {
            Stmt::If(_, otherwise) => all.push(with(at, otherwise)),
            Stmt::While(_, body) => all.push(with(at, body)),
            _ => {}
        }
        if let Stmt::If(arms, _) = stmt {
            all.extend(arms.iter().map(|(_, body)| with(at, body)));
        }
        all.extend(stmts(stmt).into_iter().map(|stmt| with(at, &[stmt])));
    }
    all
}

/// Statements with one change.
fn stmts(stmt: &Stmt) -> Vec<Stmt> {
    match stmt {
        Stmt::Skip | Stmt::ChooseBool(_) => Vec::new(),
        Stmt::Assign(var, exp) => exps(exp).into_iter().map(|exp| Stmt::Assign(*var, exp)).collect(),
        Stmt::AssignBool(var, cond) => {
            let plain = conds(cond).into_iter().filter(|cond| *cond != Cond::Nondet);
            plain.map(|cond| Stmt::AssignBool(*var, cond)).collect()
        }
        Stmt::Choose(var, low, high) if low < high => {
            vec![Stmt::Choose(*var, *low, *low), Stmt::Choose(*var, *high, *high)]
        }
        Stmt::Choose(var, low, _) => vec![Stmt::Assign(*var, Exp::Const(*low))],
        Stmt::ChooseRemainder(var, by) => vec![Stmt::Choose(*var, 0, by - 1)],
        Stmt::Assume(cond) => conds(cond).into_iter().map(Stmt::Assume).collect(),
        Stmt::Assert(cond) => conds(cond).into_iter().map(Stmt::Assert).collect(),
        Stmt::While(cond, body) => {
            let mut all: Vec<Stmt> =
                blocks(body).into_iter().map(|body| Stmt::While(cond.clone(), body)).collect();
            all.extend(conds(cond).into_iter().map(|cond| Stmt::While(cond, body.clone())));
            all
        }
        Stmt::If(arms, otherwise) => {
            let mut all = Vec::new();
            for at in 0..arms.len() {
                let with = |arm: Option<(Cond, Vec<Stmt>)>| {
                    let mut smaller = arms.clone();
                    smaller.splice(at..=at, arm);
                    Stmt::If(smaller, otherwise.clone())
                };
                if arms.len() > 1 {
                    all.push(with(None));
                }
                let (cond, body) = &arms[at];
                all.extend(conds(cond).into_iter().map(|cond| with(Some((cond, body.clone())))));
                all.extend(blocks(body).into_iter().map(|body| with(Some((cond.clone(), body)))));
            }
            all.extend(blocks(otherwise).into_iter().map(|otherwise| Stmt::If(arms.clone(), otherwise)));
            all
        }
    }
}

/// Integers with one change.
fn exps(exp: &Exp) -> Vec<Exp> {
    let mut all = vec![Exp::Const(0), Exp::Const(1)];
    let boxed = |found: Vec<Exp>| found.into_iter().map(Box::new);
    match exp {
        Exp::Const(n) => all.push(Exp::Const(n / 2)),
        Exp::Var(_) => {}
        Exp::Neg(inner) => {
            all.push((**inner).clone());
            all.extend(boxed(exps(inner)).map(Exp::Neg));
        }
        Exp::Add(left, right) | Exp::Sub(left, right) => {
            let is_sum = matches!(exp, Exp::Add(..));
            let two = |left, right| if is_sum { Exp::Add(left, right) } else { Exp::Sub(left, right) };
            all.extend([(**left).clone(), (**right).clone()]);
            all.extend(boxed(exps(left)).map(|left| two(left, right.clone())));
            all.extend(boxed(exps(right)).map(|right| two(left.clone(), right)));
        }
        Exp::Mul(by, inner) | Exp::Div(inner, by) | Exp::Mod(inner, by) => {
            all.push((**inner).clone());
            all.extend(boxed(exps(inner)).map(|inner| match exp {
                Exp::Mul(..) => Exp::Mul(*by, inner),
                Exp::Div(..) => Exp::Div(inner, *by),
                _ => Exp::Mod(inner, *by),
            }));
        }
    }
    all
}

/// Truth values with one change.
fn conds(cond: &Cond) -> Vec<Cond> {
    let mut all = vec![Cond::Const(true), Cond::Const(false)];
    let boxed = |found: Vec<Cond>| found.into_iter().map(Box::new);
    match cond {
        Cond::Const(_) => {}
        Cond::Var(_) => all.push(Cond::Nondet),
        Cond::Nondet => {}
        Cond::Not(inner) => {
            all.push((**inner).clone());
            all.extend(boxed(conds(inner)).map(Cond::Not));
        }
        Cond::And(left, right)
        | Cond::Or(left, right)
        | Cond::Implies(left, right)
        | Cond::Same(left, right) => {
            let two = |left, right| match cond {
                Cond::And(..) => Cond::And(left, right),
                Cond::Or(..) => Cond::Or(left, right),
                Cond::Implies(..) => Cond::Implies(left, right),
                _ => Cond::Same(left, right),
            };
            all.extend([(**left).clone(), (**right).clone()]);
            all.extend(boxed(conds(left)).map(|left| two(left, right.clone())));
            all.extend(boxed(conds(right)).map(|right| two(left.clone(), right)));
        }
        Cond::Compare(comparison, left, right) => {
            all.extend(exps(left).into_iter().map(|left| Cond::Compare(*comparison, left, right.clone())));
            all.extend(exps(right).into_iter().map(|right| Cond::Compare(*comparison, left.clone(), right)));
        }
    }
    all
}
