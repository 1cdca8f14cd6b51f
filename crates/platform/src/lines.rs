//! Splits bytes into raw lines.

use std::ops::Range;

use memchr::memchr_iter;

/// Returns the ranges of the lines with their line ends. Lines end at LF; a final LF does not begin
/// a line.
pub fn lines(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let ends = memchr_iter(b'\n', bytes).map(|at| at + 1);
    let last = (!bytes.is_empty() && !bytes.ends_with(b"\n")).then_some(bytes.len());
    let mut from = 0;
    ends.chain(last)
        .map(move |end| std::mem::replace(&mut from, end)..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_ends() {
        let of = |text: &[u8]| -> Vec<(usize, usize)> {
            lines(text).map(|line| (line.start, line.end)).collect()
        };
        assert_eq!(of(b"a\nb"), [(0, 2), (2, 3)]);
        assert_eq!(of(b"a\n"), [(0, 2)]);
        assert_eq!(of(b""), []);
    }
}
