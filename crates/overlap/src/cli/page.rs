//! The page of `--emit html`: passages of documents and of items side by side.

use std::ops::Range;

use html::escape;
use intake::Document;

use crate::{Hit, Index};

/// Characters that are shown on either side of a passage, and of the passage itself.
const CONTEXT: usize = 300;
const PASSAGE: usize = 4000;

/// Returns the beginning of the page.
pub(super) fn begin() -> String {
    html::page::begin("Passages of items in a corpus")
        + "<p>Each section is a passage of a document (first) that an item (second) has, too. Coloured words are equal in both; \
           the others differ or surround the passage.</p>\n"
}

/// Returns the section about a passage: the document around it, and the item. `found` says whether that is enough of the item.
pub(super) fn section(index: &Index, document: &Document, hit: &Hit, found: bool) -> String {
    let item = index.item(hit.item);
    let whole = index.text(hit.item).unwrap_or_default();
    let part = index.bytes_of(hit.item, &hit.item_words);
    let mut sides = [
        Side::new(index, document.text, hit.bytes.clone()),
        Side::new(index, whole, part.unwrap_or(0..0)),
    ];
    mark_equal(&mut sides);
    let found = if found { "found" } else { "in part" };
    format!(
        "<section>\n<h2>{}: {}</h2>\n<p>{found}: {:.0} % of its words in {}; {} words equal, {} edited</p>\n<div class=\"sides\">\n<p>{}</p>\n<p>{}</p>\n</div>\n</section>\n",
        escape(&index.sets()[item.set]),
        escape(&item.id),
        100.0 * hit.share,
        escape(&document.name.to_text()),
        hit.equal,
        hit.edits,
        sides[0].html(),
        sides[1].html(),
    )
}

/// A passage in its text.
struct Side<'t> {
    text: &'t str,
    passage: Range<usize>,
    /// The hashes and the places in the text of the words that are shown.
    words: Vec<(u64, Range<usize>)>,
    /// The numbers of the other side's words that equal these.
    equal: Vec<Option<usize>>,
}

impl<'t> Side<'t> {
    fn new(index: &Index, text: &'t str, passage: Range<usize>) -> Self {
        let shown = &text[passage.clone()];
        let cut = shown.char_indices().nth(PASSAGE);
        let shown = &shown[..cut.map_or(shown.len(), |(at, _)| at)];
        let mut words = Vec::new();
        index.for_each_word(shown, |hash, place| {
            words.push((hash, passage.start + place.start..passage.start + place.end));
        });
        let equal = vec![None; words.len()];
        Side {
            text,
            passage,
            words,
            equal,
        }
    }

    /// The passage with some text around it and marks on its equal words, as HTML.
    fn html(&self) -> String {
        let Side { text, passage, .. } = self;
        let before = text[..passage.start]
            .char_indices()
            .rev()
            .take(CONTEXT)
            .last();
        let start = before.map_or(passage.start, |(at, _)| at);
        let after = text[passage.end..].char_indices().nth(CONTEXT);
        let end = after.map_or(text.len(), |(more, _)| passage.end + more);
        let mut html = String::from(if start > 0 { "..." } else { "" });
        let mut at = start;
        // Words that follow each other on both sides are marked together, with what is between them.
        let follow = |one: &usize, next: &usize| {
            let (one, next) = (self.equal[*one], self.equal[*next]);
            one.is_some() && one.map(|one| one + 1) == next
        };
        let numbers: Vec<usize> = (0..self.words.len()).collect();
        for run in numbers.chunk_by(follow) {
            let run = run[0]..run[run.len() - 1] + 1;
            if self.equal[run.start].is_some() {
                let place = self.words[run.start].1.start..self.words[run.end - 1].1.end;
                html += &escape(&text[at..place.start]);
                html += &format!("<mark>{}</mark>", escape(&text[place.clone()]));
                at = place.end;
            }
        }
        let shown = self
            .words
            .last()
            .map_or(passage.end, |(_, place)| place.end);
        if shown < passage.end {
            html += &escape(&text[at..shown]);
            html += " [...] ";
            at = passage.end;
        }
        html += &escape(&text[at..end]);
        html += if end < text.len() { "..." } else { "" };
        html
    }
}

/// Finds a longest common subsequence of the words of both sides.
fn mark_equal([one, other]: &mut [Side; 2]) {
    let (mut rows, mut columns) = (one.words.len(), other.words.len());
    let equals = |row: usize, column: usize| one.words[row].0 == other.words[column].0;
    let mut pair = |row, column| (one.equal[row], other.equal[column]) = (Some(column), Some(row));
    // Most passages differ in a few words only, so their equal ends are nearly all of the work.
    let (mut row, mut column) = (0, 0);
    while row < rows && column < columns && equals(row, column) {
        pair(row, column);
        (row, column) = (row + 1, column + 1);
    }
    while row < rows && column < columns && equals(rows - 1, columns - 1) {
        (rows, columns) = (rows - 1, columns - 1);
        pair(rows, columns);
    }
    // The length of the longest common subsequence from each pair of words on: a passage has at most PASSAGE words.
    let (first_row, first_column, width) = (row, column, columns - column + 1);
    let mut longest = vec![0u16; (rows - row + 1) * width];
    let cell = |row, column| (row - first_row) * width + column - first_column;
    for row in (first_row..rows).rev() {
        for column in (first_column..columns).rev() {
            longest[cell(row, column)] = match equals(row, column) {
                true => longest[cell(row + 1, column + 1)] + 1,
                false => longest[cell(row + 1, column)].max(longest[cell(row, column + 1)]),
            };
        }
    }
    while row < rows && column < columns {
        if equals(row, column) {
            pair(row, column);
            (row, column) = (row + 1, column + 1);
        } else if longest[cell(row + 1, column)] >= longest[cell(row, column + 1)] {
            row += 1;
        } else {
            column += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(text: &str) -> Side<'_> {
        let mut at = 0;
        let words: Vec<_> = text
            .split(' ')
            .map(|word| {
                let place = at..at + word.len();
                at = place.end + 1;
                (
                    word.bytes()
                        .fold(0, |hash, byte| hash << 8 | u64::from(byte)),
                    place,
                )
            })
            .collect();
        let equal = vec![None; words.len()];
        Side {
            text,
            passage: 0..text.len(),
            words,
            equal,
        }
    }

    #[test]
    fn only_equal_words_are_marked() {
        let mut sides = [
            side("the old mill by a grey river stands"),
            side("the mill by the grey and wide river stands"),
        ];
        mark_equal(&mut sides);
        assert_eq!(
            sides.each_ref().map(Side::html),
            [
                "<mark>the</mark> old <mark>mill by</mark> a <mark>grey</mark> <mark>river stands</mark>",
                "<mark>the</mark> <mark>mill by</mark> the <mark>grey</mark> and wide <mark>river stands</mark>",
            ]
        );
    }

    #[test]
    fn sides_without_words_have_no_marks() {
        let mut sides = [side("a < b"), side("c")];
        mark_equal(&mut sides);
        assert_eq!(sides.each_ref().map(Side::html), ["a &lt; b", "c"]);
    }
}
