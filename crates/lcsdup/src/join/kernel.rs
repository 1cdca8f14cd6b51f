//! The counting kernel, written once over vectors of any width and compiled for each that simd.rs names.
//!
//! All arithmetic is bit-sliced: plane `k` holds bit `k` of 512 numbers, one for each book of the group. Adding
//! a bit to every number is a full adder over the planes. Eight rows are first added to each other by a tree
//! of carry-save adders, so that the long carry chain is walked once for eight words (Harley and Seal's
//! population count).
//!
//! `staircase` bounds the longest common subsequence as well. The words of the one book, in its order, fall into runs
//! of [`RUN`]; those of each of the others into [`PARTS`](crate::join::rows::PARTS) parts. A common subsequence moves
//! through this grid from its first cell to its last and never back. So its length is at most the greatest sum of
//! common words over the cells of a path of steps right and down. In unrelated books the common words spread evenly
//! over the grid and a path meets few of them; along a copied passage it meets them all.

/// The words of one run. At most 127, so that [`CELL`] planes hold the number of common words in a cell.
pub const RUN: usize = 64;

/// The planes of a count in one cell of the grid.
pub const CELL: usize = 7;

/// The planes of a count: more than the rows of a group can ever make (see `DENSE_LIMIT` in join.rs).
pub const WIDTH: usize = 17;

/// Instantiates the kernel in a module `$name`, over the vectors of module `$vector`.
macro_rules! kernel {
    ($name:ident, $vector:ident $(, #[$feature:meta])?) => {
        mod $name {
            use super::$vector::*;
            use crate::join::kernel::{CELL, RUN, WIDTH};
            use crate::join::rows::{Counts, Demand, LANES, PARTS, Placed, Present, Row};

            /// Adds eight rows of bits to the counts.
            #[inline]
            $(#[$feature])?
            fn add_eight(count: &mut [V; CELL], row: [V; 8]) {
                let [ones, twos, fours, ..] = *count;
                let (ones, two_a) = full_adder(ones, row[0], row[1]);
                let (ones, two_b) = full_adder(ones, row[2], row[3]);
                let (twos, four_a) = full_adder(twos, two_a, two_b);
                let (ones, two_a) = full_adder(ones, row[4], row[5]);
                let (ones, two_b) = full_adder(ones, row[6], row[7]);
                let (twos, four_b) = full_adder(twos, two_a, two_b);
                let (fours, mut carry) = full_adder(fours, four_a, four_b);
                (count[0], count[1], count[2]) = (ones, twos, fours);
                for plane in &mut count[3..] {
                    (*plane, carry) = (xor(*plane, carry), and(*plane, carry));
                }
            }

            #[inline]
            $(#[$feature])?
            fn full_adder(a: V, b: V, c: V) -> (V, V) {
                (xor3(a, b, c), majority(a, b, c))
            }

            /// Adds the count of a cell to a number of `width` planes.
            #[inline]
            $(#[$feature])?
            fn add_cell(number: &mut [V; WIDTH], cell: &[V; CELL], width: usize) {
                let mut carry = zero();
                for plane in 0..CELL {
                    (number[plane], carry) = full_adder(number[plane], cell[plane], carry);
                }
                for plane in &mut number[CELL..width.max(CELL)] {
                    (*plane, carry) = (xor(*plane, carry), and(*plane, carry));
                }
            }

            /// The element-wise maximum.
            #[inline]
            $(#[$feature])?
            fn raise(number: &mut [V; WIDTH], other: &[V; WIDTH], width: usize) {
                let mut greater = zero();
                for (this, other) in number[..width].iter().zip(other) {
                    greater = majority(*other, not(*this), greater);
                }
                for (this, other) in number[..width].iter_mut().zip(other) {
                    *this = select(greater, *other, *this);
                }
            }

            /// The number of the words in part `PART` of each book.
            #[inline]
            $(#[$feature])?
            fn in_part<const PART: usize>(words: &[Placed], slice: usize) -> [V; CELL] {
                let mut count = [zero(); CELL];
                for eight in words.as_chunks::<8>().0 {
                    let mut row = [zero(); 8];
                    for (row, word) in row.iter_mut().zip(eight) {
                        let [low, middle, high] = word;
                        *row = decode::<PART>(load(low, slice), load(middle, slice), load(high, slice));
                    }
                    add_eight(&mut count, row);
                }
                count
            }

            /// The number of planes for numbers up to `most`.
            fn planes(most: usize) -> usize {
                (usize::BITS - most.leading_zeros()) as usize
            }

            /// Counts common words and bounds their longest common subsequence.
            $(#[$feature])?
            pub(super) fn staircase(rows: &[Placed], words: &[u32], counts: &mut Counts) {
                let mut common_planes = [Row::ZERO; WIDTH];
                let mut reach_planes = [Row::ZERO; WIDTH];
                // The rows of a run are read once for each part: they are first copied to a buffer of 12 KB.
                let mut near = [[Row::ZERO; 3]; RUN];
                for slice in 0..SLICES {
                    let mut common = [zero(); WIDTH];
                    let mut best = [[zero(); WIDTH]; PARTS];
                    let mut seen = 0;
                    for run in words.chunks(RUN) {
                        for (near, &word) in near.iter_mut().zip(run) {
                            *near = rows[word as usize];
                        }
                        let padded = run.len().next_multiple_of(8);
                        near[run.len()..padded].fill([Row::ZERO; 3]);
                        let near = &near[..padded];
                        seen += run.len();
                        let width = planes(seen);
                        let cells = [
                            in_part::<1>(near, slice),
                            in_part::<2>(near, slice),
                            in_part::<3>(near, slice),
                            in_part::<4>(near, slice),
                            in_part::<5>(near, slice),
                            in_part::<6>(near, slice),
                            in_part::<7>(near, slice),
                        ];
                        for (part, cell) in cells.iter().enumerate() {
                            add_cell(&mut common, cell, width);
                            if part > 0 {
                                let before = best[part - 1];
                                raise(&mut best[part], &before, width);
                            }
                            add_cell(&mut best[part], cell, width);
                        }
                    }
                    for plane in 0..WIDTH {
                        store(common[plane], &mut common_planes[plane], slice);
                        store(best[PARTS - 1][plane], &mut reach_planes[plane], slice);
                    }
                }
                let width = planes(words.len());
                unslice(&common_planes[..width], &mut counts.common);
                unslice(&reach_planes[..width], &mut counts.reach);
            }

            /// Counts common words only; the reach is their number.
            $(#[$feature])?
            pub(super) fn count(rows: &[Present], words: &[u16], counts: &mut Counts) {
                let mut common_planes = [Row::ZERO; WIDTH];
                for slice in 0..SLICES {
                    let mut common = [zero(); WIDTH];
                    let mut seen = 0;
                    for run in words.chunks(RUN) {
                        let mut cell = [zero(); CELL];
                        for eight in run.chunks(8) {
                            let mut row = [zero(); 8];
                            for (row, &word) in row.iter_mut().zip(eight) {
                                *row = load(&rows[word as usize][0], slice);
                            }
                            add_eight(&mut cell, row);
                        }
                        seen += run.len();
                        add_cell(&mut common, &cell, planes(seen));
                    }
                    for (plane, row) in common.iter().zip(&mut common_planes) {
                        store(*plane, row, slice);
                    }
                }
                unslice(&common_planes[..planes(words.len())], &mut counts.common);
                counts.reach = counts.common;
            }

            /// From planes to numbers.
            #[inline]
            $(#[$feature])?
            fn unslice(planes: &[Row], numbers: &mut [u32; LANES]) {
                numbers.fill(0);
                for (bit, plane) in planes.iter().enumerate() {
                    for (word, numbers) in plane.0.iter().zip(numbers.as_chunks_mut::<64>().0) {
                        for half in 0..2 {
                            let word = (word >> (32 * half)) as u32;
                            for (lane, number) in numbers[32 * half..][..32].iter_mut().enumerate() {
                                *number |= (word >> lane & 1) << bit;
                            }
                        }
                    }
                }
            }

            /// Marks the lanes that may be a pair with book `other`: not 0 if the counts, plus one for each of the
            /// `rest` of the common words, satisfy the demand.
            $(#[$feature])?
            pub(super) fn sift(
                counts: &Counts,
                rest: &[u16; LANES],
                demand: &Demand,
                other: u32,
                marks: &mut [u8; LANES],
            ) {
                for lane in 0..LANES {
                    let more = u32::from(rest[lane]);
                    let common = counts.common[lane] + more;
                    let reach = counts.reach[lane] + more;
                    let square = f64::from(reach) * f64::from(reach);
                    let may = (reach >= demand.floor[lane])
                        & (square >= demand.square_factor * f64::from(common))
                        // A saturated counter does not bound the length.
                        | (rest[lane] == u16::MAX);
                    marks[lane] = u8::from(may & (demand.before[lane] < other));
                }
            }
        }
    };
}
pub(super) use kernel;
