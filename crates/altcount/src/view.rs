//! Pages with their useless parts in grey (figures 4 and 5), as HTML that needs nothing else.

use std::ops::Range;

use html::escape;

/// One page: its name and its source, in which `useless` are the bytes that are useless.
pub fn section(name: &str, source: &str, useless: &[Range<usize>]) -> String {
    let grey: usize = useless.iter().map(Range::len).sum();
    let share = 100.0 * grey as f64 / source.len().max(1) as f64;
    let mut html = format!(
        "<section>\n<h1>{}</h1>\n<p>{share:.1} % of {} bytes useless</p>\n<pre>\n",
        escape(name),
        source.len()
    );
    let mut at = 0;
    for range in useless {
        html += &escape(&source[at..range.start]);
        html += "<span class=\"off\">";
        html += &escape(&source[range.clone()]);
        html += "</span>";
        at = range.end;
    }
    html += &escape(&source[at..]);
    html += "</pre>\n</section>\n";
    html
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
}
