//! HTML pages that show the source of documents with their useless parts in grey (figures 4 and 5).
//! They need no other files.

use std::ops::Range;

use html::escape;

/// Explains the colours at the top of a page.
pub const LEGEND: &str = "<p>Grey text is the template, which many pages of the site share: it is useless. The rest is kept. A long useless \
     part is folded; open it to read it.</p>\n";

/// A useless part of more bytes than this is folded, so that the first screen shows useful text.
const FOLDED: usize = 600;

/// Returns the HTML of one page: its name and its source. The bytes in `useless` are grey.
pub fn section(name: &str, source: &str, useless: &[Range<usize>]) -> String {
    let grey: usize = useless.iter().map(Range::len).sum();
    let share = 100.0 * grey as f64 / source.len().max(1) as f64;
    let mut html = format!(
        "<section>\n<h1>{}</h1>\n<p>{share:.1} % of {} bytes useless</p>\n",
        escape(name),
        source.len()
    );
    // The source since the last folded part.
    let mut open = String::new();
    let mut at = 0;
    for range in useless {
        let part = format!(
            "<span class=\"off\">{}</span>",
            escape(&source[range.clone()])
        );
        open += &escape(&source[at..range.start]);
        if range.len() > FOLDED {
            html += &preformatted(&std::mem::take(&mut open));
            html += &format!(
                "<details><summary>{} bytes useless</summary>\n{}</details>\n",
                range.len(),
                preformatted(&part)
            );
        } else {
            open += &part;
        }
        at = range.end;
    }
    open += &escape(&source[at..]);
    html += &preformatted(&open);
    html += "</section>\n";
    html
}

/// Text in a `pre` element, or an empty string if it is blank.
fn preformatted(text: &str) -> String {
    match text.trim().is_empty() {
        true => String::new(),
        // A browser does not show the first line break in `pre`.
        false => format!("<pre>\n{text}</pre>\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_shown_and_not_run() {
        let html = section("a<b", "<b>x\u{1b}</b>", &[0..3, 4..8]);
        assert!(html.contains("<h1>a&lt;b</h1>"));
        assert!(html.contains(
            "<pre>\n<span class=\"off\">&lt;b&gt;</span>x<span class=\"off\">\u{241b}&lt;/b</span>&gt;</pre>"
        ));
        assert!(html.contains("<p>77.8 % of 9 bytes useless</p>"));
    }

    #[test]
    fn what_is_long_and_useless_is_folded() {
        let source = format!(
            "{}Rain fell.<hr>{}",
            "x".repeat(FOLDED + 1),
            "y".repeat(FOLDED + 1)
        );
        let html = section("a", &source, &[0..601, 611..615, 615..1216]);
        let folded = "<details><summary>601 bytes useless</summary>\n<pre>\n<span class=\"off\">";
        assert_eq!(html.matches(folded).count(), 2);
        assert!(
            html.contains(
                "<pre>\nRain fell.<span class=\"off\">&lt;hr&gt;</span></pre>\n<details>"
            )
        );
        let text = section("a", "x", &[]);
        assert!(text.ends_with("<pre>\nx</pre>\n</section>\n"));
        assert!(!section("a", "", &[]).contains("<pre>"));
    }
}
