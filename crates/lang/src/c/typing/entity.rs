//! What names mean: variables, constants, types and functions.

use logic::Int;

use crate::c::ast::Place;
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
    Type(Result<Type, Unsupported>),
    /// Something that is not supported and matters only if it is used.
    Unusable(Unsupported),
    /// Something about which an error has been reported.
    Refused,
}

/// A function that is declared or defined.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    /// Where its name is.
    pub span: Span,
    pub result: Result<Type, Unsupported>,
    /// The types of the parameters, as far as they are supported.
    pub params: Vec<Option<Type>>,
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
    Other(&'static str),
}

impl Unsupported {
    pub(super) fn code(self) -> Code {
        match self {
            Unsupported::Array => Code::ArrayUnsupported,
            Unsupported::Pointer => Code::PointerUnsupported,
            Unsupported::Float => Code::FloatUnsupported,
            Unsupported::Aggregate => Code::AggregateUnsupported,
            Unsupported::Other(_) => Code::FeatureUnsupported,
        }
    }

    /// What it is, with its article.
    pub(super) fn words(self) -> &'static str {
        match self {
            Unsupported::Array => "an array",
            Unsupported::Pointer => "a pointer",
            Unsupported::Float => "a floating-point number",
            Unsupported::Aggregate => "a structure or union",
            Unsupported::Other(words) => words,
        }
    }

    pub(super) fn help(self) -> &'static str {
        match self {
            Unsupported::Array => "arrays are not supported; use a variable for each element that matters",
            Unsupported::Pointer => {
                "pointers are not supported; use the variable itself, or return the value"
            }
            Unsupported::Float => "floating-point numbers are not supported; scale them to integers",
            Unsupported::Aggregate => "structures are not supported; use a variable for each member",
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
