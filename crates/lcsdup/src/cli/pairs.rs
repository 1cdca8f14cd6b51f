//! Records of pairs, and the picture of `--svg`.

use std::collections::BTreeMap;
use std::ops::Range;

use command::{Error, Output, Process};
use record::Name;

use super::Work;
use super::draw::{Bar, Picture};
use super::finder::passages;
use super::lines::{write_pair, write_passage};
use super::options::{Options, OutputKind};
use super::texts::Texts;
use crate::align::Segment;
use crate::search::{Chainer, FoundPair};

impl Options {
    /// Writes pairs, passages or the page.
    pub(super) fn write_pairs(
        &self,
        work: &Work,
        process: &Process,
        out: &mut Output,
    ) -> Result<(), Error> {
        let mut writer = Writer::new(self, process, work);
        if self.what() != OutputKind::Html && self.texts.is_empty() {
            work.found
                .each(|found| writer.write(&found, &Texts::default(), out))?;
            return writer.finish();
        }
        // A page has the longest pairs first, and the texts are read once for all of them.
        let pairs = work.found.pairs();
        let texts = self.read_texts(&pairs, work, process, out)?;
        match self.what() {
            OutputKind::Html => writer.write_page(pairs, &texts, out)?,
            _ => pairs
                .iter()
                .try_for_each(|found| writer.write(found, &texts, out))?,
        }
        writer.finish()
    }

    fn read_texts(
        &self,
        pairs: &[FoundPair],
        work: &Work,
        process: &Process,
        out: &mut Output,
    ) -> Result<Texts, Error> {
        if self.texts.is_empty() {
            return Ok(Texts::default());
        }
        let mut wanted = BTreeMap::<u32, Vec<(u64, u64)>>::new();
        for pair in pairs {
            for passage in passages(&work.found, pair).unwrap_or_default() {
                wanted.entry(pair.a).or_default().push(passage.a);
                wanted.entry(pair.b).or_default().push(passage.b);
            }
        }
        let threads = self.threads.count();
        Texts::read(&self.texts, &wanted, &work.documents, threads, process, out)
    }
}

/// Writes records of pairs, or a page.
pub(super) struct Writer<'a> {
    pub(super) options: &'a Options,
    process: &'a Process,
    pub(super) work: &'a Work,
    chainer: Chainer,
    pub(super) picture: Picture,
    without_positions: usize,
    line: Vec<u8>,
}

impl<'a> Writer<'a> {
    fn new(options: &'a Options, process: &'a Process, work: &'a Work) -> Self {
        Writer {
            options,
            process,
            work,
            chainer: Chainer::default(),
            picture: Picture::default(),
            without_positions: 0,
            line: Vec::new(),
        }
    }

    pub(super) fn segments(&mut self, pair: &FoundPair) -> Vec<Segment> {
        if !self.options.wants_segments() {
            return Vec::new();
        }
        (self.work.found).segments(&mut self.chainer, [pair.a, pair.b])
    }

    /// The lengths of the documents of a pair.
    pub(super) fn tokens(&self, pair: &FoundPair) -> [u64; 2] {
        [pair.a, pair.b].map(|document| self.work.found.extent(document).tokens)
    }

    /// Writes the records of a pair.
    fn write(&mut self, pair: &FoundPair, texts: &Texts, out: &mut Output) -> Result<(), Error> {
        let documents = [pair.a, pair.b].map(|document| &self.work.documents[document as usize]);
        let names = documents.map(|document| &document.name);
        self.line.clear();
        let format = self.options.format.format();
        let passages = passages(&self.work.found, pair);
        if self.options.what() == OutputKind::Passages {
            for passage in passages.unwrap_or_default() {
                let texts = texts_of(pair, &passage, texts);
                write_passage(format, &mut self.line, documents, passage, texts);
            }
            return out.write(&self.line);
        }
        let segments = self.segments(pair);
        let found = &self.work.found;
        let known = found.has_positions(pair.a) && found.has_positions(pair.b);
        self.without_positions += usize::from(self.options.align && !known);
        if self.options.svg.is_some() {
            let names = names.map(Name::to_text);
            let bars = bars([&names[0], &names[1]], self.tokens(pair), &segments);
            self.picture.add(&bars.0, &bars.1);
        }
        let passages = passages.map(|passages| {
            let with_texts = passages.into_iter().map(|passage| {
                let [a, b] = texts_of(pair, &passage, texts);
                record::PassageOfPair {
                    passage,
                    a_text: a.map(|(text, _)| text),
                    b_text: b.map(|(text, _)| text),
                    a_offset: a.map(|(_, offset)| offset),
                    b_offset: b.map(|(_, offset)| offset),
                }
            });
            with_texts.collect::<Vec<_>>()
        });
        let aligned = (self.options.align && known).then_some(&segments[..]);
        let (line, collection) = (&mut self.line, self.work.found.collection());
        write_pair(
            format,
            line,
            collection,
            pair,
            documents,
            passages.as_deref(),
            aligned,
        );
        out.write(&self.line)
    }

    fn finish(self) -> Result<(), Error> {
        if self.without_positions > 0 {
            self.process.warn(
                "--align",
                format_args!(
                    "{} pairs have no positions (uniqwords writes them)",
                    self.without_positions
                ),
            );
        }
        if let Some(path) = &self.options.svg {
            let mut file = command::Writer::create(path)?;
            file.write(self.picture.finish().as_bytes())?;
            file.finish()?;
        }
        Ok(())
    }
}

/// The texts of a passage of a pair and their bytes in the documents, if available.
pub(super) fn texts_of<'a>(
    pair: &FoundPair,
    passage: &record::Passage,
    texts: &'a Texts,
) -> [Option<(&'a str, [u64; 2])>; 2] {
    [texts.get(pair.a, passage.a), texts.get(pair.b, passage.b)]
}

pub(super) fn bars<'a>(
    names: [&'a str; 2],
    tokens: [u64; 2],
    segments: &[Segment],
) -> (Bar<'a>, Bar<'a>) {
    let (a, b) = (
        segments.iter().map(|both| both.a.clone()),
        segments.iter().map(|both| both.b.clone()),
    );
    (bar(names[0], tokens[0], a), bar(names[1], tokens[1], b))
}

fn bar<'a>(name: &'a str, tokens: u64, matched: impl Iterator<Item = Range<u64>>) -> Bar<'a> {
    Bar {
        name,
        tokens,
        matched: union(matched.collect()),
    }
}

/// The union of ranges, sorted and disjoint.
fn union(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.dedup_by(|next, last| {
        let touches = next.start <= last.end;
        if touches {
            last.end = last.end.max(next.end);
        }
        touches
    });
    ranges
}
