//! The encoding record.

use crate::{Name, Object};

/// The detected encoding and language of a document.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `encoding` | string or `null` | a label of the WHATWG Encoding Standard, or the usual name; `null` if no answer is certain enough |
/// | `language` | string or `null` | the main language of the text, by its characters and words, independent of the encoding; `und` if the text is too short or the language is unknown; `null` if the encoding is |
/// | `score` | number or `null` | the goodness of fit; `null` if a rule decided |
/// | `margin` | number or `null` | the lead over the best answer that decodes to a different text; `null` if there is none, or none but hopeless ones, which are not scored |
/// | `declared` | string, optional | the encoding declared by the document, as written there |
/// | `language_margin` | number or `null`, optional | the natural logarithm of how many times more probable `language` is than the second language; `null` if there is none |
/// | `languages` | array of objects, optional | if blocks of the document are in several languages: `language` and its `share` of the letters, from 0 to 1, largest first |
/// | `damaged` | object, optional | if bytes of the document are no characters in the encoding: the number of invalid `sequences`, and the first `line` that has one |
/// | `parts` | array of objects, optional | with `--unit`, if lines of the document are in several encodings: the `encoding`, the first `line`, and the number of `lines` of each part, in order |
/// | `mojibake` | object, optional | if text is double-encoded UTF-8 ("Ã©" for "é"): the number of `runs` of such characters, the number of `layers` too many, the first `line` that has one, whether they are `repaired`, and the `page` that UTF-8 was taken for |
/// | `second` | object, optional | without `--unit`, if some lines seem to be in another encoding: the `encoding`, and the first `line` of them |
/// | `candidates` | array of objects, optional | with `--top`, the best answers that decode to different texts: `encoding`, `language`, `score`, `behind` |
/// | `doc_bytes` | base64, optional | the bytes of the name, if it is not UTF-8 |
///
/// With `--method best`, `score` is the mean natural logarithm of the probability of a trigram, and `margin` and
/// `behind` are differences of log probabilities. With `--method paper` they are scalar products and their differences.
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
///     damaged: None,
///     parts: Vec::new(),
///     mojibake: None,
///     second: None,
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
    /// The language.
    pub language: Option<&'a str>,
    /// The goodness of fit.
    pub score: Option<f64>,
    /// The lead over the best answer with a different text.
    pub margin: Option<f64>,
    /// The encoding declared by the document.
    pub declared: Option<&'a str>,
    /// The lead over the second language; infinite if there is none.
    pub language_margin: Option<f64>,
    /// The languages of the blocks and their shares, if there are several.
    pub languages: Vec<(&'a str, f64)>,
    /// The invalid sequences of the document, if there are any.
    pub damaged: Option<Damage>,
    /// The parts in different encodings, if there are several.
    pub parts: Vec<Part<'a>>,
    /// Double-encoded UTF-8.
    pub mojibake: Option<Mojibake<'a>>,
    /// A second encoding that some lines seem to be in.
    pub second: Option<Second<'a>>,
    /// The best answers with different texts.
    pub candidates: Option<Vec<Candidate<'a>>>,
}

/// The invalid sequences of a document in its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damage {
    /// The number of invalid sequences.
    pub sequences: u64,
    /// The line of the first one, counted from 1.
    pub line: u64,
}

/// Consecutive lines in one encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    /// The encoding.
    pub encoding: &'a str,
    /// The number of the first line, counted from 1.
    pub line: u64,
    /// The number of lines.
    pub lines: u64,
}

/// A second encoding that some lines of a document seem to be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Second<'a> {
    /// The encoding.
    pub encoding: &'a str,
    /// The number of the first of these lines, counted from 1.
    pub line: u64,
}

/// Double-encoded UTF-8 in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mojibake<'a> {
    /// The number of runs of such characters.
    pub runs: u64,
    /// The maximum number of superfluous encodings of a run.
    pub layers: u32,
    /// The line of the first run, counted from 1.
    pub line: u64,
    /// Whether they were repaired in the text of the document.
    pub repaired: bool,
    /// The code page that UTF-8 was taken for.
    pub page: &'a str,
}

/// One of the best answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate<'a> {
    /// The encoding.
    pub encoding: &'a str,
    /// The language of the model with the best fit.
    pub language: Option<&'a str>,
    /// The goodness of fit.
    pub score: Option<f64>,
    /// The distance to the best answer.
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

    /// Writes all fields except the name, as in a document record under `charset`.
    pub fn write_fields(&self, object: &mut Object) {
        optional(object, "encoding", self.encoding);
        optional(object, "language", self.language);
        // JSON has no infinity and no NaN, so these become null.
        object
            .float("score", self.score.unwrap_or(f64::NAN))
            .float("margin", self.margin.unwrap_or(f64::NAN));
        if let Some(declared) = self.declared {
            object.string("declared", declared);
        }
        write_languages(object, self.language_margin, &self.languages);
        write_damage(object, self.damaged);
        write_parts(object, &self.parts);
        write_mojibake(object, self.mojibake);
        write_second(object, self.second);
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

/// Writes the fields about a document's languages except the code of the main one.
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

/// Writes the field about invalid sequences, if there are any.
pub fn write_damage(object: &mut Object, damage: Option<Damage>) {
    if let Some(Damage { sequences, line }) = damage {
        object.object("damaged", |object| {
            object.integer("sequences", sequences).integer("line", line);
        });
    }
}

/// Writes the field about parts in several encodings, if there are any.
pub fn write_parts(object: &mut Object, parts: &[Part]) {
    if !parts.is_empty() {
        object.array("parts", parts, |out, part| {
            let mut object = Object::begin(out);
            object
                .string("encoding", part.encoding)
                .integer("line", part.line)
                .integer("lines", part.lines);
            object.end();
        });
    }
}

/// Writes the field about double-encoded UTF-8, if there is any.
pub fn write_mojibake(object: &mut Object, mojibake: Option<Mojibake>) {
    if let Some(found) = mojibake {
        object.object("mojibake", |object| {
            object
                .integer("runs", found.runs)
                .integer("layers", found.layers.into())
                .integer("line", found.line)
                .boolean("repaired", found.repaired)
                .string("page", found.page);
        });
    }
}

/// Writes the field about a second encoding, if there is one.
pub fn write_second(object: &mut Object, second: Option<Second>) {
    if let Some(Second { encoding, line }) = second {
        object.object("second", |object| {
            object.string("encoding", encoding).integer("line", line);
        });
    }
}

fn optional(object: &mut Object, key: &str, value: Option<&str>) {
    match value {
        Some(value) => object.string(key, value),
        None => object.null(key),
    };
}
