//! Option groups that several tools share.

use std::ffi::OsString;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use intake::{
    Blocks, Document, InputFormat, Label, List, Names, Observer, OtherFields, Sources, WarcLimits,
};
use record::{FieldPath, Keys, Name};

use crate::Error;
use crate::directory::{Prefix, is_same_file};
use crate::written::OutputFormat;

const INPUT: &str = "Input";
const OUTPUT: &str = "Output";
const RESOURCES: &str = "Resources";

/// Parses an element of a list; spaces around it do not count.
///
/// # Errors
/// Returns the error of the type.
pub fn listed<T: FromStr>(element: &str) -> Result<T, T::Err> {
    element.trim().parse()
}

/// Parses the code of a language, such as `en` or `pt-BR`.
fn parse_code(code: &str) -> Result<String, String> {
    let code = code.trim();
    let (language, rest) = code.split_once(['-', '_']).unwrap_or((code, ""));
    let is_plain = |one: char| one.is_ascii_alphanumeric() || "-_.@".contains(one);
    match language.len() {
        2 | 3
            if language.bytes().all(|byte| byte.is_ascii_alphabetic())
                && rest.chars().all(is_plain) =>
        {
            Ok(code.to_owned())
        }
        _ => Err(
            "not the code of a language, such as en; charset list --languages lists the codes"
                .to_owned(),
        ),
    }
}

/// Options of every tool.
#[derive(Debug, Clone, Default, Args)]
pub struct CommonArgs {
    /// Write to FILE instead of standard output
    ///
    /// A regular FILE is replaced at the end, when the output is complete: if the run fails or is killed, the old
    /// contents remain. They also remain if some input cannot be read (and --max-errors does not allow that), and FILE is that input or there
    /// is nothing to write. The suffix says how it is written: .gz and .zst are compressed; with .csv, .tsv and .parquet the records
    /// become the rows of a table, which is written after the last record. Columns keep the types that were read; the others get one by their values. With
    /// .vert and .prevert documents become vertical text.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,

    /// Write records in this format, whatever the suffix of the file
    #[arg(long, value_name = "FORMAT", default_value = "auto", help_heading = OUTPUT, hide_short_help = true)]
    pub output_format: OutputFormat,

    /// Fields that become attributes of documents in vertical text [default: all with a string, a number or a truth value, and the language of charset]
    ///
    /// .charset.language means the field language of the object charset; its attribute is charset_language. The attribute id has
    /// the name of the document. Signs other than ASCII letters, digits, - and _ in names of attributes become _, and a name that begins with a digit gets _ before it. If
    /// two fields would have one name, the second gets a number, as in a_b_2.
    #[arg(long, value_name = "FIELD,...", value_delimiter = ',', value_parser = listed::<FieldPath>, help_heading = OUTPUT, hide_short_help = true)]
    pub structure_fields: Vec<FieldPath>,

    /// The language of documents in vertical text whose fields charset.language, charset_language, language and lang are missing: it decides
    /// which clitics and abbreviations are tokens
    #[arg(long, value_name = "CODE", value_parser = parse_code, help_heading = OUTPUT, hide_short_help = true)]
    pub structure_language: Option<String>,

    /// Do not add the field that is called like the tool to each document
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub no_mark: bool,

    /// Add the host of the document's address as host, and its registered domain as domain
    ///
    /// The address is the field url, or the name. Pages of web archives have one.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub hosts: bool,

    /// Write every record immediately (the default on a terminal)
    #[arg(long, help_heading = OUTPUT)]
    pub line_buffered: bool,

    /// Print no warnings; standard output is the same
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,

    /// Tolerate up to N unreadable files and records, or P% of all: exit with 0 then
    ///
    /// Each is still reported, and a final line gives their number. Output that cannot be written is never tolerated.
    #[arg(long, value_name = "N|P%", help_heading = INPUT)]
    pub max_errors: Option<Tolerance>,

    /// Write a record to FILE for every input that cannot be read: source, line or offset, reason, and the line itself
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pub rejects: Option<PathBuf>,

    /// Report what was read, written and left out, with time and memory: on standard error, or as a record in FILE
    ///
    /// The stats record is appended to FILE, which all tools of a pipeline can share; trommel-report makes a page of
    /// it. Words of documents are counted only with this option.
    #[arg(long, value_name = "FILE", num_args = 0..=1, help_heading = OUTPUT)]
    pub stats: Option<Option<PathBuf>>,

    /// Show a progress bar with rate and remaining time on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = OUTPUT)]
    pub progress: When,
}

impl CommonArgs {
    /// The file of `--output`; `None` for standard output, which is also `-`.
    pub fn output_file(&self) -> Option<&Path> {
        self.output
            .as_deref()
            .filter(|path| path.as_os_str() != "-")
    }

    /// Checks the files that options write: these, and those of the tool. An output may replace a file that is read, but what
    /// only accompanies it may not.
    ///
    /// # Errors
    /// Fails if two options write to one file, or one writes to a file that is read or to none.
    pub(crate) fn check_files(
        &self,
        of_tool: &[(&'static str, PathBuf)],
        read: &[OsString],
    ) -> Result<(), Error> {
        let of_tool = of_tool
            .iter()
            .map(|(option, file)| (*option, file.as_path()));
        let written: Vec<_> = self.written().chain(of_tool).collect();
        for (number, (option, file)) in written.iter().enumerate() {
            let refused = |message: String| {
                let source = format!("{option} {}", intake::display_path(file));
                Err(Error::new(source, message))
            };
            for (other, other_file) in &written[..number] {
                if is_same_file(file, other_file) {
                    return refused(format!(
                        "{other} writes to this file, too; name another one"
                    ));
                }
            }
            if file.as_os_str() == "-" {
                return refused("name a file; standard output has the records".into());
            }
            let is_read = || read.iter().any(|other| is_same_file(file, other.as_ref()));
            if !["--output", "--stats"].contains(option) && is_read() {
                return refused(
                    "this file is read, and would be replaced; name another one".into(),
                );
            }
        }
        Ok(())
    }

    /// The options that write to a file, with their files.
    fn written(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let stats = self.stats.as_ref().and_then(Option::as_deref);
        let files = [
            ("--output", self.output_file()),
            ("--rejects", self.rejects.as_deref()),
            ("--stats", stats),
        ];
        (files.into_iter()).filter_map(|(option, file)| Some((option, file?)))
    }

    /// Refuses a file of an option that the run would write over.
    ///
    /// # Errors
    /// Fails if an option writes to the file.
    pub fn check_kept(&self, option: &str, file: &Path) -> Result<(), Error> {
        match self.written().any(|(_, other)| is_same_file(file, other)) {
            true => Err(Error::new(
                format!("{option} {}", intake::display_path(file)),
                "--output, --rejects or --stats writes to this file, too; name another one",
            )),
            false => Ok(()),
        }
    }

    /// Whether the file of the output is one of these, which are read.
    pub(crate) fn reads_output(&self, files: &[OsString]) -> bool {
        let read = |output: &Path| files.iter().any(|file| is_same_file(output, file.as_ref()));
        self.output_file().is_some_and(read)
    }
}

/// The number of tolerated errors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tolerance {
    /// An absolute number.
    Number(u64),
    /// A percentage of the documents and records.
    Percent(f64),
}

impl FromStr for Tolerance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || format!("'{text}' is not a number of errors; write 10 or 0.5%");
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
    /// Whether this number of errors is tolerated, given the number of documents and records read
    /// without error.
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

/// When to show the progress bar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// If standard error is a terminal and standard output is not
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The number of threads.
#[derive(Debug, Clone, Copy, Args)]
pub struct ThreadArgs {
    /// Use N threads (0 = all cores); the output is the same for every N
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, help_heading = RESOURCES)]
    pub threads: usize,
}

impl ThreadArgs {
    /// Returns the number of threads, at least 1.
    pub fn count(self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, |cores| cores.get()),
            // More threads would only cost memory.
            threads => threads.min(1024),
        }
    }
}

/// The limit of what compressed inputs give, also those that other options name.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct InputLimitArgs {
    /// Read at most SIZE bytes from a compressed file, an archive or a Parquet file, when decompressed [default: 256M, and
    /// 1000 times the size of the file if that is more]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, help_heading = RESOURCES, hide_short_help = true)]
    pub max_input_size: Option<u64>,
}

/// The input documents.
#[derive(Debug, Clone, Args)]
pub struct DocumentArgs {
    /// Files to read: text, JSON Lines, WARC, Parquet, tar, zip, CSV, folders; - is standard input
    ///
    /// The format is detected by the first bytes, and by the name only if these are ambiguous: JSON Lines, web archives
    /// (pages with status 200, named by URL), Parquet, tar, zip and tables contain many documents; any other text file
    /// is one document. gzip, zstd, bzip2, xz and lz4 are decompressed. A folder stands for the files in it, except
    /// hidden ones. Binary files are refused. trommel(7) has a table of the formats.
    ///
    /// Without FILE, standard input is read as a web archive, a Parquet file, a tar or a zip archive, or a page if it
    /// begins like one. With --input-format it is read in that format, unless its first line is the path of a file. Otherwise
    /// it is a list with one entry a line: a path, or a document record (a line that begins with a brace).
    #[arg(value_name = "FILE", help_heading = INPUT)]
    pub files: Vec<OsString>,

    /// The list on standard input contains paths separated by NUL (find -print0)
    #[arg(short = '0', long, conflicts_with_all = ["files", "files_from", "files0_from"], help_heading = INPUT)]
    pub null: bool,

    /// Read the list from F (- is standard input)
    #[arg(long, value_name = "F", conflicts_with_all = ["files", "files0_from"], help_heading = INPUT)]
    pub files_from: Option<PathBuf>,

    /// Read a list of paths separated by NUL from F (- is standard input)
    #[arg(long, value_name = "F", conflicts_with = "files", help_heading = INPUT)]
    pub files0_from: Option<PathBuf>,

    /// The encoding of the documents: a WHATWG label, or auto
    ///
    /// auto: a byte order mark decides. Without one it is UTF-8 if all but a few bytes of the document are valid and it
    /// has no escape sequences such as those of ISO-2022-JP. Otherwise charset finds the encoding by its models and by
    /// the declarations of the document and its server. A tool that was built without the models uses the declaration,
    /// else windows-1252 with a warning. A table or vertical text is UTF-8 without a byte order mark or LABEL. JSON is
    /// always UTF-8.
    #[arg(short = 'E', long, value_name = "LABEL", default_value = "auto", help_heading = INPUT)]
    pub encoding: Label,

    /// The format of the files, instead of detecting it
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = input_format(), help_heading = INPUT)]
    pub input_format: InputFormat,

    /// The field or column with the text; `.a.b` inside an object, `.a[0].b` in an array, `a[].b` joins all [default: text]
    ///
    /// Tools that write documents write the text back into the same field. The texts of a[].b, one of each element of an
    /// array, are joined by an empty line, and empty ones are left out. The joined text is written as the field text. blockdedup,
    /// cutbounds and overlap also write the remaining text of each element back into it, which may leave it empty. Other tools
    /// that change the text do not change the elements, and warn: use the field text then.
    #[arg(long, value_name = "FIELD", help_heading = INPUT)]
    pub text_field: Option<FieldPath>,

    /// The field or column with the document's name; .a.b inside an object [default: doc, else id, else FILE:N]
    ///
    /// A record without it is named FILE:N, where N is its line or row. If the name is in neither doc nor id, tools
    /// that write documents add it as doc.
    #[arg(long, value_name = "FIELD", help_heading = INPUT)]
    pub id_field: Option<FieldPath>,

    /// Read only the documents named in FILE: a name a line, or records with doc
    ///
    /// A name stands for all documents that have it. A record of lcsdup --emit keep with a file and line stands only for the document there.
    #[arg(long, value_name = "FILE", value_parser = names(), help_heading = INPUT, hide_short_help = true)]
    pub only: Option<Names>,

    /// Leave out the documents named in FILE, such as the output of lcsdup --emit drop
    ///
    /// A name stands for all documents that have it. A record of lcsdup or neardup stands only for the document at its file and line if the
    /// duplicate and the document that is kept have the same name.
    #[arg(long, value_name = "FILE", value_parser = names(), help_heading = INPUT, hide_short_help = true)]
    pub except: Option<Names>,

    /// Read only the documents at the hosts in FILE: a host a line, or records with host
    ///
    /// A host stands for those below it, too: mill.example for www.mill.example. The address of a document is in the field url, or its
    /// name is one; pages of web archives have it. A document without an address is at no host.
    #[arg(long, value_name = "FILE", value_parser = hosts(), help_heading = INPUT, hide_short_help = true)]
    pub only_hosts: Option<Names>,

    /// Leave out the documents at the hosts in FILE
    #[arg(long, value_name = "FILE", value_parser = hosts(), help_heading = INPUT, hide_short_help = true)]
    pub except_hosts: Option<Names>,

    /// Leave out documents of more than SIZE bytes when decompressed: a number, optionally with K, M, G
    ///
    /// It is also the limit of a record in the file of another option, such as --items or --freq, which cannot be left out: the tool stops.
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_bytes, help_heading = RESOURCES)]
    pub max_document_size: u64,

    /// The limit of compressed files.
    #[command(flatten)]
    pub input_limit: InputLimitArgs,

    /// Options for web archives.
    #[command(flatten)]
    pub warc: WarcArgs,
}

fn names() -> impl TypedValueParser<Value = Names> {
    OsStringValueParser::new().try_map(|path| Names::read(Path::new(&path)))
}

fn hosts() -> impl TypedValueParser<Value = Names> {
    OsStringValueParser::new().try_map(|path| Names::read_hosts(Path::new(&path)))
}

fn input_format() -> impl TypedValueParser<Value = InputFormat> {
    PossibleValuesParser::new(InputFormat::names())
        .map(|name| name.parse().expect("it is one of the names"))
}

/// The records of a web archive that are documents.
#[derive(Debug, Clone, Default, Args)]
pub struct WarcArgs {
    /// Media types of the pages to read from web archives
    #[arg(long, value_name = "TYPE,...", value_delimiter = ',', value_parser = listed::<String>, default_value = "text/html,application/xhtml+xml,text/plain", help_heading = INPUT)]
    pub warc_media_types: Vec<String>,

    /// Leave out pages of web archives of less than SIZE bytes: a number, optionally with K, M, G [default: 5K, and 0 for
    /// the texts of WET files]
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, help_heading = INPUT)]
    pub warc_min_size: Option<u64>,

    /// Leave out pages of web archives of more than SIZE bytes, or of --max-document-size if that is less
    #[arg(long, value_name = "SIZE", default_value = "2M", value_parser = parse_bytes, help_heading = INPUT)]
    pub warc_max_size: u64,
}

impl DocumentArgs {
    /// Parses a line made by [`intake::Document::record_line`] again.
    ///
    /// # Panics
    /// Panics if the line is not such a record.
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
            ..Keys::default()
        }
    }

    /// Like [`DocumentArgs::sources`], for a tool that writes no documents. It needs only names,
    /// texts, the languages that `charset` found, and these fields.
    pub fn text_sources<'a>(&self, fields: impl IntoIterator<Item = &'a str>) -> Sources {
        let mut sources = self.sources();
        let fields = fields.into_iter().chain(["charset"]);
        let mut fields: Vec<String> = fields.map(str::to_owned).collect();
        if self.only_hosts.is_some() || self.except_hosts.is_some() {
            fields.push("url".into());
        }
        sources.other_fields = OtherFields::Only(fields);
        sources
    }

    /// Returns the sources that the options select.
    pub fn sources(&self) -> Sources {
        let list = self.files_from.as_ref().or(self.files0_from.as_ref());
        let mut sources = Sources::default();
        sources.files.clone_from(&self.files);
        sources.list = list.map_or(List::StandardInput, |path| List::File(path.clone()));
        sources.null = self.null || self.files0_from.is_some();
        sources.encoding = self.encoding;
        sources.format = self.input_format;
        sources.keys = self.keys();
        sources.only.clone_from(&self.only);
        sources.except.clone_from(&self.except);
        sources.only_hosts.clone_from(&self.only_hosts);
        sources.except_hosts.clone_from(&self.except_hosts);
        sources.max_document_size = self.max_document_size;
        sources.max_input_size = self.input_limit.max_input_size;
        sources.warc = WarcLimits {
            media_types: self.warc.warc_media_types.clone(),
            min_size: self.warc.warc_min_size,
            max_size: self.warc.warc_max_size.min(self.max_document_size),
        };
        sources
    }
}

/// The input records.
#[derive(Debug, Clone, Args)]
pub struct RecordArgs {
    /// Files of records (compressed ones are recognised), or folders of such files; standard input if there are none, or for -
    #[arg(value_name = "FILE", help_heading = INPUT)]
    pub files: Vec<OsString>,

    /// Read plain lines instead of records
    #[arg(short = 'R', long, help_heading = INPUT)]
    pub raw_input: bool,

    /// The limit of compressed files.
    #[command(flatten)]
    pub input_limit: InputLimitArgs,
}

impl RecordArgs {
    /// Returns the lines of the files, or of standard input if there are none, in blocks of about
    /// `size` bytes.
    pub fn blocks<'a>(&self, size: usize, observer: &'a dyn Observer) -> Blocks<'a> {
        let limit = self.input_limit.max_input_size;
        Blocks::new(&self.files, self.raw_input, size, observer).up_to(limit)
    }
}

/// Options for writing each document to a file of its own.
#[derive(Debug, Clone, Default, Args)]
pub struct DirectoryArgs {
    /// Write each document to a file of its own under DIR instead, and each data set to a file of records
    ///
    /// The file is named like the document. If that is an address that ends in /, it is the file index, and .x in an address becomes %2Ex, because
    /// the tools do not read hidden files of a folder. A new file has the permissions of the document's file. A FILE of JSON Lines, a table or vertical text is a data set: the records of its documents
    /// become one file, in the format and compression of its suffix or in that of --output-format. It is not written if it is cut off
    /// or damaged; records that cannot be used are reported and left out. With -r, or from standard input, each of its documents is a file of text. From absolute FILEs, and from those with .., their common folder is
    /// stripped; an absolute path in a list keeps its folders, as in /home/me/x, which becomes DIR/home/me/x. A text is not compressed, and suffixes such as .gz are dropped. If two documents have the same
    /// file, the second is reported and left out.
    #[arg(long, value_name = "DIR", conflicts_with = "output", help_heading = OUTPUT)]
    pub out_dir: Option<PathBuf>,

    /// Strip the folder PREFIX from the names of files under --out-dir
    #[arg(long, value_name = "PREFIX", requires = "out_dir", help_heading = OUTPUT)]
    pub strip_prefix: Option<PathBuf>,

    /// Skip documents whose file under --out-dir exists: to resume an interrupted run
    ///
    /// A file appears only when it is complete, so an existing one is done. Its document is still read, but not
    /// processed unless other documents depend on it.
    #[arg(long, requires = "out_dir", help_heading = OUTPUT, hide_short_help = true)]
    pub skip_existing: bool,
}

impl DirectoryArgs {
    /// Whether documents are written to files.
    pub fn is_set(&self) -> bool {
        self.out_dir.is_some()
    }

    /// Whether the document becomes a file of its own.
    pub fn takes(&self, document: &Document) -> bool {
        self.is_set() && document.data_set().is_none()
    }

    /// Returns the prefix to strip from the names of files.
    pub fn prefix(&self, documents: &DocumentArgs) -> Prefix {
        match &self.strip_prefix {
            Some(prefix) => Prefix::given(prefix),
            None => Prefix::common_folder(&documents.files),
        }
    }
}

/// The output format of flat records.
#[derive(Debug, Clone, Copy, Args)]
pub struct FormatArgs {
    /// Write plain text instead of JSON
    #[arg(short, long, conflicts_with = "format", help_heading = OUTPUT)]
    pub raw_output: bool,

    /// Write records as JSON Lines, TSV or CSV
    ///
    /// TSV and CSV have a column for each field of the record, in the record's order. In TSV a tab, line feed, carriage
    /// return or backslash inside a field is written as \t, \n, \r or \\.
    #[arg(long, value_name = "FORMAT", default_value = "jsonl", help_heading = OUTPUT)]
    pub format: FlatFormat,

    /// With --format tsv or csv, begin with a line of column names
    #[arg(long, help_heading = OUTPUT)]
    pub header: bool,
}

/// A format of flat records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FlatFormat {
    /// JSON Lines
    Jsonl,
    /// Tab-separated values
    Tsv,
    /// Comma-separated values
    Csv,
}

/// The format of output records.
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
    /// Returns the format that `-r` and `--format` select.
    pub fn format(self) -> Format {
        match (self.raw_output, self.format) {
            (true, _) => Format::Raw,
            (false, FlatFormat::Jsonl) => Format::Jsonl,
            (false, FlatFormat::Tsv) => Format::Tsv,
            (false, FlatFormat::Csv) => Format::Csv,
        }
    }
}

/// The memory limit, and the directory for temporary files.
#[derive(Debug, Clone, Args)]
pub struct SpillArgs {
    /// Use at most SIZE of memory: a number of KiB, or one with b, K, M, G, T, or % of the machine's memory
    #[arg(short = 'S', long, value_name = "SIZE", value_parser = parse_size, help_heading = RESOURCES)]
    pub buffer_size: Option<u64>,

    /// The directory.
    #[command(flatten)]
    pub temporary: TemporaryArgs,
}

/// The directory for temporary files.
#[derive(Debug, Clone, Args)]
pub struct TemporaryArgs {
    /// Put temporary files into DIR instead of $TMPDIR or /tmp
    #[arg(short = 'T', long, value_name = "DIR", help_heading = RESOURCES)]
    pub temporary_directory: Option<PathBuf>,
}

impl SpillArgs {
    /// Returns the memory limit in bytes; the default is half of the machine's memory.
    pub fn memory(&self) -> u64 {
        self.buffer_size
            .unwrap_or_else(|| platform::system::total_memory() / 2)
    }

    /// Returns the directory for temporary files.
    pub fn directory(&self) -> PathBuf {
        self.temporary.directory()
    }
}

impl TemporaryArgs {
    /// Returns the directory for temporary files.
    pub fn directory(&self) -> PathBuf {
        self.temporary_directory
            .clone()
            .unwrap_or_else(std::env::temp_dir)
    }
}

/// Parses a share: a number from 0 to 1.
///
/// # Errors
/// Fails for any other text.
pub fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("must be a number from 0 to 1".to_owned()),
    }
}

/// Parses a size in bytes. A number without suffix means bytes, as in `head -c`.
fn parse_bytes(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(bytes) => Ok(bytes),
        Err(_) => parse_size(text),
    }
}

/// Parses a size in the notation of GNU sort: `64` is 64 KiB, `64M`, `1G`, `512b` bytes, `25%` of
/// the machine's memory.
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

    #[cfg(unix)]
    #[test]
    fn two_options_cannot_write_to_one_file() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| Some(temp.path().join(name));
        std::fs::create_dir(path("d").unwrap()).unwrap();
        let check = |output, rejects, stats| {
            let common = CommonArgs {
                output,
                rejects,
                stats: Some(stats),
                ..CommonArgs::default()
            };
            common.check_files(&[], &[]).is_ok()
        };
        assert!(check(path("a"), path("b"), path("c")));
        assert!(check(path("a"), None, None));
        assert!(!check(path("a"), path("d/../a"), None));
        assert!(!check(None, path("a"), path("./a")));
        std::fs::write(path("a").unwrap(), "").unwrap();
        std::os::unix::fs::symlink(path("a").unwrap(), path("link").unwrap()).unwrap();
        assert!(!check(path("a"), path("b"), path("link")));
        let null = || Some(PathBuf::from("/dev/null"));
        assert!(check(null(), null(), None));
        let dash = || Some(PathBuf::from("-"));
        assert!(check(dash(), path("b"), None));
        assert!(!check(None, dash(), None));
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

    #[test]
    fn shares_are_from_0_to_1() {
        assert_eq!(parse_share("0.25"), Ok(0.25));
        for bad in ["", "-0.1", "1.01", "NaN", "inf", "50%"] {
            assert!(parse_share(bad).is_err(), "{bad}");
        }
    }
}
