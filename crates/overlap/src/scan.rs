//! From a text to the passages that it shares with items.

use std::collections::HashMap;
use std::ops::Range;

use crate::chance;
use crate::extend::{Extension, Reach, extend};
use crate::index::{Index, Rolling, short};
use crate::table::Place;
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
const BATCH: usize = 256;

/// Words of a text that are kept until all are looked up. A longer text in which something is found is read again.
const KEPT: usize = 1 << 18;

/// Looks for the items of an [`Index`] in texts.
#[derive(Debug)]
pub struct Scanner<'i> {
    index: &'i Index,
    rolling: Vec<Rolling>,
    grams: Vec<u64>,
    /// N-grams of the text that items have.
    found: Vec<Found>,
    document: Document,
}

/// An n-gram of the text that items have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Found {
    /// The number of its first word in the text.
    word: usize,
    /// The number of its table.
    table: usize,
    hash: u64,
}

/// The words of a text.
#[derive(Debug, Default)]
struct Document {
    /// As many zeros as an n-gram has words, so that each word has so many before it, and the words' hashes.
    hashes: Vec<u64>,
    places: Vec<Range<usize>>,
    history: usize,
    is_whole: bool,
}

impl Document {
    fn begin(&mut self, history: usize) {
        self.hashes.clear();
        self.hashes.resize(history, 0);
        self.places.clear();
        self.history = history;
        self.is_whole = true;
    }

    #[inline(always)]
    fn push(&mut self, hash: u64, place: Range<usize>) {
        self.hashes.push(hash);
        self.places.push(place);
    }

    /// Forgets all words but those that an n-gram can leave behind.
    fn forget(&mut self) {
        self.hashes.drain(..self.hashes.len() - self.history);
        self.places.clear();
        self.is_whole = false;
    }

    /// The hashes of all words.
    fn words(&self) -> &[u64] {
        &self.hashes[self.history..]
    }

    fn read(&mut self, text: &str, index: &Index) {
        self.begin(self.history);
        words::for_each(text, index.settings.split, |hash, place| {
            self.push(hash, place)
        });
    }
}

impl<'i> Scanner<'i> {
    pub(crate) fn new(index: &'i Index) -> Self {
        Scanner {
            index,
            rolling: Vec::new(),
            grams: vec![0; BATCH],
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
        self.set_shares(&mut hits);
        hits.sort_by_key(|hit| (hit.bytes.start, hit.item));
        hits
    }

    /// Finds the n-grams of the text that items have.
    fn look_up(&mut self, text: &str) {
        let history = self.index.settings.n;
        self.found.clear();
        self.rolling.clear();
        self.rolling
            .extend(self.index.tables.iter().map(|&(n, _)| Rolling::new(n)));
        let mut document = std::mem::take(&mut self.document);
        document.begin(history);
        // The words that are looked up, and where the next ones begin.
        let (mut before, mut next) = (0, history);
        words::for_each(text, self.index.settings.split, |hash, place| {
            document.push(hash, place);
            if document.hashes.len() == next + BATCH {
                self.look_up_batch(&document.hashes[next - history..], before);
                before += BATCH;
                if document.hashes.len() > KEPT {
                    document.forget();
                }
                next = document.hashes.len();
            }
        });
        self.look_up_batch(&document.hashes[next - history..], before);
        self.document = document;
    }

    /// Looks up the n-grams that end in a batch, which begins after `before` words.
    #[inline(never)]
    fn look_up_batch(&mut self, batch: &[u64], before: usize) {
        let history = self.index.settings.n;
        let words = batch.len() - history;
        for (number, (n, table)) in self.index.tables.iter().enumerate() {
            if table.is_empty() {
                continue;
            }
            let left = &batch[history - n..][..words];
            let grams = &mut self.grams[..words];
            let rolling = &mut self.rolling[number];
            for ((gram, &word), &left) in grams.iter_mut().zip(&batch[history..]).zip(left) {
                *gram = rolling.push(word, left);
                table.announce(*gram);
            }
            // The first n-grams of a text lack words.
            let lacking = (n - 1).saturating_sub(before).min(words);
            for (at, &hash) in grams.iter().enumerate().skip(lacking) {
                if table.may_have(hash) && !table.places(hash).is_empty() {
                    let word = before + at + 1 - n;
                    self.found.push(Found {
                        word,
                        table: number,
                        hash,
                    });
                }
            }
        }
    }

    /// The passages that begin with the n-grams found. A word of the text is in at most one passage of an item.
    fn passages(&self) -> Vec<Hit> {
        let mut hits: Vec<Hit> = Vec::new();
        // For each wording, the end of its last passage.
        let mut ends: HashMap<u32, usize> = HashMap::new();
        for found in &self.found {
            let (_, table) = &self.index.tables[found.table];
            let mut rest = table.places(found.hash);
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
                    let bytes = self.document.places[words.start].start
                        ..self.document.places[words.end - 1].end;
                    hits.push(Hit {
                        item,
                        alike,
                        bytes,
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
        let (text, item) = (self.document.words(), self.index.forms.words(place.form));
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

/// Whether words of a text are those of an item.
fn are_equal(words: &[u64], item: &[u32]) -> bool {
    words
        .iter()
        .map(|&word| short(word))
        .eq(item.iter().copied())
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
