//! Renders the kept blocks of a page as plain text or Markdown.
//!
//! Blocks are paragraphs. The rows of a data table are lines; preformatted text keeps its lines and their indentation.

use crate::classify::{Class, Verdict};
use crate::segment::{Block, Inline, Mark, Page};
use html::Element;
use html::elements::Set;

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Plain text, cells separated by tabs.
    Text,
    /// CommonMark with GitHub's tables.
    Markdown {
        /// Whether to write links with their addresses.
        links: bool,
    },
}

/// A table whose cells are longer on average, in characters, is a layout table.
const CELL: u32 = 120;

const CELLS: Set = Set::of(&[Element::TD, Element::TH]);
const LISTS: Set = Set::of(&[Element::UL, Element::OL, Element::MENU, Element::DIR]);
const PREFORMATTED: Set = Set::of(&[
    Element::PRE,
    Element::LISTING,
    Element::XMP,
    Element::TEXTAREA,
]);

/// Renders the kept blocks of a page segmented with [`crate::Rules::markup`].
pub fn kept(page: &Page, verdicts: &[Verdict], style: Style) -> String {
    let mut writer = Writer {
        page,
        style,
        tables: tables(page),
        out: String::new(),
        last: None,
        columns: 0,
        header: 0,
    };
    for (at, (block, verdict)) in page.blocks.iter().zip(verdicts).enumerate() {
        if verdict.class == Class::Good {
            writer.block(at, block);
        }
    }
    writer.end_fence();
    writer.out
}

/// The position of a block, as far as it determines the separator from the block before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Position {
    /// Indices in the outline: the data table, its row, the innermost list item, list and preformatted element; 0 for none.
    table: u32,
    row: u32,
    item: u32,
    list: u32,
    preformatted: u32,
}

struct Writer<'p> {
    page: &'p Page,
    style: Style,
    /// For each container, whether it is a data table.
    tables: Vec<bool>,
    out: String,
    last: Option<Position>,
    /// Number of cells in the row so far, and in the first row of the table.
    columns: usize,
    header: usize,
}

/// Which containers are data tables: every cell has one block at most, and cells are short on average.
fn tables(page: &Page) -> Vec<bool> {
    #[derive(Clone, Copy, Default)]
    struct Table {
        cells: u32,
        chars: u32,
        rows: u32,
        last_row: u32,
        is_layout: bool,
    }
    let mut tables = vec![Table::default(); page.outline.len()];
    let mut filled = vec![false; page.outline.len()];
    for block in &page.blocks {
        let (mut cell, mut row) = (0, 0);
        for (at, element) in page.around(block.container) {
            if CELLS.has(element) && cell == 0 {
                cell = at;
            } else if element == Element::TR && row == 0 {
                row = at;
            } else if element == Element::TABLE {
                let table = &mut tables[at as usize];
                // A second block in a cell makes a layout table, of the outer one, too, if it is in a nested table that is not first in its cell.
                let twice = cell == 0 || std::mem::replace(&mut filled[cell as usize], true);
                table.is_layout |= twice && cell != 0;
                table.cells += 1;
                table.chars = table.chars.saturating_add(block.chars);
                table.rows += u32::from(table.last_row != row);
                table.last_row = row;
                (cell, row) = (at, 0);
            }
        }
    }
    let is_data = |table: &Table| {
        !table.is_layout
            && table.rows > 1
            && table.cells > table.rows
            && table.chars <= CELL * table.cells
    };
    tables.iter().map(is_data).collect()
}

impl Writer<'_> {
    fn position(&self, block: &Block) -> Position {
        let mut position = Position::default();
        let (mut row, mut inner) = (0, true);
        for (at, element) in self.page.around(block.container) {
            if element == Element::TR && inner {
                row = at;
            } else if element == Element::TABLE && inner {
                inner = false;
                if self.tables[at as usize] && row != 0 {
                    (position.table, position.row) = (at, row);
                }
            } else if element == Element::LI && position.item == 0 {
                position.item = at;
            } else if LISTS.has(element) && position.list == 0 {
                position.list = at;
            } else if PREFORMATTED.has(element) && position.preformatted == 0 {
                position.preformatted = at;
            }
        }
        position
    }

    fn block(&mut self, at: usize, block: &Block) {
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
        if same(|position| position.row) {
            self.out.push_str(if markdown { " | " } else { "\t" });
            self.columns += 1;
            self.inline(at, block);
            return;
        }
        self.end_row(
            last.filter(|last| last.table != 0),
            same(|position| position.table),
        );
        let next_item = markdown
            && position.item != 0
            && same(|position| position.list)
            && !same(|position| position.item);
        if same(|position| position.table) || same(|position| position.preformatted) || next_item {
            self.out.push('\n');
        } else if !self.out.is_empty() {
            self.out.push_str("\n\n");
        }
        if position.table != 0 {
            self.columns = 1;
            if !same(|position| position.table) {
                self.header = 0;
            }
            if markdown {
                self.out.push_str("| ");
            }
            self.inline(at, block);
            return;
        }
        if position.preformatted != 0 {
            if markdown && !same(|position| position.preformatted) {
                self.out.push_str("```\n");
            }
            self.out.push_str(self.page.raw_text(at));
            return;
        }
        if markdown {
            self.prefix(block, position, same(|position| position.item));
        }
        self.inline(at, block);
    }

    /// The Markdown prefix of a block: quote, list item, heading.
    fn prefix(&mut self, block: &Block, position: Position, same_item: bool) {
        let mut around: Vec<(u32, Element)> = self.page.around(block.container).collect();
        around.reverse();
        let mut lists = Vec::new();
        for &(at, element) in &around {
            if element == Element::BLOCKQUOTE {
                self.out.push_str("> ");
            } else if LISTS.has(element) {
                lists.push((at, element));
            }
        }
        if let Some((_, element)) = lists.last()
            && position.item != 0
        {
            for (_, outer) in &lists[..lists.len() - 1] {
                self.out
                    .push_str(if *outer == Element::OL { "   " } else { "  " });
            }
            match (same_item, *element == Element::OL) {
                (false, true) => {
                    let number = self.page.outline[position.item as usize].number;
                    self.out.push_str(&format!("{number}. "));
                }
                (false, false) => self.out.push_str("- "),
                (true, true) => self.out.push_str("   "),
                (true, false) => self.out.push_str("  "),
            }
        }
        if block.heading {
            self.out
                .extend(std::iter::repeat_n('#', block.level.max(1).into()));
            self.out.push(' ');
        }
    }

    /// Ends a row of a table, and adds the delimiter row after the first one.
    fn end_row(&mut self, last: Option<Position>, goes_on: bool) {
        if last.is_none() || self.style == Style::Text {
            return;
        }
        self.out.push_str(" |");
        if self.header == 0 {
            self.header = self.columns;
            self.out.push_str("\n|");
            self.out.extend(std::iter::repeat_n(" --- |", self.columns));
        }
        if !goes_on {
            self.header = 0;
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
            self.out.push_str("```");
        }
    }

    /// The text of a block with its inline markup.
    fn inline(&mut self, at: usize, block: &Block) {
        let text = self.page.text(block);
        let Style::Markdown { links } = self.style else {
            self.out.push_str(text);
            return;
        };
        let mut from = 0;
        // A code span has no markup in it; nested code elements are one span.
        let mut codes = 0u32;
        for mark in self.page.marks_of(at) {
            let to = (mark.at as usize).min(text.len());
            escape(
                &mut self.out,
                text.get(from..to).unwrap_or_default(),
                codes > 0,
                from == 0,
            );
            from = to;
            let outer = codes;
            match (mark.inline, mark.opens) {
                (Inline::Code, true) => codes += 1,
                (Inline::Code, false) => codes = codes.saturating_sub(1),
                _ => {}
            }
            if outer == 0 || codes == 0 {
                self.mark(mark, links);
            }
        }
        escape(
            &mut self.out,
            text.get(from..).unwrap_or_default(),
            codes > 0,
            from == 0,
        );
    }

    fn mark(&mut self, mark: &Mark, links: bool) {
        match mark.inline {
            Inline::Strong => self.out.push_str("**"),
            Inline::Emphasis => self.out.push('*'),
            Inline::Code => self.out.push('`'),
            Inline::Link(_) if !links => {}
            Inline::Link(_) if mark.opens => self.out.push('['),
            Inline::Link(link) => {
                let address = self.page.links.get(link as usize).map_or("", |link| link);
                self.out.push_str("](");
                for character in address.chars() {
                    match character {
                        ' ' => self.out.push_str("%20"),
                        '(' => self.out.push_str("%28"),
                        ')' => self.out.push_str("%29"),
                        '\n' | '\r' | '\t' => {}
                        _ => self.out.push(character),
                    }
                }
                self.out.push(')');
            }
        }
    }
}

/// Appends text with Markdown's special characters escaped. Line feeds become spaces.
fn escape(out: &mut String, text: &str, code: bool, begins: bool) {
    let begin = out.len();
    for character in text.chars() {
        match character {
            '\n' => out.push(' '),
            '`' if code => out.push('\''),
            '|' => out.push_str("\\|"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' if !code => {
                out.push('\\');
                out.push(character);
            }
            _ => out.push(character),
        }
    }
    // Would start a heading, a quote or a list item.
    if begins && !code && matches!(text.as_bytes(), [b'#' | b'>' | b'+' | b'-', ..]) {
        out.insert(begin, '\\');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::Rules;
    use crate::{Parameters, classify};

    fn all(html: &str, style: Style) -> String {
        let page = Page::new(
            html,
            Rules {
                markup: true,
                ..Rules::BEST
            },
        );
        let mut verdicts = classify(&page, None, &Parameters::default());
        (verdicts.iter_mut()).for_each(|verdict| verdict.class = Class::Good);
        kept(&page, &verdicts, style)
    }

    fn markdown(html: &str) -> String {
        all(html, Style::Markdown { links: true })
    }

    #[test]
    fn code_spans_have_no_markup() {
        let html =
            "<p>Run <code>sudo <b>-u</b> <kbd>name</kbd> <a href=x>now</a></code>, <b>please</b>";
        let code = "Run `sudo -u name now`, **please**";
        assert_eq!(all(html, Style::Markdown { links: true }).trim_end(), code);
    }

    #[test]
    fn rows_of_data_are_lines() {
        let table = "<p>Tides:<table><tr><th>Day<th>Height<tr><td>Mon<td>4.1 m<tr><td>Tue<td>4|3 m</table><p>All at noon.";
        assert_eq!(
            all(table, Style::Text),
            "Tides:\n\nDay\tHeight\nMon\t4.1 m\nTue\t4|3 m\n\nAll at noon."
        );
        assert_eq!(
            markdown(table),
            "Tides:\n\n| Day | Height |\n| --- | --- |\n| Mon | 4.1 m |\n| Tue | 4\\|3 m |\n\nAll at noon."
        );
    }

    #[test]
    fn layout_tables_are_no_rows() {
        let page = "<table><tr><td>Menu<td><p>One.<p>Two.<tr><td>Left<td>Right</table>";
        assert_eq!(
            all(page, Style::Text),
            "Menu\n\nOne.\n\nTwo.\n\nLeft\n\nRight"
        );
    }

    #[test]
    fn preformatted_text_is_unchanged() {
        let page = "<p>So:<pre>\nif x:\n    y  = 1\n\n</pre><p>Done.";
        assert_eq!(all(page, Style::Text), "So:\n\nif x:\n    y  = 1\n\nDone.");
        assert_eq!(
            markdown(page),
            "So:\n\n```\nif x:\n    y  = 1\n```\n\nDone."
        );
        let lines = "<pre><div>a</div><div>  b</div></pre>";
        assert_eq!(all(lines, Style::Text), "a\n  b");
    }

    #[test]
    fn lists_headings_and_quotes_have_markdown_prefixes() {
        let page = "<h2>Walks</h2><ol><li>Over the moor<ul><li>by bus<li>on foot</ul><li>Home<p>by train</ol><blockquote>So far.</blockquote>";
        assert_eq!(
            markdown(page),
            "## Walks\n\n1. Over the moor\n\n   - by bus\n   - on foot\n\n2. Home\n\n   by train\n\n> So far."
        );
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
        assert_eq!(
            all("<a href=x>y</a>", Style::Markdown { links: false }),
            "y"
        );
    }
}
