//! The blocks of pages with their classes in colour, as HTML that needs nothing else.

use std::fmt::Write;

use html::escape;

use crate::classify::{Class, Verdict};
use crate::segment::Page;

/// The start of the file.
pub const HEAD: &str = concat!(
    "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n",
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Blocks and their classes</title>\n",
    "<style>\n",
    ":root { color-scheme: light dark; }\n",
    "body { margin: 2rem auto; max-width: 100ch; padding: 0 1rem; font: 1rem/1.45 system-ui, sans-serif; }\n",
    "h1 { font-size: 1rem; overflow-wrap: anywhere; }\n",
    "section + section { margin-top: 3rem; border-top: 1px solid; padding-top: 1rem; }\n",
    "div { display: flex; gap: 1rem; margin: 0.2rem 0; border-left: 0.4rem solid; padding: 0.1rem 0 0.1rem 0.7rem; }\n",
    "div p { margin: 0; flex: 1; min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }\n",
    "div span { align-self: center; font-size: 0.75rem; text-align: right; white-space: nowrap; opacity: 0.75; }\n",
    ".heading p { font-weight: bold; }\n",
    ".good { border-color: #2e9e4f; background: light-dark(#e9f7ed, #14301c); }\n",
    ".bad { border-color: light-dark(#d9a3a3, #6e3434); color: light-dark(#767676, #989898); font-size: 0.85rem; }\n",
    ".changed { border-left-style: dashed; }\n",
    "</style>\n</head>\n<body>\n",
    "<p>Green blocks are kept. To the right is what a block is by itself, with the shares of its words that are stop words \
     and of its characters that are in links, and how likely it is main content, if that was weighed. Where what is around it decided, the bar is dashed.</p>\n",
);

/// The end of the file.
pub const TAIL: &str = "</body>\n</html>\n";

/// One page.
pub fn section(name: &str, page: &Page, verdicts: &[Verdict]) -> String {
    let kept = verdicts
        .iter()
        .filter(|verdict| verdict.class == Class::Good)
        .count();
    let mut html = format!(
        "<section>\n<h1>{}</h1>\n<p>{kept} of {} blocks kept</p>\n",
        escape(name),
        page.blocks.len()
    );
    for (block, verdict) in page.blocks.iter().zip(verdicts) {
        let classes = [
            Some(verdict.class.as_str()),
            block.heading.then_some("heading"),
            (verdict.class != verdict.context_free).then_some("changed"),
        ];
        let classes: Vec<&str> = classes.into_iter().flatten().collect();
        let likely = verdict.score.map_or(String::new(), |score| {
            format!(" {:.0} % likely", 100.0 * score)
        });
        let _ = writeln!(
            html,
            "<div class=\"{}\"><p>{}</p><span>{} &lt;{}&gt; {:.2} stop {:.2} link{likely}</span></div>",
            classes.join(" "),
            escape(page.text(block)),
            verdict.context_free.as_str(),
            block.element.name().unwrap_or_default(),
            verdict.stopword_density,
            block.link_density(),
        );
    }
    html += "</section>\n";
    html
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parameters, Rules, StopList, classify};

    #[test]
    fn blocks_are_shown_and_not_run() {
        let page = Page::new("<p>1 &lt; 2 &amp;lt; <b>3</b>&#x1b;", Rules::PAPER);
        let verdicts = classify(&page, Some(&StopList::default()), &Parameters::default());
        let html = section("a<b", &page, &verdicts);
        assert!(html.contains("<h1>a&lt;b</h1>\n<p>0 of 1 blocks kept</p>"));
        assert!(html.contains(
            "<div class=\"bad changed\"><p>1 &lt; 2 &amp;lt; 3\u{241b}</p><span>short &lt;p&gt; 0.00 stop 0.00 link</span></div>"
        ));
    }
}
