//! `--keep`: documents are decided on in the order of their rank, and written in the order of the input.

use std::cmp::Reverse;

use command::keep::{Keep, Rank};
use command::{Emit, Error, InTurn, Output, Process};
use intake::{Document, Location, Pieces, Shelf};
use platform::varint;

use super::TOOL;
use super::dedup::{Dedup, Phase, State, Step};
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
struct Places {
    files: Vec<String>,
    /// The number of the file, and the line.
    lines: Vec<(u32, Option<u64>)>,
}

impl Places {
    fn add(&mut self, location: Location) {
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

/// Reads all documents, decides on them and writes the text that is kept.
pub(super) fn run(
    options: &Options,
    process: &Process,
    out: &mut Output,
    state: &mut State,
) -> Result<(), Error> {
    let sources = options
        .directory
        .sources(&options.documents, options.format.raw_output, out)?;
    let threads = options.threads.count();
    let mut ranked = Ranked::new(options)?;
    command::in_turn(
        process,
        &sources,
        threads,
        out,
        &Ranking { options, process },
        &mut ranked,
    )?;
    let (shelf, choice) = ranked.finish(options)?;
    state.choice = Some(choice);
    let deciding = Dedup::new(options, Step::Choosing(process));
    loop {
        let choice = state.choice.as_ref().expect("set above");
        let rest = choice.order[choice.verdicts.len()..].to_vec();
        let rest = shelf.items_of(rest.into_iter());
        command::spooled_in_turn(process, rest, &sources, threads, out, &deciding, state);
        state.check()?;
        match std::mem::replace(&mut state.phase, Phase::Deciding) {
            // The documents that there was no room for were only counted.
            Phase::Waiting { occurrences, .. } => {
                state.filter.expect(options.expected(occurrences)?)
            }
            _ => break,
        }
    }
    if options.emit == OutputKind::Seen {
        return Ok(());
    }
    if let Some(choice) = &mut state.choice {
        choice.turn()?;
    }
    let writing = Dedup::new(options, Step::Writing);
    command::spooled_in_turn(
        process,
        shelf.items(),
        &sources,
        threads,
        out,
        &writing,
        state,
    );
    state.check()
}

/// All documents with their ranks.
struct Ranked {
    shelf: Shelf,
    ranks: Vec<Rank>,
    places: Option<Places>,
    failure: Option<Error>,
}

impl Ranked {
    fn new(options: &Options) -> Result<Self, Error> {
        Ok(Ranked {
            shelf: Shelf::new(&options.spill.directory())?,
            ranks: Vec::new(),
            places: (options.emit == OutputKind::Report).then(Places::default),
            failure: None,
        })
    }

    fn finish(mut self, options: &Options) -> Result<(Shelf, Choice), Error> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if !self.ranks.is_empty() && self.ranks.iter().all(|rank| *rank == Rank::Missing) {
            let nothing = options.compare.keep.nothing_to_compare();
            return Err(Error::new("--keep", nothing));
        }
        self.shelf.flush()?;
        let mut order: Vec<usize> = (0..self.ranks.len()).collect();
        order.sort_by_key(|&number| Reverse(&self.ranks[number]));
        let choice = Choice {
            order,
            verdicts: Pieces::new(&options.spill.directory())?,
            places: self.places,
            next: 0,
        };
        Ok((self.shelf, choice))
    }
}

/// The first reading: documents are stored with their ranks.
struct Ranking<'a> {
    options: &'a Options,
    process: &'a Process,
}

impl InTurn for Ranking<'_> {
    type Worker = ();
    type Prepared = ();
    type State = Ranked;

    fn worker(&self) {}

    fn prepare(&self, (): &mut (), _: &Document) {}

    fn take_turn(&self, ranked: &mut Ranked, document: &Document, (): &mut ()) {
        if ranked.failure.is_some() {
            return;
        }
        let number = ranked.ranks.len() as u64;
        let (rank, problem) = self.options.compare.keep.rank(document, number);
        if let Some(problem) = problem {
            self.process.warn(document.display(), problem);
        }
        ranked.ranks.push(rank);
        if let Some(places) = &mut ranked.places {
            places.add(document.location);
        }
        ranked.failure = ranked.shelf.add(document, TOOL).err().map(Error::from);
    }

    fn write(&self, (): &mut (), _: &Document, (): (), _: &mut Emit) {}
}

impl Choice {
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
    fn turn(&mut self) -> Result<(), Error> {
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

impl Options {
    /// Whether documents are decided on in another order than that of the input.
    pub(super) fn chooses(&self) -> bool {
        self.compare.keep != Keep::First
    }
}
