//! Document names, which may not be UTF-8.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

use crate::write::{ExactBytes, write_base64};
use crate::{Error, Fields, Object, Value};

/// A document's name: a path as given, or the identifier of a record.
///
/// In a record it is the string `doc`. If the name is not UTF-8, `doc` has U+FFFD for invalid
/// bytes, and the last field of the record, `doc_bytes`, has the exact bytes in base64.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name<'a> {
    bytes: Cow<'a, [u8]>,
}

impl<'a> Name<'a> {
    /// Creates a name with these bytes.
    pub fn new(bytes: impl Into<Cow<'a, [u8]>>) -> Self {
        Name {
            bytes: bytes.into(),
        }
    }

    /// Returns the name of a record: `doc_bytes`, else `doc`, else `id`. An `id` may be a number.
    ///
    /// # Errors
    /// Fails with [`Error::Missing`] without `doc` and `id`, and with [`Error::Type`] if one has
    /// another type.
    pub fn of(fields: &Fields<'a>) -> Result<Self, Error> {
        Name::find(fields)?.ok_or(Error::MissingWhich("`doc` (or `id`)"))
    }

    /// Like [`Name::of`], but returns `None` if the record has no name or a null one.
    ///
    /// # Errors
    /// Fails with [`Error::Type`] if the name is neither a string nor a number.
    pub fn find(fields: &Fields<'a>) -> Result<Option<Self>, Error> {
        if let Some(bytes) = fields.bytes("doc_bytes")? {
            return Ok(Some(Name::new(bytes)));
        }
        for key in ["doc", "id"] {
            match fields.get(key) {
                None | Some(Value::Other("null")) => {}
                Some(value) => {
                    let name = value.string_or_number().ok_or(Error::Type {
                        field: key,
                        expected: "a string",
                    })?;
                    return Ok(Some(Name::from(name)));
                }
            }
        }
        Ok(None)
    }

    /// Returns the exact bytes, for opening the path.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the name as text, with U+FFFD for invalid UTF-8.
    pub fn to_text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// Returns an owned copy of the name.
    pub fn into_owned(self) -> Name<'static> {
        Name {
            bytes: Cow::Owned(self.bytes.into_owned()),
        }
    }

    /// Writes `doc`, the first field of a record.
    #[inline]
    pub fn write_doc(&self, object: &mut Object) {
        object.string("doc", &self.to_text());
    }

    /// Writes `doc_bytes`, the last field of a record, if the name is not UTF-8.
    #[inline]
    pub fn write_doc_bytes(&self, object: &mut Object) {
        self.write_bytes("doc_bytes", object);
    }
}

impl ExactBytes for Name<'_> {
    fn write_bytes(&self, key: &str, object: &mut Object) {
        self.as_bytes().write_bytes(key, object);
    }
}

/// All of them, if one is not UTF-8.
impl ExactBytes for Vec<&Name<'_>> {
    fn write_bytes(&self, key: &str, object: &mut Object) {
        let is_text = |name: &&Name| std::str::from_utf8(name.as_bytes()).is_ok();
        if !self.iter().all(is_text) {
            object.array(key, self, |out, name| write_base64(out, name.as_bytes()));
        }
    }
}

/// Its text; the exact bytes are another field.
impl Serialize for Name<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'a> From<Cow<'a, str>> for Name<'a> {
    fn from(text: Cow<'a, str>) -> Self {
        Name::new(match text {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        })
    }
}

impl<'a> From<&'a str> for Name<'a> {
    fn from(text: &'a str) -> Self {
        Name::new(text.as_bytes())
    }
}
