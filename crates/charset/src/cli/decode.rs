//! Writes decoded documents.

use std::io;

use command::{DocumentGroups, Emit};
use intake::RawDocument;
use intake::encoding::Doubt;

use crate::answer::{Candidate, Detection, Second};
use crate::cli::divided::{Decoding, Divided};
use crate::cli::show;
use crate::decode::Faults;
use crate::language::Languages;
use crate::language::filter::Filtered;
use crate::repair::repair;

const TOOL: &str = "charset";

/// The result of the detection for a document.
#[derive(Clone, Copy)]
pub struct Found<'a> {
    /// The document's encoding.
    pub answer: &'a Candidate,
    /// The document's parts, if they are in several encodings; their text is then the document.
    pub divided: Option<&'a Divided>,
    /// The document's languages.
    pub languages: &'a Languages<'static>,
    /// A second encoding that some lines seem to be in.
    pub second: Option<Second>,
    /// Whether no known encoding fits, and the answer is the best guess.
    pub is_guess: bool,
    /// Whether double-encoded UTF-8 is undone.
    pub repair: bool,
}

impl Found<'_> {
    /// Writes the `charset` field of a document record.
    fn add(&self, object: &mut record::Object, faults: Faults) {
        object
            .string("encoding", self.answer.encoding.name())
            .string("language", self.languages.language());
        object.fields(&record::FoundInText {
            language_margin: Some(show::margin(self.languages)),
            languages: show::shares(self.languages),
            damaged: faults.damaged.map(show::damage),
            parts: show::parts(self.divided),
            mojibake: (faults.mojibake).map(|one| show::mojibake(one, self.repair)),
            second: self.second.map(show::second),
            guessed: self.is_guess,
        });
    }

    /// Returns the whole text of a document, whose words count as read, and its faults.
    fn whole(
        &self,
        document: &mut RawDocument,
        text: &mut String,
        emit: &mut Emit,
    ) -> io::Result<(String, Faults)> {
        let mut whole = String::new();
        let decoding = self.decoding();
        let faults = decoding.each_part(document, text, |part| whole.push_str(part))?;
        emit.read_words(whole.split_whitespace().count());
        Ok((whole, faults))
    }

    fn decoding(&self) -> Decoding<'_> {
        let mut decoding = Decoding::new(self.answer, self.divided, self.second);
        decoding.how.repair = self.repair;
        decoding
    }
}

/// Warns of a second encoding, and of an encoding that is a guess.
pub fn warn_of(found: &Detection, document: &RawDocument, emit: &mut Emit) {
    if let Some(second) = found.second {
        emit.warn(document.display(), second.for_readers());
    }
    if let Some(first) = found.candidates.first().filter(|_| found.is_guess()) {
        emit.warn(document.display(), Doubt::Guessed(first.encoding.name()));
    }
}

/// The output format of decoded documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Document records.
    Records,
    /// Plain text.
    Plain,
    /// One file per document.
    Files,
}

/// Writes the document's text after `filter`. The document is held in memory. It is left out if
/// nothing remains.
pub fn write_filtered(
    document: &mut RawDocument,
    found: &Found,
    form: Form,
    text: &mut String,
    emit: &mut Emit,
    filter: impl FnOnce(&str) -> Filtered<'static>,
) -> io::Result<()> {
    let (whole, decoded) = found.whole(document, text, emit)?;
    let filtered = filter(&whole);
    let kept = filtered.text;
    let found = &match filtered.left_out {
        0 => *found,
        _ => Found {
            languages: &filtered.languages,
            ..*found
        },
    };
    if !kept.trim().is_empty() && form == Form::Files {
        emit.document_file(
            &document.name,
            DocumentGroups::default,
            &document.file_name(),
            kept.as_bytes(),
            &kept,
        );
    } else if !kept.trim().is_empty() {
        emit.wrote_words(kept.split_whitespace().count());
        if form == Form::Plain {
            emit.next_text().extend_from_slice(kept.as_bytes());
        } else {
            let line = record_of(document, found, decoded, &kept, emit);
            emit.out().extend_from_slice(&line);
        }
    }
    emit.settle();
    found.decoding().warn(decoded, document, emit);
    Ok(())
}

/// Returns the document record of a document, which is held in memory.
pub fn record(
    document: &mut RawDocument,
    found: &Found,
    text: &mut String,
    emit: &mut Emit,
) -> io::Result<Vec<u8>> {
    let (whole, decoded) = found.whole(document, text, emit)?;
    Ok(record_of(document, found, decoded, &whole, emit))
}

/// Returns the record of a document with this text.
fn record_of(
    document: &RawDocument,
    found: &Found,
    faults: Faults,
    text: &str,
    emit: &mut Emit,
) -> Vec<u8> {
    let mut out = Vec::new();
    let add = |object: &mut record::Object| found.add(object, faults);
    if let Some(record) = document.record() {
        emit.warn_of_fields(&document.name, record, TOOL);
        record.rewrite(&mut out, text, TOOL, add);
    } else {
        record::Document::begin_new(&mut out, &document.name);
        record::Document::add_text(&mut out, text);
        record::Document::end_new(&mut out, &document.name, TOOL, add);
    }
    out
}

/// Writes a document in UTF-8 as a separate file. The document is held in memory.
pub fn write_file(
    document: &mut RawDocument,
    found: &Found,
    text: &mut String,
    emit: &mut Emit,
) -> io::Result<()> {
    let (whole, decoded) = found.whole(document, text, emit)?;
    if found.is_guess {
        emit.keep_source("left as it is, because no known encoding fits it");
    } else if decoded.damaged.is_some() || found.second.is_some() {
        emit.keep_source(
            "left as it is, because it is not all in one encoding, and bytes would be lost; write it to another folder, \
             or decode each line by its own encoding with --unit line",
        );
    }
    emit.document_file(
        &document.name,
        DocumentGroups::default,
        &document.file_name(),
        whole.as_bytes(),
        &whole,
    );
    found.decoding().warn(decoded, document, emit);
    Ok(())
}

/// Writes a document in UTF-8. `text` is a buffer.
pub fn write(
    document: &mut RawDocument,
    found: &Found,
    form: Form,
    text: &mut String,
    emit: &mut Emit,
) -> io::Result<()> {
    let is_plain = form == Form::Plain;
    if let (Some(record), true) = (document.record(), document.is_text()) {
        let repaired = repair(&record.text);
        let written = match found.repair {
            true => &repaired.text,
            false => &record.text,
        };
        let faults = Faults {
            damaged: None,
            mojibake: repaired.mojibake,
        };
        if is_plain {
            emit.next_text().extend_from_slice(written.as_bytes());
        } else {
            emit.warn_of_fields(&document.name, record, TOOL);
            record.rewrite(emit.out(), written, TOOL, |object| {
                found.add(object, faults);
            });
        }
        emit.read_words(record.text.split_whitespace().count());
        emit.wrote_words(written.split_whitespace().count());
        emit.settle();
        found.decoding().warn(faults, document, emit);
        return Ok(());
    }
    if !is_plain && document.record().is_some() {
        return write_page(document, found, text, emit);
    }
    match is_plain {
        true => _ = emit.next_text(),
        false => record::Document::begin_new(emit.out(), &document.name),
    }
    let mut words = Words::default();
    let decoded = found.decoding().each_part(document, text, |part| {
        words.add(part);
        if is_plain {
            emit.out().extend_from_slice(part.as_bytes());
        } else {
            record::Document::add_text(emit.out(), part);
        }
        emit.settle();
    });
    // Complete a record that was begun, even if the rest of its document could not be read.
    if !is_plain {
        let faults = decoded.as_ref().ok().copied().unwrap_or_default();
        let add = |object: &mut record::Object| found.add(object, faults);
        record::Document::end_new(emit.out(), &document.name, TOOL, add);
    }
    emit.settle();
    emit.read_words(words.count);
    emit.wrote_words(words.count);
    found.decoding().warn(decoded?, document, emit);
    Ok(())
}

/// Writes a page of a web archive, whose record has more fields. Its length is limited by the
/// archive reader.
fn write_page(
    document: &mut RawDocument,
    found: &Found,
    text: &mut String,
    emit: &mut Emit,
) -> io::Result<()> {
    let mut whole = String::new();
    let decoded = found
        .decoding()
        .each_part(document, text, |part| whole.push_str(part))?;
    let words = whole.split_whitespace().count();
    emit.read_words(words);
    emit.wrote_words(words);
    if let Some(record) = document.record() {
        emit.warn_of_fields(&document.name, record, TOOL);
        record.rewrite(emit.out(), &whole, TOOL, |object| {
            found.add(object, decoded)
        });
    }
    emit.settle();
    found.decoding().warn(decoded, document, emit);
    Ok(())
}

/// Decodes a document for its warnings, for instance if it is not in the given encoding, and for
/// the word count in `--stats`. Returns its faults.
pub fn check(
    document: &mut RawDocument,
    decoding: Option<Decoding>,
    text: &mut String,
    emit: &mut Emit,
) -> io::Result<Faults> {
    let decoded = count(document, decoding, text, emit)?;
    if let Some(decoding) = decoding {
        decoding.warn(decoded, document, emit);
    }
    Ok(decoded)
}

/// Decodes a document for the word count in `--stats`, even if it is left out. Returns its faults.
pub fn count(
    document: &mut RawDocument,
    decoding: Option<Decoding>,
    text: &mut String,
    emit: &mut Emit,
) -> io::Result<Faults> {
    let Some(decoding) = decoding else {
        return Ok(Faults::default());
    };
    let mut words = Words::default();
    let decoded = decoding.each_part(document, text, |part| words.add(part))?;
    emit.read_words(words.count);
    Ok(decoded)
}

/// Counts words in a text that comes in chunks.
#[derive(Default)]
struct Words {
    count: usize,
    inside: bool,
}

impl Words {
    fn add(&mut self, part: &str) {
        let Some(last) = part.chars().next_back() else {
            return;
        };
        let goes_on = self.inside && !part.starts_with(char::is_whitespace);
        self.count += part.split_whitespace().count() - usize::from(goes_on);
        self.inside = !last.is_whitespace();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_parts_divide_is_one() {
        let count = |parts: &[&str]| {
            let mut words = Words::default();
            for part in parts {
                words.add(part);
            }
            words.count
        };
        assert_eq!(count(&["one two"]), 2);
        assert_eq!(count(&["on", "e t", "wo"]), 2);
        assert_eq!(count(&["one", " two", "", " ", "three"]), 3);
        assert_eq!(count(&["one ", "two"]), 2);
    }
}
