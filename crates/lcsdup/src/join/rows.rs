//! Up to 512 books side by side: for each widespread word one bit a book, or three.
//!
//! Counting the common words of one book with 512 others by bit rows costs one 512-bit addition for each of its words,
//! whatever its document frequency. It beats posting lists for words in more than about one book in a hundred; there
//! are few of these (some ten thousand), but they make up nearly all common words.

/// The number of books in a group: the bits of a [`Row`].
pub const LANES: usize = 512;

/// The number of parts into which [`Placed`] rows divide a book: the values of three bits apart from 0, "absent".
pub const PARTS: usize = 7;

/// One bit for each book of a group. Aligned to a cache line, which it fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [u64; LANES / 64]);

impl Row {
    /// No bit set.
    pub const ZERO: Row = Row([0; LANES / 64]);

    fn set(&mut self, lane: usize) {
        self.0[lane / 64] |= 1 << (lane % 64);
    }
}

/// For one word the books that have it.
pub type Present = [Row; 1];

/// For one word the part of each book that contains it, 1 to [`PARTS`] as three bit planes, lowest first; 0 if the book
/// does not have it.
pub type Placed = [Row; 3];

/// Counts and bounds for one book and each book of the group.
#[derive(Clone, Debug)]
pub struct Counts {
    /// The number of common words among those that have rows.
    pub common: [u32; LANES],
    /// An upper bound of the longest common subsequence of those words.
    pub reach: [u32; LANES],
}

impl Default for Counts {
    fn default() -> Self {
        Counts {
            common: [0; LANES],
            reach: [0; LANES],
        }
    }
}

/// The conditions for a pair to be compared exactly.
#[derive(Clone, Debug)]
pub struct Demand {
    /// For each lane the number of the last book that is not paired with its own as the later one; `u32::MAX` for a
    /// lane without a book.
    pub before: [u32; LANES],
    /// For each lane the minimum number of common words, and the minimum reach.
    pub floor: [u32; LANES],
    /// The minimum ratio of the squared reach to the number of common words.
    pub square_factor: f64,
}

/// Fills the rows of the words of rank below `words` from the books, which are sequences of words by rank.
pub fn fill<'a, const BITS: usize>(
    rows: &mut Vec<[Row; BITS]>,
    words: usize,
    books: impl Iterator<Item = &'a [u32]>,
) {
    rows.clear();
    rows.resize(words, [Row::ZERO; BITS]);
    for (lane, book) in books.enumerate() {
        for (index, &word) in book.iter().enumerate() {
            let Some(row) = rows.get_mut(word as usize) else {
                continue;
            };
            let part = match BITS {
                1 => 1,
                _ => 1 + index * PARTS / book.len(),
            };
            for (bit, row) in row.iter_mut().enumerate() {
                if part >> bit & 1 == 1 {
                    row.set(lane);
                }
            }
        }
    }
}
