//! Runs the browser tests against the built page.

use crate::process::{self, cargo, command, run_and_see};
use crate::stages::Tally;
use crate::{Result, repo, serve, tools};

/// Serves `dist/` and runs the browser tests whose title contains one of the filters (all without any). They
/// compare the page with the native program, which is built first.
pub fn run(filters: &[String]) -> Result<Tally> {
    tools::editor_bundle()?;
    tools::npm_packages(&repo::browser_tests(), "playwright-core")?;
    let chromium = tools::chromium()?;
    process::run(cargo().args(["build", "--release", "--locked", "-p", "loopglass"]))?;
    let url = serve::in_background(repo::dist())?;
    let mut tests = command("node");
    tests.arg(repo::browser_tests().join("run.mjs")).args(filters);
    tests.env("LOOPGLASS_URL", url).env("CHROMIUM", chromium);
    let mut tally = Tally::default();
    let good = run_and_see(&mut tests, |line| tally.read(line))?;
    if good { Ok(tally) } else { Err(tally.describe("browser tests")) }
}
