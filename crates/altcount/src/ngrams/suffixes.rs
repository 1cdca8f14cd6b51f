//! Suffix arrays by prefix doubling in time n log² n, for targets that cannot link a C library.

/// Returns the starts of the suffixes of a text in order. A suffix comes before those that begin with it.
///
/// # Panics
/// If the text has 2^31 symbols or more.
pub(crate) fn sorted<S: Copy + Ord>(text: &[S]) -> Vec<i32> {
    let count = i32::try_from(text.len()).expect("fewer than 2^31 symbols");
    let mut suffixes: Vec<i32> = (0..count).collect();
    // The rank of each suffix by its first `length` symbols; 0 stands for the end of the text.
    let mut ranks = vec![0u32; text.len() + 1];
    suffixes.sort_unstable_by_key(|&at| text[at as usize]);
    let mut rank = 0;
    for (number, &at) in suffixes.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| suffixes[before]);
        rank += u32::from(before.is_none_or(|before| text[before as usize] != text[at as usize]));
        ranks[at as usize] = rank;
    }
    let mut length = 1;
    while (rank as usize) < text.len() {
        let key = |at: i32| {
            let next = (at as usize + length).min(text.len());
            (ranks[at as usize], ranks[next])
        };
        suffixes.sort_unstable_by_key(|&at| key(at));
        let mut next = vec![0u32; text.len() + 1];
        rank = 0;
        for (number, &at) in suffixes.iter().enumerate() {
            let before = number.checked_sub(1).map(|before| key(suffixes[before]));
            rank += u32::from(before != Some(key(at)));
            next[at as usize] = rank;
        }
        ranks = next;
        length *= 2;
    }
    suffixes
}

/// Returns, in the order of the text, how many symbols each suffix has in common with the one before it in the suffix
/// array (Kasai et al. 2001).
pub(crate) fn common<S: Copy + Ord>(text: &[S], suffixes: &[i32]) -> Vec<i32> {
    let mut before = vec![None; text.len()];
    for pair in suffixes.windows(2) {
        before[pair[1] as usize] = Some(pair[0] as usize);
    }
    let mut length = 0usize;
    (before.into_iter().enumerate())
        .map(|(at, before)| {
            let Some(before) = before else {
                length = 0;
                return 0;
            };
            let (one, other) = (&text[at + length..], &text[before + length..]);
            length += one.iter().zip(other).take_while(|(a, b)| a == b).count();
            let here = length as i32;
            length = length.saturating_sub(1);
            here
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn suffixes_are_in_order_with_what_neighbours_share(text in prop::collection::vec(0u8..3, 0..60)) {
            let suffixes = sorted(&text);
            let of = |at: i32| &text[at as usize..];
            prop_assert!(suffixes.windows(2).all(|pair| of(pair[0]) < of(pair[1])));
            prop_assert_eq!(suffixes.len(), text.len());
            let common = common(&text, &suffixes);
            for pair in suffixes.windows(2) {
                let same = of(pair[0]).iter().zip(of(pair[1])).take_while(|(a, b)| a == b).count();
                prop_assert_eq!(common[pair[1] as usize], same as i32);
            }
        }
    }
}
