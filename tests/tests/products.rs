//! Products of variables: what is said of random programs with them, against executions.

use lang::interp::{ExecutionLimits, ExecutionOutcome, Oracle};
use lang::{LoopId, NondetId, Sort, Unit, Value};
use loopglass_tests::random::Numbers;
use session::{Session, verdict_of};
use trace::{Engine, Language, Settings, Setup, Verdict};

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
