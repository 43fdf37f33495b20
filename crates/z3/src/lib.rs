//! Z3 behind the door of `solver`, for checks, models, unsatisfiable cores, and interpolants by Spacer.
//!
//! Z3 writes no proof that `check` could replay. So its `unsat` is a word, and what is to become a verdict is proved by the
//! door's certifier (`Door::certified_by`). Work is limited by `rlimit` and by conflicts, never by time, and nothing here
//! starts a thread.
//!
//! Natively, Z3 is the library that `z3-sys` links, with the feature `linked`; without it this crate is empty. In WebAssembly it is a
//! module of its own, which is there when the global object `z3` is, and is called through the same names (`browser.rs`).

#[cfg(any(feature = "linked", target_arch = "wasm32"))]
mod backend;
#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(any(feature = "linked", target_arch = "wasm32"))]
mod context;
#[cfg(any(feature = "linked", target_arch = "wasm32"))]
mod foreign;
#[cfg(any(feature = "linked", target_arch = "wasm32"))]
mod spacer;
#[cfg(any(feature = "linked", target_arch = "wasm32"))]
mod translate;

#[cfg(any(feature = "linked", target_arch = "wasm32"))]
pub use backend::Z3;
