//! The decision on the blocks of a document, independent of how the n-grams seen before are stored.

use std::borrow::Cow;
use std::ops::Range;

use crate::best::{self, Ordinal};
use crate::local::Local;
use crate::paper;
use crate::seen::Mark;
use crate::verdict::InternalRepeat;
use crate::{Block, Fate, Gram, Grams, Judged, Method, Rules};

/// Decides on documents by the marks of their n-grams.
#[derive(Debug)]
pub(crate) struct Judge {
    pub rules: Rules,
    /// The number of blocks before the document, kept or removed.
    pub blocks: u64,
    /// The mark of each key of the document: first from earlier documents, then also from the document itself.
    pub marks: Vec<Mark>,
    /// The keys that were seen earlier in the document itself.
    pub within: Vec<InternalRepeat>,
    local: Local,
}

impl Judge {
    pub fn new(rules: Rules) -> Self {
        Judge {
            rules,
            blocks: 0,
            marks: Vec::new(),
            within: Vec::new(),
            local: Local::default(),
        }
    }

    /// The keys of a document that are looked up: its n-grams, or with [`Method::Exact`] the checksum of each block; 0
    /// for a block without tokens, which equals no other.
    pub fn keys<'g>(&self, grams: &'g Grams) -> Cow<'g, [Gram]> {
        match self.rules.method {
            Method::Exact => grams.checksums().collect(),
            Method::Paper | Method::Best => grams.all().into(),
        }
    }

    /// The number of keys of a document.
    pub fn count(&self, grams: &Grams) -> usize {
        match self.rules.method {
            Method::Exact => grams.blocks().len(),
            Method::Paper | Method::Best => grams.all().len(),
        }
    }

    /// Decides on the blocks of a document whose `marks` have been looked up. A key of 0 equals no other.
    pub fn judge(&mut self, grams: &Grams, keys: &[Gram], judged: &mut Vec<Judged>) {
        self.find_within(grams, keys);
        self.decide(grams, judged);
    }

    /// Decides on the blocks of a document whose `marks` and repetitions of itself are known.
    pub fn decide(&mut self, grams: &Grams, judged: &mut Vec<Judged>) {
        judged.clear();
        match self.rules.method {
            Method::Paper => paper::judge(&self.rules, grams, &self.marks, judged),
            Method::Best => {
                let (marks, within) = (&mut self.marks, &mut self.within);
                best::judge(&self.rules, grams, marks, within, judged);
            }
            Method::Exact => judged.extend(grams.blocks().iter().zip(&self.marks).map(
                |(block, &mark)| match mark {
                    0 => Judged::new(Fate::Kept, 0),
                    _ => Judged::new(Fate::Duplicate, block.tokens.len()),
                },
            )),
        }
    }

    /// Finds repetitions within the document.
    fn find_within(&mut self, grams: &Grams, keys: &[Gram]) {
        self.within.clear();
        if self.rules.keep_within {
            return;
        }
        self.local.clear(self.marks.len());
        for (number, block) in grams.blocks().iter().enumerate() {
            for at in self.ending_in(grams, number, block) {
                let key = keys[at];
                if self.marks[at] != 0 || key == 0 {
                    continue;
                }
                if let Some(earlier) = self.local.add(key, number as u32) {
                    self.marks[at] = self.repeats(grams, at, number, earlier as usize);
                }
            }
        }
    }

    /// The mark of a key of block `number` that first occurred in block `earlier` of the document; 0 if this does not
    /// count as a repetition.
    pub fn repeats(&mut self, grams: &Grams, at: usize, number: usize, earlier: usize) -> Mark {
        // A repetition within one block is not a repetition of another one; onion makes no such distinction.
        let counts = self.rules.method == Method::Paper || earlier < number;
        if !counts || self.rules.keep_within {
            return 0;
        }
        self.within.push(InternalRepeat { at, block: earlier });
        self.mark(grams, earlier)
    }

    /// Finds the windows of a document, whose `marks` have been looked up, that occurred before, including earlier in
    /// it without overlapping.
    pub fn find_windows(&mut self, grams: &Grams) {
        if self.rules.keep_within {
            return;
        }
        self.local.clear(self.marks.len());
        for (at, (mark, &gram)) in self.marks.iter_mut().zip(grams.all()).enumerate() {
            if *mark == 0
                && gram != 0
                && let Some(first) = self.local.add(gram, at as u32)
                && at - first as usize >= grams.n()
            {
                *mark = 1;
            }
        }
    }

    /// The indices of the keys that end in a block.
    pub fn ending_in(&self, grams: &Grams, number: usize, block: &Block) -> Range<usize> {
        match self.rules.method {
            Method::Exact => number..number + 1,
            _ => grams.ending_in(&block.tokens),
        }
    }

    /// The block in which a key ends.
    pub fn block_of(&self, grams: &Grams, at: usize) -> usize {
        match self.rules.method {
            Method::Exact => at,
            _ => {
                let token = grams.end_of(at);
                (grams.blocks()).partition_point(|block| block.tokens.end <= token)
            }
        }
    }

    /// The mark for n-grams that end in a block of the document.
    pub fn mark(&self, grams: &Grams, number: usize) -> Mark {
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
}
