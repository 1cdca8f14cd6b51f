//! Which runs share a file.

use std::borrow::Cow;
use std::collections::HashMap;

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::Kind;
use crate::markup::without_markup;

/// Which differences make a new shared file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    /// Any difference of the bytes.
    Exact,
    /// Any but those of white space.
    Space,
    /// Any but those of white space and of HTML tags and comments.
    Markup,
}

/// A run's text as it stands in documents of a kind: the hash of its bytes, the 128-bit XXH3.
pub type Text = (Kind, u128);

/// A text that runs of several documents have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Variant {
    /// What all texts have in common that may share a file.
    pub group: u128,
    /// How many runs have this text.
    pub uses: u64,
    /// The bytes of one run.
    pub bytes: u64,
    /// What replacing the runs by links takes off the documents, in bytes.
    pub saved: i64,
}

/// The texts that were seen.
pub type Variants = HashMap<Text, Variant>;

impl Grouping {
    /// What a run with this text has in common with all that may share its file; `exact` is the hash of its bytes.
    pub fn of(self, kind: Kind, text: &str, exact: u128) -> u128 {
        let text: Cow<str> = match self {
            Grouping::Exact => return exact,
            Grouping::Markup if kind == Kind::Html => without_markup(text).into(),
            Grouping::Space | Grouping::Markup => text.into(),
        };
        let mut hash = Xxh3::new();
        for word in text.split_whitespace() {
            hash.update(word.as_bytes());
        }
        hash.digest128()
    }
}

/// Chooses the texts to factor out: those of a group, if the links and one shared file for all are shorter than the
/// runs. The file has the text of the most runs, and among those the one with the smallest hash. Gives for each text that
/// is factored out the text of its shared file.
pub fn choose(variants: &Variants) -> HashMap<Text, Text> {
    struct Group {
        saved: i64,
        best: (u64, std::cmp::Reverse<u128>),
        bytes: u64,
    }
    let mut groups: HashMap<(Kind, u128), Group> = HashMap::new();
    for (&(kind, exact), variant) in variants {
        let candidate = (variant.uses, std::cmp::Reverse(exact));
        groups
            .entry((kind, variant.group))
            .and_modify(|group| {
                group.saved = group.saved.saturating_add(variant.saved);
                if candidate > group.best {
                    (group.best, group.bytes) = (candidate, variant.bytes);
                }
            })
            .or_insert(Group {
                saved: variant.saved,
                best: candidate,
                bytes: variant.bytes,
            });
    }
    let shared = |(&text, variant): (&Text, &Variant)| {
        let group = &groups[&(text.0, variant.group)];
        let saves = i64::try_from(group.bytes).is_ok_and(|bytes| group.saved > bytes);
        saves.then_some((text, (text.0, group.best.1.0)))
    };
    variants.iter().filter_map(shared).collect()
}

/// The checksum of bytes, as records have it.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    show_checksum(xxh3_128(bytes))
}

/// A hash as records have it.
pub(crate) fn show_checksum(hash: u128) -> String {
    format!("xxh3:{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_ignore_what_they_should() {
        let same = |grouping: Grouping, a: &str, b: &str| {
            let of = |text: &str| grouping.of(Kind::Html, text, xxh3_128(text.as_bytes()));
            of(a) == of(b)
        };
        let (a, b, c) = ("<p>a  b</p>", "<p> ab\n</p>", "<pre>a b</pre>");
        assert!(same(Grouping::Exact, a, a) && !same(Grouping::Exact, a, b));
        assert!(same(Grouping::Space, a, b) && !same(Grouping::Space, a, c));
        assert!(same(Grouping::Markup, a, c) && !same(Grouping::Markup, a, "<p>a</p>"));
        let of = |text| Grouping::Markup.of(Kind::Text, text, 0);
        assert_ne!(of("<p>"), of("<b>"), "text has no tags");
    }

    #[test]
    fn only_what_saves_bytes_is_factored() {
        let variant = |group, uses, saved| Variant {
            group,
            uses,
            bytes: 100,
            saved,
        };
        let variants: Variants = [
            ((Kind::Text, 1), variant(7, 1, 90)),
            ((Kind::Text, 2), variant(7, 3, 270)),
            ((Kind::Text, 3), variant(8, 1, 90)),
            ((Kind::Text, 4), variant(9, 2, 101)),
            ((Kind::Html, 5), variant(9, 2, 100)),
        ]
        .into();
        let chosen = choose(&variants);
        let mut texts: Vec<_> = chosen
            .iter()
            .map(|(text, shared)| (text.1, shared.1))
            .collect();
        texts.sort_unstable();
        assert_eq!(texts, [(1, 2), (2, 2), (4, 4)]);
    }
}
