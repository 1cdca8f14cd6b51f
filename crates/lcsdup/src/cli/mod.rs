//! The command line of lcsdup.

mod side;
mod texts;

use std::borrow::Cow;
use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::ops::Range;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use command::rows::{write_csv, write_tsv};
use command::{
    CommonArgs, Error, Format, FormatArgs, Output, Process, RecordArgs, ThreadArgs, Tool,
};
use record::{Kind, Name, Words};

use crate::align::{self, Book, Segment};
use crate::choose::choose;
use crate::clusters::Clusters;
use crate::draw::{Bar, Picture, Row, page_foot, page_head, page_row};
use crate::lists::Lists;
use crate::passage::{Chainer, Extent};
use crate::search::{Found, Search, search};
use crate::{Builder, Collection, Criterion, Score, Shard, Task, join, score};
use side::Shown;
use texts::Texts;

/// How many pairs of entries the lists of dense seeds may make for each entry, on average.
const DENSE_MEETINGS: usize = 16;

/// Find partial duplicates among documents, and the passages that they share, by their unique words
///
/// Reads the words records of uniqwords and writes a record for each pair of documents of which one is largely a duplicate of the
/// other (kind books), or that share a passage (kind passages), in the order of the input.
///
/// Whole documents are compared by the longest common subsequence of their unique words (Yalniz, Can & Manmatha 2011).
/// Of two documents with X and Y words, common is the number of words in both, and lcs the length of the longest
/// common subsequence. excess = lcs / (2 sqrt(common)) is how many times longer that is than chance makes it: about 1
/// for unrelated books, whatever their lengths, and 3.5 or more along a shared passage. its = ln(lcs) / ln(X + Y - lcs)
/// and cs = lcs / sqrt(X Y) are the paper's. jaccard = common / (X + Y - common) ignores the order of the words: for the
/// baselines of the paper. These scores see what two whole books have in common: editions, volumes of one work, and also two
/// translations of one original, which share its names in its order.
///
/// A passage is a chain of seeds, words that occur once in either document, at nearly equal distances in both. Its score is the
/// sum over its links of the logarithm of how much denser they lie than chance makes them. How many passages of that
/// score chance makes in the whole run is written as expect, and decides (--expect). Such a passage is the same text: a
/// quotation, a title page, a notice, a work printed twice, in any order; not a translation. Seeds are unique words, which
/// find most passages of 250 words in clean text and of 500 where a tenth of the characters are wrong, or the seeds of uniqwords --dense, which find most of 100 words, and most of 250
/// words where a fifth of the characters are wrong in both copies. Texts of fewer words than that are compared by blockdedup.
/// In scripts without spaces the words are n-grams of characters: a run of those that overlap counts as one seed.
///
/// Up to 1,000 documents all pairs are searched for passages, and up to 10,000 all are compared as whole documents. Of
/// more, an index proposes pairs: two of the pairs of nearby words of a document, of which it keeps a quarter, must come
/// in both at about the same distance. It misses passages in badly damaged text. --exhaustive compares all. The seeds of
/// uniqwords --dense need no index, but those that very many documents have are left out.
/// A --score by itself compares all, as whole documents only, and no pair is ever lost.
///
/// A document is compared with every other one, also with one of the same name. A record that has a word twice is
/// no words record: it is reported and left out. A document without words is in no pair. Dictionaries and other
/// alphabetical lists share their order with each other by nature, and are found as duplicates.
///
/// A plain line, as uniqwords -r writes it and -R reads it, is a document's name, a tab, and its words with spaces between.
#[derive(Debug, Parser)]
#[command(name = "lcsdup")]
pub struct Options {
    #[command(flatten)]
    records: RecordArgs,

    /// Only pairs of a document of the input (a) and one of FILE (b)
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    against: Option<PathBuf>,

    /// Which pairs to find (both; books with --score and for clusters)
    #[arg(long, value_name = "WHAT", help_heading = "Pairs")]
    find: Option<Kinds>,

    /// Find passages of which this number or fewer are expected by chance in the whole run
    #[arg(long, value_name = "N", default_value_t = 0.01, value_parser = parse_threshold, help_heading = "Pairs")]
    expect: f64,

    /// Compare all pairs of documents, however many they are
    #[arg(long, help_heading = "Pairs")]
    exhaustive: bool,

    /// The score of whole documents that decides (excess)
    #[arg(long, value_name = "SCORE", help_heading = "Pairs")]
    score: Option<ScoreName>,

    /// Find books whose score is T or more (excess 3.5, its 0.72, cs 0.12; jaccard has no default)
    #[arg(long, value_name = "T", value_parser = parse_threshold, help_heading = "Pairs")]
    threshold: Option<f64>,

    /// Find only books whose longest common subsequence has N words or more (excess 60, others 0)
    ///
    /// All false pairs of its and cs that were seen among real books are of documents with fewer than 100 unique words.
    #[arg(long, value_name = "N", help_heading = "Pairs", hide_short_help = true)]
    min_lcs: Option<usize>,

    /// Do the I-th of N equal shares of the work; the outputs of all shares in a row are the whole
    #[arg(long, value_name = "I/N", value_parser = parse_shard, help_heading = "Pairs")]
    shard: Option<Shard>,

    /// What to write
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "pairs",
        help_heading = "Output"
    )]
    emit: What,

    /// Of duplicates, keep the longest, the first, or that with the highest number in FIELD
    ///
    /// Longest: those with the most tokens. FIELD: of the words records, into which uniqwords can copy it; those without a number come last, and of
    /// equal ones the longest. Of what is equal in all that, the first of the input.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "longest",
        value_parser = parse_preference,
        help_heading = "Output"
    )]
    prefer: Preference,

    /// The same as --emit clusters
    #[arg(long, conflicts_with_all = ["emit", "shard"], help_heading = "Output", hide_short_help = true)]
    clusters: bool,

    /// Add the parts that match to each pair, where both records have positions
    ///
    /// Each is four numbers: its first token in a and the one behind its last, and the same in b. Parts are what passages are, but with
    /// one false part in a hundred pairs of documents, whatever --expect, and joined over gaps of up to 1000 tokens that
    /// differ by at most 20 tokens and a tenth.
    #[arg(long, help_heading = "Output")]
    align: bool,

    /// Add the texts of passages, from the documents in FILE, which may be given several times
    ///
    /// A FILE as those that uniqwords read: documents, records or any other container. Documents have the names that their
    /// words records have. Their records get a_text and b_text; with --emit html the passages stand side by side.
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Output",
        hide_short_help = true
    )]
    texts: Vec<OsString>,

    /// Draw the pairs into FILE: two bars each, green where at least half of the tokens lie in matched passages
    ///
    /// Without positions in the records, words are counted instead of tokens.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    svg: Option<PathBuf>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    common: CommonArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// What makes a pair, as an option value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kinds {
    /// Books and passages
    Both,
    /// Pairs whose score as whole documents reaches its threshold
    Books,
    /// Pairs that share a passage
    Passages,
}

/// A score, as an option value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ScoreName {
    /// How many times longer than chance the common subsequence is
    Excess,
    /// DUPNIQ-its of the paper
    Its,
    /// DUPNIQ-cs of the paper
    Cs,
    /// The overlap of the words, whatever their order
    Jaccard,
}

impl From<ScoreName> for Score {
    fn from(name: ScoreName) -> Score {
        match name {
            ScoreName::Excess => Score::Excess,
            ScoreName::Its => Score::Its,
            ScoreName::Cs => Score::Cs,
            ScoreName::Jaccard => Score::Jaccard,
        }
    }
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// A record for each pair
    Pairs,
    /// A record for each passage that two documents share: where it is in both, and with --texts what it says
    Passages,
    /// A record for each group of documents that pairs connect, directly or through others
    Clusters,
    /// The documents of the input that are kept, so that no two of them are a pair
    Keep,
    /// The other documents, each with one that is kept and that it is paired with
    Drop,
    /// A page that lists the pairs with their matches, longest first, to be sorted by any column; with --texts the passages side by side
    Html,
}

/// Which documents are kept, as an option value.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Preference {
    /// Those with the most tokens, and of equal ones the first.
    Longest,
    /// The first ones of the input.
    First,
    /// Those with the highest number in a field.
    Field(String),
}

fn parse_preference(text: &str) -> Result<Preference, String> {
    match text {
        "" => Err("longest, first, or the name of a field".into()),
        "longest" => Ok(Preference::Longest),
        "first" => Ok(Preference::First),
        field => Ok(Preference::Field(field.to_owned())),
    }
}

fn parse_threshold(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(threshold) if threshold > 0.0 && f64::is_finite(threshold) => Ok(threshold),
        _ => Err("must be a number above 0".into()),
    }
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let shard = text.split_once('/').and_then(|(number, of)| {
        Some(Shard {
            number: number.parse().ok()?,
            of: of.parse().ok()?,
        })
    });
    shard
        .filter(|shard| (1..=shard.of).contains(&shard.number))
        .ok_or_else(|| "must be I/N with I from 1 to N, as in 3/10".into())
}

impl Options {
    fn what(&self) -> What {
        match self.clusters {
            true => What::Clusters,
            false => self.emit,
        }
    }

    fn criterion(&self) -> Result<Criterion, Error> {
        let score = Score::from(self.score.unwrap_or(ScoreName::Excess));
        let threshold = self.threshold.or(score.default_threshold());
        Ok(Criterion {
            score,
            threshold: threshold
                .ok_or_else(|| Error::new("--threshold", "must be given with --score jaccard"))?,
            min_lcs: self.min_lcs.unwrap_or(score.default_min_lcs()),
        })
    }

    /// Combinations of options that have no meaning.
    fn check(&self) -> Result<(), Error> {
        let format = self.format.format();
        match self.what() {
            What::Keep | What::Drop
                if matches!(self.prefer, Preference::Field(_)) && self.records.raw_input =>
            {
                Err(Error::new("--prefer", "plain lines have no fields"))
            }
            What::Clusters if self.shard.is_some() => Err(Error::new(
                "--shard",
                "a share of the pairs does not tell the clusters",
            )),
            What::Clusters if self.align || self.svg.is_some() => {
                Err(Error::new("--clusters", "has no pairs to align or draw"))
            }
            What::Keep | What::Drop if self.shard.is_some() => Err(Error::new(
                "--shard",
                "a share of the pairs does not tell what to keep",
            )),
            What::Keep | What::Drop if self.align || self.svg.is_some() => Err(Error::new(
                "--emit",
                "keep and drop have no pairs to align or draw",
            )),
            What::Clusters | What::Keep | What::Drop | What::Html
                if matches!(format, Format::Tsv | Format::Csv) =>
            {
                Err(Error::new("--format", "tsv and csv are for pairs"))
            }
            What::Html if format == Format::Raw => {
                Err(Error::new("--raw-output", "is not for html"))
            }
            What::Clusters | What::Keep | What::Drop if !self.texts.is_empty() => {
                Err(Error::new("--texts", "is for pairs and passages"))
            }
            What::Pairs if !self.texts.is_empty() && format != Format::Jsonl => Err(Error::new(
                "--texts",
                "needs --format jsonl, or --emit passages",
            )),
            What::Passages if self.align || self.svg.is_some() => Err(Error::new(
                "--emit",
                "passages are not aligned or drawn; leave --align and --svg out",
            )),
            What::Passages if self.find == Some(Kinds::Books) => {
                Err(Error::new("--find", "books have no passages to write"))
            }
            What::Pairs if self.align && format != Format::Jsonl => {
                Err(Error::new("--align", "needs --format jsonl"))
            }
            _ => Ok(()),
        }
    }

    /// Whether matching parts are wanted, in whatever form.
    fn wants_segments(&self) -> bool {
        self.align || self.svg.is_some() || self.what() == What::Html
    }

    /// Which pairs are sought; `None` for all that a score accepts as books, without an index.
    fn kinds(&self) -> Option<Kinds> {
        match (self.find, self.score) {
            (None, _) if self.what() == What::Passages => Some(Kinds::Passages),
            (None, Some(_)) => None,
            // Notices and quotations would connect what does not belong together.
            (None, None) if matches!(self.what(), What::Clusters | What::Keep | What::Drop) => {
                Some(Kinds::Books)
            }
            (find, _) => Some(find.unwrap_or(Kinds::Both)),
        }
    }
}

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# partial duplicates among books
find books -name '*.txt' | uniqwords | lcsdup
# the most alike first
find books -name '*.txt' | uniqwords | lcsdup | jq -sc 'sort_by(-.excess)[]'
# DUPNIQ as in the paper
find books -name '*.txt' | uniqwords | lcsdup --score its
# new books against old ones
uniqwords old/*.txt > old.jsonl; uniqwords new/*.txt | lcsdup --against old.jsonl
# passages of 100 words, also in badly scanned books
find books -name '*.txt' | uniqwords --dense | lcsdup
# the books to keep: of duplicates the longest, by name
find books -name '*.txt' | uniqwords | lcsdup --emit keep -r > keep.txt
# contamination: what of a benchmark is in which document, with its text
uniqwords old > bench.jsonl; uniqwords new | lcsdup --against bench.jsonl --emit passages --texts old --texts new
# a page that shows where books match, and their passages side by side
find books -name '*.txt' | uniqwords | lcsdup --emit html --texts books -o duplicates.html
# ten jobs that together do the whole
for i in 1 2 3 4 5 6 7 8 9 10; do lcsdup --shard $i/10 words.jsonl; done";

    const MEMORY: &'static str = "\
Whole input, as numbers: 8 bytes for each word of a record, some 40 bytes for each distinct word while reading, and 400 MB
for the work, with 48 bytes for each pair found and 40 for each passage. Up to 1,000 documents, and with --exhaustive, 8
more for each word; with --score by itself and without --align, --svg or --emit html 4 for each word and 4 more for one
that few documents have. A seed of uniqwords --dense takes 8 bytes, and 16 more if two documents have it. A document may
have any number of words; it takes time n log n, and 6 times the memory of its record.";

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let criterion = self.criterion()?;
        self.check()?;
        let columns: &[&str] = match self.what() {
            What::Passages => &PASSAGE_COLUMNS,
            _ => &COLUMNS,
        };
        self.format.write_header(columns, out)?;
        let mut reader = Reader {
            process,
            builder: Builder::new(),
            documents: Vec::new(),
            seeds: Vec::new(),
            with_positions: self.wants_segments() || self.kinds().is_some(),
            field: match &self.prefer {
                Preference::Field(field) => Some(field),
                _ => None,
            },
        };
        reader.read(&self.records);
        let mut against = None;
        if let Some(file) = &self.against {
            against = Some(reader.documents.len());
            let records = RecordArgs {
                files: vec![file.into()],
                ..self.records.clone()
            };
            process.need("--against", || {
                reader.read(&records);
                Ok(())
            })?;
        }
        process.stage("comparing the documents");
        let collection = reader.builder.finish();
        let finder = Finder::new(self, process, &reader.documents, reader.seeds);
        let task = Task {
            against,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            threads: self.threads.count(),
            ..Task::new(criterion)
        };
        let documents = reader.documents;
        let written = match self.what() {
            What::Clusters => {
                let mut clusters = Clusters::new(documents.len());
                finder.each(&collection, &task, |found| {
                    clusters.connect(found.a, found.b);
                    Ok::<(), Error>(())
                })?;
                self.write_clusters(clusters, &documents, out)
            }
            What::Keep | What::Drop => {
                let mut pairs = Vec::new();
                finder.each(&collection, &task, |found| {
                    pairs.push((found.a, found.b));
                    Ok::<(), Error>(())
                })?;
                self.write_choice(&pairs, against, &documents, out)
            }
            // A page has the longest ones first, and texts are read once for all of them.
            What::Pairs | What::Passages | What::Html => {
                let mut writer = Writer::new(self, process, &collection, &documents, &finder);
                if self.what() != What::Html && self.texts.is_empty() {
                    finder.each(&collection, &task, |found| {
                        writer.write(&found, &Texts::default(), out)
                    })?;
                } else {
                    let mut pairs = Vec::new();
                    finder.each(&collection, &task, |found| {
                        pairs.push(found);
                        Ok::<(), Error>(())
                    })?;
                    let texts = self.read_texts(&finder, &pairs, &documents, process, out)?;
                    if self.what() == What::Html {
                        writer.write_page(pairs, &texts, out)?;
                    } else {
                        for found in &pairs {
                            writer.write(found, &texts, out)?;
                        }
                    }
                }
                writer.finish()
            }
        };
        if written.is_ok() && !finder.found.get() {
            warn_of_short(
                self,
                process,
                &documents,
                finder.kinds,
                finder.dense.is_some(),
            );
        }
        written
    }
}

/// What is kept of a record besides its words.
struct Entry {
    name: Name<'static>,
    /// How many unique words it has.
    words: usize,
    tokens: u64,
    has_positions: bool,
    /// The tokens that its words cover.
    span: u32,
    /// The number by which it is preferred.
    number: Option<f64>,
}

impl Entry {
    fn extent(&self) -> Extent {
        Extent {
            tokens: self.tokens,
            span: self.span,
        }
    }
}

/// Makes records numbers.
struct Reader<'a> {
    process: &'a Process,
    builder: Builder,
    documents: Vec<Entry>,
    /// The seeds of each document; nothing for one whose record has none.
    seeds: Vec<Option<Vec<(u32, u32)>>>,
    with_positions: bool,
    /// The field with the numbers by which documents are preferred.
    field: Option<&'a str>,
}

/// Numbers in their order, as integers.
fn f64_order(number: f64) -> i64 {
    // As `f64::total_cmp` has it.
    let bits = number.to_bits() as i64;
    bits ^ ((bits >> 63) as u64 >> 1) as i64
}

/// Tokens of a document in which most passages are found that are as long: with unique words as seeds, and with dense ones.
const SURE: [u64; 2] = [250, 100];

/// Says so where nothing was found, and most documents are too short for what is sought.
fn warn_of_short(
    options: &Options,
    process: &Process,
    documents: &[Entry],
    kinds: Option<Kinds>,
    dense: bool,
) {
    let all = documents.len();
    if kinds.is_some_and(|kinds| kinds != Kinds::Books) {
        let sure = SURE[usize::from(dense)];
        let short = documents.iter().filter(|entry| entry.tokens < sure).count();
        if 2 * short > all {
            let dense = match dense {
                true => "",
                false => "uniqwords --dense does with 100, and ",
            };
            process.warn(
                "input",
                format_args!("{short} of {all} documents have fewer than {sure} words, too few to be sure of a passage; {dense}blockdedup compares texts of any length"),
            );
        }
    } else if let Ok(criterion) = options.criterion() {
        let least = criterion.min_lcs;
        let short = documents.iter().filter(|entry| entry.words < least).count();
        if 2 * short > all {
            process.warn(
                "input",
                format_args!("{short} of {all} documents have fewer unique words than --min-lcs {least} and can be in no pair; blockdedup compares texts of any length"),
            );
        }
    }
}

/// Finds pairs of whatever kind.
struct Finder {
    /// What is sought; `None` for books without an index.
    kinds: Option<Kinds>,
    /// Whether there was any.
    found: Cell<bool>,
    expect: f64,
    exhaustive: bool,
    /// For each document its length, where passages may be found in it.
    extents: Vec<Option<Extent>>,
    /// Seeds other than words.
    dense: Option<Lists<'static>>,
}

impl Finder {
    fn new(
        options: &Options,
        process: &Process,
        documents: &[Entry],
        seeds: Vec<Option<Vec<(u32, u32)>>>,
    ) -> Finder {
        let kinds = options.kinds();
        let passages = kinds.is_some_and(|kinds| kinds != Kinds::Books);
        let with_seeds = seeds.iter().flatten().count();
        let dense = (passages && with_seeds > 0 && with_seeds == seeds.len()).then(|| {
            let total = seeds.iter().flatten().map(Vec::len).sum();
            let lists = Lists::of_hashes(seeds.len(), total, |document, emit| {
                for &(hash, position) in seeds[document].iter().flatten() {
                    emit(hash, position);
                }
            });
            lists.limited(DENSE_MEETINGS)
        });
        if passages && with_seeds > 0 && dense.is_none() {
            let without = seeds.len() - with_seeds;
            let message = format_args!(
                "{without} documents have no seeds (uniqwords --dense): passages are found by words"
            );
            process.warn("input", message);
        }
        let extent = |entry: &Entry| entry.has_positions.then_some(entry.extent());
        let extents: Vec<Option<Extent>> = documents.iter().map(extent).collect();
        let without = extents.iter().filter(|extent| extent.is_none()).count();
        if passages && without > 0 && !options.records.raw_input {
            let message = format_args!(
                "{without} documents have no positions (uniqwords writes them): no passages are found in them"
            );
            process.warn("input", message);
        }
        Finder {
            kinds,
            found: Cell::new(false),
            expect: options.expect,
            exhaustive: options.exhaustive,
            extents,
            dense,
        }
    }

    /// The passages of a pair as its record has them, where they were sought and could be found.
    fn passages(&self, pair: &Found) -> Option<Vec<record::Passage>> {
        self.kinds.filter(|&kinds| kinds != Kinds::Books)?;
        let known = |document: u32| self.extents[document as usize];
        known(pair.a).and(known(pair.b))?;
        let wide = |range: &Range<u32>| (u64::from(range.start), u64::from(range.end));
        let passages = pair.passages.iter();
        Some(
            passages
                .map(|passage| record::Passage {
                    a: wide(&passage.a),
                    b: wide(&passage.b),
                    seeds: u64::from(passage.matches),
                    score: passage.score,
                    expect: passage.expect,
                })
                .collect(),
        )
    }

    /// Calls `emit` with each pair, by `a`, then by `b`.
    fn each<E>(
        &self,
        collection: &Collection,
        task: &Task,
        mut emit: impl FnMut(Found) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut emit = |found| {
            self.found.set(true);
            emit(found)
        };
        let Some(kinds) = self.kinds else {
            return join(collection, task, |pair| emit(pair.into()));
        };
        let wanted = Search {
            task: *task,
            books: kinds != Kinds::Passages,
            expect: (kinds != Kinds::Books).then_some(self.expect),
            exhaustive: self.exhaustive,
            extents: &self.extents,
            dense: self.dense.as_ref(),
        };
        search(collection, &wanted).into_iter().try_for_each(emit)
    }
}

/// The number in a field of a record.
fn number_in(line: &[u8], field: &str) -> Option<f64> {
    let fields = record::Fields::parse(line).ok()?;
    fields.get(field)?.raw().parse().ok()
}

impl Reader<'_> {
    fn read(&mut self, args: &RecordArgs) {
        let mut blocks = args.blocks(1 << 20, self.process);
        while let Some(block) = blocks.next_block() {
            let lines = block.bytes.split_inclusive(|&byte| byte == b'\n');
            for (number, line) in (block.first_line..).zip(lines) {
                if line.trim_ascii().is_empty() {
                    continue;
                }
                let read = if args.raw_input {
                    read_raw(line)
                } else {
                    Words::read(line).map_err(|error| error.to_string())
                };
                let preferred = self.field.and_then(|field| number_in(line, field));
                if let Err(error) = read.and_then(|words| self.add(words, preferred)) {
                    let error = intake::Error::new(&block.origin, error).at_line(number);
                    self.process.reject(&error.raw(line.trim_ascii_end()));
                }
            }
        }
    }

    fn add(&mut self, words: Words, number: Option<f64>) -> Result<(), String> {
        const LIMIT: u64 = 1 << 32;
        let size = words.words.len() as u64;
        let numbered = words.positions.is_some() || words.seeds.is_some();
        if words.tokens >= LIMIT && numbered || size >= LIMIT {
            return Err("2^32 or more words in one document".into());
        }
        if self.documents.len() as u64 == LIMIT - 1 {
            return Err("2^32 or more documents".into());
        }
        let has_positions = words.positions.is_some();
        let positions: Vec<u32> = match (self.with_positions, &words.positions) {
            (false, _) => Vec::new(),
            (true, Some(positions)) => positions.iter().map(|&at| at as u32).collect(),
            // Words stand in for tokens.
            (true, None) => (0..size as u32).collect(),
        };
        self.builder
            .push(words.words.iter().map(AsRef::as_ref), &positions)
            .map_err(|error| error.to_string())?;
        let span = span_of_most(&words.words);
        self.seeds.push(words.seeds.map(|seeds| {
            let seeds = seeds.iter();
            seeds
                .map(|seed| (seed.hash, seed.position as u32))
                .collect()
        }));
        self.documents.push(Entry {
            name: words.doc.into_owned(),
            words: size as usize,
            tokens: match has_positions {
                true => words.tokens,
                false => size,
            },
            has_positions,
            span,
            number,
        });
        Ok(())
    }
}

/// The tokens that most of the words cover: more than one in scripts without spaces.
fn span_of_most(words: &[Cow<str>]) -> u32 {
    let mut counts = [0usize; 4];
    for word in words {
        counts[tokens::words::span(word).min(3)] += 1;
    }
    (1..4).rev().max_by_key(|&span| counts[span]).unwrap_or(1) as u32
}

/// A line of `uniqwords --raw-output`: a name, a tab, words separated by spaces.
fn read_raw(line: &[u8]) -> Result<Words<'_>, String> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let tab = line
        .iter()
        .position(|&byte| byte == b'\t')
        .ok_or("no tab behind the document's name")?;
    let words = std::str::from_utf8(&line[tab + 1..]).map_err(|error| error.to_string())?;
    let words: Vec<Cow<str>> = words
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(Cow::Borrowed)
        .collect();
    Ok(Words {
        doc: Name::new(&line[..tab]),
        tokens: words.len() as u64,
        words,
        positions: None,
        seeds: None,
    })
}

impl Options {
    fn write_clusters(
        &self,
        clusters: Clusters,
        documents: &[Entry],
        out: &mut Output,
    ) -> Result<(), Error> {
        let mut line = Vec::new();
        for (number, members) in (1..).zip(clusters.all()) {
            let docs = members
                .iter()
                .map(|&member| &documents[member as usize].name);
            line.clear();
            if self.format.format() == Format::Raw {
                let names: Vec<&[u8]> = docs.map(Name::as_bytes).collect();
                write_tsv(&mut line, &names);
            } else {
                record::Cluster {
                    cluster: number,
                    docs: docs.collect(),
                }
                .write(&mut line);
            }
            out.write(&line)?;
        }
        Ok(())
    }

    /// Writes the documents that are kept, or those that are dropped. What is in the file of --against stays.
    fn write_choice(
        &self,
        pairs: &[(u32, u32)],
        against: Option<usize>,
        documents: &[Entry],
        out: &mut Output,
    ) -> Result<(), Error> {
        let input = against.unwrap_or(documents.len());
        let mut order: Vec<u32> = (0..documents.len() as u32).collect();
        order.sort_by_key(|&document| {
            let entry = &documents[document as usize];
            let tokens = match self.prefer {
                Preference::Longest | Preference::Field(_) => entry.tokens,
                Preference::First => 0,
            };
            let rank = (entry.number.is_some(), entry.number.map(f64_order));
            ((document as usize) < input, Reverse(rank), Reverse(tokens))
        });
        let chosen = choose(documents.len(), pairs, &order);
        let mut line = Vec::new();
        for (document, instead) in documents[..input].iter().zip(&chosen) {
            if instead.is_none() != (self.what() == What::Keep) {
                continue;
            }
            let instead = instead.map(|kept| &documents[kept as usize].name);
            line.clear();
            if self.format.format() == Format::Raw {
                let names = [Some(&document.name), instead];
                let names: Vec<&[u8]> = names.into_iter().flatten().map(Name::as_bytes).collect();
                write_tsv(&mut line, &names);
            } else {
                record::Choice {
                    doc: &document.name,
                    duplicate_of: instead,
                }
                .write(&mut line);
            }
            out.write(&line)?;
        }
        Ok(())
    }

    fn read_texts(
        &self,
        finder: &Finder,
        pairs: &[Found],
        documents: &[Entry],
        process: &Process,
        out: &mut Output,
    ) -> Result<Texts, Error> {
        if self.texts.is_empty() {
            return Ok(Texts::default());
        }
        let mut wanted = BTreeMap::<u32, Vec<(u64, u64)>>::new();
        for pair in pairs {
            for passage in finder.passages(pair).unwrap_or_default() {
                wanted.entry(pair.a).or_default().push(passage.a);
                wanted.entry(pair.b).or_default().push(passage.b);
            }
        }
        let threads = self.threads.count();
        Texts::read(&self.texts, &wanted, documents, threads, process, out)
    }

    fn write_passage(
        &self,
        line: &mut Vec<u8>,
        names: [&Name; 2],
        passage: record::Passage,
        texts: [Option<&str>; 2],
    ) {
        let write = match self.format.format() {
            Format::Jsonl => {
                let [a, b] = names;
                let passage = record::PassageOfPair { passage, texts };
                return record::SharedPassage { a, b, passage }.write(line);
            }
            Format::Raw => return write_tsv(line, &names.map(Name::as_bytes)),
            Format::Tsv => write_tsv,
            Format::Csv => write_csv,
        };
        let numbers = [
            passage.a.0,
            passage.a.1,
            passage.b.0,
            passage.b.1,
            passage.seeds,
        ];
        let numbers = numbers.map(|number| number.to_string());
        let scores = [passage.score, passage.expect].map(|number| number.to_string());
        let texts = texts.map(|text| text.unwrap_or_default().as_bytes());
        let cells: Vec<&[u8]> = (names.map(Name::as_bytes).into_iter())
            .chain(numbers.iter().chain(&scores).map(String::as_bytes))
            .chain(texts)
            .collect();
        write(line, &cells);
    }

    fn write_pair(
        &self,
        line: &mut Vec<u8>,
        collection: &Collection,
        pair: &Found,
        names: [&Name; 2],
        passages: Option<&[record::PassageOfPair]>,
        segments: Option<&[Segment]>,
    ) {
        let numbers = numbers(collection, pair);
        let [a_words, b_words, common, lcs] = numbers.words;
        let kind = match pair.books {
            true => Kind::Books,
            false => Kind::Passages,
        };
        let write = match self.format.format() {
            Format::Jsonl => {
                let segments = segments.map(|segments| {
                    segments
                        .iter()
                        .map(|segment| record::Segment {
                            a: (segment.a.start, segment.a.end),
                            b: (segment.b.start, segment.b.end),
                        })
                        .collect::<Vec<_>>()
                });
                return record::Pair {
                    a: names[0],
                    b: names[1],
                    a_words,
                    b_words,
                    common,
                    lcs,
                    cs: numbers.cs,
                    its: numbers.its,
                    excess: numbers.excess,
                    kind,
                    passages,
                    segments: segments.as_deref(),
                }
                .write(line);
            }
            Format::Raw => {
                return write_tsv(line, &names.map(Name::as_bytes));
            }
            Format::Tsv => write_tsv,
            Format::Csv => write_csv,
        };
        let words = numbers.words.map(|number| number.to_string());
        let scores = [numbers.cs, numbers.its, numbers.excess].map(|number| number.to_string());
        let cells: Vec<&[u8]> = names
            .map(Name::as_bytes)
            .into_iter()
            .chain(words.iter().chain(&scores).map(String::as_bytes))
            .chain([kind.name().as_bytes()])
            .collect();
        write(line, &cells);
    }
}

/// Bytes of a page's table, and of its passages: nobody reads more, and a browser is slow with it.
const PAGE_PART: usize = 2 << 20;

/// Writes pairs one by one, or a page of all.
struct Writer<'a> {
    options: &'a Options,
    process: &'a Process,
    collection: &'a Collection,
    documents: &'a [Entry],
    finder: &'a Finder,
    chainer: Chainer,
    picture: Picture,
    without_positions: usize,
    line: Vec<u8>,
}

impl<'a> Writer<'a> {
    fn new(
        options: &'a Options,
        process: &'a Process,
        collection: &'a Collection,
        documents: &'a [Entry],
        finder: &'a Finder,
    ) -> Self {
        Writer {
            options,
            process,
            collection,
            documents,
            finder,
            chainer: Chainer::default(),
            picture: Picture::default(),
            without_positions: 0,
            line: Vec::new(),
        }
    }

    fn segments(&mut self, pair: &Found) -> Vec<Segment> {
        if !self.options.wants_segments() {
            return Vec::new();
        }
        let (a, b) = (pair.a as usize, pair.b as usize);
        segments(&mut self.chainer, self.collection, self.documents, a, b)
    }

    /// The pair's records.
    fn write(&mut self, pair: &Found, texts: &Texts, out: &mut Output) -> Result<(), Error> {
        let documents = [pair.a, pair.b].map(|document| &self.documents[document as usize]);
        let names = documents.map(|document| &document.name);
        self.line.clear();
        let passages = self.finder.passages(pair);
        if self.options.what() == What::Passages {
            for passage in passages.unwrap_or_default() {
                let texts = texts_of(pair, &passage, texts);
                self.options
                    .write_passage(&mut self.line, names, passage, texts);
            }
            return out.write(&self.line);
        }
        let segments = self.segments(pair);
        let known = documents.iter().all(|document| document.has_positions);
        self.without_positions += usize::from(self.options.align && !known);
        if self.options.svg.is_some() {
            let names = names.map(Name::to_text);
            let bars = bars([&names[0], &names[1]], documents, &segments);
            self.picture.add(&bars.0, &bars.1);
        }
        let passages = passages.map(|passages| {
            let with_texts = passages.into_iter().map(|passage| record::PassageOfPair {
                passage,
                texts: texts_of(pair, &passage, texts),
            });
            with_texts.collect::<Vec<_>>()
        });
        let aligned = (self.options.align && known).then_some(&segments[..]);
        let (line, collection) = (&mut self.line, self.collection);
        self.options
            .write_pair(line, collection, pair, names, passages.as_deref(), aligned);
        out.write(&self.line)
    }

    /// A page of all pairs, longest first, and of the passages whose texts are known. What would make it too long is left out, and
    /// the page says how much that is.
    fn write_page(
        &mut self,
        mut pairs: Vec<Found>,
        texts: &Texts,
        out: &mut Output,
    ) -> Result<(), Error> {
        pairs.sort_by_key(|pair| Reverse(pair.lcs));
        let mut rows = String::new();
        let mut left_out = 0;
        for pair in &pairs {
            let full = rows.len() > PAGE_PART;
            left_out += usize::from(full);
            if full && self.options.svg.is_none() {
                continue;
            }
            let documents = [pair.a, pair.b].map(|document| &self.documents[document as usize]);
            let names = documents.map(|document| document.name.to_text());
            let segments = self.segments(pair);
            let bars = bars([&names[0], &names[1]], documents, &segments);
            if self.options.svg.is_some() {
                self.picture.add(&bars.0, &bars.1);
            }
            if full {
                continue;
            }
            let numbers = numbers(self.collection, pair);
            let row = Row {
                words: numbers.words,
                scores: [numbers.excess, numbers.its, numbers.cs],
            };
            rows.push_str(&page_row(&bars.0, &bars.1, &row));
        }
        let (passages, number) = self.passages_of_page(&pairs, texts);
        out.write(page_head(number).as_bytes())?;
        out.write(rows.as_bytes())?;
        out.write(page_foot(left_out, &passages).as_bytes())
    }

    /// The passages with their texts as sections of the page, longest first, and how many there are.
    fn passages_of_page(&self, pairs: &[Found], texts: &Texts) -> (String, usize) {
        let mut all = Vec::new();
        for pair in pairs {
            for passage in self.finder.passages(pair).unwrap_or_default() {
                if let [Some(a), Some(b)] = texts_of(pair, &passage, texts) {
                    all.push((pair, passage, [a, b]));
                }
            }
        }
        all.sort_by_key(|(_, passage, _)| Reverse(passage.a.1 - passage.a.0));
        let mut page = String::new();
        let number = all.len();
        for (index, (pair, passage, texts)) in all.into_iter().enumerate() {
            if page.len() > PAGE_PART {
                let rest = number - index;
                page += &format!(
                    "<p class=\"more\">{rest} shorter passages are left out of this page.</p>\n"
                );
                break;
            }
            let names =
                [pair.a, pair.b].map(|document| self.documents[document as usize].name.to_text());
            let shown = Shown {
                names: [&names[0], &names[1]],
                tokens: [passage.a, passage.b],
                texts,
            };
            page += &side::passage(&shown, index);
        }
        (page, number)
    }

    fn finish(self) -> Result<(), Error> {
        if self.without_positions > 0 {
            self.process.warn(
                "--align",
                format_args!(
                    "{} pairs have no positions (uniqwords writes them)",
                    self.without_positions
                ),
            );
        }
        if let Some(path) = &self.options.svg {
            let mut file = Output::create(path)?;
            file.write(self.picture.finish().as_bytes())?;
            file.finish()?;
        }
        Ok(())
    }
}

/// The texts of a passage of a pair, where they are known.
fn texts_of<'a>(pair: &Found, passage: &record::Passage, texts: &'a Texts) -> [Option<&'a str>; 2] {
    [texts.get(pair.a, passage.a), texts.get(pair.b, passage.b)]
}

fn bars<'a>(
    names: [&'a str; 2],
    documents: [&Entry; 2],
    segments: &[Segment],
) -> (Bar<'a>, Bar<'a>) {
    let (a, b) = (
        segments.iter().map(|both| both.a.clone()),
        segments.iter().map(|both| both.b.clone()),
    );
    (
        bar(names[0], documents[0], a),
        bar(names[1], documents[1], b),
    )
}

/// Of passages as TSV and CSV.
const PASSAGE_COLUMNS: [&str; 11] = [
    "a", "b", "a_start", "a_end", "b_start", "b_end", "seeds", "score", "expect", "a_text",
    "b_text",
];

/// Of pairs as TSV and CSV.
const COLUMNS: [&str; 10] = [
    "a", "b", "a_words", "b_words", "common", "lcs", "cs", "its", "excess", "kind",
];

/// The numbers of a pair record: `a_words`, `b_words`, `common`, `lcs`, and the scores.
struct Numbers {
    words: [u64; 4],
    cs: f64,
    its: f64,
    excess: f64,
}

fn numbers(collection: &Collection, pair: &Found) -> Numbers {
    let (x, y) = (
        collection.size(pair.a as usize),
        collection.size(pair.b as usize),
    );
    let (common, lcs) = (pair.common as usize, pair.lcs as usize);
    Numbers {
        words: [x, y, common, lcs].map(|number| number as u64),
        cs: score::cs(x, y, lcs),
        its: score::its(x, y, lcs),
        excess: score::excess(common, lcs),
    }
}

fn segments(
    chainer: &mut Chainer,
    collection: &Collection,
    documents: &[Entry],
    a: usize,
    b: usize,
) -> Vec<Segment> {
    let book = |document: usize| Book {
        words: collection.words(document),
        positions: collection.positions(document),
        extent: documents[document].extent(),
    };
    align::segments(chainer, book(a), book(b), collection.spread())
}

fn bar<'a>(name: &'a str, document: &Entry, matched: impl Iterator<Item = Range<u64>>) -> Bar<'a> {
    Bar {
        name,
        tokens: document.tokens,
        matched: union(matched.collect()),
    }
}

/// The same tokens, in ranges that are in order and apart.
fn union(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.dedup_by(|next, last| {
        let touches = next.start <= last.end;
        if touches {
            last.end = last.end.max(next.end);
        }
        touches
    });
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_of_the_script_of_most_of_its_words() {
        let span = |words: &[&str]| {
            let words: Vec<Cow<str>> = words.iter().map(|&word| word.into()).collect();
            span_of_most(&words)
        };
        assert_eq!(span(&[]), 1);
        assert_eq!(span(&["one", "two", "漢字"]), 1);
        assert_eq!(span(&["one", "漢字", "字漢"]), 2);
        assert_eq!(span(&["one", "ภาษ", "าษา"]), 3);
    }
}
