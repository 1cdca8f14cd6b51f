//! Reads the tail of a document, and finds the start of its epilogue.

use linenorm::raw_lines;

use super::bound::Bound;
use super::comments;
use super::line::{Form, Line, Side};
use super::model::Model;
use super::region::{Extent, Library, Reading, Region, Request, Scratch};
use super::templates::Templates;
use crate::Settings;
use crate::closing;
use crate::constants::{CONFIDENCE_DOUBTFUL, CONFIDENCE_MARKER, CONFIDENCE_RUN};
use crate::floor::{self, Floor};

/// The part of a document after its preamble.
#[derive(Debug, Clone, Copy)]
pub struct Rest<'r> {
    lines: u64,
    preamble_end: u64,
    form: Form,
    pub(super) readings: &'r [Reading],
    head: &'r [Line<'r>],
}

impl<'r> Rest<'r> {
    /// Describes a document with `lines` lines and this head region.
    pub fn of(head: &'r Region<'r>, lines: u64, preamble_end: u64) -> Self {
        Rest {
            lines,
            preamble_end,
            form: head.form,
            readings: &head.readings,
            head: &head.lines,
        }
    }

    /// Whether the document is a page of HTML.
    fn is_page(&self) -> bool {
        self.head
            .first()
            .is_some_and(|first| comments::is_page(first.text()))
    }
}

/// Reads the tail region of a document.
pub fn tail<'a>(
    text: &'a str,
    rest: Rest,
    settings: &Settings,
    templates: &Templates,
    scratch: &mut Scratch,
    is_frequent: impl FnMut(&str) -> bool,
) -> Region<'a> {
    let mut library = Library {
        settings,
        templates,
        scratch,
        is_frequent,
    };
    read_tail(text, rest, Extent::Whole, &mut library)
}

pub fn read_tail<'a>(
    text: &'a str,
    rest: Rest,
    extent: Extent,
    library: &mut Library<impl FnMut(&str) -> bool>,
) -> Region<'a> {
    let backwards = raw_lines_backwards(text);
    let raw = (rest.preamble_end + 1..=rest.lines).rev().zip(backwards);
    let request = Request {
        side: Side::Tail,
        extent,
        form: rest.form,
        readings: rest.readings,
    };
    let mut region = Region::read(request, raw, library);
    // Libraries differ in the number of blank lines before an epilogue.
    region.wide = match rest.form {
        Form::Prose | Form::Fenced => region.widest_gap().max(1),
        Form::Source => usize::MAX,
    };
    if rest.form == Form::Source {
        region.closing = comments::closing(&region.lines, rest.head);
    }
    if extent == Extent::Whole || region.is_known() {
        region.describe(Side::Tail, library.scratch);
    }
    region
}

/// Returns the start of the epilogue: the model's, unless certain evidence is further inside.
pub fn bound_of_tail(
    text: &str,
    tail: &Region,
    rest: Rest,
    settings: &Settings,
    templates: &Templates,
) -> Bound {
    let bound = Bound::predicted(tail, &Model::built_in().predict(tail, Side::Tail));
    let bound = bound.without_unknown_blocks(tail);
    let mut bound = bound.without_paragraph(tail, Side::Tail);
    let inwards = || inwards(text, rest);
    let section = match rest.form {
        Form::Source => None,
        Form::Prose | Form::Fenced => closing::section(inwards()),
    };
    let is_prose = rest.form != Form::Source;
    let is_marker_beyond =
        |line: &Line| bound.line > Some(line.number) && settings.is_marker(line.raw, Side::Tail);
    let needs_marker =
        || bound.confidence < CONFIDENCE_MARKER || tail.lines.iter().any(is_marker_beyond);
    if !bound.is_sure(settings) {
        let floor = floor_of_tail(text, tail, rest, section, settings, templates);
        if let Some(floor) = floor {
            bound = Bound::on(floor, tail, Side::Tail);
        } else if bound.line.is_none()
            && (floor::is_doubtful(tail, templates.most())
                || floor::is_unseen(tail, templates.has_short()))
        {
            bound.confidence = bound.confidence.min(CONFIDENCE_DOUBTFUL);
        }
    } else if is_prose
        && needs_marker()
        && let Some(floor) = floor::tail_marker(text, rest.preamble_end, settings)
        && bound.line.is_none_or(|line| line >= floor.line)
    {
        // The model has said what is beyond.
        bound = Bound::of_floor(floor);
    }
    // The model was fitted with few libraries whose notices are short lines.
    if bound.confidence < CONFIDENCE_RUN
        && tail.form == Form::Prose
        && let Some(lines) = floor::closing_lines(tail, templates.most())
    {
        bound = Bound::of_floor(floor::of_run(tail.lines[lines - 1].number));
    }
    // Boilerplate does not begin within a section on rights, and hardly before it.
    let is_better = |section: &Floor| {
        bound
            .line
            .is_some_and(|start| section.line < start || section.confidence > bound.confidence)
    };
    if let Some(section) = section.filter(is_better) {
        bound = Bound::on(section, tail, Side::Tail);
    }
    // A heading belongs to the boilerplate under it.
    if let Some(start) = bound.line {
        let inwards = inwards().skip_while(|(number, _)| *number >= start);
        bound.line = Some(floor::with_heading(start, inwards));
    }
    match is_prose {
        true => bound,
        false => bound.without_closed_block(text),
    }
}

/// Returns the certain evidence that counts if the model finds no epilogue, or is unsure of it. `section` is a section on
/// rights that ends the text.
fn floor_of_tail(
    text: &str,
    tail: &Region,
    rest: Rest,
    section: Option<Floor>,
    settings: &Settings,
    templates: &Templates,
) -> Option<Floor> {
    let run = floor::run(tail, Side::Tail, templates.most());
    let of_run = |lines: usize| floor::of_run(tail.lines[lines - 1].number);
    if rest.form == Form::Source {
        let run = is_manual_page(text)
            .then(|| floor::end_of_manual_page(tail, run, templates.most()))
            .flatten();
        return run.map(of_run).or_else(|| end_tags(text, rest));
    }
    let inwards = || inwards(text, rest);
    run.map(of_run)
        .or_else(|| floor::tail_marker(text, rest.preamble_end, settings))
        .or(section)
        .or_else(|| closing::find(inwards()))
        .or_else(|| closing::metadata(inwards()))
        .or_else(|| end_tags(text, rest))
        .or_else(|| closing::bar(inwards()))
}

/// Returns the end tags of a page.
fn end_tags(text: &str, rest: Rest) -> Option<Floor> {
    rest.is_page()
        .then(|| closing::end_tags(inwards(text, rest)))
        .flatten()
}

/// Iterates over the lines behind the preamble, from the last one inwards.
fn inwards<'a>(text: &'a str, rest: Rest<'a>) -> impl Iterator<Item = (u64, &'a str)> {
    let numbers = (rest.preamble_end + 1..=rest.lines).rev();
    numbers.zip(raw_lines_backwards(text))
}

/// The greatest number of lines before the title of a manual page. Those of Tcl have 240 lines of macros.
const MAX_BEFORE_TITLE: usize = 500;

/// Whether a document has the title of a manual page.
fn is_manual_page(text: &str) -> bool {
    let is_title = |raw: &str| raw.starts_with(".TH ") || raw.starts_with(".Dd ");
    raw_lines(text).take(MAX_BEFORE_TITLE).any(is_title)
}

/// Iterates over the raw lines of a text in reverse order, with their numbers. The text has `lines` lines.
pub(crate) fn lines_backwards(text: &str, lines: u64) -> impl Iterator<Item = (u64, &str)> {
    (1..=lines).rev().zip(raw_lines_backwards(text))
}

/// Iterates over the raw lines of a text in reverse order.
pub(crate) fn raw_lines_backwards(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    let line_feeds = memchr::memrchr_iter(b'\n', text.as_bytes()).map(|at| at + 1);
    let mut end = text.len();
    line_feeds.chain([0]).map(move |start| {
        let line = &text[start..end];
        end = start.saturating_sub(1);
        line
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;
    use crate::best::samples::*;
    use crate::best::structure::Structure;
    use crate::best::{choice, cut, head};

    #[test]
    fn comments_that_name_the_file_again_close_it() {
        let start = |text: &str| cut_of(text).epilogue_start;
        let code = "(defun tar (boat)\n  (paint boat))\n".repeat(8);
        let text = format!(
            ";;; boats.el\n\n{code}\n;; Local Variables:\n;; End:\n\n;;; boats.el ends here\n"
        );
        let cut = cut_of(&text);
        assert_eq!(
            (cut.epilogue_start, cut.epilogue_rule),
            (20, Rule::Frequency)
        );
        // The title of a library in Lisp stays, and so does the line that repeats its name.
        let titled = text.replace("boats.el\n\n", "boats.el --- Of wood or tin\n\n");
        assert_eq!(start(&titled), 24);
        let tex = format!(
            "%% This is file `boats.sty'.\n{}\\endinput\n%%\n%% End of file `boats.sty'.\n",
            "\\def\\tar{\\tin}\n".repeat(12)
        );
        assert_eq!(start(&tex), 15);
        let others = [
            // Another file, no file, code after it, another kind of comment, no code, and prose.
            text.replace("boats.el ends", "ferry.el ends"),
            text.replace("boats.el\n\n", "Boats\n\n"),
            text.clone() + "(provide 'boats)\n",
            text.replace(";;; boats.el ends", "# boats.el ends"),
            "# boats.el\n".repeat(20),
            format!("About boats.el\n{}# boats.el\n", body()),
        ];
        for other in others {
            assert_eq!(start(&other), other.lines().count() as u64 + 1, "{other}");
        }
    }

    #[test]
    fn a_heading_and_the_text_under_it_are_not_parted() {
        let start = |text: &str| cut_of(&format!("{}\n{text}", body())).epilogue_start;
        let notice = NOTICE.map(|line| format!("   {line}\n")).concat();
        let heading = body().lines().count() as u64 + 2;
        assert_eq!(start(&format!("8.  Of this text\n\n{notice}")), heading);
        // The last words of a text are not a heading.
        let end = body().lines().count() as u64 + 6;
        assert_eq!(start(&format!("FINIS\n\n\n\n{notice}")), end);
        // The addresses of authors are not frequent, and the section before them is not an epilogue.
        let addresses = "   Ada North\n   1 Mill Lane\n\n   Bob South\n   2 Mill Lane\n";
        let line = format!("   {}\n", NOTICE[3]);
        let with = |title: &str| format!("8.  Tar\n\n{line}\n{title}\n\n{addresses}");
        let without = body().lines().count() + 1 + with("9.  Addresses").lines().count() + 1;
        assert_eq!(start(&with("9.  Addresses")), without as u64);
        assert_eq!(start(&with("   9.  Addresses")), heading);
    }

    #[test]
    fn an_epilogue_begins_behind_a_blank_line_as_wide_as_any_near_it() {
        let body = "The ferryman had tarred both of his boats before the sun came over the hill\n"
            .repeat(30);
        let text = format!(
            "{body}\nFrom: Boats\nIn: Quaymouth\n{}\n",
            NOTICE[..3].join("\n")
        );
        let cut = cut_of(&text);
        assert_eq!(
            (cut.epilogue_start, cut.epilogue_rule),
            (32, Rule::Frequency)
        );
    }

    #[test]
    fn no_code_is_the_epilogue_of_a_source_file() {
        let code = "import boats;\n\nfn ferry() {\n    tar(&boats);\n}\n".repeat(9);
        let frequent = "}, '1.2.3', {\"needs\": [\"boats\", \"tar\"]});";
        let bounds = |text: &str| {
            let is_frequent = |line: &str| line == frequent || NOTICE.contains(&line);
            cut_in(text, NONE, is_frequent)
        };
        let cut = bounds(&format!("{code}\n\n\n\n{frequent}\n"));
        assert_eq!(cut.epilogue_start, cut.lines + 1);
    }

    #[test]
    fn a_frame_at_the_end_is_the_epilogue() {
        let rule = "=".repeat(40);
        let lines = format!("{}{}", body(), rule).lines().count() as u64;
        let start = |inside: &str| cut_of(&format!("{}{rule}\n{inside}{rule}\n", body()));
        let cut = start(&format!("Boats\n{}\n", NOTICE[0]));
        assert_eq!(
            (cut.epilogue_start, cut.epilogue_rule),
            (lines, Rule::Frequency)
        );
        // Few lines of a scene between two rules are known.
        let cut = start(&format!("{}\n{}", NOTICE[0], body()));
        assert_eq!(cut.epilogue_start, cut.lines + 1);
    }

    #[test]
    fn an_epilogue_has_the_more_common_lines_before_its_last_ones() {
        let body = "The ferryman had tarred both of his boats before the sun came over the hill\n"
            .repeat(30);
        let fields = "In: Quaymouth\nIn May\nIn June\nTyped: Fay\nRead: Guy\nIn July\nAbout:\n";
        let last = format!("About signs\n\n{}\n", NOTICE[1]);
        let text = format!("{body}\n{fields}{}\n\n\n{last}", NOTICE[0]);
        let is_frequent = |line: &str| NOTICE[..2].contains(&line);
        let mut templates = Templates::default();
        templates.learn(NOTICE[0], 600);
        templates.learn(NOTICE[1], 150);
        let (settings, mut scratch) = (Settings::default(), Scratch::default());
        let cut = cut(&text, &settings, &templates, &mut scratch, is_frequent);
        assert_eq!(cut.epilogue_start, 32);
        // The epilogue does not begin with the last line, whatever the weights are.
        let region = head(&text, &settings, &templates, &mut scratch, is_frequent);
        let rest = Rest::of(&region, cut.lines, 0);
        let region = tail(
            &text,
            rest,
            &settings,
            &templates,
            &mut scratch,
            is_frequent,
        );
        let structure = Structure::of(&region, Side::Tail);
        assert_eq!(
            [0, 1, 2, 10].map(|kept| structure.admits(kept)),
            [true, false, false, true]
        );
    }

    #[test]
    fn a_notice_takes_no_section_of_a_manual_page() {
        let text = "The ferryman had tarred both of his boats before the sun came over the hill.\n";
        let start = |end: &str| {
            let page =
                format!(".\\\" Boats\n.TH TAR 1\n.SH NAME\ntar\n.SH TAR\n{text}{text}{end}\n");
            (
                cut_of(&page).epilogue_start,
                page.lines().count() as u64 + 1,
            )
        };
        let (long, short) = (NOTICE.join("\n"), NOTICE[..2].join("\n"));
        for notice in [&long, &short] {
            assert_eq!(start(&format!(".PP\n{notice}")).0, 9);
            assert_eq!(start(&format!(".SH AUTHORS\n{notice}")).0, 8);
            assert_eq!(start(&format!(".Sh \"SEE ALSO\"\n.Pp\n{notice}")).0, 8);
        }
        // The lines of a notice and the names between them.
        let names = format!(
            ".SH AUTHORS\n{}\nAda North <ada@quay.example>\n.PP\n{}",
            NOTICE[0],
            NOTICE[1..].join("\n")
        );
        assert_eq!(start(&names).0, 8);
        // One line is not enough, and neither are two with text before them.
        for end in [
            format!(".SH AUTHORS\n{}", NOTICE[0]),
            format!(".SH AUTHORS\n{text}{short}"),
        ] {
            let (start, none) = start(&end);
            assert_eq!(start, none, "{end}");
        }
    }

    #[test]
    fn macros_may_precede_the_title_of_a_manual_page() {
        let macros = ".de Tar\n.ft B\n..\n".repeat(90);
        assert!(is_manual_page(&format!("{macros}.TH TAR 1\n")));
        assert!(!is_manual_page(&format!("{}.TH TAR 1\n", macros.repeat(2))));
    }

    #[test]
    fn a_run_begins_with_a_sentence_and_has_letters() {
        let learned = [
            "be tarred by the library, which asks for no money for it.",
            "Anybody may then tell the library which of the boats was tarred,",
            "and the library will be glad to hear of any of them in the spring.",
            "It has no other boats than these, and none of tin or of paper.",
        ];
        let cut = |end: &str, learned: &[&str]| {
            let mut short = choice::Both::default();
            let keep = Settings::default().rules;
            learned.iter().for_each(|line| short.learn(line, 90, keep));
            let (title, end) = end.split_once('|').unwrap_or(("", end));
            let text = format!("{title}{}{end}", body().replace("\n\n", "\n"));
            let is_frequent = |line: &str| learned.contains(&line);
            let found = short.cut(
                &text,
                &Settings::default(),
                &mut Default::default(),
                is_frequent,
            );
            let cut = found.short.unwrap_or(found.long);
            (cut.preamble_end, cut.lines + 1 - cut.epilogue_start)
        };
        let begun = "Each of the boats that lie at the quay can\n";
        let notice = learned[1..].join("\n");
        // In a manual page from the last heading on, and in any text from a blank line on.
        let page = format!(
            ".\\\" Boats\n.TH TAR 1\n.SH TAR\n|{begun}{}\n.SH NOTES\n{notice}\n",
            learned[0]
        );
        assert_eq!(cut(&page, &learned).1, 4);
        assert_eq!(
            cut(&format!("{begun}{}\n\n{notice}\n", learned[0]), &learned).1,
            3
        );
        // Numbers of cues, and tags around paragraphs, that all texts have.
        let cues: String = (1..40)
            .map(|at| format!("{at}\n00:00:{at} --> 00:00:{at}\nBoat {at} of tin and of tar\n\n"))
            .collect();
        let numbers: Vec<String> = (1..40)
            .flat_map(|at| [at.to_string(), format!("00:00:{at} --> 00:00:{at}")])
            .collect();
        let tags: String = (1..40)
            .map(|at| {
                format!(
                    "<p>\nThe miller's son has sailed boat {at} to the mill of his father.\n</p>\n"
                )
            })
            .collect();
        let numbers = numbers.iter().map(String::as_str).collect();
        for (text, mut known) in [(cues, numbers), (tags, vec!["<p>", "</p>"])] {
            known.extend(&learned[1..3]);
            let text = format!("{}\n{}\n\n{text}|", learned[1], learned[2]);
            assert!(cut(&text, &known).0 <= 3, "{text}");
        }
    }

    #[test]
    fn markers_bound_the_body_of_a_short_text() {
        let rules: Vec<String> = (0..200)
            .map(|at| format!("Rule {at} of the library of Quaymouth is that boats are not sold"))
            .collect();
        let tale = "The ferryman had tarred a boat for the miller's son before the sun came up.\n"
            .repeat(9);
        let (start, end) = (
            "*** START OF THE PROJECT GUTENBERG EBOOK BOATS ***\n",
            "*** END OF THE PROJECT GUTENBERG EBOOK BOATS ***\n",
        );
        let bounds = |[above, below]: [usize; 2]| {
            let (above, below) = (
                rules[..above].join("\n"),
                rules[100..100 + below].join("\n"),
            );
            let text = format!("{above}\n\n{start}\n{tale}\n{end}\n{below}\n");
            let known = |line: &str| rules.iter().any(|rule| rule == line);
            let cut = cut_in(&text, &rules, known);
            let line = |marker: &str| text[..text.find(marker).unwrap()].lines().count() as u64 + 1;
            assert!(
                cut.preamble_end >= line(start) && cut.epilogue_start > line(start),
                "{cut:?}"
            );
            assert!(
                cut.epilogue_start <= line(end) && cut.preamble_end < line(end),
                "{cut:?}"
            );
            assert!(cut.body(&text).contains("ferryman"));
        };
        for above in [0, 3, 20, 100] {
            for below in [0, 3, 20, 100] {
                bounds([above, below]);
            }
        }
    }
}
