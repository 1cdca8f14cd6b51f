//! Documents in their order, beside the n-grams that were seen: which of their blocks are kept.

use std::borrow::Cow;

use platform::spill::Error;

use crate::judge::Judge;
use crate::seen::{Full, Mark, Place, Seen, Sighting};
use crate::verdict::within_range;
use crate::{Fate, Gram, Grams, Judged, Method, Occurrences, Origin, Rules};

/// Takes documents in their order and says which of their blocks are kept.
#[derive(Debug)]
pub struct Filter {
    pub(crate) judge: Judge,
    pub(crate) seen: Seen,
    /// The n-grams that occur more than once are known; no others are stored.
    expecting: bool,
    /// Nothing more is stored.
    frozen: bool,
    sightings: Vec<Sighting>,
}

/// So many n-grams are stored at a time, or up to twice as many.
const STORED: usize = 1 << 12;

impl Filter {
    /// A filter that has seen what `seen` holds; if it is `expecting`, other n-grams than those there occur only once.
    pub fn new(rules: Rules, seen: Seen, expecting: bool) -> Self {
        Filter {
            judge: Judge::new(rules),
            seen,
            expecting,
            frozen: false,
            sightings: Vec::new(),
        }
    }

    /// The n-grams that were seen.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Makes room for n-grams of [`Filter::seen_before`]. All at once: they come in order, and would crowd one end of a table that
    /// grows as they come.
    ///
    /// # Errors
    /// [`Full`].
    pub fn expect_before(&mut self, count: usize) -> Result<(), Full> {
        match self.expecting {
            true => Ok(()),
            false => self.seen.reserve(count),
        }
    }

    /// Documents before the first one have these n-grams, for which there is room; those that were seen already keep their marks.
    pub fn seen_before(&mut self, sightings: &[Sighting]) {
        match self.expecting {
            true => self.seen.add_expected(sightings),
            false => self.seen.add(sightings),
        }
    }

    /// Documents before the first one have so many blocks.
    pub fn add_blocks(&mut self, blocks: u64) {
        self.judge.blocks += blocks;
    }

    /// How many blocks there were, kept or not.
    pub fn blocks(&self) -> u64 {
        self.judge.blocks
    }

    /// From here on documents are compared with what was seen until now, and not with each other or with themselves.
    pub fn freeze(&mut self) {
        self.frozen = true;
        self.judge.rules.keep_within = true;
    }

    /// The same filter with other n-grams, which are all that occur more than once.
    pub fn expect(&mut self, seen: Seen) {
        self.seen = seen;
        self.expecting = true;
    }

    /// Takes the n-grams that were seen out, each with its mark.
    pub fn drain(&mut self) -> impl Iterator<Item = (u64, Mark)> {
        self.seen.drain()
    }

    /// Counts what this filter would look up and store of a document.
    ///
    /// # Errors
    /// A temporary file that cannot be written.
    pub fn count(&self, grams: &Grams, occurrences: &mut Occurrences) -> Result<(), Error> {
        (self.keys(grams).iter()).try_for_each(|&gram| occurrences.push(gram))
    }

    /// What may be stored of a document: its n-grams, or with [`Method::Exact`] the checksums of its blocks.
    pub(crate) fn keys<'g>(&self, grams: &'g Grams) -> Cow<'g, [Gram]> {
        match self.judge.rules.method {
            Method::Exact => grams.checksums().filter(|&sum| sum != 0).collect(),
            Method::Paper | Method::Best => grams.all().into(),
        }
    }

    /// Takes a document whose text counts as seen, all of it.
    ///
    /// # Errors
    /// [`Full`], and then it is as if the document had not come.
    pub fn learn(&mut self, grams: &Grams) -> Result<(), Full> {
        self.reserve(grams)?;
        let kept = vec![Judged::new(Fate::Kept, 0); grams.blocks().len()];
        self.store(grams, &kept);
        Ok(())
    }

    /// Decides on the blocks of the next document.
    ///
    /// # Errors
    /// [`Full`], and then it is as if the document had not come.
    pub fn judge(&mut self, grams: &Grams, judged: &mut Vec<Judged>) -> Result<(), Full> {
        self.reserve(grams)?;
        let keys = self.judge.keys(grams);
        self.judge.marks.clear();
        self.seen.look_up(&keys, &mut self.judge.marks);
        self.judge.judge(grams, &keys, judged);
        if self.seen.has_places() {
            self.find_origins(grams, &keys, judged);
        }
        self.store(grams, judged);
        Ok(())
    }

    /// Finds what removed blocks repeat most; of several blocks the first one.
    fn find_origins(&self, grams: &Grams, keys: &[Gram], judged: &mut [Judged]) {
        let Judge {
            rules,
            blocks: before,
            marks,
            within,
            ..
        } = &self.judge;
        let mut places = Vec::new();
        // With onion's method what a document repeats of itself may be of a block that goes, too.
        let stays: Vec<_> = judged
            .iter()
            .map(|judged| judged.kept() || rules.method == Method::Paper)
            .collect();
        for (number, (block, judged)) in grams.blocks().iter().zip(judged).enumerate() {
            if judged.kept() {
                continue;
            }
            places.clear();
            let ending = self.judge.ending_in(grams, number, block);
            let mut within = within[within_range(within, &ending)].iter().peekable();
            for at in ending {
                let here = within.next_if(|seen| seen.at == at);
                if marks[at] != 0 {
                    places.extend(match here {
                        Some(seen) => {
                            stays[seen.block].then_some((before + seen.block as u64) as Place)
                        }
                        None => self.seen.place(keys[at]),
                    });
                }
            }
            places.sort_unstable();
            let runs = places.chunk_by(|a, b| a == b).rev();
            judged.origin = runs.max_by_key(|run| run.len()).map(|run| Origin {
                place: run[0],
                common: run.len(),
            });
        }
    }

    /// Makes room for all n-grams of a document, though some may not be stored.
    pub(crate) fn reserve(&mut self, grams: &Grams) -> Result<(), Full> {
        if self.expecting || self.frozen {
            return Ok(());
        }
        let all = match self.judge.rules.method {
            Method::Exact => grams.blocks().len(),
            Method::Paper | Method::Best => grams.all().len(),
        };
        self.seen.reserve(all).or_else(|Full| {
            // To count those that differ takes longer.
            let mut different = self.keys(grams).into_owned();
            different.sort_unstable();
            different.dedup();
            self.seen.reserve(different.len())
        })
    }

    /// Stores the n-grams that end in kept blocks.
    pub(crate) fn store(&mut self, grams: &Grams, judged: &[Judged]) {
        for (number, block) in grams.blocks().iter().enumerate() {
            if self.frozen || !judged[number].kept() {
                continue;
            }
            let mark = self.judge.mark(grams, number);
            let place = (self.judge.blocks + number as u64) as Place;
            let ending = match self.judge.rules.method {
                Method::Exact => match grams.checksum(block) {
                    Some(sum) => &[sum][..],
                    None => &[],
                },
                _ => &grams.all()[grams.ending_in(&block.tokens)],
            };
            let sighting = |&gram| Sighting { gram, mark, place };
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
