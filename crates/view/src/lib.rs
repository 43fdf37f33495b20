//! Loopglass `view`.
