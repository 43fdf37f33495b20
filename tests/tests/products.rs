//! Products of variables: what is said of random programs with them, against executions.

use lang::interp::{ExecutionLimits, ExecutionOutcome, Oracle};
use lang::{LoopId, NondetId, Sort, Unit, Value};
use loopglass_tests::random::Numbers;
use session::{Session, verdict_of};
use trace::{Answer, Engine, Language, Settings, Setup, Verdict};

/// Makes programs and answers choices.
struct Random(Numbers);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    fn pick(&mut self, all: &[&str]) -> String {
        all[self.below(all.len())].to_owned()
    }

    fn linear(&mut self) -> String {
        let parts = ["x", "y", "z", "x + 1", "y - 1", "2 * z", "x + y", "z - x", "1", "2", "-3"];
        self.pick(&parts)
    }

    fn expression(&mut self) -> String {
        match self.below(4) {
            0 => self.linear(),
            1 => format!("({}) * ({}) / 2", self.linear(), self.linear()),
            2 => format!("({}) * ({}) + {}", self.linear(), self.linear(), self.pick(&["1", "x", "y"])),
            _ => format!("({}) * ({})", self.linear(), self.linear()),
        }
    }

    fn condition(&mut self) -> String {
        let sign = self.pick(&["<", "<=", "=", "!=", ">", ">="]);
        format!("{} {sign} {}", self.expression(), self.linear())
    }

    fn statement(&mut self) -> String {
        let var = self.pick(&["x", "y", "z"]);
        match self.below(4) {
            0 => format!("{var} := nondet"),
            1 => format!("{var} := {}", self.linear()),
            2 => format!("{var} := {}", self.expression()),
            _ => format!("if {} then {var} := {} else skip end", self.condition(), self.linear()),
        }
    }

    fn program(&mut self) -> String {
        format!(
            "{{ {} }}\n{};\nwhile {} do {}; {} done\n{{ {} or {} }}",
            self.condition(),
            self.statement(),
            self.condition(),
            self.statement(),
            self.statement(),
            self.condition(),
            self.condition()
        )
    }
}

impl Oracle for Random {
    fn choose(&mut self, _: NondetId, _: Sort) -> Value {
        Value::Int(lang::Int::from(i64::try_from(self.below(13)).expect("small") - 6))
    }

    fn loop_head(&mut self, _: LoopId, _: &[Value]) {}
}

/// Whether one of some executions fails.
fn fails(program: &dyn Unit, random: &mut Random) -> bool {
    (0..300).any(|_| {
        let initial = program.vars().map(|id| (id, random.choose(NondetId(0), Sort::Int))).collect();
        let limits = ExecutionLimits { steps: 300, bits: 200 };
        let execution = program.run(&initial, random, limits);
        matches!(execution.outcome, ExecutionOutcome::AssertionFailed { .. })
    })
}

#[test]
fn verdicts_about_products_hold_of_executions() {
    let mut random = Random(Numbers(0x2545_F491_4F6C_DD1D));
    let (mut safe, mut failing, mut lemmas) = (0, 0, 0);
    for number in 0..160 {
        let source = random.program();
        let program = lang::parse_imp(&source).program.expect("a program");
        let engine = [Engine::BMC, Engine::IMC, Engine::KIND, Engine::VINTA_BOX][number % 4];
        let settings =
            Settings { run_first: false, max_unrollings: 4, max_conflicts: 300, ..Settings::default() };
        let setup = Setup { source: source.clone(), language: Language::Imp, engine, settings };
        let (mut session, _) =
            Session::open(&setup).unwrap_or_else(|problems| panic!("{source}: {problems:?}"));
        let events = session.run_to_end();
        lemmas += events.iter().filter(|event| event.outcome.contains("Of all integers it holds")).count();
        match verdict_of(&events) {
            Some(Verdict::Safe { .. }) => {
                safe += 1;
                assert!(!fails(&program, &mut random), "{engine} proves\n{source}");
            }
            // It was replayed.
            Some(Verdict::Unsafe(_)) => failing += 1,
            Some(Verdict::Unknown(_)) => {}
            verdict => panic!("{engine}: {verdict:?} of\n{source}"),
        }
    }
    assert!(safe >= 20 && failing >= 20 && lemmas >= 20, "{safe} {failing} {lemmas}");
}

/// Where a model takes a product to be what it is not, the step says so; and only there.
#[test]
fn a_model_with_another_product_says_so() {
    let (mut said, mut silent) = (0, 0);
    for engine in [Engine::IMC, Engine::KIND, Engine::FIB_F, Engine::PDR] {
        let example = library::by_key("squares").expect("an example");
        let settings = Settings { run_first: false, max_unrollings: 4, ..Settings::default() };
        let setup = Setup { engine, settings, ..example.taught() };
        let (mut session, _) = Session::open(&setup).expect("a program");
        for event in session.run_to_end() {
            let Some(Answer::Sat { model, .. }) = event.query.as_ref().map(|query| &query.answer) else {
                continue;
            };
            let value = |name: &str| {
                let row = model.iter().find(|row| row.symbol.to_string() == name)?;
                row.value.parse::<i64>().ok()
            };
            let is_wrong = model.iter().any(|row| {
                let Some(factors) = trace::factors(&row.symbol.to_string()) else { return false };
                let known: Option<Vec<i64>> = factors.iter().map(|factor| value(factor)).collect();
                known.is_some_and(|known| row.value != known.iter().product::<i64>().to_string())
            });
            // Before a counterexample is looked at, it is said that it will be.
            let is_looked_at = event.outcome.contains("which are looked at next");
            let says = event.outcome.contains(" In the model ");
            assert!(is_looked_at || says == is_wrong, "{engine}: {} {model:?}", event.outcome);
            said += usize::from(says);
            silent += usize::from(!is_wrong);
        }
    }
    assert!(said >= 4 && silent >= 1, "{said} said, {silent} silent");
}
