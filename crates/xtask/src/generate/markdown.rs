//! Markdown to roff, for the parts of Markdown that doc comments and the overview use.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use roff::{Inline, Roff, bold, italic, roman};

/// Appends Markdown to a page. Headings become sections.
pub fn append(page: &mut Roff, text: &str) {
    let mut state = State::default();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        state.event(page, event);
    }
}

/// Characters of a line in a terminal, less the indentation of the text.
const LINE: usize = 72;
/// Blanks between two columns.
const GAP: usize = 3;

#[derive(Default)]
struct State {
    line: Vec<Inline>,
    code: Option<String>,
    emphasis: bool,
    strong: bool,
    heading: bool,
    row: Vec<Vec<Inline>>,
    table: Vec<Vec<Vec<Inline>>>,
    item: bool,
    /// The lists that are open, from the outermost: the number of the next item, where they have numbers.
    lists: Vec<Option<u64>>,
}

impl State {
    fn event(&mut self, page: &mut Roff, event: Event) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => self.code = Some(String::new()),
            Event::End(TagEnd::CodeBlock) => code(page, &self.code.take().unwrap_or_default()),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.line.push(match (self.emphasis, self.strong) {
                    (true, _) => italic(text.as_ref()),
                    (_, true) => bold(text.as_ref()),
                    _ => roman(text.as_ref()),
                }),
            },
            Event::Code(text) => self.line.push(bold(text.as_ref())),
            Event::SoftBreak => self.line.push(roman(" ")),
            Event::HardBreak => self.line.push(Inline::LineBreak),
            Event::Start(Tag::Emphasis) => self.emphasis = true,
            Event::End(TagEnd::Emphasis) => self.emphasis = false,
            Event::Start(Tag::Strong) => self.strong = true,
            Event::End(TagEnd::Strong) => self.strong = false,
            Event::Start(Tag::Table(_)) => self.flush(page),
            Event::Start(Tag::Heading { .. }) => self.heading = true,
            Event::End(TagEnd::Heading(level)) => {
                self.heading = false;
                let title = plain(&std::mem::take(&mut self.line));
                match level {
                    pulldown_cmark::HeadingLevel::H1 => {
                        page.control("SH", [title.to_uppercase().as_str()])
                    }
                    _ => page.control("SS", [title.as_str()]),
                };
            }
            Event::Start(Tag::Paragraph) if !self.item => {
                page.control("PP", []);
            }
            Event::Start(Tag::List(first)) => {
                self.flush(page);
                if !self.lists.is_empty() {
                    page.control("RS", ["4"]);
                }
                self.lists.push(first);
            }
            Event::End(TagEnd::List(_)) => {
                self.lists.pop();
                if !self.lists.is_empty() {
                    page.control("RE", []);
                }
            }
            Event::Start(Tag::Item) => {
                self.item = true;
                match self.lists.last_mut() {
                    Some(Some(number)) => {
                        page.control("IP", [format!("{number}.").as_str(), "4"]);
                        *number += 1;
                    }
                    _ => {
                        page.control("IP", ["\\(bu", "2"]);
                    }
                }
            }
            Event::End(TagEnd::Item) => {
                self.flush(page);
                self.item = false;
            }
            Event::End(TagEnd::Paragraph) => self.flush(page),
            Event::End(TagEnd::TableCell) => self.row.push(std::mem::take(&mut self.line)),
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => {
                self.table.push(std::mem::take(&mut self.row));
            }
            Event::End(TagEnd::Table) => table(page, std::mem::take(&mut self.table)),
            Event::Html(tag) | Event::InlineHtml(tag) => {
                panic!("a manual page would lose {tag}: write it as code, or escape it")
            }
            _ => {}
        }
    }

    fn flush(&mut self, page: &mut Roff) {
        if !self.line.is_empty() {
            page.text(std::mem::take(&mut self.line));
        }
    }
}

/// Appends a table for tbl(1); the first row is its head. Cells of a column are broken into lines if they do not fit
/// next to the others.
fn table(page: &mut Roff, rows: Vec<Vec<Vec<Inline>>>) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let texts = |column: usize| {
        rows.iter()
            .map(move |row| row.get(column).map(|cell| plain(cell)).unwrap_or_default())
    };
    let width = |column| texts(column).map(|text| text.chars().count()).max();
    let widths: Vec<usize> = (0..columns)
        .map(|column| width(column).unwrap_or(0))
        .collect();
    let fits = widths.iter().map(|width| width + GAP).sum::<usize>() <= LINE;
    let broken = |column: usize| !fits && widths[column] > LINE / columns;
    let formats: Vec<&str> = (0..columns)
        .map(|column| {
            let figures = texts(column)
                .skip(1)
                .all(|text| text.starts_with(|first: char| first.is_ascii_digit()));
            match (figures && !broken(column), broken(column)) {
                (true, _) => "r",
                (_, true) => "lx",
                _ => "l",
            }
        })
        .collect();
    // Narrow columns read better ragged and without hyphens.
    page.control("ad", ["l"]).control("nh", []);
    page.control("TS", []);
    page.text([roman(format!("{}.", formats.join(" ")))]);
    for (number, row) in rows.into_iter().enumerate() {
        let mut line = Vec::new();
        for (column, cell) in row.into_iter().enumerate() {
            if column > 0 {
                line.push(roman("\t"));
            }
            let cell = match number {
                0 => vec![italic(plain(&cell))],
                _ => cell,
            };
            if broken(column) && plain(&cell).chars().count() > LINE / columns {
                // In one piece with the line feed, so that a dot at the start of the line is escaped.
                let mut cell = cell.into_iter();
                match cell.next() {
                    Some(Inline::Roman(text)) => line.push(roman(format!("T{{\n{text}"))),
                    first => line.extend([Some(roman("T{\n")), first].into_iter().flatten()),
                }
                line.extend(cell);
                line.push(roman("\nT}"));
            } else {
                line.extend(cell);
            }
        }
        page.text(line);
    }
    page.control("TE", []);
    page.control("hy", []).control("ad", []);
}

fn plain(line: &[Inline]) -> String {
    line.iter()
        .map(|part| match part {
            Inline::Roman(text) | Inline::Bold(text) | Inline::Italic(text) => text.as_str(),
            Inline::LineBreak => " ",
        })
        .collect()
}

/// Appends lines that keep their form.
pub fn code(page: &mut Roff, lines: &str) {
    page.control("PP", [])
        .control("RS", ["4"])
        .control("nf", []);
    for line in lines.trim_end().lines() {
        page.text([roman(line)]);
    }
    page.control("fi", []).control("RE", []);
}
