//! Headers of fields (`Key: value`) that the documents of a library begin with. Their values vary, so that no line of them is frequent;
//! the keys are counted from document to document.

use linenorm::{key, normalise, raw_lines};
use xxhash_rust::xxh3::xxh3_64;

use crate::constants::{
    MAX_COUNTED, MAX_METADATA, MIN_COMMON_FIELDS, MIN_DOCUMENT_SHARE, MIN_MARKED_FIELDS,
};
use crate::document_counts::DocumentCounts;
use crate::metadata;

/// The first block of a document, if it is a header of fields.
#[derive(Debug, Clone, Default)]
pub struct FirstFields {
    /// Hashes of its keys.
    keys: Vec<u64>,
    last: u64,
}

impl FirstFields {
    /// Reads the first block of a text. In a header, some values are data: dates, numbers, addresses. Sentences are none, nor are
    /// records one after the other, nor is a document of nothing but fields.
    pub fn of(text: &str) -> Option<Self> {
        let lines = (1..).zip(raw_lines(text)).take(MAX_METADATA);
        let mut lines = lines.skip_while(|(_, raw)| raw.trim().is_empty());
        let (mut found, mut names) = (FirstFields::default(), Vec::new());
        let (mut data, mut sentences) = (0, 0);
        let mut scratch = String::new();
        loop {
            let (number, raw) = lines.next()?;
            let line = normalise(raw, &mut scratch);
            match key(line) {
                _ if line.is_empty() => break,
                Some(key) => {
                    let value = &line[key.len()..];
                    data += usize::from(is_data(value));
                    sentences += usize::from(value.ends_with(['.', '?', '!']));
                    found.keys.push(xxh3_64(key.as_bytes()));
                    names.push(key.trim_end_matches(':').to_lowercase());
                }
                // A long value continues on indented lines.
                None if raw.starts_with([' ', '\t']) && !names.is_empty() => {}
                None => return None,
            }
            found.last = number;
        }
        found.keys.sort_unstable();
        found.keys.dedup();
        let is_header = found.keys.len() >= MIN_COMMON_FIELDS
            && data >= MIN_MARKED_FIELDS
            && 2 * sentences <= names.len()
            && !metadata::goes_on_with_records(text, found.last, &names)
            && lines.any(|(_, raw)| !raw.trim().is_empty() && key(raw).is_none());
        is_header.then_some(found)
    }
}

/// Whether a value is a date, a number or an address.
fn is_data(value: &str) -> bool {
    value.contains("://") || value.contains('@') || value.contains(char::is_numeric)
}

/// The counts of the keys of the first fields of the documents so far.
#[derive(Debug, Default)]
pub struct Beginnings(DocumentCounts);

impl Beginnings {
    /// Counts the first fields of the next document.
    pub fn learn(&mut self, first: Option<&FirstFields>) {
        let keys = first.map_or(Vec::new(), |first| first.keys.clone());
        self.0.learn(keys, MAX_COUNTED);
    }

    /// Returns the last line of a header if enough documents have most of its fields.
    pub fn find(&self, first: &FirstFields) -> Option<u64> {
        let is_common = |key: &&u64| self.0.is_of_share(**key, MIN_DOCUMENT_SHARE);
        let common = first.keys.iter().filter(is_common).count();
        (common >= MIN_COMMON_FIELDS && 2 * common >= first.keys.len()).then_some(first.last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the last line of the header of a text after `before` texts, to which `text` gives a number each.
    fn found(text: impl Fn(usize) -> String, before: usize) -> Option<u64> {
        let mut counts = Beginnings::default();
        let all = (0..=before).map(|at| FirstFields::of(&text(at)));
        let all = all.inspect(|first| counts.learn(first.as_ref()));
        let last = all.last().flatten();
        counts.find(&last?)
    }

    fn head(at: usize) -> String {
        format!(
            "Boat: {at}\nSailed: May 179{}\nTarred by: Ada\n  and Bob\nWood: oak\n\n",
            at % 10
        )
    }

    #[test]
    fn documents_that_begin_with_the_same_fields_have_a_header() {
        let text = |at: usize| format!("\n{}The ferryman has two boats.\n", head(at));
        assert_eq!(found(text, 9), None, "in ten documents");
        assert_eq!(found(text, 10), Some(6));
        // Some have other fields, and most texts have none.
        let some = |at: usize| match at % 10 {
            0 => text(at).replace("Wood", "Owner"),
            _ => "The ferryman has two boats.\n".to_owned(),
        };
        assert_eq!(found(some, 110), Some(6));
        assert_eq!(
            found(|at| some(if at % 40 == 0 { 0 } else { 1 }), 800),
            None,
            "one in 40"
        );
    }

    #[test]
    fn other_fields_are_text() {
        let text = "The ferryman has two boats.\n";
        for other in [
            // Nothing but fields; records; explanations; words.
            head(1),
            format!("{0}{0}{text}", head(1)),
            format!(
                "Boat: It is of oak, of 1790.\nTar: It is of 1791.\nSail: It is of 1792.\n\n{text}"
            ),
            format!("Good: it sails\nBad: it leaks\nAll in all: 4 of 5\n\n{text}"),
        ] {
            assert!(FirstFields::of(&other).is_none(), "{other}");
        }
    }
}
