//! Substring search for groups of short patterns in one pass (Aho-Corasick), with one bit per group.

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, AhoCorasickKind, MatchKind};

/// Patterns in groups. ASCII letters match in any case.
#[derive(Debug)]
pub struct Patterns {
    finder: AhoCorasick,
    /// The bit of the group of each pattern.
    bits: Vec<u64>,
}

impl Patterns {
    /// Of groups, each the number of its bit and its patterns.
    pub fn new<'g>(groups: impl Iterator<Item = (u32, &'g [&'g str])> + Clone) -> Patterns {
        let rows = groups.flat_map(|(bit, patterns)| patterns.iter().map(move |one| (one, bit)));
        let finder = AhoCorasickBuilder::new()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            // A DFA searches faster, but building it takes longer than one page.
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .prefilter(false)
            .build(rows.clone().map(|(pattern, _)| pattern))
            .expect("a few short patterns");
        Patterns {
            finder,
            bits: rows.map(|(_, bit)| 1 << bit).collect(),
        }
    }

    /// The bits of the groups that have a match in a text whose start offset is accepted.
    pub fn bits(&self, text: &str, accept: impl Fn(usize) -> bool) -> u64 {
        let found = self.finder.find_overlapping_iter(text);
        let accepted = found.filter(|found| accept(found.start()));
        accepted.fold(0, |bits, found| {
            bits | self.bits[found.pattern().as_usize()]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_found_in_any_case() {
        let groups: [(u32, &[&str]); 2] = [(0, &["post", "entry"]), (5, &["ost"])];
        let patterns = Patterns::new(groups.into_iter());
        assert_eq!(patterns.bits("A Postage", |_| true), 1 | 1 << 5);
        assert_eq!(patterns.bits("A Postage", |at| at == 2), 1);
        assert_eq!(patterns.bits("", |_| true), 0);
    }
}
