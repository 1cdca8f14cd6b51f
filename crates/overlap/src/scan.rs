//! From a text to the passages that it shares with items.

use std::collections::HashMap;
use std::ops::Range;

use crate::anchors::{self, Anchors};
use crate::chance;
use crate::extend::{Extension, Reach, extend};
use crate::grams::{Gram, next_sum, short};
use crate::index::Index;
use crate::table::{Place, Table};
use crate::words;

/// A passage of a text that is in an item.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The number of the item, in the order in which [`Index::new`] got them; the first of those with the same words.
    pub item: usize,
    /// The number of items with the same words, this one included.
    pub alike: usize,
    /// The bytes of the passage in the text, from its first word to its last.
    pub bytes: Range<usize>,
    /// The words of the passage in the text, counted from 0.
    pub words: Range<usize>,
    /// The words of the passage in the item, counted from 0.
    pub item_words: Range<usize>,
    /// The number of words that are equal in both.
    pub equal: usize,
    /// The number of words changed, inserted or left out.
    pub edits: usize,
    /// The share of the item's words that lie in passages of this text, all hits of the item in it together; from above 0 to 1.
    pub share: f64,
    /// The number of passages as good as this one that chance gives in a billion words of unrelated text.
    pub expect: f64,
}

/// The number of words that are looked up together: their cache lines are requested first.
const BATCH: usize = 512;

/// Words of a text that are kept until all are looked up. A longer text in which something is found is read again.
const KEPT: usize = 1 << 18;

/// Looks for the items of an [`Index`] in texts.
#[derive(Debug)]
pub struct Scanner<'i> {
    index: &'i Index,
    /// How n-grams of each table are hashed.
    grams: Vec<Gram>,
    batch: Batch,
    /// N-grams of the text that items have.
    found: Vec<Found>,
    document: Document,
}

/// An n-gram of the text that items have.
#[derive(Debug, Clone, Copy)]
struct Found {
    /// The number of its first word in the text.
    word: usize,
    /// The number of its table, and its number there.
    table: usize,
    key: u32,
}

/// The words of a text.
#[derive(Debug, Default)]
struct Document {
    hashes: Vec<u64>,
    is_whole: bool,
}

impl Document {
    fn begin(&mut self) {
        self.hashes.clear();
        self.is_whole = true;
    }

    fn read(&mut self, text: &str, index: &Index) {
        self.begin();
        words::for_each(text, index.settings.split, |hash, _| self.hashes.push(hash));
    }
}

/// What is known of the words of a batch, and buffers.
#[derive(Debug)]
struct Batch {
    /// The number of words before it.
    before: usize,
    /// The [value](next_sum) after each word of the batch, and after as many words before it as an n-gram has.
    sums: Vec<u64>,
    /// The hashes of [runs](anchors) that end in the batch, and before it of as many as can be in an n-gram with these.
    runs: Vec<u32>,
    minima: Vec<u32>,
    /// The last words of n-grams before the anchor changes.
    changes: Vec<u32>,
    /// The first and the last words of n-grams whose anchor an item has.
    passed: Vec<(u32, u32)>,
    /// N-grams to look up, and the number of each one's last word.
    grams: Vec<(u32, u64)>,
}

impl<'i> Scanner<'i> {
    pub(crate) fn new(index: &'i Index) -> Self {
        Scanner {
            index,
            grams: index.tables.iter().map(|&(n, _)| Gram::new(n)).collect(),
            batch: Batch {
                before: 0,
                sums: Vec::new(),
                runs: Vec::new(),
                minima: Vec::new(),
                changes: vec![0; BATCH + 1],
                passed: vec![(0, 0); BATCH + 1],
                grams: Vec::new(),
            },
            found: Vec::new(),
            document: Document::default(),
        }
    }

    /// See [`Index::scan`].
    pub fn scan(&mut self, text: &str) -> Vec<Hit> {
        self.look_up(text);
        if self.found.is_empty() {
            return Vec::new();
        }
        if !self.document.is_whole {
            self.document.read(text, self.index);
        }
        // Passages begin where their n-grams do; longer n-grams come first.
        self.found
            .sort_unstable_by_key(|found| (found.word, usize::MAX - found.table));
        let mut hits = self.passages();
        if hits.is_empty() {
            return hits;
        }
        self.set_bytes(text, &mut hits);
        self.set_shares(&mut hits);
        hits.sort_by_key(|hit| (hit.bytes.start, hit.item));
        hits
    }

    /// Finds the n-grams of the text that items have.
    fn look_up(&mut self, text: &str) {
        self.found.clear();
        self.batch.begin(self.index);
        let mut document = std::mem::take(&mut self.document);
        document.begin();
        // Where the next batch ends.
        let mut end = BATCH;
        words::for_each(text, self.index.settings.split, |hash, _| {
            document.hashes.push(hash);
            if document.hashes.len() == end {
                self.look_up_batch(&document.hashes[end - BATCH..]);
                if document.hashes.len() > KEPT {
                    document.hashes.clear();
                    document.is_whole = false;
                }
                end = document.hashes.len() + BATCH;
            }
        });
        self.look_up_batch(&document.hashes[end - BATCH..]);
        self.document = document;
    }

    /// Looks up the n-grams that end in these words.
    #[inline(never)]
    fn look_up_batch(&mut self, words: &[u64]) {
        let batch = &mut self.batch;
        batch.sums.extend(
            words
                .iter()
                .scan(batch.sums[batch.sums.len() - 1], |sum, &word| {
                    *sum = next_sum(*sum, word);
                    Some(*sum)
                }),
        );
        let anchors = self.index.anchors.as_ref();
        if let Some(anchors) = anchors {
            batch.read_runs(self.index.settings.n, anchors);
        }
        for (number, ((n, table), gram)) in self.index.tables.iter().zip(&self.grams).enumerate() {
            if table.is_empty() {
                continue;
            }
            match anchors {
                Some(anchors) if *n == self.index.settings.n => batch.anchored(*n, *gram, anchors),
                Some(anchors) if *n == anchors::RUN => batch.filtered_runs(*gram, anchors, table),
                _ => batch.all(*n, self.index.settings.n, *gram),
            }
            for (_, hash) in &batch.grams {
                table.filter.announce(short(*hash));
            }
            batch.grams.retain(|&(_, hash)| {
                let may_have = table.filter.may_have(short(hash));
                if may_have {
                    table.announce(hash);
                }
                may_have
            });
            for &(last, hash) in &batch.grams {
                if let Some(key) = table.find(hash) {
                    let word = batch.before + last as usize + 1 - n;
                    self.found.push(Found {
                        word,
                        table: number,
                        key,
                    });
                }
            }
        }
        batch.end(words.len());
    }

    /// The passages that begin with the n-grams found. A word of the text is in at most one passage of an item.
    fn passages(&self) -> Vec<Hit> {
        let mut hits: Vec<Hit> = Vec::new();
        // For each wording, the end of its last passage.
        let mut ends: HashMap<u32, usize> = HashMap::new();
        for found in &self.found {
            let (_, table) = &self.index.tables[found.table];
            let mut rest = table.places(found.key);
            while let Some(&Place { form, .. }) = rest.first() {
                // An item that has the n-gram very often is passed over without a look at each place.
                let places;
                (places, rest) = rest.split_at(rest.partition_point(|place| place.form <= form));
                let from = ends.get(&form).copied().unwrap_or(0);
                if found.word < from {
                    continue;
                }
                let aligned = (places.iter().take(MOST_PLACES))
                    .filter_map(|place| self.align(found, *place, from));
                let Some((words, item_words, reach)) =
                    aligned.max_by_key(|(_, _, reach)| (reach.equal, usize::MAX - reach.edits))
                else {
                    continue;
                };
                ends.insert(form, words.end);
                let expect = self.expected(form, &item_words, reach);
                if expect <= self.index.settings.expect {
                    let (item, alike) = self.index.forms.items(form);
                    hits.push(Hit {
                        item,
                        alike,
                        bytes: 0..0,
                        words,
                        item_words,
                        equal: reach.equal,
                        edits: reach.edits,
                        share: 0.0,
                        expect,
                    });
                }
            }
        }
        hits
    }

    /// The passage around an n-gram that is in an item, not before the word `from` of the text: its words in the text and in the item.
    fn align(
        &self,
        found: &Found,
        place: Place,
        from: usize,
    ) -> Option<(Range<usize>, Range<usize>, Reach)> {
        let settings = &self.index.settings;
        let n = self.index.tables[found.table].0;
        let (text, item) = (&self.document.hashes, self.index.forms.words(place.form));
        let (at, word) = (found.word, place.word as usize);
        if item.len() < settings.n {
            // A short item is there whole.
            let start = at.checked_sub(word).filter(|&start| start >= from)?;
            let is_there =
                (text.get(start..start + item.len())).is_some_and(|words| are_equal(words, item));
            let reach = Reach {
                document: item.len(),
                item: item.len(),
                equal: item.len(),
                edits: 0,
            };
            return is_there.then_some((start..start + item.len(), 0..item.len(), reach));
        }
        if n < settings.n && !may_be_whole(&text[from..], at - from, item, word, settings.max_edits)
        {
            return None;
        }
        if !are_equal(&text[at..at + n], &item[word..word + n]) {
            return None;
        }
        let (after, item_after) = (&text[at + n..], &item[word + n..]);
        let right = extend(
            |at| short(after[at]),
            after.len(),
            |at| item_after[at],
            item_after.len(),
            settings.max_edits,
        );
        let (before, item_before) = (&text[from..at], &item[..word]);
        let left = extend(
            |back| short(before[before.len() - 1 - back]),
            before.len(),
            |back| item_before[word - 1 - back],
            word,
            settings.max_edits,
        );
        let middle = Reach {
            document: n,
            item: n,
            equal: n,
            edits: 0,
        };
        let (left, right) = longest(left, middle, right, settings.max_edits);
        let reach = left.and(middle).and(right);
        let passage = at - left.document..at + n + right.document;
        // A seed is short, so the item must be there as a whole except for edits. A short question with another number is another
        // question.
        if n < settings.n {
            let kinds = self.index.forms.kinds(place.form);
            let mut numbers = item
                .iter()
                .zip(kinds)
                .filter(|(_, kind)| chance::is_number(**kind));
            let found = &text[passage.clone()];
            let has_numbers =
                numbers.all(|(number, _)| found.iter().any(|&one| short(one) == *number));
            if !has_numbers || !is_whole(item.len(), reach, settings.max_edits) {
                return None;
            }
        }
        Some((passage, word - left.item..word + n + right.item, reach))
    }

    fn expected(&self, form: u32, words: &Range<usize>, reach: Reach) -> f64 {
        let forms = &self.index.forms;
        let expected = chance::expected(forms.kinds(form), words.clone(), reach.equal, reach.edits);
        let common = forms.common.get(&form).map_or(&[][..], Vec::as_slice);
        let around = |range: &Range<u32>| {
            range.start as usize <= words.start && words.end <= range.end as usize
        };
        common
            .iter()
            .filter(|(range, _)| around(range))
            .map(|&(_, count)| count)
            .fold(expected, f64::max)
    }

    /// Sets the bytes of passages from their words.
    fn set_bytes(&self, text: &str, hits: &mut [Hit]) {
        let mut places = Vec::with_capacity(self.document.hashes.len());
        words::for_each(text, self.index.settings.split, |_, place| {
            places.push(place);
        });
        for hit in hits {
            hit.bytes = places[hit.words.start].start..places[hit.words.end - 1].end;
        }
    }

    /// Sets the share of the item that all its hits in the text cover.
    fn set_shares(&self, hits: &mut [Hit]) {
        hits.sort_by_key(|hit| (hit.item, hit.item_words.start));
        for hits in hits.chunk_by_mut(|one, other| one.item == other.item) {
            let (mut covered, mut end) = (0, 0);
            for hit in &*hits {
                covered += hit
                    .item_words
                    .end
                    .saturating_sub(end.max(hit.item_words.start));
                end = end.max(hit.item_words.end);
            }
            let share = covered as f64 / self.index.item(hits[0].item).words as f64;
            for hit in hits {
                hit.share = share;
            }
        }
    }
}

impl Batch {
    /// Begins a text.
    fn begin(&mut self, index: &Index) {
        self.before = 0;
        self.sums.clear();
        self.sums.resize(index.settings.n, 0);
        self.runs.clear();
        if let Some(anchors) = &index.anchors {
            self.runs.resize(anchors.window - 1, 0);
        }
    }

    /// Keeps what the next batch needs of this one. `words` is the number of its words.
    fn end(&mut self, words: usize) {
        self.before += words;
        self.sums.drain(..words);
        self.runs.drain(..self.runs.len().min(words));
    }

    /// The number of the first word that ends an n-gram. The first ones of a text lack words.
    fn first(&self, n: usize, words: usize) -> usize {
        (n - 1).saturating_sub(self.before).min(words)
    }

    /// Takes all n-grams.
    fn all(&mut self, n: usize, history: usize, gram: Gram) {
        self.grams.clear();
        let after = &self.sums[history..];
        let first = self.first(n, after.len());
        let before = &self.sums[history - n + first..];
        let pairs = after[first..].iter().zip(before);
        let grams = (first as u32..).zip(pairs.map(|(&after, &before)| gram.hash(after, before)));
        self.grams.extend(grams);
    }

    /// Hashes the runs that end with each word.
    fn read_runs(&mut self, history: usize, anchors: &Anchors) {
        let run = Gram::new(anchors::RUN);
        let after = &self.sums[history..];
        let pairs = after.iter().zip(&self.sums[history - anchors::RUN..]);
        self.runs
            .extend(pairs.map(|(&after, &before)| short(run.hash(after, before))));
        self.minima.clone_from(&self.runs);
        anchors::minima(&mut self.minima, anchors.window);
    }

    /// Takes the runs that pass a table's filter.
    fn filtered_runs(&mut self, gram: Gram, anchors: &Anchors, table: &Table) {
        self.grams.clear();
        let words = self.minima.len();
        let history = self.sums.len() - words;
        let first = self.first(anchors::RUN, words);
        let runs = &self.runs[anchors.window - 1..];
        // Without a branch, which could not be predicted.
        let mut passed = 0;
        for (at, &run) in (first..).zip(&runs[first..]) {
            self.changes[passed] = at as u32;
            passed += usize::from(table.filter.may_have(run));
        }
        let sums = &self.sums;
        self.grams
            .extend(self.changes[..passed].iter().map(|&last| {
                let after = history + last as usize;
                (last, gram.hash(sums[after], sums[after - anchors::RUN]))
            }));
    }

    /// Takes the n-grams whose anchor an item has.
    fn anchored(&mut self, n: usize, gram: Gram, anchors: &Anchors) {
        self.grams.clear();
        let words = self.minima.len();
        let first = self.first(n, words);
        let minima = &self.minima[..words];
        let mut changes = 0;
        for at in first..words {
            self.changes[changes] = at as u32;
            changes += usize::from(at + 1 == words || minima[at] != minima[at + 1]);
        }
        for &last in &self.changes[..changes] {
            anchors.announce(minima[last as usize]);
        }
        let (mut from, mut passed) = (first as u32, 0);
        for &last in &self.changes[..changes] {
            self.passed[passed] = (from, last);
            passed += usize::from(anchors.may_have(minima[last as usize]));
            from = last + 1;
        }
        for &(from, last) in &self.passed[..passed] {
            let hash = |at: u32| gram.hash(self.sums[n + at as usize], self.sums[at as usize]);
            self.grams.extend((from..=last).map(|at| (at, hash(at))));
        }
    }
}

/// Whether words of a text are those of an item.
fn are_equal(words: &[u64], item: &[u32]) -> bool {
    words
        .iter()
        .map(|&word| short(word))
        .eq(item.iter().copied())
}

/// False if more than this share of a short item's words is not around the place in a text where one of them is. Nearly all seeds that are
/// in a text by chance end here.
fn may_be_whole(text: &[u64], at: usize, item: &[u32], word: usize, max_edits: f64) -> bool {
    let bit = |word: u32| 1u64 << (word & 63);
    let most = (max_edits * item.len() as f64) as usize;
    let start = at.saturating_sub(word + most);
    let end = (at + item.len() - word + most).min(text.len());
    let there = text[start..end]
        .iter()
        .fold(0, |bits, &word| bits | bit(short(word)));
    let lacking = item.iter().filter(|&&word| there & bit(word) == 0);
    lacking.count() <= most
}

/// Whether at most this share of an item's words is edited or lacking.
fn is_whole(words: usize, reach: Reach, max_edits: f64) -> bool {
    let lacking = words - reach.equal;
    lacking.max(reach.edits) as f64 <= max_edits * words as f64
}

/// An n-gram that is in an item more often than this is tried in this number of places.
const MOST_PLACES: usize = 8;

/// The alignments to both sides that cover most of the item within the share of edits.
fn longest(left: Extension, middle: Reach, right: Extension, max_edits: f64) -> (Reach, Reach) {
    let sides = |side: Extension| side.furthest.into_iter().chain([side.best]);
    let pairs = sides(left).flat_map(|left| sides(right).map(move |right| (left, right)));
    pairs
        .filter(|(left, right)| left.and(middle).and(*right).is_within(max_edits))
        .max_by_key(|(left, right)| (left.item + right.item, left.equal + right.equal))
        .unwrap_or((left.best, right.best))
}

impl Index {
    /// All passages of the text that are in items, in the order of the text. A caller with many texts keeps a [`Scanner`].
    pub fn scan(&self, text: &str) -> Vec<Hit> {
        self.scanner().scan(text)
    }

    /// A scanner of this index, which reuses its buffers.
    pub fn scanner(&self) -> Scanner<'_> {
        Scanner::new(self)
    }
}
