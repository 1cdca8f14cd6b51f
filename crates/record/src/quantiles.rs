//! The record of quantiles.

use crate::Object;

/// Quantiles of a measure over the documents in a language, which `textstats --emit quantiles` writes.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `language` | string | the code of the language; `und` if it is not known |
/// | `measure` | string | the name of the measure |
/// | `documents` | integer | the number of documents |
/// | `min` | number | the least value |
/// | `q01`, `q05`, `q10`, `q25`, `q50`, `q75`, `q90`, `q95`, `q99` | number | the value that this percentage of the documents does not exceed, within 0.5 % |
/// | `max` | number | the greatest value |
///
/// ```
/// let quantiles = record::Quantiles {
///     language: "en", measure: "words", documents: 3, min: 1.0, quantiles: &[("q50", 2.0)], max: 9.0,
/// };
/// let mut out = Vec::new();
/// quantiles.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"language\":\"en\",\"measure\":\"words\",\"documents\":3,\"min\":1.0,\"q50\":2.0,\"max\":9.0}\n"
/// );
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Quantiles<'a> {
    /// The code of the language.
    pub language: &'a str,
    /// The name of the measure.
    pub measure: &'a str,
    /// The number of documents.
    pub documents: u64,
    /// The minimum.
    pub min: f64,
    /// The names and values of the quantiles.
    pub quantiles: &'a [(&'a str, f64)],
    /// The maximum.
    pub max: f64,
}

impl Quantiles<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object
            .string("language", self.language)
            .string("measure", self.measure)
            .integer("documents", self.documents)
            .float("min", self.min);
        for (name, value) in self.quantiles {
            object.float(name, *value);
        }
        object.float("max", self.max);
        object.end_line();
    }
}
