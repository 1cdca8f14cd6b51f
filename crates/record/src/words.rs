//! The words record.

use std::borrow::Cow;

use crate::write::write_integer;
use crate::{Error, Fields, Name, Object, write_string};

/// The words that stand for a document when it is compared with others.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `tokens` | integer | the number of tokens of the document |
/// | `words` | array of strings | words, no two equal, in the order of the document |
/// | `positions` | array of integers, optional | for each word the index of its token, from 0: rising |
/// | `doc_bytes` | base64, optional | the name's bytes, where it is not UTF-8 |
///
/// ```
/// use record::Words;
/// let line = br#"{"doc":"a.txt","tokens":6,"words":["to","be"],"positions":[0,5]}"#;
/// let read = Words::read(line)?;
/// assert_eq!((read.tokens, &read.words[..]), (6, &["to".into(), "be".into()][..]));
/// let mut out = Vec::new();
/// read.write(&mut out);
/// assert_eq!(out, [&line[..], b"\n"].concat());
/// # Ok::<(), record::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words<'a> {
    /// The document's name.
    pub doc: Name<'a>,
    /// The number of tokens of the document.
    pub tokens: u64,
    /// Words in the order of the document. That no two are equal is the reader's to check: it looks each up anyway.
    pub words: Vec<Cow<'a, str>>,
    /// For each word the index of its token.
    pub positions: Option<Vec<u64>>,
}

impl<'a> Words<'a> {
    /// Reads a words record.
    ///
    /// # Errors
    /// Those of [`Fields::parse`]; [`Error::Missing`] and [`Error::Type`] for its fields.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        let words = fields.strings("words")?.ok_or(Error::Missing("words"))?;
        let tokens = fields.integer("tokens")?.ok_or(Error::Missing("tokens"))?;
        let positions = fields.integers("positions")?;
        if let Some(positions) = &positions {
            let rising = positions.is_sorted_by(|a, b| a < b);
            if positions.len() != words.len() || !rising {
                return Err(Error::Type {
                    field: "positions",
                    expected: "an array of rising whole numbers, one for each word",
                });
            }
            if positions.last().is_some_and(|&last| last >= tokens) {
                return Err(Error::Type {
                    field: "positions",
                    expected: "an array of whole numbers below `tokens`",
                });
            }
        }
        Ok(Words {
            doc: Name::of(&fields)?,
            tokens,
            words,
            positions,
        })
    }

    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let words = self.words.iter().map(AsRef::as_ref);
        let positions = self.positions.as_ref().map(|all| all.iter().copied());
        Words::write_parts(out, &self.doc, self.tokens, words, positions);
    }

    /// [`Words::write`] for words that are not in one place.
    pub fn write_parts<'w>(
        out: &mut Vec<u8>,
        doc: &Name,
        tokens: u64,
        words: impl Iterator<Item = &'w str>,
        positions: Option<impl Iterator<Item = u64>>,
    ) {
        let mut object = Object::begin(out);
        doc.write_doc(&mut object);
        object
            .integer("tokens", tokens)
            .array("words", words, write_string);
        if let Some(positions) = positions {
            object.array("positions", positions, write_integer);
        }
        doc.write_doc_bytes(&mut object);
        object.end_line();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_writes() {
        let words = Words {
            doc: Name::new(&b"b\xFF"[..]),
            tokens: 3,
            words: vec!["say \"when\"".into(), "".into()],
            positions: None,
        };
        let mut out = Vec::new();
        words.write(&mut out);
        assert_eq!(
            String::from_utf8(out.clone()).unwrap(),
            "{\"doc\":\"b\u{FFFD}\",\"tokens\":3,\"words\":[\"say \\\"when\\\"\",\"\"],\"doc_bytes\":\"Yv8=\"}\n"
        );
        assert_eq!(Words::read(&out).unwrap(), words);
    }

    #[test]
    fn positions_must_fit() {
        for positions in ["[0]", "[1,1]", "[2,1]", "[0,2]", "[0,\"1\"]", "3"] {
            let line =
                format!(r#"{{"doc":"a","tokens":2,"words":["x","y"],"positions":{positions}}}"#);
            assert!(
                matches!(Words::read(line.as_bytes()), Err(Error::Type { .. })),
                "{positions}"
            );
        }
    }
}
