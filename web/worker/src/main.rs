//! The worker's program: what runs beside the page and may compute for long. A package of its own, so that the
//! solver is linked here and cannot be reached from the page's own WebAssembly.

fn main() {}
