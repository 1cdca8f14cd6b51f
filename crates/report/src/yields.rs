//! The yield rate: the share of the bytes downloaded from a host that is in the final corpus.
//! SpiderLing uses it to decide when to stop crawling a host (Suchomel & Pomikálek 2012; the
//! crawler of PRESEMT deliverable D3.1.3).

use std::collections::HashMap;

use record::host_of;

/// Returns SpiderLing's minimum yield rate of a host after this number of downloaded documents:
/// 0.01 (log10 n - 1). It is 0 for the first ten documents.
pub fn threshold(documents: u64) -> f64 {
    0.01 * ((documents.max(1) as f64).log10() - 1.0).max(0.0)
}

/// The counts of a host.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Host {
    /// The number of downloaded documents.
    pub documents: u64,
    /// The number of downloaded bytes.
    pub bytes: u64,
    /// The number of these bytes in the final corpus.
    pub final_bytes: u64,
    /// The number of documents after which the rule would have stopped the crawl of the host.
    pub stopped_after: Option<u64>,
    /// The number of bytes that would then not have been downloaded.
    pub bytes_saved: u64,
    /// The number of bytes of the final corpus that would then be missing.
    pub final_bytes_lost: u64,
}

impl Host {
    /// Returns the final bytes divided by the downloaded bytes.
    pub fn yield_rate(&self) -> f64 {
        match self.bytes {
            0 => 0.0,
            bytes => self.final_bytes as f64 / bytes as f64,
        }
    }
}

/// The hosts of a crawl.
#[derive(Debug, Default)]
pub struct Yields {
    /// The final bytes of each document.
    remaining: HashMap<Vec<u8>, u64>,
    hosts: HashMap<String, Host>,
}

impl Yields {
    /// Adds a document of the final corpus, with the length of its text. Must be called before
    /// [`Yields::downloaded`].
    pub fn remaining(&mut self, name: &[u8], bytes: u64) {
        *self.remaining.entry(name.to_owned()).or_default() += bytes;
    }

    /// Adds the next document of the crawl, with the number of downloaded bytes.
    pub fn downloaded(&mut self, name: &[u8], bytes: u64) {
        // A second download of the same document yields nothing.
        let left = self.remaining.get_mut(name).map_or(0, std::mem::take);
        let host = self
            .hosts
            .entry(host_of(&String::from_utf8_lossy(name)))
            .or_default();
        if host.stopped_after.is_some() {
            host.bytes_saved += bytes;
            host.final_bytes_lost += left;
        }
        host.documents += 1;
        host.bytes += bytes;
        host.final_bytes += left;
        if host.stopped_after.is_none() && host.yield_rate() < threshold(host.documents) {
            host.stopped_after = Some(host.documents);
        }
    }

    /// Returns the hosts, those with the most downloaded bytes first.
    pub fn hosts(self) -> Vec<(String, Host)> {
        let mut hosts: Vec<_> = self.hosts.into_iter().collect();
        hosts.sort_by(|(a, first), (b, second)| (second.bytes, a).cmp(&(first.bytes, b)));
        hosts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_stopped_when_it_yields_too_little() {
        assert_eq!(threshold(10), 0.0);
        assert!((threshold(100) - 0.01).abs() < 1e-12);
        let mut yields = Yields::default();
        yields.remaining(b"http://good/3", 500);
        yields.remaining(b"http://bad/99", 700);
        for number in 0..100 {
            yields.downloaded(format!("http://good/{number}").as_bytes(), 100);
            yields.downloaded(format!("http://bad/{number}").as_bytes(), 100);
        }
        let hosts: HashMap<_, _> = yields.hosts().into_iter().collect();
        let good = &hosts["good"];
        assert_eq!(
            (
                good.documents,
                good.bytes,
                good.final_bytes,
                good.stopped_after
            ),
            (100, 10_000, 500, None)
        );
        assert_eq!(
            hosts["bad"],
            Host {
                documents: 100,
                bytes: 10_000,
                final_bytes: 700,
                stopped_after: Some(11),
                bytes_saved: 8_900,
                final_bytes_lost: 700
            }
        );
    }
}
