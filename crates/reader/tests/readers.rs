//! What holds of every reader, and which one a file's name tells.

use expect_test::{Expect, expect};
use lang::Arithmetic;
use std::collections::BTreeSet;
use trace::{Dialect, Language};

#[test]
fn each_begins_with_a_program_without_remarks() {
    for language in Language::ALL {
        let reader = reader::of(language);
        let reading = reader::read(reader.fresh(), language.into());
        assert!(reading.diagnostics.is_empty(), "{}: {:?}", reader.title(), reading.diagnostics);
        let program = reading.program.unwrap_or_else(|| panic!("{} begins with a program", reader.title()));
        assert!(!program.lower().edges.is_empty() && program.asserts().len() == 1, "{}", reader.title());
        let tokens = reader.tokens(reader.fresh());
        let coloured: usize = tokens.iter().map(|(span, _)| span.text(reader.fresh()).len()).sum();
        let visible = reader.fresh().split_whitespace().map(str::len).sum::<usize>();
        assert!(coloured >= visible, "{}: every character has a colour", reader.title());
    }
}

#[test]
fn nothing_is_read_where_there_is_an_error() {
    for language in Language::ALL {
        let reading = reader::read("while (", language.into());
        assert!(reading.program.is_none() && !reading.diagnostics.is_empty(), "{language:?}");
        let problems = reader::problems("while (", &reading.diagnostics);
        assert_eq!((problems.len(), problems[0].line), (reading.diagnostics.len(), 1));
    }
}

#[test]
fn files_tell_their_language() {
    for (name, language) in [
        ("loop.imp", Some(Language::Imp)),
        ("a.b.c", Some(Language::C)),
        ("LOOP.C", Some(Language::C)),
        ("loop.i", Some(Language::C)),
        ("loop.h", Some(Language::C)),
        ("loop.aag", Some(Language::Aiger)),
        ("loop.aig", Some(Language::Aiger)),
        ("loop.smt2", Some(Language::Chc)),
        ("loop.txt", None),
        ("imp", None),
        ("", None),
    ] {
        assert_eq!(reader::of_file(name), language, "{name}");
    }
}

#[test]
fn names_and_endings_are_told_apart() {
    let mut names = BTreeSet::new();
    let mut endings = BTreeSet::new();
    for language in Language::ALL {
        assert_eq!(language.as_str().parse(), Ok(language));
        assert!(names.insert(language.as_str()));
        for ending in reader::of(language).endings() {
            assert!(endings.insert(ending), "{ending} belongs to one language");
        }
    }
}

/// What is said of a C program whose integers are read as mathematical.
fn check_difference(source: &str, expected: Expect) {
    let dialect = Dialect { language: Language::C, arithmetic: Arithmetic::MATHEMATICAL };
    let reading = reader::read(source, dialect);
    let problems = reader::problems(source, &reading.diagnostics);
    let line = |p: &trace::Problem| format!("{}:{} {}\n", p.line, p.column, p.message);
    expected.assert_eq(&problems.iter().map(line).collect::<String>());
}

#[test]
fn the_first_place_where_mathematical_integers_differ_from_those_of_c() {
    check_difference(
        "#include <assert.h>\nint main(void) {\n  unsigned x = 10;\n  while (x >= 10) x += 2;\n  x -= 20;\n  assert(x);\n}",
        expect![[r#"
            4:19 integers are read as mathematical; this may wrap in C
        "#]],
    );
    check_difference(
        "#include <assert.h>\nint main(void) {\n  int n = __VERIFIER_nondet_int(), s = 0;\n  while (n > 0) { s += n; n--; }\n  unsigned char c = s;\n  assert(c >= 0);\n}",
        expect![[r#"
            4:19 integers are read as mathematical; this may overflow in C, which leaves that undefined
        "#]],
    );
    check_difference(
        "#include <assert.h>\nint main(void) {\n  int n = __VERIFIER_nondet_int(), i = 0;\n  while (i < n) i++;\n  assert(i >= 0);\n}",
        expect![[r#"
            3:11 integers are read as mathematical; this is in the range of its type in C
        "#]],
    );
    // Also where the conversion is one of a constant, and where there is no difference.
    check_difference(
        "int main(void) { unsigned char c = 300; assert(c == 300); c = c + 1; }",
        expect![[r#"
        1:36 300 is outside the range of `unsigned char`, and stays as it is
    "#]],
    );
    check_difference("int main(void) { unsigned x = 3; while (x > 0) x--; assert(x == 0); }", expect![[""]]);
}

/// Also what the parser leaves to intervals, and they do not settle.
#[test]
fn rejected_programs_are_none() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/rejected");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("an entry").path();
        let name = path.display().to_string();
        let Some(language) = reader::of_file(&name) else { continue };
        let source = std::fs::read_to_string(&path).expect("a text");
        let reading = reader::read(&source, Dialect { language, arithmetic: Arithmetic::default() });
        assert!(reading.program.is_none(), "{name}");
        assert!(reading.diagnostics.iter().any(|d| d.severity == lang::Severity::Error), "{name}");
        count += 1;
    }
    assert!(count >= 30, "{count}");
}

#[test]
fn operations_of_many_values_are_refused_and_those_of_few_are_not() {
    let refused = |integers, source: &str| {
        let arithmetic = Arithmetic { integers, ..Arithmetic::default() };
        let reading = reader::read(source, Dialect { language: Language::C, arithmetic });
        reading.program.is_none()
    };
    for integers in [lang::Integers::C, lang::Integers::Mathematical] {
        let program = |what: &str| {
            format!("int nondet(void);\nint main(void) {{ int x = nondet(), y = nondet(), k = 3; {what} }}")
        };
        assert!(!refused(integers, &program("assert(x * y != 6);")), "products are followed");
        assert!(!refused(integers, &program("if (y != 0) assert(x / y != 6);")), "a product defines them");
        assert!(refused(integers, &program("assert((x ^ y) != 6);")));
        assert!(!refused(integers, &program("assert(x * k != 7);")));
        assert!(!refused(integers, &program("if (y > 0 && y < 9) assert(x % y < 9);")));
        assert!(!refused(integers, &program("y = x * x; assert(k == 3);")), "no assertion depends on it");
    }
}
