//! Compression of ascending n-grams to within half a bit of their entropy: Rice coding of the differences (Rice 1979),
//! with the parameter for uniformly distributed numbers.

use super::{Damaged, varint};
use crate::Gram;

/// A quotient of at least this is escaped: the difference is written as it is.
const ESCAPE: u32 = 40;
/// The maximum number of bits that are written or read at once, including k.
const MOST_BITS: u32 = 56;
/// Padding after the bits, so that eight bytes can be read at any position.
const PADDING: usize = 8;

/// Appends ascending n-grams, whose low `unused` bits are 0.
pub(super) fn write(grams: &[Gram], unused: u32, out: &mut Vec<u8>) {
    let numbers = || grams.iter().map(|gram| gram >> unused);
    let (first, last) = (
        numbers().next().unwrap_or(0),
        numbers().next_back().unwrap_or(0),
    );
    // The differences are geometrically distributed; their median is the mean times ln 2.
    let mean = (last - first) / grams.len().max(1) as u64;
    let k = (mean / 10 * 7).max(1).ilog2().min(MOST_BITS);
    varint::write(out, grams.len() as u64);
    out.push(unused as u8);
    out.push(k as u8);
    varint::write(out, first);
    varint::write(out, last - first);
    let mut bits = BitWriter {
        out,
        held: 0,
        count: 0,
    };
    let mut before = first;
    for number in numbers() {
        let difference = number - before;
        before = number;
        let times = difference >> k;
        if times < u64::from(ESCAPE) {
            bits.push((1 << times) - 1, times as u32 + 1);
            bits.push(difference & ((1 << k) - 1), k);
        } else {
            bits.push((1 << ESCAPE) - 1, ESCAPE);
            bits.push(difference & 0xFFFF_FFFF, 32);
            bits.push(difference >> 32, 32);
        }
    }
    bits.finish();
}

struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    held: u64,
    count: u32,
}

impl BitWriter<'_> {
    /// Appends at most [`MOST_BITS`] bits.
    #[inline]
    fn push(&mut self, bits: u64, count: u32) {
        debug_assert!(count <= MOST_BITS);
        self.held |= bits << self.count;
        self.count += count;
        // Writes whole bytes; up to seven bits remain.
        if self.count >= 8 {
            let room = 64 - (self.count - count);
            let whole = (self.count / 8).min(8);
            self.out
                .extend_from_slice(&self.held.to_le_bytes()[..whole as usize]);
            self.held = match self.count > 64 {
                true => bits >> room,
                false => self.held.checked_shr(8 * whole).unwrap_or(0),
            };
            self.count -= 8 * whole;
        }
    }

    fn finish(self) {
        if self.count > 0 {
            self.out.push(self.held as u8);
        }
        self.out.extend_from_slice(&[0; PADDING]);
    }
}

/// Reads n-grams. They are ascending, whatever the input.
#[derive(Debug, Clone)]
pub(super) struct SortedGrams<'a> {
    bits: &'a [u8],
    /// The position of the next bit.
    at: usize,
    left: u64,
    unused: u32,
    k: u32,
    number: u64,
    /// The last n-gram, without the unused bits.
    last: u64,
}

impl<'a> SortedGrams<'a> {
    /// Reads the header.
    pub fn new(mut bytes: &'a [u8]) -> Result<Self, Damaged> {
        let count = varint::read(&mut bytes)?;
        let [unused, k, rest @ ..] = bytes else {
            return Err(Damaged("cut short"));
        };
        let (unused, k) = (u32::from(*unused), u32::from(*k));
        bytes = rest;
        let first = varint::read(&mut bytes)?;
        let last = first.checked_add(varint::read(&mut bytes)?);
        let last = last.ok_or(Damaged("numbers of more than 64 bits"))?;
        if unused > 16 || k > MOST_BITS {
            return Err(Damaged("no parameter of a code"));
        }
        // A number has at least one bit, which bounds the memory for them.
        if count > 8 * bytes.len() as u64 {
            return Err(Damaged("cut short"));
        }
        Ok(SortedGrams {
            bits: bytes,
            at: 0,
            left: count,
            unused,
            k,
            number: first,
            last,
        })
    }

    /// The number of n-grams left.
    pub fn len(&self) -> usize {
        self.left as usize
    }

    /// The number of low bits that are 0 in all of them.
    pub fn unused(&self) -> u32 {
        self.unused
    }

    /// The next n-gram, or the last one read, and the last of all.
    pub fn bounds(&self) -> (Gram, Gram) {
        (self.number << self.unused, self.last << self.unused)
    }

    /// At least 57 bits from the current position; zeros after the end.
    #[inline]
    fn window(&self) -> u64 {
        let at = self.at / 8;
        let bytes = match self.bits.get(at..at + 8) {
            Some(bytes) => u64::from_le_bytes(bytes.try_into().expect("eight bytes")),
            None => 0,
        };
        bytes >> (self.at % 8)
    }

    #[inline]
    fn take(&mut self, count: u32) -> u64 {
        let bits = self.window() & ((1 << count) - 1);
        self.at += count as usize;
        bits
    }
}

impl Iterator for SortedGrams<'_> {
    type Item = Gram;

    #[inline]
    fn next(&mut self) -> Option<Gram> {
        self.left = self.left.checked_sub(1)?;
        let times = self.window().trailing_ones();
        let difference = if times < ESCAPE {
            self.at += times as usize + 1;
            u64::from(times) << self.k | self.take(self.k)
        } else {
            self.at += ESCAPE as usize;
            self.take(32) | self.take(32) << 32
        };
        self.number = self.number.saturating_add(difference);
        Some(self.number << self.unused)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn n_grams_come_back(
            mut numbers in prop::collection::vec(prop_oneof![any::<u64>(), 0u64..9, (0u64..60).prop_map(|n| 1 << n)], 0..200),
            shift in 0u32..50, unused in 0u32..=16,
        ) {
            for number in &mut numbers {
                *number = (*number >> shift) >> unused << unused;
            }
            numbers.sort_unstable();
            let mut out = Vec::new();
            write(&numbers, unused, &mut out);
            let sorted = SortedGrams::new(&out).unwrap();
            prop_assert_eq!(sorted.len(), numbers.len());
            let bounds = (numbers.first().copied().unwrap_or(0), numbers.last().copied().unwrap_or(0));
            prop_assert_eq!(sorted.bounds(), bounds);
            prop_assert_eq!(sorted.collect::<Vec<_>>(), numbers);
        }

        #[test]
        fn any_bytes_are_read(bytes: Vec<u8>) {
            if let Ok(sorted) = SortedGrams::new(&bytes) {
                let all: Vec<_> = sorted.collect();
                prop_assert!(all.len() <= 8 * bytes.len());
            }
        }
    }

    #[test]
    fn evenly_spread_ones_take_half_a_bit_more_than_their_entropy() {
        let mut numbers: Vec<u64> = (0..50_000u64).map(tokens::hashes::mixed).collect();
        numbers.iter_mut().for_each(|number| *number &= !0xFFFF);
        numbers.sort_unstable();
        let mut out = Vec::new();
        write(&numbers, 16, &mut out);
        let bits = 8.0 * out.len() as f64 / numbers.len() as f64;
        let entropy = 48.0 - 50_000f64.log2() + std::f64::consts::E.log2();
        assert!(bits < entropy + 0.5, "{bits} of {entropy}");
    }
}
