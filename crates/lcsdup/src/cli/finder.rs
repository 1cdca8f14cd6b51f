//! Makes the library's [`Finder`] from the options, and warns about documents that it cannot find.

use std::ops::Range;

use command::Process;

use super::documents::DocumentInfo;
use super::options::Options;
use crate::search::FoundPair;
use crate::{Find, Found};

/// The length in tokens from which most passages are found: with unique words as seeds, and with dense seeds.
const RELIABLE_LENGTH: [u64; 2] = [250, 100];

/// Warns of documents without what passages are found by.
pub(super) fn warn_of_lacks(options: &Options, process: &Process, found: &Found) {
    if !found.finds_passages() {
        return;
    }
    let all = found.collection().len();
    if found.with_seeds() > 0 && !found.is_dense() {
        let without = all - found.with_seeds();
        let message = format_args!(
            "{without} documents have no seeds (uniqwords --dense): passages are found by words"
        );
        process.warn("input", message);
    }
    let without = (0..all as u32)
        .filter(|&document| !found.has_positions(document))
        .count();
    if without > 0 && !options.records.raw_input {
        let message = format_args!(
            "{without} documents have no positions (uniqwords writes them): no passages are found in them"
        );
        process.warn("input", message);
    }
}

/// The passages of a pair for its record, if they were searched for and could be found.
pub(super) fn passages(found: &Found, pair: &FoundPair) -> Option<Vec<record::Passage>> {
    let is_known = |document| found.has_positions(document);
    if !found.finds_passages() || !is_known(pair.a) || !is_known(pair.b) {
        return None;
    }
    let wide = |range: &Range<u32>| (u64::from(range.start), u64::from(range.end));
    let passages = pair.passages.iter();
    Some(
        passages
            .map(|passage| record::Passage {
                a: wide(&passage.a),
                b: wide(&passage.b),
                seeds: u64::from(passage.matches),
                score: passage.score,
                expect: passage.expect,
            })
            .collect(),
    )
}

/// Warns if nothing was found and most documents are too short for the seeds.
pub(super) fn warn_of_short(process: &Process, found: &Found, documents: &[DocumentInfo]) {
    if found.any() {
        return;
    }
    let all = documents.len();
    if found.finds_passages() {
        let sure = RELIABLE_LENGTH[usize::from(found.is_dense())];
        let short = (0..all as u32)
            .filter(|&document| found.extent(document).tokens < sure)
            .count();
        if 2 * short > all {
            let dense = match found.is_dense() {
                true => "",
                false => "uniqwords --dense does with 100, and ",
            };
            process.warn(
                "input",
                format_args!("{short} of {all} documents have fewer than {sure} words, too few to be sure of a passage; {dense}blockdedup compares texts of any length"),
            );
        }
        return;
    }
    let least = found.settings().task.criterion.min_lcs;
    let short = documents.iter().filter(|entry| entry.words < least).count();
    if 2 * short > all {
        process.warn(
            "input",
            format_args!("{short} of {all} documents have fewer unique words than --min-lcs {least} and can be in no pair; blockdedup compares texts of any length"),
        );
    }
}

impl Options {
    /// The kinds of pairs as the library names them.
    pub(super) fn find(&self) -> Find {
        self.kinds().map_or(Find::Scored, Find::from)
    }
}
