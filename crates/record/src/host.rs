//! The host record.

use serde::Serialize;

use crate::write::written;

/// The yield of a host of a crawl.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `host` | string | the host; for documents whose names are no URLs, their folder |
/// | `documents` | integer | downloaded documents |
/// | `bytes` | integer | downloaded bytes, as UTF-8 |
/// | `final_bytes` | integer | bytes of their text in the final corpus |
/// | `yield` | number | the yield rate: final bytes divided by downloaded bytes |
/// | `threshold` | number | the minimum yield rate for this number of documents |
/// | `stopped_after` | integer, optional | the number of documents after which the yield rate fell below its threshold |
/// | `bytes_saved` | integer, optional | bytes downloaded after that |
/// | `final_bytes_lost` | integer, optional | final bytes of these |
///
/// ```
/// let host = record::Host {
///     host: "mill.example", documents: 20, bytes: 4000, final_bytes: 0, yield_rate: 0.0, threshold: 0.003,
///     stopped: Some(record::Stopped { stopped_after: 11, bytes_saved: 1800, final_bytes_lost: 0 }),
/// };
/// let mut out = Vec::new();
/// host.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"host\":\"mill.example\",\"documents\":20,\"bytes\":4000,\"final_bytes\":0,\"yield\":0.0,\"threshold\":0.003,\
///      \"stopped_after\":11,\"bytes_saved\":1800,\"final_bytes_lost\":0}\n"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Host<'a> {
    /// The host.
    pub host: &'a str,
    /// The number of downloaded documents.
    pub documents: u64,
    /// The number of downloaded bytes.
    pub bytes: u64,
    /// The number of bytes in the final corpus.
    pub final_bytes: u64,
    /// Final bytes divided by downloaded bytes.
    #[serde(rename = "yield")]
    pub yield_rate: f64,
    /// The minimum yield rate for this number of documents.
    pub threshold: f64,
    /// If the rule would have stopped the crawl of the host: after what, and what that saves and loses.
    #[serde(flatten)]
    pub stopped: Option<Stopped>,
}

/// The point at which the yield rate of a host fell below its threshold.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Stopped {
    /// The number of documents before it.
    pub stopped_after: u64,
    /// The bytes downloaded after it.
    pub bytes_saved: u64,
    /// The bytes in the final corpus among these.
    pub final_bytes_lost: u64,
}

written!(Host<'_>);
