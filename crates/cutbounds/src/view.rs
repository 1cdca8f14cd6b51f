//! A self-contained HTML page of the ends of documents, with their boilerplate grey. A letter before each line names its kind, and each
//! boundary shows the features that decided.

use std::collections::BTreeMap;
use std::fmt::Write;

use html::{escape, page};

use crate::best::line::{Kind, Line, Side};
use crate::best::region::Region;
use crate::best::{Explanation, Model};
use crate::{Cut, Settings};

/// The greatest total size of documents in bytes; browsers open a page of this size without delay.
const MAX_PAGE: usize = 4 << 20;

/// The documents of a page. Those with the lowest confidence come first. If there are too many, those with the highest
/// are left out.
#[derive(Debug, Default)]
pub struct Documents {
    /// The sections, ordered by confidence in thousandths and by name. Documents with the same name are in input order.
    shown: BTreeMap<(u16, String, usize), String>,
    bytes: usize,
    count: usize,
    /// The least key of the documents that were left out. All greater keys are left out too, whatever their size, so
    /// that the page does not depend on the order of the documents.
    first_left_out: Option<(u16, String, usize)>,
}

impl Documents {
    /// Adds the section of a document. Without confidences (`paper`), documents are ordered by name.
    pub fn add(&mut self, name: &str, confidence: Option<[f64; 2]>, section: String) {
        let least = confidence.map_or(0.0, |[head, tail]| head.min(tail));
        self.count += 1;
        let key = ((1000.0 * least) as u16, name.to_owned(), 0);
        let same = self
            .shown
            .range(key.clone()..(key.0, name.to_owned(), usize::MAX));
        let key = (key.0, key.1, same.count());
        if self
            .first_left_out
            .as_ref()
            .is_some_and(|first| key >= *first)
        {
            return;
        }
        self.bytes += section.len();
        self.shown.insert(key, section);
        while self.bytes > MAX_PAGE && self.shown.len() > 1 {
            let (key, section) = self.shown.pop_last().expect("there are several");
            self.bytes -= section.len();
            self.first_left_out = Some(key);
        }
    }

    /// Returns the page.
    pub fn finish(self) -> String {
        let mut out = page::begin("cutbounds")
            + "<p>Grey lines are boilerplate. The documents whose bounds are least sure come first. A letter before a line names its kind: ";
        for (letter, kind) in LEGEND {
            let _ = write!(out, "<b>{letter}</b> {kind}, ");
        }
        out.push_str("none for other lines.</p>\n");
        let left_out = self.count - self.shown.len();
        if left_out > 0 {
            let _ = writeln!(
                out,
                "<p class=\"more\">{left_out} of {} documents, the surest ones, are left out of this page.</p>",
                self.count
            );
        }
        out.extend(self.shown.into_values());
        out + page::END
    }
}

/// The letters before lines, and the kinds of lines that they stand for.
const LEGEND: [(char, &str); 7] = [
    ('F', "frequent"),
    ('R', "frequent and repeated"),
    ('S', "frequent and short"),
    ('M', "marker"),
    ('L', "like frequent lines"),
    ('W', "without words"),
    ('T', "trivial (short, or without letters)"),
];

/// The number of lines of the body that are shown at each boundary.
const CONTEXT: u64 = 15;

/// One end of a document: its region, and the explanation of the bound if the method gives one.
pub struct End<'a> {
    /// The lines that the method considered.
    pub region: Region<'a>,
    /// The explanation.
    pub why: Option<Explanation>,
}

impl<'a> End<'a> {
    /// Adds the explanation of the method `best`.
    pub fn explained(region: Region<'a>, side: Side) -> Self {
        let why = Some(Model::built_in().explain(&region, side));
        End { region, why }
    }
}

/// Appends a document with its ends.
pub fn write(
    out: &mut String,
    name: &str,
    text: &str,
    cut: &Cut,
    ends: &[End; 2],
    settings: &Settings,
) {
    let _ = writeln!(
        out,
        "<details open><summary>{}: body {}\u{2013}{} of {} lines</summary>",
        escape(name),
        cut.preamble_end + 1,
        cut.epilogue_start - 1,
        cut.lines
    );
    let [head, tail] = ends;
    let until = cut.preamble_end + CONTEXT;
    let from = cut.epilogue_start.saturating_sub(CONTEXT);
    out.push_str("<pre>");
    for (number, raw) in (1..).zip(linenorm::raw_lines(text)) {
        if number == cut.epilogue_start {
            boundary(out, "epilogue starts", cut.epilogue_rule.as_str(), tail);
        }
        if number <= until || number >= from {
            line(out, number, raw, cut, ends, settings);
        } else if number == until + 1 {
            let _ = write!(
                out,
                "<div class=more>\u{2026} {} lines \u{2026}</div>",
                from - number
            );
        }
        if number == cut.preamble_end {
            boundary(out, "preamble ends", cut.preamble_rule.as_str(), head);
        }
    }
    out.push_str("</pre></details>\n");
}

fn line(out: &mut String, number: u64, raw: &str, cut: &Cut, ends: &[End; 2], settings: &Settings) {
    let of_preamble = (cut.preamble_start..=cut.preamble_end).contains(&number);
    let off = of_preamble || number >= cut.epilogue_start;
    let mut ends = [&ends[0], &ends[1]];
    // The regions of a short document overlap.
    if number >= cut.epilogue_start {
        ends.reverse();
    }
    let found = ends.iter().find_map(|end| {
        let mut lines = end.region.lines.iter();
        lines.find(|line| line.number == number)
    });
    let (letter, kind) = found.map_or((' ', String::new()), |line| kind(line, settings));
    let _ = writeln!(
        out,
        "<span class=line>{number:6} <b>{letter}</b> </span><span{} title=\"{kind}\">{}</span>",
        if off { " class=off" } else { "" },
        escape(raw.trim_end())
    );
}

/// The letter of a line, and its kind in words.
fn kind(line: &Line, settings: &Settings) -> (char, String) {
    let known = format!("{:.0} % of its word pairs are known", 100.0 * line.pairs);
    match line.kind {
        Kind::Frequent => ('F', "frequent line".to_owned()),
        Kind::Repeated => ('R', "frequent line, repeated".to_owned()),
        Kind::Short => ('S', "frequent short line".to_owned()),
        Kind::Marker => ('M', "marker".to_owned()),
        Kind::Template => ('L', format!("like frequent lines: {known}")),
        Kind::Wordless => ('W', "no words".to_owned()),
        Kind::Other if line.trivial => {
            let least = settings.rules.min_chars;
            let why = format!("trivial: fewer than {least} characters or no letter; {known}");
            ('T', why)
        }
        Kind::Other => (' ', format!("infrequent line; {known}")),
    }
}

fn boundary(out: &mut String, what: &str, rule: &str, end: &End) {
    let _ = write!(out, "<div class=cut>{what} here ({rule})");
    if let Some(why) = &end.why {
        let _ = write!(
            out,
            "<br><span class=more>probability {:.3}",
            why.probability
        );
        let other = why.runner_up.map(|kept| match kept.checked_sub(1) {
            None => "no boundary".to_owned(),
            Some(at) => format!("line {}", end.region.lines[at].number),
        });
        if let Some(other) = other {
            let _ = write!(
                out,
                "; the next best is {other}, and these features decided:"
            );
        }
        for (name, weight) in &why.reasons {
            let _ = write!(out, " {name} {weight:+.1}");
        }
        out.push_str("</span>");
    }
    out.push_str("</div>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best::{self, Templates};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_page_is_the_same_for_any_order_of_its_documents(sizes in prop::collection::vec(1usize..MAX_PAGE / 3, 1..12), turn in 0usize..12) {
            let documents: Vec<(String, f64, usize)> = (sizes.iter().enumerate())
                .map(|(number, &size)| (number.to_string(), (number * 7 % 5) as f64 / 5.0, size))
                .collect();
            let mut turned = documents.clone();
            turned.rotate_left(turn % documents.len());
            let pages = [documents, turned].map(|documents| {
                let mut page = Documents::default();
                for (name, confidence, size) in documents {
                    page.add(&name, Some([1.0, confidence]), name.repeat(size / name.len()));
                }
                page.finish()
            });
            prop_assert!(pages[0] == pages[1]);
            prop_assert!(pages[0].len() < MAX_PAGE + MAX_PAGE / 3);
        }
    }

    #[test]
    fn a_page_says_how_many_documents_it_leaves_out() {
        let page = |documents: usize| {
            let mut page = Documents::default();
            for number in 0..documents {
                let sure = number as f64 / 10.0;
                page.add("boats", Some([sure; 2]), "x".repeat(MAX_PAGE / 2));
            }
            page.finish()
        };
        assert!(!page(2).contains("left out"));
        assert!(
            page(7).contains(">5 of 7 documents, the surest ones, are left out of this page.<")
        );
    }

    fn is_frequent(line: &str) -> bool {
        line.starts_with("A frequent")
    }

    fn page(text: &str, settings: &Settings, cut: &Cut) -> String {
        let templates = Templates::default();
        let mut scratch = best::Scratch::default();
        let head = best::head(text, settings, &templates, &mut scratch, is_frequent);
        let tail = best::tail(
            text,
            best::Rest::of(&head, cut.lines, cut.preamble_end),
            settings,
            &templates,
            &mut scratch,
            is_frequent,
        );
        let ends = [
            End::explained(head, Side::Head),
            End::explained(tail, Side::Tail),
        ];
        let mut page = String::new();
        write(&mut page, "a<b", text, cut, &ends, settings);
        page
    }

    #[test]
    fn boilerplate_is_grey_and_text_is_escaped() {
        let text = "A frequent line that is long enough to count\n\n\n\n\nIt was <b>night</b> & \"dark\".\n".to_owned()
            + &"The body of the text goes on and on, and is not frequent at all.\n".repeat(80);
        let settings = Settings::default();
        let mut scratch = best::Scratch::default();
        let templates = Templates::default();
        let cut = best::cut(&text, &settings, &templates, &mut scratch, is_frequent);
        let page = page(&text, &settings, &cut);
        assert!(
            page.contains("<summary>a&lt;b: body 2\u{2013}86 of 86 lines"),
            "{page}"
        );
        assert!(
            page.contains(" <b>F</b> </span><span class=off title=\"frequent line\">A frequent")
        );
        assert!(page.contains("It was &lt;b&gt;night&lt;/b&gt; &amp; &quot;dark&quot;."));
        assert!(page.contains("preamble ends here (frequency)<br><span class=more>probability"));
        assert!(page.contains("\u{2026} 55 lines \u{2026}</div>"), "{page}");
        assert!(!page.contains("epilogue starts"));
    }

    #[test]
    fn both_boundaries_of_a_short_body_are_shown() {
        let frequent = "A frequent line that is long enough to count\n".repeat(3);
        let body = "A line of the body, which is long enough to count\n".repeat(5);
        let text = frequent.clone() + &body + &frequent;
        let settings = Settings {
            gap: 2,
            ..Settings::default()
        };
        let cut = crate::paper::cut(&text, &settings, is_frequent);
        assert_eq!((cut.preamble_end, cut.epilogue_start), (3, 9));
        let page = page(&text, &settings, &cut);
        let at = |shown| page.find(shown).expect(shown);
        let preamble_ends = at("preamble ends here");
        assert!(at("     3 <b>") < preamble_ends && preamble_ends < at("     4 <b>"));
        let epilogue_starts = at("epilogue starts here");
        assert!(at("     8 <b>") < epilogue_starts && epilogue_starts < at("     9 <b>"));
        assert!(!page.contains("lines \u{2026}</div>"));
    }
}
