//! Scripted stepping: a program, an engine, the commands a user gives, and the transcript of what is then on view. Each
//! script in `crates/library/scripts` (see [`library::script`]) holds its own transcript; `UPDATE_EXPECT=1` writes it anew, to be read
//! before committing.

use library::script::{Command, Script};
use loopglass_tests::{read, root};
use session::Session;
use std::fmt::Write;
use trace::Setup;
use view::run::history::History;
use view::run::snapshot::{Containment, RoundEnd};
use view::run::timeline::{Jump, marks, next};

/// A run under a user's finger: events are computed when they are stepped onto, and kept.
struct Stepper {
    session: Session,
    opened: trace::Opened,
    language: trace::Language,
    engine: trace::Engine,
    history: History,
    step: usize,
}

impl Stepper {
    fn open(setup: &Setup) -> Stepper {
        let (session, opened) = Session::open(setup).unwrap_or_else(|problems| panic!("{problems:?}"));
        let (language, engine) = (setup.language, setup.engine);
        Stepper { session, opened, language, engine, history: History::default(), step: 0 }
    }

    /// Computes one more event; false at the end of the run.
    fn compute(&mut self) -> bool {
        let Some(event) = self.session.advance() else { return false };
        self.history.push(event).expect("events come in order");
        true
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Step(count) => {
                for _ in 0..count {
                    if self.step == self.history.len() && !self.compute() {
                        break;
                    }
                    self.step += 1;
                }
            }
            Command::Back(count) => self.step = self.step.saturating_sub(count),
            Command::Start => self.step = 0,
            Command::End => {
                while self.compute() {}
                self.step = self.history.len();
            }
            Command::Interpolant => self.jump(Jump::Interpolant),
            Command::Unrolling => self.jump(Jump::Unrolling),
        }
    }

    /// The states of a model, in figures.
    fn instance(&self, event: &trace::Event) -> String {
        let Some(trace::Answer::Sat { model, .. }) = event.query.as_ref().map(|query| &query.answer) else {
            return String::new();
        };
        let table = view::query::model_table::model_table(model, &self.opened, self.engine);
        table.path().map_or(String::new(), |path| format!(" {path}"))
    }

    fn jump(&mut self, jump: Jump) {
        loop {
            if let Some(step) = next(&self.history, self.step, jump) {
                self.step = step;
                return;
            }
            if !self.compute() {
                self.step = self.history.len();
                return;
            }
        }
    }

    /// What is on view, folded from the events up to the step.
    fn view(&self) -> String {
        let s = self.history.at(self.step);
        let text = |id| self.history.formula(id).map_or_else(|| "?".to_owned(), |f| f.text());
        let mut out = format!("step {} of {} computed", self.step, self.history.len());
        let Some(event) = s.event else { return out + "\n" };
        let signs: Vec<&str> = marks(event).iter().map(|m| m.title()).collect();
        let _ = writeln!(
            out,
            ", line {}{}{}",
            event.line,
            if signs.is_empty() { "" } else { ": " },
            signs.join(", ")
        );
        let asked = view::run::words::asked(event, &self.history)
            .map_or(String::new(), |(name, formula)| format!(" {name}: {}.", text(formula)));
        let found = view::run::words::found(event, &self.history)
            .map_or(String::new(), |found| format!(" [{}]", text(found)));
        let _ =
            writeln!(out, "  {}{asked} -> {}{found}{}", event.purpose, event.outcome, self.instance(event));
        for w in &s.watch {
            let value = match w.value {
                trace::WatchValue::Number(n) => n.to_string(),
                trace::WatchValue::Formula(id) => text(*id),
            };
            let _ = writeln!(out, "  {} = {value}{}", w.name, if w.changed { "  (changed)" } else { "" });
        }
        for round in &s.rounds {
            let end = match round.end {
                RoundEnd::Open => String::new(),
                RoundEnd::FixedPoint { .. } => " -> fixed point".into(),
                RoundEnd::Diverged { index, .. } => format!(" -> given up after {index}"),
                RoundEnd::Abandoned { index, .. } => format!(" -> perhaps spurious from {index}"),
            };
            let source = round.source.map_or("", |s| s.as_str());
            let interpolants: Vec<String> = round
                .interpolants
                .iter()
                .map(|i| {
                    let mark = match i.containment {
                        Containment::Unasked => "?",
                        Containment::New { .. } => "new",
                        Containment::Contained { .. } => "contained",
                    };
                    format!("{} [{mark}]", text(i.formula))
                })
                .collect();
            let _ = writeln!(out, "  round k={} {source}: {}{end}", round.k, interpolants.join(", "));
        }
        for (letter, direction) in [("F", trace::Direction::Forward), ("B", trace::Direction::Backward)] {
            for number in (1..).take(s.frames.of(direction).len()) {
                let (own, next) = s.frames.beside_next(direction, number);
                let own: Vec<String> = own.iter().map(|c| text(c.formula)).collect();
                let next = if next { format!(" and what {letter}{} has", number + 1) } else { String::new() };
                let _ = writeln!(out, "  {letter}{number}: {}{next}", own.join(" | "));
            }
        }
        for open in &s.frames.obligations {
            let _ = writeln!(out, "  to be excluded from F{}: {}", open.index, text(open.states));
        }
        if let Some(arg) = self.history.arg(self.step) {
            for line in arg.outline(text).lines() {
                let _ = writeln!(out, "  {line}");
            }
        }
        if let Some(verdict) = s.verdict {
            let _ = writeln!(out, "  verdict: {}", view::run::words::verdict(verdict, self.language));
        }
        out
    }
}

/// The script with its transcript written anew.
fn play(text: &str) -> String {
    let Script { head, program, setup, commands } = text.parse().unwrap_or_else(|bad| panic!("{bad}"));
    let language = reader::of_file(&program).expect("a language");
    let mut stepper = Stepper::open(&Setup { source: read(&program), language, ..setup });
    let mut out = head.join("\n") + "\n";
    for (line, command) in commands {
        stepper.obey(command);
        let _ = write!(out, "\n{line}\n{}", stepper.view());
    }
    out
}

#[test]
fn scripts_have_their_transcripts() {
    let folder = root().join("crates/library/scripts");
    let mut scripts: Vec<_> =
        std::fs::read_dir(&folder).expect("the folder").map(|e| e.expect("an entry").path()).collect();
    scripts.sort();
    assert!(scripts.len() >= 15);
    for path in scripts {
        let script = std::fs::read_to_string(&path).expect("a script");
        expect_test::expect_file![&path].assert_eq(&play(&script));
    }
}

/// Each example, under each engine and settings with which it teaches, has the verdict that its comment expects, and does what the
/// preset's name says; the one that is there to be cancelled goes on for long, and one gives up.
#[test]
fn examples_teach_what_they_say() {
    for (example, preset) in
        library::EXAMPLES.iter().flat_map(|e| e.presets.iter().map(move |preset| (e, preset)))
    {
        let what = format!("{}, {}", example.key, preset.name);
        let mut stepper = Stepper::open(&preset.setup(&example.setup(&Setup::default())));
        let is_long = example.title.ends_with("cancel it");
        stepper.obey(if is_long { Command::Step(60) } else { Command::End });
        let snapshot = stepper.history.at(stepper.step);
        let said = snapshot.verdict.map(|verdict| view::run::words::verdict(verdict, example.language));
        let expected = match example.is_safe() {
            _ if preset.name.contains("never") => "Unknown",
            true => "Safe",
            false => "Unsafe",
        };
        assert_eq!(said.is_none(), is_long, "{what}");
        assert!(said.is_none_or(|said| said.starts_with(expected)), "{what}: {said:?}");
        let restarts =
            snapshot.rounds.iter().filter(|round| matches!(round.end, RoundEnd::Abandoned { .. })).count();
        match preset.name.split_once("restarts") {
            Some((_, " four times")) => assert_eq!(restarts, 4, "{what}"),
            Some(_) => assert!(restarts > 0, "{what}"),
            None => {}
        }
        if let Some((_, bound)) =
            preset.name.split_once(": ").filter(|(_, bound)| bound.ends_with(" unrollings"))
        {
            assert_eq!(format!("{} unrollings", snapshot.counters.unrollings), bound, "{what}");
        }
        let queries = snapshot.counters.interpolation_queries;
        if preset.name.starts_with("As in the paper") {
            assert!(queries >= 2, "{what}: one interpolant shows little");
        }
        if preset.name.starts_with("Quickest") {
            assert_eq!(
                queries,
                example.presets.iter().map(|other| interpolants(example, other)).min().unwrap(),
                "{what}"
            );
        }
    }
}

/// How many interpolants a preset of an example asks for.
fn interpolants(example: &library::Example, preset: &library::Preset) -> u32 {
    let mut stepper = Stepper::open(&preset.setup(&example.setup(&Setup::default())));
    stepper.obey(Command::End);
    stepper.history.at(stepper.step).counters.interpolation_queries
}

/// Whatever way a step is reached, the view is the same.
#[test]
fn views_depend_on_the_step_alone() {
    let source = read("static/examples/imc-fig1.imp");
    let mut forward = Stepper::open(&Setup { source: source.clone(), ..Setup::default() });
    let mut views = vec![forward.view()];
    while forward.step < 500 {
        let before = forward.step;
        forward.obey(Command::Step(1));
        if forward.step == before {
            break;
        }
        views.push(forward.view());
    }
    assert!(views.len() > 10);
    // "of N computed" tells how far the run has come, which is not part of the view.
    let rest = |v: &str| v.split_once("computed").map(|(_, r)| r.to_owned());
    for step in (0..views.len()).rev() {
        forward.step = step;
        assert_eq!(rest(&forward.view()), rest(&views[step]));
    }
}

/// Whatever engine steps through them, circuits and clauses are not spoken of as programs; and every question has an outcome.
#[test]
fn sentences_fit_what_is_verified() {
    for example in library::EXAMPLES {
        let is_program = matches!(example.language, trace::Language::Imp | trace::Language::C);
        if is_program && !["early", "imc-fig1"].contains(&example.key) {
            continue;
        }
        for engine in trace::Engine::ALL {
            let mut setup = example.setup(&Setup { engine, ..Setup::default() });
            setup.settings.max_unrollings = 3;
            setup.settings.augment = example.key.ends_with("unsafe");
            let mut stepper = Stepper::open(&setup);
            stepper.obey(Command::Step(60));
            let mut said = String::new();
            for event in stepper.history.events() {
                assert!(event.purpose.ends_with(['?', '.']), "{}: {}", example.key, event.purpose);
                assert!(event.outcome.ends_with(['?', '.', '…']), "{}: {}", example.key, event.outcome);
                for sentence in [&event.purpose, &event.outcome] {
                    assert!(
                        !sentence.contains("  ") && !sentence.contains(".."),
                        "{}: {sentence}",
                        example.key
                    );
                    said.push_str(sentence);
                    said.push('\n');
                }
            }
            for word in ["loop", "assertion", "program", "execution", "statement", "round of"] {
                let has = said.lines().find(|line| line.contains(word));
                assert!(is_program || has.is_none(), "{}, {engine}: {has:?}", example.key);
            }
        }
    }
}
