//! What long runs of random tests have in common: options of the command line that are numbers or switches, and a watchdog that
//! ends a run when one test hangs.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Reads the options of the command line: names that are followed by a number, and names that stand alone.
///
/// # Errors
/// There is no such option, or it lacks its number.
pub fn options(
    numbers: &mut [(&str, &mut Option<u64>)],
    switches: &mut [(&str, &mut bool)],
) -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if let Some((_, number)) = numbers.iter_mut().find(|(name, _)| *name == arg) {
            let value = args.next().and_then(|v| v.parse().ok());
            **number = Some(value.ok_or_else(|| format!("{arg} needs a number"))?);
        } else if let Some((_, switch)) = switches.iter_mut().find(|(name, _)| *name == arg) {
            **switch = true;
        } else {
            let names: Vec<&str> = numbers.iter().map(|n| n.0).chain(switches.iter().map(|s| s.0)).collect();
            return Err(format!("there is no option {arg}; there are {}", names.join(", ")));
        }
    }
    Ok(())
}

/// Ends the program with exit code 3 when one test takes too long, and shows that test.
#[derive(Clone)]
pub struct Watchdog(Arc<Mutex<(Instant, String)>>);

impl Watchdog {
    /// Starts watching: no test may take longer than `limit`.
    pub fn start(limit: Duration) -> Watchdog {
        let watchdog = Watchdog(Arc::new(Mutex::new((Instant::now(), String::new()))));
        let this = watchdog.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_secs(1));
                let (since, what) = this.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
                if since.elapsed() > limit && !what.is_empty() {
                    println!("HANG: {what}");
                    std::process::exit(3);
                }
            }
        });
        watchdog
    }

    /// This test begins; nothing is being tested if the text is empty.
    pub fn begin(&self, what: impl Into<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = (Instant::now(), what.into());
    }
}
