//! Passages side by side with their differences marked, for the page of `--emit html`.

use std::fmt::Write;
use std::ops::Range;

use html::escape;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use tokens::words::for_each_place;

/// The maximum number of words shown of a passage.
const WORDS: usize = 2_000;

/// The number of passages that are expanded at first.
const OPEN: usize = 10;

/// A passage on the page.
pub(super) struct PassageView<'a> {
    /// The documents' names.
    pub names: [&'a str; 2],
    /// Its range of tokens in either document.
    pub tokens: [(u64, u64); 2],
    /// Its text in either document.
    pub texts: [&'a str; 2],
}

/// Writes a passage; `number` is the number of passages before it.
pub(super) fn passage(shown: &PassageView, number: usize) -> String {
    let [a, b] = shown.texts.map(Side::new);
    let operations = capture_diff_slices(Algorithm::Patience, &a.keys(), &b.keys());
    let mut out = String::new();
    let open = if number < OPEN { " open" } else { "" };
    let [(a_start, a_end), (b_start, b_end)] = shown.tokens;
    let _ = write!(
        out,
        "<details{open}><summary>{} words: {} and {}</summary>\n<div class=\"sides\">\n<p>",
        a_end - a_start,
        escape(shown.names[0]),
        escape(shown.names[1])
    );
    a.write(
        &mut out,
        operations
            .iter()
            .map(|operation| (operation, operation.old_range())),
    );
    out.push_str("</p>\n<p>");
    b.write(
        &mut out,
        operations
            .iter()
            .map(|operation| (operation, operation.new_range())),
    );
    let _ = write!(
        out,
        "</p>\n</div>\n<p class=\"more\">tokens {a_start} to {a_end} and {b_start} to {b_end}"
    );
    if a.is_cut || b.is_cut {
        let _ = write!(out, "; only the first {WORDS} words of either are shown");
    }
    out.push_str("</p></details>\n");
    out
}

/// One side of a passage.
struct Side<'a> {
    text: &'a str,
    words: Vec<Range<usize>>,
    is_cut: bool,
}

impl<'a> Side<'a> {
    fn new(text: &'a str) -> Self {
        let mut words = Vec::new();
        for_each_place(text, |word| words.push(word));
        let is_cut = words.len() > WORDS;
        words.truncate(WORDS);
        let end = words.last().map_or(0, |word| word.end);
        Side {
            text: &text[..end],
            words,
            is_cut,
        }
    }

    /// The words as compared: their letters, case-folded.
    fn keys(&self) -> Vec<String> {
        let key = |word: &Range<usize>| {
            let letters = self.text[word.clone()].chars();
            letters
                .filter(|letter| letter.is_alphabetic())
                .flat_map(char::to_lowercase)
                .collect()
        };
        self.words.iter().map(key).collect()
    }

    /// Writes the text with the words marked that the other side lacks.
    fn write<'b>(
        &self,
        out: &mut String,
        operations: impl Iterator<Item = (&'b DiffOp, Range<usize>)>,
    ) {
        let mut at = 0;
        for (operation, range) in operations {
            let (Some(first), Some(last)) = (
                self.words.get(range.start),
                self.words[range.clone()].last(),
            ) else {
                continue;
            };
            let differs = !matches!(operation, DiffOp::Equal { .. });
            out.push_str(&escape(&self.text[at..first.start]));
            let words = escape(&self.text[first.start..last.end]);
            let _ = match differs {
                true => write!(out, "<mark>{words}</mark>"),
                false => write!(out, "{words}"),
            };
            at = last.end;
        }
        out.push_str(&escape(&self.text[at..]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_marked_and_text_is_text() {
        let shown = PassageView {
            names: ["<a>", "b"],
            tokens: [(0, 5), (7, 12)],
            texts: ["To be, or\nnot <to> be", "to BE or nor to be"],
        };
        let page = passage(&shown, 0);
        assert!(
            page.contains("<p>To be, or\n<mark>not</mark> &lt;to&gt; be</p>"),
            "{page}"
        );
        assert!(
            page.contains("<p>to BE or <mark>nor</mark> to be</p>"),
            "{page}"
        );
        assert!(page.contains("5 words: &lt;a&gt; and b"), "{page}");
        assert!(page.starts_with("<details open>") && !passage(&shown, OPEN).contains("open"));
    }

    #[test]
    fn a_long_passage_is_cut() {
        let text = "word ".repeat(WORDS + 1);
        let shown = PassageView {
            names: ["a", "b"],
            tokens: [(0, WORDS as u64 + 1); 2],
            texts: [&text, ""],
        };
        let page = passage(&shown, 0);
        assert_eq!(page.matches("word ").count(), WORDS - 1);
        assert!(page.contains("only the first"));
    }
}
