//! Which blocks of a document are kept, whoever knows what was seen before.

use std::borrow::Cow;
use std::ops::Range;

use crate::best::{self, Ordinal};
use crate::local::Local;
use crate::paper;
use crate::seen::Mark;
use crate::verdict::Within;
use crate::{Block, Fate, Gram, Grams, Judged, Method, Rules};

/// Decides on one document after the other, by the marks of their n-grams.
#[derive(Debug)]
pub(crate) struct Judge {
    pub rules: Rules,
    /// How many blocks there were before the document, kept or not.
    pub blocks: u64,
    /// For each key of the document what is known of it from documents before, and afterwards also from the document.
    pub marks: Vec<Mark>,
    /// Which of the keys the document itself had before.
    pub within: Vec<Within>,
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

    /// What is looked up of a document: its n-grams, or with [`Method::Exact`] the checksum of each block, 0 for one without tokens, which
    /// is like no other one.
    pub fn keys<'g>(&self, grams: &'g Grams) -> Cow<'g, [Gram]> {
        match self.rules.method {
            Method::Exact => grams.checksums().collect(),
            Method::Paper | Method::Best => grams.all().into(),
        }
    }

    /// Decides on the blocks of a document whose `marks` are known. A key of 0 is none.
    pub fn judge(&mut self, grams: &Grams, keys: &[Gram], judged: &mut Vec<Judged>) {
        judged.clear();
        self.find_within(grams, keys);
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

    /// Finds what the document says twice.
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
                // What a block says twice itself is no repetition of another one; onion does not make the difference.
                if let Some(earlier) = self.local.add(key, number as u32)
                    && (self.rules.method == Method::Paper || (earlier as usize) < number)
                {
                    let block = earlier as usize;
                    self.marks[at] = self.mark(grams, block);
                    self.within.push(Within { at, block });
                }
            }
        }
    }

    /// Finds which windows of a document whose `marks` are known occurred before, also earlier in it without a token in common.
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

    /// The numbers of the keys that end in a block.
    pub fn ending_in(&self, grams: &Grams, number: usize, block: &Block) -> Range<usize> {
        match self.rules.method {
            Method::Exact => number..number + 1,
            _ => grams.ending_in(&block.tokens),
        }
    }

    /// The mark of the n-grams that end in a block of the document.
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
