//! Loopglass `web`.
