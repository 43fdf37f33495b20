//! A program of any language that can be lowered: what a reader hands on.

use crate::cfg::Cfg;
use lang::{Program, Unit};

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
