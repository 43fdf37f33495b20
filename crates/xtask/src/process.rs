//! Starting other programs: their output goes to the terminal, or is passed on and read on the way.

use crate::{Result, repo};
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fmt, io};

/// A command that runs in the repository's top folder with the project's own tools first on the PATH.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(repo::root()).env("PATH", path_with_tools()).stdin(Stdio::null());
    command
}

/// The cargo that runs this program.
pub fn cargo() -> Command {
    command(&env::var("CARGO").unwrap_or_else(|_| "cargo".into()))
}

fn path_with_tools() -> OsString {
    let own = [repo::tools().join("bin"), repo::editor().join("node_modules/.bin")];
    let theirs = env::var_os("PATH").unwrap_or_default();
    let all = own.into_iter().chain(env::split_paths(&theirs));
    env::join_paths(all).unwrap_or(theirs)
}

/// The first file of this name on the PATH.
pub fn find(program: &str) -> Option<PathBuf> {
    env::split_paths(&path_with_tools()).map(|dir| dir.join(program)).find(|path| path.is_file())
}

/// Runs a command to its end; it is an error if it cannot start or does not succeed.
pub fn run(command: &mut Command) -> Result {
    let status = command.status().map_err(|e| cannot_start(command, &e))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed: {status}", Shown(command))) }
}

/// Runs a command quietly; its trimmed output, if it could start and ended well.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

/// Runs a command, passes each line of its output on to ours, and shows it to `see`. Gives whether it ended well.
pub fn run_and_see(command: &mut Command, mut see: impl FnMut(&str)) -> Result<bool> {
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|e| cannot_start(command, &e))?;
    let pipe = child.stdout.take().expect("the output is piped");
    let pass_on = || -> io::Result<()> {
        let mut reader = BufReader::new(pipe);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes)? > 0 {
            let line = String::from_utf8_lossy(&bytes);
            print!("{line}");
            io::stdout().flush()?;
            see(line.trim_end());
            bytes.clear();
        }
        Ok(())
    };
    let passed_on = pass_on();
    let status = child.wait().map_err(|e| format!("`{}`: {e}", Shown(command)))?;
    passed_on.map_err(|e| format!("`{}`: {e}", Shown(command)))?;
    Ok(status.success())
}

fn cannot_start(command: &Command, error: &io::Error) -> String {
    let program = Path::new(command.get_program()).display();
    match error.kind() {
        io::ErrorKind::NotFound => format!("`{program}` is not on the PATH; please install it"),
        _ => format!("`{program}` cannot start: {error}"),
    }
}

/// A command as one would type it.
pub struct Shown<'a>(pub &'a Command);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = Path::new(self.0.get_program());
        write!(f, "{}", Path::new(program.file_name().unwrap_or(program.as_os_str())).display())?;
        self.0.get_args().try_for_each(|arg| write!(f, " {}", Path::new(arg).display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_name_the_command() {
        let missing = run(&mut command("no-such-program-here"));
        assert_eq!(missing, Err("`no-such-program-here` is not on the PATH; please install it".into()));
        let failing = run(command("sh").args(["-c", "exit 3"]));
        assert_eq!(failing, Err("`sh -c exit 3` failed: exit status: 3".into()));
    }

    #[test]
    fn lines_are_seen() {
        let mut seen = Vec::new();
        let mut printing = command("sh");
        printing.args(["-c", "echo one; printf two; exit 1"]);
        assert_eq!(run_and_see(&mut printing, |line| seen.push(line.to_owned())), Ok(false));
        assert_eq!(seen, ["one", "two"]);
    }
}
