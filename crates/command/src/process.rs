//! The `main` of every tool: arguments, messages, exit codes.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, CommandFactory};
use indicatif::ProgressBar;
use intake::{Names, Observer, Place};
use platform::threads::lock;
use record::{FieldPath, Group, Keys, Reject};

use crate::args::{CommonArgs, FlatFormat, Tolerance};
use crate::folded::{Folded, Shown};
use crate::stats::{self, Collector, DocumentGroups};
use crate::written::{Own, Table, Told};
use crate::{Error, Output, help, progress};

/// Success, even if nothing was found.
const SUCCESS: u8 = 0;
/// A failure, even a partial one: something could not be read or written.
const FAILURE: u8 = 2;

/// The EXIT STATUS section of every help text.
pub const EXIT_STATUS: &str = "\
0  done, also when nothing was found
2  trouble: unreadable files and bad records are reported on standard error, everything else is processed; --max-errors
   tolerates some";

/// A tool: its options and its work.
pub trait Tool: clap::Parser {
    /// The EXAMPLES section: pairs of `# what it does` and a command that runs as written.
    const EXAMPLES: &'static str;
    /// The MEMORY section: its class (streaming, bounded, grows with distinct keys, whole input) and the reason.
    const MEMORY: &'static str;
    /// More sections of the man page, in Markdown, each with a heading.
    const SECTIONS: &'static [&'static str] = &[];

    /// The options that every tool has.
    fn common(&self) -> &CommonArgs;

    /// The job of this run in the records of `--stats`, if it is not the usual one: runs of different jobs are different steps.
    fn step(&self) -> &'static str {
        ""
    }

    /// Does the work. Output written before an error is kept.
    ///
    /// # Errors
    /// Returns an error if continuing is pointless. Errors of single inputs are reported through
    /// [`Process::trouble`] instead.
    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error>;
}

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
    /// The number of documents and records read, if `max_errors` is a percentage.
    read: AtomicU64,
    rejects: Mutex<Option<Output>>,
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
    stats: Option<Arc<Collector>>,
    /// Whether the input is being read a second time.
    rereading: AtomicBool,
    /// The columns of the tables that are read.
    told: Told,
    max_input_size: Option<u64>,
    /// Whether the output can have numbers that are not finite.
    writes_all_numbers: AtomicBool,
    /// The lists that select documents.
    selected_by: Mutex<Vec<Names>>,
}

impl Process {
    fn new(
        tool: &'static str,
        step: &'static str,
        common: &CommonArgs,
        into_files: bool,
        stats: Option<Arc<Collector>>,
    ) -> Self {
        Process {
            tool,
            step,
            quiet: common.quiet,
            troubled: AtomicBool::new(false),
            errors: AtomicU64::new(0),
            max_errors: common.max_errors,
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
            max_input_size: None,
            writes_all_numbers: AtomicBool::new(false),
            selected_by: Mutex::default(),
        }
    }

    fn open_rejects(&self, common: &CommonArgs) -> Result<(), Error> {
        if let Some(path) = &common.rejects {
            let out = Output::create(path)?;
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
                raw: error.raw.clone(),
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
    pub fn count_share(&self, name: &'static str, share: f64) {
        if let Some(stats) = &self.stats {
            stats.count(name, share);
        }
    }

    /// Counts a document with this number of words for `--stats`, in a tool that finds documents in
    /// its input itself.
    pub fn read_document(&self, words: usize) {
        if let Some(stats) = &self.stats {
            stats.read_words(words);
        }
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

    /// Like [`Output::create`], for a file in a directory, which is created if necessary. `--stats`
    /// counts its bytes.
    ///
    /// # Errors
    /// Fails like [`Output::create`].
    pub fn create_in(&self, directory: &std::path::Path, name: &str) -> Result<Output, Error> {
        Output::create_in(directory, name, self.stats.clone())
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
        let line = format!("{}: {}", self.tool, lines.join("\n"));
        // If standard error is closed or full, only the exit code can report the error.
        let write = || drop(writeln!(std::io::stderr(), "{line}"));
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

    fn exit_code(&self) -> u8 {
        let errors = self.errors.load(Ordering::Relaxed);
        let read = self.read.load(Ordering::Relaxed);
        let tolerated = |most: Tolerance| most.allows(errors, read);
        if self.troubled.load(Ordering::Relaxed)
            || (errors > 0 && !self.max_errors.is_some_and(tolerated))
        {
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

    fn end(&self, result: &Result<(), Error>) -> u8 {
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
        self.max_input_size
    }

    fn writes_all_numbers(&self) -> bool {
        self.writes_all_numbers.load(Ordering::Relaxed)
    }

    fn selects(&self, names: &Names) {
        let mut selected_by = lock(&self.selected_by);
        if !selected_by.iter().any(|known| known.is(names)) {
            selected_by.push(names.clone());
        }
    }

    fn wrote(&self, document: &intake::Document, text: &str) {
        if let Some(stats) = &self.stats {
            stats.wrote(&DocumentGroups::of(document), text);
        }
    }

    fn failed(&self, error: &intake::Error) {
        self.reject_file(error);
    }

    fn bad_record(&self, error: &intake::Error) {
        self.reject(error);
    }
}

/// Runs the `main` of tool `T`.
pub fn main<T: Tool>() -> ExitCode {
    main_with::<T>(std::env::args_os().skip(1).collect())
}

/// Like [`main`], with the given arguments, without the tool's name, instead of those of the
/// process.
pub fn main_with<T: Tool>(arguments: Vec<OsString>) -> ExitCode {
    let command = command::<T>();
    let tool: &'static str = Box::leak(command.get_name().to_owned().into_boxed_str());
    let name = OsString::from(tool);
    let parsed = command
        .try_get_matches_from(std::iter::once(name).chain(arguments))
        .and_then(|mut matches| {
            let has = |id| matches.try_contains_id(id).unwrap_or(false);
            let into_folder = has("out_dir");
            let into_files = into_folder || has("output");
            let (own_format, keys) = (own_format(&matches), keys(&matches));
            let max_input_size = matches.try_get_one("max_input_size");
            let max_input_size = max_input_size.ok().flatten().copied();
            Ok((
                T::from_arg_matches_mut(&mut matches)?,
                (into_files, into_folder),
                (own_format, keys, max_input_size),
            ))
        });
    let (options, (into_files, into_folder), (own_format, keys, max_input_size)) = match parsed {
        Ok(parsed) => parsed,
        Err(message) => {
            let tip = tip(&self::command::<T>(), &message);
            return ExitCode::from(print_help_or_error(tool, &message, tip));
        }
    };
    let process = |stats| Process {
        max_input_size,
        ..Process::new(tool, options.step(), options.common(), into_files, stats)
    };
    let (process, opened) = match Collector::open(options.common()) {
        Ok(stats) => (process(stats), Ok(())),
        Err(error) => (process(None), Err(error)),
    };
    let result = opened
        .and_then(|()| options.common().check_files())
        .and_then(|()| process.open_rejects(options.common()))
        .and_then(|()| Output::open(options.common(), keys))
        .and_then(|mut out| {
            out.set_stats(process.stats.clone());
            out.set_told(process.told.clone());
            let all_numbers = match into_folder {
                true => options.common().output_format.keeps_parquet(),
                false => out.is_parquet(),
            };
            process
                .writes_all_numbers
                .store(all_numbers, Ordering::Relaxed);
            if let Some(format) = own_format {
                out.set_own(format)?;
            }
            out.set_edits(options.common(), tool, own_format)?;
            options.run(&process, &mut out)?;
            out.complete_data_sets(&process);
            out.flush()?;
            for field in out.missing_fields() {
                process.warn("--structure-fields", format!("no record has {field}"));
            }
            out.finish()
        });
    ExitCode::from(process.end(&result))
}

/// Returns the format that the tool writes itself because of its options.
fn own_format(matches: &ArgMatches) -> Option<Own> {
    let is_set = |option| matches!(matches.try_get_one::<bool>(option), Ok(Some(true)));
    match matches.try_get_one::<FlatFormat>("format") {
        Ok(Some(FlatFormat::Csv)) => Some(Own::Table(Table::Csv)),
        Ok(Some(FlatFormat::Tsv)) => Some(Own::Table(Table::Tsv)),
        _ if is_set("raw_output") => Some(Own::Lines),
        _ => is_set("vertical").then_some(Own::Vertical),
    }
}

/// Returns the fields of names and texts.
fn keys(matches: &ArgMatches) -> Keys {
    let path = |option| matches.try_get_one::<FieldPath>(option).ok().flatten();
    Keys {
        id: path("id_field").cloned(),
        text: path("text_field").cloned(),
        or_default: true,
    }
}

/// Creates the command line of tool `T`, with the sections common to all help texts.
pub fn command<T: Tool>() -> Command {
    let indent = |text: &str| {
        text.trim()
            .lines()
            .map(|line| {
                if line.is_empty() {
                    String::new()
                } else {
                    format!("  {line}")
                }
            })
            .collect::<Vec<_>>()
            .join("\n")
    };
    let sections = format!(
        "Memory:\n{}\n\nExit status:\n{}",
        indent(T::MEMORY),
        indent(EXIT_STATUS)
    );
    let command = help::shorten(<T as CommandFactory>::command());
    help::with_examples(command, T::EXAMPLES)
        .version(env!("CARGO_PKG_VERSION"))
        .max_term_width(100)
        .after_long_help(sections)
}

/// Removes clap's unhelpful tip to pass a mistyped option as a FILE.
fn without_escape_tip(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter_map(|paragraph| {
        let lines = paragraph.split('\n');
        let kept: Vec<&str> = lines
            .filter(|line| !line.starts_with("  tip: to pass '"))
            .collect();
        (!kept.is_empty()).then(|| kept.join("\n"))
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Replaces the standard library's messages about invalid numbers.
fn in_plain_words(text: &str) -> String {
    const WORDS: [(&str, &str); 7] = [
        (
            "invalid digit found in string",
            "it is not a whole number from 0 on",
        ),
        ("invalid float literal", "it is not a number"),
        (
            "cannot parse integer from empty string",
            "a number is missing",
        ),
        (
            "cannot parse float from empty string",
            "a number is missing",
        ),
        (
            "number too large to fit in target type",
            "the number is too large",
        ),
        (
            "number would be zero for non-zero type",
            "the least number is 1",
        ),
        (
            "is not in 1..18446744073709551615",
            "is not a number from 1 on",
        ),
    ];
    let mut text = text.to_owned();
    for (words, plain) in WORDS {
        text = text.replace(words, plain);
    }
    text
}

/// Options of similar tools, and the equivalent here. The first line with an option of the tool
/// counts.
const ELSEWHERE: [(&[&str], &str, &str); 12] = [
    (
        &["in-place", "inplace"],
        "out_dir",
        "--out-dir . replaces the files that were named by relative paths; -o FILE replaces one file, which may be an input",
    ),
    (
        &["in-place", "inplace", "out-dir"],
        "output",
        "-o FILE writes to one file, which may be an input: it is replaced at the end",
    ),
    (&["threshold"], "similarity", "there is '--similarity'"),
    (
        &["against"],
        "index",
        "--index FILE --add remembers the documents of one run; --index FILE compares with them in the next",
    ),
    (
        &["benchmark", "benchmarks", "bench"],
        "items",
        "there is '--items'",
    ),
    (
        &["delimiter", "separator", "sep"],
        "input_format",
        "tables have commas or tabs: --input-format csv or tsv",
    ),
    (
        &["format", "output-type"],
        "output_format",
        "there is '--output-format'",
    ),
    (
        &["jobs", "workers", "cores", "processes"],
        "threads",
        "there is '-j', or '--threads'",
    ),
    (
        &["field", "column", "text-column", "text-key"],
        "text_field",
        "there is '--text-field'",
    ),
    (
        &["id-column", "id-key"],
        "id_field",
        "there is '--id-field'",
    ),
    (
        &["verbose"],
        "stats",
        "--stats shows what was read, written and left out",
    ),
    (
        &["recursive"],
        "files",
        "a folder as FILE stands for the files in it",
    ),
];

/// Returns the equivalent of an option of other programs.
fn elsewhere(command: &Command, name: &str) -> Option<String> {
    let has = |id: &str| command.get_arguments().any(|arg| arg.get_id() == id);
    let mut rows = ELSEWHERE.iter();
    let (.., advice) = rows.find(|(names, id, _)| names.contains(&name) && has(id))?;
    Some((*advice).to_owned())
}

/// Suggests a correction if clap has none: for an option of other programs, for an option's value
/// or a command given as an option, and for a missing option.
fn tip(command: &Command, message: &clap::Error) -> Option<String> {
    let arguments = match message.get(ContextKind::InvalidArg)? {
        ContextValue::String(argument) => std::slice::from_ref(argument),
        ContextValue::Strings(arguments) => arguments,
        _ => return None,
    };
    let name = arguments
        .first()?
        .trim_start_matches('-')
        .split([' ', '='])
        .next()?;
    match message.kind() {
        ErrorKind::UnknownArgument => {
            if command.find_subcommand(name).is_some() {
                return Some(format!(
                    "there is the command '{} {name}'",
                    command.get_name()
                ));
            }
            if let Some(advice) = elsewhere(command, name) {
                return Some(advice);
            }
            let has_value = |option: &&Arg| {
                let values = option.get_possible_values();
                values.iter().any(|value| value.matches(name, false))
            };
            // If several options have this value, suggest --emit, which is meant most often.
            let options = command.get_opts().filter(has_value);
            let option = options.min_by_key(|option| option.get_long() != Some("emit"))?;
            let option = option.get_long()?;
            Some(format!("there is '--{option} {name}'"))
        }
        ErrorKind::MissingRequiredArgument => {
            let mut options = command.get_opts();
            let option = options.find(|option| option.get_long() == Some(name))?;
            Some(format!("--{name} is for: {}", option.get_help()?))
        }
        _ => None,
    }
}

/// Prints a message of clap and returns the exit code. A full disk while printing help is an error;
/// a closed pipe is not.
pub fn print_help_or_error(tool: &str, message: &clap::Error, tip: Option<String>) -> u8 {
    let rendered = message.render();
    if message.use_stderr() {
        // A wrong option is reported in the format of all messages, after the tool's name.
        let text = rendered.to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        let text = in_plain_words(&without_escape_tip(text));
        let text = match (tip, text.split_once("\n\n")) {
            (Some(tip), Some((what, rest))) => {
                // A suggestion that only looks similar would mislead.
                let rest = rest
                    .split("\n\n")
                    .filter(|part| !part.starts_with("  tip: "));
                let rest = rest.collect::<Vec<_>>().join("\n\n");
                format!("{what}\n\n  tip: {tip}\n\n{rest}")
            }
            _ => text,
        };
        drop(write!(std::io::stderr(), "{tool}: {text}"));
        return FAILURE;
    }
    let mut out = match Output::standard() {
        Ok(out) => out,
        Err(error) => {
            drop(writeln!(std::io::stderr(), "{tool}: {error}"));
            return FAILURE;
        }
    };
    let text = if out.takes_colors() {
        rendered.ansi().to_string()
    } else {
        rendered.to_string()
    };
    let text = help::printed(&text);
    match out.write(text.as_bytes()).and_then(|()| out.finish()) {
        Ok(()) | Err(Error::Closed) => SUCCESS,
        Err(Error::Failed(error)) => {
            drop(writeln!(std::io::stderr(), "{tool}: {error}"));
            FAILURE
        }
    }
}
