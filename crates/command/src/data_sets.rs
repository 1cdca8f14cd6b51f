//! The data sets in the directory of `--out-dir`.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use clap::ValueEnum;
use intake::{Columns, DataSet, display};
use platform::folder::Folder;
use platform::paths;

use crate::directory::{OutputDirectory, is_same_file};
use crate::writer::Writer;
use crate::written::{Form, Layout, OutputFormat, Structure};
use crate::{Error, Process};

/// The name in `--stats` of data sets skipped by `--skip-existing`.
const SKIPPED_EXISTING: &str = "data sets that were there already";

/// Why a file that is read is not replaced.
pub(crate) const UNCHANGED: &str = "unchanged, because not all of it can be read; write to another file, or tolerate errors with --max-errors, which leaves the records that cannot be read out of the file";

/// Writes the documents of each data set to one file. They come in the order of the data sets, so one file is open at a time.
#[derive(Debug, Default)]
pub(crate) struct DataSets {
    format: OutputFormat,
    structure: Structure,
    /// Data sets that were begun, and of which nothing has been written.
    begun: VecDeque<Arc<DataSet>>,
    open: Option<Box<Open>>,
    /// The columns that the tool adds to a data set with documents, and data sets without documents before that one is written.
    added: Option<Columns>,
    waiting: Vec<Arc<DataSet>>,
}

/// The data set that is being written.
#[derive(Debug)]
struct Open {
    set: Arc<DataSet>,
    /// `None` if it is not written: its file is skipped or cannot be written.
    file: Option<Writer>,
    /// Whether its file replaces it.
    is_in_place: bool,
    /// The folder of the file, which is reached through it.
    _folder: Option<Folder>,
}

impl DataSets {
    pub fn new(format: OutputFormat, structure: Structure) -> Self {
        DataSets {
            format,
            structure,
            ..Self::default()
        }
    }

    /// The name of the format that was asked for, if texts cannot be in it.
    pub fn format_of_records(&self) -> Option<String> {
        let is_text = Layout::of(self.format) == Layout::Lines;
        let value = self.format.to_possible_value().filter(|_| !is_text);
        value.map(|value| value.get_name().to_owned())
    }

    /// # Errors
    /// A data set of this name cannot be written in its form: what to do.
    pub fn check(&self, name: &[u8]) -> Result<(), String> {
        Form::of_data_set(name, "jsonl", self.format).map(drop)
    }

    /// A data set begins. Its file is written even if it gets no documents.
    pub fn begin(&mut self, set: Arc<DataSet>) {
        self.begun.push_back(set);
    }

    /// Writes records of a data set. The first ones complete the files of those that began before.
    pub fn write(
        &mut self,
        directory: &mut OutputDirectory,
        set: &Arc<DataSet>,
        records: &[u8],
        process: &Process,
    ) {
        if records.is_empty() {
            return;
        }
        if !(self.open.as_ref()).is_some_and(|open| Arc::ptr_eq(&open.set, set)) {
            self.complete(directory, Some(set), process);
            self.open(directory, set.clone(), process);
        }
        if let Some(open) = &mut self.open
            && let Some(file) = &mut open.file
            && let Err(error) = file.write(records)
        {
            open.file = None;
            process.trouble_of(&error);
        }
    }

    /// Completes the files of all data sets before `set`, or of all.
    pub fn complete(
        &mut self,
        directory: &mut OutputDirectory,
        set: Option<&Arc<DataSet>>,
        process: &Process,
    ) {
        self.close(process);
        while let Some(next) = self.begun.pop_front() {
            if set.is_some_and(|set| Arc::ptr_eq(set, &next)) {
                break;
            }
            let form = Form::of_data_set(&next.name, next.format, self.format);
            match form {
                Ok((_, form)) if matches!(form.layout, Layout::Table(_)) => self.waiting.push(next),
                _ => {
                    self.open(directory, next, process);
                    self.close(process);
                }
            }
        }
        if self.added.is_none() && set.is_some() {
            return;
        }
        for next in std::mem::take(&mut self.waiting) {
            self.open(directory, next, process);
            self.close(process);
        }
    }

    fn open(&mut self, directory: &mut OutputDirectory, set: Arc<DataSet>, process: &Process) {
        let created = self.create(directory, &set, process);
        let (file, is_in_place, folder) = created.unwrap_or_else(|error| {
            process.trouble_of(&error);
            (None, false, None)
        });
        if file.is_none() && directory.skips_existing() {
            process.count(SKIPPED_EXISTING, 1);
        }
        self.open = Some(Box::new(Open {
            set,
            file,
            is_in_place,
            _folder: folder,
        }));
    }

    fn create(
        &self,
        directory: &mut OutputDirectory,
        set: &DataSet,
        process: &Process,
    ) -> Result<(Option<Writer>, bool, Option<Folder>), Error> {
        let refused = |message: String| Error::new(display(&set.name), message);
        let (name, form) =
            Form::of_data_set(&set.name, set.format, self.format).map_err(refused)?;
        let Some((path, file, folder)) = directory.create(&set.name, &name)? else {
            return Ok((None, false, None));
        };
        let mut file = Writer::of_file(file, &path).formed(form, self.structure.clone())?;
        file.set_stats(process.stats.clone());
        let is_in_place = is_same_file(&path, &paths::from_bytes(&set.name));
        Ok((Some(file), is_in_place, folder))
    }

    fn close(&mut self, process: &Process) {
        let Some(open) = self.open.take() else {
            return;
        };
        let (set, Some(mut file)) = (open.set, open.file) else {
            return;
        };
        let is_lossy = open.is_in_place && set.lacks_records() && process.has_failed();
        let why = match set.is_damaged() {
            true => Some("not written, because not all of it can be read"),
            false => is_lossy.then_some(UNCHANGED),
        };
        let completed = match why {
            Some(why) => Err(Error::new(display(&set.name), why)),
            None => {
                let is_empty = file.leaves_nothing();
                let added = self.added.iter().filter(|_| is_empty);
                file.tell(set.columns().into_iter().chain(added).cloned());
                let lost = match file.is_vertical() {
                    true => process.lose_annotations(Some(Path::new(file.name()))),
                    false => Ok(()),
                };
                lost.and_then(|()| file.complete())
            }
        };
        match completed {
            Ok(written) => {
                process.warn_of_mixed(&display(&set.name), &written.mixed);
                self.added = self.added.take().or(written.added);
            }
            Err(error) => process.trouble_of(&error),
        }
    }
}
