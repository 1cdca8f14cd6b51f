//! Standard output or a file, in its format.

use std::fs::{self, File};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use intake::{Columns, display_path};
use memchr::memchr_iter;
use platform::files::AtomicFile;
use platform::system;

use crate::Error;
use crate::directory::OutputDirectory;
use crate::stats::{self, Collector};
use crate::written::{
    Form, Layout, OutputFormat, Own, Packer, Spool, Structure, Table, Told, Vertical, Written,
};

/// The minimum size of a `write` call in bytes. With smaller ones, a run takes 10 % longer or more.
const BUFFER: usize = 64 * 1024;

/// The message about a folder that is to be written.
const IS_FOLDER: &str = "this is a folder; name a file in it, or see in trommel help recipes how the files of a folder stay apart";

pub(crate) const STANDARD_OUTPUT: &str = "standard output";

/// Standard output or a file, in its format.
#[derive(Debug)]
pub struct Writer {
    sink: Sink,
    records: Records,
    /// The columns of the tables that are read.
    told: Told,
    name: String,
    buffer: Vec<u8>,
    line_buffered: bool,
    stats: Option<Arc<Collector>>,
    /// The first and last byte written, if any.
    first: Option<u8>,
    last: Option<u8>,
    /// Whether the file stays as it was.
    discarded: bool,
    /// Whether `--stats` counts its lines. For a file in a directory, it counts only bytes.
    has_records: bool,
}

/// What becomes of records.
#[derive(Debug)]
enum Records {
    Lines,
    Table(Spool),
    Vertical(Box<Vertical>),
}

#[derive(Debug)]
enum Target {
    Stream(File),
    Whole(AtomicFile),
}

/// A file being written, compressed or not.
#[derive(Debug)]
struct Sink {
    target: Target,
    packer: Option<Packer>,
}

impl Target {
    fn file(&mut self) -> &mut File {
        match self {
            Target::Stream(file) => file,
            Target::Whole(whole) => whole.file(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.packer {
            None => self.target.file().write(bytes),
            Some(packer) => packer
                .write(bytes, self.target.file())
                .map(|()| bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.packer {
            None => Ok(()),
            Some(packer) => packer.flush(self.target.file()),
        }
    }
}

impl Writer {
    /// Creates another output file, for a tool that writes several. Like that of `-o`, it appears
    /// with [`Writer::finish`], and its suffix determines its format.
    ///
    /// # Errors
    /// Fails if the file cannot be written, or not in this format.
    pub fn create(path: &Path) -> Result<Self, Error> {
        Self::create_as(path, OutputFormat::Auto, Structure::default())
    }

    /// Like [`Writer::create`], but ignores the suffix and writes the bytes unchanged.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn create_as_is(path: &Path) -> Result<Self, Error> {
        let name = display_path(path);
        let target = open_target(path).map_err(|error| Error::io(&name, &error))?;
        Ok(Self::new(target, name))
    }

    pub(crate) fn create_as(
        path: &Path,
        format: OutputFormat,
        structure: Structure,
    ) -> Result<Self, Error> {
        let form = Form::of(Some(path), format);
        let form = form.map_err(|message| Error::new(display_path(path), message))?;
        Self::create_as_is(path)?.formed(form, structure)
    }

    fn new(target: Target, name: String) -> Self {
        Writer {
            sink: Sink {
                target,
                packer: None,
            },
            records: Records::Lines,
            told: Told::default(),
            name,
            buffer: Vec::with_capacity(2 * BUFFER),
            line_buffered: false,
            stats: None,
            first: None,
            last: None,
            discarded: false,
            has_records: true,
        }
    }

    /// Converts the output to another format.
    pub(crate) fn formed(mut self, form: Form, structure: Structure) -> Result<Self, Error> {
        let packer = form.packing.map(Packer::new).transpose();
        self.sink.packer = packer.map_err(|error| Error::io(&self.name, &error))?;
        self.records = match form.layout {
            Layout::Lines => Records::Lines,
            Layout::Table(table) => Records::Table(Spool::new(table)),
            Layout::Vertical(between) => {
                Records::Vertical(Vertical::new(between, structure).into())
            }
        };
        Ok(self)
    }

    /// Sets that lines are written unchanged, because the tool writes this format itself.
    ///
    /// # Errors
    /// Fails if the file is to have another format.
    pub(crate) fn set_own(&mut self, own: Own) -> Result<(), Error> {
        // A table of vertical text is refused when its lines arrive.
        if matches!((&self.records, own), (Records::Table(_), Own::Vertical)) {
            return Ok(());
        }
        let message = match (std::mem::replace(&mut self.records, Records::Lines), own) {
            (Records::Table(spool), _) if spool.table() == Table::Parquet => {
                "Parquet is written from JSON records; leave out --raw-output and --format"
            }
            (Records::Table(spool), Own::Table(format)) if spool.table() != format => {
                "--format and the file's suffix or --output-format name two formats; leave one of them out"
            }
            (Records::Vertical(_), Own::Lines | Own::Table(_)) => {
                "vertical text is written from JSON records; leave out --raw-output and --format"
            }
            (Records::Vertical(vertical), Own::Vertical) if vertical.is_prevertical() => {
                "vertical text cannot become prevertical again; name a file .vert"
            }
            _ => return Ok(()),
        };
        Err(Error::new(&self.name, message))
    }

    /// Whether records become rows of a Parquet file.
    pub(crate) fn is_parquet(&self) -> bool {
        matches!(&self.records, Records::Table(spool) if spool.table() == Table::Parquet)
    }

    /// Whether records become vertical text.
    pub(crate) fn is_vertical(&self) -> bool {
        matches!(self.records, Records::Vertical(_))
    }

    /// Sets that lines are written unchanged, since the records go elsewhere.
    pub(crate) fn as_lines(&mut self) {
        self.records = Records::Lines;
    }

    /// Sets that each write is passed on at once.
    pub(crate) fn set_line_buffered(&mut self) {
        self.line_buffered = true;
    }

    /// Returns the fields of `--structure-fields` that no record had.
    pub(crate) fn missing_fields(&self) -> Vec<String> {
        match &self.records {
            Records::Vertical(vertical) => vertical.missing_fields(),
            Records::Lines | Records::Table(_) => Vec::new(),
        }
    }

    /// Sets the columns of the table that was read, and others that rows would have.
    pub(crate) fn tell(&mut self, columns: impl Iterator<Item = Columns>) {
        self.told = Arc::new(columns.collect::<Vec<_>>().into());
    }

    /// Sets the list that collects the columns of the tables that are read.
    pub(crate) fn set_told(&mut self, told: Told) {
        self.told = told;
    }

    /// Like [`Writer::create`], for a file in a directory, which is created if necessary. `--stats`
    /// counts its bytes.
    ///
    /// # Errors
    /// Fails like [`Writer::create`].
    pub(crate) fn create_in(
        directory: &Path,
        name: &str,
        stats: Option<Arc<Collector>>,
    ) -> Result<Self, Error> {
        OutputDirectory::open(directory)?;
        let mut output = Self::create_as_is(&directory.join(name))?;
        output.stats = stats;
        output.has_records = false;
        Ok(output)
    }

    /// Opens standard output, line buffered on a terminal.
    pub(crate) fn standard() -> Result<Self, Error> {
        let file = system::standard_output().map_err(|error| Error::io(STANDARD_OUTPUT, &error))?;
        let line_buffered = file.is_terminal();
        Ok(Writer {
            line_buffered,
            ..Self::new(Target::Stream(file), STANDARD_OUTPUT.to_owned())
        })
    }

    /// A file that takes its place when the output is finished.
    pub(crate) fn of_file(file: AtomicFile, path: &Path) -> Self {
        Self::new(Target::Whole(file), display_path(path))
    }

    /// Sets the collector that counts the output.
    pub(crate) fn set_stats(&mut self, stats: Option<Arc<Collector>>) {
        self.stats = stats;
    }

    /// Counts bytes of the output for `--stats`.
    pub(crate) fn count(&self, bytes: usize) {
        if let Some(stats) = &self.stats {
            stats::add(&stats.bytes_out, bytes);
        }
    }

    /// Whether JSON records were written, which become what the file's format asks for.
    pub(crate) fn has_json(&self) -> bool {
        self.first == Some(b'{')
    }

    /// Whether nothing has been written.
    pub(crate) fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Whether a file of `-o` will be replaced by one without contents.
    pub(crate) fn leaves_nothing(&self) -> bool {
        self.is_file() && self.is_empty() && !self.discarded
    }

    /// Leaves the file of `-o` as it was.
    pub(crate) fn discard(&mut self) {
        self.discarded = true;
    }

    /// Whether a file takes its place at the end.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.sink.target, Target::Whole(_))
    }

    /// The name of the output in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the output is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(&self.sink.target, Target::Stream(file) if file.is_terminal())
    }

    /// Whether the output is a terminal, and the user has not disabled colours with `NO_COLOR` in
    /// the environment (<https://no-color.org>).
    pub fn takes_colors(&self) -> bool {
        self.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
    }

    /// Ends the last line, if it has no line feed.
    ///
    /// # Errors
    /// As of [`Writer::write`].
    pub(crate) fn end_line(&mut self) -> Result<(), Error> {
        match self.last {
            None | Some(b'\n') => Ok(()),
            Some(_) => self.write(b"\n"),
        }
    }

    /// Writes whole records. They are passed on immediately with `--line-buffered`, otherwise when
    /// the buffer is full.
    ///
    /// # Errors
    /// Fails with [`Error::Closed`] if the reader of standard output has closed it, and with
    /// [`Error::Failed`] for other failures such as a full disk.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.count(bytes.len());
        self.first = self.first.or(bytes.first().copied());
        self.last = bytes.last().copied().or(self.last);
        if let Some(stats) = self.stats.as_ref().filter(|_| self.has_records) {
            stats::add(&stats.records_out, memchr_iter(b'\n', bytes).count());
        }
        // A write of at least a buffer's size bypasses the buffer.
        if bytes.len() >= BUFFER {
            self.flush()?;
            return self.write_through(bytes);
        }
        self.buffer.extend_from_slice(bytes);
        if self.line_buffered || self.buffer.len() >= BUFFER {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the buffer.
    ///
    /// # Errors
    /// Fails like [`Writer::write`].
    pub fn flush(&mut self) -> Result<(), Error> {
        let buffer = std::mem::take(&mut self.buffer);
        let result = self.write_through(&buffer);
        self.buffer = buffer;
        self.buffer.clear();
        result
    }

    fn write_through(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let written = match &mut self.records {
            Records::Lines => self.sink.write_all(bytes),
            Records::Table(table) => table.write(bytes),
            Records::Vertical(vertical) => vertical.write(bytes, &mut self.sink),
        };
        let flushed = match self.line_buffered {
            true => written.and_then(|()| self.sink.flush()),
            false => written,
        };
        flushed.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> Error {
        match (error.kind(), &self.sink.target) {
            (ErrorKind::BrokenPipe, Target::Stream(_)) => Error::Closed,
            _ => Error::io(&self.name, error),
        }
    }

    /// Writes the rest, and puts the file of `-o` in place.
    ///
    /// # Errors
    /// Fails like [`Writer::write`], or if records cannot be rows of a table.
    pub fn finish(self) -> Result<(), Error> {
        self.complete().map(drop)
    }

    /// The same; returns what is known of a table then.
    ///
    /// # Errors
    /// As of [`Writer::finish`].
    pub(crate) fn complete(mut self) -> Result<Written, Error> {
        if self.discarded && self.is_file() {
            return Ok(Written::default());
        }
        self.flush()?;
        let records = std::mem::replace(&mut self.records, Records::Lines);
        let written = match records {
            Records::Lines => Ok(Written::default()),
            Records::Table(table) => table.finish(&self.told, &mut self.sink),
            Records::Vertical(mut vertical) => {
                (vertical.finish(&mut self.sink)).map(|()| Written::default())
            }
        };
        let written = written.and_then(|written| match &mut self.sink.packer {
            Some(packer) => packer.finish(self.sink.target.file()).map(|()| written),
            None => Ok(written),
        });
        let written = written.map_err(|error| self.failed(&error))?;
        match self.sink.target {
            Target::Stream(_) => {}
            Target::Whole(whole) => {
                (whole.persist()).map_err(|error| Error::io(&self.name, &error))?;
            }
        }
        Ok(written)
    }
}

/// Opens the target of the output. A device, pipe or socket is written directly. A regular file is
/// replaced; symbolic links are followed.
fn open_target(path: &Path) -> io::Result<Target> {
    let ends_with_separator = || path.to_string_lossy().ends_with(std::path::is_separator);
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Err(io::Error::other(IS_FOLDER)),
        Err(_) if ends_with_separator() => Err(io::Error::other(IS_FOLDER)),
        Ok(metadata) if metadata.is_file() => {
            Ok(Target::Whole(AtomicFile::create(&fs::canonicalize(path)?)?))
        }
        Ok(_) => Ok(Target::Stream(File::options().write(true).open(path)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Ok(Target::Whole(AtomicFile::create(&target_of_link(path)?)?))
        }
        Err(error) => Err(error),
    }
}

/// Returns the target of a dangling symbolic link, following further links.
fn target_of_link(path: &Path) -> io::Result<PathBuf> {
    /// The limit in Linux.
    const MAX_SYMLINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MAX_SYMLINKS {
        match fs::read_link(&target) {
            Ok(next) => {
                let folder = target.parent().map(Path::to_owned).unwrap_or_default();
                target = folder.join(next);
            }
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many links"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_made_or_replaced_and_a_folder_is_not() {
        let temp = tempfile::tempdir().unwrap();
        let path = temp.path().join("x");
        for text in ["one\n", "two\n"] {
            let mut output = Writer::create(&path).unwrap();
            output.write(text.as_bytes()).unwrap();
            output.finish().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        for wrong in [
            temp.path().to_owned(),
            path.join("below"),
            temp.path().join("no/x"),
            temp.path().join("no/"),
        ] {
            let error = Writer::create(&wrong).unwrap_err();
            assert!(
                error.to_string().starts_with(&display_path(&wrong)),
                "{error}"
            );
        }
    }

    #[test]
    fn a_link_to_no_file_makes_its_target() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(name);
        fs::create_dir(path("d")).unwrap();
        std::os::unix::fs::symlink("d/second", path("first")).unwrap();
        std::os::unix::fs::symlink("target", path("d/second")).unwrap();
        let mut out = Writer::create(&path("first")).unwrap();
        out.write(b"x").unwrap();
        out.finish().unwrap();
        assert_eq!(fs::read(path("d/target")).unwrap(), b"x");
        assert!(fs::symlink_metadata(path("first")).unwrap().is_symlink());
    }
}
