//! Which solver answers in this worker: ours, or Z3 where the page has started it here.

use solver::Door;
use trace::Settings;

/// The door that the settings ask for; the one to our solver alone where Z3 is not there, which the page knows.
#[cfg(target_arch = "wasm32")]
pub fn door(settings: &Settings) -> Door {
    use smt::Embedded;
    use std::rc::Rc;
    use trace::Solver;

    let is_there = || js_sys::Reflect::has(&js_sys::global(), &"z3".into()).unwrap_or(false);
    let z3 = if settings.asks_z3() && is_there() { z3::Z3::new() } else { None };
    let Some(z3) = z3.map(Rc::new) else { return smt::door() };
    match settings.solver {
        Solver::Loopglass => smt::door().beside(z3),
        // Z3 writes no proofs, so our solver does.
        Solver::Z3 => {
            let door = Door::new(z3).certified_by(Rc::new(Embedded));
            if settings.ask_both { door.beside(Rc::new(Embedded)) } else { door }
        }
    }
}

/// In tests, ours.
#[cfg(not(target_arch = "wasm32"))]
pub fn door(_: &Settings) -> Door {
    smt::door()
}
