//! The frequency record.

use std::borrow::Cow;

use crate::{Error, Fields, Object};

/// How often a line occurs.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `count` | integer | occurrences |
/// | `error` | integer, optional | by how much `count` may be under the truth |
/// | `text` | string, optional | the line |
/// | `text_bytes` | base64, optional | the line's bytes, where it is not UTF-8 |
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frequency<'a> {
    /// Occurrences.
    pub count: u64,
    /// By how much `count` may be under the truth.
    pub error: Option<u64>,
    /// The line.
    pub text: Cow<'a, [u8]>,
}

impl<'a> Frequency<'a> {
    /// Reads a frequency record.
    ///
    /// # Errors
    /// Those of [`Fields::parse`]; [`Error::Missing`] and [`Error::Type`] for its fields.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        let text = match (fields.bytes("text_bytes")?, fields.string("text")?) {
            (Some(bytes), _) => Cow::Owned(bytes),
            (None, Some(Cow::Borrowed(text))) => Cow::Borrowed(text.as_bytes()),
            (None, Some(Cow::Owned(text))) => Cow::Owned(text.into_bytes()),
            (None, None) => return Err(Error::Missing("`text`")),
        };
        Ok(Frequency {
            count: fields.integer("count")?.ok_or(Error::Missing("`count`"))?,
            error: fields.integer("error")?,
            text,
        })
    }

    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object.integer("count", self.count);
        if let Some(error) = self.error {
            object.integer("error", error);
        }
        match std::str::from_utf8(&self.text) {
            Ok(text) => object.string("text", text),
            Err(_) => object
                .string("text", &String::from_utf8_lossy(&self.text))
                .base64("text_bytes", &self.text),
        };
        object.end_line();
    }
}
