//! `--keep`: documents are decided on in the order of their rank, and written in the order of the input.

use std::cmp::Reverse;

use command::keep::{Keep, Rank};
use command::{Emit, Error, InTurn, Output, Process};
use intake::{Document, Pieces, Shelf};

use super::TOOL;
use super::choice::{Choice, Places};
use super::dedup::{Dedup, Phase, State, Step};
use super::options::{Options, OutputKind};

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
        let rest = state.choice.as_ref().expect("set above").rest();
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
        let verdicts = Pieces::new(&options.spill.directory())?;
        Ok((self.shelf, Choice::new(order, verdicts, self.places)))
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

impl Options {
    /// Whether documents are decided on in another order than that of the input.
    pub(super) fn chooses(&self) -> bool {
        self.compare.keep != Keep::First
    }
}
