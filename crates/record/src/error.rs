//! What can be wrong with a record.

/// How deep objects and arrays may nest: see [`crate::Fields::MAX_DEPTH`].
pub(crate) const MAX_DEPTH: usize = 128;

/// Why a line is not the record that a reader asked for. The reader's caller adds source and line number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Not JSON, or JSON that is not an object; the message is the parser's.
    #[error("not a JSON object: {0}")]
    Syntax(String),
    /// The line is not UTF-8 from this byte on (0-based).
    #[error("invalid UTF-8 at byte {0}")]
    Utf8(usize),
    /// A string holds half of a surrogate pair, which no Unicode text can.
    #[error("lone surrogate in a string")]
    LoneSurrogate,
    /// Objects and arrays nest deeper than [`crate::Fields::MAX_DEPTH`].
    #[error("nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// The same key stands twice in the object.
    #[error("duplicate field `{0}`")]
    Duplicate(String),
    /// A field that this record needs is not there.
    #[error("missing field `{0}`")]
    Missing(&'static str),
    /// The same, where it takes more than a key to say which.
    #[error("missing field {0}")]
    MissingWhich(&'static str),
    /// A field that an option names is not there.
    #[error("missing field `{0}`")]
    NoField(String),
    /// A field that an option names holds something else than a string.
    #[error("field `{0}` is not a string")]
    NotText(String),
    /// A field of a stats record cannot be what it says; the message is the parser's.
    #[error("not a stats record: {0}")]
    Stats(String),
    /// A field has another type than it should.
    #[error("field `{field}` is not {expected}")]
    Type {
        /// The field's key.
        field: &'static str,
        /// What it should be, with an article: `a string`.
        expected: &'static str,
    },
}
