//! Runs the browser tests against the built page.

use crate::process::{self, cargo, command, run_and_see};
use crate::stages::Tally;
use crate::{Result, repo, serve, tools};

pub use crate::tools::Browser;

/// Serves `dist/` and runs the browser tests whose title contains one of the filters (all without any) in a browser. They
/// compare the page with the native program, which is built first.
pub fn run(browser: Browser, filters: &[String]) -> Result<Tally> {
    tools::editor_bundle()?;
    tools::npm_packages(&repo::browser_tests(), "playwright-core")?;
    let program = tools::browser(browser)?;
    process::run(cargo().args(["build", "--release", "--locked", "-p", "loopglass"]))?;
    let url = serve::in_background(repo::dist())?;
    let mut tests = command("node");
    tests.arg(repo::browser_tests().join("run.mjs")).args(filters);
    tests.env("LOOPGLASS_URL", url).env("LOOPGLASS_BROWSER", browser.name()).env(browser.variable(), program);
    let mut tally = Tally::default();
    let good = run_and_see(&mut tests, |line| tally.read(line))?;
    if good { Ok(tally) } else { Err(tally.describe("browser tests")) }
}
