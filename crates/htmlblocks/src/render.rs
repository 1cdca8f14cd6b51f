//! Renders the kept blocks of a page as plain text or Markdown.
//!
//! Blocks become paragraphs, and the rows of a data table become lines. A short cell that spans several rows is
//! repeated in each of them. Preformatted text keeps its lines and their indentation, even if each line of code is an
//! element. It loses its line numbers.

use crate::classify::{Class, Verdict};
use crate::grid::{Place as Cell, Tables};
use crate::markdown::{self, Place};
use crate::outline::{Code, Container, Line, PREFORMATTED};
use crate::segment::{Block, Inline, Mark, Page};
use crate::tables::tables_around;
use html::Element;
use html::elements::Set;

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
/// The number of elements around a listing that may declare its language.
const WRAPPERS: usize = 2;
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
    for (at, (block, verdict)) in page.blocks.iter().zip(verdicts).enumerate() {
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

/// Longer cells, in bytes, are not repeated in the rows that they span.
const REPEATED: usize = 80;

/// A table. In Markdown, its first row needs as many cells as the longest row.
#[derive(Default)]
struct Grid {
    /// The position of the last cell, and of its text in the output.
    place: Cell,
    cell_start: usize,
    /// The last column of the current row; the numbers of columns of the first row and of the longest row.
    column: Option<usize>,
    /// The first column of the row. It is not 0 if a row continues after a table in one of its cells.
    first: usize,
    header: usize,
    most: usize,
    /// For each column, the last cell that spans several rows.
    spans: Vec<Span>,
    /// The ends of the first row and of the delimiter row in the output.
    header_end: usize,
    delimiter_end: usize,
}

/// A cell that spans several rows.
#[derive(Default)]
struct Span {
    /// The number of the first row after it.
    until: u32,
    /// The text that is repeated in its further rows.
    text: String,
}

/// Returns the numbers in a text that consists of numbers only.
fn numbers(text: &str) -> Option<impl Iterator<Item = u32>> {
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
fn listings(page: &Page) -> Vec<bool> {
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
fn gutter(page: &Page, block: &Block) -> Option<u32> {
    let is_gutter = |at: &u32| page.outline[*at as usize].code == Code::Numbers;
    let around = page.around(block.container).map(|(at, _)| at);
    around.take_while(is_gutter).last()
}

/// Returns which containers have only consecutive numbers, directly before or after preformatted text under the same
/// parent or grandparent.
fn gutters(page: &Page) -> Vec<bool> {
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
    fn is_line_number(&self, block: &Block) -> bool {
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
    fn listing(&self, block: &Block) -> u32 {
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
    fn empty_lines(&self, from: u32, to: u32) -> usize {
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
            if !same(|position| position.table) {
                self.grid = Grid::default();
            }
            self.grid.column = None;
            self.grid.first = match self.row == position.row {
                true => (self.tables.place(position.cell)).map_or(0, |place| place.column),
                false => 0,
            };
            if markdown {
                self.out.push_str("| ");
            }
            self.cell(at, block);
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

    /// Writes a block of a listing, at its beginning or after another one.
    fn listed(&mut self, at: usize, position: Position, last: Option<Position>, begin: &str) {
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
    fn code(&mut self, at: usize) {
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
    fn language(&self, at: usize, listing: u32) -> &'p str {
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
    fn fence_of(&self, at: usize, listing: u32) -> String {
        let is_code = |block| self.position(block).preformatted == listing;
        let code = (at..self.page.blocks.len()).take_while(|&at| is_code(&self.page.blocks[at]));
        let runs = code.map(|at| markdown::longest_run(self.page.raw_text(at)));
        "`".repeat(3.max(runs.max().unwrap_or_default() + 1))
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

    /// Writes the next cell of a row. Before it come empty cells, or the text of cells above that span more rows.
    fn cell(&mut self, at: usize, block: &Block) {
        let position = self.last.unwrap_or_default();
        let next = self.grid.column.map_or(0, |column| column + 1);
        // A cell that is not displayed, but kept, comes behind the cell before it.
        let behind = Cell {
            row: self.grid.place.row,
            column: self.grid.first + next,
            rows: 1,
        };
        self.grid.place = self.tables.place(position.cell).unwrap_or(behind);
        let column = self
            .grid
            .place
            .column
            .saturating_sub(self.grid.first)
            .max(next);
        self.row = position.row;
        self.fill(column, column);
        self.grid.cell_start = self.out.len();
        self.inline(at, block, position);
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

    /// Moves to a column of the row. Cells above may extend into columns before `end`.
    fn fill(&mut self, column: usize, end: usize) {
        let empty = column.saturating_sub(self.grid.column.unwrap_or(0));
        if !self.affords(3 * empty) {
            self.is_plain = true;
            return;
        }
        if self.grid.column.is_none() {
            self.grid.column = Some(0);
            self.span(0, end);
        }
        while let Some(last) = self.grid.column.filter(|last| *last < column) {
            self.out.push_str(match self.style {
                Style::Text => "\t",
                Style::Markdown { .. } => " | ",
            });
            self.grid.column = Some(last + 1);
            self.span(last + 1, end);
        }
    }

    /// Repeats the text of a cell above that spans this column, if the column is before `before`.
    fn span(&mut self, at: usize, before: usize) {
        let row = self.grid.place.row;
        let span = self.grid.spans.get(at).filter(|_| at < before);
        let span = span.filter(|span| row < span.until && span.text.len() <= self.repeats);
        if let Some(span) = span {
            self.repeats -= span.text.len();
            self.out.push_str(&span.text);
        }
    }

    /// Ends a cell. If its text is short, it is repeated in the further rows that it spans.
    fn end_cell(&mut self) {
        let Grid {
            place,
            cell_start,
            spans,
            ..
        } = &mut self.grid;
        if place.rows > 1 {
            spans.resize_with(spans.len().max(place.column + 1), Span::default);
            let text = &self.out[*cell_start..];
            spans[place.column] = Span {
                until: place.row.saturating_add(place.rows),
                text: if text.len() <= REPEATED {
                    text.to_owned()
                } else {
                    String::new()
                },
            };
        }
    }

    /// Ends a table row, and adds the delimiter row after the first one.
    fn end_row(&mut self, last: Option<Position>, goes_on: bool) {
        if last.is_none() {
            return;
        }
        self.end_cell();
        let row = self.grid.place.row;
        let goes_on_below = |span: &Span| {
            row < span.until && !span.text.is_empty() && span.text.len() <= self.repeats
        };
        if let Some(end) = self.grid.spans.iter().rposition(goes_on_below) {
            self.fill(end, end + 1);
        }
        if self.style == Style::Text {
            return;
        }
        self.out.push_str(" |");
        let grid = &mut self.grid;
        let columns = grid.column.unwrap_or_default() + 1;
        grid.most = grid.most.max(columns);
        if grid.header == 0 {
            grid.header = columns;
            grid.header_end = self.out.len();
            self.out.extend(["\n", &self.margin, "|"]);
            self.out.extend(std::iter::repeat_n(" --- |", columns));
            grid.delimiter_end = self.out.len();
        }
        if !goes_on {
            let missing = grid.most - grid.header;
            let (header, delimiter) = (grid.header_end, grid.delimiter_end);
            self.out.insert_str(delimiter, &" --- |".repeat(missing));
            self.out.insert_str(header, &"  |".repeat(missing));
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
    fn cells_are_below_their_headings() {
        let table = "<ul><li>Tides<table><tr><th><th>Mon<tr><td>High<td>4|3<td><td>!<tr><td>Low</table></ul>";
        assert_eq!(
            all(table, Style::Text),
            "Tides\n\n\tMon\nHigh\t4|3\t\t!\nLow"
        );
        let markdown_table = [
            "- Tides",
            "",
            "  |  | Mon |  |  |",
            "  | --- | --- | --- | --- |",
            "  | High | 4\\|3 |  | ! |",
            "  | Low |",
        ];
        assert_eq!(markdown(table), markdown_table.join("\n"));
    }

    #[test]
    fn cells_of_several_blocks_stay_cells() {
        let knots = "<table><tr><th>Knot<th>For<tr><td><p>Reef<p>or square<td><ul><li>sails<li>parcels<br>and bags</ul></table>";
        assert_eq!(
            all(knots, Style::Text),
            "Knot\tFor\nReef or square\tsails parcels and bags"
        );
        assert_eq!(
            markdown(knots),
            "| Knot | For |\n| --- | --- |\n| Reef<br>or square | sails<br>parcels<br>and bags |"
        );
        // Without a header, rows must have the same width.
        let rows = "<tr><td>Reef<td><p>sails<p>bags".repeat(3);
        let regular = ["Reef\tsails bags"; 3].join("\n");
        assert_eq!(all(&format!("<table>{rows}</table>"), Style::Text), regular);
        let other = format!("<table>{rows}<tr><td>x<td>y<td>z</table>");
        assert!(all(&other, Style::Text).starts_with("Reef\n\nsails\n\nbags"));
        let heads = format!(
            "<table><tr><th>Knot<th>For<tr><td>Reef<td>{}</table>",
            "<p>x".repeat(20)
        );
        assert!(all(&heads, Style::Text).starts_with("Knot\n\nFor"));
    }

    #[test]
    fn a_cell_is_in_each_row_that_it_spans() {
        let fares = "<table><tr><td colspan=2>Fares<td>p<tr><td rowspan=2>Child<td>one way<td rowspan=3>90<tr><td>return<tr><td>Dog<td>free</table>";
        assert_eq!(
            all(fares, Style::Text),
            "Fares\t\tp\nChild\tone way\t90\nChild\treturn\t90\nDog\tfree\t90"
        );
        let long = "word ".repeat(20);
        let once = format!("<table><tr><td rowspan=2>{long}<td>a<tr><td>b</table>");
        assert_eq!(all(&once, Style::Text), format!("{}\ta\n\tb", long.trim()));
    }

    /// Many rows repeat a row of many cells: first their text, until it is as long as the page, then empty cells.
    #[test]
    fn repeated_cells_do_not_fill_the_output() {
        let cells = "<td rowspan=65534>a cell of some words".repeat(90);
        let rows = "<tr><td>b".repeat(2000);
        let page = format!("<table><tr>{cells}{rows}</table>");
        assert!(markdown(&page).len() < 40 * page.len());
    }

    #[test]
    fn line_breaks_are_lines_of_paragraphs() {
        let poem = "<blockquote><p><b>The tide<br></b><i></i><br>is 1<br>2. out<br>";
        assert_eq!(all(poem, Style::Text), "The tide\nis 1\n2. out");
        assert_eq!(markdown(poem), "> **The tide**  \n> is 1  \n> 2\\. out");
        let heading = "<h2>High<br>water</h2><p>At<br>\nnoon";
        assert_eq!(all(heading, Style::Text), "High water\n\nAt\nnoon");
        assert_eq!(markdown(heading), "## High water\n\nAt  \nnoon");
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

    /// Three lines of code, the second of them empty, in the markup of several programs.
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

    #[test]
    fn rows_stay_rows() {
        let markdown = Style::Markdown { links: false };
        let table = |cell: &str| {
            all(
                &format!("<table><tr><th>a<th>b<tr><td>c<td>{cell}<tr><td>d<td>e</table>"),
                markdown,
            )
        };
        let of = |cell: &str| format!("| a | b |\n| --- | --- |\n| c | {cell} |\n| d | e |");
        assert_eq!(table("<pre>one\n  two</pre>"), of("one<br>two"));
        assert_eq!(
            table("<table><tr><td>1<td>2<tr><td>3<td>4</table>"),
            of("1<br>2<br>3<br>4")
        );
        assert_eq!(table("so <table><tr><td>1</table>"), of("so<br>1"));
        // A hidden cell that is kept for another reason does not touch its neighbours.
        assert_eq!(
            table("f<td hidden>g"),
            "| a | b |  |\n| --- | --- | --- |\n| c | f | g |\n| d | e |"
        );
    }
}
