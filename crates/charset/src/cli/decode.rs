//! Writes decoded documents.

use std::io;

use command::{DocumentGroups, Emit};
use intake::RawDocument;

use crate::Encoding;
use crate::cli::show;
pub(crate) use crate::decode::Faults;
use crate::decode::{Damage, How};
use crate::detect::{Candidate, Detection, Detector};
use crate::language::Languages;
use crate::parts::{Part, Second, Unit, divide, text_of};
use crate::repair::{Mojibake, repair};

const TOOL: &str = "charset";

/// The result of the detection for a document.
pub struct Found<'a> {
    /// The document's encoding.
    pub answer: &'a Candidate,
    /// The document's parts, if they are in several encodings; their text is then the document.
    pub divided: Option<&'a Divided>,
    /// The document's languages.
    pub languages: &'a Languages<'static>,
    /// A second encoding that some lines seem to be in.
    pub second: Option<Second>,
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
        let reading = self.reading();
        let faults = reading.each_part(document, text, |part| whole.push_str(part))?;
        emit.read_words(whole.split_whitespace().count());
        Ok((whole, faults))
    }

    fn reading(&self) -> Reading<'_> {
        let mut reading = Reading::new(self.answer, self.divided);
        reading.how.repair = self.repair;
        reading
    }
}

/// A document whose parts are in several encodings.
pub struct Divided {
    /// The document's text.
    pub text: Vec<u8>,
    /// The document's parts.
    pub parts: Vec<Part>,
    damaged: Option<Damage>,
}

impl Divided {
    /// Returns the parts of a document, if they are in several encodings. The document is held in
    /// memory.
    pub fn new(
        document: &mut RawDocument,
        detector: &mut Detector,
        unit: Unit,
        found: &Detection,
    ) -> io::Result<Option<Self>> {
        if unit == Unit::Document || document.is_text() {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        document.bytes.rewind()?;
        document.bytes.read_to_end(&mut bytes)?;
        let parts = divide(detector, &bytes, unit, found)?;
        if parts
            .iter()
            .all(|part| part.encoding == found.candidates[0].encoding)
        {
            return Ok(None);
        }
        let (text, damaged) = text_of(&bytes, &parts);
        Ok(Some(Divided {
            text: text.into_bytes(),
            parts,
            damaged,
        }))
    }
}

/// How to decode a document.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// How to decode the bytes; a divided document is already UTF-8.
    how: How,
    divided: Option<&'a Divided>,
}

impl<'a> Reading<'a> {
    /// Decodes without repair.
    pub fn new(answer: &Candidate, divided: Option<&'a Divided>) -> Self {
        let encoding = divided.map_or(answer.encoding, |_| Encoding::UTF_8);
        let begins_within = answer.begins_within && divided.is_none();
        Reading {
            how: How {
                begins_within,
                ..How::plain(encoding)
            },
            divided,
        }
    }

    /// The encoding of the document's bytes.
    pub fn encoding(&self) -> Encoding {
        self.how.encoding
    }

    /// Whether the first byte is the rest of a character.
    pub fn begins_within(&self) -> bool {
        self.how.begins_within
    }

    /// Decodes a document in chunks, without the byte order mark.
    fn each_part(
        &self,
        document: &mut RawDocument,
        text: &mut String,
        each: impl FnMut(&str),
    ) -> io::Result<Faults> {
        let mut faults = crate::decode::each_part(&mut document.bytes, self.how, text, each)?;
        if let Some(divided) = self.divided {
            faults.damaged = divided.damaged;
        }
        Ok(faults)
    }

    fn warn(&self, faults: Faults, document: &RawDocument, emit: &mut Emit) {
        if let Some(Mojibake { line, .. }) = faults.mojibake {
            let what = match self.how.repair {
                true => format_args!("double-encoded UTF-8 was repaired, first in line {line}"),
                false => format_args!(
                    "double-encoded UTF-8, first in line {line}; --to-utf8 --repair undoes it"
                ),
            };
            emit.warn(document.display(), what);
        }
        if let Some(Damage { line, .. }) = faults.damaged {
            let encoding = match self.divided {
                None => self.how.encoding.name(),
                Some(_) => "in the encodings of its parts",
            };
            emit.warn(
                document.display(),
                format_args!(
                    "not all of it is {encoding}; what is not became U+FFFD, first in line {line}"
                ),
            );
        }
    }
}

/// Warns of a second encoding.
pub fn warn_of(second: Second, document: &RawDocument, emit: &mut Emit) {
    emit.warn(document.display(), second.for_readers());
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

/// Reports that a document is left out because its encoding is not known.
pub fn unsure(document: &RawDocument, emit: &mut Emit) -> io::Result<()> {
    emit.trouble(
        document.display(),
        "no answer is sure enough, so it is left out",
    );
    Ok(())
}

/// Writes the document's text after `filter`. The document is held in memory. It is left out if
/// nothing remains.
pub fn write_filtered(
    document: &mut RawDocument,
    found: &Found,
    form: Form,
    text: &mut String,
    emit: &mut Emit,
    filter: impl FnOnce(&str) -> String,
) -> io::Result<()> {
    let (whole, decoded) = found.whole(document, text, emit)?;
    let kept = filter(&whole);
    if !kept.trim().is_empty() && form == Form::Files {
        emit.document_file(
            &document.name,
            DocumentGroups::default,
            document.file_name(),
            kept.as_bytes(),
            &kept,
        );
    } else if !kept.trim().is_empty() {
        emit.wrote_words(kept.split_whitespace().count());
        if form == Form::Plain {
            emit.out().extend_from_slice(kept.as_bytes());
        } else {
            add_record(emit.out(), document, found, decoded, &kept);
        }
    }
    emit.settle();
    found.reading().warn(decoded, document, emit);
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
    let mut out = Vec::new();
    add_record(&mut out, document, found, decoded, &whole);
    Ok(out)
}

fn add_record(
    out: &mut Vec<u8>,
    document: &RawDocument,
    found: &Found,
    faults: Faults,
    text: &str,
) {
    let add = |object: &mut record::Object| found.add(object, faults);
    if let Some(record) = document.record() {
        record.rewrite(out, text, TOOL, add);
    } else {
        record::Document::begin_new(out, &document.name);
        record::Document::add_text(out, text);
        record::Document::end_new(out, &document.name, TOOL, add);
    }
}

/// Writes a document in UTF-8 as a separate file. The document is held in memory.
pub fn write_file(
    document: &mut RawDocument,
    found: &Found,
    text: &mut String,
    emit: &mut Emit,
) -> io::Result<()> {
    let (whole, decoded) = found.whole(document, text, emit)?;
    emit.document_file(
        &document.name,
        DocumentGroups::default,
        document.file_name(),
        whole.as_bytes(),
        &whole,
    );
    found.reading().warn(decoded, document, emit);
    Ok(())
}

/// Writes a document in UTF-8. `text` is a buffer.
pub fn write(
    document: &mut RawDocument,
    found: &Found,
    raw: bool,
    text: &mut String,
    emit: &mut Emit,
) -> io::Result<()> {
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
        if raw {
            emit.out().extend_from_slice(written.as_bytes());
        } else {
            record.rewrite(emit.out(), written, TOOL, |object| {
                found.add(object, faults);
            });
        }
        emit.read_words(record.text.split_whitespace().count());
        emit.wrote_words(written.split_whitespace().count());
        emit.settle();
        found.reading().warn(faults, document, emit);
        return Ok(());
    }
    if !raw && document.record().is_some() {
        return write_page(document, found, text, emit);
    }
    if !raw {
        record::Document::begin_new(emit.out(), &document.name);
    }
    let mut words = Words::default();
    let decoded = found.reading().each_part(document, text, |part| {
        words.add(part);
        if raw {
            emit.out().extend_from_slice(part.as_bytes());
        } else {
            record::Document::add_text(emit.out(), part);
        }
        emit.settle();
    });
    // Complete a record that was begun, even if the rest of its document could not be read.
    if !raw {
        let faults = decoded.as_ref().ok().copied().unwrap_or_default();
        let add = |object: &mut record::Object| found.add(object, faults);
        record::Document::end_new(emit.out(), &document.name, TOOL, add);
    }
    emit.settle();
    emit.read_words(words.count);
    emit.wrote_words(words.count);
    found.reading().warn(decoded?, document, emit);
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
        .reading()
        .each_part(document, text, |part| whole.push_str(part))?;
    let words = whole.split_whitespace().count();
    emit.read_words(words);
    emit.wrote_words(words);
    if let Some(record) = document.record() {
        record.rewrite(emit.out(), &whole, TOOL, |object| {
            found.add(object, decoded)
        });
    }
    emit.settle();
    found.reading().warn(decoded, document, emit);
    Ok(())
}

/// Decodes a document for its warnings, for instance if it is not in the given encoding, and for
/// the word count in `--stats`. Returns its faults.
pub fn check(
    document: &mut RawDocument,
    reading: Option<Reading>,
    text: &mut String,
    emit: &mut Emit,
) -> io::Result<Faults> {
    let decoded = count(document, reading, text, emit)?;
    if let Some(reading) = reading {
        reading.warn(decoded, document, emit);
    }
    Ok(decoded)
}

/// Decodes a document for the word count in `--stats`, even if it is left out. Returns its faults.
pub fn count(
    document: &mut RawDocument,
    reading: Option<Reading>,
    text: &mut String,
    emit: &mut Emit,
) -> io::Result<Faults> {
    let Some(reading) = reading else {
        return Ok(Faults::default());
    };
    let mut words = Words::default();
    let decoded = reading.each_part(document, text, |part| words.add(part))?;
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
