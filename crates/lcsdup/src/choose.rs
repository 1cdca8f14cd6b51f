//! Which documents to keep, so that at most one of each pair is kept.

/// Greedy selection in an order of preference: the next document is kept unless one already kept can stand for it.
///
/// `stands_for` has the pairs of a document and another that it can stand for, in any order; where the relation is
/// symmetric, both pairs. So every dropped document has one that is kept and stands for it. Keeping one of each
/// connected component does not guarantee that: there a chain of pairs drops documents that have nothing in common with
/// the one kept.
///
/// `order` contains every document once. For each dropped document the result is the first kept document, in the order
/// of preference, that stands for it; for a kept one it is `None`. Time and memory: linear in documents and pairs.
///
/// # Panics
/// If a pair or the order contains a number from `documents` on.
#[must_use]
pub fn choose(documents: usize, stands_for: &[(u32, u32)], order: &[u32]) -> Vec<Option<u32>> {
    // Adjacency lists, concatenated.
    let mut starts = vec![0usize; documents + 1];
    for &(document, _) in stands_for {
        starts[document as usize + 1] += 1;
    }
    for document in 0..documents {
        starts[document + 1] += starts[document];
    }
    let mut others = vec![0u32; stands_for.len()];
    let mut next = starts.clone();
    for &(document, other) in stands_for {
        others[next[document as usize]] = other;
        next[document as usize] += 1;
    }
    let mut kept = vec![false; documents];
    let mut kept_instead = vec![None; documents];
    for &document in order {
        if kept_instead[document as usize].is_some() {
            continue;
        }
        kept[document as usize] = true;
        let of = starts[document as usize]..starts[document as usize + 1];
        for &other in &others[of] {
            // One preferred to this document and kept stays.
            if other != document && !kept[other as usize] {
                kept_instead[other as usize].get_or_insert(document);
            }
        }
    }
    kept_instead
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
