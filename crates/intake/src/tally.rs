//! Counts of the records of a web archive.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::limits::MIN_PAGE_SIZE;

/// The names in `--stats` for pages that the options do not select.
pub(crate) const OTHER_TYPE: &str = "web pages of another media type";
pub(crate) const NOT_TEXT: &str = "web pages that are not text";
pub(crate) const OTHER_SIZE: &str = "web pages of another size";
pub(crate) const TOO_LARGE: &str = "web pages over the limit of their size";
pub(crate) const OTHER_STATUS: &str = "web pages with a status other than 200";

/// The counts of an archive's records: documents, and others by reason.
#[derive(Debug)]
pub struct Tally {
    name: Arc<str>,
    pub(crate) taken: AtomicU64,
    /// The numbers of records that are not documents, in the order of [`REASONS`].
    left_out: [AtomicU64; REASONS.len()],
    pub(crate) damaged: AtomicU64,
    /// The number of pages smaller than [`MIN_PAGE_SIZE`] that are left out by default.
    pub(crate) small: AtomicU64,
}

/// The reasons why a record is not a document, for `--stats` and messages.
const REASONS: [(&str, &str); 11] = [
    (NOT_TEXT, "not text, whatever the server said"),
    (OTHER_TYPE, "of another media type"),
    (OTHER_SIZE, "of another size"),
    (TOO_LARGE, "over the limit of their size"),
    (OTHER_STATUS, "with a status other than 200"),
    ("WARC records left out: warcinfo", "warcinfo"),
    ("WARC records left out: request", "request"),
    ("WARC records left out: metadata", "metadata"),
    ("WARC records left out: revisit", "revisit"),
    (
        "WARC records left out: of another media type",
        "of another media type",
    ),
    ("WARC records left out: of other kinds", "of other kinds"),
];

impl Tally {
    pub(crate) fn new(name: Arc<str>) -> Self {
        Tally {
            name,
            taken: AtomicU64::new(0),
            left_out: Default::default(),
            damaged: AtomicU64::new(0),
            small: AtomicU64::new(0),
        }
    }

    /// Returns the archive's name for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Counts a record that is left out.
    pub(crate) fn leave_out(&self, reason: &'static str) {
        let index = REASONS.iter().position(|(name, _)| *name == reason);
        self.left_out[index.expect("it is a reason")].fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the warning about an archive: why it has no documents, or how many records are not text, and how many pages
    /// are too large or, by default, too small.
    pub fn warning(&self) -> Option<String> {
        let counted = |number: u64, what: &str, rest: &str| match number {
            0 => None,
            1 => Some(format!("1 {what}{rest}")),
            many => Some(format!("{many} {what}s{rest}")),
        };
        let of = |reason: &str| {
            let mut reasons = REASONS.iter().zip(&self.left_out);
            let found = reasons.find(|((name, _), _)| *name == reason);
            found.map_or(0, |(_, count)| count.load(Ordering::Relaxed))
        };
        let skipped = match of(NOT_TEXT) {
            0 => None,
            1 => Some("skipped 1 record that is not text".to_owned()),
            many => Some(format!("skipped {many} records that are not text")),
        };
        let large = " over the limit of their size left out; --warc-max-size and --max-document-size set the limit, --rejects names them";
        let small =
            format!(" of less than {MIN_PAGE_SIZE} bytes left out; --warc-min-size 0 reads all");
        let parts = [
            skipped,
            counted(of(TOO_LARGE), "page", large),
            counted(self.small.load(Ordering::Relaxed), "page", &small),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        self.why_nothing()
            .or_else(|| (!parts.is_empty()).then(|| parts.join("; ")))
    }

    fn why_nothing(&self) -> Option<String> {
        if self.taken.load(Ordering::Relaxed) > 0 {
            return None;
        }
        let mut counts: Vec<(u64, &str)> = Vec::new();
        for (count, (_, reason)) in self.left_out.iter().zip(REASONS) {
            let count = count.load(Ordering::Relaxed);
            match counts.iter_mut().find(|(_, other)| *other == reason) {
                Some((sum, _)) => *sum += count,
                None => counts.push((count, reason)),
            }
        }
        counts.push((self.damaged.load(Ordering::Relaxed), "damaged"));
        counts.retain(|(count, _)| *count > 0);
        if counts.is_empty() {
            return Some("there is no record in this web archive".into());
        }
        let counts = counts
            .iter()
            .map(|(count, reason)| format!("{count} {reason}"));
        let counts = counts.collect::<Vec<_>>().join(", ");
        Some(format!(
            "no record of this web archive is a document: {counts}; see --warc-media-types, --warc-min-size and --warc-max-size"
        ))
    }
}
