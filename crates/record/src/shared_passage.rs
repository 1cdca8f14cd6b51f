//! The passage record.

use crate::write::write_integer;
use crate::{Name, Object, Passage};

/// A passage that two documents share, by itself.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `a`, `b` | string | the documents' names, the earlier one first; with `--against`, `b` is of its FILE |
/// | `a_tokens`, `b_tokens` | array of two integers | the token of the first matched seed and the one behind that of the last, in either document |
/// | `seeds` | integer | how many seeds (words, or pairs of words) were matched in it |
/// | `score` | float | the sum of the log odds of its links (natural logarithm) |
/// | `expect` | float | how many passages of this score and more are expected by chance in the whole run |
/// | `a_text`, `b_text` | string, optional | its text in either document, with `--texts` |
/// | `a_bytes`, `b_bytes` | base64, optional | a name's bytes, where it is not UTF-8 |
///
/// ```
/// use record::{Name, Passage, SharedPassage};
/// let mut out = Vec::new();
/// SharedPassage {
///     a: &Name::from("x"),
///     b: &Name::from("y"),
///     passage: Passage { a: (0, 20), b: (7, 27), seeds: 3, score: 24.5, expect: 0.001 },
///     texts: [Some("to be"), None],
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
    /// Where it is, and what tells it from chance.
    pub passage: Passage,
    /// Its text in either document, where it was asked for and is known.
    pub texts: [Option<&'a str>; 2],
}

impl SharedPassage<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object
            .string("a", &self.a.to_text())
            .string("b", &self.b.to_text());
        let passage = &self.passage;
        for (key, (start, end)) in [("a_tokens", passage.a), ("b_tokens", passage.b)] {
            object.array(key, [start, end], write_integer);
        }
        object
            .integer("seeds", passage.seeds)
            .float("score", passage.score)
            .float("expect", passage.expect);
        for (key, text) in ["a_text", "b_text"].into_iter().zip(self.texts) {
            if let Some(text) = text {
                object.string(key, text);
            }
        }
        for (key, name) in [("a_bytes", self.a), ("b_bytes", self.b)] {
            if std::str::from_utf8(name.as_bytes()).is_err() {
                object.base64(key, name.as_bytes());
            }
        }
        object.end_line();
    }
}
