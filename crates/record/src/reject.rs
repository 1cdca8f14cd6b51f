//! The reject record.

use serde::{Serialize, Serializer};

use crate::Fields;
use crate::write::written;

/// An input that could not be read and was left out: the record of `--rejects`.
///
/// ```
/// let reject = record::Reject {
///     source: "x.jsonl".into(),
///     line: Some(3),
///     offset: None,
///     reason: "missing field `text`".into(),
///     raw: Some(b"{}".to_vec()),
/// };
/// let mut out = Vec::new();
/// reject.write(&mut out);
/// assert_eq!(out, b"{\"source\":\"x.jsonl\",\"line\":3,\"reason\":\"missing field `text`\",\"raw\":\"{}\"}\n");
/// assert_eq!(record::Reject::read(&out)?, reject);
/// # Ok::<(), record::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reject {
    /// The file, or `standard input`.
    pub source: String,
    /// The line or row in it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The byte offset in it after decompression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The error.
    pub reason: String,
    /// The line that was left out, with U+FFFD for invalid UTF-8.
    #[serde(serialize_with = "lossy", skip_serializing_if = "Option::is_none")]
    pub raw: Option<Vec<u8>>,
}

fn lossy<S: Serializer>(raw: &Option<Vec<u8>>, serializer: S) -> Result<S::Ok, S::Error> {
    let raw = raw.as_deref().map(String::from_utf8_lossy);
    raw.serialize(serializer)
}

impl Reject {
    /// Reads a reject record.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`], and [`crate::Error::Missing`] and [`crate::Error::Type`] for its fields.
    pub fn read(line: &[u8]) -> Result<Self, crate::Error> {
        let fields = Fields::parse(line)?;
        let text = |key| fields.string(key)?.ok_or(crate::Error::Missing(key));
        let raw = match fields.bytes("raw_bytes")? {
            Some(bytes) => Some(bytes),
            None => fields
                .string("raw")?
                .map(|raw| raw.into_owned().into_bytes()),
        };
        Ok(Reject {
            source: text("source")?.into_owned(),
            line: fields.integer("line")?,
            offset: fields.integer("offset")?,
            reason: text("reason")?.into_owned(),
            raw,
        })
    }
}

written!(Reject: raw);
