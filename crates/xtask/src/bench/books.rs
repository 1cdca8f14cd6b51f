//! Synthetic books: words records with the statistics of real ones, from a seed.
//!
//! What the speed of a join depends on is how many unique words books have and how many books share one. Both were
//! counted on 1,193 real books: 3,224 unique words on average, and the share of the books that have the word
//! of each rank, by that share. The order of the words is random, as far as books that share nothing go; one book in fifty is
//! partly a copy of an earlier one, so that there is something to find.

use std::collections::HashSet;

/// The share of books in which the word of a rank is unique: rank, share. In between it is a power of the rank.
const SHARES: &[(f64, f64)] = &[
    (1.0, 0.302),
    (10.0, 0.231),
    (100.0, 0.196),
    (1000.0, 0.170),
    (3000.0, 0.148),
    (7000.0, 0.111),
    (14_000.0, 0.0637),
    (28_000.0, 0.0235),
    (42_000.0, 0.0126),
    (60_000.0, 0.00671),
    (90_000.0, 0.00335),
    (140_000.0, 0.00168),
    (240_000.0, 0.00073),
];

/// Behind the last rank the share falls with this power of the rank: a tail that never ends, so that a larger collection
/// has more words, as in Heaps' law.
const TAIL: f64 = 1.8;

/// The number of unique words of a book: share of the books that have no more, number. In between it is linear.
const SIZES: &[(f64, f64)] = &[
    (0.0, 47.0),
    (0.01, 347.0),
    (0.05, 679.0),
    (0.1, 927.0),
    (0.25, 1572.0),
    (0.5, 2982.0),
    (0.75, 4345.0),
    (0.9, 5979.0),
    (0.95, 7141.0),
    (0.99, 9084.0),
    (1.0, 14_756.0),
];

/// Writes books as words records, one after the other.
pub struct Books {
    state: u64,
    /// For each rank of [`SHARES`] the sum of the shares up to it.
    cumulative: Vec<f64>,
    /// The sum of the shares of all words.
    total: f64,
    /// Books to copy from: the last few dozen.
    earlier: Vec<Vec<u64>>,
    written: usize,
}

impl Books {
    /// A generator; the same seed gives the same books.
    pub fn new(seed: u64) -> Books {
        let last = SHARES[SHARES.len() - 1];
        let mut cumulative = Vec::with_capacity(last.0 as usize);
        let mut sum = 0.0;
        for pair in SHARES.windows(2) {
            let ((from, high), (to, low)) = (pair[0], pair[1]);
            let slope = (low / high).ln() / (to / from).ln();
            for rank in from as u64..to as u64 {
                sum += high * (rank as f64 / from).powf(slope);
                cumulative.push(sum);
            }
        }
        let total = sum + last.0 * last.1 / (TAIL - 1.0);
        Books {
            state: seed,
            cumulative,
            total,
            earlier: Vec::new(),
            written: 0,
        }
    }

    /// SplitMix64.
    fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 to 1, neither included.
    fn uniform(&mut self) -> f64 {
        ((self.random() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
    }

    fn word(&mut self) -> u64 {
        let at = self.uniform() * self.total;
        let ranks = self.cumulative.len();
        if at < self.cumulative[ranks - 1] {
            return self.cumulative.partition_point(|&sum| sum <= at) as u64;
        }
        (ranks as f64 * self.uniform().powf(-1.0 / (TAIL - 1.0))) as u64
    }

    fn size(&mut self) -> usize {
        let share = self.uniform();
        let next = SIZES.partition_point(|&(below, _)| below < share);
        let ((from, small), (to, large)) = (SIZES[next - 1], SIZES[next]);
        (small + (large - small) * (share - from) / (to - from)) as usize
    }

    fn book(&mut self) -> Vec<u64> {
        let size = self.size();
        let mut words = Vec::with_capacity(size);
        if self.written % 50 == 49 && !self.earlier.is_empty() {
            // A passage of a tenth up to all of another book, a fifth of its words lost or misread.
            let other = self.random() as usize % self.earlier.len();
            let share = 0.1 + 0.9 * self.uniform();
            let length = (share * self.earlier[other].len() as f64) as usize;
            let start = self.random() as usize % (self.earlier[other].len() - length + 1);
            for place in start..start + length {
                if self.random() % 5 > 0 {
                    words.push(self.earlier[other][place]);
                }
            }
        }
        let mut seen: HashSet<u64> = words.iter().copied().collect();
        while words.len() < size {
            let word = self.word();
            if seen.insert(word) {
                words.push(word);
            }
        }
        words
    }

    /// Appends the next book.
    pub fn write(&mut self, out: &mut Vec<u8>) {
        let words = self.book();
        out.extend_from_slice(
            format!(
                "{{\"doc\":\"book{:07}\",\"tokens\":{},\"words\":[",
                self.written + 1,
                words.len() * 33
            )
            .as_bytes(),
        );
        for (index, &word) in words.iter().enumerate() {
            out.extend_from_slice(if index == 0 { b"\"" } else { b",\"" });
            out.extend_from_slice(&spelling(word));
            out.push(b'"');
        }
        out.extend_from_slice(b"]}\n");
        match self.earlier.len() {
            64 => self.earlier[self.written % 64] = words,
            _ => self.earlier.push(words),
        }
        self.written += 1;
    }
}

/// Eight letters, different ones for different ranks: the rank times a number that is prime to 26, mod 26^8.
fn spelling(rank: u64) -> [u8; 8] {
    const SPELLINGS: u64 = 26u64.pow(8);
    let mut rest = (u128::from(rank) * 143_215_987_653 % u128::from(SPELLINGS)) as u64;
    std::array::from_fn(|_| {
        let letter = b'a' + (rest % 26) as u8;
        rest /= 26;
        letter
    })
}
