//! Self-contained HTML that shows the blocks of pages with their classes in colour.

use std::fmt::Write;

use html::{escape, page};

use crate::classify::{Class, Verdict};
use crate::segment::{Block, Page};

/// A longer run of dropped blocks is folded, so that the first screen shows kept text.
const FOLDED: usize = 3;

/// Returns the start of the file.
pub fn head() -> String {
    page::begin("Blocks and their classes") + LEGEND
}

const LEGEND: &str = "<p>Green blocks are kept. The line of each block has its class, its element, the share of its words that are stop \
     words, the share of its characters that are in links, and how likely it is main content. A dashed bar means that the blocks \
     around it decided.</p>\n";

/// The end of the file.
pub const TAIL: &str = page::END;

/// Returns the HTML of one page.
pub fn section(name: &str, page: &Page, verdicts: &[Verdict]) -> String {
    let kept = verdicts.iter().filter(|verdict| is_kept(verdict)).count();
    let mut html = format!(
        "<section>\n<h1>{}</h1>\n<p>{kept} of {} blocks kept</p>\n",
        escape(name),
        page.blocks.len()
    );
    let blocks: Vec<(&Block, &Verdict)> = page.blocks.iter().zip(verdicts).collect();
    for run in blocks.chunk_by(|(_, one), (_, next)| is_kept(one) == is_kept(next)) {
        let is_folded = run.len() > FOLDED && !is_kept(run[0].1);
        if is_folded {
            let _ = writeln!(
                html,
                "<details><summary>{} blocks not kept</summary>",
                run.len()
            );
        }
        run.iter()
            .for_each(|(block, verdict)| html += &block_of(page, block, verdict));
        if is_folded {
            html += "</details>\n";
        }
    }
    html += "</section>\n";
    html
}

fn is_kept(verdict: &Verdict) -> bool {
    verdict.class == Class::Good
}

fn block_of(page: &Page, block: &Block, verdict: &Verdict) -> String {
    let classes = [
        Some("block"),
        Some(match is_kept(verdict) {
            true => "kept",
            false => "off",
        }),
        block.heading.then_some("heading"),
        (verdict.class != verdict.context_free).then_some("changed"),
    ];
    let classes: Vec<&str> = classes.into_iter().flatten().collect();
    let likely = verdict.score.map_or(String::new(), |score| {
        format!(" {:.0} % likely", 100.0 * score)
    });
    format!(
        "<div class=\"{}\"><p>{}</p><span>{} &lt;{}&gt; {:.2} stop {:.2} link{likely}</span></div>\n",
        classes.join(" "),
        escape(page.text(block)),
        verdict.context_free.as_str(),
        block.element.name().unwrap_or_default(),
        verdict.stopword_density,
        block.link_density(),
    )
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
            "<div class=\"block off changed\"><p>1 &lt; 2 &amp;lt; 3\u{241b}</p><span>short &lt;p&gt; 0.00 stop 0.00 link</span></div>"
        ));
    }

    #[test]
    fn a_run_of_blocks_that_are_not_kept_is_folded() {
        let of = |blocks: usize| {
            let page = Page::new(&"<p>Menu".repeat(blocks), Rules::PAPER);
            let verdicts = classify(&page, Some(&StopList::default()), &Parameters::default());
            section("a", &page, &verdicts)
        };
        assert!(!of(FOLDED).contains("<details>"));
        let folded = of(FOLDED + 1);
        assert!(folded.contains("<details><summary>4 blocks not kept</summary>\n<div class"));
        assert!(folded.ends_with("</div>\n</details>\n</section>\n"));
    }
}
