//! The runs record.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// The runs of boilerplate lines at the ends of a document.
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
    /// Number of raw lines.
    pub lines: u64,
    /// The first and last raw line of each run, from 1; of lines that are parts of runs, those that are whole.
    pub runs: &'a [(u64, u64)],
}

written!(Runs<'_>: doc);
