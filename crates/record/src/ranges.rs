//! The ranges record.

use serde::Serialize;

use crate::write::written;
use crate::{Name, Object};

/// The useless ranges (template text) of a document.
///
/// With `--offsets source` and with `--unit byte`, `chars` and the offsets are in bytes; with the former, bytes of the
/// source before preprocessing.
///
/// ```
/// let ranges = record::Ranges { doc: record::Name::new(&b"a"[..]), chars: 90, useless: vec![(0, 12), (80, 90)], confidence: None };
/// let mut out = Vec::new();
/// ranges.write(&mut out);
/// assert_eq!(out, b"{\"doc\":\"a\",\"chars\":90,\"useless\":[[0,12],[80,90]]}\n");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ranges<'a> {
    /// The document's name.
    pub doc: Name<'a>,
    /// The length in characters after the preprocessing of white space.
    pub chars: u64,
    /// The useless ranges, in order: characters from `start` up to but not including `end`, from 0.
    pub useless: Vec<(u64, u64)>,
    /// The probability that the kept text has an F1 of at least .9, from 0 to 1; not with `--method paper`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

written!(Ranges<'_>: doc);

impl Ranges<'_> {
    /// Writes all fields except the name, as in a document record under `altcount`.
    pub fn write_fields(&self, object: &mut Object) {
        object.fields_after_first(self, |name| self.doc.write_doc(name));
    }
}
