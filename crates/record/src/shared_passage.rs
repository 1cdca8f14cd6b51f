//! The passage record.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// A passage that two documents share, as a record of its own.
///
/// ```
/// use record::{Name, SharedPassage};
/// let mut out = Vec::new();
/// SharedPassage {
///     a: &Name::from("x"),
///     b: &Name::from("y"),
///     a_file: None,
///     a_line: None,
///     b_file: None,
///     b_line: None,
///     a_tokens: (0, 20),
///     b_tokens: (7, 27),
///     seeds: 3,
///     score: 24.5,
///     expect: 0.001,
///     a_text: Some("to be"),
///     b_text: None,
///     a_offset: Some([0, 5]),
///     b_offset: None,
/// }
/// .write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"a\":\"x\",\"b\":\"y\",\"a_tokens\":[0,20],\"b_tokens\":[7,27],\"seeds\":3,\"score\":24.5,\
///      \"expect\":0.001,\"a_text\":\"to be\",\"a_offset\":[0,5]}\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SharedPassage<'a> {
    /// The name of the earlier document; with `--against`, `b` is in its FILE.
    pub a: &'a Name<'a>,
    /// The name of the later document.
    pub b: &'a Name<'a>,
    /// Where the earlier document's record was read, if others have the same name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_file: Option<&'a str>,
    /// Its line or row there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_line: Option<u64>,
    /// Where the later document's record was read, if others have the same name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_file: Option<&'a str>,
    /// Its line or row there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_line: Option<u64>,
    /// The first token of the passage in the earlier document, and the one after its last.
    pub a_tokens: (u64, u64),
    /// The same for the later document.
    pub b_tokens: (u64, u64),
    /// The number of matched seeds (words, their forms, or pairs of words).
    pub seeds: u64,
    /// The sum of the log-odds of its links (natural logarithm).
    pub score: f64,
    /// The number of passages with at least this score expected by chance in the whole run.
    pub expect: f64,
    /// With `--texts`, its text in the earlier document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_text: Option<&'a str>,
    /// With `--texts`, its text in the later document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_text: Option<&'a str>,
    /// With `--texts`, its first byte in the text of the earlier document, and the one after its last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_offset: Option<[u64; 2]>,
    /// With `--texts`, the same in the later document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_offset: Option<[u64; 2]>,
}

written!(SharedPassage<'_>: a, b);
