//! Counts lines and returns the frequent ones, in one call.

use std::ops::ControlFlow;
#[cfg(feature = "external")]
use std::path::PathBuf;

use crate::backend;
use crate::{Batch, Buffer, Counts, Error, Frequent, Hash, Options, Order, Stats};

/// The threshold for frequent lines, and how to count them.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Lines that occur more often than this are frequent.
    pub more_than: u64,
    /// The order of the frequent lines.
    pub order: Order,
    /// The method of counting.
    pub method: Method,
}

impl Default for Settings {
    /// Exact counts; a line is frequent if it occurs more than ten times.
    fn default() -> Self {
        Settings {
            more_than: 10,
            order: Order::Sorted,
            method: Method::Exact,
        }
    }
}

/// A method of counting, with its own options. Includes the back ends that need one pass over the
/// lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Method {
    /// A hash table of lines: exact.
    #[default]
    Exact,
    /// Exact in bounded memory; needs the feature `external`.
    #[cfg(feature = "external")]
    External {
        /// The memory limit in bytes.
        memory: u64,
        /// The directory for temporary files; the system's directory if `None`.
        temporary_directory: Option<PathBuf>,
    },
    /// 64-bit fingerprints: never under the true count, and over only if two lines have the same
    /// fingerprint.
    Fingerprint {
        /// The hash function.
        hash: Hash,
    },
    /// An array of counters, each for all lines with the same short hash: never under the true
    /// count.
    Counters {
        /// The number of counters is 2^bits; 1 to 36.
        bits: u8,
        /// The width of a counter.
        width: Width,
    },
    /// A limited number of lines at once (Misra & Gries 1982): never over the true count.
    Majority {
        /// The number of lines monitored at once.
        counters: usize,
    },
    /// The minimum of several counters (Cormode & Muthukrishnan 2005): never under the true count.
    CountMin {
        /// The number of rows.
        rows: usize,
        /// The number of counters in each row is 2^bits; 1 to 36.
        bits: u8,
    },
    /// A sample of the lines: unbiased.
    Sample {
        /// The probability that a line is taken, above 0 and at most 1.
        rate: f64,
        /// The seed of the pseudo-random numbers.
        seed: u64,
    },
}

/// The width of a counter in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 8 bits, which count to 255.
    Bits8,
    /// 16 bits.
    Bits16,
    /// 32 bits.
    Bits32,
    /// 8 bits, which count approximately, up to 4 * 10^9 (Morris 1978).
    Morris {
        /// The seed of the pseudo-random numbers.
        seed: u64,
    },
}

impl Method {
    /// Returns the name of its back end.
    pub fn name(&self) -> &'static str {
        match self {
            Method::Exact => "exact",
            #[cfg(feature = "external")]
            Method::External { .. } => "external",
            Method::Fingerprint { .. } => "fingerprint",
            Method::Counters { .. } => "counters",
            Method::Majority { .. } => "majority",
            Method::CountMin { .. } => "countmin",
            Method::Sample { .. } => "sample",
        }
    }

    fn options(&self) -> Options {
        let mut options = Options::default();
        match self.clone() {
            Method::Exact => {}
            #[cfg(feature = "external")]
            Method::External {
                memory,
                temporary_directory,
            } => {
                options.memory = memory;
                if let Some(directory) = temporary_directory {
                    options.temporary_directory = directory;
                }
            }
            Method::Fingerprint { hash } => options.hash = hash,
            Method::Counters { bits, width } => {
                options.bits = bits;
                match width {
                    Width::Bits8 => options.counter_bits = 8,
                    Width::Bits16 => options.counter_bits = 16,
                    Width::Bits32 => options.counter_bits = 32,
                    Width::Morris { seed } => (options.morris, options.seed) = (true, seed),
                }
            }
            Method::Majority { counters } => options.counters = counters,
            Method::CountMin { rows, bits } => (options.rows, options.bits) = (rows, bits),
            Method::Sample { rate, seed } => (options.rate, options.seed) = (rate, seed),
        }
        options
    }
}

/// Counts lines.
pub struct Counter {
    counts: Counts,
    buffer: Buffer,
}

impl Counter {
    /// Creates a counter without lines.
    ///
    /// # Errors
    /// Fails with [`Error::Options`] if a number is out of range, and with [`Error::Memory`] if the
    /// counters do not fit in memory.
    pub fn new(settings: Settings) -> Result<Self, Error> {
        let options = Options {
            more_than: settings.more_than,
            order: settings.order,
            ..settings.method.options()
        };
        let backend = backend::find(settings.method.name()).expect("each method has a back end");
        Ok(Counter {
            counts: Counts::new(backend.build(&options)?, settings.more_than),
            buffer: Buffer::default(),
        })
    }

    /// Counts a line, which may be any bytes without a line end.
    ///
    /// # Errors
    /// Fails if the structure is full or a temporary file fails.
    pub fn add(&mut self, line: &[u8]) -> Result<(), Error> {
        self.counts
            .add(&Batch::new(&[line], None, &mut self.buffer))
    }

    /// Counts the lines of a block, which end at LF.
    ///
    /// # Errors
    /// Fails like [`add`](Counter::add).
    pub fn add_block(&mut self, block: &[u8]) -> Result<(), Error> {
        self.counts.add_block(block, &mut self.buffer)
    }

    /// Adds an earlier count, as in a frequency record. Returns false, and adds nothing, if the
    /// record has neither text nor hash.
    ///
    /// # Errors
    /// Fails like [`add`](Counter::add).
    pub fn add_counted(&mut self, counted: &Frequent<'_>) -> Result<bool, Error> {
        self.counts.add_counted(counted)
    }

    /// Returns the frequent lines with their counts.
    ///
    /// # Errors
    /// Fails if a temporary file fails.
    pub fn finish(self) -> Result<Vec<(u64, Vec<u8>)>, Error> {
        let mut all = Vec::new();
        self.for_each(|line| all.push((line.count, line.text.unwrap_or_default().to_vec())))?;
        Ok(all)
    }

    /// Calls `each` with the frequent lines: their keys, counts and errors.
    ///
    /// # Errors
    /// Fails like [`finish`](Counter::finish).
    pub fn for_each(self, mut each: impl FnMut(&Frequent<'_>)) -> Result<Stats, Error> {
        self.counts.finish(&mut |line| {
            each(line);
            Ok(ControlFlow::Continue(()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::BACKENDS;

    #[test]
    fn every_back_end_of_one_pass_is_a_method_that_counts() {
        let methods = [
            Method::Exact,
            #[cfg(feature = "external")]
            Method::External {
                memory: 1 << 20,
                temporary_directory: None,
            },
            Method::Fingerprint { hash: Hash::Xxh3 },
            Method::Counters {
                bits: 12,
                width: Width::Bits8,
            },
            Method::Majority { counters: 10 },
            Method::CountMin { rows: 2, bits: 12 },
            Method::Sample { rate: 1.0, seed: 7 },
        ];
        let names: Vec<&str> = methods.iter().map(Method::name).collect();
        let one_pass = BACKENDS.iter().filter(|backend| backend.passes == 1);
        assert_eq!(
            names,
            one_pass.map(|backend| backend.name).collect::<Vec<_>>()
        );
        for method in methods {
            let settings = Settings {
                more_than: 1,
                method,
                ..Settings::default()
            };
            let mut counter = Counter::new(settings.clone()).unwrap();
            counter.add_block(b"tar\nboat\n").unwrap();
            counter.add(b"tar").unwrap();
            assert_eq!(
                counter.finish().unwrap(),
                [(2, b"tar".to_vec())],
                "{settings:?}"
            );
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let refused = |method| {
            Counter::new(Settings {
                method,
                ..Settings::default()
            })
            .is_err()
        };
        assert!(refused(Method::CountMin { rows: 0, bits: 12 }));
        assert!(refused(Method::Sample { rate: 0.0, seed: 0 }));
        assert!(refused(Method::Majority { counters: 0 }));
    }
}
