//! Interpolation of queries from the corpus, measured beside Z3's Spacer used as an interpolation oracle.
//!
//!     cargo xtask fuzz spacer [--pairs 200] [--repeat 3] [--timeout 20] [--verbose]
//!
//! The queries are those of `crates/smt/benches/queries`, from every program of the corpus unrolled 4 and 10 times. Both are
//! given the same pairs, one after the other, in one run, `--repeat` times each with everything made afresh; the fastest counts.
//! What is timed here is search and interpolation together: asserting, solving, and reading the interpolant off the refutation;
//! of Spacer, the processor time of its query alone, without parsing. Interpolants are verified by both, which is not timed. Needs Python with
//! `z3-solver`: `python3`, or the one that LOOPGLASS_PYTHON names. `--dump FOLDER` writes the pairs as SMT-LIB scripts;
//! `--verbose` prints for each pair the milliseconds of the search, of search and interpolation, and of Spacer.

#[path = "../../../../smt/benches/queries/mod.rs"]
mod queries;

use logic::{Term, Terms};
use queries::{Pair, Source, corpus, cuts, pair, system};
use smt::itp::{Settings, Side};
use smt::{Config, Outcome, Solver};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::Instant;

struct Arguments {
    pairs: usize,
    repeat: usize,
    timeout: u64,
    verbose: bool,
    dump: Option<String>,
    alone: bool,
}

fn arguments() -> Result<Arguments, String> {
    let mut out = Arguments { pairs: 200, repeat: 3, timeout: 20, verbose: false, dump: None, alone: false };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number =
            || args.next().and_then(|v| v.parse().ok()).ok_or_else(|| format!("{arg} needs a number"));
        match arg.as_str() {
            "--pairs" => out.pairs = number()?,
            "--repeat" => out.repeat = number()?.max(1),
            "--timeout" => out.timeout = number()? as u64,
            "--verbose" => out.verbose = true,
            "--alone" => out.alone = true,
            "--dump" => out.dump = Some(args.next().ok_or("--dump needs a folder")?),
            _ => return Err(format!("there is no option {arg}")),
        }
    }
    Ok(out)
}

/// Where a pair comes from; enough to make it again in another store.
#[derive(Clone, Copy)]
struct Origin<'s> {
    source: &'s Source,
    unrolling: u32,
    cut: u32,
}

impl Origin<'_> {
    fn make(&self, terms: &Terms) -> Option<Pair> {
        Some(pair(terms, &system(terms, self.source)?, self.unrolling, self.cut))
    }

    fn title(&self) -> String {
        format!("{} unrolled {} times, cut after {}", self.source.name, self.unrolling, self.cut)
    }
}

/// What one of the two made of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    /// An interpolant, verified.
    Interpolant,
    /// A and B hold together.
    Satisfiable,
    /// Neither.
    Nothing,
    /// An interpolant that is wrong.
    Wrong,
}

/// Milliseconds of one run, those of them that the search took, and what came of it.
fn ours(origin: Origin<'_>) -> (Found, f64, f64) {
    let terms = Terms::new();
    let Some(Pair { a, b }) = origin.make(&terms) else { return (Found::Nothing, 0.0, 0.0) };
    let start = Instant::now();
    let mut solver = Solver::new(&terms, Config::default());
    for &f in a.iter().chain(&b) {
        solver.assert(f);
    }
    let outcome = solver.check(&[]);
    let searched = start.elapsed().as_secs_f64() * 1000.0;
    let side = |p: usize| if p < a.len() { Side::A } else { Side::B };
    let itp = match outcome {
        Outcome::Unsat => solver.interpolant(side, &Settings::default()).ok(),
        _ => None,
    };
    let took = start.elapsed().as_secs_f64() * 1000.0;
    let found = match (outcome, itp) {
        (Outcome::Sat(_), _) => Found::Satisfiable,
        (_, Some(itp)) if verified(&terms, &a, &b, itp) => Found::Interpolant,
        (_, Some(_)) => Found::Wrong,
        (_, None) => Found::Nothing,
    };
    (found, took, searched)
}

fn solved<'t>(terms: &'t Terms, formulas: &[Term]) -> Solver<&'t Terms> {
    let mut solver = Solver::new(terms, Config::default());
    for &f in formulas {
        solver.assert(f);
    }
    solver.check(&[]);
    solver
}

fn is_refuted(terms: &Terms, formulas: &[Term]) -> bool {
    solved(terms, formulas).proof().is_some()
}

/// Whether a formula is an interpolant, by replaying both refutations.
fn verified(terms: &Terms, a: &[Term], b: &[Term], itp: Term) -> bool {
    let refuted = |formulas: Vec<Term>| solved(terms, &formulas).proof().unwrap_or_default();
    let evidence = check::InterpolantEvidence {
        a_implies: refuted(a.iter().copied().chain([terms.not(itp)]).collect()),
        b_refutes: refuted([itp].into_iter().chain(b.iter().copied()).collect()),
    };
    check::interpolant(terms, a, b, itp, &evidence).is_ok()
}

/// Spacer in its process.
struct Spacer {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Spacer {
    fn start(timeout: u64) -> Result<Spacer, String> {
        let python = std::env::var("LOOPGLASS_PYTHON").unwrap_or_else(|_| "python3".into());
        let mut child = Command::new(&python)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/src/bin/spacer/spacer.py"))
            .arg((timeout * 1000).to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot start {python}: {e}"))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no pipes".into());
        };
        let mut spacer = Spacer { child, to, from: BufReader::new(from) };
        match spacer.line()?.as_str() {
            "ready" => Ok(spacer),
            other => Err(other.to_owned()),
        }
    }

    fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        self.from.read_line(&mut line).map_err(|e| e.to_string())?;
        Ok(line.trim().to_owned())
    }

    fn ask(&mut self, terms: &Terms, p: &Pair) -> Result<(Found, f64), String> {
        let all: Vec<Term> = p.a.iter().chain(&p.b).copied().collect();
        let one_line = |text: String| text.replace('\n', " ");
        let (a, b) = (terms.and(p.a.iter().copied()), terms.and(p.b.iter().copied()));
        let declarations = one_line(terms.smt_declarations(terms.vars_of(&all)));
        writeln!(self.to, "{declarations}\n{}\n{}", one_line(terms.smtlib(a)), one_line(terms.smtlib(b)))
            .map_err(|e| e.to_string())?;
        let line = self.line()?;
        let words: Vec<&str> = line.split(' ').collect();
        let took = words.get(1).and_then(|w| w.parse().ok()).ok_or_else(|| line.clone())?;
        let found = match (words[0], words.get(2)) {
            ("unsat", Some(&"verified")) => Found::Interpolant,
            ("unsat", _) => Found::Wrong,
            ("sat", _) => Found::Satisfiable,
            _ => Found::Nothing,
        };
        Ok((found, took))
    }
}

impl Drop for Spacer {
    fn drop(&mut self) {
        // Only our own child.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One pair, measured.
struct Row {
    title: String,
    unrolling: u32,
    ours: (Found, f64),
    spacer: (Found, f64),
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

/// The time of the fastest of several runs, which other programs have disturbed least, and what the first found.
fn repeated(
    times: usize,
    mut run: impl FnMut() -> Result<(Found, f64), String>,
) -> Result<(Found, f64), String> {
    let runs = (0..times).map(|_| run()).collect::<Result<Vec<_>, _>>()?;
    Ok((runs[0].0, runs.iter().map(|r| r.1).fold(f64::INFINITY, f64::min)))
}

fn measure(args: &Arguments) -> Result<Vec<Row>, String> {
    let sources = corpus();
    let mut spacer = if args.alone { None } else { Some(Spacer::start(args.timeout)?) };
    let mut rows = Vec::new();
    // The places to cut come outermost, so that a smaller number of pairs still has every program in it.
    for which in 0..5 {
        for source in &sources {
            for unrolling in [4, 10] {
                if rows.len() == args.pairs {
                    return Ok(rows);
                }
                let Some(&cut) = cuts(unrolling).get(which) else { continue };
                let origin = Origin { source, unrolling, cut };
                let terms = Terms::new();
                let Some(pair) = origin.make(&terms) else { continue };
                // Where one side contradicts itself there is nothing to find.
                if [&pair.a, &pair.b].into_iter().any(|side| is_refuted(&terms, side)) {
                    continue;
                }
                let mut searched = f64::INFINITY;
                let ours = repeated(args.repeat, || {
                    let (found, took, search) = ours(origin);
                    searched = searched.min(search);
                    Ok((found, took))
                })?;
                let theirs = match &mut spacer {
                    Some(spacer) => repeated(args.repeat, || spacer.ask(&terms, &pair))?,
                    None => (Found::Nothing, f64::NAN),
                };
                // Programs that fail so early have no interpolant.
                if [ours.0, theirs.0].contains(&Found::Satisfiable) && ours.0 != Found::Interpolant {
                    continue;
                }
                if args.verbose {
                    println!("{:<60} {:>10.3} {:>10.3} {:>10.3}", origin.title(), searched, ours.1, theirs.1);
                }
                if let Some(folder) = &args.dump {
                    let file = format!("{folder}/{}_{unrolling}_{}.smt2", source.name, origin.cut);
                    std::fs::write(&file, script(&terms, &pair)).map_err(|e| format!("{file}: {e}"))?;
                }
                rows.push(Row { title: origin.title(), unrolling, ours, spacer: theirs });
            }
        }
    }
    Ok(rows)
}

/// A pair as a script.
fn script(terms: &Terms, p: &Pair) -> String {
    let all: Vec<Term> = p.a.iter().chain(&p.b).copied().collect();
    let (a, b) = (terms.and(p.a.iter().copied()), terms.and(p.b.iter().copied()));
    let mut out = format!("(set-logic QF_LIA)\n{}", terms.smt_declarations(terms.vars_of(&all)));
    for (name, f) in [("A", a), ("B", b)] {
        let _ = writeln!(out, "(assert (! {} :named {name}))", terms.smtlib(f));
    }
    out + "(check-sat)\n(get-interpolants A B)\n"
}

fn report(rows: &[Row]) {
    let count = |f: &dyn Fn(&Row) -> bool| rows.iter().filter(|r| f(r)).count();
    println!("{} pairs", rows.len());
    println!(
        "without an answer: ours {}, Spacer {}; wrong: ours {}, Spacer {}",
        count(&|r| r.ours.0 == Found::Nothing),
        count(&|r| r.spacer.0 == Found::Nothing),
        count(&|r| r.ours.0 == Found::Wrong),
        count(&|r| r.spacer.0 == Found::Wrong),
    );
    for (name, unrollings) in
        [("all", &[4, 10][..]), ("unrolled 4 times", &[4]), ("unrolled 10 times", &[10])]
    {
        let both = |r: &&Row| {
            unrollings.contains(&r.unrolling)
                && [r.ours.0, r.spacer.0].iter().all(|f| *f == Found::Interpolant)
        };
        let of = |f: &dyn Fn(&Row) -> f64| rows.iter().filter(both).map(f).collect::<Vec<_>>();
        let (ours, theirs) = (of(&|r| r.ours.1), of(&|r| r.spacer.1));
        println!(
            "{name}, {} pairs that both answer: median ratio (ours / Spacer) {:.4}; ratio of medians {:.4}; \
             median {:.3} ms and {:.3} ms; total {:.1} ms and {:.1} ms",
            ours.len(),
            median(of(&|r| r.ours.1 / r.spacer.1)),
            median(ours.clone()) / median(theirs.clone()),
            median(ours.clone()),
            median(theirs.clone()),
            ours.iter().sum::<f64>(),
            theirs.iter().sum::<f64>(),
        );
    }
    let mut worst: Vec<&Row> = rows.iter().collect();
    worst.sort_by(|a, b| b.ours.1.total_cmp(&a.ours.1));
    println!("the slowest here:");
    for r in worst.iter().take(12) {
        println!("  {:<60} {:>10.3} ms, Spacer {:>10.3} ms {:?}", r.title, r.ours.1, r.spacer.1, r.spacer.0);
    }
    worst.sort_by(|a, b| (b.ours.1 / b.spacer.1).total_cmp(&(a.ours.1 / a.spacer.1)));
    println!("the slowest beside Spacer:");
    for r in worst.iter().filter(|r| r.spacer.0 == Found::Interpolant).take(12) {
        println!("  {:<60} {:>10.3} ms, Spacer {:>10.3} ms", r.title, r.ours.1, r.spacer.1);
    }
    for r in rows.iter().filter(|r| r.ours.0 != Found::Interpolant) {
        println!("no interpolant here: {} ({:?}; Spacer {:?})", r.title, r.ours.0, r.spacer.0);
    }
}

fn main() -> ExitCode {
    match arguments().and_then(|args| measure(&args)) {
        Ok(rows) => {
            report(&rows);
            ExitCode::from(u8::from(rows.iter().any(|r| r.ours.0 != Found::Interpolant)))
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
