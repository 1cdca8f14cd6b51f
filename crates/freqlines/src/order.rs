//! The order of frequent lines, and how to sort the entries of an arena.
//!
//! The sort works on an index with sixteen bytes per entry: an eleven-byte prefix of the line above
//! the 40 bits of its offset. The entries are first distributed by count (counting sort; few counts
//! are large). Then each class is sorted as integers. Entries with equal prefixes are refined by
//! the next eleven bytes, one stretch at a time, and emitted while the stretch is in the cache.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use crate::Error;
use crate::arena::{Arena, Entry, OFFSET_BITS, Offset};

/// The order in which frequent lines are emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By descending count, then by ascending text bytes, then by key; the same order for all back
    /// ends.
    Sorted,
    /// The storage order of the back end, which is deterministic but otherwise unspecified. Sorting
    /// many lines takes about as long as counting them.
    Unsorted,
}

/// Counts of at least this are in one class of the counting sort.
const LARGE: u64 = 1024;
/// The number of text bytes in an item of the index.
const WIDTH: usize = 11;
/// The approximate number of entries that are refined and emitted together.
const STRETCH: usize = 128;
/// The prefetch distance, in items.
const AHEAD: usize = 24;
/// If at most one entry in this number is frequent, the entries found in the first pass are kept.
/// Otherwise a second pass visits them.
const ENTRIES_PER_FREQUENT: usize = 64;
/// Groups of at most this number of entries are sorted by comparing lines.
const SMALL_GROUP: usize = 3;

/// `WIDTH` bytes of text above an offset.
pub(crate) type Item = u128;

/// Returns the first 16 bytes as a big-endian number, padded with zeros, so that numeric order agrees
/// with lexicographic order.
#[inline]
pub(crate) fn prefix_key(text: &[u8]) -> u128 {
    let bytes = text.first_chunk().copied().unwrap_or_else(|| {
        let mut bytes = [0; 16];
        bytes[..text.len()].copy_from_slice(text);
        bytes
    });
    u128::from_be_bytes(bytes)
}

fn item(text: &[u8], offset: Offset) -> Item {
    // The offset replaces the last bytes.
    prefix_key(text) >> OFFSET_BITS << OFFSET_BITS | Item::from(offset)
}

fn offset_of(item: Item) -> Offset {
    item as Offset & ((1 << OFFSET_BITS) - 1)
}

/// Visits the entries with a count above `more_than`, until `visit` breaks.
pub(crate) fn visit(
    order: Order,
    arena: &Arena,
    more_than: u64,
    mut visit: impl FnMut(Entry<'_>) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    match order {
        Order::Sorted => visit_sorted(&mut Vec::new(), arena, more_than, visit),
        Order::Unsorted => {
            for (_, entry) in arena.iter() {
                if entry.count > more_than && visit(entry)?.is_break() {
                    return Ok(());
                }
            }
            Ok(())
        }
    }
}

/// Like [`visit`], sorted; `index` is a reusable work buffer.
pub(crate) fn visit_sorted(
    index: &mut Vec<Item>,
    arena: &Arena,
    more_than: u64,
    mut visit: impl FnMut(Entry<'_>) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    let ends = by_count(index, arena, more_than);
    let mut start = 0;
    for (class, &end) in ends.iter().enumerate() {
        let mut items = &mut index[start..end];
        start = end;
        if class == 0 {
            items.sort_unstable_by_key(|&item| {
                let entry = arena.entry(offset_of(item));
                (Reverse(entry.count), entry.line, entry.key)
            });
        } else {
            items.sort_unstable();
        }
        prefetch(arena, beginning(items));
        while !items.is_empty() {
            let stretch;
            (stretch, items) = items.split_at_mut(stretch_of(items));
            prefetch(arena, beginning(items));
            if class > 0 {
                refine(arena, stretch, 0);
            }
            for index in 0..stretch.len() {
                if let Some(&further) = stretch.get(index + AHEAD) {
                    arena.prefetch(offset_of(further));
                }
                let item = stretch[index];
                if visit(arena.entry(offset_of(item)))?.is_break() {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

/// Fills the index by counting sort on the counts, and returns the end of each class. Class 0
/// contains counts from `LARGE` on, followed by `LARGE` - 1 and so on, down to 0.
fn by_count(index: &mut Vec<Item>, arena: &Arena, more_than: u64) -> Vec<usize> {
    let class = |count: u64| (LARGE - count.min(LARGE)) as usize;
    let mut sizes = vec![0; LARGE as usize + 1];
    let frequent = || arena.iter().filter(|(_, entry)| entry.count > more_than);
    let few = arena.entries() as usize / ENTRIES_PER_FREQUENT;
    let mut found = Vec::new();
    for (offset, entry) in frequent() {
        let class = class(entry.count);
        sizes[class] += 1;
        if found.len() <= few {
            found.push((class, item(entry.line, offset)));
        }
    }
    let mut next = vec![0; sizes.len()];
    for class in 1..sizes.len() {
        next[class] = next[class - 1] + sizes[class - 1];
    }
    index.clear();
    index.reserve_exact(sizes.iter().sum());
    index.resize(sizes.iter().sum(), 0);
    let mut put = |class: usize, item| {
        let place = &mut next[class];
        index[*place] = item;
        *place += 1;
    };
    if found.len() <= few {
        found.into_iter().for_each(|(class, item)| put(class, item));
    } else {
        frequent().for_each(|(offset, entry)| put(class(entry.count), item(entry.line, offset)));
    }
    next
}

fn same_key(a: Item, b: Item) -> bool {
    a >> OFFSET_BITS == b >> OFFSET_BITS
}

/// Returns a prefix of the next stretch.
fn beginning(items: &[Item]) -> &[Item] {
    &items[..items.len().min(STRETCH)]
}

/// Returns the number of items in the next stretch, which does not divide a group of equal keys.
fn stretch_of(items: &[Item]) -> usize {
    let Some(last) = items.get(STRETCH - 1) else {
        return items.len();
    };
    STRETCH
        + items[STRETCH..]
            .iter()
            .take_while(|&&item| same_key(item, *last))
            .count()
}

/// Prefetches the entries of these items.
fn prefetch(arena: &Arena, items: &[Item]) {
    for &item in items {
        arena.prefetch(offset_of(item));
    }
}

/// Moves the texts that end before `depth` + `WIDTH` to the front, shorter ones first, and returns
/// their number. All items of the group have the same key at `depth`, padded with zeros, so each of
/// these texts is a prefix of all longer ones. Texts of equal length are equal, and are ordered by
/// their arena keys.
fn ended_first(arena: &Arena, group: &mut [Item], depth: usize) -> usize {
    if (group[0] >> OFFSET_BITS) & 0xff != 0 {
        return 0;
    }
    let length = |item: Item| arena.line(offset_of(item)).len();
    let key = |item: Item| arena.entry(offset_of(item)).key;
    let mut ended = 0;
    for at in 0..group.len() {
        if length(group[at]) < depth + WIDTH {
            group.swap(at, ended);
            ended += 1;
        }
    }
    group[..ended].sort_unstable_by(|&a, &b| {
        let by_length = length(a).cmp(&length(b));
        by_length.then_with(|| key(a).cmp(key(b)))
    });
    ended
}

/// Sorts items, already sorted by their keys at `depth`, by the rest of their texts. Pending groups
/// are on an explicit stack, because texts can have common prefixes of millions of bytes.
fn refine(arena: &Arena, items: &mut [Item], depth: usize) {
    let mut groups = Vec::new();
    let rest = |item: Item, depth: usize| &arena.line(offset_of(item))[depth..];
    push_groups(arena, items, 0, depth, &mut groups);
    while let Some((start, end, mut depth)) = groups.pop() {
        let group = &mut items[start..end];
        if group.len() <= SMALL_GROUP {
            group.sort_unstable_by(|&a, &b| {
                let [a, b] = [a, b].map(|item| arena.entry(offset_of(item)));
                (&a.line[depth..], a.key).cmp(&(&b.line[depth..], b.key))
            });
            continue;
        }
        load_keys(arena, group, depth);
        if group.iter().all(|&item| same_key(item, group[0])) {
            // Skip the common prefix of the group at once.
            let first = rest(group[0], depth);
            depth += group[1..].iter().fold(first.len(), |common, &item| {
                common_prefix(&first[..common], rest(item, depth))
            });
            load_keys(arena, group, depth);
        }
        group.sort_unstable();
        push_groups(arena, group, start, depth, &mut groups);
    }
}

fn load_keys(arena: &Arena, group: &mut [Item], depth: usize) {
    for index in 0..group.len() {
        if let Some(&further) = group.get(index + AHEAD) {
            arena.prefetch(offset_of(further));
        }
        let offset = offset_of(group[index]);
        group[index] = item(&arena.line(offset)[depth..], offset);
    }
}

/// Finds the groups of equal keys in `items`, which begin at `start`, and pushes those that need refinement.
fn push_groups(
    arena: &Arena,
    items: &mut [Item],
    start: usize,
    depth: usize,
    groups: &mut Vec<(usize, usize, usize)>,
) {
    let mut at = 0;
    while at < items.len() {
        let mut end = at + 1;
        while end < items.len() && same_key(items[at], items[end]) {
            end += 1;
        }
        if end - at > 1 {
            let ended = ended_first(arena, &mut items[at..end], depth);
            if end - at - ended > 1 {
                groups.push((start + at + ended, start + end, depth + WIDTH));
            }
        }
        at = end;
    }
}

/// Returns the length of the common prefix of `a` and `b`.
fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    let blocks = a
        .chunks_exact(64)
        .zip(b.chunks_exact(64))
        .take_while(|(a, b)| a == b)
        .count()
        * 64;
    blocks
        + a[blocks..]
            .iter()
            .zip(&b[blocks..])
            .take_while(|(a, b)| a == b)
            .count()
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
        let collect = |order| {
            let mut found = Vec::new();
            visit(order, &arena, more_than, |entry| {
                found.push((entry.count, entry.line.to_vec()));
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
            found
        };
        let found = collect(Order::Sorted);
        assert!(found == expected, "{found:?} is not {expected:?}");
        let mut found = collect(Order::Unsorted);
        found.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        assert!(found == expected, "unsorted, {found:?} is not {expected:?}");
    }

    proptest! {
        #[test]
        fn order_is_that_of_a_plain_sort(
            entries in prop::collection::vec((0u64..4, "[\\x00ab]{0,20}"), 0..400),
            large in prop::collection::vec((1000u64..1030, "[ab]{0,3}"), 0..50),
            // The last value leaves few frequent entries.
            more_than in prop_oneof![0u64..3, Just(1027)],
        ) {
            let all = entries.into_iter().chain(large).map(|(count, text)| (count, text.into_bytes()));
            check(all.collect(), more_than);
        }
    }

    #[test]
    fn groups_larger_than_the_buffer_and_long_common_beginnings_are_sorted() {
        let beginning = "b".repeat(1000);
        let numbered =
            (0..20_000u64).map(|n| format!("{beginning}{}", n.wrapping_mul(7919) % 100_003));
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
        for (order, expected) in [
            (Order::Sorted, [b"a", b"b"]),
            (Order::Unsorted, [b"c", b"a"]),
        ] {
            let mut found = Vec::new();
            visit(order, &arena, 0, |entry| {
                found.push(entry.line.to_vec());
                Ok(if found.len() == 2 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            })
            .unwrap();
            assert_eq!(found, expected);
        }
    }
}
