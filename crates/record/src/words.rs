//! The words record.

use std::borrow::Cow;

use crate::write::write_integer;
use crate::{Error, Fields, Name, Object, Place, write_string};

/// The words by which a document is compared with others.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `tokens` | integer | the number of tokens of the document |
/// | `words` | array of strings | distinct words in document order |
/// | `positions` | array of integers, optional | the token index of each word, from 0, ascending |
/// | `seeds` | base64, optional | seeds for finding passages, by position: see below |
/// | `text_hash` | string, optional | XXH3 (64 bits, seed 0) of the text as it is compared, in 16 hexadecimal digits: documents with the same are equal |
/// | `file` | string, optional | with `uniqwords --places`: the file of the document, if it was a record |
/// | `line` | integer, optional | its line or row there, from 1 |
/// | `doc_bytes` | base64, optional | the bytes of the name, if it is not UTF-8 |
///
/// Numbers that `uniqwords --numbers` copies from a document's record, for `lcsdup --prefer`, are additional fields.
///
/// A seed is a pair of words near each other, or a long word, whole or without one of its characters. It is encoded as
/// the difference of its position to the previous one (an unsigned LEB128 varint), and a hash (four bytes, little-endian).
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
    /// Distinct words in document order. The reader must verify that they are distinct, since it
    /// looks each one up anyway.
    pub words: Vec<Cow<'a, str>>,
    /// The token index of each word.
    pub positions: Option<Vec<u64>>,
    /// Seeds for passages, by position.
    pub seeds: Option<Vec<Seed>>,
    /// A hash of the text: that of equal documents is equal.
    pub text_hash: Option<u64>,
    /// The file and the line where the document was read, if it was a record.
    pub place: Option<(Cow<'a, str>, u64)>,
}

/// A pair of words near each other, or a form of a word, that occurs once in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed {
    /// The token index of the first word.
    pub position: u64,
    /// A hash of both words and their distance.
    pub hash: u32,
}

/// Encodes seeds, which must be sorted by position.
fn pack(seeds: &[Seed]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(5 * seeds.len());
    let mut before = 0;
    for seed in seeds {
        let mut rest = seed.position - before;
        before = seed.position;
        while rest > 0x7F {
            packed.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        packed.push(rest as u8);
        packed.extend_from_slice(&seed.hash.to_le_bytes());
    }
    packed
}

/// Decodes [`pack`]ed seeds of a document with this number of tokens; returns `None` if the bytes
/// are invalid.
fn unpack(mut packed: &[u8], tokens: u64) -> Option<Vec<Seed>> {
    let mut seeds = Vec::with_capacity(packed.len() / 5);
    let mut position = 0u64;
    while !packed.is_empty() {
        let mut shift = 0;
        loop {
            let (&byte, rest) = packed.split_first()?;
            packed = rest;
            if shift > 56 {
                return None;
            }
            position = position.checked_add(u64::from(byte & 0x7F) << shift)?;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        let (hash, rest) = packed.split_first_chunk()?;
        packed = rest;
        seeds.push(Seed {
            position,
            hash: u32::from_le_bytes(*hash),
        });
    }
    seeds
        .last()
        .is_none_or(|last| last.position < tokens)
        .then_some(seeds)
}

impl<'a> Words<'a> {
    /// Reads a words record.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`], and [`Error::Missing`] and [`Error::Type`] for its fields.
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
        let seeds = fields.bytes("seeds")?.map(|packed| {
            unpack(&packed, tokens).ok_or(Error::Type {
                field: "seeds",
                expected: "packed seeds with positions below `tokens`",
            })
        });
        let text_hash = fields.string("text_hash")?.map(|digits| {
            u64::from_str_radix(&digits, 16).map_err(|_| Error::Type {
                field: "text_hash",
                expected: "16 hexadecimal digits",
            })
        });
        let place = fields.string("file")?.zip(fields.integer("line")?);
        Ok(Words {
            place,
            doc: Name::of(&fields)?,
            tokens,
            words,
            positions,
            seeds: seeds.transpose()?,
            text_hash: text_hash.transpose()?,
        })
    }

    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let words = self.words.iter().map(AsRef::as_ref);
        let positions = self.positions.as_ref().map(|all| all.iter().copied());
        let seeds = self.seeds.as_deref();
        let place = self
            .place
            .as_ref()
            .map(|(file, line)| Place { file, line: *line });
        Words::write_parts(
            out,
            &self.doc,
            self.tokens,
            words,
            positions,
            seeds,
            self.text_hash,
            place,
            &[],
        );
    }

    /// Like [`Words::write`], for words that are not contiguous in memory.
    #[expect(clippy::too_many_arguments, reason = "they are the fields of a record")]
    pub fn write_parts<'w>(
        out: &mut Vec<u8>,
        doc: &Name,
        tokens: u64,
        words: impl Iterator<Item = &'w str>,
        positions: Option<impl Iterator<Item = u64>>,
        seeds: Option<&[Seed]>,
        text_hash: Option<u64>,
        place: Option<Place>,
        numbers: &[(&str, &str)],
    ) {
        let mut object = Object::begin(out);
        doc.write_doc(&mut object);
        object
            .integer("tokens", tokens)
            .array("words", words, write_string);
        if let Some(positions) = positions {
            object.array("positions", positions, write_integer);
        }
        if let Some(seeds) = seeds {
            object.base64("seeds", &pack(seeds));
        }
        if let Some(hash) = text_hash {
            object.string("text_hash", &format!("{hash:016x}"));
        }
        if let Some(Place { file, line }) = place {
            object.string("file", file).integer("line", line);
        }
        for (field, number) in numbers {
            object.raw(field, number.as_bytes());
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
            seeds: None,
            text_hash: Some(0xBEEF),
            place: Some(("a.jsonl".into(), 7)),
        };
        let mut out = Vec::new();
        words.write(&mut out);
        assert_eq!(
            String::from_utf8(out.clone()).unwrap(),
            "{\"doc\":\"b\u{FFFD}\",\"tokens\":3,\"words\":[\"say \\\"when\\\"\",\"\"],\"text_hash\":\"000000000000beef\",\"file\":\"a.jsonl\",\"line\":7,\
             \"doc_bytes\":\"Yv8=\"}\n"
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

    #[test]
    fn seeds_read_back() {
        let seeds: Vec<Seed> = [0, 0, 127, 128, 1 << 20, (1 << 40) - 1]
            .into_iter()
            .zip([0, u32::MAX, 7, 0x0102_0304, 1, 2])
            .map(|(position, hash)| Seed { position, hash })
            .collect();
        assert_eq!(unpack(&pack(&seeds), 1 << 40), Some(seeds.clone()));
        // A distance of 127 takes one byte.
        assert_eq!(pack(&seeds[..3]).len(), 3 * 5);
        assert_eq!(unpack(&pack(&seeds), (1 << 40) - 1), None);
        assert_eq!(unpack(&pack(&seeds[..1])[..4], 9), None);
        assert_eq!(unpack(&[0xFF; 12], u64::MAX), None);
        assert_eq!(unpack(&[], 0), Some(Vec::new()));
        let words = Words {
            doc: "a".into(),
            tokens: 1 << 40,
            words: Vec::new(),
            positions: None,
            seeds: Some(seeds),
            text_hash: None,
            place: None,
        };
        let mut out = Vec::new();
        words.write(&mut out);
        assert_eq!(Words::read(&out).unwrap(), words);
    }
}
