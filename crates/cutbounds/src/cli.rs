//! The command line of cutbounds.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use clap::builder::PossibleValue;
use clap::{Parser, ValueEnum};
use command::args::{FlatFormat, parse_share};
use command::rows::{write_csv, write_tsv};
use command::{
    CommonArgs, DirectoryArgs, DocumentArgs, DocumentGroups, Emit, Error, Format, FormatArgs,
    InTurn, NamedField, Output, Process, ThreadArgs, Tool,
};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use freqlines::cli::for_each_frequent;
use intake::Document;
use intake::FileBytes;
use linenorm::cli::RuleArgs;
use platform::threads::lock;
use record::{Bounds, GroupBy};

use crate::anywhere::{self, Run};
use crate::best::line::Side;
use crate::best::{self, Scratch, Templates};
use crate::constants::LEAST_CONFIDENCE;
use crate::view::{self, End};
use crate::{
    BuiltIn, Counted, Cut, Cutter, Frequent, Markers, Method, Prepared, Reason, Rule, Settings,
    Suspects, Turn, Worker, markers,
};

/// The default of `--max-loss`.
const MOST_LOSS: f64 = 0.5;

/// Find where documents' preambles end and their epilogues start
///
/// Boilerplate consists of lines that are frequent in the corpus, and of lines like them that differ in a name or a title.
/// A fitted model scores every place between two lines near a document's ends; no list of a publisher's sentences is needed.
/// With --method paper, a preamble goes from the first frequent line on, until ten infrequent lines follow each other; an
/// epilogue is found the same way backwards. Marker lines extend what the frequencies found. (Kaser & Lemire 2007,
/// algorithm 1 and section 3.4)
#[derive(Debug, Parser)]
#[command(name = "cutbounds")]
pub struct Options {
    #[command(flatten)]
    documents: DocumentArgs,

    /// The frequent lines: output of linenorm --ends 300 FILE... | freqlines; or builtin:gutenberg, the notices of Project Gutenberg
    ///
    /// For pages, mail, court decisions and other prose than books, use the output of linenorm --ends 500 --keep-trivial FILE... |
    /// freqlines --per-doc. Short lines then count, too, if they make the bounds surer. If the option is given several times, the lines of
    /// all files are frequent. With builtin:gutenberg a single book works.
    #[arg(long, value_name = "FILE", required = true, help_heading = "Bounds")]
    freq: Vec<PathBuf>,

    /// The keys that headers of documents have in common: output of linenorm --shape FILE... | freqlines
    ///
    /// A header of at least three fields with such keys, such as Title: and Date:, is a preamble, whatever its values are.
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Bounds",
        hide_short_help = true
    )]
    shapes: Vec<PathBuf>,

    /// A line is frequent if FILE counts it more than K times
    #[arg(
        short = 'k',
        long,
        value_name = "K",
        default_value_t = 0,
        help_heading = "Bounds"
    )]
    more_than: u64,

    /// Use the lines of its group for a document, after freqlines --by FIELD
    ///
    /// FIELD is a field of the records, host, domain or folder. If the group of a document has no lines, the lines without a group count, and
    /// the built-in ones.
    #[arg(long, value_name = "FIELD", help_heading = "Bounds")]
    by: Option<GroupBy>,

    /// How to find the bounds
    #[arg(
        long,
        value_name = "NAME",
        default_value = "best",
        help_heading = "Bounds"
    )]
    method: Method,

    /// Look for the preamble in the first N lines, trivial ones not counted
    #[arg(
        long,
        value_name = "N",
        default_value_t = 300,
        help_heading = "Bounds",
        hide_short_help = true
    )]
    head: usize,

    /// Look for the epilogue in the last N lines, trivial ones not counted
    #[arg(
        long,
        value_name = "N",
        default_value_t = 300,
        help_heading = "Bounds",
        hide_short_help = true
    )]
    tail: usize,

    /// With --method paper, a preamble or epilogue ends where N infrequent lines follow each other [default: 10]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Bounds", hide_short_help = true)]
    gap: Option<u64>,

    /// A preamble also ends with a line that RE matches whole (may be given several times)
    ///
    /// RE replaces the built-in patterns, which find the start lines of Project Gutenberg.
    #[arg(
        long,
        value_name = "RE",
        help_heading = "Bounds",
        hide_short_help = true
    )]
    head_marker: Vec<String>,

    /// An epilogue also starts with a line that RE matches whole (may be given several times)
    ///
    /// RE replaces the built-in patterns, which find the end lines of Project Gutenberg.
    #[arg(
        long,
        value_name = "RE",
        help_heading = "Bounds",
        hide_short_help = true
    )]
    tail_marker: Vec<String>,

    /// Cut nothing at an end with a confidence under P [default: 0.3]
    ///
    /// Certain evidence has a confidence of 0.7 or more: a marker, metadata, a notice that many documents have. So the default cuts it. A
    /// warning says in how many documents an end was not cut. 0 cuts everything. --method paper has no confidences.
    #[arg(long, value_name = "P", value_parser = parse_share, help_heading = "Bounds")]
    min_confidence: Option<f64>,

    /// Leave a document alone that would lose more than P of its own words [default: 0.5]
    ///
    /// A document's own words are those of lines that are neither frequent nor markers. A document that would keep no word at all is left
    /// alone, too. With 0.5 and more, a cut that leaves more than half of the text is always made. 1 cuts every document. The option has no effect on
    /// source files, and is not for --method paper.
    #[arg(long, value_name = "P", value_parser = parse_share, help_heading = "Bounds", hide_short_help = true)]
    max_loss: Option<f64>,

    /// Also remove runs of at least N [3] frequent lines from the body
    ///
    /// The trivial lines between them go, too. JSON records list the runs in the field anywhere. --anywhere=1 removes every
    /// frequent line, as the line filters of web corpora do.
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "3", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Bounds")]
    anywhere: Option<u64>,

    /// Use frequencies only, no markers
    #[arg(long, conflicts_with_all = ["head_marker", "tail_marker"], help_heading = "Bounds", hide_short_help = true)]
    no_markers: bool,

    /// List up to 10 body lines that match RE in the field suspect; an empty RE lists none
    ///
    /// TSV and CSV do not have this field, nor the confidences.
    #[arg(long, value_name = "RE", default_value = Suspects::DEFAULT, help_heading = "Bounds", hide_short_help = true)]
    suspect: String,

    #[command(flatten)]
    rules: RuleArgs,

    /// What to write: the bounds, or a part of each document as a document record
    ///
    /// With --out-dir a part has the bytes and the encoding of its file, and the parts together have all of its lines. Only the
    /// first part of a file in UTF-16 has the byte order mark; -E utf-16le or utf-16be reads the others.
    #[arg(
        long,
        value_name = "PART",
        default_value = "bounds",
        help_heading = "Output"
    )]
    emit: Part,

    /// Add the fields preamble_reason and epilogue_reason: a sentence that says why the boundary is there
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    explain: bool,

    #[command(flatten)]
    directory: DirectoryArgs,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    common: CommonArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

impl ValueEnum for Method {
    fn value_variants<'a>() -> &'a [Self] {
        &[Method::Best, Method::Paper]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Method::Best => PossibleValue::new("best").help(
                "Score every place between two lines with a fitted model, and compare infrequent lines with frequent ones",
            ),
            Method::Paper => PossibleValue::new("paper")
                .help("Algorithm 1 and the markers of section 3.4, exactly"),
        })
    }
}

impl From<Rule> for record::Rule {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::None => record::Rule::None,
            Rule::Frequency => record::Rule::Frequency,
            Rule::Marker => record::Rule::Marker,
            Rule::Metadata => record::Rule::Metadata,
            Rule::Licence => record::Rule::Licence,
        }
    }
}

/// The part of a document to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// A bounds record
    Bounds,
    /// The lines between preamble and epilogue, and lines of a source file above its licence, such as #!
    Body,
    /// The lines of the preamble
    Preamble,
    /// The lines from the start of the epilogue on
    Epilogue,
    /// The lines that --anywhere removes from the body
    Anywhere,
    /// An HTML page of the ends of all documents, their boilerplate grey, with the features that decided
    Html,
}

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# find the lines that many books begin or end with, and write the books without them as files
find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
find books -name '*.txt' | cutbounds --freq freq.jsonl --emit body --out-dir clean/
# cut one book of Project Gutenberg, without a library
cutbounds --freq builtin:gutenberg --emit body -r books/on-teapots.txt
# write the bounds of every book as records
find books -name '*.txt' | cutbounds --freq freq.jsonl > bounds.jsonl
# list the documents that still mention the library's name in their bodies
find books -name '*.txt' | cutbounds --freq freq.jsonl --suspect Lantern | jq -r 'select(.suspect).doc'
# also remove the notices between the parts of the books
find books -name '*.txt' | cutbounds --freq freq.jsonl --anywhere --emit body --out-dir clean/
# remove the lines that more than half of the pages of their folder have
find site -name '*.html' | linenorm --keep-trivial | freqlines --by folder --per-doc --min-share .5 > folders.jsonl
find site -name '*.html' | cutbounds --freq folders.jsonl --by folder --anywhere=1 --keep-trivial --max-loss 0 --emit body -r
# show the boilerplate in grey on an HTML page, with the features that decided
find books -name '*.txt' | cutbounds --freq freq.jsonl --emit html > bounds.html";

    const SECTIONS: &'static [&'static str] = &[include_str!("methods.md")];

    const MEMORY: &'static str = "\
Streaming: memory does not depend on the size of the corpus. It holds the frequent lines of all groups (twice if there are short ones), and up to 20 MB of them once more per thread. Each thread holds
one whole document, however long it is, and up to 10 MB more for a document of short lines. The first documents are held, up to 16 MB of them and of their texts. A page of --emit html takes 5 MB. With -j and --emit, up to four parts per thread are buffered.";

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        self.check_combinations()?;
        let settings = Arc::new(self.settings()?);
        let suspects = match self.suspect.as_str() {
            "" => None,
            pattern => {
                Some(Suspects::new(pattern).map_err(|error| Error::new("--suspect", error))?)
            }
        };
        let libraries = self.read_frequencies(process, &settings)?;
        self.directory.open(&self.documents, out)?;
        self.format.write_header(&COLUMNS, out)?;
        let has_groups = !libraries.of_group.is_empty();
        let lines_of_group = self.by.as_ref().filter(|_| has_groups).map(|by| {
            let message = format!(
                "the group of no document has frequent lines; linenorm --by {by} FILE... | freqlines --by {by} takes groups from the records"
            );
            NamedField::with_warning("--by", message)
        });
        let finder = Finder {
            options: self,
            libraries,
            suspects,
            page: Mutex::default(),
            left_alone: AtomicU64::new(0),
            kept_whole: AtomicU64::new(0),
            unsure: AtomicU64::new(0),
            field: (self.by.as_ref()).and_then(|by| NamedField::of_group(by, "")),
            lines_of_group,
        };
        let as_text = self.format.raw_output;
        let sources = self.directory.sources(&self.documents, as_text, out)?;
        let threads = self.threads.count();
        let turns = &mut HashMap::new();
        command::in_turn(process, &sources, threads, out, &finder, turns)?;
        finder.warn_of_left_alone(process);
        let named = [&finder.field, &finder.lines_of_group];
        (named.into_iter().flatten()).for_each(|field| field.warn(process));
        match self.emit {
            Part::Html => {
                let page = finder.page.into_inner().expect("no thread panicked");
                out.write(page.finish().as_bytes())
            }
            _ => Ok(()),
        }
    }
}

/// The work on each document.
struct Finder<'a> {
    options: &'a Options,
    libraries: Libraries,
    suspects: Option<Suspects>,
    page: Mutex<view::Documents>,
    /// The number of documents that would have lost their body.
    left_alone: AtomicU64,
    /// The number of documents that --anywhere would have emptied.
    kept_whole: AtomicU64,
    /// The number of documents with an end that was not cut because the bound was unsure.
    unsure: AtomicU64,
    /// The field of --by.
    field: Option<NamedField>,
    /// The frequent lines of a document's group, if there are groups.
    lines_of_group: Option<NamedField>,
}

/// The libraries of the groups of documents.
struct Libraries {
    /// The cutters. The first is for documents whose group has no lines.
    cutters: Vec<Cutter>,
    /// The indices of the others, by group.
    of_group: HashMap<String, usize>,
}

impl Libraries {
    /// Returns the index of the library of a group.
    fn of(&self, group: Option<String>) -> usize {
        let known = group.and_then(|group| self.of_group.get(&group));
        known.copied().unwrap_or(0)
    }
}

/// The buffers of a thread, and the library that they belong to.
#[derive(Default)]
struct OfLibrary {
    library: usize,
    worker: Worker,
}

/// The result for a document, and its bounds once they are decided.
struct Ready {
    library: usize,
    prepared: Prepared,
    /// Whether its library has learned from it.
    is_learned: bool,
    decided: Option<(Cut, Counted)>,
}

/// The size of the first documents, in bytes, from which bounds are learned before the first is cut.
const AHEAD: u64 = 16 << 20;

impl Finder<'_> {
    fn warn_of_left_alone(&self, process: &Process) {
        let warn = |count: &AtomicU64, message: &str| {
            let documents = match count.load(Ordering::Relaxed) {
                0 => return,
                1 => "1 document".to_owned(),
                count => format!("{count} documents"),
            };
            process.warn(documents, message);
        };
        // With 0, no document may lose a word of its own, so many are left alone on purpose.
        if self.options.max_loss != Some(0.0) {
            warn(
                &self.left_alone,
                "nothing cut at the ends, because more of the words that are not boilerplate would have gone than --max-loss allows; \
                 --max-loss 1 cuts all, --explain shows which they are",
            );
        }
        warn(
            &self.kept_whole,
            "nothing removed by --anywhere, because all lines are frequent and no word would be left; --max-loss 1 removes them",
        );
        warn(
            &self.unsure,
            "left whole at an end, because the bound there was unsure; --min-confidence 0 cuts all, --explain shows which they are",
        );
    }
}

impl InTurn for Finder<'_> {
    type Worker = OfLibrary;
    type Prepared = Ready;
    type State = HashMap<usize, Turn>;

    fn worker(&self) -> OfLibrary {
        OfLibrary::default()
    }

    fn prepare(&self, of: &mut OfLibrary, document: &Document) -> Ready {
        let by = self.options.by.as_ref();
        let group = by.and_then(|by| document.group(by));
        if let Some(field) = &self.field {
            field.see(group.is_some());
        }
        let has_group = group.is_some();
        let library = self.libraries.of(group);
        if let Some(lines) = self.lines_of_group.as_ref().filter(|_| has_group) {
            lines.see(library > 0);
        }
        if of.library != library {
            *of = OfLibrary {
                library,
                worker: Worker::default(),
            };
        }
        Ready {
            library,
            prepared: self.libraries.cutters[library].prepare(&mut of.worker, document.text),
            is_learned: false,
            decided: None,
        }
    }

    fn ahead(&self) -> u64 {
        // A reader of --line-buffered waits for each record.
        match self.options.common.line_buffered {
            true => 0,
            false => AHEAD,
        }
    }

    fn learn(&self, turns: &mut Self::State, ready: &mut Ready) {
        let new = || match self.libraries.of_group.is_empty() {
            true => Turn::default(),
            false => Turn::of_small_library(),
        };
        let turn = turns.entry(ready.library).or_insert_with(new);
        self.libraries.cutters[ready.library].learn(turn, &ready.prepared);
        ready.is_learned = true;
    }

    fn take_turn(&self, turns: &mut Self::State, document: &Document, ready: &mut Ready) {
        if !ready.is_learned {
            self.learn(turns, ready);
        }
        let cutter = &self.libraries.cutters[ready.library];
        ready.decided = Some(cutter.decide(&turns[&ready.library], document.text, &ready.prepared));
    }

    fn write(&self, _: &mut OfLibrary, document: &Document, ready: Ready, emit: &mut Emit) {
        let options = self.options;
        let cutter = &self.libraries.cutters[ready.library];
        let is_frequent = |line: &str| cutter.frequent().contains(line);
        let (cut, counted) = ready.decided.expect("it was its turn");
        if cut.reasons.contains(&Reason::Body) {
            self.left_alone.fetch_add(1, Ordering::Relaxed);
        }
        if cut.reasons.contains(&Reason::Unsure) {
            self.unsure.fetch_add(1, Ordering::Relaxed);
        }
        let settings = cutter.settings();
        if options.emit == Part::Html {
            let templates = counted.map(|short| cutter.frequent().templates().of(short));
            let section = options.section(document, &cut, settings, templates, is_frequent);
            let mut page = lock(&self.page);
            page.add(&document.display(), cut.confidence, section);
            return;
        }
        let body = &document.text[cut.body_range(document.text)];
        let first = cut.preamble_end + 1;
        let mut runs = options.anywhere.map_or(Vec::new(), |least| {
            anywhere::runs(body, first, least, settings.rules, is_frequent)
        });
        // A page that is there under many addresses is not the menu of its host.
        let may_be_empty = settings.max_loss >= 1.0 || settings.method == Method::Paper;
        if !runs.is_empty() && !may_be_empty && !anywhere::leaves_words(body, first, &runs) {
            runs.clear();
            self.kept_whole.fetch_add(1, Ordering::Relaxed);
        }
        options.write(document, &cut, &runs, self.suspects.as_ref(), emit);
    }
}

impl Options {
    fn check_combinations(&self) -> Result<(), Error> {
        let flat = self.format.format != FlatFormat::Jsonl;
        Error::refuse(&[
            (
                self.gap.is_some() && self.method != Method::Paper,
                "--gap",
                "is for --method paper",
            ),
            (
                self.min_confidence.is_some() && self.method == Method::Paper,
                "--min-confidence",
                "is for --method best; that of the paper has no confidences",
            ),
            (
                self.max_loss.is_some() && self.method == Method::Paper,
                "--max-loss",
                "is for --method best; that of the paper cuts whatever it finds",
            ),
            (
                self.explain && (flat || self.format.raw_output),
                "--explain",
                "only JSON records have reasons; leave out --format and --raw-output",
            ),
            (
                matches!(self.emit, Part::Bounds | Part::Html) && self.directory.is_set(),
                "--out-dir",
                "needs --emit body, preamble, epilogue or anywhere",
            ),
            (
                self.emit == Part::Anywhere && self.anywhere.is_none(),
                "--emit anywhere",
                "needs --anywhere",
            ),
            (
                self.emit == Part::Html && self.anywhere.is_some(),
                "--anywhere",
                "a page shows the ends of documents only",
            ),
            (
                self.emit == Part::Bounds && self.format.raw_output,
                "--raw-output",
                "bounds have no plain text; use --format tsv",
            ),
            (
                self.emit == Part::Html && self.format.raw_output,
                "--raw-output",
                "a page has no plain text",
            ),
            (
                self.emit != Part::Bounds && flat,
                "--format",
                "documents are not flat records; use --raw-output for plain text",
            ),
        ])
    }

    fn settings(&self) -> Result<Settings, Error> {
        let or = |given: &[String], built_in: &[&str]| -> Vec<String> {
            match given {
                [] => built_in.iter().map(|&pattern| pattern.to_owned()).collect(),
                given => given.to_vec(),
            }
        };
        let markers = match self.no_markers {
            true => None,
            false => Some(
                Markers::new(
                    &or(&self.head_marker, &[markers::HEAD]),
                    &or(&self.tail_marker, &markers::TAIL),
                )
                .map_err(|error| Error::new("--head-marker or --tail-marker", error))?,
            ),
        };
        let gap = usize::try_from(self.gap.unwrap_or(10)).unwrap_or(usize::MAX);
        Ok(Settings {
            method: self.method,
            head: self.head,
            tail: self.tail,
            gap,
            rules: self.rules.rules(),
            markers,
            min_confidence: self.min_confidence.unwrap_or(LEAST_CONFIDENCE),
            max_loss: self.max_loss.unwrap_or(MOST_LOSS),
        })
    }

    /// Reads the library of each group. Without --by, there is one library.
    fn read_frequencies(
        &self,
        process: &Process,
        settings: &Arc<Settings>,
    ) -> Result<Libraries, Error> {
        let mut frequent = vec![Frequent::new(settings.rules)];
        let mut of_group = HashMap::new();
        let mut is_grouped = false;
        let mut built_in = Vec::new();
        for file in &self.freq {
            if let Some(name) = file.to_str().and_then(|file| file.strip_prefix("builtin:")) {
                let mut all = BuiltIn::ALL.into_iter();
                let Some(library) = all.find(|library| library.name() == name) else {
                    let names = BuiltIn::ALL.map(BuiltIn::name).join(" and ");
                    return Err(Error::new(
                        file.display(),
                        format_args!("not built in; there is {names}"),
                    ));
                };
                built_in.push(library);
                continue;
            }
            let is_built_in =
                (BuiltIn::ALL.iter()).any(|library| file.as_os_str() == library.name());
            if is_built_in && !file.exists() {
                let message = format!(
                    "No such file; --freq builtin:{} is the built-in list",
                    file.display()
                );
                return Err(Error::new(file.display(), message));
            }
            for_each_frequent(file, self.more_than, process, |key, line| {
                is_grouped |= line.group.is_some();
                let library = match &line.group {
                    Some(group) if self.by.is_some() => {
                        *of_group.entry(group.to_string()).or_insert_with(|| {
                            frequent.push(Frequent::new(settings.rules));
                            frequent.len() - 1
                        })
                    }
                    _ => 0,
                };
                frequent[library].insert(key, line.count, line.text.as_deref());
            })?;
        }
        for library in built_in {
            frequent[0].add_built_in(library);
        }
        for file in &self.shapes {
            for_each_frequent(file, self.more_than, process, |_, line| {
                let shape = String::from_utf8_lossy(line.text.as_deref().unwrap_or_default());
                let libraries = frequent.iter_mut();
                libraries.for_each(|library| library.add_shape(&shape));
            })?;
        }
        self.warn_of_groups(is_grouped, process);
        let is_empty = frequent.iter().all(Frequent::is_empty);
        if let (true, [file, ..]) = (is_empty, &self.freq[..]) {
            process.warn(
                file.display(),
                "no frequent lines; cut is what a document's form says (markers, metadata, comments on rights), and lines that many of the documents begin or end with; linenorm --ends 300 FILE... | freqlines finds frequent lines, with -k 1 those of few documents",
            );
        }
        let cutters = frequent.into_iter();
        let cutters = cutters.map(|frequent| Cutter::new(Arc::clone(settings), frequent));
        Ok(Libraries {
            cutters: cutters.collect(),
            of_group,
        })
    }

    /// Warns if there are groups without --by, or if there is --by without groups.
    fn warn_of_groups(&self, is_grouped: bool, process: &Process) {
        match (&self.by, is_grouped) {
            (None, true) => process.warn(
                "--freq",
                "the lines of all groups are frequent in every document; --by FIELD uses those of the document's group",
            ),
            (Some(by), false) => process.warn(
                "--by",
                format_args!(
                    "no frequent line has a group, so that all count for every document; freqlines --by {by} writes groups"
                ),
            ),
            _ => {}
        }
    }

    fn write(
        &self,
        document: &Document,
        cut: &Cut,
        runs: &[Run],
        suspects: Option<&Suspects>,
        emit: &mut Emit,
    ) {
        let body = cut.body_range(document.text);
        let first = cut.preamble_end + 1;
        let stays = |at: u64| {
            !runs
                .iter()
                .any(|run| (run.0..=run.1).contains(&(first + at)))
        };
        let suspect = suspects.map_or(Vec::new(), |suspects| {
            suspects.find(&document.text[body.clone()], stays)
        });
        let suspect = suspect.into_iter().map(|(at, text)| record::Suspect {
            line: first + at,
            text: Cow::Borrowed(text),
        });
        let bounds = Bounds {
            doc: document.name.clone(),
            lines: cut.lines,
            preamble_start: cut.preamble_start,
            preamble_end: cut.preamble_end,
            epilogue_start: cut.epilogue_start,
            preamble_rule: cut.preamble_rule.into(),
            epilogue_rule: cut.epilogue_rule.into(),
            preamble_confidence: cut.confidence.map(|both| both[0]),
            epilogue_confidence: cut.confidence.map(|both| both[1]),
            preamble_reason: self.explain.then(|| cut.reasons[0].as_str()),
            epilogue_reason: self.explain.then(|| cut.reasons[1].as_str()),
            suspect: suspect.collect(),
            anywhere: runs.to_vec(),
        };
        let part = match self.emit {
            Part::Bounds | Part::Html => return self.write_bounds(&bounds, emit),
            Part::Preamble => 0..body.start,
            Part::Epilogue => body.end..document.text.len(),
            Part::Body | Part::Anywhere => body,
        };
        let kept = match self.pieces(cut, runs) {
            None => vec![part],
            Some(pieces) => {
                let bytes = document.text.as_bytes();
                ranges_of(bytes, encoding_rs::UTF_8, &pieces).collect()
            }
        };
        let part = |part: Range<usize>| match &kept[..] {
            [one] if part.start <= one.start && one.end <= part.end => {
                Cow::Borrowed(&document.text[one.clone()])
            }
            _ => (intake::within(&kept, &part))
                .map(|range| &document.text[range])
                .collect(),
        };
        let text = || part(0..document.text.len());
        if self.directory.takes(document) {
            self.write_file(document, cut, runs, &text(), emit);
        } else if self.format.raw_output {
            let text = text();
            emit.wrote(|| DocumentGroups::of(document), &text);
            emit.next_text().extend_from_slice(text.as_bytes());
        } else {
            emit.rewrite_parts(document, part, "cutbounds", |added| {
                bounds.write_fields(added)
            });
        }
    }

    /// Returns the lines that are written, or `None` for all lines of the part.
    fn pieces(&self, cut: &Cut, runs: &[Run]) -> Option<Vec<Run>> {
        match self.emit {
            Part::Body if !runs.is_empty() || cut.preamble_start > 1 => {
                let mut others = vec![(cut.preamble_start, cut.preamble_end)];
                others.extend(runs);
                Some(anywhere::others(1, cut.epilogue_start - 1, &others))
            }
            Part::Preamble if cut.preamble_start > 1 => {
                Some(vec![(cut.preamble_start, cut.preamble_end)])
            }
            Part::Anywhere => Some(runs.to_vec()),
            _ => None,
        }
    }

    /// Returns the section of a document on the page.
    fn section(
        &self,
        document: &Document,
        cut: &Cut,
        settings: &Settings,
        [of_head, of_tail]: [&Templates; 2],
        is_frequent: impl Fn(&str) -> bool,
    ) -> String {
        let text = document.text;
        let mut scratch = Scratch::default();
        let head = best::head(text, settings, of_head, &mut scratch, &is_frequent);
        // The readings of a head depend on its templates.
        let other = (!std::ptr::eq(of_head, of_tail)).then(|| {
            let mut scratch = Scratch::default();
            best::head(text, settings, of_tail, &mut scratch, &is_frequent)
        });
        let rest = other.as_ref().unwrap_or(&head);
        let tail = best::tail(
            text,
            best::Rest::of(rest, cut.lines, cut.preamble_end),
            settings,
            of_tail,
            &mut Scratch::default(),
            &is_frequent,
        );
        let ends = match self.method {
            Method::Best => [
                End::explained(head, Side::Head),
                End::explained(tail, Side::Tail),
            ],
            Method::Paper => [head, tail].map(|region| End { region, why: None }),
        };
        let mut page = String::new();
        view::write(&mut page, &document.display(), text, cut, &ends, settings);
        page
    }

    fn write_bounds(&self, bounds: &Bounds, emit: &mut Emit) {
        let write = match self.format.format() {
            Format::Jsonl | Format::Raw => return bounds.write(emit.out()),
            Format::Tsv => write_tsv,
            Format::Csv => write_csv,
        };
        let numbers = [bounds.lines, bounds.preamble_end, bounds.epilogue_start]
            .map(|number| number.to_string());
        let [lines, preamble_end, epilogue_start] =
            numbers.each_ref().map(|number| number.as_bytes());
        let rules =
            [bounds.preamble_rule, bounds.epilogue_rule].map(|rule| rule.as_str().as_bytes());
        write(
            emit.out(),
            &[
                bounds.doc.as_bytes(),
                lines,
                preamble_end,
                epilogue_start,
                rules[0],
                rules[1],
            ],
        );
    }

    /// Writes a part of a document with the bytes of its source.
    fn write_file(
        &self,
        document: &Document,
        cut: &Cut,
        runs: &[Run],
        text: &str,
        emit: &mut Emit,
    ) {
        let name = &document.file_name();
        let groups = || DocumentGroups::of(document);
        let mut write =
            |bytes: &[u8]| emit.document_file(&document.name, groups, name, bytes, text);
        let Some(file) = document.file else {
            return write(text.as_bytes());
        };
        if !has_line_feeds_of(document.text, file) {
            let encoding = file.encoding.name();
            return emit.trouble(
                document.display(),
                format_args!(
                    "not cut: in {encoding} not every line feed ends a line; convert it to UTF-8"
                ),
            );
        }
        let preamble = line_start(file.bytes, file.encoding, cut.preamble_end);
        let epilogue = preamble
            + line_start(
                &file.bytes[preamble..],
                file.encoding,
                cut.epilogue_start - 1 - cut.preamble_end,
            );
        if let Some(pieces) = self.pieces(cut, runs) {
            let ranges = ranges_of(file.bytes, file.encoding, &pieces);
            let pieces: Vec<&[u8]> = ranges.map(|range| &file.bytes[range]).collect();
            return write(&pieces.concat());
        }
        // No byte order mark is added, so that the concatenated parts are the file.
        write(match self.emit {
            Part::Preamble => &file.bytes[..preamble],
            Part::Epilogue => &file.bytes[epilogue..],
            Part::Body | Part::Anywhere | Part::Bounds | Part::Html => {
                &file.bytes[preamble..epilogue]
            }
        });
    }
}

/// The columns of bounds as TSV and CSV.
const COLUMNS: [&str; 6] = [
    "doc",
    "lines",
    "preamble_end",
    "epilogue_start",
    "preamble_rule",
    "epilogue_rule",
];

/// Returns the byte ranges of runs of lines.
fn ranges_of(
    bytes: &[u8],
    encoding: &'static Encoding,
    runs: &[Run],
) -> impl Iterator<Item = Range<usize>> {
    let (mut at, mut line) = (0, 1);
    runs.iter().map(move |&(first, last)| {
        let mut after = |before: u64| {
            at += line_start(&bytes[at..], encoding, before - line);
            line = before;
            at
        };
        after(first)..after(last + 1)
    })
}

/// Returns the start of the line after the first `lines` lines, or the end of the file.
fn line_start(bytes: &[u8], encoding: &'static Encoding, lines: u64) -> usize {
    let Some(nth) = lines.checked_sub(1) else {
        return 0;
    };
    let nth = usize::try_from(nth).unwrap_or(usize::MAX);
    if !is_utf_16(encoding) {
        // In all other encodings, the byte 0x0A is always a line feed.
        return memchr::memchr_iter(b'\n', bytes)
            .nth(nth)
            .map_or(bytes.len(), |at| at + 1);
    }
    let line_feed = if encoding == UTF_16LE {
        [b'\n', 0]
    } else {
        [0, b'\n']
    };
    let mut line_feeds = bytes
        .chunks_exact(2)
        .enumerate()
        .filter(|(_, unit)| *unit == line_feed);
    line_feeds
        .nth(nth)
        .map_or(bytes.len(), |(unit, _)| 2 * unit + 2)
}

/// Whether a file has the same line feeds as its text. In stateful encodings, their bytes may be part of other
/// characters.
fn has_line_feeds_of(text: &str, file: FileBytes) -> bool {
    let count = |bytes| memchr::memchr_iter(b'\n', bytes).count();
    file.encoding.is_ascii_compatible()
        || is_utf_16(file.encoding)
        || count(file.bytes) == count(text.as_bytes())
}

/// Whether a line feed has two bytes.
fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}
