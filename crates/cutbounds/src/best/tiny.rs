//! Documents with too few lines for the model.

use linenorm::raw_lines;

use super::tail::lines_backwards;
use super::templates::Templates;
use crate::body;
use crate::closing;
use crate::constants::{CONFIDENCE_TINY, TINY_DOCUMENT};
use crate::floor;
use crate::paper::{self, raw_line_count};
use crate::{Cut, Reason, Rule, Settings};

/// Whether a document has too few lines for the model. The paper's rule suffices for it.
pub fn is_tiny(text: &str) -> bool {
    let filled = raw_lines(text).filter(|line| !line.trim().is_empty());
    filled.take(TINY_DOCUMENT).count() < TINY_DOCUMENT
}

/// Returns the bounds of a tiny document: the paper's, if they leave a body. By its rule, the preamble extends to the
/// last frequent line of the head. So nothing would be left of a letter of five lines between a header and a signature.
pub fn tiny(
    text: &str,
    settings: &Settings,
    templates: &Templates,
    mut is_frequent: impl FnMut(&str) -> bool,
) -> Cut {
    let mut cut = paper::cut(text, settings, &mut is_frequent);
    let loses_body = body::is_lost(text, &cut, settings, |line| !is_frequent(line));
    if loses_body || !has_body(text, &cut) {
        cut = around_infrequent(text, settings, is_frequent).unwrap_or(cut);
    }
    cut.confidence = Some([CONFIDENCE_TINY; 2]);
    let metadata = floor::metadata(text, |key| templates.has_key(key));
    if let Some(floor) = metadata.filter(|floor| floor.line > cut.preamble_end)
        && floor.line < cut.epilogue_start
    {
        (cut.preamble_start, cut.preamble_end) = (floor.first, floor.line);
        cut.preamble_rule = floor.rule;
        cut.reasons[0] = Reason::Floor;
        cut.confidence = Some([floor.confidence, CONFIDENCE_TINY]);
    }
    let inwards = || lines_backwards(text, cut.lines);
    let closing = closing::metadata(inwards())
        .or_else(|| closing::section(inwards()))
        .or_else(|| closing::find(inwards()));
    if let Some(floor) = closing
        && floor.line < cut.epilogue_start
        && floor.line > cut.preamble_end + 1
    {
        (cut.epilogue_start, cut.epilogue_rule) = (floor.line, floor.rule);
        cut.reasons[1] = Reason::Floor;
        cut.confidence = cut.confidence.map(|[head, _]| [head, floor.confidence]);
    }
    if cut.epilogue_start <= cut.lines {
        let inwards = lines_backwards(text, cut.lines);
        let inwards = inwards.skip_while(|(number, _)| *number >= cut.epilogue_start);
        let start = floor::with_heading(cut.epilogue_start, inwards);
        if start > cut.preamble_end + 1 {
            cut.epilogue_start = start;
        }
    }
    cut
}

/// Keeps the longest run of infrequent lines between frequent lines. Trivial lines form a run only before all frequent
/// lines.
fn around_infrequent(
    text: &str,
    settings: &Settings,
    mut is_frequent: impl FnMut(&str) -> bool,
) -> Option<Cut> {
    let lines = raw_line_count(text);
    // The frequent lines, with the lines before the first and after the last of the text as bounds.
    let mut frequent = vec![0];
    let mut infrequent = Vec::new();
    linenorm::head(text, usize::MAX, settings.rules, |kept| {
        match is_frequent(kept.line) {
            true => frequent.push(kept.number),
            false => infrequent.push(kept.number),
        }
    });
    frequent.push(lines + 1);
    let length = |run: &&[u64]| {
        let within = |number: &&u64| (run[0]..run[1]).contains(*number);
        2 * infrequent.iter().filter(within).count() + usize::from(run[0] == 0)
    };
    let longest = frequent.windows(2).rev().max_by_key(length)?;
    let (preamble_end, epilogue_start) = (longest[0], longest[1]);
    let rule = |found: bool| match found {
        true => Rule::Frequency,
        false => Rule::None,
    };
    let cut = Cut {
        lines,
        preamble_start: 1,
        preamble_end,
        epilogue_start,
        preamble_rule: rule(preamble_end > 0),
        epilogue_rule: rule(epilogue_start <= lines),
        confidence: None,
        reasons: [Reason::LongestRun; 2],
    };
    has_body(text, &cut).then_some(cut)
}

/// Whether at least one line is left that is not blank.
fn has_body(text: &str, cut: &Cut) -> bool {
    (1..).zip(raw_lines(text)).any(|(number, line)| {
        (cut.preamble_end + 1..cut.epilogue_start).contains(&number) && !line.trim().is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best::samples::*;

    #[test]
    fn a_signature_under_a_short_letter_is_its_epilogue() {
        let letter = "Dear list,\nit works with the new release.\n\n-- \nAda\n";
        let text = format!("{letter}{}\n{}\n", NOTICE[0], NOTICE[1]);
        let cut = cut_of(&text);
        assert_eq!((cut.preamble_end, cut.epilogue_start), (0, 4));
        // The same text under a header.
        let cut = cut_of(&format!("{}\n{text}", FREQUENT[0]));
        assert_eq!((cut.preamble_end, cut.epilogue_start), (1, 5));
        // Without frequent lines, too.
        for ending in [
            "-- \nAda\n".to_owned(),
            format!("{}\nada@quay.example\n", "_".repeat(40)),
        ] {
            let cut = cut_of(&format!("Dear list,\nit works.\n\n{ending}"));
            assert_eq!((cut.preamble_end, cut.epilogue_start), (0, 4), "{ending}");
            assert_eq!(cut.epilogue_rule, Rule::Marker);
        }
        let cut = cut_of(&format!("Thanks!\n{}\n", NOTICE[0]));
        assert_eq!((cut.preamble_end, cut.epilogue_start), (0, 2));
        assert_eq!(cut.epilogue_rule, Rule::Frequency);
        // A heading goes with its notice.
        let cut = cut_of(&format!(
            "Boats of tin\n\\section*{{Of this}}\n{}\n",
            NOTICE[0]
        ));
        assert_eq!((cut.preamble_end, cut.epilogue_start), (0, 2));
        let cut = cut_of("Boats of tin\n\\section*{Copyright}\nPublic domain\n");
        assert_eq!((cut.preamble_end, cut.epilogue_start), (0, 2));
        // A notice before a short text is its preamble.
        let cut = cut_of(&format!("{}\n{}\n{letter}", NOTICE[0], NOTICE[1]));
        assert_eq!((cut.preamble_end, cut.epilogue_start), (2, 6));
        // A text that is only a notice is all boilerplate.
        let cut = cut_of(&NOTICE.join("\n"));
        assert_eq!((cut.preamble_end, cut.epilogue_start), (4, 5));
    }
}
