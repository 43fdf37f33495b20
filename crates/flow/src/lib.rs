//! Loopglass `flow`.
