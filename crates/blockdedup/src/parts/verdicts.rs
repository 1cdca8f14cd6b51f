//! The verdicts on a part: what is removed from its documents.

use std::ops::Range;

use super::{Damaged, varint};

/// A removed part of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Removed {
    /// A block, by its number: a duplicate.
    Duplicate(usize),
    /// A block, by its number: a stub.
    Stub(usize),
    /// A range of tokens.
    Span(usize, usize),
}

/// The number of a document in the part, and what is removed from it.
pub type DocumentVerdict = (u64, Vec<Removed>);

/// What verdicts are on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemovedUnit {
    /// Blocks, with their numbers.
    Blocks,
    /// Spans, with the positions of their tokens.
    Spans,
}

/// The removed blocks or spans, by document.
#[derive(Debug, Default)]
pub struct Verdicts {
    encoded: Vec<u8>,
    /// The number of the next document.
    next: u64,
}

impl Verdicts {
    /// Adds a document, after those before it, from which something is removed.
    pub(super) fn add(&mut self, number: u64, removed: &[Removed]) {
        let out = &mut self.encoded;
        varint::write(out, number - self.next);
        self.next = number + 1;
        varint::write(out, removed.len() as u64);
        let mut at = 0;
        for &removed in removed {
            let (start, length) = match removed {
                Removed::Duplicate(block) => (block, 0),
                Removed::Stub(block) => (block, 1),
                Removed::Span(start, end) => (start, end - start),
            };
            varint::write(out, (start - at) as u64);
            varint::write(out, length as u64);
            at = start;
        }
    }

    /// Serialises the verdicts.
    pub fn into_bytes(self) -> Vec<u8> {
        self.encoded
    }

    /// Deserialises verdicts on this unit.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn read(mut bytes: &[u8], unit: RemovedUnit) -> Result<Vec<DocumentVerdict>, Damaged> {
        let mut all = Vec::new();
        let mut number = 0u64;
        while !bytes.is_empty() {
            let add = |a: u64, b: u64| a.checked_add(b).ok_or(Damaged("too large a number"));
            number = add(number, varint::read(&mut bytes)?)?;
            let mut removed = Vec::new();
            let mut at = 0;
            for _ in 0..varint::read(&mut bytes)? {
                at = add(at, varint::read(&mut bytes)?)?;
                let length = varint::read(&mut bytes)?;
                let Range { start, end } = at as usize..add(at, length)? as usize;
                removed.push(match (unit, length) {
                    (RemovedUnit::Spans, _) => Removed::Span(start, end),
                    (RemovedUnit::Blocks, 0) => Removed::Duplicate(start),
                    (RemovedUnit::Blocks, _) => Removed::Stub(start),
                });
            }
            all.push((number, removed));
            number = add(number, 1)?;
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn verdicts_come_back() {
        let blocks = [
            Removed::Duplicate(0),
            Removed::Stub(1),
            Removed::Duplicate(9),
        ];
        let spans = [Removed::Span(4, 90), Removed::Span(100, 101)];
        for removed in [&blocks[..], &spans] {
            let mut verdicts = Verdicts::default();
            let expected: Vec<_> = [0, 7, 8].map(|number| (number, removed.to_vec())).into();
            for (number, removed) in &expected {
                verdicts.add(*number, removed);
            }
            let unit = match removed[0] {
                Removed::Span(..) => RemovedUnit::Spans,
                _ => RemovedUnit::Blocks,
            };
            assert_eq!(Verdicts::read(&verdicts.into_bytes(), unit), Ok(expected));
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes: Vec<u8>) {
            for unit in [RemovedUnit::Blocks, RemovedUnit::Spans] {
                let _ = Verdicts::read(&bytes, unit);
            }
        }
    }
}
