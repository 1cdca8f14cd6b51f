//! The estimate record.

use crate::Object;

/// How many n-grams a corpus has.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `tokens` | string | the kind of tokens |
/// | `n` | integer | the length of an n-gram |
/// | `documents` | integer | the documents that were read |
/// | `grams` | integer | all their n-grams, counted |
/// | `distinct` | integer | how many of them are different |
/// | `distinct_error` | number | 19 of 20 estimates are off by this share or less; 0 where all were counted |
/// | `repeated` | integer | how many different ones occur more than once |
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
    /// The length of an n-gram.
    pub n: u64,
    /// How many documents there were.
    pub documents: u64,
    /// How many n-grams.
    pub grams: u64,
    /// How many different ones, and by which share that is off at most, in 19 of 20 estimates.
    pub distinct: (u64, f64),
    /// How many different ones occur more than once, and the same.
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
