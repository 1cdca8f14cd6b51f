//! The record of a page.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// A data record in a web page, such as a search result or a product in a grid.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PageRecord<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// The number of the record in the document, from 1.
    #[serde(rename = "record")]
    pub number: u64,
    /// The texts of the record, except those that most records of the document have in the same place.
    pub fields: &'a [String],
    /// The link targets, as in the page, without duplicates.
    pub links: &'a [String],
}

written!(PageRecord<'_>: doc);
