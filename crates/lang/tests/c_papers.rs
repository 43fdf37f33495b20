//! The C programs of the papers, typed as they print them: each is accepted.

use lang::Severity;

/// Accepted, with at most these warnings.
fn check(source: &str, warnings: usize) {
    let parsed = lang::c::parse(source, lang::Arithmetic::default());
    let rendered: String =
        parsed.diagnostics.iter().map(|diagnostic| lang::render("paper.c", source, diagnostic)).collect();
    assert!(parsed.program.is_some(), "{rendered}");
    assert!(parsed.diagnostics.iter().all(|diagnostic| diagnostic.severity == Severity::Warning));
    assert_eq!(parsed.diagnostics.len(), warnings, "{rendered}");
}

/// Beyer, Chien, Lee: Augmenting Interpolation-Based Model Checking with Auxiliary Invariants, Fig. 1.
#[test]
fn imc_figure_1() {
    check(
        "extern int nondet();
int main(void) {

     unsigned int x = 0;
     unsigned int i = 0;

     while (nondet()) {

        x += 2;
        if (i == 3) x++;
        i++;
        if (i == 2) i = 0;
     }
     if (x % 2) {
        ERROR: return 1;
     }
     return 0;
}",
        0,
    );
}

/// Lin et al.: FiB: Squeezing Loop Invariants, Fig. 3 (a), as Fig. 10 prints it again.
#[test]
fn fib_figure_3_a() {
    check(
        "int x = 0;
int y = 0;
while (x != 100) {
    x = x + 1;
    y = y + 1;
}
assert (y == 100);",
        0,
    );
}

/// The same, Fig. 3 (b): the bound is a variable, which is not negative.
#[test]
fn fib_figure_3_b() {
    check(
        "int x = 0;
int y = 0;
int n;
assume (n >= 0);
while (x != n) {
    x = x + 1;
    y = y + 1;
}
assert (y == n);",
        0,
    );
}

/// Albarghouthi, Gurfinkel, Chechik: Craig Interpretation, Fig. 2 (a); its text says that the first branch adds 100.
/// The variables are not declared there.
#[test]
fn vinta_figure_2() {
    check(
        "x = 0; y = 0;
while (*) {
    if (*) { x = x + 1; y = y + 100; }
    else if (*) {
        if (x >= 4) { x = x + 1; y = y + 1; }
    }
}
if (x >= 4 && y <= 2) error ();",
        2,
    );
}

/// The same, Fig. 5 (a).
#[test]
fn vinta_figure_5() {
    check("int x = 10; while (*) { x = x - 2; } if (x == 9) error();", 0);
    check("x = 10;\nwhile (*)\n    x = x - 2;\nif (x == 9)\n    error ();", 1);
}
