//! The order of the documents with `--keep`, and what was decided on them.

use command::Error;
use intake::{Location, Pieces};
use platform::varint;

use super::options::{Options, OutputKind, Unit};
use super::parts::apply;
use super::prepared::Prepared;
use super::sources::Place;
use crate::parts::Removed;
use crate::seen::BlockNumber;
use crate::verdict::Origin;
use crate::{Fate, Judged};

/// The documents of a run, their order, and what was decided on them.
pub(super) struct Choice {
    /// The number of each document in the input, the best first.
    order: Vec<usize>,
    /// The verdicts, in this order.
    verdicts: Pieces,
    /// With --emit report.
    places: Option<Places>,
    /// The number of the next document to be written.
    next: usize,
}

/// Where documents were read, by their number in the input.
#[derive(Default)]
pub(super) struct Places {
    files: Vec<String>,
    /// The number of the file, and the line.
    lines: Vec<(u32, Option<u64>)>,
}

impl Places {
    pub(super) fn add(&mut self, location: Location) {
        if self.files.last().is_none_or(|last| last != location.source) {
            self.files.push(location.source.to_owned());
        }
        self.lines
            .push((self.files.len() as u32 - 1, location.line));
    }

    fn location(&self, number: usize) -> Location<'_> {
        let (file, line) = self.lines[number];
        Location {
            source: &self.files[file as usize],
            line,
        }
    }
}

impl Choice {
    /// Nothing is decided on the documents yet. `verdicts` is empty.
    pub(super) fn new(order: Vec<usize>, verdicts: Pieces, places: Option<Places>) -> Self {
        Choice {
            order,
            verdicts,
            places,
            next: 0,
        }
    }

    /// The documents that are still to be decided on, the best first.
    pub(super) fn rest(&self) -> Vec<usize> {
        self.order[self.verdicts.len()..].to_vec()
    }

    /// The place of the document that is decided on next.
    pub(super) fn place<'s>(&'s self, document: Place<'s>) -> Place<'s> {
        self.place_of(self.order[self.verdicts.len()], document)
    }

    fn place_of<'s>(&'s self, number: usize, document: Place<'s>) -> Place<'s> {
        Place {
            name: document.name,
            location: match &self.places {
                Some(places) => places.location(number),
                None => document.location,
            },
        }
    }

    /// Stores the verdict on a document; a document that is too large has none.
    pub(super) fn settle(&mut self, prepared: &Prepared) -> Result<(), Error> {
        let mut verdict = Vec::new();
        let mut before = 0;
        for (number, (block, judged)) in prepared.blocks().iter().zip(&prepared.judged).enumerate()
        {
            let (at, kind) = match judged.fate {
                Fate::Kept => continue,
                _ if !prepared.pieces.is_empty() => (block.tokens.start, block.tokens.len()),
                Fate::Duplicate => (number, 0),
                Fate::Stub => (number, 1),
            };
            let (origin, common) = match judged.origin {
                Some(origin) => (u64::from(origin.block_number) + 1, origin.common),
                None => (0, 0),
            };
            let numbers = [at - before, kind, judged.covered, common];
            for number in numbers
                .map(|number| number as u64)
                .into_iter()
                .chain([origin])
            {
                varint::push(number, &mut verdict);
            }
            before = at;
        }
        Ok(self.verdicts.add(&verdict)?)
    }

    /// Turns from the order of rank to that of the input.
    pub(super) fn turn(&mut self) -> Result<(), Error> {
        let mut places = vec![0; self.order.len()];
        for (place, &number) in self.order.iter().enumerate() {
            places[number] = place;
        }
        self.order = places;
        Ok(self.verdicts.flush()?)
    }

    /// Applies the verdict to the next document of the input.
    pub(super) fn recall(
        &mut self,
        options: &Options,
        document: Place,
        prepared: &mut Prepared,
    ) -> Result<(), Error> {
        let number = self.next;
        self.next += 1;
        if options.emit == OutputKind::Report {
            let location = self.place_of(number, document).location;
            prepared.location = Some((location.source.to_owned(), location.line));
        }
        let mut verdict = Vec::new();
        self.verdicts.read(self.order[number], &mut verdict)?;
        let (mut removed, mut reasons) = (Vec::new(), Vec::new());
        let (mut rest, mut at) = (&verdict[..], 0);
        while !rest.is_empty() {
            let [gap, kind, covered, common, origin] = std::array::from_fn(|_| {
                let (number, length) = varint::read(rest).expect("written by settle");
                rest = &rest[length..];
                number
            });
            at += gap as usize;
            removed.push(match (options.compare.unit, kind as usize) {
                (Unit::Span, length) => Removed::Span(at, at + length),
                (_, 0) => Removed::Duplicate(at),
                _ => Removed::Stub(at),
            });
            let origin = (origin as BlockNumber)
                .checked_sub(1)
                .map(|block_number| Origin {
                    block_number,
                    common: common as usize,
                });
            reasons.push((covered as usize, origin));
        }
        apply(options, &removed, prepared).expect("a verdict on the same document");
        let gone = prepared.judged.iter_mut().filter(|judged| !judged.kept());
        for (judged, (covered, origin)) in gone.zip(reasons) {
            *judged = Judged {
                covered,
                origin,
                ..*judged
            };
        }
        Ok(())
    }
}
