//! The search selected by the options: pairs of books, of passages, or of both.

use std::cell::Cell;
use std::ops::Range;

use command::Process;

use super::documents::DocumentInfo;
use super::options::{Kinds, Options};
use crate::search::{Extent, FoundPair, Search, SeedIndex, search};
use crate::{Collection, Task, join};

/// The maximum number of pairs of postings of dense seeds, as a multiple of the number of postings.
const DENSE_PAIRS_PER_POSTING: usize = 16;

/// The length in tokens from which most passages are found: with unique words as seeds, and with dense seeds.
const RELIABLE_LENGTH: [u64; 2] = [250, 100];

/// Finds pairs of either kind.
pub(super) struct Finder {
    /// The kinds to find; `None` for books by exhaustive comparison.
    kinds: Option<Kinds>,
    /// Whether any pair was found.
    found: Cell<bool>,
    expect: f64,
    of_pairs: Option<u64>,
    exhaustive: bool,
    /// For each document its length, if passages can be found in it.
    extents: Vec<Option<Extent>>,
    /// Seeds other than words.
    dense: Option<SeedIndex<'static>>,
}

impl Finder {
    pub(super) fn new(
        options: &Options,
        process: &Process,
        documents: &[DocumentInfo],
        seeds: Vec<Option<Vec<(u32, u32)>>>,
    ) -> Finder {
        let kinds = options.kinds();
        let passages = kinds.is_some_and(|kinds| kinds != Kinds::Books);
        let with_seeds = seeds.iter().flatten().count();
        let dense = (passages && with_seeds > 0 && with_seeds == seeds.len()).then(|| {
            let total = seeds.iter().flatten().map(Vec::len).sum();
            let lists = SeedIndex::of_hashes(seeds.len(), total, |document, emit| {
                for &(hash, position) in seeds[document].iter().flatten() {
                    emit(hash, position);
                }
            });
            lists.limited(DENSE_PAIRS_PER_POSTING)
        });
        if passages && with_seeds > 0 && dense.is_none() {
            let without = seeds.len() - with_seeds;
            let message = format_args!(
                "{without} documents have no seeds (uniqwords --dense): passages are found by words"
            );
            process.warn("input", message);
        }
        let extent = |entry: &DocumentInfo| entry.has_positions.then_some(entry.extent());
        let extents: Vec<Option<Extent>> = documents.iter().map(extent).collect();
        let without = extents.iter().filter(|extent| extent.is_none()).count();
        if passages && without > 0 && !options.records.raw_input {
            let message = format_args!(
                "{without} documents have no positions (uniqwords writes them): no passages are found in them"
            );
            process.warn("input", message);
        }
        Finder {
            kinds,
            found: Cell::new(false),
            expect: options.expect,
            of_pairs: options.of_pairs,
            exhaustive: options.exhaustive,
            extents,
            dense,
        }
    }

    /// The passages of a pair for its record, if they were searched for and could be found.
    pub(super) fn passages(&self, pair: &FoundPair) -> Option<Vec<record::Passage>> {
        self.kinds.filter(|&kinds| kinds != Kinds::Books)?;
        let known = |document: u32| self.extents[document as usize];
        known(pair.a).and(known(pair.b))?;
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

    /// Calls `emit` with each pair, ordered by `a`, then by `b`.
    pub(super) fn each<E>(
        &self,
        collection: &Collection,
        task: &Task,
        mut emit: impl FnMut(FoundPair) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each_of(collection, task, |found| {
            self.found_any(true);
            emit(found)
        })
    }

    /// Notes whether a pair was found.
    pub(super) fn found_any(&self, any: bool) {
        self.found.set(self.found.get() || any);
    }

    /// The same for any collection; for passages it has to be that of all documents.
    pub(super) fn each_of<E>(
        &self,
        collection: &Collection,
        task: &Task,
        mut emit: impl FnMut(FoundPair) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(kinds) = self.kinds else {
            return join(collection, task, |pair| emit(pair.into()));
        };
        let wanted = Search {
            task: *task,
            books: kinds != Kinds::Passages,
            expect: (kinds != Kinds::Books).then_some(self.expect),
            of_pairs: self.of_pairs,
            exhaustive: self.exhaustive,
            extents: &self.extents[..collection.len()],
            dense: self.dense.as_ref(),
        };
        search(collection, &wanted).into_iter().try_for_each(emit)
    }

    /// Warns if nothing was found and most documents are too short for the seeds.
    pub(super) fn warn_of_short(
        &self,
        options: &Options,
        process: &Process,
        documents: &[DocumentInfo],
    ) {
        if self.found.get() {
            return;
        }
        let all = documents.len();
        if self.kinds.is_some_and(|kinds| kinds != Kinds::Books) {
            let sure = RELIABLE_LENGTH[usize::from(self.dense.is_some())];
            let short = documents.iter().filter(|entry| entry.tokens < sure).count();
            if 2 * short > all {
                let dense = match self.dense.is_some() {
                    true => "",
                    false => "uniqwords --dense does with 100, and ",
                };
                process.warn(
                "input",
                format_args!("{short} of {all} documents have fewer than {sure} words, too few to be sure of a passage; {dense}blockdedup compares texts of any length"),
            );
            }
        } else if let Ok(criterion) = options.criterion() {
            let least = criterion.min_lcs;
            let short = documents.iter().filter(|entry| entry.words < least).count();
            if 2 * short > all {
                process.warn(
                "input",
                format_args!("{short} of {all} documents have fewer unique words than --min-lcs {least} and can be in no pair; blockdedup compares texts of any length"),
            );
            }
        }
    }
}
