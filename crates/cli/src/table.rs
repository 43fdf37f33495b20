//! `loopglass table`: the papers' tables, made anew for a folder of programs.

use crate::bench::{collect, run_apart};
use crate::choices::Choice;
use crate::verify;
use serde_json::Value;
use std::path::PathBuf;
use std::process::ExitCode;
use trace::Engine;

/// The options of `table`.
#[derive(clap::Args)]
pub struct Args {
    /// Whose table: FiB's Tables I and II, IMC's Table 1, or VINTA's Tables 1 and 2.
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
    /// Albarghouthi, Gurfinkel, Chechik: result, refinements, time for each program (Table 2); solved and total time (Table 1).
    Vinta,
}

/// Prints the tables in Markdown; what is being worked on goes to the standard error. Failed checks are told below, and in the exit code.
pub fn table(args: &Args) -> ExitCode {
    let mut programs = Vec::new();
    if let Err(error) = collect(&args.dir, &mut programs) {
        eprintln!("loopglass: {}: {error}", args.dir.display());
        return ExitCode::from(1);
    }
    programs.sort();
    let groups = match args.paper {
        Paper::Fib => FIB,
        Paper::Imc => IMC,
        Paper::Vinta => VINTA,
    };
    let mut results = Vec::new();
    for program in &programs {
        let title = program.strip_prefix(&args.dir).unwrap_or(program).display().to_string();
        eprintln!("{title}");
        let run = |group: &Group| {
            let own = group.options.iter().map(|o| (*o).to_owned());
            // The papers' integers are mathematical, and nothing comes before their algorithms; options of the user come later, and win.
            let options = ["--integers", "mathematical", "--run-first", "off"].map(String::from).into_iter();
            let options: Vec<String> = options.chain(args.options.iter().cloned()).chain(own).collect();
            run_apart(&options, args.timeout, program, Choice::One(group.engine))
        };
        results.push((title, groups.iter().map(run).collect::<Vec<_>>()));
    }
    let tables = groups.iter().map(|g| g.tables.len()).max().unwrap_or(0);
    for number in 0..tables {
        print(groups, number, &results);
    }
    let faults = print_faults(groups, &results);
    if args.paper == Paper::Vinta {
        print_totals(groups, &results);
    } else {
        print_decided(groups, &results);
    }
    ExitCode::from(if faults == 0 { 0 } else { verify::FAULTY })
}

/// Tells which checks failed, and returns how many did.
fn print_faults(groups: &[Group], results: &[(String, Vec<Ran>)]) -> usize {
    let all = results.iter().flat_map(|(title, all)| groups.iter().zip(all).map(move |(g, r)| (title, g, r)));
    let mut count = 0;
    for (title, group, result) in all {
        if let Ok(result) = result
            && result["verdict"] == "faulty"
        {
            count += 1;
            println!(
                "**{title}, {}**: {}\n",
                group.title,
                result["reason"].as_str().unwrap_or("a check failed")
            );
        }
    }
    count
}

/// Prints how many programs each algorithm decided.
fn print_decided(groups: &[Group], results: &[(String, Vec<Ran>)]) {
    for (i, group) in groups.iter().enumerate() {
        let decided = |r: &&Ran| r.as_ref().is_ok_and(|r| r["verdict"] == "safe" || r["verdict"] == "unsafe");
        let count = results.iter().map(|(_, all)| &all[i]).filter(decided).count();
        println!("{}: {count} of {} decided\n", group.title, results.len());
    }
}

/// What a run gave, or why it gave nothing.
type Ran = Result<Value, &'static str>;

/// Prints one of a paper's tables.
fn print(groups: &[Group], number: usize, results: &[(String, Vec<Ran>)]) {
    let columns = |g: &Group| g.tables.get(number).copied().unwrap_or_default();
    let heads =
        groups.iter().flat_map(|g| columns(g).iter().map(move |c| format!("{} {}", g.title, c.head())));
    let head: Vec<String> = ["program".to_owned()].into_iter().chain(heads).collect();
    println!("| {} |", head.join(" | "));
    println!("|{}", " --- |".repeat(head.len()));
    for (title, all) in results {
        let cells = groups.iter().zip(all).flat_map(|(g, r)| columns(g).iter().map(|c| c.cell(r)));
        let row: Vec<String> = [title.clone()].into_iter().chain(cells).collect();
        println!("| {} |", row.join(" | "));
    }
    println!();
}

/// Prints VINTA's Table 1: what each algorithm solved, and the time for that.
fn print_totals(groups: &[Group], results: &[(String, Vec<Ran>)]) {
    println!("| algorithm | #solved | #safe | #unsafe | total s (safe/unsafe) |");
    println!("|{}", " --- |".repeat(5));
    for (i, group) in groups.iter().enumerate() {
        // How many, and their seconds.
        let solved = |verdict: &str| {
            let all = results.iter().filter_map(|(_, all)| all[i].as_ref().ok());
            let of = all.filter(|r| r["verdict"] == verdict).map(|r| r["time_ms"].as_f64().unwrap_or(0.0));
            of.fold((0u32, 0.0), |(count, seconds), ms| (count + 1, seconds + ms / 1000.0))
        };
        let ((safe, safe_s), (unsafe_, unsafe_s)) = (solved("safe"), solved("unsafe"));
        println!(
            "| {} | {} | {safe} | {unsafe_} | {:.1} ({safe_s:.1}/{unsafe_s:.1}) |",
            group.title,
            safe + unsafe_,
            safe_s + unsafe_s
        );
    }
    println!();
}

/// The columns of one algorithm.
struct Group {
    title: &'static str,
    engine: Engine,
    options: &'static [&'static str],
    /// The columns in each of the paper's tables.
    tables: &'static [&'static [Column]],
}

impl Group {
    const fn new(title: &'static str, engine: Engine, tables: &'static [&'static [Column]]) -> Group {
        Group { title, engine, options: &[], tables }
    }
}

/// FiB's Tables I and II. ITP is IMC over the statement-level encoding.
const FIB: &[Group] = &[
    Group::new("fib-f", Engine::FIB_F, OF_FIB),
    Group::new("fib-b", Engine::FIB_B, OF_FIB),
    Group::new("fib-bi", Engine::FIB_BI, OF_FIB),
    Group {
        title: "itp",
        engine: Engine::IMC,
        options: &["--encoding", "statement"],
        tables: &[
            SOLVED,
            &[Column::Stat("aborts", "refinements"), Column::Stat("k", "unrollings"), Column::Size],
        ],
    },
];

const SOLVED: &[Column] = &[Column::Verdict, Column::Seconds];

const OF_FIB: &[&[Column]] = &[
    SOLVED,
    &[
        Column::Stat("f", "forward"),
        Column::Stat("fb", "forward_backtracks"),
        Column::Stat("b", "backward"),
        Column::Stat("bb", "backward_backtracks"),
        Column::Abstract,
        Column::Size,
        Column::Disjunctive,
    ],
];

/// Table 1 of Beyer, Chien, Lee.
const IMC: &[Group] = &[
    Group::new("imc", Engine::IMC, OF_IMC),
    Group::new("imc-f", Engine::IMC_F, OF_IMC),
    Group::new("imc-i", Engine::IMC_I, OF_IMC),
];

const OF_IMC: &[&[Column]] = &[&[
    Column::Verdict,
    Column::Stat("#unroll", "unrollings"),
    Column::Stat("#itp", "interpolation_queries"),
    Column::Seconds,
    Column::InterpolationSeconds,
]];

/// Tables 1 and 2 of Albarghouthi, Gurfinkel, Chechik, with how often labels were refined.
const VINTA: &[Group] = &[
    Group::new("vinta-box", Engine::VINTA_BOX, OF_VINTA),
    Group::new("vinta-boxes", Engine::VINTA_BOXES, OF_VINTA),
    Group::new("ufo-box", Engine::UFO_BOX, OF_VINTA),
    Group::new("ufo-boxes", Engine::UFO_BOXES, OF_VINTA),
];

const OF_VINTA: &[&[Column]] = &[&[Column::Verdict, Column::Stat("#ref", "refinements"), Column::Seconds]];

/// A column of one algorithm.
enum Column {
    /// The verdict, or why there is none.
    Verdict,
    /// Seconds of the run.
    Seconds,
    /// Of these, seconds for interpolants.
    InterpolationSeconds,
    /// A counter: the head, and its name among the statistics.
    Stat(&'static str, &'static str),
    /// Whether the invariant comes from abstract or from concrete sets.
    Abstract,
    /// Nodes of the invariant's syntax tree.
    Size,
    /// Whether the invariant contains a disjunction.
    Disjunctive,
}

impl Column {
    fn head(&self) -> &'static str {
        match self {
            Column::Verdict => "✓",
            Column::Seconds => "s",
            Column::InterpolationSeconds => "itp s",
            Column::Stat(head, _) => head,
            Column::Abstract => "a/c",
            Column::Size => "size",
            Column::Disjunctive => "∨",
        }
    }

    fn cell(&self, result: &Ran) -> String {
        let nothing = || "–".to_owned();
        let result = match (result, self) {
            (Ok(result), _) => result,
            (Err(why), Column::Verdict) => return (*why).to_owned(),
            (Err(_), _) => return nothing(),
        };
        let seconds = |name: &str| format!("{:.2}", result[name].as_f64().unwrap_or(0.0) / 1000.0);
        let shape = &result["shape"];
        match self {
            Column::Verdict => result["verdict"].as_str().unwrap_or("crash").to_owned(),
            Column::Seconds => seconds("time_ms"),
            Column::InterpolationSeconds => seconds("interpolation_ms"),
            Column::Stat(_, name) => result["stats"][name].to_string(),
            _ if shape.is_null() => nothing(),
            Column::Abstract => if shape["from_abstract"] == true { "a" } else { "c" }.into(),
            Column::Size => shape["size"].to_string(),
            Column::Disjunctive => if shape["disjunctive"] == true { "yes" } else { "no" }.into(),
        }
    }
}
