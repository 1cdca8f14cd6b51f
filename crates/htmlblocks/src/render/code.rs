//! Listings: which elements are code, the numbers of its lines, and its text.

use super::markdown;
use super::{NEAR, Position, ROWS, Style, Writer};
use crate::outline::{Code, Container, PREFORMATTED};
use crate::segment::{Block, Page};
use crate::tables::tables_around;
use html::Element;

/// The number of elements around a listing that may declare its language.
const WRAPPERS: usize = 2;

/// Returns the numbers in a text that consists of numbers only.
pub(super) fn numbers(text: &str) -> Option<impl Iterator<Item = u32>> {
    let mut words = text.split_ascii_whitespace();
    let is_number = |word: &str| word.len() < 9 && word.bytes().all(|byte| byte.is_ascii_digit());
    words.all(is_number).then(|| {
        let words = text.split_ascii_whitespace();
        words.filter_map(|word| word.parse().ok())
    })
}

/// Returns which containers are tables of lines of code, with one line in each row or all in one. In each row, one cell
/// has text, next to line numbers that are consecutive except for the gaps of a diff. If only the numbers show that it
/// is code, there must be at least one.
pub(super) fn listings(page: &Page) -> Vec<bool> {
    #[derive(Clone, Copy, Default)]
    struct Listing {
        /// The last row and cell with code, and whether a row has several of these.
        row: u32,
        cell: u32,
        is_data: bool,
        lines: bool,
        declared: bool,
        numbers: u32,
        last: u32,
        steps: u32,
    }
    let mut listings = vec![Listing::default(); page.outline.len()];
    for block in &page.blocks {
        let code = page.outline_code(block);
        let Some((at, row, cell)) = tables_around(page, block).next() else {
            continue;
        };
        let listing = &mut listings[at as usize];
        let numbers = numbers(page.text(block)).filter(|_| code == Code::Gutter);
        if let Some(numbers) = numbers {
            for number in numbers {
                listing.numbers += 1;
                listing.steps += u32::from(number == listing.last.wrapping_add(1));
                listing.last = number;
            }
        } else if cell != 0 {
            listing.is_data |= listing.row == row && listing.cell != cell;
            (listing.row, listing.cell) = (row, cell);
            listing.lines |= code.keeps_lines();
            listing.declared |= code == Code::Lines;
        }
    }
    let is_listing = |listing: &Listing| {
        let consecutive = 4 * listing.steps + 4 >= 3 * listing.numbers;
        !listing.is_data
            && listing.lines
            && consecutive
            && (listing.declared || listing.numbers > 0)
    };
    listings.iter().map(is_listing).collect()
}

/// Returns the outermost container of line numbers around a block that is in [`Code::Numbers`].
pub(super) fn gutter(page: &Page, block: &Block) -> Option<u32> {
    let is_gutter = |at: &u32| page.outline[*at as usize].code == Code::Numbers;
    let around = page.around(block.container).map(|(at, _)| at);
    around.take_while(is_gutter).last()
}

/// Returns which containers have only consecutive numbers, directly before or after preformatted text under the same
/// parent or grandparent.
pub(super) fn gutters(page: &Page) -> Vec<bool> {
    let mut gutters = vec![false; page.outline.len()];
    let above = |at: u32| page.outline[at as usize].parent;
    let mut next = 0;
    while let Some(block) = page.blocks.get(next) {
        let start = next;
        let inside = gutter(page, block);
        let same = page.blocks[start..].iter();
        next += same
            .take_while(|block| gutter(page, block) == inside)
            .count();
        let Some(gutter) = inside else {
            continue;
        };
        let mut last = None::<u32>;
        let consecutive = page.blocks[start..next].iter().all(|block| {
            numbers(page.text(block)).is_some_and(|mut numbers| {
                numbers.all(|number| {
                    last.replace(number)
                        .is_none_or(|last| Some(number) == last.checked_add(1))
                })
            })
        });
        let is_beside = |block: &Block| {
            let lines = page.around(block.container);
            let preformatted = lines.filter(|(_, element)| PREFORMATTED.has(*element));
            preformatted.take(1).any(|(at, _)| {
                let parents = [above(at), above(above(at))];
                parents.contains(&above(gutter))
            })
        };
        let before = start.checked_sub(1).and_then(|at| page.blocks.get(at));
        let mut neighbours = before.into_iter().chain(page.blocks.get(next));
        gutters[gutter as usize] = consecutive && neighbours.any(is_beside);
    }
    gutters
}

impl<'p> Writer<'p> {
    /// Whether a block is line numbers of a listing.
    pub(super) fn is_line_number(&self, block: &Block) -> bool {
        let is_listing = |(at, ..): (u32, u32, u32)| self.listings[at as usize];
        match self.page.outline_code(block) {
            Code::Gutter => {
                numbers(self.page.text(block)).is_some()
                    && tables_around(self.page, block)
                        .next()
                        .is_some_and(is_listing)
            }
            Code::Numbers => gutter(self.page, block).is_some_and(|at| self.gutters[at as usize]),
            Code::None | Code::Numbered | Code::Lines => false,
        }
    }

    /// Returns the innermost preformatted element or listing around a block, or 0 if there is none. If each line is an
    /// element, their parent is the listing.
    pub(super) fn listing(&self, block: &Block) -> u32 {
        let outline = &self.page.outline;
        let mut line = (0, Element::BODY);
        for (at, element) in self.page.around(block.container) {
            let is_table = element == Element::TABLE && self.listings[at as usize];
            if PREFORMATTED.has(element) || is_table {
                return at;
            }
            if outline[at as usize].code == Code::Lines {
                line = (at, element);
            }
        }
        match line {
            (0, _) => 0,
            (_, element) if ROWS.has(element) => 0,
            (at, _) => outline[at as usize].parent.max(1),
        }
    }

    /// Returns the number of empty lines between the blocks of a listing in these containers. Each container is a line
    /// or is in one.
    pub(super) fn empty_lines(&self, from: u32, to: u32) -> usize {
        let outline = &self.page.outline;
        let (mut one, mut other) = (from as usize, to as usize);
        for _ in 0..NEAR {
            if outline[one].parent == outline[other].parent {
                break;
            }
            let (deep, deep_other) = (outline[one].depth, outline[other].depth);
            if deep >= deep_other {
                one = outline[one].parent as usize;
            }
            if deep_other >= deep {
                other = outline[other].parent as usize;
            }
        }
        if one == other || outline[one].parent != outline[other].parent {
            return 0;
        }
        let line = &outline[other];
        let between = outline.get(from as usize + 1..other).unwrap_or_default();
        let is_line =
            |sibling: &&Container| (sibling.parent, sibling.element) == (line.parent, line.element);
        between.iter().filter(is_line).count()
    }

    /// Writes a block of a listing, at its beginning or after another one.
    pub(super) fn listed(
        &mut self,
        at: usize,
        position: Position,
        last: Option<Position>,
        begin: &str,
    ) {
        if let Some(last) = last {
            let margin = 1 + self.margin.len();
            let empty = self.empty_lines(last.container, position.container);
            let empty = empty.min(self.spare / margin);
            self.spare -= empty * margin;
            for _ in 0..empty {
                self.out.push_str(self.margin.trim_end());
                self.out.push('\n');
            }
            self.out.push_str(begin);
        } else if self.style != Style::Text {
            self.fence = self.fence_of(at, position.preformatted);
            let language = self.language(at, position.preformatted);
            self.out
                .extend([begin, &self.fence, language, "\n", &self.margin]);
        }
        self.code(at);
    }

    /// Writes the text of a block literally, except that lines are indented with spaces. Listings in HTML have no-break
    /// spaces.
    pub(super) fn code(&mut self, at: usize) {
        let mut is_first = true;
        for line in self.page.raw_text(at).split_inclusive('\n') {
            let text = line.trim_start();
            if !std::mem::take(&mut is_first) {
                self.out.push_str(match text {
                    "" => self.margin.trim_end(),
                    _ => &self.margin,
                });
            }
            let indent = line[..line.len() - text.len()].chars();
            let indent = indent.map(|blank| if blank == '\u{a0}' { ' ' } else { blank });
            self.out.extend(indent);
            self.out.push_str(text);
        }
    }

    /// Returns the language of the code in a listing, as far as an element in it, the listing or one around it declares it.
    pub(super) fn language(&self, at: usize, listing: u32) -> &'p str {
        let page = self.page;
        let mut around = page.around(page.blocks[at].container).map(|(at, _)| at);
        let inside = around.by_ref().find_map(|at| match page.language_of(at) {
            None if at > listing => None,
            found => Some(found),
        });
        let outside = || around.take(WRAPPERS).find_map(|at| page.language_of(at));
        inside.flatten().or_else(outside).unwrap_or_default()
    }

    /// Returns more backticks than the longest run in the code from a block on. A table in it ends it.
    pub(super) fn fence_of(&self, at: usize, listing: u32) -> String {
        let is_code = |block| self.position(block).preformatted == listing;
        let code = (at..self.page.blocks.len()).take_while(|&at| is_code(&self.page.blocks[at]));
        let runs = code.map(|at| markdown::longest_run(self.page.raw_text(at)));
        "`".repeat(3.max(runs.max().unwrap_or_default() + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{all, markdown};
    use super::*;

    #[test]
    fn preformatted_text_is_unchanged() {
        let page = "<p>So:<pre>\nif x:\n    y  = 1\n\n</pre><p>Done.";
        assert_eq!(all(page, Style::Text), "So:\n\nif x:\n    y  = 1\n\nDone.");
        assert_eq!(
            markdown(page),
            "So:\n\n```\nif x:\n    y  = 1\n```\n\nDone."
        );
        let page = "<pre>a\n  b\n\nc</pre>";
        for line_end in ["\r\n", "\r"] {
            let other = page.replace('\n', line_end);
            assert_eq!(all(&other, Style::Text), "a\n  b\n\nc");
            assert_eq!(markdown(&other), markdown(page));
        }
        let lines = "<pre><div>a</div><div>  b</div></pre>";
        assert_eq!(all(lines, Style::Text), "a\n  b");
    }

    #[test]
    fn a_fence_has_the_language_of_its_code() {
        let tin = "```tin\na\n b\n```";
        for page in [
            "<pre class=language-tin>a\n b</pre>",
            "<pre><code class='hljs language-tin'>a\n b</code></pre>",
            "<div class='language-tin x'><div class=y><pre class=y><code>a\n b</code></pre></div></div>",
            "<div class=highlight-tin><pre>a\n b</pre></div>",
        ] {
            assert_eq!(markdown(page), tin, "{page}");
            assert_eq!(all(page, Style::Text), "a\n b");
        }
        // Each has its own, and none has that of another.
        let pages = "<div class=language-oar><div><pre class=lang-tin>a\n b</pre></div></div><pre>c</pre><p><code class=language-oar>d</code>";
        assert_eq!(markdown(pages), format!("{tin}\n\n```\nc\n```\n\n`d`"));
        let far = "<div class=language-oar><div><div><pre>c</pre></div></div></div>";
        assert_eq!(markdown(far), "```\nc\n```");
    }

    #[test]
    fn code_of_an_element_a_line_keeps_its_lines_and_loses_their_numbers() {
        let code = "if x:\n\n    y = 1";
        let rows = |row: fn(usize, &str) -> String| {
            let lines = code.split('\n').zip(1..);
            lines.map(|(line, at)| row(at, line)).collect::<String>()
        };
        let rouge = |column: &str| {
            format!("<table><td class='{column}'><pre>1\n2\n3</pre><td><pre>{code}\n</pre></table>")
        };
        let pages = [
            rows(|at, line| {
                format!(
                    "<tr><td class=blob-num data-line-number={at}><td class='blob-code blob-code-inner'>{line}</td>"
                )
            }),
            rows(|at, line| {
                format!(
                    "<tr><td class=hljs-ln-numbers><p>{at}</p><td class='hljs-ln-line hljs-ln-code' data-line-number={at}>{line}</td>"
                )
            }),
        ];
        assert_eq!(
            all(&format!("<table>{}</table>", pages[0]), Style::Text),
            code
        );
        assert_eq!(
            all(
                &format!("<pre><table>{}</table></pre>", pages[1]),
                Style::Text
            ),
            code
        );
        assert_eq!(markdown(&rouge("gutter gl")), format!("```\n{code}\n```"));
        assert_eq!(markdown(&rouge("linenos")), format!("```\n{code}\n```"));
        let lines =
            rows(|_, line| format!("<div style='color: red; white-space: PRE'>{line}</div>"));
        assert_eq!(all(&format!("<div>{lines}</div>"), Style::Text), code);
        let spans = rows(|at, line| {
            format!("<span style='display:block'><span class=lineno>{at} </span>{line}</span>")
        });
        assert_eq!(
            all(&format!("<pre><code>{spans}</code></pre>"), Style::Text),
            code
        );
        let hugo = rows(|at, line| format!("<span class=ln>{at}</span>{line}\n"));
        assert_eq!(
            all(&format!("<pre><code>{hugo}</code></pre>"), Style::Text),
            code
        );
        let divs = rows(|at, line| {
            format!("<div class=pre><a id=l{at} class=linenr>   {at}</a> {line}</div>\n")
        });
        assert_eq!(all(&format!("<div>{divs}</div>"), Style::Text), code);
        let fragment = rows(|_, line| format!("<div class=line>{line}</div>\n"));
        let fragment = format!("<div class=fragment>{fragment}</div>");
        assert_eq!(all(&fragment, Style::Text), code);
        assert_eq!(markdown(&fragment), format!("```\n{code}\n```"));
        let items =
            rows(|_, line| format!("<li class=L0><span>{}</span>", line.replace(' ', "&nbsp;")));
        let items = format!("<pre><ol class=linenums>{items}</ol></pre>");
        assert_eq!(
            all(&items, Style::Text),
            "if\u{a0}x:\n\n    y\u{a0}=\u{a0}1"
        );
    }

    #[test]
    fn numbers_beside_text_are_not_always_those_of_lines() {
        let bus = "<table><tr><td class=line-number>42<td>Moor<tr><td class=line-number>7<td>Mill</table>";
        assert_eq!(all(bus, Style::Text), "42\tMoor\n7\tMill");
        let bill = "<table><tr><td class=line-num>1<td>Oar<td>9<tr><td class=line-num>2<td>Rope<td>4</table>";
        assert_eq!(all(bill, Style::Text), "1\tOar\t9\n2\tRope\t4");
        let layout = "<table><tr><td class=gutter><td><p>One\n  and <p>two.</table>";
        assert_eq!(all(layout, Style::Text), "One and\n\ntwo.");
        let notes = "<div><a class=lineno>Note</a> One\n  and</div><div>7 two</div>";
        assert_eq!(all(notes, Style::Text), "Note One and\n\n7 two");
        let fees = "<table><tr><td>1<td><pre>a\n b</pre><tr><td>2<td><pre>c</pre></table>";
        assert_eq!(markdown(fees), "1\n\n```\na\n b\n```\n\n2\n\n```\nc\n```");
    }

    #[test]
    fn numbers_beside_preformatted_text_are_those_of_its_lines() {
        let beside = |numbers: &str, text: &str| {
            format!(
                "<div class=file><div class=line-numbers>{numbers}</div><div class=content>{text}</div></div>"
            )
        };
        let code = "<pre><code><span class=line>if x:</span>\n<span class=line>    y = 1</span></code></pre>";
        let links = "<a data-line-number=7>7</a>\n<a data-line-number=8>8</a>\n";
        for numbers in [links, "<div>7</div><div>8</div>"] {
            assert_eq!(all(&beside(numbers, code), Style::Text), "if x:\n    y = 1");
        }
        assert_eq!(
            all(&beside("7 9", code), Style::Text),
            "7 9\n\nif x:\n    y = 1"
        );
        assert_eq!(all(&beside("7 8", "<p>Two"), Style::Text), "7 8\n\nTwo");
        assert_eq!(all(&beside("7 8", ""), Style::Text), "7 8");
        let column = format!("<div class=gutter><p>So:{code}</div>");
        assert_eq!(all(&column, Style::Text), "So:\n\nif x:\n    y = 1");
    }

    #[test]
    fn code_spans_have_no_markup() {
        let html =
            "<p>Run <code>sudo <b>-u</b> <kbd>name</kbd> <a href=x>now</a></code>, <b>please</b>";
        let code = "Run `sudo -u name now`, **please**";
        assert_eq!(all(html, Style::Markdown { links: true }).trim_end(), code);
    }
}
