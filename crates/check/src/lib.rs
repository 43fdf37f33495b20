//! Loopglass `check`.
