//! Loopglass `tests`.
