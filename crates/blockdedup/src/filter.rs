//! The deduplication of a stream of documents: which of their blocks are kept, given the n-grams seen so far.

use std::borrow::Cow;

use platform::spill::Error;

use crate::judge::Judge;
use crate::seen::{BlockNumber, Full, Mark, Seen, Sighting};
use crate::shards::{Answers, Shards};
use crate::verdict::within_range;
use crate::{Fate, Gram, Grams, Judged, Method, Occurrences, Origin, Rules};

/// Decides on documents in stream order.
#[derive(Debug)]
pub struct Filter {
    pub(crate) judge: Judge,
    pub(crate) seen: Shards,
    /// Whether the n-grams that occur more than once are known beforehand; others are then not stored.
    pub(crate) expecting: bool,
    /// Whether nothing more is stored.
    pub(crate) frozen: bool,
    sightings: Vec<Sighting>,
    /// For a batch of documents; reused.
    pub(crate) answers: Answers,
}

/// The minimum number of n-grams stored in one batch; a batch has at most twice as many.
const STORED: usize = 1 << 12;

impl Filter {
    /// A filter that has seen the n-grams of `seen`.
    pub fn new(rules: Rules, seen: Seen) -> Self {
        Self::of(rules, Shards::one(seen), false)
    }

    /// A filter for documents in which only the n-grams of `expected` occur more than once. Other n-grams are not stored.
    pub fn expecting(rules: Rules, expected: Seen) -> Self {
        Self::of(rules, Shards::one(expected), true)
    }

    /// A filter that has seen nothing and takes at most `budget` bytes for n-grams, which [`Filter::judge_all`] looks up
    /// and stores in several threads.
    pub fn with_threads(rules: Rules, budget: u64, threads: usize) -> Self {
        let seen = Shards::new(rules.method.width(), budget, threads);
        Self::of(rules, seen, false)
    }

    fn of(rules: Rules, seen: Shards, expecting: bool) -> Self {
        Filter {
            judge: Judge::new(rules),
            seen,
            expecting,
            frozen: false,
            sightings: Vec::new(),
            answers: Answers::default(),
        }
    }

    /// Reserves room for the n-grams of [`Filter::seen_before`]. All at once: they come in ascending order, and would
    /// crowd at one end of a table that grows gradually.
    ///
    /// # Errors
    /// [`Full`].
    pub fn expect_before(&mut self, count: usize) -> Result<(), Full> {
        match self.expecting {
            true => Ok(()),
            false => self.seen.reserve_evenly(count),
        }
    }

    /// Adds n-grams of documents before the first one, for which there must be room; those already seen keep their
    /// marks.
    pub fn seen_before(&mut self, sightings: &[Sighting]) {
        match self.expecting {
            true => self.seen.add_expected(sightings),
            false => self.seen.add(sightings),
        }
    }

    /// Adds to the number of blocks before the first document.
    pub fn add_blocks(&mut self, blocks: u64) {
        self.judge.blocks += blocks;
    }

    /// The number of blocks so far, kept or removed.
    pub fn blocks(&self) -> u64 {
        self.judge.blocks
    }

    /// From now on documents are compared only with the n-grams seen so far, not with each other or with themselves.
    pub fn freeze(&mut self) {
        self.frozen = true;
        self.judge.rules.keep_within = true;
    }

    /// The same filter with other n-grams, which are all those that occur more than once.
    pub fn expect(&mut self, seen: Seen) {
        self.seen = Shards::one(seen);
        self.expecting = true;
    }

    /// Removes and returns the n-grams that were seen, with their marks.
    pub fn drain(&mut self) -> impl Iterator<Item = (u64, Mark)> {
        self.seen.drain().filter(|&(_, mark)| mark != 0)
    }

    /// Counts the n-grams of a document that this filter would look up and store.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub fn count(&self, grams: &Grams, occurrences: &mut Occurrences) -> Result<(), Error> {
        (self.keys(grams).iter()).try_for_each(|&gram| occurrences.push(gram))
    }

    /// The keys of a document that may be stored: its n-grams, or with [`Method::Exact`] the checksums of its blocks.
    pub(crate) fn keys<'g>(&self, grams: &'g Grams) -> Cow<'g, [Gram]> {
        match self.judge.rules.method {
            Method::Exact => grams.checksums().filter(|&sum| sum != 0).collect(),
            Method::Paper | Method::Best => grams.all().into(),
        }
    }

    /// Adds a document whose whole text counts as seen.
    ///
    /// # Errors
    /// [`Full`]; the filter is then unchanged.
    pub fn learn(&mut self, grams: &Grams) -> Result<(), Full> {
        self.reserve(grams)?;
        let kept = vec![Judged::new(Fate::Kept, 0); grams.blocks().len()];
        self.store(grams, &kept);
        Ok(())
    }

    /// Decides on the blocks of the next document.
    ///
    /// # Errors
    /// [`Full`]; the filter is then unchanged.
    pub fn judge(&mut self, grams: &Grams, judged: &mut Vec<Judged>) -> Result<(), Full> {
        self.reserve(grams)?;
        let keys = self.judge.keys(grams);
        self.judge.marks.clear();
        self.seen.look_up(&keys, &mut self.judge.marks);
        self.judge.judge(grams, &keys, judged);
        if self.seen.has_block_numbers() {
            self.find_origins(grams, &keys, judged);
        }
        self.store(grams, judged);
        Ok(())
    }

    /// Finds the block that each removed block repeats most; the first of several.
    fn find_origins(&self, grams: &Grams, keys: &[Gram], judged: &mut [Judged]) {
        let Judge {
            rules,
            blocks: before,
            marks,
            within,
            ..
        } = &self.judge;
        let mut block_numbers = Vec::new();
        // With onion's method the repeated block of the same document may itself be removed.
        let stays: Vec<_> = judged
            .iter()
            .map(|judged| judged.kept() || rules.method == Method::Paper)
            .collect();
        for (number, (block, judged)) in grams.blocks().iter().zip(judged).enumerate() {
            if judged.kept() {
                continue;
            }
            block_numbers.clear();
            let ending = self.judge.ending_in(grams, number, block);
            let mut within = within[within_range(within, &ending)].iter().peekable();
            for at in ending {
                let here = within.next_if(|seen| seen.at == at);
                if marks[at] != 0 {
                    block_numbers.extend(match here {
                        Some(seen) => {
                            stays[seen.block].then_some((before + seen.block as u64) as BlockNumber)
                        }
                        None => self.seen.block_number(keys[at]),
                    });
                }
            }
            block_numbers.sort_unstable();
            let runs = block_numbers.chunk_by(|a, b| a == b).rev();
            judged.origin = runs.max_by_key(|run| run.len()).map(|run| Origin {
                block_number: run[0],
                common: run.len(),
            });
        }
    }

    /// Reserves room for all n-grams of a document, although some may not be stored.
    pub(crate) fn reserve(&mut self, grams: &Grams) -> Result<(), Full> {
        if self.expecting || self.frozen {
            return Ok(());
        }
        if self.seen.have_room(self.judge.count(grams)) {
            return Ok(());
        }
        let keys = self.keys(grams);
        self.seen.reserve(&keys).or_else(|Full| {
            // Counting the distinct ones takes longer.
            let mut different = keys.into_owned();
            different.sort_unstable();
            different.dedup();
            self.seen.reserve(&different)
        })
    }

    /// Stores the n-grams that end in kept blocks.
    pub(crate) fn store(&mut self, grams: &Grams, judged: &[Judged]) {
        for (number, block) in grams.blocks().iter().enumerate() {
            if self.frozen || !judged[number].kept() {
                continue;
            }
            let mark = self.judge.mark(grams, number);
            let block_number = (self.judge.blocks + number as u64) as BlockNumber;
            let ending = match self.judge.rules.method {
                Method::Exact => match grams.checksum(block) {
                    Some(sum) => &[sum][..],
                    None => &[],
                },
                _ => &grams.all()[grams.ending_in(&block.tokens)],
            };
            let sighting = |&gram| Sighting {
                gram,
                mark,
                block_number,
            };
            for ending in ending.chunks(STORED) {
                self.sightings.extend(ending.iter().map(sighting));
                if self.sightings.len() >= STORED {
                    self.store_sightings();
                }
            }
        }
        self.store_sightings();
        self.judge.blocks += grams.blocks().len() as u64;
    }

    fn store_sightings(&mut self) {
        match self.expecting {
            true => self.seen.add_expected(&self.sightings),
            false => self.seen.add(&self.sightings),
        }
        self.sightings.clear();
    }
}
