//! Combines a back end with earlier counts under keys that it does not support.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::Emit;
use crate::hash::{BuildKeyed, line_hash};
use crate::{Batch, Buffer, Error, Frequent, Key, Lines, Stats, Structure};
use platform::random::mix;

/// Sums of lines and earlier counts.
///
/// A count whose key the back end supports (its own kind of fingerprint, a slot of an array with at least as many
/// counters) is added to the back end. Counts of other keys are summed exactly, in memory.
///
/// The `error` of earlier counts is propagated. A line dropped while counting one piece of the
/// input may be undercounted by that piece's error, even if it is not in the piece's output. So the
/// sum of the pieces' errors, as far as their records show it, is added to the error of every
/// count.
pub struct Counts {
    counter: Box<dyn Structure>,
    more_than: u64,
    foreign: HashMap<Key, ForeignCount>,
    errors: PieceErrors,
    second_pass: bool,
}

/// The sum of the errors of pieces, derived from their records.
///
/// All records of a piece have the same error, and a key occurs in a piece once. So the number of
/// pieces with a given error is at least the maximum number of records of one key with that error.
/// It is larger only if pieces with equal errors have no key in common. Pieces without records are
/// unknown.
#[derive(Default)]
struct PieceErrors(HashMap<u64, RecordsByKey>);

/// The records with one value of the error.
#[derive(Default)]
struct RecordsByKey {
    /// The number of records of each key, by its hash.
    records: HashMap<u64, u32, BuildKeyed>,
    /// The maximum of these numbers.
    most: u32,
}

impl PieceErrors {
    /// Adds the record of a key with this hash.
    fn add(&mut self, hash: u64, error: u64) {
        let pieces = self.0.entry(error).or_default();
        // Pieces without an error do not change the sum.
        if error > 0 {
            let records = pieces.records.entry(hash).or_default();
            *records = records.saturating_add(1);
            pieces.most = pieces.most.max(*records);
        }
    }

    /// Returns the sum; `None` if no record has an error.
    fn sum(&self) -> Option<u64> {
        let errors = self.0.iter();
        errors
            .map(|(error, pieces)| error.saturating_mul(pieces.most.into()))
            .reduce(u64::saturating_add)
    }
}

struct ForeignCount {
    count: u64,
    text: Option<Vec<u8>>,
}

impl Counts {
    /// Creates counts with an empty back end, which must have been built with the same `more_than`.
    pub fn new(counter: Box<dyn Structure>, more_than: u64) -> Self {
        Counts {
            counter,
            more_than,
            foreign: HashMap::new(),
            errors: PieceErrors::default(),
            second_pass: false,
        }
    }

    /// Counts lines.
    ///
    /// # Errors
    /// Returns the errors of [`Structure::add`].
    pub fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.counter.add(batch)
    }

    /// Counts the lines of a block.
    ///
    /// # Errors
    /// Returns the errors of [`Structure::add_block`].
    pub fn add_block(&mut self, block: &[u8], buffer: &mut Buffer) -> Result<(), Error> {
        self.counter.add_block(block, buffer)
    }

    /// Returns a [sibling](Structure::sibling) of the back end.
    pub fn sibling(&self) -> Option<Box<dyn Structure>> {
        self.counter.sibling()
    }

    /// Adds an earlier count. Returns false for a count with the key `Text` but without a text.
    ///
    /// # Errors
    /// Returns the errors of [`Structure::add`].
    pub fn add_counted(&mut self, counted: &Frequent<'_>) -> Result<bool, Error> {
        let &Frequent {
            count,
            error,
            key,
            text,
        } = counted;
        let hash = match key {
            Key::Text => match text {
                Some(text) => line_hash(text),
                None => return Ok(false),
            },
            Key::Fingerprint(fingerprint) => fingerprint.value,
            Key::Slot(slot) => mix(slot.slot),
        };
        if let Some(error) = error {
            self.add_error(hash, error);
        }
        if let (Key::Text, Some(text)) = (key, text) {
            self.counter.add(&Batch {
                lines: Lines::new(text, &[], &[(0, text.len())]),
                weights: Some(&[count]),
                hashes: &[hash],
            })?;
        } else if !self.second_pass && !self.counter.absorb(counted)? {
            let other = self.foreign.entry(key).or_insert(ForeignCount {
                count: 0,
                text: None,
            });
            let before = other.count;
            other.count = before.saturating_add(count);
            // The example is the line with which the key became frequent, as everywhere.
            if other.text.is_none() || (before <= self.more_than && other.count > self.more_than) {
                other.text = text.map(<[u8]>::to_vec).or(other.text.take());
            }
        }
        Ok(true)
    }

    /// Records that a count of a text with this [`line_hash`] may be too low by `error`.
    pub fn add_error(&mut self, hash: u64, error: u64) {
        if !self.second_pass {
            self.errors.add(hash, error);
        }
    }

    /// Ends a pass over the input; see [`Structure::end_pass`].
    pub fn end_pass(&mut self) {
        self.counter.end_pass();
        self.second_pass = true;
    }

    /// Emits the frequent lines.
    ///
    /// # Errors
    /// Returns the errors of [`Structure::finish`].
    pub fn finish(self, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let Counts {
            counter,
            more_than,
            foreign,
            errors,
            ..
        } = self;
        let error = errors.sum();
        if foreign.is_empty() && error.is_none() {
            return counter.finish(emit);
        }
        let mut foreign: Vec<_> = foreign
            .into_iter()
            .filter(|(_, other)| other.count > more_than)
            .collect();
        foreign.sort_unstable_by(|(a_key, a), (b_key, b)| {
            (Reverse(a.count), a.text.as_deref(), a_key).cmp(&(
                Reverse(b.count),
                b.text.as_deref(),
                b_key,
            ))
        });
        let mut foreign = foreign.iter().map(|(key, other)| Frequent {
            count: other.count,
            error,
            key: *key,
            text: other.text.as_deref(),
        });
        let mut next = foreign.next();
        let mut ended = false;
        let with_sum = |of: Option<u64>| match (of, error) {
            (Some(of), Some(sum)) => Some(of.saturating_add(sum)),
            (of, sum) => of.or(sum),
        };
        let mut stats = counter.finish(&mut |line| {
            let line = Frequent {
                error: with_sum(line.error),
                ..*line
            };
            while let Some(other) = next
                && (Reverse(other.count), other.text, other.key)
                    < (Reverse(line.count), line.text, line.key)
            {
                next = foreign.next();
                if emit(&other)?.is_break() {
                    ended = true;
                    return Ok(ControlFlow::Break(()));
                }
            }
            let flow = emit(&line)?;
            ended = flow.is_break();
            Ok(flow)
        })?;
        while let Some(other) = next.filter(|_| !ended) {
            next = foreign.next();
            ended = emit(&other)?.is_break();
        }
        stats.error = with_sum(stats.error);
        Ok(stats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fingerprint, Hash, Options, Slot, backend};

    type Found = (u64, Option<u64>, Key, Option<Vec<u8>>);

    fn key(value: u64) -> Key {
        Key::Fingerprint(Fingerprint {
            hash: Hash::Crc64,
            value,
        })
    }

    fn counted(count: u64, key: Key, text: Option<&[u8]>) -> Frequent<'_> {
        Frequent {
            count,
            error: None,
            key,
            text,
        }
    }

    fn add_up(counts: &[Frequent<'_>], more_than: u64) -> Vec<Found> {
        let options = Options {
            more_than,
            ..Options::default()
        };
        let mut all = Counts::new(
            backend::find("exact").unwrap().build(&options).unwrap(),
            more_than,
        );
        for counted in counts {
            assert!(all.add_counted(counted).unwrap());
        }
        let mut found = Vec::new();
        all.finish(&mut |line| {
            found.push((
                line.count,
                line.error,
                line.key,
                line.text.map(<[u8]>::to_vec),
            ));
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        found
    }

    #[test]
    fn keys_that_the_back_end_lacks_are_added_up_beside_it_and_emitted_in_order() {
        let slot = Key::Slot(Slot { slot: 3, bits: 8 });
        let found = add_up(
            &[
                counted(2, key(1), Some(b"b")),
                counted(5, Key::Text, Some(b"c")),
                counted(3, key(1), Some(b"bb")),
                counted(9, slot, None),
                counted(5, Key::Text, Some(b"a")),
                counted(1, key(2), Some(b"d")),
            ],
            2,
        );
        let text = |text: &str| Some(text.as_bytes().to_vec());
        let expected = [
            (9, None, slot, None),
            (5, None, Key::Text, text("a")),
            (5, None, key(1), text("bb")),
            (5, None, Key::Text, text("c")),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn errors_of_pieces_add_up() {
        let part = |count, error, text| Frequent {
            count,
            error: Some(error),
            key: Key::Text,
            text: Some(text),
        };
        let errors = |parts: &[Frequent<'_>]| -> Vec<_> {
            let found = add_up(parts, 0);
            found
                .into_iter()
                .map(|(count, error, ..)| (count, error))
                .collect()
        };
        let shared = errors(&[part(7, 2, b"a"), part(4, 3, b"a"), part(6, 3, b"b")]);
        assert_eq!(shared, [(11, Some(5)), (6, Some(5))]);
        // Pieces without a common text, with records in any order.
        let apart = [part(5, 3, b"x"), part(2, 4, b"y"), part(1, 3, b"z")];
        assert_eq!(errors(&apart).last(), Some(&(1, Some(7))));
        // Two pieces with the same error, distinguishable by one text.
        let equal = [part(5, 3, b"x"), part(2, 3, b"y"), part(2, 3, b"y")];
        assert_eq!(errors(&equal), [(5, Some(6)), (4, Some(6))]);
        // One exact piece, and one text with an exact count.
        assert_eq!(
            errors(&[part(5, 0, b"x"), counted(1, Key::Text, Some(b"y"))]),
            [(5, Some(0)), (1, Some(0))]
        );
    }

    #[test]
    fn a_count_of_a_text_needs_the_text() {
        let exact = backend::find("exact")
            .unwrap()
            .build(&Options::default())
            .unwrap();
        assert!(
            !Counts::new(exact, 0)
                .add_counted(&counted(1, Key::Text, None))
                .unwrap()
        );
    }
}
