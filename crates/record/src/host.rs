//! The host record.

use serde::Serialize;

use crate::write::written;

/// The yield of a host of a crawl.
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
    /// The host; for documents whose names are no URLs, their folder.
    pub host: &'a str,
    /// Downloaded documents.
    pub documents: u64,
    /// Downloaded bytes, as UTF-8.
    pub bytes: u64,
    /// Bytes of their text in the final corpus.
    pub final_bytes: u64,
    /// The yield rate: final bytes divided by downloaded bytes.
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
    /// The number of documents after which the yield rate fell below its threshold.
    pub stopped_after: u64,
    /// Bytes downloaded after that.
    pub bytes_saved: u64,
    /// Final bytes of these.
    pub final_bytes_lost: u64,
}

written!(Host<'_>);
