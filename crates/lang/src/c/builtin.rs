//! What programs may use without declaring it: the names of standard headers, of verification benchmarks and of papers.

use super::types::{IntType, Type};

const fn int(bits: u8, signed: bool) -> Type {
    Type::Int(IntType { bits, signed })
}

/// Names of types that standard headers define; a program may give them another meaning.
pub(crate) const TYPES: &[(&str, Type)] = &[
    ("bool", Type::Bool),
    ("int8_t", int(8, true)),
    ("int16_t", int(16, true)),
    ("int32_t", int(32, true)),
    ("int64_t", int(64, true)),
    ("uint8_t", int(8, false)),
    ("uint16_t", int(16, false)),
    ("uint32_t", int(32, false)),
    ("uint64_t", int(64, false)),
    ("intptr_t", int(64, true)),
    ("uintptr_t", int(64, false)),
    ("intmax_t", int(64, true)),
    ("uintmax_t", int(64, false)),
    ("size_t", int(64, false)),
    ("ssize_t", int(64, true)),
    ("ptrdiff_t", int(64, true)),
    ("uchar", int(8, false)),
    ("ushort", int(16, false)),
    ("uint", int(32, false)),
    ("ulong", int(64, false)),
];

/// Constants that standard headers define.
pub(crate) const CONSTANTS: &[(&str, i128, IntType)] = &[
    ("true", 1, IntType::INT),
    ("false", 0, IntType::INT),
    ("EXIT_SUCCESS", 0, IntType::INT),
    ("EXIT_FAILURE", 1, IntType::INT),
    ("CHAR_BIT", 8, IntType::INT),
    ("CHAR_MIN", -128, IntType::INT),
    ("CHAR_MAX", 127, IntType::INT),
    ("SCHAR_MIN", -128, IntType::INT),
    ("SCHAR_MAX", 127, IntType::INT),
    ("UCHAR_MAX", 255, IntType::INT),
    ("SHRT_MIN", -32_768, IntType::INT),
    ("SHRT_MAX", 32_767, IntType::INT),
    ("USHRT_MAX", 65_535, IntType::INT),
    ("INT_MIN", -2_147_483_648, IntType::INT),
    ("INT_MAX", 2_147_483_647, IntType::INT),
    ("UINT_MAX", 4_294_967_295, IntType::UNSIGNED),
    ("LONG_MIN", -9_223_372_036_854_775_808, IntType::LONG),
    ("LONG_MAX", 9_223_372_036_854_775_807, IntType::LONG),
    ("ULONG_MAX", 18_446_744_073_709_551_615, IntType::UNSIGNED_LONG),
    ("LLONG_MIN", -9_223_372_036_854_775_808, IntType::LONG),
    ("LLONG_MAX", 9_223_372_036_854_775_807, IntType::LONG),
    ("ULLONG_MAX", 18_446_744_073_709_551_615, IntType::UNSIGNED_LONG),
    ("INT32_MIN", -2_147_483_648, IntType::INT),
    ("INT32_MAX", 2_147_483_647, IntType::INT),
    ("UINT32_MAX", 4_294_967_295, IntType::UNSIGNED),
    ("INT8_MIN", -128, IntType::INT),
    ("INT8_MAX", 127, IntType::INT),
    ("UINT8_MAX", 255, IntType::INT),
    ("INT16_MIN", -32_768, IntType::INT),
    ("INT16_MAX", 32_767, IntType::INT),
    ("UINT16_MAX", 65_535, IntType::INT),
    ("INT64_MIN", -9_223_372_036_854_775_808, IntType::LONG),
    ("INT64_MAX", 9_223_372_036_854_775_807, IntType::LONG),
    ("UINT64_MAX", 18_446_744_073_709_551_615, IntType::UNSIGNED_LONG),
    ("SIZE_MAX", 18_446_744_073_709_551_615, IntType::UNSIGNED_LONG),
    ("RAND_MAX", RAND_MAX as i128, IntType::INT),
    ("EOF", -1, IntType::INT),
];

/// What a function does that a program may call without defining it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Builtin {
    /// The execution fails if the argument is zero.
    Assert,
    /// The execution does not count if the argument is zero.
    Assume,
    /// The execution fails.
    Fail,
    /// The execution ends.
    Stop,
    /// Any value of this type.
    Choose(Type),
    /// Any value of this type within these bounds, whatever a declaration says.
    Input(IntType, i64, i64),
    /// Any value of this type, whatever a declaration says; arguments are evaluated.
    Any(Type),
    /// `scanf` and its kin, with the number of arguments before the format.
    Scan(usize),
    /// The variable to which the first argument points gets any value of its type.
    Symbolic,
    /// The absolute value.
    Absolute(IntType),
    /// The value of the first argument, as it is or as this type.
    Same(Option<IntType>),
    /// Nothing that matters: arguments are evaluated, output is not looked at.
    Ignore,
    /// A value of a type that is not supported.
    Unsupported,
}

/// The greatest value of `rand()`.
const RAND_MAX: i64 = 2_147_483_647;

/// Functions of the verification competitions, which mean the same whatever body a program gives them.
pub(crate) fn is_fixed(name: &str) -> bool {
    let is_reserved =
        name == "reach_error" || name.starts_with("__VERIFIER_") || name.starts_with("__assert");
    is_reserved && find(name).is_some()
}

/// The meaning of a function that the program does not define. Functions that are recognised by a prefix of their name
/// get the type of their result from their declaration.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    Some(match name {
        // The standard header, then the families of benchmarks and tools.
        "assert" | "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert" | "__SMACK_assert"
        | "__llbmc_assert" | "__goblint_check" | "__goblint_assert" | "klee_assert" | "ldv_assert"
        | "sassert" | "tassert" | "test_assert" => Builtin::Assert,
        "assume"
        | "__VERIFIER_assume"
        | "__CPROVER_assume"
        | "__ESBMC_assume"
        | "__SMACK_assume"
        | "__llbmc_assume"
        | "__goblint_assume"
        | "klee_assume"
        | "ldv_assume"
        | "assume_abort_if_not"
        | "__builtin_assume" => Builtin::Assume,
        "reach_error" | "__VERIFIER_error" | "error" | "ldv_error" | "klee_report_error"
        | "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_func" => Builtin::Fail,
        "abort"
        | "exit"
        | "_exit"
        | "_Exit"
        | "quick_exit"
        | "klee_silent_exit"
        | "__builtin_abort"
        | "__builtin_trap"
        | "__builtin_unreachable" => Builtin::Stop,
        "rand" => Builtin::Input(IntType::INT, 0, RAND_MAX),
        "random" => Builtin::Input(IntType::LONG, 0, RAND_MAX),
        // The end of the input, or a byte of it.
        "getchar" | "getc" | "fgetc" | "getch" | "getche" => Builtin::Input(IntType::INT, -1, 255),
        "atoi" | "klee_int" => Builtin::Any(Type::INT),
        "atol" | "atoll" | "strtol" | "strtoll" | "time" | "clock" => Builtin::Any(Type::Int(IntType::LONG)),
        "strtoul" | "strtoull" => Builtin::Any(Type::Int(IntType::UNSIGNED_LONG)),
        "scanf" | "scanf_s" | "__isoc99_scanf" => Builtin::Scan(0),
        "fscanf" | "sscanf" | "__isoc99_fscanf" | "__isoc99_sscanf" => Builtin::Scan(1),
        "klee_make_symbolic" => Builtin::Symbolic,
        "abs" | "__builtin_abs" => Builtin::Absolute(IntType::INT),
        "labs" | "llabs" | "imaxabs" | "__builtin_labs" | "__builtin_llabs" => {
            Builtin::Absolute(IntType::LONG)
        }
        "__builtin_expect" | "__builtin_expect_with_probability" => Builtin::Same(Some(IntType::LONG)),
        "likely" | "unlikely" => Builtin::Same(None),
        "free" | "printf" | "puts" | "putchar" | "perror" | "fprintf" | "fputs" | "fputc" | "putc"
        | "fflush" | "setbuf" | "setvbuf" | "srand" | "srandom" | "system" | "sleep" | "usleep" => {
            Builtin::Ignore
        }
        _ => match name.strip_prefix("__VERIFIER_nondet_") {
            Some(kind) => kind_of_value(kind),
            None if name.starts_with("nondet") || name.starts_with("unknown") => Builtin::Choose(Type::INT),
            None => return None,
        },
    })
}

/// What an undefined function that is not known seems to be, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sound {
    /// `my_assert`, `AssertTrue`.
    Assertion,
    /// `tool_assume`.
    Assumption,
    /// `check_range`, `assert_equal`, `handle_error`: names that suggest a check, a failure or an exit, without saying
    /// which.
    Check,
    /// `nondet`, `read_sensor`: a value, or nothing in particular.
    Plain,
}

/// Beginnings of words that name checks, failures and ends.
const CHECKS: &[&str] = &[
    "assert",
    "assum",
    "check",
    "requir",
    "ensur",
    "verif",
    "invariant",
    "precond",
    "postcond",
    "expect",
    "guarantee",
    "err",
    "fail",
    "fatal",
    "panic",
    "abort",
    "unreach",
    "bug",
    "die",
    "crash",
    "halt",
    "trap",
    "exit",
    "quit",
    "terminat",
    "kill",
    "prove",
];

/// What a name sounds like. A name that ends in `assert` or `assume` says that its argument holds; with other words
/// beside it the meaning may be any.
pub(crate) fn sound(name: &str) -> Sound {
    let words = words(name);
    let is_assertion = |word: &str| word.ends_with("assert") || word.ends_with("assertion");
    let is_assumption = |word: &str| word.ends_with("assume") || word.ends_with("assumption");
    let undone = ["deassert", "reassert", "noassert", "disassert"];
    let at = words.iter().position(|word| is_assertion(word) || is_assumption(word));
    if let Some(at) = at {
        let before = ["no", "not", "non", "never", "is", "set", "get", "enable", "disable", "count", "num"];
        let rest: Vec<&str> = words[at + 1..].iter().map(String::as_str).collect();
        let is_plain =
            rest.is_empty() || matches!(rest.as_slice(), ["true" | "that" | "cond" | "condition" | "holds"]);
        let is_clear = is_plain
            && !words[..at].iter().any(|word| before.contains(&word.as_str()))
            && !undone.contains(&words[at].as_str());
        return match is_clear {
            true if is_assertion(&words[at]) => Sound::Assertion,
            // `assume_abort_if_not` is known; others like it are not guessed.
            true => Sound::Assumption,
            false => Sound::Check,
        };
    }
    let is_check = words.iter().any(|word| CHECKS.iter().any(|check| word.starts_with(check)));
    if is_check { Sound::Check } else { Sound::Plain }
}

/// The words of a name, in small letters: `assertTrue_2` has `assert` and `true`.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for character in name.chars() {
        let starts_word = was_small && character.is_ascii_uppercase();
        was_small = character.is_ascii_lowercase();
        if starts_word || !character.is_ascii_alphabetic() {
            words.push(String::new());
        }
        if let (true, Some(word)) = (character.is_ascii_alphabetic(), words.last_mut()) {
            word.push(character.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The values of `__VERIFIER_nondet_...`.
fn kind_of_value(kind: &str) -> Builtin {
    Builtin::Choose(match kind {
        "bool" | "_Bool" => Type::Bool,
        "char" | "schar" | "s8" | "int8" => int(8, true),
        "uchar" | "unsigned_char" | "u8" | "uint8" => int(8, false),
        "short" | "s16" | "int16" => int(16, true),
        "ushort" | "unsigned_short" | "u16" | "uint16" => int(16, false),
        "int" | "s32" | "int32" => int(32, true),
        "uint" | "unsigned" | "unsigned_int" | "u32" | "uint32" => int(32, false),
        "long" | "longlong" | "s64" | "int64" | "loff_t" | "ptrdiff_t" => int(64, true),
        "ulong" | "ulonglong" | "unsigned_long" | "u64" | "uint64" | "size_t" => int(64, false),
        "int128" | "uint128" => int(64, kind == "int128"),
        _ => return Builtin::Unsupported,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_sound_like_checks() {
        let of = |sound_wanted: Sound, names: &[&str]| {
            for name in names {
                assert_eq!(sound(name), sound_wanted, "{name}");
            }
        };
        of(
            Sound::Assertion,
            &[
                "my_assert",
                "ASSERT",
                "MyAssert",
                "xassert",
                "assertTrue",
                "ASSERT_TRUE",
                "path_assertion",
                "assert_1",
                "__foo_assert__",
            ],
        );
        of(Sound::Assumption, &["my_assume", "Assume", "tool_assumption", "assume_true", "__x_assume"]);
        of(
            Sound::Check,
            &[
                "assert_equal",
                "assertFalse",
                "not_assert",
                "deassert",
                "assume_not",
                "is_assert",
                "check",
                "check_range",
                "handleError",
                "my_error",
                "fail",
                "panic",
                "unreachable",
                "require",
                "ensures",
                "TEST_ASSERT_EQUAL",
                "terminate",
                "verify",
                "die",
            ],
        );
        of(
            Sound::Plain,
            &["nd", "read_sensor", "unknown", "f", "foo", "random_value", "get_input", "x2", "merry", "_"],
        );
    }
}
