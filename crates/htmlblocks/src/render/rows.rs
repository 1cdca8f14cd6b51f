//! The rows of a data table. In Markdown the first row is as long as the longest one, which is known only at the end.

use super::{Position, Style, Writer};
use crate::grid::Place;
use crate::segment::Block;

/// Longer cells, in bytes, are not repeated in the rows that they span.
const REPEATED: usize = 80;

/// A table. In Markdown, its first row needs as many cells as the longest row.
#[derive(Default)]
pub(super) struct Grid {
    /// The position of the last cell, and of its text in the output.
    place: Place,
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
pub(super) struct Span {
    /// The number of the first row after it.
    until: u32,
    /// The text that is repeated in its further rows.
    text: String,
}

impl Writer<'_> {
    /// Begins a row of a table with its first cell.
    pub(super) fn begin_row(&mut self, at: usize, block: &Block, is_first: bool) {
        if is_first {
            self.grid = Grid::default();
        }
        let position = self.last.unwrap_or_default();
        self.grid.column = None;
        self.grid.first = match self.row == position.row {
            true => (self.tables.place(position.cell)).map_or(0, |place| place.column),
            false => 0,
        };
        if self.style != Style::Text {
            self.out.push_str("| ");
        }
        self.cell(at, block);
    }

    /// Writes the next cell of a row. Before it come empty cells, or the text of cells above that span more rows.
    pub(super) fn cell(&mut self, at: usize, block: &Block) {
        let position = self.last.unwrap_or_default();
        let next = self.grid.column.map_or(0, |column| column + 1);
        // A cell that is not displayed, but kept, comes behind the cell before it.
        let behind = Place {
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
    pub(super) fn end_cell(&mut self) {
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
    pub(super) fn end_row(&mut self, last: Option<Position>, goes_on: bool) {
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
}

#[cfg(test)]
mod tests {
    use super::super::tests::{all, markdown};
    use super::*;

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

    #[test]
    fn the_foot_of_a_table_comes_last() {
        let html = "<table><tfoot><tr><td>Sum<td>5</tfoot><tbody><tr><th>Boat<th>Crew<tr><td rowspan=2>Gull<td>2<tr><td>3</tbody></table><p>End";
        let rows = "| Boat | Crew |\n| --- | --- |\n| Gull | 2 |\n| Gull | 3 |\n| Sum | 5 |\n\nEnd";
        assert_eq!(markdown(html), rows);
        let [before, after] = ["<tfoot><tr><td>Sum<td>5</tfoot>", "</tbody>"];
        let moved = html
            .replace(before, "")
            .replace(after, &format!("</tbody>{before}"));
        assert_eq!(markdown(&moved), rows);
    }

    #[test]
    fn repeated_cells_do_not_fill_the_output() {
        let cells = "<td rowspan=65534>a cell of some words".repeat(90);
        let rows = "<tr><td>b".repeat(2000);
        let page = format!("<table><tr>{cells}{rows}</table>");
        assert!(markdown(&page).len() < 40 * page.len());
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
