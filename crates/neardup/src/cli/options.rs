//! The options of neardup, and which of them go together.

use std::num::NonZero;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Parser, ValueEnum};
use command::args::{TemporaryArgs, listed};
use command::{CommonArgs, DocumentArgs, Error, Keep, ThreadArgs};
use record::FieldPath;
use tokens::Fold;

use crate::Settings;
use crate::shingles::{Measure, Sampler};

/// Remove documents that are nearly the same as another one
///
/// Writes one document of each group of similar documents: the first one, or the one that --keep names. Two documents are similar if their sets of shingles (runs of five words) have a Jaccard similarity of --similarity. Time is
/// linear in the input, also where a million documents are alike. --index compares with the documents of earlier runs.
#[derive(Debug, Parser)]
#[command(name = "neardup")]
pub struct Options {
    #[command(flatten)]
    pub(super) documents: DocumentArgs,

    /// Documents of about this similarity (with --exact, at least of it) are near-duplicates; containment finds texts inside others [default: 0.8]
    ///
    /// jaccard, or jaccard:X, is the number of shingles that both documents have, divided by the number that at least one has.
    /// containment, or containment:X, is the share of a document's shingles that a longer one has: the short text goes, and the long
    /// one stays. Jaccard similarities are estimated from sketches, with a standard error of .02 to .04 near .8, and count from X minus .06 on. With
    /// .8, more than half of the pairs between .71 and .8 are duplicates. --exact compares the shingles themselves. With 1, the sets of shingles are equal.
    #[arg(long, value_name = "X", help_heading = "Comparison")]
    similarity: Option<Similarity>,

    /// The number of words of a shingle [default: 5, and 10 with --method paper]
    ///
    /// In scripts without spaces it is a number of characters. A shorter document is one shingle.
    #[arg(
        long,
        value_name = "N",
        help_heading = "Comparison",
        hide_short_help = true
    )]
    shingle: Option<NonZero<usize>>,

    /// Compare the shingles of documents, and not only their sketches: similarities are exact
    ///
    /// Without it they are estimated, and a pair counts if its similarity is a little below that of --similarity.
    /// Memory is four bytes more for each word of the documents that stay. Use it with a --similarity below .6, where sketches take documents
    /// for similar that share only a long notice.
    #[arg(long, conflicts_with_all = ["single", "complete", "index", "merge", "sketches", "method"], help_heading = "Comparison", hide_short_help = true)]
    pub(super) exact: bool,

    /// Join groups that have similar documents, also where their first documents are not similar
    #[arg(long, conflicts_with_all = ["complete", "key", "index", "merge"], help_heading = "Comparison", hide_short_help = true)]
    single: bool,

    /// Add a document to a group only if it is similar to all documents in it
    ///
    /// Time grows with the square of the number of different documents in a group.
    #[arg(long, conflicts_with_all = ["key", "index", "merge"], help_heading = "Comparison", hide_short_help = true)]
    complete: bool,

    /// How documents are compared
    #[arg(
        long,
        value_name = "METHOD",
        default_value = "best",
        help_heading = "Comparison",
        hide_short_help = true
    )]
    method: Method,

    /// Differences that do not count: case, width, accents, digits, ignorable [default: case,width,ignorable]
    ///
    /// none takes only canonically equivalent texts as equal.
    /// Texts that are canonically equivalent (NFC and NFD) are always equal. width is full and half width; digits takes all decimal
    /// digits as equal; ignorable characters are soft hyphens and others that are not shown. Keys are folded only with this option; NFC and NFD are equal in them, too.
    #[arg(
        long,
        value_name = "LIST",
        help_heading = "Comparison",
        hide_short_help = true
    )]
    pub(super) fold: Option<Fold>,

    /// Documents are duplicates if these fields are equal, whatever their texts are
    #[arg(
        long,
        value_name = "FIELD[,...]",
        value_delimiter = ',',
        value_parser = listed::<FieldPath>,
        help_heading = "Comparison"
    )]
    pub(super) key: Vec<FieldPath>,

    /// With --key: documents with similar texts are duplicates, too
    #[arg(
        long,
        requires = "key",
        help_heading = "Comparison",
        hide_short_help = true
    )]
    pub(super) text: bool,

    /// The fields of --key are addresses that need not be written alike
    ///
    /// Scheme, fragment, default port, tracking parameters and a final slash do not count.
    #[arg(
        long,
        alias = "normalize-url",
        requires = "key",
        help_heading = "Comparison",
        hide_short_help = true
    )]
    pub(super) normalise_url: bool,

    /// Which document of a group stays: first, last, longest, shortest, newest:FIELD, max:FIELD, none ...
    ///
    /// Also oldest:FIELD, min:FIELD, order:FIELD and all. newest and oldest compare dates (RFC 3339, RFC 2822, web archives), max and min
    /// compare numbers, and order compares texts by their bytes. If several are equal, the first of them stays. A document with a value
    /// in the field is preferred to those without; a warning names these.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "first",
        help_heading = "Choice"
    )]
    pub(super) keep: Keep,

    /// Keep all documents, and add the number and the size of its group to each
    #[arg(long, conflicts_with_all = ["emit", "no_mark"], help_heading = "Output")]
    pub(super) mark: bool,

    /// What to write
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "documents",
        help_heading = "Output"
    )]
    pub(super) emit: Emitted,

    /// Read records of --emit sketches, made from parts of a corpus, as its documents
    ///
    /// The records that --emit drop, pairs, groups and report write are those of one run over all documents in the order of the sketches.
    #[arg(long, conflicts_with_all = ["merge", "mark"], help_heading = "Index", hide_short_help = true)]
    pub(super) sketches: bool,

    /// Compare with the documents of an index as well
    #[arg(long, value_name = "FILE", help_heading = "Index")]
    pub(super) index: Option<PathBuf>,

    /// Add new documents to the index, and make the index if there is not one yet
    #[arg(long, requires = "index", help_heading = "Index")]
    pub(super) add: bool,

    /// Compare with the index only, and not the documents with each other
    #[arg(
        long,
        requires = "index",
        conflicts_with = "add",
        help_heading = "Index",
        hide_short_help = true
    )]
    pub(super) only_against: bool,

    /// Merge several indexes into one, which is written to -o FILE; reads no documents
    #[arg(long, value_name = "INDEX", num_args = 1.., conflicts_with_all = ["index", "key", "mark"], help_heading = "Index", hide_short_help = true)]
    pub(super) merge: Vec<PathBuf>,

    /// Leave the documents named in FILE out of the index that --merge writes: names, one a line, or records with doc or id
    #[arg(
        long,
        value_name = "FILE",
        requires = "merge",
        // An option that --merge excludes would lift the requirement.
        conflicts_with_all = ["index", "key", "mark"],
        help_heading = "Index",
        hide_short_help = true
    )]
    pub(super) delete: Option<PathBuf>,

    #[command(flatten)]
    pub(super) temporary: TemporaryArgs,

    #[command(flatten)]
    pub(super) common: CommonArgs,

    #[command(flatten)]
    pub(super) threads: ThreadArgs,
}

/// The kinds of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Emitted {
    /// The documents that stay
    Documents,
    /// A record for each document that goes: its name and place, and the document that stays instead
    Drop,
    /// A record for each document that is similar to one before
    Pairs,
    /// A record for each group of two or more: the names of its documents
    Groups,
    /// The sketch of each document, for --sketches
    Sketches,
    /// A record for each document: its group, whether it stays, and what stays instead
    Report,
}

/// The value of --similarity.
#[derive(Debug, Clone, Copy)]
struct Similarity {
    measure: Measure,
    least: Option<f64>,
}

impl FromStr for Similarity {
    type Err = &'static str;

    fn from_str(written: &str) -> Result<Self, Self::Err> {
        let measure = |name: &str| match name {
            "jaccard" => Some(Measure::Jaccard),
            "containment" => Some(Measure::Containment),
            _ => None,
        };
        if let Some(measure) = measure(written) {
            let least = None;
            return Ok(Similarity { measure, least });
        }
        let (measure, number) = match written.split_once(':') {
            Some((name, number)) => (measure(name), number),
            None => (Some(Measure::Jaccard), written),
        };
        let least = number.parse().ok().filter(|x| *x > 0.0 && *x <= 1.0);
        match (measure, least) {
            (Some(measure), Some(_)) => Ok(Similarity { measure, least }),
            _ => Err(
                "must be a number above 0 and at most 1, jaccard, containment, or one of these with :NUMBER",
            ),
        }
    }
}

/// How documents are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Sketches, and groups around their first documents
    Best,
    /// Broder, Glassman, Manasse and Zweig 1997: every 25th shingle of 10 words, similarity .5, groups joined
    Paper,
}

/// Which documents of a group have to be similar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Linkage {
    /// Each to the first.
    First,
    /// Each to another one.
    Single,
    /// All to each other.
    Complete,
}

impl Options {
    pub(super) fn settings(&self) -> Settings {
        let (similarity, shingle) = match self.method {
            Method::Best => (0.8, 5),
            Method::Paper => (0.5, 10),
        };
        let given = self.similarity.and_then(|similarity| similarity.least);
        Settings {
            similarity: given.unwrap_or(similarity),
            shingle: self
                .shingle
                .or(NonZero::new(shingle))
                .expect("a positive number"),
            fold: self.fold.unwrap_or_default(),
        }
    }

    pub(super) fn measure(&self) -> Measure {
        self.similarity
            .map_or(Measure::Jaccard, |similarity| similarity.measure)
    }

    /// Takes the shingles of documents, where these are compared and not sketches.
    pub(super) fn sampler(&self) -> Option<Sampler> {
        let multiple = match (self.method, self.measure()) {
            (Method::Paper, _) => 25,
            (Method::Best, Measure::Containment) => 1,
            (Method::Best, Measure::Jaccard) => return None,
        };
        let multiple = NonZero::new(multiple).expect("a positive number");
        let settings = self.settings();
        Some(Sampler::new(settings.shingle, settings.fold, multiple))
    }

    pub(super) fn linkage(&self) -> Linkage {
        match (self.single, self.complete) {
            (true, _) => Linkage::Single,
            (_, true) => Linkage::Complete,
            _ => Linkage::First,
        }
    }

    /// Whether identical texts are equal by a key of their own.
    pub(super) fn finds_identical_texts(&self) -> bool {
        self.method == Method::Paper
    }

    /// Whether texts are compared.
    pub(super) fn compares_texts(&self) -> bool {
        self.key.is_empty() || self.text
    }

    /// Whether each document is decided on when it comes. Else all are read before the first is written.
    pub(super) fn is_streaming(&self) -> bool {
        let waits = self.mark
            || matches!(self.emit, Emitted::Groups | Emitted::Report)
            || self.linkage() != Linkage::First
            || self.sampler().is_some();
        !waits
            && (self.emit == Emitted::Pairs || self.keep == Keep::First || self.keep == Keep::All)
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        let wrong = |option: &str, message: &str| Err(Error::new(option, message));
        if !self.merge.is_empty() && self.common.output_file().is_none() {
            return wrong("--merge", "needs -o FILE, the index to write");
        }
        let documents = &self.documents;
        if !self.merge.is_empty()
            && (!documents.files.is_empty()
                || documents.files_from.is_some()
                || documents.files0_from.is_some())
        {
            return wrong("--merge", "reads indexes and no documents: leave out FILE");
        }
        if let Some(index) = &self.index {
            self.common.check_kept("--index", index)?;
        }
        self.check_sketches()?;
        // --add needs --index, and is the better name for what cannot be.
        let index = if self.add { "--add" } else { "--index" };
        self.check_comparison()?;
        if self.index.is_some() && !self.compares_texts() {
            return wrong(
                index,
                "an index has sketches of texts: give --text as well, or leave out --key",
            );
        }
        if self.shingle.is_some() && !self.compares_texts() {
            return wrong(
                "--shingle",
                "is for texts: give --text as well, or leave out --key",
            );
        }
        if self.only_against && !self.is_streaming() {
            return wrong(
                "--only-against",
                "makes no groups: use --keep first, without --mark",
            );
        }
        if self.add && self.keep == Keep::None {
            return wrong(
                "--add",
                "with --keep none no document of a group would be in the index",
            );
        }
        Ok(())
    }

    /// Whether sketches can be written or read with the other options.
    fn check_sketches(&self) -> Result<(), Error> {
        let writes = self.emit == Emitted::Sketches;
        let compares_shingles = self.sampler().is_some();
        let (option, message) = match self {
            _ if self.exact && (compares_shingles || !self.compares_texts()) => (
                "--exact",
                "is for the Jaccard similarity of texts: leave it out with containment, which is exact, and with --key without --text",
            ),
            _ if !writes && !self.sketches => return Ok(()),
            _ if writes && self.sketches => ("--emit sketches", "leave out --sketches"),
            _ if self.exact => ("--exact", "sketches have no shingles: leave it out"),
            _ if compares_shingles => (
                "--similarity",
                "shingles have no sketches: use a number, and --method best",
            ),
            _ if !self.compares_texts() => (
                "--key",
                "sketches are of texts: give --text as well, or leave out sketches",
            ),
            _ if !self.sketches => match self {
                _ if self.index.is_some() || self.linkage() != Linkage::First => (
                    "--emit sketches",
                    "compares no documents: leave out --index, --single and --complete, and give them with --sketches",
                ),
                _ if self.keep != Keep::First => (
                    "--emit sketches",
                    "compares no documents: give --keep with --sketches",
                ),
                _ => return Ok(()),
            },
            _ if self.emit == Emitted::Documents => (
                "--sketches",
                "there are no texts to write: use --emit drop, and give its output to --except of any tool",
            ),
            _ => match self.keep {
                Keep::First | Keep::Last | Keep::None | Keep::All => return Ok(()),
                _ => (
                    "--sketches",
                    "has neither texts nor fields: use --keep first, last or none",
                ),
            },
        };
        Err(Error::new(option, message))
    }

    /// Whether the kind of comparison goes with the other options.
    fn check_comparison(&self) -> Result<(), Error> {
        let (option, what) = match (self.method, self.measure(), self.linkage()) {
            (Method::Paper, Measure::Containment, _) => {
                let message = "the paper makes groups by resemblance: leave out containment";
                return Err(Error::new("--method paper", message));
            }
            (Method::Paper, ..) => ("--method paper", "compares shingles"),
            (_, Measure::Containment, _) => ("--similarity containment", "compares shingles"),
            (_, _, Linkage::First) => return Ok(()),
            _ => ("--emit pairs", "has only pairs with the first of a group"),
        };
        let compares_shingles = self.sampler().is_some();
        let wrong = match self {
            _ if self.emit == Emitted::Pairs => "use --emit drop or --emit groups",
            _ if !compares_shingles => return Ok(()),
            _ if self.index.is_some() || !self.merge.is_empty() => {
                "an index has sketches: leave out --index and --merge"
            }
            _ if !self.key.is_empty() => "leave out --key",
            _ if self.linkage() != Linkage::First => "leave out --single and --complete",
            _ if self.measure() == Measure::Containment
                && !matches!(
                    self.keep,
                    Keep::First | Keep::Longest | Keep::None | Keep::All
                ) =>
            {
                "the longest document stays: use --keep longest, none or all"
            }
            _ => return Ok(()),
        };
        Err(Error::new(option, format_args!("{what}; {wrong}")))
    }
}
