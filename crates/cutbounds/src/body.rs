//! Protects bodies: a document is left alone if it would lose most of its own words.

use linenorm::{normalise, raw_lines};

use crate::rights;
use crate::{Cut, Rule, Settings, floor};

/// Whether a cut takes more than [`Settings::max_loss`] of a document's own words, or leaves no
/// word at all. Its own words are in lines that are neither frequent nor markers, and that are not
/// beyond a bound that is certain by its form, in a block that speaks of rights or of how the text was made.
pub fn is_lost(
    text: &str,
    cut: &Cut,
    settings: &Settings,
    mut is_own: impl FnMut(&str) -> bool,
) -> bool {
    let body = &text[cut.body_range(text)];
    // Most documents lose a small part, so nothing needs to be counted.
    let is_small = 2 * body.len() > text.len() && settings.max_loss >= 0.5;
    if settings.max_loss >= 1.0 || body.len() == text.len() || is_small {
        return false;
    }
    if !body.contains(char::is_alphanumeric) {
        return true;
    }
    let marked = floor::between_markers(text, settings);
    if marked.is_some_and(|[first, last]| cut.preamble_end > last || cut.epilogue_start < first) {
        return true;
    }
    let is_certain = |rule: Rule| !matches!(rule, Rule::None | Rule::Frequency);
    let first = match is_certain(cut.preamble_rule) {
        true => cut.preamble_end,
        false => marked.map_or(0, |[first, _]| first - 1),
    };
    let last = match is_certain(cut.epilogue_rule) {
        true => cut.epilogue_start,
        false => marked.map_or(u64::MAX, |[_, last]| last + 1),
    };
    let (mut all, mut lost) = (0, 0);
    let mut beyond = Beyond::default();
    let mut scratch = String::new();
    for (number, raw) in (1..).zip(raw_lines(text)) {
        let is_marker = settings
            .markers
            .as_ref()
            .is_some_and(|markers| markers.is_head(raw) || markers.is_tail(raw));
        let line = normalise(raw, &mut scratch);
        let is_metadata = number <= first && cut.preamble_rule == Rule::Metadata
            || number >= last && cut.epilogue_rule == Rule::Metadata;
        if is_metadata {
            continue;
        }
        let is_own = !line.is_empty() && !is_marker && is_own(line);
        if number <= first || number >= last {
            beyond.read(line, is_own);
            continue;
        }
        if is_own {
            let words = words(line);
            all += words;
            if number <= cut.preamble_end || number >= cut.epilogue_start {
                lost += words;
            }
        }
    }
    let beyond = beyond.words();
    (lost + beyond) as f64 > settings.max_loss * (all + beyond) as f64
}

/// Counts the words beyond a certain bound, in the blocks that nothing shows to be of a notice: a marker may be quoted, and a second text
/// may follow.
#[derive(Debug, Default)]
struct Beyond {
    words: usize,
    /// The words of the block so far.
    block: usize,
    is_notice: bool,
}

impl Beyond {
    /// Reads the next normalised line.
    fn read(&mut self, line: &str, is_own: bool) {
        if line.is_empty() {
            self.end_block();
            return;
        }
        self.is_notice |= !is_own || rights::is_of_notice(line);
        self.block += words(line);
    }

    fn end_block(&mut self) {
        let block = std::mem::take(&mut self.block);
        if !std::mem::take(&mut self.is_notice) {
            self.words += block;
        }
    }

    fn words(mut self) -> usize {
        self.end_block();
        self.words
    }
}

/// Returns the line in the middle of the longest run of own lines, by their words: the first line is 1. Trivial lines do not end a run.
pub fn middle(
    text: &str,
    settings: &Settings,
    mut is_own: impl FnMut(&str) -> bool,
) -> Option<u64> {
    let mut longest = (0, 0, 0);
    let mut run = (0, 0, 0);
    linenorm::head(text, usize::MAX, settings.rules, |kept| {
        if !is_own(kept.line) {
            run = (0, 0, 0);
            return;
        }
        let (before, first, _) = run;
        let first = if before == 0 { kept.number } else { first };
        run = (before + words(kept.line), first, kept.number);
        longest = longest.max(run);
    });
    let (words, first, last) = longest;
    (words > 0).then_some(first.midpoint(last))
}

/// Returns the number of words, or of pairs of characters in a script without spaces.
fn words(line: &str) -> usize {
    let spaced = line
        .split(' ')
        .filter(|word| word.contains(char::is_alphanumeric))
        .count();
    let unspaced = line.chars().filter(|&one| one >= '\u{E00}').count() / 2;
    spaced.max(unspaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_loss_counts_where_less_is_allowed() {
        let text = "The ferry that sank in the deep weir\nIt was raised on Monday\nNobody was hurt at all\nThe mill burned\n";
        let cut = crate::paper::cut(text, &Settings::default(), |line| {
            line.starts_with("The ferry")
        });
        let lost = |max_loss| {
            let settings = Settings {
                max_loss,
                ..Settings::default()
            };
            is_lost(text, &cut, &settings, |_| true)
        };
        assert_eq!(cut.preamble_end, 1);
        assert!(lost(0.1) && !lost(0.4) && !lost(0.5));
    }
}
