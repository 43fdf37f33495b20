//! Z3 in a Python process, asked line by line.

use logic::{Term, Terms};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running oracle.
pub struct Oracle {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Oracle {
    /// Starts the oracle; nothing when the tests were told to do without it.
    pub fn start() -> Option<Oracle> {
        if std::env::var("LOOPGLASS_NO_Z3").is_ok_and(|v| v == "1") {
            return None;
        }
        let python = std::env::var("LOOPGLASS_PYTHON").unwrap_or_else(|_| "python3".to_string());
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../smt/tests/oracle.py");
        let hint = "install the Python package z3-solver, name a Python that has it in LOOPGLASS_PYTHON, \
                    or set LOOPGLASS_NO_Z3=1 to test without Z3";
        let mut child = Command::new(&python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("cannot start {python}: {e}; {hint}"));
        let to = child.stdin.take().expect("piped");
        let from = BufReader::new(child.stdout.take().expect("piped"));
        let mut oracle = Oracle { child, to, from };
        let greeting = oracle.line();
        assert_eq!(greeting, "ready", "{hint}");
        Some(oracle)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("the oracle answers");
        line.trim().to_string()
    }

    /// Whether the formulas hold together; nothing when the oracle does not know.
    pub fn satisfiable(&mut self, terms: &Terms, formulas: &[Term]) -> Option<bool> {
        let mut script = terms.smt_declarations(terms.vars_of(formulas)).replace('\n', " ");
        for &f in formulas {
            script += &format!("(assert {})", terms.smtlib(f).replace('\n', " "));
        }
        self.answer(&script)
    }

    /// Whether what a script asserts, on one line and without `check-sat`, holds together; nothing when the oracle does not
    /// know.
    pub fn answer(&mut self, script: &str) -> Option<bool> {
        writeln!(self.to, "{script}").expect("the oracle listens");
        match self.line().as_str() {
            "sat" => Some(true),
            "unsat" => Some(false),
            "unknown" => None,
            other => panic!("{other}\n{script}"),
        }
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        // Only our own child.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
