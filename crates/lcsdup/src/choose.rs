//! Which documents to keep, so that at most one of each pair is kept.

use crate::collection::Collection;
use crate::join::Task;
use crate::rounds::{Grouping, rounds};

/// Greedy selection in an order of preference: the next document is kept unless one already kept can stand for it.
///
/// Every dropped document has one that is kept and stands for it. Keeping one of each connected component does not guarantee
/// that: there a chain of pairs drops documents that have nothing in common with the one kept.
///
/// `order` contains every document once. `stands` is asked about a pair, by its index: whether the second document
/// stands for the first, and the first for the second. It is asked only about pairs of a kept document and one that is
/// not dropped yet, so a million copies take a million questions. The result for a dropped document is the first kept
/// document, in the order of preference, that stands for it. For a kept document it is `None`. Time and memory: linear
/// in documents and pairs.
///
/// # Panics
/// If a pair or the order contains a number from `documents` on.
#[must_use]
pub fn choose(
    documents: usize,
    pairs: &[(u32, u32)],
    order: &[u32],
    mut stands: impl FnMut(usize) -> [bool; 2],
) -> Vec<Option<u32>> {
    // Adjacency lists, concatenated: the numbers of a document's pairs.
    let both = |&(a, b): &(u32, u32)| [a as usize, b as usize];
    let mut starts = vec![0usize; documents + 1];
    for document in pairs.iter().flat_map(both) {
        starts[document + 1] += 1;
    }
    for document in 0..documents {
        starts[document + 1] += starts[document];
    }
    let mut of_documents = vec![0usize; 2 * pairs.len()];
    let mut next = starts.clone();
    for (number, pair) in pairs.iter().enumerate() {
        for document in both(pair) {
            of_documents[next[document]] = number;
            next[document] += 1;
        }
    }
    let mut kept = vec![false; documents];
    let mut kept_instead = vec![None; documents];
    for &document in order {
        if kept_instead[document as usize].is_some() {
            continue;
        }
        kept[document as usize] = true;
        for &number in &of_documents[starts[document as usize]..starts[document as usize + 1]] {
            let (a, b) = pairs[number];
            let (other, side) = if a == document { (b, 1) } else { (a, 0) };
            // One preferred to this document and kept stays.
            let is_open = !kept[other as usize] && kept_instead[other as usize].is_none();
            if is_open && stands(number)[side] {
                kept_instead[other as usize] = Some(document);
            }
        }
    }
    kept_instead
}

/// [`choose`] with the pairs of a collection that a task's criterion accepts, without finding all of them. The most
/// preferred documents are compared with all others first; documents that they stand for are in no further pair. So one
/// large group takes linear time.
///
/// `stands` is asked about two documents; the first one has the lower number. `rest` finds the pairs of the documents
/// that no such round drops, by their numbers in the collection that it is given.
#[must_use]
pub fn choose_in_rounds(
    collection: &Collection,
    task: &Task,
    order: &[u32],
    stands: impl FnMut(u32, u32) -> [bool; 2],
    rest: impl FnOnce(&Collection) -> Vec<(u32, u32)>,
) -> Vec<Option<u32>> {
    let mut choice = Choice {
        kept_instead: vec![None; collection.len()],
        stands,
    };
    let left = rounds(collection, task, order.to_vec(), &mut choice);
    for (a, b) in rest(&collection.subset(&left)) {
        choice.pair(left[a as usize], left[b as usize]);
    }
    choice.kept_instead
}

/// The choice as pairs come, those of the most preferred document first.
struct Choice<Stands> {
    kept_instead: Vec<Option<u32>>,
    stands: Stands,
}

impl<Stands: FnMut(u32, u32) -> [bool; 2]> Grouping for Choice<Stands> {
    fn pair(&mut self, preferred: u32, other: u32) {
        if self.is_settled(preferred) || self.is_settled(other) {
            return;
        }
        let stands = match preferred < other {
            true => (self.stands)(preferred, other)[1],
            false => (self.stands)(other, preferred)[0],
        };
        if stands {
            self.kept_instead[other as usize] = Some(preferred);
        }
    }

    fn is_settled(&mut self, document: u32) -> bool {
        self.kept_instead[document as usize].is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// For each pair the second is one that the first can stand for.
    fn choose(documents: usize, pairs: &[(u32, u32)], order: &[u32]) -> Vec<Option<u32>> {
        super::choose(documents, pairs, order, |_| [false, true])
    }

    /// Each of `texts` is a document of words.
    fn collection(texts: &[Vec<String>]) -> Collection {
        let mut builder = crate::Builder::new();
        for text in texts {
            builder.push(text.iter().map(String::as_str), &[]).unwrap();
        }
        builder.finish()
    }

    #[test]
    fn rounds_choose_as_all_pairs_do_and_ask_about_few() {
        // Two large groups, one a part of the other, and documents that are unlike any other.
        let document = |group: usize, number: usize| -> Vec<String> {
            let words = (0..20).filter(|word| *word != number % 20);
            words.map(|word| format!("{group} {word}")).collect()
        };
        let texts: Vec<Vec<String>> = (0..400)
            .map(|number| match number % 5 {
                0 => document(1000 + number, number),
                group => document(group % 2, number),
            })
            .collect();
        let collection = collection(&texts);
        let criterion = crate::Criterion {
            score: crate::Score::Its,
            threshold: 0.8,
            min_lcs: 0,
        };
        let task = Task::new(criterion);
        let all = |collection: &Collection| {
            let mut pairs = Vec::new();
            let joined = crate::join(collection, &task, |pair| {
                pairs.push((pair.a, pair.b));
                Ok::<(), std::convert::Infallible>(())
            });
            joined.unwrap();
            pairs
        };
        let order: Vec<u32> = (0..400).rev().collect();
        let pairs = all(&collection);
        let expected = super::choose(400, &pairs, &order, |_| [true; 2]);
        let mut asked = 0;
        let stands = |a: u32, b: u32| {
            assert!(a < b);
            asked += 1;
            [true; 2]
        };
        let chosen = choose_in_rounds(&collection, &task, &order, stands, |rest| {
            assert!(rest.len() < 200);
            all(rest)
        });
        assert_eq!(chosen, expected);
        assert_eq!(chosen.iter().flatten().count(), 400 - 80 - 2);
        assert!(asked < 400, "{asked} of {}", pairs.len());
    }

    #[test]
    fn a_chain_keeps_every_other_document() {
        let pairs = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)];
        assert_eq!(
            choose(5, &pairs, &[0, 1, 2, 3, 4]),
            [None, Some(0), None, Some(2), None]
        );
        assert_eq!(
            choose(5, &pairs, &[1, 0, 2, 3, 4]),
            [Some(1), None, Some(1), None, None]
        );
        assert!(choose(0, &[], &[]).is_empty());
    }

    #[test]
    fn a_volume_does_not_stand_for_the_works_that_contain_it() {
        let works_stand_for_volume = [(0, 1)];
        assert_eq!(choose(2, &works_stand_for_volume, &[0, 1]), [None, Some(0)]);
        assert_eq!(choose(2, &works_stand_for_volume, &[1, 0]), [None, None]);
    }

    proptest! {
        #[test]
        fn what_is_dropped_has_a_document_that_stands_for_it_and_what_is_kept_none_preferred(
            pairs in proptest::collection::vec((0u32..20, 0u32..20), 0..60),
            order in Just((0u32..20).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let chosen = choose(20, &pairs, &order);
            let rank = |document: u32| order.iter().position(|&at| at == document);
            for (document, instead) in (0u32..).zip(&chosen) {
                let kept_for_it: Vec<u32> = pairs
                    .iter()
                    .filter(|&&(a, b)| b == document && a != b && chosen[a as usize].is_none())
                    .map(|&(a, _)| a)
                    .collect();
                match *instead {
                    Some(kept) => prop_assert_eq!(
                        Some(kept),
                        kept_for_it.into_iter().min_by_key(|&kept| rank(kept))
                    ),
                    None => prop_assert!(kept_for_it.iter().all(|&kept| rank(kept) > rank(document))),
                }
            }
        }
    }
}
