//! The pair record.

use crate::choice::write_place;
use crate::write::{write_integer, write_integers};
use crate::{Name, Object, Place};

/// Two documents that share a passage, or one that is a partial duplicate of the other.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `a`, `b` | string | the documents' names, the earlier one first |
/// | `a_file`, `b_file` | string, optional | where the record of a document was read, if others have the same name |
/// | `a_line`, `b_line` | integer, optional | its line or row there |
/// | `a_words`, `b_words` | integer | the number of words of each |
/// | `common` | integer | the number of words that both have |
/// | `lcs` | integer | the length of the longest common subsequence |
/// | `cs` | float | `lcs` / sqrt(`a_words` `b_words`) |
/// | `its` | float | ln(`lcs`) / ln(`a_words` + `b_words` - `lcs`) |
/// | `excess` | float | `lcs` / (2 sqrt(`common`)): the ratio of `lcs` to its expectation by chance |
/// | `kind` | string | `books` if the score of the whole documents reaches its threshold, else `passages` |
/// | `passages` | array of objects, optional | the shared passages, by position in `a`: see below |
/// | `segments` | array of arrays of four integers, optional | matched segments: the first token in `a` and the one after the last, the same in `b` |
/// | `a_bytes`, `b_bytes` | base64, optional | the bytes of a name, if it is not UTF-8 |
///
/// A passage:
///
/// | field | type | meaning |
/// |---|---|---|
/// | `a`, `b` | array of two integers | the first token of the passage and the one after its last, in either document |
/// | `seeds` | integer | the number of matched seeds (words, their forms, or pairs of words) |
/// | `score` | float | the sum of the log-odds of its links (natural logarithm) |
/// | `expect` | float | the number of passages with at least this score expected by chance in the whole run |
/// | `a_text`, `b_text` | string, optional | its text in either document, with `--texts` |
///
/// ```
/// use record::{Kind, Name, Pair, Passage, PassageOfPair, Segment};
/// let pair = Pair {
///     a: &Name::from("x"),
///     b: &Name::from("y"),
///     places: [None; 2],
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
///         texts: [None; 2],
///     }]),
///     segments: Some(&[Segment { a: (0, 20), b: (7, 27) }]),
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
#[derive(Debug, Clone, PartialEq)]
pub struct Pair<'a> {
    /// The earlier document's name.
    pub a: &'a Name<'a>,
    /// The later document's name.
    pub b: &'a Name<'a>,
    /// The position of each record, if its name is ambiguous.
    pub places: [Option<Place<'a>>; 2],
    /// The number of words of the earlier one.
    pub a_words: u64,
    /// The number of words of the later one.
    pub b_words: u64,
    /// The number of words that both have.
    pub common: u64,
    /// The length of the longest common subsequence.
    pub lcs: u64,
    /// The correlation score.
    pub cs: f64,
    /// The information-theoretic score.
    pub its: f64,
    /// The ratio of the longest common subsequence to its expectation by chance.
    pub excess: f64,
    /// The reason why they are a pair.
    pub kind: Kind,
    /// The shared passages, if they were computed.
    pub passages: Option<&'a [PassageOfPair<'a>]>,
    /// The matched segments, if they were requested and computed.
    pub segments: Option<&'a [Segment]>,
}

/// The reason why two documents are a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passage {
    /// The first token of the passage in the earlier document, and the one after its last.
    pub a: (u64, u64),
    /// The same for the later document.
    pub b: (u64, u64),
    /// The number of matched seeds.
    pub seeds: u64,
    /// The sum of the log-odds of its links.
    pub score: f64,
    /// The number of passages with at least this score expected by chance in the whole run.
    pub expect: f64,
}

/// A passage in the record of its pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PassageOfPair<'a> {
    /// The position and significance of the passage.
    pub passage: Passage,
    /// The text of the passage in either document, if requested and available.
    pub texts: [Option<&'a str>; 2],
}

impl PassageOfPair<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        self.write_fields(["a", "b"], &mut object);
        object.end();
    }

    /// Writes the fields; `places` are the names of the fields for the ranges.
    pub(crate) fn write_fields(&self, places: [&'static str; 2], object: &mut Object) {
        let passage = &self.passage;
        for (key, (start, end)) in places.into_iter().zip([passage.a, passage.b]) {
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
    }
}

/// Writes the fields with the exact bytes of names that are not UTF-8.
pub(crate) fn write_name_bytes(names: [&Name; 2], object: &mut Object) {
    for (key, name) in ["a_bytes", "b_bytes"].into_iter().zip(names) {
        if std::str::from_utf8(name.as_bytes()).is_err() {
            object.base64(key, name.as_bytes());
        }
    }
}

/// A matched segment of two documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// The first token of the segment in the earlier document, and the one after its last.
    pub a: (u64, u64),
    /// The same for the later document.
    pub b: (u64, u64),
}

impl Pair<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object
            .string("a", &self.a.to_text())
            .string("b", &self.b.to_text());
        write_place(self.places[0], ["a_file", "a_line"], &mut object);
        write_place(self.places[1], ["b_file", "b_line"], &mut object);
        object
            .integer("a_words", self.a_words)
            .integer("b_words", self.b_words)
            .integer("common", self.common)
            .integer("lcs", self.lcs)
            .float("cs", self.cs)
            .float("its", self.its)
            .float("excess", self.excess)
            .string("kind", self.kind.name());
        if let Some(passages) = self.passages {
            object.array("passages", passages, |out, passage| passage.write(out));
        }
        if let Some(segments) = self.segments {
            object.array("segments", segments, |out, segment| {
                let bounds = [segment.a.0, segment.a.1, segment.b.0, segment.b.1];
                write_integers(out, bounds);
            });
        }
        write_name_bytes([self.a, self.b], &mut object);
        object.end_line();
    }
}

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
            places: [None; 2],
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
