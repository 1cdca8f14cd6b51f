//! A run of `charset`: documents in, answers or decoded documents out.

use std::io::{self, Cursor};
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use command::{DocumentGroups, Emit, Error, Format, Output, Process, Writer};
use intake::encoding::Label;
use intake::{RawDocument, Sources};
use platform::threads::lock;

use super::decode::{self, Form};
use super::divided::{Decoding, Divided};
use super::keep::UnitName;
use super::{Detect, MethodName, show};
use crate::Unit;
use crate::answer::{Candidate, Detection, Settings};
use crate::decode::{Faults, repair_all};
use crate::detect::Detector;
use crate::language::filter;
use crate::language::sample::pieces;
use crate::language::{Features, Identifier, Languages, built_in};
use crate::models::Models;

/// The names in `--stats` for documents and blocks in other languages.
const LEFT_OUT: &str = "left out by language";
const BLOCKS_LEFT_OUT: &str = "blocks left out by language";

/// What the threads of a run share.
pub(super) struct Run<'a> {
    options: &'a Detect,
    process: &'a Process,
    /// The file of `--left-out`.
    left_out: Option<Mutex<Writer>>,
    /// The number of documents, and of those in a language to keep.
    documents: AtomicU64,
    kept: AtomicU64,
    tally: Mutex<show::Tally>,
    /// Whether the answers are a table on a terminal.
    is_table: bool,
    /// Whether the output needs languages: every one does except that of `-r`.
    names_languages: bool,
}

/// The state of a thread.
struct Worker<'a> {
    detector: Detector<'a>,
    identifier: Identifier<'static>,
    /// A reused buffer.
    text: String,
}

/// A document with what was found out about it.
struct Answered<'a> {
    detection: &'a Detection,
    divided: Option<&'a Divided>,
    /// The answer, if it is sure enough.
    answer: Option<&'a Candidate>,
    decoding: Option<Decoding<'a>>,
    languages: Option<&'a Languages<'static>>,
}

impl<'a> Answered<'a> {
    fn as_answer(&self, options: &Detect) -> show::Found<'a> {
        show::Found {
            answer: self.answer,
            detection: self.detection,
            languages: self.languages,
            divided: self.divided,
            faults: Faults::default(),
            top: options.top.map(NonZero::get),
        }
    }

    /// `None` without an answer.
    fn as_text(&self, options: &Detect) -> Option<decode::Found<'a>> {
        Some(decode::Found {
            answer: self.answer?,
            divided: self.divided,
            languages: self.languages?,
            second: self.detection.second,
            is_guess: self.detection.is_guess(),
            repair: options.repair,
        })
    }
}

impl<'a> Run<'a> {
    /// Prepares a run, and writes what stands before the answers.
    pub fn new(options: &'a Detect, process: &'a Process, out: &mut Output) -> Result<Self, Error> {
        let is_table = out.is_terminal()
            && !options.to_utf8
            && options.format.format() == Format::Jsonl
            && options.common.output_file().is_none();
        let left_out = options.keep.file()?;
        if is_table {
            out.write(show::HEADER.as_bytes())?;
        }
        Ok(Run {
            options,
            process,
            left_out,
            documents: AtomicU64::new(0),
            kept: AtomicU64::new(0),
            tally: Mutex::default(),
            is_table,
            names_languages: options.to_utf8
                || is_table
                || options.keep.is_filter()
                || process.has_stats()
                || options.format.format() != Format::Raw,
        })
    }

    /// Reads all documents, and writes their answers or texts.
    pub fn over(
        self,
        sources: &Sources,
        models: &Models,
        settings: &Settings,
        out: &mut Output,
    ) -> Result<(), Error> {
        let features = match self.options.method {
            MethodName::Best => Features::All,
            MethodName::Paper => Features::Triples,
        };
        let worker = || Worker {
            detector: Detector::new(models, settings),
            identifier: Identifier::with(built_in(), features),
            text: String::new(),
        };
        let work = |worker: &mut Worker, document: &mut RawDocument, emit: &mut Emit| {
            self.document(worker, document, emit)
        };
        let threads = match self.left_out {
            // One thread keeps the other file in order, too.
            Some(_) => 1,
            None => self.options.threads.count(),
        };
        command::for_each_raw_document(self.process, sources, threads, out, worker, work)?;
        if let Some(file) = self.left_out {
            let file = file.into_inner().expect("no thread panics");
            file.finish()?;
        }
        let documents = self.documents.into_inner();
        if documents > 0 && self.kept.into_inner() == 0 {
            let message = format!(
                "none of the documents ({documents}) is in these languages, so all are left out; without the option, charset says in which they are"
            );
            self.process.warn("--keep-language", message);
        }
        let tally = self.tally.into_inner().expect("no thread panics");
        for (name, count) in tally.counts() {
            self.process.count_named(name, count);
        }
        Ok(())
    }

    /// Detects the encoding of a document, or those of its parts.
    fn document(
        &self,
        worker: &mut Worker,
        document: &mut RawDocument,
        emit: &mut Emit,
    ) -> io::Result<()> {
        let mut detection = self.options.detect(&mut worker.detector, document)?;
        let unit = self.options.keep.unit.into();
        if unit != Unit::Document && detection.second.take().is_some() {
            // The lines are in two encodings, which explain bytes that do not fit one.
            detection.over_unknown = None;
        }
        let divided = Divided::new(document, &mut worker.detector, unit, &detection)?;
        let Some(mut divided) = divided else {
            decode::warn_of(&detection, document, emit);
            return self.answered(worker, document, &detection, None, emit);
        };
        let mut text = Cursor::new(std::mem::take(&mut divided.text));
        let mut document = document.with_bytes(&mut text);
        self.answered(worker, &mut document, &detection, Some(&divided), emit)
    }

    /// Finds the languages of a document, and writes it where it belongs.
    fn answered(
        &self,
        worker: &mut Worker,
        document: &mut RawDocument,
        detection: &Detection,
        divided: Option<&Divided>,
        emit: &mut Emit,
    ) -> io::Result<()> {
        let answer = self.options.answer(detection);
        let decoding = answer.map(|answer| Decoding::new(answer, divided, detection.second));
        let languages = match decoding.filter(|_| self.names_languages) {
            Some(decoding) => Some(self.languages(worker, document, decoding)?),
            None => None,
        };
        let found = Answered {
            detection,
            divided,
            answer,
            decoding,
            languages: languages.as_ref(),
        };
        let keep = &self.options.keep;
        let is_kept = keep.keeps(found.languages, self.options.min_margin);
        if keep.is_filter() {
            self.documents.fetch_add(1, Ordering::Relaxed);
            self.kept.fetch_add(is_kept.into(), Ordering::Relaxed);
        }
        if self.process.has_stats() {
            self.count(&found, is_kept, document);
        }
        match (is_kept, self.options.to_utf8) {
            (false, _) => self.leave_out(&found, document, &mut worker.text, emit),
            (true, true) => self.write_text(&found, worker, document, emit),
            (true, false) => self.write_answer(&found, document, &mut worker.text, emit),
        }
    }

    /// Returns the languages of a document.
    fn languages(
        &self,
        worker: &mut Worker,
        document: &mut RawDocument,
        decoding: Decoding,
    ) -> io::Result<Languages<'static>> {
        let (encoding, start) = (decoding.encoding(), decoding.start());
        let mut pieces = pieces(&mut document.bytes, encoding, start)?;
        if self.options.repair {
            repair_all(&mut pieces);
        }
        Ok(worker.identifier.languages(&pieces))
    }

    /// Counts a document for `--stats`.
    fn count(&self, found: &Answered, is_kept: bool, document: &RawDocument) {
        let mut tally = lock(&self.tally);
        let encoding = found.answer.map_or("undecided", |one| one.encoding.name());
        tally.add("encoding", encoding, 1);
        let language = found.languages.map_or("none", Languages::language);
        tally.add("language", language, 1);
        if !is_kept {
            tally.add("", LEFT_OUT, 1);
        }
        drop(tally);
        let groups = DocumentGroups {
            language: found.languages.map(|found| found.language().to_owned()),
            host: document.host(),
        };
        let is_written = self.options.to_utf8 && is_kept && found.answer.is_some();
        self.process.add_to_groups(&groups, |group| {
            group.documents += 1;
            group.documents_out += u64::from(is_written);
        });
    }

    /// Writes a document in another language to the file of `--left-out`.
    fn leave_out(
        &self,
        found: &Answered,
        document: &mut RawDocument,
        text: &mut String,
        emit: &mut Emit,
    ) -> io::Result<()> {
        let is_written = self.options.to_utf8 && self.left_out.is_some();
        let as_text = found.as_text(self.options).filter(|_| is_written);
        if self.process.has_stats() && as_text.is_none() {
            decode::count(document, found.decoding, text, emit)?;
        }
        let Some(file) = &self.left_out else {
            return Ok(());
        };
        let record = match as_text {
            Some(as_text) => decode::record(document, &as_text, text, emit)?,
            None => {
                let mut record = Vec::new();
                let answer = found.as_answer(self.options);
                answer.record(&document.name).write(&mut record);
                record
            }
        };
        lock(file).write(&record).map_err(io::Error::other)
    }

    /// Writes a document in UTF-8, without blocks in other languages.
    fn write_text(
        &self,
        found: &Answered,
        worker: &mut Worker,
        document: &mut RawDocument,
        emit: &mut Emit,
    ) -> io::Result<()> {
        let options = self.options;
        let text = &mut worker.text;
        let Some(found) = found.as_text(options) else {
            self.not_decoded(found.detection, document, emit);
            return Ok(());
        };
        let is_file = options.directory.is_set() && !document.is_of_data_set();
        let form = match (is_file, options.format.raw_output) {
            (true, _) => Form::Files,
            (false, true) => Form::Plain,
            (false, false) => Form::Records,
        };
        let filters_blocks = options.keep.is_filter() && options.keep.unit == UnitName::Block;
        match (filters_blocks, form) {
            (true, _) => {}
            (false, Form::Files) => return decode::write_file(document, &found, text, emit),
            (false, _) => return decode::write(document, &found, form, text, emit),
        }
        let mut left_out = 0;
        decode::write_filtered(document, &found, form, text, emit, |text| {
            let keeps = |language: &str| options.keep.keeps_language(language);
            let whole = found.languages.language();
            let filtered = filter::blocks(&mut worker.identifier, text, whole, keeps);
            left_out = filtered.left_out;
            filtered
        })?;
        if self.process.has_stats() {
            lock(&self.tally).add("", BLOCKS_LEFT_OUT, left_out);
        }
        Ok(())
    }

    /// Reports a document that is left out because its encoding is not known. A file in a folder is passed over if no
    /// encoding is possible.
    fn not_decoded(&self, detection: &Detection, document: &RawDocument, emit: &mut Emit) {
        let (language, encodings) = (&self.options.language, &self.options.encodings);
        let is_any = encodings.is_empty() && language.iter().all(|one| one == "any");
        if document.is_found() && is_any && detection.candidates.is_empty() {
            self.process.count(intake::NOT_TEXT, 1);
            emit.pass_over(document.display(), "it is not text in any known encoding");
        } else {
            emit.trouble(
                document.display(),
                "no answer is sure enough, so it is left out",
            );
        }
    }

    /// Writes the answer for a document.
    fn write_answer(
        &self,
        found: &Answered,
        document: &mut RawDocument,
        text: &mut String,
        emit: &mut Emit,
    ) -> io::Result<()> {
        let options = self.options;
        let mut answer = found.as_answer(options);
        // A document is decoded only for warnings and statistics.
        let is_told = options.documents.encoding != Label::Auto
            || found.detection.is_damaged
            || found.detection.may_be_double
            || found.divided.is_some();
        if is_told || self.process.has_stats() {
            answer.faults = decode::check(document, found.decoding, text, emit)?;
        }
        match self.is_table {
            true => answer.row(&document.name, emit.out()),
            false => answer.write(&document.name, options.format.format(), emit.out()),
        }
        emit.settle();
        Ok(())
    }
}
