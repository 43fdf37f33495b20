//! What names mean: variables, constants, types and functions.

use logic::Int;

use super::kind::Kind;
use super::pointer::PointerVariable;
use crate::c::ast::{Object, Place};
use crate::c::types::Type;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

/// What a name means that is not the name of a function.
#[derive(Clone, Debug)]
pub(super) enum Entity {
    /// A number: an enumeration constant, or a `const` variable with a constant value.
    Constant(Int, Type),
    Variable {
        place: Place,
        ty: Type,
        is_const: bool,
        span: Span,
    },
    /// An array or a structure.
    Object {
        object: Object,
        kind: Kind,
        is_const: bool,
        span: Span,
    },
    Pointer(PointerVariable),
    Type(Result<Type, Unsupported>),
    /// A type that is none of numbers.
    Kind(Kind),
    /// Something that is not supported and matters only if something depends on it: the number of the reason.
    Unusable(u32),
    /// Something about which an error has been reported.
    Refused,
}

/// A function that is declared or defined.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    /// Where its name is.
    pub span: Span,
    pub result: Result<Type, Unsupported>,
    /// The structure that it returns.
    pub structure: Option<Kind>,
    /// The types of the parameters.
    pub kinds: Vec<Kind>,
    /// Whether the number of parameters is known.
    pub is_complete: bool,
    /// Its position among the functions with a body.
    pub defined: Option<usize>,
}

/// A type that is not supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unsupported {
    Array,
    Pointer,
    Float,
    Aggregate,
    Union,
    /// An array of pointers.
    Pointers,
    Other(&'static str),
}

impl Unsupported {
    pub(super) fn code(self) -> Code {
        match self {
            Unsupported::Array => Code::ArrayUnsupported,
            Unsupported::Pointer | Unsupported::Pointers => Code::PointerUnsupported,
            Unsupported::Float => Code::FloatUnsupported,
            Unsupported::Aggregate | Unsupported::Union => Code::AggregateUnsupported,
            Unsupported::Other(_) => Code::FeatureUnsupported,
        }
    }

    /// What it is, with its article.
    pub(super) fn words(self) -> &'static str {
        match self {
            Unsupported::Array => "an array of variable length",
            Unsupported::Pointer => "a pointer",
            Unsupported::Float => "a floating-point number",
            Unsupported::Aggregate => "a structure or union",
            Unsupported::Union => "a union",
            Unsupported::Pointers => "an array of pointers",
            Unsupported::Other(words) => words,
        }
    }

    pub(super) fn help(self) -> &'static str {
        match self {
            Unsupported::Array => "the number of elements must be constant",
            Unsupported::Pointer => {
                "a pointer is followed where its target is certain: one variable, array or structure of integers"
            }
            Unsupported::Float => "floating-point numbers are not supported; scale them to integers",
            Unsupported::Aggregate => {
                "only structures of integers, and of arrays and structures of these, are supported"
            }
            Unsupported::Union => {
                "unions are not supported; write a structure, which has room for all members"
            }
            Unsupported::Pointers => {
                "pointers in arrays are not followed; use an array of integers, and its indices in place of pointers"
            }
            Unsupported::Other(_) => "only integer types are supported",
        }
    }

    /// The error that something is of this kind.
    pub(super) fn error(self, span: Span, subject: &str) -> Diagnostic {
        let message = match self {
            Unsupported::Other(words) => format!("{words} is not supported"),
            _ => format!("{subject} is {}", self.words()),
        };
        Diagnostic::error(self.code(), span, message).help(self.help())
    }
}
