//! The runs record.

use serde::Serialize;

use crate::Name;
use crate::write::written;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Runs<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// The number of raw lines.
    pub lines: u64,
    /// The first and last raw line of each run.
    pub runs: &'a [(u64, u64)],
}

written!(Runs<'_>: doc);
