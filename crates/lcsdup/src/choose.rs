//! Which documents to keep, so that at most one of each pair is kept.

/// Greedy selection in an order of preference (a greedy maximal independent set): the next document is kept unless it
/// is paired with one already kept.
///
/// So every dropped document has a duplicate that is kept. Keeping one of each connected component does not guarantee
/// that: there a chain of pairs drops documents that have nothing in common with the one kept. Two kept documents are
/// never a pair.
///
/// `order` contains every document once; `pairs` may be in any order. For each dropped document the result is the first
/// kept document, in the order of preference, that it is paired with; for a kept one it is `None`. Time and memory:
/// linear in documents and pairs.
///
/// # Panics
/// If a pair or the order contains a number from `documents` on.
#[must_use]
pub fn choose(documents: usize, pairs: &[(u32, u32)], order: &[u32]) -> Vec<Option<u32>> {
    // Adjacency lists, concatenated.
    let mut starts = vec![0usize; documents + 1];
    for &(a, b) in pairs {
        starts[a as usize + 1] += 1;
        starts[b as usize + 1] += 1;
    }
    for document in 0..documents {
        starts[document + 1] += starts[document];
    }
    let mut partners = vec![0u32; 2 * pairs.len()];
    let mut next = starts.clone();
    for &(a, b) in pairs {
        for (of, partner) in [(a, b), (b, a)] {
            partners[next[of as usize]] = partner;
            next[of as usize] += 1;
        }
    }
    let mut kept_instead = vec![None; documents];
    for &document in order {
        if kept_instead[document as usize].is_some() {
            continue;
        }
        let of = starts[document as usize]..starts[document as usize + 1];
        for &partner in &partners[of] {
            if partner != document {
                kept_instead[partner as usize].get_or_insert(document);
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
        let pairs = [(0, 1), (1, 2), (2, 3)];
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

    proptest! {
        #[test]
        fn of_a_pair_one_is_kept_at_most_and_what_is_dropped_has_a_duplicate(
            pairs in proptest::collection::vec((0u32..20, 0u32..20), 0..60),
            order in Just((0u32..20).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let chosen = choose(20, &pairs, &order);
            for &(a, b) in pairs.iter().filter(|(a, b)| a != b) {
                prop_assert!(chosen[a as usize].is_some() || chosen[b as usize].is_some());
            }
            for (document, instead) in (0u32..).zip(&chosen) {
                if let Some(kept) = *instead {
                    prop_assert!(chosen[kept as usize].is_none());
                    prop_assert!(pairs.contains(&(document, kept)) || pairs.contains(&(kept, document)));
                }
            }
        }
    }
}
