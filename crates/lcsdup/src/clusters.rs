//! Connected components of the pairs (union-find).

use crate::collection::Collection;
use crate::join::Task;
use crate::rounds::{Grouping, rounds};

/// A disjoint-set forest of the documents 0 to n-1.
#[derive(Debug)]
pub struct Clusters {
    /// For each document another of its component; the first is its own parent.
    parents: Vec<u32>,
}

impl Clusters {
    /// `documents` components of one document each.
    ///
    /// # Panics
    /// From 2^32 documents on.
    #[must_use]
    pub fn new(documents: usize) -> Clusters {
        let documents = u32::try_from(documents).expect("under 2^32 documents");
        Clusters {
            parents: (0..documents).collect(),
        }
    }

    /// The first document of a document's component, its representative.
    pub fn first(&mut self, document: u32) -> u32 {
        let mut at = document;
        while self.parents[at as usize] != at {
            // Path halving, so that the next search is shorter.
            let grandparent = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = grandparent;
            at = grandparent;
        }
        at
    }

    /// Merges the components of two documents.
    pub fn connect(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first(a), self.first(b));
        let (earlier, later) = (a.min(b), a.max(b));
        self.parents[later as usize] = earlier;
    }

    /// The components of at least two documents, by first document, each in ascending order.
    #[must_use]
    pub fn all(mut self) -> Vec<Vec<u32>> {
        let documents = self.parents.len();
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); documents];
        for document in 0..documents as u32 {
            let first = self.first(document);
            members[first as usize].push(document);
        }
        members.retain(|members| members.len() > 1);
        members
    }
}

/// The components of a collection's documents by the pairs that a task's criterion accepts, without finding all of them:
/// documents of one component are not compared with each other if it is found early. So one large group takes linear
/// time.
///
/// `connects` is asked about two documents, the first with the lower number. `rest` calls its second argument with
/// the pairs of the collection that it is given, which leaves out those of documents that are connected already.
pub(crate) fn cluster_in_rounds(
    collection: &Collection,
    task: &Task,
    connects: impl FnMut(u32, u32) -> bool,
    rest: impl FnOnce(&Collection, &mut dyn FnMut(u32, u32)),
) -> Clusters {
    let mut joined = Joined {
        clusters: Clusters::new(collection.len()),
        connects,
    };
    let mut order: Vec<u32> = (0..collection.len() as u32).collect();
    let left = rounds(collection, task, order.clone(), &mut joined);
    if left.len() == order.len() {
        rest(collection, &mut |a, b| joined.pair(a, b));
        return joined.clusters;
    }
    // The documents of a component are neighbours.
    let firsts: Vec<u32> = (order.iter())
        .map(|&document| joined.clusters.first(document))
        .collect();
    order.sort_by_key(|&document| firsts[document as usize]);
    let mut ends = Vec::with_capacity(order.len());
    for group in order.chunk_by(|&one, &other| firsts[one as usize] == firsts[other as usize]) {
        let end = ends.len() + group.len();
        ends.resize(end, end as u32);
    }
    rest(&collection.subset(&order).in_groups(ends), &mut |a, b| {
        let (a, b) = (order[a as usize], order[b as usize]);
        joined.pair(a.min(b), a.max(b));
    });
    joined.clusters
}

/// Components as pairs come.
struct Joined<Connects> {
    clusters: Clusters,
    connects: Connects,
}

impl<Connects: FnMut(u32, u32) -> bool> Grouping for Joined<Connects> {
    fn pair(&mut self, a: u32, b: u32) {
        let is_new = self.clusters.first(a) != self.clusters.first(b);
        if is_new && (self.connects)(a, b) {
            self.clusters.connect(a, b);
        }
    }

    /// The first one of a component stands for it.
    fn is_settled(&mut self, document: u32) -> bool {
        self.clusters.first(document) != document
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_transitive() {
        let mut clusters = Clusters::new(9);
        for (a, b) in [(7, 8), (1, 4), (4, 6), (2, 7), (1, 6)] {
            clusters.connect(a, b);
        }
        assert_eq!(clusters.all(), [vec![1, 4, 6], vec![2, 7, 8]]);
        assert!(Clusters::new(0).all().is_empty());
    }

    /// A group of copies that drift apart, two large groups, and documents by themselves.
    #[test]
    fn rounds_connect_what_all_pairs_do_and_ask_about_few() {
        let mut builder = crate::Builder::new();
        for number in 0..600 {
            let (group, from) = match number % 4 {
                0 => (0, number / 4),
                1 => (1, 0),
                2 => (2, 0),
                _ => (number, 0),
            };
            let words = (from..from + 40).filter(|word| word % 40 != number % 37);
            let words: Vec<String> = words.map(|word| format!("{group} {word}")).collect();
            builder.push(words.iter().map(String::as_str), &[]).unwrap();
        }
        let collection = builder.finish();
        let task = Task::new(crate::Criterion {
            score: crate::Score::Jaccard,
            threshold: 0.8,
            min_lcs: 0,
        });
        let found = |collection: &Collection, pair: &mut dyn FnMut(u32, u32)| {
            let mut pairs = 0;
            let done = crate::join(collection, &task, |found| {
                pair(found.a, found.b);
                pairs += 1;
                Ok::<(), ()>(())
            });
            done.unwrap();
            pairs
        };
        let mut expected = Clusters::new(600);
        let all = found(&collection, &mut |a, b| expected.connect(a, b));
        let expected = expected.all();
        assert_eq!(expected.iter().map(Vec::len).collect::<Vec<_>>(), [150; 3]);

        let mut left = 0;
        let asked = |a: u32, b: u32| {
            assert!(a < b);
            true
        };
        let clusters = cluster_in_rounds(&collection, &task, asked, |rest, pair| {
            left = found(rest, pair);
        });
        assert_eq!(clusters.all(), expected);
        assert!(left < all / 10, "{left} of {all}");
    }
}
