//! Option groups that several tools share.

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use intake::{Blocks, InputFormat, Label, List, Observer, Sources, WarcLimits};
use record::{FieldPath, Keys, Name};

use crate::directory::Prefix;
use crate::rows::{write_csv, write_tsv};
use crate::{Error, Output};

const INPUT: &str = "Input";
const OUTPUT: &str = "Output";
const RESOURCES: &str = "Resources";

/// What every tool takes.
#[derive(Debug, Clone, Default, Args)]
pub struct CommonArgs {
    /// Write to FILE instead of standard output
    ///
    /// A regular FILE is written beside its place and put there, complete, at the end: a run that fails or is killed
    /// leaves what was there before.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,

    /// Write every record at once (the default on a terminal)
    #[arg(long, help_heading = OUTPUT)]
    pub line_buffered: bool,

    /// No warnings; never changes standard output
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,

    /// Tolerate N files and records that cannot be read, or P% of them: exit with 0 where there are no more
    ///
    /// Each is reported as always, and a line at the end says how many there were. Output that cannot be written is never
    /// tolerated.
    #[arg(long, value_name = "N|P%", help_heading = INPUT)]
    pub max_errors: Option<Tolerance>,

    /// Write a record to FILE for everything that cannot be read: source, line or offset, reason, and the line itself
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pub rejects: Option<PathBuf>,

    /// Tell what was read, written and left out, with time and memory: on standard error, or as a record in FILE
    ///
    /// A stats record is appended to FILE, whatever other tools append; trommel-report makes a page of it. Documents'
    /// words are counted only with this option.
    #[arg(long, value_name = "FILE", num_args = 0..=1, help_heading = OUTPUT)]
    pub stats: Option<Option<PathBuf>>,

    /// Show a bar with rate and remaining time on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = OUTPUT)]
    pub progress: When,
}

/// How many errors are none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tolerance {
    /// So many.
    Number(u64),
    /// So many of a hundred documents and records.
    Percent(f64),
}

impl FromStr for Tolerance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || format!("'{text}' is no number of errors; write 10 or 0.5%");
        match text.strip_suffix('%') {
            None => text.parse().map(Tolerance::Number).map_err(|_| invalid()),
            Some(percent) => match percent.parse::<f64>() {
                Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(Tolerance::Percent(percent)),
                _ => Err(invalid()),
            },
        }
    }
}

impl Tolerance {
    /// Whether so many errors are tolerated, where so many documents and records were read beside.
    pub fn allows(self, errors: u64, read: u64) -> bool {
        match self {
            Tolerance::Number(most) => errors <= most,
            Tolerance::Percent(percent) => {
                100.0 * errors as f64 <= percent * (errors as f64 + read as f64)
            }
        }
    }
}

impl Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Tolerance::Number(most) => write!(f, "{most}"),
            Tolerance::Percent(percent) => write!(f, "{percent}%"),
        }
    }
}

/// When to do something that depends on a terminal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// If standard error is a terminal and standard output is none
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How many threads work.
#[derive(Debug, Clone, Copy, Args)]
pub struct ThreadArgs {
    /// Work in N threads (0 = all cores); the output is the same for every N
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, help_heading = RESOURCES)]
    pub threads: usize,
}

impl ThreadArgs {
    /// The number of threads, at least 1.
    pub fn count(self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            // More threads than this only cost memory.
            threads => threads.min(1024),
        }
    }
}

/// Where documents come from.
#[derive(Debug, Clone, Args)]
pub struct DocumentArgs {
    /// What to read: text, JSON Lines, WARC, Parquet, tar, zip, CSV, folders; - is standard input
    ///
    /// A file is recognised by its first bytes, and by its name only where these leave it open: JSON Lines, web archives
    /// (their pages with status 200, under their addresses), Parquet, tar, zip and tables hold many documents, anything else
    /// that is text is one. What is compressed by gzip, zstd, bzip2, xz or lz4 is decompressed. A folder stands for the
    /// files in it, but for hidden ones. What is no text is refused. trommel(7) has a table of what is read.
    ///
    /// Without FILE, standard input is a web archive, a Parquet file, a tar or zip archive where it begins like one, else
    /// a list with one entry a line: a path, or a document record (a line that begins with a brace).
    #[arg(value_name = "FILE", help_heading = INPUT)]
    pub files: Vec<OsString>,

    /// The list on standard input holds paths separated by NUL (find -print0)
    #[arg(short = '0', long, conflicts_with_all = ["files", "files_from", "files0_from"], help_heading = INPUT)]
    pub null: bool,

    /// Read the list from F (- is standard input)
    #[arg(long, value_name = "F", conflicts_with_all = ["files", "files0_from"], help_heading = INPUT)]
    pub files_from: Option<PathBuf>,

    /// Read a list of paths separated by NUL from F (- is standard input)
    #[arg(long, value_name = "F", conflicts_with = "files", help_heading = INPUT)]
    pub files0_from: Option<PathBuf>,

    /// The documents' encoding, a WHATWG label, or auto
    ///
    /// auto: a byte order mark if there is one, else UTF-8 if the whole document is, but for a few bad bytes, else windows-1252.
    /// Document records are always UTF-8.
    #[arg(short = 'E', long, value_name = "LABEL", default_value = "auto", help_heading = INPUT)]
    pub encoding: Label,

    /// What the files are, whatever they look like
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = input_format(), help_heading = INPUT)]
    pub input_format: InputFormat,

    /// The field or column that holds the text, .a.b inside an object [default: text]
    ///
    /// Tools that write documents write the text back into the same field.
    #[arg(long, value_name = "FIELD", help_heading = INPUT)]
    pub text_field: Option<FieldPath>,

    /// The field or column that names the document, .a.b inside an object [default: doc, else id, else FILE:N]
    ///
    /// A record without it is FILE:N, N its line or row. Where the name is in neither doc nor id, tools that write
    /// documents add it as doc.
    #[arg(long, value_name = "FIELD", help_heading = INPUT)]
    pub id_field: Option<FieldPath>,

    /// Leave out documents of more bytes, decompressed: a number, or one with K, M, G
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_bytes, help_heading = RESOURCES)]
    pub max_document_size: u64,

    /// Which pages of web archives are documents.
    #[command(flatten)]
    pub warc: WarcArgs,
}

fn input_format() -> impl TypedValueParser<Value = InputFormat> {
    PossibleValuesParser::new(InputFormat::names())
        .map(|name| name.parse().expect("it is one of the names"))
}

/// Which records of a web archive are documents.
#[derive(Debug, Clone, Default, Args)]
pub struct WarcArgs {
    /// Media types of the pages that are taken from web archives
    #[arg(long, value_name = "TYPE,...", value_delimiter = ',', default_value = "text/html,application/xhtml+xml,text/plain", help_heading = INPUT)]
    pub warc_media_types: Vec<String>,

    /// Leave out pages of web archives with fewer bytes: a number, or one with K, M, G
    #[arg(long, value_name = "SIZE", default_value = "5K", value_parser = parse_bytes, help_heading = INPUT)]
    pub warc_min_size: u64,

    /// Leave out pages of web archives with more bytes
    #[arg(long, value_name = "SIZE", default_value = "2M", value_parser = parse_bytes, help_heading = INPUT)]
    pub warc_max_size: u64,
}

impl DocumentArgs {
    /// A document of a line that [`intake::Document::record_line`] gave.
    ///
    /// # Panics
    /// If it is none.
    pub fn read_again<'a>(&self, line: &'a str) -> record::Document<'a> {
        let mut keys = self.keys();
        keys.or_default = true;
        record::Document::read_with(line.as_bytes(), &keys, || Name::from(""))
            .expect("a record that was read before")
    }

    fn keys(&self) -> Keys {
        Keys {
            id: self.id_field.clone(),
            text: self.text_field.clone(),
            or_default: false,
        }
    }

    /// What is to be read.
    pub fn sources(&self) -> Sources {
        let list = self.files_from.as_ref().or(self.files0_from.as_ref());
        let mut sources = Sources::default();
        sources.files.clone_from(&self.files);
        sources.list = list.map_or(List::StandardInput, |path| List::File(path.clone()));
        sources.null = self.null || self.files0_from.is_some();
        sources.encoding = self.encoding;
        sources.format = self.input_format;
        sources.keys = self.keys();
        sources.max_document_size = self.max_document_size;
        sources.warc = WarcLimits {
            media_types: self.warc.warc_media_types.clone(),
            min_size: self.warc.warc_min_size,
            max_size: self.warc.warc_max_size,
        };
        sources
    }
}

/// Where records come from.
#[derive(Debug, Clone, Args)]
pub struct RecordArgs {
    /// Files of records (compressed ones are recognised); without FILE, or where it is -, standard input
    #[arg(value_name = "FILE", help_heading = INPUT)]
    pub files: Vec<OsString>,

    /// Read plain lines instead of records
    #[arg(short = 'R', long, help_heading = INPUT)]
    pub raw_input: bool,
}

impl RecordArgs {
    /// The lines of the FILEs, or of standard input without any, in blocks of about `size` bytes.
    pub fn blocks<'a>(&self, size: usize, observer: &'a dyn Observer) -> Blocks<'a> {
        Blocks::new(&self.files, self.raw_input, size, observer)
    }
}

/// Where each document becomes a file of its own.
#[derive(Debug, Clone, Default, Args)]
pub struct DirectoryArgs {
    /// Write each document to a file of its own under DIR instead
    ///
    /// The file has the document's name. Of absolute FILEs, and of those with .., the folder that they have in common is
    /// left out. A compressed file is written decompressed, without .gz and the like. Where two documents would be one
    /// file, the second is reported, and left out.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub out_dir: Option<PathBuf>,

    /// Leave the folder PREFIX out of the names of files under --out-dir: for lists of absolute paths
    #[arg(long, value_name = "PREFIX", requires = "out_dir", help_heading = OUTPUT)]
    pub strip_prefix: Option<PathBuf>,

    /// Leave files that are under --out-dir already as they are: to go on after a run that was interrupted
    ///
    /// Files are put in place when they are complete, so one that is there is done. Its document is read, and nothing more is
    /// done with it where the result does not depend on other documents.
    #[arg(long, requires = "out_dir", help_heading = OUTPUT, hide_short_help = true)]
    pub skip_existing: bool,
}

impl DirectoryArgs {
    /// Whether documents become files.
    pub fn is_set(&self) -> bool {
        self.out_dir.is_some()
    }

    /// Opens the directory, where one was named.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(&self, documents: &DocumentArgs, out: &mut Output) -> Result<(), Error> {
        let Some(root) = &self.out_dir else {
            return Ok(());
        };
        out.set_directory(root)?;
        out.strip(self.prefix(documents));
        if self.skip_existing {
            out.skip_existing_files();
        }
        Ok(())
    }

    /// What is left out of the names of files.
    pub fn prefix(&self, documents: &DocumentArgs) -> Prefix {
        match &self.strip_prefix {
            Some(prefix) => Prefix::given(prefix),
            None => Prefix::common(&documents.files),
        }
    }
}

/// What flat records are written as.
#[derive(Debug, Clone, Copy, Args)]
pub struct FormatArgs {
    /// Write plain text instead of JSON
    #[arg(short, long, conflicts_with = "format", help_heading = OUTPUT)]
    pub raw_output: bool,

    /// Write records as JSON Lines, TSV or CSV
    ///
    /// TSV and CSV have a column for each field of the record, in its order. In TSV a tab, line feed,
    /// carriage return or backslash inside a field is written as \t, \n, \r or \\.
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", help_heading = OUTPUT)]
    pub format: FlatFormat,

    /// With --format tsv or csv, write the names of the columns first
    #[arg(long, help_heading = OUTPUT)]
    pub header: bool,
}

/// A format for flat records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FlatFormat {
    /// JSON Lines
    Jsonl,
    /// Tab-separated values
    Tsv,
    /// Comma-separated values
    Csv,
}

/// What records are written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// JSON Lines.
    Jsonl,
    /// Tab-separated values.
    Tsv,
    /// Comma-separated values.
    Csv,
    /// The text alone.
    Raw,
}

impl FormatArgs {
    /// Writes the names of the columns, where that was asked for. To be called before any row is written.
    ///
    /// # Errors
    /// A format that has no columns; what the system says.
    pub fn write_header(&self, columns: &[&str], out: &mut Output) -> Result<(), Error> {
        if !self.header {
            return Ok(());
        }
        let columns: Vec<&[u8]> = columns.iter().map(|column| column.as_bytes()).collect();
        let mut line = Vec::new();
        match self.format() {
            Format::Tsv => write_tsv(&mut line, &columns),
            Format::Csv => write_csv(&mut line, &columns),
            Format::Jsonl | Format::Raw => {
                return Err(Error::new("--header", "is for --format tsv or csv"));
            }
        }
        out.write(&line)
    }

    /// The format that `-r` and `--format` ask for.
    pub fn format(self) -> Format {
        match (self.raw_output, self.format) {
            (true, _) => Format::Raw,
            (false, FlatFormat::Jsonl) => Format::Jsonl,
            (false, FlatFormat::Tsv) => Format::Tsv,
            (false, FlatFormat::Csv) => Format::Csv,
        }
    }
}

/// How much memory to hold, and where the rest goes.
#[derive(Debug, Clone, Args)]
pub struct SpillArgs {
    /// Hold at most SIZE of memory: a number of KiB, or one with b, K, M, G, T, or % of the machine's memory
    #[arg(short = 'S', long, value_name = "SIZE", value_parser = parse_size, help_heading = RESOURCES)]
    pub buffer_size: Option<u64>,

    /// Put temporary files into DIR instead of $TMPDIR or /tmp
    #[arg(short = 'T', long, value_name = "DIR", help_heading = RESOURCES)]
    pub temporary_directory: Option<PathBuf>,
}

impl SpillArgs {
    /// Bytes of memory to hold: half of the machine's where nothing else was asked for.
    pub fn memory(&self) -> u64 {
        self.buffer_size
            .unwrap_or_else(|| platform::system::total_memory() / 2)
    }

    /// The directory for temporary files.
    pub fn directory(&self) -> PathBuf {
        self.temporary_directory
            .clone()
            .unwrap_or_else(std::env::temp_dir)
    }
}

/// A size in bytes: a bare number is one of bytes, as in `find -size` with `c` and in `head -c`.
fn parse_bytes(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(bytes) => Ok(bytes),
        Err(_) => parse_size(text),
    }
}

/// A size as GNU sort writes it, in bytes: `64` is 64 KiB, `64M`, `1G`, `512b` bytes, `25%` of the machine's memory.
fn parse_size(text: &str) -> Result<u64, String> {
    let invalid = || format!("'{text}' is no size; write 64M, 2G, 512b or 25%");
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number: u64 = text[..digits].parse().map_err(|_| invalid())?;
    let scale = match &text[digits..] {
        "b" => 1,
        "" | "K" | "k" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        "T" => 1 << 40,
        "%" if number <= 100 => return Ok(platform::system::total_memory() / 100 * number),
        _ => return Err(invalid()),
    };
    number.checked_mul(scale).ok_or_else(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_at_least_one_and_not_too_many() {
        let count = |threads| ThreadArgs { threads }.count();
        assert_eq!([count(1), count(3), count(1 << 20)], [1, 3, 1024]);
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        assert_eq!(count(0), cores);
    }

    #[test]
    fn sizes_are_read_as_gnu_sort_reads_them() {
        assert_eq!(parse_size("64"), Ok(65_536));
        assert_eq!(parse_size("512b"), Ok(512));
        assert_eq!(parse_size("64M"), Ok(64 << 20));
        assert_eq!(parse_size("2G"), Ok(2 << 30));
        assert_eq!(parse_size("3T"), Ok(3 << 40));
        assert_eq!(parse_size("8k"), parse_size("8"));
        assert_eq!(parse_bytes("64"), Ok(64));
        assert_eq!(parse_bytes("64K"), Ok(65_536));
        assert!(parse_size("50%").unwrap() > 0);
        for bad in ["", "M", "1.5G", "101%", "9999999999999999T", "-1", "1Q"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }
}
