//! `cargo xtask`: builds, serves and tests the whole project. Reads the command line, hands over to one module
//! per command, and turns its error into a message and an exit code.

mod browser;
mod fuzz;
mod page;
mod peers;
mod process;
mod repo;
mod serve;
mod stages;
mod tools;

use browser::Browser;
use std::io::Write;
use std::process::ExitCode;

/// An error is the sentence that the user reads.
type Result<T = ()> = std::result::Result<T, String>;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  serve [--port N] [--dev] [--no-build]
            build the page and serve it on this machine; installs what is missing
              --port N     the port to try first (8080)
              --dev        quick build without optimization, built again on every edit
              --no-build   serve dist/ as it is
  build     build the page for release into dist/
  pack      build, and pack dist/ as target/loopglass-page.zip, for any static host (docs/hosting.md)
  record    record what the page calls to open and to take the first steps, and build it by that (ARCHITECTURE.md)
  size      say how big the built page is; fails beyond the budget
  check     formatting, lints, architecture rules, documentation
  test      everything that CI runs: check, all tests, the page, its size, browser tests
  browser [--firefox|--webkit] [--everywhere] [FILTER]...
            the browser tests whose title contains a FILTER, on dist/ as it is
              --firefox, --webkit   in that browser instead of Chromium
              --everywhere          only those that `test` runs in every browser
  fuzz [NAME [OPTION]...]
            a long run of random tests, with that run's own options; without a NAME, says which there are
  peers [FOLDER]... [--timeout S] [--c-words]
            programs beside Z3's Spacer and, over words, ABC: who solves how many, and in what time; fails where verdicts differ";

#[derive(Debug, PartialEq)]
enum Task {
    Serve(serve::Options),
    Build,
    Pack,
    Record,
    Size,
    Check,
    Test,
    Browser { browser: Browser, filters: Vec<String> },
    Fuzz { name: Option<String>, options: Vec<String> },
    Peers(Vec<String>),
    Help,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let task = match parse(&words) {
        Ok(task) => task,
        Err(error) => {
            eprintln!("error: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(task) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE, // the stages have said why
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<bool> {
    match task {
        Task::Serve(options) => serve::run(options)?,
        Task::Build => page::build()?,
        Task::Pack => page::pack()?,
        Task::Record => page::record()?,
        Task::Size => page::check_size()?,
        Task::Check => return Ok(stages::check()),
        Task::Test => return Ok(stages::test()),
        Task::Browser { browser, filters } => browser::run(browser, &filters).map(drop)?,
        Task::Fuzz { name: Some(name), options } => return fuzz::run(&name, &options),
        Task::Fuzz { name: None, .. } => fuzz::list()?,
        Task::Peers(options) => return peers::run(&options),
        // A reader that leaves early, such as `head`, is fine.
        Task::Help => drop(writeln!(std::io::stdout(), "{USAGE}")),
    }
    Ok(true)
}

fn parse(words: &[String]) -> Result<Task> {
    let (command, rest) = words.split_first().ok_or("no command given")?;
    let alone = |task: Task| match rest.first() {
        None => Ok(task),
        Some(word) => Err(format!("`{command}` takes no `{word}`")),
    };
    match command.as_str() {
        "serve" => parse_serve(rest).map(Task::Serve),
        "build" => alone(Task::Build),
        "pack" => alone(Task::Pack),
        "record" => alone(Task::Record),
        "size" => alone(Task::Size),
        "check" => alone(Task::Check),
        "test" => alone(Task::Test),
        "browser" => parse_browser(rest),
        "fuzz" => Ok(Task::Fuzz {
            name: rest.first().cloned(),
            options: rest.get(1..).unwrap_or_default().to_vec(),
        }),
        "peers" => Ok(Task::Peers(rest.to_vec())),
        "help" | "--help" | "-h" => Ok(Task::Help),
        other => Err(format!("there is no command `{other}`")),
    }
}

fn parse_browser(words: &[String]) -> Result<Task> {
    let mut browser = Browser::Chromium;
    let mut filters = Vec::new();
    for word in words {
        match word.as_str() {
            "--firefox" => browser = Browser::Firefox,
            "--webkit" => browser = Browser::WebKit,
            browser::EVERYWHERE => filters.push(word.clone()),
            option if option.starts_with('-') => return Err(format!("`browser` takes no `{option}`")),
            _ => filters.push(word.clone()),
        }
    }
    Ok(Task::Browser { browser, filters })
}

fn parse_serve(words: &[String]) -> Result<serve::Options> {
    let mut options = serve::Options::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--dev" => options.dev = true,
            "--no-build" => options.no_build = true,
            "--port" => {
                let number = words.next().ok_or("`--port` needs a number")?;
                options.port = number.parse().map_err(|_| format!("`{number}` is not a port"))?;
            }
            other => return Err(format!("`serve` takes no `{other}`")),
        }
    }
    if options.dev && options.no_build {
        return Err("`--dev` builds, so it does not go with `--no-build`".into());
    }
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Task> {
        parse(&line.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn commands() {
        assert_eq!(parsed("build"), Ok(Task::Build));
        assert_eq!(parsed("pack"), Ok(Task::Pack));
        assert_eq!(
            parsed("serve --port 9000 --dev"),
            Ok(Task::Serve(serve::Options { port: 9000, dev: true, no_build: false }))
        );
        let in_browser = |browser, filters: &[&str]| {
            let filters = filters.iter().map(|&filter| filter.into()).collect();
            Ok(Task::Browser { browser, filters })
        };
        assert_eq!(parsed("browser ed tab"), in_browser(Browser::Chromium, &["ed", "tab"]));
        assert_eq!(parsed("browser --firefox ed"), in_browser(Browser::Firefox, &["ed"]));
        assert_eq!(
            parsed("browser --webkit --everywhere"),
            in_browser(Browser::WebKit, &[browser::EVERYWHERE])
        );
        assert_eq!(parsed("fuzz"), Ok(Task::Fuzz { name: None, options: Vec::new() }));
        let options = vec!["--seed".into(), "7".into()];
        assert_eq!(
            parsed("peers a --timeout 3"),
            Ok(Task::Peers(vec!["a".into(), "--timeout".into(), "3".into()]))
        );
        assert_eq!(parsed("fuzz solver --seed 7"), Ok(Task::Fuzz { name: Some("solver".into()), options }));
    }

    #[test]
    fn mistakes() {
        for (line, error) in [
            ("", "no command given"),
            ("biuld", "there is no command `biuld`"),
            ("build now", "`build` takes no `now`"),
            ("serve --port", "`--port` needs a number"),
            ("serve --port 70000", "`70000` is not a port"),
            ("serve --prot 1", "`serve` takes no `--prot`"),
            ("serve --dev --no-build", "`--dev` builds, so it does not go with `--no-build`"),
            ("browser --list", "`browser` takes no `--list`"),
        ] {
            assert_eq!(parsed(line), Err(error.into()), "{line}");
        }
    }
}
