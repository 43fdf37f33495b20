//! What is nested too deeply, or too large, is refused; up to the limits everything is read.

use super::digest;
use lang::Code;

fn codes(source: &str) -> Vec<Code> {
    lang::c::parse(source, lang::Arithmetic::MATHEMATICAL)
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code)
        .collect()
}

#[test]
fn deep_nesting_is_refused() {
    let many = 10_000;
    let deep = [
        format!("int x = {}1{};", "(".repeat(many), ")".repeat(many)),
        format!("int x; x = {};", "(".repeat(many)),
        format!("int x; x = {}x;", "!".repeat(many)),
        format!("int x; x = {}x;", "- ".repeat(many)),
        format!("int x; {}x = 1;", "x = ".repeat(many)),
        format!("int x; x = x{};", " / 2".repeat(many)),
        format!("int x; x = x{};", " < 2".repeat(many)),
        format!("int x; x = x{};", " << 1".repeat(many)),
        format!("int x; x = {}x;", "(int)".repeat(many)),
        format!("int x; x = {}1{};", "x ? ".repeat(many), " : 2".repeat(many)),
        format!("int {}x{};", "(".repeat(many), ")".repeat(many)),
        format!("int f(int a) {{ return a; }} int x = {}1{};", "f(".repeat(many), ")".repeat(many)),
        "while (1) ".repeat(many),
        "{".repeat(many),
        "if (1) ".repeat(many),
        "do ".repeat(many),
        "for (;;) { switch (1) { ".repeat(many),
        format!("int x; x{};", "++".repeat(many)),
        format!("int x; x = x{};", ".a".repeat(many)),
    ];
    for source in deep {
        let found = codes(&source);
        assert!(found.contains(&Code::TooDeep), "{source:.40}: {found:?}");
        assert!(found.len() <= 55, "{source:.40}");
    }
}

#[test]
fn what_is_nested_400_deep_is_one_error() {
    let many = 400;
    let around =
        |open: &str, inner: &str, close: &str| format!("{}{inner}{}", open.repeat(many), close.repeat(many));
    for source in [
        format!("int x = {};", around("(", "1", ")")),
        format!("int x; {}", around("{", "x = 1;", "}")),
        format!("int x; {}", around("if (x) {", "x = 1;", "} else x = 2;")),
        format!("int x; {}", around("while (x) {", "x = 1;", "}")),
        format!("int x; {}", around("do {", "x = 1;", "} while (x);")),
        format!("int x; {}", around("switch (x) { case 1:", "x = 1;", "}")),
        format!("int x; x = {};", around("- ", "x", "")),
        format!("int x; x = {};", around("!", "x", "")),
        format!("int x; x = {};", around("(char)", "x", "")),
        format!("int x; x = {};", around("x ? ", "1", " : 2")),
        format!("int x; {};", around("x = ", "1", "")),
        format!("int x; x = {};", around("x + (", "1", ")")),
        format!("int a[2]; a[{}] = 1;", around("a[", "0", "]")),
        format!("int a[2] = {};", around("{", "0", "}")),
        format!("int f(int a) {{ return a; }} int x = {};", around("f(", "1", ")")),
    ] {
        assert_eq!(codes(&source), [Code::TooDeep], "{source:.60}");
    }
    for source in [
        format!("int x; if (x) x = 1; {}", "else if (x) x = 2; ".repeat(many)),
        around("#if 1\n", "int x;\n", "#endif\n"),
    ] {
        assert_eq!(codes(&source), [], "{source:.60}");
    }
}

#[test]
fn nesting_up_to_the_limit_is_read() {
    let many = 200;
    for source in [
        format!("int x = {}1{};", "(".repeat(many), ")".repeat(many)),
        format!("int x = 1; x = {}x;", "-".to_owned() + &" -".repeat(many / 2)),
        format!("int x = 1; {}x--;", "while (x > 0) ".repeat(many)),
        format!("int x = 1; {}x--;{}", "if (x) { ".repeat(many), " }".repeat(many)),
        format!("int x = 1; x = {}1{};", "x ? ".repeat(many / 2), " : 2".repeat(many / 2)),
        format!(
            "int x = 1; {}x--; while (x > 0){};",
            "do { ".repeat(many / 2),
            "; } while (x)".repeat(many / 2)
        ),
    ] {
        assert_eq!(codes(&source), [], "{source:.60}");
        assert!(digest(&source));
    }
}

#[test]
fn deep_conditions_of_the_preprocessor_are_refused() {
    let many = 20_000;
    for condition in [
        "(".repeat(many),
        "!".repeat(many) + "1",
        "1 || (".repeat(many) + "1",
        "1 ? 1 : ".repeat(many) + "1",
        "defined(".repeat(many),
    ] {
        let source = format!("#if {condition}\n#endif\nint x;");
        assert_eq!(codes(&source), [Code::BadDirective], "{source:.40}");
    }
    let source = format!("#if 1{}\n#endif\nint x;", " + 1".repeat(many));
    assert_eq!(codes(&source), []);
}

#[test]
fn many_calls_of_many_variables_are_bounded() {
    let mut source = String::new();
    let many = 2_500;
    (0..many).for_each(|at| source.push_str(&format!("int g{at};\n")));
    source.push_str("int f0() {");
    (0..many).for_each(|at| source.push_str(&format!(" g{at}++;")));
    source.push_str(" return 1; }\n");
    (1..many).for_each(|at| source.push_str(&format!("int f{at}() {{ return f{}() + f0(); }}\n", at - 1)));
    source.push_str("int main() { return f3(); }");
    let order = codes(&source).into_iter().filter(|code| *code == Code::OrderOfEvaluation).count();
    assert_eq!(order, 1);
}

#[test]
fn calls_nested_too_deeply_are_refused() {
    let mut source = String::from("int f0(int x) { return x; }\n");
    for at in 1..2_000 {
        source.push_str(&format!("int f{at}(int x) {{ return f{}(x); }}\n", at - 1));
    }
    source.push_str("int main() { return f1999(3); }");
    assert_eq!(codes(&source), [Code::TooDeep]);
    let mut source = String::from("int f0(int x) { return x; }\n");
    for at in 1..100 {
        source.push_str(&format!("int f{at}(int x) {{ return f{}(x + 1); }}\n", at - 1));
    }
    source.push_str("int main() { assert(f99(3) == 102); return 0; }");
    assert_eq!(codes(&source), []);
    assert!(digest(&source));
}

#[test]
fn long_chains_are_read() {
    let many = 60_000;
    for source in [
        format!("int x = 1{};", " + 1".repeat(many)),
        format!("int x, y; x = x{};", " - y".repeat(many)),
        format!("int x; assert(x == 1{});", " && x == 1".repeat(many / 2)),
        format!("int x; x = x == 1{};", " || x == 1".repeat(many / 2)),
        format!("int x; x = x == 0 ? 1{} : 3;", " : x == 1 ? 2".repeat(many / 4)),
        format!("int x, y; y = (x{});", ", x++".repeat(many)),
        format!("int x = 0; {}", "x++;".repeat(many)),
        format!("int x; if (x == 0) x = 1;{}", " else if (x == 1) x = 2;".repeat(many / 4)),
        format!(
            "int x; switch (x) {{ {} }}",
            (0..many / 3).map(|at| format!("case {at}: ")).collect::<String>()
        ),
        format!("int x{}; x = 1;", (0..many).map(|at| format!(", x{at}")).collect::<String>()),
        format!("int x; {} x = 1;", (0..many / 3).map(|at| format!("l{at}: ")).collect::<String>()),
        format!("#define A 1\nint x = A{};", " + A".repeat(many / 4)),
        format!(
            "enum {{ A0{} }}; int x = A1;",
            (1..many / 2).map(|at| format!(", A{at}")).collect::<String>()
        ),
        format!("int f(void) {{ return 1; }} int main() {{ {} }}", "f();".repeat(3_000)),
    ] {
        assert_eq!(codes(&source), [], "{source:.40}");
        assert!(digest(&source), "{source:.40}");
    }
}

#[test]
fn many_errors_are_bounded() {
    for source in [
        format!("int x; x = {}1;", "+ ".repeat(100_000)),
        "if (1 { while (x) { ".repeat(30_000),
        "x y z;".repeat(30_000),
        "int main() { ".to_owned() + &(0..30_000).map(|at| format!("a{at} = 1;")).collect::<String>(),
        "#if 1\n".repeat(30_000),
        "#else\n".repeat(30_000),
        "\"open\n".repeat(30_000),
        "@ ".repeat(100_000),
        (0..40_000).map(|at| format!("ab{at} = ac{at};")).collect::<String>(),
    ] {
        let found = codes(&source);
        assert!((1..=101).contains(&found.len()), "{source:.40}: {}", found.len());
    }
}

#[test]
fn large_things_are_refused() {
    assert_eq!(codes(&" ".repeat((1 << 20) + 1)), [Code::SourceTooLarge]);
    assert_eq!(codes(&format!("int x; x = {};", "9".repeat(9_999))), [Code::OutOfRange]);
    assert_eq!(codes(&format!("int x; x = {};", "9".repeat(10_001))), [Code::NumberTooLong]);
    let product = format!("int x; x = {};", ["9".repeat(9_000), "9".repeat(9_000)].join(" * "));
    assert_eq!(codes(&product), [Code::NumberTooLong]);
    let shifts = format!("int x; x = 1{};", " << 1000".repeat(100));
    let codes_of_shifts = codes(&shifts);
    assert_eq!(codes_of_shifts.iter().filter(|&&code| code != Code::OutOfRange).count(), 1);
    assert!(codes_of_shifts.contains(&Code::NumberTooLong) && codes_of_shifts.len() < 60);
    let factors = format!("int x; x = x{};", (" * ".to_owned() + &"9".repeat(3_000)).repeat(10));
    assert_eq!(codes(&factors), [Code::NumberTooLong]);
    let functions = "int a(int x){return x;} int b(int x){return a(a(x));}".to_owned()
        + &(0..20)
            .map(|at| {
                format!(
                    "int c{at}(int x) {{ return {0}({0}(x)); }}",
                    if at == 0 { "b".to_owned() } else { format!("c{}", at - 1) }
                )
            })
            .collect::<String>()
        + "int main() { return c19(1); }";
    assert_eq!(codes(&functions), [Code::ProgramTooLarge]);
}

/// What the preprocessor makes is bounded too.
#[test]
fn macros_end() {
    assert_eq!(codes("#define A B\n#define B A\nint A = 1; A = 2;"), []);
    assert_eq!(codes("#define F(x) (F + x)\nint F = 1; int x = F(2);"), []);
    let chain: String = (0..1_000).map(|at| format!("#define A{at} A{}\n", at + 1)).collect();
    assert_eq!(codes(&format!("{chain}int x = A0;")), [Code::BadMacro]);
    let doubling: String = (1..40).map(|at| format!("#define A{at} A{0} A{0}\n", at - 1)).collect();
    assert_eq!(codes(&format!("#define A0 +1\n{doubling}int x = A39;")), [Code::BadMacro]);
    let arguments: String = (1..40).map(|at| format!("#define F{at}(x) F{0}(x x)\n", at - 1)).collect();
    assert_eq!(codes(&format!("#define F0(x) x\n{arguments}int x = F39(+1);")), [Code::BadMacro]);
    let empty: String = (1..60).map(|at| format!("#define E{at} E{0} E{0}\n", at - 1)).collect();
    assert_eq!(codes(&format!("#define E0\n{empty}int x = 1 E59;")), [Code::BadMacro]);
}
