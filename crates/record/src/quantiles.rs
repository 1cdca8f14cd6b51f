//! The record of quantiles.

use serde::Serialize;

use crate::write::{pairs, written};

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
#[derive(Debug, Clone, Copy, Serialize)]
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
    #[serde(flatten, serialize_with = "pairs")]
    pub quantiles: &'a [(&'a str, f64)],
    /// The maximum.
    pub max: f64,
}

written!(Quantiles<'_>);
