//! From documents to what is written.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use command::{Emit, InTurn, Output, Process};
use intake::Document;
use record::{FieldPath, MarkedItem, OverlapHit, OverlapItem, OverlapMark, OverlapSource};

use super::options::Kind;
use super::{cut, page};
use crate::{Coverage, Hit, Index, Refused, Rule, Scanner, rules};

/// Documents that a record of an item names at most.
const MOST_SOURCES: usize = 10;

/// Lines of the summary.
const MOST_SETS: usize = 10;

/// The work on each document.
pub(super) struct Run<'a> {
    pub index: &'a Index,
    pub rule: &'a Rule,
    pub kind: Kind,
    pub snap: bool,
    pub date: FieldPath,
    /// The number of documents whose whole text was cut.
    pub emptied: AtomicU64,
}

/// The share of an item's words in a document from which on a warning names the item.
const HALF: f64 = 0.5;

/// The hits so far.
#[derive(Default)]
pub(super) struct State {
    coverage: Coverage,
    sources: BTreeMap<usize, Vec<Source>>,
    documents_with_hits: u64,
    documents_found: u64,
}

/// A document that has an item or a part of it.
struct Source {
    doc: String,
    file: String,
    line: Option<u64>,
    share: f64,
    date: Option<String>,
}

impl<'a> InTurn for Run<'a> {
    type Worker = Scanner<'a>;
    type Prepared = Vec<Hit>;
    type State = State;

    fn worker(&self) -> Scanner<'a> {
        self.index.scanner()
    }

    fn prepare(&self, scanner: &mut Scanner<'a>, document: &Document) -> Vec<Hit> {
        scanner.scan(document.text)
    }

    fn take_turn(&self, state: &mut State, document: &Document, hits: &mut Vec<Hit>) {
        if hits.is_empty() {
            return;
        }
        state.coverage.add(self.index, hits);
        state.documents_with_hits += 1;
        state.documents_found += u64::from(hits.iter().any(|hit| self.is_found(hit)));
        if self.kind == Kind::Items {
            for hit in &*hits {
                state.add_source(hit, document, &self.date);
            }
        }
    }

    fn write(&self, _: &mut Scanner<'a>, document: &Document, hits: Vec<Hit>, emit: &mut Emit) {
        match self.kind {
            Kind::Hits => self.write_hits(document, &hits, emit),
            Kind::Items => {}
            Kind::Clean if hits.iter().any(|hit| self.is_found(hit)) => {}
            Kind::Clean => document.write(emit.out()),
            Kind::Mark => self.write_same(document, &hits, None, emit),
            Kind::Cut => self.write_cut(document, &hits, emit),
            Kind::Html => {
                for hit in &hits {
                    emit.section(&page::section(
                        self.index,
                        document,
                        hit,
                        self.is_found(hit),
                    ));
                }
            }
        }
    }
}

impl Run<'_> {
    fn is_found(&self, hit: &Hit) -> bool {
        rules::is_found(hit.share, self.rule.threshold)
    }

    fn set(&self, hit: &Hit) -> &str {
        &self.index.sets()[self.index.item(hit.item).set]
    }

    fn write_hits(&self, document: &Document, hits: &[Hit], emit: &mut Emit) {
        let (mut line, mut at) = (1, 0);
        for hit in hits {
            let between = &document.text.as_bytes()[at..hit.bytes.start];
            line += memchr::memchr_iter(b'\n', between).count() as u64;
            at = hit.bytes.start;
            let item = self.index.item(hit.item);
            let item_text = self.item_text(hit);
            let record = OverlapHit {
                doc: &document.name,
                file: document.location.source,
                line: document.location.line.unwrap_or(line),
                text_line: document.location.line.map(|_| line),
                bytes: [hit.bytes.start, hit.bytes.end],
                item: &item.id,
                set: self.set(hit),
                alike: (hit.alike > 1).then_some(hit.alike),
                item_words: [hit.item_words.start, hit.item_words.end],
                of: item.words,
                share: hit.share,
                equal: hit.equal,
                edits: hit.edits,
                expect: three_digits(hit.expect),
                text: item_text.map(|_| &document.text[hit.bytes.clone()]),
                item_text,
            };
            record.write(emit.out());
            emit.settle();
        }
    }

    /// The passage in the item, if the index keeps texts.
    fn item_text(&self, hit: &Hit) -> Option<&str> {
        let text = self.index.text(hit.item)?;
        Some(&text[self.index.bytes_of(hit.item, &hit.item_words)?])
    }

    fn write_same(
        &self,
        document: &Document,
        hits: &[Hit],
        cut: Option<&[Range<usize>]>,
        emit: &mut Emit,
    ) {
        let same = |part| Cow::Borrowed(&document.text[part]);
        self.write_document(document, same, hits, cut, emit);
    }

    /// Writes a document with the new text of each part that `part` is asked for.
    fn write_document<'t>(
        &self,
        document: &Document,
        part: impl Fn(Range<usize>) -> Cow<'t, str>,
        hits: &[Hit],
        cut: Option<&[Range<usize>]>,
        emit: &mut Emit,
    ) {
        let marked: Vec<MarkedItem> = hits
            .iter()
            .map(|hit| MarkedItem {
                item: &self.index.item(hit.item).id,
                set: self.set(hit),
                share: hit.share,
                bytes: [hit.bytes.start, hit.bytes.end],
            })
            .collect();
        let cut: Option<Vec<_>> =
            cut.map(|cut| cut.iter().map(|range| [range.start, range.end]).collect());
        let mark = OverlapMark {
            share: hits.iter().map(|hit| hit.share).fold(0.0, f64::max),
            cut: cut.as_deref(),
            hits: (self.kind == Kind::Mark).then_some(&marked[..]),
        };
        emit.rewrite_parts(document, part, super::TOOL, |object| {
            object.fields(&mark);
        });
    }

    fn write_cut(&self, document: &Document, hits: &[Hit], emit: &mut Emit) {
        let found = hits
            .iter()
            .filter(|hit| self.is_found(hit))
            .map(|hit| self.cut_of(document.text, hit));
        let mut ranges = cut::joined(found.collect());
        if self.snap {
            ranges = cut::snapped(document.text, ranges);
        }
        if ranges.is_empty() {
            return self.write_same(document, hits, Some(&[]), emit);
        }
        let text = document.text;
        let pieces = self
            .rule
            .pieces
            .map(|rule| cut::pieces(text, &ranges, rule));
        let part = |part: Range<usize>| match &pieces {
            Some(pieces) => {
                let pieces: Vec<_> = intake::within(pieces, &part).map(|at| &text[at]).collect();
                Cow::Owned(pieces.join("\n\n"))
            }
            None => cut::without_in(text, part, &ranges),
        };
        // A document without any text left is not written.
        match part(0..text.len()).is_empty() {
            true => _ = self.emptied.fetch_add(1, Relaxed),
            false => self.write_document(document, part, hits, Some(&ranges), emit),
        }
    }

    /// The bytes of a passage to cut. The marks behind it go as well if it is the end of an item that has such marks, but not by a
    /// published rule.
    fn cut_of(&self, text: &str, hit: &Hit) -> Range<usize> {
        let item = self.index.item(hit.item);
        let is_end = item.is_closed && hit.item_words.end == item.words;
        let end = match is_end && self.rule.pieces.is_none() {
            true => cut::closed(text, hit.bytes.end),
            false => hit.bytes.end,
        };
        hit.bytes.start..end
    }

    /// Writes a record for each item, in their order.
    pub(super) fn write_items(
        &self,
        state: &State,
        out: &mut Output,
    ) -> Result<(), command::Error> {
        let mut line = Vec::new();
        for (number, item) in self.index.items().iter().enumerate() {
            let covered = state.coverage.of(self.index, number);
            let best = covered.map_or(0.0, |covered| covered.best);
            let sources = state
                .sources
                .get(&self.index.first_alike(number))
                .map_or(&[][..], Vec::as_slice);
            let sources: Vec<OverlapSource> = sources
                .iter()
                .map(|source| OverlapSource {
                    doc: &source.doc,
                    file: &source.file,
                    line: source.line,
                    share: source.share,
                    date: source.date.as_deref(),
                })
                .collect();
            let record = OverlapItem {
                item: &item.id,
                set: &self.index.sets()[item.set],
                words: item.words,
                refused: item.refused.map(|refused| match refused {
                    Refused::Short => "short",
                    Refused::Common => "common",
                }),
                found: rules::is_found(best, self.rule.threshold),
                share: best,
                share_in_all: covered.map_or(0.0, |covered| {
                    covered.words() as f64 / item.words.max(1) as f64
                }),
                longest: covered.map_or(0, |covered| covered.longest),
                documents: covered.map_or(0, |covered| covered.texts),
                sources: &sources,
            };
            line.clear();
            record.write(&mut line);
            out.write(&line)?;
        }
        Ok(())
    }

    /// Warns of items that are in the output by half or more, but do not count as found: the corpus may have one of
    /// their fields only, such as a question without its answers.
    pub(super) fn warn_of_parts(&self, state: &State, process: &Process) {
        if !self.kind.removes() {
            return;
        }
        let parts = (self.index.items().iter().enumerate())
            .filter_map(|(number, _)| state.coverage.of(self.index, number))
            .filter(|covered| covered.best >= HALF && !self.rule.is_found(covered.best))
            .count();
        let (items, are) = match parts {
            0 => return,
            1 => ("item", "is"),
            _ => ("items", "are"),
        };
        let threshold = self.rule.threshold;
        let message = format!(
            "{parts} {items} {are} in documents by half or more, but by less than --threshold {threshold}; \
             --emit items lists them"
        );
        process.warn("--items", message);
    }

    /// Counts documents and, for each set, its items, those found and those that cannot be told, for `--stats`. Where
    /// documents or passages are removed, a few lines have the same.
    pub(super) fn summarise(&self, state: &State, process: &Process) {
        process.count("documents with hits", state.documents_with_hits);
        process.count("documents with an item found", state.documents_found);
        if self.kind == Kind::Cut {
            let emptied = self.emptied.load(Relaxed);
            process.count("documents left out: nothing is left of them", emptied);
            if emptied > 0 {
                let documents = if emptied == 1 {
                    "document is"
                } else {
                    "documents are"
                };
                process.note(
                    "--emit cut",
                    format_args!("{emptied} {documents} left out: nothing is left after the cuts"),
                );
            }
        }
        let mut sets = vec![Summary::default(); self.index.sets().len()];
        for (number, item) in self.index.items().iter().enumerate() {
            let covered = state.coverage.of(self.index, number);
            let best = covered.map_or(0.0, |covered| covered.best);
            sets[item.set].add(&Summary {
                items: 1,
                found: rules::is_found(best, self.rule.threshold).into(),
                refused: item.refused.is_some().into(),
            });
        }
        for (set, summary) in self.index.sets().iter().zip(&sets) {
            process.count_named(format!("items of {set}"), summary.items);
            process.count_named(format!("items of {set} found"), summary.found);
            process.count_share(format!("share of items of {set} found"), summary.share());
            process.count_named(format!("items of {set} refused"), summary.refused);
        }
        // With other kinds the output itself shows what was found.
        if !self.kind.removes() {
            return;
        }
        let (shown, others) = match sets.len() > MOST_SETS {
            true => sets.split_at(MOST_SETS - 1),
            false => (&sets[..], &[][..]),
        };
        for (set, summary) in self.index.sets().iter().zip(shown) {
            process.note(format_args!("set {set}"), summary);
        }
        if !others.is_empty() {
            let mut all = Summary::default();
            others.iter().for_each(|other| all.add(other));
            process.note(format_args!("{} more sets", others.len()), all);
        }
    }
}

/// What was found of a set of items.
#[derive(Clone, Copy, Default)]
struct Summary {
    items: u64,
    found: u64,
    /// Items that are too short or too common to tell.
    refused: u64,
}

impl Summary {
    fn share(&self) -> f64 {
        self.found as f64 / self.items.max(1) as f64
    }

    fn add(&mut self, other: &Summary) {
        self.items += other.items;
        self.found += other.found;
        self.refused += other.refused;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = match self.items {
            1 => "item",
            _ => "items",
        };
        let percent = 100.0 * self.share();
        write!(
            f,
            "{} of {} {items} found ({percent:.1} %)",
            self.found, self.items
        )?;
        match self.refused {
            0 => Ok(()),
            refused => write!(f, ", {refused} too short or too common to be found"),
        }
    }
}

impl Source {
    fn is(&self, document: &Document) -> bool {
        let intake::Location { source, line } = document.location;
        (&*self.file, self.line) == (source, line) && self.doc == document.name.to_text()
    }
}

impl State {
    /// Keeps the documents with the largest shares of the hit's item, the earlier ones first.
    fn add_source(&mut self, hit: &Hit, document: &Document, date: &FieldPath) {
        let sources = self.sources.entry(hit.item).or_default();
        let at = sources.partition_point(|source| source.share >= hit.share);
        if at >= MOST_SOURCES
            || sources[..at]
                .iter()
                .any(|source| source.share == hit.share && source.is(document))
        {
            return;
        }
        let date = document.field(date);
        sources.insert(
            at,
            Source {
                doc: document.name.to_text().into_owned(),
                file: document.location.source.to_owned(),
                line: document.location.line,
                share: hit.share,
                date,
            },
        );
        sources.truncate(MOST_SOURCES);
    }
}

/// The number, with three significant digits.
fn three_digits(number: f64) -> f64 {
    format!("{number:.2e}").parse().unwrap_or(number)
}
