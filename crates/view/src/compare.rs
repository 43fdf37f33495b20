//! Two runs on one program, side by side: in what the second one differs, where the two part, and what each of them counted.

use crate::run::history::History;
use crate::run::words;
use trace::{
    Answer, Change, Engine, Event, FormulaId, Interpolant, InterpolationSystem, Settings, Setup, Solver,
    Source, Verdict,
};

/// In what a second run differs from the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rival {
    /// Its engine.
    pub engine: Engine,
    /// Where its interpolants come from.
    pub interpolants: Source,
    /// How they are read off proofs.
    pub system: InterpolationSystem,
}

impl Rival {
    /// What a run has itself.
    pub fn of(setup: &Setup) -> Rival {
        let Settings { interpolants, system, .. } = setup.settings;
        Rival { engine: setup.engine, interpolants, system }
    }

    /// What is worth comparing with a run if nothing else is said: plain IMC, and with that FiB.
    pub fn usual(setup: &Setup) -> Rival {
        let engine = if setup.engine == Engine::IMC { Engine::FIB_F } else { Engine::IMC };
        Rival { engine, ..Rival::of(setup) }
    }

    /// The second run: the same program, read alike, with the same limits. Formulas of the user's belong to the first one alone, and so
    /// does another solver.
    pub fn setup(self, first: &Setup) -> Setup {
        let settings = Settings {
            interpolants: self.interpolants,
            system: self.system,
            solver: Solver::Loopglass,
            ask_both: false,
            own: Vec::new(),
            ..first.settings.clone()
        };
        Setup { engine: self.engine, settings, ..first.clone() }
    }

    /// How a link has it.
    pub fn text(self) -> String {
        format!("{},{},{}", self.engine.as_str(), self.interpolants.as_str(), self.system.as_str())
    }

    /// Reads that; none if something of it is unknown here.
    pub fn of_text(text: &str) -> Option<Rival> {
        let mut parts = text.split(',');
        let engine = parts.next()?.parse().ok()?;
        let interpolants: Source = parts.next()?.parse().ok()?;
        let system = parts.next()?.parse().ok()?;
        parts.next().is_none().then_some(Rival { engine, interpolants, system })
    }

    /// In words.
    pub fn title(self) -> String {
        let Rival { engine, interpolants, system } = self;
        let read = if interpolants.reads_proofs() { format!(", {}", system.title()) } else { String::new() };
        format!("{}; interpolants {}{read}", engine.title(), interpolants.title())
    }
}

/// The first step at which two runs differ in what they ask, find or go on with; none if they have not so far. How the solver came to the
/// same answer is no difference. A run that is over differs from one that goes on.
pub fn parting((a, a_is_over): (&History, bool), (b, b_is_over): (&History, bool)) -> Option<usize> {
    let differs = |step: usize| match (a.event(step), b.event(step)) {
        (Some(one), Some(other)) => !is_alike((a, one), (b, other)),
        (None, Some(_)) => a_is_over,
        (Some(_), None) => b_is_over,
        (None, None) => false,
    };
    (1..=a.len().max(b.len())).find(|&step| differs(step))
}

/// Whether two steps say the same. The same formula may have another number in each run.
fn is_alike((a, one): (&History, &Event), (b, other): (&History, &Event)) -> bool {
    let queries = match (&one.query, &other.query) {
        (Some(one), Some(other)) => {
            one.parts.len() == other.parts.len()
                && one.parts.iter().zip(&other.parts).all(|(one, other)| {
                    (&one.name, one.side) == (&other.name, other.side)
                        && text(a, one.formula) == text(b, other.formula)
                })
                && answers((a, &one.answer), (b, &other.answer))
        }
        (one, other) => one.is_none() && other.is_none(),
    };
    queries
        && (one.line, &one.purpose, &one.outcome) == (other.line, &other.purpose, &other.outcome)
        && found((a, one)) == found((b, other))
}

/// What came of a step: its changes, and the texts of the formulas in them. How the verdict was proved does not belong to it.
fn found<'h>((run, event): (&'h History, &Event)) -> (Vec<Change>, Vec<Option<&'h str>>) {
    let mut texts = Vec::new();
    let mut changes = Vec::new();
    for change in event.changes.iter().filter(|change| !matches!(change, Change::Verdict(_))) {
        let mut number = |id: FormulaId| -> FormulaId {
            texts.push(text(run, id));
            0
        };
        changes.push(change.clone().map(&mut number as &mut dyn FnMut(FormulaId) -> FormulaId));
    }
    (changes, texts)
}

fn text(run: &History, id: FormulaId) -> Option<&str> {
    run.formula(id).map(|formula| formula.smt.as_str())
}

fn answers((a, one): (&History, &Answer), (b, other): (&History, &Answer)) -> bool {
    match (one, other) {
        (Answer::Unsat { interpolant: one, .. }, Answer::Unsat { interpolant: other, .. }) => {
            let found =
                |run, found: &Option<Interpolant>| found.as_ref().map(|found| text(run, found.formula));
            found(a, one) == found(b, other)
        }
        (one, other) => one == other,
    }
}

/// A row of the table of counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountRow {
    /// What is counted.
    pub name: &'static str,
    /// The same in a sentence.
    pub title: &'static str,
    /// What each run counted.
    pub cells: [String; 2],
}

/// What two runs counted in all, as the papers' tables do; time is left out. A run that is not over has a `+`.
pub fn counts(runs: [(&History, bool); 2], setup: &Setup) -> Vec<CountRow> {
    let counters = runs.map(|(run, _)| run.at(run.len()).counters);
    let number = |of: [String; 2]| {
        let [a, b] = of;
        let plus = |text: String, is_over: bool| if is_over { text } else { format!("{text}+") };
        [plus(a, runs[0].1), plus(b, runs[1].1)]
    };
    let row = |name, title, of: &dyn Fn(&trace::Counters) -> String| CountRow {
        name,
        title,
        cells: number([of(&counters[0]), of(&counters[1])]),
    };
    let ended = |(run, _): (&History, bool)| match run.at(run.len()).verdict {
        Some(Verdict::Safe { vacuous: None, .. }) => "safe".to_owned(),
        Some(Verdict::Unsafe(_)) => "unsafe".to_owned(),
        Some(Verdict::Unknown(_)) => "unknown".to_owned(),
        Some(other) => words::verdict(other, setup.language).to_owned(),
        None => "…".to_owned(),
    };
    let mut rows = vec![
        CountRow { name: "result", title: "How the run ended", cells: runs.map(ended) },
        CountRow {
            name: "steps",
            title: "Questions to the solver, one a step",
            cells: number(runs.map(|(run, _)| run.len().to_string())),
        },
        row("unrollings", "The largest number of copies of the transition relation in a query", &|c| {
            c.unrollings.to_string()
        }),
        row("satisfiability queries", "Queries that asked for no interpolant", &|c| {
            c.sat_queries.to_string()
        }),
        row("interpolants", "Queries that asked for an interpolant and got one", &|c| {
            c.interpolation_queries.to_string()
        }),
        row(
            "refinements",
            "Times an over-approximation had to be given up, or labels were strengthened",
            &|c| c.refinements.to_string(),
        ),
    ];
    let both = |(steps, back): (u32, u32)| format!("{steps} ({back})");
    if counters.iter().any(|c| c.forward != (0, 0)) {
        rows.push(row(
            "steps forward",
            "FiB: steps from the precondition on, and how often the sets went back to an exact one",
            &|c| both(c.forward),
        ));
    }
    if counters.iter().any(|c| c.backward != (0, 0)) {
        rows.push(row(
            "steps backward",
            "FiB: steps from the failing states back, and how often the sets went back to an exact one",
            &|c| both(c.backward),
        ));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Recorder, counter_run, part, query, unsat};
    use expect_test::expect;
    use trace::Side;

    /// The first events of a run, one of them changed.
    fn changed(count: usize, at: usize) -> History {
        let mut history = History::default();
        for event in counter_run().events().take(count) {
            let mut event = event.clone();
            if event.index as usize + 1 == at {
                event.outcome.push('!');
            }
            history.push(event).unwrap();
        }
        history
    }

    #[test]
    fn where_runs_part() {
        let whole = counter_run();
        let part = |b: &History, b_is_over| parting((&whole, true), (b, b_is_over));
        assert_eq!(part(&whole, true), None);
        assert_eq!(part(&changed(8, 3), true), Some(3));
        assert_eq!(part(&changed(5, 0), false), None, "the other may still come to the same");
        assert_eq!(part(&changed(5, 0), true), Some(6));
        assert_eq!(parting((&changed(5, 0), true), (&whole, true)), Some(6));
    }

    /// A run of one step that finds an interpolant: by a proof of so many steps, with so many formulas before it that nobody else has.
    fn found(tau: &str, proof_steps: u32, others: usize) -> History {
        let mut r = Recorder::default();
        for _ in 0..others {
            r.formula("x = 9");
        }
        let formula = r.formula(tau);
        let mut answer = unsat(&[0], Some(formula));
        if let Answer::Unsat { proof, .. } = &mut answer {
            proof.steps = proof_steps;
        }
        let asked = query(vec![part("I(s0)", Side::A, formula)], &[], answer);
        r.step(14, asked, vec![Change::InterpolantAdded { index: 1, formula }], vec![]);
        r.finish()
    }

    #[test]
    fn another_proof_of_the_same_is_no_difference() {
        let part = |b: &History| parting((&found("x = 1", 3, 0), true), (b, true));
        assert_eq!(part(&found("x = 1", 3, 0)), None);
        assert_eq!(part(&found("x = 1", 7, 0)), None, "the proof is a longer one");
        assert_eq!(part(&found("x = 1", 3, 2)), None, "the formula has another number");
        assert_eq!(part(&found("x = 2", 3, 0)), Some(1));
    }

    #[test]
    fn what_came_of_a_question_is_compared() {
        let labelled = |label: &str| {
            let mut r = Recorder::default();
            let formula = r.formula(label);
            let change =
                trace::ArgChange::Labelled { node: 0, label: formula, origin: trace::LabelOrigin::Post };
            r.step(46, None, vec![Change::Arg(change)], vec![]);
            r.finish()
        };
        let part = |b: &History| parting((&labelled("x >= 0"), true), (b, true));
        assert_eq!(part(&labelled("x >= 0")), None);
        assert_eq!(part(&labelled("x >= 1")), Some(1));
    }

    #[test]
    fn counts_as_in_the_papers() {
        let whole = counter_run();
        let rows = counts([(&whole, true), (&changed(4, 0), false)], &Setup::default());
        let text: String =
            rows.iter().map(|row| format!("{}: {}\n", row.name, row.cells.join(", "))).collect();
        expect![[r#"
            result: safe, …
            steps: 8, 4+
            unrollings: 0, 0+
            satisfiability queries: 5, 3+
            interpolants: 2, 1+
            refinements: 0, 0+
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn what_a_link_has_reads_back() {
        let setup = Setup::default();
        for engine in Engine::ALL {
            for interpolants in Source::ALL {
                let rival = Rival { engine, interpolants, ..Rival::of(&setup) };
                assert_eq!(Rival::of_text(&rival.text()), Some(rival));
                assert_eq!(Rival::of(&rival.setup(&setup)), rival);
            }
        }
        for broken in [
            "",
            "imc",
            "imc,proof",
            "imc,proof,none",
            "imc,proof,mcmillan,",
            "x,proof,mcmillan",
            "imc,own,mcmillan",
        ] {
            assert_eq!(Rival::of_text(broken), None, "{broken}");
        }
        assert_ne!(Rival::usual(&setup), Rival::of(&setup));
    }
}
