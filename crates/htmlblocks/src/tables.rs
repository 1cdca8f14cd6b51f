//! Finds the data tables of a page, and the positions of their cells in the grid.

use std::collections::HashMap;

use crate::constants::{
    MAX_CELL, MAX_CELL_BLOCKS, MAX_CELL_OF_BLOCKS, MAX_DECLARED_CELL, MIN_REGULAR_ROWS,
};
use crate::grid::{Place, Tables};
use crate::outline::{Code, Container, Spans};
use crate::segment::{Block, Page};
use html::Element;
use html::elements::Set;

/// If spans make a table wider than this, all its spans are ignored. They would fill the output.
const WIDEST: usize = 100;

pub(crate) const CELLS: Set = Set::of(&[Element::TD, Element::TH]);
/// Elements that declare a data table.
const HEADS: Set = Set::of(&[Element::TH, Element::THEAD, Element::CAPTION]);

impl Page {
    /// Returns its tables.
    pub(crate) fn tables(&self) -> &Tables {
        self.tables.get_or_init(|| Tables::of(self))
    }
}

impl Tables {
    /// Finds the tables of a page that was segmented with markup.
    pub(crate) fn of(page: &Page) -> Tables {
        if !page
            .outline
            .iter()
            .any(|container| container.element == Element::TABLE)
        {
            return Tables::default();
        }
        let (is_data, is_declared) = data_tables(page);
        let mut grids = HashMap::<u32, Grid>::new();
        let is_row = |container: &Container| container.element == Element::TR;
        let is_of_foot = |(at, _): &(u32, &Container)| {
            let mut around = page.around(*at).take(3);
            around.any(|(_, element)| element == Element::TFOOT)
        };
        let parts = (0..).zip(&page.outline);
        let parts = parts.filter(|(_, one)| is_row(one) || CELLS.has(one.element));
        let (feet, others): (Vec<_>, Vec<_>) = parts.partition(is_of_foot);
        for (at, container) in others.into_iter().chain(feet) {
            let is_row = is_row(container);
            let table = page
                .around(at)
                .find(|(_, element)| *element == Element::TABLE);
            let outer = &page.outline[container.parent as usize];
            let is_hidden = !is_row && container.hidden() > outer.hidden();
            if let Some((table, _)) =
                table.filter(|(table, _)| is_data[*table as usize] && !is_hidden)
            {
                let grid = grids.entry(table).or_default();
                match is_row {
                    true => grid.row(),
                    false => grid.cell(at, container.spans()),
                }
            }
        }
        let places = grids.into_values().flat_map(|grid| grid.places).collect();
        Tables {
            is_data,
            is_declared,
            places,
        }
    }

    /// Whether a container is a data table.
    pub(crate) fn is_data(&self, container: u32) -> bool {
        self.is_data
            .get(container as usize)
            .is_some_and(|is_data| *is_data)
    }

    /// Returns the row of the innermost data table cell that a block is in, and whether the table has a header or caption.
    pub(crate) fn row_of(&self, page: &Page, block: &Block) -> Option<(u32, bool)> {
        let mut tables = tables_around(page, block).filter(|_| !self.is_data.is_empty());
        let (table, row, cell) = tables.find(|(table, ..)| self.is_data(*table))?;
        (row != 0 && cell != 0).then(|| (row, self.is_declared[table as usize]))
    }

    /// Returns the innermost data table around a block.
    pub(crate) fn table_of(&self, page: &Page, block: &Block) -> Option<u32> {
        if self.is_data.is_empty() {
            return None;
        }
        let mut around = page.around(block.container);
        around
            .find_map(|(at, element)| (element == Element::TABLE && self.is_data(at)).then_some(at))
    }

    /// Returns the position of a cell of a data table. A cell that alone in its row is not displayed has none.
    pub(crate) fn place(&self, cell: u32) -> Option<Place> {
        self.places.get(&cell).copied()
    }
}

/// The grid of a table up to a cell.
#[derive(Default)]
struct Grid {
    /// The number of rows so far.
    rows: u32,
    /// The number of cells in the row so far.
    cells: usize,
    column: usize,
    /// For each column, the first row that no cell above extends into.
    free: Vec<u32>,
    is_wide: bool,
    places: Vec<(u32, Place)>,
}

impl Grid {
    fn row(&mut self) {
        self.rows += 1;
        (self.cells, self.column) = (0, 0);
    }

    fn cell(&mut self, cell: u32, spans: Spans) {
        let row = self.rows.max(1) - 1;
        let is_taken = |column: usize| self.free.get(column).is_some_and(|free| *free > row);
        let mut place = Place {
            row,
            column: self.cells,
            rows: 1,
        };
        self.cells += 1;
        let mut column = self.column;
        while !self.is_wide && is_taken(column) {
            column += 1;
        }
        self.column = column + usize::from(spans.columns);
        if self.is_wide || self.column > WIDEST {
            if !std::mem::replace(&mut self.is_wide, true) {
                self.forget_spans();
            }
            self.places.push((cell, place));
            return;
        }
        (place.column, place.rows) = (column, spans.rows.into());
        self.free.resize(self.free.len().max(self.column), 0);
        self.free[column..self.column].fill(row.saturating_add(place.rows));
        self.places.push((cell, place));
    }

    /// Puts each cell right after the one before it in its row.
    fn forget_spans(&mut self) {
        let mut last = (u32::MAX, 0);
        for (_, place) in &mut self.places {
            last = match last {
                (row, column) if row == place.row => (row, column + 1),
                _ => (place.row, 0),
            };
            (place.column, place.rows) = (last.1, 1);
        }
    }
}

/// Iterates over the tables around a block, innermost first. Each has the row and the cell of the block; 0 stands for
/// none.
pub(crate) fn tables_around(page: &Page, block: &Block) -> impl Iterator<Item = (u32, u32, u32)> {
    let (mut row, mut cell) = (0, 0);
    page.around(block.container)
        .filter_map(move |(at, element)| {
            if CELLS.has(element) && cell == 0 {
                cell = at;
            } else if element == Element::TR && row == 0 {
                row = at;
            } else if element == Element::TABLE {
                let found = (at, row, cell);
                (row, cell) = (0, 0);
                return Some(found);
            }
            None
        })
}

/// Properties of the blocks in a table.
#[derive(Clone, Copy, Default)]
struct Texts {
    /// The numbers of cells and rows with text, and the length of the text.
    cells: u32,
    rows: u32,
    chars: u32,
    last_row: u32,
    last_cell: u32,
    /// The length of the current cell, and the number of its blocks.
    cell_chars: u32,
    cell_blocks: u32,
    /// Whether a cell has several blocks, whether one has a table with other text, and whether one has content that does
    /// not fit on a line.
    has_several: bool,
    has_table: bool,
    is_layout: bool,
}

/// Returns which containers are data tables, and which have a header or caption. A data table has short cells, each
/// with at most one block of one line. Cells may have several blocks or lines, such as a list, if the table has a header or
/// is regular, and other tables if it has a header. A table in a data table is none.
fn data_tables(page: &Page) -> (Vec<bool>, Vec<bool>) {
    let mut tables = vec![Texts::default(); page.outline.len()];
    for (index, block) in page.blocks.iter().enumerate() {
        let lines = match page.outline_code(block) {
            Code::Lines => 1 + page.raw_text(index).matches('\n').count() as u32,
            _ => 1,
        };
        let in_cell = page.outline[block.container as usize].element;
        for (depth, (at, row, cell)) in tables_around(page, block).enumerate() {
            let table = &mut tables[at as usize];
            let is_next = cell == 0 || table.last_cell != cell;
            if is_next {
                table.cells += 1;
                (table.cell_chars, table.cell_blocks) = (0, 0);
            }
            table.last_cell = cell;
            table.cell_blocks += lines;
            table.cell_chars = table.cell_chars.saturating_add(block.chars);
            table.chars = table.chars.saturating_add(block.chars);
            if table.cell_blocks > 1 && cell != 0 {
                table.has_several = true;
                table.has_table |= depth > 0;
                let is_long =
                    table.cell_chars > MAX_CELL_OF_BLOCKS || table.cell_blocks > MAX_CELL_BLOCKS;
                table.is_layout |= is_long || (block.heading && in_cell != Element::TH);
            }
            table.rows += u32::from(table.last_row != row);
            table.last_row = row;
        }
    }
    let several = |at: usize| tables[at].has_several;
    let (declared, widths) = heads_and_widths(page, several);
    let is_data = |(at, table): (usize, &Texts)| {
        let longest = if declared[at] {
            MAX_DECLARED_CELL
        } else {
            MAX_CELL
        };
        let is_regular = widths
            .get(&(at as u32))
            .is_some_and(|width| width.is_regular());
        !table.is_layout
            && !page.outline[at].is_presentation
            && table.rows > 1
            && table.cells > table.rows
            && table.chars <= longest * table.cells
            && (!table.has_several || declared[at] || is_regular && !table.has_table)
    };
    let mut are_data: Vec<bool> = tables.iter().enumerate().map(is_data).collect();
    for at in 0..are_data.len() {
        let mut outer = page.around(at as u32).skip(1);
        are_data[at] &= !outer.any(|(outer, _)| are_data[outer as usize]);
    }
    (are_data, declared)
}

/// The widths of the rows of a table, in columns.
#[derive(Clone, Copy, Default)]
struct Widths {
    rows: u32,
    /// The widths of the first row and of the current row.
    first: u32,
    width: u32,
    differs: bool,
}

impl Widths {
    fn end_row(&mut self) {
        match self.rows {
            0 => {}
            1 => self.first = self.width,
            _ => self.differs |= self.width != self.first,
        }
        self.width = 0;
    }

    fn is_regular(mut self) -> bool {
        self.end_row();
        self.rows >= MIN_REGULAR_ROWS && self.first > 1 && !self.differs
    }
}

/// Returns which containers are tables with a header or caption, and the widths of the rows of tables with cells of
/// several blocks.
fn heads_and_widths(
    page: &Page,
    several: impl Fn(usize) -> bool,
) -> (Vec<bool>, HashMap<u32, Widths>) {
    let mut declared = vec![false; page.outline.len()];
    let mut widths = HashMap::<u32, Widths>::new();
    for (at, container) in (0..).zip(&page.outline) {
        let element = container.element;
        let is_part = element == Element::TR || CELLS.has(element) || HEADS.has(element);
        let mut around = page.around(at).filter(|_| is_part);
        let Some((table, _)) = around.find(|(_, element)| *element == Element::TABLE) else {
            continue;
        };
        declared[table as usize] |= HEADS.has(element);
        if several(table as usize) && !HEADS.has(element) {
            let widths = widths.entry(table).or_default();
            if element == Element::TR {
                widths.end_row();
                widths.rows += 1;
            } else {
                widths.width += u32::from(container.spans().columns);
            }
        }
    }
    (declared, widths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::Rules;

    /// Returns the position of each cell of a page with one table, in document order.
    fn places(html: &str) -> Vec<(u32, usize, u32)> {
        let rules = Rules {
            markup: true,
            ..Rules::BEST
        };
        let page = Page::new(html, rules);
        let tables = page.tables();
        let cells = (0..).zip(&page.outline);
        let cells = cells.filter(|(_, container)| CELLS.has(container.element));
        cells
            .filter_map(|(at, _)| tables.place(at))
            .map(|place| (place.row, place.column, place.rows))
            .collect()
    }

    #[test]
    fn spans_take_the_places_of_cells() {
        let table = "<table><tr><td rowspan=2>a<td colspan=2>b<td>c<tr><td>d<td>e<td rowspan=0>f<tr><td>g<td>h<td>i";
        let expected = [
            (0, 0, 2),
            (0, 1, 1),
            (0, 3, 1),
            (1, 1, 1),
            (1, 2, 1),
            (1, 3, u32::from(u16::MAX)),
            (2, 0, 1),
            (2, 1, 1),
            (2, 2, 1),
        ];
        assert_eq!(places(table), expected);
    }

    #[test]
    fn elements_with_roles_of_cells_have_spans() {
        let of = |attributes: [&str; 2]| {
            let rows = attributes.map(|spans| {
                format!("<div role=row><div role=columnheader {spans}>a</div><div role=cell>b</div></div>")
            });
            places(&format!("<div role=table>{}</div>", rows.concat()))
        };
        assert_eq!(
            of(["aria-colspan=2", ""]),
            [(0, 0, 1), (0, 2, 1), (1, 0, 1), (1, 1, 1)]
        );
        assert_eq!(
            of(["aria-rowspan=2", ""]),
            [(0, 0, 2), (0, 1, 1), (1, 1, 1), (1, 2, 1)]
        );
    }

    #[test]
    fn elements_with_roles_of_tables_are_tables() {
        let row = |cell: &str| {
            format!(
                "<div role=row>{0}a</span>{0}b</span></div>",
                format!("<span role={cell}>")
            )
        };
        let rows = format!(
            "<div role=rowgroup>{}</div>{}",
            row("columnheader"),
            row("cell")
        );
        let table = format!("<div role=grid>{rows}</div>");
        assert_eq!(places(&table), [(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1)]);
        // Rows alone place things.
        assert_eq!(places(&rows), []);
    }

    #[test]
    fn tables_for_presentation_have_no_data() {
        let of = |attributes: &str| {
            let html = format!("<table {attributes}><tr><th>a<th>b<tr><td>c<td>d</table>");
            let page = Page::new(&html, Rules::BEST);
            let tables = page.tables();
            (0..page.outline.len() as u32).any(|at| tables.is_data(at))
        };
        assert!(of(""));
        assert!(!of("role=presentation"));
        assert!(!of("role=none"));
    }

    #[test]
    fn tables_that_spans_make_too_wide_have_none() {
        let table = "<table><tr><td rowspan=2>a<td>b<tr><td colspan=99>c<td>d<td>e<tr><td>f<td>g";
        let columns = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)];
        let expected = columns.map(|(row, column)| (row, column, 1));
        assert_eq!(places(table), expected);
    }

    #[test]
    fn cells_that_are_not_displayed_have_no_place() {
        let table = "<table><tr><th>a<th>b<tr><td style=display:none>c<td>d<td>e</table>";
        assert_eq!(places(table), [(0, 0, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1)]);
        let hidden = "<div hidden><table><tr><th>a<th>b<tr><td>c<td>d</table></div>";
        assert_eq!(places(hidden).len(), 4);
    }

    #[test]
    fn lines_and_tables_in_a_cell_leave_the_table_whole() {
        let of = |cell: &str, head: &str| {
            let html =
                format!("<table><tr>{head}a{head}b<tr><td>c<td>{cell}<tr><td>d<td>e</table>");
            let page = Page::new(&html, Rules::BEST);
            let is_table = |at: &u32| page.outline[*at as usize].element == Element::TABLE;
            let tables = (0..page.outline.len() as u32).filter(is_table);
            tables
                .map(|at| page.tables().is_data(at))
                .collect::<Vec<_>>()
        };
        let (lines, inner) = (
            "<pre>one\ntwo</pre>",
            "<table><tr><td>1<td>2<tr><td>3<td>4</table>",
        );
        assert_eq!(of(lines, "<th>"), [true]);
        assert_eq!(of(lines, "<td>"), [true]);
        assert_eq!(
            of(&format!("<pre>{}</pre>", "one\n".repeat(20)), "<th>"),
            [false]
        );
        assert_eq!(of(inner, "<th>"), [true, false]);
        assert_eq!(of(inner, "<td>"), [false, true]);
    }
}
