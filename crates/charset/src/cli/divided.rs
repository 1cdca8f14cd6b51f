//! How a document is decoded: as a whole, or in parts of several encodings.

use std::io;

use command::Emit;
use intake::RawDocument;

use crate::Encoding;
use crate::answer::{Candidate, Damage, Detection, Part, Second, Start, Unit};
use crate::decode::{Faults, How, each_part, has_utf_8};
use crate::detect::Detector;
use crate::parts::text_of;
use crate::repair::Mojibake;

/// A document whose parts are in several encodings.
pub struct Divided {
    /// The document's text.
    pub text: Vec<u8>,
    /// The document's parts.
    pub parts: Vec<Part>,
    pub damaged: Option<Damage>,
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
        let parts = detector.divide(&bytes, unit, found)?;
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
pub struct Decoding<'a> {
    /// How to decode the bytes; a divided document is already UTF-8.
    pub how: How,
    divided: Option<&'a Divided>,
}

impl<'a> Decoding<'a> {
    /// Decodes without repair. `second` is a second encoding of the document.
    pub fn new(answer: &Candidate, divided: Option<&'a Divided>, second: Option<Second>) -> Self {
        let encoding = divided.map_or(answer.encoding, |_| Encoding::UTF_8);
        let start = divided.map_or(answer.start, |_| Start::Character);
        Decoding {
            how: How {
                start,
                has_utf_8: has_utf_8(second),
                ..How::plain(encoding)
            },
            divided,
        }
    }

    /// The encoding of the document's bytes.
    pub fn encoding(&self) -> Encoding {
        self.how.encoding
    }

    /// Where the document's first byte stands.
    pub fn start(&self) -> Start {
        self.how.start
    }

    /// Decodes a document in chunks, without the byte order mark.
    pub fn each_part(
        &self,
        document: &mut RawDocument,
        text: &mut String,
        each: impl FnMut(&str),
    ) -> io::Result<Faults> {
        let mut faults = each_part(&mut document.bytes, self.how, text, each)?;
        if let Some(divided) = self.divided {
            faults.damaged = divided.damaged;
        }
        Ok(faults)
    }

    pub fn warn(&self, faults: Faults, document: &RawDocument, emit: &mut Emit) {
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
