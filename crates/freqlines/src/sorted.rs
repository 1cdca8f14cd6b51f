//! Entries of an arena by count descending, then by text bytes ascending.
//!
//! The index has eight bytes an entry. The entries are first distributed by their counts (few counts are large), then
//! each class is sorted by text, most significant bytes first: 24 bits of text sit above the 40 bits of the place, so
//! the bulk of the sort never leaves the index. What agrees in those is refined in pieces that fit into the cache,
//! and emitted while it is there.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::Error;
use crate::arena::{Arena, Entry, OFFSET_BITS};

/// Counts from here on are in one class.
const LARGE: u64 = 1024;
const OFFSET_MASK: u64 = (1 << OFFSET_BITS) - 1;
/// A group of at most this many entries is refined by eight bytes in a buffer, a larger one by three in place.
const BUFFERED: usize = 1 << 15;
/// A group of at most this many entries is sorted by comparing the lines.
const SMALL: usize = 12;

/// Visits the entries with a count over `more_than` in order, until `visit` breaks.
pub(crate) fn visit(
    arena: &Arena,
    more_than: u64,
    visit: &mut dyn FnMut(Entry<'_>) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    let (mut index, ends) = by_count(arena, more_than);
    let mut buffer = Vec::new();
    let mut start = 0;
    for (class, &end) in ends.iter().enumerate() {
        let items = &mut index[start..end];
        start = end;
        if class == 0 {
            items.sort_unstable_by_key(|&item| {
                let entry = arena.entry(item & OFFSET_MASK);
                (Reverse(entry.count), entry.line, item & OFFSET_MASK)
            });
            if emit(arena, items, visit)?.is_break() {
                return Ok(());
            }
            continue;
        }
        // The 24 bits are in place already.
        items.sort_unstable();
        for group in items.chunk_by_mut(|a, b| a >> OFFSET_BITS == b >> OFFSET_BITS) {
            let rest = ended_first(arena, group, 0, 3);
            sort_texts(arena, &mut group[rest..], 3, &mut buffer);
            if emit(arena, group, visit)?.is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn emit(
    arena: &Arena,
    items: &[u64],
    visit: &mut dyn FnMut(Entry<'_>) -> Result<ControlFlow<()>, Error>,
) -> Result<ControlFlow<()>, Error> {
    for &item in items {
        if visit(arena.entry(item & OFFSET_MASK))?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The index, distributed by count: 24 bits of text and an offset each, and where each class ends. Class 0 are the
/// counts from `LARGE` on; then come `LARGE` - 1 and so on, down to 0.
fn by_count(arena: &Arena, more_than: u64) -> (Vec<u64>, Vec<usize>) {
    let class = |count: u64| (LARGE - count.min(LARGE)) as usize;
    let mut sizes = vec![0; LARGE as usize + 1];
    let frequent = || arena.iter().filter(|(_, entry)| entry.count > more_than);
    for (_, entry) in frequent() {
        sizes[class(entry.count)] += 1;
    }
    let mut next = vec![0; sizes.len()];
    for class in 1..sizes.len() {
        next[class] = next[class - 1] + sizes[class - 1];
    }
    let mut index = vec![0; sizes.iter().sum()];
    for (offset, entry) in frequent() {
        let place = &mut next[class(entry.count)];
        index[*place] = three_bytes(entry.line) << OFFSET_BITS | offset;
        *place += 1;
    }
    (index, next)
}

/// The first three bytes as a number, with zeros for missing ones.
fn three_bytes(text: &[u8]) -> u64 {
    if let Some(&[a, b, c]) = text.first_chunk() {
        return u64::from(a) << 16 | u64::from(b) << 8 | u64::from(c);
    }
    text.iter()
        .chain(&[0; 3])
        .take(3)
        .fold(0, |key, &byte| key << 8 | u64::from(byte))
}

/// The first eight bytes as a number, with zeros for missing ones.
fn eight_bytes(text: &[u8]) -> u64 {
    if let Some(&bytes) = text.first_chunk() {
        return u64::from_be_bytes(bytes);
    }
    let mut bytes = [0; 8];
    bytes[..text.len()].copy_from_slice(text);
    u64::from_be_bytes(bytes)
}

/// Moves the texts that end within `width` bytes from `depth` to the front, the shorter before the longer, and says how many
/// they are. Their keys equal those of the others only because zeros stand for their missing bytes, so each is the
/// beginning of every longer one.
fn ended_first(arena: &Arena, group: &mut [u64], depth: usize, width: usize) -> usize {
    if group.len() < 2 {
        return group.len();
    }
    let length = |item: u64| arena.line(item & OFFSET_MASK).len();
    let mut ended = 0;
    for at in 0..group.len() {
        if length(group[at]) < depth + width {
            group.swap(at, ended);
            ended += 1;
        }
    }
    group[..ended].sort_unstable_by_key(|&item| (length(item), item & OFFSET_MASK));
    ended
}

/// Sorts `items`, whose texts agree in the first `depth` bytes and are at least as long. The pieces still to do are on
/// a stack of their own: texts can agree in millions of bytes.
fn sort_texts(arena: &Arena, items: &mut [u64], depth: usize, buffer: &mut Vec<(u64, u64)>) {
    let text = |item: u64| arena.line(item & OFFSET_MASK);
    let mut pieces = vec![(0, items.len(), depth)];
    while let Some((start, end, mut depth)) = pieces.pop() {
        let items = &mut items[start..end];
        if items.len() < 2 {
            continue;
        }
        if items.len() <= SMALL {
            items.sort_unstable_by(|&a, &b| {
                text(a)[depth..]
                    .cmp(&text(b)[depth..])
                    .then((a & OFFSET_MASK).cmp(&(b & OFFSET_MASK)))
            });
            continue;
        }
        let width = if items.len() <= BUFFERED { 8 } else { 3 };
        let all_equal = if width == 8 {
            buffer.clear();
            buffer.extend(
                items
                    .iter()
                    .map(|&item| (eight_bytes(&text(item)[depth..]), item & OFFSET_MASK)),
            );
            buffer.sort_unstable();
            for (item, &(_, offset)) in items.iter_mut().zip(&*buffer) {
                *item = offset;
            }
            buffer[0].0 == buffer[buffer.len() - 1].0
        } else {
            for item in items.iter_mut() {
                *item = three_bytes(&text(*item)[depth..]) << OFFSET_BITS | (*item & OFFSET_MASK);
            }
            items.sort_unstable();
            items[0] >> OFFSET_BITS == items[items.len() - 1] >> OFFSET_BITS
        };
        if all_equal {
            let ended = ended_first(arena, items, depth, width);
            let rest = &items[ended..];
            if let Some((&first, others)) = rest.split_first() {
                // What all have in common is passed over at once.
                let first = &text(first)[depth..];
                depth += others.iter().fold(first.len(), |common, &other| {
                    common_prefix(&first[..common], &text(other)[depth..])
                });
                pieces.push((start + ended, end, depth));
            }
            continue;
        }
        let mut at = 0;
        while at < items.len() {
            let same = |a: usize, b: usize| match width {
                8 => buffer[a].0 == buffer[b].0,
                _ => items[a] >> OFFSET_BITS == items[b] >> OFFSET_BITS,
            };
            let mut next = at + 1;
            while next < items.len() && same(at, next) {
                next += 1;
            }
            if next - at > 1 {
                let ended = ended_first(arena, &mut items[at..next], depth, width);
                pieces.push((start + at + ended, start + next, depth + width));
            }
            at = next;
        }
    }
}

/// How many bytes at the start of `a` and `b` are the same.
fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let blocks = a
        .chunks(64)
        .zip(b.chunks(64))
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len())
        .sum::<usize>();
    let (a, b) = (&a[blocks.min(a.len())..], &b[blocks.min(b.len())..]);
    blocks + a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(entries: Vec<(u64, Vec<u8>)>, more_than: u64) {
        let mut arena = Arena::new(16, 0);
        for (count, text) in &entries {
            arena.push(*count, b"", text).unwrap();
        }
        let mut expected: Vec<_> = entries
            .into_iter()
            .filter(|(count, _)| *count > more_than)
            .collect();
        expected.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut found = Vec::new();
        visit(&arena, more_than, &mut |entry| {
            found.push((entry.count, entry.line.to_vec()));
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        assert!(found == expected, "{found:?} is not {expected:?}");
    }

    proptest! {
        #[test]
        fn order_is_that_of_a_plain_sort(
            entries in prop::collection::vec((0u64..4, "[\\x00ab]{0,20}"), 0..400),
            large in prop::collection::vec((1000u64..1030, "[ab]{0,3}"), 0..50),
            more_than in 0u64..3,
        ) {
            let all = entries.into_iter().chain(large).map(|(count, text)| (count, text.into_bytes()));
            check(all.collect(), more_than);
        }
    }

    #[test]
    fn groups_larger_than_the_buffer_and_long_common_beginnings_are_sorted() {
        let beginning = "b".repeat(1000);
        let numbered = (0..BUFFERED as u64 + 5000)
            .map(|n| format!("{beginning}{}", n.wrapping_mul(7919) % 100_003));
        let texts: std::collections::BTreeSet<String> = numbered.collect();
        let ends = (0..40).map(|zeros| format!("{beginning}{}", "\0".repeat(zeros)));
        let entries = texts
            .into_iter()
            .rev()
            .chain(ends)
            .map(|text| (1, text.into_bytes()));
        check(entries.collect(), 0);
    }

    #[test]
    fn a_nested_prefix_chain_is_sorted() {
        check(
            (0..3000)
                .map(|n| (1, vec![b'a'; (n * 7919) % 3001]))
                .collect(),
            0,
        );
    }

    #[test]
    fn a_break_stops_the_visit() {
        let mut arena = Arena::new(16, 0);
        for text in ["c", "a", "b"] {
            arena.push(1, b"", text.as_bytes()).unwrap();
        }
        let mut found = Vec::new();
        visit(&arena, 0, &mut |entry| {
            found.push(entry.line.to_vec());
            Ok(if found.len() == 2 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })
        .unwrap();
        assert_eq!(found, [b"a", b"b"]);
    }
}
