//! Runs the browser tests against the built page.

use crate::process::{self, cargo, command, run_and_see};
use crate::stages::Tally;
use crate::{Result, repo, serve, tools};
use std::process::Command;

pub use crate::tools::Browser;

/// Among the filters: only the tests that run in every browser.
pub const EVERYWHERE: &str = "--everywhere";

/// Runs what runs in every browser in those that are not Chromium. One that is not there, and cannot be installed, is left out and
/// said to be.
pub fn run_in_others() -> Result<Tally> {
    let mut all = Tally::default();
    let mut failures = Vec::new();
    for browser in [Browser::Firefox, Browser::WebKit] {
        match tools::browser(browser) {
            Ok(_) => match run(browser, &[EVERYWHERE.to_owned()]) {
                Ok(tally) => all.add(tally),
                Err(why) => failures.push(format!("in {}: {why}", browser.name())),
            },
            Err(why) => println!("left out: {why}"),
        }
    }
    if failures.is_empty() { Ok(all) } else { Err(failures.join("; ")) }
}

/// Serves `dist/` and runs the browser tests whose title contains one of the filters (all without any) in a browser. They
/// compare the page with the native program, which is built first.
pub fn run(browser: Browser, filters: &[String]) -> Result<Tally> {
    tools::editor_bundle()?;
    process::run(cargo().args(["build", "--release", "--locked", "-p", "loopglass"]))?;
    let mut tests = script(browser, "run.mjs")?;
    tests.args(filters);
    let mut tally = Tally::default();
    let good = run_and_see(&mut tests, |line| tally.read(line))?;
    if good { Ok(tally) } else { Err(tally.describe("browser tests")) }
}

/// A script beside the browser tests, which looks at what is in `dist/` with a browser; installs what it needs.
pub fn script(browser: Browser, name: &str) -> Result<Command> {
    tools::npm_packages(&repo::browser_tests(), "playwright-core")?;
    let program = tools::browser(browser)?;
    let url = serve::in_background(repo::dist())?;
    let mut node = command("node");
    node.arg(repo::browser_tests().join(name));
    node.env("LOOPGLASS_URL", url).env("LOOPGLASS_BROWSER", browser.name()).env(browser.variable(), program);
    Ok(node)
}
