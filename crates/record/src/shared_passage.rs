//! The passage record.

use crate::pair::write_name_bytes;
use crate::{Name, Object, PassageOfPair};

/// A passage that two documents share, as a record of its own.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `a`, `b` | string | the documents' names, the earlier one first; with `--against`, `b` is in its FILE |
/// | `a_tokens`, `b_tokens` | array of two integers | the first token of the passage and the one after its last, in either document |
/// | `seeds` | integer | the number of matched seeds (words, their forms, or pairs of words) |
/// | `score` | float | the sum of the log-odds of its links (natural logarithm) |
/// | `expect` | float | the number of passages with at least this score expected by chance in the whole run |
/// | `a_text`, `b_text` | string, optional | its text in either document, with `--texts` |
/// | `a_bytes`, `b_bytes` | base64, optional | the bytes of a name, if it is not UTF-8 |
///
/// ```
/// use record::{Name, Passage, PassageOfPair, SharedPassage};
/// let mut out = Vec::new();
/// SharedPassage {
///     a: &Name::from("x"),
///     b: &Name::from("y"),
///     passage: PassageOfPair {
///         passage: Passage { a: (0, 20), b: (7, 27), seeds: 3, score: 24.5, expect: 0.001 },
///         texts: [Some("to be"), None],
///     },
/// }
/// .write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"a\":\"x\",\"b\":\"y\",\"a_tokens\":[0,20],\"b_tokens\":[7,27],\"seeds\":3,\"score\":24.5,\
///      \"expect\":0.001,\"a_text\":\"to be\"}\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SharedPassage<'a> {
    /// The earlier document's name.
    pub a: &'a Name<'a>,
    /// The later document's name.
    pub b: &'a Name<'a>,
    /// The position, significance and texts of the passage.
    pub passage: PassageOfPair<'a>,
}

impl SharedPassage<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object
            .string("a", &self.a.to_text())
            .string("b", &self.b.to_text());
        self.passage
            .write_fields(["a_tokens", "b_tokens"], &mut object);
        write_name_bytes([self.a, self.b], &mut object);
        object.end_line();
    }
}
