//! The option `--stats`: counts what a run read, wrote and left out, and measures its time and
//! memory.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use intake::{Document, display_path};
use platform::system;
use platform::threads::lock;
use record::{Group, Groups, Name, Slow, Stats, Trouble, host_of};

use crate::Error;
use crate::args::CommonArgs;

/// The maximum number of errors and slow documents listed, and of reasons counted.
const MOST_LISTED: usize = 10;
const MAX_REASONS: usize = 100;
/// The maximum number of groups that are counted, and of those that are written, the largest.
const MAX_GROUPS: usize = 10_000;
const MOST_GROUPS: usize = 200;
/// All other groups.
const OTHERS: &str = "other";

/// The counters of a run, shared by its threads.
#[derive(Debug)]
pub struct Collector {
    /// The file to which the record is appended; `None` for a summary on standard error.
    file: Option<(PathBuf, File)>,
    started: Instant,
    pub(crate) documents: AtomicU64,
    pub(crate) records: AtomicU64,
    pub(crate) bytes: AtomicU64,
    pub(crate) words: AtomicU64,
    pub(crate) documents_out: AtomicU64,
    pub(crate) records_out: AtomicU64,
    pub(crate) bytes_out: AtomicU64,
    pub(crate) words_out: AtomicU64,
    details: Mutex<Details>,
}

/// The groups that a document belongs to in `--stats`.
#[derive(Debug, Clone, Default)]
pub struct DocumentGroups {
    /// The code of its language.
    pub language: Option<String>,
    /// Its host; for a path, its folder.
    pub host: Option<String>,
}

impl DocumentGroups {
    /// By the document's record, and by its name.
    pub fn of(document: &Document) -> Self {
        DocumentGroups {
            language: document.language().map(Cow::into_owned),
            host: document.host(),
        }
    }

    /// By the document's name alone.
    pub fn named(name: &Name) -> Self {
        DocumentGroups {
            language: None,
            host: Some(host_of(&name.to_text())).filter(|host| !host.is_empty()),
        }
    }
}

#[derive(Debug)]
struct Details {
    /// The tool's own counts, by first occurrence.
    counts: Vec<(Cow<'static, str>, f64)>,
    groups: [(&'static str, HashMap<String, Group>); 2],
    skipped: BTreeMap<String, u64>,
    troubles: Vec<Trouble>,
    slowest: Vec<Slow>,
}

impl Default for Details {
    fn default() -> Self {
        Details {
            counts: Vec::new(),
            groups: [("language", HashMap::new()), ("host", HashMap::new())],
            skipped: BTreeMap::new(),
            troubles: Vec::new(),
            slowest: Vec::new(),
        }
    }
}

/// Adds to a counter.
pub(crate) fn add(number: &AtomicU64, value: usize) {
    number.fetch_add(value as u64, Ordering::Relaxed);
}

/// Returns the number of words, separated by white space.
pub fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

impl Collector {
    /// Opens the file before any input is read.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or contains anything but stats records. This prevents
    /// the mistake `--stats x.txt` with a document `x.txt`.
    pub fn open(common: &CommonArgs) -> Result<Option<Arc<Self>>, Error> {
        let file = match &common.stats {
            None => return Ok(None),
            Some(None) => None,
            Some(Some(path)) => {
                let name = display_path(path);
                let file = open_log(path).map_err(|error| Error::io(&name, &error))?;
                let Some(file) = file else {
                    return Err(Error::new(
                        name,
                        "this is not a file of stats records, and --stats would append one; for a line on standard error \
                         write --stats after the FILEs",
                    ));
                };
                Some((path.clone(), file))
            }
        };
        Ok(Some(Arc::new(Collector {
            file,
            started: Instant::now(),
            documents: AtomicU64::new(0),
            records: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            words: AtomicU64::new(0),
            documents_out: AtomicU64::new(0),
            records_out: AtomicU64::new(0),
            bytes_out: AtomicU64::new(0),
            words_out: AtomicU64::new(0),
            details: Mutex::default(),
        })))
    }

    fn details(&self) -> std::sync::MutexGuard<'_, Details> {
        lock(&self.details)
    }

    /// Adds to one of the tool's own counts.
    pub fn count(&self, name: impl Into<Cow<'static, str>>, value: f64) {
        let (name, counts) = (name.into(), &mut self.details().counts);
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, number)) => *number += value,
            None => counts.push((name, value)),
        }
    }

    /// Adds to the counts of a document's groups.
    pub fn add_to_groups(&self, of: &DocumentGroups, add: impl Fn(&mut Group)) {
        let all = &mut self.details().groups;
        for ((_, groups), name) in all.iter_mut().zip([&of.language, &of.host]) {
            let Some(name) = name else {
                continue;
            };
            let is_known = groups.len() < MAX_GROUPS || groups.contains_key(name);
            let name = if is_known { name } else { OTHERS };
            match groups.get_mut(name) {
                Some(group) => add(group),
                None => add(groups.entry(name.to_owned()).or_default()),
            }
        }
    }

    /// Counts a document that was written, with this text.
    pub fn wrote(&self, groups: &DocumentGroups, text: &str) {
        self.wrote_in_groups(groups, words(text));
    }

    /// Counts a document that was written, with this many words.
    pub fn wrote_in_groups(&self, groups: &DocumentGroups, words: usize) {
        self.wrote_words(words);
        self.add_to_groups(groups, |group| {
            group.documents_out += 1;
            group.words_out += words as u64;
        });
    }

    /// Counts a document written with this number of words.
    pub fn wrote_words(&self, words: usize) {
        add(&self.documents_out, 1);
        add(&self.words_out, words);
    }

    /// Counts a document read with this number of words.
    pub fn read_words(&self, words: usize) {
        add(&self.documents, 1);
        add(&self.words, words);
    }

    /// Counts an input that was left out.
    pub fn trouble(&self, source: &str, message: &str) {
        let mut details = self.details();
        let mut reason = reason(message);
        if details.skipped.len() >= MAX_REASONS && !details.skipped.contains_key(&reason) {
            reason = "other reasons".to_owned();
        }
        *details.skipped.entry(reason).or_default() += 1;
        if details.troubles.len() < MOST_LISTED {
            details.troubles.push(Trouble {
                source: source.to_owned(),
                message: message.to_owned(),
            });
        }
    }

    /// Counts a document that was read, and times `work` on it.
    pub fn read<T>(&self, document: &Document, work: impl FnOnce() -> T) -> T {
        let words = words(document.text);
        self.read_words(words);
        self.add_to_groups(&DocumentGroups::of(document), |group| {
            group.documents += 1;
            group.words += words as u64;
        });
        let start = Instant::now();
        let result = work();
        self.worked(|| document.display(), document.text.len(), start.elapsed());
        result
    }

    /// Records the time that the tool spent on a document.
    pub fn worked(&self, doc: impl FnOnce() -> String, bytes: usize, time: Duration) {
        let slowest = &mut self.details().slowest;
        let seconds = time.as_secs_f64();
        let at = slowest.partition_point(|other| other.seconds >= seconds);
        if at < MOST_LISTED {
            slowest.insert(
                at,
                Slow {
                    doc: doc(),
                    bytes: bytes as u64,
                    seconds,
                },
            );
            slowest.truncate(MOST_LISTED);
        }
    }

    fn record(&self, tool: &str, step: &str, exit: u8) -> (Stats, Vec<(Cow<'static, str>, f64)>) {
        let number = |number: &AtomicU64| number.load(Ordering::Relaxed);
        let details = std::mem::take(&mut *self.details());
        let stats = Stats {
            tool: tool.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            step: step.to_owned(),
            exit: exit.into(),
            documents: number(&self.documents),
            records: number(&self.records),
            bytes: number(&self.bytes),
            words: number(&self.words),
            documents_out: number(&self.documents_out),
            records_out: number(&self.records_out),
            bytes_out: number(&self.bytes_out),
            words_out: number(&self.words_out),
            counts: (details.counts.iter())
                .map(|(name, value)| (name.to_string(), *value))
                .collect(),
            groups: largest(details.groups),
            skipped: details.skipped,
            troubles: details.troubles,
            slowest: details.slowest,
            seconds: milliseconds(self.started.elapsed()),
            cpu_seconds: milliseconds(system::cpu_time()),
            peak_memory: system::peak_memory(),
        };
        (stats, details.counts)
    }

    /// Appends the record, or returns the lines for standard error.
    ///
    /// # Errors
    /// The system's error.
    pub fn write(&self, tool: &str, step: &str, exit: u8) -> Result<Vec<String>, Error> {
        let (stats, counts) = self.record(tool, step, exit);
        let Some((path, file)) = &self.file else {
            return Ok(lines(&stats, &counts));
        };
        let mut line = Vec::new();
        stats.write(&mut line);
        // A single `write` call, because all tools of a pipeline append to the same file.
        (&mut &*file)
            .write_all(&line)
            .map(|()| Vec::new())
            .map_err(|error| Error::io(display_path(path), &error))
    }
}

/// The largest groups, by documents and then by name, and all others as one.
fn largest(groups: [(&'static str, HashMap<String, Group>); 2]) -> BTreeMap<String, Groups> {
    let mut largest = BTreeMap::new();
    for (by, groups) in groups {
        let mut all: Vec<_> = groups.into_iter().collect();
        all.sort_by(|(a, one), (b, other)| {
            let documents = |group: &Group| group.documents.max(group.documents_out);
            (documents(other), a).cmp(&(documents(one), b))
        });
        let rest = all.split_off(all.len().min(MOST_GROUPS));
        let mut groups: Groups = all.into_iter().collect();
        for (_, group) in rest {
            groups.entry(OTHERS.to_owned()).or_default().add(&group);
        }
        if !groups.is_empty() {
            largest.insert(by.to_owned(), groups);
        }
    }
    largest
}

/// Opens a file for appending; returns `None` if it contains anything but stats records.
fn open_log(path: &std::path::Path) -> io::Result<Option<File>> {
    let device = path.metadata().is_ok_and(|metadata| !metadata.is_file());
    let file = OpenOptions::new()
        .append(true)
        .read(!device)
        .create(true)
        .open(path)?;
    if device {
        return Ok(Some(file));
    }
    let mut first = Vec::new();
    (&file).take(8).read_to_end(&mut first)?;
    let ours = first.is_empty() || first == br#"{"tool":"#;
    Ok(ours.then_some(file))
}

/// Replaces every number in a message by N, and a value quoted after a colon by `'...'`, so that
/// similar errors count as one reason. Numbers in names, such as UTF-8, ISO-8859-2 or 7z, stay.
pub(crate) fn reason(message: &str) -> String {
    let quoted = message
        .split_once(": '")
        .and_then(|(before, rest)| Some((before, rest.rsplit_once('\'')?.1)));
    let without_value = quoted.map(|(before, after)| format!("{before}: '...'{after}"));
    let message = without_value.as_deref().unwrap_or(message);
    let mut reason = String::new();
    let mut digits = false;
    // Whether the last character is part of a word or joins two.
    let mut in_name = false;
    for (at, character) in message.char_indices() {
        if character.is_ascii_digit() && !digits {
            let rest = message[at..].trim_start_matches(|one: char| one.is_ascii_digit());
            in_name |= rest.starts_with(char::is_alphabetic);
        }
        if !character.is_ascii_digit() {
            reason.push(character);
            in_name = character.is_alphabetic() || (in_name && character == '-');
        } else if in_name {
            reason.push(character);
        } else if !digits {
            reason.push('N');
        }
        digits = character.is_ascii_digit();
    }
    reason
}

#[cfg(test)]
mod reasons {
    use super::reason;

    #[test]
    fn numbers_are_alike_and_names_are_not() {
        for (message, expected) in [
            ("bad at byte 17", "bad at byte N"),
            (
                "not all of it is UTF-8, first in line 12",
                "not all of it is UTF-8, first in line N",
            ),
            ("it is iso-8859-2 at 3:14", "it is iso-8859-2 at N:N"),
            ("-5 of 2.5%", "-N of N.N%"),
            ("unpack 12 files with 7z x", "unpack N files with 7z x"),
            (
                "day is not a date: 'the 5th'; it counts less",
                "day is not a date: '...'; it counts less",
            ),
        ] {
            assert_eq!(reason(message), expected);
        }
    }
}

/// Returns the summary: one line for the counts of all tools, and one for each of the tool's own
/// counts.
fn lines(stats: &Stats, counts: &[(Cow<'static, str>, f64)]) -> Vec<String> {
    let side = |documents, records, bytes, words| {
        [
            (documents, "documents"),
            (records, "records"),
            (bytes, "bytes"),
            (words, "words"),
        ]
        .iter()
        .filter(|(number, what)| *number > 0 || *what == "bytes")
        .map(|(number, what)| format!("{number} {what}"))
        .collect::<Vec<_>>()
        .join(", ")
    };
    let mut lines = vec![format!(
        "in: {}; out: {}; skipped: {}; {} s, {} CPU s, {} MiB",
        side(stats.documents, stats.records, stats.bytes, stats.words),
        side(
            stats.documents_out,
            stats.records_out,
            stats.bytes_out,
            stats.words_out
        ),
        stats.skipped.values().sum::<u64>(),
        stats.seconds,
        stats.cpu_seconds,
        stats.peak_memory.div_ceil(1 << 20),
    )];
    lines.extend(
        counts
            .iter()
            .map(|(name, number)| match number.fract() == 0.0 {
                true => format!("{name}: {number}"),
                false => format!("{name}: {}", six_digits(*number)),
            }),
    );
    lines
}

/// Formats a share with six significant digits, so that a small one is not 0.
fn six_digits(number: f64) -> String {
    let decimals = 5 - number.abs().log10().floor() as i32;
    format!("{number:.*}", decimals.clamp(0, 30) as usize)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_millis() as f64 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_does_not_depend_on_the_place() {
        assert_eq!(
            reason("invalid UTF-8 at byte 4711"),
            "invalid UTF-8 at byte N"
        );
        assert_eq!(reason("lone surrogate"), "lone surrogate");
    }

    #[test]
    fn documents_and_words_are_counted_on_both_sides() {
        let common = CommonArgs {
            stats: Some(None),
            ..CommonArgs::default()
        };
        let collector = Collector::open(&common).unwrap().unwrap();
        collector.read_words(7);
        collector.wrote(&DocumentGroups::default(), "to be\tor\u{a0}not\n");
        collector.wrote(&DocumentGroups::default(), "");
        collector.wrote_words(9);
        let (stats, _) = collector.record("x", "", 2);
        assert_eq!((stats.documents, stats.words), (1, 7));
        assert_eq!((stats.documents_out, stats.words_out), (3, 4 + 9));
        assert_eq!((&stats.tool[..], stats.exit), ("x", 2));
    }

    #[test]
    fn the_largest_groups_are_written_and_none_is_lost() {
        let common = CommonArgs {
            stats: Some(None),
            ..CommonArgs::default()
        };
        let collector = Collector::open(&common).unwrap().unwrap();
        let of = |number: usize| DocumentGroups {
            language: Some("de".to_owned()),
            host: Some(format!("{number}.example")),
        };
        // What is over the limit is one group, and it is the largest.
        for number in (0..MAX_GROUPS + 7).chain([42, 42]) {
            collector.wrote(&of(number), "two words");
        }
        let (stats, _) = collector.record("x", "", 0);
        let all = MAX_GROUPS as u64 + 9;
        assert_eq!(stats.groups["language"]["de"].words_out, 2 * all);
        let hosts = &stats.groups["host"];
        assert_eq!(hosts["42.example"].documents_out, 3);
        assert_eq!(hosts.len(), MOST_GROUPS);
        let documents = hosts.values().map(|host| host.documents_out);
        assert_eq!(documents.sum::<u64>(), all);
    }

    #[test]
    fn troubles_are_counted_by_reason_and_the_first_are_named() {
        let common = CommonArgs {
            stats: Some(None),
            ..CommonArgs::default()
        };
        let collector = Collector::open(&common).unwrap().unwrap();
        for number in 0..MOST_LISTED + 5 {
            collector.trouble(&format!("file{number}"), &format!("bad byte at {number}"));
        }
        for letters in 0..MAX_REASONS + 3 {
            collector.trouble("file", &"x".repeat(letters + 1));
        }
        let (stats, _) = collector.record("x", "", 0);
        assert_eq!(stats.skipped["bad byte at N"], MOST_LISTED as u64 + 5);
        // One reason is the bad byte; the reasons beyond the limit are merged.
        assert_eq!(stats.skipped["other reasons"], 4);
        assert_eq!(stats.skipped.len(), MAX_REASONS + 1);
        let sources: Vec<_> = stats
            .troubles
            .iter()
            .map(|trouble| &trouble.source[..])
            .collect();
        let expected: Vec<_> = (0..MOST_LISTED)
            .map(|number| format!("file{number}"))
            .collect();
        assert_eq!(sources, expected);
    }

    #[test]
    fn the_record_is_appended_or_told_in_lines() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("log");
        for round in 1..=2 {
            let common = CommonArgs {
                stats: Some(Some(path.clone())),
                ..CommonArgs::default()
            };
            let collector = Collector::open(&common).unwrap().unwrap();
            collector.read_words(round);
            assert_eq!(collector.write("x", "", 0), Ok(vec![]));
        }
        let log = std::fs::read(&path).unwrap();
        let words: Vec<_> = (log.split_inclusive(|&byte| byte == b'\n'))
            .map(|line| Stats::read(line).unwrap().words)
            .collect();
        assert_eq!(words, [1, 2]);

        let stats = Stats {
            records: 3,
            bytes: 9,
            ..Stats::default()
        };
        let told = lines(&stats, &[("whole".into(), 2.0), ("share".into(), 0.25)]);
        let [first, whole, share] = &told[..] else {
            panic!("{told:?}")
        };
        assert!(
            first.starts_with("in: 3 records, 9 bytes; out: 0 bytes; skipped: 0; "),
            "{first}"
        );
        assert_eq!((&whole[..], &share[..]), ("whole: 2", "share: 0.250000"));
    }

    #[test]
    fn small_numbers_are_not_zero() {
        for (number, expected) in [
            (0.249_023_4, "0.249023"),
            (2.5, "2.50000"),
            (0.000_000_123_456_7, "0.000000123457"),
            (1_234_567.5, "1234568"),
        ] {
            assert_eq!(six_digits(number), expected);
        }
    }

    #[test]
    fn the_slowest_documents_are_kept() {
        let common = CommonArgs {
            stats: Some(None),
            ..CommonArgs::default()
        };
        let collector = Collector::open(&common).unwrap().unwrap();
        for time in (0..50).rev().chain(50..100) {
            collector.worked(|| time.to_string(), 1, Duration::from_millis(time));
        }
        let (stats, _) = collector.record("x", "", 0);
        let names: Vec<_> = stats.slowest.iter().map(|slow| &slow.doc[..]).collect();
        assert_eq!(
            names,
            ["99", "98", "97", "96", "95", "94", "93", "92", "91", "90"]
        );
    }
}
