//! Z3 behind the door of `solver`, for checks, models and unsatisfiable cores.
//!
//! Z3 writes no proof that `check` could replay. So its `unsat` is a word, and what is to become a verdict is proved by the
//! door's certifier (`Door::certified_by`). Work is limited by `rlimit` and by conflicts, never by time, and nothing here
//! starts a thread.
//!
//! Without the feature `linked` this crate is empty, and Z3's library is not needed.

#[cfg(feature = "linked")]
mod backend;
#[cfg(feature = "linked")]
mod context;
#[cfg(feature = "linked")]
mod foreign;
#[cfg(feature = "linked")]
mod translate;

#[cfg(feature = "linked")]
pub use backend::Z3;
