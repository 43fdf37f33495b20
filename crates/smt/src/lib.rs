//! Loopglass `smt`.
