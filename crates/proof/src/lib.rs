//! Loopglass `proof`.
