//! The exchange between parts: results for a range of n-grams from the lists of all parts.

use std::collections::BTreeMap;

use super::sorted::SortedGrams;
use super::{Damaged, Frame, FrameKind, keys, outline};
use crate::Gram;
use crate::seen::Mark;

/// About the number of entries sorted at a time, so that they fit in the L2 cache.
const ENTRIES_AT_ONCE: usize = 1 << 15;

/// An n-gram in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct GramEntry {
    gram: Gram,
    part: u32,
    round: u32,
    mark: Mark,
}

/// The n-grams of a part in a range.
struct GramList<'a> {
    part: u32,
    round: u32,
    grams: std::iter::Peekable<SortedGrams<'a>>,
    /// Two bytes for each n-gram, or empty.
    marks: std::slice::ChunksExact<'a, u8>,
}

impl<'a> GramList<'a> {
    fn new(frame: &'a Frame) -> Result<Self, Damaged> {
        let (grams, marks) = match frame.kind {
            FrameKind::Keys => (SortedGrams::new(&frame.payload)?, &[][..]),
            _ => outline::marked(&frame.payload)?,
        };
        Ok(GramList {
            part: frame.part,
            round: frame.round,
            grams: grams.peekable(),
            marks: marks.chunks_exact(2),
        })
    }

    /// Calls `each` with the entries up to a bound.
    fn up_to(&mut self, bound: Gram, mut each: impl FnMut(GramEntry)) {
        while let Some(gram) = self.grams.next_if(|&gram| gram <= bound) {
            let mark = self
                .marks
                .next()
                .map_or(0, |two| Mark::from_le_bytes([two[0], two[1]]));
            each(GramEntry {
                gram,
                part: self.part,
                round: self.round,
                mark,
            });
        }
    }
}

/// Upper bounds that divide the range into pieces of about [`ENTRIES_AT_ONCE`] n-grams, assuming these are evenly distributed.
fn bounds(frames: &[Frame]) -> Result<impl Iterator<Item = Gram> + use<>, Damaged> {
    let (mut first, mut last, mut count) = (Gram::MAX, 0, 0);
    for frame in frames {
        let grams = match frame.kind {
            FrameKind::Keys => SortedGrams::new(&frame.payload)?,
            _ => outline::marked(&frame.payload)?.0,
        };
        if grams.len() > 0 {
            let (low, high) = grams.bounds();
            (first, last) = (first.min(low), last.max(high));
            count += grams.len();
        }
    }
    let pieces = (count / ENTRIES_AT_ONCE + 1) as u64;
    let step = last.saturating_sub(first) / pieces;
    // Damaged input that is not ascending comes with the last piece.
    Ok((1..pieces)
        .map(move |piece| first + piece * step)
        .chain([Gram::MAX]))
}

/// For each part its n-grams in a range that occur more than once in the corpus, or share their high bits with another
/// n-gram. The frames are all [`FrameKind::Keys`] of the range.
///
/// # Errors
/// [`Damaged`].
pub fn repeated(frames: &[Frame]) -> Result<Vec<(u32, Vec<u8>)>, Damaged> {
    let mut lists = frames
        .iter()
        .map(GramList::new)
        .collect::<Result<Vec<_>, _>>()?;
    let mut found: BTreeMap<u32, Vec<Gram>> = BTreeMap::new();
    let mut entries: Vec<(Gram, u32)> = Vec::new();
    for bound in bounds(frames)? {
        entries.clear();
        for list in &mut lists {
            list.up_to(bound, |entry| entries.push((entry.gram, entry.part)));
        }
        entries.sort_unstable();
        for equal in entries.chunk_by(|a, b| a.0 == b.0).filter(|e| e.len() > 1) {
            for of_part in equal.chunk_by(|a, b| a.1 == b.1) {
                let (gram, part) = of_part[0];
                found.entry(part).or_default().push(gram);
            }
        }
    }
    let payload = |grams: Vec<Gram>| {
        let mut payload = Vec::new();
        super::sorted::write(&grams, keys::UNUSED, &mut payload);
        payload
    };
    Ok(found
        .into_iter()
        .map(|(part, grams)| (part, payload(grams)))
        .collect())
}

/// For each part the n-grams kept in earlier parts, as far as they changed in this round. The frames are all
/// [`FrameKind::Kept`] of a range up to the round; in the first round everything is a change.
///
/// # Errors
/// [`Damaged`].
pub fn before(frames: &[Frame], round: u32) -> Result<Vec<(u32, Vec<u8>)>, Damaged> {
    let mut lists = frames
        .iter()
        .map(GramList::new)
        .collect::<Result<Vec<_>, _>>()?;
    // Changed lists come first; of the others only n-grams in changed lists matter.
    lists.sort_by_key(|list| list.round != round);
    let unused = frames.first().map_or(0, |frame| {
        outline::marked(&frame.payload).map_or(0, |(grams, _)| grams.unused())
    });
    let mut found: BTreeMap<u32, Vec<(Gram, Mark)>> = BTreeMap::new();
    let (mut entries, mut changed) = (Vec::new(), Vec::new());
    for bound in bounds(frames)? {
        entries.clear();
        changed.clear();
        for list in &mut lists {
            if list.round == round {
                list.up_to(bound, |entry| entries.push(entry));
                continue;
            }
            if changed.is_empty() {
                changed.extend(entries.iter().map(|entry| entry.gram));
                changed.sort_unstable();
                changed.dedup();
            }
            list.up_to(bound, |entry| {
                if changed.binary_search(&entry.gram).is_ok() {
                    entries.push(entry);
                }
            });
        }
        entries.sort_unstable();
        for equal in entries.chunk_by(|a, b| a.gram == b.gram) {
            changes(equal, round, |part, mark| {
                let gram = equal[0].gram;
                found.entry(part).or_default().push((gram, mark));
            });
        }
    }
    Ok(found
        .into_iter()
        .map(|(part, changed)| {
            let mut payload = Vec::new();
            outline::write_marked(&changed, unused, &mut payload);
            (part, payload)
        })
        .collect())
}

/// Calls `each` with the parts for which the mark of an n-gram in earlier parts changes in a round. The entries are all
/// of that n-gram, by part and round.
fn changes(entries: &[GramEntry], round: u32, mut each: impl FnMut(u32, Mark)) {
    let (mut old, mut new) = (0, 0);
    for of_part in entries.chunk_by(|a, b| a.part == b.part) {
        if old != new {
            each(of_part[0].part, new);
        }
        let latest = |rounds: &[GramEntry]| rounds.last().map_or(0, |entry| entry.mark);
        let earlier = of_part.partition_point(|entry| entry.round < round);
        for (mark, kept) in [
            (&mut old, latest(&of_part[..earlier])),
            (&mut new, latest(of_part)),
        ] {
            if *mark == 0 {
                *mark = kept;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::Runs;
    use proptest::prelude::*;

    proptest! {
        /// Compared with plain counts; a part may have several lists.
        #[test]
        fn what_occurs_more_than_once_is_found(
            lists in prop::collection::vec((0u32..4, prop::collection::vec(0u64..60, 0..30)), 0..7), shift in 16u32..58,
        ) {
            let mut counts = BTreeMap::new();
            let mut frames = Vec::new();
            for (part, grams) in &lists {
                let mut runs = Runs::new(0, 1);
                let grams: Vec<Gram> = grams.iter().map(|&gram| (gram + 1) << shift).collect();
                let mut payloads = Vec::new();
                runs.add(&grams, |_, payload| payloads.push(payload));
                runs.finish(|_, payload| payloads.push(payload));
                frames.extend(payloads.into_iter().map(|payload| Frame {
                    options: 0, kind: FrameKind::Keys, round: 0, part: *part, range: 0, payload,
                }));
                for gram in grams {
                    *counts.entry(gram).or_insert(0) += 1;
                }
            }
            for (part, payload) in repeated(&frames).unwrap() {
                let has = |gram: &Gram| lists.iter().any(|(of, grams)| *of == part && grams.iter().any(|one| (one + 1) << shift == *gram));
                let expected: Vec<Gram> = counts.iter().filter(|(gram, count)| **count > 1 && has(gram)).map(|(gram, _)| *gram).collect();
                prop_assert!(!expected.is_empty());
                prop_assert_eq!(SortedGrams::new(&payload).unwrap().collect::<Vec<_>>(), expected);
            }
        }
    }

    #[test]
    fn the_first_part_that_keeps_an_n_gram_marks_it_for_those_behind_it() {
        let entry = |part, round, mark| GramEntry {
            gram: 1 << 16,
            part,
            round,
            mark,
        };
        let found = |entries: &[GramEntry], round| {
            let mut found = Vec::new();
            changes(entries, round, |part, mark| found.push((part, mark)));
            found
        };
        let mut entries = vec![
            entry(2, 1, 0),
            entry(3, 1, 5),
            entry(5, 1, 7),
            entry(6, 1, 0),
        ];
        assert_eq!(found(&entries, 1), [(5, 5), (6, 5)]);
        // The third part no longer keeps it, and the second one does.
        entries.extend([entry(2, 2, 3), entry(3, 2, 0)]);
        entries.sort();
        assert_eq!(found(&entries, 2), [(3, 3), (5, 3), (6, 3)]);
        entries.push(entry(2, 3, 0));
        entries.sort();
        assert_eq!(found(&entries, 3), [(3, 0), (5, 0), (6, 7)]);
        assert_eq!(found(&entries, 4), []);
    }
}
