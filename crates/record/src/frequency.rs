//! The frequency record.

use std::borrow::Cow;

use crate::{Error, Fields, Name, Object};

/// The frequency of a line.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string, optional | the document in which these are, if each was counted by itself (`freqlines --by-file`) |
/// | `group` | string, optional | the group of the documents in which the line was counted (`freqlines --by`) |
/// | `count` | integer | occurrences |
/// | `error` | integer, optional | the amount by which `count` may be below the true count |
/// | `fingerprint` | string, optional | the count is of all lines with this hash: `xxh3:` or `crc64:` and 16 hexadecimal digits |
/// | `slot`, `bits` | integers, optional | the count is of all lines whose hash (`line_hash` of the library freqlines) begins with these `bits` bits |
/// | `text` | string, optional | the line; with a fingerprint or slot, one of the lines, as an example |
/// | `text_bytes` | base64, optional | the bytes of the line, if it is not UTF-8 |
/// | `example` | string, optional | the first of these lines as it was before normalisation (`freqlines --example`) |
/// | `doc_bytes` | base64, optional | the bytes of the name, if it is not UTF-8 |
///
/// ```
/// use record::Frequency;
/// let read = Frequency::read(br#"{"count":12,"text":"to be"}"#)?;
/// assert_eq!((read.count, read.text.as_deref()), (12, Some(&b"to be"[..])));
/// # Ok::<(), record::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frequency<'a> {
    /// The document whose lines were counted.
    pub doc: Option<Name<'a>>,
    /// The group of the documents whose lines were counted.
    pub group: Option<Cow<'a, str>>,
    /// The number of occurrences.
    pub count: u64,
    /// The maximum amount by which `count` may be too low.
    pub error: Option<u64>,
    /// The hash of the lines that were counted together.
    pub fingerprint: Option<Cow<'a, str>>,
    /// The slot of the lines that were counted together, and its number of bits.
    pub slot: Option<(u64, u8)>,
    /// The line's bytes.
    pub text: Option<Cow<'a, [u8]>>,
    /// One of the lines before normalisation.
    pub example: Option<Cow<'a, str>>,
}

impl<'a> Frequency<'a> {
    /// Reads a frequency record.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`], and [`Error::Missing`] and [`Error::Type`] for its fields.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        let mut frequency = Self::of(&fields)?;
        frequency.count = fields.integer("count")?.ok_or(Error::Missing("count"))?;
        frequency.doc = Name::find(&fields)?;
        frequency.group = fields.string("group")?;
        frequency.example = fields.string("example")?;
        Ok(frequency)
    }

    /// Reads the key and count of a record, without its document, group and example. A line record
    /// counts once, a frequency record `count` times.
    ///
    /// # Errors
    /// Fails with [`Error::Missing`] without text, fingerprint and slot, and with [`Error::Type`]
    /// for its fields.
    #[inline]
    pub fn of(fields: &Fields<'a>) -> Result<Self, Error> {
        let text = fields.text()?;
        let slot = match (fields.integer("slot")?, fields.integer("bits")?) {
            (None, _) => None,
            (Some(slot), Some(bits @ 1..=63)) if slot >> bits == 0 => Some((slot, bits as u8)),
            (Some(_), Some(_)) => {
                return Err(Error::Type {
                    field: "slot",
                    expected: "a number of `bits` bits",
                });
            }
            (Some(_), None) => return Err(Error::MissingWhich("`bits` with `slot`")),
        };
        let fingerprint = fields.string("fingerprint")?;
        if text.is_none() && fingerprint.is_none() && slot.is_none() {
            return Err(Error::Missing("text"));
        }
        Ok(Frequency {
            count: fields.integer("count")?.unwrap_or(1),
            error: fields.integer("error")?,
            fingerprint,
            slot,
            text,
            ..Frequency::default()
        })
    }

    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        if let Some(doc) = &self.doc {
            doc.write_doc(&mut object);
        }
        if let Some(group) = &self.group {
            object.string("group", group);
        }
        object.integer("count", self.count);
        if let Some(error) = self.error {
            object.integer("error", error);
        }
        if let Some(fingerprint) = &self.fingerprint {
            object.string("fingerprint", fingerprint);
        }
        if let Some((slot, bits)) = self.slot {
            object.integer("slot", slot).integer("bits", bits.into());
        }
        if let Some(text) = self.text.as_deref()
            && !object.text(text)
        {
            object.base64("text_bytes", text);
        }
        if let Some(example) = &self.example {
            object.string("example", example);
        }
        if let Some(doc) = &self.doc {
            doc.write_doc_bytes(&mut object);
        }
        object.end_line();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_reads_back() {
        let records = [
            Frequency {
                count: 3,
                text: Some(b"a \"b\"".into()),
                ..Frequency::default()
            },
            Frequency {
                count: 3,
                error: Some(1),
                text: Some(b"\xFF".into()),
                ..Frequency::default()
            },
            Frequency {
                count: 3,
                fingerprint: Some("xxh3:0011223344556677".into()),
                ..Frequency::default()
            },
            Frequency {
                count: 3,
                slot: Some((7, 3)),
                text: Some(b"x".into()),
                ..Frequency::default()
            },
            Frequency {
                doc: Some(Name::new(&b"a\xFF"[..])),
                group: Some("mill.example".into()),
                count: 3,
                text: Some(b"x y".into()),
                example: Some(" x \ty".into()),
                ..Frequency::default()
            },
        ];
        for record in records {
            let mut out = Vec::new();
            record.write(&mut out);
            assert_eq!(Frequency::read(&out).unwrap(), record);
        }
    }

    #[test]
    fn a_slot_needs_its_bits() {
        assert!(Frequency::read(br#"{"count":1,"slot":1}"#).is_err());
        assert!(Frequency::read(br#"{"count":1,"slot":8,"bits":3}"#).is_err());
        assert!(Frequency::read(br#"{"count":1}"#).is_err());
        assert!(Frequency::read(br#"{"text":"a"}"#).is_err());
    }
}
