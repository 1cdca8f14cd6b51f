//! Pairs in rounds, so that a large group of like documents takes linear time: a few documents are compared with all
//! others first, and the others of their groups are in no further pair.

use std::convert::Infallible;

use crate::collection::Collection;
use crate::join::{Shard, Task, join};

/// The number of documents that are compared with all others in a round.
const FIRST: usize = 32;
/// A round pays if it decides about at least one in this many documents.
const PAYS: usize = 8;

/// What becomes of documents when pairs of them are found.
pub(crate) trait Grouping {
    /// Takes a pair of documents.
    fn pair(&mut self, a: u32, b: u32);

    /// Whether a document need not be compared with others any more.
    fn is_settled(&mut self, document: u32) -> bool;
}

/// Compares the first documents with each other, and those of them that are not settled then with all others, as long as
/// that pays. Returns the documents that are left, which have been compared with none of each other.
///
/// Pairs come in the order of the documents: those of the first one, then those of the second.
pub(crate) fn rounds(
    collection: &Collection,
    task: &Task,
    mut documents: Vec<u32>,
    grouping: &mut impl Grouping,
) -> Vec<u32> {
    let task = Task {
        shard: Shard::WHOLE,
        ..*task
    };
    let mut pays = true;
    while pays && documents.len() >= 2 * FIRST {
        let count = documents.len();
        let mut others = documents.split_off(FIRST);
        let mut first = documents;
        for (a, b) in all_pairs(&collection.words_of(&first), &task) {
            grouping.pair(first[a as usize], first[b as usize]);
        }
        first.retain(|&document| !grouping.is_settled(document));
        let against = Task {
            against: Some(first.len()),
            ..task
        };
        let compared = [&first[..], &others].concat();
        for (a, b) in all_pairs(&collection.words_of(&compared), &against) {
            grouping.pair(compared[a as usize], compared[b as usize]);
        }
        others.retain(|&document| !grouping.is_settled(document));
        pays = (count - FIRST - others.len()) * PAYS >= count;
        documents = others;
    }
    documents
}

/// The pairs that a task finds.
fn all_pairs(collection: &Collection, task: &Task) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    let joined = join(collection, task, |pair| {
        pairs.push((pair.a, pair.b));
        Ok::<(), Infallible>(())
    });
    joined.unwrap_or_else(|never| match never {});
    pairs
}
