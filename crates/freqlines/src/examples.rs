//! Stores example lines of keys that are not texts.

use crate::Emit;
use crate::arena::Arena;
use crate::{Error, Frequent, Key, Order, order};

/// The chunk size of the arena. Frequent lines are few.
const CHUNK_BITS: u32 = 20;
/// The size of a key: one byte for whether there is a text, and eight for the key, big-endian so
/// that byte order is numeric order.
const KEY_BYTES: usize = 9;

/// One line for each frequent key: the line with which it became frequent.
#[derive(Debug)]
pub(crate) struct Examples(Arena);

impl Examples {
    pub fn new() -> Self {
        Examples(Arena::new(CHUNK_BITS, KEY_BYTES))
    }

    /// Returns the number of keys.
    pub fn len(&self) -> u64 {
        self.0.entries()
    }

    /// Returns the number of bytes allocated.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Stores `text` as the example of `key`, which must not have one yet.
    pub fn push(&mut self, key: u64, text: Option<&[u8]>) -> Result<(), Error> {
        let mut bytes = [0; KEY_BYTES];
        bytes[0] = text.is_some().into();
        bytes[1..].copy_from_slice(&key.to_be_bytes());
        self.0
            .push(0, &bytes, text.unwrap_or_default())
            .map(|_| ())
            .ok_or(Error::TooLarge)
    }

    /// Emits the keys with their current counts.
    pub fn emit(
        mut self,
        order: Order,
        more_than: u64,
        count: impl Fn(u64) -> u64,
        name: impl Fn(u64) -> Key,
        emit: &mut Emit<'_>,
    ) -> Result<(), Error> {
        self.0.set_counts(|entry| count(parse(entry.key).0));
        order::visit(order, &self.0, more_than, |entry| {
            let (key, has_text) = parse(entry.key);
            emit(&Frequent {
                count: entry.count,
                error: None,
                key: name(key),
                text: has_text.then_some(entry.line),
            })
        })
    }
}

fn parse(bytes: &[u8]) -> (u64, bool) {
    let (has_text, key) = bytes.split_last_chunk().expect("a key of nine bytes");
    (u64::from_be_bytes(*key), has_text[0] != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Slot;
    use std::ops::ControlFlow;

    #[test]
    fn what_has_equal_counts_and_texts_is_in_the_order_of_keys() {
        for count in [5, 5000] {
            let mut examples = Examples::new();
            let all = (0..300u64).rev().map(|key| {
                let text = [None, Some(&b""[..]), Some(b"a")][key as usize % 3];
                (text, key)
            });
            let mut all: Vec<_> = all.collect();
            for &(text, key) in &all {
                examples.push(key, text).unwrap();
            }
            all.sort_unstable();
            let mut found = Vec::new();
            let name = |slot| Key::Slot(Slot { slot, bits: 9 });
            let mut collect = |line: &Frequent<'_>| {
                found.push((line.text.map(<[u8]>::to_vec), line.key));
                Ok(ControlFlow::Continue(()))
            };
            examples
                .emit(Order::Sorted, 0, |_| count, name, &mut collect)
                .unwrap();
            let expected = all
                .into_iter()
                .map(|(text, key)| (text.map(<[u8]>::to_vec), name(key)));
            assert!(found.into_iter().eq(expected));
        }
    }
    #[test]
    fn the_memory_is_that_of_chunks() {
        let mut examples = Examples::new();
        assert_eq!(examples.bytes(), 0);
        for key in 0..3 {
            let text = "tar".repeat(100_000);
            examples.push(key, Some(text.as_bytes())).unwrap();
            assert_eq!(examples.bytes(), 1 << CHUNK_BITS);
        }
    }
}
