//! The command line of linenorm.

use std::borrow::Cow;
use std::io;

use clap::builder::PossibleValue;
use clap::{Args, Parser, ValueEnum};
use command::rows::{write_csv, write_tsv};
use command::{
    CommonArgs, DocumentArgs, Emit, Error, Format, FormatArgs, NamedField, Output, Process,
    ThreadArgs, Tool,
};
use intake::{Document, LongDocument};
use record::{GroupBy, LineWriter, Name};
use tokens::Fold;

use crate::{
    End, Ends, EndsInTurn, Lines, Normaliser, Rules, Sentences, Settings, Unit, ends, normalise,
    shape,
};

/// Which lines are trivial.
#[derive(Debug, Clone, Copy, Args)]
pub struct RuleArgs {
    /// Lines with fewer than N characters are trivial; wide characters, such as Chinese and Japanese ones, count as two
    #[arg(long, value_name = "N", default_value_t = 30, help_heading = "Lines")]
    min_chars: usize,

    /// Keep trivial lines
    #[arg(long, help_heading = "Lines")]
    keep_trivial: bool,
}

impl RuleArgs {
    /// The rules that the options select.
    pub fn rules(self) -> Rules {
        Rules {
            min_chars: self.min_chars,
            keep_trivial: self.keep_trivial,
        }
    }
}

/// Normalise the lines of documents, so that retyped boilerplate counts as equal
///
/// Writes a record for each line that is not trivial. Any run of white space becomes one space, leading and trailing
/// spaces are removed, runs of * become ***, runs of - become ---. A line is trivial if it then has fewer than 30
/// characters or no letter. (Kaser & Lemire 2007, section 3.1)
#[derive(Debug, Parser)]
#[command(name = "linenorm")]
pub struct Options {
    #[command(flatten)]
    documents: DocumentArgs,

    /// Only the first N lines of each document, not counting trivial ones
    #[arg(long, value_name = "N", help_heading = "Lines")]
    head: Option<usize>,

    /// Only the last N lines of each document; a line that belongs to both ends is written as a head line
    #[arg(long, value_name = "N", help_heading = "Lines")]
    tail: Option<usize>,

    /// Both: --head N --tail N
    #[arg(long, value_name = "N", conflicts_with_all = ["head", "tail"], help_heading = "Lines")]
    ends: Option<usize>,

    /// The unit of the records: lines or sentences
    ///
    /// With sentence, N and the other options for lines apply to sentences, and `line` is the line where a sentence
    /// begins. A sentence ends where Unicode Standard Annex 29 says, except after initials and abbreviations and before
    /// a lower-case letter; it may span lines, but not a blank line. An item of a list on lines of its own is a sentence
    /// with its number. The language of a paragraph is guessed by its most frequent words, or by those of
    /// the beginning of the document if it has too few.
    #[arg(
        long,
        value_name = "UNIT",
        default_value = "line",
        help_heading = "Lines"
    )]
    unit: Unit,

    /// Add the line as it is in the document, as original: for freqlines --example
    #[arg(long, conflicts_with = "raw_output", help_heading = "Lines")]
    original: bool,

    /// Write the shape of each line: values, numbers and names are masked
    ///
    /// `Title: Boats` becomes `Title: …`, and so do other lines that begin with a key of at most four words. In other lines a run of digits
    /// becomes 0, and two words or more with capitals become A. Trivial lines are kept.
    #[arg(
        long,
        conflicts_with = "original",
        help_heading = "Lines",
        hide_short_help = true
    )]
    shape: bool,

    /// Fold the lines that are written: case, width, accents, digits, ignorable; none is NFC alone
    ///
    /// Lines that differ only so are equal then, as documents are to neardup. digits writes each decimal digit as 0; ignorable leaves out
    /// soft hyphens and others that are not shown. Which lines are trivial is decided before.
    #[arg(
        long,
        value_name = "LIST",
        help_heading = "Lines",
        hide_short_help = true
    )]
    fold: Option<Fold>,

    /// Add the group of the document, for freqlines --by: a field of its record, host, domain or folder
    ///
    /// host is the host of the field url, or of a name that is a URL; domain is the part of it that somebody registered; folder is that of a name that is a path. They are only needed here
    /// where the name is neither.
    #[arg(
        long,
        value_name = "FIELD",
        help_heading = "Lines",
        hide_short_help = true
    )]
    by: Option<GroupBy>,

    #[command(flatten)]
    rules: RuleArgs,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    common: CommonArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

impl ValueEnum for Unit {
    fn value_variants<'a>() -> &'a [Self] {
        &[Unit::Line, Unit::Sentence]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Unit::Line => PossibleValue::new("line").help("A line"),
            Unit::Sentence => PossibleValue::new("sentence").help("A sentence"),
        })
    }
}

impl From<End> for record::End {
    fn from(end: End) -> Self {
        match end {
            End::Head => record::End::Head,
            End::Tail => record::End::Tail,
        }
    }
}

impl Options {
    fn wanted(&self) -> Option<Ends> {
        match (self.ends, self.head, self.tail) {
            (Some(both), _, _) => Some(Ends {
                head: both,
                tail: both,
            }),
            (None, None, None) => None,
            (None, head, tail) => Some(Ends {
                head: head.unwrap_or(0),
                tail: tail.unwrap_or(0),
            }),
        }
    }
}

impl Options {
    /// Returns a normalised line for the output: its shape, folded.
    fn written<'l>(&self, line: &'l str, scratch: &'l mut String) -> Cow<'l, str> {
        let line = match self.shape {
            true => shape(line, scratch),
            false => line,
        };
        match self.fold.map(|fold| fold.apply(line)) {
            // Removing a character can leave two adjacent spaces.
            Some(Cow::Owned(folded)) => normalise(&folded, &mut String::new()).to_owned().into(),
            _ => Cow::Borrowed(line),
        }
    }

    /// Writes the lines of a document, each with its original text.
    fn write_originals(&self, text: &str, rules: Rules, writer: &Writer, emit: &mut Emit) {
        let wanted = self.wanted();
        let all = Ends {
            head: usize::MAX,
            tail: 0,
        };
        let mut scratch = String::new();
        ends(text, wanted.unwrap_or(all), rules, |end, kept| {
            let end = wanted.map(|_| end);
            let line = self.written(kept.line, &mut scratch);
            writer.write_with_original(emit, kept.number, end, &line, kept.original(text));
        });
    }

    /// Writes the lines of a document that is read in pieces.
    fn write_long(
        &self,
        document: &mut LongDocument,
        rules: Rules,
        writer: &Writer,
        emit: &mut Emit,
    ) -> io::Result<()> {
        let mut ends = self.wanted().map(EndsInTurn::new);
        let mut scratch = String::new();
        let mut write_end = |number: u64, end: Option<End>, line: &str| {
            let line = self.written(line, &mut scratch);
            writer.write(emit, number, end, &line);
        };
        let mut write = |number: u64, line: &str| match &mut ends {
            None => write_end(number, None, line),
            Some(ends) => ends.push(number, line, |number, line| {
                write_end(number, Some(End::Head), line);
            }),
        };
        match self.unit {
            Unit::Line => {
                let mut lines = Lines::new(rules);
                document.for_each_piece(|piece| lines.push(piece, &mut write))?;
            }
            Unit::Sentence => {
                let mut sentences = Sentences::new(rules);
                document.for_each_piece(|piece| sentences.push(piece, &mut write))?;
                sentences.finish(write);
            }
        }
        if let Some(ends) = ends {
            ends.finish(|number, line| write_end(number, Some(End::Tail), line));
        }
        Ok(())
    }
}

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# write the first and last 300 lines of every book as records
find books -name '*.txt' | linenorm --ends 300
# find the most frequent sentences, however their lines are wrapped
find books -name '*.txt' | linenorm --unit sentence | freqlines --top 20 -r
# find the frequent lines, with an unchanged example of each
find books -name '*.txt' | linenorm --original | freqlines --example
# find the keys that headers of documents share, whatever their values are, as input of cutbounds
find books -name '*.txt' | linenorm --shape --head 100 | freqlines --per-doc > shapes.jsonl
# find the most frequent lines with sort and uniq
find books -name '*.txt' | linenorm -r | LC_ALL=C sort | uniq -c | sort -rn | head";

    const MEMORY: &'static str = "\
Streaming: of files of up to 4 MiB one per thread is held, and with -j the lines of up to four per thread wait for their
turn. One thread reads a longer file in pieces, in a few MiB and its longest line (with --unit sentence its longest paragraph, with --tail and --ends the lines of the end). Standard input and compressed files of this size are first copied to a temporary file ($TMPDIR or /tmp). A record is held whole, and with --original any document.";

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        if self.original && self.unit == Unit::Sentence {
            return Err(Error::new("--original", "is for --unit line"));
        }
        let columns = ["doc", "line", "end", "text", "original"];
        let columns = &columns[..4 + usize::from(self.original)];
        self.format.write_header(columns, out)?;
        let mut rules = self.rules.rules();
        // Most keys and values are short.
        rules.keep_trivial |= self.shape;
        let wanted = self.wanted();
        let unit = self.unit;
        let original = self.original;
        let format = self.format.format();
        let normaliser = Normaliser::new(Settings {
            unit,
            ends: wanted,
            rules,
        });
        let by = self.by.as_ref();
        let field = by.and_then(|by| NamedField::of_group(by, ""));
        let see = |group: &Option<String>| {
            if let Some(field) = &field {
                field.see(group.is_some());
            }
        };
        let work = |_: &mut (), document: &Document, emit: &mut Emit| {
            let group = self.by.as_ref().and_then(|by| document.group(by));
            see(&group);
            let writer = Writer::new(&document.name, group.as_deref(), format);
            if original {
                return self.write_originals(document.text, rules, &writer, emit);
            }
            let mut scratch = String::new();
            normaliser.for_each(document.text, |line| {
                let text = self.written(line.text, &mut scratch);
                writer.write(emit, line.number, line.end, &text);
            });
        };
        let work_long = |_: &mut (), document: &mut LongDocument, emit: &mut Emit| {
            let path = document.name();
            let name = Name::new(&*path);
            let by = self.by.as_ref();
            let group = by.and_then(|by| by.of(name.as_bytes(), |_| None));
            see(&group);
            let writer = Writer::new(&name, group.as_deref(), format);
            self.write_long(document, rules, &writer, emit)
        };
        let fields = self.by.iter().flat_map(GroupBy::fields);
        let sources = self.documents.text_sources(fields);
        let threads = self.threads.count();
        let worker = || ();
        match original {
            true => command::for_each_document(process, &sources, threads, out, worker, work)?,
            false => command::for_each_document_or_long(
                process, &sources, threads, out, worker, work, work_long,
            )?,
        }
        if let Some(field) = &field {
            field.warn(process);
        }
        Ok(())
    }
}

type WriteRow = fn(&mut Vec<u8>, &[&[u8]]);

/// Writes the lines of one document.
enum Writer<'a> {
    Jsonl(LineWriter),
    Raw,
    Rows { doc: &'a [u8], write: WriteRow },
}

impl<'a> Writer<'a> {
    fn new(name: &'a Name, group: Option<&str>, format: Format) -> Self {
        match format {
            Format::Jsonl => Writer::Jsonl(LineWriter::new(name, group)),
            Format::Raw => Writer::Raw,
            Format::Tsv => Writer::Rows {
                doc: name.as_bytes(),
                write: write_tsv,
            },
            Format::Csv => Writer::Rows {
                doc: name.as_bytes(),
                write: write_csv,
            },
        }
    }

    #[inline]
    fn write(&self, emit: &mut Emit, number: u64, end: Option<End>, line: &str) {
        match self {
            Writer::Jsonl(writer) => {
                writer.write(emit.out(), number, end.map(Into::into), line);
            }
            Writer::Raw => {
                emit.out().extend_from_slice(line.as_bytes());
                emit.out().push(b'\n');
            }
            Writer::Rows { doc, write } => write_row(*write, emit, doc, number, end, &[line]),
        }
        emit.settle();
    }

    fn write_with_original(
        &self,
        emit: &mut Emit,
        number: u64,
        end: Option<End>,
        line: &str,
        original: &str,
    ) {
        match self {
            Writer::Jsonl(writer) => {
                writer.write_with_original(emit.out(), number, end.map(Into::into), line, original);
            }
            Writer::Raw => return self.write(emit, number, end, line),
            Writer::Rows { doc, write } => {
                write_row(*write, emit, doc, number, end, &[line, original]);
            }
        }
        emit.settle();
    }
}

fn write_row(
    write: WriteRow,
    emit: &mut Emit,
    doc: &[u8],
    number: u64,
    end: Option<End>,
    texts: &[&str],
) {
    let number = number.to_string();
    let end = end.map_or("", |end| record::End::from(end).as_str());
    let mut row = vec![doc, number.as_bytes(), end.as_bytes()];
    row.extend(texts.iter().map(|text| text.as_bytes()));
    write(emit.out(), &row);
}
