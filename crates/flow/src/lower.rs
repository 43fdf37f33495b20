//! A program of any language that can be lowered: what a reader hands on.

use crate::cfg::Cfg;
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
