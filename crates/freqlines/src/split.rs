//! Splits a block into lines.

use platform::simd::{self, Work, mask};
use wide::u8x16;

use crate::hash::LineHash;
use crate::span::Span;

/// The size in bytes of a chunk in which line feeds are searched, so that the list of their
/// positions stays in the L1 cache.
const SEARCHED_BYTES: usize = 1 << 12;
/// The positions of line feeds in a chunk, with room for one more step.
type Ends = [u16; SEARCHED_BYTES + STEP];
const STEP: usize = 64;

/// Calls `each` with the span of every line of `block`, without its line feed. The last line may
/// lack one.
#[inline(always)]
pub(crate) fn for_each_line<E>(
    block: &[u8],
    mut each: impl FnMut(Span) -> Result<(), E>,
) -> Result<(), E> {
    let mut ends = [0; SEARCHED_BYTES + STEP];
    let mut from = 0;
    for (index, piece) in block.chunks(SEARCHED_BYTES).enumerate() {
        let start = index * SEARCHED_BYTES;
        let mut count = line_ends(piece, &mut ends);
        if start + piece.len() == block.len() && !piece.ends_with(b"\n") {
            ends[count] = piece.len() as u16;
            count += 1;
        }
        for &end in &ends[..count] {
            let end = start + usize::from(end);
            let len = end - from;
            each((from, len))?;
            from = end + 1;
        }
    }
    Ok(())
}

/// For each line of `block` that `select` accepts, appends its span, without its line feed, to
/// `spans`, and its hash to `hashes`. The last line may lack a line feed.
pub(crate) fn split_lines(
    block: &[u8],
    hash: impl LineHash,
    select: impl FnMut(Span) -> bool,
    spans: &mut Vec<Span>,
    hashes: &mut Vec<u64>,
) {
    simd::run(Split {
        block,
        hash,
        select,
        spans,
        hashes,
    });
}

struct Split<'a, H, S> {
    block: &'a [u8],
    hash: H,
    select: S,
    spans: &'a mut Vec<Span>,
    hashes: &'a mut Vec<u64>,
}

impl<H: LineHash, S: FnMut(Span) -> bool> Work for Split<'_, H, S> {
    type Output = ();

    #[inline(always)]
    fn run(mut self) {
        let Ok(()) = for_each_line(self.block, |span| {
            if (self.select)(span) {
                self.spans.push(span);
                self.hashes.push(self.hash.of_line(self.block, span));
            }
            Ok::<_, std::convert::Infallible>(())
        });
    }
}

/// Writes the positions of the line feeds in `piece` to `ends` and returns their number, using bit
/// masks of 64 bytes. The first two positions of each mask are written unconditionally. For lines
/// of about that length, a branch on their existence would be mispredicted half of the time.
#[inline(always)]
fn line_ends(piece: &[u8], ends: &mut Ends) -> usize {
    let mut count = 0;
    let (chunks, rest) = piece.as_chunks::<STEP>();
    for (index, chunk) in chunks.iter().enumerate() {
        let mut mask = line_feeds(chunk);
        let many = mask.count_ones() as usize;
        let mut next = || {
            let end = index * STEP + mask.trailing_zeros() as usize;
            mask &= mask.wrapping_sub(1);
            end as u16
        };
        let room: &mut [u16; STEP] = ends[count..]
            .first_chunk_mut()
            .expect("room for every byte, and for a step more");
        room[0] = next();
        room[1] = next();
        if many > 2 {
            room[2..many].fill_with(next);
        }
        count += many;
    }
    let start = piece.len() - rest.len();
    for (at, _) in rest.iter().enumerate().filter(|&(_, &byte)| byte == b'\n') {
        ends[count] = (start + at) as u16;
        count += 1;
    }
    count
}

/// Returns a mask of the line feeds, one bit per byte.
#[inline(always)]
fn line_feeds(chunk: &[u8; STEP]) -> u64 {
    let line_feed = u8x16::splat(b'\n');
    mask(chunk, |bytes| bytes.simd_eq(line_feed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{TableHash, line_hash};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lines_are_those_of_a_plain_split(block in "[a\\n]{0,20}|[a-c]{60,70}(\\n|[a-z]{0,3}\\n{0,3}){0,90}|([a-z]{0,90}\\n){150,200}") {
            let mut lines = Vec::new();
            let mut hashes = Vec::new();
            split_lines(block.as_bytes(), TableHash::new(), |_| true, &mut lines, &mut hashes);
            let (mut same_lines, mut same_hashes) = (Vec::new(), Vec::new());
            Split { block: block.as_bytes(), hash: TableHash::new(), select: |_| true, spans: &mut same_lines, hashes: &mut same_hashes }.run();
            prop_assert!(lines == same_lines && hashes == same_hashes, "compiled for another processor");
            let mut plain: Vec<&[u8]> = block.as_bytes().split(|&byte| byte == b'\n').collect();
            if plain.last().is_some_and(|last| last.is_empty()) {
                plain.pop();
            }
            let lines: Vec<&[u8]> = lines.iter().map(|&(from, len)| &block.as_bytes()[from..from + len]).collect();
            prop_assert_eq!(&lines, &plain);
            prop_assert!(hashes.into_iter().eq(plain.iter().map(|line| line_hash(line))));
        }
    }
}
