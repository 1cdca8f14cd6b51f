//! Decides on a part from its outline.

use std::num::NonZero;

use tokens::hashes::mixed;

use super::outline::{self, OutlineDocument};
use super::{Damaged, Outline, Removed, Verdicts, for_each_range};
use crate::judge::Judge;
use crate::seen::Mark;
use crate::span::covered;
use crate::{Fate, Grams, Method, Rules};

/// The options of a decision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ReplayOptions {
    /// The rules.
    pub rules: Rules,
    /// The length of an n-gram.
    pub n: NonZero<usize>,
    /// Whether spans are cut out instead of removing blocks.
    pub spans: bool,
    /// The text that counts as seen.
    pub counts: CountsAsSeen,
}

/// The text of a part that counts as seen in later documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountsAsSeen {
    /// The kept text.
    Kept,
    /// All text: others are compared with it, and nothing is removed from it.
    All,
    /// None: the part is only compared with others.
    Nothing,
}

/// The decision on a part.
#[derive(Debug)]
pub struct Replay<'a> {
    outline: &'a Outline,
    /// For each key the mark in earlier parts, in this part, and in this part in the last round.
    before: Vec<Mark>,
    kept: Vec<Mark>,
    last: Option<Vec<Mark>>,
    verdicts: Verdicts,
}

impl<'a> Replay<'a> {
    /// A part that is known only by its outline.
    pub fn new(outline: &'a Outline) -> Self {
        Replay {
            before: vec![0; outline.keys.len()],
            kept: vec![0; outline.keys.len()],
            last: None,
            verdicts: Verdicts::default(),
            outline,
        }
    }

    /// Updates the marks of its n-grams in earlier parts.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn change_before(&mut self, payload: &[u8]) -> Result<(), Damaged> {
        change(self.outline, &mut self.before, payload)
    }

    /// Sets the marks of the last round, as far as they had changed.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn change_last(&mut self, payload: &[u8]) -> Result<(), Damaged> {
        let keys = self.outline.keys.len();
        let last = self.last.get_or_insert_with(|| vec![0; keys]);
        change(self.outline, last, payload)
    }

    /// Decides on all documents.
    ///
    /// # Errors
    /// [`Damaged`].
    pub fn decide(&mut self, options: ReplayOptions) -> Result<(), Damaged> {
        self.kept.fill(0);
        self.verdicts = Verdicts::default();
        let method = options.rules.method;
        let mut judge = Judge::new(Rules {
            // Text that does not count is not compared with itself either.
            keep_within: options.rules.keep_within || options.counts == CountsAsSeen::Nothing,
            ..options.rules
        });
        let mut grams = Grams::of(options.n, method);
        let (mut listed, mut judged, mut removed) =
            (OutlineDocument::default(), Vec::new(), Vec::new());
        let (mut numbers, mut keys) = (Vec::new(), Vec::new());
        let mut documents = self.outline.documents();
        while let Some(read) = documents.next_into(&mut listed) {
            read?;
            grams.restore(&listed.blocks, listed.per_word);
            let block_numbers = match method {
                Method::Exact => listed.blocks.len(),
                Method::Paper | Method::Best => grams.all().len(),
            };
            numbers.clear();
            numbers.resize(block_numbers, None);
            for &(at, first, length) in &listed.runs {
                let place = numbers.get_mut(at..at + length);
                let place = place.ok_or(Damaged("an n-gram where none can be"))?;
                for (number, place) in (first..).zip(place) {
                    *place = Some(number);
                }
            }
            // Any distinct non-zero values; 0 marks an empty key.
            keys.clear();
            keys.extend(
                numbers
                    .iter()
                    .map(|number| number.map_or(0, |number| mixed(u64::from(number) + 1))),
            );
            if method != Method::Exact {
                grams.all_mut().copy_from_slice(&keys);
            }
            judge.blocks = self.outline.blocks_before + listed.blocks_before;
            judge.marks.clear();
            judge.marks.extend(numbers.iter().map(|number| {
                number.map_or(0, |number| {
                    let number = number as usize;
                    match self.before[number] {
                        0 => self.kept[number],
                        mark => mark,
                    }
                })
            }));
            removed.clear();
            if options.spans {
                judge.find_windows(&grams);
                let spans = covered(&judge.marks, grams.n()).into_iter();
                removed.extend(spans.map(|span| Removed::Span(span.start, span.end)));
                if options.counts != CountsAsSeen::Nothing {
                    keep(&mut self.kept, &numbers, 1);
                }
            } else {
                judge.judge(&grams, &keys, &mut judged);
                for (number, block) in grams.blocks().iter().enumerate() {
                    let fate = judged[number].fate;
                    let counts = match options.counts {
                        CountsAsSeen::Kept => fate == Fate::Kept,
                        CountsAsSeen::All => true,
                        CountsAsSeen::Nothing => false,
                    };
                    if counts {
                        let ending = judge.ending_in(&grams, number, block);
                        let mark = judge.mark(&grams, number);
                        keep(&mut self.kept, &numbers[ending], mark);
                    }
                    match fate {
                        Fate::Kept => {}
                        Fate::Duplicate => removed.push(Removed::Duplicate(number)),
                        Fate::Stub => removed.push(Removed::Stub(number)),
                    }
                }
            }
            if !removed.is_empty() && options.counts != CountsAsSeen::All {
                self.verdicts.add(listed.number, &removed);
            }
        }
        Ok(())
    }

    /// The n-grams that count as seen, as far as they have changed; all of them in the first round. Calls `each` with
    /// the number of a range and the n-grams in it.
    pub fn kept(&self, unused: u32, ranges: u32, mut each: impl FnMut(u32, Vec<u8>)) {
        let changed =
            |key: usize| (self.last.as_ref()).is_none_or(|last| last[key] != self.kept[key]);
        let kept: Vec<_> = (self.outline.keys.iter())
            .map(|&(gram, key)| (gram, key as usize))
            .filter(|&(_, key)| changed(key))
            .map(|(gram, key)| (gram, self.kept[key]))
            .collect();
        for_each_range(
            &kept,
            ranges,
            |&(gram, _)| gram,
            |range, kept| {
                let mut payload = Vec::new();
                outline::write_marked(kept, unused, &mut payload);
                each(range, payload);
            },
        );
    }

    /// The verdicts.
    pub fn into_verdicts(self) -> Vec<u8> {
        self.verdicts.into_bytes()
    }
}

/// Sets the marks of some n-grams.
fn change(outline: &Outline, marks: &mut [Mark], payload: &[u8]) -> Result<(), Damaged> {
    let (grams, new) = outline::marked(payload)?;
    let mut keys = outline.keys.iter();
    for (gram, new) in grams.zip(new.chunks_exact(2)) {
        // Both are ascending.
        let key = keys.find(|(key, _)| *key >= gram);
        let Some(&(_, key)) = key.filter(|(key, _)| *key == gram) else {
            return Err(Damaged("an n-gram that the part does not have"));
        };
        marks[key as usize] = Mark::from_le_bytes([new[0], new[1]]);
    }
    Ok(())
}

/// Sets the mark of n-grams that were not kept yet.
fn keep(kept: &mut [Mark], numbers: &[Option<u32>], mark: Mark) {
    for number in numbers.iter().flatten() {
        let kept = &mut kept[*number as usize];
        if *kept == 0 {
            *kept = mark;
        }
    }
}
