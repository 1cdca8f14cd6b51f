//! Renders the kept blocks of a page as plain text or Markdown.
//!
//! Blocks become paragraphs, and the rows of a data table become lines. A short cell that spans several rows is
//! repeated in each of them. Preformatted text keeps its lines and their indentation, even if each line of code is an
//! element. It loses its line numbers.

mod code;
mod markdown;
mod rows;

use code::{gutters, listings};
use rows::Grid;

use crate::classify::{Class, Verdict};
use crate::grid::Tables;
use crate::outline::{Code, Container, Line};
use crate::segment::{Block, Inline, Mark, Page};
use crate::tables::tables_around;
use html::Element;
use html::elements::Set;
use markdown::Place;

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Plain text, with tabs between cells.
    Text,
    /// CommonMark with GitHub's tables.
    Markdown {
        /// Whether to write links with their addresses.
        links: bool,
    },
}

const LISTS: Set = Set::of(&[Element::UL, Element::OL, Element::MENU, Element::DIR]);
/// The elements that tables consist of.
const ROWS: Set = Set::of(&[
    Element::TABLE,
    Element::THEAD,
    Element::TBODY,
    Element::TFOOT,
    Element::TR,
    Element::TD,
    Element::TH,
]);
/// The greatest number of a list item in Markdown.
const MAX_ITEM_NUMBER: u32 = 999_999_999;
/// The greatest number of ancestors that are examined.
const NEAR: usize = 64;
/// The bytes of markup are at most this many times the bytes of the page. Escapes at most double the text, so the
/// output is at most ten times as long as the page.
const MARKUP: usize = 8;

/// The result of rendering.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The text of all kept blocks.
    pub text: String,
    /// Whether the last blocks are paragraphs without markup, since the markup became too long.
    pub is_plain: bool,
}

/// Renders the kept blocks of a page that was segmented with [`crate::Rules::markup`]. The output is at most ten times
/// as long as the page.
pub fn kept(page: &Page, verdicts: &[Verdict], style: Style) -> Rendered {
    let mut writer = Writer {
        page,
        style,
        tables: page.tables(),
        listings: listings(page),
        gutters: gutters(page),
        out: String::new(),
        last: None,
        margin: String::new(),
        quotes: Vec::new(),
        items: Vec::new(),
        fence: String::new(),
        grid: Grid::default(),
        repeats: page.blocks.last().map_or(0, |block| block.text.end),
        row: 0,
        spare: MARKUP * page.bytes,
        is_plain: false,
    };
    for at in displayed(page) {
        let (block, verdict) = (&page.blocks[at], &verdicts[at]);
        if verdict.class == Class::Good && !writer.is_line_number(block) {
            writer.block(at, block);
        }
    }
    writer.end_fence();
    Rendered {
        text: writer.out,
        is_plain: writer.is_plain,
    }
}

/// Returns the blocks in the order in which they are displayed: the foot of a table comes last, wherever it is in the source.
fn displayed(page: &Page) -> Vec<usize> {
    if !page.outline.iter().any(|one| one.element == Element::TFOOT) {
        return (0..page.blocks.len()).collect();
    }
    let mut order = Vec::with_capacity(page.blocks.len());
    // The blocks of a foot wait for the end of its table.
    let (mut foot, mut table) = (Vec::new(), 0);
    for (at, block) in page.blocks.iter().enumerate() {
        let mut around = page.around(block.container);
        let found = around.find(|(_, element)| *element == Element::TFOOT);
        let of = found.map(|(at, _)| page.outline[at as usize].parent);
        if of.map_or_else(|| !page.is_in(block, table), |of| of != table) {
            order.append(&mut foot);
        }
        match of {
            Some(of) => {
                table = of;
                foot.push(at);
            }
            None => order.push(at),
        }
    }
    order.append(&mut foot);
    order
}

/// The position of a block, as far as it determines the separator between it and the block before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Position {
    /// Indices in the outline, or 0 for none: the data table, its row and cell, the innermost list item, the innermost
    /// list, and the innermost preformatted element or listing.
    table: u32,
    row: u32,
    cell: u32,
    item: u32,
    list: u32,
    preformatted: u32,
    /// The container of the block.
    container: u32,
}

struct Writer<'p> {
    page: &'p Page,
    style: Style,
    tables: &'p Tables,
    /// For each container, whether it is a table of lines of code.
    listings: Vec<bool>,
    /// For each container, whether it has the line numbers of adjacent preformatted text.
    gutters: Vec<bool>,
    out: String,
    last: Option<Position>,
    /// In Markdown, the prefix of the further lines of the last block.
    margin: String,
    /// The quotes around the last block, and the list items around it whose marker is written, with its width.
    quotes: Vec<u32>,
    items: Vec<(u32, usize)>,
    /// The backticks around the code.
    fence: String,
    /// The table so far.
    grid: Grid,
    /// The number of bytes of cells that may still be repeated. It starts with the size of the page's text.
    repeats: usize,
    /// The row of the last cell, by its container.
    row: u32,
    /// The number of bytes of markup that may still be written.
    spare: usize,
    /// Whether these are used up. All further blocks are then paragraphs without markup.
    is_plain: bool,
}

impl<'p> Writer<'p> {
    fn position(&self, block: &Block) -> Position {
        let mut position = Position {
            preformatted: self.listing(block),
            container: block.container,
            ..Position::default()
        };
        let is_data = |(table, row, _): &(u32, u32, u32)| {
            *row != 0 && self.tables.is_data(*table) && !self.listings[*table as usize]
        };
        if let Some(place) = tables_around(self.page, block).find(is_data) {
            (position.table, position.row, position.cell) = place;
        }
        for (at, element) in self.page.around(block.container) {
            if element == Element::LI && position.item == 0 {
                position.item = at;
            } else if LISTS.has(element) && position.list == 0 {
                position.list = at;
            }
        }
        if position.table != 0 {
            position.preformatted = 0;
        }
        position
    }

    fn block(&mut self, at: usize, block: &Block) {
        let marks = self.marks(at);
        if self.is_plain || !self.affords(marks) {
            return self.plain(block);
        }
        let position = self.position(block);
        let last = self.last.replace(position);
        let same = |of: fn(&Position) -> u32| {
            last.is_some_and(|last| of(&last) != 0 && of(&last) == of(&position))
        };
        let markdown = self.style != Style::Text;
        if last.is_some_and(|last| last.preformatted != 0)
            && !same(|position| position.preformatted)
        {
            self.last = last;
            self.end_fence();
            self.last = Some(position);
        }
        if same(|position| position.cell) && position.table != 0 {
            self.out.push_str(match self.style {
                Style::Text => " ",
                Style::Markdown { .. } => "<br>",
            });
            self.inline(at, block, position);
            return;
        }
        if same(|position| position.row) {
            self.end_cell();
            self.cell(at, block);
            return;
        }
        self.end_row(
            last.filter(|last| last.table != 0),
            same(|position| position.table),
        );
        let is_verse = last.is_some_and(|last| self.are_verses(last.container, block.container));
        let goes_on =
            is_verse || same(|position| position.table) || same(|position| position.preformatted);
        // Quotes and list items are those around the whole table or listing, not those around its cells or lines.
        let whole = match (position.table, position.preformatted) {
            (0, 0) => block.container,
            (0, listing) => listing,
            (table, _) => table,
        };
        let (begin, shared) = match (markdown, goes_on) {
            (false, _) => (String::new(), 0),
            (true, true) => (self.margin.clone(), 0),
            (true, false) => self.enter(whole),
        };
        if !self.affords(self.lines(at) * begin.len().max(self.margin.len())) {
            self.last = last;
            return self.plain(block);
        }
        // Text between the items of a list is a paragraph.
        let parent = |item: u32| self.page.outline[item as usize].parent;
        let next_item = markdown
            && last
                .is_some_and(|last| last.item != 0 && parent(last.item) == parent(position.item))
            && position.item != 0
            && same(|position| position.list)
            && !same(|position| position.item);
        if is_verse && markdown {
            self.out.push_str("  ");
        }
        self.separate(goes_on || next_item, shared);
        if position.preformatted != 0 {
            let last = last.filter(|last| last.preformatted == position.preformatted);
            self.listed(at, position, last, &begin);
            return;
        }
        self.out.push_str(&begin);
        if position.table != 0 {
            self.begin_row(at, block, !same(|position| position.table));
            return;
        }
        if markdown && block.heading {
            self.out
                .extend(std::iter::repeat_n('#', block.level.max(1).into()));
            self.out.push(' ');
        }
        self.inline(at, block, position);
    }

    /// Whether two containers are successive lines of one stanza.
    fn are_verses(&self, one: u32, other: u32) -> bool {
        // Without markup, or by the published method, a page has no outline.
        let [Some(one), Some(other)] = [one, other].map(|at| self.page.outline.get(at as usize))
        else {
            return false;
        };
        let is_verse = |line: &Container| line.line == Line::Yes && line.code == Code::None;
        is_verse(one) && is_verse(other) && one.parent == other.parent
    }

    /// Ends the line before a block. An empty line follows, unless both blocks are lines of one table or listing. It
    /// has the quote signs of the first `quotes` quotes, which continue.
    fn separate(&mut self, are_lines: bool, quotes: usize) {
        if are_lines {
            self.out.push('\n');
        } else if !self.out.is_empty() {
            self.out.push('\n');
            let signs = self.margin.match_indices('>').nth(quotes.wrapping_sub(1));
            self.out
                .push_str(signs.map_or("", |(at, _)| &self.margin[..=at]));
            self.out.push('\n');
        }
    }

    /// Moves to the next block in Markdown, in this container. Returns the prefix of its first line, and the number of
    /// quotes around it that are also around the block before. A list item counts only if its marker is written.
    fn enter(&mut self, container: u32) -> (String, usize) {
        let mut around: Vec<(u32, Element)> = self.page.around(container).collect();
        around.reverse();
        let outline = &self.page.outline;
        let is_list = |at: u32| LISTS.has(outline[at as usize].element);
        // A list directly inside a list belongs to the item before it.
        let goes_on = |item: u32| {
            let parent = outline[item as usize].parent;
            let mut pairs = around.windows(2);
            pairs.any(|pair| pair[0].0 == parent && is_list(pair[1].0))
        };
        self.items
            .retain(|&(item, _)| around.iter().any(|(at, _)| *at == item) || goes_on(item));
        let innermost = around
            .iter()
            .rposition(|&(_, element)| element == Element::LI);
        let before = std::mem::take(&mut self.quotes);
        let mut list = None;
        let mut begin = String::new();
        self.margin.clear();
        for (depth, &(at, element)) in around.iter().enumerate() {
            if element == Element::BLOCKQUOTE {
                self.quotes.push(at);
                begin.push_str("> ");
                self.margin.push_str("> ");
            } else if LISTS.has(element) {
                list = Some(element);
                let outer = outline[at as usize].parent;
                let item = self.items.iter().rev();
                let mut item = item.filter(|(item, _)| outline[*item as usize].parent == outer);
                if is_list(outer)
                    && let Some(&(_, width)) = item.next()
                {
                    begin.extend(std::iter::repeat_n(' ', width));
                    self.margin.extend(std::iter::repeat_n(' ', width));
                }
            } else if let Some(&(_, width)) = self.items.iter().find(|(item, _)| *item == at) {
                begin.extend(std::iter::repeat_n(' ', width));
                self.margin.extend(std::iter::repeat_n(' ', width));
            } else if Some(depth) == innermost && list.is_some() {
                let marker = match list {
                    Some(Element::OL) => {
                        let number = self.page.outline[at as usize].number;
                        format!("{}. ", number.min(MAX_ITEM_NUMBER))
                    }
                    _ => "- ".to_owned(),
                };
                begin.push_str(&marker);
                self.margin.extend(std::iter::repeat_n(' ', marker.len()));
                self.items.push((at, marker.len()));
            }
        }
        let shared = before.iter().zip(&self.quotes);
        (
            begin,
            shared.take_while(|(one, other)| one == other).count(),
        )
    }

    /// Uses up bytes of markup if enough are left. Returns whether they were.
    fn affords(&mut self, bytes: usize) -> bool {
        let left = self.spare.checked_sub(bytes);
        self.spare = left.unwrap_or(self.spare);
        left.is_some()
    }

    /// Returns the bytes of the marks of a block and of the addresses of its links. Each block in a link repeats the
    /// address.
    fn marks(&self, at: usize) -> usize {
        let marks = self.page.marks_of(at);
        let address = |mark: &Mark| match (mark.inline, self.style) {
            (Inline::Link(link), Style::Markdown { links: true }) if !mark.opens => {
                let link = self.page.links.get(link as usize);
                link.map_or(0, |link| 3 * link.len())
            }
            _ => 0,
        };
        2 * marks.len() + marks.iter().map(address).sum::<usize>()
    }

    /// Returns the number of lines of a block, with the empty line before it. Each line has the quote signs.
    fn lines(&self, at: usize) -> usize {
        let marks = self.page.marks_of(at).iter();
        let breaks = marks.filter(|mark| mark.inline == Inline::Break);
        2 + breaks.count() + self.page.raw_text(at).matches('\n').count()
    }

    /// Writes a paragraph without markup.
    fn plain(&mut self, block: &Block) {
        self.end_fence();
        self.is_plain = true;
        self.margin.clear();
        if !self.out.is_empty() {
            self.out.push_str("\n\n");
        }
        let text = self.page.text(block);
        match self.style {
            Style::Text => self.line(text),
            Style::Markdown { .. } => {
                markdown::append(&mut self.out, text, &[], None, Place::Paragraph(""));
            }
        }
    }

    /// Closes an open table or code fence.
    fn end_fence(&mut self) {
        let Some(last) = self.last.take() else { return };
        if last.table != 0 {
            self.end_row(Some(last), false);
        } else if last.preformatted != 0 && self.style != Style::Text {
            if !self.out.ends_with('\n') {
                self.out.push('\n');
            }
            self.out.push_str(&self.margin);
            self.out.push_str(&self.fence);
        }
    }

    /// Writes text on one line. Line feeds of the source become spaces, as in browsers. They stay on pages without an
    /// outline, as in jusText.
    fn line(&mut self, text: &str) {
        let mut lines = text.split('\n');
        self.out.push_str(lines.next().unwrap_or_default());
        let between = match self.page.outline.is_empty() {
            true => "\n",
            false => " ",
        };
        lines.for_each(|line| self.out.extend([between, line]));
    }

    /// Writes the text of a block with its inline markup.
    fn inline(&mut self, at: usize, block: &Block, position: Position) {
        let text = self.page.text(block);
        let Style::Markdown { links } = self.style else {
            let mut from = 0;
            // Rows and headings must stay on one line.
            let is_line = block.heading || position.table != 0;
            let marks = self.page.marks_of(at).iter();
            for mark in marks.filter(|mark| mark.inline == Inline::Break && !is_line) {
                let (to, blank) = (mark.at as usize, mark.blank(text));
                if blank > 0 {
                    self.line(&text[from..to]);
                    self.out.push('\n');
                    from = to + blank;
                }
            }
            self.line(&text[from..]);
            return;
        };
        let place = match position.table {
            0 if block.heading => Place::Heading,
            0 => Place::Paragraph(&self.margin),
            _ => Place::Cell,
        };
        if place == Place::Cell && self.page.outline_code(block) == Code::Lines {
            for (number, line) in self.page.raw_text(at).lines().enumerate() {
                self.out.push_str(if number > 0 { "<br>" } else { "" });
                markdown::append(&mut self.out, line.trim(), &[], None, place);
            }
            return;
        }
        let links = links.then_some(&self.page.links[..]);
        markdown::append(&mut self.out, text, self.page.marks_of(at), links, place);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::segment::Rules;
    use crate::{Parameters, classify};

    pub fn all(html: &str, style: Style) -> String {
        let page = Page::new(
            html,
            Rules {
                markup: true,
                ..Rules::BEST
            },
        );
        let mut verdicts = classify(&page, None, &Parameters::default());
        (verdicts.iter_mut()).for_each(|verdict| verdict.class = Class::Good);
        let rendered = kept(&page, &verdicts, style);
        assert!(rendered.text.len() <= 10 * html.len());
        assert!(!rendered.is_plain || html.len() > 10_000);
        rendered.text
    }

    #[test]
    fn markup_is_bounded_by_the_page() {
        let quotes = "<blockquote>".repeat(NEAR);
        let address = "x".repeat(5000);
        for (begin, piece) in [
            (&quotes[..], "<p>one"),
            (&quotes, "one<br>"),
            (&format!("{quotes}<pre>"), "one\n"),
            (&"<ol><li>".repeat(NEAR), "<p>one"),
            (&format!("<a href={address}>"), "<p>one"),
        ] {
            let html = begin.to_owned() + &piece.repeat(5000);
            let text = markdown(&html);
            assert_eq!(text.matches("one").count(), 5000);
            assert!(text.ends_with("one"), "{begin}{piece}");
        }
        // A row has its empty cells once, however many tables interrupt it.
        let row = "<table><tr><td>a<td>b<tr>".to_owned() + &"<td>".repeat(500);
        let row = row + &"<td>c<td><table><tr><td>d</table>".repeat(200);
        assert!(markdown(&row).len() < 2 * row.len());
    }

    pub fn markdown(html: &str) -> String {
        all(html, Style::Markdown { links: true })
    }

    /// Many rows repeat a row of many cells: first their text, until it is as long as the page, then empty cells.
    #[test]
    fn line_breaks_are_lines_of_paragraphs() {
        let poem = "<blockquote><p><b>The tide<br></b><i></i><br>is 1<br>2. out<br>";
        assert_eq!(all(poem, Style::Text), "The tide\nis 1\n2. out");
        assert_eq!(markdown(poem), "> **The tide**  \n> is 1  \n> 2\\. out");
        let heading = "<h2>High<br>water</h2><p>At<br>\nnoon";
        assert_eq!(all(heading, Style::Text), "High water\n\nAt\nnoon");
        assert_eq!(markdown(heading), "## High water\n\nAt  \nnoon");
    }

    /// Three lines of code, the second of them empty, in the markup of several programs.
    #[test]
    fn lists_headings_and_quotes_have_markdown_prefixes() {
        let page = "<h2>Walks</h2><ol><li>Over the moor<ul><li>by bus<li>on foot</ul><li>Home<p>by train</ol><blockquote>So far.</blockquote>";
        assert_eq!(
            markdown(page),
            "## Walks\n\n1. Over the moor\n\n   - by bus\n   - on foot\n\n2. Home\n\n   by train\n\n> So far."
        );
    }

    #[test]
    fn a_list_right_inside_a_list_belongs_to_the_item_before_it() {
        let list = "<ol><li>row<li>sail<ol><li>jib<li>main</ol><ul>or<li>oar</ul><li>swim</ol>";
        let lines = [
            "1. row",
            "2. sail",
            "",
            "   1. jib",
            "   2. main",
            "",
            "   or",
            "",
            "   - oar",
            "",
            "3. swim",
        ];
        assert_eq!(markdown(list), lines.join("\n"));
        assert_eq!(markdown("<ul><ol><li>a</ol><li>b</ul>"), "1. a\n\n- b");
    }

    #[test]
    fn line_feeds_of_the_source_are_spaces() {
        let page = "<h2>Two\nlines</h2><p>One\nline<br>and\nanother<pre>kept\n as is</pre>";
        assert_eq!(
            all(page, Style::Text),
            "Two lines\n\nOne line\nand another\n\nkept\n as is"
        );
    }

    #[test]
    fn line_feeds_between_characters_of_chinese_and_japanese_are_nothing() {
        let of = |line: &str| all(&format!("<p>{line}"), Style::Text);
        assert_eq!(
            of("潮は一日に\n  二回満ちる。\nまた引く"),
            "潮は一日に二回満ちる。また引く"
        );
        assert_eq!(of("潮水每天\n来两次"), "潮水每天来两次");
        assert_eq!(of("潮は 二回<br>\n満ちる"), "潮は 二回\n満ちる");
        assert_eq!(of("<a>港</a>\n<a>船</a>"), "港 船");
        assert_eq!(of("물이 두\n번 온다 tide\n潮"), "물이 두 번 온다 tide 潮");
    }

    #[test]
    fn styles_make_lines_of_line_feeds() {
        let of = |html: &str| all(html, Style::Text);
        let verse = "The tide comes in,\r\nthe tide goes out.\n\nAnd in.";
        for style in ["pre-line", "Pre-Wrap", "break-spaces"] {
            let html = format!("<div style='white-space: {style}'>{verse}</div><p>One\ntwo");
            assert_eq!(
                of(&html),
                "The tide comes in,\nthe tide goes out.\n\nAnd in.\n\nOne two"
            );
        }
        let ruled = format!(
            "<style>.verse {{ white-space: pre-line }}</style><div class=verse><p>{verse}</div>"
        );
        assert_eq!(
            of(&ruled),
            "The tide comes in,\nthe tide goes out.\n\nAnd in."
        );
        let undone = format!(
            "<div style='white-space:pre-line'><p style='white-space:normal'>{verse}</div>"
        );
        assert_eq!(of(&undone), "The tide comes in, the tide goes out. And in.");
    }

    #[test]
    fn a_stanza_of_lines_is_one_paragraph() {
        let stanza = |lines: [&str; 2]| {
            let lines = lines.map(|line| format!("<div class=line>{line}</div>"));
            format!("<div class=line-block>{}</div>", lines.concat())
        };
        let page =
            stanza(["The tide came in", "<i>by night</i>,"]) + &stanza(["and out", "by day."]);
        assert_eq!(
            all(&page, Style::Text),
            "The tide came in\nby night,\n\nand out\nby day."
        );
        assert_eq!(
            markdown(&format!("<ul><li>{page}</ul>")),
            "- The tide came in  \n  *by night*,\n\n  and out  \n  by day."
        );
    }

    #[test]
    fn exponents_keep_their_value() {
        let page = "<p>It is 10<sup>8</sup> m<sup>2</sup>, <i>x</i><sup><i>n</i></sup> or <b>2<sup>k</sup></b>, log<sub>2</sub>8 \
            and 2<sup>1</sup>/<sub>4</sub> miles of <em>H<sub>2</sub>O</em>.<pre>y = 10<sup>-3</sup>";
        assert_eq!(
            all(page, Style::Text),
            "It is 10⁸ m², xⁿ or 2^k, log2 8 and 2 1/4 miles of H2O.\n\ny = 10⁻³"
        );
        assert_eq!(
            markdown(page),
            "It is 10⁸ m², *x*ⁿ or **2^k**, log2 8 and 2 1/4 miles of *H2O*.\n\n```\ny = 10⁻³\n```"
        );
        // Marks of notes, in links or of a class, numbers of verses, ordinals.
        let notes = "<p>In 1990<sup><a href=#a>3</a></sup> or 1991<a href=#b><sup>4</sup></a> or 1992<sup class=noteref>5</sup> \
            the mill<sup>6</sup> stood. <sup>2</sup>But on the 2<sup>nd</sup> <sup>1</sup>/<sub>2</sub>";
        assert_eq!(
            all(notes, Style::Text),
            "In 19903 or 19914 or 19925 the mill6 stood. 2 But on the 2nd 1/2"
        );
    }

    /// Text that is dropped, or elements that are closed in another order, around raised text.
    #[test]
    fn raised_text_may_be_cut() {
        for (html, text) in [
            ("<p>2<span hidden>3<sup>1</sup></span>/<sub>2</sub>", "2/2"),
            ("<p>2<sup>1</sup><span hidden>x</span>/<sub>2</sub>", "2¹/2"),
            ("<p>2<sup>1<div>x</div>3</sup>4", "2¹\n\nx\n\n34"),
            ("<p>2<i><sup>1</i></sup>/<sub>2</sub>", "2 1/2"),
            ("<p>2<sup>3<sup>4</sup></sup>", "2^(3⁴)"),
            ("<p>2<a href=#x><sup>1</a>x</sup>", "21x"),
        ] {
            assert_eq!(all(html, Style::Text), text, "{html}");
            markdown(html);
        }
    }

    #[test]
    fn characters_that_are_not_seen_are_left_out() {
        let page = "<p>be&shy;fore zero&#8203;width, a word&#8288;joiner &#xfeff;<i>&#xe812;</i> Call &#xf0e0;us &#x645;&#x6cc;&#x200c;&#x62e;<p>r&#xe001;d";
        assert_eq!(
            all(page, Style::Text),
            "before zerowidth, a wordjoiner Call us \u{645}\u{6cc}\u{200c}\u{62e}\n\nr\u{e001}d"
        );
        assert_eq!(all("<pre>a\u{200b}b</pre>", Style::Text), "ab");
    }

    #[test]
    fn blocks_are_in_the_quotes_and_items_around_them() {
        let page = "<ul><li><ol><li>One<blockquote>Two<p>Three</blockquote><pre>a\n```\n\n  b</pre></ol><li>Four<ol>five<li>six</ol></ul>";
        let lines = [
            "1. One",
            "",
            "   > Two",
            "   >",
            "   > Three",
            "",
            "   ````",
            "   a",
            "   ```",
            "",
            "     b",
            "   ````",
            "",
            "- Four",
            "",
            "  five",
            "",
            "  1. six",
        ];
        assert_eq!(markdown(page), lines.join("\n"));
        let numbers = "<ol start=3><li>a<li value=7>b<li>c<li value=x>d</ol>";
        assert_eq!(markdown(numbers), "3. a\n7. b\n8. c\n9. d");
        let quotes = "<blockquote>One</blockquote><blockquote>Two</blockquote>";
        assert_eq!(markdown(quotes), "> One\n\n> Two");
        let tenth = "<ol>".to_owned() + &"<li>x".repeat(10) + "<p>y</ol>";
        assert!(markdown(&tenth).ends_with("\n10. x\n\n    y"));
    }

    /// The output has only markup that a CommonMark parser recognises.
    #[test]
    fn markup_that_is_not_read_is_not_written() {
        for (html, text) in [
            ("<p>Ask<b>.</b>s or <b>it</b><b>.</b>s", "Ask.s or it.s"),
            ("<p>Ask!<a href=/x>me</a>", r"Ask\![me](/x)"),
            (
                "<p>(<i>a</i>)<b>(b)</b> <a href=x><i>c</i></a>",
                "(*a*)**(b)** [*c*](x)",
            ),
            ("<p><code>a`b</code> <code>|</code>", "``a`b`` `|`"),
            ("<h3># one #</h3>", r"### \# one \#"),
            ("<p><b><i>a</i>b<i>c</i></b>", "***a*bc**"),
            ("<p><b>a<i>b</i>c</b>", "**a*b*c**"),
            ("<p><a href=x>1</a>. It", "[1](x). It"),
            (
                "<p><b><a href=x>a</a></b><b><a href=x>b</a></b>",
                "**[a](x)[b](x)**",
            ),
        ] {
            assert_eq!(markdown(html), text);
        }
    }

    #[test]
    fn inline_elements_have_markdown_syntax() {
        assert_eq!(
            markdown(
                "<p>A <b>wet <i>day</i></b>, <a href='/a (b)'>see <code>x_y*</code></a> and 2*3 [1]<p>- no"
            ),
            "A **wet *day***, [see `x_y*`](/a%20%28b%29) and 2\\*3 \\[1\\]\n\n\\- no"
        );
        let styled = "<p><em>one<p>two</em> <a href=x></a>three";
        assert_eq!(markdown(styled), "*one*\n\ntwo three");
        let twice = "<p><b>one <strong>two</strong></b> <i><cite>three</cite></i>";
        assert_eq!(markdown(twice), "**one two** *three*");
        let parts = "<p><b>one</b><strong>: </strong><b hidden>x</b><i>two</i><em><b>three</b></em> <a href=a>four</a><a href=a>five</a> <a href='JavaScript: x()'>six</a>";
        assert_eq!(
            markdown(parts),
            "**one:** *two**three*** [four](a)[five](a) six"
        );
        // An element that ends before the block that began in it.
        let ended =
            "<b>one<p>two <i>three</b> four</i> five</p><a href=x>six<div>seven</a> eight</div>";
        let nested = "**one**\n\n**two *three*** *four* five\n\n[six](x)\n\n[seven](x) eight";
        assert_eq!(markdown(ended), nested);
        assert_eq!(
            all("<a href=x>y</a>", Style::Markdown { links: false }),
            "y"
        );
    }
}
