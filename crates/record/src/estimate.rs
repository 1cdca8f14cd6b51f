//! The estimate record.

use crate::Object;

/// The number of n-grams in a corpus.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `tokens` | string | the kind of tokens |
/// | `n` | integer | the length of the n-grams |
/// | `documents` | integer | documents read |
/// | `grams` | integer | n-gram occurrences |
/// | `distinct` | integer | distinct n-grams |
/// | `distinct_error` | number | the relative error that 19 of 20 estimates do not exceed; 0 for an exact count |
/// | `repeated` | integer | distinct n-grams that occur more than once |
/// | `repeated_error` | number | the same for `repeated` |
///
/// ```
/// let estimate = record::Estimate {
///     tokens: "space", n: 5, documents: 2, grams: 900, distinct: (800, 0.0), repeated: (70, 0.0),
/// };
/// let mut out = Vec::new();
/// estimate.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"tokens\":\"space\",\"n\":5,\"documents\":2,\"grams\":900,\"distinct\":800,\"distinct_error\":0.0,\
///      \"repeated\":70,\"repeated_error\":0.0}\n"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate<'a> {
    /// The kind of tokens.
    pub tokens: &'a str,
    /// The length of the n-grams.
    pub n: u64,
    /// The number of documents.
    pub documents: u64,
    /// The number of n-gram occurrences.
    pub grams: u64,
    /// The number of distinct n-grams, and the relative error that 19 of 20 estimates do not exceed.
    pub distinct: (u64, f64),
    /// The number of distinct n-grams that occur more than once, and its error.
    pub repeated: (u64, f64),
}

impl Estimate<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object
            .string("tokens", self.tokens)
            .integer("n", self.n)
            .integer("documents", self.documents)
            .integer("grams", self.grams)
            .integer("distinct", self.distinct.0)
            .float("distinct_error", self.distinct.1)
            .integer("repeated", self.repeated.0)
            .float("repeated_error", self.repeated.1);
        object.end_line();
    }
}
