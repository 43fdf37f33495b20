//! Loopglass `cli`.
fn main() {}
