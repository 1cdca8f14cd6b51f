//! The encoding record.

use crate::{Name, Object};

/// The encoding that a document is in.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `encoding` | string or `null` | a label of the WHATWG Encoding Standard, or the encoding's usual name; `null` where no answer is sure enough |
/// | `language` | string or `null` | the language that most of the text is in, by its characters and words, whatever the encoding; `und` where it is too short or in none that is known; `null` where there is no encoding |
/// | `score` | number or `null` | how well the answer fits; `null` where a rule decided |
/// | `margin` | number or `null` | how far the best answer that decodes to another text is behind; `null` where there is none |
/// | `declared` | string, optional | the encoding that the document declares, as it stands there |
/// | `language_margin` | number or `null`, optional | how far the next language is behind: the natural logarithm of how much more probable `language` is; `null` where there is none |
/// | `languages` | array of objects, optional | where blocks of the document are in several languages: `language` and its `share` of the letters, from 0 to 1, the largest first |
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
///     language_margin: Some(7.5),
///     languages: Vec::new(),
///     candidates: None,
/// };
/// let mut out = Vec::new();
/// found.write(&mut out, &name);
/// let line = "{\"doc\":\"a.txt\",\"encoding\":\"koi8-r\",\"language\":\"ru\",\"score\":-8.5,\"margin\":40.25,\"language_margin\":7.5}\n";
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
    /// How far the next language is behind; infinite where there is none.
    pub language_margin: Option<f64>,
    /// The languages of its blocks and their shares, if there are several.
    pub languages: Vec<(&'a str, f64)>,
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
        write_languages(object, self.language_margin, &self.languages);
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

/// Writes what is known of a document's language beside its code.
pub fn write_languages(object: &mut Object, margin: Option<f64>, languages: &[(&str, f64)]) {
    if let Some(margin) = margin {
        object.float("language_margin", margin);
    }
    if languages.len() > 1 {
        object.array("languages", languages, |out, (language, share)| {
            let mut object = Object::begin(out);
            object.string("language", language).float("share", *share);
            object.end();
        });
    }
}

fn optional(object: &mut Object, key: &str, value: Option<&str>) {
    match value {
        Some(value) => object.string(key, value),
        None => object.null(key),
    };
}
