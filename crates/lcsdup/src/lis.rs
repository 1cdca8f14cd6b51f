//! The longest increasing subsequence.
//!
//! A sequence of unique words has no repetitions. So the longest common subsequence of two of them is the longest
//! increasing subsequence of the positions of the common words in one book, in the order of the other (section 4.2;
//! Hunt and Szymanski).

/// The length of the longest strictly increasing subsequence of `values`, or `None` as soon as it is certain to be less
/// than `least`. `tails` is a work buffer.
///
/// Patience sorting, O(n log n): `tails[l]` is the smallest last value of an increasing subsequence of length `l + 1`
/// so far. The remaining values can lengthen it by at most their number.
#[must_use]
pub fn length_at_least(values: &[u32], least: usize, tails: &mut Vec<u32>) -> Option<usize> {
    tails.clear();
    for (seen, &value) in values.iter().enumerate() {
        match tails.last() {
            // The next value of an ascending run, as in an alphabetical list or a duplicate, takes one comparison.
            Some(&last) if last >= value => {
                if tails.len() + (values.len() - seen) < least {
                    return None;
                }
                let place = tails.partition_point(|&tail| tail < value);
                tails[place] = value;
            }
            _ => tails.push(value),
        }
    }
    (tails.len() >= least).then_some(tails.len())
}

/// The indices in `values` of a longest strictly increasing subsequence.
#[must_use]
pub fn indices(values: &[u32]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let mut tails: Vec<usize> = Vec::new();
    let mut before = vec![NONE; values.len()];
    for (index, &value) in values.iter().enumerate() {
        let place = tails.partition_point(|&tail| values[tail] < value);
        if place > 0 {
            before[index] = tails[place - 1];
        }
        if place == tails.len() {
            tails.push(index);
        } else {
            tails[place] = index;
        }
    }
    let mut chain = Vec::with_capacity(tails.len());
    let mut index = tails.last().copied().unwrap_or(NONE);
    while index != NONE {
        chain.push(index);
        index = before[index];
    }
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The longest common subsequence of `values` and of sorted `values` by textbook dynamic programming.
    fn by_table(values: &[u32]) -> usize {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut row = vec![0; sorted.len() + 1];
        for value in values {
            let mut corner = 0;
            for (column, other) in sorted.iter().enumerate() {
                let above = row[column + 1];
                row[column + 1] = if value == other {
                    corner + 1
                } else {
                    above.max(row[column])
                };
                corner = above;
            }
        }
        row[sorted.len()]
    }

    proptest! {
        #[test]
        fn agrees_with_the_table(values in prop::collection::vec(0u32..40, 0..60), least in 0usize..20) {
            let length = by_table(&values);
            let mut tails = Vec::new();
            prop_assert_eq!(length_at_least(&values, 0, &mut tails), Some(length));
            prop_assert_eq!(
                length_at_least(&values, least, &mut tails),
                (length >= least).then_some(length)
            );
            let chain = indices(&values);
            prop_assert_eq!(chain.len(), length);
            prop_assert!(chain.windows(2).all(|pair| pair[0] < pair[1] && values[pair[0]] < values[pair[1]]));
        }
    }
}
