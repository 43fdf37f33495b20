//! Loopglass `xtask`.
fn main() {}
