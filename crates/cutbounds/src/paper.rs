//! The paper's method (Kaser & Lemire 2007, algorithm 1, pass 2, with the heuristics of section 3.4).

use linenorm::raw_lines;

use crate::{Cut, Reason, Rule, Settings};

/// A line of a region.
#[derive(Debug, Clone, Copy)]
struct Line {
    number: u64,
    start: usize,
    frequent: bool,
}

/// Finds the bounds of a document.
///
/// The preamble begins with the first frequent line of the head region. It ends with the last frequent line before
/// `gap` consecutive infrequent lines, or before the end of the region. The epilogue is found the same way backwards,
/// in the lines of the tail region after the preamble.
///
/// The last head marker in the head region extends the preamble to it. The first tail marker after the preamble in the
/// tail region extends the epilogue to it.
pub fn cut(text: &str, settings: &Settings, mut is_frequent: impl FnMut(&str) -> bool) -> Cut {
    let lines = raw_line_count(text);

    let mut head = Vec::with_capacity(settings.head.min(1024));
    let after_head = linenorm::head(text, settings.head, settings.rules, |kept| {
        head.push(Line {
            number: kept.number,
            start: kept.start,
            frequent: is_frequent(kept.line),
        });
    });
    let mut preamble_end = last_of_stretch(head.iter(), settings.gap).unwrap_or(0);
    let mut preamble_rule = if preamble_end > 0 {
        Rule::Frequency
    } else {
        Rule::None
    };
    if let Some(markers) = &settings.markers {
        let region = &text[..after_head.start];
        let marker = (1..)
            .zip(raw_lines(region))
            .filter(|(_, raw)| markers.match_exactly(raw)[0])
            .last();
        if let Some((number, _)) = marker.filter(|(number, _)| *number > preamble_end) {
            preamble_end = number;
            preamble_rule = Rule::Marker;
        }
    }

    let mut tail = Vec::with_capacity(settings.tail.min(1024));
    linenorm::tail(text, settings.tail, settings.rules, |kept| {
        if kept.number > preamble_end {
            tail.push(Line {
                number: kept.number,
                start: kept.start,
                frequent: is_frequent(kept.line),
            });
        }
    });
    let stretch = last_of_stretch(tail.iter().rev(), settings.gap);
    let mut epilogue_start = stretch.unwrap_or(lines + 1);
    let mut epilogue_rule = if stretch.is_some() {
        Rule::Frequency
    } else {
        Rule::None
    };
    if let (Some(markers), Some(first)) = (&settings.markers, tail.first()) {
        let mut region = (first.number..).zip(raw_lines(&text[first.start..]));
        if let Some((number, _)) =
            region.find(|(number, raw)| *number < epilogue_start && markers.match_exactly(raw)[1])
        {
            epilogue_start = number;
            epilogue_rule = Rule::Marker;
        }
    }
    Cut {
        lines,
        preamble_start: 1,
        preamble_end,
        epilogue_start,
        preamble_rule,
        epilogue_rule,
        confidence: None,
        reasons: [Reason::Paper; 2],
    }
}

/// Returns the number of the last frequent line before `gap` consecutive infrequent ones, starting from the first
/// frequent line.
fn last_of_stretch<'a>(lines: impl Iterator<Item = &'a Line>, gap: usize) -> Option<u64> {
    let mut last = None;
    let mut infrequent = 0;
    for line in lines {
        if line.frequent {
            last = Some(line.number);
            infrequent = 0;
        } else if last.is_some() {
            infrequent += 1;
            if infrequent >= gap {
                break;
            }
        }
    }
    last
}

/// Returns the number of raw lines. Lines end at LF; a final LF does not open a line.
pub(crate) fn raw_line_count(text: &str) -> u64 {
    let unfinished = !text.is_empty() && !text.ends_with('\n');
    memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64 + u64::from(unfinished)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use linenorm::Rules;

    /// Builds a document with one line per character: `F` is a frequent line, `i` an infrequent one, any other a
    /// trivial one.
    pub(crate) fn document(pattern: &str) -> String {
        let lines: Vec<String> = pattern
            .chars()
            .map(|kind| match kind {
                'F' => "A frequent line, long enough to count".into(),
                'i' => "An infrequent line that is long enough".into(),
                other => other.to_string(),
            })
            .collect();
        lines.join("\n")
    }

    pub(crate) fn is_frequent(line: &str) -> bool {
        line.starts_with("A frequent")
    }

    /// Cuts a document in which `H` and `T` are marker lines.
    fn cut_of(pattern: &str, settings: &Settings) -> Cut {
        cut(&document(pattern), settings, is_frequent)
    }

    fn settings(head: usize, tail: usize, gap: usize) -> Settings {
        let markers = Some(crate::Markers::new(&["H"], &["T"]).unwrap());
        Settings {
            head,
            tail,
            gap,
            rules: Rules::default(),
            markers,
            ..Settings::default()
        }
    }

    fn bounds(pattern: &str, head: usize, tail: usize, gap: usize) -> (u64, u64) {
        let cut = cut_of(pattern, &settings(head, tail, gap));
        assert_eq!(cut.lines, pattern.chars().count() as u64);
        (cut.preamble_end, cut.epilogue_start)
    }

    #[test]
    fn both_ends_by_frequency() {
        assert_eq!(bounds("iFF.FiiiiiiFi", 6, 4, 2), (5, 12));
        assert_eq!(bounds("iiiiii", 3, 3, 2), (0, 7));
        assert_eq!(bounds("", 3, 3, 2), (0, 1));
    }

    #[test]
    fn a_gap_ends_a_stretch_and_a_trivial_line_is_none() {
        assert_eq!(bounds("FiFiiF", 6, 0, 2), (3, 7));
        assert_eq!(bounds("F.i..FiiF", 9, 0, 2), (6, 10));
        assert_eq!(
            bounds("iiiiF", 9, 0, 2),
            (5, 6),
            "before the first frequent line no gap counts"
        );
    }

    #[test]
    fn the_head_comes_first_where_the_regions_overlap() {
        assert_eq!(bounds("FiiF", 4, 4, 9), (4, 5));
        assert_eq!(bounds("FiiiF", 3, 4, 2), (1, 5));
    }

    #[test]
    fn markers_extend_what_frequencies_found() {
        assert_eq!(bounds("FiHiiiiTiF", 4, 4, 2), (3, 8));
        assert_eq!(bounds("FHFiiiiFTF", 4, 4, 2), (3, 8), "never the other way");
        assert_eq!(
            bounds("iHiHiiiTiTii", 4, 4, 2),
            (4, 8),
            "the last and the first"
        );
        assert_eq!(
            bounds("iiHiTiii", 2, 2, 2),
            (0, 9),
            "regions end at their last and first kept lines"
        );
        let cut = cut_of("FiHiiiiTiF", &settings(4, 4, 2));
        assert_eq!(
            (cut.preamble_rule, cut.epilogue_rule),
            (Rule::Marker, Rule::Marker)
        );
        let cut = cut_of("FiiiiF", &settings(2, 2, 2));
        assert_eq!(
            (cut.preamble_rule, cut.epilogue_rule),
            (Rule::Frequency, Rule::Frequency)
        );
    }
}
