//! The records of a template, which altcount learns on some pages of a site and applies to others.

use std::borrow::Cow;

use crate::write::write_integers;
use crate::{CutPoint, Error, Fields, Object, Value};

/// A line of a file written by `altcount --model`. The first field shows the kind of record.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `method` | `"best"` or `"paper"`, optional | the first record: the learning method; then `unit`, `"char"` or `"byte"`, `pages`, the number of pages, and `grams`, the number of n-grams in all pieces |
/// | `n`, `a`, ... | integers, optional | a cut point record, the second record with `"paper"` |
/// | `level` | integer, optional | a group of pages: the number of pages that share its template; then `pages`, the number of pages in the group, and `thetas`, for each n the fraction of the level from which an n-gram is part of the template |
/// | `piece` | integer, optional | n; then `text`, whose n-grams are part of the template, each in one piece only, and `pages`, optional: the number of pages with each n-gram, run-length encoded from the start of the text as `[n-grams,pages,once]`, where `once` is 1 if the n-gram occurs once on each of them and else 0 |
/// | `anchor` | `"start"` or `"end"`, optional | an n-gram before the start or after the end of bodies; then `text`, the n-gram, or nothing for the end of the page, `distance`, the distance of the bodies from it in characters, and `pages`, the number of these bodies |
/// | `element` | integer, optional | an element that bodies are in: the number of pages whose bodies are; then `text`, its start tag, or what is left of it without attributes that differ, and nothing where it is all that pages have of their own, `ends`, for its start and its end `[extends,cuts]`: 1 where bodies that end inside it are extended to it, or 2 if over lists of links, too, and 1 where links beyond it are cut off, and `far`, 1 if bodies are extended however far it is |
/// | `text_bytes` | base64, optional | the bytes of `text`, if they are not UTF-8 |
#[derive(Debug, Clone, PartialEq)]
pub enum Template<'a> {
    /// The learning method.
    Method {
        /// Whether it is the best method; otherwise it is the paper's.
        best: bool,
        /// Whether the n-grams consist of bytes; otherwise they consist of characters.
        bytes: bool,
        /// The number of pages.
        pages: u64,
        /// The number of n-grams in all pieces.
        grams: u64,
    },
    /// The cut point of the paper's method.
    CutPoint(CutPoint),
    /// A group of pages of the best method.
    Group {
        /// The number of pages that share the template.
        level: u64,
        /// The number of pages in the group.
        pages: u64,
        /// The minimum fraction of the level at which an n-gram is part of the template, for each
        /// n.
        thetas: Vec<f64>,
    },
    /// An n-gram before the start or after the end of bodies.
    Anchor {
        /// Whether it comes after their end; otherwise it comes before their start.
        end: bool,
        /// The bytes of the n-gram.
        text: Cow<'a, [u8]>,
        /// The distance of the bodies from the n-gram.
        distance: u64,
        /// The number of these bodies.
        pages: u64,
    },
    /// An element that contains bodies.
    Element {
        /// The number of pages whose bodies are in the element.
        pages: u64,
        /// The bytes of its start tag.
        text: Cow<'a, [u8]>,
        /// 1 if bodies are extended to the ends of the element at any distance.
        far: u64,
        /// For the element's start and end, whether bodies are extended to it, and whether links
        /// beyond it are cut off.
        ends: Vec<(u64, u64)>,
    },
    /// A text whose n-grams are part of the template.
    Piece {
        /// The length n of the n-grams.
        n: u64,
        /// The bytes of the text.
        text: Cow<'a, [u8]>,
        /// Runs of n-grams: their number, the number of pages with each, and 1 if they occur once
        /// on each page.
        pages: Vec<(u64, u64, u64)>,
    },
}

impl<'a> Template<'a> {
    /// Reads a record.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`], and [`Error::Missing`] and [`Error::Type`] for its fields.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        let number = |key| fields.integer(key)?.ok_or(Error::Missing(key));
        if fields.get("method").is_some() {
            return Ok(Template::Method {
                best: one_of(&fields, "method", ["paper", "best"])?,
                bytes: one_of(&fields, "unit", ["char", "byte"])?,
                pages: number("pages")?,
                grams: number("grams")?,
            });
        }
        if fields.get("level").is_some() {
            return Ok(Template::Group {
                level: number("level")?,
                pages: number("pages")?,
                thetas: array(&fields, "thetas")?,
            });
        }
        if fields.get("anchor").is_some() {
            return Ok(Template::Anchor {
                end: one_of(&fields, "anchor", ["start", "end"])?,
                text: text(&fields)?,
                distance: number("distance")?,
                pages: number("pages")?,
            });
        }
        if fields.get("element").is_some() {
            return Ok(Template::Element {
                pages: number("element")?,
                text: text(&fields)?,
                far: number("far")?,
                ends: array(&fields, "ends")?,
            });
        }
        if fields.get("piece").is_some() {
            let pages = match fields.get("pages") {
                None => Vec::new(),
                Some(_) => array(&fields, "pages")?,
            };
            return Ok(Template::Piece {
                n: number("piece")?,
                text: text(&fields)?,
                pages,
            });
        }
        CutPoint::read(line).map(Template::CutPoint)
    }

    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        if let Template::CutPoint(point) = self {
            return point.write(out);
        }
        let mut object = Object::begin(out);
        match self {
            Template::CutPoint(_) => {}
            Template::Method {
                best,
                bytes,
                pages,
                grams,
            } => {
                object
                    .string("method", if *best { "best" } else { "paper" })
                    .string("unit", if *bytes { "byte" } else { "char" })
                    .integer("pages", *pages)
                    .integer("grams", *grams);
            }
            Template::Group {
                level,
                pages,
                thetas,
            } => {
                object
                    .integer("level", *level)
                    .integer("pages", *pages)
                    .array("thetas", thetas, |out, theta| {
                        out.extend_from_slice(theta.to_string().as_bytes());
                    });
            }
            Template::Anchor {
                end,
                text,
                distance,
                pages,
            } => {
                object.string("anchor", if *end { "end" } else { "start" });
                let is_utf8 = object.text(text);
                object
                    .integer("distance", *distance)
                    .integer("pages", *pages);
                if !is_utf8 {
                    object.base64("text_bytes", text);
                }
            }
            Template::Element {
                pages,
                text,
                far,
                ends,
            } => {
                object.integer("element", *pages);
                let is_utf8 = object.text(text);
                object
                    .integer("far", *far)
                    .array("ends", ends, |out, (extends, cuts)| {
                        write_integers(out, [*extends, *cuts]);
                    });
                if !is_utf8 {
                    object.base64("text_bytes", text);
                }
            }
            Template::Piece { n, text, pages } => {
                object.integer("piece", *n);
                let is_utf8 = object.text(text);
                if !pages.is_empty() {
                    object.array("pages", pages, |out, (grams, pages, once)| {
                        write_integers(out, [*grams, *pages, *once]);
                    });
                }
                if !is_utf8 {
                    object.base64("text_bytes", text);
                }
            }
        }
        object.end_line();
    }
}

/// Returns the bytes of the field `text`.
fn text<'a>(fields: &Fields<'a>) -> Result<Cow<'a, [u8]>, Error> {
    fields.text()?.ok_or(Error::Missing("text"))
}

/// Whether a field has the second of two allowed values.
fn one_of(fields: &Fields, key: &'static str, words: [&str; 2]) -> Result<bool, Error> {
    let word = fields.string(key)?.ok_or(Error::Missing(key))?;
    match words.iter().position(|expected| *expected == word) {
        Some(index) => Ok(index == 1),
        None => Err(Error::Type {
            field: key,
            expected: "a word that is known here",
        }),
    }
}

fn array<T: serde::de::DeserializeOwned>(
    fields: &Fields,
    key: &'static str,
) -> Result<Vec<T>, Error> {
    match fields.get(key) {
        None => Err(Error::Missing(key)),
        Some(Value::Other(json)) => serde_json::from_str(json).map_err(|_| Error::Type {
            field: key,
            expected: "an array of numbers, or of three of them each",
        }),
        Some(_) => Err(Error::Type {
            field: key,
            expected: "an array",
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_reads_back() {
        let records = [
            Template::Method {
                best: true,
                bytes: false,
                pages: 90,
                grams: 7,
            },
            Template::CutPoint(CutPoint {
                n: 24,
                a: 10,
                alternations: 812,
                grams: 3,
                distinct: 31,
            }),
            Template::Group {
                level: 88,
                pages: 80,
                thetas: vec![0.05, 1.0],
            },
            Template::Anchor {
                end: true,
                text: b"</p>\xE9"[..].into(),
                distance: 12,
                pages: 70,
            },
            Template::Element {
                pages: 70,
                text: b"<div id=\"\xE9\">"[..].into(),
                far: 1,
                ends: vec![(1, 0), (0, 1)],
            },
            Template::Piece {
                n: 3,
                text: "<a \"b\">".as_bytes().into(),
                pages: vec![(2, 88, 1), (3, 87, 0)],
            },
            Template::Piece {
                n: 2,
                text: b"\xFF\xFE\n"[..].into(),
                pages: Vec::new(),
            },
        ];
        for record in records {
            let mut out = Vec::new();
            record.write(&mut out);
            assert_eq!(Template::read(&out).unwrap(), record);
        }
    }
}
