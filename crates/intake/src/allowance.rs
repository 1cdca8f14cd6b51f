//! How many bytes an input may give when it is decompressed.

use std::io;

/// An input may give this many bytes whatever its size, and with more of them at most [`RATIO`] for each byte of it.
const FREE: u64 = 1 << 28;
/// Text that is worth reading gives 100 bytes for one at most; gzip cannot give more than 1032, and other formats have no limit.
const RATIO: u64 = 1000;

/// What an input may give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// This many bytes: `--max-input-size`.
    Bytes(u64),
    /// As many as text can give, unless `--max-input-size` says otherwise.
    Usual,
    /// The same in a tool without this option.
    Fixed,
}

impl From<Option<u64>> for Limit {
    fn from(most: Option<u64>) -> Self {
        most.map_or(Limit::Usual, Limit::Bytes)
    }
}

/// The bytes that an input has given.
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

    /// How many more bytes an input may give, of which so many stored bytes were read.
    pub fn left(&self, stored: u64) -> u64 {
        let most = match self.limit {
            Limit::Bytes(most) => most,
            Limit::Usual | Limit::Fixed => FREE.max(stored.saturating_mul(RATIO)),
        };
        most.saturating_sub(self.given)
    }

    /// Takes bytes that an input gives, of which so many stored bytes were read.
    ///
    /// # Errors
    /// If they are too many.
    pub fn take(&mut self, bytes: u64, stored: u64) -> io::Result<()> {
        if bytes > self.left(stored) {
            return Err(self.exceeded());
        }
        self.given += bytes;
        Ok(())
    }

    /// The error of an input that gives too many bytes.
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
