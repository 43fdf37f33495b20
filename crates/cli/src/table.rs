//! `loopglass table`: the papers' tables, made anew for a folder of programs.

use crate::bench::{collect, run_apart};
use serde_json::Value;
use std::path::PathBuf;
use std::process::ExitCode;
use trace::EngineName;

/// The options of `table`.
#[derive(clap::Args)]
pub struct Args {
    /// Whose table: FiB's Tables I and II, or IMC's Table 1.
    paper: Paper,
    /// The folder; programs (`.imp`, `.c`) are found in it and below.
    dir: PathBuf,
    /// Seconds for each program and engine.
    #[arg(long, default_value_t = 10.0)]
    timeout: f64,
    /// Further options for `verify`, e.g. `--options=--augment`.
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)]
    options: Vec<String>,
}

/// A paper with a table.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Paper {
    /// Lin et al.: solved and time (Table I); f, fb, b, bb, a/c, size and ∨ (Table II).
    Fib,
    /// Beyer, Chien, Lee: result, unrollings, interpolation queries, time, interpolation time (Table 1).
    Imc,
}

/// Prints the table in Markdown.
pub fn table(args: &Args) -> ExitCode {
    let mut programs = Vec::new();
    if let Err(error) = collect(&args.dir, &mut programs) {
        eprintln!("loopglass: {}: {error}", args.dir.display());
        return ExitCode::from(1);
    }
    programs.sort();
    let (engines, columns): (&[EngineName], &[&str]) = match args.paper {
        Paper::Fib => (
            &[EngineName::FibF, EngineName::FibB, EngineName::FibBi, EngineName::Imc],
            &["✓", "s", "f", "fb", "b", "bb", "a/c", "size", "∨"],
        ),
        Paper::Imc => (
            &[EngineName::Imc, EngineName::ImcF, EngineName::ImcI],
            &["result", "#unroll", "#itp", "wall-time", "itp-time"],
        ),
    };
    let heads = engines.iter().flat_map(|e| columns.iter().map(move |c| format!("{e} {c}")));
    let head: Vec<String> = ["program".to_owned()].into_iter().chain(heads).collect();
    println!("| {} |", head.join(" | "));
    println!("|{}", " --- |".repeat(head.len()));
    let mut solved = vec![0; engines.len()];
    for program in &programs {
        let mut cells = vec![program.strip_prefix(&args.dir).unwrap_or(program).display().to_string()];
        for (i, &engine) in engines.iter().enumerate() {
            let result = run_apart(&args.options, args.timeout, program, engine);
            let done = result.as_ref().is_ok_and(|r| r["verdict"] == "safe" || r["verdict"] == "unsafe");
            solved[i] += usize::from(done);
            cells.extend(row(args.paper, result, columns.len()));
        }
        println!("| {} |", cells.join(" | "));
    }
    for (engine, solved) in engines.iter().zip(solved) {
        println!("\n{engine}: {solved} of {} decided", programs.len());
    }
    ExitCode::SUCCESS
}

fn row(paper: Paper, result: Result<Value, &'static str>, columns: usize) -> Vec<String> {
    let result = match result {
        Ok(result) => result,
        Err(why) => {
            let mut cells = vec![why.to_owned()];
            cells.resize(columns, "–".into());
            return cells;
        }
    };
    let stat = |name: &str| result["stats"][name].to_string();
    let seconds = |name: &str| format!("{:.2}", result[name].as_f64().unwrap_or(0.0) / 1000.0);
    let verdict = result["verdict"].as_str().unwrap_or("crash").to_owned();
    match paper {
        Paper::Fib => {
            let shape = &result["shape"];
            let known = |text: String| if shape.is_null() { "–".into() } else { text };
            vec![
                verdict,
                seconds("time_ms"),
                stat("forward"),
                stat("forward_backtracks"),
                stat("backward"),
                stat("backward_backtracks"),
                known(if shape["from_abstract"] == true { "a" } else { "c" }.into()),
                known(shape["size"].to_string()),
                known(if shape["disjunctive"] == true { "yes" } else { "no" }.into()),
            ]
        }
        Paper::Imc => vec![
            verdict,
            stat("unrollings"),
            stat("interpolation_queries"),
            seconds("time_ms"),
            seconds("interpolation_ms"),
        ],
    }
}
