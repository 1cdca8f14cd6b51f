//! Example lines of keys that are not texts.

use crate::arena::Arena;
use crate::backend::Emit;
use crate::{Error, Frequent, Key, Order, order};

/// The binary logarithm of the size of a chunk. Frequent lines are few.
const CHUNK_BITS: u32 = 20;
/// Eight bytes of key, and one that says whether there is a text.
const KEY_BYTES: usize = 9;

/// One line for each key that became frequent: the one whose arrival made it so.
#[derive(Debug)]
pub(crate) struct Examples(Arena);

impl Examples {
    pub fn new() -> Self {
        Examples(Arena::new(CHUNK_BITS, KEY_BYTES))
    }

    /// The number of keys.
    pub fn len(&self) -> u64 {
        self.0.entries()
    }

    /// The number of bytes allocated.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Keeps `text` as the example of `key`, which has none yet.
    pub fn push(&mut self, key: u64, text: Option<&[u8]>) -> Result<(), Error> {
        let mut bytes = [0; KEY_BYTES];
        bytes[..8].copy_from_slice(&key.to_le_bytes());
        bytes[8] = text.is_some().into();
        self.0
            .push(0, &bytes, text.unwrap_or_default())
            .map(|_| ())
            .ok_or(Error::TooLarge)
    }

    /// Emits the keys with the counts they have now.
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
    let (key, has_text) = bytes.split_first_chunk::<8>().expect("a key of nine bytes");
    (u64::from_le_bytes(*key), has_text[0] != 0)
}
