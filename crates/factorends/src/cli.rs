//! The command line of factorends.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use clap::{Parser, ValueEnum};
use command::relative_path;
use command::{
    CommonArgs, DirectoryArgs, DocumentArgs, Emit, Error, Output, Prefix, Process, ThreadArgs, Tool,
};
use freqlines::FrequencySet;
use freqlines::cli::for_each_frequent;
use intake::{Document, Sources};
use linenorm::cli::RuleArgs;
use platform::threads::lock;
use record::{Factored, Link, Name, Runs};
use xxhash_rust::xxh3::xxh3_128;

use crate::finder::{DocumentRuns, InputDigest, RunFinder, lines_of, read_bounds};
use crate::group::show_checksum;
use crate::restore::restore;
use crate::site::{Site, Written};
use crate::wording::{self, Texts};
use crate::{
    CommonLines, Factorer, Grouping, LinkTemplate, MANIFEST, Run, Settings, ShortLines, Text,
    Variants, choose, script,
};

/// Replace the boilerplate at the ends of documents by links to shared files
///
/// Where cutbounds has found a preamble or an epilogue, the frequent lines go to a file that all documents with the same
/// text share; what varies (title, author, date) remains. --restore writes the originals, byte for byte. Without
/// --out-dir and --restore only shows which lines are boilerplate. (Dawideit & Nadaf 2021)
#[derive(Debug, Parser)]
#[command(
    mut_arg("out_dir", |arg| arg.help_heading("Site").help(OUT_DIR).long_help(format!("{OUT_DIR}\n\n{OUT_DIR_NAMES}"))),
    mut_arg("strip_prefix", |arg| arg.help_heading("Site").hide_short_help(true)),
    mut_arg("skip_existing", |arg| arg.hide(true))
)]
#[command(name = "factorends")]
pub struct Options {
    #[command(flatten)]
    documents: DocumentArgs,

    /// Where preambles end and epilogues start: output of cutbounds for the same documents (with --freq, or else --anywhere)
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present_any = ["restore", "anywhere"],
        help_heading = "Boilerplate"
    )]
    bounds: Option<PathBuf>,

    /// The frequent lines: output of freqlines
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present_any = ["restore", "anywhere"],
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

    /// Leave runs of less than N bytes in place; 200, with --anywhere 100
    #[arg(
        long,
        value_name = "N",
        help_heading = "Boilerplate",
        hide_short_help = true
    )]
    min_bytes: Option<usize>,

    /// Replace runs of lines that many documents share, anywhere in them; needs neither --bounds nor --freq
    ///
    /// For the pages of a site, which share styles, menus and footers. In HTML a script replaces each run and writes it when a
    /// browser loads the page, unless --link is given.
    #[arg(long, conflicts_with_all = ["bounds", "freq"], help_heading = "Boilerplate")]
    anywhere: bool,

    /// With --anywhere, a line belongs to runs if more than this share of the documents have it, from 0 to 1
    #[arg(long, value_name = "P", default_value_t = 0.5, value_parser = share, help_heading = "Boilerplate", hide_short_help = true)]
    share: f64,

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

    /// The text that replaces a run, with the slots {url} or {path}, and {lines} and {bytes}
    ///
    /// {path} is relative to the document's folder, {url} is the same with percent encoding. The default is a
    /// link in HTML and Markdown, and a line in brackets in other documents.
    #[arg(
        long,
        value_name = "TEMPLATE",
        help_heading = "Site",
        hide_short_help = true
    )]
    link: Option<LinkTemplate>,

    #[command(flatten)]
    directory: DirectoryArgs,

    /// The folder of the shared files, below that of --out-dir
    #[arg(
        long,
        value_name = "NAME",
        default_value = "shared",
        help_heading = "Site",
        hide_short_help = true
    )]
    shared_dir: String,

    /// Write every document of SITE, an earlier --out-dir, as it was, below the new --out-dir
    #[arg(
        long,
        value_name = "SITE",
        requires = "out_dir",
        conflicts_with_all = ["files", "null", "files_from", "files0_from", "bounds", "freq", "anywhere", "group", "link"],
        help_heading = "Site"
    )]
    restore: Option<PathBuf>,

    /// Replace files that are there already
    #[arg(
        long,
        requires = "out_dir",
        help_heading = "Site",
        hide_short_help = true
    )]
    force: bool,

    #[command(flatten)]
    common: CommonArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

const OUT_DIR: &str = "Write the documents with their links, the shared files and manifest.jsonl below DIR, or what --restore restores";
const OUT_DIR_NAMES: &str = "Files have the documents' names; of absolute FILEs, and of those with .., the folder that they have in common is left out. \
Compressed files are written decompressed, without .gz and the like.";

/// Which texts share a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Group {
    /// Those with the same bytes; restored byte for byte
    Exact,
    /// Also those that differ in spaces, tabs and line ends only
    Space,
    /// Also those that differ in spaces, tabs, line ends and HTML tags only
    Markup,
    /// Also those that differ in a few words, which follow the link; restored byte for byte
    Wording,
}

impl Group {
    fn grouping(self) -> Grouping {
        match self {
            Group::Exact => Grouping::Exact,
            Group::Space => Grouping::Space,
            Group::Markup => Grouping::Markup,
            Group::Wording => Grouping::Wording,
        }
    }
}

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# move the notices that books share into files of their own, and print how many bytes that saves
find books -name '*.txt' | factorends --bounds bounds.jsonl --freq freq.jsonl --out-dir site/
# restore all books, byte for byte
factorends --restore site/ --out-dir books2/
# list which lines of each book are boilerplate
find books -name '*.txt' | factorends --bounds bounds.jsonl --freq freq.jsonl | jq -c '[.doc, .runs]'
# move the styles, menus and footers that pages share into files of their own
find books -name '*.html' | factorends --anywhere --out-dir pages/
# write server-side includes instead of links
find books -name '*.txt' | factorends --bounds bounds.jsonl --freq freq.jsonl --link '<!--#include file=\"{path}\" -->' --out-dir included/";

    const MEMORY: &'static str = "\
One document per thread, the frequent lines, and the bounds of every document. With --out-dir also up to 140 bytes for
each distinct trivial line at the documents' ends, and up to 300 for each distinct run; documents are read three times. With
--group wording also the text of each distinct run.
With --anywhere up to 30 bytes for each distinct line or tag, and less than 1 for each byte of runs that no other document has, and documents are read five times.
With --restore one document and all shared files.";

    const SECTIONS: &'static [&'static str] = &["\
# Boilerplate runs

Within the preamble and the epilogue that cutbounds found, a frequent line is boilerplate. A line that is trivial by the rules of linenorm has no frequency. With `--out-dir` it is boilerplate if it is next to a boilerplate line in at least three documents, and in at least 12.5 % of those with that line: so `1.F.` belongs to the licence around it, and `Title: Emma`
does not. Without `--out-dir` only frequent lines are boilerplate, so that the result for a document does not depend on the others.
All other lines are variable and remain. Consecutive boilerplate lines, with the blank lines between them, are a run.

In HTML a run neither begins nor ends inside a tag or a comment, and its tags are balanced.

A run is moved to a shared file where that saves bytes: the links and one shared file must be shorter than all runs with
this text together. Documents without such a run are copied. So are documents in UTF-16 and ISO-2022-JP, with a warning.

# Pages of a site

`--anywhere` needs no bounds and no frequencies. A line is common if more than a `--share` of the documents have it, and a run consists of common lines that are consecutive in as many documents. A run that differs from page to page, such as the
part of a menu before the current item, is split into parts that many pages share. Give it the pages of one site: in a mixture
of sites nothing is common.

In HTML a tag counts as a line does, and a run need not consist of whole elements. A script (`<script src=...>`) replaces it, which
removes itself and writes the run while the browser parses the page, so that the document tree is the original one; also in a local
file. A run begins between tags, outside of scripts, styles, SVG and the like, after `<head>` and not after `</body>`, and may end
anywhere. A run leaves out the page's own text between two common lines, such as a title. That text stays in the page, inside the script that replaces the run and reads it from there, with `<|>` between several such texts. Between tags it has 200 bytes at most. In a script, a style and other elements without markup it has any length, because a run could not begin behind it. Where a run declares the encoding, `<meta charset=...>` stands before the script, which removes it. In a page with a `<base href>`
the script's address is made of the page's, and runs end where scripts differ. Pages with frames, pages with a content security policy and XHTML files are left as
they are; so are lines with other characters than ASCII in pages that are not UTF-8. Without scripts such a page lacks its runs, and what they leave out. With
`--link`, links replace the runs, and their tags are balanced as at the ends.

# Site

`--out-dir` gets the documents with links, `shared/HASH.txt` (`.html`, `.md`, `.js`), and, after everything else is written,
`manifest.jsonl` with a factored record for each document; see trommel-record(5). A shared file has the exact bytes of a run; for HTML documents it is a fragment of a page. A script (`.js`) writes them, with a byte FF for each text that it reads from the page. Its name is the 128-bit XXH3 hash of these bytes.
A savings record goes to standard output.

Each file appears complete or not at all. An existing file is an error, unless with `--force`. If standard input is the list of
documents, it is copied to a temporary file, as it is read several times.

`--restore` reads the byte range of each link from the manifest and does not parse links. A document whose file, or
one of whose shared files, has changed is reported and left out, and so is one that would not have the checksum of the
original. With `--group space` or `--group markup` a document gets the text of the shared file, which has the spelling of
the most documents; a warning gives the number of documents that this changes.

# Wording

With `--group wording`, texts that differ in a few words share the text of the most documents, and a document's own words follow
its link: `[Common text, 12 lines: shared/HASH.txt] (here: web site | 2003)`. So the wording of each document can be read there,
and `--restore` is exact; the manifest has the slots of the shared text that the words fill. Texts are unrelated if more than 150
words differ, or if the words make up more than a quarter of the text; in HTML also if a tag differs. Where a script writes a run
(`--anywhere`, HTML) only equal texts share one."];

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        if let (Some(site), Some(directory)) = (&self.restore, &self.directory.out_dir) {
            self.open_directory(directory, out)?;
            return restore(site, self.documents.max_document_size, process, out);
        }
        if self.directory.skip_existing {
            let message = "links and shared files of a site belong together; write it anew";
            return Err(Error::new("--skip-existing", message));
        }
        self.check_site()?;
        let input = match self.anywhere || self.directory.out_dir.is_some() {
            true => self.documents.sources().rereadable()?,
            false => self.documents.sources(),
        };
        let finder = match self.anywhere {
            true => self.find_common(&input, process, out)?,
            false => self.read_ends(process)?,
        };
        match &self.directory.out_dir {
            None => self.show(&finder, &input, process, out),
            Some(directory) => self.factor(finder, &input, directory, process, out),
        }
    }
}

impl Options {
    /// Returns the least length of a run in bytes, which is `least` by default.
    fn min_bytes(&self, least: usize) -> usize {
        self.min_bytes.unwrap_or(least)
    }

    fn read_ends(&self, process: &Process) -> Result<RunFinder, Error> {
        let (Some(bounds), Some(freq)) = (&self.bounds, &self.freq) else {
            return Err(Error::new(
                "--bounds and --freq",
                "both are needed: linenorm --ends 300 FILE... | freqlines > FREQ; cutbounds --freq FREQ FILE... > BOUNDS; factorends --bounds BOUNDS --freq FREQ FILE... Or give --anywhere, which needs neither",
            ));
        };
        let settings = Settings {
            min_bytes: self.min_bytes(Settings::default().min_bytes),
            rules: self.rules.rules(),
        };
        let frequent = self.read_frequencies(freq, process)?;
        Ok(RunFinder::Ends {
            bounds: read_bounds(bounds, process)?,
            factorer: Factorer::new(settings, frequent).into(),
        })
    }

    /// Counts the common lines of documents in three passes.
    fn find_common(
        &self,
        input: &Sources,
        process: &Process,
        out: &mut Output,
    ) -> Result<RunFinder, Error> {
        process.print_once();
        let scripts = self.link.is_none();
        let common = Mutex::new(CommonLines::default());
        self.each(input, process, out, |document, _, _| {
            let lines = lines_of(document, scripts);
            lock(&common).add_lines(&lines);
        })?;
        process.reads_again();
        lock(&common).keep_common(self.share);
        self.each(input, process, out, |document, _, _| {
            let lines = lines_of(document, scripts);
            lock(&common).add_pairs(&lines);
        })?;
        process.reads_again();
        let mut finder = RunFinder::Anywhere {
            common: into_inner(common),
            scripts,
            min_bytes: self.min_bytes(100),
        };
        let parts = Mutex::new(CommonLines::default());
        self.each(input, process, out, |document, _, _| {
            let found = finder.parts(document);
            lock(&parts).add_parts(found);
        })?;
        process.reads_again();
        if let RunFinder::Anywhere { common, .. } = &mut finder {
            common.take_parts(into_inner(parts));
        }
        Ok(finder)
    }

    /// Writes the runs of each document.
    fn show(
        &self,
        finder: &RunFinder,
        input: &Sources,
        process: &Process,
        out: &mut Output,
    ) -> Result<(), Error> {
        let work = |_: &mut (), document: &Document, emit: &mut Emit| {
            let (lines, runs) = finder.find_lines(document, emit);
            let record = Runs {
                doc: &document.name,
                lines,
                runs: &runs,
            };
            record.write(emit.out());
        };
        command::for_each_document(process, input, self.threads.count(), out, || (), work)
    }

    fn factor(
        &self,
        mut finder: RunFinder,
        input: &Sources,
        directory: &Path,
        process: &Process,
        out: &mut Output,
    ) -> Result<(), Error> {
        process.print_once();
        let short = Mutex::new(ShortLines::default());
        let work = |document: &Document, _: &[u8], emit: &mut Emit| {
            finder.count_short_lines(document, emit, |learn| learn(&mut lock(&short)));
        };
        if let RunFinder::Ends { .. } = finder {
            self.each(input, process, out, work)?;
            process.reads_again();
        }
        if let RunFinder::Ends { factorer, .. } = &mut finder {
            factorer.short = into_inner(short);
        }
        let finder = &finder;

        let (variants, mut texts, digest) = self.variants(finder, input, process, out)?;
        let chosen = choose(&variants);
        let shared: HashSet<Text> = chosen.values().copied().collect();
        texts.retain(|text, _| shared.contains(text));
        let mut manifest = Output::create_in(process, directory, MANIFEST)?;
        self.open_directory(directory, &mut manifest)?;
        let site = Site {
            finder,
            chosen,
            texts,
            slots: Mutex::default(),
            process,
            state: Arc::default(),
        };
        drop(variants);
        let work = |document: &Document, name: &[u8], emit: &mut Emit| {
            let found = finder.find(document, Some(&site.chosen), emit);
            self.write(document, name, &found, &site, emit);
        };
        self.each(input, process, &mut manifest, work)?;
        manifest.finish()?;
        let state = lock(&site.state);
        if state.digest != digest {
            process.trouble(
                directory.display(),
                "documents have changed while they were read, or can be read only once; make the site again",
            );
        }
        self.warn_of_links(&state, directory, process);
        let mut record = Vec::new();
        state.savings.summed().write(&mut record);
        out.write(&record)
    }

    /// Counts the runs of all documents by their texts. For `--group wording` the texts are returned, too.
    fn variants(
        &self,
        finder: &RunFinder,
        input: &Sources,
        process: &Process,
        out: &mut Output,
    ) -> Result<(Variants, Texts, InputDigest), Error> {
        let seen = Mutex::new((Variants::new(), Texts::new(), InputDigest::default()));
        let work = |document: &Document, name: &[u8], emit: &mut Emit| {
            let found = finder.find(document, None, emit);
            let depth = depth(name);
            let mut seen = lock(&seen);
            let (variants, texts, digest) = &mut *seen;
            digest.add(document);
            for (run, text) in &found.runs {
                let path = self.shared_path(&found, *text);
                let (link, _) = self.link(&found, run, path, depth, &[]);
                let variant = variants.entry(*text).or_default();
                let bytes = &found.source[run.range.clone()];
                let group = match run.own[..] {
                    [] => self.group.grouping().of(found.kind, bytes),
                    // Another text would have different slots.
                    _ => text.1,
                };
                let saved = run.range.len() as i64 - link.len() as i64;
                variant.count(group, saved, || found.content(run).len());
                // A script has no slots.
                if self.group == Group::Wording && found.scripts.is_none() {
                    texts.entry(*text).or_insert_with(|| bytes.to_vec());
                }
            }
        };
        self.each(input, process, out, work)?;
        let (mut variants, texts, digest) = into_inner(seen);
        wording::group(&texts, &mut variants);
        Ok((variants, texts, digest))
    }

    /// Warns of links that lead nowhere, and if next to nothing was factored.
    fn warn_of_links(&self, state: &Written, directory: &Path, process: &Process) {
        for (path, links) in state.missing() {
            process.trouble(
                directory.join(path).display(),
                format_args!("was not written, and {links} links lead to it; make the site again"),
            );
        }
        if state.savings.documents > 0 && state.savings.without_bounds == state.savings.documents {
            process.warn(
                "--bounds",
                "no record has the name of a document; run cutbounds on the same names",
            );
        }
        if self.anywhere && state.savings.documents > 1 && state.savings.shared_files == 0 {
            process.warn(
                "--share",
                format_args!(
                    "nothing that saves bytes is in more than {} of the documents; a lower share finds what fewer of them have",
                    self.share
                ),
            );
        }
    }

    /// Calls `work` with each document that has a path in the site, and with this path.
    fn each(
        &self,
        input: &Sources,
        process: &Process,
        out: &mut Output,
        work: impl Fn(&Document, &[u8], &mut Emit) + Sync,
    ) -> Result<(), Error> {
        let threads = self.threads.count();
        let prefix = self.directory.prefix(&self.documents);
        let work = |_: &mut (), document: &Document, emit: &mut Emit| match self
            .place(&prefix, document)
        {
            Ok(path) => work(document, path.as_os_str().as_encoded_bytes(), emit),
            Err(message) => emit.trouble(document.display(), message),
        };
        command::for_each_document(process, input, threads, out, || (), work)
    }

    /// Returns the path of a document in the site, or the reason why it has none.
    fn place(&self, prefix: &Prefix, document: &Document) -> Result<PathBuf, String> {
        let path = prefix.place(&document.file_name())?;
        let folder = relative_path(self.shared_dir.as_bytes()).unwrap_or_default();
        if path == Path::new(MANIFEST) || path.starts_with(folder) {
            return Err(format!(
                "the site keeps {MANIFEST} and the folder {} for itself; see --shared-dir",
                self.shared_dir
            ));
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

    /// Checks the options before anything is read.
    fn check_site(&self) -> Result<(), Error> {
        let Some(directory) = &self.directory.out_dir else {
            return Ok(());
        };
        self.check_shared_dir()?;
        let manifest_path = directory.join(MANIFEST);
        if !self.force && manifest_path.exists() {
            return Err(Error::new(
                manifest_path.display(),
                "there is a site already; choose another --out-dir, or --force to write over it",
            ));
        }
        Ok(())
    }

    fn check_shared_dir(&self) -> Result<(), Error> {
        let message = match relative_path(self.shared_dir.as_bytes()) {
            Err(message) => message,
            Ok(path) if path.components().count() > 1 => "must be one folder",
            Ok(path) if path == Path::new(MANIFEST) => {
                "is the manifest's name; name another folder"
            }
            Ok(_) => return Ok(()),
        };
        Err(Error::new("--shared-dir", message))
    }

    fn read_frequencies(&self, path: &Path, process: &Process) -> Result<FrequencySet, Error> {
        let mut set = FrequencySet::default();
        for_each_frequent(path, self.more_than, process, |key, frequency| {
            set.insert(key, frequency.text.as_deref());
        })?;
        if set.is_empty() {
            process.warn(path.display(), "no frequent lines; nothing can be factored; freqlines -k K takes lines that occur more than K times");
        }
        Ok(set)
    }

    /// Returns the bytes that replace a run: the link, the document's own words, and the line end
    /// of the run. Also returns the ranges of these words in the bytes.
    fn link(
        &self,
        found: &DocumentRuns,
        run: &Run,
        shared: String,
        depth: usize,
        slots: &[wording::Slot],
    ) -> (Vec<u8>, Vec<record::Slot>) {
        let default;
        let template = match &self.link {
            Some(template) => template,
            None => {
                default = match &found.scripts {
                    Some(places) if places.has_base => LinkTemplate::script_beside_base(),
                    Some(_) => LinkTemplate::script(),
                    None => LinkTemplate::default_of(found.kind),
                };
                &default
            }
        };
        let old = &found.source[run.range.clone()];
        let mut link = template.fill(&shared, depth, run.lines(), old.len());
        let places = found.scripts.as_ref();
        if let Some(encoding) = places.and_then(|places| places.declared_in(&run.range)) {
            // Browsers search for the declaration before they run scripts; the script removes it.
            link.insert_str(0, &format!("<meta charset={}>", encoding.name()));
        }
        let (link, _, _) = found.encoding.encode(&link);
        let end = match old {
            // The script writes the line end.
            _ if found.scripts.is_some() => b"",
            [.., b'\r', b'\n'] => &b"\r\n"[..],
            [.., b'\n'] => b"\n",
            _ => b"",
        };
        let mut bytes = link.into_owned();
        let mut places = Vec::with_capacity(slots.len());
        if !run.own.is_empty() {
            bytes.truncate(bytes.len() - LinkTemplate::SCRIPT_END.len());
            let mut slot = 0;
            for (part, own) in run.shared().zip(&run.own) {
                if slot > 0 {
                    bytes.extend_from_slice(script::SEPARATOR.as_bytes());
                }
                slot += part.len();
                let start = bytes.len();
                bytes.extend_from_slice(&found.source[own.clone()]);
                places.push(
                    [slot, slot + 1, start, bytes.len()]
                        .map(|end| end as u64)
                        .into(),
                );
                slot += 1;
            }
            bytes.extend_from_slice(LinkTemplate::SCRIPT_END.as_bytes());
        }
        let mut divider = wording::BEFORE;
        for slot in slots {
            bytes.extend_from_slice(divider.as_bytes());
            divider = wording::BETWEEN;
            let start = bytes.len();
            bytes.extend_from_slice(&old[slot.own.clone()]);
            let ends = [slot.shared.start, slot.shared.end, start, bytes.len()];
            places.push(ends.map(|end| end as u64).into());
        }
        if !slots.is_empty() {
            bytes.extend_from_slice(wording::AFTER.as_bytes());
        }
        bytes.extend_from_slice(end);
        (bytes, places)
    }

    fn shared_path(&self, found: &DocumentRuns, (_, hash): Text) -> String {
        let folder = self.shared_dir.trim_matches('/');
        format!("{folder}/{hash:032x}.{}", found.ending())
    }

    fn write(
        &self,
        document: &Document,
        name: &[u8],
        found: &DocumentRuns,
        site: &Site,
        emit: &mut Emit,
    ) {
        let state = &site.state;
        lock(state).digest.add(document);
        let depth = depth(name);
        let source = found.source;
        let mut bytes = Vec::with_capacity(source.len());
        let mut links = Vec::new();
        let mut linked = Vec::new();
        let mut differs = 0;
        let mut from = 0;
        for (run, text) in &found.runs {
            let Some(&shared) = site.chosen.get(text) else {
                continue;
            };
            let words = site.texts.get(&shared).filter(|_| *text != shared);
            let own = &source[run.range.clone()];
            // There are no slots if the document has changed since the texts were compared, which
            // is reported at the end.
            let Some(slots) =
                words.map_or(Some(Arc::from([])), |words| site.slots(*text, words, own))
            else {
                continue;
            };
            bytes.extend_from_slice(&source[from..run.range.start]);
            let start = bytes.len() as u64;
            let path = self.shared_path(found, shared);
            let (link, slots) = self.link(found, run, path.clone(), depth, &slots);
            bytes.extend(link);
            from = run.range.end;
            linked.push(path.clone());
            links.push(Link {
                start,
                end: bytes.len() as u64,
                shared: path.clone().into(),
                checksum: show_checksum(shared.1).into(),
                slots: slots
                    .into_iter()
                    .map(|(from, to, first, last)| (from, to, start + first, start + last))
                    .collect(),
            });
            if *text == shared {
                site.write_shared(path, found, run, emit);
            } else if words.is_none() {
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
        let known = site.finder.has_bounds(document);
        let words = match site.process.has_stats() {
            true => command::words(&found.encoding.decode(&bytes).0),
            false => 0,
        };
        let state = Arc::clone(state);
        let sizes = [source.len(), bytes.len(), entry.len()];
        emit.file(&document.name, name, &bytes, move |out, process| {
            out.extend_from_slice(&entry);
            process.wrote_document(words);
            lock(&state).add_document(known, sizes, &linked);
        });
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share: Result<f64, _> = text.parse();
    let share = share.ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| "not from 0 to less than 1".to_owned())
}

/// Returns the number of folders in a name.
fn depth(name: &[u8]) -> usize {
    relative_path(name).map_or(0, |path| path.components().count() - 1)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex
        .into_inner()
        .expect("no thread panics while it holds this")
}
