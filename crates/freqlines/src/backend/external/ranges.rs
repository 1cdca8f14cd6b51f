//! Range partitioning: lexicographic ranges of lines, with about the same number of distinct lines in each.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hint::select_unpredictable;

use crate::order::prefix_key;

/// A uniform sample of distinct lines: those with the smallest hashes. It depends neither on the
/// order of the lines nor on their counts (the bottom-k sketch; Cohen & Kaplan 2007).
#[derive(Debug)]
pub(crate) struct BottomK<'a> {
    /// Ordered by hash, then by line, so that lines with equal hashes are distinct.
    lines: BTreeSet<(u64, Cow<'a, [u8]>)>,
    /// The largest hash of the sample once it is full: lines with larger hashes are rejected.
    highest: Option<u64>,
    most_lines: usize,
    most_bytes: usize,
    bytes: usize,
}

impl<'a> BottomK<'a> {
    /// Creates an empty sample of at most `most_lines` lines and `most_bytes` bytes in total, but
    /// of at least two lines.
    pub fn new(most_lines: usize, most_bytes: usize) -> Self {
        BottomK {
            lines: BTreeSet::new(),
            highest: None,
            most_lines,
            most_bytes,
            bytes: 0,
        }
    }

    /// Adds `line` to the sample if its hash is small enough.
    #[inline]
    pub fn add(&mut self, hash: u64, line: &'a [u8]) {
        if self.highest.is_none_or(|highest| hash <= highest) {
            self.take(hash, line.into());
        }
    }

    /// Like [`BottomK::add`], with a copy of `line`.
    #[inline]
    pub fn add_copy(&mut self, hash: u64, line: &[u8]) {
        if self.highest.is_none_or(|highest| hash <= highest) {
            self.take(hash, line.to_vec().into());
        }
    }

    fn take(&mut self, hash: u64, line: Cow<'a, [u8]>) {
        let len = line.len();
        if !self.lines.insert((hash, line)) {
            return;
        }
        self.bytes += len;
        while self.lines.len() > 2
            && (self.lines.len() > self.most_lines || self.bytes > self.most_bytes)
        {
            if let Some((hash, line)) = self.lines.pop_last() {
                self.highest = Some(hash);
                self.bytes -= line.len();
            }
        }
    }
}

/// Ranges of lines. Each except the first starts at the shortest prefix that separates its first
/// line from the range before.
#[derive(Debug)]
pub(crate) struct Ranges {
    starts: Vec<Vec<u8>>,
    /// The length of the common prefix of all starts.
    common: usize,
    /// The first bytes of each start after the common prefix, as a number.
    keys: Vec<u128>,
    /// The higher halves of the keys, padded with at least one largest number to a power of two.
    heads: Vec<u64>,
}

impl Ranges {
    /// Computes at most `most` ranges that divide the sample evenly. There is one only if the
    /// sample has no two different lines.
    pub fn of_sample(sample: BottomK<'_>, most: u16) -> Self {
        let mut lines: Vec<_> = sample.lines.into_iter().map(|(_, line)| line).collect();
        lines.sort_unstable();
        let ranges = lines.len().min(most.into());
        let starts: Vec<_> = (1..ranges)
            .map(|range| {
                let first = range * lines.len() / ranges;
                let line = &lines[first];
                line[..=common_bytes(&lines[first - 1], line)].to_vec()
            })
            .collect();
        let common = match &starts[..] {
            [first, .., last] => common_bytes(first, last),
            _ => 0,
        };
        let keys: Vec<u128> = starts
            .iter()
            .map(|start| prefix_key(&start[common..]))
            .collect();
        let mut heads: Vec<u64> = keys.iter().map(|&key| head(key)).collect();
        heads.resize((heads.len() + 1).next_power_of_two(), u64::MAX);
        Ranges {
            starts,
            common,
            keys,
            heads,
        }
    }

    /// Returns the number of ranges.
    pub fn len(&self) -> usize {
        self.starts.len() + 1
    }

    /// Returns the range of `line`.
    #[inline]
    pub fn find(&self, line: &[u8]) -> usize {
        let rest = if self.common == 0 {
            line
        } else {
            let common = &self.starts[0][..self.common];
            match line.strip_prefix(common) {
                Some(rest) => rest,
                None => return if line < common { 0 } else { self.starts.len() },
            }
        };
        let key = prefix_key(rest);
        let head = head(key);
        // A binary search of fixed length without data-dependent branches, because the position of
        // a line cannot be predicted. It uses 64-bit numbers, since searches for 128-bit numbers
        // are compiled with branches.
        let (mut lower, mut step) = (0, self.heads.len() / 2);
        while step > 0 {
            let is_after = self.heads[lower + step - 1] < head;
            lower = select_unpredictable(is_after, lower + step, lower);
            step /= 2;
        }
        if self.heads[lower] != head {
            return lower;
        }
        // Few starts have the same head as the line.
        lower += self.keys[lower..].partition_point(|&start| start < key);
        if self.keys.get(lower) != Some(&key) {
            return lower;
        }
        lower + self.starts[lower..].partition_point(|start| &start[..] <= line)
    }
}

/// Returns the length of the common prefix of two byte strings.
fn common_bytes(a: &[u8], b: &[u8]) -> usize {
    std::iter::zip(a, b).take_while(|(a, b)| a == b).count()
}

/// Returns the first eight bytes of a key.
#[inline]
fn head(key: u128) -> u64 {
    (key >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line_hash;
    use proptest::prelude::*;

    fn sample_of(lines: &[Vec<u8>], most_lines: usize, most_bytes: usize) -> BottomK<'_> {
        let mut sample = BottomK::new(most_lines, most_bytes);
        for line in lines {
            sample.add(line_hash(line), line);
        }
        sample
    }

    proptest! {
        #[test]
        fn a_line_is_in_the_range_whose_start_is_the_last_that_is_not_after_it(
            mut lines in prop::collection::vec("(aaaaa){0,3}[\\x00ab]{0,12}".prop_map(String::into_bytes), 0..60),
            most in 1u16..20,
        ) {
            let ranges = Ranges::of_sample(sample_of(&lines, 40, 300), most);
            prop_assert!(ranges.len() <= usize::from(most));
            prop_assert!(ranges.starts.is_sorted());
            lines.extend([b"".to_vec(), b"b".to_vec(), b"aaaa".to_vec(), vec![255; 20]]);
            for line in &lines {
                let plain = ranges.starts.iter().filter(|start| ***start <= line[..]).count();
                prop_assert_eq!(ranges.find(line), plain);
            }
        }

        #[test]
        fn a_sample_depends_on_the_set_of_lines_alone(
            lines in prop::collection::vec("[ab]{0,4}".prop_map(String::into_bytes), 0..60),
            most_lines in 0usize..20,
            most_bytes in 0usize..60,
        ) {
            let sample = sample_of(&lines, most_lines, most_bytes);
            let mut reversed = lines.clone();
            reversed.reverse();
            reversed.extend(lines.clone());
            prop_assert_eq!(&sample_of(&reversed, most_lines, most_bytes).lines, &sample.lines);
            let distinct: std::collections::BTreeSet<_> = lines.iter().collect();
            prop_assert!(sample.lines.len() >= distinct.len().min(2));
            prop_assert!(sample.lines.len() <= most_lines.max(2));
            prop_assert!(sample.lines.len() <= 2 || sample.bytes <= most_bytes);
        }
    }

    #[test]
    fn two_different_lines_are_told_apart() {
        for lines in [
            [b"a".to_vec(), b"b".to_vec()],
            [b"".to_vec(), b"\0".to_vec()],
        ] {
            let ranges = Ranges::of_sample(sample_of(&lines, 8, 0), 128);
            assert_eq!(ranges.len(), 2);
            assert_ne!(ranges.find(&lines[0]), ranges.find(&lines[1]));
        }
    }
}
