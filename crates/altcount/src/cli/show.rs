//! Output for each document.

use std::ops::Range;

use command::{DocumentGroups, Emit, Error, Output};
use html::page;
use record::Ranges;

use super::options::{Color, Offsets, Options, Part};
use super::pages::View;
use crate::learned::Divided;
use crate::plain;
use crate::score::complement;
use crate::view;

/// Writes the output for documents.
pub(super) struct Shown<'a> {
    options: &'a Options,
    part: Option<Part>,
    color: bool,
}

const GREY: &str = "\x1b[90m";
const PLAIN: &str = "\x1b[0m";

impl<'a> Shown<'a> {
    pub(super) fn new(options: &'a Options, part: Option<Part>, out: &Output) -> Self {
        let color = match options.color {
            Color::Auto => out.takes_colors(),
            Color::Always => true,
            Color::Never => false,
        };
        Shown {
            options,
            part,
            color,
        }
    }

    /// Whether all documents go into one HTML page.
    fn one_page(&self) -> bool {
        self.part == Some(Part::Html) && !self.options.directory.is_set()
    }

    /// Writes the output before the first document.
    pub(super) fn begin(&self, out: &mut Output) -> Result<(), Error> {
        match self.one_page() {
            true => out.write((page::begin("Useful and useless parts") + view::LEGEND).as_bytes()),
            false => Ok(()),
        }
    }

    /// Writes the output after the last document.
    pub(super) fn end(&self, out: &mut Output) -> Result<(), Error> {
        match self.one_page() {
            true => {
                if out.left_out() > 0 {
                    let (number, hint) = (out.left_out(), "--out-dir writes a page for each.");
                    out.write(
                        format!(
                            "<p>{number} more documents are left out of this page. {hint}</p>\n"
                        )
                        .as_bytes(),
                    )?;
                }
                out.write(page::END.as_bytes())
            }
            false => Ok(()),
        }
    }

    /// Writes the output for one document.
    pub(super) fn page(&self, view: &View, divided: &Divided, emit: &mut Emit) {
        let useless = &divided.useless[..];
        match self.part {
            None | Some(Part::Cut | Part::Records) => {}
            Some(Part::Ranges) if self.color => self.colored(view, useless, emit),
            Some(Part::Ranges) => self.ranges(view, divided).write(emit.out()),
            Some(Part::Html) => self.html(view, useless, emit),
            Some(Part::Text | Part::Useful) => {
                let useful = complement(useless, divided.length);
                self.text(view, divided, &useful, emit);
            }
            Some(Part::Useless) => self.text(view, divided, useless, emit),
        }
    }

    fn ranges<'v>(&self, view: &View<'v>, divided: &Divided) -> Ranges<'v> {
        let number = |number: usize| number as u64;
        let useless = &divided.useless;
        let (length, ends) = match self.options.offsets {
            Offsets::Text => (
                divided.length,
                useless
                    .iter()
                    .flat_map(|range| [range.start, range.end])
                    .collect(),
            ),
            Offsets::Source => {
                let ends = useless.iter().flat_map(|range| [range.start, range.end]);
                (
                    view.source_length(),
                    view.file_offsets(view.page().source_offsets(ends)),
                )
            }
        };
        Ranges {
            doc: view.name.clone(),
            chars: number(length),
            useless: ends
                .chunks_exact(2)
                .map(|pair| (number(pair[0]), number(pair[1])))
                .collect(),
            confidence: divided.confidence,
        }
    }

    fn colored(&self, view: &View, useless: &[Range<usize>], emit: &mut Emit) {
        let (text, useless) = view.text(view.page().source_ranges(useless));
        let safe = |text: &str| -> String { html::visible_text(text).collect() };
        let mut shown = format!("==> {} <==\n", safe(&view.name.to_text()));
        let mut at = 0;
        for range in useless {
            shown += &safe(&text[at..range.start]);
            shown += GREY;
            // Pagers reset colours at the ends of lines.
            shown += &safe(&text[range.clone()]).replace('\n', &format!("{PLAIN}\n{GREY}"));
            shown += PLAIN;
            at = range.end;
        }
        shown += &safe(&text[at..]);
        shown += if shown.ends_with('\n') { "\n" } else { "\n\n" };
        emit.out().extend_from_slice(shown.as_bytes());
    }

    fn html(&self, view: &View, useless: &[Range<usize>], emit: &mut Emit) {
        let (text, useless) = view.text(view.page().source_ranges(useless));
        let name = view.name.to_text();
        let section = view::section(&name, &text, &useless);
        if !self.options.directory.is_set() {
            return emit.section(&section);
        }
        let file = [&view.file_name, &b".html"[..]].concat();
        let page = [&page::begin(&name), view::LEGEND, &section[..], page::END].concat();
        let groups = || DocumentGroups::named(&view.name);
        emit.document_file(&view.name, groups, &file, page.as_bytes(), &text);
    }

    fn text(&self, view: &View, divided: &Divided, parts: &[Range<usize>], emit: &mut Emit) {
        let (page, parts) = view.text(view.page().source_ranges(parts));
        let mut text = plain::text(&page, parts, self.options.tags(&page));
        let groups = || DocumentGroups::named(&view.name);
        if self.options.directory.is_set() && view.data_set.is_none() {
            return emit.document_file(&view.name, groups, &view.file_name, text.as_bytes(), &text);
        }
        emit.wrote(groups, &text);
        if self.options.format.raw_output {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            emit.out().extend_from_slice(text.as_bytes());
        } else {
            let ranges = self.ranges(view, divided);
            match &view.record {
                Some(line) => {
                    let record = self.options.documents.read_again(line);
                    emit.warn_of_fields(&view.name, &record, "altcount");
                    emit.warn_of_parts(&view.name, &record, &text);
                    record.rewrite(emit.out(), &text, "altcount", |added| {
                        ranges.write_fields(added);
                    });
                }
                None => record::Document::write_new(
                    emit.out(),
                    &view.name,
                    &text,
                    "altcount",
                    |added| ranges.write_fields(added),
                ),
            }
        }
    }
}
