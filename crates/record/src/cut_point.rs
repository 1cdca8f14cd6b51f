//! The cut point record.

use serde::Serialize;

use crate::write::written;
use crate::{Error, Fields};

/// A cut point (n, a), at which the `a` percent most frequent distinct n-grams of length `n` count as frequent; and its
/// effect on the pages.
///
/// ```
/// use record::CutPoint;
/// let line = b"{\"n\":24,\"a\":10,\"alternations\":812,\"grams\":3100,\"distinct\":31009}\n";
/// let point = CutPoint::read(line)?;
/// assert_eq!((point.n, point.a), (24, 10));
/// let mut out = Vec::new();
/// point.write(&mut out);
/// assert_eq!(out, line);
/// # Ok::<(), record::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CutPoint {
    /// The length of the n-grams.
    pub n: u64,
    /// The percentage of distinct n-grams that are frequent.
    pub a: u64,
    /// The number of alternations between useful and useless parts, over all pages.
    pub alternations: u64,
    /// The number of frequent n-grams: floor(`distinct` * `a` / 100).
    pub grams: u64,
    /// The number of distinct n-grams.
    pub distinct: u64,
}

impl CutPoint {
    /// Reads a cut point record.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`], and [`Error::Missing`] and [`Error::Type`] for its fields.
    pub fn read(line: &[u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        let number = |key| fields.integer(key)?.ok_or(Error::Missing(key));
        Ok(CutPoint {
            n: number("n")?,
            a: number("a")?,
            alternations: number("alternations")?,
            grams: number("grams")?,
            distinct: number("distinct")?,
        })
    }
}

written!(CutPoint);
