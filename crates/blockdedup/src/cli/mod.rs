//! The command line of blockdedup.

mod choice;
mod dedup;
mod gram_file;
mod keep;
mod options;
mod parts;
mod prepared;
mod seen_file;
mod sources;
mod vertical;
mod write;

use command::{Error, Output, Process, Tool};
use platform::spill;

use crate::seen::{SeenBuilder, Stored};
use crate::{Estimate, Filter, GramCount, Occurrences, Seen, Size};

use dedup::{Dedup, InexactRemovals, Phase, State, Step};
pub use options::Options;
use options::{OutputKind, Unit};
use parts::PartStep;
use seen_file::SeenBefore;
use sources::Sources;

/// The name of the tool, which is also its key in document records.
const TOOL: &str = "blockdedup";

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# remove the blocks that repeat an earlier book
find books -name '*.txt' | blockdedup > unique.jsonl
# keep a block that several documents have in the newest of them
blockdedup --keep newest:date crawl.jsonl > unique.jsonl
# report each removed block with the reason and the earlier block that it repeats
find books -name '*.txt' | blockdedup --emit report --format tsv
# write the text of a new set that an old set does not have
find new -name '*.txt' | blockdedup --against unique.jsonl -r > new.txt
# deduplicate in a tenth of the memory: find the n-grams that occur more than once, then store only these
find books -name '*.txt' | sort | blockdedup --emit grams -S 64M > grams.jsonl
find books -name '*.txt' | sort | blockdedup --grams grams.jsonl > unique.jsonl
# estimate how many different n-grams there are, to choose the memory
find books -name '*.txt' | blockdedup --emit estimate
# remove whole documents, also if every fifth word was changed
find books -name '*.txt' | blockdedup --unit document -n 5 > unique.jsonl
# keep each line once, much as CCNet does: remove it if an earlier line has the same words in any case and punctuation
find books -name '*.txt' | blockdedup --unit line --exact --tokens word-fold > unique.jsonl
# find blocks of a new set that repeat text of an old set, and name the document
find new -name '*.txt' | blockdedup --against unique.jsonl --against-only --no-smoothing --emit report > contaminated.jsonl
# cut out every run of 50 or more words that occurred before (exact substring deduplication)
find books -name '*.txt' | blockdedup --unit span > unique.jsonl
# run onion's algorithm on vertical text
printf '<doc>\\n<p>\\nto\\nbe\\nor\\nnot\\n</p>\\n</doc>\\n' | blockdedup --vertical --method paper --no-smoothing -n 2";

    const SECTIONS: &'static [&'static str] = &[include_str!("methods.md")];

    const MEMORY: &'static str = "\
Bounded by -S (half of the machine's memory by default; at least 4 MiB for sorting), plus for each thread the text of a document or 256 KiB of records. \
An n-gram of a kept block takes 10 to 12 bytes; with --emit report 15 to 18, and each document takes 16 bytes and its name. With several threads, new n-grams of removed \
blocks stay in the table, and each further thread takes 16 bytes a token of its document.

A quarter of -S is for the current document, which takes up to 60 bytes a token and 90 a block (with --emit report 320). If a document needs more, \
an error names the -S that is enough, and the other documents go on.

When -S is full, the remaining documents go to a compressed temporary file. The tool finds the n-grams that occur more than once as with --emit grams, and \
stores only these from then on. The output is the same. Temporary files hold at most 5 bytes a token (7 with --method paper), and the rest of the \
input, compressed; with --emit grams they hold only the tokens. If the n-grams that occur more than once do not fit either, an error names the -S that is enough. With --emit \
report, --against and --vertical that error comes as soon as -S is full; --grams helps.

With --keep the documents go to a temporary file that is not compressed, and the decisions to another. A document takes 48 bytes of memory more \
(72 with --emit report; up to twice as much while a table grows), and with order:FIELD the value of the field.";

    fn common(&self) -> &command::CommonArgs {
        &self.common
    }

    fn step(&self) -> &'static str {
        if self.compare.exact { "exact" } else { "" }
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        self.check_combinations()?;
        if matches!(
            self.emit,
            OutputKind::Repeated | OutputKind::Kept | OutputKind::Before
        ) {
            return self.run_step(out);
        }
        self.directory.open(&self.documents, out)?;
        let columns: &[&str] = match self.emit {
            OutputKind::Grams => &gram_file::COLUMNS,
            _ => &write::COLUMNS,
        };
        self.format.write_header(columns, out)?;
        let mut state = self.state(process)?;
        let mut before = SeenBefore::default();
        if !self.before.seen.is_empty() {
            before = seen_file::read(self, &mut state.filter)?;
        }
        if !self.before.against.is_empty() {
            process.need("--against", || self.learn(process, out, &mut state))?;
            state.check()?;
            if self.before.against_only {
                state.filter.freeze();
            }
        }
        if self.vertical.is_set() {
            vertical::run(self, process, out, &mut state)?;
        } else if self.chooses() {
            keep::run(self, process, out, &mut state)?;
        } else {
            let dedup = Dedup::new(self, Step::Deciding(process));
            let as_text = self.format.raw_output;
            let sources = self.directory.sources(&self.documents, as_text, out)?;
            command::in_turn(
                process,
                &sources,
                self.threads.count(),
                out,
                &dedup,
                &mut state,
            )?;
            state.check()?;
        }
        match state.phase {
            Phase::Deciding if self.emit == OutputKind::Seen => {
                return seen_file::write(self, &mut state.filter, &before, out);
            }
            Phase::Deciding => {}
            Phase::PartStep(reading) => return reading.finish(self, out),
            Phase::Counting(occurrences) => return gram_file::write(self, occurrences, out),
            Phase::Estimating(estimate, documents) => {
                return out.write(&self.estimated(&estimate, documents));
            }
            Phase::Waiting { spool, occurrences } => {
                state.filter.expect(self.expected(occurrences)?);
                state.phase = Phase::Deciding;
                let dedup = Dedup::new(self, Step::Deciding(process));
                let threads = self.threads.count();
                if let Some(spool) = spool {
                    command::spooled_in_turn(
                        process,
                        spool.items()?,
                        &self.documents.sources(),
                        threads,
                        out,
                        &dedup,
                        &mut state,
                    );
                }
                state.check()?;
            }
        }
        self.warn_of_unlike(process, state.inexact);
        Ok(())
    }
}

impl Options {
    /// The rules are made for paragraphs: short lines of one pattern differ in few n-grams, and most of them are
    /// removed as stubs. Warns a user who wants to remove equal lines that these were not equal.
    fn warn_of_unlike(&self, process: &Process, inexact: InexactRemovals) {
        let InexactRemovals {
            removed,
            stubs,
            partly,
        } = inexact;
        if self.compare.unit == Unit::Line && !self.compare.exact && stubs + partly > 0 {
            process.warn(
                "--unit line",
                format_args!(
                    "{} of {removed} removed lines are not repeated as a whole ({stubs} short ones next to removed lines, \
{partly} repeated in part); --exact removes only equal lines, --no-smoothing spares the short ones",
                    stubs + partly
                ),
            );
        }
    }

    /// Reads the documents that count as seen.
    fn learn(&self, process: &Process, out: &mut Output, state: &mut State) -> Result<(), Error> {
        if self.vertical.is_set() {
            return vertical::learn(self, process, out, state);
        }
        let mut sources = self.documents.sources();
        sources.files.clone_from(&self.before.against);
        sources.select_all();
        let dedup = Dedup::new(self, Step::Learning);
        command::in_turn(process, &sources, self.threads.count(), out, &dedup, state)
    }

    fn state(&self, process: &Process) -> Result<State, Error> {
        let width = self.rules().method.width();
        let budget = self.spill.memory() - self.document_memory();
        let with_block_numbers = self.emit == OutputKind::Report;
        let stored = match with_block_numbers {
            true => Stored::BlockNumbers,
            false => Stored::Marks,
        };
        let rules = self.rules();
        let filter = match &self.before.grams {
            Some(path) => {
                let mut expected = SeenBuilder::new(width, budget, stored);
                gram_file::read(self, path, &mut expected, process)?;
                let finished = expected.finish();
                let seen = finished.map_err(|count| self.too_many(count))?;
                Filter::expecting(rules, seen)
            }
            // Only these are decided on together.
            None if self.emit != OutputKind::Report
                && self.compare.unit != Unit::Span
                && !self.vertical.is_set() =>
            {
                Filter::with_threads(rules, budget, self.threads.count())
            }
            None => Filter::new(rules, Seen::new(width, budget, stored)),
        };
        let reading = PartStep::of(self)?;
        Ok(State {
            spans: self.compare.unit == Unit::Span,
            filter,
            phase: match self.emit {
                OutputKind::Grams => Phase::Counting(self.occurrences()),
                OutputKind::Estimate => Phase::Estimating(Estimate::default(), 0),
                _ => reading.map_or(Phase::Deciding, Phase::PartStep),
            },
            inexact: InexactRemovals::default(),
            sources: with_block_numbers.then(|| Sources::new(self.vertical.is_set())),
            choice: None,
            failure: None,
        })
    }

    /// The record of an estimate.
    fn estimated(&self, estimate: &Estimate, documents: u64) -> Vec<u8> {
        let (distinct, repeated) = (estimate.distinct(), estimate.repeated());
        let mut line = Vec::new();
        record::Estimate {
            tokens: self.tokens().name(),
            n: self.length().get() as u64,
            documents,
            grams: estimate.total(),
            distinct: distinct.number,
            distinct_error: distinct.error,
            repeated: repeated.number,
            repeated_error: repeated.error,
        }
        .write(&mut line);
        line
    }

    fn occurrences(&self) -> Occurrences {
        let width = self.rules().method.width();
        let budget = self.spill.memory() - self.document_memory();
        Occurrences::new(width, budget, self.spill.directory())
    }

    /// The limit of -S on the memory for a document besides its text.
    fn document_memory(&self) -> u64 {
        self.spill.memory() / 4
    }

    /// The size of a document that must not be processed because it would take more memory than that; `size` is
    /// computed only if the length of the text does not decide.
    fn too_large(&self, bytes: usize, size: impl FnOnce() -> Size) -> Option<Size> {
        // At least 1 MiB, as for sorting.
        let most = self.document_memory().max(1 << 20);
        if Size::most(bytes).memory() <= most {
            return None;
        }
        Some(size()).filter(|size| size.memory() > most)
    }

    fn too_large_message(&self, size: Size) -> String {
        let mebibytes = (4 * size.memory()).div_ceil(1 << 20);
        let tokens = size.tokens;
        format!("its {tokens} tokens need more memory than -S allows; -S {mebibytes}M is enough")
    }

    /// A table of the n-grams that occur more than once.
    fn expected(&self, occurrences: Occurrences) -> Result<Seen, Error> {
        // Half of the memory is for sorting.
        let budget = self.spill.memory() / 2;
        let mut expected = SeenBuilder::new(self.rules().method.width(), budget, Stored::Marks);
        occurrences.finish(|GramCount { gram, mark, .. }| {
            expected.add(gram, mark);
            Ok::<_, spill::Error>(())
        })?;
        let finished = expected.finish();
        finished.map_err(|count| self.too_many(count))
    }

    /// The error that there is no room for this many n-grams or blocks.
    fn too_many(&self, count: u64) -> Error {
        // At most 12 bytes each, and the same again for sorting.
        let mebibytes = (24 * count).div_ceil(1 << 20);
        let what = if self.compare.exact {
            "blocks"
        } else {
            "n-grams"
        };
        Error::new(
            "-S",
            format_args!("{count} {what} occur more than once; -S {mebibytes}M is enough"),
        )
    }
}
