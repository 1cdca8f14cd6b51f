//! An exact similarity join: all pairs of a collection whose score reaches a threshold.
//!
//! 1. Books are processed in groups of 512. The widespread words of a group become bit rows (the module `rows`). Every
//!    later book is run over them: that counts the common words with all 512 at once, and bounds the longest common
//!    subsequences (the module `kernel`). Rarer words are counted through posting lists (the module `rare`); each of
//!    them can lengthen a subsequence by one.
//! 2. If count and bound of a pair could still reach the threshold, its common words are put in order and the
//!    longest common subsequence is computed. The computation stops once the threshold is out of reach (the
//!    module `lis`).
//!
//! Each step rejects only pairs that the score itself would reject (section 4.2 of the paper: a pair that shares fewer
//! words than the lower bound is skipped without alignment). Tests compare the join with the module `plain`, which has
//! none of these steps.

mod group;
mod kernel;
#[cfg(test)]
mod plain;
mod rare;
mod rows;
mod simd;
mod task;
mod worker;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use platform::threads;

use crate::collection::Collection;
use group::{Filter, Group, Widespread};
use rare::{Postings, TILE, count_span};
use rows::LANES;
use worker::Worker;

pub use simd::Simd;
pub use task::{Pair, Shard, Task};

/// The maximum number of words with bit rows, so that the rows of a group stay in the cache.
const DENSE_LIMIT: usize = 1 << 16;
const _: () = assert!(DENSE_LIMIT < 1 << kernel::WIDTH);

/// The number of documents that have counters at a time.
const SPAN: usize = 1 << 15;

/// The number of words, from the most widespread on, that have bit rows. A row costs the same for any word, and a
/// posting list costs in proportion to its length. The costs are equal at a document frequency of one in `one_in`.
fn dense_words(collection: &Collection, one_in: usize) -> usize {
    let least = (collection.len() / one_in).max(2);
    collection
        .spread()
        .partition_point(|&documents| documents as usize > least)
        .min(DENSE_LIMIT)
}

/// Calls `emit` with each pair that meets the task's criterion, ordered by `a`, then by `b`.
///
/// Memory, besides the collection: 4 bytes of posting lists for each word of a document that others have too, but
/// fewer than one in a hundred; 32 MB of counters; at most 17 MB for the rows of one group. Each thread needs 4 bytes
/// for each word that two documents share and, if words are counted, 2 bytes for each widespread word of a document.
///
/// # Errors
/// The first error of `emit`, after which it is not called again.
///
/// # Panics
/// If the task has no threads, a shard that does not exist, or a threshold that is not above 0.
pub fn join<E>(
    collection: &Collection,
    task: &Task,
    mut emit: impl FnMut(Pair) -> Result<(), E>,
) -> Result<(), E> {
    assert!(task.threads > 0 && task.criterion.threshold > 0.0);
    assert!((1..=task.shard.of).contains(&task.shard.number));
    let filter = task.criterion.score.filter();
    let dense = dense_words(collection, filter.one_in());
    let postings = Postings::new(collection, dense);
    let documents = task.documents(collection.len());
    let span = SPAN.min(collection.len() - documents.start.min(collection.len()));
    let sorted = match filter {
        Filter::Bound => Widespread::default(),
        Filter::Count | Filter::CountThenBound => Widespread::sorted(collection, dense),
    };
    let mut group = Group::new(dense, sorted, filter, span);
    let mut workers: Vec<Worker> = (0..task.threads)
        .map(|_| Worker::new(collection.spread().len(), dense))
        .collect();
    let long: Vec<u32> = documents
        .filter(|&document| is_long(collection, task, document))
        .map(|document| document as u32)
        .collect();
    for documents in long.chunks(LANES) {
        group.load(collection, task, documents);
        pairs_of_group(&mut group, collection, task, &postings, &mut workers);
        let [first, others @ ..] = &mut workers[..] else {
            unreachable!("the task has a thread");
        };
        let mut pairs = std::mem::take(&mut first.pairs);
        for worker in others {
            pairs.append(&mut worker.pairs);
        }
        pairs.sort_unstable();
        pairs.into_iter().try_for_each(&mut emit)?;
    }
    Ok(())
}

/// Whether a document has enough words for a pair. Short ones would be compared with all others for nothing.
fn is_long(collection: &Collection, task: &Task, document: usize) -> bool {
    collection.words(document).len() >= task.criterion.min_lcs.max(1)
}

/// Collects in the workers the pairs of a book of the group with a later one.
fn pairs_of_group(
    group: &mut Group,
    collection: &Collection,
    task: &Task,
    postings: &Postings,
    workers: &mut [Worker],
) {
    let mut partners: Vec<Vec<&[u32]>> = vec![Vec::new(); group.documents.len()];
    let mut first = group.first;
    while first < collection.len() {
        let end = (first + group.tally.span()).min(collection.len());
        {
            let (is_first, is_last) = (first == group.first, end == collection.len());
            let books = group.documents.iter().zip(&mut partners);
            let lines = Mutex::new(books.zip(group.tally.lines()));
            threads::each(workers, |_| {
                loop {
                    let next = lines.lock().expect("no worker panics").next();
                    let Some(((&a, partners), counters)) = next else {
                        break;
                    };
                    if is_first {
                        let a = a as usize;
                        *partners =
                            postings.partners(collection, a, task.first_partner(collection, a));
                    }
                    count_span(partners, first, end, counters);
                    // They take four times as much memory as the words, so they are avoided if there is only one span.
                    if is_last {
                        *partners = Vec::new();
                    }
                }
            });
        }
        let this = &*group;
        let next = AtomicUsize::new(first);
        threads::each(workers, |worker| {
            loop {
                let from = next.fetch_add(TILE, Ordering::Relaxed);
                if from >= end {
                    break;
                }
                this.tally.tile(from - first, &mut worker.tile);
                let documents = from..end.min(from + TILE);
                for b in documents.filter(|&b| is_long(collection, task, b)) {
                    worker.compare(collection, task, this, b, b - from);
                }
            }
        });
        first = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::Builder;
    use crate::join::plain;
    use crate::score::{Criterion, Score};
    use proptest::prelude::*;

    fn collection(books: &[Vec<u32>]) -> Collection {
        let mut builder = Builder::new();
        for book in books {
            let words: Vec<String> = book.iter().map(u32::to_string).collect();
            builder.push(words.iter().map(String::as_str), &[]).unwrap();
        }
        builder.finish()
    }

    fn pairs(collection: &Collection, task: &Task) -> Vec<Pair> {
        let mut all = Vec::new();
        join(collection, task, |pair| {
            all.push(pair);
            Ok::<(), ()>(())
        })
        .unwrap();
        all
    }

    /// Books of up to 120 of 150 words, some of them a shuffled or truncated copy of the one before.
    fn books() -> impl Strategy<Value = Vec<Vec<u32>>> {
        let book = (
            Just((0u32..150).collect::<Vec<_>>()).prop_shuffle(),
            0usize..120,
            0usize..4,
            0usize..60,
        );
        prop::collection::vec(book, 0..40).prop_map(|books| {
            let mut all: Vec<Vec<u32>> = Vec::new();
            for (words, size, kind, cut) in books {
                let next = match (all.last(), kind) {
                    (Some(before), 0) => before.iter().copied().skip(cut).collect(),
                    (Some(before), 1) => {
                        let mut mixed = before.clone();
                        let half = mixed.len() / 2;
                        mixed[half..].reverse();
                        mixed
                    }
                    _ => words[..size].to_vec(),
                };
                all.push(next);
            }
            all
        })
    }

    fn criterion() -> impl Strategy<Value = Criterion> {
        let score =
            prop::sample::select(vec![Score::Excess, Score::Its, Score::Cs, Score::Jaccard]);
        (score, 0.05f64..1.5, 0usize..30).prop_map(|(score, threshold, min_lcs)| Criterion {
            score,
            threshold,
            min_lcs,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 8))]

        #[test]
        fn no_pair_is_lost_and_none_is_added(
            books in books(), criterion in criterion(), threads in 1usize..4
        ) {
            let collection = collection(&books);
            let expected = plain::join(&collection, &criterion);
            for simd in Simd::available() {
                let task = Task { threads, simd, ..Task::new(criterion) };
                prop_assert_eq!(&pairs(&collection, &task), &expected);
            }
        }

        #[test]
        fn shards_in_a_row_are_the_whole(books in books(), criterion in criterion(), of in 1u32..30) {
            let collection = collection(&books);
            let task = Task::new(criterion);
            let mut all = Vec::new();
            for number in 1..=of {
                all.extend(pairs(&collection, &Task { shard: Shard { number, of }, ..task }));
            }
            prop_assert_eq!(all, pairs(&collection, &task));
        }

        #[test]
        fn documents_of_a_group_are_not_compared(
            books in books(), criterion in criterion(), mut ends in prop::collection::vec(1u32..40, 0..9)
        ) {
            let all = collection(&books);
            let mut expected = plain::join(&all, &criterion);
            ends.sort_unstable();
            ends.push(books.len() as u32);
            let end_of = |document: u32| *ends.iter().find(|&&end| end > document).unwrap();
            expected.retain(|pair| pair.b >= end_of(pair.a));
            let group_ends = (0..books.len() as u32).map(|document| end_of(document).min(books.len() as u32));
            let grouped = all.in_groups(group_ends.collect());
            prop_assert_eq!(pairs(&grouped, &Task::new(criterion)), expected);
        }

        #[test]
        fn against_gives_the_pairs_across(books in books(), criterion in criterion(), cut in 0usize..40) {
            let collection = collection(&books);
            let cut = cut.min(books.len());
            let task = Task { against: Some(cut), ..Task::new(criterion) };
            let mut across = plain::join(&collection, &criterion);
            across.retain(|pair| (pair.a as usize) < cut && (pair.b as usize) >= cut);
            prop_assert_eq!(pairs(&collection, &task), across);
        }
    }

    /// More books than a group holds, and words of any document frequency.
    #[test]
    fn several_groups() {
        let mut state = 7u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let books: Vec<Vec<u32>> = (0..550)
            .map(|_| {
                let mut book: Vec<u32> = (0..60)
                    .map(|_| {
                        let bits = random(13);
                        (random(1 << bits) + random(40)) as u32
                    })
                    .collect();
                let mut seen = std::collections::HashSet::new();
                book.retain(|word| seen.insert(*word));
                book
            })
            .collect();
        let collection = collection(&books);
        for (score, threshold) in [
            (Score::Excess, 1.25),
            (Score::Its, 0.5),
            (Score::Cs, 0.16),
            (Score::Jaccard, 0.25),
        ] {
            let criterion = Criterion {
                score,
                threshold,
                min_lcs: 4,
            };
            let expected = plain::join(&collection, &criterion);
            assert!(expected.len() > 20, "{score:?} {}", expected.len());
            for simd in Simd::available() {
                let task = Task {
                    threads: 2,
                    simd,
                    ..Task::new(criterion)
                };
                assert_eq!(pairs(&collection, &task), expected, "{score:?} {simd:?}");
            }
        }
    }

    #[test]
    fn shares_are_equal() {
        for of in [2, 7, 100] {
            let task = |number| Task {
                shard: Shard { number, of },
                ..Task::new(Criterion::default_for(Score::Excess).unwrap())
            };
            let all = 10_000;
            for number in 1..=of {
                let share: usize = task(number).documents(all).map(|a| all - 1 - a).sum();
                let fair = all * (all - 1) / 2 / of as usize;
                assert!(share.abs_diff(fair) < all);
            }
        }
    }
}
