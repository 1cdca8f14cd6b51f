//! The runs record.

use crate::write::write_integers;
use crate::{Name, Object};

/// The runs of boilerplate lines at the ends of a document.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `lines` | integer | number of raw lines |
/// | `runs` | array of arrays of two integers | the first and last raw line of each run, from 1; of lines that are parts of runs, those that are whole |
/// | `doc_bytes` | base64, optional | the bytes of the name, if it is not UTF-8 |
///
/// ```
/// let mut out = Vec::new();
/// record::Runs { doc: &"x".into(), lines: 90, runs: &[(1, 9), (12, 20)] }.write(&mut out);
/// assert_eq!(out, b"{\"doc\":\"x\",\"lines\":90,\"runs\":[[1,9],[12,20]]}\n");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Runs<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// The number of raw lines.
    pub lines: u64,
    /// The first and last raw line of each run.
    pub runs: &'a [(u64, u64)],
}

impl Runs<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        self.doc.write_doc(&mut object);
        object
            .integer("lines", self.lines)
            .array("runs", self.runs, |out, &(first, last)| {
                write_integers(out, [first, last]);
            });
        self.doc.write_doc_bytes(&mut object);
        object.end_line();
    }
}
