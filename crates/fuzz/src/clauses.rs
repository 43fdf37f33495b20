//! Random systems of linear Horn clauses as SMT-LIB scripts: loops, nested loops, sequences and predicates that nothing
//! reaches, over numbers and truth values, in all the spellings that the reader takes.
//!
//! What is true of them is asked of Z3's Spacer, in one Python process; it also judges models that are put back into the script.

use crate::generate::Random;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

struct Predicate {
    name: String,
    /// The variables that are its arguments: numbers of numbers, and of truth values behind them.
    ints: Vec<usize>,
    bools: Vec<usize>,
}

struct Writer {
    random: Random,
    ints: usize,
    bools: usize,
    predicates: Vec<Predicate>,
    out: String,
    /// The clauses as Spacer wants them: one quantifier, one implication.
    plain: String,
}

/// A script, and the same in the only spelling that Spacer takes.
pub struct Script {
    /// As our reader gets it.
    pub text: String,
    /// As Spacer gets it.
    pub plain: String,
}

/// The script of this number.
pub fn script(number: u64) -> Script {
    let mut random = Random::new(number);
    let ints = random.between(1, 3) as usize;
    let bools = if random.chance(40) { random.between(1, 2) as usize } else { 0 };
    let mut w =
        Writer { random, ints, bools, predicates: Vec::new(), out: String::new(), plain: String::new() };
    w.out += "(set-logic HORN)\n";
    let count = [1, 1, 2, 2, 3, 4][w.random.between(0, 5) as usize];
    for number in 0..count {
        let mut ints: Vec<usize> = (0..w.ints).filter(|_| number == 0 || w.random.chance(85)).collect();
        if w.random.chance(20) {
            ints.reverse();
        }
        let bools: Vec<usize> = (0..w.bools).filter(|_| number == 0 || w.random.chance(80)).collect();
        let sorts = vec!["Int"; ints.len()].into_iter().chain(vec!["Bool"; bools.len()]);
        let sorts: Vec<&str> = sorts.collect();
        let name = if w.random.chance(15) { format!("|P {number}|") } else { format!("P{number}") };
        let _ = writeln!(w.out, "(declare-fun {name} ({}) Bool)", sorts.join(" "));
        w.predicates.push(Predicate { name, ints, bools });
    }
    let has_function = w.random.chance(30);
    if has_function {
        w.out += "(define-fun step ((a Int) (up Bool)) Int (ite up (+ a 1) (- a 1)))\n";
    }
    w.plain = w.out.clone();
    w.facts();
    for at in 0..count {
        // The last of several may be reached by nothing.
        if at > 0 && !(at + 1 == count && w.random.chance(15)) {
            let from = w.random.between(0, at as i64 - 1) as usize;
            w.step(from, at, has_function);
            if w.random.chance(40) {
                w.step(at, from, has_function);
            }
        }
        for _ in 0..w.random.between(1, 2) {
            w.step(at, at, has_function);
        }
    }
    for _ in 0..w.random.between(1, 2) {
        w.query();
    }
    w.out += "(check-sat)\n";
    Script { text: w.out, plain: w.plain }
}

impl Writer {
    fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.random.between(0, of.len() as i64 - 1) as usize]
    }

    fn int(&mut self) -> String {
        format!("x{}", self.random.between(0, self.ints as i64 - 1))
    }

    fn constant(&mut self) -> String {
        let most = if self.random.chance(20) { 40 } else { 6 };
        let value = self.random.between(-3, most);
        if value < 0 { format!("(- {})", -value) } else { value.to_string() }
    }

    fn atom(&mut self) -> String {
        if self.bools > 0 && self.random.chance(25) {
            let b = format!("b{}", self.random.between(0, self.bools as i64 - 1));
            return if self.random.chance(50) { b } else { format!("(not {b})") };
        }
        let (x, c) = (self.int(), self.constant());
        let op = self.pick(&["<", "<=", ">", ">=", "=", "distinct", "<=", "<"]);
        match self.random.between(0, 9) {
            0 => format!("(= (mod {x} {}) {})", self.random.between(2, 4), self.random.between(0, 1)),
            1 => format!("({op} (div {x} 2) {c})"),
            2 | 3 => {
                let y = self.int();
                format!("({op} {x} {y})")
            }
            4 => {
                let y = self.int();
                format!("({op} (+ {x} (* 2 {y})) {c})")
            }
            _ => format!("({op} {x} {c})"),
        }
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.atom(), self.atom());
        match self.random.between(0, 6) {
            0 => format!("(or {a} {b})"),
            1 => format!("(and {a} {b})"),
            2 => format!("(let ((c {a})) (and c {b}))"),
            _ => a,
        }
    }

    /// The number after a step.
    fn next(&mut self, x: usize, has_function: bool) -> String {
        let c = self.random.between(1, 3);
        match self.random.between(0, 9) {
            0 | 1 => format!("x{x}"),
            2 => format!("(- x{x} {c})"),
            3 => {
                let y = self.int();
                format!("(+ x{x} {y})")
            }
            4 => {
                let (cond, y) = (self.atom(), self.int());
                format!("(ite {cond} (+ x{x} {c}) {y})")
            }
            5 => format!("(mod (+ x{x} {c}) {})", self.random.between(2, 7)),
            6 if has_function => {
                let cond = self.atom();
                format!("(step x{x} {cond})")
            }
            _ => format!("(+ x{x} {c})"),
        }
    }

    fn applied(&self, predicate: usize, suffix: &str) -> String {
        let Predicate { name, ints, bools } = &self.predicates[predicate];
        let mut all = ints.iter().map(|x| format!(" x{x}{suffix}")).collect::<String>();
        all.extend(bools.iter().map(|b| format!(" b{b}{suffix}")));
        if all.is_empty() { name.clone() } else { format!("({name}{all})") }
    }

    fn variables(&self, suffixes: &[&str]) -> String {
        let mut all = String::new();
        for suffix in suffixes {
            all.extend((0..self.ints).map(|x| format!("(x{x}{suffix} Int) ")));
            all.extend((0..self.bools).map(|b| format!("(b{b}{suffix} Bool) ")));
        }
        all
    }

    fn facts(&mut self) {
        for _ in 0..if self.random.chance(20) { 2 } else { 1 } {
            let mut parts: Vec<String> = Vec::new();
            for x in 0..self.ints {
                parts.push(match self.random.between(0, 5) {
                    0 => format!("(<= 0 x{x} {})", self.random.between(1, 5)),
                    1 if x > 0 => format!("(= x{x} x0)"),
                    2 => format!("(> x{x} {})", self.random.between(0, 2)),
                    _ => format!("(= x{x} {})", self.random.between(0, 3)),
                });
            }
            for b in 0..self.bools {
                parts.push(if self.random.chance(50) { format!("b{b}") } else { format!("(not b{b})") });
            }
            let (vars, head) = (self.variables(&[""]), self.applied(0, ""));
            let clause = format!("(assert (forall ({vars}) (=> (and {}) {head})))\n", parts.join(" "));
            self.plain += &clause;
            self.out += &clause;
        }
    }

    fn step(&mut self, from: usize, to: usize, has_function: bool) {
        let guard = self.condition();
        let body = self.applied(from, "");
        let ints = self.predicates[to].ints.clone();
        let bools = self.predicates[to].bools.clone();
        let mut values: Vec<(String, String)> = Vec::new();
        for x in ints {
            let value = if from == to || self.random.chance(30) {
                self.next(x, has_function)
            } else {
                format!("x{x}")
            };
            values.push((format!("x{x}"), value));
        }
        for b in bools {
            let value = match self.random.between(0, 3) {
                0 => format!("(not b{b})"),
                1 => self.atom(),
                _ => format!("b{b}"),
            };
            values.push((format!("b{b}"), value));
        }
        let style = self.random.between(0, 4);
        let (head, vars) = (self.applied(to, "n"), self.variables(&["", "n"]));
        let equations: String = values.iter().map(|(x, value)| format!(" (= {x}n {value})")).collect();
        let _ =
            writeln!(self.plain, "(assert (forall ({vars}) (=> (and {body} {guard}{equations}) {head})))");
        let _ = match style {
            // Arguments of the head that are terms.
            0 | 1 => {
                let name = &self.predicates[to].name;
                let arguments: String = values.iter().map(|(_, value)| format!(" {value}")).collect();
                let head = if arguments.is_empty() { name.clone() } else { format!("({name}{arguments})") };
                let vars = self.variables(&[""]);
                writeln!(self.out, "(assert (forall ({vars}) (=> (and {guard} {body}) {head})))")
            }
            // A clause as a disjunction.
            2 => {
                let head = self.applied(to, "n");
                let equations: String =
                    values.iter().map(|(x, value)| format!(" (= {x}n {value})")).collect();
                let vars = self.variables(&["", "n"]);
                writeln!(
                    self.out,
                    "(assert (forall ({vars}) (or (not (and {guard} (and {body} true{equations}))) {head})))"
                )
            }
            _ => {
                let head = self.applied(to, "n");
                let equations: String =
                    values.iter().map(|(x, value)| format!(" (= {value} {x}n)")).collect();
                let (first, second) = (self.variables(&[""]), self.variables(&["n"]));
                writeln!(
                    self.out,
                    "(assert (forall ({first}) (=> {body} (forall ({second}) (=> (and {guard}{equations}) {head})))))"
                )
            }
        };
    }

    fn query(&mut self) {
        let at = self.random.between(0, self.predicates.len() as i64 - 1) as usize;
        let (body, vars) = (self.applied(at, ""), self.variables(&[""]));
        let (a, b) = (self.atom(), self.atom());
        let bad = if self.random.chance(60) { format!("(and {a} {b})") } else { a };
        let _ = writeln!(self.plain, "(assert (forall ({vars}) (=> (and {body} {bad}) false)))");
        let _ = match self.random.between(0, 2) {
            0 => writeln!(self.out, "(assert (not (exists ({vars}) (and {body} {bad}))))"),
            1 => writeln!(self.out, "(assert (forall ({vars}) (=> (and {bad} {body}) false)))"),
            _ => writeln!(self.out, "(assert (forall ({vars}) (=> {body} (not {bad}))))"),
        };
    }
}

/// Z3 in a Python process, asked line by line.
pub struct Spacer {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Spacer {
    /// Starts it: `python3`, or the Python that LOOPGLASS_PYTHON names; it must have the package `z3-solver`.
    ///
    /// # Errors
    /// That there is none.
    pub fn start() -> Result<Spacer, String> {
        let python = std::env::var("LOOPGLASS_PYTHON").unwrap_or_else(|_| "python3".into());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/clauses.py");
        let mut child = Command::new(&python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot start {python}: {e}"))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no pipe".into());
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

    fn ask(&mut self, word: &str, script: &str) -> Result<String, String> {
        writeln!(self.to, "{word} {}", script.replace('\n', " ")).map_err(|e| e.to_string())?;
        self.line()
    }

    /// Whether the clauses are satisfiable; nothing where Spacer gives up.
    ///
    /// # Errors
    /// What it says against the script.
    pub fn satisfiable(&mut self, script: &str) -> Result<Option<bool>, String> {
        match self.ask("clauses", script)?.as_str() {
            "sat" => Ok(Some(true)),
            "unsat" => Ok(Some(false)),
            "unknown" => Ok(None),
            other => Err(other.to_owned()),
        }
    }

    /// Whether each clause holds under the definitions of a model, which take the place of the declarations.
    ///
    /// # Errors
    /// Which clause does not, or what is wrong.
    pub fn accepts(&mut self, script: &str, model: &str) -> Result<(), String> {
        let rest: Vec<&str> = script.lines().filter(|line| !line.starts_with("(declare-fun")).collect();
        let (logic, rest) = rest.split_first().ok_or("an empty script")?;
        let logic = logic.replace("HORN", "LIA");
        let whole = format!("{logic} {model} {}", rest.join(" "));
        match self.ask("model", &whole)?.as_str() {
            "accepted" => Ok(()),
            other => Err(other.to_owned()),
        }
    }
}

impl Drop for Spacer {
    fn drop(&mut self) {
        // Only our own child.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What was found out about scripts.
#[derive(Default, Debug)]
pub struct Tally {
    /// Scripts that Spacer calls satisfiable, unsatisfiable, or neither.
    pub spacer: [usize; 3],
    /// The same of all runs of engines.
    pub ours: [usize; 3],
    /// Scripts that some engine settled.
    pub settled: usize,
    /// Models that Z3 accepted.
    pub models: usize,
}

/// The engines that are tried.
pub const ENGINES: [&str; 5] = ["imc-i", "fib-bi", "vinta-box", "bmc", "ar"];

/// Runs the engines on a script, and compares with Spacer.
///
/// # Errors
/// What is wrong.
pub fn judge(script: &Script, spacer: &mut Spacer, tally: &mut Tally) -> Result<(), String> {
    let truth = spacer.satisfiable(&script.plain)?;
    let script = script.text.as_str();
    tally.spacer[place(truth)] += 1;
    let mut said: Option<bool> = None;
    for engine in ENGINES {
        let settings = trace::Settings { max_unrollings: 8, max_conflicts: 1_000, ..Default::default() };
        let setup = trace::Setup {
            source: script.to_owned(),
            language: trace::Language::Chc,
            engine: engine.parse().map_err(|_| format!("there is no engine {engine}"))?,
            settings,
        };
        let (mut session, _) = session::Session::open(&setup).map_err(|problems| {
            problems.first().map_or_else(String::new, |p| format!("refused: {}", p.message))
        })?;
        let events = session.run_to_end();
        let answer = match session::verdict_of(&events) {
            Some(trace::Verdict::Safe { model, .. }) => {
                let model = model.as_deref().ok_or("safe without a model")?;
                spacer.accepts(script, model).map_err(|why| format!("{engine}: {why}\n{model}"))?;
                tally.models += 1;
                Some(true)
            }
            Some(trace::Verdict::Unsafe(_)) => Some(false),
            Some(trace::Verdict::Unknown(_)) => None,
            Some(trace::Verdict::Faulty { what, .. }) => return Err(format!("{engine}: {what}")),
            None => return Err(format!("{engine}: no verdict")),
        };
        tally.ours[place(answer)] += 1;
        for other in [truth, said] {
            if answer.is_some() && other.is_some() && answer != other {
                return Err(format!("{engine} says satisfiable: {answer:?}; another says {other:?}"));
            }
        }
        said = said.or(answer);
    }
    tally.settled += usize::from(said.is_some());
    Ok(())
}

fn place(answer: Option<bool>) -> usize {
    match answer {
        Some(true) => 0,
        Some(false) => 1,
        None => 2,
    }
}
