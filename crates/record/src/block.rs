//! The block record.

use crate::{Name, Object};

/// A block of a web page, and what it was found to be.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `block` | integer | its number in the document, from 1 |
/// | `class` | `"good"` or `"bad"` | main content or boilerplate |
/// | `context_free_class` | `"good"`, `"neargood"`, `"short"` or `"bad"` | what it is by itself |
/// | `heading` | boolean | whether it is in a heading |
/// | `text` | string | its text |
/// | `tag` | string | the innermost block element that it began in |
/// | `stopword_density` | number | the share of its words that are stop words |
/// | `link_density` | number | the share of its characters that are in links; above 1 where white space at their ends is not counted in the block |
/// | `score` | number, optional | how likely it is main content, with `--method best` |
/// | `reasons` | array of objects, optional | with `--explain`, the features that the score depends on most: `feature`, its name; `value`; `weight`, by how much the log-odds are higher than with the feature's typical value |
/// | `doc_bytes` | base64, optional | the name's bytes, where it is not UTF-8 |
///
/// ```
/// let block = record::Block {
///     doc: record::Name::new(&b"a.html"[..]), block: 1, class: "good", context_free_class: "short", heading: true,
///     text: "On chalk", tag: "h1", stopword_density: 0.5, link_density: 0.0, score: None,
///     reasons: None,
/// };
/// let mut out = Vec::new();
/// block.write(&mut out);
/// assert_eq!(
///     String::from_utf8_lossy(&out),
///     "{\"doc\":\"a.html\",\"block\":1,\"class\":\"good\",\"context_free_class\":\"short\",\"heading\":true,\"text\":\"On chalk\",\
///      \"tag\":\"h1\",\"stopword_density\":0.5,\"link_density\":0.0}\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Block<'a> {
    /// The document's name.
    pub doc: Name<'a>,
    /// Its number, from 1.
    pub block: u64,
    /// Its class among its neighbours.
    pub class: &'a str,
    /// Its class by itself.
    pub context_free_class: &'a str,
    /// Whether it is in a heading.
    pub heading: bool,
    /// Its text.
    pub text: &'a str,
    /// The name of its element.
    pub tag: &'a str,
    /// The share of its words that are stop words.
    pub stopword_density: f64,
    /// The share of its characters that are in links.
    pub link_density: f64,
    /// How likely it is main content.
    pub score: Option<f64>,
    /// What the score depends on most.
    pub reasons: Option<Vec<Reason<'a>>>,
}

/// A feature of a block, and what it says about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reason<'a> {
    /// Its name.
    pub feature: &'a str,
    /// Its value.
    pub value: f64,
    /// What it adds to the log-odds.
    pub weight: f64,
}

impl Block<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        self.doc.write_doc(&mut object);
        object
            .integer("block", self.block)
            .string("class", self.class)
            .string("context_free_class", self.context_free_class)
            .boolean("heading", self.heading)
            .string("text", self.text)
            .string("tag", self.tag)
            .float("stopword_density", self.stopword_density)
            .float("link_density", self.link_density);
        if let Some(score) = self.score {
            object.float("score", score);
        }
        if let Some(reasons) = &self.reasons {
            object.array("reasons", reasons, |out, reason| {
                let mut object = Object::begin(out);
                object
                    .string("feature", reason.feature)
                    .float("value", reason.value)
                    .float("weight", reason.weight);
                object.end();
            });
        }
        self.doc.write_doc_bytes(&mut object);
        object.end_line();
    }
}
