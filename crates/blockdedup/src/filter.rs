//! Which blocks of a document are kept.

use std::borrow::Cow;
use std::ops::Range;

use platform::spill::Failed;

use crate::best::{self, Ordinal};
use crate::local::Local;
use crate::paper;
use crate::seen::{Full, Mark, Place, Seen, Sighting};
use crate::verdict::{Within, within_range};
use crate::{Block, Fate, Gram, Grams, Judged, Method, Occurrences, Origin, Rules};

/// Takes documents in their order and says which of their blocks are kept.
#[derive(Debug)]
pub struct Filter {
    pub(crate) rules: Rules,
    pub(crate) seen: Seen,
    /// The n-grams that occur more than once are known; no others are stored.
    expecting: bool,
    /// Nothing more is stored.
    frozen: bool,
    pub(crate) local: Local,
    /// How many blocks there were, kept or not.
    pub(crate) blocks: u64,
    pub(crate) marks: Vec<Mark>,
    within: Vec<Within>,
    grams: Vec<u64>,
    sightings: Vec<Sighting>,
}

/// So many n-grams are stored at a time, or up to twice as many.
const STORED: usize = 1 << 12;

impl Filter {
    /// A filter that has seen what `seen` holds; if it is `expecting`, other n-grams than those there occur only once.
    pub fn new(rules: Rules, seen: Seen, expecting: bool) -> Self {
        Filter {
            rules,
            seen,
            expecting,
            frozen: false,
            local: Local::default(),
            blocks: 0,
            marks: Vec::new(),
            within: Vec::new(),
            grams: Vec::new(),
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
        self.blocks += blocks;
    }

    /// How many blocks there were, kept or not.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// From here on documents are compared with what was seen until now, and not with each other or with themselves.
    pub fn freeze(&mut self) {
        self.frozen = true;
        self.rules.keep_within = true;
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
    pub fn count(&self, grams: &Grams, occurrences: &mut Occurrences) -> Result<(), Failed> {
        (self.keys(grams).iter()).try_for_each(|&gram| occurrences.push(gram))
    }

    /// What may be stored of a document: its n-grams, or with [`Method::Exact`] the checksums of its blocks.
    pub(crate) fn keys<'g>(&self, grams: &'g Grams) -> Cow<'g, [Gram]> {
        match self.rules.method {
            Method::Exact => (grams.blocks().iter())
                .filter_map(|block| grams.checksum(block))
                .collect(),
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
        judged.clear();
        self.reserve(grams)?;
        self.find(grams);
        match self.rules.method {
            Method::Paper => paper::judge(&self.rules, grams, &self.marks, judged),
            Method::Best => {
                best::judge(
                    &self.rules,
                    grams,
                    &mut self.marks,
                    &mut self.within,
                    judged,
                );
            }
            Method::Exact => judged.extend(grams.blocks().iter().zip(&self.marks).map(
                |(block, &mark)| match mark {
                    0 => Judged::new(Fate::Kept, 0),
                    _ => Judged::new(Fate::Duplicate, block.tokens.len()),
                },
            )),
        }
        if self.seen.has_places() {
            self.find_origins(grams, judged);
        }
        self.store(grams, judged);
        Ok(())
    }

    /// Finds what removed blocks repeat most; of several blocks the first one.
    fn find_origins(&self, grams: &Grams, judged: &mut [Judged]) {
        let mut places = Vec::new();
        // With onion's method what a document repeats of itself may be of a block that goes, too.
        let stays: Vec<_> = judged
            .iter()
            .map(|judged| judged.kept() || self.rules.method == Method::Paper)
            .collect();
        for (number, (block, judged)) in grams.blocks().iter().zip(judged).enumerate() {
            if judged.kept() {
                continue;
            }
            places.clear();
            let marks = self.ending_in(grams, number, block);
            let mut within = self.within[within_range(&self.within, &marks)]
                .iter()
                .peekable();
            for at in marks {
                let here = within.next_if(|seen| seen.at == at);
                if self.marks[at] != 0 {
                    places.extend(match here {
                        Some(seen) => {
                            stays[seen.block].then_some((self.blocks + seen.block as u64) as Place)
                        }
                        None => self.seen.place(self.gram(grams, at)),
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

    /// The marks of the n-grams that end in a block.
    fn ending_in(&self, grams: &Grams, number: usize, block: &Block) -> Range<usize> {
        match self.rules.method {
            Method::Exact => number..number + 1,
            _ => grams.ending_in(&block.tokens),
        }
    }

    /// The n-gram with this mark; 0 for a block without tokens.
    fn gram(&self, grams: &Grams, at: usize) -> u64 {
        match self.rules.method {
            Method::Exact => self.grams[at],
            _ => grams.all()[at],
        }
    }

    /// Finds the marks of a document's n-grams, or with [`Method::Exact`] of its blocks.
    fn find(&mut self, grams: &Grams) {
        self.marks.clear();
        if self.rules.method == Method::Exact {
            self.grams.clear();
            // A block without tokens is like no other one.
            let sums = grams.blocks().iter().map(|block| grams.checksum(block));
            self.grams.extend(sums.map(Option::unwrap_or_default));
            self.seen.look_up(&self.grams, &mut self.marks);
        } else {
            self.seen.look_up(grams.all(), &mut self.marks);
        }
        self.within.clear();
        if self.rules.keep_within {
            return;
        }
        self.local.clear(self.marks.len());
        for (number, block) in grams.blocks().iter().enumerate() {
            for at in self.ending_in(grams, number, block) {
                let gram = self.gram(grams, at);
                if self.marks[at] != 0 || gram == 0 {
                    continue;
                }
                // What a block says twice itself is no repetition of another one; onion does not make the difference.
                if let Some(earlier) = self.local.add(gram, number as u32)
                    && (self.rules.method == Method::Paper || (earlier as usize) < number)
                {
                    let block = earlier as usize;
                    self.marks[at] = self.mark(grams, block);
                    self.within.push(Within { at, block });
                }
            }
        }
    }

    /// The mark of the n-grams that end in a block of a document.
    fn mark(&self, grams: &Grams, number: usize) -> Mark {
        match self.rules.method {
            Method::Best => Ordinal {
                number: self.blocks + number as u64,
                first: number == 0,
                last: number + 1 == grams.blocks().len(),
            }
            .mark(),
            Method::Paper | Method::Exact => 1,
        }
    }

    /// Makes room for all n-grams of a document, though some may not be stored.
    pub(crate) fn reserve(&mut self, grams: &Grams) -> Result<(), Full> {
        if self.expecting || self.frozen {
            return Ok(());
        }
        let all = match self.rules.method {
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
            let mark = self.mark(grams, number);
            let place = (self.blocks + number as u64) as Place;
            let ending = match self.rules.method {
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
        self.blocks += grams.blocks().len() as u64;
    }

    fn store_sightings(&mut self) {
        match self.expecting {
            true => self.seen.add_expected(&self.sightings),
            false => self.seen.add(&self.sightings),
        }
        self.sightings.clear();
    }
}
