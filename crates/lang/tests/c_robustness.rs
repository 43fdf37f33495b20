//! Whatever the text, the front end of C answers: no panic, no overflow of the stack, no unbounded report.

mod c_limits;
mod generate;
mod generate_c;

use generate::Random;
use generate_c::Shape;
use lang::interp::{ExecutionLimits, Oracle};
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
    let parsed = lang::c::parse(source, lang::Arithmetic::default());
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
    let mut at = 0;
    for (span, _) in lang::c::highlight::tokens(source) {
        assert!(at <= span.start && span.start < span.end, "{span:?} in {source:?}");
        at = span.end;
    }
    if let Some(program) = &parsed.program {
        let mut oracle = Coin(Random::new(source.len() as u64));
        program.run(&Default::default(), &mut oracle, ExecutionLimits { steps: 200, bits: 2_000 });
    }
    parsed.program.is_some()
}

#[test]
fn random_programs_are_accepted() {
    for seed in 0..3_000 {
        let source = generate_c::program(&mut Random::new(seed), Shape::SMALL);
        let parsed = lang::c::parse(&source, lang::Arithmetic::default());
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
    "struct s ",
    "struct s { int x, y[2]; } ",
    "int *p = &",
    "a[2][3]",
    "a[",
    "]",
    "->x",
    ".x",
    "&",
    "*p",
    "sizeof ",
    "= { 1, [1] = 2, .x = 3 }",
    "NULL",
    "\"ab\"",
    "malloc(3)",
    "int ",
    "unsigned ",
    "char ",
    "_Bool ",
    "bool ",
    "void ",
    "float ",
    "struct s ",
    "enum ",
    "typedef ",
    "static ",
    "extern ",
    "const ",
    "if ",
    "else ",
    "while ",
    "do ",
    "for ",
    "switch ",
    "case ",
    "default",
    "goto ",
    "break",
    "continue",
    "return ",
    "sizeof ",
    "main",
    "x",
    "y",
    "f",
    "L",
    "ERROR",
    "nondet",
    "assert",
    "assume",
    "abort",
    "reach_error",
    "__VERIFIER_nondet_uint",
    "printf",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    "?",
    "=",
    "+=",
    "%=",
    "<<=",
    "==",
    "!=",
    "<",
    ">=",
    "&&",
    "||",
    "!",
    "~",
    "&",
    "|",
    "^",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    "++",
    "--",
    "->",
    ".",
    "...",
    "0",
    "1",
    "2",
    "077",
    "0x1f",
    "1.5",
    "'a'",
    "\"s\"",
    "\"",
    "'",
    "\\\n",
    "\n",
    "#define M ",
    "#define F(a) ",
    "\n#if 1\n",
    "\n#else\n",
    "\n#endif\n",
    "\n#include <a.h>\n",
    "M",
    "F",
    "#",
    "##",
    "// ",
    "/* ",
    " */",
    "ä",
    "≠",
    ":=",
    "__attribute__((x))",
    "true",
    "size_t ",
    "NULL",
    "argv",
    "scanf",
    "\"%d %*c%[^]]%5u\"",
    "my_assert",
    "check",
    "klee_make_symbolic",
    "__builtin_expect",
    "abs",
    "static_assert",
    "__LINE__",
    "int f(a, b) int a; char b; {",
    "case 1 ... 9:",
    "\n#if defined(M) || F(1) > 2 ?",
    "\n#elif (",
    "\n#define V(a, ...) f(a, ##__VA_ARGS__) #a\n",
    "V(",
    "& 6",
    "| -5",
];

#[test]
fn random_words() {
    let mut random = Random::new(2);
    let mut programs = 0;
    for round in 0..15_000 {
        // Among the short ones a program turns up now and then.
        let length = 1 + random.below(if round % 2 == 0 { 5 } else { 25 });
        let text: Vec<&str> = (0..length).map(|_| WORDS[random.below(WORDS.len())]).collect();
        programs += usize::from(digest(&text.concat()));
    }
    assert!(programs > 5, "{programs}");
}

/// Where words and signs begin and end, more or less.
fn pieces(text: &str) -> Vec<(usize, usize)> {
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut word_end = 0;
    for (at, character) in text.char_indices().filter(|(_, character)| !character.is_whitespace()) {
        let end = at + character.len_utf8();
        let in_word = character.is_alphanumeric() || character == '_';
        match pieces.last_mut() {
            Some(last) if in_word && word_end == at => last.1 = end,
            _ => pieces.push((at, end)),
        }
        word_end = if in_word { end } else { 0 };
    }
    pieces
}

#[test]
fn mutated_programs() {
    let mut programs = 0;
    for seed in 0..4_000 {
        let mut random = Random::new(seed);
        let mut text = generate_c::program(&mut random, Shape::SMALL);
        for _ in 0..1 + random.below(3) {
            let pieces = pieces(&text);
            if pieces.is_empty() {
                break;
            }
            let (start, end) = pieces[random.below(pieces.len())];
            match random.below(5) {
                0 => text.replace_range(start..end, ""),
                1 => text.replace_range(start..end, WORDS[random.below(WORDS.len())]),
                2 => text.insert_str(end, WORDS[random.below(WORDS.len())]),
                3 => {
                    let (from, to) = pieces[random.below(pieces.len())];
                    let copied = text[from..to].to_owned();
                    text.replace_range(start..end, &copied);
                }
                _ if random.chance(20) => text.truncate(start),
                _ => {}
            }
        }
        programs += usize::from(digest(&text));
    }
    assert!(programs > 400, "{programs}");
}
