//! Whatever the text, the front end answers: no panic, no overflow of the stack, no unbounded report.

mod generate;
use generate::{Random, Shape};
use lang::interp::{self, ExecutionLimits, Oracle};
use lang::{Code, NondetId, Sort, Value};

struct Coin(Random);

impl Oracle for Coin {
    fn choose(&mut self, _: NondetId, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.0.chance(50)),
            Sort::Int => Value::Int(lang::Int::from(self.0.between(-5, 5))),
        }
    }
}

/// Everything that can be asked of a text; the answers must fit together.
fn digest(source: &str) {
    let parsed = lang::parse_imp(source);
    let errors = parsed.diagnostics.iter().filter(|found| found.severity == lang::Severity::Error).count();
    assert_eq!(parsed.program.is_some(), errors == 0, "{source:?}");
    assert!(parsed.diagnostics.len() <= 101, "{source:?}");
    for diagnostic in &parsed.diagnostics {
        let related = diagnostic.related.iter().map(|related| related.0);
        for span in related.chain([diagnostic.span]) {
            let range = span.start as usize..span.end as usize;
            assert!(source.get(range).is_some(), "{span:?} in {source:?}");
        }
        assert!(lang::render("a.imp", source, diagnostic).ends_with('\n'));
    }
    let mut at = 0;
    for (span, _) in lang::highlight::tokens(source) {
        assert!(at <= span.start && span.start < span.end, "{span:?} in {source:?}");
        at = span.end;
    }
    if let Some(program) = &parsed.program {
        let printed = program.to_string();
        assert!(lang::parse_imp(&printed).program.is_some(), "{source:?} printed as {printed:?}");
        let mut oracle = Coin(Random::new(source.len() as u64));
        interp::run(program, &Default::default(), &mut oracle, ExecutionLimits { steps: 200, bits: 2_000 });
    }
}

#[test]
fn random_bytes() {
    let mut random = Random::new(1);
    for _ in 0..3_000 {
        let length = random.below(60);
        let bytes: Vec<u8> = (0..length).map(|_| random.number() as u8).collect();
        digest(&String::from_utf8_lossy(&bytes));
    }
}

const WORDS: &[&str] = &[
    "int ", "bool ", "skip", "if ", " then ", " elif ", " else ", " end", "while ", " do ", " done",
    "assume ", "assert ", "nondet", "true", "false", "not ", " and ", " or ", ":=", ";", ",", "(", ")", "{",
    "}", "=>", "||", "&&", "!", "<", "<=", "=", "==", "!=", ">=", ">", "+", "-", "*", "/", "%", "x", "y",
    "b", "0", "1", "2", "--", "++", "+=", "≠", "ä", " ", "\n", "// ", "/*", "*/", "fi", "od", "for", "mod ",
    "While ", "[", "?",
];

#[test]
fn random_words() {
    let mut random = Random::new(2);
    for _ in 0..10_000 {
        let length = 1 + random.below(25);
        let text: Vec<&str> = (0..length).map(|_| WORDS[random.below(WORDS.len())]).collect();
        digest(&text.concat());
    }
}

#[test]
fn mutated_programs() {
    let shape = Shape { loops: 3, block: 3, depth: 3, height: 2, numbers: 9, big: false };
    for seed in 0..4_000 {
        let mut random = Random::new(seed);
        let mut text = generate::program(&mut random, shape).to_string();
        for _ in 0..1 + random.below(3) {
            let tokens = lang::highlight::tokens(&text);
            if tokens.is_empty() {
                break;
            }
            let (span, _) = tokens[random.below(tokens.len())];
            let range = span.start as usize..span.end as usize;
            match random.below(4) {
                0 => text.replace_range(range, ""),
                1 => text.replace_range(range, WORDS[random.below(WORDS.len())]),
                2 => text.insert_str(range.end, WORDS[random.below(WORDS.len())]),
                _ => text.truncate(range.start),
            }
        }
        digest(&text);
    }
}

fn codes(source: &str) -> Vec<Code> {
    lang::parse_imp(source).diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

#[test]
fn deep_nesting_is_refused() {
    let many = 100_000;
    let deep = [
        format!("x := {}1{}", "(".repeat(many), ")".repeat(many)),
        format!("x := {}", "(".repeat(many)),
        format!("x := {}1", "-".repeat(many)),
        format!("assert {}true", "not ".repeat(many)),
        format!("x := {}0{}", "1 - (".repeat(many), ")".repeat(many)),
        "while true do ".repeat(many / 2),
        "if true then ".repeat(many / 2),
        "if true then skip else ".repeat(many / 3),
        format!("x := x{}", " / 2".repeat(many)),
        format!("x := x{}", " % 7 * 3".repeat(many / 2)),
    ];
    for source in deep {
        let found = codes(&source);
        assert!(found.contains(&Code::TooDeep), "{:.40}: {found:?}", source);
        assert!(found.len() <= 55, "{:.40}", source);
    }
}

#[test]
fn many_errors_are_bounded() {
    for source in [format!("x := {}1", "+ ".repeat(100_000)), "while true do { if true { ".repeat(30_000)] {
        let found = codes(&source);
        assert_eq!(found.len(), 51, "{found:?}");
    }
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let many = 200;
    for source in [
        format!("x := {}1{}", "(".repeat(many), ")".repeat(many)),
        format!("x := {}x{}", "-(".repeat(many / 2), ")".repeat(many / 2)),
        format!("{}skip{}", "while true do ".repeat(many), " done".repeat(many)),
        format!("{}skip{}", "if true then skip else ".repeat(many), " end".repeat(many)),
    ] {
        assert_eq!(codes(&source), [], "{:.40}", source);
        digest(&source);
    }
}

#[test]
fn long_chains_are_read() {
    let many = 100_000;
    for source in [
        format!("x := 1{}", " + 1".repeat(many)),
        format!("x := x{}", " - y".repeat(many)),
        format!("assert x = 1{}", " and x = 1".repeat(many)),
        format!("assert x = 1{}", " or x = 1".repeat(many)),
        format!("assert x = 1{}", " => x = 1".repeat(many)),
        format!("skip{}", "; skip".repeat(many)),
        format!("if x = 0 then skip{} end", " elif x = 1 then skip".repeat(many / 3)),
        format!("int x{}; skip", (0..many).map(|at| format!(", x{at}")).collect::<String>()),
    ] {
        assert_eq!(codes(&source), [], "{:.40}", source);
        digest(&source);
    }
}

#[test]
fn many_names_are_compared_quickly() {
    let names = |prefix: &str| (0..40_000).map(|at| format!("{prefix}{at}")).collect::<Vec<_>>();
    let source = format!("int {}; x := {}", names("ab").join(", "), names("ac").join(" + "));
    assert_eq!(codes(&source).len(), 50);
}

#[test]
fn large_things_are_refused() {
    assert_eq!(codes(&" ".repeat((1 << 20) + 1)), [Code::SourceTooLarge]);
    assert_eq!(codes(&format!("x := {}", "9".repeat(10_000))), []);
    assert_eq!(codes(&format!("x := {}", "9".repeat(10_001))), [Code::NumberTooLong]);
    let product = format!("x := {}", ["9".repeat(9_000), "9".repeat(9_000)].join(" * "));
    assert_eq!(codes(&product), [Code::NumberTooLong]);
    let errors = codes(&"x = 1; ".repeat(100_000));
    assert_eq!((errors.len(), errors.last()), (51, Some(&Code::TooManyErrors)));
    let warnings = codes(&format!("skip{}", ";".repeat(100_000)));
    assert_eq!(warnings.len(), 50);
}

#[test]
fn one_error_in_a_long_file() {
    let line = |at: usize| match at {
        3_217 => "  x := x +* 1;\n".to_owned(),
        _ => format!("  x := x + {at}; // ä\n"),
    };
    let source: String =
        ["while x < 9 do\n".to_owned()].into_iter().chain((2..5_000).map(line)).collect::<String>()
            + "  skip\ndone\n";
    let parsed = lang::parse_imp(&source);
    let [error] = parsed.diagnostics.as_slice() else { panic!("{:?}", parsed.diagnostics) };
    let text = lang::render("a.imp", &source, error);
    assert!(text.starts_with("a.imp:3217:11: error: "), "{text}");
}
