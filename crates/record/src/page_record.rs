//! The record of a page.

use crate::{Name, Object, write_string};

/// A data record in a web page, such as a search result or a product in a grid.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `record` | integer | the number of the record in the document, from 1 |
/// | `fields` | array of strings | the texts of the record, except those that most records of the document have in the same place |
/// | `links` | array of strings | the link targets, as in the page, without duplicates |
/// | `doc_bytes` | base64, optional | the bytes of the name, if it is not UTF-8 |
///
/// ```
/// let mut out = Vec::new();
/// record::PageRecord {
///     doc: &"a.html".into(), number: 2, fields: &["Rain".into(), "3 pence".into()], links: &["/rain".into()],
/// }
/// .write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"doc\":\"a.html\",\"record\":2,\"fields\":[\"Rain\",\"3 pence\"],\"links\":[\"/rain\"]}\n"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRecord<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// The number of the record, counted from 1.
    pub number: u64,
    /// The texts of the record.
    pub fields: &'a [String],
    /// The link targets.
    pub links: &'a [String],
}

impl PageRecord<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        self.doc.write_doc(&mut object);
        object
            .integer("record", self.number)
            .array("fields", self.fields, |out, field| write_string(out, field))
            .array("links", self.links, |out, link| write_string(out, link));
        self.doc.write_doc_bytes(&mut object);
        object.end_line();
    }
}
