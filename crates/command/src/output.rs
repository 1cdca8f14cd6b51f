//! The output of a tool: its records, and the files of `--out-dir`.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path};
use std::sync::Arc;

use intake::{DataSet, Sources, display_path};
use platform::paths;
use record::Keys;

use crate::args::{CommonArgs, DirectoryArgs, DocumentArgs, Format, FormatArgs};
use crate::data_sets::DataSets;
use crate::directory::{OutputDirectory, Prefix};
use crate::rows::{write_csv, write_tsv};
use crate::writer::{STANDARD_OUTPUT, Writer};
use crate::written::{Edits, Form, Own, Structure, Written};
use crate::{Error, Process};

/// The maximum size in bytes of all sections of a page. With its frame, the page is then smaller
/// than 5 MB; larger pages slow browsers down.
const SECTIONS: usize = 4 << 20;

/// Returns whether an earlier run has written the file of a document, by the file's name.
pub(crate) type Done = Box<dyn Fn(&[u8]) -> bool + Sync>;

/// Standard output, or the file of `-o`, and the directory of `--out-dir`.
#[derive(Debug)]
pub struct Output {
    pub(crate) writer: Writer,
    /// Changes to each record.
    edits: Option<Edits>,
    directory: Option<OutputDirectory>,
    data_sets: DataSets,
    /// The suffix of the names of document files.
    ending: &'static str,
    /// The size in bytes of the sections written, and the number of sections left out because the
    /// page was full.
    sections: usize,
    left_out: usize,
}

impl Output {
    pub(crate) fn open(common: &CommonArgs, keys: Keys) -> Result<Self, Error> {
        let format = common.output_format;
        let structure = Structure {
            fields: common.structure_fields.clone(),
            language: common.structure_language.clone(),
            keys,
        };
        let mut writer = match common.output_file() {
            None => {
                let form = Form::of(None, format);
                let form = form.map_err(|message| Error::new(STANDARD_OUTPUT, message))?;
                Writer::standard()?.formed(form, structure.clone())?
            }
            Some(path) => Writer::create_as(path, format, structure.clone())?,
        };
        if !writer.is_vertical() {
            refuse_structure(common)?;
        }
        if common.line_buffered {
            writer.set_line_buffered();
        }
        Ok(Output {
            data_sets: DataSets::new(format, structure),
            ..Self::of(writer)
        })
    }

    fn of(writer: Writer) -> Self {
        Output {
            writer,
            edits: None,
            directory: None,
            data_sets: DataSets::default(),
            ending: "",
            sections: 0,
            left_out: 0,
        }
    }

    /// Like [`Writer::create`], for a file in a directory, which is created if necessary. `--stats`
    /// counts its bytes.
    ///
    /// # Errors
    /// Fails like [`Writer::create`].
    pub fn create_in(process: &Process, directory: &Path, name: &str) -> Result<Self, Error> {
        Writer::create_in(directory, name, process.stats.clone()).map(Self::of)
    }

    /// Sets the changes of `--no-mark` and `--hosts` to each record of the tool.
    ///
    /// # Errors
    /// Fails if there are such options and the tool writes another format itself.
    pub(crate) fn set_edits(
        &mut self,
        common: &CommonArgs,
        tool: &'static str,
        own: Option<Own>,
    ) -> Result<(), Error> {
        let option = match (common.no_mark, common.hosts) {
            (true, _) => "--no-mark",
            (_, true) => "--hosts",
            _ => return Ok(()),
        };
        if own.is_some() {
            let message = "is for JSON records; leave out --raw-output and --format";
            return Err(Error::new(option, message));
        }
        self.edits = Some(Edits::new(record::Edit {
            without: common.no_mark.then_some(tool),
            hosts: common.hosts,
        }));
        Ok(())
    }

    /// Returns the options that had no effect on any of the records, and why.
    pub(crate) fn without_effect(&self) -> Vec<(&'static str, String)> {
        (self.edits.as_ref()).map_or(Vec::new(), Edits::without_effect)
    }

    /// Leaves the file of `-o` as it was, because there is no result to write.
    pub fn discard(&mut self) {
        self.writer.discard();
    }

    /// Opens the directory of `--out-dir`, into which [`crate::Emit::file`] writes, and the records of data sets go.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn set_directory(&mut self, root: &Path) -> Result<(), Error> {
        self.writer.as_lines();
        self.directory = Some(OutputDirectory::open(root)?);
        Ok(())
    }

    /// # Errors
    /// A data set of this name cannot be written in the form that its suffix or `--output-format` says: what to do.
    pub(crate) fn check_data_set(&self, path: &Path) -> Result<(), Error> {
        let refused = |message| Error::new(display_path(path), message);
        self.data_sets.check(paths::to_bytes(path)).map_err(refused)
    }

    /// A data set begins, whose file in the directory is written even if it gets no documents.
    pub(crate) fn begin(&mut self, set: &Arc<DataSet>) {
        if self.directory.is_some() {
            self.data_sets.begin(set.clone());
        }
    }

    /// As [`Output::write`], of records of a data set if there is one: they go to its file in the directory, whose errors are
    /// reported.
    ///
    /// # Errors
    /// As of [`Output::write`].
    pub(crate) fn write_of(
        &mut self,
        set: Option<&Arc<DataSet>>,
        bytes: &[u8],
        process: &Process,
    ) -> Result<(), Error> {
        match (set, &mut self.directory) {
            (Some(set), Some(directory)) => {
                let bytes = match &mut self.edits {
                    Some(edits) => edits.apply(bytes),
                    None => bytes,
                };
                self.data_sets.write(directory, set, bytes, process);
                Ok(())
            }
            _ => self.write(bytes),
        }
    }

    /// Completes the files of all data sets.
    pub(crate) fn complete_data_sets(&mut self, process: &Process) {
        if let Some(directory) = &mut self.directory {
            self.data_sets.complete(directory, None, process);
        }
    }

    /// Sets the prefix to strip from the names of files in the output directory.
    pub(crate) fn strip(&mut self, prefix: Prefix) {
        if let Some(directory) = &mut self.directory {
            directory.strip(prefix);
        }
    }

    /// Sets that an existing file in the output directory is kept and causes an error.
    pub fn keep_existing_files(&mut self) {
        if let Some(directory) = &mut self.directory {
            directory.keep_existing();
        }
    }

    /// Sets that an existing file in the output directory is kept.
    pub(crate) fn skip_existing_files(&mut self) {
        if let Some(directory) = &mut self.directory {
            directory.skip_existing();
        }
    }

    /// Sets the suffix of the names of document files.
    pub fn set_ending(&mut self, ending: &'static str) {
        self.ending = ending;
    }

    /// Returns a function that tells by the name of a document's file whether an earlier run wrote
    /// it; `None` unless existing files are skipped.
    pub(crate) fn done(&self) -> Option<Done> {
        let existing = self.directory.as_ref()?.existing()?;
        let ending = self.ending.as_bytes();
        Some(Box::new(move |name| existing.has(&[name, ending].concat())))
    }

    /// Writes a document's file in the output directory atomically. Returns false if it was skipped
    /// because it exists.
    ///
    /// # Errors
    /// Fails if the name is not allowed there, with the document's name, or with the system's
    /// error; with the reason `kept` if the file would replace the document.
    pub fn write_file(
        &mut self,
        document: &[u8],
        name: &[u8],
        bytes: &[u8],
        kept: Option<&str>,
    ) -> Result<bool, Error> {
        if let Some(format) = self.data_sets.format_of_records() {
            let message = format!(
                "a document that is not of a data set is a file of text under --out-dir, and cannot be {format}; -o FILE writes all documents to one file"
            );
            return Err(Error::new(intake::display(document), message));
        }
        let directory = self.directory.as_mut();
        let directory = directory.expect("the tool has set a directory");
        if let Some(why) = kept.filter(|_| directory.would_replace(document, name)) {
            return Err(Error::new(intake::display(document), why));
        }
        let written = directory.write(document, name, bytes)?;
        if written {
            self.writer.count(bytes.len());
        }
        Ok(written)
    }

    /// Whether the output is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.writer.is_terminal()
    }

    /// As [`Writer::takes_colors`].
    pub fn takes_colors(&self) -> bool {
        self.writer.takes_colors()
    }

    /// What records are written to, for bytes that are not records.
    pub fn writer(&mut self) -> &mut Writer {
        &mut self.writer
    }

    /// Writes whole records, as [`Writer::write`].
    ///
    /// # Errors
    /// As of [`Writer::write`].
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match &mut self.edits {
            Some(edits) => self.writer.write(edits.apply(bytes)),
            None => self.writer.write(bytes),
        }
    }

    /// Writes a section of a page unless the page is full. The first section is always written.
    ///
    /// # Errors
    /// Fails like [`Output::write`].
    pub fn write_section(&mut self, section: &[u8]) -> Result<(), Error> {
        if self.left_out > 0 || self.sections > 0 && self.sections + section.len() > SECTIONS {
            self.left_out += 1;
            return Ok(());
        }
        self.sections += section.len();
        self.write(section)
    }

    /// Returns the number of sections left out because the page was full.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// Writes the buffer.
    ///
    /// # Errors
    /// Fails like [`Output::write`].
    pub fn flush(&mut self) -> Result<(), Error> {
        self.writer.flush()
    }

    /// Writes the rest, and puts the file of `-o` in place.
    ///
    /// # Errors
    /// As of [`Writer::finish`].
    pub fn finish(self) -> Result<(), Error> {
        self.complete().map(drop)
    }

    /// The same; returns what is known of a table then.
    ///
    /// # Errors
    /// As of [`Writer::finish`].
    pub(crate) fn complete(mut self) -> Result<Written, Error> {
        if let Some(edits) = self.edits.take() {
            self.writer.write(&edits.finish())?;
        }
        self.writer.complete()
    }
}

/// # Errors
/// Fails if options for vertical text were given, and this output is in another format.
fn refuse_structure(common: &CommonArgs) -> Result<(), Error> {
    let option = match (&common.structure_fields[..], &common.structure_language) {
        ([_, ..], _) => "--structure-fields",
        (_, Some(_)) => "--structure-language",
        _ => return Ok(()),
    };
    let message = "is for vertical text; add --output-format vertical, or name a file .vert";
    Err(Error::new(option, message))
}

impl DirectoryArgs {
    /// Opens the directory if one was given.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn open(&self, documents: &DocumentArgs, out: &mut Output) -> Result<(), Error> {
        let Some(root) = &self.out_dir else {
            return Ok(());
        };
        if self.strip_prefix.is_none() && documents.files.iter().any(|file| nests(root, file)) {
            let root = intake::display_path(root);
            let message = format!(
                "the documents are in this folder, so that their files would be in {root}/{root}; --strip-prefix {root} replaces them, another folder takes copies"
            );
            return Err(Error::new(format!("--out-dir {root}"), message));
        }
        out.set_directory(root)?;
        out.strip(self.prefix(documents));
        if self.skip_existing {
            out.skip_existing_files();
        }
        Ok(())
    }

    /// The documents to read, for an output that was opened by [`DirectoryArgs::open`]. Those of data sets are written back to one
    /// file, unless `as_text`: then they become files of text, too.
    ///
    /// # Errors
    /// A FILE is a data set, by its name, that cannot be written.
    pub fn sources(
        &self,
        documents: &DocumentArgs,
        as_text: bool,
        out: &Output,
    ) -> Result<Sources, Error> {
        let mut sources = documents.sources();
        sources.data_sets = self.is_set() && !as_text;
        let files = documents.files.iter().map(Path::new);
        for file in files.filter(|file| sources.names_data_set(file)) {
            out.check_data_set(file)?;
        }
        Ok(sources)
    }
}

/// Whether the documents of a folder would be written below another folder with the same name
/// inside it.
fn nests(root: &Path, file: &OsString) -> bool {
    let file = Path::new(file);
    let is_named = (file.components()).all(|part| matches!(part, Component::Normal(_)));
    is_named
        && file.is_dir()
        && matches!((fs::canonicalize(root), fs::canonicalize(file)), (Ok(one), Ok(other)) if one == other)
}

impl FormatArgs {
    /// Writes the column names if the user requested them. Must be called before the first row.
    ///
    /// # Errors
    /// Fails if the format has no columns, or with the system's error.
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
}
