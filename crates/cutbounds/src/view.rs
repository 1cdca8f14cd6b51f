//! A page to look at: the ends of documents with their boilerplate grey. What each line is, and why the boundary lies
//! where it lies, is said on hover. The page needs nothing but itself.

use std::fmt::Write;

use html::{escape, page};

use crate::best::region::{Kind, Line, Region, Side};
use crate::best::{Explanation, Model};
use crate::{Cut, Settings};

/// The beginning of the page.
pub fn begin() -> String {
    page::begin("cutbounds")
        + "<p>Grey lines are boilerplate. Hover over a line, or over the words at a boundary, to see what decided.</p>\n"
}

/// This many lines of the body are shown on the inner side of a boundary.
const CONTEXT: u64 = 15;

/// One end of a document: its region, and why the boundary lies there if the method can say.
pub struct End<'a> {
    /// The lines that the method looked at.
    pub region: Region<'a>,
    /// The reasons.
    pub why: Option<Explanation>,
}

impl<'a> End<'a> {
    /// With the reasons of the best method.
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
    let off = number <= cut.preamble_end || number >= cut.epilogue_start;
    let found = ends.iter().find_map(|end| {
        let mut lines = end.region.lines.iter();
        lines.find(|line| line.number == number)
    });
    let _ = writeln!(
        out,
        "<span class=line>{number:6}  </span><span{} title=\"{}\">{}</span>",
        if off { " class=off" } else { "" },
        found.map_or_else(String::new, |line| what(line, settings)),
        escape(raw.trim_end())
    );
}

/// What a line is, in words.
fn what(line: &Line, settings: &Settings) -> String {
    let known = format!("{:.0} % of its word pairs are known", 100.0 * line.pairs);
    match line.kind {
        Kind::Frequent => "frequent line".to_owned(),
        Kind::Repeated => "frequent line, repeated".to_owned(),
        Kind::Marker => "marker".to_owned(),
        Kind::Template => format!("like frequent lines: {known}"),
        Kind::Wordless => "no words".to_owned(),
        Kind::Other if line.trivial => {
            format!(
                "trivial: fewer than {} characters or no letter; {known}",
                settings.rules.min_chars
            )
        }
        Kind::Other => format!("infrequent line; {known}"),
    }
}

fn boundary(out: &mut String, what: &str, rule: &str, end: &End) {
    let _ = write!(out, "<div class=cut title=\"");
    if let Some(why) = &end.why {
        let _ = write!(out, "probability {:.3}", why.probability);
        let other = why.runner_up.map(|kept| match kept.checked_sub(1) {
            None => "none".to_owned(),
            Some(at) => format!("line {}", end.region.lines[at].number),
        });
        if let Some(other) = other {
            let _ = write!(out, "; next best: {other}; against it:");
        }
        for (name, weight) in &why.reasons {
            let _ = write!(out, " {name} {weight:.1}");
        }
    }
    let _ = write!(out, "\">{what} here ({rule})</div>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best::{self, Templates};

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
        assert!(page.contains("<span class=off title=\"frequent line\">A frequent"));
        assert!(page.contains("It was &lt;b&gt;night&lt;/b&gt; &amp; &quot;dark&quot;."));
        assert!(page.contains("preamble ends here (frequency)") && page.contains("probability"));
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
        let cut = crate::cut(&text, &settings, is_frequent);
        assert_eq!((cut.preamble_end, cut.epilogue_start), (3, 9));
        let page = page(&text, &settings, &cut);
        let at = |shown| page.find(shown).expect(shown);
        let preamble_ends = at("preamble ends here");
        assert!(at("     3  </span>") < preamble_ends && preamble_ends < at("     4  </span>"));
        let epilogue_starts = at("epilogue starts here");
        assert!(at("     8  </span>") < epilogue_starts && epilogue_starts < at("     9  </span>"));
        assert!(!page.contains("lines \u{2026}</div>"));
    }
}
