//! Counts the most frequent short lines in front of a table of all lines.
//!
//! If lines are numbers or codes, a few hundred of them often make up most of the input. Their
//! counts fit in the L1 cache, and they are recognised by comparing 16 bytes, without the table or
//! its hash. A line that is not recognised goes to the table, and replaces a line that was seen
//! less often. The count of a line goes to the table when the line is replaced, and at the end.

use platform::random::hash_16;
use platform::simd::LOW_BYTES;

use crate::hash::{TableHash, line_hash};
use crate::span::Span;
use crate::{Batch, Buffer, Emit, Error, Frequent, Lines, Stats, Structure};

/// The number of sets of places. Each line belongs to one set.
const SETS: usize = 512;
const WAYS: usize = 2;

/// The maximum length of a line that can have a place, in bytes.
const MAX_LENGTH: usize = 15;

/// A line is replaced after at most this number of other lines in its set.
const MAX_CREDIT: u64 = 15;

/// If more than one in this number of lines of a block goes to the table, the next blocks are
/// counted without places. An unrecognised line costs a branch misprediction. English text with one
/// word per line would take 20 % longer with places.
const WORTHWHILE: usize = 8;
/// The number of blocks that are then counted without places.
const SKIP: u32 = 15;

/// A place for a line.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The line as a little-endian number, with its length plus 1 in the highest byte; 0 if there is none.
    line: u128,
    /// The number of occurrences that are not in the table yet.
    count: u64,
    /// One more for each occurrence, up to [`MAX_CREDIT`], and one less for each other line that
    /// competes for the place.
    credit: u64,
}

/// The frequent short lines.
struct Places {
    sets: Box<[[Place; WAYS]; SETS]>,
    /// Lines that were replaced, with their counts.
    lost: Vec<([u8; MAX_LENGTH], usize, u64)>,
}

impl Places {
    fn new() -> Self {
        Places {
            sets: Box::new([[Place::default(); WAYS]; SETS]),
            lost: Vec::new(),
        }
    }

    /// Counts a line and returns true if it has a place. Otherwise returns false and may give it
    /// one.
    #[inline(always)]
    fn count(&mut self, block: &[u8], (from, len): Span) -> bool {
        if len > MAX_LENGTH {
            return false;
        }
        // The bytes behind the line are read too, so that no loop depends on its length.
        let Some(bytes) = block[from..].first_chunk() else {
            return false;
        };
        let line = u128::from_le_bytes(*bytes) & LOW_BYTES[len] | (len as u128 + 1) << 120;
        let set = &mut self.sets[set_of(line)];
        let second = usize::from(set[0].line != line);
        let place = &mut set[second];
        if place.line == line {
            place.count += 1;
            place.credit = (place.credit + 1).min(MAX_CREDIT);
            return true;
        }
        self.miss(line);
        false
    }

    #[inline(never)]
    fn miss(&mut self, line: u128) {
        let [first, second] = &mut self.sets[set_of(line)];
        let place = match first.credit <= second.credit {
            true => first,
            false => second,
        };
        if place.credit > 0 {
            place.credit -= 1;
            return;
        }
        let old = std::mem::replace(
            place,
            Place {
                line,
                ..Place::default()
            },
        );
        self.lost.extend(old.counted());
    }

    /// Moves the counts of all lines to `lost`.
    fn clear(&mut self) {
        for place in self.sets.as_flattened_mut() {
            self.lost.extend(std::mem::take(place).counted());
        }
    }
}

/// Returns the set of a line.
#[inline(always)]
fn set_of(line: u128) -> usize {
    hash_16(line) as usize % SETS
}

impl Place {
    /// Returns the line, its length and its count, if the table lacks occurrences.
    fn counted(self) -> Option<([u8; MAX_LENGTH], usize, u64)> {
        let bytes = self.line.to_le_bytes();
        let [line @ .., end] = bytes;
        (self.count > 0).then(|| (line, usize::from(end) - 1, self.count))
    }
}

/// A structure that counts lines, with the most frequent short ones in front of it.
pub(crate) struct HotLines<C> {
    rest: C,
    places: Places,
    /// The number of blocks to be counted without places.
    skip: u32,
}

impl<C> HotLines<C> {
    /// Puts places in front of `rest`, which counts all other lines. `rest` must treat a weight
    /// like repeated lines.
    pub fn before(rest: C) -> Self {
        HotLines {
            rest,
            places: Places::new(),
            skip: 0,
        }
    }
}

impl<C: Structure> HotLines<C> {
    /// Adds the counts of replaced lines to the rest.
    fn pass_on(&mut self) -> Result<(), Error> {
        let (mut bytes, mut spans) = (Vec::new(), Vec::new());
        let (mut weights, mut hashes) = (Vec::new(), Vec::new());
        for (line, len, count) in self.places.lost.drain(..) {
            let line = &line[..len];
            spans.push((bytes.len(), len));
            bytes.extend_from_slice(line);
            weights.push(count);
            hashes.push(line_hash(line));
        }
        self.rest.add(&Batch {
            lines: Lines::new(&bytes, &[], &spans),
            weights: Some(&weights),
            hashes: &hashes,
        })
    }
}

impl<C: Structure> Structure for HotLines<C> {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.rest.add(batch)
    }

    fn add_block(&mut self, block: &[u8], buffer: &mut Buffer) -> Result<(), Error> {
        if self.skip > 0 {
            self.skip -= 1;
            return self.rest.add_block(block, buffer);
        }
        let mut lines = 0;
        let batch = Batch::split_selected(TableHash::new(), block, buffer, |span| {
            lines += 1;
            !self.places.count(block, span)
        });
        if (batch.lines.len() + self.places.lost.len()) * WORTHWHILE > lines {
            self.skip = SKIP;
        }
        // Add the lines that are new to the table first, to keep their order.
        self.rest.add(&batch)?;
        match self.places.lost.is_empty() {
            true => Ok(()),
            false => self.pass_on(),
        }
    }

    fn absorb(&mut self, counted: &Frequent<'_>) -> Result<bool, Error> {
        self.rest.absorb(counted)
    }

    fn sibling(&self) -> Option<Box<dyn Structure>> {
        Some(Box::new(HotLines::before(self.rest.sibling()?)))
    }

    fn join(mut self: Box<Self>) -> Result<(), Error> {
        self.places.clear();
        self.pass_on()?;
        Box::new(self.rest).join()
    }

    fn end_pass(&mut self) {
        self.rest.end_pass();
    }

    fn finish(mut self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        self.places.clear();
        self.pass_on()?;
        Box::new(self.rest).finish(emit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Order, backend};
    use proptest::prelude::*;
    use std::collections::HashMap;
    use std::ops::ControlFlow;

    /// Returns lines with their counts, by first occurrence.
    fn plain(blocks: &[String]) -> Vec<(String, u64)> {
        let mut counts: Vec<(String, u64)> = Vec::new();
        let mut places = HashMap::new();
        for line in blocks.iter().flat_map(|block| block.split_terminator('\n')) {
            let place = *places.entry(line).or_insert(counts.len());
            match counts.get_mut(place) {
                Some((_, count)) => *count += 1,
                None => counts.push((line.to_owned(), 1)),
            }
        }
        counts
    }

    fn counted(blocks: &[String]) -> Vec<(String, u64)> {
        let options = Options {
            more_than: 0,
            order: Order::Unsorted,
            ..Options::default()
        };
        let mut counter = backend::find("exact").unwrap().build(&options).unwrap();
        let mut buffer = Buffer::default();
        for block in blocks {
            counter.add_block(block.as_bytes(), &mut buffer).unwrap();
        }
        let mut found = Vec::new();
        let mut emit = |line: &Frequent<'_>| {
            let text = line.text.unwrap().to_vec();
            found.push((String::from_utf8(text).unwrap(), line.count));
            Ok(ControlFlow::Continue(()))
        };
        counter.finish(&mut emit).unwrap();
        found
    }

    proptest! {
        /// Few lines, which keep their places, and many, which replace each other; blocks with and
        /// without places.
        #[test]
        fn counts_and_order_are_those_of_a_plain_list(
            blocks in prop::collection::vec((
                prop_oneof![
                    prop::collection::vec("[01]{0,3}", 0..30),
                    prop::collection::vec("[a\u{0}]{0,18}", 0..30),
                    prop::collection::vec("[0-9]{1,4}", 0..300),
                ], 1usize..20), 0..6)
        ) {
            let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            let blocks: Vec<String> = blocks.iter().map(|(lines, times)| text(lines).repeat(*times)).collect();
            prop_assert_eq!(counted(&blocks), plain(&blocks));
        }
    }

    #[test]
    fn lines_take_places_that_are_no_longer_wanted() {
        let block = |numbers: std::ops::Range<u32>| -> String {
            numbers
                .map(|number| format!("{number}\n").repeat(20))
                .collect()
        };
        let blocks: Vec<String> = (0..60)
            .map(|step| block(100 * step..100 * step + 200))
            .collect();
        assert_eq!(counted(&blocks), plain(&blocks));
    }
}
