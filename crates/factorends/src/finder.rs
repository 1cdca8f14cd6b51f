//! Finds the runs of boilerplate lines in a document, as ranges of its bytes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use command::{Emit, Error, Process};
use encoding_rs::{Encoding, UTF_8};
use intake::Document;
use platform::lines::lines;
use record::Bounds;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::anywhere::{CommonLines, Cut, Hashes, hashes};
use crate::markup::Markup;
use crate::page::{CutPlaces, html_pieces};
use crate::{Ends, Factorer, Kind, Run, ShortLines, Text, byte_ranges, script};

/// The bounds of each document: number of lines, the preamble, start of the epilogue.
pub type EndsOf = HashMap<Box<[u8]>, (u64, Range<u64>, u64)>;

/// Finds the runs of boilerplate in documents.
pub enum RunFinder {
    /// At the ends according to cutbounds.
    Ends {
        /// The bounds of each document.
        bounds: EndsOf,
        /// Finds the runs between them.
        factorer: Box<Factorer>,
    },
    /// Anywhere in the document.
    Anywhere {
        /// The lines that documents share.
        common: CommonLines,
        /// Whether scripts write the runs of HTML pages.
        scripts: bool,
        /// The minimum length of a run in bytes.
        min_bytes: usize,
    },
}

impl RunFinder {
    /// Whether this document has bounds, or does not need any.
    pub fn has_bounds(&self, document: &Document) -> bool {
        match self {
            RunFinder::Ends { bounds, .. } => bounds.contains_key(document.name.as_bytes()),
            RunFinder::Anywhere { .. } => true,
        }
    }

    /// Returns the number of lines of a document, and the first and last line of each run.
    pub fn find_lines(&self, document: &Document, emit: &mut Emit) -> (u64, Vec<(u64, u64)>) {
        match self {
            RunFinder::Ends { factorer, .. } => {
                let ends = self
                    .ends(document, emit)
                    .unwrap_or_else(|| Ends::new(document.text, 1..1, u64::MAX));
                let kind = Kind::of(&document.file_name());
                let runs = factorer.runs(document.text, &ends, kind);
                let numbers = runs.iter().map(|run| (run.first, run.last));
                (ends.lines, numbers.collect())
            }
            RunFinder::Anywhere { .. } => {
                let found = self.find(document, None, emit);
                let lines: Vec<Range<usize>> = lines(found.source).collect();
                let whole = |range: Range<usize>| {
                    let first = lines.partition_point(|line| line.start < range.start);
                    let last = lines.partition_point(|line| line.end <= range.end);
                    (first < last).then_some((first as u64 + 1, last as u64))
                };
                let ranges = found.runs.iter().flat_map(|(run, _)| run.shared());
                let runs = ranges.filter_map(whole).collect();
                (lines.len() as u64, runs)
            }
        }
    }

    /// Returns the ends of a document; `None` without a bounds record, or if the record has another
    /// number of lines.
    fn ends(&self, document: &Document, emit: &mut Emit) -> Option<Ends> {
        let RunFinder::Ends { bounds, .. } = self else {
            return None;
        };
        let (lines, preamble, epilogue_start) = bounds.get(document.name.as_bytes())?;
        let ends = Ends::new(document.text, preamble.clone(), *epilogue_start);
        if ends.lines == *lines {
            return Some(ends);
        }
        emit.trouble(
            document.display(),
            format_args!(
                "has {} lines, and {lines} in its bounds record; left as it is, run cutbounds again",
                ends.lines
            ),
        );
        None
    }

    /// Counts the short lines of a document and their neighbours.
    pub fn count_short_lines(
        &self,
        document: &Document,
        emit: &mut Emit,
        to: impl FnOnce(&dyn Fn(&mut ShortLines)),
    ) {
        if let RunFinder::Ends { factorer, .. } = self
            && let Some(ends) = self.ends(document, emit)
        {
            let rules = factorer.settings.rules;
            to(&|short| short.learn(document.text, &ends, &factorer.frequent, rules));
        }
    }

    /// Finds the runs of a document. If `chosen` has the texts to factor out, finds only those.
    pub fn find<'a>(
        &self,
        document: &'a Document,
        chosen: Option<&HashMap<Text, Text>>,
        emit: &mut Emit,
    ) -> DocumentRuns<'a> {
        let mut found = DocumentRuns::new(document);
        match self {
            RunFinder::Ends { factorer, .. } => {
                let Some(ends) = self.ends(document, emit) else {
                    return found;
                };
                let runs = factorer.runs(document.text, &ends, found.kind);
                if runs.is_empty() || found.is_unreadable(document, emit) {
                    return found;
                }
                let numbers = runs.iter().map(|run| (run.first, run.last));
                let mark = mark(&found, document);
                let Some(ranges) = byte_ranges(found.source, mark, ends.lines, numbers) else {
                    found.warn_of_lines(document, emit);
                    return found;
                };
                let runs = runs.into_iter().zip(ranges);
                found.set(runs.map(|(run, range)| Run { range, ..run }).collect());
            }
            RunFinder::Anywhere {
                common,
                scripts,
                min_bytes,
            } => {
                if found.is_unreadable(document, emit) {
                    return found;
                }
                let (runs, cut) = anywhere(&found, document, common, *scripts, *min_bytes);
                let has_links = found.kind == Kind::Html && !scripts;
                let runs = match chosen {
                    Some(chosen) if !has_links => {
                        cut.chosen(&runs, |run| chosen.contains_key(&found.text(run)))
                    }
                    _ => common.split(&cut, &runs),
                };
                found.set(match has_links {
                    true => balanced(found.source, runs, *min_bytes),
                    false => runs,
                });
                found.scripts = (found.kind == Kind::Html && *scripts).then_some(cut.places);
            }
        }
        found
    }
}

impl RunFinder {
    /// Returns the hashes of the parts of a document's runs.
    pub fn parts(&self, document: &Document) -> Hashes {
        let RunFinder::Anywhere {
            common,
            scripts,
            min_bytes,
        } = self
        else {
            return Hashes::default();
        };
        let found = DocumentRuns::new(document);
        if !found.encoding.is_ascii_compatible() {
            return Hashes::default();
        }
        let (runs, cut) = anywhere(&found, document, common, *scripts, *min_bytes);
        cut.parts(&runs)
    }
}

/// Returns the runs of common lines, and where they may be split.
fn anywhere<'a>(
    found: &DocumentRuns<'a>,
    document: &Document,
    common: &CommonLines,
    scripts: bool,
    min_bytes: usize,
) -> (Vec<Run>, Cut<'a>) {
    let is_written = scripts && found.kind == Kind::Html;
    let places = match is_written {
        // XML documents do not support document.write.
        true if is_xml(&document.file_name()) => CutPlaces::none(),
        true => CutPlaces::of_html(found.source),
        false => CutPlaces::of_lines(found.source),
    };
    let encoding = places.declared().filter(|of| *of != UTF_8);
    let encoding = encoding.unwrap_or(found.encoding);
    let hashes = match is_written {
        true => hashes_of_page(found.source, &places.pieces, encoding),
        false => hashes(found.source, &places.pieces, |_| true),
    };
    let mut cut = Cut::new(found.source, places, hashes, min_bytes);
    let runs = common.runs(&cut, mark(found, document));
    cut.leave_out_own(&runs);
    (runs, cut)
}

/// Returns the hashes of the lines that runs of a document consist of.
pub fn lines_of(document: &Document, scripts: bool) -> Vec<u64> {
    let source = source(document);
    if scripts && Kind::of(&document.file_name()) == Kind::Html {
        let encoding = document.file.map_or(UTF_8, |file| file.encoding);
        return hashes_of_page(source, &html_pieces(source), encoding);
    }
    let lines: Vec<Range<usize>> = lines(source).collect();
    hashes(source, &lines, |_| true)
}

/// Returns the hashes of the pieces of a page. If the page is in a legacy encoding, scripts write
/// only ASCII.
fn hashes_of_page(page: &[u8], pieces: &[Range<usize>], encoding: &Encoding) -> Vec<u64> {
    let may_write =
        |bytes: &[u8]| bytes.is_ascii() || encoding == UTF_8 && std::str::from_utf8(bytes).is_ok();
    match may_write(page) {
        true => hashes(page, pieces, |_| true),
        false => hashes(page, pieces, may_write),
    }
}

/// Returns the length of the byte order mark in bytes.
fn mark(found: &DocumentRuns, document: &Document) -> usize {
    match Encoding::for_bom(found.source) {
        Some((_, length)) if document.file.is_some() => length,
        _ => 0,
    }
}

/// Returns the parts of runs with balanced tags.
fn balanced(source: &[u8], runs: Vec<Run>, min_bytes: usize) -> Vec<Run> {
    let Ok(text) = std::str::from_utf8(source) else {
        return Vec::new();
    };
    let lines: Vec<Range<usize>> = lines(source).collect();
    let markup = Markup::new(text, 0, &lines);
    let parts = runs
        .iter()
        .flat_map(|run| markup.balanced(run.first as usize - 1..run.last as usize));
    parts
        .map(|part| Run {
            first: part.start as u64 + 1,
            last: part.end as u64,
            range: lines[part.start].start..lines[part.end - 1].end,
            own: Vec::new(),
        })
        .filter(|run| run.range.len() >= min_bytes)
        .collect()
}

fn is_xml(name: &[u8]) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(b".xhtml") || name.ends_with(b".xht")
}

/// A checksum of the documents of a pass, to verify that all passes read the same.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct InputDigest {
    documents: u64,
    /// The sum of the documents' hashes, which does not depend on their order.
    hashes: u64,
}

impl InputDigest {
    /// Adds a document.
    pub fn add(&mut self, document: &Document) {
        self.documents += 1;
        let content = xxh3_64(source(document));
        let name = xxh3_64(document.name.as_bytes());
        self.hashes = self
            .hashes
            .wrapping_add(content.rotate_left(1).wrapping_mul(name | 1));
    }
}

/// A document with its runs. Ranges refer to its source.
pub struct DocumentRuns<'a> {
    /// The bytes of the document.
    pub source: &'a [u8],
    /// The format of the document.
    pub kind: Kind,
    /// The encoding of the document.
    pub encoding: &'static Encoding,
    /// The places of a page whose runs are written by scripts.
    pub scripts: Option<CutPlaces>,
    /// The runs, in order, with the hash of each.
    pub runs: Vec<(Run, Text)>,
}

impl<'a> DocumentRuns<'a> {
    /// Creates a document without runs.
    fn new(document: &'a Document) -> Self {
        DocumentRuns {
            source: source(document),
            kind: Kind::of(&document.file_name()),
            encoding: document.file.map_or(UTF_8, |file| file.encoding),
            scripts: None,
            runs: Vec::new(),
        }
    }

    fn set(&mut self, runs: Vec<Run>) {
        self.runs = runs
            .into_iter()
            .map(|run| {
                let text = self.text(&run);
                (run, text)
            })
            .collect();
    }

    /// Returns the key of the shared text of a run.
    fn text(&self, run: &Run) -> Text {
        (self.kind, xxh3_128(&self.shared_text(run)))
    }

    /// Returns the text that a run shares with those of other documents.
    pub fn shared_text(&self, run: &Run) -> Cow<'a, [u8]> {
        match run.own[..] {
            [] => self.source[run.range.clone()].into(),
            _ => {
                let parts: Vec<&[u8]> = run.shared().map(|part| &self.source[part]).collect();
                parts.join(&script::OWN).into()
            }
        }
    }

    /// Returns the content of a run's shared file.
    pub fn content(&self, run: &Run) -> Vec<u8> {
        let text = self.shared_text(run);
        let script = self.scripts.as_ref().and_then(|places| {
            let declares_encoding = places.declared_in(&run.range).is_some();
            script::of(&text, declares_encoding).ok()
        });
        script.map_or_else(|| text.into_owned(), String::into_bytes)
    }

    /// Returns the file name extension of shared files, without the dot.
    pub fn ending(&self) -> &'static str {
        match self.scripts {
            Some(_) => script::ENDING,
            None => self.kind.ending(),
        }
    }

    fn is_unreadable(&self, document: &Document, emit: &mut Emit) -> bool {
        let unreadable = !self.encoding.is_ascii_compatible();
        if unreadable {
            emit.warn(
                document.display(),
                format_args!(
                    "{} documents are copied as they are; convert them to UTF-8",
                    self.encoding.name()
                ),
            );
        }
        unreadable
    }

    fn warn_of_lines(&self, document: &Document, emit: &mut Emit) {
        emit.warn(
            document.display(),
            format_args!(
                "copied as it is: in {} not every line feed ends a line",
                self.encoding.name()
            ),
        );
    }
}

/// Reads the bounds of documents.
pub fn read_bounds(path: &Path, process: &Process) -> Result<EndsOf, Error> {
    let mut all = EndsOf::new();
    intake::blocks::for_each_record(path, process, |line| {
        let bounds = Bounds::read(line)?;
        if bounds.preamble_end >= bounds.epilogue_start || bounds.epilogue_start > bounds.lines + 1
        {
            return Err(record::Error::Type {
                field: "epilogue_start",
                expected: "a line behind `preamble_end`, `lines` + 1 at most",
            });
        }
        all.insert(
            bounds.doc.as_bytes().into(),
            (
                bounds.lines,
                bounds.preamble_start..bounds.preamble_end + 1,
                bounds.epilogue_start,
            ),
        );
        Ok(())
    })?;
    Ok(all)
}

/// Returns the bytes of a document: those of its file, decompressed, or the text of its record.
pub fn source<'a>(document: &'a Document) -> &'a [u8] {
    document
        .file
        .map_or(document.text.as_bytes(), |file| file.bytes)
}
