//! The host record.

use crate::Object;

/// What a host of a crawl yields.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `host` | string | the host; of documents whose names are no addresses, their folder |
/// | `documents` | integer | documents that were downloaded |
/// | `bytes` | integer | the bytes of these, as UTF-8 |
/// | `final_bytes` | integer | bytes of their text that are left in the end |
/// | `yield` | number | final bytes by downloaded ones |
/// | `threshold` | number | the least yield that so many documents must have |
/// | `stopped_after` | integer, optional | after how many documents the yield was under the threshold of that time |
/// | `bytes_saved` | integer, optional | bytes that were downloaded after that |
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
    /// Documents downloaded.
    pub documents: u64,
    /// Bytes of them.
    pub bytes: u64,
    /// Bytes left in the end.
    pub final_bytes: u64,
    /// Final bytes by downloaded ones.
    pub yield_rate: f64,
    /// The least yield that so many documents must have.
    pub threshold: f64,
    /// After how many documents the rule would have stopped it, the bytes that this would have saved, and the final bytes lost.
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
