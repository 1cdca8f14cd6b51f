//! The pair record.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// Two documents that share a passage, or one that is a partial duplicate of the other.
///
/// ```
/// use record::{Kind, Name, Pair, Passage, PassageOfPair};
/// let pair = Pair {
///     a: &Name::from("x"),
///     b: &Name::from("y"),
///     a_file: None,
///     a_line: None,
///     b_file: None,
///     b_line: None,
///     a_words: 4,
///     b_words: 4,
///     common: 4,
///     lcs: 3,
///     cs: 0.75,
///     its: 0.6826061944859854,
///     excess: 0.75,
///     kind: Kind::Passages,
///     passages: Some(&[PassageOfPair {
///         passage: Passage { a: (0, 20), b: (7, 27), seeds: 3, score: 24.5, expect: 0.001 },
///         a_text: None,
///         b_text: None,
///         a_offset: None,
///         b_offset: None,
///     }]),
///     segments: Some(&[[0, 20, 7, 27]]),
/// };
/// let mut out = Vec::new();
/// pair.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"a\":\"x\",\"b\":\"y\",\"a_words\":4,\"b_words\":4,\"common\":4,\"lcs\":3,\"cs\":0.75,\
///      \"its\":0.6826061944859854,\"excess\":0.75,\"kind\":\"passages\",\"passages\":[{\"a\":[0,20],\
///      \"b\":[7,27],\"seeds\":3,\"score\":24.5,\"expect\":0.001}],\"segments\":[[0,20,7,27]]}\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pair<'a> {
    /// The name of the earlier document.
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
    /// The number of words of the earlier document.
    pub a_words: u64,
    /// The number of words of the later document.
    pub b_words: u64,
    /// The number of words that both have.
    pub common: u64,
    /// The length of the longest common subsequence.
    pub lcs: u64,
    /// The correlation score, `lcs` / sqrt(`a_words` `b_words`).
    pub cs: f64,
    /// The information-theoretic score, ln(`lcs`) / ln(`a_words` + `b_words` - `lcs`).
    pub its: f64,
    /// `lcs` / (2 sqrt(`common`)): the ratio of `lcs` to its expectation by chance.
    pub excess: f64,
    /// `books` if the score of the whole documents reaches its threshold, else `passages`.
    pub kind: Kind,
    /// The shared passages, by position in `a`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passages: Option<&'a [PassageOfPair<'a>]>,
    /// Matched segments: the first token in `a` and the one after the last, the same in `b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segments: Option<&'a [Segment]>,
}

/// The reason why two documents are a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The score of the whole documents.
    Books,
    /// A shared passage.
    Passages,
}

impl Kind {
    /// The name in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Books => "books",
            Kind::Passages => "passages",
        }
    }
}

/// A passage that two documents share, with its significance.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Passage {
    /// The first token of the passage in the earlier document, and the one after its last.
    pub a: (u64, u64),
    /// The same for the later document.
    pub b: (u64, u64),
    /// The number of matched seeds (words, their forms, or pairs of words).
    pub seeds: u64,
    /// The sum of the log-odds of its links (natural logarithm).
    pub score: f64,
    /// The number of passages with at least this score expected by chance in the whole run.
    pub expect: f64,
}

/// A passage in the record of its pair.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PassageOfPair<'a> {
    /// The position and significance of the passage.
    #[serde(flatten)]
    pub passage: Passage,
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

/// A matched segment of two documents: its first token in the earlier one and the one after its last, and the same in
/// the later one.
pub type Segment = [u64; 4];

written!(Pair<'_>: a, b);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_lost() {
        let names = [Name::from("x"), Name::new(&b"\xFF"[..])];
        let mut out = Vec::new();
        let pair = Pair {
            a: &names[0],
            b: &names[1],
            a_file: None,
            a_line: None,
            b_file: None,
            b_line: None,
            a_words: 0,
            b_words: 0,
            common: 0,
            lcs: 0,
            cs: 0.0,
            its: 0.0,
            excess: 0.0,
            kind: Kind::Books,
            passages: None,
            segments: None,
        };
        pair.write(&mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "{\"a\":\"x\",\"b\":\"\u{FFFD}\",\"a_words\":0,\"b_words\":0,\"common\":0,\"lcs\":0,\"cs\":0.0,\
             \"its\":0.0,\"excess\":0.0,\"kind\":\"books\",\"b_bytes\":\"/w==\"}\n"
        );
    }
}
