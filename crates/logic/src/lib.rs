//! Loopglass `logic`.
