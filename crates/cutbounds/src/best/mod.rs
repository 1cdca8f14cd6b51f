//! A method that is more often right than the paper's.
//!
//! Like the paper's method, it uses only the frequent lines of the corpus and their counts. It differs in three points:
//!
//! 1. Infrequent lines are compared with the frequent ones. A line with a name in it counts as an instance of a
//!    template ([`templates`]).
//! 2. Every place between two lines of a region is a candidate for the boundary. A log-linear model scores the
//!    candidates. It sees which lines would be boilerplate, how common they are, the blocks and the blank lines on both
//!    sides, and whether the next block repeats words of the title ([`features`]). The highest score wins; among
//!    equals, the outermost candidate.
//! 3. Trivial lines count, and a boundary may follow an infrequent line.
//!
//! If a document begins with comments of a programming language, or with a block between two rules, only the ends of
//! these are candidates ([`headers`], [`comments`]).
//!
//! A document's text goes in, with the frequent lines of its library as [`Templates`]; its [`Cut`] comes out:
//!
//! 1. The lines at the head become a [`Region`]: what they are (`line.rs`), and the blocks that they form (`region.rs`).
//!    The head also shows the form of the document: prose, a source file, or a block between rules.
//! 2. The model predicts where the preamble ends (`model.rs`, with the features of the form).
//! 3. Structure and certain evidence, such as markers, licences and metadata, move this bound (`head.rs`, `bound.rs`,
//!    `floor.rs`). In a source file, the lines that say what the file is stay (`notice.rs`).
//! 4. The same is done for the lines at the tail, which begin behind the preamble (`tail.rs`).
//! 5. If the body would be lost, both ends are read again, and neither goes beyond the middle of the text.
//! 6. If the library has short lines, all this is done without and with them (`choice.rs`).
//!
//! `cargo lab train-cutbounds` fitted the weights on many libraries. They refer to no particular line, word or
//! publisher. Prose of a few lines is cut by the paper's rule.

mod blocks;
mod bound;
pub mod choice;
pub mod comments;
pub mod features;
mod head;
pub mod headers;
pub mod line;
pub mod model;
mod notice;
pub mod region;
#[cfg(test)]
mod samples;
pub mod structure;
mod syntaxes;
mod tail;
pub mod templates;
mod tiny;

pub use head::head;
pub use model::{Explanation, Model};
pub use region::Scratch;
pub use tail::{Rest, tail};
pub(crate) use tail::{lines_backwards, raw_lines_backwards};
pub use templates::Templates;

use crate::body;
use crate::constants::CONFIDENCE_DOUBTFUL;
use crate::paper::raw_line_count;
use crate::{Cut, Rule, Settings, floor, line_start};
use head::{bound_of_head, read_head};
use line::Form;
use linenorm::raw_lines;
use region::{Extent, Library, Region};
use tail::{bound_of_tail, read_tail};
use tiny::{is_tiny, tiny};

/// Finds the bounds of a document.
pub fn cut(
    text: &str,
    settings: &Settings,
    templates: &Templates,
    scratch: &mut Scratch,
    is_frequent: impl FnMut(&str) -> bool,
) -> Cut {
    cut_by_form(text, settings, templates, scratch, is_frequent).0
}

/// Finds the bounds of a document, and its form. A tiny document has no form.
fn cut_by_form(
    text: &str,
    settings: &Settings,
    templates: &Templates,
    scratch: &mut Scratch,
    is_frequent: impl FnMut(&str) -> bool,
) -> (Cut, Option<Form>) {
    let mut library = Library {
        settings,
        templates,
        scratch,
        is_frequent,
    };
    let head = read_head(text, Extent::Deciding, &mut library);
    if is_tiny(text) && !matches!(head.form, Form::Source | Form::Fenced) {
        return (tiny(text, settings, templates, library.is_frequent), None);
    }
    let form = head.form;
    let mut cut = ends(text, head, None, &mut library);
    // Regions that meet may take the text between two notices for gaps in one.
    let is_own = |line: &str| !(library.is_frequent)(line);
    if form != Form::Source
        && body::is_lost(text, &cut, settings, is_own)
        && let Some(middle) = floor::between_markers(text, settings)
            .map(|[first, last]| first.midpoint(last))
            .or_else(|| body::middle(text, settings, |line| !(library.is_frequent)(line)))
    {
        let before = &text[..line_start(text, middle)];
        let head = read_head(before, Extent::Deciding, &mut library);
        cut = ends(text, head, Some(middle), &mut library).doubting(cut);
    }
    (cut, Some(form))
}

/// The bounds of a document with this head region. If there is a `middle`, the preamble ends with this line at most, and the epilogue starts
/// after it.
fn ends(
    text: &str,
    head: Region,
    middle: Option<u64>,
    library: &mut Library<impl FnMut(&str) -> bool>,
) -> Cut {
    let Library {
        settings,
        templates,
        ..
    } = *library;
    let lines = raw_line_count(text);
    let before = middle.map_or(text, |line| &text[..line_start(text, line)]);
    let preamble = bound_of_head(before, &head, settings, templates);
    let preamble_end = preamble.line.unwrap_or(0);
    let rest = Rest::of(&head, lines, middle.unwrap_or(preamble_end));
    let tail = read_tail(text, rest, Extent::Deciding, library);
    let epilogue = bound_of_tail(text, &tail, rest, settings, templates);
    // Comments that end a document are its epilogue.
    let is_last =
        |line: u64| raw_lines(&text[line_start(text, line)..]).all(|raw| raw.trim().is_empty());
    if preamble.first > 1 && preamble_end > 0 && is_last(preamble_end) {
        return Cut {
            lines,
            preamble_start: 1,
            preamble_end: 0,
            epilogue_start: preamble.first,
            preamble_rule: Rule::None,
            epilogue_rule: preamble.rule,
            confidence: Some([epilogue, preamble].map(|bound| thousandths(bound.confidence))),
            reasons: [epilogue.reason, preamble.reason],
        };
    }
    Cut {
        lines,
        preamble_start: preamble.first,
        preamble_end,
        epilogue_start: epilogue.line.unwrap_or(lines + 1),
        preamble_rule: preamble.rule,
        epilogue_rule: epilogue.rule,
        confidence: Some([preamble, epilogue].map(|bound| thousandths(bound.confidence))),
        reasons: [preamble.reason, epilogue.reason],
    }
}

impl Cut {
    /// Limits the confidence in "nothing to cut" at an end where the first reading found boilerplate.
    fn doubting(self, first: Cut) -> Self {
        let none = |cut: Cut| [cut.preamble_rule, cut.epilogue_rule].map(|rule| rule == Rule::None);
        let (before, now) = (none(first), none(self));
        let confidence = self.confidence.map(|ends| {
            std::array::from_fn(|end| match now[end] && !before[end] {
                true => ends[end].min(CONFIDENCE_DOUBTFUL),
                false => ends[end],
            })
        });
        Cut { confidence, ..self }
    }
}

/// Rounds to thousandths, and below 1, since no bound is certain.
fn thousandths(share: f64) -> f64 {
    (share * 1000.0).round().min(999.0) / 1000.0
}

#[cfg(test)]
mod tests {
    use super::bound::Bound;
    use super::line::Side;
    use super::samples::*;
    use super::*;
    use crate::Reason;
    use proptest::prelude::*;

    #[test]
    fn a_text_between_two_notices_stays_where_both_ends_see_all_of_it() {
        let notice = |from: u32| {
            (from..from + 30).map(|n| {
                format!("Rule {n} of the library of Quaymouth says that readers do not write here")
            })
        };
        let learned: Vec<String> = notice(100).collect();
        let body: String = (0..16)
            .map(|n| {
                format!(
                    "In the year {n} the ferryman tarred a boat, and sold it to the miller's son\n"
                )
            })
            .collect();
        let text = format!(
            "{}\n\n* * *\n\nBOATS\n\n{body}\n* * *\n\n{}\n",
            learned[..10].join("\n"),
            learned[10..].join("\n")
        );
        let cut = cut_in(&text, &learned, |line| {
            learned.iter().any(|known| known == line)
        });
        let own = text[..text.find("BOATS").unwrap()].lines().count() as u64;
        assert!((10..=own).contains(&cut.preamble_end), "{cut:?}");
        assert!(
            (own + 19..=own + 22).contains(&cut.epilogue_start),
            "{cut:?}"
        );
    }

    #[test]
    fn lines_of_code_are_not_markers() {
        let text = format!(
            "int a;\n*** START OF BOATS ***\n{}*** END OF BOATS ***\nint b;\n",
            "int tar(int boat);\n".repeat(20)
        );
        let cut = cut_in(&text, NONE, |_| false);
        assert_eq!((cut.preamble_end, cut.epilogue_start), (0, cut.lines + 1));
    }

    #[test]
    fn a_line_of_prose_is_no_end_of_a_book() {
        let end = |line: &str| {
            let text = format!("{}{line}\n\n{}", body(), body());
            let cut = cut_in(&text, NONE, |_| false);
            (cut.epilogue_start, cut.lines + 1)
        };
        let wrapped = "He had read of all that, and of what the\nend of the Project Gutenberg would be, and he\nlaughed.";
        let spoken = "The\nEnd of Project Gutenberg, he said,\nand closed the book.";
        for line in [wrapped, spoken] {
            let (start, none) = end(line);
            assert_eq!(start, none, "{line}");
        }
        let marker = "End of Project Gutenberg's The Ferryman,\nby Ada North";
        for line in [
            marker,
            "*** END OF THE PROJECT GUTENBERG EBOOK THE FERRYMAN ***",
        ] {
            assert_eq!(end(line).0, 37, "{line}");
        }
    }

    #[test]
    fn boilerplate_is_a_whole_unit_where_separators_part_units() {
        let preamble = format!("{}\n\nThe Ferryman, by Ada North\n", NOTICE.join("\n"));
        let end = |separator: &str| {
            let text = format!("{preamble}{separator}\nFile: Boats\n\nOf tar\n\n{}", body());
            cut_of(&text).preamble_end
        };
        assert_eq!((end(""), end("\u{1f}"), end("\u{1d}\u{c}")), (4, 6, 6));
        // The notice is a small part of a long unit.
        let text = format!("{}\n\n{}\u{1f}\n{}", NOTICE[0], body(), body());
        assert_eq!(cut_of(&text).preamble_end, 0);
    }

    #[test]
    fn a_text_without_known_lines_is_all_body() {
        let cut = cut_of(&body());
        assert_eq!((cut.preamble_end, cut.epilogue_start), (0, cut.lines + 1));
        assert_eq!(
            (cut.preamble_rule, cut.epilogue_rule),
            (Rule::None, Rule::None)
        );
        let cut = cut_of("");
        assert_eq!((cut.lines, cut.preamble_end, cut.epilogue_start), (0, 0, 1));
    }

    #[test]
    fn what_only_its_form_shows_is_cut_from_each_kind_of_text() {
        let body = "The ferryman had tarred both of his boats before the sun came up.\n".repeat(20);
        let known = ["Quaymouth Library", "Classics of the Quay"];
        let mut both = choice::Both::default();
        for line in NOTICE.iter().chain(&known) {
            both.learn(line, 90, linenorm::Rules::default());
        }
        let cut = |text: &str| {
            let settings = Settings::default();
            let is_frequent = |line: &str| NOTICE.contains(&line) || known.contains(&line);
            let found = both.cut(text, &settings, &mut Default::default(), is_frequent);
            found.short.unwrap_or(found.long)
        };
        // A closing section of Markdown, with the section inside of it.
        let section = "## License\n\nMIT, by Ada North\n\n### Contributing\n\nAs above.\n";
        let found = cut(&format!(
            "# Boats\n\nTwo [boats](a.md) of tin.\n\n{body}\n{section}"
        ));
        assert_eq!(
            (found.epilogue_start, found.epilogue_rule),
            (26, Rule::Licence)
        );
        let found = cut(&format!(
            "# Boats\n\nTwo [boats](a.md) of tin.\n\n{body}\n## Licence fees\n\nNone.\n"
        ));
        assert_eq!(found.epilogue_start, found.lines + 1);
        let behind =
            "## License\n\nMIT, by Ada North\n\n## Contributions\n\nThey are licensed, too.\n";
        let found = cut(&format!(
            "# Boats\n\nTwo [boats](a.md) of tin.\n\n{body}\n{behind}{}\n{}\n",
            NOTICE[0], NOTICE[1]
        ));
        assert_eq!(
            (found.epilogue_start, found.epilogue_rule),
            (26, Rule::Licence)
        );
        let wiki = format!("<b>Boats</b>\n\n{body}\n==Copyright==\n\nPublic domain\n");
        assert_eq!(cut(&wiki).epilogue_start, 24);
        // The end tags of a page of HTML, and not those of another document.
        let tags = |begin: &str| cut(&format!("{begin}\n{body}\n</pre></body>\n</html>\n"));
        assert_eq!(tags("<html><body><pre>").epilogue_start, 23);
        assert_eq!(tags("Boats").epilogue_start, 25);
        // Short links that many texts of the library end with.
        let found = cut(&format!(
            "Boats\n\n{body}\nAda North\n{}\n{}\n",
            known[0], known[1]
        ));
        assert_eq!(found.epilogue_start, 24);
        // Without counts of short lines nothing is known about them.
        let long = cut_of(&format!("Boats\n\n{body}\nAda North\nOf tin\n"));
        assert_eq!(
            long.confidence.map(|ends| ends[1]),
            Some(CONFIDENCE_DOUBTFUL)
        );
        // The template below metadata is between lines of the text.
        let form = format!(
            "---\ntitle: Boats\ndate: May\n---\n\n{}\n\n{body}\n{}\n",
            NOTICE[0], NOTICE[1]
        );
        assert_eq!(cut(&form).preamble_end, 4);
        // Lines like those of a notice are not enough.
        let alike: String = NOTICE
            .iter()
            .map(|line| format!("{line} boats\n"))
            .collect();
        let alike = format!(
            "---\ntitle: Boats\ndate: May\n---\n\n{}\n{alike}\n\n\n{body}",
            NOTICE[0]
        );
        assert_eq!(cut(&alike).preamble_end, 4);
        // A comment below metadata that grants rights, and another one.
        let below = |comment: &str| {
            let fields = "title: Boats\nauthor: Ada\ndate: May\nyard: North\ntar: two\n";
            let text = format!("---\n{fields}---\n\n<!--\n{comment}\n-->\n\n{body}");
            cut(&text).preamble_end
        };
        assert_eq!(below("Copyright 2020 Ada North, all rights reserved"), 11);
        assert_eq!(below("Tarred by Ada North"), 7);
    }

    #[test]
    fn a_notice_may_have_one_long_line() {
        let long = "The library of Quaymouth has typed it and reads all letters. ".repeat(6);
        let (long, body) = (long.trim_end(), body().replace("\n\n", "\n"));
        let paragraph = body.replace('\n', " ");
        let cut = |text: &str| cut_in(text, &[long], |line| line == long);
        let end = cut(&format!("Boats\n{}{long}\n", body.repeat(8)));
        assert_eq!(end.epilogue_start, end.lines);
        // The paragraphs of the text, on a line each, are not part of the notice.
        let paragraphs: String = (0..12).map(|at| format!("{at} {paragraph}\n")).collect();
        assert_eq!(cut(&format!("{long}\nBoats\n{paragraphs}")).preamble_end, 1);
    }

    #[test]
    fn examples_of_code_end_what_may_be_a_notice() {
        let head = |text: &str| region_of(text, Side::Head).may_be_notice(Side::Head);
        let tail = |text: &str| region_of(text, Side::Tail).may_be_notice(Side::Tail);
        let titled = format!("The tarring of boats\n\n{}\n", NOTICE.join("\n"));
        assert_eq!(head(&titled), 5);
        assert_eq!(head(&format!("# {titled}")), 0);
        assert_eq!(head(&titled.replace("\n\n", "\n====================\n")), 0);
        let example =
            "Boats\n\nOf tin\n\nTar them::\n\n    tar(boats)\n    sail(boats)\n\nThen sail.\n";
        assert_eq!((head(example), tail(example)), (2, 1));
        for side in [Side::Head, Side::Tail] {
            let region = region_of(example, side);
            let structure = structure::Structure::of(&region, side);
            assert!(!structure.admits(region.may_be_notice(side) + 1));
        }
        assert_eq!(head("Boats\n\nTar::\n\nThen sail.\n"), 3, "no code follows");
        let titled = format!(
            ".. _boats:\n\nThe tarring of boats\n====================\n\n{}\n",
            NOTICE[0]
        );
        assert_eq!(head(&titled), 1, "a target precedes the title");
        // What is in a directive at the end is not a notice either, whatever stands before its name.
        let within = format!(
            "Boats\n\n..  code-block:: xml\n\n    <tar>\n    {}\n",
            NOTICE[0]
        );
        assert_eq!(tail(&within), 0);
        assert_eq!(tail(&within.replace("code-block", "figure")), 0);
        assert_eq!(tail(".. figure:: boats\n\nBoats\n"), 1);
        let fences = "Boats\n\n```\ntar(boats)\n```\n\nThen sail.\n";
        assert_eq!((head(fences), tail(fences)), (1, 1));
    }

    #[test]
    fn nothing_to_cut_is_doubtful_where_a_first_reading_found_lines() {
        let picks = [
            (20, 1),
            (0, 1),
            (5, 1),
            (9, 6),
            (8, 1),
            (0, 3),
            (10, 1),
            (0, 1),
            (3, 4),
            (11, 8),
        ];
        let lines = picks
            .iter()
            .flat_map(|&(pick, times)| std::iter::repeat_n(LINES[pick], times));
        let text = lines.collect::<Vec<&str>>().join("\n");
        let cut = cut_in(&text, &NOTICE, |line| {
            NOTICE.iter().any(|notice| line.ends_with(notice))
        });
        assert_eq!((cut.preamble_end, cut.preamble_rule), (0, Rule::None));
        assert_eq!(
            cut.confidence.map(|ends| ends[0]),
            Some(CONFIDENCE_DOUBTFUL)
        );
    }

    proptest! {
        /// The lines that [`cut`] reads lead to the same result as all lines.
        #[test]
        fn the_deciding_lines_are_enough(picks in proptest::collection::vec((0usize..LINES.len(), 1usize..9), 0..40)) {
            let lines = picks.iter().flat_map(|&(pick, times)| std::iter::repeat_n(LINES[pick], times));
            let text = lines.collect::<Vec<&str>>().join("\n");
            let mut templates = Templates::default();
            let is_frequent = |line: &str| NOTICE.iter().any(|notice| line.ends_with(notice));
            NOTICE.iter().for_each(|line| templates.learn(line, 20));
            let (settings, mut scratch) = (Settings::default(), Scratch::default());
            let found = cut(&text, &settings, &templates, &mut scratch, is_frequent);
            let whole = head(&text, &settings, &templates, &mut scratch, is_frequent);
            // Floors are not from the model.
            if is_tiny(&text) && whole.form == Form::Prose || found.reasons.contains(&Reason::Floor) {
                return Ok(());
            }
            // The ends of a text that would lose its body are found again.
            let mut library = Library { settings: &settings, templates: &templates, scratch: &mut scratch, is_frequent };
            let deciding = read_head(&text, Extent::Deciding, &mut library);
            let first = ends(&text, deciding, None, &mut library);
            if body::is_lost(&text, &first, &settings, |line| !is_frequent(line)) {
                return Ok(());
            }
            let model = Model::built_in();
            let predicted = Bound::predicted(&whole, &model.predict(&whole, Side::Head));
            let mut head = predicted.without_description(&text, &whole).without_opened_blocks(&text);
            let is_unseen = comments::has_short_frame(&whole.lines) || crate::below_title::is_doubtful(&text);
            if head.line.is_none() && whole.form == Form::Prose && is_unseen {
                head.confidence = head.confidence.min(CONFIDENCE_DOUBTFUL);
            }
            let end = head.line.unwrap_or(0);
            // With separate buffers, and without the readings of the head.
            let mut rest = Rest::of(&whole, found.lines, end);
            rest.readings = &[];
            let whole = tail(&text, rest, &settings, &templates, &mut Scratch::default(), is_frequent);
            let mut tail = model.predict(&whole, Side::Tail);
            let is_doubtful = floor::is_doubtful(&whole, templates.most()) || floor::is_unseen(&whole, false);
            if tail.kept == 0 && is_doubtful {
                tail.confidence = tail.confidence.min(CONFIDENCE_DOUBTFUL);
            }
            let bound = Bound::predicted(&whole, &tail).without_unknown_blocks(&whole);
            let start = bound.line.unwrap_or(found.lines + 1);
            // A floor, or the best place beyond it, cuts more than the model alone.
            if found.preamble_end > end || found.epilogue_start < start {
                return Ok(());
            }
            prop_assert_eq!((found.preamble_end, found.epilogue_start), (end, start));
            prop_assert_eq!(found.confidence, Some([head.confidence, tail.confidence].map(thousandths)));
        }

        /// Any text has a body between its bounds, and boilerplate has a frequent line.
        #[test]
        fn bounds_are_in_order(picks in proptest::collection::vec(0usize..9, 0..40)) {
            let lines = [NOTICE[0], NOTICE[1], FREQUENT[4], "", "", "x", "/* * */", "A tale of two", "\u{e9}\u{a0}[\u{3000}"];
            let text: Vec<&str> = picks.iter().map(|&pick| lines[pick]).collect();
            let cut = cut_of(&text.join("\n"));
            prop_assert!(cut.preamble_end < cut.epilogue_start && cut.epilogue_start <= cut.lines + 1);
            prop_assert_eq!(cut.preamble_end == 0, cut.preamble_rule == Rule::None);
            prop_assert_eq!(cut.epilogue_start > cut.lines, cut.epilogue_rule == Rule::None);
        }

        /// The same holds if short lines count, whichever set of weights is chosen.
        #[test]
        fn chosen_bounds_are_in_order(picks in proptest::collection::vec(0usize..9, 10..60)) {
            let lines = [NOTICE[0], NOTICE[1], "* * *", "", "", "x", "Boats", "A tale of two", "\u{e9}\u{a0}[\u{3000}"];
            let text: Vec<&str> = picks.iter().map(|&pick| lines[pick]).collect();
            let text = text.join("\n");
            let known = [NOTICE[0], NOTICE[1], "* * *", "Boats", "A tale of two"];
            let mut both = choice::Both::default();
            known.iter().for_each(|line| both.learn(line, 20, linenorm::Rules::default()));
            let is_frequent = |line: &str| known.contains(&line);
            let found = both.cut(&text, &Settings::default(), &mut Default::default(), is_frequent);
            let mut choice = choice::Choice::default();
            for _ in 0..20 {
                choice.learn(&found);
                let (cut, _) = choice.choose(&found);
                prop_assert!(cut.preamble_end < cut.epilogue_start && cut.epilogue_start <= cut.lines + 1);
                prop_assert_eq!(cut.preamble_end == 0, cut.preamble_rule == Rule::None);
                prop_assert_eq!(cut.epilogue_start > cut.lines, cut.epilogue_rule == Rule::None);
            }
        }
    }
}
