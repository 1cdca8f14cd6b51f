//! The set of lines that frequency records declare frequent.

use std::collections::HashSet;

use crate::hash::{BuildIdentity, line_hash, spread};
use crate::table::LineTable;
use crate::{Filter, Fingerprint, Hash, Key, Slot};

/// The chunk size of the arena. Frequent lines are few.
const CHUNK_BITS: u32 = 18;

/// A set of frequent lines made from frequency records, which tests membership by the key of the records: the text, a
/// fingerprint, or a slot. Records of several kinds may be mixed; a line is in the set if any of them contains it.
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
#[derive(Debug)]
pub struct FrequencySet {
    texts: LineTable,
    /// Of the texts.
    filter: Filter,
    fingerprints: Vec<(Hash, HashSet<u64, BuildIdentity>)>,
    slots: Vec<(u8, HashSet<u64, BuildIdentity>)>,
}

impl Default for FrequencySet {
    fn default() -> Self {
        FrequencySet {
            texts: LineTable::new(CHUNK_BITS),
            filter: Filter::default(),
            fingerprints: Vec::new(),
            slots: Vec::new(),
        }
    }
}

impl FrequencySet {
    /// Adds a key with the text of its record. Returns false for a record that cannot make a line frequent: one with
    /// the key `Text` but without a text.
    pub fn insert(&mut self, key: Key, text: Option<&[u8]>) -> bool {
        match (key, text) {
            (Key::Text, None) => false,
            // The table is full only after a tebibyte of frequent lines.
            (Key::Text, Some(text)) => {
                let before = self.texts.len();
                let counted = self.texts.count(line_hash(text), text, 1).is_ok();
                if self.texts.len() > before {
                    self.filter.insert(text);
                }
                counted
            }
            (Key::Fingerprint(Fingerprint { hash, value }), _) => {
                of(&mut self.fingerprints, hash).insert(value);
                true
            }
            (Key::Slot(Slot { slot, bits }), _) => {
                // The set's hash uses the high bits, so the significant bits of small slot numbers are moved there.
                of(&mut self.slots, bits).insert(spread(slot));
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
        let hash = line_hash(line);
        (may_be_text && self.texts.find(hash, line).is_some())
            || self
                .slots
                .iter()
                .any(|(bits, set)| set.contains(&spread(Slot::of(hash, *bits).slot)))
            || self
                .fingerprints
                .iter()
                .any(|(hash, set)| set.contains(&hash.of(line)))
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        let fingerprints = self.fingerprints.iter().map(|(_, set)| set.len());
        self.texts.len() as usize
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
