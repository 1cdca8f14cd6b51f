//! Pages as sequences of units (section 3). Tab, carriage return, line feed and space count as space, and a run of them
//! counts as one. Nothing else is changed, and neither markup nor language matters.
//!
//! A unit is a Unicode scalar value or a byte. Positions and offsets in the other modules count units of the
//! preprocessed page, unless they are explicitly source offsets.

use std::ops::Range;

/// The elements of n-grams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Characters (Unicode scalar values).
    Char,
    /// Bytes, as they are in the files.
    Byte,
}

/// A page before preprocessing.
#[derive(Debug, Clone, Copy)]
pub enum Page<'a> {
    /// Its units are Unicode scalar values.
    Characters(&'a str),
    /// Its units are bytes.
    Bytes(&'a [u8]),
}

impl<'a> Page<'a> {
    /// The kind of units.
    pub fn unit(&self) -> Unit {
        match self {
            Page::Characters(_) => Unit::Char,
            Page::Bytes(_) => Unit::Byte,
        }
    }

    /// The bytes of the source.
    pub fn source(&self) -> &'a [u8] {
        match self {
            Page::Characters(text) => text.as_bytes(),
            Page::Bytes(bytes) => bytes,
        }
    }

    /// Returns the units after preprocessing, each with the offset of its first byte in the source.
    pub fn units(&self) -> Units<'a> {
        Units {
            page: *self,
            at: 0,
            after_space: false,
        }
    }

    /// Collects the units of [`Page::units`], without the offsets.
    pub fn to_units(&self) -> Vec<u32> {
        let mut units = vec![0; self.source().len()];
        let (mut length, mut after_space) = (0, false);
        // Always writes, and moves on only if the unit counts: a loop without unpredictable branches.
        let mut push = |unit: u32| {
            let space = is_space(unit);
            units[length] = if space { 0x20 } else { unit };
            length += usize::from(!(space && after_space));
            after_space = space;
        };
        match self {
            Page::Characters(text) => text.chars().for_each(|character| push(character.into())),
            Page::Bytes(bytes) => bytes.iter().for_each(|&byte| push(byte.into())),
        }
        units.truncate(length);
        units
    }

    /// Returns the source offset of the unit at each of `positions`, which must not decrease. The number of units
    /// stands for the end of the page.
    pub fn source_offsets(&self, positions: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut units = self.units().map(|(offset, _)| offset);
        let mut passed = 0;
        let mut offset = None;
        positions
            .into_iter()
            .map(|position| {
                while passed <= position {
                    offset = units.next();
                    passed += 1;
                }
                offset.unwrap_or(self.source().len())
            })
            .collect()
    }

    /// Converts ranges of units, which must be in order, to ranges of source bytes.
    pub fn source_ranges(&self, ranges: &[Range<usize>]) -> Vec<Range<usize>> {
        let ends = ranges.iter().flat_map(|range| [range.start, range.end]);
        self.source_offsets(ends)
            .chunks_exact(2)
            .map(|pair| pair[0]..pair[1])
            .collect()
    }
}

/// Whether a unit is \t, \n, \r or space.
#[inline]
fn is_space(unit: u32) -> bool {
    matches!(unit, 0x09 | 0x0A | 0x0D | 0x20)
}

/// An iterator over the units of a page: see [`Page::units`].
#[derive(Debug, Clone)]
pub struct Units<'a> {
    page: Page<'a>,
    at: usize,
    after_space: bool,
}

impl Units<'_> {
    /// The next unit without preprocessing.
    #[inline]
    fn raw(&mut self) -> Option<(usize, u32)> {
        let offset = self.at;
        let first = *self.page.source().get(offset)?;
        if first < 0x80 {
            self.at += 1;
            return Some((offset, u32::from(first)));
        }
        match self.page {
            Page::Bytes(_) => {
                self.at += 1;
                Some((offset, u32::from(first)))
            }
            Page::Characters(text) => {
                let character = text[offset..].chars().next()?;
                self.at += character.len_utf8();
                Some((offset, u32::from(character)))
            }
        }
    }
}

impl Iterator for Units<'_> {
    type Item = (usize, u32);

    #[inline]
    fn next(&mut self) -> Option<(usize, u32)> {
        loop {
            let (offset, unit) = self.raw()?;
            let space = is_space(unit);
            let again = space && self.after_space;
            self.after_space = space;
            if !again {
                return Some((offset, if space { 0x20 } else { unit }));
            }
        }
    }

    /// The same iteration, with one loop for each kind of page.
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, first: B, mut each: F) -> B {
        let start = self.at;
        let (mut result, mut after_space) = (first, self.after_space);
        let mut step = |result: B, (offset, unit): (usize, u32)| {
            let space = is_space(unit);
            let again = space && after_space;
            after_space = space;
            match again {
                true => result,
                false => each(result, (offset, if space { 0x20 } else { unit })),
            }
        };
        match self.page {
            Page::Characters(text) => {
                for (offset, character) in text[start..].char_indices() {
                    result = step(result, (start + offset, character.into()));
                }
            }
            Page::Bytes(bytes) => {
                for (offset, &byte) in bytes.iter().enumerate().skip(start) {
                    result = step(result, (offset, byte.into()));
                }
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        let page = Page::Characters(text);
        let units: Vec<u32> = page.units().map(|(_, unit)| unit).collect();
        assert_eq!(page.to_units(), units);
        let mut folded = Vec::new();
        page.units().for_each(|unit| folded.push(unit));
        let mut iterator = page.units();
        let stepped: Vec<_> = std::iter::from_fn(|| iterator.next()).collect();
        assert_eq!(folded, stepped);
        units
            .into_iter()
            .map(|unit| char::from_u32(unit).unwrap())
            .collect()
    }

    #[test]
    fn runs_of_tab_newline_and_space_become_one_space() {
        assert_eq!(plain("a \t\r\n b\n"), "a b ");
        assert_eq!(
            plain("\u{a0}\u{c}\u{b}é漢\u{3000}"),
            "\u{a0}\u{c}\u{b}é漢\u{3000}"
        );
        assert_eq!(plain(""), "");
    }

    #[test]
    fn positions_lead_back_to_the_source() {
        let page = Page::Characters("é\n\n漢 b");
        assert_eq!(page.source_offsets([0, 1, 2, 3, 4, 5]), [0, 2, 4, 7, 8, 9]);
        assert_eq!(page.source_ranges(&[0..2, 4..5]), [0..4, 8..9]);
        assert_eq!(page.source_offsets([1, 1, 9]), [2, 2, 9]);
        let page = Page::Bytes("é\n\nb".as_bytes());
        assert_eq!(page.source_offsets([2, 3, 4]), [2, 4, 5]);
    }
}
