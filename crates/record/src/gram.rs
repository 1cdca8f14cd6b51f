//! The gram record.

use std::borrow::Cow;

use crate::{Error, Fields, Object};

/// An n-gram that occurs more than once.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `count` | integer | how often it occurs |
/// | `gram` | string | the kind of its tokens, their number, and its hash in hexadecimal, with colons between |
///
/// The hash has 12 digits for `--method best` and 16 for `--method paper`. What was made with one method, `-n` and
/// `--tokens` is of no use with others, and refused.
///
/// ```
/// let gram = record::Gram { count: 2, gram: "word-fold:7:09f1a2b3c4d5".into() };
/// let mut out = Vec::new();
/// gram.write(&mut out);
/// assert_eq!(out, b"{\"count\":2,\"gram\":\"word-fold:7:09f1a2b3c4d5\"}\n");
/// assert_eq!(record::Gram::read(&out)?, gram);
/// # Ok::<(), record::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gram<'a> {
    /// How often it occurs.
    pub count: u64,
    /// What it is.
    pub gram: Cow<'a, str>,
}

impl<'a> Gram<'a> {
    /// Reads a gram record.
    ///
    /// # Errors
    /// Those of [`Fields::parse`]; [`Error::Missing`] and [`Error::Type`] for its fields.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        Ok(Gram {
            count: fields.integer("count")?.ok_or(Error::Missing("count"))?,
            gram: fields.string("gram")?.ok_or(Error::Missing("gram"))?,
        })
    }

    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object
            .integer("count", self.count)
            .string("gram", &self.gram);
        object.end_line();
    }
}
