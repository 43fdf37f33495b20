//! Reads JSON text into the types of this crate, and into those that are stored and linked.
//!
//! The page reads all events, and `serde_json` compiles its parser once for each of their types, which was a tenth of
//! the page's WebAssembly. Here code without type parameters first cuts the text into nodes, and the code that is
//! compiled for each type only walks over these. The fields of a struct are looked up in the order of their declaration,
//! whatever order they have in the text: what serde compiles for reading a type from a sequence is less than half of what
//! it compiles for fields in any order. It accepts what `serde_json` accepts, except that a struct must be an object,
//! never a list of its fields, that an optional field without `serde(default)` must be there, and that numbers must be integers.

mod cut;

mod fields;

use serde::de::value::U64Deserializer;
use serde::de::{self, DeserializeSeed, Expected, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;
use std::fmt;

pub use cut::elements;

/// Why a text cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError(Box<str>);

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for JsonError {}

impl de::Error for JsonError {
    fn custom<T: fmt::Display>(message: T) -> JsonError {
        JsonError(message.to_string().into())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> JsonError {
        unexpected("type", found, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> JsonError {
        unexpected("value", found, expected)
    }
}

/// Serde's message, without its support for fractions, which takes much code and is never needed here.
fn unexpected(what: &str, found: Unexpected<'_>, expected: &dyn Expected) -> JsonError {
    let found = match found {
        Unexpected::Unit => "null".to_owned(),
        Unexpected::Bool(value) => format!("boolean `{value}`"),
        Unexpected::Unsigned(value) => format!("integer `{value}`"),
        Unexpected::Signed(value) => format!("integer `{value}`"),
        Unexpected::Str(text) => format!("string {text:?}"),
        Unexpected::Seq => "sequence".to_owned(),
        Unexpected::Map => "map".to_owned(),
        Unexpected::UnitVariant => "unit variant".to_owned(),
        Unexpected::Other(text) => text.to_owned(),
        _ => "something else".to_owned(),
    };
    de::Error::custom(format_args!("invalid {what}: {found}, expected {expected}"))
}

/// A piece of the text. An array or object is followed by what it holds: values, or keys and values by turns.
#[derive(Debug, Clone, PartialEq)]
enum Node<'t> {
    Null,
    Bool(bool),
    /// A number from 0 to 2^64 - 1.
    Natural(u64),
    /// A number from -2^63 to -1.
    Negative(i64),
    /// Any other number.
    Fraction,
    Text(Cow<'t, str>),
    /// With the place after its last value.
    Array(usize),
    /// With the place after its last value.
    Object(usize),
}

/// Reads a value from a text that holds nothing else.
///
/// # Errors When the text is not JSON, or not the form of such a value.
pub fn read<'t, T: de::Deserialize<'t>>(text: &'t str) -> Result<T, JsonError> {
    let nodes = cut::cut(text)?;
    T::deserialize(Place { nodes: &nodes, at: 0 })
}

/// A value among the nodes.
#[derive(Clone, Copy)]
struct Place<'n, 't> {
    nodes: &'n [Node<'t>],
    at: usize,
}

impl<'n, 't> Place<'n, 't> {
    fn node(&self) -> &'n Node<'t> {
        &self.nodes[self.at]
    }

    /// The place after this value.
    fn after(&self) -> usize {
        match self.node() {
            Node::Array(after) | Node::Object(after) => *after,
            _ => self.at + 1,
        }
    }

    fn error(&self, expected: &dyn Expected) -> JsonError {
        let found = match self.node() {
            Node::Null => Unexpected::Unit,
            Node::Bool(value) => Unexpected::Bool(*value),
            Node::Natural(value) => Unexpected::Unsigned(*value),
            Node::Negative(value) => Unexpected::Signed(*value),
            Node::Fraction => Unexpected::Other("a number that is not whole, or too large"),
            Node::Text(text) => Unexpected::Str(text),
            Node::Array(_) => Unexpected::Seq,
            Node::Object(_) => Unexpected::Map,
        };
        de::Error::invalid_type(found, expected)
    }

    /// The variant of an enum whose variants have these names.
    fn variant(
        self,
        names: &'static [&'static str],
        expected: &dyn Expected,
    ) -> Result<Variant<'n, 't>, JsonError> {
        let (name, content) = match self.node() {
            Node::Text(name) => (name, None),
            Node::Object(end) if *end > self.at + 1 => {
                let content = Place { nodes: self.nodes, at: self.at + 2 };
                if content.after() != *end {
                    return Err(de::Error::custom("a variant is the only key of its object"));
                }
                let Node::Text(name) = &self.nodes[self.at + 1] else { return Err(self.error(expected)) };
                (name, Some(content))
            }
            _ => return Err(self.error(expected)),
        };
        match names.iter().position(|known| *known == *name) {
            Some(number) => Ok(Variant { number: number as u64, content }),
            None => Err(de::Error::unknown_variant(name, names)),
        }
    }

    /// What an array or object holds.
    fn inside(self) -> Inside<'n, 't> {
        Inside { place: Place { nodes: self.nodes, at: self.at + 1 }, end: self.after() }
    }
}

impl<'de> de::Deserializer<'de> for Place<'_, 'de> {
    type Error = JsonError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.node() {
            Node::Null => visitor.visit_unit(),
            Node::Bool(value) => visitor.visit_bool(*value),
            Node::Natural(value) => visitor.visit_u64(*value),
            Node::Negative(value) => visitor.visit_i64(*value),
            Node::Fraction => Err(self.error(&visitor)),
            Node::Text(text) => visitor.visit_str(text),
            Node::Array(_) => visitor.visit_seq(self.inside()),
            Node::Object(_) => visitor.visit_map(self.inside()),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.node() {
            Node::Text(text) => visitor.visit_str(text),
            _ => Err(self.error(&visitor)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        self.deserialize_identifier(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        self.deserialize_identifier(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.node() {
            Node::Bool(value) => visitor.visit_bool(*value),
            _ => Err(self.error(&visitor)),
        }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.node() {
            Node::Natural(value) => visitor.visit_u64(*value),
            Node::Negative(value) => visitor.visit_i64(*value),
            _ => Err(self.error(&visitor)),
        }
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        self.deserialize_u64(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        match self.node() {
            Node::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let Node::Array(_) = self.node() else { return Err(self.error(&visitor)) };
        visitor.visit_seq(self.inside())
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, JsonError> {
        let Node::Array(end) = self.node() else { return Err(self.error(&visitor)) };
        let mut counted = Place { nodes: self.nodes, at: self.at + 1 };
        let mut count = 0;
        while counted.at < *end {
            counted.at = counted.after();
            count += 1;
        }
        if count != length {
            return Err(de::Error::custom(format_args!(
                "a list of {count} where one of {length} was expected"
            )));
        }
        visitor.visit_seq(self.inside())
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        let Node::Object(_) = self.node() else { return Err(self.error(&visitor)) };
        visitor.visit_map(self.inside())
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        let Node::Object(_) = self.node() else { return Err(self.error(&visitor)) };
        let mut fields = self.fields(names)?;
        visitor.visit_seq(&mut fields).map_err(|error| fields.explained(error))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        let variant = self.variant(names, &visitor)?;
        visitor.visit_enum(variant)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, JsonError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i8 i16 i32 i64 u8 u16 f32 f64 char bytes byte_buf unit unit_struct }
}

/// What an array or object holds from a place on.
struct Inside<'n, 't> {
    place: Place<'n, 't>,
    end: usize,
}

impl<'n, 't> Inside<'n, 't> {
    fn next(&mut self) -> Option<Place<'n, 't>> {
        let here = self.place;
        if here.at == self.end {
            return None;
        }
        self.place.at = here.after();
        Some(here)
    }
}

impl<'t> de::SeqAccess<'t> for Inside<'_, 't> {
    type Error = JsonError;

    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Result<Option<T::Value>, JsonError> {
        self.next().map(|place| seed.deserialize(place)).transpose()
    }
}

impl<'t> de::MapAccess<'t> for Inside<'_, 't> {
    type Error = JsonError;

    fn next_key_seed<K: DeserializeSeed<'t>>(&mut self, seed: K) -> Result<Option<K::Value>, JsonError> {
        self.next().map(|place| seed.deserialize(place)).transpose()
    }

    fn next_value_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Result<T::Value, JsonError> {
        // After each key comes its value.
        let place = self.next().ok_or_else(|| de::Error::custom("a key without a value"))?;
        seed.deserialize(place)
    }
}

/// A variant of an enum: its number, which every enum can be told by as well as by the name, and its content if it has any.
struct Variant<'n, 't> {
    number: u64,
    content: Option<Place<'n, 't>>,
}

impl<'n, 't> Variant<'n, 't> {
    fn content(&self, expected: &'static str) -> Result<Place<'n, 't>, JsonError> {
        self.content.ok_or_else(|| de::Error::invalid_type(Unexpected::UnitVariant, &expected))
    }
}

impl<'t> de::EnumAccess<'t> for Variant<'_, 't> {
    type Error = JsonError;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'t>>(self, seed: V) -> Result<(V::Value, Self), JsonError> {
        Ok((seed.deserialize(U64Deserializer::new(self.number))?, self))
    }
}

impl<'t> de::VariantAccess<'t> for Variant<'_, 't> {
    type Error = JsonError;

    fn unit_variant(self) -> Result<(), JsonError> {
        match self.content("unit variant") {
            Ok(place) if *place.node() != Node::Null => Err(place.error(&"unit variant")),
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'t>>(self, seed: T) -> Result<T::Value, JsonError> {
        seed.deserialize(self.content("newtype variant")?)
    }

    fn tuple_variant<V: Visitor<'t>>(self, length: usize, visitor: V) -> Result<V::Value, JsonError> {
        de::Deserializer::deserialize_tuple(self.content("tuple variant")?, length, visitor)
    }

    fn struct_variant<V: Visitor<'t>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, JsonError> {
        de::Deserializer::deserialize_struct(self.content("struct variant")?, "", names, visitor)
    }
}
