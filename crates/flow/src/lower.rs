//! A program of any language that can be lowered: what a reader hands on.

use crate::cfg::Cfg;
use crate::encoding::Encoding;
use lang::aiger::Circuit;
use lang::{Program, Unit};
use std::fmt;
use std::rc::Rc;

impl fmt::Debug for dyn Lower + '_ {
    /// As of every [`Unit`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self as &dyn Unit).fmt(f)
    }
}

/// A program with its way to a control-flow graph.
pub trait Lower: Unit {
    /// Its control-flow graph.
    fn lower(&self) -> Cfg;

    /// The same, exact also for steps from states that no execution passes through.
    fn lower_for_any_state(&self, _: Encoding) -> Cfg {
        self.lower()
    }
}

impl Lower for Program {
    fn lower(&self) -> Cfg {
        Cfg::of_program(self)
    }
}

impl Lower for lang::c::CProgram {
    fn lower(&self) -> Cfg {
        Cfg::of_c(self)
    }

    fn lower_for_any_state(&self, encoding: Encoding) -> Cfg {
        Cfg::of_c_from_any_state(self, encoding)
    }
}

impl Lower for Circuit {
    fn lower(&self) -> Cfg {
        Cfg::of_circuit(&Rc::new(self.clone()))
    }
}

impl Lower for lang::horn::HornProgram {
    fn lower(&self) -> Cfg {
        Cfg::of_horn(self)
    }
}
