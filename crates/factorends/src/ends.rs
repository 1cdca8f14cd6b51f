//! Finds the lines of a document's preamble and epilogue.

use std::ops::Range;

use platform::lines::lines;

/// The preamble and the epilogue of a text, line by line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ends {
    /// The number of raw lines in the text. Lines end at LF; a final LF does not begin a line.
    pub lines: u64,
    /// The lines of the preamble and those of the epilogue, as ranges of the text, line ends included.
    pub parts: [Vec<Range<usize>>; 2],
    /// The numbers of the first lines of both, counted from 1.
    pub first: [u64; 2],
}

impl Ends {
    /// Finds the lines of the preamble, and those from `epilogue_start` on. Lines are counted from 1; without a preamble
    /// its range is empty.
    pub fn new(text: &str, preamble: Range<u64>, epilogue_start: u64) -> Self {
        let mut parts = [Vec::new(), Vec::new()];
        let mut count = 0;
        for (number, range) in (1..).zip(lines(text.as_bytes())) {
            count = number;
            if preamble.contains(&number) {
                parts[0].push(range);
            } else if number >= epilogue_start {
                parts[1].push(range);
            }
        }
        Ends {
            lines: count,
            parts,
            first: [preamble.start, epilogue_start],
        }
    }
}

/// Converts runs of lines (first and last number, from 1, in order) to byte ranges in the source of
/// a text of `expected` lines. The source begins with a byte order mark of `mark` bytes. Returns
/// `None` if source and text differ in their lines, as is possible in encodings with more than one
/// byte per character.
pub fn byte_ranges(
    bytes: &[u8],
    mark: usize,
    expected: u64,
    runs: impl IntoIterator<Item = (u64, u64)>,
) -> Option<Vec<Range<usize>>> {
    let mut runs = runs.into_iter();
    let mut next = runs.next();
    let mut ranges = Vec::new();
    let mut start = 0;
    let mut count = 0;
    for (number, line) in (1..).zip(lines(bytes)) {
        count = number;
        if let Some((first, last)) = next {
            if number == first {
                start = if number == 1 { mark } else { line.start };
            }
            if number == last {
                ranges.push(start..line.end);
                next = runs.next();
            }
        }
    }
    (count == expected && next.is_none()).then_some(ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_lines_with_their_ends() {
        let ends = Ends::new("a\r\nb\nc\nd", 1..3, 4);
        assert_eq!(ends.lines, 4);
        assert_eq!(ends.parts[0], [0..3, 3..5]);
        assert_eq!((ends.parts[1].len(), &ends.parts[1][0]), (1, &(7..8)));
        assert_eq!(Ends::new("", 1..1, 1).lines, 0);
        assert_eq!(Ends::new("a\n", 1..1, 2).lines, 1);
    }

    #[test]
    fn runs_are_found_in_the_source() {
        let bytes = b"\xEF\xBB\xBFa\nb\nc\r\nd";
        assert_eq!(
            byte_ranges(bytes, 3, 4, [(1, 2), (4, 4)]),
            Some(vec![3..7, 10..11])
        );
        assert_eq!(byte_ranges(bytes, 3, 5, []), None, "other lines");
        assert_eq!(byte_ranges(b"a", 0, 1, [(2, 2)]), None);
    }
}
