//! Which solver answers: the one that the command was made with, which is ours, or Z3.

use solver::Door;

/// Reads a solver's name.
#[derive(clap::Args)]
pub struct SolverArgs {
    /// Who answers queries: loopglass, our own solver, or z3, in builds with the feature `z3`. What Z3 says becomes a verdict only
    /// once our solver has proved it.
    #[arg(long, default_value = "loopglass", value_parser = solver)]
    solver: Solver,
}

/// A solver.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Solver {
    Own,
    #[cfg(feature = "z3")]
    Z3,
}

fn solver(name: &str) -> Result<Solver, String> {
    match name {
        "loopglass" => Ok(Solver::Own),
        #[cfg(feature = "z3")]
        "z3" => Ok(Solver::Z3),
        #[cfg(not(feature = "z3"))]
        "z3" => Err("this program was built without Z3; `cargo build --release -p loopglass --features z3` \
                     builds it with Z3, whose library must be there (README.md, \"With Z3\")"
            .into()),
        _ => Err("the solvers are: loopglass, z3".into()),
    }
}

impl SolverArgs {
    /// What makes the doors, if `own` makes those to the solver that the command was made with.
    pub fn door(&self, own: fn() -> Door) -> fn() -> Door {
        match self.solver {
            Solver::Own => own,
            #[cfg(feature = "z3")]
            Solver::Z3 => z3,
        }
    }

    /// The name of a solver that is not ours.
    pub fn foreign(&self) -> Option<&'static str> {
        match self.solver {
            Solver::Own => None,
            #[cfg(feature = "z3")]
            Solver::Z3 => Some("z3"),
        }
    }
}

/// A door to Z3, with our solver as the certifier of what Z3 says.
#[cfg(feature = "z3")]
fn z3() -> Door {
    match z3::Z3::new() {
        Some(found) => Door::new(std::rc::Rc::new(found)).certified_by(std::rc::Rc::new(smt::Embedded)),
        None => {
            eprintln!("loopglass: the library of Z3 gives no context");
            std::process::exit(1)
        }
    }
}
