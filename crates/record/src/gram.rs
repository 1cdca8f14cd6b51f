//! The gram record.

use std::borrow::Cow;

use serde::Serialize;

use crate::write::written;
use crate::{Error, Fields};

/// An n-gram that occurs more than once.
///
/// The last record has `total` instead of a hash, and the number of the records before it as its count. A file without
/// it was cut off.
///
/// The hash has 12 digits for `--method best` and 16 for `--method paper`. Records made with another method, `-n` or
/// `--tokens` are refused.
///
/// ```
/// let gram = record::Gram { count: 2, gram: "word-fold:7:09f1a2b3c4d5".into() };
/// let mut out = Vec::new();
/// gram.write(&mut out);
/// assert_eq!(out, b"{\"count\":2,\"gram\":\"word-fold:7:09f1a2b3c4d5\"}\n");
/// assert_eq!(record::Gram::read(&out)?, gram);
/// # Ok::<(), record::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Gram<'a> {
    /// The number of occurrences.
    pub count: u64,
    /// The kind of tokens, n, and the hash in hexadecimal or `total`, separated by colons.
    pub gram: Cow<'a, str>,
}

impl<'a> Gram<'a> {
    /// What the last record has instead of a hash.
    pub const TOTAL: &'static str = "total";

    /// Reads a gram record.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`], and [`Error::Missing`] and [`Error::Type`] for its fields.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        Ok(Gram {
            count: fields.integer("count")?.ok_or(Error::Missing("count"))?,
            gram: fields.string("gram")?.ok_or(Error::Missing("gram"))?,
        })
    }
}

written!(Gram<'_>);
