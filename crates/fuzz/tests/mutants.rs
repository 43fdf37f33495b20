//! Mutants of ten programs of C over 8-bit variables: an execution that fails is found exactly where the compiler's program has one.

use loopglass_fuzz::wordgen::{self, Program};
use loopglass_fuzz::words::{said, setup};
use trace::{Engine, Language};

const S: &str = "signed char";
const U: &str = "unsigned char";
const I: &str = "int";

/// The types of `x`, `y`, `z`, what `z` is, and what is claimed.
type Text = ([&'static str; 3], &'static str, &'static str);

/// Programs whose claims hold, and mutants of them; some of the mutants hold, too.
const FAMILIES: [(Text, &[Text]); 10] = [
    // The mean of two bytes.
    (
        ([U, U, U], "(x & y) + ((x ^ y) >> 1)", "z == ((x + y) >> 1)"),
        &[
            ([S, S, S], "(x & y) + ((x ^ y) >> 1)", "z == ((x + y) >> 1)"),
            ([U, U, U], "(x & y) + ((x ^ y) >> 1)", "z == ((unsigned char)(x + y) >> 1)"),
            ([U, U, U], "(x & y) + ((x ^ y) >> 2)", "z == ((x + y) >> 1)"),
            ([S, U, U], "(x & y) + ((x ^ y) >> 1)", "z == ((x + y) >> 1)"),
        ],
    ),
    // A sum that fits.
    (
        ([U, U, I], "x + y", "z >= x && z <= 510"),
        &[
            ([U, U, U], "x + y", "z >= x && z <= 510"),
            ([S, U, I], "x + y", "z >= x && z <= 510"),
            ([U, S, I], "x + y", "z >= x && z <= 510"),
            ([U, U, I], "x + y", "z > x && z <= 510"),
            ([U, U, I], "x + y", "z >= x && z < 510"),
        ],
    ),
    // An absolute value.
    (
        ([S, S, I], "x < 0 ? -x : x", "z >= 0"),
        &[
            ([S, S, S], "x < 0 ? -x : x", "z >= 0"),
            ([S, S, I], "x <= 0 ? -x : x", "z >= 0"),
            ([S, S, I], "x > 0 ? -x : x", "z >= 0"),
            ([S, S, I], "x < 0 ? -x : x", "z > 0"),
        ],
    ),
    // The lesser of two.
    (
        ([S, S, S], "x < y ? x : y", "z <= x && z <= y"),
        &[
            ([S, S, S], "x <= y ? x : y", "z <= x && z <= y"),
            ([S, S, S], "x > y ? x : y", "z <= x && z <= y"),
            ([S, U, S], "x < y ? x : y", "z <= x && z <= y"),
            ([S, S, U], "x < y ? x : y", "z <= x && z <= y"),
        ],
    ),
    // A remainder of small numbers.
    (
        ([U, U, I], "y == 0 ? 0 : REM(x, y)", "x > 7 || y > 7 || y == 0 || z < y"),
        &[
            ([U, U, I], "REM(x, y)", "x > 7 || y > 7 || y == 0 || z < y"),
            ([S, U, I], "y == 0 ? 0 : REM(x, y)", "x > 7 || y > 7 || y == 0 || z < y"),
            ([U, S, I], "y == 0 ? 0 : REM(x, y)", "x > 7 || y > 7 || y == 0 || z < y"),
            ([U, U, I], "y == 0 ? 0 : REM(x, y)", "x > 7 || y > 7 || y == 0 || z < y - 1"),
        ],
    ),
    // A quotient of the least numbers, whose one overflow is kept out.
    (
        ([S, S, I], "y < 1 ? 0 : DIV(x, y)", "x > -124 || y > 3 || (z <= 127 && z >= -128)"),
        &[
            ([S, S, I], "y == 0 ? 0 : DIV(x, y)", "x > -124 || y > 3 || (z <= 127 && z >= -128)"),
            ([S, S, S], "y == 0 ? 0 : DIV(x, y)", "x > -124 || y > 3 || (z <= 127 && z >= -128)"),
            ([S, S, I], "y < 0 ? 0 : DIV(x, y)", "x > -124 || y > 3 || (z <= 127 && z >= -128)"),
            ([U, S, I], "y < 1 ? 0 : DIV(x, y)", "x > -124 || y > 3 || (z <= 127 && z >= -128)"),
        ],
    ),
    // There and back.
    (
        ([U, U, I], "x << (y & 3)", "(z >> (y & 3)) == x"),
        &[
            ([U, U, U], "x << (y & 3)", "(z >> (y & 3)) == x"),
            ([U, U, I], "x << (y & 7)", "(z >> (y & 3)) == x"),
            ([U, U, I], "x << (y & 7)", "(z >> (y & 7)) == x"),
            ([U, U, I], "SHL(x, y)", "(z >> (y & 3)) == x"),
        ],
    ),
    // The last four digits.
    (
        ([U, U, I], "x & 15", "z >= 0 && z < 16"),
        &[
            ([U, U, I], "x & 15", "z >= 0 && z < 15"),
            ([U, U, I], "x | 15", "z >= 0 && z < 16"),
            ([S, U, I], "x & 15", "z >= 0 && z < 16"),
            ([U, U, I], "x % 16", "z >= 0 && z < 16"),
            ([S, U, I], "x % 16", "z >= 0 && z < 16"),
        ],
    ),
    // A product of small numbers.
    (
        ([U, U, I], "(x & 15) * (y & 15)", "z >= 0 && z <= 225"),
        &[
            ([U, U, S], "(x & 15) * (y & 15)", "z >= 0 && z <= 225"),
            ([U, U, U], "(x & 15) * (y & 15)", "z >= 0 && z <= 225"),
            ([U, U, I], "(x & 31) * (y & 15)", "z >= 0 && z <= 225"),
            ([U, U, I], "(x & 15) * (y & 15)", "z >= 0 && z < 225"),
        ],
    ),
    // A half.
    (
        ([S, U, I], "x >> 1", "z >= -64 && z < 64"),
        &[
            ([U, U, I], "x >> 1", "z >= -64 && z < 64"),
            ([S, U, I], "x >> 0", "z >= -64 && z < 64"),
            ([S, U, I], "x << 1", "z >= -64 && z < 64"),
            ([S, U, I], "x / 2", "z >= -64 && z < 64"),
            ([S, U, I], "x >> 1", "z > -64 && z < 64"),
            ([S, U, I], "(unsigned char)x >> 1", "z >= -64 && z < 64"),
        ],
    ),
];

fn program(&(types, marked, claim): &Text) -> Program {
    let plain = marked.replace("DIV(x, y)", "(x / y)").replace("REM(x, y)", "(x % y)");
    Program::of(types, marked, &plain.replace("SHL(x, y)", "(x << y)"), claim)
}

#[test]
fn mutants_fail_as_the_compiler_has_it() {
    let texts: Vec<&Text> =
        FAMILIES.iter().flat_map(|(first, rest)| [first].into_iter().chain(*rest)).collect();
    let programs: Vec<Program> = texts.iter().map(|text| program(text)).collect();
    let tables = wordgen::compiled(&programs).expect("cc");
    let mut safe = programs.iter().zip(&tables).map(|(program, table)| {
        let said = said(&setup(&program.source(), Language::C, Engine::Bmc, 8, (3, 200_000)));
        let judged = said.and_then(|said| wordgen::judge(program, table, &said));
        judged.unwrap_or_else(|what| panic!("{what}\n{}", program.source()))
    });
    let (mut held, mut failing) = (0, 0);
    for ((_, _, claim), mutants) in &FAMILIES {
        assert_eq!(safe.next(), Some(true), "{claim} does not hold");
        let failed = safe.by_ref().take(mutants.len()).filter(|safe| !safe).count();
        assert!(failed > 0, "no mutant of {claim} fails");
        failing += failed;
        held += mutants.len() - failed;
    }
    println!("{failing} mutants fail, {held} hold");
}
