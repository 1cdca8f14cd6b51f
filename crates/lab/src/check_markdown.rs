//! Compares the words that a parser of CommonMark reads in the Markdown of pages with those of their
//! text.
//!
//! All blocks of each page (`*.html`, `*.htm`) below a folder are rendered, in both ways: what would be kept of them is a part of that.

use std::fs;
use std::path::Path;

use htmlblocks::classify::Class;
use htmlblocks::render::{self, Style};
use htmlblocks::segment::{Page, Rules};
use htmlblocks::{Parameters, classify};
use pulldown_cmark::{Event, Options, Parser, TagEnd};

use crate::corpora;

/// Prints how many pages differ, and where each of the first ones does.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let (mut pages, mut words, mut differing) = (0, 0, 0);
    for path in corpora::files(folder, &["html", "htm"])? {
        let html = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let rules = Rules {
            markup: true,
            ..Rules::BEST
        };
        let page = Page::new(&html, rules);
        let mut verdicts = classify(&page, None, &Parameters::default());
        for verdict in &mut verdicts {
            verdict.class = Class::Good;
        }
        let text = render::kept(&page, &verdicts, Style::Text);
        let text: Vec<&str> = text.text.split_whitespace().collect();
        pages += 1;
        words += text.len();
        let mut is_same = true;
        for links in [false, true] {
            let markdown = render::kept(&page, &verdicts, Style::Markdown { links });
            let read = read(&markdown.text);
            let read: Vec<&str> = read.split_whitespace().collect();
            if is_same && read != text {
                is_same = false;
                differing += 1;
                let same = read
                    .iter()
                    .zip(&text)
                    .take_while(|(one, other)| one == other);
                let at = same.count();
                let here = |words: &[&str]| words[at..words.len().min(at + 5)].join(" ");
                if differing <= 20 {
                    let name = path.strip_prefix(folder)?.display();
                    println!("{name}: {:?}, not {:?}", here(&read), here(&text));
                }
            }
        }
    }
    println!("{differing} of {pages} pages differ; {words} words");
    Ok(())
}

/// The text of Markdown, as a parser with GitHub's tables reads it.
fn read(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            // The blocks of a cell are lines of it.
            Event::InlineHtml(part) if &*part == "<br>" => text.push('\n'),
            Event::Text(part) | Event::Code(part) | Event::Html(part) | Event::InlineHtml(part) => {
                text.push_str(&part);
            }
            Event::SoftBreak | Event::HardBreak | Event::Rule => text.push('\n'),
            Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Link) => {}
            Event::End(_) => text.push('\n'),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_without_their_markup() {
        let markdown = "- a**b** [c](d)\n- 1\\. `e`\n\n| f | g |\n| --- | --- |\n| h |  |\n";
        let text = read(markdown);
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(words, ["ab", "c", "1.", "e", "f", "g", "h"]);
    }
}
