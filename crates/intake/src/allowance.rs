//! Limits the number of bytes that an input may give when it is decompressed.

use std::io;

/// The number of bytes that any input may give. Beyond it, an input may give at most [`RATIO`]
/// bytes per stored byte.
const FREE: u64 = 1 << 28;
/// The maximum ratio of decompression. Text worth reading compresses to 1 % at best. DEFLATE cannot
/// exceed 1032, and other formats have no limit.
const RATIO: u64 = 1000;

/// The limit of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// This number of bytes, from `--max-input-size`.
    Bytes(u64),
    /// The usual limit for text, in a tool with `--max-input-size`.
    Usual,
    /// The same limit in a tool without this option.
    Fixed,
}

impl From<Option<u64>> for Limit {
    fn from(most: Option<u64>) -> Self {
        most.map_or(Limit::Usual, Limit::Bytes)
    }
}

/// The number of bytes that an input has given, with its limit.
#[derive(Debug, Clone)]
pub(crate) struct Allowance {
    limit: Limit,
    given: u64,
}

impl Allowance {
    pub fn new(limit: impl Into<Limit>) -> Self {
        Allowance {
            limit: limit.into(),
            given: 0,
        }
    }

    /// Returns the number of further bytes that an input may give after `stored` stored bytes were
    /// read.
    pub fn left(&self, stored: u64) -> u64 {
        let most = match self.limit {
            Limit::Bytes(most) => most,
            Limit::Usual | Limit::Fixed => FREE.max(stored.saturating_mul(RATIO)),
        };
        most.saturating_sub(self.given)
    }

    /// Counts `bytes` given bytes, after `stored` stored bytes were read.
    ///
    /// # Errors
    /// Fails if the limit is exceeded.
    pub fn take(&mut self, bytes: u64, stored: u64) -> io::Result<()> {
        if bytes > self.left(stored) {
            return Err(self.exceeded());
        }
        self.given += bytes;
        Ok(())
    }

    /// Returns the error for an input that exceeds its limit.
    pub fn exceeded(&self) -> io::Error {
        io::Error::other(match self.limit {
            Limit::Bytes(most) => {
                format!(
                    "it gives more than the {most} bytes of --max-input-size; the rest is not read"
                )
            }
            Limit::Usual => format!(
                "a byte of it gives more than {RATIO} when it is decompressed; if that is right, give its size with --max-input-size"
            ),
            Limit::Fixed => format!(
                "a byte of it gives more than {RATIO} when it is decompressed; if that is right, decompress it before"
            ),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_gives_as_much_as_its_size_allows_or_as_it_may() {
        let mut usual = Allowance::new(None);
        assert!(usual.take(FREE, 1).is_ok());
        assert!(usual.take(1, 1).is_err());
        assert!(usual.take(1, FREE).is_ok());
        assert_eq!(usual.left(FREE), FREE * RATIO - FREE - 1);
        let mut given = Allowance::new(Some(10));
        assert!(given.take(10, 0).is_ok());
        let error = given.take(1, u64::MAX).unwrap_err().to_string();
        assert!(error.contains("10 bytes of --max-input-size"), "{error}");
        assert!(
            !Allowance::new(Limit::Fixed)
                .exceeded()
                .to_string()
                .contains("--")
        );
    }
}
