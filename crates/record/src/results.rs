//! Recognises records that users often pass on instead of documents.

use crate::Fields;

/// Two fields that only one kind of record has, and advice for such records.
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

/// Returns a hint for a record that is the result of a tool and has no text.
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

/// Whether this is a line record of `linenorm`.
///
/// ```
/// let fields = record::Fields::parse(br#"{"doc":"a","line":7,"text":"b"}"#)?;
/// assert!(record::is_line(&fields));
/// # Ok::<(), record::Error>(())
/// ```
pub fn is_line(fields: &Fields) -> bool {
    has_only(fields, &["line", "text"], &["doc", "doc_bytes", "end"])
}

/// Returns a hint for a record that has a text, but is the result of a tool and not a document.
pub fn not_a_document(fields: &Fields) -> Option<&'static str> {
    if is_line(fields) {
        return Some("these are lines of linenorm, for freqlines; read the documents themselves");
    }
    let is_frequency = has_only(
        fields,
        &["count", "text"],
        &["error", "fingerprint", "slot", "bits", "text_bytes"],
    );
    is_frequency.then_some("these are frequencies of freqlines, for an option --freq")
}

/// Whether a record has all required fields, and otherwise only the other ones.
fn has_only(fields: &Fields, required: &[&str], others: &[&str]) -> bool {
    required.iter().all(|key| fields.get(key).is_some())
        && fields
            .keys()
            .all(|key| required.contains(&&*key) || others.contains(&&*key))
}
