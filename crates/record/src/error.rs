//! Errors in records.

/// The maximum nesting depth of objects and arrays: see [`crate::Fields::MAX_DEPTH`].
pub(crate) const MAX_DEPTH: usize = 128;

/// The reason why a line is not the expected record. The caller adds source and line number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Not JSON, or not an object; with the parser's message.
    #[error("not a JSON object: {0}")]
    Syntax(String),
    /// Invalid UTF-8 at this byte (0-based).
    #[error("invalid UTF-8 at byte {0}")]
    Utf8(usize),
    /// A string contains half of a surrogate pair, which is not Unicode text.
    #[error("lone surrogate in a string")]
    LoneSurrogate,
    /// Objects and arrays nest deeper than [`crate::Fields::MAX_DEPTH`].
    #[error("nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// A key occurs twice in the object.
    #[error("duplicate field `{0}`")]
    Duplicate(String),
    /// A required field is missing.
    #[error("missing field `{0}`")]
    Missing(&'static str),
    /// A required field is missing; described in words, because a key is not enough.
    #[error("missing field {0}")]
    MissingWhich(&'static str),
    /// A field named by an option is missing.
    #[error("missing field `{0}`")]
    NoField(String),
    /// A field named by an option is the field of each element of an array, which has none.
    #[error("field `{0}` is empty, because its array has no elements")]
    Empty(String),
    /// A field named by an option is not a string.
    #[error("field `{0}` is not a string")]
    NotText(String),
    /// A field of a stats record is invalid; with the parser's message.
    #[error("not a stats record: {0}")]
    Stats(String),
    /// A field has the wrong type.
    #[error("field `{field}` is not {expected}")]
    Type {
        /// The field's key.
        field: &'static str,
        /// The expected type, with an article: `a string`.
        expected: &'static str,
    },
}
