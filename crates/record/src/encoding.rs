//! The encoding record.

use crate::{Name, Object};

/// The encoding that a document is in.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `encoding` | string or `null` | a label of the WHATWG Encoding Standard, or the encoding's usual name; `null` where no answer is sure enough |
/// | `language` | string or `null` | the language whose model decided, or that was given; `null` where neither is known |
/// | `score` | number or `null` | how well the answer fits; `null` where a rule decided |
/// | `margin` | number or `null` | how far the best answer that decodes to another text is behind; `null` where there is none |
/// | `declared` | string, optional | the encoding that the document declares, as it stands there |
/// | `candidates` | array of objects, optional | with `--top`, the best answers that decode to different texts: `encoding`, `language`, `score`, `behind` |
/// | `doc_bytes` | base64, optional | the name's bytes, where it is not UTF-8 |
///
/// With `--method best`, `score` is the mean natural logarithm of the probability of a trigram, and `margin` and
/// `behind` are logarithms of how much more probable the answer is. With `--method paper` they are scalar products and
/// their differences.
///
/// ```
/// let answer = record::Candidate { encoding: "koi8-r", language: Some("ru"), score: Some(-8.5), behind: 0.0 };
/// let name = record::Name::new(&b"a.txt"[..]);
/// let found = record::Encoding {
///     encoding: Some("koi8-r"),
///     language: Some("ru"),
///     score: Some(-8.5),
///     margin: Some(40.25),
///     declared: None,
///     candidates: None,
/// };
/// let mut out = Vec::new();
/// found.write(&mut out, &name);
/// let line = "{\"doc\":\"a.txt\",\"encoding\":\"koi8-r\",\"language\":\"ru\",\"score\":-8.5,\"margin\":40.25}\n";
/// assert_eq!(out, line.as_bytes());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Encoding<'a> {
    /// The answer.
    pub encoding: Option<&'a str>,
    /// Its language.
    pub language: Option<&'a str>,
    /// How well it fits.
    pub score: Option<f64>,
    /// How far the next text is behind.
    pub margin: Option<f64>,
    /// What the document declares.
    pub declared: Option<&'a str>,
    /// The best answers.
    pub candidates: Option<Vec<Candidate<'a>>>,
}

/// One answer of several.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate<'a> {
    /// The encoding.
    pub encoding: &'a str,
    /// The language whose model speaks for it.
    pub language: Option<&'a str>,
    /// How well it fits.
    pub score: Option<f64>,
    /// How far it is behind the best one.
    pub behind: f64,
}

impl Encoding<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>, doc: &Name) {
        let mut object = Object::begin(out);
        doc.write_doc(&mut object);
        self.write_fields(&mut object);
        doc.write_doc_bytes(&mut object);
        object.end_line();
    }

    /// Writes all but the name: what a document record carries under `charset`.
    pub fn write_fields(&self, object: &mut Object) {
        optional(object, "encoding", self.encoding);
        optional(object, "language", self.language);
        // What JSON has no number for is null.
        object
            .float("score", self.score.unwrap_or(f64::NAN))
            .float("margin", self.margin.unwrap_or(f64::NAN));
        if let Some(declared) = self.declared {
            object.string("declared", declared);
        }
        if let Some(candidates) = &self.candidates {
            object.array("candidates", candidates, |out, one| {
                let mut object = Object::begin(out);
                object.string("encoding", one.encoding);
                optional(&mut object, "language", one.language);
                object
                    .float("score", one.score.unwrap_or(f64::NAN))
                    .float("behind", one.behind);
                object.end();
            });
        }
    }
}

fn optional(object: &mut Object, key: &str, value: Option<&str>) {
    match value {
        Some(value) => object.string(key, value),
        None => object.null(key),
    };
}
