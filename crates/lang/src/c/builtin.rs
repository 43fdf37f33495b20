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
    /// Nothing that matters: arguments are evaluated, output is not looked at.
    Ignore,
    /// A value of a type that is not supported.
    Unsupported,
}

/// Functions of the verification competitions, which mean the same whatever body a program gives them.
pub(crate) fn is_fixed(name: &str) -> bool {
    let is_reserved =
        name == "reach_error" || name.starts_with("__VERIFIER_") || name.starts_with("__assert");
    is_reserved && find(name).is_some()
}

/// The meaning of a function that the program does not define. A declaration gives the type of the result to those
/// that are known by their beginning only.
pub(crate) fn find(name: &str) -> Option<Builtin> {
    Some(match name {
        "assert" | "__VERIFIER_assert" | "__CPROVER_assert" => Builtin::Assert,
        "assume" | "__VERIFIER_assume" | "__CPROVER_assume" | "assume_abort_if_not" => Builtin::Assume,
        "reach_error" | "__VERIFIER_error" | "error" | "__assert_fail" | "__assert" | "__assert_rtn" => {
            Builtin::Fail
        }
        "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "__builtin_unreachable" => Builtin::Stop,
        "rand" | "random" => Builtin::Choose(Type::Int(IntType::UNSIGNED)),
        "printf" | "puts" | "putchar" | "perror" | "srand" | "fflush" => Builtin::Ignore,
        _ => match name.strip_prefix("__VERIFIER_nondet_") {
            Some(kind) => kind_of_value(kind),
            None if name.starts_with("nondet") || name.starts_with("unknown") => Builtin::Choose(Type::INT),
            None => return None,
        },
    })
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
