//! Loopglass `session`.
