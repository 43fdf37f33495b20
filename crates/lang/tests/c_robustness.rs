//! Whatever the text, the front end of C answers: no panic, no overflow of the stack, no unbounded report.

mod generate;
mod generate_c;

use generate::Random;
use generate_c::Shape;
use lang::interp::{Limits, Oracle};
use lang::{NondetId, Sort, Unit, Value};

struct Coin(Random);

impl Oracle for Coin {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.0.chance(50)),
            Sort::Int => Value::Int(lang::Int::from(self.0.between(-5, 5))),
        }
    }
}

/// Everything that can be asked of a text; the answers must fit together. Whether it is a program.
fn digest(source: &str) -> bool {
    let parsed = lang::c::parse(source);
    let errors = parsed.diagnostics.iter().filter(|found| found.severity == lang::Severity::Error).count();
    assert_eq!(parsed.program.is_some(), errors == 0, "{source:?}: {:?}", parsed.diagnostics);
    assert!(parsed.diagnostics.len() <= 101, "{source:?}");
    for diagnostic in &parsed.diagnostics {
        let related = diagnostic.related.iter().map(|related| related.0);
        for span in related.chain([diagnostic.span]) {
            let range = span.start as usize..span.end as usize;
            assert!(source.get(range).is_some(), "{span:?} in {source:?}");
        }
        assert!(lang::render("a.c", source, diagnostic).ends_with('\n'));
    }
    if let Some(program) = &parsed.program {
        let mut oracle = Coin(Random::new(source.len() as u64));
        program.run(&Default::default(), &mut oracle, Limits { steps: 200, bits: 2_000 });
    }
    parsed.program.is_some()
}

#[test]
fn random_programs_are_accepted() {
    for seed in 0..3_000 {
        let source = generate_c::program(&mut Random::new(seed), Shape::SMALL);
        let parsed = lang::c::parse(&source);
        let errors: String = parsed
            .diagnostics
            .iter()
            .filter(|found| found.severity == lang::Severity::Error)
            .map(|found| lang::render("a.c", &source, found))
            .collect();
        assert!(errors.is_empty(), "seed {seed}:\n{errors}\n{source}");
        digest(&source);
    }
}
