//! Which blocks of a document are kept.

use crate::local::Local;
use crate::seen::{Full, Place};
use crate::{Grams, Seen};

/// What becomes of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is kept.
    Kept,
    /// It repeats what was kept before.
    Duplicate,
    /// It is short, and so are its kept neighbours up to the next removed ones or the edge of the document.
    Stub,
}

/// When a block is removed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// Exactly as onion does.
    pub paper: bool,
    /// The share of a block's tokens that must be exceeded by those in seen n-grams.
    pub threshold: f64,
    /// The tokens that a stub has at most; `None`: nothing is a stub.
    pub stub: Option<usize>,
    /// Repeats inside one document do not count.
    pub keep_within: bool,
}

/// A block as far as it is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// What becomes of it.
    pub fate: Fate,
    /// How many of its tokens lie in n-grams that were seen.
    pub covered: usize,
}

/// Takes documents in their order and says which of their blocks are kept.
#[derive(Debug)]
pub struct Filter {
    rules: Rules,
    seen: Seen,
    /// The n-grams that occur more than once are known; no others are stored.
    expecting: bool,
    local: Local,
    found: Vec<bool>,
    kept: Vec<u64>,
}

impl Filter {
    /// A filter that has seen what `seen` holds.
    pub fn new(rules: Rules, seen: Seen, expecting: bool) -> Self {
        Filter {
            rules,
            seen,
            expecting,
            local: Local::default(),
            found: Vec::new(),
            kept: Vec::new(),
        }
    }

    /// The n-grams that were seen.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Decides on the blocks of the next document.
    ///
    /// # Errors
    /// [`Full`], and then it is as if the document had not come.
    pub fn judge(&mut self, grams: &Grams, judged: &mut Vec<Judged>) -> Result<(), Full> {
        judged.clear();
        self.found.clear();
        self.seen.look_up(grams.all(), &mut self.found);
        if !self.rules.keep_within {
            self.local.clear(grams.all().len());
        }
        for (number, block) in grams.blocks().iter().enumerate() {
            let ending = grams.ending_in(&block.tokens);
            let mut covered = 0;
            let mut end = block.tokens.start;
            for gram in ending {
                let seen = self.found[gram]
                    || (!self.rules.keep_within
                        && self.local.add(grams.all()[gram], number as u32).is_some());
                if seen {
                    // Tokens of this block in the n-gram that are in no seen n-gram before it.
                    let last = grams.end_of(gram) + 1;
                    let first = (last.saturating_sub(grams.n())).max(end);
                    covered += last - first;
                    end = last;
                }
            }
            let total = block.tokens.len();
            let duplicate = total > 0 && covered as f64 / total as f64 > self.rules.threshold;
            judged.push(Judged {
                fate: if duplicate { Fate::Duplicate } else { Fate::Kept },
                covered,
            });
        }
        self.smooth(grams, judged);
        self.store(grams, judged)
    }

    fn smooth(&self, grams: &Grams, judged: &mut [Judged]) {
        let Some(stub) = self.rules.stub else { return };
        let blocks = grams.blocks();
        if !self.rules.paper && judged.iter().all(|judged| judged.fate == Fate::Kept) {
            return;
        }
        let mut from = 0;
        while from < blocks.len() {
            let run = judged[from..].iter().take_while(|judged| judged.fate == Fate::Kept).count();
            let tokens: usize = blocks[from..from + run].iter().map(|block| block.tokens.len()).sum();
            if tokens <= stub {
                judged[from..from + run].iter_mut().for_each(|judged| judged.fate = Fate::Stub);
            }
            from += run + 1;
        }
    }

    fn store(&mut self, grams: &Grams, judged: &[Judged]) -> Result<(), Full> {
        self.kept.clear();
        for (block, judged) in grams.blocks().iter().zip(judged) {
            if judged.fate == Fate::Kept {
                for gram in grams.ending_in(&block.tokens) {
                    if !self.found[gram] {
                        self.kept.push(grams.all()[gram]);
                    }
                }
            }
        }
        let place: Place = 0;
        match self.expecting {
            true => self.seen.mark(&self.kept, place),
            false => self.seen.add(&self.kept, place)?,
        }
        Ok(())
    }
}
