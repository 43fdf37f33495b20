//! Loopglass `engine`.
