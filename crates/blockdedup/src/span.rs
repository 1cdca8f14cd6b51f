//! Removal of token spans that occurred before, wherever they are: exact substring deduplication (Lee et al. 2022,
//! section 4.1), in one pass, and keeping the first occurrence.
//!
//! A window is a sequence of as many tokens as the minimum length of a span, so that the n-grams of [`Grams`] are the
//! windows of a text. A token is removed if it is in a window that occurred before, in an earlier document or earlier
//! in this one without overlapping. All windows count as seen from then on, including those of removed text. So the
//! spans are those that a suffix array of the whole original text would show, except the first occurrence of each.
//! Nothing is lost: the text that a removed token repeats was kept, or itself repeats an earlier one.

use std::ops::Range;

use crate::seen::{BlockNumber, Full};
use crate::{Block, Fate, Filter, Grams, Judged, Origin};

impl Filter {
    /// Divides the next document, read by [`Grams::read_whole`], into kept pieces and removed spans. A span extends in bytes from its first token to the next kept one.
    ///
    /// # Errors
    /// [`Full`]; the filter is then unchanged.
    pub(crate) fn cut(
        &mut self,
        grams: &Grams,
        pieces: &mut Vec<Block>,
        judged: &mut Vec<Judged>,
    ) -> Result<(), Full> {
        self.reserve(grams)?;
        self.judge.marks.clear();
        (self.seen).look_up(grams.all(), &mut self.judge.marks);
        self.judge.find_windows(grams);
        let spans = covered(&self.judge.marks, grams.n());
        divide(grams, &spans, pieces, judged);
        if self.seen.has_block_numbers() {
            let gone = judged.iter_mut().filter(|judged| !judged.kept());
            for (judged, span) in gone.zip(&spans) {
                judged.origin = self.origin(grams, span);
            }
        }
        let kept = [Judged::new(Fate::Kept, 0)];
        self.store(grams, &kept[..grams.blocks().len()]);
        Ok(())
    }

    /// The document that a span repeats most, if block numbers are stored; the first in a tie.
    fn origin(&self, grams: &Grams, span: &Range<usize>) -> Option<Origin> {
        let windows = span.start..span.end + 1 - grams.n();
        let mut block_numbers: Vec<BlockNumber> = windows
            .map(|at| {
                self.seen
                    .block_number(grams.all()[at])
                    .unwrap_or(self.judge.blocks as BlockNumber)
            })
            .collect();
        block_numbers.sort_unstable();
        let runs = block_numbers.chunk_by(|a, b| a == b).rev();
        runs.max_by_key(|run| run.len()).map(|run| Origin {
            block_number: run[0],
            common: run.len(),
        })
    }
}

/// Divides a document into kept pieces and these spans of tokens, which must be within it and must not touch.
pub(crate) fn divide(
    grams: &Grams,
    spans: &[Range<usize>],
    pieces: &mut Vec<Block>,
    judged: &mut Vec<Judged>,
) {
    pieces.clear();
    judged.clear();
    let [whole] = grams.blocks() else {
        return;
    };
    let mut kept_from = 0;
    for span in spans {
        let before = piece(grams, whole, kept_from..span.start);
        judged.extend(before.iter().map(|_| Judged::new(Fate::Kept, 0)));
        pieces.extend(before);
        judged.push(Judged::new(Fate::Duplicate, span.len()));
        pieces.extend(piece(grams, whole, span.clone()));
        kept_from = span.end;
    }
    // A document without tokens is kept, and dropped later as blank.
    if let Some(rest) = piece(grams, whole, kept_from..whole.tokens.end) {
        pieces.push(rest);
        judged.push(Judged::new(Fate::Kept, 0));
    }
}

/// The piece of a document with these tokens, if there are any: from the first token, or the beginning, up to the next
/// token, or the end.
fn piece(grams: &Grams, whole: &Block, tokens: Range<usize>) -> Option<Block> {
    if tokens.is_empty() && !(whole.tokens.is_empty() && tokens.start == 0) {
        return None;
    }
    let start = match tokens.start {
        0 => whole.bytes.start,
        first => grams.start_of(first),
    };
    let end = match tokens.end == whole.tokens.end {
        true => whole.bytes.end,
        false => grams.start_of(tokens.end),
    };
    Some(Block {
        bytes: start..end,
        tokens,
    })
}

/// The tokens in marked windows of `n` tokens, as ranges.
pub(crate) fn covered(marks: &[u16], n: usize) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    for (at, _) in marks.iter().enumerate().filter(|(_, mark)| **mark != 0) {
        match spans.last_mut() {
            Some(last) if at <= last.end => last.end = at + n,
            _ => spans.push(at..at + n),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Method, Rules, Seen, Source, Stored, Tokens};
    use proptest::prelude::*;

    const RULES: Rules = Rules {
        method: Method::Paper,
        threshold: 0.5,
        stub: None,
        keep_within: false,
        source: Source::Any,
    };

    fn grams(text: &str, n: usize) -> Grams {
        let mut grams = Grams::new(n.try_into().unwrap(), RULES.method.width());
        grams.read_whole(text, Tokens::Space);
        grams
    }

    /// The text that is kept of each document.
    fn kept(texts: &[String], n: usize) -> Vec<String> {
        let mut filter = Filter::new(
            RULES,
            Seen::new(RULES.method.width(), 1 << 22, Stored::BlockNumbers),
        );
        let (mut pieces, mut judged) = (Vec::new(), Vec::new());
        texts
            .iter()
            .map(|text| {
                filter
                    .cut(&grams(text, n), &mut pieces, &mut judged)
                    .unwrap();
                assert_eq!(pieces.len(), judged.len());
                let bytes: Vec<_> = pieces.iter().map(|piece| piece.bytes.clone()).collect();
                assert!(bytes.windows(2).all(|pair| pair[0].end == pair[1].start));
                let kept = bytes.into_iter().zip(&judged);
                kept.filter(|(_, judged)| judged.kept())
                    .map(|(bytes, _)| &text[bytes])
                    .collect()
            })
            .collect()
    }

    /// The definition, token by token, in quadratic time.
    fn defined(texts: &[String], n: usize) -> Vec<Vec<String>> {
        let texts: Vec<Vec<&str>> = texts
            .iter()
            .map(|text| text.split_whitespace().collect())
            .collect();
        let occurred = |text: usize, at: usize| {
            let window = &texts[text][at..at + n];
            let before = texts[..text]
                .iter()
                .any(|text| text.windows(n).any(|other| other == window));
            let earlier = (0..(at + 1).saturating_sub(n))
                .any(|other| &texts[text][other..other + n] == window);
            before || earlier
        };
        (0..texts.len())
            .map(|text| {
                let count = texts[text].len();
                let goes = |token: usize| {
                    let windows = token.saturating_sub(n - 1)..=token.min(count.saturating_sub(n));
                    count >= n
                        && windows
                            .into_iter()
                            .any(|at| at + n <= count && occurred(text, at))
                };
                (0..count)
                    .filter(|&token| !goes(token))
                    .map(|token| texts[text][token].to_owned())
                    .collect()
            })
            .collect()
    }

    proptest! {
        #[test]
        fn a_token_goes_where_it_lies_in_a_window_that_occurred_before(
            texts in prop::collection::vec("([abc] {1,2}){0,14}", 0..6), n in 1usize..5,
        ) {
            let kept = kept(&texts, n);
            let kept: Vec<Vec<String>> = kept
                .iter()
                .map(|text| text.split_whitespace().map(str::to_owned).collect())
                .collect();
            prop_assert_eq!(kept, defined(&texts, n));
        }
    }

    #[test]
    fn a_span_goes_with_what_stands_behind_it() {
        let texts = ["one two three four five", "Zero: one two three, six."].map(str::to_owned);
        assert_eq!(
            kept(&texts, 2),
            ["one two three four five", "Zero: three, six."]
        );
        let texts = ["one two three", "  one two three\n"].map(str::to_owned);
        assert_eq!(kept(&texts, 3), ["one two three", ""]);
    }
}
