//! The factored record.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::write::written;
use crate::{Error, Fields, Name};

/// A document whose boilerplate was moved to shared files, with the information for restoring it.
///
/// A checksum is `xxh3:` and the 32 hexadecimal digits of the 128-bit XXH3 hash of the bytes. A link has the fields
/// `start` and `end`, its byte range in the file in the site; `shared`, the shared file, relative to the site's folder; and
/// `checksum`, that of the shared file. If the document's text differs, it has `slots`, an array of `[from,to,start,end]`. In a slot
/// the byte range `start` to `end` of the file in the site replaces the byte range `from` to `to` of the shared file. The document is the file in the site with each link replaced by
/// the bytes of its shared file, with its slots filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Factored<'a> {
    /// The document's file, relative to the site's folder.
    pub doc: Name<'a>,
    /// The length of the original document.
    pub bytes: u64,
    /// The checksum of the original document.
    pub checksum: Cow<'a, str>,
    /// The length of the file in the site.
    pub factored_bytes: u64,
    /// The checksum of the file in the site.
    pub factored_checksum: Cow<'a, str>,
    /// The number of links to a shared file with another spelling of the text that was here.
    #[serde(skip_serializing_if = "crate::write::is_zero")]
    pub differs: u64,
    /// The links in the file, in order.
    pub links: Vec<Link<'a>>,
}

/// A link in a factored document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Link<'a> {
    /// The offset of its first byte in the file in the site.
    pub start: u64,
    /// The offset after its last byte.
    pub end: u64,
    /// The shared file, relative to the site's folder.
    pub shared: Cow<'a, str>,
    /// The checksum of the shared file.
    pub checksum: Cow<'a, str>,
    /// The differences of the document's text from the shared file, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<Slot>,
}

/// Two byte ranges, `(from, to, start, end)`. The range `start` to `end` of the file in the site
/// replaces the range `from` to `to` of the shared file.
pub type Slot = (u64, u64, u64, u64);

impl<'a> Factored<'a> {
    /// Reads a factored record.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`], and [`Error::Missing`] and [`Error::Type`] for its
    /// fields. Links that overlap or lie outside of the file are an [`Error::Type`], too.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        let number = |key| fields.integer(key)?.ok_or(Error::Missing(key));
        let string = |key| fields.string(key)?.ok_or(Error::Missing(key));
        let factored_bytes = number("factored_bytes")?;
        let wrong = Error::Type {
            field: "links",
            expected: "an array of links, one after the other",
        };
        let crate::Value::Other(json) = fields.get("links").ok_or(Error::Missing("links"))? else {
            return Err(wrong);
        };
        let Ok(elements) = serde_json::from_str::<Vec<&'a RawValue>>(json) else {
            return Err(wrong);
        };
        let mut links = Vec::with_capacity(elements.len());
        let mut from = 0;
        for element in elements {
            let link = Link::read(element.get())?;
            if link.start < from || link.end < link.start || link.end > factored_bytes {
                return Err(wrong);
            }
            from = link.end;
            links.push(link);
        }
        Ok(Factored {
            doc: Name::of(&fields)?,
            bytes: number("bytes")?,
            checksum: string("checksum")?,
            factored_bytes,
            factored_checksum: string("factored_checksum")?,
            differs: fields.integer("differs")?.unwrap_or(0),
            links,
        })
    }
}

impl<'a> Link<'a> {
    fn read(json: &'a str) -> Result<Self, Error> {
        let fields = Fields::parse_str(json)?;
        let number = |key| fields.integer(key)?.ok_or(Error::Missing(key));
        let string = |key| fields.string(key)?.ok_or(Error::Missing(key));
        let wrong = Error::Type {
            field: "slots",
            expected: "an array of [from,to,start,end], one after the other and inside of the link",
        };
        let (start, end) = (number("start")?, number("end")?);
        let slots: Vec<Slot> = match fields.get("slots") {
            None => Vec::new(),
            Some(crate::Value::Other(json)) => match serde_json::from_str(json) {
                Ok(slots) => slots,
                Err(_) => return Err(wrong),
            },
            Some(_) => return Err(wrong),
        };
        let (mut in_shared, mut in_link) = (0, start);
        for &(from, to, first, last) in &slots {
            if !(in_shared <= from && from <= to && in_link <= first && first <= last) {
                return Err(wrong);
            }
            (in_shared, in_link) = (to, last);
        }
        if in_link > end {
            return Err(wrong);
        }
        Ok(Link {
            start,
            end,
            shared: string("shared")?,
            checksum: string("checksum")?,
            slots,
        })
    }
}

written!(Factored<'_>: doc);

#[cfg(test)]
mod tests {
    use super::*;

    fn factored() -> Factored<'static> {
        let link = |start, end| Link {
            start,
            end,
            shared: "shared/a \"b\".txt".into(),
            checksum: "xxh3:1".into(),
            slots: vec![(3, 9, start + 1, start + 4), (12, 12, end - 3, end)],
        };
        Factored {
            doc: Name::new(&b"b\xFFoks/x.txt"[..]),
            bytes: 90,
            checksum: "xxh3:0".into(),
            factored_bytes: 50,
            factored_checksum: "xxh3:2".into(),
            differs: 1,
            links: vec![link(0, 10), link(40, 50)],
        }
    }

    #[test]
    fn reads_back_what_it_writes() {
        let mut out = Vec::new();
        factored().write(&mut out);
        assert_eq!(Factored::read(&out).unwrap(), factored());
    }

    #[test]
    fn slots_are_in_order_and_inside_of_their_link() {
        for slot in [
            (2, 9, 41, 44),
            (9, 8, 41, 44),
            (3, 9, 39, 44),
            (3, 13, 41, 44),
            (3, 9, 41, 48),
        ] {
            let mut bad = factored();
            bad.links[1].slots[0] = slot;
            let mut out = Vec::new();
            bad.write(&mut out);
            let is_right = slot == (2, 9, 41, 44);
            assert_eq!(Factored::read(&out).is_ok(), is_right, "{slot:?}");
        }
    }

    #[test]
    fn the_last_slot_ends_inside_of_its_link() {
        for (last, is_right) in [(49, true), (50, true), (51, false)] {
            let mut one = factored();
            one.links[1].slots = vec![(3, 9, 41, last)];
            let mut out = Vec::new();
            one.write(&mut out);
            assert_eq!(Factored::read(&out).is_ok(), is_right, "{last}");
        }
    }

    #[test]
    fn links_are_in_order_and_inside() {
        for (start, end) in [(5, 12), (45, 51), (48, 47)] {
            let mut bad = factored();
            (bad.links[1].start, bad.links[1].end) = (start, end);
            bad.links[1].slots.clear();
            let mut out = Vec::new();
            bad.write(&mut out);
            assert!(Factored::read(&out).is_err(), "{start} {end}");
        }
    }
}
