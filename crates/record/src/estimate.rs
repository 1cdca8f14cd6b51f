//! The estimate record.

use serde::Serialize;

use crate::write::written;

/// The number of n-grams in a corpus.
///
/// ```
/// let estimate = record::Estimate {
///     tokens: "space", n: 5, documents: 2, grams: 900, distinct: 800, distinct_error: 0.0, repeated: 70, repeated_error: 0.0,
/// };
/// let mut out = Vec::new();
/// estimate.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"tokens\":\"space\",\"n\":5,\"documents\":2,\"grams\":900,\"distinct\":800,\"distinct_error\":0.0,\
///      \"repeated\":70,\"repeated_error\":0.0}\n"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate<'a> {
    /// The kind of tokens.
    pub tokens: &'a str,
    /// The length of the n-grams.
    pub n: u64,
    /// Documents read.
    pub documents: u64,
    /// N-gram occurrences.
    pub grams: u64,
    /// Distinct n-grams.
    pub distinct: u64,
    /// The relative error that 19 of 20 estimates do not exceed; 0 for an exact count.
    pub distinct_error: f64,
    /// Distinct n-grams that occur more than once.
    pub repeated: u64,
    /// The same for `repeated`.
    pub repeated_error: f64,
}

written!(Estimate<'_>);
