//! Random problems of varied shapes, and ways to know their answers: an oracle, trying all values, solving afresh.

mod brute;
pub mod generate;
mod incremental;
pub mod oracle;

/// A number from the environment, to ask for longer runs.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Prints what a test was about when it ends badly.
pub struct Report(pub String);

impl Drop for Report {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}
