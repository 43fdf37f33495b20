//! Loopglass `lang`.
