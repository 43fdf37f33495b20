//! Stepping scripts: a program, an engine with its settings, and the commands that a user gives.
//!
//! A script begins with lines that say what is run, one choice each: `program: PATH`, `engine: NAME`, and any of
//! `interpolants: SOURCE`, `system: NAME`, `encoding: NAME`, `augment: yes`, `first: yes` (run it first), `unrollings: N`, `widen: N`. Lines that begin with `#` are comments.
//! Then come commands, each a line that begins with `>`: `step`, `step N`, `back`, `back N`, `start`, `end`, `interpolant`,
//! `unrolling` (the next one of that kind). All other lines are ignored: in `crates/library/scripts` they are the transcript of what
//! is on view after each command, which the stepping tests compare.
//!
//! [`crate::Preset::lines`] are in the same notation.

use std::str::FromStr;
use trace::{Engine, Settings, Setup};

/// A stepping script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    /// The lines before the first command, as written, comments included.
    pub head: Vec<String>,
    /// The path of the program in the repository.
    pub program: String,
    /// Engine and settings. The program's text and language are left to whoever reads the path.
    pub setup: Setup,
    /// The commands in order, each with its line as written.
    pub commands: Vec<(String, Command)>,
}

/// What a user does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// So many steps forward.
    Step(usize),
    /// So many steps back.
    Back(usize),
    /// To the start of the run.
    Start,
    /// To its end.
    End,
    /// To the next interpolant.
    Interpolant,
    /// To the next unrolling.
    Unrolling,
}

/// A line of a script that cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadLine {
    /// It chooses nothing.
    #[error("this line chooses nothing: {0}")]
    Choice(String),
    /// No such choice can be made.
    #[error("this cannot be chosen: {0}")]
    Value(String),
    /// It is no command.
    #[error("no such command: {0}")]
    Command(String),
    /// There is no line that names the program.
    #[error("no line names the program")]
    NoProgram,
}

impl FromStr for Script {
    type Err = BadLine;
    fn from_str(text: &str) -> Result<Script, BadLine> {
        let mut script = Script {
            head: Vec::new(),
            program: String::new(),
            setup: Setup::default(),
            commands: Vec::new(),
        };
        for line in text.lines() {
            if let Some(command) = line.strip_prefix('>') {
                script.commands.push((line.into(), command.trim().parse()?));
            } else if script.commands.is_empty() && !line.trim().is_empty() {
                script.head.push(line.into());
                match line.strip_prefix("program:") {
                    Some(path) => script.program = path.trim().into(),
                    None => choose(&mut script.setup, line)?,
                }
            }
        }
        if script.program.is_empty() { Err(BadLine::NoProgram) } else { Ok(script) }
    }
}

impl FromStr for Command {
    type Err = BadLine;
    fn from_str(text: &str) -> Result<Command, BadLine> {
        let (word, count) = text.split_once(' ').unwrap_or((text, "1"));
        let count = || count.trim().parse().map_err(|_| BadLine::Command(text.into()));
        match word {
            "step" => Ok(Command::Step(count()?)),
            "back" => Ok(Command::Back(count()?)),
            "start" => Ok(Command::Start),
            "end" => Ok(Command::End),
            "interpolant" => Ok(Command::Interpolant),
            "unrolling" => Ok(Command::Unrolling),
            _ => Err(BadLine::Command(text.into())),
        }
    }
}

/// Carries out a line that chooses the engine or a setting; a comment chooses nothing.
///
/// # Errors
/// The line is neither, or there is no such choice.
pub fn choose(setup: &mut Setup, line: &str) -> Result<(), BadLine> {
    let wrong = || BadLine::Value(line.into());
    let settings: &mut Settings = &mut setup.settings;
    match line.split_once(':').map(|(key, value)| (key, value.trim())) {
        _ if line.starts_with('#') => {}
        Some(("engine", name)) => setup.engine = name.parse::<Engine>().map_err(|_| wrong())?,
        Some(("encoding", name)) => settings.encoding = name.parse().map_err(|_| wrong())?,
        Some(("interpolants", name)) => settings.interpolants = name.parse().map_err(|_| wrong())?,
        Some(("system", name)) => settings.system = name.parse().map_err(|_| wrong())?,
        Some(("augment", "yes")) => settings.augment = true,
        Some(("first", "yes")) => settings.run_first = true,
        Some(("widen", n)) => settings.widen_every = n.parse().map_err(|_| wrong())?,
        Some(("unrollings", n)) => settings.max_unrollings = n.parse().map_err(|_| wrong())?,
        _ => return Err(BadLine::Choice(line.into())),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let read = match text.parse::<Script>() {
            Ok(Script { head, program, setup, commands }) => {
                let commands: Vec<_> = commands.iter().map(|(_, command)| format!("{command:?}")).collect();
                let Settings { interpolants, widen_every, .. } = &setup.settings;
                format!(
                    "{} lines, {program}, {}, {}, {widen_every}: {}",
                    head.len(),
                    setup.engine,
                    interpolants.as_str(),
                    commands.join(", ")
                )
            }
            Err(bad) => bad.to_string(),
        };
        expected.assert_eq(&read);
    }

    #[test]
    fn scripts() {
        check(
            "# A comment.\nprogram: a.imp\nengine: fib-b\ninterpolants: proof\nwiden: 2\n\n> step 3\nstep 3 of 3\n\n> back\n> end\n",
            expect!["5 lines, a.imp, fib-b, proof, 2: Step(3), Back(1), End"],
        );
        check("engine: imc\n> end", expect!["no line names the program"]);
        check("program: a.imp\nengine: imx\n> end", expect!["this cannot be chosen: engine: imx"]);
        check("program: a.imp\ncolour: red\n> end", expect!["this line chooses nothing: colour: red"]);
        check("program: a.imp\n> jump", expect!["no such command: jump"]);
        check("program: a.imp\n> step far", expect!["no such command: step far"]);
    }
}
