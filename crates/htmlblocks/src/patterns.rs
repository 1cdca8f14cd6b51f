//! Substring search for groups of short patterns in one pass, with one bit per group.
//!
//! Patterns are in buckets by their first two bytes. A set of the third bytes of each bucket excludes most places of a
//! text. Unlike an Aho-Corasick automaton, this takes no time to build. Building would take most of the time that a
//! process spends on its first page.

/// Groups of patterns. ASCII letters match in any case.
#[derive(Debug)]
pub struct Patterns {
    /// Each pattern and the bit of its group, ordered by [`bucket`].
    rows: Vec<(&'static [u8], u64)>,
    /// The range of rows of each bucket.
    buckets: [(u16, u16); 1 << 10],
    /// For each bucket, the lowest five bits of the third bytes of its patterns: bit `n` for the number `n`. A pattern of
    /// two bytes sets all bits.
    thirds: [u32; 1 << 10],
}

impl Patterns {
    /// Builds the table from groups. Each has the number of its bit and its patterns, of at least
    /// two bytes.
    pub fn new(groups: impl Iterator<Item = (u32, &'static [&'static str])>) -> Patterns {
        let mut rows: Vec<(&[u8], u64)> = groups
            .flat_map(|(bit, patterns)| patterns.iter().map(move |one| (one.as_bytes(), 1 << bit)))
            .collect();
        rows.sort_unstable_by_key(|(pattern, _)| bucket(pattern));
        let mut buckets = [(0, 0); 1 << 10];
        let mut thirds = [0; 1 << 10];
        for (at, (pattern, _)) in (0..).zip(&rows) {
            let bucket = bucket(pattern);
            let range = &mut buckets[bucket];
            if range.1 == 0 {
                range.0 = at;
            }
            range.1 = at + 1;
            thirds[bucket] |= pattern.get(2).map_or(u32::MAX, |third| 1 << (third & 31));
        }
        Patterns {
            rows,
            buckets,
            thirds,
        }
    }

    /// Returns the bits of the groups that have a match in a text at an accepted start offset.
    pub fn bits(&self, text: &str, accept: impl Fn(usize) -> bool) -> u64 {
        let text = text.as_bytes();
        let Some((first, rest)) = text.split_at_checked(2) else {
            return 0;
        };
        let mut bits = 0;
        let mut bucket = bucket(first);
        for (at, third) in rest.iter().enumerate() {
            let third = third & 31;
            if self.thirds[bucket] >> third & 1 != 0 && accept(at) {
                bits |= self.bits_at(bucket, &text[at..]);
            }
            bucket = (bucket << 5 | usize::from(third)) % (1 << 10);
        }
        // Behind the last two bytes there is no third one.
        match accept(rest.len()) {
            true => bits | self.bits_at(bucket, &text[rest.len()..]),
            false => bits,
        }
    }

    /// Returns the bits of the groups of a bucket that have a match at the start of a text.
    #[inline(never)]
    fn bits_at(&self, bucket: usize, text: &[u8]) -> u64 {
        let (from, to) = self.buckets[bucket];
        let rows = self.rows[from.into()..to.into()].iter();
        let found = rows.filter(|(pattern, _)| {
            // Most patterns of a bucket differ in the third byte.
            let same = |(one, other): (&u8, &u8)| one.eq_ignore_ascii_case(other);
            text.len() >= pattern.len()
                && pattern[2..].iter().zip(&text[2..]).all(same)
                && pattern[..2].eq_ignore_ascii_case(&text[..2])
        });
        found.fold(0, |bits, (_, bit)| bits | bit)
    }
}

/// Returns the bucket of two bytes: their lowest five bits, which are the same for both cases of a
/// letter.
fn bucket(text: &[u8]) -> usize {
    usize::from(text[0] & 31) << 5 | usize::from(text[1] & 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_in_any_case() {
        let groups: [(u32, &[&str]); 3] = [(0, &["post", "entry"]), (5, &["ost"]), (6, &["xy"])];
        let patterns = Patterns::new(groups.into_iter());
        assert_eq!(patterns.bits("A Postage", |_| true), 1 | 1 << 5);
        assert_eq!(patterns.bits("A POSTAGE", |_| true), 1 | 1 << 5);
        assert_eq!(patterns.bits("A Postage", |at| at == 2), 1);
        assert_eq!(patterns.bits("pos", |_| true), 0);
        assert_eq!(patterns.bits("oxy", |_| true), 1 << 6);
        assert_eq!(patterns.bits("xyz", |_| true), 1 << 6);
        assert_eq!(patterns.bits("", |_| true), 0);
    }

    #[test]
    fn patterns_may_overlap_and_have_letters_that_are_not_ascii() {
        let groups: [(u32, &[&str]); 3] = [
            (1, &["l\u{e9}gales"]),
            (2, &["post"]),
            (3, &["postpo", "stp"]),
        ];
        let patterns = Patterns::new(groups.into_iter());
        assert_eq!(patterns.bits("Mentions L\u{e9}GALES", |_| true), 1 << 1);
        assert_eq!(patterns.bits("Mentions L\u{c9}GALES", |_| true), 0);
        assert_eq!(patterns.bits("postpo", |_| true), 1 << 2 | 1 << 3);
        assert_eq!(patterns.bits("\u{e9}post", |_| true), 1 << 2);
    }
}
