//! Records that are often passed on where documents are wanted.

use crate::Fields;

/// Two fields that only the records of one kind have, and what to do with these.
const RESULTS: [([&str; 2], &str); 3] = [
    (
        ["encoding", "margin"],
        "these are results of charset, and charset --to-utf8 writes documents",
    ),
    (
        ["preamble_end", "epilogue_start"],
        "these are results of cutbounds, and cutbounds --emit body writes documents",
    ),
    (
        ["tokens", "words"],
        "these are results of uniqwords, for lcsdup",
    ),
];

/// A hint for a record without a text that is the result of a tool.
///
/// ```
/// let fields = record::Fields::parse(br#"{"doc":"a","tokens":7,"words":["b"]}"#)?;
/// assert_eq!(record::no_document(&fields), Some("these are results of uniqwords, for lcsdup"));
/// # Ok::<(), record::Error>(())
/// ```
pub fn no_document(fields: &Fields) -> Option<&'static str> {
    let has = |key: &&str| fields.get(key).is_some();
    let found = RESULTS.iter().find(|(keys, _)| keys.iter().all(has));
    found.map(|(_, hint)| *hint)
}
