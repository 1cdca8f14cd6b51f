//! The host record.

use crate::Object;

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
///     stopped: Some((11, 1800, 0)),
/// };
/// let mut out = Vec::new();
/// host.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"host\":\"mill.example\",\"documents\":20,\"bytes\":4000,\"final_bytes\":0,\"yield\":0.0,\"threshold\":0.003,\
///      \"stopped_after\":11,\"bytes_saved\":1800,\"final_bytes_lost\":0}\n"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
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
    pub yield_rate: f64,
    /// The minimum yield rate for this number of documents.
    pub threshold: f64,
    /// The number of documents after which the rule would have stopped the crawl of the host, and
    /// the bytes saved and final bytes lost by that.
    pub stopped: Option<(u64, u64, u64)>,
}

impl Host<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object
            .string("host", self.host)
            .integer("documents", self.documents)
            .integer("bytes", self.bytes)
            .integer("final_bytes", self.final_bytes)
            .float("yield", self.yield_rate)
            .float("threshold", self.threshold);
        if let Some((documents, saved, lost)) = self.stopped {
            object
                .integer("stopped_after", documents)
                .integer("bytes_saved", saved)
                .integer("final_bytes_lost", lost);
        }
        object.end_line();
    }
}
