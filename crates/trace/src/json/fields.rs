//! The fields of a struct, looked up by name in a JSON object and given to serde in the order in which the struct
//! declares them.

use super::{Inside, JsonError, Node, Place};
use serde::de::{self, DeserializeSeed};

/// An object whose values are asked for by name. Each name is a field of its own: types that are read here have no `serde(alias)`.
pub(super) struct Fields<'n, 't> {
    object: Place<'n, 't>,
    /// From the key that is expected next, since most objects have the order of the declaration.
    rest: Inside<'n, 't>,
    /// The names that have not been asked for yet.
    names: std::slice::Iter<'static, &'static str>,
    /// The last name that was asked for and is not there.
    missing: Option<&'static str>,
}

impl<'n, 't> Place<'n, 't> {
    /// The fields with these names of the object in this place.
    ///
    /// # Errors
    /// When one of them is there twice. There may be others, which are not read.
    pub(super) fn fields(self, names: &'static [&'static str]) -> Result<Fields<'n, 't>, JsonError> {
        let mut keys = self.inside();
        let mut expected = 0;
        let mut in_order = true;
        while let Some(key) = keys.next() {
            keys.next();
            match names[expected..].iter().position(|name| key.is(name)) {
                Some(at) => expected += at + 1,
                None => in_order &= !names.iter().any(|name| key.is(name)),
            }
        }
        match names.iter().find(|name| !in_order && self.count(name) > 1) {
            Some(name) => Err(de::Error::duplicate_field(name)),
            None => Ok(Fields { object: self, rest: self.inside(), names: names.iter(), missing: None }),
        }
    }

    fn is(&self, name: &str) -> bool {
        matches!(self.node(), Node::Text(text) if text == name)
    }

    /// How often an object has this key.
    fn count(self, name: &str) -> usize {
        let mut keys = self.inside();
        let mut count = 0;
        while find(&mut keys, name).is_some() {
            count += 1;
        }
        count
    }
}

impl<'n, 't> Fields<'n, 't> {
    /// The value of the next name, if it is there.
    fn next(&mut self) -> Option<Place<'n, 't>> {
        let name = self.names.next()?;
        let found = find(&mut self.rest, name).or_else(|| {
            self.rest = self.object.inside();
            find(&mut self.rest, name)
        });
        if found.is_none() {
            self.rest = self.object.inside();
            self.missing = Some(name);
        }
        found
    }

    /// The error in better words if it is that there are too few values, as serde says of a field that must be there and is not.
    pub(super) fn explained(&self, error: JsonError) -> JsonError {
        match self.missing {
            Some(name) if error.0.starts_with("invalid length") => de::Error::missing_field(name),
            _ => error,
        }
    }
}

/// The value behind the first of the keys with this name; what is left of the keys comes after it then.
fn find<'n, 't>(keys: &mut Inside<'n, 't>, name: &str) -> Option<Place<'n, 't>> {
    while let Some(key) = keys.next() {
        let value = keys.next();
        if key.is(name) {
            return value;
        }
    }
    None
}

impl<'t> de::SeqAccess<'t> for Fields<'_, 't> {
    type Error = JsonError;

    /// None for a name that is not there, which stands for its default if it has one; the next name may well be there.
    fn next_element_seed<T: DeserializeSeed<'t>>(&mut self, seed: T) -> Result<Option<T::Value>, JsonError> {
        self.next().map(|place| seed.deserialize(place)).transpose()
    }
}
