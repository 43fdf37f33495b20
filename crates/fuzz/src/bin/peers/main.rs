//! Programs of a folder beside Z3's Spacer and ABC, which are given our transition systems: verdicts and times.
//!
//!     cargo xtask peers [FOLDER]... [--timeout 10] [--c-words]
//!
//! Each program (IMP and C) goes to our command as users have it, executions, engines in turn and checks of the result included, and to Spacer
//! (Python's `z3-solver`) as Horn clauses of one loop over `pc`, written from our transition relation. With its integers read as words, an IMP
//! program goes to our command and as a circuit to ABC's `int`, `pdr` and `bmc3` (Debian's `berkeley-abc`); with `--c-words` C programs, too.
//! Without a folder it is the repository's corpus.
//!
//! Times are seconds from start to end of a process, with each of ABC's commands a process of its own; of Spacer only reading and solving count,
//! since Python takes longer to start than most programs take. Verdicts that contradict each other, or what the program's head says, are told, and
//! end the run with exit code 1. Python is `python3`, or what LOOPGLASS_PYTHON names; our command is `target/release/loopglass`, or what
//! LOOPGLASS_COMMAND names.

mod export;

use flow::{Lower, TransitionSystem};
use lang::ExpectedVerdict;
use logic::Terms;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use trace::{Integers, Language, Settings, Setup};

struct Options {
    folders: Vec<PathBuf>,
    timeout: f64,
    c_words: bool,
}

fn options() -> Result<Options, String> {
    let mut options = Options { folders: Vec::new(), timeout: 10.0, c_words: false };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--timeout" => {
                let seconds = args.next().and_then(|text| text.parse().ok());
                options.timeout =
                    seconds.filter(|s: &f64| *s > 0.0).ok_or("--timeout needs a number of seconds")?;
            }
            "--c-words" => options.c_words = true,
            option if option.starts_with('-') => return Err(format!("there is no option {option}")),
            folder => options.folders.push(folder.into()),
        }
    }
    if options.folders.is_empty() {
        options.folders =
            ["safe", "unsafe", "large"].map(|name| root().join("tests/corpus").join(name)).into();
    }
    Ok(options)
}

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_owned()
}

/// What somebody says of a program, and the seconds it took.
#[derive(Clone, Copy)]
struct Said {
    safe: Option<bool>,
    seconds: f64,
}

/// One program under one reading.
struct Row {
    name: String,
    /// What its head or its folder says.
    expected: Option<bool>,
    ours: Said,
    /// In the order of the names of the table.
    peers: Vec<Option<Said>>,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

const SPACER: [&str; 1] = ["spacer"];
const ABC: [&str; 3] = ["int", "pdr", "bmc3"];

fn run(options: &Options) -> Result<bool, String> {
    let folder = std::env::temp_dir().join(format!("loopglass-peers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let abc = Command::new("berkeley-abc").args(["-q", "quit"]).output().is_ok();
    if !abc {
        println!("ABC is not there (Debian's berkeley-abc), and so is left out.");
    }
    let (mut numbers, mut words, mut left_out) = (Vec::new(), Vec::new(), Vec::new());
    for file in files(&options.folders)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let language = reader::of_file(&name).unwrap_or_default();
        let source = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let setup = |integers| Setup {
            source: source.clone(),
            language,
            settings: Settings { integers, ..Settings::default() },
            ..Setup::default()
        };
        match numbers_beside(&setup(Integers::default()), &file, &folder, options)? {
            Ok(row) => numbers.push(row),
            Err(why) => left_out.push(format!("{name}: {why}")),
        }
        if abc && (language == Language::Imp || options.c_words) {
            match words_beside(&setup(Integers::Bits), &file, &folder, options)? {
                Ok(row) => words.push(row),
                Err(why) => left_out.push(format!("{name} over words: {why}")),
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("\n## Integers, beside Spacer ({} s each)\n", options.timeout);
    let mut agrees = table(&numbers, &SPACER, true);
    if abc {
        println!("\n## Words, beside ABC ({} s each)\n", options.timeout);
        // What the head says is of integers.
        agrees &= table(&words, &ABC, false);
    }
    for why in left_out {
        println!("left out: {why}");
    }
    Ok(agrees)
}

/// IMP and C programs of the folders, by name.
fn files(folders: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut all = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let paths = entries.flatten().map(|entry| entry.path());
        let is_text = |path: &PathBuf| {
            matches!(reader::of_file(&path.to_string_lossy()), Some(Language::Imp | Language::C))
        };
        let mut here: Vec<PathBuf> = paths.filter(is_text).collect();
        here.sort();
        all.extend(here);
    }
    if all.is_empty() { Err("there are no IMP or C programs".into()) } else { Ok(all) }
}

/// The transition system, and what the head says.
///
/// # Errors
/// Why there is none that others can be given.
fn system(terms: &Terms, setup: &Setup, file: &Path) -> Result<(TransitionSystem, Option<bool>), String> {
    let reading = reader::read(&setup.source, setup.dialect());
    let program = reading.program.ok_or("it is refused")?;
    let ts = TransitionSystem::of_cfg(terms, &*program, &Lower::lower(&*program));
    if !ts.products().is_empty() {
        return Err("products of variables are not in the clauses".into());
    }
    let folder = file.parent().and_then(Path::file_name).unwrap_or_default();
    let of_folder = if folder == "safe" { Some(true) } else { (folder == "unsafe").then_some(false) };
    let expected = match reading.expectation.map(|head| head.verdict) {
        Some(ExpectedVerdict::Safe) => Some(true),
        Some(ExpectedVerdict::Unsafe) => Some(false),
        _ => of_folder,
    };
    Ok((ts, expected))
}

type Compared = Result<Result<Row, String>, String>;

fn numbers_beside(setup: &Setup, file: &Path, folder: &Path, options: &Options) -> Compared {
    let terms = Terms::new();
    let (ts, expected) = match system(&terms, setup, file) {
        Ok(found) => found,
        Err(why) => return Ok(Err(why)),
    };
    let clauses = folder.join("clauses.smt2");
    std::fs::write(&clauses, export::horn(&terms, &ts)).map_err(|e| e.to_string())?;
    let ours = ours(file, &[], options)?;
    let spacer = spacer(&clauses, options)?;
    Ok(Ok(told(file, expected, ours, vec![Some(spacer)], &SPACER)))
}

fn words_beside(setup: &Setup, file: &Path, folder: &Path, options: &Options) -> Compared {
    let terms = Terms::new();
    let (ts, _) = match system(&terms, setup, file) {
        Ok(found) => found,
        Err(why) => return Ok(Err(why)),
    };
    let Some(bytes) = export::circuit(&terms, &ts) else {
        return Ok(Err("it is not of truth values alone".into()));
    };
    let circuit = folder.join("circuit.aig");
    std::fs::write(&circuit, bytes).map_err(|e| e.to_string())?;
    let ours = ours(file, &["--integers", "bits"], options)?;
    let peers = ABC.map(|command| asked_abc(&circuit, command, options).map(Some));
    let peers = peers.into_iter().collect::<Result<Vec<_>, String>>()?;
    Ok(Ok(told(file, None, ours, peers, &ABC)))
}

/// A row, printed as it is known, so that a long run shows how far it has come.
fn told(file: &Path, expected: Option<bool>, ours: Said, peers: Vec<Option<Said>>, names: &[&str]) -> Row {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let said = |said: Said| {
        let verdict = said.safe.map_or("-", |safe| if safe { "safe" } else { "unsafe" });
        format!("{verdict} {:.3}", said.seconds)
    };
    let beside =
        names.iter().zip(&peers).filter_map(|(name, peer)| Some(format!("{name} {}", said((*peer)?))));
    println!("{name}: ours {}, {}", said(ours), beside.collect::<Vec<_>>().join(", "));
    Row { name, expected, ours, peers }
}

/// The exit code of a process and what it wrote; none if it had to be ended.
type Answer = Option<(Option<i32>, String)>;

/// Runs a command for so long; with the seconds it took.
fn within(command: &mut Command, timeout: f64) -> Result<(Answer, f64), String> {
    let begun = Instant::now();
    let named = command.get_program().to_string_lossy().into_owned();
    let spawned = command.stdin(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut child = spawned.map_err(|e| format!("cannot start {named}: {e}"))?;
    loop {
        if child.try_wait().map_err(|e| e.to_string())?.is_some() {
            let seconds = begun.elapsed().as_secs_f64();
            let output = child.wait_with_output().map_err(|e| e.to_string())?;
            return Ok((
                Some((output.status.code(), String::from_utf8_lossy(&output.stdout).into())),
                seconds,
            ));
        }
        if begun.elapsed().as_secs_f64() > timeout {
            // It may have ended just now.
            let _ = child.kill();
            let _ = child.wait();
            return Ok((None, timeout));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn ours(file: &Path, reading: &[&str], options: &Options) -> Result<Said, String> {
    let command = std::env::var_os("LOOPGLASS_COMMAND").map(PathBuf::from);
    let mut command = Command::new(command.unwrap_or_else(|| root().join("target/release/loopglass")));
    command.args(["verify", "--json"]).arg(file).args(reading).stdout(Stdio::null());
    let (ended, seconds) = within(&mut command, options.timeout)?;
    let safe = match ended.and_then(|(code, _)| code) {
        Some(0) => Some(true),
        Some(10) => Some(false),
        Some(3) => return Err(format!("{}: a check of ours failed", file.display())),
        _ => None,
    };
    Ok(Said { safe, seconds })
}

fn spacer(clauses: &Path, options: &Options) -> Result<Said, String> {
    let python = std::env::var_os("LOOPGLASS_PYTHON").unwrap_or_else(|| "python3".into());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/bin/peers/spacer.py");
    let mut command = Command::new(python);
    command.arg(script).arg(clauses).arg(options.timeout.to_string()).stdout(Stdio::piped());
    // Python needs time of its own.
    let (ended, _) = within(&mut command, options.timeout + 5.0)?;
    let Some((_, text)) = ended else { return Ok(Said { safe: None, seconds: options.timeout }) };
    let mut words = text.trim().rsplitn(2, ' ');
    let seconds = words.next().and_then(|seconds| seconds.parse().ok());
    let safe = match words.next() {
        Some("sat") => Some(true),
        Some("unsat") => Some(false),
        Some("unknown") => None,
        _ => return Err(format!("Spacer: {text}")),
    };
    let seconds = seconds.ok_or("Spacer told no time")?;
    Ok(Said { safe: safe.filter(|_| seconds <= options.timeout), seconds })
}

fn asked_abc(circuit: &Path, command: &str, options: &Options) -> Result<Said, String> {
    let mut abc = Command::new("berkeley-abc");
    abc.args(["-q", &format!("read_aiger {}; {command}", circuit.display())]).stdout(Stdio::piped());
    let (ended, seconds) = within(&mut abc, options.timeout)?;
    let safe = ended.and_then(|(_, text)| match () {
        () if text.contains("was asserted in frame") => Some(false),
        () if text.contains("Property proved") => Some(true),
        () => None,
    });
    Ok(Said { safe, seconds })
}

fn median(all: &mut [f64]) -> Option<f64> {
    all.sort_by(f64::total_cmp);
    let (below, above) = (all.get(all.len().checked_sub(1)? / 2)?, all.get(all.len() / 2)?);
    Some((below + above) / 2.0)
}

/// Prints what each solved, and how long we took beside each; whether no verdicts contradict each other.
fn table(rows: &[Row], names: &[&str], has_expectation: bool) -> bool {
    println!("| | programs | ours | {} | ratios ours / {} |", names.join(" | "), names.join(", ours / "));
    println!("| --- | --- | --- |{} --- |", " --- |".repeat(names.len()));
    for (title, kept) in [("safe", Some(true)), ("unsafe", Some(false)), ("all", None)] {
        let truth = |row: &Row| {
            let peers = row.peers.iter().filter_map(|peer| peer.and_then(|said| said.safe));
            row.expected.or(row.ours.safe).or(peers.into_iter().next())
        };
        let here: Vec<&Row> = rows.iter().filter(|row| kept.is_none() || truth(row) == kept).collect();
        let ours = here.iter().filter(|row| row.ours.safe.is_some()).count();
        let (mut solved, mut ratios) = (Vec::new(), Vec::new());
        for at in 0..names.len() {
            let theirs = here
                .iter()
                .filter_map(|row| Some((row.ours, row.peers[at].filter(|said| said.safe.is_some())?)));
            let theirs: Vec<(Said, Said)> = theirs.collect();
            solved.push(theirs.len().to_string());
            let both = theirs.iter().filter(|(ours, _)| ours.safe.is_some());
            let mut both: Vec<f64> =
                both.map(|(ours, theirs)| ours.seconds / theirs.seconds.max(1e-6)).collect();
            ratios.push(median(&mut both).map_or("-".into(), |ratio| format!("{ratio:.2}")));
        }
        println!("| {title} | {} | {ours} | {} | {} |", here.len(), solved.join(" | "), ratios.join(", "));
    }
    let mut agrees = true;
    for row in rows {
        let mut all = vec![("ours", row.ours.safe)];
        all.extend(names.iter().copied().zip(row.peers.iter().map(|peer| peer.and_then(|said| said.safe))));
        all.extend(has_expectation.then_some(("expected", row.expected)));
        let says = |safe| {
            all.iter().filter(|(_, said)| *said == Some(safe)).map(|(name, _)| *name).collect::<Vec<_>>()
        };
        let (safe, not) = (says(true), says(false));
        if !safe.is_empty() && !not.is_empty() {
            agrees = false;
            println!(
                "DISAGREEMENT on {}: safe by {}, unsafe by {}",
                row.name,
                safe.join(", "),
                not.join(", ")
            );
        }
    }
    agrees
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&mut [4.0, 1.0]), Some(2.5));
    }

    #[test]
    fn no_contradiction_goes_unnoticed() {
        let said = |safe| Said { safe, seconds: 0.1 };
        let row = |ours, peer, expected| Row {
            name: "x.imp".into(),
            expected,
            ours: said(ours),
            peers: vec![Some(said(peer))],
        };
        let (yes, no) = (Some(true), Some(false));
        assert!(table(&[row(yes, yes, yes), row(no, None, no), row(None, no, None)], &SPACER, true));
        assert!(!table(&[row(yes, no, None)], &SPACER, true));
        assert!(!table(&[row(yes, None, no)], &SPACER, true));
        assert!(!table(&[row(None, no, yes)], &SPACER, true));
        assert!(table(&[row(yes, None, no)], &SPACER, false), "the head is of another reading");
    }
}
