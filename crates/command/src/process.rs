//! The state of a running tool: messages, counts, exit code.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Display;
use std::fs;
use std::io::{IsTerminal, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use indicatif::ProgressBar;
use intake::{Names, Observer, Place, Written};
use platform::threads::lock;
use record::{Group, Reject};

use crate::args::{CommonArgs, Tolerance};
use crate::folded::{Folded, Shown};
use crate::stats::{self, Collector, DocumentGroups};
use crate::writer::Writer;
use crate::written::Told;
use crate::{Error, progress};

/// Success, even if nothing was found.
pub(crate) const SUCCESS: u8 = 0;
/// A failure, even a partial one: something could not be read or written.
pub(crate) const FAILURE: u8 = 2;

/// The state of a running tool around its algorithm: messages, counts, exit code. The threads share
/// it.
#[derive(Debug)]
pub struct Process {
    tool: &'static str,
    step: &'static str,
    quiet: bool,
    /// Whether there was an error that no option tolerates.
    troubled: AtomicBool,
    /// The number of files and records that could not be read.
    errors: AtomicU64,
    max_errors: Option<Tolerance>,
    /// Whether there was a document or a record.
    has_read: AtomicBool,
    /// The number of documents and records read, if `max_errors` is a percentage.
    read: AtomicU64,
    rejects: Mutex<Option<Writer>>,
    /// The number of files that could not be read or written.
    failed_files: AtomicUsize,
    /// The number of entries of lists that could not be opened.
    failed_entries: AtomicUsize,
    /// The messages printed so far, if repetitions are suppressed.
    printed: Mutex<Option<HashSet<String>>>,
    folded: Mutex<Folded>,
    /// The progress bar, if it is shown. Advancing a hidden one would cost threads a shared access
    /// per document.
    bar: Option<ProgressBar>,
    pub(crate) stats: Option<Arc<Collector>>,
    /// Whether the input is being read a second time.
    rereading: AtomicBool,
    /// The columns of the tables that are read.
    pub(crate) told: Told,
    /// The sizes that `--max-input-size` and `--max-document-size` give.
    limits: [Option<u64>; 2],
    /// Whether the output can have numbers that are not finite.
    pub(crate) writes_all_numbers: AtomicBool,
    /// The lists that select documents.
    selected_by: Mutex<Vec<Names>>,
    /// The files of vertical text with columns behind their tokens.
    annotated: Mutex<Vec<String>>,
}

impl Process {
    pub(crate) fn new(
        tool: &'static str,
        step: &'static str,
        common: &CommonArgs,
        into_files: bool,
        limits: [Option<u64>; 2],
        stats: Option<Arc<Collector>>,
    ) -> Self {
        Process {
            tool,
            step,
            quiet: common.quiet,
            troubled: AtomicBool::new(false),
            errors: AtomicU64::new(0),
            max_errors: common.max_errors,
            has_read: AtomicBool::new(false),
            read: AtomicU64::new(0),
            rejects: Mutex::new(None),
            failed_files: AtomicUsize::new(0),
            failed_entries: AtomicUsize::new(0),
            printed: Mutex::new(None),
            folded: Mutex::default(),
            bar: progress::bar(tool, common.progress, into_files),
            stats,
            rereading: AtomicBool::new(false),
            told: Told::default(),
            limits,
            writes_all_numbers: AtomicBool::new(false),
            selected_by: Mutex::default(),
            annotated: Mutex::default(),
        }
    }

    /// Warns that vertical text which is written to `output` lacks the columns that were read.
    ///
    /// # Errors
    /// Fails if `output` is a file that was read, which would lose them.
    pub(crate) fn lose_annotations(&self, output: Option<&Path>) -> Result<(), Error> {
        let annotated = lock(&self.annotated);
        let Some(first) = annotated.first() else {
            return Ok(());
        };
        let same = |path: &Path| fs::canonicalize(path).ok();
        if let Some(output) = output
            && let Some(target) = same(output)
            && annotated
                .iter()
                .any(|source| same(Path::new(source)).as_ref() == Some(&target))
        {
            let message = "its columns behind the tokens would be lost, so it is not written over; write another file, or \
                           use blockdedup --vertical, which keeps them";
            return Err(Error::new(output.display(), message));
        }
        let message = "only the tokens are written, without the columns behind them, such as tags and lemmas; blockdedup \
                       --vertical keeps them";
        self.warn(first, message);
        Ok(())
    }

    pub(crate) fn open_rejects(&self, common: &CommonArgs) -> Result<(), Error> {
        if let Some(path) = &common.rejects {
            if is_other(path) {
                let message = "this is a file of something else than rejects, and would be replaced; name another one";
                let source = format!("--rejects {}", intake::display_path(path));
                return Err(Error::new(source, message));
            }
            let out = Writer::create(path)?;
            *lock(&self.rejects) = Some(out);
        }
        Ok(())
    }

    /// Returns the tool's name.
    pub fn tool(&self) -> &'static str {
        self.tool
    }

    /// Reports input that could not be used. The exit code will be 2, unless `--max-errors`
    /// tolerates it.
    pub fn trouble(&self, source: impl Display, message: impl Display) {
        self.reject(&intake::Error::new(source, message));
    }

    /// Reports a record or document that could not be read, like [`Process::trouble`], and writes
    /// it to `--rejects`.
    pub fn reject(&self, error: &intake::Error) {
        let origin = error.origin();
        let hint = error.hint.as_deref();
        if !self.report(&origin, "", &error.message, hint) {
            return;
        }
        self.errors.fetch_add(1, Ordering::Relaxed);
        if let Some(stats) = &self.stats {
            stats.trouble(&origin, &error.message);
        }
        self.write_reject(error);
    }

    /// Writes an input that was left out to `--rejects`, without a message, and without changing
    /// the exit code.
    pub(crate) fn pass_over(&self, error: &intake::Error) {
        if self.is_new(&format!("{}: {}", error.origin(), error.message)) {
            self.write_reject(error);
        }
    }

    fn write_reject(&self, error: &intake::Error) {
        let mut rejects = lock(&self.rejects);
        if let Some(out) = &mut *rejects {
            let (line, offset) = match error.place {
                Place::Whole => (None, None),
                Place::Line(line) => (Some(line), None),
                Place::Byte(offset) => (None, Some(offset)),
            };
            let reject = Reject {
                source: error.source.clone(),
                line,
                offset,
                reason: error.message.clone(),
                raw: error.raw.as_deref().map(<[u8]>::to_vec),
            };
            let mut line = Vec::new();
            reject.write(&mut line);
            if let Err(error) = out.write(&line) {
                *rejects = None;
                drop(rejects);
                self.trouble_of(&error);
            }
        }
    }

    /// Like [`Process::reject`], for a file that cannot be read completely.
    pub fn reject_file(&self, error: &intake::Error) {
        self.failed_files.fetch_add(1, Ordering::Relaxed);
        self.reject(error);
    }

    /// Like [`Process::reject_file`], for a list entry that cannot be opened.
    pub(crate) fn reject_entry(&self, error: &intake::Error, is_standard_input: bool) {
        let before = self.failed_entries.fetch_add(1, Ordering::Relaxed);
        let is_text = is_standard_input && (before > 1 || error.source.contains(' '));
        self.reject_file(&intake::of_list(error.clone(), is_text));
    }

    /// Reports a file that cannot be written, or a fatal error. The exit code will be 2.
    pub fn trouble_of(&self, error: &Error) {
        self.failed_files.fetch_add(1, Ordering::Relaxed);
        if let Error::Failed(error) = error {
            self.troubled.store(true, Ordering::Relaxed);
            let line = error.to_string();
            if !self.is_new(&line) {
                return;
            }
            if lock(&self.folded).add("", &error.message, None) != Shown::Suppressed {
                self.write(line);
            }
            if let Some(stats) = &self.stats {
                stats.trouble(&error.origin(), &error.message);
            }
        }
    }

    /// Prints a message about a source, unless too many similar ones were printed. Returns whether
    /// it is new.
    fn report(&self, source: &str, kind: &str, message: &str, hint: Option<&str>) -> bool {
        if !self.is_new(&format!("{source}: {kind}{message}")) {
            return false;
        }
        let shown = lock(&self.folded).add(kind, message, hint);
        let source = intake::escaped(source);
        let message = intake::escaped(message);
        match shown {
            Shown::Suppressed => {}
            Shown::Plain => self.write(format_args!("{source}: {kind}{message}")),
            Shown::WithHint(hint) => self.write(format_args!("{source}: {kind}{message}; {hint}")),
        }
        true
    }

    /// Reads a file that `option` names and without which the output would be wrong, not only
    /// incomplete.
    ///
    /// # Errors
    /// Returns the error of `read`, or fails if a file could not be read to its end, which was
    /// reported.
    pub fn need(
        &self,
        option: &str,
        read: impl FnOnce() -> Result<(), Error>,
    ) -> Result<(), Error> {
        let before = self.failed_files.load(Ordering::Relaxed);
        read()?;
        if self.failed_files.load(Ordering::Relaxed) == before {
            return Ok(());
        }
        let message = "not all of it can be read, and without it the output would be wrong; mend it, or leave the faults out of it";
        Err(Error::new(option, message))
    }

    /// Prints a warning, unless `--quiet` is set.
    pub fn warn(&self, source: impl Display, message: impl Display) {
        if !self.quiet {
            self.report(&source.to_string(), "warning: ", &message.to_string(), None);
        }
    }

    /// Warns of columns of a table that are text, because nothing else takes the types that the files have.
    pub(crate) fn warn_of_mixed(&self, table: &str, columns: &[String]) {
        if !columns.is_empty() {
            let message = format!(
                "the files do not have the same types in {}: text in this table; make the types equal first, or write a table for each file with --out-dir",
                columns.join(", ")
            );
            self.warn(table, message);
        }
    }

    /// Prints a result of the run, unless `--quiet` is set. Unlike warnings, results are never suppressed because they are alike.
    pub fn note(&self, source: impl Display, message: impl Display) {
        if !self.quiet {
            self.write(format_args!("{source}: {message}"));
        }
    }

    /// The number of records and documents that could not be read so far.
    pub fn errors(&self) -> u64 {
        self.errors.load(Ordering::Relaxed)
    }

    /// Whether `--max-errors` accepts this many errors of this many records.
    pub fn tolerates(&self, errors: u64, read: u64) -> bool {
        errors == 0 || (self.max_errors).is_some_and(|most| most.allows(errors, read))
    }

    /// Adds to a count that `--stats` shows for this tool, such as `blocks removed`.
    pub fn count(&self, name: &'static str, number: u64) {
        self.count_share(name, number as f64);
    }

    /// Like [`Process::count`], with a name that comes from the input.
    pub fn count_named(&self, name: String, number: u64) {
        if let Some(stats) = &self.stats {
            stats.count(name, number as f64);
        }
    }

    /// Like [`Process::count`], for a fraction. Must be called once per name.
    pub fn count_share(&self, name: impl Into<Cow<'static, str>>, share: f64) {
        if let Some(stats) = &self.stats {
            stats.count(name, share);
        }
    }

    /// Counts a document with this number of words for `--stats`, in a tool that finds documents in
    /// its input itself.
    pub fn read_document(&self, words: usize) {
        self.count_document();
        if let Some(stats) = &self.stats {
            stats.read_words(words);
        }
    }

    /// Whether no document and no record was read.
    pub(crate) fn has_read_nothing(&self) -> bool {
        !self.has_read.load(Ordering::Relaxed)
    }

    /// Like [`Process::read_document`], for a document that was written.
    pub fn wrote_document(&self, words: usize) {
        if let Some(stats) = &self.stats {
            stats.wrote_words(words);
        }
    }

    /// As [`Process::wrote_document`], for a document of these groups.
    pub fn wrote_in_groups(&self, groups: &DocumentGroups, words: usize) {
        if let Some(stats) = &self.stats {
            stats.wrote_in_groups(groups, words);
        }
    }

    /// Adds to the counts of a document's groups alone.
    pub fn add_to_groups(&self, groups: &DocumentGroups, add: impl Fn(&mut Group)) {
        if let Some(stats) = &self.stats {
            stats.add_to_groups(groups, add);
        }
    }

    /// [`Process::count_named`], also in the groups of a document.
    pub fn count_in_groups(&self, groups: &DocumentGroups, counts: &[(&str, u64)]) {
        for (name, number) in counts {
            self.count_named((*name).to_owned(), *number);
        }
        self.add_to_groups(groups, |group| {
            for (name, number) in counts {
                *group.counts.entry((*name).to_owned()).or_default() += number;
            }
        });
    }

    /// Whether [`Process::count`] has any effect.
    pub fn has_stats(&self) -> bool {
        self.stats.is_some()
    }

    pub(crate) fn stats(&self) -> Option<&Collector> {
        self.stats.as_deref()
    }

    /// Returns the collector for the input, unless an earlier pass has counted this input.
    pub(crate) fn input_stats(&self) -> Option<&Collector> {
        self.stats()
            .filter(|_| !self.rereading.load(Ordering::Relaxed))
    }

    /// Marks that the input is read a second time, so that `--stats` does not count it again.
    pub fn reads_again(&self) {
        self.rereading.store(true, Ordering::Relaxed);
    }

    /// Sets that each message is printed only once, for a tool that reads its input several times.
    pub fn print_once(&self) {
        *lock(&self.printed) = Some(HashSet::new());
    }

    /// Whether the message is new. Always true if repetitions are not suppressed.
    fn is_new(&self, message: &str) -> bool {
        let mut printed = lock(&self.printed);
        (printed.as_mut()).is_none_or(|printed| printed.insert(message.to_owned()))
    }

    /// Prints a message. Returns whether it is new.
    fn print(&self, message: impl Display) -> bool {
        let message = message.to_string();
        let is_new = self.is_new(&message);
        if is_new {
            self.write(message);
        }
        is_new
    }

    /// Writes a line to standard error. Terminal escapes are made visible, because the line may
    /// quote files and servers.
    fn write(&self, message: impl Display) {
        let message = message.to_string();
        // A message about an option may have several lines.
        let lines: Vec<String> = message.split('\n').map(intake::escaped).collect();
        // In one call, so that the lines of processes that share standard error are not mixed.
        let line = format!("{}: {}\n", self.tool, lines.join("\n"));
        // If standard error is closed or full, only the exit code can report the error.
        let write = || drop(std::io::stderr().write_all(line.as_bytes()));
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Counts a document that was read.
    pub(crate) fn count_document(&self) {
        self.count_read(|| 1);
    }

    /// Counts documents and records that were read, if their number is needed.
    fn count_read(&self, count: impl Fn() -> u64) {
        // Threads share it, so that only the first store is worth its time.
        if self.has_read_nothing() {
            self.has_read.store(true, Ordering::Relaxed);
        }
        if matches!(self.max_errors, Some(Tolerance::Percent(_))) {
            self.read.fetch_add(count(), Ordering::Relaxed);
        }
    }

    /// Advances the progress bar by this many bytes.
    pub fn advance(&self, bytes: u64) {
        if let Some(bar) = &self.bar {
            bar.inc(bytes);
        }
        if let Some(stats) = self.input_stats() {
            stats::add(&stats.bytes, bytes as usize);
        }
    }

    /// Shows the name of a long stage in the progress bar, after the input was read.
    pub fn stage(&self, stage: &str) {
        if let Some(bar) = &self.bar {
            progress::stage(bar, self.tool, stage);
        }
    }

    /// Whether there were more errors than are tolerated.
    pub(crate) fn has_failed(&self) -> bool {
        self.exit_code() != SUCCESS
    }

    fn exit_code(&self) -> u8 {
        let read = self.read.load(Ordering::Relaxed);
        if self.troubled.load(Ordering::Relaxed) || !self.tolerates(self.errors(), read) {
            FAILURE
        } else {
            SUCCESS
        }
    }

    /// Prints the number of suppressed messages of each kind, with a hint, and the number of
    /// errors.
    fn summarise(&self) {
        let folded = std::mem::take(&mut *lock(&self.folded));
        for line in folded.lines() {
            self.write(line);
        }
        let errors = self.errors.load(Ordering::Relaxed);
        if let (Some(most), true) = (self.max_errors, errors > 0) {
            let verdict = match self.exit_code() {
                SUCCESS => format!("not more than --max-errors {most}"),
                _ => format!("more than --max-errors {most}"),
            };
            self.write(match errors {
                1 => format!("1 error, {verdict}"),
                _ => format!("{errors} errors, {verdict}"),
            });
        }
    }

    pub(crate) fn end(&self, result: &Result<(), Error>) -> u8 {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let rejects = lock(&self.rejects).take();
        if let Some(rejects) = rejects
            && let Err(error) = rejects.finish()
        {
            self.trouble_of(&error);
        }
        match result {
            Ok(()) => {
                let lists = std::mem::take(&mut *lock(&self.selected_by));
                for (source, message) in lists.iter().flat_map(Names::warnings) {
                    self.warn(source, message);
                }
            }
            Err(error) => self.trouble_of(error),
        }
        self.summarise();
        if let Some(stats) = &self.stats {
            match stats.write(self.tool, self.step, self.exit_code()) {
                Ok(lines) => lines.iter().for_each(|line| {
                    self.print(line);
                }),
                Err(error) => self.trouble_of(&error),
            }
        }
        self.exit_code()
    }

    /// Ends the process after a failed write, from the thread that notices it. The thread that
    /// reads the input may be blocked on standard input and cannot be interrupted. Its result is
    /// not needed, and temporary files have no names.
    pub fn end_now(&self, error: Error) -> ! {
        let code = self.end(&Err(error));
        platform::files::remove_unfinished();
        std::process::exit(i32::from(code))
    }
}

impl Written for Process {
    fn wrote(&self, document: &intake::Document, text: &str) {
        if let Some(stats) = &self.stats {
            stats.wrote(&DocumentGroups::of(document), text);
        }
    }
}

impl Observer for Process {
    fn expect(&self, bytes: &dyn Fn() -> u64) {
        if let Some(bar) = &self.bar {
            progress::expect(bar, bytes());
        }
    }

    fn reads_standard_input(&self) {
        // Otherwise a user who forgot FILE would wait without knowing why.
        if !self.quiet && std::io::stdin().is_terminal() {
            self.write(
                "reading from the terminal; Ctrl-D ends the input, -h shows what can be read",
            );
        }
    }

    fn advance(&self, bytes: u64) {
        Process::advance(self, bytes);
    }

    fn read_lines(&self, count: &dyn Fn() -> usize) {
        self.count_read(|| count() as u64);
        if let Some(stats) = self.input_stats() {
            stats::add(&stats.records, count());
        }
    }

    fn read_text(&self, piece: &str) {
        if let Some(stats) = self.input_stats() {
            stats::add(&stats.words, stats::words(piece));
        }
    }

    fn count(&self, name: &'static str, number: u64) {
        Process::count(self, name, number);
    }

    fn columns(&self, columns: intake::Columns) {
        lock(&self.told).push(columns);
    }

    fn max_input_size(&self) -> Option<u64> {
        self.limits[0]
    }

    fn max_document_size(&self) -> u64 {
        self.limits[1].unwrap_or(intake::MAX_DOCUMENT_SIZE)
    }

    fn writes_all_numbers(&self) -> bool {
        self.writes_all_numbers.load(Ordering::Relaxed)
    }

    fn annotated(&self, source: &str) {
        lock(&self.annotated).push(source.to_owned());
    }

    fn selects(&self, names: &Names) {
        let mut selected_by = lock(&self.selected_by);
        if !selected_by.iter().any(|known| known.is(names)) {
            selected_by.push(names.clone());
        }
    }

    fn failed(&self, error: &intake::Error) {
        self.reject_file(error);
    }

    fn bad_record(&self, error: &intake::Error) {
        self.reject(error);
    }
}

/// Whether a file has something else than an earlier run wrote as rejects. It may be the corpus, if the option's value is missing.
fn is_other(path: &Path) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut first = Vec::new();
    let read = intake::Stream::open(path)
        .is_ok_and(|stream| stream.reader.take(10).read_to_end(&mut first).is_ok());
    // The record, a table of them, and a Parquet file, whose columns are at its end.
    let ours = [&b"{\"source\":"[..], b"source", b"PAR1"];
    read && !first.is_empty() && !ours.iter().any(|ours| first.starts_with(ours))
}
