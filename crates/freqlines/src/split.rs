//! Splitting a block into lines.

use wide::u8x16;

/// Appends to `lines` where each line of `block` begins, and its length without the line feed; a last line may lack its
/// own. Bits that say where line feeds are come from 64 bytes at a time: lines are so short that a search for each
/// would mostly start and stop.
pub(crate) fn split_lines(block: &[u8], lines: &mut Vec<(usize, usize)>) {
    let mut from = 0;
    let (chunks, rest) = block.as_chunks::<64>();
    for (index, chunk) in chunks.iter().enumerate() {
        let mut mask = line_feeds(chunk);
        while mask != 0 {
            let at = index * 64 + mask.trailing_zeros() as usize;
            lines.push((from, at - from));
            from = at + 1;
            mask &= mask - 1;
        }
    }
    let start = block.len() - rest.len();
    for (at, _) in rest.iter().enumerate().filter(|&(_, &byte)| byte == b'\n') {
        lines.push((from, start + at - from));
        from = start + at + 1;
    }
    if from < block.len() {
        lines.push((from, block.len() - from));
    }
}

/// One bit for each byte, set where it is a line feed.
#[inline]
fn line_feeds(chunk: &[u8; 64]) -> u64 {
    let (quarters, _) = chunk.as_chunks::<16>();
    let line_feed = u8x16::splat(b'\n');
    quarters.iter().rev().fold(0, |mask, &quarter| {
        mask << 16 | u64::from(u8x16::new(quarter).simd_eq(line_feed).to_bitmask())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lines_are_those_of_a_plain_split(block in "[a\\n]{0,20}|[a-c]{60,70}(\\n|[a-z]{0,3}\\n{0,3}){0,90}") {
            let mut lines = Vec::new();
            split_lines(block.as_bytes(), &mut lines);
            let mut plain: Vec<&[u8]> = block.as_bytes().split(|&byte| byte == b'\n').collect();
            if plain.last().is_some_and(|last| last.is_empty()) {
                plain.pop();
            }
            let lines: Vec<&[u8]> = lines.iter().map(|&(from, len)| &block.as_bytes()[from..from + len]).collect();
            prop_assert_eq!(lines, plain);
        }
    }
}
