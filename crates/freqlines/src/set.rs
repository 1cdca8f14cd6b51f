//! The set of lines that frequency records declare frequent.

use std::collections::HashSet;

use crate::hash::{BuildKeyed, line_hash};
use crate::{Filter, Fingerprint, Hash, Key, Slot};

/// A set of frequent lines made from frequency records. It tests membership by the key of the
/// records: the text, a fingerprint, or a slot. Records of several kinds may be mixed; a line is in
/// the set if any record contains it.
///
/// ```
/// use freqlines::{FrequencySet, Key};
///
/// let mut frequent = FrequencySet::default();
/// frequent.insert(Key::Text, Some(b"to be"));
/// frequent.insert(Key::Fingerprint("xxh3:92a9b8b0ca4ad4c9".parse()?), None);
/// assert!(frequent.contains(b"to be"));
/// assert!(!frequent.contains(b"to be or"));
/// # Ok::<(), freqlines::ParseFingerprintError>(())
/// ```
#[derive(Debug, Default)]
pub struct FrequencySet {
    texts: HashSet<Box<[u8]>, BuildKeyed>,
    /// Filters the texts.
    filter: Filter,
    fingerprints: Vec<(Hash, HashSet<u64, BuildKeyed>)>,
    slots: Vec<(u8, HashSet<u64, BuildKeyed>)>,
}

impl FrequencySet {
    /// Adds a key with the text of its record. Returns false if the key is `Text` but the record
    /// has no text, so that it cannot make a line frequent.
    pub fn insert(&mut self, key: Key, text: Option<&[u8]>) -> bool {
        match (key, text) {
            (Key::Text, None) => false,
            (Key::Text, Some(text)) => {
                if self.texts.insert(text.into()) {
                    self.filter.insert(text);
                }
                true
            }
            (Key::Fingerprint(Fingerprint { hash, value }), _) => {
                of(&mut self.fingerprints, hash).insert(value);
                true
            }
            (Key::Slot(Slot { slot, bits }), _) => {
                of(&mut self.slots, bits).insert(slot);
                true
            }
        }
    }

    /// Whether `line` is frequent.
    pub fn contains(&self, line: &[u8]) -> bool {
        let may_be_text = self.filter.may_contain(line);
        if !may_be_text && self.slots.is_empty() && self.fingerprints.is_empty() {
            return false;
        }
        (may_be_text && self.texts.contains(line))
            || self
                .slots
                .iter()
                .any(|(bits, set)| set.contains(&Slot::of(line_hash(line), *bits).slot))
            || self
                .fingerprints
                .iter()
                .any(|(hash, set)| set.contains(&hash.of(line)))
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        let fingerprints = self.fingerprints.iter().map(|(_, set)| set.len());
        self.texts.len()
            + fingerprints
                .chain(self.slots.iter().map(|(_, set)| set.len()))
                .sum::<usize>()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn of<K: PartialEq, S: Default>(sets: &mut Vec<(K, S)>, kind: K) -> &mut S {
    let at = sets
        .iter()
        .position(|(of, _)| *of == kind)
        .unwrap_or_else(|| {
            sets.push((kind, S::default()));
            sets.len() - 1
        });
    &mut sets[at].1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_by_any_kind_of_key() {
        let keys = |line: &[u8]| {
            [
                Key::Text,
                Key::Fingerprint(Fingerprint {
                    hash: Hash::Xxh3,
                    value: Hash::Xxh3.of(line),
                }),
                Key::Fingerprint(Fingerprint {
                    hash: Hash::Crc64,
                    value: Hash::Crc64.of(line),
                }),
                Key::Slot(Slot::of(line_hash(line), 30)),
                Key::Slot(Slot::of(line_hash(line), 63)),
            ]
        };
        let mut all = FrequencySet::default();
        for (at, key) in keys(b"frequent").into_iter().enumerate() {
            let mut set = FrequencySet::default();
            assert!(set.is_empty());
            assert!(set.insert(key, (key == Key::Text).then_some(b"frequent")));
            assert!(
                set.contains(b"frequent") && !set.contains(b"infrequent"),
                "{key:?}"
            );
            assert!(all.insert(key, Some(b"frequent")));
            assert!(all.insert(key, Some(b"frequent")), "twice is once");
            assert_eq!(all.len(), at + 1);
        }
    }

    #[test]
    fn a_text_record_without_text_is_refused() {
        assert!(!FrequencySet::default().insert(Key::Text, None));
    }
}
