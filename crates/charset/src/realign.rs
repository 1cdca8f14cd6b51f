//! Characters of two bytes after a foreign byte.
//!
//! In EUC and GBK a run of bytes from 0x80 has an even length. After a lost, inserted or changed number of bytes the rest of
//! the run is read across its characters, and most of these pairs are valid, but rare, characters. All decoders read it so.
//! For the question which encoding it is, the byte is left out that makes the characters of the run most common. The module
//! [`crate::in_step`] decodes such runs.

use crate::Encoding;
use crate::constants::{FOREIGN_BYTE_COST, HALF_WIDTH_COST, MAX_IDEOGRAPH_COST};
use crate::index::{Index, STEP};
use crate::language::full_width;

/// A shorter run tells little, and little of it is misread.
const LEAST: usize = 5;

/// The costs of characters, in the language of an encoding that has each most often.
pub(crate) struct Costs<'i> {
    index: &'i Index,
    tables: Vec<usize>,
}

impl<'i> Costs<'i> {
    pub fn new(index: &'i Index, encoding: Encoding) -> Self {
        let languages = index.languages().iter();
        let of_encoding = languages.filter(|language| {
            let mut encodings = language.encodings.iter();
            encodings.any(|one| one.preferred() == encoding.preferred())
        });
        Costs {
            index,
            tables: of_encoding
                .filter_map(|language| language.ideographic)
                .collect(),
        }
    }

    pub fn of(&self, char: char) -> f32 {
        let (char, more) = match (char, full_width(char)) {
            // Frames are layout.
            ('\0'..='\x7F' | '\u{2500}'..='\u{257F}', _) => return FOREIGN_BYTE_COST as f32,
            (char, full) if full != char => (full, HALF_WIDTH_COST),
            (char, _) => (char, 0.0),
        };
        let costs = self.tables.iter();
        let costs = costs.map(|&table| f32::from(self.index.ideograph(table, char)) * STEP);
        more + costs.fold(MAX_IDEOGRAPH_COST, f32::min)
    }
}

/// Returns the runs of bytes from 0x80, and those of ASCII.
fn runs(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.chunk_by(|one, other| one.is_ascii() == other.is_ascii())
}

/// Whether a run has a byte too many or too few.
fn is_odd(run: &[u8]) -> bool {
    !run[0].is_ascii() && run.len() % 2 == 1 && run.len() >= LEAST
}

/// Whether bytes that should be in pairs are out of step.
pub(crate) fn has_odd_run(bytes: &[u8]) -> bool {
    runs(bytes).any(is_odd)
}

/// Leaves out one byte of each run of an odd length. Returns the bytes, and the number of places where some were left out; `None`
/// if nothing was. `cost` is that of a pair of bytes.
///
/// Time: three calls of `cost` for each pair.
pub(crate) fn realigned(
    bytes: &[u8],
    mut cost: impl FnMut([u8; 2]) -> f32,
) -> Option<(Vec<u8>, u64)> {
    let (mut found, mut removed) = (Vec::with_capacity(bytes.len()), 0);
    for run in runs(bytes) {
        match is_odd(run) {
            true => {
                let foreign = foreign(run, &mut cost);
                found.extend_from_slice(&run[..foreign]);
                found.extend_from_slice(&run[foreign + 1..]);
                removed += 1;
            }
            false => found.extend_from_slice(run),
        }
    }
    (removed > 0).then_some((found, removed))
}

/// Returns the place of the byte without which the pairs of a run cost least; of several the first.
fn foreign(run: &[u8], cost: &mut impl FnMut([u8; 2]) -> f32) -> usize {
    // Before the byte pairs begin at even places, behind it at odd ones.
    let (mut sum, mut best) = (0.0, (0.0, 0));
    for at in (0..run.len() - 2).step_by(2) {
        let [one, two, three] = [run[at], run[at + 1], run[at + 2]];
        // The sum is that without the byte at this place, less the cost if all pairs began at odd places.
        let behind = cost([two, three]);
        let without_next = sum + cost([one, three]) - behind;
        let without_third = sum + cost([one, two]) - behind;
        for (sum, place) in [(without_next, at + 1), (without_third, at + 2)] {
            if sum < best.0 {
                best = (sum, place);
            }
        }
        sum = without_third;
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_byte_that_parts_the_pairs_is_left_out() {
        let cost = |pair: [u8; 2]| if pair == [0xA4, 0xCF] { 1.0 } else { 9.0 };
        let pairs = [0xA4, 0xCF].repeat(6);
        for at in 0..=pairs.len() {
            let bytes = [b"<p>", &pairs[..at], b"\xFF", &pairs[at..], b"</p>"].concat();
            let (found, removed) = realigned(&bytes, cost).unwrap();
            assert_eq!(removed, 1);
            assert_eq!(found, [b"<p>", &pairs[..], b"</p>"].concat(), "{at}");
        }
        assert_eq!(realigned(&pairs, cost), None);
        assert_eq!(realigned(b"\xFFabc\xA4\xCF\xA4", cost), None);
    }
}
