//! Mutated programs of IMP or C: no text makes a reader panic, hang or overflow the stack.
//!
//!     cargo xtask fuzz parsers --language c --minutes 60 --seed 1 [--last FILE]
//!
//! Texts are made by mutating programs of `tests/corpus` and random ones: bytes, tokens, and whole statements or
//! parenthesised parts. A text whose diagnostics are of a new combination joins those that are mutated. Each text is read,
//! its diagnostics are rendered, its tokens coloured; a program is also lowered and run for a bounded number of steps, and
//! an IMP program printed and read again. All this happens on a stack of the browser's size.
//!
//! A panic is shown with its text, once for each place, and makes the exit code 1; a text that takes more than half a
//! second is shown too, and one that takes longer than half a minute ends the run with exit code 3. An overflow of the
//! stack ends the process: the text is then the one in `--last FILE`, where each is written before it is tried.

mod digest;
mod mutate;

#[path = "../../../../lang/tests/generate/mod.rs"]
mod generate;
#[path = "../../../../lang/tests/generate_c/mod.rs"]
mod generate_c;

use digest::{Found, digest};
use generate::Random;
use mutate::Mutator;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use trace::Language;

/// Longer than this no text may take.
const HANG: Duration = Duration::from_secs(30);
/// Texts that take longer are shown.
const SLOW: Duration = Duration::from_millis(500);
/// What a worker in the browser has.
const STACK: usize = 1 << 20;
/// The most texts that are kept for mutation.
const POOL: usize = 4_000;

#[derive(Clone)]
struct Settings {
    language: Language,
    minutes: u64,
    seed: u64,
    last: Option<PathBuf>,
}

fn settings() -> Result<Settings, String> {
    let mut s = Settings { language: Language::Imp, minutes: 1, seed: 1, last: None };
    let mut args = std::env::args().skip(1);
    while let Some(option) = args.next() {
        let value = args.next().ok_or_else(|| format!("{option} needs a value"))?;
        let number = || value.parse().map_err(|_| format!("{option} needs a number"));
        match option.as_str() {
            "--language" => {
                s.language = value.parse().map_err(|_| format!("there is no language {value}"))?
            }
            "--minutes" => s.minutes = number()?,
            "--seed" => s.seed = number()?,
            "--last" => s.last = Some(value.into()),
            _ => return Err(format!("there are --language, --minutes, --seed and --last, no {option}")),
        }
    }
    Ok(s)
}

/// The text at work, since when, and where the last panic was.
struct Watch {
    text: String,
    since: Instant,
    place: String,
    done: bool,
}

fn locked(watch: &Mutex<Watch>) -> MutexGuard<'_, Watch> {
    watch.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a run came to.
#[derive(Default)]
struct Tally {
    texts: u64,
    programs: u64,
    bytes: u64,
    longest: usize,
    slowest: Duration,
    kept: usize,
    panics: BTreeMap<String, u64>,
}

impl Tally {
    fn show(&self, started: Instant) {
        println!(
            "{:>6.1} min: {} texts ({} MB, longest {} bytes), {} programs, {} kept, slowest {} ms, {} panics",
            started.elapsed().as_secs_f64() / 60.0,
            self.texts,
            self.bytes / 1_000_000,
            self.longest,
            self.programs,
            self.kept,
            self.slowest.as_millis(),
            self.panics.values().sum::<u64>(),
        );
    }
}

/// The programs of the corpus, and for a start some random ones.
fn seeds(language: Language, random: &mut Random) -> Vec<String> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut texts = Vec::new();
    for folder in ["safe", "unsafe", "rejected"] {
        let entries = std::fs::read_dir(corpus.join(folder)).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        let wanted = |path: &&PathBuf| {
            path.extension().is_some_and(|e| reader::of(language).endings().iter().any(|ending| e == *ending))
        };
        texts.extend(paths.iter().filter(wanted).filter_map(|path| std::fs::read_to_string(path).ok()));
    }
    texts.extend((0..40).map(|_| match language {
        Language::Imp => generate::program(random, generate::Shape::ONE_LOOP).to_string(),
        Language::C => generate_c::program(random, generate_c::Shape::SMALL),
        Language::Aiger => reader::of(language).fresh().to_owned(),
        Language::Chc => loopglass_fuzz::clauses::script(random.below(1_000_000) as u64).text,
    }));
    texts
}

/// Tries texts until the time is up.
fn work(settings: &Settings, watch: &Mutex<Watch>) -> Tally {
    let started = Instant::now();
    let mut random = Random::new(settings.seed);
    let mut pool = seeds(settings.language, &mut random);
    let mutator = Mutator::new(&pool);
    let mut seen: BTreeSet<Found> = BTreeSet::new();
    let mut tally = Tally::default();
    let mut shown = 0;
    while started.elapsed() < Duration::from_secs(60 * settings.minutes) {
        let text = mutator.mutate(&mut random, &pool);
        if let Some(path) = &settings.last {
            // What cannot be written cannot be looked at later; the run is worth going on.
            let _ = std::fs::write(path, &text);
        }
        let before = Instant::now();
        {
            let mut watch = locked(watch);
            watch.text.clone_from(&text);
            watch.since = before;
        }
        let found = catch_unwind(AssertUnwindSafe(|| digest(settings.language, &text)));
        tally.texts += 1;
        tally.bytes += text.len() as u64;
        tally.longest = tally.longest.max(text.len());
        let mut took = before.elapsed();
        if took > SLOW {
            // Perhaps it only had to wait.
            let again = Instant::now();
            let _ = catch_unwind(AssertUnwindSafe(|| digest(settings.language, &text)));
            took = took.min(again.elapsed());
        }
        if took > SLOW {
            let beginning: String = text.chars().take(400).collect();
            println!("{} ms for {} bytes:\n{beginning:?}", took.as_millis(), text.len());
        }
        tally.slowest = tally.slowest.max(took);
        match found {
            Ok(found) => {
                tally.programs += u64::from(found.is_program);
                if seen.insert(found) && pool.len() < POOL && text.len() < 20_000 {
                    pool.push(text);
                    tally.kept += 1;
                }
            }
            Err(_) => {
                let place = locked(watch).place.clone();
                let count = tally.panics.entry(place.clone()).or_default();
                *count += 1;
                if *count == 1 {
                    println!("panic at {place} on:\n{text:?}");
                }
            }
        }
        let minutes = started.elapsed().as_secs() / 60;
        if minutes > shown {
            shown = minutes;
            tally.show(started);
        }
    }
    tally.show(started);
    locked(watch).done = true;
    tally
}

fn main() -> ExitCode {
    let settings = match settings() {
        Ok(settings) => settings,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    let start = Watch { text: String::new(), since: Instant::now(), place: String::new(), done: false };
    let watch = Arc::new(Mutex::new(start));
    let hook = watch.clone();
    std::panic::set_hook(Box::new(move |info| {
        let place = info.location().map_or_else(String::new, ToString::to_string);
        locked(&hook).place = format!("{place}: {}", info.payload_as_str().unwrap_or(""));
    }));
    let theirs = watch.clone();
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || work(&settings, &theirs));
    let Ok(worker) = worker else {
        eprintln!("no thread can be started");
        return ExitCode::from(2);
    };
    loop {
        std::thread::sleep(Duration::from_millis(100));
        let watch = locked(&watch);
        if watch.done {
            break;
        }
        if watch.since.elapsed() > HANG && !watch.text.is_empty() {
            println!("a hang on:\n{:?}", watch.text);
            return ExitCode::from(3);
        }
    }
    match worker.join() {
        Ok(tally) if tally.panics.is_empty() => ExitCode::SUCCESS,
        _ => ExitCode::from(1),
    }
}
