//! The command line of charset.

mod decode;
mod divided;
mod keep;
mod list;
mod readers;
mod run;
mod show;
mod train;

use std::io;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use command::args::listed;
use command::{
    CommonArgs, DirectoryArgs, DocumentArgs, Error, FormatArgs, Output, Process, ThreadArgs, Tool,
};
use intake::RawDocument;
use intake::encoding::Label;

use crate::answer::{Candidate, Detection, Method, Settings, Trust};
use crate::detect::Detector;
use crate::language::names;
use crate::models::Models;
use crate::{Encoding, Model};
use keep::Keep;

pub use readers::serve_readers;
use run::Run;

/// Find out which encoding and language documents are in, decode them, and keep those in some languages
///
/// The trigrams of a document's bytes give the encoding, under models of 117 languages and of the encodings that
/// each is written in. The n-grams of its characters give the language, one of 211 and of those that have a script
/// of their own.
/// (PRESEMT 2012, sections 3 and 4)
#[derive(Debug, Parser)]
#[command(
    name = "charset",
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub struct Options {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    detect: Detect,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Learn a language from documents, and write its model
    Train(Box<train::Options>),
    /// List the languages that have a model, or the encodings
    List(list::Options),
}

#[derive(Debug, clap::Args)]
struct Detect {
    #[command(flatten)]
    documents: DocumentArgs,

    /// The documents' languages: codes as in charset list, or any; a hint for the encoding
    ///
    /// Which language a document is in is found out all the same. An answer is then one of these languages' encodings, a form of one with escapes or in EBCDIC, or UTF-16 or UTF-32.
    /// Serbian (sr) and Bosnian (bs) may be in Cyrillic or Latin.
    #[arg(
        long,
        value_name = "L[,L...]",
        value_delimiter = ',',
        value_parser = listed::<String>,
        default_value = "any",
        help_heading = "Detection"
    )]
    language: Vec<String>,

    /// Answer one of these encodings only
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        value_parser = listed::<Encoding>,
        help_heading = "Detection",
        hide_short_help = true
    )]
    encodings: Vec<Encoding>,

    /// How to detect
    #[arg(
        long,
        value_name = "METHOD",
        default_value = "best",
        help_heading = "Detection"
    )]
    method: MethodName,

    /// What a document's own declaration is worth (meta, XML, @charset, Content-Type)
    #[arg(
        long,
        value_name = "WORTH",
        default_value = "hint",
        help_heading = "Detection",
        hide_short_help = true
    )]
    declared: TrustName,

    /// Answer null where the margin is less than X
    ///
    /// With --keep-language, a document whose language has a smaller margin is left out, too.
    #[arg(
        long,
        value_name = "X",
        help_heading = "Detection",
        allow_negative_numbers = true,
        hide_short_help = true
    )]
    min_margin: Option<f64>,

    /// Use the models in DIR (*.charset) in addition to the built-in ones
    ///
    /// A language that is built in is replaced by the one in DIR.
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Detection",
        hide_short_help = true
    )]
    models: Option<PathBuf>,

    /// List the N best answers
    #[arg(long, value_name = "N", conflicts_with_all = ["raw_output", "format"], help_heading = "Output", hide_short_help = true)]
    top: Option<NonZero<usize>>,

    /// Write the documents, decoded: as document records, or as plain text with -r
    ///
    /// A byte order mark is left out. A document for which there is no answer is reported and left out. A file that --out-dir would
    /// replace does not change, and there is an error, if some of its bytes are not in the encoding or a part is in another one.
    #[arg(long, conflicts_with_all = ["format", "top"], help_heading = "Output")]
    to_utf8: bool,

    /// Undo double-encoded UTF-8 ("Ã©" for "é") where it is certain
    ///
    /// This is UTF-8 that a program took for windows-1252 or latin-1 and encoded again, once or several times. Clean text stays as it is. Without this option a warning names the first line.
    #[arg(
        long,
        requires = "to_utf8",
        help_heading = "Output",
        hide_short_help = true
    )]
    repair: bool,

    #[command(flatten)]
    directory: DirectoryArgs,

    /// Put temporary files into DIR instead of $TMPDIR or /tmp: what is compressed or on standard input, of more than 8 MB
    #[arg(short = 'T', long, value_name = "DIR", help_heading = "Resources")]
    temporary_directory: Option<PathBuf>,

    #[command(flatten)]
    keep: Keep,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    common: CommonArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// Rules first, then the trigrams with a byte from 0x80 under all models
    Best,
    /// Scalar products of byte-trigram vectors, and nothing else
    Paper,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TrustName {
    /// It decides, if the document is text in that encoding
    Trust,
    /// It counts where the bytes leave a doubt
    Hint,
    /// It is not read
    Ignore,
}

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# find the encoding and language of each file of a folder
find books -name '*.txt' | charset
# write the files as UTF-8 to another folder
find books -name '*.txt' | charset --to-utf8 --out-dir utf8/
# write the English documents of a crawl as UTF-8
find site -name '*.html' | charset --keep-language en --to-utf8 > documents.jsonl
# remove the paragraphs in other languages
charset --keep-language en --unit block --to-utf8 documents.jsonl > english.jsonl
# count the encodings, then the languages
find books -name '*.txt' | charset -r | cut -f 1 | sort | uniq -c
find books -name '*.txt' | charset --format tsv | cut -f 3 | sort | uniq -c
# write one file as plain UTF-8 text
charset --to-utf8 -r books/a-letter-for-the-river.txt > text.txt
# repair double-encoded UTF-8 as well
charset --to-utf8 --repair -r books/a-letter-for-the-river.txt > text.txt
# convert a file whose lines have several encodings
charset --to-utf8 --unit line -r books/a-letter-for-the-river.txt > text.txt
# list the three best answers
charset --top 3 books/a-letter-for-the-river.txt
# train a model, and use it
charset train --language my-czech --encodings utf-8,windows-1250,iso-8859-2 books/*.txt > my-czech.charset
charset --models . --language my-czech books/a-letter-for-the-river.txt";

    const MEMORY: &'static str = "\
Bounded: a piece of a document and counts of it, at most some 5 MB per thread, whatever the document; 8 MB more for a document that is compressed or standard input; the rest of a larger one goes to a temporary file. --to-utf8 writes a
document in pieces too, but with several threads each holds one document's output, and a document record is held whole.
charset train: grows with the distinct triples of characters in the documents.";

    const SECTIONS: &'static [&'static str] = &[include_str!("methods.md")];

    fn common(&self) -> &CommonArgs {
        match &self.action {
            Some(Action::Train(options)) => &options.common,
            Some(Action::List(options)) => &options.common,
            None => &self.detect.common,
        }
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        match &self.action {
            Some(Action::Train(options)) => options.run(process, out),
            Some(Action::List(options)) => options.run(out),
            None => self.detect.run(process, out),
        }
    }
}

/// Returns the built-in models and those in a folder.
fn models(folder: Option<&PathBuf>) -> Result<Models, Error> {
    let mut models = Models::built_in();
    let Some(folder) = folder else {
        return Ok(models);
    };
    let mut own = Vec::new();
    let shown = intake::display(folder.as_os_str().as_encoded_bytes());
    for path in intake::folder::files_in(folder, "charset")? {
        let bytes = intake::folder::read_file(&path)?;
        let name = intake::display(path.as_os_str().as_encoded_bytes());
        own.push(Model::from_bytes(&bytes).map_err(|error| Error::new(name, error))?);
    }
    if own.is_empty() {
        return Err(Error::new(
            shown,
            "no models (*.charset) in this folder; charset train makes one",
        ));
    }
    models.add(own).map_err(|error| Error::new(shown, error))?;
    Ok(models)
}

impl Detect {
    fn settings(&self, models: &Models) -> Result<Settings, Error> {
        let named = match &self.language[..] {
            [one] if one == "any" => &[],
            list => list,
        };
        let known = models.languages();
        let has_model = |code: &String| known.iter().any(|(known, _)| known == code);
        let mut languages: Vec<String> = Vec::new();
        for name in named {
            let codes = match has_model(name) {
                true => vec![name.clone()],
                false => names::codes(name).unwrap_or_default(),
            };
            let before = languages.len();
            languages.extend(codes.into_iter().filter(has_model));
            if languages.len() == before {
                let message = format!("no model of language '{name}'; see charset list");
                return Err(Error::new("--language", message));
            }
        }
        Ok(Settings {
            method: match self.method {
                MethodName::Best => Method::Best,
                MethodName::Paper => Method::Paper,
            },
            languages,
            encodings: self.encodings.clone(),
            declared: match self.declared {
                TrustName::Trust => Trust::Trust,
                TrustName::Hint => Trust::Hint,
                TrustName::Ignore => Trust::Ignore,
            },
            repair: self.repair,
            unit: self.keep.unit.into(),
        })
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        self.keep.check(self.to_utf8)?;
        if self.directory.is_set() && !self.to_utf8 {
            return Err(Error::new("--out-dir", "needs --to-utf8"));
        }
        self.directory.open(&self.documents, out)?;
        self.format.write_header(&show::COLUMNS, out)?;
        let models = models(self.models.as_ref())?;
        let settings = self.settings(&models)?;
        let run = Run::new(self, process, out)?;
        let mut sources = match self.to_utf8 {
            true => self
                .directory
                .sources(&self.documents, self.format.raw_output, out)?,
            false => self.documents.text_sources([]),
        };
        sources.reads_any_bytes = true;
        if let Some(directory) = &self.temporary_directory {
            sources.temporary.clone_from(directory);
        }
        run.over(&sources, &models, &settings, out)
    }

    fn detect(&self, detector: &mut Detector, document: &mut RawDocument) -> io::Result<Detection> {
        let given = match self.documents.encoding {
            // The text of a record is already decoded.
            Label::Named(given) if !document.is_text() => Encoding::of(given.name()),
            _ => {
                let said = document
                    .said
                    .map(|encoding| encoding.name().to_ascii_lowercase());
                let found = detector.detect(&mut document.bytes, said.as_deref())?;
                // The text of a record is UTF-8, also if it has NUL characters.
                let has_nuls = |document: &RawDocument| {
                    document.is_text()
                        && document.record().is_some_and(|one| one.text.contains('\0'))
                };
                if !found.candidates.is_empty() || !has_nuls(document) {
                    return Ok(found);
                }
                Some(Encoding::UTF_8)
            }
        };
        Ok(Detection {
            candidates: given.map(Candidate::given).into_iter().collect(),
            by_rule: true,
            ..Detection::default()
        })
    }

    /// The best answer, if its margin is large enough.
    fn answer<'d>(&self, detection: &'d Detection) -> Option<&'d Candidate> {
        let first = detection.candidates.first()?;
        let is_sure = self
            .min_margin
            .is_none_or(|least| detection.margin() >= least);
        is_sure.then_some(first)
    }
}
