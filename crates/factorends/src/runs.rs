//! Finds runs of boilerplate lines.

use std::ops::Range;

use freqlines::FrequencySet;
use linenorm::Rules;

use crate::markup::Markup;
use crate::{Ends, Kind, ShortLines};

/// Consecutive boilerplate lines. Blank lines between them belong to the run; blank lines before
/// and after it do not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The number of the first raw line, counted from 1.
    pub first: u64,
    /// The number of the last raw line.
    pub last: u64,
    /// The range of the lines in the text, with their line ends.
    pub range: Range<usize>,
    /// The ranges that stay in the document because other documents differ there. They are in
    /// order, and not at the beginning or end of the run.
    pub own: Vec<Range<usize>>,
}

impl Run {
    /// Returns the number of lines.
    pub fn lines(&self) -> u64 {
        self.last + 1 - self.first
    }

    /// Returns the range without the document's own text.
    pub fn shared(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = std::iter::once(self.range.start).chain(self.own.iter().map(|own| own.end));
        let ends = self.own.iter().map(|own| own.start);
        starts
            .zip(ends.chain([self.range.end]))
            .map(|(start, end)| start..end)
    }

    /// Returns the number of bytes in [`Run::shared`].
    pub fn shared_bytes(&self) -> usize {
        self.shared().map(|part| part.len()).sum()
    }
}

/// Finds the runs of at least `min_bytes` bytes in the preamble and epilogue of a document. Variable lines separate them.
///
/// In HTML a run neither begins nor ends inside a tag or comment, and its tags are balanced, so that a link can replace it.
pub fn runs(
    text: &str,
    ends: &Ends,
    kind: Kind,
    min_bytes: usize,
    short: &ShortLines,
    frequent: &FrequencySet,
    rules: Rules,
) -> Vec<Run> {
    let mut found = Vec::new();
    for (part, lines) in ends.parts.iter().enumerate() {
        let (Some(start), Some(end)) = (lines.first(), lines.last()) else {
            continue;
        };
        let boilerplate = short.boilerplate(text, ends, part, frequent, rules);
        let mut ranges = boilerplate_ranges(&boilerplate, 0..lines.len());
        if kind == Kind::Html {
            let markup = Markup::new(&text[start.start..end.end], start.start, lines);
            ranges = ranges
                .into_iter()
                .flat_map(|range| markup.balanced(range))
                .flat_map(|part| boilerplate_ranges(&boilerplate, part))
                .collect();
        }
        found.extend(ranges.into_iter().map(|range| Run {
            first: ends.first[part] + range.start as u64,
            last: ends.first[part] + range.end as u64 - 1,
            range: lines[range.start].start..lines[range.end - 1].end,
            own: Vec::new(),
        }));
    }
    found.retain(|run| run.range.len() >= min_bytes);
    found
}

/// Returns the maximal ranges of boilerplate lines among the lines `within`, without blank lines at
/// their ends.
fn boilerplate_ranges(boilerplate: &[Option<bool>], within: Range<usize>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    for line in within {
        match boilerplate[line] {
            None => {}
            Some(false) => open = false,
            Some(true) if open => found.last_mut().expect("an open range").end = line + 1,
            Some(true) => {
                found.push(line..line + 1);
                open = true;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use freqlines::Key;

    fn runs_of(text: &str, kind: Kind, preamble_end: u64, epilogue_start: u64) -> Vec<(u64, u64)> {
        let mut frequent = FrequencySet::default();
        for line in [
            "A frequent line that is long enough",
            "<div class=\"frequent\">A frequent line",
            "and its end, which is frequent</div>",
        ] {
            frequent.insert(Key::Text, Some(line.as_bytes()));
        }
        let ends = Ends::new(text, 1..preamble_end + 1, epilogue_start);
        let short = ShortLines::default();
        runs(text, &ends, kind, 1, &short, &frequent, Rules::default())
            .into_iter()
            .map(|run| (run.first, run.last))
            .collect()
    }

    #[test]
    fn variable_lines_stay_between_runs() {
        let frequent = "A frequent line that is long enough\n";
        let text = format!(
            "\n{frequent}\n\n{frequent}\nTitle: Emma\n\n{frequent}{frequent}{frequent}body\n{frequent}"
        );
        assert_eq!(
            runs_of(&text, Kind::Text, 10, 13),
            [(2, 5), (9, 10), (13, 13)]
        );
        assert_eq!(runs_of(&text, Kind::Text, 0, 14), []);
    }

    #[test]
    fn tags_stay_with_their_partners() {
        let open = "<div class=\"frequent\">A frequent line\n";
        let line = "A frequent line that is long enough\n";
        let close = "and its end, which is frequent</div>\n";
        let text = format!("{open}{close}{line}{open}Title: Emma</div>\n{line}{close}");
        assert_eq!(runs_of(&text, Kind::Html, 7, 8), [(1, 3), (6, 6)]);
        assert_eq!(runs_of(&text, Kind::Text, 7, 8), [(1, 4), (6, 7)]);
        let comment = format!("<!-- Produced by a person -\n{line}{line}-->\n{line}");
        assert_eq!(runs_of(&comment, Kind::Html, 5, 6), [(5, 5)]);
    }
}
