//! The bounds record.

use std::borrow::Cow;

use serde::Serialize;

use crate::write::written;
use crate::{Error, Fields, Name, Object};

/// The end of a document's preamble and the start of its epilogue. The body is always the raw lines `preamble_end`+1 to
/// `epilogue_start`-1, with the lines before `preamble_start`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bounds<'a> {
    /// The document's name.
    pub doc: Name<'a>,
    /// The number of raw lines.
    pub lines: u64,
    /// The preamble's first raw line, where lines above a licence belong to the body, such as `#!`; else it is 1.
    #[serde(skip_serializing_if = "is_first")]
    pub preamble_start: u64,
    /// The preamble's last raw line, from 1; 0 without a preamble.
    pub preamble_end: u64,
    /// The epilogue's first raw line; `lines`+1 without an epilogue.
    pub epilogue_start: u64,
    /// The rule that found the end of the preamble.
    pub preamble_rule: Rule,
    /// The rule that found the start of the epilogue.
    pub epilogue_rule: Rule,
    /// The probability that the end of the preamble is exactly right, from 0 to 1; not with `--method paper`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preamble_confidence: Option<f64>,
    /// The same for the start of the epilogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epilogue_confidence: Option<f64>,
    /// With `--explain`, a sentence that says why the preamble ends there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preamble_reason: Option<&'static str>,
    /// The same for the start of the epilogue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epilogue_reason: Option<&'static str>,
    /// Body lines that look like boilerplate, at most 10.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suspect: Vec<Suspect<'a>>,
    /// With `--anywhere`, runs of frequent lines in the body: the first and the last raw line of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub anywhere: Vec<(u64, u64)>,
}

/// A body line that looks like boilerplate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Suspect<'a> {
    /// The number of the raw line.
    pub line: u64,
    /// The text of the line.
    pub text: Cow<'a, str>,
}

// serde passes a reference.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_first(line: &u64) -> bool {
    *line <= 1
}

/// The rule that found a boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// No rule, because there is no preamble or epilogue.
    None,
    /// The frequencies of the lines.
    Frequency,
    /// A marker line.
    Marker,
    /// A block of metadata at the head: YAML, TOML, the fields of a header.
    Metadata,
    /// A comment at the head that grants rights.
    Licence,
}

impl Rule {
    /// Returns the name in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Rule::None => "none",
            Rule::Frequency => "frequency",
            Rule::Marker => "marker",
            Rule::Metadata => "metadata",
            Rule::Licence => "licence",
        }
    }

    fn read(fields: &Fields, key: &'static str) -> Result<Self, Error> {
        match fields.string(key)?.ok_or(Error::Missing(key))?.as_ref() {
            "none" => Ok(Rule::None),
            "frequency" => Ok(Rule::Frequency),
            "marker" => Ok(Rule::Marker),
            "metadata" => Ok(Rule::Metadata),
            "licence" => Ok(Rule::Licence),
            _ => Err(Error::Type {
                field: key,
                expected: "\"none\", \"frequency\", \"marker\", \"metadata\" or \"licence\"",
            }),
        }
    }
}

impl<'a> Bounds<'a> {
    /// Reads a bounds record, except for `suspect`, `anywhere`, the confidences and the reasons.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`], and [`Error::Missing`] and [`Error::Type`] for its fields.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        let number = |key| fields.integer(key)?.ok_or(Error::Missing(key));
        Ok(Bounds {
            doc: Name::of(&fields)?,
            lines: number("lines")?,
            preamble_start: fields.integer("preamble_start")?.unwrap_or(1),
            preamble_end: number("preamble_end")?,
            epilogue_start: number("epilogue_start")?,
            preamble_rule: Rule::read(&fields, "preamble_rule")?,
            epilogue_rule: Rule::read(&fields, "epilogue_rule")?,
            preamble_confidence: None,
            epilogue_confidence: None,
            preamble_reason: None,
            epilogue_reason: None,
            suspect: Vec::new(),
            anywhere: Vec::new(),
        })
    }

    /// Writes all fields except the name, as in a document record under `cutbounds`.
    pub fn write_fields(&self, object: &mut Object) {
        object.fields_after_first(self, |name| self.doc.write_doc(name));
    }
}

written!(Bounds<'_>: doc);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_back_what_it_writes() {
        let bounds = Bounds {
            doc: Name::new(&b"b\xFFoks/x.txt"[..]),
            lines: 90,
            preamble_start: 3,
            preamble_end: 12,
            epilogue_start: 91,
            preamble_rule: Rule::Marker,
            epilogue_rule: Rule::None,
            preamble_confidence: None,
            epilogue_confidence: None,
            preamble_reason: None,
            epilogue_reason: None,
            suspect: Vec::new(),
            anywhere: Vec::new(),
        };
        let mut out = Vec::new();
        bounds.write(&mut out);
        assert_eq!(
            String::from_utf8(out.clone()).unwrap(),
            "{\"doc\":\"b\u{FFFD}oks/x.txt\",\"lines\":90,\"preamble_start\":3,\"preamble_end\":12,\"epilogue_start\":91,\
             \"preamble_rule\":\"marker\",\"epilogue_rule\":\"none\",\"doc_bytes\":\"Yv9va3MveC50eHQ=\"}\n"
        );
        assert_eq!(Bounds::read(&out).unwrap(), bounds);
    }
}
