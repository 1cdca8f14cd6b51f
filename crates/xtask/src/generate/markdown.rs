//! Markdown to roff, for the parts of Markdown that doc comments and the overview use.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use roff::{Inline, Roff, bold, italic, roman};

/// Appends Markdown to a page. Headings become sections, tables become tagged lists of their first column.
pub fn append(page: &mut Roff, text: &str) {
    let mut state = State::default();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        state.event(page, event);
    }
}

#[derive(Default)]
struct State {
    line: Vec<Inline>,
    code: Option<String>,
    emphasis: bool,
    heading: bool,
    row: Vec<Vec<Inline>>,
    head: Vec<String>,
    in_head: bool,
    item: bool,
}

impl State {
    fn event(&mut self, page: &mut Roff, event: Event) {
        match event {
            Event::Start(Tag::CodeBlock(_)) => self.code = Some(String::new()),
            Event::End(TagEnd::CodeBlock) => code(page, &self.code.take().unwrap_or_default()),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.line.push(if self.emphasis {
                    italic(text.as_ref())
                } else {
                    roman(text.as_ref())
                }),
            },
            Event::Code(text) => self.line.push(bold(text.as_ref())),
            Event::SoftBreak => self.line.push(roman(" ")),
            Event::HardBreak => self.line.push(Inline::LineBreak),
            Event::Start(Tag::Emphasis) => self.emphasis = true,
            Event::End(TagEnd::Emphasis) => self.emphasis = false,
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
            Event::Start(Tag::Item) => {
                self.item = true;
                page.control("IP", ["\\(bu", "2"]);
            }
            Event::End(TagEnd::Item) => {
                self.flush(page);
                self.item = false;
            }
            Event::End(TagEnd::Paragraph) => self.flush(page),
            Event::Start(Tag::TableHead) => self.in_head = true,
            Event::End(TagEnd::TableHead) => {
                self.head = self.row.drain(..).map(|cell| plain(&cell)).collect();
                self.in_head = false;
            }
            Event::End(TagEnd::TableCell) => self.row.push(std::mem::take(&mut self.line)),
            Event::End(TagEnd::TableRow) => self.table_row(page),
            _ => {}
        }
    }

    fn flush(&mut self, page: &mut Roff) {
        if !self.line.is_empty() {
            page.text(std::mem::take(&mut self.line));
        }
    }

    /// The first cell as a tag, the others as a sentence each.
    fn table_row(&mut self, page: &mut Roff) {
        let mut cells = std::mem::take(&mut self.row).into_iter();
        page.control("TP", []);
        page.text(cells.next().unwrap_or_default());
        let mut body: Vec<Inline> = Vec::new();
        for (index, cell) in cells.filter(|cell| !cell.is_empty()).enumerate() {
            if index > 0 {
                body.push(roman("; "));
            }
            body.extend(cell);
        }
        page.text(body);
    }
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
