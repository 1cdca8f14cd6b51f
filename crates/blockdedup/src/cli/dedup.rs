//! The deduplication of documents.

use command::{DocumentGroups, Emit, Error, InTurn, Process};
use intake::{Document, Spool};

use super::TOOL;
use super::choice::Choice;
use super::options::{Options, OutputKind};
use super::parts::PartStep;
use super::prepared::Prepared;
use super::sources::{Place, Sources};
use super::write;
use crate::seen::Full;
use crate::{Candidate, Estimate, Fate, Filter, Grams, Occurrences, Size};

/// The state that documents change in stream order.
pub(super) struct State {
    pub filter: Filter,
    /// Whether spans are cut out instead of removing blocks.
    pub spans: bool,
    pub phase: Phase,
    /// With `--emit report`: the documents of block numbers.
    pub sources: Option<Sources>,
    /// With --keep.
    pub choice: Option<Choice>,
    /// Counts of removed blocks that are not repeated as a whole.
    pub inexact: InexactRemovals,
    /// A fatal error.
    pub failure: Option<Error>,
}

/// The number of removed blocks, and of those among them that are not repeated as a whole.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct InexactRemovals {
    pub removed: u64,
    /// Short blocks between removed ones.
    pub stubs: u64,
    /// Blocks with tokens outside of seen n-grams.
    pub partly: u64,
}

impl InexactRemovals {
    fn add(&mut self, prepared: &Prepared) {
        for (block, judged) in prepared.blocks().iter().zip(&prepared.judged) {
            let (removed, stub, partly) = match judged.fate {
                Fate::Kept => (0, 0, 0),
                Fate::Stub => (1, 1, 0),
                Fate::Duplicate => (1, 0, u64::from(judged.covered < block.tokens.len())),
            };
            self.removed += removed;
            self.stubs += stub;
            self.partly += partly;
        }
    }
}

/// The current way of processing documents.
pub(super) enum Phase {
    /// Deciding on them.
    Deciding,
    /// Spooling them, because there is no room for more n-grams, until the n-grams that occur more than once are known.
    /// With --keep they are stored already.
    Waiting {
        spool: Option<Spool>,
        occurrences: Occurrences,
    },
    /// A step of deduplicating a divided corpus.
    PartStep(PartStep),
    /// Counting their n-grams.
    Counting(Occurrences),
    /// Sampling the n-grams of this many documents.
    Estimating(Estimate, u64),
}

impl State {
    /// # Errors
    /// The fatal error, if there was one.
    pub fn check(&mut self) -> Result<(), Error> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Decides on a document, in the phase `Deciding`.
    pub fn judge(&mut self, place: Place, prepared: &mut Prepared) -> Result<(), NoRoom> {
        let Prepared {
            grams,
            pieces,
            judged,
            ..
        } = prepared;
        match self.spans {
            true => self.filter.cut(grams, pieces, judged)?,
            false => self.filter.judge(grams, judged)?,
        }
        self.inexact.add(prepared);
        if let Some(sources) = &mut self.sources {
            let place = self
                .choice
                .as_ref()
                .map_or(place, |choice| choice.place(place));
            sources.add(place, prepared.grams.blocks())?;
            sources.find(&prepared.judged, &mut prepared.found);
        }
        if let Some(choice) = &mut self.choice {
            choice.settle(prepared)?;
        }
        Ok(())
    }

    /// Decides on documents together, if that is faster and possible; returns whether they are decided.
    fn judge_all(&mut self, prepared: &mut [Prepared]) -> bool {
        let together = matches!(self.phase, Phase::Deciding)
            && !self.spans
            && self.sources.is_none()
            && self.failure.is_none()
            && self
                .filter
                .judges_all(prepared.iter().map(|one| &one.grams));
        if !together {
            return false;
        }
        let mut candidates = Vec::with_capacity(prepared.len());
        for one in prepared.iter_mut().filter(|one| one.too_large.is_none()) {
            let Prepared { grams, judged, .. } = one;
            candidates.push(Candidate { grams, judged });
        }
        // Where there is no room for all, there may be for some.
        if self.filter.judge_all(&mut candidates).is_err() {
            return false;
        }
        let decided = prepared.iter().filter(|one| one.too_large.is_none());
        decided.for_each(|one| self.inexact.add(one));
        if let Some(choice) = &mut self.choice {
            let settled = prepared.iter().try_for_each(|one| choice.settle(one));
            self.failure = settled.err();
        }
        true
    }

    /// With --keep: applies the decision on the next document of the input.
    fn recall(
        &mut self,
        options: &Options,
        place: Place,
        prepared: &mut Prepared,
    ) -> Result<(), Error> {
        if let Some(choice) = &mut self.choice {
            choice.recall(options, place, prepared)?;
        }
        if let Some(sources) = &self.sources {
            sources.find(&prepared.judged, &mut prepared.found);
        }
        Ok(())
    }

    /// Counts the n-grams of a document; returns false if the phase does not count.
    pub fn count(&mut self, grams: &Grams) -> Result<bool, Error> {
        match &mut self.phase {
            Phase::Deciding | Phase::Waiting { .. } | Phase::PartStep(_) => return Ok(false),
            Phase::Counting(occurrences) => self.filter.count(grams, occurrences)?,
            Phase::Estimating(estimate, documents) => {
                *documents += 1;
                let grams = self.filter.keys(grams);
                grams.iter().for_each(|&gram| estimate.push(gram));
            }
        }
        Ok(true)
    }

    /// Adds a document whose text counts as seen.
    pub fn learn(&mut self, place: Place, grams: &Grams) -> Result<(), Error> {
        if self.count(grams)? {
            return Ok(());
        }
        self.filter
            .learn(grams)
            .map_err(|full| NoRoom::from(full).error())?;
        match &mut self.sources {
            Some(sources) => sources.add(place, grams.blocks()),
            None => Ok(()),
        }
    }

    /// Decides on a document, or spools it; returns whether it is decided.
    fn decide(
        &mut self,
        options: &Options,
        document: &Document,
        prepared: &mut Prepared,
    ) -> Result<bool, Error> {
        if let Phase::PartStep(reading) = &mut self.phase {
            reading.take(options, &self.filter.judge, prepared)?;
            return Ok(true);
        }
        if let Phase::Deciding = self.phase {
            match self.judge(Place::of(document), prepared) {
                Ok(()) => return Ok(true),
                Err(NoRoom::Full) if self.sources.is_none() && options.may_wait() => {
                    let spool = match self.choice {
                        Some(_) => None,
                        None => Some(Spool::new(&options.spill.directory())?),
                    };
                    let occurrences = options.occurrences().with_seen(self.filter.drain())?;
                    self.phase = Phase::Waiting { spool, occurrences };
                }
                Err(no_room) => return Err(no_room.error()),
            }
        }
        if let Phase::Waiting { spool, occurrences } = &mut self.phase {
            self.filter.count(&prepared.grams, occurrences)?;
            if let Some(spool) = spool {
                spool.add(document, TOOL)?;
            }
        }
        self.count(&prepared.grams)?;
        Ok(false)
    }
}

/// The reason why a document could not be processed.
pub(super) enum NoRoom {
    /// There is no room for its n-grams.
    Full,
    /// Another error.
    Other(Error),
}

impl NoRoom {
    pub fn error(self) -> Error {
        match self {
            NoRoom::Full => Error::new(
                "-S",
                "no room for more n-grams; give more, or use --grams with what --emit grams finds in the same documents",
            ),
            NoRoom::Other(error) => error,
        }
    }
}

impl From<Full> for NoRoom {
    fn from(_: Full) -> Self {
        NoRoom::Full
    }
}

impl From<Error> for NoRoom {
    fn from(error: Error) -> Self {
        NoRoom::Other(error)
    }
}

/// What is done with documents.
#[derive(Clone, Copy)]
pub(super) enum Step<'a> {
    /// They are learned as seen.
    Learning,
    /// They are decided on and written.
    Deciding(&'a Process),
    /// With --keep: they are decided on.
    Choosing(&'a Process),
    /// With --keep: they are written.
    Writing,
}

/// The steps of the tool in [`command::in_turn`].
pub(super) struct Dedup<'a> {
    options: &'a Options,
    step: Step<'a>,
}

impl<'a> Dedup<'a> {
    pub fn new(options: &'a Options, step: Step<'a>) -> Self {
        Dedup { options, step }
    }

    /// Whether the decisions are known already, so that blocks need not be compared.
    fn is_decided(&self) -> bool {
        self.options.step.verdicts.is_some()
            || matches!(self.step, Step::Writing) && self.options.emit != OutputKind::Report
    }
}

impl InTurn for Dedup<'_> {
    /// Buffers of finished documents, for reuse.
    type Worker = Vec<Prepared>;
    type Prepared = Prepared;
    type State = State;

    fn counts(&self) -> bool {
        !matches!(self.step, Step::Learning)
    }

    fn worker(&self) -> Self::Worker {
        Vec::new()
    }

    fn prepare(&self, spare: &mut Vec<Prepared>, document: &Document) -> Prepared {
        let mut prepared = spare.pop().unwrap_or_else(|| Prepared::new(self.options));
        prepared.clear();
        let (unit, tokens) = (self.options.compare.unit.blocks(), self.options.tokens());
        prepared.too_large = self.options.too_large(document.text.len(), || {
            Size::of(document.text, unit.unwrap_or(crate::Unit::Document), tokens)
        });
        if prepared.too_large.is_some() {
            return prepared;
        }
        match unit {
            None => prepared.grams.read_whole(document.text, tokens),
            Some(unit) if self.is_decided() => {
                prepared.grams.read_blocks(document.text, unit);
            }
            Some(unit) => prepared.grams.read(document.text, unit, tokens),
        }
        prepared
    }

    fn take_turn(&self, state: &mut State, document: &Document, prepared: &mut Prepared) {
        if state.failure.is_some() {
            return;
        }
        if let Some(size) = prepared.too_large {
            if let Phase::PartStep(reading) = &mut state.phase {
                reading.skip();
            }
            state.failure = match (self.step, &mut state.choice) {
                (Step::Learning, _) => {
                    let message = self.options.too_large_message(size);
                    Some(Error::new(document.display(), message))
                }
                (Step::Choosing(_), Some(choice)) if matches!(state.phase, Phase::Deciding) => {
                    choice.settle(prepared).err()
                }
                // Documents are reported when they would be written.
                _ => None,
            };
            return;
        }
        let place = Place::of(document);
        let result = match self.step {
            Step::Learning => state.learn(place, &prepared.grams),
            Step::Deciding(_) | Step::Choosing(_) => {
                state.decide(self.options, document, prepared).map(|_| ())
            }
            Step::Writing => state.recall(self.options, place, prepared),
        };
        state.failure = result.err();
    }

    fn take_turns(&self, state: &mut State, documents: &[Document], prepared: &mut [Prepared]) {
        let decides = matches!(self.step, Step::Deciding(_) | Step::Choosing(_));
        if decides && state.judge_all(prepared) {
            return;
        }
        for (document, prepared) in documents.iter().zip(prepared) {
            self.take_turn(state, document, prepared);
        }
    }

    fn write(
        &self,
        spare: &mut Vec<Prepared>,
        document: &Document,
        prepared: Prepared,
        emit: &mut Emit,
    ) {
        let is_decided = prepared.judged.len() == prepared.blocks().len();
        match (self.step, prepared.too_large) {
            (Step::Learning, _) | (Step::Choosing(_), Some(_)) => {}
            (Step::Deciding(_) | Step::Writing, Some(size)) => {
                emit.trouble(document.display(), self.options.too_large_message(size));
            }
            _ if !prepared.frames.is_empty() => emit.out().extend_from_slice(&prepared.frames),
            _ if !is_decided => {}
            (Step::Choosing(process), None) => {
                write::count(
                    self.options,
                    process,
                    || DocumentGroups::of(document),
                    &prepared,
                );
            }
            (Step::Writing, None) => write::document(self.options, document, &prepared, emit),
            (Step::Deciding(process), None) => {
                write::count(
                    self.options,
                    process,
                    || DocumentGroups::of(document),
                    &prepared,
                );
                write::document(self.options, document, &prepared, emit);
            }
        }
        // The memory for a single long document is released.
        if prepared.grams.all().len() < 1 << 20 {
            spare.push(prepared);
        }
    }
}
