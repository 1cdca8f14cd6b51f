//! Substring search for groups of short patterns in one pass, with one bit per group.
//!
//! Patterns are in buckets by their first two bytes. Unlike an Aho-Corasick automaton, this takes
//! no time to build. Building would take most of the time that a process spends on its first page.

/// Groups of patterns. ASCII letters match in any case.
#[derive(Debug)]
pub struct Patterns {
    /// Each pattern and the bit of its group, ordered by [`bucket`].
    rows: Vec<(&'static [u8], u64)>,
    /// The range of rows of each bucket.
    buckets: [(u16, u16); 1 << 10],
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
        for (at, (pattern, _)) in (0..).zip(&rows) {
            let range = &mut buckets[bucket(pattern)];
            if range.1 == 0 {
                range.0 = at;
            }
            range.1 = at + 1;
        }
        Patterns { rows, buckets }
    }

    /// Returns the bits of the groups that have a match in a text at an accepted start offset.
    pub fn bits(&self, text: &str, accept: impl Fn(usize) -> bool) -> u64 {
        let text = text.as_bytes();
        let mut bits = 0;
        for (at, pair) in text.windows(2).enumerate() {
            let (from, to) = self.buckets[bucket(pair)];
            if from == to || !accept(at) {
                continue;
            }
            for (pattern, bit) in &self.rows[from.into()..to.into()] {
                let found = text[at..].get(..pattern.len());
                if found.is_some_and(|found| found.eq_ignore_ascii_case(pattern)) {
                    bits |= bit;
                }
            }
        }
        bits
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
        let groups: [(u32, &[&str]); 2] = [(0, &["post", "entry"]), (5, &["ost"])];
        let patterns = Patterns::new(groups.into_iter());
        assert_eq!(patterns.bits("A Postage", |_| true), 1 | 1 << 5);
        assert_eq!(patterns.bits("A POSTAGE", |_| true), 1 | 1 << 5);
        assert_eq!(patterns.bits("A Postage", |at| at == 2), 1);
        assert_eq!(patterns.bits("pos", |_| true), 0);
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
