//! The steps of deduplicating a divided corpus: see [`crate::parts`].

use std::cell::Cell;
use std::io::{BufReader, Read, stdin};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::vec::IntoIter;

use command::{Error, Output};
use intake::display_path;
use platform::files;

use super::options::{Options, OutputKind, Unit};
use super::prepared::Prepared;
use crate::judge::Judge;
use crate::parts::{
    CountsAsSeen, Damaged, DocumentVerdict, Frame, FrameKind, Outline, OutlineBuilder, Removed,
    RemovedUnit, Replay, ReplayOptions, Runs, Verdicts, before, repeated,
};
use crate::seen::{SeenBuilder, Stored};
use crate::span::divide;
use crate::{Fate, Judged, Seen, Width};

/// The size of the payload of an outline frame in bytes.
const PAYLOAD_SIZE: usize = 1 << 20;

/// A step that reads the documents of a part.
pub(super) enum PartStep {
    /// Collecting their n-grams.
    Keys {
        runs: Runs,
        documents: u64,
        blocks: u64,
    },
    /// Making the outline of the part: the positions of n-grams that may occur more than once.
    OutlineBuilder(Box<OutlineBuilder>),
    /// Applying the verdicts: the verdicts of the documents still to come, and the number of the next document.
    Verdicts(Peekable<IntoIter<DocumentVerdict>>, u64),
}

impl PartStep {
    /// The step selected by the options, if it reads documents.
    pub fn of(options: &Options) -> Result<Option<Self>, Error> {
        Ok(Some(match options.emit {
            OutputKind::Keys => PartStep::Keys {
                runs: Runs::new(options.spill.memory() / 2, options.step.ranges),
                documents: 0,
                blocks: 0,
            },
            OutputKind::Outline => {
                PartStep::OutlineBuilder(Box::new(OutlineBuilder::new(options.repeated()?)))
            }
            _ => match &options.step.verdicts {
                Some(path) => PartStep::Verdicts(options.read_verdicts(path)?, 0),
                None => return Ok(None),
            },
        }))
    }

    /// Processes a document.
    pub fn take(
        &mut self,
        options: &Options,
        judge: &Judge,
        prepared: &mut Prepared,
    ) -> Result<(), Error> {
        match self {
            PartStep::Keys {
                runs,
                documents,
                blocks,
            } => {
                *documents += 1;
                *blocks += prepared.grams.blocks().len() as u64;
                let frames = &mut prepared.frames;
                runs.add(&judge.keys(&prepared.grams), |range, payload| {
                    options.frame(FrameKind::Keys, range, payload).write(frames);
                });
            }
            PartStep::OutlineBuilder(sketch) => sketch.add(judge, &prepared.grams),
            PartStep::Verdicts(verdicts, document) => {
                let removed = verdicts.next_if(|(number, _)| number == document);
                *document += 1;
                let removed = removed.map_or(Vec::new(), |(_, removed)| removed);
                apply(options, &removed, prepared)
                    .ok_or_else(|| Error::new("--verdicts", "these are of other documents"))?;
            }
        }
        Ok(())
    }

    /// Skips a document that is too large.
    pub fn skip(&mut self) {
        match self {
            PartStep::Keys { documents, .. } => *documents += 1,
            PartStep::OutlineBuilder(sketch) => sketch.skip(),
            PartStep::Verdicts(_, document) => *document += 1,
        }
    }

    /// To be called after the last document.
    pub fn finish(self, options: &Options, out: &mut Output) -> Result<(), Error> {
        match self {
            PartStep::Keys {
                mut runs,
                documents,
                blocks,
            } => {
                let mut frames = Vec::new();
                runs.finish(|range, payload| {
                    options
                        .frame(FrameKind::Keys, range, payload)
                        .write(&mut frames);
                });
                let size = [documents, blocks].map(u64::to_le_bytes).concat();
                options.frame(FrameKind::Size, 0, size).write(&mut frames);
                out.write(&frames)
            }
            PartStep::OutlineBuilder(sketch) => {
                let outline = sketch.finish(options.step.blocks_before);
                let mut bytes = Vec::new();
                outline.write(options.unused(), &mut bytes);
                let mut frame = Vec::new();
                for (number, piece) in (0..).zip(bytes.chunks(PAYLOAD_SIZE)) {
                    frame.clear();
                    options
                        .frame(FrameKind::Outline, number, piece.to_vec())
                        .write(&mut frame);
                    out.write(&frame)?;
                }
                drop(bytes);
                let replay = Replay::new(&outline);
                options.decide(replay, options.step.part, out)
            }
            PartStep::Verdicts(mut verdicts, _) => match verdicts.next() {
                None => Ok(()),
                Some(_) => Err(Error::new("--verdicts", "these are of more documents")),
            },
        }
    }
}

/// Applies the verdict. `None` if it cannot be of this document.
pub(super) fn apply(options: &Options, removed: &[Removed], prepared: &mut Prepared) -> Option<()> {
    let Prepared {
        grams,
        pieces,
        judged,
        ..
    } = prepared;
    if options.compare.unit == Unit::Span {
        let tokens = grams.blocks().first().map_or(0, |block| block.tokens.end);
        let mut spans = Vec::with_capacity(removed.len());
        let mut end_before = 0;
        for &removed in removed {
            match removed {
                Removed::Span(start, end) if end_before <= start && start < end => {
                    spans.push(start..end);
                    end_before = end;
                }
                _ => return None,
            }
        }
        divide(grams, &spans, pieces, judged);
        return (end_before <= tokens).then_some(());
    }
    judged.clear();
    judged.resize(grams.blocks().len(), Judged::new(Fate::Kept, 0));
    for &removed in removed {
        let (block, fate) = match removed {
            Removed::Duplicate(block) => (block, Fate::Duplicate),
            Removed::Stub(block) => (block, Fate::Stub),
            Removed::Span(..) => return None,
        };
        judged.get_mut(block)?.fate = fate;
    }
    Some(())
}

impl Options {
    /// Runs a step that reads the frames of parts instead of documents.
    pub(super) fn run_step(&self, out: &mut Output) -> Result<(), Error> {
        let sources = self.documents.sources();
        let paths: Vec<PathBuf> = sources.files.iter().map(PathBuf::from).collect();
        let group_of = |frame: &Frame| match self.emit {
            OutputKind::Kept => frame.part,
            _ => frame.range,
        };
        let is_empty = Cell::new(true);
        let wanted = |frame: &Frame| {
            is_empty.set(false);
            let kind = match self.emit {
                OutputKind::Repeated => frame.kind == FrameKind::Keys,
                OutputKind::Before => frame.kind == FrameKind::Kept,
                _ => matches!(
                    frame.kind,
                    FrameKind::Outline | FrameKind::Kept | FrameKind::Before
                ),
            };
            kind && self
                .step
                .frames
                .is_none_or(|frames| frames == group_of(frame))
        };
        let mut group: Vec<Frame> = Vec::new();
        self.for_each_frame(&paths, wanted, |frame| {
            if group
                .first()
                .is_some_and(|first| group_of(first) != group_of(&frame))
            {
                self.run_group(&std::mem::take(&mut group), out)?;
            }
            group.push(frame);
            Ok(())
        })?;
        // Other steps may have nothing to say.
        if is_empty.get() && self.emit == OutputKind::Repeated {
            let source = paths.first().map_or("-".into(), |path| display_path(path));
            return Err(Error::new(source, "cut off: there are no keys of a part"));
        }
        match group.is_empty() {
            true => Ok(()),
            false => self.run_group(&group, out),
        }
    }

    /// Processes the frames of one range, or of one part.
    fn run_group(&self, frames: &[Frame], out: &mut Output) -> Result<(), Error> {
        let (kind, found) = match self.emit {
            OutputKind::Repeated => (FrameKind::Repeated, repeated(frames)),
            OutputKind::Before => (FrameKind::Before, before(frames, self.step.round)),
            _ => return self.replay(frames, out),
        };
        let found = found.map_err(|damaged| Error::new("FILE", damaged))?;
        let mut bytes = Vec::new();
        for (part, payload) in found {
            bytes.clear();
            let range = frames[0].range;
            let frame = self.frame(kind, range, payload);
            Frame { part, ..frame }.write(&mut bytes);
            out.write(&bytes)?;
        }
        Ok(())
    }

    /// Decides on a part again.
    fn replay(&self, frames: &[Frame], out: &mut Output) -> Result<(), Error> {
        let has_news =
            |frame: &Frame| frame.kind == FrameKind::Before && frame.round + 1 == self.step.round;
        if !frames.iter().any(has_news) {
            return Ok(());
        }
        let damaged =
            |damaged: Damaged| Error::new(format_args!("part {}", frames[0].part), damaged);
        let of = |kind: FrameKind| {
            let mut of: Vec<&Frame> = frames.iter().filter(|frame| frame.kind == kind).collect();
            of.sort_by_key(|frame| (frame.round, frame.range));
            of
        };
        let pieces: Vec<&[u8]> = (of(FrameKind::Outline).iter())
            .map(|frame| &frame.payload[..])
            .collect();
        let outline = Outline::read(&pieces.concat()).map_err(damaged)?;
        let mut replay = Replay::new(&outline);
        for frame in of(FrameKind::Before) {
            replay.change_before(&frame.payload).map_err(damaged)?;
        }
        for frame in of(FrameKind::Kept) {
            replay.change_last(&frame.payload).map_err(damaged)?;
        }
        self.decide(replay, frames[0].part, out)
    }

    /// Decides, and writes the changes and the verdicts.
    fn decide(&self, mut replay: Replay, part: u32, out: &mut Output) -> Result<(), Error> {
        let asked = ReplayOptions {
            rules: self.rules(),
            n: self.length(),
            spans: self.compare.unit == Unit::Span,
            counts: self.step.counts.into(),
        };
        let decided = replay.decide(asked);
        decided.map_err(|damaged| Error::new(format_args!("part {part}"), damaged))?;
        let mut bytes = Vec::new();
        replay.kept(self.unused(), self.step.ranges, |range, payload| {
            let frame = self.frame(FrameKind::Kept, range, payload);
            Frame { part, ..frame }.write(&mut bytes);
        });
        let frame = self.frame(FrameKind::Verdicts, 0, replay.into_verdicts());
        Frame { part, ..frame }.write(&mut bytes);
        out.write(&bytes)
    }

    fn frame(&self, kind: FrameKind, range: u32, payload: Vec<u8>) -> Frame {
        Frame {
            options: self.fingerprint(),
            kind,
            round: self.step.round,
            part: self.step.part,
            range,
            payload,
        }
    }

    /// A fingerprint of the options that affect decisions.
    fn fingerprint(&self) -> u32 {
        let all = format!("{:?} {} {:?}", self.rules(), self.kind(), self.compare.unit);
        let add = |sum: u64, byte: u8| tokens::hashes::mixed(sum ^ u64::from(byte));
        (all.bytes().fold(0, add) >> 32) as u32
    }

    /// The number of low bits that are 0 in all n-grams.
    fn unused(&self) -> u32 {
        self.rules().method.width().low().trailing_ones()
    }

    /// The n-grams of this part that may occur more than once.
    fn repeated(&self) -> Result<Seen, Error> {
        let budget = self.spill.memory() / 2;
        let mut expected = SeenBuilder::new(Width::Marked, budget, Stored::Marks);
        let wanted =
            |frame: &Frame| frame.kind == FrameKind::Repeated && frame.part == self.step.part;
        self.for_each_frame(&self.step.repeated, wanted, |frame| {
            let grams = crate::parts::grams(&frame.payload);
            let grams = grams.map_err(|damaged| Error::new("--repeated", damaged))?;
            grams.for_each(|gram| expected.add(gram, 1));
            Ok(())
        })?;
        expected.finish().map_err(|count| self.too_many(count))
    }

    fn read_verdicts(&self, path: &Path) -> Result<Peekable<IntoIter<DocumentVerdict>>, Error> {
        let removed = match self.compare.unit {
            Unit::Span => RemovedUnit::Spans,
            _ => RemovedUnit::Blocks,
        };
        // The values of the last round.
        let mut last: Option<(u32, Vec<u8>)> = None;
        let wanted =
            |frame: &Frame| frame.kind == FrameKind::Verdicts && frame.part == self.step.part;
        self.for_each_frame(&[path.to_owned()], wanted, |frame| {
            if last.as_ref().is_none_or(|last| frame.round >= last.0) {
                last = Some((frame.round, frame.payload));
            }
            Ok(())
        })?;
        let Some((_, last)) = last else {
            let message = format!("there are no verdicts of part {}", self.step.part);
            return Err(Error::new(display_path(path), message));
        };
        let verdicts = Verdicts::read(&last, removed);
        let verdicts = verdicts.map_err(|damaged| Error::new(display_path(path), damaged))?;
        Ok(verdicts.into_iter().peekable())
    }

    /// Calls `each` with the matching frames of files, or of standard input if there are none.
    fn for_each_frame(
        &self,
        paths: &[PathBuf],
        wanted: impl Fn(&Frame) -> bool,
        mut each: impl FnMut(Frame) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let fingerprint = self.fingerprint();
        let mut read = |name: &Path, mut from: &mut dyn Read| {
            let io = |error| Error::io(display_path(name), &error);
            while let Some(frame) = Frame::find(&mut from, &wanted).map_err(io)? {
                if frame.options != fingerprint {
                    let message = "not made with the same options of what a duplicate is";
                    return Err(Error::new(display_path(name), message));
                }
                each(frame)?;
            }
            Ok(())
        };
        if paths.is_empty() {
            return read(Path::new("-"), &mut BufReader::new(stdin().lock()));
        }
        for path in paths {
            let file = files::open(path).map_err(|error| Error::io(display_path(path), &error))?;
            read(path, &mut BufReader::new(file))?;
        }
        Ok(())
    }
}

impl From<super::options::Counting> for CountsAsSeen {
    fn from(counting: super::options::Counting) -> Self {
        match counting {
            super::options::Counting::Kept => CountsAsSeen::Kept,
            super::options::Counting::All => CountsAsSeen::All,
            super::options::Counting::Nothing => CountsAsSeen::Nothing,
        }
    }
}
