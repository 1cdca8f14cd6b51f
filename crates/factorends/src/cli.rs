//! The command line of factorends.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use clap::{Parser, ValueEnum};
use command::relative_path;
use command::{CommonArgs, DocumentArgs, Emit, Error, Output, Process, ThreadArgs, Tool};
use encoding_rs::{Encoding, UTF_8};
use freqlines::FrequencySet;
use freqlines::cli::for_each_frequent;
use intake::{Document, Sources};
use linenorm::Rules;
use linenorm::cli::RuleArgs;
use record::{Bounds, Factored, Link, Name, Runs, Savings};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use crate::group::show_checksum;
use crate::restore::restore;
use crate::{
    Ends, Grouping, Kind, LinkTemplate, Run, ShortLines, Text, Variants, byte_ranges, choose, runs,
};

/// The file of a site that lists its documents.
pub(crate) const MANIFEST: &str = "manifest.jsonl";

/// Replace the boilerplate at the ends of documents by links to shared files
///
/// Where cutbounds has found a preamble or an epilogue, the frequent lines go to a file that all documents with the same
/// text share; what varies (title, author, date) stays in place. --restore puts everything back, byte for byte. Without
/// --out-dir and --restore only shows which lines are boilerplate. (Dawideit & Nadaf 2021)
#[derive(Debug, Parser)]
#[command(name = "factorends")]
pub struct Options {
    #[command(flatten)]
    documents: DocumentArgs,

    /// Where preambles end and epilogues start: output of cutbounds for the same documents
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "restore",
        help_heading = "Boilerplate"
    )]
    bounds: Option<PathBuf>,

    /// The frequent lines: output of freqlines
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "restore",
        help_heading = "Boilerplate"
    )]
    freq: Option<PathBuf>,

    /// A line is frequent if FILE counts it more than K times
    #[arg(
        short = 'k',
        long,
        value_name = "K",
        default_value_t = 0,
        help_heading = "Boilerplate"
    )]
    more_than: u64,

    /// Leave runs of less than N bytes in place
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200,
        help_heading = "Boilerplate"
    )]
    min_bytes: usize,

    #[command(flatten)]
    rules: RuleArgs,

    /// Which texts share a file
    #[arg(
        long,
        value_name = "HOW",
        default_value = "exact",
        help_heading = "Site"
    )]
    group: Group,

    /// What stands in the place of a run: text with {url} or {path}, and {lines} and {bytes} of the run
    ///
    /// {path} leads from the document's folder to the shared file, {url} is the same with % escapes. The default is a
    /// link in HTML and Markdown, and a line in brackets in other documents.
    #[arg(long, value_name = "TEMPLATE", help_heading = "Site")]
    link: Option<LinkTemplate>,

    /// Write the documents with their links, the shared files and manifest.jsonl below DIR, or what --restore restores
    ///
    /// Files have the documents' relative names; a document whose name is absolute or holds .. is refused. Gzip and zstd
    /// files are written decompressed, without .gz or .zst.
    #[arg(long, value_name = "DIR", help_heading = "Site")]
    out_dir: Option<PathBuf>,

    /// The folder of the shared files, below that of --out-dir
    #[arg(
        long,
        value_name = "NAME",
        default_value = "shared",
        help_heading = "Site"
    )]
    shared_dir: String,

    /// Write every document of SITE, an earlier --out-dir, as it was, below the new --out-dir
    #[arg(
        long,
        value_name = "SITE",
        requires = "out_dir",
        conflicts_with_all = ["files", "null", "files_from", "files0_from", "bounds", "freq", "group", "link"],
        help_heading = "Site"
    )]
    restore: Option<PathBuf>,

    /// Replace files that are there already
    #[arg(long, requires = "out_dir", help_heading = "Site")]
    force: bool,

    #[command(flatten)]
    common: CommonArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Which differences of two texts do not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Group {
    /// Those with the same bytes; the only way to get every byte back
    Exact,
    /// Also those that differ in spaces, tabs and line ends only
    Space,
    /// Also those that differ in spaces, tabs, line ends and HTML tags only
    Markup,
}

impl Group {
    fn grouping(self) -> Grouping {
        match self {
            Group::Exact => Grouping::Exact,
            Group::Space => Grouping::Space,
            Group::Markup => Grouping::Markup,
        }
    }
}

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# a site whose books share their notices, and how many bytes that saves
find books -name '*.txt' | factorends --bounds bounds.jsonl --freq freq.jsonl --out-dir site/
# all books as they were
factorends --restore site/ --out-dir books2/
# which lines of each book are boilerplate
find books -name '*.txt' | factorends --bounds bounds.jsonl --freq freq.jsonl | jq -c '[.doc, .runs]'
# server-side includes instead of links
find books -name '*.txt' | factorends --bounds bounds.jsonl --freq freq.jsonl --link '<!--#include file=\"{path}\" -->' --out-dir included/";

    const MEMORY: &'static str = "\
One document per thread, the frequent lines, and the bounds of every document. With --out-dir also up to 140 bytes for
each distinct trivial line at the documents' ends, and up to 300 for each distinct run; documents are read three times.
With --restore one document and all shared files.";

    const SECTIONS: &'static [&'static str] = &["\
# Boilerplate runs

Within the preamble and the epilogue that cutbounds found, a frequent line is boilerplate. A line that is trivial by the
rules of linenorm has no frequency; with `--out-dir` it is boilerplate if it stands beside a boilerplate line, and at least
three documents, and an eighth of those with that line, have it there: so `1.F.` goes with the licence it is in, and
`Title: Emma` stays. Without `--out-dir` only frequent lines are boilerplate, so that every document is judged by itself.
All other lines are variable, and stay in place. Boilerplate lines that follow each other, with the blank lines between
them, are a run.

In HTML a run neither begins nor ends inside a tag or a comment, and a line with a tag whose partner is not in the run
stays in place.

A run is moved to a shared file where that saves bytes: the links and one shared file must be shorter than all runs with
this text together. Documents without such a run are copied. So are documents in UTF-16 and ISO-2022-JP, with a warning.

# Site

Below `--out-dir` stand the documents with links, `shared/HASH.txt` (`.html`, `.md`), and last of all, when everything
else is in place, `manifest.jsonl` with a factored record for each document; see trommel-record(5). A shared file has
the exact bytes of a run, so that of HTML documents is a piece of a page. Its name is the 128-bit XXH3 hash of its bytes.
A savings record goes to standard output.

Each file appears complete or not at all. A file that is there already is an error, unless with `--force`. Where standard
input is the list of documents it is kept in a temporary file, as it is needed several times.

`--restore` reads the manifest alone, and no links: it knows the bytes that each link takes. A document whose file, or
one of whose shared files, has changed is reported and left out, and so is one that would not have the checksum of the
original. With `--group space` or `--group markup` a document gets the text of the shared file, which has the spelling of
the most documents; a warning says how many that changes."];

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        if let (Some(site), Some(directory)) = (&self.restore, &self.out_dir) {
            self.open_directory(directory, out)?;
            return restore(site, process, out);
        }
        let (Some(bounds), Some(freq)) = (&self.bounds, &self.freq) else {
            return Err(Error::new("--bounds and --freq", "both are needed"));
        };
        let judge = Judge {
            bounds: read_bounds(bounds, process)?,
            frequent: self.read_frequencies(freq, process)?,
            rules: self.rules.rules(),
            min_bytes: self.min_bytes,
        };
        match &self.out_dir {
            None => self.show(&judge, process, out),
            Some(directory) => self.factor(&judge, directory, process, out),
        }
    }
}

/// Where a document's ends are: number of lines, end of the preamble, start of the epilogue.
type EndsOf = HashMap<Box<[u8]>, (u64, u64, u64)>;

/// What decides about lines.
struct Judge {
    bounds: EndsOf,
    frequent: FrequencySet,
    rules: Rules,
    min_bytes: usize,
}

impl Judge {
    /// The ends of a document; none where no bounds record names it, or one does that is about another text.
    fn ends(&self, document: &Document, emit: &mut Emit) -> Option<Ends> {
        let &(lines, preamble_end, epilogue_start) = self.bounds.get(document.name.as_bytes())?;
        let ends = Ends::new(document.text, preamble_end, epilogue_start);
        if ends.lines == lines {
            return Some(ends);
        }
        emit.trouble(
            document.display(),
            format_args!(
                "has {} lines, and {lines} in its bounds record; left as it is, run cutbounds again",
                ends.lines
            ),
        );
        None
    }

    fn runs(&self, document: &Document, ends: &Ends, kind: Kind, short: &ShortLines) -> Vec<Run> {
        runs(
            document.text,
            ends,
            kind,
            self.min_bytes,
            short,
            &self.frequent,
            self.rules,
        )
    }
}

/// What was read in one of the passes over the documents.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Census {
    documents: u64,
    /// The sum of the documents' hashes, which does not depend on their order.
    hashes: u64,
}

impl Census {
    fn add(&mut self, document: &Document) {
        self.documents += 1;
        let content = xxh3_64(source(document));
        let name = xxh3_64(document.name.as_bytes());
        self.hashes = self
            .hashes
            .wrapping_add(content.rotate_left(1).wrapping_mul(name | 1));
    }
}

/// A document in pieces: its source, where its runs stand there, and the text of each.
struct Pieces<'a> {
    source: &'a [u8],
    kind: Kind,
    encoding: &'static Encoding,
    runs: Vec<(Run, std::ops::Range<usize>, Text)>,
}

impl Options {
    /// Writes the runs of each document. Every document is judged by itself.
    fn show(&self, judge: &Judge, process: &Process, out: &mut Output) -> Result<(), Error> {
        let short = ShortLines::default();
        let work = |_: &mut (), document: &Document, emit: &mut Emit| {
            let ends = judge
                .ends(document, emit)
                .unwrap_or_else(|| Ends::new(document.text, 0, u64::MAX));
            let kind = Kind::of(document.file_name());
            let runs: Vec<(u64, u64)> = judge
                .runs(document, &ends, kind, &short)
                .iter()
                .map(|run| (run.first, run.last))
                .collect();
            let record = Runs {
                doc: &document.name,
                lines: ends.lines,
                runs: &runs,
            };
            record.write(emit.out());
        };
        command::for_each_document(
            process,
            &self.documents.sources(),
            self.threads.count(),
            out,
            || (),
            work,
        )
    }

    fn factor(
        &self,
        judge: &Judge,
        directory: &Path,
        process: &Process,
        out: &mut Output,
    ) -> Result<(), Error> {
        self.check_shared_dir()?;
        let manifest_path = directory.join(MANIFEST);
        if !self.force && manifest_path.exists() {
            return Err(Error::new(
                manifest_path.display(),
                "there is a site already; choose another --out-dir, or --force to write over it",
            ));
        }
        let input = self.documents.sources().rereadable()?;
        process.say_once();

        let short = Mutex::new(ShortLines::default());
        let work = |document: &Document, _: &[u8], emit: &mut Emit| {
            if let Some(ends) = judge.ends(document, emit) {
                let mut short = lock(&short);
                short.learn(document.text, &ends, &judge.frequent, judge.rules);
            }
        };
        self.each(&input, process, out, work)?;
        let short = into_inner(short);
        process.reads_again();

        let seen = Mutex::new((Variants::new(), Census::default()));
        let work = |document: &Document, name: &[u8], emit: &mut Emit| {
            let pieces = self.pieces(document, judge, &short, emit);
            let depth = depth(name);
            let mut seen = lock(&seen);
            let (variants, census) = &mut *seen;
            census.add(document);
            for (run, range, text) in &pieces.runs {
                let link = self.link(&pieces, run, range.clone(), *text, depth);
                let variant = variants.entry(*text).or_default();
                let bytes = &pieces.source[range.clone()];
                variant.group = self.group.grouping().of(pieces.kind, bytes);
                variant.uses += 1;
                variant.bytes = range.len() as u64;
                variant.saved += range.len() as i64 - link.len() as i64;
            }
        };
        self.each(&input, process, out, work)?;
        let (variants, census) = into_inner(seen);
        let mut manifest = process.create_in(directory, MANIFEST)?;
        self.open_directory(directory, &mut manifest)?;
        let site = Site {
            judge,
            chosen: choose(&variants),
            process,
            state: Arc::default(),
        };
        drop(variants);
        let work = |document: &Document, name: &[u8], emit: &mut Emit| {
            let pieces = self.pieces(document, judge, &short, emit);
            self.write(document, name, &pieces, &site, emit);
        };
        self.each(&input, process, &mut manifest, work)?;
        manifest.finish()?;
        let state = lock(&site.state);
        if state.census != census {
            process.trouble(
                directory.display(),
                "documents have changed while they were read, or can be read only once; make the site again",
            );
        }
        for (text, links) in state.missing() {
            process.trouble(
                directory.join(self.shared_path(text)).display(),
                format_args!("was not written, and {links} links lead to it; make the site again"),
            );
        }
        if state.savings.documents > 0 && state.savings.without_bounds == state.savings.documents {
            process.warn(
                "--bounds",
                "no record has the name of a document; run cutbounds on the same names",
            );
        }
        let mut record = Vec::new();
        state.savings.write(&mut record);
        out.write(&record)
    }

    /// Calls `work` with each document that has a place in the site, and with the name of its file there.
    fn each(
        &self,
        input: &Sources,
        process: &Process,
        out: &mut Output,
        work: impl Fn(&Document, &[u8], &mut Emit) + Sync,
    ) -> Result<(), Error> {
        let threads = self.threads.count();
        let work = |_: &mut (), document: &Document, emit: &mut Emit| match self.place(document) {
            Ok(path) => work(document, path.as_os_str().as_encoded_bytes(), emit),
            Err(message) => emit.trouble(document.display(), message),
        };
        command::for_each_document(process, input, threads, out, || (), work)
    }

    /// Where a document's file is in the site, or why it has no place there.
    fn place(&self, document: &Document) -> Result<PathBuf, Cow<'static, str>> {
        let path = relative_path(document.file_name())?;
        let folder = relative_path(self.shared_dir.as_bytes()).unwrap_or_default();
        if path == Path::new(MANIFEST) || path.starts_with(folder) {
            let message = format!(
                "the site keeps {MANIFEST} and the folder {} for itself; see --shared-dir",
                self.shared_dir
            );
            return Err(message.into());
        }
        Ok(path)
    }

    fn open_directory(&self, directory: &Path, out: &mut Output) -> Result<(), Error> {
        out.set_directory(directory)?;
        if !self.force {
            out.keep_existing_files();
        }
        Ok(())
    }

    fn check_shared_dir(&self) -> Result<(), Error> {
        let message = match relative_path(self.shared_dir.as_bytes()) {
            Err(message) => message,
            Ok(path) if path.components().count() > 1 => "must be one folder",
            Ok(path) if path == Path::new(MANIFEST) => "is the manifest's name",
            Ok(_) => return Ok(()),
        };
        Err(Error::new("--shared-dir", message))
    }

    fn read_frequencies(&self, path: &Path, process: &Process) -> Result<FrequencySet, Error> {
        let mut set = FrequencySet::default();
        for_each_frequent(path, self.more_than, process, |key, _, text| {
            set.insert(key, text);
        })?;
        if set.is_empty() {
            process.warn(path.display(), "no frequent lines; nothing can be factored");
        }
        Ok(set)
    }

    fn pieces<'a>(
        &self,
        document: &'a Document,
        judge: &Judge,
        short: &ShortLines,
        emit: &mut Emit,
    ) -> Pieces<'a> {
        let kind = Kind::of(document.file_name());
        let source = source(document);
        let encoding = document.file.map_or(UTF_8, |file| file.encoding);
        let mut pieces = Pieces {
            source,
            kind,
            encoding,
            runs: Vec::new(),
        };
        let Some(ends) = judge.ends(document, emit) else {
            return pieces;
        };
        let runs = judge.runs(document, &ends, kind, short);
        if runs.is_empty() {
            return pieces;
        }
        if !encoding.is_ascii_compatible() {
            emit.warn(
                document.display(),
                format_args!(
                    "{} documents are copied as they are; convert them to UTF-8",
                    encoding.name()
                ),
            );
            return pieces;
        }
        let mark = match Encoding::for_bom(source) {
            Some((_, length)) if document.file.is_some() => length,
            _ => 0,
        };
        let numbers = runs.iter().map(|run| (run.first, run.last));
        let Some(ranges) = byte_ranges(source, mark, ends.lines, numbers) else {
            emit.warn(
                document.display(),
                format_args!(
                    "copied as it is: in {} not every line feed ends a line",
                    encoding.name()
                ),
            );
            return pieces;
        };
        pieces.runs = runs
            .into_iter()
            .zip(ranges)
            .map(|(run, range)| {
                let text = (kind, xxh3_128(&source[range.clone()]));
                (run, range, text)
            })
            .collect();
        pieces
    }

    /// The bytes that stand in the place of a run: the link, and the line end that the run had.
    fn link(
        &self,
        pieces: &Pieces,
        run: &Run,
        range: std::ops::Range<usize>,
        shared: Text,
        depth: usize,
    ) -> Vec<u8> {
        let default;
        let template = match &self.link {
            Some(template) => template,
            None => {
                default = LinkTemplate::default_of(pieces.kind);
                &default
            }
        };
        let old = &pieces.source[range];
        let link = template.fill(&self.shared_path(shared), depth, run.lines(), old.len());
        let (link, _, _) = pieces.encoding.encode(&link);
        let end = match old {
            [.., b'\r', b'\n'] => &b"\r\n"[..],
            [.., b'\n'] => b"\n",
            _ => b"",
        };
        [&link, end].concat()
    }

    fn shared_path(&self, (kind, hash): Text) -> String {
        let folder = self.shared_dir.trim_matches('/');
        format!("{folder}/{hash:032x}.{}", kind.ending())
    }

    fn write(
        &self,
        document: &Document,
        name: &[u8],
        pieces: &Pieces,
        site: &Site,
        emit: &mut Emit,
    ) {
        let state = &site.state;
        lock(state).census.add(document);
        let depth = depth(name);
        let source = pieces.source;
        let mut bytes = Vec::with_capacity(source.len());
        let mut links = Vec::new();
        let mut linked = Vec::new();
        let mut differs = 0;
        let mut from = 0;
        for (run, range, text) in &pieces.runs {
            let Some(&shared) = site.chosen.get(text) else {
                continue;
            };
            bytes.extend_from_slice(&source[from..range.start]);
            let start = bytes.len() as u64;
            bytes.extend(self.link(pieces, run, range.clone(), shared, depth));
            from = range.end;
            linked.push(shared);
            links.push(Link {
                start,
                end: bytes.len() as u64,
                shared: self.shared_path(shared).into(),
                checksum: show_checksum(shared.1).into(),
            });
            if *text == shared {
                if lock(state).shared.entry(shared).or_default().begin() {
                    let path = self.shared_path(shared);
                    let content = &source[range.clone()];
                    let (state, length) = (Arc::clone(state), content.len());
                    let name = Name::new(path.as_bytes());
                    emit.file(&name, path.as_bytes(), content, move |_, _| {
                        lock(&state).add_shared(shared, length);
                    });
                }
            } else {
                differs += 1;
            }
        }
        bytes.extend_from_slice(&source[from..]);
        let factored = Factored {
            doc: Name::new(name),
            bytes: source.len() as u64,
            checksum: show_checksum(xxh3_128(source)).into(),
            factored_bytes: bytes.len() as u64,
            factored_checksum: show_checksum(xxh3_128(&bytes)).into(),
            differs,
            links,
        };
        let mut entry = Vec::new();
        factored.write(&mut entry);
        let known = site.judge.bounds.contains_key(document.name.as_bytes());
        let words = match site.process.has_stats() {
            true => command::words(&pieces.encoding.decode(&bytes).0),
            false => 0,
        };
        let (state, before, after) = (Arc::clone(state), source.len(), bytes.len());
        emit.file(&document.name, name, &bytes, move |out, process| {
            out.extend_from_slice(&entry);
            process.wrote_document(words);
            lock(&state).add_document(known, before, after, &linked);
        });
    }
}

/// What the last pass works with.
struct Site<'a> {
    judge: &'a Judge,
    /// The text of the shared file, for each text that is factored out.
    chosen: HashMap<Text, Text>,
    process: &'a Process,
    state: Arc<Mutex<Written>>,
}

/// What the last pass has written.
#[derive(Debug, Default)]
struct Written {
    shared: HashMap<Text, SharedFile>,
    savings: Savings,
    census: Census,
}

#[derive(Debug, Default)]
struct SharedFile {
    /// Whether a document with its text was met.
    begun: bool,
    /// Whether it is in place.
    written: bool,
    /// How many links lead to it.
    links: u64,
}

impl SharedFile {
    /// Whether it is still to be written.
    fn begin(&mut self) -> bool {
        !std::mem::replace(&mut self.begun, true)
    }
}

impl Written {
    /// A shared file is in place.
    fn add_shared(&mut self, text: Text, bytes: usize) {
        self.shared.entry(text).or_default().written = true;
        self.savings.shared_files += 1;
        self.savings.shared_bytes += bytes as u64;
    }

    /// A document is in place.
    fn add_document(&mut self, known: bool, bytes: usize, factored: usize, linked: &[Text]) {
        self.savings.documents += 1;
        self.savings.without_bounds += u64::from(!known);
        self.savings.bytes += bytes as u64;
        self.savings.factored_bytes += factored as u64;
        for &text in linked {
            self.shared.entry(text).or_default().links += 1;
        }
    }

    /// The shared files that are not there, and how many links lead to each.
    fn missing(&self) -> BTreeMap<Text, u64> {
        let files = self.shared.iter();
        files
            .filter(|(_, file)| file.links > 0 && !file.written)
            .map(|(&text, file)| (text, file.links))
            .collect()
    }
}

fn read_bounds(path: &Path, process: &Process) -> Result<EndsOf, Error> {
    let mut all = EndsOf::new();
    intake::blocks::for_each_record(path, process, |line| {
        let bounds = Bounds::read(line)?;
        if bounds.preamble_end >= bounds.epilogue_start || bounds.epilogue_start > bounds.lines + 1
        {
            return Err(record::Error::Type {
                field: "epilogue_start",
                expected: "a line behind `preamble_end`, `lines` + 1 at most",
            });
        }
        all.insert(
            bounds.doc.as_bytes().into(),
            (bounds.lines, bounds.preamble_end, bounds.epilogue_start),
        );
        Ok(())
    })?;
    Ok(all)
}

/// The bytes of a document: those of its file, decompressed, or the text of its record.
fn source<'a>(document: &'a Document) -> &'a [u8] {
    document
        .file
        .map_or(document.text.as_bytes(), |file| file.bytes)
}

/// How many folders a name is in.
fn depth(name: &[u8]) -> usize {
    relative_path(name).map_or(0, |path| path.components().count() - 1)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no thread panics while it holds this")
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex
        .into_inner()
        .expect("no thread panics while it holds this")
}
