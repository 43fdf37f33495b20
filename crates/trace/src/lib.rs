//! Loopglass `trace`.
