//! `loopglass bench`: every program of a folder with every engine, each in a process of its own that is stopped when its
//! time is up.

use crate::choices::{self, Choice};
use lang::ExpectedVerdict;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use trace::Dialect;

/// The options of `bench`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder; programs, known by the endings of their names, are found in it and below.
    dir: PathBuf,
    /// The engines, separated by commas.
    #[arg(long, value_delimiter = ',', default_value = "imc", value_parser = choices::choice)]
    engines: Vec<Choice>,
    /// Seconds for each program and engine.
    #[arg(long, default_value_t = 10.0)]
    timeout: f64,
    /// Write one row per program and engine to this file.
    #[arg(long, value_name = "OUT")]
    csv: Option<PathBuf>,
    /// Further options for `verify`, e.g. `--options=--system,dual`.
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)]
    options: Vec<String>,
}

/// One run of one program.
struct Row {
    program: String,
    expected: &'static str,
    engine: Choice,
    verdict: String,
    time_ms: f64,
    json: Value,
}

const STATS: [&str; 6] =
    ["unrollings", "sat_queries", "interpolation_queries", "refinements", "conflicts", "pivots"];

/// Runs the command. Exit code 1 when some verdict contradicts an `expect:` comment, or a check of our own failed.
pub fn bench(args: &Args) -> ExitCode {
    let mut programs = Vec::new();
    if let Err(error) = collect(&args.dir, &mut programs) {
        eprintln!("loopglass: {}: {error}", args.dir.display());
        return ExitCode::from(1);
    }
    programs.sort();
    if programs.is_empty() {
        eprintln!("loopglass: {}: no programs there", args.dir.display());
        return ExitCode::from(1);
    }
    let mut rows = Vec::new();
    for program in &programs {
        for &engine in &args.engines {
            let row = run(args, program, engine);
            println!(
                "{:<40} {:<10} {:<8} expected {:<8} {:>9.1} ms",
                row.program, engine, row.verdict, row.expected, row.time_ms
            );
            rows.push(row);
        }
    }
    for &engine in &args.engines {
        println!("{}", summary(engine, &rows));
    }
    if let Some(path) = &args.csv
        && let Err(error) = std::fs::write(path, csv(&rows))
    {
        eprintln!("loopglass: {}: {error}", path.display());
        return ExitCode::from(1);
    }
    ExitCode::from(u8::from(rows.iter().any(Row::is_wrong)))
}

impl Row {
    /// Whether a result is wrong: a verdict that contradicts the program's `expect:` comment, or a failed check.
    fn is_wrong(&self) -> bool {
        self.is_faulty()
            || matches!((self.expected, self.verdict.as_str()), ("safe", "unsafe") | ("unsafe", "safe"))
    }

    fn is_faulty(&self) -> bool {
        self.verdict == "faulty"
    }

    fn is_right(&self) -> bool {
        self.expected == self.verdict
    }
}

pub(crate) fn collect(dir: &Path, out: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, out)?;
        } else if reader::of_file(&path.to_string_lossy()).is_some() {
            out.push(path);
        }
    }
    Ok(())
}

fn run(args: &Args, program: &Path, engine: Choice) -> Row {
    let started = Instant::now();
    let json = run_apart(&args.options, args.timeout, program, engine);
    let time_ms = started.elapsed().as_secs_f64() * 1000.0;
    let verdict = match &json {
        Ok(json) => json["verdict"].as_str().unwrap_or("crash").to_owned(),
        Err(what) => (*what).to_owned(),
    };
    Row {
        program: program.strip_prefix(&args.dir).unwrap_or(program).display().to_string(),
        expected: expected(program),
        engine,
        verdict,
        time_ms,
        json: json.unwrap_or(Value::Null),
    }
}

/// Runs `verify` in a process of its own; an error says why there is no result.
pub(crate) fn run_apart(
    options: &[String],
    timeout: f64,
    program: &Path,
    engine: Choice,
) -> Result<Value, &'static str> {
    let itself = std::env::current_exe().map_err(|_| "crash")?;
    let mut child = Command::new(itself)
        .args(["verify", "--json", "--engine", &engine.to_string()])
        .args(options)
        .arg(program)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|_| "crash")?;
    let mut pipe = child.stdout.take().ok_or("crash")?;
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut pipe, &mut text).map(|_| text)
    });
    let deadline = Instant::now() + Duration::from_secs_f64(timeout.clamp(0.01, 1e6));
    loop {
        match child.try_wait() {
            Ok(Some(_)) => break,
            Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return Err("timeout");
            }
        }
    }
    let text = reader.join().map_err(|_| "crash")?.map_err(|_| "crash")?;
    serde_json::from_str(&text).map_err(|_| "crash")
}

/// What the header comment of a program says, as the reader of its language has it.
fn expected(program: &Path) -> &'static str {
    let bytes = std::fs::read(program).unwrap_or_default();
    let text = match reader::text_of_binary(&bytes) {
        Some(text) => text.unwrap_or_default(),
        None => String::from_utf8_lossy(&bytes).into_owned(),
    };
    let language = reader::of_file(&program.to_string_lossy()).unwrap_or_default();
    match reader::read(&text, Dialect::from(language)).expectation.map(|header| header.verdict) {
        Some(ExpectedVerdict::Safe) => "safe",
        Some(ExpectedVerdict::Unsafe) => "unsafe",
        None => "-",
    }
}

fn summary(engine: Choice, rows: &[Row]) -> String {
    let of: Vec<&Row> = rows.iter().filter(|r| r.engine == engine).collect();
    let count = |f: &dyn Fn(&Row) -> bool| of.iter().filter(|r| f(r)).count();
    format!(
        "{engine}: {} of {} safe proved, {} of {} unsafe refuted, {} wrong ({} by a failed check), {} unknown, {} timeout, {} rejected or crashed",
        count(&|r| r.expected == "safe" && r.is_right()),
        count(&|r| r.expected == "safe"),
        count(&|r| r.expected == "unsafe" && r.is_right()),
        count(&|r| r.expected == "unsafe"),
        count(&Row::is_wrong),
        count(&Row::is_faulty),
        count(&|r| r.verdict == "unknown"),
        count(&|r| r.verdict == "timeout"),
        count(&|r| r.verdict == "error" || r.verdict == "crash"),
    )
}

fn csv(rows: &[Row]) -> String {
    let mut out = format!("program,engine,expected,verdict,time_ms,{},invariant\n", STATS.join(","));
    for row in rows {
        let _ = write!(
            out,
            "{},{},{},{},{:.1}",
            quoted(&row.program),
            row.engine,
            row.expected,
            row.verdict,
            row.time_ms
        );
        for name in STATS {
            let _ = write!(
                out,
                ",{}",
                row.json["stats"][name].as_u64().map_or_else(String::new, |n| n.to_string())
            );
        }
        let _ = writeln!(out, ",{}", quoted(row.json["invariant"].as_str().unwrap_or("")));
    }
    out
}

/// A field, quoted where the format wants it.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.into()
    }
}
