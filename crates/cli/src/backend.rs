//! Which solver answers: the one that the command was made with, which is ours, or Z3.

use solver::Door;
#[cfg(feature = "z3")]
use std::rc::Rc;
use trace::{Settings, Solver};

/// Reads a solver's name.
#[derive(clap::Args)]
pub struct SolverArgs {
    /// Who answers queries: loopglass, our own solver, or z3, in builds with the feature `z3`. What Z3 says becomes a verdict only
    /// once our solver has proved it.
    #[arg(long, default_value = "loopglass", value_parser = solver)]
    solver: Solver,
    /// Put every query to both solvers, in builds with the feature `z3`. When they contradict each other the run ends, with what they
    /// were asked as an SMT-LIB script, and exit code 3.
    #[arg(long)]
    ask_both: bool,
}

#[cfg(not(feature = "z3"))]
const MISSING: &str = "this program was built without Z3; `cargo build --release -p loopglass --features z3` builds it with Z3, whose library must be \
     there (README.md, \"With Z3\")";

fn solver(name: &str) -> Result<Solver, String> {
    match name.parse() {
        #[cfg(not(feature = "z3"))]
        Ok(Solver::Z3) => Err(MISSING.into()),
        Ok(solver) => Ok(solver),
        Err(_) => Err(format!("the solvers are: {}", Solver::ALL.map(Solver::as_str).join(", "))),
    }
}

impl SolverArgs {
    /// What makes the doors, if `own` makes those to the solver that the command was made with.
    ///
    /// # Errors
    /// A sentence, when Z3 is to be asked and is not there.
    pub fn door(&self, own: fn() -> Door) -> Result<fn() -> Door, &'static str> {
        match (self.solver, self.ask_both) {
            (Solver::Loopglass, false) => Ok(own),
            #[cfg(feature = "z3")]
            (Solver::Z3, false) => Ok(z3_door),
            #[cfg(feature = "z3")]
            (Solver::Loopglass, true) => Ok(|| smt::door().beside(z3())),
            #[cfg(feature = "z3")]
            (Solver::Z3, true) => Ok(|| z3_door().beside(Rc::new(smt::Embedded))),
            #[cfg(not(feature = "z3"))]
            _ => Err(MISSING),
        }
    }

    /// The name of a solver that is not ours.
    pub fn foreign(&self) -> Option<&'static str> {
        (self.solver != Solver::Loopglass).then_some(self.solver.as_str())
    }

    /// Writes what was chosen into the settings of a run.
    pub fn settings(&self, settings: Settings) -> Settings {
        Settings { solver: self.solver, ask_both: self.ask_both, ..settings }
    }
}

/// A door to Z3, with our solver as the certifier of what Z3 says.
#[cfg(feature = "z3")]
fn z3_door() -> Door {
    Door::new(z3()).certified_by(Rc::new(smt::Embedded))
}

#[cfg(feature = "z3")]
fn z3() -> Rc<dyn solver::Backend> {
    match z3::Z3::new() {
        Some(found) => Rc::new(found),
        None => {
            eprintln!("loopglass: the library of Z3 gives no context");
            std::process::exit(1)
        }
    }
}
