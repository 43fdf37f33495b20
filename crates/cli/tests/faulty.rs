//! A failed check cannot hide: this program is the `loopglass` command with a solver that lies or keeps silent, and the test that
//! runs it as such (there is no test harness).
//!
//! Which lie is told is in the environment, since `bench` and `table` start the command again by themselves.

mod common;

use common::{ended, text};
use logic::{Term, Terms};
use proof::{Part, Proof};
use serde_json::Value;
use smt::Embedded;
use solver::{Backend, Context, Counters, Door, Limits, Model, Outcome};
use std::process::{Command, ExitCode, Output};
use std::rc::Rc;

const LIE: &str = "LOOPGLASS_TEST_LIE";

/// What a solver does instead of answering as it should.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lie {
    /// Its models give every symbol the default value.
    Models,
    /// Its refutations lack their last step.
    Proofs,
    /// It never finds a model.
    Unsat,
    /// It writes no proofs, and nobody else does.
    Silent,
    /// It writes no proofs, but its certifier does.
    Certified,
    /// It never finds a model and writes no proofs; its certifier does not lie.
    Caught,
    /// It never finds a model, but is only asked beside our solver.
    Beside,
}

impl Lie {
    const ALL: [(&str, Lie); 7] = [
        ("models", Lie::Models),
        ("proofs", Lie::Proofs),
        ("unsat", Lie::Unsat),
        ("silent", Lie::Silent),
        ("certified", Lie::Certified),
        ("caught", Lie::Caught),
        ("beside", Lie::Beside),
    ];

    fn chosen() -> Lie {
        let name = std::env::var(LIE).expect("a lie is named in the environment");
        Lie::ALL.iter().find(|(known, _)| *known == name).expect("a known lie").1
    }
}

/// Our solver, but for its lie.
struct Liar(Lie);

impl Backend for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn open(&self, limits: Limits) -> Box<dyn Context> {
        Box::new(LiarContext { lie: self.0, inner: Embedded.open(limits) })
    }
}

struct LiarContext {
    lie: Lie,
    inner: Box<dyn Context>,
}

impl Context for LiarContext {
    fn set_limits(&mut self, limits: Limits) {
        self.inner.set_limits(limits);
    }

    fn assert(&mut self, terms: &Terms, formula: Term) -> Part {
        self.inner.assert(terms, formula)
    }

    fn push(&mut self) {
        self.inner.push();
    }

    fn pop(&mut self) {
        self.inner.pop();
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Outcome {
        match (self.inner.check(terms, assumptions), self.lie) {
            (Outcome::Sat(_), Lie::Models) => Outcome::Sat(Model::default()),
            (Outcome::Sat(_), Lie::Unsat | Lie::Caught | Lie::Beside) => Outcome::Unsat,
            (outcome, _) => outcome,
        }
    }

    fn unsat_core(&self) -> Vec<Part> {
        self.inner.unsat_core()
    }

    fn failed_assumptions(&self) -> &[Term] {
        self.inner.failed_assumptions()
    }

    fn proof(&self) -> Option<Proof> {
        match self.lie {
            Lie::Models => self.inner.proof(),
            Lie::Proofs => self.inner.proof().map(|mut proof| {
                proof.steps.pop();
                proof
            }),
            Lie::Unsat => Some(self.inner.proof().unwrap_or_default()),
            Lie::Silent | Lie::Certified | Lie::Caught | Lie::Beside => None,
        }
    }

    fn counters(&self) -> Counters {
        self.inner.counters()
    }
}

fn door() -> Door {
    let lie = Lie::chosen();
    let door = Door::new(Rc::new(Liar(lie)));
    match lie {
        Lie::Certified | Lie::Caught => door.certified_by(Rc::new(Embedded)),
        Lie::Beside => smt::door().beside(Rc::new(Liar(lie))),
        _ => door,
    }
}

const SAFE: &str = "{ x = 0 and y = 0 and n >= 0 }\nwhile x != n do x := x + 1; y := y + 1 done\n{ y = n }\n";

/// Runs this program as the command.
fn loopglass(lie: &str, args: &[&str], stdin: &str) -> Output {
    ended(Command::new(std::env::current_exe().expect("this program")).args(args).env(LIE, lie), stdin)
}

/// The exit code, the verdict, and the reason of a run.
fn check(lie: &str, engine: &str, source: &str, expected: (i32, &str, &str)) {
    let output = loopglass(lie, &["verify", "-", "--json", "--engine", engine, "--run-first", "off"], source);
    let result: Value = serde_json::from_str(&text(&output.stdout)).expect("one JSON object");
    let reason = result["reason"].as_str().unwrap_or("");
    let verdict = result["verdict"].as_str().unwrap_or("");
    let context = format!("{lie}, {engine}: {result}");
    assert_eq!((output.status.code(), verdict), (Some(expected.0), expected.1), "{context}");
    assert!(reason.contains(expected.2), "{context}");
}

fn verify() {
    let failing = SAFE.replace("{ y = n }", "{ y != 3 }");
    for engine in ["imc", "imc-i", "fib-f", "fib-b", "vinta-box", "ufo-boxes"] {
        check("proofs", engine, SAFE, (3, "faulty", "a refutation does not hold"));
        check("silent", engine, SAFE, (20, "unknown", "there is no proof of it"));
        check("certified", engine, SAFE, (0, "safe", ""));
    }
    for engine in ["imc", "fib-bi", "bmc", "vinta-boxes"] {
        check("models", engine, &failing, (3, "faulty", "a model does not satisfy the query"));
        check("unsat", engine, &failing, (3, "faulty", "a refutation does not hold"));
        check("caught", engine, &failing, (3, "faulty", "its certifier has a model"));
        check("certified", engine, &failing, (10, "unsafe", ""));
    }
    let plain =
        loopglass("proofs", &["verify", "-", "--engine", "imc", "--run-first", "off", "--steps"], SAFE);
    assert_eq!(plain.status.code(), Some(3));
    assert!(text(&plain.stdout).contains("FAULT in Loopglass: a refutation does not hold"));
    // One assertion whose check fails is worse than another that fails.
    let both = "{ x = 0 }\nwhile x < 3 do\n  assert x < 2;\n  x := x + 1\ndone\n{ x >= 3 }\n";
    let each = loopglass("proofs", &["verify", "-", "--engine", "imc", "--run-first", "off", "--each"], both);
    assert_eq!(each.status.code(), Some(3), "{}", text(&each.stdout));
    // What comes before the engines, and engines in turn, hide nothing.
    assert_eq!(loopglass("proofs", &["verify", "-"], SAFE).status.code(), Some(3));
    assert_eq!(loopglass("proofs", &["verify", "-", "--engine", "imc"], SAFE).status.code(), Some(3));
}

/// Two solvers that contradict each other end a run, whose last query is there to be asked again.
fn contradiction() {
    let failing = SAFE.replace("{ y = n }", "{ y != 3 }");
    for engine in ["imc", "fib-bi", "bmc", "vinta-boxes"] {
        check("beside", engine, &failing, (3, "faulty", "liar answers unsat"));
    }
    let output =
        loopglass("beside", &["verify", "-", "--engine", "imc", "--run-first", "off", "--steps"], &failing);
    assert_eq!(output.status.code(), Some(3));
    let steps = text(&output.stdout);
    assert!(steps.contains("loopglass answers sat, liar answers unsat"), "{steps}");
    let begin = steps.find("(set-logic ALL)").expect("a script");
    let end = begin + steps[begin..].find("(check-sat)").expect("a question") + "(check-sat)".len();
    let again = loopglass("certified", &["smt", "-", "--check"], &steps[begin..end]);
    assert_eq!((again.status.code(), text(&again.stdout).trim()), (Some(0), "sat"), "{}", &steps[begin..end]);
    let script = loopglass("beside", &["smt", "-"], "(declare-const x Int)(assert (> x 1))(check-sat)");
    assert_eq!(script.status.code(), Some(3), "{}", text(&script.stderr));
}

fn bench_and_table() {
    let folder = std::env::temp_dir().join(format!("loopglass-faulty-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    std::fs::write(folder.join("a.imp"), format!("// expect: safe\n{SAFE}")).expect("a program");
    let dir = folder.to_str().expect("a plain path");
    let bench = |lie| loopglass(lie, &["bench", dir, "--engines", "imc", "--timeout", "60"], "");
    let table = |lie| loopglass(lie, &["table", "vinta", dir, "--timeout", "60"], "");
    let (wrong, right) = (bench("proofs"), bench("certified"));
    let (shown, plain) = (table("proofs"), table("certified"));
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!((wrong.status.code(), right.status.code()), (Some(1), Some(0)));
    let wrong = text(&wrong.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(wrong.contains("imc faulty") && wrong.contains("1 wrong (1 by a failed check)"), "{wrong}");
    assert_eq!((shown.status.code(), plain.status.code()), (Some(3), Some(0)));
    let shown = text(&shown.stdout);
    assert!(shown.contains("| a.imp | faulty |"), "{shown}");
    assert!(shown.contains("**a.imp, ufo-boxes**: a check failed"), "{shown}");
}

fn scripts() {
    let script =
        "(declare-const x Int)(assert (! (> x 1) :named A))(assert (! (< x 1) :named B))(check-sat)\n";
    let run = |lie, text: &str| loopglass(lie, &["smt", "-", "--check"], text);
    for (lie, code, said) in
        [("proofs", 3, "a check failed"), ("silent", 3, "no proof of it"), ("certified", 0, "unsat")]
    {
        let output = run(lie, script);
        assert_eq!(output.status.code(), Some(code), "{lie}: {}", text(&output.stdout));
        assert!(text(&output.stdout).contains(said), "{lie}: {}", text(&output.stdout));
    }
    let models = run("models", "(declare-const x Int)(assert (> x 1))(check-sat)");
    assert_eq!(models.status.code(), Some(3), "{}", text(&models.stdout));
    let interpolants = loopglass("proofs", &["smt", "-"], &format!("{script}(get-interpolants A B)"));
    assert_eq!(interpolants.status.code(), Some(3), "{}", text(&interpolants.stdout));
}

fn main() -> ExitCode {
    let first = std::env::args().nth(1);
    if matches!(first.as_deref(), Some("verify" | "bench" | "table" | "smt")) {
        return cli::run(door);
    }
    verify();
    contradiction();
    bench_and_table();
    scripts();
    println!("failed checks do not hide");
    ExitCode::SUCCESS
}
