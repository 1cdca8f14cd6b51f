//! Decisions on many documents at a time, with the same result as one after the other.
//!
//! All their n-grams are looked up before the first document is decided on, and added as if all of it were kept. An
//! n-gram may occur in several documents of the batch. A later document then needs to know whether an earlier one was
//! kept; the first occurrence holds that answer.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::seen::Full;
use crate::shards::{Answer, Answers};
use crate::{Filter, Gram, Grams, Judged};

/// A document to be decided on.
#[derive(Debug)]
pub struct Candidate<'a> {
    /// Its n-grams.
    pub grams: &'a Grams,
    /// The decisions about its blocks.
    pub judged: &'a mut Vec<Judged>,
}

/// The n-grams of a document that an earlier one of the batch has, too, or that it repeats itself.
#[derive(Debug)]
struct Repeat {
    /// The index in the document.
    at: usize,
    /// The index of the first occurrence in the batch.
    first: usize,
}

impl Filter {
    /// Whether these documents are decided on faster by [`Filter::judge_all`] than one by one.
    pub fn judges_all<'g>(&self, documents: impl Iterator<Item = &'g Grams>) -> bool {
        let count = documents.map(|grams| self.judge.count(grams)).sum();
        !self.expecting && !self.frozen && self.seen.shares(count)
    }

    /// Decides on the blocks of the next documents, in several threads if the filter was made for them and may store
    /// whatever n-grams are new.
    ///
    /// # Errors
    /// [`Full`]; a filter of [`Filter::with_threads`] is then unchanged.
    pub fn judge_all<'a>(&mut self, candidates: &mut [Candidate<'a>]) -> Result<(), Full> {
        if self.expecting || self.frozen || self.seen.has_block_numbers() {
            let mut candidates = candidates.iter_mut();
            return candidates.try_for_each(|one| self.judge(one.grams, one.judged));
        }
        let keys: Cow<'a, [Gram]> = match &*candidates {
            [one] => self.judge.keys(one.grams),
            all => {
                let mut keys = Vec::new();
                for document in all {
                    keys.extend_from_slice(&self.judge.keys(document.grams));
                }
                keys.into()
            }
        };
        self.seen.reserve(&keys)?;
        let mut answers = std::mem::take(&mut self.answers);
        answers.clear();
        self.expect_to_keep(candidates, &keys, &mut answers);
        self.seen.look_up_or_add(&keys, &answers);
        // New keys of removed blocks.
        let mut removed = Vec::new();
        let mut from = 0;
        for document in candidates {
            self.judge_at(from, &mut answers, document, &mut removed);
            from += self.judge.marks.len();
        }
        let change = |at: usize| (keys[at], answers.mark(at));
        let changes: Vec<_> = removed.into_iter().map(change).collect();
        self.seen.change(&changes);
        self.answers = answers;
        Ok(())
    }

    /// Pushes the marks that all keys have if all blocks are kept.
    fn expect_to_keep(&mut self, candidates: &[Candidate], keys: &[Gram], answers: &mut Answers) {
        let blocks = self.judge.blocks;
        let mut keys = keys.iter();
        for Candidate { grams, .. } in candidates {
            for (number, block) in grams.blocks().iter().enumerate() {
                let mark = self.judge.mark(grams, number);
                let ending = self.judge.ending_in(grams, number, block).len();
                for &key in keys.by_ref().take(ending) {
                    answers.push(if key == 0 { 0 } else { mark });
                }
            }
            self.judge.blocks += grams.blocks().len() as u64;
        }
        self.judge.blocks = blocks;
    }

    /// Decides on a document whose first key is the one at `from` of the batch. Adds its new keys that do not count as
    /// seen to `removed`.
    fn judge_at(
        &mut self,
        from: usize,
        answers: &mut Answers,
        document: &mut Candidate,
        removed: &mut Vec<usize>,
    ) {
        let Candidate { grams, judged } = document;
        let repeats = self.know(from, answers, grams);
        self.judge.decide(grams, judged);
        let mut repeats = repeats.into_iter().peekable();
        for (number, block) in grams.blocks().iter().enumerate() {
            let ending = self.judge.ending_in(grams, number, block);
            let places = ending.start + from..ending.end + from;
            let repeats = std::iter::from_fn(|| repeats.next_if(|repeat| repeat.at < ending.end));
            if !judged[number].kept() {
                removed.extend(places.filter(|&at| answers.is_new(at)));
                repeats.for_each(drop);
                continue;
            }
            let mark = self.judge.mark(grams, number);
            for at in places {
                if answers.is_new(at) {
                    answers.set_mark(at, mark);
                }
            }
            // If n-grams are equal, the first one that is kept gives the mark.
            for Repeat { first, .. } in repeats {
                if answers.mark(first) == 0 {
                    answers.set_mark(first, mark);
                }
            }
        }
        self.judge.blocks += grams.blocks().len() as u64;
    }

    /// Finds the marks of a document's keys, and its repetitions of itself, as
    /// [`Judge::judge`](crate::judge::Judge::judge) does; returns the keys that are not in the set, but occur before in
    /// the batch.
    fn know(&mut self, from: usize, answers: &mut Answers, grams: &Grams) -> Vec<Repeat> {
        let mut repeats = Vec::new();
        // The first block here for each key that first occurs in an earlier document but was not stored.
        let mut here: HashMap<usize, usize> = HashMap::new();
        self.judge.marks.clear();
        self.judge.within.clear();
        for (number, block) in grams.blocks().iter().enumerate() {
            for at in self.judge.ending_in(grams, number, block) {
                let mut mark = 0;
                match answers.take(from + at) {
                    Answer::New => {}
                    Answer::Seen(seen) => mark = seen,
                    Answer::Repeats(first) if first < from && answers.mark(first) != 0 => {
                        mark = answers.mark(first);
                    }
                    Answer::Repeats(first) => {
                        repeats.push(Repeat { at, first });
                        let earlier = match first.checked_sub(from) {
                            Some(first) => Some(self.judge.block_of(grams, first)),
                            None => match here.entry(first) {
                                Entry::Occupied(block) => Some(*block.get()),
                                Entry::Vacant(entry) => {
                                    entry.insert(number);
                                    None
                                }
                            },
                        };
                        if let Some(block) = earlier {
                            mark = self.judge.repeats(grams, at, number, block);
                        }
                    }
                }
                self.judge.marks.push(mark);
            }
        }
        repeats
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fate, Method, Rules, Seen, Source, Stored, Tokens, Unit};
    use proptest::prelude::*;

    const BUDGET: u64 = 64 << 20;

    fn document() -> impl Strategy<Value = String> {
        let block = prop_oneof![
            prop::collection::vec("[a-d]", 0..12).prop_map(|words| words.join(" ")),
            // Longer blocks out of a few.
            (0u32..9).prop_map(|from| {
                let words: Vec<String> = (from..from + 9).map(|n| n.to_string()).collect();
                words.join(" ")
            }),
        ];
        prop::collection::vec(block, 0..7).prop_map(|blocks| blocks.join("\n\n"))
    }

    fn rules() -> impl Strategy<Value = Rules> {
        let method = prop_oneof![Just(Method::Best), Just(Method::Paper), Just(Method::Exact)];
        let stub = prop_oneof![Just(None), Just(Some(5))];
        (method, stub, any::<bool>()).prop_map(|(method, stub, keep_within)| Rules {
            method,
            threshold: 0.5,
            stub,
            keep_within,
            source: Source::Any,
        })
    }

    #[test]
    fn a_frozen_filter_stores_nothing() {
        let rules = Rules {
            method: Method::Best,
            threshold: 0.5,
            stub: None,
            keep_within: false,
            source: Source::Any,
        };
        let mut filter = Filter::with_threads(rules, BUDGET, 2);
        let mut grams = Grams::new(2.try_into().unwrap(), rules.method.width());
        grams.read("a b c d e f", Unit::Block, Tokens::Word);
        filter.freeze();
        for _ in 0..2 {
            let judged = &mut Vec::new();
            let grams = &grams;
            filter
                .judge_all(&mut [Candidate { grams, judged }])
                .unwrap();
            assert_eq!(judged.len(), 1);
            assert_eq!(judged[0].fate, Fate::Kept);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 4))]

        /// Batches, among them empty ones and single documents, are decided on as one document after the other.
        #[test]
        fn batches_are_decided_on_as_single_documents(
            batches in prop::collection::vec(prop::collection::vec(document(), 0..6), 1..5),
            rules in rules(), n in 1usize..4, threads in 1usize..5,
        ) {
            let n = n.try_into().unwrap();
            let width = rules.method.width();
            let mut alone = Filter::new(rules, Seen::new(width, BUDGET, Stored::Marks));
            let mut together = Filter::with_threads(rules, BUDGET, threads);
            for batch in &batches {
                let read = |text: &String| {
                    let mut grams = Grams::new(n, width);
                    grams.read(text, Unit::Block, Tokens::Word);
                    grams
                };
                let documents: Vec<Grams> = batch.iter().map(read).collect();
                let mut expected = vec![Vec::new(); batch.len()];
                for (grams, judged) in documents.iter().zip(&mut expected) {
                    alone.judge(grams, judged).unwrap();
                }
                let mut all = vec![vec![Judged::new(Fate::Stub, 99)]; batch.len()];
                let candidate = |(grams, judged)| Candidate { grams, judged };
                let mut candidates: Vec<_> = documents.iter().zip(&mut all).map(candidate).collect();
                together.judge_all(&mut candidates).unwrap();
                prop_assert_eq!(all, expected);
                // A document of its own in between.
                let (mut here, mut there) = (Vec::new(), Vec::new());
                if let Some(grams) = documents.last() {
                    alone.judge(grams, &mut here).unwrap();
                    together.judge(grams, &mut there).unwrap();
                    prop_assert_eq!(here, there);
                }
            }
            prop_assert!(alone.drain().eq(together.drain()));
        }
    }
}
