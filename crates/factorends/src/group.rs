//! Groups the runs that share a file.

use std::collections::HashMap;

use encoding_rs::mem::decode_latin1;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::Kind;
use crate::markup::without_markup;

/// The differences that the texts of one shared file may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    /// None; the bytes are equal.
    Exact,
    /// ASCII white space.
    Space,
    /// ASCII white space, HTML tags and comments.
    Markup,
    /// A few words, which [`crate::wording::group`] finds.
    Wording,
}

/// The key of a run's text: the kind of the document and the 128-bit XXH3 hash of the bytes.
pub type Text = (Kind, u128);

/// Statistics of the runs with a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Variant {
    /// The key of the group of texts that may share a file.
    pub group: u128,
    /// The number of runs with this text.
    pub uses: u64,
    /// The length of one run in bytes.
    pub bytes: u64,
    /// The number of bytes that replacing the runs by links saves in the documents.
    pub saved: i64,
}

impl Variant {
    /// Counts a run of a group, and the bytes that a link saves. `bytes` returns the size of its shared file.
    pub fn count(&mut self, group: u128, saved: i64, bytes: impl FnOnce() -> usize) {
        if self.uses == 0 {
            self.bytes = bytes() as u64;
        }
        self.group = group;
        self.uses += 1;
        self.saved += saved;
    }
}

/// All texts.
pub type Variants = HashMap<Text, Variant>;

impl Grouping {
    /// Returns the key of the group of a run with these bytes, whose encoding must be
    /// ASCII-compatible.
    pub fn of(self, kind: Kind, bytes: &[u8]) -> u128 {
        // Documents in other encodings would decode the bytes of a shared file to another text. So
        // bytes are compared, decoded as Latin-1.
        let text = decode_latin1(bytes);
        let text = match self {
            Grouping::Exact | Grouping::Wording => return xxh3_128(bytes),
            Grouping::Markup if kind == Kind::Html => without_markup(&text).into(),
            Grouping::Space | Grouping::Markup => text,
        };
        let mut hash = Xxh3::new();
        for word in text.split_ascii_whitespace() {
            hash.update(word.as_bytes());
        }
        hash.digest128()
    }
}

/// Chooses the texts to factor out: those of groups whose links and one shared file are shorter
/// than their runs. The file contains the text with the most runs; if several have the same number,
/// the one with the smallest hash. Maps each text that is factored out to the text of its shared
/// file.
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

/// Returns the checksum of bytes in the format of records.
#[cfg(feature = "cli")]
pub(crate) fn checksum(bytes: &[u8]) -> String {
    show_checksum(xxh3_128(bytes))
}

/// Returns a hash in the format of records.
#[cfg(feature = "cli")]
pub(crate) fn show_checksum(hash: u128) -> String {
    format!("xxh3:{hash:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_ignore_what_they_should() {
        let same = |grouping: Grouping, a: &str, b: &str| {
            let of = |text: &str| grouping.of(Kind::Html, text.as_bytes());
            of(a) == of(b)
        };
        let (a, b, c) = ("<p>a  b</p>", "<p> ab\n</p>", "<pre>a b</pre>");
        assert!(same(Grouping::Exact, a, a) && !same(Grouping::Exact, a, b));
        assert!(same(Grouping::Space, a, b) && !same(Grouping::Space, a, c));
        assert!(same(Grouping::Markup, a, c) && !same(Grouping::Markup, a, "<p>a</p>"));
        let of = |text: &str| Grouping::Markup.of(Kind::Text, text.as_bytes());
        assert_ne!(of("<p>"), of("<b>"), "text has no tags");
    }

    #[test]
    fn the_same_text_in_two_encodings_is_not_shared() {
        for grouping in [Grouping::Exact, Grouping::Space, Grouping::Markup] {
            let of = |bytes: &[u8]| grouping.of(Kind::Html, bytes);
            assert_ne!(of("café".as_bytes()), of(b"caf\xE9"));
        }
        let of = |bytes: &[u8]| Grouping::Space.of(Kind::Text, bytes);
        assert_eq!(of(b"un caf\xE9"), of(b"un\r\n\tcaf\xE9"));
        // In windows-1252 the second byte of "à" is a space that is not ASCII.
        assert_ne!(of("à".as_bytes()), of(b"\xC3"));
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
